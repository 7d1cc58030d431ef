//! What pursuers come upon: fresh enemy, the edge of the table; and in which order what follows is rolled.

use super::break_blue;
use crate::battle_common::*;
use caracole_fog::RollPurpose;
use caracole_fog::ancients::Ancients;
use caracole_fog::army::CommanderLevel;
use caracole_fog::battle::outcome::{Decision, Event, Freedom, Request, TestedFor};
use caracole_fog::battle::position::contact;
use caracole_fog::battle::{Phase, Request as Asked};
use caracole_fog::troops::Cohesion;
use caracole_kernel::{Awaiting, Side};
use caracole_ledger::{proves, rule};
use caracole_plane::{Angle, Point, Pose, Um};

/// Red throws fives in the melee, so that blue breaks; variable moves show these faces in turn, everything else ones.
fn played(play: &mut Play<Ancients>, mut moves: impl Iterator<Item = u8>) {
    for _ in 0..60 {
        if play.world().turn.phase != Phase::Melee {
            return;
        }
        match play.battle.awaiting() {
            Awaiting::Dice(roll) => {
                let face = match (roll.side, roll.purpose) {
                    (Some(Side::Red), RollPurpose::Melee) => 5,
                    (_, RollPurpose::VariableMove) => moves.next().unwrap_or(3),
                    (_, RollPurpose::DeathRoll) => 6,
                    _ => 1,
                };
                let dice: usize = roll.pools.iter().map(|p| usize::from(p.dice)).sum();
                play.dice(&vec![face; dice]);
            }
            Awaiting::Decision { request: Asked::Outcome(Request::Loss { .. }), .. } => {
                steps::lose_first(play);
            }
            _ => return,
        }
    }
}

/// Passes, and throws ones, until the melee is fought.
fn to_melee(play: &mut Play<Ancients>) {
    for _ in 0..40 {
        if play.world().turn.phase == Phase::Melee {
            break;
        }
        if !steps::pass(play) {
            steps::each(play, |_| 1);
        }
    }
    steps::pass_all(play);
}

/// Two battle groups of light horse against broken javelinmen; fragmented foot stand 60 mm before the second.
fn into_fragmented() -> Play<Ancients> {
    let mut play = ancient_scene()
        .red(group("First", &[numidians(4)]).at(500, 300, 0, 2))
        .red(group("Second", &[numidians(4)]).at(580, 300, 0, 2))
        .blue(group("B", &[velites(6)]).at(500, 300, 180, 2).cohesion(Cohesion::Fragmented))
        .blue(group("E", &[militia(4)]).at(582, 360, 180, 2).cohesion(Cohesion::Fragmented))
        .commander(Side::Blue, CommanderLevel::Field, "B")
        .play();
    to_melee(&mut play);
    play
}

fn at(told: &[Event], what: impl Fn(&Event) -> bool) -> usize {
    told.iter().position(what).unwrap_or_else(|| panic!("not told: {told:#?}"))
}

#[test]
fn fragmented_enemy_hit_by_pursuers_test_after_losses_and_commanders() {
    proves!("FOGAM-COMBAT-106", "FOGAM-JAP-026", "FOGAM-JAP-025");
    let mut play = into_fragmented();
    let (second, b, e) = (play.id("Second"), play.id("B"), play.id("E"));
    played(&mut play, [3u8, 3, 3].into_iter());
    // All dice are thrown by then; the first, who is in nobody's way, has caught the routers.
    assert_eq!(steps::pursuit_asked(&play), Some((second, Freedom::MayHalt)), "{}", steps::tale(&play));
    steps::outcome(&mut play, Decision::GoOn);
    // They stand in contact with fresh enemy, who have not tested yet.
    assert!(contact::awaits_impact(play.world(), second, e));
    played(&mut play, std::iter::empty());
    let told = steps::told(&play.events);
    let hit = at(
        &told,
        |t| matches!(t, Event::Pursued { group, into: Some(into), .. } if (*group, *into) == (second, e)),
    );
    let caught = at(&told, |t| matches!(t, Event::BaseLost { group, left: 4 } if *group == b));
    let risked = at(&told, |t| matches!(t, Event::CommanderRisked { group, .. } if *group == b));
    let tested = at(
        &told,
        |t| matches!(t, Event::Tested { group, tested_for: TestedFor::Charged, .. } if *group == e),
    );
    assert!(hit < caught && caught < risked && risked < tested, "{}", steps::tale(&play));
    // Two dice of 1 break them: they run from those who hit them.
    assert!(play.world()[e].is_broken() && play.world()[e].turn.routed);
}

