//! The vocabulary: types, armour, capabilities, and the categories computed from them.

use caracole_fog::army::CommanderLevel;
use caracole_fog::field::{Figures, Scale};
use caracole_fog::formation::{self, LineMember};
use caracole_fog::troops::{
    self, Arm, Armour, BaseProfile, Book, Capabilities, Capability, Cohesion, CombatPhase, Disorder,
    KeilStatus, Quality, Training, TroopType,
};
use caracole_ledger::{proves, rule};
use caracole_plane::Um;
use std::collections::BTreeSet;

fn ren(kind: TroopType, capabilities: &[Capability]) -> BaseProfile {
    let armour = kind.has_armour().then_some(Armour::Armoured);
    BaseProfile::renaissance(kind, armour, Quality::Average, Capabilities::of(capabilities))
}

fn anc(kind: TroopType, capabilities: &[Capability]) -> BaseProfile {
    let armour = kind.has_armour().then_some(Armour::Protected);
    BaseProfile::ancients(kind, armour, Quality::Average, Training::Undrilled, Capabilities::of(capabilities))
}

use TroopType as T;

#[test]
fn arms_of_the_renaissance() {
    proves!("FOGR-TROOPS-002", "FOGR-SCALE-025", "FOGR-SCALE-026", "FOGR-SCALE-027", "FOGR-SCALE-028");
    let of = |arm| -> BTreeSet<T> {
        let book = Book::Renaissance;
        T::ALL.iter().copied().filter(|t| t.is_in(book) && t.arm(book) == arm).collect()
    };
    let foot = [
        T::DeterminedFoot,
        T::HeavyFoot,
        T::MediumFoot,
        T::Warriors,
        T::LightFoot,
        T::Dragoons,
        T::Mob,
        T::BattleWagons,
        T::LightArtillery,
        T::MediumArtillery,
        T::HeavyArtillery,
    ];
    assert_eq!(of(Arm::Foot), foot.into());
    let mounted =
        [T::Gendarmes, T::Cavaliers, T::Horse, T::DeterminedHorse, T::LightHorse, T::Cavalry, T::Camelry];
    assert_eq!(of(Arm::Mounted), mounted.into());
    assert_eq!(of(Arm::Elephants), [T::Elephants].into());
}

#[test]
fn arms_of_the_ancients() {
    proves!("FOGAM-TROOPS-002", "FOGAM-TROOPS-003", "FOGAM-SCALE-010");
    let of = |arm| -> BTreeSet<T> {
        let book = Book::Ancients;
        T::ALL.iter().copied().filter(|t| t.is_in(book) && t.arm(book) == arm).collect()
    };
    let foot = [
        T::HeavyFoot,
        T::MediumFoot,
        T::LightFoot,
        T::Mob,
        T::BattleWagons,
        T::LightArtillery,
        T::HeavyArtillery,
    ];
    assert_eq!(of(Arm::Foot), foot.into());
    let mounted = [
        T::Knights,
        T::Cataphracts,
        T::LightHorse,
        T::Cavalry,
        T::Camelry,
        T::CataphractCamelry,
        T::LightCamelry,
        T::Elephants,
        T::HeavyChariots,
        T::LightChariots,
        T::ScythedChariots,
    ];
    assert_eq!(of(Arm::Mounted), mounted.into());
    assert!(of(Arm::Elephants).is_empty());
}

#[test]
fn borrowed_rules() {
    proves!("FOGR-TROOPS-003", "FOGR-SCALE-017", "FOGR-SCALE-024", "FOGAM-TROOPS-004", "FOGAM-TROOPS-005");
    proves!("FOGAM-SCALE-011", "FOGAM-SCALE-012");
    assert_eq!(T::Mob.treated_as(), T::MediumFoot);
    assert_eq!(T::Camelry.treated_as(), T::Cavalry);
    assert_eq!(T::LightCamelry.treated_as(), T::LightHorse);
    assert_eq!(T::CataphractCamelry.treated_as(), T::Cataphracts);
    for single in [T::Horse, T::DeterminedHorse, T::Gendarmes, T::Cavaliers, T::Knights] {
        assert_eq!(single.treated_as(), single, "cavalry is one troop type");
    }
}

