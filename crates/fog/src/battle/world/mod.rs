//! The state of a battle: flat, small, integers only.

mod base;
mod commander;
mod group;
mod shape;
mod side;

pub use base::BaseState;
pub use commander::{CommanderPlace, CommanderState};
pub use group::{Captor, Deeds, GroupState, PhaseDeeds, PortableDefences, Posture, Presence, TestOutcome};
pub use side::SideState;

use self::shape::Shapes;
use super::customs::Rulebook;
use super::setup;
use crate::combat::Readings;
use crate::field::{Field, Grade, Piece, bases_of, laid_out};
use crate::formation::{Facing, Formation, Nature, Placed, Status};
use crate::troops::{BaseProfile, Capabilities};
use caracole_kernel::{self as kernel, BySide, Side};
use caracole_ledger::enforces;
use caracole_plane::{Angle, Base, BaseRect, Corner, Group, Hand, Motion, Place, Point, Polygon, Pose, Um};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::ops::{Index, IndexMut};
use std::sync::Arc;

/// Number of a battle group in [`World::groups`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub struct GroupId(pub u16);

impl GroupId {
    /// As it is numbered on the table.
    #[must_use]
    pub const fn number(self) -> u32 {
        self.0 as u32 + 1
    }

    /// As something to point at.
    #[must_use]
    pub const fn piece(self) -> kernel::Piece {
        kernel::Piece::new("group", self.number())
    }

    /// The battle group that a piece is, if it is one.
    #[must_use]
    pub fn of_piece(piece: &kernel::Piece) -> Option<Self> {
        let id = piece.number.checked_sub(1).filter(|_| piece.kind == "group")?;
        u16::try_from(id).ok().map(GroupId)
    }
}

/// Number of a base in [`World::bases`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub struct BaseId(pub u16);

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
    /// Every base of both sides, those of one battle group together.
    bases: Vec<BaseState>,
    /// The battle groups, red's first (those detached at deployment follow). A copy of the world shares those that it
    /// does not change.
    groups: Vec<Arc<GroupState>>,
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
    /// What follows from where the bases stand.
    #[serde(skip)]
    shapes: Shapes,
}

impl Index<GroupId> for World {
    type Output = GroupState;
    fn index(&self, id: GroupId) -> &GroupState {
        &self.groups[usize::from(id.0)]
    }
}

impl IndexMut<GroupId> for World {
    fn index_mut(&mut self, id: GroupId) -> &mut GroupState {
        self.shapes.forget(usize::from(id.0));
        Arc::make_mut(&mut self.groups[usize::from(id.0)])
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
        &self.bases[usize::from(id.0)]
    }
}

impl IndexMut<BaseId> for World {
    fn index_mut(&mut self, id: BaseId) -> &mut BaseState {
        match self.owner_of(id) {
            Some(owner) => self.shapes.forget(owner),
            None => self.shapes = Shapes::default(),
        }
        &mut self.bases[usize::from(id.0)]
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
        World {
            book,
            field,
            bases,
            groups: groups.into_iter().map(Arc::new).collect(),
            commanders,
            sides,
            turn: Turn { number: 0, active: Side::Red, phase: Phase::Setup },
            engagements: Vec::new(),
            readings,
            setup: setup::State::default(),
            shapes: Shapes::default(),
        }
    }

    /// The world as it would be after a change.
    #[must_use]
    pub fn supposing(&self, change: impl FnOnce(&mut World)) -> World {
        let mut after = self.clone();
        change(&mut after);
        after
    }

    /// The battle groups in the order of their numbers.
    pub fn groups(&self) -> impl ExactSizeIterator<Item = &GroupState> {
        self.groups.iter().map(|g| &**g)
    }

    /// Every base in the order of their numbers.
    #[must_use]
    pub fn bases(&self) -> &[BaseState] {
        &self.bases
    }

    /// Adds a battle group with bases of its own, and gives its number.
    pub fn enlist(&mut self, group: GroupState, bases: impl IntoIterator<Item = BaseState>) -> GroupId {
        let first_base = u16::try_from(self.bases.len()).unwrap_or(u16::MAX);
        self.bases.extend(bases);
        let base_count = u8::try_from(self.bases.len() - usize::from(first_base)).unwrap_or(u8::MAX);
        self.groups.push(Arc::new(GroupState { first_base, base_count, ..group }));
        self.shapes = Shapes::default();
        GroupId(u16::try_from(self.groups.len() - 1).unwrap_or(u16::MAX))
    }

    /// The base, if there is one of this number. For numbers that come from outside.
    #[must_use]
    pub fn get_base(&self, id: BaseId) -> Option<&BaseState> {
        self.bases.get(usize::from(id.0))
    }

