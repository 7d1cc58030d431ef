//! The composition rules: what makes an army legal.

use super::{
    Army, ArmyPermit, ArmyReadings, BattleGroup, CommanderLevel, CommanderRole, GroupPermit, Territory,
    builtin_list, check_against, price,
};
use crate::formation;
use crate::troops::{Book, Training, TroopType};
use caracole_kernel::Refusal;
use caracole_ledger::{enforces, rule};
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt;

/// Where in an army a problem lies. Numbers count from 1, as in the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// The army as a whole.
    Army,
    /// A commander: number and name.
    Commander(usize, String),
    /// A battle group: number and name.
    BattleGroup(usize, String),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Army => f.write_str("army"),
            Place::Commander(n, name) => write!(f, "commander {n} ({name})"),
            Place::BattleGroup(n, name) => write!(f, "battle group {n} ({name})"),
        }
    }
}

/// A rule that the army breaks, and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Problem {
    /// Where.
    pub place: Place,
    /// Which rule, why, and the remedy.
    pub refusal: Refusal,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.refusal)
    }
}

impl std::error::Error for Problem {}

/// Every rule that the army breaks; empty for a legal army.
#[must_use]
pub fn check(army: &Army, readings: &ArmyReadings) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut at = |place: Place, result: Result<(), Refusal>| {
        if let Err(refusal) = result {
            problems.push(Problem { place, refusal });
        }
    };
    for result in [
        commanders(army),
        has_battle_groups(army),
        allies(army),
        field_fortifications(army),
        fortified_camp(army),
        naval_units(army),
        order_of_march(army),
        territories(army),
    ] {
        at(Place::Army, result);
    }
    for (i, commander) in army.commanders.iter().enumerate() {
        let place = Place::Commander(i + 1, commander.name.clone());
        at(place.clone(), level(army.book, commander.level));
        let contingent_only_of_allies =
            commander.contingent.is_some() == (commander.role == CommanderRole::AllyCommander);
        if !contingent_only_of_allies {
            at(place, Err(ally_and_contingent(army.book)));
        }
    }
    for (i, group) in army.battle_groups.iter().enumerate() {
        for result in battle_group(army.book, group, readings) {
            at(Place::BattleGroup(i + 1, group.name.clone()), result);
        }
    }
    match price(army, readings) {
        Ok(total) => at(Place::Army, within_points(army, total.total())),
        Err(unpriced) => {
            if !problems.contains(&unpriced) {
                problems.push(unpriced);
            }
        }
    }
    if let Some(list) = &army.list {
        match builtin_list(list) {
            Some(list) => problems.extend(check_against(army, &list)),
            None => problems.push(Problem { place: Place::Army, refusal: unknown_list(army.book, list) }),
        }
    }
    problems
}

fn unknown_list(book: Book, list: &str) -> Refusal {
    let known: Vec<&str> = super::BUILT_IN_LISTS.iter().map(|l| l.id).collect();
    let rule = match book {
        Book::Renaissance => rule!("FOGR-POINTS-010"),
        Book::Ancients => rule!("FOGAM-POINTS-006"),
    };
    Refusal::new(
        rule,
        format!("there is no army list \"{}\"", list.chars().take(60).collect::<String>()),
        format!("use one of {}, or leave the list out", known.join(", ")),
    )
}

fn within_points(army: &Army, total: i32) -> Result<(), Refusal> {
    let rule = match army.book {
        Book::Renaissance => rule!("FOGR-POINTS-001"),
        Book::Ancients => rule!("FOGAM-POINTS-001"),
    };
    match army.points {
        Some(agreed) if i64::from(total) > i64::from(agreed) => {
            Err(Refusal::new(rule, "the army costs more than the agreed points", "leave something out")
                .fact("cost", total)
                .fact("agreed", agreed))
        }
        _ => Ok(()),
    }
}

