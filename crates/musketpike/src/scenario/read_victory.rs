//! Reading how a battle is won.

use super::read::SIDES;
use super::read_map::hex_on;
use super::*;
use crate::charts::victory_points;
use caracole_document::{Node, Section, shown};

/// Reads the `[victory]` of a scenario; `unit` finds a unit by its code.
pub(super) fn victory(
    root: &Section<'_, '_>,
    map: &Map,
    unit: impl Fn(&str) -> Option<UnitId>,
) -> Option<Victory> {
    let table = root.need("victory")?.section()?;
    table.only(&["first", "levels", "locations", "points", "awards"]);
    let node = table.need("levels")?;
    let list = node.list()?;
    let mut levels: Vec<VictoryLevel> = Vec::new();
    for (n, item) in list.iter().enumerate() {
        let entry = item.section()?;
        entry.only(&["least", "level"]);
        let level = entry.need("level")?.word(&[
            ("decisive red", Level::Decisive(Side::Red)),
            ("marginal red", Level::Marginal(Side::Red)),
            ("draw", Level::Draw),
            ("marginal blue", Level::Marginal(Side::Blue)),
            ("decisive blue", Level::Decisive(Side::Blue)),
        ])?;
        let last = n + 1 == list.len();
        let least = match (entry.get("least"), last) {
            (Some(least), false) => i32::try_from(least.int(-2000, 2000)?).ok()?,
            (None, true) => i32::MIN,
            (Some(least), true) => {
                least.fault("the last level has no lower end", "remove least");
                return None;
            }
            (None, false) => {
                entry.need("least")?;
                return None;
            }
        };
        if let Some(above) = levels.last()
            && above.least <= least
        {
            item.fault("the levels do not fall", "start with the highest differential and go down");
        }
        levels.push(VictoryLevel { least, level });
    }
    if levels.is_empty() {
        node.fault("no level of victory is given", "add at least { level = \"draw\" }");
    }
    let mut locations = Vec::new();
    for item in table.get("locations").map_or(Some(Vec::new()), |node| node.list())? {
        let entry = item.section()?;
        entry.only(&["name", "hexes", "red", "blue", "held_by"]);
        let mut hexes = Vec::new();
        for hex in entry.need("hexes")?.list()? {
            hexes.push(hex_on(map, &hex, hex.text()?)?);
        }
        let points = |key: &str| entry.get(key).map_or(Some(0), |node| node.u8(0, 200));
        locations.push(Location {
            name: entry.need("name")?.short_text(40)?.to_owned(),
            hexes,
            points: BySide { red: points("red")?, blue: points("blue")? },
            held_by: match entry.get("held_by") {
                Some(node) => Some(node.word(&SIDES)?),
                None => None,
            },
        });
    }
    let points = match table.get("points") {
        Some(node) => Some(victory_points(&node.section()?)?),
        None => None,
    };
    let mut awards = Vec::new();
    for item in table.get("awards").map_or(Some(Vec::new()), |node| node.list())? {
        awards.push(award(&item, &unit)?);
    }
    Some(Victory { first: table.need("first")?.word(&SIDES)?, levels, locations, points, awards })
}

fn award(item: &Node<'_, '_>, unit: impl Fn(&str) -> Option<UnitId>) -> Option<Award> {
    let entry = item.section()?;
    entry.only(&["name", "army", "points", "units", "when"]);
    let mut units = Vec::new();
    let node = entry.need("units")?;
    for named in node.list()? {
        let code = named.text()?;
        let Some(id) = unit(code) else {
            named.fault(
                format!("there is no unit \"{}\"", shown(code)),
                "name units by the codes they have in this file",
            );
            return None;
        };
        units.push(id);
    }
    if units.is_empty() {
        node.fault("an award is for something that becomes of units", "name at least one unit");
    }
    Some(Award {
        name: entry.need("name")?.short_text(60)?.to_owned(),
        side: entry.need("army")?.word(&SIDES)?,
        points: entry.need("points")?.u8(0, 200)?,
        units,
        when: entry.need("when")?.word(&[
            ("eliminated", AwardWhen::Eliminated),
            ("captured", AwardWhen::Captured),
            ("on_map", AwardWhen::OnMap),
        ])?,
    })
}
