//! Where a body stands in the words of people at a table: `3 MU in front of 4, shifted left 10 mm`.
//!
//! ```text
//! place    = [length] relation X {"," detail}
//! relation = in front of | behind | left of | right of | beside X on the left | overlapping X on the left
//!          | in contact with [the left flank of | the right flank of | the rear of]
//! detail   = file 1 against file 2 | level with its front | shifted right 10 mm | wheeled left 15 | facing it | facing away
//! ```
//!
//! Distances run from edge to edge along X's facing. Without a detail middles line up, enemies face each other and friends
//! face alike. Left and right of X are as X sees them; what is shifted or wheeled goes to its own left or right.

use super::length::{Degrees, Length, Misread};
use caracole_plane::Hand;
use std::fmt;
use std::str::FromStr;

/// Where a body stands, seen from another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RelativePlace {
    /// How far away; as near as can be unless it is said.
    pub distance: Option<Length>,
    /// On which side of the other body.
    pub relation: Relation,
    /// The other body: its name, its number, or a word that only its name has.
    pub of: String,
    /// What else is said.
    pub details: Vec<Detail>,
}

/// How one body stands to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// Before its front.
    InFrontOf,
    /// Behind its rear.
    Behind,
    /// To this hand of it.
    ToThe(Hand),
    /// Beside it, fronts level.
    Beside(Hand),
    /// Beside its front line, corner to corner, as an overlap.
    Overlapping(Hand),
    /// Touching it.
    InContactWith(Touching),
}

/// Where one body touches another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touching {
    /// Its front.
    Front,
    /// A flank.
    Flank(Hand),
    /// Its rear.
    Rear,
}

/// A detail of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// One file stands against a file of the other body; both are counted from the left, from 1.
    Files {
        /// Of the body that is placed.
        own: u8,
        /// Of the other.
        other: u8,
    },
    /// Beside the other body: level with its front rather than with its middle.
    LevelWithItsFront,
    /// Moved to its own hand.
    Shifted(Hand, Length),
    /// Wheeled to its own hand after it was placed.
    Wheeled(Hand, Degrees),
    /// It faces the other body.
    FacingIt,
    /// It faces away from the other body.
    FacingAway,
}

/// The relations whose words stand before the name, longest first.
const BEFORE: [(&str, Relation); 9] = [
    ("in contact with the right flank of ", Relation::InContactWith(Touching::Flank(Hand::Right))),
    ("in contact with the left flank of ", Relation::InContactWith(Touching::Flank(Hand::Left))),
    ("in contact with the rear of ", Relation::InContactWith(Touching::Rear)),
    ("in contact with ", Relation::InContactWith(Touching::Front)),
    ("in front of ", Relation::InFrontOf),
    ("right of ", Relation::ToThe(Hand::Right)),
    ("left of ", Relation::ToThe(Hand::Left)),
    ("behind ", Relation::Behind),
    ("beside ", Relation::Beside(Hand::Left)),
];
const OVERLAPPING: &str = "overlapping ";
const HANDS: [(&str, Hand); 2] = [(" on the left", Hand::Left), (" on the right", Hand::Right)];

const fn hand_word(hand: Hand) -> &'static str {
    match hand {
        Hand::Left => "left",
        Hand::Right => "right",
    }
}

fn unknown(text: &str) -> Misread {
    Misread::new(
        format!("`{text}` says no place"),
        "write it as in \"3 MU in front of 4\", \"beside 4 on the left\" or \"in contact with the rear of 4\"",
    )
}

impl FromStr for RelativePlace {
    type Err = Misread;

    fn from_str(text: &str) -> Result<Self, Misread> {
        let mut parts = text.split(',').map(str::trim);
        let first = parts.next().unwrap_or_default();
        let starts = BEFORE.iter().map(|(word, _)| *word).chain([OVERLAPPING]);
        let at = starts.filter_map(|word| starts_at(first, word)).min().ok_or_else(|| unknown(first))?;
        let (distance, rest) = first.split_at(at);
        let distance = Some(distance.trim()).filter(|d| !d.is_empty()).map(str::parse).transpose()?;
        let (relation, of) = relation(rest).ok_or_else(|| unknown(first))?;
        if of.is_empty() {
            return Err(Misread::new("nobody is named", "write whose place it is seen from"));
        }
        let near = matches!(relation, Relation::InContactWith(_) | Relation::Overlapping(_));
        if near && distance.is_some() {
            return Err(Misread::new("what touches has no distance", "leave the length out"));
        }
        let details = parts.map(detail).collect::<Result<Vec<_>, _>>()?;
        Ok(RelativePlace { distance, relation, of: of.to_owned(), details })
    }
}

