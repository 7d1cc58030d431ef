//! An army as a file states it.

use crate::troops::{BaseProfile, Book, Capabilities, Quality, Training, TroopType, rulebook_words};
use caracole_ledger::enforces;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

rulebook_words! {
    /// The role of a commander in the army.
    CommanderRole, "role of a commander" {
        /// Commander-in-chief.
        CInC = "c_in_c" | "commander-in-chief",
        /// Subordinate commander.
        SubCommander = "sub_commander" | "subordinate commander",
        /// Commander of an allied contingent.
        AllyCommander = "ally_commander" | "ally",
    }
}

rulebook_words! {
    /// Grade of a commander. Greater is better.
    CommanderLevel, "level of commander" {
        /// Troop commander.
        Troop = "troop_commander" | "troop" | "TC",
        /// Field commander.
        Field = "field_commander" | "field" | "FC",
        /// Fogr: great commander.
        Great = "great_commander" | "great" | "GC",
        /// Fogam: inspired commander.
        Inspired = "inspired_commander" | "inspired" | "IC",
    }
}

impl CommanderLevel {
    /// Whether the book knows this level.
    #[must_use]
    pub const fn is_in(self, book: Book) -> bool {
        match self {
            CommanderLevel::Troop | CommanderLevel::Field => true,
            CommanderLevel::Great => matches!(book, Book::Renaissance),
            CommanderLevel::Inspired => matches!(book, Book::Ancients),
        }
    }

    /// Command range in movement units.
    #[must_use]
    pub const fn command_range(self) -> u8 {
        enforces!("FOGR-COMMAND-003", "FOGR-GLOSSARY-010", "FOGAM-COMMAND-003", "FOGAM-GLOSSARY-016");
        match self {
            CommanderLevel::Troop => 4,
            CommanderLevel::Field => 8,
            CommanderLevel::Great | CommanderLevel::Inspired => 12,
        }
    }

    /// Fogam: the most battle groups of a battle line that the commander leads.
    #[must_use]
    pub const fn largest_battle_line(self) -> u8 {
        enforces!("FOGAM-COMMAND-014");
        match self {
            CommanderLevel::Troop => 2,
            CommanderLevel::Field => 4,
            CommanderLevel::Great | CommanderLevel::Inspired => 6,
        }
    }
}

rulebook_words! {
    /// Territory types of the set-up table.
    Territory, "territory type" {
        /// Developed.
        Developed = "developed",
        /// Agricultural.
        Agricultural = "agricultural",
        /// Hilly.
        Hilly = "hilly",
        /// Woodlands.
        Woodlands = "woodlands",
        /// Steppes.
        Steppes = "steppes",
        /// Mountains.
        Mountains = "mountains",
        /// Tropical.
        Tropical = "tropical",
        /// Desert.
        Desert = "desert",
    }
}

impl Territory {
    /// Whether the book's terrain table has it: developed territory is fogam only.
    #[must_use]
    pub const fn is_in(self, book: Book) -> bool {
        !matches!((self, book), (Territory::Developed, Book::Renaissance))
    }
}

rulebook_words! {
    /// What the army list allows the army as a whole.
    ArmyPermit, "permission of an army list" {
        /// Allied contingents.
        Allies = "allies",
        /// Field fortifications.
        FieldFortifications = "field_fortifications",
        /// A fortified camp.
        FortifiedCamp = "fortified_camp",
        /// Naval units.
        NavalUnits = "naval_units",
    }
}

rulebook_words! {
    /// What the army list says of one battle group.
    GroupPermit, "statement of an army list entry" {
        /// It may have 3 bases.
        ThreeBases = "three_bases",
        /// It may have 9 bases.
        NineBases = "nine_bases",
        /// It mixes troops of several lines.
        Mixed = "mixed",
        /// Its bases may differ in armour.
        MixedArmour = "mixed_armour",
        /// Fogr: it is an early tercio.
        EarlyTercio = "early_tercio",
        /// Fogr: it is a later tercio.
        LaterTercio = "later_tercio",
        /// Fogr: it uses the Swedish brigade formation.
        SwedishBrigade = "swedish_brigade",
        /// Fogr: it is commanded shot.
        CommandedShot = "commanded_shot",
        /// It may have portable defences.
        PortableDefences = "portable_defences",
        /// Fogr: it may have regimental guns.
        RegimentalGuns = "regimental_guns",
        /// Fogam: it passes, and is passed by, others of which the list says so, straight from front or rear.
        Interpenetrates = "interpenetrates",
    }
}

/// A commander.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Commander {
    /// His name.
    pub name: String,
    /// What he is in the army.
    pub role: CommanderRole,
    /// His grade.
    pub level: CommanderLevel,
    /// The contingent of an ally commander.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contingent: Option<String>,
}

impl Commander {
    /// Whether the commander is in line of command for the battle group: an ally commander for one contingent only, all others
    /// for the main army only.
    #[must_use]
    pub fn commands(&self, group: &BattleGroup) -> bool {
        enforces!("FOGR-COMMAND-008", "FOGR-COMMAND-009", "FOGR-GLOSSARY-023");
        enforces!("FOGAM-COMMAND-010", "FOGAM-COMMAND-011", "FOGAM-GLOSSARY-024");
        match self.role {
            CommanderRole::AllyCommander => group.contingent.is_some() && group.contingent == self.contingent,
            CommanderRole::CInC | CommanderRole::SubCommander => group.contingent.is_none(),
        }
    }
}

