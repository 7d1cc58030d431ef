//! Which bases fight at impact: equal numbers, paired off over the whole combat.

use crate::combat::pairing::{Numbered, base_of, eligible, most_pairs};
use caracole_kernel::{Refusal, Side};
use caracole_ledger::{enforces, rule};

/// Checks a pairing of the bases in contact. `contacts` lists who touches whom; every base in it is eligible.
pub fn check_pairing(
    contacts: &[(Numbered, Numbered)],
    pairing: &[(Numbered, Numbered)],
) -> Result<(), Refusal> {
    enforces!("FOGR-COMBAT-010", "FOGR-COMBAT-013");
    let touching = |pair: &(Numbered, Numbered)| contacts.contains(pair);
    if let Some(&(red, blue)) = pairing.iter().find(|p| !touching(p)) {
        return Err(Refusal::new(
            rule!("FOGR-COMBAT-010"),
            "only bases in contact fight each other",
            "pair bases that touch",
        )
        .fact("red base", u32::from(red))
        .fact("blue base", u32::from(blue)));
    }
    let twice = |side: Side| {
        let mut bases: Vec<Numbered> = pairing.iter().map(|p| base_of(p, side)).collect();
        bases.sort_unstable();
        bases.windows(2).any(|w| w[0] == w[1])
    };
    if twice(Side::Red) || twice(Side::Blue) {
        return Err(Refusal::new(
            rule!("FOGR-COMBAT-011"),
            "bases are paired one to one",
            "let no base fight twice",
        ));
    }
    let most = most_pairs(contacts);
    if pairing.len() < most {
        let rule = match eligible(contacts, Side::Red).len() == eligible(contacts, Side::Blue).len() {
            true => rule!("FOGR-COMBAT-011"),
            false => rule!("FOGR-COMBAT-012"),
        };
        return Err(Refusal::new(
            rule,
            "both sides fight with as many bases as can be paired",
            "pair more of the bases in contact; every base of the side with fewer must have an enemy",
        )
        .fact("pairs", pairing.len())
        .fact("possible", most));
    }
    Ok(())
}
