//! Armies by chance: legal ones, made of the troops of the armies of the program.

use super::{Army, BUILT_IN, Camp, Commander, Role, Unit, builtin, check, price};
use crate::charts::{CampKind, CampQuality, Charts, Territory};
use crate::troops::{CommandType, Grade};
use caracole_document::Word;

/// Draws after which the army is left as it is.
const DRAWS: usize = 200;
/// The most units of an army.
const MOST: usize = 16;
/// Names of Commanders.
const NAMES: [&str; 4] = ["The Commander", "The right wing", "The left wing", "The reserve"];

/// One of these.
fn one_of<T: Copy>(all: &[T], below: &mut dyn FnMut(usize) -> usize) -> Option<T> {
    all.get(below(all.len().max(1))).copied()
}

/// A legal army by chance, as large as a standard army allows; `below` draws a number below another.
pub fn random(charts: &Charts, below: &mut dyn FnMut(usize) -> usize) -> Army {
    let limit = i32::from(charts.army_builder.standard_army);
    let kind = one_of(CommandType::ALL, below).unwrap_or(CommandType::Instinctive);
    let commander = |n: usize, grade: Grade| Commander {
        name: NAMES[n % NAMES.len()].to_owned(),
        role: if n == 0 { Role::Army } else { Role::Sub },
        grade,
        command_type: kind,
    };
    let grades = [Grade::Mediocre, Grade::Competent];
    let subs = 1 + below(2);
    let mut commanders =
        vec![commander(0, one_of(&[Grade::Competent, Grade::Talented], below).unwrap_or(Grade::Competent))];
    for n in 1..=subs {
        commanders.push(commander(n, one_of(&grades, below).unwrap_or(Grade::Mediocre)));
    }
    let mut army = Army {
        system: "retg".to_owned(),
        name: "An army by chance".to_owned(),
        date: None,
        territories: Territory::ALL.iter().copied().take(1 + below(2)).collect(),
        camp: Camp { kind: CampKind::Standard, quality: CampQuality::Poor },
        commanders,
        units: Vec::new(),
    };
    // Troops of two armies that met.
    let pair = 2 * below(BUILT_IN.len() / 2);
    let both = BUILT_IN.iter().skip(pair).take(2).filter_map(|file| builtin(file.id));
    let pool: Vec<Unit> = both
        .flat_map(|army| army.units)
        .filter(|unit| !unit.ally)
        .map(|unit| Unit { count: 1, ..unit })
        .collect();
    for _ in 0..DRAWS {
        let Some(unit) = pool.get(below(pool.len().max(1))) else { break };
        let mut more = army.clone();
        match more.units.iter_mut().find(|known| known.name == unit.name) {
            Some(known) => known.count = known.count.saturating_add(1),
            None => more.units.push(unit.clone()),
        }
        let fits = price(charts, &more).total() <= limit && more.each_unit().count() <= MOST;
        if fits && check(charts, &more, limit).len() <= check(charts, &army, limit).len() {
            army = more;
        }
    }
    army
}
