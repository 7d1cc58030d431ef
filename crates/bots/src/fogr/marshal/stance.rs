//! What a place on the table is worth to a battle group.

use super::{Marshal, is_skirmisher, shaken, strength::Meeting};
use caracole_fog::{
    core::Range,
    renaissance::{
        battle::{
            GroupId, World,
            position::{disorder, kinds, nearness::Bounds, rates},
        },
        ranges,
    },
    troops::{Capability, Disorder},
};
use caracole_kernel::Side;
use caracole_plane::{Angle, Um, shortest_distance};

/// A hundredth of a movement unit: distances in whole numbers that are fine enough.
pub(super) fn hundredths(world: &World, distance: Um) -> i32 {
    (i64::from(distance.get()) * 100 / i64::from(world.field.mu(1).get().max(1))) as i32
}

/// An enemy as seen from a battle group.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sighting {
    pub(super) enemy: GroupId,
    /// How far, in hundredths of a movement unit.
    pub(super) distance: i32,
    /// How far off our front it lies, in degrees.
    pub(super) off_front: i32,
    /// How far off its front we lie, in degrees.
    pub(super) off_theirs: i32,
}

/// The degrees between a battle group's facing and a direction.
fn degrees_off(facing: Angle, direction: Option<Angle>) -> i32 {
    direction.map_or(0, |d| (facing.shortest_turn(d).1.millidegrees() / 1000) as i32)
}

pub(super) fn sight(world: &World, group: GroupId, enemy: GroupId) -> Sighting {
    let (own, theirs) = (world.body(group).front_centre(), world.body(enemy).front_centre());
    let rough = match (Bounds::of(world, group), Bounds::of(world, enemy)) {
        (Some(a), Some(b)) => a.gap(&b),
        _ => Um::MAX,
    };
    let distance = if rough > world.field.mu(9) {
        rough
    } else {
        shortest_distance(&world.rects(group), &world.rects(enemy)).unwrap_or(rough)
    };
    Sighting {
        enemy,
        distance: hundredths(world, distance),
        off_front: degrees_off(own.facing, own.at.direction_to(theirs.at)),
        off_theirs: degrees_off(theirs.facing, theirs.at.direction_to(own.at)),
    }
}

/// How far a battle group can charge, in hundredths of a movement unit.
pub(super) fn reach(world: &World, group: GroupId) -> i32 {
    rates::distance_from_here(world, group).unwrap_or(0) * 100
}

/// The short and the long range of a battle group, in hundredths of a movement unit; 0 if it does not shoot.
pub(super) fn shooting_reach(world: &World, group: GroupId) -> (i32, i32) {
    let mut best = (0, 0);
    for base in world.profiles(group) {
        for &weapon in Capability::ALL.iter().filter(|&&c| base.has(c)) {
            if let Some((short, long)) = ranges(weapon, base.is_foot()) {
                let short = i32::from(short) * 100;
                best = (best.0.max(short), best.1.max(long.map_or(short, |l| i32::from(l) * 100)));
            }
        }
    }
    best
}

impl Marshal {
    /// Chooses whom each battle group goes for: those whom it beats, the near ones first, and not all the same one.
    pub(super) fn set_goals(&mut self, world: &World, side: Side) {
        self.goals.clear();
        let mut taken: std::collections::BTreeMap<GroupId, i32> = Default::default();
        let mut own: Vec<GroupId> = world.of_side(side).filter(|&g| !world[g].is_broken()).collect();
        own.sort_by_key(|&g| (std::cmp::Reverse(world.size(g)), g));
        for group in own {
            let mut best: Option<(i32, GroupId)> = None;
            for enemy in world.enemies_of(group).filter(|&e| !world[e].is_broken()) {
                let seen = sight(world, group, enemy);
                let worth = self.worth_going_for(world, group, enemy)
                    - seen.distance / 6
                    - seen.off_front
                    - 60 * taken.get(&enemy).copied().unwrap_or(0);
                if best.is_none_or(|(most, _)| worth > most) {
                    best = Some((worth, enemy));
                }
            }
            if let Some((_, enemy)) = best {
                *taken.entry(enemy).or_default() += 1;
                self.goals.insert(group, enemy);
            }
        }
    }

