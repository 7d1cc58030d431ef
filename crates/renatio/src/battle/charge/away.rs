//! Moves of those who run away or skirmish.

use super::message::{Event, Response, Toward};
use crate::battle::movement::{end_slows, keep_files, measure, reach, take_along, turned_body};
use crate::battle::outcome::{Test, Tested, destroy};
use crate::battle::position::fights::enemy_ground;
use crate::battle::position::going::worst_on;
use crate::battle::position::room::{Displaced, is_clear, made};
use crate::battle::world::{BaseKind, Deed, Game, UgId};
use crate::battle::{Cx, Event as E};
use crate::charts::{Going, VariableMove};
use crate::kab::Cause;
use crate::movement::variable_distance;
use crate::readings::Reading;
use crate::troops::TroopType;
use caracole_kernel::{Side, Tally};
use caracole_ledger::enforces;
use caracole_plane::{
    Angle, BaseRect, CONTACT_TOLERANCE, Extent, Group, Hand, Motion, Path, TableEdge, Um, any_within,
};
use caracole_tabletop::Grid;

/// Kinds of going.
const GOINGS: usize = 3;
/// How near to the enemy evaders stop: a hair more than contact.
const HAIR: Um = Um::new(200);

/// The way in which an evader goes: from the marked direction of a charge.
pub fn direction(game: Game<'_>, ug: UgId, toward: Toward, charge: Angle) -> Angle {
    let facing = game.world.facing(ug);
    match toward {
        Toward::Front => facing,
        Toward::Rear => facing + Angle::HALF,
        Toward::Along => charge,
    }
}

/// The distance of an evade move.
pub fn distance(game: Game<'_>, ug: UgId, how: Response, going: Going, d6: u8) -> Tally {
    enforces!("RETG-CHARGE-058");
    let state = &game.world[ug];
    let what = match how {
        Response::Skirmish => VariableMove::Skirmish,
        _ => VariableMove::RunAway,
    };
    let normal = reach(game, ug, going).total();
    variable_distance(game.charts(), game.readings(), what, state.profile.quality, normal, d6)
}

/// A body turned towards a direction by whole quarters, as far as that brings it nearer, with its files and ranks.
pub fn turned(game: Game<'_>, ug: UgId, body: &Group, toward: Angle) -> (Grid<BaseKind>, Group) {
    let quarters = quarters(body.facing(), toward);
    let hand = match quarters {
        0 => return (game.world.formation(ug).clone(), body.clone()),
        2 => None,
        1 => Some(Hand::Right),
        _ => Some(Hand::Left),
    };
    turned_body(game, ug, body, hand).unwrap_or_else(|_| (game.world.formation(ug).clone(), body.clone()))
}

/// Whole quarter turns from a facing that come nearest to a direction.
fn quarters(facing: Angle, toward: Angle) -> u32 {
    let turn = toward - facing;
    (turn.0.wrapping_add(Angle::QUARTER.0 / 2)) / Angle::QUARTER.0
}

/// What comes of an evade move.
#[derive(Clone, Debug)]
pub struct Away {
    /// Its files and ranks at the end.
    pub grid: Grid<BaseKind>,
    /// Where it ends.
    pub body: Group,
    /// The distance that it had.
    pub distance: Tally,
    /// How far it went.
    pub went: Um,
    /// It is lost.
    pub lost: bool,
    /// It stopped at its own rear edge.
    pub at_edge: bool,
    /// Friends whom it passed through.
    pub through: Vec<UgId>,
    /// SuGs that made room for it.
    pub displaced: Displaced,
}

/// Works out an evade move.
pub fn plan(game: Game<'_>, ug: UgId, how: Response, toward: Angle, charge: Angle, d6: u8) -> Away {
    enforces!("RETG-CHARGE-060", "RETG-CHARGE-063", "RETG-UNIV-014");
    let (grid, body) = turned(game, ug, game.world.body(ug), toward);
    let start = Path::from(&body).wheel_to_face(toward, measure(game));
    let start = if is_clear(game, ug, start.end()) { start } else { Path::from(&body) };
    let mut going = Going::Good;
    let mut best: Option<Away> = None;
    for _ in 0..GOINGS {
        let tally = distance(game, ug, how, going, d6);
        let left = (game.bw(tally.total()) - start.spent()).or_zero();
        let path = start.clone().advance(left);
        let met = worst_on(game, ug, &path).unwrap_or(Going::Difficult);
        best = Some(settle(game, ug, path, grid.clone(), tally));
        if met <= going {
            break;
        }
        going = met;
    }
    let mut away = best.unwrap_or_else(|| stay(game, ug));
    face(game, ug, how, charge, &mut away);
    away
}

fn stay(game: Game<'_>, ug: UgId) -> Away {
    Away {
        grid: game.world.formation(ug).clone(),
        body: game.world.body(ug).clone(),
        distance: Tally::new("distance in BW"),
        went: Um::ZERO,
        lost: false,
        at_edge: false,
        through: Vec::new(),
        displaced: Vec::new(),
    }
}

