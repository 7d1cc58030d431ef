//! The pages of the client, as they were when the program was built.

use super::Problem;
use crate::house::App;
use axum::{
    body::Body,
    extract::{Path, State},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};

/// A file of the client.
struct Asset {
    path: &'static str,
    kind: &'static str,
    /// As it is.
    plain: &'static [u8],
    /// Made smaller, where that helps.
    gzip: Option<&'static [u8]>,
}

include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// Names in this folder change with what the files hold.
const FOR_EVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
/// Asked for again every time, and answered from the cache if nothing has changed.
const ASK_AGAIN: HeaderValue = HeaderValue::from_static("no-cache");

fn find(path: &str) -> Option<&'static Asset> {
    ASSETS.iter().find(|asset| asset.path == path)
}

/// Every page of the client is the same document, which finds out from its address what to show.
pub(super) async fn page(State(app): State<App>, headers: HeaderMap) -> Response {
    match find("index.html") {
        Some(asset) => answer(asset, &headers, ASK_AGAIN),
        None => (
            [(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"))],
            without_client(&app),
        )
            .into_response(),
    }
}

/// A script, a style or a picture.
pub(super) async fn asset(Path(name): Path<String>, headers: HeaderMap) -> Result<Response, Problem> {
    let asset = find(&format!("assets/{name}")).ok_or_else(missing)?;
    Ok(answer(asset, &headers, FOR_EVER))
}

/// The icon.
pub(super) async fn icon(headers: HeaderMap) -> Result<Response, Problem> {
    Ok(answer(find("icon.svg").ok_or_else(missing)?, &headers, ASK_AGAIN))
}

fn missing() -> Problem {
    Problem::not_found("There is no such file")
}

fn answer(asset: &'static Asset, headers: &HeaderMap, caching: HeaderValue) -> Response {
    let tag = HeaderValue::from_static(TAG);
    if headers.get(header::IF_NONE_MATCH) == Some(&tag) {
        return (StatusCode::NOT_MODIFIED, [(header::ETAG, tag), (header::CACHE_CONTROL, caching)])
            .into_response();
    }
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or("");
    let zipped = accepted.split(',').any(|coding| coding.split(';').next().map(str::trim) == Some("gzip"));
    let mut response = match asset.gzip {
        Some(gzip) if zipped => {
            let mut response = Response::new(Body::from(gzip));
            response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
            response
        }
        _ => Response::new(Body::from(asset.plain)),
    };
    let head = response.headers_mut();
    head.insert(header::CONTENT_TYPE, HeaderValue::from_static(asset.kind));
    head.insert(header::CACHE_CONTROL, caching);
    head.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    head.insert(header::ETAG, tag);
    response
}

/// What is shown when the program was built without its client.
fn without_client(app: &App) -> String {
    let rows: String = app
        .hall
        .systems
        .iter()
        .map(|system| format!("<li><b>{}</b> {}</li>", escape(system.code()), escape(system.title())))
        .collect();
    let version = env!("CARGO_PKG_VERSION");
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Caracole</title>\
         <meta name=\"viewport\" content=\"width=device-width\"></head><body><main>\
         <h1>Caracole {version}</h1><p>The server is running, but this program was built without the table for \
         browsers. <code>make play</code> builds both; so does <code>make client</code> followed by \
         <code>cargo build</code>.</p><p>Battles of these systems can be played:</p>\
         <ul>{rows}</ul><p>Programs find the messages in <a href=\"/api/openapi.json\">/api/openapi.json</a> \
         and <a href=\"/api/schema\">/api/schema</a>.</p></main></body></html>\n"
    )
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}
