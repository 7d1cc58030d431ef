//! What a battle starts from, validated: a complete position, or two armies that have still to be set up.

use super::arrange::arrangements;
use super::customs::Rulebook;
use super::law::law;
use super::outcome::pursuit;
use super::world::{
    BaseState, CommanderId, CommanderPlace, CommanderState, Deeds, GroupId, GroupState, Phase, PhaseDeeds,
    PortableDefences, Posture, Presence, SideState, World,
};
use super::{Procedure, setup, turn};
use crate::army::{Army, BattleGroup, Commander, CommanderRole, GroupPermit, builtin};
use crate::combat::Readings;
use crate::field::{Camp, Field, Fortification, Piece, Scale, Terrain, bases_of, laid_out};
use crate::formation::{
    Facing, Formation, Nature, Position as GridPosition, Status, check, early_tercio_footprint,
    later_tercio_footprint,
};
use crate::troops::{BaseProfile, Book, Cohesion};
use caracole_kernel::{BySide, Refusal, Side};
use caracole_ledger::enforces;
use caracole_plane::{Angle, Base, Point, Pose, Table, Um};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::collections::BTreeMap;
use std::sync::Arc;

enforces!("FOGR-BASICS-001", "FOGR-BASICS-002", "FOGR-BASICS-005", "FOGR-TURN-001");
enforces!("FOGAM-BASICS-002", "FOGAM-BASICS-003", "FOGAM-BASICS-004", "FOGAM-TURN-001");

/// An army of a battle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ArmyChoice {
    /// One of the book's own, by its id: `fogr/new-model-1645`.
    BuiltIn(String),
    /// An army list.
    List(Army),
}

/// What a battle starts from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// The armies. Red's base edge is the near one.
    pub armies: BySide<ArmyChoice>,
    /// Size of the table in movement units.
    #[serde(default = "standard_table")]
    pub table_mu: (u16, u16),
    /// Figures and movement unit.
    #[serde(default)]
    pub scale: Scale,
    /// The last turn; each player's turn counts.
    #[serde(default = "standard_turns")]
    pub turns: u16,
    /// Readings of unclear rules that differ from the default.
    #[serde(default)]
    pub options: BTreeMap<String, bool>,
    /// How it begins.
    pub start: StartFrom,
}

const fn standard_table() -> (u16, u16) {
    (72, 48)
}

const fn standard_turns() -> u16 {
    40
}

/// How a battle begins.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StartFrom {
    /// With the whole set-up of Appendix 4.
    Deployment,
    /// With everything in its place.
    Position(Position),
}

/// Everything in its place.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Position {
    /// Terrain.
    pub terrain: Vec<Piece>,
    /// Field fortifications.
    pub fortifications: Vec<Fortification>,
    /// Supply camps: the middle of the front edge, facing the enemy.
    pub camps: BySide<Option<Pose>>,
    /// Battle groups; those not named are not there.
    pub groups: Vec<PlacedGroup>,
    /// Commanders; those not named are not there.
    pub commanders: Vec<PlacedCommander>,
    /// The side that is active in the first turn; red unless given.
    pub active: Option<Side>,
    /// The phase in which the first turn begins; the first one unless given.
    pub phase: Option<Phase>,
    /// These are some of the battle groups of larger armies: no army routs because of their losses.
    pub part_of_battle: bool,
}

/// A battle group in its place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlacedGroup {
    /// The side that it belongs to.
    pub side: Side,
    /// Its number in the army, from 1.
    pub number: u8,
    /// The middle of its front line, and its facing.
    pub front: Pose,
    /// How many files it has, in the most usual formation of that width.
    pub files: u8,
    /// Its formation, if it is not the most usual one.
    #[serde(default)]
    pub formation: Option<Formation>,
    /// Its cohesion.
    #[serde(default = "steady")]
    pub cohesion: Cohesion,
    /// Whether artillery is limbered.
    #[serde(default)]
    pub limbered: bool,
    /// Bases of its list that it has lost already.
    #[serde(default)]
    pub lost: Vec<BaseProfile>,
}

