//! Pools of dice in closed form, and one representative throw for everything that can be read from them.

use crate::{
    Distribution, Natural, OddsError, draw,
    numbers::binomial,
    weight::{Weight, bits, with_weight},
};
use caracole_kernel::dice::{Die, MOST_DICE, Pool, Reading, Reroll, Roll, Throw, Thrown, Value, Values};
use smallvec::SmallVec;

/// The most outcomes that are listed one by one.
pub const MOST_OUTCOMES: usize = 1 << 20;

/// One die after its re-roll.
pub fn settled(die: Die, reroll: Reroll) -> Result<Distribution<i32>, OddsError> {
    let weights = face_weights(die, reroll)?;
    let faces = die.faces().map(|face| (i32::from(face), weights[usize::from(face)]));
    Distribution::weighted(faces).ok_or(OddsError::Die { die })
}

/// The weight of each face after the re-roll, in lowest terms. Every face of the die keeps some weight: one
/// that is thrown again may fall the same way.
fn face_weights(die: Die, reroll: Reroll) -> Result<[u64; 16], OddsError> {
    if die.lowest > die.highest || die.highest > 15 {
        return Err(OddsError::Die { die });
    }
    let mut weights = [0; 16];
    for first in die.faces() {
        for again in die.faces() {
            let face = if reroll.faces.has(first) { reroll.settle(first, again) } else { first };
            weights[usize::from(face)] += 1;
        }
    }
    let common = weights.iter().fold(0, |a, &b| gcd(a, b));
    Ok(weights.map(|w| w / common))
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// What is read from a pool.
pub fn pool(pool: &Pool) -> Result<Distribution<Value>, OddsError> {
    match pool.reading {
        Reading::Hits { .. } | Reading::Sum | Reading::Highest | Reading::Lowest => {
            Ok(numbers(pool)?.relabelled(Value::Number))
        }
        Reading::Classes(class_of) => classes(pool, &class_of),
        Reading::Each => each(pool),
        Reading::Draw { deck } => draw::hands(pool, &deck),
    }
}

/// What a pool is worth, when each reading is worth what `weigh` says; nothing where a reading is worth nothing that can
/// be said.
pub fn worth(
    pool: &Pool,
    weigh: impl Fn(&Value) -> Option<i32>,
) -> Result<Option<Distribution<i32>>, OddsError> {
    let read = self::pool(pool)?;
    let known = read.outcomes().iter().all(|value| weigh(value).is_some());
    Ok(known.then(|| read.map(|value| weigh(value).unwrap_or(0))))
}

/// The number read from a pool that is read as one.
pub fn numbers(pool: &Pool) -> Result<Distribution<i32>, OddsError> {
    check(pool)?;
    let weights = face_weights(pool.die, pool.reroll)?;
    match pool.reading {
        Reading::Hits { at_least } => {
            let hits: u64 = weights.iter().skip(usize::from(at_least)).sum();
            let misses = weights.iter().sum::<u64>() - hits;
            let common = gcd(hits, misses);
            Distribution::binomial(pool.dice, hits / common, misses / common)
                .ok_or(OddsError::Die { die: pool.die })
        }
        Reading::Sum => settled(pool.die, pool.reroll)?.copies(u32::from(pool.dice)),
        Reading::Highest | Reading::Lowest if pool.dice == 0 => Ok(Distribution::always(0)),
        Reading::Highest => Ok(extreme(pool, weights, pool.die.faces())),
        Reading::Lowest => Ok(extreme(pool, weights, pool.die.faces().rev())),
        Reading::Classes(_) | Reading::Each | Reading::Draw { .. } => Err(OddsError::NotANumber),
    }
}

pub(crate) fn check(pool: &Pool) -> Result<(), OddsError> {
    match pool.dice > MOST_DICE {
        true => Err(OddsError::Dice { dice: pool.dice }),
        false => Ok(()),
    }
}

/// The most extreme of the dice, for faces in the order from the least extreme: all dice lie within the
/// first faces up to it, but not all within the faces before it.
fn extreme(pool: &Pool, weights: [u64; 16], faces: impl Iterator<Item = u8>) -> Distribution<i32> {
    let mut within: u64 = 0;
    let mut before = Natural::ZERO;
    let mut pairs = Vec::with_capacity(16);
    for face in faces {
        within += weights[usize::from(face)];
        let all = Natural::from(within).pow(usize::from(pool.dice));
        pairs.push((i32::from(face), &all - &before));
        before = all;
    }
    Distribution::weighted(pairs).unwrap_or_else(|| Distribution::always(0))
}

/// How many dice fall in each class.
fn classes(pool: &Pool, class_of: &[u8; 16]) -> Result<Distribution<Value>, OddsError> {
    check(pool)?;
    let mut weight_of = [0; 8];
    for (face, weight) in face_weights(pool.die, pool.reroll)?.into_iter().enumerate() {
        weight_of[usize::from(class_of[face] & 7)] += weight;
    }
    let common = weight_of.iter().fold(0, |a, &b| gcd(a, b));
    let used: Vec<(usize, u64)> =
        weight_of.iter().map(|w| w / common).enumerate().filter(|(_, w)| *w > 0).collect();
    // Ways to share n dice among k classes: C(n + k - 1, k - 1).
    let n = u128::from(pool.dice);
    let shares = (1..used.len() as u128).fold(1, |ways, k| ways * (n + k) / k);
    if shares > MOST_OUTCOMES as u128 {
        return Err(OddsError::Outcomes { limit: MOST_OUTCOMES });
    }
    let side: u64 = used.iter().map(|(_, w)| w).sum();
    let total = Natural::from(side).pow(usize::from(pool.dice));
    Ok(with_weight!(bits(&total), W => {
        let mut out = Vec::with_capacity(shares as usize);
        share::<W>(&used, pool.dice, [0; 8], W::small(1), &mut out);
        Distribution::gathered(out, total)
    }))
}

/// Shares dice among classes, in ascending order of the counts.
fn share<W: Weight>(
    used: &[(usize, u64)],
    dice: u16,
    counts: [u16; 8],
    weight: W,
    out: &mut Vec<(Value, W)>,
) {
    let Some((&(class, hits), rest)) = used.split_first() else { return };
    let with = |count: u16| {
        let mut counts = counts;
        counts[class] = count;
        counts
    };
    if rest.is_empty() {
        let power = W::narrow(&Natural::from(hits).pow(usize::from(dice)));
        return out.push((Value::Counts(with(dice)), weight.times(&power)));
    }
    for (count, ways) in (0..=dice).zip(binomial::<W>(dice, hits, 1)) {
        share(rest, dice - count, with(count), weight.times(&ways), out);
    }
}

/// Every die by itself.
fn each(pool: &Pool) -> Result<Distribution<Value>, OddsError> {
    check(pool)?;
    let weights = face_weights(pool.die, pool.reroll)?;
    let faces: Vec<(u8, u64)> = pool.die.faces().map(|face| (face, weights[usize::from(face)])).collect();
    let count = faces.len().checked_pow(u32::from(pool.dice)).filter(|&count| count <= MOST_OUTCOMES);
    let count = count.ok_or(OddsError::Outcomes { limit: MOST_OUTCOMES })?;
    let side: u64 = faces.iter().map(|(_, weight)| weight).sum();
    let total = Natural::from(side).pow(usize::from(pool.dice));
    Ok(with_weight!(bits(&total), W => {
        let list = (0..count).map(|index| {
            let mut shown: SmallVec<[u8; 16]> = SmallVec::from_elem(0, usize::from(pool.dice));
            let (mut weight, mut rest) = (W::small(1), index);
            for slot in shown.iter_mut().rev() {
                let (face, by) = faces[rest % faces.len()];
                rest /= faces.len();
                *slot = face;
                weight = weight.times(&W::small(by));
            }
            (Value::Faces(shown), weight)
        });
        Distribution::gathered(list.collect(), total)
    }))
}

/// What is read from several pools thrown together.
pub fn pools(thrown: &[Pool]) -> Result<Distribution<Values>, OddsError> {
    let mut joint: Distribution<Values> = Distribution::always(SmallVec::new());
    for one in thrown {
        let next = pool(one)?;
        if joint.outcomes().len().saturating_mul(next.outcomes().len()) > MOST_OUTCOMES {
            return Err(OddsError::Outcomes { limit: MOST_OUTCOMES });
        }
        joint = joint.combine(&next, |values, value| {
            let mut values = values.clone();
            values.push(value.clone());
            values
        });
    }
    Ok(joint)
}

/// Everything that can be read from a roll: one representative throw each, with its weight.
pub fn outcomes<P>(roll: &Roll<P>) -> Result<Vec<(Throw, Natural)>, OddsError> {
    let joint = pools(&roll.pools)?;
    Ok(joint.iter().map(|(values, weight)| (representative(&roll.pools, values), weight)).collect())
}

/// A throw of these pools that reads as `values`, which must be among those they can read.
pub fn representative(pools: &[Pool], values: &[Value]) -> Throw {
    Throw(pools.iter().zip(values).map(|(pool, value)| thrown_as(pool, value)).collect())
}

/// Dice of one pool that read as `value`.
pub(crate) fn thrown_as(pool: &Pool, value: &Value) -> Thrown {
    let mut thrown = Thrown::default();
    // A face that is thrown again falls the same way: that settles to the same face whatever is kept.
    let mut show = |face: u8| {
        thrown.dice.push(face);
        if pool.reroll.faces.has(face) {
            thrown.again.push(face);
        }
    };
    let Die { lowest, highest } = pool.die;
    match (pool.reading, value) {
        (Reading::Hits { .. }, &Value::Number(hits)) => {
            for die in 0..i32::from(pool.dice) {
                show(if die < hits { highest } else { lowest });
            }
        }
        (Reading::Sum, &Value::Number(sum)) => {
            let mut above = (sum - i32::from(lowest) * i32::from(pool.dice)).max(0);
            for _ in 0..pool.dice {
                let more = above.min(i32::from(highest - lowest));
                above -= more;
                show(lowest + more as u8);
            }
        }
        (Reading::Highest | Reading::Lowest, &Value::Number(face)) => {
            for _ in 0..pool.dice {
                show(face as u8);
            }
        }
        (Reading::Classes(class_of), Value::Counts(counts)) => {
            for (class, &count) in counts.iter().enumerate() {
                let in_class = |face: &u8| usize::from(class_of[usize::from(*face & 15)] & 7) == class;
                if let Some(face) = pool.die.faces().find(in_class) {
                    (0..count).for_each(|_| show(face));
                }
            }
        }
        (Reading::Draw { .. }, Value::Counts(counts)) => {
            for (kind, &count) in (0..).zip(counts) {
                (0..count).for_each(|_| show(kind));
            }
        }
        (Reading::Each, Value::Faces(faces)) => faces.iter().for_each(|&face| show(face)),
        _ => {}
    }
    thrown
}
