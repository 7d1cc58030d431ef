//! Army lists: what an army of a people and time may contain.

use super::{Army, BattleGroup, CommanderLevel, CommanderRole, GroupPermit, Place, Problem, Territory};
use crate::troops::{Armour, Book, Capabilities, Quality, Training, TroopType};
use caracole_kernel::Refusal;
use caracole_ledger::{enforces, rule};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::{fmt, str::FromStr};

/// Permitted sizes of a battle group, written `4`, `4-6` or `2,3,4`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sizes {
    /// From the first to the second.
    Range(u8, u8),
    /// These and no others.
    Stated(Vec<u8>),
}

impl Sizes {
    /// Whether a battle group may have this many bases. A range admits even numbers; in fogam also 9 and 3 where the
    /// composition rules do.
    #[must_use]
    pub fn admits(&self, book: Book, size: usize) -> bool {
        match self {
            Sizes::Stated(sizes) => sizes.iter().any(|s| usize::from(*s) == size),
            Sizes::Range(least, most) => {
                let within = (usize::from(*least)..=usize::from(*most)).contains(&size);
                within && (size.is_multiple_of(2) || book == Book::Ancients)
            }
        }
    }
}

impl fmt::Display for Sizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sizes::Range(least, most) => write!(f, "{least}-{most}"),
            Sizes::Stated(sizes) => {
                f.write_str(&sizes.iter().map(u8::to_string).collect::<Vec<_>>().join(","))
            }
        }
    }
}

impl FromStr for Sizes {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("\"{text}\" is not a size of battle groups; write 4, 4-6 or 2,3,4");
        let number = |t: &str| t.trim().parse::<u8>().map_err(|_| wrong());
        match text.split_once('-') {
            Some((least, most)) => {
                let (least, most) = (number(least)?, number(most)?);
                if least > most {
                    return Err(wrong());
                }
                Ok(Sizes::Range(least, most))
            }
            None => text.split(',').take(32).map(number).collect::<Result<_, _>>().map(Sizes::Stated),
        }
    }
}

impl Serialize for Sizes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Sizes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

impl JsonSchema for Sizes {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Sizes".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "pattern": "^[0-9]+(-[0-9]+|(,[0-9]+)*)$" })
    }
}

/// Commanders that the list allows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CommanderLine {
    /// Their role.
    pub role: CommanderRole,
    /// The levels to choose from.
    pub levels: Vec<CommanderLevel>,
    /// The least number.
    pub least: u8,
    /// The greatest number.
    pub most: u8,
}

/// One kind of base of an option.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ListPart {
    /// Parts of the battle group: 4 and 2 mean two thirds and one third. 1 where there is only one kind.
    #[serde(default = "one")]
    pub share: u8,
    /// The troop types to choose from.
    #[serde(rename = "type")]
    pub troop_type: Vec<TroopType>,
    /// Armour.
    #[serde(default)]
    pub armour: Option<Armour>,
    /// Capabilities.
    #[serde(default)]
    pub capabilities: Capabilities,
}

fn one() -> u8 {
    1
}

/// A choice within a troop line: one row of the printed list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ListOption {
    /// When it may be used, in words; none for any date.
    #[serde(default)]
    pub date: Option<String>,
    /// The qualities to choose from.
    pub quality: Vec<Quality>,
    /// The trainings to choose from (fogam).
    #[serde(default)]
    pub training: Vec<Training>,
    /// Permitted sizes.
    pub sizes: Sizes,
    /// Fewest and most bases of this option in the army.
    #[serde(default)]
    pub bases: Option<(u16, u16)>,
    /// What else the entry says.
    #[serde(default)]
    pub says: Vec<GroupPermit>,
    /// The kinds of base.
    pub parts: Vec<ListPart>,
}

/// A troop line: options that share a total.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TroopLine {
    /// Its name.
    pub name: String,
    /// Fewest and most bases in the army.
    pub bases: (u16, u16),
    /// The choices.
    #[serde(rename = "option")]
    pub options: Vec<ListOption>,
}

/// An army list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ArmyList {
    /// The book.
    pub book: Book,
    /// Its name.
    pub name: String,
    /// Whether this is the whole list or only its opening.
    pub complete: bool,
    /// Its territory types.
    pub territories: Vec<Territory>,
    /// Its commanders.
    #[serde(rename = "commander")]
    pub commanders: Vec<CommanderLine>,
    /// Its troops.
    pub troops: Vec<TroopLine>,
}

impl ListOption {
    /// Whether the battle group is one that this option describes, size apart.
    #[must_use]
    pub fn describes(&self, group: &BattleGroup) -> bool {
        let training = match group.training {
            Some(training) => self.training.contains(&training),
            None => self.training.is_empty(),
        };
        self.quality.contains(&group.quality)
            && training
            && self.parts.len() == group.bases.len()
            && self.parts.iter().all(|part| self.has_part(part, group))
    }

    fn has_part(&self, part: &ListPart, group: &BattleGroup) -> bool {
        let shares: usize = self.parts.iter().map(|p| usize::from(p.share)).sum();
        group.bases.iter().any(|b| {
            part.troop_type.contains(&b.troop_type)
                && part.armour == b.armour
                && part.capabilities == b.capabilities
                && usize::from(b.count) * shares == usize::from(part.share) * group.size()
        })
    }
}

