//! Feeding bases into a fight, restricted areas.

use crate::ancients::Ancients;
use crate::battle::customs::{Charging, FlankContact, InMelee, Manoeuvre, Moved, Part};
use crate::battle::manoeuvre::{Action, Advance, Difficulty, Feeding, Leg, Plan};
use crate::battle::position::{contact, kinds, overlap, restricted};
use crate::battle::world::{BaseId, GroupId, Posture, World};
use crate::combat::MoveKind;
use crate::formation::{Facing, Formation, Placed, melee_ranks};
use crate::troops::{BaseProfile, Book, Capability, TroopType};
use caracole_kernel::Refusal;
use caracole_ledger::{RuleId, enforces, rule};
use caracole_plane::{BaseRect, Contact, Edge};
use smallvec::SmallVec;

impl InMelee for Ancients {
    fn may_stay_out_of_danger(&self, world: &World, group: GroupId) -> bool {
        enforces!("FOGAM-MANOEUVRE-018");
        !world[group].turn.charged
    }

    fn fears(&self, world: &World, group: GroupId, enemy: GroupId) -> bool {
        enforces!("FOGAM-MANOEUVRE-018", "FOGAM-IMPACT-036");
        self.flank_contact(world, enemy, group) != FlankContact::Nothing
    }

    fn feeds(&self, world: &World, group: GroupId, how: &Feeding) -> Result<(), Refusal> {
        let engines =
            kinds::is_artillery(world, group) || kinds::is_all(world, group, TroopType::BattleWagons);
        let (rule, problem) = match how {
            _ if engines => {
                (rule!("FOGAM-MANOEUVRE-032"), "Battle wagons and artillery keep their frontage in melee")
            }
            _ if world[group].posture == Posture::Square => {
                (rule!("FOGAM-SPECIAL-031"), "It keeps its orb in close combat")
            }
            Feeding::Shift { .. } | Feeding::WithinTercio { .. } => (
                rule!("FOGAM-MANOEUVRE-022"),
                "Bases are fed in by an expansion or a contraction of one file",
            ),
            Feeding::Expand { .. } | Feeding::Rearrange { .. } => return Ok(()),
        };
        Err(Refusal::new(rule, problem, "Leave it as it stands."))
    }

    /// Bases that give dice, and ranks of pikemen that a point of advantage needs: 3, and a fourth.
    fn contributing(&self, file: &[Placed], part: Part) -> usize {
        enforces!("FOGAM-MANOEUVRE-026");
        let Some(front) = file.first().map(|p| p.base) else { return 0 };
        let pikemen = file.iter().take_while(|p| p.base.has(Capability::Pikemen)).count();
        let depth = if pikemen >= 3 { pikemen.min(4) } else { 0 };
        dice(&front, part).max(depth)
    }

    fn most_contributing(&self, front: &BaseProfile, part: Part) -> usize {
        if front.has(Capability::Pikemen) { 4 } else { dice(front, part) }
    }

    fn is_fought_as_overlap(&self, world: &World, group: GroupId, base: BaseId) -> bool {
        enforces!("FOGAM-MANOEUVRE-026");
        let fights = |e: GroupId| {
            world.base_ids(e).into_iter().any(|b| overlap::overlapped_by(world, e, b).contains(&base))
        };
        contact::near_enemies(world, group).any(fights)
    }

    fn holds_second_rank(&self) -> bool {
        false
    }

    fn rearranges(&self, now: &Formation, wanted: &Formation) -> Result<(), Refusal> {
        if wanted.width() + 1 == now.width() {
            return Ok(());
        }
        Err(Refusal::new(
            rule!("FOGAM-MANOEUVRE-030"),
            "Bases go into rear ranks by a contraction of one file",
            "Contract by one file, or leave it.",
        ))
    }

    fn is_worth_it(&self, moved: Moved) -> bool {
        moved.contribute > 0
    }

    fn steps_to_match(&self) -> bool {
        enforces!("FOGAM-MANOEUVRE-028");
        true
    }

