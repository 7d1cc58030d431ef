//! The impact phase, stage by stage.

use super::approach;
use super::contacts::{Contacting, NewContact};
use super::evade;
use super::flight::{self, Flight, take_commanders};
use super::messages::{
    Cancelled, Charge, ChargeState, Declared, Evade, Event, FightingPair, Order, Request, Steps, Wheel,
};
use super::{charging, declare, holding, intercept, level, pairing, targets, told};
use crate::battle::customs::Charged;
use crate::battle::position::command;
use crate::battle::position::contact;
use crate::battle::world::{CommanderId, GroupId, TestOutcome, World};
use crate::battle::{Answer, Cx, Flow, Input, Procedure, game_tests, manoeuvre, melee, outcome};
use crate::combat::TestPurpose;
use crate::troops::Cohesion;
use caracole_ledger::enforces;
use serde::{Deserialize, Serialize};

/// How somebody who is charged answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Response {
    /// Stands.
    Stand,
    /// Evades.
    Evade(Evade),
}

/// A charge move whose variable distance is being thrown for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Going {
    /// Who moves.
    pub group: GroupId,
    /// The wheel.
    pub wheel: Option<Wheel>,
    /// The steps.
    pub steps: Steps,
}

/// The stages of the phase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stage {
    /// Charges are declared.
    Declaring,
    /// Those who must test to charge.
    Testing(u8),
    /// Fragmented battle groups that are charged test, one by one.
    Fragmented(Then),
    /// This one has tested.
    FragmentedTested(GroupId, Then),
    /// Friends have tested for seeing it break; it routs.
    FragmentedRouts(GroupId, Then),
    /// Interceptions.
    Intercepting,
    /// An interceptor tests.
    InterceptorTests {
        /// Who.
        group: GroupId,
        /// Whom.
        charger: GroupId,
        /// How.
        how: super::messages::Interception,
    },
    /// Those charged say whether they evade.
    Responding,
    /// Light troops test to stand.
    StandTest(GroupId),
    /// Evades are moved in the order chosen.
    Evading(u8),
    /// Charges are moved.
    Moving,
    /// The die of a charge whose targets all evaded.
    Varying(Going),
    /// A charge is about to be made, its distance changed so much; its owner may have to say which end drops back.
    Contracting(Going, i32),
    /// Contacts just made: those contacted rearrange themselves, one after the other.
    Contacting(Contacts, After),
    /// This contact has had its consequences; these are still to come.
    Contacted(NewContact, Contacts, After),
    /// Bases are about to be paired.
    Pairing,
    /// Bases are paired, combat by combat.
    PairingBases(Pairing),
    /// Owners of regimental guns say which file they join.
    PlacingGuns(Paired),
    /// Commanders say whether they fight in the front rank.
    Leading(Paired),
    /// Combat.
    Fighting(Paired),
    /// Those who broke on contact rout and see friends test.
    Routing,
    /// They rout.
    Fleeing,
    /// The end.
    Done,
    /// Troops without orders test to hold back; these have tested.
    HoldingBack(Vec<GroupId>),
    /// Those whom only the die of a charge brings into its reach say whether they evade.
    LateEvades(Going, i32),
}

/// Contacts just made by a move.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contacts {
    /// Whose consequences are still to come.
    pub made: Vec<NewContact>,
    /// Enemy commanders on their own whom the move came upon.
    pub upon: Vec<CommanderId>,
}

/// Combats whose bases are being paired.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pairing {
    /// The combats still to be paired, the next first; each base of one touches another of it.
    pub combats: Vec<Vec<pairing::Eligible>>,
    /// The pairs of those paired so far.
    pub pairs: Vec<FightingPair>,
}

/// Bases that fight each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Paired {
    /// The pairs.
    pub pairs: Vec<FightingPair>,
    /// The files that regimental guns join, where there was a choice.
    pub gun_files: Vec<(GroupId, u8)>,
}

/// Interceptions of the phase.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Interceptions {
    /// Those who intercepted.
    pub made_by: Vec<GroupId>,
    /// Those that failed their test.
    pub failed: Vec<GroupId>,
}

