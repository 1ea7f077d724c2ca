//! `report.html`: its sections in reading order.

use maud::{Markup, html};
use scutch_folder::manifest::Manifest;
use scutch_plot::{Page, Section, foreign};

use super::report::{Links, Report, STYLE};
use super::{
    account, annotations, articles, captures, charsets, configuration, duplicates, evidence, files,
    flags, head, hosts, languages, metadata, months, texts, topics, types,
};

/// Renders `report.html`. The same manifest gives the same bytes.
pub fn render(manifest: &Manifest) -> String {
    page(&Report::new(manifest)).into_string()
}

/// The content of the report for a frame of its own, with links to what is behind its figures. It needs the
/// styles [`STYLE`](crate::STYLE), besides those of `scutch-plot`.
pub fn content(manifest: &Manifest, links: Links<'_>) -> Markup {
    page(&Report::new(manifest).linked(links)).content()
}

/// A section of the report: its anchor, its title, and the function that fills it.
type SectionOf = (&'static str, &'static str, fn(&Report<'_>) -> Markup);

/// The page in reading order.
// Anchors are links that people keep: a section may move, but not change its anchor.
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

/// The page with head, key figures and all sections.
fn page<'a>(report: &Report<'a>) -> Page<'a> {
    // Sections without data stay: a reader sees that nothing was found.
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
