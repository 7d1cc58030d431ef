//! The resolution of one combat phase: hits, then what follows from them, in the order of the book.

use super::{
    Arithmetic, Arms, Cause, CommanderPlace, Fight, Muster, OutcomeStep, Part, Readings, TestCase,
    TestResult, TestTerms, Total, death_roll_survived_on, test::death_pool, test_roll,
};
use crate::RollPurpose;
use crate::troops::{Cohesion, CombatPhase};
use caracole_kernel::{
    Side,
    dice::{Die, Pool, Reroll, Roll},
};
use caracole_odds::Pools;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::{
    cmp::Ordering,
    hash::{Hash, Hasher},
};

/// How a battle group came out of the close combat of a phase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum CombatResult {
    /// It took no part in close combat.
    #[default]
    None,
    /// It inflicted more hits than it received.
    Won,
    /// As many.
    Drew,
    /// Fewer.
    Lost,
}

/// What a phase has done to one battle group. The fields stand without gaps, so that tolls are compared in whole words:
/// the odds of a round compare them more often than they do anything else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[repr(C)]
pub struct Toll {
    /// Hits received; forgotten when nothing asks any more.
    pub received: u16,
    /// Hits inflicted in close combat; forgotten likewise.
    pub inflicted: u16,
    /// Hits received from artillery, where they are told apart; forgotten likewise.
    pub from_artillery: u16,
    /// Most hits by one enemy; forgotten likewise.
    pub worst_hits: u16,
    /// How the close combat went.
    pub result: CombatResult,
    /// Cohesion now.
    pub cohesion: Cohesion,
    /// Bases lost in this phase.
    pub lost: u8,
    /// It broke by itself for its losses.
    pub autobroken: bool,
    /// Its commander was lost.
    pub commander_lost: bool,
    /// Its commander must be rolled for.
    pub commander_in_danger: bool,
    /// It has tested for what it saw.
    pub has_seen: bool,
    /// Fogam: some hits came from a battle group that death rolls ask about; forgotten like the hits.
    pub marked: bool,
    /// The enemies who inflicted most hits, as bits; forgotten when the bases are off.
    pub worst_enemies: u32,
}

impl Hash for Toll {
    /// Two words instead of a dozen fields, for the same reason.
    fn hash<H: Hasher>(&self, state: &mut H) {
        let (hits, rest) = self.words();
        state.write_u64(hits);
        state.write_u64(rest ^ u64::from(self.worst_enemies).rotate_right(16));
    }
}

impl Toll {
    /// All but the worst enemies, in the order of the fields.
    const fn words(&self) -> (u64, u64) {
        let hits = self.received as u64
            | (self.inflicted as u64) << 16
            | (self.from_artillery as u64) << 32
            | (self.worst_hits as u64) << 48;
        let rest = self.result as u64
            | (self.cohesion as u64) << 8
            | (self.lost as u64) << 16
            | (self.autobroken as u64) << 24
            | (self.commander_lost as u64) << 32
            | (self.commander_in_danger as u64) << 40
            | (self.has_seen as u64) << 48
            | (self.marked as u64) << 56;
        (hits, rest)
    }
}

impl Toll {
    /// Nothing has happened yet.
    pub const fn none(cohesion: Cohesion) -> Self {
        Toll {
            received: 0,
            inflicted: 0,
            from_artillery: 0,
            worst_hits: 0,
            result: CombatResult::None,
            cohesion,
            lost: 0,
            autobroken: false,
            commander_lost: false,
            commander_in_danger: false,
            has_seen: false,
            marked: false,
            worst_enemies: 0,
        }
    }

    /// How many more hits it received than it inflicted.
    pub const fn margin(&self) -> i32 {
        self.received as i32 - self.inflicted as i32
    }
}

/// What a round has done to each battle group, in their order.
pub type Tolls = SmallVec<[Toll; 2]>;

/// What the dice of one roll decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decided {
    /// Hits of one battle group on another, and how many of them artillery scored.
    Hits {
        /// All of them.
        all: u16,
        /// Those by artillery.
        by_artillery: u16,
    },
    /// The result of a cohesion test.
    Test(TestResult),
    /// A base is lost, or saved.
    Death {
        /// Whether it is lost.
        lost: bool,
    },
    /// A commander is lost, or not.
    Commander {
        /// Whether he is lost.
        lost: bool,
    },
}

