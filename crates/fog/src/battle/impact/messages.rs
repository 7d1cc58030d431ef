//! What is asked, chosen, ordered and told in the impact phase.

use crate::battle::charge::plan::Planned;
pub use crate::battle::charge::{
    Charge, ChargeState, Evade, EvadeTurn, EvadeWay, Interception, PastBy, Steps, Wheel,
};
use crate::battle::world::{Approach, BaseId, GroupId};
use crate::troops::Cohesion;
use caracole_kernel::Tally;
use caracole_ledger::RuleId;
use caracole_plane::{Group, Hand, Um};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Two bases in contact, red's first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Met {
    /// Red's base.
    pub red: BaseId,
    /// Blue's base.
    pub blue: BaseId,
}

/// What a player must choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// Declare a charge, or end the declarations.
    DeclareCharges {
        /// Who has a charge to declare.
        able: Vec<GroupId>,
        /// The charges declared so far.
        declared: Vec<Charge>,
    },
    /// Intercept, or end the interceptions.
    Intercept {
        /// Who may intercept, and whom.
        able: Vec<(GroupId, GroupId)>,
    },
    /// Say of a battle group that is charged whether it evades, and where to.
    EvadeOrStand {
        /// Those who have not chosen yet, in any order.
        waiting: Vec<GroupId>,
    },
    /// Move a charge.
    MoveCharge {
        /// The charges not moved yet.
        waiting: Vec<GroupId>,
    },
    /// Pair the bases that fight.
    PairBases {
        /// Who touches whom.
        contacts: Vec<Met>,
    },
    /// Say with how many ranks of pike a tercio faces an attack on its side or rear.
    FaceAttack {
        /// The tercio.
        group: GroupId,
        /// Who attacks.
        charger: GroupId,
        /// The numbers of ranks that are possible.
        ranks: Vec<u8>,
    },
    /// Say how battle groups go on who run away and find something in their way.
    EvadeOn {
        /// Who.
        group: GroupId,
        /// The ways there are.
        ways: Vec<EvadeWay>,
    },
    /// Say which file a regimental gun joins: two are equally near the middle.
    GunFile {
        /// Whose gun.
        group: GroupId,
        /// The files, from 0 at the left.
        files: Vec<u8>,
    },
    /// Say at which end chargers drop a file back to pass friends.
    Contract {
        /// Who.
        group: GroupId,
        /// The ends at which it helps.
        ends: Vec<Hand>,
    },
    /// Say whether the one pike base changes places with the shot base at the front of its file.
    PikeToFront {
        /// Whose pike base.
        group: GroupId,
    },
    /// Say whether chargers drop a file back to keep out of ground that would severely disorder them.
    MayContract {
        /// Who.
        group: GroupId,
        /// The ends at which it helps.
        ends: Vec<Hand>,
    },
}

/// A player's choice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// Declares a charge.
    Charge {
        /// Who charges.
        group: GroupId,
        /// The wheel at its start.
        #[serde(default)]
        wheel: Option<Wheel>,
        /// At whom.
        targets: Vec<GroupId>,
    },
    /// No more charges.
    EndDeclarations,
    /// Intercepts.
    Intercept {
        /// Who intercepts.
        group: GroupId,
        /// Whom.
        charger: GroupId,
        /// How.
        how: Interception,
    },
    /// No more interceptions.
    EndInterceptions,
    /// Evades.
    Evade {
        /// Who.
        group: GroupId,
        /// Where to.
        to: Evade,
    },
    /// Stands to receive the charge.
    Stand {
        /// Who.
        group: GroupId,
    },
    /// Moves a charge.
    Move {
        /// Who.
        group: GroupId,
        /// Another wheel than declared: only for those whose targets all evaded.
        #[serde(default)]
        wheel: Option<Wheel>,
        /// Which files step forward.
        #[serde(default)]
        steps: Steps,
    },
    /// Pairs the bases that fight.
    Pair {
        /// The pairs.
        pairs: Vec<Met>,
    },
    /// Faces an attack with so many ranks of pike.
    FaceAttack {
        /// How many.
        ranks: u8,
    },
    /// Evaders go on so.
    EvadeOn {
        /// How.
        way: EvadeWay,
    },
    /// The regimental gun joins this file.
    GunFile {
        /// Which, from 0 at the left.
        file: u8,
    },
    /// The file at this end drops back.
    Contract {
        /// Which end.
        end: Hand,
    },
    /// The pike base goes to the front of its file.
    PikeForward,
    /// The pike base stays in the rear.
    PikeStays,
    /// No file drops back.
    GoWhole,
}

/// A charge found legal, with the move as it would go from where everybody stands.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Declared {
    /// The charge.
    #[serde(flatten)]
    pub charge: Charge,
    /// Its move.
    #[serde(skip)]
    pub planned: Box<Planned>,
}

