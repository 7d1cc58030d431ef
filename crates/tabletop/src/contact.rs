//! Who touches whom: contacts between the bases of two groups.

use crate::BaseId;
use caracole_plane::{BaseRect, Contact, Edge, Fit};
use smallvec::SmallVec;

/// A contact between a base and an enemy base.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Touch {
    /// The base.
    pub own: BaseId,
    /// The enemy base.
    pub their: BaseId,
    /// How they touch, seen from the first.
    pub contact: Contact,
}

/// Every contact between bases of two groups, in the order of their bases. The game says what ground each base counts as.
pub fn touches(
    ours: impl IntoIterator<Item = (BaseId, BaseRect)>,
    theirs: &[(BaseId, BaseRect)],
) -> SmallVec<[Touch; 8]> {
    let mut found = SmallVec::new();
    for (own, rect) in ours {
        for (their, other) in theirs {
            if let Some(contact) = rect.contact(other) {
                found.push(Touch { own, their: *their, contact });
            }
        }
    }
    found
}

/// Whether any base of one group touches any of another.
#[must_use]
pub fn any_touch(ours: &[BaseRect], theirs: &[BaseRect]) -> bool {
    ours.iter().any(|own| theirs.iter().any(|other| own.touches(other)))
}

/// Whether the front edges of two bases touch along their whole width.
#[must_use]
pub fn face_each_other_fully(a: &BaseRect, b: &BaseRect) -> bool {
    let edges = a.contact(b).and_then(Contact::edges);
    edges.is_some_and(|e| e.own == Edge::Front && e.their == Edge::Front && e.fit == Fit::Aligned)
}

/// Whether the front edge of a base touches an edge of another along some length.
#[must_use]
pub fn touches_by_front(a: &BaseRect, b: &BaseRect) -> bool {
    let edges = a.contact(b).and_then(Contact::edges);
    edges.is_some_and(|e| e.own == Edge::Front)
}
