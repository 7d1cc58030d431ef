//! Declarations: whom a charge is on, who must test, who may not, how it may wheel and contract, the enemy camp.

use super::{bases, *};
use crate::battle_common::*;
use caracole_fog::battle::impact::declare::may_charge;
use caracole_fog::battle::outcome::roster::directions;
use caracole_fog::battle::world::Posture;
use caracole_fog::combat::Directions;
use caracole_fog::field::TerrainKind;
use caracole_fog::troops::{Cohesion, TroopType};
use caracole_kernel::Side;
use caracole_ledger::{proves, rule};

fn opposed(gap: i32) -> Scene<Ancients> {
    ancient_scene()
        .red(group("Horse", &[cavalrymen(4)]).at(900, 600, 0, 2))
        .blue(group("Foot", &[militia(6)]).at(900, 600 + gap, 180, 3))
}

#[test]
fn a_charge_needs_an_enemy_within_its_normal_move() {
    proves!("FOGAM-IMPACT-004", "FOGAM-IMPACT-003", "FOGAM-SEQUENCE-003", "FOGAM-IMPACT-001");
    // Cavalry move 5 MU (125 mm) in the open.
    let mut play = opposed(125).begin();
    let told = charge(&mut play, "Horse", None, &["Foot"]);
    assert!(matches!(told.first(), Some(Told::ChargeDeclared { distance, .. }) if distance.total() == 5));
    // A millimetre more: nobody is asked to declare anything.
    assert_eq!(asked(&opposed(126).begin()), None);
}

#[test]
fn a_charge_goes_to_the_first_contact_and_both_fight() {
    proves!(
        "FOGAM-IMPACT-015",
        "FOGAM-IMPACT-013",
        "FOGAM-IMPACT-080",
        "FOGAM-IMPACT-081",
        "FOGAM-IMPACT-127"
    );
    let mut play = ancient_scene()
        .red(group("Horse", &[cavalrymen(4)]).at(900, 600, 0, 2))
        .blue(group("Foot", &[militia(4)]).at(900, 680, 180, 2))
        .begin();
    let foot = play.id("Foot");
    let told = charge_home(&mut play, "Horse", &["Foot"]);
    assert_eq!(moved(&told), (mm(80), vec![], vec![(foot, Approach::Front)]));
    // Those who receive it do not move and do not charge.
    assert_eq!(fronts(&play, "Foot"), [(880, 680), (880, 695), (920, 680), (920, 695)]);
    use caracole_fog::battle::impact::Onset;
    let pairs =
        told.iter().find_map(|t| if let Told::Paired { pairs } = t { Some(pairs.clone()) } else { None });
    let pairs = pairs.expect("bases are paired");
    assert_eq!(pairs.len(), 2);
    assert!(pairs.iter().all(|p| (p.red, p.blue) == (Onset::Charges, Onset::Receives)));
    assert!(play.world()[play.id("Horse")].turn.charged);
}

#[test]
fn a_charge_names_targets_that_it_meets_and_is_final() {
    proves!("FOGAM-IMPACT-005", "FOGAM-IMPACT-007", "FOGAM-IMPACT-004");
    let mut play = ancient_scene()
        .red(group("Horse", &[cavalrymen(8)]).at(900, 600, 0, 4))
        .red(group("Other", &[cavalrymen(4)]).at(500, 600, 0, 2))
        .blue(group("A", &[militia(6)]).at(860, 660, 180, 2))
        .blue(group("B", &[militia(6)]).at(940, 660, 180, 2))
        .blue(group("C", &[militia(6)]).at(500, 660, 180, 2))
        .begin();
    assert_eq!(refused(&play, "Horse", None, &["A", "C"]), rule!("FOGAM-IMPACT-005"));
    assert_eq!(refused(&play, "Horse", None, &[]), rule!("FOGAM-IMPACT-004"));
    let told = charge(&mut play, "Horse", None, &["A", "B"]);
    assert_eq!(declared(&told).0, [play.id("A"), play.id("B")]);
    assert_eq!(refused(&play, "Horse", None, &["A"]), rule!("FOGAM-IMPACT-007"));
    choose(&mut play, Impact::EndDeclarations);
    assert_eq!(asked(&play), Some(Asked::MoveCharge { waiting: vec![play.id("Horse")] }));
}

