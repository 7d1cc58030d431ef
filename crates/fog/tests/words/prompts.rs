//! What a player is asked: nobody is told of a chance that he does not have.

use crate::battle_common::{cavalry, group, scene, shot};
use caracole_fog::renaissance::battle::{Decision, Fogr, impact};
use caracole_kernel::{Awaiting, System};

/// The prompt of the declarations with blue foot at these places, cavalry of red at 600, 300 looking up the table.
fn declaring(foot: &[(i32, i32, i32)]) -> String {
    let mut scene = scene().red(group("R", &[cavalry(4)]).at(600, 300, 0, 2));
    for (n, &(x, y, facing)) in foot.iter().enumerate() {
        scene = scene.blue(group(&format!("B{n}"), &[shot(6)]).at(x, y, facing, 3));
    }
    let play = scene.begin();
    let (side, request) = play.asked();
    Fogr::prompt(&play.battle, side, &request).text.into_owned()
}

#[test]
fn who_can_charge_is_said() {
    // Foot 80 mm ahead: cavalry go 125.
    assert_eq!(declaring(&[(600, 380, 180)]), "Red declares charges: 1 R can charge.");
    // Foot 40 mm behind their rear, which is at 240: near, but no charge turns about.
    let behind = declaring(&[(600, 200, 0)]);
    assert!(behind.starts_with("Red has nobody to charge with: 1 R have enemies near"), "{behind}");
}

/// Two files of cavalry charge foot in so many files: no other charges, nobody intercepts, and it comes to its dice.
fn charge_let_be(files: u8) {
    let mut play = scene()
        .red(group("R", &[cavalry(4)]).at(600, 300, 0, 2))
        .red(group("S", &[cavalry(4)]).at(900, 300, 0, 2))
        .blue(group("B", &[shot(6)]).at(600, 380, 180, files))
        .blue(group("C", &[shot(6)]).at(900, 380, 180, 2))
        .begin();
    let (group, targets) = (play.id("R"), vec![play.id("B")]);
    play.choose(Decision::Impact(impact::Decision::Charge { group, wheel: None, targets }));
    for _ in 0..12 {
        let Awaiting::Decision { side, request } = play.battle.awaiting() else { break };
        let decision = Fogr::let_be(&play.battle, *side, request);
        play.choose(decision.unwrap_or_else(|| panic!("{request:?}")));
    }
    let Awaiting::Dice(roll) = play.battle.awaiting() else { panic!("{:?}", play.battle.awaiting()) };
    assert!(roll.purpose.contains("impact"), "{}", roll.purpose);
}

#[test]
fn a_charge_comes_to_its_dice_if_everybody_lets_it_be() {
    charge_let_be(2);
    // Each file meets two, and who fights whom is a choice.
    charge_let_be(3);
}