/// One C-in-C and one to three others.
fn commanders(army: &Army) -> Result<(), Refusal> {
    enforces!("FOGR-COMMAND-002", "FOGAM-COMMAND-002");
    let rule = match army.book {
        Book::Renaissance => rule!("FOGR-POINTS-012"),
        Book::Ancients => rule!("FOGAM-POINTS-008"),
    };
    let chiefs = army.commanders.iter().filter(|c| c.role == CommanderRole::CInC).count();
    if chiefs != 1 {
        return Err(Refusal::new(
            rule,
            "an army has exactly one commander-in-chief",
            "give exactly one commander the role c_in_c",
        )
        .fact("commanders-in-chief", chiefs));
    }
    let others = army.commanders.len() - chiefs;
    if !(1..=3).contains(&others) {
        return Err(Refusal::new(
            rule,
            "an army has 1 to 3 sub- or ally commanders besides its C-in-C",
            "add or remove commanders",
        )
        .fact("sub- and ally commanders", others));
    }
    Ok(())
}

fn level(book: Book, level: CommanderLevel) -> Result<(), Refusal> {
    if level.is_in(book) {
        return Ok(());
    }
    let rule = match book {
        Book::Renaissance => rule!("FOGR-COMMAND-003"),
        Book::Ancients => rule!("FOGAM-COMMAND-003"),
    };
    Err(Refusal::new(rule, format!("this book has no {level}"), "use a level of this book"))
}

fn ally_and_contingent(book: Book) -> Refusal {
    let rule = match book {
        Book::Renaissance => rule!("FOGR-COMMAND-009"),
        Book::Ancients => rule!("FOGAM-COMMAND-011"),
    };
    Refusal::new(
        rule,
        "an allied contingent is commanded by an ally commander, and only by one",
        "name the ally commander's contingent; leave it out for other commanders",
    )
}

fn has_battle_groups(army: &Army) -> Result<(), Refusal> {
    if !army.battle_groups.is_empty() {
        return Ok(());
    }
    let rule = match army.book {
        Book::Renaissance => rule!("FOGR-BG-001"),
        Book::Ancients => rule!("FOGAM-BG-001"),
    };
    Err(Refusal::new(rule, "the army has no battle groups", "add [[battle_group]] entries"))
}

/// Ally commanders need the list's leave and a contingent; a contingent needs its own commander.
fn allies(army: &Army) -> Result<(), Refusal> {
    let (rule, own) = match army.book {
        Book::Renaissance => (rule!("FOGR-POINTS-012"), rule!("FOGR-COMMAND-009")),
        Book::Ancients => (rule!("FOGAM-POINTS-008"), rule!("FOGAM-COMMAND-011")),
    };
    let allied: Vec<_> = army.commanders.iter().filter(|c| c.role == CommanderRole::AllyCommander).collect();
    if !allied.is_empty() && !army.may_have(ArmyPermit::Allies) {
        return Err(Refusal::new(
            rule,
            "ally commanders only for contingents that the army list allows",
            "add \"allies\" to permits if the list allows them, or make the commander a sub-commander",
        ));
    }
    for commander in &allied {
        let Some(contingent) = &commander.contingent else { continue };
        if allied.iter().filter(|c| c.contingent.as_ref() == Some(contingent)).count() > 1 {
            return Err(Refusal::new(
                own,
                format!("the contingent {contingent} has more than one commander"),
                "give each contingent one ally commander",
            ));
        }
        if !army.battle_groups.iter().any(|g| g.contingent.as_ref() == Some(contingent)) {
            return Err(Refusal::new(
                own,
                format!(
                    "{} commands the contingent {contingent}, which has no battle groups",
                    commander.name
                ),
                "set `contingent` in the battle groups that belong to it",
            ));
        }
    }
    for group in &army.battle_groups {
        let Some(contingent) = &group.contingent else { continue };
        if !allied.iter().any(|c| c.contingent.as_ref() == Some(contingent)) {
            return Err(Refusal::new(
                own,
                format!("{} belongs to the contingent {contingent}, which has no ally commander", group.name),
                "add an ally commander for it, or put the battle group into the main army",
            ));
        }
    }
    Ok(())
}