/// A choice found legal.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// A charge.
    Charge(Declared),
    /// The declarations, or the interceptions, are over.
    End,
    /// An interception.
    Intercept {
        /// Who.
        group: GroupId,
        /// Whom.
        charger: GroupId,
        /// How.
        how: Interception,
        /// Where it ends.
        end: Box<Group>,
        /// It needs a complex move test.
        tests: Vec<RuleId>,
    },
    /// An evade.
    Evade {
        /// Who.
        group: GroupId,
        /// Where to.
        to: Evade,
    },
    /// To stand.
    Stand {
        /// Who.
        group: GroupId,
        /// The rule that demands a test for it.
        test: Option<RuleId>,
    },
    /// A charge move.
    Move {
        /// Who.
        group: GroupId,
        /// Its wheel.
        wheel: Option<Wheel>,
        /// Its steps.
        steps: Steps,
    },
    /// A pairing.
    Pair {
        /// The pairs.
        pairs: Vec<Met>,
    },
    /// So many ranks of pike.
    FaceAttack {
        /// How many.
        ranks: u8,
    },
    /// Evaders go on so.
    EvadeOn {
        /// How.
        way: EvadeWay,
    },
    /// The regimental gun joins this file.
    GunFile {
        /// Whose gun.
        group: GroupId,
        /// Which.
        file: u8,
    },
    /// The file at this end drops back.
    Contract {
        /// Which end.
        end: Hand,
    },
    /// The pike base goes to the front of its file.
    PikeForward,
    /// It stays.
    PikeStays,
    /// No file drops back.
    GoWhole,
}

/// Why a charge or interception does not take place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Cancelled {
    /// The complex move test was failed.
    TestFailed,
    /// Intercepted in flank or rear.
    Intercepted,
    /// No contact is possible.
    NoContact,
    /// There is no room for the friends through whom it leads.
    NoRoom,
}

/// Two bases that fight each other at impact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FightingPair {
    /// The bases.
    pub bases: Met,
    /// Red charges, and how.
    pub red: Onset,
    /// Blue charges, and how.
    pub blue: Onset,
}

/// How a base comes into an impact combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Onset {
    /// It receives the charge.
    Receives,
    /// It charges.
    Charges,
    /// It charges flank or rear.
    ChargesFlankOrRear,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A charge was declared.
    ChargeDeclared {
        /// The charge.
        charge: Charge,
        /// Its move distance.
        distance: Tally,
    },
    /// A charge was cancelled.
    ChargeCancelled {
        /// Whose.
        group: GroupId,
        /// Why.
        why: Cancelled,
    },
    /// A battle group intercepted.
    Intercepted {
        /// Who.
        group: GroupId,
        /// Whom.
        charger: GroupId,
        /// How.
        how: Interception,
    },
    /// An interception was cancelled.
    InterceptionCancelled {
        /// Whose.
        group: GroupId,
        /// Why.
        why: Cancelled,
    },
    /// A battle group stands to receive a charge.
    Stands {
        /// Who.
        group: GroupId,
    },
    /// A battle group evaded.
    Evaded {
        /// Who.
        group: GroupId,
        /// Where to.
        to: Evade,
        /// How far.
        moved: Um,
        /// The friends it passed through.
        passed_through: Vec<GroupId>,
        /// The friends it burst through.
        burst_through: Vec<GroupId>,
    },
    /// A battle group evaded off the table.
    EvadedOff {
        /// Who.
        group: GroupId,
    },
    /// A battle group evading through friends found no room beyond them and is destroyed.
    NoRoom {
        /// Who.
        group: GroupId,
    },
    /// A charge was moved.
    ChargeMoved {
        /// Who.
        group: GroupId,
        /// How far.
        moved: Um,
        /// The files that stepped forward, and how far.
        steps: Vec<(u8, Um)>,
        /// The enemies contacted, and how it counts.
        contacted: Vec<(GroupId, Approach)>,
    },
    /// Cohesion dropped at once.
    CohesionDropped {
        /// Whose.
        group: GroupId,
        /// To what.
        to: Cohesion,
        /// Why.
        why: RuleId,
    },
    /// Bases turned to face an attack.
    BasesTurned {
        /// Whose.
        group: GroupId,
        /// Which.
        bases: Vec<BaseId>,
    },
    /// The pike base of a battle group with five of shot came to the front of its file.
    PikeToFront {
        /// Whose.
        group: GroupId,
    },
    /// Chargers dropped a file behind the others to pass friends.
    Contracted {
        /// Who.
        group: GroupId,
    },
    /// The bases that fight are paired.
    Paired {
        /// Who fights whom.
        pairs: Vec<FightingPair>,
    },
    /// A battle group charges without orders.
    ChargesWithoutOrders {
        /// The charge.
        charge: Charge,
        /// Its move distance.
        distance: Tally,
    },
    /// A fragmented battle group breaks before it is contacted.
    BreaksUncontacted {
        /// Who.
        group: GroupId,
    },
    /// Chargers came upon a battle group from behind and destroyed it.
    RiddenDown {
        /// Who is destroyed.
        group: GroupId,
        /// The chargers.
        by: GroupId,
    },
    /// Friends were set back behind those who burst through them.
    SetBack {
        /// Who.
        group: GroupId,
        /// Those who burst through.
        by: GroupId,
        /// How far.
        distance: Um,
    },
}
