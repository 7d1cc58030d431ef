//! The map of a scenario file: grids of characters, hexsides by hex and direction, roads as chains of hexes.

use crate::hex::{Direction, Hex};
use crate::map::{HexTerrain, HexsideFeature, Map, PlaceKind, PlaceName, SlopeKind};
use caracole_document::{Node, Section, shown};

/// Most columns or rows of a map.
const MOST: i32 = 80;

/// Characters of the terrain grid.
pub(crate) const TERRAIN: [(char, HexTerrain); 12] = [
    ('.', HexTerrain::Clear),
    (',', HexTerrain::BrokenGround),
    ('w', HexTerrain::Woods),
    ('o', HexTerrain::Orchard),
    ('v', HexTerrain::Village),
    ('t', HexTerrain::Town),
    ('c', HexTerrain::Chateau),
    ('k', HexTerrain::Castle),
    ('m', HexTerrain::Marsh),
    ('p', HexTerrain::Pond),
    ('b', HexTerrain::BurialMound),
    ('=', HexTerrain::BridgeHex),
];

/// A hex that must be on the map.
pub(super) fn hex_on(map: &Map, node: &Node<'_, '_>, text: &str) -> Option<Hex> {
    match text.parse::<Hex>() {
        Err(wrong) => {
            node.fault(
                format!("\"{}\" is not a hex", shown(&wrong.0)),
                "write column and row with two digits each, like \"1907\"",
            );
            None
        }
        Ok(hex) if !map.contains(hex) => {
            let (columns, rows) = (map.columns(), map.rows());
            node.fault(
                format!("hex {hex} is not on the map"),
                format!("the map goes from {:02}{:02} to {:02}{:02}", columns.0, rows.0, columns.1, rows.1),
            );
            None
        }
        Ok(hex) => Some(hex),
    }
}

/// The lines of a grid, without empty ones at its ends and blanks around.
fn grid<'t>(node: &Node<'_, '_>, text: &'t str) -> Option<Vec<&'t str>> {
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let width = lines.first().map_or(0, |line| line.chars().count());
    if let Some((n, line)) = lines.iter().enumerate().find(|(_, line)| line.chars().count() != width) {
        node.fault(
            format!("row {} of the grid has {} hexes, the first has {width}", n + 1, line.chars().count()),
            "give every row the same number of characters",
        );
        return None;
    }
    if width == 0 || width > MOST as usize || lines.len() > MOST as usize {
        node.fault(
            format!("the grid has {width} columns and {} rows", lines.len()),
            format!("give it 1 to {MOST} of each"),
        );
        return None;
    }
    Some(lines)
}

pub(super) fn map(table: &Section<'_, '_>) -> Option<Map> {
    table.only(&["first", "hexes", "levels", "slopes", "steep", "gentle", "hexsides", "roads", "names"]);
    let node = table.need("hexes")?;
    let rows = grid(&node, node.text()?)?;
    let first = match table.get("first") {
        Some(first) => {
            let text = first.text()?;
            match text.parse::<Hex>() {
                Ok(hex) if hex.column() >= 1 && hex.row() >= 1 => hex,
                _ => {
                    first
                        .fault("this is not a hex for the corner", "write the north-west hex, like \"1001\"");
                    return None;
                }
            }
        }
        None => Hex::at(1, 1)?,
    };
    let width = rows.first().map_or(0, |row| row.chars().count()) as i32;
    let last = (first.column() + width - 1, first.row() + rows.len() as i32 - 1);
    if last.0 > 98 || last.1 > 98 {
        node.fault("the map goes beyond column or row 98", "start it further to the north-west");
        return None;
    }
    let mut map = Map::clear((first.column(), last.0), (first.row(), last.1));
    for (row, line) in (first.row()..).zip(&rows) {
        for (column, character) in (first.column()..).zip(line.chars()) {
            let Some(hex) = Hex::at(column, row) else { continue };
            match TERRAIN.iter().find(|(known, _)| *known == character) {
                Some((_, terrain)) => map.set_terrain(hex, *terrain),
                None => {
                    let known: Vec<String> =
                        TERRAIN.iter().map(|(c, t)| format!("{c} {}", t.key())).collect();
                    node.fault(
                        format!("'{}' at hex {hex} is not a terrain", character.escape_debug()),
                        format!("use one of: {}", known.join(", ")),
                    );
                    return None;
                }
            }
        }
    }
    levels(table, &mut map)?;
    hexsides(table, &mut map)?;
    roads(table, &mut map)?;
    names(table, &mut map)?;
    Some(map)
}

