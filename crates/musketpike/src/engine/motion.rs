//! Single manoeuvres: what a step, a turn or a wheel costs, where it ends and what the ground does to the unit.
//!
//! Geometry, terrain and stacking only. Orders and obligations are checked by the move.

use super::{
    bar::{Allowed, Bar},
    field::Field,
    table::{CrossingCosts, IMPASSABLE, Span},
};
use crate::{
    counters::{RegimentalArtillery, UnitId, UnitType},
    hex::{Direction, Half, Hex, Hexes, Placement, Turn},
    world::Formation,
};
use caracole_ledger::{enforces, rule};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One manoeuvre of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Manoeuvre {
    /// A step across a hexside into a front hex, both halves together.
    Step(Direction),
    /// A turn on the spot, in vertices (for a two-hex Column: hexsides), clockwise if positive: -2 to 2.
    Face(i8),
    /// A turn of 180 degrees.
    CounterMarch,
    /// A two-hex line wheels forward by one vertex.
    Wheel(Turn),
    /// A two-hex line squeezes across a bridge and ends there.
    Squeeze(Placement),
}

/// What a manoeuvre comes to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Motion {
    /// Where the unit is afterwards.
    pub to: Placement,
    /// Movement points.
    pub cost: u8,
    /// Formation hits of terrain, gentle slopes left out.
    pub hits: u8,
    /// Gentle slope hexsides crossed.
    pub gentle: u8,
    /// Whether the ground lets the unit keep Momentum.
    pub clear_run: bool,
    /// Hexes entered.
    pub entered: Hexes,
    /// Whether the facing changed.
    pub turned: bool,
    /// What becomes of the unit's stacking: it has to stop.
    pub meeting: Option<Meeting>,
    /// Whether guns that still serve are in a hex entered.
    pub guns: bool,
    /// Becomes Formation Broken in climbing or squeezing.
    pub breaks: bool,
    /// Takes the whole allowance.
    pub uses_all: bool,
}

/// A friendly unit in the hex entered, with which the unit must stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Meeting {
    /// Cavalry and light infantry form a stack.
    Join(UnitId),
    /// Cavalry absorbs cavalry.
    Incorporate(UnitId),
    /// Limbered guns or a Wagon enter a friend's hex.
    Shelter,
}

