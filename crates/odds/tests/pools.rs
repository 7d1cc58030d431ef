//! Closed forms against three independent ways of throwing the same dice: every throw written out and read
//! by the kernel, die after die through the enumerator, and the representative throws themselves.
#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use caracole_kernel::dice::{Die, FaceSet, Keep, Pool, Reading, Reroll, Roll, Throw, Thrown, Value};
use caracole_ledger::rule;
use caracole_odds::{
    Distribution, Fall, Fraction, Natural, OddsError, Pools, Resolution, enumerate, fingerprint, numbers,
    outcomes, pool, pools,
};
use smallvec::{SmallVec, smallvec};
use std::{collections::BTreeMap, convert::Infallible};

const KEEPS: [Keep; 3] = [Keep::New, Keep::Higher, Keep::Lower];
/// Ones, middling faces and sixes apart; classes 1 and 6 of 0 to 7.
const THREE_CLASSES: [u8; 16] = [0, 1, 1, 3, 3, 6, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0];

fn face_sets() -> impl Iterator<Item = FaceSet> {
    (0u8..64).map(|bits| FaceSet::of(&(1..=6).filter(|f| bits >> (f - 1) & 1 == 1).collect::<Vec<u8>>()))
}

fn readings() -> Vec<Reading> {
    let mut readings: Vec<Reading> = (0..=7).map(|at_least| Reading::Hits { at_least }).collect();
    readings.extend([Reading::Sum, Reading::Highest, Reading::Lowest, Reading::Classes(THREE_CLASSES)]);
    readings
}

/// Every throw of a pool, each re-roll included, with its weight out of `sides ^ (2 * dice)`.
fn every_throw(pool: &Pool) -> Vec<(Thrown, u64)> {
    let mut throws = vec![(Thrown::default(), 1)];
    for _ in 0..pool.dice {
        let mut longer = Vec::new();
        for (thrown, weight) in &throws {
            for face in pool.die.faces() {
                let mut thrown = thrown.clone();
                thrown.dice.push(face);
                if pool.reroll.faces.has(face) {
                    for again in pool.die.faces() {
                        let mut thrown = thrown.clone();
                        thrown.again.push(again);
                        longer.push((thrown, *weight));
                    }
                } else {
                    longer.push((thrown, weight * u64::from(pool.die.sides())));
                }
            }
        }
        throws = longer;
    }
    throws
}

fn by_brute_force(pool: &Pool, throws: &[(Thrown, u64)]) -> Distribution<Value> {
    let mut counts: BTreeMap<Value, u64> = BTreeMap::new();
    for (thrown, weight) in throws {
        *counts.entry(pool.read(thrown).unwrap()).or_default() += weight;
    }
    Distribution::weighted(counts).unwrap()
}

/// Throws one die after another, and a second one where it must be thrown again; keeps only what the reading
/// needs to know.
#[derive(Clone, PartialEq, Eq, Hash)]
struct DieByDie {
    pool: Pool,
    left: u16,
    again: Option<u8>,
    value: Value,
}

impl DieByDie {
    fn new(pool: Pool) -> Self {
        let value = match pool.reading {
            Reading::Classes(_) => Value::Counts([0; 8]),
            Reading::Each => Value::Faces(SmallVec::new()),
            _ => Value::Number(0),
        };
        DieByDie { pool, left: pool.dice, again: None, value }
    }

    fn count(&mut self, face: u8) {
        let first = self.left == self.pool.dice;
        self.left -= 1;
        let face_number = i32::from(face);
        match (&mut self.value, self.pool.reading) {
            (Value::Number(n), Reading::Hits { at_least }) => *n += i32::from(face >= at_least),
            (Value::Number(n), Reading::Sum) => *n += face_number,
            (Value::Number(n), Reading::Highest) => {
                *n = if first { face_number } else { face_number.max(*n) }
            }
            (Value::Number(n), Reading::Lowest) => *n = if first { face_number } else { face_number.min(*n) },
            (Value::Counts(counts), Reading::Classes(class)) => {
                counts[usize::from(class[usize::from(face)])] += 1
            }
            (Value::Faces(faces), Reading::Each) => faces.push(face),
            _ => unreachable!(),
        }
    }
}