fn levels(table: &Section<'_, '_>, map: &mut Map) -> Option<()> {
    let Some(node) = table.get("levels") else { return Some(()) };
    let rows = grid(&node, node.text()?)?;
    let (columns, first_row) = (map.columns(), map.rows().0);
    let same = rows.len() as i32 == map.rows().1 - first_row + 1
        && rows.iter().all(|row| row.chars().count() as i32 == columns.1 - columns.0 + 1);
    if !same {
        node.fault("the grid of levels is not as large as the grid of hexes", "give both the same size");
        return None;
    }
    for (row, line) in (first_row..).zip(&rows) {
        for (column, character) in (columns.0..).zip(line.chars()) {
            let Some(hex) = Hex::at(column, row) else { continue };
            let Some(level) = character.to_digit(10) else {
                node.fault(format!("the level of hex {hex} is not a digit"), "use digits from 0 to 9");
                return None;
            };
            map.set_elevation(hex, level as i8);
        }
    }
    let kind = |key: &str| {
        table.get(key).map_or(Some(None), |node| {
            node.word(&[("gentle", SlopeKind::Gentle), ("steep", SlopeKind::Steep)]).map(Some)
        })
    };
    let usual = kind("slopes")?.unwrap_or(SlopeKind::Gentle);
    let steep = sides(table, map, "steep")?;
    let gentle = sides(table, map, "gentle")?;
    map.lay_slopes(|hex, direction| {
        let both = [(hex, direction), (hex.step(direction), direction.opposite())];
        if both.iter().any(|side| steep.contains(side)) {
            SlopeKind::Steep
        } else if both.iter().any(|side| gentle.contains(side)) {
            SlopeKind::Gentle
        } else {
            usual
        }
    });
    for (key, list) in [("steep", steep), ("gentle", gentle)] {
        if let Some((hex, direction)) =
            list.into_iter().find(|(hex, direction)| map.hexside(*hex, *direction).slope.is_none())
        {
            table.fault(
                format!("{key}: the {} hexside of {hex} is no slope", direction.name()),
                "name hexsides between hexes of different levels",
            );
        }
    }
    for hex in map.hexes() {
        for direction in Direction::ALL {
            let step = map.elevation(hex) - map.elevation(hex.step(direction));
            if step >= 2 && map.hexside(hex, direction).slope == Some(SlopeKind::Gentle) {
                node.fault(
                    format!("from {hex} the ground falls {step} levels to the {}", direction.name()),
                    "name the hexside in steep, or put a level between",
                );
                return None;
            }
        }
    }
    Some(())
}

/// Hexsides written as a hex and directions: `"1905 NE SE"`.
fn sides(table: &Section<'_, '_>, map: &Map, key: &str) -> Option<Vec<(Hex, Direction)>> {
    match table.get(key) {
        Some(node) => sides_of(&node, map),
        None => Some(Vec::new()),
    }
}

fn sides_of(node: &Node<'_, '_>, map: &Map) -> Option<Vec<(Hex, Direction)>> {
    let mut all = Vec::new();
    for item in node.list()? {
        let mut words = item.text()?.split_whitespace();
        let hex = hex_on(map, &item, words.next().unwrap_or(""))?;
        let before = all.len();
        for word in words {
            let Some(direction) = Direction::ALL.into_iter().find(|d| d.name() == word) else {
                item.fault(
                    format!("\"{}\" is not a hexside", shown(word)),
                    "write N, NE, SE, S, SW or NW after the hex: \"1905 NE SE\"",
                );
                return None;
            };
            if !map.contains(hex.step(direction)) {
                item.fault(
                    format!("the {word} hexside of {hex} is the edge of the map"),
                    "remove it: nothing crosses there",
                );
                return None;
            }
            all.push((hex, direction));
        }
        if all.len() == before {
            item.fault("no hexside is named", "write N, NE, SE, S, SW or NW after the hex: \"1905 NE SE\"");
        }
    }
    Some(all)
}

fn hexsides(table: &Section<'_, '_>, map: &mut Map) -> Option<()> {
    let Some(node) = table.get("hexsides") else { return Some(()) };
    let features = node.section()?;
    features.only(&HexsideFeature::ALL.map(HexsideFeature::key));
    for feature in HexsideFeature::ALL {
        let Some(list) = features.get(feature.key()) else { continue };
        for (hex, direction) in sides_of(&list, map)? {
            map.add_feature(hex, direction, feature);
        }
    }
    Some(())
}

fn roads(table: &Section<'_, '_>, map: &mut Map) -> Option<()> {
    let Some(node) = table.get("roads") else { return Some(()) };
    for item in node.list()? {
        let mut last: Option<Hex> = None;
        for word in item.text()?.split_whitespace() {
            let hex = hex_on(map, &item, word)?;
            if let Some(last) = last {
                let Some(direction) = last.direction_to(hex) else {
                    item.fault(
                        format!("the road jumps from {last} to {hex}"),
                        "name every hex on the way, each next to the one before",
                    );
                    return None;
                };
                map.add_road(last, direction);
            }
            last = Some(hex);
        }
    }
    Some(())
}

fn names(table: &Section<'_, '_>, map: &mut Map) -> Option<()> {
    let Some(node) = table.get("names") else { return Some(()) };
    for item in node.list()? {
        let entry = item.section()?;
        entry.only(&["name", "hex", "kind"]);
        let at = entry.need("hex")?;
        let kind = match entry.get("kind") {
            Some(kind) => kind.word(&[
                ("settlement", PlaceKind::Settlement),
                ("ground", PlaceKind::Ground),
                ("water", PlaceKind::Water),
                ("wood", PlaceKind::Wood),
            ])?,
            None => PlaceKind::Settlement,
        };
        let hex = hex_on(map, &at, at.text()?)?;
        let name = entry.need("name")?.short_text(40)?.to_owned();
        map.names.push(PlaceName { name, hex, kind });
    }
    Some(())
}
