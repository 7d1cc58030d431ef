//! Fire: which units may fire at which targets, the column that is used, and the modifiers.

use super::{
    bar::{Allowed, Bar},
    field::Field,
};
use crate::{
    charts::{ArtilleryFireModifier, FireColumn, FireModifier, FormationState},
    counters::{BatterySize, CavalryType, RegimentalArtillery, UnitArm, UnitId, UnitType},
    hex::{Facing, Footprint, Half, Hex, Placement, Zone},
    messages::{FireTable, Manner, Salvoing, Target},
    sight::Tracing,
    world::{Formation, Marks, MoraleState},
};
use caracole_kernel::{Side, Tally};
use caracole_ledger::{enforces, rule};
use smallvec::SmallVec;

/// The kind of a shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShotKind {
    /// How the infantry fires.
    pub manner: Manner,
    /// Reaction Fire at a unit that used Retreating Fire.
    pub at_retreating: bool,
    /// Heavy infantry Reaction Fire at cavalry that came from outside its zone.
    pub at_moved_cavalry: bool,
}

/// The zones into which infantry and cavalry fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FireArc {
    /// Front hexes only.
    Front,
    /// Front and flank hexes.
    FrontAndFlank,
}

impl Manner {
    /// The zones into which it is fired.
    pub const fn arc(self) -> FireArc {
        match self {
            Manner::Skirmishing => FireArc::FrontAndFlank,
            _ => FireArc::Front,
        }
    }
}

impl Salvoing {
    /// The same as a manner of fire.
    pub const fn manner(self) -> Manner {
        match self {
            Salvoing::No => Manner::Skirmishing,
            Salvoing::Yes => Manner::Salvo,
        }
    }

    /// The zones into which it is fired.
    pub const fn arc(self) -> FireArc {
        self.manner().arc()
    }
}

impl<'a> Field<'a> {
    /// Where a target is: the hexes that can be shot at.
    pub fn target_hexes(self, target: Target) -> SmallVec<[Hex; 2]> {
        match target {
            Target::Unit(unit) => self.footprint(unit).iter().collect(),
            Target::Leader(leader) => smallvec::smallvec![self.leader(leader).hex],
        }
    }

    /// Enemies of `side` in the hexes around a place: units, and leaders alone in theirs.
    pub fn targets_around(self, place: Footprint, side: Side) -> SmallVec<[Target; 8]> {
        enforces!("MPBS-10.10b");
        let mut found: SmallVec<[Target; 8]> =
            self.enemies_around(place, side).into_iter().map(Target::Unit).collect();
        let alone = self.leaders().filter(|(id, leader)| {
            leader.side != side && leader.on_map() && place.distance(leader.hex) == 1 && self.is_alone(*id)
        });
        found.extend(alone.map(|(id, _)| Target::Leader(id)));
        found
    }

    /// Whether a unit or leader can be fired at in this hex at all.
    fn may_be_target(self, target: Target, hex: Hex) -> Allowed {
        enforces!("MPBS-10.1.1b", "MPBS-10.10b", "MPBS-14.1c");
        match target {
            Target::Unit(unit) => {
                if usize::from(unit.0) >= self.world.units.len() || !self.unit(unit).in_play() {
                    return Err(Bar::Rule(
                        rule!("MPBS-10.1.1b"),
                        "That unit does not exist or is not on the map",
                        "Choose a target.",
                    ));
                }
                if self.is_wagon(unit) {
                    return Err(Bar::Unit(
                        rule!("MPBS-14.1c"),
                        unit,
                        "A Wagon cannot be the target of fire",
                        "Choose another target.",
                    ));
                }
                let top = self.top(hex);
                if top != Some(unit) && top.is_none_or(|top| self.partner(top) != Some(unit)) {
                    return Err(Bar::Unit(
                        rule!("MPBS-8.3.1b"),
                        unit,
                        "Only the top unit of a stack can be the target of fire",
                        "Fire at the unit on top.",
                    ));
                }
                Ok(())
            }
            Target::Leader(leader) => {
                let known = usize::from(leader.0) < self.world.leaders.len();
                if known && self.leader(leader).on_map() && self.is_alone(leader) {
                    return Ok(());
                }
                Err(Bar::Rule(
                    rule!("MPBS-10.10b"),
                    "A leader can be fired at only when alone in a hex",
                    "Fire at the unit in the leader's hex.",
                ))
            }
        }
    }

