//! The scenarios of this book that come with the program.

use caracole_fog::battle::Fogam;
use caracole_fog::battle::scenarios::{by_id, library, read, text_of};
use caracole_fog::battle::world::CommanderState;
use caracole_fog::troops::{Book, TroopType};
use caracole_kernel::{Awaiting, Battle, Side};

#[test]
fn they_are_sound_and_begin() {
    for file in library(Book::Ancients) {
        let ready = read(file.text).unwrap_or_else(|faults| panic!("{}: {faults:#?}", file.id));
        assert_eq!(ready.book, Book::Ancients);
        let (battle, _) = Battle::<Fogam>::start(&ready.setup).unwrap_or_else(|r| panic!("{}: {r}", file.id));
        let world = battle.world();
        assert!(matches!(battle.awaiting(), Awaiting::Decision { .. }), "{}", file.id);
        for side in Side::BOTH {
            let there = world.of_side(side).count();
            assert_eq!(there, battle.scenario().armies[side].battle_groups.len(), "{}", file.id);
            assert!(world.sides[side].camp.is_some(), "{}", file.id);
        }
        assert!(world.commanders.iter().all(CommanderState::is_on_table), "{}", file.id);
    }
    assert!(by_id("fogam/Foragers").is_some() && by_id("fogr/foragers").is_none());
}

/// FOGAM-ARMY-002 to 005: the armies as they are printed, with the break points that follow (FOGAM-EXAMPLE-A08).
#[test]
fn the_historical_battles_have_the_printed_armies() {
    for (id, groups, break_points) in [("trebia-218bc", (11, 11), (10, 9)), ("crecy-1346", (8, 8), (8, 8))] {
        let ready = by_id(id).expect("the scenario");
        let (battle, _) = Battle::<Fogam>::start(&ready.setup).expect("it starts");
        let world = battle.world();
        assert_eq!((world.of_side(Side::Red).count(), world.of_side(Side::Blue).count()), groups, "{id}");
        let of = |side| world.sides[side].break_point;
        assert_eq!((of(Side::Red), of(Side::Blue)), break_points, "{id}");
    }
}

/// The English have twelve base widths of works (FOGAM-ARMY-005), and stand right behind them.
#[test]
fn the_english_stand_behind_their_works() {
    let (battle, _) =
        Battle::<Fogam>::start(&by_id("crecy-1346").expect("the scenario").setup).expect("it starts");
    let world = battle.world();
    assert_eq!(world.field.fortifications.len(), 12);
    let archers: Vec<_> = world
        .of_side(Side::Blue)
        .filter(|&g| world.profiles(g).iter().all(|b| b.troop_type == TroopType::MediumFoot))
        .collect();
    let touched = archers.iter().filter(|&&g| {
        let rects = world.rects(g);
        world.field.fortifications.iter().any(|works| rects.iter().any(|r| works.at.rect().touches(r)))
    });
    assert_eq!(touched.count(), 4, "three groups of longbowmen and the spearmen");
}

#[test]
fn a_scenario_of_one_book_takes_no_army_of_the_other() {
    let text = text_of("trebia-218bc").expect("the scenario");
    let faults =
        read(&text.replacen("fogam/roman-218bc", "fogr/royalist-1645", 1)).expect_err("another book");
    assert!(faults[0].wrong.contains("another book"), "{faults:#?}");
    let faults =
        read(&text.replacen("system = \"fogam\"", "system = \"mpbs\"", 1)).expect_err("another system");
    assert!(faults[0].remedy.contains("fogr") && faults[0].remedy.contains("fogam"), "{faults:#?}");
}
