//! Troops in words, as army files write them: "6 foot, close, formed, protected, musket, pike and shot".

use super::{
    Arm, Armour, Characteristic, Extra, Firepower, Name, Order, Profile, Quality, Set, Shape, ShotWeapon,
    Training, Weapon, nearest,
};
use caracole_document::Word;
use std::fmt;

/// The most bases of a unit.
pub const MOST_BASES: u8 = 40;
/// The longest line that is read.
const LONGEST: usize = 400;

/// So many bases of a kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Troops {
    /// How many bases.
    pub bases: u8,
    /// What they are.
    pub profile: Profile,
}

/// A line that describes no troops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownTroops {
    /// What is wrong.
    pub problem: String,
    /// What to write.
    pub remedy: String,
}

impl fmt::Display for UnknownTroops {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.problem, self.remedy)
    }
}

impl std::error::Error for UnknownTroops {}

fn wrong<T>(problem: impl Into<String>, remedy: impl Into<String>) -> Result<T, UnknownTroops> {
    Err(UnknownTroops { problem: problem.into(), remedy: remedy.into() })
}

/// One part of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Order(Order),
    Training(Training),
    Armour(Armour),
    Quality(Quality),
    Weapon(Weapon),
    Shooting(ShotWeapon),
    Firepower(Firepower),
    Characteristic(Characteristic),
    Extra(Extra),
    Shape(Shape),
}

/// Every name with what it stands for.
fn dictionary() -> impl Iterator<Item = (&'static str, Part)> {
    fn of<W: Name>(part: fn(W) -> Part) -> impl Iterator<Item = (&'static str, Part)> {
        let spellings = |word: W| std::iter::once(word.name()).chain(word.also().iter().copied());
        W::ALL.iter().flat_map(move |word| spellings(*word).map(move |name| (name, part(*word))))
    }
    of(Part::Order)
        .chain(of(Part::Training).filter(|(_, part)| *part != Part::Training(Training::Skirmish)))
        .chain(of(Part::Armour))
        .chain(of(Part::Quality))
        .chain(of(Part::Weapon))
        .chain(of(Part::Shooting))
        .chain(of(Part::Firepower))
        .chain(of(Part::Characteristic))
        .chain(of(Part::Extra))
        .chain(of(Part::Shape))
}

/// What a line has said so far.
#[derive(Default)]
struct Said {
    order: Option<Order>,
    training: Option<Training>,
    armour: Option<Armour>,
    quality: Option<Quality>,
    shooting: Option<ShotWeapon>,
    firepower: Option<Firepower>,
    shape: Option<Shape>,
    weapons: Set<Weapon>,
    characteristics: Set<Characteristic>,
    extras: Set<Extra>,
}

impl Said {
    fn hear(&mut self, part: Part) -> Result<(), UnknownTroops> {
        fn once<W: Name>(slot: &mut Option<W>, word: W) -> Result<(), UnknownTroops> {
            match slot.replace(word) {
                Some(before) => wrong(
                    format!("\"{}\" and \"{}\" do not go together", before.name(), word.name()),
                    "write one of the two",
                ),
                None => Ok(()),
            }
        }
        match part {
            Part::Order(order) => once(&mut self.order, order),
            Part::Training(training) => once(&mut self.training, training),
            Part::Armour(armour) => once(&mut self.armour, armour),
            Part::Quality(quality) => once(&mut self.quality, quality),
            Part::Shooting(weapon) => once(&mut self.shooting, weapon),
            Part::Firepower(firepower) => once(&mut self.firepower, firepower),
            Part::Shape(shape) => once(&mut self.shape, shape),
            Part::Weapon(weapon) => {
                self.weapons = self.weapons.with(weapon);
                Ok(())
            }
            Part::Characteristic(characteristic) => {
                self.characteristics = self.characteristics.with(characteristic);
                Ok(())
            }
            Part::Extra(extra) => {
                self.extras = self.extras.with(extra);
                Ok(())
            }
        }
    }

    fn profile(self, arm: Arm) -> Result<Profile, UnknownTroops> {
        let Some(order) = self.order.or(usual_order(arm)) else {
            return wrong(
                "the line does not say the formation",
                "add close, loose, skirmishers, l/s or c/l/s",
            );
        };
        let training = match (order, self.training) {
            (Order::Skirmish, None) => Training::Skirmish,
            (Order::Skirmish, Some(training)) => {
                let problem = format!("skirmishers have no training; the line says {}", training.name());
                return wrong(problem, "leave the training out");
            }
            (_, Some(training)) => training,
            (_, None) => return wrong("the line does not say the training", "add drilled, formed or tribal"),
        };
        let guns = matches!(arm, Arm::LightArtillery | Arm::MediumArtillery | Arm::HeavyArtillery);
        let shooting = if guns { Some(ShotWeapon::Artillery) } else { self.shooting };
        if self.firepower.is_some() && shooting.is_none() {
            return wrong(
                "the line gives firepower to troops that do not shoot",
                "name what they shoot with",
            );
        }
        Ok(Profile {
            arm,
            order,
            training,
            armour: self.armour.unwrap_or(Armour::Unprotected),
            quality: self.quality.unwrap_or(Quality::Average),
            weapons: self.weapons,
            shooting,
            firepower: self.firepower.unwrap_or(Firepower::Average),
            characteristics: self.characteristics,
            extras: self.extras,
            shape: self.shape.unwrap_or_else(|| usual_shape(arm, order, self.weapons, self.characteristics)),
        })
    }
}

