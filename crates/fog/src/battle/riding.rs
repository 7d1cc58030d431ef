//! Commanders' own moves: anywhere, to a battle group, or in flight from the enemy.

use crate::battle::customs::Rate;
use crate::battle::law::law;
use crate::battle::position::command;
use crate::battle::position::nearness::{Movers, runs_into};
use crate::battle::world::{BaseState, CommanderId, CommanderPlace, GroupId, World};
use crate::field::Grade;
use caracole_kernel::{Refusal, Side};
use caracole_ledger::{enforces, rule};
use caracole_plane::{Angle, Base, Bounds, CONTACT_TOLERANCE, Group, Motion, Path, Pose, Um, any_overlap};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a commander does with his own move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CommanderGoes {
    /// To a place of his own.
    To(Pose),
    /// To a battle group, which he joins.
    Join(GroupId),
}

/// A legal move of a commander.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct CommanderPlan {
    /// The commander.
    pub commander: CommanderId,
    /// Where, as the player chose it.
    pub goes: CommanderGoes,
    /// Where the commander comes to stand.
    pub base: Base,
    /// The battle group that the commander is with then.
    pub place: CommanderPlace,
    /// The move kept clear of the enemy.
    pub kept_clear: bool,
}

fn way_to(from: &Base, to: &Base) -> Option<Path> {
    let body = Group::of_bases(&[*from])?;
    let (start, end) = (from.centre(), to.centre());
    Some(match start.direction_to(end) {
        Some(toward) => Path::from(&body).leg(Motion::Slide { toward, distance: start.distance(end) }),
        None => Path::from(&body),
    })
}

/// Why a commander moves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reason {
    /// By his own choice.
    Ride,
    /// In flight from enemies in contact: these do not hold the commander.
    Flight,
}

/// Whether a commander can come from one place to another with one move.
fn reach(world: &World, commander: CommanderId, to: &Base, reason: Reason) -> Result<Path, Refusal> {
    enforces!("FOGR-MOVE-091", "FOGR-MOVE-019", "FOGAM-MOVE-095", "FOGAM-MOVE-019", "FOGAM-MOVE-072");
    let rule = law!(world.book, "FOGR-MOVE-090", "FOGAM-MOVE-094");
    let from = world[commander].base;
    let Some(path) = way_to(&from, to) else {
        return Err(Refusal::new(rule, "This commander has no base", "Move another."));
    };
    let distance = from.centre().distance(to.centre());
    let mut grades: Vec<Grade> = vec![Grade::Open];
    for piece in &world.field.terrain.pieces {
        let Some(outline) = piece.outline() else { continue };
        let touched = outline.has_part_of(&from.rect())
            || outline.has_part_of(&to.rect())
            || path.legs().any(|(g, m)| outline.first_entry(&g.rects(), m).is_some());
        if touched {
            grades.push(piece.kind.grade());
        }
    }
    let rate = grades.into_iter().map(|g| world.book.commander_rate(g)).min().unwrap_or(Rate::Never);
    let Rate::Mu(mu) = rate else {
        return Err(Refusal::new(
            law!(world.book, "FOGR-MOVE-008", "FOGAM-TERRAIN-017"),
            "Impassable ground is in the commander's way",
            "Go round it.",
        ));
    };
    if distance > world.field.mu(mu) + CONTACT_TOLERANCE {
        return Err(Refusal::new(rule, "That is further than the commander can move", "Go less far.")
            .length("distance", distance.get())
            .fact("MU allowed", mu));
    }
    let ground = Bounds::of_path(&path);
    let near = |g: &GroupId| world.bounds(*g).is_some_and(|b| b.may_touch(&ground));
    let enemy: Vec<_> = world
        .of_side(world[commander].side.other())
        .filter(near)
        .flat_map(|g| world.obstruction(g))
        .copied()
        .collect();
    if reason == Reason::Ride && runs_into(&path, &enemy) {
        return Err(Refusal::new(
            law!(world.book, "FOGR-MOVE-092", "FOGAM-MOVE-072"),
            "Enemy troops are in the commander's way",
            "Go round them.",
        ));
    }
    Ok(path)
}

