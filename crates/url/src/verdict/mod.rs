//! Verdicts: whether a corpus wants a URL, and why not.
//!
//! A check normalises a URL as `crawl` does and runs it past filters. Each filter is one rule with
//! an id; the first one that objects gives the reason. Nothing is rejected without saying why.

mod hosts;
mod kind;
mod language;
mod reason;
mod traps;
mod words;

use crate::parse::Url;
use crate::profile::{Change, Crawl};

pub use hosts::HostList;
pub use kind::{PageKind, TypeOfUrl, url_type};
pub use language::{LanguageEvidence, language_evidence};
pub use reason::Reason;
pub use traps::{Trap, trap};
pub use words::{FileClass, SegmentKind, file_class};

/// Which filters apply. The default is [`Filters::relaxed`].
#[derive(Debug, Clone, PartialEq)]
pub struct Filters {
    /// Longest URL, in bytes, after normalisation.
    pub max_length: usize,
    /// Reject hosts that are IP addresses.
    pub no_ip: bool,
    /// Reject ports other than the default.
    pub no_port: bool,
    /// Reject user names and passwords.
    pub no_userinfo: bool,
    /// Reject hosts without registrable domain (`localhost`, `co.uk`).
    pub registrable: bool,
    /// Classes of files that are wanted.
    pub files: Vec<FileClass>,
    /// Kinds of path segments that are not wanted.
    pub segments: &'static [SegmentKind],
    /// Reject index pages below the root that have no query.
    pub no_index: bool,
    /// Reject addresses with unwanted words.
    pub no_unwanted: bool,
    /// Reject crawler traps.
    pub no_traps: bool,
    /// Language wanted, as a BCP 47 primary subtag.
    pub language: Option<String>,
    /// Evidence for another language from this score on rejects.
    pub language_score: f32,
    /// Hosts and domains that are never wanted.
    pub deny: HostList,
    /// If not empty, only these hosts and domains are wanted.
    pub allow: HostList,
}

impl Filters {
    /// Keeps whatever may be a page, lists of pages included only on request.
    pub fn relaxed() -> Filters {
        Filters {
            max_length: 2000,
            no_ip: false,
            no_port: false,
            no_userinfo: false,
            registrable: true,
            files: vec![FileClass::Page],
            segments: &[
                SegmentKind::Listing,
                SegmentKind::Pager,
                SegmentKind::Archive,
                SegmentKind::Search,
                SegmentKind::Feed,
                SegmentKind::System,
                SegmentKind::Media,
            ],
            no_index: false,
            no_unwanted: false,
            no_traps: true,
            language: None,
            language_score: 0.5,
            deny: HostList::default(),
            allow: HostList::default(),
        }
    }

    /// Keeps pages with text only: no services, no index pages, no adult pages.
    pub fn strict() -> Filters {
        Filters {
            max_length: 500,
            segments: SegmentKind::ALL,
            no_index: true,
            no_unwanted: true,
            ..Filters::relaxed()
        }
    }

    /// Keeps lists of pages too, which lead a crawl to more pages.
    pub fn with_listings(self) -> Filters {
        const OTHERS: &[SegmentKind] =
            &[SegmentKind::Feed, SegmentKind::System, SegmentKind::Media];
        const STRICT_OTHERS: &[SegmentKind] = &[
            SegmentKind::Feed,
            SegmentKind::System,
            SegmentKind::Media,
            SegmentKind::Account,
            SegmentKind::Legal,
            SegmentKind::Contact,
        ];
        let strict = self.segments.contains(&SegmentKind::Account);
        Filters { segments: if strict { STRICT_OTHERS } else { OTHERS }, ..self }
    }
}

impl Default for Filters {
    fn default() -> Self {
        Filters::relaxed()
    }
}

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
    /// When the URL is not wanted, with the reason; of a line that is not UTF-8, with the byte where that ends.
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
        let mut steps = vec![format!("given      {text}")];
        let outcome = self.check(text).map(|_| ()).map_err(|rejection| rejection.clone());
        if let Ok(url) = Url::parse(text) {
            steps.push(format!("{:10} {url}", "whatwg/1"));
        }
        steps.extend(
            self.changes.iter().map(|c| format!("{:10} {} {}", "rule", c.rule.id(), c.what)),
        );
        if !self.url.as_str().is_empty() {
            steps.push(format!("{:10} {}", "crawl/1", self.url));
            steps.push(format!("{:10} {}", "surt", crate::surt(self.url.as_str())));
            let domain = crate::registrable_domain(self.url.host()).unwrap_or_default();
            steps.push(format!("{:10} {domain}", "domain"));
            let kind = url_type(&self.url);
            steps.push(format!(
                "{:10} {} {:.2} ({})",
                "type",
                kind.kind.id(),
                kind.score,
                kind.rule
            ));
            for found in language_evidence(&self.url) {
                steps.push(format!(
                    "{:10} {} {:.2} ({})",
                    "language", found.tag, found.score, found.places
                ));
            }
        }
        steps.push(match outcome {
            Ok(()) => "accepted".to_owned(),
            Err(r) => format!("rejected   {} {} {}", r.reason.id(), r.what, r.reason.sentence()),
        });
        steps
    }
}

