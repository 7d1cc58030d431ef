//! Feeding bases into close combats.

use crate::battle_common::*;
use crate::manoeuvre::red;
use caracole_fog::battle::manoeuvre::{Decision, Feeding, Order, Request};
use caracole_fog::battle::position::contact;
use caracole_fog::battle::{GroupId, World};
use caracole_fog::formation::{Facing, Formation, Placed, Position};
use caracole_fog::troops::{Capability, TroopType};
use caracole_kernel::Side;
use caracole_ledger::{proves, rule};
use caracole_plane::{Hand, Point};

fn feed(group: GroupId, how: Feeding) -> Decision {
    Decision::Feed { group, how }
}

fn expand(hand: Hand) -> Feeding {
    Feeding::Expand { hand, formation: None }
}

/// The same bases in other places of the grid, file by file: how many in each.
fn in_files(world: &World, group: GroupId, depths: &[usize]) -> Formation {
    let mut profiles = world.formation(group).profiles();
    let mut placed = Vec::new();
    for (file, depth) in depths.iter().enumerate() {
        for rank in 0..*depth {
            let at = Position { file: file as u8, rank: rank as u8 };
            placed.push(Placed { at, facing: Facing::Front, base: profiles.remove(0) });
        }
    }
    Formation::try_from(placed).unwrap()
}

fn carried_out(world: &World, group: GroupId, how: Feeding) -> World {
    let Order::Feed { end, .. } =
        red(world, &Request::Feed, &feed(group, how)).unwrap_or_else(|r| panic!("{r}"))
    else {
        panic!("not fed")
    };
    let mut after = world.clone();
    end.carry_out(&mut after);
    after
}

/// Four files of horse, the two on the left two deep; one enemy file before the third.
fn third_file_fights() -> Scene {
    scene().red(group("A", &[horse(6)]).at(900, 300, 0, 4)).blue(group("E", &[horse(2)]).at(920, 300, 180, 1))
}

#[test]
fn idle_bases_go_behind_those_who_fight() {
    proves!("FOGR-MANOEUVRE-025", "FOGR-MANOEUVRE-026", "FOGR-MANOEUVRE-030");
    let scene = third_file_fights();
    let (world, a) = (scene.world(), scene.id("A"));
    // The second base of the idle first file comes behind the third file, which fights with one base only.
    let how = Feeding::Rearrange { formation: in_files(&world, a, &[1, 2, 2, 1]), left: 0 };
    let after = carried_out(&world, a, how);
    assert_eq!(after.formation(a).file_depth(2), 2);
    // It stands right behind the base that fights: 900 to 940, its front at 300 - 30.
    let bases = after.bases_of(a);
    let second = bases.iter().find(|b| b.at == Position { file: 2, rank: 1 }).unwrap();
    assert_eq!(second.base.front.at, Point::from_mm(920, 270));
    // Nobody else has moved.
    assert_eq!(after.anchor(a), world.anchor(a));
}

#[test]
fn bases_are_moved_only_to_where_they_contribute_and_not_from_where_they_do() {
    proves!("FOGR-MANOEUVRE-025", "FOGR-MANOEUVRE-026", "FOGR-MANOEUVRE-027");
    let scene = third_file_fights();
    let (world, a) = (scene.world(), scene.id("A"));
    let rearrange = |depths: &[usize]| {
        let formation = in_files(&world, a, depths);
        red(&world, &Request::Feed, &feed(a, Feeding::Rearrange { formation, left: 0 }))
    };
    // An overlapping file has one die whatever its depth.
    assert_eq!(rearrange(&[1, 2, 1, 2]).unwrap_err().rule, rule!("FOGR-MANOEUVRE-025"));
    // Nothing moved is nothing fed in.
    assert_eq!(rearrange(&[2, 2, 1, 1]).unwrap_err().rule, rule!("FOGR-MANOEUVRE-025"));
    // With its second base the third file fights in full; neither of the two may leave it then.
    let full =
        carried_out(&world, a, Feeding::Rearrange { formation: in_files(&world, a, &[1, 2, 2, 1]), left: 0 });
    let back = Feeding::Rearrange { formation: in_files(&full, a, &[2, 2, 1, 1]), left: 0 };
    let refusal = red(&full, &Request::Feed, &feed(a, back)).unwrap_err();
    assert_eq!(refusal.rule, rule!("FOGR-MANOEUVRE-026"));
}

