//! Who somebody is: a random token in a cookie, of which only the digest is kept.

use crate::{
    entropy::{UserId, digest},
    game::Caller,
    house::App,
    http::Problem,
    storage::{Account, Member, Write},
    time::Millis,
};
use argon2::{
    Argon2,
    password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash},
};
use axum::{
    extract::FromRequestParts,
    http::{HeaderMap, HeaderValue, header, request::Parts},
};
use caracole_kernel::{Side, dice::Bytes32};
use cookie::{Cookie, SameSite};
use std::time::Duration;

/// How long a session lasts.
const LASTS: Duration = Duration::from_secs(180 * 24 * 60 * 60);

/// Somebody with a session.
#[derive(Clone, Debug)]
pub(crate) struct Who {
    pub member: Member,
    token: Bytes32,
}

impl Who {
    pub(crate) fn user(&self) -> UserId {
        self.member.user
    }

    /// What is kept of the user's token.
    pub(crate) fn digest(&self) -> Bytes32 {
        digest(&self.token)
    }

    /// The same person as a caller at a game.
    pub(crate) fn caller(&self, invitation: Option<Bytes32>, seat: Option<Side>) -> Caller {
        let (user, name) = (self.user(), self.member.name.clone());
        Caller { user, session: self.digest(), name, invitation, seat }
    }

    /// The write that ends the session.
    pub(crate) fn ended(&self) -> Write {
        Write::EndSession(self.digest())
    }
}

impl FromRequestParts<App> for Who {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let token = presented(&parts.headers, app.config.secure).ok_or_else(Problem::no_session)?;
        let found = app.hall.storage.session(digest(&token), app.hall.clock.now()).await?;
        let member = found.ok_or_else(Problem::no_session)?;
        if app.limits.request_of(member.user).is_err() {
            app.hall.metrics.limited.inc();
            return Err(Problem::slow_down());
        }
        Ok(Who { member, token })
    }
}

/// The token that a request carries, if it has the form of one.
fn presented(headers: &HeaderMap, secure: bool) -> Option<Bytes32> {
    let name = cookie_name(secure);
    let texts = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut cookies = texts.flat_map(Cookie::split_parse).filter_map(Result::ok);
    cookies.find(|cookie| cookie.name() == name)?.value().parse().ok()
}

/// Browsers hold cookies with this prefix to TLS and to this host alone.
const fn cookie_name(secure: bool) -> &'static str {
    if secure { "__Host-caracole" } else { "caracole" }
}

fn cookie(app: &App, value: String, lasts: Duration) -> Option<HeaderValue> {
    let cookie = Cookie::build((cookie_name(app.config.secure), value))
        .path("/")
        .http_only(true)
        // Lax, so that an invitation followed from elsewhere finds its guest again.
        .same_site(SameSite::Lax)
        .secure(app.config.secure)
        .build()
        .to_string();
    HeaderValue::from_str(&format!("{cookie}; Max-Age={}", lasts.as_secs())).ok()
}

/// A session that begins: the write that keeps it and the cookie that carries it.
pub(crate) fn begin(app: &App, user: UserId) -> Result<(Write, HeaderValue), Problem> {
    let token = app.hall.entropy.secret()?;
    let expires: Millis = app.hall.clock.now().plus(LASTS);
    let cookie = cookie(app, token.to_string(), LASTS).ok_or_else(Problem::unavailable)?;
    Ok((Write::Session { digest: digest(&token), user, expires }, cookie))
}

/// A cookie that takes the token away.
pub(crate) fn forget(app: &App) -> Result<HeaderValue, Problem> {
    cookie(app, String::new(), Duration::ZERO).ok_or_else(Problem::unavailable)
}

/// A name as it may be shown to others.
pub(crate) fn check_name(name: &str) -> Result<String, Problem> {
    let name = name.trim();
    let fits = (2..=24).contains(&name.chars().count());
    let plain = name.chars().all(|c| c.is_alphanumeric() || " -_.'".contains(c));
    if fits && plain {
        return Ok(name.to_owned());
    }
    Err(Problem::wrong(
        "A name has 2 to 24 letters, digits, spaces or any of - _ . '",
        "Choose another name.",
    ))
}

/// A password that is worth hashing.
pub(crate) fn check_password(password: &str) -> Result<(), Problem> {
    if (8..=128).contains(&password.chars().count()) {
        return Ok(());
    }
    Err(Problem::wrong("A password has 8 to 128 characters", "Choose another password."))
}

/// Hashes a password, away from the threads that serve requests.
pub(crate) async fn hash(app: &App, password: String) -> Result<String, Problem> {
    let _turn = app.hashing.acquire().await.map_err(|_| Problem::unavailable())?;
    let hashed = tokio::task::spawn_blocking(move || {
        Argon2::default().hash_password(password.as_bytes()).map(|hash| hash.to_string())
    });
    hashed.await.ok().and_then(Result::ok).ok_or_else(Problem::unavailable)
}

/// A hash that no password has, for names that nobody has.
const NOBODY: &str = "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5IGlzIGhlcmU$\
                      bm9ib2R5IGlzIGhlcmUsIG5vYm9keSBldmVyIHdpbGw";

/// Whether the password is the account's. An account that does not exist takes as long.
pub(crate) async fn verify(app: &App, account: Option<&Account>, password: String) -> Result<bool, Problem> {
    let known = account.map_or_else(|| NOBODY.to_owned(), |account| account.password.clone());
    let exists = account.is_some();
    let _turn = app.hashing.acquire().await.map_err(|_| Problem::unavailable())?;
    let verified = tokio::task::spawn_blocking(move || {
        let hash = PasswordHash::new(&known).ok()?;
        Argon2::default().verify_password(password.as_bytes(), &hash).ok()
    });
    let matches = verified.await.map_err(|_| Problem::unavailable())?.is_some();
    Ok(matches && exists)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_of_nobody_can_be_verified_against() {
        // Otherwise an unknown name would answer at once and give itself away.
        let hash = PasswordHash::new(NOBODY);
        assert!(hash.is_ok(), "{hash:?}");
    }

    #[test]
    fn names_and_passwords_are_bounded() {
        for good in ["Jo", "Prince Rupert", "Łukasz_1", "O'Neill"] {
            assert!(check_name(good).is_ok(), "{good}");
        }
        for bad in ["", "x", "<script>", "a\u{202e}b", &"a".repeat(25)] {
            assert!(check_name(bad).is_err(), "{bad}");
        }
        assert!(check_password("seven77").is_err());
        assert!(check_password("eight888").is_ok());
        assert!(check_password(&"x".repeat(129)).is_err());
    }

    #[test]
    fn only_a_whole_token_under_the_right_name_counts() {
        let token = "ab".repeat(32);
        let carrying = |text: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::COOKIE, text.parse().unwrap());
            headers
        };
        assert!(presented(&carrying(&format!("a=b; caracole={token}")), false).is_some());
        assert!(presented(&carrying(&format!("caracole={token}")), true).is_none(), "not the TLS cookie");
        assert!(presented(&carrying("caracole=ab"), false).is_none());
        assert!(presented(&carrying(&format!("xcaracole={token}")), false).is_none());
    }
}
