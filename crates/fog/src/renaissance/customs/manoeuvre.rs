//! Moves, complex move tests, further moves.

use crate::battle::customs::{Advancing, Manoeuvre, MoveTest};
use crate::battle::manoeuvre::{
    Action, Advance, Difficulty, Movers, Plan, Shift, Track, avoids_clipping, ends_in_overlap,
};
use crate::battle::position::command::{self, InRange};
use crate::battle::position::{defence, disorder, kinds, support};
use crate::battle::world::{GroupId, Posture, World};
use crate::combat::{MoveKind, TestPurpose};
use crate::field::Grade;
use crate::renaissance::{COMPLEX_MOVE_PASS, ComplexMoveTest, Renaissance};
use crate::troops::{Cohesion, Quality, TroopType};
use caracole_kernel::{Refusal, Tally};
use caracole_ledger::{RuleId, enforces, rule};
use caracole_plane::{CONTACT_TOLERANCE, Contact, Edge, Hand, Um, shortest_distance};

impl Manoeuvre for Renaissance {
    fn move_test(&self, world: &World, groups: &[GroupId], purpose: TestPurpose) -> MoveTest {
        // Divisions never test.
        let group = groups.first().copied().unwrap_or(GroupId(0));
        let profiles = world.profiles(group);
        let test = ComplexMoveTest {
            quality: profiles.first().map_or(Quality::Average, |b| b.quality),
            purpose,
            commander: command::for_test(world, &[group], InRange::AtPhaseStart),
            cohesion: world[group].cohesion,
            disorder: disorder::worst(world, group),
            warriors: profiles.iter().any(|b| b.troop_type == TroopType::Warriors),
        };
        let mut modifiers = Tally::new("modifiers");
        test.modifiers(world.readings, &mut modifiers);
        MoveTest { rule: rule!("FOGR-MOVE-027"), pool: test.pool(), modifiers, passes_on: COMPLEX_MOVE_PASS }
    }

    fn difficulty(&self, world: &World, groups: &[GroupId], kind: MoveKind) -> Result<Difficulty, Refusal> {
        enforces!("FOGR-MOVE-017");
        use Difficulty::{Complex, Simple};
        let all = |test: fn(&World, GroupId) -> bool| groups.iter().all(|&g| test(world, g));
        let light = all(kinds::is_light);
        match kind {
            MoveKind::DoubleWheel if !light => Err(Refusal::new(
                rule!("FOGR-MOVE-023"),
                "Only light troops make a forward move with two wheels",
                "Leave one wheel out.",
            )),
            MoveKind::ExpandAndAdvance if !light => Err(Refusal::new(
                rule!("FOGR-MOVE-020"),
                "Only light troops expand and advance in one move",
                "Leave the advance out.",
            )),
            MoveKind::Expand | MoveKind::Contract => Ok(if light { Simple } else { Complex }),
            MoveKind::TurnAndAdvance if light => Ok(Simple),
            MoveKind::TurnAndAdvance if all(kinds::is_mounted) => Ok(Complex),
            MoveKind::TurnAndAdvance => Err(Refusal::new(
                rule!("FOGR-MOVE-024"),
                "Only light troops and mounted troops turn 90 degrees and advance in one move",
                "Turn without advancing.",
            )),
            MoveKind::TurnAboutAndAdvance | MoveKind::TurnRetireTurnBack if !light => Err(Refusal::new(
                rule!("FOGR-MOVE-025"),
                "Only light troops turn 180 degrees and advance in one move",
                "Turn without advancing.",
            )),
            MoveKind::TurnRetireTurnBack => Ok(Complex),
            _ => Ok(Simple),
        }
    }

    fn difficulty_of_advance(
        &self,
        _: &World,
        _: &[GroupId],
        _: Advancing<'_>,
    ) -> Result<Difficulty, Refusal> {
        Ok(Difficulty::Simple)
    }

    fn goes_with(&self, _: usize, _: Difficulty) -> Result<(), Refusal> {
        Ok(())
    }

    fn must_test(&self, world: &World, plan: &Plan) -> bool {
        enforces!("FOGR-MOVE-017", "FOGR-MOVE-026", "FOGR-MOVE-029");
        if plan.difficulty == Difficulty::Complex || kinds::is_all(world, plan.group, TroopType::BattleWagons)
        {
            return true;
        }
        enforces!("FOGR-COHESION-039");
        world[plan.group].cohesion == Cohesion::Fragmented && !retires(world, plan)
    }

    fn always_test(&self, _: &World, _: &[GroupId]) -> bool {
        false
    }

