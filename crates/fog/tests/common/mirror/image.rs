//! The two mirrors: what each type of value looks like in them.

use caracole_fog::battle::{CommanderId, GroupId, Played, Setup, World};
use caracole_fog::troops::Book;
use caracole_kernel::Side;
use caracole_testing::Node;

/// How a battle is mirrored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mirror {
    /// Left and right exchanged; sides and numbers stay.
    LeftRight,
    /// The table turned half round and the sides swapped; left stays left for everybody.
    HalfTurn,
}

/// What a mirror must know of the battle before it.
#[derive(Clone, Copy, Debug)]
pub struct Image {
    pub mirror: Mirror,
    width: i64,
    depth: i64,
    groups: [u16; 2],
    commanders: [u8; 2],
}

impl Image {
    /// The mirror image of a battle that begins so.
    pub fn of(mirror: Mirror, world: &World) -> Self {
        let count = |side: Side| world.groups().filter(|g| g.side == side).count() as u16;
        let led = |side: Side| world.commanders.iter().filter(|c| c.side == side).count() as u8;
        let table = world.field.table;
        let Node::Struct(_, size) = Node::of(&table) else { panic!("a table has a width and a depth") };
        let length = |of: &str| match size.iter().find(|(key, _)| *key == of) {
            Some((_, Node::Int(n))) => *n,
            _ => panic!("a table has a {of}"),
        };
        Image {
            mirror,
            width: length("width"),
            depth: length("depth"),
            groups: [count(Side::Red), count(Side::Blue)],
            commanders: [led(Side::Red), led(Side::Blue)],
        }
    }

    /// The setup of the mirrored battle.
    pub fn setup<B: Played>(&self, setup: &Setup) -> Setup {
        let mut mirrored: Setup = serde_json::from_value(self.map(&Node::of(setup)).json()).expect("a setup");
        if !self.turns() {
            // What may as well stand left or right stands left by convention: in the mirror right.
            let option = match B::BOOK {
                Book::Renaissance => "fogr.formation.right_where_equal",
                Book::Ancients => "fogam.formation.right_where_equal",
            };
            mirrored.options.insert(option.to_owned(), true);
        }
        mirrored
    }

    fn turns(&self) -> bool {
        self.mirror == Mirror::HalfTurn
    }

    pub fn side(&self, side: Side) -> Side {
        if self.turns() { side.other() } else { side }
    }

    /// Red's are counted first, then blue's, then those formed later.
    fn number(&self, n: u16, [red, blue]: [u16; 2]) -> u16 {
        match (self.turns(), n) {
            (true, n) if n < red => n + blue,
            (true, n) if n < red + blue => n - red,
            _ => n,
        }
    }

    pub fn group(&self, group: GroupId) -> GroupId {
        GroupId(self.number(group.0, self.groups))
    }

    pub fn commander(&self, commander: CommanderId) -> CommanderId {
        let counts = self.commanders.map(u16::from);
        CommanderId(self.number(u16::from(commander.0), counts) as u8)
    }

    pub fn point(&self, x: i64, y: i64) -> (i64, i64) {
        (self.width - x, if self.turns() { self.depth - y } else { y })
    }

    /// A direction on the table.
    pub fn angle(&self, angle: i64) -> i64 {
        let whole = 1i64 << 32;
        if self.turns() { (angle + whole / 2) % whole } else { (whole - angle) % whole }
    }

