//! Declaring charges: who may charge whom, and who must test first.

use super::approach::{self, Met};
use super::level;
use super::messages::{Charge, ChargeState, Wheel};
use super::plan::{Halt, MEASURE, Planned, Terms, charge_move};
use super::sight::is_visible;
pub use crate::battle::position::charging::may_charge;
use crate::battle::position::{defence, disorder, flank, kinds, nearness, rates, support};
use crate::battle::world::{Approach, BaseId, GroupId, Posture, World};
use crate::field::Grade;
use crate::troops::{Cohesion, TroopType};
use caracole_kernel::{Refusal, Side};
use caracole_ledger::{RuleId, enforces, rule};
use caracole_plane::{Angle, Hand, any_within};

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
    let near = |g: GroupId| {
        let Some(mu) = rates::distance_from_here(world, g) else { return false };
        let reach = world.field.mu(mu);
        let ours = world.rects(g);
        world.enemies_of(g).any(|e| {
            // A charge sees fronts level: the pike of a tercio that charges, or of a brigade that has turned its back, come
            // nearer by a rank.
            let levelled = level::is_levelled(world, g) || level::is_levelled(world, e);
            let reach = if levelled { reach + world.field.base_width() } else { reach };
            nearness::may_be_within(world, g, e, reach) && any_within(ours, world.rects(e), reach)
        })
    };
    world
        .of_side(side)
        .filter(|&g| !declared.iter().any(|c| c.group == g) && may_charge(world, g).is_ok() && near(g))
        .collect()
}

