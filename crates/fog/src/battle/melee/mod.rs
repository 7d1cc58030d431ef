//! The melee phase: assaults on camps, commanders who fight in the front rank, and the fighting.

use super::outcome::{Combat, Roster};
pub use super::outcome::{camps, melee_pairs as pairing};
use super::position::{command, contact};
use super::world::{BaseId, CommanderId, CommanderPlace, GroupId, World};
use super::{Answer, Cx, Flow, Input, Scenario};
use super::{
    Fogr,
    asked::{self, Asked},
};
use crate::battle::law::law;
use crate::troops::CombatPhase;
use caracole_kernel::Play;
use caracole_kernel::{Refusal, Sentence, Side};
use caracole_ledger::enforces;
use caracole_plane::Hand;
use pairing::OverlapChoice;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The state of the melee phase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Procedure {
    /// It begins.
    Whole,
    /// Commanders declare that they fight in the front rank.
    Commanders {
        /// Those that have not been asked.
        left: Vec<CommanderId>,
    },
    /// The same before an impact combat, which goes on without them here.
    FrontRanks {
        /// Those that have not been asked.
        left: Vec<CommanderId>,
    },
    /// Files choose the enemy that they overlap.
    Overlaps {
        /// The side that chooses now, if any has still to.
        side: Option<Side>,
        /// What has been chosen.
        chosen: Vec<OverlapChoice>,
    },
    /// The fighting.
    Fight,
}

/// What a player must choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// Whether a commander fights in the front rank.
    FrontRank {
        /// The commander.
        commander: CommanderId,
        /// The battle group he is with.
        group: GroupId,
    },
    /// Which enemy a file overlaps.
    Overlap {
        /// The base at the front of the file.
        base: BaseId,
        /// The enemies it could fight.
        enemies: Vec<GroupId>,
    },
}

/// A player's choice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// The commander fights in the front rank, in the middle of those files that touch the enemy.
    FightInFront,
    /// He fights in the front rank of this file.
    FightAt {
        /// Which, from 0 at the left.
        file: u8,
    },
    /// He stays behind.
    StayBehind,
    /// The file overlaps this enemy.
    Overlap {
        /// Whom.
        against: GroupId,
    },
}

/// A legal choice.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// The commander fights in the front rank.
    FightInFront {
        /// The commander.
        commander: CommanderId,
        /// With whom.
        group: GroupId,
        /// In which file.
        file: u8,
    },
    /// He stays behind.
    StayBehind,
    /// The file overlaps this enemy.
    Overlap(OverlapChoice),
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A battle group tried to sack a fortified camp.
    CampAssaulted {
        /// The battle group.
        group: GroupId,
        /// Whose camp.
        camp: Side,
        /// Whether it is sacked.
        sacked: bool,
    },
    /// A commander joined the front rank.
    CommanderFights {
        /// The commander.
        commander: CommanderId,
        /// With whom.
        group: GroupId,
    },
}

impl Play<Fogr> for Procedure {
    fn run(&mut self, cx: &mut Cx<'_>, input: Input) -> Flow {
        match self {
            Procedure::Whole => {
                *self = Procedure::Commanders { left: command::commanders_at_blows(cx.world) };
                Flow::Again
            }
            Procedure::FrontRanks { left } => lead(cx, left, input).unwrap_or(Flow::Done(Answer::Done)),
            Procedure::Commanders { left } => {
                if let Some(flow) = lead(cx, left, input) {
                    return flow;
                }
                *self = Procedure::Overlaps { side: Some(cx.world.turn.active), chosen: Vec::new() };
                Flow::Again
            }
            Procedure::Overlaps { side, chosen } => {
                if let Input::Order(super::Order::Melee(Order::Overlap(choice))) = input {
                    chosen.push(choice);
                }
                if let Some(asked) = *side {
                    let open = pairing::open_choices(cx.world, asked);
                    let next = open.into_iter().find(|(b, _)| !chosen.iter().any(|c| c.base == *b));
                    if let Some((base, enemies)) = next {
                        let request = Request::Overlap { base, enemies: enemies.to_vec() };
                        return Flow::Ask(asked, super::Request::Melee(request));
                    }
                    *side = (asked == cx.world.turn.active).then(|| asked.other());
                    return Flow::Again;
                }
                let chosen = std::mem::take(chosen);
                *self = Procedure::Fight;
                match melee(cx.world, &chosen) {
                    Some(combat) => {
                        Flow::Call(super::Procedure::Outcome(super::outcome::Procedure::Combat(combat)))
                    }
                    None => Flow::Done(Answer::Done),
                }
            }
            Procedure::Fight => Flow::Done(Answer::Done),
        }
    }

    asked::answers!(Melee);
}

/// Asks commanders whether they fight in the front rank; nothing when all have answered.
fn lead(cx: &mut Cx<'_>, left: &mut Vec<CommanderId>, input: Input) -> Option<Flow> {
    enforces!("FOGR-COMMAND-005", "FOGAM-COMMAND-007");
    match input {
        Input::Order(super::Order::Melee(Order::FightInFront { commander, group, file })) => {
            enforces!("FOGR-COMBAT-111", "FOGR-COMBAT-112", "FOGR-COMBAT-114", "FOGR-MOVE-097");
            enforces!("FOGAM-COMBAT-081", "FOGAM-MOVE-102");
            cx.world[commander].place = CommanderPlace::FrontRank(group);
            cx.world[commander].front_file = file;
            cx.world[commander].base = command::place_beside(cx.world, commander, group);
            cx.tell(super::Event::Melee(Event::CommanderFights { commander, group }));
            left.retain(|c| *c != commander);
        }
        Input::Order(_) if !left.is_empty() => {
            left.remove(0);
        }
        _ => {}
    }
    while let Some(&commander) = left.first() {
        match cx.world[commander].with() {
            Some(group) => {
                let request = Request::FrontRank { commander, group };
                return Some(Flow::Ask(cx.world[commander].side, super::Request::Melee(request)));
            }
            None => {
                left.remove(0);
            }
        }
    }
    None
}

