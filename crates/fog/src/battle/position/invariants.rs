//! What holds of every position that can be reached.

use super::disorder::road_file;
use crate::battle::world::{GroupId, World};
use caracole_plane::{Angle, BaseRect};
use caracole_tabletop::quarter_turns;

/// A tenth of a degree: what bases that face one way may differ by.
const ONE_WAY: u32 = u32::MAX / 3600;

/// Nothing overlaps, nothing is off the table or on impassable ground, no base is lost from the count, nothing out of date is remembered.
pub fn check(world: &World) -> Result<(), String> {
    world.remembers_rightly()?;
    let groups: Vec<(GroupId, &[BaseRect])> = world.on_table().map(|g| (g, world.obstruction(g))).collect();
    for (g, rects) in &groups {
        if rects.is_empty() {
            return Err(format!("battle group {} is on the table without bases", g.0));
        }
        if !rects.iter().all(|r| world.field.holds(r)) {
            return Err(format!("battle group {} is partly off the table", g.0));
        }
        // A file on a road counts as in the open, whatever else it touches; the point of a brigade that finds no room as
        // if it were not there.
        let filed = world.filed(*g);
        let on_road = road_file(world, &filed);
        let mut off_road = filed.iter().filter(|(file, _)| Some(*file) != on_road);
        if off_road.any(|(_, r)| world.impassable().any(|o| o.has_part_of(r))) {
            return Err(format!("battle group {} stands on impassable ground", g.0));
        }
        let mut places: Vec<_> = world.bases_of(*g).iter().map(|b| b.at).collect();
        places.sort_unstable();
        places.dedup();
        if places.len() != world.size(*g) {
            return Err(format!("two bases of battle group {} are in one place of its formation", g.0));
        }
        let ways: Vec<_> =
            world.bases_of(*g).iter().map(|b| b.base.facing() - quarter_turns(b.facing)).collect();
        let astray =
            |way: &Angle| way.0.wrapping_sub(world.facing(*g).0).cast_signed().unsigned_abs() > ONE_WAY;
        if world[*g].kinks.is_empty() && ways.iter().any(astray) {
            return Err(format!("bases of battle group {} face otherwise than it is noted", g.0));
        }
        // Of its bases, too, that nothing is measured to.
        let all: Vec<BaseRect> = world.bases_of(*g).iter().map(|b| b.base.rect()).collect();
        let crossed = |of: &[BaseRect]| {
            let pairs = of.iter().enumerate().flat_map(|(i, a)| of.iter().skip(i + 1).map(move |b| (a, b)));
            pairs.into_iter().any(|(a, b)| a.overlaps(b))
        };
        if crossed(rects) || crossed(&all) {
            return Err(format!("bases of battle group {} overlap", g.0));
        }
    }
    for (i, (a, ours)) in groups.iter().enumerate() {
        for (b, theirs) in groups.iter().skip(i + 1) {
            if caracole_plane::any_overlap(ours, theirs) {
                return Err(format!("battle groups {} and {} overlap", a.0, b.0));
            }
        }
    }
    for (side, state) in world.sides.iter() {
        let Some(camp) = state.camp else { continue };
        let camp = camp.at.rect();
        if !world.field.holds(&camp) {
            return Err(format!("the camp of {side} is partly off the table"));
        }
        let on_it = |(_, rects): &&(GroupId, &[BaseRect])| rects.iter().any(|r| r.overlaps(&camp));
        if let Some((g, _)) = groups.iter().find(on_it) {
            return Err(format!("battle group {} overlaps the camp of {side}", g.0));
        }
    }
    for c in world.commander_ids() {
        if world[c].is_on_table() && world[c].with().is_some_and(|g| !world[g].is_on_table()) {
            return Err(format!("commander {} is with a battle group that is not on the table", c.0));
        }
    }
    Ok(())
}
