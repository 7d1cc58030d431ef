//! Points of advantage, row by row.

use crate::renaissance::support::*;
use caracole_fog::combat::{
    Charge, Defence, Directions, Duel, Fight, Formation, Ground, Group, Protection, Readings, Role,
};
use caracole_fog::renaissance::{
    Choice, DiceOf, Pair, close_combat_advantage, close_combat_score, shooting_score,
};
use caracole_fog::troops::{Armour, Capability, Cohesion, CombatPhase, Disorder, Quality, TroopType};
use caracole_kernel::{Side, Tally};
use caracole_ledger::proves;

use Armour::{Armoured, FullyArmoured, HeavilyArmoured, Unarmoured};
use Capability::*;
use CombatPhase::{Impact, Melee};
use TroopType::{
    BattleWagons, Cavaliers, Cavalry, DeterminedHorse, Dragoons, Elephants, Gendarmes, HeavyFoot, Horse,
    LightFoot, MediumFoot, Mob, Warriors,
};

/// A battle group of one file.
fn one(troop_type: TroopType, armour: Armour, capabilities: &[Capability], ranks: usize) -> Group {
    block(Side::Red, base(troop_type, armour, Quality::Average, capabilities), 1, ranks)
}

/// A meeting of two files, to be changed before it is asked about.
struct Meeting {
    fight: Fight,
}

impl Meeting {
    fn new(phase: CombatPhase, own: Group, mut enemy: Group) -> Self {
        enemy.side = Side::Blue;
        let mut fight = Fight::new(phase, vec![own, enemy]);
        fight.duels = vec![duel(at(0, 0), at(1, 0))];
        Meeting { fight }
    }

    fn with(mut self, change: impl FnOnce(&mut Fight)) -> Self {
        change(&mut self.fight);
        self
    }

    fn duel(self, change: impl FnOnce(&mut Duel)) -> Self {
        self.with(|f| change(&mut f.duels[0]))
    }

    fn charging(self) -> Self {
        self.duel(|d| d.stands.red.charge = Charge::Yes)
    }

    fn charged(self) -> Self {
        self.duel(|d| d.stands.blue.charge = Charge::Yes)
    }

    fn net_with(&self, readings: Readings, dice: DiceOf) -> i32 {
        let duel = self.fight.duels[0];
        let pair = Pair::of(&self.fight, &duel.stands.red, &duel.stands.blue, readings).expect("bases");
        let mut own = Tally::new("own");
        close_combat_advantage(self.fight.phase, &pair, dice, &mut own);
        if dice == DiceOf::Bases && duel.stands.red.role == Role::Front {
            let mut enemy = Tally::new("enemy");
            close_combat_advantage(self.fight.phase, &pair.turned(), dice, &mut enemy);
            assert_eq!(own.total(), -enemy.total(), "the nets of two files are opposite");
        }
        own.total()
    }

    fn net(&self) -> i32 {
        self.net_with(Readings::DEFAULT, DiceOf::Bases)
    }
}

fn impact(own: Group, enemy: Group) -> Meeting {
    Meeting::new(Impact, own, enemy)
}

fn melee(own: Group, enemy: Group) -> Meeting {
    Meeting::new(Melee, own, enemy)
}

fn foot() -> Group {
    one(MediumFoot, Unarmoured, &[], 2)
}

fn horse() -> Group {
    one(Horse, Unarmoured, &[], 2)
}

#[test]
fn scores_to_hit() {
    proves!("FOGR-COMBAT-035", "FOGR-COMBAT-036");
    assert_eq!([-2, -1, 0, 1, 2].map(close_combat_score), [5, 5, 4, 4, 3]);
    assert_eq!([-2, -1, 0, 1, 2].map(shooting_score), [6, 5, 4, 3, 2]);
}

#[test]
fn salvo_at_impact() {
    proves!("FOGR-COMBAT-049", "FOGR-COMBAT-048");
    let salvo = || one(MediumFoot, Unarmoured, &[Salvo], 2);
    assert_eq!(impact(salvo(), foot()).charging().net(), 2);
    assert_eq!(impact(salvo(), foot()).charged().net(), 2, "charging or not");
    let mut pike = one(HeavyFoot, Unarmoured, &[Pike], 2);
    pike.files.push(file(base(MediumFoot, Unarmoured, Quality::Average, &[Salvo]), 2));
    assert_eq!(impact(pike, foot()).charging().net(), 2, "pike in the same battle group");
    assert_eq!(impact(one(HeavyFoot, Unarmoured, &[Pike], 2), foot()).charging().net(), 0);
}

#[test]
fn impact_foot_against_foot_only() {
    proves!("FOGR-COMBAT-050");
    let fierce = || one(Warriors, Unarmoured, &[ImpactFoot], 2);
    assert_eq!(impact(fierce(), foot()).charging().net(), 1);
    // Mounted gain the + against warriors, impact foot gain nothing against mounted.
    assert_eq!(impact(fierce(), horse()).charging().net(), -1);
}

