//! Whether a battle group may make a move: which can move, how the move is classed, whether it must test.

use super::messages::{Action, Leg};
use super::obstruct::Movers;
use super::plan::Plan;
use super::reshape::{FrontChange, refuse};
use super::{
    advance, artillery, defences, man_works, melee_contact, obstruct, pinned, reshape, square, turns,
};
use crate::battle::CommanderId;
use crate::battle::law::law;
use crate::battle::position::{contact, kinds};
use crate::battle::riding::{self, CommanderGoes, CommanderPlan};
use crate::battle::world::{CommanderPlace, GroupId, PortableDefences, Posture, TestOutcome, World};
use caracole_kernel::{Refusal, Side};
use caracole_ledger::{enforces, rule};
use caracole_plane::Path;

/// Whether a battle group may move at all in this manoeuvre phase.
pub fn can_move(world: &World, side: Side, group: GroupId) -> Result<(), Refusal> {
    enforces!("FOGR-TURN-012", "FOGR-MOVE-099", "FOGAM-TURN-012", "FOGAM-MOVE-104");
    let rule = law!(world.book, "FOGR-MANOEUVRE-002", "FOGAM-MANOEUVRE-002");
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
    } else if world.book.is_after_routers(world, group) {
        "It still has routers to pursue"
    } else if g.turn.charged || g.turn.intercepted {
        "It charged in this turn"
    } else if g.turn.pursued {
        "It pursued in this turn"
    } else if g.turn.evaded {
        "It evaded in this turn"
    } else if g.looting {
        // Those at a camp that is not sacked are free to go.
        enforces!("FOGR-MELEE-022", "FOGAM-MELEE-019");
        "It is looting the camp"
    } else if g.captured.is_some_and(|c| !c.controls) {
        "Neither side controls these guns"
    } else if g.phase.shifted {
        return Err(refuse(
            law!(world.book, "FOGR-MOVE-044", "FOGAM-MOVE-056"),
            "It was shifted with others in this phase",
            "Move another.",
        ));
    } else if contact::in_close_combat(world, group) {
        "It is committed to close combat"
    } else {
        return Ok(());
    };
    Err(refuse(rule, why, "Move another battle group."))
}

