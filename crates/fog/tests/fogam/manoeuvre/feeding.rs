//! Feeding bases into a fight.

use super::{at_moves, mm, red};
use crate::battle_common::*;
use caracole_fog::ancients::Ancients;
use caracole_fog::army::BaseCount;
use caracole_fog::battle::manoeuvre::{Decision, Feeding, Order, Request};
use caracole_fog::battle::{GroupId, Request as Asked, World};
use caracole_fog::formation::{Facing, Formation, Placed, Position};
use caracole_fog::troops::{Cohesion, TroopType};
use caracole_kernel::{Awaiting, Refusal, Side};
use caracole_ledger::{RuleId, proves, rule};
use caracole_plane::{Angle, Hand, Point};

fn expand(hand: Hand) -> Feeding {
    Feeding::Expand { hand, formation: None }
}

fn fed(world: &World, group: GroupId, how: Feeding) -> Result<Order, Refusal> {
    red(world, &Request::Feed, &Decision::Feed { group, how })
}

fn refusal(world: &World, group: GroupId, how: Feeding) -> RuleId {
    fed(world, group, how).map(|o| panic!("{o:?}")).unwrap_err().rule
}

/// The same bases in other places, file by file: how many in each.
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

/// So many files of one kind against others, front to front.
fn fight(own: (BaseCount, u8), enemy: (BaseCount, u8)) -> Scene<Ancients> {
    ancient_scene()
        .red(group("A", &[own.0]).at(900, 300, 0, own.1))
        .blue(group("E", &[enemy.0]).at(900, 300, 180, enemy.1))
}

#[test]
fn idle_rear_ranks_widen_the_front_by_one_file() {
    proves!(
        "FOGAM-MANOEUVRE-021",
        "FOGAM-MANOEUVRE-022",
        "FOGAM-MANOEUVRE-024",
        "FOGAM-MANOEUVRE-027",
        "FOGAM-SEQUENCE-015",
        "FOGAM-SEQUENCE-016"
    );
    // Three ranks: the third gives nothing. The new file overlaps, and needs no test.
    let scene = fight((militia(6), 2), (militia(6), 2));
    let feed = |name: &str, hand| Decision::Feed { group: scene.id(name), how: expand(hand) };
    let mut play = scene.play();
    assert_eq!(play.asked(), (Side::Red, Asked::Manoeuvre(Request::Feed)));
    play.choose(feed("A", Hand::Right));
    assert_eq!(play.world().formation(scene.id("A")).width(), 3);
    assert_eq!(play.world().anchor(scene.id("A")).at, Point::from_mm(860, 300));
    // One file, once.
    // The other player matches on that side and not on the other.
    assert_eq!(play.asked(), (Side::Blue, Asked::Manoeuvre(Request::Feed)));
    assert_eq!(play.refused(feed("E", Hand::Right)).rule, rule!("FOGAM-MANOEUVRE-024"));
    play.choose(feed("E", Hand::Left));
    assert_eq!(play.world().formation(scene.id("E")).width(), 3);
    assert_eq!(play.asked(), (Side::Red, Asked::Manoeuvre(Request::Move)));
    // The other book's shift sideways is not among the ways.
    let (world, a) = (scene.world(), scene.id("A"));
    assert_eq!(refusal(&world, a, Feeding::Shift { hand: Hand::Left }), rule!("FOGAM-MANOEUVRE-022"));
}

#[test]
fn only_bases_that_neither_contribute_nor_are_fought_are_moved() {
    proves!("FOGAM-MANOEUVRE-026", "FOGAM-MANOEUVRE-022");
    // Two ranks both fight.
    let two = fight((militia(4), 2), (militia(4), 2));
    assert_eq!(refusal(&two.world(), two.id("A"), expand(Hand::Left)), rule!("FOGAM-MANOEUVRE-022"));
    // Pikemen in four ranks: the third and the fourth give points of advantage.
    let pikes = fight((phalangites(8), 2), (militia(4), 2));
    assert_eq!(refusal(&pikes.world(), pikes.id("A"), expand(Hand::Left)), rule!("FOGAM-MANOEUVRE-022"));
    // Knights fight with their front rank alone: the second is free, though it denies the enemy nothing less by it.
    let horse = fight((knights(4), 2), (militia(4), 2));
    assert!(fed(&horse.world(), horse.id("A"), expand(Hand::Left)).is_ok());
    // An overlapping file fights with both its ranks, so that neither is spare. A's left file faces nobody but E's
    // corner; its two bases stay.
    let overlap = ancient_scene()
        .red(group("A", &[militia(6)]).at(900, 300, 0, 3))
        .blue(group("E", &[militia(4)]).at(920, 300, 180, 2));
    assert_eq!(refusal(&overlap.world(), overlap.id("A"), expand(Hand::Right)), rule!("FOGAM-MANOEUVRE-022"));
    // An idle file, three from the enemy, gives its bases; the base that an enemy overlap could fight does not go.
    let idle = ancient_scene()
        .red(group("A", &[militia(8)]).at(900, 300, 0, 4))
        .blue(group("E", &[militia(4)]).at(940, 300, 180, 2));
    assert!(fed(&idle.world(), idle.id("A"), expand(Hand::Right)).is_ok());
}

