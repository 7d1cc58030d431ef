//! The terrain selection table: how many pieces of each kind a territory allows, and which are priority pieces.

use crate::army::Territory;
use crate::battle::customs::Allowed;
use crate::battle::setup::table::{Column, Kind};
use caracole_ledger::enforces;

/// The territories that have a row in the table.
pub const TERRITORIES: [Territory; 7] = [
    Territory::Agricultural,
    Territory::Hilly,
    Territory::Woodlands,
    Territory::Steppes,
    Territory::Mountains,
    Territory::Tropical,
    Territory::Desert,
];

/// The columns as the table prints them.
const COLUMNS: [Column; 17] = {
    use Column::*;
    [
        Open,
        BrokenGround,
        Brush,
        EnclosedFields,
        Plantation,
        Gully,
        Forest,
        Vineyards,
        Marsh,
        SoftSand,
        SteepHill,
        Village,
        Impassable,
        GentleHill,
        Obstacle,
        Road,
        Water,
    ]
};

/// A row: for each column the most pieces and the priority pieces among them.
type Row = [(u8, u8); 17];

const fn n(most: u8) -> (u8, u8) {
    (most, 0)
}

const NONE: (u8, u8) = (0, 0);

#[rustfmt::skip]
const ROWS: [Row; 7] = [
    // Open    BG        B         EF        P     G     F         V     M     SS        SH        Vg    I     GH    Ob    Rd    Rv/C
    [n(2),     (3, 2),   NONE,     (4, 2),   n(2), NONE, NONE,     n(2), NONE, NONE,     n(1),     n(1), NONE, n(2), n(2), n(2), n(1)],
    [NONE,     n(3),     (3, 1),   NONE,     n(1), n(1), n(2),     NONE, n(1), NONE,     (3, 2),   n(1), n(1), n(3), n(1), n(1), n(1)],
    [NONE,     NONE,     n(2),     NONE,     n(2), n(1), (4, 2),   NONE, n(2), NONE,     n(1),     n(1), NONE, n(2), n(1), n(1), n(1)],
    [(4, 2),   n(4),     n(2),     NONE,     NONE, n(1), NONE,     NONE, NONE, NONE,     NONE,     NONE, NONE, n(1), NONE, NONE, NONE],
    [NONE,     NONE,     n(2),     NONE,     n(1), n(1), n(1),     NONE, n(1), NONE,     (4, 2),   n(1), n(2), NONE, NONE, n(1), n(1)],
    [NONE,     NONE,     n(2),     NONE,     NONE, NONE, (4, 2),   NONE, n(2), NONE,     n(1),     n(1), n(1), n(1), NONE, n(1), n(1)],
    [n(2),     n(2),     n(2),     NONE,     NONE, n(1), NONE,     NONE, NONE, (4, 2),   n(1),     NONE, n(1), n(1), NONE, n(1), NONE],
];

/// What a cell says.
pub fn allowed(territory: Territory, column: Column) -> Allowed {
    enforces!("FOGR-SETUP-008");
    let row = TERRITORIES.iter().position(|t| *t == territory).and_then(|i| ROWS.get(i));
    let place = COLUMNS.iter().position(|c| *c == column);
    let (most, compulsory) = row.zip(place).and_then(|(row, i)| row.get(i)).copied().unwrap_or(NONE);
    Allowed { most, compulsory }
}

/// The pieces that come in two sizes, hills apart, in the order in which they are offered.
pub const AREAS: [Kind; 13] = [
    Kind::Open,
    Kind::BrokenGround,
    Kind::Brush,
    Kind::EnclosedFields,
    Kind::Plantation,
    Kind::Gully,
    Kind::Forest,
    Kind::Vineyards,
    Kind::Marsh,
    Kind::SoftSand,
    Kind::Village,
    Kind::Impassable,
    Kind::Obstacle,
];
