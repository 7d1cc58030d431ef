//! From a position file to the setup of a battle.

use crate::RefereeError;
use caracole_fog::army::{
    Army, BaseCount, BattleGroup, Camp as CampList, Commander as ListedCommander, CommanderLevel,
    CommanderRole, GroupPermit,
};
use caracole_fog::battle::{
    ArmyChoice, GroupId, PlacedCommander, PlacedGroup, Position as BattlePosition, Setup, StartFrom,
};
use caracole_fog::field::{
    Covering, Figures, Fortification, FortificationKind, Grade, Ground, Piece, Scale as FieldScale,
    TerrainKind,
};
use caracole_fog::formation::{Facing, Formation, Placed, Position as GridPosition};
use caracole_fog::troops::{
    Armour, BaseProfile, Book, Capabilities, Capability, Cohesion, Quality, Training, TroopType,
};
use caracole_kernel::{BySide, Side};
use caracole_picture::position::{
    self as drawn, Position, PositionGroup, Scale, SideIndex, Troop, base_depth,
};
use caracole_picture::terrain::TerrainKind as DrawnKind;
use caracole_plane::{Angle, Base, Hill, Point, Pose, Um};
use std::collections::BTreeMap;

type Done<T> = Result<T, RefereeError>;

/// Red is the side that the file names first.
pub(super) fn side(index: SideIndex) -> Side {
    if index.0 == 0 { Side::Red } else { Side::Blue }
}

/// The number of a group in the battle: red's come first, each side's in the order of the file.
pub(super) fn id(position: &Position, group: usize) -> GroupId {
    let of = |wanted: Side, before: usize| {
        position.groups.iter().take(before).filter(|g| side(g.side) == wanted && g.group.is_some()).count()
    };
    let all = position.groups.len();
    let own = position.groups.get(group).map_or(Side::Red, |g| side(g.side));
    let first = if own == Side::Red { 0 } else { of(Side::Red, all) };
    GroupId(u16::try_from(first + of(own, group)).unwrap_or(u16::MAX))
}

/// The setup of a battle by this book.
pub(super) fn setup(book: Book, position: &Position) -> Done<Setup> {
    if position.sides.len() != 2 {
        return Err(RefereeError::at(
            "side",
            format!("there are {} sides", position.sides.len()),
            "a battle has two: write two [[side]] entries",
        ));
    }
    let table_mu = table(position)?;
    let scale = scale(position);
    let (groups, listed) = placed_groups(book, position)?;
    let (commanders, leaders) = commanders(position)?;
    let (terrain, fortifications) = ground(position)?;
    let mut camps = BySide::default();
    for camp in &position.camps {
        camps[side(camp.side)] = Some(camp.base.front);
    }
    let army = |own: Side| army(book, position, own, leaders[own].clone(), listed[own].clone());
    Ok(Setup {
        armies: BySide { red: army(Side::Red), blue: army(Side::Blue) },
        table_mu,
        scale,
        turns: 1000,
        options: BTreeMap::new(),
        start: StartFrom::Position(BattlePosition {
            terrain,
            fortifications,
            camps,
            groups,
            commanders,
            active: Some(side(position.active)),
            phase: None,
            part_of_battle: !position.whole_armies,
        }),
    })
}

/// The size of the table in movement units.
fn table(position: &Position) -> Done<(u16, u16)> {
    let mu = position.table.mu;
    let across = |length: Um, name: &str| -> Done<u16> {
        let whole = length.get() / mu.get();
        if whole * mu.get() != length.get() {
            return Err(RefereeError::at(
                format!("table.{name}"),
                "the table is not a whole number of movement units across",
                "use a whole number",
            ));
        }
        Ok(u16::try_from(whole).unwrap_or(u16::MAX))
    };
    Ok((across(position.table.width, "width")?, across(position.table.depth, "depth")?))
}

/// The battle groups where they stand, and as each army lists them.
fn placed_groups(book: Book, position: &Position) -> Done<(Vec<PlacedGroup>, BySide<Vec<BattleGroup>>)> {
    let mut groups = Vec::new();
    let mut listed: BySide<Vec<BattleGroup>> = BySide::default();
    for (i, group) in position.groups.iter().enumerate() {
        let place = format!("group {} ({})", i + 1, group.name);
        let Some(body) = &group.group else { continue };
        let own = side(group.side);
        let troops = group.kinds.iter().map(|k| profile(book, k, group, &place)).collect::<Done<Vec<_>>>()?;
        listed[own].push(battle_group(book, group, &troops, &place)?);
        groups.push(PlacedGroup {
            side: own,
            number: u8::try_from(listed[own].len()).unwrap_or(u8::MAX),
            front: body.front_centre(),
            files: u8::try_from(body.files()).unwrap_or(u8::MAX),
            formation: Some(formation(position, group, body, &troops, &place)?),
            cohesion: match group.cohesion {
                drawn::Cohesion::Steady => Cohesion::Steady,
                drawn::Cohesion::Disrupted => Cohesion::Disrupted,
                drawn::Cohesion::Fragmented => Cohesion::Fragmented,
                drawn::Cohesion::Broken => Cohesion::Broken,
            },
            limbered: marked(group, "limbered"),
            lost: group.kind_of_lost.iter().filter_map(|&k| troops.get(k).copied()).collect(),
        });
    }
    Ok((groups, listed))
}