#[test]
fn moving_bases_contracts_the_front_by_one_file_at_most_on_a_side() {
    proves!("FOGR-MANOEUVRE-028", "FOGR-MANOEUVRE-025");
    // Four files of one base; the enemy stands before the right one.
    let scene = scene()
        .red(group("A", &[horse(4)]).at(900, 300, 0, 4))
        .blue(group("E", &[horse(2)]).at(960, 300, 180, 1));
    let (world, a) = (scene.world(), scene.id("A"));
    let after =
        carried_out(&world, a, Feeding::Rearrange { formation: in_files(&world, a, &[1, 1, 2]), left: 1 });
    assert_eq!(after.formation(a).width(), 3);
    assert_eq!(after.anchor(a).at, Point::from_mm(860, 300));
    assert_eq!(after.formation(a).file_depth(2), 2);
    let two = Feeding::Rearrange { formation: in_files(&world, a, &[2, 2]), left: 2 };
    let refusal = red(&world, &Request::Feed, &feed(a, two)).unwrap_err();
    assert_eq!(refusal.rule, rule!("FOGR-MANOEUVRE-028"));
    let wider = Feeding::Rearrange { formation: in_files(&after, a, &[1, 1, 1, 1]), left: 0 };
    let refusal = red(&after, &Request::Feed, &feed(a, wider)).unwrap_err();
    assert_eq!(refusal.rule, rule!("FOGR-MANOEUVRE-028"));
}

#[test]
fn a_column_goes_through_formations_that_are_not_legal() {
    proves!("FOGR-MANOEUVRE-023");
    // Two pike and four shot are three files wide as a rule; two files are no legal formation.
    let scene = scene()
        .red(group("A", &[pike(2), shot(4)]).at(900, 300, 0, 1))
        .blue(group("E", &[horse(4)]).at(920, 300, 180, 2));
    let (world, a) = (scene.world(), scene.id("A"));
    let after = carried_out(&world, a, expand(Hand::Right));
    assert_eq!(after.formation(a).width(), 2);
    assert_eq!(after.formation(a).file_depth(0), 5);
    // Left and right both lie open to it; once in a phase is enough.
    let mut fed = after.clone();
    fed[a].phase.fed = 2;
    assert_eq!(
        red(&fed, &Request::Feed, &feed(a, expand(Hand::Left))).unwrap_err().rule,
        rule!("FOGR-MANOEUVRE-020")
    );
}

#[test]
fn the_second_base_of_an_overlapping_file_stays_behind_it() {
    proves!("FOGR-MANOEUVRE-029");
    // Two files two deep; the enemy is one file wide, so the right file overlaps.
    let scene = scene()
        .red(group("A", &[horse(4)]).at(920, 300, 0, 2))
        .blue(group("E", &[horse(2)]).at(900, 300, 180, 1));
    let (world, a) = (scene.world(), scene.id("A"));
    for hand in Hand::BOTH {
        let refusal = red(&world, &Request::Feed, &feed(a, expand(hand))).unwrap_err();
        assert_eq!(refusal.rule, rule!("FOGR-MANOEUVRE-021"));
    }
    // Determined horse fight with their front rank alone and may bring it up.
    let determined = |n| {
        bases(
            n,
            TroopType::DeterminedHorse,
            Some(caracole_fog::troops::Armour::Armoured),
            &[Capability::ImpactMounted],
        )
    };
    let scene = crate::battle_common::scene()
        .red(group("A", &[determined(4)]).at(920, 300, 0, 2))
        .blue(group("E", &[horse(2)]).at(900, 300, 180, 1));
    let (world, a) = (scene.world(), scene.id("A"));
    let after = carried_out(&world, a, expand(Hand::Left));
    assert_eq!(after.formation(a).width(), 3);
}

#[test]
fn a_new_enemy_is_touched_only_as_an_overlap() {
    proves!("FOGR-MANOEUVRE-031", "FOGR-MANOEUVRE-032");
    // A fights E; F stands level with E, 10 mm to its left: too far to overlap, but a file more of A would meet it.
    let scene = scene()
        .red(group("A", &[horse(6)]).at(900, 300, 0, 2))
        .blue(group("E", &[horse(4)]).at(900, 300, 180, 2))
        .blue(group("F", &[horse(4)]).at(990, 300, 180, 2));
    let (world, a) = (scene.world(), scene.id("A"));
    let refusal = red(&world, &Request::Feed, &feed(a, expand(Hand::Right))).unwrap_err();
    assert_eq!(refusal.rule, rule!("FOGR-MANOEUVRE-031"), "{refusal}");
    let after = carried_out(&world, a, expand(Hand::Left));
    // The new file stands level with the others and faces as they do: it is not wrapped round E.
    assert!(after.bases_of(a).iter().all(|b| b.base.facing() == caracole_plane::Angle::ZERO));
    assert_eq!(after.anchor(a).at, Point::from_mm(820, 300));
    assert!(after.stands_in_order(a));
}

