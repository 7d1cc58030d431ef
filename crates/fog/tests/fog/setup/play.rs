//! A set-up being played.
#![allow(dead_code, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::battle_common::{group, guns, horse, light_horse, pike, scene, shot};
use caracole_fog::army::{Army, CommanderLevel, GroupPermit, Territory};
use caracole_fog::battle::setup::{Decision, Deployment, Event, Request};
use caracole_fog::battle::{self, ArmyChoice, Fogr, Setup, StartFrom, World};
use caracole_fog::field::{Ground, Piece, TerrainKind};
use caracole_fog::troops::TroopType;
use caracole_kernel::dice::{DiceSource, Scripted, Throw, Thrown};
use caracole_kernel::{Awaiting, Battle, Refusal, Side, Step};
use caracole_plane::{Angle, Point, Polygon, Pose};
use std::sync::Arc;

pub struct Play {
    pub battle: Battle<Fogr>,
    /// What happened in the set-up.
    pub events: Vec<Event>,
    /// All that happened.
    pub told: Vec<battle::Event>,
}

pub fn army(choice: &mut ArmyChoice) -> &mut Army {
    match choice {
        ArmyChoice::List(army) => army,
        ArmyChoice::BuiltIn(_) => panic!("a list"),
    }
}

/// Red: foot, shot, horse, light horse, guns. Blue: four of horse, three of them of 4 bases.
/// Numbers: red 0 to 4, blue 5 to 8; commanders red 0 and 1, blue 2 and 3.
pub fn armies() -> Setup {
    let mut setup = scene()
        .red(group("foot", &[pike(2), shot(4)]))
        .red(group("shot", &[shot(4)]))
        .red(group("horse", &[horse(4)]))
        .red(group("light horse", &[light_horse(4)]))
        .red(group("guns", &[guns(2, TroopType::MediumArtillery)]))
        .blue(group("b1", &[horse(4)]))
        .blue(group("b2", &[horse(4)]))
        .blue(group("b3", &[horse(4)]))
        .blue(group("b4", &[shot(6)]))
        .lone_commander(Side::Red, CommanderLevel::Great, 0, 0)
        .lone_commander(Side::Red, CommanderLevel::Field, 0, 0)
        .lone_commander(Side::Blue, CommanderLevel::Troop, 0, 0)
        .lone_commander(Side::Blue, CommanderLevel::Troop, 0, 0)
        .setup();
    setup.start = StartFrom::Deployment;
    army(&mut setup.armies.red).territories = vec![Territory::Agricultural];
    army(&mut setup.armies.red).field_fortifications = 6;
    army(&mut setup.armies.red).battle_groups[0].list_says = vec![GroupPermit::Mixed];
    army(&mut setup.armies.blue).territories = vec![Territory::Hilly];
    setup
}

pub fn play(setup: &Setup) -> Play {
    let (battle, _) = Battle::start(setup).unwrap_or_else(|r| panic!("{r}"));
    Play::of(battle)
}

impl Play {
    pub fn of(battle: Battle<Fogr>) -> Self {
        Play { battle, events: Vec::new(), told: Vec::new() }
    }

    pub fn world(&self) -> &World {
        self.battle.world()
    }

    pub fn asked(&self) -> (Side, Request) {
        match self.battle.awaiting() {
            Awaiting::Decision { side, request: battle::Request::Setup(request) } => (*side, request.clone()),
            other => panic!("{other:?}"),
        }
    }

    pub fn step(&mut self, step: &Step<battle::Decision>) {
        let events = self.battle.apply(step).unwrap_or_else(|r| panic!("{r}"));
        self.told.extend(events.iter().cloned());
        self.events.extend(events.into_iter().filter_map(|e| match e {
            battle::Event::Setup(e) => Some(e),
            _ => None,
        }));
        <Fogr as caracole_kernel::Rules>::invariants(&self.battle).unwrap();
    }

    pub fn choose(&mut self, decision: Decision) {
        let (side, _) = self.asked();
        self.step(&Step::Choose { side, decision: decision.into() });
    }

    pub fn refused(&self, decision: Decision) -> Refusal {
        let (side, _) = self.asked();
        self.battle.plan(side, &decision.into()).map(|o| panic!("allowed: {o:?}")).unwrap_err()
    }

