//! Line of sight.

use super::line::{Line, Passed};
use crate::charts::{LosEffect, Tec};
use crate::hex::{Direction, Footprint, Hex};
use crate::map::{Map, SlopeKind};
use caracole_ledger::{RuleId, rule};
use smallvec::SmallVec;

/// What stands in a hex, as far as sight goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opacity {
    /// Nothing that matters.
    Nothing,
    /// Units that one sees past but that artillery may not fire through.
    Transparent,
    /// A wagon, heavy infantry or cavalry (for Interception also enemy artillery).
    Blocking,
}

/// What the state of the battle adds to the map.
pub trait Blockers {
    /// What stands in a hex.
    fn opacity(&self, hex: Hex) -> Opacity;

    /// Whether a unit in `hex` has the benefit of the reciprocal hexside in `direction`.
    fn has_benefit(&self, hex: Hex, direction: Direction) -> bool;
}

/// An empty map.
#[derive(Clone, Copy, Debug)]
pub struct NoBlockers;

impl Blockers for NoBlockers {
    fn opacity(&self, _: Hex) -> Opacity {
        Opacity::Nothing
    }
    fn has_benefit(&self, _: Hex, _: Direction) -> bool {
        true
    }
}

/// What a line of sight is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tracing {
    /// To see.
    Sight,
    /// To fire guns: no unit may be in the way.
    ArtilleryFire,
    /// To intercept: dead zones are in the way.
    Interception,
}

/// Why there is no line of sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Obstruction {
    /// The hex that hides the other.
    pub hex: Hex,
    /// What is there.
    pub why: Hides,
}

/// What hides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hides {
    /// A unit.
    Unit,
    /// A unit through which guns may not fire.
    UnitBeforeGuns,
    /// Terrain of the hex.
    Terrain,
    /// Ground higher than both ends.
    HigherGround,
    /// A feature on a hexside of the hex.
    Hexside,
    /// The dead zone below a steep slope.
    DeadZone,
}

impl Hides {
    /// The rule that hides.
    pub const fn rule(self) -> RuleId {
        match self {
            Hides::Unit => rule!("MPBS-10.9.1a"),
            Hides::UnitBeforeGuns => rule!("MPBS-10.9.2d"),
            Hides::Terrain => rule!("MPBS-10.9.2a"),
            Hides::HigherGround => rule!("MPBS-10.9.2b"),
            Hides::Hexside => rule!("MPBS-10.9.3-1"),
            Hides::DeadZone => rule!("MPBS-10.9.3B-2"),
        }
    }
}

/// Looks over a map.
#[derive(Clone, Copy, Debug)]
pub struct Sight<'a> {
    map: &'a Map,
    tec: &'a Tec,
}

/// One way of tracing a line: from where, to where, what for.
struct Trace<'a, U> {
    map: &'a Map,
    tec: &'a Tec,
    units: &'a U,
    from: Hex,
    to: Hex,
    purpose: Tracing,
    /// The higher of the two ends.
    higher_end: i8,
}

/// A steep slope that the line has come down: distance and level of the hex at its top.
#[derive(Clone, Copy)]
struct Crest {
    distance: i32,
    level: i8,
}

type Crests = SmallVec<[Crest; 4]>;

impl<'a> Sight<'a> {
    /// Looks over `map`, where terrain does what `tec` says.
    pub const fn new(map: &'a Map, tec: &'a Tec) -> Self {
        Sight { map, tec }
    }

    /// Whether there is a line of sight between two hexes, and if not what is in the way.
    ///
    /// It is traced from the higher hex to the lower. Between equal heights it is enough that one end sees the
    /// other.
    pub fn line_of_sight<U: Blockers>(
        &self,
        from: Hex,
        to: Hex,
        purpose: Tracing,
        units: &U,
    ) -> Result<(), Obstruction> {
        caracole_ledger::enforces!("MPBS-10.9.5a", "MPBS-10.9.5d");
        if from.distance(to) <= 1 {
            // Nothing lies between, and no feature hides the very next hex.
            caracole_ledger::enforces!("MPBS-10.9.3A");
            return Ok(());
        }
        let (here, there) = (self.map.elevation(from), self.map.elevation(to));
        let forth = |from, to| {
            Trace { map: self.map, tec: self.tec, units, from, to, purpose, higher_end: here.max(there) }
                .run()
        };
        if here > there {
            forth(from, to)
        } else if here < there {
            forth(to, from)
        } else {
            forth(from, to).or_else(|opacity| forth(to, from).map_err(|_| opacity))
        }
    }
}

