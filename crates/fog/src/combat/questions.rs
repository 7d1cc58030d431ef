//! The questions that `ask` answers: every fact is a named field with a stated default.

use super::{
    Charge, CombatResult, CommanderSpec, Defence, Directions, Edge, Engaged, Formation, Grade, Ground,
    GroupSpec, Range, Role,
};
use crate::troops::{
    Armour, Capabilities, Cohesion, CombatPhase, Disorder, Quality, Training, TroopType, rulebook_words,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

rulebook_words! {
    /// The kinds of question.
    Kind, "kind of question" {
        /// Points of advantage and scores to hit of two opposing files, or of a shot.
        Poa = "poa",
        /// Number of dice of every battle group of a fight, with scores and re-rolls.
        Dice = "dice",
        /// Odds of hits, and hits per bases.
        Hits = "hits",
        /// Which dice are thrown again.
        Reroll = "reroll",
        /// A cohesion test.
        Cohesion = "cohesion",
        /// A complex move test.
        Cmt = "cmt",
        /// A death roll.
        Death = "death",
        /// A variable move.
        Vmd = "vmd",
        /// Points of an army.
        Points = "points",
        /// When a battle group breaks by itself.
        Autobreak = "autobreak",
        /// Attrition and victory.
        Victory = "victory",
        /// Initiative.
        Initiative = "initiative",
        /// The exact outcome of one or more phases of a fight.
        Round = "round",
    }
}

/// One base of a file, front to rear.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RankSpec {
    /// Troop type. Default: that of the file.
    #[serde(default, rename = "type")]
    pub troop_type: Option<TroopType>,
    /// Armour class. Default: that of the file.
    #[serde(default)]
    pub armour: Option<Armour>,
    /// Capabilities. Default: those of the file.
    #[serde(default)]
    pub capabilities: Option<Capabilities>,
    /// Disorder. Default: that of the file.
    #[serde(default)]
    pub disorder: Option<Disorder>,
}

/// A file that fights, shoots or is shot at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PartySpec {
    /// Troop type.
    #[serde(rename = "type")]
    pub troop_type: TroopType,
    /// Armour class. Default: none for types that have none, otherwise the lowest of the book.
    #[serde(default)]
    pub armour: Option<Armour>,
    /// Quality. Default: average.
    #[serde(default)]
    pub quality: Option<Quality>,
    /// Training (fogam). Default: undrilled.
    #[serde(default)]
    pub training: Option<Training>,
    /// Capabilities. Default: none.
    #[serde(default)]
    pub capabilities: Capabilities,
    /// Ranks of the file. Default: 1.
    #[serde(default)]
    pub ranks: Option<u8>,
    /// The file base by base, where its bases differ; its length is the number of ranks.
    #[serde(default)]
    pub file: Vec<RankSpec>,
    /// Capabilities that other files of the battle group have. Default: none.
    #[serde(default)]
    pub others_have: Capabilities,
    /// Cohesion level. Default: steady.
    #[serde(default)]
    pub cohesion: Option<Cohesion>,
    /// Disorder. Default: none.
    #[serde(default)]
    pub disorder: Option<Disorder>,
    /// Formation. Default: plain.
    #[serde(default)]
    pub formation: Option<Formation>,
    /// Protected (fogr). Default: no.
    #[serde(default)]
    pub protected: bool,
    /// How it takes part. Default: front.
    #[serde(default)]
    pub role: Option<Role>,
    /// Whether it charges. Default: no.
    #[serde(default)]
    pub charge: Option<Charge>,
    /// Uphill of the enemy. Default: no.
    #[serde(default)]
    pub uphill: bool,
    /// What it defends. Default: nothing.
    #[serde(default)]
    pub defence: Option<Defence>,
    /// Ground under its front base. Default: open.
    #[serde(default)]
    pub ground: Option<Ground>,
    /// Directions in which its battle group fights. Default: one.
    #[serde(default)]
    pub directions: Option<Directions>,
    /// Its battle group is in close combat. Default: no.
    #[serde(default)]
    pub engaged: Option<Engaged>,
    /// Threatened flank. Default: no.
    #[serde(default)]
    pub threatened_flank: bool,
    /// In plantation, forest or village (fogam): cover, and no support shooting. Default: no.
    #[serde(default)]
    pub in_wood: bool,
    /// Its mounted lancers are shock troops by their first composition (fogam). Default: judged by the file.
    #[serde(default)]
    pub lancers_are_shock: Option<bool>,
    /// Captured or recaptured artillery (fogr). Default: no.
    #[serde(default)]
    pub captured: bool,
    /// The commander who can affect it. Default: none.
    #[serde(default)]
    pub commander: Option<CommanderSpec>,
    /// Bases its battle group began the battle with. Default: as many as the file has.
    #[serde(default)]
    pub bases_at_start: Option<u8>,
}