/// How those charged answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answers {
    /// Their answers in the order given.
    pub given: Vec<(GroupId, Response)>,
    /// Light troops that failed to stand.
    pub must_evade: Vec<GroupId>,
}

/// What comes after contacts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum After {
    /// More interceptions.
    Intercepting,
    /// More charge moves.
    Moving,
}

/// What comes after tests of fragmented battle groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Then {
    /// Interceptions: they were charged from the first.
    Intercept,
    /// Those uncovered answer, and charges move: friends uncovered them.
    Answer,
}

/// The impact phase under way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImpactPhase {
    /// The stage.
    pub stage: Stage,
    /// The charges in the order of declaration.
    pub charges: Vec<Charge>,
    /// The interceptions.
    pub interceptions: Interceptions,
    /// The answers of those charged.
    pub answers: Answers,
    /// Fragmented battle groups that have tested for being charged.
    pub tested: Vec<GroupId>,
    /// Battle groups of one pike and five shot that have chosen the place of their pike.
    pub pike_placed: Vec<GroupId>,
    /// Those who broke on contact.
    pub broken: Vec<outcome::Break>,
}

impl ImpactPhase {
    /// The phase begins.
    #[must_use]
    pub fn begin() -> Self {
        ImpactPhase {
            stage: Stage::Declaring,
            charges: Vec::new(),
            interceptions: Interceptions::default(),
            answers: Answers::default(),
            tested: Vec::new(),
            pike_placed: Vec::new(),
            broken: Vec::new(),
        }
    }

    pub(super) fn charge_of(&mut self, group: GroupId) -> Option<&mut Charge> {
        self.charges.iter_mut().find(|c| c.group == group)
    }

    /// Everybody who charged or intercepted.
    #[must_use]
    pub fn chargers(&self) -> Vec<GroupId> {
        let moved = self.charges.iter().filter(|c| c.state == ChargeState::Moved).map(|c| c.group);
        moved.chain(self.interceptions.made_by.iter().copied()).collect()
    }

    /// Those charged who have not answered and have a choice.
    #[must_use]
    pub fn waiting(&self, world: &World) -> Vec<GroupId> {
        let mut all: Vec<GroupId> = self
            .charges
            .iter()
            .filter(|c| c.state == ChargeState::Declared)
            .flat_map(|c| c.targets.iter().copied())
            .filter(|&t| world[t].is_on_table() && !world[t].turn.evaded && evade::can_evade(world, t))
            .filter(|&t| !self.answers.given.iter().any(|(g, _)| *g == t))
            .collect();
        all.sort_unstable();
        all.dedup();
        // Charge by charge, in the order in which the active player declared them.
        if world.book.evades_one_by_one() {
            let declared = || self.charges.iter().filter(|c| c.state == ChargeState::Declared);
            if let Some(first) = declared().find(|c| c.targets.iter().any(|t| all.contains(t))) {
                all.retain(|g| first.targets.contains(g));
            }
        }
        all
    }

    /// The charges still to be moved.
    #[must_use]
    pub fn to_move(&self) -> Vec<GroupId> {
        self.charges.iter().filter(|c| c.state == ChargeState::Declared).map(|c| c.group).collect()
    }

    /// Whether a battle group may still intercept a charge, if it finds a way to do so.
    #[must_use]
    pub fn may_intercept(&self, world: &World, group: GroupId, charge: &Charge) -> bool {
        charge.state == ChargeState::Declared
            && world.enemies_of(charge.group).any(|e| e == group)
            && !self.interceptions.failed.contains(&group)
            && !self.interceptions.made_by.contains(&group)
            && intercept::may_intercept(world, group, charge.group, &self.charges)
            && intercept::passes_through_zone(world, charge, group)
    }

    /// The interceptions still open: who, and whom.
    #[must_use]
    pub fn able_to_intercept(&self, world: &World) -> Vec<(GroupId, GroupId)> {
        let mut found = Vec::new();
        for charge in &self.charges {
            let can = |g: &GroupId| {
                self.may_intercept(world, *g, charge) && intercept::ways(world, *g, charge).next().is_some()
            };
            found.extend(world.enemies_of(charge.group).filter(can).map(|g| (g, charge.group)));
        }
        found
    }
}

