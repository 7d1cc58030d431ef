//! Logs written for rules too old to be played are brought up to the oldest version that still is.

use super::Log;
use crate::RulesVersion;
use serde_json::Value;

/// Rewrites the setup and the acts of a log from one version of the rules to the next.
#[derive(Clone, Copy, Debug)]
pub struct Migration {
    /// The version it takes.
    pub from: RulesVersion,
    /// The version it makes.
    pub to: RulesVersion,
    /// What changed, for the reader of the report.
    pub note: &'static str,
    /// Rewrites the setup.
    pub setup: fn(&mut Value) -> Result<(), String>,
    /// Rewrites one decision.
    pub decision: fn(&mut Value) -> Result<(), String>,
}

/// Brings a log up to `oldest` by these migrations; says which were used.
pub(super) fn migrate(
    log: &mut Log,
    migrations: &[Migration],
    oldest: RulesVersion,
) -> Result<Vec<&'static str>, String> {
    let mut notes = Vec::new();
    while log.header.rules < oldest {
        let from = log.header.rules;
        let migration = migrations
            .iter()
            .find(|m| m.from == from)
            .ok_or_else(|| format!("no migration leads on from rules version {}", from.0))?;
        (migration.setup)(&mut log.header.setup)?;
        for entry in &mut log.entries {
            if let super::Act::Step(crate::Step::Choose { decision, .. }) = &mut entry.act {
                (migration.decision)(decision).map_err(|e| format!("entry {}: {e}", entry.n))?;
            }
        }
        log.header.rules = migration.to;
        notes.push(migration.note);
    }
    Ok(notes)
}
