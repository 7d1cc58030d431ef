//! Filling the place of a lost base.

use super::{Formation, Nature, Placed, Position, Status, check, horns, to_later_tercio};
use crate::troops::Book;
use caracole_ledger::enforces;

/// One way in which a battle group may stand after a loss.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refill {
    /// Its formation.
    pub formation: Formation,
    /// Its status: an early tercio that leaves a horn empty is a later tercio from now on.
    pub status: Status,
}

/// Every way to close up after the base at `lost` is removed: all that fill a vacated front rank place, if any is legal;
/// otherwise those that do not.
///
/// Bases behind the vacated place move up within their file, or a base that is not in the front rank comes from
/// elsewhere. If there are none, a front rank base that is not in close combat, or only as an overlap (`idle_front`),
/// takes the place; failing that the front rank closes the gap.
#[must_use]
pub fn refills(
    nature: &Nature<'_>,
    formation: &Formation,
    lost: Position,
    idle_front: &[Position],
) -> Vec<Refill> {
    enforces!("FOGR-COHESION-057", "FOGR-COHESION-058", "FOGR-BG-044", "FOGR-BG-026", "FOGAM-COHESION-038");
    if formation.at(lost).is_none() {
        return Vec::new();
    }
    let was_front = formation.is_front(lost);
    let left = formation.without(lost);
    let mut candidates = vec![left.clone()];
    let shuffled = shuffled_up(&left, lost);
    candidates.extend(with_donor(&left, lost, formation));
    if let Some((moved, hole)) = &shuffled {
        candidates.push(moved.clone());
        candidates.extend(with_donor(moved, *hole, formation));
    }
    let rear_ranks = left.placed().any(|p| !left.is_front(p.at));
    let idle: Vec<Position> =
        idle_front.iter().copied().filter(|at| *at != lost && left.at(*at).is_some()).collect();
    if was_front && !rear_ranks && !idle.is_empty() {
        candidates = idle.iter().map(|at| closed_sideways(&left.moved(*at, lost))).collect();
    } else {
        candidates.push(closed_sideways(&left));
    }
    let (filled, open): (Vec<Refill>, Vec<Refill>) = candidates
        .into_iter()
        .filter_map(|c| legal(nature, c))
        .partition(|r| !was_front || r.formation.width() >= formation.width());
    let mut best = if filled.is_empty() { open } else { filled };
    let mut distinct: Vec<Refill> = Vec::new();
    for refill in best.drain(..) {
        if !distinct.contains(&refill) {
            distinct.push(refill);
        }
    }
    distinct
}

/// The formation if it is legal, an early tercio with an empty horn turned into a later one.
fn legal(nature: &Nature<'_>, formation: Formation) -> Option<Refill> {
    let early = nature.book == Book::Renaissance && nature.status == Status::EarlyTercio;
    if early && !horns(&formation).all_manned() {
        let later = Nature { status: Status::LaterTercio, ..*nature };
        let formation = to_later_tercio(&formation);
        return check(&later, &formation)
            .is_ok()
            .then_some(Refill { formation, status: Status::LaterTercio });
    }
    check(nature, &formation).is_ok().then_some(Refill { formation, status: nature.status })
}

/// A gap in the front rank that the loss at `lost` opened can be closed to either hand.
#[must_use]
pub fn shifts(before: &Formation, after: &Formation, lost: Position) -> Vec<Formation> {
    enforces!("FOGR-COHESION-059");
    let mut found = vec![after.clone()];
    let left = before.without(lost);
    let files: Vec<u8> = left.files().collect();
    let gap = files.iter().zip(files.iter().skip(1)).any(|(a, b)| b - a > 1);
    if gap && *after == closed_sideways(&left) {
        let right: Vec<Placed> = after
            .placed()
            .map(|p| Placed { at: Position { file: p.at.file.saturating_add(1), rank: p.at.rank }, ..*p })
            .collect();
        found.extend(Formation::try_from(right).ok());
    }
    found
}

/// The formation without the base at `lost`, those behind it moved up: for battle groups that stand in no legal
/// formation.
#[must_use]
pub fn file_closed_up(formation: &Formation, lost: Position) -> Formation {
    let left = formation.without(lost);
    shuffled_up(&left, lost).map_or(left, |(moved, _)| moved)
}

/// The bases behind the hole each one place forward, and the hole that this leaves at the end of the file.
fn shuffled_up(left: &Formation, lost: Position) -> Option<(Formation, Position)> {
    let mut hole = lost;
    let mut moved = left.clone();
    let behind: Vec<Position> = left.file(lost.file).map(|p| p.at).filter(|at| at.rank > lost.rank).collect();
    for at in behind {
        moved = moved.moved(at, hole);
        hole = at;
    }
    (hole != lost).then_some((moved, hole))
}

/// The hole filled by a base that is not in the front rank, and the hole of that base closed by those behind it.
fn with_donor(left: &Formation, hole: Position, before: &Formation) -> Vec<Formation> {
    let mut results = Vec::new();
    for donor in left.placed().filter(|p| !before.is_front(p.at) && !left.is_front(p.at) && p.at != hole) {
        let moved = left.moved(donor.at, hole);
        if let Some((closed, _)) = shuffled_up(&moved, donor.at) {
            results.push(closed);
        }
        results.push(moved);
    }
    results
}

/// The files on either side shifted to close a gap in the front rank.
fn closed_sideways(left: &Formation) -> Formation {
    let mut closed = left.clone();
    let first = left.files().next().unwrap_or(0);
    for (new, file) in (first..).zip(left.files().collect::<Vec<_>>()) {
        let bases: Vec<Position> = closed.file(file).map(|p| p.at).collect();
        for at in bases {
            closed = closed.moved(at, Position { file: new, rank: at.rank });
        }
    }
    closed
}
