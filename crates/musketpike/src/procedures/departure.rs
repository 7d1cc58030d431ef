//! Who may begin to move, and with which leaders.

use super::course::can_come_to;
use crate::{
    counters::{LeaderId, UnitId, WingId},
    engine::{
        bar::{Allowed, Bar},
        field::{Field, Leaders},
    },
    hex::Hex,
    messages::{Company, Escort},
    world::{LeaderAction, Marks, MoraleState, Post},
};
use caracole_ledger::{enforces, rule};

/// The leaders who move with a unit, as its owner chose.
fn escort(f: Field<'_>, unit: UnitId, escort: Escort) -> Leaders {
    let wanted = |id: &LeaderId| match f.leader(*id).post {
        Post::Army => matches!(escort, Escort::ArmyCommander | Escort::Both),
        Post::Wing(_) => matches!(escort, Escort::WingCommander | Escort::Both),
        Post::Waiting => false,
    };
    f.leaders_with(unit).into_iter().filter(wanted).collect()
}

/// Whether the unit may begin to move by its own Action, and the leaders who go along.
pub(super) fn may_begin(f: Field<'_>, unit: UnitId, company: Company, with: Escort) -> Allowed<Leaders> {
    let state = f.unit(unit);
    if state.morale == MoraleState::Broken {
        return Err(Bar::Rule(
            rule!("MPBS-12.4.3c"),
            "A Morale Broken unit may only Rally",
            "Rally it, or choose another unit.",
        ));
    }
    if f.is_gun(unit) && (!f.is_limbered(unit) || state.is(Marks::LIMBERING) || state.is(Marks::FIRED)) {
        return Err(Bar::Rule(
            rule!("MPBS-7.3.3a"),
            "Only guns that were limbered in an earlier turn move",
            "Limber them this turn and move them in the next.",
        ));
    }
    if f.allowance(unit) == 0 && !acts_in_place(f, unit, company) {
        return Err(Bar::Unit(
            rule!("MPBS-7.2.1b"),
            unit,
            "The unit has no movement allowance, and nothing to do where it stands",
            "Reform it first.",
        ));
    }
    if f.wing_commander(f.wing_of(unit)).is_none() && !f.is_wagon(unit) {
        return Err(Bar::Rule(
            rule!("MPBS-5.4.3d"),
            "With its Wing Commander off the map a unit is out of command and may not move",
            "Wait for a replacement.",
        ));
    }
    let partner = f.partner(unit);
    if company == Company::Stack
        && let Some(partner) = partner
        && f.unit(partner).is(Marks::ACTED)
    {
        return Err(Bar::Unit(
            rule!("MPBS-8.2.2c"),
            partner,
            "The other unit of the stack may not move in this activation",
            "Move this one alone.",
        ));
    }
    let leaders = escort(f, unit, with);
    for &leader in &leaders {
        if f.leader(leader).action != LeaderAction::None {
            return Err(Bar::Rule(
                rule!("MPBS-5.2.2d"),
                "That leader has used their Action",
                "Move the unit without the leader.",
            ));
        }
        if let Post::Wing(wing) = f.leader(leader).post
            && f.world.activation.is_none_or(|activation| activation.wing != wing)
        {
            return Err(Bar::Rule(
                rule!("MPBS-GLOSSARY-ACTIVE"),
                "Only leaders of the Active Wing and the Army Commander act",
                "Move the unit without the leader.",
            ));
        }
    }
    let asked = match with {
        Escort::None => 0,
        Escort::Both => 2,
        _ => 1,
    };
    if leaders.len() < asked {
        return Err(Bar::Rule(
            rule!("MPBS-5.2.2e"),
            "A leader goes along only with a unit in the same hex",
            "Move the unit without the leader.",
        ));
    }
    Ok(leaders)
}

/// Whether a unit without an allowance still has something to do in a Movement Action: to change places with guns, or
/// to fire pistols.
fn acts_in_place(f: Field<'_>, unit: UnitId, company: Company) -> bool {
    enforces!("MPBS-8.3.2d", "MPBS-10.2b");
    let place = f.footprint(unit);
    let guns = !f.is_train(unit)
        && place.iter().any(|hex| {
            let stack = f.stack(hex);
            stack.main() == Some(unit) && stack.gun().is_some_and(|gun| f.is_gun(gun))
        });
    let partner_acted = f.partner(unit).is_some_and(|partner| f.unit(partner).is(Marks::ACTED));
    let fires = || {
        f.has_pistols(unit)
            && !(company == Company::Alone && partner_acted)
            && f.may_fire_by_command(unit).is_ok()
            && f.targets_around(place, f.side(unit))
                .into_iter()
                .any(|target| f.may_fire_pistol(unit, target).is_ok())
    };
    guns || fires()
}

/// The hex in which a unit must end because its Wing Commander, without an Action, waits there for it alone.
pub(super) fn awaited(f: Field<'_>, unit: UnitId) -> Option<Hex> {
    enforces!("MPBS-5.2.1b");
    let wing = f.wing_of(unit);
    let hex = waits(f, wing)?;
    let mut able = f.units_of_wing(wing).filter(|other| may_join(f, *other, hex));
    (able.next() == Some(unit) && able.next().is_none()).then_some(hex)
}

/// Where the commander of a Wing waits without an Action for a unit to come.
pub(super) fn waits(f: Field<'_>, wing: WingId) -> Option<Hex> {
    let leader = f.leader(f.wing_commander(wing)?);
    let alone = !f.stack(leader.hex).units().any(|unit| f.wing_of(unit) == wing);
    (alone && leader.action != LeaderAction::None).then_some(leader.hex)
}

/// Whether a unit that has its Action yet could end its move in a hex.
pub(super) fn may_join(f: Field<'_>, unit: UnitId, hex: Hex) -> bool {
    !f.unit(unit).is(Marks::ACTED)
        && may_begin(f, unit, Company::Stack, Escort::None).is_ok()
        && can_come_to(f, unit, hex)
}

/// The hex that a unit may not leave because its Wing Commander would be alone there without an Action.
pub(super) fn holds(f: Field<'_>, unit: UnitId, company: Company, leaders: &Leaders) -> Option<Hex> {
    enforces!("MPBS-5.2.1c");
    let commander = f.wing_commander(f.wing_of(unit))?;
    let leader = f.leader(commander);
    if leaders.contains(&commander)
        || !f.footprint(unit).contains(leader.hex)
        || leader.action == LeaderAction::None
    {
        return None;
    }
    let others = f.stack(leader.hex).units().any(|other| {
        other != unit
            && f.wing_of(other) == f.wing_of(unit)
            && !(company == Company::Stack && f.partner(unit) == Some(other))
    });
    (!others).then_some(leader.hex)
}
