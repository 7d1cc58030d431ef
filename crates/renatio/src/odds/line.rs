//! The exact odds of one combat: up to four files that fight one after another.
//!
//! Files fight in the order of the line, but a file next to a live Shatter or Shove fights first (RETG-COMBAT-025). A
//! unit that breaks stops fighting at once (RETG-COMBAT-058).

use super::{DicePool, Shown, SideOdds};
use crate::charts::{Charts, CombatKind, GeneralClaim};
use crate::claims::by_difference;
use crate::dice::{Breaking, CombatDice, Harm, breaks};
use crate::effects::{Abilities, Effects, effects};
use caracole_odds::{Distribution, Natural};
use smallvec::SmallVec;

/// The most files of a line.
pub const MOST_FILES: usize = 4;
/// The most units of one side.
pub const MOST_UNITS: usize = 4;

/// A unit that fights in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitState {
    /// Bases at the start of the battle.
    pub bases: u8,
    /// What it has lost.
    pub harm: Harm,
    /// By which rule it breaks.
    pub breaking: Breaking,
}

/// One pair of files that fight each other. Everything two-sided has our side first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineFile {
    /// The units, as places in the lists of the line.
    pub units: [u8; 2],
    /// Our claims less theirs, without neighbours.
    pub difference: i32,
    /// What each side could claim.
    pub abilities: [Abilities; 2],
    /// Whether each side throws dice; a base that fights elsewhere only adds up its claims.
    pub throws: [bool; 2],
    /// Dice of supporting files that fight nowhere themselves.
    pub support: [SmallVec<[CombatDice; 2]>; 2],
    /// Whether each side's file here and its next file are neighbours.
    pub joined_to_next: [bool; 2],
}

impl LineFile {
    /// Two files of the first units of both sides without anything special.
    pub fn plain(difference: i32) -> LineFile {
        LineFile {
            units: [0, 0],
            difference,
            abilities: [Abilities::default(); 2],
            throws: [true; 2],
            support: [SmallVec::new(), SmallVec::new()],
            joined_to_next: [true; 2],
        }
    }
}

/// A combat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Charge or melee.
    pub kind: CombatKind,
    /// Units of both sides.
    pub units: [SmallVec<[UnitState; 2]>; 2],
    /// The files, in the order of the line.
    pub files: SmallVec<[LineFile; 3]>,
    /// Whether the dice of supporting files can Shove.
    pub supporters_shove: bool,
}

/// Losses of every unit, our side first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State {
    /// What each unit has lost.
    pub harm: [[Harm; MOST_UNITS]; 2],
}

/// Where a combat stands: losses, files that fought, and what neighbours gave.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Course {
    fought: u8,
    /// By side and file: Shatters in the low half, Shoves in the high one.
    bonus: [[u8; MOST_FILES]; 2],
    state: State,
}

/// What a combat may bring.
#[derive(Clone, Debug)]
pub struct LineOdds {
    /// Losses of every unit when the combat is over.
    pub losses: Distribution<State>,
}

impl LineOdds {
    /// Whether a unit is broken by such losses.
    pub fn is_broken(charts: &Charts, line: &Line, state: &State, side: usize, unit: usize) -> bool {
        let place = line.units.get(side).and_then(|units| units.get(unit));
        let harm = state.harm.get(side).and_then(|harm| harm.get(unit));
        place
            .zip(harm)
            .is_some_and(|(unit, harm)| breaks(&charts.break_points, unit.breaking, unit.bases, *harm))
    }
}

/// The exact odds of a combat; `None` if it has more files or units than are worked out, or none at all.
pub fn line_odds(charts: &Charts, line: &Line) -> Option<LineOdds> {
    let in_bounds = |file: &LineFile| {
        (0..2).all(|side| {
            usize::from(file.units[side]) < line.units[side].len() && file.support[side].len() <= 2
        })
    };
    let counts = line.units.iter().all(|units| (1..=MOST_UNITS).contains(&units.len()));
    if !counts || !(1..=MOST_FILES).contains(&line.files.len()) || !line.files.iter().all(in_bounds) {
        return None;
    }
    let mut courses: Vec<(Course, u128)> = vec![(start(line), 1)];
    for _ in 0..line.files.len() {
        courses = merged(step(charts, line, &courses)?);
    }
    let pairs = courses.into_iter().map(|(course, weight)| (course.state, Natural::from(weight)));
    Some(LineOdds { losses: Distribution::weighted(pairs)? })
}

