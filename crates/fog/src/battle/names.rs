//! Names, numbers and measures as people read and type them.

use crate::battle::world::GroupId;
use crate::formation::{Facing, Formation, Placed, Position};
use crate::troops::{BaseProfile, Capabilities, Capability};
use caracole_plane::{Angle, Edge, Hand, TableEdge, Um};

/// A length in movement units, to two decimals.
#[must_use]
pub fn movement_units(mu: Um, length: Um) -> String {
    let (mu, length) = (i64::from(mu.get()).max(1), i64::from(length.get()));
    decimals((length * 200 + mu * length.signum()) / (2 * mu))
}

/// Hundredths as a decimal number without trailing zeros.
fn decimals(hundredths: i64) -> String {
    let sign = if hundredths < 0 { "-" } else { "" };
    let (whole, part) = (hundredths.abs() / 100, hundredths.abs() % 100);
    match part {
        0 => format!("{sign}{whole}"),
        _ => format!("{sign}{}", format!("{whole}.{part:02}").trim_end_matches('0')),
    }
}

/// An angle in degrees, to two decimals.
#[must_use]
pub fn degrees(angle: Angle) -> String {
    decimals((i64::from(angle.millidegrees()) + 5) / 10)
}

/// The number that players give a battle group: both armies are counted through from 1, red's first.
#[must_use]
pub const fn number(group: GroupId) -> u32 {
    group.number()
}

/// "a", "a and b", "a, b and c".
#[must_use]
pub fn listed(words: &[&str]) -> String {
    match words {
        [] => "none".to_owned(),
        [one] => (*one).to_owned(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// Left or right.
#[must_use]
pub const fn hand(hand: Hand) -> &'static str {
    match hand {
        Hand::Left => "left",
        Hand::Right => "right",
    }
}

/// An edge of a base or a square.
#[must_use]
pub const fn edge(edge: Edge) -> &'static str {
    match edge {
        Edge::Front => "front",
        Edge::Right => "right",
        Edge::Rear => "rear",
        Edge::Left => "left",
    }
}

/// An edge of the table.
#[must_use]
pub const fn table_edge(edge: TableEdge) -> &'static str {
    match edge {
        TableEdge::Left => "left",
        TableEdge::Right => "right",
        TableEdge::Near => "near",
        TableEdge::Far => "far",
    }
}

/// What a base is, in a word.
#[must_use]
pub fn kind(base: &BaseProfile) -> String {
    if base.has(Capability::Pike) {
        return "pike".to_owned();
    }
    let missile =
        Capability::ALL.iter().find(|&&c| base.has(c) && Capabilities::MISSILES.has(c) && base.is_foot());
    missile.map_or_else(|| plain(base.troop_type.word()), |c| plain(c.word()))
}

/// A word of the files as people read it.
#[must_use]
pub fn plain(word: &str) -> String {
    word.replace('_', " ")
}

/// With a capital at its beginning.
#[must_use]
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// "once", "twice", "5 times".
#[must_use]
pub fn times(count: u16) -> String {
    match count {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        n => format!("{n} times"),
    }
}

/// A number of things: "one base", "3 bases".
#[must_use]
pub fn count(number: usize, one: &str, many: &str) -> String {
    match number {
        0 => format!("no {many}"),
        1 => format!("one {one}"),
        n => format!("{n} {many}"),
    }
}

/// A formation in a command, rank by rank from the front: "sps/sps" has shot on both sides of pike, two deep. A dot is an
/// empty place; `>`, `v` and `<` follow a base that is turned to the right, about or to the left. Kinds that begin alike
/// are told apart by numbers.
#[must_use]
pub fn formation(formation: &Formation) -> String {
    let codes = codes(formation.profiles());
    let code = |base: &BaseProfile| {
        codes.iter().find(|(_, kind)| kind == base).map_or("x", |(code, _)| code.as_str())
    };
    let placed: Vec<_> = formation.placed().collect();
    let ranks = placed.iter().map(|p| p.at.rank).max().unwrap_or(0);
    let rank = |rank: u8| {
        let row: Vec<_> = placed.iter().filter(|p| p.at.rank == rank).collect();
        let files = row.iter().map(|p| p.at.file).max().map_or(0, |f| u16::from(f) + 1);
        (0..files)
            .map(|file| {
                let Some(p) = row.iter().find(|p| u16::from(p.at.file) == file) else {
                    return ".".to_owned();
                };
                let turned = match p.facing {
                    Facing::Front => "",
                    Facing::Right => ">",
                    Facing::Rear => "v",
                    Facing::Left => "<",
                };
                format!("{}{turned}", code(&p.base))
            })
            .collect::<String>()
    };
    (0..=ranks).map(rank).collect::<Vec<_>>().join("/")
}

/// The codes of kinds of bases in a formation.
fn codes(mut kinds: Vec<BaseProfile>) -> Vec<(String, BaseProfile)> {
    kinds.sort_unstable();
    kinds.dedup();
    let letter = |base: &BaseProfile| {
        let shoots = base.is_foot() && Capabilities::MISSILES.has_any(base.capabilities);
        match kind(base).as_str() {
            "pike" => 'p',
            _ if shoots => 's',
            other => other.chars().next().unwrap_or('x'),
        }
    };
    let code = |base: &BaseProfile| {
        let own = letter(base);
        let alike: Vec<&BaseProfile> = kinds.iter().filter(|k| letter(k) == own).collect();
        match alike.len() {
            1 => own.to_string(),
            _ => format!("{own}{}", alike.iter().position(|k| *k == base).map_or(0, |n| n + 1)),
        }
    };
    kinds.iter().map(|base| (code(base), *base)).collect()
}

/// Reads a formation written as [`formation`] writes it, of these bases.
pub fn read_formation(bases: Vec<BaseProfile>, text: &str) -> Result<Formation, String> {
    let codes = codes(bases);
    let mut placed = Vec::new();
    for (rank, row) in (0u8..).zip(text.split('/')) {
        let (mut rest, mut file) = (row, 0u8);
        while !rest.is_empty() {
            if let Some(after) = rest.strip_prefix('.') {
                rest = after;
                file = file.saturating_add(1);
                continue;
            }
            let found =
                codes.iter().find_map(|(code, base)| Some((rest.strip_prefix(code.as_str())?, *base)));
            let Some((after, base)) = found else {
                let known: Vec<&str> = codes.iter().map(|(code, _)| code.as_str()).collect();
                return Err(format!("the bases of this battle group are written {}", known.join(", ")));
            };
            let turns = [('>', Facing::Right), ('v', Facing::Rear), ('<', Facing::Left)];
            let turned = turns.iter().find_map(|(sign, facing)| Some((after.strip_prefix(*sign)?, *facing)));
            let (after, facing) = turned.unwrap_or((after, Facing::Front));
            placed.push(Placed { at: Position { file, rank }, facing, base });
            rest = after;
            file = file.saturating_add(1);
        }
    }
    Formation::try_from(placed).map_err(|e| e.problem)
}
