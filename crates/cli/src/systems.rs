//! The systems that this program plays.

use crate::failure::Failure;
use caracole_fog::battle::Fogr;
use caracole_kernel::{AnySystem, Erased};
use caracole_musketpike::MusketPike;

/// Every system, in the order shown to users.
pub(crate) fn all() -> Vec<&'static dyn AnySystem> {
    vec![
        &const { Erased::<Fogr>::new() },
        &const { Erased::<MusketPike>::new() },
        #[cfg(feature = "trial")]
        &const { Erased::<caracole_trial::Trial>::new() },
    ]
}

/// The system with this code.
pub(crate) fn find(code: &str) -> Result<&'static dyn AnySystem, Failure> {
    let known = all();
    known.iter().copied().find(|system| system.code() == code).ok_or_else(|| {
        let codes: Vec<_> = known.iter().map(|system| system.code()).collect();
        let remedy = match codes.is_empty() {
            true => "no system can be played yet; `caracole rules coverage` shows how far each has come"
                .to_owned(),
            false => format!("this program plays: {}", codes.join(", ")),
        };
        Failure::new(format!("no battles of system `{code}` can be played")).remedy(remedy)
    })
}
