//! Where answers go: text for people, JSON for programs; a closed pipe is not an error.

use serde::Serialize;
use std::io::{IsTerminal, Write};

/// The program's answer channel.
#[derive(Debug)]
pub(crate) struct Output {
    json: bool,
    colour: bool,
    /// What tests read again.
    #[cfg(test)]
    pub(crate) written: std::cell::RefCell<String>,
}

impl Output {
    pub(crate) fn new(json: bool) -> Self {
        let colour = !json && std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
        Self {
            json,
            colour,
            #[cfg(test)]
            written: Default::default(),
        }
    }

    /// The user asked for JSON.
    pub(crate) fn json(&self) -> bool {
        self.json
    }

    /// Colours and other terminal codes may be used.
    pub(crate) fn colour(&self) -> bool {
        self.colour
    }

    /// Prints text as it is, with a newline.
    pub(crate) fn line(&self, text: impl std::fmt::Display) {
        self.write(&format!("{text}\n"));
    }

    /// Prints one JSON value on its own line.
    pub(crate) fn print_json(&self, value: &impl Serialize) {
        match serde_json::to_string(value) {
            Ok(text) => self.write(&format!("{text}\n")),
            Err(e) => eprintln!("error: the answer could not be written as JSON: {e}"),
        }
    }

    fn write(&self, text: &str) {
        #[cfg(test)]
        self.written.borrow_mut().push_str(text);
        let mut stdout = std::io::stdout().lock();
        if stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()).is_err() {
            // The reader went away (`caracole ... | head`): nothing left to say.
            std::process::exit(0);
        }
    }
}
