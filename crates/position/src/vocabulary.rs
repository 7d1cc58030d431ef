//! The words of a system for positions, as data: what its troops stand on.

use crate::file::Scale;
use caracole_ledger::System;
use caracole_plane::Um;

/// The words of one system. What it does not list is as usual ([`Vocabulary::USUAL`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vocabulary {
    /// Whose they are; the usual ones are nobody's.
    pub system: Option<System>,
    /// The bases of its troops.
    pub bases: &'static [BaseSize],
}

/// How deep the bases of a troop type are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BaseSize {
    /// The troop type in the words of army lists.
    pub troop: &'static str,
    /// Millimetres in 15 mm scale.
    pub fifteen: u8,
    /// Millimetres in 25/28 mm scale.
    pub twenty_eight: u8,
}

impl BaseSize {
    /// A troop type with its depth in millimetres in both scales.
    #[must_use]
    pub const fn new(troop: &'static str, fifteen: u8, twenty_eight: u8) -> Self {
        BaseSize { troop, fifteen, twenty_eight }
    }

    fn depth(self, scale: Scale) -> Um {
        let mm = match scale {
            Scale::Fifteen => self.fifteen,
            Scale::TwentyEight => self.twenty_eight,
        };
        Um::from_mm(i32::from(mm))
    }
}

impl Vocabulary {
    /// What most rulebooks list (FOGR-SCALE-006, FOGAM-SCALE-005).
    pub const USUAL: Self = Vocabulary {
        system: None,
        bases: &[
            BaseSize::new("heavy foot", 20, 30),
            BaseSize::new("determined foot", 20, 30),
            BaseSize::new("medium foot", 20, 30),
            BaseSize::new("warriors", 20, 30),
            BaseSize::new("light foot", 20, 30),
            BaseSize::new("mob", 30, 40),
            BaseSize::new("gendarmes", 30, 40),
            BaseSize::new("cavaliers", 30, 40),
            BaseSize::new("horse", 30, 40),
            BaseSize::new("determined horse", 30, 40),
            BaseSize::new("light horse", 30, 40),
            BaseSize::new("cavalry", 30, 40),
            BaseSize::new("camelry", 30, 40),
            BaseSize::new("light camelry", 30, 40),
            BaseSize::new("light camels", 30, 40),
            BaseSize::new("knights", 30, 40),
            BaseSize::new("cataphracts", 30, 40),
            BaseSize::new("cataphract camels", 30, 40),
            BaseSize::new("dragoons", 40, 60),
            BaseSize::new("elephants", 40, 80),
            BaseSize::new("heavy chariots", 40, 80),
            BaseSize::new("light chariots", 40, 80),
            BaseSize::new("scythed chariots", 40, 80),
            BaseSize::new("light artillery", 40, 80),
            BaseSize::new("medium artillery", 40, 80),
            BaseSize::new("heavy artillery", 40, 80),
            BaseSize::new("artillery", 40, 80),
            BaseSize::new("battle wagons", 80, 120),
            BaseSize::new("limbers", 40, 60),
            BaseSize::new("foot", 20, 30),
            BaseSize::new("mounted", 30, 40),
        ],
    };

    /// Usual depth of a base of a troop type; none where these words do not list it.
    #[must_use]
    pub fn base_depth(&self, troop: &str, scale: Scale) -> Option<Um> {
        self.size(troop).map(|size| size.depth(scale))
    }

    fn size(&self, troop: &str) -> Option<BaseSize> {
        self.bases.iter().find(|size| size.troop.eq_ignore_ascii_case(troop)).copied()
    }
}

/// The words that a file is read with: those of its system, and the usual ones.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Words<'a> {
    own: Option<&'a Vocabulary>,
}

impl<'a> Words<'a> {
    pub(crate) fn of(system: Option<System>, known: &[&'a Vocabulary]) -> Self {
        Words { own: known.iter().find(|v| system.is_some() && v.system == system).copied() }
    }

    /// Usual depth of a base of a troop type, if it is known.
    pub(crate) fn base_depth(self, troop: &str, scale: Scale) -> Option<Um> {
        let own = self.own.and_then(|words| words.size(troop));
        own.or_else(|| Vocabulary::USUAL.size(troop)).map(|size| size.depth(scale))
    }

    /// Troop types whose depth is known.
    pub(crate) fn known_troops(self) -> impl Iterator<Item = &'static str> {
        let own = self.own.map_or(&[][..], |words| words.bases);
        own.iter().chain(Vocabulary::USUAL.bases).map(|size| size.troop)
    }
}

/// Width of every base.
pub fn base_width(scale: Scale) -> Um {
    match scale {
        Scale::Fifteen => Um::from_mm(40),
        Scale::TwentyEight => Um::from_mm(60),
    }
}

/// Width and depth of a supply camp (FOGR-SCALE-009).
pub fn camp_size(scale: Scale) -> (Um, Um) {
    match scale {
        Scale::Fifteen => (Um::from_mm(120), Um::from_mm(80)),
        Scale::TwentyEight => (Um::from_mm(180), Um::from_mm(160)),
    }
}
