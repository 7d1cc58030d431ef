//! A set-up of the Renaissance book being played.

use crate::battle_common::set_up;
pub use crate::battle_common::set_up::{army, deploy, forest, lay, mm, north, rectangle};
use crate::battle_common::{group, guns, horse, light_horse, pike, scene, shot};
use caracole_fog::army::{CommanderLevel, GroupPermit, Territory};
use caracole_fog::battle::setup::Request;
use caracole_fog::battle::{Setup, StartFrom};
use caracole_fog::field::Piece;
use caracole_fog::renaissance::Renaissance;
use caracole_fog::troops::TroopType;
use caracole_kernel::Side;

pub type Play = set_up::Play<Renaissance>;

/// Red: foot, shot, horse, light horse, guns. Blue: four of horse, three of them of 4 bases.
/// Numbers: red 0 to 4, blue 5 to 8; commanders red 0 and 1, blue 2 and 3.
pub fn armies() -> Setup {
    let mut setup = scene()
        .red(group("foot", &[pike(2), shot(4)]))
        .red(group("shot", &[shot(4)]))
        .red(group("horse", &[horse(4)]))
        .red(group("light horse", &[light_horse(4)]))
        .red(group("guns", &[guns(2, TroopType::MediumArtillery)]))
        .blue(group("b1", &[horse(4)]))
        .blue(group("b2", &[horse(4)]))
        .blue(group("b3", &[horse(4)]))
        .blue(group("b4", &[shot(6)]))
        .lone_commander(Side::Red, CommanderLevel::Great, 0, 0)
        .lone_commander(Side::Red, CommanderLevel::Field, 0, 0)
        .lone_commander(Side::Blue, CommanderLevel::Troop, 0, 0)
        .lone_commander(Side::Blue, CommanderLevel::Troop, 0, 0)
        .setup();
    setup.start = StartFrom::Deployment;
    army(&mut setup.armies.red).territories = vec![Territory::Agricultural];
    army(&mut setup.armies.red).field_fortifications = 6;
    army(&mut setup.armies.red).battle_groups[0].list_says = vec![GroupPermit::Mixed];
    army(&mut setup.armies.blue).territories = vec![Territory::Hilly];
    setup
}

pub fn play(setup: &Setup) -> Play {
    Play::start(setup)
}

/// Red has the initiative.
pub fn begun() -> Play {
    let mut play = play(&armies());
    play.dice(&[6, 1]);
    play
}

/// An otherwise empty table with this terrain at the moment when something is asked.
pub fn at(stop: impl Fn(&Request) -> bool, pieces: Vec<Piece>) -> Play {
    let mut play = begun();
    play.on_ground(pieces, stop);
    play
}