#[test]
fn pike_and_protected_shot_receive_mounted() {
    proves!("FOGR-COMBAT-051", "FOGR-COMBAT-086");
    let pike = || one(HeavyFoot, Unarmoured, &[Pike], 2);
    assert_eq!(impact(pike(), horse()).charged().net(), 1);
    assert_eq!(impact(pike(), horse()).charging().net(), 0, "not if charging");
    assert_eq!(
        impact(pike(), horse()).charged().with(|f| f.groups[0].cohesion = Cohesion::Fragmented).net(),
        0
    );
    let severe = |f: &mut Fight| f.groups[0].files[0].bases[0].disorder = Disorder::SeverelyDisordered;
    assert_eq!(impact(pike(), horse()).charged().with(severe).net(), 0);
    let shot = || one(MediumFoot, Unarmoured, &[Musket], 2);
    assert_eq!(impact(shot(), horse()).charged().net(), -1, "unprotected medium foot are vulnerable");
    let protected = |f: &mut Fight| f.groups[0].files[0].protection = Protection::Protected;
    assert_eq!(impact(shot(), horse()).charged().with(protected).net(), 1);
}

#[test]
fn spearmen_need_two_ranks_of_spearmen() {
    proves!("FOGR-COMBAT-052", "FOGR-COMBAT-053", "FOGR-COMBAT-083");
    let spears = |ranks| one(HeavyFoot, Unarmoured, &[Spearmen], ranks);
    assert_eq!(impact(spears(2), horse()).charged().net(), 1);
    assert_eq!(impact(spears(1), horse()).charged().net(), 0);
    assert_eq!(impact(spears(2), horse()).charging().net(), 0);
    assert_eq!(impact(spears(2), foot()).charging().net(), 1);
    assert_eq!(
        impact(spears(2), one(HeavyFoot, Unarmoured, &[Pike], 3)).charging().net(),
        0,
        "pike in 3 ranks"
    );
    assert_eq!(impact(spears(2), one(HeavyFoot, Unarmoured, &[Pike], 2)).charging().net(), 1);
    assert_eq!(impact(spears(2), one(MediumFoot, Unarmoured, &[Musket, Bayonet], 2)).charging().net(), 0);
    let mut mixed = spears(1);
    mixed.files[0].bases.push(base(HeavyFoot, Unarmoured, Quality::Average, &[HeavyWeapon]));
    assert_eq!(impact(mixed, foot()).charging().net(), 0, "both ranks must be spearmen");
}

#[test]
fn heavy_weapon_and_light_spear_at_impact() {
    proves!("FOGR-COMBAT-054", "FOGR-COMBAT-055");
    let halberds = || one(HeavyFoot, Unarmoured, &[HeavyWeapon], 1);
    assert_eq!(impact(halberds(), foot()).charging().net(), 1);
    assert_eq!(impact(halberds(), horse()).charged().net(), 0, "against foot only");
    assert_eq!(impact(halberds(), one(Warriors, Unarmoured, &[ImpactFoot], 1)).charging().net(), -1);
    let spear = || one(HeavyFoot, Unarmoured, &[LightSpear], 1);
    assert_eq!(impact(spear(), foot()).charging().net(), 1);
    assert_eq!(impact(spear(), horse()).charging().net(), 1, "horse are not shock troops");
    assert_eq!(impact(spear(), one(Cavaliers, Unarmoured, &[], 1)).charging().net(), 0, "cavaliers are");
    assert_eq!(impact(spear(), one(Cavaliers, Unarmoured, &[], 1)).charged().net(), 1);
}

#[test]
fn elephants_and_wagons() {
    proves!("FOGR-COMBAT-057", "FOGR-COMBAT-058", "FOGR-COMBAT-076");
    let beasts = || one(Elephants, Unarmoured, &[], 1);
    assert_eq!(impact(beasts(), foot()).charging().net(), 1);
    assert_eq!(melee(beasts(), one(HeavyFoot, Unarmoured, &[Swordsmen], 2)).net(), 1);
    let wagons = || one(BattleWagons, Unarmoured, &[], 1);
    assert_eq!(impact(wagons(), horse()).charged().net(), 1);
    assert_eq!(impact(wagons(), foot()).charged().net(), 0);
}