    /// Whether a unit other than artillery can fire at all now.
    pub fn may_shoot(self, unit: UnitId) -> Allowed {
        enforces!("MPBS-6.3.2a-1", "MPBS-6.3.4i", "MPBS-12.4.3c", "MPBS-10.7.3");
        if self.is_train(unit) {
            return Err(Bar::Unit(rule!("MPBS-10.1.1a"), unit, "It has no muskets", "Choose another unit."));
        }
        if !self.effect(unit).may_fire {
            return Err(Bar::Unit(
                rule!("MPBS-CHART-FORMATION-MOVEMENT"),
                unit,
                "A unit in Hedgehog or Column, or Morale Broken, does not fire",
                "Choose another unit.",
            ));
        }
        if self.has_pistols(unit) && self.unit(unit).shots >= 2 {
            return Err(Bar::Unit(
                rule!("MPBS-10.7.3"),
                unit,
                "The cavalry has no loaded pistols",
                "Reload with a Reform Action.",
            ));
        }
        Ok(())
    }

    /// Whether a unit can fire a Salvo now.
    pub fn may_salvo(self, unit: UnitId) -> Allowed {
        enforces!("MPBS-10.4a");
        if !self.salvo_trained(unit) {
            return Err(Bar::Unit(
                rule!("MPBS-10.4a"),
                unit,
                "Only heavy infantry that the scenario allows fires Salvoes",
                "Fire normally.",
            ));
        }
        if self.unit(unit).is(Marks::SALVO) {
            return Err(Bar::Unit(
                rule!("MPBS-10.4a"),
                unit,
                "The unit has fired its Salvo of this turn",
                "Fire normally, at -1.",
            ));
        }
        Ok(())
    }

    /// Whether a half of a unit other than artillery bears on a target, and from which zone it fires.
    pub fn half_bears(self, unit: UnitId, half: Half, target: Target, arc: FireArc) -> Allowed<(Zone, Hex)> {
        self.bears_from(unit, self.unit(unit).at, half, target, arc)
    }

    /// The same from another place.
    pub fn bears_from(
        self,
        unit: UnitId,
        at: Placement,
        half: Half,
        target: Target,
        arc: FireArc,
    ) -> Allowed<(Zone, Hex)> {
        if self.unit(unit).at == at && !self.on_top_in(unit, at.half(half)) {
            return Err(Bar::Unit(
                rule!("MPBS-8.3.1b"),
                unit,
                "Guns on top keep the unit beneath from firing",
                "Change the order of the stack.",
            ));
        }
        self.bears(unit, at, half, target, arc)
    }

    fn bears(
        self,
        unit: UnitId,
        at: Placement,
        half: Half,
        target: Target,
        arc: FireArc,
    ) -> Allowed<(Zone, Hex)> {
        self.bearing_hexes(unit, at, half, target, arc).map(|best| best[0])
    }

    /// The hexes of a target that a half bears on, all of them in the best zone; never none.
    fn bearing_hexes(
        self,
        unit: UnitId,
        at: Placement,
        half: Half,
        target: Target,
        arc: FireArc,
    ) -> Allowed<SmallVec<[(Zone, Hex); 2]>> {
        enforces!("MPBS-10.1.2a", "MPBS-10.1.2b", "MPBS-10.1.3a", "MPBS-10.1.3b");
        let Some(facing) = at.facing() else {
            return Err(Bar::Rule(rule!("MPBS-6.3.4i"), "A Column does not fire", "Choose another unit."));
        };
        let hex = at.half(half);
        let mut barred = Bar::Unit(
            rule!("MPBS-10.1.3a"),
            unit,
            "The target is not in a hex that bears: infantry and cavalry fire one hex, to front and flanks; \
             Salvoes, Advancing and Retreating Fire to the front",
            "Choose another target, or turn.",
        );
        // Of a two-hex target the hex in the front goes before one on the flank.
        let mut best: SmallVec<[(Zone, Hex); 2]> = SmallVec::new();
        for target_hex in self.target_hexes(target) {
            let Some(direction) = hex.direction_to(target_hex) else { continue };
            let zone = facing.zone(direction);
            if zone == Zone::Rear || arc == FireArc::Front && zone != Zone::Front {
                continue;
            }
            match self.may_be_target(target, target_hex) {
                Ok(()) => {
                    best.retain(|(so_far, _)| *so_far <= zone);
                    if best.iter().all(|(so_far, _)| *so_far == zone) {
                        best.push((zone, target_hex));
                    }
                }
                Err(bar) => barred = bar,
            }
        }
        if best.is_empty() { Err(barred) } else { Ok(best) }
    }

