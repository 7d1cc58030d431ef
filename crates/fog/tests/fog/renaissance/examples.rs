//! Worked examples of the rulebook and of the ledger that need no table.

use crate::renaissance::support::*;
use caracole_fog::combat::{
    Commander, CommanderPlace, Facing, Fight, FileShot, Formation, Grade, Group, LostTo, Range, TestPurpose,
    Volley, after_phase, bases_counted, quality_reroll, take_off,
};
use caracole_fog::renaissance::{
    Bar, Contact, Opponent, Rallying, Stopping, break_off_distance, is_protected, may_bolster, may_break_off,
    routers_lose, stopping, target_armour,
};
use caracole_fog::troops::{Armour, Book, Capability, Cohesion, CombatPhase, Quality, TroopType};
use caracole_kernel::{Side, dice::Thrown};
use caracole_ledger::{proves, rule};

use Armour::{Armoured, Unarmoured};
use Capability::*;
use TroopType::*;

fn group(side: Side, troop_type: TroopType, with: &[Capability], files: usize, ranks: usize) -> Group {
    block(side, base(troop_type, Unarmoured, Quality::Average, with), files, ranks)
}

#[test]
fn example_of_a_re_roll_that_never_lowers() {
    proves!("FOGR-BG-052", "FOGR-BG-054");
    let pool = caracole_fog::combat::test_roll(Quality::Elite);
    assert_eq!(pool.reroll, quality_reroll(Quality::Elite));
    let thrown = Thrown { dice: smallvec::smallvec![2, 2], again: smallvec::smallvec![6, 1] };
    assert_eq!(pool.read(&thrown).expect("a throw").number(), 8);
}

#[test]
fn examples_of_mixed_armour_and_of_protection() {
    proves!("FOGR-COMBAT-039", "FOGR-COMBAT-086", "FOGR-COMBAT-087");
    let shot = base(MediumFoot, Unarmoured, Quality::Average, &[Musket]);
    let pike = base(HeavyFoot, Armoured, Quality::Average, &[Pike]);
    let mut group = Group::new(Side::Red, [file(shot, 2), file(pike, 2), file(shot, 2)]);
    assert_eq!(target_armour(&group, false), Some(Unarmoured));
    group.files[0].facing = Facing::Left;
    assert_eq!([0, 1, 2].map(|i| is_protected(&group, i)), [false, true, true]);
}

/// The answer to a question about points of advantage.
fn poa(question: serde_json::Value) -> serde_json::Value {
    let answer = caracole_fog::ask::ask_line(&question.to_string(), Book::Renaissance);
    assert!(answer.get("error").is_none(), "{answer}");
    answer
}

#[test]
fn example_of_three_points_against_one() {
    proves!("FOGR-COMBAT-032", "FOGR-COMBAT-033");
    // Pike against mounted, in four ranks, uphill; the horse have better armour.
    let answer = poa(serde_json::json!({
        "kind": "poa", "phase": "melee",
        "own": { "type": "heavy foot", "capabilities": ["pike"], "ranks": 4, "uphill": true },
        "enemy": { "type": "horse", "armour": "armoured" },
    }));
    let lines = |of: &serde_json::Value, value: i64| {
        let lines = of["lines"].as_array().cloned().unwrap_or_default();
        lines.iter().filter(|l| l["effect"]["add"] == serde_json::json!(value)).count()
    };
    assert_eq!((lines(&answer["advantage"], 1), lines(&answer["advantage"], -1)), (3, 1), "{answer}");
    assert_eq!((answer["net"].as_i64(), answer["score"].as_i64()), (Some(2), Some(3)));
    assert_eq!((answer["enemy"]["net"].as_i64(), answer["enemy"]["score"].as_i64()), (Some(-2), Some(5)));
}

