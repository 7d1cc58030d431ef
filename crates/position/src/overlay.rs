//! What is drawn over the table: arcs of fire, zones, paths, distances, contacts.

use caracole_plane::{Base, Point, Um};

/// An overlay in table coordinates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Overlay {
    /// Arc of fire: the ground at effective range, and that beyond it up to long range.
    Arc {
        /// Ground within effective range.
        near: Vec<Base>,
        /// All ground within long range; empty if there is no long range.
        far: Vec<Base>,
        /// Words.
        label: String,
    },
    /// Zone ahead of a group.
    Zone {
        /// The ground.
        ground: Vec<Base>,
        /// Words.
        label: String,
    },
    /// Circle of a command range or visibility.
    Circle {
        /// Centre.
        centre: Point,
        /// Radius.
        radius: Um,
        /// Words.
        label: String,
    },
    /// Way of a move.
    Path {
        /// The corners of the way.
        points: Vec<Point>,
        /// Words.
        label: String,
    },
    /// Measured distance.
    Distance {
        /// One end.
        from: Point,
        /// The other end.
        to: Point,
        /// The length, in words.
        label: String,
    },
    /// Line of sight.
    Sight {
        /// The eye.
        from: Point,
        /// What is looked at.
        to: Point,
        /// Words.
        label: String,
    },
    /// Places where bases touch: each a stretch from one point to another.
    Contact {
        /// The stretches.
        stretches: Vec<[Point; 2]>,
        /// Words.
        label: String,
    },
    /// Pale copy of bases elsewhere.
    Ghost {
        /// The bases.
        bases: Vec<Base>,
        /// Words.
        label: String,
    },
    /// Words at a place.
    Note {
        /// The place.
        at: Point,
        /// The words.
        label: String,
    },
}
