//! The point base of a Swedish brigade on the table.

use crate::battle_common::{Scene, Who, cavalry, group, guns, pike, scene, shot};
use crate::outcome::steps::{charge, pass_all};
use caracole_fog::army::GroupPermit;
use caracole_fog::battle::manoeuvre::{Action, Advance, Decision as Manoeuvre, Request as ManoeuvreAsked};
use caracole_fog::battle::{Decision, GroupId, Request, World};
use caracole_fog::troops::{Capability, TroopType};
use caracole_kernel::Side;
use caracole_ledger::proves;
use caracole_plane::{Um, shortest_distance};

fn brigade() -> Who {
    group("Brigade", &[pike(3), shot(4)]).says(GroupPermit::SwedishBrigade)
}

/// How far ahead of the shot the foremost pike base stands, in millimetres.
fn ahead(world: &World, group: GroupId) -> i32 {
    let bases = world.bases_of(group);
    let anchor = world.anchor(group);
    let front = |b: &caracole_fog::battle::world::BaseState| anchor.local(b.base.front.at).1;
    let pike = bases.iter().filter(|b| b.profile.has(Capability::Pike)).map(front).max().unwrap();
    let shot = bases.iter().filter(|b| !b.profile.has(Capability::Pike)).map(front).max().unwrap();
    ((pike - shot).get() + 500) / 1000
}

fn facing(extra: impl Fn(Scene) -> Scene) -> Scene {
    extra(scene().red(brigade().at(500, 300, 0, 3)))
}

#[test]
fn nothing_is_measured_to_the_point_base() {
    proves!("FOGR-BG-038", "FOGR-BG-036");
    // The shot's front is at 300, the point reaches to 320; the horse stand at 380.
    let scene = facing(|s| s.blue(group("Horse", &[cavalry(4)]).at(500, 380, 180, 2)));
    let world = scene.world();
    let (ours, theirs) = (world.rects(scene.id("Brigade")), world.rects(scene.id("Horse")));
    assert_eq!(ours.len(), 6);
    assert_eq!(shortest_distance(ours, theirs), Some(Um::from_mm(80)));
    let play = scene.play();
    assert_eq!(ahead(play.world(), play.id("Brigade")), 20);
}

#[test]
fn the_pike_are_drawn_back_in_close_combat_and_come_forward_afterwards() {
    proves!("FOGR-BG-039", "FOGR-IMPACT-021");
    let mut play =
        facing(|s| s.blue(group("Horse", &[cavalry(4)]).at(500, 350, 180, 2)).active(Side::Blue)).begin();
    let brigade = play.id("Brigade");
    charge(&mut play, "Horse", &["Brigade"]);
    // The horse have come up to the shot, not to the point: both fronts at 300.
    assert_eq!(ahead(play.world(), brigade), 0);
    assert_eq!(play.world().anchor(play.id("Horse")).at.y, Um::from_mm(300));
    assert_eq!(play.world().rects(brigade).len(), 7);
}

/// Found by chance, in random battle 701510: the point and the base behind it stood one upon the other.
#[test]
fn a_brigade_with_no_room_behind_it_levels_its_front_where_its_charge_ends() {
    proves!("FOGR-IMPACT-021");
    use caracole_fog::battle::Fogr;
    use caracole_fog::battle::impact::Decision as Impact;
    use caracole_kernel::Rules;
    // Friends touch its rear at 260. It charges 50 mm: its front comes to 350, its pike reach back to 290.
    let mut play = facing(|s| {
        s.red(group("Friends", &[pike(4)]).at(500, 260, 0, 2))
            .blue(group("Enemy", &[shot(6)]).at(500, 350, 180, 3))
    })
    .begin();
    let ours = play.id("Brigade");
    charge(&mut play, "Brigade", &["Enemy"]);
    Fogr::invariants(&play.battle).unwrap();
    assert_eq!(ahead(play.world(), ours), 0);
    let pikes = |w: &World| -> Vec<(u8, i32)> {
        let bases = w.bases_of(ours).into_iter().filter(|b| b.profile.has(Capability::Pike));
        bases.map(|b| (b.at.rank, b.base.front.at.y.get() / 1000)).collect()
    };
    assert_eq!(pikes(play.world()), [(1, 350), (2, 330), (3, 310)]);
    // At the edge of the table, and against enemy so near that it hardly moves, there is no room at all.
    let play = scene()
        .red(brigade().at(47, 225, 90, 3))
        .blue(group("Horse", &[cavalry(4)]).at(68, 233, 351, 1))
        .begin();
    let targets = vec![play.id("Horse")];
    let charge = Impact::Charge { group: play.id("Brigade"), wheel: None, targets };
    assert_eq!(play.refused(Decision::Impact(charge)).rule.id(), "FOGR-IMPACT-021");
}

