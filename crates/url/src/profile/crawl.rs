//! The profile `crawl`, and `dedup` built on it.
//!
//! First what a browser does (the WHATWG parser), then a list of rules, each of which can be
//! switched and each of which says what it changed. Without a change the result is what a browser
//! would request, less the fragment, which no server sees.

use std::borrow::Cow;

use crate::archives;
use crate::parse::encode::{hex, push_escape};
use crate::parse::{ParseError, Url};
use crate::trackers::{Trackers, trackers};

/// What a rule did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Rule {
    /// `&amp;` became `&`.
    Ampersand,
    /// Several slashes became one.
    Slashes,
    /// Escapes got upper-case digits; escaped letters, digits and `-._~` were undone.
    Escapes,
    /// The fragment was removed.
    Fragment,
    /// A tracking parameter was removed.
    Tracker,
    /// A session identifier was removed.
    Session,
    /// Empty parameters between separators were removed.
    EmptyParameter,
    /// A parameter without value was removed.
    Blank,
    /// User name and password were removed.
    UserInfo,
    /// Parameters were sorted.
    Sorted,
    /// The slash at the end of the path was removed.
    TrailingSlash,
    /// `www.` was removed from the host.
    Www,
    /// The scheme became http.
    Scheme,
    /// The dot of the root zone was removed from the host.
    RootDot,
}

impl Rule {
    /// Stable id of the rule.
    pub fn id(self) -> &'static str {
        match self {
            Rule::Ampersand => "ampersand",
            Rule::Slashes => "slashes",
            Rule::Escapes => "escapes",
            Rule::Fragment => "fragment",
            Rule::Tracker => "tracker",
            Rule::Session => "session",
            Rule::EmptyParameter => "empty-parameter",
            Rule::Blank => "blank-parameter",
            Rule::UserInfo => "userinfo",
            Rule::Sorted => "sorted",
            Rule::TrailingSlash => "trailing-slash",
            Rule::Www => "www",
            Rule::Scheme => "scheme",
            Rule::RootDot => "root-dot",
        }
    }
}

/// One change: the rule, and what it took away or rewrote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The rule.
    pub rule: Rule,
    /// What was removed or rewritten, as it stood in the URL.
    pub what: Box<str>,
}

/// Which rules apply. The default is `crawl`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rules {
    /// `&amp;` becomes `&`: addresses copied out of HTML.
    pub ampersand: bool,
    /// Runs of slashes in the path become one, but not those of an embedded `scheme://`.
    pub slashes: bool,
    /// One spelling of percent escapes.
    pub escapes: bool,
    /// Remove the fragment.
    pub fragment: bool,
    /// Remove tracking parameters.
    pub trackers: bool,
    /// Remove session identifiers.
    pub session: bool,
    /// Remove what is empty between two `&`.
    pub empty_parameters: bool,
    /// Remove parameters without value.
    pub blank: bool,
    /// Remove user name and password.
    pub userinfo: bool,
    /// Sort parameters by name.
    pub sorted: bool,
    /// Remove the slash at the end of a path.
    pub trailing_slash: bool,
    /// Remove `www.`, `www2.` ... while a registrable domain remains.
    pub www: bool,
    /// Write http for https.
    pub scheme: bool,
    /// Remove the dot of the root zone.
    pub root_dot: bool,
}

impl Rules {
    /// No rule at all: the WHATWG form.
    pub const NONE: Rules = Rules {
        ampersand: false,
        slashes: false,
        escapes: false,
        fragment: false,
        trackers: false,
        session: false,
        empty_parameters: false,
        blank: false,
        userinfo: false,
        sorted: false,
        trailing_slash: false,
        www: false,
        scheme: false,
        root_dot: false,
    };

    /// The rules of `crawl`.
    pub const CRAWL: Rules = Rules {
        ampersand: true,
        slashes: true,
        escapes: true,
        fragment: true,
        trackers: true,
        empty_parameters: true,
        ..Rules::NONE
    };

    /// The rules of `dedup`: keys for comparing, never for fetching.
    pub const DEDUP: Rules = Rules {
        session: true,
        userinfo: true,
        sorted: true,
        trailing_slash: true,
        www: true,
        scheme: true,
        root_dot: true,
        ..Rules::CRAWL
    };
}

/// The profile with its rules and lists.
#[derive(Debug, Clone, Copy)]
pub struct Crawl<'t> {
    /// Which rules apply.
    pub rules: Rules,
    /// Which parameters track.
    pub trackers: &'t Trackers,
}

