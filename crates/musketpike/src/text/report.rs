//! Events as sentences of the battle report.

use crate::{
    charts::{CloseCombatOutcome, LeaderCasualty, PursuitResult, UnableToRetreat},
    counters::{LeaderId, UnitId, WingId},
    engine::table::Table,
    hex::Placement,
    messages::{
        Attempt, Event, FireEffect, FireTable, HitBy, LeaderLoss, LeaderReturn, Manner, Reform, Rolled,
        Target,
    },
    text::wing_of_side,
    world::{Formation, MoraleState, Phase},
};
use caracole_kernel::{Sentence, Side};
use caracole_ledger::{RuleId, rule};

/// The event as a sentence, with the rules and numbers behind it.
pub(crate) fn tell(table: &Table, event: &Event) -> Sentence {
    let names = ReportNames(table);
    match event {
        Event::Preemption { wing, rolled, result } => {
            let text = format!("{} tries to preempt: {}.", names.wing(*wing), attempt(*result));
            diced(text, rule!("MPBS-4.4.2a"), rolled)
        }
        Event::OrdersRoll { wing, rolled, result } => {
            let text = format!("{} tries to change Orders: {}.", names.wing(*wing), attempt(*result));
            diced(text, rule!("MPBS-5.7.2a"), rolled)
        }
        Event::Continuation { wing, rolled, result } => {
            let text = format!("{} tries to continue: {}.", names.wing(*wing), attempt(*result));
            diced(text, rule!("MPBS-4.3.2a"), rolled)
        }
        Event::Fired { unit, target, manner, column, rolled, result } => {
            let text = format!(
                "{} fires{} at {} ({}): {}.",
                names.unit(*unit),
                manner_words(*manner),
                names.target(*target),
                column_words(*column),
                effect_words(*result)
            );
            diced(text, rule!("MPBS-10.1.1a"), rolled)
        }
        Event::MoraleCheck { unit, morale, rolled, result } => {
            let text =
                format!("{} checks against morale {morale} and {}.", names.unit(*unit), passes(*result));
            diced(text, rule!("MPBS-12.2a"), rolled)
        }
        Event::Interception { unit, target, most, rolled, result } => {
            let text = format!(
                "{} tries to intercept {}, on {most} or less: {}.",
                names.unit(*unit),
                names.unit(*target),
                attempt(*result)
            );
            diced(text, rule!("MPBS-9.3.2a"), rolled)
        }
        Event::CloseCombat { attackers, defender, rolled, outcome } => {
            let attackers: Vec<&str> = attackers.iter().map(|unit| names.unit(*unit)).collect();
            let text = format!(
                "{} against {} in Close Combat: {}.",
                attackers.join(" and "),
                names.unit(*defender),
                outcome_words(*outcome)
            );
            diced(text, rule!("MPBS-11.2D"), rolled)
        }
        Event::UnableToRetreat { unit, rolled, result } => {
            let what = match result {
                UnableToRetreat::Stand => "stands",
                UnableToRetreat::Loses => "takes losses and stays",
                UnableToRetreat::Eliminated => "is eliminated",
            };
            diced(format!("{} cannot retreat and {what}.", names.unit(*unit)), rule!("MPBS-11.4.5a"), rolled)
        }
        _ => plain(&names, event),
    }
}

fn diced(text: String, rule: RuleId, rolled: &Rolled) -> Sentence {
    let modifiers = rolled.modifiers.total();
    let text = if rolled.modifiers.lines.is_empty() {
        format!("{text} The die shows {}.", rolled.die)
    } else {
        format!("{text} The die shows {}; modifiers of {modifiers:+} make it {}.", rolled.die, rolled.total())
    };
    let mut sentence = Sentence::new(text, &[rule]);
    sentence.tallies.push((*rolled.modifiers).clone());
    sentence
}

