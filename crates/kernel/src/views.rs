//! Who may see what of a battle.

use crate::{Battle, Refusal, Rules, Side, Viewer, dice::Roll};
use schemars::JsonSchema;
use serde::Serialize;
use std::{borrow::Cow, fmt::Debug};

/// What each viewer may see of a battle, its questions, its events, its dice and its refusals.
pub trait Views: Rules {
    /// What one viewer sees, built by naming each thing that may be seen.
    type View: Debug + PartialEq + Serialize + JsonSchema;

    /// What `viewer` sees of the battle.
    fn view(battle: &Battle<Self>, viewer: Viewer) -> Self::View;

    /// The battle as `side` may imagine it: what it may not see is replaced by something that its view allows, drawn
    /// by `below`, which gives a number below the one it is given. Computer players get nothing else, so two battles
    /// that `side` cannot tell apart are imagined alike from the same numbers. What is awaited stays as it is: a battle that
    /// waits for somebody's cards is only asked about what comes before them.
    fn imagine<'a>(
        battle: &'a Battle<Self>,
        _side: Side,
        _below: &mut dyn FnMut(usize) -> usize,
    ) -> Cow<'a, Battle<Self>> {
        Cow::Borrowed(battle)
    }

    /// The request as `viewer` may see it; `None` if he may know only that `side` is choosing.
    fn request_seen_by(request: &Self::Request, side: Side, viewer: Viewer) -> Option<Self::Request>;

    /// The event as `viewer` may see it, if at all.
    fn event_seen_by(event: &Self::Event, viewer: Viewer) -> Option<Self::Event>;

    /// The dice as `viewer` may see them, before and after they fall; without pools where only that they fall may be seen,
    /// and then nobody is told the faces either. Cards that a side draws are seen by that side alone, unless a system says
    /// otherwise; what is left of a deck is never shown to anybody.
    fn roll_seen_by(roll: &Roll<Self::Purpose>, viewer: Viewer) -> Roll {
        match roll.side {
            Some(side) if roll.draws() && !viewer.knows(side) => roll.without_pools(),
            _ => roll.shown(),
        }
    }

    /// The refusal as `viewer` may see it: it names nothing that is hidden from them.
    fn refusal_seen_by(_battle: &Battle<Self>, refusal: Refusal, _viewer: Viewer) -> Refusal {
        refusal
    }

    /// Whether the event shows somebody what he did not know: nothing before it can be undone.
    fn reveals(event: &Self::Event) -> bool;
}
