//! Field of Glory: Renaissance (`fogr`) and ancient and medieval (`fogam`).
//!
//! Both books share their vocabulary, the arithmetic of combat and one battle engine. Battles of Renaissance are played whole;
//! of the second book there are armies, odds and questions.
//!
//! # A battle
//! ```
//! use caracole_fog::battle::{Fogr, scenarios};
//! use caracole_kernel::{Awaiting, Session, Words, offers};
//!
//! let field = scenarios::by_id("mill-field").expect("it comes with the program");
//! let mut session = Session::<Fogr>::start(field.setup)?;
//! let Awaiting::Decision { side, request } = session.battle().awaiting().clone() else { panic!("no dice yet") };
//!
//! // A question and its choices in words. Choices can be typed, too.
//! let prompt = Fogr::prompt(session.battle(), side, &request);
//! assert!(!prompt.text.is_empty());
//! let offered = offers(session.battle(), side, &request);
//! let first = &offered[0];
//! let typed = Fogr::read_command(session.battle(), side, &request, &first.wording.command)?;
//! assert_eq!(typed, first.decision);
//! session.choose(side, typed)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Odds
//! ```
//! use caracole_fog::ask::combat;
//!
//! let file = toml::from_str(include_str!("../../../docs/examples/charge.toml"))?;
//! let fight = combat(&file).expect("the example is sound");
//! assert_eq!(fight.names, ["cavaliers", "foot"]);
//! assert_eq!(fight.phases, 2, "an impact and a melee");
//! # Ok::<(), toml::de::Error>(())
//! ```
//!
//! # Its parts
//!
//! What both books share:
//! - [`troops`]: the words for a base: type, armour, quality, training, capabilities, cohesion.
//! - [`formation`]: files and ranks of a battle group, which formations are legal, losses and refilling.
//! - [`army`]: army lists, points, composition, the books' own armies.
//! - [`strength`]: what an army counts for: break point, initiative, deployment batches.
//! - [`field`]: the table: scale, terrain, camps, fortifications, places of bases.
//! - [`combat`]: the arithmetic of combat and tests, one machine for battles, odds and questions.
//! - [`battle`]: the engine that plays battles. [`battle::customs`] are the questions that it asks a book.
//! - [`ask`]: questions of other programs, and the odds of whole fights.
//!
//! What is each book's own: [`renaissance`], with its answers to the engine in `renaissance/customs`, and [`ancients`]. No
//! shared file of the engine names a book; a test looks for it.
//!
//! Every rule stands where its id is cited: search for `FOGR-IMPACT-021` to find the line that enforces it.

pub mod ancients;
pub mod army;
pub mod ask;
pub mod battle;
pub mod combat;
pub mod field;
pub mod formation;
mod purpose;
pub mod renaissance;
pub mod strength;
pub mod troops;

pub use purpose::RollPurpose;
