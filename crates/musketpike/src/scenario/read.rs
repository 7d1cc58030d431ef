//! Reading scenario files.

use super::check::check;
use super::read_map::{hex_on, map};
use super::read_victory::victory;
use super::*;
use crate::charts::{Charts, Word};
use crate::counters::*;
use crate::hex::{Facing, Placement};
use crate::map::{HexsideFeature, MapEdge};
use caracole_document::{Document, Faults, Node, Section, shown};

/// Most units, leaders or wings of a scenario.
const MOST_PIECES: usize = 240;

impl Scenario {
    /// Reads a scenario from the text of a file. Charts say what is printed on guns where the file is silent, and
    /// which terrain no unit can stand on.
    pub fn read(file: &str, text: &str, charts: &Charts) -> Result<Scenario, Faults> {
        let document = Document::new(file, text);
        let parsed = document.parse()?;
        let root = Section::root(&document, &parsed);
        let scenario = scenario(&root, charts);
        document.finish(scenario)
    }
}

pub(super) const SIDES: [(&str, Side); 2] = [("red", Side::Red), ("blue", Side::Blue)];

fn scenario(root: &Section<'_, '_>, charts: &Charts) -> Option<Scenario> {
    root.only(&[
        "id",
        "title",
        "date",
        "about",
        "title_column",
        "turns",
        "army",
        "map",
        "wings",
        "leaders",
        "units",
        "victory",
        "special",
    ]);
    let text = |key: &str, most: usize| root.need(key)?.short_text(most).map(str::to_owned);
    let id = root.need("id")?;
    let id = code(&id);
    let (title, turns) = (text("title", 80), root.need("turns").and_then(|node| node.u8(1, 40)));
    let optional = |key: &str, most| match root.get(key) {
        Some(node) => node.short_text(most).map(str::to_owned),
        None => Some(String::new()),
    };
    let (date, about) = (optional("date", 60), optional("about", 4000));
    let title_column = match root.get("title_column") {
        Some(node) => {
            let known: Vec<(&str, TitleColumn)> = TitleColumn::ALL.iter().map(|t| (t.key(), *t)).collect();
            node.word(&known)
        }
        None => Some(TitleColumn::Generic),
    };
    let mut map = map(&root.need("map")?.section()?)?;
    let special = special(root);
    let leaders = leaders(root, &map);
    let (leaders, wing_files, army_files) = (leaders?, wings(root, &map)?, armies(root)?);
    let pieces = assign(root, leaders, wing_files, &army_files)?;
    for (side, army) in army_files.iter() {
        map.friendly_edges[side] = army.edges.clone();
    }
    let units = units(root, &map, &pieces.wings, charts)?;
    let victory = victory(root, &map, |code| {
        units.iter().position(|unit| unit.unit.code == code).map(|i| UnitId(i as u8))
    })?;
    let scenario = Scenario {
        id: id?,
        title: title?,
        date: date?,
        about: about?,
        title_column: title_column?,
        turns: turns?,
        armies: pieces.armies,
        map,
        unit_starts: units.iter().map(|unit| unit.start).collect(),
        leaders: pieces.leaders,
        leader_starts: pieces.leader_starts,
        wings: settle_wing_types(pieces.wings, &units, &pieces.wing_types),
        wing_starts: pieces.wing_starts,
        victory,
        special: special?,
        units: units.iter().map(|unit| unit.unit.clone()).collect(),
    };
    let places: Vec<Node<'_, '_>> = units.into_iter().map(|unit| unit.node).collect();
    check(root, &scenario, charts, &places, &pieces.leader_nodes);
    Some(scenario)
}

/// A short code: letters, digits, `_` and `-`.
fn code(node: &Node<'_, '_>) -> Option<String> {
    let text = node.short_text(24)?;
    let sound = !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-');
    if !sound {
        node.fault("this is not a code", "use letters, digits, _ and - without blanks, at most 24");
        return None;
    }
    Some(text.to_owned())
}

