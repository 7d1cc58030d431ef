//! Points of advantage of shooting.

use super::Choice;
use super::readings::is;
use crate::combat::{
    Arms, Bracket, Edge, Engaged, Fight, MOST_ADVANTAGE, Range, Readings, Reckon, Row, Volley, Whose,
    add_rows, advantage_rows,
};
use crate::troops::{Armour, BaseProfile, Capabilities, Capability, TroopType};
use caracole_ledger::{enforces, rule};

enforces!("FOGAM-COMBAT-036", "FOGAM-COMBAT-043", "FOGAM-SCALE-018", "FOGAM-GLOSSARY-006");

use Capability::{Bow, BowStar, Crossbow, Firearm, HeavyArtillery, Javelins, LightArtillery, Longbow, Sling};

const ARTILLERY: Capabilities = Capabilities::of(&[LightArtillery, HeavyArtillery]);
const BOWS: Capabilities = Capabilities::of(&[Bow, BowStar, Longbow, Crossbow]);

/// What can cost a shooter the situational -, of which only one counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Situation {
    /// Nothing.
    None,
    /// Light horse or light chariots shoot to their rear.
    ToTheRear,
    /// The target's battle group is partly in close combat, not only as an overlap.
    TargetEngaged,
    /// The shooters' battle group is.
    ShootersEngaged,
    /// Battle troops give support shooting.
    SupportByBattleTroops,
}

/// A shot: with what at whom, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shot {
    /// With what.
    pub weapon: Capability,
    /// From which edge.
    pub edge: Edge,
    /// Type of the target's nearest rank.
    pub target: TroopType,
    /// Armour that counts for the target.
    pub armour: Option<Armour>,
    /// The target's battle group is entirely one base deep.
    pub one_deep: bool,
    /// What costs the shooter a point.
    pub situation: Situation,
    /// The target is in cover or behind field fortifications.
    pub cover: bool,
}

impl Shot {
    fn with(&self, weapons: &[Capability]) -> bool {
        weapons.contains(&self.weapon)
    }

    fn artillery(&self) -> bool {
        ARTILLERY.has(self.weapon)
    }

    fn at(&self, troop_type: TroopType) -> bool {
        self.target.treated_as() == troop_type
    }

    fn armoured(&self, armour: &[Armour]) -> bool {
        self.armour.is_some_and(|a| armour.contains(&a))
    }

    fn at_unprotected_foot(&self) -> bool {
        let solid = self.at(TroopType::HeavyFoot) || self.at(TroopType::MediumFoot);
        solid && self.armoured(&[Armour::Unprotected])
    }

    /// Foot of no other row: protected foot, light foot without armour, artillery.
    fn at_other_foot(&self) -> bool {
        self.target.is_foot()
            && !self.at(TroopType::BattleWagons)
            && !self.at_unprotected_foot()
            && !self.armoured(&[Armour::Armoured, Armour::HeavilyArmoured])
    }

    fn crossbow_or_gun(&self) -> bool {
        self.with(&[Crossbow, Firearm]) || self.artillery()
    }
}

const TARGET: Bracket = Bracket::AnyOneOf(0);
const SITUATION: Bracket = Bracket::AnyOneOf(1);

