//! Legal formations of a battle group by width.

use crate::formation::{Facing, Formation, Nature, Placed, Position, Role, Status, check, role};
use crate::troops::{BaseProfile, Capability, is_mixed};
use caracole_plane::Hand;

/// The legal formations of these bases of that width, the most usual first. Bases of one kind are alike.
#[must_use]
pub fn arrangements(nature: &Nature<'_>, bases: &[BaseProfile], width: usize) -> Vec<Formation> {
    if bases.is_empty() || width == 0 || width > bases.len() {
        return Vec::new();
    }
    let mut found = if width == 1 {
        columns(bases)
    } else {
        match nature.status {
            Status::EarlyTercio => early_tercio(bases, width),
            Status::SwedishBrigade => swedish_brigade(bases, width),
            _ if nature.is_one_pike_and_five_shot() => pike_in_the_rear(bases, width),
            _ if !is_mixed(bases) => vec![Formation::block(bases, width)],
            _ if bases.iter().all(|b| role(bases, *b).is_some()) => pike_and_shot(bases, width),
            _ => blocks(bases, width),
        }
    };
    if nature.spare_at == Hand::Right {
        found = found.iter().map(Formation::mirrored).collect();
    }
    found.retain(|f| check(nature, f).is_ok());
    let mut distinct: Vec<Formation> = Vec::new();
    for formation in found {
        if !distinct.contains(&formation) {
            distinct.push(formation);
        }
    }
    distinct
}

/// The legal formations of a battle group in another width: bases at the hand that is preferred stay at that hand.
#[must_use]
pub fn rearrangements(nature: &Nature<'_>, now: &Formation, width: usize) -> Vec<Formation> {
    let from_preferred_hand = match nature.spare_at {
        Hand::Left => now.profiles(),
        Hand::Right => now.mirrored().profiles(),
    };
    arrangements(nature, &from_preferred_hand, width)
}

/// The widths in which these bases have a legal formation.
#[must_use]
pub fn widths(nature: &Nature<'_>, bases: &[BaseProfile]) -> Vec<usize> {
    (1..=bases.len()).filter(|w| !arrangements(nature, bases, *w).is_empty()).collect()
}

fn sorted(bases: &[BaseProfile]) -> Vec<BaseProfile> {
    let mut sorted = bases.to_vec();
    let order = |b: &BaseProfile| match role(bases, *b) {
        Some(Role::Pike) => 0,
        Some(Role::Beside) => 1,
        Some(Role::Shot) => 2,
        None => 3,
    };
    sorted.sort_by_key(|b| (order(b), *b));
    sorted
}

/// Columns led by each kind of base in turn, the most usual first.
fn columns(bases: &[BaseProfile]) -> Vec<Formation> {
    let usual = sorted(bases);
    let mut kinds = usual.clone();
    kinds.dedup();
    let led_by = |kind: &BaseProfile| {
        let (mut first, rest): (Vec<BaseProfile>, Vec<BaseProfile>) = usual.iter().partition(|b| *b == kind);
        first.extend(rest);
        Formation::in_files(&[&first])
    };
    kinds.iter().map(led_by).collect()
}

fn by_role(bases: &[BaseProfile], wanted: Role) -> Vec<BaseProfile> {
    bases.iter().filter(|b| role(bases, **b) == Some(wanted)).copied().collect()
}

/// Shares bases over so many files from the front, as evenly as can be, the deeper files first.
fn shared(bases: &[BaseProfile], files: usize) -> Vec<Vec<BaseProfile>> {
    let mut out = vec![Vec::new(); files];
    for (i, base) in bases.iter().enumerate() {
        if let Some(file) = out.get_mut(i % files.max(1)) {
            file.push(*base);
        }
    }
    out
}

fn in_files(files: &[Vec<BaseProfile>]) -> Formation {
    let slices: Vec<&[BaseProfile]> = files.iter().filter(|f| !f.is_empty()).map(Vec::as_slice).collect();
    Formation::in_files(&slices)
}

