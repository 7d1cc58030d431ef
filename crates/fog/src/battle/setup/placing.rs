//! Placing terrain: where the die says, and what the other player may change.

use super::choosing::check_no_road;
use super::shapes::{
    self, MOST_CORNERS, farthest_from_edge, fits_in_circle, from_edge, is_on_edge, is_on_table, nearer_than,
    overlap, room_in, touches_edge,
};
use super::table::{Kind, Selection, Size};
use super::{Chosen, Decision, rear_edge};
use crate::battle::law::law;
use crate::battle::world::World;
use crate::field::{Field, Grade, Ground, Piece, TerrainKind};
use caracole_kernel::{Refusal, Side, Tally};
use caracole_ledger::{RuleId, enforces, rule};
use caracole_plane::{Angle, Base, CONTACT_TOLERANCE, Hill, Point, Polygon, Pose, Strip, TableEdge, Um};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// Where the placement roll says that a piece must lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Location {
    /// Rivers, coastlines and roads are not rolled for.
    Free,
    /// Touching the long edge of a player.
    LongEdge(Half),
    /// Touching a side edge or a coastline.
    SideEdge(Half),
    /// More than 8 MU from every edge.
    Middle(Half),
}

/// A half of the table, as the placing player sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Half {
    /// The opponent's.
    Opponents,
    /// The player's own.
    Own,
}

impl Location {
    /// What the die says.
    #[must_use]
    pub const fn rolled(die: i32) -> Self {
        enforces!("FOGR-SETUP-020", "FOGAM-SETUP-015");
        match die {
            ..=1 => Location::LongEdge(Half::Opponents),
            2 => Location::LongEdge(Half::Own),
            3 => Location::SideEdge(Half::Opponents),
            4 => Location::SideEdge(Half::Own),
            5 => Location::Middle(Half::Opponents),
            6.. => Location::Middle(Half::Own),
        }
    }

    const fn half(self) -> Option<Half> {
        match self {
            Location::Free => None,
            Location::LongEdge(half) | Location::SideEdge(half) | Location::Middle(half) => Some(half),
        }
    }
}

/// What the adjustment roll lets the other player do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Leeway {
    /// Nothing.
    Nothing,
    /// Slide up to 6 MU.
    Slide,
    /// Slide up to 12 MU, or pivot.
    SlideOrPivot,
    /// Remove.
    Remove,
}

impl Leeway {
    /// What a score allows.
    #[must_use]
    pub const fn of(score: i32) -> Self {
        enforces!("FOGR-SETUP-022", "FOGAM-SETUP-016");
        match score {
            ..=2 => Leeway::Nothing,
            3 | 4 => Leeway::Slide,
            5 => Leeway::SlideOrPivot,
            6.. => Leeway::Remove,
        }
    }
}

/// How the other player changes a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Adjustment {
    /// Leave it.
    Leave,
    /// Slide it so far to the right and up the table.
    Slide {
        /// To the right (left if negative).
        right: Um,
        /// Up the table, away from red's edge (down if negative).
        up: Um,
    },
    /// Pivot it clockwise about a point of its edge.
    Pivot {
        /// The fixed point.
        about: Point,
        /// The angle.
        by: Angle,
    },
    /// Take it away.
    Remove,
}

/// The modifiers of the adjustment roll.
pub fn adjustment_modifiers(chosen: &Chosen, rule: RuleId, sum: &mut Tally) {
    if chosen.compulsory {
        sum.add(rule, "compulsory piece", -1);
    }
    if matches!(chosen.what.kind, Kind::Impassable | Kind::River | Kind::Coastline) {
        sum.add(rule, "impassable, river or coastline", 1);
    }
}

