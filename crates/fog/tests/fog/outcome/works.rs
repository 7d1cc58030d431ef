//! Field fortifications.

use crate::battle_common::{Scene, group, guns, horse, pike, scene, shot};
use caracole_fog::battle::Decision;
use caracole_fog::battle::impact::Decision as Impact;
use caracole_fog::battle::manoeuvre::{Action, Advance, Decision as Manoeuvre};
use caracole_fog::battle::outcome::ground::defended;
use caracole_fog::battle::position::{defence, disorder};
use caracole_fog::battle::shooting::targets::measured;
use caracole_fog::combat::Defence;
use caracole_fog::field::TerrainKind;
use caracole_fog::troops::{Disorder, TroopType};
use caracole_kernel::Side;
use caracole_ledger::proves;
use caracole_plane::Um;

/// Blue shot behind two stretches whose front edge stands at 500, before horse at this height.
fn held(y: i32) -> Scene {
    scene()
        .red(group("H", &[horse(4)]).at(500, y, 0, 2))
        .blue(group("S", &[shot(4)]).at(500, 515, 180, 2))
        .works(Side::Blue, 480, 500, 180)
        .works(Side::Blue, 520, 500, 180)
}

#[test]
fn those_wholly_behind_works_and_touching_them_defend_them() {
    proves!("FOGR-SPECIAL-013", "FOGR-SPECIAL-014", "FOGR-SPECIAL-015", "FOGR-SPECIAL-016");
    let scene = held(300).terrain(TerrainKind::Marsh, (400, 510), (600, 600));
    let world = scene.world();
    let (s, h) = (scene.id("S"), scene.id("H"));
    assert!(defence::defends(&world, s));
    let front = world.base_ids(s)[0];
    let enemy = world.rects(h)[0];
    assert_eq!(defended(&world, s, front, &enemy), Defence::Fortification);
    // The front edge of the works is theirs.
    assert_eq!(measured(&world, s, front).front.at.y, Um::from_mm(500));
    // Defenders are not disordered by the ground.
    assert_eq!(disorder::worst(&world, s), Disorder::None);
    // A millimetre further back they defend nothing.
    let apart = scene_apart().terrain(TerrainKind::Marsh, (400, 510), (600, 600));
    assert!(!defence::defends(&apart.world(), apart.id("S")));
    assert_ne!(disorder::worst(&apart.world(), apart.id("S")), Disorder::None);
}

fn scene_apart() -> Scene {
    scene()
        .red(group("H", &[horse(4)]).at(500, 300, 0, 2))
        .blue(group("S", &[shot(4)]).at(500, 517, 180, 2))
        .works(Side::Blue, 480, 500, 180)
}

#[test]
fn reading_special_023_approaching_troops_halt_1_mu_from_defended_works_only() {
    proves!("FOGR-SPECIAL-021", "FOGR-SPECIAL-023");
    let ahead = |mm| Action::Advance(Advance::straight(Um::from_mm(mm)));
    let scene = held(400);
    let play = scene.play();
    let h = scene.id("H");
    let refused = play.refused(Manoeuvre::Move { group: h, action: ahead(76) });
    assert_eq!(refused.rule.id(), "FOGR-SPECIAL-021");
    let mut play = scene.play();
    play.choose(Manoeuvre::Move { group: h, action: ahead(75) });
}

/// Troops nearer than 1 MU to works when these become manned may stay there, and charge from there.
#[test]
fn reading_special_021() {
    proves!("FOGR-SPECIAL-021", "FOGR-SPECIAL-022");
    let near = held(490);
    let mut play = near.begin();
    let (h, s) = (near.id("H"), near.id("S"));
    play.choose(Decision::Impact(Impact::Charge { group: h, wheel: None, targets: vec![s] }));
    // And in the manoeuvre phase they need not draw back.
    let mut stays = near.play();
    crate::outcome::steps::pass_to(&mut stays, caracole_fog::battle::Phase::Shooting);
    assert_eq!(stays.world().anchor(h).at.y, Um::from_mm(490));
}

/// Undefended works hinder nobody.
#[test]
fn reading_special_023() {
    proves!("FOGR-SPECIAL-023");
    let ahead = |mm| Action::Advance(Advance::straight(Um::from_mm(mm)));
    let empty = crate::battle_common::scene()
        .red(group("H", &[horse(4)]).at(500, 400, 0, 2))
        .blue(group("S", &[shot(4)]).at(900, 900, 180, 2))
        .works(Side::Blue, 480, 450, 180);
    let mut play = empty.play();
    let h = empty.id("H");
    play.choose(Manoeuvre::Move { group: h, action: ahead(125) });
    assert_eq!(play.world().anchor(h).at.y, Um::from_mm(525));
}

#[test]
fn defended_works_are_charged_from_1_mu_at_most() {
    proves!("FOGR-SPECIAL-022");
    let charge = |y: i32| {
        let scene = held(y);
        let play = scene.begin();
        let decision = Decision::Impact(Impact::Charge {
            group: scene.id("H"),
            wheel: None,
            targets: vec![scene.id("S")],
        });
        let (side, _) = play.asked();
        play.battle.plan(side, &decision).map(|_| ()).map_err(|r| r.rule.id())
    };
    assert_eq!(charge(475), Ok(()));
    assert_eq!(charge(470), Err("FOGR-SPECIAL-022"));
}

