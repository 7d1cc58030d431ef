//! Readings of the set-up where the rules are unclear; pieces that fit nowhere.

use crate::battle_common::scene;
use crate::setup::play::{armies, at};
use caracole_fog::army::Territory;
use caracole_fog::battle::setup::placing::{Half, Location, check_cannot_place};
use caracole_fog::battle::setup::table::{Column, Kind, Selection, Size};
use caracole_fog::battle::setup::{Decision, Event, MarchOrder, Request};
use caracole_fog::battle::{CommanderId, GroupId};
use caracole_fog::field::TerrainKind;
use caracole_kernel::Side;
use caracole_ledger::proves;
use caracole_plane::TableEdge;

/// In hilly country brush is a priority piece once, besides the steep hills twice.
#[test]
fn reading_setup_008() {
    proves!("FOGR-SETUP-008");
    let world = scene().world();
    let hilly = |column| {
        let cell = world.book.allowed(&world, Territory::Hilly, column);
        (cell.most, cell.compulsory)
    };
    assert_eq!(hilly(Column::Brush), (3, 1));
    assert_eq!(hilly(Column::SteepHill), (3, 2));
    assert_eq!(hilly(Column::GentleHill), (3, 0));
    assert_eq!(hilly(Column::EnclosedFields), (0, 0));
}

/// Of two marches with as many battle groups the one with more bases of battle troops drives the other back.
#[test]
fn reading_setup_054() {
    proves!("FOGR-SETUP-054");
    assert_eq!(armies().turns, 40);
    let mut play = at(|r| matches!(r, Request::Outflank), Vec::new());
    let march = |commander, group| MarchOrder {
        edge: TableEdge::Left,
        commander: CommanderId(commander),
        groups: vec![GroupId(group)],
    };
    // Four horse of blue against six foot of red.
    play.choose(Decision::Outflank(vec![march(3, 5)]));
    play.choose(Decision::Outflank(vec![march(1, 0)]));
    play.until_roll("FOGR-SETUP-050");
    play.dice(&[5, 5]);
    let met = play.events.last().unwrap().clone();
    assert_eq!(met, Event::MarchesMet { edge: TableEdge::Left, driven_back: vec![Side::Blue] });
}

#[test]
fn only_a_piece_that_fits_nowhere_is_lost() {
    proves!("FOGR-SETUP-021");
    let what = Selection { kind: Kind::BrokenGround, size: Size::Normal };
    let lost = |forest: (i32, i32)| {
        let world = scene().terrain(TerrainKind::Forest, (0, 0), forest).world();
        check_cannot_place(&world, Side::Red, what, Location::Middle(Half::Own)).is_ok()
    };
    // The table is all forest, or half of it.
    assert!(lost((1800, 1200)));
    assert!(!lost((900, 1200)));
}
