//! Typed commands: everything that is offered by its words, and moves beyond what is offered.

use super::names::{Names, capital, number, read_formation};
use crate::battle::impact::{self, Wheel};
use crate::battle::manoeuvre::messages::{
    Action, Advance, CommanderGoes, Feeding, Leg, Shift, When, WithAdvance,
};
use crate::battle::setup::{self, Adjustment, CommanderPost, Deployment};
use crate::battle::world::{CommanderId, GroupId};
use crate::battle::{Decision, Fog, Played, Request, Seen, joint, manoeuvre};
use crate::formation::Formation;
use caracole_kernel::{Battle, Refusal, Side, offers, read_offered, said_in_full};
use caracole_ledger::rule;
use caracole_plane::{Angle, Edge, Hand, Point, Pose, Um};
use std::borrow::Cow;

/// Reads a command: what is offered by its own words first, then moves of any measure, then beginnings of what is offered.
pub fn command<B: Played>(
    battle: &Battle<Fog<B>>,
    side: Side,
    request: &Request,
    text: &str,
) -> Result<Decision, Refusal> {
    let plain: String = text.chars().take(LONGEST).flat_map(char::to_lowercase).collect();
    let wanted = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    let numbered = wanted.parse::<usize>().is_ok() || wanted.starts_with(['{', '[']);
    if numbered || wanted.is_empty() || text.len() > LONGEST {
        return read_offered(battle, side, request, text);
    }
    if let Some(offer) = said_in_full(&offers(battle, side, request), text) {
        return Ok(offer.decision.clone());
    }
    let free = Words::new(battle.seen(), side, &wanted).read(request);
    match free {
        Some(Ok(decision)) => Ok(decision),
        Some(Err(refusal)) => read_offered(battle, side, request, text).map_err(|_| refusal),
        None => read_offered(battle, side, request, text),
    }
}

/// The longest command that is read.
const LONGEST: usize = 1000;

fn unclear(problem: impl Into<Cow<'static, str>>, remedy: impl Into<Cow<'static, str>>) -> Refusal {
    Refusal::new(rule!("TABLE-010"), problem, remedy)
}

/// The words of a command, read one by one.
struct Words<'a> {
    names: Names<'a>,
    side: Side,
    list: Vec<&'a str>,
    at: usize,
}

type Read<T> = Result<T, Refusal>;

impl<'a> Words<'a> {
    fn new(battle: Seen<'a>, side: Side, text: &'a str) -> Self {
        let list = text.split([' ', ',', ';']).filter(|w| !w.is_empty()).collect();
        Words { names: Names::of(battle), side, list, at: 0 }
    }

