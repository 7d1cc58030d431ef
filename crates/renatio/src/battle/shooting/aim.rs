//! Files that shoot: whether they may, at what, and with which dice.

use super::message::{Aim, Shot};
use super::muzzle::{Muzzle, muzzles};
use super::targets::{Aiming, Target, targets};
use crate::battle::position::command::is_unreliable;
use crate::battle::position::contact::{fights_to_front, in_combat};
use crate::battle::position::sight::Line;
use crate::battle::world::{Deed, Game, UgId};
use crate::charts::ShootingShape;
use crate::effects::SlowedBy;
use crate::shooting::{ShooterFacts, TargetFacts, extra_dice, file_dice, reach_of};
use crate::troops::{Characteristic, Extra, Shape, ShotWeapon, TroopType};
use caracole_kernel::{Refusal, Side};
use caracole_ledger::{enforces, rule};
use caracole_plane::{Edge, LineSide};

/// In which circumstances a unit shoots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Circumstances {
    /// It runs away.
    pub running_away: bool,
    /// It is charged at this moment.
    pub charged: bool,
}

fn no(rule: caracole_ledger::RuleId, problem: &'static str, remedy: &'static str, ug: UgId) -> Refusal {
    Refusal::new(rule, problem, remedy).piece("unit", ug.piece())
}

/// How many bases of a unit may shoot in one turn, and how many of them to one side.
fn most_bases(game: Game<'_>, shape: Shape) -> Option<(u8, u8)> {
    enforces!("RETG-GLOS-091");
    let ranges = &game.charts().shooting_ranges;
    let row = match shape {
        Shape::PikeAndShot => ShootingShape::PikeAndShot,
        Shape::EarlyPikeAndShot => ShootingShape::EarlyPikeAndShot,
        Shape::LateKeil => ShootingShape::LateKeil,
        Shape::Colunela => ShootingShape::Colunela,
        Shape::Tercio => ShootingShape::Tercio,
        _ => return None,
    };
    let most = ranges.bases_shooting.get(row);
    Some((most, if shape == Shape::Tercio { ranges.tercio_one_facing } else { most }))
}

/// Bases that a file wants for full effect.
fn wanted(game: Game<'_>, ug: UgId) -> u8 {
    let profile = &game.world[ug].profile;
    let ranges = &game.charts().shooting_ranges;
    if profile.is(Characteristic::CaracoleEarly) {
        return ranges.caracole_early.deep;
    }
    reach_of(game.charts(), profile).map_or(1, |reach| reach.depth)
}

/// The bases with which a file shoots; none if its unit has shot with all that it may.
fn bases_of(game: Game<'_>, ug: UgId, muzzle: &Muzzle) -> u8 {
    let state = &game.world[ug];
    let there = u8::try_from(muzzle.bases.len()).unwrap_or(u8::MAX).min(wanted(game, ug));
    let Some((most, to_one_side)) = most_bases(game, state.profile.shape) else { return there };
    let shot: u8 = state.fired.bases.iter().sum();
    let to_side = state.fired.bases[muzzle.side as usize];
    there.min(most.saturating_sub(shot)).min(to_one_side.saturating_sub(to_side))
}