/// Pike (with what stands in their files) in the middle, shot on the flanks.
fn pike_and_shot(bases: &[BaseProfile], width: usize) -> Vec<Formation> {
    let pike = by_role(bases, Role::Pike);
    let beside = by_role(bases, Role::Beside);
    let shot = by_role(bases, Role::Shot);
    let mut found = Vec::new();
    for shot_files in (0..=2usize.min(shot.len())).rev() {
        let Some(pike_files) = width.checked_sub(shot_files).filter(|n| *n > 0) else { continue };
        if (shot_files == 0) != shot.is_empty() {
            continue;
        }
        let flanks = match shot_files {
            0 => vec![(Vec::new(), Vec::new())],
            1 => vec![(shot.clone(), Vec::new()), (Vec::new(), shot.clone())],
            _ => {
                let more = shot.len().div_ceil(2);
                let (a, b) = shot.split_at(more);
                vec![(a.to_vec(), b.to_vec()), (b.to_vec(), a.to_vec())]
            }
        };
        let mut cores = Vec::new();
        let together: Vec<BaseProfile> = pike.iter().chain(&beside).copied().collect();
        cores.push(shared(&together, pike_files));
        if !beside.is_empty() {
            // Files of heavy weapon or swordsmen on both sides of pike files.
            for pure in 1..pike_files {
                let middle = shared(&pike, pure);
                let outer = shared(&beside, pike_files - pure);
                let (left, right) = outer.split_at(outer.len().div_ceil(2));
                cores.push([left, middle.as_slice(), right].concat());
            }
        }
        for core in cores {
            for (left, right) in &flanks {
                let mut files = vec![left.clone()];
                files.extend(core.iter().cloned());
                files.push(right.clone());
                found.push(in_files(&files));
            }
        }
    }
    found.retain(|f| f.width() == width);
    found
}

fn placed(file: usize, rank: usize, base: BaseProfile) -> Placed {
    let small = |n: usize| u8::try_from(n).unwrap_or(u8::MAX);
    Placed { at: Position { file: small(file), rank: small(rank) }, facing: Facing::Front, base }
}

/// Four horns of shot about a block of pike: every horn one base, the rest to the front horns first.
fn early_tercio(bases: &[BaseProfile], width: usize) -> Vec<Formation> {
    let (pike, shot): (Vec<BaseProfile>, Vec<BaseProfile>) =
        bases.iter().partition(|b| b.has(Capability::Pike));
    let Some(pike_files) = width.checked_sub(2).filter(|n| *n > 0) else { return Vec::new() };
    let mut out = Vec::new();
    for (file, column) in shared(&pike, pike_files).iter().enumerate() {
        out.extend(column.iter().enumerate().map(|(rank, b)| placed(file + 1, rank + 1, *b)));
    }
    let right = pike_files + 1;
    let places = [(0, 0), (right, 0), (0, 4), (right, 4), (0, 1), (right, 1), (0, 5), (right, 5)];
    out.extend(shot.iter().zip(places).map(|(b, (file, rank))| placed(file, rank, *b)));
    Formation::try_from(out).ok().into_iter().collect()
}

/// The pike file with its point base one rank ahead of the shot.
fn swedish_brigade(bases: &[BaseProfile], width: usize) -> Vec<Formation> {
    let (pike, shot): (Vec<BaseProfile>, Vec<BaseProfile>) =
        bases.iter().partition(|b| b.has(Capability::Pike));
    if pike.len() < 2 {
        return pike_and_shot(bases, width);
    }
    let more = shot.len().div_ceil(2);
    let (left, right) = shot.split_at(more);
    let mut found = Vec::new();
    for (left, right) in [(left, right), (right, left)] {
        for point in [0, 1] {
            let left_file = usize::from(!left.is_empty());
            let mut out: Vec<Placed> = Vec::new();
            // Ranks: the point base stands in rank 0, the shot begin in rank 1; drawn back, all begin in rank 1.
            out.extend(pike.iter().enumerate().map(|(rank, b)| placed(left_file, rank + point, *b)));
            out.extend(left.iter().enumerate().map(|(rank, b)| placed(0, rank + 1, *b)));
            out.extend(right.iter().enumerate().map(|(rank, b)| placed(left_file + 1, rank + 1, *b)));
            found.extend(Formation::try_from(out).ok());
        }
    }
    found.retain(|f| f.width() == width);
    found
}

/// One pike base in the middle of the rearmost rank.
fn pike_in_the_rear(bases: &[BaseProfile], width: usize) -> Vec<Formation> {
    let (pike, mut order): (Vec<BaseProfile>, Vec<BaseProfile>) =
        bases.iter().partition(|b| b.has(Capability::Pike));
    let rear = match bases.len() % width {
        0 => width,
        n => n,
    };
    let place = bases.len() - rear + rear / 2;
    for base in pike {
        order.insert(place.min(order.len()), base);
    }
    vec![Formation::block(&order, width)]
}

/// Each kind of troops in ranks of its own, or side by side.
fn blocks(bases: &[BaseProfile], width: usize) -> Vec<Formation> {
    let forward = sorted(bases);
    let backward: Vec<BaseProfile> = forward.iter().rev().copied().collect();
    vec![Formation::block(&forward, width), Formation::block(&backward, width)]
}
