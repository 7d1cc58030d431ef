//! Structured logs, to standard error.

use crate::config::{Config, LogFormat};
use tracing_subscriber::{EnvFilter, fmt};

/// Starts logging as configured. Does nothing if somebody else logs already.
pub fn start(config: &Config) {
    let filter = EnvFilter::try_new(&config.log_filter).unwrap_or_else(|_| EnvFilter::new("info"));
    let lines = fmt().with_env_filter(filter).with_writer(std::io::stderr);
    // A second subscriber in one process is refused; the first goes on.
    drop(match config.log {
        LogFormat::Text => lines.try_init(),
        LogFormat::Json => lines.json().try_init(),
    });
}