/// `poa`: the points of advantage of a file against another, or of a shot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PoaQuestion {
    /// Shooting, impact or melee.
    pub phase: CombatPhase,
    /// The file asked about; the shooters.
    pub own: PartySpec,
    /// The file opposite; the target.
    pub enemy: PartySpec,
    /// Shooting: range. Default: short.
    #[serde(default)]
    pub range: Option<Range>,
    /// Shooting: the edge shot from. Default: front.
    #[serde(default)]
    pub edge: Option<Edge>,
    /// Shooting: the target is in cover, or behind field fortifications or an obstacle. Default: no.
    #[serde(default)]
    pub cover: bool,
    /// Shooting: artillery shoots from enfilade. Default: no.
    #[serde(default)]
    pub enfilade: bool,
    /// Shooting: from wholly behind the target. Default: no.
    #[serde(default)]
    pub from_behind: bool,
    /// Shooting: the regimental gun shoots (fogr). Default: no.
    #[serde(default)]
    pub regimental_gun: bool,
}

/// `hits`: dice at a net advantage, and hits per bases.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HitsQuestion {
    /// Shooting, impact or melee. Default: melee.
    #[serde(default = "melee")]
    pub phase: CombatPhase,
    /// Net points of advantage. Default: 0.
    #[serde(default)]
    pub net: i32,
    /// Dice. Default: 1.
    #[serde(default = "one")]
    pub dice: u16,
    /// Quality. Default: average.
    #[serde(default = "average")]
    pub quality: Quality,
    /// A commander fights in the front rank. Default: no.
    #[serde(default)]
    pub commander_in_front_rank: bool,
    /// It counts as superior at impact for its depth (fogam). Default: no.
    #[serde(default)]
    pub upgraded_at_impact: bool,
    /// Quality of the enemy (fogam close combat). Default: average.
    #[serde(default = "average")]
    pub enemy_quality: Quality,
    /// A commander fights in the enemy's front rank (fogam close combat). Default: no.
    #[serde(default)]
    pub enemy_commander_in_front_rank: bool,
    /// The enemy counts as superior at impact for his depth (fogam). Default: no.
    #[serde(default)]
    pub enemy_upgraded_at_impact: bool,
    /// Bases counted, to be told how many hits make 1 per 2 and 1 per 3. Default: none.
    #[serde(default)]
    pub bases: Option<u16>,
}

fn melee() -> CombatPhase {
    CombatPhase::Melee
}

fn one() -> u16 {
    1
}

fn average() -> Quality {
    Quality::Average
}

rulebook_words! {
    /// What dice are thrown for.
    DiceFor, "use of dice" {
        /// To hit in close combat.
        CloseCombat = "close_combat",
        /// To hit by shooting.
        Shooting = "shooting",
        /// To hit by support shooting at impact (fogam).
        Support = "support_shooting" | "support",
        /// Tests: cohesion, complex moves, straggling; sacking camps.
        Test = "test",
        /// Death rolls, variable moves, commanders, arrival.
        Never = "death_roll" | "variable_move" | "commander" | "arrival",
    }
}

/// `reroll`: which dice are thrown again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RerollQuestion {
    /// What the dice are for. Default: close combat.
    #[serde(default = "close_combat", rename = "for")]
    pub dice_for: DiceFor,
    /// Quality. Default: average.
    #[serde(default = "average")]
    pub quality: Quality,
    /// A commander fights in the front rank. Default: no.
    #[serde(default)]
    pub commander_in_front_rank: bool,
    /// Quality of the enemy (fogam close combat). Default: average.
    #[serde(default = "average")]
    pub enemy_quality: Quality,
    /// A commander fights in the enemy's front rank (fogam close combat). Default: no.
    #[serde(default)]
    pub enemy_commander_in_front_rank: bool,
    /// Troop type, because commanders cannot help some (fogam). Default: heavy foot.
    #[serde(default, rename = "type")]
    pub troop_type: Option<TroopType>,
    /// The commander is depicted on an elephant (fogam). Default: no.
    #[serde(default)]
    pub commander_on_elephant: bool,
    /// It counts as superior at impact for its depth (fogam). Default: no.
    #[serde(default)]
    pub upgraded_at_impact: bool,
    /// The enemy counts as superior at impact for his depth (fogam). Default: no.
    #[serde(default)]
    pub enemy_upgraded_at_impact: bool,
}

