//! A battle's own resolution, enumerated: against odds worked out from the rules of the trial game, and
//! against every single throw of its dice.
#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use caracole_kernel::{
    Awaiting, Battle, BySide, Side, Step,
    dice::{Die, Pool, Reroll, Roll, Throw, Thrown},
};
use caracole_odds::{Distribution, Pools, Stopped, enumerate_battle, numbers};
use caracole_trial::{Decision, Field, Level, Listed, Request, Setup, Trial, UnitId};
use std::{collections::BTreeMap, rc::Rc};

const RED: UnitId = UnitId(0);
const BLUE: UnitId = UnitId(1);

/// What is asked of both units at the end: red's and blue's level and strength.
type Standing = [(Level, u8); 2];

/// One unit a side, next to each other, red to move; red's are veterans.
fn face_to_face(red: u8, blue: u8) -> Battle<Trial> {
    let unit = |strength, veteran| vec![Listed { name: "unit".to_owned(), strength, veteran, ambush: false }];
    let setup =
        Setup { armies: BySide { red: unit(red, true), blue: unit(blue, false) }, turns: 9, cards: None };
    let (battle, _) = Battle::<Trial>::start(&setup).unwrap();
    battle.with_world(|world| {
        world[RED].field = Field(3);
        world[BLUE].field = Field(4);
    })
}

fn choose(battle: &mut Battle<Trial>, side: Side, decision: Decision) {
    battle.apply(&Step::Choose { side, decision }).unwrap();
}

fn standing(battle: &Battle<Trial>) -> Standing {
    [RED, BLUE].map(|id| (battle.world()[id].level, battle.world()[id].strength))
}

fn back_in_the_turn(battle: &Battle<Trial>) -> bool {
    matches!(battle.awaiting(), Awaiting::Decision { request: Request::Turn, .. })
}

/// Fires whenever it may, and stands to receive a charge.
fn fire(_: &Battle<Trial>, _: Side, request: &Request) -> Decision {
    match request {
        Request::ReturnFire { .. } => Decision::Yes,
        _ => Decision::No,
    }
}

/// A unit after a test for so many hits: under 7 with two dice, one more for veterans, one less for each of up
/// to four hits, it is shaken; three hits cost a point of strength.
fn after_hits(hits: i32, strength: u8, veteran: i32) -> Distribution<(Level, u8)> {
    if hits == 0 {
        return Distribution::always((Level::Steady, strength));
    }
    let left = if hits >= 3 { strength - 1 } else { strength };
    numbers(&Pool::sum(2, Die::D6, Reroll::NONE)).unwrap().map(|dice| {
        let shaken = dice + veteran - hits.min(4) < 7;
        (if shaken { Level::Shaken } else { Level::Steady }, left)
    })
}

#[test]
fn a_charge_has_the_odds_that_the_rules_give_it() {
    let mut battle = face_to_face(6, 7);
    choose(&mut battle, Side::Red, Decision::Charge { unit: RED, at: BLUE });
    let odds = enumerate_battle(&battle, fire, back_in_the_turn, standing).unwrap();

    // Chargers hit on 4, the charged on 5; only red's veterans throw ones again.
    let by_red = numbers(&Pool::hits(6, Die::D6, 4, Reroll::of(&[1]))).unwrap();
    let by_blue = numbers(&Pool::hits(7, Die::D6, 5, Reroll::NONE)).unwrap();
    let red = by_blue.and_then(|&hits| after_hits(hits, 6, 1));
    let blue = by_red.and_then(|&hits| after_hits(hits, 7, 0));
    assert_eq!(odds, red.combine(&blue, |&red, &blue| [red, blue]));
}

fn every_throw<P>(roll: &Roll<P>) -> Vec<(Throw, u64)> {
    let mut throws = vec![(Throw::default(), 1)];
    for pool in &roll.pools {
        let mut fallen = vec![(Thrown::default(), 1)];
        for _ in 0..pool.dice {
            let mut longer = Vec::new();
            for (thrown, weight) in &fallen {
                for (face, again) in pool.die.faces().flat_map(|f| pool.die.faces().map(move |a| (f, a))) {
                    let mut thrown: Thrown = thrown.clone();
                    thrown.dice.push(face);
                    if pool.reroll.faces.has(face) {
                        thrown.again.push(again);
                        longer.push((thrown, *weight));
                    } else if again == pool.die.lowest {
                        longer.push((thrown, weight * u64::from(pool.die.sides())));
                    }
                }
            }
            fallen = longer;
        }
        let joined = throws.iter().flat_map(|(throw, weight)| {
            fallen.iter().map(move |(thrown, more)| {
                let mut throw = throw.clone();
                throw.0.push(thrown.clone());
                (throw, weight * more)
            })
        });
        throws = joined.collect();
    }
    throws
}

