//! What follows combat and shooting: tests, losses, routs and pursuits.
//!
//! A phase builds its fight from the table with a [`Roster`] and calls [`Procedure::Combat`]; everything that follows
//! from the dice is carried out here.

pub mod aftermath;
pub mod camps;
pub mod catch;
pub mod combat;
pub mod contract;
pub mod game_tests;
pub mod ground;
pub mod guns;
pub mod losses;
pub mod melee_pairs;
pub mod prospects;
pub mod pursuit;
pub mod roster;
pub mod rout;
pub mod run_into;
mod tell;

pub use super::charge::turning::destroy;
pub use aftermath::{Aftermath, Break};
pub use combat::{Combat, DiceTold, Faced, Hits, Meeting, TestedFor, drop_to};
pub use contract::Narrower;
pub use game_tests::Tests;
pub use losses::{LossCause, Removal};
pub use pursuit::Pursuit;
pub use roster::{FileBases, Roster, fights_to, files_of};
pub use rout::Rout;
pub use tell::tell;

use super::Fogr;
use super::asked::Asked;
use super::charge::{Evade, responses};
use super::customs::Rulebook;
use super::law::law;
use super::world::{BaseId, CommanderId, GroupId};
use super::{Cx, Flow, Input};
use crate::formation::{Formation, Status};
use crate::troops::Cohesion;
use caracole_kernel::{NotAsked, Play};
use caracole_kernel::{Refusal, Tally};
use caracole_plane::Um;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What follows combat, step by step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Procedure {
    /// The dice of a combat phase and the tests they cause.
    Combat(Combat),
    /// Losses, routs and pursuits.
    Aftermath(Aftermath),
    /// A base is lost.
    Loss(Removal),
    /// A battle group routs.
    Rout(Rout),
    /// Battle groups pursue.
    Pursuit(Pursuit),
    /// Cohesion tests one after the other; answers how the last went.
    Tests(Tests),
    /// Pursuers have moved, and routers whom they have caught lose bases.
    Catch(catch::Catch),
    /// The same, and then the tests of fragmented enemy into whom pursuers have run.
    RunInto(run_into::RunInto),
}

impl Procedure {
    /// The test of a fragmented battle group that is charged; it routs if it breaks when its caller says so.
    #[must_use]
    pub fn charged(group: GroupId) -> Self {
        Procedure::Tests(Tests::one(group, TestedFor::Charged))
    }

    /// The attempt of a commander to bolster or rally.
    #[must_use]
    pub fn bolster(group: GroupId) -> Self {
        Procedure::Tests(Tests::one(group, TestedFor::Bolster))
    }
}

/// A way to lose a base and close up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LossChoice {
    /// The base lost.
    pub base: BaseId,
    /// How the others stand then.
    pub formation: Formation,
    /// The status of the battle group then: tercios change.
    #[schemars(with = "String")]
    pub status: Status,
}

/// What a player must choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// Which base is lost, and how the others close up.
    Loss {
        /// Who loses it.
        group: GroupId,
        /// The ways to do it.
        choices: Vec<LossChoice>,
    },
    /// Whether to pursue, or to try to.
    Pursue {
        /// Who may pursue.
        group: GroupId,
        /// What it takes.
        freedom: Freedom,
    },
    /// Against which enemy a battle group gives up a die that it loses.
    GiveUp {
        /// Who loses dice.
        group: GroupId,
        /// The enemies with equal claims.
        enemies: Vec<GroupId>,
    },
    /// Which of several equally fast pursuers of the same routers moves first.
    PursueFirst {
        /// Who.
        groups: Vec<GroupId>,
    },
    /// At which end pursuers contract to pass friends.
    Contract {
        /// Who.
        group: GroupId,
        /// The ways to do it.
        ways: Vec<Narrower>,
    },
    /// Which battle group tests next for what was seen.
    TestOrder {
        /// Those who have to.
        groups: Vec<GroupId>,
    },
    /// Whether troops in the way of pursuers evade, and where to.
    Evade {
        /// Who.
        group: GroupId,
        /// The pursuers.
        by: GroupId,
        /// Where to.
        ways: Vec<Evade>,
        /// Whether they may stand instead.
        may_stand: bool,
    },
}

