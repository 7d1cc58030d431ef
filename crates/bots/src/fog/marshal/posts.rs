//! Before the battle: ground that suits the army, and each group's place in the line.

use super::{
    Marshal, land, lurk, outflank,
    ways::{Ground, hindrance},
};
use caracole_fog::{
    battle::{
        Fog, GroupId, Played, World,
        position::kinds,
        setup::{CommanderPost, Decision, Deployment, Request, camps::seen_from, deploy},
    },
    field::Field,
    troops::TroopType,
};
use caracole_kernel::{Battle, Rules, Side};

/// A place as a side sees the table, in hundredths of a movement unit, on the table itself.
fn seen_by(field: &Field, side: Side, right: i32, forward: i32) -> (i32, i32) {
    let mu = i64::from(field.mu(1).get().max(1));
    let hundredths = |um: caracole_plane::Um| (i64::from(um.get()) * 100 / mu) as i32;
    match side {
        Side::Red => (right, forward),
        Side::Blue => (hundredths(field.table.width) - right, hundredths(field.table.depth) - forward),
    }
}

/// The place of a kind of troops in the line of battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Line,
    Wing,
    FarWing,
    Guns,
    Screen,
}

fn role(world: &World, group: GroupId) -> Role {
    if kinds::is_artillery(world, group) {
        Role::Guns
    } else if kinds::is_mounted(world, group) {
        if kinds::is_light(world, group) { Role::FarWing } else { Role::Wing }
    } else if kinds::is_light(world, group) {
        Role::Screen
    } else {
        Role::Line
    }
}

/// How far from the side edges a camp is safe, in movement units: marchers sack it within 6 of where they come on.
const SAFE: i32 = 12;

/// What it costs guns to stand before a battle group and bar its way, as movement units aside.
const BARS: i32 = 80;

/// The widest line of troops who fight in one rank.
const WIDEST: usize = 4;

/// Troops whose front rank gives all their dice.
const fn fights_in_one_rank(troops: TroopType) -> bool {
    use TroopType::{Cavaliers, DeterminedHorse, Elephants, Gendarmes, Knights};
    matches!(troops, Gendarmes | Cavaliers | DeterminedHorse | Knights | Elephants) || troops.is_chariots()
}

impl Marshal {
    pub(super) fn posts<B: Played>(
        &mut self,
        battle: &Battle<Fog<B>>,
        side: Side,
        request: &Request,
    ) -> Option<Decision> {
        match request {
            Request::Deploy { group } => {
                if self.ground.is_unknown() {
                    self.ground = Ground::of(battle.world());
                }
                deployment(battle, &self.ground, *group)
            }
            _ => decide(battle, side, request),
        }
    }
}

fn decide<B: Played>(battle: &Battle<Fog<B>>, side: Side, request: &Request) -> Option<Decision> {
    let world = battle.world();
    match request {
        Request::Commander { .. } => commander(battle, side, request),
        Request::Further => further(battle, side, request),
        Request::Place { what, .. } => land::lay(world, side, *what, offered(battle, side, request)),
        Request::Adjust { what, .. } => land::adjust(world, side, *what, offered(battle, side, request)),
        Request::Ambushes => Some(Decision::Ambushes(lurk::lay(world, side, offered(battle, side, request)))),
        Request::Camp => camp(battle, side, request),
        Request::Outflank => Some(Decision::Outflank(outflank::send(world, side))),
        Request::Arrive { group, march } => outflank::arrive(battle, *march, *group),
        Request::Dismount => Some(Decision::Dismount(Vec::new())),
        Request::RevealByChoice => Some(Decision::Reveal(lurk::spring(world, side))),
        Request::Reveal { group, .. } => lurk::come_out(world, *group, offered(battle, side, request)),
        _ => None,
    }
}

fn offered<B: Played>(battle: &Battle<Fog<B>>, side: Side, request: &Request) -> Vec<Decision> {
    let mut all = Vec::new();
    let whole = caracole_fog::battle::Request::Setup(request.clone());
    Fog::<B>::candidates(battle, side, &whole, &mut all);
    all.into_iter()
        .filter_map(|d| match d {
            caracole_fog::battle::Decision::Setup(d) => Some(d),
            _ => None,
        })
        .collect()
}

/// Camps lie out of the way of enemies that come round a flank.
fn camp<B: Played>(battle: &Battle<Fog<B>>, side: Side, request: &Request) -> Option<Decision> {
    let field = &battle.world().field;
    let whole = |um: caracole_plane::Um| i32::try_from(um.whole_parts(field.scale.mu)).unwrap_or(0);
    let inside = |d: &Decision| match d {
        Decision::Camp { camp, .. } => whole(camp.at.x).min(whole(field.table.width - camp.at.x)).min(SAFE),
        _ => 0,
    };
    // The first of those that are as good.
    offered(battle, side, request).into_iter().rev().max_by_key(inside)
}

/// Open ground suits an army that means to attack.
fn further<B: Played>(battle: &Battle<Fog<B>>, side: Side, request: &Request) -> Option<Decision> {
    let pieces = |d: &Decision| match d {
        Decision::Further(pieces) => pieces.len(),
        _ => 0,
    };
    offered(battle, side, request).into_iter().min_by_key(pieces)
}

