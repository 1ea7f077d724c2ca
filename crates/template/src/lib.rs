//! Joint boilerplate detection: what other pages of a host show of one page.
//!
//! A web archive has many pages of one *template* and many captures of one page. Text that pages of
//! a template share is boilerplate; text that only one of them has is content. The *partners* of a
//! page are the pages of its host with the most similar structure. Its *snapshots* are captures of
//! the same URL at other times.
//!
//! The road: a [`Page`](scutch_page::Page) is summarized as a [`Summary`]. The summaries of a host
//! are gathered in [`HostPages`], in any order and in any number of parts, and concluded to
//! [`HostEvidence`]. This gives the [`Evidence`] for each page, by which a [`Method`] labels its
//! blocks and nodes.
//!
//! ```
//! use scutch_page::{ExtractConfig, Hints, Limits, Page, Scoring, render};
//! use scutch_template::{HostPages, Key, Method, Summary, TemplateConfig};
//!
//! let stories = ["The ferry left at nine.", "Nine hens were counted.", "Snow lies on the pass."];
//! let read = |story: &str| {
//!     let html = format!("<ul><li>Home of the gazette</ul><p>{story}</p><p>Printed in town.</p>");
//!     Page::parse(html.as_bytes(), &Hints::default(), &Limits::default())
//! };
//! let summarize = |page: &Page, number: usize| {
//!     let key = Key { url: format!("http://a.example/{number}"), time: 0, record: 0 };
//!     Summary::new(key, page, Scoring::new(page, &ExtractConfig::default()).labels())
//! };
//! let config = TemplateConfig { method: Method::Occurrence, ..TemplateConfig::default() };
//!
//! let mut pages = HostPages::default();
//! for (number, story) in stories.iter().enumerate() {
//!     let page = read(story);
//!     pages.add(summarize(&page, number).prepared(&page, &config));
//! }
//! let host = pages.conclude();
//!
//! let page = read(stories[0]);
//! let summary = summarize(&page, 0);
//! let evidence = host.evidence_for(&summary, "a.example", &config);
//! assert_eq!(evidence.partners.len(), 2);
//! let mut scoring = Scoring::new(&page, &ExtractConfig::default());
//! config.method.label(&mut scoring, &page, &summary, &evidence, &config);
//! let text = render::text(&page, &scoring.finish(config.method.id()));
//! assert_eq!(text.trim(), "The ferry left at nine.");
//! ```
//!
//! The rooms, from the ground up: settings (`config`); word diff and annotation ([`diff`],
//! [`annotate`], [`patterns`]); structure and summaries; crosses ([`cross`]); labelled nodes
//! ([`nodes`]); learners ([`retrain`]); hosts; the method `learned` ([`joint`]); labels by all
//! methods ([`label`]). The crate `scutch-evaluate` scores them.

#![forbid(unsafe_code)]

pub mod annotate;
pub mod compared;
mod config;
pub mod cross;
pub mod diff;
mod flag;
pub mod gap;
mod hash;
mod host;
pub mod joint;
mod key;
pub mod label;
pub mod nodes;
mod packed;
pub mod patterns;
pub mod retrain;
mod structure;
mod summary;
#[cfg(test)]
mod test_pages;
pub mod words;

pub use config::{Meaningless, Method, TemplateConfig, Tokens};
pub use flag::TemplateFlag;
pub use host::{Evidence, HostEvidence, HostLimits, HostPages};
pub use key::{Key, UrlKey};
pub use label::Labelled;
pub use nodes::NodeLabel;
pub use structure::{PERMUTATIONS, Signature};
pub use summary::{Seen, Summary};
