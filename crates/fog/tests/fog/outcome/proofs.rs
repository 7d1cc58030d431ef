//! What tercios, commanders, wagons and markers do on the table.

use crate::battle_common::{Play, bases, cavalry, group, horse, pike, scene, shot};
use crate::outcome::steps::{charge, outcome as choose, pass_all, pursuit_asked, settle, tale};
use caracole_fog::RollPurpose;
use caracole_fog::army::{CommanderLevel, GroupPermit};
use caracole_fog::battle::impact::{Decision as Impact, Request as ImpactAsked};
use caracole_fog::battle::melee::{Decision as Melee, Request as MeleeAsked};
use caracole_fog::battle::outcome::{Decision as Outcome, Event};
use caracole_fog::battle::world::CommanderPlace;
use caracole_fog::battle::{CommanderId, Decision, Request};
use caracole_fog::troops::{Capability, Cohesion, TroopType};
use caracole_kernel::{Awaiting, Side};
use caracole_ledger::proves;
use caracole_plane::Um;

fn break_blue(play: &mut Play) {
    pass_all(play);
    settle(play, |roll| match (roll.side, roll.purpose) {
        (Some(Side::Red), RollPurpose::Melee) => 5,
        (_, RollPurpose::VariableMove) => 3,
        (_, RollPurpose::DeathRoll) => 6,
        _ => 4,
    });
}

#[test]
fn a_tercio_chooses_how_many_ranks_of_pike_face_pursuers() {
    proves!("FOGR-IMPACT-060", "FOGR-JAP-036");
    // Pursuers in four files, routers before the middle two; a later tercio faces east, its right side 100 mm ahead of
    // the right file.
    let mut play = scene()
        .red(group("A", &[cavalry(8)]).at(500, 300, 0, 4))
        .blue(group("B", &[cavalry(6)]).at(500, 300, 180, 2).cohesion(Cohesion::Fragmented))
        .blue(group("Tercio", &[pike(8), shot(6)]).says(GroupPermit::LaterTercio).at(625, 480, 90, 4))
        .play();
    break_blue(&mut play);
    let (a, tercio) = (play.id("A"), play.id("Tercio"));
    assert!(pursuit_asked(&play).is_some(), "{}", tale(&play));
    choose(&mut play, Outcome::GoOn);
    let asked = |play: &Play| match play.battle.awaiting() {
        Awaiting::Decision { side, request: Request::Impact(r) } => Some((*side, r.clone())),
        _ => None,
    };
    let wanted = ImpactAsked::FaceAttack { group: tercio, charger: a, ranks: vec![1, 2] };
    assert_eq!(asked(&play), Some((Side::Blue, wanted)), "{}", tale(&play));
    play.choose(Decision::Impact(Impact::FaceAttack { ranks: 2 }));
    let turned = play
        .world()
        .bases_of(tercio)
        .iter()
        .filter(|b| b.profile.has(Capability::Pike) && b.facing != caracole_fog::formation::Facing::Front)
        .count();
    assert_eq!(turned, 2);
}

#[test]
fn a_commander_in_the_front_rank_stands_where_his_player_puts_him() {
    proves!("FOGR-COMBAT-114", "FOGR-MOVE-097");
    let mut play = scene()
        .red(group("A", &[cavalry(6)]).at(500, 300, 0, 3))
        .blue(group("B", &[cavalry(4)]).at(520, 300, 180, 2))
        .commander(Side::Red, CommanderLevel::Field, "A")
        .play();
    pass_moves(&mut play);
    let (a, c) = (play.id("A"), CommanderId(0));
    let stood = play.world().rects(a).to_vec();
    // The left file touches nobody.
    let refused = play.refused(Decision::Melee(Melee::FightAt { file: 0 }));
    assert_eq!(refused.rule.id(), "FOGR-COMBAT-114");
    play.choose(Decision::Melee(Melee::FightAt { file: 2 }));
    let world = play.world();
    assert_eq!(world[c].place, CommanderPlace::FrontRank(a));
    let front = world.bases_of(a).into_iter().find(|b| b.at.file == 2).unwrap();
    assert_eq!(world[c].base.front, front.base.front);
    // Those whom he displaces fight as if he had not: two files of two, and one that overlaps.
    assert_eq!(world.rects(a), stood);
    let dice = told_dice(&play);
    assert_eq!(dice, 5, "{}", tale(&play));
}

