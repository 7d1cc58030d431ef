//! The account of a battle: what was done, and how each kind of troops did for its points.

use crate::{Account, Chronicle, Troops};
use caracole_fog::{
    army::{ArmyReadings, price},
    battle::world::{GroupId, Presence, World},
    battle::{Event, Fog, Played, impact, outcome, outcome::Hits, setup},
    troops::Cohesion,
};
use caracole_kernel::{Battle, BySide, Side};
use std::collections::{BTreeMap, BTreeSet};

/// What happened, counted.
#[derive(Debug, Default)]
pub(super) struct Annals {
    deeds: BTreeMap<&'static str, BySide<u32>>,
    /// Who hit each battle group when it was last fought or shot at.
    blows: BTreeMap<GroupId, BTreeSet<GroupId>>,
    /// Battle groups that have broken.
    beaten: BTreeSet<GroupId>,
    /// How many enemies each battle group has helped to break.
    victims: BTreeMap<GroupId, u32>,
}

impl Annals {
    /// Keeps who struck whom, and whom that broke.
    fn note_blows(&mut self, event: &outcome::Event) {
        use outcome::Event as E;
        match event {
            E::Dice { dice } => {
                for told in dice {
                    self.blows.remove(&told.against);
                }
            }
            E::Hit(Hits { by: Some(by), against, hits: 1.. }) => {
                self.blows.entry(*against).or_default().insert(*by);
            }
            E::Tested { group, to: Cohesion::Broken, .. }
            | E::Autobroke { group }
            | E::Destroyed { group } => {
                self.note_broken(*group);
            }
            _ => {}
        }
    }

    fn note_broken(&mut self, group: GroupId) {
        if self.beaten.insert(group) {
            for victor in self.blows.remove(&group).unwrap_or_default() {
                *self.victims.entry(victor).or_default() += 1;
            }
        }
    }
}

fn kind(world: &World, group: GroupId) -> Option<String> {
    world.start_of(group).first().map(|base| base.troop_type.to_string())
}

/// Whether a battle group is no use to its army any more.
fn is_lost(world: &World, group: GroupId) -> bool {
    let state = &world[group];
    state.is_broken()
        || state.is_in_enemy_hands()
        || matches!(state.presence, Presence::Destroyed | Presence::RoutedOff | Presence::Straggling)
}

impl<B: Played> Chronicle<Fog<B>> for Annals {
    fn note(&mut self, battle: &Battle<Fog<B>>, event: &Event) {
        let world = battle.world();
        if let Event::Outcome(event) = event {
            self.note_blows(event);
        }
        let of = |group: GroupId| world.get(group).map(|g| g.owner);
        let deed: Option<(&'static str, Option<Side>)> = match event {
            Event::Impact(impact::Event::ChargeDeclared { charge, .. }) => {
                Some(("charges", of(charge.group)))
            }
            Event::Impact(impact::Event::ChargeCancelled { group, .. }) => {
                Some(("charges that failed", of(*group)))
            }
            Event::Outcome(outcome::Event::Tested { group, from, to, .. }) => {
                Some((if to > from { "tests failed" } else { "tests passed" }, of(*group)))
            }
            Event::Outcome(outcome::Event::BaseLost { group, .. }) => Some(("bases lost", of(*group))),
            Event::Outcome(outcome::Event::Destroyed { group }) => {
                Some(("battle groups destroyed", of(*group)))
            }
            Event::Outcome(outcome::Event::RoutedOff { group }) => Some(("routed off the table", of(*group))),
            Event::Outcome(outcome::Event::Pursued { group, .. }) => Some(("pursuits", of(*group))),
            Event::Outcome(outcome::Event::GunsTaken { guns, .. }) => Some(("guns lost", of(*guns))),
            Event::Outcome(outcome::Event::CommanderLost { commander }) => {
                Some(("commanders lost", Some(world[*commander].side)))
            }
            Event::Setup(setup::Event::Arrived { group, .. }) => Some(("arrivals on a flank", of(*group))),
            Event::Setup(setup::Event::AmbushRevealed { side, group: Some(_), .. }) => {
                Some(("ambushes", Some(*side)))
            }
            _ => None,
        };
        if let Some((deed, Some(side))) = deed {
            self.deeds.entry(deed).or_default()[side] += 1;
        }
    }

    fn close(&mut self, _: &Battle<Fog<B>>, end: &Battle<Fog<B>>, account: &mut Account) {
        account.deeds = self.deeds.iter().map(|(deed, counts)| ((*deed).to_owned(), *counts)).collect();
        let world = end.world();
        let prices = BySide::new_with(|side| {
            let priced = price(&end.scenario().armies[side], &ArmyReadings::default());
            priced
                .map(|p| p.battle_groups.iter().map(|g| g.tally.total()).collect::<Vec<_>>())
                .unwrap_or_default()
        });
        let began = |owner: Side, entry: u8| -> u32 {
            let same = |g: &GroupId| world[*g].owner == owner && world[*g].entry == entry;
            world.ids().filter(same).map(|g| u32::from(world[g].base_count)).sum()
        };
        for group in world.ids() {
            let state = &world[group];
            let Some(kind) = kind(world, group) else { continue };
            let points = prices[state.owner].get(usize::from(state.entry)).copied().unwrap_or(0);
            let points = u32::try_from(points).unwrap_or(0);
            let (bases, all) = (u32::from(state.base_count), began(state.owner, state.entry).max(1));
            let worth = points * bases / all;
            let lost = is_lost(world, group);
            let gone = bases.saturating_sub(world.size(group) as u32);
            let worth_lost = if lost { worth } else { worth * gone / bases.max(1) };
            let victims = self.victims.get(&group).copied().unwrap_or(0);
            let count = Troops { fielded: 1, lost: u32::from(lost), worth, worth_lost, victims };
            account.troops[state.owner].entry(kind).or_default().add(&count);
        }
    }
}