    /// The index of the battle group that a base belongs to: they have their bases one after the other.
    fn owner_of(&self, base: BaseId) -> Option<usize> {
        let index = self.groups.partition_point(|g| g.first_base <= base.0).checked_sub(1)?;
        let g = self.groups.get(index)?;
        (base.0 - g.first_base < u16::from(g.base_count)).then_some(index)
    }

    /// The battle group that a base belongs to, if there is one of this number.
    #[must_use]
    pub fn group_of(&self, base: BaseId) -> Option<GroupId> {
        self.owner_of(base).and_then(|index| u16::try_from(index).ok()).map(GroupId)
    }

    /// The battle group, if there is one of this number. For numbers that come from outside.
    #[must_use]
    pub fn get(&self, id: GroupId) -> Option<&GroupState> {
        self.groups.get(usize::from(id.0)).map(|g| &**g)
    }

    /// Every battle group.
    pub fn ids(&self) -> impl Iterator<Item = GroupId> + Clone + use<> {
        (0..self.groups.len() as u16).map(GroupId)
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

    /// The numbers of all bases that a battle group began with.
    pub fn all_base_ids(&self, group: GroupId) -> impl Iterator<Item = BaseId> + Clone + use<> {
        let g = &self[group];
        (g.first_base..g.first_base + u16::from(g.base_count)).map(BaseId)
    }

    /// The numbers of the bases that a battle group still has, in the order of [`Formation::placed`].
    #[must_use]
    pub fn base_ids(&self, group: GroupId) -> SmallVec<[BaseId; 16]> {
        self.base_ids_of(group).into()
    }

    fn standing_ids(&self, group: GroupId) -> SmallVec<[BaseId; 16]> {
        let mut ids: SmallVec<[BaseId; 16]> =
            self.all_base_ids(group).filter(|&b| self[b].standing).collect();
        ids.sort_by_key(|&b| self[b].at);
        ids
    }

    /// The bases that a battle group still has, in the order of [`Formation::placed`].
    #[must_use]
    pub fn bases_of(&self, group: GroupId) -> SmallVec<[BaseState; 16]> {
        self.base_ids_of(group).iter().map(|&b| self[b]).collect()
    }

    /// How many bases it still has.
    #[must_use]
    pub fn size(&self, group: GroupId) -> usize {
        self.base_ids_of(group).len()
    }

    /// The bases that it began the game with.
    #[must_use]
    pub fn start_of(&self, group: GroupId) -> SmallVec<[BaseProfile; 16]> {
        self.all_base_ids(group).map(|b| self[b].profile).collect()
    }

    /// The profiles of the bases that it still has.
    #[must_use]
    pub fn profiles(&self, group: GroupId) -> SmallVec<[BaseProfile; 16]> {
        self.base_ids_of(group).iter().map(|&b| self[b].profile).collect()
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

    fn formation_worked_out(&self, group: GroupId) -> Formation {
        let placed: Vec<Placed> = self
            .base_ids_of(group)
            .iter()
            .map(|&b| &self[b])
            .map(|b| Placed { at: b.at, facing: b.facing, base: b.profile })
            .collect();
        // Two bases never stand in one place of the grid: whatever places them makes sure of it.
        Formation::try_from(placed).unwrap_or_else(|_| Formation::in_ranks(&[]))
    }

    /// The measuring forms of its bases, in the order of [`Formation::placed`]. Limber markers and the point base of a
    /// Swedish brigade are not among them.
    #[must_use]
    pub fn rects(&self, group: GroupId) -> &[BaseRect] {
        enforces!("FOGR-BG-038");
        &self.shape(group).rects
    }

    /// The pike base that a Swedish brigade holds ahead of its shot; none if it has none there now.
    #[must_use]
    pub fn point_base(&self, group: GroupId) -> Option<BaseId> {
        self.shape(group).point
    }

    fn point_of(&self, group: GroupId, bases: &[BaseId]) -> Option<BaseId> {
        // A broken battle group holds it until it runs: friends that burst through stand over it.
        let runs = self[group].is_broken() && self[group].turn.routed;
        if self[group].status != Status::SwedishBrigade || runs {
            return None;
        }
        let foremost = bases.iter().map(|&b| self[b].at.rank).min()?;
        let mut ahead = bases.iter().copied().filter(|&b| self[b].at.rank == foremost);
        let first = ahead.next().filter(|_| ahead.next().is_none())?;
        let pike = self[first].profile.capabilities.has_any(Capabilities::PIKE);
        // In a column no base is ahead of the others: the point is held before shot that stand beside it.
        let beside = bases.iter().any(|&b| self[b].at.file != self[first].at.file);
        (pike && beside).then_some(first)
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

    /// Whether a base may stand there as far as the table, camps and impassable ground go.
    #[must_use]
    pub fn may_stand(&self, rect: &BaseRect) -> bool {
        self.field.holds(rect)
            && !self.camps().any(|camp| camp.overlaps(rect))
            && !self.impassable().any(|o| o.has_part_of(rect))
    }

    /// What others may not walk over: its bases, and limber markers.
    #[must_use]
    pub fn obstruction(&self, group: GroupId) -> &[BaseRect] {
        &self.shape(group).obstruction
    }

    fn limber_rects<'a>(&'a self, group: GroupId, ids: &'a [BaseId]) -> impl Iterator<Item = BaseRect> + 'a {
        let limbered = self[group].posture == Posture::Limbered;
        let depth = self.field.scale.limber_depth();
        let drawn = ids.iter().filter(move |_| limbered);
        drawn.map(move |&b| self[b].base.zone_behind(depth).rect())
    }

    /// The ground before the front base of each file that limbers take up.
    #[must_use]
    pub fn lead(&self, group: GroupId) -> Um {
        match self[group].posture {
            Posture::Limbered => self.field.scale.limber_depth(),
            _ => Um::ZERO,
        }
    }

    /// The way the battle group faces: that of its bases, turned bases apart.
    #[must_use]
    pub fn facing(&self, group: GroupId) -> Angle {
        let first = self.base_ids_of(group).first().map(|&b| &self[b]);
        first.map_or(Angle::ZERO, |b| Angle(b.base.facing().0.wrapping_sub(quarter_turns(b.facing).0)))
    }

    /// The left end of its front line, and its facing.
    #[must_use]
    pub fn anchor(&self, group: GroupId) -> Pose {
        let facing = self.facing(group);
        let Some(first) = self.base_ids_of(group).first().map(|&b| &self[b]) else {
            return Pose::new(Point::ORIGIN, facing);
        };
        // The corner that lies front left as the group faces.
        let corner = match first.facing {
            Facing::Front => first.base.corner(Corner::FrontLeft),
            Facing::Right => self.inner_corner(group, first.at.file, Hand::Right),
            Facing::Rear => first.base.corner(Corner::RearRight),
            Facing::Left => self.left_end_of_turned(group, first.at.file),
        };
        Pose::new(corner, facing).offset(Um::ZERO, self.lead(group))
    }

    /// The left end of a front line whose first file has turned left: beside files that face ahead it is as wide as any,
    /// however few of its bases have turned.
    fn left_end_of_turned(&self, group: GroupId, file: u8) -> Point {
        let width = self.field.base_width();
        let inner = Pose::new(self.inner_corner(group, file, Hand::Left), self.facing(group));
        let ahead = self.base_ids_of(group).iter().map(|&b| &self[b]).find(|b| b.facing == Facing::Front);
        let end = ahead.map_or(-width, |b| {
            let (right, _) = inner.local(b.base.corner(Corner::FrontLeft));
            right - width * i32::from(b.at.file.saturating_sub(file))
        });
        inner.offset(end, Um::ZERO).at
    }

    /// Where a file that has turned to a hand begins on the other: at the base furthest from the enemy that it turned to.
    fn inner_corner(&self, group: GroupId, file: u8, to: Hand) -> Point {
        let facing = self.facing(group);
        let (turn, corner) = match to {
            Hand::Left => (Facing::Left, Corner::RearRight),
            Hand::Right => (Facing::Right, Corner::RearLeft),
        };
        let turned = self.base_ids_of(group).iter().map(|&b| &self[b]);
        let turned = turned.filter(|b| b.at.file == file && b.facing == turn);
        let first = |corner: &Point| {
            let (right, forward) = Pose::new(Point::ORIGIN, facing).local(*corner);
            (to.signed(right), -forward)
        };
        turned.map(|b| b.base.corner(corner)).min_by_key(first).unwrap_or(Point::ORIGIN)
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
        let files: SmallVec<[u8; 8]> = self.formation(group).files().collect();
        let across = files.last().zip(files.first()).map_or(0, |(last, first)| usize::from(last - first) + 1);
        let gaps = i32::try_from(across.saturating_sub(files.len())).unwrap_or(0);
        let aside = match self.hand_where_equal() {
            Hand::Left => Um::ZERO,
            Hand::Right => self.field.base_width() * gaps,
        };
        let level = self.anchor(group).offset(aside, self.body(group).foremost());
        laid_out(self.field.scale, formation, level, self.lead(group))
    }

    /// The body of a battle group whose bases stand as they are laid out.
    fn body_in_order(&self, group: GroupId, mut regular: Group) -> Group {
        self.add_limbers(group, &mut regular);
        self.draw_in_point(group, &mut regular);
        regular
    }

    /// The body of a battle group whose bases stand otherwise than they would be laid out.
    fn body_as_it_stands(&self, group: GroupId, regular: Group, bases: &[Base]) -> Group {
        let anchor = regular.anchor;
        let mut body = regular;
        for (place, base) in body.places.iter_mut().zip(bases) {
            let (right, forward) = anchor.local(base.front.at);
            place.right = right;
            place.forward = forward;
            place.turn = Angle(base.facing().0.wrapping_sub(anchor.facing.0));
        }
        self.draw_in_point(group, &mut body);
        let lead = self.lead(group);
        if lead > Um::ZERO {
            let markers: SmallVec<[Place; 4]> = body
                .places
                .iter()
                .zip(bases)
                .map(|(p, base)| {
                    let marker = base.zone_behind(lead);
                    let (right, forward) = anchor.local(marker.front.at);
                    Place { right, forward, depth: lead, rank: u8::MAX, ..*p }
                })
                .collect();
            body.places.extend(markers);
        }
        body
    }

    /// The point base of a Swedish brigade is never in the way of its own battle group: it goes along where the base
    /// behind it goes, and comes forward again afterwards.
    fn draw_in_point(&self, group: GroupId, body: &mut Group) {
        let Some(point) = self.point_base(group) else { return };
        let Some(index) = self.base_ids_of(group).iter().position(|&b| b == point) else { return };
        let behind = body.places.get(index + 1).copied();
        if let (Some(behind), Some(place)) = (behind, body.places.get_mut(index)) {
            (place.right, place.forward) = (behind.right, behind.forward);
        }
    }

    /// Limber markers go with the body, after its bases: they obstruct as bases do.
    fn add_limbers(&self, group: GroupId, body: &mut Group) {
        let lead = self.lead(group);
        if lead == Um::ZERO {
            return;
        }
        let markers: SmallVec<[Place; 4]> = body
            .places
            .iter()
            .map(|p| Place {
                forward: p.forward + p.depth + lead,
                turn: Angle::ZERO,
                depth: lead,
                rank: u8::MAX,
                ..*p
            })
            .collect();
        body.places.extend(markers);
    }

    /// Puts its bases where a body of theirs has come to, in the order of [`Formation::placed`]. A body that has not
    /// moved leaves them to the micrometre where they are.
    pub fn put(&mut self, group: GroupId, body: &Group) {
        if body == self.body(group) {
            return;
        }
        let ids = self.base_ids(group);
        for (id, base) in ids.into_iter().zip(bases_of(body)) {
            self[id].base = base;
        }
    }

    /// Moves each of its bases by the same motion.
    pub fn displace(&mut self, group: GroupId, motion: &Motion) {
        for id in self.base_ids(group) {
            self[id].base = motion.base_after(&self[id].base);
        }
    }

    /// Puts its bases into another formation, laid out with the left end of its front line at the anchor. Bases of one
    /// kind are alike: each place takes the one of its kind that stood nearest to it in the grid.
    pub fn arrange(&mut self, group: GroupId, formation: &Formation, anchor: Pose) {
        let body = laid_out(self.field.scale, formation, anchor, self.lead(group));
        let mut left: SmallVec<[BaseId; 16]> = self.base_ids(group);
        let mut placed: SmallVec<[(BaseId, Placed, Base); 16]> = SmallVec::new();
        for (place, base) in formation.placed().zip(bases_of(&body)) {
            let distance = |&id: &BaseId| {
                let at = self[id].at;
                (at.file.abs_diff(place.at.file) as u16 + at.rank.abs_diff(place.at.rank) as u16, id)
            };
            let kind = |id: &&BaseId| self[**id].profile == place.base;
            let Some(id) = left.iter().filter(kind).copied().min_by_key(distance) else { continue };
            left.retain(|l| *l != id);
            placed.push((id, *place, base));
        }
        for (id, place, base) in placed {
            let state = &mut self[id];
            state.at = place.at;
            state.facing = place.facing;
            state.base = base;
            state.kinks_passed = 0;
        }
        self[group].kinks.clear();
    }

    /// Puts its bases into another formation by a move of its own, which this counts as in this phase.
    pub fn reshape(&mut self, group: GroupId, formation: &Formation, anchor: Pose) {
        self.arrange(group, formation, anchor);
        self[group].phase.reshaped = true;
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

/// The clockwise turn of a base against its group.
#[must_use]
pub const fn quarter_turns(facing: Facing) -> Angle {
    match facing {
        Facing::Front => Angle::ZERO,
        Facing::Right => Angle::QUARTER,
        Facing::Rear => Angle::HALF,
        Facing::Left => Angle::THREE_QUARTERS,
    }
}
