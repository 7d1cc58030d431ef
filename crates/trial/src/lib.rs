//! Trial on the road: a small complete game on which the kernel is tested. It is not shipped to players.
//!
//! Two armies meet on a road of nine fields. The game has one of everything that a system can need: hidden ambushers, volleys
//! with re-rolls, return fire within return fire, charges met by fire or counter-charge, armies that rout, cards held unseen
//! and drawn from one deck, an older version of the rules and a migration of logs. It is the shortest example of a system for the kernel.
//!
//! ```
//! use caracole_kernel::{Awaiting, Battle, Rules, Side, Step, offers};
//! use caracole_trial::{Decision, Event, Field, Trial};
//!
//! // Ambushers hide first, red's before blue's.
//! let (mut battle, _) = Battle::<Trial>::start(&caracole_trial::example())?;
//! let Awaiting::Decision { side: Side::Red, request } = battle.awaiting().clone() else { panic!("red hides first") };
//! let choices: Vec<String> = offers(&battle, Side::Red, &request).into_iter().map(|o| o.wording.text).collect();
//! assert_eq!(choices, ["Hide on 2", "Hide on 3", "Hide on 4", "Hide on 5", "Hide on 6"]);
//!
//! // Nobody hides on the last field of the road, and a refused step changes nothing.
//! let before = battle.hash();
//! let step = |field| Step::Choose { side: Side::Red, decision: Decision::Hide { field: Field(field) } };
//! assert!(battle.apply(&step(8)).is_err());
//! assert_eq!(battle.hash(), before);
//!
//! let events = battle.apply(&step(4))?;
//! assert!(matches!(events[..], [Event::Hid { side: Side::Red, .. }]));
//! Trial::invariants(&battle)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - [`Trial`]: the system. This file implements the kernel's traits for it.
//! - `procedures.rs`: the sequence of play, a type for each procedure. `check.rs`: what is legal, and why the rest is not.
//! - `cards.rs`: the deck, the hands and what cards do. `scene.rs`: the road as clients draw it.
//! - [`World`] and [`Unit`]: the state. [`Scenario`]: what never changes.
//! - [`Setup`], [`Request`], [`Decision`], [`Event`], [`View`]: what is said at the table.
//! - [`example`]: two armies that have something of everything. [`example_with_cards`]: with hands and a deck as well.
//!
//! Its rules stand in `crates/ledger/rules/trial`.

mod cards;
mod check;
mod procedures;
mod scene;
mod words;
mod world;

pub use cards::{Card, Cards, Stock};
pub use words::{
    CardsView, Dealt, Decision, Event, Field, Level, Listed, Order, Request, RollPurpose, Setup, UnitId,
    UnitView, View,
};
pub use world::{Unit, World};

use caracole_kernel::{
    Battle, BySide, Chances, ContextOf, Face, FlowOf, InputOf, NotAsked, Piece, Play, Prompt, Refusal, Rules,
    RulesVersion, Scene, Scenery, Sentence, Side, Start, Viewer, Views, Wording, Words,
    dice::{Pool, Value as Reads},
    log::Migration,
};
use caracole_ledger::rule;
use procedures::Procedure;
use serde_json::Value;
use std::borrow::Cow;

/// The system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trial {}

/// What never changes: the list's length of battle and the names.
#[derive(Debug)]
pub struct Scenario {
    /// Turns before night falls.
    pub turns: u8,
    /// How many cards each side holds.
    pub hands: BySide<u8>,
    /// The whole deck.
    pub deck: Cards,
    /// Names of the units.
    pub names: Vec<String>,
}

impl Rules for Trial {
    const CODE: &'static str = "trial";
    const TITLE: &'static str = "Trial on the road";
    const RULES: RulesVersion = RulesVersion(2);
    const OLDEST: RulesVersion = RulesVersion(1);
    const LAYOUT: u16 = 2;

