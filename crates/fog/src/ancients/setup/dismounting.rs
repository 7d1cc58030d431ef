//! What mounted troops become on foot, where their list does not say otherwise.

use crate::troops::{Armour, BaseProfile, Capabilities, Capability, TroopType};
use caracole_ledger::enforces;

/// The foot that a mounted base becomes; none for elephants, scythed chariots and troops on foot.
pub fn dismounted(base: BaseProfile) -> Option<BaseProfile> {
    enforces!("FOGAM-SETUP-043");
    use TroopType::*;
    let (troop_type, armour) = match base.troop_type {
        Knights | Cataphracts | CataphractCamelry => (HeavyFoot, base.armour),
        Cavalry | Camelry => (MediumFoot, base.armour),
        LightHorse | LightCamelry => (LightFoot, base.armour),
        HeavyChariots | LightChariots => (MediumFoot, Some(Armour::Protected)),
        _ => return None,
    };
    let heavy_knights = base.troop_type == Knights && base.armour == Some(Armour::HeavilyArmoured);
    let lancers = base.has(Capability::Lancers);
    let kept = base.capabilities.iter().filter(|c| *c != Capability::Lancers);
    let gained = match (heavy_knights, lancers) {
        (true, _) => Some(Capability::HeavyWeapon),
        (false, true) => Some(Capability::OffensiveSpearmen),
        (false, false) => None,
    };
    let capabilities: Capabilities = kept.chain(gained).collect();
    Some(BaseProfile { troop_type, armour, capabilities, ..base })
}
