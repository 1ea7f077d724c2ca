//! Portals by declaration: where a site's archive pages are, and what they list.
//!
//! A *portal* is a site with pages that list its articles. A *route* is one way through these
//! archive pages: by day, by number, by category, by sitemap. A *rule* takes addresses out of a page:
//! the articles it lists, or the page that comes next. All of it stands in a *portal file* (TOML, no
//! code); a *preset* is a portal file for everything that one program publishes. A *case* is a stored
//! page with what a rule should find on it.
//!
//! Nothing here opens a socket or reads a clock.

#![forbid(unsafe_code)]

mod address;
mod case;
mod content;
pub mod coverage;
mod document;
mod feed;
mod file;
mod json;
mod portal;
mod preset;
mod rule;
mod site;
mod suggest;
pub mod tags;

pub use address::{Pages, Place};
pub use case::{Case, CaseError, CaseKind, Outcome, Stored};
pub use content::{Content, ContentFile, MetaFile, Ruled, ScriptFile};
pub use document::Document;
pub use feed::Listing;
pub use file::{FileError, PortalFile, ReadFile, RuleFile};
pub use portal::{Article, Portal, Route, RouteKind, Stop};
pub use preset::PRESETS;
pub use rule::Rules;
pub use site::Site;
pub use suggest::{Suggestion, suggest};

/// JSON Schema of portal files.
pub fn schema() -> schemars::Schema {
    schemars::schema_for!(PortalFile)
}
