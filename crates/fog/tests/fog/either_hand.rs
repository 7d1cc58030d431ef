//! What may as well go to one hand as to the other, and what must not depend on hand or side: found by the mirror, here
//! one at a time. Without a word from its player the left is taken; `fogr.formation.right_where_equal` exchanges the hands.

use crate::battle_common::{Play, Scene, cavalry, group, horse, light_horse, pike, scene, shot};
use crate::impact::{charge, choose, end, no_interceptions};
use crate::outcome::steps::{pass, tale, told};
use caracole_fog::army::CommanderLevel;
use caracole_fog::battle::impact::{Decision as Impact, Evade, EvadeWay, PastBy};
use caracole_fog::battle::manoeuvre::{Action, CommanderGoes, Decision as Manoeuvre};
use caracole_fog::battle::outcome::Event as Outcome;
use caracole_fog::battle::world::{CommanderPlace, Posture};
use caracole_fog::battle::{BaseId, CommanderId, Phase};
use caracole_fog::formation::{Facing, Position};
use caracole_fog::troops::{Capabilities, Cohesion};
use caracole_kernel::Side;
use caracole_ledger::proves;
use caracole_plane::{Angle, Base, Hand, Point, Pose, Um};

fn right_where_equal(scene: Scene, right: bool) -> Scene {
    scene.option("fogr.formation.right_where_equal", right)
}

fn in_mm(at: Point) -> (i32, i32) {
    let round = |um: Um| (um.get() + 500).div_euclid(1000);
    (round(at.x), round(at.y))
}

/// Eight bases, two to a side of their square: its front stands along y = 300 from x = 860 to 940, its rear along 180.
fn in_square(scene: Scene) -> Play {
    let mut play = scene
        .red(group("Square", &[pike(4), shot(4)]).at(900, 300, 0, 4))
        .blue(group("Horse", &[horse(4)]).at(900, 420, 180, 2))
        .play();
    let square = play.id("Square");
    play.choose(Manoeuvre::Move { group: square, action: Action::FormSquare });
    play.dice(&[6, 6]);
    assert_eq!(play.world()[square].posture, Posture::Square, "{}", tale(&play));
    play
}

#[test]
fn a_commander_goes_into_the_square_behind_the_side_nearest_to_him() {
    proves!("FOGR-MOVE-089", "FOGR-MOVE-094", "FOGR-SPECIAL-034");
    // He stood behind the second or the third of four files, at (880, 245) or (920, 245). The free ground inside reaches
    // from x = 880 to 920: there he is in contact with the foremost base of the flank on his hand.
    let place = |right: bool| {
        let scene = right_where_equal(scene(), right).commander(Side::Red, CommanderLevel::Great, "Square");
        let front = in_square(scene).world()[CommanderId(0)].base.front;
        (in_mm(front.at), front.facing)
    };
    assert_eq!(place(false), ((920, 260), Angle::QUARTER));
    assert_eq!(place(true), ((880, 260), Angle::THREE_QUARTERS));
}

#[test]
fn a_commander_who_rides_up_behind_a_square_joins_the_file_on_the_preferred_hand() {
    proves!("FOGR-MOVE-093", "FOGR-MOVE-095");
    // The bases of the rear side have their middles at x = 880 and 920; he comes from between them. His base is 30 deep.
    let place = |right: bool| {
        let scene =
            right_where_equal(scene(), right).lone_commander(Side::Red, CommanderLevel::Great, 900, 100);
        let mut play = in_square(scene);
        let goes = CommanderGoes::Join(play.id("Square"));
        play.choose(Manoeuvre::MoveCommander { commander: CommanderId(0), goes });
        in_mm(play.world()[CommanderId(0)].base.front.at)
    };
    assert_eq!(place(false), (880, 150));
    assert_eq!(place(true), (920, 150));
}

