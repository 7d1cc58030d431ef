//! Complex move tests, variable moves, and which moves are simple, complex or impossible.

use super::{Choice, readings::is, skirmishes};
pub use crate::combat::MoveKind;
use crate::combat::{
    Commander, CommanderPlace, Directions, Formation, Grade, Ground, Group, Order, Readings, Reckon,
    test_roll,
};
use crate::troops::{Armour, BaseProfile, Capabilities, Capability, Quality, TroopType};
use caracole_kernel::dice::{Die, Pool, Reroll};
use caracole_ledger::{enforces, rule};

/// Who takes a complex move test, and what for.
#[derive(Clone, Copy, Debug)]
pub struct MoveTest<'a> {
    /// The battle group, or the groups of a battle line.
    pub groups: &'a [&'a Group],
    /// The one commander who influences it.
    pub commander: Option<Commander>,
    /// It is the test of shock troops to hold back from charging.
    pub to_hold_back: bool,
}

impl MoveTest<'_> {
    /// The modifiers of the test.
    pub fn modifiers<R: Reckon>(&self, sum: &mut R) {
        enforces!("FOGAM-MOVE-037", "FOGAM-BG-038");
        if let Some(commander) = self.commander {
            sum.add(rule!("FOGAM-MOVE-033"), "commander in command range", 1);
            if commander.place != CommanderPlace::InRange {
                sum.add(rule!("FOGAM-MOVE-033"), "commander with the testers", 1);
            }
            if commander.grade == Grade::Great {
                sum.add(rule!("FOGAM-MOVE-033"), "inspired commander", 1);
            }
        }
        let worst = self.groups.iter().map(|g| Order::of(g.cohesion, g.worst_disorder())).max();
        match worst {
            None | Some(Order::Good) => {}
            Some(Order::Shaken) => sum.add(rule!("FOGAM-MOVE-033"), "disrupted or disordered", -1),
            Some(Order::Shattered) => {
                sum.add(rule!("FOGAM-MOVE-033"), "fragmented or severely disordered", -2);
            }
        }
    }

    /// The score that passes: that of the worst battle group.
    pub fn passes_on(&self, readings: Readings) -> i32 {
        enforces!("FOGAM-MOVE-034");
        self.groups.iter().map(|g| score_to_pass(g, readings)).max().unwrap_or(7)
    }

    /// The dice of the test.
    pub fn roll(&self) -> Pool {
        enforces!("FOGAM-MOVE-032", "FOGAM-MOVE-040", "FOGAM-IMPACT-061");
        if self.to_hold_back {
            return Pool::sum(2, Die::D6, Reroll::NONE);
        }
        test_roll(self.groups.iter().map(|g| g.quality()).min().unwrap_or(Quality::Average))
    }
}

fn score_to_pass(group: &Group, readings: Readings) -> i32 {
    let pikemen = group.any_has(Capability::Pikemen);
    let drilled = group.bases().all(|b| b.profile.is_drilled());
    let spared = pikemen && !is(readings, Choice::UndrilledPikemenEight);
    if drilled || spared || skirmishes(group) { 7 } else { 8 }
}

/// The dice of a variable move: one die, never re-rolled.
pub const VARIABLE_MOVE: Pool = Pool::sum(1, Die::D6, Reroll::NONE);

/// The distance of a variable move, in MU: none if it comes to nothing.
pub const fn variable_move(normal: u8, die: i32) -> u8 {
    enforces!("FOGAM-MOVE-069", "FOGAM-COMBAT-087", "FOGAM-IMPACT-105", "FOGAM-GLOSSARY-042");
    let distance = normal as i32 + variable_change(die);
    if distance < 0 { 0 } else { distance as u8 }
}

/// By how much a die changes a variable move, in MU.
pub const fn variable_change(die: i32) -> i32 {
    match die {
        ..=1 => -2,
        2 => -1,
        3 | 4 => 0,
        5 => 1,
        _ => 2,
    }
}

/// The normal move of a battle group over such ground, in MU; none if it cannot enter. Heavy foot and medium foot with
/// bows have their shorter distance, which is all they have near the enemy.
pub fn normal_move(group: &Group, ground: Ground) -> Option<u8> {
    enforces!("FOGAM-MOVE-006", "FOGAM-MOVE-012");
    let bows =
        Capabilities::of(&[Capability::Bow, Capability::BowStar, Capability::Longbow, Capability::Crossbow]);
    let shoots = group.bases().any(|b| b.profile.capabilities.has_any(bows));
    let column = match ground {
        Ground::Open => 0,
        Ground::Uneven => 1,
        Ground::Rough => 2,
        Ground::Difficult => 3,
    };
    let of_base = |b: BaseProfile| Some(distances(b, shoots)[column]).filter(|&d| d > 0);
    group.bases().map(|b| of_base(b.profile)).min().flatten()
}