#[test]
fn better_armour() {
    proves!(
        "FOGR-TROOPS-004",
        "FOGR-GLOSSARY-007",
        "FOGR-SCALE-029",
        "FOGAM-TROOPS-008",
        "FOGAM-GLOSSARY-009",
        "FOGAM-SCALE-015"
    );
    use Armour::*;
    for order in [
        [FullyArmoured, HeavilyArmoured, Armour::Armoured, Unarmoured],
        [HeavilyArmoured, Armour::Armoured, Protected, Unprotected],
    ] {
        for (i, a) in order.iter().enumerate() {
            for (j, b) in order.iter().enumerate() {
                assert_eq!(Armour::is_better(Some(*a), Some(*b)), i < j);
            }
            assert!(!Armour::is_better(Some(*a), None) && !Armour::is_better(None, Some(*a)));
        }
    }
    let machines = [T::BattleWagons, T::LightArtillery, T::HeavyArtillery];
    let chariots = [T::LightChariots, T::HeavyChariots, T::ScythedChariots];
    for none in [&[T::Elephants][..], &machines, &chariots].concat() {
        assert!(!none.has_armour());
    }
}

/// Light troops and battle troops.
#[test]
fn reading_troops_009() {
    proves!("FOGR-TROOPS-008", "FOGR-TROOPS-009", "FOGR-GLOSSARY-006", "FOGR-GLOSSARY-022");
    let battle = |bases: &[BaseProfile]| troops::is_battle_troops(Book::Renaissance, bases);
    for light in [T::LightFoot, T::LightHorse, T::Dragoons] {
        assert!(!battle(&[ren(light, &[]); 4]), "{light}");
    }
    for kind in [T::HeavyFoot, T::MediumArtillery, T::BattleWagons, T::Mob, T::Elephants, T::Cavalry] {
        assert!(battle(&[ren(kind, &[]); 2]), "{kind}");
    }
    let partly = [ren(T::LightFoot, &[Capability::Bow]), ren(T::MediumFoot, &[Capability::Spearmen])];
    assert!(battle(&partly));
}

#[test]
fn skirmishers() {
    proves!("FOGAM-TROOPS-006", "FOGAM-TROOPS-007", "FOGAM-GLOSSARY-036", "FOGAM-GLOSSARY-008");
    proves!("FOGAM-GLOSSARY-026", "FOGAM-SCALE-014");
    let battle = |bases: &[BaseProfile]| troops::is_battle_troops(Book::Ancients, bases);
    for light in [T::LightFoot, T::LightHorse, T::LightCamelry] {
        assert!(!battle(&[anc(light, &[]); 4]), "{light}");
    }
    for kind in [T::HeavyFoot, T::LightChariots, T::LightArtillery, T::Cavalry, T::Camelry] {
        assert!(battle(&[anc(kind, &[]); 4]), "{kind}");
    }
    assert!(battle(&[anc(T::HeavyFoot, &[]), anc(T::LightFoot, &[])]));
}

#[test]
fn shock_troops_of_the_renaissance() {
    proves!("FOGR-TROOPS-010", "FOGR-GLOSSARY-030");
    use Capability::*;
    let shock =
        |base: BaseProfile| troops::shock_renaissance(&[base; 4], KeilStatus::NotKeil, Cohesion::Steady);
    for kind in [T::Gendarmes, T::Cavaliers, T::DeterminedHorse] {
        assert!(shock(ren(kind, &[])), "{kind}");
        let fragmented =
            troops::shock_renaissance(&[ren(kind, &[]); 4], KeilStatus::NotKeil, Cohesion::Fragmented);
        assert!(!fragmented);
    }
    for capability in [HeavyLancers, LightLancers, ImpactMounted] {
        assert!(shock(ren(T::Cavalry, &[capability])));
        assert!(!shock(ren(T::LightHorse, &[capability])), "never light horse");
    }
    assert!(shock(ren(T::Warriors, &[ImpactFoot])) && shock(ren(T::MediumFoot, &[Salvo])));
    assert!(!shock(ren(T::HeavyFoot, &[Pike])) && !shock(ren(T::Horse, &[MeleePistol])));
    let pike = [ren(T::HeavyFoot, &[Pike]); 8];
    assert!(troops::shock_renaissance(&pike, KeilStatus::Keil, Cohesion::Disrupted));
    assert!(!troops::shock_renaissance(&pike, KeilStatus::Keil, Cohesion::Fragmented));
    let one_lancer = [ren(T::Cavalry, &[Bow]), ren(T::Cavalry, &[LightLancers])];
    assert!(
        troops::shock_renaissance(&one_lancer, KeilStatus::NotKeil, Cohesion::Steady),
        "a group with lancers"
    );
}

