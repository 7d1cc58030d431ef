//! `caracole schema`: JSON Schemas.

use crate::{
    failure::{Done, Failure},
    output::Output,
};

/// Print the JSON Schema of a message or file format
#[derive(Debug, clap::Args)]
pub(crate) struct Args {}

pub(crate) fn run(_args: Args, _out: &Output) -> Done {
    Err(Failure::new("`caracole schema` is not available yet")
        .remedy("see `caracole rules coverage` for what works today"))
}
