//! Units that are free of combat come back into a legal formation.

use crate::battle::position::fights::in_edge_contact;
use crate::battle::start::{block, grid_of};
use crate::battle::world::{BaseKind, Game, Measured, UgId};
use crate::battle::{Cx, Event};
use crate::formation::{check_shape, layout};
use caracole_ledger::enforces;
use caracole_plane::{Group, Um, any_overlap, least_slide};
use caracole_tabletop::{Facing, Grid, laid_out};

/// The most that a unit is moved aside so that it has room, in BW.
const ASIDE: i32 = 2;

/// The legal formation of a unit as it is now.
pub fn legal_grid(game: Game<'_>, ug: UgId) -> Grid<BaseKind> {
    let state = &game.world[ug];
    let bases: Vec<BaseKind> = game.world.profiles(ug).to_vec();
    let count = u8::try_from(bases.len()).unwrap_or(u8::MAX);
    let rules = game.charts().formations.of(state.profile.shape);
    if rules.deep > 0 && layout(state.profile.shape).is_some() {
        return set_grid(game, ug, count);
    }
    let now = u8::try_from(game.world.formation(ug).width()).unwrap_or(u8::MAX);
    let most = game.charts().formations.most_deep.max(1);
    let wide = match rules.deep > 0 {
        true => rules.wide.min(count),
        false => now.max(rules.wide.min(count)).max(count.div_ceil(most)).min(count.max(1)),
    };
    block(&bases, wide.max(1))
}

/// A set formation with the bases that are left: what is lost is missing behind, kind by kind where it can be.
fn set_grid(game: Game<'_>, ug: UgId, count: u8) -> Grid<BaseKind> {
    let state = &game.world[ug];
    let whole = grid_of(&state.profile, state.base_count, 0, 0);
    let lost = state.base_count.saturating_sub(count);
    let mut grid = grid_of(&state.profile, state.base_count, lost, 0);
    let mut left: Vec<BaseKind> = game.world.profiles(ug).to_vec();
    if whole.len() < usize::from(state.base_count) {
        // Pikes were dropped or the layout is not told: any block will do.
        let wide = game.charts().formations.of(state.profile.shape).wide.max(1);
        return block(&left, wide.min(count.max(1)));
    }
    // The places that stay take the figures that are left, the right kind first.
    let places: Vec<_> = grid.placed().copied().collect();
    let mut filled = Vec::new();
    for mut placed in places {
        let at = left.iter().position(|kind| *kind == placed.base).unwrap_or(0);
        if at < left.len() {
            placed.base = left.remove(at);
            placed.facing = Facing::Front;
            filled.push(placed);
        }
    }
    grid = Grid::sorted(filled);
    grid
}

/// Whether a unit stands in a legal formation.
pub fn is_legal(game: Game<'_>, ug: UgId) -> bool {
    let state = &game.world[ug];
    let grid = game.world.formation(ug);
    let (bases, wide) = (grid.len(), grid.width());
    let small = |n: usize| u8::try_from(n).unwrap_or(u8::MAX);
    game.world.stands_in_order(ug)
        && grid.faces_front()
        && check_shape(game.charts(), state.profile.shape, small(bases), small(wide)).is_ok()
}

/// Brings a unit back into a legal formation if no enemy is in edge contact with it. It keeps to the file that lets it
/// stand with the least move.
pub fn reform(cx: &mut Cx<'_>, ug: UgId) {
    enforces!(
        "RETG-FORM-020",
        "RETG-UNIV-005",
        "RETG-UNIV-013",
        "RETG-FORM-010",
        "RETG-CHARGE-026",
        "RETG-FORM-004",
        "RETG-FORM-021"
    );
    let game = Game::new(cx.scenario, cx.world);
    if game.world.size(ug) == 0 || is_legal(game, ug) || !in_edge_contact(game, ug).is_empty() {
        return;
    }
    let Some((grid, body)) = place(game, ug) else { return };
    let wide = u8::try_from(grid.width()).unwrap_or(u8::MAX);
    cx.world.arrange(ug, &grid, body.anchor);
    cx.tell(Event::Reshaped { ug, wide });
    crate::battle::movement::keep_files(cx, ug, wide);
}

/// Where a unit stands when it has reformed.
fn place(game: Game<'_>, ug: UgId) -> Option<(Grid<BaseKind>, Group)> {
    let grid = legal_grid(game, ug);
    let measured = Measured { width: game.bw(1) };
    let world = game.world;
    let facing = world.facing(ug);
    let others = game.rects_of(world.on_table().filter(|other| *other != ug));
    let camps = game.camps();
    let mut best: Option<(Um, Group)> = None;
    // Each of its files may be the one to which the others come, as each file of the new formation.
    for base in world.bases_of(ug).iter().filter(|b| b.facing == Facing::Front) {
        if !world.formation(ug).is_front(base.at) {
            continue;
        }
        let left = base.base.corner(caracole_plane::Corner::FrontLeft);
        for file in 0..grid.width() {
            let right = -(game.bw(1) * i32::try_from(file).unwrap_or(0));
            let anchor = caracole_plane::Pose::new(left, facing).offset(right, Um::ZERO);
            let body = laid_out(measured, &grid, anchor, Um::ZERO);
            let Some(body) = fitted(game, body, &others, &camps) else { continue };
            let moved = body.front_corner(caracole_plane::Hand::Left).distance(world.anchor(ug).at);
            if best.as_ref().is_none_or(|(least, _)| moved < *least) {
                best = Some((moved, body));
            }
        }
    }
    best.map(|(_, body)| (grid, body))
}

/// A body moved aside by the least that gives it room.
fn fitted(
    game: Game<'_>,
    body: Group,
    others: &[caracole_plane::BaseRect],
    camps: &[caracole_plane::BaseRect],
) -> Option<Group> {
    let obstacles: Vec<_> = others.iter().chain(camps).copied().collect();
    let table = &game.scenario.field.table;
    let slide = least_slide(&body.rects(), &obstacles, game.bw(ASIDE))?;
    let body = body.moved(&slide);
    let rects = body.rects();
    (rects.iter().all(|rect| table.holds(rect)) && !any_overlap(&rects, &obstacles)).then_some(body)
}
