//! Bases that shoot alike, and the fractions of dice that they leave over.

use super::{Arms, Order};
use crate::troops::Quality;
use smallvec::SmallVec;
use std::cmp::Reverse;

/// Bases of one battle group that shoot alike: same rate, advantage, weapon and order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shooters<Rate> {
    pub by: u8,
    pub at: u8,
    pub rate: Rate,
    pub net: i8,
    pub arms: Arms,
    pub order: Order,
    pub quality: Quality,
    pub bases: u16,
    pub file: u8,
    /// What is not yet made into dice, in units of the book.
    pub left: u16,
}

impl<Rate: Copy + PartialEq> Shooters<Rate> {
    /// Adds the set to another that shoots alike, if there is one.
    pub fn join(self, sets: &mut Vec<Self>) {
        let plain = |s: &Self| Self { bases: 0, file: 0, left: 0, ..*s };
        match sets.iter_mut().find(|s| plain(s) == plain(&self)) {
            Some(same) => {
                same.bases += self.bases;
                same.left += self.left;
            }
            None => sets.push(self),
        }
    }
}

/// The next die of what is left over in those sets that `counts` lets in, `die` units of it, the best placed first; it
/// shoots as the worst of them, for the largest share.
pub(crate) fn next_mixed<Rate: Copy>(
    sets: &mut [Shooters<Rate>],
    die: u16,
    counts: impl Fn(&Rate) -> bool,
) -> Option<Shooters<Rate>> {
    let counts = |s: &Shooters<Rate>| s.left > 0 && counts(&s.rate);
    if sets.iter().filter(|s| counts(s)).map(|s| s.left).sum::<u16>() < die {
        return None;
    }
    let mut order: SmallVec<[usize; 8]> = (0..sets.len()).filter(|&i| counts(&sets[i])).collect();
    order.sort_by_key(|&i| (Reverse(sets[i].net), Reverse(sets[i].quality), i));
    let mut mixed: Option<Shooters<Rate>> = None;
    let (mut largest, mut wanted) = (0, die);
    for i in order {
        let taken = sets[i].left.min(wanted);
        if taken == 0 {
            break;
        }
        sets[i].left -= taken;
        wanted -= taken;
        let set = sets[i];
        let worst = mixed.get_or_insert(set);
        worst.net = worst.net.min(set.net);
        worst.quality = worst.quality.min(set.quality);
        worst.order = worst.order.max(set.order);
        if taken > largest {
            largest = taken;
            (worst.arms, worst.by) = (set.arms, set.by);
        }
    }
    mixed
}