/// Events without a die and its modifiers.
// Long because every kind of event has its sentence here.
fn plain(names: &ReportNames<'_>, event: &Event) -> Sentence {
    let (text, rule) = match event {
        Event::OpeningChosen { side } => {
            (format!("{} has chosen Orders.", names.side(*side)), rule!("MPBS-5.5.3a"))
        }
        Event::OpeningShown { side, opening } => {
            let orders: Vec<&str> = opening.orders.iter().map(|orders| orders.name()).collect();
            (format!("{} begins under {}.", names.side(*side), orders.join(", ")), rule!("MPBS-5.5.3a"))
        }
        Event::Turn { turn } => (format!("Turn {turn}."), rule!("MPBS-3.0")),
        Event::Phase { phase } => (format!("{}.", phase_words(*phase)), rule!("MPBS-3.0")),
        Event::InitiativeRoll { red, blue } => {
            (format!("Dice for initiative: red {red}, blue {blue}."), rule!("MPBS-4.1.2c"))
        }
        Event::Initiative { side } => {
            (format!("{} has the initiative.", names.side(*side)), rule!("MPBS-4.1.1a"))
        }
        Event::WingArrives { wing } => (format!("{} may come on.", names.wing(*wing)), rule!("MPBS-7.4a")),
        Event::Passed { wing } => (format!("{} passes.", names.wing(*wing)), rule!("MPBS-4.5a")),
        Event::Activated { wing, number } => (
            format!("{} activates, for the {} time this turn.", names.wing(*wing), ordinal(*number)),
            rule!("MPBS-3.2-1"),
        ),
        Event::NoContinue { wing } => {
            (format!("{} may not continue this turn.", names.wing(*wing)), rule!("MPBS-4.4.2f"))
        }
        Event::Bypassed { wing } => (format!("{} is bypassed.", names.wing(*wing)), rule!("MPBS-4.4.2e")),
        Event::Finished { wing } => (format!("{} is finished.", names.wing(*wing)), rule!("MPBS-3.2F-1")),
        Event::Orders { wing, orders } => {
            (format!("{} is under {}.", names.wing(*wing), orders.name()), rule!("MPBS-5.7.2b"))
        }
        Event::MandatoryRally { wing } => {
            (format!("{} must go under Rally.", names.wing(*wing)), rule!("MPBS-5.8a"))
        }
        Event::Moved { unit, from, to } => {
            let name = names.unit(*unit);
            let text = match from {
                None => format!("{name} comes on in {}.", place_words(*to)),
                Some(from)
                    if from.footprint().first == to.footprint().first
                        && from.footprint().second == to.footprint().second =>
                {
                    format!("{name} turns in {}.", place_words(*to))
                }
                Some(from) => {
                    format!("{name} moves from {} to {}.", from.footprint(), place_words(*to))
                }
            };
            (text, rule!("MPBS-7.1.1a"))
        }
        Event::LeaderMoved { leader, to } => {
            (format!("{} goes to {to}.", names.leader(*leader)), rule!("MPBS-5.2.2e"))
        }
        Event::Formation { unit, formation, by } => {
            let (name, now) = (names.unit(*unit), formation_words(*formation));
            match by {
                None => (format!("{name} is now {now}."), rule!("MPBS-6.3.1a")),
                Some(HitBy::Terrain) => {
                    (format!("The ground disorders {name}: {now}."), rule!("MPBS-7.3.1a"))
                }
                Some(HitBy::CloseCombat) => {
                    (format!("The combat disorders {name}: {now}."), rule!("MPBS-6.3.1d"))
                }
            }
        }
        Event::Morale { unit, morale } => {
            let state = match morale {
                MoraleState::Normal => "steady",
                MoraleState::Shaken => "Morale Shaken",
                MoraleState::Broken => "Morale Broken",
            };
            (format!("{} is {state}.", names.unit(*unit)), rule!("MPBS-12.1a"))
        }
        Event::Casualties { unit, hits, left } => (
            format!(
                "{} takes {} and has {left} left.",
                names.unit(*unit),
                count(*hits, "casualty", "casualties")
            ),
            rule!("MPBS-10.6.1a"),
        ),
        Event::Threshold { unit } => {
            (format!("{} reaches its Casualty Threshold.", names.unit(*unit)), rule!("MPBS-12.5.2a"))
        }
        Event::Eliminated { unit } => {
            (format!("{} is eliminated.", names.unit(*unit)), rule!("MPBS-11.4.1e"))
        }
        Event::Incorporated { unit, into } => {
            (format!("{} takes in {}.", names.unit(*into), names.unit(*unit)), rule!("MPBS-8.4a"))
        }
        Event::LeftMap { unit } => (format!("{} runs off the map.", names.unit(*unit)), rule!("MPBS-13.4.3")),
        Event::TookCover { unit } => (format!("{} takes cover.", names.unit(*unit)), rule!("MPBS-9.4.5a")),
        Event::NoEffect { unit } => {
            (format!("Fire at {} has no effect.", names.unit(*unit)), rule!("MPBS-9.4.5b"))
        }
        Event::Displaced { unit } => {
            (format!("{} moves aside from the guns.", names.unit(*unit)), rule!("MPBS-10.8.6a"))
        }
        Event::PistolSpent { unit, shots } => {
            let left = if *shots >= 2 { "has no pistols left" } else { "has one shot left" };
            (format!("{} {left}.", names.unit(*unit)), rule!("MPBS-10.7.2"))
        }
        Event::GunsDisabled { unit } => {
            (format!("{} is disabled.", names.unit(*unit)), rule!("MPBS-10.8.9a"))
        }
        Event::Captured { unit, by } => {
            (format!("{} takes {}.", names.side(*by), names.unit(*unit)), rule!("MPBS-10.8.9b"))
        }
        Event::Regained { unit } => (format!("{} is won back.", names.unit(*unit)), rule!("MPBS-10.8.9b")),
        Event::GunsTurned { unit, facing } => {
            (format!("{} turns to face {}.", names.unit(*unit), facing.name()), rule!("MPBS-6.2.3a"))
        }
        Event::Limbered { unit } => (format!("{} limbers.", names.unit(*unit)), rule!("MPBS-7.3.3a")),
        Event::Unlimbered { unit } => (format!("{} unlimbers.", names.unit(*unit)), rule!("MPBS-7.3.3a")),
        Event::Restacked { unit } => {
            (format!("{} changes places with the guns.", names.unit(*unit)), rule!("MPBS-8.3.2a"))
        }
        Event::Hedgehog { unit } => (format!("{} forms Hedgehog.", names.unit(*unit)), rule!("MPBS-6.3.2-1")),
        Event::Withdrew { unit } => (format!("{} withdraws.", names.unit(*unit)), rule!("MPBS-9.2.4a")),
        Event::Momentum { unit } => (format!("{} has Momentum.", names.unit(*unit)), rule!("MPBS-11.3.6-1")),
        Event::Attack { unit, hex } => (format!("{} attacks {hex}.", names.unit(*unit)), rule!("MPBS-11.2A")),
        Event::SweptAway { unit } => (format!("{} is swept away.", names.unit(*unit)), rule!("MPBS-11.6b")),
        Event::NoAttack { unit } => {
            (format!("{} is gone before the attack.", names.unit(*unit)), rule!("MPBS-6.3.4h"))
        }
        Event::Pursuit { unit, die, result } => {
            let what = match result {
                PursuitResult::BreakOff => "breaks off",
                PursuitResult::PursueEliminate => "pursues",
                PursuitResult::PursueOffMap => "pursues off the map",
            };
            (format!("{} rolls {die} and {what}.", names.unit(*unit)), rule!("MPBS-11.7.2-1"))
        }
        Event::PursuedOffMap { unit } => {
            (format!("{} leaves the map in pursuit.", names.unit(*unit)), rule!("MPBS-11.7.2C-1"))
        }
        Event::Rallied { unit } => (format!("{} rallies.", names.unit(*unit)), rule!("MPBS-13.2.4a")),
        Event::Reformed { unit, what } => {
            (format!("{} reforms: it {}.", names.unit(*unit), reform_words(*what)), rule!("MPBS-13.2.3b"))
        }
        Event::LeaderCasualty { leader, die } => {
            let removed =
                names.0.charts.leader_casualty.get(usize::from(*die)) == Some(&LeaderCasualty::Removed);
            let what = if removed { "the leader falls" } else { "the leader is unhurt" };
            let name = names.leader(*leader);
            (
                format!("{name} is in danger: the die shows {die}, {what}."),
                rule!("MPBS-CHART-LEADER-CASUALTY"),
            )
        }
        Event::LeaderLost { leader, why } => {
            (format!("{} {}.", names.leader(*leader), loss_words(*why)), rule!("MPBS-5.3.1a"))
        }
        Event::LeaderReplacement { leader, die, result } => {
            let what = match result {
                LeaderReturn::Returns => "returns",
                LeaderReturn::Away => "is out for a turn",
                LeaderReturn::Gone => "does not return",
            };
            (format!("{} {what} (die {die}).", names.leader(*leader)), rule!("MPBS-5.3.3a"))
        }
        Event::LeaderPlaced { leader, hex } => {
            (format!("{} is placed in {hex}.", names.leader(*leader)), rule!("MPBS-5.3.4a"))
        }
        Event::ArmyCommander { leader } => {
            (format!("{} takes command of the army.", names.leader(*leader)), rule!("MPBS-5.3.5a"))
        }
        Event::Surrendered { side } => {
            (format!("{} leaves the field.", names.side(*side)), rule!("MPBS-4.6a"))
        }
        Event::End { red, blue } => {
            (format!("The battle is over: red {red} points, blue {blue}."), rule!("MPBS-15.0a"))
        }
        // Told with their dice.
        _ => (String::new(), rule!("MPBS-3.0")),
    };
    Sentence::new(text, &[rule])
}

