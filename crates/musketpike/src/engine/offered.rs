//! What is offered is what would be accepted: looked at from outside by trying everything that could be said.

use super::{MusketPike, field::Field, motion::Manoeuvre};
use crate::{
    counters::{LeaderId, Orders, UnitId},
    hex::{Direction, Facing, Half, Hex, Placement, Turn},
    messages::{
        Company, Decision, Escort, Help, Manner, Reaction, Reform, Request, Salvoing, Shot, Target, Through,
        Volley,
    },
    world::Fate,
};
use caracole_kernel::{Awaiting, Battle, Play, Rules, Side, Words};
use smallvec::SmallVec;

/// One state in four is checked in full, the same ones in every run: a full check costs as much as fifty steps.
const ONE_IN: u128 = 4;

/// The check after a step: in full of one state in four.
pub(super) fn check_now_and_then(battle: &Battle<MusketPike>) -> Result<(), String> {
    if battle.hash().0.is_multiple_of(ONE_IN) { check(battle) } else { Ok(()) }
}

/// Whether what is offered is just what is accepted, in both directions; says what is not. Of choices that are offered
/// only in part (moves and Withdraws of leaders, entries, starting Orders, pistols of several units), each unit or leader
/// that may make one must be offered one.
pub(super) fn check(battle: &Battle<MusketPike>) -> Result<(), String> {
    let Awaiting::Decision { side, request } = battle.awaiting() else { return Ok(()) };
    let mut offered = Vec::new();
    MusketPike::candidates(battle, *side, request, &mut offered);
    if offered.is_empty() {
        return Err(format!("nothing is offered for {request:?}"));
    }
    same_words(battle, *side, &offered)?;
    says_who_may_pass(battle, *side, request, &offered)?;
    for decision in &offered {
        if let Err(refusal) = battle.plan(*side, decision) {
            return Err(format!("{decision:?} is offered for {request:?} and refused: {refusal}"));
        }
    }
    let f = Field::new(battle.scenario(), battle.world());
    let Some(procedure) = battle.stack().last() else { return Ok(()) };
    let asked = battle.asked(*side, request);
    for decision in everything(f, *request) {
        if procedure.check(asked, &decision).is_err() {
            continue;
        }
        let known = match in_part(&decision) {
            Some(who) => offered.iter().any(|other| in_part(other) == Some(who)),
            None => offered.contains(&decision),
        };
        if !known {
            return Err(format!("{decision:?} would be accepted for {request:?} and is not offered"));
        }
    }
    Ok(())
}

/// Each command has one meaning.
fn same_words(battle: &Battle<MusketPike>, side: Side, offered: &[Decision]) -> Result<(), String> {
    let mut commands: Vec<(String, &Decision)> = offered
        .iter()
        .map(|decision| (MusketPike::wording(battle, side, decision).command, decision))
        .collect();
    commands.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
    match commands.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        Some(pair) => Err(format!("\"{}\" means {:?} and {:?}", pair[0].0, pair[0].1, pair[1].1)),
        None => Ok(()),
    }
}

/// A question speaks of passing only where a Wing may.
fn says_who_may_pass(
    battle: &Battle<MusketPike>,
    side: Side,
    request: &Request,
    offered: &[Decision],
) -> Result<(), String> {
    if !matches!(request, Request::Activate(_)) {
        return Ok(());
    }
    let may = offered.iter().any(|decision| matches!(decision, Decision::Pass(_)));
    let said = MusketPike::prompt(battle, side, request).text.contains("pass");
    if may == said { Ok(()) } else { Err(format!("passing is allowed: {may}; the question says: {said}")) }
}

/// Who makes a choice of a kind that is offered only in part.
fn in_part(decision: &Decision) -> Option<(u8, u8)> {
    match decision {
        Decision::MoveLeader { leader, .. } => Some((0, leader.0)),
        Decision::Enter { unit, .. } => Some((1, unit.0)),
        Decision::React(Reaction::WithdrawLeader { leader, .. }) => Some((4, leader.0)),
        Decision::Opening(_) => Some((2, 0)),
        Decision::Pistols(units) if units.len() > 1 => Some((3, 0)),
        _ => None,
    }
}

