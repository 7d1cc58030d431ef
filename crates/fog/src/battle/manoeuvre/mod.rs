//! The manoeuvre phase: reform and conform, feed bases into close combats, moves.

mod advance;
pub(super) mod artillery;
mod as_one;
pub mod candidates;
mod conform;
mod defences;
mod discovery;
mod division;
mod feed;
mod give_way;
mod man_works;
mod melee_contact;
pub mod messages;
pub(super) mod moves;
mod obstruct;
pub mod pick;
mod pinned;
mod plan;
mod ranks;
mod reform;
mod reshape;
mod respond;
mod run;
pub mod square;
mod tell;
mod tercio;
pub mod terms;
mod turns;

pub use crate::battle::position::kinds::is_out_of_formation;
pub use crate::battle::position::passing::{Passage, may_pass};
pub use crate::battle::riding::{self as commanders, CommanderGoes, CommanderPlan};
pub use advance::{Route, Track, avoids_clipping, ends_in_overlap, is_needed_shift};
pub use candidates::{actions, advances, candidates, divisions, wheel_to};
pub use division::{DivisionPlan, is_division, leads};
pub use feed::Fed;
pub use messages::{
    Action, Advance, Decision, Difficulty, EvadeTo, Event, Feeding, Leg, Request, Shift, TercioMove, ToFace,
    When, WithAdvance,
};
pub use moves::{can_move, may_move_again};
pub use obstruct::{Movers, keeps_clear_of_enemy, runs_into};
pub(in crate::battle) use plan::carry_out_all;
pub use plan::{Place, Placing, Plan};
pub use reshape::choose;
pub use run::{Procedure, Step};
pub use tell::tell;
pub use turns::{AboutEnd, FlankTurn, frontages, retire, turned_about, turned_to};

use super::asked::Asked;
use super::law::law;
use super::world::GroupId;
use crate::battle::world::World;
use caracole_kernel::NotAsked;
use caracole_kernel::{Refusal, Side, Viewer};
use caracole_ledger::enforces;
use serde::Serialize;
use smallvec::SmallVec;

/// A legal choice.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// A battle group reforms.
    Reform(Place),
    /// A battle group feeds bases into its close combat.
    Feed {
        /// How.
        how: Feeding,
        /// Where it comes to.
        end: Place,
        /// Whether a complex move test comes first.
        needs_test: bool,
        /// Battle groups that make room first.
        room: SmallVec<[GroupId; 2]>,
    },
    /// It conforms although it need not.
    Conform,
    /// A battle group moves.
    Move(Plan),
    /// A division moves.
    MoveDivision(DivisionPlan),
    /// A commander moves.
    MoveCommander(CommanderPlan),
    /// A commander flees to a battle group.
    Join(GroupId),
    /// It stands.
    Stand,
    /// It turns to face.
    TurnToFace(ToFace),
    /// It evades.
    Evade(EvadeTo),
    /// It and its friends in its way give way.
    GiveWay(Vec<Place>),
    /// Nothing more.
    Done,
}

/// Checks a choice.
pub fn check(asked: Asked<'_>, request: &Request, decision: &Decision) -> Result<Order, Refusal> {
    let Asked { battle, side, .. } = asked;
    look(battle.world(), side, request, decision)
}

