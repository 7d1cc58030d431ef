//! Computer players, and battles between them by the thousand.
//!
//! ```
//! use caracole_bots::{AnyArena, Arena, Match, PlayerName, Temperament, Terms, Wish};
//! use caracole_kernel::BySide;
//! use caracole_musketpike::MusketPike;
//!
//! let arena = Arena::<MusketPike>::new();
//! let setup = arena.setup(&Wish { scenario: Some("learning".to_owned()), ..Wish::default() }).expect("it is known");
//! let ground = arena.lay_out(setup).expect("the setup is legal");
//! let players = BySide { red: PlayerName::Marshal(Temperament::Balanced), blue: PlayerName::Random };
//! let bout = Match { number: 0, seed: 1645, players, swapped: false };
//! let account = ground.fight(&bout, &Terms::default()).expect("every battle ends by its rules");
//! assert_eq!(ground.fight(&bout, &Terms::default()), Ok(account), "the same seed gives the same battle");
//! ```
//!
//! - [`Player`]: gets the battle as its side may imagine it ([`caracole_kernel::Views::imagine`]) and what is awaited,
//!   and returns a decision within its [`Budget`]. [`Random`] plays any system.
//! - [`Roster`]: which players a system has; [`Arena`] offers them to clients that know no system ([`AnyArena`]).
//! - [`arena`]: battles between players, fast. [`Account`] is what is kept of one battle, [`Summary`] of many,
//!   [`Ladder`] of many players, [`Balance`] of many armies.
//! - [`fuzz()`]: random battles with every invariant checked.
//!
//! Everything is reproducible: players draw their chances from a seed and count their work instead of looking at a clock.

pub mod account;
pub mod arena;
mod balance;
mod fog;
mod fuzz;
mod ladder;
mod mpbs;
mod name;
mod player;
mod players;
mod retg;
mod roster;
mod spot;
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
