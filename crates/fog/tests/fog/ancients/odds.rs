//! Exact odds equal brute force: every face of every die thrown, and thrown again, through the same machine.

use crate::ancients::support::random::{Chance, Size, fight};
use crate::ancients::support::*;
use caracole_fog::RollPurpose;
use caracole_fog::ancients::Ancients;
use caracole_fog::combat::{Chances, CommanderPlace, Fight, Grade, Readings, Round, RoundState, Toll};
use caracole_fog::troops::{Capability::*, CombatPhase, TroopType::*};
use caracole_kernel::Side;
use caracole_kernel::dice::{Pool, Roll, Throw, Thrown};
use caracole_odds::{Distribution, Fraction};
use std::collections::BTreeMap;

/// Every throw of a pool with its weight: a die that may be thrown again counts in thirty-sixths.
fn throws(pool: &Pool) -> Vec<(Thrown, u64)> {
    let mut all = vec![(Thrown::default(), 1)];
    for _ in 0..pool.dice {
        let mut longer = Vec::new();
        for (thrown, weight) in &all {
            for face in 1..=6u8 {
                let mut first = thrown.clone();
                first.dice.push(face);
                match (pool.reroll.faces.is_empty(), pool.reroll.faces.has(face)) {
                    (true, _) => longer.push((first, *weight)),
                    (false, false) => longer.push((first, 6 * weight)),
                    (false, true) => longer.extend((1..=6u8).map(|again| {
                        let mut second = first.clone();
                        second.again.push(again);
                        (second, *weight)
                    })),
                }
            }
        }
        all = longer;
    }
    all
}

/// What can be read from a roll, by throwing everything.
fn readings_of(roll: &Roll<RollPurpose>) -> BTreeMap<Vec<i32>, u64> {
    let mut joint: BTreeMap<Vec<i32>, u64> = [(Vec::new(), 1)].into();
    for pool in &roll.pools {
        let one = Roll { pools: smallvec::smallvec![*pool], ..roll.clone() };
        let mut single: BTreeMap<i32, u64> = BTreeMap::new();
        for (thrown, weight) in throws(pool) {
            let values = one.read(&Throw(smallvec::smallvec![thrown])).expect("dice that fit");
            *single.entry(values[0].number()).or_default() += weight;
        }
        let mut longer = BTreeMap::new();
        for (before, weight) in &joint {
            for (value, more) in &single {
                let mut key = before.clone();
                key.push(*value);
                *longer.entry(key).or_insert(0) += weight * more;
            }
        }
        joint = longer;
    }
    joint
}

fn brute_force(fight: &Fight, readings: Readings) -> Distribution<Vec<Toll>> {
    let round: Round<'_, Ancients> = Round::new(fight, readings);
    let mut odds = Distribution::always(round.start());
    while odds.outcomes().iter().any(|state| !state.is_done()) {
        odds = odds.and_then(|state: &RoundState| {
            let Some(roll) = round.awaiting(state) else { return Distribution::always(state.clone()) };
            let ways = readings_of(&roll).into_iter().map(|(values, weight)| {
                let mut next = state.clone();
                round.feed(&mut next, |pool| values[pool]);
                (next, weight)
            });
            Distribution::weighted(ways).expect("some way")
        });
    }
    odds.map(|state| state.tolls.to_vec())
}

fn exact(chances: &mut Chances, fight: &Fight, readings: Readings) -> Distribution<Vec<Toll>> {
    chances.of_round::<Ancients>(fight, readings).expect("odds").map(|tolls| tolls.to_vec())
}

fn listed(odds: &Distribution<Vec<Toll>>) -> Vec<(Vec<Toll>, Fraction)> {
    odds.probabilities().map(|(tolls, share)| (tolls.clone(), share)).collect()
}

/// Few enough dice to throw them all.
fn is_small(fight: &Fight, readings: Readings) -> bool {
    let round: Round<'_, Ancients> = Round::new(fight, readings);
    round.muster().parts.iter().all(|p| p.dice() <= 4) && (1..=8).contains(&round.muster().parts.len())
}

