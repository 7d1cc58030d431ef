//! How a command fails: what is wrong, where, and how to mend it.

use crate::output::Output;
use serde::Serialize;
use std::process::ExitCode;

/// A failure that the user can act on. Exit code 1 (refused or invalid) unless made by [`Failure::usage`] (2).
#[derive(Debug, Serialize)]
pub(crate) struct Failure {
    /// What is wrong.
    pub error: String,
    /// File, line, field or argument where it is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// How to mend it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remedy: Option<String>,
    /// The rule that forbids it, where a rule does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    #[serde(skip)]
    code: u8,
}

impl Failure {
    /// Refused or invalid: exit code 1.
    pub(crate) fn new(error: impl Into<String>) -> Self {
        Self { error: error.into(), place: None, remedy: None, rule: None, code: 1 }
    }

    /// The command was called wrongly: exit code 2.
    pub(crate) fn usage(error: impl Into<String>) -> Self {
        Self { code: 2, ..Self::new(error) }
    }

    pub(crate) fn at(mut self, place: impl Into<String>) -> Self {
        self.place = Some(place.into());
        self
    }

    pub(crate) fn remedy(mut self, remedy: impl Into<String>) -> Self {
        self.remedy = Some(remedy.into());
        self
    }

    pub(crate) fn rule(mut self, rule: impl Into<String>) -> Self {
        self.rule = Some(rule.into());
        self
    }

    pub(crate) fn report(&self, out: &Output) -> ExitCode {
        if out.json() {
            out.print_json(self);
        } else {
            let place = self.place.as_ref().map(|p| format!("{p}: ")).unwrap_or_default();
            let rule = self.rule.as_ref().map(|r| format!(" ({r})")).unwrap_or_default();
            eprintln!("error: {place}{}{rule}", self.error);
            if let Some(remedy) = &self.remedy {
                eprintln!("  help: {remedy}");
            }
        }
        ExitCode::from(self.code)
    }
}

impl From<std::io::Error> for Failure {
    fn from(e: std::io::Error) -> Self {
        Self::new(e.to_string())
    }
}

/// What every command returns.
pub(crate) type Done = Result<(), Failure>;
