//! The melee phase on the table, with literal dice.

use crate::battle_common::{Play, cavalry, group, horse, pike, scene, shot};
use caracole_fog::army::CommanderLevel;
use caracole_fog::battle::manoeuvre;
use caracole_fog::battle::melee::{Decision, Request, melee, pairing};
use caracole_fog::battle::outcome::{self, Hits, Roster, TestedFor, roster};
use caracole_fog::battle::world::Presence;
use caracole_fog::battle::{Decision as Any, Event, Phase, Request as Asked, World};
use caracole_fog::combat::{Directions, Engaged, Role};
use caracole_fog::troops::{Cohesion, CombatPhase};
use caracole_kernel::{Awaiting, Side};
use caracole_ledger::proves;

fn hits(events: &[Event]) -> Vec<Hits> {
    let hit = |e: &Event| if let Event::Outcome(outcome::Event::Hit(h)) = e { Some(*h) } else { None };
    events.iter().filter_map(hit).collect()
}

/// The battle once everybody is done with moving: nobody charges or moves.
fn past_moves(mut play: Play) -> Play {
    while let Awaiting::Decision { request: Asked::Manoeuvre(_), .. } = play.battle.awaiting() {
        play.choose(Any::Manoeuvre(manoeuvre::Decision::Done));
    }
    play
}

/// Red and blue cavalry, two files of two ranks, front to front.
fn cavalry_fight() -> Play {
    scene()
        .red(group("A", &[cavalry(4)]).at(500, 300, 0, 2))
        .blue(group("B", &[cavalry(4)]).at(500, 300, 180, 2))
        .play()
}

#[test]
fn a_lost_melee_costs_a_test_and_a_base() {
    proves!("FOGR-MELEE-005", "FOGR-MELEE-006", "FOGR-COMBAT-022", "FOGR-COMBAT-036", "FOGR-COMBAT-106");
    proves!("FOGR-COMBAT-107", "FOGR-COMBAT-110", "FOGR-COHESION-023", "FOGR-COHESION-024");
    proves!("FOGR-COHESION-041", "FOGR-COHESION-043", "FOGR-COHESION-050", "FOGR-COHESION-057");
    let mut play = past_moves(cavalry_fight());
    let (a, b) = (play.id("A"), play.id("B"));
    assert_eq!(play.world().turn.phase, Phase::Melee);
    // Swordsmen against swordsmen of like armour: four dice each, hitting on 4.
    play.dice(&[4, 5, 6, 1]);
    play.dice(&[6, 1, 2, 3]);
    assert_eq!(
        hits(&play.events),
        [Hits { by: Some(a), against: b, hits: 3 }, Hits { by: Some(b), against: a, hits: 1 }]
    );
    // 10 on the dice, -1 for 3 hits on 4 bases, -1 for two more received than inflicted: 8, passed.
    play.dice(&[6, 4]);
    let tested = play.events.iter().find_map(|e| match e {
        Event::Outcome(outcome::Event::Tested { group, tested_for, score, to, .. }) => {
            Some((*group, *tested_for, score.total(), *to))
        }
        _ => None,
    });
    assert_eq!(tested, Some((b, TestedFor::CloseCombat, 8, Cohesion::Steady)));
    // The loser's death roll against 3 hits; the winner with 1 hit and +2 cannot lose a base and does not roll.
    play.dice(&[3]);
    let (side, asked) = play.asked();
    assert_eq!(side, Side::Blue);
    let Asked::Outcome(outcome::Request::Loss { group, choices }) = asked else { panic!("{asked:?}") };
    assert_eq!((group, choices.len()), (b, 2));
    // Whichever goes, the front rank stays full.
    assert!(choices.iter().all(|c| c.formation.width() == 2 && c.formation.len() == 3));
    play.choose(Any::Outcome(outcome::Decision::Loss { choice: 0 }));
    assert_eq!(play.world().size(b), 3);
    assert_eq!(play.world().size(a), 4);
    assert!(caracole_fog::battle::position::contact::in_close_combat(play.world(), b));
}

#[test]
fn a_choice_that_is_not_offered_is_refused() {
    let mut play = past_moves(cavalry_fight());
    play.dice(&[4, 5, 6, 1, 6, 1, 2, 3, 6, 4, 3]);
    let refusal = play.refused(Any::Outcome(outcome::Decision::Loss { choice: 9 }));
    assert_eq!(refusal.rule.id(), "FOGR-COHESION-052");
    assert_eq!(play.refused(Any::Melee(Decision::StayBehind)).rule.id(), "TABLE-002");
}

