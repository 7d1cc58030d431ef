//! Whether a battle group may make a move: which can move, how the move is classed, whether it must test.

use super::messages::{Action, Difficulty};
use super::obstruct::Movers;
use super::plan::Plan;
use super::reshape::{FrontChange, refuse};
use super::{
    advance, artillery, defences, man_works, melee_contact, obstruct, pinned, reshape, square, turns,
};
use crate::battle::position::{contact, kinds};
use crate::battle::world::{CommanderPlace, GroupId, PortableDefences, Posture, TestOutcome, World};
use crate::troops::{Cohesion, TroopType};
use caracole_kernel::{Refusal, Side};
use caracole_ledger::{enforces, rule};
use caracole_plane::{CONTACT_TOLERANCE, Path, shortest_distance};

/// Whether a battle group may move at all in this manoeuvre phase.
pub fn can_move(world: &World, side: Side, group: GroupId) -> Result<(), Refusal> {
    enforces!("FOGR-MANOEUVRE-002", "FOGR-TURN-012", "FOGR-MOVE-099");
    let rule = rule!("FOGR-MANOEUVRE-002");
    let known = world.get(group).filter(|g| g.is_on_table() && g.side == side);
    let Some(g) = known else {
        return Err(refuse(
            rule!("TABLE-009"),
            "You have no such battle group on the table",
            "Name one of your own.",
        )
        .piece("battle group", group.piece()));
    };
    let why = if g.is_broken() {
        "It is broken"
    } else if !g.pursuing.is_empty() || g.wild_pursuit {
        "It still pursues routers"
    } else if g.turn.charged || g.turn.intercepted {
        "It charged in this turn"
    } else if g.turn.pursued {
        "It pursued in this turn"
    } else if g.turn.evaded {
        "It evaded in this turn"
    } else if g.looting {
        // Those at a camp that is not sacked are free to go.
        enforces!("FOGR-MELEE-022");
        "It is looting the camp"
    } else if g.captured.is_some_and(|c| !c.controls) {
        "Neither side controls these guns"
    } else if g.phase.shifted_with_guns {
        return Err(refuse(
            rule!("FOGR-MOVE-044"),
            "It was shifted with the guns that it supports",
            "Move another.",
        ));
    } else if contact::in_close_combat(world, group) {
        "It is committed to close combat"
    } else {
        return Ok(());
    };
    Err(refuse(rule, why, "Move another battle group."))
}

/// Whether it retires from all enemy within 12 MU.
fn retires(world: &World, plan: &Plan) -> bool {
    let after = world.supposing(|after| plan.end.carry_out(after));
    let group = plan.group;
    let limit = world.field.mu(12);
    world.enemies_of(group).all(|e| {
        let before = shortest_distance(world.rects(group), world.rects(e)).unwrap_or_default();
        let now = shortest_distance(after.rects(group), world.rects(e)).unwrap_or_default();
        before > limit + CONTACT_TOLERANCE || now > before + CONTACT_TOLERANCE
    })
}

/// Whether a plan needs a complex move test first.
fn needs_test(world: &World, plan: &Plan) -> bool {
    enforces!("FOGR-MOVE-017", "FOGR-MOVE-026", "FOGR-MOVE-029");
    if plan.difficulty == Difficulty::Complex || kinds::is_all(world, plan.group, TroopType::BattleWagons) {
        return true;
    }
    enforces!("FOGR-COHESION-039");
    world[plan.group].cohesion == Cohesion::Fragmented && !retires(world, plan)
}

