//! What a player is asked: nobody is told of a chance that he does not have.

use crate::battle_common::{Play, cavalry, group, scene, shot};
use caracole_fog::battle::{Decision, Fogr, impact};
use caracole_kernel::{Awaiting, Chances, Prospect, Rules, Words};

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
    assert!(behind.starts_with("Red has no battle group that can charge: 1 R have enemies near"), "{behind}");
}

/// Everybody lets the charges be that have been declared, and it comes to the dice of their impact.
fn passive_choice(mut play: Play) -> Play {
    for _ in 0..64 {
        let Awaiting::Decision { side, request } = play.battle.awaiting() else { break };
        let decision = Fogr::passive_choice(&play.battle, *side, request);
        play.choose(decision.unwrap_or_else(|| panic!("{request:?}")));
    }
    let Awaiting::Dice(roll) = play.battle.awaiting() else { panic!("{:?}", play.battle.awaiting()) };
    assert_eq!(roll.purpose, caracole_fog::RollPurpose::Impact);
    play
}

fn charge(play: &mut Play, who: &str, whom: &str) {
    let (group, targets) = (play.id(who), vec![play.id(whom)]);
    play.choose(Decision::Impact(impact::Decision::Charge { group, wheel: None, targets }));
}

/// Two files of cavalry charge foot in so many files: no other charges, nobody intercepts, and it comes to its dice.
fn charge_let_be(files: u8) {
    let mut play = scene()
        .red(group("R", &[cavalry(4)]).at(600, 300, 0, 2))
        .red(group("S", &[cavalry(4)]).at(900, 300, 0, 2))
        .blue(group("B", &[shot(6)]).at(600, 380, 180, files))
        .blue(group("C", &[shot(6)]).at(900, 380, 180, 2))
        .begin();
    charge(&mut play, "R", "B");
    passive_choice(play);
}

#[test]
fn a_charge_comes_to_its_dice_if_everybody_lets_it_be() {
    charge_let_be(2);
    // Each file meets two, and who fights whom is a choice.
    charge_let_be(3);
}

/// Four dice against four, each hitting on 4 or more, whoever charges: equal with 70 of 256, and whoever hits more wins.
/// FOGR-COMBAT-014, FOGR-COMBAT-106.
#[test]
fn what_a_fight_may_bring_is_told_before_its_dice_for_every_charge() {
    let begin = || {
        scene()
            .red(group("R", &[cavalry(4)]).at(600, 300, 0, 2))
            .red(group("S", &[cavalry(4)]).at(1200, 300, 0, 2))
            .blue(group("B", &[cavalry(4)]).at(600, 380, 180, 2))
            .blue(group("C", &[cavalry(4)]).at(1200, 380, 180, 2))
            .begin()
    };
    let [mut one, mut both] = [begin(), begin()];
    for (play, charges) in [(&mut one, 1), (&mut both, 2)] {
        for (who, whom) in [("R", "B"), ("S", "C")].into_iter().take(charges) {
            charge(play, who, whom);
        }
    }
    let [one, both] = [one, both].map(|play| Fogr::prospects(&passive_choice(play).battle));
    let names = |told: &[Prospect]| told.iter().filter_map(|p| p.of.chars().last()).collect::<String>();
    assert_eq!(names(&one), "RB");
    assert_eq!(names(&both), "RBSC");
    for prospect in one.iter().chain(&both) {
        let exactly = |what: &str| prospect.chances.iter().find(|l| l.what == what).map(|l| &*l.exactly);
        assert_eq!(exactly("win"), Some("93/256"), "{prospect:?}");
        assert_eq!(exactly("draw"), Some("35/128"), "{prospect:?}");
        assert_eq!(exactly("lose"), Some("93/256"), "{prospect:?}");
    }
}

/// Once dice lie on the table the fight is no longer what it was, and nothing is told of the whole of it.
#[test]
fn nothing_is_told_of_the_whole_of_a_fight_once_its_dice_fall() {
    let mut play = scene()
        .red(group("R", &[cavalry(4)]).at(600, 300, 0, 2))
        .blue(group("B", &[cavalry(4)]).at(600, 380, 180, 2))
        .begin();
    charge(&mut play, "R", "B");
    let mut play = passive_choice(play);
    play.dice(&[1, 1, 1, 1]);
    assert_eq!(Fogr::prospects(&play.battle), []);
}

/// Five battle groups charge one: nobody waits for odds that take long, and it is said that there are none.
#[test]
fn of_a_fight_of_many_it_is_said_that_nothing_is_worked_out() {
    let mut scene = scene().blue(group("B", &[shot(12)]).at(600, 380, 180, 12));
    let names = ["R", "S", "T", "U", "V"];
    for (name, x) in names.into_iter().zip([420, 510, 600, 690, 780]) {
        scene = scene.red(group(name, &[cavalry(4)]).at(x, 300, 0, 2));
    }
    let mut play = scene.begin();
    names.into_iter().for_each(|name| charge(&mut play, name, "B"));
    let told = Fogr::prospects(&passive_choice(play).battle);
    assert_eq!(told.len(), 6);
    assert!(told.iter().all(|prospect| prospect.chances.is_empty()), "{told:?}");
}
