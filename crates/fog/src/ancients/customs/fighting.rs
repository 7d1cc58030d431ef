//! The arithmetic of combat.

use crate::ancients::{
    Ancients, Standing, check_assault, check_front_rank, check_pairing, cohesion_modifiers, commit_order,
    double_drop, rear_support, sixths_of_dice,
};
use crate::army::CommanderRole;
use crate::battle::customs::{Fighting, Tested};
use crate::battle::outcome::{self, Combat, LossCause, TestedFor, roster};
use crate::battle::position::command;
use crate::battle::world::{CommanderPlace as Place, CommanderState, GroupId, Posture, World};
use crate::battle::{Cx, Flow, Input};
use crate::combat::{
    Arithmetic, Cause, CommanderPlace, Fight, FileRef, FireTaken, Group, Muster, Readings, Toll, Volley,
    loss_choices, quality_reroll,
};
use crate::troops::{BaseProfile, Quality, TroopType, shock_base_ancients};
use caracole_kernel::{
    BySide, Refusal, Side, Tally,
    dice::{Die, Pool},
};
use caracole_ledger::enforces;
use caracole_plane::{BaseRect, CONTACT_TOLERANCE, Edge};
use smallvec::SmallVec;

impl Fighting for Ancients {
    fn combat(&self, cx: &mut Cx<'_>, combat: &mut Combat, input: Input) -> Flow {
        outcome::combat::run::<Self>(cx, combat, input)
    }

    fn muster(&self, fight: &Fight, readings: Readings) -> Muster {
        <Self as Arithmetic>::muster(fight, readings)
    }

    fn sixths_of_dice(&self, fight: &Fight, volley: &Volley, readings: Readings) -> SmallVec<[(u8, u32); 8]> {
        sixths_of_dice(fight, volley, readings)
    }

    fn loss_choices(&self, fight: &Fight, readings: Readings, index: u8) -> SmallVec<[u8; 4]> {
        loss_choices::<Self>(fight, readings, index)
    }

    fn gun_files(&self, _: &Fight, _: Readings, _: u8) -> SmallVec<[u8; 2]> {
        SmallVec::new()
    }

    fn check_pairing(&self, contacts: &[(u8, u8)], pairing: &[(u8, u8)]) -> Result<(), Refusal> {
        let numbered = |&(red, blue): &(u8, u8)| BySide {
            red: FileRef { group: 0, file: red },
            blue: FileRef { group: 1, file: blue },
        };
        let contacts: Vec<_> = contacts.iter().map(numbered).collect();
        let pairing: Vec<_> = pairing.iter().map(numbered).collect();
        check_pairing(&contacts, &pairing)
    }

    fn cohesion_modifiers(&self, tested: Tested<'_>, score: &mut Tally) {
        let Tested { fight, index, readings, .. } = tested;
        let mut standing = Standing::of(fight, FireTaken::default(), readings, index);
        if let Some(grade) = tested.bolsterer {
            // Who bolsters is with the battle group.
            standing.commander =
                standing.commander.filter(|_| grade.is_some()).map(|c| crate::combat::Commander {
                    grade: grade.unwrap_or(c.grade),
                    place: if c.place == CommanderPlace::InRange { CommanderPlace::With } else { c.place },
                    ..c
                });
        }
        cohesion_modifiers(&standing, tested.toll, tested.cause, score);
    }

    fn double_drop(&self, toll: &Toll, cause: Cause) -> bool {
        double_drop(toll, cause)
    }

    fn camp_pool(&self, _: TroopType, quality: Quality) -> Pool {
        Pool::hits(1, Die::D6, 5, quality_reroll(quality))
    }

    fn add_facts(&self, world: &World, id: GroupId, group: &mut Group) {
        let start = world.start_of(id);
        group.lancers_are_shock =
            start.iter().filter(|b| b.is_lancers()).any(|b| shock_base_ancients(*b, &start));
        if group.formation == crate::combat::Formation::Square {
            group.formation = crate::combat::Formation::Orb;
        }
    }

    fn guns_are_taken(&self) -> bool {
        // They fight, and break like others.
        false
    }

    fn second_rank_fights_aside(&self) -> bool {
        false
    }

    fn commits_first(&self, active: Side) -> Side {
        commit_order(active)[0]
    }

    fn may_lead_in_front(&self, world: &World, group: GroupId) -> bool {
        check_front_rank(&roster::alone(world, group)).is_ok()
    }

    fn comes_upon_camp(&self, base: &BaseRect, camp: &BaseRect) -> bool {
        // Any point of the front edge, its corners included.
        base.front_edge().within(camp, CONTACT_TOLERANCE)
    }

    fn may_assault(&self, world: &World, group: GroupId) -> bool {
        check_assault(&roster::alone(world, group)).is_ok()
    }

    fn can_defend(&self, troop_type: TroopType) -> bool {
        enforces!("FOGAM-SPECIAL-017");
        troop_type != TroopType::BattleWagons
    }

    fn defends_by(&self, edge: Edge) -> bool {
        enforces!("FOGAM-SPECIAL-017");
        edge != Edge::Rear
    }

    fn supporting_bases(&self, world: &World, supporter: GroupId, group: GroupId) -> usize {
        rear_support::supporting_bases(world, supporter, group)
    }

    fn kinds_lost(&self, _: &World, _: GroupId, _: &LossCause) -> Option<Vec<BaseProfile>> {
        // The nearest, the furthest, or any that faces the enemy, whatever it is.
        None
    }

    fn minds_commander_of(&self, world: &World, watcher: GroupId, with: GroupId) -> bool {
        mourned(world, watcher, with).next().is_some()
    }

    fn mourns(&self, world: &World, watcher: GroupId, with: GroupId) -> Option<TestedFor> {
        let lost: Vec<CommanderRole> =
            mourned(world, watcher, with).filter(|c| c.place == Place::Lost).map(|c| c.role).collect();
        match lost.contains(&CommanderRole::CInC) {
            true => Some(TestedFor::ChiefLost),
            false => (!lost.is_empty()).then_some(TestedFor::CommandersLost),
        }
    }

    fn has_charged(&self, world: &mut World, group: GroupId) {
        let scythed = |b: &BaseProfile| b.troop_type == TroopType::ScythedChariots;
        if world.profiles(group).iter().any(scythed) {
            world[group].posture = Posture::Loosed;
        }
    }

    fn has_dropped_back(&self, world: &mut World, group: GroupId) {
        enforces!("FOGAM-IMPACT-021", "FOGAM-COMBAT-054");
        world[group].phase.reshaped = true;
    }
}

/// The commanders with a battle group, or lost with it in this phase, whose loss another minds.
fn mourned(world: &World, watcher: GroupId, with: GroupId) -> impl Iterator<Item = &CommanderState> {
    enforces!("FOGAM-COHESION-008");
    let may = watcher != with && world[watcher].side == world[with].side && roster::can_test(world, watcher);
    let near = move |c: &CommanderState| {
        let reach = world.field.mu(if c.role == CommanderRole::CInC { 6 } else { 3 });
        caracole_plane::any_within(world.rects(watcher), world.rects(with), reach)
    };
    let was_with = move |c: &CommanderState| {
        c.with() == Some(with) || (c.place == Place::Lost && c.with_at_phase_start() == Some(with))
    };
    let ids = world.commander_ids().filter(move |_| may);
    ids.filter(move |&c| command::in_line_of_command(world, c, watcher))
        .map(|c| &world[c])
        .filter(move |c| was_with(c) && near(c))
}
