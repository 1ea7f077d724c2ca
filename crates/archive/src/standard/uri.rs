//! URIs as RFC 3986 writes them.

/// What is wrong with a URI.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum UriFault {
    /// There is none.
    Empty,
    /// It has no scheme and colon.
    NoScheme,
    /// It has white space.
    Space,
    /// Its scheme demands a host, and it has none.
    NoHost,
    /// It has a character that must be escaped, or an escape that is none.
    Character(char),
}

/// Schemes whose URIs have a host (RFC 9110, section 4.2; RFC 1738, section 3.2).
const WITH_HOST: [&str; 3] = ["http", "https", "ftp"];

impl UriFault {
    /// What it is, in words.
    pub(super) fn detail(self) -> String {
        match self {
            Self::Empty => "it is empty".to_owned(),
            Self::NoScheme => "it has no scheme".to_owned(),
            Self::Space => "it has white space".to_owned(),
            Self::NoHost => "it has no host".to_owned(),
            Self::Character(c) => format!("it has {c:?}"),
        }
    }
}

/// Judges a URI: what makes it none before what should be escaped in it.
pub(super) fn judge(uri: &str) -> Result<(), UriFault> {
    if uri.is_empty() {
        return Err(UriFault::Empty);
    }
    let (scheme, rest) = uri.split_once(':').ok_or(UriFault::NoScheme)?;
    let starts = scheme.starts_with(|c: char| c.is_ascii_alphabetic());
    if !starts || !scheme.bytes().all(|b| b.is_ascii_alphanumeric() || b"+-.".contains(&b)) {
        return Err(UriFault::NoScheme);
    }
    if uri.contains(char::is_whitespace) {
        return Err(UriFault::Space);
    }
    if WITH_HOST.iter().any(|known| known.eq_ignore_ascii_case(scheme)) && host(rest).is_empty() {
        return Err(UriFault::NoHost);
    }
    characters(uri)
}

/// The host behind a scheme; empty where there is none.
fn host(rest: &str) -> &str {
    let Some(rest) = rest.strip_prefix("//") else { return "" };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or_default();
    // Colons within brackets belong to an address of IPv6.
    if host.starts_with('[') { host } else { host.split(':').next().unwrap_or_default() }
}

/// Only characters of RFC 3986, appendix A, with `%` before two hexadecimal digits.
fn characters(uri: &str) -> Result<(), UriFault> {
    let bytes = uri.as_bytes();
    for (at, c) in uri.char_indices() {
        let allowed = match c {
            '%' => bytes.get(at + 1..at + 3).is_some_and(|b| b.iter().all(u8::is_ascii_hexdigit)),
            _ => c.is_ascii_alphanumeric() || "-._~:/?#[]@!$&'()*+,;=".contains(c),
        };
        if !allowed {
            return Err(UriFault::Character(c));
        }
    }
    Ok(())
}

/// What stands between angle brackets.
pub(super) fn bracketed(value: &str) -> Option<&str> {
    value.strip_prefix('<')?.strip_suffix('>')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uris() {
        use UriFault as F;
        for (uri, expected) in [
            ("http://a.example/?q=%20#x", Ok(())),
            ("HTTP://user@[2001:db8::1]:80", Ok(())),
            ("urn:uuid:334b6b31-12a2-5bfc-bf4f-870c0954b343", Ok(())),
            ("dns:a.example", Ok(())),
            ("metadata://gnu.org/software/wget/warc/MANIFEST.txt", Ok(())),
            ("urn:pageinfo:https://a.example/", Ok(())),
            ("", Err(F::Empty)),
            ("bare", Err(F::NoScheme)),
            ("/path:x", Err(F::NoScheme)),
            ("1a:b", Err(F::NoScheme)),
            ("http://a.example/uri space", Err(F::Space)),
            ("http://a.example/\u{a0}", Err(F::Space)),
            ("http://", Err(F::NoHost)),
            ("https:///path", Err(F::NoHost)),
            ("http:a.example", Err(F::NoHost)),
            ("http://:80/", Err(F::NoHost)),
            ("http://a.example/a|b", Err(F::Character('|'))),
            ("http://a.example/é", Err(F::Character('é'))),
            ("http://a.example/100%", Err(F::Character('%'))),
            ("http://a.example/%zz", Err(F::Character('%'))),
        ] {
            assert_eq!(judge(uri), expected, "{uri}");
        }
    }

    #[test]
    fn brackets() {
        assert_eq!(bracketed("<urn:a>"), Some("urn:a"));
        for value in ["urn:a", "<urn:a", "urn:a>", ""] {
            assert_eq!(bracketed(value), None, "{value}");
        }
    }
}
