//! CM1: a Commander moves.

use super::plan::{Plan, own_ug};
use crate::battle::NewPost;
use crate::battle::position::command::own;
use crate::battle::world::{CommanderId, Game, Post};
use crate::charts::{ActionCode, Going, Mover};
use caracole_document::Word;
use caracole_kernel::{Refusal, Side};
use caracole_ledger::{enforces, rule};
use caracole_plane::{Angle, Base, CONTACT_TOLERANCE, Point, Pose, any_overlap};

/// Where a Commander goes: by the straight line between the middles of his base, whatever stands between.
pub fn plan(game: Game<'_>, side: Side, by: CommanderId, to: NewPost) -> Result<Plan, Refusal> {
    enforces!("RETG-UNIV-008", "RETG-UNIV-011");
    let commander = own(game, side, by)?;
    let refuse = |rule, problem: &'static str, remedy: &'static str| Err(Refusal::new(rule, problem, remedy));
    if commander.moved {
        return refuse(rule!("RETG-UNIV-008"), "The Commander has moved in this phase", "Move another.");
    }
    let post = match to {
        NewPost::With { ug, file, ahead } => {
            own_ug(game, side, ug)?;
            if !game.world.formation(ug).files().any(|own| own == file) {
                return refuse(rule!("RETG-UNIV-009"), "The unit has no such file", "Name one of its files.");
            }
            Post::With { ug, file, ahead }
        }
        NewPost::Here => game.world.commander_base(by).map_or(Post::Gone, Post::Alone),
        NewPost::At([x, y]) => {
            let width = game.bw(1);
            let facing = if side == Side::Red { Angle::ZERO } else { Angle::HALF };
            let front = Pose::new(Point::new(x.um(width), y.um(width)), facing);
            Post::Alone(Base::new(front, width, width))
        }
    };
    if post == commander.post {
        return refuse(rule!("RETG-UNIV-008"), "The Commander stands there", "Send him elsewhere.");
    }
    let mut after = game.world.clone();
    if let Some(moved) = after.commander_mut(by) {
        moved.post = post;
    }
    let (Some(from), Some(goal)) = (game.world.commander_base(by), after.commander_base(by)) else {
        return refuse(rule!("RETG-UNIV-009"), "The Commander has no place there", "Send him elsewhere.");
    };
    if matches!(post, Post::Alone(_)) {
        let rect = goal.rect();
        let others = game.rects_of(game.world.on_table());
        if !game.scenario.field.table.holds(&rect)
            || any_overlap(&[rect], &others)
            || any_overlap(&[rect], &game.camps())
        {
            return refuse(
                rule!("RETG-UNIV-009"),
                "There is no room for him",
                "Send him to open ground or to a unit.",
            );
        }
    }
    let distance = from.centre().distance(goal.centre());
    let row = game.charts().movement_distance.row(Mover::Commander);
    let most = game.bw(i32::from(row.bw[Going::Good.index()]));
    if distance > most + CONTACT_TOLERANCE {
        return Err(Refusal::new(
            rule!("RETG-MOVE-001"),
            "The Commander cannot go so far",
            "Send him less far.",
        )
        .length("distance", distance.get())
        .length("most", most.get()));
    }
    Ok(Plan { post: Some(post), ..Plan::of(ActionCode::Cm1, &[]) })
}
