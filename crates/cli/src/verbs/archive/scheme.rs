//! URLs told apart by all but their scheme.

/// The schemes of the web.
const WEB: [&str; 2] = ["https://", "http://"];

/// A URL of the web without its scheme. The schemes are one: a site that moved to https is the same site,
/// as for SURT keys.
fn without_scheme(url: &str) -> Option<&str> {
    WEB.iter().find_map(|scheme| url.strip_prefix(scheme))
}

/// Whether a URL begins so, as it is written in the record.
pub(super) fn begins(url: &str, prefix: &str) -> bool {
    match (without_scheme(url), without_scheme(prefix)) {
        (Some(url), Some(prefix)) => url.starts_with(prefix),
        _ => url.starts_with(prefix),
    }
}

/// Whether two URLs are equal as they are written, whichever scheme of the web they have.
pub(super) fn same_but_for_scheme(url: &str, other: &str) -> bool {
    url == other || without_scheme(url).is_some_and(|url| without_scheme(other) == Some(url))
}

/// Whether a URL may begin so: with a scheme, or with a part of one of the web. A colon before a port is
/// none of a scheme.
pub(super) fn may_begin_url(prefix: &str) -> bool {
    let is_scheme = |scheme: &str| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.bytes().all(|b| b.is_ascii_alphanumeric() || b"+-.".contains(&b))
    };
    let is_host = |before: &str| before.contains('.') || before == "localhost";
    let is_port = |rest: &str| {
        let port = rest.split('/').next().unwrap_or_default();
        !port.is_empty() && port.bytes().all(|b| b.is_ascii_digit())
    };
    WEB.iter().any(|scheme| scheme.starts_with(prefix))
        || prefix
            .split_once(':')
            .is_some_and(|(scheme, rest)| is_scheme(scheme) && !(is_host(scheme) && is_port(rest)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefixes_hold_for_both_schemes_of_the_web() {
        for (url, prefix, expected) in [
            ("http://a.example/hu/1", "http://a.example/hu/", true),
            ("https://a.example/hu/1", "http://a.example/hu/", true),
            ("http://a.example/hu/1", "https://a.example/", true),
            ("https://a.example/de/1", "http://a.example/hu/", false),
            ("https://a.example/", "http", true),
            ("http://a.example/", "https", false),
            ("dns:a.example", "dns:", true),
            ("dns:a.example", "http://", false),
        ] {
            assert_eq!(begins(url, prefix), expected, "{url} {prefix}");
        }
    }

    #[test]
    fn prefixes_without_a_scheme_are_mistyped() {
        for (prefix, expected) in [
            ("http://a.example/hu/", true),
            ("https://", true),
            ("http", true),
            ("dns:a.example", true),
            ("dns:192.0.2.1", true),
            ("dns:3sat.de", true),
            ("urn:uuid:", true),
            ("metadata://gnu.org/", true),
            ("a.example/hu/", false),
            ("www.a.example", false),
            ("a.example:8080/", false),
            ("//a.example/", false),
            ("/hu/", false),
        ] {
            assert_eq!(may_begin_url(prefix), expected, "{prefix}");
        }
    }

    #[test]
    fn one_address_has_two_schemes() {
        for (url, other, expected) in [
            ("http://a.example/", "http://a.example/", true),
            ("http://a.example/", "https://a.example/", true),
            ("http://a.example/", "http://b.example/", false),
            ("dns:a.example", "dns:a.example", true),
            ("dns:a.example", "dns:b.example", false),
        ] {
            assert_eq!(same_but_for_scheme(url, other), expected, "{url} {other}");
        }
    }
}
