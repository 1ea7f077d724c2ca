//! Hosts, public suffixes and registrable domains.

use std::borrow::Cow;

use rustc_hash::FxHashMap;
use scutch_suffix::{Type, public_suffix};

use crate::parse::{Url, push_host};

/// The host of a URL: lower case, no port, internationalised names in ASCII, IPv6 addresses in
/// brackets. `None` when the URL has no host or cannot be parsed.
pub fn host(url: &str) -> Option<String> {
    Url::parse(url).ok().map(|url| url.host().to_owned())
}

/// The host in Unicode for people to read; labels that cannot be decoded stay as they are.
pub fn host_for_display(host: &str) -> String {
    idna::domain_to_unicode(host).0
}

/// A host as sites are told apart by: as [`host`] writes it, without the dot of the root zone, and
/// without one `www.` in front while a dot remains. `None` for what is no name of a host: with a
/// port, a path, or nothing at all.
pub fn bare_host(name: &str) -> Option<String> {
    let mut host = String::new();
    push_host(&mut host, name).ok()?;
    // `example.org.` and `example.org` are one site.
    let host = host.strip_suffix('.').unwrap_or(&host);
    let bare = host.strip_prefix("www.").filter(|rest| rest.contains('.')).unwrap_or(host);
    (!bare.is_empty()).then(|| bare.to_owned())
}

/// The last label of a URL's host where it is a plain name, in lower case: no number, no Punycode.
pub fn top_level_domain(url: &str) -> Option<String> {
    let url = Url::parse(url).ok()?;
    let last = url.host_without_root().rsplit('.').next()?;
    // Numbers are parts of addresses, Punycode is not for people.
    let plain = !last.is_empty() && last.bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
    plain.then(|| last.to_owned())
}

/// The registrable domain of a host by the public suffix list, private section included.
///
/// In lower case. `None` for IP addresses, single labels and public suffixes themselves. A host
/// under a suffix the list does not know is treated by the list's default rule: its last two
/// labels.
pub fn registrable_domain(host: &str) -> Option<String> {
    SuffixList::default().registrable(host).map(str::to_ascii_lowercase)
}

/// The site of a host: its registrable domain, or the host itself where it has none.
pub fn site(host: &str) -> String {
    registrable_domain(host).unwrap_or_else(|| host.to_owned())
}

/// Whether a host is `domain` or one below it; both in the same case.
pub fn is_host_or_below(host: &str, domain: &str) -> bool {
    host.strip_suffix(domain).is_some_and(|front| front.is_empty() || front.ends_with('.'))
}

/// Whether a link leads to another site than its page: to another registrable domain, or another
/// address where hosts have none.
///
/// With `ignore_suffix`, `example.de` and `example.com` are one site.
pub fn is_external(url: &Url, page: &Url, ignore_suffix: bool) -> bool {
    let list = SuffixList::default();
    match (list.registrable(url.host()), list.registrable(page.host())) {
        // The label in front of the suffix is the name that companies keep in all countries.
        (Some(a), Some(b)) if ignore_suffix => a.split('.').next() != b.split('.').next(),
        (Some(a), Some(b)) => a != b,
        _ => url.host_without_root() != page.host_without_root(),
    }
}

/// A public suffix list: the one compiled in, or one read from a file.
#[derive(Debug, Clone)]
pub struct SuffixList {
    /// Whether suffixes of the private section count (`github.io`, `blogspot.com`).
    pub private: bool,
    loaded: Option<FxHashMap<Box<str>, SuffixEntry>>,
}

/// What a list says of one name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct SuffixEntry {
    rule: SuffixRule,
    private: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SuffixRule {
    /// `co.uk`
    Suffix,
    /// `*.ck`: stored under `ck`.
    AnyBelow,
    /// `co.uk` and `*.co.uk` both.
    Both,
    /// `!www.ck`
    Exception,
}

impl Default for SuffixList {
    fn default() -> Self {
        SuffixList { private: true, loaded: None }
    }
}

impl SuffixList {
    /// The compiled-in list with its ICANN section only.
    pub fn icann() -> SuffixList {
        SuffixList { private: false, loaded: None }
    }

