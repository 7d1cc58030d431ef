//! Charges where there is little room.

use super::{bases, *};
use crate::battle_common::*;
use caracole_fog::field::TerrainKind;
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

#[test]
fn no_file_steps_forward_off_the_table_or_into_impassable_ground() {
    // Found by chance, in random battle 1884: the outermost file stepped over the table edge.
    proves!("FOGR-IMPACT-028", "FOGR-MOVE-008");
    // The right file meets the enemy 50 mm ahead; the left one could step 30 mm further.
    let stepped = |extra: &dyn Fn(Scene) -> Scene, at: &[&str]| {
        let scene = scene()
            .red(group("Horse", &[horse(2)]).at(500, 300, 0, 2))
            .blue(group("Near", &[horse(2)]).at(520, 350, 180, 1))
            .blue(group("Far", &[horse(2)]).at(480, 380, 180, 1));
        let mut play = extra(scene).begin();
        let told = charge_home(&mut play, "Horse", at);
        sound(&play);
        moved(&told).1.len()
    };
    assert_eq!(stepped(&|s| s, &["Near", "Far"]), 1);
    // The left file would end from 350 to 380, on the rocks.
    assert_eq!(stepped(&|s| s.terrain(TerrainKind::Impassable, (450, 371), (470, 376)), &["Near"]), 0);
    // Four files ride slantwise at the edge of the table. The second meets the enemy; the third steps up to him; the
    // right front corner of the fourth would end at about y = -4.
    let mut play = scene()
        .red(group("Horse", &[horse(4)]).at(1443, 119, 117, 4))
        .blue(group("Enemy", &[horse(6)]).at(1525, 60, 270, 2))
        .begin();
    let told = charge_home(&mut play, "Horse", &["Enemy"]);
    sound(&play);
    let files: Vec<u8> = moved(&told).1.iter().map(|(file, _)| *file).collect();
    assert_eq!(files, [2]);
}

/// Found by chance, in random battle 3524: chargers followed bases that had turned into impassable ground.
#[test]
fn nobody_follows_turned_bases_into_impassable_ground() {
    proves!("FOGR-IMPACT-049", "FOGR-IMPACT-050", "FOGR-MOVE-008");
    let mut play = scene()
        .red(group("Horse", &[horse(4)]).at(895, 416, 236, 3))
        .blue(group("Tatars", &[light_horse(6)]).at(760, 539, 0, 2))
        .terrain(TerrainKind::Impassable, (600, 250), (800, 400))
        .begin();
    charge(&mut play, "Horse", wheel(Hand::Right, 27), &["Tatars"]);
    end(&mut play);
    no_interceptions(&mut play);
    let group = play.id("Tatars");
    choose(&mut play, Impact::Stand { group });
    while matches!(play.battle.awaiting(), caracole_kernel::Awaiting::Dice(_)) {
        play.dice(&[6, 6]);
    }
    advance(&mut play, "Horse");
    sound(&play);
}

/// Found by chance, in random battle 4989: the corner of the enemy goes into the joint between two bases that wheel past
/// it, and rounding made of what the tolerance allows an overlap.
#[test]
fn a_column_that_wheels_its_side_into_the_enemy_does_not_charge_him() {
    proves!("FOGR-IMPACT-012");
    use caracole_plane::{Point, Pose};
    let mut play = scene()
        .red(group("Charger", &[horse(4)]).at(900, 300, 0, 1))
        .blue(group("Enemy", &[cavalry(3)]).at(900, 350, 180, 1))
        .begin();
    let (charger, enemy) = (play.id("Charger"), play.id("Enemy"));
    let (ours, theirs) = (Angle(3_627_978_277), Angle(1_480_494_629));
    let column = [(137_796, 971_887), (162_640, 955_071), (187_483, 938_255), (212_327, 921_438)];
    let other = [(165_547, 1_013_404), (140_703, 1_030_220), (115_859, 1_047_037)];
    play.battle = play.battle.with_world(|w| {
        for (group, places, facing) in [(charger, &column[..], ours), (enemy, &other[..], theirs)] {
            for (id, &(x, y)) in w.base_ids(group).into_iter().zip(places) {
                w[id].base.front = Pose::new(Point::new(Um::new(x), Um::new(y)), facing);
            }
        }
    });
    // Only the side of a base touches him: that is no charge.
    assert_eq!(refused(&play, "Charger", wheel(Hand::Left, 90), &["Enemy"]).id(), "FOGR-IMPACT-012");
}
