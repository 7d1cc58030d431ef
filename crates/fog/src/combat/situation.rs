//! Fights as people and programs write them down, and how they become fights of the engine.

use super::{
    Base, Bombardment, Charge, Commander, CommanderPlace, Defence, Directions, Duel, Edge, Engaged, Facing,
    Fight, File, FileRef, FileShot, Formation, Grade, Ground, Group, MOST_BASES, MOST_GROUPS, Protection,
    Range, Role, ShotBy, Stand, Volley, default_training, lowest_armour,
};
use crate::troops::{
    Armour, BaseProfile, Book, Capabilities, Cohesion, CombatPhase, Disorder, Quality, Training, TroopType,
};
use caracole_kernel::{BySide, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// The most contacts, lines or volleys in a file; bounds untrusted input.
const MOST_CONTACTS: usize = 200;

/// What is wrong with a written fight, where, and how to mend it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {problem}")]
pub struct BadSituation {
    /// Where it is wrong.
    pub place: String,
    /// What is wrong.
    pub problem: String,
    /// How to mend it.
    pub remedy: String,
}

fn bad(place: impl Into<String>, problem: impl Into<String>, remedy: impl Into<String>) -> BadSituation {
    BadSituation { place: place.into(), problem: problem.into(), remedy: remedy.into() }
}

/// A kind of base.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BaseSpec {
    /// Troop type.
    #[serde(rename = "type")]
    pub troop_type: TroopType,
    /// Armour class. Default: none for types that have none, otherwise the lowest of the book.
    #[serde(default)]
    pub armour: Option<Armour>,
    /// Training (fogam). Default: undrilled.
    #[serde(default)]
    pub training: Option<Training>,
    /// Capabilities. Default: none.
    #[serde(default)]
    pub capabilities: Capabilities,
}

/// A commander as a battle group sees him.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CommanderSpec {
    /// Grade. Default: troop commander.
    #[serde(default = "troop_commander")]
    pub grade: Grade,
    /// Where he is. Default: with the battle group.
    #[serde(default = "with")]
    pub place: CommanderPlace,
    /// Commander-in-chief. Default: no.
    #[serde(default)]
    pub in_chief: bool,
    /// Depicted on an elephant (fogam). Default: no.
    #[serde(default)]
    pub on_elephant: bool,
}

fn troop_commander() -> Grade {
    Grade::Troop
}

fn with() -> CommanderPlace {
    CommanderPlace::With
}

impl From<CommanderSpec> for Commander {
    fn from(spec: CommanderSpec) -> Self {
        Commander { grade: spec.grade, place: spec.place, in_chief: spec.in_chief }
    }
}

/// A file with more to say of it than its bases.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FileSpec {
    /// Its bases front to rear, as in `files`.
    pub bases: String,
    /// Which way it faces. Default: front.
    #[serde(default = "front")]
    pub facing: Facing,
    /// What protects it (fogr). Default: its neighbours.
    #[serde(default = "by_formation")]
    pub protection: Protection,
}

fn front() -> Facing {
    Facing::Front
}

fn by_formation() -> Protection {
    Protection::ByFormation
}

