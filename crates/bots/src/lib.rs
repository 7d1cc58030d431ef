//! Computer players, and what is done with them by the thousand.
//!
//! - [`Player`]: gets the battle as his side may imagine it ([`caracole_kernel::System::imagine`]) and what is awaited,
//!   and returns a decision within his [`Budget`].
//! - [`Roster`]: which players a system has; [`enlist`] and [`arena_of`] for clients who know no system.
//! - [`arena`]: battles between players, fast; [`Account`] is what is kept of one, [`Summary`] of many, [`Ladder`] of
//!   many players.
//! - [`fuzz()`]: random battles with every invariant checked.
//!
//! Everything is reproducible: players draw their chances from a seed and count their work instead of looking at a clock.

pub mod account;
pub mod arena;
mod balance;
mod captain;
mod fogr;
mod fuzz;
mod ladder;
mod mpbs;
mod name;
mod numbers;
mod patience;
mod player;
mod roster;
mod summary;

pub use account::{Account, Chronicle, Favour, Luck, Troops};
pub use arena::{Match, Terms, Unfinished};
pub use balance::{Balance, Encounter, Standing};
pub use fuzz::{Broken, Fought, Fuzz, fuzz, fuzz_between};
pub use ladder::{Ladder, Pairing, Rating};
pub use name::{MOST_PLAYOUTS, NoSuchPlayer, PlayerName, Temperament, USUAL_PLAYOUTS};
pub use numbers::Numbers;
pub use patience::{Budget, EndOfPatience, Patience};
pub use player::{Player, Random};
pub use roster::{AnyArena, AnyGround, AnyPlayer, BadWish, Roster, Wish, arena_of, arenas, enlist, names};
pub use summary::{ByPlayer, Plan, Run, Summary, Unmerged};
