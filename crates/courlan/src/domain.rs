//! Domains, hosts and references.

use std::borrow::Cow;
use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use crate::settings::{Courlan, Invalid, Options, Release};
use crate::split::{Split, join, tidy, with_split};
use crate::text::shorter_than;
use scutch_url::{listed_suffix, unescape};

/// Names that strict mode refuses.
static BLOCKED: LazyLock<FxHashSet<&str>> = LazyLock::new(|| {
    include_str!("../data/blocked.txt").lines().filter(|l| !l.starts_with('#')).collect()
});

/// Whether a name or domain is on the list that strict mode refuses.
pub(super) fn is_blocked(name: &str) -> bool {
    BLOCKED.contains(name)
}

/// Name and domain of a URL, as in `example` and `example.org`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct DomainInfo {
    pub(super) name: String,
    pub(super) domain: String,
}

impl Courlan {
    /// The domain of a URL, unless it or its name is `refused`.
    ///
    /// `fast` guesses by the form of the host and looks up only what it cannot guess; names of
    /// fewer than four letters make it take the whole host.
    pub fn extract_domain(
        &self,
        url: &str,
        fast: bool,
        refused: impl Fn(&str) -> bool,
    ) -> Option<String> {
        let info = domain_info(url, fast)?;
        if info.domain.is_empty() {
            return None;
        }
        (!refused(&info.name) && !refused(&info.domain)).then_some(info.domain)
    }

    /// Whether a URL leads to another site than the reference, by name or by domain.
    pub fn is_external(&self, url: &str, reference: &str, ignore_suffix: bool) -> bool {
        let (url, reference) = (domain_info(url, true), domain_info(reference, true));
        if ignore_suffix {
            url.map(|u| u.name) != reference.map(|r| r.name)
        } else {
            url.map(|u| u.domain) != reference.map(|r| r.domain)
        }
    }

    /// Scheme and host.
    pub fn get_base_url(&self, url: &str) -> Result<String, Invalid> {
        let url = unescape(url);
        let url = tidy(&url);
        Ok(base_of(&Split::from_tidy(&url)?))
    }

    /// Scheme and host, and what follows them.
    pub fn get_host_and_path(&self, url: &str) -> Result<(String, String), Invalid> {
        let url = unescape(url);
        let url = tidy(&url);
        let parts = Split::from_tidy(&url)?;
        let host = base_of(&parts);
        let mut path = String::new();
        parts.without_host().push_to(&mut path);
        if path.is_empty() {
            path.push('/');
        }
        // courlan raises here, and only here, for what has no host.
        if host.is_empty() { Err(Invalid) } else { Ok((host, path)) }
    }

    /// Host and path of the normal form of a URL, as its store keeps them.
    ///
    /// Refuses what is not valid, or not of the language of the options.
    pub fn normal_host_and_path(
        &self,
        url: &str,
        options: &Options<'_>,
    ) -> Result<(String, String), Invalid> {
        let Options { language, strict, trailing_slash, .. } = *options;
        let normal = with_split(url, |parts| {
            let wanted =
                self.is_valid(parts) && self.lang_filter(url, language, strict, trailing_slash);
            if wanted { self.normalize_split(parts, options) } else { Err(Invalid) }
        })??;
        self.get_host_and_path(&normal)
    }

    /// Domain, and scheme and host.
    pub fn get_hostinfo(&self, url: &str) -> Result<(Option<String>, String), Invalid> {
        Ok((self.extract_domain(url, true, |_| false), self.get_base_url(url)?))
    }

    /// Completes a reference by the URL of its page.
    pub fn fix_relative_urls(&self, base: &str, url: &str) -> Result<String, Invalid> {
        // Templates of scripts are handed back as they are.
        if url.starts_with('{') {
            return Ok(url.to_owned());
        }
        let (base_text, url_text) = (tidy(base), tidy(url));
        let (base_parts, parts) = (Split::from_tidy(&base_text)?, Split::from_tidy(&url_text)?);
        if parts.netloc.is_empty() || parts.netloc == base_parts.netloc {
            return join(base, url);
        }
        if !parts.scheme.is_empty() {
            return Ok(url.to_owned());
        }
        // Release 1.4.0 forgot the scheme of the page.
        let keeps_scheme = self.release == Release::Head && !base_parts.scheme.is_empty();
        let scheme = if keeps_scheme { base_parts.scheme } else { Cow::Borrowed("http") };
        let mut out = String::with_capacity(url.len() + 6);
        Split { scheme, ..parts }.push_to(&mut out);
        Ok(out)
    }
}

/// Scheme and host as `get_base_url` joins them: without scheme, the host alone.
fn base_of(parts: &Split<'_>) -> String {
    let scheme = parts.scheme.as_ref();
    let mark = if scheme.is_empty() { "" } else { "://" };
    [scheme, mark, parts.netloc].concat()
}

