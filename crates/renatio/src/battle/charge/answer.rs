//! SP2.4: counter-charges and intercepts.

use super::course::reached;
use super::message::{Decision, Order};
use crate::battle::Bw;
use crate::battle::Paid;
use crate::battle::movement::{Moved, Plan, check_paid, measure, own_ug, payments, reach};
use crate::battle::position::command::check_reliable;
use crate::battle::position::fights::{enemy_ground, is_in_combat};
use crate::battle::position::going::worst_on;
use crate::battle::world::{Charge, Deed, Foe, Game, UgId, Wheel};
use crate::charts::{ActionCode, Going};
use crate::troops::{Arm, TroopType};
use caracole_kernel::{Refusal, Side};
use caracole_ledger::{RuleId, enforces, rule};
use caracole_plane::{Angle, CONTACT_TOLERANCE, Path, Trail, Um};

fn no(rule: RuleId, problem: &'static str, remedy: &'static str, ug: UgId) -> Refusal {
    Refusal::new(rule, problem, remedy).piece("unit", ug.piece())
}

/// Whether a unit is charged by an enemy charge.
pub fn is_charged(game: Game<'_>, ug: UgId) -> bool {
    game.world.charges.iter().any(|charge| charge.targets.contains(&Foe::Ug(ug)))
}

fn may_counter(game: Game<'_>, side: Side, ug: UgId) -> Result<(), Refusal> {
    own_ug(game, side, ug)?;
    check_reliable(game, ug)?;
    let state = &game.world[ug];
    let slow = matches!(state.troop_type(), TroopType::Artillery | TroopType::Battlewagons);
    if slow {
        return Err(no(rule!("RETG-CHARGE-012"), "These troops do not charge", "Choose another unit.", ug));
    }
    if state.acted || super::declare::has_declared(game, ug) || state.deeds.has(Deed::Evaded) {
        return Err(no(
            rule!("RETG-MOVE-006"),
            "The unit has acted in this turn",
            "Choose another unit.",
            ug,
        ));
    }
    if is_in_combat(game, ug) {
        return Err(no(rule!("RETG-CHARGE-042"), "The unit is in combat", "Choose another unit.", ug));
    }
    Ok(())
}

/// A counter-charge or an intercept worked out.
pub fn plan(
    game: Game<'_>,
    side: Side,
    ug: UgId,
    wheel: Option<Wheel>,
    forward: Bw,
) -> Result<(Plan, bool), Refusal> {
    enforces!("RETG-CHARGE-040", "RETG-CHARGE-042", "RETG-CHARGE-043", "RETG-CHARGE-044", "RETG-CHARGE-045");
    may_counter(game, side, ug)?;
    let charged = is_charged(game, ug);
    if wheel.is_some() && !charged {
        let problem = "An intercept goes straight ahead";
        return Err(no(rule!("RETG-CHARGE-045"), problem, "Leave the wheel out.", ug));
    }
    let mut path = Path::from(game.world.body(ug));
    if let Some(wheel) = wheel {
        if !(1..=90).contains(&wheel.degrees) {
            let problem = "A counter-charge begins with a wheel of 1 to 90 degrees";
            return Err(no(rule!("RETG-CHARGE-045"), problem, "Wheel less, or not at all.", ug));
        }
        path = path.wheel(wheel.hand, Angle::from_degrees(i32::from(wheel.degrees)), measure(game));
    }
    let ahead = forward.um(game.bw(1));
    if ahead < Um::ZERO {
        return Err(no(rule!("RETG-CHARGE-043"), "They go forward", "Give a distance.", ug));
    }
    let path = path.advance(ahead);
    let mut distance = reach(game, ug, worst_on(game, ug, &path)?);
    let less = i32::from(game.charts().movement_distance.counter_charge_bw);
    distance.add(rule!("RETG-CHARGE-043"), "counter-charge or intercept", -less);
    if path.spent() > game.bw(distance.total()) {
        let refused = no(rule!("RETG-CHARGE-043"), "The move is too long", "Go less far.", ug);
        return Err(refused.length("distance", path.spent().get()));
    }
    check_way(game, side, ug, &path)?;
    let mut after = game.world.clone();
    after.put(ug, path.end());
    meets_chargers(Game::new(game.scenario, &after), ug)?;
    let placings = after.placings(ug).to_vec();
    let moved = Moved { ug, distance, spent: path.spent(), placings };
    Ok((Plan { moved: vec![moved], away: true, ..Plan::of(ActionCode::C4, &[ug]) }, charged))
}

