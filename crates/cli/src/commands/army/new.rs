//! `caracole army new`: a file to start from.

use crate::{
    failure::{Done, Failure},
    output::Output,
};
use caracole_fog::{army, troops::Book};
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
    /// The book: fogr or fogam
    #[arg(long, value_name = "BOOK", default_value = Book::Renaissance.system().code(), conflicts_with = "from")]
    book: Book,
    /// Start from a built-in army instead
    #[arg(long, value_name = "ID")]
    from: Option<String>,
    /// Overwrite a file that is there
    #[arg(long)]
    force: bool,
}

pub(super) fn run(args: &Args, out: &Output) -> Done {
    let text = match &args.from {
        None => army::starter(args.book),
        Some(id) => army::BUILT_IN
            .iter()
            .find(|b| b.id.eq_ignore_ascii_case(id))
            .map(|b| b.text)
            .ok_or_else(|| unknown(id))?,
    };
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

fn unknown(id: &str) -> Failure {
    let ids: Vec<&str> = army::BUILT_IN.iter().map(|b| b.id).collect();
    Failure::usage(format!("there is no built-in army {}", id.chars().take(60).collect::<String>()))
        .at("--from")
        .remedy(format!("one of: {}", ids.join(", ")))
}
