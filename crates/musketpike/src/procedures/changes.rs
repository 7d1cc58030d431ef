//! Changes to the battlefield that many procedures make. Each keeps stacks, leaders and markers in step.

use super::{Cx, field};
use crate::{
    counters::{LeaderId, UnitId},
    engine::setup::{lift, place},
    hex::{Hex, Placement},
    messages::{Company, Event, HitBy, LeaderLoss},
    scenario::Layer,
    world::{Fate, Formation, Marks, MoraleState, Presence},
};
use caracole_kernel::Side;
use caracole_ledger::enforces;

/// What losing a morale level did to a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MoraleLoss {
    /// It is Morale Shaken now.
    Shaken,
    /// It is Morale Broken now, and runs unless it is artillery.
    Broken,
    /// It is gone.
    Eliminated,
}

/// Moves a unit, alone or with the light infantry or cavalry it shares its hex with, and the leaders named, and
/// deals with what it finds in the hexes it enters.
pub(super) fn relocate(cx: &mut Cx<'_>, unit: UnitId, to: Placement, company: Company, leaders: &[LeaderId]) {
    let f = field(cx);
    let from = f.unit(unit).at;
    let partner = f.partner(unit).filter(|_| company == Company::Stack);
    let side = f.side(unit);
    enforces!("MPBS-5.4.2f");
    for &leader in leaders {
        let hex = cx.world.leader(leader).hex;
        let moved = follow(from, to, hex);
        if moved != hex {
            cx.world.leader_mut(leader).hex = moved;
            cx.tell(Event::LeaderMoved { leader, to: moved });
        }
    }
    for id in [Some(unit), partner].into_iter().flatten() {
        lift(cx.scenario, cx.world, id);
        let entered = from.footprint() != to.footprint();
        if entered {
            cx.world.moves = cx.world.moves.saturating_add(1);
        }
        let stamp = cx.world.moves;
        let state = cx.world.unit_mut(id);
        let old =
            [state.at.footprint().first, state.at.footprint().second.unwrap_or(state.at.footprint().first)];
        let times = state.since;
        for (i, hex) in to.footprint().iter().enumerate() {
            // A half that stays where one of the halves was keeps its time.
            state.since[i] = match old.iter().position(|h| *h == hex) {
                Some(j) => times[j],
                None => stamp,
            };
        }
        state.at = to;
        place(cx.scenario, cx.world, id);
    }
    cx.tell(Event::Moved { unit, from: Some(from), to });
    for hex in to.footprint().iter() {
        if !from.footprint().contains(hex) {
            arrive(cx, unit, side, hex);
        }
    }
}

/// Where a leader ends who goes along with a unit.
fn follow(from: Placement, to: Placement, hex: Hex) -> Hex {
    match from.half_in(hex) {
        Some(half) => to.half(half),
        None => to.footprint().first,
    }
}

/// A unit has entered a hex: leaders are overrun, guns and Wagons change hands, the place is controlled.
fn arrive(cx: &mut Cx<'_>, unit: UnitId, side: Side, hex: Hex) {
    let f = field(cx);
    let overrun = f.leaders_at(hex, side.other());
    let is_train = f.is_train(unit);
    let enemy_train = f.stack(hex).gun().filter(|gun| f.owner(*gun) != side);
    for leader in overrun {
        enforces!("MPBS-5.3.1b");
        lose_leader(cx, leader, LeaderLoss::Overrun);
    }
    if !is_train {
        if let Some(train) = enemy_train {
            enforces!("MPBS-11.5.2a");
            capture(cx, train, side);
        }
        change_hands(cx, side, hex);
    }
    enforces!("MPBS-15.0i");
    let mut i = 0;
    let scenario = std::sync::Arc::clone(&cx.scenario.scenario);
    for location in &scenario.victory.locations {
        for place in &location.hexes {
            if *place == hex
                && let Some(holder) = cx.world.holders.get_mut(i)
            {
                *holder = Some(side);
            }
            i += 1;
        }
    }
}