/// Every way in which the army departs from the list.
#[must_use]
pub fn check_against(army: &Army, list: &ArmyList) -> Vec<Problem> {
    enforces!("FOGR-POINTS-010", "FOGAM-POINTS-006", "FOGR-POINTS-011", "FOGAM-POINTS-007");
    let mut problems = Vec::new();
    if army.book != list.book {
        problems.push(Problem { place: Place::Army, refusal: wrong_book(list) });
        return problems;
    }
    let mut bases: Vec<Vec<usize>> = list.troops.iter().map(|l| vec![0; l.options.len()]).collect();
    for (i, group) in army.battle_groups.iter().enumerate() {
        match place_in(group, list) {
            Ok((line, option)) => {
                if let Some(count) = bases.get_mut(line).and_then(|o| o.get_mut(option)) {
                    *count += group.size();
                }
            }
            Err(refusal) => {
                problems.push(Problem { place: Place::BattleGroup(i + 1, group.name.clone()), refusal });
            }
        }
    }
    let in_army = |refusal| Problem { place: Place::Army, refusal };
    problems.extend(totals(list, &bases).into_iter().map(in_army));
    problems.extend(commander_numbers(army, list).into_iter().map(in_army));
    problems
}

fn line_rule(book: Book) -> caracole_ledger::RuleId {
    match book {
        Book::Renaissance => rule!("FOGR-POINTS-014"),
        Book::Ancients => rule!("FOGAM-POINTS-010"),
    }
}

fn size_rule(book: Book) -> caracole_ledger::RuleId {
    match book {
        Book::Renaissance => rule!("FOGR-POINTS-013"),
        Book::Ancients => rule!("FOGAM-POINTS-009"),
    }
}

fn wrong_book(list: &ArmyList) -> Refusal {
    Refusal::new(
        line_rule(list.book),
        format!("the list {} is of another book", list.name),
        "check the army against a list of its own book",
    )
}

/// The troop line and option that a battle group belongs to.
fn place_in(group: &BattleGroup, list: &ArmyList) -> Result<(usize, usize), Refusal> {
    let mut wrong_size = None;
    for (l, line) in list.troops.iter().enumerate() {
        for (o, option) in line.options.iter().enumerate() {
            if !option.describes(group) {
                continue;
            }
            if option.sizes.admits(list.book, group.size()) {
                return Ok((l, o));
            }
            wrong_size.get_or_insert((line, option));
        }
    }
    Err(match wrong_size {
        Some((line, option)) => Refusal::new(
            size_rule(list.book),
            format!("battle groups of {} have {} bases", line.name, option.sizes),
            "change the number of bases",
        )
        .fact("bases", group.size()),
        None if list.complete => Refusal::new(
            line_rule(list.book),
            format!("no line of the list {} describes this battle group", list.name),
            "take type, armour, quality, training, capabilities and proportions from one line of the list",
        ),
        None => Refusal::new(
            line_rule(list.book),
            format!(
                "no line of the list {} describes this battle group; only its opening is known",
                list.name
            ),
            "take the battle group from one of the known lines, or leave `list` out of the army",
        ),
    })
}

fn totals(list: &ArmyList, bases: &[Vec<usize>]) -> Vec<Refusal> {
    let mut refusals = Vec::new();
    let rule = size_rule(list.book);
    let mut within = |name: &str, count: usize, (least, most): (u16, u16)| {
        if !(usize::from(least)..=usize::from(most)).contains(&count) {
            refusals.push(
                Refusal::new(
                    rule,
                    format!("the list allows {least} to {most} bases of {name}"),
                    "add or remove battle groups of them",
                )
                .fact("bases", count),
            );
        }
    };
    for (line, counts) in list.troops.iter().zip(bases) {
        within(&line.name, counts.iter().sum(), line.bases);
        for (option, count) in line.options.iter().zip(counts) {
            if let Some(limits) = option.bases {
                let quality: Vec<&str> = option.quality.iter().map(|q| q.word()).collect();
                within(&format!("{} ({})", line.name, quality.join(" or ")), *count, limits);
            }
        }
    }
    refusals
}

fn commander_numbers(army: &Army, list: &ArmyList) -> Vec<Refusal> {
    let rule = match list.book {
        Book::Renaissance => rule!("FOGR-POINTS-012"),
        Book::Ancients => rule!("FOGAM-POINTS-008"),
    };
    let mut refusals = Vec::new();
    for line in &list.commanders {
        let of_line = |c: &&super::Commander| c.role == line.role && line.levels.contains(&c.level);
        let count = army.commanders.iter().filter(of_line).count();
        if !(usize::from(line.least)..=usize::from(line.most)).contains(&count) {
            let levels: Vec<&str> = line.levels.iter().map(|l| l.word()).collect();
            refusals.push(
                Refusal::new(
                    rule,
                    format!(
                        "the list allows {} to {} of {} ({})",
                        line.least,
                        line.most,
                        line.role,
                        levels.join(", ")
                    ),
                    "change the commanders",
                )
                .fact("commanders", count),
            );
        }
    }
    for commander in &army.commanders {
        let listed =
            list.commanders.iter().any(|l| l.role == commander.role && l.levels.contains(&commander.level));
        if !listed {
            refusals.push(Refusal::new(
                rule,
                format!("the list has no {} who is a {}", commander.role, commander.level),
                "choose a commander from the list",
            ));
        }
    }
    refusals
}
