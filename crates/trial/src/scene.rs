//! The road as a scene: a square for each unit that may be seen, and the hands.

use crate::{Scenario, Trial, Unit, UnitId, cards::Cards, name_of};
use caracole_kernel::{At, Battle, Hand, Item, Part, Piece, Ruler, Scene, Side, Standing, Viewer};
use std::borrow::Cow;

/// Side of a field.
const FIELD: i32 = 100;
/// Side of a unit.
const UNIT: i32 = 20;

pub(crate) fn scene(battle: &Battle<Trial>, viewer: Viewer) -> Scene {
    let (world, scenario) = (battle.world(), battle.scenario());
    let standing = |side| {
        let text = format!("{} units in order", world.standing(side).count());
        Standing { side, text }
    };
    let seen = Side::BOTH.into_iter().flat_map(|side| world.standing(side));
    let seen = seen.filter(|(_, unit)| !unit.hidden || viewer.knows(unit.side));
    Scene {
        width: 9 * FIELD,
        height: 10 * UNIT,
        ruler: Ruler { name: Cow::Borrowed("fields"), length: FIELD },
        ground: "road".to_owned(),
        heading: format!("Trial on the road: turn {} of {}", world.turn, scenario.turns),
        standing: Side::BOTH.map(standing).into(),
        items: seen.map(|(id, unit)| item(scenario, id, unit)).collect(),
        land: Vec::new(),
        hands: hands(battle, viewer),
    }
}

fn item(scenario: &Scenario, id: UnitId, unit: &Unit) -> Item {
    let (x, y) = (i32::from(unit.field.0) * FIELD, i32::from(id.0 % 8) * UNIT);
    let name = name_of(scenario, id).to_owned();
    let says = format!("{name}: {} on field {}, strength {}.", unit.side, unit.field.0, unit.strength);
    let outline = vec![At(x, y), At(x + UNIT, y), At(x + UNIT, y + UNIT), At(x, y + UNIT)];
    Item {
        piece: Piece::new("unit", id.0.into()),
        side: Some(unit.side),
        name,
        parts: vec![Part { outline, symbol: Cow::Borrowed("foot") }],
        level: unit.level as u8,
        states: Vec::new(),
        lost: 0,
        says,
    }
}

/// The hand of each side that has one: its own in full, the other only from behind.
fn hands(battle: &Battle<Trial>, viewer: Viewer) -> Vec<Hand> {
    let dealt = Side::BOTH.into_iter().filter(|side| battle.scenario().hands[*side] > 0);
    dealt
        .map(|side| {
            let held = battle.world().stock.hands[side];
            let (cards, hidden) =
                if viewer.knows(side) { (held, 0) } else { (Cards::default(), held.count()) };
            let cards = cards.list().into_iter().map(|card| card.face()).collect();
            Hand { side, holder: format!("The {side} army"), cards, hidden }
        })
        .collect()
}

/// The road from above.
pub(crate) fn ground() -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\">\
         <rect width=\"{0}\" height=\"{1}\" fill=\"#d9d2b4\"/></svg>",
        9 * FIELD,
        10 * UNIT
    )
}
