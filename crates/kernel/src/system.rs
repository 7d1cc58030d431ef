//! A whole rule system.

use crate::{Chances, Rules, Scenery, Views, Words};

/// A rule system: its rules, who may see what, its words, its pictures and its odds. Whatever has all five is one.
pub trait System: Rules + Views + Words + Scenery + Chances {}

impl<S: Rules + Views + Words + Scenery + Chances> System for S {}