fn decided(decision: Decision) -> caracole_fog::battle::Decision {
    caracole_fog::battle::Decision::Outcome(decision)
}

#[test]
fn the_faster_of_two_pursuers_moves_first_without_a_question() {
    proves!("FOGAM-JAP-022");
    let mut play = into_fragmented();
    let (first, second) = (play.id("First"), play.id("Second"));
    // The routers 3; then 3 and 6: the second is 2 MU faster.
    played(&mut play, [3u8, 3, 6].into_iter());
    assert_eq!(steps::pursuit_asked(&play), Some((second, Freedom::MayHalt)), "{}", steps::tale(&play));
    let moved = |g| {
        steps::told(&play.events).iter().any(|t| matches!(t, Event::Pursued { group, .. } if *group == g))
    };
    assert!(!moved(first));
}

#[test]
fn fresh_enemy_hit_in_the_melee_phase_are_fought_in_the_next_impact_phase() {
    proves!("FOGAM-JAP-026");
    let mut play = ancient_scene()
        .red(group("First", &[cavalrymen(4)]).at(500, 300, 0, 2))
        .red(group("Second", &[cavalrymen(4)]).at(580, 300, 0, 2))
        .blue(group("B", &[numidians(6)]).at(500, 300, 180, 2).cohesion(Cohesion::Fragmented))
        .blue(group("E", &[militia(4)]).at(582, 360, 180, 2))
        .play();
    to_melee(&mut play);
    let (second, e) = (play.id("Second"), play.id("E"));
    played(&mut play, [6u8, 3, 6].into_iter());
    // Battle troops halt by a test only.
    assert_eq!(steps::pursuit_asked(&play), Some((second, Freedom::MayHaltByTest)), "{}", steps::tale(&play));
    steps::outcome(&mut play, Decision::GoOn);
    // Nobody breaks off, and there is no question and no fight until the next turn, whose impact is theirs.
    let told = steps::told(&play.events);
    assert!(told.contains(&Event::Pursued { group: second, in_contact: false, into: Some(e) }));
    assert_eq!((play.world().turn.number, play.world().turn.phase), (2, Phase::Impact));
    let impact =
        matches!(play.battle.awaiting(), Awaiting::Dice(roll) if roll.purpose == RollPurpose::Impact);
    assert!(impact && contact::touch(play.world(), second, e), "{}", steps::tale(&play));
}

/// Cavalry whose pursuit, 10 degrees west of north, would lead them over the left edge of the table; routers before
/// their right file.
fn near_the_edge() -> Play<Ancients> {
    let front = Pose::new(Point::from_mm(60, 300), Angle::from_degrees(350));
    let aside = front.offset(Um::from_mm(20), Um::ZERO);
    let mut own = group("A", &[cavalrymen(4)]).at(60, 300, 350, 2);
    own.front = Some(front);
    let mut enemy = group("B", &[cavalrymen(3)]).at(60, 300, 170, 1).cohesion(Cohesion::Fragmented);
    enemy.front = Some(Pose { facing: front.facing + Angle::HALF, ..aside });
    let mut play = ancient_scene().red(own).blue(enemy).play();
    break_blue(&mut play, 3);
    play
}

