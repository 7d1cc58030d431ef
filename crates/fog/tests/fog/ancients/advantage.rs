//! Points of advantage in close combat, row by row.

use crate::ancients::support::*;
use caracole_fog::ancients::{Choice, close_combat_score, shooting_score};
use caracole_fog::combat::{Base, Charge, Defence, Directions, Fight, Formation, Ground, Group, Readings};
use caracole_fog::troops::{Armour, Capability::*, Cohesion, CombatPhase, Disorder, TroopType, TroopType::*};
use caracole_kernel::Side;
use caracole_ledger::proves;

/// One file of red charges one file of blue.
fn charge(red: &[Base], blue: &[Base]) -> Fight {
    line_up(CombatPhase::Impact, ranks(Side::Red, red, 2), ranks(Side::Blue, blue, 2))
}

fn melee(red: &[Base], blue: &[Base]) -> Fight {
    line_up(CombatPhase::Melee, ranks(Side::Red, red, 2), ranks(Side::Blue, blue, 2))
}

/// Red's net, red charging.
fn charging(red: &[Base], blue: &[Base]) -> i32 {
    net(&charge(red, blue))
}

/// Red's net, blue charging.
fn receiving(red: &[Base], blue: &[Base]) -> i32 {
    let mut fight = charge(red, blue);
    for duel in &mut fight.duels {
        (duel.stands.red.charge, duel.stands.blue.charge) = (Charge::No, Charge::Yes);
    }
    net(&fight)
}

fn fighting(red: &[Base], blue: &[Base]) -> i32 {
    net(&melee(red, blue))
}

fn bowmen() -> Base {
    plain(HeavyFoot, &[])
}

fn cavalry(capabilities: &[caracole_fog::troops::Capability]) -> Base {
    plain(Cavalry, capabilities)
}

fn pikes(ranks: usize) -> Vec<Base> {
    vec![plain(HeavyFoot, &[Pikemen]); ranks]
}

fn spears(ranks: usize) -> Vec<Base> {
    vec![plain(HeavyFoot, &[DefensiveSpearmen]); ranks]
}

fn hoplites(ranks: usize) -> Vec<Base> {
    vec![plain(HeavyFoot, &[OffensiveSpearmen]); ranks]
}

#[test]
fn scores_to_hit() {
    proves!("FOGAM-COMBAT-034", "FOGAM-COMBAT-035");
    let close: Vec<u8> = (-2..=2).map(close_combat_score).collect();
    assert_eq!(close, [5, 5, 4, 4, 3]);
    let shooting: Vec<u8> = (-2..=1).map(shooting_score).collect();
    assert_eq!(shooting, [6, 5, 4, 3]);
}

#[test]
fn two_pluses_against_one() {
    proves!("FOGAM-COMBAT-037");
    // Impact foot ++ against foot, light spear + : net + and -.
    let fight = charge(&[plain(HeavyFoot, &[ImpactFoot])], &[plain(HeavyFoot, &[LightSpear])]);
    assert_eq!(net(&fight), 1);
    assert_eq!(parts(&fight), [(0, 1, 1, 4, 6), (1, 0, -1, 5, 6)]);
}

#[test]
fn impact_foot() {
    proves!("FOGAM-COMBAT-048", "FOGAM-COMBAT-047", "FOGAM-GLOSSARY-034");
    let foot = plain(HeavyFoot, &[ImpactFoot]);
    assert_eq!(charging(&[foot], &[bowmen()]), 2);
    assert_eq!(receiving(&[foot], &[bowmen()]), 2);
    assert_eq!(charging(&[foot], &[cavalry(&[])]), 1);
    // Not when charging mounted shock troops, unless these are fragmented; receiving them is another matter.
    let lancers = cavalry(&[Lancers]);
    assert_eq!(charging(&[foot], &[lancers]), -1, "the lance tells, the charge does not");
    let mut fragmented = charge(&[foot], &[lancers]);
    fragmented.groups[1].cohesion = Cohesion::Fragmented;
    assert_eq!(net(&fragmented), 0);
    assert_eq!(receiving(&[foot], &[lancers]), 0);
    // Lance and bow* throughout: no shock troops.
    assert_eq!(charging(&[foot], &[cavalry(&[Lancers, BowStar])]), 0);
}

