//! MF1 and MF2: bases of a unit in combat move to another file, or turn.

use crate::battle::movement::{Moved, Plan, own_ug};
use crate::battle::position::fights::{between, fighters, is_in_combat};
use crate::battle::world::{Foe, Game, UgId, World};
use crate::charts::ActionCode;
use caracole_kernel::{Refusal, Side, Tally};
use caracole_ledger::{RuleId, enforces, rule};
use caracole_plane::{Base, Edge, Um, any_overlap};
use caracole_tabletop::{BaseId, Facing, Placing, Position, quarter_turns};

fn no(rule: RuleId, problem: &'static str, remedy: &'static str, ug: UgId) -> Refusal {
    Refusal::new(rule, problem, remedy).piece("unit", ug.piece())
}

fn in_combat(game: Game<'_>, side: Side, ug: UgId) -> Result<(), Refusal> {
    enforces!("RETG-GLOS-097", "RETG-FORM-011", "RETG-CMD-049");
    own_ug(game, side, ug)?;
    if is_in_combat(game, ug) {
        return Ok(());
    }
    Err(no(rule!("RETG-FORM-011"), "Only a unit in combat moves bases so", "Choose a unit that fights.", ug))
}

/// The bases of a file, the foremost first.
fn file(world: &World, ug: UgId, file: u8) -> Vec<BaseId> {
    let ids = world.base_ids_of(ug).iter().copied();
    let mut own: Vec<BaseId> = ids.filter(|id| world[*id].at.file == file).collect();
    own.sort_by_key(|id| world[*id].at.rank);
    own
}

/// Whether a base takes part in a fight.
fn is_engaged(game: Game<'_>, ug: UgId, id: BaseId) -> bool {
    let side = game.world[ug].side;
    fighters(game, side.other()).into_iter().any(|foe| {
        let fights = match side {
            Side::Red => between(game, Foe::Ug(ug), foe),
            Side::Blue => between(game, foe, Foe::Ug(ug)),
        };
        fights.iter().any(|(fight, _)| fight.of(side).place.base == id.0)
    })
}

/// MF1.
pub fn shift(game: Game<'_>, side: Side, ug: UgId, from: u8, bases: u8, to: i8) -> Result<Plan, Refusal> {
    enforces!("RETG-FORM-012", "RETG-GLOS-096", "RETG-CHARGE-095", "RETG-MOVE-007");
    in_combat(game, side, ug)?;
    let rule = rule!("RETG-FORM-012");
    let mut after = game.world.clone();
    let files: Vec<u8> = after.formation(ug).files().collect();
    let (Some(first), Some(last)) = (files.first().copied(), files.last().copied()) else {
        return Err(no(rule, "The unit has no bases", "Choose another unit.", ug));
    };
    let own = file(&after, ug, from);
    let count = usize::from(bases);
    if count == 0 || count > own.len() {
        return Err(no(rule, "The file has not so many bases", "Name fewer.", ug));
    }
    let moving: Vec<BaseId> = own[own.len() - count..].to_vec();
    if moving.iter().any(|id| is_engaged(game, ug, *id) || after[*id].facing != Facing::Front) {
        return Err(no(rule, "Only bases that fight nobody move", "Name others.", ug));
    }
    let target = i16::from(to);
    let new_left = target == i16::from(first) - 1;
    let new_right = target == i16::from(last) + 1;
    let beside = match (new_left, new_right) {
        (true, _) => first,
        (_, true) => last,
        _ => u8::try_from(target).unwrap_or(u8::MAX),
    };
    if beside == from && !new_left && !new_right || !files.contains(&beside) {
        return Err(no(rule, "There is no such file", "Name a file of the unit, or the next to an end.", ug));
    }
    let anchor = file(&after, ug, beside);
    let (Some(front), Some(rear)) = (anchor.first().copied(), anchor.last().copied()) else {
        return Err(no(rule, "There is no such file", "Name another.", ug));
    };
    let renumber = new_left && first == 0;
    if renumber {
        for id in after.base_ids(ug) {
            after[id].at.file += 1;
        }
    }
    let width = game.bw(1);
    let mut next = match (new_left, new_right) {
        (true, _) => after[front].base.front.offset(-width, Um::ZERO),
        (_, true) => after[front].base.front.offset(width, Um::ZERO),
        _ => after[rear].base.front.offset(Um::ZERO, -after[rear].base.depth),
    };
    let file_number = match (new_left, new_right) {
        (true, _) if renumber => 0,
        (true, _) => first - 1,
        (_, true) => last + 1,
        _ => beside,
    };
    let first_rank = if new_left || new_right { 0 } else { after[rear].at.rank + 1 };
    for (rank, id) in (first_rank..).zip(&moving) {
        let base = Base::new(next, after[*id].base.width, after[*id].base.depth);
        next = next.offset(Um::ZERO, -base.depth);
        after[*id].base = base;
        after[*id].at = Position { file: file_number, rank };
    }
    fits(game, &after, ug, &moving)?;
    only_frontal(Game::new(game.scenario, &after), ug, &moving)?;
    Ok(planned(game, &after, ug, ActionCode::Mf1))
}

