//! Cards, costs and payments.

use super::*;
use crate::charts::MarchKind;
use crate::charts::{ActionCode, Charts};
use crate::command::{
    Member, OutOfCommand, can_arrive, check_group_size, command_range, gift_range, group_size, march_kind,
};
use crate::readings::{Reading, Readings};
use crate::troops::{CommandType, Form, Grade, Profile, Set, Troops};
use caracole_document::Word;
use caracole_ledger::proves;
use caracole_odds::Natural;

fn charts() -> Charts {
    Charts::standard().unwrap_or_else(|faults| panic!("{faults}"))
}

fn profile(line: &str) -> Profile {
    Troops::read(line).unwrap_or_else(|fault| panic!("{line}: {fault}")).profile
}

fn asked<'p>(action: ActionCode, profile: &'p Profile) -> Asked<'p> {
    Asked { action, profile, form: profile.forms()[0], in_group: false, out_of_command: Set::default() }
}

fn paid(asked: &Asked<'_>) -> Cost {
    cost(&charts(), Readings::default(), asked).unwrap_or_else(|refusal| panic!("{refusal}"))
}

fn pays(
    hand: &[Colour],
    upgrade: bool,
    cost: &Cost,
    card: Colour,
    extra: &[Colour],
    raised: Option<Colour>,
) -> Result<(), &'static str> {
    let payment = Payment { card, extra: Cards::of(extra), upgrade: raised };
    check_payment(Cards::of(hand), upgrade, cost, &payment).map_err(|refusal| refusal.rule.id())
}

use Colour::{Black, Green, Red, White, Yellow};

#[test]
fn colours_rise_and_three_are_coloured() {
    proves!("RETG-OVR-004", "RETG-OVR-005", "RETG-CMD-003", "RETG-TURN-009");
    let all = [Black, White, Green, Yellow, Red];
    assert_eq!(all.map(Colour::value), [0, 1, 2, 3, 4]);
    assert_eq!(all.map(Colour::is_coloured), [false, false, true, true, true]);
    assert_eq!((Green.stepped(1), Red.stepped(1), Black.stepped(-3)), (Yellow, Red, Black));
}

#[test]
fn a_warband_wheels_for_yellow() {
    proves!("RETG-MOVE-003", "RETG-TURN-007");
    // RETG-EX-006.
    let warband = profile("8 foot, loose, tribal, warband");
    let cost = paid(&asked(ActionCode::M3, &warband));
    assert_eq!((cost.card, cost.extra.len()), (Yellow, 0));
    assert_eq!(pays(&[Yellow], false, &cost, Yellow, &[], None), Ok(()));
    assert_eq!(pays(&[Red], false, &cost, Red, &[], None), Ok(()));
    assert_eq!(pays(&[Green], false, &cost, Green, &[], None), Err("RETG-MOVE-003"));
}

#[test]
fn an_upgrade_raises_green_to_yellow_once() {
    proves!("RETG-MOVE-014", "RETG-UNIV-012");
    // RETG-EX-007.
    let regiment = profile("6 foot, close, formed, musket, pike and shot");
    let cost = paid(&asked(ActionCode::M3, &regiment));
    assert_eq!(pays(&[Green], true, &cost, Green, &[], Some(Green)), Ok(()));
    assert_eq!(pays(&[Green], false, &cost, Green, &[], Some(Green)), Err("RETG-UNIV-012"));
    assert_eq!(pays(&[White], true, &cost, White, &[], Some(White)), Err("RETG-MOVE-003"));
    assert_eq!(pays(&[White], true, &cost, Green, &[], None), Err("RETG-CMD-004"));
}