#[test]
fn standing_spears_and_pikes() {
    proves!("FOGAM-COMBAT-047", "FOGAM-COMBAT-049", "FOGAM-COMBAT-040");
    let enemy = [cavalry(&[])];
    assert_eq!(receiving(&spears(2), &enemy), 1);
    assert_eq!(receiving(&hoplites(2), &enemy), 1);
    assert_eq!(receiving(&spears(1), &enemy), 0);
    // A second rank of battle troops behind spearmen will do, light foot will not.
    let behind = |second: Base| vec![plain(HeavyFoot, &[DefensiveSpearmen]), second];
    assert_eq!(receiving(&behind(plain(MediumFoot, &[Bow])), &enemy), 1);
    assert_eq!(receiving(&behind(plain(LightFoot, &[Bow])), &enemy), 0);
    assert_eq!(receiving(&pikes(2), &enemy), 0);
    assert_eq!(receiving(&pikes(3), &enemy), 1);
    // A rank of others breaks the count.
    let mut broken = pikes(3);
    broken[1] = bowmen();
    assert_eq!(receiving(&broken, &enemy), 0);
}

#[test]
fn failing_spears_and_pikes() {
    proves!("FOGAM-COMBAT-047", "FOGAM-COMBAT-058");
    for (cohesion, disorder, stands) in [
        (Cohesion::Disrupted, Disorder::None, 1),
        (Cohesion::Steady, Disorder::Disordered, 1),
        (Cohesion::Fragmented, Disorder::None, 0),
        (Cohesion::Steady, Disorder::SeverelyDisordered, 0),
    ] {
        let file: Vec<Base> = pikes(3).into_iter().map(|b| in_disorder(b, disorder)).collect();
        let mut fight = melee(&file, &[bowmen()]);
        fight.groups[0].cohesion = cohesion;
        assert_eq!(net(&fight), stands, "melee {cohesion} {disorder}");
        fight.phase = CombatPhase::Impact;
        assert_eq!(net(&fight), stands, "impact {cohesion} {disorder}");
    }
}

#[test]
fn charging_spears_and_pikes() {
    proves!("FOGAM-COMBAT-047", "FOGAM-COMBAT-049");
    assert_eq!(charging(&hoplites(2), &[bowmen()]), 1);
    assert_eq!(charging(&hoplites(1), &[bowmen()]), 0);
    assert_eq!(charging(&pikes(3), &[bowmen()]), 1);
    assert_eq!(charging(&pikes(2), &[bowmen()]), 0);
    // A second rank of others is no help to chargers.
    assert_eq!(charging(&[plain(HeavyFoot, &[OffensiveSpearmen]), bowmen()], &[bowmen()]), 0);
    assert_eq!(charging(&hoplites(2), &[cavalry(&[])]), 1, "mounted who are no shock troops");
    assert_eq!(charging(&hoplites(2), &[cavalry(&[Lancers])]), -1, "shock: lance only");
    // Defensive spearmen charge to effect only their like.
    assert_eq!(charging(&spears(2), &[bowmen()]), 0);
    assert_eq!(charging(&spears(2), &spears(2)), 0, "both have theirs");
    assert_eq!(charging(&spears(2), &spears(1)), 1);
    assert_eq!(charging(&spears(1), &spears(1)), 0);
    let severe: Vec<Base> =
        pikes(3).into_iter().map(|b| in_disorder(b, Disorder::SeverelyDisordered)).collect();
    assert_eq!(charging(&severe, &[bowmen()]), 0);
}

