//! Evading: who may, who must, where to, and what is in the way.

use super::approach;
use super::away::Setout;
use super::plan::{Terms, charge_move};
use super::{Charge, ChargeState, Evade, EvadeTurn};
use crate::battle::arrange::rearrangements;
use crate::battle::law::law;
use crate::battle::position::{contact, defence, disorder, kinds};
use crate::battle::world::{GroupId, World};
use crate::field::{Grade, TerrainKind, grid_of};
use crate::formation::Formation;
use caracole_kernel::Refusal;
use caracole_ledger::{RuleId, enforces};
use caracole_plane::{Angle, BaseRect, Hand};

/// Whether a battle group can evade a charge.
#[must_use]
pub fn can_evade(world: &World, group: GroupId) -> bool {
    // A kinked column does not evade.
    enforces!("FOGR-IMPACT-097", "FOGR-IMPACT-115", "FOGR-BG-045", "FOGAM-IMPACT-100", "FOGAM-BG-015");
    kinds::is_evader(world, group)
        && world[group].kinks.is_empty()
        && !world[group].is_broken()
        && !contact::in_close_combat(world, group)
}

/// The rule that makes a battle group test if it wishes to stand, none if it may stand freely.
#[must_use]
pub fn test_to_stand(world: &World, group: GroupId, charges: &[Charge]) -> Option<RuleId> {
    world.book.test_to_stand(world, group, charges)
}

/// The rule by which a battle group must evade, if it can and has no choice.
#[must_use]
pub fn must_evade(world: &World, group: GroupId, charges: &[Charge]) -> Option<RuleId> {
    world.book.must_evade(world, group, charges).filter(|_| can_evade(world, group))
}

/// Whether a battle group is wholly on ground other than open, or defends works.
#[must_use]
pub fn is_sheltered(world: &World, group: GroupId) -> bool {
    let hard = |r: &BaseRect| {
        world.field.terrain.pieces.iter().any(|p| {
            matches!(p.kind.grade(), Grade::Uneven | Grade::Rough | Grade::Difficult) && p.has_all_of(r)
        })
    };
    world.rects(group).iter().all(hard) || defence::defends(world, group)
}

/// The charges on a battle group that are still to be moved.
pub fn declared_on(charges: &[Charge], group: GroupId) -> impl Iterator<Item = &Charge> {
    charges.iter().filter(move |c| c.state == ChargeState::Declared && c.targets.contains(&group))
}

/// The charges on a battle group that take place.
pub fn on(charges: &[Charge], group: GroupId) -> impl Iterator<Item = &Charge> {
    charges.iter().filter(move |c| c.state != ChargeState::Cancelled && c.targets.contains(&group))
}

/// The direction in which a charge goes.
#[must_use]
pub fn direction(world: &World, charge: &Charge) -> Angle {
    let facing = world.facing(charge.group);
    charge.wheel.map_or(facing, |w| facing.turned(w.hand.sense(), w.by))
}

/// The direction of the charge on a battle group: that of the charge, or between those of several.
#[must_use]
pub fn direction_on(world: &World, group: GroupId, charges: &[Charge]) -> Option<Angle> {
    let all: Vec<Angle> = on(charges, group).map(|c| direction(world, c)).collect();
    Angle::bisect_all(&all, world.home_of(world[group].side), world.hand_where_equal())
}

/// Whether a battle group is charged in flank or rear.
#[must_use]
pub fn is_charged_in_flank_or_rear(world: &World, group: GroupId, charges: &[Charge]) -> bool {
    on(charges, group).any(|c| {
        charge_move(world, c.group, c.wheel, &Terms::of(world, c)).is_ok_and(|planned| {
            let met = approach::meets(world, c.group, group, c.wheel, &planned);
            met.is_in_flank_or_rear()
        })
    })
}

/// Looks at the choice of a direction.
pub fn check(world: &World, group: GroupId, to: Evade, charges: &[Charge]) -> Result<(), Refusal> {
    enforces!("FOGR-IMPACT-100", "FOGR-IMPACT-103", "FOGAM-IMPACT-104", "FOGAM-IMPACT-107");
    if !can_evade(world, group) {
        return Err(world.book.cannot_evade());
    }
    match to {
        Evade::ToRear => {
            if is_charged_in_flank_or_rear(world, group, charges) {
                return Err(Refusal::new(
                    law!(world.book, "FOGR-IMPACT-100", "FOGAM-IMPACT-104"),
                    "troops charged in flank or rear evade only in the direction of the charge",
                    "Evade with the charge.",
                ));
            }
        }
        Evade::WithCharge { turn } => {
            let Some(direction) = direction_on(world, group, charges) else { return Ok(()) };
            let facing = world.facing(group);
            let off = |f: Angle| f.shortest_turn(direction).1;
            let turned = match turn {
                EvadeTurn::None => {
                    let quarter = off(facing + Angle::QUARTER).min(off(facing - Angle::QUARTER));
                    if off(facing) > quarter.min(off(facing + Angle::HALF)) {
                        return Err(Refusal::new(
                            law!(world.book, "FOGR-IMPACT-103", "FOGAM-IMPACT-107"),
                            "they turn first: a turn brings them nearer to the direction of the charge",
                            "Turn about, or by 90 degrees.",
                        ));
                    }
                    return Ok(());
                }
                EvadeTurn::About => facing + Angle::HALF,
                EvadeTurn::To(Hand::Left) => facing - Angle::QUARTER,
                EvadeTurn::To(Hand::Right) => facing + Angle::QUARTER,
            };
            if off(facing) < off(turned) || off(turned) > Angle::QUARTER {
                return Err(Refusal::new(
                    law!(world.book, "FOGR-IMPACT-103", "FOGAM-IMPACT-107"),
                    "this turn does not bring them nearer to the direction of the charge",
                    "Turn the other way, or not at all.",
                ));
            }
            if matches!(turn, EvadeTurn::To(_)) && turned_formation(world, group).is_none() {
                return Err(Refusal::new(
                    law!(world.book, "FOGR-MOVE-055", "FOGAM-MOVE-048"),
                    "there is no legal formation after that turn",
                    "Turn about.",
                ));
            }
        }
    }
    Ok(())
}

