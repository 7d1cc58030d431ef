//! The composition rules: one broken rule at a time.

use caracole_fog::army::{
    self, Army, ArmyPermit, ArmyReadings, BaseCount, CommanderLevel, CommanderRole, GroupPermit, Place,
    Sizes, Territory,
};
use caracole_fog::troops::{Armour, Book, Capability, Quality, Training, TroopType};
use caracole_ledger::{RuleId, proves, rule};

fn renaissance() -> Army {
    army::builtin("fogr/royalist-1645").unwrap()
}

fn ancients() -> Army {
    army::builtin("fogam/french-1346").unwrap()
}

fn broken(army: &Army) -> Vec<RuleId> {
    army::check(army, &ArmyReadings::default()).into_iter().map(|p| p.refusal.rule).collect()
}

/// The rules broken after a change.
fn after(mut army: Army, change: impl FnOnce(&mut Army)) -> Vec<RuleId> {
    change(&mut army);
    broken(&army)
}

fn bases(count: u8, kind: TroopType, armour: Option<Armour>, capabilities: &[Capability]) -> BaseCount {
    BaseCount { count, troop_type: kind, armour, capabilities: capabilities.iter().copied().collect() }
}

#[test]
fn commanders() {
    proves!("FOGR-POINTS-012", "FOGR-COMMAND-002", "FOGAM-POINTS-008", "FOGAM-COMMAND-002");
    proves!("FOGR-COMMAND-003", "FOGAM-COMMAND-003");
    for (army, rule) in [(renaissance(), rule!("FOGR-POINTS-012")), (ancients(), rule!("FOGAM-POINTS-008"))] {
        assert_eq!(after(army.clone(), |a| drop(a.commanders.remove(0))), [rule], "no C-in-C");
        assert_eq!(after(army.clone(), |a| a.commanders.truncate(1)), [rule], "nobody else");
        let with = |n: usize| {
            let mut army = army.clone();
            army.commanders.resize(n + 1, army.commanders[1].clone());
            broken(&army)
        };
        assert_eq!(with(1), []);
        assert_eq!(with(3), []);
        assert_eq!(with(4), [rule], "four others");
        let two_chiefs = after(army.clone(), |a| a.commanders[1].role = CommanderRole::CInC);
        assert_eq!(two_chiefs, [rule]);
    }
    let wrong = after(renaissance(), |a| a.commanders[0].level = CommanderLevel::Inspired);
    assert_eq!(wrong, [rule!("FOGR-COMMAND-003"), rule!("FOGR-POINTS-003")]);
    let wrong = after(ancients(), |a| a.commanders[0].level = CommanderLevel::Great);
    assert_eq!(wrong, [rule!("FOGAM-COMMAND-003"), rule!("FOGAM-POINTS-004")]);
    let range = |l: CommanderLevel| l.command_range();
    assert_eq!([CommanderLevel::Troop, CommanderLevel::Field, CommanderLevel::Great].map(range), [4, 8, 12]);
}

#[test]
fn allied_contingents() {
    proves!("FOGR-COMMAND-009", "FOGAM-COMMAND-011", "FOGR-POINTS-012", "FOGAM-POINTS-008");
    for (army, leave, own) in [
        (renaissance(), rule!("FOGR-POINTS-012"), rule!("FOGR-COMMAND-009")),
        (ancients(), rule!("FOGAM-POINTS-008"), rule!("FOGAM-COMMAND-011")),
    ] {
        let ally = |a: &mut Army| {
            a.permits = vec![ArmyPermit::Allies];
            a.commanders[2].role = CommanderRole::AllyCommander;
            a.commanders[2].contingent = Some("Scots".to_owned());
            a.battle_groups[0].contingent = Some("Scots".to_owned());
        };
        assert_eq!(after(army.clone(), ally), []);
        assert_eq!(after(army.clone(), |a| (ally(a), a.permits.clear()).1), [leave], "not in the list");
        let no_troops = after(army.clone(), |a| {
            ally(a);
            a.battle_groups[0].contingent = None;
        });
        assert_eq!(no_troops, [own]);
        let no_commander = after(army.clone(), |a| a.battle_groups[0].contingent = Some("Scots".to_owned()));
        assert_eq!(no_commander, [own]);
        let nameless = after(army.clone(), |a| {
            ally(a);
            a.commanders[2].contingent = None;
        });
        assert_eq!(nameless, [own, own], "the troops without commander, the commander without contingent");
        let two = after(army.clone(), |a| {
            ally(a);
            a.commanders.push(a.commanders[2].clone());
        });
        assert_eq!(two, [own]);
    }
}

