//! Words, by messages.

use super::{Table, to_json};
use crate::{Awaiting, Offer, Prompt, Refusal, Side, System, Viewer, offers};
use caracole_ledger::rule;
use serde_json::Value;

/// A battle of whichever system in words.
pub trait AnyWords {
    /// What is asked, in words, if `viewer` may know it.
    fn prompt(&self, viewer: Viewer) -> Option<Prompt>;
    /// Sensible legal choices with their words; empty when `side`'s decision is not awaited.
    fn offers(&self, side: Side) -> Vec<Offer<Value>>;
    /// Reads a typed command as `side`'s answer to what is asked.
    fn read_command(&self, side: Side, text: &str) -> Result<Value, Refusal>;
}

impl<S: System> AnyWords for Table<S>
where
    S::Setup: Send,
{
    fn prompt(&self, viewer: Viewer) -> Option<Prompt> {
        let Awaiting::Decision { side, request } = &*self.session.awaiting() else { return None };
        S::request_seen_by(request, *side, viewer)?;
        Some(S::prompt(self.session.battle(), *side, request))
    }

    fn offers(&self, side: Side) -> Vec<Offer<Value>> {
        match &*self.session.awaiting() {
            Awaiting::Decision { side: awaited, request } if *awaited == side => {
                let offers = offers::<S>(self.session.battle(), side, request).into_iter();
                offers.map(|o| Offer { decision: to_json(&o.decision), wording: o.wording }).collect()
            }
            _ => Vec::new(),
        }
    }

    fn read_command(&self, side: Side, text: &str) -> Result<Value, Refusal> {
        match &*self.session.awaiting() {
            Awaiting::Decision { side: awaited, request } if *awaited == side => {
                let read = S::read_command(self.session.battle(), side, request, text);
                read.map(|d| to_json(&d)).map_err(|refusal| self.seen(refusal, side))
            }
            Awaiting::Decision { side: awaited, .. } => Err(Refusal::new(
                rule!("TABLE-001"),
                format!("It is {awaited}'s choice, not {side}'s"),
                "Wait until your own choice is asked for.",
            )),
            _ => Err(Refusal::new(rule!("TABLE-002"), "No choice is awaited", "Wait for your choice.")),
        }
    }
}
