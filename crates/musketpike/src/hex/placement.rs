//! How a piece lies on the map: its hexes, its front, flanks and rear, and how it wheels and turns.

use super::{Direction, Facing, Hex, Turn, Zone};
use caracole_ledger::enforces;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::fmt;

/// A handful of hexes.
pub type Hexes = SmallVec<[Hex; 4]>;

/// Where a piece stands and which way it looks. Pieces without facing keep one that rules do not ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Placement {
    /// A piece of one hex.
    One {
        /// Its hex.
        hex: Hex,
        /// The vertex it faces.
        facing: Facing,
    },
    /// A two-hex unit in line: the right half stands in the left half's right flank hex.
    Line {
        /// Hex of the left half.
        left: Hex,
        /// The vertex it faces.
        facing: Facing,
    },
    /// A two-hex unit in Column: the tail stands straight behind the head.
    Column {
        /// Hex of the head (the right half).
        head: Hex,
        /// The hexside it faces.
        front: Direction,
    },
}

/// One half of a two-hex unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Half {
    /// The left half; the tail of a Column.
    Left,
    /// The right half; the head of a Column.
    Right,
}

impl Half {
    /// Both halves.
    pub const BOTH: [Half; 2] = [Half::Left, Half::Right];

    /// The other half.
    pub const fn other(self) -> Half {
        match self {
            Half::Left => Half::Right,
            Half::Right => Half::Left,
        }
    }
}

/// The hexes that a piece stands in: one, or two adjacent ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Footprint {
    /// The only hex, the left half or the head.
    pub first: Hex,
    /// The right half or the tail.
    pub second: Option<Hex>,
}

impl fmt::Display for Footprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.second {
            Some(second) => write!(f, "{}-{second}", self.first),
            None => write!(f, "{}", self.first),
        }
    }
}

impl Footprint {
    /// The hexes.
    pub fn iter(self) -> impl Iterator<Item = Hex> + Clone {
        std::iter::once(self.first).chain(self.second)
    }

    /// Whether `hex` is one of them.
    pub fn contains(self, hex: Hex) -> bool {
        self.first == hex || self.second == Some(hex)
    }

    /// Distance in hexes from the nearest of them.
    #[inline]
    pub fn distance(self, hex: Hex) -> i32 {
        let first = self.first.distance(hex);
        self.second.map_or(first, |second| first.min(second.distance(hex)))
    }

    /// Distance in hexes between the nearest hexes of two pieces.
    #[inline]
    pub fn distance_to(self, other: Footprint) -> i32 {
        let first = self.distance(other.first);
        other.second.map_or(first, |second| first.min(self.distance(second)))
    }

    /// Whether two pieces touch without sharing a hex.
    pub fn is_adjacent(self, other: Footprint) -> bool {
        self.distance_to(other) == 1
    }

    /// The hexes around the piece, each once.
    pub fn neighbours(self) -> SmallVec<[Hex; 8]> {
        let mut around = SmallVec::new();
        for hex in self.iter().flat_map(Hex::neighbours) {
            if !self.contains(hex) && !around.contains(&hex) {
                around.push(hex);
            }
        }
        around
    }
}

impl Placement {
    /// The two placements in line of a two-hex unit that fill these adjacent hexes.
    pub fn lines_on(a: Hex, b: Hex) -> Option<[Placement; 2]> {
        let along = a.direction_to(b)?;
        let facing = Facing::ALL[along.turned(-2).index()];
        Some([Placement::Line { left: a, facing }, Placement::Line { left: b, facing: facing.opposite() }])
    }

    /// The line in which a two-hex unit fills these two hexes and faces so, if there is one.
    pub fn line(a: Hex, b: Hex, facing: Facing) -> Option<Placement> {
        Self::lines_on(a, b)?.into_iter().find(|line| line.facing() == Some(facing))
    }

    /// The hexes the piece stands in.
    #[inline]
    pub const fn footprint(self) -> Footprint {
        match self {
            Placement::One { hex, .. } => Footprint { first: hex, second: None },
            Placement::Line { left, facing } => {
                Footprint { first: left, second: Some(left.step(facing.right_flank())) }
            }
            Placement::Column { head, front } => {
                Footprint { first: head, second: Some(head.step(front.opposite())) }
            }
        }
    }

    /// One of the hexes, the one that is named.
    #[inline]
    pub const fn anchor(self) -> Hex {
        match self {
            Placement::One { hex, .. }
            | Placement::Line { left: hex, .. }
            | Placement::Column { head: hex, .. } => hex,
        }
    }