/// None, or at least four base widths, where the list allows them.
fn field_fortifications(army: &Army) -> Result<(), Refusal> {
    if army.field_fortifications == 0 {
        return Ok(());
    }
    let (leave, least) = match army.book {
        Book::Renaissance => (rule!("FOGR-SPECIAL-012"), rule!("FOGR-SETUP-027")),
        Book::Ancients => (rule!("FOGAM-SPECIAL-015"), rule!("FOGAM-SPECIAL-015")),
    };
    if !army.may_have(ArmyPermit::FieldFortifications) {
        return Err(Refusal::new(
            leave,
            "field fortifications only where the army list allows them",
            "add \"field_fortifications\" to permits if the list allows them, or leave them out",
        ));
    }
    if army.field_fortifications < 4 {
        return Err(Refusal::new(
            least,
            "an army has no field fortifications or at least 4 base widths of them",
            "take 4 or more, or none",
        )
        .fact("base widths", u32::from(army.field_fortifications)));
    }
    Ok(())
}

fn fortified_camp(army: &Army) -> Result<(), Refusal> {
    let rule = match army.book {
        Book::Renaissance => rule!("FOGR-SCALE-009"),
        Book::Ancients => rule!("FOGAM-SCALE-006"),
    };
    if army.camp.fortified && !army.may_have(ArmyPermit::FortifiedCamp) {
        return Err(Refusal::new(
            rule,
            "a camp may be fortified only where the army list allows it",
            "add \"fortified_camp\" to permits if the list allows it, or leave it unfortified",
        ));
    }
    Ok(())
}

fn naval_units(army: &Army) -> Result<(), Refusal> {
    if army.naval_units == 0 || army.book == Book::Ancients {
        return Ok(());
    }
    if !army.may_have(ArmyPermit::NavalUnits) {
        return Err(Refusal::new(
            rule!("FOGR-SPECIAL-007"),
            "naval units only for armies whose list has them",
            "add \"naval_units\" to permits if the list has them, or set naval_units to 0",
        ));
    }
    Ok(())
}

/// Every battle group exactly once.
fn order_of_march(army: &Army) -> Result<(), Refusal> {
    if army.order_of_march.is_empty() {
        return Ok(());
    }
    let rule = match army.book {
        Book::Renaissance => rule!("FOGR-SETUP-002"),
        Book::Ancients => rule!("FOGAM-SETUP-002"),
    };
    let mut sorted: Vec<usize> = army.order_of_march.iter().map(|n| usize::from(*n)).collect();
    sorted.sort_unstable();
    if sorted.iter().copied().eq(1..=army.battle_groups.len()) {
        return Ok(());
    }
    Err(Refusal::new(
        rule,
        "the order of march does not name every battle group exactly once",
        "list the numbers 1 to the number of battle groups in the order of deployment, or leave it out",
    )
    .fact("battle groups", army.battle_groups.len()))
}

/// Territory types of the book's own terrain table, each once.
fn territories(army: &Army) -> Result<(), Refusal> {
    let (list, table) = match army.book {
        Book::Renaissance => (rule!("FOGR-POINTS-010"), rule!("FOGR-SETUP-008")),
        Book::Ancients => (rule!("FOGAM-POINTS-006"), rule!("FOGAM-SETUP-008")),
    };
    if let Some(foreign) = army.territories.iter().find(|t| !t.is_in(army.book)) {
        let known: Vec<&str> =
            Territory::ALL.iter().filter(|t| t.is_in(army.book)).map(|t| t.word()).collect();
        return Err(Refusal::new(
            table,
            format!("{foreign} is not a territory type of this book"),
            format!("use some of {}", known.join(", ")),
        ));
    }
    let mut named = army.territories.clone();
    named.sort_unstable();
    named.dedup();
    if named.len() < army.territories.len() {
        return Err(Refusal::new(list, "a territory type is named twice", "name each once"));
    }
    Ok(())
}

