//! Small positions for tests, written like the rulebook's examples.

use caracole_kernel::{
    Awaiting, Battle, Rules, Side, Step,
    dice::{Throw, Thrown},
};
use caracole_musketpike::RollPurpose;
use caracole_musketpike::{
    MusketPike,
    counters::{LeaderId, UnitId, WingId},
    engine::{ScenarioSource, Setup, field::Field, motion::Manoeuvre},
    hex::{Direction, Facing, Hex, Placement},
    messages::{Decision, Escort, Event, Reform, Request, Through},
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
    army_lines: [String; 2],
    victory: String,
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
            army_lines: [String::new(), String::new()],
            victory: String::new(),
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

    /// A Wing (commander rated 0) with more to say about it.
    pub fn wing_line(mut self, code: &str, orders: &str, commander: &str, more: &str) -> Self {
        let army = if code.starts_with('r') { "red" } else { "blue" };
        let _ = writeln!(
            self.wings,
            r#"{{ code = "{code}", name = "{code}", army = "{army}", commander = "c{code}", orders = "{orders}", {more} }},"#
        );
        let _ = writeln!(
            self.leaders,
            r#"{{ code = "c{code}", name = "{code}", army = "{army}", rating = 0, at = "{commander}" }},"#
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

    /// A Wing that comes on later with its commander (rating 0): the entries of a scenario file.
    pub fn reinforcing_wing(mut self, code: &str, entries: &str) -> Self {
        let army = if code.starts_with('r') { "red" } else { "blue" };
        let _ = writeln!(
            self.wings,
            r#"{{ code = "{code}", name = "{code}", army = "{army}", commander = "c{code}", orders = "make_ready", entries = [{entries}] }},"#
        );
        let _ = writeln!(
            self.leaders,
            r#"{{ code = "c{code}", name = "{code}", army = "{army}", rating = 0 }},"#
        );
        self
    }

    /// A unit off the map that comes with the first entry of its Wing.
    pub fn reserve(mut self, code: &str, wing: &str, what: &str) -> Self {
        let mut words = what.split_whitespace();
        let mut next = || words.next().unwrap_or_default().to_owned();
        let (kind, strength, morale) = (next(), next(), next());
        let strength = if strength == "-" { String::new() } else { format!("strength = {strength}, ") };
        let two =
            if kind == "heavy_infantry" && words.next() == Some("two") { ", two_hex = true" } else { "" };
        let _ = writeln!(
            self.units,
            r#"{{ code = "{code}", name = "{code}", wing = "{wing}", type = "{kind}", {strength}morale = {morale}, entry = 1{two} }},"#
        );
        self
    }

    /// A leader who waits to take a post: named by a Wing as its replacement or by an army as its successor.
    pub fn waiting_leader(mut self, code: &str, army: &str, rating: i8) -> Self {
        let _ = writeln!(
            self.leaders,
            r#"{{ code = "{code}", name = "{code}", army = "{army}", rating = {rating} }},"#
        );
        self
    }

    /// A line of an army.
    pub fn army_line(mut self, army: &str, line: &str) -> Self {
        let _ = writeln!(self.army_lines[usize::from(army == "blue")], "{line}");
        self
    }

    /// A line of the victory conditions.
    pub fn victory(mut self, line: &str) -> Self {
        let _ = writeln!(self.victory, "{line}");
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

    /// The text of the scenario.
    pub fn text(&self) -> String {
        let army = |i: usize| match &self.army[i] {
            Some(code) => format!("commander = \"{code}\"\n{}", self.army_lines[i]),
            None => self.army_lines[i].clone(),
        };
        format!(
            "id = \"test\"\ntitle = \"Test\"\nabout = \"A test.\"\ntitle_column = \"TACW\"\nturns = {}\n\
             wings = [\n{}]\nleaders = [\n{}]\nunits = [\n{}]\n\
             [army.red]\nname = \"Red\"\n{}retreat_edges = [\"west\"]\n\
             [army.blue]\nname = \"Blue\"\n{}retreat_edges = [\"east\"]\n\
             [victory]\nfirst = \"red\"\n{}levels = [{{ least = 10, level = \"decisive red\" }}, \
             {{ least = -9, level = \"draw\" }}, {{ level = \"decisive blue\" }}]\n\
             [special]\n{}[map]\nfirst = \"0101\"\nslopes = \"{}\"\nhexes = \"\"\"\n{}\n\"\"\"\nlevels = \"\"\"\n{}\n\"\"\"\n\
             [map.hexsides]\n{}",
            self.turns,
            self.wings,
            self.leaders,
            self.units,
            army(0),
            army(1),
            self.victory,
            self.special,
            if self.steep { "steep" } else { "gentle" },
            self.rows.join("\n"),
            self.levels.join("\n"),
            self.sides,
        )
    }

    /// The battle before its opening.
    pub fn start(self) -> Game {
        let setup =
            Setup { scenario: ScenarioSource::Text(self.text()), charts: None, options: self.options };
        match Battle::<MusketPike>::start(&setup) {
            Ok((battle, events)) => Game { battle, events },
            Err(refusal) => panic!("{refusal}"),
        }
    }

    /// The battle, with the opening behind it.
    pub fn play(self) -> Game {
        self.play_with(|_, _| {})
    }

    /// The same, with states changed first.
    pub fn play_with(self, change: impl FnOnce(&Game, &mut World)) -> Game {
        let mut game = self.start();
        game.events.clear();
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
    pub fn purpose(&self) -> RollPurpose {
        match self.battle.awaiting() {
            Awaiting::Dice(roll) => roll.purpose,
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

    /// A unit Reforms or Rallies through its Wing or the Army Commander.
    pub fn reform(&self, code: &str, what: Reform, through: Through) -> Decision {
        Decision::Reform { unit: self.id(code), what, through }
    }

    pub fn rally(&self, code: &str, through: Through) -> Decision {
        Decision::Rally { unit: self.id(code), through }
    }

    /// The decision to begin a move with leaders.
    pub fn moving(&self, code: &str, escort: Escort) -> Decision {
        Decision::Move { unit: self.id(code), company: Default::default(), escort }
    }

    /// Changes the world in the middle of things.
    pub fn change(&mut self, change: impl FnOnce(&mut World)) -> &mut Self {
        self.battle = self.battle.with_world(change);
        self
    }

    /// Changes the state of one unit.
    pub fn change_unit(&mut self, code: &str, change: impl FnOnce(&mut Unit)) -> &mut Self {
        let id = usize::from(self.id(code).0);
        self.change(|world| change(&mut world.units[id]))
    }

    /// Where a leader is.
    pub fn leader_at(&self, leader: LeaderId) -> Hex {
        self.battle.world().leader(leader).hex
    }

    /// Declines whatever comes until the test of what is asked holds; activates Wings in order. Panics on dice.
    pub fn decline_until(&mut self, stop: impl Fn(&Game) -> bool) -> &mut Self {
        while !stop(self) {
            match self.asked().1 {
                Request::Activate(_) => {
                    let wings = self.battle.world().wings.len() as u8;
                    let next = (0..wings).map(WingId).find(|w| self.allowed(Decision::Activate(*w)));
                    self.decide(Decision::Activate(next.expect("a Wing to activate")))
                }
                _ if self.allowed(Decision::Decline) => self.decline(),
                request => {
                    let mut choices = Vec::new();
                    MusketPike::candidates(&self.battle, self.asked().0, &request, &mut choices);
                    self.decide(choices.swap_remove(0))
                }
            };
        }
        self
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

impl Position {
    /// A red Wing of guns under Receive Charge keeps red on the field.
    pub fn red_stays(self) -> Self {
        self.wing_rated("rs", "receive_charge", "0101", -1).unit(
            "RS",
            "rs",
            "artillery - 5",
            "0101",
            "W",
            "class = \"light\"",
        )
    }
}

impl Game {
    /// Declines what is asked until somebody may react, or something else than a decision is awaited.
    pub fn quiet_until_react(&mut self) -> &mut Self {
        for _ in 0..4 {
            match self.battle.awaiting() {
                Awaiting::Decision { request: Request::React(_), .. } => break,
                Awaiting::Decision { .. } => self.decline(),
                Awaiting::Dice(_) => self.die(0),
                Awaiting::Nothing(_) => break,
            };
        }
        self
    }

    /// Plays a named Close Combat out with one die for every roll, taking the first choice offered, until the next
    /// continuation or activation is asked for.
    pub fn finish_combat(&mut self, die: u8) -> &mut Self {
        for _ in 0..40 {
            match self.battle.awaiting() {
                Awaiting::Decision { request: Request::Continue(_) | Request::Activate(_), .. }
                | Awaiting::Nothing(_) => break,
                Awaiting::Dice(roll) => {
                    let faces = vec![die; roll.pools.len()];
                    self.dice(&faces)
                }
                Awaiting::Decision { request: Request::Pistols, .. } => self.decide(pistols(&[])),
                Awaiting::Decision { side, request } => {
                    let (side, request) = (*side, *request);
                    if self.allowed(Decision::Decline) {
                        self.decline()
                    } else {
                        let mut choices = Vec::new();
                        MusketPike::candidates(&self.battle, side, &request, &mut choices);
                        self.decide(choices.swap_remove(0))
                    }
                }
            };
        }
        self
    }
}
