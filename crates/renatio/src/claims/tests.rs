//! Claims, each with the rule that gives it.

use super::*;
use crate::cards::Colour;
use crate::charts::{Hampered, Works};
use crate::dice::CombatDice;
use crate::readings::Reading;
use crate::troops::{Form, Profile, Troops};
use caracole_ledger::proves;

fn charts() -> Charts {
    Charts::standard().unwrap_or_else(|faults| panic!("{faults}"))
}

fn profile(line: &str) -> Profile {
    Troops::read(line).unwrap_or_else(|fault| panic!("{line}: {fault}")).profile
}

fn file<'p>(profile: &'p Profile) -> FileFacts<'p> {
    FileFacts::plain(profile, 2)
}

fn total(kind: CombatKind, us: &FileFacts<'_>, them: &FileFacts<'_>) -> u32 {
    claims(&charts(), Readings::default(), kind, us, them).total()
}

/// What a rule gives in a fight.
fn given(rule: &str, kind: CombatKind, us: &FileFacts<'_>, them: &FileFacts<'_>) -> u32 {
    let claims = claims(&charts(), Readings::default(), kind, us, them);
    claims.lines.iter().filter(|line| line.rule.id() == rule).map(|line| u32::from(line.add)).sum()
}

const CHARGE: CombatKind = CombatKind::Charge;
const MELEE: CombatKind = CombatKind::Melee;
const FOOT: &str = "6 foot, close, formed, protected, musket";
const HORSE: &str = "4 mounted, loose, formed, protected";

#[test]
fn equal_claims_throw_green_and_the_difference_decides() {
    proves!("RETG-COMBAT-012", "RETG-COMBAT-015", "RETG-COMBAT-016", "RETG-QRS-008", "RETG-PROV-002");
    // RETG-EX-014.
    let charts = charts();
    let dice = |difference| by_difference(&charts, difference).dice;
    use CombatDice::{Black, Green, Red, TwoRed, White, Yellow};
    assert_eq!(dice(0), [Green, Green]);
    assert_eq!(dice(1), [Yellow, White]);
    assert_eq!(dice(-2), [White, Red]);
    assert_eq!(dice(3), [Red, Black]);
    assert_eq!(dice(7), [TwoRed, Black]);
    assert_eq!(TwoRed.colours(), [Colour::Red, Colour::Red]);
    let foot = profile(FOOT);
    let ours = claims(&charts, Readings::default(), CHARGE, &file(&foot), &file(&foot));
    assert_eq!(fight_dice(&charts, &ours, &ours).dice, [Green, Green]);
}

#[test]
fn a_flank_charge_against_equals_throws_two_reds() {
    proves!("RETG-CHARGE-030", "RETG-CHARGE-033");
    // RETG-EX-034.
    let foot = profile(FOOT);
    let us = FileFacts { charged: true, flank_charge: true, ..file(&foot) };
    let them = FileFacts { edge: Facing::Flank, ..file(&foot) };
    assert_eq!(given("RETG-CHARGE-030", CHARGE, &us, &them), 4);
    let charts = charts();
    let of = |us, them| claims(&charts, Readings::default(), CHARGE, us, them);
    assert_eq!(
        fight_dice(&charts, &of(&us, &them), &of(&them, &us)).dice,
        [CombatDice::TwoRed, CombatDice::Black]
    );
    assert_eq!(given("RETG-CHARGE-030", MELEE, &us, &them), 0);
}

#[test]
fn keils_tercios_and_squares_have_no_flank() {
    proves!("RETG-CHARGE-034", "RETG-GLOS-108");
    let foot = profile(FOOT);
    let us = FileFacts { charged: true, flank_charge: true, ..file(&foot) };
    let bonus = |line: &str, edge| {
        let target = profile(line);
        given("RETG-CHARGE-030", CHARGE, &us, &FileFacts { edge, ..file(&target) })
    };
    let keil = "12 foot, close, formed, pike, keil";
    assert_eq!((bonus(keil, Facing::Flank), bonus(keil, Facing::Rear)), (0, 4));
    let tercio = "16 foot, close, formed, arquebus, pike, tercio";
    assert_eq!((bonus(tercio, Facing::Flank), bonus(tercio, Facing::Rear)), (0, 0));
    let square = FileFacts { edge: Facing::Rear, square: true, ..file(&foot) };
    assert_eq!(given("RETG-CHARGE-030", CHARGE, &us, &square), 0);
    let camp = FileFacts { edge: Facing::Rear, camp: CampFacts::Plain, ..file(&foot) };
    assert_eq!(given("RETG-CHARGE-030", CHARGE, &us, &camp), 0);
}

