//! The battle machine that serves every rule system.
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
    AnyChances, AnyRecord, AnyReplay, AnyRules, AnyScenery, AnySession, AnySystem, AnyViews, AnyWords,
    Erased, Told, WayBack, battle_of,
};
pub use hash::StateHash;
pub use library::{Armies, ArmyInfo, ArmyProblem, Judgement, Library, NoLibrary, ScenarioInfo, Unreadable};
pub use numbers::Numbers;
pub use patience::{EndOfPatience, Patience};
pub use play::{Context, ContextOf, Flow, FlowOf, Input, InputOf, Seen, SeenOf};
pub use procedure::{Asked, AskedOf, Below, NotAsked, Play};
pub use refusal::{Fact, FactValue, Refusal};
pub use rules::{Rules, RulesVersion, Start};
pub use scenery::{At, Item, Land, Layer, Overlay, OverlayKind, Part, Pull, Ruler, Scene, Scenery, Standing};
pub use session::{Cast, HASH_EVERY, Session, ThrowFailed};
pub use side::{BySide, Side, Viewer};
pub use system::System;
pub use tally::{Effect, Line, Tally};
pub use views::Views;
pub use words::{
    Offer, Piece, Prompt, Sentence, Wording, Words, offers, read_offered, said_in_full, the_only,
};
