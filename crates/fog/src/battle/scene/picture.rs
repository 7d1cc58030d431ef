//! A battle as a position that the picture crate draws, with everything on the table or only its ground.

use super::{heading, score};
use crate::battle::position::disorder;
use crate::battle::text::names::plain as plain_words;
use crate::battle::world::{BaseState, CommanderPlace, GroupId, PortableDefences, Posture};
use crate::battle::{Scenario, Seen, World};
use crate::field::{Covering, Figures, Grade, Piece, TerrainKind};
use crate::troops::{Cohesion, Disorder};
use caracole_kernel::Side;
use caracole_plane::{Base, Um};
use caracole_position::{self as p, Overlay, Symbol, TerrainKind as Drawn};
use caracole_tabletop::picture::{self, side_index};

/// The table with everything that stands on it; `note` follows the heading. What is hidden is not there.
#[must_use]
pub fn position(battle: Seen<'_>, note: &str) -> p::Position {
    let (world, scenario) = (battle.world(), battle.scenario());
    let on_table: Vec<GroupId> = world.on_table().collect();
    let with = |place| match place {
        CommanderPlace::With(group) | CommanderPlace::FrontRank(group) => {
            on_table.iter().position(|g| *g == group)
        }
        _ => None,
    };
    let commanders = world.commanders.iter().filter(|c| c.is_on_table());
    let standing = score(world);
    let told = |side: Side| format!("{}: {}", scenario.armies[side].name, standing[side]);
    p::Position {
        title: heading(world),
        note: [note, &told(Side::Red), &told(Side::Blue)].join(" · ").trim_start_matches(" · ").to_owned(),
        groups: on_table.iter().map(|g| group(world, scenario, *g)).collect(),
        commanders: commanders
            .map(|c| p::Commander {
                name: scenario.commander_name(c.side, c.entry).to_owned(),
                side: side_index(c.side),
                at: c.base.rect().centre(),
                with: with(c.place),
                rank: plain_words(c.level.word()),
                range: None,
            })
            .collect(),
        camps: Side::BOTH.into_iter().filter_map(|side| camp(world, side)).collect(),
        overlays: markers(world),
        terrain: terrain(world).into_iter().chain(defences(world)).collect(),
        ..ground_only(battle)
    }
}

/// The table with its terrain and works alone.
#[must_use]
pub fn ground_only(battle: Seen<'_>) -> p::Position {
    let (world, scenario) = (battle.world(), battle.scenario());
    let field = &world.field;
    let side = |side: Side, colour| p::Side { name: scenario.armies[side].name.clone(), colour };
    p::Position {
        title: String::new(),
        note: String::new(),
        system: Some(world.book.book().system()),
        table: p::Table {
            width: field.table.width,
            depth: field.table.depth,
            mu: field.scale.mu,
            base_width: field.base_width(),
            scale: match field.scale.figures {
                Figures::Fifteen => p::Scale::Fifteen,
                Figures::TwentyEight => p::Scale::TwentyEight,
            },
            unit: p::Unit::Mu,
        },
        sides: vec![side(Side::Red, p::Colour::Vermilion), side(Side::Blue, p::Colour::Blue)],
        terrain: terrain(world),
        groups: Vec::new(),
        commanders: Vec::new(),
        camps: Vec::new(),
        overlays: Vec::new(),
        active: side_index(world.turn.active),
        whole_armies: true,
        questions: Vec::new(),
    }
}

fn camp(world: &World, side: Side) -> Option<p::Camp> {
    let camp = world.sides[side].camp.filter(|_| !world.sides[side].camp_lost)?;
    Some(p::Camp { side: side_index(side), base: camp.at, fortified: camp.fortified })
}

/// Ambush and fortification markers, with nothing of what they hide.
fn markers(world: &World) -> Vec<Overlay> {
    let note = |label: String| move |at| Overlay::Note { at, label: label.clone() };
    Side::BOTH
        .into_iter()
        .flat_map(|side| {
            let ambushes = world.setup.ambushes[side].iter().map(|a| a.at.at);
            let works = world.setup.markers[side].iter().map(|m| m.front.at);
            let ambushes = ambushes.map(note(format!("ambush marker of {side}")));
            ambushes.chain(works.map(note(format!("fortification marker of {side}")))).collect::<Vec<_>>()
        })
        .collect()
}

fn terrain(world: &World) -> Vec<p::Terrain> {
    let mut drawn: Vec<p::Terrain> = world.field.terrain.pieces.iter().filter_map(piece).collect();
    let works = world.field.fortifications.iter().filter_map(|f| line(Drawn::FieldFortification, &f.at));
    drawn.extend(works);
    drawn
}

/// Portable defences that stand before the battle groups that put them up.
fn defences(world: &World) -> Vec<p::Terrain> {
    let mut drawn = Vec::new();
    let placed = world.on_table().filter(|g| world[*g].portable == PortableDefences::Placed);
    for group in placed {
        let front = world.bases_of(group).into_iter().filter(|b| b.at.rank == 0);
        let depth = world.field.scale.fortification_depth();
        let before = front.map(|b| Base::new(b.base.front.offset(Um::ZERO, depth), b.base.width, depth));
        drawn.extend(before.filter_map(|base| line(Drawn::PortableDefences, &base)));
    }
    drawn
}

