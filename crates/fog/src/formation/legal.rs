//! Which formations are legal: rectangles, blocks of mixed battle groups, columns.

use super::{Formation, Nature, Role, Status, pike_and_shot, role, tercio};
use crate::troops::{BaseProfile, Book, is_mixed};
use caracole_kernel::Refusal;
use caracole_ledger::{RuleId, enforces, rule};

/// Whether the battle group may stand so in normal formation.
///
/// The exceptions to normal formation (bases turned by a fight in two directions, a compulsory move, a kinked column,
/// square or orb) last until the battle group reforms and are not asked for here.
pub fn check(nature: &Nature<'_>, formation: &Formation) -> Result<(), Refusal> {
    if formation.is_empty() {
        return Ok(());
    }
    one_facing(nature.book, formation)?;
    if formation.width() == 1 {
        return column(nature, formation);
    }
    match (nature.book, nature.status) {
        (Book::Ancients, _) => rectangle(&ANCIENT, formation),
        (_, Status::EarlyTercio) => tercio::early(nature, formation),
        (_, Status::LaterTercio) => tercio::later(nature, formation),
        (_, Status::SwedishBrigade) => pike_and_shot::swedish_brigade(formation),
        _ => ordinary(nature, formation),
    }
}

/// The rules that a rectangle answers to, in each book.
struct RectangleRules {
    level: RuleId,
    contact: RuleId,
    short_rank: RuleId,
}

const ANCIENT: RectangleRules = RectangleRules {
    level: rule!("FOGAM-BG-011"),
    contact: rule!("FOGAM-BG-011"),
    short_rank: rule!("FOGAM-BG-012"),
};
const UNMIXED: RectangleRules = RectangleRules {
    level: rule!("FOGR-BG-006"),
    contact: rule!("FOGR-BG-006"),
    short_rank: rule!("FOGR-BG-007"),
};

fn one_facing(book: Book, formation: &Formation) -> Result<(), Refusal> {
    if formation.faces_front() {
        return Ok(());
    }
    let rule = match book {
        Book::Renaissance => rule!("FOGR-BG-006"),
        Book::Ancients => rule!("FOGAM-BG-011"),
    };
    Err(Refusal::new(rule, "bases of a battle group face the same way", "turn them to one facing"))
}

fn ordinary(nature: &Nature<'_>, formation: &Formation) -> Result<(), Refusal> {
    let bases = formation.profiles();
    if nature.is_one_pike_and_five_shot() {
        return pike_and_shot::one_pike_and_five_shot(formation);
    }
    if !is_mixed(&bases) {
        return rectangle(&UNMIXED, formation);
    }
    let roles: Option<Vec<Role>> = bases.iter().map(|b| role(&bases, *b)).collect();
    match roles {
        Some(_) => pike_and_shot::check(formation),
        None => blocks(formation),
    }
}

/// A rectangle whose rearmost rank alone may be short, each of its bases behind a base of the rank in front.
fn rectangle(rules: &RectangleRules, formation: &Formation) -> Result<(), Refusal> {
    let files: Vec<u8> = formation.files().collect();
    if !files.windows(2).all(|w| matches!(w, [a, b] if *b == *a + 1)) {
        return Err(Refusal::new(
            rules.contact,
            "there is a gap between files",
            "close the files up: bases touch along edges and at corners",
        ));
    }
    let ranks = formation.rank_sizes();
    if !ranks.windows(2).all(|w| matches!(w, [(a, _), (b, _)] if *b == *a + 1)) {
        return Err(Refusal::new(rules.contact, "there is a gap between ranks", "close the ranks up"));
    }
    for (i, (rank, size)) in ranks.iter().enumerate() {
        if i + 1 < ranks.len() && *size != files.len() {
            let rule = if i == 0 { rules.level } else { rules.short_rank };
            return Err(Refusal::new(
                rule,
                format!("rank {} is short and not the rearmost", rank + 1),
                "fill every rank but the rearmost",
            )
            .fact("files", files.len())
            .fact("bases in the rank", *size));
        }
    }
    Ok(())
}

/// Mixed battle groups without rules of their own: each kind of troops in rectangular blocks of nearly equal size.
fn blocks(formation: &Formation) -> Result<(), Refusal> {
    let rule = rule!("FOGR-BG-008");
    let mut sizes: Vec<(BaseProfile, usize)> = Vec::new();
    let mut left: Vec<_> = formation.placed().copied().collect();
    while let Some(seed) = left.pop() {
        // A block is what touches along edges and is of the same kind.
        let mut block = vec![seed];
        let mut next = 0;
        while let Some(base) = block.get(next).copied() {
            let touches = |other: &super::Placed| {
                other.base == base.base
                    && other.at.file.abs_diff(base.at.file) + other.at.rank.abs_diff(base.at.rank) == 1
            };
            let (joins, rest) = left.into_iter().partition(touches);
            let joins: Vec<_> = joins;
            block.extend(joins);
            left = rest;
            next += 1;
        }
        let shape = Formation::of(block.iter().map(|p| (p.at.file, p.at.rank, p.base)));
        let rules = RectangleRules { level: rule, contact: rule, short_rank: rule };
        rectangle(&rules, &shape)?;
        sizes.push((seed.base, block.len()));
    }
    for (kind, size) in &sizes {
        let uneven = sizes.iter().any(|(other, n)| other == kind && n.abs_diff(*size) > 1);
        if uneven {
            return Err(Refusal::new(
                rule,
                "blocks of the same troops are not as nearly equal as they can be",
                "share the bases out evenly between the blocks",
            ));
        }
    }
    connected(rule, formation)
}

/// Every base touches the rest along an edge.
pub(super) fn connected(rule: RuleId, formation: &Formation) -> Result<(), Refusal> {
    let mut left: Vec<_> = formation.placed().map(|p| p.at).collect();
    let mut reached: Vec<_> = left.pop().into_iter().collect();
    while let Some(at) = reached.pop() {
        let touches = |o: &super::Position| o.file.abs_diff(at.file) + o.rank.abs_diff(at.rank) == 1;
        let (joins, rest): (Vec<_>, Vec<_>) = left.into_iter().partition(touches);
        reached.extend(joins);
        left = rest;
    }
    if left.is_empty() {
        return Ok(());
    }
    Err(Refusal::new(rule, "some bases touch no other base of the battle group", "close the formation up"))
}

/// One file without gaps, allowed to battle groups that could expand from it.
fn column(nature: &Nature<'_>, formation: &Formation) -> Result<(), Refusal> {
    enforces!("FOGR-BG-010", "FOGR-GLOSSARY-009", "FOGAM-BG-014");
    let rule = match nature.book {
        Book::Renaissance => rule!("FOGR-BG-006"),
        Book::Ancients => rule!("FOGAM-BG-011"),
    };
    connected(rule, formation)?;
    may_form_column(nature, &formation.profiles())
}

/// Whether the battle group may form a column one base wide.
///
/// An expansion adds at most two files, so a battle group whose narrowest other legal formation is wider than three
/// files can never stand in column.
pub fn may_form_column(nature: &Nature<'_>, bases: &[BaseProfile]) -> Result<(), Refusal> {
    if nature.book == Book::Ancients || !nature.is_tercio() {
        return Ok(());
    }
    let narrowest = tercio::narrowest_width(bases);
    if narrowest <= 3 {
        return Ok(());
    }
    Err(Refusal::new(
        rule!("FOGR-BG-046"),
        "this battle group could not expand from a column into a legal formation in one move",
        "keep it in its normal formation",
    )
    .fact("narrowest legal width in files", narrowest)
    .fact("widest reached by one expansion", 3))
}
