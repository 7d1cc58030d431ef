//! Dice in close combat, their losses, and re-rolls.

use crate::renaissance::support::*;
use caracole_fog::combat::{
    Arithmetic, Charge, Commander, CommanderPlace, Fight, Formation, Grade, Group, Readings, bases_counted,
    quality_reroll, reaches_hits_per,
};
use caracole_fog::formation::square_bases;
use caracole_fog::renaissance::{Renaissance, check, close_combat_reroll};
use caracole_fog::troops::{Armour, Capability, Cohesion, CombatPhase, Disorder, Quality, TroopType};
use caracole_kernel::{
    Side,
    dice::{FaceSet, Keep},
};
use caracole_ledger::{proves, rule};

use Armour::Unarmoured;
use TroopType::*;

fn group(side: Side, troop_type: TroopType, files: usize, ranks: usize) -> Group {
    block(side, base(troop_type, Unarmoured, Quality::Average, &[]), files, ranks)
}

/// Two battle groups with so many of their files front against front.
fn fight(phase: CombatPhase, red: Group, blue: Group, files: u8) -> Fight {
    let mut fight = Fight::new(phase, vec![red, blue]);
    let pair = if phase == CombatPhase::Impact { red_charges } else { duel };
    fight.duels = (0..files).map(|i| pair(at(0, i), at(1, i))).collect();
    fight
}

/// All dice of red.
fn red_dice(fight: &Fight) -> u16 {
    parts(fight).iter().filter(|p| p.0 == 0).map(|p| p.4).sum()
}

#[test]
fn two_dice_a_base_at_impact_and_by_ranks_in_melee() {
    proves!("FOGR-COMBAT-014", "FOGR-COMBAT-022", "FOGR-COMBAT-017");
    use CombatPhase::{Impact, Melee};
    let enemy = || group(Side::Blue, HeavyFoot, 2, 2);
    let dice = |phase, troop_type, ranks| {
        red_dice(&fight(phase, group(Side::Red, troop_type, 2, ranks), enemy(), 2))
    };
    assert_eq!(dice(Impact, HeavyFoot, 2), 4);
    assert_eq!(dice(Impact, Elephants, 1), 4);
    assert_eq!(dice(Melee, HeavyFoot, 1), 2);
    assert_eq!(dice(Melee, HeavyFoot, 2), 4);
    assert_eq!(dice(Melee, HeavyFoot, 4), 4, "two ranks fight");
    for heavy in [Elephants, Gendarmes, Cavaliers, DeterminedHorse, BattleWagons] {
        assert_eq!(dice(Melee, heavy, 1), 4);
        assert_eq!(dice(Melee, heavy, 2), 4, "no dice for rear ranks");
    }
    assert_eq!(dice(Melee, Horse, 2), 4);
    // A wagon on its long edge fights on two base widths.
    let mut wagon = Fight::new(Melee, vec![group(Side::Red, BattleWagons, 1, 1), enemy()]);
    wagon.duels = vec![duel(at(0, 0), at(1, 0)), duel(at(0, 0), at(1, 1))];
    assert!(check(&wagon).is_ok());
    assert_eq!(red_dice(&wagon), 4);
}

#[test]
fn light_troops_lose_half_first() {
    proves!("FOGR-COMBAT-015", "FOGR-RECKONER-003", "FOGR-COMBAT-024", "FOGR-COMBAT-016");
    let against = |own: TroopType, files, enemy: TroopType, cohesion| {
        let mut fight = fight(
            CombatPhase::Melee,
            group(Side::Red, own, files, 2),
            group(Side::Blue, enemy, files, 2),
            files as u8,
        );
        fight.groups[0].cohesion = cohesion;
        red_dice(&fight)
    };
    use Cohesion::{Disrupted, Fragmented, Steady};
    assert_eq!(against(LightHorse, 3, HeavyFoot, Disrupted), 2, "6 - 3 = 3, - 1 = 2");
    assert_eq!(against(LightHorse, 2, HeavyFoot, Disrupted), 2, "4 - 2 = 2, no further loss");
    assert_eq!(against(LightHorse, 3, LightFoot, Steady), 6);
    assert_eq!(against(LightHorse, 3, LightHorse, Steady), 6);
    assert_eq!(against(LightFoot, 3, LightFoot, Steady), 6);
    assert_eq!(against(LightFoot, 3, LightHorse, Steady), 3);
    assert_eq!(against(HeavyFoot, 3, HeavyFoot, Fragmented), 3);
    assert_eq!(against(HeavyFoot, 3, HeavyFoot, Disrupted), 4);
    let mut weak =
        fight(CombatPhase::Melee, group(Side::Red, LightFoot, 3, 2), group(Side::Blue, HeavyFoot, 3, 2), 3);
    weak.groups[1].cohesion = Fragmented;
    assert_eq!(red_dice(&weak), 6, "against fragmented enemy nothing is lost");
}