/// The terrain that a chosen piece becomes; a river's grade is rolled once it is placed.
#[must_use]
pub const fn terrain_kind(kind: Kind) -> TerrainKind {
    match kind {
        Kind::Open => TerrainKind::Open,
        Kind::BrokenGround => TerrainKind::BrokenGround,
        Kind::Brush => TerrainKind::Brush,
        Kind::EnclosedFields => TerrainKind::EnclosedFields,
        Kind::Plantation => TerrainKind::Plantation,
        Kind::Gully => TerrainKind::Gully,
        Kind::Forest => TerrainKind::Forest,
        Kind::Vineyards => TerrainKind::Vineyards,
        Kind::Marsh => TerrainKind::Marsh,
        Kind::SoftSand => TerrainKind::SoftSand,
        Kind::Village => TerrainKind::Village,
        Kind::SteepHill(covering) => TerrainKind::SteepHill(covering),
        Kind::GentleHill(covering) => TerrainKind::GentleHill(covering),
        Kind::Impassable => TerrainKind::Impassable,
        Kind::Obstacle => TerrainKind::Obstacle,
        Kind::Road => TerrainKind::Road,
        Kind::River => TerrainKind::River(Grade::Uneven),
        Kind::Coastline => TerrainKind::Coastline,
        Kind::OpenFields => TerrainKind::OpenFields,
    }
}

/// The grade of a river by its die.
#[must_use]
pub const fn river_grade(die: i32) -> Grade {
    enforces!("FOGR-TERRAIN-021", "FOGAM-TERRAIN-020");
    match die {
        ..=1 => Grade::Uneven,
        2 | 3 => Grade::Rough,
        4 | 5 => Grade::Difficult,
        6.. => Grade::Impassable,
    }
}

/// Whether a piece is or carries a village.
#[must_use]
pub fn has_village(piece: &Piece) -> bool {
    use crate::field::Covering::Village;
    matches!(
        piece.kind,
        TerrainKind::Village | TerrainKind::SteepHill(Village) | TerrainKind::GentleHill(Village)
    )
}

const fn is_linear(kind: TerrainKind) -> bool {
    matches!(kind, TerrainKind::Road | TerrainKind::River(_) | TerrainKind::Coastline)
}

fn wrong(rule: RuleId, problem: impl Into<Cow<'static, str>>, remedy: &'static str) -> Refusal {
    Refusal::new(rule, problem, remedy)
}

/// Checks a piece that a player lays down.
pub fn check_place(
    world: &World,
    side: Side,
    what: Selection,
    location: Location,
    ground: &Ground,
    room: Option<Pose>,
) -> Result<Piece, Refusal> {
    check_shape(world, what, ground, room)?;
    check_location(world, side, location, ground)?;
    let piece = Piece { kind: terrain_kind(what.kind), ground: ground.clone() };
    check_distance(world, &piece)?;
    Ok(piece)
}

fn check_shape(world: &World, what: Selection, ground: &Ground, room: Option<Pose>) -> Result<(), Refusal> {
    match (what.kind, ground) {
        (Kind::Road, Ground::Strip(strip)) => check_road(world, strip),
        (Kind::River, Ground::Strip(strip)) => check_river(world, strip),
        (Kind::Coastline, Ground::Area(area)) => check_coast(world, area, ground),
        (Kind::Obstacle, Ground::Line(line)) => {
            on_table(world, ground)?;
            check_obstacle(&world.field, what.size, line)
        }
        (Kind::SteepHill(_) | Kind::GentleHill(_), Ground::Hill(hill)) => {
            on_table(world, ground)?;
            if hill.crest.len() > MOST_CORNERS || !hill.crest.iter().all(|p| hill.outline.holds(*p)) {
                return Err(wrong(
                    law!(world.book, "FOGR-GLOSSARY-044", "FOGAM-GLOSSARY-041"),
                    "The crest does not lie on the hill",
                    "Draw the crest within the outline.",
                ));
            }
            check_area(world, what.size, &hill.outline, room)
        }
        (Kind::Road | Kind::River | Kind::Coastline | Kind::Obstacle, _)
        | (Kind::SteepHill(_) | Kind::GentleHill(_), _)
        | (_, Ground::Hill(_) | Ground::Strip(_) | Ground::Line(_)) => Err(wrong(
            law!(world.book, "FOGR-TERRAIN-002", "FOGAM-TERRAIN-013"),
            "The piece does not have the shape of its kind",
            "Areas and coastlines are outlines, hills have a crest, rivers and roads are strips, obstacles are lines.",
        )),
        (_, Ground::Area(area)) => {
            on_table(world, ground)?;
            check_area(world, what.size, area, room)
        }
    }
}

