//! A battle as a position that the picture crate draws.

use crate::battle::position::broken::losses;
use crate::battle::turn::phase_name;
use crate::battle::world::{BaseKind, CommanderId, Figures, Game, UgId};
use crate::charts::TerrainKind;
use crate::troops::{Arm, Name, ShotWeapon};
use caracole_kernel::Side;
use caracole_plane::Um;
use caracole_position::{self as p, Symbol, TerrainKind as Drawn};
use caracole_tabletop::picture::{self, side_index};

/// The table with everything that stands on it; `note` follows the heading. What is hidden is not there.
pub fn position(game: Game<'_>, note: &str) -> p::Position {
    let (world, scenario) = (game.world, game.scenario);
    let ugs: Vec<UgId> = world.on_table().collect();
    let side = |side: Side, colour| p::Side { name: scenario.armies[side].name.clone(), colour };
    let lost = Side::BOTH.map(|side| {
        format!("{}: {} battle troops lost", scenario.armies[side].name, losses(game, side).tugs)
    });
    p::Position {
        title: format!("Turn {}, {}", world.when.turn, phase_name(world.when.phase)),
        note: [note, &lost[0], &lost[1]].join(" · ").trim_start_matches(" · ").to_owned(),
        system: Some(p::System::Retg),
        table: p::Table {
            width: scenario.field.table.width,
            depth: scenario.field.table.depth,
            mu: scenario.field.width,
            base_width: scenario.field.width,
            scale: match scenario.field.width >= Um::from_mm(60) {
                true => p::Scale::TwentyEight,
                false => p::Scale::Fifteen,
            },
            unit: p::Unit::Bw,
        },
        sides: vec![side(Side::Red, p::Colour::Vermilion), side(Side::Blue, p::Colour::Blue)],
        terrain: game.terrain().pieces.iter().filter_map(piece).collect(),
        groups: ugs.iter().map(|ug| group(game, *ug)).collect(),
        commanders: commanders(game, &ugs),
        camps: Side::BOTH
            .into_iter()
            .filter_map(|side| {
                Some(p::Camp { side: side_index(side), base: world.camps[side]?.base, fortified: false })
            })
            .collect(),
        overlays: Vec::new(),
        active: side_index(world.when.active),
        whole_armies: true,
        questions: Vec::new(),
    }
}

fn commanders(game: Game<'_>, ugs: &[UgId]) -> Vec<p::Commander> {
    let all = (0u8..).map(CommanderId).zip(&game.world.commanders);
    all.filter_map(|(id, commander)| {
        let base = game.world.commander_base(id)?;
        Some(p::Commander {
            name: game.name(id).to_owned(),
            side: side_index(commander.side),
            at: base.rect().centre(),
            with: commander.post.ug().and_then(|own| ugs.iter().position(|ug| *ug == own)),
            rank: commander.grade.name().to_owned(),
            range: None,
        })
    })
    .collect()
}

fn piece(piece: &caracole_tabletop::Piece<TerrainKind>) -> Option<p::Terrain> {
    use TerrainKind as K;
    let kind = match piece.kind {
        // Open areas only keep other pieces away.
        K::OpenArea => return None,
        K::Hill => Drawn::GentleHill,
        K::SteepHill => Drawn::SteepHill,
        K::RockyGround | K::PloughedField | K::TallCrops => Drawn::BrokenGround,
        K::Brush => Drawn::Brush,
        K::EnclosedField => Drawn::EnclosedFields,
        K::Village => Drawn::Village,
        K::Orchard => Drawn::Plantation,
        K::Wood | K::Jungle => Drawn::Forest,
        K::Vineyard => Drawn::Vineyards,
        K::Gully => Drawn::Gully,
        K::Marsh => Drawn::Marsh,
        K::SoftSand | K::Dunes => Drawn::SoftSand,
        K::Road => Drawn::Road,
        K::RiverOrCoast => Drawn::Coast,
    };
    let (ground, crest) = picture::ground(&piece.ground)?;
    Some(p::Terrain { kind, name: String::new(), ground, crest, cover: None, grade: None })
}

fn symbol(game: Game<'_>, ug: UgId, base: BaseKind) -> Symbol {
    let profile = &game.world[ug].profile;
    match (base.figures, base.arm, profile.shooting) {
        (Figures::Pike, ..) => Symbol::Pike,
        (Figures::Shot, ..) => Symbol::Shot,
        (_, Arm::Mounted, _) if profile.is_skirmishers() => Symbol::LightHorse,
        (_, Arm::Mounted, _) => Symbol::Horse,
        (_, Arm::Dragoons, _) => Symbol::Dragoons,
        (_, Arm::LightArtillery, _) => Symbol::LightArtillery,
        (_, Arm::MediumArtillery, _) => Symbol::MediumArtillery,
        (_, Arm::HeavyArtillery, _) => Symbol::HeavyArtillery,
        (_, Arm::Elephants, _) => Symbol::Elephant,
        (_, Arm::Battlewagon, _) => Symbol::Wagon,
        (_, Arm::Foot, _) if profile.is_skirmishers() => Symbol::LightFoot,
        (_, Arm::Foot, Some(ShotWeapon::Bow | ShotWeapon::Longbow)) => Symbol::Bow,
        (_, Arm::Foot, Some(ShotWeapon::Crossbow)) => Symbol::Crossbow,
        (_, Arm::Foot, Some(_)) => Symbol::Shot,
        (_, Arm::Foot, None) => Symbol::Foot,
    }
}

fn group(game: Game<'_>, ug: UgId) -> p::PositionGroup {
    let (world, state) = (game.world, &game.world[ug]);
    let bases = world.bases_of(ug);
    let mut kinds: Vec<p::Troop> = Vec::new();
    let mut kind_of_base = Vec::new();
    for base in &bases {
        let kind = p::Troop {
            troop: state.profile.arm.name().to_owned(),
            armour: state.profile.armour().name().to_owned(),
            capabilities: Vec::new(),
            symbol: symbol(game, ug, base.profile),
        };
        let known = kinds.iter().position(|k| *k == kind);
        kind_of_base.push(known.unwrap_or(kinds.len()));
        if known.is_none() {
            kinds.push(kind);
        }
    }
    let losses = usize::from(state.base_count).saturating_sub(bases.len());
    let mut marks = Vec::new();
    if state.wound {
        marks.push("wounded".to_owned());
    }
    if state.slow.total() > 0 {
        marks.push(format!("slowed {} BW", state.slow.total()));
    }
    p::PositionGroup {
        name: game.title(ug).to_owned(),
        side: side_index(state.side),
        group: picture::body(world, ug),
        column: None,
        kinds,
        kind_of_base,
        lost: Vec::new(),
        kind_of_lost: vec![0; losses],
        quality: state.profile.quality.name().to_owned(),
        formation: state.form.name().to_owned(),
        cohesion: p::Cohesion::Steady,
        disorder: p::Disorder::None,
        marks,
        highlight: false,
        off_table: false,
    }
}