#[test]
fn foot_behind_guns_that_defend_works_defend_them_too() {
    proves!("FOGR-SPECIAL-020");
    let scene = scene()
        .red(group("H", &[horse(4)]).at(500, 300, 0, 2))
        .blue(group("G", &[guns(2, TroopType::MediumArtillery)]).at(500, 515, 180, 2))
        .blue(group("P", &[pike(4)]).at(500, 555, 180, 2))
        .works(Side::Blue, 480, 500, 180)
        .works(Side::Blue, 520, 500, 180);
    let world = scene.world();
    let enemy = world.rects(scene.id("H"))[0];
    let foot = scene.id("P");
    let front = world.base_ids(foot)[0];
    assert_eq!(defended(&world, foot, front, &enemy), Defence::Fortification);
}

#[test]
fn there_is_no_flank_charge_over_works() {
    proves!("FOGR-SPECIAL-017");
    use caracole_fog::battle::Event;
    use caracole_fog::battle::impact::Event as Told;
    use caracole_fog::battle::world::Approach;
    use caracole_fog::troops::Cohesion;
    // Shot that face south; works along their eastern flank, whose front looks east; horse 20 mm before it.
    let met = |works: bool| {
        let mut scene = scene()
            .red(group("H", &[horse(2)]).at(575, 520, 270, 1))
            .blue(group("S", &[shot(4)]).at(500, 500, 180, 2));
        if works {
            scene = scene.works(Side::Blue, 555, 520, 90);
        }
        let mut play = scene.begin();
        crate::outcome::steps::charge(&mut play, "H", &["S"]);
        let s = play.id("S");
        let approach = play.events.iter().find_map(|e| match e {
            Event::Impact(Told::ChargeMoved { contacted, .. }) => contacted.first().map(|c| c.1),
            _ => None,
        });
        (approach, play.world()[s].cohesion)
    };
    assert_eq!(met(false), (Some(Approach::FlankCharge), Cohesion::Disrupted));
    assert_eq!(met(true), (Some(Approach::NoFlankCharge), Cohesion::Steady));
}

#[test]
fn defenders_turn_to_the_stretch_that_is_attacked_and_the_others_close_up() {
    proves!("FOGR-SPECIAL-018", "FOGR-SPECIAL-017", "FOGR-SPECIAL-019");
    use crate::outcome::steps::charge;
    use caracole_fog::formation::Facing;
    // Shot in two files of two face south; a stretch covers their right side, to the west, from 500 to 540.
    let mut play = scene()
        .red(group("H", &[horse(2)]).at(425, 520, 90, 1))
        .blue(group("S", &[shot(4)]).at(500, 500, 180, 2))
        .works(Side::Blue, 445, 520, 270)
        .begin();
    let (s, h) = (play.id("S"), play.id("H"));
    charge(&mut play, "H", &["S"]);
    let world = play.world();
    // The two bases of the right file turn to the west, one behind the other as far as there is room for one abreast.
    let turned: Vec<_> = world.bases_of(s).into_iter().filter(|b| b.facing == Facing::Right).collect();
    assert_eq!(turned.len(), 2);
    assert!(turned.iter().all(|b| b.base.facing() == caracole_plane::Angle::THREE_QUARTERS));
    assert!(turned.iter().any(|b| b.base.front.at.x == Um::from_mm(460)), "its front is at the works");
    // Over works that is no flank charge.
    assert_eq!(world[s].cohesion, caracole_fog::troops::Cohesion::Steady);
    let engagement = caracole_fog::battle::position::contact::engagement(world, h, s).unwrap();
    assert_ne!(engagement.approach, caracole_fog::battle::world::Approach::FlankCharge);
    // All bases of the group still touch each other.
    let rects = world.rects(s).to_vec();
    assert!(rects.iter().all(|a| rects.iter().any(|b| a != b && a.touches(b))));
    use caracole_kernel::Rules;
    caracole_fog::battle::Fogr::invariants(&play.battle).unwrap();
}

#[test]
fn mounted_elephants_and_wagons_defend_no_works() {
    proves!("FOGR-COMBAT-069", "FOGR-SPECIAL-014", "FOGR-SPECIAL-021");
    let behind = |who: crate::battle_common::Who| {
        scene()
            .red(group("H", &[horse(4)]).at(500, 300, 0, 2))
            .blue(who.at(500, 515, 180, 2))
            .works(Side::Blue, 480, 500, 180)
            .works(Side::Blue, 520, 500, 180)
    };
    let bare = |troop_type| crate::battle_common::bases(2, troop_type, None, &[]);
    let troops = [horse(2), bare(TroopType::Elephants), bare(TroopType::BattleWagons)];
    for base in troops {
        let scene = behind(group("S", &[base]));
        let world = scene.world();
        let s = scene.id("S");
        let front = world.base_ids(s)[0];
        assert!(!defence::defends(&world, s) && !defence::is_defender(&world, front));
        assert!(defence::works_against(&world, front, world.rects(scene.id("H"))).is_none());
        assert_eq!(defence::ground_held(&world, s).count(), 0);
        // Their own front edge is measured, not that of the works.
        assert_eq!(measured(&world, s, front).front.at.y, Um::from_mm(515));
    }
    let foot = behind(group("S", &[shot(2)]));
    assert!(defence::defends(&foot.world(), foot.id("S")));
    assert!(defence::defends(
        &behind(group("S", &[guns(2, TroopType::LightArtillery)])).world(),
        foot.id("S")
    ));
}
