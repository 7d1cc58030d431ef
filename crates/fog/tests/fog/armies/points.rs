//! Single prices of the two points tables, worked out by hand.

use caracole_fog::army::{self, Army, ArmyReadings, BaseCount, BattleGroup, GroupPermit, Place, price_group};
use caracole_fog::troops::{Armour, Book, Capability, Quality, Training, TroopType};
use caracole_ledger::{proves, rule};

fn bases(count: u8, kind: TroopType, armour: Option<Armour>, capabilities: &[Capability]) -> BaseCount {
    BaseCount { count, troop_type: kind, armour, capabilities: capabilities.iter().copied().collect() }
}

fn group(quality: Quality, bases: Vec<BaseCount>) -> BattleGroup {
    BattleGroup {
        name: "Group".to_owned(),
        quality,
        training: None,
        contingent: None,
        list_says: Vec::new(),
        regimental_guns: false,
        portable_defences: false,
        dismounted: Vec::new(),
        bases,
    }
}

fn cost(book: Book, group: &BattleGroup) -> i32 {
    let mut used = Vec::new();
    price_group(book, group, &ArmyReadings::default(), &mut used).unwrap().tally.total()
}

/// A fogr base's price.
fn ren(quality: Quality, kind: TroopType, armour: Option<Armour>, capabilities: &[Capability]) -> i32 {
    cost(Book::Renaissance, &group(quality, vec![bases(1, kind, armour, capabilities)]))
}

/// A fogam base's price.
fn anc(
    quality: Quality,
    training: Training,
    kind: TroopType,
    armour: Option<Armour>,
    capabilities: &[Capability],
) -> i32 {
    let group = BattleGroup {
        training: Some(training),
        ..group(quality, vec![bases(1, kind, armour, capabilities)])
    };
    cost(Book::Ancients, &group)
}

use Armour::*;
use Quality::*;
use Training::*;
use TroopType as T;

#[test]
fn renaissance_foot() {
    proves!("FOGR-POINTS-004", "FOGR-POINTS-007");
    use Capability::*;
    assert_eq!(ren(Elite, T::HeavyFoot, Some(FullyArmoured), &[Pike]), 12 + 1);
    assert_eq!(ren(Superior, T::DeterminedFoot, Some(Armour::Armoured), &[HeavyWeapon]), 8 + 1 + 1);
    assert_eq!(ren(Average, T::Warriors, Some(Unarmoured), &[ImpactFoot, Swordsmen]), 4 + 1 + 1);
    assert_eq!(ren(Poor, T::Mob, Some(Unarmoured), &[]), 2);
    assert_eq!(ren(Average, T::LightFoot, Some(Unarmoured), &[Crossbow]), 4);
    assert_eq!(ren(Average, T::MediumFoot, Some(Unarmoured), &[Salvo]), 4 + 3);
    assert_eq!(ren(Average, T::MediumFoot, Some(Unarmoured), &[MusketStar]), 4 + 2);
    assert_eq!(ren(Average, T::MediumFoot, Some(Unarmoured), &[BowStar, Spearmen]), 4 + 1);
    assert_eq!(ren(Average, T::Dragoons, Some(Unarmoured), &[Arquebus]), 5 + 2);
    assert_eq!(ren(Superior, T::HeavyArtillery, None, &[Capability::HeavyArtillery]), 32);
    assert_eq!(ren(Poor, T::LightArtillery, None, &[Capability::LightArtillery]), 9);
}

