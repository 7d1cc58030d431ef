//! What is thrown, how it is read, and the dice that were thrown.
//!
//! A [`Roll`] says beforehand how each of its pools will be read. The engine sees the [`Value`]s read from a
//! throw and never the faces themselves; so every throw with the same values has the same consequences, and
//! exact odds need one representative throw per value.

use super::{BadDraw, Deck};
use crate::Side;
use caracole_ledger::RuleId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use smallvec::SmallVec;
use std::{borrow::Cow, fmt, hash::Hash};

/// The most dice that one pool may hold; far above anything in the rules, it bounds untrusted input.
pub const MOST_DICE: u16 = 400;

/// A kind of die, by its lowest and highest face. Faces are at most 15.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Die {
    /// Lowest face.
    pub lowest: u8,
    /// Highest face.
    pub highest: u8,
}

impl Die {
    /// The ordinary die, 1 to 6.
    pub const D6: Die = Die { lowest: 1, highest: 6 };
    /// The ten-sided die read 0 to 9.
    pub const D10: Die = Die { lowest: 0, highest: 9 };

    /// Number of faces.
    pub const fn sides(self) -> u8 {
        self.highest - self.lowest + 1
    }

    /// Every face, lowest first.
    pub fn faces(self) -> impl DoubleEndedIterator<Item = u8> {
        self.lowest..=self.highest
    }

    /// Whether `face` is on this die.
    pub const fn has(self, face: u8) -> bool {
        self.lowest <= face && face <= self.highest
    }
}

impl fmt::Display for Die {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "d{}", self.sides())
    }
}

/// A set of faces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct FaceSet(u16);

impl FaceSet {
    /// No face.
    pub const NONE: FaceSet = FaceSet(0);

    /// The set of these faces; faces above 15 are left out.
    pub const fn of(faces: &[u8]) -> Self {
        let mut bits = 0;
        let mut i = 0;
        while i < faces.len() {
            if faces[i] < 16 {
                bits |= 1 << faces[i];
            }
            i += 1;
        }
        FaceSet(bits)
    }

    /// Whether `face` belongs to the set.
    pub const fn has(self, face: u8) -> bool {
        face < 16 && self.0 & (1 << face) != 0
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The faces of the set, lowest first.
    pub fn faces(self) -> impl Iterator<Item = u8> {
        (0..16).filter(move |&f| self.has(f))
    }

    /// The set with one more face.
    pub const fn with(self, face: u8) -> Self {
        FaceSet(self.0 | if face < 16 { 1 << face } else { 0 })
    }
}

/// Which of the two throws of a die thrown again counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Keep {
    /// The new one, better or worse: a compulsory or decided re-roll.
    #[default]
    New,
    /// The higher of the two.
    Higher,
    /// The lower of the two.
    Lower,
}

/// Dice showing certain faces are thrown again, once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Reroll {
    /// The faces that are thrown again.
    pub faces: FaceSet,
    /// What counts afterwards.
    pub keep: Keep,
}

impl Reroll {
    /// Nothing is thrown again.
    pub const NONE: Reroll = Reroll { faces: FaceSet::NONE, keep: Keep::New };

    /// These faces are thrown again and the new throw stands.
    pub const fn of(faces: &[u8]) -> Self {
        Reroll { faces: FaceSet::of(faces), keep: Keep::New }
    }

    /// The face that counts when `first` was thrown and then, if it had to be thrown again, `again`.
    pub fn settle(self, first: u8, again: u8) -> u8 {
        match self.keep {
            Keep::New => again,
            Keep::Higher => first.max(again),
            Keep::Lower => first.min(again),
        }
    }
}

/// How a pool is read. The engine looks at nothing else of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reading {
    /// How many dice show this face or more.
    Hits {
        /// The lowest face that hits; one above the highest face never hits.
        at_least: u8,
    },
    /// The sum of the dice.
    Sum,
    /// The highest die.
    Highest,
    /// The lowest die.
    Lowest,
    /// How many dice fall in each class; entry `f` is the class (0 to 7) of face `f`.
    Classes([u8; 16]),
    /// Every die by itself, in the order thrown.
    Each,
    /// Cards drawn without putting any back; what is read is how many of each kind. New readings are added at the end:
    /// recorded battles and their hashes name a reading by its place in this list.
    Draw {
        /// The cards that are drawn from, by kind; noughts where it is shown, because a deck tells what others hold.
        deck: Deck,
    },
}

