//! Cohesion tests outside the dice of a combat: charged while fragmented, for what was seen, to bolster or rally.

use super::{Event, Order, Request, Roster, TestedFor, drop_to, say};
use crate::RollPurpose;
use crate::battle::customs::Tested;
use crate::battle::law::law;
use crate::battle::world::{GroupId, Presence, TestOutcome, World};
use crate::battle::{Answer, Cx, Flow, Input, Order as Any, Procedure};
use crate::combat::{Cause, Reckon, TestTerms, Toll, test_roll};
use crate::troops::{Cohesion, CombatPhase, Quality};
use caracole_kernel::dice::{Roll, Value};
use caracole_kernel::{Side, Tally};
use caracole_ledger::enforces;
use serde::{Deserialize, Serialize};
use smallvec::smallvec;

/// A test to be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Due {
    /// Who tests.
    pub group: GroupId,
    /// Why.
    pub tested_for: TestedFor,
    /// How many reasons there are.
    pub reasons: u8,
}

impl Due {
    /// Whether it tests for what happened to others.
    const fn is_for_sight(&self) -> bool {
        matches!(self.tested_for, TestedFor::Sight | TestedFor::CommandersLost | TestedFor::ChiefLost)
    }
}

/// Tests taken one after the other. Those who break for what they saw rout at once: away
/// from the enemies in close combat with them, or towards their own edge.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tests {
    /// The tests, the next first.
    pub due: Vec<Due>,
    /// What the last test did, which is what a single test answers.
    last: Option<TestOutcome>,
    /// Those who broke for what they saw.
    broken: Vec<GroupId>,
    /// They are taken at the end of a phase, where nobody tests twice.
    ends_phase: bool,
    /// What happened to these is seen once the tests are taken.
    seen: Vec<GroupId>,
    /// The owner has said who tests next.
    ordered: bool,
}

impl Tests {
    /// One test.
    #[must_use]
    pub fn one(group: GroupId, tested_for: TestedFor) -> Self {
        Tests { due: vec![Due { group, tested_for, reasons: 1 }], ..Tests::default() }
    }

    /// The tests of those who see these battle groups break at once: each tests once.
    #[must_use]
    pub fn of_sight(world: &World, seen: &[GroupId]) -> Self {
        enforces!("FOGR-COHESION-018");
        let mut due = Vec::new();
        for group in world.on_table() {
            let reasons = seen.iter().filter(|&&s| s != group && sees(world, group, s)).count();
            if reasons > 0 && super::roster::can_test(world, group) {
                let reasons = u8::try_from(reasons).unwrap_or(u8::MAX);
                due.push(Due { group, tested_for: TestedFor::Sight, reasons });
            }
        }
        Tests { due, ..Tests::default() }
    }

    /// Tests for all that has happened in this phase and nobody has tested for yet.
    #[must_use]
    pub fn of_unseen(world: &World) -> Self {
        let seen = world.ids().filter(|&g| world[g].phase.unseen);
        let seen = seen.filter(|&g| matches!(world[g].presence, Presence::OnTable | Presence::Destroyed));
        let seen: Vec<GroupId> = seen.collect();
        Tests { seen: seen.clone(), ..Tests::at_end_of_phase(world, &seen) }
    }

    /// Tests for the loss of commanders with these battle groups.
    #[must_use]
    pub fn of_bereft(world: &World, bereft: &[GroupId]) -> Self {
        let mut due = Vec::new();
        for group in world.on_table().filter(|&g| super::roster::can_test(world, g) && !world[g].phase.saw) {
            let mourns = |&s: &GroupId| (s != group).then(|| world.book.mourns(world, group, s)).flatten();
            let found: Vec<TestedFor> = bereft.iter().filter_map(mourns).collect();
            let chief = found.iter().copied().find(|t| *t == TestedFor::ChiefLost);
            if let Some(tested_for) = chief.or(found.first().copied()) {
                let reasons = u8::try_from(found.len()).unwrap_or(u8::MAX);
                due.push(Due { group, tested_for, reasons });
            }
        }
        Tests { due, ends_phase: true, ..Tests::default() }
    }

    /// The same at the end of a phase: those who have tested so in this phase do not test again.
    #[must_use]
    pub fn at_end_of_phase(world: &World, seen: &[GroupId]) -> Self {
        enforces!("FOGR-COHESION-020");
        let mut tests = Tests::of_sight(world, seen);
        tests.due.retain(|d| !world[d.group].phase.saw);
        Tests { ends_phase: true, ..tests }
    }
}

/// Whether a battle group minds what happens to a friend.
pub fn sees(world: &World, group: GroupId, friend: GroupId) -> bool {
    use crate::battle::position::kinds;
    world[group].side == side_when_seen(world, friend)
        && super::roster::near(world, group, friend)
        && (kinds::is_light(world, group) || !kinds::is_light(world, friend))
}