/// The edge of the table behind a side.
const fn own_edge(side: Side) -> TableEdge {
    match side {
        Side::Red => TableEdge::Near,
        Side::Blue => TableEdge::Far,
    }
}

/// The move cut where the enemy, an edge or friends without room stop it.
fn settle(game: Game<'_>, ug: UgId, path: Path, grid: Grid<BaseKind>, distance: Tally) -> Away {
    let state = &game.world[ug];
    let table = &game.scenario.field.table;
    let (_, enemies) = enemy_ground(game, state.side);
    let (mut path, mut grid) = (path, grid);
    let mut at_edge = false;
    let mut before = Um::ZERO;
    if let Some(exit) = path.first_exit(table) {
        at_edge = exit.met.edge == own_edge(state.side);
        let toward = path.end().facing();
        let whole = path.spent();
        path = path.cut(exit.leg, exit.met.after, measure(game));
        let rest = whole - path.spent();
        if !at_edge
            && let Some((turned, along)) = along_edge(game, ug, path.end(), exit.met.edge, rest, toward)
        {
            (before, grid, path) = (path.spent(), turned, along);
            if let Some(exit) = path.first_exit(table) {
                at_edge = exit.met.edge == own_edge(state.side);
                path = path.cut(exit.leg, exit.met.after, measure(game));
            }
        }
    }
    let leg = path.legs().count().saturating_sub(1);
    if let Some(hit) = path.first_contact(&enemies) {
        at_edge = false;
        path = shorter(&path.cut(hit.leg, hit.met.after, measure(game)), leg, HAIR, game);
    }
    let lost = at_edge && state.profile.is_skirmishers();
    let friends: Vec<UgId> = game.world.of_side(state.side).filter(|own| *own != ug).collect();
    let through: Vec<UgId> = friends
        .iter()
        .copied()
        .filter(|friend| super::course::runs_into(&path, game.world.rects(*friend)))
        .collect();
    let mut away = Away {
        grid,
        body: path.end().clone(),
        distance,
        went: before + path.spent(),
        lost,
        at_edge,
        through,
        displaced: Vec::new(),
    };
    let blocked = !is_clear(game, ug, &away.body);
    if blocked && !lost {
        make_room(game, ug, &path, &mut away);
    }
    away
}

/// An evader at a side edge or at the enemy's rear edge turns and goes on along it, the way that takes it from the enemy.
fn along_edge(
    game: Game<'_>,
    ug: UgId,
    at: &Group,
    edge: TableEdge,
    rest: Um,
    toward: Angle,
) -> Option<(Grid<BaseKind>, Path)> {
    enforces!("RETG-CHARGE-062");
    let (ways, inward) = match edge {
        TableEdge::Left => ([Angle::ZERO, Angle::HALF], Angle::QUARTER),
        TableEdge::Right => ([Angle::ZERO, Angle::HALF], Angle::THREE_QUARTERS),
        TableEdge::Near => ([Angle::QUARTER, Angle::THREE_QUARTERS], Angle::ZERO),
        TableEdge::Far => ([Angle::QUARTER, Angle::THREE_QUARTERS], Angle::HALF),
    };
    let along = ways.into_iter().min_by_key(|way| (*way - toward).size())?;
    let (grid, body) = turned(game, ug, at, along);
    let body = Path::from(&body).wheel_to_face(along, measure(game)).end().clone();
    let table = &game.scenario.field.table;
    let corners = body.rects().into_iter().flat_map(|rect| rect.corners());
    let inside = corners.map(|corner| table.inside_of(edge, corner)).min()?;
    let body = match inside < Um::ZERO {
        true => body.moved(&Motion::Slide { toward: inward, distance: -inside }),
        false => body,
    };
    is_clear(game, ug, &body).then(|| (grid, Path::from(&body).advance(rest)))
}

/// A path shorter by so much on its last leg.
fn shorter(path: &Path, leg: usize, by: Um, game: Game<'_>) -> Path {
    let last = path.legs().last().map(|(_, motion)| motion.extent());
    match last {
        Some(Extent::Distance(done)) => {
            let at = path.legs().count().saturating_sub(1).min(leg);
            path.cut(at, Extent::Distance((done - by).or_zero()), measure(game))
        }
        _ => path.clone(),
    }
}

