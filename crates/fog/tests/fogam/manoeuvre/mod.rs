//! The manoeuvre phase on the table, rule by rule.

mod advance;
mod ambush;
mod commanders;
mod examples;
mod feeding;
mod formations;
mod lines;
mod melee;
mod passing;
mod pinned;
mod shifts;
mod table;
mod turns;

use crate::battle_common::{Play, Scene};
use caracole_fog::ancients::Ancients;
use caracole_fog::battle::manoeuvre::{
    Action, Advance, Decision, Leg, Order, Plan, Request, Shift, When, WithAdvance, look,
};
use caracole_fog::battle::{GroupId, Request as Asked, World};
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

fn shifted(forward: i32, hand: Hand, by: Um) -> Action {
    let shift = Some(Shift { hand, by, when: When::After });
    Action::Advance(Advance { legs: vec![Leg::Ahead(mm(forward))], shift })
}

fn after(millimetres: i32) -> Option<WithAdvance> {
    Some(WithAdvance { advance: Advance::straight(mm(millimetres)), when: When::After })
}

/// Looks at a choice of red in a position.
fn red(world: &World, request: &Request, decision: &Decision) -> Result<Order, Refusal> {
    look(world, Side::Red, request, decision)
}

/// Looks at a move of red in a position.
fn plan(world: &World, group: GroupId, action: Action) -> Result<Plan, Refusal> {
    red(world, &Request::Move, &Decision::Move { group, action }).map(|order| match order {
        Order::Move(plan) => plan,
        other => panic!("{other:?}"),
    })
}

fn planned(scene: &Scene<Ancients>, name: &str, action: Action) -> Plan {
    plan(&scene.world(), scene.id(name), action).unwrap_or_else(|r| panic!("{r}"))
}

fn refused(scene: &Scene<Ancients>, name: &str, action: Action) -> Refusal {
    match plan(&scene.world(), scene.id(name), action) {
        Ok(plan) => panic!("allowed: {plan:?}"),
        Err(refusal) => refusal,
    }
}

/// The battle at the moves of the manoeuvre phase, nothing reformed or fed in.
fn at_moves(scene: &Scene<Ancients>) -> Play<Ancients> {
    let mut play = scene.play();
    while let (_, Asked::Manoeuvre(Request::Reform | Request::Conform { .. } | Request::Feed)) = play.asked()
    {
        play.choose(Decision::Done);
    }
    play
}

fn moved(scene: &Scene<Ancients>, name: &str, action: Action) -> Play<Ancients> {
    let mut play = at_moves(scene);
    play.choose(Decision::Move { group: scene.id(name), action });
    play
}

fn front(world: &World, scene: &Scene<Ancients>, name: &str) -> Point {
    world.body(scene.id(name)).front_centre().at
}
