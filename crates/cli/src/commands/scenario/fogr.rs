//! Scenarios of Field of Glory Renaissance.

use crate::{
    failure::{Done, Failure},
    files::read_text,
    output::Output,
};
use caracole_fog::army::Army;
use caracole_fog::battle::Fogr;
use caracole_fog::battle::scenarios::{Fault, LIBRARY, Ready, read};
use caracole_kernel::{Battle, BySide, Side};
use comfy_table::Table;
use serde_json::{Value, json};
use std::path::Path;

pub(crate) use caracole_fog::battle::scenarios::text_of;

/// The largest scenario file.
const LARGEST: usize = 1 << 20;

pub(super) fn ids() -> Vec<&'static str> {
    LIBRARY.iter().map(|file| file.id).collect()
}

/// A scenario by its id or from a file; nothing if it is one of another system.
pub(crate) fn load(source: &str) -> Result<Option<Ready>, Failure> {
    if let Some(text) = text_of(source) {
        return read(text).map(Some).map_err(|faults| refused(source, &faults));
    }
    let path = Path::new(source);
    if source == "-" || !path.is_file() {
        return Ok(None);
    }
    let text = read_text(path, LARGEST)?;
    match is_fogr(&text) {
        true => read(&text).map(Some).map_err(|faults| refused(source, &faults)),
        false => Ok(None),
    }
}

/// Whether a file says that it is one of ours, which can be seen even where the file is broken. Positions for pictures and
/// rulings may name the system too; their sides are a list.
fn is_fogr(text: &str) -> bool {
    let mut lines = text.lines().map(|l| l.chars().filter(|c| !c.is_whitespace()).collect::<String>());
    let named = lines.clone().any(|l| l.starts_with("system=\"fogr\"") || l.starts_with("system='fogr'"));
    named && !lines.any(|l| l.starts_with("[[side]]"))
}

fn refused(source: &str, faults: &[Fault]) -> Failure {
    let at = |fault: &Fault| match fault.line {
        Some(line) => format!("{source}:{line}"),
        None => source.to_owned(),
    };
    match faults {
        [only] => Failure::new(only.wrong.clone()).at(at(only)).remedy(only.remedy.clone()),
        all => {
            let lines: Vec<String> =
                all.iter().map(|f| format!("  {}: {}\n    help: {}", at(f), f.wrong, f.remedy)).collect();
            Failure::new(format!("{} faults:\n{}", all.len(), lines.join("\n")))
                .at(source)
                .remedy("mend them one by one and check again")
        }
    }
}

/// The armies of a scenario.
fn armies(ready: &Ready) -> Result<BySide<Army>, Failure> {
    let (battle, _) = Battle::<Fogr>::start(&ready.setup).map_err(|r| Failure::new(r.to_string()))?;
    Ok(battle.scenario().armies.clone())
}

fn bases(army: &Army) -> usize {
    army.battle_groups.iter().map(|g| g.size()).sum()
}

/// Adds the scenarios of the program to a list.
pub(super) fn list(table: &mut Table, answers: &mut Vec<Value>) -> Done {
    for id in ids() {
        let Some(ready) = load(id)? else { continue };
        let armies = armies(&ready)?;
        let (wide, deep) = ready.setup.table_mu;
        let title = match ready.date.as_str() {
            "" => ready.title.clone(),
            date => format!("{}, {date}", ready.title),
        };
        table.add_row([
            id.to_owned(),
            title,
            "fogr".to_owned(),
            ready.setup.turns.to_string(),
            format!("{wide} x {deep} MU"),
            format!("{} + {} groups", armies.red.battle_groups.len(), armies.blue.battle_groups.len()),
            format!("{} + {} bases", bases(&armies.red), bases(&armies.blue)),
        ]);
        answers.push(json!({
            "id": id, "system": "fogr", "title": ready.title, "date": ready.date, "turns": ready.setup.turns,
            "width": wide, "depth": deep,
            "groups": [armies.red.battle_groups.len(), armies.blue.battle_groups.len()],
        }));
    }
    Ok(())
}

pub(super) fn show(ready: &Ready, out: &Output) -> Done {
    let armies = armies(ready)?;
    if out.json() {
        out.print_json(&json!({
            "system": "fogr", "title": ready.title, "date": ready.date, "about": ready.about,
            "turns": ready.setup.turns, "setup": ready.setup,
        }));
        return Ok(());
    }
    out.line(match ready.date.as_str() {
        "" => ready.title.clone(),
        date => format!("{}, {date}", ready.title),
    });
    if !ready.about.is_empty() {
        out.line(format!("\n{}\n", ready.about));
    }
    for side in Side::BOTH {
        let army = &armies[side];
        let commanders: Vec<&str> = army.commanders.iter().map(|c| c.name.as_str()).collect();
        out.line(format!("{} ({side}) under {}:", army.name, commanders.join(", ")));
        for group in &army.battle_groups {
            out.line(format!("  {}, {} bases, {}", group.name, group.size(), group.quality));
        }
    }
    out.line(format!(
        "{} turns at most. An army routs when its attrition points reach its battle groups (grand ones twice).",
        ready.setup.turns
    ));
    Ok(())
}

pub(super) fn check(source: &str, ready: &Ready, out: &Output) -> Done {
    let armies = armies(ready)?;
    if out.json() {
        out.print_json(&json!({ "sound": true, "system": "fogr", "title": ready.title }));
    } else {
        out.line(format!(
            "{source} is sound: {}, {} turns, {} and {} battle groups",
            ready.title,
            ready.setup.turns,
            armies.red.battle_groups.len(),
            armies.blue.battle_groups.len()
        ));
    }
    Ok(())
}