/// The formation of troops that have only one.
const fn usual_order(arm: Arm) -> Option<Order> {
    match arm {
        Arm::Foot | Arm::Mounted => None,
        _ => Some(Order::Loose),
    }
}

/// The shape that follows from the rest of a profile.
fn usual_shape(arm: Arm, order: Order, weapons: Set<Weapon>, has: Set<Characteristic>) -> Shape {
    match arm {
        Arm::Dragoons => Shape::Dragoons,
        Arm::LightArtillery | Arm::MediumArtillery | Arm::HeavyArtillery => Shape::Artillery,
        Arm::Elephants => Shape::Elephants,
        Arm::Battlewagon => Shape::Battlewagons,
        Arm::Foot | Arm::Mounted if order == Order::Skirmish => Shape::Sug,
        Arm::Mounted => Shape::Mounted,
        Arm::Foot if weapons.has(Weapon::PikeAndShot) => Shape::PikeAndShot,
        Arm::Foot if weapons.has(Weapon::EarlyPikeAndShot) => Shape::EarlyPikeAndShot,
        Arm::Foot if has.has(Characteristic::CommandedShot) => Shape::CommandedShot,
        Arm::Foot => Shape::OtherFoot,
    }
}

fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

impl Troops {
    /// Reads a line.
    pub fn read(line: &str) -> Result<Troops, UnknownTroops> {
        if line.len() > LONGEST {
            return wrong(format!("the line has {} letters", line.len()), format!("keep it below {LONGEST}"));
        }
        let mut parts = line.split(',').map(plain);
        let (bases, arm) = head(&parts.next().unwrap_or_default())?;
        let mut said = Said::default();
        for word in parts {
            match dictionary().find(|(name, _)| *name == word) {
                Some((_, part)) => said.hear(part)?,
                None => {
                    let near = nearest(&word, dictionary().map(|(name, _)| name));
                    let remedy = match near {
                        Some(near) => format!("did you mean \"{near}\"?"),
                        None => "write words of the army lists, with commas between them".to_owned(),
                    };
                    return wrong(format!("\"{}\" is not known of troops", short(&word)), remedy);
                }
            }
        }
        Ok(Troops { bases, profile: said.profile(arm)? })
    }

    /// Writes the line that reads as these troops.
    pub fn write(&self) -> String {
        let p = &self.profile;
        let mut words: Vec<&str> = Vec::new();
        if usual_order(p.arm) != Some(p.order) {
            words.push(p.order.name());
        }
        if p.training != Training::Skirmish {
            words.push(p.training.name());
        }
        words.push(p.armour.name());
        words.push(p.quality.name());
        if let Some(weapon) = p.shooting.filter(|weapon| *weapon != ShotWeapon::Artillery) {
            words.push(weapon.name());
        }
        if p.shooting.is_some() && p.firepower != Firepower::Average {
            words.push(p.firepower.name());
        }
        words.extend(p.weapons.iter().map(Name::name));
        words.extend(p.characteristics.iter().map(Name::name));
        words.extend(p.extras.iter().map(Name::name));
        if p.shape != usual_shape(p.arm, p.order, p.weapons, p.characteristics) {
            words.push(p.shape.name());
        }
        format!("{} {}, {}", self.bases, p.arm.name(), words.join(", "))
    }
}

/// The number and the arm.
fn head(text: &str) -> Result<(u8, Arm), UnknownTroops> {
    let remedy = "begin with the number of bases and the arm, like \"6 foot\"";
    let Some((number, arm)) = text.split_once(' ') else {
        return wrong(format!("\"{}\" does not say how many bases of what", short(text)), remedy);
    };
    let bases = match number.parse::<u8>() {
        Ok(bases) if (1..=MOST_BASES).contains(&bases) => bases,
        _ => {
            let problem = format!("\"{}\" is no number of bases from 1 to {MOST_BASES}", short(number));
            return wrong(problem, remedy);
        }
    };
    let spelt = |word: &Arm| word.name() == arm || word.also().contains(&arm);
    match Arm::ALL.iter().find(|word| spelt(word)) {
        Some(arm) => Ok((bases, *arm)),
        None => {
            let near = nearest(arm, Arm::ALL.iter().map(|arm| arm.name()));
            let all = Arm::ALL.iter().map(|arm| arm.name()).collect::<Vec<_>>().join(", ");
            let remedy = match near {
                Some(near) => format!("did you mean \"{near}\"?"),
                None => format!("use one of: {all}"),
            };
            wrong(format!("\"{}\" is no kind of troops", short(arm)), remedy)
        }
    }
}

fn short(text: &str) -> String {
    text.chars().take(40).collect()
}