fn battle_group(book: Book, group: &BattleGroup, readings: &ArmyReadings) -> Vec<Result<(), Refusal>> {
    let mut results: Vec<Result<(), Refusal>> =
        group.bases.iter().map(|b| group.profile(b).check(book)).collect();
    results.push(empty_parts(book, group));
    match book {
        Book::Renaissance => results.extend([
            size_renaissance(group),
            armour_renaissance(group),
            mixture(book, group),
            designations(group),
            defences(book, group),
            regimental_guns(group),
            dismounting(book, group),
        ]),
        Book::Ancients => results.extend([
            size_ancients(group, readings),
            armour_ancients(group),
            mixture(book, group),
            only_renaissance(group),
            defences(book, group),
            dismounting(book, group),
        ]),
    }
    results
}

fn empty_parts(book: Book, group: &BattleGroup) -> Result<(), Refusal> {
    let rule = match book {
        Book::Renaissance => rule!("FOGR-BG-001"),
        Book::Ancients => rule!("FOGAM-BG-001"),
    };
    if group.bases.iter().any(|b| b.count == 0) {
        return Err(Refusal::new(rule, "an entry of `bases` has count 0", "give a count of at least 1"));
    }
    Ok(())
}

fn size_renaissance(group: &BattleGroup) -> Result<(), Refusal> {
    enforces!("FOGR-BG-005");
    let size = group.size();
    let elephants = group.bases.iter().any(|b| b.troop_type == TroopType::Elephants);
    if elephants && size != 2 {
        return Err(Refusal::new(
            rule!("FOGR-POINTS-017"),
            "a battle group of elephants has 2 bases",
            "use 2 bases",
        )
        .fact("bases", size));
    }
    if !(2..=16).contains(&size) {
        return Err(Refusal::new(
            rule!("FOGR-BG-001"),
            "a battle group has 2 to 16 bases",
            "change its size",
        )
        .fact("bases", size));
    }
    let allowed = match size {
        3 => group.is(GroupPermit::ThreeBases),
        7 => group.is(GroupPermit::SwedishBrigade),
        9 => group.is(GroupPermit::NineBases),
        _ => size.is_multiple_of(2),
    };
    if allowed {
        return Ok(());
    }
    let remedy = match size {
        3 => "use an even number, or add \"three_bases\" to list_says if the list states 3 expressly",
        7 => "use an even number; 7 is for Swedish brigades only",
        9 => "use an even number, or add \"nine_bases\" to list_says if the list states 9 expressly",
        _ => "use an even number",
    };
    Err(Refusal::new(rule!("FOGR-POINTS-013"), "the number of bases must be even", remedy)
        .fact("bases", size))
}

fn size_ancients(group: &BattleGroup, readings: &ArmyReadings) -> Result<(), Refusal> {
    enforces!("FOGAM-BG-006");
    let size = group.size();
    let all = |test: fn(TroopType) -> bool| group.bases.iter().all(|b| test(b.troop_type));
    if group.bases.iter().any(|b| b.troop_type.is_artillery()) && size != 2 {
        return Err(Refusal::new(
            rule!("FOGAM-POINTS-011"),
            "a battle group of artillery has 2 bases",
            "use 2 bases",
        )
        .fact("bases", size));
    }
    if !(2..=12).contains(&size) {
        return Err(Refusal::new(
            rule!("FOGAM-BG-001"),
            "a battle group has 2 to 12 bases",
            "change its size",
        )
        .fact("bases", size));
    }
    let (allowed, rule, remedy) = match size {
        3 => (
            group.is(GroupPermit::ThreeBases)
                && (all(|t| t == TroopType::Elephants)
                    || all(|t| t == TroopType::HeavyChariots)
                    || all(|t| t == TroopType::ScythedChariots)
                    || all(|t| t == TroopType::Knights)),
            rule!("FOGAM-BG-009"),
            "use an even number; 3 is for elephants, heavy or scythed chariots and knights whose list says so \
             (add \"three_bases\" to list_says)",
        ),
        9 => {
            let undrilled_foot = readings.nine_undrilled_foot
                && group.training == Some(Training::Undrilled)
                && all(|t| t == TroopType::HeavyFoot || t.is_medium_foot());
            let within = group.is(GroupPermit::NineBases);
            let rule = if two_thirds(group) { rule!("FOGAM-BG-007") } else { rule!("FOGAM-BG-008") };
            (
                within && (two_thirds(group) || undrilled_foot),
                rule,
                "use an even number; 9 is for undrilled medium or heavy foot, and for groups of two thirds one \
                 type and one third another, where 9 is within the list's range (add \"nine_bases\" to \
                 list_says)",
            )
        }
        _ => (size.is_multiple_of(2), rule!("FOGAM-POINTS-009"), "use an even number"),
    };
    if allowed {
        return Ok(());
    }
    Err(Refusal::new(rule, "the number of bases must be even", remedy).fact("bases", size))
}