/// Where a relation begins in a text: at its start or after a blank.
fn starts_at(text: &str, word: &str) -> Option<usize> {
    let mut found = text.match_indices(word).map(|(at, _)| at);
    found.find(|&at| at == 0 || text.get(..at).is_some_and(|before| before.ends_with(' ')))
}

fn relation(text: &str) -> Option<(Relation, &str)> {
    let beside =
        |rest: &'_ str| HANDS.iter().find_map(|(word, hand)| rest.ends_with(word).then_some((*word, *hand)));
    if let Some(rest) = text.strip_prefix(OVERLAPPING) {
        let (word, hand) = beside(rest)?;
        return Some((Relation::Overlapping(hand), rest.strip_suffix(word)?.trim()));
    }
    let (word, relation) = BEFORE.iter().find(|(word, _)| text.starts_with(word))?;
    let rest = text.strip_prefix(word)?;
    match relation {
        Relation::Beside(_) => {
            let (word, hand) = beside(rest)?;
            Some((Relation::Beside(hand), rest.strip_suffix(word)?.trim()))
        }
        relation => Some((*relation, rest.trim())),
    }
}

fn detail(text: &str) -> Result<Detail, Misread> {
    let wrong = || {
        Misread::new(
            format!("`{text}` is not understood"),
            "write \"file 1 against file 2\", \"level with its front\", \"shifted right 10 mm\", \"wheeled left 15\", \
             \"facing it\" or \"facing away\"",
        )
    };
    let words: Vec<&str> = text.split_whitespace().collect();
    let hand = |word: &str| match word {
        "left" => Ok(Hand::Left),
        "right" => Ok(Hand::Right),
        _ => Err(wrong()),
    };
    let file = |word: &str| word.parse::<u8>().ok().filter(|n| *n > 0).ok_or_else(wrong);
    match *words.as_slice() {
        ["file", own, "against", "file", other] => Ok(Detail::Files { own: file(own)?, other: file(other)? }),
        ["level", "with", "its", "front"] => Ok(Detail::LevelWithItsFront),
        ["facing", "it"] => Ok(Detail::FacingIt),
        ["facing", "away"] => Ok(Detail::FacingAway),
        ["shifted", to, ref length @ ..] if !length.is_empty() => {
            Ok(Detail::Shifted(hand(to)?, length.join(" ").parse()?))
        }
        ["wheeled", to, by] => Ok(Detail::Wheeled(hand(to)?, by.parse()?)),
        _ => Err(wrong()),
    }
}

impl fmt::Display for RelativePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(distance) = self.distance {
            write!(f, "{distance} ")?;
        }
        let of = &self.of;
        match self.relation {
            Relation::Beside(hand) => write!(f, "beside {of} on the {}", hand_word(hand))?,
            Relation::Overlapping(hand) => write!(f, "overlapping {of} on the {}", hand_word(hand))?,
            relation => {
                let word = BEFORE.iter().find(|(_, r)| *r == relation).map_or("", |(word, _)| *word);
                write!(f, "{word}{of}")?;
            }
        }
        self.details.iter().try_for_each(|detail| write!(f, ", {detail}"))
    }
}

impl fmt::Display for Detail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Detail::Files { own, other } => write!(f, "file {own} against file {other}"),
            Detail::LevelWithItsFront => f.write_str("level with its front"),
            Detail::Shifted(hand, length) => write!(f, "shifted {} {length}", hand_word(*hand)),
            Detail::Wheeled(hand, by) => write!(f, "wheeled {} {by}", hand_word(*hand)),
            Detail::FacingIt => f.write_str("facing it"),
            Detail::FacingAway => f.write_str("facing away"),
        }
    }
}
