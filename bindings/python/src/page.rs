//! Extraction of one page.

use std::collections::HashMap;

use pyo3::prelude::*;
use scutch_page::{
    Document, ExtractConfig, Extraction, Hints, Label, Limits, Method, Mode, Page, Reason, render,
};

use crate::{Html, named, unlocked};

/// Adds what this file has to the module.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Options>()?;
    module.add_class::<Found>()?;
    module.add_function(wrap_pyfunction!(read, module)?)
}

/// What to extract, and in which form.
#[pyclass(frozen)]
struct Options {
    method: Method,
    config: ExtractConfig,
    form: Form,
    metadata: bool,
}

/// The form of a text.
#[derive(Clone, Copy)]
enum Form {
    Text,
    Markdown,
    Html,
}

impl Form {
    /// The content of a page in this form.
    fn of(self, page: &Page, extraction: &Extraction) -> String {
        match self {
            Self::Text => render::text(page, extraction),
            Self::Markdown => render::markdown(&Document::new(page, extraction)),
            Self::Html => render::html(&Document::new(page, extraction)),
        }
    }
}

const FORMS: [(&str, Form); 3] =
    [("txt", Form::Text), ("markdown", Form::Markdown), ("html", Form::Html)];
const MODES: [(&str, Mode); 4] = [
    ("balanced", Mode::Balanced),
    ("precision", Mode::Precision),
    ("recall", Mode::Recall),
    ("fast", Mode::Fast),
];

#[pymethods]
impl Options {
    /// `switches`: comments, tables, links, images, metadata.
    #[new]
    fn new(method: &str, mode: &str, form: &str, switches: [bool; 5]) -> PyResult<Self> {
        let methods = Method::ALL.map(|method| (base_name(method), method));
        let [comments, tables, links, images, metadata] = switches;
        let mode = named("mode", mode, &MODES)?;
        let config =
            ExtractConfig { mode, comments, tables, links, images, ..ExtractConfig::default() };
        let (method, form) =
            (named("method", method, &methods)?, named("output format", form, &FORMS)?);
        Ok(Self { method, config, form, metadata })
    }
}

/// The name of a method without its version.
fn base_name(method: Method) -> &'static str {
    method.id().split('/').next().unwrap_or_default()
}

/// What was extracted of a page.
#[pyclass(frozen, get_all)]
#[derive(Default)]
struct Found {
    /// The content in the form asked for, comments left out.
    text: String,
    /// What readers wrote below it, if it was asked for, as plain text.
    comments: String,
    /// The content with them below, in the form asked for, if there are any.
    with_comments: Option<String>,
    /// Fields with one value.
    values: HashMap<&'static str, String>,
    authors: Vec<String>,
    keywords: Vec<String>,
    /// Ids of what is noteworthy.
    flags: Vec<&'static str>,
    language_score: Option<f32>,
    method: &'static str,
}

/// Parses a page and extracts its content.
#[pyfunction]
fn read(py: Python<'_>, html: Html, url: Option<&str>, options: &Options) -> PyResult<Found> {
    unlocked(py, "extraction", || html.with_bytes(|bytes| found(bytes, url, options)))
}

fn found(bytes: &[u8], url: Option<&str>, options: &Options) -> Found {
    let hints = Hints { url, ..Hints::default() };
    let page = Page::parse(bytes, &hints, &Limits::default());
    let mut extraction = options.method.extract(&page, &options.config);
    let has_comments = extraction.labels.iter().any(is_comment);
    let whole = match options.form {
        Form::Text => None,
        form => has_comments.then(|| form.of(&page, &extraction)),
    };
    let comments = take_comments(&page, &mut extraction);
    let text = options.form.of(&page, &extraction);
    let below = || if text.is_empty() { comments.clone() } else { format!("{text}\n{comments}") };
    let with_comments = (!comments.is_empty()).then(|| whole.unwrap_or_else(below));
    let mut flags: Vec<&'static str> =
        page.flags().iter().chain(&extraction.flags).map(|flag| flag.id()).collect();
    let method = extraction.method;
    if !options.metadata {
        return Found { text, comments, with_comments, flags, method, ..Found::default() };
    }
    let metadata = page.metadata(&extraction);
    flags.extend(metadata.flags.iter().map(|flag| flag.id()));
    let values = [
        ("title", metadata.title),
        ("sitename", metadata.site),
        ("language", metadata.language),
        ("date", metadata.date_published),
        ("date_modified", metadata.date_modified),
        ("url", metadata.canonical_url),
        ("description", metadata.description),
        ("section", metadata.section),
        ("license", metadata.licence),
        ("image", metadata.image),
        ("subtitle", metadata.subtitle),
        ("pagetype", Some(page.page_type().page_type.id().to_owned())),
    ];
    let values = values.into_iter().filter_map(|(name, value)| Some((name, value?))).collect();
    let (authors, keywords) = (metadata.authors, metadata.keywords);
    let language_score = metadata.language_score;
    Found {
        text,
        comments,
        with_comments,
        values,
        authors,
        keywords,
        flags,
        language_score,
        method,
    }
}

fn is_comment(label: &Label) -> bool {
    label.content && label.reason == Reason::Comment
}

/// Takes the comments of readers out of the content: trafilatura gives them as a text of their own.
fn take_comments(page: &Page, extraction: &mut Extraction) -> String {
    let mut comments = Vec::new();
    for (block, label) in page.blocks().iter().zip(&mut extraction.labels) {
        if is_comment(label) {
            label.content = false;
            comments.extend((block.chars > 0).then_some(block.text.as_str()));
        }
    }
    comments.join("\n")
}
