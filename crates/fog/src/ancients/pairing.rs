//! Who fights whom at impact: as many bases on both sides, paired off over the whole combat.

use crate::combat::FileRef;
use caracole_kernel::{BySide, Refusal, Side};
use caracole_ledger::{enforces, rule};

/// Two bases in contact that are eligible to fight at impact.
pub type Contact = BySide<FileRef>;

/// The bases of a side that are eligible.
fn eligible(contacts: &[Contact], side: Side) -> Vec<FileRef> {
    let mut bases: Vec<FileRef> = contacts.iter().map(|c| c[side]).collect();
    bases.sort_unstable();
    bases.dedup();
    bases
}

/// The largest number of pairs in which every base fights at most one enemy it touches.
pub fn most_pairs(contacts: &[Contact]) -> usize {
    let own = eligible(contacts, Side::BOTH[0]);
    let mut taken: Vec<(FileRef, FileRef)> = Vec::new();
    own.iter().filter(|&&base| find_enemy(base, contacts, &mut taken, &mut Vec::new())).count()
}

/// Finds an enemy for a base, moving others to their next choice where that makes room.
fn find_enemy(
    base: FileRef,
    contacts: &[Contact],
    taken: &mut Vec<(FileRef, FileRef)>,
    tried: &mut Vec<FileRef>,
) -> bool {
    let [own, other] = Side::BOTH;
    for contact in contacts.iter().filter(|c| c[own] == base) {
        let enemy = contact[other];
        if tried.contains(&enemy) {
            continue;
        }
        tried.push(enemy);
        let holder = taken.iter().position(|&(_, e)| e == enemy);
        let free = match holder {
            None => true,
            Some(place) => {
                let rival = taken[place].0;
                find_enemy(rival, contacts, taken, tried)
            }
        };
        if free {
            taken.retain(|&(b, e)| b != base && e != enemy);
            taken.push((base, enemy));
            return true;
        }
    }
    false
}

/// Whether a choice of pairs is allowed: each base at most once, only with an enemy it touches, and as many pairs as
/// can be, so that no base of the smaller side is left out if it can be paired.
pub fn check_pairing(contacts: &[Contact], pairs: &[Contact]) -> Result<(), Refusal> {
    enforces!("FOGAM-COMBAT-015", "FOGAM-COMBAT-018", "FOGAM-COMBAT-019");
    for (i, pair) in pairs.iter().enumerate() {
        if !contacts.contains(pair) {
            return Err(Refusal::new(
                rule!("FOGAM-COMBAT-015"),
                "two bases that do not touch cannot be paired",
                "pair bases that are in contact",
            ));
        }
        if Side::BOTH.iter().any(|&side| pairs[..i].iter().any(|p| p[side] == pair[side])) {
            return Err(Refusal::new(
                rule!("FOGAM-COMBAT-016"),
                "a base is paired twice",
                "pair every base with one enemy base at most",
            ));
        }
    }
    let most = most_pairs(contacts);
    if pairs.len() < most {
        return Err(Refusal::new(
            rule!("FOGAM-COMBAT-017"),
            "bases that could fight are left out",
            "pair every base of the side with fewer, as far as contacts allow",
        )
        .fact("pairs", pairs.len() as i64)
        .fact("possible pairs", most as i64));
    }
    Ok(())
}
