//! Typed commands: every choice, whether it is offered or not. What is read is checked afterwards by the rules.

use super::pay::{commander_of, payment, prompted};
use crate::battle::charge::{Decision as Charge, check_one, possible};
use crate::battle::fighting::{Act, Decision as Fighting};
use crate::battle::movement::{Plan, plan};
use crate::battle::world::{Approach, CommanderId, Foe, Game, UgId, Wheel};
use crate::battle::{
    Action, Bw, Decision, Leg, March, NewPost, Paid, Request, Second, Switch, Turned, charging,
};
use crate::cards::{Cards, Colour, Payment};
use crate::charts::ActionCode;
use crate::troops::Form;
use caracole_document::Word;
use caracole_kernel::{Refusal, Side};
use caracole_ledger::rule;
use caracole_plane::Hand;
use caracole_tabletop::Facing;

/// The most words of a command.
const MOST: usize = 60;

/// What is read of a command.
pub struct Reader<'t> {
    words: Vec<&'t str>,
    at: usize,
}

fn unclear(problem: impl Into<String>, remedy: &'static str) -> Refusal {
    Refusal::new(rule!("TABLE-010"), problem.into(), remedy)
}

type Read<T> = Result<T, Refusal>;

impl<'t> Reader<'t> {
    fn new(text: &'t str) -> Reader<'t> {
        let words = text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
        Reader { words: words.take(MOST).collect(), at: 0 }
    }

    fn peek(&self) -> Option<&'t str> {
        self.words.get(self.at).copied()
    }

    fn next(&mut self) -> Option<&'t str> {
        let word = self.peek()?;
        self.at += 1;
        Some(word)
    }

    /// Whether these words come next; then they are read.
    fn hears(&mut self, said: &[&str]) -> bool {
        let rest = self.words.get(self.at..).unwrap_or_default();
        let same = said.len() <= rest.len() && said.iter().zip(rest).all(|(a, b)| b.eq_ignore_ascii_case(a));
        if same {
            self.at += said.len();
        }
        same
    }

    fn number(&mut self, of: &'static str) -> Read<u32> {
        let word = self.next().unwrap_or_default();
        word.parse().map_err(|_| unclear(format!("\"{word}\" is no {of}"), "Give a whole number."))
    }

    fn length(&mut self) -> Read<Bw> {
        let word = self.next().unwrap_or_default();
        let (whole, part) = word.split_once('.').unwrap_or((word, ""));
        let digits = |text: &str| text.chars().all(|c| c.is_ascii_digit());
        let ok = !whole.is_empty() && whole.len() <= 3 && part.len() <= 2 && digits(whole) && digits(part);
        if !ok {
            return Err(unclear(format!("\"{word}\" is no length"), "Give base widths, such as 3 or 1.5."));
        }
        let hundredths = format!("{part:0<2}");
        let sum = whole.parse::<i32>().unwrap_or(0) * 100 + hundredths.parse::<i32>().unwrap_or(0);
        Ok(Bw(sum))
    }

    fn hand(&mut self) -> Read<Hand> {
        match self.next() {
            Some(word) if word.eq_ignore_ascii_case("left") => Ok(Hand::Left),
            Some(word) if word.eq_ignore_ascii_case("right") => Ok(Hand::Right),
            word => Err(unclear(format!("\"{}\" is no hand", word.unwrap_or("")), "Say left or right.")),
        }
    }

    /// Units by their numbers: `4` or `4+5`.
    fn units(&mut self) -> Read<Vec<UgId>> {
        let word = self.next().unwrap_or_default();
        let one = |part: &str| {
            let number: u16 = part.parse().ok().filter(|n| *n > 0)?;
            Some(UgId(number - 1))
        };
        word.split('+').map(one).collect::<Option<Vec<UgId>>>().ok_or_else(|| {
            unclear(format!("\"{word}\" names no unit"), "Give the numbers of units, such as 4 or 4+5.")
        })
    }

    fn unit(&mut self) -> Read<UgId> {
        let units = self.units()?;
        match units.as_slice() {
            [only] => Ok(*only),
            _ => Err(unclear("One unit is meant here", "Name one unit.")),
        }
    }

    fn degrees(&mut self) -> Read<u8> {
        let number = self.number("angle")?;
        u8::try_from(number).map_err(|_| unclear("The angle is too large", "Give degrees up to 90."))
    }

    fn done(&self) -> Read<()> {
        match self.peek() {
            None => Ok(()),
            Some(word) => Err(unclear(
                format!("\"{word}\" is not understood here"),
                "Leave it out, or look at the examples.",
            )),
        }
    }
}

