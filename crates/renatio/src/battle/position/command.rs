//! Who commands whom, and who is Out of Command.

use crate::army::Role;
use crate::battle::world::{Commander, CommanderId, Game, Post, UgId};
use crate::command::{OutOfCommand, command_range};
use crate::troops::{CommandType, Name, Set};
use caracole_kernel::{Refusal, Side};
use caracole_ledger::{enforces, rule};
use caracole_plane::{Um, shortest_distance};

/// The Commander of a side by his number.
pub fn own<'a>(game: Game<'a>, side: Side, id: CommanderId) -> Result<&'a Commander, Refusal> {
    game.world.commander(id).filter(|c| c.side == side).ok_or_else(|| {
        Refusal::new(rule!("TABLE-009"), "You have no such Commander", "Name one of your own Commanders.")
            .fact("commander", id.number())
    })
}

/// How far a Commander's base is from the nearest point of a unit.
pub fn distance_to(game: Game<'_>, by: CommanderId, ug: UgId) -> Um {
    let Some(base) = game.world.commander_base(by) else { return Um::MAX };
    shortest_distance(&[base.rect()], game.world.rects(ug)).unwrap_or(Um::MAX)
}

/// Why a unit is Out of Command for the Commander who pays, or why he may not prompt it at all.
pub fn out_of_command(game: Game<'_>, by: CommanderId, ug: UgId) -> Result<Set<OutOfCommand>, Refusal> {
    enforces!("RETG-MOVE-038", "RETG-CMD-015", "RETG-GLOS-041");
    let mut causes = Set::default();
    let Some(commander) = game.world.commander(by) else { return Ok(causes) };
    if game.world[ug].command != by {
        may_prompt_others(game, by, commander, ug)?;
        causes = causes.with(OutOfCommand::OtherCommand);
    }
    if commander.post == Post::Gone {
        enforces!("RETG-CMD-031");
        return Ok(causes.with(OutOfCommand::CommanderDead));
    }
    if commander.fights && commander.post.ug() != Some(ug) {
        causes = causes.with(OutOfCommand::CommanderFights);
    }
    let range = command_range(game.charts(), game.readings(), commander.command_type);
    if distance_to(game, by, ug) > game.bw(range) {
        causes = causes.with(OutOfCommand::OutOfRange);
    }
    Ok(causes)
}

/// Whether a Commander may prompt units of another command.
fn may_prompt_others(
    game: Game<'_>,
    by: CommanderId,
    commander: &Commander,
    ug: UgId,
) -> Result<(), Refusal> {
    let theirs = game.world.commander(game.world[ug].command);
    let (rule, problem) = if commander.role == Role::Ally || theirs.is_some_and(|c| c.role == Role::Ally) {
        (rule!("RETG-CMD-035"), "Allied cards and allied troops go together only")
    } else if commander.command_type == CommandType::Tribal {
        (rule!("RETG-CMD-016"), "A Tribal Commander prompts only his own command")
    } else if commander.command_type == CommandType::Instinctive
        && !game.world.of_side(commander.side).any(|own| game.world[own].command == by)
    {
        (rule!("RETG-CMD-022"), "An Instinctive Commander who has lost his command prompts nobody")
    } else {
        return Ok(());
    };
    Err(Refusal::new(rule, problem, "Pay with the cards of the unit's own Commander.")
        .fact("Commander", game.name(by).to_owned())
        .fact("type", commander.command_type.name())
        .piece("unit", ug.piece()))
}