fn stands_free(world: &World, commander: CommanderId, base: &Base) -> bool {
    let rect = [base.rect()];
    let bounds = Bounds::of_rect(&rect[0]);
    let near = |g: &GroupId| world.bounds(*g).is_some_and(|b| b.may_touch(&bounds));
    world.field.holds(&rect[0])
        && world.on_table().filter(near).all(|g| !any_overlap(&rect, world.obstruction(g)))
        && world
            .commander_ids()
            .all(|c| c == commander || !world[c].is_on_table() || !world.commander_rect(c).overlaps(&rect[0]))
}

/// The place beside a battle group that a commander reaches with the shortest move.
fn joining(world: &World, commander: CommanderId, group: GroupId, reason: Reason) -> Option<Base> {
    enforces!("FOGR-MOVE-093", "FOGR-MOVE-095", "FOGAM-MOVE-098", "FOGAM-COMMAND-006");
    let own = world[commander].base;
    let mut places = command::places_beside(world, group, own);
    // Over open ground he comes furthest.
    let Rate::Mu(furthest) = world.book.commander_rate(Grade::Open) else { return None };
    let furthest = world.field.mu(furthest) + CONTACT_TOLERANCE;
    places.retain(|b| own.centre().distance(b.centre()) <= furthest);
    places.sort_by_key(|b| command::measured(own.centre().distance(b.centre())));
    places
        .into_iter()
        .find(|b| reach(world, commander, b, reason).is_ok() && stands_free(world, commander, b))
}

/// Plans a move of a commander who may move, in any phase.
pub fn ride(
    world: &World,
    side: Side,
    commander: CommanderId,
    goes: CommanderGoes,
) -> Result<CommanderPlan, Refusal> {
    let own = world[commander].base;
    let (base, place) = match goes {
        CommanderGoes::To(pose) => {
            let base = Base::new(pose, own.width, own.depth);
            if !stands_free(world, commander, &base) {
                return Err(Refusal::new(
                    law!(world.book, "FOGR-MOVE-092", "FOGAM-MOVE-097"),
                    "There is no room for the commander there",
                    "Choose a free place on the table.",
                ));
            }
            world.book.may_stand_alone(world, &base.rect())?;
            (base, CommanderPlace::Alone)
        }
        CommanderGoes::Join(group) => {
            let known = world.get(group).filter(|g| g.side == side && g.is_on_table());
            if known.is_none() {
                return Err(Refusal::new(
                    rule!("TABLE-009"),
                    "You have no such battle group on the table",
                    "Name one of your own.",
                ));
            }
            let Some(base) = joining(world, commander, group, Reason::Ride) else {
                return Err(Refusal::new(
                    law!(world.book, "FOGR-MOVE-093", "FOGAM-MOVE-098"),
                    "The commander reaches no free place in contact with that battle group",
                    "Send the commander elsewhere.",
                ));
            };
            (base, CommanderPlace::With(group))
        }
    };
    let path = reach(world, commander, &base, Reason::Ride)?;
    let clear = keeps_clear(world, side, &path);
    if world[commander].moves > 0 && !clear {
        return Err(Refusal::new(
            law!(world.book, "FOGR-MANOEUVRE-052", "FOGAM-MANOEUVRE-048"),
            "A second move of a commander starts, passes and ends clear of the enemy",
            "Leave the commander there.",
        ));
    }
    Ok(CommanderPlan { commander, goes, base, place, kept_clear: clear })
}

fn keeps_clear(world: &World, side: Side, path: &Path) -> bool {
    let ground = Bounds::of_path(path);
    let near = |rects: &[caracole_plane::BaseRect], bounds: Option<Bounds>, mu: i32| {
        let limit = world.field.mu(mu);
        bounds.is_some_and(|b| b.may_touch(&ground.grown(limit))) && path.comes_within(rects, limit)
    };
    let enemy_near = world.of_side(side.other()).any(|g| {
        let mu = world.book.distance_from_enemy(world, g, Movers::WithFoot);
        mu.is_some_and(|mu| near(world.rects(g), world.bounds(g), mu))
    });
    let camp_near = world.sides[side.other()].camp.is_some_and(|camp| {
        let rect = camp.at.rect();
        near(&[rect], Some(Bounds::of_rect(&rect)), world.book.distance_from_camp(camp.fortified))
    });
    !enemy_near && !camp_near
}

