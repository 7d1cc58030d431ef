//! Events as sentences of the battle report.

use crate::{engine::table::Table, events::Event};
use caracole_kernel::Sentence;

/// The event as a sentence.
pub(crate) fn tell(_: &Table, event: &Event) -> Sentence {
    Sentence::new(format!("{event:?}"), &[])
}
