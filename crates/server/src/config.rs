//! Configuration: a file, then the environment, then flags; the later one counts.

use serde::{Deserialize, Serialize};
use std::{
    net::{Ipv4Addr, SocketAddr},
    path::PathBuf,
};

/// Everything that can be set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Where to listen.
    pub listen: SocketAddr,
    /// Folder of the database.
    pub data: PathBuf,
    /// Whether browsers reach the server over TLS (through a proxy): cookies are then for TLS only.
    pub secure: bool,
    /// Origins of pages that may use the server, besides its own.
    pub origins: Vec<String>,
    /// Whether a proxy in front says in `X-Forwarded-For` who asks.
    pub trust_proxy: bool,
    /// How logs are written.
    pub log: LogFormat,
    /// What is logged, as `tracing` filters read it.
    pub log_filter: String,
    /// Requests a second from one address and of one user, and how many at once.
    pub requests: Rate,
    /// New guests, accounts and sign-ins a minute from one address, and how many at once.
    pub sign_ins: Rate,
    /// Messages a second over the websockets of one user, and how many at once.
    pub messages: Rate,
    /// Websockets of one user at a time.
    pub sockets_per_user: u32,
    /// Unfinished games of one user.
    pub games_per_user: u32,
    /// Largest body of a request that makes a game.
    pub setup_bytes: usize,
    /// Largest body of any other request.
    pub body_bytes: usize,
    /// Largest message over a websocket.
    pub message_bytes: usize,
    /// A game that nobody has asked anything for so many seconds leaves memory.
    pub idle_seconds: u64,
    /// How long a computer player may think, in milliseconds.
    pub thinking_millis: u64,
    /// How many computer players think at once; 0 for one a processor.
    pub thinkers: usize,
}

/// How often, and how many at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rate {
    /// How many in a while.
    pub rate: u32,
    /// How many at once.
    pub burst: u32,
}

/// How logs are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// For people.
    #[default]
    Text,
    /// For programs.
    Json,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 8420)),
            data: PathBuf::from("caracole-data"),
            secure: false,
            origins: Vec::new(),
            trust_proxy: false,
            log: LogFormat::Text,
            log_filter: "info".to_owned(),
            requests: Rate { rate: 50, burst: 200 },
            sign_ins: Rate { rate: 20, burst: 20 },
            messages: Rate { rate: 40, burst: 200 },
            sockets_per_user: 64,
            games_per_user: 100,
            setup_bytes: 512 << 10,
            body_bytes: 16 << 10,
            message_bytes: 64 << 10,
            idle_seconds: 300,
            thinking_millis: 3000,
            thinkers: 0,
        }
    }
}

/// What is wrong with a setting.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {problem}")]
pub struct BadSetting {
    /// The file or the variable.
    pub place: String,
    /// What is wrong with it.
    pub problem: String,
}

/// Settings of one layer: those that it names.
pub type Settings = toml::Table;

/// Prefix of the environment's variables.
const PREFIX: &str = "CARACOLE_";

impl Config {
    /// The settings of these layers over the defaults; later layers count.
    pub fn from_layers(layers: &[(String, Settings)]) -> Result<Self, BadSetting> {
        let mut all = Settings::new();
        let mut config = Config::default();
        for (place, layer) in layers {
            all.extend(layer.clone());
            let bad =
                |e: toml::de::Error| BadSetting { place: place.clone(), problem: e.message().to_owned() };
            config = all.clone().try_into().map_err(bad)?;
        }
        config.check()
    }

    fn check(self) -> Result<Self, BadSetting> {
        let bad = |place: &str, problem: &str| {
            Err(BadSetting { place: place.to_owned(), problem: problem.to_owned() })
        };
        for (place, rate) in
            [("requests", self.requests), ("sign_ins", self.sign_ins), ("messages", self.messages)]
        {
            if rate.rate == 0 || rate.burst == 0 {
                return bad(place, "rate and burst must be at least 1");
            }
        }
        if self.message_bytes < 1024 || self.body_bytes < 1024 || self.setup_bytes < 1024 {
            return bad("message_bytes, body_bytes, setup_bytes", "at least 1024 bytes are needed");
        }
        if let Some(origin) = self.origins.iter().find(|origin| !origin.contains("://")) {
            return bad("origins", &format!("`{origin}` is no origin; write https://host[:port]"));
        }
        Ok(self)
    }
}

/// The settings of a file.
pub fn file_layer(place: &str, text: &str) -> Result<(String, Settings), BadSetting> {
    match text.parse::<Settings>() {
        Ok(settings) => Ok((place.to_owned(), settings)),
        Err(e) => Err(BadSetting { place: place.to_owned(), problem: e.message().to_owned() }),
    }
}

/// The settings of the environment: `CARACOLE_LISTEN`, `CARACOLE_DATA` ...; values as TOML, or plain text.
pub fn environment_layers(variables: impl IntoIterator<Item = (String, String)>) -> Vec<(String, Settings)> {
    let ours = variables.into_iter().filter_map(|(name, value)| {
        let key = name.strip_prefix(PREFIX)?.to_lowercase();
        let value = format!("value = {value}")
            .parse::<Settings>()
            .ok()
            .and_then(|mut parsed| parsed.remove("value"))
            .unwrap_or(toml::Value::String(value));
        Some((name, Settings::from_iter([(key, value)])))
    });
    ours.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variable(name: &str, value: &str) -> (String, String) {
        (name.to_owned(), value.to_owned())
    }

    #[test]
    fn later_layers_count() {
        let file =
            file_layer("caracole.toml", "listen = '127.0.0.1:1'\nsecure = true\nidle_seconds = 7").unwrap();
        let mut layers = vec![file];
        layers.extend(environment_layers([
            variable("CARACOLE_LISTEN", "127.0.0.1:2"),
            variable("CARACOLE_IDLE_SECONDS", "8"),
            variable("CARACOLE_ORIGINS", "['https://example.org']"),
            variable("PATH", "/bin"),
        ]));
        layers.push(file_layer("flags", "listen = '127.0.0.1:3'").unwrap());
        let config = Config::from_layers(&layers).unwrap();
        assert_eq!(config.listen.port(), 3, "the flag");
        assert_eq!(config.idle_seconds, 8, "the environment");
        assert!(config.secure, "the file");
        assert_eq!(config.origins, ["https://example.org"]);
        assert_eq!(config.body_bytes, Config::default().body_bytes, "the default");
    }

    #[test]
    fn what_is_wrong_is_named() {
        let layers = environment_layers([variable("CARACOLE_LISTN", "127.0.0.1:2")]);
        let bad = Config::from_layers(&layers).unwrap_err();
        assert_eq!(bad.place, "CARACOLE_LISTN");
        assert!(bad.problem.contains("listn"), "{bad}");
        let zero = file_layer("file", "messages = { rate = 0, burst = 1 }").unwrap();
        assert_eq!(Config::from_layers(&[zero]).unwrap_err().place, "messages");
        let origin = file_layer("file", "origins = ['example.org']").unwrap();
        assert_eq!(Config::from_layers(&[origin]).unwrap_err().place, "origins");
    }
}