/// Guns without crews in a hex pass to the side that enters it.
fn change_hands(cx: &mut Cx<'_>, side: Side, hex: Hex) {
    enforces!("MPBS-10.8.9b");
    for &unit in &cx.scenario.guns {
        let state = cx.world.unit(unit);
        if state.at.anchor() != hex {
            continue;
        }
        let original = field(cx).side(unit);
        match (state.fate, original == side) {
            (Fate::Disabled, false) => {
                cx.world.unit_mut(unit).fate = Fate::Captured;
                cx.tell(Event::Captured { unit, by: side });
            }
            (Fate::Captured, true) => {
                cx.world.unit_mut(unit).fate = Fate::Disabled;
                cx.tell(Event::Regained { unit });
            }
            _ => {}
        }
    }
}

/// Guns or a Wagon that were in play, or a Wagon in other hands, are taken.
pub(super) fn capture(cx: &mut Cx<'_>, train: UnitId, by: Side) {
    enforces!("MPBS-8.5c", "MPBS-11.5.1a", "MPBS-14.1d", "MPBS-10.8.9a", "MPBS-10.8.9c");
    if field(cx).is_wagon(train) {
        let own = field(cx).side(train) == by;
        cx.world.unit_mut(train).fate = if own { Fate::OnMap } else { Fate::Captured };
        cx.tell(if own { Event::Regained { unit: train } } else { Event::Captured { unit: train, by } });
        return;
    }
    lift(cx.scenario, cx.world, train);
    let state = cx.world.unit_mut(train);
    state.fate = Fate::Captured;
    state.marks = Marks::default();
    cx.tell(Event::Captured { unit: train, by });
}

/// Guns are disabled: the counter stays but is no unit any more.
pub(super) fn disable(cx: &mut Cx<'_>, gun: UnitId) {
    lift(cx.scenario, cx.world, gun);
    let state = cx.world.unit_mut(gun);
    state.fate = Fate::Disabled;
    state.marks = Marks::default();
    cx.tell(Event::GunsDisabled { unit: gun });
    orphan_leaders(cx, state_hex(cx, gun), field(cx).side(gun));
}

fn state_hex(cx: &Cx<'_>, unit: UnitId) -> Hex {
    cx.world.unit(unit).at.footprint().first
}

/// Takes a unit out of play as a loss.
pub(super) fn eliminate(cx: &mut Cx<'_>, unit: UnitId) {
    if field(cx).is_gun(unit) {
        return disable(cx, unit);
    }
    remove(cx, unit, Fate::Eliminated);
    cx.tell(Event::Eliminated { unit });
    let (side, place) = (field(cx).side(unit), field(cx).footprint(unit));
    for hex in place.iter() {
        orphan_leaders(cx, hex, side);
    }
}

/// Takes a unit off the map.
pub(super) fn remove(cx: &mut Cx<'_>, unit: UnitId, fate: Fate) {
    lift(cx.scenario, cx.world, unit);
    let state = cx.world.unit_mut(unit);
    state.fate = fate;
    state.marks = Marks::default();
}

/// Leaders in a hex whose last unit was eliminated are removed with it.
fn orphan_leaders(cx: &mut Cx<'_>, hex: Hex, side: Side) {
    enforces!("MPBS-5.3.1d", "MPBS-11.8b");
    if !field(cx).stack(hex).is_empty() {
        return;
    }
    for leader in field(cx).leaders_at(hex, side) {
        lose_leader(cx, leader, LeaderLoss::WithUnit);
    }
}

/// A leader leaves the map.
pub(super) fn lose_leader(cx: &mut Cx<'_>, leader: LeaderId, why: LeaderLoss) {
    enforces!("MPBS-5.3.1a", "MPBS-11.7.2C-2");
    cx.world.leader_mut(leader).presence = Presence::Lost { pursuing: why == LeaderLoss::Pursuit };
    cx.tell(Event::LeaderLost { leader, why });
}

/// The units that share every formation and morale effect with `unit`.
pub(super) fn together(cx: &Cx<'_>, unit: UnitId) -> impl Iterator<Item = UnitId> + use<> {
    enforces!("MPBS-8.2.1f", "MPBS-8.2.1a", "MPBS-8.3.3a", "MPBS-12.4.5b");
    [Some(unit), field(cx).partner(unit)].into_iter().flatten()
}

/// Sets the formation of a unit and of the unit that forms a stack with it.
pub(super) fn set_formation(cx: &mut Cx<'_>, unit: UnitId, formation: Formation) {
    change_formation(cx, unit, formation, None);
}