#[test]
fn files_beyond_the_enemys_front_overlap_with_one_die() {
    proves!("FOGR-MELEE-008", "FOGR-MELEE-010", "FOGR-MANOEUVRE-067");
    // Four files against two, lined up on the two in the middle.
    let world = scene()
        .red(group("A", &[cavalry(4)]).at(500, 300, 0, 4))
        .blue(group("B", &[cavalry(4)]).at(500, 300, 180, 2))
        .world();
    let pairs = pairing::pairs(&world, &[]);
    let of = |role: Role| pairs.iter().filter(|p| p.role == role).count();
    assert_eq!((of(Role::Front), of(Role::Overlap)), (2, 2));
    let combat = melee(&world, &[]).expect("a fight");
    assert_eq!(combat.fight.duels.len(), 4);
}

#[test]
fn only_one_file_overlaps_at_each_end() {
    proves!("FOGR-MELEE-010");
    let world = scene()
        .red(group("A", &[cavalry(6)]).at(500, 300, 0, 6))
        .blue(group("B", &[cavalry(4)]).at(500, 300, 180, 2))
        .world();
    let overlaps = pairing::pairs(&world, &[]).iter().filter(|p| p.role == Role::Overlap).count();
    assert_eq!(overlaps, 2);
}

#[test]
fn a_melee_that_cannot_line_up_is_fought_as_if_it_had() {
    proves!("FOGR-MELEE-014");
    // Two files against two, half a base out of line.
    let world = scene()
        .red(group("A", &[cavalry(4)]).at(500, 300, 0, 2))
        .blue(group("B", &[cavalry(4)]).at(520, 300, 180, 2))
        .world();
    let pairs = pairing::pairs(&world, &[]);
    assert_eq!(pairs.iter().filter(|p| p.role == Role::Front).count(), 2);
    assert_eq!(pairs.iter().filter(|p| p.role == Role::Overlap).count(), 0);
}

#[test]
fn reading_cohesion_009_a_commander_may_fight_in_the_front_rank_and_risks_his_life() {
    proves!("FOGR-COMBAT-112", "FOGR-COMBAT-116", "FOGR-COMBAT-117", "FOGR-COHESION-009");
    let mut play = past_moves(
        scene()
            .red(group("A", &[cavalry(4)]).at(500, 300, 0, 2))
            .blue(group("B", &[cavalry(4)]).at(500, 300, 180, 2))
            .commander(Side::Red, CommanderLevel::Field, "A")
            .play(),
    );
    let (side, asked) = play.asked();
    assert_eq!(side, Side::Red);
    assert!(matches!(asked, Asked::Melee(Request::FrontRank { .. })), "{asked:?}");
    play.choose(Any::Melee(Decision::FightInFront));
    // Average troops led from the front throw their 1 again: 1 becomes 5.
    play.dice(&[4, 4, 2, 1, 5]);
    play.dice(&[4, 4, 4, 1]);
    // Red has 3 hits against 3: a draw, so no test; death rolls need more than the hits less 2.
    play.dice(&[2, 2]);
    // 12 kills the commander of a battle group that drew.
    play.dice(&[6, 6]);
    // His battle group tests for his loss: 9 passes.
    play.dice(&[4, 5]);
    let lost = |w: &World| w.commanders.iter().filter(|c| !c.is_on_table()).count();
    assert_eq!(lost(play.world()), 1);
    assert_eq!(play.world()[play.id("A")].cohesion, Cohesion::Steady);
}

