//! Renatio et Gloriam: the rules that need no table, and the battle.
//!
//! Charts, troops, armies, cards, dice, claims and their exact odds come first. They are pure: they look at small structs of
//! facts ([`claims::FileFacts`], [`shooting::ShooterFacts`], [`kab::TestedUnit`]), and a battle, an odds question and a
//! computer player ask the same ones.
//!
//! ```
//! use caracole_renatio::charts::{Charts, CombatKind};
//! use caracole_renatio::claims::{FileFacts, claims, fight_dice};
//! use caracole_renatio::dice::CombatDice;
//! use caracole_renatio::readings::Readings;
//! use caracole_renatio::troops::Troops;
//!
//! let charts = Charts::standard().map_err(|faults| faults.to_string())?;
//! let horse = Troops::read("4 mounted, loose, formed, protected, superior, charging pistol").map_err(|e| e.to_string())?;
//! let foot = Troops::read("6 foot, loose, formed, unprotected, musket").map_err(|e| e.to_string())?;
//! let (us, them) = (FileFacts::plain(&horse.profile, 2), FileFacts::plain(&foot.profile, 2));
//!
//! let claim = |us, them| claims(&charts, Readings::default(), CombatKind::Charge, us, them);
//! let (ours, theirs) = (claim(&us, &them), claim(&them, &us));
//! // Superior 2 and charging pistols 1 against Average 1.
//! assert_eq!((ours.total(), theirs.total()), (3, 1));
//! assert_eq!(fight_dice(&charts, &ours, &theirs).dice, [CombatDice::Red, CombatDice::White]);
//! # Ok::<(), String>(())
//! ```
//!
//! - [`charts`]: every value that the rulebook leaves to sheets, each with what it rests on; replaceable by a player's file.
//! - [`readings`]: the other readings of unclear rules, as options.
//! - [`troops`], [`army`], [`formation`]: what units are, what armies cost, which shapes are legal.
//! - [`cards`], [`command`], [`scouting`]: the pack, costs and payments, Commanders, out-scouting.
//! - [`dice`], [`claims`], [`effects`], [`shooting`], [`kab`], [`movement`], [`score`]: the arithmetic of the rules.
//! - [`odds`]: exact odds of fights, volleys and tests.
//! - [`battle`]: the battle as a system of the kernel, with its pre-battle. [`scenarios`]: ready battles.

pub mod army;
pub mod ask;
pub mod battle;
pub mod cards;
pub mod charts;
pub mod claims;
pub mod command;
pub mod dice;
pub mod effects;
pub mod formation;
pub mod kab;
pub mod movement;
pub mod odds;
pub mod readings;
pub mod scenarios;
pub mod score;
pub mod scouting;
pub mod shooting;
pub mod troops;
mod vocabulary;

pub use vocabulary::VOCABULARY;
