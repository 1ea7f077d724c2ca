//! Hosts and registrable domains.

/// The host of a URL: lower case, no port, internationalised names in ASCII, IPv6 addresses in
/// brackets. `None` when the URL has no host or cannot be parsed.
pub fn host(url: &str) -> Option<String> {
    crate::Url::parse(url).ok().map(|url| url.host().to_owned())
}

/// The registrable domain of a host by the public suffix list, private section included.
///
/// `None` for IP addresses, single labels and public suffixes themselves. A host under a suffix the
/// list does not know is treated by the list's default rule: its last two labels.
pub fn registrable_domain(host: &str) -> Option<String> {
    let host = host.trim_end_matches('.');
    let last = host.rsplit('.').next()?;
    if host.starts_with('[') || last.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    psl::domain_str(host).map(str::to_ascii_lowercase)
}

#[cfg(test)]
mod tests {
    use super::{host, registrable_domain};

    #[test]
    fn hosts() {
        assert_eq!(host("HTTP://München.de:8080/x").as_deref(), Some("xn--mnchen-3ya.de"));
        assert_eq!(host("mailto:a@b.de"), None);
        assert_eq!(host("not a url"), None);
    }

    #[test]
    fn domains() {
        let cases = [
            ("news.bbc.co.uk", Some("bbc.co.uk")),
            ("abc.github.io", Some("abc.github.io")),
            ("www.NZZ.ch.", Some("nzz.ch")),
            ("co.uk", None),
            ("localhost", None),
            ("1.2.3.4", None),
            ("[::1]", None),
            ("", None),
        ];
        for (host, domain) in cases {
            assert_eq!(registrable_domain(host).as_deref(), domain, "{host}");
        }
    }
}
