//! Bases in contact at impact as numbers, and the ways to pair them off.

use caracole_kernel::{BySide, Side};
use smallvec::SmallVec;

/// A base that came into contact, by its number within its side.
pub type Numbered = u8;

/// Pairs of opposing bases that fight each other, red's first.
pub type Pairing = SmallVec<[(Numbered, Numbered); 8]>;

/// The most pairings that are listed.
const MOST_PAIRINGS: usize = 4096;

/// The base of a side in a pair.
#[must_use]
pub fn base_of(pair: &(Numbered, Numbered), side: Side) -> Numbered {
    match side {
        Side::Red => pair.0,
        Side::Blue => pair.1,
    }
}

/// The bases of a side that are in contact.
#[must_use]
pub fn eligible(contacts: &[(Numbered, Numbered)], side: Side) -> Vec<Numbered> {
    let mut bases: Vec<Numbered> = contacts.iter().map(|p| base_of(p, side)).collect();
    bases.sort_unstable();
    bases.dedup();
    bases
}

/// How many pairs can be made at most, by augmenting paths.
#[must_use]
pub fn most_pairs(contacts: &[(Numbered, Numbered)]) -> usize {
    fn seek(
        red: Numbered,
        contacts: &[(Numbered, Numbered)],
        seen: &mut Vec<Numbered>,
        taken: &mut Vec<(Numbered, Numbered)>,
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
#[must_use]
pub fn pairings(contacts: &[(Numbered, Numbered)], active: Side) -> (Side, Vec<Pairing>) {
    let count =
        BySide { red: eligible(contacts, Side::Red).len(), blue: eligible(contacts, Side::Blue).len() };
    let chooser = match count.red.cmp(&count.blue) {
        std::cmp::Ordering::Greater => Side::Red,
        std::cmp::Ordering::Less => Side::Blue,
        std::cmp::Ordering::Equal => active,
    };
    let most = most_pairs(contacts);
    let reds = eligible(contacts, Side::Red);
    let mut all = Vec::new();
    extend(&reds, contacts, most, &mut Pairing::new(), &mut all);
    (chooser, all)
}

fn extend(
    reds: &[Numbered],
    contacts: &[(Numbered, Numbered)],
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