/// A battle group. Either all its bases are alike (`type`, `armour`, `capabilities`, `wide`, `deep`), or `bases` names
/// kinds and `files` places them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct GroupSpec {
    /// Name. Default: `red` or `blue`.
    pub name: Option<String>,
    /// Side. Default: the first battle group is red, the others blue.
    pub side: Option<Side>,
    /// Quality. Default: average.
    pub quality: Option<Quality>,
    /// Troop type, if all bases are alike.
    #[serde(rename = "type")]
    pub troop_type: Option<TroopType>,
    /// Armour class, if all bases are alike.
    pub armour: Option<Armour>,
    /// Training (fogam), if all bases are alike. Default: undrilled.
    pub training: Option<Training>,
    /// Capabilities, if all bases are alike.
    pub capabilities: Capabilities,
    /// Files, if all bases are alike. Default: 1.
    pub wide: Option<u8>,
    /// Ranks, if all bases are alike. Default: 1.
    pub deep: Option<u8>,
    /// Kinds of base by name.
    pub bases: BTreeMap<String, BaseSpec>,
    /// Files from left to right, each the names of its bases front to rear: `pike*4`, or `pike pike halberd`. A `!`
    /// after a name makes the base disordered, `!!` severely disordered.
    pub files: Vec<String>,
    /// Files with facing or protection of their own, after those of `files`.
    pub file: Vec<FileSpec>,
    /// Bases at the start of the battle. Default: as many as now.
    pub bases_at_start: Option<u8>,
    /// Cohesion level. Default: steady.
    pub cohesion: Option<Cohesion>,
    /// Disorder of all bases. Default: none.
    pub disorder: Option<Disorder>,
    /// Formation. Default: plain.
    pub formation: Option<Formation>,
    /// The commander who can affect it. Default: none.
    pub commander: Option<CommanderSpec>,
    /// It has a regimental gun (fogr). Default: no.
    pub regimental_gun: bool,
    /// Captured or recaptured artillery (fogr). Default: no.
    pub captured: bool,
    /// In close combat with enemy not in this file. Default: no.
    pub engaged: Option<Engaged>,
    /// Fighting enemy in two directions. Default: one.
    pub directions: Option<Directions>,
    /// Threatened flank. Default: no.
    pub threatened_flank: bool,
    /// Supported (fogr), or with rear support (fogam). Default: no.
    pub supported: bool,
    /// Names of friends near enough to test if it breaks, and it if they do.
    pub near: Vec<String>,
    /// Fogam: names of friends the loss of whose commander it would see: within 3 MU, 6 of a C-in-C, and in his line of
    /// command. Default: those of `near`.
    pub near_commander: Option<Vec<String>>,
    /// Fogam: whether its mounted lancers are shock troops by its first composition. Default: judged by its bases now.
    pub lancers_are_shock: Option<bool>,
}

/// Two files in contact.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ContactSpec {
    /// Red's file: name of the battle group, a slash, and the number of the file from its left (`tercio/2`).
    pub red: String,
    /// Blue's file.
    pub blue: String,
    /// The side that only overlaps the other. Default: neither, both fight to their front.
    #[serde(default)]
    pub overlap: Option<Side>,
    /// A side whose file does not fight back: engaged elsewhere or not turned. Default: none.
    #[serde(default)]
    pub idle: Option<Side>,
    /// The side that charges to the front. Default: neither.
    #[serde(default)]
    pub charge: Option<Side>,
    /// The side that charges flank or rear. Default: neither.
    #[serde(default)]
    pub flank_charge: Option<Side>,
    /// The side that is uphill. Default: neither.
    #[serde(default)]
    pub uphill: Option<Side>,
    /// The side that defends. Default: neither.
    #[serde(default)]
    pub defender: Option<Side>,
    /// What is defended. Default: field fortifications if there is a defender.
    #[serde(default)]
    pub defence: Option<Defence>,
    /// Ground under red's front base. Default: open.
    #[serde(default)]
    pub red_ground: Option<Ground>,
    /// Ground under blue's front base. Default: open.
    #[serde(default)]
    pub blue_ground: Option<Ground>,
    /// Fogam: both stand in plantation, forest or village: cover, and no support shooting. Default: no.
    #[serde(default)]
    pub in_wood: bool,
}

/// Neighbouring files of two battle groups, front against front.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LineSpec {
    /// Red's battle group.
    pub red: String,
    /// Blue's battle group.
    pub blue: String,
    /// The first of red's files in contact. Default: 1.
    #[serde(default)]
    pub red_from: Option<u8>,
    /// The first of blue's files in contact. Default: 1.
    #[serde(default)]
    pub blue_from: Option<u8>,
    /// How many files are in contact. Default: as many as both have from there on.
    #[serde(default)]
    pub files: Option<u8>,
    /// The side that charges to the front. Default: neither.
    #[serde(default)]
    pub charge: Option<Side>,
    /// The side that charges flank or rear. Default: neither.
    #[serde(default)]
    pub flank_charge: Option<Side>,
    /// The side that is uphill. Default: neither.
    #[serde(default)]
    pub uphill: Option<Side>,
    /// The side that defends. Default: neither.
    #[serde(default)]
    pub defender: Option<Side>,
    /// What is defended. Default: field fortifications if there is a defender.
    #[serde(default)]
    pub defence: Option<Defence>,
    /// Ground under red's front bases. Default: open.
    #[serde(default)]
    pub red_ground: Option<Ground>,
    /// Ground under blue's front bases. Default: open.
    #[serde(default)]
    pub blue_ground: Option<Ground>,
    /// Fogam: both stand in plantation, forest or village: cover, and no support shooting. Default: no.
    #[serde(default)]
    pub in_wood: bool,
    /// In melee, files just beyond the ends of the line overlap. Default: yes.
    #[serde(default)]
    pub overlaps: Option<bool>,
}

