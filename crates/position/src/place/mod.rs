//! From the words for a place to the place itself.

mod all;
mod resolve;

pub(crate) use all::place_all;
