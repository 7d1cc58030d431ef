//! Which formations are legal, by hand from the rules.

use caracole_fog::formation::{self, Facing, Formation, Nature, Placed, Position, Status, check};
use caracole_fog::troops::{
    Armour, BaseProfile, Book, Capabilities, Capability, KeilStatus, Quality, Training, TroopType,
};
use caracole_ledger::{RuleId, proves, rule};

fn foot(kind: TroopType, armour: Armour, capability: Capability) -> BaseProfile {
    BaseProfile::renaissance(kind, Some(armour), Quality::Average, Capabilities::of(&[capability]))
}

fn pike() -> BaseProfile {
    foot(TroopType::HeavyFoot, Armour::Armoured, Capability::Pike)
}

fn shot() -> BaseProfile {
    foot(TroopType::MediumFoot, Armour::Unarmoured, Capability::Musket)
}

fn halberd() -> BaseProfile {
    foot(TroopType::HeavyFoot, Armour::Armoured, Capability::HeavyWeapon)
}

fn legionary() -> BaseProfile {
    BaseProfile::ancients(
        TroopType::HeavyFoot,
        Some(Armour::Armoured),
        Quality::Superior,
        Training::Drilled,
        Capabilities::of(&[Capability::ImpactFoot, Capability::SkilledSwordsmen]),
    )
}

fn many(groups: &[(usize, BaseProfile)]) -> Vec<BaseProfile> {
    groups.iter().flat_map(|(n, b)| vec![*b; *n]).collect()
}

/// Files from the left, each written front to back: P pike, S shot, H heavy weapon, a blank for an empty place.
fn files(drawn: &[&str]) -> Formation {
    let mut placed = Vec::new();
    for (file, bases) in (0u8..).zip(drawn) {
        for (rank, letter) in (0u8..).zip(bases.chars()) {
            let base = match letter {
                'P' => pike(),
                'S' => shot(),
                'H' => halberd(),
                _ => continue,
            };
            placed.push(Placed { at: Position { file, rank }, facing: Facing::Front, base });
        }
    }
    placed.try_into().unwrap()
}

fn nature(status: Status, start: &[BaseProfile]) -> Nature<'_> {
    Nature { status, ..Nature::ordinary(Book::Renaissance, start) }
}

fn refused(nature: &Nature<'_>, formation: &Formation) -> Option<RuleId> {
    check(nature, formation).err().map(|r| r.rule)
}

#[test]
fn shapes_of_eight_bases() {
    // Examples FOGR-EXA-001 and FOGAM-EXAMPLE-A04.
    proves!("FOGR-BG-006", "FOGR-BG-007", "FOGAM-BG-011", "FOGAM-BG-012");
    for (book, base, short) in [
        (Book::Renaissance, shot(), rule!("FOGR-BG-007")),
        (Book::Ancients, legionary(), rule!("FOGAM-BG-012")),
    ] {
        let start = [base; 8];
        let nature = Nature::ordinary(book, &start);
        for width in 1..=8 {
            assert_eq!(refused(&nature, &Formation::block(&start, width)), None, "{width} wide");
        }
        let three_two_three = Formation::in_ranks(&[&start[..3], &start[..2], &start[..3]]);
        assert_eq!(refused(&nature, &three_two_three), Some(short));
        let turned =
            Formation::block(&start, 4).turned(|p| if p.at.file == 0 { Facing::Left } else { Facing::Front });
        let facing = if book == Book::Renaissance { rule!("FOGR-BG-006") } else { rule!("FOGAM-BG-011") };
        assert_eq!(refused(&nature, &turned), Some(facing));
        let gap =
            Formation::block(&start, 4).moved(Position { file: 3, rank: 0 }, Position { file: 5, rank: 0 });
        assert!(refused(&nature, &gap).is_some());
    }
}

