//! Whether a value is the mirror image that it should be.

use caracole_fog::battle::World;
use caracole_testing::Node;

/// Positions may differ by the rounding of a move.
pub const TOLERANCE: i64 = 20;

/// An angle within which two directions are the same: 20 micrometres over the width of the smallest base.
const SAME_DIRECTION: i64 = 900_000;

/// Fields that hold lengths.
const LENGTHS: &[&str] = &[
    "x", "y", "moved", "shift", "distance", "spent", "ahead", "width", "depth", "right", "forward", "by",
    "up", "along",
];

fn is_length(path: &str) -> bool {
    path.rsplit('.').next().is_some_and(|field| LENGTHS.contains(&field)) || path.contains("steps")
}

/// Words, numbers of entries in a list, and what is only remembered to save work.
const PASSED_OVER: &[&str] = &[
    "of",
    "label",
    "purpose",
    "how",
    "first_base",
    "looked_from",
    "file",
    "files",
    "steps",
    "front_file",
    "as_base",
    "anchor",
];

/// Looks for the first difference.
pub struct Compare<'a> {
    /// The world of the mirrored battle.
    pub world: &'a World,
    /// The world of the battle.
    pub original: &'a World,
    /// What became of a group's number.
    pub group: &'a dyn Fn(u16) -> u16,
}

impl Compare<'_> {
    /// Compares the expected image with what there is; says where they differ first.
    pub fn same(&self, expected: &Node, found: &Node) -> Result<(), String> {
        self.at("", expected, found)
    }

    fn at(&self, path: &str, expected: &Node, found: &Node) -> Result<(), String> {
        let differ = || Err(format!("{path}: {expected:?} should be, {found:?} is"));
        match (expected, found) {
            (Node::Struct(a, e), Node::Struct(b, f)) if a == b => self.fields(path, e, f),
            (Node::Fields(a, v, e), Node::Fields(b, w, f)) if a == b && v == w => self.fields(path, e, f),
            (Node::Newtype("BaseId", e), Node::Newtype("BaseId", f)) => self.bases(path, e, f),
            (Node::Newtype("Angle", e), Node::Newtype("Angle", f)) => match (&**e, &**f) {
                (Node::Int(e), Node::Int(f)) => {
                    let whole = 1i64 << 32;
                    let apart = (e - f).rem_euclid(whole);
                    if apart.min(whole - apart) <= SAME_DIRECTION { Ok(()) } else { differ() }
                }
                _ => differ(),
            },
            (Node::Newtype(a, e), Node::Newtype(b, f)) if a == b => self.at(path, e, f),
            (Node::Holding(a, v, e), Node::Holding(b, w, f)) if a == b && v == w => {
                self.at(&format!("{path}.{v}"), e, f)
            }
            (Node::List(e), Node::List(f)) => self.lists(path, e, f),
            (Node::Int(e), Node::Int(f)) if is_length(path) && (e - f).abs() <= TOLERANCE => Ok(()),
            (e, f) if e == f => Ok(()),
            _ => differ(),
        }
    }

    fn fields(
        &self,
        path: &str,
        expected: &[(&'static str, Node)],
        found: &[(&'static str, Node)],
    ) -> Result<(), String> {
        if expected.len() != found.len() {
            return Err(format!("{path}: other fields"));
        }
        for ((key, e), (other, f)) in expected.iter().zip(found) {
            if key != other {
                return Err(format!("{path}: {key} should be, {other} is"));
            }
            if !PASSED_OVER.contains(key) {
                self.at(&format!("{path}.{key}"), e, f)?;
            }
        }
        Ok(())
    }

    /// Lists without an order of their own are counted as they come: the same things must be in both.
    fn lists(&self, path: &str, expected: &[Node], found: &[Node]) -> Result<(), String> {
        if expected.len() != found.len() {
            return Err(format!("{path}: {expected:?} should be, {found:?} is"));
        }
        let in_order = expected.iter().zip(found).try_for_each(|(e, f)| self.at(path, e, f));
        let Err(first) = in_order else { return Ok(()) };
        let mut left: Vec<&Node> = found.iter().collect();
        for e in expected {
            let Some(at) = left.iter().position(|f| self.at(path, e, f).is_ok()) else { return Err(first) };
            left.remove(at);
        }
        Ok(())
    }

    /// Bases of one kind in a battle group are alike: the right group is enough.
    fn bases(&self, path: &str, expected: &Node, found: &Node) -> Result<(), String> {
        let of = |world: &World, node: &Node| {
            let Node::Int(n) = node else { return None };
            let n = u16::try_from(*n).ok()?;
            world.ids().find(|&g| {
                let group = &world[g];
                (group.first_base..group.first_base + u16::from(group.base_count)).contains(&n)
            })
        };
        let (e, f) = (of(self.original, expected), of(self.world, found));
        match (e.map(|g| (self.group)(g.0)), f.map(|g| g.0)) {
            (a, b) if a == b => Ok(()),
            (a, b) => Err(format!("{path}: a base of group {a:?} should be, one of group {b:?} is")),
        }
    }
}