/// What a battle group that need not go on has to do for its choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Freedom {
    /// Foot that broke mounted: pursues only by a complex move test.
    MayPursueByTest,
    /// May halt short of fresh enemy.
    MayHalt,
    /// May halt short of fresh enemy by a complex move test.
    MayHaltByTest,
    /// May halt at the edge of terrain.
    MayHaltAtTerrain,
    /// May contract to pass friends.
    MayContract,
    /// Must pursue unless it passes a complex move test.
    MayStayByTest,
    /// May slide sideways so that no part of it leaves the table.
    MaySlide,
}

/// A player's choice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// The way of this number, from 0.
    Loss {
        /// Which.
        choice: u8,
    },
    /// Go on (pursue, run into the enemy or the terrain).
    GoOn,
    /// Halt, or try to.
    Halt,
    /// Give up the die against this enemy.
    GiveUp {
        /// Which.
        enemy: GroupId,
    },
    /// This battle group pursues first.
    PursueFirst {
        /// Which.
        group: GroupId,
    },
    /// Contract in the way of this number, from 0.
    Contract {
        /// Which.
        way: u8,
    },
    /// This battle group tests next.
    TestNext {
        /// Which.
        group: GroupId,
    },
    /// Evade the pursuers.
    Evade {
        /// Where to.
        to: Evade,
    },
    /// Stand, or try to.
    Stand,
}

/// A choice found legal.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// A base is lost in this way.
    Loss(LossChoice),
    /// Go on.
    GoOn,
    /// Halt, or try to.
    Halt,
    /// This battle group gives up dice against this enemy.
    GiveUp(GroupId, GroupId),
    /// This battle group pursues first.
    PursueFirst(GroupId),
    /// Contract so.
    Contract(Narrower),
    /// This battle group tests next.
    TestNext(GroupId),
    /// Evade.
    Evade(Evade),
    /// Stand, or try to.
    Stand,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// Dice are about to be rolled.
    Dice {
        /// Whose, how many, and at what score.
        dice: Vec<DiceTold>,
    },
    /// Dice hit, or did not.
    Hit(Hits),
    /// A cohesion test was taken.
    Tested {
        /// Who tested.
        group: GroupId,
        /// Why.
        tested_for: TestedFor,
        /// Dice and modifiers.
        score: Tally,
        /// Cohesion before.
        from: Cohesion,
        /// Cohesion after.
        to: Cohesion,
    },
    /// A death roll was made.
    DeathRoll {
        /// Whose.
        group: GroupId,
        /// The least face that saves the base.
        survived_on: u8,
        /// Whether the base is lost.
        lost: bool,
    },
    /// A commander in the front rank, or with routers, was rolled for.
    CommanderRisked {
        /// The battle group he is with.
        group: GroupId,
        /// The sum of the dice.
        dice: i32,
        /// The least sum that kills him.
        falls_on: u8,
        /// Whether he is lost.
        lost: bool,
    },
    /// A commander was lost.
    CommanderLost {
        /// Who.
        commander: CommanderId,
    },
    /// A base was taken off.
    BaseLost {
        /// Whose.
        group: GroupId,
        /// How many are left.
        left: u8,
    },
    /// A battle group broke by itself for its losses.
    Autobroke {
        /// Who.
        group: GroupId,
    },
    /// A battle group was destroyed.
    Destroyed {
        /// Who.
        group: GroupId,
    },
    /// A battle group routed.
    Routed {
        /// Who.
        group: GroupId,
        /// How far.
        distance: Um,
    },
    /// Routers left the table.
    RoutedOff {
        /// Who.
        group: GroupId,
    },
    /// Routers burst through friends, who drop a level.
    BurstThrough {
        /// The routers.
        group: GroupId,
        /// Through whom.
        through: GroupId,
    },
    /// A battle group pursued.
    Pursued {
        /// Who.
        group: GroupId,
        /// Whether it is in contact with the routers.
        in_contact: bool,
        /// Fresh enemy that it ran into.
        into: Option<GroupId>,
    },
    /// Artillery fell into other hands.
    GunsTaken {
        /// The guns.
        guns: GroupId,
        /// Who took them, or the first of those who did.
        by: GroupId,
        /// Whether they can serve them.
        controls: bool,
    },
    /// Captured artillery is served by its captors from now on.
    GunsManned {
        /// The guns.
        guns: GroupId,
        /// Who serves them.
        by: GroupId,
    },
    /// A battle group did not pursue, or halted.
    Halted {
        /// Who.
        group: GroupId,
    },
}

