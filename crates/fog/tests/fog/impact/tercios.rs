//! Tercios, brigades, keils and late pike formations that charge or are charged.

use super::{bases, *};
use crate::battle_common::{bases as of, *};
use caracole_fog::army::GroupPermit;
use caracole_fog::formation::Facing;
use caracole_fog::troops::{Armour, Capability, Cohesion, TroopType};
use caracole_ledger::{proves, rule};

fn tercio(permit: GroupPermit) -> Who {
    group("Tercio", &[pike(8), shot(8)]).says(permit)
}

fn is_pike(b: &BaseState) -> bool {
    b.profile.has(Capability::Pike)
}

#[test]
fn an_early_tercio_levels_its_front_when_charged() {
    proves!("FOGR-IMPACT-020");
    // The front horns stand at 700, the pike one base depth behind at 720.
    let mut play = scene()
        .red(group("Horse", &[horse(8)]).at(900, 600, 0, 4))
        .blue(tercio(GroupPermit::EarlyTercio).at(900, 700, 180, 4))
        .begin();
    let tercio = play.id("Tercio");
    let told = charge_home(&mut play, "Horse", &["Tercio"]);
    // All four files meet a level front: none has to step forward.
    assert_eq!(moved(&told), (mm(100), vec![], vec![(tercio, Approach::Front)]));
    let fronts: Vec<i32> =
        bases(play.world(), tercio).iter().filter(|b| is_pike(b)).map(|b| front(b).1).collect();
    assert_eq!(fronts, [700, 720, 740, 760, 700, 720, 740, 760]);
    sound(&play);
}

#[test]
fn an_early_tercio_that_charges_steps_forward_from_its_level_front() {
    proves!("FOGR-IMPACT-020", "FOGR-IMPACT-022", "FOGR-IMPACT-031");
    // The left two files meet A after 40 mm; B stand 40 mm further back, within 2 MU of the level front (60 mm from where
    // the pike stood).
    let mut play = scene()
        .red(tercio(GroupPermit::EarlyTercio).at(900, 600, 0, 4))
        .blue(group("A", &[shot(6)]).at(860, 640, 180, 2))
        .blue(group("B", &[shot(6)]).at(940, 680, 180, 2))
        .begin();
    let (a, b) = (play.id("A"), play.id("B"));
    let told = charge_home(&mut play, "Tercio", &["A"]);
    let (distance, steps, met) = moved(&told);
    assert_eq!((distance, met), (mm(40), vec![(a, Approach::Front), (b, Approach::Front)]));
    assert_eq!(steps, [(2, mm(40)), (3, mm(40))]);
    // The rear horn of the file goes as far as its front horn.
    let right: Vec<i32> = bases(play.world(), play.id("Tercio"))
        .iter()
        .filter(|b| b.at.file == 3)
        .map(|b| front(b).1)
        .collect();
    assert_eq!(right, [680, 660, 600, 580]);
    sound(&play);
}

#[test]
fn trap_a_swedish_brigade_levels_its_front_when_charged() {
    // TRAPS: Swedish brigades rearrange themselves.
    proves!("FOGR-IMPACT-021");
    // The shot stand at 700, the point base at 680.
    let mut play = scene()
        .red(group("Horse", &[horse(6)]).at(900, 600, 0, 3))
        .blue(group("Brigade", &[pike(3), shot(4)]).says(GroupPermit::SwedishBrigade).at(900, 700, 180, 3))
        .begin();
    let brigade = play.id("Brigade");
    let told = charge_home(&mut play, "Horse", &["Brigade"]);
    assert_eq!(moved(&told), (mm(100), vec![], vec![(brigade, Approach::Front)]));
    let pike: Vec<i32> =
        bases(play.world(), brigade).iter().filter(|b| is_pike(b)).map(|b| front(b).1).collect();
    assert_eq!(pike, [700, 720, 740]);
    sound(&play);
}

/// A column of horse charges the left side of a tercio that faces south, between its first and third ranks.
fn into_the_side(permit: GroupPermit) -> Play {
    scene()
        .red(group("Horse", &[horse(2)]).at(1060, 735, 270, 1))
        .blue(tercio(permit).at(900, 700, 180, 4))
        .begin()
}

