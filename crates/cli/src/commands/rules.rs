//! `caracole rules`: look rules up and count coverage.

use crate::{
    failure::{Done, Failure},
    output::Output,
};

/// Look rules up by id or by words, and see what is enforced
#[derive(Debug, clap::Args)]
pub(crate) struct Args {}

pub(crate) fn run(_args: Args, _out: &Output) -> Done {
    Err(Failure::new("`caracole rules` is not available yet")
        .remedy("see `caracole rules coverage` for what works today"))
}
