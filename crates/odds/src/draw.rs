//! Cards drawn without putting any back, in closed form: multivariate hypergeometric.

use crate::{
    Distribution, MOST_OUTCOMES, Natural, OddsError,
    numbers::binomial_coefficients,
    pool::check,
    weight::{Weight, bits, with_weight},
};
use caracole_kernel::dice::{Deck, Pool, Value, cards_in};

/// How many cards of each kind are drawn. A hand of counts `k` comes up in as many ways as the product of the binomials
/// `C(cards of the kind, k)`, out of `C(cards, cards drawn)`.
pub(crate) fn hands(pool: &Pool, deck: &Deck) -> Result<Distribution<Value>, OddsError> {
    check(pool)?;
    pool.check()?;
    if different(pool.dice, deck) > MOST_OUTCOMES as u128 {
        return Err(OddsError::Outcomes { limit: MOST_OUTCOMES });
    }
    let total = ways(cards_in(deck), pool.dice);
    Ok(with_weight!(bits(&total), W => {
        // A factor of a hand's weight is at most the total. Rows have larger numbers, which belong to no hand.
        let row = |&cards: &u8| -> Vec<W> {
            (0..=pool.dice.min(u16::from(cards))).map(|n| W::narrow(&ways(u16::from(cards), n))).collect()
        };
        let rows: Vec<Vec<W>> = deck.iter().map(row).collect();
        let mut out = Vec::new();
        deal::<W>(&rows, 0, pool.dice, [0; 8], &W::small(1), &mut out);
        Distribution::gathered(out, total)
    }))
}

/// How many ways there are to draw some of so many cards.
fn ways(cards: u16, drawn: u16) -> Natural {
    binomial_coefficients::<Natural>(usize::from(cards)).swap_remove(usize::from(drawn))
}

/// How many different hands there are.
fn different(drawn: u16, deck: &Deck) -> u128 {
    let drawn = usize::from(drawn);
    let mut hands = vec![0u128; drawn + 1];
    hands[0] = 1;
    for &cards in deck {
        for n in (0..=drawn).rev() {
            let fewer = n.saturating_sub(usize::from(cards))..n;
            hands[n] = fewer.fold(hands[n], |sum, before| sum.saturating_add(hands[before]));
        }
    }
    hands[drawn]
}

/// Deals the cards still to be drawn among the kinds from `kind` on, in ascending order of the counts.
fn deal<W: Weight>(
    rows: &[Vec<W>],
    kind: usize,
    to_draw: u16,
    counts: [u16; 8],
    weight: &W,
    out: &mut Vec<(Value, W)>,
) {
    let Some(row) = rows.get(kind) else {
        if to_draw == 0 {
            out.push((Value::Counts(counts), weight.clone()));
        }
        return;
    };
    // What the kinds after this one cannot give must come from this one.
    let later: usize = rows.iter().skip(kind + 1).map(|row| row.len() - 1).sum();
    let least = usize::from(to_draw).saturating_sub(later);
    for (count, ways) in row.iter().enumerate().take(usize::from(to_draw) + 1).skip(least) {
        let mut counts = counts;
        counts[kind] = count as u16;
        deal(rows, kind + 1, to_draw - count as u16, counts, &weight.times(ways), out);
    }
}