#[test]
fn heavy_weapons_light_spears_and_pole_arms_at_impact() {
    proves!("FOGAM-COMBAT-047");
    assert_eq!(charging(&[plain(HeavyFoot, &[HeavyWeapon])], &[bowmen()]), 1);
    assert_eq!(charging(&[plain(HeavyFoot, &[HeavyWeapon])], &[cavalry(&[])]), 0);
    for weapon in [LightSpear, PoleArm] {
        let foot = plain(HeavyFoot, &[weapon]);
        assert_eq!(charging(&[foot], &[bowmen()]), 1);
        assert_eq!(charging(&[foot], &[cavalry(&[])]), 1);
        assert_eq!(charging(&[foot], &[cavalry(&[Lancers])]), -1, "charging shock mounted");
        assert_eq!(receiving(&[foot], &[cavalry(&[Lancers])]), 0, "one each");
    }
}

#[test]
fn elephants_and_wagons() {
    proves!("FOGAM-COMBAT-047", "FOGAM-COMBAT-058");
    let elephant = plain(Elephants, &[]);
    let wagon = plain(BattleWagons, &[]);
    for enemy in [bowmen(), plain(MediumFoot, &[]), plain(Mob, &[]), cavalry(&[]), plain(LightHorse, &[])] {
        assert_eq!(charging(&[elephant], &[enemy]), 1, "{}", enemy.profile.troop_type);
        assert_eq!(fighting(&[elephant], &[enemy]), 1, "{}", enemy.profile.troop_type);
    }
    assert_eq!(charging(&[elephant], &[plain(LightFoot, &[])]), 0);
    assert_eq!(charging(&[elephant], &[elephant]), 0, "one each");
    assert_eq!(charging(&[elephant], &[wagon]), 1, "wagons have nothing against elephants");
    assert_eq!(receiving(&[wagon], &[cavalry(&[Lancers])]), 1, "and lances nothing against wagons");
    assert_eq!(receiving(&[wagon], &[bowmen()]), 0);
}

#[test]
fn lancers_in_the_open() {
    proves!("FOGAM-GLOSSARY-027");
    proves!("FOGAM-COMBAT-051", "FOGAM-COMBAT-052", "FOGAM-COMBAT-047");
    let knights = with_armour(plain(Knights, &[Lancers]), Armour::HeavilyArmoured);
    let lancers = cavalry(&[Lancers]);
    assert_eq!(charging(&[knights], &[lancers]), 1, "knightly lancers against others");
    assert_eq!(charging(&[lancers], &[cavalry(&[])]), 1);
    assert_eq!(charging(&[lancers], &[lancers]), 0);
    assert_eq!(charging(&[knights], &[knights]), 0);
    for spared in [plain(ScythedChariots, &[]), plain(BattleWagons, &[])] {
        let own = i32::from(spared.profile.troop_type == BattleWagons);
        assert_eq!(receiving(&[knights], &[spared]), -own);
    }
    // (a) medium foot ++, (b) steady standing spears -, (c) disordered spears 0, (d) partly in uneven ground 0.
    let swordsmen = plain(MediumFoot, &[Swordsmen]);
    let open = charge(&[knights], &[swordsmen]);
    assert_eq!(net(&open), 2);
    assert_eq!(charging(&[knights], &spears(2)), -1);
    let disordered: Vec<Base> = spears(2).into_iter().map(|b| in_disorder(b, Disorder::Disordered)).collect();
    assert_eq!(charging(&[knights], &disordered), 0);
    let mut uneven = open;
    uneven.duels[0].stands.red.ground = Ground::Uneven;
    assert_eq!(net(&uneven), 0);
    // A single rank of steady spears stops the lance as well; spears that charge do not.
    assert_eq!(charging(&[knights], &spears(1)), 0);
    assert_eq!(receiving(&[knights], &spears(1)), 1);
}