#[test]
fn the_point_gives_way_to_whoever_comes_up_before_it() {
    proves!("FOGR-BG-039");
    // Friends advance 3 MU across the front of the brigade: their side passes 5 mm before the shot.
    let mut play = facing(|s| s.red(group("Foot", &[pike(4)]).at(420, 325, 90, 1))).play();
    let (brigade, foot) = (play.id("Brigade"), play.id("Foot"));
    assert_eq!(ahead(play.world(), brigade), 20);
    while let (_, Request::Manoeuvre(ManoeuvreAsked::Reform | ManoeuvreAsked::Feed)) = play.asked() {
        play.choose(Decision::Manoeuvre(Manoeuvre::Done));
    }
    let action = Action::Advance(Advance::straight(Um::from_mm(75)));
    play.choose(Decision::Manoeuvre(Manoeuvre::Move { group: foot, action }));
    assert_eq!(play.world().anchor(foot).at.x, Um::from_mm(495));
    assert_eq!(ahead(play.world(), brigade), 0);
    // It may have been anywhere: nothing overlaps.
    use caracole_kernel::Rules;
    caracole_fog::battle::Fogr::invariants(&play.battle).unwrap();
}

/// Found by chance, in random battles 900763 and 901322.
#[test]
fn a_point_without_room_before_or_behind_counts_as_drawn_back_where_it_is() {
    proves!("FOGR-BG-039", "FOGR-BG-038");
    use caracole_fog::battle::Fogr;
    use caracole_fog::field::TerrainKind;
    use caracole_kernel::Rules;
    // Friends stand 10 mm before the shot, and rocks 10 mm behind them.
    let mut play = facing(|s| {
        s.red(group("Friends", &[pike(4)]).at(500, 350, 0, 2)).terrain(
            TerrainKind::Impassable,
            (300, 200),
            (700, 250),
        )
    })
    .play();
    while let (_, Request::Manoeuvre(ManoeuvreAsked::Reform | ManoeuvreAsked::Feed)) = play.asked() {
        play.choose(Decision::Manoeuvre(Manoeuvre::Done));
    }
    let ours = play.id("Brigade");
    let stands = |play: &crate::battle_common::Play| {
        Fogr::invariants(&play.battle).unwrap();
        (ahead(play.world(), ours), play.world().rects(ours).len())
    };
    assert_eq!(stands(&play), (20, 6));
    // Turned about it has the rocks before it and the friends behind.
    let action = Action::TurnAbout { and_back: false, with: None };
    play.choose(Decision::Manoeuvre(Manoeuvre::Move { group: ours, action }));
    assert_eq!(play.world().anchor(ours).at.y, Um::from_mm(260));
    assert_eq!(stands(&play), (20, 6));
}

/// Found by chance, in random battle 903240: levelled, the point was put upon the base behind it.
#[test]
fn a_brigade_that_intercepts_levels_its_front() {
    proves!("FOGR-IMPACT-021", "FOGR-IMPACT-091");
    use caracole_fog::battle::impact::{Charge, ChargeState, Interception, intercept};
    // Foot charge south at others; the brigade, which faces them from behind those, comes 30 mm forward into their path.
    let scene = scene()
        .red(brigade().at(500, 520, 0, 3))
        .red(group("Foot", &[shot(4)]).at(390, 545, 0, 2))
        .blue(group("Chargers", &[pike(4)]).at(460, 600, 180, 2));
    let charge = Charge {
        group: scene.id("Chargers"),
        wheel: None,
        targets: vec![scene.id("Foot")],
        evaded: Vec::new(),
        tests: Vec::new(),
        passed: false,
        state: ChargeState::Declared,
    };
    let how = Interception::AcrossPath { distance: Um::from_mm(30), wheel: None };
    let (body, _) = intercept::check(&scene.world(), scene.id("Brigade"), &charge, how).unwrap();
    let rects = body.rects();
    assert_eq!(rects.len(), 7);
    let pairs = (0..7).flat_map(|i| (0..i).map(move |j| (i, j)));
    assert!(pairs.into_iter().all(|(i, j)| !rects[i].overlaps(&rects[j])));
}