/// Two thirds one type and one third another.
fn two_thirds(group: &BattleGroup) -> bool {
    match group.bases.as_slice() {
        [a, b] => a.count == 2 * b.count || b.count == 2 * a.count,
        _ => false,
    }
}

/// Bases of the same type and capabilities have the same armour.
fn armour_renaissance(group: &BattleGroup) -> Result<(), Refusal> {
    enforces!("FOGR-BG-004");
    let differ = group.bases.iter().enumerate().any(|(i, a)| {
        group.bases[..i]
            .iter()
            .any(|b| a.troop_type == b.troop_type && a.capabilities == b.capabilities && a.armour != b.armour)
    });
    if differ {
        return Err(Refusal::new(
            rule!("FOGR-POINTS-016"),
            "bases of the same type and capabilities in a battle group have the same armour",
            "give them one armour class, or make two battle groups",
        ));
    }
    Ok(())
}

fn armour_ancients(group: &BattleGroup) -> Result<(), Refusal> {
    enforces!("FOGAM-BG-005");
    let first = group.bases.first().map(|b| b.armour);
    let differ = group.bases.iter().any(|b| Some(b.armour) != first);
    if differ && !group.is(GroupPermit::MixedArmour) {
        return Err(Refusal::new(
            rule!("FOGAM-POINTS-010"),
            "all bases of a battle group have the same armour",
            "give them one armour class, or add \"mixed_armour\" to list_says if the list says so",
        ));
    }
    Ok(())
}

/// Troops of one line only, unless the list shows a mixed formation.
fn mixture(book: Book, group: &BattleGroup) -> Result<(), Refusal> {
    let says_mixed =
        [GroupPermit::Mixed, GroupPermit::EarlyTercio, GroupPermit::LaterTercio, GroupPermit::SwedishBrigade];
    if group.bases.len() < 2 || says_mixed.iter().any(|p| group.is(*p)) {
        return Ok(());
    }
    let rule = match book {
        Book::Renaissance => rule!("FOGR-POINTS-014"),
        Book::Ancients => rule!("FOGAM-POINTS-010"),
    };
    Err(Refusal::new(
        rule,
        "a battle group has troops of one line of its list only, unless the list shows a mixed formation",
        "add \"mixed\" to list_says if the list does, or make separate battle groups",
    ))
}