#[test]
fn camp_works_and_ships() {
    proves!("FOGR-SPECIAL-012", "FOGR-SETUP-027", "FOGAM-SPECIAL-015", "FOGR-SCALE-009", "FOGAM-SCALE-006");
    proves!("FOGR-SPECIAL-007");
    for (army, leave, least, camp) in [
        (renaissance(), rule!("FOGR-SPECIAL-012"), rule!("FOGR-SETUP-027"), rule!("FOGR-SCALE-009")),
        (ancients(), rule!("FOGAM-SPECIAL-015"), rule!("FOGAM-SPECIAL-015"), rule!("FOGAM-SCALE-006")),
    ] {
        let works = |widths, permits: &[ArmyPermit]| {
            after(army.clone(), |a| {
                a.field_fortifications = widths;
                a.permits = permits.to_vec();
            })
        };
        assert_eq!(works(4, &[]), [leave]);
        assert_eq!(works(4, &[ArmyPermit::FieldFortifications]), []);
        assert_eq!(works(3, &[ArmyPermit::FieldFortifications]), [least]);
        assert_eq!(after(army.clone(), |a| a.camp.fortified = true), [camp]);
        let paid = after(army.clone(), |a| {
            a.camp.fortified = true;
            a.permits = vec![ArmyPermit::FortifiedCamp];
        });
        assert_eq!(paid, []);
    }
    assert_eq!(after(renaissance(), |a| a.naval_units = 1), [rule!("FOGR-SPECIAL-007")]);
    assert_eq!(after(ancients(), |a| a.naval_units = 1), [rule!("FOGAM-POINTS-004")]);
    let fleet = after(renaissance(), |a| {
        a.naval_units = 1;
        a.permits = vec![ArmyPermit::NavalUnits];
    });
    assert_eq!(fleet, []);
}

#[test]
fn order_of_march() {
    proves!("FOGR-SETUP-002", "FOGAM-SETUP-002");
    for (army, rule) in [(renaissance(), rule!("FOGR-SETUP-002")), (ancients(), rule!("FOGAM-SETUP-002"))] {
        assert_eq!(after(army.clone(), |a| a.order_of_march = vec![8, 7, 6, 5, 4, 3, 2, 1]), []);
        for wrong in [vec![1, 2, 3], vec![1, 1, 2, 3, 4, 5, 6, 7], vec![0, 1, 2, 3, 4, 5, 6, 7]] {
            assert_eq!(after(army.clone(), |a| a.order_of_march = wrong), [rule]);
        }
    }
}

#[test]
fn sizes_in_the_renaissance() {
    proves!("FOGR-BG-001", "FOGR-BG-005", "FOGR-POINTS-013", "FOGR-POINTS-017");
    let sized = |n: u8, says: &[GroupPermit]| {
        after(renaissance(), |a| {
            a.battle_groups[0].bases[0].count = n;
            a.battle_groups[0].list_says = says.to_vec();
        })
    };
    let (even, range) = (rule!("FOGR-POINTS-013"), rule!("FOGR-BG-001"));
    for legal in [2, 4, 6, 8, 10, 12, 14, 16] {
        assert_eq!(sized(legal, &[]), [], "{legal}");
    }
    for odd in [3, 5, 7, 9, 11, 13, 15] {
        assert_eq!(sized(odd, &[]), [even], "{odd}");
    }
    assert_eq!(sized(1, &[]), [range]);
    assert_eq!(sized(18, &[]), [range]);
    assert_eq!(sized(3, &[GroupPermit::ThreeBases]), []);
    assert_eq!(sized(9, &[GroupPermit::NineBases]), []);
    assert_eq!(sized(9, &[GroupPermit::ThreeBases]), [even]);
    assert_eq!(sized(5, &[GroupPermit::ThreeBases, GroupPermit::NineBases]), [even]);
    let elephants = |n| {
        after(renaissance(), |a| {
            a.battle_groups[0].quality = Quality::Average;
            a.battle_groups[0].bases = vec![bases(n, TroopType::Elephants, None, &[])];
        })
    };
    assert_eq!(elephants(2), []);
    assert_eq!(elephants(4), [rule!("FOGR-POINTS-017")]);
}

