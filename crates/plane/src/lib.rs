//! Geometry of the free-measurement table: bases, wheels, contact, sight and terrain.
//!
//! Bases on a real table stand at any angle. This crate measures them exactly, quickly and the same on
//! every machine, so that a rules engine can ask what its rulebook asks: who is in contact with which edge,
//! what lies directly ahead, what a wheel costs, where a charge first touches, who can be seen.
//!
//! # Numbers
//! - Lengths and coordinates are [`Um`], whole micrometres, up to 16.7 m either way. The range is
//!   chosen so that no calculation can overflow `i64`.
//! - Facings are [`Angle`], binary angles with 2^32 to the full turn, clockwise from "up the table".
//! - Unit vectors come from one module that uses `libm`; nothing else uses floating point, and no
//!   state does. Positions are rounded to the grid once, at the end of a move.
//! - A [`Base`] is placed by the middle of its **front edge**. A [`Group`] keeps its bases relative to the
//!   left end of its front line, so that they never drift apart.
//! - There is one tolerance, [`CONTACT_TOLERANCE`]. Overlaps and gaps up to it are contact; parts that
//!   cross a line by no more do not count; distances that exceed a limit by no more are within it.
//!
//! # A charge
//! ```
//! use caracole_plane::*;
//! let mu = Um::from_mm(25);
//! let horse = Formation::block(4, 2, Um::from_mm(40), Um::from_mm(30));
//! let chargers = Group::form_centred(Pose::new(Point::from_mm(600, 400), Angle::ZERO), &horse);
//! let enemy = Base::new(Pose::new(Point::from_mm(660, 500), Angle::HALF), Um::from_mm(40), Um::from_mm(20));
//!
//! // Wheel right by 20 degrees, measured straight, then up to 5 MU in all.
//! let path = Path::from(&chargers).wheel(Hand::Right, Angle::from_degrees(20), WheelMeasure::Straight);
//! let left = mu * 5 - path.spent();
//! let path = path.advance(left);
//! let met = path.first_contact(&[enemy.rect()]).expect("it is in reach");
//! let contact = met.met.contact.expect("it is not overlapped from the start");
//! assert_eq!(met.leg, 1);
//! assert!(contact.is_by_own_front());
//! assert_eq!(contact.their_corner(), Some(Corner::FrontRight));
//! ```
//!
//! # Shooting
//! ```
//! use caracole_plane::*;
//! let width = Um::from_mm(40);
//! let shot = Base::new(Pose::new(Point::from_mm(0, 0), Angle::ZERO), width, Um::from_mm(20)).rect();
//! let target = Base::new(Pose::new(Point::from_mm(70, 90), Angle::HALF), width, Um::from_mm(30)).rect();
//! assert!(!shot.has_directly_ahead(&target));
//! assert!(shot.has_in_arc(FireArc::Strip { margin: width }, &target));
//! assert_eq!(shot.range_from_front(&target), Um::new(94_868)); // 30 across, 90 up
//! assert!(shot.sees_from_edge(Edge::Front, &target, &Screen::default()).is_some());
//! ```
//!
//! # Terrain
//! ```
//! use caracole_plane::*;
//! let wood = Polygon::new([(0, 100), (200, 100), (200, 300), (0, 300)].map(|(x, y)| Point::from_mm(x, y)).to_vec())?;
//! let base = Base::new(Pose::new(Point::from_mm(50, 40), Angle::ZERO), Um::from_mm(40), Um::from_mm(20)).rect();
//! let ahead = Motion::Slide { toward: Angle::ZERO, distance: Um::from_mm(100) };
//! let entry = wood.first_entry(&[base], &ahead).expect("it enters");
//! assert_eq!(entry.after, Extent::Distance(Um::from_mm(60)));
//! # Ok::<(), PolygonError>(())
//! ```
//!
//! # Where to find what
//! | question | answer |
//! |---|---|
//! | apart, touching, overlapping; distance; within | [`BaseRect`], [`shortest_distance`] |
//! | which edges or corners touch, how well | [`Contact`], [`contacts`] |
//! | ahead, directly ahead, behind a line | [`LineSide`] and the `has_...` methods of [`BaseRect`] |
//! | moves and what they cost | [`Motion`], [`Path`], [`WheelMeasure`], [`Column`] |
//! | formations, turns, expansion, steps, conforming | [`Formation`], [`Group`], [`FileStep`], [`Conforming`] |
//! | first contact, closest approach, halting short | [`first_contact`], [`closest_approach`], [`first_within`] |
//! | can anything be reached with one wheel so that it counts | [`OneWheel`] |
//! | who is near enough to matter; what is in the way of a path | [`Bounds`], [`Trail`] |
//! | making room; the ground that a body sweeps | [`least_slide`], [`Group::swept`] |
//! | arcs, ranges, sight | [`FireArc`], [`Screen`], [`common_point_in_sight`] |
//! | terrain, linear features, hills, table edges | [`Polygon`], [`Strip`], [`Hill`], [`Table`] |

mod ahead;
mod angle;
mod approach;
mod arc;
mod base;
mod bounds;
pub mod cases;
mod clear;
mod clip;
mod column;
mod conform;
mod contact;
mod displace;
mod group;
mod line;
mod motion;
mod nearest;
mod one_wheel;
mod path;
mod point;
mod polygon;
mod quad;
mod reach;
mod rect;
mod sight;
mod step;
mod sweep;
mod swept;
mod table;
mod terrain;
mod trail;
mod um;

pub use ahead::{LineSide, all_behind, none_directly_ahead};
pub use angle::{Angle, Heading, Sense, angle_of_arc, angle_of_chord, arc_length, chord};
pub use approach::{closest_approach, comes_within, furthest_beyond, passes_within};
pub use arc::FireArc;
pub use base::{Base, Corner, Edge, Hand};
pub use bounds::Bounds;
pub use clear::{distance_to_clear, first_within};
pub use column::{Column, ColumnBase, Kink};
pub use conform::Conforming;
pub use contact::{Contact, EdgeContact, Fit, Meeting, contacts};
pub use displace::least_slide;
pub use group::{Facing, File, Formation, Group, Place, Rank, Rects, connected};
pub use motion::{Extent, Motion};
pub use nearest::{along, nearest_points};
pub use one_wheel::OneWheel;
pub use path::{OnLeg, Path, WheelMeasure};
pub use point::{Point, Pose};
pub use polygon::{Entry, Polygon, PolygonError};
pub use rect::{BaseRect, Relation, any_overlap, any_within, shortest_distance};
pub use sight::{Screen, common_point_in_sight};
pub use step::FileStep;
pub use sweep::{Hit, first_contact};
pub use swept::SweptFile;
pub use table::{Exit, Table, TableEdge};
pub use terrain::{Course, CrestSide, Hill, Strip, StripError, coast, obstacle};
pub use trail::{Trail, goes_on};
pub use um::{OutOfRange, Um};

/// The one tolerance of the crate, 0.05 mm.
///
/// Two bases are in contact if they neither stand further apart nor overlap more than this. It is
/// far above all rounding (a placed corner is within 1 µm of its true place) and far below what a
/// player can see or measure. A measured distance is within a limit if it exceeds it by no more.
pub const CONTACT_TOLERANCE: Um = Um::new(50);