fn deployment<B: Played>(battle: &Battle<Fog<B>>, ground: &Ground, group: GroupId) -> Option<Decision> {
    let (world, scenario) = (battle.world(), battle.scenario());
    let side = world[group].side;
    let field = &world.field;
    let width = i32::try_from(field.table.width.whole_parts(field.scale.mu)).unwrap_or(72);
    let role = role(world, group);
    // The wing with fewer of its kind takes it.
    let mirrored = |x: i32| width - x;
    let middle = |g: GroupId| {
        let at = world.body(g).front_centre().at;
        let across = i32::try_from(at.x.whole_parts(field.scale.mu)).unwrap_or(0);
        if side == Side::Red { across } else { mirrored(across) }
    };
    let beside = |left: bool| {
        world
            .of_side(side)
            .filter(|&g| self::role(world, g) == role && (middle(g) < width / 2) == left)
            .count()
    };
    let left = beside(true) <= beside(false);
    let (ideal, rows): (i32, &[i32]) = match role {
        Role::Line => (width / 2, &[10, 6, 3]),
        Role::Guns => (if left { width / 3 } else { mirrored(width / 3) }, &[13, 12, 10, 8, 5]),
        Role::Screen => (width / 2, &[14, 12, 10, 8, 4]),
        Role::Wing => (if left { width * 2 / 9 } else { mirrored(width * 2 / 9) }, &[10, 6, 3]),
        Role::FarWing => (if left { width / 10 } else { mirrored(width / 10) }, &[10, 13, 7, 4]),
    };
    let start = world.start_of(group);
    let usual = start.len().div_ceil(2).max(1) as u8;
    // A group that fights with its front rank alone needs no second.
    let files = match role {
        Role::Guns => start.len().max(1) as u8,
        _ if start.iter().all(|b| fights_in_one_rank(b.troop_type)) => start.len().clamp(1, WIDEST) as u8,
        _ => usual,
    };
    for files in [files, usual, usual.saturating_sub(1).max(1), usual + 1] {
        let hindered = hindrance(world, group);
        let bad: Vec<i32> = (0..width)
            .map(|column| {
                let lane = (0..8).map(|step| {
                    let (right, forward) = (column * 100, 500 + 200 * step);
                    ground.hinders(seen_by(field, side, right, forward), hindered)
                });
                lane.sum::<i32>() / 10
            })
            .collect();
        // A little back costs as much as far aside: the line is kept, then a second one.
        let mut places: Vec<(i32, i32, i32)> = Vec::new();
        for (nth, &row) in rows.iter().enumerate() {
            for column in 1..width {
                let around = [column - 1, column, column + 1];
                let bad: i32 =
                    around.iter().filter_map(|c| bad.get(usize::try_from(*c).ok()?)).sum::<i32>() / 3;
                places.push(((column - ideal).abs() + 14 * nth as i32 + bad, column, row));
            }
        }
        if role == Role::Guns {
            // Preferably where they bar no friend's way behind them.
            let whole = |um: caracole_plane::Um| i32::try_from(um.whole_parts(field.scale.mu)).unwrap_or(0);
            let spans: Vec<(i32, i32)> = world
                .of_side(side)
                .map(|g| (middle(g), (whole(world.body(g).frontage) + 1) / 2 + 2))
                .collect();
            for place in &mut places {
                let barred = spans.iter().filter(|(at, half)| (at - place.1).abs() < *half).count();
                place.0 += BARS * barred as i32;
            }
        }
        places.sort_unstable();
        for (_, column, row) in places {
            let front = seen_from(field, side, field.mu(column), field.mu(row));
            let deployment = Deployment::at(front, files);
            if deploy::check(world, scenario, group, &deployment).is_ok() {
                return Some(Decision::Deploy(deployment));
            }
        }
    }
    None
}

/// Commanders go where they have most troops within 8 movement units whom no other commander has.
fn commander<B: Played>(battle: &Battle<Fog<B>>, side: Side, request: &Request) -> Option<Decision> {
    let world = battle.world();
    let reach = world.field.mu(8);
    let others: Vec<_> = world
        .commander_ids()
        .filter(|&c| world[c].side == side && world[c].is_on_table())
        .map(|c| [world.commander_rect(c)])
        .collect();
    let led = |g: GroupId| others.iter().any(|c| caracole_plane::any_within(c, world.rects(g), reach));
    let weight = |g: GroupId| match role(world, g) {
        Role::Line | Role::Wing => 10 * world.size(g) as i32,
        _ => world.size(g) as i32,
    };
    let worth = |d: &Decision| match d {
        Decision::Commander(CommanderPost::With(group)) => {
            let rects = world.rects(*group);
            let near = |g: &GroupId| caracole_plane::any_within(rects, world.rects(*g), reach);
            let new: i32 = world.of_side(side).filter(|g| near(g) && !led(*g)).map(weight).sum();
            2 * new + weight(*group) - if led(*group) { 100 } else { 0 }
        }
        _ => -1_000,
    };
    offered(battle, side, request).into_iter().max_by_key(worth)
}
