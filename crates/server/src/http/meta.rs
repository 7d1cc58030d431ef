//! What the server says about itself.

use super::{Problem, openapi};
use crate::{
    game::Computer,
    house::App,
    ws::{ClientMessage, ServerMessage},
};
use axum::{
    Json,
    extract::{Path, State},
    http::{HeaderName, HeaderValue, header},
};
use schemars::{JsonSchema, Schema, schema_for};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// How the server is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Health {
    /// `ready`, or `closing`.
    pub status: String,
    /// Version of the program.
    pub version: String,
}

/// A system that is played here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SystemInfo {
    /// Its code.
    pub code: String,
    /// Its name.
    pub title: String,
    /// Version of the rules that new battles get.
    pub rules: u16,
    /// Whether it makes random setups.
    pub random: bool,
    /// Levels of computer players that play it, the weakest first.
    pub computers: Vec<String>,
}

/// A system whose armies can be built here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ArmyBook {
    /// Its code.
    pub code: String,
    /// Its name.
    pub title: String,
    /// Whether battles can be fought here with the armies.
    pub can_fight: bool,
}

/// What is played here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Systems {
    /// The systems.
    pub systems: Vec<SystemInfo>,
    /// Levels of computer players.
    pub computers: Vec<String>,
    /// Code of the system that newcomers are offered first.
    pub usual: String,
    /// The systems whose armies can be built, whether they are played here or not.
    pub armies: Vec<ArmyBook>,
}

/// Whether the server is ready: it answers, and its storage does.
pub(super) async fn health(State(app): State<App>) -> Result<Json<Health>, Problem> {
    app.hall.storage.outages().await?;
    let status = if *app.closing.borrow() { "closing" } else { "ready" };
    Ok(Json(Health { status: status.to_owned(), version: env!("CARGO_PKG_VERSION").to_owned() }))
}

/// Whether the server is alive.
pub(super) async fn alive() -> &'static str {
    "alive\n"
}

pub(super) async fn metrics(State(app): State<App>) -> ([(HeaderName, HeaderValue); 1], String) {
    let kind = HeaderValue::from_static("application/openmetrics-text; version=1.0.0; charset=utf-8");
    ([(header::CONTENT_TYPE, kind)], app.hall.metrics.text())
}

pub(super) async fn systems(State(app): State<App>) -> Json<Systems> {
    let systems = app.hall.systems.iter().map(|system| SystemInfo {
        code: system.code().to_owned(),
        title: system.title().to_owned(),
        rules: system.rules().0,
        random: system.random_setup(1).is_some(),
        computers: levels(&app, |computer| computer.plays(system.code())),
    });
    let armies = app.shelves.shelves.iter().filter_map(|shelf| {
        let armies = shelf.library.armies()?;
        let (code, title) = (shelf.code.to_owned(), shelf.title.to_owned());
        Some(ArmyBook { code, title, can_fight: armies.can_fight() })
    });
    Json(Systems {
        systems: systems.collect(),
        computers: levels(&app, |_| true),
        usual: app.shelves.usual.to_owned(),
        armies: armies.collect(),
    })
}

fn levels(app: &App, of: impl Fn(&dyn Computer) -> bool) -> Vec<String> {
    let those = app.hall.computers.iter().filter(|computer| of(&***computer));
    those.map(|computer| computer.level().to_owned()).collect()
}

/// The schemas of a system's own messages.
pub(super) async fn system_schemas(
    State(app): State<App>,
    Path(code): Path<String>,
) -> Result<Json<Value>, Problem> {
    let system = app.hall.system(&code).ok_or_else(|| Problem::not_found("There is no such system"))?;
    let schemas = system.schemas().into_iter();
    Ok(Json(schemas.map(|(name, schema)| (name.to_owned(), schema.to_value())).collect()))
}

/// A random setup by its number.
pub(super) async fn setup(
    State(app): State<App>,
    Path((code, number)): Path<(String, u64)>,
) -> Result<Json<Value>, Problem> {
    let system = app.hall.system(&code).ok_or_else(|| Problem::not_found("There is no such system"))?;
    let made = tokio::task::spawn_blocking(move || system.random_setup(number));
    let made = made.await.map_err(|_| Problem::unavailable())?;
    made.map(Json).ok_or_else(|| Problem::not_found("This system makes no random setups"))
}

/// What is said over a websocket, by either end.
#[derive(Debug, JsonSchema)]
pub struct Conversation {
    /// What a client says.
    pub client: ClientMessage,
    /// What the server says.
    pub server: ServerMessage,
}

/// The schema of the websocket's messages.
pub fn websocket_schema() -> Schema {
    schema_for!(Conversation)
}

pub(super) async fn schema() -> Json<Schema> {
    Json(websocket_schema())
}

pub(super) async fn openapi() -> Json<Value> {
    Json(openapi::document())
}
