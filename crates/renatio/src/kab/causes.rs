//! Why units are tested, and who is exempt.

use caracole_document::words;
use caracole_ledger::{RuleId, enforces, not_yet};

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
    }
}

impl Cause {
    /// The rule that asks for the test. Nothing causes one before there is a battle.
    pub const fn rule(self) -> RuleId {
        match self {
            Cause::TugBroke => not_yet!("RETG-KAB-003"),
            Cause::CampSacked => not_yet!("RETG-KAB-004"),
            Cause::CommanderKilled => not_yet!("RETG-KAB-005"),
            Cause::PassedThrough => not_yet!("RETG-KAB-006"),
            Cause::BreakOff => not_yet!("RETG-KAB-007"),
            Cause::DidNotCharge => not_yet!("RETG-KAB-008"),
            Cause::TableEdge => not_yet!("RETG-KAB-026"),
            Cause::CommanderLeft => not_yet!("RETG-KAB-027"),
            Cause::Desertion => not_yet!("RETG-KAB-028"),
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
