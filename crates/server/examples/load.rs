//! Many games at once: how fast are steps answered, and what do idle sockets cost?
//!
//!     cargo run --release -p caracole-server --example load -- --games 2000 --seconds 300 --pace 1000
//!     cargo run --release -p caracole-server --example load -- --idle 10000
//!
//! The server runs in a process of its own, with the test-only game. A bot makes one choice every `pace` ms.

#![allow(clippy::disallowed_methods, reason = "measures time")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a tool for developers")]

#[path = "../tests/server/client.rs"]
#[allow(dead_code, reason = "shared with the tests")]
mod client;

use caracole_kernel::Numbers;
use caracole_server::{Config, Server, serve};
use client::{Client, Socket, config, systems};
use serde_json::{Value, json};
use std::{
    io::{BufRead, BufReader},
    net::SocketAddr,
    path::Path,
    process::{Child, Command, Stdio},
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};
use tempfile::TempDir;
use tokio::{sync::Semaphore, time::sleep};

/// Connections that are being set up at once.
const SETTING_UP: usize = 64;

#[derive(Clone, Copy)]
struct Options {
    games: u64,
    seconds: u64,
    pace: u64,
    idle: u64,
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |name: &str, otherwise: u64| {
        let at = args.iter().position(|arg| arg == name);
        at.and_then(|at| args.get(at + 1)?.parse().ok()).unwrap_or(otherwise)
    };
    if let [serving, folder] = args.as_slice()
        && serving == "--serve"
    {
        let many =
            Config { sockets_per_user: u32::MAX, games_per_user: u32::MAX, ..config(Path::new(folder)) };
        return serve(Server::new(many, systems()), |address| println!("{address}")).unwrap();
    }
    let options = Options {
        games: number("--games", 0),
        seconds: number("--seconds", 30),
        pace: number("--pace", 1000),
        idle: number("--idle", 0),
    };
    if options.games == 0 && options.idle == 0 {
        return println!("load --games N [--seconds S] [--pace MS]   or   load --idle N");
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(run(options));
}

async fn run(options: Options) {
    let folder = TempDir::new().unwrap();
    let mut server = Command::new(std::env::current_exe().unwrap())
        .arg("--serve")
        .arg(folder.path())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address: SocketAddr = line.trim().parse().unwrap();
    println!("server: {} MB before", memory(&server));
    if options.idle > 0 {
        idle(address, &server, options.idle).await;
    }
    if options.games > 0 {
        games(address, &server, options).await;
    }
    server.kill().unwrap();
    server.wait().unwrap();
}

/// Resident memory in megabytes.
fn memory(server: &Child) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.id())).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap_or(0) / 1024
}

/// Onlookers at one game in the test of idle sockets.
const ONLOOKERS: u64 = 50;

/// Sockets of onlookers who say hello and then nothing.
async fn idle(address: SocketAddr, server: &Child, count: u64) {
    let mut host = guest(address).await;
    let mut games = Vec::new();
    for _ in 0..count.div_ceil(ONLOOKERS) {
        let seats = json!({ "red": "me", "blue": "open" });
        let game = host.make(seats, json!({ "open": true, "public": true })).await;
        games.push(game["id"].as_str().unwrap().to_owned());
    }
    let began = Instant::now();
    let setting_up = Arc::new(Semaphore::new(SETTING_UP));
    let mut joining = Vec::new();
    for number in 0..count {
        let id = games[usize::try_from(number / ONLOOKERS).unwrap()].clone();
        let (host, turns) = (host.clone(), Arc::clone(&setting_up));
        joining.push(tokio::spawn(async move {
            let turn = turns.acquire().await.unwrap();
            let mut socket = host.sit(&id, json!({})).await;
            socket.wait_for("update").await;
            drop(turn);
            tokio::spawn(listen(socket));
        }));
    }
    for socket in joining {
        socket.await.unwrap();
    }
    println!("{count} sockets connected in {:.1} s", began.elapsed().as_secs_f64());
    sleep(Duration::from_secs(5)).await;
    println!("server: {} MB with {count} idle sockets", memory(server));
}