fn line(kind: Drawn, base: &Base) -> Option<p::Terrain> {
    Some(plain(kind, picture::line(base)?))
}

fn plain(kind: Drawn, ground: p::Ground) -> p::Terrain {
    p::Terrain { kind, name: String::new(), ground, crest: Vec::new(), cover: None, grade: None }
}

fn piece(piece: &Piece) -> Option<p::Terrain> {
    use TerrainKind as K;
    let kind = match piece.kind {
        // Open areas are markers of the set-up, not ground.
        K::Open => return None,
        K::BrokenGround => Drawn::BrokenGround,
        K::Brush => Drawn::Brush,
        K::EnclosedFields => Drawn::EnclosedFields,
        K::Plantation => Drawn::Plantation,
        K::Gully => Drawn::Gully,
        K::Forest => Drawn::Forest,
        K::Vineyards => Drawn::Vineyards,
        K::Marsh => Drawn::Marsh,
        K::SoftSand => Drawn::SoftSand,
        K::Village => Drawn::Village,
        K::SteepHill(_) => Drawn::SteepHill,
        K::GentleHill(_) => Drawn::GentleHill,
        K::Impassable => Drawn::Impassable,
        K::Obstacle => Drawn::Wall,
        K::Road => Drawn::Road,
        K::River(_) => Drawn::River,
        K::Coastline => Drawn::Coast,
        K::OpenFields => Drawn::OpenFields,
    };
    let (ground, crest) = picture::ground(&piece.ground)?;
    let cover = match piece.kind {
        K::SteepHill(covering) | K::GentleHill(covering) => match covering {
            Covering::Clear => None,
            Covering::BrokenGround => Some(Drawn::BrokenGround),
            Covering::Brush => Some(Drawn::Brush),
            Covering::Plantation => Some(Drawn::Plantation),
            Covering::Vineyards => Some(Drawn::Vineyards),
            Covering::Forest => Some(Drawn::Forest),
            Covering::Village => Some(Drawn::Village),
        },
        _ => None,
    };
    let grade = match piece.kind {
        K::River(Grade::Uneven) => Some(p::Grade::Uneven),
        K::River(Grade::Rough) => Some(p::Grade::Rough),
        K::River(Grade::Difficult) => Some(p::Grade::Difficult),
        K::River(Grade::Impassable) => Some(p::Grade::Impassable),
        _ => None,
    };
    Some(p::Terrain { crest, cover, grade, ..plain(kind, ground) })
}

fn troop(base: &BaseState) -> p::Troop {
    let words: Vec<String> = base.profile.capabilities.iter().map(|c| plain_words(c.word())).collect();
    let troop = plain_words(base.profile.troop_type.word());
    let symbol = Symbol::of_troop(&troop, &words);
    p::Troop {
        troop,
        armour: base.profile.armour.map(|a| a.to_string()).unwrap_or_default(),
        capabilities: words,
        symbol,
    }
}

fn group(world: &World, scenario: &Scenario, id: GroupId) -> p::PositionGroup {
    let state = &world[id];
    let bases = world.bases_of(id);
    let mut kinds: Vec<p::Troop> = Vec::new();
    let mut kind_of_base = Vec::new();
    for base in &bases {
        let kind = troop(base);
        let known = kinds.iter().position(|k| *k == kind);
        kind_of_base.push(known.unwrap_or(kinds.len()));
        if known.is_none() {
            kinds.push(kind);
        }
    }
    // Which kinds were lost does not show.
    let losses = usize::from(state.base_count).saturating_sub(bases.len());
    p::PositionGroup {
        name: scenario.title(id).to_owned(),
        side: side_index(state.side),
        group: picture::body(world, id),
        column: None,
        kinds,
        kind_of_base,
        lost: Vec::new(),
        kind_of_lost: vec![0; losses],
        quality: bases.first().map(|b| b.profile.quality.to_string()).unwrap_or_default(),
        formation: String::new(),
        cohesion: match state.cohesion {
            Cohesion::Steady => p::Cohesion::Steady,
            Cohesion::Disrupted => p::Cohesion::Disrupted,
            Cohesion::Fragmented => p::Cohesion::Fragmented,
            Cohesion::Broken => p::Cohesion::Broken,
        },
        disorder: match bases.iter().map(|b| disorder::of_base(world, id, b)).max() {
            Some(Disorder::SeverelyDisordered) => p::Disorder::SeverelyDisordered,
            Some(Disorder::Disordered) => p::Disorder::Disordered,
            _ => p::Disorder::None,
        },
        marks: marks(world, id),
        highlight: false,
        off_table: false,
    }
}

fn marks(world: &World, id: GroupId) -> Vec<String> {
    let state = &world[id];
    let mut marks = Vec::new();
    match state.posture {
        Posture::Square => marks.push(world.book.words().square.to_owned()),
        Posture::Limbered => marks.push("limbered".to_owned()),
        Posture::Loosed => marks.push("has charged".to_owned()),
        Posture::Normal => {}
    }
    if !state.pursuing.is_empty() {
        marks.push("pursuing".to_owned());
    }
    if state.captured.is_some() {
        marks.push("captured".to_owned());
    }
    if state.looting {
        marks.push("looting".to_owned());
    }
    marks
}
