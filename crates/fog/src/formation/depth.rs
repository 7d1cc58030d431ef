//! What ranks and files mean: keils, ranks that fight, ranks that count.

use super::{Formation, Nature, Placed};
use crate::troops::{BaseProfile, Book, Capabilities, Capability, KeilStatus, TroopType};
use caracole_ledger::enforces;

/// Fogr: whether the battle group is a keil as it stands: two files of 4 or more whose first four bases have pike,
/// heavy weapon or swordsmen, with two pike at least. Judged from the normal formation; a tercio is never one.
#[must_use]
pub fn is_keil(nature: &Nature<'_>, formation: &Formation) -> KeilStatus {
    enforces!("FOGR-BG-012", "FOGR-BG-013");
    const CLOSE: Capabilities =
        Capabilities::of(&[Capability::Pike, Capability::HeavyWeapon, Capability::Swordsmen]);
    let qualifies = |file: &u8| {
        let bases = || formation.file(*file).map(|p| p.base);
        bases().count() >= 4
            && bases().take(4).all(|b| b.capabilities.has_any(CLOSE))
            && bases().filter(|b| b.has(Capability::Pike)).count() >= 2
    };
    let keil = nature.book == Book::Renaissance
        && !nature.is_tercio()
        && formation.files().filter(qualifies).count() >= 2;
    if keil { KeilStatus::Keil } else { KeilStatus::NotKeil }
}

/// Fogr: how many ranks of pike a file counts as; all of them must face the way its front base does.
#[must_use]
pub fn pike_ranks<'a>(file: impl Iterator<Item = &'a Placed> + Clone) -> usize {
    let facing = file.clone().next().map(|p| p.facing);
    pike_ranks_of(file.take_while(|p| Some(p.facing) == facing).map(|p| p.base))
}

/// The same for bases that face one way. Heavy weapon and swordsmen bases count among them if the front base has pike
/// and the file at least two.
#[must_use]
pub fn pike_ranks_of(file: impl Iterator<Item = BaseProfile> + Clone) -> usize {
    enforces!("FOGR-COMBAT-083", "FOGR-COMBAT-084");
    const CLOSE: Capabilities =
        Capabilities::of(&[Capability::Pike, Capability::HeavyWeapon, Capability::Swordsmen]);
    let pike = |b: &BaseProfile| b.has(Capability::Pike);
    let pure = file.clone().take_while(pike).count();
    match pure >= 1 && file.clone().filter(pike).count() >= 2 {
        true => file.take_while(|b| b.capabilities.has_any(CLOSE)).count(),
        false => pure,
    }
}

/// How many ranks of a file fight in melee, by the type of its front base. (At impact only the front rank does.)
#[must_use]
pub const fn melee_ranks(book: Book, front: TroopType) -> u8 {
    match front_rank_dice(book, front) {
        2 => 1,
        _ => 2,
    }
}

/// Melee dice of a front rank base: 2 for the types that fight with their front rank alone, 1 for others.
#[must_use]
pub const fn front_rank_dice(book: Book, front: TroopType) -> u8 {
    use TroopType::*;
    let alone = match book {
        Book::Renaissance => {
            matches!(front, Elephants | Gendarmes | Cavaliers | DeterminedHorse | BattleWagons)
        }
        Book::Ancients => {
            matches!(front, Elephants | Knights | BattleWagons) || front.is_chariots() || front.is_artillery()
        }
    };
    if alone { 2 } else { 1 }
}

/// How deep a battle group counts as (fogam).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// Two ranks deep.
    Two,
    /// Three ranks deep.
    Three,
}

/// Fogam: the 2nd (3rd) rank has more than half as many bases as the 1st, all facing one way.
#[must_use]
pub fn is_deep(formation: &Formation, depth: Depth) -> bool {
    enforces!("FOGAM-GLOSSARY-030");
    let facing = formation.placed().next().map(|p| p.facing);
    let one_way = formation.placed().all(|p| Some(p.facing) == facing);
    let ranks = formation.rank_sizes();
    let index = match depth {
        Depth::Two => 1,
        Depth::Three => 2,
    };
    let first = ranks.first().map_or(0, |(_, n)| *n);
    let wanted = ranks.get(index).map_or(0, |(_, n)| *n);
    one_way && 2 * wanted > first
}

