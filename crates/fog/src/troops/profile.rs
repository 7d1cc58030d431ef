//! The description of a base.

use super::{Arm, Armour, Book, Capabilities, Capability, Quality, Training, TroopType};
use caracole_kernel::Refusal;
use caracole_ledger::{enforces, rule};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

enforces!("FOGR-TROOPS-001", "FOGAM-TROOPS-001");

/// A base: troop type, armour, quality, training (fogam) and capabilities.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub struct BaseProfile {
    /// Troop type.
    #[serde(rename = "type")]
    pub troop_type: TroopType,
    /// Armour class; none for types that have no class.
    #[serde(default)]
    pub armour: Option<Armour>,
    /// Quality.
    pub quality: Quality,
    /// Training; none in fogr.
    #[serde(default)]
    pub training: Option<Training>,
    /// Capabilities.
    #[serde(default)]
    pub capabilities: Capabilities,
}

impl BaseProfile {
    /// A fogr base.
    #[must_use]
    pub const fn renaissance(
        troop_type: TroopType,
        armour: Option<Armour>,
        quality: Quality,
        capabilities: Capabilities,
    ) -> Self {
        Self { troop_type, armour, quality, training: None, capabilities }
    }

    /// A fogam base.
    #[must_use]
    pub const fn ancients(
        troop_type: TroopType,
        armour: Option<Armour>,
        quality: Quality,
        training: Training,
        capabilities: Capabilities,
    ) -> Self {
        Self { troop_type, armour, quality, training: Some(training), capabilities }
    }

    /// Foot, artillery and battle wagons included.
    #[must_use]
    pub const fn is_foot(self) -> bool {
        self.troop_type.is_foot()
    }

    /// Mounted as the book counts.
    #[must_use]
    pub const fn is_mounted(self, book: Book) -> bool {
        self.troop_type.is_mounted(book)
    }

    /// Whether it has the capability.
    #[must_use]
    pub const fn has(self, capability: Capability) -> bool {
        self.capabilities.has(capability)
    }

    /// Fogr: foot with arquebus, musket, musket* or salvo; dragoons too, by the letter.
    #[must_use]
    pub const fn is_shot(self) -> bool {
        self.is_foot() && self.capabilities.has_any(Capabilities::SHOT)
    }

    /// Mounted with any kind of lance.
    #[must_use]
    pub const fn is_lancers(self) -> bool {
        self.capabilities.has_any(Capabilities::LANCERS)
    }

    /// Drilled for every purpose. Battle wagons never are; where a list is silent the troops are undrilled.
    #[must_use]
    pub const fn is_drilled(self) -> bool {
        enforces!("FOGAM-TROOPS-023", "FOGAM-SCALE-013");
        matches!(self.training, Some(Training::Drilled))
            && !matches!(self.troop_type, TroopType::BattleWagons)
    }

    /// Whether the book knows such a base: type, armour, training and capabilities that can go together.
    pub fn check(self, book: Book) -> Result<(), Refusal> {
        self.check_type(book)?;
        self.check_armour(book)?;
        self.check_training(book)?;
        self.capabilities.iter().try_for_each(|capability| self.check_capability(book, capability))
    }

    fn check_type(self, book: Book) -> Result<(), Refusal> {
        if self.troop_type.is_in(book) {
            return Ok(());
        }
        let rule = match book {
            Book::Renaissance => rule!("FOGR-TROOPS-002"),
            Book::Ancients => rule!("FOGAM-SCALE-010"),
        };
        let known: Vec<&str> = TroopType::ALL.iter().filter(|t| t.is_in(book)).map(|t| t.word()).collect();
        Err(Refusal::new(
            rule,
            format!("{} are not a troop type of this book", self.troop_type),
            format!("use one of {}", known.join(", ")),
        ))
    }

    fn check_armour(self, book: Book) -> Result<(), Refusal> {
        let (classes, without) = match book {
            Book::Renaissance => (rule!("FOGR-TROOPS-004"), rule!("FOGR-TROOPS-004")),
            Book::Ancients => (rule!("FOGAM-TROOPS-008"), rule!("FOGAM-TROOPS-009")),
        };
        let known = || {
            let words: Vec<&str> = Armour::ALL.iter().filter(|a| a.is_in(book)).map(|a| a.word()).collect();
            words.join(", ")
        };
        match self.armour {
            Some(_) if !self.troop_type.has_armour() => Err(Refusal::new(
                without,
                format!("{} have no armour class", self.troop_type),
                "leave the armour out",
            )),
            None if self.troop_type.has_armour() => Err(Refusal::new(
                without,
                format!("{} need an armour class", self.troop_type),
                format!("add armour: one of {}", known()),
            )),
            Some(armour) if !armour.is_in(book) => Err(Refusal::new(
                classes,
                format!("{armour} is not an armour class of this book"),
                format!("use one of {}", known()),
            )),
            _ => Ok(()),
        }
    }

    fn check_training(self, book: Book) -> Result<(), Refusal> {
        match (book, self.training) {
            (Book::Renaissance, Some(training)) => Err(Refusal::new(
                rule!("FOGR-TROOPS-001"),
                format!(
                    "a base of this book is not {training}: it has four parameters and training is none of them"
                ),
                "leave the training out",
            )),
            (Book::Ancients, None) if self.troop_type != TroopType::BattleWagons => Err(Refusal::new(
                rule!("FOGAM-TROOPS-011"),
                format!("{} are either drilled or undrilled", self.troop_type),
                "add training: drilled or undrilled",
            )),
            _ => Ok(()),
        }
    }

    fn check_capability(self, book: Book, capability: Capability) -> Result<(), Refusal> {
        let (list, who) = match book {
            Book::Renaissance => (rule!("FOGR-TROOPS-006"), rule!("FOGR-SCALE-031")),
            Book::Ancients => (rule!("FOGAM-TROOPS-012"), rule!("FOGAM-SCALE-017")),
        };
        if !capability.is_in(book) {
            let known: Vec<&str> =
                Capability::ALL.iter().filter(|c| c.is_in(book)).map(|c| c.word()).collect();
            return Err(Refusal::new(
                list,
                format!("{capability} is not a capability of this book"),
                format!("use some of {}", known.join(", ")),
            ));
        }
        let arm = self.troop_type.arm(book);
        if arm != Arm::Elephants && !capability.is_for(arm, book) {
            return Err(Refusal::new(
                who,
                format!("{capability} is not for {arm}", arm = self.troop_type),
                format!("take {capability} away, or change the troop type"),
            ));
        }
        let pike_on_medium_foot = capability == Capability::Pike && self.troop_type == TroopType::MediumFoot;
        if pike_on_medium_foot {
            return Err(Refusal::new(
                rule!("FOGR-SCALE-014"),
                "medium foot never have pike",
                "make the base heavy foot or determined foot, or take the pike away",
            ));
        }
        Ok(())
    }
}