/// Cavalry four files wide before A; B stands so far behind A's front line beside it.
fn stepped(bases: u8, behind: i32) -> Play<Ancients> {
    ancient_scene()
        .red(group("Horse", &[cavalrymen(bases)]).at(900, 600, 0, 4))
        .blue(group("A", &[militia(6)]).at(860, 660, 180, 2))
        .blue(group("B", &[militia(6)]).at(940, 660 + behind, 180, 2))
        .begin()
}

#[test]
fn files_step_forward_into_enemy_in_their_path() {
    proves!("FOGAM-IMPACT-008", "FOGAM-IMPACT-024", "FOGAM-IMPACT-026", "FOGAM-IMPACT-028");
    // A after 60 mm, B 40 mm further: whole files slide on, beyond what the charge has used.
    let mut play = stepped(8, 40);
    let told = charge(&mut play, "Horse", None, &["A"]);
    assert_eq!(declared(&told).0, [play.id("A"), play.id("B")]);
    end(&mut play);
    let told = advance(&mut play, "Horse");
    assert_eq!(moved(&told).1, [(2, mm(40)), (3, mm(40))]);
    let ys: Vec<i32> = bases(play.world(), play.id("Horse")).iter().map(|b| front(b).1).collect();
    assert_eq!(ys, [660, 630, 660, 630, 700, 670, 700, 670]);
}

#[test]
fn files_step_no_further_than_two_movement_units_and_stay_together() {
    proves!("FOGAM-IMPACT-025", "FOGAM-IMPACT-027");
    let on = |mut play: Play<Ancients>| declared(&charge(&mut play, "Horse", None, &["A"])).0.len();
    assert_eq!(on(stepped(8, 50)), 2);
    assert_eq!(on(stepped(8, 51)), 1);
    // One rank is 30 mm deep: a step of 40 would part its files.
    assert_eq!(on(stepped(4, 30)), 2);
    assert_eq!(on(stepped(4, 40)), 1);
}

#[test]
fn skirmishers_may_decline_to_step_into_battle_troops() {
    proves!("FOGAM-IMPACT-029");
    let mut play = ancient_scene()
        .red(group("Light", &[numidians(8)]).at(900, 600, 0, 4))
        .blue(group("Slingers", &[slingers(4)]).at(860, 660, 180, 2))
        .blue(group("Foot", &[militia(6)]).at(940, 690, 180, 2))
        .begin();
    let told = charge(&mut play, "Light", None, &["Slingers"]);
    // The militia can be reached by a step of 30 mm: the charge needs a test for them.
    assert_eq!(declared(&told).1, [rule!("FOGAM-IMPACT-068")]);
    end(&mut play);
    play.dice(&[6, 6]);
    let (group, slingers) = (play.id("Light"), play.id("Slingers"));
    choose(&mut play, Impact::Stand { group: slingers });
    let told = choose(&mut play, Impact::Move { group, wheel: None, steps: Steps::NotIntoBattleTroops });
    let (_, steps, met) = moved(&told);
    assert_eq!((steps, met.len()), (vec![], 1));
}

/// The tests that a charge straight ahead takes; the rule that forbids it otherwise.
fn tests(charger: Who, target: Who) -> Result<Vec<caracole_ledger::RuleId>, caracole_ledger::RuleId> {
    let scene = ancient_scene().red(charger.at(900, 600, 0, 2)).blue(target.at(900, 640, 180, 2));
    tests_in(scene)
}

fn tests_in(scene: Scene<Ancients>) -> Result<Vec<caracole_ledger::RuleId>, caracole_ledger::RuleId> {
    let play = scene.begin();
    let group = play.id("Own");
    let targets = vec![play.id("Enemy")];
    let decision = Decision::Impact(Impact::Charge { group, wheel: None, targets });
    let mut then = play.clone();
    match play.battle.plan(Side::Red, &decision) {
        Ok(_) => Ok(declared(&told(&then.choose(decision))).1),
        Err(refusal) => Err(refusal.rule),
    }
}