/// A short rear rank may stand anywhere behind.
#[test]
fn reading_bg_007_a_short_rear_rank_may_stand_anywhere_behind() {
    proves!("FOGR-BG-007", "FOGAM-BG-012");
    let start = [shot(); 8];
    let block = Formation::block(&start, 3);
    let apart = block.moved(Position { file: 1, rank: 2 }, Position { file: 2, rank: 2 });
    assert_eq!(refused(&Nature::ordinary(Book::Renaissance, &start), &apart), None);
}

#[test]
fn mixed_groups_without_rules_of_their_own_stand_in_blocks() {
    proves!("FOGR-BG-008");
    // Light foot with bow and light foot with arquebus: no close combat capability, so blocks.
    let bow = foot(TroopType::LightFoot, Armour::Unarmoured, Capability::Bow);
    let gun = foot(TroopType::LightFoot, Armour::Unarmoured, Capability::Arquebus);
    let start = many(&[(4, bow), (4, gun)]);
    let nature = Nature::ordinary(Book::Renaissance, &start);
    assert_eq!(refused(&nature, &Formation::in_files(&[&[bow; 2], &[bow; 2], &[gun; 2], &[gun; 2]])), None);
    assert_eq!(refused(&nature, &Formation::in_ranks(&[&[bow; 4], &[gun; 4]])), None);
    let equal_blocks = Formation::in_files(&[&[bow; 2], &[gun; 2], &[gun; 2], &[bow; 2]]);
    assert_eq!(refused(&nature, &equal_blocks), None);
    let unequal = Formation::in_files(&[&[bow; 3], &[gun; 2], &[gun; 2], &[bow; 1]]);
    assert_eq!(refused(&nature, &unequal), Some(rule!("FOGR-BG-008")));
    // The front rank of a block is never the shorter one.
    let broken = Formation::in_ranks(&[&[bow, gun, gun, gun], &[bow, bow, bow, gun]]);
    assert_eq!(refused(&nature, &broken), Some(rule!("FOGR-BG-008")));
}

#[test]
fn pike_and_shot() {
    proves!("FOGR-BG-029", "FOGR-BG-031", "FOGR-BG-032", "FOGR-BG-033", "FOGR-BG-034");
    let start = many(&[(2, pike()), (4, shot())]);
    let nature = Nature::ordinary(Book::Renaissance, &start);
    assert_eq!(refused(&nature, &files(&["SS", "PP", "SS"])), None);
    assert_eq!(refused(&nature, &files(&["S", "PP", "SSS"])), Some(rule!("FOGR-BG-031")));
    assert_eq!(refused(&nature, &files(&["PP", "SS", "SS"])), Some(rule!("FOGR-BG-031")));
    assert_eq!(refused(&nature, &files(&["SS", "P", "P", "SS"])), Some(rule!("FOGR-BG-029")));
    assert_eq!(refused(&nature, &files(&["P", "SSSS", "P"])), Some(rule!("FOGR-BG-029")));
    assert_eq!(refused(&nature, &files(&["SS", "PPSS"])), Some(rule!("FOGR-BG-033")));
    assert_eq!(refused(&nature, &files(&[" SS", "PP", " SS"])), Some(rule!("FOGR-BG-032")));
    // Losses: 2 shot left may stand in one file on either side.
    for legal in [&["S", "PP", "S"][..], &["SS", "PP"], &["PP", "SS"]] {
        assert_eq!(refused(&nature, &files(legal)), None, "{legal:?}");
    }
    // An odd shot goes to either side.
    assert_eq!(refused(&nature, &files(&["SS", "PP", "S"])), None);
    let deep = many(&[(6, pike()), (6, shot())]);
    let nature = Nature::ordinary(Book::Renaissance, &deep);
    assert_eq!(refused(&nature, &files(&["SSS", "PPP", "PPP", "SSS"])), None);
    assert_eq!(refused(&nature, &files(&["SSS", "PP", "PP", "PP", "SSS"])), None);
    assert_eq!(refused(&nature, &files(&["SSS", "PPPP", "PP", "SSS"])), Some(rule!("FOGR-BG-029")));
}