#[test]
fn chariots_in_the_open() {
    proves!("FOGAM-COMBAT-047", "FOGAM-COMBAT-051", "FOGAM-COMBAT-058");
    for chariots in [HeavyChariots, ScythedChariots] {
        let chariot = plain(chariots, &[]);
        assert_eq!(charging(&[chariot], &[bowmen()]), 1);
        assert_eq!(charging(&[chariot], &[plain(LightChariots, &[])]), 1);
        assert_eq!(charging(&[chariot], &[plain(Elephants, &[])]), -1);
        assert_eq!(charging(&[chariot], &spears(2)), -1);
        assert_eq!(
            charging(&[chariot], &[cavalry(&[Lancers])]),
            if chariots == HeavyChariots { -1 } else { 0 }
        );
        // In melee in any terrain, not against skirmishers or steady spears.
        assert_eq!(fighting(&[chariot], &[bowmen()]), 1);
        assert_eq!(fighting(&[chariot], &[plain(LightHorse, &[])]), 0);
        assert_eq!(fighting(&[chariot], &spears(2)), -1);
    }
    assert_eq!(
        charging(&[plain(HeavyChariots, &[])], &[plain(LightFoot, &[])]),
        1,
        "mounted against light foot"
    );
    assert_eq!(charging(&[plain(ScythedChariots, &[])], &[plain(LightFoot, &[])]), 0);
    let light = plain(LightChariots, &[]);
    assert_eq!(charging(&[light], &[bowmen()]), 1);
    assert_eq!(charging(&[light], &[cavalry(&[])]), 0);
    assert_eq!(charging(&[light], &spears(2)), -1);
    assert_eq!(charging(&[light], &[plain(MediumFoot, &[])]), 2);
    assert_eq!(fighting(&[light], &[bowmen()]), 0);
}

#[test]
fn mounted_against_loose_foot() {
    proves!("FOGAM-COMBAT-052", "FOGAM-COMBAT-047");
    for foot in [MediumFoot, Mob, LightFoot] {
        assert_eq!(charging(&[cavalry(&[])], &[plain(foot, &[])]), 1, "{foot}");
    }
    assert_eq!(charging(&[cavalry(&[])], &[bowmen()]), 0);
    assert_eq!(charging(&[plain(Elephants, &[])], &[plain(MediumFoot, &[])]), 1, "only the elephants' own");
    // Against foot behind fortifications it is not open terrain, and they have a + for defending.
    let mut fight = charge(&[cavalry(&[])], &[plain(MediumFoot, &[])]);
    fight.duels[0].stands.blue.defence = Defence::Fortification;
    assert_eq!(net(&fight), -1);
}

#[test]
fn a_fourth_rank_of_pikes() {
    proves!("FOGAM-COMBAT-042", "FOGAM-COMBAT-053", "FOGAM-COMBAT-058");
    for phase in [CombatPhase::Impact, CombatPhase::Melee] {
        let with = |front: Ground| {
            let mut fight = melee(&pikes(4), &[bowmen()]);
            fight.phase = phase;
            fight.duels[0].stands.red.ground = front;
            fight
        };
        // Only the ground under the base in contact is asked.
        assert_eq!(net(&with(Ground::Open)), 2);
        assert_eq!(net(&with(Ground::Rough)), 1);
        let mut fragmented = with(Ground::Open);
        fragmented.groups[0].cohesion = Cohesion::Fragmented;
        assert_eq!(net(&fragmented), 0);
    }
    assert_eq!(charging(&pikes(4), &[bowmen()]), 2, "charging or not");
}