/// Name and domain by the quick way, where it finds any, or else by the thorough one.
pub(super) fn domain_info(url: &str, fast: bool) -> Option<DomainInfo> {
    if url.is_empty() {
        return None;
    }
    // A guess that fails is looked up, so that only wrong guesses show.
    fast.then(|| guess(url)).flatten().or_else(|| look_up(url))
}

/// The quick way: the last part of the host that looks like a name of four letters and a suffix.
fn guess(url: &str) -> Option<DomainInfo> {
    let host =
        ["http://", "https://", "ftp://", "ftps://"].iter().find_map(|s| url.strip_prefix(s))?;
    let end = host.bytes().position(|b| matches!(b, b'/' | b'?' | b'#')).unwrap_or(host.len());
    let (host, rest) = host.split_at(end);
    // The regular expression wants a slash or the end behind the host.
    if !(rest.is_empty() || rest.starts_with('/')) {
        return None;
    }
    let found = candidates(host).find(|part| is_guess(part))?;
    // The expression takes user names for parts of the host.
    let found = found.rsplit('@').next().unwrap_or_default();
    let domain = without_ports(found);
    let name = domain.split('.').next().filter(|name| !name.is_empty())?.to_owned();
    Some(DomainInfo { name, domain })
}

/// What stands behind each dot among the first 64 characters, the last dot first, then all.
fn candidates(host: &str) -> impl Iterator<Item = &str> {
    let reach = match host.char_indices().nth(64) {
        // The expression is anchored to the first 64 characters.
        Some((at, _)) if host.len() > 64 => at,
        _ => host.len(),
    };
    host[..reach].rmatch_indices('.').map(|(at, _)| &host[at + 1..]).chain([host])
}

/// Whether a part of a host looks like a name and a suffix, or like an IP address.
fn is_guess(part: &str) -> bool {
    let name_and_suffix = part.split_once('.').is_some_and(|(name, suffix)| {
        !shorter_than(name, 4)
            && shorter_than(name, 64)
            && !shorter_than(suffix, 2)
            && shorter_than(suffix, 64)
    });
    // IP addresses count as domains for the quick way only.
    name_and_suffix || is_dotted_quad(part) || is_hex_colons(part)
}

/// Four numbers of up to three digits; their values are not looked at.
fn is_dotted_quad(part: &str) -> bool {
    let mut count = 0;
    part.split('.').all(|number| {
        count += 1;
        (1..=3).contains(&number.len()) && number.bytes().all(|b| b.is_ascii_digit())
    }) && count == 4
}

/// At least sixteen hexadecimal digits and colons: an IPv6 address by the expression.
fn is_hex_colons(part: &str) -> bool {
    part.len() >= 16 && part.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f' | b':'))
}

/// Removes `:digits` wherever no digit stands before it.
fn without_ports(host: &str) -> String {
    let mut out = String::with_capacity(host.len());
    let mut rest = host;
    while let Some(at) = rest.find(':') {
        out.push_str(&rest[..at]);
        let digits = rest[at + 1..].bytes().take_while(u8::is_ascii_digit).count();
        let before = host[..host.len() - rest.len() + at].chars().next_back();
        if digits > 0 && before.is_some_and(|c| !c.is_numeric()) {
            rest = &rest[at + 1 + digits..];
        } else {
            out.push(':');
            rest = &rest[at + 1..];
        }
    }
    out.push_str(rest);
    out
}

/// The thorough way: the public suffix list, private section included. Unknown suffixes fail.
fn look_up(url: &str) -> Option<DomainInfo> {
    let url = tidy(url);
    let host = Split::from_tidy(&url).ok()?.hostname()?;
    let host = host.trim_end_matches('.');
    // The package `tld` refuses what is on no list.
    let suffix = listed_suffix(host)?;
    let front = &host[..host.len() - suffix.len()];
    // A bare suffix is a domain to it.
    if front.is_empty() {
        return Some(DomainInfo {
            name: suffix.to_owned(),
            domain: without_www(suffix).to_owned(),
        });
    }
    let front = front.strip_suffix('.').unwrap_or(front);
    let name = front.rsplit('.').next().unwrap_or(front);
    let name = if name.is_empty() { suffix } else { name };
    let domain = format!("{name}.{suffix}");
    Some(DomainInfo { name: name.to_owned(), domain: without_www(&domain).to_owned() })
}

