//! Rule ids that are checked when the program is compiled.

use crate::rule::Rule;
use crate::suggest::nearest;
use crate::system::System;
use crate::tables::{BOOK_ORDER, IDS, RULES};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::borrow::Cow;
use std::{fmt, str};

/// A rule of the ledger, as an index into it. Written [`rule!`](crate::rule!)`("FOGR-IMPACT-021")`; an unknown id
/// does not compile.
///
/// The index belongs to one build of the ledger. Whatever is stored or sent uses the id itself, which is what
/// serde reads and writes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RuleId(pub(crate) u16);

impl RuleId {
    /// The rule with this id; what [`rule!`](crate::rule!) calls at compile time.
    ///
    /// # Panics
    /// If no rule has this id. In a const this is a compile error; elsewhere use [`RuleId::find`].
    #[must_use]
    #[allow(clippy::panic)] // It is the compile error.
    pub const fn cite(id: &'static str) -> Self {
        match position(id) {
            Some(index) => Self(index),
            None => panic!("unknown rule id: no rule of the ledger has it"),
        }
    }

    /// The rule with this id, if there is one. Upper and lower case differ.
    #[must_use]
    pub const fn find(id: &str) -> Option<Self> {
        match position(id) {
            Some(index) => Some(Self(index)),
            None => None,
        }
    }

    /// The rule with this id, whether written in capitals or not.
    #[must_use]
    pub fn find_ignoring_case(id: &str) -> Option<Self> {
        Self::find(id).or_else(|| Self::all().find(|rule| rule.id().eq_ignore_ascii_case(id)))
    }

    /// The id as people write it.
    #[must_use]
    pub const fn id(self) -> &'static str {
        IDS[self.0 as usize]
    }

    /// What the ledger says about the rule.
    #[must_use]
    pub const fn rule(self) -> &'static Rule {
        &RULES[self.0 as usize]
    }

    /// Every rule, in the order of the ids.
    pub fn all() -> impl ExactSizeIterator<Item = Self> + Clone {
        RULES.iter().map(|rule| rule.id)
    }

    /// Every rule, system by system, in the order of the rulebooks.
    pub fn in_book_order() -> impl ExactSizeIterator<Item = Self> + Clone {
        BOOK_ORDER.iter().copied()
    }
}

/// Binary search over the sorted ids, in a form that runs at compile time.
const fn position(id: &str) -> Option<u16> {
    let (mut low, mut high) = (0, IDS.len());
    while low < high {
        let middle = low + (high - low) / 2;
        match compare(IDS[middle].as_bytes(), id.as_bytes()) {
            std::cmp::Ordering::Equal => return Some(middle as u16),
            std::cmp::Ordering::Less => low = middle + 1,
            std::cmp::Ordering::Greater => high = middle,
        }
    }
    None
}

const fn compare(a: &[u8], b: &[u8]) -> std::cmp::Ordering {
    let mut i = 0;
    while i < a.len() && i < b.len() {
        if a[i] != b[i] {
            return if a[i] < b[i] { std::cmp::Ordering::Less } else { std::cmp::Ordering::Greater };
        }
        i += 1;
    }
    if a.len() == b.len() {
        std::cmp::Ordering::Equal
    } else if a.len() < b.len() {
        std::cmp::Ordering::Less
    } else {
        std::cmp::Ordering::Greater
    }
}

impl fmt::Display for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

impl fmt::Debug for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// An id that no rule has, with the nearest one that exists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownRule {
    /// The id as it was written, shortened if it is very long.
    pub id: String,
    /// The id that is most like it.
    pub nearest: Option<RuleId>,
}

