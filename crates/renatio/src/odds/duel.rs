//! Two units that fight file by file until one is broken.

use super::{DicePool, SideOdds, UnitState};
use crate::charts::Charts;
use crate::claims::by_difference;
use crate::dice::{Harm, breaks};
use caracole_odds::{Chain, Distribution, Natural};

/// How such a fight ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// We break them.
    Won,
    /// They break us.
    Lost,
    /// Both break in the same fight.
    BothBroken,
}

/// What two units fight with: some fights at one difference of claims, then all others at another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Until {
    /// Fights of the charge.
    pub charge_fights: u8,
    /// Our claims less theirs in the charge.
    pub charge_difference: i32,
    /// Our claims less theirs afterwards.
    pub difference: i32,
}

/// Losses of both sides, ours first, and fights of the charge that are left.
type At = (Harm, Harm, u8);

/// Such a fight, ready to be worked out.
struct Duel<'c> {
    charts: &'c Charts,
    sides: [UnitState; 2],
    charge: [SideOdds; 2],
    melee: [SideOdds; 2],
    charge_fights: u8,
}

/// Who breaks whom, exactly. `None` if neither can hurt the other, so that the fight would never end.
pub fn duel(
    charts: &Charts,
    ours: UnitState,
    theirs: UnitState,
    until: Until,
) -> Option<Distribution<Outcome>> {
    let fight = |difference: i32| {
        let dice = by_difference(charts, i64::from(difference)).dice;
        dice.map(|rung| SideOdds::of(&charts.death_dice, DicePool::of(rung.colours()), false, false))
    };
    let duel = Duel {
        charts,
        sides: [ours, theirs],
        charge: fight(until.charge_difference),
        melee: fight(until.difference),
        charge_fights: until.charge_fights,
    };
    duel.by_rounds().or_else(|| duel.by_chain())
}

impl Duel<'_> {
    /// How it ended, if it has.
    fn outcome(&self, ours: Harm, theirs: Harm) -> Option<Outcome> {
        let broken =
            |unit: &UnitState, harm: Harm| breaks(&self.charts.break_points, unit.breaking, unit.bases, harm);
        match (broken(&self.sides[1], theirs), broken(&self.sides[0], ours)) {
            (true, true) => Some(Outcome::BothBroken),
            (true, false) => Some(Outcome::Won),
            (false, true) => Some(Outcome::Lost),
            (false, false) => None,
        }
    }

    /// Fight by fight, with fights that hurt nobody left out, in machine words. `None` if they do not suffice.
    fn by_rounds(&self) -> Option<Distribution<Outcome>> {
        let mut live: Vec<((Harm, Harm), u128)> = vec![((self.sides[0].harm, self.sides[1].harm), 1)];
        let mut ends = [0u128; 3];
        let mut fights_left = self.charge_fights;
        while !live.is_empty() {
            let [us, them] = if fights_left > 0 { &self.charge } else { &self.melee };
            let idle = if fights_left > 0 { 0 } else { blanks(us) * blanks(them) };
            fights_left = fights_left.saturating_sub(1);
            let scale = u128::from(us.total * them.total - idle);
            if scale == 0 {
                return None;
            }
            for end in &mut ends {
                *end = end.checked_mul(scale)?;
            }
            let mut next: Vec<((Harm, Harm), u128)> = Vec::new();
            for ((ours, theirs), weight) in live {
                if let Some(outcome) = self.outcome(ours, theirs) {
                    ends[outcome as usize] =
                        ends[outcome as usize].checked_add(weight.checked_mul(scale)?)?;
                    continue;
                }
                for (shown, a) in &us.shown {
                    for (answer, b) in &them.shown {
                        if idle > 0 && shown.half_bases + answer.half_bases == 0 {
                            continue;
                        }
                        let after = (ours.and(answer.half_bases), theirs.and(shown.half_bases));
                        next.push((after, weight.checked_mul(u128::from(a * b))?));
                    }
                }
            }
            live = gathered(next)?;
        }
        let all = [Outcome::Won, Outcome::Lost, Outcome::BothBroken];
        Distribution::weighted(all.map(|outcome| (outcome, Natural::from(ends[outcome as usize]))))
    }

    /// The same as a chain of states, with numbers of any size.
    fn by_chain(&self) -> Option<Distribution<Outcome>> {
        let step = |state: &At| {
            let (ours, theirs, fights_left) = *state;
            if self.outcome(ours, theirs).is_some() {
                return None;
            }
            let [us, them] = if fights_left > 0 { &self.charge } else { &self.melee };
            let mut next = Vec::with_capacity(us.shown.len() * them.shown.len());
            for (shown, a) in &us.shown {
                for (answer, b) in &them.shown {
                    let after = (ours.and(answer.half_bases), theirs.and(shown.half_bases));
                    next.push(((after.0, after.1, fights_left.saturating_sub(1)), a * b));
                }
            }
            Distribution::weighted(next)
        };
        let start = (self.sides[0].harm, self.sides[1].harm, self.charge_fights);
        let ended = Chain::explore(start, step).ok()?.absorbed().ok()?.end;
        Some(ended.map(|(ours, theirs, _)| self.outcome(*ours, *theirs).unwrap_or(Outcome::BothBroken)))
    }
}