fn on_table(world: &World, ground: &Ground) -> Result<(), Refusal> {
    if is_on_table(ground, &world.field.table) {
        return Ok(());
    }
    let rule = law!(world.book, "FOGR-SETUP-020", "FOGAM-SETUP-015");
    Err(wrong(rule, "The piece is partly off the table", "Move it onto the table."))
}

fn check_area(world: &World, size: Size, area: &Polygon, room: Option<Pose>) -> Result<(), Refusal> {
    let field = &world.field;
    let normal = law!(world.book, "FOGR-GLOSSARY-036", "FOGAM-GLOSSARY-039");
    if area.corners().len() > MOST_CORNERS {
        return Err(wrong(normal, "The outline has too many corners", "Use at most 48."));
    }
    if room_in(area, (field.mu(6), field.mu(4)), room).is_none() {
        return Err(wrong(
            normal,
            "No rectangle of 4 by 6 MU was found in the piece",
            "Make it larger, or say where such a rectangle lies in it.",
        ));
    }
    let (fits_normal, fits_large) = (fits_in_circle(area, field.mu(12)), fits_in_circle(area, field.mu(16)));
    match size {
        Size::Normal if !fits_normal => {
            Err(wrong(normal, "A normal piece must fit into a circle of 12 MU diameter", "Make it smaller."))
        }
        Size::Large if fits_normal || !fits_large => Err(wrong(
            law!(world.book, "FOGR-GLOSSARY-037", "FOGAM-GLOSSARY-039"),
            "A large piece must fit into a circle of 16 MU diameter, but not into one of 12 MU",
            "Make it larger or smaller.",
        )),
        _ => Ok(()),
    }
}

fn check_obstacle(field: &Field, size: Size, line: &Base) -> Result<(), Refusal> {
    let (short, long) = match size {
        Size::Normal => (field.mu(6), field.mu(12)),
        Size::Large => (field.mu(12) + CONTACT_TOLERANCE, field.mu(18)),
    };
    let depth = field.scale.fortification_depth();
    if !(short..=long).contains(&line.width) || !(depth..=depth * 2).contains(&line.depth) {
        return Err(wrong(
            rule!("FOGR-TERRAIN-018"),
            "The obstacle does not have the right size",
            "6 to 12 MU long (large: up to 18), and as wide as one or two fortification depths.",
        )
        .length("length", line.width.get())
        .length("width", line.depth.get()));
    }
    Ok(())
}

fn edges_at(field: &Field, point: Point) -> Vec<TableEdge> {
    let on = |e: &TableEdge| field.table.inside_of(*e, point).abs() <= CONTACT_TOLERANCE;
    if field.has(point) { TableEdge::ALL.into_iter().filter(on).collect() } else { Vec::new() }
}

const fn is_short(edge: TableEdge) -> bool {
    matches!(edge, TableEdge::Left | TableEdge::Right)
}

fn check_road(world: &World, road: &Strip) -> Result<(), Refusal> {
    let field = &world.field;
    let rule = law!(world.book, "FOGR-TERRAIN-019", "FOGAM-TERRAIN-018");
    if road.width() != field.base_width() {
        return Err(wrong(rule, "A road is one base wide", "Make it as wide as a base."));
    }
    let ends = |p: Option<&Point>| p.map(|p| edges_at(field, *p)).unwrap_or_default();
    let (from, to) = (ends(road.line().first()), ends(road.line().last()));
    let joins = from.iter().any(|a| to.iter().any(|b| a != b && !(is_short(*a) && is_short(*b))));
    if !joins || !road.line().iter().all(|p| field.has(*p)) {
        return Err(wrong(
            rule,
            "A road must join two different table edges, at most one of them a short edge",
            "Let it begin and end on two edges.",
        ));
    }
    let stretches = road.line().iter().zip(road.line().iter().skip(1));
    let length: Um = stretches.map(|(a, b)| a.distance(*b)).sum();
    if length > field.mu(60) {
        return Err(
            wrong(rule, "A road is at most 60 MU long", "Take a shorter way.").length("length", length.get())
        );
    }
    let villages: Vec<Polygon> =
        field.terrain.pieces.iter().filter(|p| has_village(p)).filter_map(shapes::outline).collect();
    let meets = |v: &Polygon| nearer_than(v, road.outline(), CONTACT_TOLERANCE * 2);
    let free = villages.is_empty() && !world.book.road_needs_village();
    if !free && !villages.iter().any(meets) {
        return Err(wrong(
            law!(world.book, "FOGR-SETUP-018", "FOGAM-SETUP-017"),
            "The road must pass through or touch the village",
            "Lead it there.",
        ));
    }
    Ok(())
}

