//! Bodies of a small game: what follows from where bases stand, and that nothing out of date is remembered.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use caracole_kernel::Numbers;
use caracole_plane::{Angle, Base, Hand, Motion, Path, Point, Pose, Um, WheelMeasure};
use caracole_tabletop::{BaseId, BaseState};
use caracole_tabletop::{
    Bodies, Facing, Grid, GroupId, Measures, OwnsBases, Placed, Sizes, bases_of, face_each_other_fully,
    laid_out, touches,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Troops {
    Foot,
    Gun,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Unit {
    first: u16,
    count: u8,
    limbered: bool,
    point: bool,
}

impl OwnsBases for Unit {
    fn stretch(&self) -> (u16, u8) {
        (self.first, self.count)
    }

    fn set_stretch(&mut self, first: u16, count: u8) {
        (self.first, self.count) = (first, count);
    }
}

/// Bases 40 mm wide; foot 20 mm deep, guns 40; limbers as deep as guns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Game;

impl Sizes<Troops> for Game {
    fn width(&self) -> Um {
        Um::from_mm(40)
    }

    fn depth(&self, base: &Troops) -> Um {
        Um::from_mm(if *base == Troops::Gun { 40 } else { 20 })
    }
}

impl Measures<Unit, Troops> for Game {
    type Note = usize;

    fn lead(&self, unit: &Unit) -> Um {
        if unit.limbered { Um::from_mm(40) } else { Um::ZERO }
    }

    fn held_ahead(&self, unit: &Unit, bases: &[(BaseId, &BaseState<Troops>)]) -> Option<BaseId> {
        let foremost = bases.iter().min_by_key(|(_, b)| b.at.rank).filter(|_| unit.point);
        foremost.map(|(id, _)| *id)
    }

    fn note(&self, bases: &[Troops]) -> usize {
        bases.len()
    }
}

type Army = Bodies<Unit, Troops, Game>;

fn army() -> Army {
    Bodies::new(Game, Vec::new(), Vec::new())
}

/// Adds a unit with the left end of its front at a place.
fn add(army: &mut Army, grid: &Grid<Troops>, (x, y, degrees): (i32, i32, i32), limbered: bool) -> GroupId {
    let anchor = Pose::new(Point::from_mm(x, y), Angle::from_degrees(degrees));
    let lead = Um::from_mm(if limbered { 40 } else { 0 });
    let body = laid_out(Game, grid, anchor, lead);
    let state = |(placed, base): (&Placed<Troops>, Base)| BaseState {
        base,
        at: placed.at,
        facing: placed.facing,
        profile: placed.base,
        standing: true,
        kinks_passed: 0,
    };
    let unit = Unit { first: 0, count: 0, limbered, point: false };
    army.enlist(unit, grid.placed().zip(bases_of(&body)).map(state).collect::<Vec<_>>())
}

#[test]
fn bases_belong_to_the_unit_that_was_given_them() {
    let mut army = army();
    let two = Grid::block(&[Troops::Foot; 2], 2);
    let (a, b) = (add(&mut army, &two, (0, 0, 0), false), add(&mut army, &two, (0, 500, 180), false));
    assert_eq!(army.all_base_ids(b).collect::<Vec<_>>(), [BaseId(2), BaseId(3)]);
    assert_eq!((army.group_of(BaseId(1)), army.group_of(BaseId(2))), (Some(a), Some(b)));
    assert_eq!((army.group_of(BaseId(4)), army.get(GroupId(2)).is_some()), (None, false));
}

#[test]
fn a_unit_stands_as_it_was_laid_out() {
    let mut army = army();
    let unit = add(&mut army, &Grid::block(&[Troops::Foot; 6], 3), (100, 200, 30), false);
    let anchor = army.anchor(unit);
    assert_eq!((anchor.facing, army.facing(unit)), (Angle::from_degrees(30), Angle::from_degrees(30)));
    assert!(anchor.at.distance(Point::from_mm(100, 200)) <= Um::new(2));
    assert!(army.stands_in_order(unit));
    assert_eq!((army.body(unit).frontage, army.body(unit).depth()), (Um::from_mm(120), Um::from_mm(40)));
}

#[test]
fn a_turned_file_is_where_its_unit_was() {
    // Both files turn to the right: their bases lie across, and the unit still faces ahead.
    let mut army = army();
    let unit = add(&mut army, &Grid::block(&[Troops::Foot; 1], 1), (0, 0, 0), false);
    let only = army.base_ids(unit)[0];
    let right = army[only].base.fronting(caracole_plane::Edge::Right);
    (army[only].base, army[only].facing) = (right, Facing::Right);
    assert_eq!(army.facing(unit), Angle::ZERO);
    assert_eq!(army.anchor(unit).at, Point::ORIGIN);
}

#[test]
fn limbers_obstruct_and_are_not_measured_to() {
    let mut army = army();
    let guns = add(&mut army, &Grid::block(&[Troops::Gun; 2], 2), (0, 0, 0), true);
    assert_eq!((army.rects(guns).len(), army.obstruction(guns).len()), (2, 4));
    assert_eq!(army.body(guns).bases().count(), 4, "the limbers go with the guns");
    army[guns].limbered = false;
    assert_eq!(army.obstruction(guns).len(), 2, "forgotten when the unit changes");
}

#[test]
fn nothing_is_measured_to_a_base_held_ahead() {
    let mut army = army();
    let unit = add(&mut army, &Grid::block(&[Troops::Foot; 4], 2), (0, 0, 0), false);
    army[unit].point = true;
    assert_eq!(army.held_ahead(unit), Some(BaseId(0)));
    assert_eq!((army.rects(unit).len(), army.size(unit)), (3, 4));
}

#[test]
fn units_front_to_front_touch_base_by_base() {
    let mut army = army();
    let two = Grid::block(&[Troops::Foot; 2], 2);
    let a = add(&mut army, &two, (0, 100, 0), false);
    let b = add(&mut army, &two, (80, 100, 180), false);
    let ground =
        |unit| army.base_ids_of(unit).iter().map(|&id| (id, army[id].base.rect())).collect::<Vec<_>>();
    let found = touches(ground(a), &ground(b));
    let facing =
        found.iter().filter(|t| face_each_other_fully(&army[t.own].base.rect(), &army[t.their].base.rect()));
    // The left base of one faces the right base of the other.
    let pairs: Vec<(u16, u16)> = facing.map(|t| (t.own.0, t.their.0)).collect();
    assert_eq!(pairs, [(0, 3), (1, 2)]);
}

#[test]
fn whatever_happens_nothing_out_of_date_is_remembered() {
    let mut chance = Numbers::new(21);
    let mut army = army();
    for n in 0..4 {
        let troops = if n == 3 { Troops::Gun } else { Troops::Foot };
        add(&mut army, &Grid::block(&[troops; 8], 4), (200 * n, 100, 40 * n), n == 3);
    }
    for _ in 0..2_000 {
        let unit = GroupId(chance.below(4) as u16);
        // Some of it is worked out before the change, some is not.
        if chance.below(2) == 0 {
            assert!(army.body(unit).places.len() >= army.size(unit));
        }
        let ids = army.base_ids(unit);
        match chance.below(6) {
            0 if ids.len() > 2 => army[ids[chance.below(ids.len())]].standing = false,
            1 => army[unit].point ^= true,
            2 => army[unit].limbered ^= true,
            3 => {
                let slide =
                    Motion::Slide { toward: Angle(chance.below(1 << 32) as u32), distance: Um::from_mm(3) };
                army.displace(unit, &slide);
            }
            4 => {
                let grid = Grid::block(&army.profiles(unit), 1 + chance.below(4));
                let anchor = army.anchor(unit);
                army.arrange(unit, &grid, anchor);
            }
            _ => {
                let body = army.body(unit).clone();
                let path =
                    Path::from(&body).wheel(Hand::Left, Angle::from_degrees(3), WheelMeasure::Straight);
                army.put(unit, path.end());
            }
        }
        army.remembers_rightly().unwrap();
    }
}