#[test]
fn sizes_of_the_ancients() {
    proves!("FOGAM-BG-001", "FOGAM-BG-006", "FOGAM-BG-007", "FOGAM-BG-008", "FOGAM-BG-009");
    proves!("FOGAM-POINTS-009", "FOGAM-POINTS-011");
    // The first battle group: undrilled knights.
    let knights = |n: u8, says: &[GroupPermit]| {
        after(ancients(), |a| {
            a.battle_groups[0].bases[0].count = n;
            a.battle_groups[0].list_says = says.to_vec();
        })
    };
    assert_eq!(knights(12, &[]), []);
    assert_eq!(knights(1, &[]), [rule!("FOGAM-BG-001")]);
    assert_eq!(knights(14, &[]), [rule!("FOGAM-BG-001")]);
    assert_eq!(knights(5, &[]), [rule!("FOGAM-POINTS-009")]);
    assert_eq!(knights(3, &[]), [rule!("FOGAM-BG-009")]);
    assert_eq!(knights(3, &[GroupPermit::ThreeBases]), []);
    // Undrilled crossbowmen may have 9; drilled ones may not.
    let foot = |training, says: &[GroupPermit], readings: &ArmyReadings| {
        let mut army = ancients();
        army.battle_groups[5].training = Some(training);
        army.battle_groups[5].bases[0].count = 9;
        army.battle_groups[5].list_says = says.to_vec();
        army::check(&army, readings).into_iter().map(|p| p.refusal.rule).collect::<Vec<_>>()
    };
    let (proposed, nine) = (ArmyReadings::default(), [GroupPermit::NineBases]);
    assert_eq!(foot(Training::Undrilled, &nine, &proposed), []);
    assert_eq!(foot(Training::Undrilled, &[], &proposed), [rule!("FOGAM-BG-008")]);
    assert_eq!(foot(Training::Drilled, &nine, &proposed), [rule!("FOGAM-BG-008")]);
    let mut strict = ArmyReadings::default();
    strict.set("fogam.bg.nine_undrilled_foot=false").unwrap();
    assert_eq!(foot(Training::Undrilled, &nine, &strict), [rule!("FOGAM-BG-008")]);
    // Two thirds spearmen and one third archers.
    let mixed = |spears, archers| {
        after(ancients(), |a| {
            let group = &mut a.battle_groups[4];
            group.list_says = vec![GroupPermit::NineBases, GroupPermit::Mixed];
            let protected = Some(Armour::Protected);
            group.bases = vec![
                bases(spears, TroopType::HeavyFoot, protected, &[Capability::DefensiveSpearmen]),
                bases(archers, TroopType::LightFoot, protected, &[Capability::Bow]),
            ];
        })
    };
    assert_eq!(mixed(6, 3), []);
    assert_eq!(mixed(5, 4), [rule!("FOGAM-BG-008")]);
    let guns = |n| {
        after(ancients(), |a| {
            a.battle_groups[5].bases =
                vec![bases(n, TroopType::LightArtillery, None, &[Capability::LightArtillery])];
        })
    };
    assert_eq!(guns(2), []);
    assert_eq!(guns(4), [rule!("FOGAM-POINTS-011")]);
}