    fn makes_room_to_match(&self, world: &World, other: GroupId) -> bool {
        enforces!("FOGAM-MANOEUVRE-025");
        let free = || kinds::is_light(world, other) && !contact::in_close_combat(world, other);
        world[other].is_broken() || free()
    }

    fn rule_of_room(&self) -> RuleId {
        rule!("FOGAM-MANOEUVRE-025")
    }

    fn must_test_to_widen(&self, world: &World, group: GroupId) -> bool {
        enforces!("FOGAM-MANOEUVRE-023");
        !matches!(self.difficulty(world, &[group], MoveKind::Expand), Ok(Difficulty::Simple))
    }

    fn restricted_areas(&self, world: &World, group: GroupId) -> SmallVec<[BaseRect; 4]> {
        enforces!("FOGAM-MANOEUVRE-044");
        let Some(whole) = restricted::area(world, group) else { return SmallVec::new() };
        let bases = world.bases_of(group);
        let enemies: SmallVec<[BaseRect; 16]> =
            contact::near_enemies(world, group).flat_map(|e| world.rects(e)).copied().collect();
        let fights = |r: &BaseRect| {
            let by_front = |c: Contact| matches!(c, Contact::Edges(e) if e.own == Edge::Front);
            enemies.iter().any(|e| r.contact(e).is_some_and(by_front))
        };
        let leads = |file: u8, rank: u8| !bases.iter().any(|b| b.at.file == file && b.at.rank < rank);
        let front = bases.iter().filter(|b| b.facing == Facing::Front && leads(b.at.file, b.at.rank));
        if !front.clone().any(|b| fights(&b.base.rect())) {
            return SmallVec::from_slice(&[whole]);
        }
        let depth = restricted::depth(world);
        front.filter(|b| !fights(&b.base.rect())).map(|b| b.base.zone_ahead(depth).rect()).collect()
    }

    fn may_contract(&self, world: &World, plan: &Plan) -> Result<(), Refusal> {
        let Action::Contract { left, right, .. } = plan.action else { return Ok(()) };
        let files: Vec<u8> = world.formation(plan.group).files().collect();
        let kept = usize::from(left)..files.len().saturating_sub(usize::from(right));
        let given_up = |file: u8| files.iter().position(|&f| f == file).is_some_and(|i| !kept.contains(&i));
        let bases = world.bases_of(plan.group);
        let rects: SmallVec<[BaseRect; 16]> =
            bases.iter().filter(|b| given_up(b.at.file)).map(|b| b.base.rect()).collect();
        let pinned = restricted::pinned_by(world, plan.group);
        match pinned.iter().find(|&&e| restricted::lies_in_area_of(world, &rects, e)) {
            None => Ok(()),
            Some(enemy) => Err(Refusal::new(
                rule!("FOGAM-MANOEUVRE-041"),
                "A file in a restricted area is not given up",
                "Contract on the other side, or keep the frontage.",
            )
            .piece("enemy battle group", enemy.piece())),
        }
    }

    fn goes_straight_out(&self, world: &World, plan: &Plan, enemy: GroupId) -> bool {
        enforces!("FOGAM-MANOEUVRE-039");
        let straight = |advance: &Advance| {
            advance.shift.is_none() && advance.legs.iter().all(|l| matches!(l, Leg::Ahead(_)))
        };
        match &plan.action {
            Action::TurnAbout { with: Some(with), .. } => straight(&with.advance),
            Action::Advance(advance) => {
                let own = world.body(plan.group).footprint().rect();
                let behind = |r: &BaseRect| own.side_of_line(Edge::Rear, r).is_partly_beyond();
                straight(advance) && world.rects(enemy).iter().any(behind)
            }
            _ => false,
        }
    }
}

/// How many bases of a file give dice; an overlap fights with all its ranks.
fn dice(front: &BaseProfile, _: Part) -> usize {
    usize::from(melee_ranks(Book::Ancients, front.troop_type))
}