/// An evader without room at its end: it shifts by half a base width if that helps, or goes right through its friends, or
/// SuGs give way to battle troops. Else a SuG is lost, and battle troops stop where they first meet friends.
fn make_room(game: Game<'_>, ug: UgId, path: &Path, away: &mut Away) {
    for hand in Hand::BOTH {
        let shifted = path.end().moved(&path.end().shift(hand, game.bw(1).half()));
        if is_clear(game, ug, &shifted) {
            away.body = shifted;
            return;
        }
    }
    if let Some((body, displaced)) = made(game, ug, path.end(), path.end().facing()) {
        away.went += body.anchor.at.distance(path.end().anchor.at);
        (away.body, away.displaced) = (body, displaced);
        return;
    }
    if game.world[ug].profile.is_skirmishers() {
        away.lost = true;
        return;
    }
    let own = game.world.of_side(game.world[ug].side).filter(|own| *own != ug);
    let mut others: Vec<BaseRect> = game.rects_of(own).to_vec();
    others.extend(game.camps());
    let cut =
        path.first_contact(&others).map(|hit| path.cut_clear(hit.leg, hit.met.after, measure(game), &others));
    let stopped = cut.unwrap_or_else(|| path.clone());
    match is_clear(game, ug, stopped.end()) {
        true => (away.body, away.went) = (stopped.end().clone(), stopped.spent()),
        false => {
            let still = stay(game, ug);
            (away.body, away.grid, away.went) = (still.body, still.grid, Um::ZERO);
        }
    }
    // Those whom they meet are tested as if they had been passed through.
    let rects = away.body.rects();
    away.through.retain(|friend| any_within(&rects, game.world.rects(*friend), CONTACT_TOLERANCE));
}

/// At its end an evader faces away from the charge if it ran away, towards it if it skirmished.
fn face(game: Game<'_>, ug: UgId, how: Response, charge: Angle, away: &mut Away) {
    let want = match how {
        Response::Skirmish => charge + Angle::HALF,
        _ => charge,
    };
    if away.lost || quarters(away.body.facing(), want) != 2 {
        return;
    }
    let Ok((grid, body)) = turned_body(game, ug, &away.body, None) else { return };
    if is_clear(game, ug, &body) {
        (away.grid, away.body) = (grid, body);
    }
}

/// Carries an evade move out; the tests that it causes.
pub fn carry_out(cx: &mut Cx<'_>, ug: UgId, how: Response, away: Away) -> Vec<Test> {
    enforces!("RETG-MOVE-048", "RETG-KAB-026", "RETG-GLOS-055", "RETG-MOVE-009");
    cx.tell(E::Charge(Event::Away { ug, distance: away.distance.clone(), went: away.went }));
    let mut deeds = cx.world[ug].deeds.with(Deed::Evaded);
    if how == Response::RunAway {
        deeds = deeds.with(Deed::RanAway);
    }
    cx.world[ug].deeds = deeds;
    take_along(cx, &[ug], false);
    if away.lost {
        cx.tell(E::Charge(Event::Lost { ug }));
        destroy(cx, ug);
        return Vec::new();
    }
    make_way(cx, ug, &away.displaced);
    lay(cx, ug, &away.grid, &away.body);
    end_slows(cx, ug);
    let wide = u8::try_from(cx.world.formation(ug).width()).unwrap_or(u8::MAX);
    keep_files(cx, ug, wide);
    let mut tests = Vec::new();
    let game = Game::new(cx.scenario, cx.world);
    let state = &game.world[ug];
    if state.troop_type() == TroopType::Mounted {
        let free = |friend: &UgId| {
            let other = &game.world[*friend];
            other.is_foot_sug() || other.troop_type() == TroopType::Artillery
        };
        for friend in away.through.iter().filter(|friend| !free(friend)) {
            tests.push(Test::of(Tested::Ug(*friend), Cause::PassedThrough));
            if !state.acts_as_sug() {
                tests.push(Test::of(Tested::Ug(ug), Cause::PassedThrough));
            }
        }
    }
    let edge = away.at_edge || (game.readings().has(Reading::AnyTableEdge) && touches_edge(game, ug));
    if edge && !state.profile.is_skirmishers() {
        tests.push(Test::of(Tested::Ug(ug), Cause::TableEdge));
    }
    tests
}

/// Moves units out of the way of another.
pub fn make_way(cx: &mut Cx<'_>, by: UgId, displaced: &Displaced) {
    for (ug, body) in displaced {
        cx.world.put(*ug, body);
        cx.tell(E::Displaced { ug: *ug, by });
    }
}

fn touches_edge(game: Game<'_>, ug: UgId) -> bool {
    let table = &game.scenario.field.table;
    let edges = [TableEdge::Near, TableEdge::Far, TableEdge::Left, TableEdge::Right];
    let near = |rect: &BaseRect| edges.iter().any(|e| table.distance_to_edge(*e, rect) <= CONTACT_TOLERANCE);
    game.world.rects(ug).iter().any(near)
}

/// Puts a unit into these files and ranks at a body's place.
pub fn lay(cx: &mut Cx<'_>, ug: UgId, grid: &Grid<BaseKind>, body: &Group) {
    if cx.world.formation(ug) == grid {
        cx.world.put(ug, body);
    } else {
        cx.world.arrange(ug, grid, body.anchor);
    }
}

/// The direction of the first charge on a unit.
pub fn charge_on(game: Game<'_>, ug: UgId, by: &[UgId]) -> Angle {
    let charge = game.world.charges.iter().find(|charge| by.contains(&charge.ug));
    let Some(charge) = charge else { return game.world.facing(ug) + Angle::HALF };
    let facing = game.world.facing(charge.ug);
    match charge.approach.wheel {
        None => facing,
        Some(wheel) => facing.turned(wheel.hand.sense(), Angle::from_degrees(i32::from(wheel.degrees))),
    }
}