fn check_river(world: &World, river: &Strip) -> Result<(), Refusal> {
    let field = &world.field;
    let rule = law!(world.book, "FOGR-TERRAIN-021", "FOGAM-TERRAIN-020");
    if river.width() > field.mu(4) {
        return Err(wrong(rule, "A river is at most 4 MU wide", "Make it narrower."));
    }
    if river.line().len() > 4 {
        return Err(wrong(rule, "A river has at most 2 bends", "Use at most 4 points."));
    }
    let ground = Ground::Strip(river.clone());
    let near = |edge| farthest_from_edge(&ground, &field.table, edge) <= field.mu(6) + CONTACT_TOLERANCE;
    if !near(TableEdge::Left) && !near(TableEdge::Right) {
        return Err(wrong(rule, "A river lies wholly within 6 MU of a side edge", "Move it outwards."));
    }
    let ends = [river.line().first(), river.line().last()];
    if ends.into_iter().flatten().any(|p| edges_at(field, *p).is_empty()) {
        return Err(wrong(
            rule,
            "A river comes from an edge and goes to an edge",
            "Let both its ends reach a table edge.",
        ));
    }
    Ok(())
}

fn check_coast(world: &World, area: &Polygon, ground: &Ground) -> Result<(), Refusal> {
    on_table(world, ground)?;
    let (field, reach) = (&world.field, world.book.coast_reach());
    let along = |edge: TableEdge| {
        farthest_from_edge(ground, &field.table, edge) <= field.mu(reach) + CONTACT_TOLERANCE
            && field.table.edge(edge).iter().all(|corner| is_on_edge(area, *corner))
    };
    if area.corners().len() > MOST_CORNERS || ![TableEdge::Left, TableEdge::Right].into_iter().any(along) {
        return Err(wrong(
            law!(world.book, "FOGR-TERRAIN-020", "FOGAM-TERRAIN-019"),
            format!("A coastline lies along a whole short edge and reaches up to {reach} MU in from it"),
            "Draw the sea from corner to corner of a short edge.",
        ));
    }
    Ok(())
}

/// The edge of the half of the table that a player means.
#[must_use]
pub const fn edge_of(side: Side, half: Half) -> TableEdge {
    match half {
        Half::Own => rear_edge(side),
        Half::Opponents => rear_edge(side.other()),
    }
}

fn check_location(world: &World, side: Side, location: Location, ground: &Ground) -> Result<(), Refusal> {
    let Some(half) = location.half() else { return Ok(()) };
    let (field, edge) = (&world.field, edge_of(side, half));
    let rule = law!(world.book, "FOGR-SETUP-020", "FOGAM-SETUP-015");
    if farthest_from_edge(ground, &field.table, edge) > field.table.depth.half() + CONTACT_TOLERANCE {
        return Err(wrong(rule, "The piece must lie in the other half of the table", "Move it there."));
    }
    let touches = |e| touches_edge(ground, &field.table, e);
    match location {
        Location::LongEdge(_) if !touches(edge) => {
            Err(wrong(rule, "The piece must touch the long edge", "Move it to the edge."))
        }
        Location::LongEdge(_) => world.book.check_on_long_edge(field, ground),
        Location::SideEdge(_) if !touches(TableEdge::Left) && !touches(TableEdge::Right) => {
            let piece = Piece { kind: TerrainKind::Open, ground: ground.clone() };
            let touches_water = |p: &Piece| {
                world.book.is_as_an_edge(p.kind)
                    && shapes::outline(&piece)
                        .zip(p.outline())
                        .is_some_and(|(a, b)| nearer_than(&a, b, CONTACT_TOLERANCE * 2))
            };
            if field.terrain.pieces.iter().any(touches_water) {
                return Ok(());
            }
            Err(wrong(
                rule,
                "The piece must touch a side edge, or water that counts as one",
                "Move it to the side.",
            ))
        }
        Location::Middle(_) => {
            let near = TableEdge::ALL.into_iter().map(|e| from_edge(ground, &field.table, e)).min();
            if near.is_some_and(|d| d > field.mu(8)) {
                return Ok(());
            }
            Err(wrong(rule, "The piece must lie more than 8 MU from every edge", "Move it inwards."))
        }
        _ => Ok(()),
    }
}

