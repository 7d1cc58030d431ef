//! Rulings by the rules of Renatio et Gloriam. Every answer is the engine's: a battle is joined at the phase that is asked
//! about, with every Commander holding the best cards of the pack, and what is asked is tried there.

mod fight;
mod muster;
mod table;

use crate::given::Given;
use crate::{Point, RefereeError, Ruling, Rulings};
use caracole_kernel::dice::{NextDie, throw_with};
use caracole_kernel::{Awaiting, Battle, Refusal, Rules, Side, Step, Words};
use caracole_plane::{Hand, Um};
use caracole_position::{Ask, AskedPhase, Position, Question, WheelHand};
use caracole_renatio::battle::charging::{self, Response};
use caracole_renatio::battle::forecast::possible_charges;
use caracole_renatio::battle::moving::{payments, plan as worked_out};
use caracole_renatio::battle::{
    Action, Approach, Bw, ChargeKind, Decision, Event, Foe, Game, Leg, March, Phase, Post, Renatio, Request,
    RollPurpose, Setup, UgId, Wheel, World, forecast, moving,
};
use serde_json::Value;
use std::convert::Infallible;

/// The most choices made on the way to what is asked.
const MOST_CHOICES: usize = 1000;

/// Answers the questions of a position file.
pub fn rule(position: &Position) -> Result<Rulings, RefereeError> {
    let setup = muster::setup(position)?;
    // Also says what is wrong with a position about which nothing is asked.
    Renatio::prepare(&setup, Renatio::RULES)?;
    let judge = Judge { position, setup };
    let all = position.questions.iter().enumerate().map(|(n, q)| {
        let place = format!("question {}", n + 1);
        judge.answer(q, &place).map_err(|e| e.within(&place))
    });
    let rulings = all.collect::<Result<_, _>>()?;
    Ok(Rulings { system: Renatio::CODE.to_owned(), title: position.title.clone(), rulings })
}

/// What every question is judged by.
struct Judge<'a> {
    position: &'a Position,
    setup: Setup,
}

/// A battle on its way, with what was told.
struct Joined {
    battle: Battle<Renatio>,
    told: Vec<Point>,
    /// Units shoot in the Shooting Phase, because the question is about it.
    shoots: bool,
}

impl Joined {
    fn game(&self) -> Game<'_> {
        Game::new(self.battle.scenario(), self.battle.world())
    }

    fn take(&mut self, step: &Step<Decision>) -> Result<(), Refusal> {
        let events = self.battle.apply(step)?;
        let scenario = self.battle.scenario();
        let matters = |event: &&Event| {
            !matches!(
                event,
                Event::Dealt { .. }
                    | Event::Shuffled { .. }
                    | Event::Passed { .. }
                    | Event::TurnBegan { .. }
                    | Event::PhaseBegan { .. }
            )
        };
        self.told.extend(events.iter().filter(matters).map(|e| Point::from(Renatio::tell(scenario, e))));
        Ok(())
    }

    fn asked(&self) -> Option<(Side, Request)> {
        match self.battle.awaiting() {
            Awaiting::Decision { side, request } => Some((*side, *request)),
            _ => None,
        }
    }

    /// The best cards of the pack for whoever is dealt to.
    fn deal(&mut self) -> Result<bool, RefereeError> {
        let Awaiting::Dice(roll) = self.battle.awaiting() else { return Ok(false) };
        if !matches!(roll.purpose, RollPurpose::Deal | RollPurpose::OpenDeal) {
            return Ok(false);
        }
        let best = |next: &NextDie<'_>| -> Result<u8, Infallible> {
            Ok(next.face(usize::from(next.sides()).saturating_sub(1)))
        };
        let throw = match throw_with(roll, best) {
            Ok(throw) => throw,
            Err(never) => match never {},
        };
        self.take(&Step::Dice(throw))?;
        Ok(true)
    }

    /// Makes the choice that changes least: a pass; else to stand, or the first that is offered.
    fn choose_as_usual(&mut self, place: &str) -> Result<(), RefereeError> {
        let Some((side, request)) = self.asked() else { return Ok(()) };
        let shoots = self.shoots && matches!(request, Request::Shooting(_));
        let mut choices = Vec::new();
        Renatio::candidates(&self.battle, side, &request, &mut choices);
        let stand = |choice: &Decision| {
            matches!(choice, Decision::Charge(charging::Decision::Respond { how: Response::Stand, .. }))
        };
        let usual = match Renatio::passive_choice(&self.battle, side, &request) {
            Some(pass) if !shoots => Some(pass),
            _ => choices.iter().find(|c| stand(c)).or_else(|| choices.first()).cloned(),
        };
        let Some(decision) = usual else {
            return Err(RefereeError::at(
                place,
                "a choice is awaited that the referee cannot make",
                "ask by `legal` with the choice itself",
            ));
        };
        self.take(&Step::Choose { side, decision }).map_err(RefereeError::from)
    }

    /// Makes usual choices and deals cards until `done`, other dice are awaited, or the battle is over.
    fn go_on(&mut self, place: &str, done: impl Fn(&Self) -> bool) -> Result<(), RefereeError> {
        for _ in 0..MOST_CHOICES {
            if done(self) {
                return Ok(());
            }
            if self.deal()? {
                continue;
            }
            if self.asked().is_none() {
                return Ok(());
            }
            self.choose_as_usual(place)?;
        }
        Err(RefereeError::at(place, "no end of choices is in sight", "ask by `legal` with the choice itself"))
    }
}

