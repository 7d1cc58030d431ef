//! A counter drawn across the map by hand, hex by hex: the manoeuvres that follow the hand, one after the other.

use super::paper::Paper;
use super::table::hex_at;
use crate::counters::{LeaderId, UnitId};
use crate::engine::MusketPike;
use crate::engine::field::Field;
use crate::engine::motion::Manoeuvre;
use crate::hex::{Footprint, Hex};
use crate::messages::{Company, Decision, Escort, Request};
use crate::procedures::{Moving, Procedure, manoeuvres};
use caracole_kernel::{At, Battle, Piece, Pull, Side};

/// The most hexes of a drag.
const LONGEST: usize = 120;

/// What a piece drawn by this way stands for.
pub fn drag(
    battle: &Battle<MusketPike>,
    side: Side,
    request: &Request,
    piece: &Piece,
    way: &[At],
) -> Pull<Decision> {
    let field = Field::new(battle.scenario(), battle.world());
    let paper = Paper::new(&battle.scenario().scenario.map);
    let hexes = hexes_of(&paper, way);
    match &*piece.kind {
        "unit" => {
            let Some(unit) = own_unit(battle, field, side, piece) else { return Pull::none() };
            Pull::Step(of_unit(battle, field, request, unit, &hexes))
        }
        "leader" => {
            let leader = u8::try_from(piece.number).ok().map(LeaderId);
            let own = |leader: &LeaderId| {
                let known = battle.world().leaders.get(usize::from(leader.0));
                known.is_some_and(|state| state.side == side && state.on_map())
            };
            let (Some(leader), Request::Act(_)) = (leader.filter(own), request) else { return Pull::none() };
            let to = hexes.iter().skip(1).rev();
            Pull::Whole(to.map(|to| Decision::MoveLeader { leader, to: *to }).collect())
        }
        _ => Pull::none(),
    }
}

fn own_unit(battle: &Battle<MusketPike>, field: Field<'_>, side: Side, piece: &Piece) -> Option<UnitId> {
    let scenario = &battle.scenario().scenario;
    let unit = scenario.unit_ids().find(|unit| u32::from(unit.0) == piece.number)?;
    (field.owner(unit) == side && field.unit(unit).in_play()).then_some(unit)
}

fn of_unit(
    battle: &Battle<MusketPike>,
    field: Field<'_>,
    request: &Request,
    unit: UnitId,
    hexes: &[Hex],
) -> Vec<Decision> {
    match (request, battle.stack().last()) {
        (Request::Act(_), _) if next(field.footprint(unit), hexes).is_some() => {
            let escorts = [Escort::None, Escort::WingCommander, Escort::ArmyCommander, Escort::Both];
            let begin = |escort| Decision::Move { unit, company: Company::default(), escort };
            escorts.map(begin).to_vec()
        }
        (Request::Manoeuvre(asked) | Request::Intercept(asked), Some(Procedure::Move(course)))
            if *asked == unit =>
        {
            let moving = course.moving();
            match next(moving.at.footprint(), hexes) {
                Some(next) => toward(field, moving, next),
                None => Vec::new(),
            }
        }
        _ => Vec::new(),
    }
}

/// The hex of the way that comes after those in which the unit is.
fn next(here: Footprint, hexes: &[Hex]) -> Option<Hex> {
    let last = hexes.iter().rposition(|hex| here.contains(*hex))?;
    hexes.get(last + 1).copied()
}

/// Manoeuvres that enter a hex, then those that turn towards it, the cheapest first.
fn toward(field: Field<'_>, moving: Moving, next: Hex) -> Vec<Decision> {
    let Moving { unit, at, formation, .. } = moving;
    let goal = Footprint { first: next, second: None };
    let now = field.turns_needed(at, goal);
    let mut found: Vec<(u8, u8, Manoeuvre)> = Vec::new();
    for manoeuvre in manoeuvres(field, unit, at) {
        let Ok(motion) = field.motion(unit, at, formation, manoeuvre) else { continue };
        if motion.to.footprint().contains(next) {
            found.push((0, motion.cost, manoeuvre));
        } else if field.turns_needed(motion.to, goal) < now {
            found.push((1, motion.cost, manoeuvre));
        }
    }
    found.sort_by_key(|(rank, cost, _)| (*rank, *cost));
    if found.is_empty() {
        // The refusal of the plain step says why it cannot go there.
        let step = at.footprint().iter().find_map(|hex| hex.direction_to(next));
        found.extend(step.map(|direction| (0, 0, Manoeuvre::Step(direction))));
    }
    found.into_iter().map(|(.., manoeuvre)| Decision::Manoeuvre(manoeuvre)).collect()
}

/// The hexes of a drag, each next to the one before; dragging back removes hexes.
fn hexes_of(paper: &Paper<'_>, way: &[At]) -> Vec<Hex> {
    let mut hexes: Vec<Hex> = Vec::new();
    for goal in way.iter().filter_map(|point| hex_at(paper, *point)) {
        if let Some(before) = hexes.iter().position(|hex| *hex == goal) {
            hexes.truncate(before + 1);
            continue;
        }
        while let Some(last) = hexes.last().copied().filter(|last| *last != goal) {
            let Some(step) = last.neighbours().min_by_key(|hex| hex.distance(goal)) else { break };
            if hexes.len() >= LONGEST {
                return hexes;
            }
            hexes.push(step);
        }
        if hexes.is_empty() {
            hexes.push(goal);
        }
    }
    hexes
}