/// The formation after a turn by 90 degrees: as wide as it was deep, rounded as the book says.
pub(super) fn turned_formation(world: &World, group: GroupId) -> Option<Formation> {
    enforces!("FOGR-MOVE-056");
    let width = world.field.base_width();
    let depth = world.body(group).depth();
    let down = depth.whole_parts(width) as usize;
    let up = if width * (down as i32) < depth { down + 1 } else { down };
    let start = world.start_of(group);
    let nature = world.nature(group, &start);
    let formation = world.formation(group);
    let widths = world.book.widths_of_evaders_turned(down.max(1), up.max(1));
    widths
        .into_iter()
        .find_map(|w| rearrangements(&nature, formation, w.min(formation.len())).into_iter().next())
}

/// A battle group turned for its evade: after the die of its variable move it sets out.
#[must_use]
pub fn set_out<'w>(
    world: &'w World,
    group: GroupId,
    to: Evade,
    charges: &[Charge],
    change: i32,
) -> Setout<'w> {
    let away = world.facing(group) + Angle::HALF;
    match to {
        Evade::ToRear => set_out_toward(world, group, EvadeTurn::About, away, charges, change),
        Evade::WithCharge { turn } => {
            let toward = direction_on(world, group, charges).unwrap_or(away);
            set_out_toward(world, group, turn, toward, charges, change)
        }
    }
}

/// The turn that brings a battle group nearest to a direction in which it must go.
#[must_use]
pub fn turn_toward(world: &World, group: GroupId, toward: Angle) -> EvadeTurn {
    let facing = world.facing(group);
    let can_turn = turned_formation(world, group).is_some();
    let ways = [
        (EvadeTurn::None, facing),
        (EvadeTurn::About, facing + Angle::HALF),
        (EvadeTurn::To(Hand::Left), facing - Angle::QUARTER),
        (EvadeTurn::To(Hand::Right), facing + Angle::QUARTER),
    ];
    let open = ways.into_iter().filter(|(turn, _)| can_turn || !matches!(turn, EvadeTurn::To(_)));
    open.min_by_key(|(_, facing)| facing.shortest_turn(toward).1).map_or(EvadeTurn::None, |(turn, _)| turn)
}

/// A battle group turned to go in a direction.
#[must_use]
pub fn set_out_toward<'w>(
    world: &'w World,
    group: GroupId,
    turn: EvadeTurn,
    toward: Angle,
    charges: &[Charge],
    change: i32,
) -> Setout<'w> {
    enforces!(
        "FOGR-IMPACT-101",
        "FOGR-IMPACT-102",
        "FOGR-IMPACT-104",
        "FOGAM-IMPACT-106",
        "FOGAM-IMPACT-108",
        "FOGAM-IMPACT-109"
    );
    let scale = world.field.scale;
    let formation = world.formation(group);
    let body = world.laid_out(group);
    let lead = world.lead(group);
    let about = || body.turned_about(&grid_of(scale, formation, lead));
    let turned = match turn {
        EvadeTurn::About => (formation.clone(), about()),
        EvadeTurn::None => (formation.clone(), body.clone()),
        EvadeTurn::To(hand) => {
            let turned = turned_formation(world, group).unwrap_or_else(|| formation.clone());
            let body = body.turned_from(hand.other(), &grid_of(scale, &turned, lead));
            (turned, body)
        }
    };
    Setout::new(world, group, turned, toward, charges, change)
}

/// The one way in which a battle group can evade, if all its ways come to the same; none inside if there is no way.
#[must_use]
pub fn only_way(world: &World, group: GroupId, charges: &[Charge]) -> Option<Option<Evade>> {
    let away = world.facing(group) + Angle::HALF;
    let heading = |to: Evade| match to {
        Evade::ToRear => (EvadeTurn::About, away),
        Evade::WithCharge { turn } => (turn, direction_on(world, group, charges).unwrap_or(away)),
    };
    let ways = ways(world, group, charges);
    let first = ways.first().copied();
    let same = ways.iter().all(|&to| Some(heading(to)) == first.map(heading));
    same.then_some(first)
}

/// The ways in which a battle group can evade.
#[must_use]
pub fn ways(world: &World, group: GroupId, charges: &[Charge]) -> Vec<Evade> {
    let turns = [EvadeTurn::None, EvadeTurn::About, EvadeTurn::To(Hand::Left), EvadeTurn::To(Hand::Right)];
    let with = turns.into_iter().map(|turn| Evade::WithCharge { turn });
    std::iter::once(Evade::ToRear)
        .chain(with)
        .filter(|&to| check(world, group, to, charges).is_ok())
        .collect()
}

/// The worst disorder that ground would give counts for interceptors; here only for the zone.
#[must_use]
pub fn would_disorder(world: &World, group: GroupId, kind: TerrainKind) -> bool {
    world.profiles(group).iter().any(|b| {
        let grade = disorder::grade_for(world, kind, b.troop_type);
        disorder::by_terrain(world, b.troop_type, world[group].posture, grade)
            != crate::troops::Disorder::None
    })
}
