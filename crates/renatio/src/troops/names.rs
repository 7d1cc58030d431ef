//! What players call each kind and grade, and the nearest name to one that is not known.

use super::{
    Arm, Armour, Characteristic as C, CommandType, Extra, Firepower, Form, Grade, Order, Quality, Shape,
    ShotWeapon, Training, Weapon,
};
use caracole_document::Word;
use caracole_ledger::edit_distance;

/// Words that people write in their own way.
pub trait Name: Word {
    /// What players call it.
    fn name(self) -> &'static str;

    /// The abbreviation of army lists and other ways to write it.
    fn also(self) -> &'static [&'static str] {
        &[]
    }
}

macro_rules! names {
    ($Type:ty { $($member:path => $name:literal $(| $also:literal)*),+ $(,)? }) => {
        impl Name for $Type {
            fn name(self) -> &'static str {
                match self { $($member => $name),+ }
            }
            fn also(self) -> &'static [&'static str] {
                match self { $($member => &[$($also),*]),+ }
            }
        }
    };
}

names!(Arm {
    Arm::Foot => "foot",
    Arm::Mounted => "mounted" | "horse",
    Arm::Dragoons => "dragoons" | "dr",
    Arm::LightArtillery => "light guns" | "light artillery",
    Arm::MediumArtillery => "medium guns" | "medium artillery",
    Arm::HeavyArtillery => "heavy guns" | "heavy artillery",
    Arm::Elephants => "elephants" | "ele",
    Arm::Battlewagon => "battlewagons" | "bwg",
});
names!(Order {
    Order::Close => "close",
    Order::Loose => "loose",
    Order::Skirmish => "skirmishers" | "skirmisher",
    Order::CloseLoose => "close/loose" | "c/l",
    Order::LooseSkirmish => "loose/skirmish" | "l/s" | "flexible",
    Order::CloseLooseSkirmish => "close/loose/skirmish" | "c/l/s",
});
names!(Form { Form::Close => "Close", Form::Loose => "Loose", Form::Skirmish => "Skirmish" });
names!(Training {
    Training::Drilled => "drilled",
    Training::Formed => "formed",
    Training::Tribal => "tribal",
    Training::Skirmish => "skirmish training",
});
names!(Quality {
    Quality::Poor => "poor",
    Quality::Average => "average",
    Quality::Superior => "superior",
    Quality::Exceptional => "exceptional",
});
names!(Armour {
    Armour::Unprotected => "unprotected" | "up",
    Armour::Protected => "protected",
    Armour::Armoured => "armoured",
    Armour::FullyArmoured => "fully armoured",
});
names!(Firepower {
    Firepower::Low => "low firepower" | "lfp",
    Firepower::Average => "average firepower" | "afp",
    Firepower::High => "high firepower" | "hfp",
});
names!(Weapon {
    Weapon::Pike => "pike" | "pk",
    Weapon::PikeAndShot => "pike and shot" | "p&s" | "pike & shot",
    Weapon::EarlyPikeAndShot => "early pike and shot" | "ep&s" | "early pike & shot",
    Weapon::ChargingLancer => "charging lancer" | "cl",
    Weapon::LightLance => "light lance" | "ll",
    Weapon::ChargingPistol => "charging pistol" | "cpi",
    Weapon::TrottingPistol => "trotting pistol" | "tpi",
    Weapon::MeleePistol => "melee pistol" | "mpi",
    Weapon::PlugBayonet => "plug bayonet",
    Weapon::SocketBayonet => "socket bayonet",
    Weapon::Polearm => "polearm" | "halberd",
    Weapon::LongSpear => "long spear" | "ls",
    Weapon::Swordsmen => "swordsmen",
    Weapon::ExpertSwordsmen => "expert swordsmen",
});
names!(ShotWeapon {
    ShotWeapon::Musket => "musket" | "mu",
    ShotWeapon::Arquebus => "arquebus" | "aq",
    ShotWeapon::Carbine => "carbine",
    ShotWeapon::Pistol => "pistol",
    ShotWeapon::Bow => "bow",
    ShotWeapon::Longbow => "longbow" | "lb",
    ShotWeapon::Crossbow => "crossbow" | "xb",
    ShotWeapon::Javelin => "javelin" | "jvn",
    ShotWeapon::Sling => "sling" | "sl",
    ShotWeapon::Dart => "dart" | "da",
    ShotWeapon::Artillery => "guns",
});
names!(C {
    C::Aggressive => "aggressive",
    C::Bande => "bande",
    C::Barricades => "barricades",
    C::Caltrops => "caltrops",
    C::Camels => "camels" | "cam",
    C::CaracoleEarly => "early caracole" | "caracole (early)",
    C::CaracoleLater => "later caracole" | "caracole (later)",
    C::CombatShy => "combat shy",
    C::CommandedShot => "commanded shot",
    C::Dismountable => "dismountable",
    C::Elan => "elan",
    C::Evade => "evade",
    C::Fanatics => "fanatics",
    C::Ferocious => "ferocious",
    C::FleetOfFoot => "fleet of foot",
    C::Impetuous => "impetuous",
    C::Independent => "independent",
    C::Manga => "manga",
    C::Nervous => "nervous",
    C::Pavise => "pavise",
    C::Pikes => "some pikes",
    C::Scouts => "scouts",
    C::ShootAndCharge => "shoot and charge" | "shoot & charge",
    C::Shove => "shove",
    C::Skirmish => "may skirmish",
    C::Stakes => "stakes",
    C::Steady => "steady",
    C::UnusedToFirearms => "unused to firearms" | "ufa",
});
names!(Extra { Extra::RegimentalGuns => "regimental guns", Extra::PlatoonFire => "platoon fire" });
names!(Shape {
    Shape::PikeAndShot => "pike and shot unit",
    Shape::EarlyPikeAndShot => "early pike and shot unit",
    Shape::Keil => "keil",
    Shape::LateKeil => "late keil",
    Shape::Tercio => "tercio",
    Shape::Colunela => "colunela",
    Shape::FootRegiment => "foot regiment",
    Shape::MissileRegiment => "missile regiment",
    Shape::OtherFoot => "other foot",
    Shape::Mounted => "mounted unit",
    Shape::Dragoons => "dragoon unit",
    Shape::CommandedShot => "commanded shot unit",
    Shape::Elephants => "elephant unit",
    Shape::Battlewagons => "battlewagon unit",
    Shape::Artillery => "artillery unit",
    Shape::Sug => "skirmish unit",
    Shape::Warband => "warband",
});
names!(Grade {
    Grade::Mediocre => "Mediocre",
    Grade::Competent => "Competent",
    Grade::Talented => "Talented",
    Grade::Legendary => "Legendary",
});
names!(CommandType {
    CommandType::Professional => "Professional",
    CommandType::Instinctive => "Instinctive",
    CommandType::Tribal => "Tribal",
});

/// The name that needs the fewest changes to be `wanted`; none when nothing is near enough to be meant.
pub fn nearest<'n>(wanted: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let furthest = (wanted.len() / 3).max(1);
    names
        .map(|name| (edit_distance(wanted.as_bytes(), name.as_bytes()), name))
        .filter(|(distance, _)| *distance <= furthest)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}
