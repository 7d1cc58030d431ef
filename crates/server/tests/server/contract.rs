//! The schema that the browser client's types are made from.

use std::path::Path;

/// `UPDATE_CONTRACT=1 cargo test -p caracole-server contract` writes the file anew; `npm run contract` in `client` then
/// makes the types.
#[test]
fn the_schema_of_the_client_is_current() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../client/src/lib/protocol/schema.json");
    let current = caracole_server::http::contract();
    if std::env::var_os("UPDATE_CONTRACT").is_some() {
        std::fs::write(&file, format!("{current:#}\n")).unwrap();
    }
    let kept: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
    assert!(kept == current, "client/src/lib/protocol/schema.json is out of date: see this test's comment");
}
