//! KaB tests: a queue with causes, run until nothing is left of it.

use super::losses::{files_to_lose, hurt, lose_base, settle};
use super::message::{Decision, Event, Order, Request, TestResult};
use crate::army::Role;
use crate::battle::movement::plan_commander;
use crate::battle::position::nervous::is_nervous;
use crate::battle::position::support::has_rear_support;
use crate::battle::system::{Renatio, RollPurpose};
use crate::battle::world::{BrokenBy, CommanderId, Foe, Game, Post, Presence, UgId};
use crate::battle::{Asked, Cx, Flow, Input, NewPost};
use crate::cards::{Cards, Colour};
use crate::dice::{count, death_pool};
use crate::kab::{
    Cause, CommanderResult, TestedUnit, UnitResult, commander_dice, on_commander, on_unit, unit_dice,
};
use caracole_kernel::{Flow as F, Input as I, NotAsked, Play, Refusal, Side, dice::Roll};
use caracole_ledger::{enforces, rule};
use caracole_plane::any_within;
use serde::{Deserialize, Serialize};
use smallvec::smallvec;

/// Who is tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Tested {
    /// A unit.
    Ug(UgId),
    /// A Commander.
    Commander(CommanderId),
}

/// A test that is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Test {
    /// Who.
    pub on: Tested,
    /// Why.
    pub cause: Cause,
    /// It is for elephants that broke.
    pub elephants: bool,
    /// It is for the Army Commander.
    pub army_commander: bool,
}

impl Test {
    /// A test without any circumstance.
    pub const fn of(on: Tested, cause: Cause) -> Test {
        Test { on, cause, elephants: false, army_commander: false }
    }
}

/// What the procedure waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Wait {
    /// Nothing: the next test.
    Nothing,
    /// The dice of a test.
    Dice(Test),
    /// The file that loses a base.
    Base(UgId),
    /// Where a Commander goes.
    Flight(CommanderId),
}

/// Tests that are made one after the other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kab {
    /// Tests that are due, the next first.
    queue: Vec<Test>,
    wait: Wait,
}

impl Kab {
    /// These tests.
    pub const fn new(queue: Vec<Test>) -> Kab {
        Kab { queue, wait: Wait::Nothing }
    }

    fn next(&mut self, cx: &mut Cx<'_>) -> Flow {
        enforces!("RETG-KAB-001", "RETG-KAB-009", "RETG-SEQ-018");
        self.wait = Wait::Nothing;
        while !self.queue.is_empty() {
            let test = self.queue.remove(0);
            let game = Game::new(cx.scenario, cx.world);
            if let Some((side, dice)) = dice_of(game, test) {
                self.wait = Wait::Dice(test);
                return F::Throw(roll(cx, side.other(), test.cause, dice));
            }
        }
        F::Done(())
    }

    fn result(&mut self, cx: &mut Cx<'_>, test: Test, thrown: crate::dice::Counted) -> Flow {
        match test.on {
            Tested::Ug(ug) => self.on_unit(cx, ug, test, on_unit(thrown)),
            Tested::Commander(id) => self.on_commander(cx, id, on_commander(thrown)),
        }
    }

    fn on_unit(&mut self, cx: &mut Cx<'_>, ug: UgId, test: Test, result: UnitResult) -> Flow {
        enforces!("RETG-KAB-002", "RETG-KAB-015", "RETG-KAB-016", "RETG-KAB-017");
        let game = Game::new(cx.scenario, cx.world);
        let dice = of_unit(game, ug, test);
        let said = match result {
            UnitResult::Unhurt => TestResult::Nothing,
            UnitResult::Slowed => TestResult::Slowed,
            UnitResult::Wounded => TestResult::Wounded,
            UnitResult::BaseKilled => TestResult::BaseKilled,
        };
        let event =
            Event::Tested { ug, cause: test.cause, dice: dice.colour, steps: dice.steps, result: said };
        cx.tell(event.into());
        let slow = &mut cx.world[ug].slow;
        slow.kab = slow.kab.saturating_add(result.slow_bw());
        let half_bases = match result {
            UnitResult::Wounded => 1,
            UnitResult::BaseKilled => 2,
            _ => 0,
        };
        if hurt(cx, Foe::Ug(ug), half_bases) == 0 {
            settle(cx, Foe::Ug(ug), BrokenBy::Test);
            return self.next(cx);
        }
        self.ask_base(cx, ug)
    }

    /// Asks which base dies, if there is a choice.
    fn ask_base(&mut self, cx: &mut Cx<'_>, ug: UgId) -> Flow {
        let game = Game::new(cx.scenario, cx.world);
        match files_to_lose(game, ug, None).as_slice() {
            [] => self.next(cx),
            [only] => {
                let file = *only;
                self.lose(cx, ug, file)
            }
            _ => {
                self.wait = Wait::Base(ug);
                F::Ask(game.world[ug].side, Request::Lose { ug }.into())
            }
        }
    }