#[test]
fn uphill_and_defending() {
    proves!("FOGAM-COMBAT-047", "FOGAM-COMBAT-058", "FOGAM-COMBAT-056", "FOGAM-SPECIAL-026");
    for phase in [CombatPhase::Impact, CombatPhase::Melee] {
        let fight = |red: Base, blue: Base, change: &dyn Fn(&mut caracole_fog::combat::Stand)| {
            let mut fight = melee(&[red], &[blue]);
            fight.phase = phase;
            change(&mut fight.duels[0].stands.red);
            net(&fight)
        };
        let horse = cavalry(&[]);
        let elephant = plain(Elephants, &[]);
        let wagon = plain(BattleWagons, &[]);
        let gun = plain(HeavyFoot, &[]);
        assert_eq!(fight(bowmen(), gun, &|s| s.uphill = true), 1);
        assert_eq!(fight(bowmen(), gun, &|s| s.defence = Defence::Fortification), 1);
        assert_eq!(fight(bowmen(), gun, &|s| s.defence = Defence::Riverbank), 1);
        let both = |s: &mut caracole_fog::combat::Stand| (s.uphill, s.defence) = (true, Defence::Riverbank);
        assert_eq!(fight(bowmen(), gun, &both), 1, "one point for both");
        // Only foot defend; wagons no fortifications.
        assert_eq!(fight(horse, gun, &|s| s.defence = Defence::Fortification), 0);
        assert_eq!(fight(wagon, gun, &|s| s.defence = Defence::Fortification), 0);
        assert_eq!(fight(wagon, gun, &|s| s.defence = Defence::Riverbank), 1);
        // Portable defences count against mounted other than elephants.
        assert_eq!(fight(bowmen(), horse, &|s| s.defence = Defence::Portable), 1);
        assert_eq!(fight(bowmen(), gun, &|s| s.defence = Defence::Portable), 0);
        assert_eq!(fight(bowmen(), elephant, &|s| s.defence = Defence::Portable), -1);
        let mut level = melee(&[bowmen()], &[bowmen()]);
        level.duels[0].stands.red.uphill = true;
        level.duels[0].stands.blue.uphill = true;
        assert_eq!(net(&level), 0, "if both would be uphill neither is");
    }
}

#[test]
fn columns_at_impact() {
    proves!("FOGAM-COMBAT-054", "FOGAM-GLOSSARY-014", "FOGAM-GLOSSARY-015");
    let column = |base: Base, size: usize| {
        let mut group = block(Side::Red, base, 1, size);
        group.formation = Formation::Column;
        group
    };
    let line = || block(Side::Blue, bowmen(), 2, 2);
    let against = |red: Group, blue: Group| net(&line_up(CombatPhase::Impact, red, blue));
    assert_eq!(against(column(bowmen(), 4), line()), -1);
    assert_eq!(against(column(bowmen(), 2), line()), 0, "two bases never count");
    assert_eq!(against(column(plain(Knights, &[]), 2), line()), -1, "knights do");
    assert_eq!(against(column(plain(TroopType::LightArtillery, &[]), 4), line()), 0);
    let mut other = column(bowmen(), 4);
    other.side = Side::Blue;
    assert_eq!(against(column(bowmen(), 4), other), 0, "both in column");
    let mut melee = line_up(CombatPhase::Melee, column(bowmen(), 4), line());
    assert_eq!(net(&melee), 0, "not in melee");
    melee.phase = CombatPhase::Impact;
    assert_eq!(net(&melee), -1, "charged in column");
}

#[test]
fn flank_and_rear_charges() {
    proves!("FOGAM-COMBAT-055", "FOGAM-IMPACT-043", "FOGAM-IMPACT-036", "FOGAM-SPECIAL-020");
    let fight = |target: Base, change: &dyn Fn(&mut Fight)| {
        let mut fight = charge(&[bowmen()], &[target]);
        fight.duels[0].stands.red.charge = Charge::FlankOrRear;
        change(&mut fight);
        fight
    };
    let flank = fight(plain(HeavyFoot, &[ImpactFoot]), &|f| f.duels[0].stands.blue.uphill = true);
    assert_eq!(net(&flank), 2);
    assert_eq!(parts(&flank)[0].3, 3);
    assert_eq!(
        parts(&flank).iter().find(|p| p.0 == 1).map(|p| p.3),
        Some(3),
        "the other file meets a frontal charge"
    );
    let mut flank = flank;
    flank.duels.truncate(1);
    assert_eq!(parts(&flank)[1].3, 5);
    assert_eq!(net(&fight(plain(BattleWagons, &[]), &|_| {})), 0, "wagons have no flank");
    let works = fight(bowmen(), &|f| f.duels[0].stands.blue.defence = Defence::Fortification);
    assert_eq!(net(&works), -1, "nor have defenders across their works");
}

