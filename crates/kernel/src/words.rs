//! Requests and decisions in words: what people read, what they type, and what it is about.

use crate::{Battle, Refusal, Rules, Side, Tally};
use caracole_ledger::{RuleId, rule};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A battle in words: its questions, its choices, what is typed, and the battle report.
pub trait Words: Rules {
    /// What is asked, in words.
    fn prompt(_battle: &Battle<Self>, side: Side, _request: &Self::Request) -> Prompt {
        Prompt::new(format!("{side} has a choice to make."), &[])
    }

    /// A decision in words, and the command that gives it.
    fn wording(_battle: &Battle<Self>, _side: Side, decision: &Self::Decision) -> Wording {
        Wording::of_message(decision)
    }

    /// Reads a typed command as an answer to the request. What it gives has still to be checked.
    fn read_command(
        battle: &Battle<Self>,
        side: Side,
        request: &Self::Request,
        text: &str,
    ) -> Result<Self::Decision, Refusal> {
        read_offered(battle, side, request, text)
    }

    /// Whether the event only opens a part of the battle, a turn or a phase: it is no outcome of the dice before it.
    fn opens(_event: &Self::Event) -> bool {
        false
    }

    /// The event as a sentence of the battle report.
    fn tell(scenario: &Self::Scenario, event: &Self::Event) -> Sentence;
}

/// A sentence of the battle report, with what it rests on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Sentence {
    /// The sentence.
    pub text: Cow<'static, str>,
    /// The rules it rests on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<RuleId>,
    /// The numbers behind it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tallies: Vec<Tally>,
}

impl Sentence {
    /// A sentence without numbers.
    pub fn new(text: impl Into<Cow<'static, str>>, rules: &[RuleId]) -> Self {
        Sentence { text: text.into(), rules: rules.to_vec(), tallies: Vec::new() }
    }
}

/// Something on the table that words are about, so that a client can show it: `group` 3, `hex` 1204.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct Piece {
    /// What kind of thing, in the system's own words.
    pub kind: Cow<'static, str>,
    /// Its number in the view.
    pub number: u32,
}

impl Piece {
    /// A piece.
    pub const fn new(kind: &'static str, number: u32) -> Self {
        Piece { kind: Cow::Borrowed(kind), number }
    }
}

/// What is asked of a side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Prompt {
    /// As a sentence.
    pub text: Cow<'static, str>,
    /// The rules behind it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<RuleId>,
    /// What it is about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub about: Vec<Piece>,
    /// How its commands are written, one a line.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub commands: Vec<Cow<'static, str>>,
}

impl Prompt {
    /// A plain prompt.
    pub fn new(text: impl Into<Cow<'static, str>>, rules: &[RuleId]) -> Self {
        Prompt { text: text.into(), rules: rules.to_vec(), about: Vec::new(), commands: Vec::new() }
    }

    /// With what it is about.
    #[must_use]
    pub fn about(mut self, pieces: impl IntoIterator<Item = Piece>) -> Self {
        self.about.extend(pieces);
        self
    }

    /// With how its commands are written.
    #[must_use]
    pub fn commands(mut self, forms: &[&'static str]) -> Self {
        self.commands.extend(forms.iter().map(|form| Cow::Borrowed(*form)));
        self
    }
}

/// A decision in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Wording {
    /// What it does, for people: "Charge Ireton's horse with Rupert's".
    pub text: String,
    /// The command that gives it: "charge Rupert at Ireton".
    pub command: String,
    /// What it is about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub about: Vec<Piece>,
}

impl Wording {
    /// Words and the command.
    pub fn new(text: impl Into<String>, command: impl Into<String>) -> Self {
        Wording { text: text.into(), command: command.into(), about: Vec::new() }
    }

    /// A decision that is its own command.
    pub fn plain(text: impl Into<String>) -> Self {
        let text = text.into();
        Wording { command: text.to_lowercase(), text, about: Vec::new() }
    }

    /// With what it is about.
    #[must_use]
    pub fn about(mut self, pieces: impl IntoIterator<Item = Piece>) -> Self {
        self.about.extend(pieces);
        self
    }

    /// The decision as other programs write it, where a system has no words for it.
    pub fn of_message(decision: &impl Serialize) -> Self {
        let message = serde_json::to_string(decision).unwrap_or_default();
        Wording { text: message.clone(), command: message, about: Vec::new() }
    }
}

/// A legal decision that a side is offered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Offer<D> {
    /// The decision.
    pub decision: D,
    /// Its words.
    pub wording: Wording,
}

/// The longest command that is read.
const LONGEST: usize = 1000;
/// The most commands that a refusal names.
const NAMED: usize = 6;

/// Legal decisions with their words.
pub fn offers<S: Words>(battle: &Battle<S>, side: Side, request: &S::Request) -> Vec<Offer<S::Decision>> {
    let mut decisions = Vec::new();
    S::candidates(battle, side, request, &mut decisions);
    decisions
        .into_iter()
        .map(|decision| Offer { wording: S::wording(battle, side, &decision), decision })
        .collect()
}

