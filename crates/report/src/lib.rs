//! The pages of a corpus folder: `report.html` about all of it, `template.html` about joint detection
//! ([`template`]), `timing.html` about the duration of steps ([`timing`]).
//!
//! Everything in `report.html` comes from its [`Manifest`]: the same manifest gives the same bytes. A page
//! needs no script and loads nothing; a content security policy in its head forbids both, because
//! hosts, media types and file names are *foreign* text. Its size is bounded: long lists are cut,
//! and what is cut is summed.
//!
//! `SECTIONS` is the report in reading order; each section is a file with a function `body`.
//!
//! ```
//! use scutch_folder::config::Config;
//! use scutch_folder::manifest::{Manifest, tool};
//! use scutch_folder::tally::Tally;
//!
//! let mut counts = Tally { records: 3, rows: 2, ..Tally::default() };
//! counts.out_of_scope.add("mime", 1);
//! let manifest = Manifest {
//!     tool: tool(),
//!     url_key_profile: "surt/1".into(),
//!     config: Config::default(),
//!     inputs: Vec::new(),
//!     annotations: None,
//!     not_archives: 0,
//!     other_files: Vec::new(),
//!     crawled: None,
//!     shards: 1,
//!     counts,
//!     outputs: Vec::new(),
//!     dedup: None,
//! };
//! let page = scutch_report::render(&manifest);
//! assert!(page.starts_with("<!DOCTYPE html>"));
//! assert!(page.contains("The media type is out of scope."));
//! ```
#![forbid(unsafe_code)]

mod account;
mod annotations;
mod articles;
mod captures;
mod charsets;
mod configuration;
mod counters;
mod duplicates;
mod evidence;
mod files;
mod flags;
mod head;
mod hosts;
mod languages;
mod metadata;
mod months;
mod publish;
pub mod template;
mod texts;
pub mod timing;
mod topics;
mod types;
mod vocabulary;

#[cfg(test)]
mod samples;
#[cfg(test)]
mod tests;

use maud::{Markup, html};
use scutch_folder::manifest::Manifest;
use scutch_folder::tally::Tally;
use scutch_plot::{MonthSeries, Page, Section, foreign};

pub use self::publish::{rewrite_report, write_manifest, write_report};

/// Marks that only the pages of a corpus have.
const STYLE: &str = include_str!("style.css");

/// Renders `report.html`.
pub fn render(manifest: &Manifest) -> String {
    page(&Report::new(manifest)).into_string()
}

/// What every section reads.
struct Report<'a> {
    manifest: &'a Manifest,
    tally: &'a Tally,
    months: Option<MonthSeries>,
}

impl<'a> Report<'a> {
    fn new(manifest: &'a Manifest) -> Self {
        let tally = &manifest.counts;
        let months = tally.months.0.iter().map(|(month, n)| (month.as_str(), *n));
        Self { manifest, tally, months: MonthSeries::from_counts(months) }
    }

    /// Rows of the corpus.
    fn rows(&self) -> u128 {
        u128::from(self.tally.rows)
    }
}

/// A section of the report: its anchor, its title, and the function that fills it.
type SectionOf = (&'static str, &'static str, fn(&Report<'_>) -> Markup);

/// The page in reading order.
const SECTIONS: &[SectionOf] = &[
    ("account", "Every record accounted for", account::body),
    ("months", "Documents over time", months::body),
    ("hosts", "Hosts", hosts::body),
    ("languages", "Languages", languages::body),
    ("types", "Types of pages", types::body),
    ("topics", "On-topic and off-topic", topics::body),
    ("captures", "What the archives hold", captures::body),
    ("texts", "Extracted text", texts::body),
    ("annotations", "Annotations", annotations::body),
    ("articles", "Articles by year", articles::body),
    ("metadata", "Metadata", metadata::body),
    ("duplicates", "Duplicates", duplicates::body),
    ("charsets", "Character encodings", charsets::body),
    ("evidence", "Digests", evidence::body),
    ("flags", "Flags", flags::body),
    ("inputs", "Archive files read", files::inputs),
    ("outputs", "Files of the corpus", files::outputs),
    ("configuration", "Configuration", configuration::body),
];

fn page<'a>(report: &Report<'a>) -> Page<'a> {
    let section = |(id, title, body): &SectionOf| Section::new(*id, *title, body(report));
    Page {
        tool: &report.manifest.tool,
        kind: "Corpus report",
        title: head::title(report),
        lede: head::lede(report),
        notes: head::notes(report),
        figures: head::figures(report),
        sections: SECTIONS.iter().map(section).collect(),
        // Without a date: equal corpora have equal reports.
        footer: html! {
            "Written by " (foreign::plain(&report.manifest.tool)) " from " code { "run.json" }
            ", which holds every number on this page. The page has no clock in it and needs no \
             network: the same corpus gives the same bytes."
        },
        style: STYLE,
    }
}
