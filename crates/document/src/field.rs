//! Where a fault of a file is: from fields to line and column, and back.

use std::fmt;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// One step of the way to a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A key of a table.
    Key(String),
    /// An entry of a list, counted from 0.
    Index(usize),
}

impl From<&str> for Step {
    fn from(key: &str) -> Self {
        Self::Key(key.to_owned())
    }
}

impl From<usize> for Step {
    fn from(index: usize) -> Self {
        Self::Index(index)
    }
}

/// The way to a field from the top of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Field(Vec<Step>);

impl Field {
    /// The top of the file.
    #[must_use]
    pub fn top() -> Self {
        Self::default()
    }

    /// The field one step further down.
    #[must_use]
    pub fn then(&self, step: impl Into<Step>) -> Self {
        let mut way = self.0.clone();
        way.push(step.into());
        Self(way)
    }
}

/// "group 3, facing": entries are counted from 1, as people do.
impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, step) in self.0.iter().enumerate() {
            match step {
                Step::Key(key) if i == 0 => f.write_str(key)?,
                Step::Key(key) => write!(f, ", {key}")?,
                Step::Index(n) => write!(f, " {}", n + 1)?,
            }
        }
        Ok(())
    }
}

/// Start of the field in the text; of the nearest enclosing one that exists where the field itself is absent.
pub fn offset_of(root: &Spanned<DeTable<'_>>, field: &Field) -> usize {
    let mut best = 0;
    let mut table = Some(root.get_ref());
    let mut value: Option<&Spanned<DeValue<'_>>> = None;
    for step in &field.0 {
        let next = match step {
            Step::Key(key) => {
                let entry = table.and_then(|t| t.iter().find(|(k, _)| k.get_ref() == key.as_str()));
                if let Some((k, _)) = entry {
                    best = k.span().start;
                }
                entry.map(|(_, v)| v)
            }
            Step::Index(i) => {
                let entry = value.and_then(|v| v.get_ref().as_array()).and_then(|a| a.get(*i));
                if let Some(v) = entry {
                    best = v.span().start;
                }
                entry
            }
        };
        let Some(next) = next else { break };
        value = Some(next);
        table = next.get_ref().as_table();
    }
    best
}

/// The innermost field whose key or value covers the offset.
pub fn field_at(root: &Spanned<DeTable<'_>>, offset: usize) -> Field {
    let mut field = Field::top();
    in_table(root.get_ref(), offset, &mut field);
    field
}

fn in_table(table: &DeTable<'_>, offset: usize, field: &mut Field) -> bool {
    for (key, value) in table.iter() {
        let before = field.0.len();
        field.0.push(Step::Key(key.get_ref().to_string()));
        if key.span().contains(&offset) || in_value(value, offset, field) {
            return true;
        }
        field.0.truncate(before);
    }
    false
}

fn in_value(value: &Spanned<DeValue<'_>>, offset: usize, field: &mut Field) -> bool {
    // Tables opened by a header span only the header, so their entries are searched in any case.
    let found = match value.get_ref() {
        DeValue::Table(t) => in_table(t, offset, field),
        DeValue::Array(a) => a.iter().enumerate().any(|(i, v)| {
            let before = field.0.len();
            field.0.push(Step::Index(i));
            let found = in_value(v, offset, field);
            if !found {
                field.0.truncate(before);
            }
            found
        }),
        _ => false,
    };
    found || value.span().contains(&offset)
}

/// Where the innermost entry of a table whose key or value covers the offset begins and ends, its key included.
pub fn entry_at(root: &Spanned<DeTable<'_>>, offset: usize) -> Option<Range<usize>> {
    fn of_table(table: &DeTable<'_>, offset: usize) -> Option<Range<usize>> {
        table.iter().find_map(|(key, value)| {
            let whole = key.span().start..value.span().end;
            of_value(value, offset).or_else(|| whole.contains(&offset).then_some(whole))
        })
    }
    fn of_value(value: &Spanned<DeValue<'_>>, offset: usize) -> Option<Range<usize>> {
        match value.get_ref() {
            DeValue::Table(table) => of_table(table, offset),
            DeValue::Array(list) => list.iter().find_map(|entry| of_value(entry, offset)),
            _ => None,
        }
    }
    of_table(root.get_ref(), offset)
}