#[test]
fn impact_pistol() {
    proves!("FOGR-COMBAT-059");
    let reiters = || one(Horse, Unarmoured, &[ImpactPistol], 2);
    assert_eq!(impact(reiters(), horse()).charging().net(), 1);
    assert_eq!(
        impact(reiters(), one(HeavyFoot, Unarmoured, &[Spearmen], 1)).charging().net(),
        1,
        "spears are no bar"
    );
    assert_eq!(impact(reiters(), one(Elephants, Unarmoured, &[], 1)).charging().net(), -1);
    assert_eq!(impact(reiters(), one(HeavyFoot, Unarmoured, &[Pike], 2)).charging().net(), -1);
    // Disrupted pike stop neither the pistol nor, themselves, mounted.
    let shaken = |f: &mut Fight| f.groups[1].cohesion = Cohesion::Disrupted;
    assert_eq!(impact(reiters(), one(HeavyFoot, Unarmoured, &[Pike], 2)).charging().with(shaken).net(), 0);
    let bayonets = one(MediumFoot, Unarmoured, &[Musket, Bayonet], 2);
    assert_eq!(impact(reiters(), bayonets.clone()).charging().net(), 0);
    assert_eq!(impact(reiters(), bayonets).charged().net(), 1, "steady foot that charge are no bar");
    // Impact mounted have their own + and deny the pistol.
    assert_eq!(impact(reiters(), one(Cavalry, Unarmoured, &[ImpactMounted], 1)).charging().net(), -1);
}

#[test]
fn lancers_and_impact_mounted_only_in_the_open() {
    proves!("FOGR-COMBAT-060", "FOGR-COMBAT-061", "FOGR-COMBAT-062", "FOGR-COMBAT-085", "FOGR-GLOSSARY-026");
    let heavy = || one(Gendarmes, FullyArmoured, &[HeavyLancers], 1);
    let light = || one(Cavalry, Unarmoured, &[LightLancers], 1);
    let fierce = || one(Cavalry, Unarmoured, &[ImpactMounted], 1);
    for lancers in [heavy(), light(), fierce()] {
        assert_eq!(impact(lancers.clone(), horse()).charging().net(), 1);
        let rough = |d: &mut Duel| d.stands.red.ground = Ground::Rough;
        assert_eq!(impact(lancers.clone(), horse()).charging().duel(rough).net(), 0);
        assert_eq!(impact(lancers.clone(), one(HeavyFoot, Unarmoured, &[Spearmen], 1)).charging().net(), 0);
        assert_eq!(impact(lancers.clone(), one(BattleWagons, Unarmoured, &[], 1)).charging().net(), -1);
        assert_eq!(impact(lancers, one(Elephants, Unarmoured, &[], 1)).charging().net(), -1);
    }
    let pistol = || one(Horse, Unarmoured, &[ImpactPistol], 2);
    assert_eq!(impact(heavy(), pistol()).charging().net(), -1);
    assert_eq!(impact(light(), pistol()).charging().net(), -1);
    assert_eq!(impact(fierce(), pistol()).charging().net(), 1, "pistol does not stop impact mounted");
    assert_eq!(impact(light(), heavy()).charging().net(), -1, "heavy lancers stop light ones");
    assert_eq!(impact(fierce(), heavy()).charging().net(), -1);
    assert_eq!(impact(heavy(), light()).charging().net(), 1);
}

#[test]
fn pike_four_deep() {
    proves!("FOGR-COMBAT-063", "FOGR-COMBAT-077", "FOGR-COMBAT-084");
    let pike = |ranks| one(HeavyFoot, Unarmoured, &[Pike], ranks);
    assert_eq!(impact(pike(4), pike(2)).charging().net(), 1);
    assert_eq!(impact(pike(3), pike(2)).charging().net(), 0);
    assert_eq!(melee(pike(4), pike(2)).net(), 1);
    let mut mixed = pike(2);
    let halberd = base(HeavyFoot, Unarmoured, Quality::Average, &[HeavyWeapon]);
    mixed.files[0].bases.extend([halberd, base(HeavyFoot, Unarmoured, Quality::Average, &[Pike])]);
    assert_eq!(melee(mixed, pike(2)).net(), 1, "a halberd rank counts among pike");
    let mut led_by_halberd = one(HeavyFoot, Unarmoured, &[Pike], 3);
    led_by_halberd.files[0].bases.insert(0, halberd);
    assert_eq!(melee(led_by_halberd, pike(3)).net(), 0, "the front base must be pike");
    let mut one_pike = pike(1);
    one_pike.files[0].bases.extend([halberd; 3]);
    assert_eq!(melee(one_pike, pike(2)).net(), 0, "at least two must be pike");
}

#[test]
fn mounted_against_vulnerable_foot() {
    proves!("FOGR-COMBAT-064", "FOGR-COMBAT-068");
    for troop_type in [LightFoot, Dragoons, Warriors, MediumFoot, Mob] {
        assert_eq!(impact(horse(), one(troop_type, Unarmoured, &[], 2)).charging().net(), 1, "{troop_type}");
    }
    assert_eq!(impact(horse(), one(HeavyFoot, Unarmoured, &[], 2)).charging().net(), 0);
    assert_eq!(impact(horse(), one(MediumFoot, Unarmoured, &[Musket, Bayonet], 2)).charging().net(), 0);
    assert_eq!(
        impact(one(Elephants, Unarmoured, &[], 1), foot()).charging().net(),
        1,
        "elephants are not mounted"
    );
}

