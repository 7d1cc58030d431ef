//! Dice in close combat: how many, what is lost of them, and who rolls again.

use crate::ancients::support::*;
use caracole_fog::ancients::{
    Ancients, Choice, EffectiveQuality, check_pairing, close_combat_reroll, is_upgraded_at_impact,
    most_pairs, orb_width, shooting_reroll, supporter,
};
use caracole_fog::combat::{
    Arithmetic, Base, Charge, CommanderPlace, Facing, Fight, Formation, Grade, Group, Readings, dice_lost,
    dice_per, quality_reroll, test_roll,
};
use caracole_fog::troops::{
    Armour, Capability::*, Cohesion, CombatPhase, Disorder, Quality, TroopType, TroopType::*,
};
use caracole_kernel::{
    BySide, Side, dice::DiceSource, dice::FaceSet, dice::Reroll, dice::Roll, dice::Scripted,
};
use caracole_ledger::{proves, rule};

fn foot() -> Base {
    plain(HeavyFoot, &[])
}

fn meet(phase: CombatPhase, red: Base, blue: Base, files: usize, depth: usize) -> Fight {
    line_up(phase, block(Side::Red, red, files, depth), block(Side::Blue, blue, files, depth))
}

fn impact_dice(red: Base, blue: Base) -> u16 {
    dice_of(&meet(CombatPhase::Impact, red, blue, 1, 2), 0)
}

fn melee_dice(red: Base, depth: usize) -> u16 {
    dice_of(&meet(CombatPhase::Melee, red, foot(), 1, depth), 0)
}

#[test]
fn dice_at_impact() {
    proves!("FOGAM-COMBAT-020", "FOGAM-COMBAT-021", "FOGAM-SPECIAL-006", "FOGAM-SPECIAL-009");
    let elephant = plain(Elephants, &[]);
    assert_eq!(impact_dice(foot(), foot()), 3);
    assert_eq!(impact_dice(foot(), elephant), 2);
    assert_eq!(impact_dice(elephant, foot()), 3);
    assert_eq!(impact_dice(elephant, elephant), 2);
    assert_eq!(impact_dice(plain(ScythedChariots, &[]), foot()), 4);
    assert_eq!(impact_dice(plain(ScythedChariots, &[]), elephant), 3);
    assert_eq!(impact_dice(plain(BattleWagons, &[]), foot()), 3);
    assert_eq!(impact_dice(plain(BattleWagons, &[]), elephant), 2);
    let fight = meet(CombatPhase::Impact, elephant, elephant, 1, 1);
    let other = Readings::DEFAULT.flip(Choice::ElephantsThreeAgainstElephants as usize);
    assert_eq!(parts_read(&fight, other)[0].4, 3);
}

#[test]
fn dice_in_melee() {
    proves!("FOGAM-COMBAT-029", "FOGAM-COMBAT-027", "FOGAM-SPECIAL-006", "FOGAM-SPECIAL-009");
    assert_eq!(melee_dice(foot(), 1), 1);
    assert_eq!(melee_dice(foot(), 2), 2);
    assert_eq!(melee_dice(foot(), 4), 2);
    assert_eq!(melee_dice(plain(Cavalry, &[]), 2), 2);
    let one_rank = [
        plain(Elephants, &[]),
        plain(Knights, &[]),
        plain(HeavyChariots, &[]),
        plain(LightChariots, &[]),
        plain(ScythedChariots, &[]),
        plain(TroopType::LightArtillery, &[]),
        plain(TroopType::HeavyArtillery, &[]),
        plain(BattleWagons, &[]),
    ];
    for base in one_rank {
        assert_eq!(melee_dice(base, 1), 2, "{}", base.profile.troop_type);
        assert_eq!(melee_dice(base, 2), 2, "{}: nothing for rear ranks", base.profile.troop_type);
    }
    // No dice for rear ranks of any type behind knights.
    let group = ranks(Side::Red, &[plain(Knights, &[]), plain(Cavalry, &[])], 1);
    assert_eq!(dice_of(&line_up(CombatPhase::Melee, group, block(Side::Blue, foot(), 1, 1)), 0), 2);
}

#[test]
fn wagons_on_the_long_edge_fight_as_two_bases() {
    proves!("FOGAM-COMBAT-021");
    let mut fight = Fight::new(
        CombatPhase::Melee,
        vec![block(Side::Red, plain(BattleWagons, &[]), 1, 1), block(Side::Blue, foot(), 2, 2)],
    );
    fight.duels = vec![duel(at(0, 0), at(1, 0)), duel(at(0, 0), at(1, 1))];
    assert_eq!((dice_of(&fight, 0), dice_of(&fight, 1)), (4, 4));
    fight.phase = CombatPhase::Impact;
    assert_eq!((dice_of(&fight, 0), dice_of(&fight, 1)), (6, 6));
}