#[test]
fn battle_wagons_never_expand_in_close_combat() {
    proves!("FOGR-MANOEUVRE-033");
    let wagons = bases(2, TroopType::BattleWagons, None, &[Capability::Arquebus]);
    let scene = scene()
        .red(group("W", &[wagons]).at(900, 300, 0, 1))
        .blue(group("E", &[horse(4)]).at(920, 300, 180, 2));
    let world = scene.world();
    assert!(contact::in_close_combat(&world, scene.id("W")));
    let refusal = red(&world, &Request::Feed, &feed(scene.id("W"), expand(Hand::Right))).unwrap_err();
    assert_eq!(refusal.rule, rule!("FOGR-MANOEUVRE-033"));
}

#[test]
fn mixed_foot_that_cannot_expand_shift_as_a_whole() {
    proves!("FOGR-MANOEUVRE-022", "FOGR-MANOEUVRE-024");
    // A later tercio: shot, pike, shot. The enemy stands before its left file and beyond.
    let later = caracole_fog::army::GroupPermit::LaterTercio;
    let scene = scene()
        .red(group("T", &[pike(4), shot(4)]).says(later).at(900, 300, 0, 3))
        .blue(group("E", &[horse(4)]).at(840, 300, 180, 2));
    let (world, t) = (scene.world(), scene.id("T"));
    let refusal = red(&world, &Request::Feed, &feed(t, expand(Hand::Left))).unwrap_err();
    assert_eq!(refusal.rule, rule!("FOGR-MANOEUVRE-021"));
    let right = red(&world, &Request::Feed, &feed(t, Feeding::Shift { hand: Hand::Right })).unwrap_err();
    assert_eq!(right.rule, rule!("FOGR-MANOEUVRE-022"));
    let after = carried_out(&world, t, Feeding::Shift { hand: Hand::Left });
    assert_eq!(after.body(t).front_centre().at, Point::from_mm(860, 300));
    // Out of its turn it may do so only to match: E has a file beyond T's left, which overlaps.
    let mut theirs = world.clone();
    theirs.turn.active = Side::Blue;
    assert!(red(&theirs, &Request::Feed, &feed(t, Feeding::Shift { hand: Hand::Left })).is_ok());
    // With enemy at its side as well it stays.
    let two = scene.blue(group("F", &[horse(2)]).at(960, 270, 270, 1));
    let refusal = red(&two.world(), &Request::Feed, &feed(two.id("T"), Feeding::Shift { hand: Hand::Left }))
        .unwrap_err();
    assert_eq!(refusal.rule, rule!("FOGR-MANOEUVRE-022"));
}

#[test]
fn a_rear_base_that_an_enemy_fights_does_not_leave_its_place() {
    proves!("FOGR-MANOEUVRE-027");
    // E stands before the left file; F, facing west, against the right edge of the third base of the right file.
    let scene = scene()
        .red(group("A", &[horse(6)]).at(900, 300, 0, 2))
        .blue(group("E", &[horse(2)]).at(880, 300, 180, 1))
        .blue(group("F", &[horse(2)]).at(940, 220, 270, 1));
    let (world, a, f) = (scene.world(), scene.id("A"), scene.id("F"));
    assert!(!contact::fighting_touches(&world, a, f).is_empty());
    // Three files of two would need that base, and no file may be two bases deeper than another.
    let refusal = red(&world, &Request::Feed, &feed(a, expand(Hand::Left))).unwrap_err();
    assert_eq!(refusal.rule, rule!("FOGR-MANOEUVRE-021"));
    let two_deep = Feeding::Expand { hand: Hand::Left, formation: Some(in_files(&world, a, &[2, 2, 2])) };
    let refusal = red(&world, &Request::Feed, &feed(a, two_deep)).unwrap_err();
    assert_eq!(refusal.rule, rule!("FOGR-MANOEUVRE-026"));
}
