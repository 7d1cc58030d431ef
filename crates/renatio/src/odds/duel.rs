//! Two units that fight file by file until one is broken.

use super::{DicePool, SideOdds, UnitState};
use crate::charts::Charts;
use crate::claims::by_difference;
use crate::dice::{Harm, breaks};
use caracole_odds::{Chain, Distribution};

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
    let charge = fight(until.charge_difference);
    let melee = fight(until.difference);
    let ended = |ours_now: Harm, theirs_now: Harm| {
        let points = &charts.break_points;
        let lost = breaks(points, ours.breaking, ours.bases, ours_now);
        let won = breaks(points, theirs.breaking, theirs.bases, theirs_now);
        lost || won
    };
    let step = |state: &(Harm, Harm, u8)| {
        let (ours_now, theirs_now, fights_left) = *state;
        if ended(ours_now, theirs_now) {
            return None;
        }
        let [us, them] = if fights_left > 0 { &charge } else { &melee };
        let mut next = Vec::with_capacity(us.shown.len() * them.shown.len());
        for (shown, a) in &us.shown {
            for (answer, b) in &them.shown {
                let after = (ours_now.and(answer.half_bases), theirs_now.and(shown.half_bases));
                next.push(((after.0, after.1, fights_left.saturating_sub(1)), a * b));
            }
        }
        Distribution::weighted(next)
    };
    let chain = Chain::explore((ours.harm, theirs.harm, until.charge_fights), step).ok()?;
    let absorbed = chain.absorbed().ok()?;
    let outcome = |state: &(Harm, Harm, u8)| {
        let points = &charts.break_points;
        let lost = breaks(points, ours.breaking, ours.bases, state.0);
        let won = breaks(points, theirs.breaking, theirs.bases, state.1);
        match (won, lost) {
            (true, true) => Outcome::BothBroken,
            (false, true) => Outcome::Lost,
            _ => Outcome::Won,
        }
    };
    Some(absorbed.end.map(outcome))
}