/// The shooting of one battle group at another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShotSpec {
    /// Who shoots.
    pub by: String,
    /// At whom.
    pub at: String,
    /// Range. Default: short.
    #[serde(default)]
    pub range: Option<Range>,
    /// Which files shoot, numbered from the left. Default: all.
    #[serde(default)]
    pub files: Vec<u8>,
    /// The edge they shoot from. Default: front.
    #[serde(default)]
    pub edge: Option<Edge>,
    /// Bases at the front of each file barred by melee. Default: 0.
    #[serde(default)]
    pub barred: u8,
    /// Only the first shooting rank shoots. Default: no.
    #[serde(default)]
    pub first_rank_only: bool,
    /// The regimental gun shoots too. Default: yes if there is one.
    #[serde(default)]
    pub regimental_gun: Option<bool>,
    /// The target's nearest file. Default: 1.
    #[serde(default)]
    pub nearest: Option<u8>,
    /// From wholly behind the target's rear edge. Default: no.
    #[serde(default)]
    pub from_behind: bool,
    /// The target is in cover, or behind field fortifications or an obstacle. Default: no.
    #[serde(default)]
    pub cover: bool,
    /// Artillery shoots from enfilade. Default: no.
    #[serde(default)]
    pub enfilade: bool,
}

/// Naval units shooting (fogr).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NavalSpec {
    /// How many units.
    pub units: u8,
    /// The target.
    pub at: String,
    /// The target is in cover, or behind field fortifications or an obstacle. Default: no.
    #[serde(default)]
    pub cover: bool,
}

/// Who fights or shoots at whom in one phase.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Clashes {
    /// Contacts file by file.
    pub contact: Vec<ContactSpec>,
    /// Contacts in lines.
    pub line: Vec<LineSpec>,
    /// Shooting.
    pub shot: Vec<ShotSpec>,
    /// Naval gunfire (fogr).
    pub naval: Vec<NavalSpec>,
}

/// The battle groups of a fight, built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roster {
    /// Their names.
    pub names: Vec<String>,
    /// The groups.
    pub groups: Vec<Group>,
}

impl Roster {
    /// Builds battle groups with the book's defaults for what is not stated.
    pub fn build(specs: &[GroupSpec], book: Book) -> Result<Roster, BadSituation> {
        if specs.is_empty() || specs.len() > MOST_GROUPS {
            return Err(bad(
                "group",
                format!("there are {} battle groups", specs.len()),
                format!("give from 1 to {MOST_GROUPS}"),
            ));
        }
        let side = |i: usize, s: &GroupSpec| s.side.unwrap_or(if i == 0 { Side::Red } else { Side::Blue });
        let name = |i: usize, s: &GroupSpec| s.name.clone().unwrap_or_else(|| side(i, s).name().to_owned());
        let names: Vec<String> = specs.iter().enumerate().map(|(i, s)| name(i, s)).collect();
        for (i, name) in names.iter().enumerate() {
            if name.is_empty() || name.contains('/') || name.len() > 60 {
                let problem = format!("\"{}\" is no name for a battle group", shorten(name));
                return Err(bad("group.name", problem, "use 1 to 60 characters and no slash"));
            }
            if names[..i].contains(name) {
                let problem = format!("two battle groups are called \"{name}\"");
                return Err(bad("group.name", problem, "give every battle group its own name"));
            }
        }
        let mut groups = Vec::new();
        for (i, spec) in specs.iter().enumerate() {
            groups.push(build_group(spec, &names[i], side(i, spec), book)?);
        }
        let mut roster = Roster { names, groups };
        for (i, spec) in specs.iter().enumerate() {
            for friend in &spec.near {
                let other = roster.find(friend, &format!("group \"{}\".near", roster.names[i]))?;
                for (at, new) in [(i, other), (usize::from(other), i as u8)] {
                    if !roster.groups[at].near.contains(&new) {
                        roster.groups[at].near.push(new);
                    }
                }
            }
        }
        for (i, spec) in specs.iter().enumerate() {
            let Some(friends) = &spec.near_commander else {
                roster.groups[i].near_commander = roster.groups[i].near.clone();
                continue;
            };
            for friend in friends.iter().take(MOST_GROUPS) {
                let place = format!("group \"{}\".near_commander", roster.names[i]);
                let other = roster.find(friend, &place)?;
                roster.groups[i].near_commander.push(other);
            }
        }
        Ok(roster)
    }

