//! Reading the charts of fire, and victory points.

use super::fire::*;
use super::load::{modifiers, only};
use crate::counters::{ArtilleryClass, Morale};
use caracole_document::{Node, Section, shown};

/// Whether results of a chart may ask for Morale Checks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum MoraleWords {
    /// They may.
    Allowed,
    /// Only guns make such results.
    Refused,
}

const CLASSES: [&str; 3] = ["heavy", "medium", "light"];

fn result(node: &Node<'_, '_>, morale: MoraleWords) -> Option<FireResult> {
    let text = node.text()?;
    let mut result = FireResult::default();
    if text == "miss" {
        return Some(result);
    }
    for word in text.split('+') {
        let already = match word {
            "FH" => std::mem::replace(&mut result.formation_hits, 1) > 0,
            "MC" if morale == MoraleWords::Allowed => std::mem::replace(&mut result.morale_checks, 1) > 0,
            "MC" => {
                node.fault("this chart has no MC results", "only guns cause them: use a number, FH or miss");
                return None;
            }
            _ => match word.parse::<u8>() {
                Ok(hits @ 1..=9) => std::mem::replace(&mut result.casualties, hits) > 0,
                _ => {
                    node.fault(
                        format!("\"{}\" is not a result", shown(text)),
                        "write \"miss\", or join with + a number of hits from 1 to 9, FH and MC: \"1+FH\"",
                    );
                    return None;
                }
            },
        };
        if already {
            node.fault(format!("\"{}\" says the same twice", shown(text)), "name each part once");
            return None;
        }
    }
    Some(result)
}

fn column(table: &Section<'_, '_>, key: &str, morale: MoraleWords) -> Option<FireColumn> {
    let cells: Vec<Option<FireResult>> =
        table.need(key)?.list_of(10)?.iter().map(|node| result(node, morale)).collect();
    let cells: Option<Vec<FireResult>> = cells.into_iter().collect();
    cells?.try_into().ok()
}

pub(super) fn musketry(table: &Section<'_, '_>, morale: MoraleWords) -> Option<Musketry> {
    only(table, &["front", "flank", "salvo", "salvo_note"]);
    let (front, flank, salvo) =
        (column(table, "front", morale), column(table, "flank", morale), column(table, "salvo", morale));
    Some(Musketry { front: front?, flank: flank?, salvo: salvo? })
}

pub(super) fn light_fire(table: &Section<'_, '_>) -> Option<LightFire> {
    only(table, &["commanded_muskets_dragoons", "cavalry_pistol"]);
    let muskets = column(table, "commanded_muskets_dragoons", MoraleWords::Refused);
    let pistol = column(table, "cavalry_pistol", MoraleWords::Refused);
    Some(LightFire { muskets: muskets?, pistol: pistol? })
}

pub(super) fn morale_check_from_hits(table: &Section<'_, '_>) -> Option<MoraleCheckFromHits> {
    only(table, &["rows"]);
    let node = table.need("rows")?;
    let mut hits = [0; 9];
    let mut next = 0;
    for item in node.list()? {
        let row = item.section()?;
        row.only(&["current_morale_max", "hits"]);
        let most = row.need("current_morale_max")?.u8(0, 8)?;
        let count = row.need("hits")?.u8(1, 20)?;
        if usize::from(most) < next {
            item.fault("the rows do not rise", "order them by current_morale_max, each once");
            return None;
        }
        hits[next..=usize::from(most)].fill(count);
        next = usize::from(most) + 1;
    }
    if next != 9 {
        node.fault("no row covers morale 8", "let the last row have current_morale_max = 8");
        return None;
    }
    Some(MoraleCheckFromHits(hits))
}

pub(super) fn artillery_range(table: &Section<'_, '_>) -> Option<ArtilleryRange> {
    only(table, &["bands", "classes"]);
    let node = table.need("bands")?;
    let mut modifiers = [Vec::new(), Vec::new(), Vec::new()];
    let mut next = 1;
    for item in node.list()? {
        let band = item.section()?;
        band.only(&["range", "heavy", "medium", "light"]);
        let ends = band.need("range")?.list_of(2)?;
        let (from, to) = (ends.first()?.u8(1, 60)?, ends.get(1)?.u8(1, 60)?);
        if from != next || to < from {
            item.fault(
                format!("the band {from} to {to} leaves a gap or overlaps"),
                format!("start it at {next} and end it no lower"),
            );
            return None;
        }
        for (class, key) in modifiers.iter_mut().zip(CLASSES) {
            let Some(cell) = band.get(key) else { continue };
            if class.len() + 1 != usize::from(from) {
                cell.fault(
                    format!("{key} guns reach this band but not the one before"),
                    "fill the nearer bands first",
                );
                return None;
            }
            let modifier = cell.i8(-9, 9)?;
            class.extend(std::iter::repeat_n(modifier, usize::from(to - from) + 1));
        }
        next = to + 1;
    }
    for (class, key) in modifiers.iter().zip(CLASSES) {
        if class.is_empty() {
            node.fault(format!("{key} guns have no band"), format!("give them a modifier: {key} = 0"));
        }
    }
    Some(ArtilleryRange(modifiers))
}

