//! Losses: wounds, bases, and units that break.

use super::message::Event;
use crate::battle::position::fights::{Stand, between, fighters};
use crate::battle::world::{BrokenBy, Fall, Foe, Game, Post, Presence, UgId};
use crate::battle::{Cx, Event as E};
use crate::dice::{Breaking, Harm, breaks};
use caracole_kernel::Side;
use caracole_ledger::enforces;
use caracole_plane::{Angle, Edge, shortest_distance};

impl From<Event> for E {
    fn from(event: Event) -> E {
        E::Outcome(event)
    }
}

/// What somebody has lost.
pub fn harm(game: Game<'_>, foe: Foe) -> Harm {
    match foe {
        Foe::Ug(ug) => game.world[ug].harm(game.world.size(ug)),
        Foe::Camp(side) => {
            game.world.camps[side].map_or_else(Harm::default, |camp| Harm::of(camp.lost, camp.wound))
        }
    }
}

/// Whether losses break somebody.
pub fn is_broken_by(game: Game<'_>, foe: Foe, harm: Harm) -> bool {
    enforces!("RETG-UNIV-002", "RETG-UNIV-003", "RETG-CAMP-002", "RETG-ROUT-001");
    let points = &game.charts().break_points;
    match foe {
        Foe::Ug(ug) => {
            let state = &game.world[ug];
            breaks(points, Breaking::of(&state.profile), state.base_count, harm)
        }
        Foe::Camp(_) => breaks(points, Breaking::Camp, game.charts().camps.bases, harm),
    }
}

/// The files from which a unit may give up a base. In a fight it is the file fought; a base further back dies for the
/// last of a file, and the last contact with an enemy is not given up while another base can be.
pub fn files_to_lose(game: Game<'_>, ug: UgId, fought: Option<u8>) -> Vec<u8> {
    enforces!("RETG-COMBAT-055", "RETG-COMBAT-057");
    let grid = game.world.formation(ug);
    let files: Vec<u8> = grid.files().collect();
    let deep: Vec<u8> = files.iter().copied().filter(|file| grid.file_depth(*file) > 1).collect();
    match fought {
        Some(file) if grid.file_depth(file) > 1 => vec![file],
        _ if !deep.is_empty() => deep,
        Some(file) if files.contains(&file) => spared(game, ug, file, &files),
        _ => files,
    }
}

/// The file fought, or others if it is the only one that touches some enemy.
fn spared(game: Game<'_>, ug: UgId, fought: u8, files: &[u8]) -> Vec<u8> {
    let side = game.world[ug].side;
    let touching = |file: u8, foe: Foe| {
        let fights = match side {
            Side::Red => between(game, Foe::Ug(ug), foe),
            Side::Blue => between(game, foe, Foe::Ug(ug)),
        };
        fights.iter().any(|(fight, _)| fight.of(side).file == file)
    };
    let enemies = fighters(game, side.other());
    let alone = enemies.iter().any(|foe| {
        touching(fought, *foe) && !files.iter().any(|file| *file != fought && touching(*file, *foe))
    });
    let free: Vec<u8> = files
        .iter()
        .copied()
        .filter(|file| *file != fought && !enemies.iter().any(|foe| touching(*file, *foe)))
        .collect();
    if alone && !free.is_empty() { free } else { vec![fought] }
}

/// A base of a file dies: the rearmost stands for it, and if the bases differ the others move up in its place.
pub fn lose_base(cx: &mut Cx<'_>, ug: UgId, file: u8) {
    enforces!("RETG-COMBAT-055", "RETG-COMBAT-056");
    let ids = cx.world.base_ids(ug);
    let mut of_file: Vec<_> = ids.into_iter().filter(|id| cx.world[*id].at.file == file).collect();
    of_file.sort_by_key(|id| cx.world[*id].at.rank);
    let Some(last) = of_file.last().copied() else { return };
    for pair in of_file.windows(2) {
        let [front, behind] = pair else { continue };
        let kind = cx.world[*behind].profile;
        if cx.world[*front].profile != kind {
            cx.world[*front].profile = kind;
        }
    }
    cx.world[last].standing = false;
}

/// Half bases taken from somebody: how many bases they kill. The wound is noted, the bases are still to be removed.
pub fn hurt(cx: &mut Cx<'_>, foe: Foe, half_bases: u8) -> u8 {
    enforces!("RETG-OVR-008", "RETG-COMBAT-050");
    if half_bases == 0 {
        return 0;
    }
    let before = harm(Game::new(cx.scenario, cx.world), foe);
    let after = before.and(half_bases);
    let kills = before.kills(half_bases);
    match foe {
        Foe::Ug(ug) => cx.world[ug].wound = after.has_wound(),
        Foe::Camp(side) => {
            if let Some(camp) = &mut cx.world.camps[side] {
                (camp.wound, camp.lost) = (after.has_wound(), camp.lost.saturating_add(kills));
            }
        }
    }
    cx.tell(Event::Lost { foe, bases: kills, wound: after.has_wound() }.into());
    kills
}

/// Breaks somebody whose losses are too great; whether it broke.
pub fn settle(cx: &mut Cx<'_>, foe: Foe, by: BrokenBy) -> bool {
    let game = Game::new(cx.scenario, cx.world);
    if !is_broken_by(game, foe, harm(game, foe)) {
        return false;
    }
    match foe {
        Foe::Ug(ug) => {
            if cx.world[ug].presence == Presence::OnTable {
                break_unit(cx, ug, by, None);
            }
        }
        Foe::Camp(side) => {
            enforces!("RETG-CAMP-022", "RETG-CAMP-025", "RETG-CAMP-016");
            if let Some(camp) = &mut cx.world.camps[side] {
                camp.broken = true;
            }
            cx.world.fray.sacked[side] = true;
            cx.tell(Event::CampBroke { foe }.into());
        }
    }
    true
}

