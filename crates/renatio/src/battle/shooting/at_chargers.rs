//! SP2.5: shooting at chargers, and what Shoot & Charge troops shoot as they declare.

use super::aim::{Circumstances, check_file, possible, shot};
use super::choices::worth;
use super::message::Shot;
use super::muzzle::{Muzzle, muzzles};
use super::targets::{Aiming, Target, reach};
use crate::battle::position::sight::Line;
use crate::battle::world::{Foe, Game, UgId};
use crate::shooting::Band;
use crate::troops::Characteristic;
use caracole_ledger::enforces;
use caracole_plane::{Base, BaseRect, CONTACT_TOLERANCE, Um};
use caracole_tabletop::BaseId;

/// The ground that one file of a charger sweeps.
#[derive(Clone, Copy, Debug)]
pub struct SweptGround {
    /// The charger.
    pub ug: UgId,
    /// The foremost base of its file.
    pub base: BaseId,
    /// The ground.
    pub ground: Base,
}

/// Every shot of a unit at chargers: each file at the one whose way covers most of its front.
pub fn at_chargers(game: Game<'_>, ug: UgId, ways: &[SweptGround], how: Circumstances) -> Vec<Shot> {
    enforces!("RETG-CHARGE-056", "RETG-CHARGE-070", "RETG-CHARGE-071", "RETG-CHARGE-072", "RETG-SHOOT-048");
    let mut shots = Vec::new();
    for muzzle in muzzles(game, ug) {
        if check_file(game, ug, &muzzle, None).is_err() {
            continue;
        }
        let aiming = Aiming { ug, muzzle: &muzzle, extra: None };
        let Some(way) = crossed(game, aiming, ways) else { continue };
        let place = game.world.base_ids_of(way.ug).iter().position(|id| *id == way.base);
        let base = place.and_then(|at| u8::try_from(at).ok()).unwrap_or(0);
        let target = Target {
            ug: way.ug,
            id: way.base,
            base,
            band: Band::Effective,
            line: Line::Open,
            close: Um::ZERO,
        };
        shots.extend(shot(game, aiming, &target, how));
    }
    shots
}

/// The way that covers most of a file's front, of those that come ahead of it and near enough.
fn crossed(game: Game<'_>, aiming: Aiming<'_>, ways: &[SweptGround]) -> Option<SweptGround> {
    enforces!("RETG-GLOS-023");
    let front = aiming.muzzle.front.rect();
    let commanded = game.world[aiming.ug].profile.is(Characteristic::CommandedShot);
    let most = match reach(game, aiming) {
        Some(reach) if commanded => game.bw(i32::from(reach.effective.max(reach.long))),
        _ => game.bw(1),
    };
    let near = |ground: &BaseRect| {
        front.has_ahead(ground) && front.range_from_front(ground) <= most + CONTACT_TOLERANCE
    };
    let side = game.world[aiming.ug].side;
    let enemy = ways.iter().filter(|way| game.world[way.ug].side != side);
    let crossing = enemy.filter(|way| near(&way.ground.rect()));
    let covers = |way: &&SweptGround| {
        let rect = way.ground.rect();
        (front.frontage_covered(&rect), -front.range_from_front(&rect))
    };
    crossing.max_by_key(covers).copied()
}

/// What Shoot & Charge troops shoot at those whom they charge: each file its best shot.
pub fn as_they_charge(game: Game<'_>, ug: UgId, targets: &[Foe]) -> Vec<Shot> {
    enforces!("RETG-GLOS-072");
    let all = possible(game, ug, Circumstances::default());
    let mut shots: Vec<Shot> = Vec::new();
    for Muzzle { number, .. } in muzzles(game, ug) {
        let own = all.iter().filter(|shot| {
            shot.file == number && shot.extra.is_none() && targets.contains(&Foe::Ug(shot.at))
        });
        shots.extend(own.max_by_key(|shot| worth(game, shot)).cloned());
    }
    shots
}
