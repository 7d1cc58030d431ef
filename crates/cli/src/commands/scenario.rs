//! `caracole scenario`: scenario files.

use crate::{
    failure::{Done, Failure},
    output::Output,
};

/// Check and show scenarios
#[derive(Debug, clap::Args)]
pub(crate) struct Args {}

pub(crate) fn run(_args: Args, _out: &Output) -> Done {
    Err(Failure::new("`caracole scenario` is not available yet")
        .remedy("see `caracole rules coverage` for what works today"))
}
