//! What lets the other side react.

use crate::{
    counters::UnitId,
    engine::field::Field,
    hex::{Hex, Zone},
    messages::Target,
};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// What was done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Cause {
    /// A hex was entered.
    Entered,
    /// Cavalry was displaced by artillery fire into a hex: no movement points are spent.
    Displaced,
    /// A unit turned on the spot.
    Turned,
    /// An advance ended.
    Advanced,
    /// A pursuit ended; whether it was part of an Interception.
    Pursued {
        /// Part of an Interception.
        interception: bool,
    },
    /// Close Combat was declared by a unit that had not moved.
    Charged,
    /// A stack changed its order.
    Restacked,
    /// A unit Reformed or Rallied.
    Reformed,
    /// A unit fired at these.
    Fired {
        /// The target.
        targets: SmallVec<[UnitId; 4]>,
        /// Into which hexes.
        hexes: SmallVec<[Hex; 4]>,
        /// By Retreating Fire, which spoils the answer.
        retreating: bool,
    },
}

impl Cause {
    pub(super) const fn is_movement(&self) -> bool {
        matches!(
            self,
            Cause::Entered
                | Cause::Displaced
                | Cause::Turned
                | Cause::Advanced
                | Cause::Pursued { .. }
                | Cause::Charged
        )
    }

    /// What was done, in the words of a prompt.
    pub(super) const fn words(&self) -> &'static str {
        match self {
            Cause::Entered => "has moved",
            Cause::Displaced => "has moved aside from the guns",
            Cause::Turned => "has turned",
            Cause::Advanced => "has advanced after combat",
            Cause::Pursued { .. } => "has pursued",
            Cause::Charged => "is about to attack in Close Combat",
            Cause::Restacked => "has changed its place in the stack",
            Cause::Reformed => "has reformed or rallied",
            Cause::Fired { .. } => "has fired",
        }
    }

    pub(super) const fn spends_points(&self) -> bool {
        matches!(self, Cause::Entered | Cause::Turned)
    }

    pub(super) const fn enters(&self) -> bool {
        matches!(self, Cause::Entered | Cause::Displaced | Cause::Advanced | Cause::Pursued { .. })
    }
}

/// Something that lets the other side react.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Trigger {
    pub(super) by: UnitId,
    pub(super) cause: Cause,
    /// The hexes of its move so far, for fire at moving cavalry.
    pub(super) path: SmallVec<[Hex; 8]>,
}

impl Trigger {
    /// A unit fired at these targets, into these hexes.
    pub(super) fn fired(by: UnitId, targets: &[Target], hexes: impl IntoIterator<Item = Hex>) -> Self {
        let mut units = SmallVec::new();
        for target in targets {
            if let Target::Unit(unit) = target
                && !units.contains(unit)
            {
                units.push(*unit);
            }
        }
        let hexes = hexes.into_iter().collect();
        Trigger {
            by,
            cause: Cause::Fired { targets: units, hexes, retreating: false },
            path: SmallVec::new(),
        }
    }

    /// Whether the moving cavalry had moved outside the firer's zone before it came in.
    pub(super) fn came_from_outside(&self, f: Field<'_>, firer: UnitId) -> bool {
        if matches!(self.cause, Cause::Advanced | Cause::Pursued { .. }) {
            return true;
        }
        let inside = |hex: &Hex| matches!(f.zone(firer, *hex), Some(Zone::Front | Zone::Flank));
        self.path.first().is_some_and(|hex| !inside(hex)) && self.path.len() > 1
    }
}
