//! How the dice have favoured each side: what they gave against what could be expected.

use caracole_kernel::{
    BySide, Cast,
    dice::{Pool, Reading, Value},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Readings in classes that have more outcomes than this are not counted: somebody waits.
const MOST_OUTCOMES: u64 = 5_000;

/// What one side has thrown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Luck {
    /// Dice that hit or miss.
    pub hits: Measure,
    /// Dice that are added up.
    pub sums: Measure,
    /// Dice read in classes, for what the system says that they are worth.
    pub worth: Measure,
}

/// Something thrown against what could be expected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Measure {
    /// Dice thrown.
    pub dice: u32,
    /// What they gave.
    pub got: i64,
    /// What could be expected, in thousandths.
    pub expected_thousandths: i64,
}

/// The luck of both sides in these throws, where `weigh` says what a reading is worth.
pub(crate) fn of(casts: &[Cast], weigh: &dyn Fn(&Pool, &Value) -> Option<i32>) -> BySide<Luck> {
    let mut luck = BySide::<Luck>::default();
    let mut known: Vec<(Pool, Option<i64>)> = Vec::new();
    for Cast { roll, throw, .. } in casts {
        let Some(side) = roll.side else { continue };
        for (pool, thrown) in roll.pools.iter().zip(&throw.0) {
            let Some(measure) = measure(&mut luck[side], pool) else { continue };
            let Some(got) = pool.read(thrown).ok().and_then(|value| weigh(pool, &value)) else { continue };
            let expected = match known.iter().find(|(known, _)| known == pool) {
                Some((_, expected)) => *expected,
                None => {
                    let expected = expected(pool, weigh);
                    known.push((*pool, expected));
                    expected
                }
            };
            let Some(expected) = expected else { continue };
            measure.dice += u32::from(pool.dice);
            measure.got += i64::from(got);
            measure.expected_thousandths += expected;
        }
    }
    luck
}

/// Where a pool counts: hits, sums and classes do, single dice and cards do not.
fn measure<'a>(luck: &'a mut Luck, pool: &Pool) -> Option<&'a mut Measure> {
    match pool.reading {
        Reading::Hits { .. } => Some(&mut luck.hits),
        Reading::Sum => Some(&mut luck.sums),
        Reading::Classes(class_of) if readings(pool, &class_of) <= MOST_OUTCOMES => Some(&mut luck.worth),
        _ => None,
    }
}

/// In how many ways a pool of classes can be read.
fn readings(pool: &Pool, class_of: &[u8; 16]) -> u64 {
    let mut classes: Vec<u8> = pool.die.faces().map(|face| class_of[usize::from(face & 15)]).collect();
    classes.sort_unstable();
    classes.dedup();
    let dice = u64::from(pool.dice);
    (1..classes.len() as u64).fold(1, |ways, k| ways * (dice + k) / k)
}

/// What a pool is worth on average, in thousandths.
fn expected(pool: &Pool, weigh: &dyn Fn(&Pool, &Value) -> Option<i32>) -> Option<i64> {
    let worth = caracole_odds::worth(pool, |value| weigh(pool, value)).ok()??;
    // For display only: nothing in a battle depends on it.
    Some((worth.mean().to_f64() * 1000.0).round() as i64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use caracole_kernel::{
        Side,
        dice::{Die, Reroll, Roll, Throw, Thrown},
    };
    use caracole_ledger::rule;

    /// As the trial game weighs: classes 1 and 2 count one and two.
    fn weigh(_: &Pool, value: &Value) -> Option<i32> {
        match value {
            Value::Number(number) => Some(*number),
            Value::Counts(counts) => Some(i32::from(counts[1]) + 2 * i32::from(counts[2])),
            Value::Faces(_) => None,
        }
    }

    fn cast(pool: Pool, dice: &[u8]) -> Cast {
        let roll = Roll {
            side: Some(Side::Blue),
            rule: rule!("TABLE-003"),
            purpose: "a test".into(),
            pools: [pool].into_iter().collect(),
        };
        let throw = Throw([Thrown::plain(dice)].into_iter().collect());
        Cast { entry: 1, roll, throw, faces: Vec::new() }
    }

    #[test]
    fn hits_and_sums_are_compared_with_their_means() {
        // Four dice at 4+ give two hits on average; two dice add up to seven.
        let casts = [
            cast(Pool::hits(4, Die::D6, 4, Reroll::NONE), &[6, 5, 4, 1]),
            cast(Pool::sum(2, Die::D6, Reroll::NONE), &[6, 6]),
        ];
        let luck = of(&casts, &weigh);
        assert_eq!(luck.blue.hits, Measure { dice: 4, got: 3, expected_thousandths: 2000 });
        assert_eq!(luck.blue.sums, Measure { dice: 2, got: 12, expected_thousandths: 7000 });
        assert_eq!(luck.red, Luck::default());
    }

    #[test]
    fn a_one_thrown_again_raises_the_expectation() {
        // 5+ with ones thrown again: 1/3 + 1/6 of 1/3 = 7/18; six dice give 7/3.
        let mut throw = cast(Pool::hits(6, Die::D6, 5, Reroll::of(&[1])), &[2, 2, 2, 2, 2, 2]);
        throw.entry = 2;
        assert_eq!(of(&[throw], &weigh).blue.hits.expected_thousandths, 2333);
    }

    /// Three dice whose faces 1-3 are worth nothing, 4 and 5 one, and 6 two: 2/3 each, 2 in all on average.
    #[test]
    fn classes_are_counted_for_what_they_are_worth() {
        let class_of = [0, 0, 0, 0, 1, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        let reading = Reading::Classes(class_of);
        let three = Pool { dice: 3, die: Die::D6, reroll: Reroll::NONE, reading };
        let luck = of(&[cast(three, &[6, 5, 1]), cast(three, &[1, 1, 4])], &weigh);
        assert_eq!(luck.blue.worth, Measure { dice: 6, got: 4, expected_thousandths: 4000 });
        assert_eq!(luck.blue.sums, Measure::default());
        // A system that says nothing about them leaves them out, and so are pools too large to wait for.
        let silent = |_: &Pool, value: &Value| matches!(value, Value::Number(_)).then(|| value.number());
        assert_eq!(of(&[cast(three, &[6, 6, 6])], &silent), BySide::default());
        let by_face = Reading::Classes([0, 1, 2, 3, 4, 5, 6, 7, 0, 0, 0, 0, 0, 0, 0, 0]);
        let many = Pool { dice: 30, reading: by_face, ..three };
        assert_eq!(of(&[cast(many, &[6; 30])], &weigh), BySide::default());
    }

    /// Cards are no luck: their worth depends on what is done with them, and expectations would tell the deck.
    #[test]
    fn cards_are_not_counted() {
        let two = Pool::draw(2, [1, 1, 1, 0, 0, 0, 0, 0]).unwrap();
        for pool in [two, two.without_deck()] {
            assert_eq!(of(&[cast(pool, &[1, 2])], &weigh), BySide::default());
        }
        // Dice of the same roll count all the same.
        let mut both = cast(two.without_deck(), &[1, 2]);
        both.roll.pools.push(Pool::sum(1, Die::D6, Reroll::NONE));
        both.throw.0.push(Thrown::plain(&[6]));
        let luck = of(&[both], &weigh);
        assert_eq!(luck.blue.sums, Measure { dice: 1, got: 6, expected_thousandths: 3500 });
    }
}