#[test]
fn who_tests_to_charge_whom() {
    proves!("FOGAM-IMPACT-068", "FOGAM-IMPACT-072", "FOGAM-IMPACT-074", "FOGAM-IMPACT-066");
    let own = |troops| group("Own", &[troops]);
    let enemy = |troops| group("Enemy", &[troops]);
    assert_eq!(tests(own(numidians(4)), enemy(militia(6))), Ok(vec![rule!("FOGAM-IMPACT-068")]));
    assert_eq!(tests(own(numidians(4)), enemy(velites(4))), Ok(vec![]));
    let broken = enemy(militia(6)).cohesion(Cohesion::Broken);
    assert_eq!(tests(own(numidians(4)), broken), Ok(vec![]));
    assert_eq!(tests(own(archers(4)), enemy(militia(6))), Ok(vec![rule!("FOGAM-IMPACT-072")]));
    assert_eq!(tests(own(archers(4)), enemy(velites(4))), Ok(vec![]));
    let shaken = |troops| own(troops).cohesion(Cohesion::Disrupted);
    assert_eq!(tests(shaken(cavalrymen(4)), enemy(militia(6))), Ok(vec![rule!("FOGAM-IMPACT-074")]));
    assert_eq!(tests(shaken(knights(4)), enemy(militia(6))), Ok(vec![]), "shock troops");
    // Foot that charge mounted do not test, nor with a threatened flank: rules of the other book.
    assert_eq!(tests(own(legionaries(4)), enemy(cavalrymen(4))), Ok(vec![]));
    // Light foot may not charge battle troops in the open.
    assert_eq!(tests(own(velites(4)), enemy(militia(6))), Err(rule!("FOGAM-IMPACT-066")));
    assert_eq!(tests(own(velites(4)), enemy(slingers(4))), Ok(vec![]));
}

#[test]
fn light_foot_charge_battle_troops_in_terrain_by_a_test() {
    proves!("FOGAM-IMPACT-067", "FOGAM-IMPACT-066");
    let foot_in = |from: (i32, i32)| {
        ancient_scene()
            .terrain(TerrainKind::Brush, from, (1000, 760))
            .red(group("Own", &[velites(4)]).at(900, 600, 0, 2))
            .blue(group("Enemy", &[militia(6)]).at(900, 640, 180, 2))
    };
    assert_eq!(tests_in(foot_in((800, 630))), Ok(vec![rule!("FOGAM-IMPACT-067")]));
    // One file, or the whole front line, is contacted in the open.
    assert_eq!(tests_in(foot_in((902, 630))), Err(rule!("FOGAM-IMPACT-066")));
    assert_eq!(tests_in(foot_in((800, 650))), Err(rule!("FOGAM-IMPACT-066")));
}

#[test]
fn a_test_to_charge_is_due_for_anybody_who_can_be_contacted() {
    proves!("FOGAM-IMPACT-010", "FOGAM-IMPACT-011", "FOGAM-SEQUENCE-004");
    let on = |battle_at: i32| {
        ancient_scene()
            .red(group("Light", &[numidians(8)]).at(900, 600, 0, 4))
            .blue(group("Slingers", &[slingers(4)]).at(860, 640, 180, 2))
            .blue(group("Foot", &[militia(6)]).at(940, battle_at, 180, 2))
            .begin()
    };
    // By a step of 20 mm; 60 are too far.
    let mut play = on(660);
    assert_eq!(declared(&charge(&mut play, "Light", None, &["Slingers"])).1.len(), 1);
    assert_eq!(declared(&charge(&mut on(700), "Light", None, &["Slingers"])).1.len(), 0);
    // One test, and the charge is cancelled if it fails: undisciplined skirmishers need 7.
    end(&mut play);
    let told = super::told(&play.dice(&[3, 3]));
    use caracole_fog::battle::impact::Cancelled;
    assert!(told.contains(&Told::ChargeCancelled { group: play.id("Light"), why: Cancelled::TestFailed }));
}

#[test]
fn who_cannot_charge_at_all() {
    proves!("FOGAM-IMPACT-046", "FOGAM-IMPACT-047", "FOGAM-IMPACT-048", "FOGAM-IMPACT-073", "FOGAM-BG-015");
    let barred = |who: Who, change: &dyn Fn(&mut World, GroupId)| {
        let scene = ancient_scene()
            .red(who.at(900, 600, 0, 1))
            .blue(group("Foot", &[militia(6)]).at(900, 640, 180, 3));
        let (mut world, own) = (scene.world(), scene.id("Own"));
        change(&mut world, own);
        may_charge(&world, own).err().map(|r| r.rule)
    };
    let own = |troops| group("Own", &[troops]);
    let nothing = |_: &mut World, _: GroupId| {};
    assert_eq!(barred(own(spearmen(8)), &nothing), None);
    let guns = engines(2, TroopType::LightArtillery);
    assert_eq!(barred(own(guns), &nothing), Some(rule!("FOGAM-IMPACT-046")));
    let wagons = crate::battle_common::bases(2, TroopType::BattleWagons, None, &[]);
    assert_eq!(barred(own(wagons), &nothing), Some(rule!("FOGAM-IMPACT-046")));
    let fragmented = |w: &mut World, g: GroupId| w[g].cohesion = Cohesion::Fragmented;
    assert_eq!(barred(own(spearmen(8)), &fragmented), Some(rule!("FOGAM-IMPACT-047")));
    let orb = |w: &mut World, g: GroupId| w[g].posture = Posture::Square;
    assert_eq!(barred(own(spearmen(8)), &orb), Some(rule!("FOGAM-IMPACT-048")));
    // Those in contact with routers may charge; the other book's pursuers may not.
    let pursuing = |w: &mut World, g: GroupId| w[g].pursuing.push(GroupId(4));
    assert_eq!(barred(own(spearmen(8)), &pursuing), None);
}

