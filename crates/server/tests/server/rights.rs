//! Who may do and see what at a game: every role with every request of the protocol and every address of a game. Seats are
//! looked at as they are when the request comes, not as they were when the connection was made.

use super::client::{Answer, Client, Running, Socket, two_players};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// One request of each kind; `at` is the last entry.
fn requests(at: u64) -> Vec<(&'static str, Value)> {
    let piece = json!({ "kind": "unit", "number": 0 });
    let hide = json!({ "hide": { "field": 3 } });
    vec![
        ("hello", json!({ "hello": { "protocol": 2 } })),
        ("choose", json!({ "choose": { "after": at, "decision": hide } })),
        ("command", json!({ "command": { "after": at, "text": "1" } })),
        ("look", json!({ "look": {} })),
        ("reach", json!({ "reach": { "piece": piece } })),
        ("drag", json!({ "drag": { "piece": piece, "way": [[0, 0], [1, 1]] } })),
        ("layers", json!({ "layers": { "wanted": ["charges"] } })),
        ("plan", json!({ "plan": { "decision": hide } })),
        ("candidates", json!("candidates")),
        ("state", json!("state")),
        ("undo", json!({ "undo": { "after": at } })),
        ("offer_draw", json!("offer_draw")),
        ("answer_draw", json!({ "answer_draw": { "after": at, "agree": true } })),
        ("ask_rewind", json!({ "ask_rewind": { "after": at } })),
        ("answer_rewind", json!({ "answer_rewind": { "after": at, "to": 0, "agree": true } })),
        ("chat", json!({ "chat": { "text": "Well met." } })),
        ("ping", json!("ping")),
        ("resign", json!("resign")),
    ]
}

/// What somebody may ask who is no player but sees the battle, and what somebody may who does not see it.
const OF_ONLOOKERS: [&str; 5] = ["look", "layers", "state", "chat", "ping"];
const OF_STRANGERS: [&str; 1] = ["ping"];

/// No kind of request is left out: those of the server's own description are those of the test.
#[tokio::test(flavor = "multi_thread")]
async fn every_request_of_the_protocol_is_tried() {
    let (server, _folder) = Running::fresh().await;
    let schema = Client::new(server.address).get("/api/schema").await.json();
    let mut known = BTreeSet::new();
    // Requests are either a bare word or an object of one field.
    fn walk(value: &Value, known: &mut BTreeSet<String>) {
        for variant in value["oneOf"].as_array().into_iter().flatten() {
            for word in variant["enum"].as_array().into_iter().flatten() {
                known.extend(word.as_str().map(str::to_owned));
            }
            known.extend(variant["const"].as_str().map(str::to_owned));
            known.extend(variant["properties"].as_object().into_iter().flat_map(|p| p.keys().cloned()));
        }
    }
    let found = find(&schema, "Request").expect("the description has the requests");
    walk(found, &mut known);
    let tried: BTreeSet<String> = requests(0).into_iter().map(|(name, _)| name.to_owned()).collect();
    assert_eq!(known, tried);
    server.stop().await;
}

fn find<'a>(value: &'a Value, name: &str) -> Option<&'a Value> {
    match value {
        Value::Object(fields) => {
            let here = fields.get(name).filter(|found| found["oneOf"].is_array());
            here.or_else(|| fields.values().find_map(|inner| find(inner, name)))
        }
        Value::Array(list) => list.iter().find_map(|inner| find(inner, name)),
        _ => None,
    }
}

