//! What a page says about itself.

use std::collections::BTreeMap;

use serde::Serialize;

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
}

/// A value some source gives for a field.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Candidate {
    /// The value, cleaned as the field needs.
    pub value: String,
    /// Where it was found.
    pub source: Source,
    /// The exact place: property, meta name, element.
    pub detail: String,
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
    /// Every candidate per field, the chosen one first.
    pub candidates: BTreeMap<&'static str, Vec<Candidate>>,
}