#[test]
fn renaissance_shot_with_pike_and_bayonets() {
    proves!("FOGR-POINTS-007");
    use Capability::*;
    let musket = || bases(4, T::MediumFoot, Some(Unarmoured), &[Musket]);
    let bayonet = || bases(4, T::MediumFoot, Some(Unarmoured), &[Musket, Bayonet]);
    let pike = || bases(2, T::HeavyFoot, Some(Unarmoured), &[Pike]);
    // Example FOGR-EX-240: 4 x 8 + 2 x 5.
    assert_eq!(cost(Book::Renaissance, &group(Average, vec![musket(), pike()])), 42);
    assert_eq!(cost(Book::Renaissance, &group(Average, vec![musket()])), 28);
    assert_eq!(cost(Book::Renaissance, &group(Average, vec![bayonet()])), 4 * (4 + 3 + 2));
    assert_eq!(cost(Book::Renaissance, &group(Average, vec![bayonet(), pike()])), 42);
    let commanded =
        BattleGroup { list_says: vec![GroupPermit::CommandedShot], ..group(Average, vec![musket()]) };
    assert_eq!(cost(Book::Renaissance, &commanded), 32);
}

#[test]
fn renaissance_swedish_brigade_guns_and_defences() {
    proves!("FOGR-POINTS-002", "FOGR-POINTS-004", "FOGR-POINTS-008", "FOGR-BG-035");
    use Capability::*;
    let parts = vec![
        bases(3, T::HeavyFoot, Some(Armour::Armoured), &[Pike]),
        bases(4, T::MediumFoot, Some(Unarmoured), &[Musket]),
    ];
    let plain = group(Superior, parts);
    let foot = 3 * (8 + 1) + 4 * (7 + 3 + 1);
    assert_eq!(cost(Book::Renaissance, &plain), foot);
    let brigade = BattleGroup { list_says: vec![GroupPermit::SwedishBrigade], ..plain.clone() };
    assert_eq!(cost(Book::Renaissance, &brigade), foot + 4);
    let guns = BattleGroup { regimental_guns: true, ..brigade };
    assert_eq!(cost(Book::Renaissance, &guns), foot + 4 + 12);
    // 7 bases are 4 wide in two ranks: 4 base widths at 3.
    let stakes = BattleGroup { portable_defences: true, ..plain };
    assert_eq!(cost(Book::Renaissance, &stakes), foot + 12);
}

#[test]
fn renaissance_mounted_elephants_and_wagons() {
    proves!("FOGR-POINTS-005", "FOGR-POINTS-006", "FOGR-POINTS-007");
    use Capability::*;
    assert_eq!(ren(Superior, T::Gendarmes, Some(HeavilyArmoured), &[HeavyLancers, Swordsmen]), 18 + 1 + 2);
    assert_eq!(ren(Average, T::Cavalry, Some(HeavilyArmoured), &[Bow, ImpactMounted]), 10 + 2 + 3);
    assert_eq!(ren(Average, T::Camelry, Some(Unarmoured), &[BowStar]), 6 + 1 + 1);
    assert_eq!(
        ren(Elite, T::Horse, Some(HeavilyArmoured), &[ShootingPistol, ImpactPistol, MeleePistol]),
        16 + 2 + 1 + 2
    );
    assert_eq!(ren(Poor, T::LightHorse, Some(Unarmoured), &[Carbine]), 3 + 2);
    assert_eq!(ren(Average, T::LightHorse, Some(Unarmoured), &[Javelins]), 5);
    assert_eq!(ren(Average, T::Elephants, None, &[]), 25);
    // Capabilities count three times on wagons.
    assert_eq!(ren(Average, T::BattleWagons, None, &[Arquebus]), 14 + 6);
    assert_eq!(ren(Poor, T::BattleWagons, None, &[Capability::LightArtillery]), 14);
}

#[test]
fn what_the_renaissance_tables_do_not_price_is_refused() {
    proves!("FOGR-POINTS-004", "FOGR-POINTS-005", "FOGR-POINTS-006");
    let refused = |quality, kind, armour| {
        let mut used = Vec::new();
        let group = group(quality, vec![bases(2, kind, armour, &[])]);
        price_group(Book::Renaissance, &group, &ArmyReadings::default(), &mut used).unwrap_err().rule
    };
    assert_eq!(refused(Poor, T::HeavyFoot, Some(FullyArmoured)), rule!("FOGR-POINTS-004"));
    assert_eq!(refused(Elite, T::HeavyArtillery, None), rule!("FOGR-POINTS-004"));
    assert_eq!(refused(Superior, T::BattleWagons, None), rule!("FOGR-POINTS-004"));
    assert_eq!(refused(Superior, T::Gendarmes, Some(Armour::Armoured)), rule!("FOGR-POINTS-005"));
    assert_eq!(refused(Superior, T::Elephants, None), rule!("FOGR-POINTS-006"));
}

