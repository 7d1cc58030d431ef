//! The words of the ancient and medieval book for positions.

use caracole_ledger::System;
use caracole_position::{BaseSize, Vocabulary};

/// Its bases, where they are not as usual (FOGAM-SCALE-005).
pub static VOCABULARY: Vocabulary =
    Vocabulary { system: Some(System::Fogam), bases: &[BaseSize::new("heavy foot", 15, 20)] };