fn change_formation(cx: &mut Cx<'_>, unit: UnitId, formation: Formation, by: Option<HitBy>) {
    for id in together(cx, unit) {
        let state = cx.world.unit_mut(id);
        if state.formation != formation {
            state.formation = formation;
            cx.tell(Event::Formation { unit: id, formation, by });
        }
    }
}

/// A formation hit of terrain or Close Combat.
pub(super) fn formation_hit(cx: &mut Cx<'_>, unit: UnitId, by: HitBy) {
    enforces!("MPBS-6.3.1d", "MPBS-6.3.1e", "MPBS-6.3.2e-1", "MPBS-6.3.3a", "MPBS-6.3.3d");
    let state = *field(cx).unit(unit);
    if !state.in_play() || state.morale == MoraleState::Broken || field(cx).is_train(unit) {
        return;
    }
    let next = match (state.formation, by) {
        (Formation::Normal, _) => Formation::Shaken,
        (Formation::Shaken, _) | (Formation::OpenOrder, HitBy::CloseCombat) => Formation::Broken,
        _ => return,
    };
    change_formation(cx, unit, next, Some(by));
}

/// Casualty hits on one unit. Says whether they brought it to its Casualty Threshold.
pub(super) fn casualties(cx: &mut Cx<'_>, unit: UnitId, hits: u8) -> bool {
    enforces!("MPBS-10.6.1a", "MPBS-10.6.1b", "MPBS-12.5.1", "MPBS-GLOSSARY-HITS");
    if hits == 0 || !field(cx).unit(unit).in_play() {
        return false;
    }
    let f = field(cx);
    if f.is_gun(unit) {
        disable(cx, unit);
        return false;
    }
    let (before, printed) = (f.past_threshold(unit), f.printed_strength(unit));
    let state = cx.world.unit_mut(unit);
    state.casualties = state.casualties.saturating_add(hits).min(printed);
    let left = printed - state.casualties;
    let gone = left == 0;
    cx.tell(Event::Casualties { unit, hits, left });
    if gone {
        eliminate(cx, unit);
        return false;
    }
    let reached = !before && field(cx).past_threshold(unit);
    if reached {
        cx.tell(Event::Threshold { unit });
    }
    reached
}

/// A unit (with its stack) loses one morale level. A unit that breaks has still to retreat.
pub(super) fn lower_morale(cx: &mut Cx<'_>, unit: UnitId) -> MoraleLoss {
    enforces!("MPBS-12.2c", "MPBS-12.4.1a", "MPBS-12.4.6b");
    match field(cx).unit(unit).morale {
        MoraleState::Normal => {
            for id in together(cx, unit) {
                set_morale(cx, id, MoraleState::Shaken);
            }
            MoraleLoss::Shaken
        }
        MoraleState::Shaken => {
            break_morale(cx, unit);
            MoraleLoss::Broken
        }
        MoraleState::Broken => {
            let all: smallvec::SmallVec<[UnitId; 2]> = together(cx, unit).collect();
            for id in all {
                eliminate(cx, id);
            }
            MoraleLoss::Eliminated
        }
    }
}

/// A unit (with its stack) becomes Morale Broken: no formation, no facing, no Hedgehog.
pub(super) fn break_morale(cx: &mut Cx<'_>, unit: UnitId) {
    enforces!("MPBS-6.3.2e-3", "MPBS-12.4.3a", "MPBS-12.4.3h");
    let all: smallvec::SmallVec<[UnitId; 2]> = together(cx, unit).collect();
    for id in all {
        if field(cx).is_train(id) {
            set_morale(cx, id, MoraleState::Broken);
            continue;
        }
        if let Some([line, _]) = field(cx).unit(id).at.as_lines() {
            cx.world.unit_mut(id).at = line;
        }
        let state = cx.world.unit_mut(id);
        state.formation = Formation::Broken;
        state.marks.clear(Marks::MOMENTUM);
        set_morale(cx, id, MoraleState::Broken);
    }
}

/// Sets the morale state of one unit.
pub(super) fn set_morale(cx: &mut Cx<'_>, unit: UnitId, morale: MoraleState) {
    let state = cx.world.unit_mut(unit);
    if state.morale != morale {
        state.morale = morale;
        cx.tell(Event::Morale { unit, morale });
    }
}

/// Pistol shots are marked off.
pub(super) fn spend_pistol(cx: &mut Cx<'_>, unit: UnitId) {
    enforces!("MPBS-10.7.1", "MPBS-10.7.2", "MPBS-10.2c");
    let state = cx.world.unit_mut(unit);
    state.shots = (state.shots + 1).min(2);
    let shots = state.shots;
    cx.tell(Event::PistolSpent { unit, shots });
}