#[test]
fn mounted_light_spear_is_worked_out_last() {
    proves!("FOGAM-COMBAT-050");
    let spear = cavalry(&[LightSpear]);
    let bow = cavalry(&[Bow]);
    assert_eq!(charging(&[spear], &[bow]), 1);
    assert_eq!(charging(&[spear], &[spear]), 0);
    let mut uphill = charge(&[spear], &[bow]);
    uphill.duels[0].stands.red.uphill = true;
    assert_eq!(net(&uphill), 1, "the hill is a point already");
    uphill.duels[0].stands.red.uphill = false;
    uphill.duels[0].stands.blue.uphill = true;
    assert_eq!(net(&uphill), -1, "and so it is for the enemy");
    // Lancers with light spear against lancers who have nothing more: the lances cancel out.
    let both = with_armour(plain(Knights, &[Lancers, LightSpear]), Armour::Armoured);
    let lance = with_armour(plain(Knights, &[Lancers]), Armour::Armoured);
    let fight = charge(&[both], &[lance]);
    assert_eq!(net(&fight), 1);
    let other = Readings::DEFAULT.flip(Choice::LightSpearBesideOthers as usize);
    assert_eq!(net_read(&fight, other), 0);
    // Foot with light spear add theirs with the rest.
    assert_eq!(charging(&[plain(HeavyFoot, &[LightSpear])], &[spear]), 1);
}

#[test]
fn swords_in_melee() {
    proves!("FOGAM-COMBAT-059", "FOGAM-COMBAT-058", "FOGAM-COMBAT-060", "FOGAM-COMBAT-063");
    let sword = plain(HeavyFoot, &[Swordsmen]);
    let skilled = plain(HeavyFoot, &[SkilledSwordsmen]);
    let rider = cavalry(&[Swordsmen]);
    assert_eq!(fighting(&[sword], &[bowmen()]), 1);
    assert_eq!(fighting(&[sword], &[skilled]), -1);
    assert_eq!(fighting(&[rider], &[skilled]), 0, "mounted keep theirs");
    assert_eq!(fighting(&[skilled], &[sword]), 1);
    assert_eq!(fighting(&[skilled], &[plain(Elephants, &[])]), -1);
    // Steady pikes or spears in any number of ranks stop swords.
    assert_eq!(fighting(&[skilled], &spears(1)), 0);
    assert_eq!(fighting(&[skilled], &spears(2)), -1);
    let shaken: Vec<Base> = spears(2).into_iter().map(|b| in_disorder(b, Disorder::Disordered)).collect();
    assert_eq!(fighting(&[skilled], &shaken), 0);
    // Spearmen and pikemen never use swords of their own.
    let armed = vec![plain(HeavyFoot, &[DefensiveSpearmen, Swordsmen])];
    assert_eq!(fighting(&armed, &[bowmen()]), 0);
    let fight = melee(&[plain(HeavyFoot, &[Pikemen, Swordsmen])], &[bowmen()]);
    assert_eq!(net(&fight), 0);
    assert_eq!(net_read(&fight, Readings::DEFAULT.flip(Choice::PikemenUseSwords as usize)), 1);
    // Lances, light spears and impact foot are for the impact.
    for idle in [Lancers, LightSpear] {
        assert_eq!(fighting(&[cavalry(&[idle])], &[bowmen()]), 0);
    }
    assert_eq!(fighting(&[plain(HeavyFoot, &[ImpactFoot])], &[bowmen()]), 0);
    // And swords for the melee.
    assert_eq!(charging(&[sword], &[bowmen()]), 0);
}

