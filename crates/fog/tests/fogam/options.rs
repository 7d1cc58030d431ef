//! Named options of the book, on and off, where they are asked on the table.

use crate::battle_common::*;
use caracole_fog::ancients::Ancients;
use caracole_fog::battle::outcome::Event;
use caracole_fog::combat::TestPurpose;
use caracole_fog::troops::{Armour, Capability, TroopType};
use caracole_kernel::Awaiting;
use caracole_ledger::proves;

/// The dice that a battle group throws when it shoots; none if the phase passes without a shot of it.
fn shooting_dice(scene: Scene<Ancients>) -> i32 {
    let mut play = scene.play();
    let a = play.id("A");
    for _ in 0..40 {
        let thrown = matches!(play.battle.awaiting(), Awaiting::Dice(_));
        if thrown || play.world().turn.number > 1 || !steps::pass(&mut play) {
            break;
        }
    }
    let told = steps::told(&play.events);
    let found = told.iter().find_map(|e| match e {
        Event::Dice { dice } => dice.iter().find(|d| d.by == Some(a)).map(|d| d.dice.total()),
        _ => None,
    });
    found.unwrap_or(0)
}

/// Medium foot with a weapon, in two files, 3 MU before militia.
fn shooters(weapon: Capability, bases_of: u8) -> Scene<Ancients> {
    let troops = bases(bases_of, TroopType::MediumFoot, Some(Armour::Protected), &[weapon]);
    ancient_scene()
        .red(group("A", &[troops]).at(500, 300, 0, 2))
        .blue(group("B", &[militia(4)]).at(500, 350, 180, 2))
}

#[test]
fn bow_star_shoots_from_three_ranks_or_two() {
    proves!("FOGAM-COMBAT-005");
    // One die per 2 bases within 4 MU: 6 bases, or 4.
    let with = |on: bool| {
        shooting_dice(shooters(Capability::BowStar, 6).option("fogam.shooting.bow_star_three_ranks", on))
    };
    assert_eq!((with(true), with(false)), (3, 2));
}

#[test]
fn battle_troops_with_sling_shoot_like_javelins_or_not_at_all() {
    proves!("FOGAM-COMBAT-005");
    let with = |on: bool| {
        shooting_dice(shooters(Capability::Sling, 4).option("fogam.shooting.sling_as_javelins", on))
    };
    // The front rank, a die each.
    assert_eq!((with(true), with(false)), (2, 0));
}

#[test]
fn undrilled_pikemen_pass_on_7_or_on_8() {
    proves!("FOGAM-MOVE-023");
    let passes_on = |on: bool, drilled: bool| {
        let who = group("A", &[phalangites(8)]).at(500, 300, 0, 2);
        let who = if drilled { who.drilled() } else { who };
        let scene = ancient_scene().red(who).option("fogam.cmt.undrilled_pikemen_eight", on);
        let world = scene.world();
        world.book.move_test(&world, &[scene.id("A")], TestPurpose::Move).passes_on
    };
    assert_eq!((passes_on(false, false), passes_on(true, false)), (7, 8));
    assert_eq!((passes_on(false, true), passes_on(true, true)), (7, 7));
}