impl Judge<'_> {
    fn id(&self, group: usize) -> UgId {
        muster::id(self.position, group)
    }

    fn name(&self, group: usize) -> &str {
        self.position.groups.get(group).map_or("a unit", |g| g.name.as_str())
    }

    /// The battle as its first turn begins.
    fn start(&self) -> Result<Joined, RefereeError> {
        let (battle, _) = Battle::start(&self.setup)?;
        let absent = muster::without_commander(self.position);
        let battle = battle.with_world(|world: &mut World| {
            for commander in world.commanders.iter_mut().filter(|c| absent.contains(&c.side)) {
                commander.post = Post::Gone;
            }
        });
        Ok(Joined { battle, told: Vec::new(), shoots: false })
    }

    /// The battle when a side is first asked about this, or the phase is over.
    fn join(&self, place: &str, side: Option<Side>, phase: Phase) -> Result<Joined, RefereeError> {
        let mut joined = self.start()?;
        let wanted = |request: Request| match phase {
            Phase::Charge => request == Request::Charge(charging::Request::Declare),
            Phase::Movement => request == Request::Movement,
            Phase::Shooting => matches!(request, Request::Shooting(_)),
            _ => false,
        };
        joined.go_on(place, |now| {
            let past = now.battle.world().when.phase > phase || now.battle.world().when.turn > 1;
            past || now.asked().is_some_and(|(own, request)| side.is_none_or(|s| s == own) && wanted(request))
        })?;
        joined.told.clear();
        Ok(joined)
    }

    fn answer(&self, q: &Question, place: &str) -> Result<Ruling, RefereeError> {
        match q.ask {
            Ask::Contact => Ok(table::contacts(self, &self.start()?, q.group)),
            Ask::Flank => Ok(table::flanks(self, &self.start()?, q.group)),
            Ask::Support => Ok(table::support(self, &self.start()?, q.group)),
            Ask::Shoot => Ok(table::shots(self, &self.start()?, q.group)),
            Ask::Charge => self.charge(q, place),
            Ask::Move => self.moves(q, place),
            Ask::Legal => self.legal(q, place),
            Ask::Fight => fight::fight(self, q, place),
            Ask::Dice => self.dice(q, place),
        }
    }

    fn approach(&self, q: &Question, ug: UgId, game: Game<'_>) -> Approach {
        let wheel = q.wheel.map(|(hand, by)| Wheel {
            hand: to_hand(hand),
            degrees: u8::try_from(by.millidegrees() / 1000).unwrap_or(u8::MAX),
        });
        let said = Approach { wheel, ..Approach::default() };
        let targets: Vec<Foe> = q.targets.iter().map(|t| Foe::Ug(self.id(*t))).collect();
        if wheel.is_some() || targets.is_empty() {
            return said;
        }
        // Without a wheel in the question: the least that meets those who are named.
        let meets = |found: &[Foe]| targets.iter().all(|target| found.contains(target));
        let found = possible_charges(game, ug).into_iter().find(|charge| meets(&charge.targets));
        found.map_or(said, |charge| charge.approach)
    }

    /// The charge of a question, with the cards that it costs.
    fn declaration(&self, q: &Question, ug: UgId, game: Game<'_>) -> Result<Decision, Refusal> {
        let side = game.world[ug].side;
        let approach = self.approach(q, ug, game);
        let charge = forecast::check_charge(game, side, ug, &approach)?;
        let plan = caracole_renatio::battle::Plan::of(caracole_renatio::charts::ActionCode::C2, &[ug]);
        let paid = match charge.kind {
            ChargeKind::Prompted => payments(game, side, &plan).into_iter().next(),
            _ => None,
        };
        Ok(Decision::Charge(charging::Decision::Declare { ugs: vec![ug], approach, paid }))
    }

    fn charge(&self, q: &Question, place: &str) -> Result<Ruling, RefereeError> {
        let Some(group) = q.group else { return Ok(Ruling::answered("Who charges?", Vec::new())) };
        let ug = self.id(group);
        let names: Vec<&str> = q.targets.iter().map(|t| self.name(*t)).collect();
        let words = format!("May {} charge {}?", self.name(group), listed(&names));
        let start = self.start()?;
        // Where nobody can charge, the battle does not ask for charges; the reason is still wanted.
        let decision = match self.declaration(q, ug, start.game()) {
            Ok(decision) => decision,
            Err(refusal) => return Ok(Ruling::refused(words, refusal)),
        };
        let side = start.game().world[ug].side;
        let mut joined = self.join(place, Some(side), Phase::Charge)?;
        match joined.take(&Step::Choose { side, decision }) {
            Err(refusal) => Ok(Ruling::refused(words, refusal)),
            Ok(()) => Ok(table::charged(self, &joined, q, words)),
        }
    }

    fn ruling(mut joined: Joined, side: Side, words: &str, decision: Decision) -> Ruling {
        match joined.take(&Step::Choose { side, decision }) {
            Ok(()) => Ruling::legal(words, joined.told),
            Err(refusal) => Ruling::refused(words, refusal),
        }
    }

    fn moves(&self, q: &Question, place: &str) -> Result<Ruling, RefereeError> {
        let side = q.group.and_then(|g| self.position.groups.get(g)).map(|g| muster::side(g.side));
        let joined = self.join(place, side, Phase::Movement)?;
        if let Some(decision) = &q.decision {
            return self.written(joined, decision, place);
        }
        let (Some(group), Some(side)) = (q.group, side) else {
            return Ok(Ruling::answered("Who moves?", Vec::new()));
        };
        let ug = self.id(group);
        let mut legs = Vec::new();
        if let Some((hand, by)) = q.wheel {
            let degrees = u8::try_from(by.millidegrees() / 1000).unwrap_or(u8::MAX);
            legs.push(Leg::Wheel { hand: to_hand(hand), degrees });
        }
        if let Some(ahead) = q.ahead.filter(|a| *a > Um::ZERO) {
            let width = i64::from(self.position.table.base_width.get()).max(1);
            legs.push(Leg::Forward(Bw(i32::try_from(i64::from(ahead.get()) * 100 / width).unwrap_or(0))));
        }
        let words = format!("May {} move so?", self.name(group));
        let action = Action::March(March { ugs: vec![ug], pulled: Vec::new(), legs, second: None });
        let game = joined.game();
        let own = game.world[ug].command;
        let plan = match worked_out(game, side, &action, own) {
            Ok(plan) => plan,
            Err(refusal) => return Ok(Ruling::refused(words, refusal)),
        };
        let cost = match moving::price(game, own, &plan) {
            Ok(cost) => cost,
            Err(refusal) => return Ok(Ruling::refused(words, refusal)),
        };
        let Some(paid) = payments(game, side, &plan).into_iter().find(|paid| paid.by == own) else {
            return Ok(Ruling::answered(words, vec![Point::new("No cards of the pack pay for it.", &[])]));
        };
        let decision = Decision::Prompt { action, by: paid.by, cards: paid.cards, leave: false };
        let mut ruling = Self::ruling(joined, side, &words, decision);
        if ruling.refusal.is_none() {
            ruling.points.push(table::cost(&cost));
        }
        Ok(ruling)
    }

    fn legal(&self, q: &Question, place: &str) -> Result<Ruling, RefereeError> {
        let Some(decision) = &q.decision else {
            return Err(RefereeError::at(place, "the choice is not given", "add `decision = { … }`"));
        };
        let joined = self.join(place, None, phase(q.phase))?;
        self.written(joined, decision, place)
    }

    /// A choice in the words of the battle's messages, with names for numbers.
    fn written(&self, joined: Joined, decision: &toml::Value, place: &str) -> Result<Ruling, RefereeError> {
        let unusable = |e: &dyn std::fmt::Display| {
            let remedy = format!("`caracole schema {} decision` prints every choice", Renatio::CODE);
            RefereeError::at(format!("{place}: decision"), e.to_string(), remedy)
        };
        let mut value = serde_json::to_value(decision).map_err(|e| unusable(&e))?;
        self.numbered(&mut value);
        let words = format!("Is this legal: {value}?");
        let decision: Decision = serde_json::from_value(value).map_err(|e| unusable(&e))?;
        let side = joined.asked().map_or_else(|| muster::side(self.position.active), |(side, _)| side);
        Ok(Self::ruling(joined, side, &words, decision))
    }

    /// Puts the number of a unit for its name, wherever it stands.
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

    /// The battle when the dice of a phase are awaited; in the Charge Phase after the charge of the question.
    fn join_for(&self, q: &Question, place: &str) -> Result<Joined, RefereeError> {
        let phase = phase(q.phase);
        let mut joined = match q.group {
            Some(group) if phase == Phase::Charge => {
                let ug = self.id(group);
                let decision = self.declaration(q, ug, self.start()?.game())?;
                let side = self.start()?.game().world[ug].side;
                let mut joined = self.join(place, Some(side), Phase::Charge)?;
                joined.take(&Step::Choose { side, decision })?;
                joined
            }
            _ => self.start()?,
        };
        joined.shoots = phase == Phase::Shooting;
        joined.go_on(place, |now| now.battle.world().when.turn > 1 || is_at_dice(now, phase))?;
        Ok(joined)
    }

    fn dice(&self, q: &Question, place: &str) -> Result<Ruling, RefereeError> {
        let mut joined = self.join_for(q, place)?;
        let mut given = Given::new(&q.dice);
        let place = format!("{place}: dice");
        while given.left() > 0 {
            joined
                .go_on(&place, |now| matches!(now.battle.awaiting(), Awaiting::Dice(_)) && !is_deal(now))?;
            let Awaiting::Dice(roll) = joined.battle.awaiting() else {
                return Err(RefereeError::at(
                    place,
                    format!("{} dice are left over: the battle is over", given.left()),
                    "leave them out",
                ));
            };
            let throw =
                caracole_kernel::dice::DiceSource::throw(&mut given, 0, &roll.shown()).map_err(|e| {
                    RefereeError::at(&place, e.to_string(), "give a die for every one that is thrown")
                })?;
            joined.take(&Step::Dice(throw))?;
        }
        Ok(Ruling::answered(format!("What do the dice {:?} do?", q.dice), joined.told))
    }
}