    /// Reads a list in the format of publicsuffix.org.
    pub fn from_text(text: &str) -> SuffixList {
        let mut rules: FxHashMap<Box<str>, SuffixEntry> = FxHashMap::default();
        let mut private = false;
        for line in text.lines() {
            // The sections are marked by comments; there is no other syntax for them.
            private = match line.trim() {
                "// ===BEGIN PRIVATE DOMAINS===" => true,
                "// ===END PRIVATE DOMAINS===" => false,
                _ => private,
            };
            let Some(rule) = line.split_whitespace().next().filter(|r| !r.starts_with("//")) else {
                continue;
            };
            let (name, kind) = match (rule.strip_prefix("*."), rule.strip_prefix('!')) {
                (Some(name), _) => (name, SuffixRule::AnyBelow),
                (_, Some(name)) => (name, SuffixRule::Exception),
                _ => (rule, SuffixRule::Suffix),
            };
            // The list is in UTF-8, hosts of parsed URLs are in ASCII.
            let Ok(name) = idna::domain_to_ascii(name) else { continue };
            let entry = rules.entry(name.into()).or_insert(SuffixEntry { rule: kind, private });
            // `ck` and `*.ck` share one entry, stored under `ck`.
            if entry.rule != kind {
                entry.rule = SuffixRule::Both;
            }
        }
        SuffixList { private: true, loaded: Some(rules) }
    }

    /// The public suffix of a host in lower case; `None` for IP addresses and the empty host.
    pub fn suffix<'h>(&self, host: &'h str) -> Option<&'h str> {
        let host = host.strip_suffix('.').unwrap_or(host);
        let last = host.rsplit('.').next().filter(|last| !last.is_empty())?;
        // A name whose last label is a number is an IPv4 address.
        if host.starts_with('[') || last.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        match &self.loaded {
            Some(rules) => Some(self.loaded_suffix(rules, host)),
            None => self.compiled_suffix(host),
        }
    }

    /// The registrable domain of a host in lower case: its public suffix and one label more.
    pub fn registrable<'h>(&self, host: &'h str) -> Option<&'h str> {
        let host = host.strip_suffix('.').unwrap_or(host);
        let suffix = self.suffix(host)?;
        let front = host[..host.len() - suffix.len()].strip_suffix('.')?;
        let label = front.rfind('.').map_or(0, |at| at + 1);
        (label < front.len()).then(|| &host[label..])
    }

    fn compiled_suffix<'h>(&self, host: &'h str) -> Option<&'h str> {
        // The list is in lower case; hosts of parsed URLs are too.
        let lower: Cow<'_, str> = if host.bytes().any(|b| b.is_ascii_uppercase()) {
            Cow::Owned(host.to_ascii_lowercase())
        } else {
            Cow::Borrowed(host)
        };
        let mut length = public_suffix(lower.as_bytes())?.as_bytes().len();
        // A private suffix lies below another suffix: look on above it.
        while !self.private
            && let Some(suffix) = public_suffix(&lower.as_bytes()[lower.len() - length..])
            && suffix.typ() == Some(Type::Private)
            && let Some(dot) = lower[lower.len() - length..].find('.')
        {
            length = public_suffix(&lower.as_bytes()[lower.len() - length + dot + 1..])?
                .as_bytes()
                .len();
        }
        Some(&host[host.len() - length..])
    }

    fn loaded_suffix<'h>(
        &self,
        rules: &FxHashMap<Box<str>, SuffixEntry>,
        host: &'h str,
    ) -> &'h str {
        let mut below: Option<&str> = None;
        let starts = std::iter::once(0).chain(host.match_indices('.').map(|(at, _)| at + 1));
        let mut fallback = host;
        for start in starts {
            let name = &host[start..];
            fallback = name;
            let lower = name.to_ascii_lowercase();
            if let Some(entry) = rules.get(lower.as_str()).filter(|e| self.private || !e.private) {
                match entry.rule {
                    SuffixRule::Exception => {
                        // An exception is registrable itself: its suffix is one label shorter.
                        return name.split_once('.').map_or(name, |(_, up)| up);
                    }
                    SuffixRule::AnyBelow | SuffixRule::Both if below.is_some() => {
                        return below.unwrap_or(name);
                    }
                    SuffixRule::Suffix | SuffixRule::Both => return name,
                    SuffixRule::AnyBelow => {}
                }
            }
            below = Some(name);
        }
        fallback
    }
}

#[cfg(test)]
mod tests {
    use super::{
        SuffixList, bare_host, host, host_for_display, is_external, registrable_domain,
        top_level_domain,
    };
    use crate::Url;

