//! SP5.4: break-offs.

use crate::battle::movement::{Moved, Plan, own_ug, turned_body};
use crate::battle::position::command::check_reliable;
use crate::battle::position::fights::{in_edge_contact, opponents, touching};
use crate::battle::position::going::{under, worst_on};
use crate::battle::world::{BaseKind, Foe, Game, UgId};
use crate::charts::{ActionCode, Going};
use crate::movement::distance;
use crate::troops::TroopType;
use caracole_kernel::{Refusal, Side};
use caracole_ledger::{RuleId, enforces, rule};
use caracole_plane::{Angle, BaseRect, Extent, Group, Motion, Path, Um, any_overlap, first_contact};
use caracole_tabletop::Grid;

fn no(rule: RuleId, problem: &'static str, remedy: &'static str, ug: UgId) -> Refusal {
    Refusal::new(rule, problem, remedy).piece("unit", ug.piece())
}

/// The speed of a unit where it stands, without slowing.
fn speed(game: Game<'_>, ug: UgId) -> i32 {
    let state = &game.world[ug];
    let going = under(game, ug, game.world.rects(ug));
    distance(game.charts(), &state.profile, state.form, state.dismounted, going, 0).total()
}

/// Which action a break-off is: it depends on the enemies and their speed.
fn code(game: Game<'_>, ug: UgId) -> Result<ActionCode, Refusal> {
    enforces!("RETG-SEQ-031");
    let enemies: Vec<UgId> = opponents(game, Foe::Ug(ug)).into_iter().filter_map(Foe::ug).collect();
    let Some(fastest) = enemies.iter().map(|enemy| speed(game, *enemy)).max() else {
        return Err(no(rule!("RETG-SEQ-031"), "The unit fights nobody", "Choose a unit in combat.", ug));
    };
    let own = speed(game, ug);
    let rides = game.world[ug].troop_type() == TroopType::Mounted;
    let all_foot = enemies.iter().all(|enemy| game.world[*enemy].troop_type() == TroopType::Foot);
    match own.cmp(&fastest) {
        std::cmp::Ordering::Less => {
            Err(no(rule!("RETG-QRS-002"), "Nobody breaks off from faster enemy", "Fight on.", ug))
        }
        std::cmp::Ordering::Equal => Ok(ActionCode::F4),
        std::cmp::Ordering::Greater if rides && all_foot => Ok(ActionCode::F2),
        std::cmp::Ordering::Greater => Ok(ActionCode::F3),
    }
}

/// A break-off worked out: straight back as far as the unit can, clear of all enemy; foot turn their backs.
pub fn plan(game: Game<'_>, side: Side, ug: UgId) -> Result<(Plan, Um), Refusal> {
    own_ug(game, side, ug)?;
    check_reliable(game, ug)?;
    let code = code(game, ug)?;
    let body = game.world.body(ug);
    let back = body.facing() + Angle::HALF;
    let slide = |distance| Motion::Slide { toward: back, distance };
    let full = |going: Going| {
        let state = &game.world[ug];
        distance(game.charts(), &state.profile, state.form, state.dismounted, going, state.slow.total())
    };
    let mut tally = full(Going::Good);
    let path = Path::from(body).leg(slide(game.bw(tally.total())));
    tally = full(worst_on(game, ug, &path)?);
    let mut went = game.bw(tally.total());
    let mut solid: Vec<BaseRect> = game
        .rects_of(
            game.world
                .on_table()
                .filter(|other| *other != ug && !touching(game, ug).contains(&Foe::Ug(*other))),
        )
        .to_vec();
    solid.extend(game.camps());
    if let Some(Extent::Distance(done)) =
        first_contact(&body.rects(), &slide(went), &solid).map(|hit| hit.after)
    {
        went = went.min((done - Um::new(200)).or_zero());
    }
    let table = &game.scenario.field.table;
    if let Some(exit) = table.first_exit(&body.rects(), &slide(went))
        && let Extent::Distance(done) = exit.after
    {
        went = went.min(done);
    }
    let end = body.moved(&slide(went));
    let (grid, end) = facing(game, ug, end);
    let rects = end.rects();
    let others = game.rects_of(game.world.on_table().filter(|other| *other != ug));
    let fits = rects.iter().all(|rect| table.holds(rect)) && !any_overlap(&rects, &others);
    let mut after = game.world.clone();
    match after.formation(ug) == &grid {
        true => after.put(ug, &end),
        false => after.arrange(ug, &grid, end.anchor),
    }
    let clear = in_edge_contact(Game::new(game.scenario, &after), ug).is_empty()
        && touching(Game::new(game.scenario, &after), ug).is_empty();
    if !fits || !clear || went <= Um::ZERO {
        let problem = "The unit cannot get clear of the enemy";
        return Err(no(rule!("RETG-QRS-002"), problem, "Fight on.", ug));
    }
    let placings = after.placings(ug).to_vec();
    let moved = Moved { ug, distance: tally, spent: went, placings };
    Ok((Plan { moved: vec![moved], away: true, ..Plan::of(code, &[ug]) }, went))
}

/// Mounted end facing the enemy, foot facing away.
fn facing(game: Game<'_>, ug: UgId, end: Group) -> (Grid<BaseKind>, Group) {
    let as_is = (game.world.formation(ug).clone(), end.clone());
    match game.world[ug].troop_type() {
        TroopType::Foot => turned_body(game, ug, &end, None).unwrap_or(as_is),
        _ => as_is,
    }
}
