//! Computer players: what they may know, that their battles are reproducible, and that they put up a fight.
#![allow(clippy::unwrap_used, clippy::panic)] // Helpers of tests fail by panicking.

use caracole_bots::{Budget, Match, Numbers, PlayerName, Roster, Summary, Temperament, Terms, Wish, arena};
use caracole_fog::battle::{Fogr, world::Presence};
use caracole_kernel::{
    AnySystem, Awaiting, Battle, BySide, Erased, Rules, Side, Step, Views,
    dice::{NextDie, throw_with},
    log::{self, Limits},
};
use caracole_musketpike::{
    MusketPike,
    counters::{Orders, UnitType},
    engine::{ScenarioSource, Setup},
    messages::{Decision, Request},
    scenario::{Options, StartingOrders},
    world::{Fate, Formation, MoraleState, Opening},
};
use std::time::Duration;

const PLAYERS: [PlayerName; 5] = [
    PlayerName::Random,
    PlayerName::Marshal(Temperament::Cautious),
    PlayerName::Marshal(Temperament::Balanced),
    PlayerName::Marshal(Temperament::Bold),
    PlayerName::Captain(4),
];

fn learning(starting_orders: StartingOrders) -> Setup {
    let options = Options { starting_orders, ..Options::default() };
    Setup { scenario: ScenarioSource::Id("learning".to_owned()), charts: None, options }
}

fn start() -> Battle<MusketPike> {
    Battle::start(&learning(StartingOrders::Historical)).unwrap().0
}

fn bout(seed: u64, red: PlayerName, blue: PlayerName) -> Match {
    Match { number: 0, seed, players: BySide { red, blue }, swapped: false }
}

/// The battle after red has chosen these Orders for all its Wings in secret.
fn with_secret(orders: Orders) -> Battle<MusketPike> {
    let mut battle: Battle<MusketPike> = Battle::start(&learning(StartingOrders::Secret)).unwrap().0;
    let wings = battle.scenario().scenario.wing_ids();
    let count = wings.filter(|wing| battle.scenario().scenario.wing(*wing).side == Side::Red).count();
    let opening = Opening { orders: vec![orders; count], open_order: Vec::new() };
    battle.apply(&Step::Choose { side: Side::Red, decision: Decision::Opening(opening) }).unwrap();
    battle
}

#[test]
fn no_decision_of_mpbs_changes_when_only_hidden_things_do() {
    let (charging, rallying) = (with_secret(Orders::Charge), with_secret(Orders::Rally));
    assert_ne!(charging.world(), rallying.world(), "the battles differ in what is hidden");
    for name in PLAYERS {
        for seed in 0..8 {
            let choose = |battle: &Battle<MusketPike>| {
                let mut numbers = Numbers::new(seed);
                let seen = MusketPike::imagine(battle, Side::Blue, &mut |end| numbers.below(end));
                let Awaiting::Decision { side: Side::Blue, request } = seen.awaiting() else {
                    panic!("blue must choose")
                };
                let budget = Budget { playouts: name.playouts(), ..Budget::default() };
                let mut player = MusketPike::enlist(name, seed).unwrap();
                player.decide(&seen, Side::Blue, request, &budget).unwrap()
            };
            assert_eq!(choose(&charging), choose(&rallying), "{name}");
        }
    }
}

#[test]
fn what_is_imagined_keeps_to_what_is_seen() {
    let battle = with_secret(Orders::Charge);
    let mut kinds = std::collections::BTreeSet::new();
    for seed in 0..40 {
        let mut numbers = Numbers::new(seed);
        let imagined = MusketPike::imagine(&battle, Side::Blue, &mut |end| numbers.below(end));
        let view = |b: &Battle<MusketPike>| MusketPike::view(b, Side::Blue.into());
        assert_eq!(view(&battle), view(&imagined));
        kinds.insert(format!("{:?}", imagined.world().openings.red));
        // Its owner imagines nothing: he knows.
        assert_eq!(*MusketPike::imagine(&battle, Side::Red, &mut |_| 0), battle);
    }
    assert!(kinds.len() > 10, "secrets are drawn by chance, not always the same: {}", kinds.len());
}

