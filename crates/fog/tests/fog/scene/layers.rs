//! What can be laid over the table for as long as a player likes.

use crate::battle_common::{cavalry, group, scene, shot};
use caracole_fog::army::CommanderLevel;
use caracole_fog::battle::Fogr;
use caracole_kernel::{At, Battle, Overlay, OverlayKind, Piece, Scenery, Side, Viewer};
use caracole_ledger::{proves, rule};

/// Red cavalry 80 mm before blue foot, with foot of their own behind them; far from everything a red commander on his own and blue foot near a side edge.
fn battle() -> Battle<Fogr> {
    scene()
        .red(group("R", &[cavalry(4)]).at(600, 300, 0, 2))
        .red(group("S", &[shot(6)]).at(600, 200, 0, 3))
        .blue(group("B", &[shot(6)]).at(600, 380, 180, 3))
        .blue(group("edge", &[shot(6)]).at(100, 900, 180, 3))
        .lone_commander(Side::Red, CommanderLevel::Troop, 1200, 300)
        .begin()
        .battle
}

fn layer(id: &str, about: Option<&Piece>) -> Vec<Overlay> {
    Fogr::layer(&battle(), Viewer::Spectator, id, about)
}

#[test]
fn every_layer_shows_something_and_nothing_unknown_does() {
    for known in Fogr::LAYERS {
        let shown = layer(&known.id, None);
        assert!(!shown.is_empty(), "{}", known.id);
        assert!(shown.iter().all(|o| o.outline.len() > 1 && o.rule.is_some()), "{}", known.id);
    }
    assert_eq!(layer("nonsense", None), vec![]);
}

#[test]
fn who_can_charge_whom() {
    // Cavalry go 5 MU, 125 mm: they reach the foot, 80 mm away. Medium foot go 3 MU, 75 mm: they do not reach them.
    let shown = layer("charges", None);
    let (red, blue) = (At(60_000, 90_000), At(60_000, 82_000));
    let lines: Vec<_> = shown.iter().map(|o| (o.kind, o.outline.clone())).collect();
    assert_eq!(lines, [(OverlayKind::Threat, vec![red, blue])], "nobody else reaches anybody");
    // Of one piece only.
    let of_red = layer("charges", Some(&Piece::new("group", 1)));
    assert_eq!(of_red.len(), 1);
    assert_eq!(of_red[0].outline, [red, blue]);
}

#[test]
fn restricted_areas_are_two_mu_deep() {
    let of_red = layer("restricted", Some(&Piece::new("group", 1)));
    assert_eq!(of_red.len(), 1);
    let ys: Vec<i32> = of_red[0].outline.iter().map(|p| p.1).collect();
    let xs: Vec<i32> = of_red[0].outline.iter().map(|p| p.0).collect();
    // From the front at 300 mm (90,000 on the scene) 50 mm ahead; the width of two bases of 40 mm.
    let deep = ys.iter().max().unwrap() - ys.iter().min().unwrap();
    assert!((5_000..=5_010).contains(&deep), "{deep}");
    assert_eq!((*xs.iter().min().unwrap(), *xs.iter().max().unwrap()), (56_000, 64_000));
}

#[test]
fn command_ranges_are_measured_from_the_edges_of_the_base() {
    let commander = Piece::new("commander", 1);
    let shown = layer("command", Some(&commander));
    assert_eq!(shown.len(), 1);
    let scene = Fogr::scene(&battle(), Viewer::Spectator).unwrap();
    let base = &scene.items.iter().find(|i| i.piece == commander).unwrap().parts[0].outline;
    let least = |all: &[At]| all.iter().map(|p| p.1).min().unwrap();
    let range = i32::from(CommanderLevel::Troop.command_range()) * 2_500;
    assert_eq!(least(base) - least(&shown[0].outline), range);
}

#[test]
fn a_flank_near_the_side_edge_is_threatened() {
    let shown = layer("flanks", None);
    assert!(
        shown.iter().any(|o| o.label.contains("edge") && o.label.contains("side edge near")),
        "{shown:?}"
    );
}

#[test]
fn foot_behind_within_six_mu_support() {
    let shown = layer("support", None);
    let lines: Vec<_> = shown.iter().map(|o| (o.kind, o.outline.clone())).collect();
    // From the front of the foot at 200 mm to that of the cavalry at 300; nobody else stands behind anybody.
    assert_eq!(lines, [(OverlayKind::Line, vec![At(60_000, 100_000), At(60_000, 90_000)])]);
    assert_eq!(layer("support", Some(&Piece::new("group", 2))), vec![], "the foot have nobody behind them");
}

#[test]
fn the_range_of_muskets_is_that_of_the_table_of_ranges() {
    proves!("FOGR-SHOOT-008");
    // Muskets reach 6 MU, 15,000 on the scene, straight ahead of a front at y = 200 mm (100,000 on the scene).
    let shown = layer("arcs", Some(&Piece::new("group", 2)));
    assert_eq!(shown.len(), 1);
    assert_eq!(shown[0].rule, Some(rule!("FOGR-SHOOT-008")));
    assert_eq!(shown[0].outline.iter().map(|p| p.1).min(), Some(100_000 - 15_000));
}