/// The weight of what hurts nobody.
fn blanks(odds: &SideOdds) -> u64 {
    odds.shown.iter().filter(|(shown, _)| shown.half_bases == 0).map(|(_, weight)| weight).sum()
}

/// Adds up the weights of equal losses.
fn gathered(mut all: Vec<((Harm, Harm), u128)>) -> Option<Vec<((Harm, Harm), u128)>> {
    all.sort_unstable_by_key(|(losses, _)| *losses);
    let mut sums: Vec<((Harm, Harm), u128)> = Vec::with_capacity(all.len());
    for (losses, weight) in all {
        match sums.last_mut() {
            Some((last, sum)) if *last == losses => *sum = sum.checked_add(weight)?,
            _ => sums.push((losses, weight)),
        }
    }
    Some(sums)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::panic, clippy::unwrap_used, reason = "a test fails by panicking")]
    use super::*;
    use crate::dice::Breaking;

    fn unit(bases: u8, breaking: Breaking) -> UnitState {
        UnitState { bases, harm: Harm::default(), breaking }
    }

    #[test]
    fn fight_by_fight_gives_what_the_chain_gives() {
        let charts = Charts::standard().unwrap();
        let odds = |difference: i32| {
            let dice = by_difference(&charts, i64::from(difference)).dice;
            dice.map(|rung| SideOdds::of(&charts.death_dice, DicePool::of(rung.colours()), false, false))
        };
        for (sides, charge_fights, differences) in [
            ([unit(6, Breaking::Tug), unit(6, Breaking::Tug)], 0, [0, 0]),
            ([unit(6, Breaking::Steady), unit(4, Breaking::Tug)], 2, [2, -1]),
            ([unit(6, Breaking::Sug), unit(4, Breaking::Fanatics)], 3, [4, 1]),
        ] {
            let [charge, melee] = differences.map(odds);
            let duel = Duel { charts: &charts, sides, charge, melee, charge_fights };
            let by_rounds = duel.by_rounds();
            assert!(by_rounds.is_some());
            assert_eq!(by_rounds, duel.by_chain());
        }
    }

    #[test]
    fn large_units_are_worked_out_too() {
        let charts = Charts::standard().unwrap();
        let tercio = unit(16, Breaking::Tug);
        let until = Until { charge_fights: 4, charge_difference: 4, difference: 4 };
        let odds = duel(&charts, tercio, tercio, until).unwrap();
        assert!(odds.probability(&Outcome::Won).to_f64() > 0.99);
    }
}
