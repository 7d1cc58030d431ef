//! Several combat phases in a row: what one leaves is what the next begins with.

use super::{
    Arithmetic, Chances, Charge, CombatResult, Duel, Fight, Group, LostTo, Readings, Role, Stand, Toll,
    Tolls, take_off,
};
use crate::troops::{Book, Cohesion, CombatPhase};
use caracole_kernel::Side;
use caracole_ledger::enforces;
use caracole_odds::{Distribution, OddsError};
use schemars::JsonSchema;
use serde::Serialize;
use smallvec::SmallVec;

/// The most phases in a row.
pub const MOST_ROUNDS: usize = 12;

/// What has become of one battle group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
pub struct Condition {
    /// Cohesion.
    pub cohesion: Cohesion,
    /// Bases lost since the beginning.
    pub lost: u8,
    /// It broke by itself for its losses.
    pub autobroken: bool,
    /// Its commander was lost.
    pub commander_lost: bool,
    /// How its last close combat went.
    #[schemars(with = "String")]
    pub result: CombatResult,
    /// The phase in which it broke, counted from 1; 0 if it did not.
    pub broke_in: u8,
}

/// What has become of every battle group, in their order.
pub type Conditions = SmallVec<[Condition; 2]>;

impl Condition {
    /// Nothing has happened yet.
    pub const fn fresh(cohesion: Cohesion) -> Self {
        Condition {
            cohesion,
            lost: 0,
            autobroken: false,
            commander_lost: false,
            result: CombatResult::None,
            broke_in: 0,
        }
    }

    fn after(self, toll: &Toll, round: u8) -> Self {
        let broke = toll.cohesion == Cohesion::Broken && self.cohesion != Cohesion::Broken;
        Condition {
            cohesion: toll.cohesion,
            lost: self.lost + toll.lost,
            autobroken: self.autobroken || toll.autobroken,
            commander_lost: self.commander_lost || toll.commander_lost,
            // Who no longer fights keeps the result of the combat that was his last.
            result: if toll.result == CombatResult::None { self.result } else { toll.result },
            broke_in: if broke { round } else { self.broke_in },
        }
    }
}

/// The exact joint distribution of what becomes of every battle group in a row of phases. Each fight describes its phase
/// as if nothing had happened before; losses, cohesion and fallen commanders are carried from one to the next.
pub fn course_odds<B: Arithmetic>(
    chances: &mut Chances,
    fights: &[Fight],
    readings: Readings,
) -> Result<Distribution<Conditions>, OddsError> {
    let fresh = |fight: &Fight| fight.groups.iter().map(|g| Condition::fresh(g.cohesion)).collect();
    let start: Conditions = fights.first().map(fresh).unwrap_or_default();
    let mut odds = Distribution::always(start);
    for (number, fight) in fights.iter().enumerate() {
        let round = number as u8 + 1;
        let mut ranks = Dwindling::new(B::BOOK, fight, &fights[..number]);
        odds = odds.try_and_then(|conditions: &Conditions| {
            let fight = carried(fight, conditions, &mut ranks);
            let tolls = chances.of_round::<B>(&fight, readings)?;
            let after = |tolls: &Tolls| -> Conditions {
                conditions.iter().zip(tolls).map(|(c, toll)| c.after(toll, round)).collect()
            };
            Ok::<_, OddsError>(tolls.map(after))
        })?;
    }
    Ok(odds)
}

/// The battle groups of a phase with so many bases lost before it, worked out once for each number.
struct Dwindling<'f> {
    book: Book,
    fight: &'f Fight,
    before: &'f [Fight],
    left: Vec<Vec<Group>>,
}

impl<'f> Dwindling<'f> {
    fn new(book: Book, fight: &'f Fight, before: &'f [Fight]) -> Self {
        Dwindling { book, fight, before, left: fight.groups.iter().map(|g| vec![g.clone()]).collect() }
    }

    fn group(&mut self, index: usize, lost: u8) -> &Group {
        // It loses bases where it fought last; who has only been shot at loses them to shooting.
        let files = |fight: &Fight| -> SmallVec<[u8; 16]> {
            let fights = |(own, _): &(&Stand, &Stand)| own.role == Role::Front;
            fight.stands_of(index as u8).filter(fights).map(|(own, _)| own.file.file).collect()
        };
        let fought = self.before.iter().rev().map(files).find(|files| !files.is_empty());
        let lost_to = fought.as_deref().map_or(LostTo::Shooting, LostTo::CloseCombat);
        let known = &mut self.left[index];
        while known.len() <= usize::from(lost) {
            let mut next = known[known.len() - 1].clone();
            take_off(self.book, &mut next, &self.fight.groups[index], 1, lost_to);
            known.push(next);
        }
        &known[usize::from(lost)]
    }
}

