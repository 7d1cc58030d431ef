//! Where programs go wrong: each clause in a battle of its own.

use crate::battle_common::{
    Play, Scene, bases, cavalry, dragoons, group, horse, light_foot, light_horse, pike, scene, shot,
};
use crate::outcome::steps::{pass_all, settle, tale, told};
use caracole_fog::RollPurpose;
use caracole_fog::army::{BaseCount, GroupPermit};
use caracole_fog::battle::impact::away::may_pass;
use caracole_fog::battle::impact::evade::can_evade;
use caracole_fog::battle::outcome::{DiceTold, Event, Roster, TestedFor};
use caracole_fog::battle::position::kinds;
use caracole_fog::battle::{GroupId, Phase};
use caracole_fog::field::TerrainKind;
use caracole_fog::troops::{Armour, Capability, Cohesion, CombatPhase, TroopType};
use caracole_kernel::Side;
use caracole_ledger::proves;
use caracole_plane::Angle;

fn of(count: u8, troop_type: TroopType, can: &[Capability]) -> BaseCount {
    bases(count, troop_type, Some(Armour::Unarmoured), can)
}

/// The battle at its first melee, and the dice told for it.
fn melee(scene: &Scene) -> (Play, Vec<DiceTold>) {
    let mut play = scene.play();
    pass_all(&mut play);
    if play.world().turn.phase == Phase::Shooting {
        settle(&mut play, |_| 1);
        pass_all(&mut play);
    }
    let dice = told(&play.events).into_iter().rev().find_map(|e| match e {
        Event::Dice { dice } => Some(dice),
        _ => None,
    });
    let dice = dice.unwrap_or_else(|| panic!("no dice: {}", tale(&play)));
    (play, dice)
}

/// Dice, net points and score of one battle group against another.
fn of_group(dice: &[DiceTold], by: GroupId) -> Vec<(i32, i32, u8)> {
    dice.iter().filter(|d| d.by == Some(by)).map(|d| (d.dice.total(), d.advantage.total(), d.score)).collect()
}

#[test]
fn trap_cavalry_is_one_troop_type() {
    // TRAPS: gendarmes, cavaliers, horse and determined horse cannot evade, nor pass through light foot.
    proves!("FOGR-IMPACT-097", "FOGR-MOVE-078");
    use TroopType::{Cavaliers, Cavalry, DeterminedHorse, Gendarmes, Horse};
    for (troop_type, can) in
        [(Cavalry, true), (Gendarmes, false), (Cavaliers, false), (Horse, false), (DeterminedHorse, false)]
    {
        let scene = scene()
            .red(group("Riders", &[of(4, troop_type, &[Capability::Swordsmen])]).at(500, 300, 0, 4))
            .red(group("Foot", &[light_foot(4)]).at(500, 500, 0, 2))
            .blue(group("B", &[shot(6)]).at(500, 900, 180, 3));
        let world = scene.world();
        assert_eq!(can_evade(&world, scene.id("Riders")), can, "{troop_type}");
        assert_eq!(may_pass(&world, scene.id("Riders"), scene.id("Foot"), Angle::ZERO), can, "{troop_type}");
        // Light foot pass through all of them.
        assert!(may_pass(&world, scene.id("Foot"), scene.id("Riders"), Angle::ZERO));
    }
}

#[test]
fn trap_elephants_are_neither_foot_nor_mounted_and_dragoons_are_foot_and_light() {
    // TRAPS: elephants are neither foot nor mounted. Dragoons are foot and light troops.
    proves!("FOGR-TROOPS-003", "FOGR-IMPACT-073");
    let scene = scene()
        .red(group("E", &[bases(2, TroopType::Elephants, None, &[])]).at(500, 300, 0, 2))
        .red(group("D", &[dragoons(3)]).at(800, 300, 0, 3))
        .blue(group("B", &[shot(6)]).at(500, 900, 180, 3));
    let world = scene.world();
    let (e, d) = (scene.id("E"), scene.id("D"));
    assert!(!kinds::is_foot(&world, e) && !kinds::is_mounted(&world, e) && kinds::is_battle(&world, e));
    assert!(kinds::is_foot(&world, d) && kinds::is_light(&world, d) && !kinds::is_mounted(&world, d));
    assert!(can_evade(&world, d) && !can_evade(&world, e));
}

