//! Checks of URLs, one after another.

use super::filters::Filters;
use super::kind::{PageKind, url_type};
use super::language::language_evidence;
use super::objection::{object, unreachable_host};
use super::reason::Reason;
use crate::parse::Url;
use crate::profile::{Change, Crawl};

/// Why a URL was rejected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rejection {
    /// The reason, one of a list.
    pub reason: Reason,
    /// What in the URL gave rise to it.
    pub what: Box<str>,
}

/// Checks URLs one after another, with buffers that are used again.
#[derive(Debug, Clone)]
pub struct Checker<'t> {
    /// How URLs are normalised.
    pub profile: Crawl<'t>,
    /// What is wanted.
    pub filters: Filters,
    url: Url,
    changes: Vec<Change>,
}

impl Checker<'static> {
    /// A checker with the profile `crawl`.
    pub fn new(filters: Filters) -> Checker<'static> {
        Checker::with_profile(Crawl::default(), filters)
    }
}

impl<'t> Checker<'t> {
    /// A checker with rules and lists of one's own.
    pub fn with_profile(profile: Crawl<'t>, filters: Filters) -> Checker<'t> {
        Checker { profile, filters, url: Url::empty(), changes: Vec::new() }
    }
}

impl Checker<'_> {
    /// Checks one line of bytes, which may be anything.
    ///
    /// # Errors
    /// When the URL is not wanted, with the reason; of a line that is not UTF-8, with the byte
    /// where that ends.
    pub fn check_bytes(&mut self, line: &[u8]) -> Result<&Url, Rejection> {
        match str::from_utf8(line) {
            Ok(text) => self.check(text),
            Err(error) => {
                let what = format!("byte {}", error.valid_up_to());
                Err(Rejection { reason: Reason::NotUtf8, what: what.into() })
            }
        }
    }

    /// Checks one URL: its normal form, or why it is not wanted.
    ///
    /// # Errors
    /// When the URL is not wanted, with the reason and what in the URL gave rise to it.
    pub fn check(&mut self, text: &str) -> Result<&Url, Rejection> {
        self.changes.clear();
        let reject = |reason, what: &str| Err(Rejection { reason, what: what.into() });
        let trimmed = text.trim_matches(|c: char| c <= ' ');
        let odd = match trimmed.as_bytes() {
            [] => Some(Reason::Blank),
            // NUL comes from binary files that were taken for lists.
            bytes => memchr::memchr(0, bytes).map(|_| Reason::Binary),
        };
        if let Some(reason) = odd {
            // Nothing of the line before may show through.
            self.url.clear();
            return reject(reason, "");
        }
        if let Err(error) = self.url.assign(trimmed, None) {
            return reject(Reason::Invalid(error), "");
        }
        if self.filters.public_hosts
            && let Some((reason, what)) = unreachable_host(&self.url, trimmed)
        {
            let what = what.into();
            return Err(Rejection { reason, what });
        }
        self.profile.normalize_in_place(&mut self.url, &mut self.changes);
        match object(&self.filters, &self.url) {
            Some((reason, what)) => reject(reason, what),
            None => Ok(&self.url),
        }
    }

    /// What normalising changed in the URL that was checked last.
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// The normal form of the URL that was checked last, also when it was rejected; empty when it
    /// could not be parsed.
    pub fn normal(&self) -> &str {
        self.url.as_str()
    }

    /// The steps of a check, one per line, for people.
    pub fn explain(&mut self, text: &str) -> Vec<String> {
        let mut steps = vec![step("given", text)];
        let outcome = self.check(text).map(|_| ());
        if let Ok(url) = Url::parse(text) {
            steps.push(step("whatwg/1", url));
        }
        let changes = self.changes.iter();
        steps.extend(changes.map(|c| step("rule", format!("{} {}", c.rule.id(), c.what))));
        if !self.url.as_str().is_empty() {
            steps.extend(self.steps_of_normal());
        }
        steps.push(match outcome {
            Ok(()) => step("accepted", self.why_accepted()),
            Err(r) => {
                step("rejected", format!("{} {} {}", r.reason.id(), r.what, r.reason.sentence()))
            }
        });
        steps
    }

    /// What is known of the normal form.
    fn steps_of_normal(&self) -> Vec<String> {
        let domain = crate::registrable_domain(self.url.host()).unwrap_or_default();
        let kind = url_type(&self.url);
        let kind = format!("{} {:.2} ({})", kind.kind.id(), kind.score, kind.rule);
        let mut steps = vec![
            step("crawl/1", &self.url),
            step("surt", crate::surt(self.url.as_str())),
            step("domain", domain),
            step("type", kind),
        ];
        for found in language_evidence(&self.url) {
            let language = format!("{} {:.2} ({})", found.tag, found.score, found.places);
            steps.push(step("language", language));
        }
        steps
    }