impl fmt::Display for UnknownRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no rule has the id \"{}\"", self.id)?;
        match self.nearest {
            Some(nearest) => write!(f, "; did you mean {nearest}?"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for UnknownRule {}

impl str::FromStr for RuleId {
    type Err = UnknownRule;

    fn from_str(id: &str) -> Result<Self, UnknownRule> {
        Self::find(id).ok_or_else(|| UnknownRule {
            id: id.chars().take(40).collect(),
            nearest: nearest(id, 1).first().copied(),
        })
    }
}

impl Serialize for RuleId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

impl<'de> Deserialize<'de> for RuleId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl de::Visitor<'_> for Visitor {
            type Value = RuleId;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the id of a rule, such as \"FOGR-IMPACT-021\"")
            }

            fn visit_str<E: de::Error>(self, id: &str) -> Result<RuleId, E> {
                id.parse().map_err(E::custom)
            }
        }
        deserializer.deserialize_str(Visitor)
    }
}

impl JsonSchema for RuleId {
    fn schema_name() -> Cow<'static, str> {
        "RuleId".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let codes = System::ALL.map(|system| system.code().to_uppercase()).join("|");
        json_schema!({
            "type": "string",
            "description": "The id of a rule of the ledger",
            "pattern": format!("^({codes})-[0-9A-Za-z.-]+$"),
        })
    }
}

/// The [`RuleId`] with this id, checked at compile time. In engine code it counts the rule as enforced.
///
/// ```
/// let rule = caracole_ledger::rule!("FOGR-IMPACT-021");
/// assert_eq!(rule.id(), "FOGR-IMPACT-021");
/// ```
///
/// An id that no rule has does not compile:
///
/// ```compile_fail,E0080
/// let rule = caracole_ledger::rule!("FOGR-IMPACT-999");
/// ```
#[macro_export]
macro_rules! rule {
    ($id:literal) => {{
        // A named constant, not a `const` block: that would not be evaluated by `cargo check` nor in unused code.
        const CITED: $crate::RuleId = $crate::RuleId::cite($id);
        CITED
    }};
}

/// Marks rules that the code enforces by its structure, where nothing cites them as a value. Costs nothing at run
/// time; stands among statements or among items.
///
/// ```
/// caracole_ledger::enforces!("FOGR-TURN-001");
/// fn sequence_of_play() {
///     caracole_ledger::enforces!("FOGR-TURN-002", "FOGR-TURN-003");
/// }
/// # sequence_of_play();
/// ```
///
/// ```compile_fail,E0080
/// caracole_ledger::enforces!("FOGR-TURN-001", "FOGR-TURN-999");
/// # fn main() {}
/// ```
#[macro_export]
macro_rules! enforces {
    ($($id:literal),+ $(,)?) => {
        const _: [$crate::RuleId; [$($id),+].len()] = [$($crate::RuleId::cite($id)),+];
    };
}

/// Marks rules that a test proves. Stands inside a test function.
///
/// ```
/// # // Written as a plain function here: a doctest cannot hold a test.
/// fn a_wheel_is_measured_at_the_outer_corner() {
///     caracole_ledger::proves!("FOGR-MOVE-050");
/// }
/// # a_wheel_is_measured_at_the_outer_corner();
/// ```
///
/// ```compile_fail,E0080
/// caracole_ledger::proves!("MPBS-99.9");
/// # fn main() {}
/// ```
#[macro_export]
macro_rules! proves {
    ($($id:literal),+ $(,)?) => {
        const _: [$crate::RuleId; [$($id),+].len()] = [$($crate::RuleId::cite($id)),+];
    };
}

/// The [`RuleId`] of a rule that is not played yet, for the refusal that says so. It does not count as enforced.
///
/// ```
/// assert_eq!(caracole_ledger::not_yet!("RETG-CMD-001").id(), "RETG-CMD-001");
/// ```
///
/// ```compile_fail,E0080
/// let rule = caracole_ledger::not_yet!("RETG-CMD-000");
/// ```
#[macro_export]
macro_rules! not_yet {
    ($id:literal) => {{
        // A named constant, not a `const` block: that would not be evaluated by `cargo check` nor in unused code.
        const CITED: $crate::RuleId = $crate::RuleId::cite($id);
        CITED
    }};
}
