//! What every request passes: limits, origin, headers, a line in the log.

use super::Problem;
use crate::{house::App, metrics::instant};
use axum::{
    extract::{ConnectInfo, MatchedPath, Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, Method, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use std::net::{IpAddr, SocketAddr};

/// Who asks, as far as addresses go.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub IpAddr);

pub(crate) async fn guard(
    State(app): State<App>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    mut request: Request,
    next: Next,
) -> Response {
    let began = instant();
    let peer = peer(&app, address, request.headers());
    let method = request.method().clone();
    // The route only: a path's query may hold an invitation.
    let path = request.extensions().get::<MatchedPath>().map(|path| path.as_str().to_owned());
    let path = path.unwrap_or_else(|| "unknown".to_owned());
    request.extensions_mut().insert(Peer(peer));
    let mut response = match admit(&app, peer, &method, request.headers()) {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    };
    let status = response.status().as_u16();
    harden(response.headers_mut(), app.config.secure);
    app.hall.metrics.requests.get_or_create(&vec![("status", status.to_string())]).inc();
    if status >= 500 {
        tracing::warn!(%method, path, status, "request failed");
    }
    tracing::debug!(%method, path, status, micros = began.elapsed().as_micros(), "request");
    response
}

fn admit(app: &App, peer: IpAddr, method: &Method, headers: &HeaderMap) -> Result<(), Problem> {
    if app.limits.request(peer).is_err() {
        app.hall.metrics.limited.inc();
        return Err(Problem::slow_down());
    }
    let changes = !matches!(*method, Method::GET | Method::HEAD) || headers.contains_key(header::UPGRADE);
    if changes && !from_here(headers, &app.config.origins) {
        return Err(Problem::wrong_origin());
    }
    Ok(())
}

/// Whether a request that changes something comes from our own pages, or from no page at all: browsers always say
/// from which origin such requests come, and programs that are no browsers cannot be tricked into sending them.
fn from_here(headers: &HeaderMap, allowed: &[String]) -> bool {
    let foreign = headers
        .get("sec-fetch-site")
        .is_some_and(|site| !matches!(site.as_bytes(), b"same-origin" | b"none"));
    let Some(origin) = headers.get(header::ORIGIN) else { return !foreign };
    let Ok(origin) = origin.to_str() else { return false };
    if allowed.iter().any(|known| known == origin) {
        return true;
    }
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let own = origin.split_once("://").map(|(_, host)| host);
    !foreign && host.is_some() && own == host
}

fn peer(app: &App, address: SocketAddr, headers: &HeaderMap) -> IpAddr {
    // The proxy appends the address that it saw; what stands before came from the client.
    let told = headers.get_all("x-forwarded-for").iter().next_back().and_then(|value| value.to_str().ok());
    let last = told.and_then(|list| list.rsplit(',').next()).and_then(|ip| ip.trim().parse().ok());
    last.filter(|_| app.config.trust_proxy).unwrap_or_else(|| address.ip())
}

static HEADERS: [(HeaderName, &str); 7] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
         connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    // Addresses hold invitations.
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=(), payment=()"),
];

fn harden(headers: &mut HeaderMap, secure: bool) {
    for (name, value) in &HEADERS {
        headers.insert(name.clone(), HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    if secure {
        let year = HeaderValue::from_static("max-age=31536000");
        headers.insert(header::STRICT_TRANSPORT_SECURITY, year);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comes(pairs: &[(&'static str, &'static str)]) -> bool {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.insert(*name, HeaderValue::from_static(value));
        }
        from_here(&headers, &["https://play.example".to_owned()])
    }

    #[test]
    fn only_our_own_pages_and_programs_may_change_things() {
        assert!(comes(&[("host", "a.example")]), "a program");
        assert!(comes(&[("host", "a.example"), ("origin", "https://a.example")]));
        assert!(comes(&[("host", "a.example:8420"), ("origin", "http://a.example:8420")]));
        assert!(comes(&[("host", "a.example"), ("origin", "https://play.example")]), "allowed by name");
        assert!(!comes(&[("host", "a.example"), ("origin", "https://b.example")]));
        assert!(!comes(&[("host", "a.example"), ("origin", "null")]));
        assert!(!comes(&[("host", "a.example:8420"), ("origin", "http://a.example:1")]), "another port");
        assert!(!comes(&[("origin", "https://a.example")]), "no host to compare with");
        assert!(!comes(&[("host", "a.example"), ("sec-fetch-site", "cross-site")]));
    }
}