fn items<'d, 'a>(root: &Section<'d, 'a>, key: &str) -> Option<Vec<Node<'d, 'a>>> {
    let node = root.need(key)?;
    let list = node.list()?;
    if list.is_empty() || list.len() > MOST_PIECES {
        node.fault(format!("there are {} {key}", list.len()), format!("give 1 to {MOST_PIECES}"));
        return None;
    }
    Some(list)
}

fn flag(table: &Section<'_, '_>, key: &str, usual: bool) -> Option<bool> {
    table.get(key).map_or(Some(usual), |node| node.bool())
}

/// A leader as the file says, before the role is known.
struct LeaderEntry<'d, 'a> {
    leader: ListedLeader,
    start: Option<Hex>,
    node: Node<'d, 'a>,
}

fn leaders<'d, 'a>(root: &Section<'d, 'a>, map: &Map) -> Option<Vec<LeaderEntry<'d, 'a>>> {
    let mut all: Vec<LeaderEntry<'d, 'a>> = Vec::new();
    for node in items(root, "leaders")? {
        let table = node.section()?;
        table.only(&["code", "name", "army", "rating", "at", "victory_points"]);
        let start = match table.get("at") {
            Some(at) => Some(hex_on(map, &at, at.text()?)?),
            None => None,
        };
        let leader = ListedLeader {
            code: code(&table.need("code")?)?,
            name: table.need("name")?.short_text(40)?.to_owned(),
            side: table.need("army")?.word(&SIDES)?,
            // Wings and armies say which role the leader has.
            role: LeaderRole::ArmyReplacement,
            rating: LeaderRating(table.need("rating")?.i8(-2, 0)?),
            victory_points: match table.get("victory_points") {
                Some(points) => Some(points.u8(0, 200)?),
                None => None,
            },
        };
        if all.iter().any(|other| other.leader.code == leader.code) {
            node.fault(
                format!("two leaders have the code \"{}\"", leader.code),
                "give each leader a code of their own",
            );
        }
        all.push(LeaderEntry { leader, start, node });
    }
    Some(all)
}

struct WingEntry<'d, 'a> {
    code: String,
    name: String,
    side: Side,
    commander: Node<'d, 'a>,
    replacement: Option<Node<'d, 'a>>,
    cavalry: Option<bool>,
    start: WingStart,
    node: Node<'d, 'a>,
}

fn wings<'d, 'a>(root: &Section<'d, 'a>, map: &Map) -> Option<Vec<WingEntry<'d, 'a>>> {
    let mut all: Vec<WingEntry<'d, 'a>> = Vec::new();
    for node in items(root, "wings")? {
        let table = node.section()?;
        table.only(&[
            "code",
            "name",
            "army",
            "commander",
            "replacement",
            "orders",
            "cavalry_wing",
            "entries",
        ]);
        let mut entries = Vec::new();
        for entry in table.get("entries").map_or(Some(Vec::new()), |node| node.list())? {
            entries.push(wing_entry(&entry, map)?);
        }
        let wing = WingEntry {
            code: code(&table.need("code")?)?,
            name: table.need("name")?.short_text(40)?.to_owned(),
            side: table.need("army")?.word(&SIDES)?,
            commander: table.need("commander")?,
            replacement: table.get("replacement"),
            cavalry: match table.get("cavalry_wing") {
                Some(node) => Some(node.bool()?),
                None => None,
            },
            start: WingStart {
                orders: table.need("orders")?.word(&Orders::ALL.map(|orders| (orders.key(), orders)))?,
                entries,
            },
            node: node.clone(),
        };
        if all.iter().any(|other| other.code == wing.code) {
            node.fault(format!("two wings have the code \"{}\"", wing.code), "give each its own");
        }
        all.push(wing);
    }
    Some(all)
}