#[test]
fn overlaps_roll_like_files_in_contact_but_not_at_impact() {
    proves!("FOGAM-COMBAT-026", "FOGAM-MELEE-004", "FOGAM-COMBAT-019", "FOGAM-MELEE-010");
    let mut fight = meet(CombatPhase::Melee, plain(HeavyFoot, &[Swordsmen]), foot(), 2, 2);
    fight.duels[1] = red_overlaps(at(0, 1), at(1, 0));
    assert_eq!(parts(&fight), [(0, 1, 1, 4, 4), (1, 0, -1, 5, 2)]);
    fight.phase = CombatPhase::Impact;
    assert_eq!(dice_of(&fight, 0), 3);
}

#[test]
fn a_base_fights_only_the_enemy_on_its_front() {
    proves!("FOGAM-COMBAT-028");
    let red = block(Side::Red, foot(), 1, 2);
    let mut flank = block(Side::Red, foot(), 1, 2);
    flank.files[0].facing = Facing::Front;
    let mut fight = Fight::new(CombatPhase::Melee, vec![red, flank, block(Side::Blue, foot(), 1, 2)]);
    fight.duels = vec![duel(at(0, 0), at(2, 0)), duel(at(1, 0), at(2, 0))];
    fight.duels[1].stands.blue.role = caracole_fog::combat::Role::Idle;
    assert_eq!(parts(&fight), [(0, 2, 0, 4, 2), (1, 2, 0, 4, 2), (2, 0, 0, 4, 2)]);
}

#[test]
fn dice_lost_by_threes_and_twos() {
    proves!("FOGAM-COMBAT-010", "FOGAM-RECKONER-003", "FOGAM-COMBAT-009", "FOGAM-RECKONER-001");
    let thirds: Vec<u16> = (1..=12).map(|n| dice_lost(n, 3)).collect();
    let halves: Vec<u16> = (1..=12).map(|n| dice_lost(n, 2)).collect();
    assert_eq!(thirds, [0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4]);
    assert_eq!(halves, [0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6]);
    let per_two: Vec<u16> = (1..=8).map(|n| dice_per(n, 2)).collect();
    let per_three: Vec<u16> = (1..=8).map(|n| dice_per(n, 3)).collect();
    assert_eq!(per_two, [0, 1, 1, 2, 2, 3, 3, 4]);
    assert_eq!(per_three, [0, 0, 1, 1, 1, 2, 2, 2]);
    // In a fight: 5, 7 and 9 dice of disrupted troops lose 1, 2 and 3.
    for (bases, left) in [(5usize, 4u16), (7, 5), (9, 6)] {
        let mut fight = meet(CombatPhase::Melee, foot(), foot(), bases, 1);
        fight.groups[0].cohesion = Cohesion::Disrupted;
        assert_eq!(dice_of(&fight, 0), left);
        fight.groups[0].cohesion = Cohesion::Fragmented;
        assert_eq!(dice_of(&fight, 0), bases as u16 - bases as u16 / 2);
    }
}

#[test]
fn light_horse_lose_half_and_then_for_disruption() {
    proves!("FOGAM-COMBAT-022", "FOGAM-COMBAT-023", "FOGAM-RECKONER-003", "FOGAM-COMBAT-024");
    for (files, left) in [(3, 2), (2, 2)] {
        let mut fight = meet(CombatPhase::Melee, plain(LightHorse, &[]), foot(), files, 2);
        fight.groups[0].cohesion = Cohesion::Disrupted;
        assert_eq!(dice_of(&fight, 0), left);
    }
}

#[test]
fn who_is_spared_the_loss_of_light_troops() {
    proves!("FOGAM-COMBAT-023");
    let dice = |own, enemy| dice_of(&meet(CombatPhase::Melee, plain(own, &[]), plain(enemy, &[]), 2, 2), 0);
    assert_eq!(dice(LightFoot, LightFoot), 4);
    assert_eq!(dice(LightFoot, LightHorse), 2);
    assert_eq!(dice(LightFoot, MediumFoot), 2);
    assert_eq!(dice(LightHorse, LightHorse), 4);
    assert_eq!(dice(LightHorse, LightFoot), 4);
    assert_eq!(dice(LightHorse, Cavalry), 2);
    assert_eq!(dice(LightCamelry, LightHorse), 4);
    assert_eq!(dice(LightCamelry, MediumFoot), 2);
    let mut fight = meet(CombatPhase::Melee, plain(LightHorse, &[]), foot(), 2, 2);
    fight.groups[1].cohesion = Cohesion::Fragmented;
    assert_eq!(dice_of(&fight, 0), 4);
    // In a mixed battle group only the dice of its light foot are halved: 4 + 2 of 4.
    let mixed = ranks(Side::Red, &[plain(MediumFoot, &[]), plain(LightFoot, &[])], 4);
    assert_eq!(dice_of(&line_up(CombatPhase::Melee, mixed, block(Side::Blue, foot(), 4, 1)), 0), 6);
}

