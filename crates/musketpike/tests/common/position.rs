//! Small positions for tests, written like the rulebook's examples.

use caracole_kernel::{
    Awaiting, Battle, Side, Step,
    dice::{Throw, Thrown},
};
use caracole_musketpike::{
    MusketPike,
    counters::{LeaderId, UnitId, WingId},
    engine::{
        ScenarioSource, Setup,
        choice::{Decision, Request},
        field::Field,
        motion::Manoeuvre,
    },
    events::Event,
    hex::{Direction, Facing, Hex, Placement},
    scenario::Options,
    world::{Opening, Unit, World},
};
use smallvec::smallvec;
use std::fmt::Write;

/// A position in the making: clear ground, columns 01 to 20, rows 01 to 12, red runs west, blue east.
pub struct Position {
    wings: String,
    leaders: String,
    units: String,
    sides: String,
    special: String,
    rows: Vec<String>,
    levels: Vec<String>,
    steep: bool,
    options: Options,
    army: [Option<String>; 2],
    orders: [Vec<String>; 2],
    turns: u8,
}

impl Position {
    pub fn new() -> Self {
        Position {
            wings: String::new(),
            leaders: String::new(),
            units: String::new(),
            sides: String::new(),
            special: String::new(),
            rows: vec![".".repeat(20); 12],
            levels: vec!["0".repeat(20); 12],
            steep: false,
            options: Options::default(),
            army: [None, None],
            orders: [Vec::new(), Vec::new()],
            turns: 6,
        }
    }

    /// A Wing with its commander (rating 0) in a hex.
    pub fn wing(self, code: &str, orders: &str, commander: &str) -> Self {
        self.wing_rated(code, orders, commander, 0)
    }

    /// A Wing (`r...` red, `b...` blue) with a commander of this rating.
    pub fn wing_rated(mut self, code: &str, orders: &str, commander: &str, rating: i8) -> Self {
        let army = if code.starts_with('r') { "red" } else { "blue" };
        self.orders[usize::from(army == "blue")].push(orders.to_owned());
        let _ = writeln!(
            self.wings,
            r#"{{ code = "{code}", name = "{code}", army = "{army}", commander = "c{code}", orders = "{orders}" }},"#
        );
        let _ = writeln!(
            self.leaders,
            r#"{{ code = "c{code}", name = "{code}", army = "{army}", rating = {rating}, at = "{commander}" }},"#
        );
        self
    }

    /// An Army Commander.
    pub fn army_commander(mut self, army: &str, rating: i8, at: &str) -> Self {
        let _ = writeln!(
            self.leaders,
            r#"{{ code = "ac{army}", name = "AC {army}", army = "{army}", rating = {rating}, at = "{at}" }},"#
        );
        self.army[usize::from(army == "blue")] = Some(format!("ac{army}"));
        self
    }