#[test]
fn protected_horse_gain_their_point_last() {
    proves!("FOGR-COMBAT-065", "FOGR-COMBAT-078", "FOGR-COMBAT-089");
    let protect = |f: &mut Fight| f.groups[0].files[0].protection = Protection::Protected;
    let pistols = || one(DeterminedHorse, Unarmoured, &[ImpactPistol, MeleePistol], 1);
    for troop_type in [Cavaliers, Horse, DeterminedHorse] {
        let plain = || one(troop_type, Unarmoured, &[], 1);
        assert_eq!(impact(plain(), pistols()).charged().net(), -1);
        assert_eq!(impact(plain(), pistols()).charged().with(protect).net(), 0);
        assert_eq!(melee(plain(), pistols()).with(protect).net(), 0);
        let uphill = |d: &mut Duel| d.stands.blue.uphill = true;
        assert_eq!(impact(plain(), pistols()).charged().duel(uphill).with(protect).net(), -1, "-- becomes -");
        assert_eq!(impact(plain(), horse()).charged().with(protect).net(), 0, "nothing at no disadvantage");
    }
    let cavalry = one(Cavalry, Unarmoured, &[], 1);
    assert_eq!(impact(cavalry, pistols()).charged().with(protect).net(), -1, "cavalry are not horse");
    let pike = one(HeavyFoot, Unarmoured, &[Pike], 4);
    assert_eq!(impact(horse(), pike).charging().with(protect).net(), -2, "not against foot");
}

#[test]
fn uphill_or_defending_counts_once() {
    proves!("FOGR-COMBAT-066", "FOGR-COMBAT-081", "FOGR-COMBAT-069", "FOGR-SPECIAL-027", "FOGR-SPECIAL-024");
    let defend = |defence| move |d: &mut Duel| d.stands.red.defence = defence;
    let both = |d: &mut Duel| (d.stands.red.uphill, d.stands.red.defence) = (true, Defence::Obstacle);
    let solid = || one(HeavyFoot, Unarmoured, &[], 2);
    for defence in [Defence::Fortification, Defence::Obstacle, Defence::Riverbank] {
        assert_eq!(melee(solid(), solid()).duel(defend(defence)).net(), 1);
        assert_eq!(impact(solid(), solid()).charged().duel(defend(defence)).net(), 1);
        assert_eq!(melee(horse(), solid()).duel(defend(defence)).net(), 0, "mounted defend nothing");
    }
    assert_eq!(melee(solid(), solid()).duel(both).net(), 1);
    assert_eq!(
        melee(one(BattleWagons, Unarmoured, &[], 1), solid()).duel(defend(Defence::Fortification)).net(),
        0
    );
    assert_eq!(melee(solid(), solid()).duel(defend(Defence::Portable)).net(), 0, "stakes stop no foot");
    assert_eq!(melee(solid(), horse()).duel(defend(Defence::Portable)).net(), 1);
    // Lancers are not in open terrain when they attack fortifications.
    let lancers = one(Gendarmes, FullyArmoured, &[HeavyLancers], 1);
    let walls = |d: &mut Duel| d.stands.blue.defence = Defence::Fortification;
    assert_eq!(impact(lancers, solid()).charging().duel(walls).net(), -1);
}

#[test]
fn flank_and_rear_charges_replace_everything() {
    proves!("FOGR-COMBAT-067", "FOGR-IMPACT-051");
    let flank = |d: &mut Duel| d.stands.red.charge = Charge::FlankOrRear;
    let up = |d: &mut Duel| d.stands.blue.uphill = true;
    let pike = || one(HeavyFoot, Unarmoured, &[Pike], 4);
    assert_eq!(impact(horse(), pike()).duel(flank).duel(up).net(), 2);
    assert_eq!(close_combat_score(2), 3);
    assert_eq!(close_combat_score(-2), 5);
}

#[test]
fn melee_pike_and_protected_shot() {
    proves!("FOGR-COMBAT-071", "FOGR-COMBAT-070");
    let pike = || one(HeavyFoot, Unarmoured, &[Pike], 2);
    assert_eq!(melee(pike(), horse()).net(), 1);
    assert_eq!(melee(pike(), horse()).with(|f| f.groups[0].cohesion = Cohesion::Disrupted).net(), 1);
    assert_eq!(melee(pike(), horse()).with(|f| f.groups[0].cohesion = Cohesion::Fragmented).net(), 0);
    let shot = one(MediumFoot, Unarmoured, &[Musket], 2);
    assert_eq!(melee(shot.clone(), horse()).net(), 0);
    assert_eq!(
        melee(shot, horse()).with(|f| f.groups[0].files[0].protection = Protection::Protected).net(),
        1
    );
}

