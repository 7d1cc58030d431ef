//! Where a body stands that is placed by another. Contact is exact: edges and corners coincide, whatever the angle.

use crate::file::Unit;
use crate::words::length::Misread;
use crate::words::{Detail, Length, Relation, RelativePlace, Touching};
use caracole_plane::{Angle, Base, Corner, Hand, Pose, Um};

/// The ground of a body: the rectangle about its bases, and its files.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Body {
    /// The rectangle.
    pub(crate) ground: Base,
    /// Files across its front.
    pub(crate) files: u8,
}

/// What two bodies are to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bond {
    /// Of one side.
    Friends,
    /// Of two.
    Enemies,
}

/// What lengths are measured in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Measures {
    /// The unit of the file.
    pub(crate) unit: Unit,
    /// A movement unit.
    pub(crate) mu: Um,
    /// A base width.
    pub(crate) width: Um,
}

impl Measures {
    fn um(self, length: Length) -> Result<Um, Misread> {
        let um = length.um(self.unit, self.mu, self.width);
        um.ok_or_else(|| Misread::new(format!("{length} is too long"), "keep it on the table"))
    }
}

/// On which side of the other body, as that body sees it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum At {
    Front,
    Rear,
    Flank(Hand),
}

/// A place in work: the middle of the ground in the frame of the other body, right and forward of the middle of its front.
struct Laid {
    right: Um,
    forward: Um,
    facing: Angle,
}

/// The front of the ground of a body that is placed by another.
pub(crate) fn resolve(
    place: &RelativePlace,
    own: Body,
    other: Body,
    bond: Bond,
    measures: Measures,
) -> Result<Pose, Misread> {
    let at = side(place.relation);
    let frame = other.ground.front;
    let facing = frame.facing + turn(place, at, bond);
    let distance = place.distance.map_or(Ok(Um::ZERO), |d| measures.um(d))?;
    let mut laid = lay(place, at, own, other, (distance, facing));
    for detail in &place.details {
        match *detail {
            Detail::Files { own: file, other: against } => {
                laid.right = against_file(at, (own, file), (other, against), facings(facing, frame.facing))?;
            }
            Detail::LevelWithItsFront if !matches!(at, At::Flank(_)) => {
                return Err(Misread::new(
                    "only what stands at its side is level with its front",
                    "leave it out",
                ));
            }
            _ => {}
        }
    }
    let middle = frame.offset(laid.right, laid.forward);
    let mut front = Pose::new(middle.at, laid.facing).offset(Um::ZERO, own.ground.depth.half());
    for detail in &place.details {
        match *detail {
            Detail::Shifted(hand, by) => front = front.offset(hand.signed(measures.um(by)?), Um::ZERO),
            Detail::Wheeled(hand, by) => front = wheeled(own.ground, front, hand, by.into()),
            _ => {}
        }
    }
    Ok(front)
}

fn side(relation: Relation) -> At {
    match relation {
        Relation::InFrontOf | Relation::Overlapping(_) | Relation::InContactWith(Touching::Front) => {
            At::Front
        }
        Relation::Behind | Relation::InContactWith(Touching::Rear) => At::Rear,
        Relation::ToThe(hand) | Relation::Beside(hand) | Relation::InContactWith(Touching::Flank(hand)) => {
            At::Flank(hand)
        }
    }
}

/// How far clockwise it faces from the facing of the other body.
fn turn(place: &RelativePlace, at: At, bond: Bond) -> Angle {
    let at_it = match at {
        At::Front => Angle::HALF,
        At::Rear => Angle::ZERO,
        At::Flank(Hand::Left) => Angle::QUARTER,
        At::Flank(Hand::Right) => Angle::THREE_QUARTERS,
    };
    let beside = matches!(place.relation, Relation::Beside(_));
    if place.details.contains(&Detail::FacingIt) {
        at_it
    } else if place.details.contains(&Detail::FacingAway) {
        at_it + Angle::HALF
    } else {
        match bond {
            Bond::Friends => Angle::ZERO,
            // Beside each other enemies face opposite ways.
            Bond::Enemies if beside => Angle::HALF,
            Bond::Enemies => at_it,
        }
    }
}

fn lay(place: &RelativePlace, at: At, own: Body, other: Body, (distance, facing): (Um, Angle)) -> Laid {
    let across = (facing - other.ground.front.facing).0 % Angle::HALF.0 == Angle::QUARTER.0;
    let (width, depth) = match across {
        true => (own.ground.depth, own.ground.width),
        false => (own.ground.width, own.ground.depth),
    };
    let beyond = |hand: Hand| hand.signed(other.ground.width.half() + distance + width.half());
    let level =
        place.details.contains(&Detail::LevelWithItsFront) || matches!(place.relation, Relation::Beside(_));
    let (right, forward) = match (place.relation, at) {
        (Relation::Overlapping(hand), _) => (beyond(hand), depth.half()),
        (_, At::Front) => (Um::ZERO, distance + depth.half()),
        (_, At::Rear) => (Um::ZERO, -(other.ground.depth + distance + depth.half())),
        (_, At::Flank(hand)) if level => (beyond(hand), -depth.half()),
        (_, At::Flank(hand)) => (beyond(hand), -other.ground.depth.half()),
    };
    Laid { right, forward, facing }
}

/// How two bodies before or behind each other face.
#[derive(Clone, Copy)]
enum Facings {
    Alike,
    Opposite,
}

fn facings(own: Angle, other: Angle) -> Facings {
    if own == other { Facings::Alike } else { Facings::Opposite }
}

/// How far right of the middle of the other body one's own middle is when two files stand against each other.
fn against_file(at: At, own: (Body, u8), other: (Body, u8), facings: Facings) -> Result<Um, Misread> {
    if matches!(at, At::Flank(_)) {
        return Err(Misread::new(
            "files stand against files before the front or behind the rear",
            "leave it out",
        ));
    }
    let middle_of = |(body, file): (Body, u8)| {
        if file > body.files {
            return Err(Misread::new(
                format!("there is no file {file} of {}", body.files),
                "count the files from the left, from 1",
            ));
        }
        // In half files, so that nothing is rounded twice.
        let halves = i64::from(file) * 2 - 1 - i64::from(body.files);
        let width = i64::from(body.ground.width.get());
        Ok(Um::new((width * halves).div_euclid(2 * i64::from(body.files))))
    };
    let (own, other) = (middle_of(own)?, middle_of(other)?);
    Ok(match facings {
        Facings::Alike => other - own,
        Facings::Opposite => other + own,
    })
}

fn wheeled(ground: Base, front: Pose, hand: Hand, by: Angle) -> Pose {
    let placed = Base::new(front, ground.width, ground.depth);
    let (corner, facing) = match hand {
        Hand::Left => (Corner::FrontLeft, front.facing - by),
        Hand::Right => (Corner::FrontRight, front.facing + by),
    };
    Base::with_corner(corner, placed.corner(corner), facing, ground.width, ground.depth).front
}