#[test]
fn shock_troops_of_the_ancients() {
    proves!(
        "FOGAM-TROOPS-015",
        "FOGAM-TROOPS-016",
        "FOGAM-TROOPS-017",
        "FOGAM-TROOPS-018",
        "FOGAM-TROOPS-019"
    );
    proves!("FOGAM-GLOSSARY-034", "FOGAM-GLOSSARY-035", "FOGAM-SPECIAL-008");
    use Capability::*;
    let shock = |base: BaseProfile| troops::shock_ancients(&[base; 4], &[base; 4]);
    assert!(shock(anc(T::Knights, &[Lancers])) && shock(anc(T::Camelry, &[Lancers])));
    assert!(!shock(anc(T::LightHorse, &[Lancers])) && !shock(anc(T::LightCamelry, &[Lancers])));
    assert!(!shock(anc(T::Cavalry, &[Lancers, BowStar])), "every base has lance and bow*");
    assert!(shock(anc(T::HeavyChariots, &[])) && shock(anc(T::ScythedChariots, &[])));
    assert!(!shock(anc(T::LightChariots, &[])) && !shock(anc(T::Elephants, &[])));
    for capability in [ImpactFoot, OffensiveSpearmen, Pikemen] {
        assert!(shock(anc(T::HeavyFoot, &[capability])));
    }
    for capability in [DefensiveSpearmen, HeavyWeapon, PoleArm, LightSpear, Swordsmen] {
        assert!(!shock(anc(T::HeavyFoot, &[capability])));
    }
    // Half lancers, half bows at the start: not shock, and losses change nothing.
    let (lance, bow) = (anc(T::Cavalry, &[Lancers]), anc(T::Cavalry, &[Bow]));
    let start = [lance, lance, bow, bow];
    assert!(!troops::shock_ancients(&start[..3], &start));
    // Three lancers and one archer are shock.
    let start = [lance, lance, lance, bow];
    assert!(troops::shock_ancients(&start[2..], &start));
    assert!(troops::shock_base_ancients(lance, &start) && !troops::shock_base_ancients(bow, &start));
}

#[test]
fn shot_firearms_and_spearmen() {
    proves!(
        "FOGR-TROOPS-011",
        "FOGR-GLOSSARY-031",
        "FOGR-GLOSSARY-017",
        "FOGAM-TROOPS-013",
        "FOGAM-SCALE-019"
    );
    use Capability::*;
    for capability in [Arquebus, Musket, MusketStar, Salvo] {
        assert!(ren(T::MediumFoot, &[capability]).is_shot() && ren(T::Dragoons, &[capability]).is_shot());
    }
    for capability in [Bow, Crossbow, Bombs, Sling, Javelins] {
        assert!(!ren(T::MediumFoot, &[capability]).is_shot());
    }
    assert!(!ren(T::Horse, &[Carbine]).is_shot());
    assert!(!Capabilities::SPEARMEN.has(LightSpear) && Capabilities::SPEARMEN.has(DefensiveSpearmen));
    assert!(Capabilities::FIREARMS.has(Bombs) && !Capabilities::FIREARMS.has(Capability::LightArtillery));
}

#[test]
fn phases_of_capabilities() {
    proves!("FOGR-TROOPS-006", "FOGR-SCALE-031", "FOGR-SCALE-032", "FOGAM-TROOPS-012", "FOGAM-SCALE-017");
    use Capability::*;
    let phases = |c: Capability| CombatPhase::ALL.iter().map(|p| c.works_in(*p)).collect::<Vec<_>>();
    let (shooting, impact, melee) =
        (vec![true, false, false], vec![false, true, false], vec![false, false, true]);
    assert_eq!(phases(Musket), shooting);
    assert_eq!(phases(Longbow), shooting);
    assert_eq!(phases(Salvo), [true, true, false]);
    assert_eq!(phases(ShootingPistol), shooting);
    assert_eq!(phases(ImpactPistol), impact);
    assert_eq!(phases(MeleePistol), melee);
    assert_eq!(phases(Lancers), impact);
    assert_eq!(phases(LightSpear), impact);
    assert_eq!(phases(ImpactFoot), impact);
    assert_eq!(phases(Swordsmen), melee);
    assert_eq!(phases(SkilledSwordsmen), melee);
    for both in [Pike, Pikemen, HeavyWeapon, PoleArm, Spearmen, OffensiveSpearmen, DefensiveSpearmen, Bayonet]
    {
        assert_eq!(phases(both), [false, true, true]);
    }
    let of_book = |book| Capability::ALL.iter().filter(|c| c.is_in(book)).count();
    // 19 in the ancient list; 24 rows of the renaissance table with lancers as two and pistol as three.
    assert_eq!(of_book(Book::Ancients), 19);
    assert_eq!(of_book(Book::Renaissance), 24 + 1 + 2);
}