/// Goes on with the phase.
pub fn run(cx: &mut Cx<'_>, phase: &mut ImpactPhase, input: Input) -> Flow {
    enforces!("FOGR-IMPACT-001", "FOGR-IMPACT-004", "FOGAM-IMPACT-001", "FOGAM-IMPACT-002");
    match phase.stage.clone() {
        Stage::Declaring => declaring(cx, phase, input),
        Stage::Testing(n) => testing(cx, phase, n, input),
        Stage::Fragmented(then) => fragmented(cx, phase, then),
        Stage::FragmentedTested(group, then) => {
            enforces!("FOGR-IMPACT-078", "FOGAM-IMPACT-077");
            if !cx.world[group].is_broken() {
                return to(phase, Stage::Fragmented(then));
            }
            phase.stage = Stage::FragmentedRouts(group, then);
            let sight = outcome::Tests::of_sight(cx.world, &[group]);
            Flow::Call(Procedure::Outcome(outcome::Procedure::Tests(sight)))
        }
        Stage::FragmentedRouts(group, then) => {
            phase.stage = Stage::Fragmented(then);
            let chargers: Vec<GroupId> = evade::on(&phase.charges, group).map(|c| c.group).collect();
            let routs = outcome::Aftermath::of_breaks(cx.world, &[group], &chargers);
            Flow::Call(Procedure::Outcome(outcome::Procedure::Aftermath(routs)))
        }
        Stage::Intercepting => intercepting(cx, phase, input),
        Stage::InterceptorTests { group, charger, how } => {
            if let Input::Answer(Answer::Test(TestOutcome::Failed)) = input {
                phase.interceptions.failed.push(group);
                cx.tell(told(Event::InterceptionCancelled { group, why: Cancelled::TestFailed }));
                return to(phase, Stage::Intercepting);
            }
            let contacts = do_intercept(cx, phase, group, charger, how);
            to(phase, Stage::Contacting(contacts, After::Intercepting))
        }
        Stage::Responding => responding(cx, phase, input),
        Stage::StandTest(group) => {
            match input {
                Input::Answer(Answer::Test(TestOutcome::Failed)) => phase.answers.must_evade.push(group),
                _ => stand(cx, phase, group),
            }
            to(phase, Stage::Responding)
        }
        Stage::Evading(n) => evading(cx, phase, n),
        Stage::Moving => charging::moving(cx, phase, input),
        Stage::Varying(going) => {
            let change = if let Input::Answer(Answer::VariableMove(change)) = input { change } else { 0 };
            match cx.world.book.evades_late() {
                true => to(phase, Stage::LateEvades(going, change)),
                false => to(phase, Stage::Contracting(going, change)),
            }
        }
        Stage::Contracting(going, change) => charging::contracting(cx, phase, going, change, input),
        Stage::Contacting(contacts, after) => contacting(cx, phase, contacts, after),
        Stage::Contacted(made, rest, after) => contacted(cx, phase, made, rest, after),
        Stage::Pairing => {
            let pairing = Pairing { combats: combats(cx.world, phase), pairs: Vec::new() };
            to(phase, Stage::PairingBases(pairing))
        }
        Stage::PairingBases(pairing) => pairing_bases(cx, phase, pairing, input),
        Stage::PlacingGuns(paired) => placing_guns(cx, phase, paired, input),
        Stage::Leading(paired) => leading(cx, phase, paired),
        Stage::Fighting(paired) => super::combat::fight(cx, phase, &paired),
        Stage::Routing => {
            phase.stage = Stage::Fleeing;
            // Where there was combat, those who saw them break have tested with the others.
            Flow::Call(Procedure::Outcome(outcome::Procedure::Tests(outcome::Tests::of_unseen(cx.world))))
        }
        Stage::Fleeing => super::combat::rout(cx, phase),
        Stage::HoldingBack(tested) => holding::run(cx, phase, tested, input),
        Stage::LateEvades(going, change) => charging::late_evades(cx, phase, (going, change), input),
        Stage::Done => {
            // Pursuers who ran into fresh enemy just now fight them at once.
            if awaiting(cx.world).is_empty() {
                return Flow::Done(Answer::Done);
            }
            phase.charges.clear();
            phase.interceptions.made_by.clear();
            to(phase, Stage::Pairing)
        }
    }
}