    fn shorter_by(&self, _: MoveKind) -> Option<(RuleId, i32)> {
        None
    }

    fn retires_by(&self) -> i32 {
        3
    }

    fn has_move(&self, action: &Action) -> Result<(), Refusal> {
        match action {
            Action::PivotBack { .. } => {
                Err(Refusal::new(rule!("FOGR-MOVE-040"), "Guns pivot forwards only", "Pivot forwards."))
            }
            _ => Ok(()),
        }
    }

    fn shift(&self, world: &World, group: GroupId, advance: &Advance, track: &Track) -> Result<(), Refusal> {
        enforces!("FOGR-MOVE-060", "FOGR-MOVE-061");
        let Some(Shift { by, .. }) = advance.shift else { return Ok(()) };
        if by <= Um::ZERO || by > world.field.base_width().half() + CONTACT_TOLERANCE {
            return Err(Refusal::new(
                rule!("FOGR-MOVE-060"),
                "A free shift is at most half a base width",
                "Shift less.",
            )
            .length("distance", by.get()));
        }
        if world[group].phase.moves > 0 || track.wheels > 1 || world[group].phase.reshaped {
            return Err(Refusal::new(
                rule!("FOGR-MOVE-061"),
                "No shift is allowed in a second or third move, nor with a double wheel, expansion, contraction or turn",
                "Leave the shift out.",
            ));
        }
        if ends_in_overlap(world, group, track)
            || comes_to_support_guns(world, group, track)
            || rests_its_flank(&track.after, group)
            || avoids_clipping(world, group, advance, track)
        {
            return Ok(());
        }
        Err(Refusal::new(
            rule!("FOGR-MOVE-060"),
            "A free shift is only for avoiding terrain or friends, overlapping, supporting guns or resting a flank",
            "Leave the shift out.",
        ))
    }

    fn most_moves(&self, movers: Movers) -> u8 {
        enforces!("FOGR-MANOEUVRE-051", "FOGR-MANOEUVRE-057");
        match movers {
            Movers::Riders => 3,
            Movers::WithFoot => 2,
        }
    }

    fn distance_from_enemy(&self, world: &World, enemy: GroupId, movers: Movers) -> Option<i32> {
        enforces!("FOGR-MANOEUVRE-052", "FOGR-MANOEUVRE-058");
        let ignored = movers == Movers::Riders && world[enemy].posture == Posture::Square;
        (!ignored).then_some(6)
    }

    fn distance_from_camp(&self, _: bool) -> i32 {
        6
    }

    fn distance_from_ambush(&self) -> i32 {
        6
    }

    fn is_after_routers(&self, world: &World, group: GroupId) -> bool {
        !world[group].pursuing.is_empty() || world[group].wild_pursuit
    }
}

/// Whether it retires from all enemy within 12 MU.
fn retires(world: &World, plan: &Plan) -> bool {
    let after = world.supposing(|after| plan.end.carry_out(after));
    let group = plan.group;
    let limit = world.field.mu(12);
    world.enemies_of(group).all(|e| {
        let before = shortest_distance(world.rects(group), world.rects(e)).unwrap_or_default();
        let now = shortest_distance(after.rects(group), world.rects(e)).unwrap_or_default();
        before > limit + CONTACT_TOLERANCE || now > before + CONTACT_TOLERANCE
    })
}

fn comes_to_support_guns(world: &World, group: GroupId, track: &Track) -> bool {
    support::is_rear_supporter(world, group)
        && world.friends_of(group).filter(|&f| kinds::is_artillery(world, f)).any(|guns| {
            track.after.base_ids(guns).iter().any(|&gun| {
                support::rear_support_of(&track.after, guns, gun).is_some_and(|(g, _)| g == group)
            })
        })
}

/// Foot battle troops whose flank touches difficult ground, an obstacle or the rear of fortifications.
fn rests_its_flank(after: &World, group: GroupId) -> bool {
    if !kinds::is_foot(after, group) || !kinds::is_battle(after, group) {
        return false;
    }
    let footprint = after.body(group).footprint();
    Hand::BOTH.into_iter().any(|hand| {
        let flank = footprint.fronting(Edge::flank(hand)).rect().front_edge();
        let ground =
            after.field.terrain.pieces.iter().any(|p| {
                p.kind.grade() == Grade::Difficult && p.outline().is_some_and(|o| o.touches(&flank))
            });
        let works = defence::works(after).any(|w| {
            let edges = w.rect().contact(&footprint.rect()).and_then(Contact::edges);
            edges.is_some_and(|e| e.own == Edge::Rear && e.their.is_flank())
        });
        ground || works
    })
}
