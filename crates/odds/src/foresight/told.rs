//! What tells one outcome of a throw from the others. Events are compared, fact by fact; words are only shown.

use serde_json::Value;

/// Something that happens, as an event and in words.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Happening {
    /// The facts that all throws of the outcome agree on; a fact that depends on the throw is null.
    facts: Value,
    words: Words,
}

/// What is said of something that happens.
#[derive(Clone, Debug, PartialEq)]
enum Words {
    /// The same, however the dice fell.
    Same(String),
    /// The parts that do not depend on the throw.
    Shared(Vec<String>),
}

impl Happening {
    pub(super) fn new(event: Value, text: &str) -> Self {
        Happening { facts: event, words: Words::Same(text.to_owned()) }
    }

    /// What kind of event it is: the names of its variants, from the outside in.
    fn kind(&self) -> Vec<&str> {
        let mut kind = Vec::new();
        let mut value = &self.facts;
        while let Value::Object(fields) = value
            && let (1, Some((name, inner))) = (fields.len(), fields.iter().next())
        {
            kind.push(name.as_str());
            value = inner;
        }
        if let Value::String(name) = value {
            kind.push(name);
        }
        kind
    }

    fn depends_on_the_throw(&self) -> bool {
        matches!(self.words, Words::Shared(_))
    }

    /// The same, as far as another throw with the same outcome agrees.
    fn merge(&mut self, other: &Happening) {
        agree(&mut self.facts, &other.facts);
        self.words.share(&other.words);
    }

    fn text(&self) -> String {
        match &self.words {
            Words::Same(text) => text.clone(),
            Words::Shared(parts) => sentence(&parts.join(" ")),
        }
    }
}

impl Words {
    fn share(&mut self, other: &Words) {
        if self != other {
            let theirs = other.parts();
            let mut parts = self.parts();
            parts.retain(|part| theirs.contains(part));
            *self = Words::Shared(parts);
        }
    }

    fn parts(&self) -> Vec<String> {
        match self {
            Words::Same(text) => parts(text),
            Words::Shared(parts) => parts.clone(),
        }
    }
}

/// What throws with the same outcome have in common: the events that all of them bring, with the facts that they share.
pub(super) fn merge(all: &mut Vec<Happening>, throw: &[Happening]) {
    let mut used = vec![false; throw.len()];
    all.retain_mut(|happening| {
        let like = |(n, other): &(usize, &Happening)| !used[*n] && other.kind() == happening.kind();
        let Some((n, other)) = throw.iter().enumerate().find(like) else { return false };
        used[n] = true;
        happening.merge(other);
        true
    });
}

/// The sentences for each outcome: of the events that not every outcome brings. Those that depend on the throw are told
/// only where no other event tells the outcome apart; everything is told where nothing does.
pub(super) fn telling(outcomes: &[&[Happening]]) -> Vec<Vec<String>> {
    let anyway = |happening: &Happening| {
        outcomes.iter().all(|all| all.iter().any(|other| other.facts == happening.facts))
    };
    let texts = |chosen: &[&Happening]| -> Vec<String> {
        chosen.iter().map(|happening| happening.text()).filter(|text| !text.is_empty()).collect()
    };
    let of = |all: &&[Happening]| {
        let own: Vec<&Happening> = all.iter().filter(|happening| !anyway(happening)).collect();
        let whole: Vec<&Happening> = own.iter().copied().filter(|h| !h.depends_on_the_throw()).collect();
        let (whole, own) = (texts(&whole), texts(&own));
        match (whole.is_empty(), own.is_empty()) {
            (false, _) => whole,
            (true, false) => own,
            (true, true) => texts(&all.iter().collect::<Vec<_>>()),
        }
    };
    outcomes.iter().map(of).collect()
}

/// Leaves what two events agree on; what they do not becomes null.
fn agree(facts: &mut Value, other: &Value) {
    if facts == other {
        return;
    }
    match (facts, other) {
        (Value::Object(fields), Value::Object(others)) => {
            for (name, value) in fields.iter_mut() {
                agree(value, others.get(name).unwrap_or(&Value::Null));
            }
        }
        (Value::Array(values), Value::Array(others)) if values.len() == others.len() => {
            values.iter_mut().zip(others).for_each(|(value, other)| agree(value, other));
        }
        (facts, _) => *facts = Value::Null,
    }
}

/// A sentence cut after its clauses.
fn parts(text: &str) -> Vec<String> {
    let mut parts = vec![text];
    for ending in [". ", ": ", "; ", ", "] {
        parts = parts.into_iter().flat_map(|part| part.split_inclusive(ending)).collect();
    }
    parts.into_iter().map(str::trim).filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

/// Clauses as a sentence with its full stop.
fn sentence(clauses: &str) -> String {
    let bare = clauses.trim_end_matches([',', ';', ':', ' ']);
    match bare.is_empty() || bare.ends_with(['.', '!', '?']) {
        true => bare.to_owned(),
        false => format!("{bare}."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn test(die: u8, result: &str) -> Happening {
        let event = json!({ "outcome": { "test": { "die": die, "result": result } } });
        Happening::new(event, &format!("They throw {die}: they {result}."))
    }

    fn turn(number: u8) -> Happening {
        Happening::new(json!({ "turn": number }), &format!("Turn {number}."))
    }

    /// Those who rise may rise with 8 or with 9, and in any case the next turn begins: what is told is that they rise.
    #[test]
    fn an_outcome_is_told_by_the_facts_that_set_it_apart() {
        let mut rise = vec![test(8, "rise"), turn(8)];
        merge(&mut rise, &[test(9, "rise"), turn(8)]);
        let mut stay = vec![test(2, "stay"), turn(8)];
        merge(&mut stay, &[test(3, "stay"), turn(8)]);
        assert_eq!(telling(&[&rise, &stay]), [["they rise."], ["they stay."]]);
    }

    /// The same words about different events still tell them apart, and different words about the same event do not.
    #[test]
    fn events_are_compared_and_not_words() {
        let lost = |group: u8| Happening::new(json!({ "lost": { "group": group } }), "A base is lost.");
        let same = |text: &str| Happening::new(json!({ "routs": { "group": 1 } }), text);
        let (first, second) = (vec![lost(1), same("It runs.")], vec![lost(2), same("It flees.")]);
        assert_eq!(telling(&[&first, &second]), [["A base is lost."], ["A base is lost."]]);
    }

    #[test]
    fn an_event_that_only_some_throws_bring_is_not_told() {
        let mut all = vec![turn(8), test(8, "rise")];
        merge(&mut all, &[turn(8)]);
        assert_eq!(all, [turn(8)]);
        assert_eq!(telling(&[&all]), [["Turn 8."]], "nothing sets it apart, so everything is told");
    }

    #[test]
    fn what_is_shared_reads_as_a_sentence() {
        assert_eq!(
            parts("It fails. The die shows 7; so be it."),
            ["It fails.", "The die shows 7;", "so be it."]
        );
        assert_eq!(sentence("They rise,"), "They rise.");
        assert_eq!(sentence(""), "");
    }
}
