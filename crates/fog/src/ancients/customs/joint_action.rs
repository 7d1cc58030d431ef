//! Attrition and the end of a battle.

use crate::ancients::leaving;
use crate::ancients::{
    Ancients, ArmyState, Degree, Fate, GroupFate, RallyFacts, attrition, check_attempt, degree_on_time,
    is_destroyed, is_routed, result_of_rout, scythed,
};
use crate::battle::customs::{BreaksOff, Ending, JointAction};
use crate::battle::outcome::roster;
use crate::battle::position::command;
use crate::battle::world::{CommanderId, GroupId, Presence, World};
use crate::combat::{Clock, Victory};
use caracole_kernel::{BySide, Side, Tally};
use caracole_ledger::{RuleId, enforces, rule};

fn fate(world: &World, group: GroupId) -> Fate {
    let state = &world[group];
    match state.presence {
        Presence::RoutedOff | Presence::EvadedOff | Presence::Destroyed => Fate::Lost,
        Presence::Straggling => Fate::Straggled,
        Presence::OnTable => Fate::on_table(state.cohesion),
        Presence::Undeployed | Presence::Ambush | Presence::FlankMarch => Fate::Holds,
    }
}

fn is_sacked(world: &World, side: Side) -> bool {
    world.sides[side].camp_lost || world.sides[side].camp.is_some_and(|c| c.sacked)
}

impl JointAction for Ancients {
    fn attrition(&self, world: &World, side: Side) -> Tally {
        let counted = |g: GroupId| GroupFate::of(&world.start_of(g), fate(world, g));
        let groups: Vec<GroupFate> = world.ids().filter(|&g| world[g].owner == side).map(counted).collect();
        let mut tally = Tally::new("attrition points");
        attrition(ArmyState { groups: &groups, camp_sacked: is_sacked(world, side) }, &mut tally);
        tally
    }

    fn ending(&self, world: &World, suffered: &BySide<Tally>, clock: Clock) -> Option<Ending> {
        let routed = |side: Side| is_routed(suffered[side].total(), i32::from(world.sides[side].break_point));
        let by_rout =
            result_of_rout(routed(Side::Red), routed(Side::Blue)).map(|d| (d, rule!("FOGAM-VICTORY-002")));
        let on_time = || {
            let [red, blue] = Side::BOTH.map(|side| suffered[side].total());
            let looted = Side::BOTH.map(|side| is_sacked(world, side));
            let degree = degree_on_time(blue, red, looted[1], looted[0], world.readings);
            (clock == Clock::Out).then_some((degree, rule!("FOGAM-VICTORY-004")))
        };
        by_rout.or_else(on_time).map(|(degree, rule)| ending(degree, rule))
    }

    fn leave_at_start(&self, world: &World) -> Vec<GroupId> {
        scythed::spent(world)
    }

    fn leave_at_end(&self, world: &World) -> Vec<GroupId> {
        scythed::run_through(world)
    }

    fn acts_first(&self, active: Side) -> Side {
        enforces!("FOGAM-JAP-001");
        active.other()
    }

    fn active_lets_others_first(&self) -> bool {
        false
    }

    fn breaks_off(&self, world: &World, group: GroupId) -> BreaksOff {
        leaving::breaks_off(world, group)
    }

    fn keeps_commander(&self, world: &World, group: GroupId) -> bool {
        enforces!("FOGAM-JAP-032");
        !world[group].pursuing.is_empty() || world[group].turn.broke_off
    }

    fn may_bolster(&self, world: &World, commander: CommanderId, group: GroupId) -> bool {
        let g = &world[group];
        if !g.is_on_table() || g.autobroken || !command::in_line_of_command(world, commander, group) {
            return false;
        }
        let near =
            |e: GroupId| caracole_plane::any_within(world.rects(group), world.rects(e), world.field.mu(5));
        let facts = RallyFacts {
            dropped_this_turn: g.turn.dropped,
            enemy_near: world.enemies_of(group).any(near),
            ..RallyFacts::default()
        };
        check_attempt(&roster::alone(world, group), facts, world.readings).is_ok()
    }

    fn free_routers_first(&self) -> bool {
        true
    }

    fn is_removed(&self, world: &World, group: GroupId) -> bool {
        world[group].autobroken || is_destroyed(&roster::alone(world, group), world.readings)
    }
}

/// The end of a battle by the degree of red's victory or defeat.
fn ending(degree: Degree, rule: RuleId) -> Ending {
    let (victory, winner, how) = match degree {
        Degree::Draw => (Victory::Draw, None, "draw"),
        Degree::DecisiveVictory => (Victory::Decisive(Side::Red), Some(Side::Red), "decisive victory"),
        Degree::DecisiveDefeat => (Victory::Decisive(Side::Blue), Some(Side::Blue), "decisive victory"),
        Degree::MajorVictory => (Victory::Major(Side::Red), Some(Side::Red), "major victory"),
        Degree::MajorDefeat => (Victory::Major(Side::Blue), Some(Side::Blue), "major victory"),
        Degree::ModerateVictory => (Victory::Moderate(Side::Red), Some(Side::Red), "moderate victory"),
        Degree::ModerateDefeat => (Victory::Moderate(Side::Blue), Some(Side::Blue), "moderate victory"),
        Degree::MarginalVictory => (Victory::Marginal(Side::Red), Some(Side::Red), "marginal victory"),
        Degree::MarginalDefeat => (Victory::Marginal(Side::Blue), Some(Side::Blue), "marginal victory"),
    };
    Ending { victory, winner, how, rule }
}