#[test]
fn only_the_worst_loss_counts_and_only_for_the_bases_concerned() {
    proves!("FOGAM-COMBAT-011", "FOGAM-COMBAT-012", "FOGAM-BG-035");
    let rough = in_disorder(foot(), Disorder::Disordered);
    let deep = in_disorder(foot(), Disorder::SeverelyDisordered);
    let group = |files: [Base; 6]| Group::new(Side::Red, files.map(|b| file(b, 1)));
    let fight = |files, cohesion| {
        let mut red = group(files);
        red.cohesion = cohesion;
        line_up(CombatPhase::Melee, red, block(Side::Blue, foot(), 6, 1))
    };
    let f = foot();
    assert_eq!(dice_of(&fight([rough, rough, rough, f, f, f], Cohesion::Steady), 0), 5);
    assert_eq!(dice_of(&fight([deep, deep, f, f, f, f], Cohesion::Steady), 0), 5);
    // Disrupted with three disordered: still one in three of six.
    assert_eq!(dice_of(&fight([rough, rough, rough, f, f, f], Cohesion::Disrupted), 0), 4);
    // Disrupted with two severely disordered: one of the two, and one of the four.
    assert_eq!(dice_of(&fight([deep, deep, f, f, f, f], Cohesion::Disrupted), 0), 4);
}

#[test]
fn lost_dice_are_spread_over_enemies_by_bases() {
    proves!("FOGAM-COMBAT-032", "FOGAM-COMBAT-033", "FOGAM-COMBAT-030");
    // Five files: two against elephants with 2 dice each, three against foot with 3 each; 13 dice lose 4.
    let mut fight = Fight::new(
        CombatPhase::Impact,
        vec![
            block(Side::Red, foot(), 5, 2),
            block(Side::Blue, plain(Elephants, &[]), 2, 1),
            block(Side::Blue, foot(), 3, 2),
        ],
    );
    fight.duels = vec![
        red_charges(at(0, 0), at(1, 0)),
        red_charges(at(0, 1), at(1, 1)),
        red_charges(at(0, 2), at(2, 0)),
        red_charges(at(0, 3), at(2, 1)),
        red_charges(at(0, 4), at(2, 2)),
    ];
    fight.groups[0].cohesion = Cohesion::Disrupted;
    // 4 x 2/5 = 1.6 and 4 x 3/5 = 2.4: two each.
    let dice: Vec<(u8, u16)> = parts(&fight).iter().filter(|p| p.0 == 0).map(|p| (p.1, p.4)).collect();
    assert_eq!(dice, [(1, 2), (2, 7)]);
}

#[test]
fn at_least_one_die_is_left_against_each_enemy() {
    proves!("FOGAM-COMBAT-032");
    // One base against one enemy, three against another; fragmented, four dice lose two.
    let mut fight = Fight::new(
        CombatPhase::Melee,
        vec![
            block(Side::Red, foot(), 4, 1),
            block(Side::Blue, foot(), 1, 1),
            block(Side::Blue, foot(), 3, 1),
        ],
    );
    fight.duels = vec![
        duel(at(0, 0), at(1, 0)),
        duel(at(0, 1), at(2, 0)),
        duel(at(0, 2), at(2, 1)),
        duel(at(0, 3), at(2, 2)),
    ];
    fight.groups[0].cohesion = Cohesion::Fragmented;
    let dice: Vec<(u8, u16)> = parts(&fight).iter().filter(|p| p.0 == 0).map(|p| (p.1, p.4)).collect();
    assert_eq!(dice, [(1, 1), (2, 1)]);
}

