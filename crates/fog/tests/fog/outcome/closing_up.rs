//! How battle groups close up after losses, and how they line up for the next round.

use crate::battle_common::{Play, Scene, bases, cavalry, group, horse, pike, scene, shot};
use crate::outcome::steps::{charge, each, pass, pass_all, settle, tale};
use caracole_fog::RollPurpose;
use caracole_fog::army::GroupPermit;
use caracole_fog::battle::impact::{Decision as Charged, Request as Impact};
use caracole_fog::battle::manoeuvre::Event as Manoeuvre;
use caracole_fog::battle::outcome::{Decision as Outcome, LossChoice, Request as Asked};
use caracole_fog::battle::world::PortableDefences;
use caracole_fog::battle::{Decision, Event, Phase, Request};
use caracole_fog::formation::Position;
use caracole_fog::troops::{Capability, TroopType};
use caracole_kernel::{Awaiting, Side};
use caracole_ledger::proves;
use caracole_plane::{Point, Um};

/// The ways to lose a base that red is offered.
fn choices(play: &Play) -> Vec<LossChoice> {
    match play.battle.awaiting() {
        Awaiting::Decision { side: Side::Red, request: Request::Outcome(Asked::Loss { choices, .. }) } => {
            choices.clone()
        }
        _ => panic!("no loss is chosen: {}", tale(play)),
    }
}

/// The files in which a base stands.
fn files(choice: &LossChoice) -> Vec<u8> {
    choice.formation.files().collect()
}

/// Red cavalry in one rank lose a base in their first melee; they hold otherwise.
fn lose_one(scene: &Scene) -> Play {
    let mut play = scene.play();
    pass_all(&mut play);
    assert_eq!(play.world().turn.phase, Phase::Melee, "{}", tale(&play));
    each(&mut play, |roll| match (roll.side, roll.purpose) {
        (Some(Side::Blue), RollPurpose::Melee) => 6,
        (Some(Side::Red), RollPurpose::CohesionTest) => 6,
        _ => 1,
    });
    play
}

#[test]
fn a_gap_is_closed_to_the_side_that_keeps_every_enemy_in_contact() {
    proves!("FOGR-COHESION-059");
    // Three files in one rank: the left two face E, the right one F. The middle base is lost, all others fight.
    let play = lose_one(
        &scene()
            .red(group("A", &[cavalry(3)]).at(500, 300, 0, 3))
            .blue(group("E", &[cavalry(4)]).at(480, 300, 180, 2))
            .blue(group("F", &[cavalry(2)]).at(540, 300, 180, 1)),
    );
    // To the left F would be left; to the right both are still faced: nothing is left to choose.
    assert_eq!(play.world().size(play.id("A")), 2, "{}", tale(&play));
    assert_eq!(fronts(&play, "A"), [(500, 300), (540, 300)], "{}", tale(&play));
}

#[test]
fn where_no_shift_keeps_all_the_owner_chooses_whom_to_leave() {
    proves!("FOGR-COHESION-059");
    // Three enemies, each before one file: two bases cannot face them all.
    let mut scene = scene().red(group("A", &[cavalry(3)]).at(500, 300, 0, 3));
    for (name, x) in [("E", 460), ("F", 500), ("G", 540)] {
        scene = scene.blue(group(name, &[cavalry(2)]).at(x, 300, 180, 1));
    }
    let mut play = lose_one(&scene);
    let ways = choices(&play);
    let mut after: Vec<Vec<u8>> = ways.iter().map(files).collect();
    after.sort();
    assert_eq!(after, [vec![0, 1], vec![1, 2]], "{}", tale(&play));
    let right = ways.iter().position(|c| files(c) == [1, 2]).unwrap();
    play.choose(Decision::Outcome(Outcome::Loss { choice: u8::try_from(right).unwrap() }));
    let fronts: Vec<i32> =
        play.world().bases_of(play.id("A")).iter().map(|b| b.base.front.at.x.get() / 1000).collect();
    assert_eq!(fronts, [500, 540]);
}

#[test]
fn without_a_gap_nobody_shifts() {
    proves!("FOGR-COHESION-059", "FOGR-COHESION-058");
    // Two files only: whichever goes, the other stays where it is.
    let play = lose_one(
        &scene()
            .red(group("A", &[cavalry(3)]).at(500, 300, 0, 3))
            .blue(group("E", &[cavalry(6)]).at(500, 300, 180, 3)),
    );
    let ids = play.world().base_ids(play.id("A"));
    let of = |n: usize| -> Vec<Vec<u8>> {
        choices(&play).iter().filter(|c| c.base == ids[n]).map(files).collect()
    };
    assert!(of(0).iter().all(|f| *f == [1, 2]), "{:?}", of(0));
    assert!(of(2).iter().all(|f| *f == [0, 1]), "{:?}", of(2));
}