fn line(gap: i32) -> Scene<Ancients> {
    ancient_scene()
        .red(group("Horse", &[cavalrymen(8)]).at(900, 600, 0, 4))
        .blue(group("Foot", &[militia(8)]).at(900, 600 + gap, 180, 4))
}

#[test]
fn a_wheel_costs_no_dice_and_at_most_ninety_degrees() {
    proves!("FOGAM-IMPACT-016", "FOGAM-IMPACT-018");
    // As in the other book: by a right wheel of 35 degrees the second and third file step too far to fight.
    let play = line(100).begin();
    assert_eq!(refused(&play, "Horse", wheel(Hand::Right, 35), &["Foot"]), rule!("FOGAM-IMPACT-018"));
    assert_eq!(refused(&play, "Horse", wheel(Hand::Right, 91), &["Foot"]), rule!("FOGAM-IMPACT-016"));
    let mut play = line(100).begin();
    charge(&mut play, "Horse", wheel(Hand::Right, 5), &["Foot"]);
}

#[test]
fn a_wheel_is_measured_by_dice_and_not_by_bases() {
    proves!("FOGAM-IMPACT-018");
    use caracole_fog::battle::customs::Charging;
    let scene = ancient_scene()
        .red(group("Horse", &[cavalrymen(4)]).at(900, 600, 0, 4))
        .blue(group("Beasts", &[elephants(4)]).at(900, 700, 180, 4))
        .blue(group("Foot", &[militia(4)]).at(600, 700, 180, 4));
    let world = scene.world();
    let ids = |name| world.base_ids(scene.id(name));
    let (own, beasts, foot) = (ids("Horse"), ids("Beasts"), ids("Foot"));
    let pairs = |n: usize, enemy: &[caracole_fog::battle::world::BaseId]| -> Vec<_> {
        (0..n).map(|i| (own[i], enemy[i])).collect()
    };
    // 2 dice each against elephants, 3 against others: 3 bases on elephants are worth 2 on foot.
    let strength = |ahead: &[_], wheeled: &[_]| Ancients.check_strength(&world, ahead, wheeled);
    assert!(strength(&pairs(3, &beasts), &pairs(2, &foot)).is_ok());
    assert!(strength(&pairs(4, &beasts), &pairs(2, &foot)).is_err());
    assert!(strength(&pairs(3, &foot), &pairs(3, &beasts)).is_err());
}

#[test]
fn nobody_wheels_far_past_enemy_who_could_evade() {
    proves!("FOGAM-IMPACT-019");
    let against = |gap: i32| {
        ancient_scene()
            .red(group("Horse", &[cavalrymen(8)]).at(900, 600, 0, 4))
            .blue(group("Light", &[numidians(8)]).at(900, 600 + gap, 180, 4))
            .begin()
    };
    // The wheel of a front of 160 mm touches them at 38.7 degrees.
    assert_eq!(
        refused(&against(100), "Horse", wheel(Hand::Right, 44), &["Light"]),
        rule!("FOGAM-IMPACT-019")
    );
    // 10 mm away at 3.6 degrees; 8 degrees are 22 mm at the corner, within 1 MU, 10 degrees 28 mm.
    charge(&mut against(10), "Horse", wheel(Hand::Right, 8), &["Light"]);
    assert_eq!(refused(&against(10), "Horse", wheel(Hand::Right, 10), &["Light"]), rule!("FOGAM-IMPACT-019"));
}