#[test]
fn a_file_that_ends_idle_needs_the_test_of_an_expansion() {
    proves!("FOGAM-MANOEUVRE-023");
    // E is one file: A's new file on the left of its two is neither in contact nor an overlap.
    let idle = |who: Who| {
        ancient_scene().red(who.at(900, 300, 0, 2)).blue(group("E", &[militia(2)]).at(920, 300, 180, 1))
    };
    let undrilled = idle(group("A", &[militia(6)]));
    let (world, a) = (undrilled.world(), undrilled.id("A"));
    let needs = |order: Result<Order, Refusal>| matches!(order, Ok(Order::Feed { needs_test: true, .. }));
    assert!(needs(fed(&world, a, expand(Hand::Left))));
    assert!(!needs(fed(&world, a, expand(Hand::Right))));
    let drilled = idle(group("A", &[militia(6)]).drilled());
    assert!(!needs(fed(&drilled.world(), drilled.id("A"), expand(Hand::Left))));
    let feed = || Decision::Feed { group: a, how: expand(Hand::Left) };
    let mut failed = undrilled.play();
    failed.choose(feed());
    assert!(matches!(failed.battle.awaiting(), Awaiting::Dice(_)));
    failed.dice(&[3, 4]);
    assert_eq!(failed.world().formation(a).width(), 2);
    let mut passed = undrilled.play();
    passed.choose(feed());
    passed.dice(&[4, 4]);
    assert_eq!(passed.world().formation(a).width(), 3);
    assert_eq!(passed.world().anchor(a).at, Point::from_mm(820, 300));
}

#[test]
fn instead_they_contract_by_a_file_into_the_rear() {
    proves!("FOGAM-MANOEUVRE-030", "FOGAM-MANOEUVRE-026");
    // One rank of four, the left base far from the fight: it goes behind one of those that fight.
    let scene = ancient_scene()
        .red(group("A", &[militia(4)]).at(900, 300, 0, 4))
        .blue(group("E", &[militia(2)]).at(940, 300, 180, 2));
    let (world, a) = (scene.world(), scene.id("A"));
    let rearrange =
        |depths: &[usize], left| Feeding::Rearrange { formation: in_files(&world, a, depths), left };
    let order = fed(&world, a, rearrange(&[1, 2, 1], 1)).unwrap();
    let Order::Feed { end, .. } = order else { panic!("{order:?}") };
    let after = world.supposing(|w| end.carry_out(w));
    assert_eq!(after.formation(a).width(), 3);
    assert_eq!(after.anchor(a).at, Point::from_mm(860, 300));
    // Not without giving up a file, and not the file that fights.
    let deep = ancient_scene()
        .red(group("A", &[militia(6)]).at(900, 300, 0, 4))
        .blue(group("E", &[militia(2)]).at(940, 300, 180, 2));
    let (world, a) = (deep.world(), deep.id("A"));
    let within = Feeding::Rearrange { formation: in_files(&world, a, &[1, 2, 2, 1]), left: 0 };
    assert_eq!(refusal(&world, a, within), rule!("FOGAM-MANOEUVRE-030"));
}

#[test]
fn wagons_guns_and_orbs_keep_their_frontage() {
    proves!("FOGAM-MANOEUVRE-032");
    let wagons = bases(4, TroopType::BattleWagons, None, &[]);
    let scene = fight((wagons, 2), (militia(4), 2));
    assert_eq!(refusal(&scene.world(), scene.id("A"), expand(Hand::Left)), rule!("FOGAM-MANOEUVRE-032"));
    let guns = fight((engines(2, TroopType::LightArtillery), 1), (militia(4), 2));
    assert_eq!(refusal(&guns.world(), guns.id("A"), expand(Hand::Left)), rule!("FOGAM-MANOEUVRE-032"));
}

