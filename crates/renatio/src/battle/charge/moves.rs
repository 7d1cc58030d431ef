//! SP2.6: chargers move.

use super::away::lay;
use super::course::{Course, Stop, Through, course, is_swept};
use super::message::{Event, Order};
use super::press::ComeUp;
use super::respond::open_to;
use crate::battle::movement::{Plan, check_paid, end_slows, keep_files, payments, take_along};
use crate::battle::outcome::{Test, Tested, destroy};
use crate::battle::position::command::distance_to;
use crate::battle::position::fights::{cells, fighters, fights_frontally, meeting, side_of, touching};
use crate::battle::position::reform::reform;
use crate::battle::world::{Approach, Charge, ChargeKind, Deed, FlankClaim, Foe, Game, UgId};
use crate::battle::{Cx, Event as E, Paid};
use crate::charts::ActionCode;
use crate::kab::Cause;
use caracole_kernel::{Refusal, Side};
use caracole_ledger::{RuleId, enforces, rule};
use caracole_plane::{Angle, BaseRect, Motion, Um, any_overlap, distance_to_clear};
use caracole_tabletop::BaseId;

/// How near a Commander must be to prompt a charger through fire, in BW.
const NEAR: i32 = 4;

fn no(rule: RuleId, problem: &'static str, remedy: &'static str, ug: UgId) -> Refusal {
    Refusal::new(rule, problem, remedy).piece("unit", ug.piece())
}

/// Charges of a side that are still to be moved.
pub fn pending(game: Game<'_>, side: Side) -> Vec<UgId> {
    let world = game.world;
    let own = world.charges.iter().filter(|charge| !charge.moved && world[charge.ug].side == side);
    own.map(|charge| charge.ug).filter(|ug| world.on_table().any(|on| on == *ug)).collect()
}

fn charge_of(game: Game<'_>, ug: UgId) -> Option<&Charge> {
    game.world.charges.iter().find(|charge| charge.ug == ug)
}

/// The next charge to move, checked: a new direction only to catch a target that has moved, and cards against slowing.
pub fn check(
    game: Game<'_>,
    side: Side,
    ug: UgId,
    turn: Option<&Approach>,
    paid: Option<&Paid>,
) -> Result<Order, Refusal> {
    enforces!("RETG-CHARGE-023", "RETG-CHARGE-085", "RETG-SEQ-013");
    let charge = charge_of(game, ug).filter(|_| pending(game, side).contains(&ug)).ok_or_else(|| {
        Refusal::new(rule!("RETG-CHARGE-080"), "The unit has no charge to move", "Name one that has.")
            .fact("unit", ug.number())
    })?;
    let approach = match turn {
        None => charge.approach,
        Some(turn) => {
            let fled = charge
                .targets
                .iter()
                .any(|foe| foe.ug().is_some_and(|target| game.world[target].deeds.has(Deed::Evaded)));
            if !fled {
                let problem = "The target has not moved: the charge keeps its direction";
                return Err(no(rule!("RETG-CHARGE-023"), problem, "Go straight along the mark.", ug));
            }
            super::course::course(game, ug, turn, Through::default(), 0)?;
            *turn
        }
    };
    let paid = paid.map(|paid| check_regain(game, side, ug, paid)).transpose()?;
    Ok(Order::Move { ug, approach, paid })
}

/// Cards by which a unit wins back distance lost to slowing.
pub fn check_regain(game: Game<'_>, side: Side, ug: UgId, paid: &Paid) -> Result<(Plan, Paid, u8), Refusal> {
    enforces!("RETG-SHOOT-046", "RETG-SEQ-014");
    if game.world[ug].slow.total() == 0 {
        return Err(no(rule!("RETG-SHOOT-046"), "The unit is not slowed", "Move it without cards.", ug));
    }
    let distance = distance_to(game, paid.by, ug);
    if distance > game.bw(NEAR) {
        let refused =
            no(rule!("RETG-SHOOT-046"), "The Commander is more than 4 BW away", "Pay with a nearer one.", ug);
        return Err(refused.length("distance", distance.get()));
    }
    let plan = Plan { away: true, ..Plan::of(ActionCode::Cm2, &[ug]) };
    check_paid(game, side, &plan, paid)?;
    let card = match paid.cards.upgrade {
        Some(from) if from == paid.cards.card => from.stepped(1),
        _ => paid.cards.card,
    };
    let action = game.charts().prompted_actions.action(ActionCode::Cm2);
    let regained = action.regain_bw.get(usize::from(card.value())).copied().unwrap_or(0);
    Ok((plan, *paid, regained))
}