impl Resolution for DieByDie {
    type Refusal = Infallible;

    fn awaits(&self) -> Option<Pools> {
        let one = Pool { dice: 1, die: self.pool.die, reroll: Reroll::NONE, reading: Reading::Each };
        (self.left > 0).then(|| smallvec![one])
    }

    fn feed(&mut self, fall: Fall<'_>) -> Result<(), Infallible> {
        let &[Value::Faces(faces)] = fall.values() else { unreachable!() };
        let Pool { reroll, .. } = self.pool;
        match self.again.take() {
            Some(first) => self.count(reroll.settle(first, faces[0])),
            None if reroll.faces.has(faces[0]) => self.again = Some(faces[0]),
            None => self.count(faces[0]),
        }
        Ok(())
    }

    fn fingerprint(&self) -> u64 {
        fingerprint(self)
    }
}

fn die_by_die(pool: Pool) -> Distribution<Value> {
    enumerate(&DieByDie::new(pool), |_| false, |state| state.value.clone()).unwrap()
}

#[test]
fn closed_form_equals_every_throw_of_up_to_three_dice() {
    for dice in 0..=3 {
        for faces in face_sets() {
            for keep in KEEPS {
                let pool_of = |reading| Pool { dice, die: Die::D6, reroll: Reroll { faces, keep }, reading };
                let throws = every_throw(&pool_of(Reading::Sum));
                for reading in readings().into_iter().chain([Reading::Each]) {
                    let asked = pool_of(reading);
                    let expected = by_brute_force(&asked, &throws);
                    assert_eq!(pool(&asked).unwrap(), expected, "{asked:?}");
                }
            }
        }
    }
}

#[test]
fn closed_form_equals_enumeration_of_up_to_six_dice() {
    for dice in 1..=6 {
        for faces in face_sets() {
            for keep in KEEPS {
                for reading in readings() {
                    let asked = Pool { dice, die: Die::D6, reroll: Reroll { faces, keep }, reading };
                    assert_eq!(pool(&asked).unwrap(), die_by_die(asked), "{asked:?}");
                }
            }
        }
    }
}

#[test]
fn closed_form_equals_enumeration_on_other_dice() {
    let d3 = Die { lowest: 1, highest: 3 };
    let odd = Die { lowest: 4, highest: 15 };
    let one_sided = Die { lowest: 7, highest: 7 };
    for die in [Die::D10, d3, odd, one_sided] {
        for faces in [vec![], vec![die.lowest], vec![die.highest], vec![die.lowest, die.highest, 5]] {
            for keep in KEEPS {
                for reading in readings().into_iter().chain([Reading::Hits { at_least: 12 }, Reading::Each]) {
                    let reroll = Reroll { faces: FaceSet::of(&faces), keep };
                    let asked = Pool { dice: 3, die, reroll, reading };
                    assert_eq!(pool(&asked).unwrap(), die_by_die(asked), "{asked:?}");
                }
            }
        }
    }
}

#[test]
fn a_representative_throw_reads_as_its_value() {
    let mut rolls = 0;
    for dice in [0, 1, 2, 5] {
        for faces in face_sets().step_by(5) {
            for keep in KEEPS {
                for reading in readings().into_iter().chain([Reading::Each]) {
                    let asked = Pool { dice, die: Die::D6, reroll: Reroll { faces, keep }, reading };
                    let other = Pool::hits(2, Die::D10, 7, Reroll::of(&[9]));
                    let roll: Roll = Roll {
                        side: None,
                        rule: rule!("TABLE-001"),
                        purpose: "test".into(),
                        pools: smallvec![asked, other],
                    };
                    let joint = pools(&roll.pools).unwrap();
                    let listed: Vec<(Throw, Natural)> = outcomes(&roll).unwrap();
                    assert_eq!(listed.len(), joint.outcomes().len());
                    let mut sum = Natural::ZERO;
                    for ((throw, weight), (values, expected)) in listed.iter().zip(joint.iter()) {
                        assert_eq!(&roll.read(throw).unwrap(), values, "{asked:?}");
                        assert_eq!(weight, &expected);
                        sum += weight;
                    }
                    assert_eq!(&sum, joint.total());
                    rolls += 1;
                }
            }
        }
    }
    assert_eq!(rolls, 4 * 13 * 3 * 13);
}

