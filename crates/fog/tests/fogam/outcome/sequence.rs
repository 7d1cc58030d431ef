//! The order of what follows the hits, and which base is lost.

use crate::battle_common::*;
use caracole_fog::RollPurpose;
use caracole_fog::army::CommanderLevel;
use caracole_fog::battle::outcome::losses::may_be_lost;
use caracole_fog::battle::outcome::{Event as Outcome, LossCause, Removal, Roster};
use caracole_fog::battle::{Decision as Any, melee};
use caracole_fog::troops::{Cohesion, CombatPhase};
use caracole_kernel::{Awaiting, Side};
use caracole_ledger::proves;

#[test]
fn commander_death_roll_and_only_then_the_test() {
    proves!("FOGAM-SEQUENCE-018", "FOGAM-COMBAT-002", "FOGAM-COMBAT-082", "FOGAM-COMBAT-084");
    let mut play = ancient_scene()
        .red(group("A", &[militia(4)]).at(500, 400, 0, 2))
        .blue(group("B", &[militia(4)]).at(500, 400, 180, 2))
        .commander(Side::Blue, CommanderLevel::Field, "B")
        .play();
    steps::pass_to(&mut play, caracole_fog::battle::Phase::Melee);
    // The commander of blue fights in front; red hits four times, blue not at all.
    play.choose(Any::Melee(melee::Decision::FightInFront));
    let mut purposes = Vec::new();
    while let Awaiting::Dice(roll) = play.battle.awaiting() {
        let (side, purpose) = (roll.side, roll.purpose);
        purposes.push(purpose);
        let faces: &[u8] = match (side, purpose) {
            (Some(Side::Red), RollPurpose::Melee) => &[5, 5, 5, 5],
            (_, RollPurpose::Melee) => &[2, 2, 2, 2],
            (_, RollPurpose::CommanderInFront) => &[5, 5],
            (_, RollPurpose::DeathRoll) => &[6],
            (_, RollPurpose::CohesionTest) => &[6, 5],
            _ => break,
        };
        play.dice(faces);
    }
    purposes.retain(|p| *p != RollPurpose::Melee);
    assert_eq!(
        purposes[..3],
        [RollPurpose::CommanderInFront, RollPurpose::DeathRoll, RollPurpose::CohesionTest],
        "{}",
        steps::tale(&play)
    );
    // Lost on 10 or more, his battle group having lost.
    let place = play.world()[caracole_fog::battle::CommanderId(0)].place;
    assert_eq!(place, caracole_fog::battle::world::CommanderPlace::Lost);
}

#[test]
fn friends_mind_a_commander_within_3_mu_and_the_commander_in_chief_within_6() {
    proves!("FOGAM-COHESION-008");
    let minded = |x: i32, chief: bool| {
        let scene = ancient_scene()
            .red(group("A", &[militia(4)]).at(500, 400, 0, 2))
            .red(group("F", &[militia(4)]).at(x, 400, 0, 2))
            .red(group("Z", &[militia(4)]).at(1600, 200, 0, 2))
            .blue(group("B", &[militia(4)]).at(500, 400, 180, 2))
            .commander(Side::Red, CommanderLevel::Field, if chief { "A" } else { "Z" })
            .commander(Side::Red, CommanderLevel::Field, if chief { "Z" } else { "A" });
        let world = scene.world();
        let roster = Roster::hand_to_hand(&world, &[scene.id("A"), scene.id("B")]);
        let fight = roster.fight(&world, CombatPhase::Melee);
        let (a, f) = (roster.index(scene.id("A")).unwrap(), roster.index(scene.id("F")));
        f.is_some_and(|f| fight.groups[usize::from(f)].near_commander.contains(&a))
    };
    // Two files of 40 mm each: 80 mm from middle to middle is contact; 3 MU are 75 mm, 6 MU are 150.
    assert!(minded(655, false) && !minded(656, false));
    assert!(minded(730, true) && !minded(731, true));
}