/// Found in random battle 700437: the routers stood on the point.
#[test]
fn a_brigade_that_breaks_holds_its_point_until_it_runs() {
    proves!("FOGR-BG-038", "FOGR-MOVE-088");
    use crate::battle_common::light_horse;
    use caracole_fog::battle::Fogr;
    use caracole_fog::battle::impact::{Decision as Impact, Evade};
    use caracole_fog::troops::Cohesion;
    use caracole_kernel::Rules;
    // Light horse flee north; the fragmented brigade behind them, its back to them, stands from 780 to 820, its point
    // before it to 840. Eight files of horse leave no way round it.
    let mut play = scene()
        .red(group("Horse", &[cavalry(4)]).at(900, 600, 0, 2))
        .blue(group("Light", &[light_horse(8)]).at(900, 650, 180, 4))
        .blue(brigade().at(900, 820, 0, 3).cohesion(Cohesion::Fragmented))
        .begin();
    let (light, ours) = (play.id("Light"), play.id("Brigade"));
    let targets = vec![light];
    play.choose(Decision::Impact(Impact::Charge { group: play.id("Horse"), wheel: None, targets }));
    pass_all(&mut play);
    play.choose(Decision::Impact(Impact::Evade { group: light, to: Evade::ToRear }));
    play.dice(&[3]);
    // They burst through and are put beyond its shot, where its point is: it broke, but nothing is measured to its point.
    assert!(play.world()[ours].is_broken());
    assert!(!play.world()[ours].turn.routed);
    assert!(play.world().point_base(ours).is_some());
    Fogr::invariants(&play.battle).unwrap();
}

#[test]
fn behind_works_and_guns_the_front_is_level() {
    proves!("FOGR-BG-039");
    let depth = caracole_fog::field::Scale::default().fortification_depth().get() / 1000;
    let mut play = facing(|s| s.works(Side::Red, 500, 300 + depth, 0)).play();
    pass_all(&mut play);
    assert_eq!(ahead(play.world(), play.id("Brigade")), 0);
    let mut play =
        facing(|s| s.red(group("Guns", &[guns(2, TroopType::MediumArtillery)]).at(480, 340, 0, 2))).play();
    pass_all(&mut play);
    assert_eq!(ahead(play.world(), play.id("Brigade")), 0);
}

#[test]
fn drawn_back_it_keeps_the_benefits_of_its_formation() {
    proves!("FOGR-BG-040");
    use caracole_fog::battle::outcome::Roster;
    use caracole_fog::combat::Formation;
    use caracole_fog::troops::CombatPhase;
    let mut play =
        facing(|s| s.blue(group("Horse", &[cavalry(4)]).at(500, 350, 180, 2)).active(Side::Blue)).begin();
    let brigade = play.id("Brigade");
    charge(&mut play, "Horse", &["Brigade"]);
    assert_eq!(ahead(play.world(), brigade), 0);
    let fight = Roster::of(play.world(), &[brigade]).fight(play.world(), CombatPhase::Shooting);
    assert_eq!(fight.groups[0].formation, Formation::SwedishBrigade);
}