    /// The number of the battle group with this name.
    pub fn find(&self, name: &str, place: &str) -> Result<u8, BadSituation> {
        let found = self.names.iter().position(|n| n == name.trim());
        found.map(|i| i as u8).ok_or_else(|| {
            let problem = format!("no battle group is called \"{}\"", shorten(name));
            bad(place, problem, format!("the battle groups are {}", self.names.join(", ")))
        })
    }

    fn file(&self, text: &str, side: Side, place: &str) -> Result<FileRef, BadSituation> {
        let (name, number) = text.rsplit_once('/').ok_or_else(|| {
            let problem = format!("\"{}\" names no file", shorten(text));
            bad(
                place,
                problem,
                "write the battle group, a slash and the number of the file, such as tercio/2",
            )
        })?;
        let group = self.find(name, place)?;
        let files = self.groups[usize::from(group)].files.len();
        let file = number.trim().parse::<u8>().ok().filter(|&n| n >= 1 && usize::from(n) <= files);
        let file = file.ok_or_else(|| {
            let problem = format!("\"{}\" is no file of {name}", shorten(number));
            bad(place, problem, format!("its files are numbered 1 to {files} from the left"))
        })?;
        self.of_side(group, side, place)?;
        Ok(FileRef { group, file: file - 1 })
    }

    fn of_side(&self, group: u8, side: Side, place: &str) -> Result<u8, BadSituation> {
        match self.groups[usize::from(group)].side == side {
            true => Ok(group),
            false => {
                let problem = format!("{} is not on {side}'s side", self.names[usize::from(group)]);
                Err(bad(place, problem, format!("name a battle group of {side}")))
            }
        }
    }

    /// The fight of these battle groups with these clashes.
    pub fn fight(&self, phase: CombatPhase, clashes: &Clashes) -> Result<Fight, BadSituation> {
        let Clashes { contact, line, shot, naval } = clashes;
        let many = contact.len().max(line.len()).max(shot.len()).max(naval.len());
        if many > MOST_CONTACTS {
            let problem = format!("there are {many} entries of one kind");
            return Err(bad("contact", problem, format!("give at most {MOST_CONTACTS}")));
        }
        let mut fight = Fight::new(phase, self.groups.clone());
        for (i, spec) in line.iter().enumerate() {
            self.line(spec, &format!("line {}", i + 1), &mut fight)?;
        }
        for (i, spec) in contact.iter().enumerate() {
            fight.duels.push(self.contact(spec, &format!("contact {}", i + 1))?);
        }
        if fight.duels.len() > MOST_CONTACTS {
            return Err(bad(
                "line",
                "too many files are in contact",
                format!("give at most {MOST_CONTACTS}"),
            ));
        }
        for (i, spec) in shot.iter().enumerate() {
            fight.volleys.push(self.shot(spec, &format!("shot {}", i + 1))?);
        }
        for (i, spec) in naval.iter().enumerate() {
            let at = self.find(&spec.at, &format!("naval {}.at", i + 1))?;
            if spec.units > 20 {
                return Err(bad(format!("naval {}.units", i + 1), "too many naval units", "give at most 20"));
            }
            fight.bombardments.push(Bombardment { units: spec.units, at, cover: spec.cover });
        }
        Ok(fight)
    }

