//! Whether a value is the image that it should be.

use caracole_testing::Node;

/// Words for people.
const PASSED_OVER: &[&str] = &["purpose", "how"];

/// Lists in which each thing has its place.
const IN_ORDER: &[&str] = &["units", "leaders", "wings", "stacks", "holders", "since", "path"];

/// Compares the expected image with what there is; says where they differ first.
pub fn same(what: &str, expected: &Node, found: &Node) -> Result<(), String> {
    at(what, expected, found, false)
}

fn at(path: &str, expected: &Node, found: &Node, in_order: bool) -> Result<(), String> {
    match (expected, found) {
        (Node::Struct(a, e), Node::Struct(b, f)) if a == b => fields(path, a, e, f),
        (Node::Fields(a, v, e), Node::Fields(b, w, f)) if a == b && v == w => {
            fields(&format!("{path}.{v}"), a, e, f)
        }
        (Node::Newtype(a, e), Node::Newtype(b, f)) if a == b => at(path, e, f, false),
        (Node::Holding(a, v, e), Node::Holding(b, w, f)) if a == b && v == w => {
            at(&format!("{path}.{v}"), e, f, false)
        }
        (Node::List(e), Node::List(f)) => lists(path, e, f, in_order),
        (e, f) if e == f => Ok(()),
        _ => Err(format!("{path}: {expected:?} should be, {found:?} is")),
    }
}

fn value<'a>(fields: &'a [(&'static str, Node)], key: &str) -> Option<&'a Node> {
    fields.iter().find(|(k, _)| *k == key).map(|(_, value)| value)
}

/// Whether a field is not looked at: it means nothing as things stand.
fn means_nothing(name: &str, key: &str, fields: &[(&'static str, Node)]) -> bool {
    match (name, key) {
        // Nobody has had it yet.
        ("World", "initiative") => {
            value(fields, "turn") == Some(&Node::Int(1))
                && matches!(value(fields, "phase"), Some(Node::Variant(_, "initiative")))
        }
        ("Unit", "at") => matches!(value(fields, "fate"), Some(Node::Variant(_, "to_come"))),
        ("Leader", "hex") => !matches!(value(fields, "presence"), Some(Node::Variant(_, "on_map"))),
        _ => PASSED_OVER.contains(&key),
    }
}

fn fields(
    path: &str,
    name: &str,
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
        if !means_nothing(name, key, expected) {
            let in_order = matches!(name, "World" | "Unit" | "Retreat") && IN_ORDER.contains(key);
            at(&format!("{path}.{key}"), e, f, in_order)?;
        }
    }
    Ok(())
}

/// In other lists the same things must be, in any order.
fn lists(path: &str, expected: &[Node], found: &[Node], in_order: bool) -> Result<(), String> {
    if expected.len() != found.len() {
        return Err(format!("{path}: {expected:?} should be, {found:?} is"));
    }
    let mut pairs = expected.iter().zip(found).enumerate();
    let each = pairs.try_for_each(|(n, (e, f))| at(&format!("{path}[{n}]"), e, f, false));
    let (Err(first), false) = (each.clone(), in_order) else { return each };
    let mut left: Vec<&Node> = found.iter().collect();
    for e in expected {
        let Some(at) = left.iter().position(|f| at(path, e, f, false).is_ok()) else { return Err(first) };
        left.remove(at);
    }
    Ok(())
}