const fn steady() -> Cohesion {
    Cohesion::Steady
}

/// A commander in place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlacedCommander {
    /// The side that it belongs to.
    pub side: Side,
    /// The commander's number in the army, from 1.
    pub number: u8,
    /// Alone: where.
    #[serde(default)]
    pub at: Option<Pose>,
    /// With a battle group: its number in the army, from 1.
    #[serde(default)]
    pub with: Option<u8>,
}

/// What stays the same throughout a battle.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// The armies.
    pub armies: BySide<Army>,
    /// Names of the battle groups by their number in the world.
    pub names: Vec<String>,
    /// Names of the battle groups with the numbers that players use, those detached at deployment too.
    pub titles: Vec<String>,
    /// The last turn.
    pub turns: u16,
    /// Length of a movement unit.
    pub mu: Um,
}

impl Scenario {
    /// The book that its armies are of.
    #[must_use]
    pub fn book(&self) -> Book {
        self.armies.red.book
    }

    /// A length in movement units: "3.25 MU".
    #[must_use]
    pub fn in_mu(&self, length: Um) -> String {
        format!("{} MU", super::text::names::movement_units(self.mu, length))
    }

    /// A side with its army at the beginning of a sentence: "Red (Royalist)".
    #[must_use]
    pub fn side(&self, side: Side) -> String {
        format!("{} ({})", super::text::names::capital(side.name()), self.armies[side].name)
    }

    /// The name of a battle group.
    #[must_use]
    pub fn name(&self, group: GroupId) -> &str {
        self.names.get(usize::from(group.0)).map_or("a detachment", String::as_str)
    }

    /// The name of a battle group with its number: "3 Cavaliers". Both armies are counted through from 1.
    #[must_use]
    pub fn title(&self, group: GroupId) -> &str {
        self.titles.get(usize::from(group.0)).map_or("a detachment", String::as_str)
    }

    /// The name of a commander by number in the world.
    #[must_use]
    pub fn commander_title(&self, commander: CommanderId) -> &str {
        let (number, reds) = (usize::from(commander.0), self.armies.red.commanders.len());
        let found = match number.checked_sub(reds) {
            None => self.armies.red.commanders.get(number),
            Some(number) => self.armies.blue.commanders.get(number),
        };
        found.map_or("a commander", |c| c.name.as_str())
    }

    /// The name of a commander.
    #[must_use]
    pub fn commander_name(&self, side: Side, entry: u8) -> &str {
        self.armies[side].commanders.get(usize::from(entry)).map_or("a commander", |c| c.name.as_str())
    }
}

/// The most terrain pieces, battle groups or turns that a setup may have: far above any game.
const MOST_PIECES: usize = 200;
const MOST_GROUPS: usize = 100;
const MOST_TURNS: u16 = 1000;

fn bad(
    book: impl Into<Book>,
    problem: impl Into<std::borrow::Cow<'static, str>>,
    remedy: &'static str,
) -> Refusal {
    Refusal::new(law!(book, "FOGR-TURN-001", "FOGAM-TURN-001"), problem, remedy)
}

/// A battle laid out and ready to run.
#[derive(Debug)]
pub struct Laid {
    /// What stays the same.
    pub scenario: Scenario,
    /// What changes.
    pub world: World,
    /// The outermost procedure.
    pub procedure: Procedure,
}