/// Checks a choice in a world.
pub fn look(world: &World, side: Side, request: &Request, decision: &Decision) -> Result<Order, Refusal> {
    enforces!("FOGR-MOVE-004", "FOGR-TURN-003", "FOGAM-TURN-003");
    match (request, decision) {
        (Request::Reform, Decision::Reform { group, as_base, files }) => {
            reform::plan(world, side, *group, *as_base, *files).map(Order::Reform)
        }
        (Request::Feed, Decision::Feed { group, how }) => {
            let Fed { end, needs_test, room } = feed::plan(world, side, *group, how)?;
            Ok(Order::Feed { how: how.clone(), end, needs_test, room })
        }
        (Request::Conform { .. }, Decision::Conform) => Ok(Order::Conform),
        (Request::Move, Decision::Move { group, action }) => {
            first_move(world, *group)?;
            moves::plan(world, side, *group, action).map(Order::Move)
        }
        (Request::Move, Decision::MoveDivision { groups, advance }) => {
            for group in groups {
                first_move(world, *group)?;
            }
            division::plan(world, side, groups, advance).map(Order::MoveDivision)
        }
        (Request::Move, Decision::MoveCommander { commander, goes }) => {
            moves::plan_ride(world, side, *commander, *goes).map(Order::MoveCommander)
        }
        (Request::SimpleInstead { group }, Decision::Move { group: chosen, action }) => {
            same(world, &[*group], &[*chosen])?;
            moves::plan(world, side, *group, action).map(Order::Move)
        }
        (Request::MoveAgain { groups }, Decision::Move { group, action }) => {
            same(world, groups, &[*group])?;
            moves::plan(world, side, *group, action).map(Order::Move)
        }
        (
            Request::MoveAgain { groups } | Request::SimpleInsteadOfAll { groups },
            Decision::MoveDivision { groups: chosen, advance },
        ) => {
            same(world, groups, chosen)?;
            division::plan(world, side, chosen, advance).map(Order::MoveDivision)
        }
        (Request::Flee { commander }, Decision::Join(group)) => {
            if commanders::refuges(world, *commander).contains(group) {
                return Ok(Order::Join(*group));
            }
            Err(Refusal::new(
                law!(world.book, "FOGR-MOVE-098", "FOGAM-MOVE-103"),
                "The commander cannot join that battle group with one move",
                "Choose one within reach.",
            ))
        }
        (Request::Respond { .. }, Decision::Stand) => Ok(Order::Stand),
        (Request::Respond { group, by }, Decision::TurnToFace(how)) => {
            respond::check_turn(world, *group, *by, *how).map(|()| Order::TurnToFace(*how))
        }
        (Request::Respond { group, by }, Decision::Evade(to)) => {
            respond::check_evade(world, *group, *by, *to).map(|()| Order::Evade(*to))
        }
        (Request::GiveWay { group, to, turns }, Decision::GiveWay(toward)) => {
            give_way::check(world, *group, *to, turns, *toward).map(Order::GiveWay)
        }
        (Request::MakeRoom { group, to, how }, Decision::GiveWay(toward)) => {
            feed::check_room(world, *group, *to, how, *toward).map(|place| Order::GiveWay(vec![place]))
        }
        (
            Request::Reform
            | Request::Conform { .. }
            | Request::Feed
            | Request::Move
            | Request::SimpleInstead { .. }
            | Request::SimpleInsteadOfAll { .. }
            | Request::MoveAgain { .. },
            Decision::Done,
        ) => Ok(Order::Done),
        _ => Err(NotAsked.into()),
    }
}

fn same(world: &World, asked: &[GroupId], chosen: &[GroupId]) -> Result<(), Refusal> {
    if asked == chosen {
        return Ok(());
    }
    Err(Refusal::new(
        law!(world.book, "FOGR-MOVE-031", "FOGAM-MOVE-036"),
        "Another battle group must finish its move first",
        "Move that one, or say that it is done.",
    )
    .pieces("battle group", asked.first().map(|g| g.piece())))
}

fn first_move(world: &World, group: GroupId) -> Result<(), Refusal> {
    match world.get(group) {
        Some(g) if g.phase.moves > 0 => Err(Refusal::new(
            law!(world.book, "FOGR-MOVE-003", "FOGAM-MOVE-003"),
            "It has made its move in this phase",
            "Move another.",
        )),
        _ => Ok(()),
    }
}

/// The request as a viewer may see it: all is open.
pub fn request_seen_by(request: &Request, _side: Side, _viewer: Viewer) -> Option<Request> {
    Some(request.clone())
}

/// The event as a viewer may see it: all is open.
pub fn event_seen_by(event: &Event, _viewer: Viewer) -> Option<Event> {
    Some(event.clone())
}

/// Whether the event shows a player something hidden. A move does not: it may be taken back until others move or dice
/// fall.
pub fn reveals(_event: &Event) -> bool {
    enforces!("FOGR-MOVE-002", "FOGAM-MOVE-002");
    false
}
