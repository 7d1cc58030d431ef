//! A setup checked and laid out.

use super::{Begin, Bw, CampPost, CommanderPost, Field, Lineup, Scenario, Setup, UnitPost, grid_of};
use crate::army::{Army, CampState, Role, camp_state};
use crate::battle::ambush;
use crate::battle::before::Before;
use crate::battle::march;
use crate::battle::system::Renatio;
use crate::battle::turn::Turn;
use crate::battle::world::{
    Ambush, Camp, Commander, CommanderId, Fired, FlankMarch, Game, Lurk, Measured, Post, Presence, Slow,
    Trust, Ug, UgId, World,
};
use crate::cards::{Cards, Deck};
use crate::charts::Charts;
use crate::dice::{Breaking, breaks};
use crate::formation::check_shape;
use crate::troops::{Arm, Characteristic, Troops};
use caracole_document::Word;
use caracole_kernel::{BySide, Refusal, Side, Start};
use caracole_ledger::{enforces, not_yet, rule};
use caracole_plane::Group;
use caracole_plane::{Angle, Base, Point, Pose, Table, Um, any_overlap};
use caracole_tabletop::{BaseState, Placed, Terrain, bases_of, grid_of as formation_of};

/// The most units of an army, and the longest name.
const MOST_UNITS: usize = 40;
const LONGEST_NAME: usize = 60;
/// The most Commanders of an army.
const MOST_COMMANDERS: usize = 6;
/// The most pieces of terrain.
const MOST_PIECES: usize = 60;

fn wrong(problem: impl Into<String>, remedy: &'static str) -> Refusal {
    Refusal::new(rule!("TABLE-002"), problem.into(), remedy)
}

/// Checks a setup and lays out the battle.
pub fn prepare(setup: &Setup) -> Result<Start<Renatio>, Refusal> {
    let scenario = scenario(setup)?;
    let measured = Measured { width: scenario.field.width };
    let deck = Deck::new(scenario.charts.command_cards.pack);
    let mut world = World::new(measured, deck, setup.active);
    if setup.begin == Begin::PreBattle {
        for side in Side::BOTH {
            muster(&scenario, &mut world, side, &setup.start[side])?;
        }
        return Ok(Start { scenario, world, procedure: Before::default().into() });
    }
    for side in Side::BOTH {
        enlist(&scenario, &mut world, side, &setup.start[side])?;
    }
    check_places(&scenario, &world)?;
    Ok(Start { scenario, world, procedure: Turn::default().into() })
}

fn scenario(setup: &Setup) -> Result<Scenario, Refusal> {
    let charts = match &setup.charts {
        None => Charts::standard(),
        Some(text) => Charts::read(&[("charts of the battle", text)]),
    };
    let charts = charts.map_err(|faults| wrong(faults.to_string(), "Mend the file of charts."))?;
    if let Some(reading) = setup.options.iter().find(|reading| !reading.is_played()) {
        let problem = format!("The option {} is not played yet", reading.key());
        return Err(Refusal::new(reading.rule(), problem, "Play without it."));
    }
    if !matches!(setup.base_mm, 40 | 60) {
        return Err(
            wrong("A base is 40 or 60 mm wide", "Choose one of them.").fact("mm", u32::from(setup.base_mm))
        );
    }
    if setup.turns == 0 {
        return Err(wrong("A battle has at least one turn", "Give a number of turns above 0."));
    }
    let [wide, deep] = setup.table_bw;
    if !(10..=120).contains(&wide) || !(10..=120).contains(&deep) {
        return Err(wrong("A table measures 10 to 120 BW each way", "The standard table is 45 by 30 BW."));
    }
    if setup.terrain.len() > MOST_PIECES {
        return Err(
            wrong("There is too much terrain", "Use 60 pieces at most.").fact("pieces", setup.terrain.len())
        );
    }
    for (_, army) in setup.armies.iter() {
        check_army(army)?;
    }
    let width = Um::from_mm(i32::from(setup.base_mm));
    let table = Table::new(width * i32::from(wide), width * i32::from(deep));
    let field = Field { table, width, terrain: Terrain { pieces: setup.terrain.clone() } };
    let titles = BySide::new_with(|side| titles(&setup.armies[side]));
    let (readings, turns, armies) = (setup.options, setup.turns, setup.armies.clone());
    Ok(Scenario { charts, readings, field, turns, armies, titles })
}

