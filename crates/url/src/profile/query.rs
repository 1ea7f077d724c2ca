//! What the rules of `crawl` and `dedup` do to a query.

use std::borrow::Cow;

use super::crawl::Crawl;
use super::rules::{Change, Rule, note};
use super::session::is_session;
use super::spelling::{AMP, HIDDEN_AMP, one_spelling, without_references};

impl Crawl<'_> {
    /// The query as its names are looked up: an escaped name is the name.
    fn spelled<'u>(&self, query: &'u str, changes: &mut Vec<Change>) -> Cow<'u, str> {
        let escapes = memchr::memchr(b'%', query.as_bytes()).is_some();
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
        let hidden = escapes && query.contains(HIDDEN_AMP);
        if !hidden && (first.is_empty() || !query.starts_with(&AMP[1..])) {
            return query;
        }
        let whole = [first, &query.replace(HIDDEN_AMP, AMP)].concat();
        let without = without_references(&whole).unwrap_or(whole);
        note(changes, Rule::Ampersand, &query);
        Cow::Owned(without[first.len()..].to_owned())
    }

    /// Applies the rules to a query.
    pub(super) fn query(&self, host: &str, query: &str, changes: &mut Vec<Change>) -> Query {
        let before = changes.len();
        let spelled = self.spelled(query, changes);
        let alone = memchr::memchr(b'&', spelled.as_bytes()).is_none();
        let told = changes.len();
        for pair in pairs(&spelled) {
            if let Some(rule) = self.removes(pair, alone, host) {
                note(changes, rule, pair);
            }
        }
        if changes.len() == told && !self.rules.sorted {
            // Nothing is removed; only the spelling may have changed.
            return if told > before { Query::New(spelled.into_owned()) } else { Query::Same };
        }
        let kept = pairs(&spelled).filter(|pair| self.removes(pair, alone, host).is_none());
        let mut kept: Vec<&str> = kept.collect();
        if kept.is_empty() {
            return Query::Gone;
        }
        if self.rules.sorted && !kept.is_sorted_by_key(|pair| name_and_value(pair).0) {
            note(changes, Rule::Sorted, &spelled);
            // Stable: equal names keep their order, which can matter to the server.
            kept.sort_by_key(|pair| name_and_value(pair).0);
        }
        if changes.len() > before { Query::New(kept.join("&")) } else { Query::Same }
    }

    /// The rule that removes a parameter.
    fn removes(&self, pair: &str, alone: bool, host: &str) -> Option<Rule> {
        let (name, value) = name_and_value(pair);
        // A lone question mark can lead to another page than none, so `crawl` keeps it.
        if pair.is_empty() && (!alone || self.rules.trailing_slash) {
            self.rules.empty_parameters.then_some(Rule::EmptyParameter)
        } else if self.rules.trackers && self.trackers.contains(name, host) {
            Some(Rule::Tracker)
        } else if self.rules.session && is_session(name, value) {
            Some(Rule::Session)
        } else {
            (self.rules.blank && value.is_empty()).then_some(Rule::Blank)
        }
    }
}

/// What the rules leave of a query.
pub(super) enum Query {
    Same,
    Gone,
    New(String),
}

/// The parameters of a query.
pub(crate) fn pairs(query: &str) -> impl Iterator<Item = &str> {
    let mut start = 0;
    memchr::memchr_iter(b'&', query.as_bytes()).chain([query.len()]).map(move |end| {
        let pair = &query[start..end];
        start = end + 1;
        pair
    })
}

/// Name and value of a parameter; without `=` the value is empty.
pub(crate) fn name_and_value(pair: &str) -> (&str, &str) {
    // Names are short: a search of many bytes at once would take longer to begin.
    match pair.bytes().position(|byte| byte == b'=') {
        Some(at) => (&pair[..at], &pair[at + 1..]),
        None => (pair, ""),
    }
}