#[test]
fn a_group_costs_one_coloured_card_more() {
    proves!("RETG-MOVE-020", "RETG-MOVE-030", "RETG-CMD-003");
    // RETG-EX-008.
    let regiment = profile("6 foot, close, formed, musket, pike and shot");
    let group = Asked { in_group: true, ..asked(ActionCode::M3, &regiment) };
    let cost = paid(&group);
    assert_eq!((cost.card, cost.extra.clone()), (Yellow, vec![Surcharge::Group]));
    assert_eq!(pays(&[Yellow, Green], false, &cost, Yellow, &[Green], None), Ok(()));
    assert_eq!(pays(&[Yellow, White], false, &cost, Yellow, &[White], None), Err("RETG-CMD-003"));
    assert_eq!(pays(&[Yellow], false, &cost, Yellow, &[], None), Err("RETG-MOVE-020"));
    // The upgrade may go on either card.
    assert_eq!(pays(&[Yellow, White], true, &cost, Yellow, &[White], Some(White)), Ok(()));
    let three = [Member { profile: &regiment, pulled: false }; 3];
    assert!(check_group_size(&charts(), Readings::default(), Grade::Competent, &three).is_ok());
    let four = [Member { profile: &regiment, pulled: false }; 4];
    let refusal =
        check_group_size(&charts(), Readings::default(), Grade::Competent, &four).expect_err("too many");
    assert_eq!(refusal.rule.id(), "RETG-MOVE-030");
}

#[test]
fn two_keils_and_two_skirmishers_fill_a_talented_commanders_group() {
    proves!("RETG-MOVE-032", "RETG-MOVE-036", "RETG-GLOS-107", "RETG-GLOS-109");
    // RETG-EX-009.
    let keil = profile("12 foot, close, formed, pike, keil");
    let shot = profile("6 foot, skirmishers, arquebus");
    let members = [
        Member { profile: &keil, pulled: false },
        Member { profile: &keil, pulled: false },
        Member { profile: &shot, pulled: true },
        Member { profile: &shot, pulled: true },
    ];
    let size = |readings| group_size(&charts(), readings, &members).total();
    assert_eq!(size(Readings::default()), 4);
    assert_eq!(size(Readings::of(&[Reading::DoubleUnitsCountOnce])), 2);
    assert!(check_group_size(&charts(), Readings::default(), Grade::Talented, &members).is_ok());
    // A keil always pays one card more, and not two in a group.
    let cost = paid(&Asked { in_group: true, ..asked(ActionCode::M2, &keil) });
    assert_eq!(cost.extra, [Surcharge::DoubleUnit]);
    assert_eq!(paid(&asked(ActionCode::M2, &keil)).extra, [Surcharge::DoubleUnit]);
}

#[test]
fn out_of_command_costs_one_coloured_card_more() {
    proves!("RETG-MOVE-037", "RETG-CMD-017", "RETG-GLOS-041");
    // RETG-EX-010.
    let regiment = profile("6 foot, close, formed, musket, pike and shot");
    let causes = Set::of(&[OutOfCommand::OutOfRange, OutOfCommand::OtherCommand]);
    let asked = Asked { out_of_command: causes, ..asked(ActionCode::M3, &regiment) };
    assert_eq!((paid(&asked).card, paid(&asked).extra), (Yellow, vec![Surcharge::OutOfCommand]));
    let each =
        cost(&charts(), Readings::of(&[Reading::EachCauseOutOfCommand]), &asked).expect("it is allowed");
    assert_eq!(each.extra.len(), 2);
    let cossacks = profile("6 foot, loose, formed, musket, independent");
    assert_eq!(paid(&Asked { profile: &cossacks, form: Form::Loose, ..asked }).extra, []);
}