/// What would make a battle unbounded or unclear; whether an army is legal for its points is asked elsewhere.
fn check_army(army: &Army) -> Result<(), Refusal> {
    enforces!("RETG-ARMY-009");
    let units = army.each_unit().take(MOST_UNITS + 1).count();
    let leading = army.commanders.iter().filter(|c| c.role == Role::Army).count();
    let names = army.commanders.iter().map(|c| &c.name).chain(army.units.iter().map(|u| &u.name));
    if !(1..=MOST_UNITS).contains(&units) {
        return Err(wrong("An army has 1 to 40 units", "Add or remove units."));
    }
    if leading != 1 || army.commanders.len() > MOST_COMMANDERS {
        return Err(Refusal::new(
            rule!("RETG-ARMY-009"),
            "An army has exactly one Army Commander and a few others",
            "Give one Commander the role army, and have six at most.",
        ));
    }
    if let Some(name) = names.into_iter().find(|name| name.is_empty() || name.chars().count() > LONGEST_NAME)
    {
        let short: String = name.chars().take(LONGEST_NAME).collect();
        return Err(wrong("A name is empty or too long", "Use 1 to 60 letters.").fact("name", short));
    }
    if army.units.iter().any(|u| u.troops.profile.is(Characteristic::Barricades)) {
        return Err(Refusal::new(
            not_yet!("RETG-GLOS-007"),
            "Troops with Barricades are not played yet",
            "Use an army without them.",
        ));
    }
    let leads = army.commanders.iter().any(|c| c.role == Role::Ally);
    if leads != army.units.iter().any(|u| u.ally) {
        return Err(Refusal::new(
            rule!("RETG-CMD-035"),
            "Allied units have an allied Commander, and he has allied units",
            "Give the contingent both, or neither.",
        ));
    }
    Ok(())
}

/// Names of all units: those that share a name are numbered.
pub fn titles(army: &Army) -> Vec<String> {
    let mut all = Vec::new();
    for unit in &army.units {
        let alike =
            army.units.iter().filter(|u| u.name == unit.name).map(|u| u32::from(u.count)).sum::<u32>();
        let before = all.iter().filter(|title: &&String| title.starts_with(&unit.name)).count();
        for n in 1..=usize::from(unit.count) {
            all.push(if alike > 1 { format!("{} {}", unit.name, before + n) } else { unit.name.clone() });
        }
    }
    all
}

fn enlist(scenario: &Scenario, world: &mut World, side: Side, lineup: &Lineup) -> Result<(), Refusal> {
    let army = &scenario.armies[side];
    let units: Vec<_> = army.each_unit().collect();
    if lineup.units.len() != units.len() || lineup.commanders.len() != army.commanders.len() {
        return Err(wrong(
            format!("{side} does not say where everything stands"),
            "Give each unit and Commander a place.",
        )
        .fact("units", units.len())
        .fact("places of units", lineup.units.len())
        .fact("Commanders", army.commanders.len())
        .fact("places of Commanders", lineup.commanders.len()));
    }
    let first = u8::try_from(world.commanders.len()).unwrap_or(u8::MAX);
    let first_ug = world.groups().len();
    for (listed, (unit, post)) in (0u8..).zip(units.iter().zip(&lineup.units)) {
        let title = scenario.title(side, listed).to_owned();
        let Some(leader) = army.commanders.get(usize::from(post.command)) else {
            return Err(wrong(
                "The unit belongs to no Commander",
                "Name one by his place in the list, from 0.",
            )
            .fact("unit", title));
        };
        if unit.ally != (leader.role == Role::Ally) {
            let problem = "Allied units belong to allied Commanders, and no others do";
            return Err(Refusal::new(rule!("RETG-CMD-035"), problem, "Give it to another Commander.")
                .fact("unit", title));
        }
        let command = CommanderId(first.saturating_add(post.command));
        let (ug, bases) = unit_at(scenario, side, listed, &unit.troops, post, command)
            .map_err(|e| e.fact("unit", title))?;
        world.enlist(ug, bases);
    }
    for (listed, (commander, post)) in (0u8..).zip(army.commanders.iter().zip(&lineup.commanders)) {
        let post = post_of(scenario, world, side, first_ug, post)
            .map_err(|e| e.fact("Commander", commander.name.clone()))?;
        world.commanders.push(enrolled(side, listed, commander, post));
    }
    hide(scenario, world, side, lineup, (first, first_ug))?;
    if let Some(post) = lineup.camp {
        world.camps[side] = Some(camp_at(scenario, army, side, post)?);
    }
    Ok(())
}

