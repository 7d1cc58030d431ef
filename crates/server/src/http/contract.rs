//! What clients read, as one schema: every message of the websocket and every answer over HTTP. The types of the browser
//! client are made from it.

use super::ENDPOINTS;
use crate::ws::ServerMessage;
use schemars::generate::SchemaSettings;
use serde_json::{Value, json};

/// The schema. Fields that are always sent are required.
pub fn contract() -> Value {
    let mut schemas = SchemaSettings::draft2020_12().for_serialize().into_generator();
    schemas.subschema_for::<ServerMessage>();
    for answer in ENDPOINTS.iter().filter_map(|endpoint| endpoint.answer) {
        answer(&mut schemas);
    }
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Contract",
        "$defs": schemas.take_definitions(true),
    })
}
