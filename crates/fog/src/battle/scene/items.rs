//! What can be pointed at: battle groups, commanders, camps, portable defences and markers.

use super::{at, outline};
use crate::battle::Scenario;
use crate::battle::position::disorder;
use crate::battle::setup::ambush;
use crate::battle::text::names::{Names, capital, count, degrees, number, plain};
use crate::battle::world::{
    BaseState, CommanderId, CommanderPlace, GroupId, PortableDefences, Posture, World,
};
use crate::field::{Camp, Field};
use crate::troops::{BaseProfile, Capabilities, Capability, Cohesion, Disorder, TroopType};
use caracole_kernel::{At, Item, Part, Piece, Side, Viewer};
use caracole_plane::{Base, Pose, Um};
use std::borrow::Cow;

/// Everything on the table that the viewer may see, lowest first.
pub(super) fn all(world: &World, scenario: &Scenario, viewer: Viewer) -> Vec<Item> {
    let names = Names { world, scenario };
    let mut items = Vec::new();
    for side in Side::BOTH {
        let camp = world.sides[side].camp.filter(|_| !world.sides[side].camp_lost);
        items.extend(camp.map(|c| camp_item(names, side, &c)));
        items.extend(markers(names, side, viewer));
    }
    for group in world.on_table() {
        items.extend(defences(names, group));
        items.push(group_item(names, group));
    }
    let commanders = world.commander_ids().filter(|&c| world[c].is_on_table());
    items.extend(commanders.map(|c| commander_item(names, c)));
    items
}

/// Bows and crossbows.
const BOWS: Capabilities =
    Capabilities::of(&[Capability::Bow, Capability::BowStar, Capability::Longbow, Capability::Crossbow]);

/// Spears that are held, in more than one rank.
const SPEARS: Capabilities =
    Capabilities::of(&[Capability::Spearmen, Capability::OffensiveSpearmen, Capability::DefensiveSpearmen]);

/// The symbol of a base, by names that every client draws.
pub(super) fn symbol(base: &BaseProfile) -> &'static str {
    use TroopType as T;
    match base.troop_type {
        T::LightFoot | T::LightHorse | T::LightCamelry => "light",
        T::Dragoons => "dragoon",
        T::BattleWagons => "wagon",
        T::LightArtillery | T::MediumArtillery | T::HeavyArtillery => "gun",
        T::Elephants => "elephant",
        T::HeavyChariots | T::LightChariots | T::ScythedChariots => "chariot",
        T::Camelry | T::CataphractCamelry => "camel",
        _ if !base.is_foot() => "horse",
        _ if base.has(Capability::Pike) || base.has(Capability::Pikemen) => "pike",
        _ if base.capabilities.has_any(BOWS) => "bow",
        _ if base.capabilities.has_any(Capabilities::MISSILES) => "shot",
        _ if base.capabilities.has_any(SPEARS) => "spear",
        _ => "foot",
    }
}

/// What a base is, in full: "superior armoured cavaliers with impact pistol and melee pistol".
fn profile(base: &BaseProfile) -> String {
    let armour = base.armour.map_or_else(String::new, |a| format!("{} ", plain(a.word())));
    let has: Vec<String> = base.capabilities.iter().map(|c| plain(c.word())).collect();
    let with = if has.is_empty() { String::new() } else { format!(" ({})", has.join(", ")) };
    format!("{} {armour}{}{with}", plain(base.quality.word()), plain(base.troop_type.word()))
}

