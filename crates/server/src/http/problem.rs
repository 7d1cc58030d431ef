//! What goes wrong with a request, as its sender sees it: never what the server knows besides.

use crate::{entropy::NoEntropy, game::Declined, storage::StorageError, ws::ServerMessage};
use axum::{
    Json,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use caracole_kernel::Refusal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// An answer that says what is wrong and what to do about it.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    status: StatusCode,
    body: ProblemBody,
}

/// What is wrong and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "Problem")]
pub struct ProblemBody {
    /// For programs.
    pub code: Cow<'static, str>,
    /// What is wrong.
    pub problem: Cow<'static, str>,
    /// What to do about it.
    pub remedy: Cow<'static, str>,
    /// The rule that forbids it, where one does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refusal: Option<Box<Refusal>>,
}

impl Problem {
    fn new(
        status: StatusCode,
        code: &'static str,
        problem: impl Into<Cow<'static, str>>,
        remedy: impl Into<Cow<'static, str>>,
    ) -> Self {
        let body =
            ProblemBody { code: code.into(), problem: problem.into(), remedy: remedy.into(), refusal: None };
        Problem { status, body }
    }

    pub(crate) fn wrong(problem: impl Into<Cow<'static, str>>, remedy: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "wrong", problem, remedy)
    }

    pub(crate) fn malformed(problem: impl Into<Cow<'static, str>>) -> Self {
        let remedy = "The shapes of all requests are in /api/openapi.json.";
        Self::new(StatusCode::BAD_REQUEST, "malformed", problem, remedy)
    }

    pub(crate) fn too_large() -> Self {
        let remedy = "Send less.";
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", "The request is too large", remedy)
    }

    pub(crate) fn not_json() -> Self {
        let remedy = "Send JSON with the header Content-Type: application/json.";
        Self::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "not_json", "The request is not JSON", remedy)
    }

    pub(crate) fn no_session() -> Self {
        let remedy = "Begin one with POST /api/session, or sign in.";
        Self::new(StatusCode::UNAUTHORIZED, "no_session", "You have no session", remedy)
    }

    pub(crate) fn wrong_password() -> Self {
        let remedy = "Try again; names and passwords are as you chose them.";
        Self::new(StatusCode::FORBIDDEN, "wrong_password", "Name and password do not fit", remedy)
    }

    pub(crate) fn wrong_origin() -> Self {
        let remedy = "Use the server's own pages, or have the origin added to its configuration.";
        Self::new(StatusCode::FORBIDDEN, "wrong_origin", "The request comes from another site", remedy)
    }

    pub(crate) fn not_yours(problem: &'static str) -> Self {
        Self::new(StatusCode::FORBIDDEN, "not_yours", problem, "Ask the player who may.")
    }

    pub(crate) fn conflict(problem: &'static str, remedy: &'static str) -> Self {
        Self::new(StatusCode::CONFLICT, "not_now", problem, remedy)
    }

    pub(crate) fn not_found(what: &'static str) -> Self {
        let remedy = "Check the address; private games need their invitation.";
        Self::new(StatusCode::NOT_FOUND, "not_found", what, remedy)
    }

    pub(crate) fn slow_down() -> Self {
        let remedy = "Wait a little, then go on more slowly.";
        Self::new(StatusCode::TOO_MANY_REQUESTS, "slow_down", "Too many requests", remedy)
    }

    pub(crate) fn unavailable() -> Self {
        let remedy = "Try again in a moment.";
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "unavailable", "The server cannot do this now", remedy)
    }

    /// The same over a websocket.
    pub(crate) fn message(self) -> ServerMessage {
        let ProblemBody { code, problem, remedy, refusal } = self.body;
        match refusal {
            Some(refusal) => ServerMessage::Refused { id: None, refusal },
            None => ServerMessage::Error {
                id: None,
                code: code.into_owned(),
                problem: problem.into_owned(),
                remedy: remedy.into_owned(),
            },
        }
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        let (problem, remedy) = (refusal.problem.clone(), refusal.remedy.clone());
        let mut refused = Self::new(StatusCode::UNPROCESSABLE_ENTITY, "refused", problem, remedy);
        refused.body.refusal = Some(Box::new(refusal));
        refused
    }
}

impl From<Declined> for Problem {
    fn from(declined: Declined) -> Self {
        match declined {
            Declined::Refused(refusal) => (*refusal).into(),
            Declined::NotNow(problem) => Self::conflict(problem, "See how the game stands."),
            Declined::NotYours(problem) => Self::not_yours(problem),
            Declined::Stale { entry } => Self::new(
                StatusCode::CONFLICT,
                "stale",
                format!("Something happened meanwhile: the battle is at entry {entry}"),
                "Look again, then choose.",
            ),
            Declined::Wrong(problem) => Self::wrong(problem, "Change it and try again."),
            Declined::SignedOut => Self::no_session(),
            Declined::NoSuchGame => Self::not_found("There is no such game"),
            Declined::NoSuchThing => Self::not_found("There is no such thing at this game"),
            Declined::Unavailable => Self::unavailable(),
        }
    }
}

impl From<StorageError> for Problem {
    fn from(error: StorageError) -> Self {
        match error {
            StorageError::Conflict => Self::conflict("It is taken already", "Choose another."),
            StorageError::Failed(what) => {
                tracing::error!(error = what, "storage");
                Self::unavailable()
            }
        }
    }
}

impl From<NoEntropy> for Problem {
    fn from(_: NoEntropy) -> Self {
        tracing::error!("the system gives no random bytes");
        Self::unavailable()
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let wait = [(header::RETRY_AFTER, "1")];
        match self.status {
            StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE => {
                (self.status, wait, Json(self.body)).into_response()
            }
            status => (status, Json(self.body)).into_response(),
        }
    }
}
