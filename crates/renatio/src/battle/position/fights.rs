//! Who fights whom: contacts of front edges with anything, base by base.

use crate::battle::world::{Camp, Foe, Game, UgId};
use crate::claims::Facing;
use crate::troops::{Arm, Shape};
use caracole_kernel::Side;
use caracole_ledger::enforces;
use caracole_plane::{Base, BaseRect, CONTACT_TOLERANCE, Contact, Corner, Edge, Hand, Um, any_within};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A base, or a part of one that fights by itself: half a battlewagon, or a square base width of a camp.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// Whose.
    pub foe: Foe,
    /// The base, by its number; the part of a camp.
    pub base: u16,
    /// The half of a battlewagon, from the front.
    pub half: u8,
}

/// A place with the ground that it covers.
#[derive(Clone, Copy, Debug)]
pub struct Cell {
    /// Which.
    pub place: Place,
    /// Its file.
    pub file: u8,
    /// Its ground.
    pub base: Base,
    /// The same, to measure.
    pub rect: BaseRect,
    /// Every edge of it is a front.
    pub all_round: bool,
    /// An attack on its flank counts as frontal.
    pub no_flank: bool,
}

/// One edge of a place in a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Stand {
    /// The place.
    pub place: Place,
    /// The edge.
    pub edge: Edge,
    /// Its file.
    pub file: u8,
    /// The edge counts as a front.
    pub front: bool,
}

impl Stand {
    /// The edge as claims know it.
    pub const fn facing(self) -> Facing {
        match self.edge {
            _ if self.front => Facing::Front,
            Edge::Front => Facing::Front,
            Edge::Left | Edge::Right => Facing::Flank,
            Edge::Rear => Facing::Rear,
        }
    }
}

/// Two places that fight each other: red's and blue's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Fight {
    /// Red's.
    pub red: Stand,
    /// Blue's.
    pub blue: Stand,
}

impl Fight {
    /// That of a side.
    pub const fn of(&self, side: Side) -> Stand {
        match side {
            Side::Red => self.red,
            Side::Blue => self.blue,
        }
    }

    /// Whether somebody is in it.
    pub fn has(&self, foe: Foe) -> bool {
        self.red.place.foe == foe || self.blue.place.foe == foe
    }
}

/// Whose somebody is.
pub fn side_of(game: Game<'_>, foe: Foe) -> Side {
    match foe {
        Foe::Ug(ug) => game.world[ug].side,
        Foe::Camp(side) => side,
    }
}

/// Those of a side who can fight now: units on the table, and a camp that stands.
pub fn fighters(game: Game<'_>, side: Side) -> Vec<Foe> {
    let camp = game.world.camps[side].filter(|camp| !camp.broken).map(|_| Foe::Camp(side));
    game.world.of_side(side).map(Foe::Ug).chain(camp).collect()
}

/// The ground of somebody.
pub fn rects(game: Game<'_>, foe: Foe) -> Vec<BaseRect> {
    match foe {
        Foe::Ug(ug) => game.world.rects(ug).to_vec(),
        Foe::Camp(side) => game.world.camp_rect(side).into_iter().collect(),
    }
}

/// The places of somebody.
pub fn cells(game: Game<'_>, foe: Foe) -> Vec<Cell> {
    match foe {
        Foe::Ug(ug) => of_unit(game, ug),
        Foe::Camp(side) => game.world.camps[side].map_or_else(Vec::new, |camp| of_camp(side, camp)),
    }
}

fn of_unit(game: Game<'_>, ug: UgId) -> Vec<Cell> {
    enforces!("RETG-GLOS-015", "RETG-CHARGE-034", "RETG-GLOS-108");
    let profile = &game.world[ug].profile;
    let square = game.world[ug].square;
    let all_round = square || profile.arm == Arm::Battlewagon || profile.shape == Shape::Tercio;
    let is_double = game.world[ug].is_double();
    let mut all = Vec::new();
    for id in game.world.base_ids_of(ug) {
        let state = &game.world[*id];
        let halves: Vec<Base> = match profile.arm {
            Arm::Battlewagon => {
                let side = state.base.fronting(Edge::Left);
                // Seen from the left edge its right hand is the front.
                [Hand::Right, Hand::Left].map(|hand| side.half(hand).fronting(Edge::Right)).to_vec()
            }
            _ => vec![state.base],
        };
        for (half, base) in (0u8..).zip(halves) {
            let place = Place { foe: Foe::Ug(ug), base: id.0, half };
            let no_flank = all_round || is_double;
            all.push(Cell { place, file: state.at.file, base, rect: base.rect(), all_round, no_flank });
        }
    }
    all
}

/// The camp in squares of a base width: three files, two deep.
fn of_camp(side: Side, camp: Camp) -> Vec<Cell> {
    let width = camp.base.width / 3;
    let mut all = Vec::new();
    for (part, (file, rank)) in (0u16..).zip((0..3).flat_map(|file| (0..2).map(move |rank| (file, rank)))) {
        let front = camp.base.front.offset(width * (file - 1), -(width * rank));
        let base = Base::new(front, width, width);
        let place = Place { foe: Foe::Camp(side), base: part, half: 0 };
        let file = u8::try_from(file).unwrap_or(0);
        all.push(Cell { place, file, base, rect: base.rect(), all_round: true, no_flank: true });
    }
    all
}