#[test]
fn to_flank_and_rear_only_some_claims_count() {
    proves!("RETG-CHARGE-033", "RETG-COMBAT-014");
    let pikes = profile("6 foot, close, formed, protected, superior, musket, pike and shot");
    let horse = profile(HORSE);
    let front = file(&pikes);
    let flank = FileFacts { edge: Facing::Flank, ..front };
    // Superior 2 and pikes against mounted 2; to the flank quality alone.
    assert_eq!(total(CHARGE, &front, &file(&horse)), 4);
    assert_eq!(total(CHARGE, &flank, &file(&horse)), 2);
    let uphill = FileFacts { uphill: true, ..flank };
    assert_eq!(total(CHARGE, &uphill, &file(&horse)), 3);
    let strict = Readings::of(&[Reading::QualityOnlyToFlank]);
    assert_eq!(claims(&charts(), strict, CHARGE, &uphill, &file(&horse)).total(), 2);
    // What attacks a flank in melee has a claim for it.
    assert_eq!(given("RETG-QRS-005", MELEE, &file(&horse), &flank), 1 + 1);
}

#[test]
fn battle_troops_and_camps_claim_against_skirmishers() {
    proves!("RETG-GLOS-110", "RETG-CAMP-010");
    let foot = profile(FOOT);
    let shot = profile("6 foot, skirmishers, arquebus");
    let croats = profile("4 mounted, flexible, formed, carbine");
    let loose = FileFacts { form: Form::Loose, ..file(&croats) };
    let skirmishing = FileFacts { form: Form::Skirmish, ..file(&croats) };
    let bonus = |us: &FileFacts<'_>, them: &FileFacts<'_>| given("RETG-GLOS-110", MELEE, us, them);
    assert_eq!(bonus(&file(&foot), &file(&shot)), 2);
    assert_eq!((bonus(&file(&foot), &skirmishing), bonus(&file(&foot), &loose)), (2, 0));
    assert_eq!(bonus(&skirmishing, &file(&shot)), 0);
    let camp = FileFacts { camp: CampFacts::Plain, ..file(&foot) };
    assert_eq!(bonus(&camp, &file(&shot)), 2);
}

#[test]
fn claims_for_what_the_opponent_suffers() {
    proves!("RETG-GLOS-022", "RETG-KAB-014", "RETG-GLOS-049", "RETG-COMBAT-061", "RETG-CMD-048");
    let foot = profile(FOOT);
    let shy = profile("6 foot, close, formed, protected, musket, combat shy");
    for kind in [CHARGE, MELEE] {
        assert_eq!(given("RETG-GLOS-022", kind, &file(&foot), &file(&shy)), 1);
        let unreliable = FileFacts { unreliable: true, ..file(&foot) };
        assert_eq!(given("RETG-GLOS-022", kind, &file(&foot), &unreliable), 1);
        let nervous = FileFacts { nervous: true, ..file(&foot) };
        assert_eq!(given("RETG-KAB-014", kind, &file(&foot), &nervous), 1);
        let of = |hampered| FileFacts { hampered, ..file(&foot) };
        assert_eq!(given("RETG-COMBAT-061", kind, &file(&foot), &of(Hampered::Affected)), 1);
        assert_eq!(given("RETG-COMBAT-061", kind, &file(&foot), &of(Hampered::Badly)), 2);
    }
    let nervous = FileFacts { nervous: true, ..file(&foot) };
    let no_effect = Readings::of(&[Reading::NervousHasNoEffect]);
    let plain = total(MELEE, &file(&foot), &file(&foot));
    assert_eq!(claims(&charts(), no_effect, MELEE, &file(&foot), &nervous).total(), plain);
}