pub(super) fn artillery_counters(table: &Section<'_, '_>) -> Option<ArtilleryCounters> {
    only(table, &["grazing_max", "default_morale"]);
    let ranges = table.need("grazing_max")?.section()?;
    ranges.only(&CLASSES);
    let mut all = [(0, 0); 3];
    for (class, key) in ArtilleryClass::ALL.into_iter().zip(CLASSES) {
        let node = ranges.need(key)?;
        let pair = node.list_of(2)?;
        let (grazing, most) = (pair.first()?.u8(0, 60)?, pair.get(1)?.u8(1, 60)?);
        if grazing > most {
            node.fault("the grazing range is longer than the maximum range", "write [grazing, maximum]");
        }
        all[class as usize] = (grazing, most);
    }
    Some(ArtilleryCounters { ranges: all, morale: Morale(table.need("default_morale")?.u8(4, 8)?) })
}

pub(super) fn artillery_fire(table: &Section<'_, '_>) -> Option<ArtilleryFireTable> {
    only(table, &["results", "modifiers", "on_artillery_target"]);
    let results = column(table, "results", MoraleWords::Allowed);
    let modifiers = modifiers(table);
    Some(ArtilleryFireTable { results: results?, modifiers: modifiers? })
}

pub(crate) fn victory_points(table: &Section<'_, '_>) -> Option<VictoryPoints> {
    only(table, &["eliminated", "per_casualty_on_map", "captured", "disabled", "leaders"]);
    let part = |key: &str, known: &[&str]| {
        let part = table.need(key)?.section()?;
        part.only(known);
        Some(part)
    };
    let eliminated = part(
        "eliminated",
        &[
            "formed_cavalry",
            "unformed_cavalry",
            "heavy_infantry_two_hex",
            "heavy_infantry_one_hex",
            "light_infantry",
        ],
    )?;
    let casualty = part(
        "per_casualty_on_map",
        &["formed_cavalry", "unformed_cavalry", "heavy_infantry", "light_infantry"],
    )?;
    const GUNS: [&str; 7] =
        ["heavy", "medium", "light", "heavy_double", "medium_double", "light_double", "wagon"];
    let captured = part("captured", &GUNS)?;
    let disabled = part("disabled", &GUNS[..6])?;
    let leaders = part(
        "leaders",
        &["army_commander", "king_charles", "named_wing_commander_per_rating", "replacement"],
    )?;
    let points = |table: &Section<'_, '_>, key: &str| table.need(key)?.u8(0, 200);
    let guns = |table: &Section<'_, '_>| {
        let mut all = [[0; 2]; 3];
        for (row, class) in all.iter_mut().zip(CLASSES) {
            *row = [points(table, class)?, points(table, &format!("{class}_double"))?];
        }
        Some(all)
    };
    Some(VictoryPoints {
        formed_cavalry: points(&eliminated, "formed_cavalry")?,
        unformed_cavalry: points(&eliminated, "unformed_cavalry")?,
        heavy_infantry_two_hex: points(&eliminated, "heavy_infantry_two_hex")?,
        heavy_infantry_one_hex: points(&eliminated, "heavy_infantry_one_hex")?,
        light_infantry: points(&eliminated, "light_infantry")?,
        casualty_formed_cavalry: points(&casualty, "formed_cavalry")?,
        casualty_unformed_cavalry: points(&casualty, "unformed_cavalry")?,
        casualty_heavy_infantry: points(&casualty, "heavy_infantry")?,
        casualty_light_infantry: points(&casualty, "light_infantry")?,
        captured: guns(&captured)?,
        disabled: guns(&disabled)?,
        wagon: points(&captured, "wagon")?,
        army_commander: points(&leaders, "army_commander")?,
        king_charles: points(&leaders, "king_charles")?,
        wing_commander_per_rating: points(&leaders, "named_wing_commander_per_rating")?,
        replacement: points(&leaders, "replacement")?,
    })
}