impl Default for Crawl<'static> {
    fn default() -> Self {
        Crawl { rules: Rules::CRAWL, trackers: trackers() }
    }
}

/// A normal form and how it came about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Normal {
    /// The normal form.
    pub url: String,
    /// What the rules changed, in the order in which they were applied.
    pub changes: Vec<Change>,
}

impl Crawl<'static> {
    /// The profile `dedup`.
    pub fn dedup() -> Crawl<'static> {
        Crawl { rules: Rules::DEDUP, trackers: trackers() }
    }
}

impl Crawl<'_> {
    /// The normal form of an absolute URL.
    pub fn normalize(&self, url: &str) -> Result<Normal, ParseError> {
        let mut changes = Vec::new();
        let url = self.normal_url(url, &mut changes)?;
        Ok(Normal { url: url.into_string(), changes })
    }

    /// As [`Crawl::normalize`], parsed, with the changes appended to a list.
    pub fn normal_url(&self, text: &str, changes: &mut Vec<Change>) -> Result<Url, ParseError> {
        let mut url = Url::parse(text)?;
        self.normalize_in_place(&mut url, changes);
        Ok(url)
    }

    /// Applies the rules to a URL that is parsed already.
    pub fn normalize_in_place(&self, url: &mut Url, changes: &mut Vec<Change>) {
        // Of the parsed URL: parsing can bring the letters of `&amp;` together.
        if self.rules.ampersand
            && let Some(text) = without_amp(url.as_str())
            && let Ok(rewritten) = Url::parse(&text)
        {
            note(changes, Rule::Ampersand, "&amp;");
            *url = rewritten;
        }
        let before = changes.len();
        if let Some(text) = self.rewritten(url, changes) {
            // Without its root dot a name may end in a number and be an address or no host any
            // more: then the URL stays as it is.
            match Url::parse(&text) {
                Ok(rewritten) if is_below(rewritten.host(), url.host()) => *url = rewritten,
                _ => changes.truncate(before),
            }
        }
    }

    /// The URL written anew, if a rule changed it.
    fn rewritten(&self, url: &Url, changes: &mut Vec<Change>) -> Option<String> {
        let before = changes.len();
        let rules = &self.rules;
        let memento = archives::is_memento(url);
        let scheme = if rules.scheme && url.scheme() == "https" {
            note(changes, Rule::Scheme, "https");
            "http"
        } else {
            url.scheme()
        };
        let userinfo = url.has_userinfo() && !self.drops_userinfo(url, changes);
        let host = self.host(url, changes);
        let mut path = Cow::Borrowed(url.path());
        if !memento {
            path = self.path(path, changes);
        }
        let query = match url.query() {
            Some(query) if !memento => self.query(url, query, changes),
            query => query.map(Cow::Borrowed),
        };
        if rules.fragment
            && let Some(fragment) = url.fragment()
        {
            note(changes, Rule::Fragment, fragment);
        }
        if changes.len() == before {
            return None;
        }
        let mut text = String::with_capacity(url.as_str().len());
        text.push_str(scheme);
        text.push_str("://");
        if userinfo {
            text.push_str(url.username());
            if !url.password().is_empty() {
                text.push(':');
                text.push_str(url.password());
            }
            text.push('@');
        }
        text.push_str(&host);
        if let Some(port) = url.port() {
            text.push(':');
            text.push_str(&port.to_string());
        }
        text.push_str(&path);
        if let Some(query) = query {
            text.push('?');
            text.push_str(&query);
        }
        if let Some(fragment) = url.fragment().filter(|_| !rules.fragment) {
            text.push('#');
            text.push_str(fragment);
        }
        Some(text)
    }

    fn drops_userinfo(&self, url: &Url, changes: &mut Vec<Change>) -> bool {
        if self.rules.userinfo {
            note(changes, Rule::UserInfo, url.username());
        }
        self.rules.userinfo
    }

    fn host<'u>(&self, url: &'u Url, changes: &mut Vec<Change>) -> Cow<'u, str> {
        let mut host = url.host();
        let named = host.trim_end_matches('.');
        // The root itself has no name that could stay.
        if self.rules.root_dot && named.len() < host.len() && !named.is_empty() {
            note(changes, Rule::RootDot, ".");
            host = named;
        }
        if self.rules.www
            && let Some(rest) = without_www(host)
        {
            note(changes, Rule::Www, &host[..host.len() - rest.len()]);
            host = rest;
        }
        Cow::Borrowed(host)
    }

    fn path<'u>(&self, mut path: Cow<'u, str>, changes: &mut Vec<Change>) -> Cow<'u, str> {
        if self.rules.escapes
            && let Some(same) = one_spelling(&path)
        {
            note(changes, Rule::Escapes, &path);
            path = Cow::Owned(same);
        }
        while self.rules.session
            && let Some((start, end)) = path_session(&path)
        {
            note(changes, Rule::Session, &path[start..end]);
            let mut rest = path.into_owned();
            rest.replace_range(start..end, "");
            path = Cow::Owned(rest);
        }
        if self.rules.slashes
            && let Some(single) = single_slashes(&path)
        {
            note(changes, Rule::Slashes, &path);
            path = Cow::Owned(single);
        }
        if self.rules.trailing_slash && path.len() > 1 && path.ends_with('/') {
            note(changes, Rule::TrailingSlash, "/");
            let length = path.trim_end_matches('/').len().max(1);
            path = Cow::Owned(path[..length].to_owned());
        }
        path
    }

    /// The query as its names are looked up: an escaped name is the name.
    fn spelled<'u>(&self, query: &'u str, changes: &mut Vec<Change>) -> Cow<'u, str> {
        let query = match one_spelling(query).filter(|_| self.rules.escapes) {
            Some(same) => {
                note(changes, Rule::Escapes, query);
                Cow::Owned(same)
            }
            None => Cow::Borrowed(query),
        };
        if !self.rules.ampersand {
            return query;
        }
        // Sorting may put the first parameter behind an ampersand.
        let first = if self.rules.sorted { "&" } else { "" };
        let hidden = query.contains(HIDDEN_AMP);
        if !hidden && (first.is_empty() || !query.starts_with(&AMP[1..])) {
            return query;
        }
        let whole = [first, &query.replace(HIDDEN_AMP, AMP)].concat();
        let without = without_amp(&whole).unwrap_or(whole);
        note(changes, Rule::Ampersand, &query);
        Cow::Owned(without[first.len()..].to_owned())
    }

    /// The query; `None` when nothing is left of it.
    fn query<'u>(
        &self,
        url: &'u Url,
        query: &'u str,
        changes: &mut Vec<Change>,
    ) -> Option<Cow<'u, str>> {
        let query = self.spelled(query, changes);
        let mut kept: Vec<&str> = Vec::new();
        let before = changes.len();
        let count = query.split('&').count();
        for pair in query.split('&') {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let rule = if pair.is_empty() && (count > 1 || self.rules.trailing_slash) {
                self.rules.empty_parameters.then_some(Rule::EmptyParameter)
            } else if self.rules.trackers && self.trackers.contains(name, url.host_without_root()) {
                Some(Rule::Tracker)
            } else if self.rules.session && is_session(name, value) {
                Some(Rule::Session)
            } else {
                (self.rules.blank && value.is_empty()).then_some(Rule::Blank)
            };
            match rule {
                Some(rule) => note(changes, rule, pair),
                None => kept.push(pair),
            }
        }
        if kept.is_empty() {
            return None;
        }
        let name = |pair: &&str| pair.split('=').next().map(str::to_owned);
        if self.rules.sorted && !kept.is_sorted_by_key(name) {
            note(changes, Rule::Sorted, &query);
            // Stable: equal names keep their order, which can matter to the server.
            kept.sort_by_key(name);
        }
        if changes.len() > before { Some(Cow::Owned(kept.join("&"))) } else { Some(query) }
    }
}