/// A later tercio whose front ranks fight, and enemy shot beside the last base of its right file of shot: its front along
/// y = 300, four files from x = 420 to 580, the shot three deep.
fn shot_at_from_the_right(scene: Scene) -> Play {
    let mut play = scene
        .red(group("Tercio", &[pike(8), shot(6)]).says(GroupPermit::LaterTercio).at(500, 300, 0, 4))
        .blue(group("Shot", &[shot(8)]).at(620, 215, 270, 2))
        .play();
    pass_all(&mut play);
    assert_eq!(play.world().turn.phase, Phase::Shooting, "{}", tale(&play));
    each(&mut play, |roll| match (roll.side, roll.purpose) {
        (Some(Side::Blue), RollPurpose::Shooting) => 6,
        (_, RollPurpose::CohesionTest) => 6,
        _ => 1,
    });
    play
}

#[test]
fn reading_cohesion_065_the_place_of_a_base_that_shot_from_its_side_is_filled() {
    proves!("FOGR-COHESION-065");
    let play = shot_at_from_the_right(scene().blue(group("Pike", &[pike(8)]).at(500, 300, 180, 4)));
    // The nearest base of the right file that may be shot at is its third: it shot back from its side edge.
    let third = Position { file: 3, rank: 2 };
    let ways = choices_or_taken(&play, third);
    assert!(!ways.is_empty());
    for way in &ways {
        assert!(way.contains(&third), "the place is filled: {way:?}\n{}", tale(&play));
        assert_eq!(way.iter().filter(|p| p.file == 0).count(), 2, "from the other file of shot");
    }
}

/// Where the bases of the tercio may stand after it has lost the one at this place.
fn choices_or_taken(play: &Play, lost: Position) -> Vec<Vec<Position>> {
    let tercio = play.id("Tercio");
    match play.battle.awaiting() {
        Awaiting::Decision { request: Request::Outcome(Asked::Loss { group, choices }), .. } => {
            assert_eq!(*group, tercio);
            assert!(choices.iter().all(|c| play.world()[c.base].at == lost), "{}", tale(play));
            choices.iter().map(|c| c.formation.placed().map(|p| p.at).collect()).collect()
        }
        _ => {
            assert_eq!(play.world().size(tercio), 13, "{}", tale(play));
            vec![play.world().bases_of(tercio).iter().map(|b| b.at).collect()]
        }
    }
}

/// The middle of the front of each file of a battle group, from the left, in millimetres.
fn fronts(play: &Play, name: &str) -> Vec<(i32, i32)> {
    let all = play.world().bases_of(play.id(name));
    let round = |um: Um| (um.get() + 500) / 1000;
    all.iter()
        .filter(|b| b.at.rank == 0)
        .map(|b| (round(b.base.front.at.x), round(b.base.front.at.y)))
        .collect()
}

/// If bases are to be paired, each red base fights the last of those it touches.
fn pair_up(play: &mut Play) {
    let Awaiting::Decision { request: Request::Impact(Impact::PairBases { contacts }), .. } =
        play.battle.awaiting().clone()
    else {
        return;
    };
    let last = |n: usize| !contacts[n + 1..].iter().any(|c| c.red == contacts[n].red);
    let pairs: Vec<_> = (0..contacts.len()).filter(|&n| last(n)).map(|n| contacts[n]).collect();
    let mut fought: Vec<_> = Vec::new();
    let pairs = pairs
        .into_iter()
        .filter(|p| {
            !fought.contains(&p.blue) && {
                fought.push(p.blue);
                true
            }
        })
        .collect();
    play.choose(Decision::Impact(Charged::Pair { pairs }));
}

/// A charge of so many files that meets one enemy with its left file and another, 20 mm further, with its right file,
/// once it has lined up. The enemies stand so far to the right of those files.
fn on_two_levels(files: u8, aside: i32) -> Play {
    let half = 20 * (i32::from(files) - 1);
    let mut play = scene()
        .red(group("A", &[horse(2 * files)]).at(900, 600, 0, files))
        .blue(group("E", &[shot(4)]).at(900 - half + aside, 640, 180, 1))
        .blue(group("F", &[shot(4)]).at(900 + half + aside, 660, 180, 1))
        .begin();
    charge(&mut play, "A", &["E"]);
    pair_up(&mut play);
    settle(&mut play, |roll| if roll.purpose == RollPurpose::CohesionTest { 6 } else { 1 });
    assert_eq!(play.world().turn.phase, Phase::Manoeuvre, "{}", tale(&play));
    while play.world().turn.phase == Phase::Manoeuvre && !conformed(&play) {
        assert!(pass(&mut play), "{}", tale(&play));
    }
    play
}