/// Bases of one kind in a battle group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BaseCount {
    /// How many.
    pub count: u8,
    /// Troop type.
    #[serde(rename = "type")]
    pub troop_type: TroopType,
    /// Armour class.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub armour: Option<crate::troops::Armour>,
    /// Capabilities.
    #[serde(default)]
    pub capabilities: Capabilities,
}

/// A battle group. Quality and training belong to the group, so its bases cannot differ in them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BattleGroup {
    /// Its name.
    pub name: String,
    /// Quality of all its bases.
    pub quality: Quality,
    /// Fogam: training of all its bases.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub training: Option<Training>,
    /// The allied contingent it belongs to; none for the main army.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contingent: Option<String>,
    /// What its army list entry says of it beyond its bases.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub list_says: Vec<GroupPermit>,
    /// Fogr: it has a regimental gun marker.
    #[serde(default, skip_serializing_if = "is_false")]
    pub regimental_guns: bool,
    /// It carries portable defences.
    #[serde(default, skip_serializing_if = "is_false")]
    pub portable_defences: bool,
    /// Its bases.
    pub bases: Vec<BaseCount>,
    /// What its list lets it dismount as, entry by entry as in `bases`; empty if it says nothing of that.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dismounted: Vec<BaseCount>,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // The shape that serde calls.
fn is_false(b: &bool) -> bool {
    !*b
}

/// The supply camp: every army has exactly one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Camp {
    /// Fortified, and paid for.
    #[serde(default)]
    pub fortified: bool,
}

/// An army.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Army {
    /// The book whose rules it follows.
    pub book: Book,
    /// Its name.
    pub name: String,
    /// When it fought, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// Anything its owner wants to remember.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notes: Option<String>,
    /// The points agreed for the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<u32>,
    /// The built-in army list to check it against, such as `fogr/new-model-army`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub list: Option<String>,
    /// Territory types of its list.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub territories: Vec<Territory>,
    /// What its list allows it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub permits: Vec<ArmyPermit>,
    /// Field fortifications, in base widths.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub field_fortifications: u8,
    /// Fogr: naval units.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub naval_units: u8,
    /// Order of march: the numbers of the battle groups (counted from 1) in the order in which they deploy. Empty: as
    /// listed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub order_of_march: Vec<u8>,
    /// Its camp.
    #[serde(default)]
    pub camp: Camp,
    /// Its commanders.
    #[serde(default, rename = "commander")]
    pub commanders: Vec<Commander>,
    /// Its battle groups.
    #[serde(default, rename = "battle_group")]
    pub battle_groups: Vec<BattleGroup>,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // The shape that serde calls.
fn is_zero(n: &u8) -> bool {
    *n == 0
}

enforces!("FOGR-TROOPS-012", "FOGR-POINTS-009", "FOGAM-TROOPS-020", "FOGAM-BG-010", "FOGAM-POINTS-004");
enforces!("FOGR-BG-003", "FOGR-POINTS-015", "FOGAM-BG-004");
enforces!("FOGR-BG-014", "FOGR-BG-035", "FOGR-BG-011", "FOGR-GLOSSARY-011");
enforces!("FOGR-COMMAND-001", "FOGR-SCALE-008", "FOGAM-COMMAND-001");

impl BattleGroup {
    /// Bases at the start; markers and commanders are no bases.
    #[must_use]
    pub fn size(&self) -> usize {
        enforces!("FOGR-BG-057", "FOGR-COHESION-064");
        self.bases.iter().map(|b| usize::from(b.count)).sum()
    }

    /// Whether its list entry says this of it.
    #[must_use]
    pub fn is(&self, permit: GroupPermit) -> bool {
        self.list_says.contains(&permit)
    }

    /// The profile of the bases of one kind.
    #[must_use]
    pub fn profile(&self, bases: &BaseCount) -> BaseProfile {
        BaseProfile {
            troop_type: bases.troop_type,
            armour: bases.armour,
            quality: self.quality,
            training: self.training,
            capabilities: bases.capabilities,
        }
    }

    /// Every base, kind by kind.
    #[must_use]
    pub fn profiles(&self) -> Vec<BaseProfile> {
        let of_kind = |b| std::iter::repeat_n(self.profile(b), usize::from(b.count));
        self.bases.iter().flat_map(of_kind).collect()
    }

    /// Whether any base has pike (fogr).
    #[must_use]
    pub fn has_pikemen(&self) -> bool {
        self.bases.iter().any(|b| b.capabilities.has_any(Capabilities::PIKE))
    }

    /// Base widths of portable defences it carries: its frontage in two ranks.
    #[must_use]
    pub fn defended_base_widths(&self) -> usize {
        enforces!("FOGR-POINTS-008");
        if self.portable_defences { self.size().div_ceil(2) } else { 0 }
    }
}

impl Army {
    /// The battle groups in order of march, as indices from 0.
    #[must_use]
    pub fn deployment_order(&self) -> Vec<usize> {
        enforces!("FOGR-SETUP-002", "FOGAM-SETUP-002");
        if self.order_of_march.is_empty() {
            return (0..self.battle_groups.len()).collect();
        }
        self.order_of_march.iter().filter_map(|n| usize::from(*n).checked_sub(1)).collect()
    }

    /// The commander-in-chief, if there is one.
    #[must_use]
    pub fn c_in_c(&self) -> Option<&Commander> {
        self.commanders.iter().find(|c| c.role == CommanderRole::CInC)
    }

    /// Whether its list allows this.
    #[must_use]
    pub fn may_have(&self, permit: ArmyPermit) -> bool {
        self.permits.contains(&permit)
    }
}