/// The domain without `www.`, `www2.` and so on.
fn without_www(domain: &str) -> &str {
    domain
        .strip_prefix("www")
        .and_then(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit()).strip_prefix('.'))
        .unwrap_or(domain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn domains_are_guessed_or_looked_up() {
        // URL, the quick and the thorough answer of courlan 1.4.0.
        let cases = [
            ("http://www.example.org/x", Some("example.org"), Some("example.org")),
            ("https://sub.example.co.uk/", Some("example.co.uk"), Some("example.co.uk")),
            // Short names make the quick way take the whole host.
            ("http://nzzas.nzz.ch/", Some("nzzas.nzz.ch"), Some("nzz.ch")),
            ("http://news.bbc.co.uk", Some("news.bbc.co.uk"), Some("bbc.co.uk")),
            ("http://abc.github.io/", Some("github.io"), Some("abc.github.io")),
            ("http://e.org", Some("e.org"), Some("e.org")),
            ("http://user@example.org/x", Some("example.org"), Some("example.org")),
            ("http://example.org?x", Some("example.org"), Some("example.org")),
            ("http://www2.heise.de/x", Some("heise.de"), Some("heise.de")),
            ("http://münchen.de/", Some("münchen.de"), Some("münchen.de")),
            ("http://localhost/", None, None),
            ("example.org/x", None, None),
            ("http://[::1]/", None, None),
            ("", None, None),
        ];
        let courlan = Courlan::new(Release::V1_4_0);
        for (url, fast, thorough) in cases {
            let domain = |fast| courlan.extract_domain(url, fast, |_| false);
            assert_eq!(domain(true).as_deref(), fast, "{url}");
            assert_eq!(domain(false).as_deref(), thorough, "{url}");
        }
    }

    #[test]
    fn names_and_domains_can_be_refused() {
        let domain = |refused: &'static str| {
            let courlan = Courlan::default();
            courlan.extract_domain("http://www.example.org/", true, |name| name == refused)
        };
        assert_eq!(domain("other").as_deref(), Some("example.org"));
        assert_eq!(domain("example"), None);
        assert_eq!(domain("example.org"), None);
        assert!(is_blocked("facebook") && !is_blocked("example"));
    }

    #[test]
    fn sites_are_compared_by_name_or_domain() {
        // Two URLs, whether the first leads to another site: by name, by domain.
        let cases = [
            ("http://news.bbc.co.uk/", "http://bbc.co.uk/", true, true),
            ("http://a.example.org/", "http://b.example.org/", false, false),
            ("http://example.org", "http://example.com", false, true),
            ("http://1.2.3.4/", "http://1.2.5.6/", false, true),
            ("http://EXAMPLE.org/", "http://example.org/", true, true),
            // Two that cannot be read are of one site.
            ("x", "y", false, false),
            ("https://example.org/a", "http://www.example.org/", false, false),
        ];
        let courlan = Courlan::default();
        for (url, reference, by_name, by_domain) in cases {
            assert_eq!(courlan.is_external(url, reference, true), by_name, "{url}");
            assert_eq!(courlan.is_external(url, reference, false), by_domain, "{url}");
        }
    }

    #[test]
    fn references_are_completed() {
        let cases = [
            ("https://e.org/a/b", "c", Ok("https://e.org/a/c")),
            ("https://e.org/a/b", "/c", Ok("https://e.org/c")),
            ("https://e.org/a/b", "//e.org/c", Ok("https://e.org/c")),
            ("https://e.org/a/b", "http://f.org/c", Ok("http://f.org/c")),
            ("https://e.org/a/b", "{x}", Ok("{x}")),
            ("https://e.org/a/b", "?q", Ok("https://e.org/a/b?q")),
            ("https://e.org/a/b", "#f", Ok("https://e.org/a/b#f")),
            ("e.org", "//f.org/c", Ok("http://f.org/c")),
            ("https://e.org", "http://[x", Err(Invalid)),
            ("https://e.org/a", "mailto:x@y.org", Ok("mailto:x@y.org")),
            ("https://e.org/a", "www.f.org/x", Ok("https://e.org/www.f.org/x")),
        ];
        for release in [Release::Head, Release::V1_4_0] {
            for (base, url, expected) in cases {
                let found = Courlan::new(release).fix_relative_urls(base, url);
                assert_eq!(found.as_deref(), expected.as_ref().copied(), "{base} {url}");
            }
        }
        let other_host =
            |release| Courlan::new(release).fix_relative_urls("https://e.org/", "//f.org/c");
        assert_eq!(other_host(Release::Head).as_deref(), Ok("https://f.org/c"));
        assert_eq!(other_host(Release::V1_4_0).as_deref(), Ok("http://f.org/c"));
    }

    #[test]
    fn hosts_and_paths_are_parted() {
        let cases = [
            ("http://e.org/a?b#c", Ok(("http://e.org", "/a?b#c"))),
            ("http://e.org", Ok(("http://e.org", "/"))),
            ("e.org/a", Err(Invalid)),
            ("mailto:/e.org/", Ok(("mailto://", "/e.org/"))),
            ("http://u@e.org:8/?x", Ok(("http://u@e.org:8", "/?x"))),
            ("", Err(Invalid)),
            ("http://[x", Err(Invalid)),
        ];
        for (url, expected) in cases {
            let found = Courlan::default().get_host_and_path(url);
            let found = found.as_ref().map(|(host, path)| (host.as_str(), path.as_str()));
            assert_eq!(found, expected.as_ref().copied(), "{url}");
        }
    }
}
