//! What a book of rules gives to the shared combat machine.

use super::{Arms, Fight, Group, Part, Reading, Readings, Reckon, Toll};
use crate::troops::{Book, CombatPhase};
use caracole_kernel::{Refusal, Tally, dice::Reroll};
use caracole_ledger::RuleId;
use schemars::JsonSchema;
use serde::Serialize;
use smallvec::SmallVec;

/// What follows the hits, in the order of the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutcomeStep {
    /// Cohesion tests of those who lost, or were shot at enough.
    CohesionTests,
    /// Death rolls.
    DeathRolls,
    /// Rolls for commanders who fought in the front rank.
    CommanderRisk,
}

/// Why a battle group tests its cohesion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Cause {
    /// Hits from shooting.
    Shooting,
    /// It lost a close combat of this phase.
    CloseCombat,
    /// Friends broke or were destroyed, guns were captured or a commander was lost nearby: so many reasons.
    Sight {
        /// How many of these there are.
        reasons: u8,
    },
    /// Fogam: commanders were lost near it in the close combat of this phase, which it may have lost besides.
    CommandersLost {
        /// How many commanders.
        commanders: u8,
        /// Whether one of them was the commander-in-chief.
        in_chief: bool,
        /// Whether it lost the close combat as well.
        lost_combat: bool,
    },
    /// It is fragmented and charged.
    Charged,
    /// A commander tries to bolster or rally it.
    Bolster,
}

/// What was shot at a battle group, whether it hit or not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FireTaken {
    /// Dice of artillery.
    pub artillery: u16,
    /// Dice of regimental guns.
    pub regimental_guns: u16,
    /// Dice of firearms.
    pub firearms: u16,
    /// Dice of other missiles.
    pub others: u16,
}

/// The dice of a whole fight.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Muster {
    /// Every part, those of one battle group against one enemy together.
    pub parts: Vec<Part>,
    /// What is shot at each battle group.
    pub fire: SmallVec<[FireTaken; 4]>,
    /// Targets at which nothing is rolled because too few dice come to matter.
    pub spared: SmallVec<[u8; 4]>,
}

/// Stands for naval units where a part names its battle group.
pub const NAVAL: u8 = u8::MAX;

/// Dice that are rolled together, with the reasons for their number and their score.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PartExplained {
    /// Whose dice; naval units have no battle group.
    pub by: u8,
    /// Against whom.
    pub against: u8,
    /// How many, and why.
    pub dice: Tally,
    /// Net points of advantage, and why.
    pub advantage: Tally,
    /// The score that hits.
    pub score: u8,
    /// Dice thrown again.
    pub reroll: Reroll,
    /// With what.
    #[schemars(with = "String")]
    pub arms: Arms,
}

/// The rules behind the rolls of a fight.
#[derive(Clone, Copy, Debug)]
pub struct RollRules {
    /// To hit by shooting.
    pub shooting: RuleId,
    /// To hit in close combat.
    pub close_combat: RuleId,
    /// Cohesion test.
    pub cohesion: RuleId,
    /// Death roll.
    pub death: RuleId,
    /// Risk to a commander in the front rank.
    pub commander: RuleId,
}

/// A battle group of a fight about to test or to roll for losses.
#[derive(Debug)]
pub struct TestCase<'a, B: Arithmetic + ?Sized> {
    /// The fight.
    pub fight: &'a Fight,
    /// The readings in force.
    pub readings: Readings,
    /// What no die changes, as the book has worked it out beforehand.
    pub standing: &'a B::Standing,
    /// What has happened to every battle group so far.
    pub tolls: &'a [Toll],
    /// The battle group in question.
    pub index: u8,
}

impl<'a, B: Arithmetic + ?Sized> TestCase<'a, B> {
    /// The battle group in question, as it entered the phase.
    pub fn group(&self) -> &'a Group {
        &self.fight.groups[usize::from(self.index)]
    }

    /// What has happened to it.
    pub fn toll(&self) -> &'a Toll {
        &self.tolls[usize::from(self.index)]
    }
}

/// One book's arithmetic. Everything here is a pure function of the facts.
pub trait Arithmetic {
    /// Which book.
    const BOOK: Book;
    /// What follows the hits.
    const OUTCOME: &'static [OutcomeStep];
    /// The rules behind the rolls.
    const ROLLS: RollRules;
    /// The options of the book, for rules that can be read in two ways.
    const READINGS: &'static [Reading];

    /// Checks that a fight can happen by the rules.
    fn check(fight: &Fight) -> Result<(), Refusal>;

    /// The dice of a fight with the reasons for them.
    fn explain(fight: &Fight, readings: Readings) -> Vec<PartExplained>;

    /// What the tests of one battle group depend on and no die of the phase changes.
    type Standing: Clone + std::fmt::Debug;

    /// What follows the hits, for a book in which that is a matter of reading.
    fn outcome(_: Readings) -> &'static [OutcomeStep] {
        Self::OUTCOME
    }

    /// The dice of everybody after losses, those that cannot matter included.
    fn dice(fight: &Fight, readings: Readings) -> Vec<Part>;

    /// Counts the dice of everybody, at their scores and with their re-rolls.
    fn muster(fight: &Fight, readings: Readings) -> Muster;

    /// Works out a battle group's standing.
    fn standing(fight: &Fight, muster: &Muster, readings: Readings, group: u8) -> Self::Standing;

    /// Whether hits by artillery are told apart from others for this battle group.
    fn tells_artillery_apart(group: &Group) -> bool;

    /// Whether the hits of the phase make the battle group test its cohesion.
    fn cohesion_test_due(case: &TestCase<'_, Self>) -> bool;

    /// Why the battle group tests its cohesion after the combats of the phase, if it does.
    fn post_combat_cause(case: &TestCase<'_, Self>) -> Option<Cause> {
        Self::cohesion_test_due(case).then_some(match case.fight.phase {
            CombatPhase::Shooting => Cause::Shooting,
            CombatPhase::Impact | CombatPhase::Melee => Cause::CloseCombat,
        })
    }

    /// Reduces the hits on a battle group to what its test still asks of them, once death rolls are over, so that states
    /// that lead to the same end are the same.
    fn distil(_: &Self::Standing, _: &mut Toll) {}

    /// Whether death rolls ask if hits came from this battle group.
    fn marks_hits_by(_: &Group, _: Readings) -> bool {
        false
    }

    /// The modifiers of a cohesion test.
    fn cohesion_modifiers<R: Reckon>(case: &TestCase<'_, Self>, cause: Cause, sum: &mut R);

    /// Whether a very low score costs two levels.
    fn double_drop(case: &TestCase<'_, Self>, cause: Cause) -> bool;

    /// What is added to a death roll.
    fn death_modifiers<R: Reckon>(case: &TestCase<'_, Self>, sum: &mut R);

    /// Whether the hits of the phase put a commander fighting in the front rank in danger.
    fn commander_in_danger(toll: &Toll) -> bool;

    /// The least sum of two dice that kills a commander in danger.
    fn commander_falls_on(toll: &Toll) -> u8;

    /// Whether the battle group breaks by itself with so many bases left.
    fn autobreaks(group: &Group, remaining: u8, readings: Readings) -> bool;

    /// How many reasons the battle group has to test for what happened to the others of the fight.
    fn reasons_in_sight(case: &TestCase<'_, Self>) -> u8;
}
