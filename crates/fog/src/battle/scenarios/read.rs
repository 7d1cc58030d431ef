//! Reading scenario files: bounded, checked, refused with the line and the remedy.

use super::Ready;
use super::file::{DeployFile, PostFile, ScenarioFile, SideFile, Who, WorksFile};
use super::ground::{piece, unit};
use crate::army::{Army, builtin};
use crate::battle::customs::Rulebook;
use crate::battle::names::read_formation;
use crate::battle::{
    ArmyChoice, PlacedCommander, PlacedGroup, Position, Setup, StartFrom, setup::camps::ahead, start,
};
use crate::field::{Fortification, FortificationKind, Scale};
use caracole_document::line_and_column;
use caracole_kernel::{BySide, Refusal, Side};
use caracole_plane::{Angle, Base, Pose, Um};
use caracole_tabletop::read::{self, At, Wrong};
use std::fmt;
use std::ops::Range;
use toml::Spanned;

/// The longest scenario file that is read, in bytes.
pub const LONGEST: usize = 1 << 20;

/// What is wrong with a scenario file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line, from 1, where there is one.
    pub line: Option<usize>,
    /// What is wrong.
    pub wrong: String,
    /// What to do about it.
    pub remedy: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        write!(f, "{} ({})", self.wrong, self.remedy)
    }
}

/// A refusal as what is wrong with a value.
fn refused(refusal: Refusal) -> Wrong {
    let facts: Vec<String> = refusal.facts.iter().map(|f| format!("{}: {}", f.name, f.value)).collect();
    let facts = if facts.is_empty() { String::new() } else { format!(" [{}]", facts.join(", ")) };
    Wrong::new(format!("{}{facts} ({})", refusal.problem, refusal.rule), refusal.remedy)
}

/// Faults found so far, in a text.
struct Faults<'a> {
    text: &'a str,
    found: Vec<Fault>,
}

impl Faults<'_> {
    fn add(&mut self, span: Option<Range<usize>>, wrong: Wrong) {
        let line = span.map(|s| line_and_column(self.text, s.start).0);
        self.found.push(Fault { line, wrong: wrong.wrong, remedy: wrong.remedy });
    }

    fn keep<T>(&mut self, span: Range<usize>, read: Result<T, Wrong>) -> Option<T> {
        read.map_err(|wrong| self.add(Some(span), wrong)).ok()
    }
}

/// Reads a scenario and tries it out, so that the result can be played.
pub fn read(text: &str) -> Result<Ready, Vec<Fault>> {
    let mut faults = Faults { text, found: Vec::new() };
    if text.len() > LONGEST {
        faults.add(None, Wrong::new(format!("the file has {} bytes", text.len()), "use at most a million"));
        return Err(faults.found);
    }
    let file: ScenarioFile = match toml::from_str(text) {
        Ok(file) => file,
        Err(e) => {
            let remedy = "correct the value at this place; docs/fog-scenarios.md describes the format";
            faults.add(e.span(), Wrong::new(e.message(), remedy));
            return Err(faults.found);
        }
    };
    let read = read_whole(&file, &mut faults);
    match read {
        Some(ready) if faults.found.is_empty() => Ok(ready),
        _ => Err(faults.found),
    }
}

fn read_whole(file: &ScenarioFile, faults: &mut Faults<'_>) -> Option<Ready> {
    check_head(file, faults);
    let book = book(file, faults)?;
    if file.terrain.len() > 200 {
        faults.add(None, Wrong::new("there is too much terrain", "use at most 200 pieces"));
        return None;
    }
    let scale = scale(file, faults)?;
    let red = army(book, file.red.get_ref(), file.red.span(), faults);
    let blue = army(book, file.blue.get_ref(), file.blue.span(), faults);
    let (red, blue) = (red?, blue?);
    let armies = BySide { red: red.1, blue: blue.1 };
    let position = ground(file, scale, faults);
    let setup = Setup {
        armies: BySide { red: red.0, blue: blue.0 },
        table_mu: (file.table.width, file.table.depth),
        scale,
        turns: *file.turns.get_ref(),
        options: file.options.clone(),
        // Without troops first: any fault then lies with the table.
        start: StartFrom::Position(position.clone()),
    };
    if let Err(refusal) = start::prepare(book, &setup) {
        faults.add(None, refused(refusal));
        return None;
    }
    let mut layout = Layout { book, setup, position, faults };
    let sides = BySide { red: &file.red, blue: &file.blue };
    for side in Side::BOTH {
        layout.lay_out(side, &armies[side], sides[side]);
    }
    let Layout { mut setup, position, .. } = layout;
    setup.start = StartFrom::Position(position);
    Some(Ready {
        book: book.book(),
        title: file.title.trim().to_owned(),
        date: file.date.trim().to_owned(),
        about: file.about.trim().to_owned(),
        setup,
    })
}

