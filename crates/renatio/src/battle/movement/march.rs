//! M2 to M5, M14 and M15: moves ahead, alone or in a group.

use super::group;
use super::plan::{Moved, Plan};
use super::way::{self, Way};
use crate::battle::position::fights::touching;
use crate::battle::position::going;
use crate::battle::world::{Foe, Game, UgId, World};
use crate::battle::{Bw, Leg, March, Second};
use crate::charts::{ActionCode, Going};
use crate::movement::mover;
use crate::troops::Arm;
use caracole_kernel::{Refusal, Side, Tally};
use caracole_ledger::{enforces, rule};
use caracole_plane::{CONTACT_TOLERANCE, Um, shortest_distance};
use caracole_tabletop::Placing;

/// The most legs of a move.
const MOST_LEGS: usize = 8;
/// The universal shift.
const HALF: Bw = Bw(50);

/// A move ahead.
pub fn plan(game: Game<'_>, side: Side, march: &March) -> Result<Plan, Refusal> {
    group::check(game, side, march)?;
    let all: Vec<UgId> = march.ugs.iter().chain(&march.pulled).copied().collect();
    let (code, moved) = part(game, &all, &march.legs)?;
    let pulled = march.pulled.clone();
    let mut plan = Plan { pulled, moved, away: true, ..Plan::of(code, &march.ugs) };
    let ways = way::ways(game, &all, &march.legs)?;
    plan.pushes = ways.iter().flat_map(|way| way::pushes(game, way)).collect();
    if let Some(second) = &march.second {
        check_no_push(game, &plan)?;
        double(game, march, second, &mut plan)?;
    }
    Ok(plan)
}

/// A double move meets no enemy SuG: in its second half it may not, and one that is pushed back stands in its way then.
fn check_no_push(game: Game<'_>, plan: &Plan) -> Result<(), Refusal> {
    let Some(push) = plan.pushes.first() else { return Ok(()) };
    let problem = "A double move would meet these skirmishers again in its second half";
    let refused = Refusal::new(rule!("RETG-MOVE-057"), problem, "Make one move, or stop before them.");
    let _ = game;
    Err(refused.piece("unit", push.by.piece()).piece("enemy", push.sug.piece()))
}

/// The second half of a double move: the same action again, by all or by a part of the group.
fn double(game: Game<'_>, march: &March, second: &Second, plan: &mut Plan) -> Result<(), Refusal> {
    enforces!("RETG-MOVE-034");
    let known = |ug: &UgId| march.ugs.contains(ug) || march.pulled.contains(ug);
    if second.ugs.is_empty() || !second.ugs.iter().all(known) {
        let problem = "The second move is made by units that made the first";
        return Err(Refusal::new(rule!("RETG-MOVE-034"), problem, "Name only those."));
    }
    let mut between: World = game.world.clone();
    for moved in &plan.moved {
        between.place(&moved.placings);
    }
    let mut ugs = second.ugs.clone();
    ugs.dedup();
    let there = Game::new(game.scenario, &between);
    let (code, again) = part(there, &ugs, &second.legs)?;
    for way in way::ways(there, &ugs, &second.legs)? {
        check_short(there, &way)?;
    }
    if code != plan.code {
        let problem = "Both halves of a double move are the same action";
        return Err(Refusal::new(rule!("RETG-MOVE-033"), problem, "Make both of one kind.")
            .fact("first", format!("{:?}", plan.code))
            .fact("second", format!("{code:?}")));
    }
    for after in again {
        match plan.moved.iter_mut().find(|moved| moved.ug == after.ug) {
            Some(moved) => {
                moved.spent += after.spent;
                moved.placings = after.placings;
            }
            None => plan.moved.push(after),
        }
    }
    plan.twice = Some(plan.code);
    plan.code = ActionCode::M14;
    Ok(())
}