#[test]
fn works_help_their_defenders() {
    proves!(
        "RETG-QRS-005",
        "RETG-GLOS-009",
        "RETG-GLOS-046",
        "RETG-GLOS-086",
        "RETG-GLOS-019",
        "RETG-GLOS-015",
        "RETG-CAMP-015"
    );
    let foot = profile(FOOT);
    let horse = profile(HORSE);
    let behind = FileFacts { behind: Some(Works::Barricade), ..file(&foot) };
    assert_eq!(
        (
            given("RETG-GLOS-009", CHARGE, &behind, &file(&foot)),
            given("RETG-GLOS-009", MELEE, &behind, &file(&foot))
        ),
        (2, 2)
    );
    let wagons = profile("4 battlewagons, formed, arquebus");
    assert_eq!(given("RETG-GLOS-009", MELEE, &file(&wagons), &file(&foot)), 2);
    let camp = FileFacts { camp: CampFacts::Fortified, edge: Facing::Rear, ..file(&foot) };
    assert_eq!(given("RETG-GLOS-046", MELEE, &camp, &file(&foot)), 2);
    let stakes = FileFacts { stakes: true, ..file(&foot) };
    assert_eq!(
        (
            given("RETG-GLOS-086", MELEE, &stakes, &file(&horse)),
            given("RETG-GLOS-086", MELEE, &stakes, &file(&foot))
        ),
        (2, 0)
    );
    let caltrops = FileFacts { caltrops: true, ..file(&foot) };
    let elephants = profile("2 elephants, tribal");
    let of = |kind, them| given("RETG-GLOS-019", kind, &caltrops, them);
    assert_eq!(
        (of(CHARGE, &file(&horse)), of(MELEE, &file(&horse)), of(CHARGE, &file(&elephants))),
        (2, 0, 0)
    );
}

#[test]
fn pavises_help_against_foot_without_effects() {
    proves!("RETG-GLOS-115");
    let pavise = profile("6 foot, close, formed, crossbow, pavise");
    let plain = profile(FOOT);
    let shoving = profile("6 foot, close, formed, protected, shove");
    let of = |kind, them| given("RETG-GLOS-115", kind, &file(&pavise), &file(them));
    assert_eq!((of(CHARGE, &plain), of(MELEE, &plain), of(CHARGE, &shoving)), (1, 0, 0));
    assert_eq!(of(CHARGE, &profile(HORSE)), 0);
}

#[test]
fn characteristics_claim_as_the_glossary_says() {
    proves!(
        "RETG-GLOS-001",
        "RETG-GLOS-031",
        "RETG-GLOS-039",
        "RETG-GLOS-035",
        "RETG-GLOS-087",
        "RETG-GLOS-018",
        "RETG-QRS-006",
        "RETG-QRS-007"
    );
    let horse = profile(HORSE);
    let foot = profile(FOOT);
    let of =
        |rule: &str, kind, line: &str, them: &Profile| given(rule, kind, &file(&profile(line)), &file(them));
    let aggressive = "4 mounted, loose, formed, aggressive";
    let pikes = profile("6 foot, close, formed, musket, pike and shot");
    let bayonets = profile("6 foot, close, formed, musket, socket bayonet");
    let ferocious = profile("4 mounted, loose, formed, ferocious");
    let elephants = profile("2 elephants, tribal");
    assert_eq!(of("RETG-GLOS-001", CHARGE, aggressive, &foot), 1);
    assert_eq!(of("RETG-GLOS-001", MELEE, aggressive, &foot), 0);
    for immune in [&pikes, &bayonets, &ferocious, &elephants] {
        assert_eq!(of("RETG-GLOS-001", CHARGE, aggressive, immune), 0);
    }
    let elan = "6 foot, close, formed, elan";
    assert_eq!((of("RETG-GLOS-031", CHARGE, elan, &foot), of("RETG-GLOS-031", CHARGE, elan, &horse)), (1, 0));
    let fierce = "4 mounted, loose, formed, ferocious";
    assert_eq!(
        (of("RETG-GLOS-039", CHARGE, fierce, &foot), of("RETG-GLOS-039", MELEE, fierce, &elephants)),
        (1, 1)
    );
    let expert = "6 foot, loose, formed, expert swordsmen";
    assert_eq!(
        (of("RETG-GLOS-035", MELEE, expert, &horse), of("RETG-GLOS-035", CHARGE, expert, &horse)),
        (1, 0)
    );
    let sword = "6 foot, loose, formed, swordsmen";
    let melee_pistols = profile("4 mounted, loose, formed, melee pistol");
    assert_eq!(of("RETG-GLOS-087", MELEE, sword, &foot), 1);
    for immune in [&melee_pistols, &profile(expert), &pikes] {
        assert_eq!(of("RETG-GLOS-087", MELEE, sword, immune), 0);
    }
    let camels = "4 mounted, loose, tribal, camels";
    assert_eq!(
        (of("RETG-GLOS-018", CHARGE, camels, &horse), of("RETG-GLOS-018", CHARGE, camels, &foot)),
        (1, 0)
    );
}

