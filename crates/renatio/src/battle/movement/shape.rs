//! M7 and M8: wider or narrower on the spot.

use super::plan::{Moved, Plan, fresh};
use super::turns::laid;
use super::way::{self, Way};
use crate::battle::position::zone::is_in_zone;
use crate::battle::start::block;
use crate::battle::world::{BaseKind, Game, Measured, UgId};
use crate::charts::{ActionCode, Going};
use crate::formation::check_shape;
use caracole_kernel::{Refusal, Side};
use caracole_ledger::{enforces, rule};
use caracole_plane::{Base, Motion, Path, Um};
use caracole_tabletop::grid_of as formation_of;

/// The most files gained or lost.
const MOST: u8 = 2;

/// A unit of another width. `left` of the files gained or lost are on its left.
pub fn plan(game: Game<'_>, side: Side, ug: UgId, wide: u8, left: u8) -> Result<Plan, Refusal> {
    enforces!("RETG-UNIV-005", "RETG-FORM-001");
    fresh(game, side, ug)?;
    let state = &game.world[ug];
    let refuse = |rule, problem: &'static str| {
        Err(Refusal::new(rule, problem, "Choose another width.")
            .piece("unit", ug.piece())
            .fact("wide", u32::from(wide)))
    };
    if game.charts().formations.of(state.profile.shape).deep > 0 {
        return refuse(rule!("RETG-FORM-001"), "A set formation never changes its shape");
    }
    let bases: Vec<BaseKind> = game.world.profiles(ug).to_vec();
    let count = u8::try_from(bases.len()).unwrap_or(u8::MAX);
    let now = u8::try_from(game.world.formation(ug).width()).unwrap_or(u8::MAX);
    let change = wide.abs_diff(now);
    if change == 0 || change > MOST || wide == 0 || wide > count || left > change {
        return refuse(rule!("RETG-QRS-002"), "A unit gains or loses one or two files");
    }
    check_shape(game.charts(), state.profile.shape, count, wide)?;
    let grid = block(&bases, wide);
    let shape = formation_of(Measured { width: game.bw(1) }, &grid, Um::ZERO);
    let body = game.world.body(ug);
    let out = game.bw(i32::from(left));
    let after = body.reshaped(&shape, if wide > now { out } else { -out });
    let code = if wide > now { ActionCode::M7 } else { ActionCode::M8 };
    if wide < now {
        let kept = i32::from(left)..i32::from(left) + i32::from(wide);
        let lost: Vec<Base> = game
            .world
            .bases_of(ug)
            .iter()
            .filter(|b| !kept.contains(&i32::from(b.at.file)))
            .map(|b| b.base)
            .collect();
        if let Some(enemy) = is_in_zone(game, ug, &lost) {
            let problem = "Files in an enemy's Close Proximity Zone do not contract";
            return Err(Refusal::new(rule!("RETG-MOVE-062"), problem, "Keep these files.")
                .piece("unit", ug.piece())
                .piece("enemy", enemy.piece()));
        }
    }
    let path = Path::from(&after).leg(Motion::Slide { toward: after.facing(), distance: Um::ZERO });
    way::check(game, &Way { ug, path, spent: Um::ZERO }, &[ug])?;
    let distance = way::reach(game, ug, Going::Good);
    let moved = Moved { ug, distance, spent: Um::ZERO, placings: laid(game, ug, &grid, &after) };
    Ok(Plan { moved: vec![moved], ..Plan::of(code, &[ug]) })
}
