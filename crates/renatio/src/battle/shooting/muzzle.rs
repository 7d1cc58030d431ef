//! The parts of a unit that shoot: its files, and what shoots to other sides.

use crate::battle::world::{BaseKind, Game, UgId};
use crate::troops::{Arm, Shape};
use caracole_ledger::enforces;
use caracole_plane::{Base, Edge, Hand};
use caracole_tabletop::{BaseId, BaseState, Facing};
use smallvec::SmallVec;

/// A part of a unit that shoots once: a file, half a long edge of a battlewagon, or a side of a horn of a Tercio.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Muzzle {
    /// Its number: files from the left, then what shoots to other sides.
    pub number: u8,
    /// To which side of its unit it shoots.
    pub side: Facing,
    /// A base whose front edge is where range and sight begin.
    pub front: Base,
    /// The bases that stand there, the foremost first.
    pub bases: SmallVec<[BaseId; 4]>,
}

type State = (BaseId, BaseState<BaseKind>);

/// Everything of a unit that may shoot in some direction.
pub fn muzzles(game: Game<'_>, ug: UgId) -> Vec<Muzzle> {
    let ids = game.world.base_ids_of(ug);
    let all: Vec<State> = ids.iter().copied().zip(game.world.bases_of(ug)).collect();
    let profile = &game.world[ug].profile;
    let found = match (profile.arm, profile.shape) {
        _ if game.world[ug].square => of_square(&all),
        (Arm::Battlewagon, _) => of_wagons(&all),
        (_, Shape::Tercio) => of_tercio(&all),
        _ => of_files(&all, Facing::Front),
    };
    (0u8..).zip(found).map(|(number, (side, front, bases))| Muzzle { number, side, front, bases }).collect()
}

type Found = (Facing, Base, SmallVec<[BaseId; 4]>);

fn files(all: &[State]) -> Vec<Vec<State>> {
    let mut numbers: Vec<u8> = all.iter().map(|(_, state)| state.at.file).collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
        .into_iter()
        .map(|file| {
            let mut of_file: Vec<State> =
                all.iter().filter(|(_, state)| state.at.file == file).cloned().collect();
            of_file.sort_by_key(|(_, state)| state.at.rank);
            of_file
        })
        .collect()
}

/// Every file, to the front or to the rear.
fn of_files(all: &[State], side: Facing) -> Vec<Found> {
    let found = files(all).into_iter().filter_map(|mut file| {
        if side == Facing::Rear {
            file.reverse();
        }
        let first = file.first()?.1.base;
        let front = if side == Facing::Rear { first.fronting(Edge::Rear) } else { first };
        Some((side, front, file.iter().map(|(id, _)| *id).collect()))
    });
    found.collect()
}

/// Each half of each long edge of a battlewagon.
fn of_wagons(all: &[State]) -> Vec<Found> {
    enforces!("RETG-GLOS-014");
    let mut found = Vec::new();
    for (id, state) in all {
        for (side, edge) in [(Facing::Left, Edge::Left), (Facing::Right, Edge::Right)] {
            let long = state.base.fronting(edge);
            for hand in [Hand::Left, Hand::Right] {
                found.push((side, long.half(hand), [*id].into_iter().collect()));
            }
        }
    }
    found
}

/// Every side of a square, one rank deep.
fn of_square(all: &[State]) -> Vec<Found> {
    enforces!("RETG-GLOS-075");
    let mut found = of_tercio(all);
    for (_, _, bases) in &mut found {
        bases.truncate(1);
    }
    found
}

/// Files of a Tercio to the front and to the rear, and its horns to both sides: two bases of a horn make 1 BW.
fn of_tercio(all: &[State]) -> Vec<Found> {
    enforces!("RETG-GLOS-091");
    let mut found = of_files(all, Facing::Front);
    found.extend(of_files(all, Facing::Rear));
    let columns = files(all);
    let ends = [(columns.first(), Facing::Left, Edge::Left), (columns.last(), Facing::Right, Edge::Right)];
    for (column, side, edge) in ends {
        for pair in column.into_iter().flat_map(|column| column.windows(2)) {
            let [(front_id, front), (rear_id, rear)] = pair else { continue };
            if rear.at.rank != front.at.rank + 1 || front.at.rank % 2 != 0 {
                continue;
            }
            // Both bases side by side, seen from outside: an edge 1 BW long.
            let whole = Base::new(front.base.front, front.base.width, front.base.depth + rear.base.depth);
            found.push((side, whole.fronting(edge), [*front_id, *rear_id].into_iter().collect()));
        }
    }
    found
}
