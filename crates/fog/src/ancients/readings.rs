//! Where the ancient and medieval book is unclear: the readings, each a named option.

use crate::combat::{Reading, Readings};
use caracole_ledger::rule;

/// A choice between two readings; its place in [`READINGS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum Choice {
    /// Rolls for commanders come before death rolls and cohesion tests.
    CommanderLossFirst,
    /// Shooting fractions at one target are added over all rates.
    PoolAllRates,
    /// Close combat dice lost by several groups fighting one enemy are worked out together.
    PoolLostDice,
    /// Bow* shoots from three ranks.
    BowStarThreeRanks,
    /// Foot battle troops and cavalry with sling shoot as with javelins.
    SlingAsJavelins,
    /// Elephants fighting elephants at impact give three dice.
    ElephantsThreeAgainstElephants,
    /// A base claims at most one capability row at impact.
    OneCapabilityRow,
    /// Uphill and defending add up.
    UphillAndDefendingAdd,
    /// Light foot in the second rank support spearmen in a single rank.
    LightFootSupportSpears,
    /// Mounted light spear may count beside another capability row that was cancelled out.
    LightSpearBesideOthers,
    /// Battle wagons can defend a riverbank.
    WagonsDefendRiverbank,
    /// Pikemen with swords may use them in melee.
    PikemenUseSwords,
    /// Medium foot with bow* may support from the second rank.
    BowStarSupports,
    /// Support dice lose for cohesion apart from impact dice.
    SupportLosesApart,
    /// Light foot supporting take the - for a target in close combat.
    LightFootSupportMinus,
    /// Support shooting uses close combat re-rolls.
    SupportClosecombatRerolls,
    /// The enemy's commander in the front rank lowers one's own re-rolls.
    CommanderCountsForBoth,
    /// Poor troops keep their sixes when shooting too.
    PoorKeepSixesShooting,
    /// Deep light camelry are upgraded at impact.
    LightCamelryUpgraded,
    /// Fragmented shock troops are still shock troops.
    FragmentedStillShock,
    /// A disordered base counts in cohesion tests of its group.
    DisorderCountsInTests,
    /// Severe disorder adds to fragmented in a cohesion test.
    SevereAddsToFragmented,
    /// Medium foot wholly in other terrain have the - for losing to mounted or heavy foot in the open.
    MediumFootInTerrainToo,
    /// Enough hits and artillery's two hits are two reasons to test.
    ShootingIsTwoReasons,
    /// The group that a lost commander was with tests too.
    BereavedGroupTests,
    /// Elephants, artillery and wagons add 1 to death rolls whatever their number.
    BeastsAndGunsPlusOne,
    /// The +1 and the +2 of a death roll add up.
    DeathModifiersAdd,
    /// Artillery and battle wagons are infantry where hits on mounted are asked about.
    GunsAreInfantry,
    /// Two-base elite and superior groups break at one base lost.
    TwoBasesByTable,
    /// Spearmen and pikemen in orb have no point of advantage of spear or pike at all.
    OrbWithoutSpears,
    /// Undrilled pikemen need 8 in a complex move test.
    UndrilledPikemenEight,
    /// An inspired commander leading a flank march adds 1 to its arrival.
    InspiredFlankMarch,
    /// A looted camp can lift a major victory to a decisive one.
    CampMakesDecisive,
    /// Bases in different states lose dice apart.
    StatesLoseApart,
    /// Lost dice are shared in proportion to dice.
    LossesByDice,
    /// Bases and commanders that may as well stand left or right stand right.
    RightWhereEqual,
    /// Developed territory may have a steep hill.
    SteepHillInDeveloped,
    /// One covered hill of each kind is the limit for both players together.
    CoveredHillsTogether,
    /// A roll that lets the opponent take a piece away also lets them move it.
    LesserAdjustments,
}

/// Whether a reading is on.
pub fn is(readings: Readings, choice: Choice) -> bool {
    readings.is_on(READINGS, choice as usize)
}

macro_rules! readings {
    ($( $name:literal, $rule:literal, $default:literal, $on:literal, $off:literal; )+) => {
        /// The options of the book, in the order of [`Choice`].
        pub const READINGS: &[Reading] = &[$( Reading {
            name: $name,
            rule: rule!($rule),
            default: $default,
            on: $on,
            off: $off,
        } ),+];
    };
}

