//! What the two books answer differently, as questions that the engine asks: one trait for each chapter.
//!
//! The engine never asks which book it plays. It asks the [`Rulebook`] of its world a whole question of the rules, and
//! each book answers all of them in a folder of its own: `renaissance/customs`, and `ancients/customs` when that book is
//! played. A question with one answer for both books does not belong here but into the engine; a number that stands in a
//! table of one book stands there.

mod answering;
mod charging;
mod command;
mod deploying;
mod fighting;
mod flight;
mod formations;
mod ground;
mod in_melee;
mod joint_action;
mod laying_ground;
mod manoeuvre;
mod outflanking;
mod passing;
mod setting_up;
mod shooting;
mod terms;

pub use answering::{Answering, Obstacle};
pub use charging::{Bursting, Charged, Charging, FightingBases, FlankContact, FlankThreat, Rash};
pub use command::Command;
pub use deploying::Deploying;
pub use fighting::{Fighting, Tested};
pub use flight::{Flight, PursuedCommander, Pursues, Stopped, Stops};
pub use formations::Formations;
pub use ground::{Ground, Rate};
pub use in_melee::{InMelee, Moved, Part};
pub use joint_action::{BreaksOff, Ending, JointAction};
pub use laying_ground::{Allowed, LayingGround, NextPiece};
pub use manoeuvre::{Advancing, Manoeuvre, MoveTest};
pub use outflanking::{GunsOverrun, Outflanking, StragglingTest, WithoutRoom};
pub use passing::{Passing, PassingBy, SetBeyond};
pub use setting_up::SettingUp;
pub use shooting::{Ranges, Shooting};
pub use terms::{Terms, Vocabulary};

use crate::troops::Book;
use std::fmt;
use std::ops::Deref;

/// Every question.
pub trait Customs:
    Answering
    + Charging
    + Command
    + Deploying
    + Fighting
    + Flight
    + Formations
    + Ground
    + InMelee
    + JointAction
    + LayingGround
    + Manoeuvre
    + Outflanking
    + PassingBy
    + SettingUp
    + Shooting
    + Terms
    + Sync
{
}

impl<B> Customs for B where
    B: Answering
        + Charging
        + Command
        + Deploying
        + Fighting
        + Flight
        + Formations
        + Ground
        + InMelee
        + JointAction
        + LayingGround
        + Manoeuvre
        + Outflanking
        + PassingBy
        + SettingUp
        + Shooting
        + Terms
        + Sync
{
}

/// The book that a battle is played by: it answers the engine's questions.
#[derive(Clone, Copy)]
pub struct Rulebook {
    book: Book,
    answers: &'static dyn Customs,
}

impl Rulebook {
    /// The answers of a book.
    #[must_use]
    pub const fn new(book: Book, answers: &'static dyn Customs) -> Self {
        Rulebook { book, answers }
    }

    /// Which book it is, for the vocabulary that both books share.
    #[must_use]
    pub const fn book(self) -> Book {
        self.book
    }
}

impl From<Rulebook> for Book {
    fn from(rulebook: Rulebook) -> Book {
        rulebook.book
    }
}

impl Deref for Rulebook {
    type Target = dyn Customs;

    fn deref(&self) -> &Self::Target {
        self.answers
    }
}

impl PartialEq for Rulebook {
    fn eq(&self, other: &Self) -> bool {
        self.book == other.book
    }
}

impl Eq for Rulebook {}

impl fmt::Debug for Rulebook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.book.fmt(f)
    }
}
