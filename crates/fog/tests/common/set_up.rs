//! A set-up being played.

use caracole_fog::army::Army;
use caracole_fog::battle::setup::{Decision, Deployment, Event, Request};
use caracole_fog::battle::{self, ArmyChoice, Fog, Played, Setup, World};
use caracole_fog::field::{Ground, Piece, TerrainKind};
use caracole_kernel::dice::{DiceSource, Scripted, Throw, Thrown};
use caracole_kernel::{Awaiting, Battle, Refusal, Rules, Side, Step};
use caracole_plane::{Angle, Point, Polygon, Pose};
use std::sync::Arc;

pub struct Play<B: Played> {
    pub battle: Battle<Fog<B>>,
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

impl<B: Played> Play<B> {
    /// A battle at its start.
    pub fn start(setup: &Setup) -> Self {
        let (battle, _) = Battle::start(setup).unwrap_or_else(|r| panic!("{r}"));
        Self::of(battle)
    }

    /// Comes to the first camp, clears the table but for this terrain, and goes on until something is asked.
    pub fn on_ground(&mut self, pieces: Vec<Piece>, stop: impl Fn(&Request) -> bool) {
        self.until(|r| matches!(r, Request::Camp | Request::Fortify));
        self.battle = self.battle.with_world(|w| Arc::make_mut(&mut w.field.terrain).pieces = pieces);
        self.until(stop);
    }

    pub fn of(battle: Battle<Fog<B>>) -> Self {
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
        Fog::<B>::invariants(&self.battle).unwrap();
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
                    Fog::<B>::candidates(&self.battle, side, &request, &mut found);
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

    /// Plays on by the first sensible choice, whatever the phase, until this is asked or the battle ends.
    pub fn until_asked(&mut self, stop: impl Fn(&Request) -> bool) {
        for _ in 0..4000 {
            match self.battle.awaiting().clone() {
                Awaiting::Decision { request: battle::Request::Setup(asked), .. } if stop(&asked) => return,
                Awaiting::Nothing(_) => return,
                _ => self.go_on(),
            }
        }
        panic!("the battle does not come to it: {:?}", self.battle.awaiting());
    }

    /// The first sensible choice, or threes.
    fn go_on(&mut self) {
        match self.battle.awaiting().clone() {
            Awaiting::Decision { side, request } => {
                let mut found = Vec::new();
                Fog::<B>::candidates(&self.battle, side, &request, &mut found);
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

    /// Plays on by the first sensible choice until this rule asks for dice.
    pub fn until_roll(&mut self, rule: &str) {
        for _ in 0..4000 {
            match self.battle.awaiting() {
                Awaiting::Dice(roll) if roll.rule.id() == rule => return,
                _ => self.go_on(),
            }
        }
        panic!("the battle does not come to it: {:?}", self.battle.awaiting());
    }
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