/// Pursuers who ran into fresh enemy and have still to fight them.
fn awaiting(world: &World) -> Vec<GroupId> {
    enforces!("FOGR-IMPACT-121", "FOGR-JAP-036");
    let mut all: Vec<GroupId> =
        world.engagements.iter().filter(|e| e.awaits_impact).map(|e| e.attacker).collect();
    all.sort_unstable();
    all.dedup();
    all
}

pub(super) fn to(phase: &mut ImpactPhase, stage: Stage) -> Flow {
    phase.stage = stage;
    Flow::Again
}

fn declaring(cx: &mut Cx<'_>, phase: &mut ImpactPhase, input: Input) -> Flow {
    // The wheel of a charge is part of its declaration.
    enforces!("FOGR-SEQUENCE-003", "FOGR-SEQUENCE-005", "FOGAM-SEQUENCE-003", "FOGAM-SEQUENCE-006");
    match input {
        Input::Order(super::super::Order::Impact(Order::Charge(Declared { charge, planned }))) => {
            cx.tell(told(Event::ChargeDeclared { charge: charge.clone(), distance: planned.allowed }));
            phase.charges.push(charge);
        }
        Input::Order(_) => {
            enforces!("FOGR-IMPACT-007", "FOGAM-IMPACT-007");
            return to(phase, Stage::Testing(0));
        }
        _ => {}
    }
    let mut able = declare::in_reach(cx.world, cx.world.turn.active, &phase.charges);
    if able.is_empty() {
        return to(phase, Stage::Testing(0));
    }
    able.retain(|&g| declare::has_a_charge(cx.world, g));
    let declared = phase.charges.clone();
    super::ask(cx.world.turn.active, Request::DeclareCharges { able, declared })
}

fn testing(cx: &mut Cx<'_>, phase: &mut ImpactPhase, n: u8, input: Input) -> Flow {
    enforces!("FOGR-IMPACT-011", "FOGR-SEQUENCE-004", "FOGAM-IMPACT-011", "FOGAM-SEQUENCE-004");
    if let Input::Answer(Answer::Test(outcome)) = input {
        if let Some(charge) = phase.charges.get_mut(usize::from(n)) {
            charge.passed = outcome == TestOutcome::Passed;
            if outcome == TestOutcome::Failed {
                charge.state = ChargeState::Cancelled;
                let group = charge.group;
                cx.tell(told(Event::ChargeCancelled { group, why: Cancelled::TestFailed }));
            }
        }
        return to(phase, Stage::Testing(n + 1));
    }
    match phase.charges.get(usize::from(n)) {
        None => to(phase, Stage::HoldingBack(Vec::new())),
        Some(charge) if charge.tests.is_empty() => to(phase, Stage::Testing(n + 1)),
        Some(charge) => Flow::Call(Procedure::Test(game_tests::Procedure::ComplexMove {
            group: charge.group,
            purpose: TestPurpose::Move,
        })),
    }
}

/// Fragmented battle groups that do not simply stand when they are charged.
fn must_test(world: &World, charges: &[Charge]) -> Vec<GroupId> {
    let mut all: Vec<GroupId> = charges
        .iter()
        .filter(|c| c.state == ChargeState::Declared)
        .flat_map(|c| c.targets.iter().copied())
        .filter(|&t| world[t].cohesion == Cohesion::Fragmented)
        .filter(|&t| world.book.fragmented_and_charged(world, t, charges) != Charged::Stands)
        .collect();
    all.sort_unstable();
    all.dedup();
    all
}