#[test]
fn ancient_list_prices() {
    // Example FOGAM-EXAMPLE-B24.
    proves!("FOGAM-POINTS-002", "FOGAM-POINTS-003", "FOGAM-POINTS-007");
    use Capability::*;
    let horse = &[LightSpear, Swordsmen];
    assert_eq!(anc(Superior, Undrilled, T::Cavalry, Some(Armour::Armoured), horse), 17);
    assert_eq!(anc(Superior, Drilled, T::Cavalry, Some(Armour::Armoured), horse), 18);
    assert_eq!(anc(Superior, Undrilled, T::Cavalry, Some(Protected), horse), 13);
    assert_eq!(anc(Superior, Drilled, T::Cavalry, Some(Protected), horse), 14);
    let light = &[Javelins, LightSpear];
    assert_eq!(anc(Superior, Undrilled, T::LightHorse, Some(Unprotected), light), 10);
    assert_eq!(anc(Average, Undrilled, T::LightHorse, Some(Unprotected), light), 7);
}

#[test]
fn ancient_prices_by_hand() {
    proves!("FOGAM-POINTS-002", "FOGAM-POINTS-003");
    use Capability::*;
    assert_eq!(anc(Superior, Drilled, T::HeavyFoot, Some(HeavilyArmoured), &[HeavyWeapon]), 13 + 2 + 2);
    assert_eq!(anc(Average, Drilled, T::MediumFoot, Some(Protected), &[Longbow, Swordsmen]), 5 + 1 + 2 + 1);
    assert_eq!(anc(Average, Undrilled, T::HeavyFoot, Some(Protected), &[Pikemen]), 5);
    // Drill is never paid for light foot or light horse.
    assert_eq!(anc(Average, Drilled, T::LightFoot, Some(Protected), &[Javelins, LightSpear]), 5 + 1);
    assert_eq!(anc(Average, Drilled, T::LightHorse, Some(Unprotected), &[Bow]), 5 + 3);
    assert_eq!(anc(Elite, Drilled, T::Knights, Some(HeavilyArmoured), &[Lancers, Swordsmen]), 27 + 3 + 1 + 2);
    assert_eq!(anc(Average, Drilled, T::Camelry, Some(Unprotected), &[BowStar]), 5 + 1 + 2 + 2);
    assert_eq!(anc(Average, Undrilled, T::CataphractCamelry, Some(HeavilyArmoured), &[Lancers]), 11 + 1 + 2);
    assert_eq!(anc(Average, Undrilled, T::LightCamelry, Some(Unprotected), &[Javelins]), 5 + 1 + 2);
    assert_eq!(anc(Superior, Drilled, T::HeavyChariots, None, &[Bow]), 19 + 2 + 3);
    assert_eq!(anc(Poor, Undrilled, T::Elephants, None, &[]), 20);
    assert_eq!(anc(Average, Undrilled, T::BattleWagons, None, &[Crossbow]), 14 + 3);
    assert_eq!(anc(Average, Drilled, T::LightArtillery, None, &[Capability::LightArtillery]), 15 + 2);
}

