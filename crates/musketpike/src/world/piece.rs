//! What changes of a unit, a leader and a Wing.

use crate::{
    charts::FormationState,
    counters::{LeaderId, Orders, UnitId, WingId},
    hex::{Hex, Placement},
};
use caracole_kernel::Side;
use caracole_ledger::enforces;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

enforces!("MPBS-12.1a");

/// Morale state of a unit in play.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum MoraleState {
    /// Steady.
    #[default]
    Normal,
    /// Morale Shaken: one less than printed.
    Shaken,
    /// Morale Broken: morale 1, no formation, no facing.
    Broken,
}

enforces!("MPBS-6.3.1a", "MPBS-6.3.1c", "MPBS-GLOSSARY-FORMATION");

/// Formation of a unit that is not Morale Broken.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Formation {
    /// Formation Normal.
    #[default]
    Normal,
    /// Formation Shaken.
    Shaken,
    /// Formation Broken.
    Broken,
    /// Hedgehog.
    Hedgehog,
    /// Open Order.
    OpenOrder,
    /// Column.
    Column,
}

impl Formation {
    /// The same as a row of the Formation Effects chart.
    pub const fn state(self) -> FormationState {
        match self {
            Formation::Normal => FormationState::Normal,
            Formation::Shaken => FormationState::Shaken,
            Formation::Broken => FormationState::Broken,
            Formation::Hedgehog => FormationState::Hedgehog,
            Formation::OpenOrder => FormationState::OpenOrder,
            Formation::Column => FormationState::Column,
        }
    }

    /// The formation after formation hits of the ground: from Normal to Shaken to Broken; other formations take none.
    pub const fn after_ground_hits(self, hits: u8) -> Formation {
        match (self, hits) {
            (Formation::Normal, 1) => Formation::Shaken,
            (Formation::Normal, 2..) | (Formation::Shaken, 1..) => Formation::Broken,
            _ => self,
        }
    }
}

/// Where a unit is in the story of the battle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// On the map.
    #[default]
    OnMap,
    /// Still to come as a reinforcement.
    ToCome,
    /// Removed as a loss.
    Eliminated,
    /// Left the map in pursuit: no loss, but gone.
    PursuedOffMap,
    /// Guns with a Disabled marker: on the map, no unit any more.
    Disabled,
    /// Disabled guns or a Wagon in enemy hands.
    Captured,
}

enforces!("MPBS-2.1.1", "MPBS-2.1.4");

/// Things that are true of a unit for a while, as markers show them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Marks(u16);

impl Marks {
    /// Fired a Salvo this turn.
    pub const SALVO: Marks = Marks(1);
    /// Artillery on its Fired side.
    pub const FIRED: Marks = Marks(1 << 1);
    /// Limbered guns.
    pub const LIMBERED: Marks = Marks(1 << 2);
    /// Limbered or unlimbered this turn: neither moves nor fires.
    pub const LIMBERING: Marks = Marks(1 << 3);
    /// Artillery that moved this turn.
    pub const TRAVELLED: Marks = Marks(1 << 4);
    /// On top of its stack (artillery).
    pub const ON_TOP: Marks = Marks(1 << 5);
    /// Has used its Action in this activation.
    pub const ACTED: Marks = Marks(1 << 6);
    /// Entered a hex by its own Action in this activation.
    pub const MOVED: Marks = Marks(1 << 7);
    /// Interception Done in this activation.
    pub const INTERCEPTED: Marks = Marks(1 << 8);
    /// Withdrew in this activation.
    pub const WITHDREW: Marks = Marks(1 << 9);
    /// May not Reaction Fire again in this activation (optional rule).
    pub const EXHAUSTED: Marks = Marks(1 << 10);
    /// Has Momentum.
    pub const MOMENTUM: Marks = Marks(1 << 11);
    /// Is taking cover in this activation.
    pub const COVER: Marks = Marks(1 << 12);
    /// Fired a Salvo in this activation.
    pub const SALVO_NOW: Marks = Marks(1 << 13);

    /// What ends with an activation.
    pub const OF_ACTIVATION: Marks = Marks(
        Self::ACTED.0
            | Self::MOVED.0
            | Self::INTERCEPTED.0
            | Self::WITHDREW.0
            | Self::EXHAUSTED.0
            | Self::MOMENTUM.0
            | Self::COVER.0
            | Self::SALVO_NOW.0,
    );
    /// What ends with a turn.
    pub const OF_TURN: Marks =
        Marks(Self::OF_ACTIVATION.0 | Self::SALVO.0 | Self::FIRED.0 | Self::LIMBERING.0 | Self::TRAVELLED.0);