impl Sight<'_> {
    /// The first hex of a unit to which there is a line of sight; what hides the unit if there is none. To a two-hex
    /// unit either of its hexes will do: the firer may prefer the second, which
    /// [`Sight::line_of_sight`] answers.
    pub fn line_of_sight_to_unit<U: Blockers>(
        &self,
        from: Hex,
        target: Footprint,
        purpose: Tracing,
        units: &U,
    ) -> Result<Hex, Obstruction> {
        caracole_ledger::enforces!("MPBS-10.9.5c");
        let first = self.line_of_sight(from, target.first, purpose, units).map(|()| target.first);
        first.or_else(|blocked| match target.second {
            Some(second) => self.line_of_sight(from, second, purpose, units).map(|()| second),
            None => Err(blocked),
        })
    }
}

impl<U: Blockers> Trace<'_, U> {
    fn run(&self) -> Result<(), Obstruction> {
        let Some(line) = Line::new(self.from, self.to) else { return Ok(()) };
        self.follow(line, self.from, &Crests::new())
    }

    /// Follows the line from the hex `at`, on either side of each spine.
    fn follow(&self, mut line: Line, mut at: Hex, crests: &Crests) -> Result<(), Obstruction> {
        let mut crests = crests.clone();
        while at != self.to {
            match line.next() {
                None => return Ok(()),
                Some(Passed::Hex(hex)) => {
                    self.enter(at, hex, &line, &mut crests)?;
                    at = hex;
                }
                Some(Passed::Spine { left, right }) => {
                    caracole_ledger::enforces!("MPBS-10.9.5b");
                    let by = |side: Hex| {
                        let mut crests = crests.clone();
                        self.enter(at, side, &line, &mut crests)?;
                        self.follow(line.clone(), side, &crests)
                    };
                    return by(left).or_else(|opacity| by(right).map_err(|_| opacity));
                }
            }
        }
        Ok(())
    }

    /// Goes on from one hex to the next one; `line` is what follows.
    fn enter(&self, at: Hex, hex: Hex, line: &Line, crests: &mut Crests) -> Result<(), Obstruction> {
        let blocked = |why| Err(Obstruction { hex, why });
        let level = self.map.elevation(hex);
        // Along a line two hexes that follow each other are always adjacent.
        let Some(direction) = at.direction_to(hex) else { return Ok(()) };
        let side = self.map.hexside(at, direction);
        if side.slope == Some(SlopeKind::Steep) {
            let from_level = self.map.elevation(at);
            if level.max(from_level) > self.higher_end {
                return blocked(Hides::HigherGround);
            }
            if level < from_level {
                crests.push(Crest { distance: self.from.distance(at), level: from_level });
            }
        }
        let hidden = self.in_dead_zone(hex, level, crests);
        if hidden && (hex == self.to || self.purpose == Tracing::Interception) {
            return blocked(Hides::DeadZone);
        }
        if !hidden && self.hexside_blocks(at, hex, direction, crests) {
            return blocked(Hides::Hexside);
        }
        if hex == self.to || hidden {
            caracole_ledger::enforces!("MPBS-10.9.3B-3");
            return Ok(());
        }
        match self.units.opacity(hex) {
            Opacity::Blocking => return blocked(Hides::Unit),
            Opacity::Transparent if self.purpose == Tracing::ArtilleryFire => {
                return blocked(Hides::UnitBeforeGuns);
            }
            _ => {}
        }
        if self.terrain_blocks(hex, level, line, crests) {
            return blocked(Hides::Terrain);
        }
        Ok(())
    }

    /// The zone is as deep, in hexes beyond each steep slope, as the first crest is hexes away.
    fn in_dead_zone(&self, hex: Hex, level: i8, crests: &Crests) -> bool {
        let Some(first) = crests.first() else { return false };
        let distance = self.from.distance(hex);
        crests.iter().any(|crest| level < crest.level && distance - crest.distance <= first.distance)
    }

    fn hexside_blocks(&self, at: Hex, hex: Hex, direction: Direction, crests: &Crests) -> bool {
        caracole_ledger::enforces!("MPBS-14.4b", "MPBS-14.4c");
        let features = self.map.hexside(at, direction).features;
        if features.is_empty() || hex == self.to {
            return false;
        }
        features.iter().any(|feature| {
            let row = self.tec.hexside(feature);
            let from_above = !crests.is_empty();
            let benefit = at == self.from && row.reciprocal && self.units.has_benefit(at, direction);
            row.los == LosEffect::BlocksHexside && !from_above && !benefit
        })
    }

    fn terrain_blocks(&self, hex: Hex, level: i8, line: &Line, crests: &Crests) -> bool {
        caracole_ledger::enforces!("MPBS-10.9.2c", "MPBS-10.9.4a", "MPBS-10.9.4b", "MPBS-10.9.4c");
        if self.tec.hex(self.map.terrain(hex)).los != LosEffect::Blocks {
            return false;
        }
        let below_both = level < self.map.elevation(self.from) && level < self.map.elevation(self.to);
        // Seen from above a steep slope it hides only the hex right behind it.
        let from_above = crests.iter().any(|crest| level < crest.level);
        let right_behind = || line.clone().next() == Some(Passed::Hex(self.to));
        !below_both && (!from_above || right_behind())
    }
}