fn wing_entry(node: &Node<'_, '_>, map: &Map) -> Option<Entry> {
    let table = node.section()?;
    table.only(&["turn", "hexes", "formations", "commander"]);
    let mut hexes = Vec::new();
    for item in table.need("hexes")?.list()? {
        let hex = hex_on(map, &item, item.text()?)?;
        if !MapEdge::ALL.iter().any(|edge| map.is_on_edge(hex, *edge)) {
            item.fault(format!("hex {hex} is not at the edge of the map"), "name hexes of an edge");
        }
        hexes.push(hex);
    }
    if hexes.is_empty() {
        table.fault("no entry hex is named", "add at least one hex of an edge to hexes");
    }
    let mut formations = Vec::new();
    for item in table.get("formations").map_or(Some(Vec::new()), |node| node.list())? {
        formations.push(item.word(&[
            ("normal", FormationState::Normal),
            ("open_order", FormationState::OpenOrder),
            ("column", FormationState::Column),
        ])?);
    }
    Some(Entry {
        turn: table.need("turn")?.u8(1, 40)?,
        hexes,
        formations,
        brings_commander: flag(&table, "commander", false)?,
    })
}

struct ArmyEntry<'d, 'a> {
    name: String,
    commander: Option<Node<'d, 'a>>,
    successor: Option<Node<'d, 'a>>,
    senior_wing: Option<Node<'d, 'a>>,
    edges: Vec<MapEdge>,
}

fn armies<'d, 'a>(root: &Section<'d, 'a>) -> Option<BySide<ArmyEntry<'d, 'a>>> {
    let armies = root.need("army")?.section()?;
    armies.only(&["red", "blue"]);
    let one = |side: Side| {
        let table = armies.need(side.name())?.section()?;
        table.only(&["name", "commander", "successor", "senior_wing", "retreat_edges"]);
        let mut edges = Vec::new();
        let node = table.need("retreat_edges")?;
        for item in node.list()? {
            edges.push(item.word(&MapEdge::ALL.map(|edge| (edge.name(), edge)))?);
        }
        if edges.is_empty() {
            node.fault("the army has no edge to retreat to", "name north, east, south or west");
        }
        Some(ArmyEntry {
            name: table.need("name")?.short_text(40)?.to_owned(),
            commander: table.get("commander"),
            successor: table.get("successor"),
            senior_wing: table.get("senior_wing"),
            edges,
        })
    };
    let (red, blue) = (one(Side::Red), one(Side::Blue));
    Some(BySide { red: red?, blue: blue? })
}

/// Leaders, and which of them have a role.
struct Roles<'d, 'a> {
    leaders: Vec<LeaderEntry<'d, 'a>>,
    taken: Vec<bool>,
}

impl<'d, 'a> Roles<'d, 'a> {
    /// Gives a role to the leader that a file names; each leader has one.
    fn take(&mut self, node: &Node<'d, 'a>, side: Side, role: LeaderRole) -> Option<LeaderId> {
        let text = node.text()?;
        let Some(n) = self.leaders.iter().position(|entry| entry.leader.code == text) else {
            node.fault(
                format!("no leader has the code \"{}\"", shown(text)),
                "add the leader to `leaders`, or name one who is listed",
            );
            return None;
        };
        let leader = &mut self.leaders.get_mut(n)?.leader;
        if leader.side != side {
            node.fault(format!("{} belongs to the other army", leader.name), "name a leader of this army");
            return None;
        }
        if std::mem::replace(self.taken.get_mut(n)?, true) {
            node.fault(format!("{} leads something else already", leader.name), "name another leader");
            return None;
        }
        leader.role = role;
        Some(LeaderId(n as u8))
    }
}