#[test]
fn melee_pistol_and_swordsmen() {
    proves!("FOGR-COMBAT-072", "FOGR-COMBAT-073", "FOGR-SCALE-033");
    let pistol = || one(Horse, Unarmoured, &[MeleePistol], 2);
    let swords = || one(Cavalry, Unarmoured, &[Swordsmen], 2);
    assert_eq!(melee(pistol(), swords()).net(), 1, "steady pistols deny swordsmen");
    let shaken = |f: &mut Fight| f.groups[0].cohesion = Cohesion::Disrupted;
    assert_eq!(
        melee(pistol(), swords()).with(shaken).net(),
        -1,
        "unsteady pistols gain nothing against swordsmen"
    );
    assert_eq!(melee(pistol(), horse()).with(shaken).net(), 1);
    assert_eq!(melee(pistol(), one(Elephants, Unarmoured, &[], 1)).net(), -1);
    assert_eq!(melee(pistol(), one(HeavyFoot, Unarmoured, &[Spearmen], 1)).net(), 1);
    assert_eq!(
        melee(swords(), one(HeavyFoot, Unarmoured, &[Spearmen], 1)).net(),
        0,
        "steady spearmen deny swords"
    );
    let loose = |f: &mut Fight| f.groups[1].cohesion = Cohesion::Disrupted;
    assert_eq!(melee(swords(), one(HeavyFoot, Unarmoured, &[Spearmen], 1)).with(loose).net(), 1);
    assert_eq!(melee(swords(), one(Elephants, Unarmoured, &[], 1)).net(), -1);
    let sword_pike = one(HeavyFoot, Unarmoured, &[Pike, Swordsmen], 2);
    assert_eq!(melee(sword_pike, foot()).net(), 0, "pike never use it");
}

#[test]
fn melee_spearmen_and_heavy_weapon() {
    proves!("FOGR-COMBAT-074", "FOGR-COMBAT-075");
    let spears = |ranks| one(HeavyFoot, Unarmoured, &[Spearmen], ranks);
    let halberds = || one(HeavyFoot, Unarmoured, &[HeavyWeapon], 1);
    assert_eq!(melee(spears(2), horse()).net(), 1);
    assert_eq!(melee(spears(1), horse()).net(), 0);
    assert_eq!(melee(spears(2), one(HeavyFoot, Unarmoured, &[Pike], 3)).net(), 0);
    assert_eq!(melee(halberds(), horse()).net(), 1);
    assert_eq!(melee(halberds(), one(MediumFoot, Unarmoured, &[Musket, Bayonet], 2)).net(), 0);
    let protected = |f: &mut Fight| f.groups[1].files[0].protection = Protection::Protected;
    assert_eq!(melee(halberds(), one(HeavyFoot, Unarmoured, &[Pike], 2)).net(), 1);
    assert_eq!(melee(halberds(), one(HeavyFoot, Unarmoured, &[Pike], 2)).with(protected).net(), 0);
}

#[test]
fn better_armour_in_melee_only() {
    proves!("FOGR-COMBAT-079", "FOGR-GLOSSARY-007");
    let clad = |armour| one(HeavyFoot, armour, &[], 2);
    assert_eq!(melee(clad(Armoured), clad(Unarmoured)).net(), 1);
    assert_eq!(melee(clad(FullyArmoured), clad(HeavilyArmoured)).net(), 1);
    assert_eq!(melee(clad(FullyArmoured), clad(Unarmoured)).net(), 1, "one point, however much better");
    assert_eq!(impact(clad(Armoured), clad(Unarmoured)).charging().net(), 0);
    assert_eq!(melee(clad(Armoured), one(MediumFoot, Unarmoured, &[Musket], 2)).net(), 0, "not against shot");
    assert_eq!(
        melee(clad(Armoured), one(HeavyFoot, Unarmoured, &[HeavyWeapon], 2)).net(),
        -1,
        "nor heavy weapon"
    );
    assert_eq!(melee(clad(Armoured), one(Elephants, Unarmoured, &[], 1)).net(), -1);
    assert_eq!(melee(clad(Armoured), one(BattleWagons, Unarmoured, &[], 1)).net(), 0);
    // Dragoons are shot by the letter; the other reading gives the armour its point.
    let dragoons = one(Dragoons, Unarmoured, &[Musket], 1);
    let other = Readings::DEFAULT.flip(Choice::DragoonsAreShot as usize);
    assert_eq!(melee(clad(Armoured), dragoons.clone()).net(), 0);
    assert_eq!(melee(clad(Armoured), dragoons).net_with(other, DiceOf::Bases), 1);
}

#[test]
fn two_directions() {
    proves!("FOGR-COMBAT-080", "FOGR-MELEE-018", "FOGR-SPECIAL-044");
    let torn = |formation, directions| {
        melee(foot(), foot())
            .with(move |f| (f.groups[0].formation, f.groups[0].directions) = (formation, directions))
            .net()
    };
    assert_eq!(torn(Formation::Plain, Directions::One), 0);
    assert_eq!(torn(Formation::Plain, Directions::Two), -1);
    for steady in [Formation::EarlyTercio, Formation::Square] {
        assert_eq!(torn(steady, Directions::TwoWithRear), 0);
    }
    for deep in [Formation::LaterTercio, Formation::Keil] {
        assert_eq!(torn(deep, Directions::Two), 0);
        assert_eq!(torn(deep, Directions::TwoWithRear), -1);
    }
}

