//! Files that fight each other, one phase or several: claims, dice, and what becomes of every unit.

use super::file::{FileSide, UnitWords};
use super::{AskError, chance, charts};
use crate::charts::{Charts, CombatKind};
use crate::claims::{Claims, FileFacts, claims, fight_dice, supporting_dice};
use crate::dice::{CombatDice, Harm, breaks};
use crate::effects::Abilities;
use crate::odds::{Line, LineFile, MOST_FILES, MOST_UNITS, Outcome, State, Until, duel, line_odds};
use crate::readings::{Reading, Readings};
use crate::troops::Troops;
use caracole_document::words;
use caracole_kernel::{BySide, Side};
use caracole_odds::{Distribution, Fraction};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// The most phases of a question.
const MOST_PHASES: usize = 6;

words! {
    /// The phase of a fight.
    Phase {
        /// The Charge Phase.
        Charge = "charge",
        /// The Fighting Phase.
        Melee = "melee",
    }
}

impl Phase {
    const fn kind(self) -> CombatKind {
        match self {
            Phase::Charge => CombatKind::Charge,
            Phase::Melee => CombatKind::Melee,
        }
    }
}

/// Two files that fight each other, those of the line from the left of red.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Pair {
    /// Red's file.
    pub red: FileSide,
    /// Blue's file.
    pub blue: FileSide,
    /// Red's units of which a file beside this one supports it, in melee.
    #[serde(default)]
    pub red_supports: Vec<FileSide>,
    /// Blue's.
    #[serde(default)]
    pub blue_supports: Vec<FileSide>,
    /// Files of different units here and next are neighbours.
    #[serde(default)]
    pub joined: bool,
}

/// A further phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Round {
    /// Which.
    pub phase: Phase,
}

/// A fight.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FightFile {
    /// The system.
    #[serde(default)]
    pub system: Option<String>,
    /// A title.
    #[serde(default)]
    pub title: Option<String>,
    /// The first phase.
    pub phase: Phase,
    /// The units.
    #[serde(rename = "unit")]
    pub units: Vec<UnitWords>,
    /// Their files.
    #[serde(rename = "file")]
    pub files: Vec<Pair>,
    /// Further phases in which the same files fight on.
    #[serde(default, rename = "round")]
    pub rounds: Vec<Round>,
    /// Other readings of unclear rules.
    #[serde(default)]
    pub options: Readings,
}

/// Two files as they fight in the first phase.
#[derive(Clone, Debug)]
pub struct FileOdds {
    /// Their units.
    pub units: BySide<String>,
    /// What each claims.
    pub claims: BySide<Claims>,
    /// Dice of the files.
    pub dice: BySide<CombatDice>,
    /// Dice of supporting files.
    pub support: BySide<Vec<CombatDice>>,
}

/// What may become of a unit.
#[derive(Clone, Debug)]
pub struct UnitOdds {
    /// Its name.
    pub name: String,
    /// Whose.
    pub side: Side,
    /// What may happen to it, with the chance of each; chances of nothing are left out.
    pub chances: Vec<(String, Fraction)>,
}

/// A fight worked out.
#[derive(Clone, Debug)]
pub struct FightOdds {
    /// The title, if it has one.
    pub title: Option<String>,
    /// The first phase.
    pub phase: Phase,
    /// How many phases.
    pub phases: usize,
    /// Who fights whom.
    pub files: Vec<FileOdds>,
    /// What becomes of everybody.
    pub units: Vec<UnitOdds>,
    /// Fought to the end, if there is one unit on each side: red breaks blue, blue breaks red, both break.
    pub to_the_end: Option<[Fraction; 3]>,
}

/// What stays the same in all phases.
struct Setup<'f> {
    charts: Charts,
    file: &'f FightFile,
    /// The units of red and of blue.
    units: [Vec<&'f UnitWords>; 2],
}

