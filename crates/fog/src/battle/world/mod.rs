//! The state of a battle: flat, small, integers only.

mod bodies;
mod commander;
mod group;
pub mod setup;
mod side;

pub use bodies::Measured;
pub use commander::{CommanderPlace, CommanderState};
pub use group::{Captor, Deeds, GroupState, PhaseDeeds, PortableDefences, Posture, Presence, TestOutcome};
pub use side::{SideState, ahead};

pub use caracole_tabletop::{BaseId, GroupId, quarter_turns};

/// A base.
pub type BaseState = caracole_tabletop::BaseState<BaseProfile>;

/// The battle groups and their bases.
pub type Bodies = caracole_tabletop::Bodies<GroupState, BaseProfile, Measured>;

use super::customs::Rulebook;
use crate::combat::Readings;
use crate::field::{Field, Grade, Piece, Scale};
use crate::formation::{Formation, Nature};
use crate::troops::{BaseProfile, Cohesion};
use caracole_kernel::{self as kernel, BySide, Side};
use caracole_ledger::enforces;
use caracole_plane::{Angle, BaseRect, Group, Hand, Polygon, Pose, Um};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::ops::{Deref, DerefMut, Index, IndexMut};

/// Number of a commander in [`World::commanders`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub struct CommanderId(pub u8);

impl CommanderId {
    /// As it is numbered on the table.
    #[must_use]
    pub const fn number(self) -> u32 {
        self.0 as u32 + 1
    }

    /// As something to point at.
    #[must_use]
    pub const fn piece(self) -> kernel::Piece {
        kernel::Piece::new("commander", self.number())
    }
}

/// The phases of a turn, and the set-up before the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Before the first turn.
    Setup,
    /// Impact phase.
    Impact,
    /// Manoeuvre phase.
    Manoeuvre,
    /// Shooting phase.
    Shooting,
    /// Melee phase.
    Melee,
    /// Joint action phase.
    JointAction,
}

/// Where the battle has got to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Turn {
    /// Number of the turn, from 1; 0 during the set-up.
    pub number: u16,
    /// The active side.
    pub active: Side,
    /// The phase.
    pub phase: Phase,
}

/// How two battle groups came to fight, where the places of their bases do not tell it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Approach {
    /// Front to front, or any contact that counts so.
    Front,
    /// By a flank charge that qualified.
    FlankCharge,
    /// By a rear charge that qualified.
    RearCharge,
    /// Against a flank or rear by a charge that did not qualify: counts as frontal.
    NoFlankCharge,
    /// By turning to face an enemy at its side in the manoeuvre phase.
    Turned,
}

/// A fact about two battle groups in close combat with each other. It lasts while they touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Engagement {
    /// The battle group that made the contact.
    pub attacker: GroupId,
    /// The battle group that it contacted.
    pub defender: GroupId,
    /// How.
    pub approach: Approach,
    /// The defender chose not to turn bases towards the attacker and so has no dice against it.
    pub unturned: bool,
    /// Pursuers ran into fresh enemy: they fight in the next impact phase, and not before.
    pub awaits_impact: bool,
}

/// Everything that changes in a battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct World {
    /// The table.
    pub field: Field,
    /// The battle groups, red's first (those detached at deployment follow), and their bases.
    bodies: Bodies,
    /// The commanders, red's first.
    pub commanders: Vec<CommanderState>,
    /// What each side has besides.
    pub sides: BySide<SideState>,
    /// Turn and phase.
    pub turn: Turn,
    /// Facts about battle groups in close combat.
    pub engagements: Vec<Engagement>,
    /// How unclear rules are read.
    pub readings: Readings,
    /// What only the set-up needs, hidden things among them.
    pub setup: setup::State,
    /// The book that it is played by; not stored with what changes.
    #[serde(skip)]
    pub book: Rulebook,
}

impl Index<GroupId> for World {
    type Output = GroupState;
    fn index(&self, id: GroupId) -> &GroupState {
        &self.bodies[id]
    }
}

impl IndexMut<GroupId> for World {
    fn index_mut(&mut self, id: GroupId) -> &mut GroupState {
        &mut self.bodies[id]
    }
}

impl Index<CommanderId> for World {
    type Output = CommanderState;
    fn index(&self, id: CommanderId) -> &CommanderState {
        &self.commanders[usize::from(id.0)]
    }
}

