//! The kinds of moves that the table of simple and complex moves tells apart.

/// A kind of move, as a row of the table of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveKind {
    /// A charge straight ahead or with a wheel at the beginning.
    Charge,
    /// The full distance straight ahead.
    FullAdvance,
    /// Less than the full distance or with a wheel, no enemy close.
    AdvanceFarFromEnemy,
    /// Less than the full distance or with a wheel, close to the enemy.
    AdvanceCloseToEnemy,
    /// Forward with two wheels.
    DoubleWheel,
    /// Expanding while stationary.
    Expand,
    /// Expanding, then a simple advance.
    ExpandAndAdvance,
    /// Contracting with a simple advance of 3 MU or more.
    ContractAndAdvance,
    /// Contracting while stationary or with a shorter advance.
    Contract,
    /// Turning while stationary.
    Turn,
    /// Turning 90 degrees with a simple advance.
    TurnAndAdvance,
    /// Turning 180 degrees with a simple advance.
    TurnAboutAndAdvance,
    /// Turning about, moving 2 MU at most and turning back.
    TurnRetireTurnBack,
}