/// An army with its commander and who follows.
fn read_army<'d, 'a>(
    root: &Section<'d, 'a>,
    roles: &mut Roles<'d, 'a>,
    side: Side,
    entry: &ArmyEntry<'d, 'a>,
    made: &[ListedWing],
) -> Option<Army> {
    if !made.iter().any(|wing| wing.side == side) {
        root.fault(format!("the {side} army has no wing"), "add one to wings");
        return None;
    }
    let commander = match &entry.commander {
        Some(node) => Some(roles.take(node, side, LeaderRole::ArmyCommander)?),
        None => None,
    };
    let successor = match (&entry.successor, &entry.senior_wing) {
        (None, None) => Successor::Nobody,
        (Some(node), None) => Successor::Named(roles.take(node, side, LeaderRole::ArmyReplacement)?),
        (None, Some(node)) => {
            let text = node.text()?;
            let wing = made.iter().position(|wing| wing.code == text && wing.side == side);
            let Some(wing) = wing else {
                node.fault(format!("the army has no wing \"{}\"", shown(text)), "name one of its wings");
                return None;
            };
            Successor::SeniorWing(WingId(wing as u8))
        }
        (Some(node), Some(_)) => {
            node.fault("both a successor and a senior wing are named", "keep one of the two");
            return None;
        }
    };
    Some(Army { name: entry.name.clone(), commander, successor })
}

/// Wings and leaders that know of each other.
struct Pieces<'d, 'a> {
    leaders: Vec<ListedLeader>,
    leader_starts: Vec<Option<Hex>>,
    leader_nodes: Vec<Node<'d, 'a>>,
    wings: Vec<ListedWing>,
    wing_types: Vec<Option<bool>>,
    wing_starts: Vec<WingStart>,
    armies: BySide<Army>,
}

fn assign<'d, 'a>(
    root: &Section<'d, 'a>,
    leaders: Vec<LeaderEntry<'d, 'a>>,
    wings: Vec<WingEntry<'d, 'a>>,
    armies: &BySide<ArmyEntry<'d, 'a>>,
) -> Option<Pieces<'d, 'a>> {
    let mut roles = Roles { taken: vec![false; leaders.len()], leaders };
    let mut made = Vec::new();
    let (mut wing_types, mut wing_starts) = (Vec::new(), Vec::new());
    for (n, wing) in wings.iter().enumerate() {
        let id = WingId(n as u8);
        let commander = roles.take(&wing.commander, wing.side, LeaderRole::WingCommander(id))?;
        let replacement = match &wing.replacement {
            Some(node) => Some(roles.take(node, wing.side, LeaderRole::WingReplacement(id))?),
            None => None,
        };
        made.push(ListedWing {
            code: wing.code.clone(),
            name: wing.name.clone(),
            side: wing.side,
            commander,
            replacement,
            wing_type: WingType::Mixed,
        });
        wing_types.push(wing.cavalry);
        wing_starts.push(wing.start.clone());
    }
    let mut army = |side: Side| read_army(root, &mut roles, side, &armies[side], &made);
    let (red, blue) = (army(Side::Red), army(Side::Blue));
    let Roles { leaders, taken } = roles;
    check_taken(&leaders, &taken);
    check_arrivals(&wings, &made, &leaders);
    Some(Pieces {
        leader_starts: leaders.iter().map(|entry| entry.start).collect(),
        leader_nodes: leaders.iter().map(|entry| entry.node.clone()).collect(),
        leaders: leaders.into_iter().map(|entry| entry.leader).collect(),
        wings: made,
        wing_types,
        wing_starts,
        armies: BySide { red: red?, blue: blue? },
    })
}

/// Every leader leads something.
fn check_taken(leaders: &[LeaderEntry<'_, '_>], taken: &[bool]) {
    for (entry, taken) in leaders.iter().zip(taken) {
        if !taken {
            entry.node.fault(
                format!("{} leads nothing", entry.leader.name),
                "use this leader's code as a commander, replacement or successor, or remove the leader",
            );
        }
    }
}

/// A commander stands on the map or comes with the Wing.
fn check_arrivals(wings: &[WingEntry<'_, '_>], made: &[ListedWing], leaders: &[LeaderEntry<'_, '_>]) {
    for wing in wings {
        let commander = made.iter().find(|m| m.code == wing.code).map(|m| usize::from(m.commander.0));
        let off_map = commander.and_then(|n| leaders.get(n)).is_some_and(|entry| entry.start.is_none());
        let brought = wing.start.entries.iter().any(|entry| entry.brings_commander);
        if off_map != brought {
            wing.node.fault(
                "the commander must start on the map or come with one entry, not both",
                "set the leader's `at`, or `commander = true` on one entry",
            );
        }
    }
}