/// Validates a setup and lays out the battle.
pub fn prepare(book: Rulebook, setup: &Setup) -> Result<Laid, Refusal> {
    let readings = Readings::named(book.readings(), &setup.options)
        .map_err(|e| bad(book, e.to_string(), "Use the names of the options that exist."))?;
    let armies =
        BySide { red: army(book.book(), &setup.armies.red)?, blue: army(book.book(), &setup.armies.blue)? };
    let (width, depth) = setup.table_mu;
    if !(12..=240).contains(&width) || !(12..=240).contains(&depth) {
        return Err(bad(book, "The table is too small or too large", "Use 12 to 240 MU each way.")
            .fact("width", i32::from(width))
            .fact("depth", i32::from(depth)));
    }
    if !Scale::MOVEMENT_UNITS.contains(&setup.scale.mu) {
        return Err(Refusal::new(
            law!(book, "FOGR-BASICS-004", "FOGAM-BASICS-006"),
            "No such movement unit is allowed",
            "Use 25 mm, 25.4 mm, 38.1 mm or 40 mm.",
        ));
    }
    if !(1..=MOST_TURNS).contains(&setup.turns) {
        return Err(bad(book, "A battle has 1 to 1000 turns", "Change the number of turns."));
    }
    let scale = setup.scale;
    let table = Table::new(scale.mu(i32::from(width)), scale.mu(i32::from(depth)));
    let field = Field { table, scale, terrain: Arc::new(Terrain::default()), fortifications: Vec::new() };
    let mut world = mustered(book, &armies, field, readings)?;
    let names: Vec<String> = Side::BOTH
        .into_iter()
        .flat_map(|side| armies[side].battle_groups.iter().map(|g| g.name.clone()))
        .collect();
    let titles = titles(&names);
    let scenario = Scenario { armies, names, titles, turns: setup.turns, mu: setup.scale.mu };
    let procedure = match &setup.start {
        StartFrom::Deployment => {
            for (_, army) in scenario.armies.iter() {
                setup::sequence::check_order_of_march(army)?;
            }
            Procedure::Setup(setup::Procedure::begin())
        }
        StartFrom::Position(position) => {
            place(&mut world, &scenario, position)?;
            Procedure::Turn(turn::Procedure::joined_at(&mut world, position.phase))
        }
    };
    Ok(Laid { scenario, world, procedure })
}

/// The names with their numbers; as many again for detachments that are formed at deployment.
fn titles(names: &[String]) -> Vec<String> {
    let detached = names.iter().map(|_| "Detached shot");
    let all = names.iter().map(String::as_str).chain(detached);
    (1..).zip(all).map(|(number, name)| format!("{number} {name}")).collect()
}

fn army(book: Book, choice: &ArmyChoice) -> Result<Army, Refusal> {
    let army = match choice {
        ArmyChoice::BuiltIn(id) => builtin(id).ok_or_else(|| {
            bad(book, format!("No army is called {id}"), "Use the id of a built-in army, or give a list.")
        })?,
        ArmyChoice::List(army) => army.clone(),
    };
    if army.book != book {
        return Err(bad(
            book,
            format!("{} follows another book", army.name),
            "Use an army of the book that is played.",
        ));
    }
    if army.battle_groups.is_empty() || army.battle_groups.len() > MOST_GROUPS {
        return Err(bad(book, format!("{} has no battle groups, or too many", army.name), "Use 1 to 100."));
    }
    if army.commanders.len() > 8 {
        return Err(bad(book, format!("{} has too many commanders", army.name), "Use at most 8."));
    }
    for group in &army.battle_groups {
        if group.size() == 0 || group.size() > 40 {
            return Err(bad(book, format!("{} has no bases, or too many", group.name), "Use 1 to 40 bases."));
        }
        for base in group.profiles() {
            base.check(book)?;
        }
        for base in &group.dismounted {
            group.profile(base).check(book)?;
        }
    }
    Ok(army)
}

fn status(group: &BattleGroup) -> Status {
    let kinds = [
        (GroupPermit::EarlyTercio, Status::EarlyTercio),
        (GroupPermit::LaterTercio, Status::LaterTercio),
        (GroupPermit::SwedishBrigade, Status::SwedishBrigade),
        (GroupPermit::CommandedShot, Status::CommandedShot),
    ];
    kinds.into_iter().find(|(permit, _)| group.is(*permit)).map_or(Status::Ordinary, |(_, s)| s)
}