#[test]
fn trap_pike_of_an_early_tercio_come_between_the_horns() {
    // TRAPS: tercios rearrange themselves inside their footprint.
    proves!("FOGR-IMPACT-056", "FOGR-IMPACT-057", "FOGR-IMPACT-058", "FOGR-IMPACT-042", "FOGR-IMPACT-053");
    let mut play = into_the_side(GroupPermit::EarlyTercio);
    let (tercio, horse) = (play.id("Tercio"), play.id("Horse"));
    let told = charge_home(&mut play, "Horse", &["Tercio"]);
    assert_eq!(moved(&told).2, [(tercio, Approach::NoFlankCharge)]);
    // Its owner faces the attack with one rank of pike or two.
    assert_eq!(asked(&play), Some(Asked::FaceAttack { group: tercio, charger: horse, ranks: vec![1, 2] }));
    assert_eq!(
        play.refused(Decision::Impact(Impact::FaceAttack { ranks: 3 })).rule,
        rule!("FOGR-IMPACT-060")
    );
    choose(&mut play, Impact::FaceAttack { ranks: 2 });
    let turned: Vec<(bool, (i32, i32))> = bases(play.world(), tercio)
        .iter()
        .filter(|b| b.facing == Facing::Left)
        .map(|b| (is_pike(b), front(b)))
        .collect();
    // The horn of two turns in its place; two pike stand in the gap of two ranks behind it, all level with the side at
    // 980, inside the footprint of 160 x 120 mm.
    let mut places = turned.clone();
    places.sort_unstable();
    assert_eq!(places, [(false, (960, 720)), (false, (980, 720)), (true, (960, 760)), (true, (980, 760))]);
    assert_eq!(play.world()[tercio].cohesion, Cohesion::Steady);
    sound(&play);
}

#[test]
fn pike_of_an_early_tercio_come_to_its_rear_edge() {
    proves!("FOGR-IMPACT-057");
    // Its rear horns end at 820; the pike, level with the front at 700, end at 780.
    let mut play = scene()
        .red(group("Horse", &[horse(4)]).at(900, 900, 180, 2))
        .blue(tercio(GroupPermit::EarlyTercio).at(900, 700, 180, 4))
        .begin();
    let tercio = play.id("Tercio");
    charge_home(&mut play, "Horse", &["Tercio"]);
    choose(&mut play, Impact::FaceAttack { ranks: 1 });
    let turned: Vec<(i32, i32)> =
        bases(play.world(), tercio).iter().filter(|b| b.facing == Facing::Rear).map(front).collect();
    assert!(turned.contains(&(880, 820)) && turned.contains(&(920, 820)), "{turned:?}");
    assert_eq!(play.world()[tercio].cohesion, Cohesion::Steady);
    sound(&play);
}

#[test]
fn a_later_tercio_faces_its_flank_with_shot_and_pike() {
    proves!("FOGR-IMPACT-059", "FOGR-IMPACT-060", "FOGR-IMPACT-053");
    let mut play = into_the_side(GroupPermit::LaterTercio);
    let tercio = play.id("Tercio");
    charge_home(&mut play, "Horse", &["Tercio"]);
    choose(&mut play, Impact::FaceAttack { ranks: 2 });
    let all = bases(play.world(), tercio);
    let mut turned: Vec<(bool, (i32, i32))> =
        all.iter().filter(|b| b.facing == Facing::Left).map(|b| (is_pike(b), front(b))).collect();
    turned.sort_unstable();
    // The first two shot of that file turn; the third and fourth make way for two pike.
    assert_eq!(turned, [(false, (960, 720)), (false, (980, 720)), (true, (960, 760)), (true, (980, 760))]);
    // They stand where the pike stood: the last two of the pike file on that side.
    let moved: Vec<(i32, i32)> = all
        .iter()
        .filter(|b| !is_pike(b) && b.facing == Facing::Front && front(b).0 == 920)
        .map(front)
        .collect();
    assert_eq!(moved, [(920, 740), (920, 760)]);
    assert_eq!(play.world()[tercio].cohesion, Cohesion::Steady);
    sound(&play);
}

