//! `caracole ask`: questions by other programs.

use crate::{
    failure::{Done, Failure},
    output::Output,
};

/// Answer rules questions, JSON lines in and out
#[derive(Debug, clap::Args)]
pub(crate) struct Args {}

pub(crate) fn run(_args: Args, _out: &Output) -> Done {
    Err(Failure::new("`caracole ask` is not available yet")
        .remedy("see `caracole rules coverage` for what works today"))
}