#[test]
fn armour_and_mixture() {
    proves!("FOGR-BG-004", "FOGR-POINTS-016", "FOGR-POINTS-014", "FOGAM-BG-005", "FOGAM-POINTS-010");
    proves!("FOGR-BG-003", "FOGR-POINTS-015", "FOGAM-BG-004");
    let horse = |armour| {
        let pistols = &[Capability::ImpactPistol, Capability::MeleePistol];
        bases(2, TroopType::Cavaliers, Some(armour), pistols)
    };
    let ren = |says: &[GroupPermit]| {
        after(renaissance(), |a| {
            a.battle_groups[0].list_says = says.to_vec();
            a.battle_groups[0].bases = vec![horse(Armour::Armoured), horse(Armour::Unarmoured)];
        })
    };
    assert_eq!(ren(&[GroupPermit::Mixed]), [rule!("FOGR-POINTS-016")]);
    assert_eq!(ren(&[]), [rule!("FOGR-POINTS-016"), rule!("FOGR-POINTS-014")]);
    // Different types may differ in armour.
    let colunela = army::builtin("fogr/imperialist-1525").unwrap();
    assert_eq!(broken(&colunela), []);
    let anc = |says: &[GroupPermit]| {
        after(ancients(), |a| {
            let group = &mut a.battle_groups[4];
            group.list_says = says.to_vec();
            group.bases = vec![
                bases(4, TroopType::HeavyFoot, Some(Armour::Armoured), &[Capability::DefensiveSpearmen]),
                bases(4, TroopType::LightFoot, Some(Armour::Unprotected), &[Capability::Bow]),
            ];
        })
    };
    assert_eq!(anc(&[GroupPermit::Mixed, GroupPermit::MixedArmour]), []);
    assert_eq!(anc(&[GroupPermit::Mixed]), [rule!("FOGAM-POINTS-010")]);
    assert_eq!(anc(&[GroupPermit::MixedArmour]), [rule!("FOGAM-POINTS-010")]);
    // Quality belongs to the battle group: a file that gives it to a base is malformed.
    let text = "book = \"fogr\"\nname = \"x\"\n[[battle_group]]\nname = \"a\"\nquality = \"poor\"\n\
        bases = [{ count = 2, type = \"horse\", armour = \"armoured\", quality = \"elite\" }]\n";
    let malformed = army::read_army(text).unwrap_err();
    assert!(malformed.problem.contains("unknown field `quality`"), "{malformed}");
    assert_eq!(malformed.line, Some(6));
}

#[test]
fn statuses_come_from_the_list_and_need_their_bases() {
    proves!("FOGR-BG-011", "FOGR-BG-014", "FOGR-BG-035", "FOGR-GLOSSARY-011");
    let foot = |pike: u8, shot: u8, says: &[GroupPermit]| {
        after(renaissance(), |a| {
            let group = &mut a.battle_groups[4];
            group.list_says = says.to_vec();
            group.bases[0].count = pike;
            group.bases[1].count = shot;
        })
    };
    assert_eq!(foot(8, 8, &[GroupPermit::EarlyTercio]), []);
    assert_eq!(foot(8, 6, &[GroupPermit::LaterTercio]), []);
    assert_eq!(foot(3, 4, &[GroupPermit::SwedishBrigade]), []);
    assert_eq!(foot(3, 4, &[GroupPermit::Mixed]), [rule!("FOGR-POINTS-013")], "7 bases without the status");
    assert_eq!(foot(8, 2, &[GroupPermit::EarlyTercio]), [rule!("FOGR-BG-016")]);
    assert_eq!(foot(10, 4, &[GroupPermit::LaterTercio]), [rule!("FOGR-BG-019")]);
    assert_eq!(foot(2, 4, &[GroupPermit::SwedishBrigade]), [rule!("FOGR-BG-036")]);
    assert_eq!(foot(2, 4, &[GroupPermit::Mixed, GroupPermit::CommandedShot]), [rule!("FOGR-GLOSSARY-011")]);
    assert_eq!(foot(8, 8, &[GroupPermit::EarlyTercio, GroupPermit::LaterTercio]), [rule!("FOGR-BG-011")]);
    let foreign = after(ancients(), |a| a.battle_groups[0].list_says = vec![GroupPermit::LaterTercio]);
    assert_eq!(foreign, [rule!("FOGAM-BG-013")]);
}

