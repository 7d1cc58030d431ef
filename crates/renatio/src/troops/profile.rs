//! What a unit is: the six areas of its classification.

use super::{
    Arm, Armour, Characteristic, Extra, Firepower, Form, Order, Quality, Set, Shape, ShotWeapon, Training,
    TroopType, Weapon,
};
use caracole_ledger::enforces;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

enforces!("RETG-OVR-003", "RETG-TROOP-021", "RETG-ARMY-005");

/// The classification of a unit; all its bases fight and shoot alike.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Profile {
    /// What its bases are.
    pub arm: Arm,
    /// The formations it can take.
    pub order: Order,
    /// Training.
    pub training: Training,
    /// Armour.
    pub armour: Armour,
    /// Fighting quality.
    pub quality: Quality,
    /// Weapons of hand-to-hand fighting.
    pub weapons: Set<Weapon>,
    /// What it shoots with.
    pub shooting: Option<ShotWeapon>,
    /// How well it shoots.
    pub firepower: Firepower,
    /// Special characteristics.
    pub characteristics: Set<Characteristic>,
    /// What is bought for the whole unit.
    pub extras: Set<Extra>,
    /// Its shape.
    pub shape: Shape,
}

impl Profile {
    /// Plain foot, from which others are made.
    pub fn foot(order: Order, training: Training) -> Profile {
        Profile {
            arm: Arm::Foot,
            order,
            training,
            armour: Armour::Unprotected,
            quality: Quality::Average,
            weapons: Set::default(),
            shooting: None,
            firepower: Firepower::Average,
            characteristics: Set::default(),
            extras: Set::default(),
            shape: if order == Order::Skirmish { Shape::Sug } else { Shape::OtherFoot },
        }
    }

    /// Its troop type; dragoons are mounted unless they have dismounted.
    pub fn troop_type(&self, dismounted: bool) -> TroopType {
        enforces!(
            "RETG-TROOP-003",
            "RETG-TROOP-004",
            "RETG-TROOP-005",
            "RETG-TROOP-006",
            "RETG-TROOP-007",
            "RETG-TROOP-019"
        );
        match self.arm {
            Arm::Mounted | Arm::Dragoons if dismounted => TroopType::Foot,
            Arm::Foot => TroopType::Foot,
            Arm::Mounted | Arm::Dragoons => TroopType::Mounted,
            Arm::LightArtillery | Arm::MediumArtillery | Arm::HeavyArtillery => TroopType::Artillery,
            Arm::Elephants => TroopType::Elephants,
            Arm::Battlewagon => TroopType::Battlewagons,
        }
    }

    /// Whether it has the characteristic.
    pub fn is(&self, characteristic: Characteristic) -> bool {
        self.characteristics.has(characteristic)
    }

    /// Whether it has the weapon.
    pub fn bears(&self, weapon: Weapon) -> bool {
        self.weapons.has(weapon)
    }

    /// Whether it has pikes, as a weapon or by its set formation.
    pub fn has_pikes(&self) -> bool {
        self.has_pike_weapon() || self.shape.has_pikes()
    }

    /// Whether its weapons name pikes.
    pub fn has_pike_weapon(&self) -> bool {
        self.weapons.has_any(&[Weapon::Pike, Weapon::PikeAndShot, Weapon::EarlyPikeAndShot])
    }

    /// Whether it has bayonets.
    pub fn has_bayonets(&self) -> bool {
        self.weapons.has_any(&[Weapon::PlugBayonet, Weapon::SocketBayonet])
    }

    /// Whether it is made of skirmishers: a SuG whatever it does.
    pub fn is_skirmishers(&self) -> bool {
        self.order == Order::Skirmish
    }

    /// Whether it can change its formation.
    pub fn is_flexible(&self) -> bool {
        enforces!("RETG-TROOP-017", "RETG-TROOP-018");
        matches!(self.order, Order::CloseLoose | Order::LooseSkirmish | Order::CloseLooseSkirmish)
    }

    /// The formations it can be in.
    pub const fn forms(&self) -> &'static [Form] {
        match self.order {
            Order::Close => &[Form::Close],
            Order::Loose => &[Form::Loose],
            Order::Skirmish => &[Form::Skirmish],
            Order::CloseLoose => &[Form::Close, Form::Loose],
            Order::LooseSkirmish => &[Form::Loose, Form::Skirmish],
            Order::CloseLooseSkirmish => &[Form::Close, Form::Loose, Form::Skirmish],
        }
    }

    /// Its armour when it is attacked; elephants count as Protected whatever the list says.
    pub fn armour(&self) -> Armour {
        enforces!("RETG-GLOS-105");
        if self.arm == Arm::Elephants { Armour::Protected } else { self.armour }
    }

    /// A unit in this form acts as a SuG: it moves, fights, shoots and is treated as one.
    pub fn acts_as_sug(&self, form: Form) -> bool {
        enforces!("RETG-GLOS-080", "RETG-GLOS-004");
        form == Form::Skirmish && self.troop_type(false) != TroopType::Artillery
    }

    /// Whether it counts as battle troops for army losses and for the tests that its loss causes, whatever its form.
    pub fn counts_as_tug(&self) -> bool {
        enforces!("RETG-GLOS-081", "RETG-GLOS-114", "RETG-ROUT-003");
        !self.is_skirmishers()
    }
}

impl Shape {
    /// Whether units of this shape have pikes.
    pub const fn has_pikes(self) -> bool {
        matches!(
            self,
            Shape::PikeAndShot
                | Shape::EarlyPikeAndShot
                | Shape::Keil
                | Shape::LateKeil
                | Shape::Tercio
                | Shape::Colunela
        )
    }

    /// Keils, Late Keils and Tercios.
    pub const fn is_double_unit(self) -> bool {
        enforces!("RETG-GLOS-109");
        matches!(self, Shape::Keil | Shape::LateKeil | Shape::Tercio)
    }
}