/// Every decision that could be tried, legal or not.
fn everything(f: Field<'_>, request: Request) -> Vec<Decision> {
    let mut all = vec![Decision::Decline, Decision::Accept];
    let units: Vec<UnitId> = f.table.scenario.unit_ids().collect();
    match request {
        Request::Activate(_) => {
            let wings = f.table.scenario.wing_ids();
            all.extend(wings.flat_map(|wing| [Decision::Activate(wing), Decision::Pass(wing)]));
        }
        Request::Preempt(_) => {
            for help in HELP {
                all.extend(f.table.scenario.wing_ids().map(|wing| Decision::Preempt { wing, help }));
            }
        }
        Request::ChangeOrders(_) => {
            for help in HELP {
                all.extend(Orders::ALL.map(|to| Decision::ChangeOrders { to, help }));
            }
        }
        Request::Continue(_) => all.extend(HELP.map(|help| Decision::Continue { help })),
        Request::Act(_) => {
            units.iter().for_each(|unit| acts(f, *unit, &mut all));
            leads(f, &mut all);
        }
        Request::Manoeuvre(unit) | Request::Intercept(unit) => manoeuvres(f, unit, &mut all),
        Request::React(by) => reacts(f, by, &mut all),
        Request::Designate => {
            for unit in units.into_iter().filter(|unit| f.unit(*unit).in_play()) {
                let near = near(f, unit, 2);
                all.extend(near.into_iter().map(|hex| Decision::Attack { unit, hex }));
            }
        }
        Request::Pistols => {
            all.push(Decision::Pistols(SmallVec::new()));
            all.extend(units.into_iter().map(|unit| Decision::Pistols(SmallVec::from_slice(&[unit]))));
        }
        Request::TakeHit(_) | Request::NextRout | Request::Quarry(_) => {
            all.extend(units.into_iter().map(Decision::Unit));
        }
        Request::Retreat(_) => all.extend(Direction::ALL.map(Decision::Toward)),
        Request::Rout(unit) => {
            let at = f.unit(unit).at;
            all.extend(Direction::ALL.map(|direction| Decision::Place(at.shifted(direction))));
        }
        Request::Face(_) | Request::FaceAdvance(_) => all.extend(Facing::ALL.map(Decision::Face)),
        Request::Displace(_) | Request::Spine(_) => {
            all.extend([Turn::Left, Turn::Right].map(Decision::Aside));
        }
        Request::Aim(unit) | Request::Engage(unit) => {
            all.extend(near(f, unit, 1).into_iter().map(Decision::Hex));
        }
        _ => {}
    }
    all
}

const HELP: [Help; 2] = [Help::Alone, Help::ArmyCommander];
const SALVOING: [Salvoing; 2] = [Salvoing::No, Salvoing::Yes];

/// The hexes around a unit and its own.
fn near(f: Field<'_>, unit: UnitId, radius: i32) -> Vec<Hex> {
    let mut hexes: Vec<Hex> = f.footprint(unit).iter().flat_map(|hex| hex.within(radius)).collect();
    hexes.sort_unstable();
    hexes.dedup();
    hexes
}

/// Possible targets: every unit and leader within two hexes, friends too.
fn targets(f: Field<'_>, unit: UnitId) -> Vec<Target> {
    let place = f.footprint(unit);
    let mut all: Vec<Target> = near(f, unit, 2)
        .into_iter()
        .flat_map(|hex| f.stack(hex).units())
        .filter(|other| *other != unit)
        .map(Target::Unit)
        .collect();
    all.dedup();
    let leaders = f.leaders().filter(|(_, leader)| place.distance(leader.hex) <= 2);
    all.extend(leaders.map(|(id, _)| Target::Leader(id)));
    all
}

/// What a unit might do as its Action.
fn acts(f: Field<'_>, unit: UnitId, all: &mut Vec<Decision>) {
    if f.unit(unit).fate == Fate::ToCome || !f.unit(unit).in_play() {
        return;
    }
    let companies: &[Company] =
        if f.partner(unit).is_some() { &[Company::Stack, Company::Alone] } else { &[Company::Stack] };
    for &company in companies {
        all.extend(Escort::ALL.map(|escort| Decision::Move { unit, company, escort }));
    }
    for through in [Through::Wing, Through::ArmyCommander] {
        all.push(Decision::Rally { unit, through });
        let reforms = [
            Reform::Formation,
            Reform::Pistols,
            Reform::LeaveHedgehog,
            Reform::OpenOrder,
            Reform::CloseOrder,
            Reform::LeaveColumn(None),
        ];
        let columns = Facing::ALL.map(|facing| Reform::LeaveColumn(Some(facing)));
        all.extend(reforms.into_iter().chain(columns).map(|what| Decision::Reform { unit, what, through }));
    }
    if f.is_gun(unit) {
        all.push(Decision::Limber { gun: unit, facing: None });
        for facing in Facing::ALL {
            all.push(Decision::TurnGun { gun: unit, facing });
            all.push(Decision::Limber { gun: unit, facing: Some(facing) });
        }
        cannonades(f, unit, all);
        return;
    }
    let targets = targets(f, unit);
    if f.partner(unit).is_some() {
        for &pistols in &targets {
            all.extend(targets.iter().map(|&muskets| Decision::VolleyTogether { unit, pistols, muskets }));
        }
    }
    volleys(f, unit, &targets, all);
}