#[test]
fn other_mixes_follow_pike_and_shot() {
    proves!("FOGR-BG-041");
    let spear = foot(TroopType::HeavyFoot, Armour::Armoured, Capability::Spearmen);
    let bow = foot(TroopType::MediumFoot, Armour::Unarmoured, Capability::Bow);
    let start = many(&[(4, spear), (4, bow)]);
    let nature = Nature::ordinary(Book::Renaissance, &start);
    let legal = Formation::in_files(&[&[bow; 2], &[spear; 2], &[spear; 2], &[bow; 2]]);
    assert_eq!(refused(&nature, &legal), None);
    let one_flank = Formation::in_files(&[&[spear; 2], &[spear; 2], &[bow; 4]]);
    assert_eq!(refused(&nature, &one_flank), Some(rule!("FOGR-BG-031")));
    let behind = Formation::in_ranks(&[&[spear; 4], &[bow; 4]]);
    assert_eq!(refused(&nature, &behind), Some(rule!("FOGR-BG-033")));
}

#[test]
fn pike_with_halberds() {
    proves!("FOGR-BG-042", "FOGR-BG-043");
    let start = many(&[(10, pike()), (2, halberd())]);
    let nature = Nature::ordinary(Book::Renaissance, &start);
    for legal in [
        &["PPPH", "PPPH", "PPPP"][..],
        &["PPPPPH", "PPPPPH"],
        &["H", "PPPPP", "PPPPP", "H"],
        &["HH", "PPPPPPPPPP"],
    ] {
        assert_eq!(refused(&nature, &files(legal)), None, "{legal:?}");
    }
    assert_eq!(refused(&nature, &files(&["H", "H", "PPPPP", "PPPPP"])), Some(rule!("FOGR-BG-042")));
    // The colunela: swordsmen may stand with pike or with shot, but pike and shot stay apart.
    let colunela = many(&[(3, pike()), (2, shot()), (1, halberd())]);
    let nature = Nature::ordinary(Book::Renaissance, &colunela);
    assert_eq!(refused(&nature, &files(&["SS", "PP", "PH"])), None);
    assert_eq!(refused(&nature, &files(&["SH", "PPP", "S"])), None);
    assert_eq!(refused(&nature, &files(&["SP", "PP", "SH"])), Some(rule!("FOGR-BG-033")));
}

/// One pike and five shot.
#[test]
fn reading_bg_030_one_pike_and_five_shot() {
    proves!("FOGR-BG-030");
    let start = many(&[(1, pike()), (5, shot())]);
    let nature = Nature::ordinary(Book::Renaissance, &start);
    let ranks = |front: &str, rear: &str| {
        let columns: Vec<String> = front.chars().zip(rear.chars()).map(|(f, r)| format!("{f}{r}")).collect();
        files(&columns.iter().map(String::as_str).collect::<Vec<_>>())
    };
    assert_eq!(refused(&nature, &ranks("SSS", "SPS")), None);
    assert_eq!(refused(&nature, &ranks("SSS", "PSS")), Some(rule!("FOGR-BG-030")));
    assert_eq!(refused(&nature, &ranks("SPS", "SSS")), Some(rule!("FOGR-BG-030")));
    // Two wide and three deep: either place of the rear rank is as central as can be.
    assert_eq!(refused(&nature, &files(&["SSP", "SSS"])), None);
    assert_eq!(refused(&nature, &files(&["SPS", "SSS"])), Some(rule!("FOGR-BG-030")));
}

