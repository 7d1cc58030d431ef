//! Questions, choices and events of the manoeuvre phase.

pub use crate::battle::charge::EvadeTo;
pub use crate::battle::riding::CommanderGoes;
use crate::battle::world::{CommanderId, GroupId};
use crate::formation::{Facing, Formation, Position};
use caracole_kernel::Tally;
use caracole_plane::{Angle, Edge, Hand, Pose, Um};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A part of an advance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Leg {
    /// Straight ahead, by this many micrometres.
    Ahead(Um),
    /// A wheel about the front corner on this hand.
    Wheel {
        /// Towards which hand.
        hand: Hand,
        /// By how much.
        by: Angle,
    },
}

/// A free sideways shift.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Shift {
    /// Towards which hand.
    pub hand: Hand,
    /// How far.
    pub by: Um,
    /// Before the parts of the advance, or after them.
    #[serde(default)]
    pub when: When,
}

/// A forward move: straight parts and wheels in order, and a free shift at its end.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Advance {
    /// The parts in order.
    pub legs: Vec<Leg>,
    /// The shift, if one is wanted.
    #[serde(default)]
    pub shift: Option<Shift>,
}

impl Advance {
    /// Straight ahead.
    #[must_use]
    pub fn straight(distance: Um) -> Self {
        Advance { legs: vec![Leg::Ahead(distance)], shift: None }
    }

    /// A wheel, then straight ahead.
    #[must_use]
    pub fn wheel(hand: Hand, by: Angle, then: Um) -> Self {
        let mut legs = vec![Leg::Wheel { hand, by }];
        if then > Um::ZERO {
            legs.push(Leg::Ahead(then));
        }
        Advance { legs, shift: None }
    }
}

/// Whether an advance comes before or after what it goes with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum When {
    /// Before.
    Before,
    /// After.
    #[default]
    After,
}

/// An advance that goes with a change of formation or a turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WithAdvance {
    /// The advance.
    pub advance: Advance,
    /// Before or after.
    pub when: When,
}

/// What a battle group does with its move: one section of the table of simple and complex moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// A forward move with at most one wheel; with two it is a double wheel.
    Advance(Advance),
    /// Adds files on the left and on the right.
    Expand {
        /// Files added on the left.
        left: u8,
        /// Files added on the right.
        right: u8,
        /// The formation, if not the most usual one of that width.
        #[serde(default)]
        formation: Option<Formation>,
        /// An advance afterwards.
        #[serde(default)]
        then: Option<Advance>,
    },
    /// Takes files away.
    Contract {
        /// Files taken from the left.
        left: u8,
        /// Files taken from the right.
        right: u8,
        /// The formation, if not the most usual one of that width.
        #[serde(default)]
        formation: Option<Formation>,
        /// An advance with it.
        #[serde(default)]
        with: Option<WithAdvance>,
    },
    /// A turn of 90 degrees.
    TurnToFlank {
        /// Towards which hand.
        hand: Hand,
        /// The new frontage, where there is a choice.
        #[serde(default)]
        files: Option<u8>,
        /// An advance with it.
        #[serde(default)]
        with: Option<WithAdvance>,
    },
    /// A turn of 180 degrees.
    TurnAbout {
        /// An advance with it.
        #[serde(default)]
        with: Option<WithAdvance>,
        /// Turn back again at the end.
        #[serde(default)]
        and_back: bool,
    },
    /// Moves bases around within the battle group, front corners staying; or turns a tercio or keil.
    ChangeFormation {
        /// A 90 degree turn of a tercio or keil.
        #[serde(default)]
        turn: Option<Hand>,
        /// The new formation, if bases change places.
        #[serde(default)]
        formation: Option<Formation>,
    },
    /// Forms square.
    FormSquare,
    /// Leaves square to face one of its edges.
    LeaveSquare {
        /// The edge that becomes the front.
        front: Edge,
        /// How many files.
        files: u8,
    },
    /// Moves in square over one of its edges.
    MoveSquare {
        /// The edge.
        over: Edge,
        /// How far.
        distance: Um,
    },
    /// Artillery pivots forwards about a front corner.
    Pivot {
        /// The corner that stays.
        hand: Hand,
        /// By how much.
        by: Angle,
        /// The battle groups in rear support go with it.
        #[serde(default)]
        with_supporters: bool,
    },
    /// Medium or heavy artillery unlimbers.
    Unlimber,
    /// Foot deployed 10 MU from their rear edge go straight ahead to man fortifications, in their first turn.
    ManWorks {
        /// A shift of half a base width at most, to fit them.
        #[serde(default)]
        shift: Option<Shift>,
    },
    /// Puts up its portable defences.
    PlaceDefences,
    /// Picks its portable defences up.
    PickUpDefences,
    /// From corner contact, shifts a base width sideways into front edge contact.
    ShiftIntoMelee {
        /// Towards which hand.
        hand: Hand,
    },
    /// From side edge contact, turns to face the enemy beside it.
    TurnIntoMelee {
        /// Towards which hand.
        hand: Hand,
    },
    /// Artillery pivots backwards about a front corner.
    PivotBack {
        /// The corner that stays.
        hand: Hand,
        /// By how much.
        by: Angle,
    },
}