/// The book of the system that a file names.
fn book(file: &ScenarioFile, faults: &mut Faults<'_>) -> Option<Rulebook> {
    let found = Rulebook::ALL.into_iter().find(|book| book.code() == file.system.get_ref());
    if found.is_none() {
        let systems = Rulebook::ALL.map(|book| format!("system = \"{}\"", book.code())).join(" or ");
        let wrong = Wrong::new("this is a scenario of another system", format!("write {systems}"));
        faults.add(Some(file.system.span()), wrong);
    }
    found
}

/// Format and title.
fn check_head(file: &ScenarioFile, faults: &mut Faults<'_>) {
    if *file.schema.get_ref() != 1 {
        faults.add(Some(file.schema.span()), Wrong::new("this format is not known", "write schema = 1"));
    }
    if file.title.trim().is_empty() || file.title.chars().count() > 80 {
        faults.add(None, Wrong::new("the title is empty or too long", "use 1 to 80 letters"));
    }
}

fn scale(file: &ScenarioFile, faults: &mut Faults<'_>) -> Option<Scale> {
    let mu = (file.table.mu * 1000.0).round();
    let mu = if mu.is_finite() && (1000.0..100_000.0).contains(&mu) { mu as i64 } else { 0 };
    let scale = Scale { figures: file.table.figures, mu: Um::new(mu), ..Scale::default() };
    if Scale::MOVEMENT_UNITS.contains(&scale.mu) {
        return Some(scale);
    }
    faults.add(
        None,
        Wrong::new("there is no such movement unit", "write mu = 25, 25.4, 38.1 or 40 (mm) in [table]"),
    );
    None
}

/// Terrain, camps and fortifications, without troops.
fn ground(file: &ScenarioFile, scale: Scale, faults: &mut Faults<'_>) -> Position {
    let mut position = Position { active: Some(file.first), ..Position::default() };
    for terrain in &file.terrain {
        position.terrain.extend(faults.keep(terrain.span(), piece(scale, terrain.get_ref())));
    }
    for (side, given) in [(Side::Red, &file.red), (Side::Blue, &file.blue)] {
        if let Some(at) = given.get_ref().camp {
            position.camps[side] = faults.keep(given.span(), pose(scale, side, at, None));
        }
        for works in &given.get_ref().works {
            let read = stretch(scale, side, works.get_ref());
            position.fortifications.extend(faults.keep(works.span(), read));
        }
    }
    position
}

/// A position that grows entry by entry.
struct Layout<'a, 'b> {
    book: Rulebook,
    setup: Setup,
    position: Position,
    faults: &'a mut Faults<'b>,
}

impl Layout<'_, '_> {
    /// Lays out the battle groups and commanders of a side.
    fn lay_out(&mut self, side: Side, army: &Army, given: &Spanned<SideFile>) {
        let scale = self.setup.scale;
        let mut placed = vec![false; army.battle_groups.len()];
        for entry in &given.get_ref().deploy {
            let read = group(scale, side, army, entry.get_ref());
            let Some(found) = self.faults.keep(entry.span(), read) else { continue };
            if let Some(seen) = placed.get_mut(usize::from(found.number).saturating_sub(1)) {
                *seen = true;
            }
            self.position.groups.push(found);
            self.try_out(entry.span(), |p| {
                p.groups.pop();
            });
        }
        for (number, (listed, _)) in
            army.battle_groups.iter().zip(&placed).enumerate().filter(|(_, (_, p))| !**p)
        {
            let wrong = format!("{}, battle group {} of {side}, are not deployed", listed.name, number + 1);
            self.faults.add(
                Some(given.span()),
                Wrong::new(wrong, "add them to `deploy`, or take them out of the list"),
            );
        }
        for entry in &given.get_ref().commanders {
            let read = commander(scale, side, army, entry.get_ref());
            let Some(found) = self.faults.keep(entry.span(), read) else { continue };
            self.position.commanders.push(found);
            self.try_out(entry.span(), |p| {
                p.commanders.pop();
            });
        }
    }

    /// Lays the position out; an entry that makes it impossible is reported at its line and taken out again.
    fn try_out(&mut self, span: Range<usize>, take_out: impl Fn(&mut Position)) {
        self.setup.start = StartFrom::Position(self.position.clone());
        if let Err(refusal) = start::prepare(self.book, &self.setup) {
            self.faults.add(Some(span), refused(refusal));
            take_out(&mut self.position);
        }
    }
}

