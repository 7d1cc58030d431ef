//! Random legal play between troops of every kind.

use crate::battle_common::*;
use caracole_bots::{Fuzz, fuzz};
use caracole_fog::ancients::Ancients;
use caracole_fog::army::CommanderLevel;
use caracole_fog::battle::Fogam;
use caracole_fog::field::TerrainKind;
use caracole_fog::troops::TroopType;
use caracole_kernel::{AnySystem, Erased, Side};

/// Troops of every kind, near enough to meet.
pub fn bestiary() -> Scene<Ancients> {
    ancient_scene()
        .terrain(TerrainKind::Forest, (600, 500), (760, 700))
        .terrain(TerrainKind::Impassable, (1200, 500), (1300, 640))
        .terrain(TerrainKind::BrokenGround, (900, 520), (1100, 680))
        .camp(Side::Red, 900, 90, 0)
        .camp(Side::Blue, 900, 1110, 180)
        .red(group("legion", &[legionaries(8)]).drilled().at(800, 320, 0, 4))
        .red(group("velites", &[velites(6)]).drilled().at(800, 400, 0, 3))
        .red(group("warband", &[warband(8)]).at(1010, 320, 0, 4))
        .red(group("cavalry", &[cavalrymen(4)]).at(1220, 320, 0, 2))
        .red(group("numidians", &[numidians(4)]).at(1400, 380, 0, 2))
        .red(group("elephants", &[elephants(2)]).at(620, 340, 0, 2))
        .red(group("scythed", &[chariots(2, TroopType::ScythedChariots)]).at(1010, 420, 0, 2))
        .red(group("bolts", &[engines(2, TroopType::LightArtillery)]).at(1550, 340, 0, 2))
        .blue(group("phalanx", &[phalangites(8)]).drilled().at(800, 860, 180, 2))
        .blue(group("hoplites", &[spearmen(6)]).at(950, 860, 180, 3))
        .blue(group("bowmen", &[archers(6)]).at(1120, 840, 180, 3))
        .blue(group("knights", &[knights(4)]).at(1280, 860, 180, 2))
        .blue(group("slingers", &[slingers(4)]).at(900, 780, 180, 2))
        .blue(group("chariots", &[chariots(4, TroopType::HeavyChariots)]).at(1450, 860, 180, 2))
        .blue(group("fast", &[chariots(4, TroopType::LightChariots)]).at(500, 860, 180, 2))
        .blue(group("wagons", &[bases(2, TroopType::BattleWagons, None, &[])]).at(650, 900, 180, 2))
        .commander(Side::Red, CommanderLevel::Inspired, "legion")
        .lone_commander(Side::Red, CommanderLevel::Field, 900, 240)
        .commander(Side::Blue, CommanderLevel::Field, "phalanx")
        .lone_commander(Side::Blue, CommanderLevel::Troop, 900, 980)
        .turns(30)
}

#[test]
fn random_battles_keep_every_invariant() {
    let setup = bestiary().setup();
    for seed in 0..24 {
        play_randomly::<Ancients>(&setup, seed, 20_000);
    }
}

/// Shock troops behind friends, skirmishers between the lines, little room: charges without orders, bursting through,
/// evades that only a die causes.
pub fn crowded() -> Scene<Ancients> {
    ancient_scene()
        .terrain(TerrainKind::Brush, (1180, 480), (1320, 600))
        .camp(Side::Red, 300, 90, 0)
        .camp(Side::Blue, 500, 700, 180)
        .red(group("archers", &[archers(6)]).at(820, 500, 0, 6))
        .red(group("warband", &[warband(8)]).at(820, 460, 0, 4))
        .red(group("reserve", &[militia(6)]).at(820, 400, 0, 6))
        .red(group("knights", &[knights(4)]).at(1060, 480, 0, 4))
        .red(group("horse", &[cavalrymen(4)]).at(600, 520, 0, 4))
        .red(group("scythed", &[chariots(2, TroopType::ScythedChariots)]).at(1240, 440, 0, 2))
        .blue(group("screen", &[velites(6)]).at(820, 570, 180, 6))
        .blue(group("hoplites", &[spearmen(8)]).at(820, 640, 180, 4))
        .blue(group("numidians", &[numidians(4)]).at(1060, 570, 180, 2))
        .blue(group("slingers", &[slingers(4)]).at(1060, 660, 180, 4))
        .blue(group("lancers", &[knights(4)]).at(600, 640, 180, 2))
        .blue(group("beasts", &[elephants(2)]).at(1250, 640, 180, 2))
        .commander(Side::Red, CommanderLevel::Field, "warband")
        .commander(Side::Blue, CommanderLevel::Field, "hoplites")
        .turns(12)
}

#[test]
fn crowded_battles_keep_every_invariant() {
    let setup = crowded().setup();
    for seed in 0..24 {
        play_randomly::<Ancients>(&setup, seed, 20_000);
    }
}

/// Whole battles between armies of chance, from the choice of the ground to the end, with every check after every step.
fn fight(numbers: impl IntoIterator<Item = u64>) -> Vec<String> {
    let mut wrong = Vec::new();
    for seed in numbers {
        let setup = Erased::<Fogam>::new().random_setup(seed).expect("a setup");
        let options = Fuzz { seed, most_steps: 60_000, check_every_step: true };
        match std::panic::catch_unwind(|| fuzz(&Erased::<Fogam>::new(), setup, options)) {
            Ok(Ok(_)) => {}
            Ok(Err(broken)) => wrong.push(format!("{seed}: {}", broken.what)),
            Err(_) => wrong.push(format!("{seed}: panic")),
        }
    }
    wrong
}

#[test]
fn whole_battles_of_chance_keep_every_invariant() {
    let most = std::env::var("FOGAM_BATTLES").ok().and_then(|n| n.parse().ok()).unwrap_or(24);
    let from = std::env::var("FOGAM_FROM").ok().and_then(|n| n.parse().ok()).unwrap_or(0);
    let wrong = fight(from..from + most);
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn battles_that_once_broke_an_invariant_keep_it() {
    // 30, 69 and 114: chargers who dropped back a file did not count the ground in which it stood. 112: bases that had
    // turned to an enemy and moved on were noted as if they were still turned.
    let wrong = fight([30, 69, 112, 114]);
    assert!(wrong.is_empty(), "{wrong:#?}");
}