    fn peek(&self) -> Option<&'a str> {
        self.list.get(self.at).copied()
    }

    fn next(&mut self) -> Option<&'a str> {
        let word = self.peek()?;
        self.at += 1;
        Some(word)
    }

    /// Takes these words if they come next.
    fn eat(&mut self, words: &str) -> bool {
        let count = words.split(' ').count();
        let come =
            self.list.get(self.at..self.at + count).is_some_and(|w| w.iter().copied().eq(words.split(' ')));
        if come {
            self.at += count;
        }
        come
    }

    fn any(&mut self, words: &[&str]) -> bool {
        words.iter().any(|w| self.eat(w))
    }

    fn end(&self) -> Read<()> {
        match self.peek() {
            None => Ok(()),
            Some(word) => Err(unclear(
                format!("\"{word}\" is not understood here"),
                "Say `help` for how commands are written.",
            )),
        }
    }

    /// A battle group by its number or by a word that only its name has.
    fn group(&mut self) -> Read<GroupId> {
        let Some(word) = self.next() else {
            return Err(unclear("A battle group is missing", "Name it by its number: `move 5 forward 4`."));
        };
        let world = self.names.world;
        if let Ok(n) = word.parse::<u16>() {
            let found =
                n.checked_sub(1).map(GroupId).filter(|g| world.get(*g).is_some_and(|g| g.is_on_table()));
            return found.ok_or_else(|| {
                unclear(
                    format!("There is no battle group {n} on the table"),
                    "Use a number that the table shows.",
                )
            });
        }
        let word = word.trim_matches(['"', '“', '”']);
        let mut found = world.on_table().filter(|&g| {
            let name = self.names.scenario.name(g).to_lowercase();
            name.split_whitespace().any(|part| part.trim_end_matches("'s") == word || part == word)
        });
        match (found.next(), found.next()) {
            (Some(one), None) => Ok(one),
            (None, _) => Err(unclear(
                format!("No battle group on the table is called \"{word}\""),
                "Name it by its number: `move 5 forward 4`.",
            )),
            (Some(one), Some(other)) => Err(unclear(
                format!("Several battle groups are called \"{word}\""),
                format!("Name one by its number, such as {} or {}.", number(one), number(other)),
            )),
        }
    }

    fn is_group(&self) -> bool {
        self.peek().is_some_and(|w| w.parse::<u16>().is_ok())
    }

    /// Battle groups by their numbers, as many as come.
    fn groups(&mut self) -> Read<Vec<GroupId>> {
        let mut found = vec![self.group()?];
        loop {
            self.eat("and");
            if !self.is_group() {
                return Ok(found);
            }
            found.push(self.group()?);
        }
    }

    /// A decimal number in thousandths.
    fn thousandths(&mut self, what: &'static str) -> Read<i64> {
        let word = self.next().unwrap_or("");
        let bare = word.trim_end_matches("mu").trim_end_matches('°');
        let (negative, digits) = bare.strip_prefix('-').map_or((false, bare), |d| (true, d));
        let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
        let sound = !digits.is_empty()
            && whole.len() <= 4
            && part.len() <= 3
            && (whole.len() + part.len()) > 0
            && whole.chars().chain(part.chars()).all(|c| c.is_ascii_digit());
        if !sound {
            return Err(unclear(
                format!("A number is missing for {what}"),
                "Write it with up to three decimals: 4 or 3.25.",
            ));
        }
        let number = |digits: &str| digits.parse::<i64>().unwrap_or(0);
        let value = number(whole) * 1000 + number(&format!("{part:0<3}"));
        Ok(if negative { -value } else { value })
    }

    fn distance(&mut self) -> Read<Um> {
        let thousandths = self.thousandths("a distance in MU")?;
        self.any(&["mu"]);
        let um = thousandths * i64::from(self.names.world.field.scale.mu.get()) / 1000;
        Um::checked(um).map_err(|_| unclear("That distance is too large", "Use distances on the table."))
    }

    fn angle(&mut self) -> Read<Angle> {
        let angle = self.thousandths("an angle in degrees")?;
        self.any(&["degrees"]);
        Ok(Angle::from_millidegrees(angle))
    }

    fn count(&mut self, what: &'static str) -> Read<u8> {
        let found = self.next().and_then(|w| w.parse::<u8>().ok());
        found.ok_or_else(|| unclear(format!("A whole number is missing: {what}"), "Write it in digits."))
    }

    fn hand(&mut self) -> Read<Hand> {
        if self.eat("left") {
            Ok(Hand::Left)
        } else if self.eat("right") {
            Ok(Hand::Right)
        } else {
            Err(unclear("Left or right is missing", "Say which: `wheel 5 left 30`."))
        }
    }

    fn edge(&mut self) -> Read<Edge> {
        let edges =
            [("front", Edge::Front), ("right", Edge::Right), ("rear", Edge::Rear), ("left", Edge::Left)];
        let found = edges.into_iter().find(|(word, _)| self.eat(word));
        found
            .map(|(_, edge)| edge)
            .ok_or_else(|| unclear("An edge is missing", "Say front, right, rear or left."))
    }

    fn formation(&mut self, group: GroupId) -> Read<Formation> {
        let code = self.next().unwrap_or("");
        read_formation(self.names.world.profiles(group).to_vec(), code)
            .map_err(|why| unclear("The formation cannot be read", capital(&why) + "."))
    }

    fn if_formation(&mut self, group: GroupId) -> Read<Option<Formation>> {
        if self.eat("formation") { self.formation(group).map(Some) } else { Ok(None) }
    }

    /// A place: MU from the left edge and from red's edge, and a facing if it is not straight at the enemy.
    fn pose(&mut self) -> Read<Pose> {
        self.eat("at");
        let at = Point::new(self.distance()?, self.distance()?);
        let facing = match self.eat("facing") {
            true => self.angle()?,
            false => setup::camps::ahead(self.side),
        };
        Ok(Pose::new(at, facing))
    }

    /// The parts of an advance. With a verb that begins one, its first part is said without it.
    fn advance(&mut self, mut begun: Option<&str>) -> Read<Advance> {
        let mut advance = Advance::default();
        loop {
            let verb = match begun.take() {
                Some(verb) => verb,
                None if self.any(&["forward", "ahead", "advance"]) => "forward",
                None if self.eat("wheel") => "wheel",
                None if self.eat("shift") => "shift",
                None if self.goes_on() => continue,
                None => break,
            };
            match verb {
                "wheel" => advance.legs.push(Leg::Wheel { hand: self.hand()?, by: self.angle()? }),
                "shift" => {
                    let when = if advance.legs.is_empty() { When::Before } else { When::After };
                    if advance.shift.is_some() {
                        return Err(unclear("A move has one shift", "Leave one of them out."));
                    }
                    advance.shift = Some(Shift { hand: self.hand()?, by: self.distance()?, when });
                }
                _ => advance.legs.push(Leg::Ahead(self.distance()?)),
            }
            if advance.legs.len() > 8 {
                return Err(unclear("A move has too many parts", "Leave some out."));
            }
        }
        if advance.legs.is_empty() && advance.shift.is_none() {
            return Err(unclear(
                "The move itself is missing",
                "Say `forward 4`, `wheel left 30` or `shift right 0.5`.",
            ));
        }
        Ok(advance)
    }

    /// Takes "and" or "then" before another part of an advance.
    fn goes_on(&mut self) -> bool {
        let part = self.list.get(self.at + 1);
        part.is_some_and(|w| ["forward", "ahead", "advance", "wheel", "shift"].contains(w))
            && self.any(&["and", "then"])
    }

    fn with_advance(&mut self) -> Read<Option<WithAdvance>> {
        let when = match (self.eat("then"), self.at) {
            (true, _) => When::After,
            _ if self.eat("after") => When::Before,
            _ => return Ok(None),
        };
        Ok(Some(WithAdvance { advance: self.advance(None)?, when }))
    }

    fn sides(&mut self) -> Read<(u8, u8)> {
        let (mut left, mut right) = (0, 0);
        loop {
            if self.eat("left") {
                left = self.count("files on the left")?;
            } else if self.eat("right") {
                right = self.count("files on the right")?;
            } else if !self.eat("and") {
                return Ok((left, right));
            }
        }
    }

    fn files(&mut self) -> Read<u8> {
        let files = self.count("files")?;
        self.any(&["files", "file"]);
        Ok(files)
    }

    /// The command as an answer to the request; none if it is not a free command.
    fn read(mut self, request: &Request) -> Option<Read<Decision>> {
        let read = match request {
            Request::Manoeuvre(r) => self.manoeuvre(r),
            Request::Impact(r) => self.impact(r),
            Request::Setup(r) => self.setup(r),
            Request::Joint(joint::Request::Commander) => self.joint_commander(),
            Request::Joint(_) => {
                self.yes_or_no(Decision::Joint(joint::Decision::Act), Decision::Joint(joint::Decision::Pass))
            }
            Request::Shooting(_) | Request::Melee(_) | Request::Outcome(_) => None,
        }?;
        Some(read.and_then(|decision| self.end().map(|()| decision)))
    }

    fn joint_commander(&mut self) -> Option<Read<Decision>> {
        let moved = |(commander, goes)| Decision::Joint(joint::Decision::Commander { commander, goes });
        self.ends(Decision::Joint(joint::Decision::Pass))
            .or_else(|| self.rider().map(|found| found.map(moved)))
    }

    fn yes_or_no(&mut self, yes: Decision, no: Decision) -> Option<Read<Decision>> {
        if self.any(&["yes", "y"]) {
            return Some(Ok(yes));
        }
        self.ends(no)
    }

    /// The usual words that end a request.
    fn ends(&mut self, end: Decision) -> Option<Read<Decision>> {
        self.any(&["done", "pass", "nothing", "none", "no", "end"]).then_some(Ok(end))
    }

    fn rider(&mut self) -> Option<Read<(CommanderId, CommanderGoes)>> {
        let start = self.at;
        let found = if self.eat("commander") {
            let n = self.count("the number of the commander").ok()?;
            n.checked_sub(1).map(CommanderId).filter(|c| usize::from(c.0) < self.names.world.commanders.len())
        } else {
            self.next().and_then(|word| self.names.commander_called(self.side, word))
        };
        let Some(commander) = found else {
            self.at = start;
            return None;
        };
        if self.any(&["joins", "join"]) {
            return Some(self.group().map(|group| (commander, CommanderGoes::Join(group))));
        }
        if self.any(&["to", "rides to"]) {
            return Some(self.pose().map(|pose| (commander, CommanderGoes::To(pose))));
        }
        Some(Err(unclear("The commander's destination is missing", "Say `joins 5`, or `to 30 12`.")))
    }

    fn manoeuvre(&mut self, request: &manoeuvre::Request) -> Option<Read<Decision>> {
        use manoeuvre::{Decision as D, Request as R};
        let moving = matches!(
            request,
            R::Move | R::SimpleInstead { .. } | R::SimpleInsteadOfAll { .. } | R::MoveAgain { .. }
        );
        let ended_by_words = moving || matches!(request, R::Reform | R::Feed);
        if ended_by_words && let Some(end) = self.ends(D::Done.into()) {
            return Some(end);
        }
        match request {
            R::Feed if self.eat("feed") => Some(self.feed().map(Decision::from)),
            R::Reform if self.eat("reform") => Some(self.reform().map(Decision::from)),
            _ if moving => {
                if self.any(&["division", "battle line"]) {
                    return Some(self.division().map(Decision::from));
                }
                if let Some(found) = self.rider() {
                    return Some(found.map(|(commander, goes)| D::MoveCommander { commander, goes }.into()));
                }
                self.action().map(|found| found.map(|(group, action)| D::Move { group, action }.into()))
            }
            _ => None,
        }
    }

    fn reform(&mut self) -> Read<manoeuvre::Decision> {
        let group = self.group()?;
        let as_base = match self.eat("as base") {
            true => self.count("the base whose facing is taken")?.saturating_sub(1),
            false => 0,
        };
        self.eat("in");
        Ok(manoeuvre::Decision::Reform { group, as_base, files: self.files()? })
    }

    fn feed(&mut self) -> Read<manoeuvre::Decision> {
        let group = self.group()?;
        let how = if self.eat("expand") {
            Feeding::Expand { hand: self.hand()?, formation: self.if_formation(group)? }
        } else if self.eat("shift") {
            Feeding::Shift { hand: self.hand()? }
        } else if self.eat("formation") {
            let formation = self.formation(group)?;
            let left = if self.eat("left") { self.count("files given up on the left")? } else { 0 };
            Feeding::Rearrange { formation, left }
        } else {
            return Err(unclear("How bases are fed is missing", "Say expand, shift or formation."));
        };
        Ok(manoeuvre::Decision::Feed { group, how })
    }

    fn division(&mut self) -> Read<manoeuvre::Decision> {
        let groups = self.groups()?;
        Ok(manoeuvre::Decision::MoveDivision { groups, advance: self.advance(None)? })
    }

    /// A move of one battle group: a verb, the battle group, and how.
    fn action(&mut self) -> Option<Read<(GroupId, Action)>> {
        let verb = [
            "move square",
            "move orb",
            "move",
            "advance",
            "wheel",
            "shift",
            "expand",
            "contract",
            "turn",
            "form",
            "square",
            "orb",
            "leave square",
            "leave orb",
            "pivot",
            "unlimber",
            "man works",
            "place defences",
            "pick up defences",
        ]
        .into_iter()
        .find(|verb| self.eat(verb))?;
        Some(self.act(verb))
    }

    fn act(&mut self, verb: &str) -> Read<(GroupId, Action)> {
        let group = self.group()?;
        let action = match verb {
            "move square" | "move orb" => {
                self.any(&["to", "over"]);
                Action::MoveSquare { over: self.edge()?, distance: self.distance()? }
            }
            "advance" if self.peek().is_some_and(|w| w.starts_with(|c: char| c.is_ascii_digit())) => {
                Action::Advance(self.advance(Some("forward"))?)
            }
            "move" | "advance" => Action::Advance(self.advance(None)?),
            "wheel" => Action::Advance(self.advance(Some("wheel"))?),
            "shift" => {
                let (at, hand) = (self.at, self.hand()?);
                if self.eat("into melee") {
                    Action::ShiftIntoMelee { hand }
                } else {
                    self.at = at;
                    Action::Advance(self.advance(Some("shift"))?)
                }
            }
            "expand" => {
                let (left, right) = self.sides()?;
                let formation = self.if_formation(group)?;
                let then = self.with_advance()?.map(|with| with.advance);
                Action::Expand { left, right, formation, then }
            }
            "contract" => {
                let (left, right) = self.sides()?;
                let formation = self.if_formation(group)?;
                Action::Contract { left, right, formation, with: self.with_advance()? }
            }
            "turn" if self.eat("about") => {
                let with = self.with_advance()?;
                Action::TurnAbout { with, and_back: self.eat("and back") }
            }
            "turn" => {
                let hand = self.hand()?;
                if self.eat("into melee") {
                    return Ok((group, Action::TurnIntoMelee { hand }));
                }
                let files = if self.any(&["in", "files"]) { Some(self.files()?) } else { None };
                Action::TurnToFlank { hand, files, with: self.with_advance()? }
            }
            "form" if self.any(&["square", "orb"]) => Action::FormSquare,
            "form" => {
                let turn = if self.eat("turn") { Some(self.hand()?) } else { None };
                Action::ChangeFormation { turn, formation: self.if_formation(group)? }
            }
            "square" | "orb" => Action::FormSquare,
            "leave square" | "leave orb" => {
                self.eat("to");
                let front = self.edge()?;
                self.eat("in");
                Action::LeaveSquare { front, files: self.files()? }
            }
            "pivot" => {
                let (hand, by) = (self.hand()?, self.angle()?);
                match self.eat("back") {
                    true => Action::PivotBack { hand, by },
                    false => Action::Pivot { hand, by, with_supporters: self.eat("with support") },
                }
            }
            "unlimber" => Action::Unlimber,
            "man works" => {
                let shift = match self.eat("shift") {
                    true => Some(Shift { hand: self.hand()?, by: self.distance()?, when: When::Before }),
                    false => None,
                };
                Action::ManWorks { shift }
            }
            "place defences" => Action::PlaceDefences,
            _ => Action::PickUpDefences,
        };
        Ok((group, action))
    }

    fn wheel(&mut self) -> Read<Option<Wheel>> {
        if !self.any(&["wheel", "wheeling"]) {
            return Ok(None);
        }
        Ok(Some(Wheel { hand: self.hand()?, by: self.angle()? }))
    }

    fn impact(&mut self, request: &impact::Request) -> Option<Read<Decision>> {
        use impact::{Decision as D, Request as R};
        let read = match request {
            R::DeclareCharges { .. } if self.eat("charge") => self.charge(),
            R::DeclareCharges { .. } => return self.ends(Decision::Impact(D::EndDeclarations)),
            R::Intercept { .. } if self.eat("intercept") => self.intercept(),
            R::Intercept { .. } => return self.ends(Decision::Impact(D::EndInterceptions)),
            R::MoveCharge { .. } if self.eat("move") => self.charge_move(),
            R::PikeToFront { .. } => {
                return self.yes_or_no(Decision::Impact(D::PikeForward), Decision::Impact(D::PikeStays));
            }
            _ => return None,
        };
        Some(read.map(Decision::Impact))
    }

    fn charge(&mut self) -> Read<impact::Decision> {
        let group = self.group()?;
        let early = self.wheel()?;
        if !self.eat("at") {
            return Err(unclear("The target of the charge is missing", "Say `charge 3 at 12`."));
        }
        let targets = if self.any(&["camp", "the camp"]) { Vec::new() } else { self.groups()? };
        let wheel = self.wheel()?.or(early);
        Ok(impact::Decision::Charge { group, wheel, targets })
    }

    fn intercept(&mut self) -> Read<impact::Decision> {
        let charger = self.group()?;
        if !self.eat("with") {
            return Err(unclear(
                "The battle group that intercepts is missing",
                "Say `intercept 12 with 5 in flank`.",
            ));
        }
        let group = self.group()?;
        let how = if self.any(&["in flank", "in rear"]) {
            impact::Interception::FlankOrRear
        } else if self.any(&["ahead", "forward"]) {
            impact::Interception::AcrossPath { distance: self.distance()?, wheel: self.wheel()? }
        } else {
            return Err(unclear("How it intercepts is missing", "Say `ahead 3.5` or `in flank`."));
        };
        Ok(impact::Decision::Intercept { group, charger, how })
    }

    fn charge_move(&mut self) -> Read<impact::Decision> {
        let group = self.group()?;
        let wheel = self.wheel()?;
        let steps = match self.eat("sparing battle troops") {
            true => impact::Steps::NotIntoBattleTroops,
            false => impact::Steps::All,
        };
        Ok(impact::Decision::Move { group, wheel, steps })
    }

    fn setup(&mut self, request: &setup::Request) -> Option<Read<Decision>> {
        use setup::{Decision as D, Request as R};
        let read = match request {
            R::Deploy { group } | R::Reveal { group, .. } | R::Arrive { group, .. } if self.eat("deploy") => {
                self.deployment(*group).map(D::Deploy)
            }
            R::Commander { .. } if self.eat("with") => {
                self.group().map(|g| D::Commander(CommanderPost::With(g)))
            }
            R::Commander { .. } if self.peek() == Some("at") => {
                self.pose().map(|pose| D::Commander(CommanderPost::Alone(pose)))
            }
            R::Camp if self.eat("camp") => self.camp(),
            R::Adjust { .. } if self.eat("slide") => self.slide().map(D::Adjust),
            R::Adjust { .. } if self.eat("pivot") => self.pivot().map(D::Adjust),
            R::Dismount if self.eat("dismount") => match self.any(&["nobody", "none"]) {
                true => Ok(D::Dismount(Vec::new())),
                false => self.groups().map(D::Dismount),
            },
            _ => return None,
        };
        Some(read.map(Decision::Setup))
    }

    fn deployment(&mut self, group: GroupId) -> Read<Deployment> {
        let front = self.pose()?;
        self.any(&["files", "in"]);
        let mut deployment = Deployment::at(front, self.files()?);
        loop {
            if self.eat("formation") {
                deployment.formation = Some(self.formation(group)?);
            } else if self.eat("facing") {
                deployment.front.facing = self.angle()?;
            } else if self.eat("limbered") {
                deployment.limbered = true;
            } else if self.eat("forlorn hope") {
                deployment.forlorn_hope = true;
            } else if self.eat("dismounted") {
                deployment.dismounted = true;
            } else {
                return Ok(deployment);
            }
        }
    }

    fn camp(&mut self) -> Read<setup::Decision> {
        let camp = self.pose()?;
        let mut markers = Vec::new();
        if self.eat("markers") {
            while self.peek().is_some() && markers.len() < 50 {
                let front = self.pose()?;
                if !self.eat("bases") {
                    return Err(unclear("The bases of a marker are missing", "Say `markers 20 10 bases 3`."));
                }
                markers.push(setup::Marker { front, bases: self.count("bases of the marker")? });
            }
        }
        Ok(setup::Decision::Camp { camp, markers })
    }

    fn slide(&mut self) -> Read<Adjustment> {
        let (mut right, mut up) = (Um::ZERO, Um::ZERO);
        loop {
            if self.eat("right") {
                right = self.distance()?;
            } else if self.eat("left") {
                right = -self.distance()?;
            } else if self.eat("up") {
                up = self.distance()?;
            } else if self.eat("down") {
                up = -self.distance()?;
            } else {
                return Ok(Adjustment::Slide { right, up });
            }
        }
    }

    fn pivot(&mut self) -> Read<Adjustment> {
        let by = self.angle()?;
        if !self.eat("about") {
            return Err(unclear("The fixed point is missing", "Say `pivot 90 about 30 12`."));
        }
        Ok(Adjustment::Pivot { about: Point::new(self.distance()?, self.distance()?), by })
    }
}
