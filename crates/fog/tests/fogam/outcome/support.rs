//! Rear support, counted by bases.

use crate::battle_common::*;
use caracole_fog::ancients::Ancients;
use caracole_fog::battle::position::support::{bases_behind, is_supported};
use caracole_fog::troops::{Cohesion, Quality, TroopType};
use caracole_ledger::proves;

/// A line of six in two ranks at 500, and these behind it.
fn behind(who: Who) -> Scene<Ancients> {
    ancient_scene().red(group("Line", &[militia(6)]).at(500, 500, 0, 3)).red(who)
}

fn supported(scene: &Scene<Ancients>) -> bool {
    is_supported(&scene.world(), scene.id("Line"))
}

fn back(y: i32) -> Who {
    group("Back", &[militia(4)]).at(500, y, 0, 2)
}

#[test]
fn steady_foot_8_mu_behind_support() {
    proves!("FOGAM-GLOSSARY-031");
    // Half of six are three; the rear edge of the line is 2 ranks behind 500, and 8 MU are 200 mm.
    let scene = behind(back(400));
    assert_eq!(bases_behind(&scene.world(), scene.id("Line")), (4, 3));
    assert!(supported(&scene));
    let depth = {
        let world = scene.world();
        world.bases_of(scene.id("Line"))[0].base.depth.get() / 1000
    };
    // The second rank of the supporters counts by its own distance: 8 MU from the rear edge of the line to its front.
    // Their front rank stands a base's depth nearer.
    assert!(supported(&behind(back(500 - depth - 200))));
    assert!(!supported(&behind(back(500 - depth - 201))));
}

#[test]
fn no_support_by_shaken_worse_or_skirmishing_troops_nor_by_those_aside() {
    proves!("FOGAM-GLOSSARY-031");
    assert!(!supported(&behind(back(400).cohesion(Cohesion::Disrupted))));
    assert!(!supported(&behind(back(400).quality(Quality::Poor))));
    assert!(supported(&behind(back(400).quality(Quality::Superior))));
    assert!(!supported(&behind(group("Back", &[velites(6)]).at(500, 400, 0, 3))));
    assert!(!supported(&behind(group("Back", &[militia(4)]).at(700, 400, 0, 2))));
    // Guns support, and mounted do from 12 MU.
    assert!(supported(&behind(group("Back", &[engines(4, TroopType::LightArtillery)]).at(500, 400, 0, 4))));
    assert!(supported(&behind(group("Back", &[cavalrymen(4)]).at(500, 240, 0, 4))));
}

#[test]
fn no_support_past_enemies_nor_from_a_fight_and_none_for_wagons() {
    proves!("FOGAM-GLOSSARY-031", "FOGAM-GLOSSARY-032");
    let cut = behind(back(300)).blue(group("Cut", &[militia(2)]).at(500, 420, 0, 1));
    assert!(!supported(&cut));
    let fighting = behind(back(400)).blue(group("E", &[militia(2)]).at(500, 400, 180, 1));
    assert!(!supported(&fighting));
    let wagons = ancient_scene()
        .red(group("Line", &[bases(2, TroopType::BattleWagons, None, &[])]).at(500, 500, 0, 2))
        .red(back(300));
    assert!(!supported(&wagons));
}

#[test]
fn works_are_held_by_front_or_side_and_by_mounted_too() {
    proves!("FOGAM-SPECIAL-017");
    use caracole_fog::battle::position::defence::defends;
    let holds = |who: Who, degrees: i32| {
        let scene = ancient_scene()
            .works(caracole_kernel::Side::Red, 500, 500, 0)
            .red(who.at(500, 500, 0, 1))
            .blue(group("E", &[militia(4)]).at(500, 1000, 180, 2));
        let mut world = scene.world();
        let g = scene.id("A");
        // Its front edge on the rear edge of the works, then turned about its middle.
        let depth = world.field.scale.fortification_depth();
        let base = world.base_ids(g)[0];
        let square = caracole_plane::Base::new(
            caracole_plane::Pose::new(
                caracole_plane::Point::new(
                    caracole_plane::Um::from_mm(500),
                    caracole_plane::Um::from_mm(500) - depth,
                ),
                caracole_plane::Angle::ZERO,
            ),
            world[base].base.width,
            world[base].base.depth,
        );
        let edge = match degrees {
            0 => caracole_plane::Edge::Front,
            90 => caracole_plane::Edge::Left,
            _ => caracole_plane::Edge::Rear,
        };
        let turned = match edge {
            caracole_plane::Edge::Front => square,
            edge => square.fronting(match edge {
                caracole_plane::Edge::Left => caracole_plane::Edge::Right,
                other => other,
            }),
        };
        world[base].base = turned;
        defends(&world, g)
    };
    let foot = || group("A", &[militia(1)]);
    assert!(holds(foot(), 0) && holds(foot(), 90) && !holds(foot(), 180));
    assert!(holds(group("A", &[cavalrymen(1)]), 0));
    assert!(!holds(group("A", &[bases(1, TroopType::BattleWagons, None, &[])]), 0));
}

/// Bases of several battle groups are added together; bases that ground disorders do not count.
#[test]
fn reading_glossary_031() {
    proves!("FOGAM-GLOSSARY-031");
    use caracole_fog::field::TerrainKind;
    // A line of six needs three.
    let two = |name: &str, x: i32| group(name, &[militia(2)]).at(x, 400, 0, 2);
    assert!(!supported(&behind(two("West", 460))));
    assert!(supported(&behind(two("West", 460)).red(two("East", 540))));
    // Heavy foot in brush are disordered.
    assert!(!supported(&behind(back(400)).terrain(TerrainKind::Brush, (400, 300), (600, 410))));
}
