//! Whether a contact counts as a flank or rear charge, and which bases turn to face it.

use super::Wheel;
use super::plan::{Planned, Touched};
use crate::battle::position::{contact, defence, flank, kinds};
use crate::battle::world::{Approach, BaseId, GroupId, World};
use crate::formation::Facing;
use caracole_ledger::enforces;
use caracole_plane::{Contact, Corner, Edge, Hand, shortest_distance};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

type Bases = SmallVec<[BaseId; 4]>;

/// The side of the target on which a charge falls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fall {
    /// Its front, or what counts so.
    Front,
    /// A flank.
    Flank,
    /// Its rear.
    Rear,
}

/// How a charge meets one of its targets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Met {
    /// How it counts.
    pub approach: Approach,
    /// Which side it falls on from a proper starting position; the bases there turn, of tercios and keils too.
    pub fall: Fall,
    /// Which side it touches first, wherever it came from.
    pub side: Fall,
}

impl Met {
    /// Whether it counts as a charge in flank or rear.
    #[must_use]
    pub const fn is_in_flank_or_rear(self) -> bool {
        matches!(self.approach, Approach::FlankCharge | Approach::RearCharge)
    }
}

/// The flank that a contact is with, seen from the one contacted: a side edge or a rear corner.
#[must_use]
pub const fn side_of(contact: Contact) -> Option<Hand> {
    match (contact.their_edge(), contact.their_corner()) {
        (Some(Edge::Left), _) | (None, Some(Corner::RearLeft)) => Some(Hand::Left),
        (Some(Edge::Right), _) | (None, Some(Corner::RearRight)) => Some(Hand::Right),
        _ => None,
    }
}

fn part_hit(t: &Touched) -> Fall {
    match (t.contact.their_edge(), t.contact.their_corner()) {
        (Some(Edge::Left | Edge::Right), _) => Fall::Flank,
        (Some(Edge::Rear), _) => Fall::Rear,
        (Some(Edge::Front), _) => Fall::Front,
        (None, Some(Corner::RearLeft | Corner::RearRight)) => Fall::Flank,
        (None, _) => Fall::Front,
    }
}

/// How a charge that starts where the charger stands now meets a target.
#[must_use]
pub fn meets(
    world: &World,
    charger: GroupId,
    target: GroupId,
    wheel: Option<Wheel>,
    planned: &Planned,
) -> Met {
    enforces!(
        "FOGR-IMPACT-040",
        "FOGR-IMPACT-041",
        "FOGR-IMPACT-052",
        "FOGR-IMPACT-053",
        "FOGAM-IMPACT-033",
        "FOGAM-IMPACT-034",
        "FOGAM-IMPACT-035"
    );
    let of_target = || planned.touched.iter().filter(|t| t.enemy == target);
    // The first part contacted: what the line itself met comes before what files stepped into.
    let by_line = of_target().any(|t| !t.by_step);
    let first: SmallVec<[Fall; 8]> = of_target().filter(|t| t.by_step != by_line).map(part_hit).collect();
    let part = if first.is_empty() || first.contains(&Fall::Front) {
        Fall::Front
    } else if first.contains(&Fall::Flank) {
        Fall::Flank
    } else {
        Fall::Rear
    };
    let plain = |approach| Met { approach, fall: Fall::Front, side: part };
    if part == Fall::Front {
        return plain(Approach::Front);
    }
    let close =
        shortest_distance(world.rects(charger), world.rects(target)).is_some_and(|d| d < world.field.mu(1));
    let wheeled_close = part == Fall::Flank && wheel.is_some() && close;
    let met_first: SmallVec<[BaseId; 8]> =
        of_target().filter(|t| t.by_step != by_line).map(|t| t.base).collect();
    if !flank::starts_behind_front_of(world, charger, target, &met_first) || wheeled_close {
        return plain(Approach::NoFlankCharge);
    }
    let (in_flank, in_rear) = flank::can_be_taken(world, target);
    let over_works = of_target().any(|t| defended_from(world, target, t.base, charger));
    let counts = !over_works && if part == Fall::Flank { in_flank } else { in_rear };
    match (counts, part) {
        (true, Fall::Flank) => Met { approach: Approach::FlankCharge, fall: part, side: part },
        (true, _) => Met { approach: Approach::RearCharge, fall: part, side: part },
        (false, _) => {
            // Tercios and keils turn bases all the same; wagons, squares and defenders do not.
            enforces!("FOGR-IMPACT-043", "FOGR-IMPACT-056", "FOGAM-IMPACT-037");
            let turns = kinds::is_tercio(world, target) || kinds::is_a_keil(world, target);
            let fall = if turns && !over_works { part } else { Fall::Front };
            let side = if over_works { Fall::Front } else { part };
            Met { approach: Approach::NoFlankCharge, fall, side }
        }
    }
}

