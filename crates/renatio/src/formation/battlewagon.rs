//! How often a battlewagon fights and shoots. A model has two long edges of two halves each, and two short edges.

use caracole_ledger::enforces;

/// The fights of a model: one for each edge of 1 BW in contact, at most six.
pub const fn fights(long_halves_in_contact: u8, short_edges_in_contact: u8) -> u8 {
    enforces!("RETG-GLOS-015");
    least(long_halves_in_contact, 4) + least(short_edges_in_contact, 2)
}

/// The dice of a model that shoots: one for each half of a long edge with a target, at most four.
pub const fn shots(long_halves_with_target: u8) -> u8 {
    enforces!("RETG-GLOS-014");
    least(long_halves_with_target, 4)
}

const fn least(a: u8, b: u8) -> u8 {
    if a < b { a } else { b }
}
