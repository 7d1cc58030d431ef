//! Close Combat: which units may attack which hexes, and the modifiers.

use super::{
    bar::{Allowed, Bar},
    field::Field,
    table::IMPASSABLE,
};
use crate::{
    charts::{CloseCombatModifier, FormationState, MatrixType},
    counters::{CavalryType, Mount, UnitId, UnitType},
    hex::{Hex, Placement, Zone},
    world::{Marks, MoraleState},
};
use caracole_kernel::Tally;
use caracole_ledger::{enforces, rule};
use smallvec::SmallVec;

impl Field<'_> {
    /// Whether a unit may attack an enemy-held hex in Close Combat.
    pub fn may_attack(self, unit: UnitId, hex: Hex) -> Allowed {
        // Neither Orders nor earlier Actions are looked at.
        enforces!("MPBS-11.1.5");
        let state = self.unit(unit);
        if !state.in_play() || self.is_train(unit) || !self.effect(unit).may_close_combat {
            enforces!("MPBS-6.3.2a-1");
            return Err(Bar::Unit(
                rule!("MPBS-CHART-FORMATION-MOVEMENT"),
                unit,
                "Guns, Wagons, Hedgehogs, Columns and Morale Broken units do not attack",
                "Choose another unit.",
            ));
        }
        let side = self.side(unit);
        let stack = self.stack(hex);
        let lone_leader = stack.is_empty() && !self.leaders_at(hex, side.other()).is_empty();
        if self.holder(hex) != Some(side.other()) && !lone_leader {
            return Err(Bar::At(rule!("MPBS-11.1.2a"), hex, "No enemy is there", "Choose another hex."));
        }
        if self.light_part(unit) {
            return Err(Bar::Unit(
                rule!("MPBS-8.2.1d"),
                unit,
                "Light infantry stacked with cavalry takes no part in Close Combat",
                "Attack with the cavalry.",
            ));
        }
        self.attack_reaches(unit, hex)?;
        let Some(defender) = stack.main() else {
            if self.is_light(unit) && lone_leader {
                return Err(Bar::Unit(
                    rule!("MPBS-11.6a"),
                    unit,
                    "Light infantry attacks only light infantry and lone guns or Wagons",
                    "Choose another target.",
                ));
            }
            return Ok(());
        };
        if self.matrix(unit, defender).is_none() {
            return Err(Bar::Unit(
                rule!("MPBS-11.6a"),
                unit,
                "Light infantry attacks only light infantry and lone guns or Wagons",
                "Choose another target.",
            ));
        }
        Ok(())
    }

    /// Light infantry in the hex of its cavalry.
    fn light_part(self, unit: UnitId) -> bool {
        self.is_light(unit) && self.partner(unit).is_some()
    }

    /// Whether facing and ground let a unit attack a hex.
    fn attack_reaches(self, unit: UnitId, hex: Hex) -> Allowed {
        let at = self.unit(unit).at;
        let wrong = Bar::At(
            rule!("MPBS-11.1.2c"),
            hex,
            "The target must be adjacent, in a front hex; of a two-hex unit in its centre front hex",
            "Choose another target.",
        );
        if self.crosses_bridge_hex(at, hex) {
            return Ok(());
        }
        if self.zone(unit, hex) != Some(Zone::Front) {
            return Err(wrong);
        }
        if let Some(centre) = at.centre_front()
            && !self.is_swedish(unit)
            && hex != centre
        {
            enforces!("MPBS-11.1.3a", "MPBS-14.5");
            // A two-hex defender needs only one hex in the centre front.
            let reaches = match (self.stack(hex).main(), self.stack(centre).main()) {
                (Some(there), Some(ahead)) => there == ahead,
                _ => false,
            };
            if !reaches {
                return Err(wrong);
            }
        }
        let open = self.footprint(unit).iter().any(|from| {
            from.direction_to(hex).and_then(|direction| self.crossing(from, direction)).is_some_and(
                |crossing| {
                    let cost = if at.footprint().second.is_some() && !crossing.bridge {
                        crossing.wide_cost
                    } else {
                        crossing.cost[self.column(unit) as usize]
                    };
                    cost != IMPASSABLE
                },
            )
        });
        if open {
            return Ok(());
        }
        Err(Bar::At(
            rule!("MPBS-11.1.2e"),
            hex,
            "A unit may not attack a hex that it may not enter",
            "Choose another target.",
        ))
    }

    /// Whether a two-hex line attacks `hex` through a bridge hex to its front.
    pub fn crosses_bridge_hex(self, at: Placement, hex: Hex) -> bool {
        enforces!("MPBS-7.3.5e", "MPBS-11.1.2d", "MPBS-11.3.1a-3");
        self.table.has_bridges
            && at.footprint().second.is_some()
            && at.footprint().distance(hex) == 2
            && at.front().into_iter().any(|bridge| {
                self.table.is_bridge_hex(bridge)
                    && bridge.is_adjacent(hex)
                    && at.beyond_bridge_hex(bridge).iter().any(|end| end.footprint().contains(hex))
            })
    }

    /// Whether a two-hex line attacks across a bridge.
    fn attacks_over_bridge(self, unit: UnitId, hexes: &[Hex]) -> bool {
        let at = self.unit(unit).at;
        if !self.table.has_bridges || at.footprint().second.is_none() {
            return false;
        }
        let over = |from: Hex, hex: Hex| {
            from.direction_to(hex)
                .and_then(|direction| self.crossing(from, direction))
                .is_some_and(|crossing| crossing.bridge)
        };
        // A half that can ford beside the bridge needs no bridge.
        let fords = |from: Hex, hex: Hex| {
            from.direction_to(hex)
                .and_then(|direction| self.crossing(from, direction))
                .is_some_and(|crossing| !crossing.bridge && crossing.wide_cost != IMPASSABLE)
        };
        hexes.iter().any(|hex| {
            self.crosses_bridge_hex(at, *hex)
                || self.footprint(unit).iter().any(|from| over(from, *hex))
                    && !self.footprint(unit).iter().any(|from| fords(from, *hex))
        })
    }

    /// Row or column of the Close Combat Matrix.
    pub fn matrix_type(self, unit: UnitId) -> MatrixType {
        enforces!("MPBS-14.2a", "MPBS-14.3c", "MPBS-14.6d");
        match self.kind(unit) {
            UnitType::HeavyInfantry { .. } if self.has_pikes(unit) => MatrixType::Hi,
            UnitType::HeavyInfantry { .. } | UnitType::Cavalry { mount: Mount::Dismounted, .. } => {
                MatrixType::HiNoPikes
            }
            UnitType::Cavalry { kind: CavalryType::Cuirassier, .. } => MatrixType::Cuirassier,
            UnitType::Cavalry { kind: CavalryType::Croat, .. } if self.is_croat(unit) => MatrixType::Croat,
            UnitType::Cavalry { .. } => MatrixType::Arquebusier,
            _ => MatrixType::Li,
        }
    }

    /// The Matrix modifier; `None` if the attack is not allowed.
    pub fn matrix(self, attacker: UnitId, defender: UnitId) -> Option<i8> {
        enforces!("MPBS-11.3.8");
        let defends = if self.state(defender) == FormationState::Hedgehog {
            MatrixType::Hedgehog
        } else {
            self.matrix_type(defender)
        };
        self.table.charts.close_combat_matrix.modifier(self.matrix_type(attacker), defends)
    }

    /// Strength ratio as the chart's modifier.
    fn ratio(self, attackers: &[UnitId], defender: UnitId) -> (&'static str, i32) {
        enforces!("MPBS-11.3.4", "MPBS-11.3.5", "MPBS-11.1.3b");
        let chart = &self.table.charts.close_combat_modifiers;
        let attack: i32 = attackers.iter().map(|unit| i32::from(self.strength(*unit))).sum();
        let mut defence = i32::from(self.strength(defender)).max(1);
        if self.is_heavy(defender) && attackers.iter().all(|unit| self.is_cavalry(*unit)) {
            defence = (defence / 2).max(1);
        }
        if attack >= defence {
            match attack / defence {
                4.. => ("strength 4:1", chart.add(CloseCombatModifier::Ratio4To1)),
                2..=3 => ("strength 2:1", chart.add(CloseCombatModifier::Ratio2To1)),
                _ => ("strength", 0),
            }
        } else {
            match (defence + attack - 1) / attack.max(1) {
                4.. => ("strength 1:4", chart.add(CloseCombatModifier::Ratio1To4)),
                2..=3 => ("strength 1:2", chart.add(CloseCombatModifier::Ratio1To2)),
                _ => ("strength", 0),
            }
        }
    }

    /// Modifiers of a Close Combat. `pistols` are units of either side that spend a shot.
    pub fn close_combat_tally(self, attackers: &[UnitId], defender: UnitId, pistols: &[UnitId]) -> Tally {
        enforces!("MPBS-11.2D", "MPBS-11.3.1-1");
        let chart = &self.table.charts.close_combat_modifiers;
        let mut tally = Tally::new("Close Combat");
        if attackers.iter().any(|unit| self.best_rating_with(*unit).is_some()) {
            let add = chart.add(CloseCombatModifier::LeaderAttacker);
            tally.add(rule!("MPBS-11.3.2"), "leader with the attacker", add);
        }
        if self.best_rating_with(defender).is_some() {
            let add = chart.add(CloseCombatModifier::LeaderDefender);
            tally.add(rule!("MPBS-11.3.2"), "leader with the defender", add);
        }
        let best = attackers.iter().map(|unit| self.morale(*unit)).max().unwrap_or(0);
        let differential = i32::from(best) - i32::from(self.morale(defender));
        tally.add(rule!("MPBS-11.3.3"), "morale differential", differential);
        let (label, ratio) = self.ratio(attackers, defender);
        tally.add(rule!("MPBS-11.3.4"), label, ratio);
        self.momentum_line(&mut tally, attackers);
        let flanks = self.flank_hexes(attackers, defender);
        let add = flanks * chart.add(CloseCombatModifier::FlankRear);
        tally.add(rule!("MPBS-11.3.7"), "from flank or rear hexes", add);
        let shots = attackers.iter().filter(|unit| pistols.contains(unit)).count() as i32;
        let add = shots * chart.add(CloseCombatModifier::PistolAttacker);
        tally.add(rule!("MPBS-11.3.9a"), "attackers' pistols", add);
        if pistols.contains(&defender) {
            let add = chart.add(CloseCombatModifier::PistolDefender);
            tally.add(rule!("MPBS-11.3.9a"), "defender's pistols", add);
        }
        self.salvo_lines(&mut tally, attackers, defender);
        self.formation_lines(&mut tally, attackers, defender);
        // Of different attackers the one that suits the defender best.
        enforces!("MPBS-11.1.4c");
        let matrix = attackers.iter().filter_map(|unit| self.matrix(*unit, defender)).min().unwrap_or(0);
        tally.add(rule!("MPBS-11.3.8"), "Close Combat Matrix", i32::from(matrix));
        tally.add(rule!("MPBS-CHART-TEC"), "terrain", self.combat_terrain(attackers, defender));
        let wagon = self
            .footprint(defender)
            .iter()
            .any(|hex| self.stack(hex).gun().is_some_and(|train| self.is_wagon(train)));
        if wagon {
            let add = i32::from(self.table.charts.tec.wagon.close_combat);
            tally.add(rule!("MPBS-14.1b"), "Wagon", add);
        }
        let (least, most) = self.table.charts.close_combat.modifier_limit;
        tally.at_most(rule!("MPBS-11.3.1-3"), "no more than this", i32::from(most));
        tally.at_least(rule!("MPBS-11.3.1-3"), "no less than this", i32::from(least));
        tally
    }

    fn momentum_line(self, tally: &mut Tally, attackers: &[UnitId]) {
        enforces!(
            "MPBS-11.3.6-3",
            "MPBS-11.3.6-5",
            "MPBS-GLOSSARY-MOMENTUM",
            "MPBS-11.3.9b",
            "MPBS-11.3.6a-5"
        );
        enforces!("MPBS-11.3.1-2");
        let chart = &self.table.charts.close_combat_modifiers;
        let with = |heavy: bool| {
            attackers.iter().any(|unit| self.unit(*unit).is(Marks::MOMENTUM) && self.is_heavy(*unit) == heavy)
        };
        if with(true) {
            let add = chart.add(CloseCombatModifier::MomentumHi);
            tally.add(rule!("MPBS-11.3.6-3"), "Momentum of heavy infantry", add);
        } else if with(false) {
            let add = chart.add(CloseCombatModifier::MomentumCavalry);
            tally.add(rule!("MPBS-11.3.6-3"), "Momentum of cavalry", add);
        }
    }

    /// Flank and rear hexes of the defender from which it is attacked.
    pub fn flank_hexes(self, attackers: &[UnitId], defender: UnitId) -> i32 {
        enforces!("MPBS-12.4.3b", "MPBS-6.3.2a-3");
        let mut hexes: SmallVec<[Hex; 8]> = SmallVec::new();
        for unit in attackers {
            for hex in self.footprint(*unit).iter() {
                let beside = matches!(self.zone(defender, hex), Some(Zone::Flank | Zone::Rear));
                if beside && !hexes.contains(&hex) {
                    hexes.push(hex);
                }
            }
        }
        hexes.len() as i32
    }

    fn salvo_lines(self, tally: &mut Tally, attackers: &[UnitId], defender: UnitId) {
        let chart = &self.table.charts.close_combat_modifiers;
        let rule = rule!("MPBS-11.3.1-2");
        let at = |unit: UnitId, other: UnitId| {
            self.unit(unit).is(Marks::SALVO_NOW) && self.unit(unit).salvo_at.contains(&Some(other))
        };
        if attackers.iter().any(|unit| at(*unit, defender)) {
            tally.add(rule, "attacker's Salvo", chart.add(CloseCombatModifier::SalvoAttacker));
        }
        if attackers.iter().any(|unit| at(defender, *unit)) {
            tally.add(rule, "defender's Salvo", chart.add(CloseCombatModifier::SalvoDefender));
        }
    }

    fn formation_lines(self, tally: &mut Tally, attackers: &[UnitId], defender: UnitId) {
        let chart = &self.table.charts.close_combat_modifiers;
        let rule = rule!("MPBS-11.3.1-2");
        let hexes: SmallVec<[Hex; 2]> = self.footprint(defender).iter().collect();
        let any = |state: FormationState| {
            attackers.iter().any(|unit| {
                let seen = if self.attacks_over_bridge(*unit, &hexes) {
                    FormationState::Broken
                } else {
                    self.state(*unit)
                };
                seen == state
            })
        };
        if any(FormationState::Broken) {
            let add = chart.add(CloseCombatModifier::AttackerFormationBroken);
            tally.add(rule, "attacker Formation Broken", add);
        } else if any(FormationState::Shaken) {
            let add = chart.add(CloseCombatModifier::AttackerFormationShaken);
            tally.add(rule, "attacker Formation Shaken", add);
        } else if any(FormationState::OpenOrder) {
            tally.add(rule, "attacker in Open Order", chart.add(CloseCombatModifier::AttackerOpenOrder));
        }
        match self.state(defender) {
            FormationState::Broken => {
                let add = chart.add(CloseCombatModifier::DefenderFormationBroken);
                tally.add(rule, "defender Formation Broken", add);
            }
            FormationState::Shaken => {
                let add = chart.add(CloseCombatModifier::DefenderFormationShaken);
                tally.add(rule, "defender Formation Shaken", add);
            }
            FormationState::OpenOrder => {
                tally.add(rule, "defender in Open Order", chart.add(CloseCombatModifier::DefenderOpenOrder));
            }
            _ => {}
        }
    }

    /// Terrain of the defender, as each attacker meets it: the best for the defender.
    fn combat_terrain(self, attackers: &[UnitId], defender: UnitId) -> i32 {
        enforces!("MPBS-14.4e", "MPBS-11.3.1a-1", "MPBS-11.3.1a-2");
        let mut best: Option<i32> = None;
        for unit in attackers {
            for from in self.footprint(*unit).iter() {
                for hex in self.footprint(defender).iter() {
                    let Some(crossing) = from.direction_to(hex).and_then(|d| self.crossing(from, d)) else {
                        continue;
                    };
                    let out = i32::from(self.table.ground(from).close_combat_out);
                    let value = i32::from(crossing.close_combat) + out;
                    best = Some(best.map_or(value, |so_far| so_far.min(value)));
                }
            }
        }
        // Through a bridge hex: the defender's own ground.
        best.unwrap_or_else(|| {
            self.footprint(defender)
                .iter()
                .map(|hex| i32::from(self.table.ground(hex).close_combat))
                .min()
                .unwrap_or(0)
        })
    }

    /// Whether light infantry is swept away without a fight.
    pub fn swept_away(self, attackers: &[UnitId], defender: UnitId) -> bool {
        enforces!("MPBS-11.6b", "MPBS-11.6d");
        self.is_light(defender)
            && self.partner(defender).is_none()
            && self.strength(defender) == 1
            && self.stack(self.hex(defender)).gun().is_none_or(|train| !self.is_gun(train))
            && !attackers.iter().all(|unit| self.is_light(*unit) && self.strength(*unit) == 1)
    }

    /// Whether cavalry can still spend a pistol in Close Combat.
    pub fn has_shot(self, unit: UnitId) -> bool {
        enforces!("MPBS-10.1.3c", "MPBS-12.4.3i", "MPBS-10.7.3");
        self.has_pistols(unit) && self.unit(unit).shots < 2
    }

    /// Whether a unit is Morale Broken.
    pub fn is_broken(self, unit: UnitId) -> bool {
        self.unit(unit).morale == MoraleState::Broken
    }
}