/// All troops of both armies, none of them on the table yet.
fn mustered(
    book: Rulebook,
    armies: &BySide<Army>,
    field: Field,
    readings: Readings,
) -> Result<World, Refusal> {
    let (mut bases, mut groups, mut commanders) = (Vec::new(), Vec::new(), Vec::new());
    for side in Side::BOTH {
        let muster = Muster { book, scale: field.scale, side, army: &armies[side] };
        for (entry, listed) in muster.army.battle_groups.iter().enumerate() {
            groups.push(muster.group(entry, listed, bases.len())?);
            bases.extend(listed.profiles().into_iter().map(|profile| muster.base(profile)));
        }
        for (entry, listed) in muster.army.commanders.iter().enumerate() {
            commanders.push(muster.commander(entry, listed)?);
        }
    }
    let sides = BySide::new_with(|side| {
        let total = crate::army::break_point(&armies[side]);
        SideState {
            camp: None,
            camp_lost: false,
            break_point: u16::try_from(total.total()).unwrap_or(u16::MAX),
            naval_units: 0,
        }
    });
    Ok(World::new(book, field, (groups, bases), commanders, sides, readings))
}

/// Where troops are that are not on the table.
const NOWHERE: Pose = Pose::new(Point::ORIGIN, Angle::ZERO);

/// The army of a side on its way from its list to the table.
struct Muster<'a> {
    book: Rulebook,
    scale: Scale,
    side: Side,
    army: &'a Army,
}

impl Muster<'_> {
    /// The number of a contingent: 0 is the army's own, allies count from 1.
    fn contingent(&self, name: Option<&String>) -> Result<u8, Refusal> {
        let Some(name) = name else { return Ok(0) };
        let mut named = self.army.commanders.iter().filter_map(|c| c.contingent.as_ref());
        let place = named.position(|c| c == name).ok_or_else(|| {
            bad(
                self.book,
                format!("No ally commander leads the contingent {name}"),
                "Name the contingent's commander.",
            )
        })?;
        Ok(u8::try_from(place + 1).unwrap_or(u8::MAX))
    }

    fn base(&self, profile: BaseProfile) -> BaseState {
        BaseState {
            base: Base::new(NOWHERE, self.scale.base_width(), self.scale.base_depth(profile.troop_type)),
            at: GridPosition { file: 0, rank: 0 },
            facing: Facing::Front,
            profile,
            standing: true,
            kinks_passed: 0,
        }
    }

    fn group(&self, entry: usize, listed: &BattleGroup, first_base: usize) -> Result<GroupState, Refusal> {
        enforces!("FOGR-COHESION-036");
        let count = u8::try_from(listed.profiles().len()).unwrap_or(u8::MAX);
        Ok(GroupState {
            side: self.side,
            owner: self.side,
            entry: u8::try_from(entry).unwrap_or(u8::MAX),
            contingent: self.contingent(listed.contingent.as_ref())?,
            detached_from: None,
            first_base: u16::try_from(first_base).unwrap_or(u16::MAX),
            base_count: count,
            grand: self.book.is_grand(count),
            status: status(listed),
            presence: Presence::Undeployed,
            cohesion: Cohesion::Steady,
            posture: Posture::Normal,
            portable: match listed.portable_defences {
                true => PortableDefences::Carried,
                false => PortableDefences::None,
            },
            regimental_guns: listed.regimental_guns,
            captured: None,
            captured_by: SmallVec::new(),
            autobroken: false,
            pursuing: SmallVec::new(),
            wild_pursuit: false,
            looting: false,
            footprint: None,
            betrayed_to: SmallVec::new(),
            kinks: SmallVec::new(),
            turn: Deeds::default(),
            phase: PhaseDeeds::default(),
        })
    }

    fn commander(&self, entry: usize, listed: &Commander) -> Result<CommanderState, Refusal> {
        let (width, depth) = self.scale.commander();
        let base = Base::new(NOWHERE, width, depth);
        Ok(CommanderState {
            side: self.side,
            entry: u8::try_from(entry).unwrap_or(u8::MAX),
            role: listed.role,
            level: listed.level,
            contingent: match listed.role {
                CommanderRole::AllyCommander => self.contingent(listed.contingent.as_ref())?,
                _ => 0,
            },
            place: CommanderPlace::Away,
            base,
            place_at_phase_start: CommanderPlace::Away,
            base_at_phase_start: base,
            moves: 0,
            kept_clear: false,
            front_file: 0,
            bound: false,
        })
    }
}