/// Whether a base stands behind works that its attacker comes over.
fn defended_from(world: &World, _target: GroupId, base: BaseId, charger: GroupId) -> bool {
    defence::works_against(world, base, world.rects(charger)).is_some()
}

/// Whether a base of the target was held to its front by enemies before this charge.
#[must_use]
pub fn is_in_engaged_front(world: &World, target: GroupId, base: BaseId, charger: Option<GroupId>) -> bool {
    world.book.is_held_to_front(world, target, base, charger)
}

/// Whether a contact lets bases fight: a side or rear that may not be charged so does not count.
#[must_use]
pub fn is_allowed(world: &World, charger: GroupId, t: &Touched, met: Met) -> bool {
    enforces!("FOGR-IMPACT-019", "FOGR-IMPACT-054");
    let immune = kinds::is_tercio(world, t.enemy) || kinds::is_a_keil(world, t.enemy);
    met.approach != Approach::NoFlankCharge
        || immune
        || part_hit(t) == Fall::Front
        || !is_in_engaged_front(world, t.enemy, t.base, Some(charger))
}

/// The bases of a target that turn to face a charge in flank or rear, and to which side.
#[must_use]
pub fn bases_that_turn(
    world: &World,
    charger: GroupId,
    target: GroupId,
    met: Met,
) -> Option<(Facing, Bases)> {
    enforces!("FOGR-IMPACT-046");
    if met.fall == Fall::Front {
        return None;
    }
    let mut hand = None;
    let (mut contacted, mut turning): (Bases, Bases) = (Bases::new(), Bases::new());
    for touch in contact::touches(world, charger, target) {
        if !touch.contact.is_by_own_front() || world[touch.their].facing != Facing::Front {
            continue;
        }
        let side = side_of(touch.contact);
        if side.is_none() && touch.contact.their_edge() != Some(Edge::Rear) {
            continue;
        }
        if !contacted.contains(&touch.their) {
            contacted.push(touch.their);
            if !is_in_engaged_front(world, target, touch.their, Some(charger)) {
                turning.push(touch.their);
            }
        }
        hand = hand.or(side);
    }
    let facing = match (met.fall, hand) {
        (Fall::Rear, _) => Facing::Rear,
        (_, None) => return None,
        (_, Some(Hand::Left)) => Facing::Left,
        (_, Some(Hand::Right)) => Facing::Right,
    };
    world.book.also_turn(world, (charger, target), met, (&contacted, &mut turning));
    Some((facing, turning))
}

/// Evaders who are caught count as charged in flank or rear, wherever they are touched.
#[must_use]
pub fn caught(world: &World, enemy: GroupId, met: Met) -> Met {
    enforces!("FOGR-IMPACT-119", "FOGAM-IMPACT-122");
    if !world[enemy].turn.evaded || met.is_in_flank_or_rear() {
        return met;
    }
    let approach = match met.side {
        Fall::Flank => Approach::FlankCharge,
        _ => Approach::RearCharge,
    };
    Met { approach, fall: met.side, side: met.side }
}
