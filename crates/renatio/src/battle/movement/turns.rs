//! M9 to M13: turns, and moves straight back.

use super::march::placings;
use super::plan::{Moved, Plan, fresh};
use super::way::{self, Way};
use crate::battle::position::reform::legal_grid;
use crate::battle::start::block;
use crate::battle::world::{BaseKind, Game, UgId};
use crate::battle::{Bw, Turned};
use crate::charts::{ActionCode, Going};
use crate::troops::{Arm, Form, TroopType};
use caracole_kernel::{Refusal, Side};
use caracole_ledger::{enforces, rule};
use caracole_plane::{Angle, Group, Hand, Motion, Path, Um};
use caracole_tabletop::{Grid, Placing, grid_of as formation_of};

/// A turn on the spot, or before or after a move straight ahead.
pub fn turn(game: Game<'_>, side: Side, turned: Turned) -> Result<Plan, Refusal> {
    let ug = turned.ug;
    fresh(game, side, ug)?;
    if matches!(game.world[ug].profile.arm, Arm::MediumArtillery | Arm::HeavyArtillery) {
        return Err(Refusal::new(
            rule!("RETG-MOVE-069"),
            "Medium and heavy guns only wheel",
            "Wheel them instead.",
        )
        .piece("unit", ug.piece()));
    }
    let code = match (turned.forward, turned.to) {
        (None, _) => ActionCode::M9,
        (Some(_), None) => ActionCode::M10,
        (Some(_), Some(_)) => ActionCode::M11,
    };
    let ahead = turned.forward.map(|by| by.um(game.bw(1)));
    if ahead.is_some_and(|by| by <= Um::ZERO) {
        return Err(Refusal::new(
            rule!("RETG-QRS-002"),
            "A move has a length",
            "Give a length above 0, or none.",
        ));
    }
    let start = game.world.body(ug).clone();
    let go = |body: &Group| ahead.map(|by| Path::from(body).advance(by));
    let first = if turned.move_first { go(&start) } else { None };
    let (grid, after) = turned_body(game, ug, first.as_ref().map_or(&start, Path::end), turned.to)?;
    let then = if turned.move_first { None } else { go(&after) };
    let end = then.as_ref().map_or(&after, Path::end).clone();
    let mut spent = Um::ZERO;
    let mut distance = way::reach(game, ug, Going::Good);
    let mut pushes = Vec::new();
    for path in [first, then].into_iter().flatten() {
        let way = Way { ug, spent: ahead.unwrap_or(Um::ZERO), path };
        distance = way::check(game, &way, &[ug])?;
        spent = way.spent;
        pushes.extend(way::pushes(game, &way));
    }
    // Where it ends: nothing else may stand there, and no enemy be touched but one whom it comes to fight.
    let standing = Way {
        ug,
        path: Path::from(&end).leg(Motion::Slide { toward: end.facing(), distance: Um::ZERO }),
        spent,
    };
    way::check(game, &standing, &[ug])?;
    let moved = Moved { ug, distance, spent, placings: laid(game, ug, &grid, &end) };
    Ok(Plan { moved: vec![moved], away: ahead.is_some(), pushes, ..Plan::of(code, &[ug]) })
}

/// The unit turned: its files and ranks, and where they stand.
pub fn turned_body(
    game: Game<'_>,
    ug: UgId,
    body: &Group,
    to: Option<Hand>,
) -> Result<(Grid<BaseKind>, Group), Refusal> {
    enforces!("RETG-FORM-005");
    let state = &game.world[ug];
    let bases: Vec<BaseKind> = game.world.profiles(ug).to_vec();
    let left = u8::try_from(bases.len()).unwrap_or(u8::MAX);
    let now = u8::try_from(game.world.formation(ug).width()).unwrap_or(u8::MAX);
    let rules = game.charts().formations.of(state.profile.shape);
    let grid = match to {
        // With the figures that are left.
        _ if rules.deep > 0 => legal_grid(game, ug),
        None => block(&bases, now),
        Some(_) => {
            // As wide as it was deep, or as much wider as a legal formation needs.
            let deepest = game.charts().formations.most_deep.max(1);
            let deep = left.div_ceil(now.max(1));
            block(&bases, deep.max(rules.wide.min(left)).max(left.div_ceil(deepest)))
        }
    };
    let sizes = crate::battle::world::Measured { width: game.bw(1) };
    let shape = formation_of(sizes, &grid, Um::ZERO);
    let after = match to {
        None => body.turned_about(&shape),
        Some(hand) => body.turned_to(hand, &shape),
    };
    let side_length = body.depth();
    let most = side_length + game.bw(2);
    if to.is_some() && after.frontage > most.max(game.bw(i32::from(rules.wide))) {
        return Err(Refusal::new(
            rule!("RETG-FORM-005"),
            "The unit has no legal formation after this turn",
            "Turn about, or wheel.",
        )
        .piece("unit", ug.piece()));
    }
    Ok((grid, after))
}

/// Where the bases of a unit come to in new files and ranks.
pub fn laid(game: Game<'_>, ug: UgId, grid: &Grid<BaseKind>, body: &Group) -> Vec<Placing> {
    let mut after = game.world.clone();
    after.arrange(ug, grid, body.anchor);
    after.placings(ug).to_vec()
}

/// Straight back, facing as before.
pub fn fall_back(game: Game<'_>, side: Side, ug: UgId, by: Bw) -> Result<Plan, Refusal> {
    fresh(game, side, ug)?;
    let state = &game.world[ug];
    let light = state.troop_type() == TroopType::Mounted
        || (state.troop_type() == TroopType::Foot && state.form == Form::Skirmish);
    let code = if light { ActionCode::M12 } else { ActionCode::M13 };
    let distance = by.um(game.bw(1));
    if distance <= Um::ZERO {
        return Err(Refusal::new(rule!("RETG-QRS-002"), "A move has a length", "Give a length above 0."));
    }
    let body = game.world.body(ug);
    let back = Motion::Slide { toward: body.facing() + Angle::HALF, distance };
    let way = Way { ug, path: Path::from(body).leg(back), spent: distance };
    let tally = way::check(game, &way, &[ug])?;
    let moved = Moved { ug, distance: tally, spent: distance, placings: placings(game, &way) };
    let pushes = way::pushes(game, &way);
    Ok(Plan { moved: vec![moved], away: true, pushes, ..Plan::of(code, &[ug]) })
}
