//! Files and ranks of a battle group, without measuring: which formations are legal, what they do, how they shrink.
//!
//! A [`Formation`] is a grid of bases: files from left to right, ranks from front to back. [`check`] says whether a
//! battle group may stand so, or which rule forbids it.
//!
//! ```
//! use caracole_fog::formation::{Formation, Nature, check};
//! use caracole_fog::troops::{Armour, BaseProfile, Book, Capabilities, Capability, Quality, TroopType};
//!
//! let horse = BaseProfile::renaissance(
//!     TroopType::Horse, Some(Armour::Armoured), Quality::Average, Capabilities::of(&[Capability::MeleePistol]));
//! let start = [horse; 8];
//! let nature = Nature::ordinary(Book::Renaissance, &start);
//! assert!(check(&nature, &Formation::block(&start, 3)).is_ok());
//! let gap_in_the_middle = Formation::in_ranks(&[&start[..3], &start[..2], &start[..3]]);
//! assert!(check(&nature, &gap_in_the_middle).is_err());
//! ```

mod depth;
mod legal;
mod lines;
mod losses;
mod markers;
mod nature;
mod pike_and_shot;
mod protection;
mod refill;
mod removal;
mod square;
mod tercio;

pub use caracole_tabletop::{Facing, Position};
pub use depth::{
    ColumnQuestion, Depth, FileForHits, bases_for_hits, bases_per_hits, counts_as_column, front_rank_dice,
    is_deep, is_entirely_one_base_deep, is_keil, melee_ranks, pike_ranks, pike_ranks_of,
};
pub use legal::{check, may_form_column};
pub use lines::{LineMember, battle_line, division};
pub use losses::{
    TwoBases, autobreak_at, autobreaks, autobreaks_at, bearable_losses, kinds_that_may_be_lost,
    loss_to_artillery, point_base_is_lost,
};
pub use markers::{Marker, files_nearest_middle, marker_dice};
pub use nature::{Nature, Role, Status, role};
pub use pike_and_shot::swedish_brigade_at_start;
pub use protection::{Stance, protect_each_other, protected_files, protected_in_square};
pub use refill::{Refill, file_closed_up, refills};
pub use removal::{Distance, Loss, MainFire, removal_choices, removes_first};
pub use square::{
    OrbFaces, form_orb, may_form_orb, may_form_square, orb_bases, orb_bases_counted, orb_width, square_bases,
    square_fighters,
};
pub use tercio::{
    Footprint, Horns, early_tercio_at_start, early_tercio_footprint, horns, later_tercio_at_start,
    later_tercio_footprint, may_contract_pike, to_later_tercio,
};

// A file is the bases from front to back: `Grid::file`.
caracole_ledger::enforces!("FOGR-GLOSSARY-016", "FOGAM-GLOSSARY-021");

/// The bases of a battle group in their places. The largest of either book has 16.
pub type Formation = caracole_tabletop::Grid<crate::troops::BaseProfile>;

/// A base in its place.
pub type Placed = caracole_tabletop::Placed<crate::troops::BaseProfile>;