#[test]
fn pursuers_slide_to_stay_on_the_table_or_halt_at_its_edge() {
    proves!("FOGAM-JAP-024");
    let a = near_the_edge().id("A");
    for (decision, moved) in [(Decision::GoOn, 125), (Decision::Halt, 118)] {
        let mut play = near_the_edge();
        assert_eq!(steps::pursuit_asked(&play), Some((a, Freedom::MaySlide)), "{}", steps::tale(&play));
        let from = play.world().anchor(a);
        let slid = decision == Decision::GoOn;
        steps::outcome(&mut play, decision);
        steps::settle(&mut play, |_| 3);
        let forward = from.local(play.world().anchor(a).at).1;
        // The left corner starts 20.6 mm inside and goes 17.4 % of its way outwards: it comes to the edge after 118.7 mm.
        let near = |mm: i32| (forward - Um::from_mm(mm)).abs() < Um::from_mm(1);
        assert!(near(moved) || near(moved + 1), "{forward:?}: {}", steps::tale(&play));
        assert_eq!(from.local(play.world().anchor(a).at).0 > Um::ZERO, slid, "only as far as it needs");
        assert!(play.world().rects(a).iter().all(|r| play.world().field.holds(r)));
    }
}

#[test]
fn skirmishers_evade_pursuers_once_in_a_phase() {
    proves!("FOGAM-JAP-027", "FOGAM-JAP-028");
    use caracole_fog::field::TerrainKind;
    // Javelinmen stand 50 mm before the cavalry, beside the way of the routers.
    let meet = |kind: Option<TerrainKind>| {
        let scene = ancient_scene()
            .red(group("First", &[cavalrymen(4)]).at(500, 300, 0, 2))
            .red(group("Second", &[cavalrymen(4)]).at(580, 300, 0, 2))
            .blue(group("B", &[numidians(6)]).at(500, 300, 180, 2).cohesion(Cohesion::Fragmented))
            .blue(group("V", &[velites(4)]).at(600, 350, 180, 2));
        let scene = match kind {
            Some(kind) => scene.terrain(kind, (550, 345), (700, 420)),
            None => scene,
        };
        let mut play = scene.play();
        to_melee(&mut play);
        played(&mut play, [6u8, 4, 6].into_iter());
        play
    };
    // In the open they must go; in a plantation they may stand.
    let asked = |play: &Play<Ancients>| match play.asked().1 {
        Asked::Outcome(Request::Evade { group, may_stand, .. }) => (group, may_stand),
        other => panic!("{other:?}: {}", steps::tale(play)),
    };
    let mut open = meet(None);
    let v = open.id("V");
    assert_eq!(asked(&open), (v, false));
    assert_eq!(open.refused(decided(Decision::Stand)).rule, rule!("FOGAM-JAP-028"));
    assert_eq!(asked(&meet(Some(TerrainKind::Plantation))), (v, true));
    // Having evaded they do not evade again before other pursuers in this phase.
    let Asked::Outcome(Request::Evade { ways, .. }) = open.asked().1 else { panic!("an evade") };
    steps::outcome(&mut open, Decision::Evade { to: ways[0] });
    open.dice(&[3]);
    assert!(open.world()[v].turn.evaded, "{}", steps::tale(&open));
    assert!(!open.world().book.may_evade_pursuers(open.world(), v));
}

#[test]
fn pursuers_drop_back_two_files_to_pass_friends_and_no_more() {
    proves!("FOGAM-JAP-021");
    // Four files, x from 460 to 620, their right before friends who reach so far to the left.
    let blocked = |left: i32| {
        let mut play = ancient_scene()
            .red(group("A", &[cavalrymen(8)]).at(540, 300, 0, 4))
            .red(group("F", &[militia(4)]).at(left + 40, 360, 0, 2))
            .blue(group("B", &[numidians(6)]).at(500, 300, 180, 2).cohesion(Cohesion::Fragmented))
            .play();
        to_melee(&mut play);
        played(&mut play, [6u8, 3].into_iter());
        play
    };
    let a = blocked(590).id("A");
    for (left, width) in [(590, 3), (550, 2)] {
        let mut play = blocked(left);
        assert_eq!(steps::pursuit_asked(&play), Some((a, Freedom::MayContract)), "{}", steps::tale(&play));
        steps::outcome(&mut play, Decision::GoOn);
        if let Asked::Outcome(Request::Contract { .. }) = play.asked().1 {
            steps::outcome(&mut play, Decision::Contract { way: 0 });
        }
        assert_eq!(play.world().formation(a).width(), width, "{}", steps::tale(&play));
    }
    let world = ancient_scene().world();
    assert_eq!(world.book.most_files_given_up(), 2);
}