/// Nothing else stands where the bases come to.
fn fits(game: Game<'_>, after: &World, ug: UgId, moved: &[BaseId]) -> Result<(), Refusal> {
    let rects: Vec<_> = moved.iter().map(|id| after[*id].base.rect()).collect();
    let own = after.base_ids_of(ug).iter().filter(|id| !moved.contains(id)).map(|id| after[*id].base.rect());
    let others = game.rects_of(game.world.on_table().filter(|other| *other != ug));
    let obstacles: Vec<_> = own.chain(others).chain(game.camps()).collect();
    let table = &game.scenario.field.table;
    if any_overlap(&rects, &obstacles) || !rects.iter().all(|rect| table.holds(rect)) {
        return Err(no(
            rule!("RETG-FORM-011"),
            "There is no room for the bases",
            "Place them elsewhere.",
            ug,
        ));
    }
    Ok(())
}

/// A base that is placed meets enemy frontally or not at all.
fn only_frontal(after: Game<'_>, ug: UgId, moved: &[BaseId]) -> Result<(), Refusal> {
    let side = after.world[ug].side;
    for foe in fighters(after, side.other()) {
        let fights = match side {
            Side::Red => between(after, Foe::Ug(ug), foe),
            Side::Blue => between(after, foe, Foe::Ug(ug)),
        };
        let mut own = fights.iter().map(|(fight, _)| fight.of(side));
        let flanked =
            own.any(|stand| moved.iter().any(|id| id.0 == stand.place.base) && stand.edge != Edge::Front);
        if flanked {
            let problem = "The bases would meet enemy in flank only";
            return Err(no(rule!("RETG-GLOS-096"), problem, "Place them where they fight frontally.", ug));
        }
    }
    Ok(())
}

/// MF2.
pub fn turn(game: Game<'_>, side: Side, ug: UgId, of: u8, to: Facing) -> Result<Plan, Refusal> {
    enforces!("RETG-FORM-013", "RETG-COMBAT-052", "RETG-SEQ-032", "RETG-MOVE-007");
    in_combat(game, side, ug)?;
    let mut after = game.world.clone();
    let own = file(&after, ug, of);
    let Some(front) = own.first().copied() else {
        return Err(no(rule!("RETG-FORM-013"), "There is no such file", "Name another.", ug));
    };
    if own.iter().any(|id| after[*id].facing != Facing::Front) || to == Facing::Front {
        let problem = "The bases of the file have turned already";
        return Err(no(rule!("RETG-FORM-013"), problem, "Turn another file.", ug));
    }
    lay_turned(game, &mut after, &own, front, to);
    fits(game, &after, ug, &own)?;
    let turned = Game::new(game.scenario, &after);
    let faces = fighters(turned, side.other()).into_iter().any(|foe| {
        let fights = match side {
            Side::Red => between(turned, Foe::Ug(ug), foe),
            Side::Blue => between(turned, foe, Foe::Ug(ug)),
        };
        fights.iter().any(|(fight, _)| {
            let stand = fight.of(side);
            stand.edge == Edge::Front && own.iter().any(|id| id.0 == stand.place.base)
        })
    });
    if !faces {
        let problem = "Bases turn only to face enemy who fight the unit";
        return Err(no(rule!("RETG-FORM-013"), problem, "Turn them towards the enemy.", ug));
    }
    Ok(planned(game, &after, ug, ActionCode::Mf2))
}

/// Lays the bases of a file so that they face another way over the same ground: to a side in columns as deep as the file
/// is wide.
fn lay_turned(game: Game<'_>, after: &mut World, own: &[BaseId], front: BaseId, to: Facing) {
    let group = after[front].base.front;
    let width = game.bw(1);
    let facing = group.facing + quarter_turns(to);
    if to == Facing::Rear {
        for id in own {
            let base = after[*id].base;
            (after[*id].base, after[*id].facing) = (base.fronting(Edge::Rear), to);
        }
        return;
    }
    let depth = after[front].base.depth;
    let per_column = usize::try_from((width.get() / depth.get().max(1)).max(1)).unwrap_or(1);
    // The edge that becomes the front, and how far its columns reach back along it.
    let aside = if to == Facing::Left { -width.half() } else { width.half() };
    for (n, id) in own.iter().enumerate() {
        let column = i32::try_from(n / per_column).unwrap_or(0);
        let rank = i32::try_from(n % per_column).unwrap_or(0);
        let inward = if to == Facing::Left { depth * rank } else { -(depth * rank) };
        let at = group.offset(aside + inward, -(width.half() + width * column)).at;
        let base = Base::new(caracole_plane::Pose::new(at, facing), after[*id].base.width, depth);
        (after[*id].base, after[*id].facing) = (base, to);
    }
}

fn planned(game: Game<'_>, after: &World, ug: UgId, code: ActionCode) -> Plan {
    let placings: Vec<Placing> = after.placings(ug).to_vec();
    let distance = Tally::new("bases that move within the unit");
    let _ = game;
    let moved = Moved { ug, distance, spent: Um::ZERO, placings };
    Plan { moved: vec![moved], ..Plan::of(code, &[ug]) }
}

/// Commanders whose files were numbered anew.
pub fn renumbers(game: Game<'_>, ug: UgId, plan: &Plan) -> bool {
    let before = game.world.placings(ug);
    let at = |id: BaseId| before.iter().find(|placing| placing.id == id).map(|placing| placing.at.file);
    let kept = plan.moved.iter().flat_map(|moved| &moved.placings);
    let up = kept.filter(|placing| at(placing.id).is_some_and(|file| file + 1 == placing.at.file)).count();
    up + 1 >= before.len() && up > 0
}