/// The own edge by which a place touches another; none if nothing but corners meet.
const fn own_edge(contact: Contact) -> Option<Edge> {
    match contact {
        Contact::Edges(edges) => Some(edges.own),
        Contact::EdgeOnCorner { own, .. } => Some(own),
        Contact::CornerOnEdge { own, .. } => Some(match own {
            Corner::FrontLeft | Corner::FrontRight => Edge::Front,
            Corner::RearLeft | Corner::RearRight => Edge::Rear,
        }),
        Contact::Corners { .. } => None,
    }
}

/// The length that two places have in contact; corners count as nothing.
const fn shared(contact: Contact) -> Um {
    match contact {
        Contact::Edges(edges) => edges.shared,
        _ => Um::ZERO,
    }
}

/// Two places in contact of which at least one fights with its front, and the length of their contact.
pub fn meeting(a: &Cell, b: &Cell) -> Option<(Stand, Stand, Um)> {
    let contact = a.rect.contact(&b.rect)?;
    let back = contact.reversed();
    let (ours, theirs) = (own_edge(contact)?, own_edge(back)?);
    let attacks = |cell: &Cell, contact: Contact| cell.all_round || contact.is_by_own_front();
    if !attacks(a, contact) && !attacks(b, back) {
        return None;
    }
    let stand = |cell: &Cell, edge: Edge| Stand {
        place: cell.place,
        edge,
        file: cell.file,
        front: cell.all_round || edge == Edge::Front || (cell.no_flank && edge.is_flank()),
    };
    Some((stand(a, ours), stand(b, theirs), shared(contact)))
}

/// Every fight between two enemies that is possible where they stand, those with the longest contact first.
pub fn between(game: Game<'_>, red: Foe, blue: Foe) -> Vec<(Fight, Um)> {
    if !any_within(&rects(game, red), &rects(game, blue), CONTACT_TOLERANCE) {
        return Vec::new();
    }
    let (ours, theirs) = (cells(game, red), cells(game, blue));
    let mut found = Vec::new();
    for own in &ours {
        for other in &theirs {
            if let Some((red, blue, shared)) = meeting(own, other) {
                found.push((Fight { red, blue }, shared));
            }
        }
    }
    found.sort_by_key(|(fight, shared)| (-shared.get(), *fight));
    found
}

/// Every fight on the table.
pub fn all(game: Game<'_>) -> Vec<(Fight, Um)> {
    let (red, blue) = (fighters(game, Side::Red), fighters(game, Side::Blue));
    red.iter().flat_map(|own| blue.iter().flat_map(move |other| between(game, *own, *other))).collect()
}

/// The enemies whom somebody fights, or who fight them.
pub fn opponents(game: Game<'_>, foe: Foe) -> Vec<Foe> {
    let side = side_of(game, foe);
    let enemies = fighters(game, side.other());
    let fights = |enemy: &Foe| match side {
        Side::Red => !between(game, foe, *enemy).is_empty(),
        Side::Blue => !between(game, *enemy, foe).is_empty(),
    };
    enemies.into_iter().filter(fights).collect()
}

/// Whether a unit is in combat: it fights, or is fought.
pub fn is_in_combat(game: Game<'_>, ug: UgId) -> bool {
    !opponents(game, Foe::Ug(ug)).is_empty()
}

/// The enemies who touch a unit along an edge, whether they fight it or not.
pub fn in_edge_contact(game: Game<'_>, ug: UgId) -> Vec<Foe> {
    let own = game.world.rects(ug);
    let touches = |enemy: &Foe| {
        let theirs = rects(game, *enemy);
        own.iter().any(|a| theirs.iter().any(|b| a.contact(b).and_then(Contact::edges).is_some()))
    };
    fighters(game, game.world[ug].side.other()).into_iter().filter(touches).collect()
}

/// The enemies who touch a unit at all.
pub fn touching(game: Game<'_>, ug: UgId) -> Vec<Foe> {
    let own = game.world.rects(ug);
    let touches = |enemy: &Foe| any_within(own, &rects(game, *enemy), CONTACT_TOLERANCE);
    fighters(game, game.world[ug].side.other()).into_iter().filter(touches).collect()
}

/// Whether a unit fights an enemy frontally with some file.
pub fn fights_frontally(game: Game<'_>, ug: UgId) -> bool {
    let side = game.world[ug].side;
    let frontal = |enemy: &Foe| {
        let pair = match side {
            Side::Red => between(game, Foe::Ug(ug), *enemy),
            Side::Blue => between(game, *enemy, Foe::Ug(ug)),
        };
        pair.iter().any(|(fight, _)| fight.of(side).edge == Edge::Front)
    };
    touching(game, ug).iter().any(frontal)
}

/// Everything of the enemy of a side, with whose it is: bases and camps.
pub fn enemy_ground(game: Game<'_>, side: Side) -> (Vec<Foe>, Vec<BaseRect>) {
    let mut owners = Vec::new();
    let mut ground = Vec::new();
    for foe in fighters(game, side.other()) {
        for rect in rects(game, foe) {
            owners.push(foe);
            ground.push(rect);
        }
    }
    (owners, ground)
}
