//! What an army costs, with a line for every cost.

use super::{
    Army, ArmyReadings, BaseCount, BattleGroup, CommanderLevel, CommanderRole, GroupPermit, Place, Problem,
    ReadingUsed, points_ancients, points_renaissance,
};
use crate::troops::{Book, Quality};
use caracole_kernel::{Effect, Refusal, Tally};
use caracole_ledger::{enforces, rule};
use schemars::JsonSchema;
use serde::Serialize;

/// What one kind of base costs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct BasePrice {
    /// How many bases of this kind the battle group has.
    pub count: u8,
    /// What they are.
    pub base: String,
    /// The cost of one.
    pub tally: Tally,
}

/// What a battle group costs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct GroupPrice {
    /// Its name.
    pub name: String,
    /// Its cost, kind of base by kind of base.
    pub tally: Tally,
    /// The cost of one base of each kind.
    pub bases: Vec<BasePrice>,
}

/// What an army costs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Price {
    /// Every item.
    pub tally: Tally,
    /// The battle groups.
    pub battle_groups: Vec<GroupPrice>,
    /// Readings of unclear rules that the price rests on.
    pub readings: Vec<ReadingUsed>,
}

impl Price {
    /// The points.
    #[must_use]
    pub fn total(&self) -> i32 {
        self.tally.total()
    }
}

/// Elite, superior, average, poor; none where the table has a dash.
pub(super) type Row = [Option<u8>; 4];

pub(super) fn by_quality(row: Row, quality: Quality) -> Option<i32> {
    let [elite, superior, average, poor] = row;
    match quality {
        Quality::Elite => elite,
        Quality::Superior => superior,
        Quality::Average => average,
        Quality::Poor => poor,
    }
    .map(i32::from)
}

/// The price of one base of the battle group.
pub fn price_base(
    book: Book,
    group: &BattleGroup,
    bases: &BaseCount,
    readings: &ArmyReadings,
    used: &mut Vec<ReadingUsed>,
) -> Result<Tally, Refusal> {
    group.profile(bases).check(book)?;
    match book {
        Book::Renaissance => points_renaissance::base(group, bases, readings, used),
        Book::Ancients => points_ancients::base(group, bases),
    }
}

/// The price of a battle group.
pub fn price_group(
    book: Book,
    group: &BattleGroup,
    readings: &ArmyReadings,
    used: &mut Vec<ReadingUsed>,
) -> Result<GroupPrice, Refusal> {
    let group_rule = match book {
        Book::Renaissance => rule!("FOGR-POINTS-002"),
        Book::Ancients => rule!("FOGAM-POINTS-005"),
    };
    let mut tally = Tally::new("points of the battle group");
    let mut prices = Vec::new();
    for bases in &group.bases {
        let one = price_base(book, group, bases, readings, used)?;
        let all = i32::from(bases.count) * one.total();
        tally.add(group_rule, format!("{} x {} at {}", bases.count, bases.troop_type, one.total()), all);
        prices.push(BasePrice { count: bases.count, base: describe(bases), tally: one });
    }
    if book == Book::Renaissance {
        points_renaissance::markers(group, &mut tally)?;
    }
    let widths = i32::try_from(group.defended_base_widths()).unwrap_or(i32::MAX);
    let defences = match book {
        Book::Renaissance => rule!("FOGR-POINTS-008"),
        Book::Ancients => rule!("FOGAM-POINTS-004"),
    };
    tally.add(defences, format!("portable defences, {widths} base widths at 3"), widths.saturating_mul(3));
    Ok(GroupPrice { name: group.name.clone(), tally, bases: prices })
}

/// The kind of base in a few words.
pub(super) fn describe(bases: &BaseCount) -> String {
    let armour = bases.armour.map(|a| format!("{a} ")).unwrap_or_default();
    // The capability of guns has the name of their type.
    let named = bases.capabilities.to_string() == bases.troop_type.to_string();
    let with = match bases.capabilities.is_empty() || named {
        true => String::new(),
        false => format!(": {}", bases.capabilities),
    };
    format!("{armour}{}{with}", bases.troop_type)
}

