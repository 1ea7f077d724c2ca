//! The quarantine: lost records and damaged ranges, and the bytes around one.

use maud::{Markup, html};
use scutch_folder::quarantine::{QuarantineLine, QuarantineSubject};
use scutch_plot::foreign;
use scutch_plot::number::{counted, thousands};

use super::frame::{Frame, Subject};
use crate::review::{Damage, PAGE, Quarantine, Review, ReviewError, encoded};

/// A page of the quarantine.
#[derive(Debug)]
pub struct QuarantinePage<'a> {
    /// The corpus.
    pub review: &'a Review,
    /// The lines.
    pub found: &'a Quarantine,
    /// The reason that is chosen; empty for all.
    pub reason: &'a str,
    /// Number of the page, from 1.
    pub page: usize,
}

impl QuarantinePage<'_> {
    /// The page.
    pub fn render(&self) -> Markup {
        let count = self.found.count;
        let body = html! {
            main id="main" tabindex="-1" {
                h1 { "Quarantine" }
                p.lede { (counted(count as u64, "line")) ": records and ranges of bytes that became no row." }
                (self.reasons())
                @if self.found.lines.is_empty() { p.nothing { "Nothing to show." } } @else { (self.table()) }
                (self.pages())
            }
        };
        Frame { subject: Subject::Corpus, up: "", title: "Quarantine", view: "quarantine", body }
            .render()
    }

    fn reasons(&self) -> Markup {
        let counts = &self.review.manifest().counts;
        let ranges = counts.damage.iter().map(|(id, ranges)| (id.as_str(), ranges.ranges));
        let records = counts.quarantined.0.iter().map(|(id, count)| (id.as_str(), *count));
        html! {
            ul.flags aria-label="Reasons" {
                @if !self.reason.is_empty() { li { a href="quarantine" { "all reasons" } } }
                @for (id, count) in records.chain(ranges) {
                    li {
                        a href={ "quarantine?reason=" (encoded(id)) }
                            aria-current=[(id == self.reason).then_some("true")] { (id) }
                        " " span.gloss { (thousands(count)) }
                    }
                }
            }
        }
    }

    fn table(&self) -> Markup {
        html! {
            div.scroll tabindex="0" role="region" aria-label="Table of the quarantine" {
                table {
                    thead { tr {
                        th scope="col" { "File" } th.n scope="col" { "Offset" } th.n scope="col" { "Bytes" }
                        th scope="col" { "Reason" } th scope="col" { "Address" }
                    } }
                    tbody {
                        @for (number, line) in &self.found.lines {
                            tr {
                                th scope="row" { a href={ "quarantine/" (number) } { (foreign::shown(&line.file)) } }
                                td.n { (thousands(line.offset)) }
                                td.n { (thousands(line.length)) }
                                td { (foreign::plain(&line.sentence)) }
                                td { (line.url.as_deref().map_or_else(|| html! { "–" }, foreign::shown)) }
                            }
                        }
                    }
                }
            }
        }
    }

    fn pages(&self) -> Markup {
        let last = self.found.count.div_ceil(PAGE).max(1);
        let to = |page: usize| format!("quarantine?reason={}&page={page}", encoded(self.reason));
        html! {
            nav.pages aria-label="Pages of the quarantine" {
                @if self.page > 1 { a rel="prev" href=(to((self.page - 1).min(last))) { "Previous" } " " }
                span { "Page " (self.page) " of " (last) }
                @if self.page < last { " " a rel="next" href=(to(self.page + 1)) { "Next" } }
            }
        }
    }
}

/// One line of the quarantine.
#[derive(Debug)]
pub struct DamagePage<'a> {
    /// Its number, from 0.
    pub number: usize,
    /// The line.
    pub line: &'a QuarantineLine,
    /// The bytes around its offset, or why they cannot be read.
    pub bytes: &'a Result<Damage, ReviewError>,
}

impl DamagePage<'_> {
    /// The page.
    pub fn render(&self) -> Markup {
        let line = self.line;
        let title = format!("Quarantine, line {}", self.number + 1);
        let subject = match line.loss {
            QuarantineSubject::Record => "record",
            QuarantineSubject::Range => "range of bytes",
        };
        let body = html! {
            main id="main" tabindex="-1" {
                h1 { (title) }
                p.lede { (foreign::plain(&line.sentence)) }
                dl.facts {
                    div { dt { "What" } dd { (subject) } }
                    div { dt { "Reason" } dd { a href={ "../quarantine?reason=" (encoded(&line.reason)) } { (foreign::shown(&line.reason)) } } }
                    div { dt { "File" } dd { (foreign::shown(&line.file)) } }
                    div { dt { "Offset" } dd { (thousands(line.offset)) ", " (counted(line.length, "byte")) } }
                    @if line.inner_offset > 0 {
                        div { dt { "Within the member" } dd { (thousands(line.inner_offset)) " inflated" } }
                    }
                    @if let Some(url) = &line.url { div { dt { "Address" } dd { (foreign::shown(url)) } } }
                    @if let Some(id) = &line.warc_record_id { div { dt { "Record id" } dd { (foreign::shown(id)) } } }
                }
                h2 { "Bytes around the offset" }
                @match self.bytes {
                    Ok(damage) => (dump(damage)),
                    Err(error) => p.alarm { (foreign::plain(&crate::error::with_causes(error))) },
                }
                p { a href="../quarantine" { "All of the quarantine" } }
            }
        };
        Frame { subject: Subject::Corpus, up: "../", title: &title, view: "quarantine", body }
            .render()
    }
}

fn dump(damage: &Damage) -> Markup {
    html! {
        p.gloss { "As they stand in the file: offset, hexadecimal, ASCII. Of a compressed member these are the compressed
                   bytes. The line with the offset is marked." }
        pre.dump tabindex="0" role="region" aria-label="Bytes" {
            @for (is_marked, line) in damage.dump() {
                @if is_marked { mark { (line) } } @else { (line) } "\n"
            }
        }
    }
}
