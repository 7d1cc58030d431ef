//! Declaring charges: who may charge whom, and who must test first.

use super::approach;
use super::level;
use super::messages::{Charge, ChargeState, Wheel};
use super::plan::{Halt, MEASURE, Planned, Terms, charge_move};
use super::sight::is_visible;
use crate::battle::law::law;
pub use crate::battle::position::charging::may_charge;
use crate::battle::position::{nearness, rates};
use crate::battle::world::{BaseId, GroupId, World};
use caracole_kernel::{Refusal, Side};
use caracole_ledger::{RuleId, enforces, rule};
use caracole_plane::{Angle, BaseRect, CONTACT_TOLERANCE, Contact, Hand, any_within};

fn no(rule: RuleId, problem: impl Into<std::borrow::Cow<'static, str>>, remedy: &'static str) -> Refusal {
    Refusal::new(rule, problem, remedy)
}

/// Whether a battle group has a charge to declare.
#[must_use]
pub fn has_a_charge(world: &World, group: GroupId) -> bool {
    wheels_to_try(world, group).into_iter().any(|wheel| with_wheel(world, group, wheel).is_some())
}

/// The battle groups of a side that can charge and have enemy within the reach of their move.
#[must_use]
pub fn in_reach(world: &World, side: Side, declared: &[Charge]) -> Vec<GroupId> {
    let near = |g: GroupId| has_enemy_near(world, g) || enemy_camp(world, g).is_some();
    world
        .of_side(side)
        .filter(|&g| !declared.iter().any(|c| c.group == g) && may_charge(world, g).is_ok() && near(g))
        .collect()
}

/// Whether a battle group has enemy within the reach of its move.
#[must_use]
pub fn has_enemy_near(world: &World, group: GroupId) -> bool {
    let Some(mu) = rates::distance_from_here(world, group) else { return false };
    let reach = world.field.mu(mu);
    let ours = world.rects(group);
    world.enemies_of(group).any(|e| {
        // A charge sees fronts level: the pike of a tercio that charges, or of a brigade that has turned its back, come
        // nearer by a rank.
        let levelled = level::is_levelled(world, group) || level::is_levelled(world, e);
        let reach = if levelled { reach + world.field.base_width() } else { reach };
        nearness::may_be_within(world, group, e, reach) && any_within(ours, world.rects(e), reach)
    })
}

/// The enemy camp, if it may be charged and is within the reach of a move.
#[must_use]
pub fn enemy_camp(world: &World, group: GroupId) -> Option<BaseRect> {
    let camp =
        world.sides[world[group].side.other()].camp.filter(|c| !c.sacked && world.book.charges_camps())?;
    let reach = world.field.mu(rates::distance_from_here(world, group)?);
    let walls = camp.at.rect();
    any_within(world.rects(group), &[walls], reach).then_some(walls)
}

/// Whether a charge ends with the front of some base at the enemy camp.
fn reaches_camp(world: &World, group: GroupId, planned: &Planned) -> bool {
    let Some(walls) = enemy_camp(world, group).filter(|_| planned.halt == Halt::Camp) else { return false };
    planned.body.rects().iter().any(|r| r.contact(&walls).is_some_and(Contact::is_by_own_front))
}

/// Looks at a declaration.
pub fn check(
    world: &World,
    group: GroupId,
    wheel: Option<Wheel>,
    named: &[GroupId],
) -> Result<(Charge, Planned), Refusal> {
    enforces!(
        "FOGR-IMPACT-006",
        "FOGR-IMPACT-008",
        "FOGR-IMPACT-009",
        "FOGR-IMPACT-016",
        "FOGAM-IMPACT-005",
        "FOGAM-IMPACT-008",
        "FOGAM-IMPACT-009",
        "FOGAM-IMPACT-017"
    );
    may_charge(world, group)?;
    let wheel = wheel.filter(|w| w.by != Angle::ZERO);
    let planned = charge_move(world, group, wheel, &Terms::default())?;
    if planned.touched.is_empty() && named.is_empty() && reaches_camp(world, group, &planned) {
        // No test, and nobody is charged.
        return Ok((declared(group, wheel, Vec::new(), Vec::new()), planned));
    }
    if planned.touched.is_empty() {
        return Err(no_contact(world, &planned));
    }
    let met = |target: GroupId| approach::meets(world, group, target, wheel, &planned);
    let counts = |t: &&super::plan::Touched| approach::is_allowed(world, group, t, met(t.enemy));
    let mut targets: Vec<GroupId> = planned.touched.iter().filter(counts).map(|t| t.enemy).collect();
    targets.sort_unstable();
    targets.dedup();
    if targets.is_empty() {
        return Err(no(
            law!(world.book, "FOGR-IMPACT-019", "FOGAM-IMPACT-020"),
            "its only contact would be with flank or rear of files already fighting to their front",
            "Join the melee as an overlap in the manoeuvre phase, or charge from a proper position.",
        ));
    }
    check_named(world, group, named, &targets)?;
    if let Some(wheel) = wheel {
        check_wheel(world, group, wheel, &planned, &targets)?;
    }
    let mut tests = Vec::new();
    for &target in &targets {
        let contacted: Vec<BaseId> =
            planned.touched.iter().filter(|t| t.enemy == target).map(|t| t.base).collect();
        world.book.check_target(world, group, (target, &contacted), met(target), &mut tests)?;
    }
    tests.extend(world.book.tests_of_its_own(world, group));
    Ok((declared(group, wheel, targets, tests), planned))
}