#[test]
fn the_direction_is_fixed_before_responses() {
    proves!("FOGAM-IMPACT-017", "FOGAM-IMPACT-120", "FOGAM-SEQUENCE-006");
    let mut play = line(60).begin();
    charge(&mut play, "Horse", None, &["Foot"]);
    end(&mut play);
    let (group, by) = (play.id("Horse"), Angle::from_degrees(10));
    let other = Impact::Move { group, wheel: Some(Wheel { hand: Hand::Left, by }), steps: Steps::All };
    assert_eq!(play.refused(Decision::Impact(other)).rule, rule!("FOGAM-IMPACT-120"));
}

/// Legionaries in melee with militia to their front; a column of cavalry beside the militia.
fn engaged(horse_at: i32) -> Play<Ancients> {
    ancient_scene()
        .red(group("Legion", &[legionaries(6)]).at(900, 640, 0, 3))
        .red(group("Horse", &[cavalrymen(2)]).at(740, horse_at, 90, 1))
        .blue(group("Foot", &[militia(6)]).at(900, 640, 180, 3))
        .begin()
}

#[test]
fn no_charge_on_the_side_of_bases_held_to_their_front_unless_it_is_a_flank_charge() {
    proves!("FOGAM-IMPACT-020", "FOGAM-IMPACT-044", "FOGAM-IMPACT-045", "FOGAM-MOVE-104");
    // The column is 40 mm wide, the front rank of the militia reaches from 640 to 655.
    assert_eq!(refused(&engaged(634), "Horse", None, &["Foot"]), rule!("FOGAM-IMPACT-020"));
    // Further back it reaches the second rank, which nobody holds: an ordinary charge, without harm or turning.
    let mut play = engaged(645);
    let foot = play.id("Foot");
    let told = charge_home(&mut play, "Horse", &["Foot"]);
    assert_eq!(moved(&told).2, [(foot, Approach::NoFlankCharge)]);
    assert_eq!(play.world()[foot].cohesion, Cohesion::Steady);
    assert!(!told.iter().any(|t| matches!(t, Told::BasesTurned { .. })));
    assert_eq!(directions(play.world(), foot), Directions::One);
    // Those already in close combat do not charge.
    assert_eq!(refused(&engaged(645), "Legion", None, &["Foot"]), rule!("FOGAM-MOVE-104"));
    // Wholly behind the front line of the militia it is a flank charge.
    let told = charge_home(&mut engaged(662), "Horse", &["Foot"]);
    assert_eq!(moved(&told).2, [(foot, Approach::FlankCharge)]);
}

/// Cavalry three files wide (x from 840 to 960) before militia 100 mm away.
fn three_files() -> Scene<Ancients> {
    ancient_scene()
        .red(group("Horse", &[cavalrymen(6)]).at(900, 600, 0, 3))
        .blue(group("Foot", &[militia(6)]).at(900, 700, 180, 3))
}

fn contracts(scene: Scene<Ancients>) -> bool {
    let mut play = scene.begin();
    let told = charge_home(&mut play, "Horse", &["Foot"]);
    sound(&play);
    assert_eq!(moved(&told).0, mm(100));
    told.contains(&Told::Contracted { group: play.id("Horse") })
}

#[test]
fn chargers_drop_a_base_back_for_friends_and_ground_but_not_for_enemy() {
    proves!("FOGAM-IMPACT-021", "FOGAM-IMPACT-022", "FOGAM-IMPACT-023", "FOGAM-IMPACT-012");
    assert!(!contracts(three_files()));
    let friends = |x: i32| three_files().red(group("Friends", &[militia(6)]).at(x, 690, 0, 3));
    assert!(contracts(friends(1000)));
    // Impassable ground, and ground that shortens the move to 3 MU, before the right file.
    assert!(contracts(three_files().terrain(TerrainKind::Impassable, (930, 620), (1000, 650))));
    assert!(contracts(three_files().terrain(TerrainKind::EnclosedFields, (930, 620), (1000, 650))));
    // Two files in the way are too many.
    assert_eq!(refused(&friends(940).begin(), "Horse", None, &["Foot"]), rule!("FOGAM-IMPACT-012"));
    // Nor is a file dropped to miss enemy that stand nearer than the friends.
    let mut play = friends(1000).blue(group("B", &[militia(6)]).at(1040, 630, 180, 6)).begin();
    assert_eq!(declared(&charge(&mut play, "Horse", None, &["B"])).0, [play.id("B")]);
}

