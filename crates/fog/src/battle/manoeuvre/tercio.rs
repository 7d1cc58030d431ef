//! Early tercios in close combat: shot and pike change places within the footprint.

use super::feed::{has_room, new_contacts, overlapping_enemies, shift, touches_enemy};
use super::messages::{Feeding, TercioMove};
use super::plan::Place;
use super::reshape::refuse;
use crate::battle::position::{contact, overlap};
use crate::battle::world::{BaseId, GroupId, World, quarter_turns};
use crate::formation::{Facing, Position, Status, melee_ranks};
use crate::troops::Capability;
use caracole_kernel::Refusal;
use caracole_ledger::{enforces, rule};
use caracole_plane::{Angle, Base, Hand, Point, Pose, Um};

/// The ground of a tercio: its front left corner with its facing, its files and ranks.
struct Ground {
    corner: Pose,
    files: u8,
    ranks: u8,
    width: Um,
    depth: Um,
}

fn ground(world: &World, group: GroupId) -> Option<Ground> {
    let (files, ranks) = world[group].footprint?;
    let bases = world.bases_of(group);
    let depth = bases.iter().map(|b| b.base.depth).min()?;
    let width = world.field.base_width();
    let frame = Pose::new(Point::ORIGIN, world.facing(group));
    let (mut front, mut left, mut right) = (Um::new(i64::MIN / 4), Um::MAX, Um::new(i64::MIN / 4));
    for base in &bases {
        for corner in base.base.rect().corners() {
            let (r, f) = frame.local(corner);
            front = front.max(f);
            left = left.min(r);
            right = right.max(r);
        }
    }
    // A turned horn may stand back from the side: measure from the side that still faces front or rear.
    let first = bases.iter().map(|b| b.at.file).min()?;
    let straight = |b: &crate::battle::world::BaseState| {
        b.at.file == first && matches!(b.facing, Facing::Front | Facing::Rear)
    };
    let left = match bases.iter().any(straight) {
        true => left,
        false => right - width * i32::from(files),
    };
    Some(Ground { corner: frame.offset(left, front), files, ranks, width, depth })
}

impl Ground {
    fn is_horn(&self, at: Position) -> bool {
        (at.file == 0 || at.file + 1 == self.files)
            && (at.rank < 2 || (self.ranks >= 2 && at.rank + 2 >= self.ranks))
    }

    /// Where a base at a place of the grid stands. Bases that face a flank share places two ranks long, the base of the
    /// even rank outermost.
    fn base(&self, at: Position, facing: Facing) -> Base {
        let (file, rank) = (i32::from(at.file), i32::from(at.rank));
        let turned = Angle(self.corner.facing.0.wrapping_add(quarter_turns(facing).0));
        let row = i32::from(at.rank % 2);
        let (right, forward) = match facing {
            Facing::Front => (self.width * file + self.width.half(), -(self.depth * rank)),
            Facing::Rear => (self.width * file + self.width.half(), -(self.depth * (rank + 1))),
            Facing::Left => {
                (self.width * file + self.depth * row, -(self.depth * (rank - row) + self.width.half()))
            }
            Facing::Right => {
                (self.width * (file + 1) - self.depth * row, -(self.depth * (rank - row) + self.width.half()))
            }
        };
        Base::new(Pose::new(self.corner.offset(right, forward).at, turned), self.width, self.depth)
    }
}

/// Whether a base touches an enemy by its own front edge.
fn fights_to_its_front(world: &World, group: GroupId, base: BaseId) -> bool {
    let rect = world[base].base.rect();
    world
        .enemies_of(group)
        .filter(|&e| !world[e].is_broken())
        .any(|e| world.rects(e).iter().any(|r| rect.contact(r).is_some_and(|c| c.is_by_own_front())))
}

/// Whether a base gives dice where it is: it stands in the first ranks of a file that fights to its front, or it is the
/// first of an overlapping file.
fn gives_dice(world: &World, group: GroupId, base: BaseId) -> bool {
    let own = world[base];
    let flank = matches!(own.facing, Facing::Left | Facing::Right);
    let ids = world.base_ids(group);
    let file: Vec<BaseId> = ids
        .into_iter()
        .filter(|&b| {
            let other = world[b];
            other.at.file == own.at.file
                && other.facing == own.facing
                && (!flank || other.at.rank / 2 == own.at.rank / 2)
        })
        .collect();
    let dice = if file.iter().any(|&b| fights_to_its_front(world, group, b)) {
        usize::from(melee_ranks(world.book.book(), own.profile.troop_type))
    } else {
        usize::from(file.iter().any(|&b| !overlap::overlapped_by(world, group, b).is_empty()))
    };
    file.iter().position(|&b| b == base).is_some_and(|place| place < dice)
}