/// Plans a move by its section of the table.
pub fn section(world: &World, group: GroupId, action: &Action) -> Result<Plan, Refusal> {
    enforces!("FOGR-MOVE-018", "FOGR-MOVE-020", "FOGR-MOVE-021");
    match action {
        Action::Advance(advance) => {
            if world[group].posture == Posture::Square {
                return Err(refuse(
                    rule!("FOGR-SPECIAL-039"),
                    "A square moves only over its edges",
                    "Move it over an edge, or leave square.",
                ));
            }
            advance::plan(world, group, advance)
        }
        Action::Expand { left, right, formation, then } => {
            no_square(world, group)?;
            let added = FrontChange { left: *left, right: *right, formation: formation.as_ref() };
            reshape::expand(world, group, added, then.as_ref(), action)
        }
        Action::Contract { left, right, formation, with } => {
            no_square(world, group)?;
            let taken = FrontChange { left: *left, right: *right, formation: formation.as_ref() };
            reshape::contract(world, group, taken, with.as_ref(), action)
        }
        Action::TurnToFlank { hand, files, with } => {
            let turn = turns::FlankTurn { hand: *hand, files: *files };
            turns::to_flank(world, group, turn, with.as_ref(), action)
        }
        Action::TurnAbout { with, and_back } => {
            let end = if *and_back { turns::AboutEnd::TurnBack } else { turns::AboutEnd::StayTurned };
            turns::about(world, group, with.as_ref(), end, action)
        }
        Action::ChangeFormation { turn, formation } => {
            reshape::change(world, group, *turn, formation.as_ref(), action)
        }
        Action::FormSquare => square::form(world, group, action),
        Action::LeaveSquare { front, files } => square::leave(world, group, *front, *files, action),
        Action::MoveSquare { over, distance } => square::shuffle(world, group, *over, *distance, action),
        Action::Pivot { hand, by, with_supporters } => {
            let pivot = artillery::Pivot { hand: *hand, by: *by, with_supporters: *with_supporters };
            artillery::pivot(world, group, pivot, action)
        }
        Action::Unlimber => artillery::unlimber(world, group, action),
        Action::ManWorks { shift } => man_works::plan(world, group, *shift, action),
        Action::PlaceDefences => defences::place(world, group, action),
        Action::PickUpDefences => defences::pick_up(world, group, action),
        Action::ShiftIntoMelee { hand } => melee_contact::shift(world, group, *hand, action),
        Action::TurnIntoMelee { hand } => melee_contact::turn(world, group, *hand, action),
    }
}

fn no_square(world: &World, group: GroupId) -> Result<(), Refusal> {
    if world[group].posture == Posture::Square {
        return Err(refuse(rule!("FOGR-SPECIAL-033"), "It is in square", "Leave square first."));
    }
    Ok(())
}

/// Plans a move of a battle group in full: who, what, restricted areas, test, and the further moves of a phase.
pub fn plan(world: &World, side: Side, group: GroupId, action: &Action) -> Result<Plan, Refusal> {
    can_move(world, side, group)?;
    enforces!("FOGR-MANOEUVRE-008");
    let before = world[group].phase.moves;
    let out_of_order = world[group].posture != Posture::Square
        && world[group].kinks.is_empty()
        && !world.stands_in_order(group);
    if out_of_order || kinds::is_out_of_formation(world, group) {
        return Err(refuse(
            rule!("FOGR-MANOEUVRE-008"),
            "It is out of formation",
            "Reform it at the start of the phase before it moves.",
        ));
    }
    enforces!("FOGR-MANOEUVRE-060");
    if before > 0 && !matches!(action, Action::Advance(_)) {
        return Err(refuse(
            rule!("FOGR-MANOEUVRE-054"),
            "Second and third moves are advances",
            "Advance, or stop.",
        ));
    }
    let mut plan = section(world, group, action)?;
    pinned::check(world, group, &plan)?;
    plan.needs_test = needs_test(world, &plan);
    if matches!(world[group].phase.test, Some(TestOutcome::Failed)) && plan.needs_test {
        return Err(refuse(
            rule!("FOGR-MOVE-030"),
            "It failed its test and has only a simple move left",
            "Choose a simple move, or none.",
        ));
    }
    leave_defences(world, &mut plan);
    if before > 0
        && let Action::Advance(advance) = action
    {
        further_move(world, &[group], &advance::path_of(world.body(group), advance))?;
    }
    Ok(plan)
}

/// Plans a move that was begun: it stays legal whatever the enemies that gave way have done since.
pub fn plan_begun(world: &World, group: GroupId, action: &Action) -> Result<Plan, Refusal> {
    let mut plan = section(world, group, action)?;
    leave_defences(world, &mut plan);
    Ok(plan)
}

fn leave_defences(world: &World, plan: &mut Plan) {
    let handles = matches!(plan.action, Action::PickUpDefences | Action::PlaceDefences);
    if world[plan.group].portable == PortableDefences::Placed && !handles {
        plan.end.portable = PortableDefences::LeftBehind;
    }
}