/// What the next roll is for, with all that is needed to read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ahead {
    /// To hit: roll number so many.
    Hits {
        /// Its number.
        roll: u16,
    },
    /// A cohesion test.
    Test {
        /// Whose.
        group: u8,
        /// How it is read.
        terms: TestTerms,
    },
    /// A death roll.
    Death {
        /// Whose.
        group: u8,
        /// The lowest face that saves the base.
        survived_on: u8,
    },
    /// The risk to a commander.
    Commander {
        /// Whose battle group.
        group: u8,
        /// The least sum that kills him.
        falls_on: u8,
    },
}

/// Where the resolution stands.
#[derive(Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct RoundState {
    stage: Stage,
    /// Hits that the death roll in hand is against.
    against: u16,
    /// What has happened to each battle group.
    pub tolls: Tolls,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
enum Stage {
    /// Roll number so many of the hits.
    Hits(u16),
    /// Step of the outcome, for one battle group.
    Outcome { step: u8, group: u8 },
    /// Tests for what was seen, by one battle group.
    Sight { group: u8 },
    /// Nothing more to roll.
    Done,
}

impl Clone for RoundState {
    fn clone(&self) -> Self {
        // Tolls are plain data: copied as a block, where the derived clone goes one by one.
        RoundState { stage: self.stage, against: self.against, tolls: SmallVec::from_slice(&self.tolls) }
    }

    fn clone_from(&mut self, other: &Self) {
        (self.stage, self.against) = (other.stage, other.against);
        match self.tolls.len() == other.tolls.len() {
            true => self.tolls.copy_from_slice(&other.tolls),
            false => self.tolls = SmallVec::from_slice(&other.tolls),
        }
    }
}

impl RoundState {
    /// The stage it has come to, as a number that grows from stage to stage.
    pub(super) fn progress(&self) -> u32 {
        match self.stage {
            Stage::Hits(roll) => u32::from(roll),
            Stage::Outcome { step, group } => 1 << 16 | u32::from(step) << 8 | u32::from(group),
            Stage::Sight { group } => 2 << 16 | u32::from(group),
            Stage::Done => 3 << 16,
        }
    }

    /// A fast hash of all but the stage.
    pub(super) fn mark(&self) -> u64 {
        let mix = |sum: u64, word: u64| (sum.rotate_left(26) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mark = self.tolls.iter().fold(u64::from(self.against), |sum, toll| {
            let (hits, rest) = toll.words();
            mix(mix(sum, hits), rest)
        });
        mark ^ mark >> 29
    }

    /// Whether the states are the same, given that they have come to the same stage.
    pub(super) fn is_alike(&self, other: &Self) -> bool {
        self.against == other.against && self.tolls == other.tolls
    }

    /// Whether the phase is resolved.
    pub fn is_done(&self) -> bool {
        self.stage == Stage::Done
    }
}

/// Whether a battle group takes part in close combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fighting {
    No,
    Yes,
    Led,
}

/// Which steps of the outcome are still to come.
#[derive(Clone, Copy, Debug, Default)]
struct Later {
    tests: bool,
    deaths: bool,
}

/// One combat phase being resolved by the rules of book `B`. The round holds what does not change; a [`RoundState`]
/// holds what does and is all that needs to be kept, compared or written down.
#[derive(Clone, Debug)]
pub struct Round<'a, B: Arithmetic> {
    fight: &'a Fight,
    readings: Readings,
    muster: Muster,
    standings: SmallVec<[B::Standing; 2]>,
    /// Which battle groups take part in close combat, and which of them with a commander in the front rank.
    fighting: SmallVec<[Fighting; 4]>,
    /// How many bases each battle group has.
    sizes: SmallVec<[u8; 4]>,
    /// The steps of the outcome that can matter in this fight.
    steps: SmallVec<[OutcomeStep; 4]>,
    /// What each of them still leaves to come.
    later: [Later; 4],
    /// Where each roll's parts begin in the muster; the last entry is their number.
    rolls: SmallVec<[u16; 8]>,
}

