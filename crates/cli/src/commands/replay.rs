//! `caracole replay`: replay a log.

use crate::{
    failure::{Done, Failure},
    output::Output,
};

/// Replay a recorded battle and check it
#[derive(Debug, clap::Args)]
pub(crate) struct Args {}

pub(crate) fn run(_args: Args, _out: &Output) -> Done {
    Err(Failure::new("`caracole replay` is not available yet")
        .remedy("see `caracole rules coverage` for what works today"))
}
