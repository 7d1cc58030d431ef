//! Charts of close combat and its aftermath.

use super::modifiers::ModifierTable;
use crate::counters::{Morale, Strength};
use caracole_document::words;

words! {
    /// Results of close combat.
    CloseCombatOutcome {
        /// All attackers are removed.
        AttackerEliminated = "attacker_eliminated",
        /// All attackers become Morale Broken.
        AttackerMoraleBroken = "attacker_morale_broken",
        /// All attackers become Morale Shaken.
        AttackerMoraleShaken = "attacker_morale_shaken",
        /// No effect.
        NoEffect = "no_effect",
        /// The defender becomes Morale Shaken.
        DefenderMoraleShaken = "defender_morale_shaken",
        /// The defender becomes Morale Broken.
        DefenderMoraleBroken = "defender_morale_broken",
        /// The defender is removed.
        DefenderEliminated = "defender_eliminated",
    }
}

words! {
    /// Who advances.
    Advance {
        /// The defender may.
        DefenderMay = "defender_may",
        /// An attacker must, if the hex is empty.
        AttackerMust = "attacker_must",
        /// Nobody.
        None = "none",
    }
}

words! {
    /// Whose cavalry checks for pursuit.
    PursuitBy {
        /// The attackers'.
        Attacker = "attacker",
        /// The defender's.
        Defender = "defender",
        /// Nobody's.
        None = "none",
    }
}

/// One row of the Close Combat Table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CloseCombatRow {
    /// Lowest modified roll.
    pub from: i8,
    /// Highest modified roll.
    pub to: i8,
    /// What happens.
    pub outcome: CloseCombatOutcome,
    /// How many hexes the loser goes back.
    pub retreat: u8,
    /// Who advances.
    pub advance: Advance,
    /// Whose cavalry checks for pursuit.
    pub pursuit: PursuitBy,
}

/// Close Combat Table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CloseCombatTable {
    /// The modifiers together count no less than the first and no more than the second.
    pub modifier_limit: (i8, i8),
    pub(crate) rows: Vec<CloseCombatRow>,
}

impl CloseCombatTable {
    /// The rows, lowest first.
    pub fn rows(&self) -> &[CloseCombatRow] {
        &self.rows
    }

    /// The row of a modified roll. Beyond the table the nearest row counts. The loader refuses an empty table.
    pub fn row(&self, modified: i32) -> &CloseCombatRow {
        let last = self.rows.len().saturating_sub(1);
        let index = self.rows.iter().position(|row| modified <= i32::from(row.to)).unwrap_or(last);
        &self.rows[index]
    }
}

words! {
    /// Modifiers of close combat.
    CloseCombatModifier {
        /// A leader with an attacker.
        LeaderAttacker = "leader_attacker",
        /// A leader with the defender.
        LeaderDefender = "leader_defender",
        /// Highest attacking morale less the defender's.
        MoraleDifferential = "morale_differential",
        /// 4:1 or better.
        Ratio4To1 = "ratio_4_1",
        /// 2:1 or better.
        Ratio2To1 = "ratio_2_1",
        /// 1:2 or worse.
        Ratio1To2 = "ratio_1_2",
        /// 1:4 or worse.
        Ratio1To4 = "ratio_1_4",
        /// Momentum of cavalry.
        MomentumCavalry = "momentum_cavalry",
        /// Momentum of heavy infantry.
        MomentumHi = "momentum_hi",
        /// Each flank or rear hex attacked from.
        FlankRear = "flank_rear",
        /// Each attacking cavalry unit that spends a pistol.
        PistolAttacker = "pistol_attacker",
        /// The defending cavalry spends a pistol.
        PistolDefender = "pistol_defender",
        /// An attacker fired a Salvo at the defender.
        SalvoAttacker = "salvo_attacker",
        /// The defender fired a Salvo at an attacker.
        SalvoDefender = "salvo_defender",
        /// The worst attacker is Formation Shaken.
        AttackerFormationShaken = "attacker_formation_shaken",
        /// An attacker is Formation Broken.
        AttackerFormationBroken = "attacker_formation_broken",
        /// The defender is Formation Shaken.
        DefenderFormationShaken = "defender_formation_shaken",
        /// The defender is Formation Broken.
        DefenderFormationBroken = "defender_formation_broken",
        /// An attacker is in Open Order.
        AttackerOpenOrder = "attacker_open_order",
        /// The defender is in Open Order.
        DefenderOpenOrder = "defender_open_order",
        /// Troop types, by the Close Combat Matrix.
        Matrix = "matrix",
        /// Terrain, by the Terrain Effects Chart.
        Terrain = "terrain",
        /// The defender is stacked with a wagon.
        Wagon = "wagon",
    }
}