/// Whether a word begins a command that is read here.
fn verb(request: &Request, text: &str) -> Option<&'static str> {
    let first = text.split_whitespace().next()?.to_ascii_lowercase();
    let known: &[&'static str] = match request {
        Request::Movement => &["move", "turn", "back", "form", "switch", "go", "put", "face"],
        Request::Recover => &["recover"],
        Request::Charge(charging::Request::Clear) => &["move", "turn", "go"],
        Request::Charge(charging::Request::Declare) => &["charge", "hold"],
        Request::Charge(charging::Request::Direct { .. }) => &["charge"],
        Request::Charge(charging::Request::Counter) => &["counter"],
        Request::Charge(charging::Request::Move) => &["move"],
        Request::Fighting(_) => &["break", "put", "face"],
        _ => &[],
    };
    known.iter().copied().find(|word| *word == first)
}

/// Reads a command that begins with a verb of the request; `None` if it does not.
pub fn read(game: Game<'_>, side: Side, request: &Request, text: &str) -> Option<Read<Decision>> {
    let verb = verb(request, text)?;
    let mut reader = Reader::new(text);
    reader.next();
    Some(command(game, side, request, verb, &mut reader))
}

fn command(
    game: Game<'_>,
    side: Side,
    request: &Request,
    verb: &str,
    reader: &mut Reader<'_>,
) -> Read<Decision> {
    match (request, verb) {
        (Request::Charge(charging::Request::Move), _) => {
            let (ug, approach) = (reader.unit()?, approach(reader)?);
            let turn = (approach != Approach::default()).then_some(approach);
            let paid = cards(game, side, reader)?.map(|(paid, _)| paid);
            reader.done()?;
            Ok(Decision::Charge(Charge::Move { ug, turn, paid }))
        }
        (Request::Charge(_), "charge") => declare(game, side, reader),
        (Request::Charge(_), "hold") => {
            let ugs = reader.units()?;
            let plan = Plan::of(ActionCode::C3, &ugs);
            let paid = paid_for(game, side, reader, &plan, ugs.first().copied())?;
            Ok(Decision::Charge(Charge::Hold { ugs, paid }))
        }
        (Request::Charge(_), "counter") => {
            let (ug, wheel) = (reader.unit()?, approach(reader)?.wheel);
            if !reader.hears(&["forward"]) {
                return Err(unclear("The distance is missing", "Say counter 4 forward 2."));
            }
            let forward = reader.length()?;
            let plan = Plan::of(ActionCode::C4, &[ug]);
            let paid = paid_for(game, side, reader, &plan, Some(ug))?;
            Ok(Decision::Charge(Charge::Counter { ug, wheel, forward, paid }))
        }
        (_, "break" | "put" | "face") => act(game, side, verb, reader),
        _ => prompt(game, side, request, verb, reader),
    }
}

/// `wheel left 20 shift right 0.5 dropping the left file`.
fn approach(reader: &mut Reader<'_>) -> Read<Approach> {
    let mut approach = Approach::default();
    loop {
        if reader.hears(&["wheel"]) {
            approach.wheel = Some(Wheel { hand: reader.hand()?, degrees: reader.degrees()? });
        } else if reader.hears(&["shift"]) {
            approach.shift = Some((reader.hand()?, reader.length()?));
        } else if reader.hears(&["dropping", "the"]) {
            approach.contract = Some(reader.hand()?);
            reader.hears(&["file"]);
        } else {
            return Ok(approach);
        }
    }
}