/// Whether the battle groups may make one more move in this phase, by what can be said before it.
pub fn may_move_again(world: &World, groups: &[GroupId]) -> bool {
    enforces!("FOGR-MANOEUVRE-051", "FOGR-MANOEUVRE-057", "FOGR-MANOEUVRE-055", "FOGR-MANOEUVRE-061");
    let made = groups.iter().map(|&g| world[g].phase.moves).max().unwrap_or(0);
    let movers = Movers::of(world, groups);
    let most = match movers {
        Movers::Riders => 3,
        Movers::WithFoot => 2,
    };
    if made == 0 || made >= most {
        return false;
    }
    enforces!("FOGR-MANOEUVRE-053", "FOGR-MANOEUVRE-059");
    let led = world.commander_ids().any(|c| {
        let with = world[c].with().filter(|g| groups.contains(g));
        with.is_some_and(|g| {
            world[c].with_at_phase_start() == Some(g)
                && groups.iter().all(|&o| {
                    use crate::battle::position::command;
                    command::in_line_of_command(world, c, o) && command::in_range(world, c, o)
                })
        })
    });
    let clear = groups.iter().all(|&g| {
        world[g].phase.kept_clear
            && obstruct::keeps_clear_of_enemy(world, g, &Path::from(world.body(g)), movers).is_ok()
    });
    led && clear && groups.iter().all(|&g| can_move(world, world[g].side, g).is_ok())
}

/// Checks the way of a further move: 6 MU from the enemy all along.
pub fn further_move(world: &World, groups: &[GroupId], path: &Path) -> Result<(), Refusal> {
    let Some(&first) = groups.first() else { return Ok(()) };
    obstruct::keeps_clear_of_enemy(world, first, path, Movers::of(world, groups))
}

/// Whether an advance of a battle group keeps clear enough of the enemy to be followed by another move.
#[must_use]
pub fn keeps_clear(world: &World, group: GroupId, action: &Action, after: &World) -> bool {
    let movers = Movers::of(world, &[group]);
    let at = |w: &World| obstruct::keeps_clear_of_enemy(w, group, &Path::from(w.body(group)), movers).is_ok();
    let passing = match action {
        Action::Advance(advance) => {
            let path = advance::path_of(world.body(group), advance);
            obstruct::keeps_clear_of_enemy(world, group, &path, movers).is_ok()
        }
        // Manning works is its whole move.
        Action::ManWorks { .. } => false,
        _ => true,
    };
    at(world) && at(after) && passing
}

/// Whether a commander may move in this manoeuvre phase.
pub fn commander_can_move(
    world: &World,
    side: Side,
    commander: crate::battle::CommanderId,
) -> Result<(), Refusal> {
    enforces!("FOGR-MANOEUVRE-004", "FOGR-MOVE-034", "FOGR-MOVE-089", "FOGR-MOVE-096", "FOGR-MOVE-097");
    let rule = rule!("FOGR-MANOEUVRE-004");
    let known = world.commanders.get(usize::from(commander.0)).filter(|c| c.side == side && c.is_on_table());
    let Some(c) = known else {
        return Err(refuse(
            rule!("TABLE-009"),
            "You have no such commander on the table",
            "Name one of your own.",
        ));
    };
    if c.moves >= 2 || (c.moves == 1 && !c.kept_clear) {
        return Err(refuse(
            rule!("FOGR-MOVE-089"),
            "This commander has moved in this phase",
            "Move another.",
        ));
    }
    if c.bound {
        return Err(refuse(
            rule!("FOGR-MOVE-034"),
            "This commander influenced the test of a battle group and stays with it",
            "Move another.",
        ));
    }
    if let CommanderPlace::FrontRank(_) = c.place {
        return Err(refuse(
            rule!("FOGR-MOVE-097"),
            "This commander fights in the front rank",
            "Move another.",
        ));
    }
    if let Some(group) = c.with() {
        let g = &world[group];
        if g.turn.charged || g.turn.pursued || g.turn.evaded || g.turn.routed || !g.pursuing.is_empty() {
            return Err(refuse(
                rule,
                "The commander's battle group charged, pursued, evaded or routed in this turn",
                "Move another.",
            ));
        }
        if g.phase.moves > 0 {
            return Err(refuse(
                rule!("FOGR-MOVE-089"),
                "This commander has moved with a battle group in this phase",
                "Move another.",
            ));
        }
    }
    Ok(())
}
