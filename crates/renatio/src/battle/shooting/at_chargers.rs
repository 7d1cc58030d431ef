//! SP2.5: shooting at chargers, and what Shoot & Charge troops shoot as they declare.

use super::aim::{Circumstances, check, check_file, note, possible, shot};
use super::choices::{aim_of, best};
use super::message::{Aim, Salvo, Shot};
use super::muzzle::{Muzzle, muzzles};
use super::targets::{Aiming, Target, reach};
use crate::battle::position::sight::Line;
use crate::battle::world::{Foe, Game, UgId};
use crate::shooting::Band;
use crate::troops::Characteristic;
use caracole_kernel::{Refusal, Side};
use caracole_ledger::{enforces, rule};
use caracole_plane::{Base, BaseRect, CONTACT_TOLERANCE, Um, any_within};
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

/// The charges at which somebody may shoot.
pub struct Charged<'a> {
    /// The ground that the files of all chargers sweep.
    pub ways: Vec<SweptGround>,
    /// In which circumstances a unit shoots.
    pub how: &'a dyn Fn(UgId) -> Circumstances,
    /// Units that may shoot now.
    pub able: Vec<UgId>,
}

impl Charged<'_> {
    /// Whether a side has anything to shoot at chargers.
    pub fn concerns(&self, game: Game<'_>, side: Side) -> bool {
        !self.ways.is_empty()
            && self.of_side(game, side).any(|ug| !self.salvo(game, ug, First::Nearest).is_empty())
    }

    fn of_side<'s>(&'s self, game: Game<'s>, side: Side) -> impl Iterator<Item = UgId> + 's {
        self.able.iter().copied().filter(move |ug| game.world[*ug].side == side)
    }

    /// Shots of a unit with every file that may shoot.
    fn salvo(&self, game: Game<'_>, ug: UgId, first: First) -> Vec<Shot> {
        let mut world = game.world.clone();
        let mut shots = Vec::new();
        for muzzle in muzzles(game, ug) {
            let mut open = self.open_to(Game::new(game.scenario, &world), ug, &muzzle);
            let chosen = match first {
                First::Nearest if !open.is_empty() => open.swap_remove(0),
                First::Furthest if !open.is_empty() => open.swap_remove(open.len() - 1),
                _ => continue,
            };
            note(&mut world, &muzzle, &chosen);
            shots.push(chosen);
        }
        shots
    }

    /// What one file may shoot at: the chargers whose way covers most of its front, and for Commanded Shot those whom
    /// friends within range charge.
    fn open_to(&self, game: Game<'_>, ug: UgId, muzzle: &Muzzle) -> Vec<Shot> {
        enforces!(
            "RETG-CHARGE-056",
            "RETG-CHARGE-070",
            "RETG-CHARGE-071",
            "RETG-CHARGE-072",
            "RETG-SHOOT-048"
        );
        if check_file(game, ug, muzzle, None).is_err() {
            return Vec::new();
        }
        let how = (self.how)(ug);
        let aiming = Aiming { ug, muzzle, extra: None };
        let crossing = crossed(game, aiming, &self.ways).into_iter().filter_map(|way| {
            let place = game.world.base_ids_of(way.ug).iter().position(|id| *id == way.base);
            let base = place.and_then(|at| u8::try_from(at).ok()).unwrap_or(0);
            let (band, line, close) = (Band::Effective, Line::Open, Um::ZERO);
            shot(game, aiming, &Target { ug: way.ug, id: way.base, base, band, line, close }, how)
        });
        let mut all: Vec<Shot> = crossing.collect();
        for shot in supporting(game, ug, muzzle, how) {
            if !all.iter().any(|known| known.at == shot.at) {
                all.push(shot);
            }
        }
        all
    }

    /// Salvos checked: every file at a target that is open to it.
    pub fn check(&self, game: Game<'_>, side: Side, salvos: &[Salvo]) -> Result<Vec<Shot>, Refusal> {
        enforces!("RETG-SHOOT-011");
        let mut world = game.world.clone();
        let mut shots = Vec::new();
        for Salvo { ug, aims } in salvos {
            let no = |rule, problem: &'static str, remedy: &'static str| {
                Refusal::new(rule, problem, remedy).fact("unit", ug.number())
            };
            if !self.of_side(game, side).any(|own| own == *ug) {
                return Err(no(
                    rule!("RETG-CHARGE-070"),
                    "This unit of yours does not shoot at chargers",
                    "Name one that may.",
                ));
            }
            let muzzles = muzzles(game, *ug);
            for aim in aims {
                let after = Game::new(game.scenario, &world);
                let muzzle = muzzles.get(usize::from(aim.file)).filter(|_| aim.extra.is_none());
                let muzzle = muzzle.ok_or_else(|| {
                    no(rule!("RETG-CHARGE-070"), "The unit has no such file", "Name one of its files.")
                })?;
                check_file(after, *ug, muzzle, None)?;
                let open = self.open_to(after, *ug, muzzle);
                let chosen = open.into_iter().find(|shot| aim_of(after, shot).as_ref() == Some(aim));
                let chosen = chosen.ok_or_else(|| {
                    let problem = "A file shoots at the charging file whose way covers most of its front";
                    no(rule!("RETG-CHARGE-071"), problem, "Shoot at that one, or not at all.")
                })?;
                note(&mut world, muzzle, &chosen);
                shots.push(chosen);
            }
        }
        Ok(shots)
    }

    /// Choices to offer: everybody shoots, the other choice where ways cover a front equally, and all but one unit.
    pub fn choices(&self, game: Game<'_>, side: Side) -> Vec<Vec<Salvo>> {
        let of = |first| -> Vec<Salvo> {
            let all = self.of_side(game, side).map(|ug| (ug, self.salvo(game, ug, first)));
            let aims = all.map(|(ug, shots)| Salvo { ug, aims: aims(game, &shots) });
            aims.filter(|salvo| !salvo.aims.is_empty()).collect()
        };
        let all = of(First::Nearest);
        let mut found = vec![all.clone(), of(First::Furthest)];
        if all.len() > 1 {
            let but = |held: &Salvo| all.iter().filter(|salvo| salvo.ug != held.ug).cloned().collect();
            found.extend(all.iter().map(but).collect::<Vec<_>>());
        }
        let mut different: Vec<Vec<Salvo>> = Vec::new();
        for salvos in found {
            if !salvos.is_empty() && !different.contains(&salvos) {
                different.push(salvos);
            }
        }
        different
    }
}

