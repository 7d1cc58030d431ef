//! The dice that a battle group loses and how they are shared out: worked out by hand from the rule.

use crate::renaissance::support::*;
use caracole_fog::combat::{
    Arithmetic, Base, Edge, Fight, FileShot, Group, PartExplained, Range, Readings, Role, Volley,
};
use caracole_fog::renaissance::{Choice, Renaissance};
use caracole_fog::troops::{
    Armour::Unarmoured, Capability, Cohesion, CombatPhase, Disorder, Quality, TroopType,
};
use caracole_kernel::Side;
use caracole_ledger::proves;

use Cohesion::{Disrupted, Fragmented, Steady};
use CombatPhase::{Impact, Melee};
use TroopType::*;

fn plain(troop_type: TroopType) -> Base {
    base(troop_type, Unarmoured, Quality::Average, &[])
}

fn troops(side: Side, troop_type: TroopType, files: usize, ranks: usize) -> Group {
    block(side, plain(troop_type), files, ranks)
}

/// One file of red against an enemy: the enemy's number, and how far uphill red is of him: 1, 0 or -1.
type Against = (u8, i8);

/// Red of one type in files of so many ranks, each against an enemy of the types given; red's dice by enemy and advantage.
fn kept(
    phase: CombatPhase,
    (own, ranks, cohesion): (TroopType, usize, Cohesion),
    enemies: &[TroopType],
    files: &[Against],
) -> Vec<(u8, i8, u16)> {
    let fight = meeting(phase, (own, ranks, cohesion), enemies, files);
    own_parts(&fight, Readings::DEFAULT)
}

fn own_parts(fight: &Fight, readings: Readings) -> Vec<(u8, i8, u16)> {
    let muster = Renaissance::muster(fight, readings);
    muster.parts.iter().filter(|p| p.by == 0).map(|p| (p.against, p.net, p.dice())).collect()
}

fn meeting(
    phase: CombatPhase,
    (own, ranks, cohesion): (TroopType, usize, Cohesion),
    enemies: &[TroopType],
    files: &[Against],
) -> Fight {
    let mut red = troops(Side::Red, own, files.len(), ranks);
    red.cohesion = cohesion;
    let mut groups = vec![red];
    groups.extend(enemies.iter().map(|&t| troops(Side::Blue, t, files.len(), 1)));
    let mut fight = Fight::new(phase, groups);
    for (file, &(enemy, uphill)) in (0u8..).zip(files) {
        let mut pair = if phase == Impact { red_charges } else { duel }(at(0, file), at(enemy, file));
        pair.stands.red.uphill = uphill > 0;
        pair.stands.blue.uphill = uphill < 0;
        fight.duels.push(pair);
    }
    fight
}

#[test]
fn the_whole_loss_comes_first_and_is_shared_out_once() {
    proves!("FOGR-COMBAT-029", "FOGR-COMBAT-015", "FOGR-RECKONER-003");
    // 3 dice: one lost as light foot, one of two as fragmented. Two lost by 1 to 2: 2/3 and 4/3, so one each.
    let foot = kept(Melee, (LightFoot, 1, Fragmented), &[HeavyFoot; 2], &[(1, 0), (2, 0), (2, 0)]);
    assert_eq!(foot, [(1, 0, 0), (2, 0, 1)]);
    // The other way round in the list.
    let foot = kept(Melee, (LightFoot, 1, Fragmented), &[HeavyFoot; 2], &[(1, 0), (1, 0), (2, 0)]);
    assert_eq!(foot, [(1, 0, 1), (2, 0, 0)]);
    // 12 dice: 6, then 2 of 6. Eight lost by 2 to 4: 8/3 and 16/3, so 3 and 5 of 4 and 8.
    let horse = kept(
        Impact,
        (LightHorse, 1, Disrupted),
        &[HeavyFoot; 2],
        &[(1, 0), (1, 0), (2, 0), (2, 0), (2, 0), (2, 0)],
    );
    assert_eq!(horse, [(1, 0, 1), (2, 0, 3)]);
    // 10 dice: 5, then 1 of 5. Six lost by 1 to 4: 6/5 and 24/5, so 1 and 5 of 2 and 8.
    let horse =
        kept(Impact, (LightHorse, 1, Disrupted), &[HeavyFoot; 2], &[(1, 0), (2, 0), (2, 0), (2, 0), (2, 0)]);
    assert_eq!(horse, [(1, 0, 1), (2, 0, 3)]);
}

