//! The categories that rules speak of, computed from the bases of a battle group.

use super::{BaseProfile, Book, Capabilities, Capability, Cohesion, TroopType};
use caracole_ledger::enforces;

/// Fogr: whether the battle group is formed as a keil now (see `formation`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeilStatus {
    /// It is a keil.
    Keil,
    /// It is not.
    NotKeil,
}

fn all(bases: &[BaseProfile], test: impl Fn(&BaseProfile) -> bool) -> bool {
    !bases.is_empty() && bases.iter().all(test)
}

/// Fogr light troops: wholly light foot; light horse; dragoons.
#[must_use]
pub fn is_light_troops(bases: &[BaseProfile]) -> bool {
    enforces!("FOGR-TROOPS-008", "FOGR-GLOSSARY-022");
    all(bases, |b| b.troop_type == TroopType::LightFoot)
        || all(bases, |b| b.troop_type == TroopType::LightHorse)
        || all(bases, |b| b.troop_type == TroopType::Dragoons)
}

/// Fogam skirmishers: wholly light foot; light horse; light camelry.
#[must_use]
pub fn is_skirmishers(bases: &[BaseProfile]) -> bool {
    enforces!("FOGAM-TROOPS-006", "FOGAM-GLOSSARY-036", "FOGAM-SCALE-014");
    all(bases, |b| b.troop_type == TroopType::LightFoot) || all(bases, |b| b.troop_type.is_light_horse())
}

/// Battle troops: whatever is neither light troops (fogr) nor skirmishers (fogam), mixed groups with some light foot
/// included.
#[must_use]
pub fn is_battle_troops(book: Book, bases: &[BaseProfile]) -> bool {
    enforces!("FOGR-TROOPS-009", "FOGR-GLOSSARY-006");
    enforces!("FOGAM-TROOPS-007", "FOGAM-GLOSSARY-008", "FOGAM-GLOSSARY-026");
    !match book {
        Book::Renaissance => is_light_troops(bases),
        Book::Ancients => is_skirmishers(bases),
    }
}

/// Fogr: a battle group is mixed if its bases differ in weapon capabilities.
#[must_use]
pub fn is_mixed(bases: &[BaseProfile]) -> bool {
    enforces!("FOGR-BG-009", "FOGR-GLOSSARY-024");
    bases.iter().any(|b| Some(b.capabilities) != bases.first().map(|f| f.capabilities))
}

/// Whether all bases are alike.
#[must_use]
pub fn is_uniform(bases: &[BaseProfile]) -> bool {
    bases.iter().all(|b| Some(b) == bases.first())
}

/// Fogr shock troops, a status of the battle group that it loses while fragmented.
#[must_use]
pub fn shock_renaissance(bases: &[BaseProfile], keil: KeilStatus, cohesion: Cohesion) -> bool {
    enforces!("FOGR-TROOPS-010", "FOGR-GLOSSARY-030");
    const MOUNTED: Capabilities =
        Capabilities::of(&[Capability::HeavyLancers, Capability::LightLancers, Capability::ImpactMounted]);
    const FOOT: Capabilities = Capabilities::of(&[Capability::ImpactFoot, Capability::Salvo]);
    if cohesion == Cohesion::Fragmented {
        return false;
    }
    keil == KeilStatus::Keil
        || bases.iter().any(|b| match b.troop_type {
            TroopType::Gendarmes | TroopType::Cavaliers | TroopType::DeterminedHorse => true,
            TroopType::LightHorse => false,
            _ if b.is_foot() => b.capabilities.has_any(FOOT),
            _ => b.is_mounted(Book::Renaissance) && b.capabilities.has_any(MOUNTED),
        })
}

/// Fogam: whether this base is shock troops. `start` is the battle group as it began the game, because mounted lancers
/// are judged by its first composition; losses change nothing, nor does being fragmented.
#[must_use]
pub fn shock_base_ancients(base: BaseProfile, start: &[BaseProfile]) -> bool {
    enforces!("FOGAM-TROOPS-015", "FOGAM-TROOPS-016", "FOGAM-TROOPS-017", "FOGAM-TROOPS-018");
    enforces!("FOGAM-GLOSSARY-034", "FOGAM-GLOSSARY-035");
    const FOOT: Capabilities =
        Capabilities::of(&[Capability::ImpactFoot, Capability::OffensiveSpearmen, Capability::Pikemen]);
    match base.troop_type {
        TroopType::HeavyChariots | TroopType::ScythedChariots => true,
        TroopType::LightHorse | TroopType::LightCamelry => false,
        _ if base.is_foot() => base.capabilities.has_any(FOOT),
        _ => base.has(Capability::Lancers) && !lancers_with_bows(start),
    }
}

/// Every base has lance and bow*, or half began with bow or crossbow and the other half with lance.
fn lancers_with_bows(start: &[BaseProfile]) -> bool {
    const BOWS: Capabilities = Capabilities::of(&[Capability::Bow, Capability::Crossbow]);
    let bows = start.iter().filter(|b| b.capabilities.has_any(BOWS)).count();
    let lances = start.iter().filter(|b| b.has(Capability::Lancers)).count();
    let half_and_half = !start.is_empty() && 2 * bows == start.len() && 2 * lances == start.len();
    half_and_half || all(start, |b| b.has(Capability::Lancers) && b.has(Capability::BowStar))
}

/// Fogam: a battle group with any shock troops in it tests as shock troops.
#[must_use]
pub fn shock_ancients(bases: &[BaseProfile], start: &[BaseProfile]) -> bool {
    enforces!("FOGAM-TROOPS-019");
    bases.iter().any(|b| shock_base_ancients(*b, start))
}

/// Shock troops by either book. `keil` matters to fogr, `start` to fogam.
#[must_use]
pub fn shock(
    book: Book,
    bases: &[BaseProfile],
    start: &[BaseProfile],
    keil: KeilStatus,
    cohesion: Cohesion,
) -> bool {
    match book {
        Book::Renaissance => shock_renaissance(bases, keil, cohesion),
        Book::Ancients => shock_ancients(bases, start),
    }
}