#[test]
fn who_has_lost_contact_halts_and_pursues_no_more() {
    proves!("FOGAM-JAP-023", "FOGAM-COMBAT-100");
    // Light horse outrun knights.
    let mut play = ancient_scene()
        .red(group("A", &[knights(4)]).at(500, 300, 0, 2))
        .blue(group("B", &[numidians(6)]).at(500, 300, 180, 2).cohesion(Cohesion::Fragmented))
        .blue(group("C", &[militia(4)]).at(1500, 1000, 180, 2))
        .play();
    let a = play.id("A");
    to_melee(&mut play);
    played(&mut play, [3u8, 3].into_iter());
    assert!(play.world()[a].pursuing.is_empty(), "{}", steps::tale(&play));
    for _ in 0..40 {
        if play.world().turn.number > 1 {
            break;
        }
        // Nobody asks whether they stop.
        assert!(!matches!(
            play.battle.awaiting(),
            Awaiting::Decision { side: Side::Red, request: Asked::Joint(_) }
        ));
        if !steps::pass(&mut play) {
            steps::each(&mut play, |_| 3);
        }
    }
    let moves = steps::told(&play.events)
        .iter()
        .filter(|e| matches!(e, Event::Pursued { group, .. } if *group == a))
        .count();
    assert_eq!(moves, 1, "the first, which they had to make");
}

#[test]
fn fragmented_troops_do_not_pursue_and_overlapping_ones_do() {
    proves!("FOGAM-COMBAT-100", "FOGAM-COMBAT-101");
    let pursued = |cohesion: Cohesion| {
        let mut play = ancient_scene()
            .red(group("A", &[cavalrymen(4)]).at(500, 300, 0, 2).cohesion(cohesion))
            .red(group("Side", &[cavalrymen(2)]).at(560, 300, 0, 1))
            .blue(group("B", &[numidians(4)]).at(500, 300, 180, 2).cohesion(Cohesion::Fragmented))
            .play();
        to_melee(&mut play);
        played(&mut play, [6u8, 3, 6].into_iter());
        let told = steps::told(&play.events);
        let of = |name: &str| {
            let id = play.id(name);
            told.iter().any(|e| matches!(e, Event::Pursued { group, .. } if *group == id))
        };
        (of("A"), of("Side"))
    };
    assert_eq!(pursued(Cohesion::Steady), (true, true));
    assert_eq!(pursued(Cohesion::Fragmented), (false, true));
}

#[test]
fn who_breaks_for_what_he_sees_runs_home() {
    proves!("FOGAM-COMBAT-089");
    // C faces west, 40 mm from those who break, and fights nobody: its home edge is the far one.
    let mut play = ancient_scene()
        .red(group("A", &[cavalrymen(4)]).at(500, 300, 0, 2))
        .blue(group("B", &[cavalrymen(4)]).at(500, 300, 180, 2).cohesion(Cohesion::Fragmented))
        .blue(group("C", &[cavalrymen(4)]).at(580, 340, 270, 2).cohesion(Cohesion::Fragmented))
        .play();
    to_melee(&mut play);
    played(&mut play, std::iter::repeat(3));
    let c = play.id("C");
    assert!(play.world()[c].is_broken(), "{}", steps::tale(&play));
    assert_eq!(play.world().facing(c), Angle::ZERO, "{}", steps::tale(&play));
}