#[test]
fn trap_ranks_are_counted_file_by_file() {
    // TRAPS: ranks that a point of advantage needs are counted file by file.
    proves!("FOGR-COMBAT-083", "FOGR-COMBAT-077");
    // Seven pikes in two files: four deep on the left, three on the right.
    let scene = scene()
        .red(group("Pike", &[pike(7)]).at(500, 300, 0, 2))
        .blue(group("B", &[of(4, TroopType::HeavyFoot, &[Capability::ImpactFoot])]).at(500, 300, 180, 2));
    let (play, dice) = melee(&scene);
    let found = of_group(&dice, play.id("Pike"));
    // Better armour for both files, four ranks for one only.
    assert_eq!(found, [(2, 2, 3), (2, 1, 4)], "{}", tale(&play));
}

#[test]
fn trap_halberds_among_pike_count_as_ranks_of_pike() {
    // TRAPS: pike mixed with heavy weapon or swordsmen is the only exception.
    proves!("FOGR-COMBAT-084");
    let halberds = bases(2, TroopType::HeavyFoot, Some(Armour::Armoured), &[Capability::HeavyWeapon]);
    let scene = scene()
        .red(group("Mixed", &[pike(6), halberds]).at(500, 300, 0, 2))
        .blue(group("B", &[of(4, TroopType::HeavyFoot, &[Capability::ImpactFoot])]).at(500, 300, 180, 2));
    let (play, dice) = melee(&scene);
    assert_eq!(of_group(&dice, play.id("Mixed")), [(4, 2, 3)], "{}", tale(&play));
}

#[test]
fn trap_plus_needs_4_like_nothing_and_two_minus_need_5_like_one() {
    // TRAPS: close combat: + needs 4 like 0, and - - needs 5 like -.
    proves!("FOGR-COMBAT-036");
    let score = |own: BaseCount, files: u8| {
        let scene = scene()
            .red(group("A", &[own]).at(500, 300, 0, files))
            .blue(group("B", &[of(4, TroopType::Cavalry, &[])]).at(500, 300, 180, 2));
        let (play, dice) = melee(&scene);
        let (a, b) = (of_group(&dice, play.id("A")), of_group(&dice, play.id("B")));
        ((a[0].1, a[0].2), (b[0].1, b[0].2))
    };
    let rider = |can: &[Capability]| of(4, TroopType::Cavalry, can);
    assert_eq!(score(rider(&[]), 2), ((0, 4), (0, 4)));
    assert_eq!(score(rider(&[Capability::Swordsmen]), 2), ((1, 4), (-1, 5)));
    let deep = bases(8, TroopType::HeavyFoot, Some(Armour::Unarmoured), &[Capability::Pike]);
    assert_eq!(score(deep, 2), ((2, 3), (-2, 5)));
}

#[test]
fn trap_swordsmen_who_overlap_hit_on_3_whatever_else() {
    // TRAPS: overlaps by swordsmen, heavy weapons or warriors are a final ++ that replaces everything.
    proves!("FOGR-MELEE-009", "FOGR-COMBAT-082");
    // Pikes four deep would make the warriors' front - -; their overlap is ++ all the same.
    let scene = scene()
        .red(group("W", &[of(6, TroopType::Warriors, &[])]).at(500, 300, 0, 3))
        .blue(group("P", &[pike(8)]).at(480, 300, 180, 2));
    let (play, dice) = melee(&scene);
    let found = of_group(&dice, play.id("W"));
    assert!(found.contains(&(1, 2, 3)), "{found:?} {}", tale(&play));
    assert!(found.iter().any(|f| f.1 < 0 && f.2 == 5), "{found:?}");
}

#[test]
fn trap_bayonets_only_deny() {
    // TRAPS: bayonet has no + of its own; it only denies enemy rows.
    proves!("FOGR-COMBAT-068", "FOGR-COMBAT-073");
    let with = |can: &[Capability]| {
        let scene = scene()
            .red(group("Shot", &[of(4, TroopType::MediumFoot, can)]).at(500, 300, 0, 2))
            .blue(group("H", &[of(4, TroopType::Cavalry, &[Capability::Swordsmen])]).at(500, 300, 180, 2));
        let (play, dice) = melee(&scene);
        of_group(&dice, play.id("H"))[0].1
    };
    assert_eq!(with(&[Capability::Musket]), 1, "swordsmen against unprotected shot");
    assert_eq!(with(&[Capability::Musket, Capability::Bayonet]), 0, "denied, and nothing more");
}