/// An army list of what is drawn of a side.
fn army(
    book: Book,
    position: &Position,
    own: Side,
    commanders: Vec<ListedCommander>,
    groups: Vec<BattleGroup>,
) -> ArmyChoice {
    let name = position.sides.get(usize::from(own == Side::Blue)).map_or("army", |s| &s.name);
    let fortified = position.camps.iter().any(|c| side(c.side) == own && c.fortified);
    ArmyChoice::List(Army {
        book,
        name: name.to_owned(),
        date: None,
        notes: None,
        points: None,
        list: None,
        territories: Vec::new(),
        permits: Vec::new(),
        field_fortifications: 0,
        naval_units: 0,
        order_of_march: Vec::new(),
        camp: CampList { fortified },
        commanders,
        battle_groups: groups,
    })
}

fn scale(position: &Position) -> FieldScale {
    let figures = match position.table.scale {
        Scale::Fifteen => Figures::Fifteen,
        Scale::TwentyEight => Figures::TwentyEight,
    };
    FieldScale { figures, mu: position.table.mu, ..FieldScale::default() }
}

fn word<T: std::str::FromStr>(text: &str, place: &str, field: &str) -> Done<T>
where
    T::Err: std::fmt::Display,
{
    text.parse().map_err(|e: T::Err| {
        RefereeError::at(format!("{place}: {field}"), e.to_string(), "use the words of the army lists")
    })
}

fn profile(book: Book, kind: &Troop, group: &PositionGroup, place: &str) -> Done<BaseProfile> {
    let troop_type: TroopType = word(&kind.troop, place, "troop")?;
    let armour: Option<Armour> =
        if kind.armour.is_empty() { None } else { Some(word(&kind.armour, place, "armour")?) };
    let quality = quality(group, place)?;
    let can = kind
        .capabilities
        .iter()
        .map(|c| word::<Capability>(c, place, "capabilities"))
        .collect::<Done<Vec<_>>>()?;
    let can = Capabilities::of(&can);
    Ok(match training(book, group) {
        None => BaseProfile::renaissance(troop_type, armour, quality, can),
        Some(training) => BaseProfile::ancients(troop_type, armour, quality, training, can),
    })
}

/// Troops are undrilled unless they are marked as drilled, in the book that tells them apart.
fn training(book: Book, group: &PositionGroup) -> Option<Training> {
    match book {
        Book::Renaissance => None,
        Book::Ancients if marked(group, DRILLED) => Some(Training::Drilled),
        Book::Ancients => Some(Training::Undrilled),
    }
}

fn quality(group: &PositionGroup, place: &str) -> Done<Quality> {
    if group.quality.is_empty() { Ok(Quality::Average) } else { word(&group.quality, place, "quality") }
}

/// The mark of drilled troops.
const DRILLED: &str = "drilled";

/// Words beside the name of a group that the referee understands.
const fn marks(book: Book) -> &'static [&'static str] {
    match book {
        Book::Renaissance => &["limbered", "regimental guns", "portable defences"],
        Book::Ancients => &[DRILLED, "undrilled", "portable defences"],
    }
}

fn marked(group: &PositionGroup, mark: &str) -> bool {
    group.marks.iter().any(|m| m.eq_ignore_ascii_case(mark))
}

