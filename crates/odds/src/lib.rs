//! Exact odds: before the dice are thrown, what can happen and how likely is it?
//!
//! Nothing here is sampled or rounded. A [`Distribution`] holds outcomes with integer weights, in machine
//! words while they fit and in arbitrary precision beyond; floats appear only when a number is shown.
//!
//! **Pools of dice** are read in closed form, whatever their size:
//!
//! ```
//! use caracole_kernel::dice::{Die, Pool, Reroll};
//! use caracole_odds::numbers;
//!
//! // Eight dice hit at 4 or more, ones are thrown again.
//! let hits = numbers(&Pool::hits(8, Die::D6, 4, Reroll::of(&[1])))?;
//! assert_eq!(hits.mean().to_string(), "14/3");
//! assert_eq!(hits.at_least(&6).percent(1), "28.2");
//! # Ok::<(), caracole_odds::OddsError>(())
//! ```
//!
//! So are cards drawn from a deck:
//!
//! ```
//! use caracole_kernel::dice::{Pool, Value};
//! use caracole_odds::pool;
//!
//! // Three cards from a deck of two black and three red ones.
//! let hand = pool(&Pool::draw(3, [2, 3, 0, 0, 0, 0, 0, 0])?)?;
//! let one_black = Value::Counts([1, 2, 0, 0, 0, 0, 0, 0]);
//! assert_eq!(hand.probability(&one_black).to_string(), "3/5");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Algebra** builds larger questions from smaller ones:
//!
//! ```
//! # use caracole_kernel::dice::{Die, Pool, Reroll};
//! # use caracole_odds::{Distribution, numbers};
//! # use std::cmp::Ordering;
//! let red = numbers(&Pool::hits(6, Die::D6, 4, Reroll::NONE))?;
//! let blue = numbers(&Pool::hits(5, Die::D6, 4, Reroll::NONE))?;
//! assert_eq!(red.compare(&blue).probability(&Ordering::Greater).to_string(), "1/2");
//!
//! // Every hit is thrown again and kills at 5 or more.
//! let kills = red.throws_of(&numbers(&Pool::hits(1, Die::D6, 5, Reroll::NONE))?)?;
//! assert_eq!(kills, Distribution::binomial(6, 1, 5).unwrap());
//! # Ok::<(), caracole_odds::OddsError>(())
//! ```
//!
//! **Enumeration** asks the rules themselves: [`enumerate_battle`] lets a battle run on through everything
//! that its dice can say, and [`enumerate`] does the same for any small state machine that implements
//! [`Resolution`]. States that have become equal are merged, so a round of combat takes microseconds.
//!
//! **Foresight** tells what the dice after a choice may bring, for any system: [`Foresight`] tries each reading on a copy
//! of the battle and tells outcomes apart by their events.
//!
//! A [`Chain`] follows one step again and again, to a number of steps or to the end.

mod battle;
mod chain;
mod distribution;
mod draw;
mod enumerate;
mod error;
mod foresight;
mod fraction;
mod numbers;
mod pool;
mod weight;

pub use battle::enumerate_battle;
pub use chain::{Absorption, Chain};
pub use distribution::Distribution;
pub use enumerate::{Enumerator, Fall, Pools, Resolution, Stopped, enumerate, fingerprint};
pub use error::OddsError;
pub use foresight::{Chance, Foresight};
pub use fraction::{Fraction, NotAFraction};
pub use pool::{MOST_OUTCOMES, numbers, outcomes, pool, pools, representative, settled, worth};
pub use weight::Natural;