/// Early tercio shape.
#[test]
fn reading_bg_016() {
    proves!("FOGR-BG-015", "FOGR-BG-016", "FOGR-BG-017", "FOGR-BG-018", "FOGR-BG-024");
    let start = many(&[(8, pike()), (8, shot())]);
    let nature = nature(Status::EarlyTercio, &start);
    let full = files(&["SS  SS", " PPPP", " PPPP", "SS  SS"]);
    assert_eq!(full.len(), 16);
    assert_eq!(refused(&nature, &full), None);
    let level = files(&["SSSS", "PPPP", "PPPP", "SSSS"]);
    assert!(refused(&nature, &level).is_some());
    let no_rear_left = files(&["SS", " PPPP", " PPPP", "SS  SS"]);
    assert_eq!(refused(&nature, &no_rear_left), Some(rule!("FOGR-BG-024")));
    let mixed_file = files(&["SS  SS", " PPPS", " PPPP", "SS  SP"]);
    assert_eq!(refused(&nature, &mixed_file), Some(rule!("FOGR-BG-017")));
    let three_files = files(&["SS  SS", " PPP", " PPP", " PP", "SS  SS"]);
    assert_eq!(refused(&nature, &three_files), Some(rule!("FOGR-BG-015")));
    let shallow = files(&["SS  SS", " PPPPPP", " PP", "SS  SS"]);
    assert_eq!(refused(&nature, &shallow), Some(rule!("FOGR-BG-015")));
}

#[test]
fn early_tercio_after_losses() {
    // Example FOGR-EXA-002.
    proves!("FOGR-BG-022");
    let start = many(&[(8, pike()), (8, shot())]);
    let nature = nature(Status::EarlyTercio, &start);
    let left = files(&["SS  S", " PP", " PPP", "SS  S"]);
    assert_eq!(left.len(), 11);
    assert_eq!(refused(&nature, &left), None);
    assert_eq!(formation::may_contract_pike(&nature, &left).unwrap_err().rule, rule!("FOGR-BG-023"));
}

#[test]
fn later_tercio_shape() {
    proves!("FOGR-BG-019", "FOGR-BG-020", "FOGR-BG-021", "FOGR-BG-022");
    let start = many(&[(8, pike()), (6, shot())]);
    let nature = nature(Status::LaterTercio, &start);
    assert_eq!(refused(&nature, &files(&["SSS", "PPPP", "PPPP", "SSS"])), None);
    assert_eq!(refused(&nature, &files(&["SSSS", "PPPP", "PPPP", "SS"])), Some(rule!("FOGR-BG-020")));
    assert_eq!(refused(&nature, &files(&["SSS", "SSS", "PPPP", "PPPP"])), Some(rule!("FOGR-BG-020")));
    assert_eq!(refused(&nature, &files(&[" SSS", "PPPP", "PPPP", " SSS"])), Some(rule!("FOGR-BG-021")));
    assert_eq!(refused(&nature, &files(&["SSS", "PPP", "PPP", "PP", "SSS"])), Some(rule!("FOGR-BG-019")));
    // One shot and one pike lost.
    assert_eq!(refused(&nature, &files(&["SS", "PPP", "PPPP", "SSS"])), None);
}

#[test]
fn contraction_of_the_pike() {
    proves!("FOGR-BG-023");
    let start = many(&[(6, pike()), (6, shot())]);
    let nature = nature(Status::LaterTercio, &start);
    let four_left = files(&["SSS", "PP", "PP", "SSS"]);
    assert!(formation::may_contract_pike(&nature, &four_left).is_ok());
    assert_eq!(refused(&nature, &files(&["SSS", "PPPP", "SSS"])), None, "one deeper file");
    assert_eq!(refused(&nature, &four_left), None, "two shallow files");
    let five_left = files(&["SSS", "PPP", "PP", "SSS"]);
    assert!(formation::may_contract_pike(&nature, &five_left).is_err());
    let narrow = many(&[(4, pike()), (4, shot())]);
    let narrow_nature = Nature { start: &narrow, ..nature };
    assert!(formation::may_contract_pike(&narrow_nature, &files(&["SS", "PPP", "SS"])).is_err());
}