fn pass_moves(play: &mut Play) {
    while !matches!(
        play.battle.awaiting(),
        Awaiting::Decision { request: Request::Melee(MeleeAsked::FrontRank { .. }), .. }
    ) {
        assert!(crate::outcome::steps::pass(play), "{}", tale(play));
    }
}

/// The dice of A as told last.
fn told_dice(play: &Play) -> i32 {
    let a = play.id("A");
    let dice = crate::outcome::steps::told(&play.events).into_iter().rev().find_map(|e| match e {
        Event::Dice { dice } => Some(dice),
        _ => None,
    });
    dice.expect("dice").iter().filter(|d| d.by == Some(a)).map(|d| d.dice.total()).sum()
}

#[test]
fn a_regimental_gun_has_a_place_but_is_in_nobodys_way() {
    proves!("FOGR-BG-056", "FOGR-BG-057");
    let mut foot = group("Foot", &[pike(2), shot(4)]).at(500, 300, 180, 3);
    foot.listed.regimental_guns = true;
    let mut play = scene().red(group("A", &[cavalry(4)]).at(500, 250, 0, 2)).blue(foot).begin();
    let (a, foot) = (play.id("A"), play.id("Foot"));
    assert_eq!(play.world().rects(foot).len(), 6);
    charge(&mut play, "A", &["Foot"]);
    // The cavalry come up to the bases: 50 mm, with no marker between them.
    assert_eq!(play.world().anchor(a).at.y, Um::from_mm(300));
}

#[test]
fn wagons_fight_on_their_long_edge_with_the_file_nearest_to_the_enemy() {
    proves!("FOGR-COMBAT-023", "FOGR-COMBAT-017");
    let wagons = bases(4, TroopType::BattleWagons, None, &[]);
    // Two files of two wagons face north; horse come upon the right side, the long edges of the right file.
    let mut play = scene()
        .red(group("Horse", &[horse(4)]).at(620, 280, 270, 2))
        .blue(group("Wagons", &[wagons]).at(500, 300, 0, 2))
        .begin();
    let wagons = play.id("Wagons");
    charge(&mut play, "Horse", &["Wagons"]);
    while let Awaiting::Decision { request: Request::Impact(ImpactAsked::PairBases { .. }), .. } =
        play.battle.awaiting()
    {
        let (side, request) = play.asked();
        let mut out = Vec::new();
        use caracole_kernel::Rules;
        caracole_fog::battle::Fogr::candidates(&play.battle, side, &request, &mut out);
        play.choose(out.swap_remove(0));
    }
    let files: Vec<u8> =
        caracole_fog::battle::position::contact::touches(play.world(), play.id("Horse"), wagons)
            .iter()
            .map(|t| play.world()[t.their].at.file)
            .collect();
    assert!(files.iter().all(|f| *f == 1), "{files:?}");
    // A wagon is two bases wide on its long edge: both sides fight with two bases, four dice each.
    let dice = crate::outcome::steps::told(&play.events).into_iter().rev().find_map(|e| match e {
        Event::Dice { dice } => Some(dice),
        _ => None,
    });
    let dice: Vec<(bool, i32)> =
        dice.expect("dice").iter().map(|d| (d.by == Some(wagons), d.dice.total())).collect();
    assert_eq!(dice, [(false, 4), (true, 4)], "{files:?}");
    // In the melee too they fight back there: two dice for each base width. Blue is active, so that nobody lines up.
    let wagons = bases(4, TroopType::BattleWagons, None, &[]);
    let mut play = scene()
        .red(group("Horse", &[horse(4)]).at(540, 260, 270, 2))
        .blue(group("Wagons", &[wagons]).at(500, 300, 0, 2))
        .active(Side::Blue)
        .play();
    let wagons = play.id("Wagons");
    pass_all(&mut play);
    settle_shooting(&mut play);
    let last = crate::outcome::steps::told(&play.events).into_iter().rev().find_map(|e| match e {
        Event::Dice { dice } => Some(dice),
        _ => None,
    });
    let dice: Vec<(bool, i32)> =
        last.expect("dice").iter().map(|d| (d.by == Some(wagons), d.dice.total())).collect();
    // The other wagon of that file stands in line with it beyond the end of the horse: it overlaps with one die more.
    assert_eq!(dice, [(true, 5), (false, 4)], "{}", tale(&play));
}