    #[test]
    fn hosts() {
        assert_eq!(host("HTTP://München.de:8080/x").as_deref(), Some("xn--mnchen-3ya.de"));
        assert_eq!(host_for_display("xn--mnchen-3ya.de"), "münchen.de");
        assert_eq!(host("mailto:a@b.de"), None);
        assert_eq!(host("not a url"), None);
    }

    #[test]
    fn bare_hosts() {
        for (name, bare) in [
            ("WWW.Example.org", Some("example.org")),
            ("www.example.org.", Some("example.org")),
            ("www.www.example.org", Some("www.example.org")),
            ("www.com", Some("www.com")),
            ("wwww.example.org", Some("wwww.example.org")),
            ("www.m\u{fc}nchen.de", Some("xn--mnchen-3ya.de")),
            ("M\u{dc}NCHEN.de", Some("xn--mnchen-3ya.de")),
            ("localhost", Some("localhost")),
            ("127.0.0.1", Some("127.0.0.1")),
            ("[::1]", Some("[::1]")),
            ("example.org:8080", None),
            ("http://example.org", None),
            ("example.org/x", None),
            ("example org", None),
            ("", None),
            (".", None),
        ] {
            assert_eq!(bare_host(name).as_deref(), bare, "{name}");
        }
    }

    #[test]
    fn top_level_domains() {
        for (url, name) in [
            ("http://News.BBC.co.UK.:8080/x", Some("uk")),
            ("http://localhost/", Some("localhost")),
            ("http://1.2.3.4/", None),
            ("http://\u{43f}.\u{440}\u{444}/", None),
            ("no address", None),
        ] {
            assert_eq!(top_level_domain(url).as_deref(), name, "{url}");
        }
    }

    #[test]
    fn domains() {
        let cases = [
            // Quirks 24 and 25 of courlan
            ("nzzas.nzz.ch", Some("nzz.ch")),
            ("news.163.com", Some("163.com")),
            ("abc.github.io", Some("abc.github.io")),
            ("a.blogspot.com", Some("a.blogspot.com")),
            ("news.bbc.co.uk", Some("bbc.co.uk")),
            ("www.NZZ.ch.", Some("nzz.ch")),
            ("co.uk", None),
            ("localhost", None),
            ("1.2.3.4", None),
            ("[::1]", None),
            ("", None),
            ("..", None),
        ];
        for (host, domain) in cases {
            assert_eq!(registrable_domain(host).as_deref(), domain, "{host}");
        }
        assert_eq!(SuffixList::icann().registrable("abc.github.io"), Some("github.io"));
        assert_eq!(SuffixList::icann().registrable("a.b.blogspot.com"), Some("blogspot.com"));
        assert_eq!(SuffixList::icann().registrable("a.bbc.co.uk"), Some("bbc.co.uk"));
    }

    #[test]
    fn lists_from_files() {
        let list = SuffixList::from_text(
            "// comment\nuk\nco.uk\n*.ck\n!www.ck\n// ===BEGIN PRIVATE DOMAINS===\nhost.uk\n",
        );
        assert_eq!(list.registrable("a.b.co.uk"), Some("b.co.uk"));
        assert_eq!(list.registrable("a.b.ck"), Some("a.b.ck"));
        assert_eq!(list.registrable("x.www.ck"), Some("www.ck"));
        assert_eq!(list.registrable("x.y.host.uk"), Some("y.host.uk"));
        let icann = SuffixList { private: false, ..list };
        assert_eq!(icann.registrable("x.y.host.uk"), Some("host.uk"));
    }

    #[test]
    fn other_sites() {
        let external = |a: &str, b: &str, ignore: bool| {
            is_external(&Url::parse(a).unwrap(), &Url::parse(b).unwrap(), ignore)
        };
        // Quirks 26 to 28
        assert!(!external("http://news.bbc.co.uk/", "http://bbc.co.uk/", false));
        assert!(external("http://a.blogspot.com/", "http://b.blogspot.com/", false));
        assert!(external("http://1.2.3.4/", "http://1.2.5.6/", false));
        assert!(!external("http://EXAMPLE.org/", "http://example.org/", false));
        assert!(!external("http://münchen.de/", "http://xn--mnchen-3ya.de/", false));
        assert!(external("http://a.de/", "http://a.com/", false));
        assert!(!external("http://a.de/", "http://a.com/", true));
    }
}