fn is_deal(now: &Joined) -> bool {
    match now.battle.awaiting() {
        Awaiting::Dice(roll) => matches!(roll.purpose, RollPurpose::Deal | RollPurpose::OpenDeal),
        _ => false,
    }
}

/// Whether the dice of a phase are awaited.
fn is_at_dice(now: &Joined, phase: Phase) -> bool {
    let dice = matches!(now.battle.awaiting(), Awaiting::Dice(_)) && !is_deal(now);
    dice && now.battle.world().when.phase >= phase
}

/// The phase of this game that is meant by a word of position files.
fn phase(asked: Option<AskedPhase>) -> Phase {
    match asked {
        Some(AskedPhase::Impact) => Phase::Charge,
        Some(AskedPhase::Manoeuvre) => Phase::Movement,
        Some(AskedPhase::Shooting) => Phase::Shooting,
        Some(AskedPhase::Melee) | None => Phase::Fighting,
        Some(AskedPhase::JointAction) => Phase::EndOfTurn,
    }
}

fn to_hand(hand: WheelHand) -> Hand {
    match hand {
        WheelHand::Left => Hand::Left,
        WheelHand::Right => Hand::Right,
    }
}

/// Names in a row: "A, B and C".
fn listed(names: &[&str]) -> String {
    match names {
        [] => "somebody".to_owned(),
        [one] => (*one).to_owned(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}
