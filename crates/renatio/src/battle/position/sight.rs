//! Lines of sight: what bases, crests and terrain hide, and what gives cover.

use crate::battle::world::{Game, UgId};
use crate::charts::Hidden;
use crate::troops::TroopType;
use caracole_ledger::enforces;
use caracole_plane::{BaseRect, CONTACT_TOLERANCE, Edge, Point, Screen, common_point_in_sight};

/// Troops near a crest see over it and are seen, in BW.
const CREST: i32 = 2;

/// A line of sight to a base.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// Nothing gives cover on it.
    Open,
    /// It passes through terrain that gives cover.
    Covered,
}

/// A base that is looked at.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'a> {
    /// Its unit.
    pub ug: UgId,
    /// Where it stands.
    pub rect: &'a BaseRect,
}

/// A line from a point to some point of a base, one without cover if there is one. `bases` stand in the way.
pub fn line_to(game: Game<'_>, eye: Point, target: Seen<'_>, bases: &[BaseRect]) -> Option<Line> {
    enforces!("RETG-SHOOT-016", "RETG-SHOOT-017");
    let screen = Screen { bases, areas: &[] };
    let anywhere = common_point_in_sight([eye, eye], target.rect, &screen)?;
    let middles = Edge::ALL.map(|edge| {
        let [from, to] = target.rect.edge(edge);
        from.midpoint(to)
    });
    let points = target.rect.corners().into_iter().chain(middles).chain([target.rect.centre(), anywhere]);
    let mut found = None;
    for point in points.filter(|point| screen.is_clear(eye, *point)) {
        if !is_seen_past_terrain(game, eye, point, target) {
            continue;
        }
        match is_covered(game, eye, point) {
            false => return Some(Line::Open),
            true => found = Some(Line::Covered),
        }
    }
    found
}

/// What is looked for where terrain may hide it.
#[derive(Clone, Copy, Debug)]
pub struct Sought<'a> {
    /// It is on foot, and acts as skirmishers.
    pub on_foot: (bool, bool),
    /// Where it is.
    pub rect: &'a BaseRect,
}

/// Whether crests and terrain let some of these points see some part of what is looked for.
pub fn is_in_view(game: Game<'_>, eyes: &[Point], of: Sought<'_>) -> bool {
    let middles = Edge::ALL.map(|edge| {
        let [from, to] = of.rect.edge(edge);
        from.midpoint(to)
    });
    let points: Vec<Point> = of.rect.corners().into_iter().chain(middles).chain([of.rect.centre()]).collect();
    eyes.iter().any(|eye| points.iter().any(|point| is_past_terrain(game, *eye, *point, of)))
}

/// Whether crests and pieces of terrain leave a line clear. Troops in such a piece are seen up to its distance; a line
/// may pass through as much of it.
fn is_seen_past_terrain(game: Game<'_>, eye: Point, point: Point, target: Seen<'_>) -> bool {
    let state = &game.world[target.ug];
    let on_foot = (state.troop_type() == TroopType::Foot, state.is_foot_sug());
    is_past_terrain(game, eye, point, Sought { on_foot, rect: target.rect })
}

fn is_past_terrain(game: Game<'_>, eye: Point, point: Point, target: Sought<'_>) -> bool {
    enforces!("RETG-SHOOT-005", "RETG-QRS-014", "RETG-PROV-013");
    let terrain = game.terrain();
    if terrain.crest_between(eye, point, game.bw(CREST) + CONTACT_TOLERANCE) {
        return false;
    }
    terrain.pieces.iter().all(|piece| {
        let row = game.charts().terrain.row(piece.kind);
        let Some(outline) = piece.outline().filter(|_| row.visible_bw > 0) else { return true };
        if !hides(row.hides, target.on_foot) {
            return true;
        }
        let most = game.bw(i32::from(row.visible_bw)) + CONTACT_TOLERANCE;
        match outline.has_part_of(target.rect) {
            true => eye.distance(point) <= most,
            false => outline.length_inside(eye, point) <= most,
        }
    })
}

const fn hides(whom: Hidden, (foot, skirmishes): (bool, bool)) -> bool {
    match whom {
        Hidden::All => true,
        Hidden::Foot => foot,
        Hidden::FootSkirmishers => skirmishes,
    }
}

fn is_covered(game: Game<'_>, eye: Point, point: Point) -> bool {
    game.terrain().pieces.iter().any(|piece| {
        let covers = game.charts().terrain.row(piece.kind).cover;
        let outline = piece.outline().filter(|_| covers);
        outline.is_some_and(|outline| outline.length_inside(eye, point) > CONTACT_TOLERANCE)
    })
}
