//! The impact combats are handed over to be fought, and those who broke on contact to rout.

use super::messages::{FightingPair, Onset};
use super::phase::{ImpactPhase, Paired, Stage};
use crate::battle::outcome::combat::in_contact;
use crate::battle::outcome::{self, Aftermath, Combat, Roster, ground};
use crate::battle::world::{BaseId, GroupId, World};
use crate::battle::{Cx, Flow, Procedure};
use crate::combat::{Charge, Duel, Role, Stand};
use crate::troops::CombatPhase;
use caracole_kernel::BySide;
use caracole_ledger::enforces;

fn group_of(world: &World, base: BaseId) -> Option<GroupId> {
    world.ids().find(|&g| world.all_base_ids(g).any(|b| b == base))
}

/// The fight of paired bases; none if nobody fights.
#[must_use]
pub fn combat(world: &World, pairs: &[FightingPair]) -> Option<Combat> {
    enforces!("FOGR-IMPACT-051", "FOGR-IMPACT-096");
    let mut taking_part: Vec<GroupId> =
        pairs.iter().flat_map(|p| [p.bases.red, p.bases.blue]).filter_map(|b| group_of(world, b)).collect();
    taking_part.sort_unstable();
    taking_part.dedup();
    if taking_part.is_empty() {
        return None;
    }
    let roster = Roster::hand_to_hand(world, &taking_part);
    let mut fight = roster.fight(world, CombatPhase::Impact);
    let stand = |own: BaseId, their: BaseId, onset: Onset| -> Option<Stand> {
        let group = group_of(world, own)?;
        let (file, _) = roster.file_of(group, own)?;
        let charge = match onset {
            Onset::Receives => Charge::No,
            Onset::Charges => Charge::Yes,
            Onset::ChargesFlankOrRear => Charge::FlankOrRear,
        };
        Some(Stand { charge, ..ground::stand(world, file, Role::Front, (group, own), their) })
    };
    fight.duels = pairs
        .iter()
        .filter_map(|p| {
            let red = stand(p.bases.red, p.bases.blue, p.red)?;
            let blue = stand(p.bases.blue, p.bases.red, p.blue)?;
            Some(Duel { stands: BySide { red, blue } })
        })
        .collect();
    Some(Combat::new(&roster, fight))
}

/// Hands the paired bases over to combat.
pub fn fight(cx: &mut Cx<'_>, phase: &mut ImpactPhase, paired: &Paired) -> Flow {
    enforces!("FOGR-SEQUENCE-012", "FOGR-COMBAT-009", "FOGAM-COMBAT-014");
    phase.stage = Stage::Routing;
    for engagement in &mut cx.world.engagements {
        engagement.awaits_impact = false;
    }
    match placed(cx.world, paired) {
        Some(combat) => Flow::Call(Procedure::Outcome(outcome::Procedure::Combat(combat))),
        None => Flow::Again,
    }
}

/// The fight, its regimental guns with the files that their owners chose.
fn placed(world: &World, paired: &Paired) -> Option<Combat> {
    let mut combat = combat(world, &paired.pairs)?;
    for (index, id) in combat.ids.iter().enumerate() {
        let chosen = paired.gun_files.iter().find(|(g, _)| g == id).map(|(_, file)| *file);
        if let Some(group) = combat.fight.groups.get_mut(index) {
            group.gun_file = chosen;
        }
    }
    Some(combat)
}

/// The next battle group whose owner has to say which file its regimental gun joins, with the files.
#[must_use]
pub fn gun_to_place(world: &World, paired: &Paired) -> Option<(GroupId, Vec<u8>)> {
    enforces!("FOGR-COMBAT-018");
    let combat = placed(world, paired)?;
    (0u8..).zip(&combat.ids).find_map(|(index, &id)| {
        let files = world.book.gun_files(&combat.fight, world.readings, index);
        let asked = paired.gun_files.iter().any(|(g, _)| *g == id);
        (files.len() > 1 && !asked).then(|| (id, files.to_vec()))
    })
}

/// Those who broke on contact rout, from all who were in close combat with them by then and pursued by them.
pub fn rout(cx: &mut Cx<'_>, phase: &mut ImpactPhase) -> Flow {
    phase.stage = Stage::Done;
    let mut broken = std::mem::take(&mut phase.broken);
    broken.retain(|b| cx.world[b.group].is_on_table());
    if broken.is_empty() {
        return Flow::Again;
    }
    let groups: Vec<GroupId> = broken.iter().map(|b| b.group).collect();
    let mut aftermath = Aftermath::after(in_contact(cx.world, &groups));
    aftermath.breaks = broken;
    Flow::Call(Procedure::Outcome(outcome::Procedure::Aftermath(aftermath)))
}
