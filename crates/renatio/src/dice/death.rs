//! The faces of a Death Dice.

use caracole_document::words;
use caracole_ledger::enforces;

words! {
    /// What a face shows, worst for the target last.
    Face {
        /// Nothing.
        Blank = "blank",
        /// Special.
        S = "s",
        /// Sword & Arrow: a wound.
        Wound = "wound",
        /// A base is killed.
        Skull = "skull",
    }
}

impl Face {
    /// What it takes from the target in half bases.
    pub const fn half_bases(self) -> u8 {
        enforces!("RETG-OVR-007", "RETG-OVR-008", "RETG-OVR-006");
        match self {
            Face::Blank | Face::S => 0,
            Face::Wound => 1,
            Face::Skull => 2,
        }
    }
}

/// How many faces of a dice show what; the entries go by [`Face`] and add up to six.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Faces(pub [u8; 4]);

impl Faces {
    /// How many faces show this.
    pub const fn count(self, face: Face) -> u8 {
        self.0[face as usize]
    }

    /// What an ordinary d6 shows: faces are numbered from blank to Skull, so that higher is better.
    pub fn of_d6(self, number: u8) -> Face {
        let mut left = number;
        for face in [Face::Blank, Face::S, Face::Wound] {
            if left <= self.count(face) {
                return face;
            }
            left -= self.count(face);
        }
        Face::Skull
    }
}