impl IndexMut<CommanderId> for World {
    fn index_mut(&mut self, id: CommanderId) -> &mut CommanderState {
        &mut self.commanders[usize::from(id.0)]
    }
}

impl Index<BaseId> for World {
    type Output = BaseState;
    fn index(&self, id: BaseId) -> &BaseState {
        &self.bodies[id]
    }
}

impl IndexMut<BaseId> for World {
    fn index_mut(&mut self, id: BaseId) -> &mut BaseState {
        &mut self.bodies[id]
    }
}

/// A world is its bodies, and what else there is in a battle.
impl Deref for World {
    type Target = Bodies;
    #[inline]
    fn deref(&self) -> &Bodies {
        &self.bodies
    }
}

impl DerefMut for World {
    #[inline]
    fn deref_mut(&mut self) -> &mut Bodies {
        &mut self.bodies
    }
}

impl World {
    /// A world before its first turn.
    #[must_use]
    pub fn new(
        book: Rulebook,
        field: Field,
        (groups, bases): (Vec<GroupState>, Vec<BaseState>),
        commanders: Vec<CommanderState>,
        sides: BySide<SideState>,
        readings: Readings,
    ) -> Self {
        let field = Field { scale: Scale { book: book.book(), ..field.scale }, ..field };
        World {
            book,
            bodies: Bodies::new(Measured { scale: field.scale, book }, groups, bases),
            field,
            commanders,
            sides,
            turn: Turn { number: 0, active: Side::Red, phase: Phase::Setup },
            engagements: Vec::new(),
            readings,
            setup: setup::State::default(),
        }
    }

    /// Says which book it is played by, after it was read from a snapshot.
    pub fn play_by(&mut self, book: Rulebook) {
        self.book = book;
        self.field.scale.book = book.book();
        self.bodies.measure_by(Measured { scale: self.field.scale, book });
    }

    /// The world as it would be after a change.
    #[must_use]
    pub fn supposing(&self, change: impl FnOnce(&mut World)) -> World {
        let mut after = self.clone();
        change(&mut after);
        after
    }

