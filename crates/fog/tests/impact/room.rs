//! Flank charges where there is little room.

use super::battle_common::*;
use super::{bases, *};
use caracole_fog::formation::Facing;
use caracole_ledger::proves;

/// Those turn who have room; the charge counts whoever turns.
#[test]
fn reading_impact_049() {
    proves!("FOGR-IMPACT-049", "FOGR-IMPACT-048");
    // One file of four shot faces south, fronts at 600 to 660 and 20 mm deep each: two bases that turn west need 40 mm
    // of its length each... Horse come from the west upon the last two; friends stand close behind the file.
    let turned = |friends: Option<i32>| {
        let mut scene = scene()
            .red(group("Horse", &[horse(2)]).at(850, 660, 90, 1))
            .blue(group("Shot", &[shot(4)]).at(900, 600, 180, 1));
        if let Some(y) = friends {
            scene = scene.blue(group("Friends", &[pike(8)]).at(900, y, 180, 4));
        }
        let mut play = scene.begin();
        let told = charge_home(&mut play, "Horse", &["Shot"]);
        assert_eq!(moved(&told).2, [(play.id("Shot"), Approach::FlankCharge)]);
        sound(&play);
        let shot = bases(play.world(), play.id("Shot"));
        (shot.iter().filter(|b| b.facing != Facing::Front).count(), play.world()[play.id("Shot")].cohesion)
    };
    use caracole_fog::troops::Cohesion;
    assert_eq!(turned(None), (2, Cohesion::Disrupted));
    assert_eq!(turned(Some(700)), (2, Cohesion::Disrupted));
    let (bases, cohesion) = turned(Some(680));
    assert!(bases < 3);
    assert_eq!(cohesion, Cohesion::Disrupted, "the level is lost, whoever turns");
}