#[test]
fn bases_that_no_list_can_have() {
    proves!("FOGR-TROOPS-001", "FOGR-TROOPS-007", "FOGR-SCALE-014", "FOGR-SCALE-031", "FOGAM-TROOPS-001");
    proves!("FOGAM-TROOPS-009", "FOGAM-TROOPS-014", "FOGAM-SCALE-017");
    let refused = |base: BaseProfile, book| base.check(book).unwrap_err().rule;
    let (ren_book, anc_book) = (Book::Renaissance, Book::Ancients);
    assert_eq!(refused(ren(T::MediumFoot, &[Capability::Pike]), ren_book), rule!("FOGR-SCALE-014"));
    assert_eq!(refused(ren(T::Horse, &[Capability::Pike]), ren_book), rule!("FOGR-SCALE-031"));
    assert_eq!(refused(ren(T::HeavyFoot, &[Capability::Longbow]), ren_book), rule!("FOGR-TROOPS-006"));
    assert_eq!(refused(anc(T::HeavyFoot, &[]), ren_book), rule!("FOGR-TROOPS-004"), "protected");
    let drilled = BaseProfile { training: Some(Training::Drilled), ..ren(T::HeavyFoot, &[]) };
    assert_eq!(refused(drilled, ren_book), rule!("FOGR-TROOPS-001"));
    let barded = BaseProfile { armour: Some(Armour::Armoured), ..anc(T::Elephants, &[]) };
    assert_eq!(refused(barded, anc_book), rule!("FOGAM-TROOPS-009"));
    assert_eq!(refused(anc(T::Knights, &[Capability::ImpactFoot]), anc_book), rule!("FOGAM-SCALE-017"));
    assert!(anc(T::LightHorse, &[Capability::Javelins, Capability::LightSpear]).check(anc_book).is_ok());
    let silent = BaseProfile { training: None, ..anc(T::BattleWagons, &[]) };
    assert!(silent.check(anc_book).is_ok(), "battle wagons are undrilled whatever is said");
}

#[test]
fn drill_of_wagons() {
    proves!("FOGAM-TROOPS-023", "FOGAM-SCALE-013", "FOGAM-TROOPS-011", "FOGAM-SCALE-016");
    let drilled = |kind| BaseProfile { training: Some(Training::Drilled), ..anc(kind, &[]) }.is_drilled();
    assert!(drilled(T::HeavyFoot) && !drilled(T::BattleWagons));
    assert!(!anc(T::HeavyFoot, &[]).is_drilled());
}

#[test]
fn ladders() {
    proves!("FOGR-TROOPS-005", "FOGAM-TROOPS-010", "FOGR-BG-059", "FOGAM-BG-032", "FOGR-GLOSSARY-032");
    proves!("FOGAM-GLOSSARY-037", "FOGAM-BG-033");
    assert!(
        Quality::Elite > Quality::Superior
            && Quality::Superior > Quality::Average
            && Quality::Average > Quality::Poor
    );
    assert_eq!(Quality::Elite.level() - Quality::Average.level(), 2);
    assert_eq!(Cohesion::Steady.dropped(2), Cohesion::Fragmented);
    assert_eq!(Cohesion::Fragmented.dropped(2), Cohesion::Broken);
    assert_eq!(Cohesion::Broken.bolstered(), Cohesion::Fragmented);
    assert!(troops::is_steady(Cohesion::Steady, Disorder::None));
    assert!(!troops::is_steady(Cohesion::Steady, Disorder::Disordered));
    assert!(!troops::is_steady(Cohesion::Disrupted, Disorder::None));
}