/// Works out a fight.
pub fn fight(file: &FightFile) -> Result<FightOdds, AskError> {
    let setup = Setup::of(file)?;
    let mut phases = vec![file.phase];
    phases.extend(file.rounds.iter().map(|round| round.phase));
    if phases.len() > MOST_PHASES {
        return Err(AskError::new("there are too many phases", format!("ask for {MOST_PHASES} at most")));
    }
    let files = setup.pairs(file.phase, true)?;
    let mut states = Distribution::always(setup.start());
    for (n, phase) in phases.iter().enumerate() {
        let pairs = setup.pairs(*phase, n == 0)?;
        states = states.try_and_then(|state| setup.after(*phase, n == 0, &pairs, state))?;
    }
    let mut units = Vec::new();
    for (side, own) in Side::BOTH.into_iter().zip(&setup.units) {
        for (n, unit) in own.iter().enumerate() {
            let chances = setup.chances(&states, usize::from(side == Side::Blue), n);
            units.push(UnitOdds { name: unit.name.clone(), side, chances });
        }
    }
    Ok(FightOdds {
        title: file.title.clone(),
        phase: file.phase,
        phases: phases.len(),
        to_the_end: setup.to_the_end(&files)?,
        files,
        units,
    })
}

impl<'f> Setup<'f> {
    fn of(file: &'f FightFile) -> Result<Setup<'f>, AskError> {
        let of = |side: Side| file.units.iter().filter(move |unit| unit.side == side).collect::<Vec<_>>();
        let units = [of(Side::Red), of(Side::Blue)];
        if units.iter().any(|own| !(1..=MOST_UNITS).contains(&own.len())) {
            let remedy = format!("name one to {MOST_UNITS} units of each side");
            return Err(AskError::new("a fight has units of both sides", remedy).at("unit"));
        }
        if !(1..=MOST_FILES).contains(&file.files.len()) {
            let remedy = format!("name one to {MOST_FILES} pairs of files");
            return Err(AskError::new("a fight has files that meet", remedy).at("file"));
        }
        Ok(Setup { charts: charts()?, file, units })
    }

    fn start(&self) -> State {
        let mut state = State::default();
        for (side, own) in self.units.iter().enumerate() {
            for (slot, unit) in state.harm[side].iter_mut().zip(own) {
                *slot = unit.state().harm;
            }
        }
        state
    }

    /// A unit of a side by its name, with its place in the list.
    fn unit(&self, side: Side, name: &str) -> Result<(u8, &'f Troops), AskError> {
        let own = &self.units[usize::from(side == Side::Blue)];
        let found =
            own.iter().position(|unit| unit.name == name).and_then(|n| Some((u8::try_from(n).ok()?, n)));
        let (place, n) = found.ok_or_else(|| {
            let known: Vec<&str> = own.iter().map(|unit| unit.name.as_str()).collect();
            let short: String = name.chars().take(40).collect();
            AskError::new(
                format!("{side} has no unit \"{short}\""),
                format!("its units are {}", known.join(", ")),
            )
            .at("file")
        })?;
        Ok((place, &own[n].troops))
    }

    fn facts(&self, side: Side, said: &FileSide, first: bool) -> Result<FileFacts<'f>, AskError> {
        let (_, troops) = self.unit(side, &said.unit)?;
        let mut facts = said.facts(&self.charts, &troops.profile)?;
        if !first {
            (facts.charged, facts.flank_charge, facts.stood_and_shot) = (false, false, false);
        }
        Ok(facts)
    }

    /// The files of a phase with their claims and dice.
    fn pairs(&self, phase: Phase, first: bool) -> Result<Vec<FileOdds>, AskError> {
        self.file.files.iter().map(|pair| self.pair(phase, first, pair)).collect()
    }

