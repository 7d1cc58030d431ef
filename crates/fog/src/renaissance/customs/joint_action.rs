//! Attrition and the end of a battle.

use crate::battle::customs::{BreaksOff, Ending, JointAction};
use crate::battle::position::command;
use crate::battle::world::{CommanderId, GroupId, GroupState, Presence, World};
use crate::combat::{Clock, Victory};
use crate::renaissance::break_off::may_break_off;
use crate::renaissance::{Fate, Renaissance, Strain, attrition as add_up, victory};
use crate::troops::Cohesion;
use caracole_kernel::{BySide, Side, Tally};
use caracole_ledger::{enforces, rule};

impl JointAction for Renaissance {
    fn attrition(&self, world: &World, side: Side) -> Tally {
        let fate = |g: &GroupState| match g.presence {
            Presence::RoutedOff => Fate::RoutedOff,
            Presence::EvadedOff => Fate::EvadedOff,
            Presence::Destroyed => Fate::Destroyed,
            Presence::Straggling => Fate::Straggling,
            Presence::OnTable if g.captured.is_some_and(|c| c.side != g.owner) => Fate::Captured,
            Presence::OnTable => Fate::from(g.cohesion),
            Presence::Undeployed | Presence::Ambush | Presence::FlankMarch => Fate::Unbroken,
        };
        let groups: Vec<(Fate, u8)> =
            world.groups().filter(|g| g.owner == side).map(|g| (fate(g), g.base_count)).collect();
        let sacked = world.sides[side].camp_lost || world.sides[side].camp.is_some_and(|c| c.sacked);
        let mut tally = Tally::new("attrition points");
        add_up(&groups, sacked, world.readings, &mut tally);
        tally
    }

    fn ending(&self, world: &World, suffered: &BySide<Tally>, clock: Clock) -> Option<Ending> {
        let strain = |side: Side| Strain {
            attrition: suffered[side].total(),
            break_point: i32::from(world.sides[side].break_point),
        };
        let victory = victory(strain(Side::Red), strain(Side::Blue), clock, world.readings);
        let (winner, how, rule) = match victory {
            Victory::Undecided => return None,
            Victory::Draw => (None, "draw", rule!("FOGR-VICTORY-008")),
            Victory::Decisive(side) => (Some(side), "decisive victory", rule!("FOGR-VICTORY-004")),
            Victory::Major(side) => (Some(side), "major victory", rule!("FOGR-VICTORY-005")),
            Victory::Moderate(side) => (Some(side), "moderate victory", rule!("FOGR-VICTORY-006")),
            Victory::Marginal(side) => (Some(side), "marginal victory", rule!("FOGR-VICTORY-007")),
        };
        Some(Ending { victory, winner, how, rule })
    }

    fn acts_first(&self, active: Side) -> Side {
        active
    }

    fn active_lets_others_first(&self) -> bool {
        true
    }

    fn breaks_off(&self, world: &World, group: GroupId) -> BreaksOff {
        enforces!("FOGR-JAP-008");
        if may_break_off(world, group) { BreaksOff::May } else { BreaksOff::No }
    }

    fn keeps_commander(&self, _: &World, _: GroupId) -> bool {
        false
    }

    fn may_bolster(&self, world: &World, commander: CommanderId, group: GroupId) -> bool {
        enforces!("FOGR-JAP-048", "FOGR-JAP-049", "FOGR-JAP-050", "FOGR-JAP-054", "FOGR-JAP-057");
        let g = &world[group];
        if !g.is_on_table() || g.cohesion == Cohesion::Steady || g.turn.dropped || g.autobroken {
            return false;
        }
        if !command::in_line_of_command(world, commander, group) {
            return false;
        }
        let near =
            |e: GroupId| caracole_plane::any_within(world.rects(group), world.rects(e), world.field.mu(6));
        !(g.is_broken() && world.enemies_of(group).any(near))
    }

    fn free_routers_first(&self) -> bool {
        false
    }

    fn is_removed(&self, world: &World, group: GroupId) -> bool {
        enforces!("FOGR-JAP-043", "FOGR-COHESION-063");
        let pursued = world.ids().any(|g| world[g].pursuing.contains(&group));
        world.size(group) <= 1 || (world[group].autobroken && !pursued)
    }
}