    fn contact(&self, spec: &ContactSpec, place: &str) -> Result<Duel, BadSituation> {
        let red = self.file(&spec.red, Side::Red, &format!("{place}.red"))?;
        let blue = self.file(&spec.blue, Side::Blue, &format!("{place}.blue"))?;
        let mut duel = Duel { stands: BySide { red: Stand::level(red), blue: Stand::level(blue) } };
        let facts = SideFacts {
            charge: spec.charge,
            flank_charge: spec.flank_charge,
            uphill: spec.uphill,
            defender: spec.defender,
            defence: spec.defence,
            ground: BySide { red: spec.red_ground, blue: spec.blue_ground },
            in_wood: spec.in_wood,
        };
        facts.apply(&mut duel, place)?;
        if let Some(side) = spec.overlap {
            duel.stands[side].role = Role::Overlap;
            duel.stands[side.other()].role = Role::Idle;
        }
        if let Some(side) = spec.idle {
            duel.stands[side].role = Role::Idle;
        }
        Ok(duel)
    }

    fn line(&self, spec: &LineSpec, place: &str, fight: &mut Fight) -> Result<(), BadSituation> {
        let side = |name: &str, side: Side| {
            let place = format!("{place}.{side}");
            self.of_side(self.find(name, &place)?, side, &place)
        };
        let (red, blue) = (side(&spec.red, Side::Red)?, side(&spec.blue, Side::Blue)?);
        let start = |from: Option<u8>, field: &str| {
            from.unwrap_or(1).checked_sub(1).ok_or_else(|| {
                bad(format!("{place}.{field}"), "files are numbered from 1", "give the number of a file")
            })
        };
        let (red_from, blue_from) = (start(spec.red_from, "red_from")?, start(spec.blue_from, "blue_from")?);
        let wide = |group: u8| self.groups[usize::from(group)].files.len() as u8;
        let room = wide(red).saturating_sub(red_from).min(wide(blue).saturating_sub(blue_from));
        let files = spec.files.unwrap_or(room);
        if files == 0 || files > room {
            let problem = format!("{files} files cannot be in contact: {room} can");
            return Err(bad(
                format!("{place}.files"),
                problem,
                "give fewer files, or start the line elsewhere",
            ));
        }
        let facts = SideFacts {
            charge: spec.charge,
            flank_charge: spec.flank_charge,
            uphill: spec.uphill,
            defender: spec.defender,
            defence: spec.defence,
            ground: BySide { red: spec.red_ground, blue: spec.blue_ground },
            in_wood: spec.in_wood,
        };
        for i in 0..files {
            let at = |group, file| Stand::level(FileRef { group, file });
            let mut duel =
                Duel { stands: BySide { red: at(red, red_from + i), blue: at(blue, blue_from + i) } };
            facts.apply(&mut duel, place)?;
            fight.duels.push(duel);
        }
        if fight.phase == CombatPhase::Melee && spec.overlaps.unwrap_or(true) {
            overlap_ends(
                fight,
                (red, red_from, wide(red)),
                (blue, blue_from, wide(blue)),
                files,
                &facts,
                place,
            )?;
        }
        Ok(())
    }

    fn shot(&self, spec: &ShotSpec, place: &str) -> Result<Volley, BadSituation> {
        let by = self.find(&spec.by, &format!("{place}.by"))?;
        let at = self.find(&spec.at, &format!("{place}.at"))?;
        let group = &self.groups[usize::from(by)];
        let all = group.files.len() as u8;
        let numbers: Vec<u8> = if spec.files.is_empty() { (1..=all).collect() } else { spec.files.clone() };
        if let Some(&wrong) = numbers.iter().find(|&&n| n == 0 || n > all) {
            let problem = format!("{wrong} is no file of {}", spec.by);
            return Err(bad(format!("{place}.files"), problem, format!("its files are numbered 1 to {all}")));
        }
        let range = spec.range.unwrap_or(Range::Short);
        let file = |number: &u8| FileShot {
            file: number - 1,
            by: ShotBy::File,
            range,
            edge: spec.edge.unwrap_or(Edge::Front),
            barred: spec.barred,
            first_rank_only: spec.first_rank_only,
        };
        let gun = spec.regimental_gun.unwrap_or(group.regimental_gun);
        Ok(Volley {
            by,
            at,
            files: numbers.iter().map(file).collect(),
            regimental_gun: gun.then_some(range),
            nearest: spec.nearest.unwrap_or(1).saturating_sub(1),
            from_behind: spec.from_behind,
            cover: spec.cover,
            enfilade: spec.enfilade,
        })
    }
}

