//! What the server says about itself.

use super::client::{Client, Running, config};
use serde_json::Value;
use std::collections::BTreeSet;
use tempfile::TempDir;

#[tokio::test(flavor = "multi_thread")]
async fn health_page_systems_and_metrics() {
    let (server, _folder) = Running::fresh().await;
    let mut client = Client::new(server.address);
    let health = client.get("/health").await;
    assert_eq!((health.status, health.json()["status"].as_str()), (200, Some("ready")));
    assert_eq!(client.get("/health/alive").await.text, "alive\n");
    let page = client.get("/").await;
    assert!(page.text.contains("<title>Caracole</title>"), "{}", page.text);
    let systems = client.get("/api/systems").await.json();
    assert_eq!(systems["systems"][0]["code"], "trial");
    assert_eq!(client.get("/api/systems/trial/setups/3").await.json()["turns"], 5, "2 turns and 3");
    assert_eq!(client.get("/api/systems/none/setups/3").await.status, 404);
    server.guest().await;
    let metrics = client.get("/metrics").await.text;
    assert!(metrics.contains("caracole_requests_total{status=\"200\"}"), "{metrics}");
    assert!(metrics.contains("caracole_commit_seconds_count"), "{metrics}");
    assert!(metrics.ends_with("# EOF\n"));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_carries_the_headers_that_guard_browsers() {
    let folder = TempDir::new().unwrap();
    let server = Running::of(caracole_server::Config { secure: true, ..config(folder.path()) }).await;
    let mut client = Client::new(server.address);
    for path in ["/", "/health", "/api/session", "/nowhere"] {
        let answer = client.get(path).await;
        let policy = answer.header("content-security-policy").unwrap();
        assert!(
            policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"),
            "{policy}"
        );
        assert!(!policy.contains("unsafe"), "{policy}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{path}");
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"), "{path}");
        assert_eq!(answer.header("strict-transport-security"), Some("max-age=31536000"), "{path}");
    }
    let guest = client.post("/api/session", serde_json::json!({})).await;
    let cookie = guest.header("set-cookie").unwrap();
    assert!(cookie.starts_with("__Host-caracole="), "{cookie}");
    for wanted in ["HttpOnly", "SameSite=Lax", "Secure", "Path=/"] {
        assert!(cookie.contains(wanted), "{cookie}");
    }
    server.stop().await;
}

/// Every `$ref` of the document must lead somewhere inside it.
fn references(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            if let Some(Value::String(reference)) = fields.get("$ref") {
                found.insert(reference.clone());
            }
            fields.values().for_each(|field| references(field, found));
        }
        Value::Array(items) => items.iter().for_each(|item| references(item, found)),
        _ => {}
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_description_is_whole_and_true() {
    let (server, _folder) = Running::fresh().await;
    let mut client = server.guest().await;
    let document = client.get("/api/openapi.json").await.json();
    assert_eq!(document["openapi"], "3.1.0");
    let mut found = BTreeSet::new();
    references(&document, &mut found);
    assert!(found.contains("#/components/schemas/GameInfo"), "{found:?}");
    for reference in &found {
        let pointer = reference.strip_prefix('#').expect("inside the document");
        assert!(document.pointer(pointer).is_some(), "{reference} leads nowhere");
    }
    // Every path that it names is answered by a handler, not by the address that leads nowhere.
    for (path, methods) in document["paths"].as_object().unwrap() {
        let path =
            path.replace("{id}", "0000000000000000").replace("{code}", "trial").replace("{number}", "1");
        for method in methods.as_object().unwrap().keys() {
            let answer = client.clone().send(&method.to_uppercase(), &path, &[], None).await;
            assert_ne!(answer.status, 405, "{method} {path}");
            assert!(!answer.text.contains("nothing at this address"), "{method} {path}");
        }
    }
    let schemas = client.get("/api/schema").await.json();
    assert_eq!(schemas["properties"]["client"]["$ref"], "#/$defs/ClientMessage");
    let mut inside = BTreeSet::new();
    references(&schemas, &mut inside);
    for reference in &inside {
        let pointer = reference.strip_prefix('#').unwrap();
        assert!(schemas.pointer(pointer).is_some(), "{reference} leads nowhere");
    }
    server.stop().await;
}
