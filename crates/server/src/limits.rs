//! How fast anybody may ask.

use crate::{
    config::{Config, Rate},
    entropy::UserId,
};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::{
    collections::BTreeMap,
    net::{IpAddr, Ipv6Addr},
    num::NonZeroU32,
    sync::{Mutex, PoisonError},
};

/// The limits of a server.
pub(crate) struct Limits {
    requests: DefaultKeyedRateLimiter<IpAddr>,
    requests_by_user: DefaultKeyedRateLimiter<UserId>,
    sign_ins: DefaultKeyedRateLimiter<IpAddr>,
    messages: DefaultKeyedRateLimiter<UserId>,
    sockets: Mutex<BTreeMap<UserId, u32>>,
    most_sockets: u32,
}

/// It came too fast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooFast;

impl Limits {
    pub(crate) fn new(config: &Config) -> Self {
        let count = |n: u32| NonZeroU32::new(n).unwrap_or(NonZeroU32::MIN);
        let second = |Rate { rate, burst }: Rate| Quota::per_second(count(rate)).allow_burst(count(burst));
        let minute = |Rate { rate, burst }: Rate| Quota::per_minute(count(rate)).allow_burst(count(burst));
        Limits {
            requests: RateLimiter::keyed(second(config.requests)),
            requests_by_user: RateLimiter::keyed(second(config.requests)),
            sign_ins: RateLimiter::keyed(minute(config.sign_ins)),
            messages: RateLimiter::keyed(second(config.messages)),
            sockets: Mutex::default(),
            most_sockets: config.sockets_per_user,
        }
    }

    pub(crate) fn request(&self, from: IpAddr) -> Result<(), TooFast> {
        self.requests.check_key(&household(from)).map_err(|_| TooFast)
    }

    /// The same for somebody who asks from many addresses.
    pub(crate) fn request_of(&self, user: UserId) -> Result<(), TooFast> {
        self.requests_by_user.check_key(&user).map_err(|_| TooFast)
    }

    pub(crate) fn sign_in(&self, from: IpAddr) -> Result<(), TooFast> {
        self.sign_ins.check_key(&household(from)).map_err(|_| TooFast)
    }

    pub(crate) fn message(&self, user: UserId) -> Result<(), TooFast> {
        self.messages.check_key(&user).map_err(|_| TooFast)
    }

    /// One more socket of this user, unless there are too many.
    pub(crate) fn open_socket(&self, user: UserId) -> Result<(), TooFast> {
        let mut sockets = self.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        let open = sockets.entry(user).or_default();
        if *open >= self.most_sockets {
            return Err(TooFast);
        }
        *open += 1;
        Ok(())
    }

    pub(crate) fn close_socket(&self, user: UserId) {
        let mut sockets = self.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(open) = sockets.get_mut(&user) {
            *open = open.saturating_sub(1);
            if *open == 0 {
                sockets.remove(&user);
            }
        }
    }

    /// Forgets those who have not asked for a while.
    pub(crate) fn sweep(&self) {
        self.requests.retain_recent();
        self.requests_by_user.retain_recent();
        self.sign_ins.retain_recent();
        self.messages.retain_recent();
    }
}

/// One line of a provider counts as one: a whole /64 belongs to one subscriber.
fn household(from: IpAddr) -> IpAddr {
    match from {
        IpAddr::V4(_) => from,
        IpAddr::V6(v6) => match v6.to_ipv4_mapped() {
            Some(v4) => IpAddr::V4(v4),
            None => {
                let [a, b, c, d, ..] = v6.segments();
                IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
            }
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_in_one_network_share_a_limit() {
        let ip = |text: &str| text.parse::<IpAddr>().unwrap();
        assert_eq!(household(ip("2001:db8:1:2:3::1")), household(ip("2001:db8:1:2:ffff::9")));
        assert_ne!(household(ip("2001:db8:1:2::1")), household(ip("2001:db8:1:3::1")));
        assert_eq!(household(ip("::ffff:10.0.0.1")), ip("10.0.0.1"));
    }

    #[test]
    fn sockets_are_counted_by_user() {
        let limits = Limits::new(&Config { sockets_per_user: 2, ..Config::default() });
        let (a, b) = (UserId(1), UserId(2));
        assert_eq!(limits.open_socket(a), Ok(()));
        assert_eq!(limits.open_socket(a), Ok(()));
        assert_eq!(limits.open_socket(a), Err(TooFast));
        assert_eq!(limits.open_socket(b), Ok(()));
        limits.close_socket(a);
        assert_eq!(limits.open_socket(a), Ok(()));
    }
}
