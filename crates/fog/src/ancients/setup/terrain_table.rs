//! The terrain selection table: how many pieces of each kind a territory allows, and which are compulsory.

use crate::ancients::{Choice, is};
use crate::army::Territory;
use crate::battle::customs::Allowed;
use crate::battle::setup::table::{Column, Kind};
use crate::combat::Readings;
use caracole_ledger::enforces;

/// The columns as the table prints them.
const COLUMNS: [Column; 16] = {
    use Column::*;
    [
        Open,
        OpenFields,
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
        Water,
    ]
};

/// A row: for each column the most pieces and the compulsory pieces among them.
type Row = [(u8, u8); 16];

const fn n(most: u8) -> (u8, u8) {
    (most, 0)
}

const NONE: (u8, u8) = (0, 0);

/// Its heading is lost: the columns are those of the ledger.
#[rustfmt::skip]
const fn row(territory: Territory) -> Row {
    match territory {
        //                         Open    OFl     BG    B       EF      P     G     F       V     M       SS      SH      Vg      I     GH      Rv/C
        Territory::Developed    => [n(2),  n(3),   NONE, NONE,   (3, 1), n(2), n(1), NONE,   n(3), NONE,   NONE,   n(1),   (1, 1), NONE, n(2),   n(1)],
        Territory::Agricultural => [n(2),  (4, 1), NONE, NONE,   n(3),   n(1), n(1), NONE,   n(2), NONE,   NONE,   n(1),   n(1),   NONE, (2, 1), n(1)],
        Territory::Hilly        => [NONE,  NONE,   n(3), (3, 1), NONE,   n(1), n(1), n(2),   NONE, n(1),   NONE,   n(3),   n(1),   n(1), (3, 1), n(1)],
        Territory::Woodlands    => [NONE,  NONE,   NONE, n(2),   NONE,   n(2), n(1), (4, 2), NONE, n(2),   NONE,   n(1),   n(1),   NONE, n(2),   n(1)],
        Territory::Steppes      => [(4, 2), NONE,  n(4), n(3),   NONE,   NONE, n(1), NONE,   NONE, NONE,   NONE,   NONE,   NONE,   NONE, n(1),   NONE],
        Territory::Mountains    => [NONE,  NONE,   NONE, n(2),   NONE,   n(1), n(1), n(1),   NONE, n(1),   NONE,   (4, 2), n(1),   n(2), NONE,   n(1)],
        Territory::Tropical     => [NONE,  NONE,   NONE, n(2),   NONE,   NONE, NONE, (4, 1), NONE, (2, 1), NONE,   n(1),   n(1),   n(1), n(1),   n(1)],
        Territory::Desert       => [n(2),  NONE,   n(2), n(2),   NONE,   NONE, n(1), NONE,   NONE, NONE,   (4, 2), n(1),   NONE,   n(1), n(1),   NONE],
    }
}

/// What a cell says.
pub fn allowed(readings: Readings, territory: Territory, column: Column) -> Allowed {
    enforces!("FOGAM-SETUP-008");
    let doubtful = (territory, column) == (Territory::Developed, Column::SteepHill);
    let place = COLUMNS.iter().position(|c| *c == column);
    let cell = place.and_then(|i| row(territory).get(i).copied());
    let (most, compulsory) = match cell {
        Some(cell) if !doubtful || is(readings, Choice::SteepHillInDeveloped) => cell,
        _ => NONE,
    };
    Allowed { most, compulsory }
}

/// The pieces that come in two sizes, hills apart, in the order in which they are offered.
pub const AREAS: [Kind; 13] = [
    Kind::Open,
    Kind::OpenFields,
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
];
