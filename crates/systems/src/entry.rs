//! What the program has for one system.

use crate::{NoScenarios, Scenarios, oracle::Oracle};
use caracole_bots::{AnyArena, AnyPlayer, AnyRandom, NoSuchPlayer, PlayerName};
use caracole_kernel::{AnySystem, Erased, Library, NoLibrary, System, log::Log};
use caracole_picture::{Look, Picture};
use caracole_position::{Position, Vocabulary};
use caracole_referee::{HexFile, RefereeError, Rulings};

/// Draws the battle of a log as it stands where the log ends; the width is in pixels.
pub(crate) type DrawLog = fn(Log, &Look, Option<u32>) -> Result<Picture, Undrawn>;
/// Answers the questions of a position file.
pub(crate) type OnPosition = fn(&Position) -> Result<Rulings, RefereeError>;
/// Answers the questions of a file about a scenario on hexes, whose text is given.
pub(crate) type OnHexes = fn(&HexFile, &str) -> Result<Rulings, RefereeError>;

/// One system. Everything but code and title may be missing.
pub struct Entry {
    code: &'static str,
    title: &'static str,
    engine: Option<&'static dyn AnySystem>,
    arena: Option<&'static dyn AnyArena>,
    library: &'static dyn Library,
    scenarios: &'static dyn Scenarios,
    draw: Option<DrawLog>,
    on_position: Option<OnPosition>,
    on_hexes: Option<OnHexes>,
    oracle: Option<&'static dyn Oracle>,
    vocabulary: Option<&'static Vocabulary>,
}

/// Why a battle is not drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undrawn {
    /// What is wrong.
    pub problem: String,
    /// Whether the battle is sound up to the entry before.
    pub earlier_is_sound: bool,
}

impl Entry {
    /// A system that is not played, of which there may be armies or tables.
    pub(crate) const fn book(code: &'static str, title: &'static str) -> Self {
        Entry {
            code,
            title,
            engine: None,
            arena: None,
            library: &NoLibrary,
            scenarios: &NoScenarios,
            draw: None,
            on_position: None,
            on_hexes: None,
            oracle: None,
            vocabulary: None,
        }
    }

    /// A system that is played. Its random player is there at once.
    pub const fn of<S: System>() -> Self
    where
        S::Setup: Send,
    {
        Entry { engine: Some(&const { Erased::<S>::new() }), ..Self::book(S::CODE, S::TITLE) }
    }

    /// With computer players that think.
    pub(crate) const fn with_arena(self, arena: &'static dyn AnyArena) -> Self {
        Entry { arena: Some(arena), ..self }
    }

    /// With scenarios and armies for the server.
    pub(crate) const fn with_library(self, library: &'static dyn Library) -> Self {
        Entry { library, ..self }
    }

    /// With scenario files.
    pub(crate) const fn with_scenarios(self, scenarios: &'static dyn Scenarios) -> Self {
        Entry { scenarios, ..self }
    }

    /// With pictures of recorded battles.
    pub(crate) const fn drawn_by(self, draw: DrawLog) -> Self {
        Entry { draw: Some(draw), ..self }
    }

    /// With rulings on positions.
    pub(crate) const fn rules_on_positions(self, rule: OnPosition) -> Self {
        Entry { on_position: Some(rule), ..self }
    }

    /// With answers to questions without a table.
    pub(crate) const fn answered_by(self, oracle: &'static dyn Oracle) -> Self {
        Entry { oracle: Some(oracle), ..self }
    }

    /// With its words for positions.
    pub(crate) const fn with_vocabulary(self, vocabulary: &'static Vocabulary) -> Self {
        Entry { vocabulary: Some(vocabulary), ..self }
    }

    /// With rulings on positions on hexes.
    pub(crate) const fn rules_on_hexes(self, rule: OnHexes) -> Self {
        Entry { on_hexes: Some(rule), ..self }
    }
}

impl Entry {
    /// Code of the system.
    pub fn code(&self) -> &'static str {
        self.code
    }

    /// Name of the system.
    pub fn title(&self) -> &'static str {
        self.title
    }

    /// Its battles; `None` if it is not played.
    pub fn engine(&self) -> Option<&'static dyn AnySystem> {
        self.engine
    }

    /// Battles between its computer players.
    pub fn arena(&self) -> Option<&'static dyn AnyArena> {
        self.arena
    }

    /// Answers to questions without a table.
    pub fn oracle(&self) -> Option<&'static dyn Oracle> {
        self.oracle
    }

    /// Scenarios and armies to choose from.
    pub fn library(&self) -> &'static dyn Library {
        self.library
    }

    /// Its scenario files.
    pub fn scenarios(&self) -> &'static dyn Scenarios {
        self.scenarios
    }

    /// Names of its computer players, the weakest first.
    pub fn players(&self) -> &'static [PlayerName] {
        match (self.arena, self.engine) {
            (Some(arena), _) => arena.names(),
            (None, Some(_)) => &[PlayerName::Random],
            (None, None) => &[],
        }
    }

    /// The computer player of this name.
    pub fn enlist(&self, name: &str, seed: u64) -> Result<Box<dyn AnyPlayer>, NoSuchPlayer> {
        let parsed: PlayerName = name.parse()?;
        let unknown = || NoSuchPlayer(parsed.to_string());
        match self.arena {
            Some(arena) => arena.enlist(parsed, seed).ok_or_else(unknown),
            None if self.players().contains(&parsed) => Ok(Box::new(AnyRandom::new(seed))),
            None => Err(unknown()),
        }
    }

    /// Draws the battle of a log; `None` if battles of this system are not drawn.
    pub fn draw(&self, log: Log, look: &Look, width: Option<u32>) -> Option<Result<Picture, Undrawn>> {
        self.draw.map(|draw| draw(log, look, width))
    }

    /// Whether its recorded battles can be drawn.
    pub fn can_draw(&self) -> bool {
        self.draw.is_some()
    }

    /// Its words for positions, where they are not the usual ones.
    pub fn vocabulary(&self) -> Option<&'static Vocabulary> {
        self.vocabulary
    }

    pub(crate) fn on_position(&self) -> Option<OnPosition> {
        self.on_position
    }

    pub(crate) fn on_hexes(&self) -> Option<OnHexes> {
        self.on_hexes
    }
}
