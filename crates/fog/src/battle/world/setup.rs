//! What the set-up leaves behind: initiative, territory, terrain, markers and marches.

use super::{CommanderId, GroupId};
use crate::army::Territory;
use crate::field::Covering;
use caracole_kernel::{BySide, Side};
use caracole_plane::{Pose, TableEdge};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A player by the initiative roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Player {
    /// The player with the initiative.
    Holder,
    /// The other.
    Other,
}

/// A kind of piece that a player can choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// An open area, which only keeps other terrain away.
    Open,
    /// Broken ground.
    BrokenGround,
    /// Brush.
    Brush,
    /// Enclosed fields.
    EnclosedFields,
    /// Plantation.
    Plantation,
    /// Gully.
    Gully,
    /// Forest.
    Forest,
    /// Vineyards.
    Vineyards,
    /// Marsh.
    Marsh,
    /// Soft sand.
    SoftSand,
    /// Village.
    Village,
    /// Steep hill with its covering.
    SteepHill(Covering),
    /// Gentle hill with its covering.
    GentleHill(Covering),
    /// Impassable ground.
    Impassable,
    /// Obstacle.
    Obstacle,
    /// Road.
    Road,
    /// River.
    River,
    /// Coastline.
    Coastline,
    /// Open fields.
    OpenFields,
}

/// The size of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Size {
    /// Fits in a circle of 12 MU diameter.
    Normal,
    /// Does not, but fits in one of 16 MU.
    Large,
}

/// A piece as it is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Selection {
    /// What it is.
    pub kind: Kind,
    /// How large.
    pub size: Size,
}

/// A piece of terrain that was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Chosen {
    /// Who chose it and places it.
    pub side: Side,
    /// What it is.
    pub what: Selection,
    /// One of the two compulsory pieces.
    pub compulsory: bool,
}

impl Chosen {
    /// One of the two compulsory pieces.
    #[must_use]
    pub const fn compulsory(side: Side, what: Selection) -> Self {
        Chosen { side, what, compulsory: true }
    }

    /// A further piece.
    #[must_use]
    pub const fn further(side: Side, what: Selection) -> Self {
        Chosen { side, what, compulsory: false }
    }
}

/// A field fortification marker. How many bases it stands for is hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Marker {
    /// The middle of its front edge, looking at the enemy.
    pub front: Pose,
    /// How many bases it stands for.
    pub bases: u8,
}

/// An ambush marker. What lies under it is hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ambush {
    /// The middle of its front edge.
    pub at: Pose,
    /// The troops in ambush; none under a dummy.
    #[serde(default)]
    pub hides: Option<Ambushers>,
}

/// Who lies in ambush.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ambushers {
    /// The battle group.
    pub group: GroupId,
    /// The commander with it.
    #[serde(default)]
    pub commander: Option<CommanderId>,
    /// Mounted troops that have dismounted for it.
    #[serde(default)]
    pub dismounted: bool,
}

impl Ambushers {
    /// A battle group as it is.
    #[must_use]
    pub const fn of(group: GroupId) -> Self {
        Ambushers { group, commander: None, dismounted: false }
    }
}

/// An outflanking march as the player orders it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MarchOrder {
    /// The side edge: left or right.
    pub edge: TableEdge,
    /// Who leads it.
    pub commander: CommanderId,
    /// Its battle groups.
    pub groups: Vec<GroupId>,
}

/// Where a march may come on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Entry {
    /// Anywhere along the side edge.
    Anywhere,
    /// It drove the enemy back: within 12 MU of its rear edge.
    AfterDrivingBack,
    /// It was driven back: within 12 MU of its own rear edge, with a double move.
    DrivenBack,
}

/// What has become of a march.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Progress {
    /// Still on the way.
    Marching,
    /// It arrives in this turn.
    Due {
        /// The turn.
        turn: u16,
        /// Where.
        entry: Entry,
    },
    /// Its straggling has been settled; some had no room yet.
    Arriving {
        /// Where.
        entry: Entry,
        /// Whether it has been there a turn already: no effect on enemies near the edge.
        late: bool,
    },
    /// All have come or straggled.
    Over,
}

/// A march.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct March {
    /// What was ordered.
    pub order: MarchOrder,
    /// What has become of it.
    pub progress: Progress,
}

/// What the set-up has to remember; hidden things among them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// Who has the initiative.
    pub initiative: Option<Side>,
    /// The territory.
    pub territory: Option<Territory>,
    /// The terrain chosen.
    pub chosen: Vec<Chosen>,
    /// Fortification markers; how many bases they stand for is hidden.
    pub markers: BySide<Vec<Marker>>,
    /// Ambush markers; what they hide is hidden.
    pub ambushes: BySide<Vec<Ambush>>,
    /// Outflanking marches, hidden.
    pub marches: BySide<Vec<March>>,
    /// The forlorn hope of each side.
    pub forlorn_hope: BySide<Option<GroupId>>,
    /// Battle groups for which no place was found.
    pub without_room: Vec<GroupId>,
    /// Where troops stood when they last looked out for ambushes, summed up: the same places are checked once.
    pub looked_from: u64,
}

impl State {
    /// The side of a player; red until the initiative is known.
    #[must_use]
    pub fn side_of(&self, player: Player) -> Side {
        let holder = self.initiative.unwrap_or(Side::Red);
        match player {
            Player::Holder => holder,
            Player::Other => holder.other(),
        }
    }

    /// Which player a side is.
    #[must_use]
    pub fn player(&self, side: Side) -> Player {
        if self.side_of(Player::Holder) == side { Player::Holder } else { Player::Other }
    }
}