fn check_distance(world: &World, piece: &Piece) -> Result<(), Refusal> {
    let field = &world.field;
    let Some(own) = shapes::outline(piece) else { return Ok(()) };
    for other in &field.terrain.pieces {
        let Some(theirs) = shapes::outline(other) else { continue };
        if is_linear(piece.kind) || is_linear(other.kind) {
            check_over(world, piece, &own, other, &theirs)?;
        } else if nearer_than(&own, &theirs, field.mu(4)) {
            return Err(wrong(
                law!(world.book, "FOGR-SETUP-017", "FOGAM-SETUP-014"),
                "The piece is closer than 4 MU to another",
                "Move it away; only rivers, coastlines and roads may be closer.",
            ));
        }
    }
    Ok(())
}

fn check_over(
    world: &World,
    piece: &Piece,
    own: &Polygon,
    other: &Piece,
    theirs: &Polygon,
) -> Result<(), Refusal> {
    let road_in_village = |a: &Piece, b: &Piece| a.kind == TerrainKind::Road && has_village(b);
    if overlap(own, theirs) && !road_in_village(piece, other) && !road_in_village(other, piece) {
        return Err(wrong(
            law!(world.book, "FOGR-SETUP-018", "FOGAM-SETUP-017"),
            "The piece lies over another",
            "Only a road passes through another piece, and only through a village.",
        ));
    }
    Ok(())
}

/// What may be done to a piece at all, whatever was rolled.
#[must_use]
pub const fn leeway(kind: Kind, rolled: Leeway) -> Leeway {
    match (kind, rolled) {
        (Kind::River | Kind::Coastline, Leeway::Slide | Leeway::SlideOrPivot) => Leeway::Nothing,
        _ => rolled,
    }
}

/// Checks an adjustment of the piece placed last. Gives the piece as it then lies, or nothing if it is removed.
pub fn check_adjustment(
    world: &World,
    what: Selection,
    leeway: Leeway,
    adjustment: Adjustment,
) -> Result<Option<Piece>, Refusal> {
    let field = &world.field;
    let Some((piece, others)) = field.terrain.pieces.split_last() else { return Ok(None) };
    let rule = law!(world.book, "FOGR-SETUP-022", "FOGAM-SETUP-016");
    let limits = law!(world.book, "FOGR-SETUP-023", "FOGAM-SETUP-016");
    if !may_adjust(world, what, leeway, adjustment) {
        return Err(wrong(
            rule,
            "The adjustment roll does not allow that",
            "3 or 4: slide up to 6 MU. 5: slide up to 12 MU or pivot. 6 or more: remove.",
        ));
    }
    if let (Ground::Strip(road), Kind::Road) = (&piece.ground, what.kind) {
        world.book.check_road_moved(road, adjustment)?;
    }
    let ground = match adjustment {
        Adjustment::Leave => return Ok(Some(piece.clone())),
        Adjustment::Remove => return Ok(None),
        Adjustment::Slide { right, up } => {
            let most = if leeway == Leeway::Slide { field.mu(6) } else { field.mu(12) };
            if Point::ORIGIN.distance(Point::new(right, up)) > most {
                return Err(wrong(rule, "The piece may not slide that far", "Slide it less.")
                    .length("most", most.get()));
            }
            shapes::slid(&piece.ground, right, up)
        }
        Adjustment::Pivot { about, by } => {
            if !shapes::outline(piece).is_some_and(|o| is_on_edge(&o, about)) {
                return Err(wrong(
                    limits,
                    "A piece pivots about a point of its edge",
                    "Choose a point on its outline.",
                ));
            }
            shapes::pivoted(&piece.ground, about, by)
        }
    };
    let ground = ground.ok_or_else(|| wrong(limits, "The piece cannot lie there", "Move it less."))?;
    match (what.kind, &ground) {
        (Kind::Road, Ground::Strip(road)) => check_road(world, road)?,
        _ => on_table(world, &ground)
            .map_err(|_| wrong(limits, "The piece may not leave the table", "Move it less."))?,
    }
    let moved = Piece { kind: piece.kind, ground };
    let Some(own) = shapes::outline(&moved) else { return Ok(Some(moved)) };
    for other in others {
        if let Some(theirs) = shapes::outline(other) {
            check_over(world, &moved, &own, other, &theirs).map_err(|r| Refusal { rule: limits, ..r })?;
        }
    }
    Ok(Some(moved))
}

