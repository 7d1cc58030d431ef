//! Routers whom pursuers have caught lose bases, and perhaps their commander.

use super::pursuit::Chase;
use super::{Event, LossCause, Removal, say};
use crate::RollPurpose;
use crate::battle::law::law;
use crate::battle::position::contact;
use crate::battle::position::note_autobreak;
use crate::battle::world::{CommanderPlace, GroupId, World};
use crate::battle::{Answer, Cx, Flow, Input, Procedure};
use caracole_kernel::dice::{Roll, Value};
use caracole_ledger::enforces;
use serde::{Deserialize, Serialize};
use smallvec::smallvec;

/// The end of pursuits made together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Catch {
    /// Bases that routers lose, the next first.
    losses: Vec<Removal>,
    /// Battle groups caught, whose commanders are to be rolled for.
    caught: Vec<GroupId>,
    /// The battle group for whose commander the dice are thrown.
    rolling_for: Option<GroupId>,
    /// Battle groups whose commander was lost.
    bereft: Vec<GroupId>,
}

impl Catch {
    /// Those still in contact with their pursuers when all have moved.
    #[must_use]
    pub fn after(world: &World, chases: &[Chase]) -> Self {
        let mut routers: Vec<GroupId> = chases.iter().flat_map(|c| c.routers.clone()).collect();
        // The active player takes off his bases second.
        enforces!("FOGR-COHESION-055");
        let active = world.turn.active;
        routers.sort_unstable_by_key(|&g| (world[g].side == active, g));
        routers.dedup();
        routers.retain(|&r| world[r].is_on_table() && world[r].is_broken());
        let (mut losses, mut caught) = (Vec::new(), Vec::new());
        for router in routers {
            let pursuers: Vec<GroupId> = chases
                .iter()
                .map(|c| c.group)
                .filter(|&g| world[g].pursuing.contains(&router) && contact::touch(world, g, router))
                .collect();
            if pursuers.is_empty() {
                continue;
            }
            caught.push(router);
            let cause = LossCause::Rout { pursuers: pursuers.clone() };
            losses.extend(std::iter::repeat_n(Removal { group: router, cause }, pursuers.len()));
        }
        Catch { losses, caught, rolling_for: None, bereft: Vec::new() }
    }
}

/// Goes on with losses, then commanders, then tests for their loss.
pub fn run(cx: &mut Cx<'_>, catch: &mut Catch, input: Input) -> Flow {
    enforces!(
        "FOGR-COMBAT-133",
        "FOGR-JAP-041",
        "FOGR-JAP-042",
        "FOGR-COHESION-040",
        "FOGAM-COMBAT-105",
        "FOGAM-JAP-029"
    );
    if let (Some(group), Input::Dice(values)) = (catch.rolling_for.take(), input) {
        commander_risked(cx, catch, group, values.first().map_or(0, Value::number));
    }
    if !catch.losses.is_empty() {
        let loss = catch.losses.remove(0);
        return Flow::Call(Procedure::Outcome(super::Procedure::Loss(loss)));
    }
    while let Some(group) = catch.caught.pop() {
        note_autobreak(cx.world, group);
        if cx.world.commander_ids().any(|c| cx.world[c].with() == Some(group)) {
            catch.rolling_for = Some(group);
            return Flow::Throw(Roll {
                side: Some(cx.world[group].side.other()),
                rule: law!(cx.world.book, "FOGR-JAP-042", "FOGAM-JAP-030"),
                purpose: RollPurpose::CommanderWithRouters,
                pools: smallvec![cx.world.book.pursued_commander().pool],
            });
        }
    }
    let bereft = std::mem::take(&mut catch.bereft);
    if !bereft.is_empty() {
        enforces!("FOGR-COHESION-009", "FOGR-COHESION-020", "FOGAM-COHESION-018");
        let tests = super::game_tests::Tests::of_bereft(cx.world, &bereft);
        return Flow::Call(Procedure::Outcome(super::Procedure::Tests(tests)));
    }
    Flow::Done(Answer::Done)
}

/// The dice for a commander with routers have been thrown.
fn commander_risked(cx: &mut Cx<'_>, catch: &mut Catch, group: GroupId, dice: i32) {
    let falls_on = cx.world.book.pursued_commander().falls_on;
    let lost = dice >= i32::from(falls_on);
    say(cx, Event::CommanderRisked { group, dice, falls_on, lost });
    if !lost {
        return;
    }
    if let Some(commander) = cx.world.commander_ids().find(|&c| cx.world[c].with() == Some(group)) {
        cx.world[commander].place = CommanderPlace::Lost;
        say(cx, Event::CommanderLost { commander });
    }
    catch.bereft.push(group);
}
