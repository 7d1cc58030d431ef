//! `caracole army new`: a file to start from.

use super::table::every_id;
use crate::{
    failure::{Done, Failure},
    output::Output,
};
use caracole_fog::troops::Book;
use caracole_systems::TABLE;
use serde_json::json;
use std::{fs::OpenOptions, io::Write, path::PathBuf};

/// Write a new army file
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  caracole army new my-army.toml --book fogam
  caracole army new pavia.toml --from fogr/french-1525")]
pub(super) struct Args {
    /// The file to write
    file: PathBuf,
    /// The system: fogr, fogam or retg
    #[arg(long, value_name = "BOOK", default_value = Book::Renaissance.system().code(), conflicts_with = "from")]
    book: String,
    /// Start from a built-in army instead
    #[arg(long, value_name = "ID")]
    from: Option<String>,
    /// Overwrite a file that is there
    #[arg(long)]
    force: bool,
}

pub(super) fn run(args: &Args, out: &Output) -> Done {
    let all = || TABLE.iter().filter_map(|entry| Some((entry, entry.library().armies()?)));
    let text = match &args.from {
        None => all().find(|(entry, _)| entry.code() == args.book).and_then(|(_, armies)| armies.text(None)),
        Some(id) => all().find_map(|(_, armies)| armies.text(Some(id))),
    };
    let Some(text) = text else { return Err(unknown(args)) };
    let shown = args.file.display().to_string();
    let mut options = OpenOptions::new();
    options.write(true);
    if args.force {
        options.create(true).truncate(true)
    } else {
        options.create_new(true)
    };
    let mut file = options.open(&args.file).map_err(|e| match e.kind() {
        std::io::ErrorKind::AlreadyExists => Failure::new("there is a file of this name already")
            .at(shown.clone())
            .remedy("choose another name, or overwrite it with --force"),
        std::io::ErrorKind::NotFound => Failure::new("the folder does not exist")
            .at(shown.clone())
            .remedy("make the folder first, or choose another"),
        _ => Failure::new(format!("cannot be written: {e}")).at(shown.clone()),
    })?;
    file.write_all(text.as_bytes())?;
    match out.json() {
        true => out.print_json(&json!({ "file": shown })),
        false => out.line(format!("{shown} written; edit it, then: caracole army check {shown}")),
    }
    Ok(())
}

fn unknown(args: &Args) -> Failure {
    let short = |text: &str| text.chars().take(60).collect::<String>();
    match &args.from {
        Some(id) => Failure::usage(format!("there is no built-in army {}", short(id)))
            .at("--from")
            .remedy(format!("one of: {}", every_id().join(", "))),
        None => {
            let built = TABLE.iter().filter(|entry| entry.library().armies().is_some());
            let codes: Vec<&str> = built.map(|entry| entry.code()).collect();
            Failure::usage(format!("no armies of \"{}\" are built", short(&args.book)))
                .at("--book")
                .remedy(format!("one of: {}", codes.join(", ")))
        }
    }
}
