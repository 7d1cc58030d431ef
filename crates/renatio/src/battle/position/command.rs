//! Who commands whom, and who is Out of Command.

use crate::army::Role;
use crate::battle::world::{Commander, CommanderId, Game, Post, Trust, UgId};
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
    if let Some(march) = game.world.secrets.march_of(by) {
        enforces!("RETG-FLANK-020");
        if march.ugs.contains(&ug) {
            return Ok(causes);
        }
        let problem = "A Commander on a flank march prompts only those who march with him";
        return Err(Refusal::new(rule!("RETG-FLANK-020"), problem, "Pay with another Commander's cards.")
            .piece("unit", ug.piece()));
    }
    if game.world[ug].sprung && commander.post.ug() != Some(ug) {
        enforces!("RETG-FLANK-042");
        causes = causes.with(OutOfCommand::InAmbush);
    }
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

/// Whether a unit belongs to an Unreliable ally.
pub fn is_unreliable(game: Game<'_>, ug: UgId) -> bool {
    game.world.commander(game.world[ug].command).is_some_and(|c| c.trust == Trust::Unreliable)
}

/// Refuses a move of an Unreliable contingent.
pub fn check_reliable(game: Game<'_>, ug: UgId) -> Result<(), Refusal> {
    enforces!("RETG-CMD-044");
    if !is_unreliable(game, ug) {
        return Ok(());
    }
    let problem = "An Unreliable ally does not move: his troops only shoot and fight back";
    Err(Refusal::new(rule!("RETG-CMD-044"), problem, "Wait until he draws a RED card.")
        .piece("unit", ug.piece()))
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