    /// The hex of one half; of a one-hex piece its only hex.
    pub const fn half(self, half: Half) -> Hex {
        match (self, half) {
            (Placement::One { hex, .. }, _) => hex,
            (Placement::Line { left, .. }, Half::Left) => left,
            (Placement::Line { left, facing }, Half::Right) => left.step(facing.right_flank()),
            (Placement::Column { head, .. }, Half::Right) => head,
            (Placement::Column { head, front }, Half::Left) => head.step(front.opposite()),
        }
    }

    /// Which half stands in `hex`, for a two-hex unit.
    pub fn half_in(self, hex: Hex) -> Option<Half> {
        if matches!(self, Placement::One { .. }) {
            return None;
        }
        Half::BOTH.into_iter().find(|half| self.half(*half) == hex)
    }

    /// The faced vertex; a two-hex Column has none.
    pub const fn facing(self) -> Option<Facing> {
        match self {
            Placement::One { facing, .. } | Placement::Line { facing, .. } => Some(facing),
            Placement::Column { .. } => None,
        }
    }

    /// Front hexes from left to right: two, three for a line of two hexes, one for its Column.
    pub fn front(self) -> Hexes {
        enforces!("MPBS-6.1c", "MPBS-6.3.4d");
        let mut hexes = Hexes::new();
        match self {
            Placement::One { hex, facing } => {
                hexes.extend([hex.step(facing.front_left()), hex.step(facing.front_right())]);
            }
            Placement::Line { left, facing } => {
                let right = self.half(Half::Right);
                hexes.extend([
                    left.step(facing.front_left()),
                    left.step(facing.front_right()),
                    right.step(facing.front_right()),
                ]);
            }
            Placement::Column { head, front } => hexes.push(head.step(front)),
        }
        hexes
    }

    /// The front hex next to both halves of a two-hex unit in line.
    pub const fn centre_front(self) -> Option<Hex> {
        match self {
            Placement::Line { left, facing } => Some(left.step(facing.front_right())),
            _ => None,
        }
    }

    /// Flank hexes, left before right. A two-hex Column has none defined.
    pub fn flanks(self) -> Hexes {
        let mut hexes = Hexes::new();
        if let Some(facing) = self.facing() {
            hexes.push(self.half(Half::Left).step(facing.left_flank()));
            hexes.push(self.half(Half::Right).step(facing.right_flank()));
        }
        hexes
    }

    /// Rear hexes from left to right. A two-hex Column has none defined.
    pub fn rear(self) -> Hexes {
        let mut hexes = Hexes::new();
        match self {
            Placement::One { hex, facing } => {
                hexes.extend([hex.step(facing.rear_left()), hex.step(facing.rear_right())]);
            }
            Placement::Line { left, facing } => {
                let right = self.half(Half::Right);
                hexes.extend([
                    left.step(facing.rear_left()),
                    left.step(facing.rear_right()),
                    right.step(facing.rear_right()),
                ]);
            }
            Placement::Column { .. } => {}
        }
        hexes
    }

    /// Whether an adjacent hex is front, flank or rear. Of a Column only its one front hex has a zone.
    pub fn zone(self, hex: Hex) -> Option<Zone> {
        match self {
            Placement::One { hex: own, facing } => own.direction_to(hex).map(|d| facing.zone(d)),
            Placement::Line { facing, .. } => {
                if self.footprint().contains(hex) {
                    return None;
                }
                // A hex next to both halves has the same zone from each.
                Half::BOTH
                    .into_iter()
                    .find_map(|half| self.half(half).direction_to(hex))
                    .map(|d| facing.zone(d))
            }
            Placement::Column { head, front } => (head.step(front) == hex).then_some(Zone::Front),
        }
    }

    /// Whether `target` lies in the frontal arc (120 degrees, edges included) of any hex of the piece.
    pub fn frontal_arc(self, target: Hex) -> bool {
        self.facing().is_some_and(|f| self.footprint().iter().any(|hex| f.frontal_arc(hex, target)))
    }

    /// Whether `target` lies in the front or flank arcs: the half plane ahead, the straight flank rows included.
    pub fn front_and_flank_arc(self, target: Hex) -> bool {
        self.facing().is_some_and(|f| {
            !self.footprint().contains(target) && f.front_and_flank_arc(self.half(Half::Left), target)
        })
    }

    /// The same piece moved one hex in `direction`, keeping its facing.
    #[must_use]
    pub const fn shifted(self, direction: Direction) -> Placement {
        enforces!("MPBS-6.3.4e");
        match self {
            Placement::One { hex, facing } => Placement::One { hex: hex.step(direction), facing },
            Placement::Line { left, facing } => Placement::Line { left: left.step(direction), facing },
            Placement::Column { head, front } => Placement::Column { head: head.step(direction), front },
        }
    }

