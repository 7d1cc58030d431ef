//! Plays a battle and its image side by side.

use super::{compare::same, image::Image};
use caracole_kernel::{
    Awaiting, Battle, Rules, Side, Step,
    dice::{Roll, Throw},
};
use caracole_ledger::rule;
use caracole_musketpike::RollPurpose;
use caracole_musketpike::{
    MusketPike,
    bots::Random,
    engine::{ScenarioSource, Setup},
    messages::Decision,
    scenario::text_of,
};
use caracole_testing::Node;

/// Every so many steps whole worlds, what is under way and all that is offered are compared.
const LOOK_EVERY: usize = 16;

/// Choices that are kept to be tried again where they may be refused.
const KEPT: usize = 16;

/// A battle and its image.
pub struct Pair {
    image: Image,
    here: Battle<MusketPike>,
    there: Battle<MusketPike>,
    tried: Vec<Decision>,
}

impl Pair {
    pub fn start(setup: &Setup, reversed: bool) -> Result<Self, String> {
        let ScenarioSource::Id(id) = &setup.scenario else { return Err("a scenario by its id".to_owned()) };
        let (here, _) = Battle::<MusketPike>::start(setup).map_err(|r| r.to_string())?;
        let image = Image::of(&here.scenario().scenario, reversed);
        let text = image.scenario(text_of(id).ok_or("no such scenario")?);
        let turned = Setup { scenario: ScenarioSource::Text(text), ..setup.clone() };
        let (there, _) = Battle::<MusketPike>::start(&turned).map_err(|r| r.to_string())?;
        Ok(Pair { image, here, there, tried: Vec::new() })
    }

    /// Plays to the end; tells how many steps it took.
    pub fn play(&mut self, player: &mut Random, most: usize) -> Result<usize, String> {
        self.open(player)?;
        for n in 0..most {
            self.same_awaited().map_err(|e| format!("step {n}: {e}"))?;
            if n.is_multiple_of(LOOK_EVERY) {
                self.look().map_err(|e| format!("step {n}: {e}"))?;
            }
            let Some(step) = player.step(&self.here) else {
                self.look()?;
                return Ok(n);
            };
            self.step(&step).map_err(|e| format!("step {n}, {step:?}: {e}"))?;
        }
        Err("the battle does not end".to_owned())
    }

    /// The secret choices before play: red is always asked first, so both are made before either is mirrored.
    fn open(&mut self, player: &mut Random) -> Result<(), String> {
        let mut mirrored = Vec::new();
        for side in Side::BOTH {
            let step = player.step(&self.here).ok_or("nothing to choose")?;
            let Step::Choose { decision, .. } = &step else { return Err("no opening".to_owned()) };
            mirrored.push((self.image.side(side), self.decision(decision)?));
            self.here.apply(&step).map_err(|r| r.to_string())?;
        }
        for (side, decision) in mirrored.into_iter().rev() {
            self.there.apply(&Step::Choose { side, decision }).map_err(|r| r.to_string())?;
        }
        Ok(())
    }

    fn step(&mut self, step: &Step<Decision>) -> Result<(), String> {
        let mirrored = match step {
            Step::Dice(throw) => Step::Dice(self.dice(throw)),
            Step::Choose { side, decision } => {
                self.same_rulings(*side, decision)?;
                Step::Choose { side: self.image.side(*side), decision: self.decision(decision)? }
            }
        };
        let events = self.here.apply(step).map_err(|r| format!("refused here: {r}"))?;
        let seen = self.there.apply(&mirrored).map_err(|r| format!("refused there: {mirrored:?}: {r}"))?;
        self.same("events", &events, &seen)
    }

    /// The die for the initiative is red's first, blue's second: each side keeps its own.
    fn dice(&self, throw: &Throw) -> Throw {
        let mut throw = throw.clone();
        if matches!(self.here.awaiting(), Awaiting::Dice(roll) if for_initiative(roll)) {
            throw.0.swap(0, 1);
        }
        throw
    }

    fn decision(&self, decision: &Decision) -> Result<Decision, String> {
        serde_json::from_value(self.image.map(&Node::of(decision)).json()).map_err(|e| e.to_string())
    }

    fn same<T: serde::Serialize>(&self, what: &str, here: &T, there: &T) -> Result<(), String> {
        same(what, &self.image.map(&Node::of(here)), &Node::of(there))
    }

    fn same_awaited(&self) -> Result<(), String> {
        match (self.here.awaiting(), self.there.awaiting()) {
            (Awaiting::Dice(here), Awaiting::Dice(there)) if for_initiative(here) => {
                if here == there {
                    Ok(())
                } else {
                    Err(format!("{here:?} here, {there:?} there"))
                }
            }
            (here, there) => self.same("awaited", here, there),
        }
    }

    /// Whole worlds, procedures under way, and all that is offered.
    fn look(&self) -> Result<(), String> {
        self.same("world", self.here.world(), self.there.world())?;
        self.same("under way", &self.here.stack(), &self.there.stack())?;
        let (Awaiting::Decision { side, request }, Awaiting::Decision { side: other, request: turned }) =
            (self.here.awaiting(), self.there.awaiting())
        else {
            return Ok(());
        };
        let offered = |battle: &Battle<MusketPike>, side, request| {
            let mut all = Vec::new();
            MusketPike::candidates(battle, side, request, &mut all);
            all
        };
        let mut here: Vec<String> = Vec::new();
        for decision in offered(&self.here, *side, request) {
            here.push(format!("{:?}", self.decision(&decision)?));
        }
        let mut there: Vec<String> =
            offered(&self.there, *other, turned).iter().map(|d| format!("{d:?}")).collect();
        here.sort_unstable();
        there.sort_unstable();
        match here.iter().find(|d| !there.contains(d)).or(there.iter().find(|d| !here.contains(d))) {
            None => Ok(()),
            Some(decision) => Err(format!("{decision} is offered in one and not in the other")),
        }
    }

    /// A choice that may be refused is refused by the same rule in both.
    fn same_rulings(&mut self, side: Side, decision: &Decision) -> Result<(), String> {
        let alike = |d: &&Decision| std::mem::discriminant(*d) == std::mem::discriminant(decision);
        for tried in self.tried.iter().filter(alike) {
            let mirrored = self.decision(tried)?;
            let here = self.here.plan(side, tried).map(drop).map_err(|r| r.rule);
            let there = self.there.plan(self.image.side(side), &mirrored).map(drop).map_err(|r| r.rule);
            if here != there {
                return Err(format!("{tried:?} is {here:?} here and {there:?} there"));
            }
        }
        if self.tried.len() >= KEPT {
            self.tried.remove(0);
        }
        self.tried.push(decision.clone());
        Ok(())
    }
}

/// The dice by which the initiative is settled, which have no side of their own.
fn for_initiative(roll: &Roll<RollPurpose>) -> bool {
    roll.rule == rule!("MPBS-4.1.2c")
}
