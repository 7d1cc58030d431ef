//! The OpenAPI document, made from the same table as the routes, so that neither can lack what the other has.

use super::{ENDPOINTS, Endpoint, ProblemBody};
use schemars::{SchemaGenerator, generate::SchemaSettings};
use serde_json::{Map, Value, json};

/// The document.
pub fn document() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|s| s.definitions_path = "/components/schemas".into());
    let mut schemas = SchemaGenerator::new(settings);
    let mut paths = Map::new();
    for endpoint in ENDPOINTS {
        let operation = operation(endpoint, &mut schemas);
        let path = paths.entry(endpoint.path).or_insert_with(|| json!({}));
        if let Some(methods) = path.as_object_mut() {
            methods.insert(endpoint.method.name().to_owned(), operation);
        }
    }
    let definitions = schemas.take_definitions(true);
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Caracole",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Battles over HTTP; the battle itself is played over the websocket, whose messages \
                            are described at /api/schema.",
        },
        "paths": paths,
        "components": {
            "schemas": definitions,
            "securitySchemes": {
                "session": { "type": "apiKey", "in": "cookie", "name": "caracole" }
            },
        },
    })
}

fn operation(endpoint: &Endpoint, schemas: &mut SchemaGenerator) -> Value {
    let problem = schemas.subschema_for::<ProblemBody>();
    let mut parameters: Vec<Value> = endpoint
        .path
        .split('/')
        .filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
        .map(|name| json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } }))
        .collect();
    parameters.extend(endpoint.query.iter().map(|(name, what)| {
        json!({ "name": name, "in": "query", "description": what, "schema": { "type": "string" } })
    }));
    let success = match endpoint.answer {
        Some(answer) => json!({
            "description": "Done",
            "content": { "application/json": { "schema": answer(schemas) } },
        }),
        None => json!({ "description": "Done" }),
    };
    let mut operation = json!({
        "summary": endpoint.summary,
        "parameters": parameters,
        "responses": {
            "200": success,
            "default": {
                "description": "What is wrong, and what to do about it",
                "content": { "application/json": { "schema": problem } },
            },
        },
    });
    if let (Some(body), Some(fields)) = (endpoint.body, operation.as_object_mut()) {
        let content = json!({ "application/json": { "schema": body(schemas) } });
        fields.insert("requestBody".to_owned(), json!({ "required": true, "content": content }));
    }
    if let (super::Access::Session, Some(fields)) = (endpoint.access, operation.as_object_mut()) {
        fields.insert("security".to_owned(), json!([{ "session": [] }]));
    }
    operation
}