    fn lose(&mut self, cx: &mut Cx<'_>, ug: UgId, file: u8) -> Flow {
        lose_base(cx, ug, file);
        keep_posts(cx, ug);
        settle(cx, Foe::Ug(ug), BrokenBy::Test);
        crate::battle::position::reform::reform(cx, ug);
        self.next(cx)
    }

    fn on_commander(&mut self, cx: &mut Cx<'_>, id: CommanderId, result: CommanderResult) -> Flow {
        enforces!(
            "RETG-KAB-021",
            "RETG-KAB-022",
            "RETG-KAB-023",
            "RETG-KAB-024",
            "RETG-CMD-026",
            "RETG-CMD-027"
        );
        let Some(commander) = cx.world.commander(id).copied() else { return self.next(cx) };
        let dice = commander_dice(&cx.scenario.charts, commander.grade);
        let after = result.after(commander.grade, commander.hand);
        let said = match result {
            CommanderResult::Unhurt => TestResult::Nothing,
            CommanderResult::Stunned => TestResult::Stunned,
            CommanderResult::Injured => TestResult::Injured,
            CommanderResult::Killed => TestResult::Killed,
        };
        let grade = after.map_or(commander.grade, |(grade, _)| grade);
        cx.tell(Event::CommanderTested { commander: id, dice, result: said, grade }.into());
        match after {
            Some((grade, hand)) => {
                let lost = commander.hand.less(hand).unwrap_or(Cards::NONE);
                cx.world.deck.discard(lost);
                if let Some(commander) = cx.world.commander_mut(id) {
                    commander.grade = grade;
                    commander.hold(hand);
                }
                let broken = commander.post.ug().is_some_and(|ug| cx.world[ug].presence == Presence::Routing);
                if broken {
                    enforces!("RETG-KAB-025", "RETG-GLOS-024", "RETG-GLOS-054");
                    self.wait = Wait::Flight(id);
                    return F::Ask(commander.side, Request::Flee { commander: id }.into());
                }
            }
            None => {
                let tests = self::killed(cx, id);
                self.queue.extend(tests);
            }
        }
        self.next(cx)
    }
}

/// Commanders with files that are gone stand with the nearest file left.
pub fn keep_posts(cx: &mut Cx<'_>, ug: UgId) {
    enforces!("RETG-UNIV-010");
    let files: Vec<u8> = cx.world.formation(ug).files().collect();
    for commander in &mut cx.world.commanders {
        if let Post::With { ug: own, file, .. } = &mut commander.post
            && *own == ug
            && let Some(near) = files.iter().min_by_key(|other| (other.abs_diff(*file), **other))
        {
            *file = *near;
        }
    }
}

/// A Commander dies: every unit near him is tested, with the exceptions for allies.
pub fn killed(cx: &mut Cx<'_>, id: CommanderId) -> Vec<Test> {
    enforces!("RETG-KAB-005", "RETG-KAB-012");
    let game = Game::new(cx.scenario, cx.world);
    let mut tests = Vec::new();
    if let (Some(commander), Some(base)) = (game.world.commander(id), game.world.commander_base(id)) {
        let near = game.bw(i32::from(game.charts().kab.within_bw));
        let army_commander = commander.role == Role::Army;
        for ug in game.world.of_side(commander.side) {
            if any_within(&[base.rect()], game.world.rects(ug), near) && !is_exempt(game, ug, id) {
                let test = Test::of(Tested::Ug(ug), Cause::CommanderKilled);
                tests.push(Test { army_commander, ..test });
            }
        }
    }
    let turn = cx.world.when.turn;
    if let Some(commander) = cx.world.commander_mut(id) {
        (commander.post, commander.dead_since, commander.fights) = (Post::Gone, Some(turn), false);
        // What he is dealt until he is replaced goes by the grade of his replacement.
        commander.grade = commander.grade.lowered();
    }
    tests
}

/// Whether a unit need not test for a Commander: allies test for their own only, and others not for an ally.
fn is_exempt(game: Game<'_>, ug: UgId, of: CommanderId) -> bool {
    enforces!("RETG-CMD-036");
    let contingent =
        |id: CommanderId| game.world.commander(id).filter(|c| c.role == Role::Ally).map(|_| id.0);
    crate::kab::is_exempt(Cause::CommanderKilled, contingent(game.world[ug].command), contingent(of))
}

/// The dice against a unit.
fn of_unit(game: Game<'_>, ug: UgId, test: Test) -> crate::kab::KabDice {
    enforces!("RETG-KAB-010", "RETG-KAB-011", "RETG-GLOS-032");
    let state = &game.world[ug];
    let tested = TestedUnit {
        profile: &state.profile,
        quality: state.profile.quality,
        dismounted: state.dismounted,
        nervous: is_nervous(game, ug),
        supported: has_rear_support(game, ug),
        army_commander_lost: test.army_commander,
        elephants_broken: test.elephants,
    };
    unit_dice(game.charts(), game.readings(), &tested)
}