/// Whether a roll allows an adjustment of such a piece. Waters are left or taken away, never moved.
fn may_adjust(world: &World, what: Selection, leeway: Leeway, adjustment: Adjustment) -> bool {
    let moves = matches!(adjustment, Adjustment::Slide { .. } | Adjustment::Pivot { .. });
    let water = matches!(what.kind, Kind::River | Kind::Coastline);
    adjustment == Adjustment::Leave || (world.book.lets(world, leeway, adjustment) && !(moves && water))
}

/// How large standard outlines are.
#[derive(Clone, Copy)]
enum Extension {
    /// As players mostly lay them.
    Usual,
    /// As small as allowed.
    Least,
}

/// Standard outlines for a piece with the middle of its near edge at a point.
fn standard(field: &Field, what: Selection, at: Point, extension: Extension) -> Vec<Ground> {
    let mu = |n: i32| field.mu(n);
    let sizes = match (what.size, extension) {
        (Size::Normal, Extension::Least) => [(6, 4), (4, 6)],
        (Size::Normal, Extension::Usual) => [(8, 6), (6, 8)],
        (Size::Large, Extension::Least) => [(12, 4), (4, 12)],
        (Size::Large, Extension::Usual) => [(12, 8), (8, 12)],
    };
    let rectangle = |(w, h): (i32, i32)| {
        let (left, right, top) = (at.x - mu(w).half(), at.x + mu(w).half(), at.y + mu(h));
        let corners = [(left, at.y), (right, at.y), (right, top), (left, top)];
        Polygon::new(corners.map(|(x, y)| Point::new(x, y)).to_vec()).ok()
    };
    if what.kind == Kind::Obstacle {
        let (length, depth) = match what.size {
            Size::Normal => (mu(6), field.scale.fortification_depth()),
            Size::Large => (mu(13), field.scale.fortification_depth()),
        };
        let flat = Base::new(Pose::new(at, Angle::ZERO).offset(Um::ZERO, depth), length, depth);
        let upright = Pose::new(Point::new(at.x, at.y + length.half()), Angle::QUARTER);
        return vec![
            Ground::Line(flat),
            Ground::Line(Base::new(upright.offset(Um::ZERO, depth.half()), length, depth)),
        ];
    }
    sizes
        .into_iter()
        .filter_map(rectangle)
        .map(|outline| match what.kind {
            Kind::SteepHill(_) | Kind::GentleHill(_) => Ground::Hill(Hill { outline, crest: Vec::new() }),
            _ => Ground::Area(outline),
        })
        .collect()
}

/// Places found by trying standard outlines at every movement unit; at most `most` of them.
#[must_use]
pub fn places(
    world: &World,
    side: Side,
    what: Selection,
    location: Location,
    most: usize,
) -> Vec<(Ground, Option<Pose>)> {
    let mut found = Vec::new();
    let field = &world.field;
    let (width, depth) = (field.table.width, field.table.depth);
    let legal = |ground: &Ground| check_place(world, side, what, location, ground, None).is_ok();
    match what.kind {
        Kind::Road => found.extend(roads(field).into_iter().filter(|g| legal(g)).take(most)),
        Kind::River => {
            for x in [field.mu(3), width - field.mu(3)] {
                let line = vec![Point::new(x, Um::ZERO), Point::new(x, depth)];
                found.extend(Strip::new(line, field.mu(2)).ok().map(Ground::Strip).filter(legal));
            }
        }
        Kind::Coastline => {
            for (edge, x) in [(TableEdge::Left, field.mu(4)), (TableEdge::Right, width - field.mu(4))] {
                let line = [Point::new(x, Um::ZERO), Point::new(x, depth)];
                let sea = caracole_plane::coast(&field.table, edge, &line).ok();
                found.extend(sea.map(Ground::Area).filter(legal));
            }
        }
        _ => found = areas(field, what, most, legal),
    }
    found.into_iter().map(|ground| (ground, None)).collect()
}