/// What a battle group that has finished a move does to guns and camps that it has come upon.
pub fn arrived(cx: &mut Cx<'_>, mover: GroupId) {
    guns::come_upon(cx, mover);
    camps::come_upon(cx, mover);
}

/// Records something that happened.
pub fn say(cx: &mut Cx<'_>, event: Event) {
    cx.tell(super::Event::Outcome(event));
}

impl Play<Fogr> for Procedure {
    fn run(&mut self, cx: &mut Cx<'_>, input: Input) -> Flow {
        match self {
            Procedure::Combat(combat) => {
                let book = cx.world.book;
                book.combat(cx, combat, input)
            }
            Procedure::Aftermath(aftermath) => aftermath::run(cx, aftermath, input),
            Procedure::Loss(removal) => losses::run(cx, removal, input),
            Procedure::Rout(rout) => rout::run(cx, rout, input),
            Procedure::Pursuit(pursuit) => pursuit::run(cx, pursuit, input),
            Procedure::Tests(tests) => game_tests::run(cx, tests, input),
            Procedure::Catch(catch) => catch::run(cx, catch, input),
            Procedure::RunInto(run_into) => run_into::run(cx, run_into, input),
        }
    }

    fn check(&self, asked: Asked<'_>, decision: &super::Decision) -> Result<super::Order, Refusal> {
        match (asked.request, decision) {
            (super::Request::Outcome(request), super::Decision::Outcome(decision)) => {
                check(asked.battle.world().book, request, decision).map(super::Order::Outcome)
            }
            // Routers pass what is in their way as evaders do.
            (super::Request::Impact(request), super::Decision::Impact(decision)) => {
                let world = asked.battle.world();
                let goes_on = |way| matches!(self, Procedure::Rout(rout) if rout.allows(world, way));
                let answer = responses::check(world.book, request, decision, goes_on);
                answer.unwrap_or_else(|| Err(NotAsked.into())).map(super::Order::Impact)
            }
            _ => Err(NotAsked.into()),
        }
    }

    fn candidates(&self, asked: Asked<'_>, out: &mut Vec<super::Decision>) {
        match asked.request {
            super::Request::Outcome(request) => candidates(request, out),
            super::Request::Impact(request) => {
                let tried = responses::candidates(request).into_iter().map(super::Decision::Impact);
                out.extend(tried.filter(|decision| self.check(asked, decision).is_ok()));
            }
            _ => {}
        }
    }
}

