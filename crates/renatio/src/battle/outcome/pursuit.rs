//! Pursuits.

use super::kab::{Test, Tested};
use super::message::Event;
use super::rout::distance_of;
use crate::battle::Cx;
use crate::battle::charge::{lay, make_way, open_to};
use crate::battle::movement::{end_slows, keep_files, measure, take_along};
use crate::battle::position::fights::{enemy_ground, opponents, touching};
use crate::battle::position::going::{under, worst_on};
use crate::battle::position::reform::reform;
use crate::battle::position::room::{Displaced, is_clear, made};
use crate::battle::start::block;
use crate::battle::world::{BaseKind, Deed, Fall, Foe, Game, Measured, Phase, UgId};
use crate::charts::{Going, Hampered};
use crate::kab::Cause;
use crate::movement::hampered;
use crate::troops::{Arm, Characteristic, TroopType};
use caracole_kernel::Side;
use caracole_ledger::enforces;
use caracole_plane::{
    Angle, BaseRect, CONTACT_TOLERANCE, Extent, Group, Motion, Path, Um, any_overlap, any_within,
};
use caracole_tabletop::{Grid, laid_out};

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
    enforces!("RETG-ROUT-021", "RETG-SEQ-020", "RETG-GLOS-040");
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
    let (start, _) = conformed(game, ug, after, away);
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
    let (start, grid) = conformed(game, ug, after, away);
    let (path, stopped) = cut(game, ug, start.leg(slide(away, distance)));
    let went = last_slide(&path);
    let Through { path, tests, stopped: blocked, displaced } = through_friends(game, ug, path, away);
    let before = cx.world.formation(ug).clone();
    take_along(cx, &[ug], false);
    make_way(cx, ug, &displaced);
    match &grid {
        None => cx.world.put(ug, path.end()),
        Some(grid) => lay(cx, ug, grid, path.end()),
    }
    cx.world[ug].deeds = cx.world[ug].deeds.with(Deed::Pursued);
    cx.world[ug].acted = true;
    let met = touching(Game::new(cx.scenario, cx.world), ug);
    remember(cx, ug, &met);
    cx.tell(Event::Pursued { ug, after: after.ug, went, met: met.clone() }.into());
    end_slows(cx, ug);
    if grid.is_some() && met.is_empty() {
        widen(cx, ug, &before);
    }
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

/// The unit wheeled behind the routers, if it has room for it, and no wider than they if it was: with its new files.
fn conformed(game: Game<'_>, ug: UgId, after: &Fall, away: Angle) -> (Path, Option<Grid<BaseKind>>) {
    enforces!("RETG-ROUT-031");
    let straight = Path::from(game.world.body(ug));
    let wheeled = straight.clone().wheel_to_face(away, measure(game));
    if let Some((body, grid)) = narrowed(game, ug, after.ug, wheeled.end())
        && is_clear(game, ug, &body)
    {
        return (Path::from(&body), Some(grid));
    }
    if is_clear(game, ug, wheeled.end()) { (wheeled, None) } else { (straight, None) }
}

/// A pursuer as wide as the routers before it, but two files at least, right behind them; nothing if it is no wider.
fn narrowed(game: Game<'_>, ug: UgId, after: UgId, body: &Group) -> Option<(Group, Grid<BaseKind>)> {
    let front = body.front_centre();
    let across = game.world.rects(after).iter().flat_map(|rect| rect.corners()).map(|at| front.local(at).0);
    let (left, right) = (across.clone().min()?, across.max()?);
    let width = i64::from(game.bw(1).get()).max(1);
    let files = (i64::from((right - left - CONTACT_TOLERANCE).or_zero().get()) + width - 1) / width;
    let files = u8::try_from(files).unwrap_or(u8::MAX).max(2);
    let wide = u8::try_from(game.world.formation(ug).width()).unwrap_or(u8::MAX);
    if files >= wide {
        return None;
    }
    let grid = block(&game.world.profiles(ug), files);
    let middle = (left + right).half();
    let anchor = front.offset(middle - (game.bw(1) * i32::from(files)).half(), Um::ZERO);
    Some((laid_out(Measured { width: game.bw(1) }, &grid, anchor, Um::ZERO), grid))
}

/// A pursuer that met nobody takes its old width again where it has room.
fn widen(cx: &mut Cx<'_>, ug: UgId, grid: &Grid<BaseKind>) {
    let game = Game::new(cx.scenario, cx.world);
    let front = game.world.body(ug).front_centre();
    let width = game.bw(i32::try_from(grid.width()).unwrap_or(0));
    let anchor = front.offset(-width.half(), Um::ZERO);
    let body = laid_out(Measured { width: game.bw(1) }, grid, anchor, Um::ZERO);
    if is_clear(game, ug, &body) {
        cx.world.arrange(ug, grid, body.anchor);
    }
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

/// Where a pursuit ends among friends.
struct Through {
    path: Path,
    tests: Vec<Test>,
    stopped: bool,
    displaced: Displaced,
}

/// Pursuers burst through friends, who are tested, and SuGs make room for them. Without room beyond them they stop where
/// they meet them.
fn through_friends(game: Game<'_>, ug: UgId, path: Path, away: Angle) -> Through {
    enforces!("RETG-ROUT-026");
    let side = game.world[ug].side;
    let friends: Vec<UgId> = game.world.of_side(side).filter(|own| *own != ug).collect();
    let rects: Vec<BaseRect> = game.rects_of(friends.iter().copied()).to_vec();
    let met = friends
        .iter()
        .copied()
        .filter(|friend| crate::battle::charge::runs_into(&path, game.world.rects(*friend)));
    let tested: Vec<UgId> = met.filter(|friend| !game.world[*friend].is_foot_sug()).collect();
    let test = |friend: UgId| Test::of(Tested::Ug(friend), Cause::PassedThrough);
    let tests = tested.iter().copied().map(test).collect();
    if !any_overlap(&path.end().rects(), &rects) {
        return Through { path, tests, stopped: false, displaced: Vec::new() };
    }
    if let Some((body, displaced)) = made(game, ug, path.end(), away) {
        let beyond = body.anchor.at.distance(path.end().anchor.at);
        return Through { path: path.leg(slide(away, beyond)), tests, stopped: false, displaced };
    }
    let Some(hit) = path.first_contact(&rects) else {
        return Through { path, tests, stopped: true, displaced: Vec::new() };
    };
    let cut = path.cut_clear(hit.leg, hit.met.after, measure(game), &rects);
    let cut = if any_overlap(&cut.end().rects(), &rects) { Path::from(game.world.body(ug)) } else { cut };
    let near = |friend: &UgId| any_within(&cut.end().rects(), game.world.rects(*friend), CONTACT_TOLERANCE);
    let tests = tested.into_iter().filter(near).map(test).collect();
    Through { path: cut, tests, stopped: true, displaced: Vec::new() }
}
