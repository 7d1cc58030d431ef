//! Making, finding, joining and leaving games; invitations; clocks.

use super::client::{Running, config, systems, two_players};
use caracole_server::{
    Server,
    time::{Millis, SetClock},
};
use serde_json::{Value, json};
use std::{sync::Arc, time::Duration};
use tempfile::TempDir;

#[tokio::test(flavor = "multi_thread")]
async fn games_are_listed_for_those_whom_they_concern() {
    let (server, _folder) = Running::fresh().await;
    let (mut host, mut other) = (server.guest().await, server.guest().await);
    let seats = json!({ "red": "me", "blue": "open" });
    let open = host.make(seats.clone(), json!({ "open": true, "title": "All comers" })).await;
    let private = host.make(seats, json!({})).await;
    let ids = |list: Value| -> Vec<Value> {
        list["games"].as_array().unwrap().iter().map(|game| game["id"].clone()).collect()
    };
    assert_eq!(ids(other.get("/api/games?list=open").await.json()), [open["id"].clone()]);
    assert_eq!(ids(other.get("/api/games?list=own").await.json()), Vec::<Value>::new());
    let own = ids(host.get("/api/games?list=own").await.json());
    assert!(own.contains(&open["id"]) && own.contains(&private["id"]) && own.len() == 2);
    assert_eq!(other.get("/api/games?list=secret").await.status, 400);

    let id = private["id"].as_str().unwrap();
    assert_eq!(other.get(&format!("/api/games/{id}")).await.status, 404, "as if there were none");
    assert_eq!(other.post(&format!("/api/games/{id}/join"), json!({})).await.status, 404);
    let watch = private["invitations"]["watch"].as_str().unwrap();
    let seen = other.get(&format!("/api/games/{id}?invitation={watch}")).await.json();
    assert_eq!((&seen["id"], &seen["invitations"]), (&private["id"], &Value::Null), "his maker's alone");
    let with = |token: &Value| json!({ "invitation": token, "nonce": "n" });
    let onlooker = other.post(&format!("/api/games/{id}/join"), with(&private["invitations"]["watch"])).await;
    assert_eq!(onlooker.status, 403, "an invitation to watch is none to play");
    let joined = other.post(&format!("/api/games/{id}/join"), with(&private["invitations"]["play"])).await;
    assert_eq!((joined.status, &joined.json()["yours"]), (200, &json!(["blue"])));
    let third = server
        .guest()
        .await
        .post(&format!("/api/games/{id}/join"), with(&private["invitations"]["play"]))
        .await;
    assert_eq!(third.status, 409, "the seat is taken");

    assert_eq!(other.post(&format!("/api/games/{id}/leave"), json!({})).await.json()["yours"], json!([]));
    assert_eq!(
        host.post(&format!("/api/games/{id}/leave"), json!({})).await.json()["table"]["phase"],
        "abandoned"
    );
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_played_is_not_made() {
    let (server, _folder) = Running::fresh().await;
    let mut host = server.guest().await;
    let seats = json!({ "red": "me", "blue": "open" });
    let game = |start: Value, seats: &Value, more: Value| {
        let mut game = json!({ "system": "trial", "start": start, "seats": seats });
        game.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        game
    };
    let number = json!({ "number": 1 });
    let no_turns = json!({ "setup": { "armies": { "red": [], "blue": [] }, "turns": 0 } });
    let two_computers = json!({ "red": { "computer": "random" }, "blue": { "computer": "random" } });
    let strange = json!({ "red": "me", "blue": { "computer": "genius" } });
    let cases = [
        (game(number.clone(), &seats, json!({ "system": "chess" })), 400, "wrong"),
        (game(no_turns, &seats, json!({})), 422, "refused"),
        (game(json!({ "setup": 7 }), &seats, json!({})), 422, "refused"),
        (game(number.clone(), &two_computers, json!({})), 400, "wrong"),
        (game(number.clone(), &strange, json!({})), 400, "wrong"),
        (game(number.clone(), &seats, json!({ "title": "x".repeat(81) })), 400, "wrong"),
        (game(number.clone(), &seats, json!({ "clock": { "each": 0, "bank": 9 } })), 400, "wrong"),
        (game(number, &seats, json!({ "seat": "red" })), 400, "malformed"),
    ];
    for (body, status, code) in cases {
        let answer = host.post("/api/games", body.clone()).await;
        assert_eq!((answer.status, answer.json()["code"].as_str()), (status, Some(code)), "{body}");
    }
    assert_eq!(host.get("/api/games?list=own").await.json()["games"], json!([]));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn spectators_by_flag_or_by_link() {
    let (server, _folder) = Running::fresh().await;
    let (_red, _blue, public) = two_players(&server, json!({ "public": true })).await;
    let (mut host, _, private) = two_players(&server, json!({})).await;
    let mut onlooker = server.guest().await;
    let listed = onlooker.get("/api/games?list=watchable").await.json();
    assert_eq!(listed["games"].as_array().unwrap().len(), 1);
    assert_eq!(listed["games"][0]["id"], json!(public));
    let mut socket = onlooker.sit(&public, json!({})).await;
    assert_eq!(socket.wait_for("welcome").await["viewer"], "spectator");
    let forged =
        socket.ask(1, json!({ "choose": { "after": 0, "decision": { "hide": { "field": 3 } } } })).await;
    assert_eq!(forged["code"], "not_yours");
    let path = format!("/api/games/{private}/socket");
    assert_eq!(onlooker.connect(&path).await.err(), Some(404));
    let link = host.get(&format!("/api/games/{private}")).await.json()["invitations"]["watch"].clone();
    let mut invited =
        onlooker.connect(&format!("{path}?invitation={}", link.as_str().unwrap())).await.unwrap();
    invited.say(json!({ "ask": { "hello": { "protocol": 2 } } })).await;
    assert_eq!(invited.wait_for("welcome").await["viewer"], "spectator");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_runs_out_ends_the_battle() {
    let folder = TempDir::new().unwrap();
    let clock = Arc::new(SetClock::at(Millis(1_000_000)));
    let server = Running::start(Server::new(config(folder.path()), systems()).clock(clock.clone())).await;
    let (mut red, blue, id) = two_players(&server, json!({ "clock": { "each": 60, "bank": 600 } })).await;
    let (mut r, mut b) = (red.sit(&id, json!({})).await, blue.sit(&id, json!({})).await);
    clock.pass(Duration::from_secs(100));
    assert_eq!(r.choose(1, |_| true).await.unwrap()["type"], "done");
    let clocks = red.get(&format!("/api/games/{id}")).await.json()["table"]["clocks"].clone();
    assert_eq!(clocks["bank"], json!({ "red": 560_000, "blue": 600_000 }), "100 seconds, 60 of them free");
    assert_eq!(clocks["running"]["side"], "blue");
    clock.pass(Duration::from_secs(660));
    let late = b.ask(1, json!({ "choose": { "after": 1, "decision": { "hide": { "field": 3 } } } })).await;
    assert_eq!(late["refusal"]["rule"], "TABLE-005", "{late}");
    let phase = red.get(&format!("/api/games/{id}")).await.json()["table"]["phase"]["over"].clone();
    assert_eq!((&phase["by"], &phase["outcome"]["winner"]), (&json!("time"), &json!("red")));
    let log = red.get(&format!("/api/games/{id}/log")).await.text;
    assert!(log.contains(r#""act":{"out_of_time":{"side":"blue"}}"#), "the log says why: {log}");
    server.stop().await;
}
