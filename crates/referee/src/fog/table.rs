//! Who touches whom, whose flank is threatened, who supports and commands whom.

use super::{Judge, Laid, law, listed};
use crate::{Point, Ruling};
use caracole_fog::battle::position::support::{self, Support};
use caracole_fog::battle::position::{command, contact, flank, overlap};
use caracole_fog::battle::world::CommanderPlace;
use caracole_fog::battle::{CommanderId, GroupId, Played};
use caracole_plane::{Contact, Corner, Edge, Um};

fn on_table<'a>(laid: &'a Laid) -> impl Iterator<Item = GroupId> + 'a {
    let world = &laid.world;
    world.ids().filter(|&g| world[g].is_on_table())
}

fn name(laid: &Laid, group: GroupId) -> &str {
    laid.scenario.name(group)
}

fn subject<B: Played>(judge: &Judge<'_, B>, laid: &Laid, group: Option<usize>) -> Vec<GroupId> {
    match group {
        Some(group) => vec![judge.id(group)],
        None => on_table(laid).collect(),
    }
}

fn edge(edge: Edge) -> &'static str {
    match edge {
        Edge::Front => "front edge",
        Edge::Right => "right side edge",
        Edge::Rear => "rear edge",
        Edge::Left => "left side edge",
    }
}

fn corner(corner: Corner) -> &'static str {
    match corner {
        Corner::FrontLeft => "left front corner",
        Corner::FrontRight => "right front corner",
        Corner::RearLeft => "left rear corner",
        Corner::RearRight => "right rear corner",
    }
}

/// Who touches whom, and whether they fight.
pub(super) fn contacts<B: Played>(judge: &Judge<'_, B>, laid: &Laid, group: Option<usize>) -> Ruling {
    let world = &laid.world;
    let asked = subject(judge, laid, group);
    let mut points = Vec::new();
    for a in on_table(laid) {
        for b in on_table(laid).filter(|&b| b > a && world[a].side != world[b].side) {
            if !asked.contains(&a) && !asked.contains(&b) {
                continue;
            }
            let touches = contact::touches(world, a, b);
            // The contact that matters most: the longest along an edge.
            let along = |t: &&contact::Touch| match t.contact {
                Contact::Edges(edges) => edges.shared,
                _ => Um::ZERO,
            };
            let Some(first) = touches.iter().max_by_key(along) else { continue };
            let how = match first.contact {
                Contact::Edges(edges) => format!("{} to {}", edge(edges.own), edge(edges.their)),
                Contact::Corners { own, their } => format!("{} to {}", corner(own), corner(their)),
                Contact::CornerOnEdge { own, their } => format!("{} on {}", corner(own), edge(their)),
                Contact::EdgeOnCorner { own, their } => format!("{} at {}", edge(own), corner(their)),
            };
            let more = match touches.len() {
                1 => String::new(),
                n => format!(" and at {} more places", n - 1),
            };
            let fight = if contact::in_close_combat_with(world, a, b) {
                "they are in close combat"
            } else {
                "they are not in close combat"
            };
            let text = format!("{} touch {}, {how}{more}: {fight}.", name(laid, a), name(laid, b));
            points.push(Point::new(text, &[law!(world.book, "FOGR-MANOEUVRE-068", "FOGAM-MANOEUVRE-062")]));
        }
    }
    for a in asked {
        for b in overlap::overlapped_groups(world, a) {
            let text = format!("{} overlap {}.", name(laid, a), name(laid, b));
            points.push(Point::new(text, &[law!(world.book, "FOGR-MANOEUVRE-067", "FOGAM-MANOEUVRE-058")]));
        }
    }
    if points.is_empty() {
        points.push(Point::new("Nobody is in contact with an enemy.", &[]));
    }
    Ruling::answered("Who is in contact?", points)
}

/// Whose flank is threatened.
pub(super) fn flanks<B: Played>(judge: &Judge<'_, B>, laid: &Laid, group: Option<usize>) -> Ruling {
    let world = &laid.world;
    let mut points = Vec::new();
    for g in subject(judge, laid, group) {
        let threats = flank::threats(world, g);
        let text = match threats.is_empty() {
            true => format!("The flanks of {} are not threatened.", name(laid, g)),
            false => format!("A flank of {} is threatened.", name(laid, g)),
        };
        points.push(Point::new(text, &threats));
    }
    Ruling::answered("Whose flank is threatened?", points)
}

/// Whether a battle group counts as supported, and by whom.
fn counts_as_supported(laid: &Laid, group: GroupId) -> Point {
    let world = &laid.world;
    let own = name(laid, group);
    let supporters = support::supporters(world, group);
    let names: Vec<&str> = supporters.iter().map(|&s| name(laid, s)).collect();
    let (bases, needed) = support::bases_behind(world, group);
    let behind_it = match names.as_slice() {
        [] => format!("nobody stands behind in support, and {needed} bases are needed"),
        names => format!("{} stand behind with {bases} bases, and {needed} are needed", listed(names)),
    };
    let special = law!(world.book, "FOGR-GLOSSARY-035", "FOGAM-GLOSSARY-032");
    let enough = law!(world.book, "FOGR-GLOSSARY-033", "FOGAM-GLOSSARY-031");
    let who = law!(world.book, "FOGR-GLOSSARY-034", "FOGAM-GLOSSARY-031");
    let (text, mut rules) = match support::support_of(world, group) {
        Support::NeverWagons => {
            (format!("{own} do not count as supported: battle wagons never do."), vec![special])
        }
        Support::AlwaysTercio => {
            (format!("{own} count as supported: early tercios always do."), vec![special])
        }
        Support::Enough => {
            let text = format!("{own} count as supported: {behind_it}.");
            (text, vec![enough, who])
        }
        Support::NobodyBehind => {
            let why = "no enemy is behind them within 12 MU";
            (format!("{own} count as supported: later tercios and keils do while {why}."), vec![special])
        }
        Support::TooFew { behind: Some(enemy) } => {
            let enemy = name(laid, enemy);
            let text = format!("{own} do not count as supported: {enemy} are behind them, and {behind_it}.");
            (text, vec![special, enough])
        }
        Support::TooFew { behind: None } => {
            let text = format!("{own} do not count as supported: {behind_it}.");
            (text, vec![enough, who])
        }
    };
    // One rule of the second book is two of the first.
    rules.dedup();
    Point::new(text, &rules)
}

/// Who supports and commands whom.
pub(super) fn support<B: Played>(judge: &Judge<'_, B>, laid: &Laid, group: Option<usize>) -> Ruling {
    let world = &laid.world;
    let scenario = &laid.scenario;
    let mut points = Vec::new();
    for g in subject(judge, laid, group) {
        points.push(counts_as_supported(laid, g));
        let able = |&c: &CommanderId| {
            let there = !matches!(world[c].place, CommanderPlace::Away | CommanderPlace::Lost);
            there && world[c].side == world[g].side && command::can_influence(world, c, g)
        };
        let commanders: Vec<&str> = world
            .commander_ids()
            .filter(able)
            .map(|c| scenario.commander_name(world[c].side, world[c].entry))
            .collect();
        let text = format!("{} can be influenced by {}.", name(laid, g), listed(&commanders));
        points.push(Point::new(text, &[law!(world.book, "FOGR-COMMAND-003", "FOGAM-COMMAND-004")]));
    }
    Ruling::answered("Who supports and commands whom?", points)
}