/// Distances in open, uneven, rough and difficult ground; 0 where the troops cannot go.
fn distances(base: BaseProfile, with_bows: bool) -> [u8; 4] {
    use TroopType::*;
    match base.troop_type.treated_as() {
        LightFoot => [5, 5, 5, 4],
        MediumFoot if with_bows => [3, 3, 3, 2],
        MediumFoot => [4, 4, 4, 3],
        LightHorse => [7, 7, 5, 3],
        Knights if base.armour == Some(Armour::HeavilyArmoured) => [4, 3, 2, 1],
        Cavalry | Knights => [5, 4, 3, 1],
        Cataphracts => [4, 3, 2, 1],
        Elephants => [4, 4, 3, 2],
        LightChariots => [5, 4, 2, 1],
        HeavyChariots | ScythedChariots => [4, 2, 1, 0],
        BattleWagons => [3, 2, 1, 0],
        LightArtillery => [2, 1, 1, 0],
        HeavyArtillery => [1, 1, 1, 0],
        _ => [3, 3, 2, 2],
    }
}

/// Whether a move may simply be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Difficulty {
    /// Free.
    Simple,
    /// After a passed complex move test.
    Complex,
    /// Never.
    Impossible,
}

/// A column of the table of moves, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Column {
    /// Skirmishers of any training.
    Skirmishers,
    /// Drilled battle troops other than pikemen.
    Drilled,
    /// Undrilled cavalry, camelry and light chariots.
    UndrilledCavalry,
    /// All pikemen, and other undrilled with a commander.
    PikemenOrLed,
    /// Other undrilled without a commander.
    Undrilled,
}

/// The column of a battle group; `led` says whether it counts as having a commander with it.
pub fn column_of(group: &Group, led: bool) -> Column {
    enforces!("FOGAM-MOVE-023", "FOGAM-MOVE-024", "FOGAM-MOVE-029");
    if skirmishes(group) {
        return Column::Skirmishers;
    }
    let of_base = |b: BaseProfile| {
        let light = matches!(b.troop_type.treated_as(), TroopType::Cavalry | TroopType::LightChariots);
        match () {
            () if b.has(Capability::Pikemen) => Column::PikemenOrLed,
            () if b.is_drilled() => Column::Drilled,
            () if light => Column::UndrilledCavalry,
            () if led => Column::PikemenOrLed,
            () => Column::Undrilled,
        }
    };
    group.bases().map(|b| of_base(b.profile)).max().unwrap_or(Column::Undrilled)
}

/// Whether a move of this kind is simple, complex or impossible for the battle group. Engines test for simple moves, too.
pub fn difficulty(group: &Group, kind: MoveKind, led: bool) -> Difficulty {
    let listed = listed_difficulty(group, kind, led);
    if tests_for_every_move(group) { listed.max(Difficulty::Complex) } else { listed }
}

/// Artillery and battle wagons.
pub fn tests_for_every_move(group: &Group) -> bool {
    enforces!("FOGAM-MOVE-022");
    group
        .bases()
        .any(|b| b.profile.troop_type.is_artillery() || b.profile.troop_type == TroopType::BattleWagons)
}

/// Whether the table has a move of this kind as simple, complex or impossible for the battle group.
pub fn listed_difficulty(group: &Group, kind: MoveKind, led: bool) -> Difficulty {
    enforces!("FOGAM-MOVE-017", "FOGAM-MOVE-021", "FOGAM-MOVE-025", "FOGAM-MOVE-028");
    use Difficulty::{Complex, Impossible, Simple};
    use MoveKind::*;
    let row = match kind {
        Charge | FullAdvance | AdvanceFarFromEnemy => [Simple; 5],
        AdvanceCloseToEnemy | DoubleWheel | Turn => [Simple, Simple, Simple, Simple, Complex],
        Expand => [Simple, Simple, Complex, Complex, Complex],
        ExpandAndAdvance => [Simple, Complex, Impossible, Impossible, Impossible],
        ContractAndAdvance => [Simple, Simple, Simple, Complex, Complex],
        Contract | TurnAndAdvance => [Simple, Complex, Complex, Impossible, Impossible],
        TurnAboutAndAdvance => [Simple, Impossible, Impossible, Impossible, Impossible],
        TurnRetireTurnBack => {
            let retires = if can_evade(group) { Complex } else { Impossible };
            [Complex, retires, retires, Impossible, Impossible]
        }
    };
    let forward = matches!(kind, Charge | FullAdvance | AdvanceFarFromEnemy | AdvanceCloseToEnemy);
    if group.any_is(TroopType::ScythedChariots) && !forward {
        return Impossible;
    }
    row[column_of(group, led) as usize]
}

/// Whether a battle group can evade: skirmishers always, some mounted battle troops if entirely one base deep.
pub fn can_evade(group: &Group) -> bool {
    enforces!("FOGAM-IMPACT-098", "FOGAM-IMPACT-099");
    let nimble = |b: BaseProfile| {
        matches!(b.troop_type, TroopType::Cavalry | TroopType::Camelry | TroopType::LightChariots)
            && !b.is_lancers()
    };
    let one_way = group.directions == Directions::One && !group.is_formed(Formation::Orb);
    skirmishes(group) || (one_way && group.is_one_deep() && group.bases().all(|b| nimble(b.profile)))
}
