//! Early tercios that feed bases into close combats.

use crate::battle_common::*;
use crate::manoeuvre::red;
use caracole_fog::army::GroupPermit;
use caracole_fog::battle::manoeuvre::{Decision, Feeding, Order, Request, TercioMove};
use caracole_fog::battle::position::contact;
use caracole_fog::battle::{GroupId, World};
use caracole_fog::formation::{Facing, Position};
use caracole_kernel::{Refusal, Side};
use caracole_ledger::{proves, rule};
use caracole_plane::{Angle, Point};

const fn at(file: u8, rank: u8) -> Position {
    Position { file, rank }
}

fn step(from: Position, to: Position, facing: Facing) -> TercioMove {
    TercioMove { from, to, facing }
}

fn feed(group: GroupId, bases: &[TercioMove]) -> Decision {
    Decision::Feed { group, how: Feeding::WithinTercio { bases: bases.to_vec() } }
}

/// A tercio 160 mm wide and 120 mm deep, its front along y = 300; 8 shot in four horns, 8 pike in two files. One file of
/// horse stands at its left side from y = 240 to 280, against the gap between the horns, and another touches the front
/// horn's side.
fn flanked() -> Scene {
    scene()
        .red(group("T", &[pike(8), shot(8)]).says(GroupPermit::EarlyTercio).at(900, 300, 0, 4))
        .blue(group("E", &[horse(4)]).at(820, 260, 90, 2))
}

fn after(world: &World, group: GroupId, bases: &[TercioMove]) -> World {
    let order = red(world, &Request::Feed, &feed(group, bases)).unwrap_or_else(|r| panic!("{r}"));
    let Order::Feed { end, .. } = order else { panic!("not fed") };
    let mut after = world.clone();
    end.carry_out(&mut after);
    after
}

fn refusal(world: &World, group: GroupId, bases: &[TercioMove]) -> Refusal {
    red(world, &Request::Feed, &feed(group, bases)).unwrap_err()
}

#[test]
fn a_horn_turns_into_the_fight() {
    proves!("FOGR-MANOEUVRE-034", "FOGR-MANOEUVRE-035");
    let scene = flanked();
    let (world, t) = (scene.world(), scene.id("T"));
    // E's front runs along the tercio's left side from 220 to 300.
    assert!(contact::in_close_combat(&world, t));
    let turned =
        after(&world, t, &[step(at(0, 0), at(0, 0), Facing::Left), step(at(0, 1), at(0, 1), Facing::Left)]);
    let horn: Vec<_> = turned.bases_of(t).into_iter().filter(|b| b.facing == Facing::Left).collect();
    assert_eq!(horn.len(), 2);
    assert!(horn.iter().all(|b| b.base.facing() == Angle::from_degrees(270)));
    // Front edge to front edge with E's file from 260 to 300, the second base behind the first.
    assert_eq!(horn[0].base.front.at, Point::from_mm(820, 280));
    assert_eq!(horn[1].base.front.at, Point::from_mm(840, 280));
    // More than two bases in a phase do not move.
    let three = [
        step(at(0, 0), at(0, 0), Facing::Left),
        step(at(0, 1), at(0, 1), Facing::Left),
        step(at(1, 4), at(0, 2), Facing::Left),
    ];
    assert_eq!(refusal(&world, t, &three).rule, rule!("FOGR-MANOEUVRE-020"));
    // The shape so made counts as legal while it fights: it is not called upon to reform before anything else.
    assert!(contact::in_close_combat(&turned, t));
}

#[test]
fn pike_fill_the_gap_between_the_horns_and_shot_other_horns() {
    proves!("FOGR-MANOEUVRE-034", "FOGR-MANOEUVRE-036", "FOGR-MANOEUVRE-037");
    let scene = flanked();
    let (world, t) = (scene.world(), scene.id("T"));
    // The rearmost pike of the left file comes to the left side, between the horns: 220 to 260.
    let filled = after(&world, t, &[step(at(1, 4), at(0, 2), Facing::Left)]);
    let pike = filled.bases_of(t).into_iter().find(|b| b.at == at(0, 2)).unwrap();
    assert_eq!(
        (pike.base.front.at, pike.base.facing()),
        (Point::from_mm(820, 240), Angle::from_degrees(270))
    );
    // Pike have no business in a horn, shot none between them.
    assert_eq!(
        refusal(&world, t, &[step(at(1, 4), at(0, 6), Facing::Left)]).rule,
        rule!("FOGR-MANOEUVRE-036")
    );
    assert_eq!(
        refusal(&world, t, &[step(at(3, 5), at(0, 2), Facing::Left)]).rule,
        rule!("FOGR-MANOEUVRE-037")
    );
    assert_eq!(
        refusal(&world, t, &[step(at(1, 4), at(0, 5), Facing::Left)]).rule,
        rule!("FOGR-MANOEUVRE-037")
    );
    // A place that is taken is not free.
    assert_eq!(
        refusal(&world, t, &[step(at(1, 4), at(2, 4), Facing::Front)]).rule,
        rule!("FOGR-MANOEUVRE-036")
    );
}

