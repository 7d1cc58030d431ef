//! Bases that come off: the formation's rules say which may go and who steps up; of what they leave open the owner is
//! taken to choose what keeps most of his front fighting.

use super::{Base, File, Formation as Shape, Group};
use crate::formation::{self, Distance, Formation, Loss, MainFire, Nature, Placed, Position, Status};
use crate::troops::{BaseProfile, Book, Disorder};
use caracole_ledger::enforces;
use smallvec::SmallVec;
use std::cmp::Reverse;

/// What cost a battle group its bases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LostTo<'a> {
    /// Shooting from straight ahead.
    Shooting,
    /// Close combat: the files that fought.
    CloseCombat(&'a [u8]),
}

/// Takes bases off one by one. `original` is the battle group before its losses, to which they stay in proportion.
pub fn take_off(book: Book, group: &mut Group, original: &Group, bases: u8, lost_to: LostTo<'_>) {
    enforces!("FOGR-COHESION-052", "FOGAM-COHESION-036");
    let start = original.profiles();
    for _ in 0..bases.min(group.size()) {
        take_off_one(book, group, &start, lost_to);
    }
}

fn take_off_one(book: Book, group: &mut Group, start: &[BaseProfile], lost_to: LostTo<'_>) {
    let nature = Nature { status: status_of(group.formation), ..Nature::ordinary(book, start) };
    let before = grid(group);
    let fought: &[u8] = match lost_to {
        LostTo::Shooting => &[],
        LostTo::CloseCombat(files) => files,
    };
    let idle: SmallVec<[Position; 16]> =
        before.front_rank().map(|p| p.at).filter(|at| !fought.contains(&at.file)).collect();
    let mut best: Option<(Worth, Formation, Status)> = None;
    for lost in choices(&nature, &before, lost_to) {
        let mut ways = formation::refills(&nature, &before, lost, &idle);
        if ways.is_empty() {
            // Out of formation already: the file closes up, whatever it looks like.
            let formation = formation::file_closed_up(&before, lost);
            ways.push(formation::Refill { formation, status: nature.status });
        }
        for way in ways {
            let worth = Worth::of(&way.formation, fought, way.status == nature.status);
            if best.as_ref().is_none_or(|(most, ..)| worth > *most) {
                best = Some((worth, way.formation, way.status));
            }
        }
    }
    if let Some((_, left, status)) = best {
        settle(group, &left, status);
    }
}

/// The bases of which one goes.
fn choices(nature: &Nature<'_>, before: &Formation, lost_to: LostTo<'_>) -> Vec<Position> {
    let front = || before.front_rank().map(|p| p.at);
    match lost_to {
        LostTo::Shooting => {
            let distance = |p: &Placed| Distance { at: p.at, measure: u64::from(p.at.rank) };
            let from_shooters: Vec<Distance> = before.placed().map(distance).collect();
            let loss = Loss::Shooting { from_shooters: &from_shooters, main_fire: MainFire::Frontal };
            formation::removal_choices(nature, before, loss)
        }
        LostTo::CloseCombat(files) => {
            let mut facing: Vec<Position> = front().filter(|at| files.contains(&at.file)).collect();
            if facing.is_empty() {
                facing = front().collect();
            }
            let loss = Loss::CloseCombat { facing_most_hits: &facing, alone_against: &[] };
            formation::removal_choices(nature, before, loss)
        }
    }
}

/// What is left is worth to its owner, the weightiest first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Worth {
    /// Files that fought and still have a front.
    fighting: usize,
    /// Bases of these in the first two ranks.
    dice: usize,
    /// Files in all.
    wide: usize,
    /// It keeps its status.
    status: bool,
    /// Files of even depth.
    uneven: Reverse<usize>,
    /// Of equals the one that loses on the right.
    depths: SmallVec<[usize; 16]>,
}

impl Worth {
    fn of(left: &Formation, fought: &[u8], status: bool) -> Self {
        let depths: SmallVec<[usize; 16]> =
            (0..=left.files().last().unwrap_or(0)).map(|f| left.file_depth(f)).collect();
        let fighting = || fought.iter().map(|&f| left.file_depth(f)).filter(|&depth| depth > 0);
        Worth {
            fighting: fighting().count(),
            dice: fighting().map(|depth| depth.min(2)).sum(),
            wide: left.width(),
            status,
            uneven: Reverse(depths.iter().map(|d| d * d).sum()),
            depths,
        }
    }
}

fn status_of(shape: Shape) -> Status {
    match shape {
        Shape::EarlyTercio => Status::EarlyTercio,
        Shape::LaterTercio => Status::LaterTercio,
        Shape::SwedishBrigade => Status::SwedishBrigade,
        Shape::Plain | Shape::Keil | Shape::Square | Shape::Orb | Shape::Column => Status::Ordinary,
    }
}

/// The battle group as a grid; which way its files face is no matter of ranks and files.
fn grid(group: &Group) -> Formation {
    let files: Vec<Vec<BaseProfile>> =
        group.files.iter().map(|f| f.bases.iter().map(|b| b.profile).collect()).collect();
    let files: Vec<&[BaseProfile]> = files.iter().map(Vec::as_slice).collect();
    Formation::in_files(&files)
}

/// Puts the bases where the grid has them. Ground disorders places: who steps into one suffers as who stood there.
fn settle(group: &mut Group, left: &Formation, status: Status) {
    let before = std::mem::take(&mut group.files);
    let worst = |file: &File| file.bases.first().map_or(Disorder::None, |b| b.disorder);
    for (number, old) in before.iter().enumerate() {
        let bases = left.file(number as u8).enumerate().map(|(rank, placed)| Base {
            profile: placed.base,
            disorder: old.bases.get(rank).map_or_else(|| worst(old), |b| b.disorder),
        });
        let (facing, protection, aside) = (old.facing, old.protection, old.aside);
        group.files.push(File { bases: bases.collect(), facing, protection, aside });
    }
    if status == Status::LaterTercio && group.formation == Shape::EarlyTercio {
        group.formation = Shape::LaterTercio;
    }
}
