//! One web page: charset, tree, blocks, metadata, single-page extraction.
//!
//! A page is read once into an immutable [`Page`]; everything that looks at it reads that value.
//!
//! ```
//! use scutch_page::{ExtractConfig, Hints, Limits, Page, extract, render};
//!
//! let html = "<nav><a href='/'>Home</a></nav><p>The river rose again on Tuesday night.</p>";
//! let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
//! let extraction = extract(&page, &ExtractConfig::default());
//! assert!(render::text(&page, &extraction).contains("The river rose again on Tuesday night."));
//! ```

#![forbid(unsafe_code)]

mod additions;
pub mod block;
pub mod charset;
pub mod document;
pub mod extract;
mod flag;
mod format;
mod limits;
pub mod metadata;
mod methods;
mod page;
pub mod render;
mod schema_types;
pub mod select;
pub mod tree;

pub use block::{Block, BlockKind, Container, Span, SpanKind};
pub use charset::{CharsetRule, CharsetSource};
pub use document::Document;
pub use extract::{
    BadThreshold, ExtractConfig, Extraction, Label, Mode, OwnHeading, PageType, Pulls, Reason,
    Scoring, Typed, extract,
};
pub use flag::PageFlag;
pub use format::other_format;
pub use limits::{BadLimit, Limits};
pub use metadata::{Agreement, Candidate, Metadata, Recurring, Source, TitleParts, language_tag};
pub use methods::Method;
pub use page::{Hints, Page};
pub use select::{Selector, SelectorError};
pub use tree::{Attr, Edit, NodeId, Places, Tag, Tree};
