//! What the ground gives to bases that fight each other.

use crate::battle::position::{defence, disorder, kinds};
use crate::battle::world::{BaseId, GroupId, World};
use crate::combat::{Charge, Defence, FileRef, Ground, Role, Stand};
use crate::field::{FortificationKind, Grade, Ground as Lie, TerrainKind};
use caracole_ledger::enforces;
use caracole_plane::{BaseRect, CrestSide, Hill};

/// How a base stands against an enemy base.
#[must_use]
pub fn stand(
    world: &World,
    file: FileRef,
    role: Role,
    (group, own): (GroupId, BaseId),
    their: BaseId,
) -> Stand {
    let (a, b) = (world[own].base.rect(), world[their].base.rect());
    Stand {
        file,
        role,
        charge: Charge::No,
        uphill: is_uphill(world, &a, &b),
        defence: defended(world, group, own, &b),
        ground: ground(world, own),
        ..Stand::level(file)
    }
}

/// The worst ground that a base stands on.
#[must_use]
pub fn ground(world: &World, base: BaseId) -> Ground {
    let rect = world[base].base.rect();
    let troops = world[base].profile.troop_type;
    let worst =
        disorder::ground_under(world, &rect).map(|p| disorder::grade_for(world, p.kind, troops)).max();
    match worst {
        None | Some(Grade::Open) => Ground::Open,
        Some(Grade::Uneven) => Ground::Uneven,
        Some(Grade::Rough) => Ground::Rough,
        Some(Grade::Difficult | Grade::Impassable) => Ground::Difficult,
    }
}

/// Whether a base is uphill of another.
#[must_use]
pub fn is_uphill(world: &World, own: &BaseRect, their: &BaseRect) -> bool {
    enforces!("FOGR-GLOSSARY-044", "FOGR-TERRAIN-007", "FOGAM-GLOSSARY-041");
    let hills = || {
        world.field.terrain.pieces.iter().filter_map(|p| match &p.ground {
            Lie::Hill(hill) => Some(hill),
            _ => None,
        })
    };
    let above =
        |hill: &Hill, base: &BaseRect| hill.has_all_of(base) && hill.crest_side(base) == CrestSide::Behind;
    let both_on_crest = |hill: &Hill| hill.front_on_crest(own) && hill.front_on_crest(their);
    hills().any(|h| above(h, own) && !both_on_crest(h)) && !hills().any(|h| above(h, their))
}

/// What a base defends against an enemy base.
#[must_use]
pub fn defended(world: &World, group: GroupId, own: BaseId, their: &BaseRect) -> Defence {
    let rect = world[own].base.rect();
    let gun = gun_before(world, group, &rect);
    let holds = |works: &caracole_plane::Base| {
        enforces!("FOGR-SPECIAL-020");
        let works = works.rect();
        let behind = |r: &BaseRect| defence::holds(world, &works, r);
        (behind(&rect) || gun.as_ref().is_some_and(behind)) && works.has_ahead(their)
    };
    let field = world.field.fortifications.iter().any(|f| f.kind == FortificationKind::Field && holds(&f.at));
    if field {
        return Defence::Fortification;
    }
    let mut pieces = world.field.terrain.pieces.iter();
    if pieces.clone().any(|p| matches!(&p.ground, Lie::Line(line) if holds(line))) {
        return Defence::Obstacle;
    }
    if pieces.any(|p| holds_riverbank(world, p, &rect, their)) {
        return Defence::Riverbank;
    }
    let to_the_front = world[own].facing == crate::formation::Facing::Front;
    match defence::has_placed_defences(world, group) && to_the_front && rect.has_ahead(their) {
        true => Defence::Portable,
        false => Defence::None,
    }
}

/// The gun of its side that a base gives rear support to.
fn gun_before(world: &World, group: GroupId, rect: &BaseRect) -> Option<BaseRect> {
    let guns = world.friends_of(group).filter(|&f| kinds::is_artillery(world, f));
    guns.flat_map(|g| world.rects(g)).copied().find(|gun| {
        let edges = gun.contact(rect).and_then(caracole_plane::Contact::edges);
        edges.is_some_and(|e| {
            e.own == caracole_plane::Edge::Rear
                && e.their == caracole_plane::Edge::Front
                && e.fit == caracole_plane::Fit::Aligned
        })
    })
}

/// The whole front edge out of the river and facing it, some of it within 1 MU, and the enemy partly in the water.
fn holds_riverbank(world: &World, piece: &crate::field::Piece, own: &BaseRect, their: &BaseRect) -> bool {
    enforces!("FOGR-GLOSSARY-012", "FOGAM-GLOSSARY-018");
    if !matches!(piece.kind, TerrainKind::River(_)) {
        return false;
    }
    let Some(outline) = piece.outline() else { return false };
    let front = own.front_edge();
    !outline.has_part_of(&front)
        && outline.within(&front, world.field.mu(1))
        && own.has_ahead(their)
        && outline.has_part_of(their)
}
