//! One cookie: how a host sets it, and where it is sent.

use scutch_memento::parse_date;
use scutch_url::{Url, is_host_or_below, registrable_domain};

/// A cookie (RFC 6265, section 5.3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cookie {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: String,
    /// The host that it is for, in lower case.
    pub domain: String,
    /// Whether hosts below `domain` do not get it.
    pub host_only: bool,
    /// It is for paths from this one on.
    pub path: String,
    /// Whether it is for https alone.
    pub secure: bool,
    /// When it ends, in milliseconds since 1970 UTC; with the run if `None`.
    pub expires: Option<i64>,
}

/// Longest cookie, in bytes: what a client has to take (RFC 6265, section 6.1).
const MAX_COOKIE: usize = 4096;

impl Cookie {
    /// Parses a `Set-Cookie` field of the answer for a URL. `None` if it is none, or is meant for
    /// other hosts. A cookie that has expired takes another one away.
    pub(crate) fn from_field(field: &str, url: &Url, now: i64) -> Option<Self> {
        let mut parts = field.split(';');
        let (name, value) = parts.next()?.split_once('=')?;
        let (name, value) = (name.trim(), value.trim());
        if name.is_empty() || field.len() > MAX_COOKIE || field.chars().any(char::is_control) {
            return None;
        }
        let mut cookie = Self {
            name: name.to_owned(),
            value: value.to_owned(),
            domain: url.host().to_owned(),
            host_only: true,
            path: default_path(url.path()),
            secure: false,
            expires: None,
        };
        let mut max_age = None;
        for part in parts {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            let value = value.trim();
            match name.trim().to_ascii_lowercase().as_str() {
                "domain" => cookie.set_domain(value)?,
                "path" if value.starts_with('/') => value.clone_into(&mut cookie.path),
                "secure" => cookie.secure = true,
                "expires" => cookie.expires = cookie_date(value).or(cookie.expires),
                "max-age" => max_age = value.parse::<i64>().ok().or(max_age),
                _ => {}
            }
        }
        if let Some(seconds) = max_age {
            cookie.expires = Some(now.saturating_add(seconds.saturating_mul(1000)));
        }
        // Without TLS, who answers may be somebody else than the host.
        (!cookie.secure || url.scheme() == "https").then_some(cookie)
    }

    /// Widens the cookie to the hosts below a domain. `None` if the host does not belong to it.
    fn set_domain(&mut self, written: &str) -> Option<()> {
        let domain = written.strip_prefix('.').unwrap_or(written).to_ascii_lowercase();
        if domain.is_empty() || domain == self.domain && registrable_domain(&domain).is_none() {
            return Some(());
        }
        // A cookie for `co.uk` would be sent to everybody there.
        let is_own = is_host_or_below(&self.domain, &domain);
        if !is_own || registrable_domain(&domain).is_none() {
            return None;
        }
        (self.domain, self.host_only) = (domain, false);
        Some(())
    }

    /// Whether it is one cookie with another: same name, domain and path.
    pub(super) fn replaces(&self, other: &Self) -> bool {
        (&self.name, &self.domain, &self.path) == (&other.name, &other.domain, &other.path)
    }

    /// Whether its time is over.
    pub(super) fn is_expired(&self, now: i64) -> bool {
        self.expires.is_some_and(|end| end <= now)
    }

    /// Whether it is sent with a request for a URL.
    pub(super) fn is_for(&self, url: &Url, now: i64) -> bool {
        let is_host = match self.host_only {
            true => url.host() == self.domain,
            false => is_host_or_below(url.host(), &self.domain),
        };
        let is_path = url.path().strip_prefix(self.path.as_str()).is_some_and(|rest| {
            rest.is_empty() || rest.starts_with('/') || self.path.ends_with('/')
        });
        is_host && is_path && (!self.secure || url.scheme() == "https") && !self.is_expired(now)
    }
}

/// The path of a URL up to its last slash (RFC 6265, section 5.1.4).
fn default_path(path: &str) -> String {
    match path.rfind('/') {
        None | Some(0) => "/".to_owned(),
        Some(last) => path[..last].to_owned(),
    }
}