#[test]
fn a_later_tercio_may_face_its_flank_with_one_rank_of_pike() {
    proves!("FOGR-IMPACT-060");
    let mut play = into_the_side(GroupPermit::LaterTercio);
    let tercio = play.id("Tercio");
    charge_home(&mut play, "Horse", &["Tercio"]);
    choose(&mut play, Impact::FaceAttack { ranks: 1 });
    let all = bases(play.world(), tercio);
    assert_eq!(all.iter().filter(|b| is_pike(b) && b.facing == Facing::Left).count(), 1);
    assert_eq!(all.iter().filter(|b| is_pike(b) && b.facing == Facing::Front).count(), 7);
    sound(&play);
}

#[test]
fn trap_a_keil_turns_pike_and_does_not_count_as_charged_in_flank() {
    // TRAPS: keils rearrange themselves.
    proves!("FOGR-IMPACT-063", "FOGR-IMPACT-042");
    let mut play = scene()
        .red(group("Horse", &[horse(2)]).at(1040, 735, 270, 1))
        .blue(group("Keil", &[pike(8)]).at(900, 700, 180, 2))
        .begin();
    let keil = play.id("Keil");
    let told = charge_home(&mut play, "Horse", &["Keil"]);
    assert_eq!(moved(&told).2, [(keil, Approach::NoFlankCharge)]);
    let turned: Vec<(i32, i32)> =
        bases(play.world(), keil).iter().filter(|b| b.facing == Facing::Left).map(front).collect();
    // Touched on its first three ranks (715 to 755) the file turns two deep in the place of two of them.
    assert_eq!(turned.len(), 2, "{turned:?}");
    assert_eq!(play.world()[keil].cohesion, Cohesion::Steady);
    sound(&play);
}

fn halberds(count: u8) -> caracole_fog::army::BaseCount {
    of(count, TroopType::HeavyFoot, Some(Armour::Armoured), &[Capability::HeavyWeapon])
}

#[test]
fn pike_of_a_keil_take_the_place_of_halberds_that_are_hit() {
    proves!("FOGR-IMPACT-062");
    let mut play = scene()
        .red(group("Horse", &[horse(2)]).at(1040, 755, 270, 1))
        .blue(group("Keil", &[pike(6), halberds(2)]).at(900, 700, 180, 2))
        .begin();
    let keil = play.id("Keil");
    charge_home(&mut play, "Horse", &["Keil"]);
    let all = bases(play.world(), keil);
    // Whoever faces the horse now is a pike base.
    assert!(all.iter().any(|b| b.facing == Facing::Left));
    assert!(all.iter().filter(|b| b.facing == Facing::Left).all(is_pike));
    sound(&play);
}

#[test]
fn one_pike_with_five_shot_comes_to_the_front_and_goes_back() {
    proves!("FOGR-IMPACT-023", "FOGR-IMPACT-024");
    let mut play = scene()
        .red(group("Horse", &[horse(6)]).at(900, 600, 0, 3))
        .blue(group("Foot", &[pike(1), shot(5)]).at(900, 650, 180, 3))
        .begin();
    let foot = play.id("Foot");
    let pike_rank = |play: &Play| bases(play.world(), foot).iter().find(|b| is_pike(b)).map(|b| b.at.rank);
    assert_eq!(pike_rank(&play), Some(1));
    charge_home(&mut play, "Horse", &["Foot"]);
    assert_eq!(asked(&play), Some(Asked::PikeToFront { group: foot }));
    let told = choose(&mut play, Impact::PikeForward);
    assert!(told.contains(&Told::PikeToFront { group: foot }));
    assert_eq!(pike_rank(&play), Some(0));
    // Out of close combat it goes back by itself.
    let mut world = play.world().clone();
    let horse = play.id("Horse");
    world[horse].presence = caracole_fog::battle::world::Presence::Destroyed;
    caracole_fog::battle::impact::level::pike_to_the_rear(&mut world);
    assert_eq!(bases(&world, foot).iter().find(|b| is_pike(b)).map(|b| b.at.rank), Some(1));
}