/// Plans a move by its section of the table.
pub fn section(world: &World, group: GroupId, action: &Action) -> Result<Plan, Refusal> {
    enforces!("FOGR-MOVE-018", "FOGR-MOVE-020", "FOGR-MOVE-021", "FOGAM-MOVE-018");
    world.book.has_move(action)?;
    match action {
        Action::Advance(advance) => {
            if world[group].posture == Posture::Square {
                return Err(turns::only_over_its_edges(world));
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
        Action::PivotBack { hand, by } => {
            let pivot = artillery::Pivot { hand: *hand, by: *by, with_supporters: false };
            artillery::pivot_back(world, group, pivot, action)
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
        let rule = law!(world.book, "FOGR-SPECIAL-033", "FOGAM-SPECIAL-031");
        return Err(square::in_square(world, rule));
    }
    Ok(())
}

/// Plans a move of a battle group in full: who, what, restricted areas, test, and the further moves of a phase.
pub fn plan(world: &World, side: Side, group: GroupId, action: &Action) -> Result<Plan, Refusal> {
    can_move(world, side, group)?;
    let before = world[group].phase.moves;
    let out_of_order = world[group].posture != Posture::Square
        && world[group].kinks.is_empty()
        && !world.stands_in_order(group);
    if out_of_order || kinds::is_out_of_formation(world, group) {
        return Err(refuse(
            law!(world.book, "FOGR-MANOEUVRE-008", "FOGAM-MANOEUVRE-008"),
            "It is out of formation",
            "Reform it at the start of the phase before it moves.",
        ));
    }
    enforces!("FOGR-MANOEUVRE-060");
    let only_advances = || {
        refuse(
            law!(world.book, "FOGR-MANOEUVRE-054", "FOGAM-MANOEUVRE-050"),
            "Moves after the first are simple advances",
            "Advance, or stop.",
        )
    };
    if before > 0 && !matches!(action, Action::Advance(_)) {
        return Err(only_advances());
    }
    let mut plan = section(world, group, action)?;
    pinned::check(world, group, &plan)?;
    if before > 0 {
        world.book.goes_with(wheels_of(action), plan.difficulty).map_err(|_| only_advances())?;
    }
    plan.needs_test = world.book.must_test(world, &plan);
    not_failed(world, &[group], plan.needs_test)?;
    leave_defences(world, &mut plan);
    if before > 0
        && let Action::Advance(advance) = action
    {
        further_move(world, &[group], &advance::path_of(world.body(group), advance))?;
    }
    Ok(plan)
}

fn wheels_of(action: &Action) -> usize {
    match action {
        Action::Advance(advance) => advance.legs.iter().filter(|l| matches!(l, Leg::Wheel { .. })).count(),
        _ => 0,
    }
}

/// Who has failed the test of this phase makes no move that needs one.
pub(super) fn not_failed(world: &World, groups: &[GroupId], needs_test: bool) -> Result<(), Refusal> {
    let failed = groups.iter().any(|&g| world[g].phase.test == Some(TestOutcome::Failed));
    if !(failed && needs_test) {
        return Ok(());
    }
    Err(refuse(
        law!(world.book, "FOGR-MOVE-030", "FOGAM-MOVE-035"),
        "It failed its test and has only a simple move left",
        "Choose a simple move, or none.",
    ))
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
    enforces!("FOGR-MANOEUVRE-051", "FOGR-MANOEUVRE-055", "FOGR-MANOEUVRE-061");
    enforces!("FOGAM-MANOEUVRE-047", "FOGAM-MANOEUVRE-053");
    let made = groups.iter().map(|&g| world[g].phase.moves).max().unwrap_or(0);
    let movers = Movers::of(world, groups);
    if made == 0 || made >= world.book.most_moves(movers) {
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
            && obstruct::keeps_clear_among(world, g, &Path::from(world.body(g)), movers).is_ok()
    });
    led && clear && groups.iter().all(|&g| can_move(world, world[g].side, g).is_ok())
}

/// Checks the way of a further move: clear of the enemy all along.
pub fn further_move(world: &World, groups: &[GroupId], path: &Path) -> Result<(), Refusal> {
    let Some(&first) = groups.first() else { return Ok(()) };
    obstruct::keeps_clear_among(world, first, path, Movers::of(world, groups))
}

/// Whether an advance of a battle group keeps clear enough of the enemy to be followed by another move.
#[must_use]
pub fn keeps_clear(world: &World, group: GroupId, action: &Action, after: &World) -> bool {
    let at = |w: &World| obstruct::keeps_clear_of_enemy(w, group, &Path::from(w.body(group))).is_ok();
    let passing = match action {
        Action::Advance(advance) => {
            let path = advance::path_of(world.body(group), advance);
            obstruct::keeps_clear_of_enemy(world, group, &path).is_ok()
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
    enforces!("FOGR-MOVE-089", "FOGR-MOVE-096", "FOGAM-MOVE-101");
    let rule = law!(world.book, "FOGR-MANOEUVRE-004", "FOGAM-MANOEUVRE-004");
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
            law!(world.book, "FOGR-MOVE-089", "FOGAM-MOVE-093"),
            "This commander has moved in this phase",
            "Move another.",
        ));
    }
    if c.bound {
        return Err(refuse(
            law!(world.book, "FOGR-MOVE-034", "FOGAM-MOVE-039"),
            "This commander influenced the test of a battle group and stays with it",
            "Move another.",
        ));
    }
    if let CommanderPlace::FrontRank(_) = c.place {
        return Err(refuse(
            law!(world.book, "FOGR-MOVE-097", "FOGAM-MANOEUVRE-004"),
            "This commander fights in the front rank",
            "Move another.",
        ));
    }
    if let Some(group) = c.with() {
        let g = &world[group];
        if world.book.commander_is_held(world, group) {
            return Err(refuse(
                rule,
                "The commander is held by what their battle group did in this turn",
                "Move another.",
            ));
        }
        if g.phase.moves > 0 {
            return Err(refuse(
                law!(world.book, "FOGR-MOVE-089", "FOGAM-MOVE-093"),
                "This commander has moved with a battle group in this phase",
                "Move another.",
            ));
        }
    }
    Ok(())
}

/// Plans a move of a commander in the manoeuvre phase.
pub fn plan_ride(
    world: &World,
    side: Side,
    commander: CommanderId,
    goes: CommanderGoes,
) -> Result<CommanderPlan, Refusal> {
    commander_can_move(world, side, commander)?;
    riding::ride(world, side, commander, goes)
}