/// Whether a base must stay where it is.
fn is_held(world: &World, group: GroupId, base: BaseId) -> bool {
    touches_enemy(world, group, base) || gives_dice(world, group, base)
}

/// Plans moving up to two bases of an early tercio.
pub fn plan(world: &World, group: GroupId, moves: &[TercioMove]) -> Result<Place, Refusal> {
    let rule = rule!("FOGR-MANOEUVRE-034");
    if world[group].status != Status::EarlyTercio {
        return Err(refuse(rule, "It is not an early tercio", "Expand it or move bases into other ranks."));
    }
    if moves.is_empty() || moves.len() > 2 {
        return Err(refuse(rule, "An early tercio moves one or two bases", "Name 1 or 2."));
    }
    if Hand::BOTH.into_iter().any(|hand| shift(world, group, hand).is_ok()) {
        return Err(refuse(rule, "It can shift sideways", "Shift it."));
    }
    let Some(ground) = ground(world, group) else {
        return Err(refuse(rule, "It has no footprint", "Leave it."));
    };
    let ids = world.base_ids(group);
    let mut moved: Vec<BaseId> = Vec::new();
    for step in moves {
        let Some(id) = ids.iter().copied().find(|&b| world[b].at == step.from && !moved.contains(&b)) else {
            return Err(refuse(rule, "It has no base there", "Name the places of its bases."));
        };
        moved.push(id);
        check_step(world, group, &ground, id, step)?;
    }
    let after = world.supposing(|after| {
        for (&id, step) in moved.iter().zip(moves) {
            after[id].at = step.to;
            after[id].facing = step.facing;
            after[id].base = ground.base(step.to, step.facing);
        }
    });
    let new = after.bases_of(group);
    let in_place = |b: &BaseId| after[*b].base.rect();
    let crowded = moved.iter().any(|m| {
        ids.iter().any(|o| o != m && (after[*o].at == after[*m].at || in_place(o).overlaps(&in_place(m))))
    });
    if crowded || !has_room(world, &after, group) {
        return Err(refuse(rule!("FOGR-MANOEUVRE-036"), "Another base stands there", "Choose a free place."));
    }
    horns_and_pike(&ground, &new)?;
    new_contacts(world, &after, group)?;
    if world[group].side != world.turn.active {
        only_matches(world, &after, group, &moved)?;
    }
    enforces!("FOGR-MANOEUVRE-035");
    Ok(Place::of(&after, group))
}

/// Checks the move of one base.
fn check_step(
    world: &World,
    group: GroupId,
    ground: &Ground,
    id: BaseId,
    step: &TercioMove,
) -> Result<(), Refusal> {
    let rule = rule!("FOGR-MANOEUVRE-034");
    let is_pike = world[id].profile.has(Capability::Pike);
    let stays = step.from == step.to || (!is_pike && same_horn(ground, step.from, step.to));
    // A horn whose side the enemy touches may turn to face it; it has not fought yet.
    let held = match stays {
        true => fights_to_its_front(world, group, id) || gives_dice(world, group, id),
        false => is_held(world, group, id),
    };
    if held {
        return Err(refuse(
            rule!("FOGR-MANOEUVRE-039"),
            "A base that gives dice to the fight, or that the enemy fights, stays where it is",
            "Move another.",
        ));
    }
    if step.to.file >= ground.files || step.to.rank >= ground.ranks {
        return Err(refuse(
            rule!("FOGR-MANOEUVRE-036"),
            "That is outside the footprint of the tercio",
            "Keep within it.",
        )
        .fact("files", i32::from(ground.files))
        .fact("ranks", i32::from(ground.ranks)));
    }
    if is_pike == ground.is_horn(step.to) {
        return Err(refuse(
            rule!("FOGR-MANOEUVRE-037"),
            "Shot stand only in the horns, pike only between them",
            "Choose such a place.",
        ));
    }
    let flank = matches!(step.facing, Facing::Left | Facing::Right);
    let outer = match step.facing {
        Facing::Left => step.to.file == 0,
        Facing::Right => step.to.file + 1 == ground.files,
        _ => true,
    };
    if flank && !outer {
        return Err(refuse(rule, "Only bases at a flank face it", "Choose another facing."));
    }
    if !stays {
        return Ok(());
    }
    // A horn turns only to enter the fight.
    let there = ground.base(step.to, step.facing).rect();
    let enters = world
        .enemies_of(group)
        .filter(|&e| !world[e].is_broken())
        .any(|e| world.rects(e).iter().any(|r| there.contact(r).is_some_and(|c| c.is_by_own_front())));
    let behind_one = step.to.rank % 2 == 1;
    if is_pike || step.facing == world[id].facing || !(enters || behind_one) {
        return Err(refuse(
            rule,
            "A horn of shot turns where it stands only to enter the close combat",
            "Move the base elsewhere, or leave it.",
        ));
    }
    Ok(())
}