/// Whether a file may shoot now.
pub(super) fn check_file(
    game: Game<'_>,
    ug: UgId,
    muzzle: &Muzzle,
    extra: Option<Extra>,
) -> Result<(), Refusal> {
    enforces!("RETG-SHOOT-010", "RETG-GLOS-064", "RETG-GLOS-066", "RETG-GLOS-106");
    let state = &game.world[ug];
    let rule = rule!("RETG-SHOOT-010");
    match extra {
        Some(extra) if !state.profile.extras.has(extra) => {
            let problem = "The unit has no such guns and no Platoon Fire";
            return Err(no(rule!("RETG-GLOS-066"), problem, "Shoot with its files.", ug));
        }
        Some(extra) if state.fired.extras.has(extra) => {
            let problem = "They have shot in this turn";
            return Err(no(rule!("RETG-GLOS-066"), problem, "Shoot with its files.", ug));
        }
        None if state.profile.shooting.is_none() => {
            return Err(no(rule, "The unit has nothing to shoot with", "Choose another unit.", ug));
        }
        None if state.fired.has(muzzle.number) => {
            return Err(no(rule, "The file has shot in this turn", "Choose another file.", ug));
        }
        None if bases_of(game, ug, muzzle) == 0 => {
            let problem = "As many bases of the unit have shot as may";
            return Err(no(rule!("RETG-GLOS-091"), problem, "Choose another unit.", ug));
        }
        _ => {}
    }
    if state.has_charged() || state.deeds.has(Deed::Pursued) {
        return Err(no(rule, "The unit charged or pursued in this turn", "Choose another unit.", ug));
    }
    if is_fighting(game, ug, muzzle) {
        return Err(no(rule, "The file fights or supports a fight", "Choose another file.", ug));
    }
    Ok(())
}

/// Whether a file fights to its front, or stands next to one of its unit that does.
fn is_fighting(game: Game<'_>, ug: UgId, muzzle: &Muzzle) -> bool {
    if !in_combat(game, ug) {
        return false;
    }
    let file = muzzle.bases.first().map_or(0, |id| game.world[*id].at.file);
    let mut fighting = game
        .world
        .bases_of(ug)
        .into_iter()
        .filter(|base| base.at.file.abs_diff(file) <= 1 && fights_to_front(game, ug, &base.base.rect()));
    fighting.next().is_some()
}

/// What is shot with, and at whom, with its dice.
pub(super) fn shot(
    game: Game<'_>,
    aiming: Aiming<'_>,
    target: &Target,
    circumstances: Circumstances,
) -> Option<Shot> {
    let (by, muzzle) = (aiming.ug, aiming.muzzle);
    let (ours, theirs) = (&game.world[by], &game.world[target.ug]);
    let bases = match aiming.extra {
        Some(_) => 1,
        None => bases_of(game, by, muzzle),
    };
    let deep = game.world.formation(target.ug).file_depth(game.world[target.id].at.file);
    let shooter = ShooterFacts {
        profile: &ours.profile,
        form: ours.form,
        bases,
        band: target.band,
        running_away: circumstances.running_away,
        charged: circumstances.charged,
        unreliable: is_unreliable(game, by),
    };
    let facts = TargetFacts {
        profile: &theirs.profile,
        form: theirs.form,
        deep: u8::try_from(deep).unwrap_or(u8::MAX),
        cover: target.line == Line::Covered || is_behind_pavises(game, aiming, target.ug),
        in_combat: in_combat(game, target.ug),
        square: theirs.square,
    };
    let (charts, readings) = (game.charts(), game.readings());
    let thrown = match aiming.extra {
        Some(extra) => extra_dice(charts, readings, extra, &shooter, &facts),
        None => file_dice(charts, readings, &shooter, &facts),
    };
    let guns = match aiming.extra {
        Some(extra) => extra == Extra::RegimentalGuns,
        None => ours.troop_type() == TroopType::Artillery,
    };
    let slows = match (guns, ours.profile.shooting) {
        (false, Some(weapon)) => SlowedBy::Weapon(weapon),
        _ => SlowedBy::Guns,
    };
    (!thrown.dice.is_empty()).then_some(Shot {
        by,
        file: muzzle.number,
        extra: aiming.extra,
        bases,
        at: target.ug,
        base: target.id,
        slows,
        dice: thrown.dice,
        steps: thrown.steps,
    })
}

