//! A battle group.

use super::GroupId;
use crate::formation::Status;
use crate::troops::Cohesion;
use caracole_kernel::Side;
use caracole_plane::Kink;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// Whether and how a battle group is on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Presence {
    /// Not deployed yet.
    Undeployed,
    /// Hidden in ambush.
    Ambush,
    /// On an outflanking march.
    FlankMarch,
    /// Lost on the march.
    Straggling,
    /// On the table.
    OnTable,
    /// Routed off the table.
    RoutedOff,
    /// Evaded off the table.
    EvadedOff,
    /// Destroyed.
    Destroyed,
}

/// A state of the whole battle group that changes what it may do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Posture {
    /// None in particular.
    #[default]
    Normal,
    /// In square.
    Square,
    /// Medium or heavy artillery with its limbers.
    Limbered,
    /// Scythed chariots that have charged into contact.
    Loosed,
}

/// Portable defences of a battle group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PortableDefences {
    /// It has none.
    #[default]
    None,
    /// It carries them.
    Carried,
    /// They stand before its front.
    Placed,
    /// It has moved away from them.
    LeftBehind,
}

/// Who holds captured artillery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Captor {
    /// The side that captured it.
    pub side: Side,
    /// Whether it controls the guns and may shoot them.
    pub controls: bool,
}

/// How a test went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TestOutcome {
    /// Passed.
    Passed,
    /// Failed.
    Failed,
}

/// What a battle group has done in this turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Deeds {
    /// Charged.
    pub charged: bool,
    /// Made an interception charge.
    pub intercepted: bool,
    /// Evaded.
    pub evaded: bool,
    /// Made a pursuit move.
    pub pursued: bool,
    /// Made its initial rout move.
    pub routed: bool,
    /// Its cohesion dropped, so that it cannot be bolstered.
    pub dropped: bool,
    /// It has dropped a level for being charged in flank or rear.
    pub dropped_for_flank_charge: bool,
    /// Light foot that passed through friends it could not quite pass: no shooting.
    pub may_not_shoot: bool,
    /// Broke off from close combat.
    pub broke_off: bool,
    /// Moved in any way in the manoeuvre phase: artillery does not shoot then.
    pub manoeuvred: bool,
}

/// What a battle group has done in this phase.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PhaseDeeds {
    /// How many moves it has made.
    pub moves: u8,
    /// Its complex move test.
    pub test: Option<TestOutcome>,
    /// It passed through these friends.
    pub passed_through: SmallVec<[GroupId; 4]>,
    /// It turned, expanded or contracted.
    pub reshaped: bool,
    /// Every move that it made kept 6 MU from the enemy.
    pub kept_clear: bool,
    /// It has conformed, or found that it cannot or need not.
    pub conformed: bool,
    /// Friends burst through it.
    pub burst_through: bool,
    /// It was shifted with friends (the guns that it supports, or to make room for a turn), or has made the one evade that a
    /// book allows in a phase, and makes no other move.
    pub shifted: bool,
    /// It has expanded, shifted or moved bases in a close combat (how many bases, for early tercios).
    pub fed: u8,
    /// It has tested at the end of this phase for what it saw, and does not test again.
    pub saw: bool,
    /// It broke on contact, or was captured for the first time, and friends near it have still to test for that.
    pub unseen: bool,
    /// It routed, and unbroken enemy bar its way: it is destroyed when the phase ends.
    pub barred: bool,
}

/// A battle group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GroupState {
    /// Who commands it now. Captured guns that are controlled are their captor's.
    pub side: Side,
    /// Whose army it belongs to, for attrition.
    pub owner: Side,
    /// Number in its army, from 0.
    pub entry: u8,
    /// Number of its contingent: 0 for the main army.
    pub contingent: u8,
    /// It was detached from this battle group at deployment.
    pub detached_from: Option<GroupId>,
    /// Its first base in [`super::World::bases`].
    pub first_base: u16,
    /// How many bases it began with.
    pub base_count: u8,
    /// It began with 13 bases or more.
    pub grand: bool,
    /// Early tercio, Swedish brigade ...; a tercio can change.
    pub status: Status,
    /// Whether it is on the table.
    pub presence: Presence,
    /// Its cohesion.
    pub cohesion: Cohesion,
    /// Square, limbered.
    pub posture: Posture,
    /// Its portable defences.
    pub portable: PortableDefences,
    /// It has its regimental guns.
    pub regimental_guns: bool,
    /// Artillery that has changed hands: the side that holds it now.
    pub captured: Option<Captor>,
    /// The battle groups that took it.
    pub captured_by: SmallVec<[GroupId; 2]>,
    /// It has lost so many bases that it can never rally.
    pub autobroken: bool,
    /// The routers that it still pursues.
    pub pursuing: SmallVec<[GroupId; 2]>,
    /// It pursues after losing contact and must test to stop.
    pub wild_pursuit: bool,
    /// It is looting the enemy camp.
    pub looting: bool,
    /// Width and depth of a tercio's footprint in files and ranks.
    pub footprint: Option<(u8, u8)>,
    /// The enemies it has shot at from where it lurked: they see it since.
    pub betrayed_to: SmallVec<[GroupId; 2]>,
    /// The kinks of a column, oldest first.
    pub kinks: SmallVec<[Kink; 1]>,
    /// What it has done in this turn.
    pub turn: Deeds,
    /// What it has done in this phase.
    pub phase: PhaseDeeds,
}

impl GroupState {
    /// Whether it stands on the table.
    #[must_use]
    pub const fn is_on_table(&self) -> bool {
        matches!(self.presence, Presence::OnTable)
    }

    /// Captured artillery that nobody controls: an enemy to neither side.
    #[must_use]
    pub fn is_uncontrolled(&self) -> bool {
        self.captured.is_some_and(|c| !c.controls)
    }

    /// Artillery held by the enemies of its army.
    #[must_use]
    pub fn is_in_enemy_hands(&self) -> bool {
        self.captured.is_some_and(|c| c.side != self.owner)
    }

    /// Whether it is broken.
    #[must_use]
    pub const fn is_broken(&self) -> bool {
        matches!(self.cohesion, Cohesion::Broken)
    }
}
