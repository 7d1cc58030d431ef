//! Set formations.

use crate::claims::Facing;
use crate::troops::Shape;
use caracole_ledger::enforces;

/// One place of a set formation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// A base with pikes.
    Pike,
    /// A base with shot.
    Shot,
    /// No base.
    Empty,
}

use Cell::{Empty as E, Pike as P, Shot as S};

/// The rows of a set formation, front rank first; `None` for units without one, and for regiments, whose layout is
/// not told.
pub const fn layout(shape: Shape) -> Option<&'static [&'static [Cell]]> {
    enforces!("RETG-GLOS-044", "RETG-GLOS-090", "RETG-GLOS-026", "RETG-GLOS-045", "RETG-GLOS-061");
    match shape {
        Shape::PikeAndShot => Some(&[&[S, P, S], &[S, P, S]]),
        Shape::EarlyPikeAndShot => Some(&[&[S, P, S], &[S, P, S], &[S, P, S]]),
        Shape::Keil => Some(&[&[P, P, P], &[P, P, P], &[P, P, P], &[P, P, P]]),
        Shape::LateKeil => Some(&[&[S, P, P, S], &[S, P, P, S], &[E, P, P, E], &[E, P, P, E]]),
        Shape::Tercio => {
            Some(&[&[S, E, E, S], &[S, P, P, S], &[E, P, P, E], &[E, P, P, E], &[S, P, P, S], &[S, E, E, S]])
        }
        Shape::Colunela => Some(&[&[S, S], &[P, P], &[P, P]]),
        _ => None,
    }
}

/// Whether an attack on this edge of a unit counts as frontal.
pub const fn has_no_flank(shape: Shape, edge: Facing) -> bool {
    enforces!("RETG-CHARGE-034", "RETG-GLOS-108");
    match edge {
        Facing::Front => true,
        Facing::Flank => {
            matches!(shape, Shape::Tercio | Shape::Battlewagons | Shape::Keil | Shape::LateKeil)
        }
        Facing::Rear => matches!(shape, Shape::Tercio | Shape::Battlewagons),
    }
}
