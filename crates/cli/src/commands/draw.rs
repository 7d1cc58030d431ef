//! `caracole draw`: pictures of positions.

use crate::{
    failure::{Done, Failure},
    output::Output,
};

/// Draw a position as SVG or PNG
#[derive(Debug, clap::Args)]
pub(crate) struct Args {}

pub(crate) fn run(_args: Args, _out: &Output) -> Done {
    Err(Failure::new("`caracole draw` is not available yet")
        .remedy("see `caracole rules coverage` for what works today"))
}
