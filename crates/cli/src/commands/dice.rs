//! `caracole dice`: verifiable dice.

use crate::{
    failure::{Done, Failure},
    output::Output,
};

/// Check and explain dice
#[derive(Debug, clap::Args)]
pub(crate) struct Args {}

pub(crate) fn run(_args: Args, _out: &Output) -> Done {
    Err(Failure::new("`caracole dice` is not available yet")
        .remedy("see `caracole rules coverage` for what works today"))
}