/// Whose the tested is, and the dice; none if there is nobody left to test.
fn dice_of(game: Game<'_>, test: Test) -> Option<(Side, Colour)> {
    match test.on {
        Tested::Ug(ug) => {
            let state = game.world.get(ug).filter(|state| state.presence == Presence::OnTable)?;
            Some((state.side, of_unit(game, ug, test).colour))
        }
        Tested::Commander(id) => {
            let commander = game.world.commander(id).filter(|c| c.post != Post::Gone)?;
            Some((commander.side, commander_dice(game.charts(), commander.grade)))
        }
    }
}

fn roll(cx: &Cx<'_>, by: Side, cause: Cause, dice: Colour) -> Roll<RollPurpose> {
    let pool = death_pool(&cx.scenario.charts.death_dice, dice, 1, true);
    Roll { side: Some(by), rule: cause.rule(), purpose: RollPurpose::Kab, pools: smallvec![pool] }
}

impl Play<Renatio> for Kab {
    fn run(&mut self, cx: &mut Cx<'_>, input: Input) -> Flow {
        match (input, self.wait) {
            (I::Dice(values), Wait::Dice(test)) => {
                let thrown = values.first().map(count).unwrap_or_default();
                self.result(cx, test, thrown)
            }
            (I::Order(crate::battle::Order::Outcome(Order::Lose(file))), Wait::Base(ug)) => {
                self.lose(cx, ug, file)
            }
            (I::Order(crate::battle::Order::Outcome(Order::Flee(post))), Wait::Flight(id)) => {
                if let Some(commander) = cx.world.commander_mut(id) {
                    commander.post = post;
                }
                cx.tell(crate::battle::Event::CommanderMoved { commander: id, post });
                self.next(cx)
            }
            _ => self.next(cx),
        }
    }

    fn check(
        &self,
        asked: Asked<'_>,
        decision: &crate::battle::Decision,
    ) -> Result<crate::battle::Order, Refusal> {
        let game = Game::new(asked.battle.scenario(), asked.battle.world());
        let crate::battle::Decision::Outcome(decision) = decision else { return Err(NotAsked.into()) };
        let order = match (self.wait, *decision) {
            (Wait::Base(ug), Decision::Lose { file }) => {
                check_file(game, ug, None, file)?;
                Order::Lose(file)
            }
            (Wait::Flight(id), Decision::Flee(to)) => Order::Flee(check_flight(game, asked.side, id, to)?),
            _ => return Err(NotAsked.into()),
        };
        Ok(crate::battle::Order::Outcome(order))
    }

    fn candidates(&self, asked: Asked<'_>, out: &mut Vec<crate::battle::Decision>) {
        let game = Game::new(asked.battle.scenario(), asked.battle.world());
        let wrap = crate::battle::Decision::Outcome;
        match self.wait {
            Wait::Base(ug) => {
                out.extend(
                    files_to_lose(game, ug, None).into_iter().map(|file| wrap(Decision::Lose { file })),
                );
            }
            Wait::Flight(_) => {
                let units =
                    game.world.of_side(asked.side).map(|ug| NewPost::With { ug, file: 0, ahead: false });
                let all = units.chain([NewPost::Here]).map(|to| wrap(Decision::Flee(to)));
                self.offer(asked, all, out);
            }
            _ => {}
        }
    }
}

/// Whether a file may give up a base.
pub fn check_file(game: Game<'_>, ug: UgId, fought: Option<u8>, file: u8) -> Result<(), Refusal> {
    if files_to_lose(game, ug, fought).contains(&file) {
        return Ok(());
    }
    let problem = "This file does not lose the base";
    Err(Refusal::new(rule!("RETG-COMBAT-057"), problem, "Name a file that can.")
        .fact("file", u32::from(file) + 1))
}

/// Where a Commander goes whose unit broke: a free move in any direction, or he stays where he stands.
fn check_flight(game: Game<'_>, side: Side, id: CommanderId, to: NewPost) -> Result<Post, Refusal> {
    if to == NewPost::Here {
        let base = game.world.commander_base(id);
        return Ok(base.map_or(Post::Gone, Post::Alone));
    }
    let mut free = game.world.clone();
    if let Some(commander) = free.commander_mut(id) {
        commander.moved = false;
    }
    let plan = plan_commander(Game::new(game.scenario, &free), side, id, to)?;
    Ok(plan.post.unwrap_or(Post::Gone))
}

/// Asks for a base and takes it, for other procedures: what is known of it.
pub fn single_choice(game: Game<'_>, ug: UgId, fought: Option<u8>) -> Option<u8> {
    match files_to_lose(game, ug, fought).as_slice() {
        [only] => Some(*only),
        _ => None,
    }
}