#[test]
fn every_horn_keeps_shot_and_the_front_horns_stay_joined() {
    proves!("FOGR-MANOEUVRE-040", "FOGR-MANOEUVRE-037");
    // Five shot: only the front left horn has two.
    let scene = scene()
        .red(group("T", &[pike(8), shot(5)]).says(GroupPermit::EarlyTercio).at(900, 300, 0, 4))
        .blue(group("E", &[horse(4)]).at(820, 260, 90, 2));
    let (world, t) = (scene.world(), scene.id("T"));
    let refused = refusal(&world, t, &[step(at(3, 0), at(3, 5), Facing::Front)]);
    assert_eq!(refused.rule, rule!("FOGR-MANOEUVRE-040"));
    // Of three pike in one file... two files of pike: neither may be emptied.
    let small = crate::battle_common::scene()
        .red(group("T", &[pike(3), shot(4)]).says(GroupPermit::EarlyTercio).at(900, 300, 0, 3))
        .blue(group("E", &[horse(4)]).at(840, 260, 90, 2));
    let (mut world, t) = (small.world(), small.id("T"));
    // It has lost two of its three pike.
    for id in world.base_ids(t) {
        if world[id].at.file == 1 && world[id].at.rank > 1 {
            world[id].standing = false;
        }
    }
    let refused = refusal(&world, t, &[step(at(1, 1), at(0, 2), Facing::Left)]);
    assert_eq!(refused.rule, rule!("FOGR-MANOEUVRE-037"));
}

#[test]
fn bases_that_give_dice_stay() {
    proves!("FOGR-MANOEUVRE-039");
    let scene = flanked();
    let (world, t) = (scene.world(), scene.id("T"));
    let turned =
        after(&world, t, &[step(at(0, 0), at(0, 0), Facing::Left), step(at(0, 1), at(0, 1), Facing::Left)]);
    // Both bases of the horn now fight, in two ranks.
    for base in [at(0, 0), at(0, 1)] {
        let refused = refusal(&turned, t, &[step(base, at(3, 5), Facing::Front)]);
        assert_eq!(refused.rule, rule!("FOGR-MANOEUVRE-039"), "{base:?}");
    }
}

#[test]
fn out_of_its_turn_a_tercio_makes_no_overlap_of_its_own() {
    proves!("FOGR-MANOEUVRE-038");
    // One enemy file at the side of the front horn, which has turned to it.
    let scene = scene()
        .red(group("T", &[pike(8), shot(8)]).says(GroupPermit::EarlyTercio).at(900, 300, 0, 4))
        .blue(group("E", &[horse(2)]).at(820, 280, 90, 1));
    let (world, t) = (scene.world(), scene.id("T"));
    let horn = [step(at(0, 0), at(0, 0), Facing::Left), step(at(0, 1), at(0, 1), Facing::Left)];
    let mut turned = after(&world, t, &horn);
    // Pike in the gap beside it would overlap E: in its own turn it may, in the other it may not.
    let beside = [step(at(1, 4), at(0, 2), Facing::Left)];
    assert!(red(&turned, &Request::Feed, &feed(t, &beside)).is_ok());
    turned.turn.active = Side::Blue;
    assert_eq!(refusal(&turned, t, &beside).rule, rule!("FOGR-MANOEUVRE-038"));
    // Where the enemy has a file more, which overlaps, they match it.
    let two = flanked();
    let mut world = two.world();
    world.turn.active = Side::Blue;
    assert!(red(&world, &Request::Feed, &feed(two.id("T"), &beside)).is_ok());
}

/// Up to two bases in each manoeuvre phase, of the enemy's turn too, however many choices they are moved by.
#[test]
fn reading_manoeuvre_034() {
    proves!("FOGR-MANOEUVRE-034", "FOGR-MANOEUVRE-020");
    use caracole_fog::battle::Request as Asked;
    let horn = [step(at(0, 0), at(0, 0), Facing::Left), step(at(0, 1), at(0, 1), Facing::Left)];
    let pike = [step(at(1, 4), at(0, 2), Facing::Left)];
    for active in Side::BOTH {
        // Others who could feed bases in keep the question open.
        let scene = flanked()
            .red(group("Others", &[horse(6)]).at(400, 300, 0, 2))
            .blue(group("Enemy", &[horse(6)]).at(400, 300, 180, 2))
            .active(active);
        let t = scene.id("T");
        let mut play = scene.play();
        let to_feed = |play: &mut Play| {
            for _ in 0..20 {
                match play.asked() {
                    (Side::Red, Asked::Manoeuvre(Request::Feed)) => return,
                    (_, Asked::Manoeuvre(_)) => play.choose(Decision::Done),
                    other => panic!("{other:?}"),
                };
            }
        };
        to_feed(&mut play);
        play.choose(feed(t, &horn));
        if active == Side::Red {
            assert_eq!(play.asked(), (Side::Red, Asked::Manoeuvre(Request::Feed)));
            assert_eq!(play.refused(feed(t, &pike)).rule, rule!("FOGR-MANOEUVRE-020"));
        }
    }
}