#[test]
fn commanders_are_not_frightened_by_elephants() {
    proves!("FOGR-SPECIAL-006");
    // A commander with horse, beside elephants: his base disorders nobody and is not disordered; nor do camels of his.
    let elephants = bases(2, TroopType::Elephants, None, &[]);
    let scene = scene()
        .red(group("Horse", &[horse(4)]).at(900, 300, 0, 2))
        .red(group("E", &[elephants]).at(900, 600, 0, 2))
        .blue(group("B", &[horse(4)]).at(900, 900, 180, 2))
        .lone_commander(Side::Red, CommanderLevel::Field, 960, 300);
    use caracole_fog::battle::position::disorder;
    let world = scene.world();
    // However he is depicted, horse close to a commander are in good order.
    let worst = disorder::worst(&world, scene.id("Horse"));
    assert_eq!(worst, caracole_fog::troops::Disorder::None);
}

#[test]
fn broken_troops_face_away_when_they_run() {
    proves!("FOGR-BG-060", "FOGR-COMBAT-108");
    let mut play = scene()
        .red(group("A", &[cavalry(4)]).at(500, 300, 0, 2))
        .blue(group("B", &[cavalry(6)]).at(500, 300, 180, 2).cohesion(Cohesion::Fragmented))
        .play();
    break_blue(&mut play);
    let b = play.id("B");
    assert!(play.world()[b].is_broken());
    let all = play.world().bases_of(b);
    assert!(all.iter().all(|s| s.base.facing() == caracole_plane::Angle::ZERO), "{}", tale(&play));
}

fn settle_shooting(play: &mut Play) {
    if play.world().turn.phase == caracole_fog::battle::Phase::Shooting {
        settle(play, |_| 1);
        pass_all(play);
    }
}

#[test]
fn those_who_do_not_turn_to_an_enemy_at_their_side_have_no_dice_against_him() {
    proves!("FOGR-MELEE-001");
    use caracole_fog::battle::manoeuvre::{Action, Decision as Manoeuvre, Request as Asked};
    use caracole_fog::battle::outcome::roster::directions;
    use caracole_fog::combat::Directions;
    use caracole_plane::Hand;
    // E fights B to its front; A, side to side with its third rank, turns upon it.
    let mut play = scene()
        .red(group("A", &[horse(2)]).at(900, 340, 0, 2))
        .red(group("B", &[horse(6)]).at(1000, 240, 0, 3))
        .blue(group("E", &[horse(9)]).at(1000, 240, 180, 3))
        .play();
    while let (_, Request::Manoeuvre(Asked::Reform | Asked::Feed)) = play.asked() {
        play.choose(Decision::Manoeuvre(Manoeuvre::Done));
    }
    let (a, e) = (play.id("A"), play.id("E"));
    let action = Action::TurnIntoMelee { hand: Hand::Right };
    play.choose(Decision::Manoeuvre(Manoeuvre::Move { group: a, action }));
    assert!(matches!(play.asked().1, Request::Manoeuvre(Asked::Respond { .. })), "{}", tale(&play));
    play.choose(Decision::Manoeuvre(Manoeuvre::Stand));
    assert_eq!(directions(play.world(), e), Directions::One);
    pass_all(&mut play);
    settle_shooting(&mut play);
    let dice = crate::outcome::steps::told(&play.events).into_iter().rev().find_map(|e| match e {
        Event::Dice { dice } => Some(dice),
        _ => None,
    });
    let dice = dice.unwrap_or_else(|| panic!("{}", tale(&play)));
    assert!(dice.iter().any(|d| d.by == Some(a) && d.against == e), "{}", tale(&play));
    assert!(!dice.iter().any(|d| d.by == Some(e) && d.against == a), "{}", tale(&play));
}