    pub fn dice(&mut self, faces: &[u8]) {
        let mut dice = Scripted::new(faces.iter().copied());
        while dice.left() > 0 {
            let Awaiting::Dice(roll) = self.battle.awaiting() else { panic!("no dice are awaited") };
            let throw = dice.throw(0, &roll.shown()).unwrap();
            self.step(&Step::Dice(throw));
        }
    }

    /// Takes the first sensible choice, and ones with the dice, until something is asked.
    pub fn until(&mut self, stop: impl Fn(&Request) -> bool) {
        for _ in 0..200 {
            match self.battle.awaiting().clone() {
                Awaiting::Decision { side, request } => {
                    let battle::Request::Setup(asked) = &request else { return };
                    if stop(asked) {
                        return;
                    }
                    let mut found = Vec::new();
                    <Fogr as caracole_kernel::Rules>::candidates(&self.battle, side, &request, &mut found);
                    assert!(!found.is_empty(), "no candidates for {request:?}");
                    for decision in &found {
                        self.battle.plan(side, decision).unwrap_or_else(|r| panic!("{request:?}: {r}"));
                    }
                    let decision = found.into_iter().next().unwrap();
                    self.step(&Step::Choose { side, decision });
                }
                Awaiting::Dice(roll) => {
                    let ones = |n: u16| Thrown::plain(&vec![1; usize::from(n)]);
                    let throw = Throw(roll.pools.iter().map(|p| ones(p.dice)).collect());
                    self.step(&Step::Dice(throw));
                }
                Awaiting::Nothing(_) => return,
            }
        }
        panic!("the set-up does not come to it");
    }

    /// Plays on by the first sensible choice until this rule asks for dice.
    pub fn until_roll(&mut self, rule: &str) {
        for _ in 0..600 {
            match self.battle.awaiting().clone() {
                Awaiting::Dice(roll) if roll.rule.id() == rule => return,
                Awaiting::Decision { side, request } => {
                    let mut found = Vec::new();
                    <Fogr as caracole_kernel::Rules>::candidates(&self.battle, side, &request, &mut found);
                    let decision = found.into_iter().next().expect("a candidate");
                    self.step(&Step::Choose { side, decision });
                }
                Awaiting::Dice(roll) => {
                    let threes = |n: u16| Thrown::plain(&vec![3; usize::from(n)]);
                    let throw = Throw(roll.pools.iter().map(|p| threes(p.dice)).collect());
                    self.step(&Step::Dice(throw));
                }
                Awaiting::Nothing(outcome) => panic!("{outcome:?}"),
            }
        }
        panic!("the battle does not come to it: {:?}", self.battle.awaiting());
    }
}

/// Red has the initiative.
pub fn begun() -> Play {
    let mut play = play(&armies());
    play.dice(&[6, 1]);
    play
}

/// An otherwise empty table with this terrain at the moment when something is asked.
pub fn at(stop: impl Fn(&Request) -> bool, pieces: Vec<Piece>) -> Play {
    let mut play = begun();
    play.until(|r| matches!(r, Request::Camp));
    play.battle = play.battle.with_world(|w| Arc::make_mut(&mut w.field.terrain).pieces = pieces);
    play.until(stop);
    play
}

pub fn mm(x: i32, y: i32) -> Point {
    Point::from_mm(x, y)
}

pub fn rectangle(from: (i32, i32), to: (i32, i32)) -> Ground {
    let corners = [(from.0, from.1), (to.0, from.1), (to.0, to.1), (from.0, to.1)];
    Ground::Area(Polygon::new(corners.map(|(x, y)| mm(x, y)).to_vec()).unwrap())
}

pub fn lay(from: (i32, i32), to: (i32, i32)) -> Decision {
    Decision::Place { ground: rectangle(from, to), room: None }
}

pub fn north(x: i32, y: i32) -> Pose {
    Pose::new(mm(x, y), Angle::ZERO)
}

pub fn deploy(x: i32, y: i32, files: u8) -> Decision {
    let front = north(x, y);
    Decision::Deploy(Deployment::at(front, files))
}

pub fn forest(from: (i32, i32), to: (i32, i32)) -> Piece {
    Piece { kind: TerrainKind::Forest, ground: rectangle(from, to) }
}