fn start(line: &Line) -> Course {
    let mut course = Course::default();
    for (side, units) in line.units.iter().enumerate() {
        for (slot, unit) in course.state.harm[side].iter_mut().zip(units) {
            *slot = unit.harm;
        }
    }
    course
}

/// What the dice of one file may show at one difference of claims.
struct Fight {
    file: usize,
    difference: i32,
    effects_count: bool,
    odds: [SideOdds; 2],
}

/// The fights that were worked out in this step, each once.
#[derive(Default)]
struct Fights {
    known: SmallVec<[Fight; 4]>,
}

impl Fights {
    /// The place of a fight among those known.
    fn place(&mut self, charts: &Charts, line: &Line, course: &Course, file: usize) -> usize {
        let difference = difference(charts, line, course, file);
        let effects_count = has_neighbour(line, course, file);
        let same = |fight: &Fight| {
            (fight.file, fight.difference, fight.effects_count) == (file, difference, effects_count)
        };
        self.known.iter().position(same).unwrap_or_else(|| {
            let odds = side_odds(charts, line, file, difference, effects_count);
            self.known.push(Fight { file, difference, effects_count, odds });
            self.known.len() - 1
        })
    }
}

/// Lets one more file fight in every course. All weights are scaled alike; `None` if they outgrow the machine.
fn step(charts: &Charts, line: &Line, courses: &[(Course, u128)]) -> Option<Vec<(u128, u128)>> {
    let mut fights = Fights::default();
    let mut scale: u64 = 1;
    let places: Vec<Option<usize>> = courses
        .iter()
        .map(|(course, _)| {
            let file = next_file(charts, line, course)?;
            Some(fights.place(charts, line, course, file))
        })
        .collect();
    for fight in &fights.known {
        scale = scale.max(fight.odds[0].total * fight.odds[1].total);
    }
    let mut next = Vec::with_capacity(courses.len() * 16);
    for ((course, weight), place) in courses.iter().zip(places) {
        let weight = weight.checked_mul(u128::from(scale))?;
        let Some(fight) = place.and_then(|at| fights.known.get(at)) else {
            next.push((course.packed(), weight));
            continue;
        };
        let [ours, theirs] = &fight.odds;
        // Totals are powers of six, so the greatest is a multiple of each.
        let share = weight / u128::from(ours.total * theirs.total);
        for (shown, a) in &ours.shown {
            for (answer, b) in &theirs.shown {
                let after = fought(line, course, fight.file, [*shown, *answer]);
                next.push((after.packed(), share * u128::from(a * b)));
            }
        }
    }
    Some(next)
}

/// Whether an effect of this file would still help somebody.
fn has_neighbour(line: &Line, course: &Course, file: usize) -> bool {
    let waits = |at: usize| course.fought & (1 << at) == 0;
    (0..2).any(|side| neighbours(line, side, file).any(waits))
}

/// The files next to a file, on one side of the fight.
fn neighbours(line: &Line, side: usize, file: usize) -> impl Iterator<Item = usize> {
    let before = file.checked_sub(1).filter(|at| line.files[*at].joined_to_next[side]);
    let after = Some(file + 1).filter(|at| *at < line.files.len() && line.files[file].joined_to_next[side]);
    before.into_iter().chain(after)
}

/// The file that fights next; `None` when all have fought or stopped.
fn next_file(charts: &Charts, line: &Line, course: &Course) -> Option<usize> {
    let broken =
        |side: usize, unit: u8| LineOdds::is_broken(charts, line, &course.state, side, usize::from(unit));
    let can_fight = |file: &usize| {
        let units = line.files[*file].units;
        course.fought & (1 << file) == 0 && !broken(0, units[0]) && !broken(1, units[1])
    };
    let able = || (0..line.files.len()).filter(can_fight);
    let next_to_effect = |file: &usize| course.bonus[0][*file] != 0 || course.bonus[1][*file] != 0;
    able().find(next_to_effect).or_else(|| able().next())
}

/// Our claims less theirs, with what neighbours gave.
fn difference(charts: &Charts, line: &Line, course: &Course, file: usize) -> i32 {
    let of = |claim| i32::from(charts.general_claims.of(claim).value.of(line.kind));
    let given = |side: usize| {
        let bonus = course.bonus[side][file];
        i32::from(bonus & 15) * of(GeneralClaim::NeighbourOfShatter)
            + i32::from(bonus >> 4) * of(GeneralClaim::NeighbourOfShove)
    };
    line.files[file].difference + given(0) - given(1)
}

