//! Rulings by the rules of the Musket & Pike Battle Series.

mod file;
mod fire;
mod lay_out;

pub use file::{FireBy, HexFile, HexQuestion, LeaderNow, UnitNow};

use crate::{Point, RefereeError, Ruling, Rulings};
use caracole_kernel::{Battle, Refusal, Rules, Tally};
use caracole_ledger::{RuleId, rule};
use caracole_musketpike::{
    MusketPike,
    counters::{Orders, UnitId, WingId},
    engine::{field::Field, motion::Manoeuvre},
    hex::{Hex, Placement, Zone},
    messages::Help,
    procedures::{Survey, must_rally},
    sight::Tracing,
};
use serde_json::json;

/// The most questions of a file.
const MOST: usize = 1000;
/// Faces of the die of the series: 0 to 9.
pub(crate) const FACES: std::ops::RangeInclusive<i32> = 0..=9;

/// Answers the questions of a file about a scenario whose text is given.
pub fn rule_on_hexes(file: &HexFile, scenario: &str) -> Result<Rulings, RefereeError> {
    if file.questions.len() > MOST {
        return Err(RefereeError::at("question", "there are too many", "ask 1000 questions or fewer"));
    }
    let judge = Judge { battle: lay_out::battle(file, scenario)? };
    let rulings = file
        .questions
        .iter()
        .enumerate()
        .map(|(n, question)| judge.answer(question, &format!("question {}", n + 1)))
        .collect::<Result<_, _>>()?;
    Ok(Rulings { system: MusketPike::CODE.to_owned(), title: file.title.clone(), rulings })
}

/// What every question is judged by.
pub(crate) struct Judge {
    battle: Battle<MusketPike>,
}

