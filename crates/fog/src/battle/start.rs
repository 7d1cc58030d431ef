//! What a battle starts from, validated: a complete position, or two armies that have still to be set up.

use super::customs::Rulebook;
use super::forming::{bad, form_up};
use super::law::law;
use super::world::{
    BaseState, CommanderPlace, CommanderState, Deeds, GroupId, GroupState, PhaseDeeds, PortableDefences,
    Posture, Presence, SideState, World,
};
use super::{ArmyChoice, PlacedCommander, PlacedGroup, Position, Scenario, Setup, StartFrom};
use super::{Procedure, setup, turn};
use crate::army::{Army, BattleGroup, Commander, CommanderRole, GroupPermit, builtin};
use crate::combat::Readings;
use crate::field::{Camp, Field, Scale, Terrain};
use crate::formation::{Facing, Position as GridPosition, Status};
use crate::troops::{BaseProfile, Book, Cohesion};
use caracole_kernel::{BySide, Refusal, Side};
use caracole_ledger::enforces;
use caracole_plane::{Angle, Base, Point, Pose, Table};
use smallvec::SmallVec;
use std::sync::Arc;

enforces!("FOGR-BASICS-001", "FOGR-BASICS-002", "FOGR-BASICS-005", "FOGR-TURN-001");
enforces!("FOGAM-BASICS-002", "FOGAM-BASICS-003", "FOGAM-BASICS-004", "FOGAM-TURN-001");

/// The most terrain pieces, battle groups or turns that a setup may have: far above any game.
const MOST_PIECES: usize = 200;
const MOST_GROUPS: usize = 100;
const MOST_TURNS: u16 = 1000;

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
    let scale = Scale { book: book.book(), ..setup.scale };
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
        (GroupPermit::Interpenetrates, Status::Interpenetrates),
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
        let total = crate::strength::break_point(&armies[side]);
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

fn place_group(world: &mut World, scenario: &Scenario, placed: &PlacedGroup) -> Result<(), Refusal> {
    let group = find(world, placed.side, placed.number)?;
    form_up(world, scenario, group, placed)
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