/// Everything about a game that a request could change, as its player sees it.
async fn whole(player: &mut Client, id: &str) -> (String, Vec<Value>) {
    let shown = player.get(&format!("/api/games/{id}")).await.text;
    let mut socket = player.sit(id, json!({ "views": true })).await;
    let mut told = vec![socket.wait_for("update").await];
    told.push(socket.ask(1, json!("state")).await);
    // A line of the chat would have come between.
    told.extend(socket.heard.iter().filter(|text| text.contains(r#""type":"chat""#)).map(|text| json!(text)));
    (shown, told)
}

/// Asks everything over a connection; what is not among `allowed` is refused with one of `codes` and changes nothing.
async fn tries_everything(
    role: &str,
    socket: &mut Socket,
    (player, id, at): (&mut Client, &str, u64),
    allowed: &[&str],
    codes: &[&str],
) {
    for (name, ask) in requests(at) {
        let before = whole(player, id).await;
        let answer = socket.ask(7, ask).await;
        if allowed.contains(&name) {
            assert_ne!(answer["type"], "error", "{role} may {name}: {answer}");
            continue;
        }
        let code = answer["code"].as_str().unwrap_or_default();
        let refused = if name == "hello" { code == "malformed" } else { codes.contains(&code) };
        assert!(refused, "{role} may not {name}: {answer}");
        assert_eq!(whole(player, id).await, before, "{role} changed something with {name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn onlookers_public_and_invited_ask_and_speak_and_nothing_else() {
    let (server, _folder) = Running::fresh().await;
    for public in [true, false] {
        let (mut red, _blue, id) = two_players(&server, json!({ "public": public })).await;
        let game = red.get(&format!("/api/games/{id}")).await.json();
        for invitation in ["watch", "play"] {
            let guest = server.guest().await;
            let token = game["invitations"][invitation].as_str().unwrap();
            let mut path = format!("/api/games/{id}/socket");
            if !public {
                path += &format!("?invitation={token}");
            }
            let mut socket = guest.connect(&path).await.expect("who may watch is let in");
            socket.say(json!({ "ask": { "hello": { "protocol": 2 } } })).await;
            assert_eq!(socket.wait_for("welcome").await["viewer"], "spectator");
            let at = (&mut red, id.as_str(), 0);
            tries_everything("an onlooker", &mut socket, at, &OF_ONLOOKERS, &["not_yours"]).await;
        }
    }
    server.stop().await;
}

/// Only the player of the side that is awaited chooses, but nothing is refused to either for want of a right.
#[tokio::test(flavor = "multi_thread")]
async fn players_may_ask_everything() {
    let (server, _folder) = Running::fresh().await;
    let (red, blue, id) = two_players(&server, json!({})).await;
    for player in [&blue, &red] {
        let mut socket = player.sit(&id, json!({})).await;
        socket.wait_for("update").await;
        let mut asks = requests(0);
        asks.retain(|(name, _)| !["hello", "choose", "command", "resign", "offer_draw"].contains(name));
        for (name, ask) in asks {
            let answer = socket.ask(7, ask).await;
            assert!(answer["code"] != "not_yours" && answer["code"] != "not_found", "{name}: {answer}");
        }
    }
    let mut b = blue.sit(&id, json!({})).await;
    let choice = json!({ "choose": { "after": 0, "decision": { "hide": { "field": 3 } } } });
    assert_eq!(b.ask(1, choice.clone()).await["refusal"]["rule"], "TABLE-001");
    let mut r = red.sit(&id, json!({})).await;
    assert_eq!(r.ask(1, choice).await["type"], "done");
    assert_eq!(b.ask(2, json!("resign")).await["type"], "done");
    server.stop().await;
}

/// An open game with a seat that somebody took, connected with, and left; the maker is red.
async fn left_seat(server: &Running, more: Value) -> (Client, Client, Socket, String) {
    let (mut red, mut former) = (server.guest().await, server.guest().await);
    let mut options = json!({ "open": true });
    options.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let game = red.make(json!({ "red": "me", "blue": "open" }), options).await;
    let id = game["id"].as_str().unwrap().to_owned();
    let join = format!("/api/games/{id}/join");
    assert_eq!(former.post(&join, json!({ "nonce": "former" })).await.status, 200);
    let mut old = former.sit(&id, json!({ "views": true, "sights": true })).await;
    assert_eq!(old.wait_for("welcome").await["viewer"], "blue");
    assert_eq!(former.post(&format!("/api/games/{id}/leave"), json!({})).await.status, 200);
    (red, former, old, id)
}

/// Finding 1: a connection that was made by a player who has left acts and sees no more as that side.
#[tokio::test(flavor = "multi_thread")]
async fn a_former_player_neither_acts_nor_sees_through_an_old_connection() {
    let (server, _folder) = Running::fresh().await;
    for public in [true, false] {
        let (mut red, _former, mut old, id) = left_seat(&server, json!({ "public": public })).await;
        // Told at once that this is no longer his seat.
        let moved = old.wait_for("welcome").await["viewer"].clone();
        assert_eq!(moved, if public { "spectator" } else { "lobby" });
        let mut blue = server.guest().await;
        let joined = blue.post(&format!("/api/games/{id}/join"), json!({ "nonce": "blue's own" })).await;
        assert_eq!(joined.status, 200, "{}", joined.text);
        assert_eq!(red.nonce(&id, "red's own").await["table"]["phase"], "running");
        let mut r = red.sit(&id, json!({})).await;
        let mut b = blue.sit(&id, json!({})).await;
        let choice =
            |after: u64| json!({ "choose": { "after": after, "decision": { "hide": { "field": 3 } } } });
        assert_eq!(r.ask(1, choice(0)).await["type"], "done");
        if public {
            let at = (&mut red, id.as_str(), 1);
            tries_everything("a former player", &mut old, at, &OF_ONLOOKERS, &["not_yours"]).await;
            assert_eq!(b.ask(1, choice(1)).await["type"], "done");
            let update = loop {
                let update = old.wait_for("update").await;
                if update["entry"] == 2 {
                    break update;
                }
            };
            let hid = &update["events"][0]["event"]["hid"];
            assert_eq!(
                hid,
                &json!({ "side": "blue", "unit": null, "field": null }),
                "it sees as an onlooker"
            );
        } else {
            old.say(json!({ "id": 1, "ask": choice(1) })).await;
            while let Some(message) = old.hear().await {
                let kind = message["type"].as_str().unwrap();
                assert!(["table", "presence", "error"].contains(&kind), "{message}");
            }
            assert_eq!(b.ask(1, choice(1)).await["type"], "done", "nobody has chosen for blue");
        }
    }
    server.stop().await;
}

/// Finding 4: who looks at the table of an open game before it begins must go when a private battle begins.
#[tokio::test(flavor = "multi_thread")]
async fn a_stranger_sees_the_table_only_and_goes_when_a_private_battle_begins() {
    let (server, _folder) = Running::fresh().await;
    let mut red = server.guest().await;
    let game = red.make(json!({ "red": "me", "blue": "open" }), json!({ "open": true })).await;
    let id = game["id"].as_str().unwrap().to_owned();
    let mut stranger = server.guest().await;
    let mut s = stranger.sit(&id, json!({ "views": true, "sights": true })).await;
    assert_eq!(s.wait_for("welcome").await["viewer"], "lobby");
    let mut maker = red.sit(&id, json!({})).await;
    maker.wait_for("update").await;
    let at = (&mut red, id.as_str(), 0);
    tries_everything("a stranger", &mut s, at, &OF_STRANGERS, &["not_yours"]).await;
    assert_eq!(maker.ask(1, json!({ "chat": { "text": "A secret word." } })).await["type"], "done");
    for path in ["nonce", "leave"] {
        let answer = stranger.post(&format!("/api/games/{id}/{path}"), json!({ "nonce": "x" })).await;
        assert_eq!(answer.status, 403, "{path}: {}", answer.text);
    }
    let mut blue = server.guest().await;
    assert_eq!(blue.post(&format!("/api/games/{id}/join"), json!({ "nonce": "b" })).await.status, 200);
    assert_eq!(red.nonce(&id, "r").await["table"]["phase"], "running");
    let choice = json!({ "choose": { "after": 0, "decision": { "hide": { "field": 3 } } } });
    assert_eq!(maker.ask(2, choice).await["type"], "done");
    while let Some(message) = s.hear().await {
        let kind = message["type"].as_str().unwrap();
        assert!(["table", "presence"].contains(&kind), "{message}");
    }
    assert!(s.heard.iter().all(|text| !text.contains("A secret word.")));
    server.stop().await;
}

/// Whoever joins while connected is moved to the seat and gets everything from there.
#[tokio::test(flavor = "multi_thread")]
async fn whoever_joins_is_moved_to_the_seat() {
    let (server, _folder) = Running::fresh().await;
    let mut red = server.guest().await;
    let game = red.make(json!({ "red": "me", "blue": "open" }), json!({ "open": true })).await;
    let id = game["id"].as_str().unwrap().to_owned();
    let mut blue = server.guest().await;
    let mut b = blue.sit(&id, json!({})).await;
    assert_eq!(b.wait_for("welcome").await["viewer"], "lobby");
    assert_eq!(blue.post(&format!("/api/games/{id}/join"), json!({ "nonce": "b" })).await.status, 200);
    assert_eq!(b.wait_for("welcome").await["viewer"], "blue");
    red.nonce(&id, "r").await;
    let mut r = red.sit(&id, json!({})).await;
    let hide = |after: u64| json!({ "choose": { "after": after, "decision": { "hide": { "field": 3 } } } });
    assert_eq!(r.ask(1, hide(0)).await["type"], "done");
    assert_eq!(b.ask(1, hide(1)).await["type"], "done");
    server.stop().await;
}

/// Nobody acts whose session has ended: neither over the connection, which closes, nor with the old cookie.
#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_done_for_those_who_have_signed_out() {
    let (server, _folder) = Running::fresh().await;
    let (mut red, mut blue, id) = two_players(&server, json!({})).await;
    let mut r = red.sit(&id, json!({})).await;
    r.wait_for("update").await;
    let old = red.clone();
    assert_eq!(red.send("DELETE", "/api/session", &[], None).await.status, 200);
    let before = whole(&mut blue, &id).await;
    for (_, ask) in requests(0) {
        r.say(json!({ "id": 1, "ask": ask })).await;
    }
    while let Some(message) = r.hear().await {
        assert!(["table", "presence"].contains(&message["type"].as_str().unwrap()), "{message}");
    }
    for path in ["join", "nonce", "leave"] {
        let answer = old.clone().post(&format!("/api/games/{id}/{path}"), json!({ "nonce": "x" })).await;
        assert_eq!(answer.status, 401, "{path}");
    }
    assert_eq!(whole(&mut blue, &id).await, before);
    server.stop().await;
}

/// Every address of a game by everybody whom it does not concern, and by those who may only watch.
#[tokio::test(flavor = "multi_thread")]
async fn addresses_of_a_game_answer_those_whom_they_concern() {
    let (server, _folder) = Running::fresh().await;
    let (mut red, _blue, private) = two_players(&server, json!({})).await;
    let (mut host, _, public) = two_players(&server, json!({ "public": true })).await;
    let document = red.get("/api/openapi.json").await.json();
    let paths = document["paths"].as_object().unwrap().iter();
    let of_games: Vec<(String, String)> = paths
        .filter(|(path, _)| path.starts_with("/api/games/{id}"))
        .flat_map(|(path, methods)| {
            methods.as_object().unwrap().keys().map(|method| (method.to_uppercase(), path.clone()))
        })
        .collect();
    assert_eq!(of_games.len(), 7, "another address: say here who may use it: {of_games:?}");
    let body = json!({ "nonce": "x" }).to_string();
    for (method, path) in &of_games {
        let at = |id: &str| path.replace("{id}", id).replace("{name}", "0.svg");
        let json_type = [("Content-Type", "application/json")];
        let mut stranger = server.guest().await;
        let ask = async |client: &mut Client, path: String| -> Answer {
            client.send(method, &path, &json_type, Some(body.clone())).await
        };
        let (before, before_public) = (whole(&mut red, &private).await, whole(&mut host, &public).await);
        assert_eq!(ask(&mut Client::new(server.address), at(&private)).await.status, 401, "{method} {path}");
        assert_eq!(ask(&mut stranger, at(&private)).await.status, 404, "{method} {path}");
        let status = ask(&mut stranger, at(&public)).await.status;
        let expected = match path.rsplit('/').next().unwrap() {
            "{id}" => 200,
            // It has begun.
            "join" | "log" => 409,
            "leave" => 403,
            // Too late for anybody.
            "nonce" => 409,
            // No ground of that name; no upgrade.
            "{name}" => 404,
            "socket" => 400,
            other => panic!("{other}"),
        };
        assert_eq!(status, expected, "{method} {path}");
        assert_eq!(whole(&mut red, &private).await, before, "{method} {path}");
        assert_eq!(whole(&mut host, &public).await, before_public, "{method} {path}");
    }
    server.stop().await;
}

/// Finding 8: a consent holds for what was asked when it was given, and for nothing that was asked since.
#[tokio::test(flavor = "multi_thread")]
async fn a_consent_names_what_it_consents_to() {
    let (server, _folder) = Running::fresh().await;
    let (red, blue, id) = two_players(&server, json!({})).await;
    let (mut r, mut b) = (red.sit(&id, json!({})).await, blue.sit(&id, json!({})).await);
    assert_eq!(r.choose(1, |_| true).await.unwrap()["entry"], 1);
    assert_eq!(b.choose(1, |_| true).await.unwrap()["entry"], 2);
    assert_eq!(r.choose(3, |d| d == "done").await.unwrap()["entry"], 3);
    let agree = |after: u64, to: u64| json!({ "answer_rewind": { "after": after, "to": to, "agree": true } });
    let asked = r.ask(5, json!({ "ask_rewind": { "after": 3, "to": 2 } })).await;
    assert_eq!(asked["type"], "done", "{asked}");
    assert_eq!(b.ask(6, agree(3, 0)).await["code"], "not_now", "another entry was asked for");
    assert_eq!(b.ask(6, agree(2, 2)).await["code"], "stale", "asked after another entry");
    // Red asks for something else before blue's consent comes.
    let asked = r.ask(7, json!({ "ask_rewind": { "after": 3, "to": 0 } })).await;
    assert_eq!(asked["type"], "done", "{asked}");
    assert_eq!(b.ask(8, agree(3, 2)).await["code"], "not_now");
    assert_eq!(b.ask(9, agree(3, 0)).await["entry"], 4);
    // A draw that was offered before the battle went on, and again afterwards.
    assert_eq!(r.ask(10, json!("offer_draw")).await["type"], "done");
    let draw = |after: u64| json!({ "answer_draw": { "after": after, "agree": true } });
    assert_eq!(b.ask(11, draw(3)).await["code"], "stale");
    assert_eq!(b.ask(12, json!({ "undo": { "after": 3 } })).await["code"], "stale");
    let late = json!({ "ask_rewind": { "after": 3, "to": 0 } });
    assert_eq!(b.ask(13, late).await["code"], "stale");
    assert_eq!(b.ask(14, draw(4)).await["type"], "done");
    server.stop().await;
}
