//! Filling the place of a lost base.

use super::{Formation, Nature, Placed, Position, Status, check, horns, to_later_tercio};
use crate::troops::Book;
use caracole_ledger::enforces;
use smallvec::SmallVec;

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
/// takes the place; failing that the front rank closes the gap. A gap is closed to either hand.
#[must_use]
pub fn refills(
    nature: &Nature<'_>,
    formation: &Formation,
    lost: Position,
    idle_front: &[Position],
) -> Vec<Refill> {
    enforces!("FOGR-COHESION-057", "FOGR-COHESION-058", "FOGR-COHESION-059", "FOGAM-COHESION-038");
    enforces!("FOGR-BG-044", "FOGR-BG-026");
    if formation.at(lost).is_none() {
        return Vec::new();
    }
    let was_front = formation.is_front(lost);
    let left = formation.without(lost);
    let mut candidates = vec![left.clone()];
    let shuffled = moved_up(&left, lost);
    candidates.extend(with_donor(&left, lost, formation));
    if let Some((moved, hole)) = &shuffled {
        candidates.push(moved.clone());
        candidates.extend(with_donor(moved, *hole, formation));
    }
    let rear_ranks = left.placed().any(|p| !left.is_front(p.at));
    let idle: Vec<Position> =
        idle_front.iter().copied().filter(|at| *at != lost && left.at(*at).is_some()).collect();
    if was_front && !rear_ranks && !idle.is_empty() {
        candidates = idle.iter().flat_map(|at| closed_sideways(&left.moved(*at, lost))).collect();
    } else {
        candidates.extend(closed_sideways(&left));
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

/// The formation without the base at `lost`, those behind it moved up: for battle groups that stand in no legal
/// formation.
#[must_use]
pub fn file_closed_up(formation: &Formation, lost: Position) -> Formation {
    let left = formation.without(lost);
    moved_up(&left, lost).map_or(left, |(moved, _)| moved)
}

/// The bases behind the hole each one place forward, and the hole that this leaves at the end of the file.
fn moved_up(left: &Formation, lost: Position) -> Option<(Formation, Position)> {
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
        if let Some((closed, _)) = moved_up(&moved, donor.at) {
            results.push(closed);
        }
        results.push(moved);
    }
    results
}

/// The files on either side of a gap in the front rank shifted to close it: to the left or to the right.
fn closed_sideways(left: &Formation) -> [Formation; 2] {
    let files: SmallVec<[u8; 16]> = left.files().collect();
    let (first, end) = (files.first().copied().unwrap_or(0), files.last().map_or(0, |&last| last + 1));
    let to_right = end - u8::try_from(files.len()).unwrap_or(end);
    [first, to_right].map(|from| {
        let shifted = |p: &Placed| {
            let file = from + u8::try_from(files.iter().take_while(|f| **f < p.at.file).count()).unwrap_or(0);
            Placed { at: Position { file, ..p.at }, ..*p }
        };
        Formation::sorted(left.placed().map(shifted))
    })
}