fn place(world: &mut World, scenario: &Scenario, position: &Position) -> Result<(), Refusal> {
    if position.terrain.len() > MOST_PIECES || position.fortifications.len() > MOST_PIECES {
        return Err(bad(world.book, "There is too much terrain", "Use at most 200 pieces."));
    }
    world.field.terrain = Arc::new(Terrain { pieces: position.terrain.clone() });
    world.field.fortifications = position.fortifications.clone();
    world.turn.active = position.active.unwrap_or(Side::Red);
    let naval = setup::camps::naval_units(world, &scenario.armies);
    for side in Side::BOTH {
        world.sides[side].naval_units = naval[side];
        if position.part_of_battle {
            // No losses reach this break point.
            world.sides[side].break_point = u16::MAX;
        }
    }
    for (side, camp) in position.camps.iter() {
        let Some(pose) = camp else { continue };
        let (width, depth) = world.field.scale.camp();
        let fortified = scenario.armies[side].camp.fortified;
        world.sides[side].camp = Some(Camp { at: Base::new(*pose, width, depth), fortified, sacked: false });
    }
    for placed in &position.groups {
        place_group(world, scenario, placed)?;
    }
    for placed in &position.commanders {
        place_commander(world, placed)?;
    }
    super::position::invariants::check(world)
        .map_err(|problem| bad(world.book, problem, "Move the troops apart, or onto the table."))
}

fn find(world: &World, side: Side, number: u8) -> Result<GroupId, Refusal> {
    let entry = number.checked_sub(1);
    let found = world.ids().find(|&g| world[g].side == side && Some(world[g].entry) == entry);
    found.ok_or_else(|| {
        bad(
            world.book,
            format!("{side} has no battle group of this number"),
            "Count the battle groups from 1.",
        )
        .fact("number", i32::from(number))
    })
}

/// Puts a battle group on the table in a legal formation.
pub fn deploy(world: &mut World, group: GroupId, formation: &Formation, front: Pose) {
    enforces!("FOGR-BG-027");
    let width = world.field.base_width() * i32::try_from(formation.width()).unwrap_or(0);
    let body =
        laid_out(world.field.scale, formation, front.offset(-width.half(), Um::ZERO), world.lead(group));
    // Before deployment bases have no places in the grid: those of a kind are taken in order.
    let mut left: Vec<_> = world.all_base_ids(group).filter(|&b| world[b].standing).collect();
    for (placed, base) in formation.placed().zip(bases_of(&body)) {
        let Some(i) = left.iter().position(|&b| world[b].profile == placed.base) else { continue };
        let id = left.remove(i);
        let state = &mut world[id];
        state.base = base;
        state.at = placed.at;
        state.facing = placed.facing;
    }
    world[group].presence = Presence::OnTable;
    world[group].footprint = match world[group].status {
        Status::EarlyTercio => Some(early_tercio_footprint(formation)),
        Status::LaterTercio => Some(later_tercio_footprint(formation)),
        _ => None,
    }
    .map(|f| (f.files, f.ranks));
}

fn place_group(world: &mut World, scenario: &Scenario, placed: &PlacedGroup) -> Result<(), Refusal> {
    let group = find(world, placed.side, placed.number)?;
    form_up(world, scenario, group, placed)
}