/// `charge 4 at 12 wheel left 20 with green of Horn`.
fn declare(game: Game<'_>, side: Side, reader: &mut Reader<'_>) -> Read<Decision> {
    let ugs = reader.units()?;
    let target = if reader.hears(&["at"]) { Some(reader.unit()?) } else { None };
    let mut how = approach(reader)?;
    let Some(first) = ugs.first().copied() else { return Err(unclear("Nobody charges", "Name a unit.")) };
    if let Some(target) = target {
        let foe = Foe::Ug(target);
        let said = check_one(game, side, first, &how);
        if !said.as_ref().is_ok_and(|charge| charge.targets.contains(&foe)) {
            let others = match how == Approach::default() && game.world.get(first).is_some() {
                true => possible(game, first),
                false => Vec::new(),
            };
            match others.into_iter().find(|charge| charge.targets.contains(&foe)) {
                Some(charge) => how = charge.approach,
                None => {
                    said?;
                    return Err(Refusal::new(
                        rule!("RETG-CHARGE-020"),
                        "The charge does not reach that unit",
                        "Charge in another direction, or another unit.",
                    )
                    .piece("unit", first.piece())
                    .piece("target", target.piece()));
                }
            }
        }
    }
    let said = cards(game, side, reader)?;
    reader.done()?;
    let costs = ugs.iter().any(|ug| {
        check_one(game, side, *ug, &how).is_ok_and(|c| c.kind == crate::battle::ChargeKind::Prompted)
    });
    let paid = match said {
        Some((paid, _)) => Some(paid),
        None if costs => {
            let plan = Plan::of(ActionCode::C2, &ugs);
            Some(payment(game, side, &plan, commander_of(game, first)))
        }
        None => None,
    };
    Ok(Decision::Charge(Charge::Declare { ugs, approach: how, paid }))
}

/// The cards said, or the cheapest.
fn paid_for(
    game: Game<'_>,
    side: Side,
    reader: &mut Reader<'_>,
    plan: &Plan,
    ug: Option<UgId>,
) -> Read<Paid> {
    let said = cards(game, side, reader)?;
    reader.done()?;
    let known = ug.is_some_and(|ug| game.world.get(ug).is_some_and(|state| state.side == side));
    if let (None, Some(ug), false) = (&said, ug, known) {
        crate::battle::movement::own_ug(game, side, ug)?;
    }
    let own = ug.map_or(CommanderId(0), |ug| commander_of(game, ug));
    Ok(said.map_or_else(|| payment(game, side, plan, own), |(paid, _)| paid))
}

/// `with green, white of Horn, raising white, leaving Commanders behind`; whether Commanders stay behind.
fn cards(game: Game<'_>, side: Side, reader: &mut Reader<'_>) -> Read<Option<(Paid, bool)>> {
    if !reader.hears(&["with"]) {
        return Ok(None);
    }
    let mut all = Cards::NONE;
    while let Some(card) = reader.peek().and_then(colour) {
        all = all.with(card);
        reader.next();
        reader.hears(&["and"]);
    }
    if all.total() == 0 {
        return Err(unclear("No card is named", "Say with green of Horn."));
    }
    let by = match reader.hears(&["of"]) {
        true => commander(game, side, reader)?,
        false => return Err(unclear("No Commander is named", "Say with green of Horn.")),
    };
    let upgrade = match reader.hears(&["raising"]) {
        true => reader
            .next()
            .and_then(colour)
            .map(Some)
            .ok_or_else(|| unclear("No card is named", "Say which card is raised."))?,
        false => None,
    };
    let leave = reader.hears(&["leaving", "Commanders", "behind"]);
    // The lowest card pays for the action, the others for what comes on top, unless it is raised.
    let card = upgrade.or_else(|| all.iter().next()).unwrap_or(Colour::Black);
    let extra = all.without(card).unwrap_or(Cards::NONE);
    Ok(Some((Paid { by, cards: Payment { card, extra, upgrade } }, leave)))
}

fn colour(word: &str) -> Option<Colour> {
    Colour::ALL.iter().copied().find(|colour| colour.key().eq_ignore_ascii_case(word))
}

/// A Commander by the words of his name.
fn commander(game: Game<'_>, side: Side, reader: &mut Reader<'_>) -> Read<CommanderId> {
    for id in game.world.commanders_of(side) {
        let name = game.name(id).to_owned();
        let words: Vec<&str> = name.split_whitespace().collect();
        let last = words.last().copied().into_iter().collect::<Vec<_>>();
        if reader.hears(&words) || reader.hears(&last) {
            return Ok(id);
        }
    }
    let word = reader.peek().unwrap_or_default();
    Err(unclear(format!("\"{word}\" is no Commander of yours"), "Name one of your Commanders."))
}