#[test]
fn which_bases_make_a_tercio_or_a_brigade() {
    proves!("FOGR-BG-015", "FOGR-BG-016", "FOGR-BG-019", "FOGR-BG-020", "FOGR-BG-036");
    let of = |p, s| many(&[(p, pike()), (s, shot())]);
    let early = |p, s| formation::early_tercio_at_start(&of(p, s)).is_ok();
    assert!(early(8, 8) && early(6, 6) && early(4, 4) && early(8, 6));
    assert!(!early(5, 5) && !early(10, 6) && !early(8, 3) && !early(6, 10));
    let later = |p, s| formation::later_tercio_at_start(&of(p, s)).is_ok();
    assert!(later(8, 6) && later(3, 6) && later(2, 4));
    assert!(!later(1, 5) && !later(9, 6) && !later(8, 5));
    assert!(formation::early_tercio_at_start(&many(&[(8, pike()), (7, shot()), (1, halberd())])).is_err());
    let brigade = |p, s| formation::swedish_brigade_at_start(&of(p, s)).is_ok();
    assert!(brigade(3, 4));
    assert!(!brigade(2, 4) && !brigade(4, 3));
}

#[test]
fn swedish_brigade() {
    proves!("FOGR-BG-036", "FOGR-BG-037");
    let start = many(&[(3, pike()), (4, shot())]);
    let nature = nature(Status::SwedishBrigade, &start);
    assert_eq!(refused(&nature, &files(&[" SS", "PPP", " SS"])), None);
    assert_eq!(refused(&nature, &files(&["SS", "PPP", "SS"])), None, "drawn back level");
    assert_eq!(refused(&nature, &files(&["  SS", "PPP", "  SS"])), Some(rule!("FOGR-BG-037")));
    assert_eq!(refused(&nature, &files(&[" SS", "PP", "P", " SS"])), Some(rule!("FOGR-BG-036")));
    // Two pike left: point and front, the rearmost place empty.
    assert_eq!(refused(&nature, &files(&[" SS", "PP", " SS"])), None);
    // One pike left: ordinary pike and shot.
    assert_eq!(refused(&nature, &files(&["SS", "P", "SS"])), None);
    assert_eq!(refused(&nature, &files(&[" SS", "P", " SS"])), Some(rule!("FOGR-BG-032")));
}

/// Columns.
#[test]
fn reading_bg_046() {
    proves!("FOGR-BG-010", "FOGR-BG-046", "FOGAM-BG-014");
    let wide = many(&[(8, pike()), (6, shot())]);
    let nature_of = |status, start| nature(status, start);
    let column = files(&["PPPPPPPPSSSSSS"]);
    assert_eq!(refused(&nature_of(Status::LaterTercio, &wide), &column), Some(rule!("FOGR-BG-046")));
    let narrow = many(&[(4, pike()), (4, shot())]);
    assert_eq!(refused(&nature_of(Status::LaterTercio, &narrow), &files(&["PPPPSSSS"])), None);
    let foot = many(&[(2, pike()), (4, shot())]);
    assert_eq!(refused(&Nature::ordinary(Book::Renaissance, &foot), &files(&["PPSSSS"])), None);
    assert!(refused(&Nature::ordinary(Book::Renaissance, &foot), &files(&["PP SSSS"])).is_some());
}

/// Keils.
#[test]
fn reading_bg_012() {
    proves!("FOGR-BG-012", "FOGR-BG-013");
    let start = many(&[(8, pike()), (2, halberd())]);
    let ordinary = Nature::ordinary(Book::Renaissance, &start);
    let keil = |drawn: &[&str]| formation::is_keil(&ordinary, &files(drawn)) == KeilStatus::Keil;
    assert!(keil(&["PPPPH", "PPPPH"]));
    assert!(keil(&["PPHH", "PPPPPP"]));
    assert!(keil(&["PHHP", "HHPP", "PP"]));
    assert!(!keil(&["PHHH", "PPPPPP"]), "one pike in a file is not enough");
    assert!(!keil(&["PPPH", "PPP", "PPP"]), "one file of four");
    assert!(!keil(&["PPPS", "PPPP"]), "shot among the first four");
    assert!(keil(&["SSSS", "PPPP", "PPPP", "SSSS"]), "shot wings do no harm");
    let tercio = nature(Status::LaterTercio, &start);
    let drawn = files(&["SSS", "PPPP", "PPPP", "SSS"]);
    assert_eq!(formation::is_keil(&tercio, &drawn), KeilStatus::NotKeil);
}

