//! `caracole odds`: exact odds.

use crate::{
    failure::{Done, Failure},
    output::Output,
};

/// Exact odds of dice pools, tests and combats
#[derive(Debug, clap::Args)]
pub(crate) struct Args {}

pub(crate) fn run(_args: Args, _out: &Output) -> Done {
    Err(Failure::new("`caracole odds` is not available yet")
        .remedy("see `caracole rules coverage` for what works today"))
}
