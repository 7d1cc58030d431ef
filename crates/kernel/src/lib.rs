//! The battle machine that runs every rule system.
//!
//! A battle always waits for exactly one thing: a decision of one side, dice, or nothing because it is over. The kernel asks
//! a system's rules what comes next and keeps the record. It has no clock, no file, no network, no thread and no source of
//! chance of its own, so the same steps give the same battle everywhere.
//!
//! ```
//! use caracole_kernel::{Awaiting, BySide, Session, Side, dice::Scripted};
//! use caracole_ledger::rule;
//! use caracole_trial::{Decision, Event, Field, Listed, Setup, Trial, UnitId};
//!
//! let unit = |name: &str, ambush| Listed { name: name.to_owned(), strength: 3, veteran: false, ambush };
//! let armies = BySide { red: vec![unit("Line", false)], blue: vec![unit("Jaegers", true)] };
//! let (line, jaegers) = (UnitId(0), UnitId(1));
//! let mut session = Session::<Trial>::start(Setup { armies, turns: 10, cards: None })?;
//!
//! // Blue hides its ambushers. Red cannot see them, and so cannot charge them: a refusal names the rule.
//! session.choose(Side::Blue, Decision::Hide { field: Field(2) })?;
//! let refusal = session.choose(Side::Red, Decision::Charge { unit: line, at: jaegers }).unwrap_err();
//! assert_eq!(refusal.rule, rule!("TABLE-009"));
//!
//! // Red walks past, and blue springs the ambush. Now dice are awaited.
//! session.choose(Side::Red, Decision::Move { unit: line, by: 2 })?;
//! session.choose(Side::Blue, Decision::Yes)?;
//! assert!(matches!(session.battle().awaiting(), Awaiting::Dice(_)));
//!
//! // Dice are steps like any other. A source supplies them: here a literal list.
//! let events = session.throw(&mut Scripted::new([4, 5, 1]))?;
//! assert_eq!(events, [Event::Hits { unit: jaegers, at: line, hits: 2 }]);
//!
//! // Once dice have fallen, nobody takes back a choice alone.
//! assert_eq!(session.undo(Side::Blue).unwrap_err().rule, rule!("TABLE-007"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Its parts
//!
//! **The machine**
//! - [`Battle`]: the state, and [`Battle::apply`], which takes a [`Step`]. [`Awaiting`] says what it waits for.
//! - [`Session`]: a battle with its record: taking back, going back by consent, giving up.
//! - [`dice`]: what is thrown ([`dice::Roll`]) and who throws it ([`dice::Verifiable`], [`dice::Scripted`], [`dice::Recorded`]).
//! - [`log`]: the record as text; it finds its own damage and can be replayed.
//! - [`StateHash`]: the fingerprint of everything that changes.
//!
//! **What a system implements.** A [`System`] is whatever has these five traits:
//! - [`Rules`]: its types, and the functions that check a decision and carry it out.
//! - [`Views`]: who may see what. [`Words`]: prompts, choices, commands and the report in words.
//! - [`Scenery`]: the table as a [`Scene`] for clients. [`Chances`]: exact odds that the system works out itself.
//!
//! **How a system is written**
//! - [`Play`]: what the battle does with a procedure; [`procedures!`] makes the enum of a system's procedures.
//! - [`Flow`], [`Input`], [`Context`]: what a procedure returns, gets and works with. [`Seen`]: a battle to look at.
//! - [`Refusal`]: the rule, the facts and the remedy. [`Tally`]: a number with the lines it is built from.
//!
//! **Any system, by JSON**
//! - [`Erased`] makes a system an [`AnySystem`]; [`AnySession`] drives its battles.
//! - [`Library`]: the scenarios and armies of a system, for clients.
//!
//! `caracole-trial` is a small complete system to read first.

mod battle;
mod chances;
pub mod dice;
mod erased;
mod hash;
mod library;
pub mod log;
mod numbers;
mod patience;
mod play;
mod procedure;
mod refusal;
mod rules;
mod scenery;
mod session;
mod side;
mod system;
mod tally;
mod views;
mod words;

pub use battle::{Awaiting, Battle, Outcome, Step};
pub use chances::{Chances, Likely, Prospect};
pub use erased::{
    AnyChances, AnyRecord, AnyReplay, AnyRules, AnyScenery, AnySession, AnySystem, AnyViews, AnyWords, Cast,
    Erased, Shown, Told, WayBack, battle_of,
};
pub use hash::StateHash;
pub use library::{Armies, ArmyInfo, ArmyProblem, Judgement, Library, NoLibrary, ScenarioInfo, Unreadable};
pub use numbers::Numbers;
pub use patience::{EndOfPatience, Patience};
pub use play::{Context, ContextOf, Flow, FlowOf, Input, InputOf, Seen, SeenOf};
pub use procedure::{Asked, AskedOf, Below, NotAsked, Play};
pub use refusal::{Fact, FactValue, Refusal};
pub use rules::{Rules, RulesVersion, Start};
pub use scenery::{
    At, Colour, Face, Hand, Item, Land, Layer, Overlay, OverlayKind, Part, Pull, Ruler, Scene, Scenery,
    Standing,
};
pub use session::{HASH_EVERY, Rolled, Session, ThrowFailed};
pub use side::{BySide, Side, Viewer};
pub use system::System;
pub use tally::{Effect, Line, Tally};
pub use views::Views;
pub use words::{
    Offer, Piece, Prompt, Sentence, Wording, Words, offers, read_offered, said_in_full, the_only,
};