/// A battle group with the losses of a phase: what the next one starts from.
#[must_use]
pub fn after_phase(book: Book, group: &Group, original: &Group, toll: &Toll, lost_to: LostTo<'_>) -> Group {
    let mut next = worn(group, toll);
    take_off(book, &mut next, original, toll.lost, lost_to);
    next
}

/// A battle group with what else than bases a phase cost it.
fn worn(group: &Group, toll: &Toll) -> Group {
    let mut next = group.clone();
    next.cohesion = toll.cohesion;
    if toll.commander_lost {
        next.commander = None;
    }
    if toll.cohesion == Cohesion::Broken {
        enforces!("FOGR-COMBAT-127", "FOGR-BG-058");
        next.regimental_gun = false;
    }
    next
}

/// A fight with what has happened before it.
fn carried(fight: &Fight, conditions: &Conditions, ranks: &mut Dwindling<'_>) -> Fight {
    let mut next = fight.clone();
    if ranks.before.is_empty() {
        return next;
    }
    for (i, (group, condition)) in next.groups.iter_mut().zip(conditions).enumerate() {
        let mut toll = Toll::none(condition.cohesion);
        toll.commander_lost = condition.commander_lost;
        *group = worn(ranks.group(i, condition.lost), &toll);
    }
    close_up(&mut next);
    next
}

/// Takes out of a fight the battle groups that have broken and the files that are gone. A file whose enemy is gone
/// overlaps the neighbouring enemy file if it can.
fn close_up(fight: &mut Fight) {
    let out = |fight: &Fight, stand: &Stand| {
        let group = &fight.groups[usize::from(stand.file.group)];
        group.cohesion == Cohesion::Broken || fight.front(stand.file).is_none()
    };
    let (kept, gone): (Vec<Duel>, Vec<Duel>) =
        fight.duels.iter().partition(|d| !out(fight, &d.stands.red) && !out(fight, &d.stands.blue));
    let broken = |g: u8| fight.groups.get(usize::from(g)).is_none_or(|g| g.cohesion == Cohesion::Broken);
    let volleys = fight.volleys.iter().filter(|v| !broken(v.by) && !broken(v.at)).cloned().collect();
    let bombardments = fight.bombardments.iter().filter(|b| !broken(b.at)).copied().collect();
    fight.duels = kept;
    if fight.phase == CombatPhase::Melee {
        for duel in gone {
            for side in Side::BOTH {
                if !out(fight, &duel.stands[side]) {
                    overlap_instead(fight, side, duel.stands[side], duel.stands[side.other()].file.group);
                }
            }
        }
    }
    (fight.volleys, fight.bombardments) = (volleys, bombardments);
}

/// Lets a file without an enemy to its front overlap the enemy of its neighbour.
fn overlap_instead(fight: &mut Fight, side: Side, idle: Stand, enemy: u8) {
    let busy =
        fight.duels.iter().any(|d| d.stands[side].file == idle.file && d.stands[side].role != Role::Idle);
    let overlaps =
        |d: &&Duel| d.stands[side].role == Role::Overlap && d.stands[side.other()].file.group == enemy;
    if busy || fight.duels.iter().filter(overlaps).count() >= 2 {
        return;
    }
    let beside = fight.duels.iter().find(|d| {
        let (own, other) = (&d.stands[side], &d.stands[side.other()]);
        own.role == Role::Front
            && other.role == Role::Front
            && own.file.group == idle.file.group
            && own.file.file.abs_diff(idle.file.file) == 1
            && other.file.group == enemy
    });
    if let Some(mut duel) = beside.copied() {
        duel.stands[side] = Stand { role: Role::Overlap, ..idle };
        duel.stands[side.other()].role = Role::Idle;
        fight.duels.push(duel);
    }
}

/// The contacts of an earlier phase as they stand in a melee: nobody charges any more.
pub fn contacts_that_last(duels: &[Duel]) -> Vec<Duel> {
    enforces!("FOGR-MELEE-007");
    let settle = |duel: &Duel| {
        let mut duel = *duel;
        for side in Side::BOTH {
            duel.stands[side].charge = Charge::No;
        }
        duel
    };
    duels.iter().map(settle).collect()
}
