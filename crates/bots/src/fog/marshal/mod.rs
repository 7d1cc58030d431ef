//! A player that weighs its choices by the engine's own dice: where to stand, whom to charge, when to keep away.

mod answers;
mod charges;
mod commanders;
mod land;
mod lurk;
mod march;
mod moves;
mod outflank;
mod posts;
mod retreat;
mod shape;
mod sketch;
mod strength;
#[cfg(test)]
mod trials;
mod ways;
mod worth;

use crate::{Budget, Player, Temperament};
use caracole_fog::{
    battle::{
        Decision, Fog, GroupId, Phase, Played, Request, World, joint, melee, outcome,
        position::{contact, kinds},
        shooting,
    },
    troops::{Cohesion, TroopType},
};
use caracole_kernel::{Battle, Side};
use sketch::Sketch;
use std::collections::{BTreeMap, VecDeque};
use strength::{Meeting, Strengths};
use ways::{Ground, Ways};
use worth::Goal;

/// How a temperament weighs things.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights {
    /// What a charge must be worth at least.
    least_charge: i32,
    /// Percentage of the danger of being charged that counts.
    danger: i32,
    /// The worth of standing to a charge below which those who can evade do.
    least_stand: i32,
    /// What the drop of a level for a charge in flank or rear is worth.
    flank: i32,
    /// What a turn on the march costs.
    turn: i32,
    /// Percentage of the worth of a volley.
    shots: i32,
    /// Percentage of the worth of volleys that strike it.
    under_fire: i32,
    /// When commanders fight in the front rank.
    front_rank: FrontRank,
    /// What a commander is worth to those who fight, and to those who soon will.
    leads: [i32; 2],
}

/// When commanders fight in the front rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FrontRank {
    /// Where it is close, when the day is late or the temper hot.
    WhenPressed,
    /// Wherever their men fight: what their example wins is worth more than the risk.
    Always,
}

impl Weights {
    /// How a captain weighs things, found by play against the balanced marshal: it lets the enemy come into its fire, and
    /// strikes then.
    pub(super) const CAPTAIN: Weights = Weights {
        turn: 4,
        danger: 230,
        flank: 800,
        shots: 1_800,
        under_fire: 400,
        front_rank: FrontRank::Always,
        leads: [70, 25],
        ..Weights::of(Temperament::Balanced)
    };

    /// Ways for a captain to go about a turn: as usual, at them, with care, and forward.
    pub(super) const PLANS: [Weights; 4] = [
        Weights::CAPTAIN,
        Weights { least_charge: -100, danger: 50, ..Weights::CAPTAIN },
        Weights { least_charge: 220, danger: 200, ..Weights::CAPTAIN },
        Weights { turn: 150, ..Weights::CAPTAIN },
    ];

    /// How a temperament weighs things.
    pub(super) const fn of(temperament: Temperament) -> Self {
        const BALANCED: Weights = Weights {
            least_charge: 60,
            danger: 120,
            least_stand: -60,
            flank: 400,
            turn: 150,
            shots: 400,
            under_fire: 260,
            front_rank: FrontRank::WhenPressed,
            leads: [30, 0],
        };
        match temperament {
            // Lets the enemy come, and shoots.
            Temperament::Cautious => {
                Weights { least_charge: 450, danger: 170, least_stand: 60, turn: 4, shots: 1_600, ..BALANCED }
            }
            Temperament::Balanced => BALANCED,
            // Closes at once, and charges at even odds.
            Temperament::Bold => Weights {
                least_charge: -300,
                danger: 25,
                least_stand: -200,
                turn: 190,
                shots: 250,
                ..BALANCED
            },
        }
    }
}

impl Weights {
    /// As the day wears on an army that has not won takes chances that it did not take before.
    fn pressed(self, hour: i32) -> Self {
        let late = (hour - 10).clamp(0, 25);
        Weights {
            least_charge: self.least_charge - 8 * late,
            danger: self.danger * (100 - 3 * late) / 100,
            turn: self.turn.max(4 * late),
            ..self
        }
    }
}

/// The turns of a day.
const DAY: u16 = 40;