    const MIGRATIONS: &'static [Migration] = &[Migration {
        from: RulesVersion(0),
        to: RulesVersion(1),
        note: "`fire` is called `volley`",
        setup: |_| Ok(()),
        decision: rename_fire,
    }];

    type Setup = Setup;
    type Scenario = Scenario;
    type World = World;
    type Procedure = Procedure;
    type Purpose = RollPurpose;
    type Request = Request;
    type Decision = Decision;
    type Order = Order;
    type Answer = ();
    type Event = Event;

    fn prepare(setup: &Setup, _rules: RulesVersion) -> Result<Start<Self>, Refusal> {
        prepare(setup)
    }

    fn check(
        battle: &Battle<Self>,
        side: Side,
        request: &Request,
        decision: &Decision,
    ) -> Result<Order, Refusal> {
        match battle.stack().last() {
            Some(procedure) => procedure.check(battle.asked(side, request), decision),
            None => Err(NotAsked.into()),
        }
    }

    fn run(cx: &mut ContextOf<'_, Self>, procedure: &mut Procedure, input: InputOf<Self>) -> FlowOf<Self> {
        procedure.run(cx, input)
    }

    fn candidates(battle: &Battle<Self>, side: Side, request: &Request, out: &mut Vec<Decision>) {
        if let Some(procedure) = battle.stack().last() {
            procedure.candidates(battle.asked(side, request), out);
        }
    }

    fn invariants(battle: &Battle<Self>) -> Result<(), String> {
        let stock = &battle.world().stock;
        let cards = stock.deck.plus(stock.played).plus(stock.hands.red).plus(stock.hands.blue);
        if cards != battle.scenario().deck {
            return Err(format!("the deck has lost or gained cards: {cards:?}"));
        }
        let lost = battle.world().units.iter().find(|u| u.field.0 > 8 || u.strength > 8);
        lost.map_or(Ok(()), |unit| Err(format!("a unit is off the road or too strong: {unit:?}")))
    }

    fn random_setup(number: u64) -> Option<Setup> {
        let mut setup = if number % 3 == 1 { example_with_cards() } else { example() };
        setup.turns = 2 + (number % 40) as u8;
        Some(setup)
    }
}

impl Views for Trial {
    type View = View;

    fn view(battle: &Battle<Self>, viewer: Viewer) -> View {
        let world = battle.world();
        let all = Side::BOTH.into_iter().flat_map(|side| world.standing(side));
        let units =
            all.filter(|(_, unit)| !unit.hidden || viewer.knows(unit.side)).map(|(id, unit)| UnitView {
                unit: id,
                side: unit.side,
                field: Some(unit.field),
                strength: unit.strength,
                level: unit.level,
                hidden: unit.hidden,
            });
        let stock = &world.stock;
        let cards = CardsView {
            hand: viewer.side().map(|side| stock.hands[side].list()).unwrap_or_default(),
            held: stock.hands.map(Cards::count),
            left: stock.deck.count(),
            played: stock.played.list(),
        };
        View { turn: world.turn, units: units.collect(), cards }
    }

    fn imagine<'a>(
        battle: &'a Battle<Self>,
        side: Side,
        below: &mut dyn FnMut(usize) -> usize,
    ) -> Cow<'a, Battle<Self>> {
        cards::imagine(battle, side, below)
    }

    fn request_seen_by(request: &Request, side: Side, viewer: Viewer) -> Option<Request> {
        let secret = matches!(request, Request::Hide(_) | Request::Spring { .. });
        (!secret || viewer.knows(side)).then(|| request.clone())
    }

    fn event_seen_by(event: &Event, viewer: Viewer) -> Option<Event> {
        Some(match event {
            Event::Hid { side, .. } if !viewer.knows(*side) => {
                Event::Hid { side: *side, unit: None, field: None }
            }
            Event::Drew { side, count, .. } if !viewer.knows(*side) => {
                Event::Drew { side: *side, count: *count, cards: None }
            }
            event => event.clone(),
        })
    }

    fn reveals(event: &Event) -> bool {
        matches!(event, Event::Revealed { .. })
    }
}