#[test]
fn drilled_troops_shift_twice_and_tribal_ones_never_double() {
    proves!("RETG-MOVE-041", "RETG-MOVE-035", "RETG-MOVE-004");
    // RETG-EX-012.
    let drilled = profile("6 foot, close, drilled, musket, pike and shot");
    let formed = profile("6 foot, close, formed, musket, pike and shot");
    let tribal = profile("8 foot, loose, tribal, warband");
    let doubled = |profile: &Profile, action| can_be_doubled(&charts(), profile, profile.forms()[0], action);
    assert!(doubled(&drilled, ActionCode::M5) && !doubled(&formed, ActionCode::M5));
    assert!(doubled(&formed, ActionCode::M2) && !doubled(&tribal, ActionCode::M2));
    let refusal =
        cost(&charts(), Readings::default(), &asked(ActionCode::M14, &tribal)).expect_err("not for Tribal");
    assert_eq!(refusal.rule.id(), "RETG-MOVE-035");
    // A flexible unit in Skirmish formation pays as a SuG.
    let flexible = profile("4 mounted, flexible, tribal, bow");
    let loose = Asked { form: Form::Loose, ..asked(ActionCode::M9, &flexible) };
    assert_eq!((paid(&loose).card, paid(&Asked { form: Form::Skirmish, ..loose }).card), (Red, White));
}

#[test]
fn the_cheapest_payment_keeps_the_upgrade_and_the_best_cards() {
    let cost =
        Cost { card: Yellow, extra: vec![Surcharge::Group], kab: false, basis: crate::charts::Basis::Rules };
    let best = |hand: &[Colour], upgrade| cheapest(Cards::of(hand), upgrade, &cost);
    let payment = |card, extra, upgrade| Some(Payment { card, extra: Cards::of(&[extra]), upgrade });
    assert_eq!(best(&[Red, Yellow, Green, White], true), payment(Yellow, Green, None));
    assert_eq!(best(&[Red, Red], false), payment(Red, Red, None));
    assert_eq!(best(&[Yellow, White], true), payment(Yellow, White, Some(White)));
    assert_eq!(best(&[Green, Green], true), payment(Green, Green, Some(Green)));
    assert_eq!(best(&[Yellow, White], false), None);
    assert_eq!(best(&[Black, White], true), None);
}

#[test]
fn what_is_cheapest_always_pays_and_nothing_pays_when_there_is_none() {
    let cost =
        Cost { card: Yellow, extra: vec![Surcharge::Group], kab: false, basis: crate::charts::Basis::Rules };
    let all = [Black, White, Green, Yellow, Red];
    for a in all {
        for b in all {
            for upgrade in [false, true] {
                let hand = Cards::of(&[a, b]);
                let found = cheapest(hand, upgrade, &cost);
                let any = all.iter().flat_map(|card| all.iter().map(move |extra| (*card, *extra))).any(
                    |(card, extra)| {
                        [None, Some(card), Some(extra)].into_iter().any(|raised| {
                            let payment = Payment { card, extra: Cards::of(&[extra]), upgrade: raised };
                            check_payment(hand, upgrade, &cost, &payment).is_ok()
                        })
                    },
                );
                assert_eq!(found.is_some(), any, "{a:?} {b:?} {upgrade}");
                if let Some(payment) = found {
                    assert_eq!(check_payment(hand, upgrade, &cost, &payment), Ok(()));
                }
            }
        }
    }
}

#[test]
fn the_pack_loses_what_is_drawn_and_gets_it_back() {
    proves!("RETG-CMD-002", "RETG-CMD-007");
    let mut deck = Deck::new(charts().command_cards.pack);
    let hand = Cards::of(&[Red, Red, Black]);
    deck.draw(hand).expect("they are there");
    assert_eq!((deck.left.total(), deck.left.count(Red)), (47, 4));
    deck.discard(hand);
    deck.shuffle();
    assert_eq!(deck.left.total(), 50);
    let seven = Cards::of(&[Red; 7]);
    assert_eq!(deck.draw(seven).expect_err("there are six").rule.id(), "RETG-CMD-002");
    // Kept cards count towards the number.
    assert_eq!((deal_to(Cards::of(&[Green, Green]), 5), deal_to(Cards::of(&[Green; 5]), 3)), (3, 0));
}

