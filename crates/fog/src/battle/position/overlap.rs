//! Overlap positions.

use super::contact::{face_each_other_fully, is_fighting_contact};
use crate::battle::world::{BaseId, GroupId, Posture, World};
use caracole_kernel::Side;
use caracole_ledger::enforces;
use caracole_plane::{BaseRect, Bounds, Contact, Edge};
use caracole_tabletop::touches_by_front;
use smallvec::SmallVec;

/// Bases of a side on the table with their measuring forms; squares neither overlap nor are overlapped.
fn bases_of_side(
    world: &World,
    side: Side,
    without: Option<GroupId>,
    around: &BaseRect,
) -> SmallVec<[(BaseId, BaseRect); 16]> {
    enforces!("FOGR-SPECIAL-043", "FOGAM-MANOEUVRE-061");
    let reach = world.field.base_width() * 2;
    let bounds = Bounds::of_rect(around);
    let mut found = SmallVec::new();
    for g in world.of_side(side) {
        if Some(g) == without || world[g].posture == Posture::Square || world[g].is_broken() {
            continue;
        }
        let near = |b: &BaseId| {
            let base = &world[*b];
            base.standing && Bounds::of_base(&base.base).may_be_within(&bounds, reach)
        };
        if world.all_base_ids(g).any(|b| near(&b)) {
            found.extend(world.base_ids(g).into_iter().filter(near).map(|b| (b, world[b].base.rect())));
        }
    }
    found
}

/// The enemy bases that a base standing there would fight as an overlap. `moving` is the battle group whose move puts
/// it there: its other bases are not counted as friends in their old places.
#[must_use]
pub fn overlapped_from(
    world: &World,
    side: Side,
    base: &BaseRect,
    moving: Option<GroupId>,
) -> SmallVec<[BaseId; 2]> {
    enforces!("FOGR-MANOEUVRE-067", "FOGR-BASICS-007");
    enforces!("FOGAM-MANOEUVRE-058", "FOGAM-MANOEUVRE-059", "FOGAM-MANOEUVRE-060");
    let mut found = SmallVec::new();
    let enemies = bases_of_side(world, side.other(), None, base);
    let near: SmallVec<[&(BaseId, BaseRect); 8]> = {
        let reach = world.field.base_width() * 2;
        enemies.iter().filter(|(_, e)| e.within(base, reach)).collect()
    };
    if near.is_empty() || near.iter().any(|(_, e)| base.contact(e).is_some_and(is_fighting_contact)) {
        return found;
    }
    let friends = bases_of_side(world, side, moving, base);
    for (id, enemy) in near {
        // 1: side edge to side edge with an enemy whom friends fight front edge to edge.
        let sides = base.contact(enemy).and_then(Contact::edges);
        let beside = sides.is_some_and(|e| e.own.is_flank() && e.their.is_flank());
        let fought = || friends.iter().any(|(_, f)| touches_by_front(f, enemy));
        // 2, 3, 4: side by side with a friend who fights this enemy.
        let by_friend = || {
            friends.iter().any(|(_, f)| {
                f.side_by_side(base)
                    && (face_each_other_fully(f, enemy)
                        || touches_flank_by_front(f, enemy)
                        || fights_offset(f, enemy))
            })
        };
        if (beside && fought()) || by_friend() {
            found.push(*id);
        }
    }
    found
}

fn touches_flank_by_front(a: &BaseRect, b: &BaseRect) -> bool {
    let edges = a.contact(b).and_then(Contact::edges);
    edges.is_some_and(|e| e.own == Edge::Front && e.their.is_flank())
}

/// In contact by a front, but not lined up: those who could not conform fight as if they were.
fn fights_offset(a: &BaseRect, b: &BaseRect) -> bool {
    a.contact(b).is_some_and(|c| is_fighting_contact(c) && !face_each_other_fully(a, b))
}

/// The enemy bases that a base fights as an overlap where it stands.
#[must_use]
pub fn overlapped_by(world: &World, group: GroupId, base: BaseId) -> SmallVec<[BaseId; 2]> {
    let g = &world[group];
    if g.posture == Posture::Square || g.is_broken() {
        return SmallVec::new();
    }
    overlapped_from(world, g.side, &world[base].base.rect(), None)
}

/// Whether any enemy is near enough to be overlapped. Where it says no there is none.
#[must_use]
pub fn may_overlap(world: &World, group: GroupId) -> bool {
    let reach = world.field.base_width() * 2;
    let Some(own) = world.bounds(group).map(|b| b.grown(reach)) else { return false };
    world.enemies_of(group).any(|e| world.bounds(e).is_some_and(|b| own.may_touch(&b)))
}

/// The enemy battle groups that a battle group fights as an overlap only.
#[must_use]
pub fn overlapped_groups(world: &World, group: GroupId) -> SmallVec<[GroupId; 2]> {
    let mut found: SmallVec<[GroupId; 2]> = SmallVec::new();
    if !may_overlap(world, group) {
        return found;
    }
    for base in world.base_ids(group) {
        for enemy in overlapped_by(world, group, base) {
            let owner = world.enemies_of(group).find(|&e| world.all_base_ids(e).any(|b| b == enemy));
            found.extend(owner.filter(|o| !found.contains(o)));
        }
    }
    found.retain(|e| !super::contact::in_close_combat_with(world, group, *e));
    found
}
