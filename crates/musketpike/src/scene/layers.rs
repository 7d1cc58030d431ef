//! What a player can have laid over the map for as long as wanted. All of it is made of what lies open on the map.

use super::overlays::Overlays;
use super::table::{at, middle};
use crate::counters::UnitId;
use crate::engine::{MusketPike, fire::FireArc};
use crate::hex::{Footprint, Half, Zone};
use crate::messages::Target;
use crate::world::Post;
use caracole_kernel::{Battle, Layer, Overlay, OverlayKind, Piece};

/// What there is to see.
pub const LAYERS: &[Layer] = &[
    Layer::new("command", "Command: who is in it, and how far it reaches"),
    Layer::new("facing", "Front, flank and rear"),
    Layer::new("flanks", "Flanks and rears next to the enemy"),
    Layer::new("fire", "Which units can fire at which"),
    Layer::new("sight", "Line of sight of the selected unit"),
];

/// One of them as it is now; of one piece only, if one is named.
pub fn layer(battle: &Battle<MusketPike>, id: &str, about: Option<&Piece>) -> Vec<Overlay> {
    let mut overlays = Overlays::new(battle);
    let scenario = &battle.scenario().scenario;
    let there: Vec<UnitId> =
        scenario.unit_ids().filter(|unit| battle.world().unit(*unit).in_play()).collect();
    let named = about.filter(|piece| piece.kind == "unit").map(|piece| piece.number);
    let selected = there.iter().copied().find(|unit| named == Some(u32::from(unit.0)));
    let shown: Vec<UnitId> = selected.map_or_else(|| there.clone(), |unit| vec![unit]);
    match (id, selected) {
        ("command", Some(unit)) => overlays.command_of(battle, unit),
        ("command", None) => there.iter().for_each(|unit| overlays.chain(*unit)),
        ("facing", Some(unit)) => overlays.zones(unit),
        // For every unit it would cover the map: only units next to an enemy are shown.
        ("facing", None) => {
            let field = overlays.field;
            there.iter().filter(|unit| field.is_engaged(**unit)).for_each(|unit| overlays.zones(*unit));
        }
        ("flanks", _) => shown.into_iter().for_each(|unit| overlays.flanks(unit)),
        ("fire", _) => shown.into_iter().for_each(|unit| overlays.fire(unit, &there)),
        ("sight", Some(unit)) => overlays.sight(unit, &there),
        _ => {}
    }
    overlays.found
}

impl Overlays<'_> {
    /// Where a unit would be in command.
    fn command_of(&mut self, battle: &Battle<MusketPike>, unit: UnitId) {
        let zone = self.field.command_zone(unit);
        for hex in battle.scenario().scenario.map.hexes() {
            if zone.distance(Footprint { first: hex, second: None }) == 0 {
                self.hex(OverlayKind::Reach, hex, "");
            }
        }
        self.chain(unit);
    }

    /// From a unit to the commander of its Wing, or that it is out of reach.
    fn chain(&mut self, unit: UnitId) {
        if self.field.is_wagon(unit) {
            return;
        }
        let hex = self.field.hex(unit);
        if !self.field.in_command(unit) {
            self.hex(OverlayKind::Threat, hex, "out of command");
            return;
        }
        let wing = self.field.wing_of(unit);
        let commander =
            self.field.leaders().find(|(_, leader)| leader.on_map() && leader.post == Post::Wing(wing));
        if let Some(to) = commander.map(|(_, leader)| leader.hex)
            && to != hex
        {
            self.line(OverlayKind::Line, hex, to, "");
        }
    }

    fn zones(&mut self, unit: UnitId) {
        if !self.field.has_facing(unit) {
            return;
        }
        let place = self.field.unit(unit).at;
        for hex in place.footprint().neighbours() {
            match self.field.zone(unit, hex) {
                Some(Zone::Front) => self.hex(OverlayKind::Reach, hex, "front"),
                Some(Zone::Flank) => self.hex(OverlayKind::Arc, hex, "flank"),
                Some(Zone::Rear) => self.hex(OverlayKind::Threat, hex, "rear"),
                None => {}
            }
        }
    }

    /// Enemy in the flank or rear hexes of a unit.
    fn flanks(&mut self, unit: UnitId) {
        let place = self.field.footprint(unit);
        for enemy in self.field.enemies_around(place, self.field.side(unit)) {
            let worst = self.field.footprint(enemy).iter().filter_map(|hex| self.field.zone(unit, hex));
            let label = match worst.max() {
                Some(Zone::Flank) => "in the flank",
                Some(Zone::Rear) => "in the rear",
                _ => continue,
            };
            let (from, to) = (self.field.unit(enemy).at, self.field.unit(unit).at);
            let ends = vec![at(middle(&self.paper, from)), at(middle(&self.paper, to))];
            self.push(OverlayKind::Threat, ends, label);
        }
    }

    fn fire(&mut self, unit: UnitId, all: &[UnitId]) {
        let field = self.field;
        let own = field.hex(unit);
        for enemy in all.iter().copied().filter(|other| field.owner(*other) != field.owner(unit)) {
            let target = Target::Unit(enemy);
            let near = field.target_hexes(target).into_iter().min_by_key(|hex| hex.distance(own));
            let Some(hex) = near else { continue };
            let half = |half| field.half_bears(unit, half, target, FireArc::FrontAndFlank).is_ok();
            let bears = if field.is_gun(unit) {
                field.gun_bears(unit, target, hex).is_ok()
            } else {
                field.may_shoot(unit).is_ok() && Half::BOTH.into_iter().any(half)
            };
            if bears {
                self.line(OverlayKind::Arc, own, hex, "");
            }
        }
    }

    fn sight(&mut self, unit: UnitId, all: &[UnitId]) {
        let field = self.field;
        for other in all.iter().copied().filter(|other| field.side(*other) != field.side(unit)) {
            if field.sees(unit, other) {
                self.line(OverlayKind::Line, field.hex(unit), field.hex(other), "");
            } else {
                self.hex(OverlayKind::Zone, field.hex(other), "not seen");
            }
        }
    }
}