impl Words for Trial {
    fn prompt(battle: &Battle<Self>, side: Side, request: &Request) -> Prompt {
        let name = |id: &UnitId| name_of(battle.scenario(), *id);
        let (text, pieces): (String, Vec<UnitId>) = match request {
            Request::Hide(unit) => (format!("Where does {} hide?", name(unit)), vec![*unit]),
            Request::Turn => (format!("What does {side} do?"), Vec::new()),
            Request::Spring { ambusher, mover } => (
                format!("{} comes near: does {} spring?", name(mover), name(ambusher)),
                vec![*ambusher, *mover],
            ),
            Request::ReturnFire { unit, at } => {
                (format!("Does {} fire back at {}?", name(unit), name(at)), vec![*unit, *at])
            }
            Request::Receive { unit, charger } => {
                (format!("How does {} receive {}?", name(unit), name(charger)), vec![*unit, *charger])
            }
        };
        let prompt = Prompt::new(text, &[rule!("TRIAL-001")]);
        prompt.about(pieces.into_iter().map(|unit| Piece::new("unit", unit.0.into())))
    }

    fn wording(battle: &Battle<Self>, _side: Side, decision: &Decision) -> Wording {
        let name = |id: &UnitId| name_of(battle.scenario(), *id);
        let piece = |id: &UnitId| Piece::new("unit", id.0.into());
        match decision {
            Decision::Hide { field } => Wording::plain(format!("Hide on {}", field.0)),
            Decision::Move { unit, by } => {
                let text = format!("Move {} by {by}", name(unit));
                Wording::plain(text).about([piece(unit)])
            }
            Decision::Volley { unit, at } => Wording::plain(format!("Volley {} at {}", name(unit), name(at)))
                .about([piece(unit), piece(at)]),
            Decision::Charge { unit, at } => Wording::plain(format!("Charge {} at {}", name(unit), name(at)))
                .about([piece(unit), piece(at)]),
            Decision::Done => Wording::plain("Done"),
            Decision::Yes => Wording::plain("Yes"),
            Decision::No => Wording::plain("No"),
            Decision::CounterCharge => Wording::plain("Counter-charge"),
            Decision::Play { card, unit: None } => {
                Wording::plain(format!("Play the card {}", card.face().name))
            }
            Decision::Play { card, unit: Some(unit) } => {
                let text = format!("Play the card {} for {}", card.face().name, name(unit));
                Wording::plain(text).about([piece(unit)])
            }
        }
    }

    fn tell(scenario: &Scenario, event: &Event) -> Sentence {
        let name = |id: &UnitId| name_of(scenario, *id);
        match event {
            Event::Hid { side, unit, field } => {
                let who = unit.as_ref().map_or("an ambusher", name);
                let place = field.map_or(String::new(), |field| format!(" on field {}", field.0));
                Sentence::new(format!("{side} hides {who}{place}."), &[rule!("TRIAL-002")])
            }
            Event::TurnBegan { number, side } => {
                Sentence::new(format!("Turn {number}: {side}."), &[rule!("TRIAL-001")])
            }
            Event::Moved { unit, to } => {
                Sentence::new(format!("{} comes to field {}.", name(unit), to.0), &[rule!("TRIAL-009")])
            }
            Event::Revealed { unit, field } => {
                Sentence::new(format!("{} is seen on field {}!", name(unit), field.0), &[rule!("TRIAL-002")])
            }
            Event::Hits { unit, at, hits } => Sentence::new(
                format!("{} hits {} {hits} times.", name(unit), name(at)),
                &[rule!("TRIAL-003")],
            ),
            Event::Tested { unit, tally, level } => {
                let text = format!("{} tests: {}. It is {level:?}.", name(unit), tally.total());
                Sentence { tallies: vec![tally.clone()], ..Sentence::new(text, &[rule!("TRIAL-007")]) }
            }
            Event::Drew { side, count, cards } => {
                let what = cards.as_ref().map_or(String::new(), |cards| {
                    let names: Vec<_> = cards.iter().map(|card| card.face().name).collect();
                    format!(": {}", names.join(", "))
                });
                Sentence::new(format!("{side} draws {count} cards{what}."), &[rule!("TRIAL-011")])
            }
            Event::Shuffled => {
                Sentence::new("The played cards are shuffled into the deck.", &[rule!("TRIAL-011")])
            }
            Event::Played { side, card, unit } => {
                let whom = unit.as_ref().map_or(String::new(), |unit| format!(" for {}", name(unit)));
                let text = format!("{side} plays {}{whom}.", card.face().name);
                Sentence::new(text, &[rule!("TRIAL-012")])
            }
            Event::Treated { unit, level, strength } => {
                let text = format!("{} is treated: it is {level:?}, strength {strength}.", name(unit));
                Sentence::new(text, &[rule!("TRIAL-012")])
            }
        }
    }
}

