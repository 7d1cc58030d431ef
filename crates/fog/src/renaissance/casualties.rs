//! Which base comes off when nobody chooses.

use crate::core::{File, Group};
use crate::troops::BaseProfile;
use caracole_ledger::enforces;

/// Takes bases off one by one, as an owner would who keeps his front as wide as he can.
///
/// Losses of a mixed battle group stay as near as possible to its original proportions. The vacated place in the front
/// rank is filled from the rear, so what shrinks is the deepest file of that kind; a file of one base goes only when no
/// deeper one is left, from the end of the line.
pub(super) fn take_off(group: &mut Group, original: &Group, bases: u8) {
    enforces!("FOGR-COHESION-052", "FOGR-COHESION-056", "FOGR-COHESION-057", "FOGR-COHESION-058");
    for _ in 0..bases {
        let Some(kind) = kind_to_lose(group, original) else { return };
        let Some(file) = file_to_shorten(group, kind) else { return };
        remove_from(&mut group.files[file], kind);
    }
}

fn count(group: &Group, kind: BaseProfile) -> usize {
    group.bases().filter(|b| b.profile == kind).count()
}

/// The kind that stands furthest above its share of the original; of equals the one with most bases behind the front.
fn kind_to_lose(group: &Group, original: &Group) -> Option<BaseProfile> {
    let rear = |kind: BaseProfile| {
        group
            .files
            .iter()
            .map(|f| f.bases.iter().skip(1).filter(|b| b.profile == kind).count())
            .sum::<usize>()
    };
    let mut kinds: Vec<BaseProfile> = group.profiles().to_vec();
    kinds.sort_unstable();
    kinds.dedup();
    kinds.into_iter().max_by(|&a, &b| {
        // left(a) / had(a) against left(b) / had(b), without fractions.
        let (left_a, had_a) = (count(group, a), count(original, a).max(1));
        let (left_b, had_b) = (count(group, b), count(original, b).max(1));
        (left_a * had_b).cmp(&(left_b * had_a)).then_with(|| rear(a).cmp(&rear(b))).then_with(|| b.cmp(&a))
    })
}

fn file_to_shorten(group: &Group, kind: BaseProfile) -> Option<usize> {
    let has = |f: &File| f.bases.iter().any(|b| b.profile == kind);
    let files = group.files.iter().enumerate().filter(|(_, f)| has(f));
    let last = group.files.len();
    files
        .max_by_key(|&(i, f)| {
            let from_the_end = std::cmp::Reverse(i.min(last - 1 - i));
            (f.bases.len(), from_the_end, i)
        })
        .map(|(i, _)| i)
}

fn remove_from(file: &mut File, kind: BaseProfile) {
    if let Some(place) = file.bases.iter().rposition(|b| b.profile == kind) {
        file.bases.remove(place);
    }
}
