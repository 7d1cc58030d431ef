//! How the dice have favoured each side: what they gave against what could be expected.

use caracole_kernel::{
    BySide, Cast,
    dice::{Pool, Reading, Value},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What one side has thrown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Luck {
    /// Dice that hit or miss.
    pub hits: Measure,
    /// Dice that are added up.
    pub sums: Measure,
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

/// The luck of both sides in these throws.
pub(crate) fn of(casts: &[Cast]) -> BySide<Luck> {
    let mut luck = BySide::<Luck>::default();
    for Cast { roll, throw, .. } in casts {
        let (Some(side), Ok(values)) = (roll.side, roll.read(throw)) else { continue };
        for (pool, value) in roll.pools.iter().zip(values) {
            let (Some(expected), Value::Number(got)) = (expected(pool), value) else { continue };
            let measure = match pool.reading {
                Reading::Hits { .. } => &mut luck[side].hits,
                _ => &mut luck[side].sums,
            };
            measure.dice += u32::from(pool.dice);
            measure.got += i64::from(got);
            measure.expected_thousandths += expected;
        }
    }
    luck
}

/// What a pool gives on average, in thousandths; only for hits and sums.
fn expected(pool: &Pool) -> Option<i64> {
    let faces = caracole_odds::settled(pool.die, pool.reroll).ok()?;
    let of_face = |face: i32| match pool.reading {
        Reading::Hits { at_least } => Some(i64::from(face >= i32::from(at_least))),
        Reading::Sum => Some(i64::from(face)),
        _ => None,
    };
    let mut mean = 0.0;
    for (face, share) in faces.probabilities() {
        mean += of_face(*face)? as f64 * share.to_f64();
    }
    // For display only: nothing in a battle depends on it.
    Some((mean * f64::from(pool.dice) * 1000.0).round() as i64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use caracole_kernel::{
        Side,
        dice::{Die, Reroll, Roll, Throw, Thrown},
    };
    use caracole_ledger::rule;

    fn cast(pool: Pool, dice: &[u8]) -> Cast {
        let roll = Roll {
            side: Some(Side::Blue),
            rule: rule!("TABLE-003"),
            purpose: "a test".into(),
            pools: [pool].into_iter().collect(),
        };
        Cast { entry: 1, roll, throw: Throw([Thrown::plain(dice)].into_iter().collect()) }
    }

    #[test]
    fn hits_and_sums_are_compared_with_their_means() {
        // Four dice at 4+ give two hits on average; two dice add up to seven.
        let casts = [
            cast(Pool::hits(4, Die::D6, 4, Reroll::NONE), &[6, 5, 4, 1]),
            cast(Pool::sum(2, Die::D6, Reroll::NONE), &[6, 6]),
        ];
        let luck = of(&casts);
        assert_eq!(luck.blue.hits, Measure { dice: 4, got: 3, expected_thousandths: 2000 });
        assert_eq!(luck.blue.sums, Measure { dice: 2, got: 12, expected_thousandths: 7000 });
        assert_eq!(luck.red, Luck::default());
    }

    #[test]
    fn a_one_thrown_again_raises_the_expectation() {
        // 5+ with ones thrown again: 1/3 + 1/6 of 1/3 = 7/18; six dice give 7/3.
        let mut throw = cast(Pool::hits(6, Die::D6, 5, Reroll::of(&[1])), &[2, 2, 2, 2, 2, 2]);
        throw.entry = 2;
        assert_eq!(of(&[throw]).blue.hits.expected_thousandths, 2333);
    }
}