const fn declared(group: GroupId, wheel: Option<Wheel>, targets: Vec<GroupId>, tests: Vec<RuleId>) -> Charge {
    Charge { group, wheel, targets, evaded: Vec::new(), tests, passed: false, state: ChargeState::Declared }
}

fn no_contact(world: &World, planned: &Planned) -> Refusal {
    match planned.halt {
        Halt::Friends => no(
            law!(world.book, "FOGR-IMPACT-027", "FOGAM-IMPACT-012"),
            "friends are in the way, and a charge passes through nobody",
            "Charge in another direction.",
        ),
        Halt::Camp => no(
            law!(world.book, "FOGR-MANOEUVRE-077", "FOGAM-IMPACT-012"),
            "a camp is in the way, and camps are not charged",
            "Charge in another direction, or move up to the enemy camp in the manoeuvre phase.",
        ),
        // Nothing else bars a charge at its declaration.
        Halt::ShortOfEnemy => no(
            rule!("FOGR-SPECIAL-022"),
            "enemy behind fortifications are charged from no further than 1 MU, steps forward included",
            "Come up to 1 MU first.",
        ),
        Halt::Enemy => no(
            law!(world.book, "FOGR-IMPACT-012", "FOGAM-IMPACT-013"),
            "it would touch the enemy with no front edge, nor with a front corner on an edge",
            "Charge in another direction.",
        ),
        _ => no(
            law!(world.book, "FOGR-IMPACT-005", "FOGAM-IMPACT-004"),
            "no enemy can be contacted with a normal move that way",
            "Charge another enemy, or in another direction.",
        )
        .fact("move distance in MU", planned.allowed.total()),
    }
}

fn check_named(world: &World, group: GroupId, named: &[GroupId], met: &[GroupId]) -> Result<(), Refusal> {
    if named.is_empty() {
        return Err(no(
            law!(world.book, "FOGR-IMPACT-005", "FOGAM-IMPACT-004"),
            "a charge names a target",
            "Name an enemy that it meets.",
        ));
    }
    if let Some(missed) = named.iter().find(|t| !met.contains(t)) {
        return Err(no(
            law!(world.book, "FOGR-IMPACT-006", "FOGAM-IMPACT-005"),
            "one of the targets named is not contacted in this direction",
            "Name only enemies that it meets.",
        )
        .piece("battle group", missed.piece()));
    }
    if !met.iter().any(|&t| is_visible(world, group, t)) {
        return Err(no(
            law!(world.book, "FOGR-IMPACT-005", "FOGAM-IMPACT-004"),
            "no enemy base that it can contact is visible to it",
            "Charge an enemy that it sees.",
        ));
    }
    Ok(())
}