#[test]
fn other_rows_of_the_melee_table() {
    proves!("FOGAM-COMBAT-058", "FOGAM-COMBAT-060");
    assert_eq!(fighting(&spears(2), &[bowmen()]), 1);
    assert_eq!(fighting(&hoplites(2), &[bowmen()]), 1);
    assert_eq!(fighting(&spears(1), &[bowmen()]), 0);
    assert_eq!(fighting(&pikes(3), &[bowmen()]), 1);
    assert_eq!(fighting(&pikes(2), &[bowmen()]), 0);
    for weapon in [HeavyWeapon, PoleArm] {
        assert_eq!(fighting(&[plain(HeavyFoot, &[weapon])], &[bowmen()]), 1);
        assert_eq!(fighting(&[plain(HeavyFoot, &[weapon, Swordsmen])], &[bowmen()]), 1, "any one of");
    }
    assert_eq!(fighting(&[plain(TroopType::HeavyArtillery, &[])], &[bowmen()]), -1);
}

#[test]
fn two_directions() {
    proves!("FOGAM-COMBAT-061", "FOGAM-SPECIAL-020", "FOGAM-SPECIAL-039");
    let torn = |red: Vec<Base>, change: &dyn Fn(&mut Fight)| {
        let mut fight = melee(&red, &[plain(HeavyFoot, &[])]);
        fight.groups[0].directions = Directions::Two;
        change(&mut fight);
        net(&fight)
    };
    assert_eq!(torn(vec![bowmen()], &|_| {}), -1);
    assert_eq!(torn(vec![plain(HeavyFoot, &[SkilledSwordsmen])], &|_| {}), 1);
    assert_eq!(torn(vec![bowmen()], &|f| f.duels[0].stands.red.defence = Defence::Fortification), 1);
    assert_eq!(torn(spears(2), &|f| f.groups[0].formation = Formation::Orb), 0);
    // Not at impact.
    assert_eq!(torn(vec![bowmen()], &|f| f.phase = CombatPhase::Impact), 0);
}

#[test]
fn better_armour() {
    proves!("FOGAM-COMBAT-062", "FOGAM-GLOSSARY-009", "FOGAM-TROOPS-008", "FOGAM-COMBAT-063");
    let clad = |armour, capabilities: &[_]| with_armour(plain(HeavyFoot, capabilities), armour);
    let unprotected = clad(Armour::Unprotected, &[]);
    assert_eq!(fighting(&[clad(Armour::Protected, &[])], &[unprotected]), 1);
    assert_eq!(
        fighting(&[clad(Armour::HeavilyArmoured, &[])], &[unprotected]),
        1,
        "one point however many levels"
    );
    // Already on +: one level adds nothing, two do.
    assert_eq!(fighting(&[clad(Armour::Protected, &[Swordsmen])], &[unprotected]), 1);
    assert_eq!(fighting(&[clad(Armour::Armoured, &[Swordsmen])], &[unprotected]), 2);
    // From - it lifts to nothing, for either side.
    assert_eq!(fighting(&[clad(Armour::Armoured, &[])], &[clad(Armour::Protected, &[Swordsmen])]), 0);
    // Heavy weapons ignore it; steady pole arms ask for two levels.
    assert_eq!(
        fighting(&[clad(Armour::HeavilyArmoured, &[])], &[clad(Armour::Unprotected, &[HeavyWeapon])]),
        -1
    );
    let pole = clad(Armour::Protected, &[PoleArm]);
    assert_eq!(fighting(&[clad(Armour::Armoured, &[])], &[pole]), -1);
    assert_eq!(fighting(&[clad(Armour::HeavilyArmoured, &[])], &[pole]), 0);
    let shaken = in_disorder(pole, Disorder::Disordered);
    assert_eq!(fighting(&[clad(Armour::Armoured, &[])], &[shaken]), 0);
    // Troops without a class neither have it nor meet it.
    assert_eq!(fighting(&[clad(Armour::HeavilyArmoured, &[])], &[plain(LightChariots, &[])]), 0);
    assert_eq!(charging(&[clad(Armour::HeavilyArmoured, &[])], &[unprotected]), 0, "not at impact");
}