/// Which of several targets is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum First {
    Nearest,
    Furthest,
}

fn aims(game: Game<'_>, shots: &[Shot]) -> Vec<Aim> {
    shots.iter().filter_map(|shot| aim_of(game, shot)).collect()
}

/// The ways that cover most of a file's front, of those that come ahead of it and near enough, the nearest first: one, or
/// several that cover it equally.
fn crossed(game: Game<'_>, aiming: Aiming<'_>, ways: &[SweptGround]) -> Vec<SweptGround> {
    enforces!("RETG-GLOS-023", "RETG-GLOS-101");
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
    let mut crossing: Vec<SweptGround> = enemy.filter(|way| near(&way.ground.rect())).copied().collect();
    let covers = |way: &SweptGround| front.frontage_covered(&way.ground.rect());
    let widest = crossing.iter().map(covers).max().unwrap_or(Um::ZERO);
    crossing.retain(|way| covers(way) + CONTACT_TOLERANCE >= widest);
    crossing.sort_by_key(|way| front.range_from_front(&way.ground.rect()));
    crossing
}

/// What Commanded Shot may shoot at in support of friends within range who charge: those whom they charge.
fn supporting(game: Game<'_>, ug: UgId, muzzle: &Muzzle, how: Circumstances) -> Vec<Shot> {
    enforces!("RETG-GLOS-101");
    if !game.world[ug].profile.is(Characteristic::CommandedShot) {
        return Vec::new();
    }
    let Some(reach) = reach(game, Aiming { ug, muzzle, extra: None }) else { return Vec::new() };
    let far = game.bw(i32::from(reach.effective.max(reach.long)));
    let side = game.world[ug].side;
    let own = game.world.charges.iter().filter(|charge| game.world[charge.ug].side == side);
    let near = own.filter(|charge| any_within(game.world.rects(ug), game.world.rects(charge.ug), far));
    let targets: Vec<Foe> = near.flat_map(|charge| charge.targets.clone()).collect();
    let all = possible(game, ug, how).into_iter();
    all.filter(|shot| {
        shot.file == muzzle.number && shot.extra.is_none() && targets.contains(&Foe::Ug(shot.at))
    })
    .collect()
}

/// What Shoot & Charge troops may shoot at those whom they charge: checked.
pub fn check_as_it_charges(
    game: Game<'_>,
    side: Side,
    ug: UgId,
    aims: &[Aim],
    targets: &[Foe],
) -> Result<Vec<Shot>, Refusal> {
    enforces!("RETG-GLOS-072", "RETG-SHOOT-011");
    if aims.iter().any(|aim| !targets.contains(&Foe::Ug(aim.at))) {
        let problem = "Troops with Shoot & Charge shoot at those whom they charge";
        return Err(Refusal::new(rule!("RETG-GLOS-072"), problem, "Shoot at them, or pass.")
            .piece("unit", ug.piece()));
    }
    check(game, side, ug, aims, Circumstances::default())
}

/// Choices for Shoot & Charge troops: their best shots at those whom they charge.
pub fn as_it_charges(game: Game<'_>, ug: UgId, targets: &[Foe]) -> Vec<Aim> {
    let all = possible(game, ug, Circumstances::default()).into_iter();
    let own = all.filter(|shot| shot.extra.is_none() && targets.contains(&Foe::Ug(shot.at)));
    best(game, ug, own.collect())
}