impl Field<'_> {
    /// What comes of a manoeuvre by `unit` from `from` in `formation`.
    pub fn motion(
        self,
        unit: UnitId,
        from: Placement,
        formation: Formation,
        manoeuvre: Manoeuvre,
    ) -> Allowed<Motion> {
        match manoeuvre {
            Manoeuvre::Step(direction) => self.step_forward(unit, from, formation, direction),
            Manoeuvre::Face(steps) => self.face(unit, from, formation, steps),
            Manoeuvre::CounterMarch => self.counter_march(unit, from),
            Manoeuvre::Wheel(turn) => self.wheel(unit, from, formation, turn),
            Manoeuvre::Squeeze(to) => self.squeeze(unit, from, formation, to),
        }
    }

    fn step_forward(
        self,
        unit: UnitId,
        from: Placement,
        formation: Formation,
        direction: Direction,
    ) -> Allowed<Motion> {
        enforces!("MPBS-6.2.2b");
        if self.has_facing(unit) && !from.forward().contains(&direction) {
            return Err(Bar::Rule(
                rule!("MPBS-7.1.1c"),
                "A unit moves only into its front hexes",
                "Turn first, then step.",
            ));
        }
        self.shift(unit, from, formation, direction)
    }

    /// Moves one hex in any direction without turning: steps, and the steps back of Retreating Fire.
    pub fn shift(
        self,
        unit: UnitId,
        from: Placement,
        formation: Formation,
        direction: Direction,
    ) -> Allowed<Motion> {
        let to = from.shifted(direction);
        let mut motion = Motion::still(to);
        match from {
            Placement::One { hex, facing } => {
                self.enter(unit, formation, hex, direction, Span::Narrow, &mut motion)?;
                if let Some(Meeting::Join(other)) = motion.meeting {
                    self.align(unit, other, facing, &mut motion);
                }
            }
            Placement::Line { .. } => {
                for half in Half::BOTH {
                    let hex = from.half(half);
                    // A half that steps into its other half's hex still crosses the hexside between.
                    self.enter(unit, formation, hex, direction, Span::Line, &mut motion)?;
                }
            }
            Placement::Column { head, .. } => {
                self.enter(unit, formation, head, direction, Span::Narrow, &mut motion)?;
            }
        }
        Ok(motion)
    }

    /// The unit takes the facing of the one it joins, and pays for it.
    fn align(self, unit: UnitId, other: UnitId, facing: crate::hex::Facing, motion: &mut Motion) {
        enforces!("MPBS-8.2.2b");
        let Some(wanted) = self.unit(other).at.facing() else { return };
        let costs = self.table.movement();
        let each = if self.is_cavalry(unit) { costs.facing_cavalry } else { costs.facing_light_infantry };
        let vertices = facing.vertices_to(wanted);
        let turn = vertices * each;
        motion.cost += if vertices == 3 { turn.min(costs.counter_march) } else { turn };
        motion.turned |= vertices > 0;
        motion.to = Placement::One { hex: motion.to.footprint().first, facing: wanted };
    }

    fn face(self, unit: UnitId, from: Placement, formation: Formation, steps: i8) -> Allowed<Motion> {
        if !self.has_facing(unit) {
            return Err(Bar::Rule(
                rule!("MPBS-6.1d"),
                "This piece has no facing",
                "Move it in any direction without turning.",
            ));
        }
        let none = Bar::Rule(
            rule!("MPBS-6.2.1c"),
            "A two-hex unit in line turns only by wheeling forward or by a Counter March",
            "Wheel, or turn about.",
        );
        if steps == 0 || !(-2..=2).contains(&steps) {
            return Err(Bar::Rule(
                rule!("MPBS-6.2.2a"),
                "A turn is by one or two vertices; three are a Counter March",
                "Turn by 1 or 2, or turn about.",
            ));
        }
        let to = from.turned(i32::from(steps)).ok_or(none)?;
        let mut motion = Motion::still(to);
        motion.turned = true;
        enforces!("MPBS-6.2.1a", "MPBS-6.2.1b", "MPBS-6.2.1d");
        let costs = self.table.movement();
        let each = if formation == Formation::Column && self.is_heavy(unit) {
            costs.facing_column
        } else if self.is_heavy(unit) {
            costs.facing_heavy_infantry
        } else if self.is_cavalry(unit) {
            costs.facing_cavalry
        } else {
            costs.facing_light_infantry
        };
        motion.cost = steps.unsigned_abs() * each;
        if let Placement::Column { head, front } = to {
            // The tail swings round at no cost, but not into a hex it may not enter.
            let tail = head.step(front.opposite());
            let old = from.footprint();
            if !old.contains(tail) {
                let mut swing = Motion::still(to);
                self.enter(unit, formation, head, front.opposite(), Span::Narrow, &mut swing)?;
                motion.entered.push(tail);
            }
        }
        Ok(motion)
    }

    fn counter_march(self, unit: UnitId, from: Placement) -> Allowed<Motion> {
        enforces!("MPBS-6.2.2a");
        if !self.has_facing(unit) {
            return Err(Bar::Rule(
                rule!("MPBS-6.1d"),
                "This piece has no facing",
                "Move it in any direction without turning.",
            ));
        }
        let mut motion = Motion::still(from.counter_marched());
        motion.turned = true;
        motion.cost = self.table.movement().counter_march;
        Ok(motion)
    }

    fn wheel(self, unit: UnitId, from: Placement, formation: Formation, turn: Turn) -> Allowed<Motion> {
        enforces!("MPBS-6.2.1c");
        let Some(to) = from.wheeled(turn) else {
            return Err(Bar::Rule(
                rule!("MPBS-6.2.1c"),
                "Only a two-hex unit in line wheels",
                "Turn on the spot instead.",
            ));
        };
        // Wheeling right keeps the right half in place; the left half goes to the centre front hex.
        let mover = match turn {
            Turn::Right => Half::Left,
            Turn::Left => Half::Right,
        };
        let mut motion = Motion::still(to);
        motion.turned = true;
        let hex = from.half(mover);
        let centre = from.centre_front();
        let Some(direction) = centre.and_then(|centre| hex.direction_to(centre)) else {
            return Err(Bar::Rule(
                rule!("MPBS-6.2.1c"),
                "There is no hex to wheel into",
                "Turn about instead.",
            ));
        };
        self.enter(unit, formation, hex, direction, Span::Line, &mut motion)?;
        motion.cost = motion.cost.saturating_add(self.table.movement().wheel);
        Ok(motion)
    }

    fn squeeze(self, unit: UnitId, from: Placement, formation: Formation, to: Placement) -> Allowed<Motion> {
        if !matches!(formation, Formation::Normal | Formation::OpenOrder) {
            return Err(Bar::Rule(
                rule!("MPBS-7.3.5c"),
                "Only a unit in Formation Normal or Open Order squeezes across a bridge",
                "Reform first.",
            ));
        }
        if !self.bridge_ends(from).contains(&to) {
            return Err(Bar::Rule(
                rule!("MPBS-7.3.5d"),
                "That is not a place beyond a bridge to the unit's front, with the bridge to its rear",
                "Choose one of the places that are offered.",
            ));
        }
        let mut motion = Motion::still(to);
        for hex in to.footprint().iter() {
            self.room_for(unit, hex, &mut motion)?;
            motion.entered.push(hex);
        }
        if motion.meeting.is_some() {
            return Err(Bar::Rule(rule!("MPBS-7.3.5d"), "There is no room beyond the bridge", "Wait."));
        }
        // The half that does not come over the bridge must stand where normal movement could bring it.
        let passable = to.footprint().iter().all(|hex| self.table.enterable(hex, self.column(unit)));
        if !passable {
            return Err(Bar::Rule(
                rule!("MPBS-7.3.5d"),
                "The other half would stand where it may not go",
                "Choose another place beyond the bridge.",
            ));
        }
        motion.uses_all = true;
        motion.breaks = formation == Formation::Normal;
        Ok(motion)
    }

    /// Where a two-hex line may stand after squeezing across a bridge to its front.
    pub fn bridge_ends(self, from: Placement) -> smallvec::SmallVec<[Placement; 4]> {
        let mut ends = smallvec::SmallVec::new();
        let Placement::Line { facing, .. } = from else { return ends };
        for half in Half::BOTH {
            let hex = from.half(half);
            for direction in [facing.front_left(), facing.front_right()] {
                let Some(crossing) = self.crossing(hex, direction) else { continue };
                let ahead = hex.step(direction);
                let found = if self.table.is_bridge_hex(ahead) {
                    from.beyond_bridge_hex(ahead)
                } else if crossing.bridge {
                    from.beyond_bridge_hexside(ahead)
                } else {
                    continue;
                };
                for end in found {
                    if !ends.contains(&end) && end.footprint().iter().all(|h| self.table.index(h).is_some()) {
                        ends.push(end);
                    }
                }
            }
        }
        ends
    }

    /// Adds to `motion` what it means for a hex of the unit to cross a hexside.
    fn enter(
        self,
        unit: UnitId,
        formation: Formation,
        from: Hex,
        direction: Direction,
        span: Span,
        motion: &mut Motion,
    ) -> Allowed {
        enforces!("MPBS-7.1.1a", "MPBS-7.1.1b", "MPBS-7.3.1c");
        let to = from.step(direction);
        let Some(crossing) = self.crossing(from, direction) else {
            return Err(Bar::At(rule!("MPBS-7.1.1a"), to, "That hex is off the map", "Stay on the map."));
        };
        let (cost, hits) = self.toll(unit, formation, crossing, span);
        if cost == IMPASSABLE {
            return Err(Bar::At(
                rule!("MPBS-CHART-TEC"),
                to,
                "The Terrain Effects Chart does not let this unit go there",
                "Go round.",
            ));
        }
        self.room_for(unit, to, motion)?;
        if crossing.climb && !self.is_train(unit) {
            if formation != Formation::Normal {
                return Err(Bar::At(
                    rule!("MPBS-BATTLE-WHITEMOUNTAIN-3"),
                    to,
                    "Only a unit in Formation Normal climbs this wall",
                    "Reform first, or go round.",
                ));
            }
            motion.uses_all = true;
            motion.breaks = true;
        }
        // Halves that go through different ground pay for the worse of the two.
        enforces!("MPBS-7.1.2a", "MPBS-7.1.2b");
        motion.cost = motion.cost.max(cost);
        motion.hits = motion.hits.max(hits);
        motion.gentle = motion.gentle.max(u8::from(crossing.gentle));
        motion.clear_run &= crossing.clear_run;
        motion.entered.push(to);
        Ok(())
    }

    /// Movement points and formation hits of one crossing.
    pub fn toll(self, unit: UnitId, formation: Formation, crossing: &CrossingCosts, span: Span) -> (u8, u8) {
        enforces!("MPBS-6.3.3a", "MPBS-6.3.4b", "MPBS-7.3.3b", "MPBS-7.3.4", "MPBS-14.1a");
        let has_guns = matches!(
            self.kind(unit),
            UnitType::Artillery { .. }
                | UnitType::Wagon
                | UnitType::HeavyInfantry { guns: RegimentalArtillery::Guns, .. }
        );
        if has_guns && (crossing.no_guns || crossing.guns_by_road && !crossing.road) {
            return (IMPASSABLE, 0);
        }
        if formation == Formation::Column && crossing.road && !self.is_train(unit) {
            return (crossing.column_cost, 0);
        }
        let column = self.column(unit) as usize;
        let (cost, hits) = if span == Span::Line {
            (crossing.wide_cost, crossing.wide_hits)
        } else {
            (crossing.cost[column], crossing.hits[column])
        };
        enforces!("MPBS-7.3.1a", "MPBS-7.3.2", "MPBS-14.6a");
        let immune = !self.table.charts.formation_effects.of(formation.state()).terrain_hits
            || self.is_train(unit)
            || self.is_croat(self.lead(unit))
            || (self.is_light(unit) && self.partner(unit).is_none());
        (cost, if immune { 0 } else { hits })
    }

    /// Whether stacking lets the unit into a hex, and what it meets there.
    fn room_for(self, unit: UnitId, hex: Hex, motion: &mut Motion) -> Allowed {
        // Looked at in every hex entered, not only the last.
        enforces!("MPBS-8.1.2a");
        let stack = self.stack(hex);
        if stack.is_empty() || self.footprint(unit).contains(hex) && stack.main() == Some(unit) {
            motion.guns |= stack.gun().is_some_and(|gun| self.is_gun(gun));
            return Ok(());
        }
        let side = self.side(unit);
        let holder = self.holder(hex);
        if holder != Some(side) {
            return match stack.main() {
                Some(enemy) => Err(Bar::Unit(
                    rule!("MPBS-8.1.1a"),
                    enemy,
                    "An enemy unit is in that hex",
                    "Attack it in the Close Combat step instead.",
                )),
                None if self.is_train(unit) => Err(Bar::At(
                    rule!("MPBS-8.5c"),
                    hex,
                    "Only infantry and cavalry enter a hex with enemy guns or Wagons",
                    "Go round.",
                )),
                None => {
                    motion.guns |= stack.gun().is_some_and(|gun| self.is_gun(gun));
                    Ok(())
                }
            };
        }
        if self.is_train(unit) {
            if stack.gun().is_some() || stack.light().is_some() {
                enforces!("MPBS-8.5b");
                return Err(Bar::At(
                    rule!("MPBS-8.1.1a"),
                    hex,
                    "There is no room for guns or a Wagon in that hex",
                    "Go round.",
                ));
            }
            enforces!("MPBS-7.3.3e", "MPBS-8.3.3b");
            motion.meeting = Some(Meeting::Shelter);
            return Ok(());
        }
        motion.guns |= stack.gun().is_some_and(|gun| self.is_gun(gun));
        let Some(other) = stack.main() else {
            enforces!("MPBS-8.1.2b");
            return Ok(());
        };
        if other == unit {
            return Ok(());
        }
        if let Some(meeting) = self.meeting(unit, other)
            && stack.light().is_none()
            && stack.gun().is_none()
        {
            motion.meeting = Some(meeting);
            return Ok(());
        }
        Err(Bar::Unit(rule!("MPBS-8.1.1a"), other, "A friendly unit is in that hex", "Go round."))
    }

    /// What two friendly units in one hex may form.
    fn meeting(self, mover: UnitId, there: UnitId) -> Option<Meeting> {
        if self.is_cavalry(mover) && self.is_cavalry(there) {
            enforces!("MPBS-8.4a");
            return (self.unit(mover).casualties > 0 && self.partner(mover).is_none())
                .then_some(Meeting::Incorporate(there));
        }
        enforces!("MPBS-8.2.2a");
        let (cavalry, light) = if self.is_cavalry(mover) { (mover, there) } else { (there, mover) };
        let fits = self.is_cavalry(cavalry)
            && self.may_ride(light)
            && self.wing_of(cavalry) == self.wing_of(light)
            && self.partner(mover).is_none();
        fits.then_some(Meeting::Join(there))
    }

    /// Light infantry small enough to share a hex with cavalry.
    pub fn may_ride(self, light: UnitId) -> bool {
        enforces!("MPBS-8.2.1a", "MPBS-BATTLE-BREITENFELD-1");
        self.is_light(light) && self.printed_strength(light) <= self.table.light_with_cavalry()
    }
}

impl Motion {
    fn still(to: Placement) -> Self {
        Motion {
            to,
            cost: 0,
            hits: 0,
            gentle: 0,
            clear_run: true,
            entered: Hexes::new(),
            turned: false,
            meeting: None,
            guns: false,
            breaks: false,
            uses_all: false,
        }
    }
}