#[test]
fn a_die_is_left_against_each_enemy_and_each_part_of_one() {
    proves!("FOGR-COMBAT-029", "FOGR-COMBAT-030");
    let foot = (HeavyFoot, 1, Disrupted);
    // 4 dice lose one: half from each enemy. Against X each part has a single die, so Y loses it.
    let two = [HeavyFoot; 2];
    assert_eq!(kept(Melee, foot, &two, &[(1, 1), (1, 0), (2, 0), (2, 0)]), [(1, 1, 1), (1, 0, 1), (2, 0, 1)]);
    assert_eq!(kept(Melee, foot, &two, &[(1, 0), (1, 0), (2, 1), (2, 0)]), [(1, 0, 1), (2, 1, 1), (2, 0, 1)]);
    // 5 dice lose one: 3/5 from X, whose three parts have a die each, against 2/5 from Y. The shares are not equal, so
    // that X loses it.
    assert_eq!(
        kept(Melee, foot, &two, &[(1, 1), (1, 0), (1, -1), (2, 0), (2, 0)]),
        [(1, 1, 1), (1, 0, 1), (1, -1, 0), (2, 0, 2)]
    );
    // 6 dice lose two: 4/3 and 2/3, so one from each, although Y has two parts of a die.
    assert_eq!(
        kept(Melee, foot, &two, &[(1, 0), (1, 0), (1, 0), (1, 0), (2, 1), (2, 0)]),
        [(1, 0, 3), (2, 1, 1), (2, 0, 0)]
    );
    // 5 dice of fragmented foot lose two: 2/5, 2/5 and 6/5. The last enemy bears both.
    let shattered = (HeavyFoot, 1, Fragmented);
    let three = [HeavyFoot; 3];
    assert_eq!(
        kept(Melee, shattered, &three, &[(1, 0), (2, 0), (3, 0), (3, 0), (3, 0)]),
        [(1, 0, 1), (2, 0, 1), (3, 0, 1)]
    );
    // 6 dice lose three, one of them from each enemy; 2, 2 and 2 are left by two parts and one.
    assert_eq!(
        kept(Melee, shattered, &three, &[(1, 1), (1, 0), (2, 0), (2, 0), (3, 0), (3, 0)]),
        [(1, 1, 1), (1, 0, 0), (2, 0, 1), (3, 0, 1)],
        "three dice cannot be left against four parts, but against every enemy"
    );
    // 3 parts of one enemy: 1, 1 and 4 dice lose two (1/3, 1/3, 4/3).
    assert_eq!(
        kept(Melee, foot, &[HeavyFoot], &[(1, 1), (1, 0), (1, -1), (1, -1), (1, -1), (1, -1)]),
        [(1, 1, 1), (1, 0, 1), (1, -1, 2)]
    );
}

#[test]
fn losses_that_leave_little_or_nothing() {
    proves!("FOGR-COMBAT-024", "FOGR-COMBAT-029", "FOGR-GLOSSARY-014");
    // A single die is never lost, whatever the state.
    for (own, cohesion) in [(HeavyFoot, Disrupted), (HeavyFoot, Fragmented), (LightFoot, Fragmented)] {
        assert_eq!(kept(Melee, (own, 1, cohesion), &[HeavyFoot], &[(1, 0)]), [(1, 0, 1)]);
    }
    // Two dice at two enemies: fragmented lose one, and the first of equals loses it.
    let two = [HeavyFoot; 2];
    assert_eq!(kept(Melee, (HeavyFoot, 1, Fragmented), &two, &[(1, 0), (2, 0)]), [(1, 0, 0), (2, 0, 1)]);
    assert_eq!(kept(Melee, (HeavyFoot, 1, Disrupted), &two, &[(1, 0), (2, 0)]), [(1, 0, 1), (2, 0, 1)]);
    // At two advantages the owner gives up the die that hits less.
    assert_eq!(
        kept(Melee, (HeavyFoot, 1, Fragmented), &[HeavyFoot], &[(1, 1), (1, 0)]),
        [(1, 1, 1), (1, 0, 0)]
    );
    // 8 dice of fragmented light foot: 4, then 2. Six lost by 2, 2 and 4: 3/2, 3/2 and 3, so 2, 1 and 3.
    assert_eq!(
        kept(Melee, (LightFoot, 2, Fragmented), &[HeavyFoot; 3], &[(1, 0), (2, 0), (3, 0), (3, 0)]),
        [(1, 0, 0), (2, 0, 1), (3, 0, 1)]
    );
}