/// Dice thrown together and read together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Pool {
    /// How many.
    pub dice: u16,
    /// Of which kind.
    pub die: Die,
    /// Which faces are thrown again.
    pub reroll: Reroll,
    /// How they are read.
    pub reading: Reading,
}

impl Reroll {
    /// Whether nothing is thrown again.
    pub fn is_none(&self) -> bool {
        self.faces.is_empty()
    }
}

impl Pool {
    /// So many dice, each hitting at a face or more.
    pub const fn hits(dice: u16, die: Die, at_least: u8, reroll: Reroll) -> Self {
        Pool { dice, die, reroll, reading: Reading::Hits { at_least } }
    }

    /// The sum of so many dice.
    pub const fn sum(dice: u16, die: Die, reroll: Reroll) -> Self {
        Pool { dice, die, reroll, reading: Reading::Sum }
    }

    /// Reads a throw of this pool.
    pub fn read(&self, thrown: &Thrown) -> Result<Value, BadThrow> {
        let settled = self.settle(thrown)?;
        Ok(match self.reading {
            Reading::Hits { at_least } => {
                Value::Number(settled.iter().filter(|&&f| f >= at_least).count() as i32)
            }
            Reading::Sum => Value::Number(settled.iter().map(|&f| i32::from(f)).sum()),
            Reading::Highest => Value::Number(settled.iter().copied().max().map_or(0, i32::from)),
            Reading::Lowest => Value::Number(settled.iter().copied().min().map_or(0, i32::from)),
            Reading::Draw { .. } => Value::Counts(kinds(&settled)),
            Reading::Classes(class_of) => {
                let mut counts = [0u16; 8];
                for face in &settled {
                    counts[usize::from(class_of[usize::from(*face & 15)] & 7)] += 1;
                }
                Value::Counts(counts)
            }
            Reading::Each => Value::Faces(settled),
        })
    }

    /// The faces that count, after re-rolls.
    pub fn settle(&self, thrown: &Thrown) -> Result<SmallVec<[u8; 16]>, BadThrow> {
        self.check()?;
        if thrown.dice.len() != usize::from(self.dice) {
            return Err(BadThrow::Count { wanted: self.dice, got: thrown.dice.len() });
        }
        if let Some(&face) = thrown.dice.iter().chain(&thrown.again).find(|&&f| !self.die.has(f)) {
            return Err(BadThrow::Face { die: self.die, face });
        }
        let again_wanted = thrown.dice.iter().filter(|&&f| self.reroll.faces.has(f)).count();
        if again_wanted != thrown.again.len() {
            return Err(BadThrow::Again { wanted: again_wanted, got: thrown.again.len() });
        }
        if let Some(deck) = self.deck() {
            let drawn = kinds(&thrown.dice).into_iter().zip(deck).enumerate();
            if let Some((kind, (got, cards))) = drawn.into_iter().find(|(_, (got, n))| *got > u16::from(*n)) {
                return Err(BadThrow::Card { kind: kind as u8, cards, got });
            }
        }
        let mut again = thrown.again.iter();
        let settle = |&first: &u8| match self.reroll.faces.has(first) {
            true => again.next().map_or(first, |&second| self.reroll.settle(first, second)),
            false => first,
        };
        Ok(thrown.dice.iter().map(settle).collect())
    }
}

/// How many of each kind.
fn kinds(cards: &[u8]) -> [u16; 8] {
    let mut counts = [0; 8];
    for card in cards {
        counts[usize::from(card & 7)] += 1;
    }
    counts
}

/// What the engine learns of a pool.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Value {
    /// Hits, sum, highest or lowest.
    Number(i32),
    /// How many dice in each class, or cards of each kind.
    Counts([u16; 8]),
    /// Every face in order.
    Faces(SmallVec<[u8; 16]>),
}

impl Value {
    /// The number read; 0 for readings that are not a number.
    pub const fn number(&self) -> i32 {
        match self {
            Value::Number(n) => *n,
            _ => 0,
        }
    }
}