/// The limits of the wheel.
fn check_wheel(
    world: &World,
    group: GroupId,
    wheel: Wheel,
    planned: &Planned,
    targets: &[GroupId],
) -> Result<(), Refusal> {
    enforces!("FOGR-IMPACT-017", "FOGR-IMPACT-018");
    let evader = targets.iter().any(|&t| super::evade::can_evade(world, t));
    if let Some(met) = planned.met_in_wheel
        && evader
        && wheel.by.0 > met.0.saturating_add(Angle::from_millidegrees(50).0)
        && world.book.wheel_after_evaders(world).is_none_or(|most| {
            MEASURE.distance(world.body(group).frontage, wheel.by) > most + CONTACT_TOLERANCE
        })
    {
        return Err(no(
            law!(world.book, "FOGR-IMPACT-018", "FOGAM-IMPACT-019"),
            "it may not wheel past the place where it would contact enemy who could evade",
            "Wheel less.",
        )
        .angle("to contact", met.millidegrees()));
    }
    let straight = charge_move(world, group, None, &Terms::default()).ok();
    let Some(straight) = straight.filter(|s| s.halt == Halt::Enemy) else { return Ok(()) };
    let ids = world.base_ids(group);
    let fighting = |p: &Planned, wheel: Option<Wheel>| -> Vec<(BaseId, BaseId)> {
        let counts = |t: &&super::plan::Touched| {
            approach::is_allowed(world, group, t, approach::meets(world, group, t.enemy, wheel, p))
        };
        p.touched.iter().filter(counts).filter_map(|t| Some((*ids.get(t.own)?, t.base))).collect()
    };
    let (ahead, wheeled) = (fighting(&straight, None), fighting(planned, Some(wheel)));
    world.book.check_strength(world, &ahead, &wheeled)
}

/// The wheels at which a charge may come upon other enemies, or upon them with other bases, none first: enemies in reach
/// come under its front or parallel to it there, or half way between.
#[must_use]
pub fn wheels_to_try(world: &World, group: GroupId) -> Vec<Option<Wheel>> {
    let mut wheels = vec![None];
    let body = world.body(group);
    let ours = world.rects(group);
    let reach =
        rates::distance_from_here(world, group).map_or(caracole_plane::Um::ZERO, |mu| world.field.mu(mu));
    let most = MEASURE.angle(body.frontage, reach).min(Angle::QUARTER);
    for hand in Hand::BOTH {
        let mut turns: Vec<Angle> = Vec::new();
        for enemy in world.enemies_of(group).filter(|&e| any_within(ours, world.rects(e), reach)) {
            let footprint = world.body(enemy).footprint().rect();
            turns.extend(body.wheels_of_interest(hand, &footprint));
        }
        if let Some(walls) = enemy_camp(world, group) {
            turns.extend(body.wheels_of_interest(hand, &walls));
        }
        // Less than a hundredth of a degree moves no corner by as much as the tolerance of contact.
        turns.retain(|t| *t >= Angle::from_millidegrees(10) && *t <= most);
        turns.sort_unstable();
        turns.dedup_by(|a, b| a.0.abs_diff(b.0) < Angle::from_millidegrees(500).0);
        let halves: Vec<Angle> = turns
            .windows(2)
            .filter_map(|p| Some(Angle(p.first()?.0 + (p.get(1)?.0 - p.first()?.0) / 2)))
            .collect();
        wheels.extend(turns.into_iter().chain(halves).map(|by| Some(Wheel { hand, by })));
    }
    wheels
}

/// The charge that a battle group makes with this wheel upon all whom it then meets, if that is allowed.
fn with_wheel(world: &World, group: GroupId, wheel: Option<Wheel>) -> Option<(Charge, Planned)> {
    let enemies = charge_move(world, group, wheel, &Terms::default()).ok()?.enemies();
    if enemies.is_empty() && enemy_camp(world, group).is_none() {
        return None;
    }
    check(world, group, wheel, &enemies).ok()
}

/// Sensible charges of a battle group: straight ahead, and by the wheels at which enemies in reach come under its front or
/// parallel to it; of those on the same enemies the ones with most bases in contact.
#[must_use]
pub fn sensible(world: &World, group: GroupId) -> Vec<Charge> {
    let mut found: Vec<(Charge, usize)> = Vec::new();
    for wheel in wheels_to_try(world, group) {
        let Ok(planned) = charge_move(world, group, wheel, &Terms::default()) else { continue };
        let (enemies, fighting) = (planned.enemies(), planned.fighting());
        let same =
            |c: &Charge, targets: &[GroupId]| c.targets == targets && c.wheel.is_some() == wheel.is_some();
        let idle = enemies.is_empty() && enemy_camp(world, group).is_none();
        if idle || found.iter().any(|(c, most)| same(c, &enemies) && *most >= fighting) {
            continue;
        }
        if let Ok((charge, planned)) = check(world, group, wheel, &enemies) {
            found.retain(|(c, _)| !same(c, &charge.targets));
            found.push((charge, planned.fighting()));
        }
    }
    found.into_iter().map(|(charge, _)| charge).collect()
}