/// What a contact says of its sides.
struct SideFacts {
    charge: Option<Side>,
    flank_charge: Option<Side>,
    uphill: Option<Side>,
    defender: Option<Side>,
    defence: Option<Defence>,
    ground: BySide<Option<Ground>>,
    in_wood: bool,
}

impl SideFacts {
    fn apply(&self, duel: &mut Duel, place: &str) -> Result<(), BadSituation> {
        if let Some(side) = self.charge {
            duel.stands[side].charge = Charge::Yes;
        }
        if let Some(side) = self.flank_charge {
            duel.stands[side].charge = Charge::FlankOrRear;
        }
        if let Some(side) = self.uphill {
            duel.stands[side].uphill = true;
        }
        match (self.defender, self.defence) {
            (Some(side), defence) => duel.stands[side].defence = defence.unwrap_or(Defence::Fortification),
            (None, None | Some(Defence::None)) => {}
            (None, Some(_)) => {
                return Err(bad(
                    format!("{place}.defence"),
                    "nobody defends it",
                    "say which side is the defender, or leave the defence out",
                ));
            }
        }
        for side in Side::BOTH {
            if let Some(ground) = self.ground[side] {
                duel.stands[side].ground = ground;
            }
            (duel.stands[side].cover, duel.stands[side].first_rank_only) = (self.in_wood, self.in_wood);
        }
        Ok(())
    }
}

/// Files just beyond the ends of a line overlap the enemy's end files.
fn overlap_ends(
    fight: &mut Fight,
    (red, red_from, red_wide): (u8, u8, u8),
    (blue, blue_from, blue_wide): (u8, u8, u8),
    files: u8,
    facts: &SideFacts,
    place: &str,
) -> Result<(), BadSituation> {
    let mut add = |red_file: u8, blue_file: u8, overlapping: Side| -> Result<(), BadSituation> {
        let at = |group, file| Stand::level(FileRef { group, file });
        let mut duel = Duel { stands: BySide { red: at(red, red_file), blue: at(blue, blue_file) } };
        facts.apply(&mut duel, place)?;
        duel.stands[overlapping].role = Role::Overlap;
        duel.stands[overlapping.other()].role = Role::Idle;
        fight.duels.push(duel);
        Ok(())
    };
    let (red_end, blue_end) = (red_from + files, blue_from + files);
    match (red_from > 0, blue_from > 0) {
        (true, false) => add(red_from - 1, blue_from, Side::Red)?,
        (false, true) => add(red_from, blue_from - 1, Side::Blue)?,
        _ => {}
    }
    match (red_end < red_wide, blue_end < blue_wide) {
        (true, false) => add(red_end, blue_end - 1, Side::Red)?,
        (false, true) => add(red_end - 1, blue_end, Side::Blue)?,
        _ => {}
    }
    Ok(())
}

fn shorten(text: &str) -> String {
    text.chars().take(40).collect()
}

