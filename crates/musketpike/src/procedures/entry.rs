//! Reinforcements come on.

use super::{
    Cx, NOT_ASKED, Next, actions::is_to_come, call, changes, course::Purpose, field, movement::Move,
};
use crate::{
    charts::MoveCost,
    counters::{Orders, UnitId, WingId},
    engine::{
        bar::{Allowed, Bar},
        field::{Field, Leaders},
    },
    hex::{Direction, Facing, Hex, Placement},
    messages::{Company, Decision, Escort},
    scenario::{Entry, UnitStart},
    world::{Fate, Formation, LeaderAction, Marks, Presence},
};
use caracole_ledger::{enforces, rule};

/// The arrival by which a unit comes on, if it is due.
fn arrival(f: Field<'_>, wing: WingId, unit: UnitId) -> Option<&Entry> {
    enforces!("MPBS-7.4b", "MPBS-7.4g");
    let UnitStart::Reinforcement { entry } = f.table.scenario.unit_starts.get(usize::from(unit.0))? else {
        return None;
    };
    let start = f.table.scenario.wing_starts.get(usize::from(wing.0))?;
    start.entries.get(usize::from(*entry)).filter(|entry| entry.turn <= f.world.turn)
}

/// Whether an enemy unit blocks an entry hex.
fn blocked(f: Field<'_>, unit: UnitId, hex: Hex) -> bool {
    f.holder(hex).is_some_and(|holder| holder != f.side(unit))
}

/// Hexes by which a unit may come on: those of its arrival, or the nearest free ones if all are blocked.
fn entry_hexes(f: Field<'_>, unit: UnitId, entry: &Entry) -> Vec<Hex> {
    enforces!("MPBS-7.4c");
    let open: Vec<Hex> = entry.hexes.iter().copied().filter(|hex| !blocked(f, unit, *hex)).collect();
    if !open.is_empty() {
        return open;
    }
    let map = &f.table.scenario.map;
    let on_edge = |hex: &Hex| crate::map::MapEdge::ALL.iter().any(|edge| map.is_on_edge(*hex, *edge));
    let distance = |hex: &Hex| entry.hexes.iter().map(|from| from.distance(*hex)).min().unwrap_or(99);
    let near =
        map.hexes().filter(|hex| on_edge(hex) && !blocked(f, unit, *hex)).map(|hex| distance(&hex)).min();
    map.hexes().filter(|hex| on_edge(hex) && !blocked(f, unit, *hex) && Some(distance(hex)) == near).collect()
}

/// Whether a reinforcement may come on so.
pub(super) fn check(
    f: Field<'_>,
    wing: WingId,
    unit: UnitId,
    at: Placement,
    formation: Formation,
    escort: Escort,
) -> Allowed {
    let known = usize::from(unit.0) < f.world.units.len();
    if !known || f.wing_of(unit) != wing || f.unit(unit).fate != Fate::ToCome {
        return Err(Bar::Rule(
            rule!("MPBS-7.4a"),
            "That unit is not waiting to come on",
            "Choose another unit.",
        ));
    }
    let Some(entry) = arrival(f, wing, unit) else {
        return Err(Bar::Unit(rule!("MPBS-7.4a"), unit, "The unit is not due yet", "Wait for its turn."));
    };
    check_room(f, unit, entry, at)?;
    if !may_form(f, unit, entry, at, formation) {
        return Err(Bar::Unit(
            rule!("MPBS-7.4d"),
            unit,
            "Units come on in Formation Normal, Open Order or Column, unless the scenario says otherwise",
            "Choose another formation.",
        ));
    }
    if f.enemy_adjacent(at.footprint(), f.side(unit)) && f.wing(wing).orders != Orders::Charge {
        return Err(Bar::Unit(
            rule!("MPBS-5.6.1e"),
            unit,
            "Only under Charge Orders may a unit come on next to an enemy",
            "Choose another hex.",
        ));
    }
    let commander = is_to_come(f, wing);
    match escort {
        Escort::None if commander.is_some() => {
            return Err(Bar::Unit(
                rule!("MPBS-5.4.3d"),
                unit,
                "The Wing Commander is still off the map and must come on with the first unit",
                "Bring the commander on with this unit.",
            ));
        }
        Escort::None => {}
        Escort::WingCommander if commander.is_some() => {}
        _ => return Err(NOT_ASKED),
    }
    let (need, left) = (cost(f, unit, at, formation), allowance(f, wing, unit, entry, formation));
    if need > left {
        return Err(Bar::TooDear { need, left });
    }
    Ok(())
}

/// Whether a unit comes on by an entry hex with room for it.
fn check_room(f: Field<'_>, unit: UnitId, entry: &Entry, at: Placement) -> Allowed {
    let hexes = entry_hexes(f, unit, entry);
    let place = at.footprint();
    enforces!("MPBS-7.4f");
    let two = f.is_two_hex(unit);
    if place.second.is_some() != two || !place.iter().any(|hex| hexes.contains(&hex)) {
        return Err(Bar::Unit(
            rule!("MPBS-7.4c"),
            unit,
            "The unit comes on at its entry hex, or the nearest that is free of enemies",
            "Choose an entry hex.",
        ));
    }
    let free = place.iter().all(|hex| {
        f.table.index(hex).is_some()
            && f.stack(hex).is_empty()
            && f.leaders_at(hex, f.side(unit).other()).is_empty()
            && f.table.enterable(hex, f.column(unit))
    });
    if !free {
        return Err(Bar::Unit(
            rule!("MPBS-8.1.1a"),
            unit,
            "There is no room on the entry hex",
            "Move others on.",
        ));
    }
    Ok(())
}