    /// A unit: code, Wing, `type strength morale`, hexes, facing and anything else.
    pub fn unit(mut self, code: &str, wing: &str, what: &str, at: &str, facing: &str, more: &str) -> Self {
        let mut words = what.split_whitespace();
        let kind = words.next().unwrap_or_default();
        let mut line =
            format!(r#"{{ code = "{code}", name = "{code}", wing = "{wing}", type = "{kind}", at = "{at}""#);
        if let Some(strength) = words.next()
            && strength != "-"
        {
            let _ = write!(line, ", strength = {strength}");
        }
        if let Some(morale) = words.next() {
            let _ = write!(line, ", morale = {morale}");
        }
        if !facing.is_empty() {
            let _ = write!(line, r#", facing = "{facing}""#);
        }
        if !more.is_empty() {
            let _ = write!(line, ", {more}");
        }
        let _ = writeln!(self.units, "{line} }},");
        self
    }

    /// Terrain of a hex, by its letter.
    pub fn terrain(mut self, at: &str, letter: char) -> Self {
        let hex: Hex = at.parse().expect("a hex");
        put(&mut self.rows, hex, letter);
        self
    }

    /// Level of a hex.
    pub fn level(mut self, at: &str, level: char) -> Self {
        let hex: Hex = at.parse().expect("a hex");
        put(&mut self.levels, hex, level);
        self
    }

    /// Slopes are steep.
    pub fn steep(mut self) -> Self {
        self.steep = true;
        self
    }

    /// Hexsides with a feature.
    pub fn hexsides(mut self, feature: &str, list: &[&str]) -> Self {
        let quoted: Vec<String> = list.iter().map(|side| format!("\"{side}\"")).collect();
        let _ = writeln!(self.sides, "{feature} = [{}]", quoted.join(", "));
        self
    }

    /// A line of the special rules.
    pub fn special(mut self, line: &str) -> Self {
        let _ = writeln!(self.special, "{line}");
        self
    }

    pub fn options(mut self, options: Options) -> Self {
        self.options = options;
        self
    }

    pub fn turns(mut self, turns: u8) -> Self {
        self.turns = turns;
        self
    }

    /// The text of the scenario.
    pub fn text(&self) -> String {
        let army = |i: usize| match &self.army[i] {
            Some(code) => format!("commander = \"{code}\"\n"),
            None => String::new(),
        };
        format!(
            "id = \"test\"\ntitle = \"Test\"\nabout = \"A test.\"\ntitle_column = \"TACW\"\nturns = {}\n\
             wings = [\n{}]\nleaders = [\n{}]\nunits = [\n{}]\n\
             [army.red]\nname = \"Red\"\n{}retreat_edges = [\"west\"]\n\
             [army.blue]\nname = \"Blue\"\n{}retreat_edges = [\"east\"]\n\
             [victory]\nfirst = \"red\"\nlevels = [{{ least = 10, level = \"decisive red\" }}, \
             {{ least = -9, level = \"draw\" }}, {{ level = \"decisive blue\" }}]\n\
             [special]\n{}[map]\nfirst = \"0101\"\nslopes = \"{}\"\nhexes = \"\"\"\n{}\n\"\"\"\nlevels = \"\"\"\n{}\n\"\"\"\n\
             [map.hexsides]\n{}",
            self.turns,
            self.wings,
            self.leaders,
            self.units,
            army(0),
            army(1),
            self.special,
            if self.steep { "steep" } else { "gentle" },
            self.rows.join("\n"),
            self.levels.join("\n"),
            self.sides,
        )
    }

    /// The battle, with the opening behind it.
    pub fn play(self) -> Game {
        self.play_with(|_, _| {})
    }

    /// The same, with states changed first.
    pub fn play_with(self, change: impl FnOnce(&Game, &mut World)) -> Game {
        let setup =
            Setup { scenario: ScenarioSource::Text(self.text()), charts: None, options: self.options };
        let (battle, _) = match Battle::<MusketPike>::start(&setup) {
            Ok(started) => started,
            Err(refusal) => panic!("{refusal}"),
        };
        let mut game = Game { battle, events: Vec::new() };
        let before = Game { battle: game.battle.clone(), events: Vec::new() };
        game.battle = game.battle.with_world(|world| change(&before, world));
        for _ in Side::BOTH {
            let mut orders = Vec::new();
            if let Awaiting::Decision { side, .. } = game.battle.awaiting() {
                let f = game.field();
                orders.extend(
                    f.table
                        .scenario
                        .wing_ids()
                        .filter(|w| f.wing_side(*w) == *side)
                        .map(|w| f.wing(w).orders),
                );
            }
            game.decide(Decision::Opening(Opening { orders, open_order: Vec::new() }));
        }
        game
    }
}

fn put(rows: &mut [String], hex: Hex, letter: char) {
    let row = &mut rows[hex.row() as usize - 1];
    let column = hex.column() as usize - 1;
    row.replace_range(column..=column, &letter.to_string());
}

/// A battle under way.
pub struct Game {
    pub battle: Battle<MusketPike>,
    pub events: Vec<Event>,
}

impl Game {
    pub fn field(&self) -> Field<'_> {
        Field::new(self.battle.scenario(), self.battle.world())
    }

    /// A unit by its code.
    pub fn id(&self, code: &str) -> UnitId {
        self.battle.scenario().scenario.unit_by_code(code).expect("a unit of this code")
    }

    pub fn unit(&self, code: &str) -> Unit {
        *self.battle.world().unit(self.id(code))
    }

    /// The commander of a Wing.
    pub fn commander(&self, wing: u8) -> LeaderId {
        self.battle.world().wing(WingId(wing)).commander.expect("a commander")
    }

    /// What is asked, and of whom.
    pub fn asked(&self) -> (Side, Request) {
        match self.battle.awaiting() {
            Awaiting::Decision { side, request } => (*side, *request),
            other => panic!("no decision is awaited but {other:?}"),
        }
    }

    /// What the dice are for.
    pub fn purpose(&self) -> String {
        match self.battle.awaiting() {
            Awaiting::Dice(roll) => roll.purpose.to_string(),
            other => panic!("no dice are awaited but {other:?}"),
        }
    }

    /// Whoever is asked decides so.
    pub fn decide(&mut self, decision: Decision) -> &mut Self {
        let (side, request) = self.asked();
        match self.battle.apply(&Step::Choose { side, decision: decision.clone() }) {
            Ok(events) => self.events.extend(events),
            Err(refusal) => panic!("{request:?}: {decision:?} was refused: {refusal}"),
        }
        self
    }

    pub fn decline(&mut self) -> &mut Self {
        self.decide(Decision::Decline)
    }

    pub fn accept(&mut self) -> &mut Self {
        self.decide(Decision::Accept)
    }

    /// The rule that forbids a decision.
    pub fn refused(&self, decision: Decision) -> &'static str {
        let (side, _) = self.asked();
        match self.battle.plan(side, &decision) {
            Ok(_) => panic!("{decision:?} is allowed"),
            Err(refusal) => refusal.rule.id(),
        }
    }