/// Looks at a choice.
fn check(book: Rulebook, request: &Request, decision: &Decision) -> Result<Order, Refusal> {
    match (request, decision) {
        (Request::Loss { choices, .. }, Decision::Loss { choice }) => {
            let chosen = choices.get(usize::from(*choice)).cloned();
            chosen.map(Order::Loss).ok_or_else(|| {
                let problem = format!("There are {} ways to lose a base here", choices.len());
                Refusal::new(
                    law!(book, "FOGR-COHESION-052", "FOGAM-COHESION-036"),
                    problem,
                    "Give the number of one of them, from 0.",
                )
            })
        }
        (Request::TestOrder { groups }, Decision::TestNext { group }) => match groups.contains(group) {
            true => Ok(Order::TestNext(*group)),
            false => Err(Refusal::new(
                law!(book, "FOGR-COHESION-019", "FOGAM-COHESION-018"),
                "That battle group does not have to test now",
                "Name one of those that do.",
            )),
        },
        (Request::Pursue { .. }, Decision::GoOn) => Ok(Order::GoOn),
        (Request::Pursue { .. }, Decision::Halt) => Ok(Order::Halt),
        (Request::GiveUp { group, enemies }, Decision::GiveUp { enemy }) => match enemies.contains(enemy) {
            true => Ok(Order::GiveUp(*group, *enemy)),
            false => Err(Refusal::new(
                law!(book, "FOGR-COMBAT-029", "FOGAM-COMBAT-032"),
                "They do not lose a die against that battle group",
                "Name one of the enemies that are asked about.",
            )),
        },
        (Request::PursueFirst { groups }, Decision::PursueFirst { group }) => match groups.contains(group) {
            true => Ok(Order::PursueFirst(*group)),
            false => Err(Refusal::new(
                law!(book, "FOGR-JAP-029", "FOGAM-JAP-022"),
                "That battle group is not one of the fastest",
                "Name one of those that are asked about.",
            )),
        },
        (Request::Contract { ways, .. }, Decision::Contract { way }) => {
            let chosen = ways.get(usize::from(*way)).cloned();
            chosen.map(Order::Contract).ok_or_else(|| {
                let problem = format!("There are {} ways to contract here", ways.len());
                Refusal::new(
                    law!(book, "FOGR-JAP-028", "FOGAM-JAP-021"),
                    problem,
                    "Give the number of one of them, from 0.",
                )
            })
        }
        (Request::Evade { ways, .. }, Decision::Evade { to }) => match ways.contains(to) {
            true => Ok(Order::Evade(*to)),
            false => Err(Refusal::new(
                law!(book, "FOGR-IMPACT-100", "FOGAM-IMPACT-104"),
                "They cannot evade that way",
                "Choose one of the ways offered.",
            )),
        },
        (Request::Evade { may_stand, .. }, Decision::Stand) => match may_stand {
            true => Ok(Order::Stand),
            false => Err(Refusal::new(
                law!(book, "FOGR-JAP-039", "FOGAM-JAP-028"),
                "Light troops who failed their test do not stand before battle troops",
                "Evade.",
            )),
        },
        _ => Err(NotAsked.into()),
    }
}

/// Sensible choices for a request.
fn candidates(request: &Request, out: &mut Vec<super::Decision>) {
    let mut add = |decision| out.push(super::Decision::Outcome(decision));
    match request {
        Request::Loss { choices, .. } => {
            for choice in (0u8..).take(choices.len()) {
                add(Decision::Loss { choice });
            }
        }
        Request::Pursue { .. } => {
            add(Decision::GoOn);
            add(Decision::Halt);
        }
        Request::GiveUp { enemies, .. } => {
            for &enemy in enemies {
                add(Decision::GiveUp { enemy });
            }
        }
        Request::PursueFirst { groups } => {
            for &group in groups {
                add(Decision::PursueFirst { group });
            }
        }
        Request::Contract { ways, .. } => {
            for way in (0u8..).take(ways.len()) {
                add(Decision::Contract { way });
            }
        }
        Request::TestOrder { groups } => {
            for &group in groups {
                add(Decision::TestNext { group });
            }
        }
        Request::Evade { ways, may_stand, .. } => {
            for &to in ways {
                add(Decision::Evade { to });
            }
            if *may_stand {
                add(Decision::Stand);
            }
        }
    }
}