#[test]
fn trap_protected_horse_gain_their_point_last() {
    // TRAPS: protected horse gain their + last, after netting.
    proves!("FOGR-COMBAT-078", "FOGR-COMBAT-089");
    let with = |x: i32| {
        // Commanded shot beside the left file of horse, or 100 mm away; the enemy have melee pistols.
        let scene = scene()
            .red(group("Shot", &[shot(2)]).says(GroupPermit::CommandedShot).at(x, 300, 0, 1))
            .red(group("H", &[of(4, TroopType::Horse, &[])]).at(500, 300, 0, 2))
            .blue(group("B", &[of(4, TroopType::Horse, &[Capability::MeleePistol])]).at(500, 300, 180, 2));
        let (play, dice) = melee(&scene);
        of_group(&dice, play.id("H")).iter().map(|f| f.1).collect::<Vec<_>>()
    };
    assert_eq!(with(340), [-1], "out of contact nobody is protected");
    assert_eq!(with(440), [0, -1], "only the file beside the shot");
}

#[test]
fn trap_three_bases_of_a_file_count_for_hits() {
    // TRAPS: hits per 3 bases count only the first 3 bases of each file; elephants, guns and wagons count double.
    proves!("FOGR-GLOSSARY-021");
    let scene = scene()
        .red(group("Pike", &[pike(8)]).at(500, 300, 0, 2))
        .red(group("E", &[bases(2, TroopType::Elephants, None, &[])]).at(800, 300, 0, 2))
        .blue(group("B", &[shot(6)]).at(500, 900, 180, 3));
    let world = scene.world();
    let counted = |name: &str| {
        let id = scene.id(name);
        let fight = Roster::of(&world, &[id]).fight(&world, CombatPhase::Melee);
        let index = 0;
        caracole_fog::combat::bases_counted(&fight.groups[index])
    };
    assert_eq!(counted("Pike"), 6);
    assert_eq!(counted("E"), 4);
}

#[test]
fn trap_mixed_foot_test_as_their_heaviest_type() {
    // TRAPS: mixed foot test cohesion as their heaviest type. Modifiers belong only to their own test.
    proves!("FOGR-COHESION-017", "FOGR-COHESION-028");
    let tested = |who: &[BaseCount]| {
        let scene = scene()
            .red(group("Foot", who).at(500, 300, 0, 3))
            .blue(group("H", &[cavalry(6)]).at(500, 300, 180, 3));
        let (mut play, _) = melee(&scene);
        settle(&mut play, |roll| match (roll.side, roll.purpose) {
            (Some(Side::Blue), RollPurpose::Melee) => 6,
            (Some(Side::Red), RollPurpose::Melee) => 1,
            (_, RollPurpose::DeathRoll) => 6,
            _ => 6,
        });
        let score = told(&play.events).into_iter().find_map(|e| match e {
            Event::Tested { tested_for: TestedFor::CloseCombat, score, .. } => Some(score),
            _ => None,
        });
        score.unwrap_or_else(|| panic!("no test: {}", tale(&play))).total()
    };
    // Medium foot beaten by mounted in the open have one more against them than pike and shot, who test as heavy foot.
    assert_eq!(tested(&[pike(2), shot(4)]) - tested(&[shot(6)]), 1);
}

#[test]
fn trap_disorder_is_by_base_for_dice_and_never_adds_to_cohesion() {
    // TRAPS: disorder is per base for dice, for the whole group in tests, and never added to cohesion losses.
    proves!("FOGR-COMBAT-025", "FOGR-BG-063", "FOGR-BG-064");
    // Pikes three files wide, two deep, the left file in enclosed fields: two of six dice lose nothing by thirds.
    let at = |cohesion: Cohesion, to: i32| {
        let scene = scene()
            .terrain(TerrainKind::EnclosedFields, (400, 200), (to, 299))
            .red(group("P", &[pike(6)]).at(500, 300, 0, 3).cohesion(cohesion))
            .blue(group("B", &[shot(6)]).at(500, 300, 180, 3));
        let (play, dice) = melee(&scene);
        of_group(&dice, play.id("P")).iter().map(|f| f.0).sum::<i32>()
    };
    assert_eq!(at(Cohesion::Steady, 401), 6);
    assert_eq!(at(Cohesion::Steady, 479), 6, "two disordered dice: no third one to lose");
    assert_eq!(at(Cohesion::Steady, 599), 4, "six disordered dice lose two");
    assert_eq!(at(Cohesion::Disrupted, 599), 4, "and disrupted they lose no more");
}