fn fragmented(cx: &mut Cx<'_>, phase: &mut ImpactPhase, then: Then) -> Flow {
    enforces!("FOGR-IMPACT-077", "FOGR-IMPACT-079", "FOGAM-IMPACT-078");
    // Those who rout may uncover others.
    targets::uncover(cx, phase);
    let due = must_test(cx.world, &phase.charges).into_iter().find(|g| !phase.tested.contains(g));
    if let Some(group) = due {
        phase.tested.push(group);
        phase.stage = Stage::FragmentedTested(group, then);
        if cx.world.book.fragmented_and_charged(cx.world, group, &phase.charges) == Charged::Breaks {
            outcome::drop_to(cx.world, group, Cohesion::Broken);
            cx.tell(told(Event::BreaksUncontacted { group }));
            return Flow::Again;
        }
        return Flow::Call(Procedure::Outcome(outcome::Procedure::charged(group)));
    }
    match then {
        Then::Intercept => {
            enforces!("FOGR-SEQUENCE-006", "FOGAM-SEQUENCE-007");
            to(phase, Stage::Intercepting)
        }
        // Those uncovered may answer too; both come after the evades.
        Then::Answer if phase.waiting(cx.world).is_empty() => to(phase, Stage::Moving),
        Then::Answer => to(phase, Stage::Responding),
    }
}

fn intercepting(cx: &mut Cx<'_>, phase: &mut ImpactPhase, input: Input) -> Flow {
    enforces!("FOGR-IMPACT-095", "FOGR-SEQUENCE-007", "FOGAM-IMPACT-096", "FOGAM-SEQUENCE-008");
    match input {
        Input::Order(super::super::Order::Impact(Order::Intercept {
            group, charger, how, tests, ..
        })) => {
            if tests.is_empty() {
                let contacts = do_intercept(cx, phase, group, charger, how);
                return to(phase, Stage::Contacting(contacts, After::Intercepting));
            }
            phase.stage = Stage::InterceptorTests { group, charger, how };
            return Flow::Call(Procedure::Test(game_tests::Procedure::ComplexMove {
                group,
                purpose: TestPurpose::Move,
            }));
        }
        Input::Order(_) => return to(phase, Stage::Responding),
        _ => {}
    }
    let able = phase.able_to_intercept(cx.world);
    if able.is_empty() {
        return to(phase, Stage::Responding);
    }
    super::ask(cx.world.turn.active.other(), Request::Intercept { able })
}

fn do_intercept(
    cx: &mut Cx<'_>,
    phase: &mut ImpactPhase,
    group: GroupId,
    charger: GroupId,
    how: super::messages::Interception,
) -> Contacts {
    let mut contacts = Contacts::default();
    let Some(charge) = phase.charges.iter().find(|c| c.group == charger).cloned() else { return contacts };
    let Ok((body, met)) = intercept::check(cx.world, group, &charge, how) else { return contacts };
    contacts.upon.extend(intercept::comes_upon(cx.world, group, how));
    match &met {
        Some((_, planned)) => planned.take_up(cx.world, group),
        None => {
            level::level(cx.world, group);
            cx.world.put(group, &body);
        }
    }
    cx.world[group].turn.intercepted = true;
    take_commanders(cx.world, group);
    outcome::arrived(cx, group);
    phase.interceptions.made_by.push(group);
    cx.tell(told(Event::Intercepted { group, charger, how }));
    match met {
        Some((met, planned)) => {
            if let Some(charge) = phase.charge_of(charger) {
                charge.state = ChargeState::Cancelled;
            }
            cx.tell(told(Event::ChargeCancelled { group: charger, why: Cancelled::Intercepted }));
            contacts.upon.extend(planned.upon.iter().copied());
            for target in planned.enemies() {
                let met = if target == charger { met } else { plain() };
                contacts.made.push(NewContact { charger: group, target, met });
            }
        }
        // Those who now stand in the path are charged.
        None => {
            if let Some(charge) = phase.charge_of(charger) {
                charge.targets.push(group);
            }
            phase.answers.given.push((group, Response::Stand));
        }
    }
    contacts
}

pub(super) const fn plain() -> approach::Met {
    approach::Met {
        approach: crate::battle::world::Approach::Front,
        fall: approach::Fall::Front,
        side: approach::Fall::Front,
    }
}

pub(super) fn stand(cx: &mut Cx<'_>, phase: &mut ImpactPhase, group: GroupId) {
    phase.answers.given.push((group, Response::Stand));
    cx.tell(told(Event::Stands { group }));
}