#[test]
fn disorder_is_by_base_and_never_adds_to_cohesion() {
    proves!("FOGR-COMBAT-025", "FOGR-BG-063", "FOGR-COMBAT-007");
    let mut fight =
        fight(CombatPhase::Melee, group(Side::Red, HeavyFoot, 6, 1), group(Side::Blue, HeavyFoot, 6, 1), 6);
    for file in 0..3 {
        fight.groups[0].files[file].bases[0].disorder = Disorder::Disordered;
    }
    assert_eq!(red_dice(&fight), 5, "only the three disordered dice lose one");
    fight.groups[0].cohesion = Cohesion::Disrupted;
    assert_eq!(red_dice(&fight), 4, "all six lose two, not three");
    for file in 0..2 {
        fight.groups[0].files[file].bases[0].disorder = Disorder::SeverelyDisordered;
    }
    // Two severely disordered lose one, four disrupted lose one.
    assert_eq!(red_dice(&fight), 4);
}

#[test]
fn lost_dice_are_shared_over_enemies() {
    proves!("FOGR-COMBAT-029", "FOGR-COMBAT-026");
    // Four files against one enemy, two against another; disrupted 6 dice lose 2: 4/3 and 2/3 make 1 and 1.
    let mut red = group(Side::Red, HeavyFoot, 6, 1);
    red.cohesion = Cohesion::Disrupted;
    let mut fight = Fight::new(
        CombatPhase::Melee,
        vec![red, group(Side::Blue, HeavyFoot, 4, 1), group(Side::Blue, HeavyFoot, 2, 1)],
    );
    fight.duels = (0..4).map(|i| duel(at(0, i), at(1, i))).collect();
    fight.duels.extend((0..2).map(|i| duel(at(0, 4 + i), at(2, i))));
    let mine: Vec<_> = parts(&fight).into_iter().filter(|p| p.0 == 0).map(|p| (p.1, p.4)).collect();
    assert_eq!(mine, [(1, 3), (2, 1)]);
}

#[test]
fn the_regimental_gun_gives_a_die_at_impact_to_the_middle_file() {
    proves!("FOGR-COMBAT-018", "FOGR-BG-055", "FOGR-COMBAT-014");
    let armed = |side| {
        let mut group = group(side, MediumFoot, 3, 2);
        group.regimental_gun = true;
        group
    };
    let enemy = || group(Side::Blue, HeavyFoot, 3, 2);
    assert_eq!(red_dice(&fight(CombatPhase::Impact, armed(Side::Red), enemy(), 3)), 7);
    assert_eq!(red_dice(&fight(CombatPhase::Melee, armed(Side::Red), enemy(), 3)), 6, "none in melee");
    let mut flanked = fight(CombatPhase::Impact, armed(Side::Red), enemy(), 1);
    flanked.duels[0].stands.red.charge = Charge::No;
    flanked.duels[0].stands.blue.charge = Charge::FlankOrRear;
    assert_eq!(red_dice(&flanked), 2, "never against flank or rear chargers");
    let mut shaken = fight(CombatPhase::Impact, armed(Side::Red), enemy(), 1);
    shaken.groups[0].cohesion = Cohesion::Disrupted;
    assert_eq!(red_dice(&shaken), 2, "its die is among the three of which one is lost");
}

#[test]
fn squares_fight_with_a_quarter_of_their_bases() {
    proves!("FOGR-SPECIAL-042");
    assert_eq!([6, 8, 12, 16].map(square_bases), [(2, 1), (2, 1), (3, 2), (4, 2)]);
    let dice = |files, ranks, phase| {
        let mut square = group(Side::Red, HeavyFoot, files, ranks);
        square.formation = Formation::Square;
        red_dice(&fight(phase, square, group(Side::Blue, HeavyFoot, files, 2), files as u8))
    };
    assert_eq!(dice(4, 3, CombatPhase::Melee), 3, "12 bases: 3 fight, 2 of them in front");
    assert_eq!(dice(4, 3, CombatPhase::Impact), 4, "2 front rank bases at 2 dice");
    assert_eq!(dice(4, 4, CombatPhase::Melee), 4);
}

