//! Rulings by the rules of the two Field of Glory books.

mod fight;
mod muster;
mod table;

use crate::given::Given;
use crate::{Point, RefereeError, Ruling, Rulings};
use caracole_fog::battle::{
    Decision, Event, Fog, GroupId, Phase, Played, Request, Scenario, Setup, StartFrom, World, impact,
    manoeuvre, turn,
};
use caracole_kernel::dice::DiceSource;
use caracole_kernel::{Awaiting, Battle, Refusal, Rules, Side, Start, Step, Words};
use caracole_plane::{Hand, Um};
use caracole_position::{Ask, AskedPhase, Position, Question, WheelHand};
use serde_json::Value;
use std::marker::PhantomData;

/// The most choices made on the way to what is asked.
const MOST_CHOICES: usize = 1000;

/// The rule of the book that is played, where both books have one.
macro_rules! law {
    ($book:expr, $renaissance:literal, $ancients:literal) => {
        match caracole_fog::troops::Book::from($book) {
            caracole_fog::troops::Book::Renaissance => caracole_ledger::rule!($renaissance),
            caracole_fog::troops::Book::Ancients => caracole_ledger::rule!($ancients),
        }
    };
}
use law;

/// Answers the questions of a position file of one book.
pub fn rule<B: Played>(position: &Position) -> Result<Rulings, RefereeError> {
    let setup = muster::setup(B::BOOK, position)?;
    // Also says what is wrong with a position about which nothing is asked.
    Fog::<B>::prepare(&setup, B::RULES)?;
    let judge = Judge::<B> { position, setup, book: PhantomData };
    let rulings = position
        .questions
        .iter()
        .enumerate()
        .map(|(n, q)| {
            let place = format!("question {}", n + 1);
            judge.answer(q, &place).map_err(|e| e.within(&place))
        })
        .collect::<Result<_, _>>()?;
    Ok(Rulings { system: B::CODE.to_owned(), title: position.title.clone(), rulings })
}

/// What every question is judged by.
pub(crate) struct Judge<'a, B> {
    pub(crate) position: &'a Position,
    setup: Setup,
    book: PhantomData<B>,
}

/// Everything in its place as a phase begins.
pub(crate) struct Laid {
    pub(crate) scenario: Scenario,
    pub(crate) world: World,
}

/// A battle that was joined at a phase, with what was told on the way.
pub(crate) struct Joined<B: Played> {
    pub(crate) battle: Battle<Fog<B>>,
    pub(crate) told: Vec<Point>,
}

impl<B: Played> Joined<B> {
    pub(crate) fn take(&mut self, step: &Step<Decision>) -> Result<(), Refusal> {
        let events = self.battle.apply(step)?;
        let scenario = self.battle.scenario();
        self.told.extend(events.iter().map(|e| Point::from(Fog::<B>::tell(scenario, e))));
        Ok(())
    }

    /// The side that is asked.
    pub(crate) fn asked(&self) -> Option<Side> {
        match self.battle.awaiting() {
            Awaiting::Decision { side, .. } => Some(*side),
            _ => None,
        }
    }

    /// Lets the side that is asked make its most usual choice.
    fn choose_as_usual(&mut self, place: &str) -> Result<(), RefereeError> {
        let Awaiting::Decision { side, request } = self.battle.awaiting() else { return Ok(()) };
        let side = *side;
        let mut choices = Vec::new();
        Fog::<B>::candidates(&self.battle, side, request, &mut choices);
        let Some(decision) = choices.into_iter().next() else {
            return Err(RefereeError::at(
                place,
                "a choice is awaited that the referee cannot make",
                "ask by `legal` with the choice itself",
            ));
        };
        self.take(&Step::Choose { side, decision }).map_err(RefereeError::from)
    }

    /// Makes the most usual choices until `done`, dice are awaited, or the battle is over.
    pub(crate) fn go_on(
        &mut self,
        place: &str,
        done: impl Fn(&Battle<Fog<B>>) -> bool,
    ) -> Result<(), RefereeError> {
        for _ in 0..MOST_CHOICES {
            if done(&self.battle) || self.asked().is_none() {
                return Ok(());
            }
            self.choose_as_usual(place)?;
        }
        Err(RefereeError::at(place, "no end of choices is in sight", "ask by `legal` with the choice itself"))
    }
}