fn responding(cx: &mut Cx<'_>, phase: &mut ImpactPhase, input: Input) -> Flow {
    enforces!("FOGR-IMPACT-082", "FOGAM-IMPACT-080");
    match input {
        Input::Order(super::super::Order::Impact(Order::Evade { group, to })) => {
            if cx.world.book.evades_one_by_one() {
                return evades(cx, phase, group, to);
            }
            phase.answers.given.push((group, Response::Evade(to)));
        }
        Input::Order(super::super::Order::Impact(Order::Stand { group, test })) => match test {
            Some(_) => {
                enforces!("FOGR-SEQUENCE-008");
                phase.stage = Stage::StandTest(group);
                let purpose = TestPurpose::Move;
                return Flow::Call(Procedure::Test(game_tests::Procedure::ComplexMove { group, purpose }));
            }
            None => stand(cx, phase, group),
        },
        _ => {}
    }
    if let Some(flow) = answers_without_choice(cx, phase) {
        return flow;
    }
    let waiting = phase.waiting(cx.world);
    if waiting.is_empty() {
        return to(phase, Stage::Evading(0));
    }
    super::ask(cx.world.turn.active.other(), Request::EvadeOrStand { waiting })
}

/// Those who must evade and have but one way to go are not asked.
pub(super) fn answers_without_choice(cx: &mut Cx<'_>, phase: &mut ImpactPhase) -> Option<Flow> {
    let charges = &phase.charges;
    let found = phase.waiting(cx.world).into_iter().find_map(|g| {
        evade::must_evade(cx.world, g, charges)?;
        Some((g, evade::only_way(cx.world, g, charges)?))
    });
    match found? {
        (group, Some(to)) => Some(evades(cx, phase, group, to)),
        (group, None) => {
            stand(cx, phase, group);
            Some(Flow::Again)
        }
    }
}

/// A battle group evades now.
pub(super) fn evades(cx: &Cx<'_>, phase: &mut ImpactPhase, group: GroupId, to: Evade) -> Flow {
    if !phase.answers.given.iter().any(|(g, _)| *g == group) {
        phase.answers.given.push((group, Response::Evade(to)));
    }
    if cx.world[group].turn.evaded {
        return Flow::Again;
    }
    let charges = phase.charges.clone();
    for charge in phase.charges.iter_mut().filter(|c| c.targets.contains(&group)) {
        charge.evaded.push(group);
    }
    let flight = Flight::new(group, flight::From::Charges { to, charges });
    Flow::Call(Procedure::Impact(super::Procedure::Flight(Box::new(flight))))
}

fn evading(cx: &Cx<'_>, phase: &mut ImpactPhase, n: u8) -> Flow {
    enforces!("FOGR-SEQUENCE-009", "FOGAM-SEQUENCE-009");
    let Some(&(group, response)) = phase.answers.given.get(usize::from(n)) else {
        enforces!("FOGR-SEQUENCE-010", "FOGAM-SEQUENCE-010");
        return to(phase, Stage::Fragmented(Then::Answer));
    };
    phase.stage = Stage::Evading(n + 1);
    match response {
        Response::Evade(to) => evades(cx, phase, group, to),
        Response::Stand => Flow::Again,
    }
}

/// Works off the contacts just made.
fn contacting(cx: &mut Cx<'_>, phase: &mut ImpactPhase, mut contacts: Contacts, after: After) -> Flow {
    if !contacts.upon.is_empty() {
        // Commanders on their own get out of the way.
        let commanders = std::mem::take(&mut contacts.upon);
        phase.stage = Stage::Contacting(contacts, after);
        return Flow::Call(Procedure::Manoeuvre(manoeuvre::Procedure::Flee {
            commanders,
            groups: Vec::new(),
        }));
    }
    if contacts.made.is_empty() {
        return match after {
            After::Intercepting => to(phase, Stage::Intercepting),
            After::Moving => to(phase, Stage::Moving),
        };
    }
    let next = contacts.made.remove(0);
    let (charger, target) = (next.charger, next.target);
    enforces!("FOGR-IMPACT-080", "FOGAM-IMPACT-079", "FOGAM-JAP-023");
    if cx.world[target].is_broken() {
        contact::note(cx.world, charger, target, next.met.approach);
        // Those who have just broken on contact run from all who charge them; others are pursued from now on.
        match phase.broken.iter_mut().find(|b| b.group == target) {
            Some(broken) => broken.run_from(cx.world, charger),
            None if !cx.world[charger].pursuing.contains(&target) => cx.world[charger].pursuing.push(target),
            None => {}
        }
        return to(phase, Stage::Contacting(contacts, after));
    }
    phase.stage = Stage::Contacted(next, contacts, after);
    let pike_placed = phase.pike_placed.clone();
    let contacting = Contacting { contact: next, pike_placed };
    Flow::Call(Procedure::Impact(super::Procedure::Contact(contacting)))
}

