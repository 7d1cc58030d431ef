//! The file format of `odds combat`: a fight, or several phases of one.

use super::{
    Arithmetic, BadSituation, Clashes, CommanderSpec, ContactSpec, Directions, Engaged, Fight, GroupSpec,
    LineSpec, MOST_ROUNDS, NavalSpec, Readings, Roster, ShotSpec, contacts_that_last,
};
use crate::troops::{Armour, Book, CombatPhase, Disorder, Training};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A fight written down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FightFile {
    /// The book: `fogr` or `fogam`.
    pub system: Book,
    /// What it is about, for the heading.
    #[serde(default)]
    pub title: Option<String>,
    /// The first phase.
    pub phase: CombatPhase,
    /// The battle groups.
    pub group: Vec<GroupSpec>,
    /// Contacts file by file.
    #[serde(default)]
    pub contact: Vec<ContactSpec>,
    /// Contacts in lines.
    #[serde(default)]
    pub line: Vec<LineSpec>,
    /// Shooting.
    #[serde(default)]
    pub shot: Vec<ShotSpec>,
    /// Naval gunfire (fogr).
    #[serde(default)]
    pub naval: Vec<NavalSpec>,
    /// Readings that differ from the default, by name.
    #[serde(default)]
    pub options: BTreeMap<String, bool>,
    /// Further phases, in order.
    #[serde(default)]
    pub round: Vec<RoundSpec>,
}

/// A further phase. Without contacts or shooting of its own, a melee goes on with the contacts of the phase before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RoundSpec {
    /// Which phase.
    pub phase: CombatPhase,
    /// Contacts file by file.
    #[serde(default)]
    pub contact: Vec<ContactSpec>,
    /// Contacts in lines.
    #[serde(default)]
    pub line: Vec<LineSpec>,
    /// Shooting.
    #[serde(default)]
    pub shot: Vec<ShotSpec>,
    /// Naval gunfire (fogr).
    #[serde(default)]
    pub naval: Vec<NavalSpec>,
    /// What manoeuvre has changed since the phase before; it lasts.
    #[serde(default)]
    pub change: Vec<ChangeSpec>,
}

/// What manoeuvre has changed for a battle group. What is not named stays as it was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChangeSpec {
    /// The battle group.
    pub group: String,
    /// Supported.
    #[serde(default)]
    pub supported: Option<bool>,
    /// Threatened flank.
    #[serde(default)]
    pub threatened_flank: Option<bool>,
    /// Directions in which it fights.
    #[serde(default)]
    pub directions: Option<Directions>,
    /// In close combat with enemy not in this file.
    #[serde(default)]
    pub engaged: Option<Engaged>,
    /// The commander who can affect it now.
    #[serde(default)]
    pub commander: Option<CommanderSpec>,
    /// Its commander has left.
    #[serde(default)]
    pub commander_left: bool,
    /// Disorder of all its bases.
    #[serde(default)]
    pub disorder: Option<Disorder>,
}

/// A fight file, built: names, the fight of every phase, and the readings.
#[derive(Clone, Debug)]
pub struct BuiltFight {
    /// Names of the battle groups.
    pub names: Vec<String>,
    /// The phases, each as if nothing had happened before it.
    pub fights: Vec<Fight>,
    /// The readings in force.
    pub readings: Readings,
}

impl FightFile {
    /// Builds and checks every phase by the rules of book `B`.
    pub fn build<B: Arithmetic>(&self) -> Result<BuiltFight, BadFight> {
        if self.round.len() >= MOST_ROUNDS {
            return Err(BadFight::Situation(BadSituation {
                place: "round".to_owned(),
                problem: format!("there are {} phases", self.round.len() + 1),
                remedy: format!("give at most {MOST_ROUNDS}"),
            }));
        }
        let readings = Readings::named(B::READINGS, &self.options)?;
        let mut roster = Roster::build(&self.group, B::BOOK)?;
        let clashes = Clashes {
            contact: self.contact.clone(),
            line: self.line.clone(),
            shot: self.shot.clone(),
            naval: self.naval.clone(),
        };
        let mut fights = vec![roster.fight(self.phase, &clashes)?];
        for (i, round) in self.round.iter().enumerate() {
            round
                .change
                .iter()
                .try_for_each(|change| apply(change, &mut roster, &format!("round {}.change", i + 1)))?;
            let RoundSpec { phase, contact, line, shot, naval, .. } = round.clone();
            let silent = contact.is_empty() && line.is_empty() && shot.is_empty() && naval.is_empty();
            let mut fight = roster.fight(phase, &Clashes { contact, line, shot, naval })?;
            let before = fights.iter().rev().find(|f| !f.duels.is_empty());
            if let (true, CombatPhase::Melee, Some(before)) = (silent, phase, before) {
                fight.duels = contacts_that_last(&before.duels);
            }
            fights.push(fight);
        }
        fights.iter().try_for_each(B::check)?;
        Ok(BuiltFight { names: roster.names, fights, readings })
    }
}

/// The training of bases that state none.
pub fn default_training(book: Book) -> Option<Training> {
    match book {
        Book::Renaissance => None,
        Book::Ancients => Some(Training::Undrilled),
    }
}

/// The armour of bases that state none.
pub fn lowest_armour(book: Book) -> Armour {
    match book {
        Book::Renaissance => Armour::Unarmoured,
        Book::Ancients => Armour::Unprotected,
    }
}

fn apply(change: &ChangeSpec, roster: &mut Roster, place: &str) -> Result<(), BadSituation> {
    let index = usize::from(roster.find(&change.group, place)?);
    let group = &mut roster.groups[index];
    group.supported = change.supported.unwrap_or(group.supported);
    group.threatened_flank = change.threatened_flank.unwrap_or(group.threatened_flank);
    group.directions = change.directions.unwrap_or(group.directions);
    group.engaged = change.engaged.unwrap_or(group.engaged);
    if let Some(commander) = change.commander {
        group.commander = Some(commander.into());
        group.commander_on_elephant = commander.on_elephant;
    }
    if change.commander_left {
        group.commander = None;
    }
    if let Some(disorder) = change.disorder {
        group.files.iter_mut().flat_map(|f| &mut f.bases).for_each(|b| b.disorder = disorder);
    }
    Ok(())
}

/// Why a fight file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadFight {
    /// It is badly written.
    #[error(transparent)]
    Situation(#[from] BadSituation),
    /// The rules forbid it.
    #[error(transparent)]
    Refused(#[from] caracole_kernel::Refusal),
    /// It names an option that does not exist.
    #[error(transparent)]
    Option(#[from] super::UnknownReading),
}