    /// Whether all of `marks` are there.
    pub const fn has(self, marks: Marks) -> bool {
        self.0 & marks.0 == marks.0
    }

    /// Puts marks on.
    pub const fn set(&mut self, marks: Marks) {
        self.0 |= marks.0;
    }

    /// Takes marks off.
    pub const fn clear(&mut self, marks: Marks) {
        self.0 &= !marks.0;
    }
}

/// What changes of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Unit {
    /// Where it stands; of a piece off the map, where it last stood.
    pub at: Placement,
    /// Where it is in the story.
    pub fate: Fate,
    /// Its formation; a Morale Broken unit has none and keeps the last.
    pub formation: Formation,
    /// Its morale state.
    pub morale: MoraleState,
    /// Casualty hits.
    pub casualties: u8,
    /// Pistol shots spent since the last reload: 0 to 2.
    pub shots: u8,
    /// Markers.
    pub marks: Marks,
    /// Who was fired at with a Salvo in this activation, by either half.
    pub salvo_at: [Option<UnitId>; 2],
    /// When each half (of a one-hex unit the first) came to its hex, in moves since the start; 0 is from the set-up.
    pub since: [u16; 2],
}

impl Unit {
    /// Whether it is on the map and counts as a unit.
    pub const fn in_play(&self) -> bool {
        matches!(self.fate, Fate::OnMap)
    }

    /// Whether a marker is on it.
    pub const fn is(&self, marks: Marks) -> bool {
        self.marks.has(marks)
    }
}

/// Where a leader is in the story of the battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Presence {
    /// On the map.
    OnMap,
    /// Arrives with the Wing.
    ToCome,
    /// Removed this turn; the fate is rolled in the Marker Removal Phase.
    Lost {
        /// Whether the leader left with a pursuit.
        pursuing: bool,
    },
    /// Away for a turn; a replacement serves.
    Away,
    /// Gone for good and a loss.
    Eliminated,
    /// Gone for good without being a loss.
    Gone,
}

/// What a leader does in the army.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Post {
    /// Army Commander.
    Army,
    /// Commander of a Wing.
    Wing(WingId),
    /// Named in the scenario to take a post when it falls vacant.
    Waiting,
}

/// Where a leader comes from, which is what the loss is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// In the post from the start.
    Original,
    /// A named replacement.
    Named,
    /// A generic replacement.
    Generic,
}

/// What a leader has done in this activation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LeaderAction {
    /// Nothing yet.
    #[default]
    None,
    /// Allowed Rally or Reform (Wing Commander): any number of units.
    Rallying,
    /// Anything that uses up the one Action.
    Used,
}

/// What changes of a leader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Leader {
    /// Whose.
    pub side: Side,
    /// The post.
    pub post: Post,
    /// Where the leader comes from.
    pub origin: Origin,
    /// Leadership rating: 0 to -2.
    pub rating: i8,
    /// The hex.
    pub hex: Hex,
    /// On the map, away or lost.
    pub presence: Presence,
    /// What the leader has done in this activation.
    pub action: LeaderAction,
    /// Withdrew in this activation (alone in a hex).
    pub withdrew: bool,
    /// Place in the scenario's list of leaders, for the name; generic leaders have none.
    pub named: Option<u8>,
}

impl Leader {
    /// Whether the leader is on the map.
    pub const fn on_map(&self) -> bool {
        matches!(self.presence, Presence::OnMap)
    }
}

/// What changes of a Wing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Wing {
    /// Its Orders.
    pub orders: Orders,
    /// Its commander.
    pub commander: Option<LeaderId>,
    /// Activations begun this turn.
    pub activations: u8,
    /// Continuation attempts made this turn.
    pub continuations: u8,
    /// Its turn at activation is over.
    pub finished: bool,
    /// May not attempt continuation this turn.
    pub no_continue: bool,
    /// Preempted in its normal activation: goes next.
    pub bypassed: bool,
    /// It has arrived (Wings that start on the map have).
    pub arrived: bool,
    /// Units that have entered through a single entry hex in this activation.
    pub entered: u8,
}