#[test]
fn example_of_a_single_rank_of_spearmen() {
    proves!("FOGR-COMBAT-085", "FOGR-COMBAT-060");
    let against = |ranks: u8| {
        poa(serde_json::json!({
            "kind": "poa", "phase": "impact",
            "own": { "type": "gendarmes", "capabilities": ["heavy lancers"], "charge": "yes" },
            "enemy": { "type": "heavy foot", "capabilities": ["spearmen"], "ranks": ranks },
        }))["net"]
            .clone()
    };
    assert_eq!(against(1), serde_json::json!(0), "neither has a point");
    assert_eq!(against(2), serde_json::json!(-1), "two ranks have theirs");
}

#[test]
fn example_of_an_early_tercio_counting_twelve_bases() {
    proves!("FOGR-GLOSSARY-021");
    let mut tercio = group(Side::Red, HeavyFoot, &[Pike], 4, 4);
    tercio.formation = Formation::EarlyTercio;
    let bases = bases_counted(&tercio);
    assert_eq!((bases, bases.div_ceil(3), bases.div_ceil(2)), (12, 4, 6));
}

#[test]
fn example_of_reiters_shooting() {
    proves!("FOGR-COMBAT-005", "FOGR-SHOOT-031", "FOGR-COMBAT-044");
    let reiters = group(Side::Red, Horse, &[ShootingPistol], 2, 3);
    let foot = block(Side::Blue, base(HeavyFoot, Armoured, Quality::Average, &[Pike]), 3, 2);
    let mut fight = Fight::new(CombatPhase::Shooting, vec![reiters, foot]);
    fight.volleys = vec![Volley {
        by: 0,
        at: 1,
        files: (0..2).map(|f| FileShot::plain(f, Range::Short)).collect(),
        regimental_gun: None,
        nearest: 0,
        from_behind: false,
        cover: false,
        enfilade: false,
    }];
    assert_eq!(parts(&fight), [(0, 1, -1, 5, 4)]);
}

#[test]
fn examples_of_breaking_off() {
    proves!("FOGR-JAP-003", "FOGR-JAP-004", "FOGR-JAP-005", "FOGR-JAP-006", "FOGR-JAP-007", "FOGR-JAP-009");
    proves!("FOGR-JAP-010");
    let state = |mut group: Group, cohesion| {
        group.cohesion = cohesion;
        group
    };
    let foot = |side, cohesion| state(group(side, HeavyFoot, &[Pike], 3, 2), cohesion);
    let from =
        |own: &Group, enemy: &Group| may_break_off(own, &[Opponent { group: enemy, bases: 3 }], Bar::None);
    use Cohesion::{Disrupted, Fragmented, Steady};
    // A: disrupted foot against steady foot; B: against disrupted foot.
    assert!(from(&foot(Side::Red, Disrupted), &foot(Side::Blue, Steady)).is_ok());
    assert_eq!(break_off_distance(&foot(Side::Red, Disrupted), 3), 4);
    let b = from(&foot(Side::Red, Disrupted), &foot(Side::Blue, Disrupted));
    assert_eq!(b.expect_err("B stays").rule, rule!("FOGR-JAP-006"));
    assert!(from(&foot(Side::Red, Steady), &foot(Side::Blue, Steady)).is_err());
    // C: steady cavaliers against horse; D: fragmented cavaliers against steady horse.
    let riders = |cohesion| state(group(Side::Red, Cavaliers, &[], 3, 1), cohesion);
    let horse = group(Side::Blue, Horse, &[], 3, 2);
    assert!(from(&riders(Steady), &horse).is_err());
    assert!(from(&riders(Fragmented), &horse).is_ok());
    assert_eq!(break_off_distance(&riders(Fragmented), 5), 5);
    // Mounted in any state from steady foot; not from shock mounted; half the bases decide.
    assert!(from(&riders(Steady), &foot(Side::Blue, Steady)).is_ok());
    let gendarmes = group(Side::Blue, Gendarmes, &[], 3, 1);
    assert!(from(&riders(Fragmented), &gendarmes).is_err());
    let steady = foot(Side::Blue, Steady);
    let mixed = |bases| [Opponent { group: &gendarmes, bases: 2 }, Opponent { group: &steady, bases }];
    assert!(may_break_off(&riders(Steady), &mixed(2), Bar::None).is_ok());
    assert!(may_break_off(&riders(Steady), &mixed(1), Bar::None).is_err());
    assert!(may_break_off(&riders(Steady), &mixed(2), Bar::PursuedIntoFreshEnemy).is_err());
    assert!(from(&state(group(Side::Red, Elephants, &[], 2, 1), Fragmented), &steady).is_err());
    // Disrupted shock foot stay, fragmented they may go: fragmented troops are no shock troops.
    let fierce = |cohesion| state(group(Side::Red, Warriors, &[ImpactFoot], 3, 2), cohesion);
    assert!(from(&fierce(Disrupted), &steady).is_err());
    assert!(from(&fierce(Fragmented), &steady).is_ok());
}

