//! Points of advantage: tables of rows, and how rows add up.

use super::Reckon;
use caracole_ledger::RuleId;

/// One row of a table of points of advantage.
#[derive(Clone, Copy, Debug)]
pub struct Row<V> {
    /// The rule that gives it.
    pub rule: RuleId,
    /// What it is, for a line of a tally.
    pub label: &'static str,
    /// The same seen from the other side.
    pub enemy_label: &'static str,
    /// What it is worth.
    pub value: i32,
    /// Rows of one bracket exclude one another.
    pub bracket: Bracket,
    /// Whether it applies.
    pub applies: fn(&V) -> bool,
}

/// How a row stands to the rows around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bracket {
    /// "Any one of": at most one row of the bracket counts.
    AnyOneOf(u8),
    /// Added to whatever else applies.
    Added,
}

/// Whether a value is taken as one's own or set against one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// One's own: added.
    Own,
    /// The enemy's: taken away.
    Enemy,
}

/// Adds the rows that apply. Of a bracket the row most favourable to the base counts, the earlier of equals. `place`
/// says in which bracket a row stands, for rows whose place is a matter of reading.
pub fn add_rows<V, R: Reckon>(
    rows: &[Row<V>],
    place: impl Fn(&Row<V>) -> Bracket,
    view: &V,
    whose: Whose,
    sum: &mut R,
) {
    let mut done: u32 = 0;
    for row in rows.iter().filter(|row| (row.applies)(view)) {
        let bracket = place(row);
        if let Bracket::AnyOneOf(number) = bracket {
            let bit = 1 << (number & 31);
            let better = |r: &Row<V>| r.value > row.value && place(r) == bracket && (r.applies)(view);
            if done & bit != 0 || rows.iter().any(better) {
                continue;
            }
            done |= bit;
        }
        match whose {
            Whose::Own => sum.add(row.rule, row.label, row.value),
            Whose::Enemy => sum.add(row.rule, row.enemy_label, -row.value),
        }
    }
}

/// Declares a table of rows: bracket, rule, label, value, condition.
macro_rules! advantage_rows {
    ($( $bracket:expr, $id:literal, $label:literal, $value:literal, $applies:expr; )+) => {
        &[$( $crate::combat::Row {
            rule: caracole_ledger::rule!($id),
            label: $label,
            enemy_label: concat!("enemy: ", $label),
            value: $value,
            bracket: $bracket,
            applies: $applies,
        } ),+]
    };
}

pub(crate) use advantage_rows;

/// The most that a net advantage counts, up or down.
pub const MOST_ADVANTAGE: i32 = 2;