#[test]
fn no_more_than_two() {
    proves!("FOGAM-COMBAT-038");
    // Impact foot uphill: three points, of which two count.
    let mut fight = charge(&[plain(HeavyFoot, &[ImpactFoot])], &[bowmen()]);
    fight.duels[0].stands.red.uphill = true;
    assert_eq!(net(&fight), 2);
    // The limit is on the net: three against one is ++.
    let mut fight = charge(&[plain(HeavyFoot, &[ImpactFoot])], &[plain(HeavyFoot, &[LightSpear])]);
    fight.duels[0].stands.red.uphill = true;
    assert_eq!(net(&fight), 2);
}

#[test]
fn rear_ranks_use_the_front_ranks_advantage() {
    proves!("FOGAM-COMBAT-039", "FOGAM-COMBAT-030");
    let mixed = [plain(HeavyFoot, &[Swordsmen]), plain(MediumFoot, &[])];
    assert_eq!(parts(&melee(&mixed, &[bowmen()]))[0], (0, 1, 1, 4, 4));
    // Files at different points roll apart.
    let mut fight = melee(&mixed, &[bowmen()]);
    fight.duels[1].stands.red.uphill = true;
    assert_eq!(parts(&fight)[..2], [(0, 1, 2, 3, 2), (0, 1, 1, 4, 2)]);
}

#[test]
fn an_orb_has_no_points_of_spear_or_pike() {
    proves!("FOGAM-SPECIAL-037", "FOGAM-SPECIAL-034");
    let mut fight = melee(&pikes(4), &[plain(HeavyFoot, &[Swordsmen])]);
    fight.groups[0].formation = Formation::Orb;
    assert_eq!(net(&fight), 0, "no point of its own, but it still stops swords");
    fight.phase = CombatPhase::Impact;
    assert_eq!(net(&fight), 0);
    fight.duels[0].stands.blue.charge = Charge::FlankOrRear;
    assert_eq!(net(&fight), 0, "no flanks");
    let mut spearmen = melee(&spears(2), &[bowmen()]);
    spearmen.phase = CombatPhase::Impact;
    spearmen.groups[0].formation = Formation::Orb;
    assert_eq!(net(&spearmen), 0);
    assert_eq!(net_read(&spearmen, Readings::DEFAULT.flip(Choice::OrbWithoutSpears as usize)), 1);
}

#[test]
fn readings_of_the_tables() {
    proves!("FOGAM-COHESION-025");
    let other = |choice: Choice| Readings::DEFAULT.flip(choice as usize);
    let impact = charge(
        &[plain(HeavyFoot, &[ImpactFoot, HeavyWeapon])],
        &[plain(HeavyFoot, &[LightSpear, HeavyWeapon])],
    );
    assert_eq!(net_read(&impact, other(Choice::OneCapabilityRow)), 1, "three against two");
    let mut hill = melee(&[bowmen()], &[bowmen()]);
    (hill.duels[0].stands.red.uphill, hill.duels[0].stands.red.defence) = (true, Defence::Riverbank);
    assert_eq!(net_read(&hill, other(Choice::UphillAndDefendingAdd)), 2);
    let mut wagons = melee(&[plain(BattleWagons, &[])], &[bowmen()]);
    wagons.duels[0].stands.red.defence = Defence::Riverbank;
    assert_eq!(net_read(&wagons, other(Choice::WagonsDefendRiverbank)), 0);
    let light = [plain(HeavyFoot, &[DefensiveSpearmen]), plain(LightFoot, &[Bow])];
    let mut spears = charge(&light, &[cavalry(&[])]);
    spears.duels[0].stands.red.charge = Charge::No;
    assert_eq!(net_read(&spears, other(Choice::LightFootSupportSpears)), 1);
    let mut shock = charge(&[plain(HeavyFoot, &[LightSpear])], &[cavalry(&[Lancers])]);
    shock.groups[1].cohesion = Cohesion::Fragmented;
    assert_eq!(net(&shock), -1, "fragmented lancers are still shock troops");
    assert_eq!(net_read(&shock, other(Choice::FragmentedStillShock)), 0);
}
