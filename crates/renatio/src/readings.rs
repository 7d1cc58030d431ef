//! Readings of unclear rules, as options. Without any, the rules are played as the ledger reads them.

use crate::troops::Set;
use caracole_document::words;
use caracole_ledger::{RuleId, not_yet, rule};

words! {
    /// The other reading of an unclear rule.
    Reading {
        /// Professional 10 and Instinctive 8 BW of command range.
        ShorterCommandRange = "shorter_command_range",
        /// Gifts of a Professional Army Commander up to 15 BW.
        ShorterGiftRange = "shorter_gift_range",
        /// Each cause of being Out of Command costs its own card.
        EachCauseOutOfCommand = "each_cause_out_of_command",
        /// A dead Commander is dealt no cards until he is replaced.
        NoCardsForTheDead = "no_cards_for_the_dead",
        /// A go of the other player gives back a second pass.
        AnyActionReopensPass = "any_action_reopens_pass",
        /// Alignment moves front corners by 1 BW at most.
        ShortAlignment = "short_alignment",
        /// Against bayonets only a Skull shatters.
        BayonetsNeedSkull = "bayonets_need_skull",
        /// Mounted with Elan can Shove too.
        MountedElanShoves = "mounted_elan_shoves",
        /// The dice of supporting files cannot Shove.
        SupportersDoNotShove = "supporters_do_not_shove",
        /// Pikes bar weapons that fear them even when they are attacked in flank or rear.
        PikesBarToFlank = "pikes_bar_to_flank",
        /// Skirmishers and dragoons charge only those one wound from breaking.
        OneWoundFromBreaking = "one_wound_from_breaking",
        /// A file hit in flank or rear makes no claims at all but for its quality.
        QualityOnlyToFlank = "quality_only_to_flank",
        /// The wheel before a charge costs no distance.
        FreeWheelOfCharge = "free_wheel_of_charge",
        /// Arrows at Fully Armoured troops lose one step only.
        ArrowsOneStepOnly = "arrows_one_step_only",
        /// Slows of the Charge and Shooting Phases add up.
        SlowsAddUp = "slows_add_up",
        /// A move takes away slows of KaB tests too.
        MoveEndsAllSlows = "move_ends_all_slows",
        /// Guns count four times against troops Unused to Firearms.
        GunsDoubledTwice = "guns_doubled_twice",
        /// Losses from shooting fall on the file that was shot at.
        ShotFileLoses = "shot_file_loses",
        /// Keils, Late Keils and Tercios count as one unit in army losses and groups.
        DoubleUnitsCountOnce = "double_units_count_once",
        /// Elephants and battlewagons are tested on WHITE whatever happens.
        AlwaysWhite = "always_white",
        /// Nervous has no effect.
        NervousHasNoEffect = "nervous_has_no_effect",
        /// Every table edge stops evading battle troops with a test.
        AnyTableEdge = "any_table_edge",
        /// Quality changes rout moves too.
        QualityInRouts = "quality_in_routs",
        /// Groups of mounted may not contain other mounted.
        MountedGroupsAsPrinted = "mounted_groups_as_printed",
        /// Pursuers keep their original speed.
        PursuitAtOriginalSpeed = "pursuit_at_original_speed",
        /// Foot skirmishers with formed mounted need two RED cards on a flank march.
        MixedMarchAsMounted = "mixed_march_as_mounted",
        /// Discards of absent flank marches are allowed.
        MarchersMayDiscard = "marchers_may_discard",
        /// Wheels are measured along the arc of the outer corner.
        WheelsByArc = "wheels_by_arc",
        /// Discards lie face down.
        HiddenDiscards = "hidden_discards",
        /// All hands lie open.
        OpenHands = "open_hands",
    }
}

/// The options that are on.
pub type Readings = Set<Reading>;

impl Reading {
    /// The rule that can be read in two ways.
    pub const fn rule(self) -> RuleId {
        match self {
            Reading::ShorterCommandRange => rule!("RETG-CMD-015"),
            Reading::ShorterGiftRange => rule!("RETG-CMD-012"),
            Reading::EachCauseOutOfCommand => rule!("RETG-CMD-017"),
            Reading::NoCardsForTheDead => rule!("RETG-CMD-031"),
            Reading::AnyActionReopensPass => rule!("RETG-TURN-011"),
            Reading::ShortAlignment => rule!("RETG-COMBAT-004"),
            Reading::BayonetsNeedSkull => rule!("RETG-COMBAT-032"),
            Reading::MountedElanShoves => rule!("RETG-COMBAT-036"),
            Reading::SupportersDoNotShove => rule!("RETG-COMBAT-047"),
            Reading::PikesBarToFlank => rule!("RETG-COMBAT-014"),
            Reading::OneWoundFromBreaking => rule!("RETG-CHARGE-014"),
            Reading::QualityOnlyToFlank => rule!("RETG-CHARGE-033"),
            Reading::FreeWheelOfCharge => rule!("RETG-CHARGE-021"),
            Reading::ArrowsOneStepOnly => rule!("RETG-PROV-007"),
            Reading::SlowsAddUp => rule!("RETG-SHOOT-041"),
            Reading::MoveEndsAllSlows => rule!("RETG-SHOOT-047"),
            Reading::GunsDoubledTwice => rule!("RETG-SHOOT-044"),
            Reading::ShotFileLoses => not_yet!("RETG-SHOOT-039"),
            Reading::DoubleUnitsCountOnce => rule!("RETG-ROUT-005"),
            Reading::AlwaysWhite => rule!("RETG-KAB-010"),
            Reading::NervousHasNoEffect => rule!("RETG-KAB-014"),
            Reading::AnyTableEdge => rule!("RETG-KAB-026"),
            Reading::QualityInRouts => rule!("RETG-PROV-004"),
            Reading::MountedGroupsAsPrinted => not_yet!("RETG-MOVE-029"),
            Reading::PursuitAtOriginalSpeed => rule!("RETG-ROUT-024"),
            Reading::MixedMarchAsMounted => not_yet!("RETG-FLANK-018"),
            Reading::MarchersMayDiscard => not_yet!("RETG-FLANK-016"),
            Reading::WheelsByArc => rule!("RETG-MOVE-002"),
            Reading::HiddenDiscards => not_yet!("RETG-CMD-005"),
            Reading::OpenHands => rule!("RETG-CMD-005"),
        }
    }

    /// Whether something in this crate turns on it by now. The others wait for the battle.
    pub const fn is_played(self) -> bool {
        matches!(
            self,
            Reading::ShorterCommandRange
                | Reading::ShorterGiftRange
                | Reading::EachCauseOutOfCommand
                | Reading::AnyActionReopensPass
                | Reading::ShortAlignment
                | Reading::OneWoundFromBreaking
                | Reading::FreeWheelOfCharge
                | Reading::PursuitAtOriginalSpeed
                | Reading::AnyTableEdge
                | Reading::NoCardsForTheDead
                | Reading::MoveEndsAllSlows
                | Reading::WheelsByArc
                | Reading::OpenHands
                | Reading::BayonetsNeedSkull
                | Reading::MountedElanShoves
                | Reading::SupportersDoNotShove
                | Reading::PikesBarToFlank
                | Reading::QualityOnlyToFlank
                | Reading::ArrowsOneStepOnly
                | Reading::SlowsAddUp
                | Reading::GunsDoubledTwice
                | Reading::DoubleUnitsCountOnce
                | Reading::AlwaysWhite
                | Reading::NervousHasNoEffect
                | Reading::QualityInRouts
        )
    }
}
