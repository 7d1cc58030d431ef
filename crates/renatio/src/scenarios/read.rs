//! Reading scenario files: bounded, checked, refused with the line and the remedy.

use super::file::{DeployText, PieceText, PostText, ScenarioText, SideText};
use crate::army::{Army, BUILT_IN, builtin};
use crate::battle::{Begin, Bw, CampPost, CommanderPost, Lineup, Setup, UnitPost, prepare, titles};
use crate::charts::TerrainKind;
use crate::troops::Set;
use caracole_document::{Document, Faults, read as read_toml};
use caracole_kernel::{BySide, Refusal, Side};
use caracole_plane::Um;
use caracole_tabletop::read::{At, Unit, Wrong};
use caracole_tabletop::{Ground, Piece};
use std::ops::Range;
use toml::Spanned;

/// A scenario that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Ready {
    /// Its title.
    pub title: String,
    /// When it was fought; empty if it was not.
    pub date: String,
    /// What it is about.
    pub about: String,
    /// What a battle starts from.
    pub setup: Setup,
}

/// Reads a scenario file. `file` is what messages call it.
pub fn read(file: &str, text: &str) -> Result<Ready, Faults> {
    let told: ScenarioText = read_toml(file, text)?;
    let document = Document::new(file, text);
    let reader = Reader { document: &document };
    if told.system.get_ref() != "retg" {
        reader.wrong(told.system.span(), "the scenario is for another system", "write system = \"retg\"");
    }
    let width = Unit { length: Um::from_mm(i32::from(told.base_mm)), name: "BW" };
    let terrain = told.terrain.iter().filter_map(|piece| reader.piece(width, piece)).collect();
    let red = reader.side(Side::Red, &told.red);
    let blue = reader.side(Side::Blue, &told.blue);
    let ready = red.zip(blue).map(|((red_army, red), (blue_army, blue))| {
        let setup = Setup {
            armies: BySide { red: red_army, blue: blue_army },
            active: told.active,
            start: BySide { red, blue },
            begin: Begin::Deployed,
            turns: told.turns,
            base_mm: told.base_mm,
            table_bw: told.table,
            terrain,
            options: Set::of(&told.options),
            charts: None,
        };
        Ready {
            title: told.title.clone(),
            date: told.date.clone(),
            about: told.about.trim().to_owned(),
            setup,
        }
    });
    if let Some(ready) = &ready
        && document.faults().is_empty()
        && let Err(refusal) = prepare(&ready.setup)
    {
        reader.refused(&told, refusal);
    }
    document.finish(ready)
}

struct Reader<'d, 'a> {
    document: &'d Document<'a>,
}

impl Reader<'_, '_> {
    fn wrong(&self, span: Range<usize>, wrong: impl Into<String>, remedy: impl Into<String>) {
        self.document.fault(span.start, "", wrong, remedy);
    }

    /// A refusal of the battle, at the unit that it names.
    fn refused(&self, told: &ScenarioText, refusal: Refusal) {
        let named: Vec<String> = refusal.facts.iter().map(|fact| fact.value.to_string()).collect();
        let sides = [told.red.get_ref(), told.blue.get_ref()];
        let mut deployed = sides.iter().flat_map(|side| side.deploy.iter().map(|deploy| &deploy.unit));
        let span = deployed.find(|unit| named.iter().any(|name| name == unit.get_ref()));
        let span = span.map_or(told.red.span(), Spanned::span);
        let facts: Vec<String> =
            refusal.facts.iter().map(|fact| format!("{}: {}", fact.name, fact.value)).collect();
        let facts = if facts.is_empty() { String::new() } else { format!(" [{}]", facts.join(", ")) };
        self.wrong(
            span,
            format!("{}{facts} ({})", refusal.problem, refusal.rule),
            refusal.remedy.to_string(),
        );
    }

    fn piece(&self, unit: Unit, told: &Spanned<PieceText>) -> Option<Piece<TerrainKind>> {
        match ground(unit, told.get_ref()) {
            Ok(ground) => Some(Piece { kind: told.get_ref().kind, ground }),
            Err(Wrong { wrong, remedy }) => {
                self.wrong(told.span(), wrong, remedy);
                None
            }
        }
    }

    fn side(&self, side: Side, told: &Spanned<SideText>) -> Option<(Army, Lineup)> {
        let text = told.get_ref();
        let army = self.army(told)?;
        let titles = titles(&army);
        let units = titles.iter().map(|title| self.unit(side, told, &army, title));
        let units: Vec<Option<UnitPost>> = units.collect();
        for deploy in &text.deploy {
            if !titles.contains(deploy.unit.get_ref()) {
                let known = titles.join(", ");
                let wrong = format!("the army has no unit \"{}\"", short(deploy.unit.get_ref()));
                self.wrong(deploy.unit.span(), wrong, format!("name one of: {known}"));
            }
        }
        let commanders: Vec<Option<CommanderPost>> = (0u8..)
            .zip(&army.commanders)
            .map(|(n, commander)| self.commander(text, n, &commander.name, &titles, &units))
            .collect();
        for post in &text.commanders {
            self.commander_number(&army, &post.commander);
        }
        let camp = text.camp.as_ref().and_then(|camp| {
            let at = self.place(camp.span(), *camp.get_ref())?;
            Some(CampPost { at, facing: facing(side) })
        });
        let units: Option<Vec<UnitPost>> = units.into_iter().collect();
        let commanders: Option<Vec<CommanderPost>> = commanders.into_iter().collect();
        Some((army, Lineup { units: units?, commanders: commanders?, camp, ..Lineup::default() }))
    }