/// The fighting of the melee phase; none if there is none.
#[must_use]
pub fn melee(world: &World, chosen: &[OverlapChoice]) -> Option<Combat> {
    let pairs = pairing::pairs(world, chosen);
    let assailants = camps::assailants(world);
    if pairs.is_empty() && assailants.is_empty() {
        return None;
    }
    let mut taking_part: Vec<GroupId> = pairs.iter().flat_map(|p| [p.own.0, p.their.0]).collect();
    taking_part.sort_unstable();
    taking_part.dedup();
    let roster = Roster::hand_to_hand(world, &taking_part);
    let mut fight = roster.fight(world, CombatPhase::Melee);
    fight.duels = pairing::duels(world, &roster, &pairs);
    let mut combat = Combat::new(&roster, fight);
    combat.assailants = assailants;
    Some(combat)
}

/// The files of a battle group whose front base touches enemy by its front, those in the middle first.
#[must_use]
pub fn files_in_contact(world: &World, group: GroupId) -> Vec<u8> {
    let enemies: Vec<GroupId> = world.enemies_of(group).filter(|&e| !world[e].is_broken()).collect();
    let mut files: Vec<u8> = enemies
        .iter()
        .flat_map(|&e| contact::fighting_touches(world, group, e))
        .filter(|t| t.contact.is_by_own_front())
        .map(|t| world[t.own].at.file)
        .collect();
    // From the middle outwards: the middle of files 0 to 3 is at twice 1.5.
    let all = world.formation(group);
    let middle = all.files().min().unwrap_or(0) + all.files().max().unwrap_or(0);
    files.sort_unstable();
    files.dedup();
    if world.hand_where_equal() == Hand::Right {
        files.reverse();
    }
    files.sort_by_key(|f| (*f * 2).abs_diff(middle));
    files
}

/// Checks a choice.
pub fn check(asked: Asked<'_>, request: &Request, decision: &Decision) -> Result<Order, Refusal> {
    let battle = asked.battle;
    match (request, decision) {
        (Request::FrontRank { commander, group }, Decision::FightInFront) => {
            let world = battle.world();
            let in_contact = files_in_contact(world, *group).first().copied();
            let file =
                in_contact.unwrap_or_else(|| command::file_nearest(world, *group, &world[*commander].base));
            Ok(Order::FightInFront { commander: *commander, group: *group, file })
        }
        (Request::FrontRank { commander, group }, Decision::FightAt { file }) => {
            if !files_in_contact(battle.world(), *group).contains(file) {
                return Err(Refusal::new(
                    law!(battle.world().book, "FOGR-COMBAT-114", "FOGAM-COMBAT-081"),
                    "A commander fights where the front rank touches the enemy",
                    "Choose a file in contact.",
                ));
            }
            Ok(Order::FightInFront { commander: *commander, group: *group, file: *file })
        }
        (Request::FrontRank { .. }, Decision::StayBehind) => Ok(Order::StayBehind),
        (Request::Overlap { base, enemies }, Decision::Overlap { against }) => {
            if !enemies.contains(against) {
                return Err(Refusal::new(
                    law!(battle.world().book, "FOGR-MELEE-012", "FOGAM-MELEE-007"),
                    "The file does not overlap that battle group",
                    "Choose one of the enemies that it overlaps.",
                ));
            }
            Ok(Order::Overlap(OverlapChoice { base: *base, against: *against }))
        }
        _ => Err(caracole_kernel::NotAsked.into()),
    }
}

/// Sensible choices for a request.
pub fn candidates(asked: Asked<'_>, request: &Request, out: &mut Vec<super::Decision>) {
    let battle = asked.battle;
    let mut add = |decision| out.push(super::Decision::Melee(decision));
    match request {
        Request::FrontRank { group, .. } => {
            add(Decision::StayBehind);
            add(Decision::FightInFront);
            for file in files_in_contact(battle.world(), *group).into_iter().skip(1) {
                add(Decision::FightAt { file });
            }
        }
        Request::Overlap { enemies, .. } => {
            for &against in enemies {
                add(Decision::Overlap { against });
            }
        }
    }
}

/// The event as a sentence.
pub fn tell(scenario: &Scenario, event: &Event) -> Sentence {
    match event {
        Event::CampAssaulted { group, camp, sacked } => {
            let how = if *sacked { "sack" } else { "fail to sack" };
            let text = format!("{} {how} the camp of {camp}.", scenario.title(*group));
            Sentence::new(text, &[law!(scenario.book(), "FOGR-MELEE-020", "FOGAM-MELEE-016")])
        }
        Event::CommanderFights { commander, group } => {
            let (who, whom) = (scenario.commander_title(*commander), scenario.title(*group));
            let text = format!("{who} fights in the front rank of {whom}.");
            Sentence::new(text, &[law!(scenario.book(), "FOGR-COMBAT-112", "FOGAM-COMBAT-079")])
        }
    }
}
