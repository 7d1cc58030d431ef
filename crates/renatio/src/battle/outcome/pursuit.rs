//! Pursuits.

use super::kab::{Test, Tested};
use super::message::Event;
use super::rout::distance_of;
use crate::battle::Cx;
use crate::battle::charge::open_to;
use crate::battle::movement::{end_slows, keep_files, measure, take_along};
use crate::battle::position::fights::{enemy_ground, opponents, touching};
use crate::battle::position::going::{under, worst_on};
use crate::battle::position::reform::reform;
use crate::battle::world::{Deed, Fall, Foe, Game, Phase, UgId};
use crate::charts::{Going, Hampered};
use crate::kab::Cause;
use crate::movement::hampered;
use crate::troops::{Arm, Characteristic, TroopType};
use caracole_kernel::Side;
use caracole_ledger::enforces;
use caracole_plane::{Angle, BaseRect, Extent, Motion, Path, Um, any_overlap};

/// Whether a unit must pursue, may, or does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duty {
    /// It does not pursue.
    None,
    /// Its owner may choose.
    May,
    /// It must, unless cards stop it.
    MustUnlessHeld,
    /// It must.
    Must,
}

/// Whether a unit pursues one that routed.
pub fn duty(game: Game<'_>, ug: UgId, after: UgId) -> Duty {
    enforces!("RETG-ROUT-020", "RETG-ROUT-022", "RETG-ROUT-023", "RETG-ROUT-025", "RETG-GLOS-016");
    let state = &game.world[ug];
    let stays = matches!(state.profile.arm, Arm::Battlewagon)
        || state.troop_type() == TroopType::Artillery
        || state.profile.is(Characteristic::Barricades);
    if stays || !opponents(game, Foe::Ug(ug)).is_empty() {
        return Duty::None;
    }
    let impetuous = state.profile.is(Characteristic::Impetuous);
    match state.troop_type() {
        TroopType::Foot => {
            let from_mounted = game.world[after].troop_type() == TroopType::Mounted;
            if impetuous && !from_mounted { Duty::MustUnlessHeld } else { Duty::May }
        }
        TroopType::Mounted => Duty::Must,
        _ => Duty::May,
    }
}

/// Units that may pursue, each with those whom it beat.
pub fn pursuers(game: Game<'_>) -> Vec<(UgId, Vec<UgId>)> {
    enforces!("RETG-ROUT-021", "RETG-SEQ-020");
    let mut found: Vec<(UgId, Vec<UgId>)> = Vec::new();
    for fall in game.world.fray.falls.iter().filter(|fall| fall.went.is_some_and(|went| went > 0)) {
        for victor in &fall.victors {
            let stands = game.world.on_table().any(|on| on == *victor);
            let done = game.world[*victor].deeds.has(Deed::Pursued);
            if !stands || done || duty(game, *victor, fall.ug) == Duty::None {
                continue;
            }
            match found.iter_mut().find(|(ug, _)| ug == victor) {
                Some((_, after)) => after.push(fall.ug),
                None => found.push((*victor, vec![fall.ug])),
            }
        }
    }
    found
}

/// How a pursuit went.
#[derive(Clone, Debug)]
pub struct Pursuit {
    /// Tests that it causes.
    pub tests: Vec<Test>,
    /// It met somebody, or the table edge, or ground that it does not enter: it goes no further.
    pub stopped: bool,
    /// New enemies whom it met.
    pub met: Vec<Foe>,
}

/// The new enemy whom a pursuit would meet first, if it may still get away.
pub fn would_meet(game: Game<'_>, ug: UgId, after: &Fall, further: Option<Um>) -> Option<UgId> {
    enforces!("RETG-ROUT-034", "RETG-ROUT-028");
    let away = after.away.unwrap_or_else(|| game.world.facing(ug));
    let distance = further.unwrap_or_else(|| distance_of(after));
    let start = conformed(game, ug, away);
    let path = start.leg(slide(away, distance));
    let (owners, ground) = enemy_ground(game, game.world[ug].side);
    let hit = path.first_contact(&ground)?;
    let met = owners.get(hit.met.obstacle)?.ug()?;
    let free = !game.world[met].deeds.has(Deed::Answered);
    (free && open_to(game, met, &[ug]).len() > 1).then_some(met)
}

/// A pursuit move of a unit, so far in a direction.
pub fn pursue(cx: &mut Cx<'_>, ug: UgId, after: &Fall, further: Option<Um>) -> Pursuit {
    enforces!("RETG-ROUT-030", "RETG-ROUT-033", "RETG-ROUT-029", "RETG-ROUT-032");
    let game = Game::new(cx.scenario, cx.world);
    let away = after.away.unwrap_or_else(|| game.world.facing(ug));
    let distance = further.unwrap_or_else(|| distance_of(after));
    let start = conformed(game, ug, away);
    let (path, stopped) = cut(game, ug, start.clone().leg(slide(away, distance)));
    let went = last_slide(&path);
    let (path, tests, blocked) = through_friends(game, ug, path);
    take_along(cx, &[ug], false);
    cx.world.put(ug, path.end());
    cx.world[ug].deeds = cx.world[ug].deeds.with(Deed::Pursued);
    cx.world[ug].acted = true;
    let met = touching(Game::new(cx.scenario, cx.world), ug);
    remember(cx, ug, &met);
    cx.tell(Event::Pursued { ug, after: after.ug, went, met: met.clone() }.into());
    end_slows(cx, ug);
    reform(cx, ug);
    let wide = u8::try_from(cx.world.formation(ug).width()).unwrap_or(u8::MAX);
    keep_files(cx, ug, wide);
    Pursuit { tests, stopped: stopped || blocked || !met.is_empty(), met }
}