/// Puts ambushes and flank marches where they are hidden. `first` are the numbers of the side's first Commander and unit.
fn hide(
    scenario: &Scenario,
    world: &mut World,
    side: Side,
    lineup: &Lineup,
    first: (u8, usize),
) -> Result<(), Refusal> {
    let unit = |listed: u8| u16::try_from(first.1 + usize::from(listed)).map(UgId).unwrap_or(UgId(u16::MAX));
    let leader = |listed: u8| CommanderId(first.0.saturating_add(listed));
    for (card, post) in (1u8..).zip(&lineup.ambushes) {
        let game = Game::new(scenario, world);
        let waits =
            |ug: UgId| world.get(ug).is_some_and(|s| s.side == side && s.presence == Presence::OnTable);
        let lurk = match post.unit.map(unit) {
            None => None,
            Some(ug) if waits(ug) => {
                ambush::check_unit(game, ug)?;
                let wide = lineup.units.get(usize::from(post.unit.unwrap_or(0))).map_or(1, |unit| unit.wide);
                let with = |id: &CommanderId| world.commander(*id).is_some_and(|c| c.post.ug() == Some(ug));
                let commander = world.commanders_of(side).find(with);
                Some(Lurk { ug, wide, form: world[ug].form, commander })
            }
            Some(_) => {
                return Err(wrong("No such unit lies in ambush", "Name a unit by its place in the list."));
            }
        };
        if usize::from(card) > ambush::CARDS
            || world.commander(leader(post.command)).is_none_or(|c| c.side != side)
        {
            return Err(wrong("An ambush is wrong", "Place three at most, each of a Commander's command."));
        }
        let base = ambush::ground(game, side, post.at);
        if let Some(lurk) = lurk {
            world[lurk.ug].presence = Presence::Hidden;
            if let Some(commander) = lurk.commander.and_then(|id| world.commander_mut(id)) {
                commander.post = Post::Gone;
            }
        }
        let command = Some(leader(post.command));
        world.secrets.ambushes.push(Ambush { side, card, at: post.at, base, lurk, command });
    }
    for post in &lineup.marches {
        let (commander, ugs) =
            (leader(post.commander), post.units.iter().map(|n| unit(*n)).collect::<Vec<_>>());
        let there = |ug: &UgId| {
            world
                .get(*ug)
                .is_some_and(|s| s.side == side && s.presence == Presence::OnTable && s.command == commander)
        };
        let most = usize::from(scenario.charts.flank_march.most_ugs);
        if ugs.is_empty() || ugs.len() > most || !ugs.iter().all(there) {
            return Err(wrong("A flank march is wrong", "Name one to four units of its Commander."));
        }
        march::check_leader(Game::new(scenario, world), side, commander)?;
        for ug in &ugs {
            world[*ug].presence = Presence::Marching;
        }
        if let Some(leader) = world.commander_mut(commander) {
            leader.post = Post::Gone;
        }
        let (edge, announced, entering) = (Some(post.edge), false, None);
        world.secrets.marches.push(FlankMarch { commander, side, edge, ugs, announced, entering });
    }
    Ok(())
}

/// A Commander of a list as he begins.
fn enrolled(side: Side, listed: u8, of: &crate::army::Commander, post: Post) -> Commander {
    Commander {
        side,
        listed,
        role: of.role,
        grade: of.grade,
        command_type: of.command_type,
        post,
        hand: Cards::NONE,
        upgraded: false,
        moved: false,
        dead_since: None,
        fights: false,
        shown: Cards::NONE,
        trust: if of.role == Role::Ally { Trust::Untested } else { Trust::Reliable },
        attacked: false,
        bluffed: false,
    }
}

