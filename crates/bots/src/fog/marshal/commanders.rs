//! Where commanders ride: to those who need rallying, who fight, and who soon will.

use super::{Marshal, sketch::Spot};
use caracole_fog::{
    battle::{
        GroupId, World, joint, manoeuvre,
        position::{contact, kinds},
    },
    troops::Cohesion,
};
use caracole_kernel::Side;

impl Marshal {
    /// The commander who is wanted most elsewhere: with those who can be rallied, else with a body of troops.
    pub(super) fn rider(&self, world: &World, side: Side) -> Option<joint::Decision> {
        let mut best: Option<(i32, joint::Decision)> = None;
        for commander in world.commander_ids().filter(|&c| world[c].side == side && world[c].is_on_table()) {
            let here = world[commander].with().map_or(-10, |g| self.wants_commander(world, g, true));
            for group in world.of_side(side) {
                if world[commander].with() == Some(group) || world.commanders_with(group).next().is_some() {
                    continue;
                }
                let gain = self.wants_commander(world, group, false) - here;
                if gain <= 20 || best.as_ref().is_some_and(|(most, _)| *most >= gain) {
                    continue;
                }
                let goes = manoeuvre::CommanderGoes::Join(group);
                if joint::may_ride(world, side, commander).is_ok()
                    && manoeuvre::commanders::ride(world, side, commander, goes).is_ok()
                {
                    best = Some((gain, joint::Decision::Commander { commander, goes }));
                }
            }
        }
        best.map(|(_, decision)| decision)
    }

    /// How much a battle group needs a commander.
    fn wants_commander(&self, world: &World, group: GroupId, has_one: bool) -> i32 {
        let state = &world[group];
        let need = match state.cohesion {
            Cohesion::Steady => 0,
            Cohesion::Disrupted => 40,
            Cohesion::Fragmented => 80,
            Cohesion::Broken if state.autobroken => -20,
            Cohesion::Broken => 30,
        };
        let [fights, soon] = self.weights.leads;
        let leads = match state.is_broken() {
            true => 0,
            false if contact::in_close_combat(world, group) => fights,
            false if soon > 0 && is_near_enemies(world, group) => soon,
            false => 0,
        };
        let idle = kinds::is_light(world, group) || kinds::is_artillery(world, group);
        need + leads + world.size(group) as i32 - if idle { 15 } else { 0 } + if has_one { 5 } else { 0 }
    }
}

/// How near the enemy is to those who will soon fight, in hundredths of a movement unit.
const SOON: i32 = 500;

/// Whether a battle group will soon fight.
fn is_near_enemies(world: &World, group: GroupId) -> bool {
    let spot = |g: GroupId| Spot::of_body(world, world.body(g));
    let own = spot(group);
    let mut foes = world.of_side(world[group].side.other());
    foes.any(|foe| !world[foe].is_broken() && own.gap(&spot(foe)) < SOON)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Temperament,
        fog::marshal::{Weights, trials::mill_field},
    };

    #[test]
    fn captains_ride_to_those_who_will_soon_fight() {
        // Four movement units before a regiment of pike and shot, and sixteen from anybody.
        let (near, far) = ("at = [22, 17.2], files = 4", "at = [40, 4], files = 4");
        let wanted = |at: &str, weights: Weights| {
            let (battle, horse) = mill_field("at = [33, 9], files = 2", at);
            let mut marshal = Marshal::new(Temperament::Balanced);
            marshal.go_about_it(weights);
            marshal.wants_commander(battle.world(), horse, false)
        };
        let balanced = Weights::of(Temperament::Balanced);
        assert_eq!(wanted(near, balanced), wanted(far, balanced), "a marshal waits until they fight");
        assert_eq!(wanted(near, Weights::CAPTAIN) - wanted(far, Weights::CAPTAIN), Weights::CAPTAIN.leads[1]);
    }
}