#[test]
fn works_are_charged_over_from_anywhere() {
    // The other book allows it from 1 MU only.
    proves!("FOGAM-IMPACT-015");
    let mut play = ancient_scene()
        .works(Side::Blue, 900, 690, 180)
        .red(group("Foot", &[militia(6)]).at(900, 630, 0, 1))
        .blue(group("Wall", &[militia(6)]).at(900, 705, 180, 1))
        .begin();
    let told = charge_home(&mut play, "Foot", &["Wall"]);
    assert_eq!(moved(&told).0, mm(60));
}

#[test]
fn the_enemy_camp_is_charged_without_a_test() {
    proves!("FOGAM-IMPACT-125");
    let at_camp =
        |who: Who| ancient_scene().red(who.at(900, 600, 0, 2)).camp(Side::Blue, 900, 680, 180).begin();
    let who = |troops| group("Own", &[troops]);
    let charge_it = |play: &mut Play<Ancients>| {
        let told = charge(play, "Own", None, &[]);
        assert_eq!(declared(&told), (vec![], vec![]));
        end(play);
        moved(&advance(play, "Own")).0
    };
    // Disrupted troops and light foot too.
    let shaken = who(cavalrymen(4)).cohesion(Cohesion::Disrupted);
    assert_eq!(charge_it(&mut at_camp(shaken)), mm(80));
    assert_eq!(charge_it(&mut at_camp(who(velites(4)))), mm(80));
    // It can be intercepted.
    let mut play = ancient_scene()
        .red(who(cavalrymen(2)).at(900, 560, 0, 1))
        .camp(Side::Blue, 900, 680, 180)
        .blue(group("Guard", &[cavalrymen(2)]).at(965, 620, 270, 1))
        .begin();
    charge(&mut play, "Own", None, &[]);
    end(&mut play);
    assert!(matches!(asked(&play), Some(Asked::Intercept { .. })));
    // Fragmented troops are not even asked; nor is anybody whose move is too short.
    assert_eq!(asked(&at_camp(who(cavalrymen(4)).cohesion(Cohesion::Fragmented))), None);
    assert_eq!(asked(&at_camp(who(legionaries(4)))), None);
}

#[test]
fn bases_that_touch_at_corners_alone_do_not_fight() {
    proves!("FOGAM-IMPACT-014", "FOGAM-IMPACT-013");
    // A before the left file (860 to 900); the corner of B at 940 is that of the right file.
    let mut play = ancient_scene()
        .red(group("Horse", &[cavalrymen(4)]).at(900, 600, 0, 2))
        .blue(group("A", &[militia(4)]).at(880, 680, 180, 1))
        .blue(group("B", &[militia(4)]).at(960, 680, 180, 1))
        .begin();
    let a = play.id("A");
    assert_eq!(declared(&charge(&mut play, "Horse", None, &["A"])).0, [a]);
    end(&mut play);
    let told = advance(&mut play, "Horse");
    assert_eq!(moved(&told).2, [(a, Approach::Front)]);
    assert!(told.iter().any(|t| matches!(t, Told::Paired { pairs } if pairs.len() == 1)));
}

#[test]
fn troops_out_of_formation_reform_before_they_charge() {
    proves!("FOGAM-MANOEUVRE-008");
    use caracole_plane::{Base, Pose};
    let scene = opposed(100);
    let (mut world, horse) = (scene.world(), scene.id("Horse"));
    assert!(may_charge(&world, horse).is_ok());
    for id in world.base_ids(horse).into_iter().take(2) {
        let base = world[id].base;
        let front = Pose::new(base.front.at.moved(Angle::ZERO, mm(20)), base.front.facing);
        world[id].base = Base::new(front, base.width, base.depth);
    }
    assert_eq!(may_charge(&world, horse).unwrap_err().rule, rule!("FOGAM-MANOEUVRE-008"));
}

#[test]
fn the_ground_under_a_file_that_drops_back_shortens_the_charge_all_the_same() {
    proves!("FOGAM-MOVE-011", "FOGAM-IMPACT-021");
    use caracole_fog::battle::impact::declare::has_a_charge;
    // The right file of three stands in enclosed fields, where cavalry go 3 MU: the foot are 4 MU away.
    let fields = three_files().terrain(TerrainKind::EnclosedFields, (930, 540), (1000, 599));
    assert!(!has_a_charge(&fields.world(), fields.id("Horse")));
    // The fields begin before it: 5 MU for those who go on.
    let ahead = three_files().terrain(TerrainKind::EnclosedFields, (930, 620), (1000, 650));
    assert!(has_a_charge(&ahead.world(), ahead.id("Horse")));
}