    fn pair(&self, phase: Phase, first: bool, pair: &Pair) -> Result<FileOdds, AskError> {
        let both = self.both(first, pair)?;
        let kind = phase.kind();
        let claim = |us: &FileFacts<'_>, them: &FileFacts<'_>| {
            claims(&self.charts, self.file.options, kind, us, them)
        };
        let claims = BySide::new_with(|side| claim(&both[side], &both[side.other()]));
        let [red, blue] = fight_dice(&self.charts, &claims.red, &claims.blue).dice;
        let mut support = BySide::<Vec<CombatDice>>::default();
        if phase == Phase::Melee {
            for (side, said) in [(Side::Red, &pair.red_supports), (Side::Blue, &pair.blue_supports)] {
                for supporter in said.iter().take(2) {
                    let facts = self.facts(side, supporter, first)?;
                    let own = claim(&facts, &both[side.other()]);
                    support[side].push(supporting_dice(&self.charts, &own, &claims[side.other()]));
                }
            }
        }
        let units = BySide { red: pair.red.unit.clone(), blue: pair.blue.unit.clone() };
        Ok(FileOdds { units, claims, dice: BySide { red, blue }, support })
    }

    fn both(&self, first: bool, pair: &Pair) -> Result<BySide<FileFacts<'f>>, AskError> {
        Ok(BySide {
            red: self.facts(Side::Red, &pair.red, first)?,
            blue: self.facts(Side::Blue, &pair.blue, first)?,
        })
    }

    /// What a phase does to everybody who is not broken.
    fn after(
        &self,
        phase: Phase,
        first: bool,
        pairs: &[FileOdds],
        state: &State,
    ) -> Result<Distribution<State>, AskError> {
        let kind = phase.kind();
        let mut files: SmallVec<[LineFile; 3]> = SmallVec::new();
        for (n, (pair, odds)) in self.file.files.iter().zip(pairs).enumerate() {
            let (red, _) = self.unit(Side::Red, &pair.red.unit)?;
            let (blue, _) = self.unit(Side::Blue, &pair.blue.unit)?;
            if self.is_broken(state, 0, red) || self.is_broken(state, 1, blue) {
                continue;
            }
            let both = self.both(first, pair)?;
            let can = |side: Side| {
                Abilities::of(&self.charts, self.file.options, kind, &both[side], &both[side.other()])
            };
            let next = self.file.files.get(n + 1);
            let joined = |own: &str, other: Option<&str>| other.is_some_and(|o| o == own || pair.joined);
            files.push(LineFile {
                units: [red, blue],
                difference: difference(odds),
                abilities: [can(Side::Red), can(Side::Blue)],
                throws: [true; 2],
                support: [
                    odds.support.red.iter().copied().collect(),
                    odds.support.blue.iter().copied().collect(),
                ],
                joined_to_next: [
                    joined(&pair.red.unit, next.map(|next| next.red.unit.as_str())),
                    joined(&pair.blue.unit, next.map(|next| next.blue.unit.as_str())),
                ],
            });
        }
        if files.is_empty() {
            return Ok(Distribution::always(*state));
        }
        let states = |side: usize| {
            let own = self.units[side].iter().zip(state.harm[side]);
            own.map(|(unit, harm)| crate::odds::UnitState { harm, ..unit.state() }).collect()
        };
        let supporters_shove = !self.file.options.has(Reading::SupportersDoNotShove);
        let line = Line { kind, units: [states(0), states(1)], files, supporters_shove };
        line_odds(&self.charts, &line)
            .map(|odds| odds.losses)
            .ok_or_else(|| AskError::new("the fight is too large to be worked out", "leave files out"))
    }

    fn is_broken(&self, state: &State, side: usize, unit: u8) -> bool {
        let unit = usize::from(unit);
        self.units[side].get(unit).is_some_and(|words| {
            let known = words.state();
            breaks(&self.charts.break_points, known.breaking, known.bases, state.harm[side][unit])
        })
    }

    fn chances(&self, states: &Distribution<State>, side: usize, unit: usize) -> Vec<(String, Fraction)> {
        let before = self.units[side][unit].state().harm;
        let place = u8::try_from(unit).unwrap_or(u8::MAX);
        let lost = |state: &State| state.harm[side][unit].half_bases.saturating_sub(before.half_bases);
        let mut found =
            vec![("breaks".to_owned(), states.probability_that(|state| self.is_broken(state, side, place)))];
        let most = states.outcomes().iter().map(lost).max().unwrap_or(0);
        let mut by_lost: BTreeMap<u8, Fraction> = BTreeMap::new();
        for half_bases in 0..=most {
            let p = states.probability_that(|state| lost(state) == half_bases);
            by_lost.insert(half_bases, p);
        }
        found.extend(by_lost.into_iter().map(|(half_bases, p)| (told(half_bases), p)));
        found.retain(|(_, p)| *p != Fraction::ZERO);
        found
    }

    /// Fought to the end by one unit on each side.
    fn to_the_end(&self, files: &[FileOdds]) -> Result<Option<[Fraction; 3]>, AskError> {
        let ([ours], [theirs]) = (self.units[0].as_slice(), self.units[1].as_slice()) else {
            return Ok(None);
        };
        let mean = |files: &[FileOdds]| {
            let sum: i32 = files.iter().map(difference).sum();
            let count = i32::try_from(files.len()).unwrap_or(1).max(1);
            (sum % count == 0).then(|| sum / count)
        };
        let later = self.pairs(Phase::Melee, false)?;
        let (Some(first), Some(after)) = (mean(files), mean(&later)) else { return Ok(None) };
        let charge = self.file.phase == Phase::Charge;
        let until = Until {
            charge_fights: if charge { u8::try_from(files.len()).unwrap_or(u8::MAX) } else { 0 },
            charge_difference: first,
            difference: after,
        };
        let ends = duel(&self.charts, ours.state(), theirs.state(), until);
        Ok(ends
            .map(|ends| [Outcome::Won, Outcome::Lost, Outcome::BothBroken].map(|end| ends.probability(&end))))
    }
}