fn states(world: &World, group: GroupId, bases: &[BaseState]) -> Vec<Cow<'static, str>> {
    let state = &world[group];
    let mut found: Vec<&'static str> = Vec::new();
    let in_square = world.book.words().in_square;
    if state.cohesion != Cohesion::Steady {
        found.push(state.cohesion.word());
    }
    match bases.iter().map(|b| disorder::of_base(world, group, b)).max() {
        Some(Disorder::SeverelyDisordered) => found.push("severely disordered"),
        Some(Disorder::Disordered) => found.push("disordered"),
        _ => {}
    }
    match state.posture {
        Posture::Square => found.push(in_square),
        Posture::Limbered => found.push("limbered"),
        Posture::Loosed => found.push("has charged"),
        Posture::Normal => {}
    }
    if !state.pursuing.is_empty() {
        found.push("pursuing");
    }
    if state.looting {
        found.push("looting");
    }
    if state.captured.is_some() {
        found.push("captured");
    }
    if state.regimental_guns {
        found.push("with regimental guns");
    }
    if state.portable == PortableDefences::Carried {
        found.push("with portable defences");
    }
    found.into_iter().map(Cow::Borrowed).collect()
}

fn group_item(names: Names<'_>, group: GroupId) -> Item {
    let world = names.world;
    let state = &world[group];
    let bases = world.bases_of(group);
    let states = states(world, group, &bases);
    let parts = bases
        .iter()
        .map(|b| Part { outline: outline(world, &b.base), symbol: Cow::Borrowed(symbol(&b.profile)) })
        .collect();
    let mut kinds: Vec<(BaseProfile, usize)> = Vec::new();
    for base in &bases {
        match kinds.iter_mut().find(|(kind, _)| *kind == base.profile) {
            Some((_, n)) => *n += 1,
            None => kinds.push((base.profile, 1)),
        }
    }
    let of: Vec<String> = kinds.iter().map(|(kind, n)| format!("{n} {}", profile(kind))).collect();
    let lost = usize::from(state.base_count).saturating_sub(bases.len());
    let losses = if lost == 0 { String::new() } else { format!("; {} lost", count(lost, "base", "bases")) };
    let steady = if state.cohesion == Cohesion::Steady { ", steady" } else { "" };
    let shaken: String = states.iter().map(|s| format!(", {s}")).collect();
    let front = world.body(group).front_centre();
    let led: String = world
        .commander_ids()
        .filter(|&c| world[c].is_on_table() && world[c].with() == Some(group))
        .map(|c| format!(", led by {}", names.commander(c)))
        .collect();
    let says = format!(
        "{} of {}: {}{losses}{steady}{shaken}, {} wide, at {} facing {}°{led}.",
        names.group(group),
        state.side,
        of.join(", "),
        count(world.formation(group).width(), "file", "files"),
        names.at(front.at),
        degrees(front.facing)
    );
    Item {
        piece: group.piece(),
        side: Some(state.side),
        name: names.group(group).to_owned(),
        parts,
        level: match state.cohesion {
            Cohesion::Steady => 0,
            Cohesion::Disrupted => 1,
            Cohesion::Fragmented => 2,
            Cohesion::Broken => 3,
        },
        states,
        lost: u16::try_from(lost).unwrap_or(u16::MAX),
        says,
    }
}

/// Something of one part, without a name yet.
fn one_part_item(piece: Piece, side: Side, outline: Vec<At>, symbol: &'static str) -> Item {
    Item {
        piece,
        side: Some(side),
        name: String::new(),
        parts: vec![Part { outline, symbol: Cow::Borrowed(symbol) }],
        level: 0,
        states: Vec::new(),
        lost: 0,
        says: String::new(),
    }
}

fn commander_item(names: Names<'_>, commander: CommanderId) -> Item {
    let (world, state) = (names.world, &names.world[commander]);
    let name = names.commander(commander);
    let with = match state.place {
        CommanderPlace::With(group) => format!(" with {}", names.group(group)),
        CommanderPlace::FrontRank(group) => format!(" in the front rank of {}", names.group(group)),
        _ => " on his own".to_owned(),
    };
    let says = format!(
        "{name}, {} of {}{with}, at {}; command range {} MU.",
        plain(state.level.word()),
        state.side,
        names.at(state.base.front.at),
        state.level.command_range()
    );
    let outline = outline(world, &state.base);
    Item { name: name.to_owned(), says, ..one_part_item(commander.piece(), state.side, outline, "commander") }
}