impl Scenery for Trial {
    fn scene(battle: &Battle<Self>, viewer: Viewer) -> Option<Scene> {
        Some(scene::scene(battle, viewer))
    }

    fn ground(_: &Battle<Self>) -> String {
        scene::ground()
    }

    fn face(_: &Scenario, purpose: RollPurpose, _: &Pool, face: u8) -> Option<Face> {
        cards::face(purpose, face)
    }
}

impl Chances for Trial {
    fn weigh(pool: &Pool, value: &Reads) -> Option<i32> {
        cards::weigh(pool, value)
    }
}

fn prepare(setup: &Setup) -> Result<Start<Trial>, Refusal> {
    let bad = |problem: &'static str, remedy: &'static str| Refusal::new(rule!("TRIAL-001"), problem, remedy);
    let mut units = Vec::new();
    let mut names = Vec::new();
    let mut hiding = Vec::new();
    for (side, army) in setup.armies.iter() {
        if !(1..=8).contains(&army.len()) {
            return Err(
                bad("An army has one to eight units", "Add or remove units.").fact("units", army.len())
            );
        }
        for listed in army {
            if !(1..=8).contains(&listed.strength) {
                return Err(bad("A unit's strength is 1 to 8", "Change the strength.")
                    .fact("unit", listed.name.clone())
                    .fact("strength", i32::from(listed.strength)));
            }
            if listed.ambush {
                hiding.push(UnitId(units.len() as u8));
            }
            units.push(Unit {
                side,
                field: Field(if side == Side::Red { 0 } else { 8 }),
                strength: listed.strength,
                veteran: listed.veteran,
                hidden: listed.ambush,
                used: false,
                returned: false,
                level: Level::Steady,
            });
            names.push(listed.name.clone());
        }
    }
    if setup.turns == 0 {
        return Err(bad("A battle has at least one turn", "Give a number of turns above 0."));
    }
    let Dealt { hands, deck } =
        setup.cards.unwrap_or(Dealt { hands: BySide::default(), deck: Cards::default() });
    if hands.iter().any(|(_, hand)| *hand > 8) {
        let refusal = Refusal::new(rule!("TRIAL-011"), "A hand has at most 8 cards", "Deal fewer cards.");
        return Err(refusal.fact("red", i32::from(hands.red)).fact("blue", i32::from(hands.blue)));
    }
    let stock = Stock { deck, ..Stock::default() };
    Ok(Start {
        scenario: Scenario { turns: setup.turns, hands, deck, names },
        world: World { turn: 0, units, stock },
        procedure: Procedure::Hiding(procedures::Hiding(hiding)),
    })
}

fn rename_fire(decision: &mut Value) -> Result<(), String> {
    if let Some(fields) = decision.as_object_mut()
        && let Some(fire) = fields.remove("fire")
    {
        fields.insert("volley".to_owned(), fire);
    }
    Ok(())
}

/// Two armies that have something of everything.
pub fn example() -> Setup {
    let unit =
        |name: &str, strength, veteran, ambush| Listed { name: name.to_owned(), strength, veteran, ambush };
    Setup {
        armies: BySide {
            red: vec![
                unit("Guard", 6, true, false),
                unit("Line", 5, false, false),
                unit("Rangers", 3, true, true),
            ],
            blue: vec![
                unit("Grenadiers", 6, false, false),
                unit("Militia", 4, false, false),
                unit("Jaegers", 3, true, true),
            ],
        },
        turns: 40,
        cards: None,
    }
}

/// The same with cards: half of the deck is in the players' hands.
pub fn example_with_cards() -> Setup {
    let cards = Dealt { hands: BySide { red: 3, blue: 3 }, deck: Cards([4, 4, 4]) };
    Setup { cards: Some(cards), ..example() }
}

fn name_of(scenario: &Scenario, unit: UnitId) -> &str {
    scenario.names.get(usize::from(unit.0)).map_or("a unit", |name| name)
}