#[test]
fn pikes_need_ranks_and_lose_their_claim_when_hampered() {
    proves!("RETG-PROV-008", "RETG-GLOS-010", "RETG-COMBAT-053");
    let keil = profile("12 foot, close, formed, protected, pike, keil");
    let horse = profile(HORSE);
    let foot = profile(FOOT);
    let ranks = |ranks, them: &Profile, kind| {
        given("RETG-QRS-006", kind, &FileFacts::plain(&keil, ranks), &file(them))
    };
    // One rank nothing, two ranks 2 or 1, four ranks one more; a Keil is a pike unit by its formation.
    assert_eq!([1, 2, 3, 4].map(|n| ranks(n, &horse, CHARGE)), [0, 2, 2, 3]);
    assert_eq!([1, 2, 3, 4].map(|n| ranks(n, &foot, CHARGE)), [0, 1, 1, 2]);
    assert_eq!([1, 2, 3, 4].map(|n| ranks(n, &foot, MELEE)), [0, 1, 1, 2]);
    let in_wood = FileFacts { hampered: Hampered::Badly, ..FileFacts::plain(&keil, 4) };
    assert_eq!(given("RETG-QRS-006", CHARGE, &in_wood, &file(&horse)), 0);
    let walled = FileFacts { behind: Some(Works::Wall), ..file(&foot) };
    assert_eq!(given("RETG-QRS-006", CHARGE, &FileFacts::plain(&keil, 4), &walled), 0);
}

#[test]
fn lances_and_pistols_of_the_charge() {
    proves!("RETG-GLOS-027", "RETG-GLOS-028", "RETG-GLOS-052", "RETG-GLOS-010");
    let lancers = profile("4 mounted, loose, formed, charging lancer");
    let pistols = profile("4 mounted, loose, formed, charging pistol");
    let trotters = profile("4 mounted, close, formed, trotting pistol");
    let pikes = profile("6 foot, close, formed, musket, pike and shot");
    let foot = profile(FOOT);
    let lance = |us: &FileFacts<'_>, them: &FileFacts<'_>| given("RETG-GLOS-027", CHARGE, us, them);
    assert_eq!(lance(&file(&lancers), &file(&foot)), 2);
    // Pikes bar lances while they stand, not when they charge, and not with a single rank or in flank.
    assert_eq!(lance(&file(&lancers), &file(&pikes)), 0);
    assert_eq!(lance(&file(&lancers), &FileFacts { charged: true, ..file(&pikes) }), 2);
    assert_eq!(lance(&file(&lancers), &FileFacts::plain(&pikes, 1)), 2);
    let flank = FileFacts { edge: Facing::Flank, ..file(&pikes) };
    assert_eq!(lance(&file(&lancers), &flank), 2);
    let strict = Readings::of(&[Reading::PikesBarToFlank]);
    let barred = claims(&charts(), strict, CHARGE, &file(&lancers), &flank);
    assert!(!barred.lines.iter().any(|line| line.rule.id() == "RETG-GLOS-027"));
    // Good going is needed, and none is left before defended barricades.
    assert_eq!(lance(&FileFacts { good_going: false, ..file(&lancers) }, &file(&foot)), 0);
    assert_eq!(lance(&file(&lancers), &FileFacts { behind: Some(Works::Hedge), ..file(&foot) }), 0);
    assert_eq!(lance(&file(&lancers), &FileFacts { stakes: true, ..file(&foot) }), 0);
    // Pistols of the charge fear pikes whatever they do; those at the trot fear lances too.
    let charged = FileFacts { charged: true, ..file(&pikes) };
    assert_eq!(given("RETG-GLOS-028", CHARGE, &file(&pistols), &file(&foot)), 1);
    assert_eq!(given("RETG-GLOS-028", CHARGE, &file(&pistols), &charged), 0);
    assert_eq!(given("RETG-GLOS-052", CHARGE, &file(&trotters), &file(&foot)), 1);
    assert_eq!(given("RETG-GLOS-052", CHARGE, &file(&trotters), &file(&lancers)), 0);
}

