//! Claims, dice by their difference, Shatter and Shove.

use super::read::{Based, Chart, Table, maybe_flag, maybe_u8, maybe_words, word, word_list};
use crate::cards::Colour;
use crate::dice::CombatDice;
use caracole_document::{Basis, Node, Section, words};

/// The dice of both sides at one difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DicePair {
    /// Of the side with more claims.
    pub better: CombatDice,
    /// Of the other.
    pub worse: CombatDice,
}

/// Dice by difference of claims.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CombatTable {
    rows: Vec<Based<DicePair>>,
    /// Steps on the ladder for a supporting file.
    pub supporting_file_steps: i8,
}

impl CombatTable {
    /// The row of a difference; the last one counts for every greater difference.
    pub fn row(&self, difference: u32) -> Based<DicePair> {
        let last = self.rows.len() - 1;
        self.rows[usize::try_from(difference).unwrap_or(last).min(last)]
    }
}

words! {
    /// General Combat Claims.
    GeneralClaim {
        /// Exceptional troops.
        QualityExceptional = "quality_exceptional",
        /// Superior troops.
        QualitySuperior = "quality_superior",
        /// Average troops.
        QualityAverage = "quality_average",
        /// Poor troops.
        QualityPoor = "quality_poor",
        /// A flank or rear charge.
        FlankOrRearCharge = "flank_or_rear_charge",
        /// In melee against the flank or rear of the opponent.
        AttackingFlankOrRear = "attacking_flank_or_rear_in_melee",
        /// Uphill of the opponent.
        Uphill = "uphill",
        /// A Commander fights in the file.
        Commander = "commander_fighting_in_file",
        /// Battle troops against skirmishers.
        AgainstSkirmishers = "against_skirmishers",
        /// The opponent is Combat Shy.
        OpponentCombatShy = "opponent_combat_shy",
        /// The opponent is Nervous.
        OpponentNervous = "opponent_nervous",
        /// The opponent is Affected.
        OpponentAffected = "opponent_affected",
        /// The opponent is Badly Affected.
        OpponentBadlyAffected = "opponent_badly_affected",
        /// Next to a Shatter.
        NeighbourOfShatter = "neighbour_of_shatter",
        /// Next to a Shove.
        NeighbourOfShove = "neighbour_of_shove",
        /// Defends a barricade, wall, hedge or battlewagon.
        DefendingBarricade = "defending_barricade",
        /// A Fortified camp.
        FortifiedCamp = "fortified_camp",
        /// Stakes against mounted.
        Stakes = "stakes_against_mounted",
        /// Caltrops against mounted.
        Caltrops = "caltrops_against_mounted",
        /// Pavise against foot.
        Pavise = "pavise_against_foot",
        /// The opponent is Unprotected.
        OpponentUnprotected = "opponent_unprotected",
        /// It is Fully Armoured itself.
        FullyArmoured = "self_fully_armoured",
        /// The opponent are mounted that stood and shot.
        OpponentStoodAndShot = "opponent_mounted_stood_and_shot",
    }
}

words! {
    /// The two kinds of combat.
    CombatKind {
        /// Charge Combat.
        Charge = "charge",
        /// Melee Combat.
        Melee = "melee",
    }
}

/// What a claim adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClaimSize {
    /// In Charge Combat.
    pub charge: u8,
    /// In Melee Combat.
    pub melee: u8,
    /// Whether it also counts when the file fights to its flank or rear.
    pub to_flank: bool,
}

impl ClaimSize {
    /// What it adds in a kind of combat.
    pub const fn of(self, kind: CombatKind) -> u8 {
        match kind {
            CombatKind::Charge => self.charge,
            CombatKind::Melee => self.melee,
        }
    }
}

/// General Combat Claims.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeneralClaims(Table<GeneralClaim, Based<ClaimSize>>);

impl GeneralClaims {
    /// A claim.
    pub fn of(&self, claim: GeneralClaim) -> Based<ClaimSize> {
        *self.0.of(claim)
    }
}