/// An army that is still to be deployed: every unit waits in the middle of the table.
fn muster(scenario: &Scenario, world: &mut World, side: Side, lineup: &Lineup) -> Result<(), Refusal> {
    if *lineup != Lineup::default() {
        let problem = "A battle that begins with the pre-battle has nobody deployed";
        return Err(wrong(problem, "Leave out where units, Commanders and camps stand."));
    }
    let army = &scenario.armies[side];
    let first = u8::try_from(world.commanders.len()).unwrap_or(u8::MAX);
    let deep = scenario.field.table.depth.get() / scenario.field.width.get().max(1) * 100;
    let middle =
        [Bw(scenario.field.table.width.get() / scenario.field.width.get().max(1) * 50), Bw(deep / 2)];
    let ally = army.commanders.iter().position(|c| c.role == Role::Ally).unwrap_or(0);
    let ally = first.saturating_add(u8::try_from(ally).unwrap_or(u8::MAX));
    for (listed, unit) in (0u8..).zip(army.each_unit()) {
        let command = CommanderId(if unit.ally { ally } else { first });
        let formation = scenario.charts.formations.of(unit.troops.profile.shape);
        let wide = formation
            .wide
            .min(unit.troops.bases)
            .max(unit.troops.bases.div_ceil(scenario.charts.formations.most_deep));
        let wide = if formation.deep > 0 { formation.wide } else { wide };
        let (form, lost, wound, dismounted) = (None, 0, false, false);
        let post = UnitPost { at: middle, facing: 0, wide, form, command: 0, lost, wound, dismounted };
        let (mut ug, bases) = unit_at(scenario, side, listed, &unit.troops, &post, command)
            .map_err(|e| e.fact("unit", scenario.title(side, listed).to_owned()))?;
        ug.presence = Presence::ToDeploy;
        world.enlist(ug, bases);
    }
    for (listed, commander) in (0u8..).zip(&army.commanders) {
        let post = post_of(scenario, world, side, 0, &CommanderPost::At(middle))?;
        world.commanders.push(enrolled(side, listed, commander, post));
    }
    Ok(())
}

/// The ground of a camp whose front has this middle.
pub fn camp_base(scenario: &Scenario, side: Side, at: [Bw; 2]) -> Base {
    let facing = if side == Side::Red { Angle::ZERO } else { Angle::HALF };
    let width = scenario.field.width;
    Base::new(Pose::new(point(scenario, at), facing), width * 3, width * 2)
}

fn point(scenario: &Scenario, [x, y]: [Bw; 2]) -> Point {
    let width = scenario.field.width;
    Point::new(x.um(width), y.um(width))
}

fn unit_at(
    scenario: &Scenario,
    side: Side,
    listed: u8,
    troops: &Troops,
    post: &UnitPost,
    command: CommanderId,
) -> Result<(Ug, Vec<BaseState<crate::battle::world::BaseKind>>), Refusal> {
    let profile = &troops.profile;
    let left = troops.bases.saturating_sub(post.lost);
    let formation = scenario.charts.formations.of(profile.shape);
    if formation.deep > 0 && !formation.bases.contains(&troops.bases) {
        return Err(Refusal::new(
            rule!("RETG-FORM-003"),
            "A set formation has its own number of bases",
            "Change the list.",
        )
        .fact("bases", u32::from(troops.bases)));
    }
    check_shape(&scenario.charts, profile.shape, left, post.wide)?;
    let form = post.form.unwrap_or(profile.forms()[0]);
    if !profile.forms().contains(&form) {
        return Err(wrong("The unit cannot take this formation", "Choose one of its list."));
    }
    let rides = profile.arm == Arm::Dragoons || profile.is(Characteristic::Dismountable);
    if post.dismounted && !rides {
        return Err(wrong("This unit cannot dismount", "Only dragoons and troops that may dismount do."));
    }
    let mut ug = Ug {
        side,
        listed,
        command,
        profile: profile.clone(),
        form,
        dismounted: post.dismounted,
        first_base: 0,
        base_count: troops.bases,
        presence: Presence::OnTable,
        wound: post.wound,
        slow: Slow::default(),
        acted: false,
        deeds: Default::default(),
        fired: Fired::default(),
        sprung: false,
        square: false,
        // They are placed at deployment.
        obstacles: profile.is(Characteristic::Caltrops) || profile.is(Characteristic::Stakes),
    };
    if left == 0
        || breaks(&scenario.charts.break_points, Breaking::of(profile), troops.bases, ug.harm(left.into()))
    {
        return Err(Refusal::new(
            rule!("RETG-ROUT-002"),
            "Such losses break the unit",
            "Leave it out of the list.",
        ));
    }
    ug.base_count = 0;
    Ok((ug, bases_at(scenario, troops, post)))
}

/// The troops of a unit by the list of its army.
pub fn troops_of<'a>(game: Game<'a>, ug: UgId) -> Option<&'a Troops> {
    let state = &game.world[ug];
    game.scenario.armies[state.side].each_unit().nth(usize::from(state.listed)).map(|unit| &unit.troops)
}

