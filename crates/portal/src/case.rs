//! Test cases of a portal file: stored pages, and what the rules should find on them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use scutch_archive::{Item, Limits, OpenError, Reader, RecordKind, parse_http_response};
use scutch_url::Url;
use serde::{Deserialize, Serialize};

use crate::document::Document;
use crate::portal::Portal;

/// The rules that a case is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CaseKind {
    /// `links`: the articles of an archive page.
    Links,
    /// `next`: the archive page that comes next.
    Next,
    /// `article.next`: the next page of an article.
    ArticleNext,
}

impl CaseKind {
    /// The name in `expect.jsonl`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Links => "links",
            Self::Next => "next",
            Self::ArticleNext => "article-next",
        }
    }
}

/// A line of `expect.jsonl`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// Which rules.
    pub kind: CaseKind,
    /// Address of the page.
    pub url: String,
    /// The route whose rules are tested; the file's own rules if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub route: Option<String>,
    /// What they should find, in any order.
    pub expected: Vec<String>,
}

/// The result of a case.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Outcome {
    /// Number of expected addresses that were found.
    pub found: usize,
    /// Expected, but not found.
    pub missing: Vec<String>,
    /// Found, but not expected.
    pub extra: Vec<String>,
}
impl Outcome {
    /// Whether exactly the expected addresses were found.
    pub fn is_exact(&self) -> bool {
        self.missing.is_empty() && self.extra.is_empty()
    }
}

/// Why the cases of a folder cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CaseError {
    /// A file cannot be read.
    #[error("{}: cannot be read: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        error: std::io::Error,
    },
    /// An archive cannot be opened.
    #[error(transparent)]
    Archive(#[from] OpenError),
    /// A line of `expect.jsonl` is no case.
    #[error("{}: line {line}: {error}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// From 1.
        line: usize,
        /// What is wrong with it.
        error: serde_json::Error,
    },
}

impl Case {
    /// Reads the cases of a file, one per line.
    ///
    /// # Errors
    /// When the file cannot be read, or a line is no case.
    pub fn read(path: &Path) -> Result<Vec<Self>, CaseError> {
        let cannot = |error| CaseError::File { path: path.to_owned(), error };
        let text = fs::read_to_string(path).map_err(cannot)?;
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let case = |(n, line): (usize, &str)| {
            serde_json::from_str(line).map_err(|error| CaseError::Line {
                path: path.to_owned(),
                line: n + 1,
                error,
            })
        };
        lines.map(case).collect()
    }

    /// Compares what the rules find on a page with the expectation.
    pub fn judge(&self, portal: &Portal, page: &Document) -> Outcome {
        let route = self.route.as_ref();
        let route = route.and_then(|name| portal.routes.iter().find(|route| route.name == *name));
        let (links, next) = match route {
            Some(route) => (&route.links, &route.next),
            None => portal.rules(),
        };
        let found = match self.kind {
            CaseKind::Links => links.addresses(page),
            // A crawl follows the first address alone.
            CaseKind::Next => next.addresses(page).into_iter().take(1).collect(),
            CaseKind::ArticleNext => {
                portal.article.next.addresses(page).into_iter().take(1).collect()
            }
        };
        let found: BTreeSet<_> = found.iter().map(|address| normalize(address)).collect();
        let expected: BTreeSet<_> =
            self.expected.iter().map(|address| normalize(address)).collect();
        Outcome {
            found: found.intersection(&expected).count(),
            missing: expected.difference(&found).cloned().collect(),
            extra: found.difference(&expected).cloned().collect(),
        }
    }
}

/// The spelling of the URL standard: people write expectations as they see addresses.
fn normalize(address: &str) -> String {
    Url::parse(address).map_or_else(|_| address.to_owned(), Url::into_string)
}

/// The recorded pages of a portal folder, by address.
#[derive(Debug, Default)]
pub struct RecordedPages(BTreeMap<String, (Vec<u8>, Option<String>)>);

impl RecordedPages {
    /// Reads archives. Of several captures of an address, the first counts. Unreadable records are
    /// skipped.
    ///
    /// # Errors
    /// When a file cannot be opened.
    pub fn read(files: &[PathBuf]) -> Result<Self, CaseError> {
        let mut pages = BTreeMap::new();
        let limits = Limits::default();
        for file in files {
            let mut reader = Reader::open(file, &limits)?;
            while let Some(item) = reader.next() {
                let Item::Record(record) = item else { continue };
                // Requests and metadata have the target URI of the page too.
                if *record.kind() != RecordKind::Response {
                    continue;
                }
                let Some(uri) = record.target_uri().map(normalize) else { continue };
                let Ok(answer) = parse_http_response(record.block(), &limits) else { continue };
                let content_type = answer.headers.get("Content-Type").map(str::to_owned);
                let body = answer.payload(&limits).content.to_vec();
                // A case must not change when its page is recorded again.
                pages.entry(uri).or_insert((body, content_type));
            }
        }
        Ok(Self(pages))
    }

    /// The page at an address.
    pub fn page(&self, address: &str) -> Option<Document> {
        let address = normalize(address);
        let (body, content_type) = self.0.get(&address)?;
        let url = Url::parse(&address).ok()?;
        Some(Document::new(url, body.clone(), content_type.clone()))
    }

    /// Addresses of all pages, sorted.
    pub fn addresses(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }
}