/// Bases brought into a close combat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Feeding {
    /// Expands by one file on this side.
    Expand {
        /// The side.
        hand: Hand,
        /// The formation, if not the most usual one.
        #[serde(default)]
        formation: Option<Formation>,
    },
    /// Shifts as a whole by a base width.
    Shift {
        /// The side.
        hand: Hand,
    },
    /// Moves bases into other ranks, the front staying as it is or losing a file at an end.
    Rearrange {
        /// The new formation.
        formation: Formation,
        /// Files given up on the left.
        #[serde(default)]
        left: u8,
    },
    /// Moves one or two bases of an early tercio within its footprint.
    WithinTercio {
        /// The bases.
        bases: Vec<TercioMove>,
    },
}

/// A base of an early tercio that changes its place or its facing. Places are counted in the footprint: files from its
/// left, ranks from its front.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TercioMove {
    /// Where it stands.
    pub from: Position,
    /// Where it goes; the same place if it only turns.
    pub to: Position,
    /// The way it faces there.
    pub facing: Facing,
}

/// How troops turn to face an enemy at their side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ToFace {
    /// The bases that a charge in the flank would turn.
    Bases,
    /// The whole battle group, by a turn of 90 degrees.
    Whole,
}

/// What a player must choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// Reform battle groups that are out of formation, one after the other.
    Reform,
    /// Conform, although an enemy could then charge it in flank or rear; or stay as it stands.
    Conform {
        /// The battle group.
        group: GroupId,
        /// The enemy.
        enemy: GroupId,
    },
    /// Feed bases into close combats, one battle group after the other.
    Feed,
    /// Move a battle group, a division or a commander.
    Move,
    /// The test was failed: a simple move instead, or none.
    SimpleInstead {
        /// The battle group that failed.
        group: GroupId,
    },
    /// A further move of the same battle group or division, at once, or none.
    MoveAgain {
        /// The battle groups.
        groups: Vec<GroupId>,
    },
    /// An enemy battle group shifted or turned into contact: evade, turn to face, or stand.
    Respond {
        /// The battle group that is contacted.
        group: GroupId,
        /// By whom.
        by: GroupId,
    },
    /// A commander on his own must join a battle group before the enemy who come upon him.
    Flee {
        /// The commander.
        commander: CommanderId,
    },
    /// A battle group is in the way of an enemy's turn: in which direction does it give way?
    GiveWay {
        /// The battle group.
        group: GroupId,
        /// To whom.
        to: GroupId,
        /// How that one turns.
        turns: Action,
    },
    /// Battle groups that move as one failed their test: a simple move of all instead, or none.
    SimpleInsteadOfAll {
        /// The battle groups.
        groups: Vec<GroupId>,
    },
    /// A battle group is in the way of bases that are fed into a fight: in which direction does it make room?
    MakeRoom {
        /// The battle group.
        group: GroupId,
        /// For whom.
        to: GroupId,
        /// How that one feeds bases into its fight.
        how: Feeding,
    },
}

