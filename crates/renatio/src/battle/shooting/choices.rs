//! Choices of targets to offer: the best for a unit, and its fire on each unit that it can reach.

use super::aim::{Circumstances, check, note, possible};
use super::message::{Aim, Shot};
use super::muzzle::muzzles;
use crate::battle::world::{Game, UgId};
use crate::dice::Face;
use crate::odds::{VolleyDie, effect_of};
use crate::troops::Extra;
use caracole_document::Word;

/// What a shot is worth: expected half bases count ten times as much as results that slow.
pub fn worth(game: Game<'_>, shot: &Shot) -> u32 {
    let target = &game.world[shot.at].profile;
    let of_die = |rung| {
        let die = VolleyDie { rung, by: shot.slows };
        let faces = game.charts().death_dice.faces(die.rung.colour());
        let of_face = |face: &Face| {
            let (half_bases, slowing) = effect_of(game.readings(), die, target, *face);
            u32::from(faces.count(*face)) * (10 * u32::from(half_bases) + u32::from(slowing))
        };
        Face::ALL.iter().map(of_face).sum::<u32>()
    };
    shot.dice.iter().copied().map(of_die).sum()
}

/// Targets for as many files as may shoot, the best first.
pub(super) fn best(game: Game<'_>, ug: UgId, mut shots: Vec<Shot>) -> Vec<Aim> {
    shots.sort_by_key(|shot| (std::cmp::Reverse(worth(game, shot)), shot.file, shot.extra, shot.base));
    let muzzles = muzzles(game, ug);
    let mut world = game.world.clone();
    let mut taken: Vec<(u8, Option<Extra>)> = Vec::new();
    let mut aims: Vec<Aim> = Vec::new();
    for shot in &shots {
        let key = (shot.file, shot.extra);
        let after = Game::new(game.scenario, &world);
        let Some(aim) = aim_of(after, shot).filter(|_| !taken.contains(&key)) else { continue };
        let side = world[ug].side;
        if check(after, side, ug, &[aim], Circumstances::default()).is_err() {
            continue;
        }
        if let Some(muzzle) = muzzles.get(usize::from(shot.file)) {
            note(&mut world, muzzle, shot);
        }
        taken.push(key);
        aims.push(aim);
    }
    aims.sort_by_key(|aim| (aim.file, aim.extra));
    aims
}

pub(super) fn aim_of(game: Game<'_>, shot: &Shot) -> Option<Aim> {
    let base = game.world.base_ids_of(shot.at).iter().position(|id| *id == shot.base)?;
    Some(Aim { file: shot.file, extra: shot.extra, at: shot.at, base: u8::try_from(base).ok()? })
}

/// Choices for a unit: its best shots at any unit, and at each one.
pub fn choices(game: Game<'_>, ug: UgId) -> Vec<Vec<Aim>> {
    let all = possible(game, ug, Circumstances::default());
    let mut at: Vec<UgId> = all.iter().map(|shot| shot.at).collect();
    at.sort_unstable();
    at.dedup();
    let mut found = vec![best(game, ug, all.clone())];
    if at.len() > 1 {
        for target in at {
            let shots = all.iter().filter(|shot| shot.at == target).cloned().collect();
            found.push(best(game, ug, shots));
        }
    }
    let mut different: Vec<Vec<Aim>> = Vec::new();
    for aims in found {
        let legal = check(game, game.world[ug].side, ug, &aims, Circumstances::default()).is_ok();
        if legal && !different.contains(&aims) {
            different.push(aims);
        }
    }
    different
}