/// The shooting table.
const SHOOTING: &[Row<Shot>] = advantage_rows![
    TARGET, "FOGAM-COMBAT-043", "unprotected cavalry more than one deep", 1, |s| {
        s.at(TroopType::Cavalry)
            && s.armoured(&[Armour::Unprotected])
            && !s.one_deep
            && s.with(&[Longbow, Bow, BowStar, Crossbow, Javelins, Sling])
    };
    TARGET, "FOGAM-COMBAT-043", "longbow or crossbow at cavalry or armoured knights more than one deep", 1, |s| {
        let cavalry =
            s.at(TroopType::Cavalry) && s.armoured(&[Armour::Armoured, Armour::Protected]);
        let knights = s.at(TroopType::Knights) && s.armoured(&[Armour::Armoured]);
        (cavalry || knights) && !s.one_deep && s.with(&[Longbow, Crossbow])
    };
    TARGET, "FOGAM-COMBAT-043", "cataphracts or heavily armoured knights", -1, |s| {
        let knights = s.at(TroopType::Knights) && s.armoured(&[Armour::HeavilyArmoured]);
        (s.at(TroopType::Cataphracts) || knights) && s.with(&[Bow, BowStar, Javelins, Sling])
    };
    TARGET, "FOGAM-COMBAT-043", "elephants", 1, |s| {
        s.at(TroopType::Elephants) && !s.with(&[Bow, BowStar, Sling])
    };
    TARGET, "FOGAM-COMBAT-043", "battle wagons", -1, |s| s.at(TroopType::BattleWagons) && !s.artillery();
    TARGET, "FOGAM-COMBAT-043", "unprotected heavy or medium foot", 1, |s| {
        s.at_unprotected_foot() && !s.crossbow_or_gun()
    };
    TARGET, "FOGAM-COMBAT-043", "crossbow, firearm or artillery at unprotected heavy or medium foot", -1, |s| {
        s.at_unprotected_foot() && s.crossbow_or_gun()
    };
    TARGET, "FOGAM-COMBAT-043", "armoured foot", -1, |s| {
        s.target.is_foot() && s.armoured(&[Armour::Armoured]) && !s.with(&[Longbow])
    };
    TARGET, "FOGAM-COMBAT-043", "heavily armoured foot", -1, |s| {
        let heavy = s.target.is_foot() && s.armoured(&[Armour::HeavilyArmoured]);
        heavy && (s.crossbow_or_gun() || s.with(&[Longbow]))
    };
    TARGET, "FOGAM-COMBAT-043", "bow, javelins or sling at heavily armoured foot", -2, |s| {
        let heavy = s.target.is_foot() && s.armoured(&[Armour::HeavilyArmoured]);
        heavy && s.with(&[Bow, BowStar, Javelins, Sling])
    };
    TARGET, "FOGAM-COMBAT-043", "crossbow, firearm or artillery at other foot", -1, |s| {
        s.at_other_foot() && s.crossbow_or_gun()
    };
    SITUATION, "FOGAM-COMBAT-045", "shooting to the rear", -1, |s| s.situation == Situation::ToTheRear;
    SITUATION, "FOGAM-COMBAT-045", "target in close combat", -1, |s| {
        s.situation == Situation::TargetEngaged
    };
    SITUATION, "FOGAM-COMBAT-045", "shooters in close combat", -1, |s| {
        s.situation == Situation::ShootersEngaged
    };
    SITUATION, "FOGAM-COMBAT-045", "support shooting by battle troops", -1, |s| {
        s.situation == Situation::SupportByBattleTroops
    };
    Bracket::Added, "FOGAM-COMBAT-046", "cover or field fortifications", -1, |s| s.cover && !s.artillery();
];

/// Adds up the points of advantage of a shot.
pub fn shooting_advantage<R: Reckon>(shot: &Shot, sum: &mut R) {
    add_rows(SHOOTING, |row| row.bracket, shot, Whose::Own, sum);
    sum.clamp(rule!("FOGAM-COMBAT-036"), "no worse than --", -MOST_ADVANTAGE, MOST_ADVANTAGE);
}

/// What a shot of a volley is, for one weapon and edge.
pub fn shot(fight: &Fight, volley: &Volley, weapon: Capability, edge: Edge) -> Option<Shot> {
    enforces!("FOGAM-COMBAT-044", "FOGAM-SHOOT-020", "FOGAM-SPECIAL-027");
    let target = fight.groups.get(usize::from(volley.at))?;
    let file = target.files.get(usize::from(volley.nearest)).filter(|f| f.front().is_some());
    let file = file.or_else(|| target.files.iter().find(|f| f.front().is_some()))?;
    let base = if volley.from_behind { file.bases.last()? } else { file.front()? };
    let situation = match () {
        () if edge == Edge::Rear => Situation::ToTheRear,
        () if fight.engaged(volley.at) == Engaged::Yes => Situation::TargetEngaged,
        () if fight.engaged(volley.by) == Engaged::Yes => Situation::ShootersEngaged,
        () => Situation::None,
    };
    Some(Shot {
        weapon,
        edge,
        target: base.profile.troop_type,
        armour: base.profile.armour,
        one_deep: target.is_one_deep(),
        situation,
        cover: volley.cover,
    })
}