/// A unit forms Hedgehog where it stands.
pub(super) fn form_hedgehog(cx: &mut Cx<'_>, unit: UnitId) {
    if let Some([line, _]) = field(cx).unit(unit).at.as_lines() {
        cx.world.unit_mut(unit).at = line;
    }
    set_formation(cx, unit, Formation::Hedgehog);
    cx.world.unit_mut(unit).marks.clear(Marks::MOMENTUM);
    cx.tell(Event::Hedgehog { unit });
}

/// The unit and the guns in its hexes change places.
pub(super) fn restack(cx: &mut Cx<'_>, unit: UnitId) {
    let on_top = guns_with(cx, unit).iter().any(|gun| field(cx).gun_on_top(*gun));
    stack_guns(cx, unit, if on_top { Layer::Bottom } else { Layer::Top });
}

/// Puts the guns in a unit's hexes on top or at the bottom, all alike.
pub(super) fn stack_guns(cx: &mut Cx<'_>, unit: UnitId, layer: Layer) {
    enforces!("MPBS-8.3.4a");
    for gun in guns_with(cx, unit) {
        let marks = &mut cx.world.unit_mut(gun).marks;
        match layer {
            Layer::Top => marks.set(Marks::ON_TOP),
            Layer::Bottom => marks.clear(Marks::ON_TOP),
        }
    }
    cx.tell(Event::Restacked { unit });
}

/// Guns in play in the hexes of a unit.
fn guns_with(cx: &Cx<'_>, unit: UnitId) -> smallvec::SmallVec<[UnitId; 2]> {
    let f = field(cx);
    f.footprint(unit).iter().filter_map(|hex| f.stack(hex).gun()).filter(|gun| f.is_gun(*gun)).collect()
}

/// Guns turn in place of a shot.
pub(super) fn turn_gun(cx: &mut Cx<'_>, gun: UnitId, facing: crate::hex::Facing) {
    let state = cx.world.unit_mut(gun);
    if let Placement::One { hex, .. } = state.at {
        state.at = Placement::One { hex, facing };
    }
    state.marks.set(Marks::FIRED);
    cx.tell(Event::GunsTurned { unit: gun, facing });
}

/// Guns and Wagons that a beaten unit left behind in a hex are captured.
pub(super) fn seize(cx: &mut Cx<'_>, side: Side, hex: Hex) {
    let f = field(cx);
    if f.stack(hex).main().is_some() {
        return;
    }
    if let Some(train) = f.stack(hex).gun().filter(|train| f.owner(*train) != side) {
        capture(cx, train, side);
    }
    change_hands(cx, side, hex);
}

/// A unit appears on the map where its state says.
pub(super) fn appear(cx: &mut Cx<'_>, unit: UnitId) {
    let at = cx.world.unit(unit).at;
    cx.world.moves = cx.world.moves.saturating_add(1);
    let stamp = cx.world.moves;
    cx.world.unit_mut(unit).since = [stamp; 2];
    place(cx.scenario, cx.world, unit);
    cx.tell(Event::Moved { unit, from: None, to: at });
}

/// A routing unit runs to a place, perhaps through a friend that keeps its hex.
pub(super) fn rout_to(cx: &mut Cx<'_>, unit: UnitId, to: Placement, leaders: &[LeaderId]) {
    let from = cx.world.unit(unit).at;
    for &leader in leaders {
        let moved = follow(from, to, cx.world.leader(leader).hex);
        cx.world.leader_mut(leader).hex = moved;
    }
    lift(cx.scenario, cx.world, unit);
    cx.world.unit_mut(unit).at = to;
    let through = to.footprint().iter().any(|hex| field(cx).stack(hex).main().is_some());
    if !through {
        cx.world.moves = cx.world.moves.saturating_add(1);
        let stamp = cx.world.moves;
        cx.world.unit_mut(unit).since = [stamp; 2];
        place(cx.scenario, cx.world, unit);
    }
    cx.tell(Event::Moved { unit, from: Some(from), to });
    let side = field(cx).side(unit);
    for hex in to.footprint().iter() {
        if !from.footprint().contains(hex) {
            arrive(cx, unit, side, hex);
        }
    }
}
