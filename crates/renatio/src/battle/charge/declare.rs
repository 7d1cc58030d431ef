//! SP2.1 to SP2.3: way is made, charges are declared, stopped or forced.

use super::course::{Course, gap, is_swept, press_from_line, reached};
use super::message::{Decision, Declared, Order};
use crate::battle::Paid;
use crate::battle::movement::{Plan, check_group, check_paid, own_ug, payments, reach};
use crate::battle::position::command::check_reliable;
use crate::battle::position::fights::{fights_frontally, touching};
use crate::battle::position::ground::hampering;
use crate::battle::world::{Approach, ChargeKind, Deed, Foe, Game, UgId, Wheel};
use crate::charts::{ActionCode, Going, Hampered};
use crate::troops::{Arm, Characteristic, Profile, Shape, TroopType, Weapon};
use caracole_kernel::{Refusal, Side};
use caracole_ledger::{RuleId, enforces, rule};
use caracole_plane::Hand;

/// How near an enemy must be for a Free Charge, in BW.
const FREE: i32 = 3;
/// The most units of one decision.
const MOST: usize = 12;

fn no(rule: RuleId, problem: &'static str, remedy: &'static str, ug: UgId) -> Refusal {
    Refusal::new(rule, problem, remedy).piece("unit", ug.piece())
}

/// Whether a unit has declared a charge.
pub fn has_declared(game: Game<'_>, ug: UgId) -> bool {
    game.world.charges.iter().any(|charge| charge.ug == ug)
}

/// Whether a unit may charge at all now, or why not.
pub fn may_charge(game: Game<'_>, side: Side, ug: UgId) -> Result<(), Refusal> {
    enforces!("RETG-CHARGE-012", "RETG-MOVE-006", "RETG-GLOS-016");
    own_ug(game, side, ug)?;
    check_reliable(game, ug)?;
    let state = &game.world[ug];
    let slow = matches!(state.troop_type(), TroopType::Artillery | TroopType::Battlewagons);
    if slow {
        let problem = "Artillery and battlewagons do not charge";
        return Err(no(rule!("RETG-CHARGE-012"), problem, "Choose another unit.", ug));
    }
    if has_declared(game, ug) {
        return Err(no(
            rule!("RETG-CHARGE-010"),
            "The unit has declared its charge",
            "Choose another unit.",
            ug,
        ));
    }
    if state.acted || state.deeds.has_any(&[Deed::Held, Deed::Evaded]) {
        let problem = "The unit has acted in this phase";
        return Err(no(rule!("RETG-MOVE-006"), problem, "Choose another unit.", ug));
    }
    Ok(())
}

/// Friends whom a charge need not mind: they have declared charges of their own.
fn charging_friends(game: Game<'_>, ug: UgId) -> Vec<UgId> {
    game.world.charges.iter().map(|charge| charge.ug).filter(|other| *other != ug).collect()
}

/// Whom a charge reaches, with its way; a unit in combat goes nowhere, its free files press forward.
pub fn charged_by(
    game: Game<'_>,
    ug: UgId,
    approach: &Approach,
    friends: &[UgId],
) -> Result<(Vec<Foe>, Option<Course>), Refusal> {
    enforces!("RETG-CHARGE-090");
    if fights_frontally(game, ug) {
        let straight = *approach == Approach::default();
        let found = if straight { press_from_line(game, ug).1 } else { Vec::new() };
        if found.is_empty() {
            let problem = "A unit in combat charges with free files that reach an enemy within 1 BW";
            return Err(no(rule!("RETG-CHARGE-016"), problem, "Choose another unit.", ug));
        }
        return Ok((found, None));
    }
    let touched = touching(game, ug);
    let (found, course) = reached(game, ug, approach, friends)?;
    if found.iter().any(|foe| touched.contains(foe)) {
        let problem = "A unit does not charge enemies whom it touches already";
        return Err(no(rule!("RETG-CHARGE-090"), problem, "Engage them by a move.", ug));
    }
    if found.is_empty() {
        let refused = no(rule!("RETG-CHARGE-006"), "The charge reaches no enemy", "Charge one in reach.", ug);
        return Err(match course.stop {
            super::course::Stop::Friend(friend) => {
                no(rule!("RETG-UNIV-017"), "Friends stand in the way of the charge", "Go around them.", ug)
                    .piece("friend", friend.piece())
            }
            super::course::Stop::Short(foe) => {
                super::course::may_contact(game, ug, foe).err().unwrap_or(refused)
            }
            _ => refused,
        });
    }
    Ok((found, Some(course)))
}

/// Troops that are Impetuous battle troops now.
fn is_impetuous(game: Game<'_>, ug: UgId) -> bool {
    enforces!("RETG-GLOS-042");
    let state = &game.world[ug];
    state.profile.is(Characteristic::Impetuous) && !state.acts_as_sug()
}