#[test]
fn defences_and_guns() {
    proves!("FOGR-SPECIAL-025", "FOGAM-SPECIAL-023", "FOGR-POINTS-010");
    let stakes = |army: Army, group: usize, says: &[GroupPermit]| {
        after(army, |a| {
            a.battle_groups[group].portable_defences = true;
            a.battle_groups[group].list_says.extend(says);
        })
    };
    assert_eq!(stakes(renaissance(), 4, &[]), [rule!("FOGR-SPECIAL-025")]);
    assert_eq!(stakes(renaissance(), 4, &[GroupPermit::PortableDefences]), []);
    assert_eq!(
        stakes(renaissance(), 0, &[GroupPermit::PortableDefences]),
        [rule!("FOGR-SPECIAL-025")],
        "horse"
    );
    assert_eq!(stakes(ancients(), 4, &[]), [rule!("FOGAM-SPECIAL-023")]);
    assert_eq!(stakes(ancients(), 4, &[GroupPermit::PortableDefences]), []);
    let guns = after(renaissance(), |a| a.battle_groups[4].regimental_guns = true);
    assert_eq!(guns, [rule!("FOGR-POINTS-010")]);
}

#[test]
fn territories() {
    assert_eq!(after(ancients(), |a| a.territories = vec![Territory::Developed, Territory::Desert]), []);
    assert_eq!(
        after(renaissance(), |a| a.territories = vec![Territory::Developed]),
        [rule!("FOGR-SETUP-008")]
    );
    let twice = after(renaissance(), |a| a.territories = vec![Territory::Hilly, Territory::Hilly]);
    assert_eq!(twice, [rule!("FOGR-POINTS-010")]);
}

#[test]
fn agreed_points() {
    proves!("FOGR-POINTS-001", "FOGAM-POINTS-001");
    assert_eq!(after(renaissance(), |a| a.points = Some(619)), []);
    assert_eq!(after(renaissance(), |a| a.points = Some(618)), [rule!("FOGR-POINTS-001")]);
    assert_eq!(after(ancients(), |a| a.points = Some(657)), [rule!("FOGAM-POINTS-001")]);
}

#[test]
fn impossible_bases() {
    proves!("FOGR-TROOPS-002", "FOGR-TROOPS-004", "FOGAM-TROOPS-008", "FOGAM-TROOPS-009", "FOGAM-TROOPS-011");
    let knights = after(renaissance(), |a| a.battle_groups[0].bases[0].troop_type = TroopType::Knights);
    assert_eq!(knights, [rule!("FOGR-TROOPS-002")], "said once, though it has no price either");
    let no_armour = after(renaissance(), |a| a.battle_groups[0].bases[0].armour = None);
    assert_eq!(no_armour, [rule!("FOGR-TROOPS-004")]);
    let foreign = after(ancients(), |a| a.battle_groups[0].bases[0].armour = Some(Armour::Unarmoured));
    assert_eq!(foreign, [rule!("FOGAM-TROOPS-008")]);
    let untrained = after(ancients(), |a| a.battle_groups[0].training = None);
    assert_eq!(untrained, [rule!("FOGAM-TROOPS-011")]);
}

/// An army that the opening of the New Model Army list describes.
fn listed() -> Army {
    let mut army = army::builtin("fogr/new-model-1645").unwrap();
    army.list = Some("fogr/new-model-army".to_owned());
    army.battle_groups.retain(|g| g.name == "Horse" || (g.name == "Foot" && g.quality == Quality::Average));
    army
}