impl<'a, B: Arithmetic> Round<'a, B> {
    /// Musters the dice of a fight.
    pub fn new(fight: &'a Fight, readings: Readings) -> Self {
        let muster = B::muster(fight, readings);
        let mut rolls: SmallVec<[u16; 8]> = SmallVec::new();
        let mut last = None;
        for (i, part) in muster.parts.iter().enumerate() {
            if last != Some((part.by, part.against)) {
                rolls.push(i as u16);
                last = Some((part.by, part.against));
            }
        }
        rolls.push(muster.parts.len() as u16);
        let standing = |i: usize| B::standing(fight, &muster, readings, i as u8);
        let standings = (0..fight.groups.len()).map(standing).collect();
        let fighting = |i: usize| {
            let leads = fight.groups[i].commander.is_some_and(|c| c.place == CommanderPlace::FrontRank);
            match fight.stands_of(i as u8).next() {
                Some(_) if leads => Fighting::Led,
                Some(_) => Fighting::Yes,
                None => Fighting::No,
            }
        };
        let fighting: SmallVec<[Fighting; 4]> = (0..fight.groups.len()).map(fighting).collect();
        let led = fighting.contains(&Fighting::Led);
        let matters = |step: &&OutcomeStep| led || **step != OutcomeStep::CommanderRisk;
        let steps: SmallVec<[OutcomeStep; 4]> =
            B::outcome(readings).iter().filter(matters).copied().collect();
        let later = std::array::from_fn(|step| {
            let rest = steps.get(step + 1..).unwrap_or(&[]);
            Later {
                tests: rest.contains(&OutcomeStep::CohesionTests),
                deaths: rest.contains(&OutcomeStep::DeathRolls),
            }
        });
        let sizes = fight.groups.iter().map(|g| g.size()).collect();
        Round { fight, readings, muster, standings, fighting, sizes, steps, later, rolls }
    }

    /// The dice of the fight.
    pub fn muster(&self) -> &Muster {
        &self.muster
    }

