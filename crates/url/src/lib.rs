//! One URL, and many of them: what a URL says, which of its spellings mean the same, whether a
//! corpus wants it, and in which order to fetch.
//!
//! Terms. A *profile* is a named, versioned set of rules that turns a URL into its normal form. A
//! *verdict* says accept or reject with a reason. A *key* is a form made for comparing and sorting,
//! never for fetching; the SURT key of web archives is one. The *registrable domain* is the part of
//! a host that somebody could register: the public suffix and one label more.
//!
//! Nothing here knows a document tree, opens a socket or reads a clock.
//!
//! ```
//! use scutch_url::{Memento, Profile, Url, registrable_domain, surt};
//!
//! let url = Url::parse("HTTP://www.Example.co.uk/a/../b?x=1#top")?;
//! assert_eq!(url.as_str(), "http://www.example.co.uk/b?x=1#top");
//! assert_eq!(registrable_domain(url.host()).as_deref(), Some("example.co.uk"));
//! assert_eq!(surt(url.as_str()), "uk,co,example)/b?x=1");
//!
//! let crawl = Profile::Crawl.apply("http://example.org/?utm_source=mail&id=7#top")?;
//! assert_eq!(crawl, "http://example.org/?id=7");
//!
//! let uri_m = "https://web.archive.org/web/20200202020202/http://example.org/";
//! let memento = Memento::split(uri_m).expect("a URI-M");
//! assert_eq!((memento.time, memento.uri_r().as_str()), ("20200202020202", "http://example.org/"));
//! # Ok::<(), scutch_url::ParseError>(())
//! ```

#![forbid(unsafe_code)]

mod archives;
mod citations;
mod dates;
mod domain;
pub mod dust;
mod entities;
pub mod frontier;
mod host_scope;
pub mod idna2003;
pub mod links;
mod parse;
mod profile;
mod reasons;
pub mod robots;
pub mod sample;
mod surt;
mod trackers;
pub mod verdict;

pub use archives::{Archive, Memento, archives};
pub use citations::{Citation, CitationForm, citation_forms};
pub use dates::{PathDate, date_in_path};
pub use domain::{
    SuffixList, bare_host, host, host_for_display, is_external, is_host_or_below,
    registrable_domain, site, top_level_domain,
};
pub use entities::{unescape, unescape_closed};
pub use parse::{MAX_LENGTH, ParseError, Url, percent_decode, push_escape};
pub use profile::{Change, Crawl, Normal, Profile, Rule, Rules, from_ssurt, ssurt};
pub use scutch_suffix::listed_suffix;
pub use surt::surt;
pub use trackers::{Loaded, Trackers, trackers};