/// Hits per bases.
#[test]
fn reading_reckoner_005() {
    proves!("FOGR-GLOSSARY-021", "FOGR-RECKONER-004", "FOGR-RECKONER-005", "FOGR-COMBAT-111");
    let least = |each, bases| (1..20).find(|&hits| reaches_hits_per(hits, each, bases)).unwrap_or(0);
    assert_eq!([1, 3, 4, 6, 7, 9, 10, 12].map(|b| least(3, b)), [1, 1, 2, 2, 3, 3, 4, 4]);
    assert_eq!([1, 2, 3, 4, 5, 8, 9, 12].map(|b| least(2, b)), [1, 1, 2, 2, 3, 4, 5, 6]);
    // A full early tercio of 16: four files of four, of which three count.
    assert_eq!(bases_counted(&group(Side::Red, HeavyFoot, 4, 4)), 12);
    assert_eq!(bases_counted(&group(Side::Red, Elephants, 2, 1)), 4);
    assert_eq!(bases_counted(&group(Side::Red, MediumArtillery, 2, 2)), 4, "front rank only");
    assert_eq!(bases_counted(&group(Side::Red, BattleWagons, 1, 3)), 6);
    assert!(!reaches_hits_per(0, 3, 0));
}

#[test]
fn re_rolls_by_quality_and_commander() {
    proves!("FOGR-BG-052", "FOGR-BG-053", "FOGR-BG-054", "FOGR-COMBAT-112", "FOGR-COMBAT-113");
    let faces = |q| (quality_reroll(q).faces, quality_reroll(q).keep);
    assert_eq!(faces(Quality::Elite), (FaceSet::of(&[1, 2]), Keep::Higher));
    assert_eq!(faces(Quality::Superior), (FaceSet::of(&[1]), Keep::Higher));
    assert!(quality_reroll(Quality::Average).is_none());
    assert_eq!(faces(Quality::Poor), (FaceSet::of(&[6]), Keep::New));
    let led = |q, place| {
        close_combat_reroll(q, Some(Commander { grade: Grade::Troop, place, in_chief: false })).faces
    };
    assert_eq!(led(Quality::Elite, CommanderPlace::FrontRank), FaceSet::of(&[1, 2, 3]));
    assert_eq!(led(Quality::Superior, CommanderPlace::FrontRank), FaceSet::of(&[1, 2]));
    assert_eq!(led(Quality::Average, CommanderPlace::FrontRank), FaceSet::of(&[1]));
    assert_eq!(led(Quality::Poor, CommanderPlace::FrontRank), FaceSet::NONE);
    assert_eq!(led(Quality::Poor, CommanderPlace::With), FaceSet::of(&[6]), "only in the front rank");
    // A re-rolled 2 that falls to 1 stays a 2.
    assert_eq!(quality_reroll(Quality::Elite).settle(2, 1), 2);
    assert_eq!(quality_reroll(Quality::Poor).settle(6, 1), 1);
}