/// The chosen way to pay: each of the cards may be the one for the action.
fn settled(game: Game<'_>, plan: &Plan, paid: Paid) -> Payment {
    let Ok(cost) = crate::battle::movement::price(game, paid.by, plan) else { return paid.cards };
    let hand = game.world.commander(paid.by).map_or(Cards::NONE, |c| c.hand);
    let all = paid.cards.cards();
    let ways = all.iter().filter_map(|card| {
        let extra = all.without(card)?;
        Some(Payment { card, extra, upgrade: paid.cards.upgrade })
    });
    let fits = |way: &Payment| crate::cards::check_payment(hand, true, &cost, way).is_ok();
    ways.into_iter().find(fits).unwrap_or(paid.cards)
}

/// Bases of units in combat, and break-offs.
fn act(game: Game<'_>, side: Side, verb: &str, reader: &mut Reader<'_>) -> Read<Decision> {
    let file = |number: u32| u8::try_from(number.saturating_sub(1)).unwrap_or(u8::MAX);
    let (act, code) = match verb {
        "break" => {
            reader.hears(&["off"]);
            (Act::BreakOff { ug: reader.unit()? }, ActionCode::F2)
        }
        "put" => {
            let bases = u8::try_from(reader.number("number of bases")?).unwrap_or(u8::MAX);
            if !reader.hears(&["of", "file"]) {
                return Err(unclear("The file is missing", "Say put 1 of file 2 of 4 to file 3."));
            }
            let from = file(reader.number("file")?);
            reader.hears(&["of"]);
            let ug = reader.unit()?;
            reader.hears(&["to", "file"]);
            let to = i8::try_from(i64::from(reader.number("file")?) - 1).unwrap_or(i8::MAX);
            (Act::Shift { ug, from, bases, to }, ActionCode::Mf1)
        }
        _ => {
            reader.hears(&["file"]);
            let file = file(reader.number("file")?);
            reader.hears(&["of"]);
            let ug = reader.unit()?;
            let to = match reader.next().unwrap_or_default().to_ascii_lowercase().as_str() {
                "front" => Facing::Front,
                "left" => Facing::Left,
                "right" => Facing::Right,
                "rear" => Facing::Rear,
                _ => return Err(unclear("The direction is missing", "Say front, left, right or rear.")),
            };
            (Act::Turn { ug, file, to }, ActionCode::Mf2)
        }
    };
    let ug = match act {
        Act::BreakOff { ug } | Act::Shift { ug, .. } | Act::Turn { ug, .. } => ug,
    };
    let plan = crate::battle::fighting::plan(game, side, act).unwrap_or_else(|_| Plan::of(code, &[ug]));
    let paid = paid_for(game, side, reader, &plan, Some(ug))?;
    Ok(Decision::Fighting(Fighting { act, paid }))
}

/// An action of the Movement Phase, or a SuG that makes way.
fn prompt(
    game: Game<'_>,
    side: Side,
    request: &Request,
    verb: &str,
    reader: &mut Reader<'_>,
) -> Read<Decision> {
    let action = action(verb, reader)?;
    let clears = matches!(request, Request::Charge(_)) && verb != "go";
    let way_for = match clears && reader.hears(&["for"]) {
        true => Some(reader.unit()?),
        false => None,
    };
    let who = match verb == "go" && reader.hears(&["for"]) {
        true => Some(commander(game, side, reader)?),
        false => None,
    };
    let said = cards(game, side, reader)?;
    let through = match reader.hears(&["through", "fire"]) {
        true => cards(game, side, reader)?.map(|(paid, _)| paid),
        false => None,
    };
    reader.done()?;
    let decision = match said {
        None => prompted(game, side, action.clone(), who)?,
        Some((paid, leave)) => {
            let plan = plan(game, side, &action, paid.by)?;
            let cards = settled(game, &plan, paid);
            Decision::Prompt { action: action.clone(), by: paid.by, cards, leave }
        }
    };
    let Decision::Prompt { by, cards, leave, .. } = decision else { return Ok(decision) };
    if let Some(way_for) = way_for {
        return Ok(Decision::Charge(Charge::Clear { action, way_for, paid: Paid { by, cards } }));
    }
    Ok(match through {
        Some(through) => Decision::Through { action, by, cards, leave, through },
        None => Decision::Prompt { action, by, cards, leave },
    })
}

