//! Charts of command: orders, continuation, preemption, interception, leaders.

use super::modifiers::ModifierTable;
use crate::counters::Orders;
use caracole_document::words;

words! {
    /// How far a unit may move under its orders.
    MoveLimit {
        /// As far as it can.
        Full = "full",
        /// One hex.
        OneHex = "one_hex",
    }
}

words! {
    /// Whether units may Rally or Reform under their orders.
    RallyReform {
        /// Never.
        No = "no",
        /// Stacked with or adjacent to the Wing Commander.
        WithLeader = "with_leader",
        /// Always.
        Yes = "yes",
    }
}

words! {
    /// Who may Withdraw.
    Withdraw {
        /// Nobody.
        None = "none",
        /// Cavalry approached by heavy infantry.
        CavalryFromHi = "cavalry_from_hi",
        /// Everybody.
        All = "all",
    }
}

words! {
    /// Options of infantry fire.
    InfantryFire {
        /// Advancing Fire.
        Advancing = "advancing",
        /// Skirmishing.
        Skirmishing = "skirmishing",
        /// Retreating Fire.
        Retreating = "retreating",
        /// Salvo Fire.
        Salvo = "salvo",
    }
}

/// What one kind of orders allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrdersRestriction {
    /// How far units may move.
    pub move_limit: MoveLimit,
    /// Whether units must close with the enemy.
    pub must_close: bool,
    /// Whether units may move next to an enemy.
    pub may_be_adjacent: bool,
    /// Whether units may move closer to an enemy.
    pub may_come_closer: bool,
    /// Allowed infantry fire, by [`InfantryFire`].
    pub fire: [bool; 4],
    /// Reform.
    pub reform: RallyReform,
    /// Rally.
    pub rally: RallyReform,
    /// Whether the wing may pass.
    pub may_pass: bool,
    /// Whether the wing may try to continue.
    pub may_continue: bool,
    /// Whether the wing may try to preempt.
    pub may_preempt: bool,
    /// Who may Withdraw.
    pub withdraw: Withdraw,
}

/// Orders Restriction Chart, by [`Orders`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrdersRestrictions(pub(crate) [OrdersRestriction; 4]);

impl OrdersRestrictions {
    /// The row of these orders.
    pub const fn of(&self, orders: Orders) -> &OrdersRestriction {
        &self.0[orders as usize]
    }
}

/// The modified rolls that succeed: everything up to `most`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Success {
    /// The lowest modified roll that succeeds; 0 includes everything below.
    pub least: i8,
    /// The highest modified roll that succeeds.
    pub most: i8,
}

impl Success {
    /// Whether this modified roll succeeds.
    pub const fn covers(self, modified: i32) -> bool {
        (modified >= self.least as i32 || self.least == 0) && modified <= self.most as i32
    }
}

/// A table with one range for each kind of orders; `None` where the attempt is not allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrdersTable<M> {
    pub(crate) ranges: [Option<Success>; 4],
    /// Its modifiers.
    pub modifiers: ModifierTable<M>,
}

impl<M> OrdersTable<M> {
    /// Rolls that succeed under these orders; `None` if no attempt is allowed.
    pub const fn range(&self, orders: Orders) -> Option<Success> {
        self.ranges[orders as usize]
    }
}

/// Orders Change Table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrdersChangeTable {
    pub(crate) ranges: [[Option<Success>; 4]; 4],
    /// Its modifiers.
    pub modifiers: ModifierTable<OrdersChangeModifier>,
}

impl OrdersChangeTable {
    /// Rolls that change these orders into those; `None` if the change is impossible.
    pub const fn range(&self, from: Orders, to: Orders) -> Option<Success> {
        self.ranges[from as usize][to as usize]
    }
}

words! {
    /// Modifiers of an Orders change.
    OrdersChangeModifier {
        /// The Wing Commander's rating.
        WcRating = "wc_rating",
        /// The Army Commander's rating, for an Action.
        AcRating = "ac_rating",
        /// The Wing Commander is next to an enemy unit that is not Morale Broken.
        LeaderAdjacentEnemy = "leader_adjacent_enemy",
        /// Cavalry Wing changing to Charge.
        CavWingToCharge = "cav_wing_to_charge",
        /// Cavalry Wing changing to Receive Charge.
        CavWingToReceive = "cav_wing_to_receive",
        /// To Rally, with more than half of the wing hurt.
        HalfWingHurtToRally = "half_wing_hurt_to_rally",
    }
}

words! {
    /// Modifiers of Continuation.
    ContinuationModifier {
        /// The Wing Commander's rating.
        WcRating = "wc_rating",
        /// The Army Commander's rating, for an Action.
        AcRating = "ac_rating",
        /// The Wing Commander is next to an enemy unit that is not Morale Broken.
        WcAdjacentEnemy = "wc_adjacent_enemy",
        /// The wing is a Cavalry Wing.
        CavalryWing = "cavalry_wing",
        /// The wing's second attempt of the turn.
        SecondAttempt = "second_attempt",
        /// The scenario makes every Continuation harder.
        Landskrona = "landskrona",
    }
}

words! {
    /// Modifiers of Preemption.
    PreemptionModifier {
        /// The Wing Commander's rating.
        WcRating = "wc_rating",
        /// The Army Commander's rating, for an Action.
        AcRating = "ac_rating",
        /// The Wing Commander is next to an enemy unit that is not Morale Broken.
        WcAdjacentEnemy = "wc_adjacent_enemy",
        /// The wing is a Cavalry Wing.
        CavalryWing = "cavalry_wing",
        /// The Wing Commander is marked No Continue.
        NoContinueMarker = "no_continue_marker",
    }
}

words! {
    /// Modifiers of Interception.
    InterceptionModifier {
        /// Printed morale 8.
        Morale8 = "morale_8",
        /// Printed morale 5 or less.
        Morale5OrLess = "morale_5_or_less",
        /// A leader goes along.
        Leader = "leader",
        /// The cavalry is Formation Shaken.
        FormationShaken = "formation_shaken",
        /// The cavalry is Morale Shaken.
        MoraleShaken = "morale_shaken",
    }
}

words! {
    /// Results of the Leader Casualty Table.
    LeaderCasualty {
        /// Unhurt.
        None = "none",
        /// Out of play; the fate is rolled later.
        Removed = "removed",
    }
}

words! {
    /// Results of the Leader Replacement Table.
    LeaderReplacement {
        /// Back at once.
        ReturnsNow = "returns_now",
        /// Back next turn.
        ReturnsNextTurn = "returns_next_turn",
        /// Does not come back.
        Gone = "gone",
    }
}