/// The side that minds what happens to a battle group: guns just captured are mourned by those who lost them.
pub fn side_when_seen(world: &World, group: GroupId) -> Side {
    match world[group].phase.unseen && world[group].is_in_enemy_hands() {
        true => world[group].owner,
        false => world[group].side,
    }
}

fn cause(due: &Due) -> Cause {
    match due.tested_for {
        TestedFor::Shooting => Cause::Shooting,
        TestedFor::CloseCombat => Cause::CloseCombat,
        TestedFor::Sight => Cause::Sight { reasons: due.reasons },
        TestedFor::Charged => Cause::Charged,
        TestedFor::Bolster => Cause::Bolster,
        TestedFor::CommandersLost | TestedFor::ChiefLost => Cause::CommandersLost {
            commanders: due.reasons,
            in_chief: due.tested_for == TestedFor::ChiefLost,
            lost_combat: false,
        },
    }
}

/// The modifiers of a test as things stand.
#[must_use]
pub fn modifiers(world: &World, group: GroupId, cause: Cause) -> Tally {
    let roster = Roster::of(world, &[group]);
    let fight = roster.fight(world, CombatPhase::Melee);
    let index = roster.index(group).unwrap_or(0);
    let bolsterer = (cause == Cause::Bolster).then(|| {
        enforces!("FOGR-JAP-053");
        super::roster::commander_present(world, group).map(|c| c.grade)
    });
    let toll = &Toll::none(world[group].cohesion);
    let mut score = Tally::new("cohesion test");
    let readings = world.readings;
    let tested = Tested { fight: &fight, index, bolsterer, toll, cause, readings };
    world.book.cohesion_modifiers(tested, &mut score);
    score
}

/// Goes on with the tests.
pub fn run(cx: &mut Cx<'_>, tests: &mut Tests, input: Input) -> Flow {
    if let Input::Order(Any::Outcome(Order::TestNext(group))) = input {
        tests.ordered = true;
        tests.due.sort_by_key(|d| d.group != group);
    } else if let (Input::Dice(values), Some(due)) = (input, tests.due.first().copied()) {
        tests.ordered = false;
        tests.due.remove(0);
        let dice = values.first().map_or(0, Value::number);
        tests.last = Some(resolve(cx, &due, dice));
        cx.world[due.group].phase.saw |= tests.ends_phase;
        let broke = cx.world[due.group].is_broken();
        if broke && due.is_for_sight() {
            tests.broken.push(due.group);
        }
    }
    tests.due.retain(|d| cx.world[d.group].is_on_table());
    let Some(due) = tests.due.first() else {
        for group in std::mem::take(&mut tests.seen) {
            cx.world[group].phase.unseen = false;
        }
        if !tests.broken.is_empty() {
            let aftermath = super::Aftermath::of_breaks(cx.world, &tests.broken, &[]);
            return Flow::Become(Procedure::Outcome(super::Procedure::Aftermath(aftermath)));
        }
        return Flow::Done(tests.last.map_or(Answer::Done, Answer::Test));
    };
    let side = cx.world[due.group].side;
    let own: Vec<GroupId> = tests.due.iter().map(|d| d.group).filter(|&g| cx.world[g].side == side).collect();
    if own.len() > 1 && !tests.ordered {
        enforces!("FOGR-COHESION-019");
        let request = Request::TestOrder { groups: own };
        return Flow::Ask(side, crate::battle::Request::Outcome(request));
    }
    let quality = cx.world.profiles(due.group).first().map_or(Quality::Average, |b| b.quality);
    Flow::Throw(Roll {
        side: Some(cx.world[due.group].side),
        rule: law!(cx.world.book, "FOGR-COHESION-013", "FOGAM-COHESION-011"),
        purpose: RollPurpose::CohesionTest,
        pools: smallvec![test_roll(quality)],
    })
}

fn resolve(cx: &mut Cx<'_>, due: &Due, dice: i32) -> TestOutcome {
    let group = due.group;
    let cause = cause(due);
    let mut score = modifiers(cx.world, group, cause);
    let terms = TestTerms {
        modifier: score.total(),
        double_drop: cx.world.book.double_drop(&Toll::none(cx.world[group].cohesion), cause),
        bolster: cause == Cause::Bolster,
    };
    let from = cx.world[group].cohesion;
    let to = terms.result(dice).applied(from);
    let rule = law!(cx.world.book, "FOGR-COHESION-013", "FOGAM-COHESION-011");
    Reckon::add(&mut score, rule, "two dice", dice);
    if to > from {
        drop_to(cx.world, group, to);
    } else if to < from {
        cx.world[group].cohesion = to;
    }
    say(cx, Event::Tested { group, tested_for: due.tested_for, score, from, to });
    let passed = match due.tested_for {
        TestedFor::Bolster => to < from || from == Cohesion::Steady,
        _ => to == from,
    };
    if passed { TestOutcome::Passed } else { TestOutcome::Failed }
}