#[test]
fn troops_that_break_rout_and_are_pursued() {
    proves!("FOGR-COMBAT-108", "FOGR-COMBAT-120", "FOGR-COMBAT-121", "FOGR-COMBAT-122", "FOGR-COMBAT-128");
    proves!("FOGR-COMBAT-132", "FOGR-COMBAT-133", "FOGR-JAP-041");
    let mut play = past_moves(
        scene()
            .red(group("A", &[cavalry(4)]).at(500, 300, 0, 2))
            .blue(group("B", &[cavalry(6)]).at(500, 300, 180, 2).cohesion(Cohesion::Fragmented))
            .play(),
    );
    let (a, b) = (play.id("A"), play.id("B"));
    // Fragmented blue loses one die in two of its 4.
    play.dice(&[4, 5, 1, 1]);
    play.dice(&[1, 1]);
    // 2 hits on 6 bases reach one in three: -1; two more than inflicted: -1; fragmented: -2. 7 is 3: broken.
    play.dice(&[3, 4]);
    assert!(play.events.iter().any(|e| matches!(
        e,
        Event::Outcome(outcome::Event::Tested { group, to: Cohesion::Broken, .. }) if *group == b
    )));
    // Death roll against 2 hits: 3 saves.
    play.dice(&[3]);
    // Both throw 3 for their variable moves: 5 MU each, so the pursuers stay in contact.
    play.dice(&[3]);
    play.dice(&[3]);
    assert_eq!(play.world()[a].pursuing.as_slice(), [b]);
    // Bases of the routers in the rank furthest from the pursuers: either file.
    if let Awaiting::Decision { .. } = play.battle.awaiting() {
        play.choose(Any::Outcome(outcome::Decision::Loss { choice: 0 }));
    }
    let world = play.world();
    assert_eq!(world.size(b), 5);
    assert_eq!(world[b].presence, Presence::OnTable);
    // Directly away from red, who faced north: five movement units of 25 mm.
    assert_eq!(world.facing(b), caracole_plane::Angle::ZERO);
    let line = world.anchor(a).at.y;
    assert_eq!(line, caracole_plane::Um::from_mm(300 + 125));
}

#[test]
fn bases_turned_to_a_flank_make_two_directions() {
    proves!("FOGR-MELEE-017");
    let scene = scene()
        .red(group("A", &[shot(6)]).at(500, 300, 0, 3))
        .blue(group("B", &[horse(4)]).at(500, 300, 180, 2))
        .blue(group("C", &[horse(4)]).at(440, 290, 90, 1));
    let mut world = scene.world();
    let a = scene.id("A");
    assert_eq!(roster::directions(&world, a), Directions::One);
    // The left file turns to face the enemy on its flank.
    for id in world.base_ids(a) {
        if world[id].at.file == 0 {
            world[id].facing = caracole_fog::formation::Facing::Left;
            let turned = world[id].base.fronting(caracole_plane::Edge::Left);
            world[id].base = turned;
        }
    }
    assert_eq!(roster::directions(&world, a), Directions::Two);
}

#[test]
fn facts_of_a_battle_group_come_from_the_table() {
    let scene = scene()
        .red(group("A", &[pike(4), shot(4)]).at(500, 300, 0, 4))
        .blue(group("B", &[horse(4)]).at(500, 300, 180, 2));
    let world = scene.world();
    let roster = Roster::of(&world, &[scene.id("A"), scene.id("B")]);
    let fight = roster.fight(&world, CombatPhase::Melee);
    assert_eq!(fight.groups[0].files.len(), 4);
    assert_eq!(fight.groups[0].engaged, Engaged::Yes);
    assert_eq!(fight.groups[0].bases_at_start, 8);
}

#[test]
fn a_commander_chooses_front_rank_or_rear_before_the_dice() {
    proves!("FOGR-COMMAND-005", "FOGR-COMBAT-112");
    let fight = |decision| {
        let mut play = past_moves(
            scene()
                .red(group("A", &[cavalry(4)]).at(500, 300, 0, 2))
                .blue(group("B", &[cavalry(4)]).at(500, 300, 180, 2))
                .commander(Side::Red, CommanderLevel::Field, "A")
                .play(),
        );
        // His player is asked while no die has fallen.
        assert!(matches!(play.asked(), (Side::Red, Asked::Melee(Request::FrontRank { .. }))));
        assert!(hits(&play.events).is_empty());
        play.choose(Any::Melee(decision));
        play
    };
    // From behind he changes no dice: the 1 stands.
    let mut play = fight(Decision::StayBehind);
    play.dice(&[4, 4, 2, 1]);
    play.dice(&[4, 1, 1, 1]);
    let (a, b) = (play.id("A"), play.id("B"));
    let both = |red, blue| {
        [Hits { by: Some(a), against: b, hits: red }, Hits { by: Some(b), against: a, hits: blue }]
    };
    assert_eq!(hits(&play.events), both(2, 1));
    // In front the 1 is thrown again.
    let mut play = fight(Decision::FightInFront);
    play.dice(&[4, 4, 2, 1, 6]);
    play.dice(&[4, 1, 1, 1]);
    assert_eq!(hits(&play.events), both(3, 1));
}
