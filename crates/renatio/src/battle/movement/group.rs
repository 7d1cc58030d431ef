//! Groups: several units that move together.

use super::plan::{Plan, fresh};
use crate::battle::March;
use crate::battle::world::{CommanderId, Game, Ug, UgId};
use crate::command::{Member, check_group_size};
use crate::troops::{Arm, Characteristic, Shape, Training, TroopType};
use caracole_kernel::{Refusal, Side};
use caracole_ledger::{RuleId, enforces, rule};
use caracole_plane::{CONTACT_TOLERANCE, Contact, any_within, shortest_distance};

/// The most units that are named in a decision.
const MOST: usize = 12;

fn no(rule: RuleId, problem: &'static str, remedy: &'static str, ug: UgId) -> Refusal {
    Refusal::new(rule, problem, remedy).piece("unit", ug.piece())
}

/// Checks the units of a march: they can act, and are a group if they are several.
pub fn check(game: Game<'_>, side: Side, march: &March) -> Result<(), Refusal> {
    let all: Vec<UgId> = march.ugs.iter().chain(&march.pulled).copied().collect();
    if march.ugs.is_empty() || all.len() > MOST {
        return Err(Refusal::new(
            rule!("RETG-MOVE-020"),
            "A move is of one or a few units",
            "Name the units that move.",
        ));
    }
    for (n, ug) in all.iter().enumerate() {
        fresh(game, side, *ug)?;
        if all[..n].contains(ug) {
            return Err(no(rule!("RETG-MOVE-006"), "A unit is named twice", "Name each unit once.", *ug));
        }
        if game.world.facing(*ug) != game.world.facing(all[0]) {
            let problem = "All units of a group face the same way";
            return Err(no(rule!("RETG-MOVE-024"), problem, "Move it by itself.", *ug));
        }
    }
    pulled(game, march)?;
    if march.ugs.len() < 2 {
        return Ok(());
    }
    for ug in &march.ugs {
        joins(game, *ug, &march.ugs)?;
    }
    Ok(())
}

/// Whether two units touch along an edge.
pub fn share_an_edge(game: Game<'_>, a: UgId, b: UgId) -> bool {
    let (ours, theirs) = (game.world.rects(a), game.world.rects(b));
    ours.iter().any(|own| theirs.iter().any(|other| own.contact(other).and_then(Contact::edges).is_some()))
}

/// Troops whose groups stand edge to edge.
fn stands_edge_to_edge(ug: &Ug) -> bool {
    ug.acts_as_sug()
        || ug.troop_type() == TroopType::Mounted
        || ug.profile.training == Training::Tribal
        || matches!(ug.profile.shape, Shape::Keil | Shape::LateKeil | Shape::Tercio)
}

fn is_drilled_foot(ug: &Ug) -> bool {
    ug.profile.training == Training::Drilled && ug.troop_type() == TroopType::Foot
}

/// Checks one unit of a group against the others.
fn joins(game: Game<'_>, ug: UgId, group: &[UgId]) -> Result<(), Refusal> {
    enforces!("RETG-MOVE-021", "RETG-MOVE-022", "RETG-MOVE-023", "RETG-MOVE-029", "RETG-TROOP-009");
    let state = &game.world[ug];
    let others = || group.iter().copied().filter(|other| *other != ug);
    let rects = game.world.rects(ug);
    if others().any(|other| game.world[other].command != state.command) {
        let problem = "All units of a group belong to one command";
        return Err(no(rule!("RETG-MOVE-023"), problem, "Move it by itself.", ug));
    }
    if !others().any(|other| any_within(rects, game.world.rects(other), game.bw(3))) {
        let problem = "Each unit of a group is within 3 BW of another";
        return Err(no(rule!("RETG-MOVE-023"), problem, "Leave it out.", ug));
    }
    let rides = |ug: &Ug| ug.troop_type() == TroopType::Mounted;
    let with_riders = |ug: &Ug| {
        rides(ug)
            || ug.profile.arm == Arm::Dragoons
            || ug.profile.is(Characteristic::CommandedShot)
            || ug.acts_as_sug()
    };
    if rides(state) && state.profile.arm != Arm::Dragoons {
        let misfit = others().find(|other| !with_riders(&game.world[*other]));
        if let Some(other) = misfit {
            let problem = "Mounted form groups with mounted, dragoons, Commanded Shot or skirmishers only";
            return Err(no(rule!("RETG-MOVE-029"), problem, "Leave it out.", other));
        }
    }
    let tight = stands_edge_to_edge(state);
    for other in others() {
        let their = &game.world[other];
        let both_tight = tight && stands_edge_to_edge(their);
        let drilled = is_drilled_foot(state) && is_drilled_foot(their);
        let gap = shortest_distance(rects, game.world.rects(other)).unwrap_or_default();
        if !both_tight && !(drilled && share_an_edge(game, ug, other)) && gap + CONTACT_TOLERANCE < game.bw(1)
        {
            let problem = "These units stand less than 1 BW apart";
            let refused = no(rule!("RETG-MOVE-021"), problem, "Move them by themselves.", ug);
            return Err(refused.piece("other", other.piece()).length("distance", gap.get()));
        }
    }
    let alike = || others().filter(|other| stands_edge_to_edge(&game.world[*other]));
    if tight && alike().next().is_some() && !alike().any(|other| share_an_edge(game, ug, other)) {
        let problem = "Such units stand edge to edge in a group";
        return Err(no(rule!("RETG-MOVE-021"), problem, "Leave it out.", ug));
    }
    Ok(())
}

/// Checks the SuGs that battle troops take along: each has one unit of its own that does.
fn pulled(game: Game<'_>, march: &March) -> Result<(), Refusal> {
    enforces!("RETG-MOVE-010");
    let mut free: Vec<UgId> = march.ugs.clone();
    for sug in march.pulled.iter().copied() {
        let problem =
            "A SuG is taken along by battle troops that it touches along an edge, all of it within 3 BW";
        let refused = || no(rule!("RETG-MOVE-010"), problem, "Leave it behind.", sug);
        let takes = free.iter().position(|tug| may_pull(game, *tug, sug)).ok_or_else(refused)?;
        free.swap_remove(takes);
    }
    Ok(())
}

fn may_pull(game: Game<'_>, tug: UgId, sug: UgId) -> bool {
    let near = |corner| game.world.rects(tug).iter().any(|rect| rect.distance_to_point(corner) <= game.bw(3));
    !game.world[tug].acts_as_sug()
        && game.world[sug].acts_as_sug()
        && share_an_edge(game, tug, sug)
        && game.world.rects(sug).iter().flat_map(|rect| rect.corners()).all(near)
}

/// Whether the Commander who pays may prompt so many.
pub fn check_size(game: Game<'_>, by: CommanderId, plan: &Plan) -> Result<(), Refusal> {
    enforces!("RETG-MOVE-030", "RETG-MOVE-031", "RETG-MOVE-032");
    let Some(commander) = game.world.commander(by).filter(|_| plan.ugs.len() > 1) else { return Ok(()) };
    let member = |ug: &UgId, pulled| Member { profile: &game.world[*ug].profile, pulled };
    let members: Vec<_> = plan.ugs.iter().map(|ug| member(ug, false)).collect();
    check_group_size(game.charts(), game.readings(), commander.grade, &members)
}