/// Rolls already written out.
type Throws = Vec<(Pools, Rc<[(Step<Decision>, u64)]>)>;

/// Every throw of every roll, one at a time, without merging; in shares of `whole`.
fn by_brute_force(
    battle: &Battle<Trial>,
    whole: u64,
    throws: &mut Throws,
    ends: &mut BTreeMap<Standing, u64>,
) {
    match battle.awaiting() {
        _ if back_in_the_turn(battle) => *ends.entry(standing(battle)).or_default() += whole,
        Awaiting::Decision { side, request } => {
            let mut next = battle.clone();
            let decision = fire(battle, *side, request);
            choose(&mut next, *side, decision);
            by_brute_force(&next, whole, throws, ends);
        }
        Awaiting::Dice(roll) => {
            let steps = match throws.iter().find(|(pools, _)| *pools == roll.pools) {
                Some((_, steps)) => Rc::clone(steps),
                None => {
                    let steps = every_throw(roll).into_iter().map(|(throw, w)| (Step::Dice(throw), w));
                    let steps: Rc<[_]> = steps.collect();
                    throws.push((roll.pools.clone(), Rc::clone(&steps)));
                    steps
                }
            };
            let ways: u64 = steps.iter().map(|(_, weight)| weight).sum();
            assert_eq!(whole % ways, 0, "the shares must stay whole");
            for (step, weight) in steps.iter() {
                let mut next = battle.clone();
                next.apply(step).unwrap();
                by_brute_force(&next, whole / ways * weight, throws, ends);
            }
        }
        Awaiting::Nothing(_) => unreachable!("the turn goes on"),
    }
}

#[test]
fn a_volley_and_its_returns_equal_every_throw() {
    let mut battle = face_to_face(1, 1);
    choose(&mut battle, Side::Red, Decision::Volley { unit: RED, at: BLUE });
    let mut ends = BTreeMap::new();
    // Nine dice fall: three volleys, each returned, and three tests; each die counts with the second throw
    // that it might have.
    by_brute_force(&battle, 6u64.pow(18), &mut Vec::new(), &mut ends);
    let odds = enumerate_battle(&battle, fire, back_in_the_turn, standing).unwrap();
    assert_eq!(odds, Distribution::weighted(ends).unwrap());
    assert!(odds.outcomes().len() > 2);
}

#[test]
fn a_battle_is_stopped_where_it_stands() {
    let battle = face_to_face(3, 3);
    let odds = enumerate_battle(&battle, fire, |_| true, standing).unwrap();
    assert_eq!(odds, Distribution::always([(Level::Steady, 3); 2]));
}

#[test]
fn a_refused_decision_is_reported_and_an_idle_battle_ends() {
    let battle = face_to_face(3, 3);
    let illegal = |_: &Battle<Trial>, _: Side, _: &Request| Decision::Move { unit: RED, by: 7 };
    let refused = enumerate_battle(&battle, illegal, |_| false, standing);
    assert!(matches!(refused, Err(Stopped::Refused(_))));

    // Nobody ever does anything: night falls after the ninth turn.
    let idle = |_: &Battle<Trial>, _: Side, _: &Request| Decision::Done;
    let over = enumerate_battle(
        &battle,
        idle,
        |_| false,
        |battle| matches!(battle.awaiting(), Awaiting::Nothing(_)),
    );
    assert_eq!(over, Ok(Distribution::always(true)));
}

/// Fights on to the end of the battle: dozens of rolls, weights far beyond 256 bits.
#[test]
fn whole_battles_of_two_units() {
    let attack = |battle: &Battle<Trial>, side: Side, request: &Request| match request {
        Request::Turn => {
            let (unit, at) = if side == Side::Red { (RED, BLUE) } else { (BLUE, RED) };
            match battle.world()[unit].used {
                true => Decision::Done,
                false => Decision::Charge { unit, at },
            }
        }
        _ => Decision::No,
    };
    let winner = |battle: &Battle<Trial>| match battle.awaiting() {
        Awaiting::Nothing(outcome) => outcome.winner,
        _ => unreachable!("it was fought to the end"),
    };
    let odds = enumerate_battle(&face_to_face(4, 4), attack, |_| false, winner).unwrap();
    let chance = |side| odds.probability_that(|&winner| winner == Some(side));
    // The veterans charge first; the odds are for them.
    assert!(chance(Side::Red) > chance(Side::Blue));
    assert_eq!(odds.probability_that(|_| true).to_string(), "1/1");
}