impl Judge {
    pub(crate) fn field(&self) -> Field<'_> {
        Field::new(self.battle.scenario(), self.battle.world())
    }

    /// The unit with this code that is on the map.
    pub(crate) fn unit(&self, code: &str, place: &str) -> Result<UnitId, RefereeError> {
        let f = self.field();
        let Some(unit) = f.table.scenario.unit_by_code(code) else {
            return Err(lay_out::unknown("unit", code, place));
        };
        if f.unit(unit).in_play() {
            return Ok(unit);
        }
        Err(RefereeError::at(place, format!("{code} is not on the map"), "give it a place with [[unit]]"))
    }

    fn wing(&self, code: &str, place: &str) -> Result<WingId, RefereeError> {
        let scenario = &self.field().table.scenario;
        let found = scenario.wing_ids().find(|wing| scenario.wing(*wing).code == code);
        found.ok_or_else(|| lay_out::unknown("wing", code, place))
    }

    pub(crate) fn name(&self, unit: UnitId) -> &str {
        &self.field().counter(unit).name
    }

    fn answer(&self, question: &HexQuestion, place: &str) -> Result<Ruling, RefereeError> {
        match question {
            HexQuestion::Sight { from, to } => self.sight(*from, *to, place),
            HexQuestion::Zones { unit } => Ok(self.zones(self.unit(unit, place)?)),
            HexQuestion::Command { unit } => Ok(self.command(self.unit(unit, place)?)),
            HexQuestion::Fire { unit, target, by, die } => {
                let (unit, target) = (self.unit(unit, place)?, self.unit(target, place)?);
                fire::fire(self, unit, target, *by, face(*die, place)?)
            }
            HexQuestion::Attack { units, target, pistols, die } => {
                let named = |codes: &[String]| {
                    codes.iter().map(|code| self.unit(code, place)).collect::<Result<Vec<UnitId>, _>>()
                };
                let target = self.unit(target, place)?;
                fire::attack(self, &named(units)?, target, &named(pistols)?, face(*die, place)?, place)
            }
            HexQuestion::Move { unit, by } => Ok(self.moves(self.unit(unit, place)?, by)),
            HexQuestion::Wing { wing, army_commander } => {
                let help = if *army_commander { Help::ArmyCommander } else { Help::Alone };
                self.rolls(self.wing(wing, place)?, help, place)
            }
        }
    }

    fn sight(&self, from: Hex, to: Hex, place: &str) -> Result<Ruling, RefereeError> {
        let f = self.field();
        for hex in [from, to] {
            if f.table.index(hex).is_none() {
                return Err(RefereeError::at(
                    place,
                    format!("hex {hex} is not on the map"),
                    "name hexes as CCRR",
                ));
            }
        }
        let words = format!("Does {from} see {to}?");
        let side = f.holder(from).unwrap_or(caracole_kernel::Side::Red);
        Ok(match f.line_of_sight(from, to, Tracing::Sight, side) {
            Ok(()) => {
                let mut points =
                    vec![Point::new("There is a line of sight.".to_owned(), &[rule!("MPBS-10.9.5a")])];
                if let Err(seen) = f.line_of_sight(from, to, Tracing::ArtilleryFire, side) {
                    let text = format!("Guns may not fire along it: a unit stands in {}.", seen.hex);
                    points.push(Point::new(text, &[seen.why.rule()]));
                }
                Ruling::legal(words, points)
            }
            Err(seen) => Ruling::refused(
                words,
                Refusal::new(seen.why.rule(), "The line of sight is blocked", "Look from another hex.")
                    .fact("hex", seen.hex.to_string()),
            ),
        })
    }

    fn zones(&self, unit: UnitId) -> Ruling {
        let f = self.field();
        let words = format!("What lies about {}?", self.name(unit));
        if !f.has_facing(unit) {
            let text = "It has no facing: neither front nor flanks nor rear.".to_owned();
            return Ruling::answered(words, vec![Point::new(text, &[rule!("MPBS-6.1d")])]);
        }
        let mut around: Vec<Hex> = f.footprint(unit).neighbours().into_iter().collect();
        around.retain(|hex| f.table.index(*hex).is_some());
        around.sort_unstable_by_key(|hex| (hex.column(), hex.row()));
        let named = |name: &str, zone: Zone| {
            let told: Vec<String> = around
                .iter()
                .filter(|hex| f.zone(unit, **hex) == Some(zone))
                .map(|hex| match f.top(*hex) {
                    Some(there) => format!("{hex} ({})", self.name(there)),
                    None => hex.to_string(),
                })
                .collect();
            let told = if told.is_empty() { "none".to_owned() } else { told.join(", ") };
            Point::new(format!("{name}: {told}."), &[rule!("MPBS-6.1a")])
        };
        let zones = [("Front", Zone::Front), ("Flanks", Zone::Flank), ("Rear", Zone::Rear)];
        Ruling::answered(words, zones.map(|(name, zone)| named(name, zone)).to_vec())
    }

    fn command(&self, unit: UnitId) -> Ruling {
        let f = self.field();
        let words = format!("Is {} in command?", self.name(unit));
        let wing = f.wing_of(unit);
        let orders = f.orders(unit).name();
        let named = &f.table.scenario.wing(wing).name;
        if f.in_command(unit) {
            let text = format!("It traces a line to the commander of {named}, whose Orders are {orders}.");
            return Ruling::legal(words, vec![Point::new(text, &[rule!("MPBS-5.4.1a")])]);
        }
        Ruling::refused(
            words,
            Refusal::new(
                rule!("MPBS-5.4.1a"),
                format!("No line leads from it to the commander of {named}"),
                "Bring the leader nearer, or move the unit back by the quickest way.",
            ),
        )
    }

    fn moves(&self, unit: UnitId, by: &[Manoeuvre]) -> Ruling {
        let f = self.field();
        let words = format!("May {} move so?", self.name(unit));
        if let ([Manoeuvre::Face(steps)], Some(now)) = (by, f.unit(unit).at.facing())
            && f.is_gun(unit)
            && !f.is_limbered(unit)
        {
            return match f.may_turn_gun(unit, now.turned(i32::from(*steps))) {
                Ok(()) => {
                    let text = "The guns turn in place of firing.".to_owned();
                    Ruling::legal(words, vec![Point::new(text, &[rule!("MPBS-6.2.3a")])])
                }
                Err(bar) => Ruling::refused(words, bar.refusal(f)),
            };
        }
        let survey = Survey::new(f, unit, by);
        let mut points: Vec<Point> = Vec::new();
        for (manoeuvre, leg) in by.iter().zip(&survey.legs) {
            let text = format!(
                "{}: to {}, {} of {} movement points used{}.",
                spoken(*manoeuvre),
                standing(leg.motion.to),
                leg.spent,
                survey.allowance,
                match leg.motion.hits {
                    0 => String::new(),
                    hits => format!(", {hits} formation hits: now {:?}", leg.formation),
                }
            );
            points.push(Point::new(text, &[rule!("MPBS-7.1.1d")]));
        }
        let bar = survey.barred.or(survey.end.err());
        match bar {
            Some(bar) => {
                let mut ruling = Ruling::refused(words, bar.refusal(f));
                points.append(&mut ruling.points);
                Ruling { points, ..ruling }
            }
            None => {
                let text = "The enemy may react after each manoeuvre.".to_owned();
                points.push(Point::new(text, &[rule!("MPBS-9.1.3a")]));
                Ruling::legal(words, points)
            }
        }
    }

    /// What a Wing needs for the dice of command.
    fn rolls(&self, wing: WingId, help: Help, place: &str) -> Result<Ruling, RefereeError> {
        let f = self.field();
        if help == Help::ArmyCommander && f.army_commander_near(wing).is_none() {
            return Err(RefereeError::at(
                place,
                "the Army Commander is not with or next to the Wing Commander",
                "move the leader there with [[leader]], or leave `army_commander` out",
            ));
        }
        let charts = &f.table.charts;
        let orders = f.wing(wing).orders;
        let mut points = Vec::new();
        let mut odds = serde_json::Map::new();
        let mut roll = |what: String, rule: RuleId, covers: Option<&dyn Fn(i32) -> bool>, tally: Tally| {
            let Some(covers) = covers else {
                points.push(Point::new(format!("{what}: not allowed under these Orders."), &[rule]));
                return;
            };
            let good = FACES.filter(|die| covers(die + tally.total())).count();
            odds.insert(what.clone(), json!({ "probability": format!("{good}/10") }));
            let mut point = Point::new(format!("{what}: {good} of 10."), &[rule]);
            point.tallies.push(tally);
            points.push(point);
        };
        let range = charts.preemption.range(orders).map(|r| move |value| r.covers(value));
        let covers = range.as_ref().map(|r| r as &dyn Fn(i32) -> bool);
        roll("Preemption".to_owned(), rule!("MPBS-4.4.2a"), covers, f.preemption_tally(wing, help));
        // A Wing that must Rally is under Rally Orders when it could continue.
        let forced = must_rally(f, wing);
        let then = if forced { Orders::Rally } else { orders };
        let range = charts.continuation.range(then).map(|r| move |value| r.covers(value));
        let covers = range.as_ref().map(|r| r as &dyn Fn(i32) -> bool);
        roll("Continuation".to_owned(), rule!("MPBS-4.3.2a"), covers, f.continuation_tally(wing, help));
        for to in Orders::ALL.into_iter().filter(|to| *to != orders && !forced) {
            let range = charts.orders_change.range(orders, to).map(|r| move |value| r.covers(value));
            let covers = range.as_ref().map(|r| r as &dyn Fn(i32) -> bool);
            let what = format!("Orders change to {}", to.name());
            roll(what, rule!("MPBS-5.7.2a"), covers, f.orders_change_tally(wing, to, help));
        }
        if forced {
            let text = "When it is activated it goes under Rally Orders without a roll. It may not pass.";
            points.push(Point::new(text, &[rule!("MPBS-5.8b"), rule!("MPBS-5.8c")]));
        }
        let name = &f.table.scenario.wing(wing).name;
        let words = format!("What does {name} need?");
        Ok(Ruling { odds: Some(odds.into()), ..Ruling::answered(words, points) })
    }
}