/// Names of pieces.
struct ReportNames<'a>(&'a Table);

impl ReportNames<'_> {
    fn unit(&self, unit: UnitId) -> &str {
        self.0.scenario.units.get(usize::from(unit.0)).map_or("a unit", |unit| unit.name.as_str())
    }

    fn leader(&self, leader: LeaderId) -> &str {
        self.0
            .scenario
            .leaders
            .get(usize::from(leader.0))
            .map_or("A new leader", |leader| leader.name.as_str())
    }

    fn side(&self, side: Side) -> &str {
        &self.0.scenario.armies[side].name
    }

    fn wing(&self, wing: WingId) -> String {
        wing_of_side(&self.0.scenario, wing)
    }

    fn target(&self, target: Target) -> &str {
        match target {
            Target::Unit(unit) => self.unit(unit),
            Target::Leader(leader) => self.leader(leader),
        }
    }
}

const fn attempt(result: Attempt) -> &'static str {
    match result {
        Attempt::Succeeded => "success",
        Attempt::Failed => "failure",
    }
}

const fn passes(result: Attempt) -> &'static str {
    match result {
        Attempt::Succeeded => "passes",
        Attempt::Failed => "fails",
    }
}

const fn manner_words(manner: Manner) -> &'static str {
    match manner {
        Manner::Advancing(_) | Manner::AdvancingInPlace => " advancing",
        Manner::Retreating(_) | Manner::RetreatingInPlace => " retreating",
        Manner::Salvo => " a Salvo",
        Manner::Skirmishing => "",
    }
}

