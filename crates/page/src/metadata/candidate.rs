//! Values that a page gives for a field, and all it says about itself.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::PageFlag;

/// Where a candidate was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// A JSON-LD script.
    Jsonld,
    /// A `meta` element.
    Meta,
    /// Elements, attributes and text of the page.
    Html,
    /// The address of the page.
    Url,
    /// A statistical detector.
    Detector,
    /// A rule of a portal file.
    Rule,
    /// The crawl that stored the page.
    Crawl,
    /// A person who looked at the page.
    Decision,
}

impl Source {
    /// The name in tables, as in JSON.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Jsonld => "jsonld",
            Self::Meta => "meta",
            Self::Html => "html",
            Self::Url => "url",
            Self::Detector => "detector",
            Self::Rule => "rule",
            Self::Crawl => "crawl",
            Self::Decision => "decision",
        }
    }
}

/// A value that a source gives for a field.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Candidate {
    /// The value, normalised for its field.
    pub value: String,
    /// Where it was found.
    pub source: Source,
    /// The exact origin: property, meta name or element.
    pub detail: String,
    /// The share of candidates of its kind that are right on pages with known metadata, or the
    /// score of the detector. `None` where no such pages are known, and for implausible values.
    pub confidence: Option<f64>,
    /// Whether the value is implausible.
    #[serde(skip)]
    pub(super) implausible: bool,
}

impl Candidate {
    /// A candidate without a confidence.
    pub fn new(value: String, source: Source, detail: &str) -> Self {
        Self { value, source, detail: detail.to_owned(), confidence: None, implausible: false }
    }
}

/// Candidates by field, as JSON. They are most of what is written of a page besides its text, so they
/// are written where this crate is compiled: for speed.
pub fn candidates_json(fields: &BTreeMap<&'static str, Vec<Candidate>>) -> String {
    // Names are strings and confidences finite, so that writing them does not fail.
    serde_json::to_string(fields).unwrap_or_default()
}

/// What a page says about itself, with every candidate and its source.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Metadata {
    /// Title of the text, without the name of the site.
    pub title: Option<String>,
    /// Name of the site.
    pub site: Option<String>,
    /// Language of the text, BCP 47.
    pub language: Option<String>,
    /// Confidence of the language detector from 0 to 1, if it agrees or decided.
    pub language_score: Option<f32>,
    /// Why the text has no language, if none is declared: an id of `scutch_language::Reason`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language_reason: Option<&'static str>,
    /// Names of the authors.
    pub authors: Vec<String>,
    /// Keywords, in the order of the page.
    pub keywords: Vec<String>,
    /// ISO 8601, as precise as the source says.
    pub date_published: Option<String>,
    /// ISO 8601, as precise as the source says.
    pub date_modified: Option<String>,
    /// The address the page gives as its own.
    pub canonical_url: Option<String>,
    /// The page's summary of itself.
    pub description: Option<String>,
    /// The part of the site the page is in.
    pub section: Option<String>,
    /// The licence of the page, an address where the page gives one.
    pub licence: Option<String>,
    /// Address of the picture that stands for the page.
    pub image: Option<String>,
    /// A second title, below or above the first.
    pub subtitle: Option<String>,
    /// Publisher of the page.
    pub publisher: Option<String>,
    /// The larger work that the page is part of, such as a periodical.
    pub part_of: Option<String>,
    /// Whether the page can be read without paying.
    pub accessible_for_free: Option<bool>,
    /// The Schema.org type that the page declares, such as `NewsArticle`.
    pub content_type: Option<String>,
    /// The type of the page, by its look and its declarations.
    pub page_type: Option<String>,
    /// Number of the post in its content management system, such as `wordpress:410`.
    pub post_id: Option<String>,
    /// What is noteworthy about the values.
    #[serde(skip)]
    pub flags: Vec<PageFlag>,
    /// All candidates of each field, the chosen one first.
    pub candidates: BTreeMap<&'static str, Vec<Candidate>>,
}
