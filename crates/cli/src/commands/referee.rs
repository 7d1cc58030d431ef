//! `caracole referee`: rulings on a position.

use crate::{
    failure::{Done, Failure},
    output::Output,
};

/// Ask for rulings on a position
#[derive(Debug, clap::Args)]
pub(crate) struct Args {}

pub(crate) fn run(_args: Args, _out: &Output) -> Done {
    Err(Failure::new("`caracole referee` is not available yet")
        .remedy("see `caracole rules coverage` for what works today"))
}
