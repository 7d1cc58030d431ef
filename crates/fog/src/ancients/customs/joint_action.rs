//! Attrition and the end of a battle.

use crate::ancients::{
    Ancients, ArmyState, Degree, Fate, GroupFate, attrition, degree_on_time, is_routed, result_of_rout,
};
use crate::battle::customs::{Ending, JointAction};
use crate::battle::world::{GroupId, Presence, World};
use crate::combat::{Clock, Victory};
use caracole_kernel::{BySide, Side, Tally};
use caracole_ledger::{RuleId, rule};

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
