//! Shooting in words.

use super::message::{Aim, Decision, Event, Request, Salvo, Shot};
use crate::battle::Scenario;
use crate::battle::words::{tell_title, titled};
use crate::battle::world::{Game, UgId};
use crate::troops::Extra;
use caracole_document::Word;
use caracole_kernel::{Piece, Prompt, Sentence, Side};
use caracole_ledger::rule;

/// What is asked.
pub fn prompt(game: Game<'_>, side: Side, request: Request) -> Prompt {
    match request {
        Request::Fire => {
            Prompt::new(format!("Shooting Phase: which unit of {side} shoots?"), &[rule!("RETG-SEQ-021")])
                .commands(&["fire 4: 1 at 12.2, 2 at 12.3", "pass"])
        }
        Request::AtChargers => Prompt::new(
            format!("Chargers come near. Which files of {side} shoot at them?"),
            &[rule!("RETG-CHARGE-070"), rule!("RETG-SHOOT-011")],
        )
        .commands(&["fire at chargers 4: 1 at 12.2", "pass"]),
        Request::AsItCharges { ug } => Prompt::new(
            format!("{} may shoot as it declares its charge. At whom?", titled(game, ug)),
            &[rule!("RETG-GLOS-072")],
        )
        .commands(&["fire 4: 1 at 12.2", "pass"]),
        Request::Lose { ug } => Prompt::new(
            format!("{} loses a base to fire. Which file gives it up?", titled(game, ug)),
            &[rule!("RETG-SHOOT-039")],
        )
        .commands(&["lose 2"]),
    }
}

fn extra(of: Extra) -> &'static str {
    match of {
        Extra::RegimentalGuns => "guns",
        Extra::PlatoonFire => "platoon",
    }
}

fn aimed(aim: &Aim) -> String {
    let with = aim.extra.map_or(String::new(), |of| format!(" with {}", extra(of)));
    format!("{}{with} at {}.{}", u32::from(aim.file) + 1, aim.at.number(), u32::from(aim.base) + 1)
}

/// The command that gives a decision.
pub fn command(decision: &Decision) -> String {
    match decision {
        Decision::Fire { ug, aims } => {
            let aims: Vec<String> = aims.iter().map(aimed).collect();
            format!("fire {}: {}", ug.number(), aims.join(", "))
        }
        Decision::Salvos(salvos) => {
            let said = |salvo: &Salvo| {
                let aims: Vec<String> = salvo.aims.iter().map(aimed).collect();
                format!("{}: {}", salvo.ug.number(), aims.join(", "))
            };
            format!("fire at chargers {}", salvos.iter().map(said).collect::<Vec<_>>().join("; "))
        }
        Decision::Lose { file } => format!("lose {}", u32::from(*file) + 1),
    }
}

/// At whom a unit shoots and with what, and the targets.
fn at_whom(game: Game<'_>, aims: &[Aim]) -> (String, Vec<UgId>) {
    let mut targets: Vec<UgId> = aims.iter().map(|aim| aim.at).collect();
    targets.sort_unstable();
    targets.dedup();
    let at = |target: &UgId| {
        let files = aims.iter().filter(|aim| aim.at == *target && aim.extra.is_none()).count();
        let extras = aims.iter().filter(|aim| aim.at == *target).filter_map(|aim| aim.extra);
        let mut with = vec![format!("{files} file{}", if files == 1 { "" } else { "s" })];
        with.retain(|_| files > 0);
        with.extend(extras.map(|of| of.key().replace('_', " ")));
        format!("{} with {}", titled(game, *target), with.join(" and "))
    };
    (targets.iter().map(at).collect::<Vec<_>>().join(", "), targets)
}

/// A decision as a sentence, with what it is about.
pub fn sentence(game: Game<'_>, decision: &Decision) -> (String, Vec<Piece>) {
    match decision {
        Decision::Fire { ug, aims } => {
            let (at, targets) = at_whom(game, aims);
            let pieces = std::iter::once(ug.piece()).chain(targets.iter().map(|target| target.piece()));
            (format!("Shoot with {} at {at}", titled(game, *ug)), pieces.collect())
        }
        Decision::Salvos(salvos) => {
            let said =
                |salvo: &Salvo| format!("{} at {}", titled(game, salvo.ug), at_whom(game, &salvo.aims).0);
            let all: Vec<String> = salvos.iter().map(said).collect();
            (format!("Shoot with {}", all.join("; ")), salvos.iter().map(|salvo| salvo.ug.piece()).collect())
        }
        Decision::Lose { file } => {
            (format!("Take the base from file {}, from the left", u32::from(*file) + 1), Vec::new())
        }
    }
}

fn tell_shot(scenario: &Scenario, shot: &Shot) -> String {
    let what = match shot.extra {
        Some(of) => of.key().replace('_', " "),
        None => format!("file {}", u32::from(shot.file) + 1),
    };
    let dice: Vec<&str> = shot.dice.iter().map(|rung| rung.key()).collect();
    format!("{what} at {} ({})", tell_title(scenario, shot.at), dice.join(" and "))
}

/// An event as a sentence.
pub fn tell(scenario: &Scenario, event: &Event) -> Sentence {
    match event {
        Event::Aimed { shots } => {
            let by = shots.first().map_or(String::new(), |shot| tell_title(scenario, shot.by));
            let all: Vec<String> = shots.iter().map(|shot| tell_shot(scenario, shot)).collect();
            let text = format!("{by} shoots: {}.", all.join("; "));
            let tallies = shots.iter().map(|shot| shot.steps.clone()).collect();
            Sentence { tallies, ..Sentence::new(text, &[rule!("RETG-SHOOT-003")]) }
        }
        Event::Thrown { side, at, shown, half_bases, slowing } => {
            let text = format!(
                "{side} shoots at {}: {} Skulls, {} wounds, {} S; {half_bases} half bases, {slowing} for slowing.",
                tell_title(scenario, *at),
                shown.skulls,
                shown.wounds,
                shown.specials
            );
            Sentence::new(text, &[rule!("RETG-SHOOT-033")])
        }
        Event::Suffered { ug, killed, wound, slow, .. } => {
            let wounded = if *wound { "carries a wound" } else { "carries no wound" };
            let text = format!(
                "{} loses {killed} bases, {wounded} and is slowed by {slow} BW.",
                tell_title(scenario, *ug)
            );
            Sentence::new(text, &[rule!("RETG-SHOOT-041")])
        }
        Event::BaseLost { ug, file } => Sentence::new(
            format!("{} loses the last base of file {}.", tell_title(scenario, *ug), u32::from(*file) + 1),
            &[rule!("RETG-SHOOT-039")],
        ),
        Event::Broke { ug } => {
            Sentence::new(format!("{} breaks.", tell_title(scenario, *ug)), &[rule!("RETG-UNIV-002")])
        }
    }
}

/// What an event is about.
pub fn about(event: &Event) -> Vec<Piece> {
    match event {
        Event::Aimed { shots } => {
            let mut ugs: Vec<UgId> = shots.iter().flat_map(|shot| [shot.by, shot.at]).collect();
            ugs.sort_unstable();
            ugs.dedup();
            ugs.into_iter().map(UgId::piece).collect()
        }
        Event::Thrown { at: ug, .. }
        | Event::Suffered { ug, .. }
        | Event::BaseLost { ug, .. }
        | Event::Broke { ug } => vec![ug.piece()],
    }
}