fn side_odds(
    charts: &Charts,
    line: &Line,
    file: usize,
    difference: i32,
    effects_count: bool,
) -> [SideOdds; 2] {
    let at = &line.files[file];
    let dice = by_difference(charts, i64::from(difference)).dice;
    std::array::from_fn(|side| {
        let mut pool = DicePool::default();
        if at.throws[side] {
            pool = DicePool::of(dice[side].colours());
        }
        let mut support = DicePool::default();
        if line.kind == CombatKind::Melee {
            for rung in &at.support[side] {
                support = rung.colours().iter().fold(support, |pool, colour| pool.with(*colour));
            }
        }
        let uses = effects_count && at.abilities[side].uses_specials();
        if line.supporters_shove || support == DicePool::default() {
            let all = support.iter().fold(pool, DicePool::with);
            return SideOdds::of(&charts.death_dice, all, uses, uses);
        }
        both(
            &SideOdds::of(&charts.death_dice, pool, uses, uses),
            &SideOdds::of(&charts.death_dice, support, false, false),
        )
    })
}

/// Two throws of one side together.
fn both(a: &SideOdds, b: &SideOdds) -> SideOdds {
    let mut shown: SmallVec<[(Shown, u64); 16]> = SmallVec::new();
    for (x, v) in &a.shown {
        for (y, w) in &b.shown {
            let sum = Shown {
                half_bases: x.half_bases + y.half_bases,
                skull: x.skull || y.skull,
                special: x.special || y.special,
            };
            match shown.iter_mut().find(|(known, _)| *known == sum) {
                Some((_, weight)) => *weight += v * w,
                None => shown.push((sum, v * w)),
            }
        }
    }
    SideOdds { shown, total: a.total * b.total }
}

/// The course after a fight: both sides' dice take effect together.
fn fought(line: &Line, before: &Course, file: usize, shown: [Shown; 2]) -> Course {
    let at = &line.files[file];
    let mut after = *before;
    after.fought |= 1 << file;
    for side in 0..2 {
        let harm = &mut after.state.harm[side][usize::from(at.units[side])];
        *harm = harm.and(shown[1 - side].half_bases);
    }
    // What was given to this file is used up.
    after.bonus[0][file] = 0;
    after.bonus[1][file] = 0;
    let brought = effects(at.abilities, shown.map(Shown::counted));
    for (side, effect) in brought.into_iter().enumerate() {
        give(line, &mut after, side, file, effect);
    }
    after
}

/// Gives the neighbours that have not fought what an effect gives them.
fn give(line: &Line, course: &mut Course, side: usize, file: usize, effect: Effects) {
    let gift = u8::from(effect.shatter) + (u8::from(effect.shove) << 4);
    if gift == 0 {
        return;
    }
    for neighbour in neighbours(line, side, file) {
        if course.fought & (1 << neighbour) == 0 {
            course.bonus[side][neighbour] += gift;
        }
    }
}

impl Course {
    /// As one number, so that equal courses are found quickly: files that fought, gifts (two bits each), losses.
    fn packed(&self) -> u128 {
        let mut packed = u128::from(self.fought);
        for gift in self.bonus.iter().flatten() {
            packed = (packed << 4) | u128::from((gift & 3) | (gift >> 2 & 12));
        }
        for harm in self.state.harm.iter().flatten() {
            packed = (packed << 8) | u128::from(harm.half_bases);
        }
        packed
    }

    /// The course of such a number.
    fn unpacked(mut packed: u128) -> Course {
        let mut take = |bits: u32| {
            let low = (packed & ((1 << bits) - 1)) as u8;
            packed >>= bits;
            low
        };
        let mut course = Course::default();
        for harm in course.state.harm.iter_mut().flatten().rev() {
            harm.half_bases = take(8);
        }
        for gift in course.bonus.iter_mut().flatten().rev() {
            let low = take(4);
            *gift = (low & 3) | ((low & 12) << 2);
        }
        course.fought = take(8);
        course
    }
}

/// Adds up the weights of equal courses.
fn merged(mut packed: Vec<(u128, u128)>) -> Vec<(Course, u128)> {
    packed.sort_unstable_by_key(|(course, _)| *course);
    packed.dedup_by(|later, earlier| {
        let same = later.0 == earlier.0;
        if same {
            earlier.1 += later.1;
        }
        same
    });
    packed.into_iter().map(|(course, weight)| (Course::unpacked(course), weight)).collect()
}