readings! {
    "fogam.combat.commander_loss_first", "FOGAM-COMBAT-002", true,
        "commanders in the front rank are rolled for before death rolls and cohesion tests",
        "commanders in the front rank are rolled for after death rolls and cohesion tests";
    "fogam.shooting.pool_all_rates", "FOGAM-COMBAT-031", true,
        "fractions of dice at one target are added up over all rates",
        "only bases at the same rate are added up";
    "fogam.combat.pool_lost_dice", "FOGAM-RECKONER-004", true,
        "groups that fight only one and the same enemy work out lost dice together",
        "every group works out its own lost dice";
    "fogam.shooting.bow_star_three_ranks", "FOGAM-COMBAT-005", true,
        "bow* gives dice for three ranks",
        "bow* shoots with two ranks like other weapons";
    "fogam.shooting.sling_as_javelins", "FOGAM-COMBAT-005", true,
        "battle troops with sling shoot with their front rank, as with javelins",
        "battle troops with sling have no shooting dice";
    "fogam.impact.elephants_three_against_elephants", "FOGAM-COMBAT-020", false,
        "elephants give 3 dice a base at impact against elephants too",
        "elephants give 2 dice a base at impact against elephants, like all others";
    "fogam.impact.one_capability_row", "FOGAM-COMBAT-047", true,
        "a base claims at most one capability row of the impact table",
        "all rows of the impact table that apply add up";
    "fogam.combat.uphill_and_defending_add", "FOGAM-COMBAT-047", false,
        "uphill and defending give a point each",
        "uphill and defending give one point together";
    "fogam.impact.light_foot_support_spears", "FOGAM-COMBAT-049", false,
        "a second rank of light foot supports a single rank of spearmen",
        "a second rank of light foot does not support a single rank of spearmen";
    "fogam.impact.light_spear_beside_others", "FOGAM-COMBAT-050", true,
        "mounted light spear counts at a net of nothing even beside a capability that was cancelled out",
        "mounted light spear does not count for a base that already claims another capability";
    "fogam.combat.wagons_defend_riverbank", "FOGAM-COMBAT-056", true,
        "battle wagons can defend a riverbank",
        "battle wagons defend nothing";
    "fogam.melee.pikemen_use_swords", "FOGAM-COMBAT-060", false,
        "pikemen with swordsmen capability may use it",
        "pikemen never use a swordsmen point of advantage";
    "fogam.support.bow_star", "FOGAM-COMBAT-070", true,
        "medium foot with bow* may support from the second rank, at half dice",
        "foot with bow* never give support shooting";
    "fogam.support.loses_apart", "FOGAM-COMBAT-075", false,
        "support dice and impact dice lose for cohesion and disorder apart",
        "support dice and impact dice lose for cohesion and disorder together";
    "fogam.support.light_foot_minus", "FOGAM-COMBAT-045", false,
        "light foot giving support have a - because the target is in close combat",
        "light foot giving support have no situational -";
    "fogam.support.close_combat_rerolls", "FOGAM-COMBAT-078", false,
        "support shooting re-rolls by difference of quality",
        "support shooting re-rolls by own quality";
    "fogam.reroll.commander_counts_for_both", "FOGAM-BG-031", true,
        "a commander in the enemy's front rank also lowers one's own re-rolls",
        "a commander in the front rank raises only his own side's re-rolls";
    "fogam.reroll.poor_keep_sixes_shooting", "FOGAM-BG-022", false,
        "poor troops do not re-roll sixes when shooting",
        "poor troops must re-roll sixes when shooting";
    "fogam.reroll.light_camelry_upgraded", "FOGAM-BG-029", false,
        "deep average light camelry count as superior at impact",
        "light camelry are never upgraded at impact, being treated as light horse";
    "fogam.troops.fragmented_still_shock", "FOGAM-COHESION-025", true,
        "fragmented shock troops are still shock troops",
        "fragmented troops are no shock troops";
    "fogam.cohesion.disorder_counts", "FOGAM-BG-038", true,
        "one severely disordered base counts in the cohesion tests of its group",
        "disorder of bases counts in complex move tests only";
    "fogam.cohesion.severe_adds_to_fragmented", "FOGAM-COHESION-012", false,
        "severely disordered and fragmented together are -3",
        "severely disordered and fragmented together are -2";
    "fogam.cohesion.medium_foot_in_terrain_too", "FOGAM-COHESION-015", true,
        "medium foot wholly in other terrain have the -1 as well",
        "medium foot wholly in other terrain are spared the -1";
    "fogam.cohesion.shooting_is_two_reasons", "FOGAM-COHESION-017", false,
        "1 hit per 3 bases and 2 hits with artillery are two reasons to test",
        "1 hit per 3 bases and 2 hits with artillery are one reason to test";
    "fogam.cohesion.bereaved_group_tests", "FOGAM-COHESION-008", true,
        "the battle group that a lost commander was with tests too",
        "only other battle groups test for a lost commander";
    "fogam.death.beasts_and_guns_plus_one", "FOGAM-COHESION-028", false,
        "elephants, artillery and battle wagons always add 1 to death rolls",
        "elephants, artillery and battle wagons add 1 only if they began with 2 bases";
    "fogam.death.modifiers_add", "FOGAM-COHESION-028", true,
        "the +1 and the +2 of a death roll add up",
        "only the better modifier of a death roll counts";
    "fogam.death.guns_are_infantry", "FOGAM-COHESION-028", true,
        "artillery and battle wagons are infantry for hits on mounted",
        "artillery and battle wagons are no infantry for hits on mounted";
    "fogam.autobreak.two_bases_by_table", "FOGAM-COHESION-040", true,
        "elite and superior groups of 2 bases break when 1 is lost",
        "elite and superior groups of 2 bases break when both are lost";
    "fogam.orb.without_spears", "FOGAM-SPECIAL-037", true,
        "spearmen and pikemen in orb have no point of advantage of spear or pike",
        "spearmen in orb receiving a charge have the point of a single supported rank";
    "fogam.cmt.undrilled_pikemen_eight", "FOGAM-MOVE-023", true,
        "undrilled pikemen pass complex move tests on 8",
        "all pikemen pass complex move tests on 7";
    "fogam.setup.inspired_flank_march", "FOGAM-SETUP-027", false,
        "an inspired commander leading a flank march adds 1 to its arrival roll",
        "only a field commander adds 1 to the arrival roll of a flank march";
    "fogam.victory.camp_makes_decisive", "FOGAM-VICTORY-005", false,
        "a looted camp lifts a major victory to a decisive one",
        "a looted camp lifts no result above a major victory";
    "fogam.combat.states_lose_apart", "FOGAM-COMBAT-012", true,
        "bases in different states lose dice apart, each state by itself",
        "light troops work out their loss over all bases, and it is taken from those in the worst state first";
    "fogam.combat.losses_by_dice", "FOGAM-COMBAT-032", false,
        "lost dice are shared in proportion to the dice rolled against each enemy",
        "lost dice are shared in proportion to the bases fighting each enemy";
    "fogam.formation.right_where_equal", "FOGAM-COHESION-036", false,
        "a base or commander with two equally good places takes the right one",
        "a base or commander with two equally good places takes the left one";
    "fogam.setup.steep_hill_in_developed", "FOGAM-SETUP-008", true,
        "developed territory allows one steep hill",
        "developed territory allows no steep hill";
    "fogam.setup.covered_hills_together", "FOGAM-SETUP-011", true,
        "one gentle and one steep hill may be covered by both players together",
        "each player may cover one gentle and one steep hill";
    "fogam.setup.lesser_adjustments", "FOGAM-SETUP-016", true,
        "an adjustment roll of 6 or more also lets the opponent slide or pivot the piece",
        "an adjustment roll of 6 or more lets the opponent take the piece away or leave it";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_has_its_place() {
        assert_eq!(READINGS.len(), Choice::LesserAdjustments as usize + 1);
        assert_eq!(
            READINGS[Choice::LightSpearBesideOthers as usize].name,
            "fogam.impact.light_spear_beside_others"
        );
        assert_eq!(READINGS[Choice::GunsAreInfantry as usize].name, "fogam.death.guns_are_infantry");
        assert_eq!(READINGS[Choice::InspiredFlankMarch as usize].name, "fogam.setup.inspired_flank_march");
        for (i, reading) in READINGS.iter().enumerate() {
            assert!(READINGS.iter().skip(i + 1).all(|other| other.name != reading.name));
        }
    }
}