fn action(verb: &str, reader: &mut Reader<'_>) -> Read<Action> {
    Ok(match verb {
        "move" => Action::March(march(reader)?),
        "turn" => Action::Turn(turned(reader)?),
        "back" => Action::FallBack { ug: reader.unit()?, by: reader.length()? },
        "form" => {
            let (ug, wide) = (reader.unit()?, u8::try_from(reader.number("width")?).unwrap_or(u8::MAX));
            reader.hears(&["wide"]);
            let left = match reader.peek().is_some_and(|word| word.chars().all(|c| c.is_ascii_digit())) {
                true => u8::try_from(reader.number("number of files")?).unwrap_or(u8::MAX),
                false => 0,
            };
            reader.hears(&["left"]);
            Action::Reshape { ug, wide, left }
        }
        "switch" => {
            let ug = reader.unit()?;
            let form = Form::ALL.iter().copied().find(|form| reader.hears(&[form.key()]));
            let to = match form {
                Some(form) => Switch::Form(form),
                None if reader.hears(&["dismount"]) => Switch::Dismount,
                None if reader.hears(&["mount"]) => Switch::Mount,
                None if reader.hears(&["drop", "pikes"]) => Switch::DropPikes,
                None => {
                    let remedy = "Say close, loose, skirmish, dismount, mount or drop pikes.";
                    return Err(unclear("It is not said what changes", remedy));
                }
            };
            Action::Switch { ug, to }
        }
        "recover" => Action::Recover { ug: reader.unit()? },
        _ => Action::Commander(post(reader)?),
    })
}

/// `behind file 1 of 4`, `ahead of file 1 of 4`, `to 12 8.5`, `here`.
fn post(reader: &mut Reader<'_>) -> Read<NewPost> {
    let ahead = reader.hears(&["ahead", "of"]);
    if ahead || reader.hears(&["behind"]) {
        reader.hears(&["file"]);
        let file = u8::try_from(reader.number("file")?.saturating_sub(1)).unwrap_or(u8::MAX);
        reader.hears(&["of"]);
        return Ok(NewPost::With { ug: reader.unit()?, file, ahead });
    }
    if reader.hears(&["to"]) {
        return Ok(NewPost::At([reader.length()?, reader.length()?]));
    }
    if reader.hears(&["here"]) || reader.hears(&["where", "he", "is"]) {
        return Ok(NewPost::Here);
    }
    Err(unclear("It is not said where he goes", "Say go behind file 1 of 4, or go to 12 8.5."))
}

fn legs(reader: &mut Reader<'_>) -> Read<Vec<Leg>> {
    let mut legs = Vec::new();
    loop {
        if reader.hears(&["forward"]) {
            legs.push(Leg::Forward(reader.length()?));
        } else if reader.hears(&["wheel"]) {
            legs.push(Leg::Wheel { hand: reader.hand()?, degrees: reader.degrees()? });
        } else if reader.hears(&["shift"]) {
            legs.push(Leg::Shift { hand: reader.hand()?, by: reader.length()? });
        } else {
            return Ok(legs);
        }
    }
}

/// `4+5 forward 3 wheel left 20 taking 7 then 4 forward 2`.
fn march(reader: &mut Reader<'_>) -> Read<March> {
    let (ugs, legs_of_first) = (reader.units()?, legs(reader)?);
    let pulled = if reader.hears(&["taking"]) { reader.units()? } else { Vec::new() };
    let second = match reader.hears(&["then"]) {
        true => {
            let named = reader.peek().is_some_and(|word| word.starts_with(|c: char| c.is_ascii_digit()));
            let ugs = if named { reader.units()? } else { ugs.clone() };
            Some(Second { ugs, legs: legs(reader)? })
        }
        false => None,
    };
    Ok(March { ugs, pulled, legs: legs_of_first, second })
}

/// `4 about then forward 2`, `4 left after forward 1`.
fn turned(reader: &mut Reader<'_>) -> Read<Turned> {
    let ug = reader.unit()?;
    let to = if reader.hears(&["about"]) { None } else { Some(reader.hand()?) };
    let move_first = reader.hears(&["after"]);
    let moves = move_first || reader.hears(&["then"]);
    if !moves {
        return Ok(Turned { ug, to, forward: None, move_first: false });
    }
    reader.hears(&["forward"]);
    Ok(Turned { ug, to, forward: Some(reader.length()?), move_first })
}