#[test]
fn no_new_enemy_is_drawn_in_but_one_who_overlaps() {
    proves!("FOGAM-MANOEUVRE-029", "FOGAM-MANOEUVRE-031", "FOGAM-MANOEUVRE-028");
    // N stands level beside E and overlaps A: A's new file may meet it.
    let scene = |y: i32| {
        ancient_scene()
            .red(group("A", &[militia(6)]).at(900, 300, 0, 2))
            .blue(group("E", &[militia(4)]).at(900, 300, 180, 2))
            .blue(group("N", &[militia(4)]).at(980, y, 180, 2))
    };
    let overlapping = scene(300);
    assert!(fed(&overlapping.world(), overlapping.id("A"), expand(Hand::Right)).is_ok());
    // N faces west, its front along the right side of the new file: it did not fight A before.
    let drawn = ancient_scene()
        .red(group("A", &[militia(6)]).at(900, 300, 0, 2))
        .blue(group("E", &[militia(4)]).at(900, 300, 180, 2))
        .blue(group("N", &[militia(4)]).at(980, 280, 270, 2));
    assert_eq!(refusal(&drawn.world(), drawn.id("A"), expand(Hand::Right)), rule!("FOGAM-MANOEUVRE-029"));
    // Nine undrilled foot three wide, all ranks but the third fighting: to match the overlap its last base comes up though
    // the formation is then stepped.
    let stepped = ancient_scene()
        .red(group("A", &[militia(5)]).at(900, 300, 0, 2))
        .blue(group("E", &[militia(4)]).at(900, 300, 180, 2))
        .blue(group("N", &[militia(4)]).at(980, 300, 180, 2));
    assert!(fed(&stepped.world(), stepped.id("A"), expand(Hand::Right)).is_ok());
}

#[test]
fn skirmishers_and_routers_make_room_for_those_who_meet_an_overlap() {
    proves!("FOGAM-MANOEUVRE-025");
    // N overlaps A's right. Light foot stand where the new file would come, from 940 to 980.
    let scene = |who: Who| {
        ancient_scene()
            .red(group("A", &[militia(6)]).at(900, 300, 0, 2))
            .red(who)
            .blue(group("E", &[militia(4)]).at(900, 300, 180, 2))
            .blue(group("N", &[militia(4)]).at(980, 300, 180, 2))
    };
    let light = scene(group("L", &[velites(2)]).at(980, 290, 0, 2));
    let (a, l) = (light.id("A"), light.id("L"));
    let mut play = light.play();
    play.choose(Decision::Feed { group: a, how: expand(Hand::Right) });
    let (side, asked) = play.asked();
    assert_eq!(side, Side::Red);
    assert!(
        matches!(asked, Asked::Manoeuvre(Request::MakeRoom { group, to, .. }) if group == l && to == a),
        "{asked:?}"
    );
    // To the right by a base width; or back, to behind the new file's single base.
    play.choose(Decision::GiveWay(Angle::QUARTER));
    assert_eq!(play.world().formation(a).width(), 3);
    assert!((super::front(play.world(), &light, "L").x - mm(1020)).abs() <= mm(1));
    // In two files they may also go into a rear rank: then the left file is given up and the others stay.
    let wide = scene(group("L", &[velites(2)]).at(1000, 290, 0, 2));
    let l = wide.id("L");
    let mut play = wide.play();
    play.choose(Decision::Feed { group: wide.id("A"), how: expand(Hand::Right) });
    play.choose(Decision::GiveWay(Angle::ZERO));
    assert_eq!(play.world().formation(l).width(), 1);
    assert!((super::front(play.world(), &wide, "L").x - mm(1020)).abs() <= mm(1));
    // Battle troops make none.
    let solid = scene(group("L", &[militia(2)]).at(980, 290, 0, 2));
    assert_eq!(refusal(&solid.world(), solid.id("A"), expand(Hand::Right)), rule!("FOGAM-MANOEUVRE-022"));
    let routers = scene(group("L", &[militia(2)]).at(980, 275, 180, 2).cohesion(Cohesion::Broken));
    assert!(fed(&routers.world(), routers.id("A"), expand(Hand::Right)).is_ok());
    // Nor does anybody for an expansion that meets no overlap.
    let idle = ancient_scene()
        .red(group("A", &[militia(6)]).at(900, 300, 0, 2))
        .red(group("L", &[velites(2)]).at(980, 290, 0, 2))
        .blue(group("E", &[militia(4)]).at(900, 300, 180, 2));
    assert_eq!(refusal(&idle.world(), idle.id("A"), expand(Hand::Right)), rule!("FOGAM-MANOEUVRE-022"));
    let _ = at_moves(&idle);
}