fn same_horn(ground: &Ground, a: Position, b: Position) -> bool {
    a.file == b.file && (a.rank < 2) == (b.rank < 2) && ground.is_horn(a) && ground.is_horn(b)
}

/// Every horn keeps a base of shot, and pike stand in every file between the front horns.
fn horns_and_pike(ground: &Ground, bases: &[crate::battle::world::BaseState]) -> Result<(), Refusal> {
    let shot = |file: u8, front: bool| {
        bases
            .iter()
            .any(|b| !b.profile.has(Capability::Pike) && b.at.file == file && (b.at.rank < 2) == front)
    };
    let last = ground.files.saturating_sub(1);
    if ![(0, true), (last, true), (0, false), (last, false)].iter().all(|&(file, front)| shot(file, front)) {
        return Err(refuse(
            rule!("FOGR-MANOEUVRE-040"),
            "A horn would be left without shot",
            "Leave one base of shot in each.",
        ));
    }
    let linked = (1..last).all(|file| {
        bases
            .iter()
            .any(|b| b.profile.has(Capability::Pike) && b.at.file == file && b.facing == Facing::Front)
    });
    if linked {
        return Ok(());
    }
    Err(refuse(
        rule!("FOGR-MANOEUVRE-037"),
        "The front horns would no longer be joined by files of pike",
        "Leave a base of pike in each file between them.",
    ))
}

/// The side that is not active answers overlaps and makes none.
fn only_matches(world: &World, after: &World, group: GroupId, moved: &[BaseId]) -> Result<(), Refusal> {
    let had = overlapping_enemies(world, group);
    let makes_one = moved
        .iter()
        .any(|&b| !touches_enemy(after, group, b) && !overlap::overlapped_by(after, group, b).is_empty());
    let answers = moved.iter().all(|&b| {
        let rect = after[b].base.rect();
        let meets =
            |e: &BaseId| rect.contact(&world[*e].base.rect()).is_some_and(contact::is_fighting_contact);
        !touches_enemy(after, group, b) || touches_enemy(world, group, b) || had.iter().any(meets)
    });
    if makes_one || !answers {
        return Err(refuse(
            rule!("FOGR-MANOEUVRE-038"),
            "The side that is not active may answer an overlap of the enemy, but not make one of its own",
            "Leave it.",
        ));
    }
    Ok(())
}

/// Turns of horns into the fight, and pike and shot that come beside bases that fight.
pub fn candidates(world: &World, group: GroupId) -> Vec<Feeding> {
    let Some(ground) = ground(world, group) else { return Vec::new() };
    let left = super::feed::MOST_BASES.saturating_sub(world[group].phase.fed);
    let enemies: Vec<_> = world
        .enemies_of(group)
        .filter(|&e| !world[e].is_broken())
        .flat_map(|e| world.rects(e))
        .copied()
        .collect();
    let fights = |base: &Base| {
        let rect = base.rect();
        enemies.iter().any(|r| rect.contact(r).is_some_and(|c| c.is_by_own_front()))
    };
    let movable: Vec<(Position, bool)> = world
        .base_ids(group)
        .iter()
        .filter(|&&b| !gives_dice(world, group, b) && !fights_to_its_front(world, group, b))
        .map(|&b| (world[b].at, world[b].profile.has(Capability::Pike)))
        .collect();
    let mut places = Vec::new();
    for &facing in Facing::ALL {
        for file in 0..ground.files {
            for rank in 0..ground.ranks {
                let at = Position { file, rank };
                if fights(&ground.base(at, facing)) {
                    places.push((at, facing, ground.is_horn(at)));
                }
            }
        }
    }
    let mut found = Vec::new();
    for (at, facing, horn) in places {
        let mut from: Vec<Position> =
            movable.iter().filter(|(_, pike)| *pike != horn).map(|(at, _)| *at).collect();
        // Those nearest first, pike from the rear.
        from.sort_by_key(|f| {
            (f.file.abs_diff(at.file) + f.rank.abs_diff(at.rank), std::cmp::Reverse(f.rank))
        });
        let Some(&first) = from.first() else { continue };
        let step = TercioMove { from: first, to: at, facing };
        found.push(Feeding::WithinTercio { bases: vec![step] });
        let second_row = Position { file: at.file, rank: at.rank ^ 1 };
        if let Some(&second) = from.get(1).filter(|_| left > 1 && second_row.rank < ground.ranks) {
            let behind = TercioMove { from: second, to: second_row, facing };
            found.push(Feeding::WithinTercio { bases: vec![step, behind] });
        }
    }
    found.truncate(12);
    found
}
