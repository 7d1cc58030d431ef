//! Computer players that think too long, break, or cheat: the game goes on.

use super::client::{Running, config, systems};
use caracole_kernel::AnySession;
use caracole_server::{
    Config, Server,
    game::{Computer, ComputerTurn},
};
use serde_json::{Value, json};
use std::{sync::Arc, time::Duration};
use tempfile::TempDir;

/// Thinks until it is told to stop, and then answers what nobody waits for any more.
#[derive(Debug)]
struct Ponderer;

impl Computer for Ponderer {
    fn level(&self) -> &'static str {
        "ponderer"
    }

    fn choose(&self, battle: &dyn AnySession, turn: &ComputerTurn<'_>) -> Option<Value> {
        while !turn.patience.is_over() {
            std::thread::sleep(Duration::from_millis(1));
        }
        battle.candidates(turn.side).pop()
    }
}

/// Panics.
#[derive(Debug)]
struct Coward;

impl Computer for Coward {
    fn level(&self) -> &'static str {
        "coward"
    }

    fn choose(&self, _: &dyn AnySession, _: &ComputerTurn<'_>) -> Option<Value> {
        panic!("the computer player breaks")
    }
}

/// Chooses what no rule allows.
#[derive(Debug)]
struct Cheat;

impl Computer for Cheat {
    fn level(&self) -> &'static str {
        "cheat"
    }

    fn choose(&self, _: &dyn AnySession, _: &ComputerTurn<'_>) -> Option<Value> {
        Some(json!({ "win": "now" }))
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_legal_choice_is_taken_for_those_who_do_not_make_one() {
    let folder = TempDir::new().unwrap();
    let config = Config { thinking_millis: 30, ..config(folder.path()) };
    let server = Server::new(config, systems())
        .computer(Arc::new(Ponderer))
        .computer(Arc::new(Coward))
        .computer(Arc::new(Cheat));
    let server = Running::start(server).await;
    let mut me = server.guest().await;
    for level in ["ponderer", "coward", "cheat"] {
        let seats = json!({ "red": { "computer": level }, "blue": "me" });
        let game = me.make(seats, json!({})).await;
        let id = game["id"].as_str().unwrap().to_owned();
        me.nonce(&id, "mine").await;
        let mut socket = me.sit(&id, json!({})).await;
        // Red hides first: on field 2, the first of the legal ones, which only red may know.
        loop {
            let update = socket.wait_for("update").await;
            if update["entry"] == 1 {
                break;
            }
        }
        assert_eq!(socket.choose(1, |_| true).await.unwrap()["type"], "done", "{level}");
        socket.ask(3, json!("resign")).await;
        let log = me.get(&format!("/api/games/{id}/log")).await.text;
        let first: Value = serde_json::from_str(log.lines().nth(1).unwrap()).unwrap();
        let decision = &first["act"]["step"]["choose"]["decision"];
        assert_eq!(decision, &json!({ "hide": { "field": 2 } }), "{level}");
    }
    let metrics = me.get("/metrics").await.text;
    assert!(
        metrics
            .lines()
            .any(|line| line.starts_with("caracole_computed_late_total ") && !line.ends_with(" 0"))
    );
    server.stop().await;
}
