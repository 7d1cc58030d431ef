//! What the table turned half round makes of a scenario, of a value and of a choice.

use caracole_kernel::Side;
use caracole_musketpike::{
    counters::UnitType,
    hex::{Direction, Facing, Hex},
    map::MapEdge,
    scenario::Scenario,
};
use caracole_testing::Node;
use toml::Value;

/// The table turned half round with the sides swapped.
pub struct Image {
    /// Sum of the first and last column, and of the first and last row.
    sums: (i32, i32),
    /// Whether units and Wings stand in the file the other way round, and how many they are.
    reversed: Option<[i64; 2]>,
    /// Wagons have no facing: they keep the one that they are given.
    wagons: Vec<usize>,
}

impl Image {
    /// The image of a scenario, with its lists as they are or from last to first.
    pub fn of(scenario: &Scenario, reversed: bool) -> Self {
        let (columns, rows) = (scenario.map.columns(), scenario.map.rows());
        // Odd columns lie half a hex lower: only where odd columns become even ones does a map cover itself.
        assert!((columns.0 + columns.1) % 2 == 1, "{} has an odd number of columns", scenario.id);
        let counts = [scenario.units.len(), scenario.wings.len()];
        let reversed = reversed.then(|| counts.map(|n| i64::try_from(n).expect("few")));
        let mut image =
            Image { sums: (columns.0 + columns.1, rows.0 + rows.1), reversed, wagons: Vec::new() };
        let wagons = scenario.unit_ids().filter(|unit| scenario.unit(*unit).unit_type == UnitType::Wagon);
        image.wagons = wagons.map(|unit| image.number(unit.0.into(), 0) as usize).collect();
        image
    }

    pub fn side(&self, side: Side) -> Side {
        side.other()
    }

    fn hex(&self, hex: Hex) -> Option<Hex> {
        Hex::at(self.sums.0 - hex.column(), self.sums.1 - hex.row())
    }

    /// The scenario as its file would be written.
    pub fn scenario(&self, text: &str) -> String {
        let mut file: toml::Table = text.parse().expect("a scenario");
        for (key, value) in &mut file {
            self.entry(key, value);
        }
        if self.reversed.is_some() {
            for key in ["units", "wings"] {
                file.get_mut(key).and_then(Value::as_array_mut).expect("a list").reverse();
            }
        }
        toml::to_string(&file).expect("a file")
    }

    fn entry(&self, key: &str, value: &mut Value) {
        match value {
            Value::String(text) => *text = self.text(key, text),
            Value::Array(items) => items.iter_mut().for_each(|item| self.entry(key, item)),
            Value::Table(table) => {
                for (key, value) in table.iter_mut() {
                    self.entry(key, value);
                }
                let sides = [("blue", table.remove("red")), ("red", table.remove("blue"))];
                for (side, value) in sides {
                    if let Some(value) = value {
                        table.insert(side.to_owned(), value);
                    }
                }
            }
            _ => {}
        }
    }

    fn text(&self, key: &str, text: &str) -> String {
        let grid = text.contains('\n') && matches!(key, "hexes" | "levels");
        if grid {
            let rows = text.lines().map(|row| row.trim().chars().rev().collect::<String>());
            let mut rows: Vec<String> = rows.filter(|row| !row.is_empty()).collect();
            rows.reverse();
            return rows.join("\n");
        }
        let is_hex = |word: &str| word.parse::<Hex>().is_ok();
        let words: Vec<&str> = text.split_whitespace().collect();
        let places = key != "first" && words.first().is_some_and(|word| is_hex(word));
        if places || key == "facing" || key == "retreat_edges" {
            return words.iter().map(|word| self.word(key, word)).collect::<Vec<_>>().join(" ");
        }
        if matches!(key, "army" | "held_by" | "first" | "level") && !is_hex(text) {
            return words.iter().map(|word| swapped(word)).collect::<Vec<_>>().join(" ");
        }
        text.to_owned()
    }

    fn word(&self, key: &str, word: &str) -> String {
        if let Ok(hex) = word.parse::<Hex>() {
            return self.hex(hex).expect("on the map").to_string();
        }
        match key {
            "facing" => facing(word).to_owned(),
            "retreat_edges" => edge(word).to_owned(),
            _ => direction(word).to_owned(),
        }
    }

    /// A number in one of the lists of the file: units or Wings.
    fn number(&self, n: i64, list: usize) -> i64 {
        match self.reversed {
            Some(counts) if n < counts[list] => counts[list] - 1 - n,
            _ => n,
        }
    }

    fn list(name: &str) -> Option<usize> {
        match name {
            "UnitId" | "Slot" => Some(0),
            "WingId" => Some(1),
            _ => None,
        }
    }

