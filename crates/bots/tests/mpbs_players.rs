//! Players of the Musket & Pike Battle Series: how they intercept and preempt, and that temperaments can be told apart.
#![allow(clippy::unwrap_used, clippy::panic)] // Helpers of tests fail by panicking.

use caracole_bots::{Account, Budget, Match, Numbers, PlayerName, Roster, Temperament, Terms, Wish, arena};
use caracole_kernel::{
    Awaiting, Battle, BySide, Rules, Side, Step,
    dice::{NextDie, Roll, Throw, throw_with},
};
use caracole_musketpike::{
    MusketPike,
    counters::{UnitId, WingId},
    engine::motion::Manoeuvre,
    hex::Placement,
    messages::{Decision, Request},
};

fn naseby() -> Battle<MusketPike> {
    Battle::start(&MusketPike::setup(&Wish::default()).unwrap()).unwrap().0
}

fn by_chance<P>(numbers: &mut Numbers, roll: &Roll<P>) -> Throw {
    let face = |next: &NextDie<'_>| Ok::<u8, ()>(next.face(numbers.below(usize::from(next.sides()))));
    throw_with(roll, face).unwrap()
}

/// An Interception: where it began, where each manoeuvre led, and the manoeuvres.
struct Interception {
    places: Vec<Placement>,
    manoeuvres: Vec<Manoeuvre>,
}

/// Every Interception of a battle between two of a temperament that came off.
fn interceptions(temperament: Temperament, seed: u64) -> Vec<Interception> {
    let mut battle = naseby();
    let mut players = [1, 2].map(|n| MusketPike::enlist(PlayerName::Marshal(temperament), seed + n).unwrap());
    let mut numbers = Numbers::new(seed);
    let mut all: Vec<(UnitId, Interception)> = Vec::new();
    let mut under_way = false;
    loop {
        let step = match battle.awaiting() {
            Awaiting::Decision { side, request } => {
                let side = *side;
                let player = &mut players[usize::from(side == Side::Blue)];
                let decision = player.decide(&battle, side, request, &Budget::default()).unwrap();
                match (request, &decision) {
                    (Request::Intercept(unit), Decision::Manoeuvre(manoeuvre)) => {
                        if !under_way {
                            let places = vec![battle.world().unit(*unit).at];
                            all.push((*unit, Interception { places, manoeuvres: Vec::new() }));
                        }
                        all.last_mut().unwrap().1.manoeuvres.push(*manoeuvre);
                        under_way = true;
                    }
                    _ => under_way = false,
                }
                Step::Choose { side, decision }
            }
            Awaiting::Dice(roll) => Step::Dice(by_chance(&mut numbers, roll)),
            Awaiting::Nothing(_) => break,
        };
        battle.apply(&step).unwrap();
        if under_way {
            let (unit, last) = all.last_mut().unwrap();
            last.places.push(battle.world().unit(*unit).at);
        }
    }
    all.into_iter().map(|(_, interception)| interception).collect()
}

#[test]
fn whoever_intercepts_goes_straight_for_the_enemy() {
    let all: Vec<_> = (0..4).flat_map(|seed| interceptions(Temperament::Bold, 40 + seed)).collect();
    assert!(all.len() >= 8, "{}", all.len());
    for one in &all {
        let turns = one.manoeuvres.iter().filter(|m| matches!(m, Manoeuvre::Face(_))).count();
        assert!(turns <= 3, "nobody need turn more than half round: {:?}", one.manoeuvres);
        let again = one.places.iter().enumerate().any(|(i, at)| one.places[..i].contains(at));
        assert!(!again, "nobody comes back to where he was: {:?}", one.manoeuvres);
    }
}

/// What two of a temperament do in six battles.
fn among_themselves(temperament: Temperament) -> Vec<Account> {
    let (start, player) = (naseby(), PlayerName::Marshal(temperament));
    let bout =
        |seed| Match { number: 0, seed, players: BySide { red: player, blue: player }, swapped: false };
    (0..6).map(|seed| arena::fight(&start, &bout(300_000 + seed), &Terms::default()).unwrap()).collect()
}

#[test]
fn the_bold_attack_more_and_lose_more_than_the_cautious() {
    let sum = |all: &[Account], deed: &str| -> u32 {
        all.iter().filter_map(|account| account.deeds.get(deed)).map(|by| by.red + by.blue).sum()
    };
    let [cautious, balanced, bold] =
        [Temperament::Cautious, Temperament::Balanced, Temperament::Bold].map(among_themselves);
    let told = |deed: &str| [&cautious, &balanced, &bold].map(|all| sum(all, deed));
    for deed in ["attacks", "interceptions", "routs"] {
        let [fewest, middling, most] = told(deed);
        assert!(fewest * 5 < middling * 4 && middling < most, "{deed}: {fewest}, {middling}, {most}");
    }
}

/// A Wing that has failed to preempt once loses its turn by failing again: a captain does not try.
#[test]
fn a_captain_does_not_stake_his_turn_on_a_second_preemption() {
    let wish = Wish { scenario: Some("learning".to_owned()), ..Wish::default() };
    let setup = MusketPike::setup(&wish).unwrap();
    let mut could = 0;
    for seed in 0..6 {
        let mut battle = Battle::<MusketPike>::start(&setup).unwrap().0;
        let captain = MusketPike::enlist(PlayerName::Captain(4), seed).unwrap();
        let marshal = MusketPike::enlist(PlayerName::Marshal(Temperament::Balanced), seed).unwrap();
        let mut players = [marshal, captain];
        let mut numbers = Numbers::new(seed);
        loop {
            let step = match battle.awaiting() {
                Awaiting::Decision { side, request } => {
                    let side = *side;
                    let player = &mut players[usize::from(side == Side::Blue)];
                    let budget = Budget { playouts: 4, ..Budget::default() };
                    let mut decision = player.decide(&battle, side, request, &budget).unwrap();
                    if matches!(request, Request::Preempt(_)) && side == Side::Blue {
                        let failed = |wing: WingId| battle.world().wing(wing).no_continue;
                        let mut all = Vec::new();
                        MusketPike::candidates(&battle, side, request, &mut all);
                        let again = |choice: &Decision| matches!(choice, Decision::Preempt { wing, .. } if failed(*wing));
                        could += all.iter().filter(|choice| again(choice)).count();
                        assert!(!again(&decision), "seed {seed}: {decision:?}");
                        // A first time he tries whenever he can, like it or not.
                        let first =
                            |choice: &Decision| matches!(choice, Decision::Preempt { .. }) && !again(choice);
                        decision = all.into_iter().find(first).unwrap_or(decision);
                    }
                    Step::Choose { side, decision }
                }
                Awaiting::Dice(roll) => Step::Dice(by_chance(&mut numbers, roll)),
                Awaiting::Nothing(_) => break,
            };
            battle.apply(&step).unwrap();
        }
    }
    assert!(could > 0, "nobody was ever asked");
}
