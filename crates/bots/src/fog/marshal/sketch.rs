//! A sketch of the table: where everybody stands, in hundredths of a movement unit. Fine enough to choose by, and quick.

use super::strength::{Condition, condition_of};
use crate::spot::in_hundredths;
pub(super) use crate::spot::{Spot, wheel_cost};
use caracole_fog::{
    battle::{
        GroupId, World,
        customs::Rate,
        position::{contact, disorder, kinds, rates},
    },
    combat::Range,
    field::Grade,
    troops::{BaseProfile, Capability, Cohesion, Disorder, TroopType},
};
use caracole_kernel::Side;
use caracole_plane::{Angle, Base, Group, Point, Um};

/// Width of a base of most troops, in hundredths of a movement unit.
const BASE: i32 = 160;

/// A distance in hundredths of a movement unit.
pub(super) fn hundredths(world: &World, distance: Um) -> i32 {
    in_hundredths(distance, world.field.mu(1))
}

/// A distance from hundredths of a movement unit.
pub(super) fn distance(world: &World, hundredths: i32) -> Um {
    Um::new(i64::from(world.field.mu(1).get()) * i64::from(hundredths) / 100)
}

impl Spot {
    pub(super) fn of_body(world: &World, body: &Group) -> Spot {
        Spot::measured(body.front_centre(), body.frontage, body.depth(), world.field.mu(1))
    }

    pub(super) fn of_base(world: &World, base: &Base) -> Spot {
        Spot::measured(base.front, base.width, base.depth, world.field.mu(1))
    }

    /// Hundredths of its front from which shots can go at another body: that lies ahead of a base, or aside of it by no
    /// more than a base at short range and two at long.
    pub(super) fn bears_on(&self, other: &Spot, range: Range) -> i32 {
        let corners = other.corners().map(|corner| self.local(corner));
        let rights = || corners.iter().map(|(right, _)| *right);
        let (Some(left), Some(right)) = (rights().min(), rights().max()) else { return 0 };
        if corners.iter().all(|(_, forward)| *forward <= 0) {
            return 0;
        }
        let aside = if range == Range::Short { BASE } else { 2 * BASE };
        let files = ((2 * self.half + BASE / 2) / BASE).max(1);
        let bears = |file: &i32| {
            let edge = BASE * file - self.half;
            edge - aside < right && edge + BASE + aside > left
        };
        (0..files).filter(bears).count() as i32 * 100 / files
    }

    /// Whether it stands beside the front of another body and faces it, so that it fights as an overlap.
    pub(super) fn is_beside_front_of(&self, other: &Spot) -> bool {
        let (right, forward) = other.local((self.x, self.y));
        let opposite = self.facing.shortest_turn(other.facing).1 > Angle::from_degrees(160);
        opposite && (-60..=60).contains(&forward) && right.abs() >= other.half
    }

    /// Whether a charge from here counts as one in flank or rear of another body: nothing of this one stands before the other's
    /// front, and a base at one of its ends is entirely behind the line of that front.
    pub(super) fn is_behind_front_of(&self, other: &Spot) -> bool {
        let corners = self.corners().map(|p| other.local(p));
        let before = |(right, forward): (i32, i32)| forward > 0 && right.abs() < other.half;
        let middles = [self.at(0, 0), self.at(0, -self.depth)].map(|p| other.local(p));
        let ahead =
            |hand: i32| corners.iter().any(|(right, forward)| hand * right >= other.half && *forward > 20);
        if corners.into_iter().chain(middles).any(before) || (ahead(-1) && ahead(1)) {
            return false;
        }
        let (wide, deep) = (BASE.min(2 * self.half), BASE.min(self.depth));
        let behind = |right: i32, forward: i32| other.local(self.at(right, forward)).1 <= -5;
        let ends = [-1, 1].into_iter().flat_map(|hand| [0, deep - self.depth].map(|front| (hand, front)));
        ends.into_iter().any(|(hand, front)| {
            let (outer, inner) = (hand * self.half, hand * (self.half - wide));
            [outer, inner].into_iter().all(|right| behind(right, front) && behind(right, front - deep))
        })
    }
}