#[test]
fn neighbours_of_effects_claim_two_and_one() {
    proves!("RETG-COMBAT-033", "RETG-COMBAT-039");
    let foot = profile(FOOT);
    let us = FileFacts { shatters: 1, shoves: 1, ..file(&foot) };
    assert_eq!(given("RETG-COMBAT-033", CHARGE, &us, &file(&foot)), 2);
    assert_eq!(given("RETG-COMBAT-033", MELEE, &us, &file(&foot)), 0);
    assert_eq!(
        (
            given("RETG-COMBAT-039", CHARGE, &us, &file(&foot)),
            given("RETG-COMBAT-039", MELEE, &us, &file(&foot))
        ),
        (1, 1)
    );
    assert_eq!(given("RETG-COMBAT-033", CHARGE, &FileFacts { shatters: 2, ..us }, &file(&foot)), 4);
}

#[test]
fn supporting_files_throw_one_level_lower_by_their_own_claims() {
    proves!("RETG-COMBAT-047");
    // RETG-EX-016.
    let charts = charts();
    let foot = profile(FOOT);
    let superior = profile("6 foot, close, formed, protected, superior, musket");
    let poor = profile("6 foot, close, formed, protected, poor, musket");
    let of =
        |us: &Profile, them: &Profile| claims(&charts, Readings::default(), MELEE, &file(us), &file(them));
    let target = of(&foot, &foot);
    assert_eq!(supporting_dice(&charts, &of(&foot, &foot), &target), CombatDice::White);
    assert_eq!(supporting_dice(&charts, &of(&superior, &foot), &target), CombatDice::Green);
    // Poor troops in support: WHITE by their own claims, so BLACK.
    assert_eq!(supporting_dice(&charts, &of(&poor, &foot), &target), CombatDice::Black);
}

#[test]
fn tallies_say_what_they_rest_on() {
    let foot = profile(FOOT);
    let us = FileFacts { uphill: true, shoves: 1, ..file(&foot) };
    let found = claims(&charts(), Readings::default(), MELEE, &us, &file(&foot));
    let tally = found.tally();
    assert_eq!(tally.total(), i32::try_from(found.total()).expect("a small number"));
    let labels: Vec<_> = tally.lines.iter().map(|line| line.label.as_ref()).collect();
    assert_eq!(labels, ["Average (proposed)", "uphill (proposed)", "next to a Shove"]);
    assert!(found.rests_on_proposals());
}

#[test]
fn a_commander_in_front_and_armour_claim() {
    proves!("RETG-GLOS-057", "RETG-TROOP-020");
    let foot = profile(FOOT);
    let naked = profile("6 foot, loose, formed, unprotected");
    let full = profile("4 mounted, close, formed, fully armoured");
    let elephants = profile("2 elephants, tribal");
    assert_eq!(given("RETG-GLOS-057", MELEE, &FileFacts { commander: true, ..file(&foot) }, &file(&foot)), 1);
    let of = |kind, us, them| given("RETG-TROOP-020", kind, &file(us), &file(them));
    assert_eq!((of(MELEE, &foot, &naked), of(CHARGE, &foot, &naked), of(MELEE, &naked, &naked)), (1, 0, 0));
    assert_eq!((of(MELEE, &full, &foot), of(MELEE, &full, &elephants)), (1, 0));
    // A camp is Unprotected whatever its troops were called.
    assert_eq!(
        given("RETG-TROOP-020", MELEE, &file(&foot), &FileFacts { camp: CampFacts::Plain, ..file(&foot) }),
        1
    );
}