#[test]
fn light_troops_lose_only_dice_that_count_as_light() {
    proves!("FOGR-COMBAT-015", "FOGR-COMBAT-029");
    // Against light horse nothing is lost as light, against heavy foot one of two.
    let mixed = [LightHorse, HeavyFoot];
    let files = [(1, 0), (1, 0), (2, 0), (2, 0)];
    assert_eq!(kept(Melee, (LightHorse, 1, Steady), &mixed, &files), [(1, 0, 2), (2, 0, 1)]);
    // Disrupted: one more of three, half from each: 1/2 against 3/2. The first of equals loses it.
    assert_eq!(kept(Melee, (LightHorse, 1, Disrupted), &mixed, &files), [(1, 0, 1), (2, 0, 1)]);
    // Against fragmented enemy nothing is lost as light.
    let mut fight = meeting(Melee, (LightHorse, 1, Steady), &[HeavyFoot, HeavyFoot], &files);
    fight.groups[1].cohesion = Fragmented;
    assert_eq!(own_parts(&fight, Readings::DEFAULT), [(1, 0, 2), (2, 0, 1)]);
    // An overlap's die counts as its file's: 2 in front, 1 beside.
    let mut fight =
        meeting(Melee, (LightFoot, 1, Fragmented), &[HeavyFoot, HeavyFoot], &[(1, 0), (1, 0), (2, 0)]);
    fight.duels[2].stands.red.role = Role::Overlap;
    fight.duels[2].stands.blue.role = Role::Idle;
    assert_eq!(own_parts(&fight, Readings::DEFAULT), [(1, 0, 1), (2, 0, 0)]);
}

#[test]
fn bases_in_different_states_lose_apart() {
    proves!("FOGR-COMBAT-025");
    let disorder = |fight: &mut Fight, files: &[usize], disorder| {
        for &file in files {
            fight.groups[0].files[file].bases[0].disorder = disorder;
        }
    };
    let together = Readings::DEFAULT.flip(Choice::StatesLoseApart as usize);
    // Light foot, three in order and three disordered. Apart: 3 lose 1, and 3 lose 1, then none of 2.
    let files = [(1, 0); 6];
    let mut fight = meeting(Melee, (LightFoot, 1, Steady), &[HeavyFoot], &files);
    disorder(&mut fight, &[0, 1, 2], Disorder::Disordered);
    assert_eq!(own_parts(&fight, Readings::DEFAULT), [(1, 0, 4)]);
    // Together: 6 lose 3, all of them those in disorder.
    assert_eq!(own_parts(&fight, together), [(1, 0, 3)]);
    // Four severely disordered against X: 2, then 1. Two in order against Y: 1.
    let mut fight = meeting(
        Melee,
        (LightFoot, 1, Steady),
        &[HeavyFoot; 2],
        &[(1, 0), (1, 0), (1, 0), (1, 0), (2, 0), (2, 0)],
    );
    disorder(&mut fight, &[0, 1, 2, 3], Disorder::SeverelyDisordered);
    assert_eq!(own_parts(&fight, Readings::DEFAULT), [(1, 0, 1), (2, 0, 1)]);
    // Together: 3 of 6 from X, the last die of whom is not lost; Y keeps both.
    assert_eq!(own_parts(&fight, together), [(1, 0, 1), (2, 0, 2)]);
    // Disrupted, with one severely disordered base against each enemy: 1 of 2, and 1 of 4. Three bases fight each
    // enemy, so that each bears one of the two.
    let mut fight = meeting(
        Melee,
        (HeavyFoot, 1, Disrupted),
        &[HeavyFoot; 2],
        &[(1, 0), (1, 0), (1, 0), (2, 0), (2, 0), (2, 0)],
    );
    disorder(&mut fight, &[0, 3], Disorder::SeverelyDisordered);
    assert_eq!(own_parts(&fight, Readings::DEFAULT), [(1, 0, 2), (2, 0, 2)]);
}

fn volley(at: u8, files: &[u8], range: Range) -> Volley {
    Volley {
        by: 0,
        at,
        files: files.iter().map(|&f| FileShot { edge: Edge::Front, ..FileShot::plain(f, range) }).collect(),
        regimental_gun: None,
        nearest: 0,
        from_behind: false,
        cover: false,
        enfilade: false,
    }
}

fn musket_star(deep: &[usize]) -> Group {
    let shot = base(MediumFoot, Unarmoured, Quality::Average, &[Capability::MusketStar]);
    Group::new(Side::Red, deep.iter().map(|&ranks| file(shot, ranks)))
}