fn commander_points(book: Book, level: CommanderLevel) -> Option<i32> {
    match (book, level) {
        (Book::Renaissance, CommanderLevel::Great) | (Book::Ancients, CommanderLevel::Inspired) => Some(80),
        (Book::Renaissance, CommanderLevel::Field) => Some(50),
        (Book::Renaissance, CommanderLevel::Troop) => Some(35),
        (Book::Ancients, CommanderLevel::Field) => Some(40),
        (Book::Ancients, CommanderLevel::Troop) => Some(30),
        (Book::Renaissance, CommanderLevel::Inspired) | (Book::Ancients, CommanderLevel::Great) => None,
    }
}

fn price_commanders(army: &Army, tally: &mut Tally) -> Result<(), Problem> {
    let rule = match army.book {
        Book::Renaissance => rule!("FOGR-POINTS-003"),
        Book::Ancients => rule!("FOGAM-POINTS-004"),
    };
    for (i, commander) in army.commanders.iter().enumerate() {
        let Some(points) = commander_points(army.book, commander.level) else {
            let known: Vec<&str> =
                CommanderLevel::ALL.iter().filter(|l| l.is_in(army.book)).map(|l| l.word()).collect();
            let refusal = Refusal::new(
                rule,
                format!("this book has no {}", commander.level),
                format!("use one of {}", known.join(", ")),
            );
            return Err(Problem { place: Place::Commander(i + 1, commander.name.clone()), refusal });
        };
        tally.add(rule, format!("{}, {}", commander.name, commander.level), points);
        if commander.role == CommanderRole::AllyCommander {
            tally.add(rule, format!("{}, ally commander", commander.name), -10);
        }
    }
    Ok(())
}

/// Prices an army, or says which base has no price. Nothing else is checked.
pub fn price(army: &Army, readings: &ArmyReadings) -> Result<Price, Problem> {
    let (camp, works, group_rule) = match army.book {
        Book::Renaissance => (rule!("FOGR-POINTS-006"), rule!("FOGR-POINTS-007"), rule!("FOGR-POINTS-002")),
        Book::Ancients => (rule!("FOGAM-POINTS-004"), rule!("FOGAM-POINTS-004"), rule!("FOGAM-POINTS-005")),
    };
    enforces!("FOGR-SETUP-025");
    let mut tally = Tally::new("points of the army");
    let mut used = Vec::new();
    price_commanders(army, &mut tally)?;
    let mut battle_groups = Vec::new();
    for (i, group) in army.battle_groups.iter().enumerate() {
        let priced = price_group(army.book, group, readings, &mut used)
            .map_err(|refusal| Problem { place: Place::BattleGroup(i + 1, group.name.clone()), refusal })?;
        // A line for every battle group, even for one that costs nothing.
        tally.push(group_rule, group.name.clone(), Effect::Add(priced.tally.total()));
        battle_groups.push(priced);
    }
    if army.camp.fortified {
        tally.add(camp, "fortified camp", 24);
    }
    let widths = i32::from(army.field_fortifications);
    tally.add(works, format!("field fortifications, {widths} base widths at 3"), widths * 3);
    if army.naval_units > 0 {
        if army.book == Book::Ancients {
            return Err(Problem {
                place: Place::Army,
                refusal: Refusal::new(
                    rule!("FOGAM-POINTS-004"),
                    "this book has no naval units",
                    "set naval_units to 0",
                ),
            });
        }
        tally.add(
            rule!("FOGR-POINTS-006"),
            format!("{} naval units at 30", army.naval_units),
            i32::from(army.naval_units) * 30,
        );
    }
    used.sort();
    used.dedup();
    Ok(Price { tally, battle_groups, readings: used })
}

/// The cost of a battle group's Swedish brigade formation, per battle group.
pub(super) fn swedish_brigade(group: &BattleGroup) -> i32 {
    if group.is(GroupPermit::SwedishBrigade) { 4 } else { 0 }
}
