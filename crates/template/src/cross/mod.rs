//! The *cross* of a page: which pages it is compared with.
//!
//! `up` and `down` are pages of the same template under other URLs; `prev` and `next` are the
//! snapshots of the page before and after it. The name is that of the thesis: up and down lie on
//! one axis, time on the other.

mod copies;
mod rank;
mod thesis;

pub use crate::config::{CrossRule, LshBands};
use crate::gap::Gaps;
use crate::key::Key;
use crate::summary::Summary;
pub(crate) use copies::take_copies;
pub(crate) use rank::{prefer_own_kind, take_translations};
pub(crate) use thesis::{Alike, thesis};

/// The pages that a page is compared with: up, down, prev, next.
pub type CrossPages<'p> = [Option<&'p Summary>; 4];

/// Why a page has no partner in its cross.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoPartner {
    /// No capture of another URL is kept.
    NoOther,
    /// No capture reaches the similarity threshold.
    NoneAlike,
    /// All that reach it are copies of the page.
    OnlyCopies,
    /// All that reach it share the path of the page, by which the cross of the thesis tells pages
    /// apart.
    SamePath,
}

/// The repaired cross. `partners` are the captures of other URLs that reach the threshold, most
/// similar first, without copies of the page.
pub(crate) fn repaired<'p>(
    mut partners: impl Iterator<Item = &'p Summary>,
    snapshots: [Option<&'p Summary>; 2],
) -> CrossPages<'p> {
    let (up, down) = (partners.next(), partners.next());
    [up, down, snapshots[0], snapshots[1]]
}

/// The nearest captures before and after `key` whose gap to it is within `gaps`.
pub(crate) fn nearest<'p>(
    captures: impl Iterator<Item = &'p Summary> + Clone,
    key: &Key,
    gaps: Gaps,
) -> [Option<&'p Summary>; 2] {
    let captures = captures.filter(|other| gaps.accept(&other.key, key));
    let at = |summary: &&Summary| (summary.key.time, summary.key.record);
    // Captures of the same second are ordered by their documents, so that each has a place before
    // or after.
    let here = (key.time, key.record);
    [
        captures.clone().filter(|s| at(s) < here).max_by_key(at),
        captures.filter(|s| at(s) > here).min_by_key(at),
    ]
}

/// The path of an address, without scheme, host, query and fragment.
pub(crate) fn path(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let rest = rest.split(['?', '#']).next().unwrap_or(rest);
    rest.find('/').map_or("/", |at| &rest[at..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_addresses() {
        let cases = [
            ("http://a.example/b/c?d=/e#f", "/b/c"),
            ("http://a.example", "/"),
            ("http://a.example?q=/x", "/"),
            ("http://a.example/b#c?d", "/b"),
            ("/b", "/b"),
            ("", "/"),
        ];
        for (url, expected) in cases {
            assert_eq!(path(url), expected, "{url}");
        }
    }
}