fn build_group(spec: &GroupSpec, name: &str, side: Side, book: Book) -> Result<Group, BadSituation> {
    let place = format!("group \"{name}\"");
    let quality = spec.quality.unwrap_or(Quality::Average);
    let profile = |b: &BaseSpec| BaseProfile {
        troop_type: b.troop_type,
        armour: b.armour.or_else(|| b.troop_type.has_armour().then_some(lowest_armour(book))),
        quality,
        training: b.training.or(default_training(book)),
        capabilities: b.capabilities,
    };
    let uniform = spec.troop_type.map(|troop_type| BaseSpec {
        troop_type,
        armour: spec.armour,
        training: spec.training,
        capabilities: spec.capabilities,
    });
    let disorder = spec.disorder.unwrap_or(Disorder::None);
    let kinds: BTreeMap<&str, BaseProfile> =
        spec.bases.iter().map(|(n, b)| (n.as_str(), profile(b))).collect();
    let mut files: SmallVec<[File; 6]> = SmallVec::new();
    match (uniform, spec.files.is_empty() && spec.file.is_empty()) {
        (Some(base), true) => {
            let (wide, deep) = (spec.wide.unwrap_or(1), spec.deep.unwrap_or(1));
            if wide == 0 || deep == 0 || usize::from(wide) * usize::from(deep) > MOST_BASES {
                let problem = format!("{wide} files of {deep} ranks are no battle group");
                return Err(bad(place, problem, format!("give it from 1 to {MOST_BASES} bases")));
            }
            let base = Base { profile: profile(&base), disorder };
            let file = File::new(std::iter::repeat_n(base, usize::from(deep)));
            files.extend(std::iter::repeat_n(file, usize::from(wide)));
        }
        (None, false) => {
            for (i, text) in spec.files.iter().enumerate() {
                let place = format!("{place}.files, file {}", i + 1);
                files.push(File::new(read_file(text, &kinds, disorder, &place)?));
            }
            for (i, file) in spec.file.iter().enumerate() {
                let place = format!("{place}.file {}", i + 1);
                let bases = read_file(&file.bases, &kinds, disorder, &place)?;
                files.push(File { facing: file.facing, protection: file.protection, ..File::new(bases) });
            }
        }
        (Some(_), false) => {
            let problem = "both a single type and files are given";
            return Err(bad(
                place,
                problem,
                "use `type`, `wide` and `deep`, or `bases` and `files`, not both",
            ));
        }
        (None, true) => {
            let remedy = "give `type` (with `wide` and `deep`), or `bases` and `files`";
            return Err(bad(place, "the battle group has no bases", remedy));
        }
    }
    let mut group = Group::new(side, files);
    if group.bases().count() > MOST_BASES {
        let problem = format!("it has {} bases", group.bases().count());
        return Err(bad(place, problem, format!("give it at most {MOST_BASES}")));
    }
    group.bases_at_start = spec.bases_at_start.unwrap_or(group.bases_at_start);
    group.cohesion = spec.cohesion.unwrap_or(Cohesion::Steady);
    group.formation = spec.formation.unwrap_or(Formation::Plain);
    group.commander = spec.commander.map(Commander::from);
    group.commander_on_elephant = spec.commander.is_some_and(|c| c.on_elephant);
    group.regimental_gun = spec.regimental_gun;
    group.captured = spec.captured;
    group.engaged = spec.engaged.unwrap_or(Engaged::No);
    group.directions = spec.directions.unwrap_or(Directions::One);
    group.threatened_flank = spec.threatened_flank;
    group.supported = spec.supported;
    group.lancers_are_shock = spec.lancers_are_shock.unwrap_or(group.lancers_are_shock);
    Ok(group)
}

/// Reads the bases of a file: names of kinds with an optional `*count` and `!` or `!!` for disorder.
fn read_file(
    text: &str,
    kinds: &BTreeMap<&str, BaseProfile>,
    disorder: Disorder,
    place: &str,
) -> Result<Vec<Base>, BadSituation> {
    let mut bases = Vec::new();
    for word in text.split_whitespace().take(MOST_BASES + 1) {
        let (name, count) = match word.split_once('*') {
            Some((name, count)) => (name, count.parse::<usize>().unwrap_or(0)),
            None => (word, 1),
        };
        if count == 0 || count > MOST_BASES {
            let problem = format!("\"{}\" has no usable number", shorten(word));
            return Err(bad(
                place,
                problem,
                format!("write a name, or name*count with a count up to {MOST_BASES}"),
            ));
        }
        let (name, disorder) = match name.strip_suffix("!!") {
            Some(name) => (name, Disorder::SeverelyDisordered),
            None => match name.strip_suffix('!') {
                Some(name) => (name, disorder.max(Disorder::Disordered)),
                None => (name, disorder),
            },
        };
        let profile = *kinds.get(name).ok_or_else(|| {
            let known: Vec<&str> = kinds.keys().copied().collect();
            let problem = format!("\"{}\" is no kind of base of this battle group", shorten(name));
            bad(place, problem, format!("its kinds are {}", known.join(", ")))
        })?;
        bases.extend(std::iter::repeat_n(Base { profile, disorder }, count));
        if bases.len() > MOST_BASES {
            return Err(bad(place, "the file is too deep", format!("give at most {MOST_BASES} bases")));
        }
    }
    if bases.is_empty() {
        return Err(bad(place, "the file has no bases", "name at least one base"));
    }
    Ok(bases)
}