#[test]
fn what_the_ancient_tables_do_not_price_is_refused() {
    proves!("FOGAM-POINTS-002", "FOGAM-POINTS-003");
    let refused = |quality, training, kind, armour, capabilities: &[Capability]| {
        let mut used = Vec::new();
        let group = BattleGroup {
            training: Some(training),
            ..group(quality, vec![bases(2, kind, armour, capabilities)])
        };
        price_group(Book::Ancients, &group, &ArmyReadings::default(), &mut used).unwrap_err().rule
    };
    assert_eq!(refused(Poor, Undrilled, T::HeavyFoot, Some(HeavilyArmoured), &[]), rule!("FOGAM-POINTS-002"));
    assert_eq!(refused(Average, Drilled, T::HeavyArtillery, None, &[]), rule!("FOGAM-POINTS-002"));
    assert_eq!(refused(Elite, Undrilled, T::ScythedChariots, None, &[]), rule!("FOGAM-POINTS-002"));
    assert_eq!(
        refused(Average, Undrilled, T::Cavalry, Some(HeavilyArmoured), &[]),
        rule!("FOGAM-POINTS-002")
    );
    let mounted_axe = refused(Average, Undrilled, T::Cavalry, Some(Protected), &[Capability::HeavyWeapon]);
    assert_eq!(mounted_axe, rule!("FOGAM-POINTS-003"));
}

#[test]
fn commanders_camp_and_works() {
    proves!("FOGR-POINTS-003", "FOGR-POINTS-006", "FOGR-SETUP-025", "FOGAM-POINTS-004", "FOGR-POINTS-009");
    proves!("FOGAM-TROOPS-020", "FOGR-TROOPS-012");
    let total = |army: &Army| army::price(army, &ArmyReadings::default()).unwrap().total();
    let mut army = army::builtin("fogr/royalist-1645").unwrap();
    army.camp.fortified = true;
    army.field_fortifications = 5;
    assert_eq!(total(&army), 619 + 24 + 15);
    army.commanders[2].role = army::CommanderRole::AllyCommander;
    assert_eq!(total(&army), 619 + 24 + 15 - 10);
    army.commanders[0].level = army::CommanderLevel::Great;
    assert_eq!(total(&army), 619 + 24 + 15 - 10 + 30);
    army.commanders[0].level = army::CommanderLevel::Inspired;
    let problem = army::price(&army, &ArmyReadings::default()).unwrap_err();
    assert_eq!(problem.place, Place::Commander(1, "Prince Rupert".to_owned()));
    let mut army = army::builtin("fogam/french-1346").unwrap();
    army.commanders[0].level = army::CommanderLevel::Field;
    assert_eq!(total(&army), 658 + 10);
    army.commanders[0].level = army::CommanderLevel::Inspired;
    assert_eq!(total(&army), 658 + 50);
}

#[test]
fn readings_are_named_and_bounded() {
    let mut readings = ArmyReadings::default();
    readings.set("fogr.points.wagons_multiply = whole_cost").unwrap();
    let group = group(Average, vec![bases(1, T::BattleWagons, None, &[Capability::Arquebus])]);
    let mut used = Vec::new();
    let price = price_group(Book::Renaissance, &group, &readings, &mut used).unwrap();
    assert_eq!(price.tally.total(), (14 + 2) * 3);
    assert_eq!(used[0].option, "fogr.points.wagons_multiply");
    readings.set("fogr.points.dragoons_pay_for_weapons=false").unwrap();
    let new_model = army::builtin("fogr/new-model-1645").unwrap();
    assert_eq!(army::price(&new_model, &readings).unwrap().total(), 619 - 3 * 3);
    for wrong in
        ["", "x=1", "fogr.points.mounted_melee_swordsmen=10", "fogr.points.mounted_melee_swordsmen=-1"]
    {
        assert!(readings.set(wrong).is_err(), "{wrong}");
    }
}

/// Dragoons pay for their weapon besides.
#[test]
fn reading_points_004() {
    proves!("FOGR-POINTS-004");
    let plain = ren(Average, T::Dragoons, Some(Unarmoured), &[]);
    assert_eq!(ren(Average, T::Dragoons, Some(Unarmoured), &[Capability::Musket]), plain + 3);
}

/// Melee swordsmen cost mounted 2 points, as melee pistol does.
#[test]
fn reading_points_007() {
    proves!("FOGR-POINTS-007");
    let price = |can: &[Capability]| ren(Average, T::Horse, Some(Unarmoured), can);
    assert_eq!(price(&[Capability::Swordsmen]), price(&[]) + 2);
    assert_eq!(price(&[Capability::MeleePistol]), price(&[]) + 2);
}
