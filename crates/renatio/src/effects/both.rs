//! What the dice of one fight bring besides losses.

use super::{can_shatter, can_shove};
use crate::charts::{Charts, CombatKind};
use crate::claims::FileFacts;
use crate::dice::Counted;
use crate::readings::{Reading, Readings};
use caracole_ledger::enforces;

/// What a file could claim in a fight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Abilities {
    /// It can Shatter.
    pub shatter: bool,
    /// A Skull only shatters this opponent, not an S.
    pub shatter_needs_skull: bool,
    /// It can Shove.
    pub shove: bool,
}

impl Abilities {
    /// What a file can claim against another.
    pub fn of(
        charts: &Charts,
        readings: Readings,
        kind: CombatKind,
        us: &FileFacts<'_>,
        them: &FileFacts<'_>,
    ) -> Abilities {
        Abilities {
            shatter: can_shatter(charts, kind, us, them),
            shatter_needs_skull: readings.has(Reading::BayonetsNeedSkull) && them.profile.has_bayonets(),
            shove: can_shove(charts, readings, us, them),
        }
    }

    /// Whether an S of this file means anything.
    pub const fn uses_specials(self) -> bool {
        self.shatter || self.shove
    }

    /// Whether the dice give a Shatter, unless the opponent has one too.
    const fn shatters(self, thrown: Counted) -> bool {
        self.shatter && (thrown.skulls > 0 || (thrown.specials > 0 && !self.shatter_needs_skull))
    }

    /// Whether the dice give a Shove, unless the opponent has one too.
    const fn shoves(self, thrown: Counted) -> bool {
        self.shove && thrown.has_effect()
    }
}

/// What a file brings to its neighbours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Effects {
    /// A Shatter.
    pub shatter: bool,
    /// A Shove.
    pub shove: bool,
}

/// The effects of both sides' dice: an effect is cancelled by the same effect of the opponent.
pub const fn effects(abilities: [Abilities; 2], thrown: [Counted; 2]) -> [Effects; 2] {
    enforces!("RETG-COMBAT-032", "RETG-COMBAT-039");
    let shatters = [abilities[0].shatters(thrown[0]), abilities[1].shatters(thrown[1])];
    let shoves = [abilities[0].shoves(thrown[0]), abilities[1].shoves(thrown[1])];
    [
        Effects { shatter: shatters[0] && !shatters[1], shove: shoves[0] && !shoves[1] },
        Effects { shatter: shatters[1] && !shatters[0], shove: shoves[1] && !shoves[0] },
    ]
}