    pub fn allowed(&self, decision: Decision) -> bool {
        let (side, _) = self.asked();
        self.battle.plan(side, &decision).is_ok()
    }

    /// The die shows this.
    pub fn die(&mut self, face: u8) -> &mut Self {
        self.dice(&[face])
    }

    pub fn dice(&mut self, faces: &[u8]) -> &mut Self {
        let throw = Throw(faces.iter().map(|face| Thrown::plain(&[*face])).collect());
        match self.battle.apply(&Step::Dice(throw)) {
            Ok(events) => self.events.extend(events),
            Err(refusal) => panic!("dice {faces:?}: {refusal}"),
        }
        self
    }

    /// Activates a Wing: no preemption, no change of Orders.
    pub fn activate(&mut self, wing: u8) -> &mut Self {
        self.decide(Decision::Activate(WingId(wing)));
        self.begin()
    }

    /// Declines preemption and Orders change until Actions are asked for.
    pub fn begin(&mut self) -> &mut Self {
        while !matches!(self.asked().1, Request::Act(_)) {
            assert!(matches!(self.asked().1, Request::Preempt(_) | Request::ChangeOrders(_)));
            self.decline();
        }
        self
    }

    /// Declines every reaction.
    pub fn quiet(&mut self) -> &mut Self {
        while matches!(self.battle.awaiting(), Awaiting::Decision { request: Request::React(_), .. }) {
            self.decline();
        }
        self
    }

    /// Begins to move a unit with its stack and no leader.
    pub fn start_move(&mut self, code: &str) -> &mut Self {
        let unit = self.id(code);
        self.decide(Decision::Move { unit, company: Default::default(), escort: Default::default() })
    }

    pub fn step(&mut self, direction: Direction) -> &mut Self {
        self.decide(Decision::Manoeuvre(Manoeuvre::Step(direction)))
    }

    pub fn manoeuvre(&mut self, manoeuvre: Manoeuvre) -> &mut Self {
        self.decide(Decision::Manoeuvre(manoeuvre))
    }

    /// Ends the Actions of every unit that need not move, as far as it goes.
    pub fn end_actions(&mut self) -> &mut Self {
        assert!(matches!(self.asked().1, Request::Act(_)));
        self.decline()
    }
}

pub fn hex(text: &str) -> Hex {
    text.parse().expect("a hex")
}

pub fn one(at: &str, facing: Facing) -> Placement {
    Placement::One { hex: hex(at), facing }
}

pub fn left(at: &str, facing: Facing) -> Placement {
    Placement::Line { left: hex(at), facing }
}

pub fn pistols(units: &[UnitId]) -> Decision {
    let mut list = smallvec![];
    list.extend(units.iter().copied());
    Decision::Pistols(list)
}
