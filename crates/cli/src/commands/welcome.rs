//! Plain `caracole`: the table in the browser, and what else can be done.

use super::{rules, serve};
use crate::{failure::Done, output::Output};
use caracole_ledger::System;
use serde_json::json;

/// What a newcomer may try, in the order in which it makes sense.
const TRY: &[(&str, &str)] = &[
    ("caracole draw demo -o table.png", "a battle drawn: look at it first"),
    ("caracole army show fogr/new-model-1645", "an army with its points"),
    ("caracole odds pool --dice 8 --hit 4 --reroll 1", "exact odds of a handful of dice"),
    ("caracole rules search flank charge", "find a rule by words"),
    ("caracole rules show FOGR-IMPACT-021", "read a rule"),
    ("caracole rules coverage", "what the engine enforces and what tests prove"),
    ("caracole --help", "everything else"),
];

pub(crate) fn run(out: &Output) -> Done {
    let playable: Vec<_> = caracole_systems::played().map(|system| system.code()).collect();
    if out.json() {
        let commands: Vec<_> = TRY.iter().map(|(command, _)| command).collect();
        let systems: Vec<_> = System::PUBLISHED.iter().map(|system| rules::figures(*system)).collect();
        out.print_json(&json!({ "playable": playable, "systems": systems, "try": commands }));
        return Ok(());
    }
    out.line("Caracole, a referee for tabletop battles.\n");
    for system in System::PUBLISHED {
        let figures = rules::figures(system);
        out.line(format_args!(
            "  {:<6} {:<38} {:>5} rules, {:>4} enforced, {:>4} proved{}",
            system.code(),
            system.title(),
            figures.stated,
            figures.enforced,
            figures.proved,
            if playable.contains(&system.code()) { ", can be played" } else { "" },
        ));
    }
    out.line("\nTry:\n");
    for (command, what) in TRY {
        out.line(format_args!("  {command:<50} {what}"));
    }
    out.line("\nThe table is in your browser, at the address below. Ctrl-C ends it; unfinished battles are kept.\n");
    serve::play(out)
}