/// The decision that is offered in just these words: its command, or the sentence that it is shown with if nothing else
/// is shown with the same.
pub fn said_in_full<'a, D>(offers: &'a [Offer<D>], text: &str) -> Option<&'a Offer<D>> {
    let wanted = words(text);
    let by_command = offers.iter().find(|offer| words(&offer.wording.command) == wanted);
    by_command.or_else(|| {
        let mut shown = offers.iter().filter(|offer| words(&offer.wording.text) == wanted);
        let first = shown.next()?;
        shown.all(|offer| offer.wording.command == first.wording.command).then_some(first)
    })
}

/// The decision that is offered, where there is just one.
pub fn the_only<S: Words>(battle: &Battle<S>, side: Side, request: &S::Request) -> Option<S::Decision> {
    let mut all = Vec::new();
    S::candidates(battle, side, request, &mut all);
    let first = all.pop();
    first.filter(|_| all.is_empty())
}

/// Reads a command as one of the decisions that are offered: by its number (from 1), by the whole of its command or of the
/// sentence that it is shown with, or as a message in braces. Words that are only a part of a choice are refused: what was
/// left out may be what makes it another choice.
pub fn read_offered<S: Words>(
    battle: &Battle<S>,
    side: Side,
    request: &S::Request,
    text: &str,
) -> Result<S::Decision, Refusal> {
    let text = text.trim();
    if text.len() > LONGEST {
        return Err(unreadable("The command is too long", "Use fewer words."));
    }
    if text.starts_with(['{', '"', '[']) {
        return serde_json::from_str(text).map_err(|e| {
            unreadable(
                format!("The message cannot be read: {e}"),
                "Write it as `caracole schema` prints it, or use words.",
            )
        });
    }
    let offers = offers::<S>(battle, side, request);
    if let Ok(number) = text.parse::<usize>() {
        let count = offers.len();
        let chosen = number.checked_sub(1).and_then(|n| offers.into_iter().nth(n));
        return chosen.map(|offer| offer.decision).ok_or_else(|| {
            unreadable(format!("There is no choice {number}"), format!("Choose from 1 to {count}."))
        });
    }
    if let Some(offer) = said_in_full(&offers, text) {
        return Ok(offer.decision.clone());
    }
    Err(not_offered(&offers, text))
}

/// The refusal of words that are no choice, with the choices that are nearest to them.
fn not_offered<D>(offers: &[Offer<D>], text: &str) -> Refusal {
    let wanted = words(text);
    if wanted.is_empty() {
        return unreadable("Nothing was said", remedy(offers.iter()));
    }
    let mut ranked: Vec<(isize, &Offer<D>)> =
        offers.iter().map(|offer| (likeness(&offer.wording, &wanted), offer)).collect();
    // A stable sort: those equally near stay in the order in which they are shown.
    ranked.sort_by_key(|(likeness, _)| std::cmp::Reverse(*likeness));
    let parts = ranked.iter().filter(|(_, offer)| is_part(&offer.wording, &wanted)).count();
    let problem = match parts {
        0 => format!("\"{text}\" is not a choice here"),
        1 => format!("\"{text}\" is only a part of a choice"),
        n => format!("\"{text}\" could mean {n} things"),
    };
    unreadable(problem, remedy(ranked.into_iter().map(|(_, offer)| offer)))
}

/// Whether these words stand in a choice in this order, others between them or not.
fn is_part(wording: &Wording, wanted: &str) -> bool {
    let all = wanted.split(' ').count();
    [&wording.command, &wording.text].into_iter().any(|said| in_common(&words(said), wanted) == all)
}

/// How near words are to a choice: twice the words that both have in the same order, less those that the choice has;
/// least of all if they have none in common.
fn likeness(wording: &Wording, wanted: &str) -> isize {
    let of = |said: &str| {
        let said = words(said);
        match in_common(&said, wanted) {
            0 => isize::MIN,
            common => 2 * common.cast_signed() - said.split(' ').count().cast_signed(),
        }
    };
    of(&wording.command).max(of(&wording.text))
}

/// The most words that two sentences have in common in the same order.
fn in_common(said: &str, wanted: &str) -> usize {
    let wanted: Vec<&str> = wanted.split(' ').collect();
    let mut best = vec![0usize; wanted.len() + 1];
    for word in said.split(' ') {
        let mut before = 0;
        for (n, other) in wanted.iter().enumerate() {
            let above = best[n + 1];
            best[n + 1] = if *other == word { before + 1 } else { above.max(best[n]) };
            before = above;
        }
    }
    best.last().copied().unwrap_or(0)
}

fn remedy<'a, D: 'a>(offers: impl Iterator<Item = &'a Offer<D>>) -> String {
    let named: Vec<String> =
        offers.take(NAMED).map(|offer| format!("\"{}\"", offer.wording.command)).collect();
    format!("Say one of: {}.", named.join(", "))
}

fn unreadable(problem: impl Into<Cow<'static, str>>, remedy: impl Into<Cow<'static, str>>) -> Refusal {
    Refusal::new(rule!("TABLE-010"), problem, remedy)
}

/// Words in small letters, without quotation marks and stops after words, one space between them.
fn words(text: &str) -> String {
    let plain: String =
        text.chars().filter(|c| !matches!(c, '"' | '“' | '”')).flat_map(char::to_lowercase).collect();
    let words = plain.split_whitespace().map(|word| match word.trim_end_matches([',', '.', ';']) {
        "" => word,
        bare => bare,
    });
    words.collect::<Vec<_>>().join(" ")
}
