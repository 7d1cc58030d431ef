//! Dice per bases, dice lost, and the sharing of lost dice.

use smallvec::SmallVec;
use std::cmp::Reverse;

/// "One die per `each` bases": one for each full set.
pub const fn dice_per(bases: u16, each: u16) -> u16 {
    bases / each
}

/// "Lose one die per `each`": one for each full set of dice, so that what is kept is rounded up.
pub const fn dice_lost(dice: u16, each: u16) -> u16 {
    dice / each
}

/// Shares a loss over parts in proportion to their dice: largest remainder, then at least one die is left to every
/// part if that is possible. Of equal claims the earlier part loses, so the owner's wish is the order of the parts.
/// `spare` counts further dice of each part, which this loss does not touch.
pub fn share_loss(loss: u16, dice: &[u16], spare: &[u16]) -> SmallVec<[u16; 8]> {
    let claims: SmallVec<[i64; 8]> = dice.iter().map(|&d| i64::from(d)).collect();
    share_loss_by(loss, &Claims { dice, claims: &claims, spare, owed: &[] })
}

/// What a loss is shared by.
#[derive(Clone, Copy, Debug)]
pub struct Claims<'a> {
    /// How many dice each part can lose.
    pub dice: &'a [u16],
    /// In what proportion the parts lose.
    pub claims: &'a [i64],
    /// Further dice of each part, which this loss does not touch.
    pub spare: &'a [u16],
    /// What each part still owes of earlier losses: of equal claims the part that owes more loses.
    pub owed: &'a [i64],
}

/// The same in any proportion.
pub fn share_loss_by(loss: u16, by: &Claims<'_>) -> SmallVec<[u16; 8]> {
    let dice = by.dice;
    let stated = |i: usize| by.claims.get(i).copied().unwrap_or(0);
    let claimed = (0..dice.len()).any(|i| dice[i] > 0 && stated(i) > 0);
    let claim = |i: usize| match (dice[i], claimed) {
        (0, _) => 0,
        (_, true) => stated(i),
        // Dice that no base gives: shared as they are.
        (d, false) => i64::from(d),
    };
    let total: i64 = (0..dice.len()).map(claim).sum();
    let mut lost: SmallVec<[u16; 8]> = SmallVec::from_elem(0, dice.len());
    if total == 0 {
        return lost;
    }
    let loss = i64::from(loss).min(dice.iter().map(|&d| i64::from(d)).sum());
    let mut left = loss;
    for i in 0..dice.len() {
        lost[i] = u16::try_from(loss * claim(i) / total).unwrap_or(u16::MAX).min(dice[i]);
        left -= i64::from(lost[i]);
    }
    let remainder = |lost: &[u16], i: usize| loss * claim(i) - i64::from(lost[i]) * total;
    let owed = |i: usize| by.owed.get(i).copied().unwrap_or(0);
    while left > 0 {
        let next = (0..dice.len())
            .filter(|&i| lost[i] < dice[i])
            .max_by_key(|&i| (remainder(&lost, i), owed(i), Reverse(i)));
        let Some(next) = next else { break };
        lost[next] += 1;
        left -= 1;
    }
    leave_one(&mut lost, by, remainder);
    lost
}

/// Moves losses from parts that would have no die left to parts that keep two or more: to those that have lost least
/// of their share. What is spared first is the part whose owner gives it up last.
fn leave_one(lost: &mut [u16], by: &Claims<'_>, remainder: impl Fn(&[u16], usize) -> i64) {
    let dice = by.dice;
    let kept = |lost: &[u16], i: usize| dice[i] - lost[i] + by.spare.get(i).copied().unwrap_or(0);
    loop {
        let bare = (0..dice.len()).rfind(|&i| lost[i] > 0 && kept(lost, i) == 0);
        let rich = (0..dice.len())
            .filter(|&i| lost[i] < dice[i] && kept(lost, i) >= 2)
            .max_by_key(|&i| (remainder(lost, i), kept(lost, i), Reverse(i)));
        let (Some(bare), Some(rich)) = (bare, rich) else { return };
        lost[bare] -= 1;
        lost[rich] += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use caracole_ledger::proves;

    #[test]
    fn one_die_of_five_comes_from_the_larger_set() {
        proves!("FOGR-COMBAT-030");
        assert_eq!(share_loss(1, &[2, 3], &[]).as_slice(), [0, 1]);
    }

    #[test]
    fn losses_are_proportional_and_leave_a_die() {
        proves!("FOGR-COMBAT-029");
        assert_eq!(share_loss(3, &[6, 3], &[]).as_slice(), [2, 1]);
        assert_eq!(share_loss(5, &[9, 1], &[]).as_slice(), [5, 0]);
        // Quotas 2.4 and 0.6 would take 2 and 1, which strips the single die; it is restored.
        assert_eq!(share_loss(3, &[4, 1], &[]).as_slice(), [3, 0]);
        // Not possible: one die must go.
        assert_eq!(share_loss(1, &[1, 1], &[]).as_slice(), [1, 0]);
    }

    #[test]
    fn losses_may_go_by_bases() {
        proves!("FOGAM-COMBAT-032", "FOGAM-COMBAT-033");
        // 2 bases with 4 dice against elephants and 3 bases with 9 dice: 4 lost, 8/5 and 12/5.
        let by = Claims { dice: &[4, 9], claims: &[2, 3], spare: &[], owed: &[] };
        assert_eq!(share_loss_by(4, &by).as_slice(), [2, 2]);
        // By dice it would be 16/13 and 36/13.
        assert_eq!(share_loss(4, &[4, 9], &[]).as_slice(), [1, 3]);
    }

    #[test]
    fn nothing_is_lost_of_nothing() {
        assert!(share_loss(3, &[], &[]).is_empty());
        assert_eq!(share_loss(3, &[0, 0], &[]).as_slice(), [0, 0]);
        assert_eq!(share_loss(9, &[2, 1], &[]).as_slice(), [2, 1]);
    }

    #[test]
    fn the_ready_reckoner() {
        proves!("FOGR-RECKONER-001", "FOGR-RECKONER-002", "FOGR-GLOSSARY-013", "FOGR-GLOSSARY-014");
        let halves: Vec<u16> = (1..=8).map(|n| dice_per(n, 2)).collect();
        let thirds: Vec<u16> = (1..=8).map(|n| dice_per(n, 3)).collect();
        assert_eq!(halves, [0, 1, 1, 2, 2, 3, 3, 4]);
        assert_eq!(thirds, [0, 0, 1, 1, 1, 2, 2, 2]);
        let one_in_three: Vec<u16> = (1..=12).map(|n| dice_lost(n, 3)).collect();
        let one_in_two: Vec<u16> = (1..=12).map(|n| dice_lost(n, 2)).collect();
        assert_eq!(one_in_three, [0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4]);
        assert_eq!(one_in_two, [0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6]);
    }
}