/// A date with hyphens or a year of two digits (RFC 6265, section 5.1.1), besides that of HTTP.
fn cookie_date(written: &str) -> Option<i64> {
    let rest = written.split_once(',').map_or(written, |(_, rest)| rest).replace('-', " ");
    let mut words: Vec<String> = rest.split_ascii_whitespace().map(str::to_owned).collect();
    if let Some(year) = words.get_mut(2)
        && let (2, Ok(short)) = (year.len(), year.parse::<u32>())
    {
        *year = (if short < 70 { 2000 + short } else { 1900 + short }).to_string();
    }
    Some(parse_date(&words.join(" "))?.unix_ms)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: i64 = 1_000_000_000_000;

    fn set(field: &str, at: &str) -> Option<Cookie> {
        Cookie::from_field(field, &Url::parse(at).expect("a URL"), NOW)
    }

    /// A field, who sets it, who asks, and whether the cookie is sent there.
    const CASES: &[(&str, &str, &str, bool)] = &[
        ("a=b", "http://paper.hu/x/y", "http://paper.hu/x/z", true),
        ("a=b", "http://paper.hu/x/y", "http://paper.hu/x", true),
        ("a=b", "http://paper.hu/x/y", "http://paper.hu/xy", false),
        ("a=b", "http://paper.hu/x/y", "http://paper.hu/", false),
        ("a=b; Path=/", "http://paper.hu/x/y", "http://paper.hu/", true),
        ("a=b; Path=/x/", "http://paper.hu/", "http://paper.hu/x", false),
        ("a=b; path=nonsense", "http://paper.hu/x", "http://paper.hu/", true),
        ("a=b", "http://paper.hu/", "http://www.paper.hu/", false),
        ("a=b", "http://paper.hu/", "http://other.hu/", false),
        ("a=b; Domain=paper.hu", "http://paper.hu/", "http://www.paper.hu/", true),
        ("a=b; Domain=.Paper.hu", "http://consent.paper.hu/", "http://www.paper.hu/", true),
        ("a=b; Domain=paper.hu", "http://paper.hu/", "http://badpaper.hu/", false),
        ("a=b; Domain=", "http://paper.hu/", "http://www.paper.hu/", false),
        ("a=b; Domain=127.0.0.1", "http://127.0.0.1/", "http://127.0.0.1/", true),
        ("a=b; Domain=localhost", "http://localhost/", "http://localhost/", true),
        ("a=b; Secure", "https://paper.hu/", "http://paper.hu/", false),
        ("a=b; Secure", "https://paper.hu/", "https://paper.hu/", true),
        ("a=b; Max-Age=9", "http://paper.hu/", "http://paper.hu/", true),
        ("a=b; Max-Age=0", "http://paper.hu/", "http://paper.hu/", false),
        ("a=b; Max-Age=-1", "http://paper.hu/", "http://paper.hu/", false),
        ("a=b; Max-Age=99999999999999999999", "http://paper.hu/", "http://paper.hu/", true),
        (
            "a=b; Expires=Thu, 01 Jan 1970 00:00:00 GMT",
            "http://paper.hu/",
            "http://paper.hu/",
            false,
        ),
        (
            "a=b; Expires=Thu, 01-Jan-1970 00:00:00 GMT",
            "http://paper.hu/",
            "http://paper.hu/",
            false,
        ),
        ("a=b; Expires=Thu, 01-Jan-70 00:00:00 GMT", "http://paper.hu/", "http://paper.hu/", false),
        ("a=b; Expires=Fri, 01-Jan-38 00:00:00 GMT", "http://paper.hu/", "http://paper.hu/", true),
        ("a=b; Expires=soon", "http://paper.hu/", "http://paper.hu/", true),
        // Max-Age goes before Expires, wherever it stands.
        (
            "a=b; Max-Age=9; Expires=Thu, 01 Jan 1970 00:00:00 GMT",
            "http://paper.hu/",
            "http://paper.hu/",
            true,
        ),
    ];

    #[test]
    fn cookies_go_back_to_where_they_belong_and_nowhere_else() {
        for (field, from, to, is_sent) in CASES {
            let cookie = set(field, from).unwrap_or_else(|| panic!("{field} from {from}"));
            let to = Url::parse(to).expect("a URL");
            assert_eq!(cookie.is_for(&to, NOW), *is_sent, "{field} from {from} to {to:?}");
        }
    }

    #[test]
    fn foreign_and_malformed_cookies_are_none() {
        let long = format!("a={}", "x".repeat(MAX_COOKIE));
        for (field, from) in [
            ("a=b; Domain=other.hu", "http://paper.hu/"),
            ("a=b; Domain=www.paper.hu", "http://paper.hu/"),
            ("a=b; Domain=hu", "http://paper.hu/"),
            ("a=b; Domain=co.uk", "http://news.co.uk/"),
            ("a=b; Domain=0.0.1", "http://127.0.0.1/"),
            ("a=b; Secure", "http://paper.hu/"),
            ("no pair", "http://paper.hu/"),
            ("=b", "http://paper.hu/"),
            ("a=b\u{1}", "http://paper.hu/"),
            ("", "http://paper.hu/"),
            (long.as_str(), "http://paper.hu/"),
        ] {
            assert_eq!(set(field, from), None, "{field} from {from}");
        }
    }
}