const fn column_words(column: FireTable) -> &'static str {
    match column {
        FireTable::Front => "musketry to the front",
        FireTable::Flank => "musketry to the flank",
        FireTable::Salvo => "Salvo column",
        FireTable::Pistols => "pistol column",
        FireTable::Muskets => "light infantry column",
        FireTable::Artillery => "artillery table",
    }
}

const fn reform_words(what: Reform) -> &'static str {
    match what {
        Reform::Formation => "mends its formation by one level",
        Reform::Pistols => "loads a pistol",
        Reform::LeaveHedgehog => "leaves Hedgehog",
        Reform::OpenOrder => "goes into Open Order",
        Reform::CloseOrder => "closes its order",
        Reform::LeaveColumn(_) => "leaves Column",
    }
}

/// So many of a thing.
fn count(n: u8, one: &str, more: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {more}") }
}

fn ordinal(n: u8) -> String {
    match n {
        1 => "first".to_owned(),
        2 => "second".to_owned(),
        3 => "third".to_owned(),
        n => format!("{n}th"),
    }
}

fn effect_words(effect: FireEffect) -> String {
    if effect.is_miss() {
        return "a miss".to_owned();
    }
    let parts = [
        (effect.casualties, "casualty", "casualties"),
        (effect.formation_hits, "formation hit", "formation hits"),
        (effect.morale_checks, "Morale Check", "Morale Checks"),
    ];
    let words: Vec<String> =
        parts.into_iter().filter(|(n, ..)| *n > 0).map(|(n, one, more)| count(n, one, more)).collect();
    words.join(", ")
}

const fn outcome_words(outcome: CloseCombatOutcome) -> &'static str {
    match outcome {
        CloseCombatOutcome::AttackerEliminated => "the attacker is destroyed",
        CloseCombatOutcome::AttackerMoraleBroken => "the attacker breaks",
        CloseCombatOutcome::AttackerMoraleShaken => "the attacker is thrown back",
        CloseCombatOutcome::NoEffect => "neither side gives way",
        CloseCombatOutcome::DefenderMoraleShaken => "the defender is thrown back",
        CloseCombatOutcome::DefenderMoraleBroken => "the defender breaks",
        CloseCombatOutcome::DefenderEliminated => "the defender is destroyed",
    }
}

pub(crate) const fn formation_words(formation: Formation) -> &'static str {
    match formation {
        Formation::Normal => "Formation Normal",
        Formation::Shaken => "Formation Shaken",
        Formation::Broken => "Formation Broken",
        Formation::Hedgehog => "in Hedgehog",
        Formation::OpenOrder => "in Open Order",
        Formation::Column => "in Column",
    }
}

const fn phase_words(phase: Phase) -> &'static str {
    match phase {
        Phase::Setup => "Before play",
        Phase::Initiative => "Initiative Phase",
        Phase::Activation => "Activation Phase",
        Phase::Rout => "Rout Movement Phase",
        Phase::MarkerRemoval => "Marker Removal Phase",
    }
}

const fn loss_words(why: LeaderLoss) -> &'static str {
    match why {
        LeaderLoss::Fire => "is hit",
        LeaderLoss::CloseCombat => "falls in the fight",
        LeaderLoss::Overrun => "is ridden over",
        LeaderLoss::Alone => "is taken alone",
        LeaderLoss::WithUnit => "is lost with the unit",
        LeaderLoss::Pursuit => "leaves with the pursuit",
    }
}

fn place_words(at: Placement) -> String {
    let place = at.footprint();
    match at {
        Placement::One { facing, .. } | Placement::Line { facing, .. } => {
            format!("{place}, facing {}", facing.name())
        }
        Placement::Column { .. } => format!("{place}, in column"),
    }
}
