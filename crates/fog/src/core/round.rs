//! The resolution of one combat phase: hits, then what follows from them, in the order of the book.

use super::{
    Arithmetic, Arms, Cause, CommanderPlace, Fight, Muster, OutcomeStep, Part, Readings, TestCase, TestTerms,
    Total, death_roll_survived_on, test::death_pool, test_roll,
};
use crate::troops::{Cohesion, CombatPhase};
use caracole_kernel::{
    Side,
    dice::{Die, Pool, Reroll, Roll},
};
use caracole_odds::Pools;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::marker::PhantomData;

/// How a battle group came out of the close combat of a phase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
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

/// What a phase has done to one battle group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Toll {
    /// Hits received; forgotten when nothing asks any more.
    pub received: u16,
    /// Hits inflicted in close combat; forgotten likewise.
    pub inflicted: u16,
    /// Hits received from artillery; forgotten likewise.
    pub from_artillery: u16,
    /// Fogam: some hits came from a battle group that death rolls ask about; forgotten likewise.
    pub marked: bool,
    /// The enemies who inflicted most hits, as bits; forgotten when the bases are off.
    pub worst_enemies: u32,
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
}

impl Toll {
    /// Nothing has happened yet.
    pub const fn none(cohesion: Cohesion) -> Self {
        Toll {
            received: 0,
            inflicted: 0,
            from_artillery: 0,
            marked: false,
            worst_enemies: 0,
            worst_hits: 0,
            result: CombatResult::None,
            cohesion,
            lost: 0,
            autobroken: false,
            commander_lost: false,
            commander_in_danger: false,
            has_seen: false,
        }
    }

    /// How many more hits it received than it inflicted.
    pub const fn margin(&self) -> i32 {
        self.received as i32 - self.inflicted as i32
    }
}

/// Where the resolution stands.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct RoundState {
    stage: Stage,
    /// Hits that the death roll in hand is against.
    against: u16,
    /// What has happened to each battle group.
    pub tolls: SmallVec<[Toll; 4]>,
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

impl RoundState {
    /// Whether the phase is resolved.
    pub fn is_done(&self) -> bool {
        self.stage == Stage::Done
    }
}

