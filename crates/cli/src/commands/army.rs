//! `caracole army`: army lists.

use crate::{
    failure::{Done, Failure},
    output::Output,
};

/// List, show, build, check and price armies
#[derive(Debug, clap::Args)]
pub(crate) struct Args {}

pub(crate) fn run(_args: Args, _out: &Output) -> Done {
    Err(Failure::new("`caracole army` is not available yet")
        .remedy("see `caracole rules coverage` for what works today"))
}