fn battle_group(book: Book, group: &PositionGroup, troops: &[BaseProfile], place: &str) -> Done<BattleGroup> {
    let known = marks(book);
    if let Some(unknown) = group.marks.iter().find(|m| !known.iter().any(|k| m.eq_ignore_ascii_case(k))) {
        return Err(RefereeError::at(
            format!("{place}: marks"),
            format!("the referee does not know what \"{unknown}\" means for the rules"),
            format!("use {}, or leave it out", known.join(", ")),
        ));
    }
    let mut list_says = Vec::new();
    match group.formation.to_lowercase().as_str() {
        "" | "pike and shot" | "keil" | "column" | "line" | "block" => {}
        "early tercio" => list_says.push(GroupPermit::EarlyTercio),
        "later tercio" => list_says.push(GroupPermit::LaterTercio),
        "swedish brigade" => list_says.push(GroupPermit::SwedishBrigade),
        "commanded shot" => list_says.push(GroupPermit::CommandedShot),
        other => {
            return Err(RefereeError::at(
                format!("{place}: formation"),
                format!("the referee cannot place a group in the formation \"{other}\""),
                "use early tercio, later tercio, swedish brigade, commanded shot, or leave it out",
            ));
        }
    }
    if marked(group, "regimental guns") {
        list_says.push(GroupPermit::RegimentalGuns);
    }
    if marked(group, "portable defences") {
        list_says.push(GroupPermit::PortableDefences);
    }
    let count = |kind: usize| {
        let all = group.kind_of_base.iter().chain(&group.kind_of_lost);
        u8::try_from(all.filter(|&&k| k == kind).count()).unwrap_or(u8::MAX)
    };
    Ok(BattleGroup {
        name: group.name.clone(),
        quality: quality(group, place)?,
        training: training(book, group),
        contingent: None,
        list_says,
        regimental_guns: marked(group, "regimental guns"),
        portable_defences: marked(group, "portable defences"),
        dismounted: Vec::new(),
        bases: troops
            .iter()
            .enumerate()
            .filter(|(kind, _)| count(*kind) > 0)
            .map(|(kind, p)| BaseCount {
                count: count(kind),
                troop_type: p.troop_type,
                armour: p.armour,
                capabilities: p.capabilities,
            })
            .collect(),
    })
}

fn formation(
    position: &Position,
    group: &PositionGroup,
    body: &caracole_plane::Group,
    troops: &[BaseProfile],
    place: &str,
) -> Done<Formation> {
    let unusable = |problem: &str, remedy: &str| Err(RefereeError::at(place, problem, remedy));
    if group.column.is_some() {
        return unusable("the referee cannot place a column with bends", "straighten the column");
    }
    let level = |p: &caracole_plane::Place| p.rank != 0 || p.forward == Um::ZERO || p.turn != Angle::ZERO;
    if !body.places.iter().all(level) {
        return unusable(
            "the referee cannot place files that stand forward of the others",
            "leave `steps` out",
        );
    }
    let mut placed = Vec::new();
    for (at, &kind) in body.places.iter().zip(&group.kind_of_base) {
        let Some((&base, drawn)) = troops.get(kind).zip(group.kinds.get(kind)) else { continue };
        let usual = base_depth(&drawn.troop, position.table.scale, position.system);
        if usual.is_some_and(|depth| depth != at.depth) {
            return unusable("a base has not the depth of its troop type", "leave `depth` out");
        }
        let facing = match at.turn {
            Angle::ZERO => Facing::Front,
            Angle::QUARTER => Facing::Right,
            Angle::HALF => Facing::Rear,
            _ => Facing::Left,
        };
        placed.push(Placed { at: GridPosition { file: at.file, rank: at.rank }, facing, base });
    }
    Formation::try_from(placed).map_err(|e| RefereeError::at(place, e.to_string(), "mend the layout"))
}

type Leaders = (Vec<PlacedCommander>, BySide<Vec<ListedCommander>>);

fn commanders(position: &Position) -> Done<Leaders> {
    let mut placed = Vec::new();
    let mut listed: BySide<Vec<ListedCommander>> = BySide::default();
    for (i, commander) in position.commanders.iter().enumerate() {
        let place = format!("commander {} ({})", i + 1, commander.name);
        let own = side(commander.side);
        let level: CommanderLevel = if commander.rank.is_empty() {
            CommanderLevel::Troop
        } else {
            word(&commander.rank, &place, "rank")?
        };
        let role = if listed[own].is_empty() { CommanderRole::CInC } else { CommanderRole::SubCommander };
        listed[own].push(ListedCommander { name: commander.name.clone(), role, level, contingent: None });
        let number = |n: usize| u8::try_from(n).unwrap_or(u8::MAX);
        let with = match commander.with {
            Some(group) => {
                let of = position.groups.iter().take(group + 1);
                Some(number(of.filter(|g| side(g.side) == own && g.group.is_some()).count()))
            }
            None => None,
        };
        placed.push(PlacedCommander {
            side: own,
            number: number(listed[own].len()),
            at: with.is_none().then(|| front_of(commander.at, scale(position))),
            with,
        });
    }
    Ok((placed, listed))
}

/// The front of a commander's base, whose middle the file gives.
fn front_of(middle: Point, scale: FieldScale) -> Pose {
    let (_, depth) = scale.commander();
    Pose::new(middle, Angle::ZERO).offset(Um::ZERO, depth.half())
}