/// A die of the series.
fn face(die: Option<u8>, place: &str) -> Result<Option<i32>, RefereeError> {
    match die.map(i32::from) {
        Some(face) if !FACES.contains(&face) => Err(RefereeError::at(
            format!("{place}: die"),
            format!("no die of this game shows {face}"),
            "give 0 to 9",
        )),
        face => Ok(face),
    }
}

fn spoken(manoeuvre: Manoeuvre) -> String {
    match manoeuvre {
        Manoeuvre::Step(direction) => format!("Step {direction:?}").to_uppercase().replace("STEP", "Step"),
        Manoeuvre::Face(steps) if steps < 0 => format!("Turn left by {}", steps.unsigned_abs()),
        Manoeuvre::Face(steps) => format!("Turn right by {steps}"),
        Manoeuvre::CounterMarch => "Counter March".to_owned(),
        Manoeuvre::Wheel(turn) => format!("Wheel {turn:?}").to_lowercase().replace("wheel", "Wheel"),
        Manoeuvre::Squeeze(_) => "Squeeze across the bridge".to_owned(),
    }
}

fn standing(at: Placement) -> String {
    let place = at.footprint();
    let hexes: Vec<String> = place.iter().map(|hex| hex.to_string()).collect();
    match at.facing() {
        Some(facing) => format!("{} facing {}", hexes.join(" and "), format!("{facing:?}").to_uppercase()),
        None => hexes.join(" and "),
    }
}