#[test]
fn any_base_that_faces_the_enemy_or_the_nearest_or_the_furthest_is_lost_whatever_its_kind() {
    proves!("FOGAM-COHESION-033", "FOGAM-COHESION-034", "FOGAM-COHESION-035");
    // Six bases in two files of three ranks: enemies in front.
    let scene = ancient_scene()
        .red(group("M", &[militia(6)]).at(500, 400, 0, 3))
        .blue(group("E", &[militia(6)]).at(500, 400, 180, 3));
    let (world, m, e) = (scene.world(), scene.id("M"), scene.id("E"));
    let ranks = |cause: LossCause| -> Vec<u8> {
        assert!(world.book.kinds_lost(&world, m, &cause).is_none());
        let lost = may_be_lost(&world, &Removal { group: m, cause });
        lost.iter().map(|&b| world[b].at.rank).collect()
    };
    assert_eq!(ranks(LossCause::CloseCombat { worst: vec![e] }), [0, 0, 0]);
    let shot = LossCause::Shooting {
        shooters: vec![e],
        long_guns_only: true,
        mostly_frontal: false,
        as_front: Vec::new(),
    };
    assert_eq!(ranks(shot), [0, 0, 0]);
    assert_eq!(ranks(LossCause::Rout { pursuers: vec![e] }), [1, 1, 1]);
}

#[test]
fn shooting_death_roll_before_test() {
    proves!("FOGAM-SEQUENCE-017");
    let mut play = ancient_scene()
        .red(group("A", &[archers(6)]).at(500, 300, 0, 3))
        .blue(group("B", &[militia(4)]).at(500, 350, 180, 2))
        .play();
    steps::pass_all(&mut play);
    let mut purposes = Vec::new();
    while let Awaiting::Dice(roll) = play.battle.awaiting() {
        purposes.push(roll.purpose);
        let dice: usize = roll.pools.iter().map(|p| usize::from(p.dice)).sum();
        play.dice(&vec![6; dice]);
        if purposes.len() == 3 {
            break;
        }
    }
    assert_eq!(
        purposes,
        [RollPurpose::Shooting, RollPurpose::DeathRoll, RollPurpose::CohesionTest],
        "{}",
        steps::tale(&play)
    );
}

#[test]
fn a_turn_limit_ends_the_battle_before_the_joint_action_phase() {
    proves!("FOGAM-JAP-003");
    let mut play = ancient_scene()
        .red(group("A", &[militia(4)]).at(500, 300, 0, 2))
        .blue(group("B", &[militia(4)]).at(500, 900, 180, 2))
        .lone_commander(Side::Red, CommanderLevel::Field, 900, 300)
        .turns(1)
        .play();
    for _ in 0..50 {
        if !steps::pass(&mut play) {
            break;
        }
    }
    assert!(matches!(play.battle.awaiting(), Awaiting::Nothing(_)));
    assert!(!steps::tale(&play).contains("Joint action phase"));
}

/// What follows the dice of an impact, in its order: the commander, the death roll, the test, the rout, the pursuit.
#[test]
fn the_outcome_of_an_impact_and_then_routs_and_pursuits() {
    proves!("FOGAM-SEQUENCE-012", "FOGAM-SEQUENCE-013", "FOGAM-SEQUENCE-001");
    let mut play = ancient_scene()
        .red(group("A", &[cavalrymen(4)]).at(500, 300, 0, 2))
        .blue(group("B", &[militia(4)]).at(500, 350, 180, 2).cohesion(Cohesion::Disrupted))
        .commander(Side::Blue, CommanderLevel::Field, "B")
        .begin();
    steps::charge(&mut play, "A", &["B"]);
    let mut purposes = Vec::new();
    for _ in 0..40 {
        match play.battle.awaiting().clone() {
            Awaiting::Dice(roll) => {
                purposes.push((roll.side, roll.purpose));
                // Four hits of six; a 6 loses no base; the commander is safe, and disrupted losers fail by far.
                match (roll.side, roll.purpose) {
                    (Some(Side::Red), RollPurpose::Impact) => {
                        play.dice(&[6, 6, 6, 6, 1, 1]);
                    }
                    (_, RollPurpose::DeathRoll) => steps::one_roll(&mut play, 6),
                    _ => steps::one_roll(&mut play, 1),
                }
            }
            _ if play.world().turn.phase != caracole_fog::battle::Phase::Impact => break,
            Awaiting::Decision { side, request } => {
                let mut found = Vec::new();
                let battle = &play.battle;
                <caracole_fog::battle::Fogam as caracole_kernel::Rules>::candidates(
                    battle, side, &request, &mut found,
                );
                // The commander of the side that is not active fights in front.
                let front = Any::Melee(melee::Decision::FightInFront);
                let chosen = if found.contains(&front) { front } else { found.remove(0) };
                play.choose(chosen);
            }
            Awaiting::Nothing(_) => break,
        }
    }
    let order: Vec<RollPurpose> = purposes.iter().map(|(_, p)| *p).collect();
    let first = |p: RollPurpose| order.iter().position(|o| *o == p);
    let (impact, death, test) = (
        first(RollPurpose::Impact).unwrap_or_else(|| panic!("{order:?}")),
        first(RollPurpose::DeathRoll).unwrap_or_else(|| panic!("{purposes:?} {}", steps::tale(&play))),
        first(RollPurpose::CohesionTest).unwrap_or_else(|| panic!("{order:?}")),
    );
    assert!(impact < death && death < test, "{order:?}");
    let commander = first(RollPurpose::CommanderInFront).unwrap_or_else(|| panic!("{order:?}"));
    assert!(impact < commander && commander < death, "{order:?}");
    // Broken by the test, they rout before anybody pursues.
    let told = steps::told(&play.events);
    let at = |wanted: &dyn Fn(&Outcome) -> bool| told.iter().position(wanted);
    let routed = at(&|e| matches!(e, Outcome::Routed { .. })).expect("routed");
    let pursued = at(&|e| matches!(e, Outcome::Pursued { .. })).expect("pursued");
    assert!(routed < pursued);
}