fn may_form(f: Field<'_>, unit: UnitId, entry: &Entry, at: Placement, formation: Formation) -> bool {
    enforces!("MPBS-7.4d", "MPBS-6.3.4a");
    if f.is_train(unit) {
        return formation == Formation::Normal;
    }
    let listed = entry.formations.is_empty() || entry.formations.contains(&formation.state());
    let column = matches!(at, Placement::Column { .. });
    listed
        && matches!(formation, Formation::Normal | Formation::OpenOrder | Formation::Column)
        && (!f.is_two_hex(unit) || column == (formation == Formation::Column))
}

/// Movement points that the entry hex costs.
fn cost(f: Field<'_>, unit: UnitId, at: Placement, _: Formation) -> u8 {
    at.footprint()
        .iter()
        .map(|hex| match f.table.ground(hex).cost(f.column(unit)) {
            MoveCost::Points(points) => points,
            MoveCost::All | MoveCost::Prohibited => 99,
        })
        .max()
        .unwrap_or(1)
}

/// Allowance of a unit that comes on after others through one hex.
fn allowance(f: Field<'_>, wing: WingId, unit: UnitId, entry: &Entry, formation: Formation) -> u8 {
    enforces!("MPBS-7.4e");
    let full = if f.is_train(unit) {
        f.table.movement().limbered_artillery
    } else {
        f.allowance_in(unit, formation)
    };
    if entry.hexes.len() == 1 { full.saturating_sub(f.wing(wing).entered) } else { full }
}

/// Brings a reinforcement on and lets it move.
pub(super) fn enter(
    cx: &mut Cx<'_>,
    wing: WingId,
    unit: UnitId,
    at: Placement,
    formation: Formation,
    escort: Escort,
) -> Next {
    let f = field(cx);
    let spent = cost(f, unit, at, formation);
    let full = arrival(f, wing, unit).map_or(0, |entry| allowance(f, wing, unit, entry, formation));
    let commander = is_to_come(f, wing).filter(|_| escort == Escort::WingCommander);
    let is_gun = f.is_gun(unit);
    let state = cx.world.unit_mut(unit);
    state.at = at;
    state.fate = Fate::OnMap;
    state.formation = formation;
    state.marks.set(Marks::ACTED);
    state.marks.set(Marks::MOVED);
    if is_gun {
        state.marks.set(Marks::LIMBERED);
        state.marks.set(Marks::TRAVELLED);
    }
    cx.world.wing_mut(wing).entered += 1;
    changes::appear(cx, unit);
    let mut leaders = Leaders::new();
    if let Some(commander) = commander {
        let leader = cx.world.leader_mut(commander);
        leader.presence = Presence::OnMap;
        leader.hex = at.footprint().first;
        leader.action = LeaderAction::Used;
        leaders.push(commander);
    }
    let mut next = Move::with_allowance(field(cx), unit, Purpose::Action, Company::Alone, leaders, full);
    next.course.spent = spent;
    next.course.hexes = 1;
    next.reactions_first();
    call(next)
}

/// Entries to choose from.
pub(super) fn offer(f: Field<'_>, wing: WingId, out: &mut Vec<Decision>) {
    for &unit in &f.table.units_of_wing[usize::from(wing.0)] {
        if f.unit(unit).fate != Fate::ToCome {
            continue;
        }
        let Some(entry) = arrival(f, wing, unit) else { continue };
        let escort = if is_to_come(f, wing).is_some() { Escort::WingCommander } else { Escort::None };
        for hex in entry_hexes(f, unit, entry) {
            for (at, formation) in entries(f.is_two_hex(unit), hex) {
                if check(f, wing, unit, at, formation, escort).is_ok() {
                    out.push(Decision::Enter { unit, at, formation, escort });
                }
            }
        }
    }
}

/// Places and formations in which a unit might come on with a part of it in an entry hex.
fn entries(two_hex: bool, hex: Hex) -> Vec<(Placement, Formation)> {
    let mut all = Vec::new();
    for formation in [Formation::Normal, Formation::OpenOrder, Formation::Column] {
        if two_hex && formation == Formation::Column {
            let heads = Direction::ALL.map(|front| [hex, hex.step(front)].map(|head| (head, front)));
            let columns = heads.into_iter().flatten().map(|(head, front)| Placement::Column { head, front });
            all.extend(columns.map(|at| (at, formation)));
            continue;
        }
        for facing in Facing::ALL {
            if two_hex {
                let lefts = [hex, hex.step(facing.right_flank().opposite())];
                all.extend(lefts.map(|left| (Placement::Line { left, facing }, formation)));
            } else {
                all.push((Placement::One { hex, facing }, formation));
            }
        }
    }
    all
}
