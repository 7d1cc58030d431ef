//! The approach march: commanders lead whole lines forward, twice or three times in a turn, until the enemy is near.

use super::Marshal;
use caracole_fog::battle::{
    GroupId, World,
    manoeuvre::{self, Decision, Request, divisions},
};
use caracole_kernel::Side;

/// How near the enemy may be to a line that still marches, in hundredths of a movement unit.
const NEAR: i32 = 900;

impl Marshal {
    /// The next division to march, if any should.
    pub(super) fn march(&mut self, world: &World, side: Side) -> Option<Decision> {
        if self.nobody_marches {
            return None;
        }
        let free: Vec<GroupId> = world
            .of_side(side)
            .filter(|&g| {
                world[g].phase.moves == 0 && self.may_march(g) && manoeuvre::can_move(world, side, g).is_ok()
            })
            .collect();
        let found = (free.len() > 1).then(|| {
            divisions(world, side, &free)
                .into_iter()
                .find(|d| manoeuvre::look(world, side, &Request::Move, d).is_ok())
        });
        let found = found.flatten();
        match &found {
            Some(Decision::MoveDivision { groups, .. }) => {
                self.waiting.retain(|g| !groups.contains(g));
                self.moved.extend(groups.iter().copied());
            }
            _ => self.nobody_marches = true,
        }
        found
    }

    /// Whether a battle group is far enough from the enemy to march, and would go straight on anyway.
    fn may_march(&self, group: GroupId) -> bool {
        let Some(own) = self.sketch.own.iter().find(|f| f.id == group) else { return false };
        let foes = || self.sketch.foes.iter().filter(|f| !f.is_broken());
        let far = foes().all(|f| own.spot.rough_gap(&f.spot) > NEAR);
        let ahead = self.next_point(own).is_some_and(|p| own.spot.degrees_off(p) <= 40);
        far && ahead && !own.guns && !own.is_broken()
    }

    /// Whether a division goes on at once.
    pub(super) fn march_on(
        &mut self,
        world: &World,
        side: Side,
        request: &Request,
        groups: &[GroupId],
    ) -> Decision {
        self.moved.extend(groups.iter().copied());
        self.refresh(world);
        if !groups.iter().all(|g| self.may_march(*g)) {
            return Decision::Done;
        }
        let slowest = groups
            .iter()
            .filter_map(|g| self.sketch.own.iter().find(|f| f.id == *g))
            .map(|f| f.rate)
            .min()
            .unwrap_or(0);
        let ways = [slowest, slowest / 2].map(|way| Decision::MoveDivision {
            groups: groups.to_vec(),
            advance: manoeuvre::Advance::straight(super::sketch::distance(world, way)),
        });
        let legal = |d: &Decision| manoeuvre::look(world, side, request, d).is_ok();
        ways.into_iter().filter(|_| slowest > 0).find(legal).unwrap_or(Decision::Done)
    }
}