#[test]
fn the_same_seed_gives_the_same_battle_and_another_another() {
    let (start, terms) = (start(), Terms::default());
    let marshal = PlayerName::Marshal(Temperament::Balanced);
    let fight = |seed| arena::fight(&start, &bout(seed, marshal, PlayerName::Random), &terms).unwrap();
    assert_eq!(fight(1), fight(1));
    assert_ne!(fight(1).hash, fight(2).hash);
}

#[test]
fn the_log_of_a_battle_replays_to_its_end_with_every_die_verified() {
    let marshal = PlayerName::Marshal(Temperament::Bold);
    let bout = bout(5, marshal, PlayerName::Marshal(Temperament::Cautious));
    let setup = learning(StartingOrders::Historical);
    let (account, text) = arena::fight_with_log::<MusketPike>(&setup, &bout, &Terms::default()).unwrap();
    let log = log::read(text.as_bytes(), Limits::default()).unwrap();
    assert!(log.damage.is_none());
    let replay = Erased::<MusketPike>::new().replay(log).unwrap();
    assert!(replay.fault.is_none(), "{:?}", replay.fault);
    assert_eq!(replay.session.hash(), account.hash);
    assert_eq!(account.refused, BySide::default());
}

#[test]
fn whoever_is_late_gets_the_first_legal_choice_and_is_counted() {
    let marshal = PlayerName::Marshal(Temperament::Balanced);
    let terms = Terms { limit: Duration::ZERO, ..Terms::default() };
    let account = arena::fight(&start(), &bout(1, marshal, marshal), &terms).unwrap();
    assert!(account.choices.red > 0);
    assert_eq!(account.late, account.choices);
    let in_time = arena::fight(&start(), &bout(1, marshal, marshal), &Terms::default()).unwrap();
    assert_eq!(in_time.late, BySide::default());
}

#[test]
fn captains_count_their_work_and_not_the_time() {
    let battle = start();
    let decide = |playouts| {
        let Awaiting::Decision { side, request } = battle.awaiting() else { panic!("somebody must choose") };
        let mut captain = MusketPike::enlist(PlayerName::Captain(playouts), 3).unwrap();
        captain.decide(&battle, *side, request, &Budget { playouts, ..Budget::default() }).unwrap()
    };
    assert_eq!(decide(6), decide(6));
}

#[test]
fn marshal_beats_chance() {
    let (start, terms) = (start(), Terms::default());
    let marshal = PlayerName::Marshal(Temperament::Balanced);
    let mut accounts = Vec::new();
    for seed in 0..4 {
        accounts.push(arena::fight(&start, &bout(seed, marshal, PlayerName::Random), &terms).unwrap());
        let mut account = arena::fight(&start, &bout(seed, PlayerName::Random, marshal), &terms).unwrap();
        account.swapped = true;
        accounts.push(account);
    }
    let summary = Summary::of(&accounts);
    assert!(summary.won.second == 0 && summary.won.first >= 6, "{:?}", summary.won);
}

/// Naseby at the first choice of Orders, of a Wing that makes ready, with three of four of its units in this condition.
fn naseby_with(formation: Formation, morale: MoraleState) -> Battle<MusketPike> {
    let setup = Setup {
        scenario: ScenarioSource::Id("naseby".to_owned()),
        charts: None,
        options: Options::default(),
    };
    let mut battle: Battle<MusketPike> = Battle::start(&setup).unwrap().0;
    let mut player = MusketPike::enlist(PlayerName::Marshal(Temperament::Balanced), 1).unwrap();
    let mut numbers = Numbers::new(1);
    loop {
        let step = match battle.awaiting() {
            Awaiting::Decision { request: Request::ChangeOrders(wing), .. } => {
                let wing = *wing;
                return battle.with_world(|world| {
                    world.wings[usize::from(wing.0)].orders = Orders::MakeReady;
                    let units = &battle.scenario().units_of_wing[usize::from(wing.0)];
                    for (_, unit) in units.iter().enumerate().filter(|(i, _)| i % 4 > 0) {
                        let unit = &mut world.units[usize::from(unit.0)];
                        (unit.formation, unit.morale) = (formation, morale);
                    }
                });
            }
            Awaiting::Decision { side, request } => {
                let decision = player.decide(&battle, *side, request, &Budget::default()).unwrap();
                Step::Choose { side: *side, decision }
            }
            Awaiting::Dice(roll) => {
                let mut face =
                    |next: &NextDie<'_>| Ok::<u8, ()>(next.face(numbers.below(usize::from(next.sides()))));
                Step::Dice(throw_with(roll, &mut face).unwrap())
            }
            Awaiting::Nothing(_) => panic!("no Orders were asked for"),
        };
        battle.apply(&step).unwrap();
    }
}

