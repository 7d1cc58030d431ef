//! Reading the charts of close combat.

use super::close_combat::*;
use super::load::{modifiers, only, ten_words, word};
use caracole_document::Section;
use caracole_document::Word;

pub(super) fn close_combat(table: &Section<'_, '_>) -> Option<CloseCombatTable> {
    only(table, &["own_bounds", "modifier_limit", "rows", "advance_words"]);
    let limit = table.need("modifier_limit")?;
    let ends = limit.list_of(2)?;
    let modifier_limit = (ends.first()?.i8(-20, 0)?, ends.get(1)?.i8(0, 20)?);
    let node = table.need("rows")?;
    let mut rows: Vec<CloseCombatRow> = Vec::new();
    for item in node.list()? {
        let row = item.section()?;
        row.only(&["from", "to", "result", "retreat", "advance", "pursuit"]);
        let (from, to) = (row.need("from")?.i8(-40, 40)?, row.need("to")?.i8(-40, 40)?);
        if to < from {
            item.fault("the row ends before it starts", "write the lower roll in `from`");
            return None;
        }
        if let Some(last) = rows.last()
            && from != last.to + 1
        {
            let due = last.to + 1;
            let wrong = if from > due {
                format!("rolls {due} to {} have no row", from - 1)
            } else {
                format!("rolls {from} to {} have a row already", last.to.min(to))
            };
            item.fault(wrong, format!("start this row at {due}"));
            return None;
        }
        rows.push(CloseCombatRow {
            from,
            to,
            outcome: word(&row.need("result")?)?,
            retreat: row.need("retreat")?.u8(0, 6)?,
            advance: word(&row.need("advance")?)?,
            pursuit: word(&row.need("pursuit")?)?,
        });
    }
    let covers = rows.first().zip(rows.last()).is_some_and(|(first, last)| first.from <= 0 && last.to >= 9);
    if !covers {
        node.fault("the rows do not cover every roll from 0 to 9", "add the missing rows");
        return None;
    }
    Some(CloseCombatTable { modifier_limit, rows })
}

pub(super) fn matrix(table: &Section<'_, '_>) -> Option<CloseCombatMatrix> {
    only(table, &["types", "not_allowed", "attack", "mapping"]);
    let attack = table.need("attack")?.section()?;
    let keys: Vec<&str> = MatrixType::ALL.iter().map(|t| t.key()).collect();
    attack.only(&keys);
    let mut cells = [[None; 7]; 7];
    for attacker in MatrixType::ALL {
        let row = match attack.get(attacker.key()) {
            Some(row) => row.section()?,
            // A Hedgehog never attacks.
            None if *attacker == MatrixType::Hedgehog => continue,
            None => {
                attack.fault(format!("the row \"{}\" is missing", attacker.key()), "add it");
                continue;
            }
        };
        row.only(&keys);
        for defender in MatrixType::ALL {
            match row.get(defender.key()) {
                Some(cell) => cells[attacker.index()][defender.index()] = cell.i8(-12, 12),
                // Light infantry attacks nothing but light infantry.
                None if *attacker == MatrixType::Li && *defender != MatrixType::Li => {}
                None => row.fault(format!("the cell \"{}\" is missing", defender.key()), "add it"),
            }
        }
    }
    Some(CloseCombatMatrix(cells))
}

pub(super) fn pursuit(table: &Section<'_, '_>) -> Option<PursuitTable> {
    const COLUMNS: [&str; 2] = ["tacw", "others"];
    only(table, &["tacw", "others", "column_by_title", "modifiers", "no_modifiers"]);
    let (tacw, others) = (ten_words(&table.need("tacw")?), ten_words(&table.need("others")?));
    let titles = table.need("column_by_title")?.section()?;
    let keys: Vec<&str> = TitleColumn::ALL.iter().map(|t| t.key()).collect();
    titles.only(&keys);
    let mut column_of = [0; 7];
    for title in TitleColumn::ALL {
        column_of[title.index()] = titles.need(title.key())?.word(&[(COLUMNS[0], 0), (COLUMNS[1], 1)])?;
    }
    Some(PursuitTable { columns: [tacw?, others?], column_of })
}

pub(super) fn unable_to_retreat(table: &Section<'_, '_>) -> Option<UnableToRetreatTable> {
    only(table, &["results", "modifiers"]);
    let (results, modifiers) = (ten_words(&table.need("results")?), modifiers(table));
    Some(UnableToRetreatTable { results: results?, modifiers: modifiers? })
}

pub(super) fn casualty_threshold(table: &Section<'_, '_>) -> Option<CasualtyThreshold> {
    const ROWS: [&str; 5] = ["morale_4", "morale_5", "morale_6", "morale_7", "morale_8"];
    only(table, &["columns_are", "morale_4", "morale_5", "morale_6", "morale_7", "morale_8"]);
    let mut cells = [[0; 20]; 5];
    let mut sound = true;
    for (row, key) in cells.iter_mut().zip(ROWS) {
        let Some(list) = table.need(key).and_then(|node| node.list_of(20)) else {
            sound = false;
            continue;
        };
        for ((cell, node), strength) in row.iter_mut().zip(list).zip(1..) {
            match node.u8(0, 20) {
                Some(hits) if hits > strength => {
                    node.fault(
                        format!("{hits} hits are more than the strength of {strength}"),
                        "write a smaller number, or 0 for no threshold",
                    );
                }
                Some(hits) => *cell = hits,
                None => sound = false,
            }
        }
    }
    sound.then_some(CasualtyThreshold(cells))
}