#[test]
fn pike_with_shot_behind_them_in_their_file_have_no_point() {
    // Found by chance: a brigade that fed a file into a fight from column stood with its pike before its shot when the
    // enemy broke off, and its bases were put one upon the other.
    proves!("FOGR-BG-039");
    use caracole_fog::battle::Fogr;
    use caracole_fog::formation::Position;
    use caracole_kernel::Rules;
    use caracole_plane::Point;
    let mut play = scene()
        .red(group("Far", &[cavalry(4)]).at(300, 200, 0, 2))
        .red(group("Idle", &[cavalry(4)]).at(1500, 200, 0, 2))
        .blue(group("Brigade", &[pike(3), shot(4)]).says(GroupPermit::SwedishBrigade).at(900, 800, 180, 3))
        .play();
    let brigade = play.id("Brigade");
    // Facing south: one shot on the left, the pike beside it with the other shot behind them.
    play.battle = play.battle.with_world(|w| {
        let ids: Vec<_> = w.base_ids(brigade).to_vec();
        let (pikes, shots): (Vec<_>, Vec<_>) =
            ids.into_iter().partition(|&b| w[b].profile.has(Capability::Pike));
        let (first, others) = shots.split_first().unwrap();
        for (rank, &id) in (0u8..).zip(pikes.iter().chain(others)) {
            w[id].at = Position { file: 1, rank };
            w[id].base.front.at = Point::from_mm(880, 800 + 20 * i32::from(rank));
        }
        w[*first].at = Position { file: 0, rank: 0 };
        w[*first].base.front.at = Point::from_mm(920, 800);
    });
    let places = |play: &crate::battle_common::Play| -> Vec<_> {
        play.world().bases_of(brigade).iter().map(|b| (b.at, b.base.front)).collect()
    };
    let before = places(&play);
    assert!(crate::outcome::steps::pass(&mut play));
    assert_eq!(places(&play), before);
    Fogr::invariants(&play.battle).unwrap();
}

#[test]
fn a_brigade_in_column_holds_no_base_ahead() {
    // Found by chance: the foremost pike base of a column counted as a point base, and was put upon the second when the
    // column marched.
    proves!("FOGR-BG-036", "FOGR-BG-038");
    use caracole_fog::battle::Fogr;
    use caracole_kernel::Rules;
    let mut play = scene()
        .red(brigade().at(500, 300, 0, 1))
        .blue(group("Horse", &[cavalry(4)]).at(500, 900, 180, 2))
        .play();
    let brigade = play.id("Brigade");
    let fronts = |play: &crate::battle_common::Play| -> Vec<i32> {
        let mut at: Vec<i32> =
            play.world().bases_of(brigade).iter().map(|b| b.base.front.at.y.get() / 1000).collect();
        at.sort_unstable();
        at
    };
    assert_eq!(fronts(&play), [180, 200, 220, 240, 260, 280, 300]);
    // All seven bases are measured to: the horse are 600 mm from the foremost.
    let (ours, theirs) = (play.world().rects(brigade), play.world().rects(play.id("Horse")));
    assert_eq!((ours.len(), shortest_distance(ours, theirs)), (7, Some(Um::from_mm(600))));
    while let (_, Request::Manoeuvre(ManoeuvreAsked::Reform | ManoeuvreAsked::Feed)) = play.asked() {
        play.choose(Decision::Manoeuvre(Manoeuvre::Done));
    }
    let action = Action::Advance(Advance::straight(Um::from_mm(50)));
    play.choose(Decision::Manoeuvre(Manoeuvre::Move { group: brigade, action }));
    assert_eq!(fronts(&play), [230, 250, 270, 290, 310, 330, 350]);
    Fogr::invariants(&play.battle).unwrap();
}

#[test]
fn the_point_alone_touches_nobody() {
    // Found by chance, in random battle 2784: enemies stood one base depth before a brigade, its point touched them, and
    // its pike file lined up with them.
    proves!("FOGR-BG-038", "FOGR-BG-039");
    use caracole_fog::battle::Fogr;
    use caracole_kernel::Rules;
    let mut play = facing(|s| s.blue(group("Shot", &[shot(3)]).at(500, 320, 180, 3))).play();
    let brigade = play.id("Brigade");
    let places = |play: &crate::battle_common::Play| -> Vec<_> {
        play.world().bases_of(brigade).iter().map(|b| b.base.front.at).collect()
    };
    let before = places(&play);
    assert_eq!(ahead(play.world(), brigade), 0);
    assert!(crate::outcome::steps::pass(&mut play));
    assert_eq!(places(&play), before);
    Fogr::invariants(&play.battle).unwrap();
}
