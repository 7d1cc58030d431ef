//! The first move of foot deployed behind field fortifications: straight forward to man them.

use super::messages::{Action, Difficulty, Shift, When};
use super::obstruct;
use super::plan::{Place, Plan};
use super::reshape::refuse;
use crate::battle::position::{defence, kinds};
use crate::battle::world::{GroupId, Posture, World};
use crate::field::FortificationKind;
use crate::troops::TroopType;
use caracole_kernel::{Refusal, Side};
use caracole_ledger::{enforces, rule};
use caracole_plane::{
    Angle, BaseRect, CONTACT_TOLERANCE, Edge, Extent, Motion, Path, TableEdge, Um, first_contact,
};
use smallvec::SmallVec;

/// How far from its rear edge a battle group is deployed that may do this.
const DEPLOYED_AT: i32 = 10;

/// Plans it.
pub fn plan(world: &World, group: GroupId, shift: Option<Shift>, action: &Action) -> Result<Plan, Refusal> {
    enforces!("FOGR-SETUP-030");
    let rule = rule!("FOGR-SETUP-030");
    check_troops(world, group)?;
    if let Some(Shift { by, .. }) = shift
        && (by <= Um::ZERO || by > world.field.base_width().half() + CONTACT_TOLERANCE)
    {
        return Err(refuse(rule, "It shifts half a base width at most to fit the works", "Shift less."));
    }
    let mut path = Path::from(world.body(group));
    if let Some(Shift { hand, by, when: When::Before }) = shift {
        path = path.shift(hand, by);
    }
    let Some(distance) = way_to_works(world, group, &path) else {
        return Err(refuse(
            rule,
            "You have no fortifications straight ahead that lie along your rear edge",
            "Move as usual.",
        ));
    };
    path = path.advance(distance);
    if let Some(Shift { hand, by, when: When::After }) = shift {
        path = path.shift(hand, by);
    }
    let way = obstruct::way(world, group, &path, &[])?;
    let after = world.supposing(|after| after.put(group, path.end()));
    obstruct::contacts_at_end(world, &after, group)?;
    let front = |b: &crate::battle::BaseId| after[*b].at.rank == 0;
    if !after.base_ids(group).into_iter().filter(front).all(|b| defence::is_defender(&after, b)) {
        return Err(refuse(
            rule,
            "Every base of its front rank must end up defending the fortifications",
            "Shift to fit them, or move as usual.",
        ));
    }
    Ok(Plan {
        group,
        action: action.clone(),
        difficulty: Difficulty::Simple,
        needs_test: false,
        distance: None,
        spent: path.spent(),
        way: path.legs().map(|(g, _)| g.anchor).chain([path.end().anchor]).collect(),
        end: Place::of(&after, group),
        shifted: Vec::new(),
        gives_way: SmallVec::new(),
        passes_through: way.through,
        may_not_shoot: way.may_not_shoot,
        comes_upon: way.comes_upon,
    })
}

fn check_troops(world: &World, group: GroupId) -> Result<(), Refusal> {
    let rule = rule!("FOGR-SETUP-030");
    let foot = kinds::is_foot(world, group)
        && !kinds::is_artillery(world, group)
        && !kinds::is_all(world, group, TroopType::BattleWagons);
    if !foot || world[group].posture != Posture::Normal {
        return Err(refuse(rule, "Only foot man fortifications, not guns or wagons", "Move as usual."));
    }
    // The first turn of each side is the first or the second of the battle.
    if world.turn.number > 2 {
        return Err(refuse(rule, "Troops man fortifications in their first turn only", "Move as usual."));
    }
    let (edge, facing) = match world[group].side {
        Side::Red => (TableEdge::Near, Angle::ZERO),
        Side::Blue => (TableEdge::Far, Angle::HALF),
    };
    let line = world.field.mu(DEPLOYED_AT);
    let on_line = |r: &BaseRect| {
        r.edge(Edge::Front)
            .into_iter()
            .all(|p| (world.field.table.inside_of(edge, p) - line).abs() <= CONTACT_TOLERANCE)
    };
    let fronts = world.bases_of(group).into_iter().filter(|b| b.at.rank == 0).map(|b| b.base.rect());
    if world.facing(group).shortest_turn(facing).1.millidegrees() > 1
        || !fronts.into_iter().all(|r| on_line(&r))
    {
        return Err(refuse(
            rule,
            "It was not deployed with all of its front edge exactly 10 MU from your rear edge",
            "Move as usual.",
        ));
    }
    Ok(())
}

/// How far it is straight ahead to own works that lie along the rear edge.
fn way_to_works(world: &World, group: GroupId, path: &Path) -> Option<Um> {
    let toward = path.end().facing();
    let along = |facing: Angle| facing.shortest_turn(toward).1.millidegrees() <= 1;
    let works: Vec<BaseRect> = world
        .field
        .fortifications
        .iter()
        .filter(|f| f.kind == FortificationKind::Field && f.side == world[group].side && along(f.at.facing()))
        .map(|f| f.at.rect())
        .collect();
    // Works lie within 15 MU of the rear edge.
    let slide = Motion::Slide { toward, distance: world.field.mu(6) };
    match first_contact(&path.end().rects(), &slide, &works)?.after {
        Extent::Distance(distance) => Some(distance),
        Extent::Angle(_) => None,
    }
}
