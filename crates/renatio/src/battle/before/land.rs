//! Pieces of terrain: where they may be laid.

use super::message::Spot;
use crate::battle::Bw;
use crate::battle::world::Game;
use crate::charts::{PieceSize, Sector, TerrainKind};
use caracole_kernel::{Refusal, Side};
use caracole_ledger::{enforces, rule};
use caracole_plane::{Angle, Base, CONTACT_TOLERANCE, Hand, Hill, Point, Polygon, Pose, TableEdge, Um};
use caracole_tabletop::shapes::{
    farthest_from_edge, from_edge, is_on_table, nearer_than, overlap, touches_edge,
};
use caracole_tabletop::{Ground, Piece};

/// What is asked of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// Who places.
    pub side: Side,
    /// What.
    pub kind: TerrainKind,
    /// How large it may be.
    pub size: PieceSize,
    /// The sector as this player sees the table.
    pub sector: Sector,
    /// It must touch an edge.
    pub touches: bool,
    /// It must lie in this player's own half.
    pub own_half: bool,
}

/// A piece at a spot; hills have a crest along their middle.
pub fn piece_at(game: Game<'_>, kind: TerrainKind, spot: Spot) -> Result<Piece<TerrainKind>, Refusal> {
    let width = game.bw(1);
    let [wide, deep] = spot.size.map(|length| length.um(width));
    let middle = Point::new(spot.at[0].um(width), spot.at[1].um(width));
    let facing = Angle::from_degrees(i32::from(spot.turned % 360));
    let front = Pose::new(middle, facing).offset(Um::ZERO, deep.half());
    let corners = Base::new(front, wide, deep).rect().corners().to_vec();
    let invalid = |_| {
        let remedy = "Give a rectangle with a width and a depth.";
        Refusal::new(rule!("RETG-PBS-025"), "This is no piece of terrain", remedy)
    };
    let outline = Polygon::new(corners).map_err(invalid)?;
    let ground = match kind {
        TerrainKind::Hill | TerrainKind::SteepHill => {
            let crest = [-1, 1].map(|hand| Pose::new(middle, facing).offset(wide / 4 * hand, Um::ZERO).at);
            Ground::Hill(Hill { outline, crest: crest.to_vec() })
        }
        _ => Ground::Area(outline),
    };
    Ok(Piece { kind, ground })
}

fn no(rule: caracole_ledger::RuleId, problem: &'static str, remedy: &'static str) -> Refusal {
    Refusal::new(rule, problem, remedy)
}

/// The side edge on a hand of a player.
pub const fn edge_on(side: Side, hand: Hand) -> TableEdge {
    match (side, hand) {
        (Side::Red, Hand::Left) | (Side::Blue, Hand::Right) => TableEdge::Left,
        (Side::Red, Hand::Right) | (Side::Blue, Hand::Left) => TableEdge::Right,
    }
}

/// The edge behind a player.
pub const fn rear_edge(side: Side) -> TableEdge {
    match side {
        Side::Red => TableEdge::Near,
        Side::Blue => TableEdge::Far,
    }
}

/// Checks a place for a piece.
pub fn check(game: Game<'_>, wanted: Wanted, spot: Spot) -> Result<Piece<TerrainKind>, Refusal> {
    enforces!("RETG-PBS-019", "RETG-PBS-022", "RETG-PBS-023", "RETG-PBS-025");
    let [least, most] = game.charts().pbs_terrain.size(wanted.size).map(|bw| Bw::whole(i32::from(bw)));
    if spot.size.iter().any(|length| *length < least || *length > most) {
        let problem = "The piece is too small or too large";
        return Err(no(rule!("RETG-PBS-025"), problem, "Choose a size between the limits.")
            .fact("least BW", u32::try_from(least.0 / 100).unwrap_or(0))
            .fact("most BW", u32::try_from(most.0 / 100).unwrap_or(0)));
    }
    let piece = piece_at(game, wanted.kind, spot)?;
    let table = &game.scenario.field.table;
    if !is_on_table(&piece.ground, table) {
        return Err(no(rule!("RETG-PBS-022"), "The piece lies off the table", "Lay it on the table."));
    }
    check_sector(game, wanted, &piece.ground)?;
    check_gap(game, &piece)?;
    Ok(piece)
}