    /// The hexes of a target among which the owner of a half may choose: both hexes of a two-hex unit if they lie in
    /// the same zone and it makes a difference which of them is fired at.
    pub fn aims(self, unit: UnitId, half: Half, target: Target, kind: ShotKind) -> SmallVec<[Hex; 2]> {
        enforces!("MPBS-10.1.4b");
        let at = self.unit(unit).at;
        let arc = kind.manner.arc();
        let Ok(best) = self.bearing_hexes(unit, at, half, target, arc) else { return SmallVec::new() };
        let from = at.half(half);
        let side = self.side(unit).other();
        let weighed =
            |hex: Hex| (self.fire_tally(unit, from, target, hex, kind).total(), self.leaders_at(hex, side));
        match best.as_slice() {
            [(_, one), (_, other)] if weighed(*one) != weighed(*other) => {
                SmallVec::from_slice(&[*one, *other])
            }
            [(_, one), ..] => SmallVec::from_slice(&[*one]),
            [] => SmallVec::new(),
        }
    }

    /// The same for a unit that comes on top of its stack first.
    pub fn bears_on_top(
        self,
        unit: UnitId,
        at: Placement,
        half: Half,
        target: Target,
        arc: FireArc,
    ) -> Allowed<(Zone, Hex)> {
        self.bears(unit, at, half, target, arc)
    }

    /// Whether moving cavalry may fire a pistol.
    pub fn may_fire_pistol(self, unit: UnitId, target: Target) -> Allowed {
        if !self.has_pistols(unit) {
            return Err(Bar::Unit(rule!("MPBS-10.2a"), unit, "Only cavalry fires on the move", "Move on."));
        }
        self.may_shoot(unit)?;
        self.check_enemy(unit, target)?;
        self.half_bears(unit, Half::Left, target, FireArc::FrontAndFlank).map(drop)
    }

    /// Whether the target belongs to the enemy.
    pub fn check_enemy(self, unit: UnitId, target: Target) -> Allowed {
        let side = match target {
            Target::Unit(other) if usize::from(other.0) < self.world.units.len() => self.owner(other),
            Target::Leader(other) if usize::from(other.0) < self.world.leaders.len() => {
                self.leader(other).side
            }
            _ => {
                return Err(Bar::Rule(
                    rule!("MPBS-10.1.1b"),
                    "That target does not exist",
                    "Choose a target.",
                ));
            }
        };
        if side == self.side(unit) {
            return Err(Bar::Rule(rule!("MPBS-10.1.1b"), "That is a friend", "Choose an enemy."));
        }
        Ok(())
    }

    /// Grazing Fire Range and Maximum Range of guns.
    pub fn gun_ranges(self, gun: UnitId) -> (u8, u8) {
        match self.kind(gun) {
            UnitType::Artillery { grazing, range, .. } => (grazing, range),
            _ => (0, 0),
        }
    }

    /// Whether command lets a unit fire as an Action: guns always, others only in command.
    pub fn may_fire_by_command(self, unit: UnitId) -> Allowed {
        if self.is_gun(unit) || self.in_command(unit) {
            return Ok(());
        }
        Err(Bar::Unit(
            rule!("MPBS-5.4.3g"),
            unit,
            "A unit out of command fires only in reaction",
            "Move it back into command first.",
        ))
    }

    /// Whether guns may turn as their Action, in place of firing.
    pub fn may_turn_gun(self, gun: UnitId, facing: Facing) -> Allowed {
        self.gun_ready(gun)?;
        if self.unit(gun).at.facing() == Some(facing) {
            return Err(Bar::Unit(
                rule!("MPBS-6.2.3a"),
                gun,
                "The guns face that way",
                "Choose another facing.",
            ));
        }
        Ok(())
    }

