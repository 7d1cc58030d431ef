//! The ground of the battle: hills to stand on, cover to lie in wait in, and all else out of the way.

use super::lurk::lurks;
use caracole_fog::{
    battle::{
        World,
        setup::{
            Adjustment, Decision, Kind, Selection, ambush::may_hide, placing::terrain_kind, rear_edge, shapes,
        },
    },
    field::{Covering, Field, Ground},
};
use caracole_kernel::Side;
use caracole_plane::{Point, TableEdge, Um};

/// How far before the rear edge dragoons lie in wait, in movement units: before the line, and within the 18 that the side
/// without the initiative is allowed (FOGR-SETUP-038).
const COVER: i32 = 15;

/// How far before the rear edge a hill serves the line, in movement units.
const HILL: i32 = 10;

/// What a piece is to an army.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    /// Some troops can lie in ambush in it.
    Cover,
    /// The line stands on it.
    Height,
    /// It keeps the middle free.
    Room,
    /// It is in the way.
    None,
}

fn use_of(world: &World, side: Side, kind: Kind) -> Use {
    let hides = |troops| may_hide(terrain_kind(kind), troops);
    let mut own = world.ids().filter(|&g| world[g].side == side && lurks(world, g));
    match kind {
        Kind::Open | Kind::Road => Use::Room,
        Kind::GentleHill(Covering::Clear) => Use::Height,
        _ if own.any(|g| world.start_of(g).first().is_some_and(|b| hides(b.troop_type))) => Use::Cover,
        _ => Use::None,
    }
}

fn middle(ground: &Ground) -> Option<Point> {
    let points = shapes::points(ground);
    let mean = |of: fn(&Point) -> Um| {
        let sum: i64 = points.iter().map(|p| i64::from(of(p).get())).sum();
        Um::checked(sum.checked_div(points.len() as i64)?).ok()
    };
    Some(Point::new(mean(|p| p.x)?, mean(|p| p.y)?))
}

/// How ill a piece lies for a side.
fn cost(field: &Field, side: Side, used: Use, ground: &Ground) -> Um {
    let Some(middle) = middle(ground) else { return Um::MAX };
    let from = |edge| field.table.inside_of(edge, middle);
    let to_side = from(TableEdge::Left).min(from(TableEdge::Right));
    let forward = from(rear_edge(side));
    // Behind a line it hinders no one; at a side it would hinder the horse.
    let from_behind = from(TableEdge::Near).min(from(TableEdge::Far));
    match used {
        Use::Cover => (to_side - field.table.width / 6).abs() + (forward - field.mu(COVER)).abs(),
        Use::Height => (field.table.width.half() - to_side) + (forward - field.mu(HILL)).abs(),
        Use::Room => -from_behind,
        Use::None => from_behind,
    }
}

/// Where a piece is laid.
pub(super) fn lay(world: &World, side: Side, what: Selection, offered: Vec<Decision>) -> Option<Decision> {
    let used = use_of(world, side, what.kind);
    offered.into_iter().min_by_key(|d| match d {
        Decision::Place { ground, .. } => cost(&world.field, side, used, ground),
        _ => Um::MAX,
    })
}

/// What is done to the piece that the enemy has laid: what is in the way is taken away or pushed aside.
pub(super) fn adjust(world: &World, side: Side, what: Selection, offered: Vec<Decision>) -> Option<Decision> {
    let used = use_of(world, side, what.kind);
    let ground = &world.field.terrain.pieces.last()?.ground;
    let after = |adjustment: &Adjustment| match *adjustment {
        Adjustment::Leave => Some(ground.clone()),
        Adjustment::Slide { right, up } => shapes::slid(ground, right, up),
        Adjustment::Pivot { about, by } => shapes::pivoted(ground, about, by),
        Adjustment::Remove => None,
    };
    offered.into_iter().min_by_key(|d| match d {
        Decision::Adjust(Adjustment::Remove) if used == Use::None => Um::ZERO,
        Decision::Adjust(adjustment) => {
            after(adjustment).map_or(Um::MAX, |ground| cost(&world.field, side, used, &ground))
        }
        _ => Um::MAX,
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]
mod tests {
    use super::super::trials::mill_field;
    use super::*;
    use caracole_fog::{battle::setup::Size, field::Piece};
    use caracole_plane::Polygon;

    /// A square of 4 MU about a place in movement units, as red sees the table.
    fn piece(field: &Field, x: i32, y: i32) -> Ground {
        let at = |right: i32, up: i32| Point::new(field.mu(x + right), field.mu(y + up));
        Ground::Area(Polygon::new(vec![at(-2, -2), at(2, -2), at(2, 2), at(-2, 2)]).unwrap())
    }

    #[test]
    fn cover_goes_to_a_flank_hills_under_the_line_and_the_rest_behind() {
        let (battle, _) = mill_field("title", "title");
        let field = &battle.world().field;
        let [wide, deep] =
            [field.table.width, field.table.depth].map(|um| um.whole_parts(field.scale.mu) as i32);
        let best = |used: Use, places: [(i32, i32); 4]| {
            places
                .into_iter()
                .min_by_key(|(x, y)| cost(field, Side::Red, used, &piece(field, *x, *y)))
                .unwrap()
        };
        let (middle, flank) = (wide / 2, wide / 6);
        let places = [(middle, deep / 2), (flank, COVER), (middle, HILL), (middle, deep - 2)];
        assert_eq!(best(Use::Cover, places), places[1]);
        assert_eq!(best(Use::Height, places), places[2]);
        assert_eq!(best(Use::None, places), places[3]);
        assert_eq!(best(Use::Room, places), places[0]);
    }

    /// No group of the Mill Field lies in ambush in a marsh: dragoons do not, and there is no light foot.
    #[test]
    fn what_the_enemy_lays_is_left_where_it_serves_pushed_where_it_hinders_and_taken_away_if_possible() {
        let (battle, _) = mill_field("title", "title");
        let mut world = battle.world().clone();
        let mu = |n| world.field.mu(n);
        let slide = |right, up| Adjustment::Slide { right: mu(right), up: mu(up) };
        let [nearer, further] = [slide(0, -6), slide(0, 6)];
        let marsh = Selection { kind: Kind::Marsh, size: Size::Normal };
        let hill = Selection { kind: Kind::GentleHill(Covering::Clear), size: Size::Normal };
        let lies = piece(&world.field, world.field.table.width.half().whole_parts(mu(1)) as i32, HILL);
        for (what, offered, chosen) in [
            (marsh, vec![Adjustment::Leave, further, nearer], nearer),
            (marsh, vec![Adjustment::Leave, nearer, Adjustment::Remove], Adjustment::Remove),
            (hill, vec![further, Adjustment::Leave, nearer], Adjustment::Leave),
            (hill, vec![Adjustment::Remove, Adjustment::Leave], Adjustment::Leave),
        ] {
            let laid = Piece { kind: terrain_kind(what.kind), ground: lies.clone() };
            std::sync::Arc::make_mut(&mut world.field.terrain).pieces.push(laid);
            let offered = offered.into_iter().map(Decision::Adjust).collect();
            assert_eq!(adjust(&world, Side::Red, what, offered), Some(Decision::Adjust(chosen)), "{what:?}");
        }
    }
}
