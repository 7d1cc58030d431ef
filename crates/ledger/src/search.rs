//! Full-text search: all words must occur, in whatever form; rules with the words in their title come first.

use crate::id::RuleId;
use crate::rule::Rule;
use crate::system::System;
use std::fmt;

/// No more than this is read of what is searched for.
const MOST_WORDS: usize = 16;
const LONGEST_WORD: usize = 40;
/// A shorter word matches only in full, not as the beginning of another.
const SHORTEST_BEGINNING: usize = 4;

/// Words to search for, all of which must occur.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search {
    /// What was typed, which may be an id.
    typed: String,
    stems: Vec<String>,
    system: Option<System>,
}

/// A rule that was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    /// The rule.
    pub rule: RuleId,
    /// How well it fits; more is better.
    pub score: u32,
    /// The paragraph of the rule that shows most of the words.
    pub excerpt: &'static str,
}

/// Why nothing can be searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadSearch {
    /// There is no word in it.
    NoWords,
    /// There are too many words, or one is too long.
    TooLong,
}

impl fmt::Display for BadSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoWords => f.write_str("there is no word to search for"),
            Self::TooLong => {
                write!(f, "a search takes at most {MOST_WORDS} words of at most {LONGEST_WORD} letters each")
            }
        }
    }
}

impl std::error::Error for BadSearch {}

impl Search {
    /// A search for all of these words, in any order and form, in every published system.
    ///
    /// # Errors
    /// If there is no word, or too much of it.
    pub fn new(words: &str) -> Result<Self, BadSearch> {
        let mut stems: Vec<String> = Vec::new();
        for word in split(words) {
            if word.len() > LONGEST_WORD || stems.len() == MOST_WORDS {
                return Err(BadSearch::TooLong);
            }
            let stem = stem(word);
            if !stems.contains(&stem) {
                stems.push(stem);
            }
        }
        if stems.is_empty() {
            Err(BadSearch::NoWords)
        } else {
            Ok(Self { typed: words.trim().to_owned(), stems, system: None })
        }
    }

    /// The same search in one system only.
    #[must_use]
    pub fn within(self, system: System) -> Self {
        Self { system: Some(system), ..self }
    }

    /// What is found, the best first; equally good rules in the order of the rulebook.
    #[must_use]
    pub fn hits(&self) -> Vec<Hit> {
        let mut hits: Vec<Hit> = self.scope().filter_map(|rule| self.hit(rule)).collect();
        hits.sort_by_key(|hit| std::cmp::Reverse(hit.score));
        hits
    }

    /// The words, as stems, that no rule has: the reason why a search finds nothing, if there are any.
    #[must_use]
    pub fn unknown_words(&self) -> Vec<&str> {
        let occurs = |stem: &str| self.scope().any(|rule| Found::of(stem, rule).score() > 0);
        self.stems.iter().map(String::as_str).filter(|stem| !occurs(stem)).collect()
    }

    fn scope(&self) -> impl Iterator<Item = &'static Rule> {
        let system = self.system;
        RuleId::in_book_order().map(RuleId::rule).filter(move |rule| match system {
            Some(system) => rule.system == system,
            None => System::PUBLISHED.contains(&rule.system),
        })
    }

    fn hit(&self, rule: &'static Rule) -> Option<Hit> {
        let mut score = 0;
        for stem in &self.stems {
            match Found::of(stem, rule).score() {
                0 => return None,
                found => score += found,
            }
        }
        // A title that says nothing else is what was asked for.
        if split(rule.title).all(|word| self.stems.contains(&stem(word))) {
            score += WHOLE_TITLE;
        }
        if self.names(rule.id) {
            score += WHOLE_ID;
        }
        Some(Hit { rule: rule.id, score, excerpt: self.excerpt(rule.text) })
    }

    /// The id was typed, with its system or without.
    fn names(&self, rule: RuleId) -> bool {
        let id = rule.id();
        let short = id.split_once('-').map_or(id, |(_, short)| short);
        [id, short].iter().any(|id| id.eq_ignore_ascii_case(&self.typed))
    }

    fn excerpt(&self, text: &'static str) -> &'static str {
        let shown = |line: &str| self.stems.iter().filter(|stem| matches(stem, line) > 0).count();
        // The first of the best: `max_by_key` would give the last.
        text.lines().rev().max_by_key(|line| shown(line)).unwrap_or(text)
    }
}

