//! Shock troops that charge without orders: who must test to hold back, and where those who fail go.

use super::burst::friends_on;
use super::customs::as_troops;
use super::shock_must_test;
use crate::battle::customs::Rash;
use crate::battle::impact::approach;
use crate::battle::impact::declare::{self, may_charge, wheels_to_try};
use crate::battle::impact::evade::{can_evade, would_disorder};
use crate::battle::impact::intercept;
use crate::battle::impact::plan::{MEASURE, Planned, Terms, charge_move, way};
use crate::battle::impact::{Charge, ChargeState, Wheel};
use crate::battle::position::rates::distance_from_here;
use crate::battle::position::{contact, defence, kinds};
use crate::battle::world::{GroupId, World};
use crate::field::Grade;
use crate::troops::TroopType;
use caracole_ledger::{enforces, rule};
use caracole_plane::{Angle, BaseRect, Group, Hand, Um};
use std::borrow::Cow;

/// The charge of a battle group that may not be able to hold back; none if it need not test.
pub(super) fn rash_charge(world: &World, group: GroupId) -> Option<Rash> {
    enforces!("FOGAM-IMPACT-049", "FOGAM-IMPACT-053", "FOGAM-IMPACT-063", "FOGAM-SEQUENCE-005");
    enforces!("FOGAM-BG-015", "FOGAM-SPECIAL-008", "FOGAM-IMPACT-064");
    if !kinds::is_shock(world, group) {
        return None;
    }
    let world = &*straightened(world, group);
    if may_charge(world, group).is_err() {
        return None;
    }
    let all = Seeker { world, group, through: Vec::new() };
    if let Some(found) = all.find() {
        return (!is_excused(world, &found)).then_some(found);
    }
    // The enemy can be reached through friends alone, if at all.
    let through = Seeker { through: world.friends_of(group).collect(), ..all };
    let mut found = through.find()?;
    let path = way(world.body(group), found.charge.wheel, found.planned.spent);
    let friends = friends_on(world, group, &path);
    if is_excused(world, &found) || is_barred_by(world, &friends) || !through.reaches_battle_troops() {
        return None;
    }
    found.charge.tests.push(rule!("FOGAM-IMPACT-060"));
    Some(found)
}

/// The friends whom a charge bursts through where they are in its way.
pub(super) fn charged_through(world: &World, charge: &Charge) -> Vec<GroupId> {
    match charge.tests.contains(&rule!("FOGAM-IMPACT-060")) {
        true => world.friends_of(charge.group).filter(|&f| !is_barred_by(world, &[f])).collect(),
        false => Vec::new(),
    }
}

/// Whether nobody bursts through some of these friends: shock troops, or troops in melee.
fn is_barred_by(world: &World, friends: &[GroupId]) -> bool {
    enforces!("FOGAM-IMPACT-059");
    friends.iter().any(|&f| kinds::is_shock(world, f) || contact::in_close_combat(world, f))
}

/// The position with a kinked column in line behind its first base, as it charges without orders.
fn straightened(world: &World, group: GroupId) -> Cow<'_, World> {
    enforces!("FOGAM-IMPACT-065");
    if world[group].kinks.is_empty() {
        return Cow::Borrowed(world);
    }
    let (formation, anchor) = (world.formation(group).clone(), world.anchor(group));
    Cow::Owned(world.supposing(|then| then.arrange(group, &formation, anchor)))
}

/// A search for the charge of a battle group.
struct Seeker<'w> {
    world: &'w World,
    group: GroupId,
    /// Friends who do not count as in the way.
    through: Vec<GroupId>,
}