fn ground(position: &Position) -> Done<(Vec<Piece>, Vec<Fortification>)> {
    let (mut pieces, mut works) = (Vec::new(), Vec::new());
    for (i, piece) in position.terrain.iter().enumerate() {
        let place = format!("terrain {}", i + 1);
        let grade = match piece.grade {
            Some(drawn::Grade::Rough) => Grade::Rough,
            Some(drawn::Grade::Difficult) => Grade::Difficult,
            Some(drawn::Grade::Impassable) => Grade::Impassable,
            Some(drawn::Grade::Uneven) | None => Grade::Uneven,
        };
        let cover = covering(piece.cover);
        use DrawnKind as D;
        let kind = match piece.kind {
            D::BrokenGround => TerrainKind::BrokenGround,
            D::Brush => TerrainKind::Brush,
            D::EnclosedFields => TerrainKind::EnclosedFields,
            D::Plantation => TerrainKind::Plantation,
            D::Gully => TerrainKind::Gully,
            D::Forest => TerrainKind::Forest,
            D::Vineyards => TerrainKind::Vineyards,
            D::Marsh => TerrainKind::Marsh,
            D::SoftSand => TerrainKind::SoftSand,
            D::SteepHill => TerrainKind::SteepHill(cover),
            D::GentleHill => TerrainKind::GentleHill(cover),
            D::Village => TerrainKind::Village,
            D::Impassable | D::Lake => TerrainKind::Impassable,
            D::Coast => TerrainKind::Coastline,
            D::River => TerrainKind::River(grade),
            D::Road => TerrainKind::Road,
            D::Hedge | D::Wall | D::Ditch => TerrainKind::Obstacle,
            D::OpenFields => TerrainKind::OpenFields,
            D::FieldFortification => {
                works.extend(stretches(piece, &place)?.into_iter().map(|at| Fortification {
                    side: defender(position, &at),
                    at,
                    kind: FortificationKind::Field,
                }));
                continue;
            }
            D::PortableDefences => {
                return Err(RefereeError::at(
                    place,
                    "portable defences belong to a group",
                    "give the group the mark \"portable defences\"",
                ));
            }
        };
        let ground = match (&piece.ground, kind) {
            (drawn::Ground::Line(_), TerrainKind::Obstacle) => {
                pieces.extend(
                    stretches(piece, &place)?.into_iter().map(|at| Piece { kind, ground: Ground::Line(at) }),
                );
                continue;
            }
            (drawn::Ground::Line(strip), _) => Ground::Strip(strip.clone()),
            (drawn::Ground::Area(outline), TerrainKind::SteepHill(_) | TerrainKind::GentleHill(_)) => {
                Ground::Hill(Hill { outline: outline.clone(), crest: piece.crest.clone() })
            }
            (drawn::Ground::Area(outline), _) => Ground::Area(outline.clone()),
        };
        pieces.push(Piece { kind, ground });
    }
    Ok((pieces, works))
}

fn covering(cover: Option<DrawnKind>) -> Covering {
    match cover {
        Some(DrawnKind::BrokenGround) => Covering::BrokenGround,
        Some(DrawnKind::Brush) => Covering::Brush,
        Some(DrawnKind::Plantation) => Covering::Plantation,
        Some(DrawnKind::Vineyards) => Covering::Vineyards,
        Some(DrawnKind::Forest) => Covering::Forest,
        Some(DrawnKind::Village) => Covering::Village,
        _ => Covering::Clear,
    }
}

/// The straight parts of an obstacle: rectangles whose front looks to the left of the line.
fn stretches(piece: &drawn::Terrain, place: &str) -> Done<Vec<Base>> {
    let drawn::Ground::Line(strip) = &piece.ground else {
        return Err(RefereeError::at(place, "an obstacle is a line", "give it a `line` and a `width`"));
    };
    let stretch = |(from, to): (&Point, &Point)| {
        let along = from.direction_to(*to)?;
        let length = from.distance(*to);
        let middle = Pose::new(*from, along).offset(Um::ZERO, length.half());
        let front = Pose::new(middle.at, along - Angle::QUARTER).offset(Um::ZERO, strip.width().half());
        Some(Base::new(front, length, strip.width()))
    };
    Ok(strip.line().iter().zip(strip.line().iter().skip(1)).filter_map(stretch).collect())
}

/// A fortification belongs to the side whose troops stand nearest behind it.
fn defender(position: &Position, at: &Base) -> Side {
    let behind = |g: &&PositionGroup| {
        g.group
            .as_ref()
            .is_some_and(|body| body.rects().iter().any(|r| at.rect().has_entirely_behind_front(r)))
    };
    let near = position
        .groups
        .iter()
        .filter(behind)
        .min_by_key(|g| g.group.as_ref().map(|b| b.front_centre().at.distance(at.front.at)));
    near.map_or(Side::Red, |g| side(g.side))
}
