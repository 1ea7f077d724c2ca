//! One URL, and many of them: what a URL says, which of its spellings mean the same, whether a
//! corpus wants it, and in which order to fetch.
//!
//! Terms. A *profile* is a named, versioned set of rules that turns a URL into its normal form. A
//! *verdict* says accept or reject with a reason. A *key* is a form made for comparing and sorting,
//! never for fetching; the SURT key of web archives is one. The *registrable domain* is the part of
//! a host that somebody could register: the public suffix and one label more.
//!
//! Nothing here knows a document tree, opens a socket or reads a clock.

#![forbid(unsafe_code)]

mod archives;
mod dates;
mod domain;
pub mod dust;
mod entities;
pub mod frontier;
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
pub use dates::{PathDate, date_in_path};
pub use domain::{
    SuffixList, bare_host, host, host_for_display, is_external, is_host_or_below,
    registrable_domain, site, top_level_domain,
};
pub use entities::{unescape, unescape_closed};
pub use parse::{MAX_LENGTH, ParseError, Url, percent_decode, push_escape};
pub use profile::{Change, Crawl, Normal, Profile, Rule, Rules, from_ssurt, ssurt};
pub use surt::surt;
pub use trackers::{Loaded, Trackers, trackers};
