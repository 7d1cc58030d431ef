//! A mobile camp moves.

use super::plan::Plan;
use crate::army::{CampState, camp_state};
use crate::battle::position::command::own;
use crate::battle::world::{CommanderId, Game};
use crate::battle::{Bw, Decision, Order, Paid};
use crate::charts::{ActionCode, Going, Ground, Mover};
use crate::command::command_range;
use caracole_document::Word;
use caracole_kernel::{Refusal, Side};
use caracole_ledger::{enforces, rule};
use caracole_plane::{Base, BaseRect, CONTACT_TOLERANCE, Point, Pose, Um, any_overlap, any_within};

/// Where a camp comes to by one move in any direction.
pub fn plan(game: Game<'_>, side: Side, to: [Bw; 2], by: CommanderId) -> Result<Plan, Refusal> {
    enforces!("RETG-CAMP-012");
    let rule = rule!("RETG-CAMP-012");
    let refuse = |problem: &'static str, remedy: &'static str| Err(Refusal::new(rule, problem, remedy));
    let commander = own(game, side, by)?;
    let kind = game.scenario.armies[side].camp.kind;
    let Some(camp) = game.world.camps[side].filter(|camp| !camp.broken) else {
        return refuse("You have no camp on the table", "Move a unit.");
    };
    if camp_state(kind, false) != CampState::Mobile {
        return refuse("Only a Mobile camp moves", "Leave it where it is.");
    }
    let near = |range: Um| {
        let base = game.world.commander_base(by).map(|base| base.rect());
        base.is_some_and(|base| any_within(&[base], &[camp.base.rect()], range))
    };
    if !near(game.bw(command_range(game.charts(), game.readings(), commander.command_type))) {
        return refuse("The camp is out of the Commander's range", "Pay with a nearer one.");
    }
    let [x, y] = to.map(|length| length.um(game.bw(1)));
    let goal = Base { front: Pose { at: Point::new(x, y), ..camp.base.front }, ..camp.base };
    let distance = camp.base.front.at.distance(goal.front.at);
    let rects = [camp.base.rect(), goal.rect()];
    let row = game.charts().movement_distance.row(Mover::Battlewagons);
    let most = game.bw(i32::from(row.bw[going(game, &rects).index()]));
    if distance > most + CONTACT_TOLERANCE {
        return Err(Refusal::new(rule, "The camp cannot go so far", "Move it less far.")
            .length("distance", distance.get())
            .length("most", most.get()));
    }
    let others = game.rects_of(game.world.on_table());
    let enemies = game.rects_of(game.enemies_of(side));
    let free = game.scenario.field.table.holds(&rects[1])
        && !any_overlap(&rects[1..], &others)
        && !any_within(&rects[1..], &enemies, CONTACT_TOLERANCE);
    if !free {
        return refuse("There is no room for the camp", "Move it elsewhere.");
    }
    Ok(Plan { camp: Some((side, goal)), ..Plan::of(ActionCode::Camp, &[]) })
}

/// The worst going under a camp where it starts and ends.
fn going(game: Game<'_>, rects: &[BaseRect]) -> Going {
    let of = |piece: &caracole_tabletop::Piece<crate::charts::TerrainKind>| match game
        .charts()
        .terrain
        .row(piece.kind)
        .ground
    {
        Ground::Good => Going::Good,
        Ground::Rough => Going::Rough,
        Ground::Difficult | Ground::Impassable => Going::Difficult,
    };
    let under = |piece: &&caracole_tabletop::Piece<crate::charts::TerrainKind>| {
        rects.iter().any(|rect| piece.has_part_of(rect))
    };
    game.terrain().pieces.iter().filter(under).map(of).max().unwrap_or(Going::Good)
}

/// The move of a camp checked with its cards.
pub fn check(game: Game<'_>, side: Side, to: [Bw; 2], paid: &Paid) -> Result<Order, Refusal> {
    let plan = plan(game, side, to, paid.by)?;
    super::check_paid(game, side, &plan, paid)?;
    Ok(Order::Prompt { by: paid.by, cards: paid.cards, plan: Box::new(plan), leave: false })
}

/// Moves to offer: straight back and to both sides.
pub fn choices(game: Game<'_>, side: Side) -> Vec<Decision> {
    let Some(camp) = game.world.camps[side] else { return Vec::new() };
    let width = i64::from(game.bw(1).get()).max(1);
    let hundredths = |length: Um| i32::try_from(i64::from(length.get()) * 100 / width).unwrap_or(0);
    let [x, y] = [camp.base.front.at.x, camp.base.front.at.y].map(hundredths);
    let mut all = Vec::new();
    for (right, ahead) in [(200, 0), (-200, 0), (0, 200), (0, -200)] {
        let to = [Bw(x + right), Bw(y + ahead)];
        for by in game.world.commanders_of(side) {
            let Ok(plan) = plan(game, side, to, by) else { continue };
            let paid = super::payments(game, side, &plan).into_iter().filter(|paid| paid.by == by);
            all.extend(paid.map(|paid| Decision::Camp { to, paid }));
        }
    }
    all
}
