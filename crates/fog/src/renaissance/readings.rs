//! Where the Renaissance book is unclear: the readings, each a named option.

use crate::combat::{Reading, Readings};
use caracole_ledger::rule;

/// A choice between two readings; its place in [`READINGS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum Choice {
    /// Pike in four ranks at impact: added, or one of the bracket.
    PikeFourRanksAdds,
    /// Mounted against vulnerable foot at impact: added, or one of the bracket.
    VulnerableFootAdds,
    /// Pike in four ranks at impact: in open terrain only.
    PikeFourRanksOpenOnly,
    /// Mounted against vulnerable foot at impact: in open terrain only.
    VulnerableFootOpenOnly,
    /// The regimental gun's die at impact is netted.
    RegimentalGunNetted,
    /// "Entirely one base deep" is for cavalry and camelry alone.
    OneDeepCavalryOnly,
    /// Shooting that cannot matter is not rolled.
    UselessShootingNotRolled,
    /// Dragoons with muskets are shot.
    DragoonsAreShot,
    /// The battle group that a lost commander was with tests too.
    BereavedGroupTests,
    /// Halting before fresh enemy is a test to stop pursuing.
    HaltingIsStopping,
    /// Two-base elite and superior groups autobreak at one base.
    TwoBasesByTable,
    /// A grand battle group evading off the table costs one point.
    GrandEvadersCostOne,
    /// Any positive score against nothing satisfies every ratio.
    AnyRatioAgainstNothing,
    /// Shots of naval units count as medium artillery.
    NavalShotsAreMedium,
    /// Bases and commanders that may as well stand left or right stand right.
    RightWhereEqual,
    /// Guns that shoot over friends at a rear rank measure to that rank alone.
    OverheadToRearRanks,
    /// Bases in different states lose dice apart.
    StatesLoseApart,
    /// Lost dice are shared in proportion to dice.
    LossesByDice,
}

use Choice::*;

impl Choice {
    /// Whether it is on.
    pub fn is_on(self, readings: Readings) -> bool {
        readings.is_on(READINGS, self as usize)
    }
}

