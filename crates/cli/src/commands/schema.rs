//! `caracole schema`: JSON Schemas of messages and files.

use crate::{
    failure::{Done, Failure},
    output::Output,
};
use caracole_kernel::{Outcome, Refusal, Sentence, Tally, dice::Roll, log};
use schemars::{Schema, schema_for};
use serde_json::{Value, json};

/// Print the JSON Schema of a message or file format
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  caracole schema                 list the names
  caracole schema army            army files of `caracole army`
  caracole schema combat          fight files of `caracole odds combat`
  caracole schema ask             questions of `caracole ask`
  caracole schema log-entry
  caracole schema refusal")]
pub(crate) struct Args {
    /// Which; without it the names are listed
    name: Option<String>,
}

pub(crate) fn run(args: Args, out: &Output) -> Done {
    let schemas = all();
    let names: Vec<_> = schemas.iter().map(|(name, _)| name.as_str()).collect();
    let Some(wanted) = args.name else {
        match out.json() {
            true => out.print_json(&json!({ "schemas": names })),
            false => names.iter().for_each(|name| out.line(name)),
        }
        return Ok(());
    };
    let schema = schemas.iter().find(|(name, _)| *name == wanted).ok_or_else(|| {
        Failure::usage(format!("there is no schema `{wanted}`"))
            .remedy(format!("one of: {}", names.join(", ")))
    })?;
    match out.json() {
        true => out.print_json(&schema.1),
        false => out.line(serde_json::to_string_pretty(&schema.1).unwrap_or_default()),
    }
    Ok(())
}

/// Every schema by name.
fn all() -> Vec<(String, Schema)> {
    let mut schemas = vec![
        ("log-header".to_owned(), schema_for!(log::Header)),
        ("log-entry".to_owned(), schema_for!(log::Entry<Value>)),
        ("log-end".to_owned(), schema_for!(log::End)),
        ("refusal".to_owned(), schema_for!(Refusal)),
        ("tally".to_owned(), schema_for!(Tally)),
        ("roll".to_owned(), schema_for!(Roll)),
        ("outcome".to_owned(), schema_for!(Outcome)),
        ("sentence".to_owned(), schema_for!(Sentence)),
        ("position".to_owned(), caracole_position::position_schema()),
        ("course".to_owned(), schema_for!(caracole_referee::CourseFile)),
        ("hexes".to_owned(), schema_for!(caracole_referee::HexFile)),
        ("rulings".to_owned(), schema_for!(caracole_referee::Rulings)),
        ("ask".to_owned(), caracole_fog::ask::ask_schema()),
        ("combat".to_owned(), schema_for!(caracole_fog::combat::FightFile)),
        ("army".to_owned(), schema_for!(caracole_fog::army::Army)),
        ("army-list".to_owned(), schema_for!(caracole_fog::army::ArmyList)),
        ("ws".to_owned(), caracole_server::http::websocket_schema()),
    ];
    for entry in caracole_systems::TABLE {
        let of_oracle = entry.oracle().map(|oracle| oracle.schemas()).into_iter().flatten();
        schemas.extend(of_oracle.filter_map(|(name, schema)| {
            Some((format!("{}/{name}", entry.code()), Schema::try_from(schema).ok()?))
        }));
    }
    for system in caracole_systems::played() {
        let of_system = system.schemas();
        schemas.extend(
            of_system.into_iter().map(|(name, schema)| (format!("{}/{name}", system.code()), schema)),
        );
    }
    schemas
}
