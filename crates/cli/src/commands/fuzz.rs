//! `caracole fuzz`: random battles with invariants.

use crate::{
    failure::{Done, Failure},
    output::Output,
};

/// Play random battles and check every invariant
#[derive(Debug, clap::Args)]
pub(crate) struct Args {}

pub(crate) fn run(_args: Args, _out: &Output) -> Done {
    Err(Failure::new("`caracole fuzz` is not available yet")
        .remedy("see `caracole rules coverage` for what works today"))
}
