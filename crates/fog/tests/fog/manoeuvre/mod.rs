//! The manoeuvre phase on the table, rule by rule.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod advance;
mod ambush;
mod basics;
mod candidates;
mod columns;
mod command;
mod contact;
mod feed;
mod give_way;
mod glossary;
mod ground;
mod in_melee;
mod moves;
mod readings;
mod room;
mod special;
mod tercio;
mod traps;
mod turn;
mod unclear;
mod works;

use crate::battle_common::{Play, Scene};
use caracole_fog::battle::manoeuvre::{Action, Advance, Decision, Order, Request, look};
use caracole_fog::battle::{Request as Asked, World};
use caracole_kernel::{Refusal, Side};
use caracole_plane::{Angle, Hand, Point, Um};

fn mm(n: i32) -> Um {
    Um::from_mm(n)
}

fn ahead(millimetres: i32) -> Action {
    Action::Advance(Advance::straight(mm(millimetres)))
}

fn wheel(hand: Hand, degrees: i32, then: i32) -> Action {
    Action::Advance(Advance::wheel(hand, Angle::from_degrees(degrees), mm(then)))
}

/// Looks at a choice of red in a position.
fn red(world: &World, request: &Request, decision: &Decision) -> Result<Order, Refusal> {
    look(world, Side::Red, request, decision)
}

fn refused(scene: &Scene, name: &str, action: Action) -> Refusal {
    at_moves(scene).refused(Decision::Move { group: scene.id(name), action })
}

/// The battle at the moves of the manoeuvre phase, nothing reformed or fed in.
fn at_moves(scene: &Scene) -> Play {
    let mut play = scene.play();
    while let (_, Asked::Manoeuvre(Request::Reform | Request::Conform { .. } | Request::Feed)) = play.asked()
    {
        play.choose(Decision::Done);
    }
    play
}

fn moved(scene: &Scene, name: &str, action: Action) -> Play {
    let mut play = at_moves(scene);
    play.choose(Decision::Move { group: scene.id(name), action });
    play
}

fn front(world: &World, scene: &Scene, name: &str) -> Point {
    world.body(scene.id(name)).front_centre().at
}
