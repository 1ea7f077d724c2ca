//! One web page: from bytes to text, tree, blocks, labels, metadata and documents.
//!
//! A page is read once into an immutable [`Page`]. Everything else reads that value:
//!
//! 1. [`Page::parse`] decodes the bytes ([`charset`]), parses the markup ([`tree`]) and cuts it
//!    into blocks of text ([`block`]). [`Limits`] cap the work; a [`PageFlag`] says what was left
//!    out.
//! 2. [`extract()`], or another [`Method`], gives each block a [`Label`]: content or not, with
//!    score and [`Reason`].
//! 3. [`Page::metadata`] gathers what the page says about itself: title, authors, dates and more,
//!    each with its candidates and their sources.
//! 4. [`Document`] holds what was kept as nested structure, and [`render`] writes text, Markdown,
//!    HTML or an explanation.
//!
//! ```
//! use scutch_page::{Document, ExtractConfig, Hints, Limits, Page, extract, render};
//!
//! let html = "<title>Flood</title><nav><a href='/'>Home</a></nav>
//!     <h1>Flood</h1><p>The river rose again on Tuesday night.</p>";
//! let hints = Hints { url: Some("https://gazette.example/flood"), ..Hints::default() };
//! let page = Page::parse(html.as_bytes(), &hints, &Limits::default());
//! let extraction = extract(&page, &ExtractConfig::default());
//!
//! assert!(render::text(&page, &extraction).contains("The river rose again on Tuesday night."));
//! assert_eq!(page.metadata(&extraction).title.as_deref(), Some("Flood"));
//! let markdown = render::markdown(&Document::new(&page, &extraction));
//! assert!(markdown.contains("Tuesday"));
//! ```

#![forbid(unsafe_code)]

mod additions;
pub mod block;
pub mod charset;
pub mod counts;
#[cfg(test)]
mod cpu_clock;
pub mod document;
pub mod extract;
mod flag;
mod hints;
pub mod label;
mod limits;
pub mod mask;
pub mod metadata;
mod methods;
mod page;
mod page_type;
mod preferences;
pub mod render;
pub mod select;
mod structured;
pub mod tree;

pub use block::{Block, BlockKind, Container, Span, SpanKind};
pub use charset::CharsetSource;
pub use document::Document;
pub use extract::{Scoring, extract};
pub use flag::PageFlag;
pub use hints::{CharsetRule, Hints};
pub use label::{
    BadThreshold, Contributions, Cut, Cuts, ExtractConfig, Extraction, Label, Method, Mode,
    OwnHeading, Reason,
};
pub use limits::{BadLimit, Limits};
pub use metadata::{
    Agreement, Candidate, Metadata, Recurring, Source, TitleParts, candidates_json, kept_agreement,
    language_tag,
};
pub use page::{Page, runs};
pub use page_type::{PageType, TypePrediction};
pub use preferences::UsagePreferences;
pub use select::{Selector, SelectorError};
pub use tree::{Attr, Edit, NodeId, NodeMap, Syntax, Tag, Tree};