#[test]
fn groups_fighting_one_enemy_lose_dice_together() {
    proves!("FOGAM-COMBAT-031", "FOGAM-RECKONER-004");
    // Two disrupted groups with 2 dice each: 4 x 2/3 = 2 2/3, so 3 dice; apart they would keep 4.
    let swords = plain(HeavyFoot, &[Swordsmen]);
    let red = |base: Base| {
        let mut group = block(Side::Red, base, 1, 2);
        group.cohesion = Cohesion::Disrupted;
        group
    };
    let mut fight = Fight::new(
        CombatPhase::Melee,
        vec![red(with_quality(swords, Quality::Superior)), red(foot()), block(Side::Blue, foot(), 2, 2)],
    );
    fight.duels = vec![duel(at(0, 0), at(2, 0)), duel(at(1, 0), at(2, 1))];
    // One die each of their own; the third, of two thirds made, at the worse advantage and without re-roll.
    let muster = Ancients::muster(&fight, Readings::DEFAULT);
    let red: Vec<_> =
        muster.parts.iter().filter(|p| p.by < 2).map(|p| (p.by, p.score, p.reroll.faces, p.dice())).collect();
    assert_eq!(red, [(0, 4, FaceSet::of(&[1]), 1), (0, 4, FaceSet::NONE, 1), (1, 4, FaceSet::NONE, 1),]);
    assert_eq!(muster.parts[1].net, 0, "at the worse advantage");
    let apart = Readings::DEFAULT.flip(Choice::PoolLostDice as usize);
    assert_eq!(parts_read(&fight, apart).iter().filter(|p| p.0 < 2).map(|p| p.4).sum::<u16>(), 4);
    // A steady group beside a disrupted one shares nothing.
    fight.groups[1].cohesion = Cohesion::Steady;
    assert_eq!((dice_of(&fight, 0), dice_of(&fight, 1)), (2, 2));
}

#[test]
fn an_orb_fights_with_little_width() {
    proves!("FOGAM-SPECIAL-035", "FOGAM-SPECIAL-036", "FOGAM-MELEE-009");
    assert_eq!((orb_width(8), orb_width(10)), (1, 2));
    let orb = |size: usize| {
        let mut group = block(Side::Red, plain(HeavyFoot, &[Pikemen]), 2, size / 2);
        group.formation = Formation::Orb;
        let mut fight = Fight::new(CombatPhase::Melee, vec![group, block(Side::Blue, foot(), 2, 2)]);
        fight.duels = vec![duel(at(0, 0), at(1, 0)), duel(at(0, 1), at(1, 1))];
        fight
    };
    assert_eq!(dice_of(&orb(8), 0), 2, "one base wide, two ranks");
    assert_eq!(dice_of(&orb(12), 0), 4);
    let mut overlap = orb(12);
    overlap.duels[1].stands.red.role = caracole_fog::combat::Role::Overlap;
    assert_eq!(dice_of(&overlap, 0), 2, "it gives no overlap");
}

#[test]
fn re_rolls_by_difference_of_quality() {
    proves!("FOGAM-BG-021", "FOGAM-BG-022", "FOGAM-GLOSSARY-012", "FOGAM-COMBAT-041");
    use Quality::*;
    let faces = |own: i8, enemy: i8| {
        close_combat_reroll(EffectiveQuality(own), EffectiveQuality(enemy)).faces.faces().count()
    };
    // Rows poor to elite with commander, columns likewise.
    let expected = [[0, 0, 0, 0, 0], [1, 0, 0, 0, 0], [2, 1, 0, 0, 0], [2, 2, 1, 0, 0], [2, 2, 2, 1, 0]];
    for (own, row) in expected.iter().enumerate() {
        for (enemy, &count) in row.iter().enumerate() {
            assert_eq!(faces(own as i8, enemy as i8), count, "{own} against {enemy}");
        }
    }
    // In a fight: superior against poor re-roll 1s and 2s, the poor nothing.
    let fight = meet(CombatPhase::Melee, with_quality(foot(), Superior), with_quality(foot(), Poor), 1, 2);
    let muster = Ancients::muster(&fight, Readings::DEFAULT);
    assert_eq!(muster.parts[0].reroll.faces, FaceSet::of(&[1, 2]));
    assert_eq!(muster.parts[1].reroll, Reroll::NONE);
}

#[test]
fn quality_re_rolls_by_own_quality() {
    proves!("FOGAM-BG-020", "FOGAM-BG-023", "FOGAM-BG-024", "FOGAM-GLOSSARY-029", "FOGAM-TROOPS-010");
    assert_eq!(quality_reroll(Quality::Elite).faces, FaceSet::of(&[1, 2]));
    assert_eq!(quality_reroll(Quality::Superior).faces, FaceSet::of(&[1]));
    assert_eq!(quality_reroll(Quality::Average), Reroll::NONE);
    assert_eq!(quality_reroll(Quality::Poor).faces, FaceSet::of(&[6]));
    assert_eq!(shooting_reroll(Quality::Poor, Readings::DEFAULT).faces, FaceSet::of(&[6]));
    let other = Readings::DEFAULT.flip(Choice::PoorKeepSixesShooting as usize);
    assert_eq!(shooting_reroll(Quality::Poor, other), Reroll::NONE);
    // Elite throw 2 and 2, again 6 and 1: 6 and 2 are 8. Poor throw 6 and 3, again 5: 8.
    for (quality, dice, sum) in [(Quality::Elite, [2, 2, 6, 1].as_slice(), 8), (Quality::Poor, &[6, 3, 5], 8)]
    {
        let roll: Roll = Roll {
            side: None,
            rule: rule!("FOGAM-COHESION-011"),
            purpose: "cohesion test".into(),
            pools: smallvec::smallvec![test_roll(quality)],
        };
        let mut source = Scripted::new(dice.iter().copied());
        let throw = source.throw(0, &roll).expect("enough dice");
        assert_eq!(source.left(), 0);
        assert_eq!(roll.read(&throw).expect("dice that fit")[0].number(), sum);
    }
}

