//! The battle machine that serves every rule system.
mod battle;
pub mod dice;
mod erased;
mod hash;
pub mod log;
mod prospect;
mod refusal;
mod scene;
mod session;
mod side;
mod system;
mod tally;
mod wording;

pub use battle::{Awaiting, Battle, Outcome, Step};
pub use erased::{AnyReplay, AnySession, AnySystem, Erased, Seen, WayBack, battle_of};
pub use hash::StateHash;
pub use prospect::{Likely, Prospect};
pub use refusal::{Fact, FactValue, Refusal};
pub use scene::{At, Item, Land, Layer, Overlay, OverlayKind, Part, Pull, Ruler, Scene, Standing};
pub use session::{Cast, HASH_EVERY, Session, ThrowFailed};
pub use side::{BySide, Side, Viewer};
pub use system::{Context, Flow, Input, RulesVersion, Sentence, Start, System};
pub use tally::{Effect, Line, Tally};
pub use wording::{Offer, Piece, Prompt, Wording, offers, read_offered, said_in_full, the_only};