/// A battle group as the sketch shows it.
#[derive(Clone, Debug)]
pub(super) struct Figure {
    pub(super) id: GroupId,
    pub(super) spot: Spot,
    /// How far it moves from where it stands.
    pub(super) rate: i32,
    /// How far it moves over open ground.
    pub(super) pace: i32,
    pub(super) short: i32,
    pub(super) long: i32,
    pub(super) bases: i32,
    pub(super) cohesion: Cohesion,
    pub(super) fights: bool,
    pub(super) light: bool,
    pub(super) guns: bool,
    pub(super) skirmisher: bool,
    pub(super) evader: bool,
    pub(super) troops: TroopType,
    pub(super) condition: Condition,
}

/// How far a battle group moves over open ground; not nothing, so that it can be divided by.
fn pace(world: &World, id: GroupId) -> i32 {
    pace_over(world, id, Grade::Open).max(100)
}

/// How far a battle group moves over ground of a grade.
pub(super) fn pace_over(world: &World, id: GroupId, grade: Grade) -> i32 {
    let rate = |p: &BaseProfile| match world.book.rate(p, world[id].posture, grade) {
        Rate::Mu(mu) => mu * 100,
        _ => 0,
    };
    world.profiles(id).iter().map(rate).min().unwrap_or(0)
}

impl Figure {
    /// Whether a charge from there would take it in flank or rear.
    pub(super) fn is_open_on_flank_to(&self, from: &Spot) -> bool {
        !self.condition.square && from.is_behind_front_of(&self.spot)
    }

    /// Hundredths of its shots that can go at a body from where it would stand: those ahead, or all from a square.
    pub(super) fn bears_on(&self, from: &Spot, target: &Spot, range: Range) -> i32 {
        if self.condition.square { 100 } else { from.bears_on(target, range) }
    }

    pub(super) fn of(world: &World, id: GroupId) -> Figure {
        let profiles = world.profiles(id);
        let mut reach = (0, 0);
        for base in &profiles {
            for &weapon in Capability::ALL.iter().filter(|&&c| base.has(c)) {
                if let Some((short, long)) = world.book.ranges(world, id, *base, weapon) {
                    let short = i32::from(short) * 100;
                    reach = (reach.0.max(short), reach.1.max(long.map_or(short, |l| i32::from(l) * 100)));
                }
            }
        }
        let (light, guns) = (kinds::is_light(world, id), kinds::is_artillery(world, id));
        let troops = profiles.first().map_or(TroopType::Mob, |p| p.troop_type);
        Figure {
            id,
            spot: Spot::of_body(world, world.body(id)),
            rate: rates::distance_from_here(world, id).unwrap_or(0) * 100,
            pace: pace(world, id),
            short: reach.0,
            long: reach.1,
            bases: profiles.len() as i32,
            cohesion: world[id].cohesion,
            fights: contact::in_close_combat(world, id),
            light,
            guns,
            skirmisher: light || guns || kinds::is_all(world, id, TroopType::Dragoons),
            evader: kinds::is_evader(world, id),
            troops,
            condition: condition_of(world, id),
        }
    }

    pub(super) fn is_broken(&self) -> bool {
        self.cohesion == Cohesion::Broken
    }

    /// Whether it can charge in the turns to come.
    pub(super) fn can_charge(&self) -> bool {
        !self.guns
            && self.cohesion < Cohesion::Fragmented
            && !self.fights
            && !self.condition.square
            && self.troops != TroopType::BattleWagons
    }
}

/// Ground that hinders some troops, by its bounds.
#[derive(Clone, Copy, Debug)]
struct Patch {
    piece: usize,
    low: (i32, i32),
    high: (i32, i32),
    grade: Grade,
}

/// The sketch.
#[derive(Clone, Debug)]
pub(super) struct Sketch {
    /// Who drew it.
    pub(super) side: Side,
    pub(super) own: Vec<Figure>,
    pub(super) foes: Vec<Figure>,
    patches: Vec<Patch>,
    /// The enemy's camp, if there is still one to sack.
    pub(super) camp: Option<Spot>,
    pub(super) width: i32,
}

impl Default for Sketch {
    fn default() -> Self {
        Sketch {
            side: Side::Red,
            own: Vec::new(),
            foes: Vec::new(),
            patches: Vec::new(),
            camp: None,
            width: 0,
        }
    }
}

