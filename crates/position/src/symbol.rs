//! Troop symbols by name: what stands on a base.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What stands on a base.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Symbol {
    /// A hedge of pikes.
    Pike,
    /// Crossed muskets.
    Shot,
    /// Bow and arrow.
    Bow,
    /// Crossbow.
    Crossbow,
    /// Crossed halberds.
    Halberd,
    /// Shields and spears.
    Spear,
    /// Sword and buckler.
    Sword,
    /// Crossed axes: warriors and other fierce foot.
    Axe,
    /// Close figures: other foot.
    Foot,
    /// Scattered figures.
    LightFoot,
    /// Figures in a crowd.
    Mob,
    /// Horse head.
    Horse,
    /// Horse head with two bars.
    DeterminedHorse,
    /// Horse head with a lance.
    Lancers,
    /// Horse head with a sword.
    Cavaliers,
    /// Horse head with a bow.
    Cavalry,
    /// Horse head in outline.
    LightHorse,
    /// Camel.
    Camelry,
    /// Horse head and musket.
    Dragoons,
    /// Small gun.
    LightArtillery,
    /// Gun.
    MediumArtillery,
    /// Gun and shot.
    HeavyArtillery,
    /// Covered wagon.
    Wagon,
    /// Elephant.
    Elephant,
    /// Chariot.
    Chariot,
    /// Tents.
    Camp,
    /// Flag.
    Commander,
}

/// Every symbol, in the order of legends.
pub static SYMBOLS: [Symbol; 27] = [
    Symbol::Pike,
    Symbol::Shot,
    Symbol::Bow,
    Symbol::Crossbow,
    Symbol::Halberd,
    Symbol::Spear,
    Symbol::Sword,
    Symbol::Axe,
    Symbol::Foot,
    Symbol::LightFoot,
    Symbol::Mob,
    Symbol::Horse,
    Symbol::DeterminedHorse,
    Symbol::Lancers,
    Symbol::Cavaliers,
    Symbol::Cavalry,
    Symbol::LightHorse,
    Symbol::Camelry,
    Symbol::Dragoons,
    Symbol::LightArtillery,
    Symbol::MediumArtillery,
    Symbol::HeavyArtillery,
    Symbol::Wagon,
    Symbol::Elephant,
    Symbol::Chariot,
    Symbol::Camp,
    Symbol::Commander,
];

impl Symbol {
    /// The symbol for a troop type and its capabilities, in the words of army lists; figures on foot if unknown.
    pub fn of_troop(troop: &str, capabilities: &[String]) -> Self {
        let has = |words: &[&str]| {
            capabilities.iter().any(|c| words.iter().any(|w| c.trim_end_matches('*').eq_ignore_ascii_case(w)))
        };
        let troop = troop.to_ascii_lowercase();
        let by_type = match troop.as_str() {
            "light foot" => Some(Self::LightFoot),
            "mob" => Some(Self::Mob),
            "dragoons" => Some(Self::Dragoons),
            "gendarmes" | "knights" | "cataphracts" => Some(Self::Lancers),
            "cavaliers" => Some(Self::Cavaliers),
            "horse" => Some(Self::Horse),
            "determined horse" => Some(Self::DeterminedHorse),
            "light horse" => Some(Self::LightHorse),
            "cavalry" if has(&["heavy lancers", "light lancers", "lancers"]) => Some(Self::Lancers),
            "cavalry" => Some(Self::Cavalry),
            "camelry" | "light camelry" | "light camels" | "cataphract camels" | "cataphract camelry" => {
                Some(Self::Camelry)
            }
            "elephants" => Some(Self::Elephant),
            "heavy chariots" | "light chariots" | "scythed chariots" => Some(Self::Chariot),
            "battle wagons" => Some(Self::Wagon),
            "light artillery" => Some(Self::LightArtillery),
            "medium artillery" | "artillery" => Some(Self::MediumArtillery),
            "heavy artillery" => Some(Self::HeavyArtillery),
            "commander" => Some(Self::Commander),
            "supply camp" | "camp" => Some(Self::Camp),
            _ => None,
        };
        by_type.unwrap_or_else(|| {
            if has(&["pike", "pikemen"]) {
                Self::Pike
            } else if has(&["musket", "arquebus", "salvo", "firearm"]) {
                Self::Shot
            } else if has(&["crossbow"]) {
                Self::Crossbow
            } else if has(&["bow", "longbow"]) {
                Self::Bow
            } else if has(&["heavy weapon", "pole arm"]) {
                Self::Halberd
            } else if has(&["spearmen", "offensive spearmen", "defensive spearmen"]) {
                Self::Spear
            } else if troop == "warriors" || has(&["impact foot"]) {
                Self::Axe
            } else if has(&["swordsmen", "skilled swordsmen"]) {
                Self::Sword
            } else {
                Self::Foot
            }
        })
    }

    /// Words for the legend.
    pub fn label(self) -> &'static str {
        match self {
            Self::Pike => "pike",
            Self::Shot => "shot",
            Self::Bow => "bow",
            Self::Crossbow => "crossbow",
            Self::Halberd => "heavy weapon",
            Self::Spear => "spearmen",
            Self::Sword => "swordsmen",
            Self::Axe => "impact foot",
            Self::Foot => "foot",
            Self::LightFoot => "light foot",
            Self::Mob => "mob",
            Self::Horse => "horse",
            Self::DeterminedHorse => "determined horse",
            Self::Lancers => "lancers",
            Self::Cavaliers => "cavaliers",
            Self::Cavalry => "cavalry",
            Self::LightHorse => "light horse",
            Self::Camelry => "camelry",
            Self::Dragoons => "dragoons",
            Self::LightArtillery => "light artillery",
            Self::MediumArtillery => "medium artillery",
            Self::HeavyArtillery => "heavy artillery",
            Self::Wagon => "battle wagon",
            Self::Elephant => "elephants",
            Self::Chariot => "chariots",
            Self::Camp => "camp",
            Self::Commander => "commander",
        }
    }
}
