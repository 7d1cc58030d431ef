//! Out of the enemy's shots and reach: a group that suffers to no purpose withdraws, even if that takes two turns.

use super::{
    Marshal,
    moves::TEST,
    shape::width,
    sketch::{Figure, Spot, distance},
};
use caracole_fog::battle::{
    World,
    manoeuvre::{self, Action, Advance, Decision, Order, Request, When, WithAdvance},
};
use caracole_kernel::Side;
use caracole_plane::Hand;

/// How bad a place must be for a retreat to be thought of.
const UNBEARABLE: i32 = -500;
/// What a retreat costs besides: time, and the back turned to the enemy.
const COST: i32 = 100;

impl Marshal {
    /// The retreat that is worth most to a battle group whose place is worth `stand`, if it is bad enough there.
    pub(super) fn best_retreat(
        &mut self,
        world: &World,
        side: Side,
        request: &Request,
        own: &Figure,
        stand: i32,
    ) -> Option<(i32, Decision)> {
        if stand >= UNBEARABLE {
            return None;
        }
        let now = stand + self.shape_worth(own, width(world, own.id));
        let mut best: Option<(i32, Decision)> = None;
        for action in retreats(world, own) {
            let decision = Decision::Move { group: own.id, action };
            let Ok(Order::Move(plan)) = manoeuvre::look(world, side, request, &decision) else { continue };
            let mut after = world.clone();
            plan.end.carry_out(&mut after);
            let spot = Spot::of_body(&after, after.body(own.id));
            let there = self.place_worth(world, own, &spot);
            // Where it comes in the turn after that counts for half.
            let then = self.place_worth(world, own, &spot.forward(own.pace));
            let gain = there.max(i32::midpoint(there, then)) + self.shape_worth(own, width(&after, own.id))
                - now
                - COST
                - if plan.needs_test { TEST } else { 0 };
            if best.as_ref().is_none_or(|(most, _)| gain > *most) {
                best = Some((gain, decision));
            }
        }
        best
    }
}

/// Turns about and to the flanks, with an advance where that is allowed.
fn retreats(world: &World, own: &Figure) -> Vec<Action> {
    let mut found = Vec::new();
    for way in [own.pace, own.pace / 2] {
        let with =
            || Some(WithAdvance { advance: Advance::straight(distance(world, way)), when: When::After });
        found.extend([true, false].map(|and_back| Action::TurnAbout { with: with(), and_back }));
        found.extend(Hand::BOTH.map(|hand| Action::TurnToFlank { hand, files: None, with: with() }));
    }
    found.push(Action::TurnAbout { with: None, and_back: false });
    found.extend(Hand::BOTH.map(|hand| Action::TurnToFlank { hand, files: None, with: None }));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Temperament, fog::marshal::trials::mill_field};

    #[test]
    fn horse_who_are_shot_at_to_no_purpose_ride_out_of_it() {
        // Four movement units before the middle of a regiment of pike and shot.
        let (battle, horse) = mill_field("at = [33, 9], files = 2", "at = [22, 17.2], files = 4");
        let world = battle.world();
        let mut marshal = Marshal::new(Temperament::Balanced);
        marshal.look(world, Side::Red);
        let own = marshal.sketch.own.iter().find(|f| f.id == horse).unwrap().clone();
        let stand = marshal.place_worth(world, &own, &own.spot);
        assert!(stand < UNBEARABLE, "{stand}");
        let (gain, decision) = marshal.best_retreat(world, Side::Red, &Request::Move, &own, stand).unwrap();
        assert!(gain > 0, "{gain} by {decision:?}");
        assert!(marshal.best_retreat(world, Side::Red, &Request::Move, &own, 0).is_none(), "all is well");
    }
}