impl Sketch {
    pub(super) fn of(world: &World, side: Side) -> Sketch {
        let figures = |side: Side| world.of_side(side).map(|g| Figure::of(world, g)).collect();
        let point = |p: &Point| (hundredths(world, p.x), hundredths(world, p.y));
        let mut patches = Vec::new();
        for (piece, p) in world.field.terrain.pieces.iter().enumerate() {
            let grade = p.kind.grade();
            let Some(outline) = p.outline().filter(|_| grade > Grade::Open) else { continue };
            let corners = || outline.corners().iter().map(point);
            let (xs, ys) = (|| corners().map(|c| c.0), || corners().map(|c| c.1));
            patches.push(Patch {
                piece,
                low: (xs().min().unwrap_or(0), ys().min().unwrap_or(0)),
                high: (xs().max().unwrap_or(0), ys().max().unwrap_or(0)),
                grade,
            });
        }
        let camp = world.sides[side.other()].camp.filter(|c| !c.sacked && !c.fortified);
        Sketch {
            side,
            own: figures(side),
            foes: figures(side.other()),
            patches,
            camp: camp.map(|c| Spot::of_base(world, &c.at)),
            width: hundredths(world, world.field.table.width),
        }
    }

    /// The worst ground within that distance, apart from impassable ground.
    pub(super) fn worst_ground(&self, spot: &Spot, reach: i32) -> Grade {
        let around = reach + spot.half + spot.depth;
        let near = |patch: &&Patch| {
            spot.x >= patch.low.0 - around
                && spot.x <= patch.high.0 + around
                && spot.y >= patch.low.1 - around
                && spot.y <= patch.high.1 + around
                && patch.grade < Grade::Impassable
        };
        self.patches.iter().filter(near).map(|patch| patch.grade).max().unwrap_or(Grade::Open)
    }

    /// The disorder that troops would have from the ground at a place.
    pub(super) fn disorder(&self, world: &World, figure: &Figure, spot: &Spot) -> Disorder {
        let mut worst = Disorder::None;
        let middle = spot.middle();
        let points = || spot.corners().into_iter().chain([middle]);
        for patch in &self.patches {
            let here = disorder::by_terrain(world, figure.troops, world[figure.id].posture, patch.grade);
            if here <= worst {
                continue;
            }
            let inside = |(x, y): (i32, i32)| {
                x >= patch.low.0 && x <= patch.high.0 && y >= patch.low.1 && y <= patch.high.1
            };
            let held = |(x, y): (i32, i32)| {
                let point = Point::new(distance(world, x), distance(world, y));
                let outline = world.field.terrain.pieces.get(patch.piece).and_then(|p| p.outline());
                outline.is_some_and(|o| o.holds(point))
            };
            if points().any(|p| inside(p) && held(p)) {
                worst = here;
            }
        }
        worst
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fog::marshal::trials::mill_field;

    /// Hundredths of the shots of a regiment three files wide that bear on horse two files wide, whose front has its
    /// middle here. The regiment stands at 22 21.5 and faces them.
    fn bears(at: &str, range: Range) -> i32 {
        let (battle, horse) = mill_field("at = [33, 9], files = 2", at);
        let world = battle.world();
        let foot = world.of_side(Side::Blue).nth(1).unwrap();
        let (foot, horse) = (Figure::of(world, foot), Figure::of(world, horse));
        assert_eq!((foot.spot.x, foot.spot.half, horse.spot.half), (2200, 240, 160));
        foot.bears_on(&foot.spot, &horse.spot, range)
    }

    #[test]
    fn shots_go_ahead_and_aside_by_a_base_when_near_and_two_when_far() {
        // FOGR-SHOOT-021 and 022. From 16.4 to 19.6: the nearest file reaches from 19.6 to 18 aside, the next to 19.6.
        let aside = "at = [18, 20], files = 2";
        assert_eq!(bears(aside, Range::Short), 33);
        assert_eq!(bears(aside, Range::Long), 66);
        let ahead = "at = [22, 18], files = 2";
        assert_eq!(bears(ahead, Range::Short), 100);
        let behind = "at = [22, 28], files = 2";
        assert_eq!(bears(behind, Range::Long), 0);
    }
}