#[test]
fn trap_light_troops_in_contact_lose_half_first() {
    // TRAPS: the terrain exemption is for light foot and dragoons only; light horse fight at half dice.
    proves!("FOGR-COMBAT-015");
    let scene = scene()
        .red(group("L", &[light_horse(6)]).at(500, 300, 0, 3).cohesion(Cohesion::Disrupted))
        .blue(group("H", &[horse(6)]).at(500, 300, 180, 3));
    let (play, dice) = melee(&scene);
    // 6 dice, minus 3 as light horse, minus 1 for disruption.
    assert_eq!(of_group(&dice, play.id("L")).iter().map(|f| f.0).sum::<i32>(), 2);
}

#[test]
fn trap_the_side_with_more_sits_out_but_every_enemy_base_stays_paired() {
    // TRAPS: the side with more chooses who sits out, but every enemy base stays paired.
    proves!("FOGR-COMBAT-012");
    use caracole_fog::battle::impact::{Decision as Impact, Met, Request as Asked};
    use caracole_fog::battle::{Decision, Request};
    use caracole_kernel::Awaiting;
    // Three files meet two: all three touch.
    let mut play = scene()
        .red(group("A", &[horse(6)]).at(500, 250, 0, 3))
        .blue(group("B", &[horse(4)]).at(500, 300, 180, 2))
        .begin();
    crate::outcome::steps::charge(&mut play, "A", &["B"]);
    let (a, b) = (play.world().base_ids(play.id("A")), play.world().base_ids(play.id("B")));
    let Awaiting::Decision { side, request: Request::Impact(Asked::PairBases { contacts }) } =
        play.battle.awaiting().clone()
    else {
        panic!("{}", tale(&play))
    };
    assert_eq!((side, contacts.len()), (Side::Red, 4), "the middle one touches both");
    let front = |file: usize| a[2 * file];
    // Blue faces the other way: its right base stands on red's left.
    let (west, east) = (b[2], b[0]);
    let pair = |red, blue| Met { red, blue };
    let both_on_one = vec![pair(front(0), west), pair(front(1), west)];
    let why = |pairs| play.refused(Decision::Impact(Impact::Pair { pairs })).rule.id();
    assert_eq!(why(both_on_one), "FOGR-COMBAT-011", "each base fights one");
    assert_eq!(why(vec![pair(front(0), west)]), "FOGR-COMBAT-012", "and none of the enemy's is left out");
    play.choose(Decision::Impact(Impact::Pair { pairs: vec![pair(front(1), west), pair(front(2), east)] }));
}

#[test]
fn trap_the_point_pike_goes_first_under_frontal_fire() {
    // TRAPS: base losses are proportional; the Swedish point pike goes first under frontal fire.
    proves!("FOGR-COHESION-049");
    let mut play = scene()
        .red(group("Brigade", &[pike(3), shot(4)]).says(GroupPermit::SwedishBrigade).at(500, 300, 0, 3))
        .blue(group("Shot", &[shot(8)]).at(500, 350, 180, 4))
        .active(Side::Blue)
        .play();
    pass_all(&mut play);
    assert_eq!(play.world().turn.phase, Phase::Shooting, "{}", tale(&play));
    settle(&mut play, |roll| match (roll.side, roll.purpose) {
        (Some(Side::Blue), RollPurpose::Shooting) => 6,
        (Some(Side::Red), RollPurpose::CohesionTest) => 6,
        _ => 1,
    });
    let brigade = play.id("Brigade");
    let pikes = play.world().profiles(brigade).iter().filter(|b| b.has(Capability::Pike)).count();
    assert!(play.world().size(brigade) < 7, "{}", tale(&play));
    // Whatever is lost is pike, the point first, while more than one is left.
    assert_eq!(pikes, play.world().size(brigade) - 4, "{}", tale(&play));
}