/// A player's choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// Reform a battle group.
    Reform {
        /// The battle group.
        group: GroupId,
        /// Facing as this one of its bases does (counted as its formation counts them).
        as_base: u8,
        /// How many files.
        files: u8,
    },
    /// Conform.
    Conform,
    /// Feed bases of a battle group into its close combat.
    Feed {
        /// The battle group.
        group: GroupId,
        /// How.
        how: Feeding,
    },
    /// Move a battle group.
    Move {
        /// The battle group.
        group: GroupId,
        /// How.
        action: Action,
    },
    /// Move several battle groups as a division.
    MoveDivision {
        /// The battle groups.
        groups: Vec<GroupId>,
        /// How.
        advance: Advance,
    },
    /// Move a commander.
    MoveCommander {
        /// The commander.
        commander: CommanderId,
        /// Where.
        goes: CommanderGoes,
    },
    /// Join this battle group in flight from the enemy.
    Join(GroupId),
    /// Stand and do not turn to face.
    Stand,
    /// Turn to face the enemy that turned into contact.
    TurnToFace(ToFace),
    /// Evade from the enemy that shifted or turned into contact.
    Evade(EvadeTo),
    /// Give way in this direction.
    GiveWay(Angle),
    /// Nothing more.
    Done,
}

/// How a move is classed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Difficulty {
    /// Made freely.
    Simple,
    /// After a test.
    Complex,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A battle group reformed.
    Reformed {
        /// The battle group.
        group: GroupId,
    },
    /// A battle group lined up with the enemy it fights.
    Conformed {
        /// The battle group.
        group: GroupId,
        /// The enemy.
        enemy: GroupId,
    },
    /// A battle group could not line up and fights on as it stands.
    CouldNotConform {
        /// The battle group.
        group: GroupId,
        /// The enemy.
        enemy: GroupId,
    },
    /// A battle group brought bases into its close combat.
    Fed {
        /// The battle group.
        group: GroupId,
        /// How.
        how: Feeding,
    },
    /// A battle group moved.
    Moved {
        /// The battle group.
        group: GroupId,
        /// How.
        action: Action,
        /// The distance allowed, if the move was measured.
        distance: Option<Tally>,
        /// The distance used.
        spent: Um,
        /// Friends that it passed through.
        passed_through: Vec<GroupId>,
        /// Where its front line's left end is now.
        anchor: Pose,
    },
    /// A division moved.
    DivisionMoved {
        /// The battle groups.
        groups: Vec<GroupId>,
        /// How.
        advance: Advance,
        /// The distance allowed.
        distance: Tally,
        /// The distance used.
        spent: Um,
    },
    /// A commander moved.
    CommanderMoved {
        /// The commander.
        commander: CommanderId,
        /// Where.
        goes: CommanderGoes,
    },
    /// A commander on his own was overrun.
    CommanderLost {
        /// The commander.
        commander: CommanderId,
    },
    /// A battle group was shifted to make room.
    MadeRoom {
        /// The battle group.
        group: GroupId,
    },
    /// Portable defences were left behind and removed.
    DefencesLeftBehind {
        /// The battle group.
        group: GroupId,
    },
    /// A battle group turned bases to face, or not.
    Responded {
        /// The battle group.
        group: GroupId,
        /// Whether it turned.
        turned: bool,
    },
    /// A battle group evaded from an enemy that shifted or turned into contact.
    Evaded {
        /// The battle group.
        group: GroupId,
        /// Where to.
        to: EvadeTo,
        /// How far.
        moved: Um,
        /// Friends that it passed through.
        passed_through: Vec<GroupId>,
        /// Friends that it burst through.
        burst_through: Vec<GroupId>,
    },
    /// A battle group evaded over the table edge, or had no room and is destroyed.
    Gone {
        /// The battle group.
        group: GroupId,
        /// Whether it is destroyed rather than off the table.
        destroyed: bool,
    },
    /// A battle group saw an ambush on its way and halted there.
    Halted {
        /// The battle group.
        group: GroupId,
    },
}