/// How late it is, as the turn of a whole day: a battle of fewer turns has a shorter one.
fn hour(turn: u16, turns: u16) -> i32 {
    i32::from(turn) * i32::from(DAY) / i32::from(turns.max(1))
}

/// Weighs its choices by odds.
#[derive(Debug)]
pub(super) struct Marshal {
    /// How many turns the battle has.
    turns: u16,
    /// What the temperament weighs.
    temper: Weights,
    /// The same at this hour of the day.
    weights: Weights,
    strengths: Strengths,
    /// The turn, phase and number of battle groups for which what follows holds.
    now: (u16, Option<Phase>),
    /// Battle groups that have still to be considered in the manoeuvre phase.
    waiting: VecDeque<GroupId>,
    /// The turn whose manoeuvre phase has been begun.
    considered: u16,
    /// Whom each battle group goes for.
    goals: BTreeMap<GroupId, Goal>,
    /// The table as the manoeuvre phase found it, and those moved since.
    sketch: Sketch,
    /// The ground of the battle.
    ground: Ground,
    /// The way of each battle group to what it goes for.
    ways: BTreeMap<GroupId, Ways>,
    /// Who has moved since the sketch was drawn.
    moved: Vec<GroupId>,
    /// No division marches any more in this phase.
    nobody_marches: bool,
    care: Care,
    /// In how many files each battle group stood when it was seen first.
    widths: BTreeMap<GroupId, i32>,
}

/// How carefully moves are sought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Care {
    /// As for a battle.
    Full,
    /// As for a battle that is only imagined: the moves that matter most.
    Quick,
}

impl Marshal {
    pub(super) fn new(temperament: Temperament) -> Self {
        Marshal {
            turns: DAY,
            temper: Weights::of(temperament),
            weights: Weights::of(temperament),
            strengths: Strengths::default(),
            now: (0, None),
            waiting: VecDeque::new(),
            considered: 0,
            goals: BTreeMap::new(),
            sketch: Sketch::default(),
            ground: Ground::default(),
            ways: BTreeMap::new(),
            moved: Vec::new(),
            nobody_marches: false,
            care: Care::Full,
            widths: BTreeMap::new(),
        }
    }

    /// One who moves the battles that a captain imagines.
    pub(super) fn imagined(temperament: Temperament) -> Self {
        Marshal { care: Care::Quick, ..Marshal::new(temperament) }
    }

    /// Changes the weights.
    pub(super) fn go_about_it(&mut self, weights: Weights) {
        self.temper = weights;
        self.weights = weights.pressed(hour(self.now.0, self.turns));
    }

    /// The weights.
    pub(super) const fn way(&self) -> Weights {
        self.temper
    }

    /// Forgets its plans: another battle follows, or the same from an earlier moment.
    pub(super) fn start_afresh(&mut self) {
        self.now = (0, None);
        self.considered = 0;
        self.waiting.clear();
        self.goals.clear();
    }

    /// Looks at the battle anew when a phase begins.
    fn look(&mut self, world: &World, side: Side) {
        let now = (world.turn.number, Some(world.turn.phase));
        if self.now == now {
            return;
        }
        self.now = now;
        self.weights = self.temper.pressed(hour(world.turn.number, self.turns));
        self.strengths.look_again();
        if world.turn.phase == Phase::Manoeuvre && world.turn.active == side {
            if self.ground.is_unknown() {
                self.ground = Ground::of(world);
            }
            self.moved.clear();
            self.sketch = Sketch::of(world, side);
            for figure in self.sketch.own.iter().chain(&self.sketch.foes) {
                self.strengths.note(figure.id, figure.condition);
            }
            self.note_widths(world);
            self.set_goals(world);
        }
    }

    fn joint(&mut self, world: &World, side: Side, request: &joint::Request) -> Option<joint::Decision> {
        use joint::{Decision as D, Request as R};
        Some(match request {
            R::BreakOff { group } => {
                let worst = contact::opponents(world, *group)
                    .into_iter()
                    .map(|e| self.strengths.of(world, *group, e, Meeting::Melee))
                    .min()
                    .unwrap_or(0);
                if worst < -40 { D::Act } else { D::Pass }
            }
            R::Stop { .. } | R::Bolster { .. } => D::Act,
            R::Accompany { .. } | R::Continue { .. } => D::Pass,
            R::Commander => self.rider(world, side).unwrap_or(D::Pass),
            #[allow(unreachable_patterns)]
            _ => return None,
        })
    }

