//! An edition of the paper: the words that stand around its articles.

use std::collections::BTreeMap;

use serde::Deserialize;

/// One file of `samples-src/site`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Site {
    /// Name of the paper in this language.
    pub(crate) name: String,
    /// The line under the name.
    pub(crate) motto: String,
    /// Path of the front page.
    pub(crate) home: String,
    /// How a date is printed, with `{day}`, `{month}` and `{year}`.
    pub(crate) date: String,
    /// Names of the months as they stand in a date.
    pub(crate) months: Vec<String>,
    /// Navigation: label and path.
    pub(crate) nav: Vec<(String, String)>,
    /// Everything else that the layouts print, by name.
    pub(crate) label: BTreeMap<String, String>,
    /// Advertisements, used in turn.
    pub(crate) advert: Vec<Advert>,
    /// What the box about an author says, by name.
    pub(crate) author: BTreeMap<String, String>,
    /// Teasers of articles that no archive holds.
    pub(crate) elsewhere: Vec<Elsewhere>,
}

/// An advertisement of two or three sentences.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Advert {
    pub(crate) title: String,
    pub(crate) text: String,
    pub(crate) link: String,
}

/// A teaser without an article.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Elsewhere {
    pub(crate) title: String,
    pub(crate) text: String,
    pub(crate) path: String,
}