    /// Why a list is accepted all the same; empty for any other page.
    fn why_accepted(&self) -> String {
        let kind = url_type(&self.url);
        if kind.kind != PageKind::Listing {
            String::new()
        } else if kind.score < SURE {
            format!("a listing by {}, which is too weak a sign to reject it", kind.rule)
        } else {
            format!("a listing by {}, kept because listings are wanted", kind.rule)
        }
    }
}

/// Score from which on a listing is rejected where listings are not wanted.
pub(super) const SURE: f32 = 0.7;

/// A line of an explanation.
fn step(name: &str, what: impl std::fmt::Display) -> String {
    format!("{name:10} {what}").trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::{Checker, Filters};
    use crate::verdict::HostList;

    fn reason(filters: Filters, url: &str) -> &'static str {
        match Checker::new(filters).check(url) {
            Ok(_) => "ok",
            Err(rejection) => rejection.reason.id(),
        }
    }

    #[test]
    fn quirks_of_courlan_done_right() {
        let cases = [
            // 19, 20, 21: schemes in any case, addresses, ports, users, names that begin with
            // digits
            ("HTTP://example.org/x", "ok"),
            ("http://[2001:db8::1]/x", "ok"),
            ("http://1.2.3.4:8080/", "ok"),
            ("http://user@example.org/x", "ok"),
            ("http://example.org./x", "ok"),
            ("http://0.example.com/", "ok"),
            ("http://163.com/a", "ok"),
            ("http://360.cn/a", "ok"),
            ("http://123.example.org/a", "ok"),
            // 22, 23: endings with digits, upper case, a slash behind
            ("http://e.org/a.mp4", "file-video"),
            ("http://e.org/a.MP3", "file-audio"),
            ("http://e.org/a.7z", "file-archive"),
            ("http://e.org/a.m4v", "file-video"),
            ("http://e.org/archive.tar.gz", "file-archive"),
            ("http://e.org/a.jpg/", "file-image"),
            ("http://e.org/version-1.2", "ok"),
            ("http://e.org/a.html", "ok"),
            // the rest
            ("http://e.org/tag/x", "segment-listing"),
            ("http://e.org/2019/05/", "segment-archive"),
            ("http://e.org/kategorie/x", "segment-listing"),
            ("http://e.org/wp-content/x", "segment-system"),
            ("http://localhost/x", "host-not-registrable"),
            ("http://co.uk/", "host-not-registrable"),
            ("ftp://e.org/", "url-scheme"),
            ("e.org/x", "url-relative"),
            ("", "url-blank"),
            ("http://e.org/a/a/a/", "trap-repeating-segments"),
        ];
        for (url, expected) in cases {
            assert_eq!(reason(Filters::relaxed(), url), expected, "{url}");
        }
    }

    #[test]
    fn strict_and_lists_and_language() {
        assert_eq!(reason(Filters::strict(), "http://e.org/impressum.html"), "segment-legal");
        assert_eq!(reason(Filters::strict(), "http://e.org/x/index.php"), "index-page");
        assert_eq!(reason(Filters::strict(), "http://e.org/a-porn-b"), "unwanted-word");
        assert_eq!(reason(Filters::relaxed().with_listings(), "http://e.org/tag/x"), "ok");
        let deny: HostList = ["e.org"].into_iter().collect();
        let denying = Filters { deny, ..Filters::default() };
        assert_eq!(reason(denying.clone(), "http://www.E.org/"), "host-denied");
        assert_eq!(reason(denying, "http://we.org/"), "ok");
        let german = Filters { language: Some("de".to_owned()), ..Filters::default() };
        assert_eq!(reason(german.clone(), "http://e.org/fr/x"), "language");
        assert_eq!(reason(german.clone(), "http://e.org/fr/de/x"), "ok");
        assert_eq!(reason(german.clone(), "http://e.org/ca/x"), "ok");
        assert_eq!(reason(german, "http://e.org/?lang=es"), "language");
    }

    #[test]
    fn bad_lines_have_reasons() {
        let mut checker = Checker::new(Filters::default());
        let mut reason = |line: &[u8]| match checker.check_bytes(line) {
            Ok(_) => "ok",
            Err(rejection) => rejection.reason.id(),
        };
        assert_eq!(reason(b"\xff\xfe"), "not-utf8");
        assert_eq!(reason(b"http://a.org/\0x"), "binary");
        assert_eq!(reason(b"\r"), "url-blank");
        let long = [&b"http://a.org/"[..], &vec![b'a'; 2_000_000]].concat();
        assert_eq!(reason(&long), "url-too-long-to-parse");
        assert_eq!(reason(&long[..5000]), "url-too-long");
    }

    #[test]
    fn steps_are_told() {
        let steps = Checker::new(Filters::default()).explain("HTTP://E.org/a?utm_source=x");
        assert!(steps.iter().any(|s| s.contains("tracker utm_source=x")), "{steps:?}");
        assert_eq!(steps.last().map(String::as_str), Some("accepted"));
    }
}
