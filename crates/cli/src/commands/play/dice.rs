//! Dice as people see them: what can come before they fall, and the faces after.

use crate::output::Output;
use caracole_kernel::{
    Step,
    dice::{Pool, Reading, Roll, Throw},
    log::{Act, Entry},
};
use caracole_odds::numbers;
use serde_json::Value;

/// Tells what dice are about to fall, with the exact chances of each pool.
pub(super) fn announce(roll: &Roll, out: &Output) {
    let whose = roll.side.map_or_else(String::new, |side| format!(" of {side}"));
    out.line(format!("  Dice{whose}: {} ({})", roll.purpose, roll.rule.id()));
    for pool in roll.pools.iter().filter(|p| p.dice > 0) {
        out.line(format!("    {}", chances(pool)));
    }
}

fn chances(pool: &Pool) -> String {
    let dice = if pool.dice == 1 { "1 die".to_owned() } else { format!("{} dice", pool.dice) };
    let again: Vec<String> = pool.reroll.faces.faces().map(|f| f.to_string()).collect();
    let again =
        if again.is_empty() { String::new() } else { format!(", {} thrown again", again.join(" and ")) };
    let Ok(odds) = numbers(pool) else { return format!("{dice}{again}") };
    let mean = odds.mean().decimal(2);
    match pool.reading {
        Reading::Hits { at_least } => {
            let most = i32::from(pool.dice).min(6);
            let each: Vec<String> =
                (1..=most).map(|n| format!("{n}+ {}%", odds.at_least(&n).percent(0))).collect();
            format!("{dice} at {at_least} or more{again}: {mean} hits on average; {}", each.join(", "))
        }
        _ => {
            let (low, high) = (i32::from(pool.dice) * 2 + 1, i32::from(pool.dice) * 5);
            let each: Vec<String> =
                (low..=high).map(|n| format!("{n}+ {}%", odds.at_least(&n).percent(0))).collect();
            format!("{dice}{again}: {mean} on average; {}", each.join(", "))
        }
    }
}

/// Tells the faces of the last throw of a record.
pub(super) fn tell(last: Option<&Entry<Value>>, out: &Output) {
    let Some(Entry { act: Act::Step(Step::Dice(Throw(pools))), .. }) = last else { return };
    let faces = |dice: &[u8]| dice.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
    let all: Vec<String> = pools
        .iter()
        .filter(|p| !p.dice.is_empty())
        .map(|p| match p.again.is_empty() {
            true => faces(&p.dice),
            false => format!("{} (again: {})", faces(&p.dice), faces(&p.again)),
        })
        .collect();
    if !all.is_empty() {
        out.line(format!("  Thrown: {}", all.join(" | ")));
    }
}