/// Enemies who are met after the Charge Phase are fought in the next one.
fn remember(cx: &mut Cx<'_>, ug: UgId, met: &[Foe]) {
    enforces!("RETG-ROUT-035", "RETG-ROUT-027");
    if cx.world.when.phase == Phase::Charge {
        return;
    }
    for enemy in met.iter().filter_map(|foe| foe.ug()) {
        let pair = if cx.world[ug].side == Side::Red { (ug, enemy) } else { (enemy, ug) };
        cx.world.fray.met.push(pair);
    }
}

const fn slide(toward: Angle, distance: Um) -> Motion {
    Motion::Slide { toward, distance }
}

fn last_slide(path: &Path) -> Um {
    match path.legs().last() {
        Some((_, Motion::Slide { distance, .. })) => *distance,
        _ => Um::ZERO,
    }
}

/// The unit wheeled behind the routers, if it has room for it.
fn conformed(game: Game<'_>, ug: UgId, away: Angle) -> Path {
    let straight = Path::from(game.world.body(ug));
    let wheeled = straight.clone().wheel_to_face(away, measure(game));
    let rects = wheeled.end().rects();
    let others = game.rects_of(game.world.on_table().filter(|other| *other != ug));
    let table = &game.scenario.field.table;
    let fits = rects.iter().all(|rect| table.holds(rect))
        && !any_overlap(&rects, &others)
        && !any_overlap(&rects, &game.camps());
    if fits { wheeled } else { straight }
}

/// The path as far as enemies, the table edge and the ground allow; whether it was cut.
fn cut(game: Game<'_>, ug: UgId, path: Path) -> (Path, bool) {
    let state = &game.world[ug];
    let side = state.side;
    let (_, mut enemies) = enemy_ground(game, side);
    enemies.extend(game.world.camp_rect(side));
    let mut path = path;
    let mut stopped = false;
    let last = path.legs().count().saturating_sub(1);
    if let Some(exit) = path.first_exit(&game.scenario.field.table) {
        path = path.cut(exit.leg, exit.met.after, measure(game));
        stopped = true;
    }
    if let Some(hit) = path.first_contact(&enemies) {
        path = path.cut_clear(hit.leg, hit.met.after, measure(game), &enemies);
        stopped = true;
    }
    if !state.profile.is(Characteristic::Impetuous) && hampers(game, ug, &path) {
        let whole = last_slide(&path);
        for eighths in (0..8).rev() {
            let part = path.cut(last, Extent::Distance(whole * eighths / 8), measure(game));
            if !hampers(game, ug, &part) || eighths == 0 {
                path = part;
                break;
            }
        }
        stopped = true;
    }
    if worst_on(game, ug, &path).is_err() {
        path = path.cut(last, Extent::Distance(Um::ZERO), measure(game));
        stopped = true;
    }
    (path, stopped)
}

/// Whether a path takes a unit into ground that hampers it, where it was not before.
fn hampers(game: Game<'_>, ug: UgId, path: &Path) -> bool {
    let state = &game.world[ug];
    let harm = |going: Going| hampered(game.charts(), &state.profile, state.form, state.dismounted, going);
    let now = harm(under(game, ug, game.world.rects(ug)));
    let then = worst_on(game, ug, path).map_or(Hampered::None, harm);
    then != Hampered::None && now == Hampered::None
}

/// Pursuers burst through friends: these are tested. Without room beyond them they stop where they meet them.
fn through_friends(game: Game<'_>, ug: UgId, path: Path) -> (Path, Vec<Test>, bool) {
    enforces!("RETG-ROUT-026");
    let side = game.world[ug].side;
    let friends: Vec<UgId> = game.world.of_side(side).filter(|own| *own != ug).collect();
    let rects: Vec<BaseRect> = game.rects_of(friends.iter().copied()).to_vec();
    let met = friends
        .iter()
        .copied()
        .filter(|friend| crate::battle::charge::runs_into(&path, game.world.rects(*friend)));
    let tested: Vec<UgId> = met.filter(|friend| !game.world[*friend].is_foot_sug()).collect();
    let tests = tested.into_iter().map(|friend| Test::of(Tested::Ug(friend), Cause::PassedThrough)).collect();
    if !any_overlap(&path.end().rects(), &rects) {
        return (path, tests, false);
    }
    let Some(hit) = path.first_contact(&rects) else { return (path, tests, true) };
    let stopped = path.cut_clear(hit.leg, hit.met.after, measure(game), &rects);
    if any_overlap(&stopped.end().rects(), &rects) {
        let still = Path::from(game.world.body(ug));
        return (still, tests, true);
    }
    (stopped, tests, true)
}