/// Light horse in one rank have turned to evade north, and friends stand before all of them but those in a gap.
fn evading(light: u8, gap: (i32, i32), right: bool) -> Play {
    let mut play = right_where_equal(scene(), right)
        .red(group("Horse", &[horse(4)]).at(900, 600, 0, 2))
        .blue(group("Light", &[light_horse(light)]).at(900, 620, 180, light))
        .blue(group("West", &[shot(6)]).at(gap.0 - 60, 700, 180, 3))
        .blue(group("East", &[shot(6)]).at(gap.1 + 60, 700, 180, 3))
        .begin();
    let group = play.id("Light");
    charge(&mut play, "Horse", None, &["Light"]);
    end(&mut play);
    no_interceptions(&mut play);
    choose(&mut play, Impact::Evade { group, to: Evade::ToRear });
    // 1: they go 4 MU, 100 mm, from the front at 650.
    play.dice(&[1]);
    play
}

/// The base of the light horse that has its middle there when they have turned about. Bases of one kind are alike: each
/// keeps the number of its file, and files are counted from the left as they face.
fn who(play: &Play, x: i32) -> BaseId {
    let world = play.world();
    let all = world.base_ids(play.id("Light"));
    *all.iter().find(|b| in_mm(world[**b].base.front.at).0 == 1800 - x).expect("a base there")
}

fn past(play: &mut Play, hand: Hand, shift: i32, drop_left: u8, drop_right: u8) {
    let way = EvadeWay::Past(PastBy { hand, shift: Um::from_mm(shift), drop_left, drop_right });
    choose(play, Impact::EvadeOn { way });
}

fn stand(play: &Play, bases: &[BaseId]) -> Vec<(i32, i32)> {
    bases.iter().map(|b| in_mm(play.world()[*b].base.front.at)).collect()
}

#[test]
fn of_two_files_that_drop_back_at_one_end_the_inner_one_comes_first() {
    proves!("FOGR-IMPACT-107", "FOGR-UNUSUAL-002");
    // Four files from 820 to 980 and a gap from 860 to 940. Shifted left the third and the fourth go on in the gap, shifted
    // right the first and the second; the inner file drops in behind them before the outer one.
    let mut play = evading(4, (860, 940), false);
    let line = [840, 880, 920, 960].map(|x| who(&play, x));
    past(&mut play, Hand::Left, 40, 2, 0);
    assert_eq!(stand(&play, &line), [(880, 690), (880, 720), (880, 750), (920, 750)]);
    let mut play = evading(4, (860, 940), false);
    let line = [840, 880, 920, 960].map(|x| who(&play, x));
    past(&mut play, Hand::Right, 40, 0, 2);
    assert_eq!(stand(&play, &line), [(880, 750), (920, 750), (920, 720), (920, 690)]);
}

#[test]
fn of_files_that_drop_back_at_both_ends_that_on_the_preferred_hand_comes_first() {
    proves!("FOGR-IMPACT-107", "FOGR-UNUSUAL-002");
    // Three files from 840 to 960 and a gap from 880 to 920: both outer ones fall in behind the middle one.
    let order = |right: bool| {
        let mut play = evading(3, (880, 920), right);
        let line = [860, 900, 940].map(|x| who(&play, x));
        past(&mut play, Hand::Left, 0, 1, 1);
        stand(&play, &line)
    };
    assert_eq!(order(false), [(900, 720), (900, 750), (900, 690)]);
    assert_eq!(order(true), [(900, 690), (900, 750), (900, 720)]);
}

