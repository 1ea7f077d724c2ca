//! What the Python package courlan answers, answer for answer.
//!
//! courlan cleans, checks and filters URLs for web corpora. This crate repeats its answers, known
//! faults included, for comparisons with corpora that were made with it; the profile `crawl` of
//! `scutch-url` does better. Written against the behaviour of the development version of June 2026
//! under CPython 3.11, with a switch for release 1.4.0.
//!
//! [`Courlan`] has the functions as methods, under their Python names; [`Store`] is its `UrlStore`,
//! and [`PythonRules`] the robots rules that it uses. Where courlan raises an exception, the
//! function answers with [`Invalid`].
//!
//! Each filter is a scan over bytes where courlan has a regular expression. What an expression
//! does by accident is done on purpose here; the comments say which accident it is.
//!
//! ```
//! use scutch_courlan::{Courlan, Options};
//!
//! let courlan = Courlan::default();
//! let url = "http://www.example.org:80/a//b?utm_source=x#top";
//! let checked = courlan.check_url(url, &Options::default());
//! let (url, domain) = checked.expect("a page");
//! assert_eq!(url, "http://www.example.org/a/b#top");
//! assert_eq!(domain, "example.org");
//! assert_eq!(courlan.check_url("https://example.org/logo.png", &Options::default()), None);
//! ```

#![forbid(unsafe_code)]
#![allow(
    clippy::missing_errors_doc,
    reason = "each error is an exception of courlan, as its type says"
)]

mod check;
mod domain;
mod filters;
mod language;
mod links;
mod normalize;
mod query;
mod robots;
mod scrub;
mod settings;
mod split;
mod store;
mod text;

pub use links::{LinkOptions, SplitLinks};
pub use normalize::{decode_punycode, normalize_fragment, normalize_part};
pub use query::clean_query;
pub use robots::PythonRules;
pub use settings::{Courlan, Invalid, Options, Release};
pub use split::{Split, with_split};
pub use store::{ChangedWhileWalking, Store};
