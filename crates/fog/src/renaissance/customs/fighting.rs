//! The arithmetic of combat.

use crate::battle::customs::{Fighting, Tested};
use crate::battle::outcome::{self, Combat, LossCause, TestedFor, game_tests};
use crate::battle::position::{contact, disorder, kinds, nearness};
use crate::battle::world::{GroupId, World};
use crate::battle::{Cx, Flow, Input};
use crate::combat::{Arithmetic, Cause, Fight, FireTaken, Muster, Readings, Toll, Volley, loss_choices};
use crate::formation::{kinds_that_may_be_lost, loss_to_artillery};
use crate::renaissance::{
    Renaissance, Standing, camp_pool, check_pairing, cohesion_modifiers, double_drop, gun_files,
    sixths_of_dice,
};
use crate::troops::{BaseProfile, Book, Cohesion, Disorder, Quality, TroopType};
use caracole_kernel::{Refusal, Side, Tally, dice::Pool};
use caracole_ledger::enforces;
use caracole_plane::{BaseRect, Contact, Edge};
use smallvec::SmallVec;

impl Fighting for Renaissance {
    fn combat(&self, cx: &mut Cx<'_>, combat: &mut Combat, input: Input) -> Flow {
        outcome::combat::run::<Self>(cx, combat, input)
    }

    fn muster(&self, fight: &Fight, readings: Readings) -> Muster {
        <Self as Arithmetic>::muster(fight, readings)
    }

    fn sixths_of_dice(&self, fight: &Fight, volley: &Volley, _: Readings) -> SmallVec<[(u8, u32); 8]> {
        sixths_of_dice(fight, volley)
    }

    fn loss_choices(&self, fight: &Fight, readings: Readings, index: u8) -> SmallVec<[u8; 4]> {
        loss_choices::<Self>(fight, readings, index)
    }

    fn gun_files(&self, fight: &Fight, readings: Readings, index: u8) -> SmallVec<[u8; 2]> {
        gun_files(fight, readings, index)
    }

    fn check_pairing(&self, contacts: &[(u8, u8)], pairing: &[(u8, u8)]) -> Result<(), Refusal> {
        check_pairing(contacts, pairing)
    }

    fn cohesion_modifiers(&self, tested: Tested<'_>, score: &mut Tally) {
        let mut standing = Standing::of(tested.fight, FireTaken::default(), tested.index);
        if let Some(bolsterer) = tested.bolsterer {
            standing.commander = bolsterer;
        }
        cohesion_modifiers(&standing, tested.toll, tested.cause, score);
    }

    fn double_drop(&self, toll: &Toll, cause: Cause) -> bool {
        double_drop(toll, cause)
    }

    fn camp_pool(&self, troop_type: TroopType, quality: Quality) -> Pool {
        camp_pool(troop_type.arm(Book::Renaissance), quality)
    }

    fn guns_are_taken(&self) -> bool {
        true
    }

    fn second_rank_fights_aside(&self) -> bool {
        enforces!("FOGR-IMPACT-046", "FOGR-COMBAT-091");
        true
    }

    fn commits_first(&self, active: Side) -> Side {
        active
    }

    fn may_lead_in_front(&self, _: &World, _: GroupId) -> bool {
        true
    }

    fn comes_upon_camp(&self, base: &BaseRect, camp: &BaseRect) -> bool {
        base.contact(camp).is_some_and(Contact::is_by_own_front)
    }

    fn may_assault(&self, _: &World, _: GroupId) -> bool {
        true
    }

    fn can_defend(&self, troop_type: TroopType) -> bool {
        enforces!("FOGR-COMBAT-069");
        troop_type.is_foot() && troop_type != TroopType::BattleWagons
    }

    fn defends_by(&self, _: Edge) -> bool {
        true
    }

    fn supporting_bases(&self, world: &World, supporter: GroupId, group: GroupId) -> usize {
        if supports(world, supporter, group) { world.size(supporter) } else { 0 }
    }

    fn mourns(&self, world: &World, watcher: GroupId, with: GroupId) -> Option<TestedFor> {
        game_tests::sees(world, watcher, with).then_some(TestedFor::Sight)
    }

    fn kinds_lost(&self, world: &World, group: GroupId, cause: &LossCause) -> Option<Vec<BaseProfile>> {
        enforces!("FOGR-COHESION-047", "FOGR-COHESION-048", "FOGR-COHESION-051", "FOGR-COHESION-056");
        let (start, now) = (world.start_of(group), world.profiles(group));
        Some(match cause {
            LossCause::Shooting { long_guns_only: true, .. } => {
                loss_to_artillery(&start, &now).into_iter().collect()
            }
            LossCause::CloseCombat { .. } | LossCause::Shooting { .. } => {
                kinds_that_may_be_lost(&start, &now).into_iter().collect()
            }
            LossCause::Rout { pursuers } => {
                let theirs: Vec<BaseRect> = pursuers.iter().flat_map(|&p| world.rects(p)).copied().collect();
                let touched = |b: &crate::battle::world::BaseId| {
                    theirs.iter().any(|t| t.touches(&world[*b].base.rect()))
                };
                world.base_ids(group).into_iter().filter(touched).map(|b| world[b].profile).collect()
            }
        })
    }
}

fn quality(world: &World, group: GroupId) -> Quality {
    world.profiles(group).first().map_or(Quality::Average, |b| b.quality)
}

/// Whether one battle group stands so that it supports another.
fn supports(world: &World, supporter: GroupId, group: GroupId) -> bool {
    enforces!("FOGR-GLOSSARY-034");
    let s = &world[supporter];
    if supporter == group || s.side != world[group].side || !s.is_on_table() {
        return false;
    }
    let range = if kinds::is_foot(world, supporter) { 6 } else { 9 };
    if !nearness::may_be_within(world, supporter, group, world.field.mu(range)) {
        return false;
    }
    let kind = kinds::is_battle(world, supporter)
        && !kinds::is_artillery(world, supporter)
        && !world.profiles(supporter).iter().any(|b| b.troop_type == TroopType::Mob);
    let steady = s.cohesion == Cohesion::Steady && disorder::worst(world, supporter) == Disorder::None;
    if !kind || !steady || quality(world, group).level() - quality(world, supporter).level() > 1 {
        return false;
    }
    let (theirs, ours) = (world.rects(supporter), world.rects(group));
    if !caracole_plane::any_within(theirs, ours, world.field.mu(range)) {
        return false;
    }
    let rear = world.body(group).footprint().rect();
    let front = world.body(supporter).footprint().rect();
    let behind = theirs.iter().all(|r| rear.has_entirely_behind_rear(r));
    let ahead = ours.iter().any(|r| front.has_ahead(r));
    behind && ahead && !contact::in_close_combat(world, supporter)
}