/// Whether a host is what rules may leave of another: less `www.` in front and dots at the end.
fn is_below(left: &str, host: &str) -> bool {
    host.trim_end_matches('.').ends_with(left) || host.ends_with(left)
}

fn note(changes: &mut Vec<Change>, rule: Rule, what: &str) {
    changes.push(Change { rule, what: what.into() });
}

const AMP: &str = "&amp;";

/// What one spelling of escapes leaves of a `&amp;` that was hidden by them.
const HIDDEN_AMP: &str = "&%61mp;";

/// `&amp;`, also several times escaped, as `&`.
fn without_amp(text: &str) -> Option<String> {
    memchr::memmem::find(text.as_bytes(), AMP.as_bytes())?;
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(AMP) {
        out.push_str(&rest[..=at]);
        rest = rest[at + 1..].trim_start_matches("amp;");
    }
    out.push_str(rest);
    Some(out)
}

/// Runs of slashes as one, unless a `scheme:` stands before them.
fn single_slashes(path: &str) -> Option<String> {
    memchr::memmem::find(path.as_bytes(), b"//")?;
    let mut out = String::with_capacity(path.len());
    let mut rest = path;
    while let Some(at) = rest.find("//") {
        let run = rest[at..].len() - rest[at..].trim_start_matches('/').len();
        out.push_str(&rest[..at]);
        out.push_str(if ends_in_scheme(&out) { &rest[at..at + run] } else { "/" });
        rest = &rest[at + run..];
    }
    out.push_str(rest);
    (out.len() != path.len()).then_some(out)
}