    /// The fight.
    pub fn fight(&self) -> &'a Fight {
        self.fight
    }

    /// The beginning.
    pub fn start(&self) -> RoundState {
        let tolls = self.fight.groups.iter().map(|g| Toll::none(g.cohesion)).collect();
        let mut state = RoundState { stage: Stage::Hits(0), against: 0, tolls };
        self.settle(&mut state);
        state
    }

    /// What has to be rolled next; nothing when all is resolved.
    pub fn ahead(&self, state: &RoundState) -> Option<Ahead> {
        match state.stage {
            Stage::Hits(roll) => Some(Ahead::Hits { roll }),
            Stage::Outcome { step, group } => Some(match self.step(step)? {
                OutcomeStep::CohesionTests => {
                    let cause = B::post_combat_cause(&self.case(state, group)).unwrap_or(self.cause());
                    Ahead::Test { group, terms: self.terms(state, group, cause) }
                }
                OutcomeStep::DeathRolls => Ahead::Death {
                    group,
                    survived_on: u8::try_from(self.survived_on(state, group, state.against)).unwrap_or(1),
                },
                OutcomeStep::CommanderRisk => Ahead::Commander {
                    group,
                    falls_on: B::commander_falls_on(&state.tolls[usize::from(group)]),
                },
            }),
            Stage::Sight { group } => {
                let reasons = B::reasons_in_sight(&self.case(state, group));
                Some(Ahead::Test { group, terms: self.terms(state, group, Cause::Sight { reasons }) })
            }
            Stage::Done => None,
        }
    }

    /// The dice that are wanted next; none when all is resolved.
    pub fn awaiting(&self, state: &RoundState) -> Option<Roll<RollPurpose>> {
        let ahead = self.ahead(state)?;
        let (side, rule, purpose) = match ahead {
            Ahead::Hits { roll } => {
                let by = self.parts_of(roll).first()?.by;
                let (rule, purpose) = match self.fight.phase {
                    CombatPhase::Shooting => (B::ROLLS.shooting, RollPurpose::Shooting),
                    CombatPhase::Impact => (B::ROLLS.close_combat, RollPurpose::Impact),
                    CombatPhase::Melee => (B::ROLLS.close_combat, RollPurpose::Melee),
                };
                (self.side(by), rule, purpose)
            }
            Ahead::Test { group, .. } => (self.side(group), B::ROLLS.cohesion, RollPurpose::CohesionTest),
            Ahead::Death { group, .. } => (self.side(group), B::ROLLS.death, RollPurpose::DeathRoll),
            // The opponent throws for the commander's loss.
            Ahead::Commander { group, .. } => {
                (self.side(group).map(Side::other), B::ROLLS.commander, RollPurpose::CommanderInFront)
            }
        };
        Some(Roll { side, rule, purpose, pools: self.pools_for(ahead) })
    }

    /// The pools that are thrown for what is ahead.
    pub fn pools_for(&self, ahead: Ahead) -> Pools {
        match ahead {
            Ahead::Hits { roll } => {
                self.parts_of(roll).iter().map(|p| Pool::hits(p.dice(), Die::D6, p.score, p.reroll)).collect()
            }
            Ahead::Test { group, .. } => Pools::from_slice(&[self.test_pool(group)]),
            Ahead::Death { survived_on, .. } => Pools::from_slice(&[death_pool(survived_on)]),
            Ahead::Commander { .. } => Pools::from_slice(&[Pool::sum(2, Die::D6, Reroll::NONE)]),
        }
    }

    /// What numbers read from the pools decide.
    pub fn read(&self, ahead: Ahead, read: impl Fn(usize) -> i32) -> Decided {
        match ahead {
            Ahead::Hits { roll } => {
                let number = |i: usize| u16::try_from(read(i)).unwrap_or(0);
                let parts = self.parts_of(roll).iter().enumerate();
                let guns = parts.clone().filter(|(_, p)| p.arms == Arms::Artillery);
                Decided::Hits {
                    all: parts.map(|(i, _)| number(i)).sum(),
                    by_artillery: guns.map(|(i, _)| number(i)).sum(),
                }
            }
            Ahead::Test { terms, .. } => Decided::Test(terms.result(read(0))),
            Ahead::Death { .. } => Decided::Death { lost: read(0) == 0 },
            Ahead::Commander { falls_on, .. } => Decided::Commander { lost: read(0) >= i32::from(falls_on) },
        }
    }

    /// Goes on with what the dice say: the number read from each pool.
    pub fn feed(&self, state: &mut RoundState, read: impl Fn(usize) -> i32) {
        if let Some(ahead) = self.ahead(state) {
            self.advance(state, self.read(ahead, read));
        }
    }

    /// Goes on with what the dice have decided.
    pub fn advance(&self, state: &mut RoundState, decided: Decided) {
        match (state.stage, decided) {
            (Stage::Hits(roll), Decided::Hits { all, by_artillery }) => {
                self.score(state, roll, all, by_artillery);
                state.stage = Stage::Hits(roll + 1);
            }
            (Stage::Outcome { step, group }, Decided::Test(result)) => {
                let toll = &mut state.tolls[usize::from(group)];
                toll.cohesion = result.applied(toll.cohesion);
                self.next_group(state, step, group);
            }
            (Stage::Outcome { step, group }, Decided::Death { lost }) => {
                match lost {
                    true => self.lose_base(state, group),
                    false => state.against = 0,
                }
                if state.against == 0 {
                    self.next_group(state, step, group);
                }
            }
            (Stage::Outcome { step, group }, Decided::Commander { lost }) => {
                let toll = &mut state.tolls[usize::from(group)];
                (toll.commander_lost, toll.commander_in_danger) = (lost, false);
                self.next_group(state, step, group);
            }
            (Stage::Sight { group }, Decided::Test(result)) => {
                let toll = &mut state.tolls[usize::from(group)];
                (toll.cohesion, toll.has_seen) = (result.applied(toll.cohesion), true);
                state.stage = Stage::Sight { group: 0 };
            }
            // Nothing else can be decided at these stages.
            _ => return,
        }
        self.settle(state);
    }

    /// The battle groups that have to test now for what they saw; their owners decide the order.
    pub fn due_for_sight(&self, state: &RoundState) -> SmallVec<[u8; 8]> {
        match state.stage {
            Stage::Sight { .. } => {
                (0..state.tolls.len() as u8).filter(|&g| self.must_test_for_sight(state, g)).collect()
            }
            _ => SmallVec::new(),
        }
    }

    /// Lets this battle group test next for what it saw, if it has to.
    pub fn test_next(&self, state: &mut RoundState, group: u8) {
        if self.due_for_sight(state).contains(&group) {
            state.stage = Stage::Sight { group };
        }
    }

    /// A battle group with all that a test of it depends on, as things stand.
    pub fn case<'s>(&'s self, state: &'s RoundState, index: u8) -> TestCase<'s, B> {
        TestCase {
            fight: self.fight,
            readings: self.readings,
            standing: &self.standings[usize::from(index)],
            tolls: &state.tolls,
            index,
        }
    }

    /// The terms of a cohesion test as things stand.
    pub fn terms(&self, state: &RoundState, group: u8, cause: Cause) -> TestTerms {
        let case = self.case(state, group);
        let mut sum = Total(0);
        B::cohesion_modifiers(&case, cause, &mut sum);
        TestTerms {
            modifier: sum.0,
            double_drop: B::double_drop(&case, cause),
            bolster: cause == Cause::Bolster,
        }
    }

    /// The cause of the tests that follow the hits of this phase.
    pub fn cause(&self) -> Cause {
        match self.fight.phase {
            CombatPhase::Shooting => Cause::Shooting,
            CombatPhase::Impact | CombatPhase::Melee => Cause::CloseCombat,
        }
    }

    /// Whose cohesion, death or commander is being rolled for, if anybody's.
    pub fn rolling_for(&self, state: &RoundState) -> Option<(u8, Option<OutcomeStep>)> {
        match state.stage {
            Stage::Outcome { step, group } => Some((group, self.step(step))),
            Stage::Sight { group } => Some((group, None)),
            Stage::Hits(_) | Stage::Done => None,
        }
    }

    fn step(&self, step: u8) -> Option<OutcomeStep> {
        self.steps.get(usize::from(step)).copied()
    }

    /// The parts of the dice that one roll to hit throws.
    pub fn parts_rolled(&self, roll: u16) -> &[Part] {
        self.parts_of(roll)
    }

    pub(super) fn parts_of(&self, roll: u16) -> &[Part] {
        let at = |i: usize| self.rolls.get(i).map_or(self.muster.parts.len(), |&n| usize::from(n));
        let (from, to) = (at(usize::from(roll)), at(usize::from(roll) + 1));
        self.muster.parts.get(from..to).unwrap_or(&[])
    }

    fn side(&self, group: u8) -> Option<Side> {
        self.fight.groups.get(usize::from(group)).map(|g| g.side)
    }

    /// Whether the target of a roll to hit tells hits by artillery apart.
    pub(super) fn tells_artillery_apart(&self, roll: u16) -> bool {
        let target = self.parts_of(roll).first().map(|p| &self.fight.groups[usize::from(p.against)]);
        target.is_some_and(B::tells_artillery_apart)
    }

    pub(super) fn test_pool(&self, group: u8) -> Pool {
        test_roll(self.fight.groups[usize::from(group)].quality())
    }

    fn survived_on(&self, state: &RoundState, group: u8, hits: u16) -> i32 {
        let mut sum = Total(0);
        B::death_modifiers(&self.case(state, group), &mut sum);
        death_roll_survived_on(i32::from(hits), sum.0)
    }

    fn score(&self, state: &mut RoundState, roll: u16, hits: u16, by_artillery: u16) {
        let Some(first) = self.parts_of(roll).first() else { return };
        if self.fight.phase != CombatPhase::Shooting {
            state.tolls[usize::from(first.by)].inflicted += hits;
        }
        let against = usize::from(first.against);
        let toll = &mut state.tolls[against];
        toll.received += hits;
        if by_artillery > 0 && B::tells_artillery_apart(&self.fight.groups[against]) {
            toll.from_artillery += by_artillery;
        }
        let by = self.fight.groups.get(usize::from(first.by));
        toll.marked |= hits > 0 && by.is_some_and(|g| B::marks_hits_by(g, self.readings));
        if hits > toll.worst_hits {
            (toll.worst_hits, toll.worst_enemies) = (hits, 0);
        }
        if hits > 0 && hits == toll.worst_hits {
            toll.worst_enemies |= 1 << (first.by & 31);
        }
    }

    fn next_group(&self, state: &mut RoundState, step: u8, group: u8) {
        self.forget(state, step, group);
        state.stage = Stage::Outcome { step, group: group + 1 };
    }

    fn lose_base(&self, state: &mut RoundState, group: u8) {
        let (fought, size) = (&self.fight.groups[usize::from(group)], self.sizes[usize::from(group)]);
        let toll = &mut state.tolls[usize::from(group)];
        toll.lost = (toll.lost + 1).min(size);
        let remaining = size - toll.lost;
        if B::autobreaks(fought, remaining, self.readings) {
            toll.autobroken = true;
            toll.cohesion = Cohesion::Broken;
        }
        // Hits beyond six are rolled for again.
        state.against = if remaining > 0 { state.against.saturating_sub(6) } else { 0 };
    }

    /// Goes on to the next roll that has to be made.
    fn settle(&self, state: &mut RoundState) {
        let mut stage = state.stage;
        if let Stage::Hits(roll) = stage {
            let rolls = self.rolls.len().saturating_sub(1);
            let thrown = |&roll: &usize| self.parts_of(roll as u16).iter().any(|p| p.dice() > 0);
            if let Some(next) = (usize::from(roll)..rolls).find(thrown) {
                state.stage = Stage::Hits(next as u16);
                return;
            }
            self.decide(state);
            stage = Stage::Outcome { step: 0, group: 0 };
        }
        if let Stage::Outcome { step, group } = stage {
            if let Some(next) = self.next_due(state, step, group) {
                state.stage = next;
                return;
            }
            stage = Stage::Sight { group: 0 };
        }
        if let Stage::Sight { group } = stage {
            let groups = state.tolls.len() as u8;
            let mut watchers = if self.is_seen(state) { group..groups } else { 0..0 };
            if let Some(next) = watchers.find(|&g| self.must_test_for_sight(state, g)) {
                state.stage = Stage::Sight { group: next };
                return;
            }
        }
        for toll in &mut state.tolls {
            toll.has_seen = false;
        }
        state.stage = Stage::Done;
    }

    /// The next roll of the outcome from this step and battle group on; what is passed over is forgotten.
    fn next_due(&self, state: &mut RoundState, first_step: u8, first_group: u8) -> Option<Stage> {
        let groups = state.tolls.len() as u8;
        let mut from = first_group;
        for (step, &kind) in (0u8..).zip(&self.steps).skip(usize::from(first_step)) {
            for group in from..groups {
                if self.is_due(state, kind, group) {
                    return Some(Stage::Outcome { step, group });
                }
                self.forget(state, step, group);
            }
            from = 0;
        }
        None
    }

    /// All hits are known: who won, who lost, whose commander is in danger.
    fn decide(&self, state: &mut RoundState) {
        if self.fight.phase == CombatPhase::Shooting {
            return;
        }
        for (toll, &fighting) in state.tolls.iter_mut().zip(&self.fighting) {
            if fighting == Fighting::No {
                continue;
            }
            toll.result = match toll.received.cmp(&toll.inflicted) {
                Ordering::Less => CombatResult::Won,
                Ordering::Equal => CombatResult::Drew,
                Ordering::Greater => CombatResult::Lost,
            };
            toll.commander_in_danger = fighting == Fighting::Led && B::commander_in_danger(toll);
        }
    }

    fn is_due(&self, state: &mut RoundState, step: OutcomeStep, group: u8) -> bool {
        let toll = &state.tolls[usize::from(group)];
        match step {
            OutcomeStep::CohesionTests => {
                toll.cohesion != Cohesion::Broken && B::post_combat_cause(&self.case(state, group)).is_some()
            }
            OutcomeStep::DeathRolls => {
                if state.against == 0 {
                    state.against = toll.received;
                }
                self.must_roll_for_death(state, group)
            }
            OutcomeStep::CommanderRisk => toll.commander_in_danger,
        }
    }

    /// Whether the hits in hand need a roll; bases that no roll could save are lost on the way.
    fn must_roll_for_death(&self, state: &mut RoundState, group: u8) -> bool {
        while state.against > 0 {
            match self.survived_on(state, group, state.against) {
                7.. => self.lose_base(state, group),
                2..7 => return true,
                _ => state.against = 0,
            }
        }
        false
    }

    /// Forgets what no later step asks for, so that states that lead to the same end are the same.
    fn forget(&self, state: &mut RoundState, step: u8, group: u8) {
        let later = self.later.get(usize::from(step)).copied().unwrap_or_default();
        let toll = &mut state.tolls[usize::from(group)];
        if !later.tests {
            (toll.inflicted, toll.from_artillery) = (0, 0);
        }
        if !later.deaths {
            (toll.worst_enemies, toll.worst_hits, toll.marked) = (0, 0, false);
        }
        if later.tests && !later.deaths {
            B::distil(&self.standings[usize::from(group)], toll);
        }
        let harmless = !later.tests && toll.received > 0 && {
            let hits = toll.received;
            !later.deaths || self.survived_on(state, group, hits) <= 1
        };
        if harmless {
            let toll = &mut state.tolls[usize::from(group)];
            (toll.received, toll.worst_enemies, toll.worst_hits) = (0, 0, 0);
        }
    }

    /// Whether anything happened that others might see.
    fn is_seen(&self, state: &RoundState) -> bool {
        let broken = |t: &Toll| t.cohesion == Cohesion::Broken;
        state.tolls.iter().any(|toll| broken(toll) || toll.commander_lost)
            || self.fight.groups.iter().any(|g| g.unseen_loss)
    }

    fn must_test_for_sight(&self, state: &RoundState, group: u8) -> bool {
        let toll = &state.tolls[usize::from(group)];
        !toll.has_seen
            && toll.cohesion != Cohesion::Broken
            && B::reasons_in_sight(&self.case(state, group)) > 0
    }
}