fn difference(odds: &FileOdds) -> i32 {
    let sum = |side: Side| i32::try_from(odds.claims[side].total()).unwrap_or(i32::MAX);
    sum(Side::Red) - sum(Side::Blue)
}

/// Losses in words.
fn told(half_bases: u8) -> String {
    let Harm { half_bases } = Harm { half_bases };
    let wound = if half_bases % 2 == 1 { "a wound" } else { "" };
    match (half_bases / 2, wound) {
        (0, "") => "loses nothing".to_owned(),
        (0, _) => "takes a wound".to_owned(),
        (1, "") => "loses a base".to_owned(),
        (1, _) => "loses a base and takes a wound".to_owned(),
        (n, "") => format!("loses {n} bases"),
        (n, _) => format!("loses {n} bases and takes a wound"),
    }
}

fn colours(dice: CombatDice) -> Vec<crate::cards::Colour> {
    dice.colours().to_vec()
}

/// A fight in JSON.
pub fn fight_value(odds: &FightOdds) -> Value {
    let file = |file: &FileOdds| {
        let of = |side: Side| {
            json!({
                "unit": file.units[side],
                "claims": file.claims[side].tally(),
                "dice": colours(file.dice[side]),
                "support": file.support[side].iter().map(|dice| colours(*dice)).collect::<Vec<_>>(),
            })
        };
        json!({ "red": of(Side::Red), "blue": of(Side::Blue) })
    };
    let unit = |unit: &UnitOdds| {
        let of = |(what, p): &(String, Fraction)| json!({ "result": what, "probability": p, "decimal": p.to_f64() });
        json!({
            "unit": unit.name,
            "side": unit.side,
            "chances": unit.chances.iter().map(of).collect::<Vec<_>>(),
        })
    };
    let mut whole = json!({
        "phase": odds.phase,
        "phases": odds.phases,
        "files": odds.files.iter().map(file).collect::<Vec<_>>(),
        "units": odds.units.iter().map(unit).collect::<Vec<_>>(),
    });
    if let (Some([red, blue, both]), Some(fields)) = (&odds.to_the_end, whole.as_object_mut()) {
        let ends = json!({ "red_breaks_blue": chance(red), "blue_breaks_red": chance(blue), "both_break": chance(both) });
        fields.insert("to_the_end".to_owned(), ends);
    }
    whole
}