#[test]
fn formations_are_bounded() {
    let block = Formation::block(&[shot(); 300], 300);
    assert_eq!(block.len(), 64);
    let start = [shot(); 4];
    let line = Formation::block(&start, 4);
    assert_eq!(line.moved(Position { file: 0, rank: 0 }, Position { file: 255, rank: 0 }), line);
    let at = |file, rank| Placed { at: Position { file, rank }, facing: Facing::Front, base: shot() };
    assert!(Formation::try_from(vec![at(0, 0), at(0, 0)]).is_err(), "two bases in one place");
    assert!(Formation::try_from(vec![at(64, 0)]).is_err());
    let json = serde_json::to_string(&line).unwrap();
    assert_eq!(serde_json::from_str::<Formation>(&json).unwrap(), line);
    assert!(serde_json::from_str::<Formation>(&json.replace("\"file\":1", "\"file\":0")).is_err());
}

#[test]
fn reading_bg_012_a_keil_is_one_only_while_its_shape_qualifies() {
    proves!("FOGR-BG-012");
    let start = many(&[(8, pike())]);
    let ordinary = Nature::ordinary(Book::Renaissance, &start);
    let keil = |drawn: &[&str]| formation::is_keil(&ordinary, &files(drawn)) == KeilStatus::Keil;
    assert!(keil(&["PPPP", "PPPP"]));
    // A base lost leaves one file of four: it is none any more; drawn up anew with its bases it is one again.
    assert!(!keil(&["PPPP", "PPP"]));
    assert!(!keil(&["PP", "PP", "PP", "PP"]));
    assert!(keil(&["PPPP", "PPPP"]));
}

#[test]
fn reading_bg_016_horns_are_one_file_wide_and_two_deep() {
    proves!("FOGR-BG-016");
    let start = many(&[(8, pike()), (8, shot())]);
    let nature = nature(Status::EarlyTercio, &start);
    assert_eq!(refused(&nature, &files(&["SS  SS", " PPPP", " PPPP", "SS  SS"])), None);
    // Horns two wide and one deep are none.
    assert!(refused(&nature, &files(&["S    S", "S    S", " PPPP", " PPPP", "S    S", "S    S"])).is_some());
}

#[test]
fn reading_bg_031_the_shot_left_now_are_counted() {
    proves!("FOGR-BG-031");
    // It began with four shot; with two left they may stand in one file, with three they may not.
    let start = many(&[(2, pike()), (4, shot())]);
    let nature = Nature::ordinary(Book::Renaissance, &start);
    assert_eq!(refused(&nature, &files(&["SS", "PP"])), None);
    assert_eq!(refused(&nature, &files(&["SSS", "PP"])), Some(rule!("FOGR-BG-031")));
}

#[test]
fn reading_bg_046_what_an_expansion_by_two_reaches_may_form_column() {
    proves!("FOGR-BG-046");
    let foot = many(&[(2, pike()), (4, shot())]);
    assert_eq!(refused(&Nature::ordinary(Book::Renaissance, &foot), &files(&["PPSSSS"])), None);
    let wide = many(&[(8, pike()), (6, shot())]);
    let column = files(&["PPPPPPPPSSSSSS"]);
    assert_eq!(refused(&nature(Status::LaterTercio, &wide), &column), Some(rule!("FOGR-BG-046")));
}
