//! HTTP: one table of endpoints, from which both the routes and their description are made.

mod account;
mod body;
mod contract;
mod guard;
mod lobby;
mod meta;
mod openapi;
mod page;
mod problem;
mod shelves;

pub use account::{Credentials, NewGuest, Person};
pub use contract::contract;
pub use lobby::{
    ArmyWish, Games, GroundQuery, Invited, Joining, ListName, ListQuery, NewGame, Nonce, Place, SeatWish,
    Start,
};
pub use meta::{Conversation, Health, SystemInfo, Systems, websocket_schema};
pub use openapi::document as openapi_document;
pub use problem::ProblemBody;
pub use shelves::{ArmyList, ArmyQuery, RuleQuery, RuleText, RulesFound, Scenarios};

pub(crate) use body::Body;
pub(crate) use lobby::known;
pub(crate) use problem::Problem;

use crate::{game::GameInfo, house::App, ws};
use axum::{
    Router,
    extract::DefaultBodyLimit,
    middleware,
    routing::{MethodRouter, delete, get, post},
};
use caracole_kernel::Judgement;
use schemars::{Schema, SchemaGenerator};
use serde_json::Value;
use tower_http::compression::CompressionLayer;

/// One thing that can be asked over HTTP.
pub(crate) struct Endpoint {
    method: Method,
    path: &'static str,
    summary: &'static str,
    access: Access,
    query: &'static [(&'static str, &'static str)],
    body: Option<fn(&mut SchemaGenerator) -> Schema>,
    answer: Option<fn(&mut SchemaGenerator) -> Schema>,
    size: Size,
    handler: fn() -> MethodRouter<App>,
}

#[derive(Clone, Copy)]
enum Method {
    Get,
    Post,
    Delete,
}

impl Method {
    const fn name(self) -> &'static str {
        match self {
            Method::Get => "get",
            Method::Post => "post",
            Method::Delete => "delete",
        }
    }
}

/// Who may ask.
#[derive(Clone, Copy)]
enum Access {
    Anybody,
    Session,
}

/// How large a body may be.
#[derive(Clone, Copy)]
enum Size {
    Small,
    Setup,
}

type SchemaOf = fn(&mut SchemaGenerator) -> Schema;

const fn endpoint(
    method: Method,
    path: &'static str,
    summary: &'static str,
    access: Access,
    body: Option<SchemaOf>,
    answer: Option<SchemaOf>,
    handler: fn() -> MethodRouter<App>,
) -> Endpoint {
    Endpoint { method, path, summary, access, query: &[], body, answer, size: Size::Small, handler }
}

fn schema<T: schemars::JsonSchema>(schemas: &mut SchemaGenerator) -> Schema {
    schemas.subschema_for::<T>()
}

const INVITATION: &[(&str, &str)] = &[("invitation", "The invitation, for games that are not public")];