#[test]
fn losses_are_shared_by_dice_or_by_bases() {
    proves!("FOGR-COMBAT-029");
    // Three files of one rank shoot 3 dice at X, two of two ranks 2 and 1 at Y. Fragmented, 6 dice lose three.
    let mut red = musket_star(&[1, 1, 1, 2, 2]);
    red.cohesion = Fragmented;
    let target = || troops(Side::Blue, HeavyFoot, 4, 3);
    let mut fight = Fight::new(CombatPhase::Shooting, vec![red, target(), target()]);
    fight.volleys = vec![volley(1, &[0, 1, 2], Range::Short), volley(2, &[3, 4], Range::Short)];
    let dice = |readings| -> Vec<u16> {
        let few = readings;
        let muster = Renaissance::muster(&fight, few);
        muster.parts.iter().map(|p| p.dice()).collect()
    };
    let all = |readings: Readings| readings.flip(Choice::UselessShootingNotRolled as usize);
    // By dice 3/2 and 3/2: the first of equals loses two. By bases, 3 to 4, 9/7 and 12/7: the second does.
    assert_eq!(dice(all(Readings::DEFAULT)), [1, 2]);
    assert_eq!(dice(all(Readings::DEFAULT.flip(Choice::LossesByDice as usize))), [2, 1]);
}

#[test]
fn the_gun_shares_the_disorder_of_the_base_it_stands_before() {
    proves!("FOGR-COMBAT-007", "FOGR-COMBAT-016");
    let all = Readings::DEFAULT.flip(Choice::UselessShootingNotRolled as usize);
    let arquebusiers = |files: usize| {
        let mut red = block(
            Side::Red,
            base(MediumFoot, Unarmoured, Quality::Average, &[Capability::Arquebus]),
            files,
            2,
        );
        red.regimental_gun = true;
        red
    };
    let shots = |red: Group| {
        let files: Vec<u8> = (0..red.files.len() as u8).collect();
        let mut shot = volley(1, &files, Range::Short);
        shot.regimental_gun = Some(Range::Short);
        let mut fight = Fight::new(CombatPhase::Shooting, vec![red, troops(Side::Blue, HeavyFoot, 4, 3)]);
        fight.volleys = vec![shot];
        own_parts(&fight, all).iter().map(|p| p.2).sum::<u16>()
    };
    let disordered = |mut red: Group, files: &[usize]| {
        for &file in files {
            red.files[file].bases.iter_mut().for_each(|b| b.disorder = Disorder::Disordered);
        }
        red
    };
    assert_eq!(shots(arquebusiers(1)), 3);
    assert_eq!(shots(disordered(arquebusiers(1), &[0])), 2, "2 and the gun's lose one");
    // Three files: only the outer two in disorder, 4 dice lose one; only the middle one, 2 and the gun's lose one.
    assert_eq!(shots(disordered(arquebusiers(3), &[0, 2])), 6);
    assert_eq!(shots(disordered(arquebusiers(3), &[1])), 6);
    // Of two in the middle the one in order: 2 disordered dice lose none.
    assert_eq!(shots(disordered(arquebusiers(2), &[0])), 5);
    // At impact too: 2 dice and the gun's lose one.
    let mut fight = meeting(Impact, (MediumFoot, 1, Steady), &[HeavyFoot], &[(1, 0), (1, 0), (1, 0)]);
    fight.groups[0].regimental_gun = true;
    let dice = |fight: &Fight| own_parts(fight, Readings::DEFAULT).iter().map(|p| p.2).sum::<u16>();
    assert_eq!(dice(&fight), 7);
    fight.groups[0].files[1].bases[0].disorder = Disorder::Disordered;
    assert_eq!(dice(&fight), 6);
    fight.groups[0].files[1].bases[0].disorder = Disorder::None;
    fight.groups[0].files[0].bases[0].disorder = Disorder::Disordered;
    assert_eq!(dice(&fight), 7, "2 disordered dice lose none");
}

#[test]
fn what_is_told_of_losses_adds_up() {
    proves!("FOGR-COMBAT-015", "FOGR-COMBAT-029");
    let fight = meeting(
        Impact,
        (LightHorse, 1, Disrupted),
        &[HeavyFoot; 2],
        &[(1, 0), (1, 0), (2, 0), (2, 0), (2, 0), (2, 0)],
    );
    let told = Renaissance::explain(&fight, Readings::DEFAULT);
    let mine: Vec<&PartExplained> = told.iter().filter(|p| p.by == 0).collect();
    let total = |label: &str| -> i32 {
        let lines = mine.iter().flat_map(|p| &p.dice.lines).filter(|l| l.label.contains(label));
        lines.map(|l| l.effect.after(0)).sum()
    };
    assert_eq!((total("light foot or light horse"), total("disrupted")), (-6, -2));
    assert_eq!(mine.iter().map(|p| p.dice.total()).sum::<i32>(), 4);
}