impl<B: Played> Judge<'_, B> {
    /// The setup of a battle that is joined at this phase.
    fn setup_at(&self, phase: Phase) -> Setup {
        let mut setup = self.setup.clone();
        if let StartFrom::Position(position) = &mut setup.start {
            position.phase = Some(phase);
        }
        setup
    }

    /// The table as this phase begins: nobody has conformed, run or fought yet, as they may where nobody has a choice.
    fn lay_out(&self, phase: Phase) -> Result<Laid, RefereeError> {
        let Start { scenario, mut world, .. } = Fog::<B>::prepare(&self.setup_at(phase), B::RULES)?;
        turn::begin_phase(&mut world, phase);
        Ok(Laid { scenario, world })
    }

    /// The battle joined at this phase.
    pub(crate) fn join(&self, phase: Phase) -> Result<Joined<B>, RefereeError> {
        let (battle, opening) = Battle::start(&self.setup_at(phase))?;
        // That the turn and the phase begin goes without saying.
        let happened = opening.iter().filter(|e| !matches!(e, Event::Turn(_)));
        let told = happened.map(|e| Point::from(Fog::<B>::tell(battle.scenario(), e))).collect();
        Ok(Joined { battle, told })
    }

    pub(crate) fn id(&self, group: usize) -> GroupId {
        muster::id(self.position, group)
    }

    fn name(&self, group: usize) -> &str {
        self.position.groups.get(group).map_or("a group", |g| g.name.as_str())
    }

    fn answer(&self, q: &Question, place: &str) -> Result<Ruling, RefereeError> {
        match q.ask {
            Ask::Contact => Ok(table::contacts(self, &self.lay_out(Phase::Impact)?, q.group)),
            Ask::Flank => Ok(table::flanks(self, &self.lay_out(Phase::Impact)?, q.group)),
            Ask::Support => Ok(table::support(self, &self.lay_out(Phase::Impact)?, q.group)),
            Ask::Shoot => fight::targets(self, &self.lay_out(Phase::Shooting)?, q.group),
            Ask::Charge => self.charge(q),
            Ask::Move => self.moves(q, place),
            Ask::Legal => self.legal(q, place),
            Ask::Fight => fight::fight(self, q, place),
            Ask::Dice => self.dice(q, place),
        }
    }

    fn charge_of(&self, q: &Question, group: usize) -> Decision {
        let wheel = q.wheel.map(|(hand, by)| impact::Wheel { hand: to_hand(hand), by });
        let targets = q.targets.iter().map(|&t| self.id(t)).collect();
        Decision::Impact(impact::Decision::Charge { group: self.id(group), wheel, targets })
    }

    fn charge(&self, q: &Question) -> Result<Ruling, RefereeError> {
        let Some(group) = q.group else { return Ok(Ruling::answered("Who charges?", Vec::new())) };
        let names: Vec<&str> = q.targets.iter().map(|&t| self.name(t)).collect();
        let words = format!("May {} charge {}?", self.name(group), listed(&names));
        let laid = self.lay_out(Phase::Impact)?;
        let wheel = q.wheel.map(|(hand, by)| impact::Wheel { hand: to_hand(hand), by });
        let targets: Vec<GroupId> = q.targets.iter().map(|&t| self.id(t)).collect();
        // Where nobody can charge, the battle does not ask for charges; the reason is still wanted.
        if let Err(refusal) = impact::declare::check(&laid.world, self.id(group), wheel, &targets) {
            return Ok(Ruling::refused(words, refusal));
        }
        Ok(self.ruling(self.join(Phase::Impact)?, &words, self.charge_of(q, group)))
    }

    fn ruling(&self, mut joined: Joined<B>, words: &str, decision: Decision) -> Ruling {
        let side = joined.asked().unwrap_or_else(|| muster::side(self.position.active));
        match joined.take(&Step::Choose { side, decision }) {
            Ok(()) => Ruling::legal(words, joined.told),
            Err(refusal) => Ruling::refused(words, refusal),
        }
    }

    fn moves(&self, q: &Question, place: &str) -> Result<Ruling, RefereeError> {
        let mut joined = self.join(Phase::Manoeuvre)?;
        // What comes before the moves is left undone.
        for _ in 0..MOST_CHOICES {
            use manoeuvre::Request as M;
            match joined.battle.awaiting() {
                Awaiting::Decision { side, request: Request::Manoeuvre(M::Reform | M::Feed) } => {
                    let side = *side;
                    let decision = Decision::Manoeuvre(manoeuvre::Decision::Done);
                    joined.take(&Step::Choose { side, decision })?;
                }
                _ => break,
            }
        }
        joined.told.clear();
        if let Some(decision) = &q.decision {
            return self.written(joined, decision, place);
        }
        let Some(group) = q.group else { return Ok(Ruling::answered("Who moves?", Vec::new())) };
        let mut legs = Vec::new();
        if let Some((hand, by)) = q.wheel {
            legs.push(manoeuvre::Leg::Wheel { hand: to_hand(hand), by });
        }
        if let Some(ahead) = q.ahead.filter(|a| *a > Um::ZERO) {
            legs.push(manoeuvre::Leg::Ahead(ahead));
        }
        let action = manoeuvre::Action::Advance(manoeuvre::Advance { legs, shift: None });
        let words = format!("May {} move so?", self.name(group));
        let decision = Decision::Manoeuvre(manoeuvre::Decision::Move { group: self.id(group), action });
        Ok(self.ruling(joined, &words, decision))
    }

    fn legal(&self, q: &Question, place: &str) -> Result<Ruling, RefereeError> {
        let Some(decision) = &q.decision else {
            return Err(RefereeError::at(place, "the choice is not given", "add `decision = { … }`"));
        };
        let joined = self.join(phase(q.phase))?;
        self.written(joined, decision, place)
    }

    /// A choice in the words of the battle's messages, with names for numbers.
    fn written(
        &self,
        joined: Joined<B>,
        decision: &toml::Value,
        place: &str,
    ) -> Result<Ruling, RefereeError> {
        let unusable = |e: &dyn std::fmt::Display| {
            RefereeError::at(
                format!("{place}: decision"),
                e.to_string(),
                format!("`caracole schema {} decision` prints every choice", B::CODE),
            )
        };
        let mut value = serde_json::to_value(decision).map_err(|e| unusable(&e))?;
        self.numbered(&mut value);
        let words = format!("Is this legal: {value}?");
        let decision: Decision = serde_json::from_value(value).map_err(|e| unusable(&e))?;
        Ok(self.ruling(joined, &words, decision))
    }

    /// Puts the number of a battle group for its name, wherever it stands.
    fn numbered(&self, value: &mut Value) {
        match value {
            Value::String(text) => {
                if let Some(group) = self.position.group_named(text) {
                    *value = Value::from(self.id(group).0);
                }
            }
            Value::Array(values) => values.iter_mut().for_each(|v| self.numbered(v)),
            Value::Object(fields) => fields.values_mut().for_each(|v| self.numbered(v)),
            _ => {}
        }
    }

    /// The battle at the beginning of a phase; in the impact phase with the charge of the question declared.
    pub(crate) fn join_for(&self, q: &Question) -> Result<Joined<B>, RefereeError> {
        let mut joined = self.join(phase(q.phase))?;
        if let (Phase::Impact, Some(group)) = (phase(q.phase), q.group) {
            let refused = self.charge(q)?.refusal;
            if let Some(refusal) = refused {
                return Err(refusal.into());
            }
            let side = joined.asked().unwrap_or_else(|| muster::side(self.position.active));
            joined.take(&Step::Choose { side, decision: self.charge_of(q, group) })?;
            if let Awaiting::Decision {
                side,
                request: Request::Impact(impact::Request::DeclareCharges { .. }),
            } = joined.battle.awaiting()
            {
                let side = *side;
                let decision = Decision::Impact(impact::Decision::EndDeclarations);
                joined.take(&Step::Choose { side, decision })?;
            }
        }
        Ok(joined)
    }

    fn dice(&self, q: &Question, place: &str) -> Result<Ruling, RefereeError> {
        let mut joined = self.join_for(q)?;
        let mut given = Given::new(&q.dice);
        let place = format!("{place}: dice");
        while given.left() > 0 {
            joined.go_on(&place, |_| false)?;
            let Awaiting::Dice(roll) = joined.battle.awaiting() else {
                return Err(RefereeError::at(
                    place,
                    format!("{} dice are left over: the battle is over", given.left()),
                    "leave them out",
                ));
            };
            let throw = given.throw(0, &roll.shown()).map_err(|e| {
                RefereeError::at(
                    &place,
                    e.to_string(),
                    "give a die for every one that is thrown, re-rolls too",
                )
            })?;
            joined.take(&Step::Dice(throw))?;
        }
        Ok(Ruling::answered(format!("What do the dice {:?} do?", q.dice), joined.told))
    }
}

pub(crate) fn phase(asked: Option<AskedPhase>) -> Phase {
    match asked {
        Some(AskedPhase::Impact) => Phase::Impact,
        Some(AskedPhase::Manoeuvre) => Phase::Manoeuvre,
        Some(AskedPhase::Shooting) => Phase::Shooting,
        Some(AskedPhase::Melee) | None => Phase::Melee,
        Some(AskedPhase::JointAction) => Phase::JointAction,
    }
}

fn to_hand(hand: WheelHand) -> Hand {
    match hand {
        WheelHand::Left => Hand::Left,
        WheelHand::Right => Hand::Right,
    }
}

/// Names in a row: "A, B and C".
pub(crate) fn listed(names: &[&str]) -> String {
    match names {
        [] => "nobody".to_owned(),
        [one] => (*one).to_owned(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}
