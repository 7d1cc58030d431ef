//! Everything that the server says it answers, asked by somebody whom it does not concern, and with broken bodies. What
//! is asked comes from the server's own description, so that no address can be forgotten.

use super::client::{Running, two_players};
use caracole_kernel::Numbers;
use serde_json::{Value, json};

/// Every method and path of the description, with the places in it filled in.
async fn described(server: &Running, id: &str) -> Vec<(String, String)> {
    let document = server.guest().await.get("/api/openapi.json").await.json();
    let paths = document["paths"].as_object().unwrap();
    let mut found = Vec::new();
    for (path, methods) in paths {
        let path = path
            .replace("{id}", id)
            .replace("{code}", "trial")
            .replace("{number}", "1")
            .replace("{name}", "0");
        assert!(!path.contains('{'), "a new place to fill in: {path}");
        found.extend(methods.as_object().unwrap().keys().map(|method| (method.to_uppercase(), path.clone())));
    }
    found
}

#[tokio::test(flavor = "multi_thread")]
async fn other_peoples_games_are_not_there_for_strangers() {
    let (server, _folder) = Running::fresh().await;
    // Open while it gathers, so that blue finds it; private as soon as it has begun.
    let (mut red, _blue, id) = two_players(&server, json!({ "public": false })).await;
    let before = red.get(&format!("/api/games/{id}")).await;
    let token = before.json()["invitations"]["play"].as_str().unwrap().to_owned();
    let of_the_game: Vec<(String, String)> = described(&server, &id)
        .await
        .into_iter()
        .filter(|(_, path)| path.starts_with("/api") && path.contains(&id))
        .collect();
    assert!(of_the_game.len() >= 5, "{of_the_game:?}");
    for (method, path) in &of_the_game {
        let mut stranger = server.guest().await;
        let body = json!({ "nonce": "x", "side": "blue", "decision": {} }).to_string();
        let json_type = [("Content-Type", "application/json")];
        let answer = stranger.send(method, path, &json_type, Some(body)).await;
        assert!((400..500).contains(&answer.status), "{method} {path} gave {}", answer.status);
        for secret in [token.as_str(), "red's own", "blue's own", "\"entries\"", "seed"] {
            assert!(!answer.text.contains(secret), "{method} {path} tells {secret}: {}", answer.text);
        }
        // The same with nobody's session, and with the invitation of another game.
        let mut nobody = super::client::Client::new(server.address);
        let answer = nobody.send(method, &format!("{path}?invitation={}", "0".repeat(64)), &[], None).await;
        assert!((400..500).contains(&answer.status), "{method} {path} gave {} to nobody", answer.status);
    }
    let stranger = server.guest().await;
    assert_eq!(stranger.connect(&format!("/api/games/{id}/socket")).await.err(), Some(404));
    let listed = stranger.clone().get("/api/games?list=watchable").await.text;
    assert!(!listed.contains(&id), "{listed}");
    assert_eq!(red.get(&format!("/api/games/{id}")).await.text, before.text, "nothing has changed");
    server.stop().await;
}

/// Bodies that would do, with bytes changed, sent to every address that reads one: each is answered, none breaks anything.
#[tokio::test(flavor = "multi_thread")]
async fn bodies_with_bytes_changed_break_nothing() {
    let (server, _folder) = Running::fresh().await;
    let (mut red, _blue, id) = two_players(&server, json!({})).await;
    let bodies = [
        json!({ "system": "trial", "start": { "number": 5 }, "seats": { "red": "me", "blue": { "computer": "random" } } }),
        json!({ "side": "blue", "invitation": "0".repeat(64), "nonce": "mine" }),
        json!({ "name": "Maurice", "password": "a long enough password" }),
        json!({ "nonce": "mine" }),
        json!({}),
    ];
    let addresses: Vec<(String, String)> =
        described(&server, &id).await.into_iter().filter(|(method, _)| method != "GET").collect();
    assert!(addresses.len() >= 5, "{addresses:?}");
    let mut numbers = Numbers::new(34);
    for round in 0..400 {
        let (method, path) = &addresses[round % addresses.len()];
        let mut bytes = bodies[numbers.below(bodies.len())].to_string().into_bytes();
        for _ in 0..numbers.below(4) {
            let at = numbers.below(bytes.len());
            match numbers.below(3) {
                0 => bytes[at] = b' ' + u8::try_from(numbers.below(95)).unwrap(),
                1 => bytes.truncate(at.max(1)),
                _ => bytes.insert(at, b"{}[]\",:0"[numbers.below(8)]),
            }
        }
        let text = String::from_utf8(bytes).unwrap();
        let mut anybody = server.guest().await;
        let json_type = [("Content-Type", "application/json")];
        let answer = anybody.send(method, path, &json_type, Some(text.clone())).await;
        assert!((200..500).contains(&answer.status), "{method} {path} gave {} to {text}", answer.status);
        if answer.status >= 400 {
            let problem: Value = answer.json();
            assert!(problem["problem"].is_string() && problem["remedy"].is_string(), "{text}: {problem}");
        }
    }
    assert_eq!(red.get("/health").await.status, 200);
    assert_eq!(red.get(&format!("/api/games/{id}")).await.json()["entries"], 0);
    server.stop().await;
}
