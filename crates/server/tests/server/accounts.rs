//! Guests, accounts, tokens.

use super::client::{Client, Running, config};
use caracole_server::{Config, config::Rate};
use serde_json::json;
use tempfile::TempDir;

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_becomes_an_account_and_keeps_his_games() {
    let (server, _folder) = Running::fresh().await;
    let mut guest = server.guest().await;
    let game = guest.make(json!({ "red": "me", "blue": "open" }), json!({})).await;
    let before = guest.cookie.clone().unwrap();
    let made = guest.post("/api/account", json!({ "name": "Rupert", "password": "a long secret" })).await;
    assert_eq!(made.status, 200, "{}", made.text);
    assert_eq!(made.json()["account"], true);
    assert_ne!(guest.cookie.as_ref(), Some(&before), "a new token");
    let mut old = Client { cookie: Some(before), ..guest.clone() };
    assert_eq!(old.get("/api/session").await.status, 401, "the old one is worth nothing");

    let mut elsewhere = Client::new(server.address);
    let sign_in = |password: &str| json!({ "name": "rUPERT", "password": password });
    let wrong = elsewhere.post("/api/sign-in", sign_in("a wrong secret")).await;
    assert_eq!((wrong.status, wrong.json()["code"].as_str()), (403, Some("wrong_password")));
    let nobody = json!({ "name": "Nobody", "password": "a long secret" });
    let unknown = elsewhere.post("/api/sign-in", nobody).await;
    assert_eq!(unknown.text, wrong.text, "an unknown name looks like a wrong password");
    assert_eq!(elsewhere.post("/api/sign-in", sign_in("a long secret")).await.status, 200);
    let own = elsewhere.get("/api/games?list=own").await.json();
    assert_eq!(own["games"][0]["id"], game["id"]);

    let taken = json!({ "name": "RUPERT", "password": "another secret" });
    let mut other = server.guest().await;
    assert_eq!(other.post("/api/account", taken).await.status, 409, "names differ by more than case");
    let again = json!({ "name": "Maurice", "password": "another secret" });
    assert_eq!(elsewhere.post("/api/account", again).await.status, 409, "one account each");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_is_worth_nothing_after_signing_out() {
    let (server, _folder) = Running::fresh().await;
    let mut guest = server.guest().await;
    let kept = guest.clone();
    assert_eq!(guest.get("/api/session").await.status, 200);
    assert_eq!(guest.send("DELETE", "/api/session", &[], None).await.status, 200);
    assert_eq!(guest.cookie, None, "the cookie is taken away");
    assert_eq!(kept.clone().get("/api/session").await.status, 401, "and a copy of it does not help");
    let forged = Client { cookie: Some(format!("caracole={}", "0".repeat(64))), ..kept };
    assert_eq!(forged.clone().get("/api/session").await.status, 401);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sign_ins_and_requests_are_limited() {
    let folder = TempDir::new().unwrap();
    let limits = Config {
        sign_ins: Rate { rate: 1, burst: 3 },
        requests: Rate { rate: 1, burst: 20 },
        ..config(folder.path())
    };
    let server = Running::of(limits).await;
    let mut client = Client::new(server.address);
    let attempt = json!({ "name": "Rupert", "password": "guess after guess" });
    for _ in 0..3 {
        assert_eq!(client.post("/api/sign-in", attempt.clone()).await.status, 403);
    }
    let limited = client.post("/api/sign-in", attempt).await;
    assert_eq!((limited.status, limited.header("retry-after")), (429, Some("1")));
    let mut turned_away = 0;
    for _ in 0..40 {
        turned_away += u32::from(client.get("/health").await.status == 429);
    }
    assert!(turned_away > 5, "{turned_away} of 40 at once, where 16 were left");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_secret_is_kept_in_the_clear() {
    let (server, folder) = Running::fresh().await;
    let mut guest = server.guest().await;
    guest.post("/api/account", json!({ "name": "Rupert", "password": "unmistakable secret" })).await;
    let token = guest.cookie.clone().unwrap().split_once('=').unwrap().1.to_owned();
    let raw: Vec<u8> = (0..32).map(|i| u8::from_str_radix(&token[2 * i..2 * i + 2], 16).unwrap()).collect();
    server.stop().await;
    for file in std::fs::read_dir(folder.path()).unwrap() {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        let has = |secret: &[u8]| bytes.windows(secret.len()).any(|window| window == secret);
        assert!(!has(b"unmistakable secret") && !has(token.as_bytes()) && !has(&raw));
    }
}
