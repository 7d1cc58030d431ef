//! Which players a system has, by name; and the same for clients who know no system.

use crate::{
    Account, Budget, Chronicle, Favour, Match, Numbers, Patience, Player, PlayerName, Terms, Unfinished,
    arena,
};
use caracole_kernel::{AnySession, Awaiting, Battle, Refusal, Side, System, battle_of, dice::Roll};
use serde_json::Value;
use std::marker::PhantomData;

/// A system that has computer players.
pub trait Roster: System {
    /// The player of this name, with the seed of its chances; `None` if the system has none.
    fn enlist(name: PlayerName, seed: u64) -> Option<Box<dyn Player<Self>>>;
    /// Names to offer, the weakest first.
    fn names() -> &'static [PlayerName];
    /// What writes the accounts of its battles.
    fn chronicle() -> Box<dyn Chronicle<Self>>;
    /// Turns played so far.
    fn turns(battle: &Battle<Self>) -> u16;
    /// For whom a roll is good when it is high; `battle` still waits for it.
    fn favour(battle: &Battle<Self>, roll: &Roll<Self::Purpose>) -> Favour;
    /// The setup that a wish stands for.
    fn setup(wish: &Wish) -> Result<Self::Setup, BadWish>;
}

/// What a user wants to be fought, as far as it was said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wish {
    /// A scenario by its name.
    pub scenario: Option<String>,
    /// Red's army by its name.
    pub red: Option<String>,
    /// Blue's army by its name.
    pub blue: Option<String>,
}

/// A wish that cannot be met.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{wrong}")]
pub struct BadWish {
    /// What is wrong.
    pub wrong: String,
    /// How to mend it.
    pub remedy: String,
}

/// A computer player of whichever system.
pub trait AnyPlayer: Send {
    /// Chooses for `side`, whose decision is awaited. `None` leaves it to the first legal choice.
    fn choose(&mut self, battle: &dyn AnySession, side: Side, patience: &Patience) -> Option<Value>;
}

/// The computer players of a system and the battles between them, whichever system it is.
pub trait AnyArena: Sync {
    /// Code of the system.
    fn code(&self) -> &'static str;
    /// Names to offer, the weakest first.
    fn names(&self) -> &'static [PlayerName];
    /// The player of this name.
    fn enlist(&self, name: PlayerName, seed: u64) -> Option<Box<dyn AnyPlayer>>;
    /// The setup that a wish stands for.
    fn setup(&self, wish: &Wish) -> Result<Value, BadWish>;
    /// A battle laid out, to be fought from its start as often as wanted.
    fn lay_out(&self, setup: Value) -> Result<Box<dyn AnyGround>, Refusal>;
}

/// A battle laid out.
pub trait AnyGround: Send + Sync {
    /// Fights it once.
    fn fight(&self, bout: &Match, terms: &Terms) -> Result<Account, Unfinished>;
    /// Fights it once and keeps the log.
    fn fight_with_log(&self, bout: &Match, terms: &Terms) -> Result<(Account, String), Unfinished>;
}

/// The arena of a system that has a [`Roster`].
pub struct Arena<S>(PhantomData<fn() -> S>);

impl<S> Arena<S> {
    /// The arena.
    #[allow(clippy::new_without_default, reason = "made in constants, where `default` cannot be called")]
    pub const fn new() -> Self {
        Arena(PhantomData)
    }
}

impl<S: Roster> AnyArena for Arena<S>
where
    S::Setup: Send + Sync,
{
    fn code(&self) -> &'static str {
        S::CODE
    }

    fn names(&self) -> &'static [PlayerName] {
        S::names()
    }

    fn enlist(&self, name: PlayerName, seed: u64) -> Option<Box<dyn AnyPlayer>> {
        let player = S::enlist(name, seed)?;
        Some(Box::new(Seated { player, playouts: name.playouts(), numbers: Numbers::new(!seed) }))
    }

    fn setup(&self, wish: &Wish) -> Result<Value, BadWish> {
        // Setups have string keys, so they can be written.
        S::setup(wish).map(|setup| serde_json::to_value(setup).unwrap_or_default())
    }

    fn lay_out(&self, setup: Value) -> Result<Box<dyn AnyGround>, Refusal> {
        let setup: S::Setup = serde_json::from_value(setup).map_err(|e| {
            Refusal::new(
                caracole_ledger::rule!("TABLE-010"),
                format!("The setup cannot be read: {e}"),
                "Give a setup of the shape that `caracole schema` prints.",
            )
        })?;
        let (start, _) = Battle::<S>::start(&setup)?;
        Ok(Box::new(Ground { setup, start }))
    }
}

/// A typed player at an erased table.
struct Seated<S: System> {
    player: Box<dyn Player<S>>,
    playouts: u32,
    numbers: Numbers,
}

impl<S: System> AnyPlayer for Seated<S> {
    fn choose(&mut self, battle: &dyn AnySession, side: Side, patience: &Patience) -> Option<Value> {
        let battle = battle_of::<S>(battle)?;
        let Awaiting::Decision { side: awaited, request } = battle.awaiting() else { return None };
        if *awaited != side {
            return None;
        }
        let seen = S::imagine(battle, side, &mut |end| self.numbers.below(end));
        let budget = Budget { playouts: self.playouts, patience: patience.clone() };
        let decision = self.player.decide(&seen, side, request, &budget)?;
        serde_json::to_value(decision).ok()
    }
}

struct Ground<S: System> {
    setup: S::Setup,
    start: Battle<S>,
}

impl<S: Roster> AnyGround for Ground<S>
where
    S::Setup: Send + Sync,
{
    fn fight(&self, bout: &Match, terms: &Terms) -> Result<Account, Unfinished> {
        arena::fight(&self.start, bout, terms)
    }

    fn fight_with_log(&self, bout: &Match, terms: &Terms) -> Result<(Account, String), Unfinished> {
        arena::fight_with_log::<S>(&self.setup, bout, terms)
    }
}