/// What dice are for, as each system lists it.
pub trait Purpose:
    Copy + fmt::Debug + Eq + Hash + Serialize + DeserializeOwned + Send + Sync + 'static
{
    /// In a few words, to be shown. Nothing depends on it: what is recorded and compared is the purpose itself.
    fn label(self) -> &'static str;
    /// Its place in the list.
    fn number(self) -> u16;
}

/// A purpose in words, for those who know no system.
pub type Label = Cow<'static, str>;

/// Dice to be thrown before the battle can go on.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Roll<P = Label> {
    /// Who throws; nobody in particular for rolls that belong to neither side.
    pub side: Option<Side>,
    /// The rule that asks for the dice.
    pub rule: RuleId,
    /// What they are for.
    pub purpose: P,
    /// The pools, in the order thrown.
    #[schemars(with = "Vec<Pool>")]
    pub pools: SmallVec<[Pool; 2]>,
}

impl<P: Purpose> Roll<P> {
    /// The roll with its purpose in words.
    pub fn shown(&self) -> Roll {
        Roll {
            side: self.side,
            rule: self.rule,
            purpose: Cow::Borrowed(self.purpose.label()),
            pools: self.pools.clone(),
        }
    }

    /// The same for those who may know only that these dice fall.
    pub fn without_pools(&self) -> Roll {
        Roll { pools: SmallVec::new(), ..self.shown() }
    }
}

impl<P> Roll<P> {
    /// Whether cards are drawn.
    pub fn draws(&self) -> bool {
        self.pools.iter().any(|pool| pool.deck().is_some())
    }

    /// The same without the decks that cards are drawn from.
    pub fn without_decks(mut self) -> Self {
        for pool in &mut self.pools {
            *pool = pool.without_deck();
        }
        self
    }

    /// Reads a throw; every pool must be there in order.
    pub fn read(&self, throw: &Throw) -> Result<Values, BadThrow> {
        if throw.0.len() != self.pools.len() {
            return Err(BadThrow::Pools { wanted: self.pools.len(), got: throw.0.len() });
        }
        self.pools.iter().zip(&throw.0).map(|(pool, thrown)| pool.read(thrown)).collect()
    }
}

/// What the engine learns of a roll: one value a pool.
pub type Values = SmallVec<[Value; 2]>;

/// The dice of one pool as they fell.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Thrown {
    /// The first throw.
    #[schemars(with = "Vec<u8>")]
    pub dice: SmallVec<[u8; 16]>,
    /// The dice thrown again, in the order of those they replace.
    #[serde(default, skip_serializing_if = "SmallVec::is_empty")]
    #[schemars(with = "Vec<u8>")]
    pub again: SmallVec<[u8; 16]>,
}

impl Thrown {
    /// A first throw with nothing thrown again.
    pub fn plain(dice: &[u8]) -> Self {
        Thrown { dice: SmallVec::from_slice(dice), again: SmallVec::new() }
    }
}

/// The dice of one roll as they fell, pool by pool.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Throw(#[schemars(with = "Vec<Thrown>")] pub SmallVec<[Thrown; 2]>);

/// Dice that do not answer the roll that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadThrow {
    /// Wrong number of pools.
    #[error("the roll has {wanted} pools of dice, the throw {got}")]
    Pools {
        /// Pools asked for.
        wanted: usize,
        /// Pools given.
        got: usize,
    },
    /// Wrong number of dice.
    #[error("{wanted} dice were asked for, {got} were given")]
    Count {
        /// Dice asked for.
        wanted: u16,
        /// Dice given.
        got: usize,
    },
    /// A face that the die does not have.
    #[error("a {die} cannot show {face}")]
    Face {
        /// The die asked for.
        die: Die,
        /// The face given.
        face: u8,
    },
    /// Wrong number of dice thrown again.
    #[error("{wanted} dice must be thrown again, {got} were")]
    Again {
        /// Dice that must be thrown again.
        wanted: usize,
        /// Dice given for them.
        got: usize,
    },
    /// A draw that makes no sense.
    #[error(transparent)]
    Draw(#[from] BadDraw),
    /// More cards of a kind than the deck has.
    #[error("the deck has {cards} cards of kind {kind}, {got} were drawn")]
    Card {
        /// The kind.
        kind: u8,
        /// Cards of it in the deck.
        cards: u8,
        /// Cards of it given.
        got: u16,
    },
}
