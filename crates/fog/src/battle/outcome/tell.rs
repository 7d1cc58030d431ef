//! What follows combat, in sentences.

use super::{Event, TestedFor};
use crate::battle::Scenario;
use crate::battle::law::law;
use crate::battle::names::times;
use crate::battle::world::GroupId;
use crate::troops::Cohesion;
use caracole_kernel::Sentence;
use caracole_ledger::rule;

const fn why(tested_for: TestedFor) -> &'static str {
    match tested_for {
        TestedFor::Shooting => "for being shot at",
        TestedFor::CloseCombat => "for the lost close combat",
        TestedFor::Sight => "for what befell their friends",
        TestedFor::Charged => "for being charged",
        TestedFor::Bolster => "as their commander encourages them",
        TestedFor::CommandersLost => "for the loss of a commander",
        TestedFor::ChiefLost => "for the loss of the commander-in-chief",
    }
}

fn result(from: Cohesion, to: Cohesion) -> String {
    if to > from {
        format!("they drop from {from} to {to}")
    } else if to < from {
        format!("they rise from {from} to {to}")
    } else {
        format!("they stay {from}")
    }
}

/// The event as a sentence.
pub fn tell(scenario: &Scenario, event: &Event) -> Sentence {
    let name = |g: &GroupId| scenario.title(*g);
    let shooter = |by: &Option<GroupId>| by.as_ref().map_or("Naval guns", name);
    match event {
        Event::Dice { dice } => {
            let line = |d: &super::DiceTold| {
                let count = d.dice.total();
                let dice = if count == 1 { "die" } else { "dice" };
                let (by, against) = (shooter(&d.by), name(&d.against));
                format!("{by} roll {count} {dice} against {against}, hitting on {} or more", d.score)
            };
            let lines: Vec<String> = dice.iter().map(line).collect();
            let tallies = dice.iter().flat_map(|d| [d.dice.clone(), d.advantage.clone()]).collect();
            let text = format!("{}.", lines.join("; "));
            Sentence {
                tallies,
                ..Sentence::new(text, &[law!(scenario.book(), "FOGR-COMBAT-001", "FOGAM-COMBAT-001")])
            }
        }
        Event::Hit(h) => {
            let (by, against) = (shooter(&h.by), name(&h.against));
            let text = match h.hits {
                0 => format!("{by} do not hit {against}."),
                hits => format!("{by} hit {against} {}.", times(hits)),
            };
            Sentence::new(text, &[law!(scenario.book(), "FOGR-COMBAT-106", "FOGAM-COMBAT-064")])
        }
        Event::Tested { group, tested_for, score, from, to } => {
            let (how, end) = (why(*tested_for), result(*from, *to));
            let text = format!("{} test their cohesion {how} with {}: {end}.", name(group), score.total());
            Sentence {
                tallies: vec![score.clone()],
                ..Sentence::new(text, &[law!(scenario.book(), "FOGR-COHESION-033", "FOGAM-COHESION-020")])
            }
        }
        Event::DeathRoll { group, survived_on, lost } => {
            let how = match lost {
                true => format!("a base is lost ({survived_on} or more would have saved it)"),
                false => format!("no base is lost ({survived_on} or more was needed)"),
            };
            Sentence::new(
                format!("{} roll for losses: {how}.", name(group)),
                &[law!(scenario.book(), "FOGR-COHESION-041", "FOGAM-COHESION-028")],
            )
        }
        Event::CommanderRisked { group, dice, falls_on, lost } => {
            let how = if *lost { "falls" } else { "is safe" };
            let text = format!(
                "The commander with {} {how}: {dice} thrown, lost on {falls_on} or more.",
                name(group)
            );
            Sentence::new(text, &[law!(scenario.book(), "FOGR-COMBAT-116", "FOGAM-COMBAT-082")])
        }
        Event::CommanderLost { commander } => Sentence::new(
            format!("{} is lost.", scenario.commander_title(*commander)),
            &[law!(scenario.book(), "FOGR-COMBAT-117", "FOGAM-COMBAT-084")],
        ),
        Event::BaseLost { group, left } => {
            let text = match left {
                0 => format!("{} lose their last base.", name(group)),
                1 => format!("{} lose a base and have one left.", name(group)),
                left => format!("{} lose a base and have {left} left.", name(group)),
            };
            Sentence::new(text, &[law!(scenario.book(), "FOGR-COHESION-050", "FOGAM-COHESION-034")])
        }
        Event::Autobroke { group } => Sentence::new(
            format!("{} break for their losses.", name(group)),
            &[law!(scenario.book(), "FOGR-COHESION-060", "FOGAM-COHESION-040")],
        ),
        Event::Destroyed { group } => Sentence::new(
            format!("{} are destroyed.", name(group)),
            &[law!(scenario.book(), "FOGR-COMBAT-126", "FOGAM-JAP-031")],
        ),
        Event::Routed { group, distance } => {
            let how = match distance.get() {
                0 => "rout where they stand".to_owned(),
                _ => format!("rout {}", scenario.in_mu(*distance)),
            };
            Sentence::new(
                format!("{} {how}.", name(group)),
                &[law!(scenario.book(), "FOGR-COMBAT-120", "FOGAM-COMBAT-086")],
            )
        }
        Event::RoutedOff { group } => Sentence::new(
            format!("{} rout off the table.", name(group)),
            &[law!(scenario.book(), "FOGR-MOVE-100", "FOGAM-MOVE-105")],
        ),
        Event::BurstThrough { group, through } => Sentence::new(
            format!("{} burst through {}, who drop a level.", name(group), name(through)),
            &[law!(scenario.book(), "FOGR-MOVE-086", "FOGAM-MOVE-087")],
        ),
        Event::Pursued { group, in_contact, into } => {
            let how = match (into, in_contact) {
                (Some(enemy), _) => format!("pursue into {}", name(enemy)),
                (None, true) => "pursue and stay in contact".to_owned(),
                (None, false) => "pursue and lose contact".to_owned(),
            };
            Sentence::new(
                format!("{} {how}.", name(group)),
                &[law!(scenario.book(), "FOGR-COMBAT-128", "FOGAM-COMBAT-100")],
            )
        }
        Event::GunsTaken { guns, by, controls } => {
            let how = if *controls { "and can turn them on the enemy" } else { "but cannot serve them" };
            let text = format!("{} capture {} {how}.", name(by), name(guns));
            Sentence::new(text, &[rule!("FOGR-COMBAT-095"), rule!("FOGR-COMBAT-102")])
        }
        Event::GunsManned { guns, by } => {
            Sentence::new(format!("{} take over {}.", name(by), name(guns)), &[rule!("FOGR-COMBAT-103")])
        }
        Event::Halted { group } => Sentence::new(
            format!("{} halt and pursue no further.", name(group)),
            &[law!(scenario.book(), "FOGR-JAP-040", "FOGAM-JAP-025")],
        ),
    }
}