words! {
    /// Rows and columns of the Close Combat Matrix.
    MatrixType {
        /// Heavy infantry with pikes.
        Hi = "hi",
        /// Heavy infantry without pikes, and dismounted cavalry.
        HiNoPikes = "hi_no_pikes",
        /// Hedgehog.
        Hedgehog = "hedgehog",
        /// Light infantry.
        Li = "li",
        /// Cuirassiers.
        Cuirassier = "cuirassier",
        /// Arquebusiers.
        Arquebusier = "arquebusier",
        /// Croats.
        Croat = "croat",
    }
}

/// Close Combat Matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CloseCombatMatrix(pub(crate) [[Option<i8>; 7]; 7]);

impl CloseCombatMatrix {
    /// The modifier; `None` where the attack is not allowed.
    pub const fn modifier(&self, attacker: MatrixType, defender: MatrixType) -> Option<i8> {
        self.0[attacker as usize][defender as usize]
    }
}

words! {
    /// Results of the Cavalry Pursuit Table.
    PursuitResult {
        /// No pursuit.
        BreakOff = "break_off",
        /// Pursue and eliminate.
        PursueEliminate = "pursue_eliminate",
        /// Pursue off the map.
        PursueOffMap = "pursue_off_map",
    }
}

words! {
    /// The title of the series that a battle belongs to, where charts have columns for titles.
    TitleColumn {
        /// This Accursed Civil War.
        Tacw = "TACW",
        /// Sweden Fights On.
        Sfo = "SFO",
        /// Under the Lily Banners.
        Ulb = "ULB",
        /// Gustav Adolf the Great.
        Gag = "GAG",
        /// Nothing Gained But Glory.
        Ngbg = "NGBG",
        /// Saints in Armor.
        Sia = "SiA",
        /// None of them.
        Generic = "generic",
    }
}

/// Cavalry Pursuit Table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PursuitTable {
    pub(crate) columns: [[PursuitResult; 10]; 2],
    pub(crate) column_of: [u8; 7],
}

impl PursuitTable {
    /// The results of a title, by the die.
    pub const fn column(&self, title: TitleColumn) -> &[PursuitResult; 10] {
        &self.columns[self.column_of[title as usize] as usize]
    }
}

words! {
    /// Results of the Unable to Retreat Table.
    UnableToRetreat {
        /// It stands, Morale Shaken and Formation Broken.
        Stand = "stand",
        /// It loses a point for each hex not retreated.
        Loses = "loses",
        /// It is removed.
        Eliminated = "eliminated",
    }
}

words! {
    /// Modifiers of the Unable to Retreat Table.
    UnableToRetreatModifier {
        /// A leader is stacked with the unit.
        Leader = "leader",
        /// Printed morale 8.
        Morale8 = "morale_8",
        /// Printed morale 5 or less.
        Morale5OrLess = "morale_5_or_less",
        /// Three or more adjacent hexes hold enemies.
        Surrounded = "surrounded",
    }
}

/// Unable to Retreat Table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnableToRetreatTable {
    /// Results by the modified die.
    pub results: [UnableToRetreat; 10],
    /// Its modifiers.
    pub modifiers: ModifierTable<UnableToRetreatModifier>,
}

/// Casualty Threshold Table: by morale 4 to 8 and strength 1 to 20.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CasualtyThreshold(pub(crate) [[u8; 20]; 5]);

impl CasualtyThreshold {
    /// The number of casualty points that reaches the threshold of a unit of this printed morale and strength;
    /// `None` if it has none.
    pub fn of(&self, morale: Morale, strength: Strength) -> Option<u8> {
        let row = self.0.get(usize::from(morale.0.checked_sub(4)?))?;
        let cell = *row.get(usize::from(strength.0.checked_sub(1)?))?;
        (cell > 0).then_some(cell)
    }
}
