//! From an HTTP request to a socket: who it is and what they may see is settled here.

use super::socket::{Seated, attend};
use crate::{
    house::App,
    http::{Invited, Problem, known},
    session::Who,
};
use axum::{
    extract::{
        Path, Query, State, WebSocketUpgrade, rejection::QueryRejection,
        ws::rejection::WebSocketUpgradeRejection,
    },
    response::Response,
};

/// What a socket may hold back before it writes: idle sockets are many and should cost little.
const BUFFER: usize = 4096;
/// What may wait for a client that does not read.
const BACKLOG: usize = 4 << 20;

pub(crate) async fn upgrade(
    State(app): State<App>,
    who: Who,
    Path(id): Path<String>,
    query: Result<Query<Invited>, QueryRejection>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Problem> {
    let Query(invited) = query.map_err(|_| Problem::malformed("An invitation has 64 hexadecimal digits"))?;
    let record = known(&app, &id, &who, invited.invitation.as_ref()).await?;
    let upgrade = upgrade.map_err(|_| Problem::malformed("This address is for websockets"))?;
    let seated = Seated { game: record.id, caller: who.caller(invited.invitation, None) };
    app.limits.open_socket(who.user()).map_err(|_| Problem::slow_down())?;
    let most = app.config.message_bytes;
    let upgraded = upgrade
        .read_buffer_size(BUFFER)
        .write_buffer_size(0)
        .max_write_buffer_size(BACKLOG)
        .max_message_size(most)
        .max_frame_size(most);
    let slot = Slot { app: App::clone(&app), seated: seated.clone() };
    Ok(upgraded.on_upgrade(async move |socket| {
        app.hall.metrics.sockets.inc();
        attend(&app, seated, socket).await;
        app.hall.metrics.sockets.dec();
        drop(slot);
    }))
}

/// A user's socket counts against the user's limit until this is dropped, whether or not the upgrade succeeds.
struct Slot {
    app: App,
    seated: Seated,
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.app.limits.close_socket(self.seated.caller.user);
    }
}