const WHOLE_TITLE: u32 = 20;
const WHOLE_ID: u32 = 1000;

/// How often a word was found in the parts of a rule, a beginning counting half.
struct Found {
    id: u32,
    title: u32,
    chapter: u32,
    text: u32,
    rest: u32,
}

impl Found {
    fn of(stem: &str, rule: &Rule) -> Self {
        let cells = rule.table.iter().flat_map(|row| row.iter());
        Self {
            id: matches(stem, rule.id.id()),
            title: matches(stem, rule.title),
            chapter: matches(stem, rule.chapter),
            text: matches(stem, rule.text),
            rest: cells.chain(rule.unclear.iter()).map(|part| matches(stem, part)).sum(),
        }
    }

    /// The title tells most; more than a few mentions in the text tell nothing more.
    fn score(&self) -> u32 {
        12 * self.title.min(2)
            + 8 * self.id.min(2)
            + 2 * self.chapter.min(2)
            + 2 * self.text.min(6)
            + self.rest.min(2)
    }
}

/// Twice the number of words with this stem, plus the number of words that begin with it.
fn matches(stem: &str, text: &str) -> u32 {
    split(text)
        .map(|word| {
            // Most words differ in the first letter: do not stem those.
            let same_start = word.bytes().next().map(|b| b.to_ascii_lowercase()) == stem.bytes().next()
                || !word.is_ascii();
            match same_start.then(|| self::stem(word)) {
                Some(found) if found == stem => 2,
                Some(found) if stem.len() >= SHORTEST_BEGINNING && found.starts_with(stem) => 1,
                _ => 0,
            }
        })
        .sum()
}

fn split(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// A word without its ending, so that `charges`, `charged` and `charging` are one.
fn stem(word: &str) -> String {
    let word = word.to_lowercase();
    if word.len() <= 3 || !word.is_ascii() {
        return word;
    }
    let cut = |ending: &str, least: usize| word.strip_suffix(ending).filter(|rest| rest.len() >= least);
    let stem = if let Some(rest) = cut("ies", 3) {
        format!("{rest}y")
    } else if let Some(rest) = cut("ings", 3).or_else(|| cut("ing", 3)) {
        undouble(rest)
    } else if let Some(rest) = cut("eed", 1) {
        format!("{rest}eed")
    } else if let Some(rest) = cut("ed", 3) {
        undouble(rest)
    } else if word.ends_with("ss") || word.ends_with("us") {
        word
    } else {
        cut("s", 3).unwrap_or(&word).to_owned()
    };
    // `charge` loses its e as `charging` did; `horses` has lost its s above.
    match stem.strip_suffix('e') {
        Some(rest) if rest.len() >= 3 => rest.to_owned(),
        _ => stem,
    }
}

/// `running` leaves `runn`, which is `run`.
fn undouble(stem: &str) -> String {
    let mut letters = stem.chars().rev();
    match (letters.next(), letters.next()) {
        (Some(last), Some(before)) if last == before && !"lszaeiou".contains(last) => {
            stem.get(..stem.len() - 1).unwrap_or(stem).to_owned()
        }
        _ => stem.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_a_word_are_one() {
        for (a, b) in [
            ("charge", "charging"),
            ("charges", "charged"),
            ("running", "run"),
            ("armies", "army"),
            ("battle", "battles"),
            ("wheeling", "wheel"),
            ("Shooting", "shoot"),
            ("horses", "horse"),
            ("passing", "pass"),
            ("losses", "loss"),
            ("falling", "fall"),
        ] {
            assert_eq!(stem(a), stem(b), "{a} and {b}");
        }
    }

    #[test]
    fn different_words_stay_different() {
        for (a, b) in [("foot", "food"), ("need", "nest"), ("less", "le"), ("bus", "bu"), ("king", "k")] {
            assert_ne!(stem(a), stem(b), "{a} and {b}");
        }
    }

    #[test]
    fn a_search_needs_words() {
        assert_eq!(Search::new("  ,;- "), Err(BadSearch::NoWords));
        assert_eq!(Search::new(&"a".repeat(41)), Err(BadSearch::TooLong));
        let many: Vec<_> = (0..17).map(|n| n.to_string()).collect();
        assert_eq!(Search::new(&many.join(" ")), Err(BadSearch::TooLong));
    }
}
