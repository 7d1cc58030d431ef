//! Games leave memory and come back; servers stop and start; copies are made while they run.

use super::client::{Running, config, two_players};
use caracole_server::{Config, storage};
use serde_json::json;
use std::time::Duration;
use tempfile::TempDir;

#[tokio::test(flavor = "multi_thread")]
async fn a_game_goes_on_after_a_restart() {
    let folder = TempDir::new().unwrap();
    let server = Running::of(config(folder.path())).await;
    let (red, blue, id) = two_players(&server, json!({})).await;
    let (mut r, mut b) = (red.sit(&id, json!({})).await, blue.sit(&id, json!({})).await);
    assert_eq!(r.choose(1, |_| true).await.unwrap()["entry"], 1);
    assert_eq!(b.choose(1, |_| true).await.unwrap()["entry"], 2);
    assert_eq!(r.choose(3, |d| d.get("move").is_some()).await.unwrap()["entry"], 3);
    let before = r.ask(9, json!("state")).await;
    server.stop().await;
    while r.hear().await.is_some() {}

    let server = Running::of(config(folder.path())).await;
    let mut red = super::client::Client { address: server.address, ..red };
    let mut r = red.sit(&id, json!({ "resume": 3 })).await;
    let update = r.wait_for("update").await;
    assert_eq!((&update["entry"], &update["events"]), (&json!(3), &json!([])), "nothing is missed");
    assert_eq!(r.ask(9, json!("state")).await, before);
    assert_eq!(
        r.ask(10, json!({ "undo": { "after": 3 } })).await["entry"],
        4,
        "even taking back still works"
    );
    assert_eq!(red.get("/api/games?list=own").await.json()["games"][0]["entries"], 4);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_game_hurts_nobody_else() {
    let folder = TempDir::new().unwrap();
    let server = Running::of(config(folder.path())).await;
    let (red, _, damaged) = two_players(&server, json!({})).await;
    let (other, _, sound) = two_players(&server, json!({})).await;
    let mut r = red.sit(&damaged, json!({})).await;
    assert_eq!(r.choose(1, |_| true).await.unwrap()["entry"], 1);
    server.stop().await;
    // Ids above the middle are negative in the database.
    let id = u64::from_str_radix(&damaged, 16).unwrap().cast_signed();
    let database = rusqlite::Connection::open(folder.path().join("caracole.sqlite")).unwrap();
    let changed = database
        .execute("UPDATE lines SET line = replace(line, 'hide', 'hid') WHERE game = ?1 AND n = 1", [id]);
    assert_eq!(changed, Ok(1));
    drop(database);

    let server = Running::of(config(folder.path())).await;
    let mut red = super::client::Client { address: server.address, ..red };
    let mut r = red.sit(&damaged, json!({})).await;
    assert_eq!(
        r.hear().await,
        None,
        "nothing is told of a battle that cannot be trusted, not even who sits there"
    );
    let left = red.post(&format!("/api/games/{damaged}/leave"), json!({})).await;
    assert_eq!(left.status, 503, "{}", left.text);
    let other = super::client::Client { address: server.address, ..other };
    let mut o = other.sit(&sound, json!({})).await;
    assert_eq!(o.choose(1, |_| true).await.unwrap()["entry"], 1, "the others go on");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn idle_games_leave_memory_and_come_back() {
    let folder = TempDir::new().unwrap();
    let server = Running::of(Config { idle_seconds: 1, ..config(folder.path()) }).await;
    let (mut red, _blue, id) = two_players(&server, json!({})).await;
    let mut r = red.sit(&id, json!({})).await;
    assert_eq!(r.choose(1, |_| true).await.unwrap()["entry"], 1);
    let mut gone = false;
    for _ in 0..100 {
        tokio::time::sleep(Duration::from_millis(100)).await;
        gone = red.get("/metrics").await.text.contains("caracole_games 0");
        if gone {
            break;
        }
    }
    assert!(gone, "nobody asks, and it leaves memory though its player is connected");
    assert_eq!(r.ask(2, json!({ "undo": { "after": 1 } })).await["entry"], 2, "he does not notice");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_made_while_running_plays_on() {
    let (server, folder) = Running::fresh().await;
    let (red, _blue, id) = two_players(&server, json!({})).await;
    let mut r = red.sit(&id, json!({})).await;
    assert_eq!(r.choose(1, |_| true).await.unwrap()["entry"], 1);
    let elsewhere = TempDir::new().unwrap();
    let file = elsewhere.path().join("caracole.sqlite");
    storage::backup(folder.path(), &file).unwrap();
    assert!(storage::backup(folder.path(), &file).is_err(), "a file that is there is not overwritten");
    assert!(storage::backup(elsewhere.path().join("none").as_path(), &elsewhere.path().join("x")).is_err());
    assert_eq!(
        r.ask(2, json!({ "undo": { "after": 1 } })).await["entry"],
        2,
        "the original goes its own way"
    );
    server.stop().await;

    let copy = Running::of(config(elsewhere.path())).await;
    let mut red = super::client::Client { address: copy.address, ..red };
    assert_eq!(red.get(&format!("/api/games/{id}")).await.json()["entries"], 1);
    let mut r = red.sit(&id, json!({})).await;
    assert_eq!(r.wait_for("update").await["entry"], 1);
    copy.stop().await;
}