/// A contact has had its consequences.
fn contacted(
    cx: &mut Cx<'_>,
    phase: &mut ImpactPhase,
    made: NewContact,
    rest: Contacts,
    after: After,
) -> Flow {
    let (charger, target) = (made.charger, made.target);
    phase.pike_placed.extend([charger, target]);
    if cx.world[target].is_broken() {
        cx.world[target].phase.unseen = true;
        phase.broken.extend(outcome::Aftermath::of_breaks(cx.world, &[target], &[charger]).breaks);
    }
    to(phase, Stage::Contacting(rest, after))
}

/// The combats of all who charged, intercepted or ran into fresh enemy.
fn combats(world: &World, phase: &ImpactPhase) -> Vec<Vec<pairing::Eligible>> {
    let mut chargers = phase.chargers();
    chargers.extend(awaiting(world));
    chargers.sort_unstable_by_key(|&g| world.in_turn(g));
    chargers.dedup();
    pairing::combats(world, pairing::eligible(world, &chargers))
}

fn pairing_bases(cx: &mut Cx<'_>, phase: &mut ImpactPhase, mut pairing: Pairing, input: Input) -> Flow {
    let Some(combat) = pairing.combats.first() else {
        return to(phase, Stage::PlacingGuns(Paired { pairs: pairing.pairs, gun_files: Vec::new() }));
    };
    let chosen = match input {
        Input::Order(super::super::Order::Impact(Order::Pair { pairs })) => pairs,
        _ => {
            let (chooser, all) = pairing::choices(combat, cx.world.turn.active);
            if all.len() > 1 {
                let contacts = combat.iter().map(|e| e.bases).collect();
                return super::ask(chooser, Request::PairBases { contacts });
            }
            all.into_iter().next().unwrap_or_default()
        }
    };
    let pairs = pairing::fighting(combat, &chosen);
    cx.tell(told(Event::Paired { pairs: pairs.clone() }));
    pairing.pairs.extend(pairs);
    pairing.combats.remove(0);
    to(phase, Stage::PairingBases(pairing))
}

fn placing_guns(cx: &mut Cx<'_>, phase: &mut ImpactPhase, mut paired: Paired, input: Input) -> Flow {
    if let Input::Order(super::super::Order::Impact(Order::GunFile { group, file })) = input {
        paired.gun_files.push((group, file));
    }
    match super::combat::gun_to_place(cx.world, &paired) {
        Some((group, files)) => {
            phase.stage = Stage::PlacingGuns(paired);
            super::ask(cx.world[group].side, Request::GunFile { group, files })
        }
        None => to(phase, Stage::Leading(paired)),
    }
}

/// Commanders of those who fight say whether they fight in the front rank.
fn leading(cx: &Cx<'_>, phase: &mut ImpactPhase, paired: Paired) -> Flow {
    enforces!("FOGR-COMBAT-112");
    let fights = |g: GroupId| {
        let own = |b| cx.world.all_base_ids(g).any(|own| own == b);
        paired.pairs.iter().any(|p| own(p.bases.red) || own(p.bases.blue))
    };
    let mut left = command::commanders_at_blows(cx.world);
    left.retain(|&c| cx.world[c].with().is_some_and(fights));
    phase.stage = Stage::Fighting(paired);
    Flow::Call(Procedure::Melee(melee::Procedure::FrontRanks { left }))
}