/// Whether pavises cover a target: against files wholly ahead of its front that shoot neither gunpowder nor guns.
fn is_behind_pavises(game: Game<'_>, aiming: Aiming<'_>, target: UgId) -> bool {
    enforces!("RETG-GLOS-062");
    let powder = [
        ShotWeapon::Pistol,
        ShotWeapon::Arquebus,
        ShotWeapon::Carbine,
        ShotWeapon::Musket,
        ShotWeapon::Artillery,
    ];
    let with = game.world[aiming.ug].profile.shooting.filter(|_| aiming.extra.is_none());
    let line = game.world.body(target).footprint().rect();
    let front = aiming.muzzle.front.rect().front_edge();
    game.world[target].profile.is(Characteristic::Pavise)
        && with.is_some_and(|weapon| !powder.contains(&weapon))
        && line.side_of_line(Edge::Front, &front) == LineSide::Beyond
}

/// A choice of targets checked: every file that shoots, with its dice.
pub fn check(
    game: Game<'_>,
    side: Side,
    ug: UgId,
    aims: &[Aim],
    circumstances: Circumstances,
) -> Result<Vec<Shot>, Refusal> {
    let own = game.world.of_side(side).any(|own| own == ug);
    if !own {
        let problem = "You have no such unit on the table";
        return Err(Refusal::new(rule!("TABLE-009"), problem, "Name one of your own units.")
            .fact("unit", ug.number()));
    }
    if aims.is_empty() {
        let problem = "No file of the unit shoots";
        return Err(no(rule!("RETG-SHOOT-003"), problem, "Name a file and its target, or pass.", ug));
    }
    let muzzles = muzzles(game, ug);
    // Files of set formations share the bases that may shoot: each is checked after those before it.
    let mut world = game.world.clone();
    let mut shots = Vec::new();
    for aim in aims {
        let after = Game::new(game.scenario, &world);
        let muzzle = muzzles.get(usize::from(aim.file)).ok_or_else(|| {
            no(rule!("RETG-SHOOT-003"), "The unit has no such file", "Name one of its files.", ug)
        })?;
        check_file(after, ug, muzzle, aim.extra)?;
        let aiming = Aiming { ug, muzzle, extra: aim.extra };
        let all = targets(after, aiming);
        let target = all.iter().find(|target| (target.ug, target.base) == (aim.at, aim.base));
        let shot = target.and_then(|target| shot(after, aiming, target, circumstances));
        let shot = shot.ok_or_else(|| not_a_target(ug, aim, &all))?;
        note(&mut world, muzzle, &shot);
        shots.push(shot);
    }
    Ok(shots)
}

fn not_a_target(ug: UgId, aim: &Aim, all: &[Target]) -> Refusal {
    let closest = all.iter().find(|target| target.close > caracole_plane::Um::ZERO);
    match closest {
        Some(target) => no(
            rule!("RETG-SHOOT-018"),
            "An enemy within 1 BW directly ahead must be shot at",
            "Shoot at it, or not at all.",
            ug,
        )
        .piece("target", target.ug.piece()),
        None => no(
            rule!("RETG-SHOOT-016"),
            "The file has no such target in range, arc and sight",
            "Choose another target.",
            ug,
        )
        .fact("file", u32::from(aim.file) + 1),
    }
}

/// A file has shot.
pub fn note(world: &mut crate::battle::world::World, muzzle: &Muzzle, shot: &Shot) {
    let fired = &mut world[shot.by].fired;
    match shot.extra {
        Some(extra) => fired.extras = fired.extras.with(extra),
        None => fired.note(muzzle.number, muzzle.side, shot.bases),
    }
}

/// Every shot that a unit may take now: each file at each of its targets.
pub fn possible(game: Game<'_>, ug: UgId, circumstances: Circumstances) -> Vec<Shot> {
    let extras = game.world[ug].profile.extras.iter().map(Some);
    let kinds: Vec<Option<Extra>> = std::iter::once(None).chain(extras).collect();
    let mut all = Vec::new();
    for muzzle in muzzles(game, ug) {
        for extra in kinds.iter().copied() {
            if check_file(game, ug, &muzzle, extra).is_err() {
                continue;
            }
            let aiming = Aiming { ug, muzzle: &muzzle, extra };
            let found = targets(game, aiming);
            all.extend(found.iter().filter_map(|target| shot(game, aiming, target, circumstances)));
        }
    }
    all
}
