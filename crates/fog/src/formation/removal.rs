//! Which base goes when a battle group loses one.

use super::{Formation, Nature, Position, kinds_that_may_be_lost, loss_to_artillery, point_base_is_lost};
use crate::troops::{BaseProfile, Book};
use caracole_kernel::Side;
use caracole_ledger::enforces;

/// How far a base is from the enemy in question; any measure that orders distances will do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Distance {
    /// The base.
    pub at: Position,
    /// Its distance, or the square of it.
    pub measure: u64,
}

/// Where most of the shooting dice came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MainFire {
    /// From bases at least partly straight in front of the target.
    Frontal,
    /// From elsewhere.
    Other,
}

/// What cost the battle group a base, with the facts of the table that the choice depends on.
#[derive(Clone, Copy, Debug)]
pub enum Loss<'a> {
    /// Fogr: shooting by artillery alone, at long range.
    ArtilleryAtLongRange,
    /// Other shooting; in fogam all shooting.
    Shooting {
        /// How far each base is from the shooters.
        from_shooters: &'a [Distance],
        /// Where most of the dice came from.
        main_fire: MainFire,
    },
    /// Close combat.
    CloseCombat {
        /// Front rank bases that face the enemy battle group which inflicted most hits; those of several if equal.
        facing_most_hits: &'a [Position],
        /// Bases of which each is the only one left to face some enemy battle group, overlaps apart.
        alone_against: &'a [Position],
    },
    /// Pursued while routing.
    Rout {
        /// How far each base is from the pursuers.
        from_pursuers: &'a [Distance],
        /// Bases in contact with them.
        in_contact: &'a [Position],
    },
}

/// The bases among which the owner chooses. Empty only if the battle group or the list of facts is.
///
/// Commanders stand in no place of the formation, so a base displaced by one in the front rank is removed like any
/// other.
#[must_use]
pub fn removal_choices(nature: &Nature<'_>, formation: &Formation, loss: Loss<'_>) -> Vec<Position> {
    enforces!("FOGR-COHESION-048", "FOGR-COHESION-050", "FOGR-COHESION-051", "FOGR-COHESION-052");
    enforces!("FOGR-COHESION-053", "FOGR-COHESION-054");
    enforces!("FOGAM-COHESION-033", "FOGAM-COHESION-034", "FOGAM-COHESION-035", "FOGAM-COHESION-036");
    let now = formation.profiles();
    let kind = |at: Position| formation.at(at).map(|p| p.base);
    let in_proportion = match nature.book {
        Book::Renaissance => kinds_that_may_be_lost(nature.start, &now),
        Book::Ancients => now.clone(),
    };
    match loss {
        Loss::ArtilleryAtLongRange => {
            let kinds = loss_to_artillery(nature.start, &now);
            formation.placed().filter(|p| kinds.contains(&p.base)).map(|p| p.at).collect()
        }
        Loss::Shooting { from_shooters, main_fire } => {
            let point = point_base_is_lost(nature, formation).filter(|_| main_fire == MainFire::Frontal);
            if let Some(point) = point {
                return vec![point.at];
            }
            let allowed = |d: &&Distance| kind(d.at).is_some_and(|k| in_proportion.contains(&k));
            extreme(from_shooters.iter().filter(allowed), Extreme::Nearest)
        }
        Loss::CloseCombat { facing_most_hits, alone_against } => {
            let front: Vec<Position> =
                facing_most_hits.iter().copied().filter(|at| formation.is_front(*at)).collect();
            let spared: Vec<Position> =
                front.iter().copied().filter(|at| !alone_against.contains(at)).collect();
            let choice = if spared.is_empty() { front } else { spared };
            prefer_kinds(choice, &in_proportion, kind)
        }
        Loss::Rout { from_pursuers, in_contact } => {
            let touched: Vec<_> =
                in_contact.iter().filter_map(|at| kind(*at)).map(|b| b.troop_type).collect();
            let of_type = |d: &&Distance| {
                nature.book == Book::Ancients || kind(d.at).is_some_and(|k| touched.contains(&k.troop_type))
            };
            extreme(from_pursuers.iter().filter(of_type), Extreme::Furthest)
        }
    }
}

enum Extreme {
    Nearest,
    Furthest,
}

/// The bases at the least or greatest distance.
fn extreme<'a>(distances: impl Iterator<Item = &'a Distance> + Clone, which: Extreme) -> Vec<Position> {
    let measures = distances.clone().map(|d| d.measure);
    let wanted = match which {
        Extreme::Nearest => measures.min(),
        Extreme::Furthest => measures.max(),
    };
    distances.filter(|d| Some(d.measure) == wanted).map(|d| d.at).collect()
}

/// Where there is a choice, only bases that keep the losses in proportion.
fn prefer_kinds(
    choice: Vec<Position>,
    kinds: &[BaseProfile],
    kind: impl Fn(Position) -> Option<BaseProfile>,
) -> Vec<Position> {
    let kept: Vec<Position> =
        choice.iter().copied().filter(|at| kind(*at).is_some_and(|k| kinds.contains(&k))).collect();
    if kept.is_empty() { choice } else { kept }
}

/// When both sides lose bases the side that is not active removes its own first.
#[must_use]
pub const fn removes_first(active: Side) -> Side {
    enforces!("FOGR-COHESION-055", "FOGAM-COHESION-037");
    active.other()
}