#[test]
fn routers_close_the_gap_between_their_files_to_the_preferred_hand() {
    proves!("FOGR-COMBAT-124");
    // Three files, of which the third stands a base width apart, run home straight ahead.
    let run = |right: bool| {
        let mut play = right_where_equal(scene(), right)
            .red(group("Far", &[horse(4)]).at(200, 300, 0, 2))
            .blue(group("Routers", &[cavalry(6)]).at(900, 600, 0, 3).cohesion(Cohesion::Broken))
            .blue(group("Others", &[horse(4)]).at(200, 1000, 180, 2))
            .play();
        let routers = play.id("Routers");
        play.battle = play.battle.with_world(|w| {
            for id in w.base_ids(routers).into_iter().filter(|&id| w[id].at.file == 2).collect::<Vec<_>>() {
                w[id].at.file = 3;
                w[id].base.front.at.x += Um::from_mm(40);
            }
        });
        for _ in 0..30 {
            if play.world().turn.number > 1 || !pass(&mut play) {
                break;
            }
        }
        let bases = play.world().bases_of(routers);
        let fronts = bases.iter().filter(|b| b.at.rank == 0).map(|b| in_mm(b.base.front.at));
        fronts.collect::<Vec<_>>()
    };
    // The files stood at 860, 900 and 980; cavalry run 5 MU.
    assert_eq!(run(false), [(860, 725), (900, 725), (940, 725)]);
    assert_eq!(run(true), [(900, 725), (940, 725), (980, 725)]);
}

/// A square in melee with horse along the left and the right base of its front: shot on the left and pike on the right.
fn square_in_melee(active: Side) -> Play {
    let mut play = scene()
        .active(active)
        .red(group("Square", &[pike(4), shot(4)]).at(900, 300, 0, 4))
        .blue(group("Horse", &[horse(4)]).at(900, 300, 180, 2))
        .play();
    let square = play.id("Square");
    play.battle = play.battle.with_world(|w| {
        let ids = w.base_ids(square);
        let has_pike = |id: &BaseId| w[*id].profile.capabilities.has_any(Capabilities::PIKE);
        let (pikes, shot): (Vec<BaseId>, Vec<BaseId>) = ids.into_iter().partition(has_pike);
        // Where each base stands: the middle of its front edge, its facing, its file and rank.
        let places = [
            (shot[0], (880, 300), Facing::Front, (0, 0)),
            (pikes[0], (920, 300), Facing::Front, (1, 0)),
            (pikes[1], (880, 180), Facing::Rear, (0, 3)),
            (pikes[2], (920, 180), Facing::Rear, (1, 3)),
            (shot[1], (860, 260), Facing::Left, (0, 1)),
            (shot[2], (860, 220), Facing::Left, (0, 2)),
            (pikes[3], (940, 260), Facing::Right, (1, 1)),
            (shot[3], (940, 220), Facing::Right, (1, 2)),
        ];
        for (id, (x, y), facing, (file, rank)) in places {
            let turn = match facing {
                Facing::Front => Angle::ZERO,
                Facing::Right => Angle::QUARTER,
                Facing::Rear => Angle::HALF,
                Facing::Left => Angle::THREE_QUARTERS,
            };
            let base = &mut w[id];
            base.base = Base::new(Pose::new(Point::from_mm(x, y), turn), base.base.width, base.base.depth);
            (base.facing, base.at) = (facing, Position { file, rank });
        }
        w[square].posture = Posture::Square;
    });
    while play.world().turn.phase != Phase::Melee {
        assert!(pass(&mut play), "{}", tale(&play));
    }
    play
}

#[test]
fn which_base_of_a_square_fights_does_not_depend_on_whose_turn_it_is() {
    proves!("FOGR-SPECIAL-042", "FOGR-SPECIAL-046");
    // Two bases of eight fight on a side, one of them in the front rank. It is the left one of those that touch the enemy:
    // shot, who have their point against mounted. The pike beside them have none in square, and do not fight.
    for active in Side::BOTH {
        let play = square_in_melee(active);
        let all = told(&play.events);
        let dice = all.iter().find_map(|e| if let Outcome::Dice { dice } = e { Some(dice) } else { None });
        let own = dice.expect("dice are told").iter().filter(|d| d.by == Some(play.id("Square")));
        let own: Vec<_> = own.map(|d| (d.dice.total(), d.advantage.total())).collect();
        assert_eq!(own, [(2, 1)], "{active:?}: {}", tale(&play));
    }
}