#[test]
fn a_file_may_step_back_and_part_from_its_own_to_meet_an_overlap() {
    proves!("FOGAM-MANOEUVRE-028");
    // N stands beside A, its front 10 mm further on than the line where A and E fight: side edge to side edge.
    let scene = ancient_scene()
        .red(group("A", &[militia(6)]).at(900, 300, 0, 2))
        .blue(group("E", &[militia(4)]).at(900, 300, 180, 2))
        .blue(group("N", &[militia(4)]).at(980, 290, 180, 2));
    let a = scene.id("A");
    let mut play = scene.play();
    play.choose(Decision::Feed { group: a, how: expand(Hand::Right) });
    let fronts: Vec<i32> = play
        .world()
        .bases_of(a)
        .iter()
        .filter(|b| b.base.front.at.x > mm(940))
        .map(|b| b.base.front.at.y.get() / 1000)
        .collect();
    assert_eq!(fronts, [290], "the new base meets the front of N");
    // 45 mm further on it is wholly behind the two ranks of A, and meets N all the same.
    let parted = ancient_scene()
        .red(group("A", &[militia(6)]).at(900, 300, 0, 2))
        .blue(group("E", &[militia(4)]).at(900, 300, 180, 2))
        .blue(group("N", &[militia(6)]).at(980, 255, 180, 2));
    assert!(fed(&parted.world(), parted.id("A"), expand(Hand::Right)).is_ok());
    // Without an enemy to meet the new base stands level with the others.
    let free = ancient_scene()
        .red(group("A", &[militia(6)]).at(900, 300, 0, 2))
        .blue(group("E", &[militia(4)]).at(900, 300, 180, 2));
    let mut play = free.play();
    play.choose(Decision::Feed { group: free.id("A"), how: expand(Hand::Right) });
    assert!(play.world().bases_of(free.id("A")).iter().all(|b| b.base.front.at.y >= mm(260)));
}

#[test]
fn a_file_of_one_base_comes_from_the_end_of_the_line() {
    proves!("FOGAM-MANOEUVRE-027");
    // Six files in one rank, 780 to 1020. E fights the two on the right, N overlaps them, its front 10 mm further on.
    let scene = ancient_scene()
        .red(group("A", &[militia(6)]).at(900, 300, 0, 6))
        .blue(group("E", &[militia(4)]).at(980, 300, 180, 2))
        .blue(group("N", &[militia(4)]).at(1060, 290, 180, 2));
    let a = scene.id("A");
    let mut play = scene.play();
    play.choose(Decision::Feed { group: a, how: expand(Hand::Right) });
    let mut fronts: Vec<i32> =
        play.world().bases_of(a).iter().map(|b| b.base.front.at.x.get() / 1000).collect();
    fronts.sort_unstable();
    assert_eq!(fronts, [840, 880, 920, 960, 1000, 1040], "the leftmost base goes; nobody leaves a hole");
}

/// Skirmishers who fight themselves make no room.
#[test]
fn reading_manoeuvre_025() {
    proves!("FOGAM-MANOEUVRE-025");
    let scene = |fought: bool| {
        let scene = ancient_scene()
            .red(group("A", &[militia(6)]).at(900, 300, 0, 2))
            .red(group("L", &[velites(2)]).at(980, 290, 0, 2))
            .blue(group("E", &[militia(4)]).at(900, 300, 180, 2))
            .blue(group("N", &[militia(4)]).at(980, 300, 180, 2));
        let horse = group("X", &[cavalrymen(2)]).at(1020, 275, 270, 1);
        if fought { scene.blue(horse) } else { scene }
    };
    let (free, fought) = (scene(false), scene(true));
    assert!(fed(&free.world(), free.id("A"), expand(Hand::Right)).is_ok());
    assert_eq!(refusal(&fought.world(), fought.id("A"), expand(Hand::Right)), rule!("FOGAM-MANOEUVRE-022"));
}
