//! What a combat phase may do to those who fight in it, exactly and before the first die.

use super::{Combat, Procedure as Outcome};
use crate::battle::{Procedure, Seen};
use crate::combat::{Arithmetic, Chances, CombatResult, Fight, Toll, Tolls};
use crate::troops::Cohesion;
use caracole_kernel::{Likely, Prospect, Side};
use caracole_odds::Distribution;

/// The most battle groups in one fight for which somebody is kept waiting.
const MOST_GROUPS: usize = 5;

/// The combat phase whose dice are awaited.
#[must_use]
pub fn awaited(battle: Seen<'_>) -> Option<&Combat> {
    match battle.stack().last() {
        Some(Procedure::Outcome(Outcome::Combat(combat))) => Some(combat),
        _ => None,
    }
}

/// What every fight of a phase, by itself, may do to each battle group in it.
#[must_use]
pub fn prospects<B: Arithmetic>(battle: Seen<'_>) -> Vec<Prospect> {
    let Some(combat) = awaited(battle).filter(|combat| combat.is_fresh()) else { return Vec::new() };
    let mut chances = Chances::default();
    let mut found = Vec::new();
    for (members, fight) in separate(&combat.fight) {
        let mut work_out = || chances.of_round::<B>(&fight, battle.world().readings).ok();
        let odds = if members.len() <= MOST_GROUPS { work_out() } else { None };
        for member in members {
            let (Some(id), Some(group)) = (combat.ids.get(member), fight.groups.get(member)) else {
                continue;
            };
            let of = battle.scenario().title(*id).to_owned();
            let chances = odds.as_ref().map(|odds| of_group(odds, member, group.cohesion));
            found.push(Prospect { of, chances: chances.unwrap_or_default() });
        }
    }
    found
}

fn of_group(odds: &Distribution<Tolls>, member: usize, now: Cohesion) -> Vec<Likely> {
    let mut found = Vec::new();
    let mut likely = |what: &str, happens: &dyn Fn(&Toll) -> bool| {
        let chance = odds.probability_that(|tolls| tolls.get(member).is_some_and(happens));
        if !chance.numerator().is_zero() {
            let (exactly, basis_points) = (chance.to_string(), chance.basis_points());
            found.push(Likely { what: what.to_owned(), exactly, basis_points });
        }
    };
    likely("win", &|t| t.result == CombatResult::Won);
    likely("draw", &|t| t.result == CombatResult::Drew);
    likely("lose", &|t| t.result == CombatResult::Lost);
    for cohesion in [Cohesion::Steady, Cohesion::Disrupted, Cohesion::Fragmented, Cohesion::Broken] {
        let what = match cohesion {
            _ if cohesion == now => format!("stay {cohesion}"),
            Cohesion::Broken => "break".to_owned(),
            _ => format!("become {cohesion}"),
        };
        likely(&what, &|t| t.cohesion == cohesion);
    }
    likely("lose a base", &|t| t.lost == 1);
    likely("lose more bases", &|t| t.lost > 1);
    likely("lose their commander", &|t| t.commander_lost);
    found
}

/// The fights of a phase that have nothing to do with each other, each with the numbers of the battle groups in it.
#[must_use]
pub fn separate(fight: &Fight) -> Vec<(Vec<usize>, Fight)> {
    let mut sets: Vec<Vec<usize>> = Vec::new();
    let mut join = |a: usize, b: usize| {
        let mut joined = vec![a, b];
        sets.retain(|set| {
            let meets = set.contains(&a) || set.contains(&b);
            if meets {
                joined.extend(set);
            }
            !meets
        });
        joined.sort_unstable();
        joined.dedup();
        sets.push(joined);
    };
    for duel in &fight.duels {
        let group = |side: Side| usize::from(duel.stands[side].file.group);
        join(group(Side::Red), group(Side::Blue));
    }
    for volley in &fight.volleys {
        // Shooters do not suffer for their targets: only those shot at belong together.
        join(usize::from(volley.at), usize::from(volley.at));
    }
    for bombardment in &fight.bombardments {
        join(usize::from(bombardment.at), usize::from(bombardment.at));
    }
    sets.sort();
    sets.into_iter()
        .map(|set| {
            let holds = |g: u8| set.contains(&usize::from(g));
            let mut part = fight.clone();
            part.duels.retain(|d| holds(d.stands[Side::Red].file.group));
            part.volleys.retain(|v| holds(v.at));
            part.bombardments.retain(|b| holds(b.at));
            (set, part)
        })
        .collect()
}