/// Hears what comes and answers pings, as a browser would.
async fn listen(mut socket: Socket) {
    loop {
        socket.heard.clear();
        if tokio::time::timeout(Duration::from_secs(20), socket.hear()).await == Ok(None) {
            return;
        }
    }
}

async fn guest(address: SocketAddr) -> Client {
    let mut client = Client::new(address);
    let answer = client.post("/api/session", json!({})).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    client
}

/// Bots that play both sides of a game, one choice after the other.
async fn games(address: SocketAddr, server: &Child, options: Options) {
    let taken: Arc<Mutex<Vec<Duration>>> = Arc::default();
    let setting_up = Arc::new(Semaphore::new(SETTING_UP));
    let until = Instant::now() + Duration::from_secs(options.seconds);
    let playing: Vec<_> = (0..options.games)
        .map(|number| {
            let (taken, setting_up) = (Arc::clone(&taken), Arc::clone(&setting_up));
            tokio::spawn(async move {
                let mut numbers = Numbers::new(number);
                let turn = setting_up.acquire_owned().await.unwrap();
                let mut client = guest(address).await;
                drop(turn);
                let mut own = Vec::new();
                while Instant::now() < until {
                    play(&mut client, &mut numbers, options, until, &mut own).await;
                }
                taken.lock().unwrap().extend(own);
            })
        })
        .collect();
    for game in playing {
        game.await.unwrap();
    }
    let mut taken = taken.lock().unwrap();
    taken.sort();
    let at =
        |share: f64| taken.get(((taken.len() as f64 - 1.0) * share) as usize).copied().unwrap_or_default();
    println!(
        "{} games, {} steps ({:.0} a second): half within {:.1?}, 95 % {:.1?}, 99 % {:.1?}, all {:.1?}; {} MB",
        options.games,
        taken.len(),
        taken.len() as f64 / options.seconds as f64,
        at(0.5),
        at(0.95),
        at(0.99),
        at(1.0),
        memory(server),
    );
}

/// One game to its end, or until time is up. Only the time from a choice to its acknowledgement is taken.
async fn play(
    client: &mut Client,
    numbers: &mut Numbers,
    options: Options,
    until: Instant,
    taken: &mut Vec<Duration>,
) {
    let game = json!({
        "system": "trial", "start": { "number": 38 }, "seats": { "red": "me", "blue": "me" }
    });
    let made = client.post("/api/games", game).await.json();
    let id = made["id"].as_str().unwrap().to_owned();
    client.nonce(&id, "n").await;
    let mut red = client.sit(&id, json!({ "seat": "red" })).await;
    let mut blue = client.sit(&id, json!({ "seat": "blue" })).await;
    // Bots that start together would choose together.
    sleep(Duration::from_millis(numbers.draw() % options.pace.max(1))).await;
    for number in 0.. {
        for socket in [&mut red, &mut blue] {
            socket.heard.clear();
            let offered = socket.ask(number * 2, json!("candidates")).await;
            let Some(decision) = pick(&offered, numbers) else {
                if over(socket) {
                    return;
                }
                continue;
            };
            let choose = json!({ "choose": { "after": offered["entry"], "decision": decision } });
            let began = Instant::now();
            let done = socket.ask(number * 2 + 1, choose).await;
            taken.push(began.elapsed());
            assert_eq!(done["type"], "done", "{done}");
            if Instant::now() > until {
                return;
            }
            sleep(Duration::from_millis(options.pace)).await;
        }
    }
}

fn pick(offered: &Value, numbers: &mut Numbers) -> Option<Value> {
    let decisions = offered["decisions"].as_array()?;
    decisions.get(numbers.below(decisions.len())).cloned()
}

fn over(socket: &Socket) -> bool {
    socket.heard.iter().any(|text| text.contains("\"awaiting\":{\"nothing\""))
}
