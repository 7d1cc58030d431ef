//! What hides troops from those who would charge them.

use super::*;
use crate::battle_common::*;
use caracole_fog::battle::impact::sight::is_visible;
use caracole_fog::field::TerrainKind;
use caracole_ledger::{proves, rule};

fn seen(target: Who, kind: TerrainKind, far: i32) -> bool {
    let scene = ancient_scene()
        .red(group("Eye", &[numidians(4)]).at(900, 600, 0, 2))
        .blue(target.at(900, 600 + far, 180, 2))
        .terrain(kind, (800, 590 + far), (1000, 800 + far));
    is_visible(&scene.world(), scene.id("Eye"), scene.id("Target"))
}

#[test]
fn light_foot_hide_in_broken_cover_and_all_in_woods_and_gullies() {
    proves!("FOGAM-TERRAIN-004", "FOGAM-TERRAIN-016", "FOGAM-TERRAIN-002");
    let foot = || group("Target", &[militia(4)]);
    let light = || group("Target", &[velites(4)]);
    for kind in [TerrainKind::Brush, TerrainKind::EnclosedFields, TerrainKind::Vineyards, TerrainKind::Marsh]
    {
        assert!(seen(light(), kind, 100) && !seen(light(), kind, 101), "4 MU: {kind:?}");
        assert!(seen(foot(), kind, 170), "others are not hidden");
    }
    assert!(seen(light(), TerrainKind::SoftSand, 150) && !seen(light(), TerrainKind::SoftSand, 151));
    assert!(seen(foot(), TerrainKind::Plantation, 100) && !seen(foot(), TerrainKind::Plantation, 101));
    assert!(seen(foot(), TerrainKind::Forest, 50) && !seen(foot(), TerrainKind::Forest, 51));
    assert!(seen(foot(), TerrainKind::Village, 50) && !seen(foot(), TerrainKind::Village, 51));
    assert!(seen(foot(), TerrainKind::Gully, 25) && !seen(foot(), TerrainKind::Gully, 26));
}

#[test]
fn nobody_charges_whom_he_does_not_see() {
    proves!("FOGAM-IMPACT-004", "FOGAM-TERRAIN-004");
    // Light horse go 7 MU in brush as in the open... 5 in rough ground: 125 mm.
    let play = |far: i32| {
        ancient_scene()
            .red(group("Light", &[numidians(4)]).at(900, 600, 0, 2))
            .blue(group("Target", &[velites(4)]).at(900, 600 + far, 180, 2))
            .terrain(TerrainKind::Brush, (800, 590 + far), (1000, 800 + far))
            .red(group("Other", &[numidians(4)]).at(300, 600, 0, 2))
            .blue(group("Open", &[velites(4)]).at(300, 640, 180, 2))
            .begin()
    };
    charge(&mut play(100), "Light", None, &["Target"]);
    assert_eq!(refused(&play(110), "Light", None, &["Target"]), rule!("FOGAM-IMPACT-004"));
}
