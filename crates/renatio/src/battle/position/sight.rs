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

/// Whether crests and pieces of terrain leave a line clear. Troops in such a piece are seen up to its distance; a line
/// may pass through as much of it.
fn is_seen_past_terrain(game: Game<'_>, eye: Point, point: Point, target: Seen<'_>) -> bool {
    enforces!("RETG-SHOOT-005", "RETG-QRS-014", "RETG-PROV-013");
    let terrain = game.terrain();
    if terrain.crest_between(eye, point, game.bw(CREST) + CONTACT_TOLERANCE) {
        return false;
    }
    terrain.pieces.iter().all(|piece| {
        let row = game.charts().terrain.row(piece.kind);
        let Some(outline) = piece.outline().filter(|_| row.visible_bw > 0) else { return true };
        if !hides(game, row.hides, target.ug) {
            return true;
        }
        let most = game.bw(i32::from(row.visible_bw)) + CONTACT_TOLERANCE;
        match outline.has_part_of(target.rect) {
            true => eye.distance(point) <= most,
            false => outline.length_inside(eye, point) <= most,
        }
    })
}

fn hides(game: Game<'_>, whom: Hidden, target: UgId) -> bool {
    let foot = game.world[target].troop_type() == TroopType::Foot;
    match whom {
        Hidden::All => true,
        Hidden::Foot => foot,
        Hidden::FootSkirmishers => game.world[target].is_foot_sug(),
    }
}

fn is_covered(game: Game<'_>, eye: Point, point: Point) -> bool {
    game.terrain().pieces.iter().any(|piece| {
        let covers = game.charts().terrain.row(piece.kind).cover;
        let outline = piece.outline().filter(|_| covers);
        outline.is_some_and(|outline| outline.length_inside(eye, point) > CONTACT_TOLERANCE)
    })
}
