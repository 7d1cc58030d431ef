//! What changes in a battle: units, Commanders, camps, cards and the turn.

mod charge;
mod commander;
mod fray;
mod game;
mod secrets;
mod ug;

pub use charge::{Approach, Charge, ChargeKind, Wheel};
pub use commander::{Commander, CommanderId, Post, Trust};
pub use fray::{BrokenBy, Fall, FlankClaim, Foe, Fray};
pub use game::Game;
pub use secrets::{Ambush, FlankMarch, Lurk, Secrets};
pub use ug::{BaseKind, Deed, Figures, Fired, Measured, Presence, Slow, Ug, UgId};

use crate::battle::before::PreBattle;
use crate::cards::{Cards, Deck};
use crate::charts::TerrainKind;
use caracole_document::words;
use caracole_kernel::{BySide, Side};
use caracole_ledger::enforces;
use caracole_plane::{Base, BaseRect};
use caracole_tabletop::{Bodies, Terrain};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

words! {
    /// The phases of a turn.
    Phase {
        /// 1, Card.
        Card = "card",
        /// 2, Charge.
        Charge = "charge",
        /// 3, Shooting.
        Shooting = "shooting",
        /// 4, Movement.
        Movement = "movement",
        /// 5, Fighting.
        Fighting = "fighting",
        /// 6, End of Turn.
        EndOfTurn = "end_of_turn",
    }
}

/// How far the battle has got.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct When {
    /// The turn, from 1.
    pub turn: u8,
    /// The Active Player: the side that holds the deck.
    pub active: Side,
    /// The phase.
    pub phase: Phase,
}

/// A camp.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Camp {
    /// Where it stands.
    pub base: Base,
    /// Bases lost.
    #[serde(default)]
    pub lost: u8,
    /// Whether it carries a wound.
    #[serde(default)]
    pub wound: bool,
    /// It is broken: it counts as lost and is sacked at the end of the turn.
    #[serde(default)]
    pub broken: bool,
}

impl Camp {
    /// A whole camp on this ground.
    pub const fn at(base: Base) -> Camp {
        Camp { base, lost: 0, wound: false, broken: false }
    }
}

/// What changes in a battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct World {
    /// Units and their bases.
    bodies: Bodies<Ug, BaseKind, Measured>,
    /// Commanders of both sides.
    pub commanders: Vec<Commander>,
    /// Camps.
    pub camps: BySide<Option<Camp>>,
    /// The deck that both sides share.
    pub deck: Deck,
    /// Turn, Active Player and phase.
    pub when: When,
    /// The pre-battle, while it lasts.
    pub before: Option<Box<PreBattle>>,
    /// Terrain laid before the battle; without it the scenario's lies.
    pub laid: Option<Arc<Terrain<TerrainKind>>>,
    /// Charges declared in this Charge Phase.
    pub charges: Vec<Charge>,
    /// What is remembered of fights and of units that broke.
    pub fray: Fray,
    /// Ambushes and flank marches.
    pub secrets: Secrets,
}

impl Deref for World {
    type Target = Bodies<Ug, BaseKind, Measured>;

    fn deref(&self) -> &Self::Target {
        &self.bodies
    }
}

impl DerefMut for World {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.bodies
    }
}

impl World {
    /// A world before its first turn, without units.
    pub(super) fn new(measured: Measured, deck: Deck, active: Side) -> World {
        World {
            bodies: Bodies::new(measured, Vec::new(), Vec::new()),
            commanders: Vec::new(),
            camps: BySide::default(),
            deck,
            when: When { turn: 0, active, phase: Phase::Card },
            before: None,
            laid: None,
            charges: Vec::new(),
            fray: Fray::default(),
            secrets: Secrets::default(),
        }
    }

    /// The units on the table.
    pub fn on_table(&self) -> impl Iterator<Item = UgId> + Clone + '_ {
        self.ids().filter(|ug| self[*ug].presence == Presence::OnTable)
    }

    /// The units that stand on the table, broken ones that have not routed yet among them.
    pub fn seen(&self) -> impl Iterator<Item = UgId> + Clone + '_ {
        self.ids().filter(|ug| matches!(self[*ug].presence, Presence::OnTable | Presence::Routing))
    }

    /// The units of a side on the table.
    pub fn of_side(&self, side: Side) -> impl Iterator<Item = UgId> + Clone + '_ {
        self.on_table().filter(move |ug| self[*ug].side == side)
    }

    /// The Commanders of a side.
    pub fn commanders_of(&self, side: Side) -> impl Iterator<Item = CommanderId> + '_ {
        let all = self.commanders.iter().enumerate().filter(move |(_, c)| c.side == side);
        all.filter_map(|(n, _)| u8::try_from(n).ok()).map(CommanderId)
    }

    /// The Commander of this number, if there is one. For numbers that come from outside.
    pub fn commander(&self, id: CommanderId) -> Option<&Commander> {
        self.commanders.get(usize::from(id.0))
    }

    /// The same, to change him.
    pub fn commander_mut(&mut self, id: CommanderId) -> Option<&mut Commander> {
        self.commanders.get_mut(usize::from(id.0))
    }

    /// The cards that all Commanders of a side hold.
    pub fn hand_of(&self, side: Side) -> Cards {
        let own = self.commanders.iter().filter(|c| c.side == side);
        own.fold(Cards::NONE, |all, c| all.and(c.hand))
    }

    /// Where a Commander's base stands: in front of or behind his file, or by itself.
    pub fn commander_base(&self, id: CommanderId) -> Option<Base> {
        let (ug, file, ahead) = match self.commander(id)?.post {
            Post::Alone(base) => return Some(base),
            Post::Gone => return None,
            Post::With { ug, file, ahead } => (ug, file, ahead),
        };
        let bases = self.bases_of(ug);
        let last = bases.iter().map(|b| b.at.file).max()?;
        let of_file = bases.iter().filter(|b| b.at.file == file.min(last));
        let depth = self.base_width();
        match ahead {
            true => of_file.min_by_key(|b| b.at.rank).map(|b| b.base.zone_ahead(depth)),
            false => of_file.max_by_key(|b| b.at.rank).map(|b| b.base.zone_behind(depth)),
        }
    }

    /// The ground that a camp covers. It belongs to no command.
    pub fn camp_rect(&self, side: Side) -> Option<BaseRect> {
        enforces!("RETG-CAMP-017");
        self.camps[side].filter(|camp| !camp.broken).map(|camp| camp.base.rect())
    }
}