/// Everything that can be asked.
pub(crate) const ENDPOINTS: &[Endpoint] = {
    use Access::{Anybody, Session};
    use Method::{Delete, Get, Post};
    &[
        endpoint(Get, "/", "The first page", Anybody, None, None, || get(page::page)),
        endpoint(Get, "/game/{id}", "The page of a game", Anybody, None, None, || get(page::page)),
        endpoint(Get, "/replay/{id}", "The page of a replay", Anybody, None, None, || get(page::page)),
        endpoint(Get, "/learn", "The page of the guided battle", Anybody, None, None, || get(page::page)),
        endpoint(Get, "/muster", "The page that builds armies", Anybody, None, None, || get(page::page)),
        endpoint(Get, "/assets/{name}", "Scripts and styles", Anybody, None, None, || get(page::asset)),
        endpoint(Get, "/icon.svg", "The icon", Anybody, None, None, || get(page::icon)),
        Endpoint {
            query: &[("words", "Words that must all occur"), ("system", "Code of a system")],
            ..endpoint(Get, "/api/rules", "Rules by words", Anybody, None, Some(schema::<RulesFound>), || {
                get(shelves::rules)
            })
        },
        endpoint(Get, "/api/rules/{id}", "One rule", Anybody, None, Some(schema::<RuleText>), || {
            get(shelves::rule)
        }),
        endpoint(
            Get,
            "/api/systems/{code}/scenarios",
            "Scenarios to choose from",
            Anybody,
            None,
            Some(schema::<Scenarios>),
            || get(shelves::scenarios),
        ),
        endpoint(
            Get,
            "/api/systems/{code}/armies",
            "Armies to choose from, and the words that an army may use",
            Anybody,
            None,
            Some(schema::<ArmyList>),
            || get(shelves::armies),
        ),
        Endpoint {
            query: &[("id", "Its id")],
            ..endpoint(
                Get,
                "/api/systems/{code}/army",
                "An army that comes with the program",
                Anybody,
                None,
                Some(schema::<Value>),
                || get(shelves::army),
            )
        },
        Endpoint {
            size: Size::Setup,
            ..endpoint(
                Post,
                "/api/systems/{code}/army/check",
                "Check and price an army",
                Anybody,
                Some(schema::<Value>),
                Some(schema::<Judgement>),
                || post(shelves::judge),
            )
        },
        Endpoint {
            size: Size::Setup,
            ..endpoint(
                Post,
                "/api/systems/{code}/army/sheet",
                "A sheet of an army to print, as SVG",
                Anybody,
                Some(schema::<Value>),
                None,
                || post(shelves::sheet),
            )
        },
        endpoint(
            Get,
            "/health",
            "Whether the server is ready",
            Anybody,
            None,
            Some(schema::<Health>),
            || get(meta::health),
        ),
        endpoint(Get, "/health/alive", "Whether the server is alive", Anybody, None, None, || {
            get(meta::alive)
        }),
        endpoint(Get, "/metrics", "Counters for Prometheus", Anybody, None, None, || get(meta::metrics)),
        endpoint(Get, "/api/openapi.json", "This document", Anybody, None, Some(schema::<Value>), || {
            get(meta::openapi)
        }),
        endpoint(
            Get,
            "/api/schema",
            "JSON Schema of the websocket's messages",
            Anybody,
            None,
            Some(schema::<Value>),
            || get(meta::schema),
        ),
        endpoint(Get, "/api/systems", "What is played here", Anybody, None, Some(schema::<Systems>), || {
            get(meta::systems)
        }),
        endpoint(
            Get,
            "/api/systems/{code}/schema",
            "JSON Schemas of a system's own messages",
            Anybody,
            None,
            Some(schema::<Value>),
            || get(meta::system_schemas),
        ),
        endpoint(
            Get,
            "/api/systems/{code}/setups/{number}",
            "A random setup by its number",
            Anybody,
            None,
            Some(schema::<Value>),
            || get(meta::setup),
        ),
        endpoint(
            Post,
            "/api/session",
            "Begin a session as a guest",
            Anybody,
            Some(schema::<NewGuest>),
            Some(schema::<Person>),
            || post(account::guest),
        ),
        endpoint(Get, "/api/session", "Who you are", Session, None, Some(schema::<Person>), || {
            get(account::me)
        }),
        endpoint(Delete, "/api/session", "Sign out", Session, None, None, || delete(account::sign_out)),
        endpoint(
            Post,
            "/api/account",
            "Turn a guest into an account that keeps its games",
            Session,
            Some(schema::<Credentials>),
            Some(schema::<Person>),
            || post(account::account),
        ),
        endpoint(
            Post,
            "/api/sign-in",
            "Sign in to an account",
            Anybody,
            Some(schema::<Credentials>),
            Some(schema::<Person>),
            || post(account::sign_in),
        ),
        Endpoint {
            query: &[("list", "open, own or watchable"), ("after", "The `next` of the page before")],
            ..endpoint(Get, "/api/games", "List games", Session, None, Some(schema::<Games>), || {
                get(lobby::list)
            })
        },
        Endpoint {
            size: Size::Setup,
            ..endpoint(
                Post,
                "/api/games",
                "Make a game",
                Session,
                Some(schema::<NewGame>),
                Some(schema::<GameInfo>),
                || post(lobby::make),
            )
        },
        Endpoint {
            query: INVITATION,
            ..endpoint(Get, "/api/games/{id}", "One game", Session, None, Some(schema::<GameInfo>), || {
                get(lobby::show)
            })
        },
        endpoint(
            Post,
            "/api/games/{id}/join",
            "Take a seat",
            Session,
            Some(schema::<Joining>),
            Some(schema::<GameInfo>),
            || post(lobby::join),
        ),
        endpoint(
            Post,
            "/api/games/{id}/nonce",
            "Add to the dice; the battle begins when everybody has",
            Session,
            Some(schema::<Nonce>),
            Some(schema::<GameInfo>),
            || post(lobby::nonce),
        ),
        endpoint(
            Post,
            "/api/games/{id}/leave",
            "Give up a seat, or the battle once it has begun",
            Session,
            None,
            Some(schema::<GameInfo>),
            || post(lobby::leave),
        ),
        Endpoint {
            query: INVITATION,
            ..endpoint(
                Get,
                "/api/games/{id}/log",
                "The log of a battle that is over, one JSON object a line",
                Session,
                None,
                None,
                || get(lobby::log),
            )
        },
        Endpoint {
            query: &[
                ("invitation", "The invitation, for games that are not public"),
                ("at", "As it was after this entry"),
                ("seat", "red or blue, if you sit in both"),
            ],
            ..endpoint(
                Get,
                "/api/games/{id}/ground/{name}",
                "The picture of the ground that a sight names, as SVG",
                Session,
                None,
                None,
                || get(lobby::ground),
            )
        },
        Endpoint {
            query: INVITATION,
            ..endpoint(
                Get,
                "/api/games/{id}/socket",
                "The websocket over which a battle is played and watched",
                Session,
                None,
                None,
                || get(ws::upgrade),
            )
        },
    ]
};

/// All routes.
pub(crate) fn router(app: App) -> Router {
    let mut router = Router::new();
    for endpoint in ENDPOINTS {
        let most = match endpoint.size {
            Size::Small => app.config.body_bytes,
            Size::Setup => app.config.setup_bytes,
        };
        router = router.route(endpoint.path, (endpoint.handler)().layer(DefaultBodyLimit::max(most)));
    }
    let smaller = CompressionLayer::new().gzip(true);
    router
        .fallback(async || Problem::not_found("There is nothing at this address"))
        .layer(smaller)
        .layer(middleware::from_fn_with_state(App::clone(&app), guard::guard))
        .with_state(app)
}