/// A Cavalry Wing has no heavy infantry, unless the file says otherwise.
fn settle_wing_types(
    mut wings: Vec<ListedWing>,
    units: &[UnitEntry<'_, '_>],
    said: &[Option<bool>],
) -> Vec<ListedWing> {
    for (n, wing) in wings.iter_mut().enumerate() {
        let has_foot = units.iter().any(|entry| {
            usize::from(entry.unit.wing.0) == n && entry.unit.unit_type.arm() == UnitArm::HeavyInfantry
        });
        let cavalry = said.get(n).copied().flatten().unwrap_or(!has_foot);
        wing.wing_type = if cavalry { WingType::Cavalry } else { WingType::Mixed };
    }
    wings
}

struct UnitEntry<'d, 'a> {
    unit: ListedUnit,
    start: UnitStart,
    node: Node<'d, 'a>,
}

fn units<'d, 'a>(
    root: &Section<'d, 'a>,
    map: &Map,
    wings: &[ListedWing],
    charts: &Charts,
) -> Option<Vec<UnitEntry<'d, 'a>>> {
    let known: Vec<(&str, usize)> =
        wings.iter().enumerate().map(|(n, wing)| (wing.code.as_str(), n)).collect();
    let mut all: Vec<UnitEntry<'d, 'a>> = Vec::new();
    let mut sound = true;
    for node in items(root, "units")? {
        match unit(&node, map, wings, &known, charts) {
            None => sound = false,
            Some(entry) => {
                if all.iter().any(|other| other.unit.code == entry.unit.code) {
                    node.fault(
                        format!("two units have the code \"{}\"", entry.unit.code),
                        "give each its own",
                    );
                }
                all.push(entry);
            }
        }
    }
    sound.then_some(all)
}

const TYPES: [&str; 8] =
    ["heavy_infantry", "musketeers", "dragoons", "cuirassier", "arquebusier", "croat", "artillery", "wagon"];

fn unit<'d, 'a>(
    node: &Node<'d, 'a>,
    map: &Map,
    wings: &[ListedWing],
    known: &[(&str, usize)],
    charts: &Charts,
) -> Option<UnitEntry<'d, 'a>> {
    let table = node.section()?;
    table.only(&[
        "code",
        "name",
        "wing",
        "type",
        "strength",
        "morale",
        "at",
        "facing",
        "formation",
        "layer",
        "limbered",
        "entry",
        "pikes",
        "guns",
        "swedish",
        "salvo",
        "dismounted",
        "class",
        "double",
        "grazing",
        "range",
        "two_hex",
    ]);
    let wing = table.need("wing")?.word(known)?;
    let unit_type = unit_type(&table, charts)?;
    let morale = match (unit_type.arm(), table.get("morale")) {
        (_, Some(node)) => node.u8(4, 8)?,
        (UnitArm::Artillery | UnitArm::Wagon, None) => charts.artillery_counters.morale.0,
        (_, None) => {
            table.need("morale")?;
            return None;
        }
    };
    let unit = ListedUnit {
        code: code(&table.need("code")?)?,
        name: table.need("name")?.short_text(40)?.to_owned(),
        side: wings.get(wing)?.side,
        wing: WingId(wing as u8),
        unit_type,
        morale: Morale(morale),
    };
    let start = unit_start(&table, map, unit_type)?;
    Some(UnitEntry { unit, start, node: node.clone() })
}