#[test]
fn pursuers_who_stop_and_who_do_not() {
    proves!("FOGR-JAP-024", "FOGR-JAP-025", "FOGR-JAP-026", "FOGR-JAP-041");
    let horse = group(Side::Red, Horse, &[], 2, 2);
    let wild = [group(Side::Red, Gendarmes, &[], 2, 1), group(Side::Red, Warriors, &[ImpactFoot], 2, 2)];
    assert_eq!(stopping(&horse, Contact::Kept), Stopping::ByTest(TestPurpose::StopPursuing));
    assert_eq!(stopping(&horse, Contact::Lost), Stopping::Stop);
    for group in &wild {
        assert_eq!(stopping(group, Contact::Kept), Stopping::MustPursue);
        assert_eq!(stopping(group, Contact::Lost), Stopping::ByTest(TestPurpose::StopChasing));
    }
    assert_eq!(stopping(&group(Side::Red, Warriors, &[], 2, 2), Contact::Lost), Stopping::Stop);
    assert_eq!(routers_lose(2), 2);
}

#[test]
fn who_may_be_bolstered_or_rallied() {
    proves!("FOGR-JAP-048", "FOGR-JAP-049", "FOGR-JAP-050", "FOGR-JAP-052", "FOGR-JAP-055", "FOGR-JAP-057");
    let mut broken = group(Side::Red, HeavyFoot, &[], 2, 2);
    broken.cohesion = Cohesion::Broken;
    let free = Rallying::default();
    assert_eq!(may_bolster(&broken, free).expect_err("nobody there").rule, rule!("FOGR-JAP-050"));
    broken.commander = Some(Commander { grade: Grade::Troop, place: CommanderPlace::With, in_chief: false });
    assert!(may_bolster(&broken, free).is_ok());
    let refused = |facts| may_bolster(&broken, facts).expect_err("refused").rule;
    assert_eq!(refused(Rallying { dropped_this_turn: true, ..free }), rule!("FOGR-JAP-048"));
    assert_eq!(refused(Rallying { enemy_within_six: true, ..free }), rule!("FOGR-JAP-049"));
    assert_eq!(refused(Rallying { autobroken: true, ..free }), rule!("FOGR-JAP-057"));
    assert_eq!(refused(Rallying { commander_has_tried: true, ..free }), rule!("FOGR-JAP-052"));
    assert_eq!(refused(Rallying { already_tried: true, ..free }), rule!("FOGR-JAP-055"));
    let mut shaken = broken.clone();
    shaken.cohesion = Cohesion::Disrupted;
    assert!(
        may_bolster(&shaken, Rallying { enemy_within_six: true, ..free }).is_ok(),
        "bolstering near enemy is fine"
    );
}

#[test]
fn losses_of_a_mixed_group_keep_its_proportions() {
    proves!("FOGR-COHESION-056", "FOGR-COHESION-057", "FOGR-COHESION-058");
    // A later tercio of 6 shot and 3 pike that has lost a pike: the next two are shot.
    let shot = base(MediumFoot, Unarmoured, Quality::Average, &[Musket]);
    let pike = base(HeavyFoot, Unarmoured, Quality::Average, &[Pike]);
    let original = Group::new(Side::Red, [file(shot, 3), file(pike, 3), file(shot, 3)]);
    let mut left = original.clone();
    left.files[1].bases.pop();
    take_off(Book::Renaissance, &mut left, &original, 2, LostTo::CloseCombat(&[0, 1, 2]));
    let pikes = left.bases().filter(|b| b.profile.has(Pike)).count();
    assert_eq!((left.size(), pikes), (6, 2));
    assert!(left.files.iter().all(|f| f.bases.len() == 2), "each from the deepest file");
}