fn areas(field: &Field, what: Selection, most: usize, legal: impl Fn(&Ground) -> bool) -> Vec<Ground> {
    let mut found = Vec::new();
    let columns = i32::try_from(field.table.width.whole_parts(field.scale.mu)).unwrap_or(0);
    let rows = i32::try_from(field.table.depth.whole_parts(field.scale.mu)).unwrap_or(0);
    for extension in [Extension::Usual, Extension::Least] {
        for column in spread(columns) {
            for row in 0..=rows {
                let at = Point::new(field.mu(column), field.mu(row));
                found.extend(standard(field, what, at, extension).into_iter().filter(&legal));
                if found.len() >= most {
                    return found;
                }
            }
        }
        if !found.is_empty() {
            break;
        }
    }
    found
}

/// The numbers from 0 in an order whose first ones are spread over all: by a stride that is coprime to their count.
pub fn spread(last: i32) -> impl Iterator<Item = i32> {
    let stride = [7, 5, 11, 13].into_iter().find(|s| (last + 1) % s != 0).unwrap_or(1);
    (0..=last).map(move |i| (i * stride) % (last + 1))
}

fn roads(field: &Field) -> Vec<Ground> {
    let columns = i32::try_from(field.table.width.whole_parts(field.scale.mu)).unwrap_or(0);
    let straight = |x: Um| {
        let line = vec![Point::new(x, Um::ZERO), Point::new(x, field.table.depth)];
        Strip::new(line, field.base_width()).ok().map(Ground::Strip)
    };
    spread(columns).filter_map(|c| straight(field.mu(c))).collect()
}

/// Sensible decisions for a piece to place. That it cannot be placed may be said only if no place was found.
pub fn place_candidates(world: &World, side: Side, what: Selection, location: Location) -> Vec<Decision> {
    let found = places(world, side, what, location, 6);
    let place = |(ground, room)| Decision::Place { ground, room };
    let mut all: Vec<Decision> = found.into_iter().map(place).collect();
    if what.kind == Kind::Road && check_no_road(world).is_ok() {
        all.push(Decision::NoRoad);
    } else if all.is_empty() {
        all.push(Decision::CannotPlace);
    }
    all
}

/// Whether it may be said that a piece cannot be placed.
pub fn check_cannot_place(
    world: &World,
    side: Side,
    what: Selection,
    location: Location,
) -> Result<(), Refusal> {
    if places(world, side, what, location, 1).is_empty() {
        return Ok(());
    }
    Err(wrong(
        law!(world.book, "FOGR-SETUP-021", "FOGAM-SETUP-015"),
        "The piece can be placed where the die says",
        "Place it; only a piece that fits nowhere is lost.",
    ))
}

/// Sensible adjustments, leaving the piece among them.
pub fn adjust_candidates(world: &World, what: Selection, leeway: Leeway) -> Vec<Decision> {
    let field = &world.field;
    let mut all = vec![Adjustment::Leave, Adjustment::Remove];
    let far = [field.mu(6), field.mu(12)];
    for by in far {
        for (x, y) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            all.push(Adjustment::Slide { right: by * x, up: by * y });
        }
    }
    if let Some(about) = field.terrain.pieces.last().and_then(|p| shapes::points(&p.ground).first().copied())
    {
        all.extend([90, 180, 270].map(|d| Adjustment::Pivot { about, by: Angle::from_degrees(d) }));
    }
    all.retain(|a| check_adjustment(world, what, leeway, *a).is_ok());
    all.into_iter().map(Decision::Adjust).collect()
}