#[test]
fn hands_are_multivariate_hypergeometric() {
    let pack = charts().command_cards.pack;
    let five = hands(pack, 5);
    // C(50, 5) hands of cards; five kinds in five places.
    assert_eq!(five.total(), &Natural::from(2_118_760u32));
    assert_eq!(five.outcomes().len(), 126);
    // Closed form against drawing card by card.
    let mut drawn = caracole_odds::Distribution::always(Cards::NONE);
    for _ in 0..3 {
        drawn = drawn.and_then(|hand| {
            let left = pack.less(*hand).expect("drawn from the pack");
            let next =
                Colour::ALL.iter().map(|colour| (hand.with(*colour), Natural::from(left.count(*colour))));
            caracole_odds::Distribution::weighted(next).expect("cards are left")
        });
    }
    assert_eq!(drawn, hands(pack, 3));
    // An ally is Unreliable with 5.8 % of first hands of three and 15.5 % of two.
    let dull =
        |cards| hands(pack, cards).probability_that(|hand| hand.iter().all(|card| !card.is_coloured()));
    assert_eq!((dull(3).percent(1), dull(2).percent(1)), ("5.8".to_owned(), "15.5".to_owned()));
    // A pack with fewer cards gives what it has.
    assert_eq!(hands(Cards::of(&[Red, White]), 5).outcomes(), [Cards::of(&[Red, White])]);
}

#[test]
fn ranges_follow_the_type_and_the_reading() {
    proves!("RETG-CMD-015");
    let all = [CommandType::Professional, CommandType::Instinctive, CommandType::Tribal];
    let range = |readings| all.map(|of| command_range(&charts(), readings, of));
    let gifts = |readings| all.map(|of| gift_range(&charts(), readings, of));
    assert_eq!((range(Readings::default()), gifts(Readings::default())), ([12, 10, 8], [20, 10, 0]));
    let shorter = Readings::of(&[Reading::ShorterCommandRange, Reading::ShorterGiftRange]);
    assert_eq!((range(shorter), gifts(shorter)), ([10, 8, 8], [15, 10, 0]));
}

#[test]
fn a_mediocre_commander_never_brings_foot_round_the_flank() {
    proves!("RETG-FLANK-018");
    // RETG-EX-024.
    let foot = profile("6 foot, close, formed, musket, pike and shot");
    let horse = profile("4 mounted, loose, formed, charging pistol");
    let croats = profile("4 mounted, flexible, formed, carbine");
    let tatars = profile("6 mounted, skirmishers, bow");
    assert_eq!(march_kind([&foot, &horse]), MarchKind::Other);
    assert_eq!(march_kind([&horse, &croats]), MarchKind::Mounted);
    assert_eq!(march_kind([&croats, &tatars]), MarchKind::Light);
    assert!(!can_arrive(&charts(), Grade::Mediocre, MarchKind::Other));
    assert!(can_arrive(&charts(), Grade::Mediocre, MarchKind::Mounted));
    assert!(can_arrive(&charts(), Grade::Competent, MarchKind::Other));
}

#[test]
fn the_out_scouted_side_deploys_its_share() {
    proves!("RETG-PBS-030", "RETG-PBS-031");
    // RETG-EX-032.
    use crate::scouting::{deploys_first, scouting_score};
    let a = scouting_score(&charts(), Cards::of(&[Red, Yellow, Green, Green, Black])).total();
    let b = scouting_score(&charts(), Cards::of(&[Green, Green, White, White, Black])).total();
    assert_eq!((a, b), (80, 20));
    assert_eq!(deploys_first(&charts(), b, a, 15), Some(9));
    assert_eq!(deploys_first(&charts(), a, b, 15), None);
    assert_eq!(deploys_first(&charts(), 20, 20, 15), None);
    // At least four, all of them at most, and only the five best cards count.
    assert_eq!(deploys_first(&charts(), 0, 10, 15), Some(4));
    assert_eq!(deploys_first(&charts(), 0, 200, 12), Some(12));
    assert_eq!(scouting_score(&charts(), Cards::of(&[Red, Red, Red, Red, Red, Red, Yellow])).total(), 200);
}