/// Statuses that only an army list gives, and the bases they need.
fn designations(group: &BattleGroup) -> Result<(), Refusal> {
    if group.is(GroupPermit::Interpenetrates) {
        return Err(Refusal::new(
            rule!("FOGR-MOVE-078"),
            "no list of this book grants further interpenetrations",
            "leave \"interpenetrates\" out of list_says",
        ));
    }
    let statuses = [
        GroupPermit::EarlyTercio,
        GroupPermit::LaterTercio,
        GroupPermit::SwedishBrigade,
        GroupPermit::CommandedShot,
    ];
    if statuses.iter().filter(|s| group.is(**s)).count() > 1 {
        return Err(Refusal::new(
            rule!("FOGR-BG-011"),
            "a battle group is at most one of early tercio, later tercio, Swedish brigade and commanded shot",
            "keep one of them in list_says",
        ));
    }
    let bases = group.profiles();
    if group.is(GroupPermit::EarlyTercio) {
        formation::early_tercio_at_start(&bases)?;
    }
    if group.is(GroupPermit::LaterTercio) {
        formation::later_tercio_at_start(&bases)?;
    }
    if group.is(GroupPermit::SwedishBrigade) {
        formation::swedish_brigade_at_start(&bases)?;
    }
    if group.is(GroupPermit::CommandedShot) && !bases.iter().all(|b| b.is_shot()) {
        return Err(Refusal::new(
            rule!("FOGR-GLOSSARY-011"),
            "commanded shot are battle groups of shot",
            "use only foot with arquebus, musket, musket* or salvo, or take \"commanded_shot\" away",
        ));
    }
    Ok(())
}

/// Portable defences are for foot whose list allows them.
fn defences(book: Book, group: &BattleGroup) -> Result<(), Refusal> {
    if !group.portable_defences {
        return Ok(());
    }
    let rule = match book {
        Book::Renaissance => rule!("FOGR-SPECIAL-025"),
        Book::Ancients => rule!("FOGAM-SPECIAL-023"),
    };
    if !group.is(GroupPermit::PortableDefences) {
        return Err(Refusal::new(
            rule,
            "portable defences only where the army list allows them",
            "add \"portable_defences\" to list_says if the list allows them, or leave them out",
        ));
    }
    if book == Book::Renaissance && !group.bases.iter().all(|b| b.troop_type.is_foot()) {
        return Err(Refusal::new(rule, "portable defences are carried by foot", "leave them out"));
    }
    Ok(())
}

fn regimental_guns(group: &BattleGroup) -> Result<(), Refusal> {
    if group.regimental_guns && !group.is(GroupPermit::RegimentalGuns) {
        return Err(Refusal::new(
            rule!("FOGR-POINTS-010"),
            "regimental guns only where the army list gives them",
            "add \"regimental_guns\" to list_says if the list gives them, or leave them out",
        ));
    }
    Ok(())
}

/// Only mounted troops dismount, each base into one of foot.
fn dismounting(book: Book, group: &BattleGroup) -> Result<(), Refusal> {
    if group.dismounted.is_empty() {
        return Ok(());
    }
    let mounted = group.bases.iter().all(|b| b.troop_type.is_mounted(book));
    let on_foot = group.dismounted.iter().all(|b| b.troop_type.is_foot());
    let counts = |bases: &[super::BaseCount]| bases.iter().map(|b| b.count).collect::<Vec<_>>();
    if !mounted || !on_foot || counts(&group.bases) != counts(&group.dismounted) {
        return Err(Refusal::new(
            match book {
                Book::Renaissance => rule!("FOGR-SETUP-072"),
                Book::Ancients => rule!("FOGAM-SETUP-041"),
            },
            "only mounted troops dismount, each base as one base of foot",
            "give `dismounted` the same counts as `bases`, with troop types of foot, or leave it out",
        ));
    }
    group.dismounted.iter().try_for_each(|b| group.profile(b).check(book))
}

/// Fogam has none of the fogr formations and no regimental guns.
fn only_renaissance(group: &BattleGroup) -> Result<(), Refusal> {
    let foreign = [
        GroupPermit::EarlyTercio,
        GroupPermit::LaterTercio,
        GroupPermit::SwedishBrigade,
        GroupPermit::CommandedShot,
        GroupPermit::RegimentalGuns,
    ];
    if group.regimental_guns || foreign.iter().any(|p| group.is(*p)) {
        return Err(Refusal::new(
            rule!("FOGAM-BG-013"),
            "this book has no tercios, Swedish brigades, commanded shot or regimental guns",
            "leave them out",
        ));
    }
    Ok(())
}