fn camp_item(names: Names<'_>, side: Side, camp: &Camp) -> Item {
    let mut says = format!("Supply camp of {side} at {}", names.at(camp.at.front.at));
    let mut states = Vec::new();
    if camp.fortified {
        states.push(Cow::Borrowed("fortified"));
        says += ", fortified";
    }
    if camp.sacked {
        states.push(Cow::Borrowed("sacked"));
        says += ", sacked";
    }
    let number = match side {
        Side::Red => 1,
        Side::Blue => 2,
    };
    let name = format!("Camp of {side}");
    let outline = outline(names.world, &camp.at);
    let says = says + ".";
    Item { name, states, says, ..one_part_item(Piece::new("camp", number), side, outline, "camp") }
}

/// Portable defences stand before the front of the battle group that put them up.
fn defences(names: Names<'_>, group: GroupId) -> Option<Item> {
    let world = names.world;
    if world[group].portable != PortableDefences::Placed {
        return None;
    }
    let depth = world.field.scale.fortification_depth();
    let front = world.bases_of(group).into_iter().filter(|b| b.at.rank == 0);
    let before = |b: BaseState| Base::new(b.base.front.offset(Um::ZERO, depth), b.base.width, depth);
    let parts =
        front.map(|b| Part { outline: outline(world, &before(b)), symbol: Cow::Borrowed("none") }).collect();
    let (side, name) = (world[group].side, format!("Defences of {}", names.group(group)));
    let says = format!("Portable defences of {}.", names.group(group));
    let piece = Piece::new("defences", number(group));
    Some(Item { name, parts, says, ..one_part_item(piece, side, Vec::new(), "none") })
}

/// Ambush and fortification markers, with what they hide for their owner only.
fn markers(names: Names<'_>, side: Side, viewer: Viewer) -> Vec<Item> {
    let (world, field) = (names.world, &names.world.field);
    let owner = viewer.knows(side);
    let mut items = Vec::new();
    for marker in &world.setup.ambushes[side] {
        let secret = match (owner, marker.hides) {
            (false, _) => String::new(),
            (true, Some(hides)) => format!(": {}", names.group(hides.group)),
            (true, None) => ": a dummy".to_owned(),
        };
        let at = names.at(marker.at.at);
        let outline = outline(world, &ambush::marker(field, marker.at));
        let says = capital(&format!("ambush marker of {side} at {at}{secret}."));
        let name = format!("Ambush?{secret}");
        items.push(Item {
            name,
            says,
            ..one_part_item(marker_piece("ambush", field, marker.at), side, outline, "none")
        });
    }
    for marker in &world.setup.markers[side] {
        let secret = if owner {
            format!(" for {}", count(marker.bases.into(), "base", "bases"))
        } else {
            String::new()
        };
        let base = Base::new(marker.front, field.base_width(), field.base_width());
        let says = format!("Fortification marker of {side}{secret} at {}.", names.at(marker.front.at));
        let name = format!("Works{secret}");
        let outline = outline(world, &base);
        items.push(Item {
            name,
            says,
            ..one_part_item(marker_piece("works", field, marker.front), side, outline, "none")
        });
    }
    items
}

/// Markers do not move: the millimetres of their place serve as their number.
fn marker_piece(kind: &'static str, field: &Field, pose: Pose) -> Piece {
    let mm = |length: Um| u32::try_from(length.get() / 1000).unwrap_or(0);
    Piece::new(kind, mm(pose.at.x) * (mm(field.table.depth) + 1) + mm(pose.at.y))
}

/// The middle of a battle group's front, for lines.
pub(super) fn front_of(world: &World, group: GroupId) -> At {
    at(world, world.body(group).front_centre().at)
}
