//! TOML files from outside: read with the place of every value, so that each fault says where it is and how to mend it.
//!
//! There are two ways to read. [`Document`] walks the file value by value and gathers every fault it meets; use it
//! where a file is checked while it is read. [`read`] fills a type that derives `Deserialize` and stops at the first
//! fault; a value in [`toml::Spanned`] keeps its offset, and [`Document::fault`] turns that into a line later.
//!
//! ```
//! use caracole_document::{Document, Faults, Section};
//!
//! /// The turns of a battle, and who moves first.
//! fn read(text: &str) -> Result<(u8, String), Faults> {
//!     let document = Document::new("battle.toml", text);
//!     let root = document.parse()?;
//!     let root = Section::root(&document, &root);
//!     root.only(&["turns", "first"]);
//!     let turns = root.need("turns").and_then(|node| node.u8(1, 40));
//!     let first = root.need("first").and_then(|node| node.word(&[("red", "red"), ("blue", "blue")]));
//!     document.finish(turns.zip(first).map(|(turns, first)| (turns, first.to_owned())))
//! }
//!
//! assert_eq!(read("turns = 12\nfirst = \"red\"\n"), Ok((12, "red".to_owned())));
//!
//! let faults = read("turns = 90\nfirst = \"green\"\n").unwrap_err();
//! assert_eq!(
//!     faults.to_string(),
//!     "battle.toml:1: turns: 90 is out of range (write a whole number from 1 to 40)\n\
//!      battle.toml:2: first: \"green\" is not a word known here (use one of: red, blue)",
//! );
//! ```
//!
//! - [`Fault`] and [`Faults`]: what is wrong. [`Problems`] gathers the faults of a type that serde has filled, by [`Field`].
//! - [`nearest`]: the known word that is nearest to a misspelt one.
//! - [`Document`], [`Section`], [`Node`]: a file, its tables and its values.
//! - [`Word`] and [`words!`]: closed sets of words that files write.
//! - [`rulebook_words!`] and [`UnknownWord`]: words of a rulebook, read as people write them.
//! - [`Basis`], [`Confidence`], [`Source`]: what the values of a chart rest on.

mod basis;
mod fault;
mod field;
mod nearest;
mod problem;
mod read;
mod rulebook_word;
mod typed;
mod word;

pub use basis::{Basis, Confidence, Source};
pub use fault::{Fault, Faults, line_and_column};
pub use field::Field;
pub use nearest::nearest;
pub use problem::{Problem, Problems, Unusable};
pub use read::{Document, MOST_BYTES, Node, Section, shown};
pub use rulebook_word::{UnknownWord, normalise};
pub use typed::read;
pub use word::Word;