    /// The hexsides across which the piece may step forward without turning.
    pub fn forward(self) -> SmallVec<[Direction; 2]> {
        enforces!("MPBS-6.3.4c");
        match self {
            Placement::One { facing, .. } | Placement::Line { facing, .. } => {
                SmallVec::from_slice(&[facing.front_left(), facing.front_right()])
            }
            Placement::Column { front, .. } => SmallVec::from_slice(&[front]),
        }
    }

    /// The hexsides across which the piece steps back keeping its facing.
    pub fn backward(self) -> SmallVec<[Direction; 2]> {
        match self {
            Placement::One { facing, .. } | Placement::Line { facing, .. } => {
                SmallVec::from_slice(&[facing.rear_left(), facing.rear_right()])
            }
            Placement::Column { .. } => SmallVec::new(),
        }
    }

    /// A two-hex line wheels forward by one vertex: the outer half enters the centre front hex.
    /// Wheeling to the right keeps the right half in place.
    pub const fn wheeled(self, turn: Turn) -> Option<Placement> {
        match (self, turn) {
            (Placement::Line { left, facing }, Turn::Right) => {
                Some(Placement::Line { left: left.step(facing.front_right()), facing: facing.turned(1) })
            }
            (Placement::Line { left, facing }, Turn::Left) => {
                Some(Placement::Line { left, facing: facing.turned(-1) })
            }
            _ => None,
        }
    }

    /// A two-hex line swings one half about the other by a number of vertices, forwards or backwards.
    pub fn pivoted(self, stays: Half, turn: Turn, vertices: u8) -> Option<Placement> {
        let Placement::Line { facing, .. } = self else { return None };
        let by = match turn {
            Turn::Left => -i32::from(vertices),
            Turn::Right => i32::from(vertices),
        };
        let (pivot, facing) = (self.half(stays), facing.turned(by));
        Some(match stays {
            Half::Left => Placement::Line { left: pivot, facing },
            Half::Right => Placement::Line { left: pivot.step(facing.left_flank()), facing },
        })
    }

    /// Turned by 180 degrees in the same hexes.
    #[must_use]
    pub const fn counter_marched(self) -> Placement {
        match self {
            Placement::One { hex, facing } => Placement::One { hex, facing: facing.opposite() },
            Placement::Line { facing, .. } => {
                Placement::Line { left: self.half(Half::Right), facing: facing.opposite() }
            }
            Placement::Column { front, .. } => {
                Placement::Column { head: self.half(Half::Left), front: front.opposite() }
            }
        }
    }

    /// A one-hex piece, or the head of a Column, turned on the spot by a number of vertices or hexsides.
    /// A Column's tail swings round behind it; a line wheels or counter-marches instead.
    pub const fn turned(self, steps: i32) -> Option<Placement> {
        match self {
            Placement::One { hex, facing } => Some(Placement::One { hex, facing: facing.turned(steps) }),
            Placement::Column { head, front } => Some(Placement::Column { head, front: front.turned(steps) }),
            Placement::Line { .. } => None,
        }
    }

    /// A two-hex line as a Column: the right half leads.
    pub const fn as_column(self) -> Option<Placement> {
        match self {
            Placement::Line { facing, .. } => {
                Some(Placement::Column { head: self.half(Half::Right), front: facing.right_flank() })
            }
            _ => None,
        }
    }

    /// The two lines that a two-hex Column may form in its hexes: as the counter lies, and turned about.
    pub fn as_lines(self) -> Option<[Placement; 2]> {
        match self {
            Placement::Column { head, .. } => Placement::lines_on(self.half(Half::Left), head),
            _ => None,
        }
    }

    /// Where a two-hex line may end after squeezing over a bridge hexside to its front: `far` is the hex beyond
    /// the bridge. One half ends in `far`, the facing stays, the bridge is to the rear.
    pub fn beyond_bridge_hexside(self, far: Hex) -> SmallVec<[Placement; 3]> {
        let mut ends = SmallVec::new();
        if let Placement::Line { facing, .. } = self
            && self.zone(far) == Some(Zone::Front)
        {
            ends.push(Placement::Line { left: far, facing });
            ends.push(Placement::Line { left: far.step(facing.left_flank()), facing });
        }
        ends
    }

    /// Where a two-hex line may end after squeezing over a bridge hex to its front: same facing, the bridge hex
    /// among its rear hexes.
    pub fn beyond_bridge_hex(self, bridge: Hex) -> SmallVec<[Placement; 3]> {
        let mut ends = SmallVec::new();
        if let Placement::Line { facing, .. } = self
            && self.zone(bridge) == Some(Zone::Front)
        {
            let ahead_left = bridge.step(facing.front_left());
            for left in [ahead_left, bridge.step(facing.front_right()), ahead_left.step(facing.left_flank())]
            {
                ends.push(Placement::Line { left, facing });
            }
        }
        ends
    }
}