words! {
    /// Weapons and characteristics with Preferred Opponent Claims.
    Claimant {
        /// All troops with pikes.
        Pike = "pike",
        /// Long spear.
        LongSpear = "long_spear",
        /// Polearm.
        Polearm = "polearm",
        /// Bayonet of either kind.
        Bayonet = "bayonet",
        /// The Pikes characteristic of late bayonet troops.
        PikesCharacteristic = "pikes_characteristic",
        /// Charging Lancer.
        ChargingLancer = "CL",
        /// Charging Pistol.
        ChargingPistol = "CPi",
        /// Trotting Pistol.
        TrottingPistol = "TPi",
        /// Light lance.
        LightLance = "light_lance",
        /// Melee Pistol.
        MeleePistol = "MPi",
        /// Elephants.
        Elephants = "elephants",
        /// Camels.
        Camels = "camels",
        /// Aggressive.
        Aggressive = "aggressive",
        /// Elan.
        Elan = "elan",
        /// Ferocious.
        Ferocious = "ferocious",
        /// Expert Swordsmen.
        ExpertSwordsmen = "expert_swordsmen",
        /// Swordsmen.
        Swordsmen = "swordsmen",
    }
}

words! {
    /// Opponents that a claim names.
    Opponent {
        /// Everybody.
        Any = "any",
        /// Mounted troops.
        Mounted = "mounted",
        /// Troops on foot.
        Foot = "foot",
        /// Close foot that is Formed or Tribal.
        UndrilledCloseFoot = "undrilled_close_foot",
        /// Elephants.
        Elephants = "elephants",
        /// Battlewagons.
        Battlewagons = "battlewagons",
        /// Pikes in two or more ranks.
        Pikes = "pikes",
        /// Such pikes that did not charge.
        PikesStanding = "pikes_standing",
        /// Bayonets.
        Bayonets = "bayonets",
        /// Long spears.
        LongSpear = "long_spear",
        /// Such spears that did not charge.
        LongSpearStanding = "long_spear_standing",
        /// Polearms.
        Polearm = "polearm",
        /// Such polearms that did not charge.
        PolearmStanding = "polearm_standing",
        /// Charging Lancers.
        ChargingLancer = "CL",
        /// Charging Pistol.
        ChargingPistol = "CPi",
        /// Trotting Pistol.
        TrottingPistol = "TPi",
        /// Melee Pistol.
        MeleePistol = "MPi",
        /// Ferocious.
        Ferocious = "ferocious",
        /// Expert Swordsmen.
        ExpertSwordsmen = "expert_swordsmen",
    }
}

/// A line of the Preferred Opponent Claims.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreferredClaim {
    /// Who claims.
    pub weapon: Claimant,
    /// Against any of these.
    pub against: Vec<Opponent>,
    /// But none of these.
    pub except: Vec<Opponent>,
    /// What it adds.
    pub add: u8,
    /// Ranks that the file needs.
    pub ranks: u8,
    /// It comes on top of the line above of the same claimant.
    pub added: bool,
    /// The file must be in good going.
    pub good_going: bool,
}

words! {
    /// What makes a file lose claims.
    LostWhen {
        /// It is Affected.
        Affected = "affected",
        /// It is Badly Affected.
        BadlyAffected = "badly_affected",
        /// It attacks works.
        AttackingWorks = "attacking_works",
    }
}

words! {
    /// What an opponent stands behind.
    Works {
        /// Barricades.
        Barricade = "barricade",
        /// A wall.
        Wall = "wall",
        /// A hedge.
        Hedge = "hedge",
        /// A battlewagon.
        Battlewagon = "battlewagon",
        /// Stakes; they count against mounted other than elephants only.
        Stakes = "stakes",
        /// A Fortified camp.
        FortifiedCamp = "fortified_camp",
    }
}

/// Preferred Opponent Claims.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreferredClaims {
    lines: [Vec<Based<PreferredClaim>>; 2],
    /// Who loses claims when hampered.
    pub hampered: Vec<Claimant>,
    /// By what.
    pub hampered_by: Vec<LostWhen>,
    /// What counts as works.
    pub works: Vec<Works>,
}