    /// Whether guns can still fire, turn or restack this turn.
    pub fn gun_ready(self, gun: UnitId) -> Allowed {
        enforces!("MPBS-10.8.1a", "MPBS-7.3.3a", "MPBS-10.8.8", "MPBS-12.4.4", "MPBS-6.3.2a-2");
        let state = self.unit(gun);
        if !self.is_gun(gun) || !state.in_play() {
            return Err(Bar::Rule(
                rule!("MPBS-10.8.1a"),
                "Those are no guns in action",
                "Choose other guns.",
            ));
        }
        if state.is(Marks::FIRED) {
            return Err(Bar::Unit(
                rule!("MPBS-10.8.1a"),
                gun,
                "The guns have fired, turned or reacted this turn",
                "Wait for the next turn.",
            ));
        }
        if self.is_limbered(gun) || state.is(Marks::LIMBERING) {
            return Err(Bar::Unit(
                rule!("MPBS-7.3.3a"),
                gun,
                "Guns that are limbered, or limbered or unlimbered this turn, do not fire",
                "Wait for the next turn.",
            ));
        }
        if state.morale == MoraleState::Broken {
            return Err(Bar::Unit(
                rule!("MPBS-10.8.8"),
                gun,
                "Morale Broken artillery does nothing until rallied",
                "Rally it.",
            ));
        }
        let silenced =
            self.stack(self.hex(gun)).main().is_some_and(|main| self.state(main) == FormationState::Hedgehog);
        if silenced {
            return Err(Bar::Unit(
                rule!("MPBS-6.3.2a-2"),
                gun,
                "Guns in the hex of a Hedgehog are silenced",
                "Wait until it reforms.",
            ));
        }
        Ok(())
    }

    /// Whether guns may fire at a hex of a target.
    pub fn gun_bears(self, gun: UnitId, target: Target, hex: Hex) -> Allowed {
        enforces!("MPBS-10.8.2");
        self.gun_ready(gun)?;
        let own = self.hex(gun);
        if !self.on_top_in(gun, own) {
            return Err(Bar::Unit(
                rule!("MPBS-8.3.1b"),
                gun,
                "Guns beneath another unit cannot fire",
                "Change the order of the stack.",
            ));
        }
        self.check_enemy(gun, target)?;
        if !self.target_hexes(target).contains(&hex) {
            return Err(Bar::At(
                rule!("MPBS-10.9.5c"),
                hex,
                "The target is not in that hex",
                "Name a hex of the target.",
            ));
        }
        self.may_be_target(target, hex)?;
        let range = own.distance(hex);
        let (_, most) = self.gun_ranges(gun);
        let UnitType::Artillery { class, .. } = self.kind(gun) else {
            return Err(Bar::Rule(rule!("MPBS-10.8"), "Those are no guns", "Choose guns."));
        };
        if range > i32::from(most) || self.table.charts.artillery_range.modifier(class, range).is_none() {
            return Err(Bar::At(
                rule!("MPBS-10.1.2b"),
                hex,
                "The target is out of range",
                "Choose a nearer one.",
            ));
        }
        if !self.unit(gun).at.frontal_arc(hex) {
            return Err(Bar::At(
                rule!("MPBS-10.1.3a"),
                hex,
                "Artillery fires only through its front hexes",
                "Turn the guns, or choose another target.",
            ));
        }
        if let Err(seen) = self.line_of_sight(own, hex, Tracing::ArtilleryFire, self.side(gun)) {
            return Err(Bar::At(
                seen.why.rule(),
                seen.hex,
                "The line of sight is blocked there",
                "Choose another target.",
            ));
        }
        Ok(())
    }

    /// The column of a fire table that a half uses.
    pub fn fire_column(self, unit: UnitId, manner: Manner, zone: Zone) -> FireTable {
        match (self.kind(unit).arm(), manner, zone) {
            (UnitArm::HeavyInfantry, Manner::Salvo, _) => FireTable::Salvo,
            (UnitArm::HeavyInfantry, _, Zone::Flank) => FireTable::Flank,
            (UnitArm::HeavyInfantry, ..) => FireTable::Front,
            (UnitArm::Cavalry, ..) => FireTable::Pistols,
            (UnitArm::Artillery, ..) => FireTable::Artillery,
            _ => FireTable::Muskets,
        }
    }