#[test]
fn a_commander_in_the_front_rank_raises_re_rolls() {
    proves!(
        "FOGAM-BG-025",
        "FOGAM-BG-026",
        "FOGAM-BG-027",
        "FOGAM-BG-031",
        "FOGAM-COMBAT-079",
        "FOGAM-COMBAT-080"
    );
    let fight = |own: Base, enemy: Quality, on_elephant: bool, place: CommanderPlace| {
        let mut fight = meet(CombatPhase::Melee, own, with_quality(foot(), enemy), 1, 2);
        fight.groups[0].commander = commander(Grade::Troop, place);
        fight.groups[0].commander_on_elephant = on_elephant;
        fight
    };
    let faces = |fight: &Fight, group: usize| {
        let muster = Ancients::muster(fight, Readings::DEFAULT);
        muster
            .parts
            .iter()
            .filter(|p| usize::from(p.by) == group)
            .map(|p| p.reroll.faces.faces().count())
            .max()
    };
    use CommanderPlace::{FrontRank, With};
    use Quality::*;
    // Superior troops against average ones who are led like superior; by the other reading that raises their own alone.
    let against_led = |readings| {
        let muster = Ancients::muster(&fight(foot(), Superior, false, FrontRank), readings);
        muster.parts.iter().filter(|p| p.by == 1).map(|p| p.reroll.faces.faces().count()).max()
    };
    let own_only = Readings::DEFAULT.flip(Choice::CommanderCountsForBoth as usize);
    assert_eq!((against_led(Readings::DEFAULT), against_led(own_only)), (Some(0), Some(1)));
    let leads = |own: Base, enemy| faces(&fight(own, enemy, false, FrontRank), 0);
    let elite = with_quality(foot(), Elite);
    let superior = with_quality(foot(), Superior);
    assert_eq!(
        (leads(elite, Elite), leads(elite, Superior), leads(elite, Poor)),
        (Some(1), Some(2), Some(2))
    );
    assert_eq!((leads(superior, Superior), leads(superior, Average)), (Some(1), Some(2)));
    assert_eq!(faces(&fight(superior, Superior, false, With), 0), Some(0), "with it is not enough");
    // He cannot help light foot, scythed chariots or artillery.
    for barred in [LightFoot, ScythedChariots, TroopType::LightArtillery] {
        assert_eq!(leads(plain(barred, &[]), Average), Some(0), "{barred}");
    }
    // Elephants only from an elephant, other mounted only without one, foot either way.
    let on = |own: Base, elephant| faces(&fight(own, Average, elephant, FrontRank), 0);
    let (beast, horse) = (plain(Elephants, &[]), plain(Cavalry, &[]));
    assert_eq!((on(beast, true), on(beast, false)), (Some(1), Some(0)));
    assert_eq!((on(horse, true), on(horse, false)), (Some(0), Some(1)));
    assert_eq!((on(foot(), true), on(foot(), false)), (Some(1), Some(1)));
    // The enemy's commander takes one's own re-roll away.
    let mut theirs = fight(foot(), Superior, false, FrontRank);
    assert_eq!(faces(&theirs, 1), Some(0));
    theirs.groups[0].commander = None;
    assert_eq!(faces(&theirs, 1), Some(1));
    // Light foot behind medium foot in a mixed group re-roll without him.
    let mut mixed = line_up(
        CombatPhase::Melee,
        ranks(Side::Red, &[plain(MediumFoot, &[]), plain(LightFoot, &[])], 2),
        block(Side::Blue, foot(), 2, 1),
    );
    mixed.groups[0].commander = commander(Grade::Troop, FrontRank);
    let muster = Ancients::muster(&mixed, Readings::DEFAULT);
    let of_red: Vec<_> = muster
        .parts
        .iter()
        .filter(|p| p.by == 0)
        .map(|p| (p.reroll.faces.faces().count(), p.dice()))
        .collect();
    assert_eq!(of_red, [(1, 2), (0, 1)]);
}

