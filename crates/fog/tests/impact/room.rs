//! Flank charges where there is little room.

use super::battle_common::*;
use super::{bases, *};
use caracole_fog::formation::Facing;
use caracole_fog::troops::Cohesion;
use caracole_ledger::proves;

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
