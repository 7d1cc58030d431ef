//! What the books say of bodies where measuring alone cannot know it.

use super::{BaseId, BaseState, GroupState, Posture};
use crate::battle::customs::Rulebook;
use crate::field::Scale;
use crate::formation::Status;
use crate::troops::{BaseProfile, Capabilities};
use caracole_plane::Um;
use caracole_tabletop::{Measures, OwnsBases, Sizes};

impl OwnsBases for GroupState {
    #[inline]
    fn stretch(&self) -> (u16, u8) {
        (self.first_base, self.base_count)
    }

    fn set_stretch(&mut self, first: u16, count: u8) {
        (self.first_base, self.base_count) = (first, count);
    }
}

/// What is remembered of a battle group while its bases stay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Note {
    /// Whether it is light troops.
    pub light: bool,
}

/// Sizes of bases, and the book that says which battle groups are light.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Measured {
    /// Sizes.
    pub scale: Scale,
    /// The book.
    pub book: Rulebook,
}

impl Sizes<BaseProfile> for Measured {
    #[inline]
    fn width(&self) -> Um {
        self.scale.width()
    }

    #[inline]
    fn depth(&self, base: &BaseProfile) -> Um {
        self.scale.depth(base)
    }
}

impl Measures<GroupState, BaseProfile> for Measured {
    type Note = Note;

    #[inline]
    fn lead(&self, group: &GroupState) -> Um {
        match group.posture {
            Posture::Limbered => self.scale.limber_depth(),
            _ => Um::ZERO,
        }
    }

    /// The point base of a Swedish brigade.
    fn held_ahead(&self, group: &GroupState, bases: &[(BaseId, &BaseState)]) -> Option<BaseId> {
        // A broken battle group holds it until it runs: friends that burst through stand over it.
        let runs = group.is_broken() && group.turn.routed;
        if group.status != Status::SwedishBrigade || runs {
            return None;
        }
        let foremost = bases.iter().map(|(_, b)| b.at.rank).min()?;
        let mut ahead = bases.iter().filter(|(_, b)| b.at.rank == foremost);
        let (id, first) = ahead.next().filter(|_| ahead.next().is_none())?;
        let pike = first.profile.capabilities.has_any(Capabilities::PIKE);
        // In a column no base is ahead of the others: the point is held before shot that stand beside it.
        let beside = bases.iter().any(|(_, b)| b.at.file != first.at.file);
        (pike && beside).then_some(*id)
    }

    fn note(&self, bases: &[BaseProfile]) -> Note {
        Note { light: self.book.is_light(bases) }
    }
}
