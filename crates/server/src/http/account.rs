//! Guests, accounts, signing in and out.

use super::{Body, Problem, guard::Peer};
use crate::{
    entropy::UserId,
    house::App,
    session::{self, Who},
    storage::{Account, Member, StorageError, Write},
};
use axum::{
    Extension, Json,
    extract::State,
    http::{HeaderName, HeaderValue, header},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Somebody with a session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Person {
    /// Who.
    pub user: UserId,
    /// The name that others see.
    pub name: String,
    /// Whether it is kept by a password.
    pub account: bool,
}

impl From<Member> for Person {
    fn from(Member { user, name, account }: Member) -> Self {
        Person { user, name, account }
    }
}

/// A name and its password.
#[derive(Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// The name.
    pub name: String,
    /// The password.
    pub password: String,
}

/// A new guest.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewGuest {
    /// The name that others shall see.
    #[serde(default)]
    pub name: Option<String>,
}

type WithCookie = ([(HeaderName, HeaderValue); 1], Json<Person>);

fn limit(app: &App, peer: Peer) -> Result<(), Problem> {
    app.limits.sign_in(peer.0).map_err(|_| {
        app.hall.metrics.limited.inc();
        Problem::slow_down()
    })
}

/// Begins a session as a guest.
pub(super) async fn guest(
    State(app): State<App>,
    Extension(peer): Extension<Peer>,
    Body(new): Body<NewGuest>,
) -> Result<WithCookie, Problem> {
    limit(&app, peer)?;
    let user = UserId::new(&*app.hall.entropy)?;
    let name = match new.name {
        Some(name) => session::check_name(&name)?,
        None => format!("Guest {:04x}", user.0 & 0xffff),
    };
    let member = Member { user, name, account: false };
    let (begin, cookie) = session::begin(&app, user)?;
    app.hall.storage.commit(vec![Write::Guest(member.clone()), begin]).await?;
    Ok(([(header::SET_COOKIE, cookie)], Json(member.into())))
}

/// Who you are.
pub(super) async fn me(who: Who) -> Json<Person> {
    Json(who.member.into())
}

/// Signs out: the token is worth nothing afterwards.
pub(super) async fn sign_out(
    State(app): State<App>,
    who: Who,
) -> Result<[(HeaderName, HeaderValue); 1], Problem> {
    app.hall.storage.commit(vec![who.ended()]).await?;
    close_sockets(&app, &who);
    Ok([(header::SET_COOKIE, session::forget(&app)?)])
}

/// Closes the sockets of a session that has ended. Nobody may be listening.
fn close_sockets(app: &App, who: &Who) {
    drop(app.hall.ended.send(who.digest()));
}

/// Turns a guest into an account, which keeps the guest's games.
pub(super) async fn account(
    State(app): State<App>,
    Extension(peer): Extension<Peer>,
    who: Who,
    Body(wanted): Body<Credentials>,
) -> Result<WithCookie, Problem> {
    limit(&app, peer)?;
    if who.member.account {
        return Err(Problem::conflict("You have an account already", "Sign out first."));
    }
    let name = session::check_name(&wanted.name)?;
    session::check_password(&wanted.password)?;
    let password = session::hash(&app, wanted.password).await?;
    let account = Account { user: who.user(), name: name.clone(), password };
    // A new token: one that was known before the password must not outlive it.
    let (begin, cookie) = session::begin(&app, who.user())?;
    let kept = app.hall.storage.commit(vec![Write::Account(account), who.ended(), begin]).await;
    kept.map_err(|error| match error {
        StorageError::Conflict => Problem::conflict("That name is taken", "Choose another name."),
        other => other.into(),
    })?;
    close_sockets(&app, &who);
    let member = Member { user: who.user(), name, account: true };
    Ok(([(header::SET_COOKIE, cookie)], Json(member.into())))
}

/// Signs in.
pub(super) async fn sign_in(
    State(app): State<App>,
    Extension(peer): Extension<Peer>,
    Body(given): Body<Credentials>,
) -> Result<WithCookie, Problem> {
    limit(&app, peer)?;
    let account = app.hall.storage.account(&given.name).await?;
    if given.password.len() > 1024 || !session::verify(&app, account.as_ref(), given.password).await? {
        return Err(Problem::wrong_password());
    }
    let account = account.ok_or_else(Problem::wrong_password)?;
    let (begin, cookie) = session::begin(&app, account.user)?;
    app.hall.storage.commit(vec![begin]).await?;
    let member = Member { user: account.user, name: account.name, account: true };
    Ok(([(header::SET_COOKIE, cookie)], Json(member.into())))
}
