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
mod hints;
pub mod label;
mod limits;
pub mod metadata;
mod methods;
mod page;
mod page_type;
pub mod render;
pub mod select;
mod structured;
pub mod tree;

pub use block::{Block, BlockKind, Container, Span, SpanKind};
pub use charset::CharsetSource;
pub use document::Document;
pub use extract::{Scoring, extract};
pub use flag::PageFlag;
pub use format::other_format;
pub use hints::{CharsetRule, Hints};
pub use label::{
    BadThreshold, ExtractConfig, Extraction, Label, Method, Mode, OwnHeading, Pulls, Reason,
};
pub use limits::{BadLimit, Limits};
pub use metadata::{Agreement, Candidate, Metadata, Recurring, Source, TitleParts, language_tag};
pub use page::Page;
pub use page_type::{PageType, Typed};
pub use select::{Selector, SelectorError};
pub use tree::{Attr, Edit, NodeId, NodeMap, Tag, Tree};