#[test]
fn overlaps_by_swordsmen_heavy_weapons_and_warriors() {
    proves!("FOGR-COMBAT-082", "FOGR-MELEE-009", "FOGR-MELEE-008");
    let overlap = |group| {
        melee(group, one(HeavyFoot, FullyArmoured, &[Pike], 4))
            .duel(|d| (d.stands.red.role, d.stands.blue.role) = (Role::Overlap, Role::Idle))
            .net()
    };
    assert_eq!(overlap(one(MediumFoot, Unarmoured, &[Swordsmen], 2)), 2);
    assert_eq!(overlap(one(HeavyFoot, Unarmoured, &[HeavyWeapon], 2)), 2);
    assert_eq!(overlap(one(Warriors, Unarmoured, &[], 2)), 2);
    assert_eq!(
        overlap(one(HeavyFoot, Unarmoured, &[Pike], 2)),
        -2,
        "others as if in front: pike in 4 ranks, armour"
    );
    assert_eq!(overlap(one(Cavalry, Unarmoured, &[Swordsmen], 2)), -2, "mounted swordsmen are not foot");
}

/// Squares lend their pikes to the enemys rows only.
#[test]
fn reading_special_046() {
    proves!("FOGR-SPECIAL-045", "FOGR-SPECIAL-046", "FOGR-COMBAT-092");
    let square = |front: &[Capability], troop_type| {
        let mut group = one(troop_type, Unarmoured, front, 2);
        group.files.push(file(base(HeavyFoot, Unarmoured, Quality::Average, &[Pike]), 2));
        group.formation = Formation::Square;
        group
    };
    let lancers = || one(Gendarmes, FullyArmoured, &[HeavyLancers], 1);
    // The pike have no point of their own, but deny the lance.
    assert_eq!(impact(square(&[Pike], HeavyFoot), lancers()).charged().net(), 0);
    // Shot in a square with pike are protected and keep their own point against mounted.
    assert_eq!(impact(square(&[Musket], MediumFoot), lancers()).charged().net(), 1);
    // A base that is neither still counts as steady pike for the enemy's rows.
    assert_eq!(impact(square(&[HeavyWeapon], HeavyFoot), lancers()).charged().net(), 0);
    let shaken = |f: &mut Fight| f.groups[0].cohesion = Cohesion::Disrupted;
    assert_eq!(impact(square(&[HeavyWeapon], HeavyFoot), lancers()).charged().with(shaken).net(), -1);
}

#[test]
fn the_cap_is_two_points() {
    proves!("FOGR-COMBAT-032", "FOGR-COMBAT-033", "FOGR-COMBAT-037");
    // + pike, + four ranks, + uphill against a + for two directions of the enemy: four points, two count.
    let strong = melee(one(HeavyFoot, Unarmoured, &[Pike], 4), horse())
        .duel(|d| d.stands.red.uphill = true)
        .with(|f| f.groups[1].directions = Directions::Two);
    assert_eq!(strong.net(), 2);
}

#[test]
fn reading_combat_056_the_regimental_gun_has_no_row_of_its_own() {
    proves!("FOGR-COMBAT-056");
    let shot = || one(MediumFoot, Unarmoured, &[Salvo], 2);
    let gun = |m: &Meeting| m.net_with(Readings::DEFAULT, DiceOf::RegimentalGun);
    assert_eq!(gun(&impact(shot(), foot()).charging()), 0, "salvo is the men's, not the gun's");
    assert_eq!(gun(&impact(shot(), shot()).charging()), -2);
    assert_eq!(gun(&impact(shot(), foot()).charging().duel(|d| d.stands.red.uphill = true)), 1);
    let flat = Readings::DEFAULT.flip(Choice::RegimentalGunNetted as usize);
    assert_eq!(impact(shot(), shot()).charging().net_with(flat, DiceOf::RegimentalGun), 0);
}