fn army(
    book: Rulebook,
    side: &SideFile,
    span: Range<usize>,
    faults: &mut Faults<'_>,
) -> Option<(ArmyChoice, Army)> {
    let read = army_of_any_book(side, span.clone(), faults)?;
    if read.1.book == book.book() {
        return Some(read);
    }
    let wrong = format!("{} follow another book", read.1.name);
    faults.add(Some(span), Wrong::new(wrong, format!("use an army of {}", book.book().system().title())));
    None
}

fn army_of_any_book(
    side: &SideFile,
    span: Range<usize>,
    faults: &mut Faults<'_>,
) -> Option<(ArmyChoice, Army)> {
    match (&side.army, &side.list) {
        (Some(id), None) => match builtin(id.get_ref()) {
            Some(army) => Some((ArmyChoice::BuiltIn(id.get_ref().clone()), army)),
            None => {
                let id_text: String = id.get_ref().chars().take(60).collect();
                let wrong =
                    Wrong::new(format!("no army is called \"{id_text}\""), "`caracole army list` names them");
                faults.add(Some(id.span()), wrong);
                None
            }
        },
        (None, Some(army)) => Some((ArmyChoice::List(army.clone()), army.clone())),
        _ => {
            let remedy =
                "give either army = \"...\" with the id of an army or a [red.list] as army files write it";
            faults.add(Some(span), Wrong::new("a side has one army", remedy));
            None
        }
    }
}

fn facing(side: Side, degrees: Option<f64>) -> Result<Angle, Wrong> {
    degrees.map_or(Ok(ahead(side)), read::facing)
}

fn pose(scale: Scale, side: Side, at: At, degrees: Option<f64>) -> Result<Pose, Wrong> {
    Ok(Pose::new(unit(scale).point(at)?, facing(side, degrees)?))
}

fn stretch(scale: Scale, side: Side, works: &WorksFile) -> Result<Fortification, Wrong> {
    let front = pose(scale, side, works.at, works.facing)?;
    let at = Base::new(front, scale.base_width(), scale.fortification_depth());
    Ok(Fortification { side, at, kind: FortificationKind::Field })
}

/// The number of a battle group or commander in a list of names, from 1.
fn find(who: &Who, names: &[&str], what: &str) -> Result<u8, Wrong> {
    let remedy = || format!("{what}s are: {}", names.join(", "));
    match who {
        Who::Number(n) if (1..=names.len()).contains(&usize::from(*n)) => Ok(*n),
        Who::Number(n) => {
            Err(Wrong::new(format!("there is no {what} {n}"), format!("count from 1 to {}", names.len())))
        }
        Who::Name(name) => {
            let mut found = names.iter().enumerate().filter(|(_, n)| n.eq_ignore_ascii_case(name.trim()));
            match (found.next(), found.next()) {
                (Some((n, _)), None) => Ok(u8::try_from(n + 1).unwrap_or(u8::MAX)),
                (Some(_), Some(_)) => Err(Wrong::new(
                    format!("several {what}s are called {name}"),
                    "use the number in the army, from 1",
                )),
                (None, _) => {
                    let name: String = name.chars().take(60).collect();
                    Err(Wrong::new(format!("no {what} is called {name}"), remedy()))
                }
            }
        }
    }
}

fn group(scale: Scale, side: Side, army: &Army, file: &DeployFile) -> Result<PlacedGroup, Wrong> {
    let names: Vec<&str> = army.battle_groups.iter().map(|g| g.name.as_str()).collect();
    let number = find(&file.group, &names, "battle group")?;
    let formation = match (&file.formation, army.battle_groups.get(usize::from(number).saturating_sub(1))) {
        (Some(code), Some(listed)) => {
            let code = code.to_lowercase();
            let read = read_formation(listed.profiles(), &code);
            Some(read.map_err(|why| Wrong::new("the formation cannot be read", why))?)
        }
        _ => None,
    };
    Ok(PlacedGroup {
        side,
        number,
        front: pose(scale, side, file.at, file.facing)?,
        files: file.files,
        formation,
        cohesion: file.cohesion,
        limbered: file.limbered,
        lost: Vec::new(),
    })
}

fn commander(scale: Scale, side: Side, army: &Army, file: &PostFile) -> Result<PlacedCommander, Wrong> {
    let names: Vec<&str> = army.commanders.iter().map(|c| c.name.as_str()).collect();
    let number = find(&file.commander, &names, "commander")?;
    let groups: Vec<&str> = army.battle_groups.iter().map(|g| g.name.as_str()).collect();
    let with = file.with.as_ref().map(|who| find(who, &groups, "battle group")).transpose()?;
    let at = file.at.map(|at| pose(scale, side, at, None)).transpose()?;
    Ok(PlacedCommander { side, number, at, with })
}
