//! A set-up of the ancient and medieval book being played.

use crate::battle_common::set_up;
pub use crate::battle_common::set_up::{army, deploy, forest, lay, mm, north, rectangle};
use crate::battle_common::{
    Who, ancient_scene, archers, cavalrymen, engines, group, legionaries, numidians, spearmen,
};
use caracole_fog::ancients::Ancients;
use caracole_fog::army::{CommanderLevel, Territory};
use caracole_fog::battle::setup::Request;
use caracole_fog::battle::{Setup, StartFrom};
use caracole_fog::field::Piece;
use caracole_fog::troops::TroopType;
use caracole_kernel::Side;
use caracole_plane::{Angle, Pose};

pub type Play = set_up::Play<Ancients>;

/// These battle groups of red and blue with two commanders each: red inspired and field, blue two troop commanders.
pub fn armies_of(red: Vec<Who>, blue: Vec<Who>) -> Setup {
    let scene = red.into_iter().fold(ancient_scene(), |scene, who| scene.red(who));
    let scene = blue.into_iter().fold(scene, |scene, who| scene.blue(who));
    let mut setup = scene
        .lone_commander(Side::Red, CommanderLevel::Inspired, 0, 0)
        .lone_commander(Side::Red, CommanderLevel::Field, 0, 0)
        .lone_commander(Side::Blue, CommanderLevel::Troop, 0, 0)
        .lone_commander(Side::Blue, CommanderLevel::Troop, 0, 0)
        .setup();
    setup.start = StartFrom::Deployment;
    army(&mut setup.armies.red).territories = vec![Territory::Agricultural];
    army(&mut setup.armies.blue).territories = vec![Territory::Hilly];
    setup
}

/// Red: spears, bows, horse, light horse, bombards. Blue: three of horse, legionaries.
/// Numbers: red 0 to 4, blue 5 to 8; commanders red 0 and 1, blue 2 and 3. Red has 8 base widths of works.
pub fn armies() -> Setup {
    let red = vec![
        group("spears", &[spearmen(6)]),
        group("bows", &[archers(6)]),
        group("horse", &[cavalrymen(4)]),
        group("light horse", &[numidians(4)]),
        group("bombards", &[engines(2, TroopType::HeavyArtillery)]),
    ];
    let horse = |name| group(name, &[cavalrymen(4)]);
    let blue = vec![horse("b1"), horse("b2"), horse("b3"), group("b4", &[legionaries(8)])];
    let mut setup = armies_of(red, blue);
    army(&mut setup.armies.red).field_fortifications = 8;
    setup
}

pub fn play(setup: &Setup) -> Play {
    Play::start(setup)
}

/// Red has the initiative: 6 and 2 for an inspired commander against 1 and 1 for 12 bases of cavalry.
pub fn begun_of(setup: &Setup) -> Play {
    let mut play = play(setup);
    play.dice(&[6, 1]);
    play
}

/// An otherwise empty table with this terrain at the moment when something is asked.
pub fn at(stop: impl Fn(&Request) -> bool, pieces: Vec<Piece>) -> Play {
    let mut play = begun_of(&armies());
    play.on_ground(pieces, stop);
    play
}

/// Looking at red, from blue's side.
pub fn south(x: i32, y: i32) -> Pose {
    Pose::new(mm(x, y), Angle::HALF)
}