/// Whether a Forced Charge on these is free instead: hampering ground, or mounted against elephants or pikes.
fn is_excused(game: Game<'_>, ug: UgId, targets: &[Foe], course: Option<&Course>) -> bool {
    enforces!("RETG-CHARGE-003");
    let ends: Vec<_> = course.map_or_else(Vec::new, |course| course.path.end().rects().to_vec());
    let hampers = hampering(game, Foe::Ug(ug), &ends) != Hampered::None;
    let rides = game.world[ug].troop_type() == TroopType::Mounted;
    let feared = |profile: &Profile| {
        profile.arm == Arm::Elephants
            || matches!(
                profile.shape,
                Shape::PikeAndShot
                    | Shape::EarlyPikeAndShot
                    | Shape::Keil
                    | Shape::LateKeil
                    | Shape::Colunela
                    | Shape::Tercio
            )
    };
    let solid = targets.iter().find(|foe| !is_swept(game, ug, **foe));
    let met = solid.or(targets.first()).and_then(|foe| foe.ug());
    hampers || (rides && met.is_some_and(|target| feared(&game.world[target].profile)))
}

/// Troops that charge without a card at close quarters.
fn charges_freely(profile: &Profile) -> bool {
    profile.characteristics.has_any(&[
        Characteristic::Elan,
        Characteristic::Aggressive,
        Characteristic::Ferocious,
    ]) || profile.weapons.has_any(&[Weapon::ChargingLancer, Weapon::ChargingPistol])
}

/// The type of a charge.
pub fn kind_of(game: Game<'_>, ug: UgId, targets: &[Foe], course: Option<&Course>) -> ChargeKind {
    enforces!("RETG-CHARGE-001", "RETG-CHARGE-002", "RETG-CHARGE-005", "RETG-CHARGE-006");
    if is_impetuous(game, ug) {
        return match is_excused(game, ug, targets, course) {
            true => ChargeKind::Free,
            false => ChargeKind::Forced,
        };
    }
    let state = &game.world[ug];
    let near = targets.iter().any(|foe| gap(game, ug, *foe) <= game.bw(FREE));
    match near && charges_freely(&state.profile) && !state.acts_as_sug() {
        true => ChargeKind::Free,
        false => ChargeKind::Prompted,
    }
}

/// Directions in which a unit may find somebody: straight ahead, and wheels at which something changes.
pub fn approaches(game: Game<'_>, ug: UgId) -> Vec<Approach> {
    let mut found = vec![Approach::default()];
    let world = game.world;
    let side = world[ug].side;
    let far = game.bw(reach(game, ug, Going::Good).total());
    if fights_frontally(game, ug) || far <= caracole_plane::Um::ZERO {
        return found;
    }
    let body = world.body(ug);
    let (owners, ground) = crate::battle::position::fights::enemy_ground(game, side);
    let near: Vec<_> = owners
        .iter()
        .zip(&ground)
        .filter(|(_, rect)| caracole_plane::any_within(world.rects(ug), &[**rect], far))
        .collect();
    if near.is_empty() {
        return Vec::new();
    }
    for hand in Hand::BOTH {
        let mut degrees: Vec<u8> = Vec::new();
        for (_, rect) in &near {
            for wheel in body.wheels_of_interest(hand, rect) {
                let whole = u8::try_from(wheel.millidegrees() / 1000).unwrap_or(90);
                degrees.extend([whole, whole.saturating_add(1)]);
            }
        }
        degrees.sort_unstable();
        degrees.dedup();
        let all = degrees.into_iter().filter(|degrees| (1..=90).contains(degrees));
        found.extend(
            all.map(|degrees| Approach { wheel: Some(Wheel { hand, degrees }), ..Approach::default() }),
        );
    }
    found
}

/// Every charge that a unit could declare, one for each list of targets, by the least wheel.
pub fn possible(game: Game<'_>, ug: UgId) -> Vec<Declared> {
    let mut found: Vec<Declared> = Vec::new();
    if may_charge(game, game.world[ug].side, ug).is_err() {
        return found;
    }
    let mut all = approaches(game, ug);
    all.sort_by_key(|approach| approach.wheel.map_or(0, |wheel| wheel.degrees));
    for approach in all {
        let Ok((targets, course)) = charged_through(game, ug, &approach) else { continue };
        let kind = kind_of(game, ug, &targets, course.as_ref());
        if found.iter().any(|known| known.targets == targets && known.kind == kind) {
            continue;
        }
        found.push(Declared { ug, kind, approach, targets });
    }
    found
}

/// Units of a side that must charge and have neither declared nor been stopped.
pub fn forced(game: Game<'_>, side: Side) -> Vec<UgId> {
    let world = game.world;
    let impetuous = world.of_side(side).filter(|ug| is_impetuous(game, *ug));
    impetuous
        .filter(|ug| possible(game, *ug).iter().any(|charge| charge.kind == ChargeKind::Forced))
        .collect()
}