    /// The battle groups that stand on the table, the active side's first: where no rule fixes an order, this is it.
    pub fn on_table(&self) -> impl Iterator<Item = GroupId> + Clone + '_ {
        let active = self.turn.active;
        let of = move |side: Side| self.ids().filter(move |&g| self[g].is_on_table() && self[g].side == side);
        of(active).chain(of(active.other()))
    }

    /// The battle groups of a side on the table. Captured guns are their captor's; those that neither side controls are in neither list.
    pub fn of_side(&self, side: Side) -> impl Iterator<Item = GroupId> + Clone + '_ {
        self.ids().filter(move |&g| {
            let group = &self[g];
            group.is_on_table() && group.side == side && !group.is_uncontrolled()
        })
    }

    /// The enemies of a battle group on the table.
    pub fn enemies_of(&self, group: GroupId) -> impl Iterator<Item = GroupId> + Clone + '_ {
        self.of_side(self[group].side.other())
    }

    /// The friends of a battle group on the table, itself left out. Guns that neither side controls stand in the
    /// way of both as friends do.
    pub fn friends_of(&self, group: GroupId) -> impl Iterator<Item = GroupId> + Clone + '_ {
        let side = self[group].side;
        self.on_table().filter(move |&g| g != group && (self[g].side == side || self[g].is_uncontrolled()))
    }

    /// What the formation rules need to know of it.
    #[must_use]
    pub fn nature<'a>(&self, group: GroupId, start: &'a [BaseProfile]) -> Nature<'a> {
        let spare_at = self.hand_where_equal();
        Nature { book: self.book.book(), status: self[group].status, start, spare_at }
    }

    /// What sorts battle groups in the order in which they come when nothing else decides: the active side's first, each
    /// by their numbers, guns captured from the other after its own.
    #[must_use]
    pub fn in_turn(&self, group: GroupId) -> (bool, bool, GroupId) {
        let state = &self[group];
        (state.side != self.turn.active, state.side != state.owner, group)
    }

    /// The commanders, the active side's first.
    #[must_use]
    pub fn commanders_in_turn(&self) -> SmallVec<[CommanderId; 16]> {
        let mut all: SmallVec<[CommanderId; 16]> = self.commander_ids().collect();
        all.sort_by_key(|&c| (self[c].side != self.turn.active, c));
        all
    }

    /// The way to a side's own rear table edge.
    #[must_use]
    pub const fn home_of(&self, side: Side) -> Angle {
        match side {
            Side::Red => Angle::HALF,
            Side::Blue => Angle::ZERO,
        }
    }

    /// Where something stands that may as well stand left or right, unless its player says otherwise.
    #[must_use]
    pub fn hand_where_equal(&self) -> Hand {
        self.book.hand_where_equal(self.readings)
    }

    /// Whether a way that leads so far to the right leads away from the preferred hand: what sorts ways that are equal
    /// otherwise.
    #[must_use]
    pub fn is_to_other_hand(&self, right: Um) -> bool {
        (right > Um::ZERO) != (self.hand_where_equal() == Hand::Right)
    }

    /// The ground that the camps of both sides take up.
    pub fn camps(&self) -> impl Iterator<Item = BaseRect> + '_ {
        self.sides.iter().filter_map(|(_, s)| s.camp).map(|c| c.at.rect())
    }

    /// The outlines of impassable ground.
    pub fn impassable(&self) -> impl Iterator<Item = &Polygon> {
        let closed = self.field.terrain.pieces.iter().filter(|p| p.kind.grade() == Grade::Impassable);
        closed.filter_map(Piece::outline)
    }

    /// Its bases as they would stand in formation, level with its foremost file.
    #[must_use]
    pub fn laid_out(&self, group: GroupId) -> Group {
        self.laid_out_as(group, self.formation(group))
    }

    /// Its bases as they would stand in this formation, level with its foremost file. Gaps between its files are closed
    /// to the hand that is preferred where both are equal.
    #[must_use]
    pub fn laid_out_as(&self, group: GroupId, formation: &Formation) -> Group {
        self.laid_out_to(group, formation, self.hand_where_equal())
    }

    /// The pike base that a Swedish brigade holds ahead of its shot; none if it has none there now. Nothing is measured to
    /// it.
    #[must_use]
    pub fn point_base(&self, group: GroupId) -> Option<BaseId> {
        enforces!("FOGR-BG-038");
        self.held_ahead(group)
    }

    /// Whether it is light troops.
    #[must_use]
    pub fn is_light(&self, group: GroupId) -> bool {
        self.note(group).light
    }

    /// Puts its bases into another formation, laid out with the left end of its front line at the anchor.
    pub fn arrange(&mut self, group: GroupId, formation: &Formation, anchor: Pose) {
        self.bodies.arrange(group, formation, anchor);
        self[group].kinks.clear();
    }

    /// Puts its bases into another formation by a move of its own, which this counts as in this phase.
    pub fn reshape(&mut self, group: GroupId, formation: &Formation, anchor: Pose) {
        self.arrange(group, formation, anchor);
        self[group].phase.reshaped = true;
    }

    /// Takes a battle group off the table.
    pub fn leave(&mut self, group: GroupId, presence: Presence) {
        if !self[group].is_on_table() {
            return;
        }
        self[group].presence = presence;
        self[group].cohesion = Cohesion::Broken;
        for commander in self.commander_ids() {
            if self[commander].with() == Some(group) {
                self[commander].place = match presence {
                    // Commanders who leave the table with their troops are out of play.
                    Presence::RoutedOff | Presence::EvadedOff => CommanderPlace::Gone,
                    _ => CommanderPlace::Alone,
                };
            }
        }
        for other in self.ids() {
            self[other].pursuing.retain(|r| *r != group);
            if self[other].pursuing.is_empty() {
                self[other].wild_pursuit = false;
            }
        }
    }

    /// The commanders with a battle group.
    pub fn commanders_with(&self, group: GroupId) -> impl Iterator<Item = CommanderId> + '_ {
        self.commander_ids().filter(move |&c| self[c].place == CommanderPlace::With(group))
    }

    /// Every commander.
    pub fn commander_ids(&self) -> impl Iterator<Item = CommanderId> + Clone + use<> {
        (0..self.commanders.len() as u8).map(CommanderId)
    }

    /// The measuring form of a commander's base.
    #[must_use]
    pub fn commander_rect(&self, commander: CommanderId) -> BaseRect {
        self[commander].base.rect()
    }
}