/// Cavalry, camelry (fogam also light chariots) in a single rank. Other types never count so.
#[must_use]
pub fn is_entirely_one_base_deep(book: Book, formation: &Formation) -> bool {
    enforces!("FOGR-GLOSSARY-005", "FOGAM-GLOSSARY-006");
    let counts = |t: TroopType| match book {
        Book::Renaissance => matches!(t, TroopType::Cavalry | TroopType::Camelry),
        Book::Ancients => matches!(t, TroopType::Cavalry | TroopType::Camelry | TroopType::LightChariots),
    };
    formation.rank_sizes().len() == 1 && formation.placed().all(|p| counts(p.base.troop_type))
}

/// One file as hits per bases count it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileForHits {
    /// Type of its front base.
    pub front: TroopType,
    /// How many bases it has.
    pub bases: u16,
}

/// Bases that count for hits per 2 or 3 bases: elephants and artillery, front rank only, two each; battle wagons two each
/// (fogr: of one rank or one file, whichever is more); of other troops the first three bases of every file.
#[must_use]
pub fn bases_for_hits(book: Book, files: impl Iterator<Item = FileForHits> + Clone) -> u16 {
    enforces!("FOGR-GLOSSARY-021", "FOGAM-GLOSSARY-023");
    let wagons = |f: &FileForHits| f.front == TroopType::BattleWagons;
    if book == Book::Renaissance && files.clone().any(|f| wagons(&f)) {
        let rank = files.clone().filter(wagons).count() as u16;
        let file = files.filter(wagons).map(|f| f.bases).max().unwrap_or(0);
        return 2 * rank.max(file);
    }
    let in_file = |f: FileForHits| match f.front {
        TroopType::BattleWagons => 2 * f.bases,
        TroopType::Elephants => 2,
        t if t.is_artillery() => 2,
        _ => f.bases.min(3),
    };
    files.map(in_file).sum()
}

/// Bases of a formation that count for hits per 2 or 3 bases.
#[must_use]
pub fn bases_per_hits(book: Book, formation: &Formation) -> u16 {
    let files = formation.files().filter_map(|file| {
        let front = formation.file(file).next()?.base.troop_type;
        Some(FileForHits { front, bases: u16::try_from(formation.file_depth(file)).unwrap_or(u16::MAX) })
    });
    bases_for_hits(book, files)
}

/// What a fogam column is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnQuestion {
    /// The impact penalty, off a road.
    Combat,
    /// Anything else: kinking, evading, declaring charges.
    Other,
}

/// Fogam: whether a battle group one base wide counts as a column.
#[must_use]
pub fn counts_as_column(nature: &Nature<'_>, formation: &Formation, question: ColumnQuestion) -> bool {
    enforces!("FOGAM-BG-014", "FOGAM-BG-017", "FOGAM-GLOSSARY-014", "FOGAM-GLOSSARY-015");
    use TroopType::{BattleWagons, Cataphracts, Cavalry, Elephants, HeavyFoot, Knights};
    if formation.width() != 1 {
        return false;
    }
    let all = |test: &dyn Fn(TroopType) -> bool| formation.placed().all(|p| test(p.base.troop_type));
    let two_left = formation.len() == 2 && !all(&|t| matches!(t, Knights | Elephants) || t.is_chariots());
    let glossary = two_left || all(&|t| t == BattleWagons || t.is_artillery());
    let started_two = nature.start.len() == 2 && all(&|t| matches!(t, Cavalry | Cataphracts | HeavyFoot));
    match question {
        ColumnQuestion::Combat => !glossary,
        ColumnQuestion::Other => !(glossary || started_two || all(&|t| t == BattleWagons)),
    }
}