impl Seeker<'_> {
    /// The wheels to try: where something changes, half way between, just beyond where a corner only meets a corner, and
    /// every second degree.
    fn wheels(&self) -> Vec<Option<Wheel>> {
        let mut all = wheels_to_try(self.world, self.group);
        let tried = all.clone();
        for more in [100, 500] {
            let beyond = |w: &Wheel| Wheel { by: w.by + Angle::from_millidegrees(more), ..*w };
            all.extend(tried.iter().flatten().map(|w| Some(beyond(w))));
        }
        let reach = distance_from_here(self.world, self.group).map_or(Um::ZERO, |mu| self.world.field.mu(mu));
        let most = MEASURE.angle(self.world.body(self.group).frontage, reach).min(Angle::QUARTER);
        for hand in Hand::BOTH {
            all.extend((1..45).map(|n| Some(Wheel { hand, by: Angle::from_degrees(n * 2) })));
        }
        all.retain(|w| w.is_none_or(|w| w.by <= most));
        all
    }

    fn planned(&self, wheel: Option<Wheel>) -> Option<Planned> {
        let terms = Terms { through: self.through.clone(), ..Terms::default() };
        charge_move(self.world, self.group, wheel, &terms).ok()
    }

    /// The enemies whom it contacts with a wheel so that they are charged.
    fn targets(&self, wheel: Option<Wheel>, planned: &Planned) -> Vec<GroupId> {
        let meets = |e: GroupId| approach::meets(self.world, self.group, e, wheel, planned);
        let mut all: Vec<GroupId> = planned
            .touched
            .iter()
            .filter(|t| approach::is_allowed(self.world, self.group, t, meets(t.enemy)))
            .map(|t| t.enemy)
            .collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The charge with a wheel, if it contacts anybody.
    fn charge(&self, wheel: Option<Wheel>, may_contract: bool) -> Option<Rash> {
        let planned = self.planned(wheel)?;
        let targets = self.targets(wheel, &planned);
        if targets.is_empty() || (planned.contracted && !may_contract) {
            return None;
        }
        let charge = Charge {
            group: self.group,
            wheel,
            targets,
            evaded: Vec::new(),
            tests: vec![rule!("FOGAM-IMPACT-049")],
            passed: false,
            state: ChargeState::Declared,
        };
        Some(Rash { charge, planned })
    }

    /// The enemies within its reach on whose account it tests.
    fn reached(&self) -> impl Iterator<Item = GroupId> + '_ {
        enforces!("FOGAM-IMPACT-050", "FOGAM-IMPACT-051", "FOGAM-IMPACT-052", "FOGAM-IMPACT-062");
        let own = as_troops(self.world, self.group);
        self.wheels()
            .into_iter()
            .filter_map(|wheel| Some(self.targets(wheel, &self.planned(wheel)?)))
            .flatten()
            .filter(move |e| shock_must_test(&own, &as_troops(self.world, *e), self.world.readings))
    }

    fn reaches_battle_troops(&self) -> bool {
        enforces!("FOGAM-IMPACT-059");
        self.reached().any(|e| kinds::is_battle(self.world, e))
    }

    /// The charge that it makes, if any enemy tempts it: straight ahead, else with the least wheel that contacts anybody,
    /// a base dropped back only if it must be.
    fn find(&self) -> Option<Rash> {
        if !declare::has_enemy_near(self.world, self.group) || self.reached().next().is_none() {
            return None;
        }
        [false, true].into_iter().find_map(|contract| {
            self.charge(None, contract).or_else(|| {
                let by = |rash: &Rash| rash.charge.wheel.map_or(Angle::ZERO, |w| w.by);
                let first = self.world.hand_where_equal();
                let ways = [first, first.other()].into_iter().filter_map(|h| self.least_wheel(h, contract));
                ways.min_by_key(by)
            })
        })
    }

    /// The least wheel to a hand by which it contacts anybody.
    fn least_wheel(&self, hand: Hand, contract: bool) -> Option<Rash> {
        let to_hand = |w: Option<Wheel>| w.filter(|w| w.hand == hand).map(|w| w.by);
        let mut turns: Vec<Angle> = self.wheels().into_iter().filter_map(to_hand).collect();
        turns.sort_unstable();
        let with = |by: Angle| self.charge(Some(Wheel { hand, by }), contract);
        let (index, mut best) = turns.iter().enumerate().find_map(|(i, by)| Some((i, with(*by)?)))?;
        let mut low = index.checked_sub(1).and_then(|i| turns.get(i)).copied().unwrap_or(Angle::ZERO);
        let mut high = *turns.get(index)?;
        // Between a wheel that falls short and one that reaches, to a fiftieth of a degree.
        while high.0 - low.0 > Angle::from_millidegrees(20).0 {
            let middle = Angle(low.0 + (high.0 - low.0) / 2);
            match with(middle) {
                Some(found) => (high, best) = (middle, found),
                None => low = middle,
            }
        }
        Some(best)
    }
}

