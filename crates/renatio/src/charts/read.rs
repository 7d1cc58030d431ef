//! A chart as several files give it: the program's own, then each file that changes parts of it.

use caracole_document::{Basis, Node, Section, Word};
use std::marker::PhantomData;

/// Keys that describe a chart or an entry and that no rule reads.
pub(super) const DESCRIPTIVE: [&str; 10] =
    ["title", "basis", "lines", "confidence", "why", "note", "evidence", "edition", "url", "hint"];

/// A value and what it rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Based<T> {
    /// The value.
    pub value: T,
    /// What it rests on.
    pub basis: Basis,
}

/// One value for each word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table<K, T> {
    values: Vec<T>,
    keys: PhantomData<K>,
}

impl<K: Word, T> Table<K, T> {
    /// The values by the numbers of the words; there must be one for each.
    fn new(values: Vec<Option<T>>) -> Option<Self> {
        let values: Option<Vec<T>> = values.into_iter().collect();
        values.filter(|values| values.len() == K::ALL.len()).map(|values| Table { values, keys: PhantomData })
    }

    /// The value of a word.
    pub fn of(&self, key: K) -> &T {
        &self.values[key.index()]
    }
}

impl<K: Word, T: Copy> Table<K, T> {
    /// The value of a word.
    pub fn get(&self, key: K) -> T {
        self.values[key.index()]
    }
}

/// One file's part of a chart.
pub(super) struct Part<'d, 'a> {
    /// What the file says.
    pub table: Section<'d, 'a>,
    /// The file, if it is the user's.
    pub file: Option<String>,
}

/// Everything that the files say of a chart, the program's first.
pub(super) struct Chart<'d, 'a> {
    pub parts: Vec<Part<'d, 'a>>,
}

impl<'d, 'a> Chart<'d, 'a> {
    /// Finds fault with keys that the chart does not have.
    pub fn only(&self, known: &[&str]) {
        let all: Vec<&str> = known.iter().copied().chain(DESCRIPTIVE).collect();
        for part in &self.parts {
            part.table.only(&all);
        }
    }

    /// The value of a key, from the last file that has it.
    pub fn need(&self, key: &str) -> Option<Node<'d, 'a>> {
        match self.parts.iter().rev().find_map(|part| part.table.get(key)) {
            Some(node) => Some(node),
            None => self.parts.first()?.table.need(key),
        }
    }

    /// A small number.
    pub fn u8(&self, key: &str, least: u8, most: u8) -> Option<u8> {
        self.need(key)?.u8(least, most)
    }

    /// A small number with a sign.
    pub fn i8(&self, key: &str, least: i8, most: i8) -> Option<i8> {
        self.need(key)?.i8(least, most)
    }

    /// A table with a value for each word; a user's file may give some of them.
    pub fn words<K: Word, T>(
        &self,
        key: &str,
        read: impl Fn(&Node<'d, 'a>) -> Option<T>,
    ) -> Option<Table<K, T>> {
        let known: Vec<&str> = K::ALL.iter().map(|word| word.key()).collect();
        let mut values: Vec<Option<T>> = K::ALL.iter().map(|_| None).collect();
        for part in &self.parts {
            let Some(node) = part.table.get(key) else { continue };
            let table = node.section()?;
            table.only(&known);
            for word in K::ALL {
                if let Some(node) = table.get(word.key()) {
                    values[word.index()] = Some(read(&node)?);
                }
            }
        }
        self.complete(key, K::ALL.iter().map(|word| word.key()), &values);
        Table::new(values)
    }

    /// A list with an entry for each word; a user's file may give some of them.
    pub fn rows<K: Word, T>(
        &self,
        key: &str,
        id: &str,
        fields: &[&str],
        read: impl Fn(&Section<'d, 'a>) -> Option<T>,
    ) -> Option<Table<K, Based<T>>> {
        let mut values: Vec<Option<Based<T>>> = K::ALL.iter().map(|_| None).collect();
        for part in &self.parts {
            let Some(list) = part.table.get(key) else { continue };
            let mut seen: Vec<K> = Vec::new();
            for item in list.list()? {
                let row = item.section()?;
                row_only(&row, id, fields);
                let word: K = word(&row.need(id)?)?;
                if seen.contains(&word) {
                    item.fault(format!("\"{}\" is there twice", word.key()), "remove one of the two");
                    return None;
                }
                seen.push(word);
                values[word.index()] = Some(Based { value: read(&row)?, basis: part.basis(&row)? });
            }
        }
        self.complete(key, K::ALL.iter().map(|word| word.key()), &values);
        Table::new(values)
    }

