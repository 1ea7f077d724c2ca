//! Portals by declaration: a file says where a site's archive pages are, what they list, and what
//! of an article's page is the article.
//!
//! - A *portal* is a site with archive pages, which list its articles.
//! - A *route* is one way through them: by day, by number, by category, by sitemap.
//! - A *rule* finds addresses on a page: the listed articles, or the next page.
//! - A *portal file* declares all of this (TOML, no code). A *preset* is a portal file for every
//!   site of one publishing program.
//! - A *case* is a recorded page with what a rule should find on it.
//!
//! The road: [`Portal::load`] compiles a file, [`Route::ranges`] gives addresses, [`Rules`] read a
//! [`Document`]. [`suggest`](suggest()) proposes rules, [`coverage`] compares with an archive's
//! index, and [`tags`] counts what elements a portal uses. Nothing here opens a socket or reads a
//! clock.
//!
//! ```
//! use scutch_portal::{Document, Portal};
//! use scutch_url::Url;
//!
//! let portal = Portal::load("url = 'https://news.example/'\nlinks = { link = 'h2 > a' }", None)?;
//! let url = Url::parse("https://news.example/archive").expect("a URL");
//! let page = Document::new(url, b"<h2><a href=/story>Story</a></h2>".to_vec(), None);
//! let (links, _) = portal.rules();
//! assert_eq!(links.addresses(&page), ["https://news.example/story"]);
//! # Ok::<(), scutch_portal::FileError>(())
//! ```

#![forbid(unsafe_code)]

mod address;
mod article;
mod case;
mod content;
pub mod coverage;
mod document;
mod feed;
mod file;
mod json;
mod operator;
mod portal;
mod preset;
mod route;
mod rule;
mod site;
mod suggest;
pub mod tags;
mod verdict;
mod withheld;

pub use address::{ArchivePages, ArchiveRange};
pub use article::{Article, ArticleSigns};
pub use case::{Case, CaseError, CaseKind, Outcome, RecordedPages};
pub use content::{Content, RuledPage};
pub use document::Document;
pub use feed::Listing;
pub use file::{
    ContentFile, FileError, MetaFile, PortalFile, ReadFile, RouteKind, RuleFile, ScriptFile,
};
pub use portal::Portal;
pub use preset::PRESETS;
pub use route::{Route, Stop};
pub use rule::Rules;
pub use site::Site;
pub use suggest::{Ask, Exploration, PageTemplate, Suggestion, explore, suggest};
pub use verdict::{NoVerdict, PageVerdict, Verdict};
pub use withheld::Access;

/// The JSON Schema of portal files.
pub fn schema() -> schemars::Schema {
    schemars::schema_for!(PortalFile)
}
