//! Which charges are worth their while, and how to answer those of the enemy.

use super::hand::of_cards;
use super::odds::{Meeting, met_by};
use super::place::Judge;
use caracole_kernel::{Battle, Side};
use caracole_renatio::battle::charging::{Decision as Charge, Declared, Response, Toward};
use caracole_renatio::battle::forecast::{after_charge, check_charge, possible_charges};
use caracole_renatio::battle::{ChargeKind, Decision, Foe, Game, Renatio, UgId};
use caracole_renatio::charts::CombatKind;

/// What a camp in reach is worth.
const CAMP: i64 = 400;
/// From what loss on a charge that must be made is stopped.
const HOLD: i64 = -150;

/// What a charge is worth, if the enemy stands: the fights that it leads to, by the engine's own claims and odds.
pub(super) fn of_charge(judge: &mut Judge<'_>, declared: &Declared) -> i64 {
    let Ok(world) = after_charge(judge.game, declared.ug, &declared.approach) else { return -1000 };
    let after = Game::new(judge.game.scenario, &world);
    let met = met_by(after, declared.ug, CombatKind::Charge);
    let mut worth = judge.book.of_clashes(judge.game, judge.sketch, declared.ug, &met).unwrap_or(0);
    for foe in &declared.targets {
        match foe {
            Foe::Camp(_) if met.is_empty() => worth += CAMP,
            Foe::Camp(_) => {}
            // Who is reached and not fought is swept away, or gets away before.
            Foe::Ug(target) if !met.iter().any(|(known, ..)| known == target) => {
                let light = judge.sketch.figure(*target).map_or(0, |figure| figure.worth);
                worth += light / 8;
            }
            Foe::Ug(target) => {
                if judge.sketch.figure(*target).is_some_and(|figure| figure.evades) {
                    worth = worth.min(120);
                }
            }
        }
    }
    worth
}

/// Choices of charges and holds with what they are worth beyond their cards, the best first.
pub(super) fn ranked(judge: &mut Judge<'_>, side: Side, choices: Vec<Decision>) -> Vec<(i64, Decision)> {
    let mut known: Vec<(UgId, Declared, i64)> = Vec::new();
    let mut found: Vec<(i64, Decision)> = Vec::new();
    for choice in choices {
        let worth = match &choice {
            Decision::Charge(Charge::Declare { ugs, approach, paid }) => {
                let Some(ug) = ugs.first().copied() else { continue };
                let cost = paid.as_ref().map_or(0, |paid| of_cards(paid.cards.cards()));
                let same = known.iter().find(|(own, d, _)| *own == ug && d.approach == *approach);
                let worth = match same {
                    Some((.., worth)) => *worth,
                    None => {
                        let Ok(declared) = check_charge(judge.game, side, ug, approach) else { continue };
                        let worth = of_charge(judge, &declared);
                        known.push((ug, declared, worth));
                        worth
                    }
                };
                worth - cost - judge.weights.least_charge
            }
            Decision::Charge(Charge::Hold { ugs, paid }) => {
                let Some(ug) = ugs.first().copied() else { continue };
                let forced: Vec<Declared> = possible_charges(judge.game, ug);
                let forced = forced.into_iter().filter(|d| d.kind == ChargeKind::Forced);
                let worth = forced.map(|d| of_charge(judge, &d)).max().unwrap_or(0);
                if worth > HOLD {
                    continue;
                }
                -worth - of_cards(paid.cards.cards())
            }
            _ => continue,
        };
        found.push((worth, choice));
    }
    found.sort_by_key(|(worth, _)| std::cmp::Reverse(*worth));
    found
}

/// How a charged unit answers: it stands if the fight is good for it, and goes away if it can and the fight is not.
pub(super) fn respond(
    judge: &mut Judge<'_>,
    battle: &Battle<Renatio>,
    ug: UgId,
    choices: Vec<Decision>,
) -> Option<Decision> {
    let world = battle.world();
    let (game, sketch) = (judge.game, judge.sketch);
    let own = sketch.figure(ug)?.clone();
    let by = world.charges.iter().filter(|charge| charge.targets.contains(&Foe::Ug(ug)));
    let mut loss = 0;
    let mut faster = false;
    for charge in by {
        let Some(other) = sketch.figure(charge.ug) else { continue };
        let meeting = if own.is_open_to(&other.spot) { Meeting::Flank } else { Meeting::Charge };
        loss += judge.book.worth(game, other, &own, meeting);
        faster |= other.reach >= own.reach;
    }
    let stands = loss <= 60;
    let wish = |choice: &Decision| match choice {
        Decision::Charge(Charge::Respond { how, toward }) => match how {
            Response::Stand if stands => 4,
            Response::Stand => 0,
            Response::RunAway | Response::Skirmish => {
                let rear = i32::from(matches!(toward, Some(Toward::Rear)));
                let far = i32::from((*how == Response::RunAway) == faster);
                1 + rear + far
            }
        },
        _ => -1,
    };
    choices.into_iter().max_by_key(wish)
}

/// The best counter-charge, if one is better than to stand.
pub(super) fn counter(judge: &mut Judge<'_>, battle: &Battle<Renatio>, choices: Vec<Decision>) -> Decision {
    let world = battle.world();
    let mut best = (0, Decision::Pass);
    for choice in choices {
        let Decision::Charge(Charge::Counter { ug, paid, .. }) = &choice else { continue };
        let charges = world.charges.iter().filter(|charge| charge.targets.contains(&Foe::Ug(*ug)));
        let Some(own) = judge.sketch.figure(*ug).cloned() else { continue };
        let mut gain = -of_cards(paid.cards.cards());
        for charge in charges {
            let Some(other) = judge.sketch.figure(charge.ug) else { continue };
            gain += judge.book.worth(judge.game, &own, other, Meeting::Both)
                + judge.book.worth(judge.game, other, &own, Meeting::Charge);
        }
        if gain > best.0 {
            best = (gain, choice);
        }
    }
    best.1
}