    /// The results of that column.
    pub fn fire_results(self, unit: UnitId, manner: Manner, zone: Zone) -> &'a FireColumn {
        let charts = &self.table.charts;
        let table = match self.kind(unit) {
            UnitType::HeavyInfantry { guns: RegimentalArtillery::Guns, .. } => {
                enforces!("MPBS-10.1.5a");
                &charts.musketry_regimental_artillery
            }
            UnitType::HeavyInfantry { .. } => &charts.musketry,
            UnitType::Cavalry { .. } => {
                enforces!("MPBS-10.5.3", "MPBS-14.3b");
                return &charts.light_fire.pistol;
            }
            _ => {
                enforces!("MPBS-10.5.2");
                return &charts.light_fire.muskets;
            }
        };
        // Whatever the unit's strength.
        enforces!("MPBS-10.5.1a", "MPBS-10.5.1b");
        match self.fire_column(unit, manner, zone) {
            FireTable::Salvo => &table.salvo,
            FireTable::Flank => &table.flank,
            _ => &table.front,
        }
    }

    /// Modifiers of musket and pistol fire from `from` at a target in `hex`.
    pub fn fire_tally(self, unit: UnitId, from: Hex, target: Target, hex: Hex, kind: ShotKind) -> Tally {
        let chart = &self.table.charts.fire_modifiers;
        let rule = rule!("MPBS-CHART-FIRE-MODIFIERS");
        let mut tally = Tally::new("Fire");
        match kind.manner {
            Manner::Advancing(_) | Manner::AdvancingInPlace => {
                tally.add(rule!("MPBS-10.3.2a"), "Advancing Fire", chart.add(FireModifier::AdvancingFire));
            }
            Manner::Retreating(_) | Manner::RetreatingInPlace => {
                tally.add(rule!("MPBS-10.3.4a"), "Retreating Fire", chart.add(FireModifier::RetreatingFire));
            }
            Manner::Skirmishing | Manner::Salvo => {}
        }
        if kind.at_retreating {
            let add = chart.add(FireModifier::RetreatingFire);
            tally.add(rule!("MPBS-10.3.4b"), "at Retreating Fire", add);
        }
        if self.unit(unit).is(Marks::SALVO) && kind.manner != Manner::Salvo {
            tally.add(rule!("MPBS-10.4b"), "Salvo already fired", chart.add(FireModifier::AfterSalvo));
        }
        if kind.at_moved_cavalry {
            let add = chart.add(FireModifier::HiReactionVsMovedCavalry);
            tally.add(rule!("MPBS-9.4.2"), "at moving cavalry", add);
        }
        if let UnitType::Cavalry { kind: CavalryType::Arquebusier | CavalryType::Croat, .. } = self.kind(unit)
        {
            tally.add(rule!("MPBS-14.6b"), "carbines", chart.add(FireModifier::Carbine));
        }
        match self.state(unit) {
            FormationState::Shaken => {
                let add = chart.add(FireModifier::FirerFormationShaken);
                tally.add(rule!("MPBS-6.3.1g"), "firer Formation Shaken", add);
            }
            FormationState::Broken => {
                let add = chart.add(FireModifier::FirerFormationBroken);
                tally.add(rule!("MPBS-6.3.1h"), "firer Formation Broken", add);
            }
            FormationState::OpenOrder => {
                tally.add(rule, "firer in Open Order", chart.add(FireModifier::FirerOpenOrder));
            }
            _ => {}
        }
        if let Target::Unit(other) = target {
            self.target_modifiers(&mut tally, other, from);
        }
        self.cover_modifiers(&mut tally, from, hex);
        tally
    }

    fn target_modifiers(self, tally: &mut Tally, target: UnitId, from: Hex) {
        let chart = &self.table.charts.fire_modifiers;
        let rule = rule!("MPBS-CHART-FIRE-MODIFIERS");
        if self.state(target) == FormationState::Hedgehog {
            tally.add(rule!("MPBS-6.3.2a-3"), "target in Hedgehog", chart.add(FireModifier::TargetHedgehog));
        }
        if self.is_loose(target) {
            tally.add(rule, "loose target", chart.add(FireModifier::TargetLoose));
        }
        if self.is_gun(target) {
            tally.add(rule, "artillery target", chart.add(FireModifier::TargetArtillery));
        } else if matches!(self.zone(target, from), Some(Zone::Flank | Zone::Rear)) {
            tally.add(rule, "from flank or rear", chart.add(FireModifier::Enfilade));
        }
    }

    /// Light infantry alone in its hex, or Croats.
    fn is_loose(self, unit: UnitId) -> bool {
        self.is_light(unit) && self.partner(unit).is_none() || self.is_croat(unit)
    }

    /// Terrain of the target: the better of hex and hexside, and a Wagon besides.
    fn cover_modifiers(self, tally: &mut Tally, from: Hex, hex: Hex) {
        enforces!("MPBS-14.1e", "MPBS-14.4a");
        let mut best = self.table.ground(hex).fire;
        let beside =
            hex.direction_to(from).and_then(|direction| Some((direction, self.crossing(hex, direction)?)));
        if let Some((direction, crossing)) = beside {
            best = best.min(crossing.fire);
            if crossing.reciprocal && self.came_first(hex, direction) {
                best = best.min(crossing.fire_reciprocal);
            }
        } else if let Some(crossing) = self.last_hexside(from, hex) {
            best = best.min(crossing);
        }
        tally.add(rule!("MPBS-CHART-TEC"), "terrain", i32::from(best));
        if self.stack(hex).gun().is_some_and(|train| self.is_wagon(train)) {
            tally.add(rule!("MPBS-14.1e"), "Wagon", i32::from(self.table.charts.tec.wagon.fire));
        }
    }

    /// Fire modifier of the hexside through which a long shot enters the target's hex.
    fn last_hexside(self, from: Hex, hex: Hex) -> Option<i8> {
        let near = hex.neighbours().min_by_key(|near| {
            let a = near.centre();
            let (f, t) = (from.centre(), hex.centre());
            // Twice the area of the triangle: how far the neighbour's centre lies off the line.
            (from.distance(*near), f.cross(t, a).abs())
        })?;
        let direction = hex.direction_to(near)?;
        let crossing = self.crossing(hex, direction)?;
        let reciprocal = if self.came_first(hex, direction) { crossing.fire_reciprocal } else { 0 };
        Some(crossing.fire.min(reciprocal))
    }

    /// Modifiers of artillery fire at a target in `hex`.
    pub fn cannon_tally(self, gun: UnitId, target: Target, hex: Hex) -> Tally {
        let chart = &self.table.charts.artillery_fire.modifiers;
        let rule = rule!("MPBS-CHART-ARTILLERY-FIRE");
        let mut tally = Tally::new("Artillery fire");
        let UnitType::Artillery { class, size, .. } = self.kind(gun) else { return tally };
        let own = self.hex(gun);
        let range = self.table.charts.artillery_range.modifier(class, own.distance(hex)).unwrap_or(0);
        tally.add(rule!("MPBS-CHART-ARTILLERY-RANGE"), "range", i32::from(range));
        if size == BatterySize::Double {
            tally.add(
                rule!("MPBS-2.1.2f"),
                "double battery",
                chart.add(ArtilleryFireModifier::DoubleBattery),
            );
        }
        if self.unit(gun).morale == MoraleState::Shaken {
            tally.add(rule, "battery Morale Shaken", chart.add(ArtilleryFireModifier::FirerMoraleShaken));
        }
        if let Target::Unit(unit) = target {
            if self.state(unit) == FormationState::Hedgehog {
                let add = chart.add(ArtilleryFireModifier::TargetHedgehog);
                tally.add(rule!("MPBS-6.3.2a-3"), "target in Hedgehog", add);
            }
            if self.is_loose(unit) || self.is_gun(unit) {
                tally.add(rule, "loose target", chart.add(ArtilleryFireModifier::TargetLoose));
            }
        }
        self.cover_modifiers(&mut tally, own, hex);
        tally
    }

    /// Whether a unit is where it may take cover from muskets and pistols.
    pub fn may_take_cover(self, unit: UnitId, from: UnitId) -> bool {
        enforces!("MPBS-9.4.5a", "MPBS-9.4.5c");
        let inside = self.footprint(unit).iter().any(|hex| self.table.ground(hex).take_cover);
        inside
            && !self.is_train(unit)
            && self.may_shoot(unit).is_ok()
            && !self.unit(unit).is(Marks::EXHAUSTED)
            && self.halves(unit).into_iter().any(|(half, _)| {
                self.half_bears(unit, half, Target::Unit(from), FireArc::FrontAndFlank).is_ok()
            })
    }

    /// Flank hexes into which cavalry may displace from artillery fire that sweeps these hexes.
    pub fn displacements(
        self,
        unit: UnitId,
        swept: &[Hex],
    ) -> smallvec::SmallVec<[(crate::hex::Turn, Placement); 2]> {
        enforces!("MPBS-10.8.6a", "MPBS-10.8.6c");
        use crate::hex::Turn;
        let mut found = smallvec::SmallVec::new();
        let state = self.unit(unit);
        let (Placement::One { facing, .. }, true, None) =
            (state.at, self.is_cavalry(unit), self.partner(unit))
        else {
            return found;
        };
        if !matches!(self.state(unit), FormationState::Normal | FormationState::Shaken) {
            return found;
        }
        let side = self.side(unit);
        let neighbours = self.enemies_around(state.at.footprint(), side);
        let restriction = self.table.charts.orders_restriction.of(self.orders(unit));
        for (turn, direction) in [(Turn::Left, facing.left_flank()), (Turn::Right, facing.right_flank())] {
            let Ok(motion) = self.shift(unit, state.at, state.formation, direction) else { continue };
            let place = motion.to.footprint();
            let new_enemy = self.enemies_around(place, side).iter().any(|enemy| !neighbours.contains(enemy));
            let closer = !restriction.may_come_closer
                && self.units_of(side.other()).any(|enemy| {
                    place.distance_to(self.footprint(enemy))
                        < state.at.footprint().distance_to(self.footprint(enemy))
                });
            let barred = motion.hits > 0
                || motion.meeting.is_some()
                || swept.contains(&place.first)
                || self.holder(place.first).is_some_and(|holder| holder != side)
                || new_enemy && !(restriction.may_be_adjacent && self.in_command(unit))
                || closer;
            if !barred {
                found.push((turn, motion.to));
            }
        }
        found
    }

    /// Whether an infantry unit may fire so.
    pub fn may_fire_so(self, unit: UnitId, manner: Manner) -> Allowed {
        self.may_shoot(unit)?;
        if !self.kind(unit).is_infantry() {
            return Err(Bar::Unit(
                rule!("MPBS-14.3b"),
                unit,
                "Only infantry fires as an Action of its own",
                "Cavalry fires in its Movement Action.",
            ));
        }
        use crate::charts::InfantryFire;
        enforces!("MPBS-10.3.1b", "MPBS-10.3.3a", "MPBS-10.4e");
        let (option, moving) = match manner {
            Manner::Advancing(_) => (InfantryFire::Advancing, true),
            Manner::Skirmishing => (InfantryFire::Skirmishing, false),
            Manner::Retreating(_) => (InfantryFire::Retreating, true),
            Manner::RetreatingInPlace => (InfantryFire::Retreating, false),
            Manner::Salvo => (InfantryFire::Salvo, false),
            // Under any Orders, like all fire without movement.
            Manner::AdvancingInPlace => (InfantryFire::Skirmishing, false),
        };
        if !self.table.charts.orders_restriction.of(self.orders(unit)).fire[option as usize] {
            enforces!("MPBS-5.6.1n", "MPBS-5.6.5a");
            return Err(Bar::Unit(
                rule!("MPBS-CHART-ORDERS-RESTRICTION"),
                unit,
                "The Wing's Orders do not allow that kind of fire: Advancing Fire needs Charge Orders, Retreating \
                 Fire any others",
                "Fire without moving.",
            ));
        }
        if moving && self.unit(unit).formation == Formation::Broken {
            let rule = match manner {
                Manner::Retreating(_) => rule!("MPBS-10.3.4e"),
                _ => rule!("MPBS-10.3.2d"),
            };
            return Err(Bar::Unit(
                rule,
                unit,
                "A Formation Broken unit does not move to fire",
                "Fire without moving.",
            ));
        }
        if manner == Manner::Salvo {
            self.may_salvo(unit)?;
        }
        Ok(())
    }
}
