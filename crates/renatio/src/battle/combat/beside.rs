//! Files beside a file: its neighbours, and those that support it.

use crate::battle::position::fights::{Cell, Fight, Stand, cells, fighters, side_of};
use crate::battle::world::{Foe, Game};
use caracole_kernel::Side;
use caracole_ledger::enforces;
use caracole_plane::{BaseRect, CONTACT_TOLERANCE, Edge, Hand, Um};

/// A turn that still counts as parallel: half a degree.
const PARALLEL: u32 = u32::MAX / 720;

/// The foremost places of the files of a side that face as their unit does.
fn front_cells(game: Game<'_>, side: Side) -> Vec<Cell> {
    let mut all = Vec::new();
    for foe in fighters(game, side) {
        let cells = cells(game, foe);
        for cell in &cells {
            let first = !cells.iter().any(|other| {
                other.file == cell.file && other.place.base < cell.place.base && ahead_of(other, cell)
            });
            if first {
                all.push(*cell);
            }
        }
    }
    all
}

/// Whether a place stands before another of its file.
fn ahead_of(other: &Cell, cell: &Cell) -> bool {
    cell.rect.has_entirely_ahead(&other.rect)
}

/// How far a place lies to the right and ahead of another, both measured at the middles of their fronts; none if they do
/// not face the same way.
fn offset(from: &Cell, to: &Cell) -> Option<(Um, Um)> {
    let turn = (to.base.facing() - from.base.facing()).size();
    (turn.0 <= PARALLEL).then(|| from.base.front.local(to.base.front.at))
}

/// The files next to a place on each hand: parallel, and less than a base width apart in every way.
pub fn neighbours(game: Game<'_>, stand: Stand) -> Vec<(Hand, Cell)> {
    enforces!("RETG-COMBAT-034");
    let side = side_of(game, stand.place.foe);
    let Some(own) = cells(game, stand.place.foe).into_iter().find(|cell| cell.place == stand.place) else {
        return Vec::new();
    };
    let width = game.bw(1);
    let mut found: Vec<(Hand, Um, Cell)> = Vec::new();
    for cell in front_cells(game, side) {
        if cell.place == own.place {
            continue;
        }
        let Some((right, forward)) = offset(&own, &cell) else { continue };
        let gap = right.abs() - width;
        if gap >= width || gap < -width.half() || forward.abs() >= width {
            continue;
        }
        let hand = if right > Um::ZERO { Hand::Right } else { Hand::Left };
        match found.iter_mut().find(|(known, ..)| *known == hand) {
            Some(best) if gap < best.1 => *best = (hand, gap, cell),
            Some(_) => {}
            None => found.push((hand, gap, cell)),
        }
    }
    found.into_iter().map(|(hand, _, cell)| (hand, cell)).collect()
}

/// The files that could support a file in its fight, wherever they have fought before: beside it, and near enough to the
/// enemy.
pub fn supporters(game: Game<'_>, fight: &Fight, side: Side) -> Vec<Cell> {
    enforces!("RETG-COMBAT-044", "RETG-COMBAT-045");
    let own = fight.of(side);
    enforces!("RETG-GLOS-075");
    let square = |foe: Foe| foe.ug().is_some_and(|ug| game.world[ug].square);
    if square(fight.red.place.foe) || square(fight.blue.place.foe) {
        return Vec::new();
    }
    if own.place.foe.ug().is_some() && own.edge != Edge::Front {
        return Vec::new();
    }
    let foe = fight.of(side.other()).place.foe;
    let enemies: Vec<BaseRect> = cells(game, foe).iter().map(|cell| cell.rect).collect();
    let fought = cells(game, foe).into_iter().find(|cell| cell.place == fight.of(side.other()).place);
    let beside = match own.place.foe {
        Foe::Ug(_) => neighbours(game, own).into_iter().map(|(_, cell)| cell).collect(),
        Foe::Camp(_) => along(game, own),
    };
    beside.into_iter().filter(|cell| reaches(game, cell, &enemies, fought.as_ref())).collect()
}

/// The places of a camp next to one along the same edge.
fn along(game: Game<'_>, own: Stand) -> Vec<Cell> {
    enforces!("RETG-CAMP-020");
    let all = cells(game, own.place.foe);
    let Some(place) = all.iter().find(|cell| cell.place == own.place) else { return Vec::new() };
    let front = place.base.fronting(own.edge).front;
    let near = |cell: &&Cell| {
        let (right, forward) = front.local(cell.base.fronting(own.edge).front.at);
        cell.place != own.place
            && forward.abs() <= CONTACT_TOLERANCE
            && right.abs() <= cell.base.width + CONTACT_TOLERANCE
    };
    all.iter().filter(near).copied().collect()
}

/// Whether a file touches the enemy at least at the corners, stands at the side of the file fought within 1 BW of its
/// front, or would come to do so by aligning.
fn reaches(game: Game<'_>, cell: &Cell, enemies: &[BaseRect], fought: Option<&Cell>) -> bool {
    if enemies.iter().any(|enemy| cell.rect.within(enemy, CONTACT_TOLERANCE)) {
        return true;
    }
    let near = game.bw(1).half();
    fought.is_some_and(|fought| cell.rect.within(&fought.rect, near))
}

/// Whether somebody is among the members of a combat.
pub fn is_among(members: &[Foe], fight: &Fight) -> bool {
    members.contains(&fight.red.place.foe) && members.contains(&fight.blue.place.foe)
}