fn unit_type(table: &Section<'_, '_>, charts: &Charts) -> Option<UnitType> {
    let word = table.need("type")?.word(&TYPES.map(|t| (t, t)))?;
    let only_for = |keys: &[&str], types: &[&str]| {
        for key in keys {
            if let Some(node) = table.get(key)
                && !types.contains(&word)
            {
                node.fault(
                    format!("\"{key}\" means nothing for {word}"),
                    format!("remove it: it is for {}", types.join(", ")),
                );
            }
        }
    };
    only_for(&["pikes", "guns", "swedish", "salvo", "two_hex"], &["heavy_infantry"]);
    only_for(&["dismounted"], &["cuirassier", "arquebusier"]);
    only_for(&["class", "double", "grazing", "range", "limbered"], &["artillery"]);
    only_for(&["layer"], &["artillery"]);
    caracole_ledger::enforces!("MPBS-7.3.3d");
    only_for(&["strength", "formation"], &TYPES[..6]);
    let strength = || Some(Strength(table.need("strength")?.u8(1, 20)?));
    let choose = |key: &str, usual: bool| flag(table, key, usual);
    Some(match word {
        "heavy_infantry" => {
            let two = match (table.get("two_hex"), table.get("at")) {
                (Some(node), _) => node.bool()?,
                (None, Some(at)) => at.text()?.split_whitespace().count() == 2,
                (None, None) => false,
            };
            let style = if choose("swedish", false)? { BrigadeStyle::Swedish } else { BrigadeStyle::Usual };
            if style == BrigadeStyle::Swedish && !two {
                table.fault("only two-hex units can be Swedish style brigades", "remove swedish");
            }
            UnitType::HeavyInfantry {
                strength: strength()?,
                size: if two { CounterSize::TwoHex } else { CounterSize::OneHex },
                pikes: if choose("pikes", true)? { Pikes::Pikes } else { Pikes::NoPikes },
                guns: if choose("guns", false)? {
                    RegimentalArtillery::Guns
                } else {
                    RegimentalArtillery::None
                },
                style,
                salvo: if choose("salvo", true)? { Salvo::May } else { Salvo::MayNot },
            }
        }
        "musketeers" => UnitType::LightInfantry { strength: strength()?, kind: LightInfantryType::Muskets },
        "dragoons" => UnitType::LightInfantry { strength: strength()?, kind: LightInfantryType::Dragoons },
        "artillery" => {
            let class = table.need("class")?.word(&[
                ("heavy", ArtilleryClass::Heavy),
                ("medium", ArtilleryClass::Medium),
                ("light", ArtilleryClass::Light),
            ])?;
            let usual = charts.artillery_counters.ranges(class);
            let grazing = table.get("grazing").map_or(Some(usual.0), |node| node.u8(0, 30))?;
            let range = table.get("range").map_or(Some(usual.1), |node| node.u8(1, 60))?;
            if grazing > range {
                table.fault("the grazing range is longer than the maximum range", "exchange the two");
            }
            let size = if choose("double", false)? { BatterySize::Double } else { BatterySize::Single };
            UnitType::Artillery { class, size, grazing, range }
        }
        "wagon" => UnitType::Wagon,
        horse => UnitType::Cavalry {
            strength: strength()?,
            kind: match horse {
                "cuirassier" => CavalryType::Cuirassier,
                "arquebusier" => CavalryType::Arquebusier,
                _ => CavalryType::Croat,
            },
            mount: if choose("dismounted", false)? { Mount::Dismounted } else { Mount::Mounted },
        },
    })
}