/// A unit breaks: it stops fighting at once, and routs in the outcome of the phase. `shooter` is who shot at it.
pub fn break_unit(cx: &mut Cx<'_>, ug: UgId, by: BrokenBy, shooter: Option<UgId>) {
    enforces!("RETG-UNIV-004", "RETG-ROUT-006", "RETG-COMBAT-058");
    let game = Game::new(cx.scenario, cx.world);
    let first = || game.world.fray.shot_at.iter().find(|(at, _)| *at == ug).map(|(_, by)| *by);
    let shooter = shooter.or_else(|| if by == BrokenBy::Shooting { first() } else { None });
    let mut fall = fall_of(game, ug, by, shooter);
    if by == BrokenBy::Shooting && fall.victors.is_empty() {
        fall.shooters = shooters(game, ug);
    }
    cx.world.fray.falls.push(fall);
    cx.world[ug].presence = Presence::Routing;
    cx.tell(Event::Broke { ug, by }.into());
}

/// Where a unit that breaks routs, and who beat it.
fn fall_of(game: Game<'_>, ug: UgId, by: BrokenBy, shooter: Option<UgId>) -> Fall {
    enforces!("RETG-ROUT-015", "RETG-ROUT-016", "RETG-ROUT-021", "RETG-SEQ-020");
    let side = game.world[ug].side;
    let own = Foe::Ug(ug);
    let mut fronts: Vec<(UgId, Stand)> = Vec::new();
    let mut victors: Vec<UgId> = Vec::new();
    for enemy in game.world.of_side(side.other()) {
        let fights = match side {
            Side::Red => between(game, own, Foe::Ug(enemy)),
            Side::Blue => between(game, Foe::Ug(enemy), own),
        };
        for (fight, _) in fights {
            let (ours, theirs) = (fight.of(side), fight.of(side.other()));
            if theirs.edge == Edge::Front || theirs.front {
                fronts.push((enemy, ours));
                if !victors.contains(&enemy) {
                    victors.push(enemy);
                }
            }
        }
    }
    for (enemy, target) in &game.world.fray.fought {
        let stands = game.world.on_table().any(|on| on == *enemy);
        if *target == ug && stands && !victors.contains(enemy) {
            victors.push(*enemy);
        }
    }
    let beaten = victors.first().filter(|_| fronts.is_empty()).map(|enemy| game.world.facing(*enemy));
    let to_front = fronts.iter().find(|(_, stand)| stand.front);
    let elsewhere = fronts.iter().any(|(_, stand)| !stand.front);
    let away = match (to_front, fronts.first()) {
        (Some(_), _) if elsewhere => None,
        (Some((enemy, _)), _) | (None, Some((enemy, _))) => Some(game.world.facing(*enemy)),
        (None, None) => beaten.or_else(|| away_from(game, ug, shooter)),
    };
    Fall { ug, by, away, victors, shooters: Vec::new(), tested: false, went: None }
}

/// Everybody who shot at a unit in this phase, with the way that leads directly away; nobody if there is no choice.
fn shooters(game: Game<'_>, ug: UgId) -> Vec<(UgId, Angle)> {
    let mut all: Vec<(UgId, Angle)> = Vec::new();
    for (_, by) in game.world.fray.shot_at.iter().filter(|(at, _)| *at == ug) {
        if game.world.size(*by) > 0
            && !all.iter().any(|(known, _)| known == by)
            && let Some(away) = away_from(game, ug, Some(*by))
        {
            all.push((*by, away));
        }
    }
    if all.len() > 1 { all } else { Vec::new() }
}

/// Directly away from who shot, or from the nearest enemy.
fn away_from(game: Game<'_>, ug: UgId, shooter: Option<UgId>) -> Option<Angle> {
    let own = game.world.rects(ug);
    let nearest = || {
        let enemies = game.world.of_side(game.world[ug].side.other());
        enemies.min_by_key(|enemy| shortest_distance(own, game.world.rects(*enemy)))
    };
    let from = shooter.filter(|by| game.world.size(*by) > 0).or_else(nearest);
    let middle = |of: UgId| game.world.body(of).footprint().centre();
    match from {
        Some(enemy) => middle(enemy).direction_to(middle(ug)),
        None => Some(game.world.facing(ug) + Angle::HALF),
    }
}

/// A unit is destroyed where it stands. Battle troops count as broken; skirmishers are removed at once.
pub fn destroy(cx: &mut Cx<'_>, ug: UgId) {
    if cx.world[ug].profile.counts_as_tug() {
        break_unit(cx, ug, BrokenBy::Test, None);
        if let Some(fall) = cx.world.fray.falls.last_mut() {
            fall.away = None;
        }
        return;
    }
    remove(cx, ug);
}

/// Takes a unit off the table; Commanders still with it stand alone.
pub fn remove(cx: &mut Cx<'_>, ug: UgId) {
    enforces!("RETG-ROUT-011");
    for n in 0..cx.world.commanders.len() {
        let id = crate::battle::CommanderId(u8::try_from(n).unwrap_or(u8::MAX));
        let with = cx.world.commander(id).is_some_and(|c| c.post.ug() == Some(ug));
        if with {
            let base = cx.world.commander_base(id);
            if let Some(commander) = cx.world.commander_mut(id) {
                commander.post = base.map_or(Post::Gone, Post::Alone);
            }
        }
    }
    cx.world[ug].presence = Presence::Broken;
    cx.world.charges.retain(|charge| charge.ug != ug);
    cx.tell(Event::Removed { ug }.into());
}