#[test]
fn the_new_model_army_list() {
    proves!("FOGR-POINTS-010", "FOGR-POINTS-011", "FOGR-POINTS-013", "FOGR-POINTS-014");
    assert_eq!(broken(&listed()), []);
    let list = army::builtin_list("fogr/new-model-army").unwrap();
    assert_eq!(list.territories, [Territory::Agricultural, Territory::Hilly, Territory::Woodlands]);
    let line = rule!("FOGR-POINTS-014");
    let size = rule!("FOGR-POINTS-013");
    assert_eq!(after(listed(), |a| a.battle_groups[0].quality = Quality::Elite), [line]);
    assert_eq!(after(listed(), |a| a.battle_groups[0].bases[0].count = 6), [size]);
    // 4 pike and 2 shot are 6 bases, but not the proportion of the list.
    let turned_round = after(listed(), |a| {
        let foot = a.battle_groups.last_mut().unwrap();
        foot.bases[0].count = 4;
        foot.bases[1].count = 2;
    });
    assert_eq!(turned_round, [line]);
    // At least 8 bases of horse, at least 12 of foot.
    assert_eq!(after(listed(), |a| drop(a.battle_groups.drain(1..4))), [size]);
    // No ally commanders, at most 2 field commanders besides the C-in-C.
    let marshals = after(listed(), |a| {
        a.commanders.resize(4, a.commanders[1].clone());
        a.commanders[2] = a.commanders[1].clone();
    });
    assert_eq!(marshals, [rule!("FOGR-POINTS-012")]);
    let unknown = after(listed(), |a| a.list = Some("fogr/swiss".to_owned()));
    assert_eq!(unknown, [rule!("FOGR-POINTS-010")]);
    let problems = army::check(&army::builtin("fogr/new-model-1645").unwrap(), &ArmyReadings::default());
    assert!(problems.is_empty());
}

#[test]
fn the_later_carthaginian_list() {
    proves!("FOGAM-POINTS-006", "FOGAM-POINTS-007", "FOGAM-POINTS-009", "FOGAM-POINTS-010");
    let mut army = army::builtin("fogam/carthaginian-218bc").unwrap();
    army.list = Some("fogam/later-carthaginian".to_owned());
    army.battle_groups.retain(|g| g.name.contains("Cavalry"));
    assert_eq!(broken(&army), [], "Gallic, Spanish and Numidian cavalry");
    let size = rule!("FOGAM-POINTS-009");
    assert_eq!(
        after(army.clone(), |a| a.battle_groups.truncate(2)),
        [size, size],
        "Numidians: 6-12, 4-12 average"
    );
    assert_eq!(
        after(army.clone(), |a| a.battle_groups[0].bases[0].count = 8),
        [size],
        "4-6 in a battle group"
    );
    let as_cavalry = after(army.clone(), |a| a.battle_groups[2].bases[0].troop_type = TroopType::Cavalry);
    assert_eq!(as_cavalry, [], "light horse or cavalry");
    let drilled = after(army.clone(), |a| a.battle_groups[2].training = Some(Training::Drilled));
    assert_eq!(drilled, [rule!("FOGAM-POINTS-010"), size], "the other 4 are short of 6");
    let renaissance = after(renaissance(), |a| a.list = Some("fogam/later-carthaginian".to_owned()));
    assert_eq!(renaissance, [rule!("FOGAM-POINTS-010")]);
}

#[test]
fn stated_sizes_and_ranges() {
    proves!("FOGR-POINTS-013");
    let sizes = |text: &str| text.parse::<Sizes>().unwrap();
    assert!(sizes("2,3,4").admits(Book::Renaissance, 3));
    assert!(!sizes("2-4").admits(Book::Renaissance, 3));
    assert!(sizes("6,9,12").admits(Book::Renaissance, 9));
    assert!(!sizes("6-12").admits(Book::Renaissance, 9));
    assert!(sizes("6-12").admits(Book::Ancients, 9), "within the range");
    for wrong in ["", "4-", "-4", "6-4", "a", "4,,6", "999"] {
        assert!(wrong.parse::<Sizes>().is_err(), "{wrong}");
    }
}

#[test]
fn problems_name_their_place() {
    let mut army = renaissance();
    army.battle_groups[2].bases[0].count = 5;
    let problems = army::check(&army, &ArmyReadings::default());
    assert_eq!(problems[0].place, Place::BattleGroup(3, "Cavaliers".to_owned()));
    let text = problems[0].to_string();
    assert_eq!(
        text,
        "battle group 3 (Cavaliers): the number of bases must be even [bases: 5] (FOGR-POINTS-013). use an even number"
    );
}
