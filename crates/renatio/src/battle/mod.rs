//! A battle of Renatio et Gloriam as a system of the kernel.
//!
//! - [`Setup`] and `start.rs`: what a battle starts from, and its check. [`Scenario`]: what never changes.
//! - `world`: what changes. `position`: questions about where things stand.
//! - `turn.rs`: the sequence of a turn. `goes.rs`: how players take turns in a Sub-Phase.
//! - `card`, `charge`, `shooting`, `movement`, `fighting`, `end`: the phases. `combat`: fights file by file. `outcome`:
//!   losses, KaB tests, routs, pursuits.
//! - `view.rs`, `imagine.rs`: who sees what. `words`, `scene`: for people.

mod ambush;
pub mod before;
mod card;
mod charge;
mod combat;
mod end;
mod fighting;
pub mod forecast;
mod goes;
mod imagine;
mod march;
mod message;
mod movement;
mod outcome;
mod position;
mod scene;
pub mod shooting;
mod start;
mod system;
mod turn;
mod view;
mod words;
mod world;

pub use card::{Deal, FaceUp, Gifts};
pub use charge::ChargePhase;
pub use combat::Combats;
pub use end::{Keep, Recover};
pub use fighting::FightingPhase;
pub use goes::Goes;
pub use message::{
    Action, Bw, Decision, Enter, Event, Leg, March, NewPost, Order, Paid, Request, Second, Switch, Turned,
};
pub use movement::{Moved, Movement, Plan};
pub use outcome::{Kab, Outcomes, Replace, Sack};
pub use scene::position;
pub use shooting::{Shooting, Volleys};
pub use start::{
    AmbushPost, Begin, CampPost, CommanderPost, Field, Lineup, MarchPost, Scenario, Setup, UnitPost,
    encounter, meeting, prepare, titles,
};
pub use system::{Procedure, Renatio, RollPurpose};
pub use turn::Turn;
pub use view::{AmbushView, CommanderView, MarchView, UgView, View};
pub use world::{
    Ambush, Approach, BaseKind, BrokenBy, Camp, Charge, ChargeKind, Commander, CommanderId, Deed, Fall,
    Figures, Fired, FlankMarch, Foe, Fray, Game, Lurk, Measured, Phase, Post, Presence, Secrets, Slow, Trust,
    Ug, UgId, Wheel, When, World,
};

/// What is said in the Charge Phase.
pub mod charging {
    pub use super::charge::{Decision, Declared, Event, Order, Request, Response, Toward};
}

/// Actions that cost cards: what one would do, and who can pay for it.
pub mod moving {
    pub use super::movement::{cheapest_of, check_group, payments, plan, price, reach};
}

/// What is said in combats.
pub mod fights {
    pub use super::combat::{Choice, Decision, Event, Order, Rank, Request};
    pub use super::position::fights::{Fight, Place, Stand};
}

/// What is said of tests, routs and pursuits.
pub mod outcomes {
    pub use super::outcome::{Decision, Event, GiveWay, Order, Request, Test, TestResult, Tested};
}

/// What is said after melees.
pub mod after_melee {
    pub use super::fighting::{Act, Decision, Event, Order, Request, micro_acts, offers};
}

use caracole_kernel::{AskedOf, Battle, ContextOf, FlowOf, InputOf, Side};

/// Whether every edge of each place of a unit counts as a front.
pub fn fronts_of(battle: &Battle<Renatio>, ug: UgId) -> Vec<bool> {
    let game = world::Game::new(battle.scenario(), battle.world());
    position::fights::cells(game, Foe::Ug(ug)).iter().map(|cell| cell.all_round).collect()
}

/// The battle troops that a side has lost, double units counted twice, and whether that breaks its army.
pub fn losses_of(battle: &Battle<Renatio>, side: Side) -> (u32, bool) {
    let lost = position::broken::losses(world::Game::new(battle.scenario(), battle.world()), side);
    (lost.tugs, lost.broken)
}

type Cx<'a> = ContextOf<'a, Renatio>;
type Flow = FlowOf<Renatio>;
type Input = InputOf<Renatio>;
type Asked<'a> = AskedOf<'a, Renatio>;
