//! What forgers, floods and fools send: each refused, none crashes, none leaks.

use super::client::{Client, Running, config, raw, two_players};
use caracole_kernel::Numbers;
use caracole_server::{Config, config::Rate};
use serde_json::json;
use tempfile::TempDir;

#[tokio::test(flavor = "multi_thread")]
async fn pages_of_other_sites_cannot_act() {
    let (server, _folder) = Running::fresh().await;
    let (mut red, _, id) = two_players(&server, json!({})).await;
    let leave = format!("/api/games/{id}/leave");
    let evil = ("Origin", "https://evil.example");
    let json_type = ("Content-Type", "application/json");
    let refused = red.send("POST", &leave, &[evil, json_type], Some("{}".to_owned())).await;
    assert_eq!((refused.status, refused.json()["code"].as_str()), (403, Some("wrong_origin")));
    let fetched = red.send("POST", &leave, &[("Sec-Fetch-Site", "cross-site")], None).await;
    assert_eq!(fetched.status, 403);
    let path = format!("/api/games/{id}/socket");
    assert_eq!(red.connect_from(&path, Some("https://evil.example")).await.err(), Some(403));
    let own = format!("http://{}", server.address);
    assert!(red.connect_from(&path, Some(&own)).await.is_ok());
    let form = red.send("POST", "/api/games", &[("Content-Type", "text/plain")], Some("{}".to_owned())).await;
    assert_eq!(form.status, 415, "what a form can send without asking is not read");
    assert_eq!(red.get(&format!("/api/games/{id}")).await.json()["table"]["phase"], "running");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_cannot_be_forged() {
    let (server, _folder) = Running::fresh().await;
    let (red, blue, id) = two_players(&server, json!({ "public": true })).await;
    // Blue asks for red's seat in the hello, and names red in the decision.
    let mut forger = blue.sit(&id, json!({ "seat": "red" })).await;
    assert!(forger.hear().await.is_none(), "closed at once");
    let mut b = blue.sit(&id, json!({})).await;
    let step = json!({ "choose": { "after": 0, "side": "red", "decision": { "hide": { "field": 3 } } } });
    let mut said = json!({ "id": 1 });
    said["ask"] = step;
    b.say(said).await;
    assert_eq!(b.wait_for("error").await["code"], "malformed", "no message says who acts");
    let own = b.ask(2, json!({ "choose": { "after": 0, "decision": { "hide": { "field": 3 } } } })).await;
    assert_eq!(own["refusal"]["rule"], "TABLE-001");
    // Without a session, with another's game, with a game that is not there.
    let nobody = Client::new(server.address);
    assert_eq!(nobody.connect(&format!("/api/games/{id}/socket")).await.err(), Some(401));
    let mut stranger = server.guest().await;
    assert_eq!(stranger.post(&format!("/api/games/{id}/leave"), json!({})).await.status, 403);
    assert_eq!(stranger.post(&format!("/api/games/{id}/nonce"), json!({ "nonce": "x" })).await.status, 409);
    assert_eq!(stranger.post(&format!("/api/games/{id}/join"), json!({})).await.status, 409);
    assert_eq!(stranger.get("/api/games/0000000000000000").await.status, 404);
    assert_eq!(stranger.get("/api/games/../../etc/passwd").await.status, 404);
    let mut r = red.sit(&id, json!({})).await;
    assert_eq!(r.wait_for("update").await["entry"], 0, "nothing has happened");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn oversized_and_broken_requests() {
    let (server, _folder) = Running::fresh().await;
    let mut guest = server.guest().await;
    let json_type = [("Content-Type", "application/json")];
    let large = format!("{{\"name\":\"{}\"}}", "x".repeat(20_000));
    assert_eq!(guest.send("POST", "/api/session", &json_type, Some(large)).await.status, 413);
    let huge = format!("{{\"system\":\"{}\"}}", "x".repeat(3 << 20));
    assert_eq!(guest.send("POST", "/api/games", &json_type, Some(huge)).await.status, 413);
    let deep = "[".repeat(10_000);
    assert_eq!(guest.send("POST", "/api/games", &json_type, Some(deep)).await.status, 400);
    for body in ["", "null", "[]", "{", "\"x\"", "{\"name\":1}", "\u{0}"] {
        let answer = guest.send("POST", "/api/account", &json_type, Some(body.to_owned())).await;
        assert_eq!(answer.status, 400, "{body:?}");
    }
    let long =
        raw(server.address, format!("GET /{} HTTP/1.1\r\nHost: x\r\n\r\n", "a".repeat(1 << 20)).into()).await;
    assert!((400..500).contains(&long.status) || long.status == 0, "{}", long.status);
    let garbage = raw(server.address, vec![0xff; 4096]).await;
    assert!(garbage.status == 400 || garbage.status == 0, "{}", garbage.status);
    assert_eq!(guest.get("/health").await.status, 200, "the server is none the worse");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn malformed_messages_are_answered_and_change_nothing() {
    let (server, _folder) = Running::fresh().await;
    let (mut red, _blue, id) = two_players(&server, json!({})).await;
    let mut socket = red.sit(&id, json!({})).await;
    socket.wait_for("update").await;
    let valid =
        json!({ "id": 1, "ask": { "choose": { "after": 0, "decision": { "hide": { "field": 1 } } } } });
    let valid = valid.to_string().into_bytes();
    let mut numbers = Numbers::new(8);
    let mut answered = 0;
    for _ in 0..400 {
        // A legal message with a few bytes changed, cut or doubled.
        let mut bytes = valid.clone();
        for _ in 0..=numbers.below(4) {
            let at = numbers.below(bytes.len());
            match numbers.below(3) {
                0 => bytes[at] = b' ' + u8::try_from(numbers.below(95)).unwrap(),
                1 => bytes.truncate(at.max(1)),
                _ => bytes.insert(at, b"{}[]\",:0"[numbers.below(8)]),
            }
        }
        // Fields 2 to 6 are legal: a lucky change could make the choice.
        let text = String::from_utf8(bytes).unwrap();
        if serde_json::from_str::<serde_json::Value>(&text)
            .is_ok_and(|message| (2..=6).any(|f| message["ask"]["choose"]["decision"]["hide"]["field"] == f))
        {
            continue;
        }
        socket.say_text(text.clone()).await;
        let answer = loop {
            let answer = socket.hear().await.unwrap_or_else(|| panic!("closed by {text}"));
            if answer["type"] != "presence" {
                break answer;
            }
        };
        assert!(answer["type"] == "error" || answer["type"] == "refused", "{text} gave {answer}");
        answered += 1;
    }
    assert!(answered > 300);
    assert_eq!(red.get(&format!("/api/games/{id}")).await.json()["entries"], 0);
    // Bytes, a second hello, silence about the protocol.
    assert_eq!(socket.ask(9, json!({ "hello": { "protocol": 2 } })).await["code"], "malformed");
    socket.say_bytes(vec![1, 2, 3]).await;
    assert!(socket.hear().await.is_none(), "text is spoken here");
    let mut old = red.sit(&id, json!({ "protocol": 99 })).await;
    assert!(old.hear().await.is_none());
    let mut long = red.sit(&id, json!({})).await;
    long.wait_for("update").await;
    long.say_text("x".repeat(65 << 10)).await;
    while let Some(message) = long.hear().await {
        assert_eq!(message["type"], "presence", "{message}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn floods_are_slowed_and_sockets_counted() {
    let folder = TempDir::new().unwrap();
    let limits =
        Config { messages: Rate { rate: 1, burst: 10 }, sockets_per_user: 2, ..config(folder.path()) };
    let server = Running::of(limits).await;
    let (red, _blue, id) = two_players(&server, json!({})).await;
    let mut socket = red.sit(&id, json!({})).await;
    for number in 0..100 {
        socket.say(json!({ "id": number, "ask": "ping" })).await;
    }
    let (mut pongs, mut slowed) = (0, 0);
    while let Some(message) = socket.hear().await {
        pongs += u32::from(message["type"] == "pong");
        if message["code"] == "slow_down" {
            assert!(message["id"].is_u64(), "it says which message must be sent again: {message}");
            slowed += 1;
        }
    }
    assert!((10..=13).contains(&pongs), "{pongs} answered of 10 at once");
    assert!((50..=53).contains(&slowed), "told so fifty times, then closed: {slowed}");

    let path = format!("/api/games/{id}/socket");
    let kept = (red.connect(&path).await, red.connect(&path).await);
    assert!(kept.0.is_ok() && kept.1.is_ok());
    assert_eq!(red.connect(&path).await.err(), Some(429));
    drop(kept);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn chat_is_bounded() {
    let (server, _folder) = Running::fresh().await;
    let (red, _blue, id) = two_players(&server, json!({})).await;
    let mut socket = red.sit(&id, json!({})).await;
    for bad in [String::new(), "   ".to_owned(), "x".repeat(501), "a\nb".to_owned()] {
        assert_eq!(socket.ask(1, json!({ "chat": { "text": bad } })).await["code"], "wrong");
    }
    assert_eq!(socket.ask(2, json!({ "chat": { "text": "<b>é</b>" } })).await["type"], "done");
    server.stop().await;
}

/// Every kind of request that is a player's alone, by an onlooker; and those of anybody, with nonsense in them.
#[tokio::test(flavor = "multi_thread")]
async fn onlookers_may_look_and_nothing_else() {
    let (server, _folder) = Running::fresh().await;
    let (_red, _blue, id) = two_players(&server, json!({ "public": true })).await;
    let mut onlooker = server.guest().await.sit(&id, json!({})).await;
    onlooker.wait_for("update").await;
    let piece = json!({ "kind": "unit", "number": 0 });
    for ask in [
        json!({ "choose": { "after": 0, "decision": "done" } }),
        json!({ "command": { "after": 0, "text": "1" } }),
        json!({ "plan": { "decision": "done" } }),
        json!({ "reach": { "piece": piece } }),
        json!({ "drag": { "piece": piece, "way": [[0, 0], [1, 1]] } }),
        json!("candidates"),
        json!({ "undo": { "after": 0 } }),
        json!("resign"),
        json!("offer_draw"),
        json!({ "answer_draw": { "after": 0, "agree": true } }),
        json!({ "ask_rewind": { "after": 0, "to": 0 } }),
        json!({ "answer_rewind": { "after": 0, "to": 0, "agree": true } }),
    ] {
        assert_eq!(onlooker.ask(1, ask.clone()).await["code"], "not_yours", "{ask}");
    }
    for (ask, kind) in [
        (json!({ "look": {} }), "sight"),
        (json!({ "look": { "at": 0 } }), "sight"),
        (json!("state"), "state"),
        (json!({ "layers": { "wanted": ["charges", "nonsense"] } }), "layers"),
        (json!({ "layers": { "wanted": [], "piece": piece, "at": 0 } }), "layers"),
    ] {
        assert_eq!(onlooker.ask(2, ask.clone()).await["type"], kind, "{ask}");
    }
    let wrong = onlooker.ask(3, json!({ "layers": { "wanted": [], "at": 9 } })).await;
    assert_eq!(wrong["refusal"]["rule"], "TABLE-008");
    let many: Vec<String> = (0..17).map(|n| n.to_string()).collect();
    assert_eq!(onlooker.ask(4, json!({ "layers": { "wanted": many } })).await["code"], "malformed");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn ways_by_hand_are_bounded() {
    let (server, _folder) = Running::fresh().await;
    let (red, _blue, id) = two_players(&server, json!({})).await;
    let mut socket = red.sit(&id, json!({})).await;
    socket.wait_for("update").await;
    let drag =
        |way: serde_json::Value| json!({ "drag": { "piece": { "kind": "unit", "number": 0 }, "way": way } });
    let far: Vec<[i64; 2]> = vec![[i64::from(i32::MAX); 2]; 65];
    for way in [json!([]), json!([[0, 0]]), json!(far)] {
        assert_eq!(socket.ask(1, drag(way.clone())).await["code"], "malformed", "{way}");
    }
    for way in [json!([[0, 0], [1]]), json!([[0, 0], [1e30, 0]]), json!("far")] {
        socket.say(json!({ "id": 1, "ask": drag(way.clone()) })).await;
        assert_eq!(socket.wait_for("error").await["code"], "malformed", "{way}");
    }
    // The trial's units are not moved by hand.
    let extreme = json!([[i32::MIN, i32::MIN], [i32::MAX, i32::MAX]]);
    assert_eq!(socket.ask(2, drag(extreme)).await["code"], "not_now");
    server.stop().await;
}

/// An invitation opens what it says, to whoever comes first, and nothing else.
#[tokio::test(flavor = "multi_thread")]
async fn invitations_open_only_what_they_say() {
    let (server, _folder) = Running::fresh().await;
    let mut host = server.guest().await;
    let game = host.make(json!({ "red": "me", "blue": "open" }), json!({})).await;
    let id = game["id"].as_str().unwrap();
    let tokens = host.get(&format!("/api/games/{id}")).await.json()["invitations"].clone();
    let join = format!("/api/games/{id}/join");
    let wish = |token: &serde_json::Value| json!({ "side": "blue", "invitation": token, "nonce": "n" });
    let mut stranger = server.guest().await;
    for path in [format!("/api/games/{id}"), format!("/api/games/{id}/log")] {
        assert_eq!(stranger.get(&path).await.status, 404, "{path}");
    }
    assert_eq!(stranger.post(&join, json!({ "side": "blue", "nonce": "n" })).await.status, 404);
    let watching = stranger.post(&join, wish(&tokens["watch"])).await.status;
    assert!((400..500).contains(&watching), "to watch is not to play: {watching}");
    assert_eq!(stranger.post(&join, wish(&json!("0".repeat(64)))).await.status, 404);
    let mut guest = server.guest().await;
    assert_eq!(guest.post(&join, wish(&tokens["play"])).await.status, 200);
    assert_eq!(stranger.post(&join, wish(&tokens["play"])).await.status, 409, "the seat is taken");
    assert_eq!(
        stranger
            .post(&join, json!({ "side": "red", "invitation": tokens["play"], "nonce": "n" }))
            .await
            .status,
        409
    );
    server.stop().await;
}

/// The same choice sent again, as somebody who listened in would: it counts once.
#[tokio::test(flavor = "multi_thread")]
async fn a_message_said_twice_counts_once() {
    let (server, _folder) = Running::fresh().await;
    let (red, _blue, id) = two_players(&server, json!({})).await;
    let mut socket = red.sit(&id, json!({})).await;
    let hide = json!({ "choose": { "after": 0, "decision": { "hide": { "field": 3 } } } });
    assert_eq!(socket.ask(1, hide.clone()).await["type"], "done");
    assert_eq!(socket.ask(1, hide.clone()).await["code"], "stale");
    let mut again = red.sit(&id, json!({})).await;
    assert_eq!(again.ask(1, hide).await["code"], "stale", "over another connection, too");
    server.stop().await;
}

/// Every kind of message with bytes changed: answered, and nothing breaks.
#[tokio::test(flavor = "multi_thread")]
async fn questions_with_bytes_changed_are_answered() {
    let (server, _folder) = Running::fresh().await;
    let (mut red, _blue, id) = two_players(&server, json!({})).await;
    let mut socket = red.sit(&id, json!({})).await;
    socket.wait_for("update").await;
    let piece = json!({ "kind": "unit", "number": 1 });
    let asks = [
        json!({ "look": { "at": 0 } }),
        json!({ "reach": { "piece": piece } }),
        json!({ "drag": { "piece": piece, "way": [[10, 20], [30, 40]] } }),
        json!({ "layers": { "wanted": ["a"], "piece": piece, "at": 0 } }),
        json!({ "plan": { "decision": { "hide": { "field": 3 } } } }),
    ];
    let mut numbers = Numbers::new(21);
    for round in 0..300 {
        let message = json!({ "id": 1, "ask": asks[round % asks.len()] });
        let mut bytes = message.to_string().into_bytes();
        for _ in 0..=numbers.below(3) {
            let at = numbers.below(bytes.len());
            bytes[at] = b' ' + u8::try_from(numbers.below(95)).unwrap();
        }
        let text = String::from_utf8(bytes).unwrap();
        socket.say_text(text.clone()).await;
        while let Some(kind) =
            socket.hear().await.unwrap_or_else(|| panic!("closed by {text}"))["type"].as_str()
        {
            assert_ne!(kind, "done", "{text} did something");
            if kind != "presence" {
                break;
            }
        }
    }
    assert_eq!(red.get(&format!("/api/games/{id}")).await.json()["entries"], 0);
    let metrics = red.get("/metrics").await.text;
    let broken = metrics.lines().find(|line| line.contains("broken") && !line.starts_with('#'));
    assert!(broken.is_some_and(|line| line.ends_with(" 0")), "no game broke: {broken:?}");
    server.stop().await;
}
