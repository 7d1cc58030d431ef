//! Charges where there is little room.

use super::battle_common::*;
use super::{bases, *};
use caracole_fog::formation::Facing;
use caracole_fog::troops::Cohesion;
use caracole_kernel::Side;
use caracole_ledger::{proves, rule};

/// Where there is no room to turn they stand as they are, and the charge counts all the same.
#[test]
fn reading_impact_049() {
    proves!("FOGR-IMPACT-049", "FOGR-IMPACT-048", "FOGR-IMPACT-044");
    // One rank, 20 mm deep: a base that turns stands 40 mm deep, and has no room where friends are at its back.
    let turned = |friends: bool| {
        let mut scene = scene()
            .red(group("Horse", &[horse(2)]).at(790, 620, 90, 1))
            .blue(group("Shot", &[shot(3)]).at(900, 600, 180, 3));
        if friends {
            scene = scene.blue(group("Friends", &[pike(8)]).at(940, 620, 180, 4));
        }
        let mut play = scene.begin();
        let told = charge_home(&mut play, "Horse", &["Shot"]);
        let shot = play.id("Shot");
        assert_eq!(moved(&told).2, [(shot, Approach::FlankCharge)]);
        assert_eq!(play.world()[shot].cohesion, Cohesion::Disrupted);
        sound(&play);
        bases(play.world(), shot).iter().filter(|b| b.facing != Facing::Front).count()
    };
    assert_eq!(turned(false), 1);
    assert_eq!(turned(true), 0);
}

#[test]
fn no_charge_goes_over_a_camp() {
    // Found by chance: chargers ended on a camp that lay beside their target.
    proves!("FOGR-MANOEUVRE-077");
    // Two files from x = 460 to 540 charge 75 mm straight ahead. The camp is 120 mm wide and lies from y = 310 to 390.
    let past = |owner: Side, middle: i32| {
        scene()
            .red(group("Horse", &[horse(4)]).at(500, 300, 0, 2))
            .blue(group("Enemy", &[horse(4)]).at(520, 375, 180, 2))
            .camp(owner, middle, 390, 0)
            .begin()
    };
    for owner in [Side::Red, Side::Blue] {
        assert_eq!(refused(&past(owner, 419), "Horse", None, &["Enemy"]), rule!("FOGR-MANOEUVRE-077"));
        let mut play = past(owner, 399);
        let told = charge_home(&mut play, "Horse", &["Enemy"]);
        assert_eq!(moved(&told).0, mm(75));
        sound(&play);
    }
}
