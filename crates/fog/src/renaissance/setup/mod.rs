//! Rolls around deployment: initiative, arrival of outflanking marches, straggling.

pub(super) mod terrain_table;
pub(super) mod works;

use crate::combat::{Grade, Reckon, quality_reroll};
use crate::troops::{BaseProfile, Quality, TroopType, is_light_troops};
use caracole_kernel::dice::{Die, Pool, Reroll};
use caracole_ledger::{enforces, rule};

/// Adds up the initiative modifier of an army: the grade of its commander-in-chief and its swift mounted bases.
pub fn initiative_modifier<R: Reckon>(in_chief: Grade, mounted_bases: u16, sum: &mut R) {
    match in_chief {
        Grade::Great => sum.add(rule!("FOGR-SETUP-006"), "great commander in chief", 2),
        Grade::Field => sum.add(rule!("FOGR-SETUP-006"), "field commander in chief", 1),
        Grade::Troop => {}
    }
    match mounted_bases {
        25.. => sum.add(rule!("FOGR-SETUP-006"), "more than 24 bases of swift mounted", 2),
        10..=24 => sum.add(rule!("FOGR-SETUP-006"), "10 to 24 bases of swift mounted", 1),
        _ => {}
    }
}

/// Whether bases of this type count for initiative; gendarmes do not.
pub const fn counts_for_initiative(troop_type: TroopType) -> bool {
    use TroopType::{Camelry, Cavaliers, Cavalry, DeterminedHorse, Dragoons, Horse, LightHorse};
    matches!(troop_type, Horse | DeterminedHorse | Cavaliers | Cavalry | LightHorse | Camelry | Dragoons)
}

/// The die that each side throws for initiative. Ties are thrown again; the loser moves first.
pub const fn initiative_pool() -> Pool {
    enforces!("FOGR-SETUP-004", "FOGR-SETUP-005");
    Pool::sum(1, Die::D6, Reroll::NONE)
}

/// The score at which an outflanking march arrives.
pub const ARRIVAL_PASS: i32 = 10;

/// The dice of an arrival roll.
pub const fn arrival_pool() -> Pool {
    Pool::sum(2, Die::D6, Reroll::NONE)
}

/// Adds up the modifiers of an arrival roll. `slow_foot` says whether the march has foot other than light troops.
pub fn arrival_modifiers<R: Reckon>(leader: Grade, slow_foot: bool, sum: &mut R) {
    if leader == Grade::Field {
        sum.add(rule!("FOGR-SETUP-050"), "led by a field commander", 1);
    }
    if slow_foot {
        sum.add(rule!("FOGR-SETUP-050"), "foot other than light troops", -1);
    }
}

/// The score at which a battle group does not straggle.
pub const STRAGGLING_PASS: i32 = 5;

/// The dice of a straggling test.
pub const fn straggling_pool(quality: Quality) -> Pool {
    Pool::sum(2, Die::D6, quality_reroll(quality))
}

/// Adds up the modifiers of a straggling test.
pub fn straggling_modifiers<R: Reckon>(bases: &[BaseProfile], sum: &mut R) {
    use TroopType::{
        BattleWagons, Camelry, Cavaliers, Cavalry, DeterminedHorse, Elephants, Gendarmes, Horse,
    };
    let any = |test: &dyn Fn(TroopType) -> bool| bases.iter().any(|b| test(b.troop_type));
    let swift = |t| matches!(t, Gendarmes | Cavaliers | Horse | DeterminedHorse | Cavalry | Camelry);
    if any(&swift) || is_light_troops(bases) {
        sum.add(rule!("FOGR-SETUP-053"), "mounted or light troops", 1);
    }
    if any(&|t| matches!(t, Elephants | BattleWagons) || t.is_artillery()) {
        sum.add(rule!("FOGR-SETUP-053"), "elephants, battle wagons or artillery", -1);
    }
}