/// The bases of a unit where they stand, and after them those that are lost.
pub fn bases_at(
    scenario: &Scenario,
    troops: &Troops,
    post: &UnitPost,
) -> Vec<BaseState<crate::battle::world::BaseKind>> {
    let measured = Measured { width: scenario.field.width };
    let grid = grid_of(&troops.profile, troops.bases, post.lost, post.wide);
    let whole = grid_of(&troops.profile, troops.bases, 0, post.wide);
    let front = Pose::new(point(scenario, post.at), Angle::from_degrees(i32::from(post.facing % 360)));
    let body = Group::form_centred(front, &formation_of(measured, &grid, Um::ZERO));
    let standing = bases_of(&body);
    let state = |placed: &Placed<_>, base: Base, standing| BaseState {
        base,
        at: placed.at,
        facing: placed.facing,
        profile: placed.base,
        standing,
        kinks_passed: 0,
    };
    let there = grid.placed().zip(&standing).map(|(placed, base)| state(placed, *base, true));
    let lost = whole.placed().filter(|placed| grid.at(placed.at).is_none());
    let any = standing.first().copied();
    there.chain(lost.filter_map(|placed| any.map(|base| state(placed, base, false)))).collect()
}

fn post_of(
    scenario: &Scenario,
    world: &World,
    side: Side,
    first_ug: usize,
    post: &CommanderPost,
) -> Result<Post, Refusal> {
    match *post {
        CommanderPost::With { unit, file, ahead } => {
            let ug = u16::try_from(first_ug + usize::from(unit)).ok().map(UgId);
            let ug = ug.filter(|ug| world.get(*ug).is_some_and(|state| state.side == side));
            let ug = ug.filter(|ug| world.formation(*ug).files().any(|own| own == file));
            let ug = ug.ok_or_else(|| {
                wrong("There is no such file", "Name a file of a unit, both counted from 0.")
            })?;
            Ok(Post::With { ug, file, ahead })
        }
        CommanderPost::At(at) => {
            let facing = if side == Side::Red { Angle::ZERO } else { Angle::HALF };
            let width = scenario.field.width;
            let base = Base::new(Pose::new(point(scenario, at), facing), width, width);
            if !scenario.field.table.holds(&base.rect()) {
                return Err(wrong("The Commander stands off the table", "Place him on it."));
            }
            Ok(Post::Alone(base))
        }
    }
}

fn camp_at(scenario: &Scenario, army: &Army, side: Side, post: CampPost) -> Result<Camp, Refusal> {
    enforces!("RETG-CAMP-001");
    if camp_state(army.camp.kind, false) != CampState::Plain
        && camp_state(army.camp.kind, true) == CampState::Absent
    {
        return Err(wrong(format!("{side}'s army has no camp of its own"), "Leave the camp out."));
    }
    let width = scenario.field.width;
    let front = Pose::new(point(scenario, post.at), Angle::from_degrees(i32::from(post.facing % 360)));
    Ok(Camp::at(Base::new(front, width * 3, width * 2)))
}

/// Everything stands on the table, and nothing on anything else.
fn check_places(scenario: &Scenario, world: &World) -> Result<(), Refusal> {
    let game = crate::battle::world::Game::new(scenario, world);
    let ugs: Vec<_> = world.on_table().collect();
    let camps = game.camps();
    if camps.iter().any(|camp| !scenario.field.table.holds(camp)) {
        return Err(wrong("A camp stands off the table", "Place it on the table."));
    }
    for (n, ug) in ugs.iter().copied().enumerate() {
        let rects = world.rects(ug);
        if rects.iter().any(|rect| !scenario.field.table.holds(rect)) {
            return Err(wrong("The unit stands off the table", "Place it on the table.")
                .fact("unit", game.title(ug).to_owned()));
        }
        if any_overlap(rects, &camps) {
            return Err(wrong("The unit stands on a camp", "Place it elsewhere.")
                .fact("unit", game.title(ug).to_owned()));
        }
        for other in ugs[..n].iter().copied() {
            let both = |refusal: Refusal| {
                refusal
                    .fact("unit", game.title(ug).to_owned())
                    .fact("other unit", game.title(other).to_owned())
            };
            if any_overlap(rects, world.rects(other)) {
                return Err(both(wrong("Two units stand on the same ground", "Place them apart.")));
            }
        }
    }
    Ok(())
}
