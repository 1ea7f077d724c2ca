//! Verdicts: whether a corpus wants a URL, and why not.
//!
//! A check normalises a URL as the profile `crawl` does and passes it to the filters. Each filter
//! is one rule with an id; the first one that objects gives the reason. Every rejection has a
//! reason.
//!
//! ```
//! use scutch_url::verdict::{Checker, Filters};
//!
//! let mut checker = Checker::new(Filters::relaxed());
//! let kept = checker.check("HTTP://Example.org/story?utm_source=x#top");
//! let kept = kept.map(|url| url.to_string());
//! assert_eq!(kept.as_deref(), Ok("http://example.org/story"));
//!
//! let rejection = checker.check("http://example.org/film.mp4").expect_err("no page");
//! assert_eq!((rejection.reason.id(), &*rejection.what), ("file-video", "mp4"));
//! ```

mod checker;
mod endpoints;
mod filters;
mod hosts;
mod kind;
mod kinds;
mod language;
mod objection;
mod reason;
mod shape;
mod signs;
mod traps;
mod words;

pub use checker::{Checker, Rejection};
pub use endpoints::EndpointKind;
pub use filters::Filters;
pub use hosts::HostList;
pub use kind::{PageKind, TypeOfUrl, url_type};
pub use language::{LanguageEvidence, known_language, language_evidence};
pub use objection::unreachable_host;
pub use reason::Reason;
pub use traps::{Trap, trap};
pub use words::{FileClass, SegmentKind, file_class};