#[test]
fn upgrades_at_impact() {
    proves!("FOGAM-BG-028", "FOGAM-BG-029", "FOGAM-BG-030", "FOGAM-GLOSSARY-030");
    let up = |group: &Group| is_upgraded_at_impact(group, Readings::DEFAULT);
    let fierce = plain(MediumFoot, &[ImpactFoot]);
    assert!(up(&block(Side::Red, fierce, 4, 3)));
    assert!(!up(&block(Side::Red, fierce, 6, 2)));
    assert!(!up(&block(Side::Red, drilled(fierce), 4, 3)));
    assert!(!up(&block(Side::Red, with_quality(fierce, Quality::Superior), 4, 3)));
    assert!(!up(&block(Side::Red, foot(), 4, 3)));
    // The third rank must hold more than half as many as the first: 3 of 4, not 2 of 4.
    let short =
        |third: usize| Group::new(Side::Red, (0..4).map(|i| file(fierce, if i < third { 3 } else { 2 })));
    assert!(up(&short(3)));
    assert!(!up(&short(2)));
    let mut shaken = block(Side::Red, fierce, 4, 3);
    shaken.cohesion = Cohesion::Disrupted;
    assert!(!up(&shaken));
    let mut disordered = block(Side::Red, fierce, 4, 3);
    disordered.files[0].bases[2].disorder = Disorder::Disordered;
    assert!(!up(&disordered));
    // Light camelry only by the other reading.
    let camels = block(Side::Red, plain(caracole_fog::troops::TroopType::LightCamelry, &[LightSpear]), 2, 2);
    let upgraded = Readings::DEFAULT.flip(Choice::LightCamelryUpgraded as usize);
    assert_eq!((up(&camels), is_upgraded_at_impact(&camels, upgraded)), (false, true));
    // Mounted: two ranks, lance or light spear, no shooting, no light horse.
    assert!(up(&block(Side::Red, plain(Cavalry, &[LightSpear]), 2, 2)));
    assert!(up(&ranks(Side::Red, &[plain(Cavalry, &[Lancers]), plain(Cavalry, &[])], 2)), "at least partly");
    assert!(!up(&block(Side::Red, plain(Cavalry, &[LightSpear, Bow]), 2, 2)));
    assert!(!up(&block(Side::Red, plain(LightHorse, &[LightSpear]), 2, 2)));
    assert!(!up(&block(Side::Red, plain(LightCamelry, &[LightSpear]), 2, 2)));
    assert!(!up(&block(Side::Red, plain(Cavalry, &[LightSpear]), 4, 1)));
    // A commander raises it no further, and only hits at impact are meant.
    let mut fight = meet(CombatPhase::Impact, fierce, with_quality(foot(), Quality::Poor), 4, 3);
    let reroll = |fight: &Fight| Ancients::muster(fight, Readings::DEFAULT).parts[0].reroll.faces;
    assert_eq!(reroll(&fight), FaceSet::of(&[1, 2]));
    fight.groups[1] = block(Side::Blue, foot(), 4, 3);
    fight.groups[0].commander = commander(Grade::Troop, CommanderPlace::FrontRank);
    assert_eq!(reroll(&fight), FaceSet::of(&[1]), "superior against average, no more");
    fight.groups[0].commander = None;
    fight.phase = CombatPhase::Melee;
    assert_eq!(reroll(&fight), FaceSet::NONE);
}

/// Heavy foot with `behind` in the ranks behind, charged by `enemy`.
fn supported(behind: &[Base], enemy: Base, files: usize) -> Fight {
    let mut file = vec![foot()];
    file.extend(behind);
    let mut fight =
        line_up(CombatPhase::Impact, block(Side::Red, enemy, files, 2), ranks(Side::Blue, &file, files));
    for duel in &mut fight.duels {
        duel.stands.red.charge = Charge::Yes;
    }
    fight
}

/// Support dice of blue as (net, score, dice).
fn support(fight: &Fight) -> Vec<(i8, u8, u16)> {
    parts(fight).iter().filter(|p| p.0 == 1).skip(1).map(|p| (p.2, p.3, p.4)).collect()
}