/// Nothing stands on the way, and no enemy comes within 1 BW.
fn check_way(game: Game<'_>, side: Side, ug: UgId, path: &Path) -> Result<(), Refusal> {
    let trail = Trail::of(path);
    let friends = game.rects_of(game.world.of_side(side).filter(|own| *own != ug));
    if trail.leaves(&game.scenario.field.table) || trail.runs_into(&friends) || trail.runs_into(&game.camps())
    {
        return Err(no(rule!("RETG-CHARGE-043"), "Something stands in the way", "Go less far.", ug));
    }
    let (_, enemies) = enemy_ground(game, side);
    let near = game.bw(1) - CONTACT_TOLERANCE;
    if path.comes_within(&enemies, near) {
        let problem = "It comes within 1 BW of the enemy";
        return Err(no(rule!("RETG-CHARGE-044"), problem, "Stop further away.", ug));
    }
    Ok(())
}

/// Whether some charge will contact the unit where it stands now.
fn meets_chargers(game: Game<'_>, ug: UgId) -> Result<(), Refusal> {
    enforces!("RETG-CHARGE-041", "RETG-SEQ-010");
    let state = &game.world[ug];
    let friends: Vec<UgId> = game.world.charges.iter().map(|charge| charge.ug).collect();
    let mut met: Vec<&Charge> = Vec::new();
    for charge in game.world.charges.iter().filter(|c| game.world[c.ug].side != state.side) {
        let others: Vec<UgId> = friends.iter().copied().filter(|friend| *friend != charge.ug).collect();
        let reached = reached(game, charge.ug, &charge.approach, &others);
        let hits = match &reached {
            Ok((found, course)) => {
                found.contains(&Foe::Ug(ug)) || course.stop == super::course::Stop::Short(Foe::Ug(ug))
            }
            Err(_) => false,
        };
        if hits {
            met.push(charge);
        }
    }
    if met.is_empty() {
        let problem = "No charge would meet it there";
        return Err(no(rule!("RETG-CHARGE-042"), problem, "Go where chargers will meet it.", ug));
    }
    let on_foot = state.troop_type() == TroopType::Foot;
    let rides = |charge: &Charge| {
        let theirs = &game.world[charge.ug];
        theirs.troop_type() == TroopType::Mounted && theirs.profile.arm != Arm::Dragoons
    };
    if on_foot && met.iter().any(|charge| rides(charge)) {
        let problem = "Foot neither counter-charge nor intercept mounted";
        return Err(no(rule!("RETG-CHARGE-041"), problem, "Stand.", ug));
    }
    Ok(())
}

/// A counter-charge or an intercept checked with its cards.
pub fn check(
    game: Game<'_>,
    side: Side,
    ug: UgId,
    wheel: Option<Wheel>,
    forward: Bw,
    paid: &Paid,
) -> Result<Order, Refusal> {
    let (plan, charged) = plan(game, side, ug, wheel, forward)?;
    check_paid(game, side, &plan, paid)?;
    Ok(Order::Counter { plan, paid: *paid, charged })
}

/// Moves to offer: straight ahead by whole base widths.
pub fn candidates(game: Game<'_>, side: Side, out: &mut Vec<Decision>) {
    for ug in game.world.of_side(side).collect::<Vec<_>>() {
        if may_counter(game, side, ug).is_err()
            || payments(game, side, &Plan::of(ActionCode::C4, &[ug])).is_empty()
        {
            continue;
        }
        let far = reach(game, ug, Going::Good).total();
        for bw in 1..far {
            let forward = Bw::whole(bw);
            let Ok((plan, _)) = plan(game, side, ug, None, forward) else { continue };
            let all = payments(game, side, &plan).into_iter();
            out.extend(all.map(|paid| Decision::Counter { ug, wheel: None, forward, paid }));
        }
    }
}
