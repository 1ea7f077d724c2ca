//! The profile `crawl`, and `dedup` built on it.
//!
//! First what a browser does (the WHATWG parser), then a list of rules, each of which can be
//! switched and each of which says what it changed. Without a change the result is what a browser
//! would request, less the fragment, which no server sees.

use std::borrow::Cow;

use crate::SuffixList;
use crate::archives;
use crate::parse::{ParseError, Url};
use crate::trackers::{Trackers, trackers};

use super::query::Query;
use super::rules::{Change, Rule, Rules, note};
use super::session::without_session;
use super::spelling::{AMP, one_spelling, single_slashes, without_references};
use super::stray::without_stray_parameters;

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
    ///
    /// # Errors
    /// When it is no http(s) URL.
    pub fn normalize(&self, url: &str) -> Result<Normal, ParseError> {
        let mut changes = Vec::new();
        let url = self.normal_url(url, &mut changes)?;
        Ok(Normal { url: url.into_string(), changes })
    }

    /// As [`Crawl::normalize`], parsed, with the changes appended to a list.
    ///
    /// # Errors
    /// When it is no http(s) URL; the list is then as it was.
    pub fn normal_url(&self, text: &str, changes: &mut Vec<Change>) -> Result<Url, ParseError> {
        let mut url = Url::parse(text)?;
        self.normalize_in_place(&mut url, changes);
        Ok(url)
    }

    /// Applies the rules to a URL that is parsed already.
    pub fn normalize_in_place(&self, url: &mut Url, changes: &mut Vec<Change>) {
        // Of the parsed URL: parsing can bring the letters of `&amp;` together.
        if self.rules.ampersand
            && let Some(text) = without_references(url.as_str())
            && let Ok(rewritten) = Url::parse(&text)
        {
            note(changes, Rule::Ampersand, AMP);
            *url = rewritten;
        }
        let before = changes.len();
        let memento = archives::is_memento(url);
        let front = self.front(url, memento, changes);
        let of_front = before..changes.len();
        let query = match url.query() {
            // The query of a URI-M is that of the archived page and part of its name.
            Some(query) if !memento => self.query(url.host_without_root(), query, changes),
            _ => Query::Same,
        };
        if self.rules.fragment
            && let Some(fragment) = url.fragment()
        {
            note(changes, Rule::Fragment, fragment);
            url.remove_fragment();
        }
        match query {
            Query::Same => {}
            Query::Gone => url.set_query(None),
            Query::New(query) => url.set_query(Some(&query)),
        }
        let Some(mut text) = front else { return };
        text.push_str(&url.path_and_rest()[url.path().len()..]);
        // Without its root dot a name may end in a number and be an address or no host any more:
        // then it all stays as it is.
        match Url::parse(&text) {
            Ok(rewritten) if is_below(rewritten.host(), url.host()) => *url = rewritten,
            _ => drop(changes.drain(of_front)),
        }
    }

    /// Everything in front of the query, if a rule changed something there.
    fn front(&self, url: &Url, memento: bool, changes: &mut Vec<Change>) -> Option<String> {
        let before = changes.len();
        // Most sites answer alike under both schemes; for comparing they count as one.
        let scheme = if self.rules.scheme && url.scheme() == "https" {
            note(changes, Rule::Scheme, "https");
            "http"
        } else {
            url.scheme()
        };
        let userinfo = url.has_userinfo() && !self.drops_userinfo(url, changes);
        let host = self.host(url, changes);
        let mut path = Cow::Borrowed(url.path());
        if !memento {
            path = self.path(path, url, changes);
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
        text.push_str(host);
        text.push_str(&url.host_and_port()[url.host().len()..]);
        text.push_str(&path);
        Some(text)
    }

    fn drops_userinfo(&self, url: &Url, changes: &mut Vec<Change>) -> bool {
        if self.rules.userinfo {
            note(changes, Rule::UserInfo, url.username());
        }
        self.rules.userinfo
    }

    fn host<'u>(&self, url: &'u Url, changes: &mut Vec<Change>) -> &'u str {
        let mut host = url.host();
        // Several dots at the end mean the same root.
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
        host
    }

    fn path<'u>(
        &self,
        mut path: Cow<'u, str>,
        url: &Url,
        changes: &mut Vec<Change>,
    ) -> Cow<'u, str> {
        if self.rules.escapes
            && let Some(same) = one_spelling(&path)
        {
            note(changes, Rule::Escapes, &path);
            path = Cow::Owned(same);
        }
        if self.rules.session
            && let Some(rest) = without_session(&path, |what| note(changes, Rule::Session, what))
        {
            path = Cow::Owned(rest);
        }
        // After sessions are gone: they leave empty segments.
        if self.rules.slashes
            && let Some(single) = single_slashes(&path)
        {
            note(changes, Rule::Slashes, &path);
            path = Cow::Owned(single);
        }
        if self.rules.trackers {
            let tracks = |name: &str| self.trackers.contains(name, url.host_without_root());
            let rest = without_stray_parameters(&path, tracks, |pair| {
                note(changes, Rule::Tracker, pair);
            });
            if let Some(rest) = rest {
                path = Cow::Owned(rest);
            }
        }
        if self.rules.trailing_slash && path.len() > 1 && path.ends_with('/') {
            note(changes, Rule::TrailingSlash, "/");
            let length = path.trim_end_matches('/').len().max(1);
            path = Cow::Owned(path[..length].to_owned());
        }
        path
    }
}

/// Whether a host is what rules may leave of another: less `www.` in front and dots at the end.
fn is_below(left: &str, host: &str) -> bool {
    host.trim_end_matches('.').ends_with(left) || host.ends_with(left)
}

/// `www.` and `www2.` gone, while a registrable domain remains.
fn without_www(host: &str) -> Option<&str> {
    if !host.starts_with("www") {
        return None;
    }
    // `www.com` is a registrable domain; without its `www.` nothing would be left.
    let least = SuffixList::default().registrable(host)?.len();
    let mut rest = host;
    while let Some(behind) = rest.strip_prefix("www")
        && let Some(behind) =
            behind.trim_start_matches(|c: char| c.is_ascii_digit()).strip_prefix('.')
        && behind.trim_end_matches('.').len() >= least
    {
        rest = behind;
    }
    (rest.len() < host.len()).then_some(rest)
}