#[test]
fn support_shooting_dice() {
    proves!(
        "FOGAM-COMBAT-069",
        "FOGAM-COMBAT-070",
        "FOGAM-COMBAT-073",
        "FOGAM-COMBAT-075",
        "FOGAM-COMBAT-020"
    );
    let horse = plain(Cavalry, &[]);
    // (a) three medium foot with bow; (b) three light foot with bow, against mounted only.
    assert_eq!(support(&supported(&[plain(MediumFoot, &[Bow])], horse, 3)), [(-1, 5, 3)]);
    assert_eq!(support(&supported(&[plain(LightFoot, &[Bow])], horse, 3)), [(0, 4, 2)]);
    assert_eq!(support(&supported(&[plain(LightFoot, &[Bow])], foot(), 3)), []);
    assert_eq!(support(&supported(&[plain(MediumFoot, &[Bow])], foot(), 3)), [(-1, 5, 3)]);
    for weapon in [Longbow, Crossbow, Firearm] {
        assert_eq!(support(&supported(&[plain(MediumFoot, &[weapon])], horse, 3))[0].2, 3, "{weapon}");
    }
    for idle in [Javelins, Sling] {
        assert_eq!(support(&supported(&[plain(MediumFoot, &[idle])], horse, 3)), [], "{idle}");
    }
    assert_eq!(support(&supported(&[plain(HeavyFoot, &[Bow])], horse, 3)), [], "heavy foot do not support");
    // Bow*: half, rounded up.
    assert_eq!(support(&supported(&[plain(MediumFoot, &[BowStar])], horse, 3))[0].2, 2);
    let none = Readings::DEFAULT.flip(Choice::BowStarSupports as usize);
    let fight = supported(&[plain(MediumFoot, &[BowStar])], horse, 3);
    assert_eq!(parts_read(&fight, none).iter().filter(|p| p.0 == 1).count(), 1);
    // Nothing is lost against fragmented enemy.
    let mut fight = supported(&[plain(LightFoot, &[Bow])], horse, 3);
    fight.groups[0].cohesion = Cohesion::Fragmented;
    assert_eq!(support(&fight)[0].2, 3);
}

#[test]
fn who_may_be_supported() {
    proves!("FOGAM-COMBAT-071", "FOGAM-COMBAT-072", "FOGAM-COMBAT-074", "FOGAM-SHOOT-011", "FOGAM-SHOOT-026");
    let horse = plain(Cavalry, &[]);
    let bow = plain(MediumFoot, &[Bow]);
    let fight = supported(&[bow], horse, 2);
    let rank = |fight: &Fight| {
        let stands = &fight.duels[0].stands;
        supporter(fight, &stands.blue, &stands.red, Readings::DEFAULT).map(|s| s.rank)
    };
    assert_eq!(rank(&fight), Some(1));
    // One rank only, the third with bow only.
    assert_eq!(support(&supported(&[bow, bow], horse, 2))[0].2, 2);
    assert_eq!(rank(&supported(&[foot(), bow], horse, 2)), Some(2));
    assert_eq!(rank(&supported(&[foot(), plain(MediumFoot, &[Longbow])], horse, 2)), None);
    // The rank that keeps all its dice is taken.
    assert_eq!(rank(&supported(&[plain(LightFoot, &[Bow]), bow], horse, 2)), Some(2));
    // Not for chargers, not against those who do not charge or who charge a flank, not in a wood.
    let changed = |change: &dyn Fn(&mut Fight)| {
        let mut fight = supported(&[bow], horse, 2);
        change(&mut fight);
        rank(&fight)
    };
    assert_eq!(changed(&|f| f.duels[1].stands.blue.charge = Charge::Yes), None, "the group intercepts");
    assert_eq!(changed(&|f| f.duels[0].stands.red.charge = Charge::No), None);
    assert_eq!(changed(&|f| f.duels[0].stands.red.charge = Charge::FlankOrRear), None);
    assert_eq!(changed(&|f| f.duels[0].stands.blue.first_rank_only = true), None);
    // Behind light foot or mounted nobody supports.
    let light = ranks(Side::Blue, &[plain(LightFoot, &[]), bow], 2);
    assert_eq!(rank(&line_up(CombatPhase::Impact, block(Side::Red, horse, 2, 1), light)), None);
    let mut melee = supported(&[bow], horse, 2);
    melee.phase = CombatPhase::Melee;
    assert_eq!(support(&melee), [], "only at impact");
}