fn cannonades(f: Field<'_>, gun: UnitId, all: &mut Vec<Decision>) {
    for other in f.table.scenario.unit_ids() {
        let target = Target::Unit(other);
        all.extend(f.footprint(other).iter().map(|hex| Decision::Cannonade { gun, target, hex }));
    }
    for (leader, state) in f.leaders() {
        all.push(Decision::Cannonade { gun, target: Target::Leader(leader), hex: state.hex });
    }
}

fn volleys(f: Field<'_>, unit: UnitId, targets: &[Target], all: &mut Vec<Decision>) {
    let mut ways: Vec<SmallVec<[Shot; 2]>> = Vec::new();
    for &target in targets {
        ways.extend(Half::BOTH.map(|half| SmallVec::from_slice(&[Shot { half, target }])));
        if f.is_two_hex(unit) {
            ways.extend(targets.iter().map(|&other| {
                SmallVec::from_slice(&[
                    Shot { half: Half::Left, target },
                    Shot { half: Half::Right, target: other },
                ])
            }));
        }
    }
    let still = [Manner::Skirmishing, Manner::Salvo, Manner::AdvancingInPlace, Manner::RetreatingInPlace];
    let steps =
        Direction::ALL.map(Manner::Advancing).into_iter().chain(Direction::ALL.map(Manner::Retreating));
    for manner in still.into_iter().chain(steps) {
        let shots = ways.iter().cloned();
        all.extend(shots.map(|shots| Decision::Volley(Volley { unit, manner, shots })));
    }
}

/// Possible moves of leaders.
fn leads(f: Field<'_>, all: &mut Vec<Decision>) {
    for (leader, state) in f.leaders().filter(|(_, leader)| leader.on_map()) {
        all.extend(state.hex.within(2).map(|to| Decision::MoveLeader { leader, to }));
    }
}

fn manoeuvres(f: Field<'_>, unit: UnitId, all: &mut Vec<Decision>) {
    let steps = Direction::ALL.map(Manoeuvre::Step).into_iter();
    let turns = [
        Manoeuvre::Face(1),
        Manoeuvre::Face(-1),
        Manoeuvre::CounterMarch,
        Manoeuvre::Wheel(Turn::Left),
        Manoeuvre::Wheel(Turn::Right),
    ];
    all.extend(steps.chain(turns).map(Decision::Manoeuvre));
    let at = f.unit(unit).at;
    if let Placement::Line { .. } = at {
        all.extend(f.bridge_ends(at).into_iter().map(Manoeuvre::Squeeze).map(Decision::Manoeuvre));
    }
    all.extend(targets(f, unit).into_iter().map(Decision::Pistol));
    all.extend([Decision::FormHedgehog, Decision::Restack]);
}

/// How both sides might react to what a unit did.
fn reacts(f: Field<'_>, by: UnitId, all: &mut Vec<Decision>) {
    let mut reactions: Vec<Reaction> = Vec::new();
    for unit in f.table.scenario.unit_ids().filter(|unit| f.unit(*unit).in_play()) {
        // Only guns react from farther away than cavalry Intercepts.
        if !f.is_gun(unit) && f.distance(unit, by) > 5 {
            continue;
        }
        for salvo in SALVOING {
            reactions.push(Reaction::Fire { unit, salvo });
            reactions.extend(Half::BOTH.map(|half| Reaction::FireHalf { unit, half, salvo }));
        }
        reactions.extend([-2, -1, 1, 2].map(|steps| Reaction::Face { unit, steps }));
        for turn in [Turn::Left, Turn::Right] {
            reactions.extend([1, 2].map(|hexes| Reaction::Pivot { unit, turn, hexes }));
        }
        reactions.extend([
            Reaction::FireTogether(unit),
            Reaction::Hedgehog(unit),
            Reaction::Withdraw(unit),
            Reaction::Intercept(unit),
            Reaction::Restack(unit),
        ]);
        if f.is_gun(unit) {
            reactions.extend(Facing::ALL.map(|facing| Reaction::TurnGun { gun: unit, facing }));
        }
    }
    let leaders: Vec<(LeaderId, Hex)> = f
        .leaders()
        .filter(|(_, leader)| leader.on_map() && f.footprint(by).distance(leader.hex) <= 3)
        .map(|(id, leader)| (id, leader.hex))
        .collect();
    for (leader, hex) in leaders {
        reactions.extend(hex.within(4).map(|to| Reaction::WithdrawLeader { leader, to }));
    }
    all.extend(reactions.into_iter().map(Decision::React));
}