#[test]
fn what_cannot_be_fought_is_refused_with_its_rule() {
    proves!("FOGR-COMBAT-003", "FOGR-COMBAT-093", "FOGR-COMBAT-008", "FOGR-MELEE-012", "FOGR-MELEE-013");
    proves!("FOGR-MELEE-010", "FOGR-SPECIAL-043", "FOGR-COMBAT-021", "FOGR-BG-003", "FOGR-COMBAT-020");
    let melee = || {
        fight(CombatPhase::Melee, group(Side::Red, HeavyFoot, 3, 2), group(Side::Blue, HeavyFoot, 3, 2), 1)
    };
    let refused = |change: &dyn Fn(&mut Fight)| {
        let mut fight = melee();
        change(&mut fight);
        check(&fight).expect_err("refused").rule
    };
    assert!(check(&melee()).is_ok());
    assert_eq!(refused(&|f| f.groups[1].cohesion = Cohesion::Broken), rule!("FOGR-COMBAT-003"));
    assert_eq!(refused(&|f| f.groups[1] = group(Side::Blue, HeavyArtillery, 2, 1)), rule!("FOGR-COMBAT-093"));
    assert_eq!(refused(&|f| f.phase = CombatPhase::Impact), rule!("FOGR-COMBAT-008"));
    assert_eq!(refused(&|f| f.duels.push(duel(at(0, 0), at(1, 1)))), rule!("FOGR-COMBAT-021"));
    let twice =
        |f: &mut Fight| f.duels.extend([red_overlaps(at(0, 1), at(1, 0)), red_overlaps(at(0, 1), at(1, 1))]);
    assert_eq!(refused(&twice), rule!("FOGR-MELEE-012"));
    assert_eq!(refused(&|f| f.duels.push(red_overlaps(at(0, 0), at(1, 1)))), rule!("FOGR-MELEE-013"));
    let square = |f: &mut Fight| {
        f.groups[1].formation = Formation::Square;
        f.duels.push(red_overlaps(at(0, 1), at(1, 0)));
    };
    assert_eq!(refused(&square), rule!("FOGR-SPECIAL-043"));
    let crowd = |f: &mut Fight| {
        f.groups[0] = group(Side::Red, HeavyFoot, 6, 1);
        f.duels.extend((1..4).map(|i| red_overlaps(at(0, i), at(1, 0))));
    };
    assert_eq!(refused(&crowd), rule!("FOGR-MELEE-010"));
    let mixed = |f: &mut Fight| f.groups[0].files[0].bases[1].profile.quality = Quality::Poor;
    assert_eq!(refused(&mixed), rule!("FOGR-BG-003"));
    let both = |f: &mut Fight| f.duels[0].stands.red.role = caracole_fog::combat::Role::Overlap;
    assert_eq!(refused(&both), rule!("FOGR-COMBAT-020"));
}

#[test]
fn impact_pairs_equal_numbers() {
    proves!("FOGR-COMBAT-010", "FOGR-COMBAT-011", "FOGR-COMBAT-012");
    use caracole_fog::combat::pairing::pairings;
    use caracole_fog::renaissance::check_pairing;
    // Three red bases touch two blue ones, the middle one both.
    let contacts = [(0, 0), (1, 0), (1, 1), (2, 1)];
    let (chooser, all) = pairings(&contacts, Side::Blue);
    assert_eq!(chooser, Side::Red, "the side with more bases chooses");
    assert_eq!(all.len(), 3, "0-0 1-1, 0-0 2-1, 1-0 2-1");
    assert!(all.iter().all(|p| check_pairing(&contacts, p).is_ok()));
    assert_eq!(check_pairing(&contacts, &[(1, 0)]).expect_err("too few").rule, rule!("FOGR-COMBAT-012"));
    assert_eq!(check_pairing(&contacts, &[(0, 1)]).expect_err("no contact").rule, rule!("FOGR-COMBAT-010"));
    let twice = check_pairing(&contacts, &[(1, 0), (1, 1)]).expect_err("twice");
    assert_eq!(twice.rule, rule!("FOGR-COMBAT-011"));
    assert_eq!(pairings(&[(0, 0), (1, 1)], Side::Blue).0, Side::Blue, "equal numbers: the active player");
}

#[test]
fn explanations_add_up_to_the_dice() {
    let mut battle =
        fight(CombatPhase::Melee, group(Side::Red, LightHorse, 3, 2), group(Side::Blue, HeavyFoot, 3, 2), 2);
    battle.groups[0].cohesion = Cohesion::Disrupted;
    battle.duels.push(red_overlaps(at(0, 2), at(1, 1)));
    battle.groups[1].files[0].bases[0].profile.armour = Some(Armour::Armoured);
    battle.groups[1].files[0].bases[1].profile.capabilities =
        caracole_fog::troops::Capabilities::of(&[Capability::Pike]);
    let muster = Renaissance::muster(&battle, Readings::DEFAULT);
    let told = Renaissance::explain(&battle, Readings::DEFAULT);
    assert_eq!(muster.parts.len(), told.len());
    for (part, told) in muster.parts.iter().zip(&told) {
        assert_eq!(i32::from(part.dice()), told.dice.total());
        assert_eq!(i32::from(part.net), told.advantage.total());
    }
}

