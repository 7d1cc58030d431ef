//! Geometry of the free-measurement table: bases, wheels, contact, sight and terrain.
//!
//! State is integers: [`Um`] (micrometres) and [`Angle`] (binary angle, 2^32 to the full turn,
//! clockwise from +y). Predicates are named after the use that rulebooks make of them.

mod ahead;
mod angle;
mod approach;
mod arc;
mod base;
pub mod cases;
mod clear;
mod clip;
mod column;
mod conform;
mod contact;
mod group;
mod motion;
mod path;
mod point;
mod polygon;
mod rect;
mod sight;
mod step;
mod sweep;
mod table;
mod terrain;
mod um;

pub use ahead::{LineSide, all_behind, none_directly_ahead};
pub use angle::{Angle, Heading, Sense, angle_of_arc, angle_of_chord, arc_length, chord};
pub use approach::{closest_approach, passes_within};
pub use arc::FireArc;
pub use base::{Base, Corner, Edge, Hand};
pub use clear::{distance_to_clear, first_within};
pub use column::{Column, ColumnBase, Kink};
pub use conform::Conforming;
pub use contact::{Contact, EdgeContact, Fit, Meeting, contacts};
pub use group::{Facing, File, Formation, Group, Place, Rank, Rects, connected};
pub use motion::{Extent, Motion};
pub use path::{OnLeg, Path, WheelMeasure};
pub use point::{Point, Pose};
pub use polygon::{Entry, Polygon, PolygonError};
pub use rect::{BaseRect, Relation, any_overlap, any_within, shortest_distance};
pub use sight::{Screen, common_point_in_sight};
pub use step::FileStep;
pub use sweep::{Hit, first_contact};
pub use table::{Exit, Table, TableEdge};
pub use terrain::{Course, CrestSide, Hill, Strip, StripError, coast, obstacle};
pub use um::{OutOfRange, Um};

/// The one tolerance of the crate, 0.05 mm.
///
/// Two bases are in contact if they neither stand further apart nor overlap more than this. It is
/// far above all rounding (a placed corner is within 1 µm of its true place) and far below what a
/// player can see or measure. A measured distance is within a limit if it exceeds it by no more.
pub const CONTACT_TOLERANCE: Um = Um::new(50);