/// The weapons that a base can shoot with.
pub fn weapons_of(base: BaseProfile) -> Capabilities {
    enforces!("FOGAM-SHOOT-001");
    let engine = match base.troop_type {
        TroopType::LightArtillery => Capabilities::of(&[LightArtillery]),
        TroopType::HeavyArtillery => Capabilities::of(&[HeavyArtillery]),
        _ => Capabilities::NONE,
    };
    base.capabilities.intersection(Capabilities::MISSILES).union(engine)
}

/// The kind of arms that tests ask about.
pub const fn arms_of(weapon: Capability) -> Arms {
    match weapon {
        LightArtillery | HeavyArtillery => Arms::Artillery,
        Firearm => Arms::Firearms,
        _ => Arms::OtherMissiles,
    }
}

/// Whether the weapon of such a base reaches that far at all.
pub fn reaches(base: BaseProfile, weapon: Capability, range: Range) -> bool {
    enforces!("FOGAM-SHOOT-007", "FOGAM-SHOOT-008");
    if range == Range::Short {
        return true;
    }
    match base.troop_type {
        TroopType::HeavyArtillery => weapon == HeavyArtillery,
        TroopType::BattleWagons => matches!(weapon, Bow | Crossbow),
        TroopType::HeavyFoot | TroopType::LightFoot => BOWS.has(weapon),
        t if t.is_medium_foot() => BOWS.has(weapon),
        _ => false,
    }
}

/// Where a base stands for shooting, counted from the shooting edge; 0 is the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Its rank.
    pub rank: u8,
    /// Its rank among those that shoot: the first may stand behind bases without a shooting capability.
    pub shooting_rank: u8,
}

/// How many bases make a die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rate {
    /// So many dice for each base.
    Each(u16),
    /// One die for so many bases.
    OnePer(u16),
}

impl Rate {
    /// What one base gives, in sixths of a die.
    pub const fn sixths(self) -> u16 {
        match self {
            Rate::Each(dice) => 6 * dice,
            Rate::OnePer(bases) => 6 / bases,
        }
    }
}

/// The rate at which a base gives dice; none if it stands too far back to shoot, or its weapon has no row.
pub fn rate(
    base: BaseProfile,
    weapon: Capability,
    place: Place,
    range: Range,
    readings: Readings,
) -> Option<Rate> {
    enforces!(
        "FOGAM-COMBAT-005",
        "FOGAM-COMBAT-006",
        "FOGAM-COMBAT-007",
        "FOGAM-SHOOT-021",
        "FOGAM-SHOOT-023"
    );
    enforces!("FOGAM-SHOOT-024");
    let near = range == Range::Short;
    let Place { rank, shooting_rank } = place;
    let front = rank == 0;
    let ranks = if weapon == BowStar && is(readings, Choice::BowStarThreeRanks) { 3 } else { 2 };
    let front_ranks_only = |rate| (shooting_rank == 0 && rank < 2).then_some(rate);
    match base.troop_type.treated_as() {
        t if t.is_artillery() => front.then_some(Rate::Each(if near { 2 } else { 1 })),
        // A wagon is two base widths of its long edge.
        TroopType::BattleWagons => Some(Rate::Each(2)),
        t if t.is_chariots() || t == TroopType::Elephants => front.then_some(Rate::Each(1)),
        TroopType::LightFoot | TroopType::LightHorse => {
            (rank < 2).then_some(Rate::OnePer(if near { 2 } else { 3 }))
        }
        _ if weapon == BowStar => (rank < ranks).then_some(Rate::OnePer(if near { 2 } else { 3 })),
        _ if BOWS.has(weapon) => {
            let first = near && shooting_rank == 0;
            (rank < 2).then_some(if first { Rate::Each(1) } else { Rate::OnePer(2) })
        }
        _ if weapon == Sling && !is(readings, Choice::SlingAsJavelins) => None,
        _ => front_ranks_only(Rate::Each(1)),
    }
}