    /// What a word for a place becomes.
    fn word(&self, name: &'static str, variant: &'static str) -> &'static str {
        match (name, variant, self.turns()) {
            ("Side", "red", true) => "blue",
            ("Side", "blue", true) => "red",
            ("TableEdge", "near", true) => "far",
            ("TableEdge", "far", true) => "near",
            ("TableEdge", "left", _) => "right",
            ("TableEdge", "right", _) => "left",
            ("Hand" | "Facing" | "Edge", "left", false) => "right",
            ("Hand" | "Facing" | "Edge", "right", false) => "left",
            _ => variant,
        }
    }

    /// Which way a base faces in its formation.
    fn faced(&self, word: &str) -> String {
        let swapped = match (word, self.turns()) {
            ("left", false) => "right",
            ("right", false) => "left",
            _ => word,
        };
        swapped.to_owned()
    }

    /// The image of a value. Numbers of bases stay: who is where is found by looking.
    pub fn map(&self, node: &Node) -> Node {
        match node {
            Node::Struct("Point", fields) => self.map_point(fields),
            // To which hand they do not shift at all is all one.
            Node::Struct("PastBy", fields) if fields.iter().any(|f| f == &("shift", Node::Int(0))) => {
                let mapped = self.fields(fields).into_iter().zip(fields);
                let kept =
                    mapped.map(|((key, new), (_, old))| (key, if key == "hand" { old.clone() } else { new }));
                Node::Struct("PastBy", kept.collect())
            }
            Node::Struct(name, fields) => Node::Struct(name, self.fields(fields)),
            Node::Fields("Adjustment", "slide", fields) => {
                let slid = fields.iter().map(|(key, value)| match (key, value) {
                    (&"up", Node::Int(n)) if !self.turns() => (*key, Node::Int(*n)),
                    (_, Node::Int(n)) => (*key, Node::Int(-n)),
                    _ => (*key, value.clone()),
                });
                Node::Fields("Adjustment", "slide", slid.collect())
            }
            Node::Fields("Adjustment", "pivot", fields) if self.turns() => {
                let turned = fields
                    .iter()
                    .map(|(key, value)| (*key, if *key == "by" { value.clone() } else { self.map(value) }));
                Node::Fields("Adjustment", "pivot", turned.collect())
            }
            Node::Fields(name, variant, fields) => Node::Fields(name, variant, self.fields(fields)),
            Node::Newtype("Angle", inner) => match **inner {
                Node::Int(n) => Node::Newtype("Angle", Box::new(Node::Int(self.angle(n)))),
                _ => node.clone(),
            },
            Node::Newtype("GroupId", inner) => self.map_number("GroupId", inner, self.groups),
            Node::Newtype("CommanderId", inner) => {
                self.map_number("CommanderId", inner, self.commanders.map(u16::from))
            }
            Node::Newtype(name, inner) => Node::Newtype(name, Box::new(self.map(inner))),
            Node::Variant(name, variant) => Node::Variant(name, self.word(name, variant)),
            Node::Holding("FortificationKind", "portable", inner) => {
                let Node::Newtype(_, group) = self.map_number("GroupId", inner, self.groups) else {
                    panic!("a number")
                };
                Node::Holding("FortificationKind", "portable", group)
            }
            Node::Holding(name, variant, inner) => Node::Holding(name, variant, Box::new(self.map(inner))),
            Node::List(items) => self.map_list(items),
            Node::Entries(items) => {
                Node::Entries(items.iter().map(|(key, value)| (key.clone(), self.map(value))).collect())
            }
            Node::Nothing | Node::Bool(_) | Node::Int(_) | Node::Text(_) => node.clone(),
        }
    }

    fn map_point(&self, fields: &[(&'static str, Node)]) -> Node {
        match fields {
            [(x, Node::Int(across)), (y, Node::Int(up))] => {
                let (across, up) = self.point(*across, *up);
                Node::Struct("Point", vec![(x, Node::Int(across)), (y, Node::Int(up))])
            }
            _ => panic!("a point has x and y"),
        }
    }

    fn map_number(&self, name: &'static str, inner: &Node, counts: [u16; 2]) -> Node {
        let Node::Int(n) = inner else { panic!("{name} is a number") };
        let mapped = self.number(u16::try_from(*n).expect("a small number"), counts);
        Node::Newtype(name, Box::new(Node::Int(i64::from(mapped))))
    }

    /// Files are counted from the left: those of a formation are counted from the other end.
    fn map_list(&self, items: &[Node]) -> Node {
        let mapped: Vec<Node> = items.iter().map(|item| self.map(item)).collect();
        if self.turns() || !items.iter().all(|item| matches!(item, Node::Struct("Placed", _))) {
            return Node::List(mapped);
        }
        let last = mapped.iter().map(file_of).max().unwrap_or(0);
        Node::List(mapped.into_iter().map(|placed| with_file(&placed, &|file| last - file)).collect())
    }

    /// Fields that say left and right, or red and blue, change places. How far a wheel goes is the same to either hand.
    fn fields(&self, fields: &[(&'static str, Node)]) -> Vec<(&'static str, Node)> {
        let to_a_hand = fields.iter().any(|(key, _)| *key == "hand");
        let value_of = |key: &str| fields.iter().find(|(k, _)| *k == key).map(|(_, value)| value);
        let pairs: &[(&str, &str)] = if self.turns() {
            &[("red", "blue")]
        } else {
            &[("left", "right"), ("from_left", "from_right"), ("drop_left", "drop_right")]
        };
        let partner = |key: &str| {
            let swapped = pairs.iter().find_map(|(a, b)| match key {
                k if k == *a => Some(*b),
                k if k == *b => Some(*a),
                _ => None,
            });
            swapped.and_then(value_of)
        };
        let map = |(key, value): &(&'static str, Node)| match (*key, value) {
            ("by", Node::Newtype("Angle", _)) if to_a_hand => (*key, value.clone()),
            // Which way a base faces in its formation is written as a word.
            ("facing", Node::Text(word)) => (*key, Node::Text(self.faced(word))),
            _ => (*key, self.map(partner(key).unwrap_or(value))),
        };
        fields.iter().map(map).collect()
    }
}

fn file_of(placed: &Node) -> i64 {
    let Node::Struct(_, fields) = placed else { return 0 };
    let at = fields.iter().find(|(key, _)| *key == "at");
    let Some((_, Node::Struct(_, at))) = at else { return 0 };
    match at.iter().find(|(key, _)| *key == "file") {
        Some((_, Node::Int(file))) => *file,
        _ => 0,
    }
}

/// A value with its file, in `at` or of its own, counted otherwise.
pub fn with_file(node: &Node, count: &dyn Fn(i64) -> i64) -> Node {
    match node {
        Node::Struct(name, fields) => {
            let changed = fields.iter().map(|(key, value)| match (*key, value) {
                ("file", Node::Int(file)) => (*key, Node::Int(count(*file))),
                ("at" | "from" | "to", inner) => (*key, with_file(inner, count)),
                _ => (*key, value.clone()),
            });
            Node::Struct(name, changed.collect())
        }
        other => other.clone(),
    }
}