/// Cards against slowing to offer.
pub fn regains(game: Game<'_>, side: Side, ug: UgId) -> Vec<Paid> {
    let plan = Plan { away: true, ..Plan::of(ActionCode::Cm2, &[ug]) };
    let all = payments(game, side, &plan).into_iter();
    all.filter(|paid| check_regain(game, side, ug, paid).is_ok()).collect()
}

/// What a charge needs before it can go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// It is done; tests that it caused.
    Done(Vec<Test>),
    /// This unit is met for the first time and may respond.
    Meets(UgId),
    /// It has come up to the enemy, after tests that it caused: its files may press forward.
    ComesUp(ComeUp, Vec<Test>),
    /// Its owner chooses which files press forward.
    Presses,
}

/// Moves a charge as far as it goes now.
pub fn advance(cx: &mut Cx<'_>, ug: UgId, approach: &Approach, regained: u8) -> Next {
    enforces!("RETG-CHARGE-080", "RETG-CHARGE-081", "RETG-CHARGE-032", "RETG-CHARGE-084");
    let mut swept: Vec<UgId> = Vec::new();
    loop {
        let game = Game::new(cx.scenario, cx.world);
        // Files of a unit in combat, or of one that was hit itself, press forward from where they stand.
        if fights_frontally(game, ug) || !touching(game, ug).is_empty() {
            let distance = caracole_kernel::Tally::new("distance in BW");
            return Next::ComesUp(ComeUp::new(game, ug, distance, Um::ZERO), Vec::new());
        }
        let burst = bursts(game, ug);
        let side = game.world[ug].side;
        let friends: Vec<UgId> = match burst {
            true => game.world.of_side(side).filter(|own| *own != ug).collect(),
            false => Vec::new(),
        };
        let Ok(course) = course(game, ug, approach, Through { enemies: &swept, friends: &friends }, regained)
        else {
            let start = ComeUp::new(game, ug, caracole_kernel::Tally::new("distance in BW"), Um::ZERO);
            concluded(cx, ug, &start);
            return Next::Done(Vec::new());
        };
        if let Stop::Contact(Foe::Ug(met)) = course.stop
            && is_swept(game, ug, Foe::Ug(met))
        {
            if !game.world[met].deeds.has(Deed::Answered) && open_to(game, met, &[ug]).len() > 1 {
                return Next::Meets(met);
            }
            swept.push(met);
            cx.tell(E::Charge(Event::Caught { ug: met, by: ug }));
            destroy(cx, met);
            continue;
        }
        if let Stop::Contact(Foe::Ug(met)) = course.stop
            && !game.world[met].deeds.has(Deed::Answered)
            && open_to(game, met, &[ug]).len() > 1
        {
            return Next::Meets(met);
        }
        let start = ComeUp::new(game, ug, course.distance.clone(), course.path.spent());
        let tests = if burst { burst_through(cx, ug, &course) } else { Vec::new() };
        take_along(cx, &[ug], false);
        match &course.grid {
            None => cx.world.put(ug, course.path.end()),
            Some(grid) => lay(cx, ug, grid, course.path.end()),
        }
        if let Stop::Contact(_) = course.stop {
            return Next::ComesUp(start, tests);
        }
        concluded(cx, ug, &start);
        return Next::Done(tests);
    }
}

fn bursts(game: Game<'_>, ug: UgId) -> bool {
    charge_of(game, ug).is_some_and(|charge| charge.kind == ChargeKind::Forced)
}

