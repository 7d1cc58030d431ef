//! Armies by chance: what the random setups of both books share.

use super::{BaseCount, BattleGroup, Commander, CommanderLevel, CommanderRole, GroupPermit};
use crate::troops::{Armour, Capabilities, Capability, Quality, Training, TroopType};
use caracole_kernel::Numbers;

/// Choices by number.
pub(crate) struct Chance(Numbers);

impl Chance {
    pub(crate) fn new(seed: u64) -> Self {
        Chance(Numbers::new(seed))
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0.below(end)
    }

    pub(crate) fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    pub(crate) fn of<T: Copy>(&mut self, choices: &[T], otherwise: T) -> T {
        choices.get(self.below(choices.len())).copied().unwrap_or(otherwise)
    }
}

/// Bases of one kind in a line of the palette: how many, what, armour, capabilities.
pub(crate) type Part = (u8, TroopType, Option<Armour>, &'static [Capability]);

/// A line of the palette: a kind of battle group.
pub(crate) struct Line {
    pub(crate) name: &'static str,
    pub(crate) parts: &'static [Part],
    pub(crate) says: &'static [GroupPermit],
    pub(crate) qualities: &'static [Quality],
    /// One of these; none where troops have no training.
    pub(crate) trainings: &'static [Training],
    pub(crate) regimental_guns: bool,
    pub(crate) portable_defences: bool,
    pub(crate) dismounts_as: Option<&'static Part>,
}

/// A line without anything special.
pub(crate) const fn line(
    name: &'static str,
    parts: &'static [Part],
    says: &'static [GroupPermit],
    qualities: &'static [Quality],
) -> Line {
    Line {
        name,
        parts,
        says,
        qualities,
        trainings: &[],
        regimental_guns: false,
        portable_defences: false,
        dismounts_as: None,
    }
}

impl Line {
    /// A battle group of this kind.
    pub(crate) fn group(&self, chance: &mut Chance, number: usize) -> BattleGroup {
        let part = |&(count, troop_type, armour, capabilities): &Part| {
            let capabilities = capabilities.iter().copied().collect::<Capabilities>();
            BaseCount { count, troop_type, armour, capabilities }
        };
        let quality = chance.of(self.qualities, Quality::Average);
        let training = match self.trainings {
            [] => None,
            [only] => Some(*only),
            several => several.get(chance.below(several.len())).copied(),
        };
        BattleGroup {
            name: format!("{} {number}", self.name),
            quality,
            training,
            contingent: None,
            list_says: self.says.to_vec(),
            regimental_guns: self.regimental_guns,
            portable_defences: self.portable_defences,
            dismounted: self.dismounts_as.map(part).into_iter().collect(),
            bases: self.parts.iter().map(part).collect(),
        }
    }
}

/// A commander-in-chief and one to three others.
pub(crate) fn commanders(chance: &mut Chance, levels: &[CommanderLevel]) -> Vec<Commander> {
    (0..2 + chance.below(3))
        .map(|i| Commander {
            name: format!("Commander {}", i + 1),
            role: if i == 0 { CommanderRole::CInC } else { CommanderRole::SubCommander },
            level: chance.of(levels, CommanderLevel::Troop),
            contingent: None,
        })
        .collect()
}

/// Makes the last commander an ally with the last battle groups, in one army of four.
pub(crate) fn has_allies(
    chance: &mut Chance,
    commanders: &mut [Commander],
    groups: &mut [BattleGroup],
) -> bool {
    if !chance.one_in(4) {
        return false;
    }
    let Some(ally) = commanders.last_mut() else { return false };
    ally.role = CommanderRole::AllyCommander;
    ally.contingent = Some("allies".to_owned());
    let contingent = 1 + chance.below(3);
    for group in groups.iter_mut().rev().take(contingent) {
        group.contingent = Some("allies".to_owned());
    }
    true
}

/// Every battle group once.
pub(crate) fn order_of_march(chance: &mut Chance, groups: usize) -> Vec<u8> {
    let mut order: Vec<u8> = (1..=u8::try_from(groups).unwrap_or(0)).collect();
    for i in (1..order.len()).rev() {
        order.swap(i, chance.below(i + 1));
    }
    order
}