    /// The image of a value.
    pub fn map(&self, node: &Node) -> Node {
        match node {
            Node::Text(text) => match text.parse::<Hex>().ok().and_then(|hex| self.hex(hex)) {
                Some(hex) => Node::Text(hex.to_string()),
                None => node.clone(),
            },
            Node::Variant("Side", side) => Node::Variant("Side", swapped(side)),
            Node::Variant("Facing", name) => Node::Variant("Facing", facing(name)),
            Node::Variant("Direction", name) => Node::Variant("Direction", direction(name)),
            Node::Variant("MapEdge", name) => Node::Variant("MapEdge", edge(name)),
            Node::Newtype("UnitSet", words) => Node::Newtype("UnitSet", Box::new(self.set(words))),
            Node::Newtype(name, inner) => match (Self::list(name), &**inner) {
                (Some(list), Node::Int(n)) => Node::Newtype(name, Box::new(Node::Int(self.number(*n, list)))),
                _ => Node::Newtype(name, Box::new(self.map(inner))),
            },
            Node::Holding(name, variant, inner) => Node::Holding(name, variant, Box::new(self.map(inner))),
            Node::Struct(name, fields) => Node::Struct(name, self.fields(name, fields)),
            Node::Fields(name, variant, fields) => Node::Fields(name, variant, self.fields(name, fields)),
            Node::List(items) => Node::List(items.iter().map(|item| self.map(item)).collect()),
            other => other.clone(),
        }
    }

    /// A set of units, one bit each.
    fn set(&self, words: &Node) -> Node {
        let Node::List(words) = words else { panic!("a set is a list of words") };
        let bits =
            |n: &Node| if let Node::Int(n) = n { n.cast_unsigned() } else { panic!("a word is a number") };
        let mut turned = vec![0u64; words.len()];
        for (w, word) in words.iter().enumerate() {
            for bit in (0..64).filter(|bit| bits(word) >> bit & 1 == 1) {
                let unit = self.number((w * 64 + bit) as i64, 0) as usize;
                turned[unit / 64] |= 1 << (unit % 64);
            }
        }
        Node::List(turned.into_iter().map(|word| Node::Int(word.cast_signed())).collect())
    }

    fn fields(&self, name: &str, fields: &[(&'static str, Node)]) -> Vec<(&'static str, Node)> {
        let value_of = |key: &str| fields.iter().find(|(k, _)| *k == key).map(|(_, value)| value);
        let field = |(key, value): &(&'static str, Node)| {
            let partner = match *key {
                "red" => value_of("blue"),
                "blue" => value_of("red"),
                _ => None,
            };
            let mapped = self.map(partner.unwrap_or(value));
            (*key, self.placed(name, key, mapped))
        };
        fields.iter().map(field).collect()
    }

    /// Lists that go by number or by hex keep to their order in the image.
    fn placed(&self, name: &str, key: &str, value: Node) -> Node {
        let list = match (name, key) {
            ("World", "units") => Some(0),
            ("World", "wings") => Some(1),
            _ => None,
        };
        match (value, self.reversed, list) {
            (Node::List(mut items), ..) if (name, key) == ("World", "stacks") => {
                items.reverse();
                Node::List(items)
            }
            (Node::List(mut items), reversed, Some(list)) => {
                if let Some(counts) = reversed {
                    assert_eq!(items.len() as i64, counts[list]);
                    items.reverse();
                }
                if list == 0 {
                    self.wagons.iter().for_each(|wagon| face_east(&mut items[*wagon]));
                }
                Node::List(items)
            }
            (Node::List(mut items), Some(_), None) if (name, key) == ("Opening", "orders") => {
                items.reverse();
                Node::List(items)
            }
            (value, ..) => value,
        }
    }
}

fn face_east(node: &mut Node) {
    match node {
        Node::Struct(_, fields) | Node::Fields(_, _, fields) => {
            fields.iter_mut().for_each(|(_, value)| face_east(value))
        }
        Node::Variant("Facing", facing) => *facing = "E",
        _ => {}
    }
}

fn swapped(word: &str) -> &'static str {
    match word {
        "red" => "blue",
        "blue" => "red",
        "decisive" => "decisive",
        "marginal" => "marginal",
        "draw" => "draw",
        other => panic!("{other} is no side"),
    }
}

fn facing(word: &str) -> &'static str {
    let known = Facing::ALL.into_iter().find(|facing| facing.name() == word);
    known.unwrap_or_else(|| panic!("{word} is no facing")).opposite().name()
}

fn direction(word: &str) -> &'static str {
    let known = Direction::ALL.into_iter().find(|direction| direction.name() == word);
    known.unwrap_or_else(|| panic!("{word} is no direction")).opposite().name()
}

fn edge(word: &str) -> &'static str {
    match MapEdge::ALL.into_iter().find(|edge| edge.name() == word) {
        Some(MapEdge::North) => "south",
        Some(MapEdge::South) => "north",
        Some(MapEdge::East) => "west",
        Some(MapEdge::West) => "east",
        None => panic!("{word} is no edge"),
    }
}