#[test]
fn the_owner_picks_between_two_fighting_files_equally_near_the_middle() {
    proves!("FOGR-COMBAT-018");
    use caracole_fog::renaissance::gun_files;
    // Four files; the two in the middle fight different enemies.
    let mut red = group(Side::Red, MediumFoot, 4, 2);
    red.regimental_gun = true;
    let enemies = [group(Side::Blue, HeavyFoot, 1, 2), group(Side::Blue, HeavyFoot, 1, 2)];
    let [one, two] = enemies;
    let mut fight = Fight::new(CombatPhase::Impact, vec![red, one, two]);
    fight.duels = vec![red_charges(at(0, 1), at(1, 0)), red_charges(at(0, 2), at(2, 0))];
    assert_eq!(gun_files(&fight, Readings::DEFAULT, 0).as_slice(), [1, 2]);
    let dice = |fight: &Fight, enemy: u8| -> u16 {
        parts(fight).iter().filter(|p| (p.0, p.1) == (0, enemy)).map(|p| p.4).sum()
    };
    fight.groups[0].gun_file = Some(2);
    assert_eq!((dice(&fight, 1), dice(&fight, 2)), (2, 3));
    fight.groups[0].gun_file = Some(1);
    assert_eq!((dice(&fight, 1), dice(&fight, 2)), (3, 2));
    // Against one enemy at one advantage there is nothing to choose; nor if one file is nearer the middle.
    fight.duels = vec![red_charges(at(0, 1), at(1, 0)), red_charges(at(0, 3), at(2, 0))];
    assert!(gun_files(&fight, Readings::DEFAULT, 0).len() <= 1);
}

#[test]
fn reading_combat_025_dice_are_grouped_by_their_worst_state() {
    proves!("FOGR-COMBAT-025");
    let mut fight =
        fight(CombatPhase::Melee, group(Side::Red, HeavyFoot, 5, 1), group(Side::Blue, HeavyFoot, 5, 1), 5);
    fight.groups[0].cohesion = Cohesion::Disrupted;
    for file in 0..3 {
        fight.groups[0].files[file].bases[0].disorder = Disorder::SeverelyDisordered;
    }
    // Three severely disordered dice lose one (one in two, rounded in their favour), two disrupted ones none.
    assert_eq!(red_dice(&fight), 4);
}

#[test]
fn reading_combat_029_lost_dice_are_shared_by_dice() {
    proves!("FOGR-COMBAT-029");
    // Disrupted: four dice against one enemy, two against another; 6 lose 2, by four to two: 4/3 and 2/3, one each.
    let mut red = group(Side::Red, HeavyFoot, 3, 2);
    red.cohesion = Cohesion::Disrupted;
    let mut fight = Fight::new(
        CombatPhase::Melee,
        vec![red, group(Side::Blue, HeavyFoot, 2, 2), group(Side::Blue, HeavyFoot, 1, 2)],
    );
    fight.duels = vec![duel(at(0, 0), at(1, 0)), duel(at(0, 1), at(1, 1)), duel(at(0, 2), at(2, 0))];
    let mine: Vec<_> = parts(&fight).into_iter().filter(|p| p.0 == 0).map(|p| (p.1, p.4)).collect();
    assert_eq!(mine, [(1, 3), (2, 1)]);
}

#[test]
fn reading_combat_030_one_die_lost_comes_from_the_larger_set() {
    proves!("FOGR-COMBAT-030");
    // Two dice at one advantage, three at another, one to lose: the example leaves two and two.
    let mut red = group(Side::Red, HeavyFoot, 5, 1);
    red.cohesion = Cohesion::Disrupted;
    let mut fight = Fight::new(CombatPhase::Melee, vec![red, group(Side::Blue, HeavyFoot, 5, 1)]);
    fight.duels = (0..5).map(|i| duel(at(0, i), at(1, i))).collect();
    for duel in fight.duels.iter_mut().take(2) {
        duel.stands.red.uphill = true;
    }
    let mine: Vec<_> = parts(&fight).into_iter().filter(|p| p.0 == 0).map(|p| (p.2, p.4)).collect();
    assert_eq!(mine, [(1, 2), (0, 2)]);
}

#[test]
fn reading_combat_018_the_gun_of_flank_chargers_shares_their_advantage() {
    proves!("FOGR-COMBAT-018", "FOGR-COMBAT-067");
    let mut red = group(Side::Red, MediumFoot, 1, 2);
    red.regimental_gun = true;
    let mut fight = Fight::new(CombatPhase::Impact, vec![red, group(Side::Blue, HeavyFoot, 1, 2)]);
    let mut charge = duel(at(0, 0), at(1, 0));
    charge.stands.red.charge = caracole_fog::combat::Charge::FlankOrRear;
    fight.duels = vec![charge];
    let mine: Vec<_> = parts(&fight).into_iter().filter(|p| p.0 == 0).map(|p| (p.2, p.4)).collect();
    assert_eq!(mine, [(2, 3)], "two dice of the base and one of the gun, all at ++");
}