#[test]
fn who_pursues_and_who_tests_when_charged() {
    proves!("FOGR-COMBAT-126", "FOGR-COMBAT-128", "FOGR-COMBAT-129", "FOGR-COMBAT-130", "FOGR-COMBAT-131");
    proves!("FOGR-COHESION-001");
    use caracole_fog::renaissance::{Beaten, Pursuit, initial_pursuit, tests_when_charged};
    let state = |mut group: Group, cohesion| {
        group.cohesion = cohesion;
        group
    };
    let foot = |side| group(side, HeavyFoot, &[Pike], 2, 2);
    let horse = |side| group(side, Horse, &[], 2, 2);
    let broken = |group| state(group, Cohesion::Broken);
    let after = |own: &Group, enemies: &[(Group, bool)]| {
        let beaten: Vec<Beaten<'_>> = enemies
            .iter()
            .map(|(group, overlap_only)| Beaten { group, overlap_only: *overlap_only })
            .collect();
        initial_pursuit(own, &beaten)
    };
    assert_eq!(after(&foot(Side::Red), &[(broken(foot(Side::Blue)), false)]), Pursuit::Must);
    let by_test = Pursuit::ByTest(TestPurpose::Move);
    assert_eq!(after(&foot(Side::Red), &[(broken(horse(Side::Blue)), false)]), by_test);
    assert_eq!(after(&horse(Side::Red), &[(broken(horse(Side::Blue)), false)]), Pursuit::Must);
    let held = [(broken(foot(Side::Blue)), false), (foot(Side::Blue), false)];
    assert_eq!(after(&foot(Side::Red), &held), Pursuit::Stays);
    let overlapped = [(broken(foot(Side::Blue)), false), (foot(Side::Blue), true)];
    assert_eq!(after(&foot(Side::Red), &overlapped), Pursuit::Must, "an overlap holds nobody");
    let wagons = group(Side::Red, BattleWagons, &[], 1, 2);
    assert_eq!(after(&wagons, &[(broken(foot(Side::Blue)), false)]), Pursuit::Stays);
    let mut torn = foot(Side::Red);
    torn.files[0].facing = Facing::Left;
    assert_eq!(after(&torn, &[(broken(foot(Side::Blue)), false)]), Pursuit::Stays);
    let gone = broken(group(Side::Blue, BattleWagons, &[], 1, 2));
    assert_eq!(
        after(&foot(Side::Red), &[(gone, false)]),
        Pursuit::Stays,
        "broken wagons are destroyed on the spot"
    );
    let shaken = state(foot(Side::Red), Cohesion::Fragmented);
    assert!(tests_when_charged(&shaken, &horse(Side::Blue)));
    assert!(!tests_when_charged(&shaken, &group(Side::Blue, LightFoot, &[], 2, 2)));
    assert!(!tests_when_charged(&foot(Side::Red), &horse(Side::Blue)));
}

#[test]
fn a_battle_group_that_breaks_loses_its_regimental_gun() {
    proves!("FOGR-COMBAT-127", "FOGR-BG-058");
    let mut armed = group(Side::Red, MediumFoot, &[Musket], 2, 2);
    armed.regimental_gun = true;
    let after = |cohesion| {
        let toll = caracole_fog::combat::Toll::none(cohesion);
        after_phase(Book::Renaissance, &armed, &armed, &toll, LostTo::Shooting)
    };
    assert!(!after(Cohesion::Broken).regimental_gun);
    assert!(after(Cohesion::Fragmented).regimental_gun);
}
