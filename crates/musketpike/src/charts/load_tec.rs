//! Reading the Terrain Effects Chart.

use super::load::{only, word};
use super::tec::*;
use crate::map::{HexTerrain, HexsideFeature, HexsideFeatures};
use caracole_document::Basis;
use caracole_document::Word;
use caracole_document::{Node, Section};

/// What kind of thing a row is about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RowKind {
    Hex,
    Hexside,
    Slope,
    Stack,
    Road,
}

impl RowKind {
    const fn word(self) -> &'static str {
        match self {
            RowKind::Hex => "hex",
            RowKind::Hexside | RowKind::Slope => "hexside",
            RowKind::Stack => "stack",
            RowKind::Road => "overlay",
        }
    }
}

/// Every row that the chart must have.
fn wanted() -> Vec<(&'static str, RowKind)> {
    let mut all: Vec<(&'static str, RowKind)> = HexTerrain::ALL.map(|t| (t.key(), RowKind::Hex)).to_vec();
    all.extend(HexsideFeature::ALL.map(|f| (f.key(), RowKind::Hexside)));
    all.extend(["gentle_slope", "steep_slope_up", "steep_slope_down"].map(|key| (key, RowKind::Slope)));
    all.extend([("wagon", RowKind::Stack), ("road", RowKind::Road)]);
    all
}

pub(super) fn tec(table: &Section<'_, '_>) -> Option<Tec> {
    only(table, &["row", "columns"]);
    let node = table.need("row")?;
    let wanted = wanted();
    let known: Vec<(&str, usize)> = wanted.iter().enumerate().map(|(n, (key, _))| (*key, n)).collect();
    let mut rows: Vec<Option<TecRow>> = vec![None; wanted.len()];
    let mut seen = vec![false; wanted.len()];
    let mut road = None;
    for item in node.list()? {
        let Some(table) = item.section() else { continue };
        let Some(n) = table.need("key").and_then(|key| key.word(&known)) else { continue };
        let (key, kind) = wanted[n];
        if std::mem::replace(&mut seen[n], true) {
            item.fault(format!("the row \"{key}\" is there twice"), "remove one of the two");
        }
        if let Some(word) = table.need("kind") {
            word.word(&[(kind.word(), ())]);
        }
        match kind {
            RowKind::Road => road = read_road(&table),
            kind => rows[n] = read_row(&table, kind),
        }
    }
    for ((key, _), seen) in wanted.iter().zip(&seen) {
        if !seen {
            node.fault(format!("the row \"{key}\" is missing"), "add a [[chart.tec.row]] with that key");
        }
    }
    let mut rows = rows.into_iter();
    let hexes: Option<Vec<TecRow>> = rows.by_ref().take(HexTerrain::ALL.len()).collect();
    let hexsides: Option<Vec<TecRow>> = rows.by_ref().take(HexsideFeature::ALL.len()).collect();
    let mut next = || rows.next().flatten();
    Some(Tec {
        hexes: hexes?,
        hexsides: hexsides?,
        gentle_slope: next()?,
        steep_slope_up: next()?,
        steep_slope_down: next()?,
        wagon: next()?,
        road: road?,
    })
}

fn read_road(table: &Section<'_, '_>) -> Option<Road> {
    only(
        table,
        &["key", "kind", "column_cost", "column_ignores", "column_pays", "fire", "cc", "los", "momentum"],
    );
    Some(Road {
        column_cost: table.need("column_cost")?.u8(0, 20)?,
        column_pays: features(&table.need("column_pays")?)?,
    })
}

fn features(node: &Node<'_, '_>) -> Option<HexsideFeatures> {
    let known = HexsideFeature::ALL.map(|feature| (feature.key(), feature));
    let mut set = HexsideFeatures::default();
    for item in node.list()? {
        set = set.with(item.word(&known)?);
    }
    Some(set)
}

fn classes(table: &Section<'_, '_>, key: &str) -> Option<Vec<MoveClass>> {
    let Some(node) = table.get(key) else { return Some(Vec::new()) };
    node.list()?.iter().map(word).collect()
}

fn by_class(table: &Section<'_, '_>, key: &str) -> Option<[Option<u8>; 3]> {
    let mut all = [None; 3];
    if let Some(node) = table.get(key) {
        let cells = node.section()?;
        cells.only(&["hi", "li", "cav"]);
        for class in MoveClass::ALL {
            if let Some(cell) = cells.get(class.key()) {
                all[class.index()] = Some(cell.u8(0, 20)?);
            }
        }
    }
    Some(all)
}

/// Keys of a row.
const ROW_KEYS: &[&str] = &[
    "key",
    "kind",
    "cost",
    "prohibited",
    "uses_all",
    "fh",
    "fh_second_crossing",
    "fire",
    "cc",
    "cc_out",
    "los",
    "grazing",
    "momentum",
    "artillery",
    "take_cover",
    "reciprocal",
    "must_be",
    "becomes",
    "replaces",
    "two_hex_rule",
];

/// Movement points by class: each class is named once.
fn read_costs(table: &Section<'_, '_>, kind: RowKind) -> Option<[MoveCost; 3]> {
    let points = by_class(table, "cost")?;
    let (prohibited, uses_all) = (classes(table, "prohibited")?, classes(table, "uses_all")?);
    let mut cost = [MoveCost::Points(0); 3];
    for class in MoveClass::ALL {
        let given = (points[class.index()], uses_all.contains(class), prohibited.contains(class));
        cost[class.index()] = match given {
            (Some(points), false, false) => MoveCost::Points(points),
            (None, true, false) => MoveCost::All,
            (None, false, true) => MoveCost::Prohibited,
            (None, false, false) if kind == RowKind::Stack => MoveCost::Points(0),
            (None, false, false) => {
                table.fault(
                    format!("no cost for \"{}\"", class.key()),
                    "name it in cost, in uses_all or in prohibited",
                );
                return None;
            }
            _ => {
                table.fault(
                    format!("more than one cost for \"{}\"", class.key()),
                    "name it once: in cost, in uses_all or in prohibited",
                );
                return None;
            }
        };
    }
    Some(cost)
}

fn read_row(table: &Section<'_, '_>, kind: RowKind) -> Option<TecRow> {
    only(table, ROW_KEYS);
    let cost = read_costs(table, kind)?;
    let modifier = |key: &str| table.get(key).map_or(Some(0), |node| node.i8(-9, 9));
    let flag = |key: &str| table.get(key).map_or(Some(false), |node| node.bool());
    let grazing = match table.get("grazing") {
        Some(node) => word(&node)?,
        None if kind == RowKind::Hexside => GrazingEffect::OneHexBeyond,
        None if kind == RowKind::Slope => GrazingEffect::Stops,
        None => GrazingEffect::None,
    };
    let momentum = match table.get("momentum") {
        None => MomentumEffect::Loses,
        Some(node) if node.is_text() => word(&node)?,
        Some(node) if node.bool()? => MomentumEffect::Keeps,
        Some(_) => MomentumEffect::Loses,
    };
    let hits = |key: &str| by_class(table, key).map(|cells| cells.map(|cell| cell.unwrap_or(0)));
    Some(TecRow {
        cost,
        formation_hits: hits("fh")?,
        second_crossing_hits: hits("fh_second_crossing")?,
        fire: modifier("fire")?,
        close_combat: modifier("cc")?,
        close_combat_out: modifier("cc_out")?,
        los: table.get("los").map_or(Some(LosEffect::Open), |node| word(&node))?,
        grazing,
        momentum,
        artillery: table.get("artillery").map_or(Some(ArtilleryTerrain::AsHi), |node| word(&node))?,
        take_cover: flag("take_cover")?,
        reciprocal: flag("reciprocal")?,
        must_be: table.get("must_be").map_or(Some(None), |node| word(&node).map(Some))?,
        becomes: table.get("becomes").map_or(Some(None), |node| word(&node).map(Some))?,
        replaces: table.get("replaces").map_or(Some(HexsideFeatures::default()), |node| features(&node))?,
        basis: table.get("basis").map_or(Some(Basis::User), |node| word(&node))?,
    })
}
