//! What a complex move test is taken for.

use crate::troops::rulebook_words;

rulebook_words! {
    /// What a complex move test is taken for.
    TestPurpose, "purpose of the test" {
        /// A complex move, a charge, an interception, to stand, or to pursue.
        Move = "move" | "charge" | "stand" | "intercept",
        /// To stop pursuing, still in contact with the routers or as one of those who stop by themselves.
        StopPursuing = "stop_pursuing",
        /// To stop pursuing, by gendarmes, cavaliers or warriors with impact foot who have lost contact.
        StopChasing = "stop_chasing",
        /// To stop looting.
        StopLooting = "stop_looting",
        /// To halt a pursuit before fresh enemy.
        HaltBeforeFreshEnemy = "halt_before_fresh_enemy" | "halt",
        /// Shock troops: not to charge without orders.
        HoldBack = "hold_back",
    }
}