/// Looks at a declaration.
pub fn check(
    world: &World,
    group: GroupId,
    wheel: Option<Wheel>,
    named: &[GroupId],
) -> Result<(Charge, Planned), Refusal> {
    enforces!("FOGR-IMPACT-006", "FOGR-IMPACT-008", "FOGR-IMPACT-009", "FOGR-IMPACT-016");
    may_charge(world, group)?;
    let wheel = wheel.filter(|w| w.by != Angle::ZERO);
    let planned = charge_move(world, group, wheel, &Terms::default())?;
    if planned.touched.is_empty() {
        return Err(no_contact(&planned));
    }
    let met = |target: GroupId| approach::meets(world, group, target, wheel, &planned);
    let counts = |t: &&super::plan::Touched| approach::is_allowed(world, group, t, met(t.enemy));
    let mut targets: Vec<GroupId> = planned.touched.iter().filter(counts).map(|t| t.enemy).collect();
    targets.sort_unstable();
    targets.dedup();
    if targets.is_empty() {
        return Err(no(
            rule!("FOGR-IMPACT-019"),
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
        check_target(world, group, (target, &contacted), met(target), &mut tests)?;
    }
    tests.extend(tests_of_its_own(world, group));
    let charge = Charge {
        group,
        wheel,
        targets,
        evaded: Vec::new(),
        tests,
        passed: false,
        state: ChargeState::Declared,
    };
    Ok((charge, planned))
}

fn no_contact(planned: &Planned) -> Refusal {
    match planned.halt {
        Halt::Friends => no(
            rule!("FOGR-IMPACT-027"),
            "friends are in the way, and a charge passes through nobody",
            "Charge in another direction.",
        ),
        Halt::Camp => no(
            rule!("FOGR-MANOEUVRE-077"),
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
            rule!("FOGR-IMPACT-012"),
            "it would touch the enemy with no front edge, nor with a front corner on an edge",
            "Charge in another direction.",
        ),
        _ => no(
            rule!("FOGR-IMPACT-005"),
            "no enemy can be contacted with a normal move that way",
            "Charge another enemy, or in another direction.",
        )
        .fact("move distance in MU", planned.allowed.total()),
    }
}

fn check_named(world: &World, group: GroupId, named: &[GroupId], met: &[GroupId]) -> Result<(), Refusal> {
    if named.is_empty() {
        return Err(no(rule!("FOGR-IMPACT-005"), "a charge names a target", "Name an enemy that it meets."));
    }
    if let Some(missed) = named.iter().find(|t| !met.contains(t)) {
        return Err(no(
            rule!("FOGR-IMPACT-006"),
            "one of the targets named is not contacted in this direction",
            "Name only enemies that it meets.",
        )
        .piece("battle group", missed.piece()));
    }
    if !met.iter().any(|&t| is_visible(world, group, t)) {
        return Err(no(
            rule!("FOGR-IMPACT-005"),
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
    {
        return Err(no(
            rule!("FOGR-IMPACT-018"),
            "it may not wheel past the place where it would contact enemy who could evade",
            "Wheel less.",
        )
        .angle("to contact", met.millidegrees()));
    }
    let straight = charge_move(world, group, None, &Terms::default()).ok();
    let Some(straight) = straight.filter(|s| s.halt == Halt::Enemy) else { return Ok(()) };
    let eligible = |p: &Planned, wheel: Option<Wheel>| {
        let counts = |t: &&super::plan::Touched| {
            approach::is_allowed(world, group, t, approach::meets(world, group, t.enemy, wheel, p))
        };
        let mut own: Vec<usize> = p.touched.iter().filter(counts).map(|t| t.own).collect();
        own.sort_unstable();
        own.dedup();
        own.len()
    };
    let (ahead, wheeled) = (eligible(&straight, None), eligible(planned, Some(wheel)));
    if ahead > wheeled {
        return Err(no(
            rule!("FOGR-IMPACT-017"),
            "by wheeling fewer of its bases would fight than by charging straight ahead",
            "Charge straight ahead, or wheel so that as many bases fight.",
        )
        .fact("bases straight ahead", ahead)
        .fact("bases with this wheel", wheeled));
    }
    Ok(())
}

fn in_flank_or_rear(met: Met) -> bool {
    matches!(met.approach, Approach::FlankCharge | Approach::RearCharge)
}

/// Whether artillery is open to light troops: limbered, or without rear support of some base.
fn is_open_artillery(world: &World, target: GroupId) -> bool {
    enforces!("FOGR-IMPACT-068");
    kinds::is_artillery(world, target)
        && (world[target].posture == Posture::Limbered
            || !world.base_ids(target).iter().all(|&b| support::rear_support_of(world, target, b).is_some()))
}

/// Whether any of these bases stands in open terrain: in no ground that is not, and behind no defences.
fn stand_in_open(world: &World, bases: &[BaseId]) -> bool {
    let hard = |b: &BaseId| {
        disorder::ground_under(world, &world[*b].base.rect())
            .any(|p| matches!(p.kind.grade(), Grade::Uneven | Grade::Rough | Grade::Difficult))
    };
    !bases.iter().all(|b| hard(b) || defence::is_defender(world, *b))
}

/// What stands against charging a target, of which these bases would be contacted, and the tests that it takes.
pub fn check_target(
    world: &World,
    group: GroupId,
    (target, contacted): (GroupId, &[BaseId]),
    met: Met,
    tests: &mut Vec<RuleId>,
) -> Result<(), Refusal> {
    enforces!("FOGR-IMPACT-010", "FOGR-IMPACT-069", "FOGR-IMPACT-070");
    let t = &world[target];
    if t.is_broken() {
        return Ok(());
    }
    let battle_troops = kinds::is_battle(world, target) && !is_open_artillery(world, target);
    let closed = |rule: RuleId, who: &'static str| {
        Err(no(rule, who, "Charge light troops, or troops outside open terrain."))
    };
    if battle_troops && stand_in_open(world, contacted) {
        if kinds::is_all(world, group, TroopType::LightFoot) {
            return closed(rule!("FOGR-IMPACT-069"), "light foot do not charge battle troops in the open");
        }
        if kinds::is_all(world, group, TroopType::Dragoons) && t.cohesion != Cohesion::Fragmented {
            return closed(rule!("FOGR-IMPACT-070"), "dragoons do not charge battle troops in the open");
        }
    }
    if in_flank_or_rear(met) {
        return Ok(());
    }
    let mut test = |rule: RuleId| {
        if !tests.contains(&rule) {
            tests.push(rule);
        }
    };
    let foot_battle = kinds::is_foot(world, group) && kinds::is_battle(world, group);
    let mounted = (kinds::is_mounted(world, target) && kinds::is_battle(world, target))
        || kinds::is_elephants(world, target);
    if foot_battle && mounted && is_visible(world, group, target) {
        test(rule!("FOGR-IMPACT-066"));
    }
    let light_horse = kinds::is_all(world, group, TroopType::LightHorse);
    if light_horse && battle_troops && is_visible(world, group, target) {
        test(rule!("FOGR-IMPACT-071"));
    }
    Ok(())
}

/// The tests that a charge takes whomever it is directed at.
#[must_use]
pub fn tests_of_its_own(world: &World, group: GroupId) -> Vec<RuleId> {
    let mut tests = Vec::new();
    if world[group].cohesion == Cohesion::Disrupted && !kinds::is_shock(world, group) {
        tests.push(rule!("FOGR-IMPACT-074"));
    }
    let foot_battle = kinds::is_foot(world, group) && kinds::is_battle(world, group);
    if foot_battle && flank::is_threatened(world, group) {
        tests.push(rule!("FOGR-IMPACT-076"));
    }
    tests
}

/// The wheels at which a charge may come upon other enemies, or upon them with other bases, none first: enemies in reach
/// come under its front or parallel to it there, or half way between.
fn wheels_to_try(world: &World, group: GroupId) -> Vec<Option<Wheel>> {
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
    if enemies.is_empty() {
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
        if enemies.is_empty() || found.iter().any(|(c, most)| same(c, &enemies) && *most >= fighting) {
            continue;
        }
        if let Ok((charge, planned)) = check(world, group, wheel, &enemies) {
            found.retain(|(c, _)| !same(c, &charge.targets));
            found.push((charge, planned.fighting()));
        }
    }
    found.into_iter().map(|(charge, _)| charge).collect()
}