fn close_combat() -> DiceFor {
    DiceFor::CloseCombat
}

rulebook_words! {
    /// Why a battle group tests.
    TestedFor, "cause of a test" {
        /// Shooting hits.
        Shooting = "shooting",
        /// A lost close combat.
        CloseCombat = "close_combat" | "combat",
        /// Friends breaking, guns captured, a commander lost.
        Sight = "sight" | "seeing friends break" | "commander lost",
        /// Charged while fragmented.
        Charged = "charged",
        /// Bolstering or rallying.
        Bolster = "bolster" | "rally",
    }
}

/// `cohesion`: a cohesion test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CohesionQuestion {
    /// The battle group.
    pub group: GroupSpec,
    /// Why it tests. Default: a lost close combat.
    #[serde(default = "lost_combat")]
    pub cause: TestedFor,
    /// Phase of a lost close combat. Default: melee.
    #[serde(default = "melee")]
    pub phase: CombatPhase,
    /// Hits received. Default: 0.
    #[serde(default)]
    pub received: u16,
    /// Hits inflicted in close combat. Default: 0.
    #[serde(default)]
    pub inflicted: u16,
    /// Reasons to test for what was seen. Default: 1.
    #[serde(default = "one_reason")]
    pub reasons: u8,
    /// Enemy files that it fought, even partly. Default: none.
    #[serde(default)]
    pub enemies: Vec<PartySpec>,
    /// What it defends against them. Default: nothing.
    #[serde(default)]
    pub defence: Option<Defence>,
    /// Dice of artillery shot at it. Default: 0.
    #[serde(default)]
    pub artillery_dice: u16,
    /// Dice of regimental guns shot at it (fogr). Default: 0.
    #[serde(default)]
    pub regimental_gun_dice: u16,
    /// Dice of firearms shot at it. Default: 0.
    #[serde(default)]
    pub firearm_dice: u16,
    /// Dice of other missiles shot at it. Default: 0.
    #[serde(default)]
    pub other_dice: u16,
    /// Commanders lost near it in this close combat phase (fogam), beside the cause. Default: 0.
    #[serde(default)]
    pub commanders_lost: u8,
    /// The commander-in-chief was one of those lost (fogam). Default: no.
    #[serde(default)]
    pub commander_in_chief_lost: bool,
}

fn lost_combat() -> TestedFor {
    TestedFor::CloseCombat
}

fn one_reason() -> u8 {
    1
}

/// `cmt`: a complex move test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CmtQuestion {
    /// Quality. Default: average.
    #[serde(default = "average")]
    pub quality: Quality,
    /// What for: `move`, `stop_pursuing`, `stop_chasing` (fogr), `stop_looting`, `halt_before_fresh_enemy`,
    /// `avoid_charging` (fogam). Default: move.
    #[serde(default)]
    pub purpose: Option<String>,
    /// The commander who modifies it, in place since the start of the phase. Default: none.
    #[serde(default)]
    pub commander: Option<CommanderSpec>,
    /// Cohesion level. Default: steady.
    #[serde(default)]
    pub cohesion: Option<Cohesion>,
    /// Worst disorder of any base. Default: none.
    #[serde(default)]
    pub disorder: Option<Disorder>,
    /// Any base is warriors (fogr). Default: no.
    #[serde(default)]
    pub warriors: bool,
    /// Troop type (fogam). Default: heavy foot.
    #[serde(default, rename = "type")]
    pub troop_type: Option<TroopType>,
    /// Training (fogam). Default: undrilled.
    #[serde(default)]
    pub training: Option<Training>,
    /// Capabilities (fogam). Default: none.
    #[serde(default)]
    pub capabilities: Capabilities,
}

rulebook_words! {
    /// How a close combat went, for a death roll.
    Went, "result of a close combat" {
        /// It won.
        Won = "won",
        /// It drew.
        Drew = "drew",
        /// It lost.
        Lost = "lost",
    }
}