/// In the second half of a double move battle troops stop 1 BW before enemy SuGs.
fn check_short(game: Game<'_>, way: &Way) -> Result<(), Refusal> {
    enforces!("RETG-MOVE-057");
    if game.world[way.ug].acts_as_sug() {
        return Ok(());
    }
    for enemy in game.enemies_of(game.world[way.ug].side) {
        let rects = game.world.rects(enemy);
        let before = shortest_distance(game.world.rects(way.ug), rects).unwrap_or(Um::MAX);
        let near = way.path.closest_approach(rects).unwrap_or(Um::MAX);
        if game.world[enemy].acts_as_sug() && near + CONTACT_TOLERANCE < game.bw(1).min(before) {
            let problem = "The second half of a double move stops 1 BW before enemy skirmishers";
            return Err(Refusal::new(rule!("RETG-MOVE-057"), problem, "Go less far.")
                .piece("unit", way.ug.piece())
                .piece("enemy", enemy.piece())
                .length("distance", near.get()));
        }
    }
    Ok(())
}

/// One move of units together: which action it is, and where they come to.
fn part(game: Game<'_>, ugs: &[UgId], legs: &[Leg]) -> Result<(ActionCode, Vec<Moved>), Refusal> {
    enforces!("RETG-MOVE-020", "RETG-MOVE-033");
    if legs.is_empty() || legs.len() > MOST_LEGS {
        return Err(Refusal::new(
            rule!("RETG-QRS-002"),
            "A move has one to eight legs",
            "Say how the units go.",
        ));
    }
    let ways = way::ways(game, ugs, legs)?;
    let code = code_of(game, ugs, legs, &ways)?;
    let mut moved = Vec::new();
    for way in &ways {
        let distance = match code {
            ActionCode::M15 => guns(game, way, ugs)?,
            _ => way::check(game, way, ugs)?,
        };
        moved.push(Moved { ug: way.ug, distance, spent: way.spent, placings: placings(game, way) });
    }
    Ok((code, moved))
}

/// Where a way brings the bases.
pub fn placings(game: Game<'_>, way: &Way) -> Vec<Placing> {
    let mut placings: Vec<Placing> = game.world.placings(way.ug).into_iter().collect();
    for (placing, base) in placings.iter_mut().zip(way.path.end().bases()) {
        placing.base = base;
    }
    placings
}

/// Which action the legs are.
fn code_of(game: Game<'_>, ugs: &[UgId], legs: &[Leg], ways: &[Way]) -> Result<ActionCode, Refusal> {
    let wheels = legs.iter().filter(|leg| matches!(leg, Leg::Wheel { .. })).count();
    let heavy = |ug: &UgId| matches!(game.world[*ug].profile.arm, Arm::MediumArtillery | Arm::HeavyArtillery);
    if ugs.iter().any(heavy) {
        return match (ugs, legs) {
            ([_], [Leg::Wheel { .. }]) => Ok(ActionCode::M15),
            _ => Err(Refusal::new(
                rule!("RETG-MOVE-069"),
                "Medium and heavy guns only wheel",
                "Wheel them by 1 BW at most, by themselves.",
            )),
        };
    }
    let shifts: Vec<Bw> = legs
        .iter()
        .filter_map(|leg| if let Leg::Shift { by, .. } = leg { Some(*by) } else { None })
        .collect();
    match shifts.as_slice() {
        [] => {}
        [by] if *by <= Bw::whole(1) && legs.len() == 1 && aligns(game, ugs, ways) => {
            enforces!("RETG-CHARGE-091");
            return Ok(ActionCode::M2);
        }
        [by] if *by <= HALF && has_purpose(game, ugs, legs, ways)? => {
            enforces!("RETG-UNIV-014");
        }
        [by] => return shift(game, legs, ways, *by, wheels),
        _ => return Err(Refusal::new(rule!("RETG-MOVE-040"), "A move has one shift", "Shift once.")),
    }
    match wheels {
        0 => Ok(ActionCode::M2),
        1 => Ok(ActionCode::M3),
        2 => Ok(ActionCode::M4),
        _ => Err(Refusal::new(rule!("RETG-QRS-002"), "A move has two wheels at most", "Wheel less often.")
            .fact("wheels", wheels)),
    }
}

/// Whether a shift brings a unit that touches an enemy at a front corner only before it, to fight it.
fn aligns(game: Game<'_>, ugs: &[UgId], ways: &[Way]) -> bool {
    let ([ug], [way]) = (ugs, ways) else { return false };
    touching(game, *ug).into_iter().filter_map(Foe::ug).any(|enemy| way::engages(game, way, enemy))
}