impl PreferredClaims {
    /// The lines of a kind of combat.
    pub fn lines(&self, kind: CombatKind) -> &[Based<PreferredClaim>] {
        &self.lines[kind as usize]
    }
}

/// Shatter and Shove.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecialEffects {
    /// Who can Shatter.
    pub shatter: Vec<Claimant>,
    /// Ranks in which Keil and Tercio pikes Shove.
    pub shove_pike_ranks: u8,
}

fn dice(node: &Node<'_, '_>) -> Option<CombatDice> {
    let colours: Vec<Colour> = word_list(node)?;
    let found = CombatDice::of(&colours);
    if found.is_none() {
        node.fault("these dice are on no rung of the ladder", "write one colour, or two RED");
    }
    found
}

pub(super) fn combat_dice(chart: &Chart<'_, '_>) -> Option<CombatTable> {
    chart.only(&["rows", "supporting_file_steps"]);
    let rows = chart.numbered("rows", "difference", 0, &["better", "worse"], |row| {
        let pair = DicePair { better: dice(&row.need("better")?)?, worse: dice(&row.need("worse")?)? };
        if pair.better < pair.worse {
            row.fault("the better side has the lower dice", "exchange the two");
            return None;
        }
        Some(pair)
    })?;
    match rows.first() {
        Some(even) if even.value.better == even.value.worse => {}
        _ => {
            chart
                .need("rows")?
                .fault("an even fight is not even", "give difference 0 the same dice for both");
            return None;
        }
    }
    Some(CombatTable { rows, supporting_file_steps: chart.i8("supporting_file_steps", -5, 0)? })
}

pub(super) fn general_claims(chart: &Chart<'_, '_>) -> Option<GeneralClaims> {
    chart.only(&["claims"]);
    let table = chart.rows("claims", "key", &["charge", "melee", "to_flank"], |row| {
        Some(ClaimSize {
            charge: row.need("charge")?.u8(0, 9)?,
            melee: row.need("melee")?.u8(0, 9)?,
            to_flank: row.need("to_flank")?.bool()?,
        })
    })?;
    Some(GeneralClaims(table))
}

fn preferred(row: &Section<'_, '_>) -> Option<PreferredClaim> {
    Some(PreferredClaim {
        weapon: word(&row.need("weapon")?)?,
        against: word_list(&row.need("against")?)?,
        except: maybe_words(row, "except")?,
        add: row.need("add")?.u8(0, 9)?,
        ranks: maybe_u8(row, "ranks", 9)?,
        added: maybe_flag(row, "added")?,
        good_going: maybe_flag(row, "good_going")?,
    })
}

pub(super) fn preferred_claims(chart: &Chart<'_, '_>) -> Option<PreferredClaims> {
    chart.only(&["charge", "melee", "hampered", "hampered_by", "works"]);
    let fields = ["weapon", "against", "except", "add", "ranks", "added", "good_going"];
    Some(PreferredClaims {
        lines: [chart.list("charge", &fields, preferred)?, chart.list("melee", &fields, preferred)?],
        hampered: word_list(&chart.need("hampered")?)?,
        hampered_by: word_list(&chart.need("hampered_by")?)?,
        works: word_list(&chart.need("works")?)?,
    })
}

pub(super) fn special_effects(chart: &Chart<'_, '_>) -> Option<SpecialEffects> {
    chart.only(&["shatter", "shove_pike_ranks"]);
    Some(SpecialEffects {
        shatter: word_list(&chart.need("shatter")?)?,
        shove_pike_ranks: chart.u8("shove_pike_ranks", 1, 9)?,
    })
}

impl CombatKind {
    /// In words.
    pub const fn name(self) -> &'static str {
        match self {
            CombatKind::Charge => "Charge Combat",
            CombatKind::Melee => "Melee Combat",
        }
    }
}

/// Whether a value is this project's own.
pub const fn is_proposed(basis: Basis) -> bool {
    matches!(basis, Basis::Proposed)
}