    fn worth_going_for(&mut self, world: &World, group: GroupId, enemy: GroupId) -> i32 {
        let shots = self.strengths.shooting(world, group, enemy, Range::Short);
        if is_skirmisher(world, group) {
            return 2 * shots;
        }
        let evades = kinds::is_evader(world, enemy) || kinds::is_light(world, enemy);
        let fight = self.strengths.attack(world, group, enemy, false);
        fight + shots + 100 * shaken(world, enemy) - if evades { 150 } else { 0 }
    }

    /// What it is worth to a battle group to stand where it does.
    pub(super) fn stance(&mut self, world: &World, group: GroupId) -> i32 {
        let skirmisher = is_skirmisher(world, group);
        let (short, long) = shooting_reach(world, group);
        let own_reach = reach(world, group);
        let goal = self.goals.get(&group).copied();
        let mut worth = 0;
        let mut best_shot = 0;
        for enemy in world.enemies_of(group).filter(|&e| !world[e].is_broken()) {
            let seen = sight(world, group, enemy);
            if Some(enemy) == goal {
                worth += self.towards_goal(world, group, seen, (short, own_reach), skirmisher);
            }
            if long > 0 && seen.distance <= long && seen.off_front <= 50 {
                let range = if seen.distance <= short { Range::Short } else { Range::Long };
                best_shot = best_shot.max(self.strengths.shooting(world, group, enemy, range));
            }
            worth -= self.danger(world, group, seen);
        }
        worth += best_shot * if skirmisher { 2 } else { 1 };
        worth += match disorder::worst(world, group) {
            Disorder::None => 0,
            Disorder::Disordered => -60,
            Disorder::SeverelyDisordered => -160,
        };
        worth - self.out_of_line(world, group, skirmisher)
    }

    /// Near enough to do its work on whom it goes for, and facing him.
    fn towards_goal(
        &mut self,
        world: &World,
        group: GroupId,
        seen: Sighting,
        (short, own_reach): (i32, i32),
        skirmisher: bool,
    ) -> i32 {
        let attack = self.strengths.attack(world, group, seen.enemy, false);
        let wanted = if skirmisher && short > 0 {
            short
        } else if attack >= self.weights.least_charge {
            // Just within the distance of a charge.
            own_reach.max(100) - 30
        } else if short > 0 {
            short
        } else {
            // No charge, no shot: stay just out of his way until somebody makes an opening.
            reach(world, seen.enemy).max(own_reach) + 150
        };
        let away = seen.distance - wanted;
        let far = if away > 0 { away / 4 } else { (-away) / 12 };
        400 - far - seen.off_front
    }

    /// What can come upon it from this enemy in his next turn.
    fn danger(&mut self, world: &World, group: GroupId, seen: Sighting) -> i32 {
        let reach = reach(world, seen.enemy) + 50;
        if seen.distance > reach || seen.off_theirs > 60 {
            return 0;
        }
        let fight = self.strengths.defence(world, group, seen.enemy);
        let mut danger = (-fight).max(0);
        if seen.off_front > 95 {
            let flank = -self.strengths.of(world, group, seen.enemy, Meeting::ReceivesFlank);
            danger = danger.max(2 * flank).max(150);
        }
        if kinds::is_evader(world, group) {
            danger /= 2;
        }
        danger * self.weights.danger / 100
    }

    /// How far it is out of the line: before everybody else, or with nobody beside it.
    fn out_of_line(&self, world: &World, group: GroupId, skirmisher: bool) -> i32 {
        let side = world[group].side;
        let own = world.body(group).front_centre();
        let forward = |at: caracole_plane::Point| match side {
            Side::Red => hundredths(world, at.y),
            Side::Blue => -hundredths(world, at.y),
        };
        let (mut sum, mut count, mut nearest) = (0, 0, i32::MAX);
        for friend in world.friends_of(group).filter(|&f| !world[f].is_broken() && !is_skirmisher(world, f)) {
            let at = world.body(friend).front_centre().at;
            sum += forward(at);
            count += 1;
            nearest = nearest.min(hundredths(world, own.at.distance(at)));
        }
        if count == 0 {
            return 0;
        }
        let ahead = forward(own.at) - sum / count;
        let most = if skirmisher { 900 } else { 500 };
        let lonely = if skirmisher { 0 } else { (nearest - 800).max(0) / 10 };
        (ahead - most).max(0) / 5 + lonely
    }
}
