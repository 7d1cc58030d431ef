//! The impact phase: whom to charge, when to intercept, when to evade.

use super::{Marshal, is_skirmisher, shaken, strength::Meeting};
use caracole_fog::battle::{
    Decision as Whole, Fog, GroupId, Played, Procedure, World,
    impact::{
        self, Charge, Decision, ImpactPhase, Request, Wheel,
        approach::meets,
        plan::{Terms, charge_move},
    },
    position::{contact, flank, kinds},
    world::Approach,
};
use caracole_kernel::{Battle, Rules, Side};

/// The impact phase under way.
fn under_way<B: Played>(battle: &Battle<Fog<B>>) -> Option<&ImpactPhase> {
    battle.stack().iter().rev().find_map(|p| match p {
        Procedure::Impact(impact::Procedure::Phase(phase)) => Some(phase.as_ref()),
        _ => None,
    })
}

impl Marshal {
    pub(super) fn impact<B: Played>(
        &mut self,
        battle: &Battle<Fog<B>>,
        side: Side,
        request: &Request,
    ) -> Option<Decision> {
        let world = battle.world();
        match request {
            Request::DeclareCharges { able, .. } if able.is_empty() => Some(Decision::EndDeclarations),
            Request::DeclareCharges { declared, .. } => {
                let worth = |marshal: &mut Self, decision: &Decision| match decision {
                    Decision::Charge { group, wheel, targets } => {
                        marshal.charge_among(world, *group, *wheel, targets, declared)
                    }
                    _ => None,
                };
                let least = self.weights.least_charge;
                Some(self.best(battle, side, request, worth, least).unwrap_or(Decision::EndDeclarations))
            }
            Request::Intercept { .. } => {
                let worth = |marshal: &mut Self, decision: &Decision| match decision {
                    Decision::Intercept { group, charger, how } => {
                        let flank = matches!(how, impact::Interception::FlankOrRear);
                        Some(marshal.strengths.attack(world, *group, *charger, Meeting::of_charge(flank)))
                    }
                    _ => None,
                };
                let least = self.weights.least_charge;
                Some(self.best(battle, side, request, worth, least).unwrap_or(Decision::EndInterceptions))
            }
            Request::EvadeOrStand { .. } => {
                let phase = under_way(battle)?;
                let worth = |marshal: &mut Self, decision: &Decision| match decision {
                    Decision::Stand { group } => Some(marshal.stand(world, phase, *group)),
                    Decision::Evade { .. } => Some(marshal.weights.least_stand),
                    _ => None,
                };
                self.best(battle, side, request, worth, i32::MIN)
            }
            _ => None,
        }
    }

    /// The legal choice that is worth most, if it is worth at least so much.
    fn best<B: Played>(
        &mut self,
        battle: &Battle<Fog<B>>,
        side: Side,
        request: &Request,
        worth: impl Fn(&mut Self, &Decision) -> Option<i32>,
        least: i32,
    ) -> Option<Decision> {
        let mut all = Vec::new();
        Fog::<B>::candidates(battle, side, &caracole_fog::battle::Request::Impact(request.clone()), &mut all);
        let mut best: Option<(i32, Decision)> = None;
        for decision in all {
            let Whole::Impact(decision) = decision else { continue };
            let Some(worth) = worth(self, &decision) else { continue };
            if worth >= least && best.as_ref().is_none_or(|(most, _)| worth > *most) {
                best = Some((worth, decision));
            }
        }
        best.map(|(_, decision)| decision)
    }

    /// What a charge is worth beside those declared before it: two on one are better.
    pub(super) fn charge_among(
        &mut self,
        world: &World,
        own: GroupId,
        wheel: Option<Wheel>,
        targets: &[GroupId],
        declared: &[Charge],
    ) -> Option<i32> {
        let joined = declared.iter().filter(|c| c.targets.iter().any(|t| targets.contains(t))).count();
        Some(self.charge(world, own, wheel, targets)? + 90 * joined as i32)
    }

    /// What a charge is worth, as it would come upon those whom it meets.
    fn charge(
        &mut self,
        world: &World,
        own: GroupId,
        wheel: Option<Wheel>,
        targets: &[GroupId],
    ) -> Option<i32> {
        let planned = charge_move(world, own, wheel, &Terms::default()).ok()?;
        let files = planned.fighting() as i32;
        let mut sum = 0;
        for &target in targets {
            let approach = meets(world, own, target, wheel, &planned).approach;
            let flank = matches!(approach, Approach::FlankCharge | Approach::RearCharge);
            let mut worth =
                self.strengths.attack_of_files(world, own, target, Meeting::of_charge(flank), files);
            if kinds::is_evader(world, target) && !contact::in_close_combat(world, target) {
                // They will not wait for it: ground is gained, and the chargers come out of the line.
                worth = worth.min(self.weights.least_charge + 10);
            }
            if flank {
                worth += self.weights.flank;
            }
            worth += 120 * shaken(world[target].cohesion);
            if contact::in_close_combat(world, target) {
                worth += 100;
            }
            sum += worth;
        }
        // Others who can come upon the chargers afterwards.
        let exposed = world
            .enemies_of(own)
            .filter(|e| !targets.contains(e) && flank::could_charge_flank_or_rear(world, *e, own))
            .count() as i32;
        let burden = if is_skirmisher(world, own) { 120 } else { 0 };
        let shaken = 100 * shaken(world[own].cohesion).max(0);
        Some(sum - 80 * exposed * self.weights.danger / 100 - burden - shaken)
    }

    /// What standing to the charges is worth.
    fn stand(&mut self, world: &World, phase: &ImpactPhase, group: GroupId) -> i32 {
        let chargers = phase.charges.iter().filter(|c| c.targets.contains(&group));
        let worth = chargers
            .map(|c| {
                let flank = flank::starts_on_flank_or_rear(world, c.group, group);
                self.strengths.defence(world, group, c.group) - if flank { 200 } else { 0 }
            })
            .min();
        worth.unwrap_or(0) - if is_skirmisher(world, group) { 250 } else { 0 }
    }
}