/// Whom a charge reaches. Friends who have declared charges are no obstacle, and Forced chargers burst through others.
fn charged_through(
    game: Game<'_>,
    ug: UgId,
    approach: &Approach,
) -> Result<(Vec<Foe>, Option<Course>), Refusal> {
    enforces!("RETG-CHARGE-022", "RETG-SEQ-007");
    match charged_by(game, ug, approach, &charging_friends(game, ug)) {
        Err(refusal) if is_impetuous(game, ug) && refusal.rule.id() == "RETG-UNIV-017" => {
            let side = game.world[ug].side;
            let all: Vec<UgId> = game.world.of_side(side).filter(|own| *own != ug).collect();
            charged_by(game, ug, approach, &all)
        }
        found => found,
    }
}

/// A charge found legal, with its type.
pub fn check_one(game: Game<'_>, side: Side, ug: UgId, approach: &Approach) -> Result<Declared, Refusal> {
    may_charge(game, side, ug)?;
    let (targets, course) = charged_through(game, ug, approach)?;
    let kind = kind_of(game, ug, &targets, course.as_ref());
    Ok(Declared { ug, kind, approach: *approach, targets })
}

/// A declaration checked: every charge, and the cards for those that are Prompted.
pub fn check(
    game: Game<'_>,
    side: Side,
    ugs: &[UgId],
    approach: &Approach,
    paid: Option<&Paid>,
) -> Result<Order, Refusal> {
    enforces!("RETG-CHARGE-007", "RETG-SEQ-008", "RETG-CHARGE-010");
    if ugs.is_empty() || ugs.len() > MOST {
        return Err(Refusal::new(rule!("RETG-CHARGE-010"), "Somebody charges", "Name one or a few units."));
    }
    if ugs.len() > 1 {
        check_group(game, side, ugs)?;
    }
    let mut charges = Vec::new();
    for ug in ugs {
        charges.push(check_one(game, side, *ug, approach)?);
    }
    let prompted: Vec<UgId> =
        charges.iter().filter(|c| c.kind == ChargeKind::Prompted).map(|c| c.ug).collect();
    let plan = Plan::of(ActionCode::C2, &prompted);
    let paid = match (prompted.is_empty(), paid) {
        (true, None) => None,
        (true, Some(_)) => {
            let problem = "This charge costs no card";
            return Err(Refusal::new(rule!("RETG-CHARGE-005"), problem, "Declare it without cards."));
        }
        (false, None) => {
            let problem = "A Prompted Charge costs a GREEN card or better";
            return Err(Refusal::new(rule!("RETG-CHARGE-006"), problem, "Pay for it."));
        }
        (false, Some(paid)) => {
            check_paid(game, side, &plan, paid)?;
            Some((plan, *paid))
        }
    };
    Ok(Order::Declare { charges, paid })
}

/// Forced Charges stopped by cards.
pub fn check_hold(game: Game<'_>, side: Side, ugs: &[UgId], paid: &Paid) -> Result<Order, Refusal> {
    enforces!("RETG-CHARGE-004", "RETG-CHARGE-007");
    if ugs.is_empty() || ugs.len() > MOST {
        return Err(Refusal::new(
            rule!("RETG-CHARGE-004"),
            "Somebody is stopped",
            "Name one or a few units.",
        ));
    }
    if ugs.len() > 1 {
        check_group(game, side, ugs)?;
    }
    for ug in ugs {
        may_charge(game, side, *ug)?;
        if !possible(game, *ug).iter().any(|charge| charge.kind == ChargeKind::Forced) {
            let problem = "The unit has no Forced Charge to stop";
            return Err(no(rule!("RETG-CHARGE-004"), problem, "Name one that has.", *ug));
        }
    }
    let plan = Plan::of(ActionCode::C3, ugs);
    check_paid(game, side, &plan, paid)?;
    Ok(Order::Hold { plan, paid: *paid })
}

/// Declarations and holds to offer.
pub fn candidates(game: Game<'_>, side: Side, out: &mut Vec<Decision>) {
    for ug in game.world.of_side(side).collect::<Vec<_>>() {
        let all = possible(game, ug);
        let is_forced = all.iter().any(|charge| charge.kind == ChargeKind::Forced);
        for charge in all {
            declarations(game, side, &charge, out);
        }
        if is_forced {
            let plan = Plan::of(ActionCode::C3, &[ug]);
            out.extend(
                payments(game, side, &plan).into_iter().map(|paid| Decision::Hold { ugs: vec![ug], paid }),
            );
        }
    }
}

/// A charge with everybody who may pay for it.
pub fn declarations(game: Game<'_>, side: Side, charge: &Declared, out: &mut Vec<Decision>) {
    let declare = |paid| Decision::Declare { ugs: vec![charge.ug], approach: charge.approach, paid };
    match charge.kind {
        ChargeKind::Prompted => {
            let plan = Plan::of(ActionCode::C2, &[charge.ug]);
            out.extend(payments(game, side, &plan).into_iter().map(|paid| declare(Some(paid))));
        }
        _ => out.push(declare(None)),
    }
}