/// Eight dice at 4+ with ones thrown again: a die hits with 1/2 + 1/6 * 1/2 = 7/12.
#[test]
fn hits_with_rerolled_ones_by_hand() {
    let hits = numbers(&Pool::hits(8, Die::D6, 4, Reroll::of(&[1]))).unwrap();
    assert_eq!(hits.mean(), "14/3".parse().unwrap());
    assert_eq!(hits.variance(), "35/18".parse().unwrap());
    assert_eq!(hits.probability(&0).to_string(), "390625/429981696"); // 5^8 / 12^8
    assert_eq!(hits.at_least(&8).to_string(), "5764801/429981696"); // 7^8 / 12^8
}

#[test]
fn two_dice_sum_to_seven_six_ways() {
    let sum = numbers(&Pool::sum(2, Die::D6, Reroll::NONE)).unwrap();
    assert_eq!(sum.probability(&7), "1/6".parse().unwrap());
    assert_eq!(sum.probability(&2), "1/36".parse().unwrap());
    assert_eq!(sum.at_least(&10), "1/6".parse().unwrap());
}

/// The largest pools of each closed form: means by linearity, extremes by hand.
#[test]
fn the_largest_pools() {
    let sum = numbers(&Pool::sum(400, Die::D10, Reroll::of(&[0]))).unwrap();
    assert_eq!(sum.outcomes().len(), 3601);
    // A d10 has mean 4.5; a nought thrown again adds a tenth of 4.5.
    assert_eq!(sum.mean(), "1980".parse().unwrap());
    assert_eq!(sum.probability(&0), Fraction::new(1, Natural::from(100u8).pow(400)).unwrap());

    let hits = numbers(&Pool::hits(400, Die::D6, 5, Reroll::of(&[1, 2, 3, 4]))).unwrap();
    assert_eq!(hits.mean(), "2000/9".parse().unwrap()); // 400 * (1 - 4/9)
    assert_eq!(hits.at_least(&0), Fraction::ONE);

    let highest = Pool { dice: 400, die: Die::D6, reroll: Reroll::NONE, reading: Reading::Highest };
    let never_six = Fraction::new(Natural::from(5u8).pow(400), Natural::from(6u8).pow(400)).unwrap();
    assert_eq!(Fraction::ONE - numbers(&highest).unwrap().probability(&6), never_six);
}

#[test]
fn what_is_too_large_or_senseless_is_refused() {
    let asked = Pool::hits(401, Die::D6, 4, Reroll::NONE);
    assert_eq!(pool(&asked), Err(OddsError::Dice { dice: 401 }));
    let each = Pool { dice: 9, die: Die::D6, reroll: Reroll::NONE, reading: Reading::Each };
    assert!(matches!(pool(&each), Err(OddsError::Outcomes { .. })));
    let many = Pool { dice: 400, ..each };
    assert!(matches!(pool(&many), Err(OddsError::Outcomes { .. })));
    let by_face: [u8; 16] = [0, 1, 2, 3, 4, 5, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    let classes = Pool { dice: 60, reading: Reading::Classes(by_face), ..each };
    assert!(matches!(pool(&classes), Err(OddsError::Outcomes { .. })));
    for die in
        [Die { lowest: 6, highest: 1 }, Die { lowest: 1, highest: 16 }, Die { lowest: 0, highest: 255 }]
    {
        for reading in readings().into_iter().chain([Reading::Each]) {
            let asked = Pool { dice: 2, die, reroll: Reroll::NONE, reading };
            assert_eq!(pool(&asked), Err(OddsError::Die { die }));
        }
    }
    assert_eq!(numbers(&Pool { dice: 2, ..each }), Err(OddsError::NotANumber));
    let hundred = Pool::hits(100, Die::D6, 4, Reroll::NONE);
    assert!(matches!(pools(&[hundred; 4]), Err(OddsError::Outcomes { .. })));
}