#[test]
fn reading_combat_048_what_is_added_to_a_bracket_and_where() {
    proves!("FOGR-COMBAT-038", "FOGR-COMBAT-048");
    let flip = |choice: Choice| Readings::DEFAULT.flip(choice as usize);
    let block =
        impact(one(HeavyFoot, Unarmoured, &[Pike], 4), one(Gendarmes, FullyArmoured, &[HeavyLancers], 1))
            .charged();
    assert_eq!(block.net(), 2);
    assert_eq!(block.net_with(flip(Choice::PikeFourRanksAdds), DiceOf::Bases), 1);
    let caught = impact(one(Cavaliers, Unarmoured, &[ImpactPistol], 1), foot()).charging();
    assert_eq!(caught.net(), 2);
    assert_eq!(caught.net_with(flip(Choice::VulnerableFootAdds), DiceOf::Bases), 1);
    let rough = |m: Meeting| m.duel(|d| d.stands.red.ground = Ground::Rough);
    let ridden = rough(impact(horse(), foot()).charging());
    assert_eq!(ridden.net(), 1);
    assert_eq!(ridden.net_with(flip(Choice::VulnerableFootOpenOnly), DiceOf::Bases), 0);
    let in_rough =
        rough(impact(one(HeavyFoot, Unarmoured, &[Pike], 4), one(HeavyFoot, Unarmoured, &[], 1)).charging());
    assert_eq!(in_rough.net(), 1);
    assert_eq!(in_rough.net_with(flip(Choice::PikeFourRanksOpenOnly), DiceOf::Bases), 0);
    // Of a bracket only one row counts: impact foot with heavy weapon still have one +.
    assert_eq!(impact(one(HeavyFoot, Unarmoured, &[ImpactFoot, HeavyWeapon], 1), foot()).charging().net(), 1);
}

#[test]
fn protection_is_by_neighbouring_files_that_face_the_same_way() {
    proves!("FOGR-COMBAT-086", "FOGR-COMBAT-087", "FOGR-COMBAT-090");
    use caracole_fog::combat::Facing;
    use caracole_fog::renaissance::is_protected;
    let shot = file(base(MediumFoot, Unarmoured, Quality::Average, &[Musket]), 2);
    let pike = file(base(HeavyFoot, Unarmoured, Quality::Average, &[Pike]), 2);
    let all = |g: &Group| (0..g.files.len()).map(|i| is_protected(g, i)).collect::<Vec<_>>();
    let three = Group::new(Side::Red, [shot.clone(), pike.clone(), shot.clone()]);
    assert_eq!(all(&three), [true, true, true]);
    let mut turned = three.clone();
    turned.files[0].facing = Facing::Left;
    assert_eq!(all(&turned), [false, true, true]);
    let apart = Group::new(Side::Red, [shot.clone(), shot.clone(), pike]);
    assert_eq!(all(&apart), [false, true, true]);
    let mut village = Group::new(Side::Red, [shot.clone(), shot]);
    assert_eq!(all(&village), [false, false]);
    village.files[0].protection = Protection::Protected;
    assert_eq!(all(&village), [true, false]);
}

#[test]
fn reading_combat_038_of_a_bracket_the_row_best_for_the_base_counts() {
    proves!("FOGR-COMBAT-038");
    // Impact foot is + against foot, heavy weapon too: one of them. Salvo, ++ in the same bracket, beats both.
    let both = one(HeavyFoot, Unarmoured, &[ImpactFoot, HeavyWeapon], 1);
    assert_eq!(impact(both, foot()).charging().net(), 1);
    let best = one(MediumFoot, Unarmoured, &[Salvo, ImpactFoot], 1);
    assert_eq!(impact(best, foot()).charging().net(), 2);
}

#[test]
fn reading_combat_049_pike_gain_by_salvo_while_a_salvo_base_is_left() {
    proves!("FOGR-COMBAT-049");
    let mut pike = one(HeavyFoot, Unarmoured, &[Pike], 2);
    assert_eq!(impact(pike.clone(), foot()).charging().net(), 0);
    pike.files.push(file(base(MediumFoot, Unarmoured, Quality::Average, &[Salvo]), 1));
    assert_eq!(impact(pike, foot()).charging().net(), 2);
}

#[test]
fn reading_combat_064_vulnerable_foot_are_ridden_down_on_any_ground() {
    proves!("FOGR-COMBAT-064");
    let rough = |d: &mut Duel| d.stands.red.ground = Ground::Rough;
    let ridden = impact(horse(), foot()).charging().duel(rough);
    assert_eq!(ridden.net(), 1);
    let open_only = Readings::DEFAULT.flip(Choice::VulnerableFootOpenOnly as usize);
    assert_eq!(ridden.net_with(open_only, DiceOf::Bases), 0);
}

#[test]
fn reading_combat_065_anything_worse_than_minus_becomes_minus() {
    proves!("FOGR-COMBAT-065");
    let protect = |f: &mut Fight| f.groups[0].files[0].protection = Protection::Protected;
    let uphill = |d: &mut Duel| d.stands.blue.uphill = true;
    // Pistol and ground against them: - -, which becomes -; a third point against them would make no difference.
    let pistols = one(DeterminedHorse, Unarmoured, &[ImpactPistol], 1);
    let plain = one(Horse, Unarmoured, &[], 1);
    assert_eq!(impact(plain.clone(), pistols.clone()).charged().duel(uphill).net(), -2);
    assert_eq!(impact(plain, pistols).charged().duel(uphill).with(protect).net(), -1);
}

#[test]
fn reading_combat_066_ground_and_works_together_are_one_point() {
    proves!("FOGR-COMBAT-066");
    let solid = || one(HeavyFoot, Unarmoured, &[], 2);
    let both = |d: &mut Duel| (d.stands.red.uphill, d.stands.red.defence) = (true, Defence::Fortification);
    assert_eq!(impact(solid(), solid()).charged().duel(both).net(), 1);
}