/// One combat phase being resolved by the rules of book `B`. The round holds what does not change; a [`RoundState`]
/// holds what does and is all that needs to be kept, compared or written down.
#[derive(Clone, Debug)]
pub struct Round<'a, B> {
    fight: &'a Fight,
    readings: Readings,
    muster: Muster,
    /// Where each roll's parts begin in the muster; the last entry is their number.
    rolls: SmallVec<[u16; 8]>,
    book: PhantomData<B>,
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
        Round { fight, readings, muster, rolls, book: PhantomData }
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

    /// The dice that are wanted next; none when all is resolved.
    pub fn awaiting(&self, state: &RoundState) -> Option<Roll> {
        let pools = self.pools(state)?;
        let (side, rule, purpose) = match state.stage {
            Stage::Hits(roll) => {
                let by = self.parts_of(roll).first()?.by;
                let (rule, purpose) = match self.fight.phase {
                    CombatPhase::Shooting => (B::ROLLS.shooting, "shooting to hit"),
                    CombatPhase::Impact => (B::ROLLS.close_combat, "impact to hit"),
                    CombatPhase::Melee => (B::ROLLS.close_combat, "melee to hit"),
                };
                (self.side(by), rule, purpose)
            }
            Stage::Outcome { step, group } => match self.step(step)? {
                OutcomeStep::CohesionTests => (self.side(group), B::ROLLS.cohesion, "cohesion test"),
                OutcomeStep::DeathRolls => (self.side(group), B::ROLLS.death, "death roll"),
                // The opponent throws for the commander's loss.
                OutcomeStep::CommanderRisk => (
                    self.side(group).map(Side::other),
                    B::ROLLS.commander,
                    "loss of a commander in the front rank",
                ),
            },
            Stage::Sight { group } => (self.side(group), B::ROLLS.cohesion, "cohesion test for what it saw"),
            Stage::Done => return None,
        };
        Some(Roll { side, rule, purpose: purpose.into(), pools })
    }

    /// The pools of the dice that are wanted next.
    pub fn pools(&self, state: &RoundState) -> Option<Pools> {
        let one = |pool| Some(Pools::from_slice(&[pool]));
        match state.stage {
            Stage::Hits(roll) => Some(
                self.parts_of(roll)
                    .iter()
                    .map(|p| Pool::hits(p.dice(), Die::D6, p.score, p.reroll))
                    .collect(),
            ),
            Stage::Outcome { step, group } => match self.step(step)? {
                OutcomeStep::CohesionTests => one(self.test_pool(group)),
                OutcomeStep::DeathRolls => {
                    one(death_pool(u8::try_from(self.survived_on(state, group)).unwrap_or(1)))
                }
                OutcomeStep::CommanderRisk => one(Pool::sum(2, Die::D6, Reroll::NONE)),
            },
            Stage::Sight { group } => one(self.test_pool(group)),
            Stage::Done => None,
        }
    }

    /// Goes on with what the dice say: the number read from each pool.
    pub fn feed(&self, state: &mut RoundState, read: impl Fn(usize) -> i32) {
        let number = read(0);
        match state.stage {
            Stage::Hits(roll) => {
                self.score(state, roll, read);
                state.stage = Stage::Hits(roll + 1);
            }
            Stage::Outcome { step, group } => match self.step(step) {
                Some(OutcomeStep::CohesionTests) => {
                    let cause = B::post_combat_cause(&self.case(state, group));
                    self.test(state, group, cause.unwrap_or(self.cause()), number);
                    state.stage = Stage::Outcome { step, group: group + 1 };
                }
                Some(OutcomeStep::DeathRolls) => {
                    if number == 0 {
                        self.lose_base(state, group);
                    } else {
                        state.against = 0;
                    }
                    if state.against == 0 {
                        state.stage = Stage::Outcome { step, group: group + 1 };
                    }
                }
                Some(OutcomeStep::CommanderRisk) => {
                    self.risk_commander(state, group, number);
                    state.stage = Stage::Outcome { step, group: group + 1 };
                }
                None => state.stage = Stage::Done,
            },
            Stage::Sight { group } => {
                let reasons = B::reasons_in_sight(self.fight, &state.tolls, self.readings, group);
                self.test(state, group, Cause::Sight { reasons }, number);
                state.tolls[usize::from(group)].has_seen = true;
                state.stage = Stage::Sight { group: 0 };
            }
            Stage::Done => {}
        }
        self.settle(state);
    }

    /// A battle group with all that a test of it depends on, as things stand.
    pub fn case<'s>(&'s self, state: &'s RoundState, index: u8) -> TestCase<'s> {
        let (fight, muster, readings) = (self.fight, &self.muster, self.readings);
        TestCase { fight, muster, readings, tolls: &state.tolls, index }
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
        B::outcome(self.readings).get(usize::from(step)).copied()
    }

    fn parts_of(&self, roll: u16) -> &[Part] {
        let at = |i: usize| self.rolls.get(i).map_or(self.muster.parts.len(), |&n| usize::from(n));
        let (from, to) = (at(usize::from(roll)), at(usize::from(roll) + 1));
        self.muster.parts.get(from..to).unwrap_or(&[])
    }

    fn side(&self, group: u8) -> Option<Side> {
        self.fight.groups.get(usize::from(group)).map(|g| g.side)
    }

    fn test_pool(&self, group: u8) -> Pool {
        test_roll(self.fight.groups[usize::from(group)].quality())
    }

    fn survived_on(&self, state: &RoundState, group: u8) -> i32 {
        let mut sum = Total(0);
        B::death_modifiers(&self.case(state, group), &mut sum);
        death_roll_survived_on(i32::from(state.against), sum.0)
    }

    fn score(&self, state: &mut RoundState, roll: u16, read: impl Fn(usize) -> i32) {
        let mut hits = 0u16;
        let mut from_artillery = 0u16;
        let parts = self.parts_of(roll);
        for (i, part) in parts.iter().enumerate() {
            let scored = u16::try_from(read(i)).unwrap_or(0);
            hits += scored;
            if part.arms == Arms::Artillery {
                from_artillery += scored;
            }
        }
        let Some(first) = parts.first() else { return };
        if self.fight.phase != CombatPhase::Shooting {
            state.tolls[usize::from(first.by)].inflicted += hits;
        }
        let toll = &mut state.tolls[usize::from(first.against)];
        toll.received += hits;
        toll.from_artillery += from_artillery;
        let by = self.fight.groups.get(usize::from(first.by));
        toll.marked |= hits > 0 && by.is_some_and(|g| B::marks_hits_by(g, self.readings));
        if hits > toll.worst_hits {
            (toll.worst_hits, toll.worst_enemies) = (hits, 0);
        }
        if hits > 0 && hits == toll.worst_hits {
            toll.worst_enemies |= 1 << (first.by & 31);
        }
    }

    fn test(&self, state: &mut RoundState, group: u8, cause: Cause, dice: i32) {
        let result = self.terms(state, group, cause).result(dice);
        let toll = &mut state.tolls[usize::from(group)];
        toll.cohesion = result.applied(toll.cohesion);
    }

    fn lose_base(&self, state: &mut RoundState, group: u8) {
        let fought = &self.fight.groups[usize::from(group)];
        let toll = &mut state.tolls[usize::from(group)];
        toll.lost = (toll.lost + 1).min(fought.size());
        let remaining = fought.size() - toll.lost;
        if B::autobreaks(fought, remaining, self.readings) {
            toll.autobroken = true;
            toll.cohesion = Cohesion::Broken;
        }
        // Hits beyond six are rolled for again.
        state.against = if remaining > 0 { state.against.saturating_sub(6) } else { 0 };
    }

    fn risk_commander(&self, state: &mut RoundState, group: u8, dice: i32) {
        let toll = &mut state.tolls[usize::from(group)];
        toll.commander_lost = dice >= i32::from(B::commander_falls_on(toll));
        toll.commander_in_danger = false;
    }

    /// Goes on to the next roll that has to be made.
    fn settle(&self, state: &mut RoundState) {
        loop {
            let here = state.stage;
            match here {
                Stage::Hits(roll) if usize::from(roll) + 1 < self.rolls.len() => {
                    if self.parts_of(roll).iter().any(|p| p.dice() > 0) {
                        return;
                    }
                    state.stage = Stage::Hits(roll + 1);
                }
                Stage::Hits(_) => {
                    self.decide(state);
                    state.stage = Stage::Outcome { step: 0, group: 0 };
                }
                Stage::Outcome { step, .. } if self.step(step).is_none() => {
                    state.stage = Stage::Sight { group: 0 };
                }
                Stage::Outcome { step, group } if usize::from(group) >= state.tolls.len() => {
                    self.forget(state, step);
                    state.stage = Stage::Outcome { step: step + 1, group: 0 };
                }
                Stage::Outcome { step, group } => {
                    if self.is_due(state, step, group) {
                        return;
                    }
                    state.stage = Stage::Outcome { step, group: group + 1 };
                }
                Stage::Sight { group } if usize::from(group) >= state.tolls.len() => {
                    for toll in &mut state.tolls {
                        toll.has_seen = false;
                    }
                    state.stage = Stage::Done;
                }
                Stage::Sight { group } => {
                    if self.must_test_for_sight(state, group) {
                        return;
                    }
                    state.stage = Stage::Sight { group: group + 1 };
                }
                Stage::Done => return,
            }
        }
    }

    /// All hits are known: who won, who lost, whose commander is in danger.
    fn decide(&self, state: &mut RoundState) {
        if self.fight.phase == CombatPhase::Shooting {
            return;
        }
        for (i, toll) in state.tolls.iter_mut().enumerate() {
            let group = i as u8;
            if self.fight.stands_of(group).next().is_none() {
                continue;
            }
            toll.result = match toll.received.cmp(&toll.inflicted) {
                std::cmp::Ordering::Less => CombatResult::Won,
                std::cmp::Ordering::Equal => CombatResult::Drew,
                std::cmp::Ordering::Greater => CombatResult::Lost,
            };
            let commander = self.fight.groups[i].commander;
            let fights = commander.is_some_and(|c| c.place == CommanderPlace::FrontRank);
            toll.commander_in_danger = fights && B::commander_in_danger(toll);
        }
    }

    fn is_due(&self, state: &mut RoundState, step: u8, group: u8) -> bool {
        let toll = &state.tolls[usize::from(group)];
        match self.step(step) {
            Some(OutcomeStep::CohesionTests) => {
                toll.cohesion != Cohesion::Broken && B::post_combat_cause(&self.case(state, group)).is_some()
            }
            Some(OutcomeStep::DeathRolls) => {
                if state.against == 0 {
                    state.against = toll.received;
                }
                self.must_roll_for_death(state, group)
            }
            Some(OutcomeStep::CommanderRisk) => toll.commander_in_danger,
            None => false,
        }
    }

    /// Whether the hits in hand need a roll; bases that no roll could save are lost on the way.
    fn must_roll_for_death(&self, state: &mut RoundState, group: u8) -> bool {
        while state.against > 0 {
            match self.survived_on(state, group) {
                7.. => self.lose_base(state, group),
                2..7 => return true,
                _ => state.against = 0,
            }
        }
        false
    }

    /// Forgets what no later step asks for, so that states that lead to the same end are the same.
    fn forget(&self, state: &mut RoundState, step: u8) {
        let later = B::outcome(self.readings).get(usize::from(step) + 1..).unwrap_or(&[]);
        let tests = later.contains(&OutcomeStep::CohesionTests);
        let deaths = later.contains(&OutcomeStep::DeathRolls);
        for toll in &mut state.tolls {
            if !tests {
                toll.inflicted = 0;
                toll.from_artillery = 0;
            }
            if !deaths {
                (toll.worst_enemies, toll.worst_hits, toll.marked) = (0, 0, false);
            }
            if !tests && !deaths {
                toll.received = 0;
            }
        }
    }

    fn must_test_for_sight(&self, state: &RoundState, group: u8) -> bool {
        let toll = &state.tolls[usize::from(group)];
        !toll.has_seen
            && toll.cohesion != Cohesion::Broken
            && B::reasons_in_sight(self.fight, &state.tolls, self.readings, group) > 0
    }
}