fn check_sector(game: Game<'_>, wanted: Wanted, ground: &Ground) -> Result<(), Refusal> {
    let table = &game.scenario.field.table;
    let sector = game.bw(i32::from(game.charts().outscouting.flank_sector_bw));
    let (left, right) = (edge_on(wanted.side, Hand::Left), edge_on(wanted.side, Hand::Right));
    let within = |edge| farthest_from_edge(ground, table, edge) <= sector + CONTACT_TOLERANCE;
    let clear = |edge| from_edge(ground, table, edge) + CONTACT_TOLERANCE >= sector;
    let rear = rear_edge(wanted.side);
    let (inside, edges) = match wanted.sector {
        Sector::Left => (within(left), vec![left, TableEdge::Near, TableEdge::Far]),
        Sector::Right => (within(right), vec![right, TableEdge::Near, TableEdge::Far]),
        Sector::Middle => (clear(left) && clear(right), vec![TableEdge::Near, TableEdge::Far]),
    };
    if !inside {
        let problem = "The piece does not lie in its sector";
        return Err(no(rule!("RETG-PBS-022"), problem, "Lay it in the sector that was thrown."));
    }
    if wanted.touches && !edges.into_iter().any(|edge| touches_edge(ground, table, edge)) {
        let problem = "The piece touches no edge of the table";
        return Err(no(rule!("RETG-PBS-023"), problem, "Lay it against an edge of its sector."));
    }
    if wanted.own_half && farthest_from_edge(ground, table, rear) > table.depth.half() + CONTACT_TOLERANCE {
        let problem = "The piece lies in the other half of the table";
        return Err(no(rule!("RETG-PBS-019"), problem, "Lay it in your own half."));
    }
    Ok(())
}

/// Fields touch fields and villages; everything touches water.
fn may_touch(a: TerrainKind, b: TerrainKind) -> bool {
    use TerrainKind::{EnclosedField, PloughedField, RiverOrCoast, Village};
    let field = |kind| matches!(kind, EnclosedField | PloughedField);
    let pair = |a, b| field(a) && (field(b) || b == Village);
    a == RiverOrCoast || b == RiverOrCoast || pair(a, b) || pair(b, a)
}

/// Pieces stand 2 BW apart when they are placed.
fn check_gap(game: Game<'_>, piece: &Piece<TerrainKind>) -> Result<(), Refusal> {
    enforces!("RETG-PBS-026");
    let gap = game.bw(i32::from(game.charts().pbs_terrain.gap_bw));
    let Some(outline) = piece.outline() else { return Ok(()) };
    for other in &game.terrain().pieces {
        let Some(theirs) = other.outline() else { continue };
        let near = match may_touch(piece.kind, other.kind) {
            true => overlap(outline, theirs),
            false => nearer_than(outline, theirs, gap),
        };
        if near {
            let problem = "The piece is less than 2 BW from another";
            return Err(no(rule!("RETG-PBS-026"), problem, "Lay it further away."));
        }
    }
    Ok(())
}

/// Whether an adjusted piece lies on the table and on no other.
pub fn check_adjusted(game: Game<'_>, ground: &Ground, others: &[Piece<TerrainKind>]) -> Result<(), Refusal> {
    enforces!("RETG-PBS-026");
    let outline = match ground {
        Ground::Area(outline) => outline,
        Ground::Hill(hill) => &hill.outline,
        _ => return Ok(()),
    };
    let fits = is_on_table(ground, &game.scenario.field.table);
    if fits && !others.iter().filter_map(Piece::outline).any(|other| overlap(outline, other)) {
        return Ok(());
    }
    let problem = "The piece would lie off the table or on another";
    Err(no(rule!("RETG-PBS-026"), problem, "Move it elsewhere."))
}

/// Legal spots for a piece, a few of those a base width apart.
pub fn spots(game: Game<'_>, wanted: Wanted, most: usize) -> Vec<Spot> {
    let [least, _] = game.charts().pbs_terrain.size(wanted.size);
    let size = [Bw::whole(i32::from(least)); 2];
    let half = i32::from(least) * 50;
    let table = &game.scenario.field.table;
    let bw = |length: Um| length.get() / game.bw(1).get().max(1);
    let (wide, deep) = (bw(table.width) * 100, bw(table.depth) * 100);
    let along = |end: i32| (0..=(end - 2 * half).max(0) / 100).map(move |n| half + 100 * n);
    let all =
        along(wide).flat_map(|x| along(deep).map(move |y| Spot { at: [Bw(x), Bw(y)], size, turned: 0 }));
    let legal: Vec<Spot> = all.filter(|spot| check(game, wanted, *spot).is_ok()).collect();
    let step = legal.len().div_ceil(most.max(1)).max(1);
    legal.into_iter().step_by(step).collect()
}
