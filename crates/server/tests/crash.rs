//! Kills the server at random moments under load, and looks whether anything that it had acknowledged is lost.
//!
//! The program is its own server: `crash --serve DIR` serves. `CARACOLE_CRASH_ROUNDS` sets the number of kills.

#[path = "server/client.rs"]
#[allow(dead_code, reason = "shared with the other tests")]
mod client;

use caracole_kernel::{Numbers, Side, log};
use caracole_server::{Server, serve};
use client::{Client, Socket, config, systems};
use serde_json::{Value, json};
use std::{
    io::{BufRead, BufReader},
    net::SocketAddr,
    path::Path,
    process::{Child, Command, Stdio},
    time::Duration,
};
use tempfile::TempDir;

/// Games that are played at once.
const GAMES: u64 = 8;
/// Kills in an ordinary test run.
const ROUNDS: u64 = 5;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    match args.iter().position(|arg| arg == "--serve").and_then(|at| args.get(at + 1)) {
        Some(folder) => {
            serve(Server::new(config(Path::new(folder)), systems()), |address| println!("{address}"))
                .unwrap();
        }
        None if args.iter().any(|arg| arg == "--list") => {}
        None => {
            let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
            runtime.block_on(crash_and_crash_again());
        }
    }
}

/// A server in a process of its own.
struct Victim {
    process: Child,
    address: SocketAddr,
}

impl Victim {
    fn start(folder: &Path) -> Self {
        let mut process = Command::new(std::env::current_exe().unwrap())
            .arg("--serve")
            .arg(folder)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().parse().expect("the server says where it listens");
        Victim { process, address }
    }

