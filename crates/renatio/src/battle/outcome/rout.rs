//! Rout moves.

use super::kab::{Test, Tested};
use super::message::Event;
use crate::battle::Cx;
use crate::battle::charge::turned_toward;
use crate::battle::movement::{measure, reach};
use crate::battle::position::fights::enemy_ground;
use crate::battle::position::going::worst_on;
use crate::battle::world::{Fall, Foe, Game, UgId};
use crate::charts::{Going, VariableMove};
use crate::kab::Cause;
use crate::movement::variable_distance;
use caracole_kernel::Tally;
use caracole_ledger::enforces;
use caracole_plane::{Angle, BaseRect, Extent, Motion, Path, Um, first_contact};

/// The distance of a rout move.
fn distance(game: Game<'_>, ug: UgId, going: Going, d6: u8) -> Tally {
    enforces!("RETG-ROUT-012");
    let state = &game.world[ug];
    let normal = reach(game, ug, going).total();
    variable_distance(game.charts(), game.readings(), VariableMove::Rout, state.profile.quality, normal, d6)
}

/// The way of a rout: the unit turns and wheels to its direction and goes straight on. A wheel costs distance, a turn does
/// not.
fn way(game: Game<'_>, ug: UgId, away: Angle, d6: u8) -> (Path, Tally) {
    enforces!("RETG-ROUT-017", "RETG-ROUT-013", "RETG-SEQ-019");
    let (_, body) = turned_toward(game, ug, game.world.body(ug), away);
    let wheeled = Path::from(&body).wheel_to_face(away, measure(game));
    let mut going = Going::Good;
    loop {
        let tally = distance(game, ug, going, d6);
        let left = (game.bw(tally.total()) - wheeled.spent()).or_zero();
        let path = wheeled.clone().advance(left);
        let met = worst_on(game, ug, &path).unwrap_or(Going::Difficult);
        if met <= going {
            return (path, tally);
        }
        going = met;
    }
}

/// Makes the rout move of a unit: how far it went is noted, and friends in its way are tested.
pub fn rout(cx: &mut Cx<'_>, fall: &Fall, d6: u8) -> Vec<Test> {
    let game = Game::new(cx.scenario, cx.world);
    let ug = fall.ug;
    let Some(away) = fall.away else { return Vec::new() };
    let (path, tally) = way(game, ug, away, d6);
    let last = path.legs().last();
    let (start, mut went) = match last {
        Some((body, Motion::Slide { distance, .. })) => (body.rects().to_vec(), *distance),
        _ => (path.end().rects().to_vec(), Um::ZERO),
    };
    let wheeled = (path.spent() - went).or_zero();
    let side = game.world[ug].side;
    let slide = |distance| Motion::Slide { toward: away, distance };
    // Enemies in front of it are left behind: only those further on stop it.
    let (owners, ground) = enemy_ground(game, side);
    let beaten = |foe: &Foe| foe.ug().is_some_and(|enemy| fall.victors.contains(&enemy));
    let enemies: Vec<BaseRect> =
        owners.iter().zip(&ground).filter(|(foe, _)| !beaten(foe)).map(|(_, rect)| *rect).collect();
    if let Some(Extent::Distance(done)) = first_contact(&start, &slide(went), &enemies).map(|hit| hit.after) {
        went = went.min(done);
    }
    if let Some(exit) = game.scenario.field.table.first_exit(&start, &slide(went))
        && let Extent::Distance(done) = exit.after
    {
        went = went.min(done);
    }
    let tests = passed(game, ug, &start, &slide(went));
    went += wheeled;
    for fall in cx.world.fray.falls.iter_mut().filter(|fall| fall.ug == ug) {
        fall.went = Some(went.get());
    }
    cx.tell(Event::Routed { ug, distance: tally, went }.into());
    tests
}

/// Friends whom the files of a routing unit pass through: each file the first that it meets.
fn passed(game: Game<'_>, ug: UgId, start: &[BaseRect], slide: &Motion) -> Vec<Test> {
    enforces!("RETG-MOVE-049", "RETG-KAB-006");
    let state = &game.world[ug];
    let mut met: Vec<UgId> = Vec::new();
    for rect in start {
        let mut first: Option<(Um, UgId)> = None;
        for friend in game.world.of_side(state.side).filter(|own| *own != ug) {
            let hit = first_contact(&[*rect], slide, game.world.rects(friend));
            if let Some(Extent::Distance(done)) = hit.map(|hit| hit.after)
                && first.is_none_or(|(least, _)| done < least)
            {
                first = Some((done, friend));
            }
        }
        if let Some((_, friend)) = first
            && !met.contains(&friend)
        {
            met.push(friend);
        }
    }
    let light = |ug: UgId| game.world[ug].is_foot_sug();
    let tested = met.into_iter().filter(|friend| !light(*friend) && !light(ug));
    tested.map(|friend| Test::of(Tested::Ug(friend), Cause::PassedThrough)).collect()
}

/// How far a unit routed.
pub fn distance_of(fall: &Fall) -> Um {
    fall.went.map_or(Um::ZERO, |went| Um::new(i64::from(went)))
}