/// The first objection to a URL.
fn object<'u>(filters: &Filters, url: &'u Url) -> Option<(Reason, &'u str)> {
    if url.as_str().len() > filters.max_length {
        return Some((Reason::TooLong, ""));
    }
    about_host(filters, url)
        .or_else(|| about_path(filters, url))
        .or_else(|| about_rest(filters, url))
}

fn about_host<'u>(filters: &Filters, url: &'u Url) -> Option<(Reason, &'u str)> {
    let host = url.host_without_root();
    if filters.no_userinfo && url.has_userinfo() {
        return Some((Reason::UserInfo, url.username()));
    }
    if filters.no_port && url.port().is_some() {
        return Some((Reason::Port, url.host_and_port()));
    }
    // Only a host that begins or ends with a digit or bracket can be an address.
    let maybe_ip = host.starts_with(|c: char| c == '[' || c.is_ascii_digit());
    if maybe_ip && url.host_is_ip() {
        if filters.no_ip {
            return Some((Reason::IpHost, host));
        }
    } else if filters.registrable && !is_registrable(host) {
        return Some((Reason::Host, host));
    }
    if filters.deny.contains(host) {
        return Some((Reason::Denied, host));
    }
    (!filters.allow.is_empty() && !filters.allow.contains(host))
        .then_some((Reason::NotAllowed, host))
}

/// A plausible name below a public suffix.
fn is_registrable(host: &str) -> bool {
    let fine = |label: &[u8]| {
        (1..=63).contains(&label.len())
            && label.iter().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'))
    };
    host.len() <= 253
        && host.as_bytes().split(|b| *b == b'.').all(fine)
        && psl::domain(host.as_bytes()).is_some()
}

fn about_path<'u>(filters: &Filters, url: &'u Url) -> Option<(Reason, &'u str)> {
    let path = url.path();
    if path.len() <= 1 {
        return None;
    }
    if let Some(ending) = words::ending(path)
        && let Some(class) = file_class(ending)
        && !filters.files.contains(&class)
    {
        return Some((Reason::FileType(class), ending));
    }
    let bytes = path.as_bytes();
    let mut start = 1;
    for end in memchr::memchr_iter(b'/', &bytes[1..]).map(|at| at + 1).chain([bytes.len()]) {
        let segment = &path[start..end];
        start = end + 1;
        let stem = if end == bytes.len() { stem(segment) } else { segment };
        if let Some(kind) = words::segment_kind(stem)
            && filters.segments.contains(&kind)
        {
            return Some((Reason::Segment(kind), segment));
        }
    }
    if !filters.no_index || url.query().is_some() {
        return None;
    }
    let last = path.strip_suffix('/').unwrap_or(path);
    let last = &last[last.rfind('/').map_or(0, |at| at + 1)..];
    let index = ["index", "default", "home"].iter().any(|w| stem(last).eq_ignore_ascii_case(w));
    index.then_some((Reason::IndexPage, last))
}

/// A segment without the ending of a page.
fn stem(segment: &str) -> &str {
    match segment.rsplit_once('.') {
        Some((stem, ending)) if file_class(ending) == Some(FileClass::Page) => stem,
        _ => segment,
    }
}

fn about_rest<'u>(filters: &Filters, url: &'u Url) -> Option<(Reason, &'u str)> {
    if filters.no_unwanted
        && let Some(word) =
            words::unwanted_word(url.host()).or_else(|| words::unwanted_word(url.path()))
    {
        return Some((Reason::Unwanted, word));
    }
    if filters.no_traps
        && let Some(trap) = trap(url)
    {
        return Some((Reason::Trap(trap), ""));
    }
    let wanted = filters.language.as_deref()?;
    let evidence = language_evidence(url);
    let is_wanted = |e: &LanguageEvidence| language::primary(&e.tag) == wanted;
    let other = evidence.iter().any(|e| !is_wanted(e) && e.score >= filters.language_score);
    (other && !evidence.iter().any(is_wanted)).then_some((Reason::Language, ""))
}

#[cfg(test)]
mod tests {
    use super::{Checker, Filters, HostList};

    fn reason(filters: Filters, url: &str) -> &'static str {
        match Checker::new(filters).check(url) {
            Ok(_) => "ok",
            Err(rejection) => rejection.reason.id(),
        }
    }

    #[test]
    fn quirks_of_courlan_done_right() {
        let cases = [
            // 19, 20, 21: schemes in any case, addresses, ports, users, names that begin with digits
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
