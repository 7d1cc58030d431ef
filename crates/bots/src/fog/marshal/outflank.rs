//! Outflanking marches: sent where they pay, and where they come on.

use caracole_fog::{
    battle::{
        Fog, GroupId, Played, World,
        position::kinds,
        setup::{
            Decision, Deployment,
            march::{self, MarchOrder},
        },
    },
    field::Field,
};
use caracole_kernel::{Battle, Side};
use caracole_plane::{Angle, Point, Pose, TableEdge};

/// How near to where they come on marchers sack a camp, in movement units (FOGR-SETUP-059), less what may be lost by the
/// width of their front.
const SACKS: i32 = 5;

/// How far behind the enemy's line they come on otherwise, in movement units.
const BEHIND: i32 = 2;

/// How far in they come at most, in movement units: tried from the furthest.
const INWARDS: [i32; 6] = [6, 5, 4, 3, 2, 1];

fn whole(field: &Field, um: caracole_plane::Um) -> i32 {
    i32::try_from(um.whole_parts(field.scale.mu)).unwrap_or(0)
}

/// How far the enemy's camp lies from the nearer side edge, and which that is.
fn camp_beside(world: &World, side: Side) -> Option<(i32, TableEdge)> {
    let camp = world.sides[side.other()].camp.filter(|c| !c.sacked)?;
    let field = &world.field;
    let corners = camp.at.rect().corners();
    let left = corners.iter().map(|c| whole(field, c.x)).min()?;
    let right = corners.iter().map(|c| whole(field, field.table.width - c.x)).min()?;
    Some(if left <= right { (left, TableEdge::Left) } else { (right, TableEdge::Right) })
}

/// Horse go round the flank where the enemy's camp lies within their grasp.
pub(super) fn send(world: &World, side: Side) -> Vec<MarchOrder> {
    let Some((far, edge)) = camp_beside(world, side) else { return Vec::new() };
    if far > SACKS {
        return Vec::new();
    }
    let worth = |g: &GroupId| world.start_of(*g).iter().map(|b| b.quality as i32).sum::<i32>();
    let mut horse: Vec<GroupId> = world
        .ids()
        .filter(|&g| world[g].side == side && kinds::is_mounted(world, g) && !kinds::is_light(world, g))
        .collect();
    horse.sort_by_key(|g| (worth(g), *g));
    let mut leaders: Vec<_> = world.commander_ids().filter(|&c| world[c].side == side).collect();
    leaders.sort_by_key(|c| std::cmp::Reverse((world[*c].level, *c)));
    for &commander in &leaders {
        for &group in &horse {
            let order = vec![MarchOrder { edge, commander, groups: vec![group] }];
            if march::check(world, side, &order).is_ok() {
                return order;
            }
        }
    }
    Vec::new()
}

/// Beside the enemy's camp if it can still be sacked, else as near behind the enemy as may be.
pub(super) fn arrive<B: Played>(battle: &Battle<Fog<B>>, n: u8, group: GroupId) -> Option<Decision> {
    let (world, scenario) = (battle.world(), battle.scenario());
    let field = &world.field;
    let side = world[group].side;
    let edge = world.setup.marches[side].get(usize::from(n))?.order.edge;
    let camp = camp_beside(world, side).filter(|(far, beside)| *far <= SACKS && *beside == edge);
    let height = whole(field, field.table.depth);
    let target = match camp.and_then(|_| world.sides[side.other()].camp) {
        Some(camp) => whole(field, camp.at.front.at.y),
        None => {
            let enemies = world.of_side(side.other()).filter(|&g| !world[g].is_broken());
            let mut line: Vec<i32> =
                enemies.map(|g| whole(field, world.body(g).front_centre().at.y)).collect();
            line.sort_unstable();
            let line = line.get(line.len() / 2).copied().unwrap_or(height / 2);
            if side == Side::Red { line + BEHIND } else { line - BEHIND }
        }
    };
    let start = world.start_of(group).len().clamp(1, 4) as u8;
    let facing = if edge == TableEdge::Right { Angle::THREE_QUARTERS } else { Angle::QUARTER };
    let mut rows: Vec<i32> = (0..=height).collect();
    rows.sort_by_key(|up| ((up - target).abs(), *up));
    for files in [start, 2, 1] {
        for &up in &rows {
            for mu in INWARDS {
                let x =
                    if edge == TableEdge::Right { field.table.width - field.mu(mu) } else { field.mu(mu) };
                let deployment = Deployment::at(Pose::new(Point::new(x, field.mu(up)), facing), files);
                if march::check_arrival(world, scenario, n, group, &deployment).is_ok() {
                    return Some(Decision::Deploy(deployment));
                }
            }
        }
    }
    None
}
