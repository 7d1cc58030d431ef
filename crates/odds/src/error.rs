//! What cannot be computed, and why.

use caracole_kernel::dice::{BadDraw, Die, MOST_DICE};

/// Why exact odds were not computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OddsError {
    /// A die whose faces make no sense.
    #[error("a die from {} to {} does not exist: faces run upwards and are at most 15", .die.lowest, .die.highest)]
    Die {
        /// The die.
        die: Die,
    },
    /// More dice than a pool may hold.
    #[error("{dice} dice in one pool are too many: the most is {MOST_DICE}")]
    Dice {
        /// How many were asked for.
        dice: u16,
    },
    /// Cards that cannot be drawn.
    #[error(transparent)]
    Draw(#[from] BadDraw),
    /// More outcomes than can be listed.
    #[error("there are more than {limit} outcomes to list: read fewer dice one by one, or in fewer classes")]
    Outcomes {
        /// The most that are listed.
        limit: usize,
    },
    /// More different states than can be held.
    #[error("more than {limit} different states can be reached: stop earlier, or merge states")]
    States {
        /// The most that are held.
        limit: usize,
    },
    /// The resolution did not come to an end.
    #[error("no end after {rolls} rolls: stop earlier")]
    Endless {
        /// Rolls made one after another.
        rolls: usize,
    },
    /// Decision followed decision and no dice were ever thrown.
    #[error("no roll and no end after {decisions} decisions in a row: decide otherwise, or stop earlier")]
    Undecided {
        /// Decisions made one after another.
        decisions: usize,
    },
    /// There is a chance that the chain never ends.
    #[error("the chain may go on for ever, so it has no exact end")]
    NeverAbsorbed,
    /// A pool read in classes, die by die or by kinds of cards has no single number.
    #[error("dice read in classes or one by one, and cards, give no single number")]
    NotANumber,
    /// A number outside the range of its type.
    #[error("the sum leaves the range of 32 bits")]
    Overflow,
    /// Fewer than no throws.
    #[error("{count} throws cannot be made")]
    Negative {
        /// How many were asked for.
        count: i32,
    },
}