    /// A list whose entries are numbered without gaps from `first`.
    pub fn numbered<T>(
        &self,
        key: &str,
        id: &str,
        first: u8,
        fields: &[&str],
        read: impl Fn(&Section<'d, 'a>) -> Option<T>,
    ) -> Option<Vec<Based<T>>> {
        let mut values: Vec<Option<Based<T>>> = Vec::new();
        for part in &self.parts {
            let Some(list) = part.table.get(key) else { continue };
            for item in list.list()? {
                let row = item.section()?;
                row_only(&row, id, fields);
                let at = usize::from(row.need(id)?.u8(first, first + 20)? - first);
                while values.len() <= at {
                    values.push(None);
                }
                values[at] = Some(Based { value: read(&row)?, basis: part.basis(&row)? });
            }
        }
        let names: Vec<String> = (0..values.len()).map(|at| (usize::from(first) + at).to_string()).collect();
        self.complete(key, names.iter().map(String::as_str), &values);
        values.into_iter().collect()
    }

    /// A list without keys: the last file that has it gives the whole of it.
    pub fn list<T>(
        &self,
        key: &str,
        fields: &[&str],
        read: impl Fn(&Section<'d, 'a>) -> Option<T>,
    ) -> Option<Vec<Based<T>>> {
        let part = self.parts.iter().rev().find(|part| part.table.get(key).is_some());
        let part = part.or(self.parts.first())?;
        let mut rows = Vec::new();
        for item in part.table.need(key)?.list()? {
            let row = item.section()?;
            row_only(&row, fields.first().copied().unwrap_or("key"), fields);
            rows.push(Based { value: read(&row)?, basis: part.basis(&row)? });
        }
        Some(rows)
    }

    fn complete<'n, T>(&self, key: &str, names: impl Iterator<Item = &'n str>, values: &[Option<T>]) {
        let missing: Vec<&str> =
            names.zip(values).filter(|(_, v)| v.is_none()).map(|(name, _)| name).collect();
        if !missing.is_empty()
            && let Some(part) = self.parts.last()
        {
            let missing = missing.join(", ");
            part.table.fault(format!("\"{key}\" has no entry for {missing}"), "add what is missing");
        }
    }
}

impl Part<'_, '_> {
    /// What an entry rests on: what it says itself, else what the chart says; a user's file is its own ground.
    fn basis(&self, row: &Section<'_, '_>) -> Option<Basis> {
        if self.file.is_some() {
            return Some(Basis::User);
        }
        match row.get("basis").or_else(|| self.table.get("basis")) {
            Some(node) => word(&node),
            None => word(&row.need("basis")?),
        }
    }
}

fn row_only(row: &Section<'_, '_>, id: &str, fields: &[&str]) {
    let all: Vec<&str> = fields.iter().copied().chain([id]).chain(DESCRIPTIVE).collect();
    row.only(&all);
}

/// A word of a closed set.
pub(super) fn word<W: Word>(node: &Node<'_, '_>) -> Option<W> {
    let known: Vec<(&str, W)> = W::ALL.iter().map(|word| (word.key(), *word)).collect();
    node.word(&known)
}

/// A list of words of a closed set.
pub(super) fn word_list<W: Word>(node: &Node<'_, '_>) -> Option<Vec<W>> {
    node.list()?.iter().map(word).collect()
}

/// A list of words that an entry may leave out.
pub(super) fn maybe_words<W: Word>(row: &Section<'_, '_>, key: &str) -> Option<Vec<W>> {
    row.get(key).map_or(Some(Vec::new()), |node| word_list(&node))
}

/// A small number that an entry may leave out.
pub(super) fn maybe_u8(row: &Section<'_, '_>, key: &str, most: u8) -> Option<u8> {
    row.get(key).map_or(Some(0), |node| node.u8(0, most))
}

/// True or false, false if left out.
pub(super) fn maybe_flag(row: &Section<'_, '_>, key: &str) -> Option<bool> {
    row.get(key).map_or(Some(false), |node| node.bool())
}