    /// SIGKILL: no farewell, no flush.
    fn kill(mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

/// Two guests and what they know for certain: what they were told is on disk.
struct Pair {
    red: Client,
    blue: Client,
    game: Option<String>,
    /// The last entry that was acknowledged or told.
    known: u64,
    /// Everything that red was told, up to there.
    story: Vec<Value>,
    numbers: Numbers,
    steps: u64,
    finished: Vec<String>,
}

/// The connection broke: the server was killed.
struct Lost;

impl Pair {
    fn new(number: u64, address: SocketAddr) -> Self {
        let (red, blue) = (Client::new(address), Client::new(address));
        let numbers = Numbers::new(number);
        Pair { red, blue, game: None, known: 0, story: Vec::new(), numbers, steps: 0, finished: Vec::new() }
    }

    /// Plays until the server is killed.
    async fn play(mut self, address: SocketAddr) -> Self {
        (self.red.address, self.blue.address) = (address, address);
        loop {
            let Err(Lost) = self.play_on().await else { continue };
            return self;
        }
    }

    async fn post(client: &mut Client, path: &str, body: Value) -> Result<Value, Lost> {
        let answer = client.post(path, body).await;
        match answer.status {
            200 => serde_json::from_str(&answer.text).map_err(|_| Lost),
            0 => Err(Lost),
            other => panic!("{path}: {other} {}", answer.text),
        }
    }

    async fn begin(&mut self) -> Result<String, Lost> {
        for client in [&mut self.red, &mut self.blue] {
            if client.cookie.is_none() {
                Self::post(client, "/api/session", json!({})).await?;
            }
        }
        let number = self.numbers.draw() % 1000;
        let game = json!({
            "system": "trial", "start": { "number": number }, "seats": { "red": "me", "blue": "open" }, "open": true
        });
        let made = Self::post(&mut self.red, "/api/games", game).await?;
        let id = made["id"].as_str().unwrap().to_owned();
        Self::post(&mut self.blue, &format!("/api/games/{id}/join"), json!({ "nonce": "b" })).await?;
        Self::post(&mut self.red, &format!("/api/games/{id}/nonce"), json!({ "nonce": "r" })).await?;
        Ok(id)
    }

    /// Plays one game to its end, from wherever it stands.
    async fn play_on(&mut self) -> Result<(), Lost> {
        let id = match &self.game {
            Some(id) => id.clone(),
            None => {
                let id = self.begin().await?;
                (self.known, self.story) = (0, Vec::new());
                self.game.insert(id).clone()
            }
        };
        let path = format!("/api/games/{id}/socket");
        let (mut red, mut blue) =
            (self.red.connect(&path).await.map_err(gone)?, self.blue.connect(&path).await.map_err(gone)?);
        for socket in [&mut red, &mut blue] {
            socket.say(json!({ "ask": { "hello": { "protocol": 2 } } })).await;
        }
        let mut over = self.check(&mut red).await?;
        for number in 0.. {
            if over {
                self.finished.extend(self.game.take());
                return Ok(());
            }
            for (side, socket) in [(Side::Red, &mut red), (Side::Blue, &mut blue)] {
                over |= self.choose(side, socket, number * 2).await?;
            }
            self.steps += 1;
        }
        Ok(())
    }

    /// The whole story as the server tells it now must begin with the story as it told it before.
    async fn check(&mut self, red: &mut Socket) -> Result<bool, Lost> {
        let update = loop {
            let message = red.hear().await.ok_or(Lost)?;
            if message["type"] == "update" {
                break message;
            }
        };
        let entry = update["entry"].as_u64().unwrap();
        assert!(entry >= self.known, "entry {} was acknowledged, but the server is at {entry}", self.known);
        let events = update["events"].as_array().unwrap().clone();
        assert!(events.starts_with(&self.story), "what was told before the kill is not what is told now");
        (self.known, self.story) = (entry, events);
        Ok(update["awaiting"].get("nothing").is_some())
    }

    /// Makes a choice if it is this seat's turn. Says whether the battle is over.
    async fn choose(&mut self, side: Side, socket: &mut Socket, id: u64) -> Result<bool, Lost> {
        let (offered, mut over) = self.ask(side, socket, id, json!("candidates")).await?;
        let Some(decisions) = offered["decisions"].as_array().filter(|list| !list.is_empty()) else {
            return Ok(over);
        };
        let decision = &decisions[self.numbers.below(decisions.len())];
        let choose = json!({ "choose": { "after": offered["entry"], "decision": decision } });
        let (done, ended) = self.ask(side, socket, id + 1, choose).await?;
        over |= ended;
        assert_eq!(done["type"], "done", "{done}");
        self.known = self.known.max(done["entry"].as_u64().unwrap());
        Ok(over)
    }

    async fn ask(
        &mut self,
        side: Side,
        socket: &mut Socket,
        id: u64,
        ask: Value,
    ) -> Result<(Value, bool), Lost> {
        socket.say(json!({ "id": id, "ask": ask })).await;
        let mut over = false;
        loop {
            let message = socket.hear().await.ok_or(Lost)?;
            if message["type"] == "update" {
                self.known = self.known.max(message["entry"].as_u64().unwrap());
                over |= message["awaiting"].get("nothing").is_some();
                if side == Side::Red {
                    self.story.extend(message["events"].as_array().unwrap().iter().cloned());
                }
            } else if message["id"] == id {
                return Ok((message, over));
            }
        }
    }
}

fn gone(status: u16) -> Lost {
    assert_eq!(status, 0, "a player is refused his own game");
    Lost
}

async fn crash_and_crash_again() {
    let rounds = std::env::var("CARACOLE_CRASH_ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(ROUNDS);
    let folder = TempDir::new().unwrap();
    let mut numbers = Numbers::new(std::process::id().into());
    let mut victim = Victim::start(folder.path());
    let mut pairs: Vec<Pair> = (0..GAMES).map(|number| Pair::new(number, victim.address)).collect();
    for round in 1..=rounds {
        let address = victim.address;
        let playing: Vec<_> = pairs.into_iter().map(|pair| tokio::spawn(pair.play(address))).collect();
        tokio::time::sleep(Duration::from_millis(150 + numbers.draw() % 500)).await;
        victim.kill();
        pairs = Vec::new();
        for pair in playing {
            pairs.push(pair.await.expect("nothing acknowledged is lost"));
        }
        victim = Victim::start(folder.path());
        if round % 10 == 0 || round == rounds {
            let steps: u64 = pairs.iter().map(|pair| pair.steps).sum();
            let finished: usize = pairs.iter().map(|pair| pair.finished.len()).sum();
            println!("{round} kills, {steps} rounds of choices, {finished} battles finished");
        }
    }
    let steps: u64 = pairs.iter().map(|pair| pair.steps).sum();
    assert!(steps > rounds * GAMES, "the server was under load: {steps} rounds of choices");
    let mut verified = 0;
    for pair in &mut pairs {
        pair.red.address = victim.address;
        for id in &pair.finished {
            let text = pair.red.get(&format!("/api/games/{id}/log")).await.text;
            let log = log::read(text.as_bytes(), log::Limits::default()).expect("a log");
            assert!(log.damage.is_none(), "{:?}", log.damage);
            let replay = systems()[0].replay(log).expect("the log replays");
            assert!(replay.fault.is_none(), "{:?}", replay.fault);
            verified += 1;
        }
        if let Some(id) = &pair.game {
            let mut red = pair.red.sit(id, json!({})).await;
            drop(pair.check(&mut red).await);
        }
    }
    println!("no acknowledged step lost; {verified} finished battles replayed from their logs");
    victim.kill();
}