/// Every option of this book, in the order of [`Choice`].
pub const READINGS: &[Reading] = &[
    Reading {
        name: "fogr.impact.pike_four_ranks_adds",
        rule: rule!("FOGR-COMBAT-048"),
        default: true,
        on: "pike in 4 or more ranks add their + to the row of the 'any one of' group",
        off: "pike in 4 or more ranks is one row of the 'any one of' group",
    },
    Reading {
        name: "fogr.impact.vulnerable_foot_adds",
        rule: rule!("FOGR-COMBAT-048"),
        default: true,
        on: "mounted against vulnerable foot add their + to the row of the 'any one of' group",
        off: "mounted against vulnerable foot is one row of the 'any one of' group",
    },
    Reading {
        name: "fogr.impact.pike_four_ranks_open_only",
        rule: rule!("FOGR-COMBAT-048"),
        default: false,
        on: "the + for pike in 4 or more ranks counts at impact in open terrain only",
        off: "the + for pike in 4 or more ranks counts at impact in any terrain",
    },
    Reading {
        name: "fogr.impact.vulnerable_foot_open_only",
        rule: rule!("FOGR-COMBAT-064"),
        default: false,
        on: "the + of mounted against vulnerable foot counts in open terrain only",
        off: "the + of mounted against vulnerable foot counts in any terrain",
    },
    Reading {
        name: "fogr.impact.regimental_gun_netted",
        rule: rule!("FOGR-COMBAT-056"),
        default: true,
        on: "the regimental gun's die has no row of its own but is netted against the enemy file's",
        off: "the regimental gun's die is always at 0",
    },
    Reading {
        name: "fogr.shooting.one_deep_cavalry_only",
        rule: rule!("FOGR-COMBAT-044"),
        default: true,
        on: "only cavalry and camelry can be 'entirely 1 base deep' as a target",
        off: "any mounted battle troops in a single rank are 'entirely 1 base deep' as a target",
    },
    Reading {
        name: "fogr.shooting.useless_not_rolled",
        rule: rule!("FOGR-SHOOT-004"),
        default: true,
        on: "no dice are rolled at a target that they could force to no test and no death roll",
        off: "all shooting dice are rolled",
    },
    Reading {
        name: "fogr.troops.dragoons_are_shot",
        rule: rule!("FOGR-TROOPS-011"),
        default: true,
        on: "dragoons with arquebus or musket are shot",
        off: "dragoons are not shot",
    },
    Reading {
        name: "fogr.cohesion.bereaved_group_tests",
        rule: rule!("FOGR-COHESION-009"),
        default: true,
        on: "the battle group that a lost commander was with tests for his loss",
        off: "only other battle groups test for a lost commander",
    },
    Reading {
        name: "fogr.moves.halting_is_stopping",
        rule: rule!("FOGR-JAP-035"),
        default: true,
        on: "the test to halt before fresh enemy has the -1 for stopping a pursuit",
        off: "the test to halt before fresh enemy has no -1",
    },
    Reading {
        name: "fogr.autobreak.two_bases_by_table",
        rule: rule!("FOGR-COHESION-061"),
        default: true,
        on: "battle groups that began with 2 bases autobreak at 1 base, whatever their quality",
        off: "elite and superior battle groups that began with 2 bases do not autobreak at 1 base",
    },
    Reading {
        name: "fogr.attrition.grand_evaders_cost_one",
        rule: rule!("FOGR-VICTORY-003"),
        default: true,
        on: "a grand battle group that evades off the table costs 1 attrition point",
        off: "a grand battle group that evades off the table costs 2 attrition points",
    },
    Reading {
        name: "fogr.victory.any_ratio_against_nothing",
        rule: rule!("FOGR-VICTORY-005"),
        default: true,
        on: "attrition inflicted by one side only satisfies every ratio",
        off: "no ratio can be formed against a side that inflicted nothing",
    },
    Reading {
        name: "fogr.shooting.naval_guns_are_medium",
        rule: rule!("FOGR-SPECIAL-008"),
        default: true,
        on: "shots of naval units are medium artillery, which cover does not hinder",
        off: "shots of naval units are light artillery, which cover hinders",
    },
    Reading {
        name: "fogr.formation.right_where_equal",
        rule: rule!("FOGR-MOVE-058"),
        default: false,
        on: "what may as well stand left or right stands right where the player does not say otherwise: bases that do not fill a rank, commanders behind the middle of a line",
        off: "what may as well stand left or right stands left where the player does not say otherwise",
    },
    Reading {
        name: "fogr.shooting.overhead_to_rear_ranks",
        rule: rule!("FOGR-SHOOT-036"),
        default: false,
        on: "friends shot over must be 3 MU from the base shot at, which may stand behind other ranks",
        off: "friends shot over must be 3 MU from the nearest base of the file shot at",
    },
    Reading {
        name: "fogr.combat.states_lose_apart",
        rule: rule!("FOGR-COMBAT-025"),
        default: true,
        on: "bases in different states lose dice apart, each state by itself",
        off: "light troops work out their loss over all bases, and it is taken from those in the worst state first",
    },
    Reading {
        name: "fogr.combat.losses_by_dice",
        rule: rule!("FOGR-COMBAT-029"),
        default: true,
        on: "lost dice are shared in proportion to the dice rolled against each enemy",
        off: "lost dice are shared in proportion to the bases fighting each enemy",
    },
];

/// The reading of one choice.
pub(super) fn is(readings: Readings, choice: Choice) -> bool {
    choice.is_on(readings)
}

// The list and the enum must run in parallel: the last choice is the last entry.
const _: () = assert!(LossesByDice as usize + 1 == READINGS.len());