fn conformed(play: &Play) -> bool {
    let a = play.id("A");
    play.events
        .iter()
        .any(|e| matches!(e, Event::Manoeuvre(Manoeuvre::Conformed { group, .. }) if *group == a))
}

#[test]
fn files_come_level_with_the_nearest_file_in_contact() {
    proves!("FOGR-MANOEUVRE-013");
    // The second file stands by the first, the third comes up to the fourth.
    let play = on_two_levels(4, 0);
    assert_eq!(fronts(&play, "A"), [(840, 640), (880, 640), (920, 660), (960, 660)], "{}", tale(&play));
    // Five files 10 mm out of line, of which the left two touch one enemy: all slide, and both enemies are kept.
    let play = on_two_levels(5, 10);
    let expected = [(830, 640), (870, 640), (910, 640), (950, 660), (990, 660)];
    assert_eq!(fronts(&play, "A"), expected, "{}", tale(&play));
}

/// A battle being declared in, so that a position can be changed before anybody conforms.
fn declaring(scene: Scene) -> Play {
    let play = scene
        .red(group("Idle", &[horse(4)]).at(200, 300, 0, 2))
        .blue(group("Far", &[horse(4)]).at(200, 400, 180, 2))
        .begin();
    assert!(matches!(play.asked(), (Side::Red, Request::Impact(_))));
    play
}

#[test]
fn stepping_up_meets_further_enemies() {
    proves!("FOGR-MANOEUVRE-013");
    let mut play = declaring(
        scene()
            .red(group("A", &[horse(8)]).at(900, 640, 0, 4))
            .blue(group("F", &[shot(4)]).at(960, 640, 180, 1))
            .blue(group("Others", &[shot(6)]).at(300, 900, 180, 3)),
    );
    // The left three files stand 20 mm back, and others have come to stand 12 mm ahead of them.
    let (a, others) = (play.id("A"), play.id("Others"));
    play.battle = play.battle.with_world(|w| {
        for id in w.base_ids(a) {
            if w[id].at.file != 3 {
                w[id].base.front.at.y -= Um::from_mm(20);
            }
        }
        for id in w.base_ids(others) {
            let (file, rank) = (i32::from(w[id].at.file), i32::from(w[id].at.rank));
            w[id].base.front.at = Point::from_mm(920 - 40 * file, 632 + 20 * rank);
        }
    });
    while !conformed(&play) {
        assert!(pass(&mut play), "{}", tale(&play));
    }
    let levels: Vec<i32> = fronts(&play, "A").iter().map(|f| f.1).collect();
    assert_eq!(levels, [632, 632, 632, 640], "{}", tale(&play));
}

#[test]
fn defenders_of_portable_defences_stay_as_they_stand() {
    proves!("FOGR-SPECIAL-028");
    let slid = |placed: bool| {
        let mut play = declaring(
            scene()
                .red(group("Foot", &[shot(6)]).at(900, 300, 0, 3).portable_defences())
                .blue(group("Horse", &[horse(6)]).at(910, 300, 180, 3)),
        );
        let foot = play.id("Foot");
        if placed {
            play.battle = play.battle.with_world(|w| w[foot].portable = PortableDefences::Placed);
        }
        pass_all(&mut play);
        fronts(&play, "Foot")[0].0
    };
    assert_eq!(slid(false), 870, "10 mm to conform");
    assert_eq!(slid(true), 860);
}

#[test]
fn reading_manoeuvre_014_the_long_edge_of_wagons_is_lined_up_with_as_two_bases() {
    proves!("FOGR-MANOEUVRE-014", "FOGR-COMBAT-017");
    // Two wagons one behind the other face east: their south side runs from x = 820 to 980 at y = 620.
    let wagons = bases(2, TroopType::BattleWagons, None, &[Capability::Musket]);
    let after = |x: i32| {
        let mut play = scene()
            .red(group("A", &[cavalry(4)]).at(x, 580, 0, 2))
            .blue(group("Wagons", std::slice::from_ref(&wagons)).at(980, 640, 90, 1))
            .begin();
        charge(&mut play, "A", &["Wagons"]);
        pair_up(&mut play);
        settle(&mut play, |roll| if roll.purpose == RollPurpose::CohesionTest { 6 } else { 1 });
        pass_all(&mut play);
        fronts(&play, "A")
    };
    // Halves begin at 820, 860, 900 and 940: a front from 875 slides 15 mm, one from 885 slides 15 mm the other way.
    assert_eq!(after(915), [(880, 620), (920, 620)]);
    assert_eq!(after(925), [(920, 620), (960, 620)]);
    // Lined up with two halves of two wagons it stays.
    assert_eq!(after(900), [(880, 620), (920, 620)]);
}