#[test]
fn five_hundred_small_combats() {
    let mut chance = Chance(caracole_kernel::Numbers::new(3));
    let mut chances = Chances::default();
    let size = Size { files: 2, ranks: 2, groups: 3 };
    let mut done = 0;
    while done < 500 {
        let fight = fight(&mut chance, size);
        let mut readings = Readings::DEFAULT;
        if chance.one_in(5) {
            readings = readings.flip(chance.below(33) as usize);
        }
        if !is_small(&fight, readings) {
            continue;
        }
        let (fast, slow) = (exact(&mut chances, &fight, readings), brute_force(&fight, readings));
        assert_eq!(listed(&fast), listed(&slow), "{fight:?}");
        done += 1;
    }
}

#[test]
fn the_general_walk_agrees_with_the_fast_one() {
    let mut chance = Chance(caracole_kernel::Numbers::new(4));
    let mut chances = Chances::default();
    for _ in 0..200 {
        let fight = fight(&mut chance, Size { files: 3, ranks: 3, groups: 3 });
        let round: Round<'_, Ancients> = Round::new(&fight, Readings::DEFAULT);
        let general = chances.walked_at_length(&round).expect("odds").map(|tolls| tolls.to_vec());
        assert_eq!(listed(&exact(&mut chances, &fight, Readings::DEFAULT)), listed(&general));
    }
}

#[test]
fn odds_worked_out_by_hand() {
    // One file of one rank each, nothing but a die at 4 for either side. Blue is hit and does not hit: 1/4. It then
    // loses its only base unless the die exceeds 1, and a group of two bases that loses one breaks.
    let foot = plain(HeavyFoot, &[]);
    let group = |side| block(side, foot, 2, 1);
    let mut fight = Fight::new(CombatPhase::Melee, vec![group(Side::Red), group(Side::Blue)]);
    fight.duels = vec![duel(at(0, 0), at(1, 0))];
    let odds = exact(&mut Chances::default(), &fight, Readings::DEFAULT);
    let lost = odds.probability_that(|t| t[1].result == caracole_fog::combat::CombatResult::Lost);
    assert_eq!(lost.to_string(), "1/4");
    // Two bases at the start add 1: one hit can cost nobody a base.
    assert_eq!(odds.probability_that(|t| t[1].lost > 0).to_string(), "0/1");
    // The loser tests at -1 for 1 hit per 2 bases: 8 or more on two dice passes, 15/36; so 1/4 of 21/36 drop a level.
    let dropped = odds.probability_that(|t| t[1].cohesion != caracole_fog::troops::Cohesion::Steady);
    assert_eq!(dropped.to_string(), "7/48");
}

#[test]
fn a_commander_who_leads_risks_his_life() {
    // Red cannot hit back hard: blue's commander is lost with 6/36, 3/36 or 1/36 once two hits have fallen.
    let foot = plain(HeavyFoot, &[Swordsmen]);
    let mut fight = line_up(CombatPhase::Melee, block(Side::Red, foot, 2, 2), block(Side::Blue, foot, 2, 2));
    fight.groups[1].commander = commander(Grade::Field, CommanderPlace::FrontRank);
    let odds = exact(&mut Chances::default(), &fight, Readings::DEFAULT);
    // Red: 4 dice at 4+. Blue re-rolls 1s: 7/12 a die. P(fall) = sum over hits r >= 2, b of P(r)P(b) x (6,3,1)/36.
    let choose = [1u64, 4, 6, 4, 1];
    let mut sum = 0u64;
    for r in 2..=4usize {
        for b in 0..=4usize {
            let falls = match r.cmp(&b) {
                std::cmp::Ordering::Greater => 6,
                std::cmp::Ordering::Equal => 3,
                std::cmp::Ordering::Less => 1,
            };
            sum += choose[r] * choose[b] * 7u64.pow(b as u32) * 5u64.pow(4 - b as u32) * falls;
        }
    }
    let total = 16 * 12u64.pow(4) * 36;
    let by_hand = Distribution::weighted([(true, sum), (false, total - sum)]).expect("weights");
    assert_eq!(odds.probability_that(|t| t[1].commander_lost), by_hand.probability(&true));
}
