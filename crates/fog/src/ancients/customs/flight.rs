//! Routs, pursuits and variable moves.

use crate::ancients::{
    self, Ancients, Opponent, VARIABLE_MOVE, autobreaks, falls_with_routers_on, pursuit, rally_line,
    variable_change,
};
use crate::battle::customs::{Flight, PursuedCommander, Pursues, Stopped, Stops};
use crate::battle::outcome::roster;
use crate::battle::position::{contact, defence, kinds};
use crate::battle::world::{GroupId, Phase, World};
use crate::combat::{Group as Described, TestPurpose};
use crate::formation::Formation;
use crate::troops::TroopType;
use caracole_kernel::dice::{Die, Pool, Reroll};
use caracole_ledger::enforces;
use caracole_plane::{Group, Path};

impl Flight for Ancients {
    fn variable_move_pool(&self) -> Pool {
        VARIABLE_MOVE
    }

    fn variable_move(&self, die: i32) -> i32 {
        variable_change(die)
    }

    fn pursued_commander(&self) -> PursuedCommander {
        PursuedCommander { pool: Pool::sum(2, Die::D6, Reroll::NONE), falls_on: falls_with_routers_on() }
    }

    fn is_autobroken(&self, world: &World, group: GroupId) -> bool {
        let left = u8::try_from(world.size(group)).unwrap_or(u8::MAX);
        autobreaks(&roster::without_surroundings(world, group), left, world.readings)
    }

    fn pursues(&self, world: &World, group: GroupId, routers: &[GroupId]) -> Pursues {
        let broken: Vec<Described> = routers.iter().map(|&r| roster::alone(world, r)).collect();
        let opponents: Vec<Opponent<'_>> =
            broken.iter().map(|group| Opponent { group, broke: true, overlap_only: false }).collect();
        let fortified = defence::defends(world, group);
        match pursuit(&roster::alone(world, group), &opponents, fortified, world.readings) {
            ancients::Pursuit::Never => Pursues::Never,
            ancients::Pursuit::Must => Pursues::Must,
            ancients::Pursuit::MustUnlessTestPassed => Pursues::UnlessTest,
            ancients::Pursuit::StaysUnlessTestPassed => Pursues::ByTest,
        }
    }

    fn goes_on_without_contact(&self, _: &World, _: GroupId) -> bool {
        enforces!("FOGAM-JAP-023");
        false
    }

    fn stops(&self, world: &World, group: GroupId) -> Stops {
        enforces!("FOGAM-JAP-011", "FOGAM-JAP-020");
        let g = &world[group];
        if g.looting {
            return Stops::ByTest(TestPurpose::StopLooting);
        }
        if g.pursuing.is_empty() || g.is_broken() {
            return Stops::No;
        }
        let after_mounted = g.pursuing.iter().all(|&r| kinds::is_mounted(world, r));
        match kinds::is_foot(world, group) && !kinds::is_shock(world, group) && after_mounted {
            true => Stops::UnlessTest(TestPurpose::StopPursuing),
            false => Stops::ByTest(TestPurpose::StopPursuing),
        }
    }

    fn halts_freely(&self, world: &World, group: GroupId, enemy: GroupId) -> bool {
        enforces!("FOGAM-JAP-025");
        kinds::is_light(world, group) && kinds::is_battle(world, enemy)
    }

    fn most_files_given_up(&self) -> usize {
        enforces!("FOGAM-JAP-021");
        2
    }

    fn may_evade_pursuers(&self, world: &World, group: GroupId) -> bool {
        enforces!("FOGAM-JAP-027");
        !world[group].phase.shifted
    }

    fn rides_down(&self, world: &World, group: GroupId, routers: GroupId) -> bool {
        enforces!("FOGAM-COMBAT-107");
        kinds::is_battle(world, group) && kinds::is_light(world, routers)
    }

    fn lost_at_end(&self, world: &World) -> Vec<GroupId> {
        enforces!("FOGAM-COMBAT-107");
        let held = |g: GroupId| {
            world
                .enemies_of(g)
                .any(|e| !world[e].is_broken() && kinds::is_battle(world, e) && contact::touch(world, e, g))
        };
        world.on_table().filter(|&g| world[g].is_broken() && kinds::is_light(world, g) && held(g)).collect()
    }

    /// In the joint action phase every rout must be completed. An initial rout may end before enemy or behind friends.
    fn is_lost_when_stopped(&self, world: &World, stopped: Stopped) -> bool {
        enforces!("FOGAM-COMBAT-093", "FOGAM-COMBAT-096", "FOGAM-JAP-018", "FOGAM-MOVE-088");
        world.turn.phase == Phase::JointAction || matches!(stopped, Stopped::ByGround | Stopped::AtOnce)
    }

    fn halts_before_camps(&self) -> bool {
        enforces!("FOGAM-COMBAT-092", "FOGAM-COMBAT-093");
        true
    }

    fn widths_to_stay_on_table(&self) -> i32 {
        enforces!("FOGAM-JAP-024");
        2
    }

    fn tests_after_pursuits(&self) -> bool {
        enforces!("FOGAM-JAP-026", "FOGAM-COMBAT-106");
        true
    }

    fn widths_aside(&self, world: &World, group: GroupId) -> i32 {
        enforces!("FOGAM-COMBAT-091", "FOGAM-COMBAT-095", "FOGAM-JAP-014", "FOGAM-JAP-015", "FOGAM-JAP-016");
        let beasts = |t: TroopType| matches!(t, TroopType::Elephants | TroopType::ScythedChariots);
        if world.profiles(group).iter().any(|b| beasts(b.troop_type)) {
            return 0;
        }
        let touched = || world.enemies_of(group).any(|e| contact::touch(world, group, e));
        if world.turn.phase == Phase::JointAction && !touched() { 2 } else { 1 }
    }

    fn are_let_through(&self, world: &World, _: GroupId, friend: GroupId, path: &Path) -> bool {
        enforces!("FOGAM-JAP-017", "FOGAM-MOVE-076");
        world.turn.phase == Phase::JointAction && rally_line::meets_drilled_front(world, friend, path)
    }

    fn reformed_routers(&self, world: &World, group: GroupId) -> Option<(Formation, Group)> {
        Some(rally_line::reformed(world, group))
    }
}