fn unit_start(table: &Section<'_, '_>, map: &Map, unit_type: UnitType) -> Option<UnitStart> {
    if let Some(entry) = table.get("entry") {
        for key in ["at", "facing", "formation", "layer"] {
            if let Some(node) = table.get(key) {
                node.fault("a reinforcement has no place yet", format!("remove {key}, or remove entry"));
            }
        }
        return Some(UnitStart::Reinforcement { entry: entry.u8(1, 20)?.saturating_sub(1) });
    }
    let at = table.need("at")?;
    let mut hexes = Vec::new();
    for word in at.text()?.split_whitespace() {
        hexes.push(hex_on(map, &at, word)?);
    }
    let wanted = if unit_type.is_two_hex() { 2 } else { 1 };
    if hexes.len() != wanted {
        at.fault(format!("{} hexes are named", hexes.len()), format!("name {wanted} for this unit"));
        return None;
    }
    let formation = match table.get("formation") {
        None => FormationState::Normal,
        Some(node) => node.word(&[
            ("normal", FormationState::Normal),
            ("shaken", FormationState::Shaken),
            ("broken", FormationState::Broken),
            ("hedgehog", FormationState::Hedgehog),
            ("open_order", FormationState::OpenOrder),
            ("column", FormationState::Column),
        ])?,
    };
    let can_hedgehog = matches!(unit_type, UnitType::HeavyInfantry { pikes: Pikes::Pikes, .. });
    if formation == FormationState::Hedgehog && !can_hedgehog {
        table.fault("only heavy infantry with pikes forms Hedgehog", "choose another formation");
    }
    let limber = if flag(table, "limbered", false)? { Limber::Limbered } else { Limber::Unlimbered };
    let layer = match table.get("layer") {
        None if unit_type.arm() == UnitArm::Wagon => Layer::Bottom,
        None => Layer::Top,
        Some(node) => node.word(&[("top", Layer::Top), ("bottom", Layer::Bottom)])?,
    };
    let placement = placement(table, &at, &hexes, unit_type, formation)?;
    Some(UnitStart::OnMap { placement, formation, layer, limber })
}

fn placement(
    table: &Section<'_, '_>,
    at: &Node<'_, '_>,
    hexes: &[Hex],
    unit_type: UnitType,
    formation: FormationState,
) -> Option<Placement> {
    let &first = hexes.first()?;
    if let Some(&second) = hexes.get(1) {
        if !first.is_adjacent(second) {
            at.fault(
                format!("{first} and {second} are not adjacent"),
                "a two-hex unit stands in two hexes that share a hexside",
            );
            return None;
        }
        if formation == FormationState::Column {
            // The head is named first.
            return Some(Placement::Column { head: first, front: second.direction_to(first)? });
        }
    }
    if unit_type.arm() == UnitArm::Wagon {
        return Some(Placement::One { hex: first, facing: Facing::E });
    }
    let node = table.need("facing")?;
    let facing = node.word(&Facing::ALL.map(|facing| (facing.name(), facing)))?;
    match hexes.get(1) {
        None => Some(Placement::One { hex: first, facing }),
        Some(&second) => {
            let placed = Placement::line(first, second, facing);
            if placed.is_none() {
                let ways: Vec<&str> = Placement::lines_on(first, second)
                    .into_iter()
                    .flatten()
                    .filter_map(Placement::facing)
                    .map(Facing::name)
                    .collect();
                node.fault(
                    format!("a unit in {first} and {second} cannot face {}", facing.name()),
                    format!("face it {}", ways.join(" or ")),
                );
            }
            placed
        }
    }
}

fn special(root: &Section<'_, '_>) -> Option<SpecialRules> {
    let mut rules = SpecialRules {
        limbering: Limbering::Allowed,
        wagons: WagonMovement::Fixed,
        light_infantry_with_cavalry: 2,
        reciprocal: HexsideFeatures::default(),
        hard_continuation: false,
    };
    let Some(node) = root.get("special") else { return Some(rules) };
    let table = node.section()?;
    table.only(&[
        "limbering",
        "wagons_move",
        "light_infantry_with_cavalry",
        "reciprocal",
        "hard_continuation",
    ]);
    if !flag(&table, "limbering", true)? {
        rules.limbering = Limbering::NotAllowed;
    }
    if flag(&table, "wagons_move", false)? {
        rules.wagons = WagonMovement::Movable;
    }
    if let Some(node) = table.get("light_infantry_with_cavalry") {
        rules.light_infantry_with_cavalry = node.u8(1, 20)?;
    }
    for item in table.get("reciprocal").map_or(Some(Vec::new()), |node| node.list())? {
        rules.reciprocal = rules.reciprocal.with(item.word(&HexsideFeature::ALL.map(|f| (f.key(), f)))?);
    }
    rules.hard_continuation = flag(&table, "hard_continuation", false)?;
    Some(rules)
}
