//! The report of many battles, for people and for spreadsheets.

use caracole_bots::{Account, Plan, Summary, Troops};
use caracole_kernel::Side;
use std::fmt::Write;

/// What was fought, in a word or two.
pub(in crate::commands) fn field(setup: &serde_json::Value) -> String {
    let name = |value: &serde_json::Value| {
        let text = value.get("id").or_else(|| value.get("built_in")).and_then(|v| v.as_str());
        // Ids of armies begin with their system.
        text.unwrap_or("a file of one's own").rsplit('/').next().unwrap_or_default().to_owned()
    };
    match (setup.get("scenario"), setup.get("armies")) {
        (Some(scenario), _) => name(scenario),
        (None, Some(armies)) => {
            let of = |side: &str| armies.get(side).map_or_else(|| "?".to_owned(), name);
            format!("{} against {}", of("red"), of("blue"))
        }
        _ => "a setup of one's own".to_owned(),
    }
}

fn percent(part: u64, of: u64) -> f64 {
    100.0 * part as f64 / of.max(1) as f64
}

/// The report as text.
pub(super) fn text(plan: &Plan, summary: &Summary) -> String {
    let mut text = String::new();
    let (mut first, mut second) = (plan.players.red.to_string(), plan.players.blue.to_string());
    if first == second {
        // Where a player fights itself, the side that it began with tells the two apart.
        first += " (red)";
        second += " (blue)";
    }
    let names = [first.as_str(), second.as_str()];
    victories(&mut text, plan, summary, names);
    endings(&mut text, summary);
    deeds(&mut text, summary, names);
    troops(&mut text, summary);
    fortunes(&mut text, summary, names);
    let _ = write!(text, "hash of all ends {}", summary.hash);
    text
}

// Writing to a string cannot fail, so the results of `writeln!` below are dropped.

/// Who was to fight whom, and who won.
fn victories(text: &mut String, plan: &Plan, summary: &Summary, [first, second]: [&str; 2]) {
    let n = summary.battles;
    let swap = if plan.swap { ", sides changed in every second battle" } else { "" };
    let _ = writeln!(
        text,
        "{n} battles of {} ({}), {first} against {second}, seed {}{swap}\n",
        plan.system,
        field(&plan.setup),
        plan.seed
    );
    let (share, low, high) = summary.first_share();
    let width = first.len().max(second.len()).max(6);
    let _ = writeln!(
        text,
        "{first:<width$}  won {:>6}  {:5.1} % ({:.1} to {:.1} with 95 % confidence)",
        summary.won.first,
        100.0 * share,
        100.0 * low,
        100.0 * high
    );
    let _ = writeln!(
        text,
        "{second:<width$}  won {:>6}  {:5.1} %",
        summary.won.second,
        percent(summary.won.second, n)
    );
    let _ =
        writeln!(text, "{:<width$}      {:>6}  {:5.1} %", "nobody", summary.drawn, percent(summary.drawn, n));
    let _ = writeln!(
        text,
        "by side: red won {}, blue {}; points for red {:.1}, blue {:.1}; {first} ahead by {:.1} on average\n",
        summary.won_by_side.red,
        summary.won_by_side.blue,
        summary.score.red as f64 / n.max(1) as f64,
        summary.score.blue as f64 / n.max(1) as f64,
        summary.mean_margin()
    );
}

/// How the battles ended, and when.
fn endings(text: &mut String, summary: &Summary) {
    let n = summary.battles;
    for (how, counts) in &summary.how {
        let _ = writeln!(text, "{how}: red {}, blue {}", counts.red, counts.blue);
    }
    for (how, count) in &summary.how_drawn {
        let _ = writeln!(text, "{how}: {count}");
    }
    let shortest = summary.turns.keys().next().copied().unwrap_or(0);
    let longest = summary.turns.keys().next_back().copied().unwrap_or(0);
    let _ = writeln!(
        text,
        "length: {shortest} to {longest} turns, {:.1} on average; {:.0} steps a battle\n",
        summary.mean_turns(),
        summary.steps as f64 / n.max(1) as f64
    );
}

/// What the players did in a battle on average.
fn deeds(text: &mut String, summary: &Summary, [first, second]: [&str; 2]) {
    let n = summary.battles;
    if !summary.deeds.is_empty() {
        let _ = writeln!(text, "{:<24} {first:>12} {second:>12}", "in a battle");
        for (deed, counts) in &summary.deeds {
            let mean = |count: u64| count as f64 / n.max(1) as f64;
            let _ = writeln!(text, "  {deed:<22} {:>12.2} {:>12.2}", mean(counts.first), mean(counts.second));
        }
        text.push('\n');
    }
}

/// What became of the troops.
fn troops(text: &mut String, summary: &Summary) {
    let n = summary.battles;
    for side in Side::BOTH {
        if summary.troops[side].is_empty() {
            continue;
        }
        let heading = format!("{side}'s troops");
        let _ = writeln!(
            text,
            "{heading:<24} {:>9} {:>9} {:>12} {:>9}",
            "each time", "lost", "worth lost", "victims"
        );
        for (kind, troops) in &summary.troops[side] {
            let Troops { fielded, lost, worth, worth_lost, victims } = *troops;
            let _ = writeln!(
                text,
                "  {kind:<22} {:>9.1} {:>7.1} % {:>10.1} % {:>9.2}",
                f64::from(fielded) / n.max(1) as f64,
                percent(lost.into(), fielded.into()),
                percent(worth_lost.into(), worth.into()),
                f64::from(victims) / f64::from(fielded.max(1)),
            );
        }
        text.push('\n');
    }
}

/// Luck and choices.
fn fortunes(text: &mut String, summary: &Summary, [first, second]: [&str; 2]) {
    let n = summary.battles;
    let won = n - summary.drawn;
    let _ = writeln!(
        text,
        "luck: {first} {:+.2}, {second} {:+.2} standard deviations in all; the luckier side won {:.1} % of the battles won",
        summary.luck.first.deviations(),
        summary.luck.second.deviations(),
        percent(summary.luckier_won, won)
    );
    let _ = writeln!(
        text,
        "choices: {} by {first}, {} by {second}; too late {} and {}; refused {} and {}",
        summary.choices.first,
        summary.choices.second,
        summary.late.first,
        summary.late.second,
        summary.refused.first,
        summary.refused.second
    );
}

/// All battles as a table, one line each.
pub(super) fn csv(accounts: &[Account]) -> String {
    let mut text =
        "number,seed,swapped,winner,how,red_score,blue_score,turns,steps,red_choices,blue_choices,\
                    red_late,blue_late,red_luck,blue_luck,hash\n"
            .to_owned();
    for a in accounts {
        let winner = a.winner.map_or("nobody", Side::name);
        // Endings are the engine's own words; a comma or quote in one must not break the table.
        let how = a.how.replace('"', "\"\"");
        let _ = writeln!(
            text,
            "{},{},{},{winner},\"{how}\",{},{},{},{},{},{},{},{},{:.3},{:.3},{:032x}",
            a.number,
            a.seed,
            a.swapped,
            a.score.red,
            a.score.blue,
            a.turns,
            a.steps,
            a.choices.red,
            a.choices.blue,
            a.late.red,
            a.late.blue,
            a.luck.red.deviations(),
            a.luck.blue.deviations(),
            a.hash.0
        );
    }
    text
}
