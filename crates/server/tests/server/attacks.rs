//! Attempts to go back, to consent or to act where that is not allowed: whatever is tried, nothing changes.

use super::client::{Client, Running, Socket, two_players};
use serde_json::{Value, json};
use std::time::Duration;

/// What can be counted of a game from outside.
async fn entries(client: &mut Client, id: &str) -> u64 {
    client.get(&format!("/api/games/{id}")).await.json()["entries"].as_u64().unwrap()
}

/// Plays red against a computer player until red is asked and its last choice can't simply be taken back.
async fn past_undo(socket: &mut Socket) -> u64 {
    for _ in 0..4000 {
        let sight = socket.ask(1, json!({ "look": {} })).await;
        let entry = sight["entry"].as_u64().unwrap();
        let own = sight["awaiting"]["decision"]["side"] == "red";
        if own && sight["undo"] == false && sight["back"].as_u64().is_some_and(|back| back > 0) {
            return entry;
        }
        match sight["offers"].as_array().unwrap().first() {
            Some(offer) => {
                let ask = json!({ "choose": { "after": entry, "decision": offer["decision"] } });
                socket.ask(2, ask).await;
            }
            None => tokio::time::sleep(Duration::from_millis(2)).await,
        }
    }
    panic!("red is never asked after something that cannot be taken back")
}

/// The original fault: one press had the dice thrown anew. Every entry, every way of asking, and agreeing with oneself.
#[tokio::test(flavor = "multi_thread")]
async fn against_the_computer_nothing_leads_back_without_take_backs() {
    let (server, _folder) = Running::fresh().await;
    let mut me = server.guest().await;
    let game = me.make(json!({ "red": "me", "blue": { "computer": "random" } }), json!({})).await;
    let id = game["id"].as_str().unwrap().to_owned();
    me.nonce(&id, "mine").await;
    let mut socket = me.sit(&id, json!({})).await;
    let now = past_undo(&mut socket).await;
    let mut asks = vec![json!({ "undo": { "after": now } }), json!({ "ask_rewind": { "after": now } })];
    for to in (0..=now + 1).chain([u64::MAX]) {
        asks.push(json!({ "ask_rewind": { "after": now, "to": to } }));
        asks.push(json!({ "answer_rewind": { "after": now, "to": to, "agree": true } }));
        asks.push(json!({ "answer_rewind": { "after": now, "to": to, "agree": false } }));
    }
    for ask in asks {
        let answer = socket.ask(3, ask.clone()).await;
        assert_ne!(answer["type"], "done", "{ask}: {answer}");
    }
    let game = me.get(&format!("/api/games/{id}")).await.json();
    assert_eq!((&game["entries"], &game["table"]["offers"]["rewind"]), (&json!(now), &Value::Null));
    server.stop().await;
}

/// Take-backs go to one's own last choice, as often as one likes; anything else must be asked for. With the computer
/// there is nobody to ask.
#[tokio::test(flavor = "multi_thread")]
async fn take_backs_that_were_allowed_lead_to_the_own_last_choice_and_nowhere_else() {
    let (server, _folder) = Running::fresh().await;
    let mut me = server.guest().await;
    let seats = json!({ "red": "me", "blue": { "computer": "random" } });
    let game = me.make(seats, json!({ "take_backs": true })).await;
    let id = game["id"].as_str().unwrap().to_owned();
    me.nonce(&id, "mine").await;
    let mut socket = me.sit(&id, json!({})).await;
    let mut now = past_undo(&mut socket).await;
    let mut back = socket.ask(4, json!({ "look": {} })).await["back"].as_u64().unwrap();
    for to in (0..=now).filter(|to| *to != back) {
        let answer = socket.ask(5, json!({ "ask_rewind": { "after": now, "to": to } })).await;
        assert_ne!(answer["type"], "done", "{to}: {answer}");
    }
    // Back choice by choice to the first one; it is always red who is asked then.
    loop {
        let done = socket.ask(6, json!({ "ask_rewind": { "after": now } })).await;
        assert_eq!((&done["type"], done["entry"].as_u64()), (&json!("done"), Some(now + 1)), "{done}");
        now += 1;
        let sight = socket.ask(7, json!({ "look": {} })).await;
        assert_eq!(sight["awaiting"]["decision"]["side"], "red", "{sight}");
        match sight["back"].as_u64() {
            Some(earlier) => {
                assert!(earlier < back, "before {back} comes {earlier}");
                back = earlier;
            }
            None => break,
        }
    }
    let answer = socket.ask(8, json!({ "ask_rewind": { "after": now } })).await;
    assert_eq!(answer["refusal"]["rule"], "TABLE-008", "there is nothing left: {answer}");
    assert_eq!(entries(&mut me, &id).await, now, "and every step back stands in the log");
    server.stop().await;
}