/// Notes what a charge has come to: flank claims, contacts, the end of slowing.
pub fn concluded(cx: &mut Cx<'_>, ug: UgId, come_up: &ComeUp) {
    let game = Game::new(cx.scenario, cx.world);
    let claims = flank_claims(game, ug, come_up);
    let contacted = touching(game, ug);
    let flank_claims = u8::try_from(claims.len()).unwrap_or(u8::MAX);
    let (distance, spent) = (come_up.distance.clone(), come_up.spent);
    cx.world.fray.flanks.extend(claims);
    for charge in cx.world.charges.iter_mut().filter(|charge| charge.ug == ug) {
        charge.moved = true;
    }
    cx.world[ug].deeds = cx.world[ug].deeds.with(Deed::Charged);
    cx.world[ug].acted = true;
    let misses = contacted.is_empty();
    cx.tell(E::Charge(Event::Charged { ug, distance, spent, contacted, flank_claims }));
    end_slows(cx, ug);
    if misses {
        reform(cx, ug);
    }
    let wide = u8::try_from(cx.world.formation(ug).width()).unwrap_or(u8::MAX);
    keep_files(cx, ug, wide);
}

/// The bases that claim a flank or rear charge: their whole front edge stood behind the line of the front of the file
/// that they touch.
pub fn flank_claims(game: Game<'_>, ug: UgId, come_up: &ComeUp) -> Vec<FlankClaim> {
    enforces!("RETG-CHARGE-030", "RETG-CHARGE-031");
    let own = cells(game, Foe::Ug(ug));
    let mut claims = Vec::new();
    for foe in fighters(game, game.world[ug].side.other()) {
        let theirs = cells(game, foe);
        for cell in &own {
            for other in &theirs {
                let Some((ours, their, _)) = meeting(cell, other) else { continue };
                let id = BaseId(cell.place.base);
                let Some(start) = come_up.start_of(id) else { continue };
                let line = front_of_file(&theirs, other.file);
                let behind = line.is_some_and(|front| front.has_entirely_behind_front(&start.front_edge()));
                let attacks = ours.edge == caracole_plane::Edge::Front && !their.front;
                if attacks && behind && !claims.contains(&FlankClaim { by: id, at: foe }) {
                    claims.push(FlankClaim { by: id, at: foe });
                }
            }
        }
    }
    claims
}

/// The foremost base of a file.
fn front_of_file(cells: &[crate::battle::position::fights::Cell], file: u8) -> Option<BaseRect> {
    cells.iter().find(|cell| cell.file == file).map(|cell| cell.rect)
}

/// Forced chargers pass through friends: SuGs are destroyed, battle troops make room backwards and are tested.
fn burst_through(cx: &mut Cx<'_>, ug: UgId, course: &Course) -> Vec<Test> {
    enforces!("RETG-CHARGE-028", "RETG-MOVE-050", "RETG-SEQ-007");
    let game = Game::new(cx.scenario, cx.world);
    let side = side_of(game, Foe::Ug(ug));
    let met: Vec<UgId> = game
        .world
        .of_side(side)
        .filter(|own| *own != ug)
        .filter(|friend| super::course::runs_into(&course.path, game.world.rects(*friend)))
        .collect();
    let back = course.path.end().facing() + Angle::HALF;
    let end = course.path.end().rects();
    let mut tests = Vec::new();
    for friend in met {
        let game = Game::new(cx.scenario, cx.world);
        let light = game.world[friend].acts_as_sug();
        let destroyed = light || !displaced(cx, ug, friend, back, &end);
        cx.tell(E::Charge(Event::BurstThrough { ug, friend, destroyed }));
        if destroyed {
            destroy(cx, friend);
        } else {
            tests.push(Test::of(Tested::Ug(friend), Cause::PassedThrough));
        }
    }
    tests
}

/// Moves a friend backwards just as far as makes room; whether there is room for it.
fn displaced(cx: &mut Cx<'_>, ug: UgId, friend: UgId, back: Angle, end: &[BaseRect]) -> bool {
    let game = Game::new(cx.scenario, cx.world);
    let rects = game.world.rects(friend);
    let distance = distance_to_clear(rects, back, end);
    if distance <= Um::ZERO {
        return true;
    }
    let slide = Motion::Slide { toward: back, distance };
    let moved = game.world.body(friend).moved(&slide);
    let after = moved.rects();
    let others = game.rects_of(game.world.on_table().filter(|other| *other != friend && *other != ug));
    let table = game.scenario.field.table;
    let fits = after.iter().all(|rect| table.holds(rect))
        && !any_overlap(&after, &others)
        && !any_overlap(&after, &game.camps())
        && !any_overlap(&after, end);
    if fits {
        cx.world.put(friend, &moved);
    }
    fits
}
