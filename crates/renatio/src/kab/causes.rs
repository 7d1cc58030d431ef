//! Why units are tested, and who is exempt.

use caracole_document::words;
use caracole_ledger::{RuleId, enforces, rule};

words! {
    /// Why a unit is tested. Each cause is a test of its own.
    Cause {
        /// A battle unit of its army broke nearby.
        TugBroke = "tug_broke",
        /// Its camp was sacked.
        CampSacked = "camp_sacked",
        /// A Commander was killed nearby.
        CommanderKilled = "commander_killed",
        /// Friends passed through.
        PassedThrough = "passed_through",
        /// It broke off in a dangerous way.
        BreakOff = "break_off",
        /// A SuG made way for its charge and it did not charge.
        DidNotCharge = "did_not_charge",
        /// An evade move took it to a table edge.
        TableEdge = "table_edge",
        /// A Commander left it in combat.
        CommanderLeft = "commander_left",
        /// Its contingent suffers Desertion.
        Desertion = "desertion",
        /// A Commander's unit broke, or his file lost a base while he fought in its front rank.
        CommanderAtRisk = "commander_at_risk",
    }
}

impl Cause {
    /// The rule that asks for the test.
    pub const fn rule(self) -> RuleId {
        match self {
            Cause::TugBroke => rule!("RETG-KAB-003"),
            Cause::CampSacked => rule!("RETG-KAB-004"),
            Cause::CommanderKilled => rule!("RETG-KAB-005"),
            Cause::PassedThrough => rule!("RETG-KAB-006"),
            Cause::BreakOff => rule!("RETG-KAB-007"),
            Cause::DidNotCharge => rule!("RETG-KAB-008"),
            Cause::TableEdge => rule!("RETG-KAB-026"),
            Cause::CommanderLeft => rule!("RETG-KAB-027"),
            Cause::CommanderAtRisk => rule!("RETG-KAB-020"),
            Cause::Desertion => rule!("RETG-KAB-028"),
        }
    }

    /// Whether it is measured from broken troops or a lost Commander.
    pub const fn is_measured(self) -> bool {
        matches!(self, Cause::TugBroke | Cause::CommanderKilled)
    }
}

/// Whether a unit need not test for a killed Commander. Contingents are numbered; the main army has none. Allies test
/// for their own Commander only, and nobody else tests for the Commander of an ally.
pub fn is_exempt(cause: Cause, unit_of: Option<u8>, commander_of: Option<u8>) -> bool {
    enforces!("RETG-CMD-036");
    cause == Cause::CommanderKilled && unit_of != commander_of
}