#[test]
fn reading_combat_070_the_book_prevails_over_the_reference_sheet() {
    proves!("FOGR-COMBAT-070");
    // Pike against mounted is +, not -; better armour too; steady spearmen deny swordsmen; pike four deep are added.
    assert_eq!(melee(one(HeavyFoot, Unarmoured, &[Pike], 1), horse()).net(), 1);
    let clad = one(HeavyFoot, HeavilyArmoured, &[], 1);
    assert_eq!(melee(clad, one(HeavyFoot, Unarmoured, &[], 1)).net(), 1);
    let swords = one(HeavyFoot, Unarmoured, &[Swordsmen], 1);
    assert_eq!(melee(swords, one(HeavyFoot, Unarmoured, &[Spearmen], 1)).net(), 0);
    assert_eq!(melee(one(HeavyFoot, Unarmoured, &[Pike], 4), horse()).net(), 2);
}

#[test]
fn reading_combat_073_only_melee_pistols_deny_swordsmen() {
    proves!("FOGR-COMBAT-073");
    let swords = || one(Cavalry, Unarmoured, &[Swordsmen], 2);
    assert_eq!(melee(swords(), one(Horse, Unarmoured, &[ImpactPistol], 2)).net(), 1);
    assert_eq!(melee(swords(), one(Horse, Unarmoured, &[MeleePistol], 2)).net(), -1);
}

#[test]
fn reading_special_046_shot_in_square_keep_their_point_and_pikes_do_not() {
    proves!("FOGR-SPECIAL-046");
    let square = |front: &[Capability], troop_type| {
        let mut group = one(troop_type, Unarmoured, front, 2);
        group.files.push(file(base(HeavyFoot, Unarmoured, Quality::Average, &[Pike]), 2));
        group.formation = Formation::Square;
        group
    };
    assert_eq!(melee(square(&[Musket], MediumFoot), horse()).net(), 1);
    assert_eq!(melee(square(&[Pike], HeavyFoot), horse()).net(), 0);
}

#[test]
fn a_capability_is_what_the_list_gives_and_counts_where_it_applies() {
    proves!("FOGR-SCALE-030");
    use caracole_fog::renaissance::weapon_of;
    let rider = |with: &[Capability]| one(Horse, Armoured, with, 2);
    let enemy = || one(Horse, Armoured, &[], 2);
    // Reiters own pistols: they count in melee only for those whose list says so, and only there.
    assert_eq!(melee(rider(&[MeleePistol]), enemy()).net(), 1);
    assert_eq!(melee(rider(&[ImpactPistol]), enemy()).net(), 0);
    assert_eq!(impact(rider(&[ImpactPistol]), enemy()).charging().net(), 1);
    assert_eq!(impact(rider(&[MeleePistol]), enemy()).charging().net(), 0);
    // And only those to whom it gives the shooting of them shoot.
    let shoots =
        |with: &[Capability]| weapon_of(base(Horse, Armoured, Quality::Average, with).profile).is_some();
    assert!(shoots(&[ShootingPistol]) && !shoots(&[ImpactPistol, MeleePistol]) && !shoots(&[]));
    // A capability need not help in every combat: swords do not against elephants.
    assert_eq!(melee(rider(&[Swordsmen]), enemy()).net(), 1);
    let beast = || one(Elephants, Unarmoured, &[], 1);
    assert_eq!(melee(rider(&[Swordsmen]), beast()).net(), melee(rider(&[]), beast()).net());
}

#[test]
fn across_works_there_is_no_minus_for_two_directions() {
    proves!("FOGR-SPECIAL-017", "FOGR-SPECIAL-024", "FOGR-SPECIAL-027");
    let net = |own: Group, enemy: Group, defence, directions| {
        melee(own, enemy)
            .with(move |f| f.groups[0].directions = directions)
            .duel(move |d| d.stands.red.defence = defence)
            .net()
    };
    use Directions::{One, Two};
    for defence in [Defence::Fortification, Defence::Obstacle] {
        assert_eq!(net(foot(), foot(), defence, Two), 1);
        assert_eq!(net(foot(), foot(), defence, One), 1);
    }
    // A riverbank is no works, and portable defences are works against mounted only.
    assert_eq!(net(foot(), foot(), Defence::Riverbank, Two), 0);
    assert_eq!(net(foot(), foot(), Defence::Portable, Two), -1);
    let against_horse = |directions| net(foot(), horse(), Defence::Portable, directions);
    assert_eq!(against_horse(Two), against_horse(One));
    // Battle wagons defend no works.
    let wagons = || one(BattleWagons, Unarmoured, &[], 1);
    assert_eq!(
        net(wagons(), foot(), Defence::Fortification, Two),
        net(wagons(), foot(), Defence::Fortification, One) - 1
    );
}
