//! The account of a battle: what was done, and how each kind of troops did.

use crate::{Account, Chronicle, Troops};
use caracole_kernel::{Battle, BySide};
use caracole_renatio::army::weight;
use caracole_renatio::battle::charging::{self, Response};
use caracole_renatio::battle::shooting::Event as Fire;
use caracole_renatio::battle::{BrokenBy, Event, Presence, Renatio, Ug, outcomes};
use caracole_renatio::troops::TroopType;
use std::collections::BTreeMap;

/// What happened, counted.
#[derive(Debug, Default)]
pub(super) struct Annals {
    deeds: BTreeMap<&'static str, BySide<u32>>,
}

fn kind(ug: &Ug) -> &'static str {
    match ug.troop_type() {
        _ if ug.profile.is_skirmishers() => "skirmishers",
        TroopType::Foot => "foot",
        TroopType::Mounted => "mounted",
        TroopType::Artillery => "guns",
        TroopType::Elephants => "elephants",
        TroopType::Battlewagons => "battlewagons",
    }
}

impl Chronicle<Renatio> for Annals {
    fn note(&mut self, battle: &Battle<Renatio>, event: &Event) {
        let world = battle.world();
        let deed = match event {
            Event::Prompted { by, .. } => world.commander(*by).map(|c| ("actions", c.side)),
            Event::Moved { ug, .. } => world.get(*ug).map(|ug| ("moves", ug.side)),
            Event::Shooting(Fire::Thrown { side, .. }) => Some(("volleys", *side)),
            Event::Charge(charging::Event::Declared { ug, .. }) => {
                world.get(*ug).map(|ug| ("charges", ug.side))
            }
            Event::Charge(charging::Event::Charged { ug, flank_claims: 1.., .. }) => {
                world.get(*ug).map(|ug| ("charges into flank or rear", ug.side))
            }
            Event::Charge(charging::Event::Responded { ug, how: Response::RunAway | Response::Skirmish }) => {
                world.get(*ug).map(|ug| ("evades", ug.side))
            }
            Event::Outcome(outcomes::Event::Broke { ug, by }) => world.get(*ug).map(|ug| {
                let how = match by {
                    BrokenBy::Combat => "broken in combat",
                    BrokenBy::Shooting => "broken by fire",
                    _ => "broken by tests",
                };
                (how, ug.side)
            }),
            Event::Shooting(Fire::BaseLost { ug, .. }) => {
                world.get(*ug).map(|ug| ("bases lost to fire", ug.side))
            }
            _ => None,
        };
        if let Some((deed, side)) = deed {
            self.deeds.entry(deed).or_default()[side] += 1;
        }
    }

    fn close(&mut self, _: &Battle<Renatio>, end: &Battle<Renatio>, account: &mut Account) {
        account.deeds = self.deeds.iter().map(|(deed, counts)| ((*deed).to_owned(), *counts)).collect();
        let (scenario, world) = (end.scenario(), end.world());
        for ug in world.groups() {
            let worth = u32::from(weight(&scenario.charts, scenario.readings, &ug.profile));
            let lost = ug.presence == Presence::Broken;
            account.troops[ug.side].entry(kind(ug).to_owned()).or_default().add(&Troops {
                fielded: 1,
                lost: u32::from(lost),
                worth,
                worth_lost: if lost { worth } else { 0 },
                victims: 0,
            });
        }
    }
}
