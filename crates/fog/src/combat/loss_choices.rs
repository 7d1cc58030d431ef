//! Against whom a battle group gives up dice, where enemies have equal claims to them.

use super::{Arithmetic, Duel, Fight, Part, Readings};
use caracole_ledger::enforces;
use smallvec::SmallVec;

/// Dice against each enemy.
type ByEnemy = SmallVec<[(u8, u16); 4]>;

/// Marks the dice that their owner has chosen to give up first.
pub(crate) fn mark_given_up(fight: &Fight, parts: &mut [Part]) {
    for part in parts.iter_mut() {
        let given_up = fight.groups.get(usize::from(part.by)).and_then(|g| g.gives_up);
        part.given_up_first = given_up == Some(part.against);
    }
}

/// The enemies between whom the owner of a battle group that loses dice chooses: they have equal claims to its dice.
#[must_use]
pub fn loss_choices<B: Arithmetic>(fight: &Fight, readings: Readings, index: u8) -> SmallVec<[u8; 4]> {
    enforces!("FOGR-COMBAT-029", "FOGAM-COMBAT-032");
    let faces = |other: u8| {
        let fights = |d: &Duel| {
            let (red, blue) = (d.stands.red.file.group, d.stands.blue.file.group);
            (red, blue) == (index, other) || (blue, red) == (index, other)
        };
        fight.duels.iter().any(fights) || fight.volleys.iter().any(|v| (v.by, v.at) == (index, other))
    };
    let enemies: SmallVec<[u8; 4]> =
        (0u8..).take(fight.groups.len()).filter(|&other| other != index && faces(other)).collect();
    if enemies.len() < 2 || by_enemy::<B>(fight, readings, index).1 == 0 {
        return SmallVec::new();
    }
    let mut fight = fight.clone();
    let mut outcomes: SmallVec<[(u8, ByEnemy); 4]> = SmallVec::new();
    for enemy in enemies {
        if let Some(group) = fight.groups.get_mut(usize::from(index)) {
            group.gives_up = Some(enemy);
        }
        let dice = by_enemy::<B>(&fight, readings, index).0;
        if !outcomes.iter().any(|(_, known)| *known == dice) {
            outcomes.push((enemy, dice));
        }
    }
    if outcomes.len() < 2 { SmallVec::new() } else { outcomes.into_iter().map(|(enemy, _)| enemy).collect() }
}

/// Dice of a battle group against each enemy, and how many it has lost.
fn by_enemy<B: Arithmetic>(fight: &Fight, readings: Readings, index: u8) -> (ByEnemy, u16) {
    let (mut found, mut lost) = (ByEnemy::new(), 0);
    for part in B::dice(fight, readings).iter().filter(|p| p.by == index) {
        lost += part.dice_before() - part.dice();
        match found.iter_mut().find(|(enemy, _)| *enemy == part.against) {
            Some((_, dice)) => *dice += part.dice(),
            None => found.push((part.against, part.dice())),
        }
    }
    (found, lost)
}