/// A consent counts once, and only while what it answers is still asked.
#[tokio::test(flavor = "multi_thread")]
async fn one_consent_goes_back_once() {
    let (server, _folder) = Running::fresh().await;
    for take_backs in [false, true] {
        let (mut red, blue, id) = two_players(&server, json!({ "take_backs": take_backs })).await;
        let (mut r, mut b) = (red.sit(&id, json!({})).await, blue.sit(&id, json!({})).await);
        assert_eq!(r.choose(1, |_| true).await.unwrap()["entry"], 1);
        assert_eq!(b.choose(1, |_| true).await.unwrap()["entry"], 2);
        assert_eq!(r.choose(3, |d| d == "done").await.unwrap()["entry"], 3);
        // Blue asks for what is not its own last choice: asked for in either case, and nothing happens yet.
        assert_eq!(b.ask(5, json!({ "ask_rewind": { "after": 3, "to": 2 } })).await["type"], "done");
        assert_eq!(entries(&mut red, &id).await, 3);
        let agree = |after: u64| json!({ "answer_rewind": { "after": after, "to": 2, "agree": true } });
        // Both at once, and again with the number that is right by then.
        for (n, ask) in [agree(3), agree(3), agree(4)].into_iter().enumerate() {
            r.say(json!({ "id": 10 + n, "ask": ask })).await;
        }
        let mut codes = Vec::new();
        while codes.len() < 3 {
            let heard = r.hear().await.unwrap();
            if heard["id"].as_u64().is_some_and(|n| n >= 10) {
                let kind = if heard["type"] == "error" { "code" } else { "type" };
                codes.push(heard[kind].as_str().unwrap().to_owned());
            }
        }
        assert_eq!(codes, ["done", "stale", "not_now"]);
        assert_eq!(entries(&mut red, &id).await, 4);
        // A wish that was withdrawn is not agreed to, nor one that a step has made old.
        assert_eq!(r.ask(20, json!({ "ask_rewind": { "after": 4, "to": 1 } })).await["type"], "done");
        let answer =
            |after: u64, agree: bool| json!({ "answer_rewind": { "after": after, "to": 1, "agree": agree } });
        assert_eq!(r.ask(21, answer(4, false)).await["type"], "done");
        assert_eq!(b.ask(22, answer(4, true)).await["code"], "not_now");
        assert_eq!(r.ask(23, json!({ "ask_rewind": { "after": 4, "to": 1 } })).await["type"], "done");
        assert_eq!(r.choose(24, |d| d == "done").await.unwrap()["entry"], 5);
        assert_eq!(b.ask(26, answer(4, true)).await["code"], "stale");
        assert_eq!(b.ask(27, answer(5, true)).await["code"], "not_now");
        assert_eq!(entries(&mut red, &id).await, 5);
    }
    server.stop().await;
}

/// No message that is already on its way counts for a seat that is left: whatever comes after the answer to leaving.
#[tokio::test(flavor = "multi_thread")]
async fn a_seat_is_lost_with_the_answer_to_leaving() {
    let (server, _folder) = Running::fresh().await;
    let mut red = server.guest().await;
    let game = red.make(json!({ "red": "me", "blue": "open" }), json!({ "open": true })).await;
    let id = game["id"].as_str().unwrap().to_owned();
    let mut former = server.guest().await;
    assert_eq!(former.post(&format!("/api/games/{id}/join"), json!({ "nonce": "f" })).await.status, 200);
    let mut sockets = Vec::new();
    for hello in [json!({}), json!({ "seat": "blue", "views": true, "sights": true })] {
        let mut socket = former.sit(&id, hello).await;
        socket.wait_for("update").await;
        sockets.push(socket);
    }
    assert_eq!(former.post(&format!("/api/games/{id}/leave"), json!({})).await.status, 200);
    for (n, socket) in sockets.iter_mut().enumerate() {
        for ask in [
            json!("state"),
            json!("candidates"),
            json!({ "look": {} }),
            json!({ "plan": { "decision": { "hide": { "field": 3 } } } }),
            json!({ "choose": { "after": 0, "decision": { "hide": { "field": 3 } } } }),
            json!({ "chat": { "text": "Still here." } }),
            json!("resign"),
        ] {
            let answer = socket.ask(9, ask.clone()).await;
            assert_eq!(answer["code"], "not_yours", "connection {n}: {ask}: {answer}");
        }
    }
    // With the seat wish in the greeting there is no way in either, nor with an invitation that is none.
    let mut again = former.sit(&id, json!({ "seat": "blue" })).await;
    while let Some(message) = again.hear().await {
        assert_ne!(message["type"], "welcome", "{message}");
    }
    let path = format!("/api/games/{id}/socket?invitation={}", "0".repeat(64));
    let mut guess = former.connect(&path).await.expect("the game still gathers");
    guess.say(json!({ "ask": { "hello": { "protocol": 2 } } })).await;
    assert_eq!(guess.wait_for("welcome").await["viewer"], "lobby");
    let own = former.get("/api/games?list=own").await.json();
    assert_eq!(own["games"], json!([]), "it is not among their own games any more");
    server.stop().await;
}
