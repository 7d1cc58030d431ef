//! Bodies of requests: JSON of the right shape, within bounds.

use super::Problem;
use crate::house::App;
use axum::{
    body::Bytes,
    extract::{FromRequest, Request},
    http::{StatusCode, header},
    response::IntoResponse,
};
use serde::de::DeserializeOwned;

/// A body read as `T`.
pub(crate) struct Body<T>(pub T);

impl<T: DeserializeOwned> FromRequest<App> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Self, Problem> {
        // A page of another site cannot send this type without asking the server first.
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        let json = kind.is_some_and(|kind| kind.split(';').next() == Some("application/json"));
        if !json {
            return Err(Problem::not_json());
        }
        let bytes = Bytes::from_request(request, app).await.map_err(|rejection| {
            match rejection.into_response().status() {
                StatusCode::PAYLOAD_TOO_LARGE => Problem::too_large(),
                _ => Problem::malformed("The request breaks off"),
            }
        })?;
        serde_json::from_slice(&bytes)
            .map(Body)
            .map_err(|e| Problem::malformed(format!("The request cannot be read: {e}")))
    }
}