impl From<Went> for CombatResult {
    fn from(went: Went) -> Self {
        match went {
            Went::Won => CombatResult::Won,
            Went::Drew => CombatResult::Drew,
            Went::Lost => CombatResult::Lost,
        }
    }
}

/// `death`: a death roll.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DeathQuestion {
    /// Hits received.
    pub hits: u16,
    /// How the close combat went; leave out for shooting.
    #[serde(default)]
    pub result: Option<Went>,
    /// Bases at the start of the battle. Default: 4.
    #[serde(default = "four")]
    pub bases_at_start: u8,
    /// Bases left. Default: as at the start.
    #[serde(default)]
    pub bases: Option<u8>,
    /// Shooting: dice of artillery. Default: 0.
    #[serde(default)]
    pub artillery_dice: u16,
    /// Shooting: dice of regimental guns (fogr). Default: 0.
    #[serde(default)]
    pub regimental_gun_dice: u16,
    /// Shooting: dice of firearms. Default: 0.
    #[serde(default)]
    pub firearm_dice: u16,
    /// Shooting: dice of other missiles. Default: 0.
    #[serde(default)]
    pub other_dice: u16,
    /// Mounted hit by foot only (fogam). Default: no.
    #[serde(default)]
    pub mounted_hit_by_foot_only: bool,
}

fn four() -> u8 {
    4
}

/// `vmd`: a variable move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VmdQuestion {
    /// Normal move in movement units. Default: 0, so that the answer is the change.
    #[serde(default)]
    pub distance: Option<u16>,
    /// A pursuer behind, to be told the chance of being caught: his normal move. Default: none.
    #[serde(default)]
    pub pursuer: Option<u16>,
    /// How far behind the pursuer starts, in movement units. Default: 0.
    #[serde(default)]
    pub gap: u16,
}

/// `points`: the price of an army.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PointsQuestion {
    /// Id of a built-in army, such as `fogr/new-model-1645`.
    #[serde(default)]
    pub army: Option<String>,
    /// An army written out, as in an army file.
    #[serde(default)]
    #[schemars(with = "Option<serde_json::Value>")]
    pub list: Option<crate::army::Army>,
}

/// `autobreak`: when a battle group breaks by itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AutobreakQuestion {
    /// Quality. Default: average.
    #[serde(default = "average")]
    pub quality: Quality,
    /// Bases at the start of the battle.
    pub initial: u8,
    /// Bases left. Default: none, and only the point is told.
    #[serde(default)]
    pub remaining: Option<u8>,
}

/// A battle group for attrition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FateSpec {
    /// What has become of it: `unbroken`, `fragmented`, `broken`, `captured`, `routed_off`, `destroyed`, `straggling`,
    /// `evaded_off`. Default: unbroken.
    #[serde(default)]
    pub fate: Option<String>,
    /// Bases at the start of the battle. Default: 4.
    #[serde(default = "four")]
    pub bases_at_start: u8,
    /// Skirmishers (fogam). Default: no.
    #[serde(default)]
    pub skirmishers: bool,
    /// Scythed chariots (fogam), which never count. Default: no.
    #[serde(default)]
    pub scythed_chariots: bool,
    /// How many battle groups like this. Default: 1.
    #[serde(default = "one")]
    pub count: u16,
}

/// An army for victory.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct StrainSpec {
    /// Its battle groups.
    pub groups: Vec<FateSpec>,
    /// Its camp was sacked. Default: no.
    pub camp_sacked: bool,
    /// Attrition points suffered, instead of counting them.
    pub attrition: Option<i32>,
    /// Break point, instead of counting it.
    pub break_point: Option<i32>,
}

/// `victory`: who has won.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VictoryQuestion {
    /// Red's army.
    pub red: StrainSpec,
    /// Blue's army.
    pub blue: StrainSpec,
    /// The time limit is reached. Default: no.
    #[serde(default)]
    pub time_up: bool,
}

/// An army for initiative.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct InitiativeSpec {
    /// Grade of the commander-in-chief. Default: troop commander.
    #[serde(default = "troop")]
    pub commander: Grade,
    /// Bases that count for initiative. Default: 0.
    #[serde(default)]
    pub mounted_bases: u16,
}

fn troop() -> Grade {
    Grade::Troop
}

/// `initiative`: the modifiers of both sides and the odds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct InitiativeQuestion {
    /// Red's army.
    pub red: InitiativeSpec,
    /// Blue's army.
    pub blue: InitiativeSpec,
}
