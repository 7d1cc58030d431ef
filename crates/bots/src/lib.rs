//! Computer players, and what is done with them by the thousand.
//!
//! - [`Player`]: gets the battle as his side may imagine it ([`caracole_kernel::System::imagine`]) and what is awaited,
//!   and returns a decision within his [`Budget`].
//! - [`Roster`]: which players a system has; [`Arena`] for clients that know no system.
//! - [`arena`]: battles between players, fast; [`Account`] is what is kept of one, [`Summary`] of many, [`Ladder`] of
//!   many players.
//! - [`fuzz()`]: random battles with every invariant checked.
//!
//! Everything is reproducible: players draw their chances from a seed and count their work instead of looking at a clock.

pub mod account;
pub mod arena;
mod balance;
mod fogr;
mod fuzz;
mod ladder;
mod mpbs;
mod name;
mod player;
mod players;
mod roster;
mod summary;

pub use account::{Account, Chronicle, Favour, Luck, Troops};
pub use arena::{Match, Terms, Unfinished};
pub use balance::{Balance, Encounter, Standing};
pub use caracole_kernel::{EndOfPatience, Numbers, Patience};
pub use fuzz::{Broken, Fought, Fuzz, fuzz, fuzz_between};
pub use ladder::{Ladder, Pairing, Rating};
pub use name::{MOST_PLAYOUTS, NoSuchPlayer, PlayerName, Temperament, USUAL_PLAYOUTS};
pub use player::{Budget, Player};
pub use players::{AnyRandom, Random};
pub use roster::{AnyArena, AnyGround, AnyPlayer, Arena, BadWish, Roster, Wish};
pub use summary::{ByPlayer, Plan, Run, Summary, Unmerged};
