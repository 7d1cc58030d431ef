//! What is remembered of the pre-battle.

use crate::cards::{Cards, Colour};
use crate::charts::{TerrainKind, Territory};
use caracole_kernel::{BySide, Side};
use caracole_plane::Hand;
use serde::{Deserialize, Serialize};

/// The pre-battle as far as it has got.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PreBattle {
    /// Who defends.
    pub defender: Side,
    /// The territory.
    pub territory: Option<Territory>,
    /// The square of the marker, by its place in the chart.
    pub square: u8,
    /// Map Cards and Scouting Cards in hand; hidden.
    pub hands: BySide<Cards>,
    /// What each side has chosen for the day; hidden until both have. `Some(None)` is a pass.
    pub day: BySide<Option<Option<Colour>>>,
    /// Passes that a side must still make.
    pub passes: BySide<u8>,
    /// Map Cards that each side was dealt.
    pub dealt: BySide<u8>,
    /// The side edge of the secure flank, as red sees it.
    pub flank: Option<Hand>,
    /// Pieces chosen and not yet placed, the defender's first.
    pub chosen: BySide<Vec<TerrainKind>>,
    /// Who is out-scouted, and how many units it deploys first.
    pub out_scouted: Option<(Side, u32)>,
}

impl PreBattle {
    /// Before anything is known.
    pub fn new(defender: Side) -> PreBattle {
        PreBattle {
            defender,
            territory: None,
            square: 0,
            hands: BySide::new_with(|_| Cards::NONE),
            day: BySide::default(),
            passes: BySide::default(),
            dealt: BySide::default(),
            flank: None,
            chosen: BySide::default(),
            out_scouted: None,
        }
    }
}
