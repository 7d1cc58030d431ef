//! How wide a battle group stands: those in column form a line again before the enemy is upon them.

use super::{Marshal, moves::TEST, sketch::Figure};
use caracole_fog::battle::{
    GroupId, World,
    manoeuvre::{self, Action, Decision, Order, Request},
};
use caracole_kernel::Side;

/// What a file that is missing from the usual front costs where the enemy is near.
const FILE: i32 = 60;
/// From how far away it begins to matter, and over what distance it grows to the whole, in hundredths of a movement unit.
const NEAR: (i32, i32) = (1_500, 700);

impl Marshal {
    /// Notes in how many files each group stood when it was first seen.
    pub(super) fn note_widths(&mut self, world: &World) {
        for figure in &self.sketch.own {
            self.widths.entry(figure.id).or_insert_with(|| width(world, figure.id));
        }
    }

    /// What it is worth to stand in so many files: nothing, or less where that is narrower than usual.
    pub(super) fn shape_worth(&self, own: &Figure, files: i32) -> i32 {
        let usual = self.widths.get(&own.id).copied().unwrap_or(0).min(own.bases);
        let foes = self.sketch.foes.iter().filter(|f| !f.is_broken());
        let Some(nearest) = foes.map(|f| own.spot.rough_gap(&f.spot)).min() else { return 0 };
        let near = (NEAR.0 - nearest).clamp(0, NEAR.1);
        -FILE * (usual - files).max(0) * near / NEAR.1
    }

    /// The way to widen the front that is worth most, if any is.
    pub(super) fn best_widening(
        &self,
        world: &World,
        side: Side,
        request: &Request,
        own: &Figure,
    ) -> Option<(i32, Decision)> {
        let files = width(world, own.id);
        let narrow = self.shape_worth(own, files);
        if narrow == 0 {
            return None;
        }
        let widened = |(left, right): (u8, u8)| {
            let action = Action::Expand { left, right, formation: None, then: None };
            let decision = Decision::Move { group: own.id, action };
            let Ok(Order::Move(plan)) = manoeuvre::look(world, side, request, &decision) else { return None };
            let gain = self.shape_worth(own, files + i32::from(left + right)) - narrow;
            Some((gain - if plan.needs_test { TEST } else { 0 }, decision))
        };
        // The first of equal ones.
        let all = [(1, 1), (0, 1), (1, 0)].into_iter().filter_map(widened);
        all.reduce(|best, next| if next.0 > best.0 { next } else { best })
    }
}

/// How many files a battle group stands in.
pub(super) fn width(world: &World, group: GroupId) -> i32 {
    world.formation(group).width() as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Temperament,
        fog::marshal::{strength::Meeting, trials::mill_field},
    };

    #[test]
    fn horse_in_column_form_a_line_before_the_enemy_is_upon_them() {
        let (battle, horse) = mill_field("at = [33, 9], files = 2", "at = [33, 12], files = 1");
        let world = battle.world();
        let mut marshal = Marshal::new(Temperament::Balanced);
        marshal.look(world, Side::Red);
        let figure = marshal.sketch.own.iter().find(|f| f.id == horse).unwrap().clone();
        let widening = |marshal: &Marshal| marshal.best_widening(world, Side::Red, &Request::Move, &figure);
        assert!(widening(&marshal).is_none(), "they have never been wider");
        marshal.widths.insert(horse, 4);
        let (gain, decision) = widening(&marshal).unwrap();
        assert!(gain > 0);
        assert!(
            matches!(&decision, Decision::Move { action: Action::Expand { left: 1, right: 1, .. }, .. }),
            "{decision:?}"
        );
    }

    #[test]
    fn a_melee_of_horse_is_weighed_as_wide_as_bases_are_fed_into_it() {
        // Four bases in two files feed the others in against four in one rank: twice as many fight on both sides.
        let worth = |files: &str| {
            let (battle, horse) = mill_field("at = [33, 9], files = 2", files);
            let world = battle.world();
            let enemy = world.of_side(Side::Blue).next().unwrap();
            let mut marshal = Marshal::new(Temperament::Balanced);
            marshal.look(world, Side::Red);
            assert_eq!((world.size(horse), width(world, enemy)), (4, 2));
            marshal.strengths.of(world, enemy, horse, Meeting::Melee)
        };
        let (narrow, broad) = (worth("at = [33, 9], files = 2"), worth("at = [33, 9], files = 4"));
        assert_eq!(broad, 2 * narrow);
    }
}
