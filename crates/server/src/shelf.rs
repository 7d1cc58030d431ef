//! Scenarios and armies that come with the program, system by system.

use caracole_kernel::{Armies, Library, NoLibrary};

/// What there is to fight with of one system, which need not be played here: its armies can still be built.
#[derive(Clone, Copy)]
pub struct Shelf {
    /// Code of the system.
    pub code: &'static str,
    /// Its name.
    pub title: &'static str,
    /// Its scenarios and armies.
    pub library: &'static dyn Library,
}

/// Every shelf.
pub(crate) struct Shelves {
    pub(crate) shelves: Vec<Shelf>,
    /// The system that newcomers are offered first.
    pub(crate) usual: &'static str,
}

impl Shelves {
    /// What there is of the system with this code.
    pub(crate) fn of(&self, code: &str) -> &'static dyn Library {
        self.shelves.iter().find(|shelf| shelf.code == code).map_or(&NoLibrary, |shelf| shelf.library)
    }

    /// The armies of the system with this code, where it has any to build.
    pub(crate) fn armies(&self, code: &str) -> Option<&'static dyn Armies> {
        self.of(code).armies()
    }
}
