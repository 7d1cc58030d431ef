//! What is hidden never leaves the server: two runs that differ only in what is hidden send the same bytes.

use super::client::{Running, config, systems, two_players};
use caracole_server::{
    Server,
    entropy::NumberedEntropy,
    time::{Millis, SetClock},
};
use serde_json::{Value, json};
use std::sync::Arc;
use tempfile::TempDir;

/// Everything that blue and an onlooker are sent while red hides his ambusher on `field` and blue plays on.
async fn bytes_sent(field: u8) -> (Vec<String>, Vec<String>) {
    let folder = TempDir::new().unwrap();
    // The same ids, tokens, seeds and times in both runs.
    let server = Server::new(config(folder.path()), systems())
        .clock(Arc::new(SetClock::at(Millis(1_000_000))))
        .entropy(Arc::new(NumberedEntropy::default()));
    let server = Running::start(server).await;
    let (red, mut blue, id) = two_players(&server, json!({ "public": true })).await;
    let mut onlooker = server.guest().await;
    let mut r = red.sit(&id, json!({})).await;
    r.wait_for("update").await;
    let mut b = blue.sit(&id, json!({ "views": true, "sights": true })).await;
    b.wait_for("sight").await;
    let mut o = onlooker.sit(&id, json!({ "views": true, "sights": true })).await;
    o.wait_for("sight").await;
    b.wait_for("presence").await;

    let hide = json!({ "choose": { "after": 0, "decision": { "hide": { "field": field } } } });
    assert_eq!(r.ask(1, hide).await["type"], "done");
    // Both hear of it before anything else is said, so that the order of messages is the same in every run.
    for socket in [&mut b, &mut o] {
        socket.wait_for("sight").await;
        socket.wait_for("table").await;
    }
    let mut answers = Vec::new();
    answers.push(b.ask(1, json!("candidates")).await);
    answers.push(b.ask(2, json!({ "choose": { "after": 1, "decision": { "hide": { "field": 5 } } } })).await);
    for socket in [&mut b, &mut o] {
        socket.wait_for("sight").await;
        socket.wait_for("table").await;
    }
    // Red waits; blue asks, shoots at what he cannot see, plans, and waits in his turn.
    assert_eq!(r.choose(3, |d| d == "done").await.unwrap()["type"], "done");
    for socket in [&mut b, &mut o] {
        socket.wait_for("sight").await;
        socket.wait_for("table").await;
    }
    answers.push(b.ask(4, json!("candidates")).await);
    for at in [0, 2] {
        let volley = json!({ "decision": { "volley": { "unit": 5, "at": at } } });
        answers.push(b.ask(5, json!({ "plan": volley })).await);
    }
    answers.push(b.ask(6, json!({ "undo": { "after": 3 } })).await);
    answers.push(b.ask(7, json!("state")).await);
    answers.push(b.ask(8, json!({ "look": { "at": 1 } })).await);
    answers.push(b.ask(9, json!({ "layers": { "wanted": ["charges"], "at": 2 } })).await);
    let piece = json!({ "kind": "unit", "number": 2 });
    answers.push(b.ask(10, json!({ "reach": { "piece": piece } })).await);
    answers.push(b.ask(11, json!({ "drag": { "piece": piece, "way": [[0, 0], [9, 9]] } })).await);
    for at in 0..4 {
        answers.push(o.ask(12, json!({ "look": { "at": at } })).await);
    }
    assert!(answers.iter().any(|answer| answer["type"] == "refused"), "the ambusher is not to be seen");
    let paths =
        [format!("/api/games/{id}"), "/api/games?list=watchable".to_owned(), format!("/api/games/{id}/log")];
    let mut pages = Vec::new();
    for path in &paths {
        for client in [&mut blue, &mut onlooker] {
            let answer = client.get(path).await;
            let head = answer.head.lines().filter(|line| !line.starts_with("date:")).collect::<String>();
            pages.push(head + &answer.text);
        }
    }
    let (mut blue_heard, onlooker_heard) = (b.close().await, o.close().await);
    blue_heard.extend(pages);
    drop(r);
    server.stop().await;
    (blue_heard, onlooker_heard)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_other_side_gets_the_same_bytes_wherever_the_ambusher_hides() {
    // Two fields that no unit of blue's comes near, so that what follows is the same.
    let (blue, onlooker) = bytes_sent(2).await;
    let (blue_too, onlooker_too) = bytes_sent(3).await;
    assert_eq!(blue, blue_too);
    assert_eq!(onlooker, onlooker_too);
    assert!(blue.len() > 15 && onlooker.len() > 8, "{} and {} messages", blue.len(), onlooker.len());
}

/// Runs of the test above that cannot see a difference would prove nothing: red himself does see it.
#[tokio::test(flavor = "multi_thread")]
async fn his_own_side_sees_where_he_hides() {
    let (server, _folder) = Running::fresh().await;
    let (red, _blue, id) = two_players(&server, json!({})).await;
    let mut r = red.sit(&id, json!({ "views": true })).await;
    r.wait_for("state").await;
    r.ask(1, json!({ "choose": { "after": 0, "decision": { "hide": { "field": 2 } } } })).await;
    let view = r.wait_for("state").await["view"].clone();
    let units = view["units"].as_array().unwrap();
    let ambusher = units.iter().find(|unit| unit["unit"] == 2).expect("red sees his own");
    assert_eq!((&ambusher["field"], &ambusher["hidden"]), (&json!(2), &Value::Bool(true)));
    server.stop().await;
}

/// Everything that blue and an onlooker are sent while red draws from a deck of one kind of cards and blue has no hand.
async fn sent_beside_a_hand(deck: [u8; 3]) -> (Vec<String>, Vec<String>, Value) {
    let folder = TempDir::new().unwrap();
    let server = Server::new(config(folder.path()), systems())
        .clock(Arc::new(SetClock::at(Millis(1_000_000))))
        .entropy(Arc::new(NumberedEntropy::default()));
    let server = Running::start(server).await;
    let unit = json!([{ "name": "Line", "strength": 4 }]);
    let cards = json!({ "hands": { "red": 3, "blue": 0 }, "deck": deck });
    let setup = json!({ "armies": { "red": unit, "blue": unit }, "turns": 9, "cards": cards });
    let options = json!({ "public": true, "start": { "setup": setup } });
    let (red, mut blue, id) = two_players(&server, options).await;
    let mut onlooker = server.guest().await;
    let mut r = red.sit(&id, json!({ "sights": true })).await;
    let own = r.wait_for("sight").await["scene"]["hands"].clone();
    let mut b = blue.sit(&id, json!({ "views": true, "sights": true })).await;
    b.wait_for("sight").await;
    let mut o = onlooker.sit(&id, json!({ "views": true, "sights": true })).await;
    o.wait_for("sight").await;
    b.wait_for("presence").await;
    let play = |card: &str| json!({ "plan": { "decision": { "play": { "card": card } } } });
    for number in 0..6 {
        // The draw before red's first choice is an entry of its own; red's hand stays full.
        let entry = b.ask(1, json!("state")).await["entry"].as_u64().unwrap();
        for ask in [
            json!("candidates"),
            json!({ "look": {} }),
            json!({ "look": { "at": 0 } }),
            json!({ "look": { "at": 1 } }),
            play("chaff"),
            play("powder"),
            json!({ "plan": { "decision": "done" } }),
            json!({ "command": { "after": entry, "text": "play the card powder" } }),
        ] {
            b.ask(2, ask).await;
        }
        for at in 0..=entry {
            o.ask(3, json!({ "look": { "at": at } })).await;
        }
        let next = if number % 2 == 0 { &mut r } else { &mut b };
        let done = json!({ "choose": { "after": entry, "decision": "done" } });
        assert_eq!(next.ask(4, done).await["type"], "done");
        for socket in [&mut b, &mut o] {
            socket.wait_for("sight").await;
            socket.wait_for("table").await;
        }
    }
    let (mut pages, paths) =
        ([Vec::new(), Vec::new()], [format!("/api/games/{id}"), format!("/api/games/{id}/log")]);
    for path in &paths {
        for (client, pages) in [&mut blue, &mut onlooker].into_iter().zip(&mut pages) {
            let answer = client.get(path).await;
            let head = answer.head.lines().filter(|line| !line.starts_with("date:")).collect::<String>();
            pages.push(head + &answer.text);
        }
    }
    let [of_blue, of_onlooker] = pages;
    let (mut blue_heard, mut onlooker_heard) = (b.close().await, o.close().await);
    blue_heard.extend(of_blue);
    onlooker_heard.extend(of_onlooker);
    drop(r);
    server.stop().await;
    (blue_heard, onlooker_heard, own)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_other_side_gets_the_same_bytes_whatever_cards_are_drawn() {
    let (blue, onlooker, own) = sent_beside_a_hand([9, 0, 0]).await;
    let (blue_too, onlooker_too, own_too) = sent_beside_a_hand([0, 9, 0]).await;
    assert_eq!(blue, blue_too);
    assert_eq!(onlooker, onlooker_too);
    assert!(blue.len() > 60 && onlooker.len() > 30, "{} and {} messages", blue.len(), onlooker.len());
    // Red sees the difference, and all see that red holds three cards.
    assert_eq!(
        (&own[0]["cards"][0]["name"], &own_too[0]["cards"][0]["name"]),
        (&json!("chaff"), &json!("powder"))
    );
    let backs = r#""hands":[{"side":"red","holder":"The red army","cards":[],"hidden":3}]"#;
    assert!(blue.iter().any(|text| text.contains(backs)), "blue sees the backs");
    assert!(blue.iter().any(|text| text.contains("\"casts\":[{")), "that dice fell is told");
}