#[test]
fn support_shooting_scores_and_re_rolls() {
    proves!(
        "FOGAM-COMBAT-076",
        "FOGAM-COMBAT-077",
        "FOGAM-COMBAT-078",
        "FOGAM-GLOSSARY-011",
        "FOGAM-COMBAT-045"
    );
    // Longbows at unprotected cavalry two deep: + and - for battle troops supporting.
    let horse = with_armour(plain(Cavalry, &[]), Armour::Unprotected);
    let mut fight = supported(&[plain(MediumFoot, &[Longbow])], horse, 2);
    assert_eq!(support(&fight), [(0, 4, 2)]);
    let reroll = |fight: &Fight| {
        let muster = Ancients::muster(fight, Readings::DEFAULT);
        muster.parts.iter().filter(|p| p.by == 1).nth(1).map(|p| p.reroll.faces.faces().collect::<Vec<u8>>())
    };
    assert_eq!(reroll(&fight), Some(vec![]), "average");
    fight.groups[1].commander = commander(Grade::Troop, CommanderPlace::FrontRank);
    assert_eq!(reroll(&fight), Some(vec![1]));
    let led = fight.groups[1].commander;
    let quality = |q, commander| {
        let mut fight = supported(&[plain(MediumFoot, &[Longbow])], horse, 2);
        fight.groups[1].commander = commander;
        for file in &mut fight.groups[1].files {
            for base in &mut file.bases {
                base.profile.quality = q;
            }
        }
        fight
    };
    assert_eq!(reroll(&quality(Quality::Poor, led)), Some(vec![]));
    assert_eq!(reroll(&quality(Quality::Superior, led)), Some(vec![1, 2]));
    assert_eq!(reroll(&quality(Quality::Elite, led)), Some(vec![1, 2]));
    // Own quality, not the difference: poor re-roll sixes even against equals.
    assert_eq!(reroll(&quality(Quality::Poor, None)), Some(vec![6]));
    // By the other reading the difference counts, and poor troops keep their sixes.
    let by_difference = Readings::DEFAULT.flip(Choice::SupportClosecombatRerolls as usize);
    let muster = Ancients::muster(&quality(Quality::Poor, None), by_difference);
    let supporting = muster.parts.iter().filter(|p| p.by == 1).nth(1).expect("support");
    assert_eq!(supporting.reroll.faces.faces().count(), 0);
    // Light foot have no -, unless the target's close combat counts for them too.
    let light = supported(&[plain(caracole_fog::troops::TroopType::LightFoot, &[Longbow])], horse, 2);
    let score = |readings| {
        let muster = Ancients::muster(&light, readings);
        let supports =
            |p: &&caracole_fog::combat::Part| p.by == 1 && p.arms != caracole_fog::combat::Arms::CloseCombat;
        muster.parts.iter().find(supports).map(|p| p.net)
    };
    let minus = Readings::DEFAULT.flip(Choice::LightFootSupportMinus as usize);
    assert_eq!((score(Readings::DEFAULT), score(minus)), (Some(1), Some(0)));
    fight.groups[1].commander = None;
    // The hits are close combat hits: red 6 dice without a hit, blue 6 without and 2 with: blue wins.
    let (_, state) = after_hits(&fight, &[1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 4, 4]);
    assert_eq!((state.tolls[0].received, state.tolls[1].inflicted), (2, 2));
    assert_eq!(state.tolls[0].result, caracole_fog::combat::CombatResult::Lost);
}

#[test]
fn support_dice_lose_with_the_rest() {
    proves!("FOGAM-COMBAT-075");
    // 9 + 3 fragmented dice lose 6 together, 4 + 1 apart.
    let mut fight = supported(&[plain(MediumFoot, &[Bow])], plain(Cavalry, &[]), 3);
    fight.groups[1].cohesion = Cohesion::Fragmented;
    assert_eq!(dice_of(&fight, 1), 6);
    let apart = Readings::DEFAULT.flip(Choice::SupportLosesApart as usize);
    assert_eq!(parts_read(&fight, apart).iter().filter(|p| p.0 == 1).map(|p| p.4).sum::<u16>(), 7);
}

#[test]
fn pairing_at_impact() {
    proves!("FOGAM-COMBAT-015", "FOGAM-COMBAT-016", "FOGAM-COMBAT-017", "FOGAM-COMBAT-018");
    let touch = |red: u8, blue: u8| BySide { red: at(0, red), blue: at(1, blue) };
    // Two chargers offset over three enemy bases: each touches two.
    let contacts = [touch(0, 0), touch(0, 1), touch(1, 1), touch(1, 2)];
    assert_eq!(most_pairs(&contacts), 2);
    assert!(check_pairing(&contacts, &[touch(0, 0), touch(1, 2)]).is_ok());
    assert!(check_pairing(&contacts, &[touch(0, 1), touch(1, 2)]).is_ok());
    let refused = |pairs: &[_]| check_pairing(&contacts, pairs).expect_err("not allowed").rule;
    assert_eq!(refused(&[touch(0, 1)]), rule!("FOGAM-COMBAT-017"));
    assert_eq!(refused(&[touch(0, 1), touch(1, 1)]), rule!("FOGAM-COMBAT-016"));
    assert_eq!(refused(&[touch(0, 2), touch(1, 1)]), rule!("FOGAM-COMBAT-015"));
    // Over several groups the combat is one: 0-0 must give way so that all three of the smaller side fight.
    let other = |red: u8, group: u8, blue: u8| BySide { red: at(0, red), blue: at(group, blue) };
    let contacts = [other(0, 1, 0), other(0, 2, 0), other(1, 1, 0), other(2, 2, 1)];
    assert_eq!(most_pairs(&contacts), 3);
    assert!(check_pairing(&contacts, &[other(0, 1, 0), other(2, 2, 1)]).is_err());
    assert!(check_pairing(&contacts, &[other(0, 2, 0), other(1, 1, 0), other(2, 2, 1)]).is_ok());
}