#[test]
fn mixed_is_a_matter_of_capabilities() {
    proves!("FOGR-BG-009", "FOGR-GLOSSARY-024");
    let (a, b) = (ren(T::MediumFoot, &[Capability::Musket]), ren(T::HeavyFoot, &[Capability::Pike]));
    assert!(troops::is_mixed(&[a, b]) && !troops::is_mixed(&[a, a]));
    let same_weapon = ren(T::LightFoot, &[Capability::Musket]);
    assert!(!troops::is_mixed(&[a, same_weapon]));
}

#[test]
fn words_survive_every_format() {
    for capability in Capability::ALL {
        let set = Capabilities::of(&[*capability]);
        let json = serde_json::to_string(&set).unwrap();
        assert_eq!(serde_json::from_str::<Capabilities>(&json).unwrap(), set);
        assert_eq!(capability.word().to_uppercase().replace('_', " ").parse(), Ok(*capability));
    }
    for kind in T::ALL {
        assert_eq!(kind.to_string().parse(), Ok(*kind));
        assert_eq!(kind.word().parse(), Ok(*kind));
    }
    assert_eq!("HF".parse(), Ok(T::HeavyFoot));
    assert_eq!("Bow*".parse(), Ok(Capability::BowStar));
    let unknown = "pistol".parse::<Capability>().unwrap_err();
    assert!(unknown.to_string().contains("impact_pistol"), "which pistol must be said");
}

#[test]
fn sizes_of_bases() {
    proves!("FOGR-SCALE-005", "FOGR-SCALE-006", "FOGR-SCALE-007", "FOGR-SCALE-009", "FOGAM-SCALE-004");
    proves!("FOGAM-SCALE-005", "FOGAM-SCALE-006", "FOGAM-BASICS-008", "FOGAM-SCALE-007");
    let mm = Um::from_mm;
    let small = |book| Scale { book, ..Scale::default() };
    let large = |book| Scale { figures: Figures::TwentyEight, ..small(book) };
    for book in [Book::Renaissance, Book::Ancients] {
        assert_eq!((small(book).base_width(), large(book).base_width()), (mm(40), mm(60)));
        assert_eq!(small(book).camp(), (mm(120), mm(80)));
        assert_eq!(large(book).camp(), (mm(180), mm(160)));
        // A commander's base is at most as wide and as deep as it may be.
        let (width, depth) = small(book).commander();
        assert!(width <= mm(40) && depth <= mm(40));
    }
    let both = |book: Book, kind: T| (small(book).base_depth(kind), large(book).base_depth(kind));
    let renaissance = [
        (T::HeavyFoot, (20, 30)),
        (T::Mob, (30, 40)),
        (T::Dragoons, (40, 60)),
        (T::BattleWagons, (80, 120)),
        (T::Elephants, (40, 80)),
    ];
    for (kind, (fifteen, twenty_eight)) in renaissance {
        assert_eq!(both(Book::Renaissance, kind), (mm(fifteen), mm(twenty_eight)), "{kind}");
    }
    let ancients = [
        (T::HeavyFoot, (15, 20)),
        (T::MediumFoot, (20, 30)),
        (T::LightFoot, (20, 30)),
        (T::Mob, (30, 40)),
        (T::Cavalry, (30, 40)),
        (T::Camelry, (30, 40)),
        (T::LightHorse, (30, 40)),
        (T::LightCamelry, (30, 40)),
        (T::Knights, (30, 40)),
        (T::Cataphracts, (30, 40)),
        (T::CataphractCamelry, (30, 40)),
        (T::LightChariots, (40, 80)),
        (T::HeavyChariots, (40, 80)),
        (T::ScythedChariots, (40, 80)),
        (T::Elephants, (40, 80)),
        (T::LightArtillery, (40, 80)),
        (T::HeavyArtillery, (40, 80)),
        (T::BattleWagons, (80, 120)),
    ];
    for (kind, (fifteen, twenty_eight)) in ancients {
        assert_eq!(both(Book::Ancients, kind), (mm(fifteen), mm(twenty_eight)), "{kind}");
    }
}

fn member<'a>(name: &'a str, bases: &'a [BaseProfile]) -> LineMember<'a> {
    LineMember {
        name,
        bases,
        cohesion: Cohesion::Steady,
        disorder: Disorder::None,
        contingent: None,
        commanded_shot: false,
    }
}