#[test]
fn men_who_are_only_out_of_their_ranks_are_not_put_under_rally() {
    let rallies = |battle: &Battle<MusketPike>| {
        let Awaiting::Decision { side, request } = battle.awaiting() else { panic!("Orders are asked for") };
        let mut marshal = MusketPike::enlist(PlayerName::Marshal(Temperament::Balanced), 1).unwrap();
        let decision = marshal.decide(battle, *side, request, &Budget::default()).unwrap();
        matches!(decision, Decision::ChangeOrders { to: Orders::Rally, .. })
    };
    // From Rally few come back to a charge, and under Receive Charge everybody closes his ranks as well.
    assert!(!rallies(&naseby_with(Formation::Broken, MoraleState::Normal)));
    assert!(rallies(&naseby_with(Formation::Broken, MoraleState::Shaken)), "whose morale is gone is rallied");
}

/// Every choice of Orders of red's in the first four turns of some battles of naseby between marshals.
fn choices_of_orders() -> Vec<Battle<MusketPike>> {
    let setup = Setup {
        scenario: ScenarioSource::Id("naseby".to_owned()),
        charts: None,
        options: Options::default(),
    };
    let mut found = Vec::new();
    for seed in 0..8 {
        let mut battle: Battle<MusketPike> = Battle::start(&setup).unwrap().0;
        let mut player = MusketPike::enlist(PlayerName::Marshal(Temperament::Balanced), seed).unwrap();
        let mut numbers = Numbers::new(seed);
        while battle.world().turn <= 4 {
            let step = match battle.awaiting() {
                Awaiting::Decision { side, request } => {
                    if matches!((side, request), (Side::Red, Request::ChangeOrders(_))) {
                        found.push(battle.clone());
                    }
                    let decision = player.decide(&battle, *side, request, &Budget::default()).unwrap();
                    Step::Choose { side: *side, decision }
                }
                Awaiting::Dice(roll) => {
                    let mut face = |next: &NextDie<'_>| {
                        Ok::<u8, ()>(next.face(numbers.below(usize::from(next.sides()))))
                    };
                    Step::Dice(throw_with(roll, &mut face).unwrap())
                }
                Awaiting::Nothing(_) => break,
            };
            battle.apply(&step).unwrap();
        }
    }
    found
}

fn charges(name: PlayerName, battle: &Battle<MusketPike>) -> bool {
    let Awaiting::Decision { side, request } = battle.awaiting() else { panic!("Orders are asked for") };
    let mut player = MusketPike::enlist(name, 1).unwrap();
    let decision = player.decide(battle, *side, request, &Budget::default()).unwrap();
    matches!(decision, Decision::ChangeOrders { to: Orders::Charge, .. })
}

#[test]
fn whoever_wins_by_points_charges_less_and_captains_less_than_marshals() {
    let marshal = PlayerName::Marshal(Temperament::Balanced);
    let (mut held, mut rushed, mut waited) = (0, 0, 0);
    for battle in choices_of_orders() {
        // At naseby red wins unless blue is 15 points ahead. The loss of its guns and Wagons, who fight nobody, is
        // enough for that.
        let behind = battle.with_world(|world| {
            for unit in &battle.scenario().units_of[Side::Red] {
                let kind = &battle.scenario().scenario.units[usize::from(unit.0)].unit_type;
                if matches!(kind, UnitType::Artillery { .. } | UnitType::Wagon) {
                    world.units[usize::from(unit.0)].fate = Fate::Captured;
                }
            }
        });
        match (charges(marshal, &battle), charges(marshal, &behind)) {
            (false, true) => held += 1,
            (true, false) => rushed += 1,
            _ => {}
        }
        waited += u32::from(charges(marshal, &behind) && !charges(PlayerName::Captain(1), &behind));
    }
    assert!(held > 0 && rushed == 0, "held {held}, rushed {rushed}");
    assert!(waited > 0, "a captain lets the enemy come");
}