/// Whether a shift by half a base width serves what it is free for: without it friends, the table edge or worse going
/// are in the way, or with it the units come to stand beside friends.
fn has_purpose(game: Game<'_>, ugs: &[UgId], legs: &[Leg], ways: &[Way]) -> Result<bool, Refusal> {
    let straight: Vec<Leg> = legs.iter().copied().filter(|leg| !matches!(leg, Leg::Shift { .. })).collect();
    let without = way::ways(game, ugs, &straight)?;
    for (way, other) in ways.iter().zip(&without) {
        if way::check_friends(game, other, ugs).is_err() {
            return Ok(true);
        }
        let better = going::worst_on(game, way.ug, &way.path)?;
        if going::worst_on(game, other.ug, &other.path).map_or(true, |worse| worse > better) {
            return Ok(true);
        }
        let end = way.path.end().rects();
        let joins =
            game.world.of_side(game.world[way.ug].side).filter(|ug| !ugs.contains(ug)).any(|friend| {
                let theirs = game.world.rects(friend);
                let edge = |own: &caracole_plane::BaseRect, other: &caracole_plane::BaseRect| {
                    own.contact(other).and_then(caracole_plane::Contact::edges).is_some()
                };
                end.iter().any(|own| theirs.iter().any(|other| edge(own, other)))
            });
        if joins {
            return Ok(true);
        }
    }
    Ok(false)
}

/// M5: at least 2 BW ahead, a shift of 1 BW at most, not nearer than 4 BW to enemy battle troops.
fn shift(game: Game<'_>, legs: &[Leg], ways: &[Way], by: Bw, wheels: usize) -> Result<ActionCode, Refusal> {
    enforces!("RETG-MOVE-040");
    let rule = rule!("RETG-MOVE-040");
    if wheels > 0 {
        return Err(Refusal::new(
            rule,
            "A move with a shift goes straight ahead",
            "Leave the wheel or the shift out.",
        ));
    }
    if by > Bw::whole(1) {
        return Err(
            Refusal::new(rule, "A shift is of 1 BW at most", "Shift less.").fact("hundredths of a BW", by.0)
        );
    }
    let ahead: i32 = legs.iter().map(|leg| if let Leg::Forward(by) = leg { by.0 } else { 0 }).sum();
    if ahead < 200 {
        return Err(Refusal::new(rule, "A move with a shift goes at least 2 BW ahead", "Go further.")
            .fact("hundredths of a BW", ahead));
    }
    for way in ways {
        let enemies = game.enemies_of(game.world[way.ug].side);
        let tugs = game.rects_of(enemies.into_iter().filter(|ug| !game.world[*ug].acts_as_sug()));
        if let Some(near) =
            way.path.closest_approach(&tugs).filter(|near| *near + CONTACT_TOLERANCE < game.bw(4))
        {
            return Err(Refusal::new(
                rule,
                "A shift keeps 4 BW from enemy battle troops",
                "Stay further away.",
            )
            .piece("unit", way.ug.piece())
            .length("distance", near.get()));
        }
    }
    Ok(ActionCode::M5)
}

/// M15: medium and heavy guns wheel.
fn guns(game: Game<'_>, way: &Way, moving: &[UgId]) -> Result<Tally, Refusal> {
    enforces!("RETG-MOVE-069", "RETG-MOVE-068");
    let state = &game.world[way.ug];
    let row = game.charts().movement_distance.row(mover(&state.profile, state.form, state.dismounted));
    let mut tally = Tally::new("distance in BW");
    tally.add(rule!("RETG-MOVE-069"), "a wheel of guns", i32::from(row.wheel_bw));
    let most = game.bw(tally.total());
    if way.spent > most {
        return Err(Refusal::new(rule!("RETG-MOVE-069"), "The guns wheel too far", "Wheel less.")
            .length("distance", way.spent.get())
            .length("most", most.get()));
    }
    way::check_friends(game, way, moving)?;
    way::check_enemies(game, way)?;
    Ok(tally)
}

/// The full distance of a unit in good going: for choices to offer.
pub fn full(game: Game<'_>, ug: UgId) -> i32 {
    way::reach(game, ug, Going::Good).total()
}

/// A length for choices to offer.
pub fn whole(bw: i32) -> Option<Bw> {
    (bw > 0).then(|| Bw::whole(bw))
}