#[test]
fn battle_lines() {
    proves!(
        "FOGAM-COMMAND-014",
        "FOGAM-COMMAND-015",
        "FOGAM-COMMAND-016",
        "FOGAM-COMMAND-017",
        "FOGAM-COMMAND-018"
    );
    let kinds =
        [T::HeavyFoot, T::LightFoot, T::Cavalry, T::Elephants, T::ScythedChariots].map(|t| [anc(t, &[]); 4]);
    let [foot, light, cavalry, elephants, scythed] = kinds.each_ref().map(|b| member("group", b));
    let line =
        |members: &[LineMember<'_>], level| formation::battle_line(members, level).err().map(|r| r.rule);
    use CommanderLevel::{Field, Inspired, Troop};
    assert_eq!(line(&[foot; 2], Troop), None);
    assert_eq!(line(&[foot; 3], Troop), Some(rule!("FOGAM-COMMAND-014")));
    assert_eq!(line(&[foot; 4], Field), None);
    assert_eq!(line(&[foot; 5], Field), Some(rule!("FOGAM-COMMAND-014")));
    assert_eq!(line(&[foot; 6], Inspired), None);
    let mixing = Some(rule!("FOGAM-COMMAND-017"));
    assert_eq!(line(&[foot, cavalry], Field), mixing);
    assert_eq!(line(&[light, cavalry], Field), None);
    assert_eq!(line(&[foot, elephants], Field), None);
    assert_eq!(line(&[foot, elephants, cavalry], Field), mixing);
    assert_eq!(line(&[scythed], Field), Some(rule!("FOGAM-COMMAND-016")));
    let fragmented = LineMember { cohesion: Cohesion::Fragmented, ..foot };
    assert_eq!(line(&[foot, fragmented], Field), Some(rule!("FOGAM-COMMAND-015")));
    let disrupted = LineMember { cohesion: Cohesion::Disrupted, disorder: Disorder::Disordered, ..foot };
    assert_eq!(line(&[foot, disrupted], Field), None);
    let ally = LineMember { contingent: Some("Gauls"), ..foot };
    assert_eq!(line(&[foot, ally], Field), Some(rule!("FOGAM-COMMAND-018")));
    assert_eq!(line(&[ally, ally], Field), None);
}

#[test]
fn divisions() {
    proves!("FOGR-COMMAND-014", "FOGR-COMMAND-015", "FOGR-COMMAND-016", "FOGR-COMMAND-017");
    let kinds = [T::HeavyFoot, T::Horse, T::Dragoons, T::Warriors, T::Elephants].map(|t| [ren(t, &[]); 4]);
    let [foot, horse, dragoons, warriors, elephants] = kinds.each_ref().map(|b| member("group", b));
    let division = |members: &[LineMember<'_>]| formation::division(members).err().map(|r| r.rule);
    assert_eq!(division(&[foot, foot]), None);
    assert_eq!(division(&[foot, horse]), Some(rule!("FOGR-COMMAND-014")));
    assert_eq!(division(&[dragoons, horse]), None);
    let commanded = LineMember { commanded_shot: true, ..foot };
    assert_eq!(division(&[commanded, horse]), None);
    assert_eq!(division(&[elephants, foot]), None);
    assert_eq!(division(&[elephants, horse]), None);
    assert_eq!(division(&[warriors]), Some(rule!("FOGR-COMMAND-015")));
    let severe = LineMember { disorder: Disorder::SeverelyDisordered, ..foot };
    assert_eq!(division(&[foot, severe]), Some(rule!("FOGR-COMMAND-016")));
    let ally = LineMember { contingent: Some("Scots"), ..foot };
    assert_eq!(division(&[foot, ally]), Some(rule!("FOGR-COMMAND-017")));
}

/// Dragoons with muskets are shot: foot with one of the weapons of shot.
#[test]
fn reading_troops_011() {
    proves!("FOGR-TROOPS-011", "FOGR-GLOSSARY-031");
    use Capability::{Arquebus, Bow, Carbine, Crossbow, Javelins, Musket, MusketStar, Salvo};
    for weapon in [Arquebus, Musket, MusketStar, Salvo] {
        assert!(ren(T::Dragoons, &[weapon]).is_shot() && ren(T::MediumFoot, &[weapon]).is_shot());
    }
    for weapon in [Bow, Crossbow, Javelins] {
        assert!(!ren(T::MediumFoot, &[weapon]).is_shot());
    }
    assert!(!ren(T::Horse, &[Carbine]).is_shot() && !ren(T::LightHorse, &[Arquebus]).is_shot());
}