/// Ends in a segment like `http:`.
fn ends_in_scheme(text: &str) -> bool {
    let Some(text) = text.strip_suffix(':') else { return false };
    let scheme = &text[text
        .rfind(|c: char| !(c.is_ascii_alphanumeric() || "+-.".contains(c)))
        .map_or(0, |at| at + 1)..];
    scheme.len() > 1 && scheme.starts_with(|c: char| c.is_ascii_alphabetic())
}

/// Escapes in upper case, and no escape for what needs none.
fn one_spelling(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let first = memchr::memchr_iter(b'%', bytes).find(|&at| is_other_spelling(bytes, at))?;
    let mut out = String::with_capacity(text.len());
    out.push_str(&text[..first]);
    let mut at = first;
    while let Some(found) = text[at..].find('%') {
        out.push_str(&text[at..at + found]);
        at += found;
        match escape_at(bytes, at) {
            Some(byte) => {
                if is_unreserved(byte) && !completes_escape(&out, byte) {
                    out.push(char::from(byte));
                } else {
                    push_escape(&mut out, byte);
                }
                at += 3;
            }
            None => {
                out.push('%');
                at += 1;
            }
        }
    }
    out.push_str(&text[at..]);
    if out.contains(AMP) && !text.contains(AMP) {
        // What was hidden stays hidden, or a second look would find it.
        out = out.replace(AMP, HIDDEN_AMP);
    }
    (out != text).then_some(out)
}

fn is_other_spelling(text: &[u8], at: usize) -> bool {
    escape_at(text, at).is_some_and(|byte| {
        is_unreserved(byte) || text[at + 1..at + 3].iter().any(u8::is_ascii_lowercase)
    })
}

fn escape_at(text: &[u8], at: usize) -> Option<u8> {
    Some(hex(*text.get(at + 1)?)? << 4 | hex(*text.get(at + 2)?)?)
}

fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~')
}

/// Whether a stray percent sign at the end would turn into an escape with this digit.
fn completes_escape(out: &str, byte: u8) -> bool {
    if hex(byte).is_none() {
        return false;
    }
    let out = out.as_bytes();
    match out {
        [.., b'%'] => true,
        [.., b'%', digit] => hex(*digit).is_some(),
        _ => false,
    }
}

/// `www.` and `www2.` gone, when a registrable domain remains.
fn without_www(host: &str) -> Option<&str> {
    let mut host = host;
    let mut found = None;
    while let Some(rest) = host.strip_prefix("www")
        && let Some(rest) = rest.trim_start_matches(|c: char| c.is_ascii_digit()).strip_prefix('.')
        && crate::registrable_domain(rest).is_some()
    {
        found = Some(rest);
        host = rest;
    }
    found
}

/// `;jsessionid=...` and the like in a path.
fn path_session(path: &str) -> Option<(usize, usize)> {
    path.match_indices(';').find_map(|(start, _)| {
        let inner = &path[start + 1..];
        let end = start + 1 + inner.find([';', '/']).unwrap_or(inner.len());
        let (name, value) = path[start + 1..end].split_once('=')?;
        is_session(name, value).then_some((start, end))
    })
}

/// Parameters that carry a session: known names with a value that can be one.
fn is_session(name: &str, value: &str) -> bool {
    const NAMES: [&str; 9] = [
        "jsessionid",
        "phpsessid",
        "sessionid",
        "session_id",
        "sid",
        "aspsessionid",
        "cfid",
        "cftoken",
        "oscsid",
    ];
    let known = NAMES.iter().any(|known| name.eq_ignore_ascii_case(known));
    let random = value.len() >= 16
        && value.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.!".contains(&b));
    known && (random || name.to_ascii_lowercase().starts_with("cf"))
}