#[test]
fn a_base_of_the_front_rank_that_faces_the_enemy_is_lost_and_the_frontage_kept() {
    proves!("FOGAM-COHESION-034", "FOGAM-COHESION-036", "FOGAM-COHESION-038");
    use caracole_fog::battle::outcome::{Decision, Request};
    let mut play = ancient_scene()
        .red(group("A", &[militia(6)]).at(500, 400, 0, 3))
        .blue(group("B", &[militia(6)]).at(500, 400, 180, 3))
        .play();
    let a = play.id("A");
    steps::pass_to(&mut play, caracole_fog::battle::Phase::Melee);
    steps::pass_all(&mut play);
    // Blue hits with every die, red with none; a death roll of 1 is below six hits.
    steps::each(&mut play, |roll| match (roll.side, roll.purpose) {
        (Some(Side::Blue), RollPurpose::Melee) => 5,
        (_, RollPurpose::CohesionTest) => 6,
        _ => 1,
    });
    let Awaiting::Decision {
        side: Side::Red,
        request: caracole_fog::battle::Request::Outcome(Request::Loss { group, choices }),
    } = play.battle.awaiting().clone()
    else {
        panic!("{}", steps::tale(&play));
    };
    assert_eq!(group, a);
    assert!(choices.len() >= 3 && choices.iter().all(|c| play.world()[c.base].at.rank == 0), "{choices:?}");
    steps::outcome(&mut play, Decision::Loss { choice: 0 });
    assert_eq!((play.world().size(a), play.world().formation(a).width()), (5, 3));
}

#[test]
fn routers_lose_the_base_that_is_furthest_from_their_pursuers() {
    proves!("FOGAM-COHESION-035");
    let mut play = ancient_scene()
        .red(group("A", &[cavalrymen(4)]).at(500, 300, 0, 2))
        .blue(
            group("B", &[cavalrymen(6)])
                .at(500, 300, 180, 2)
                .cohesion(caracole_fog::troops::Cohesion::Fragmented),
        )
        .play();
    let b = play.id("B");
    super::break_blue(&mut play, 3);
    // The pursuers keep their contact.
    assert_eq!(play.world().size(b), 5, "{}", steps::tale(&play));
    assert!(caracole_fog::battle::position::contact::touch(play.world(), play.id("A"), b));
}

#[test]
fn the_base_nearest_the_shooters_falls() {
    proves!("FOGAM-COHESION-033");
    // Turned by 10 degrees, the left file of four (in the east) stands nearest to the archers, who cover all of them.
    let mut play = ancient_scene()
        .red(group("A", &[archers(8)]).at(500, 300, 0, 4))
        .blue(group("B", &[militia(4)]).at(500, 370, 190, 4))
        .play();
    let b = play.id("B");
    let east = |p: &Play<caracole_fog::ancients::Ancients>| {
        let bases = p.world().base_ids(b).into_iter();
        bases.max_by_key(|&id| p.world()[id].base.front.at.x).expect("a base")
    };
    let nearest = east(&play);
    steps::pass_all(&mut play);
    steps::settle(&mut play, |roll| match roll.purpose {
        RollPurpose::DeathRoll => 1,
        _ => 6,
    });
    assert_eq!(play.world().size(b), 3, "{}", steps::tale(&play));
    assert!(!play.world()[nearest].standing);
}
