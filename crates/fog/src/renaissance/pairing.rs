//! Which bases fight at impact: equal numbers, paired off over the whole combat.

use caracole_kernel::{BySide, Refusal, Side};
use caracole_ledger::{enforces, rule};
use smallvec::SmallVec;

/// A base that came into contact, by its number within its side.
pub type Eligible = u8;

/// Pairs of opposing bases that fight each other, red's first.
pub type Pairing = SmallVec<[(Eligible, Eligible); 8]>;

/// The most pairings that are listed.
const MOST_PAIRINGS: usize = 4096;

/// Checks a pairing of the bases in contact. `contacts` lists who touches whom; every base in it is eligible.
pub fn check_pairing(
    contacts: &[(Eligible, Eligible)],
    pairing: &[(Eligible, Eligible)],
) -> Result<(), Refusal> {
    enforces!("FOGR-COMBAT-010", "FOGR-COMBAT-013");
    let touching = |pair: &(Eligible, Eligible)| contacts.contains(pair);
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
        let mut bases: Vec<Eligible> = pairing.iter().map(|p| of(p, side)).collect();
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
    let most = largest(contacts);
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

fn of(pair: &(Eligible, Eligible), side: Side) -> Eligible {
    match side {
        Side::Red => pair.0,
        Side::Blue => pair.1,
    }
}

fn eligible(contacts: &[(Eligible, Eligible)], side: Side) -> Vec<Eligible> {
    let mut bases: Vec<Eligible> = contacts.iter().map(|p| of(p, side)).collect();
    bases.sort_unstable();
    bases.dedup();
    bases
}

/// How many pairs can be made at most, by augmenting paths.
fn largest(contacts: &[(Eligible, Eligible)]) -> usize {
    fn seek(
        red: Eligible,
        contacts: &[(Eligible, Eligible)],
        seen: &mut Vec<Eligible>,
        taken: &mut Vec<(Eligible, Eligible)>,
    ) -> bool {
        for &(_, blue) in contacts.iter().filter(|c| c.0 == red) {
            if seen.contains(&blue) {
                continue;
            }
            seen.push(blue);
            let holder = taken.iter().position(|t| t.1 == blue);
            let free = holder.is_none_or(|at| seek(taken[at].0, contacts, seen, taken));
            if free {
                taken.retain(|t| t.1 != blue);
                taken.push((red, blue));
                return true;
            }
        }
        false
    }
    let mut taken = Vec::new();
    let reds = eligible(contacts, Side::Red);
    reds.into_iter().filter(|&red| seek(red, contacts, &mut Vec::new(), &mut taken)).count()
}

/// Every legal pairing, and who chooses among them: with unequal numbers the side with more bases, otherwise the
/// active player.
pub fn pairings(contacts: &[(Eligible, Eligible)], active: Side) -> (Side, Vec<Pairing>) {
    let count =
        BySide { red: eligible(contacts, Side::Red).len(), blue: eligible(contacts, Side::Blue).len() };
    let chooser = match count.red.cmp(&count.blue) {
        std::cmp::Ordering::Greater => Side::Red,
        std::cmp::Ordering::Less => Side::Blue,
        std::cmp::Ordering::Equal => active,
    };
    let most = largest(contacts);
    let reds = eligible(contacts, Side::Red);
    let mut all = Vec::new();
    extend(&reds, contacts, most, &mut Pairing::new(), &mut all);
    (chooser, all)
}

fn extend(
    reds: &[Eligible],
    contacts: &[(Eligible, Eligible)],
    most: usize,
    so_far: &mut Pairing,
    all: &mut Vec<Pairing>,
) {
    if all.len() >= MOST_PAIRINGS || so_far.len() + reds.len() < most {
        return;
    }
    let Some((&red, rest)) = reds.split_first() else {
        all.push(so_far.clone());
        return;
    };
    for &(_, blue) in contacts.iter().filter(|c| c.0 == red) {
        if so_far.iter().all(|p| p.1 != blue) {
            so_far.push((red, blue));
            extend(rest, contacts, most, so_far, all);
            so_far.pop();
        }
    }
    extend(rest, contacts, most, so_far, all);
}