#[test]
fn trap_a_grand_battle_group_stays_one() {
    // TRAPS: a grand battle group stays one.
    proves!("FOGR-VICTORY-003");
    let scene = scene()
        .red(group("Tercio", &[pike(8), shot(8)]).says(GroupPermit::EarlyTercio).at(500, 300, 0, 4))
        .blue(group("B", &[shot(6)]).at(500, 900, 180, 3));
    let mut world = scene.world();
    let tercio = scene.id("Tercio");
    for base in world.base_ids(tercio).into_iter().take(6) {
        world[base].standing = false;
    }
    assert_eq!(world.size(tercio), 10);
    world[tercio].cohesion = Cohesion::Broken;
    use caracole_fog::battle::position::attrition;
    assert_eq!(attrition(&world, Side::Red).total(), 4, "with ten bases it still costs as a grand one");
}

#[test]
fn trap_an_early_tercio_without_a_horn_is_a_later_one_for_good() {
    // TRAPS: an early tercio without a shot base in each horn becomes a later one for good.
    proves!("FOGR-BG-024");
    use caracole_fog::battle::Request;
    use caracole_fog::battle::outcome::{Decision as Outcome, Request as Asked};
    use caracole_fog::formation::Status;
    use caracole_kernel::Awaiting;
    // One shot base in each horn: the loss of any of them empties it.
    let mut play = scene()
        .red(group("Tercio", &[pike(8), shot(4)]).says(GroupPermit::EarlyTercio).at(500, 300, 0, 4))
        .blue(group("H", &[cavalry(8)]).at(500, 300, 180, 4))
        .play();
    let tercio = play.id("Tercio");
    pass_all(&mut play);
    for _ in 0..20 {
        settle_to_loss(&mut play);
        let Awaiting::Decision { request: Request::Outcome(Asked::Loss { choices, .. }), .. } =
            play.battle.awaiting()
        else {
            break;
        };
        let shot_base = choices.iter().position(|c| c.status == Status::LaterTercio);
        let choice = u8::try_from(shot_base.unwrap_or(0)).unwrap();
        play.choose(caracole_fog::battle::Decision::Outcome(Outcome::Loss { choice }));
    }
    assert!(play.world().size(tercio) < 12, "{}", tale(&play));
    let shots = play.world().profiles(tercio).iter().filter(|b| !b.has(Capability::Pike)).count();
    let expected = if shots < 4 { Status::LaterTercio } else { Status::EarlyTercio };
    assert_eq!((shots < 4, play.world()[tercio].status), (true, expected), "{}", tale(&play));
}

/// Throws until a loss is to be chosen, blue hitting with everything.
fn settle_to_loss(play: &mut Play) {
    crate::outcome::steps::each(play, |roll| match (roll.side, roll.purpose) {
        (Some(Side::Blue), RollPurpose::Melee | RollPurpose::Shooting) => 6,
        (Some(Side::Red), RollPurpose::CohesionTest) => 6,
        _ => 1,
    });
}

#[test]
fn trap_a_threatened_flank_tells_on_every_cohesion_test() {
    // TRAPS: threatened flank affects tests.
    proves!("FOGR-COHESION-026", "FOGR-GLOSSARY-038");
    use caracole_fog::battle::outcome::game_tests::modifiers;
    use caracole_fog::combat::Cause;
    let total = |who: &BaseCount, x: i32, cause| {
        let scene = scene()
            .red(group("A", std::slice::from_ref(who)).at(x, 600, 0, 2))
            .blue(group("E", &[pike(4)]).at(1500, 900, 180, 2));
        modifiers(&scene.world(), scene.id("A"), cause).total()
    };
    for cause in [Cause::Sight { reasons: 1 }, Cause::Charged, Cause::Bolster] {
        // 300 mm from the side edge, the front reaching 40 mm to it.
        assert_eq!(total(&pike(4), 341, cause), 0, "{cause:?}");
        assert_eq!(total(&pike(4), 339, cause), -1, "{cause:?}");
        // Only battle troops on foot have such a flank.
        assert_eq!(total(&light_foot(4), 339, cause), 0);
        assert_eq!(total(&horse(4), 339, cause), 0);
    }
}
