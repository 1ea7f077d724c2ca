//! The profile `courlan`: what the Python package of that name answers, answer for answer.
//!
//! Kept for comparisons with corpora that were made with it. Known faults are part of it; the
//! profile `crawl` does better. Written against the behaviour of its development version of June
//! 2026, with a switch for release 1.4.0, under CPython 3.11.

#![allow(
    clippy::missing_errors_doc,
    reason = "each error is an exception of courlan, as its type says"
)]

mod check;
mod domain;
mod filters;
mod language;
mod links;
mod normalize;
mod robots;
mod scrub;
mod split;
mod store;
mod text;

use std::fmt;

pub use links::{LinkOptions, SplitLinks};
pub use normalize::{clean_query, decode_punycode, normalize_fragment, normalize_part};
pub use robots::PythonRules;
pub use split::Split;
pub use store::{ChangedWhileWalking, Store};

/// Which version's answers to give where they differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Release {
    /// The development version of 28 June 2026.
    #[default]
    Head,
    /// Release 1.4.0.
    V1_4_0,
}

/// The functions of courlan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Courlan {
    pub(super) release: Release,
}

/// What courlan's functions let one choose. The default is theirs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options<'a> {
    /// Fewer parameters, more file types, no fragments.
    pub strict: bool,
    /// Target language, ISO 639-1; `None` for any.
    pub language: Option<&'a str>,
    /// Keep pages that list others.
    pub with_nav: bool,
    /// Keep a slash at the end.
    pub trailing_slash: bool,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Options { strict: false, language: None, with_nav: false, trailing_slash: true }
    }
}

/// A URL that courlan refuses with an exception.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Invalid;

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("courlan refuses this URL with an exception")
    }
}

impl std::error::Error for Invalid {}

impl Courlan {
    /// The functions as of one version.
    pub fn new(release: Release) -> Courlan {
        Courlan { release }
    }
}

/// Splits a URL as `urllib.parse.urlsplit` does and hands the parts to `look`.
pub fn with_split<T>(url: &str, look: impl FnOnce(&Split<'_>) -> T) -> Result<T, Invalid> {
    let url = split::tidy(url);
    Ok(look(&Split::of(&url)?))
}

impl Courlan {
    /// Whether a link is among `known` in one of its spellings.
    pub fn is_known_link(&self, link: &str, known: &[String]) -> bool {
        links::is_known_link(link, |link| known.iter().any(|other| other == link))
    }

    /// The links that contain `filter`, or else those of feed services; sorted, each once.
    pub fn filter_urls(&self, links: &[String], filter: Option<&str>) -> Vec<String> {
        let mut found: Vec<String> =
            links.iter().filter(|link| filter.is_none_or(|f| link.contains(f))).cloned().collect();
        if found.is_empty() {
            let feed = |link: &&String| {
                let link = link.to_ascii_lowercase();
                link.contains("feedburner") || link.contains("feedproxy")
            };
            found = links.iter().filter(feed).cloned().collect();
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}