#[test]
fn a_commander_who_has_just_come_to_the_table_does_not_count_as_having_been_in_range() {
    proves!("FOGR-MOVE-033");
    // Foot near the near left corner of the table place their defences; 7 on the dice wants a commander in range for 8.
    let placed = |was: CommanderPlace| {
        let mut play = scene()
            .red(group("Foot", &[shot(6)]).at(200, 200, 0, 3).portable_defences())
            .blue(group("Far", &[horse(4)]).at(1600, 1000, 180, 2))
            .lone_commander(Side::Red, CommanderLevel::Field, 300, 200)
            .play();
        let foot = play.id("Foot");
        play.battle = play.battle.with_world(|w| {
            let commander = &mut w[CommanderId(0)];
            commander.place_at_phase_start = was;
            if was == CommanderPlace::Away {
                commander.base_at_phase_start.front.at = Point::ORIGIN;
            }
        });
        play.choose(Manoeuvre::Move { group: foot, action: Action::PlaceDefences });
        play.dice(&[4, 3]);
        !play.world().field.fortifications.is_empty()
    };
    assert!(placed(CommanderPlace::Alone));
    // He arrived in this phase: where he was before is no place on the table.
    assert!(!placed(CommanderPlace::Away));
}

#[test]
fn defences_for_fewer_files_than_there_are_cover_those_on_the_preferred_hand() {
    proves!("FOGR-SPECIAL-026");
    // Six bases have three stretches, which cover them two deep; in four files one file has none.
    let covered = |right: bool| {
        let mut play = right_where_equal(scene(), right)
            .red(group("Foot", &[shot(6)]).at(900, 300, 0, 4).portable_defences())
            .blue(group("Far", &[horse(4)]).at(1600, 1000, 180, 2))
            .play();
        let foot = play.id("Foot");
        play.choose(Manoeuvre::Move { group: foot, action: Action::PlaceDefences });
        play.dice(&[6, 6]);
        let mut at: Vec<(i32, i32)> =
            play.world().field.fortifications.iter().map(|f| in_mm(f.at.front.at)).collect();
        at.sort_unstable();
        at
    };
    assert_eq!(covered(false), [(840, 300), (880, 300), (920, 300)]);
    assert_eq!(covered(true), [(880, 300), (920, 300), (960, 300)]);
}

/// Arquebusiers on one flank of the pike and musketeers on the other: they keep their flanks when the front is widened,
/// whichever hand is preferred, and the formation seen in a mirror is widened to the mirror image.
#[test]
fn the_kinds_of_shot_on_either_flank_keep_their_flanks_when_the_front_is_widened() {
    use caracole_fog::battle::arrange::rearrangements;
    use caracole_fog::formation::{Formation, Nature};
    use caracole_fog::troops::{Armour, BaseProfile, Book, Capability, Quality, TroopType};
    let foot = |kind, armour, with: &[Capability]| {
        BaseProfile::renaissance(kind, Some(armour), Quality::Average, Capabilities::of(with))
    };
    let pike = foot(TroopType::HeavyFoot, Armour::Armoured, &[Capability::Pike]);
    let arquebus = foot(TroopType::MediumFoot, Armour::Unarmoured, &[Capability::Arquebus]);
    let musket = foot(TroopType::MediumFoot, Armour::Unarmoured, &[Capability::Musket]);
    let now = Formation::in_files(&[&[arquebus, arquebus], &[pike, pike], &[pike, pike], &[musket, musket]]);
    let start = now.profiles();
    let usual = |hand, now: &Formation| {
        let nature = Nature { spare_at: hand, ..Nature::ordinary(Book::Renaissance, &start) };
        rearrangements(&nature, now, 5).into_iter().next().unwrap()
    };
    let wider = usual(Hand::Left, &now);
    let kind_of = |formation: &Formation, file: usize| {
        let file = formation.files().nth(file).unwrap();
        formation.file(file).next().unwrap().base
    };
    assert_eq!((kind_of(&wider, 0), kind_of(&wider, 4)), (arquebus, musket));
    assert_eq!(usual(Hand::Right, &now.mirrored()), wider.mirrored());
}