    fn melee(&mut self, world: &World, request: &melee::Request) -> Option<melee::Decision> {
        use melee::{Decision as D, Request as R};
        Some(match request {
            R::FrontRank { group, .. } => {
                // It risks the commander where the odds are close and many bases depend on it.
                let close = contact::opponents(world, *group).into_iter().any(|e| {
                    self.strengths.of(world, *group, e, Meeting::Melee).abs() < 60 && world.size(e) >= 4
                });
                let pressed = close && self.weights.danger < 100;
                let leads = pressed || self.weights.front_rank == FrontRank::Always;
                if leads { D::FightInFront } else { D::StayBehind }
            }
            R::Overlap { enemies, .. } => {
                let against = enemies.iter().copied().max_by_key(|&e| (shaken(world[e].cohesion), e))?;
                D::Overlap { against }
            }
            #[allow(unreachable_patterns)]
            _ => return None,
        })
    }

    fn outcome(&mut self, world: &World, request: &outcome::Request) -> Option<outcome::Decision> {
        use outcome::{Decision as D, Request as R};
        Some(match request {
            // Horse ride them down; of foot the line matters more than the chase.
            R::Pursue { group, .. } => {
                if kinds::is_mounted(world, *group) {
                    D::GoOn
                } else {
                    D::Halt
                }
            }
            _ => return None,
        })
    }

    fn shooting(&mut self, world: &World, request: &shooting::Request) -> Option<shooting::Decision> {
        use shooting::{Decision as D, Request as R};
        let best = |targets: &[GroupId]| {
            targets
                .iter()
                .copied()
                .min_by_key(|&e| (std::cmp::Reverse(shaken(world[e].cohesion)), world.size(e), e))
        };
        Some(match request {
            R::Target { targets, .. } => D::Target { at: best(targets)? },
            R::Naval { targets, .. } => D::Naval { at: best(targets) },
            R::LongRange { .. } => D::Shoot,
            _ => return None,
        })
    }
}

/// How near troops of this cohesion are to breaking.
fn shaken(cohesion: Cohesion) -> i32 {
    match cohesion {
        Cohesion::Steady => 0,
        Cohesion::Disrupted => 1,
        Cohesion::Fragmented => 2,
        Cohesion::Broken => -1,
    }
}

/// Whether a battle group shoots from a distance rather than fights.
fn is_skirmisher(world: &World, group: GroupId) -> bool {
    kinds::is_light(world, group)
        || kinds::is_all(world, group, TroopType::Dragoons)
        || kinds::is_artillery(world, group)
}

impl<B: Played> Player<Fog<B>> for Marshal {
    fn decide(
        &mut self,
        seen: &Battle<Fog<B>>,
        side: Side,
        request: &Request,
        _: &Budget,
    ) -> Option<Decision> {
        let world = seen.world();
        self.turns = seen.scenario().turns;
        self.look(world, side);
        match request {
            Request::Setup(r) => self.posts(seen, side, r).map(Decision::Setup),
            Request::Impact(r) => self.impact(seen, side, r).map(Decision::Impact),
            Request::Manoeuvre(r) => self.manoeuvre(seen, side, r).map(Decision::Manoeuvre),
            Request::Shooting(r) => self.shooting(world, r).map(Decision::Shooting),
            Request::Melee(r) => self.melee(world, r).map(Decision::Melee),
            Request::Joint(r) => self.joint(world, side, r).map(Decision::Joint),
            Request::Outcome(r) => self.outcome(world, r).map(Decision::Outcome),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_captain_waits_for_the_enemy_but_not_all_day() {
        let turn = |turn, turns| Weights::CAPTAIN.pressed(hour(turn, turns)).turn;
        // A quarter of the day is gone, then half of it.
        assert_eq!([turn(10, 40), turn(4, 16)], [4; 2]);
        assert_eq!([turn(20, 40), turn(8, 16)], [40; 2]);
    }
}
