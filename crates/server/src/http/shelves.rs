//! Scenarios, armies and rules to look at.

use super::{Body, Problem};
use crate::house::App;
use axum::{
    Json,
    extract::{Path, Query, State, rejection::QueryRejection},
    http::{HeaderName, HeaderValue, header},
};
use caracole_kernel::{ArmyInfo, Judgement, ScenarioInfo, Unreadable};
use caracole_ledger::{Rule, RuleId, Search, System};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// Rules that a search shows.
const MOST_RULES: usize = 40;
/// The longest search.
const LONGEST_SEARCH: usize = 200;
/// Rules stay as they are while the program runs.
const FOR_AN_HOUR: HeaderValue = HeaderValue::from_static("public, max-age=3600");

type Cached<T> = ([(HeaderName, HeaderValue); 1], Json<T>);

/// A rule in our own words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RuleText {
    /// Its id.
    pub id: String,
    /// Code of its system.
    pub system: String,
    /// The rulebook's chapter.
    pub chapter: String,
    /// The rule in a few words.
    pub title: String,
    /// The rule; every line is a paragraph.
    pub text: String,
    /// Rows of cells, the first row being the head.
    pub table: Vec<Vec<String>>,
    /// What the rulebook leaves unclear, and the reading chosen.
    pub reading: Option<String>,
    /// Rules to read with it.
    pub see: Vec<String>,
    /// Why the program does not enforce it, if it does not.
    pub not_enforced: Option<String>,
}

impl From<&Rule> for RuleText {
    fn from(rule: &Rule) -> Self {
        RuleText {
            id: rule.id.to_string(),
            system: rule.system.code().to_owned(),
            chapter: rule.chapter.to_owned(),
            title: rule.title.to_owned(),
            text: rule.text.to_owned(),
            table: rule.table.iter().map(|row| row.iter().map(|cell| (*cell).to_owned()).collect()).collect(),
            reading: rule.unclear.map(str::to_owned),
            see: rule.see.iter().map(ToString::to_string).collect(),
            not_enforced: rule.not_enforced.map(str::to_owned),
        }
    }
}

/// Rules found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RulesFound {
    /// How many there are.
    pub found: usize,
    /// The best of them.
    pub rules: Vec<RuleText>,
}

/// What to search for.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
pub struct RuleQuery {
    /// Code of a system; all of them without it.
    #[serde(default)]
    pub system: Option<String>,
    /// Words that must all occur.
    #[serde(default)]
    pub words: String,
}

/// Rules by words.
pub(super) async fn rules(
    query: Result<Query<RuleQuery>, QueryRejection>,
) -> Result<Cached<RulesFound>, Problem> {
    let Query(query) =
        query.map_err(|_| Problem::malformed("A search has `words` and perhaps a `system`"))?;
    if query.words.len() > LONGEST_SEARCH {
        return Err(Problem::wrong("A search has at most 200 characters", "Use fewer words."));
    }
    let mut search = Search::new(&query.words)
        .map_err(|e| Problem::wrong(e.to_string(), "Name a few words, such as `wheel charge`."))?;
    if let Some(code) = query.system.filter(|code| !code.is_empty()) {
        let system = System::find(&code).ok_or_else(|| Problem::not_found("There is no such system"))?;
        search = search.within(system);
    }
    let hits = search.hits();
    let rules = hits.iter().take(MOST_RULES).map(|hit| hit.rule.rule().into()).collect();
    Ok(([(header::CACHE_CONTROL, FOR_AN_HOUR)], Json(RulesFound { found: hits.len(), rules })))
}

/// One rule.
pub(super) async fn rule(Path(id): Path<String>) -> Result<Cached<RuleText>, Problem> {
    let rule = RuleId::find_ignoring_case(&id).ok_or_else(|| Problem::not_found("There is no such rule"))?;
    Ok(([(header::CACHE_CONTROL, FOR_AN_HOUR)], Json(rule.rule().into())))
}

/// Scenarios to choose from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Scenarios {
    /// The scenarios.
    pub scenarios: Vec<ScenarioInfo>,
    /// Whether armies of one's own can be brought.
    pub armies: bool,
}

/// The scenarios of a system.
pub(super) async fn scenarios(
    State(app): State<App>,
    Path(code): Path<String>,
) -> Result<Json<Scenarios>, Problem> {
    app.hall.system(&code).ok_or_else(|| Problem::not_found("There is no such system"))?;
    let library = app.shelves.of(&code);
    Ok(Json(Scenarios { scenarios: library.scenarios(), armies: library.armies().is_some() }))
}

/// Armies to choose from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ArmyList {
    /// The armies.
    pub armies: Vec<ArmyInfo>,
    /// The words that an army may use, by the field they stand in.
    pub words: BTreeMap<String, Vec<String>>,
}

fn no_armies() -> Problem {
    Problem::not_found("This system has no armies to build")
}

/// The armies of a system.
pub(super) async fn armies(
    State(app): State<App>,
    Path(code): Path<String>,
) -> Result<Json<ArmyList>, Problem> {
    let armies = app.shelves.armies(&code).ok_or_else(no_armies)?;
    Ok(Json(ArmyList { armies: armies.list(), words: armies.words() }))
}

/// Which army, by its id.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct ArmyQuery {
    /// Its id.
    pub id: String,
}

/// One of the armies that come with the program.
pub(super) async fn army(
    State(app): State<App>,
    Path(code): Path<String>,
    query: Result<Query<ArmyQuery>, QueryRejection>,
) -> Result<Json<Value>, Problem> {
    let Query(query) = query.map_err(|_| Problem::malformed("Name the army with `id`"))?;
    let armies = app.shelves.armies(&code).ok_or_else(no_armies)?;
    armies.army(&query.id).map(Json).ok_or_else(|| Problem::not_found("There is no such army"))
}

/// Checks and prices an army.
pub(super) async fn judge(
    State(app): State<App>,
    Path(code): Path<String>,
    Body(army): Body<Value>,
) -> Result<Json<Judgement>, Problem> {
    let judged = tokio::task::spawn_blocking(move || {
        let armies = app.shelves.armies(&code).ok_or_else(no_armies)?;
        armies.judge(&army).map_err(Problem::from)
    });
    Ok(Json(judged.await.map_err(|_| Problem::unavailable())??))
}

/// A sheet to print.
pub(super) async fn sheet(
    State(app): State<App>,
    Path(code): Path<String>,
    Body(army): Body<Value>,
) -> Result<([(HeaderName, HeaderValue); 1], String), Problem> {
    let drawn = tokio::task::spawn_blocking(move || {
        let armies = app.shelves.armies(&code).ok_or_else(no_armies)?;
        armies.sheet(&army).map_err(Problem::from)
    });
    let svg = drawn.await.map_err(|_| Problem::unavailable())??;
    Ok(([(header::CONTENT_TYPE, HeaderValue::from_static("image/svg+xml"))], svg))
}

impl From<Unreadable> for Problem {
    fn from(Unreadable { problem, remedy }: Unreadable) -> Self {
        Problem::wrong(problem, remedy)
    }
}