/// The battle groups that a commander on his own can join in flight.
#[must_use]
pub fn refuges(world: &World, commander: CommanderId) -> Vec<GroupId> {
    enforces!("FOGR-MOVE-098", "FOGAM-MOVE-103");
    let side = world[commander].side;
    let reached = world
        .of_side(side)
        .filter(|&g| !world[g].is_broken() && joining(world, commander, g, Reason::Flight).is_some())
        .collect();
    world.book.refuges(world, commander, reached)
}

/// A place that commanders on their own can give way to, the nearest to where they stand.
#[must_use]
pub fn place_aside(world: &World, commander: CommanderId) -> Option<Base> {
    let own = world[commander].base;
    let step = world.field.mu(1) / 10;
    // No commander has to go further than this to be clear of a battle group that has come to stand there.
    let places = (1..=200).flat_map(|rings| {
        [Angle::ZERO, Angle::QUARTER, Angle::HALF, Angle::THREE_QUARTERS].into_iter().map(move |turn| {
            let pose = Pose::new(own.front.at, own.front.facing + turn).offset(Um::ZERO, step * rings);
            Base::new(Pose::new(pose.at, own.front.facing), own.width, own.depth)
        })
    });
    places.into_iter().find(|place| {
        stands_free(world, commander, place) && world.book.may_stand_alone(world, &place.rect()).is_ok()
    })
}

/// Puts a commander with the battle group that he flees to.
pub fn flee_to(world: &mut World, commander: CommanderId, group: GroupId) {
    if let Some(base) = joining(world, commander, group, Reason::Flight) {
        world[commander].base = base;
        world[commander].place = CommanderPlace::With(group);
    }
}

/// Whether the bases of a battle group stand to each other as they did before.
fn moved_as_a_body(world: &World, before: &World, group: GroupId) -> bool {
    let (from, to) = (before.anchor(group), world.anchor(group));
    let (old, new) = (before.bases_of(group), world.bases_of(group));
    let stayed = |(old, new): (&BaseState, &BaseState)| {
        let (a, b) = (from.local(old.base.front.at), to.local(new.base.front.at));
        let near = |a: Um, b: Um| (a - b).abs() <= CONTACT_TOLERANCE;
        near(a.0, b.0) && near(a.1, b.1)
    };
    before.base_ids(group) == world.base_ids(group) && old.iter().zip(&new).all(stayed)
}

/// Brings the commanders with a battle group along: in the same place to it if it stands as it did and the place is
/// free, else in the nearest permitted one.
pub fn bring_along(world: &mut World, before: &World, group: GroupId) {
    enforces!("FOGR-MOVE-089", "FOGR-MOVE-096", "FOGR-MOVE-094");
    enforces!("FOGAM-MOVE-092", "FOGAM-MOVE-099", "FOGAM-MOVE-101", "FOGAM-MOVE-093");
    let with: Vec<CommanderId> = world.commander_ids().filter(|&c| world[c].with() == Some(group)).collect();
    let (from, to) = (before.anchor(group), world.anchor(group));
    let same = moved_as_a_body(world, before, group);
    for commander in with {
        let old = before[commander].base;
        if world[commander].fights_in_front_rank() {
            world[commander].front_file = command::file_nearest(world, group, &old);
        }
        let (right, forward) = from.local(old.front.at);
        let turned =
            caracole_plane::Angle(old.facing().0.wrapping_sub(from.facing.0).wrapping_add(to.facing.0));
        let pose = caracole_plane::Pose::new(to.offset(right, forward).at, turned);
        let kept = Base::new(pose, old.width, old.depth);
        world[commander].base = match same && stands_free(world, commander, &kept) {
            true => kept,
            false => {
                world[commander].base = if same { kept } else { old };
                command::nearest_place_beside(world, commander, group)
            }
        };
    }
}
