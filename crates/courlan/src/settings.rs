//! What one may choose: the version, and the options of its functions.

use std::fmt;

/// Which version's answers to give where they differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Release {
    /// The development version of 28 June 2026.
    #[default]
    Head,
    /// Release 1.4.0.
    V1_4_0,
}

/// The functions of courlan, under their Python names.
///
/// A value is as large as a number: it remembers the version whose answers to give.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Courlan {
    pub(crate) release: Release,
}

/// What courlan's functions let one choose. The default is theirs.
///
/// Not every function looks at every option; each says which ones it needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options<'a> {
    /// Keep known parameters only, refuse more file types and adult pages, drop fragments.
    pub strict: bool,
    /// Target language, ISO 639-1; `None` for any.
    pub language: Option<&'a str>,
    /// Keep pages that list others, which lead a crawl to more pages.
    pub with_nav: bool,
    /// Keep a slash at the end of a path. Without it, both spellings have one normal form.
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
