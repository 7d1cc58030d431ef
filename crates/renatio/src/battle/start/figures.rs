//! Units in files and ranks.

use super::{Bw, CommanderPost, Lineup, UnitPost};
use crate::army::{Army, Role};
use crate::battle::world::{BaseKind, Figures};
use crate::charts::Charts;
use crate::formation::{Cell, layout};
use crate::troops::{Arm, Profile};
use caracole_kernel::Side;
use caracole_tabletop::Grid;

/// The files and ranks of a unit so wide. Bases that are lost leave the rearmost rank first.
pub fn grid_of(profile: &Profile, bases: u8, lost: u8, wide: u8) -> Grid<BaseKind> {
    let kind = |figures| BaseKind { arm: profile.arm, figures };
    let mut grid = match layout(profile.shape) {
        Some(rows) => {
            let cells = rows
                .iter()
                .enumerate()
                .flat_map(|(rank, row)| row.iter().enumerate().map(move |(file, cell)| (file, rank, *cell)));
            let place = |(file, rank, cell): (usize, usize, Cell)| {
                let figures = match cell {
                    Cell::Pike => Figures::Pike,
                    Cell::Shot => Figures::Shot,
                    Cell::Empty => return None,
                };
                Some((u8::try_from(file).ok()?, u8::try_from(rank).ok()?, kind(figures)))
            };
            Grid::of(cells.filter_map(place))
        }
        None => Grid::block(&vec![kind(Figures::Plain); usize::from(bases)], usize::from(wide)),
    };
    for _ in 0..lost {
        let rearmost = grid.placed().map(|p| p.at).max_by_key(|at| (at.rank, at.file));
        let Some(at) = rearmost else { break };
        grid = grid.without(at);
    }
    grid
}

/// The bases of a unit without a set formation in a block so wide, from the left.
pub fn block(bases: &[BaseKind], wide: u8) -> Grid<BaseKind> {
    Grid::block(bases, usize::from(wide))
}

/// The width in which a unit of the example stands.
fn width(charts: &Charts, profile: &Profile, bases: u8) -> u8 {
    let formation = charts.formations.of(profile.shape);
    match profile.arm {
        _ if formation.deep > 0 => formation.wide,
        Arm::Foot if bases > 4 => 3,
        _ => formation.wide.min(bases),
    }
}

/// An army in two lines, for random battles and tests: those that do not fit into the first stand behind it.
pub(super) fn lineup(army: &Army, side: Side) -> Option<Lineup> {
    let charts = Charts::standard().ok()?;
    let facing = if side == Side::Red { 0 } else { 180 };
    let place = |ally: bool| -> Vec<u8> {
        let all = (0u8..).zip(&army.commanders).filter(|(_, c)| (c.role == Role::Ally) == ally);
        all.map(|(n, _)| n).collect()
    };
    let (leaders, allies) = (place(false), place(true));
    let mut units = Vec::new();
    let (mut right, mut line) = (400, 0);
    for (n, unit) in army.each_unit().enumerate() {
        let wide = width(&charts, &unit.troops.profile, unit.troops.bases);
        let front = i32::from(wide) * 100;
        if right + front > 5_600 {
            (right, line) = (400, line + 1);
        }
        // The front lines stand 12 BW apart on a table 40 BW deep.
        let depth = 1_400 - line * 500;
        let at = match side {
            Side::Red => [Bw(right + front / 2), Bw(depth)],
            Side::Blue => [Bw(6_000 - right - front / 2), Bw(4_000 - depth)],
        };
        right += front + 100;
        let own = if unit.ally { &allies } else { &leaders };
        let command = own.get(n % own.len().max(1)).copied()?;
        let (form, lost, wound, dismounted) = (None, 0, false, false);
        units.push(UnitPost { at, facing, wide, form, command, lost, wound, dismounted });
    }
    let commanders = (0..army.commanders.len()).map(|n| {
        let unit = u8::try_from(n).unwrap_or(0);
        CommanderPost::With { unit, file: 0, ahead: false }
    });
    Some(Lineup { units, commanders: commanders.collect(), ..Lineup::default() })
}