#[test]
fn unknown_players_scenarios_and_armies_are_refused() {
    assert!("napoleon".parse::<PlayerName>().is_err());
    let wish = |scenario: Option<&str>, red: Option<&str>| Wish {
        scenario: scenario.map(str::to_owned),
        red: red.map(str::to_owned),
        blue: None,
    };
    let hexes = |wish| <MusketPike as Roster>::setup(&wish).unwrap_err().remedy;
    assert!(hexes(wish(Some("waterloo"), None)).contains("naseby"));
    assert!(hexes(wish(None, Some("french"))).contains("scenario"));
    let table = |wish| <Fogr as Roster>::setup(&wish).map_err(|bad| bad.remedy);
    assert!(table(wish(None, Some("martians"))).unwrap_err().contains("fogr/french-1525"));
    assert!(table(wish(Some("naseby"), None)).unwrap_err().contains("armies"));
    assert!(table(wish(Some("mill-field"), None)).is_ok());
    assert!(table(wish(Some("mill-field"), Some("french-1525"))).unwrap_err().contains("not both"));
    assert!(table(wish(None, Some("french-1525"))).is_ok());
}

/// A random battle of fogr at a choice of blue's while red has somebody in ambush.
fn with_ambush() -> Battle<Fogr> {
    for number in 0..400 {
        let Some(setup) = Fogr::random_setup(number) else { continue };
        let Ok((mut battle, _)) = Battle::<Fogr>::start(&setup) else { continue };
        let mut numbers = Numbers::new(number);
        for _ in 0..400 {
            let hidden = battle.world().setup.ambushes.red.iter().any(|ambush| ambush.hides.is_some());
            let step = match battle.awaiting() {
                Awaiting::Nothing(_) => break,
                Awaiting::Decision { side: Side::Blue, .. } if hidden => return battle,
                Awaiting::Dice(roll) => {
                    let mut face = |next: &NextDie<'_>| {
                        Ok::<u8, ()>(next.face(numbers.below(usize::from(next.sides()))))
                    };
                    Step::Dice(throw_with(roll, &mut face).unwrap())
                }
                Awaiting::Decision { side, request } => {
                    let side = *side;
                    let decision = Fogr::pick(&battle, side, request, &mut |end| numbers.below(end)).unwrap();
                    Step::Choose { side, decision }
                }
            };
            battle.apply(&step).unwrap();
        }
    }
    panic!("no random battle has an ambush")
}

#[test]
fn no_decision_of_fogr_changes_when_only_hidden_things_do() {
    let battle = with_ambush();
    // Red's men are somewhere else, and its works are more than they seem.
    let moved = battle.with_world(|world| {
        for i in 0..world.setup.ambushes.red.len() {
            if let Some(hidden) = world.setup.ambushes.red[i].hides.take() {
                world[hidden.group].presence = Presence::FlankMarch;
            }
        }
        world.setup.markers.red.iter_mut().for_each(|marker| marker.bases += 1);
    });
    assert_ne!(battle.world(), moved.world(), "the battles differ in what is hidden");
    let view = |b: &Battle<Fogr>| Fogr::view(b, Side::Blue.into());
    assert_eq!(view(&battle), view(&moved), "blue sees no difference");
    let Awaiting::Decision { side: Side::Blue, request } = battle.awaiting() else {
        panic!("blue must choose")
    };
    for name in Fogr::names() {
        for seed in 0..8 {
            let choose = |battle: &Battle<Fogr>| {
                let mut numbers = Numbers::new(seed);
                let seen = Fogr::imagine(battle, Side::Blue, &mut |end| numbers.below(end));
                assert_eq!(view(battle), view(&seen), "what is imagined keeps to what is seen");
                let decision =
                    Fogr::enlist(*name, seed).unwrap().decide(&seen, Side::Blue, request, &Budget::default());
                (decision, seen.world().clone())
            };
            assert_eq!(choose(&battle), choose(&moved), "{name}");
        }
    }
}
