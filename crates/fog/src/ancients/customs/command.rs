//! Skirmishers and shock troops, battle lines, commanders on their own.

use crate::ancients::{Ancients, lines};
use crate::army::CommanderLevel;
use crate::battle::customs::Command;
use crate::battle::manoeuvre::commanders::place_aside;
use crate::battle::position::command::nearest_place_beside;
use crate::battle::position::kinds;
use crate::battle::world::{CommanderId, CommanderPlace, GroupId, Posture, World};
use crate::troops::{BaseProfile, is_skirmishers, shock_ancients};
use caracole_kernel::{Refusal, Side};
use caracole_ledger::{enforces, rule};
use caracole_plane::{Base, BaseRect, Um, any_overlap};

impl Command for Ancients {
    fn is_light(&self, bases: &[BaseProfile]) -> bool {
        is_skirmishers(bases)
    }

    fn is_shock(&self, world: &World, group: GroupId) -> bool {
        shock_ancients(&world.profiles(group), &world.start_of(group))
    }

    fn is_evader(&self, world: &World, group: GroupId) -> bool {
        // Skirmishers, and single ranks of cavalry, camelry and light chariots without lances.
        let lances = || world.profiles(group).iter().any(|b| b.is_lancers());
        kinds::is_light(world, group)
            || (world[group].posture == Posture::Normal && kinds::is_one_base_deep(world, group) && !lances())
    }

    fn leader(&self, world: &World, _: Side, groups: &[GroupId]) -> Result<CommanderId, Refusal> {
        enforces!("FOGAM-COMMAND-012", "FOGAM-COMMAND-013", "FOGAM-COMMAND-019");
        lines::leader(world, groups)
    }

    fn have_room(&self, _: &World, _: &[GroupId]) -> Result<(), Refusal> {
        Ok(())
    }

    fn are_neighbours(&self, world: &World, a: GroupId, b: GroupId) -> bool {
        lines::are_neighbours(world, a, b)
    }

    fn most_led(&self, level: CommanderLevel) -> usize {
        usize::from(level.largest_battle_line())
    }

    fn commander_is_held(&self, world: &World, group: GroupId) -> bool {
        enforces!("FOGAM-MANOEUVRE-004");
        world[group].turn.charged
    }

    fn may_stand_alone(&self, world: &World, place: &BaseRect) -> Result<(), Refusal> {
        let touched = world.on_table().find(|&g| world.rects(g).iter().any(|r| r.touches(place)));
        match touched {
            None => Ok(()),
            Some(group) => Err(Refusal::new(
                rule!("FOGAM-COMMAND-009"),
                "A commander on his own is not put down touching a battle group",
                "Leave a gap, or let the commander join it.",
            )
            .piece("battle group", group.piece())),
        }
    }

    fn refuges(&self, world: &World, commander: CommanderId, reached: Vec<GroupId>) -> Vec<GroupId> {
        let own = world.commander_rect(commander);
        let distance = |g: GroupId| world.rects(g).iter().map(|r| r.distance(&own)).fold(Um::MAX, Um::min);
        let least = reached.iter().map(|&g| distance(g)).fold(Um::MAX, Um::min);
        reached.into_iter().filter(|&g| distance(g) == least).collect()
    }

    fn flees_unasked(&self) -> bool {
        true
    }

    fn make_way(&self, world: &mut World, group: GroupId) {
        enforces!("FOGAM-MOVE-097", "FOGAM-MOVE-099");
        for commander in world.commander_ids() {
            let state = &world[commander];
            let stood_on = state.side == world[group].side
                && any_overlap(&[world.commander_rect(commander)], world.rects(group));
            let place = match state.place {
                _ if !stood_on => None,
                CommanderPlace::Alone => place_aside(world, commander),
                CommanderPlace::With(own) if own != group => {
                    Some(nearest_place_beside(world, commander, own))
                }
                _ => None,
            };
            if let Some(place) = place {
                world[commander].base = place;
            }
        }
    }

    fn measured_from(&self, world: &World, commander: CommanderId, base: &Base) -> Base {
        enforces!("FOGAM-MOVE-100");
        let rect = base.rect();
        let Some(group) = world[commander].with() else { return *base };
        if !world.on_table().any(|g| any_overlap(&[rect], world.rects(g))) {
            return *base;
        }
        // There is no room beside it: a marker on the nearest of its bases shows his place.
        let bases = world.bases_of(group);
        let nearest = bases.iter().min_by_key(|b| b.base.centre().distance(base.centre()));
        nearest.map_or(*base, |b| b.base)
    }
}