/// Puts a battle group on the table in the formation that is described, if that is legal.
pub fn form_up(
    world: &mut World,
    scenario: &Scenario,
    group: GroupId,
    placed: &PlacedGroup,
) -> Result<(), Refusal> {
    let name = || scenario.name(group).to_owned();
    if world[group].is_on_table() {
        return Err(bad(world.book, format!("{} are placed twice", name()), "Place each battle group once."));
    }
    let start = world.start_of(group);
    let nature: Nature<'_> = world.nature(group, &start);
    let mut left = world.profiles(group).to_vec();
    for lost in &placed.lost {
        let at = left.iter().position(|b| b == lost).ok_or_else(|| {
            bad(
                world.book,
                format!("{} never had a base that they have lost", name()),
                "Name bases of the list only.",
            )
        })?;
        left.remove(at);
    }
    if left.is_empty() {
        return Err(bad(world.book, format!("{} have no bases left", name()), "Leave the battle group out."));
    }
    let formation = match &placed.formation {
        Some(formation) => {
            let mut given = formation.profiles();
            let mut wanted = left.clone();
            given.sort_unstable();
            wanted.sort_unstable();
            if given != wanted {
                return Err(bad(
                    world.book,
                    format!("The formation of {} does not hold its bases", name()),
                    "Put every base of the list that is not lost into the formation.",
                ));
            }
            check(&nature, formation)?;
            formation.clone()
        }
        None => {
            arrangements(&nature, &left, usize::from(placed.files)).into_iter().next().ok_or_else(|| {
                Refusal::new(
                    law!(world.book, "FOGR-BG-006", "FOGAM-BG-011"),
                    format!("{} have no legal formation of that width", name()),
                    "Use another number of files.",
                )
                .fact("files", i32::from(placed.files))
                .fact("bases", left.len())
            })?
        }
    };
    let limbers = start.iter().any(|b| {
        use crate::troops::TroopType::{HeavyArtillery, MediumArtillery};
        matches!(b.troop_type, MediumArtillery | HeavyArtillery)
    });
    if placed.limbered && !(limbers && world.book.has_limbers()) {
        return Err(Refusal::new(
            law!(world.book, "FOGR-MOVE-037", "FOGAM-MOVE-010"),
            format!("{} have no limbers", name()),
            "Put it down ready to shoot.",
        ));
    }
    let formation = match placed.limbered {
        true => formation.turned(|_| Facing::Rear),
        false => formation,
    };
    world[group].posture = if placed.limbered { Posture::Limbered } else { Posture::Normal };
    world[group].cohesion = placed.cohesion;
    let mut gone = placed.lost.clone();
    for base in world.all_base_ids(group).collect::<SmallVec<[_; 16]>>() {
        if let Some(at) = gone.iter().position(|lost| *lost == world[base].profile) {
            gone.remove(at);
            world[base].standing = false;
        }
    }
    deploy(world, group, &formation, placed.front);
    if placed.cohesion == Cohesion::Broken {
        pursuit::note_autobreak(world, group);
    }
    Ok(())
}

fn place_commander(world: &mut World, placed: &PlacedCommander) -> Result<(), Refusal> {
    let entry = placed.number.checked_sub(1);
    let found = world
        .commander_ids()
        .find(|&c| world[c].side == placed.side && Some(world[c].entry) == entry)
        .ok_or_else(|| {
            bad(world.book, format!("{} has no commander of this number", placed.side), "Count from 1.")
        })?;
    match (placed.at, placed.with) {
        (Some(pose), None) => {
            world[found].base.front = pose;
            world[found].place = CommanderPlace::Alone;
        }
        (None, Some(number)) => {
            let group = find(world, placed.side, number)?;
            if !world[group].is_on_table() {
                return Err(bad(
                    world.book,
                    "A commander is with a battle group that is not there",
                    "Place it too.",
                ));
            }
            world[found].place = CommanderPlace::With(group);
            world[found].base = super::position::command::place_beside(world, found, group);
        }
        _ => {
            return Err(bad(
                world.book,
                "A commander is either somewhere or with a battle group",
                "Say which.",
            ));
        }
    }
    Ok(())
}