    fn army(&self, told: &Spanned<SideText>) -> Option<Army> {
        let text = told.get_ref();
        match (&text.army, &text.list) {
            (Some(id), None) => {
                let given = id.get_ref();
                let full = if given.contains('/') { given.clone() } else { format!("retg/{given}") };
                let army = builtin(&full);
                if army.is_none() {
                    let known: Vec<&str> = BUILT_IN.iter().map(|file| file.id).collect();
                    let wrong = format!("there is no army \"{}\"", short(given));
                    self.wrong(id.span(), wrong, format!("name one of: {}", known.join(", ")));
                }
                army
            }
            (None, Some(list)) => Some(list.clone()),
            _ => {
                let remedy = "write army = \"swedish-1632\", or give a list";
                self.wrong(told.span(), "a side has an army or a list, not both", remedy);
                None
            }
        }
    }

    fn unit(&self, side: Side, told: &Spanned<SideText>, army: &Army, title: &str) -> Option<UnitPost> {
        let mut places = told.get_ref().deploy.iter().filter(|deploy| deploy.unit.get_ref() == title);
        let (Some(deploy), None) = (places.next(), places.next()) else {
            let wrong = format!("\"{}\" does not stand in exactly one place", short(title));
            self.wrong(told.span(), wrong, "give it one line of `deploy`");
            return None;
        };
        let DeployText { unit, facing: turned, wide, form, command, lost, wound, dismounted, .. } = deploy;
        let at = self.place(unit.span(), deploy.at)?;
        let command = match command {
            Some(name) => self.commander_number(army, name)?,
            None => 0,
        };
        Some(UnitPost {
            at,
            facing: turned.unwrap_or_else(|| facing(side)),
            wide: *wide,
            form: *form,
            command,
            lost: *lost,
            wound: *wound,
            dismounted: *dismounted,
        })
    }

    fn commander_number(&self, army: &Army, name: &Spanned<String>) -> Option<u8> {
        let found = army.commanders.iter().position(|commander| commander.name == *name.get_ref());
        if found.is_none() {
            let known: Vec<&str> = army.commanders.iter().map(|commander| commander.name.as_str()).collect();
            let wrong = format!("the army has no Commander \"{}\"", short(name.get_ref()));
            self.wrong(name.span(), wrong, format!("name one of: {}", known.join(", ")));
        }
        found.and_then(|number| u8::try_from(number).ok())
    }

    /// Where a Commander stands: as the file says, or behind the first file of the first unit of his command.
    fn commander(
        &self,
        told: &SideText,
        number: u8,
        name: &str,
        titles: &[String],
        units: &[Option<UnitPost>],
    ) -> Option<CommanderPost> {
        let own = told.commanders.iter().find(|post| post.commander.get_ref() == name);
        let Some(PostText { commander, with, file, ahead, at }) = own else {
            let first = units.iter().position(|unit| unit.is_some_and(|unit| unit.command == number));
            let unit = u8::try_from(first.unwrap_or(0)).ok()?;
            return Some(CommanderPost::With { unit, file: 0, ahead: false });
        };
        match (with, at) {
            (Some(unit), None) => {
                let found = titles.iter().position(|title| title == unit.get_ref());
                if found.is_none() {
                    let wrong = format!("the army has no unit \"{}\"", short(unit.get_ref()));
                    self.wrong(unit.span(), wrong, format!("name one of: {}", titles.join(", ")));
                }
                let unit = u8::try_from(found?).ok()?;
                Some(CommanderPost::With { unit, file: *file, ahead: *ahead })
            }
            (None, Some(at)) => self.place(commander.span(), *at).map(CommanderPost::At),
            _ => {
                let wrong = "a Commander is with a unit or at a place";
                self.wrong(commander.span(), wrong, "write `with`, or `at`");
                None
            }
        }
    }

    /// A place in hundredths of a base width.
    fn place(&self, span: Range<usize>, at: At) -> Option<[Bw; 2]> {
        // A unit of 100 micrometres: lengths come out in hundredths of a base width.
        let unit = Unit { length: Um::new(100), name: "BW" };
        let place = unit.point(at).map(|point| [point.x, point.y].map(|length| Bw(length.get())));
        place.map_err(|Wrong { wrong, remedy }| self.wrong(span, wrong, remedy)).ok()
    }
}

const fn facing(side: Side) -> u16 {
    match side {
        Side::Red => 0,
        Side::Blue => 180,
    }
}

fn short(text: &str) -> String {
    text.chars().take(60).collect()
}

/// An area, a hill if it has a crest, or a strip such as a road.
fn ground(unit: Unit, told: &PieceText) -> Result<Ground, Wrong> {
    match (told.area.is_empty(), told.crest.is_empty(), told.line.is_empty()) {
        (false, true, true) => unit.area(&told.area).map(Ground::Area),
        (false, false, true) => unit.hill(&told.area, &told.crest),
        (true, true, false) => unit.strip(&told.line, told.width.unwrap_or(1.0)),
        _ => Err(Wrong::new(
            "a piece of terrain is an area, or a line with a width",
            "write area = [[10, 10], [18, 10], [14, 16]], with a crest for a hill, or line = [[0, 20], [45, 20]]",
        )),
    }
}
