//! The words of the system for positions.

use caracole_ledger::System;
use caracole_position::{BaseSize, Vocabulary};

/// Its bases, where they are not as usual (RETG-ARMY-002).
pub static VOCABULARY: Vocabulary = Vocabulary {
    system: Some(System::Retg),
    bases: &[
        BaseSize::new("dragoons", 30, 40),
        BaseSize::new("light artillery", 40, 60),
        BaseSize::new("medium artillery", 40, 60),
        BaseSize::new("heavy artillery", 40, 60),
        BaseSize::new("artillery", 40, 60),
        BaseSize::new("elephants", 40, 60),
    ],
};
