//! Reading army files: bounded, and refused with the line and a remedy.

use super::{Army, Unit};
use caracole_document::{Fault, Faults, MOST_BYTES, read};

/// The most units of an army file.
pub const MOST_UNITS: usize = 60;
/// The most Commanders of an army file.
const MOST_COMMANDERS: usize = 12;
const LONGEST_NAME: usize = 120;

/// Reads an army from TOML, or from JSON if the text opens like a JSON object. Whether it is legal is another
/// question: see [`check`](super::check).
pub fn read_army(file: &str, text: &str) -> Result<Army, Faults> {
    let army: Army = match text.trim_start().starts_with('{') {
        true => read_json(file, text)?,
        false => read(file, text)?,
    };
    let refuse = |wrong: String, remedy: &str| {
        Err(Faults(vec![Fault { wrong, remedy: remedy.to_owned(), ..Fault::unreadable(file) }]))
    };
    if army.system != SYSTEM {
        return refuse(
            format!("the army is for the system \"{}\"", short(&army.system)),
            "write system = \"retg\"",
        );
    }
    let units: usize = army.units.iter().map(|unit| usize::from(unit.count)).sum();
    if units > MOST_UNITS || army.units.len() > MOST_UNITS {
        return refuse(format!("the army has {units} units"), "keep it to 60 units");
    }
    if army.commanders.len() > MOST_COMMANDERS {
        return refuse(format!("the army has {} Commanders", army.commanders.len()), "keep it to four");
    }
    let names = army.commanders.iter().map(|c| &c.name).chain(army.units.iter().map(|u: &Unit| &u.name));
    if let Some(long) = names.chain([&army.name]).find(|name| !is_name(name)) {
        return refuse(format!("\"{}\" is no name", short(long)), "write at most 120 letters on one line");
    }
    Ok(army)
}

/// The system of these armies.
const SYSTEM: &str = "retg";

fn is_name(name: &str) -> bool {
    let length = name.chars().count();
    (1..=LONGEST_NAME).contains(&length) && !name.chars().any(char::is_control)
}

fn short(text: &str) -> String {
    text.chars().take(40).collect()
}

fn read_json(file: &str, text: &str) -> Result<Army, Faults> {
    if text.len() > MOST_BYTES {
        return Err(Faults(vec![Fault::unreadable(file)]));
    }
    serde_json::from_str(text).map_err(|error| {
        Faults(vec![Fault {
            line: error.line(),
            column: error.column(),
            wrong: error.to_string(),
            remedy: "mend the value at this place".to_owned(),
            ..Fault::unreadable(file)
        }])
    })
}
