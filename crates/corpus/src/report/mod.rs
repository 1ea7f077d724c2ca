//! `report.html`: one self-contained page that shows a corpus folder through its manifest.
//!
//! Everything on the page comes from [`Manifest`]: the same manifest gives the same bytes. The page
//! needs no script and loads nothing; a content security policy in its head forbids both, because
//! hosts, media types and file names are *foreign* text. Its size is bounded: long lists are cut,
//! and what is cut is summed.
//!
//! `SECTIONS` is the page in reading order; each section is a file with a function `body`.

mod account;
mod annotations;
mod articles;
mod captures;
mod charsets;
mod configuration;
mod duplicates;
mod evidence;
mod files;
mod flags;
mod foreign;
mod head;
mod hosts;
mod languages;
mod metadata;
mod months;
mod numbers;
mod plot;
pub(crate) mod publish;
mod shares;
mod stack;
mod strip;
pub(crate) mod template;
mod texts;
mod timeline;
pub(crate) mod timing;
mod topics;
mod types;
mod vocabulary;

#[cfg(test)]
mod samples;
#[cfg(test)]
mod tests;

use maud::{DOCTYPE, Markup, PreEscaped, html};
use timeline::Timeline;

pub use self::numbers::thousands;
use crate::folder::manifest::Manifest;
use crate::folder::tally::{Counter, Tally};

/// Nothing may run on the page, and nothing is loaded.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'";

const STYLE: &str = include_str!("style.css");

/// Renders the report of a corpus.
pub fn render(manifest: &Manifest) -> String {
    let report = Report {
        manifest,
        tally: &manifest.counts,
        timeline: Timeline::of(&manifest.counts.months),
    };
    page(&report).into_string()
}

/// What every section reads.
struct Report<'a> {
    manifest: &'a Manifest,
    tally: &'a Tally,
    timeline: Option<Timeline>,
}

impl Report<'_> {
    /// Rows of the corpus.
    fn rows(&self) -> u128 {
        u128::from(self.tally.rows)
    }
}

/// Sum of a counter that cannot overflow: a manifest is a file, and may say anything.
fn total(counter: &Counter) -> u128 {
    counter.0.values().map(|n| u128::from(*n)).sum()
}

/// The head of a table: a key column, then columns of numbers.
fn columns(key: &str, numbers: &[&str]) -> Markup {
    html! {
        thead {
            tr {
                th scope="col" { (key) }
                @for name in numbers { th.n scope="col" { (name) } }
            }
        }
    }
}

/// One section of the page.
struct Section {
    id: &'static str,
    title: &'static str,
    body: fn(&Report<'_>) -> Markup,
}

/// The page in reading order.
const SECTIONS: &[Section] = &[
    Section { id: "account", title: "Every record accounted for", body: account::body },
    Section { id: "months", title: "Documents over time", body: months::body },
    Section { id: "hosts", title: "Hosts", body: hosts::body },
    Section { id: "languages", title: "Languages", body: languages::body },
    Section { id: "types", title: "Types of pages", body: types::body },
    Section { id: "topics", title: "On-topic and off-topic", body: topics::body },
    Section { id: "captures", title: "What the archives hold", body: captures::body },
    Section { id: "texts", title: "Extracted text", body: texts::body },
    Section { id: "annotations", title: "Annotations", body: annotations::body },
    Section { id: "articles", title: "Articles by year", body: articles::body },
    Section { id: "metadata", title: "Metadata", body: metadata::body },
    Section { id: "duplicates", title: "Duplicates", body: duplicates::body },
    Section { id: "charsets", title: "Character encodings", body: charsets::body },
    Section { id: "evidence", title: "Digests", body: evidence::body },
    Section { id: "flags", title: "Flags", body: flags::body },
    Section { id: "inputs", title: "Archive files read", body: files::inputs },
    Section { id: "outputs", title: "Files of the corpus", body: files::outputs },
    Section { id: "configuration", title: "Configuration", body: configuration::body },
];

fn page(report: &Report<'_>) -> Markup {
    let sections = SECTIONS.iter().map(|section| Shown {
        id: section.id,
        title: section.title,
        body: (section.body)(report),
    });
    let frame = Frame {
        tool: &report.manifest.tool,
        title: format!("{} – scutch report", head::title(report)),
        header: head::header(report),
        footer: html! {
            "Written by " (foreign::plain(&report.manifest.tool)) " from " code { "run.json" }
            ", which holds every number on this page. The page has no clock in it and needs no \
             network: the same corpus gives the same bytes."
        },
    };
    frame.around(&sections.collect::<Vec<_>>())
}

/// A section with what it says.
struct Shown {
    id: &'static str,
    title: &'static str,
    body: Markup,
}

/// What stands around the sections of a page.
struct Frame<'a> {
    tool: &'a str,
    title: String,
    header: Markup,
    footer: Markup,
}

impl Frame<'_> {
    fn around(self, sections: &[Shown]) -> Markup {
        let first = sections.first().map_or("", |section| section.id);
        html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta http-equiv="Content-Security-Policy" content=(POLICY);
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    meta name="referrer" content="no-referrer";
                    meta name="generator" content=(foreign::plain(self.tool));
                    title { (self.title) }
                    style { (PreEscaped(STYLE)) }
                }
                body {
                    a.skip href={ "#" (first) } { "Skip to the first section" }
                    (plot::hatching())
                    div.page {
                        (self.header)
                        (contents(sections))
                        main { @for section in sections { (section.render()) } }
                        footer { p { (self.footer) } }
                    }
                }
            }
        }
    }
}

impl Shown {
    fn render(&self) -> Markup {
        html! {
            section id=(self.id) aria-labelledby={ (self.id) "-heading" } {
                h2 id={ (self.id) "-heading" } { (self.title) }
                (self.body)
            }
        }
    }
}

fn contents(sections: &[Shown]) -> Markup {
    html! {
        nav aria-label="Contents" {
            ol {
                @for section in sections {
                    li { a href={ "#" (section.id) } { (section.title) } }
                }
            }
        }
    }
}
