//! The systems of the program, with refusals that say which there are.

use crate::failure::Failure;
use caracole_kernel::AnySystem;
use caracole_systems::{Entry, played, with_scenario};

/// The system with this code, which is played.
pub(crate) fn find(code: &str) -> Result<&'static dyn AnySystem, Failure> {
    caracole_systems::find(code).and_then(Entry::engine).ok_or_else(|| {
        let codes: Vec<_> = played().map(|system| system.code()).collect();
        Failure::new(format!("no battles of system `{code}` can be played"))
            .remedy(format!("this program plays: {}", codes.join(", ")))
    })
}

/// The table's entry of the system with this code.
pub(crate) fn entry(code: &str) -> Result<&'static Entry, Failure> {
    find(code)?;
    caracole_systems::find(code).ok_or_else(|| Failure::new("the system is gone"))
}

/// Ids of every scenario of the program.
pub(crate) fn scenario_ids() -> Vec<&'static str> {
    caracole_systems::TABLE.iter().flat_map(|entry| entry.scenarios().ids()).collect()
}

/// The text of a scenario of the program.
pub(crate) fn scenario_text(id: &str) -> Option<&'static str> {
    with_scenario(id)?.scenarios().text(id)
}