/// Whether troops need not test, wherever this charge could take them.
fn is_excused(world: &World, rash: &Rash) -> bool {
    enforces!("FOGAM-IMPACT-054", "FOGAM-IMPACT-055", "FOGAM-IMPACT-056", "FOGAM-IMPACT-057");
    enforces!("FOGAM-IMPACT-058");
    let group = rash.charge.group;
    let ends = ends(world, rash);
    let into_disorder = ends.iter().any(|end| {
        let pieces = &world.field.terrain.pieces;
        pieces
            .iter()
            .any(|p| would_disorder(world, group, p.kind) && end.rects().iter().any(|r| p.has_part_of(r)))
    });
    let leaves_cover = || {
        let medium = world.profiles(group).iter().all(|b| b.troop_type.is_medium_foot());
        let out = |end: &Group| !end.rects().iter().all(|r| is_in_cover(world, r));
        medium && world.rects(group).iter().all(|r| is_in_cover(world, r)) && ends.iter().any(out)
    };
    let foot = kinds::is_foot(world, group);
    let defends = || foot && defence::defends(world, group);
    let meets_mounted = || foot && (contacts_mounted(world, rash) || intercepted_by_mounted(world, rash));
    into_disorder || leaves_cover() || defends() || meets_mounted() || contacts_walls(world, rash)
}

/// Where a charge could end: in contact; and with its whole move if all whom it meets could evade.
fn ends(world: &World, rash: &Rash) -> Vec<Group> {
    let mut ends = vec![rash.planned.body.clone()];
    if rash.charge.targets.iter().all(|&t| can_evade(world, t)) {
        let whole = world.field.mu(rash.planned.allowed.total());
        ends.push(way(world.body(rash.charge.group), rash.charge.wheel, whole).end().clone());
    }
    ends
}

/// Whether a base stands wholly on uneven, rough or difficult ground.
fn is_in_cover(world: &World, rect: &BaseRect) -> bool {
    let hard = |g: Grade| matches!(g, Grade::Uneven | Grade::Rough | Grade::Difficult);
    world.field.terrain.pieces.iter().any(|p| hard(p.kind.grade()) && p.has_all_of(rect))
}

fn contacts_mounted(world: &World, rash: &Rash) -> bool {
    rash.charge.targets.iter().any(|&t| kinds::is_mounted(world, t))
}

fn intercepted_by_mounted(world: &World, rash: &Rash) -> bool {
    let charge = &rash.charge;
    let charges = std::slice::from_ref(charge);
    world.enemies_of(charge.group).filter(|&e| kinds::is_mounted(world, e)).any(|e| {
        intercept::may_intercept(world, e, charge.group, charges)
            && intercept::passes_through_zone(world, charge, e)
    })
}

/// Elephants, or the front of troops who defend fortifications or a riverbank.
fn contacts_walls(world: &World, rash: &Rash) -> bool {
    use crate::battle::outcome::ground::defended;
    use crate::combat::Defence;
    let chargers = rash.planned.body.rects();
    rash.planned.touched.iter().any(|t| {
        let held = |r: &BaseRect| {
            matches!(
                defended(world, t.enemy, t.base, r),
                Defence::Fortification | Defence::Obstacle | Defence::Riverbank
            )
        };
        world[t.base].profile.troop_type == TroopType::Elephants || chargers.get(t.own).is_some_and(held)
    })
}
