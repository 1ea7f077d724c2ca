//! The plan of the crawls: `samples-src/crawl.toml`, read into what each capture is.

use std::path::Path;

use anyhow::{Context, Result};
use serde::Deserialize;

use super::coding::Coding;
use super::press::Look;

/// One archive file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Plan {
    /// Its name within `samples/`.
    pub(crate) file: String,
    pub(crate) framing: Framing,
    /// Version of the WARC format, `1.0` or `1.1`.
    pub(crate) version: String,
    /// Date of the warcinfo record.
    pub(crate) started: String,
    pub(crate) software: String,
    pub(crate) description: String,
    /// What stands before the path of a captured page.
    pub(crate) host: String,
    #[serde(default)]
    pub(crate) defaults: Defaults,
    pub(crate) captures: Vec<Capture>,
}

/// How records are laid into the file.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Framing {
    /// A gzip member for each record.
    Member,
    /// One gzip member around all records.
    Whole,
    /// Not compressed.
    Plain,
}

/// Values for captures that do not say otherwise.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Defaults {
    layout: Option<Look>,
    charset: Option<String>,
    http: Option<String>,
    meta: Option<String>,
    url: Option<String>,
    #[serde(default)]
    block_digest: bool,
}

/// What the server sent.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Served {
    /// The page of an article.
    Article(String),
    /// The front page of an edition.
    Home(String),
    /// The "not found" page of an edition.
    Missing(String),
    /// A page of somebody else, or a file, as it lies in `samples-src/pages`.
    Page(String),
    /// An article as plain text.
    Plain(String),
    /// A picture.
    Image,
}

/// Whether the declared payload digest is that of the payload.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Declared {
    #[default]
    Right,
    /// Right for the body as sent, chunk framing included, as many crawlers compute it.
    Framed,
    Wrong,
    Malformed,
    Absent,
}

impl Declared {
    /// The word for it in a corpus row's `digest_status`.
    pub(crate) fn status(self) -> &'static str {
        match self {
            Self::Right | Self::Framed => "agree",
            Self::Wrong => "disagree",
            Self::Malformed => "malformed",
            Self::Absent => "absent",
        }
    }
}

/// What a page of somebody else is.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Foreign {
    /// A placeholder with searches and sponsored links on a domain for sale.
    Parked,
    /// Content of a new owner of the domain.
    Takeover,
    /// A server's message that comes with an error status.
    Error,
}

impl Foreign {
    /// The word for it in the truth.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Parked => "parked",
            Self::Takeover => "takeover",
            Self::Error => "error",
        }
    }
}

/// One capture of a page.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Capture {
    /// When, in UTC, as it stands in WARC-Date.
    pub(crate) at: String,
    pub(crate) serve: Served,
    /// Path or whole address; otherwise the article's path.
    url: Option<String>,
    layout: Option<Look>,
    /// The encoding of the bytes.
    charset: Option<String>,
    /// The label in the HTTP header.
    http: Option<String>,
    /// The label in the page's meta element.
    meta: Option<String>,
    #[serde(default)]
    pub(crate) bom: bool,
    #[serde(default = "html")]
    pub(crate) mime: String,
    #[serde(default = "ok")]
    pub(crate) status: u16,
    pub(crate) location: Option<String>,
    #[serde(default)]
    pub(crate) codings: Vec<Coding>,
    #[serde(default)]
    pub(crate) chunked: bool,
    #[serde(default)]
    pub(crate) digest: Declared,
    #[serde(default)]
    block_digest: bool,
    /// Also write the request.
    #[serde(default)]
    pub(crate) request: bool,
    /// Also write what the crawler noted.
    #[serde(default)]
    pub(crate) metadata: bool,
    /// Write the page alone, without HTTP.
    #[serde(default)]
    pub(crate) resource: bool,
    /// Write a revisit record of the capture made at that moment.
    pub(crate) revisit_of: Option<String>,
    /// Overwrite part of the record's compressed bytes.
    #[serde(default)]
    pub(crate) damaged: bool,
    /// Truth about a page that is served as it lies; without it the page has no line in the truth.
    pub(crate) kind: Option<Foreign>,
    pub(crate) language: Option<String>,
    pub(crate) title: Option<String>,
}

impl Capture {
    /// The address captured; `own` is the path that the content itself has.
    pub(crate) fn url(&self, plan: &Plan, own: Option<&str>) -> Result<String> {
        let path = self.url.as_deref().or(plan.defaults.url.as_deref()).or(own);
        Ok(format!("{}{}", plan.host, path.context("this capture needs a url")?))
    }

    pub(crate) fn look(&self, plan: &Plan) -> Result<Look> {
        self.layout.or(plan.defaults.layout).context("this capture needs a layout")
    }

    pub(crate) fn charset<'a>(&'a self, plan: &'a Plan) -> &'a str {
        self.charset.as_deref().or(plan.defaults.charset.as_deref()).unwrap_or("utf-8")
    }

    pub(crate) fn http<'a>(&'a self, plan: &'a Plan) -> Option<&'a str> {
        label(self.http.as_deref().or(plan.defaults.http.as_deref()))
    }

    pub(crate) fn meta<'a>(&'a self, plan: &'a Plan) -> Option<&'a str> {
        label(self.meta.as_deref().or(plan.defaults.meta.as_deref()))
    }

    pub(crate) fn block_digest(&self, plan: &Plan) -> bool {
        self.block_digest || plan.defaults.block_digest
    }
}

fn label(label: Option<&str>) -> Option<&str> {
    label.filter(|label| *label != "-")
}

fn html() -> String {
    "text/html".into()
}

fn ok() -> u16 {
    200
}

/// Reads the plan.
pub(crate) fn read(path: &Path) -> Result<Vec<Plan>> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Crawls {
        archive: Vec<Plan>,
    }
    let source =
        std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(toml::from_str::<Crawls>(&source).with_context(|| format!("in {}", path.display()))?.archive)
}
