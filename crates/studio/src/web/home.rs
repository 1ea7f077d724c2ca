//! The overview: what is open, how far the labels are, the pages of the plan.

use maud::{Markup, html};
use scutch_plot::number::{counted, thousands};
use scutch_plot::{foreign, minute};

use super::frame::{Frame, Subject};
use crate::label::{Desk, Item, Pass, Progress};
use crate::source::Source;

/// What the overview shows.
#[derive(Debug)]
pub struct Home<'a> {
    /// The archives.
    pub source: &'a Source,
    /// The labels.
    pub desk: &'a Desk,
    /// What there is to say about either.
    pub notes: &'a [String],
}

impl Home<'_> {
    /// The page.
    pub fn render(&self) -> Markup {
        let progress = self.desk.progress();
        let body = html! {
            main id="main" tabindex="-1" {
                h1 { "Label archived pages" }
                p.lede { (self.lede()) }
                @if !self.notes.is_empty() {
                    ul.notes aria-label="Notes" { @for note in self.notes { li { (foreign::plain(note)) } } }
                }
                (figures(&progress))
                @match self.desk.next(0) {
                    Some(next) => {
                        p { a.go href={ "label/" (next) } {
                            @if progress.done + progress.begun == 0 { "Begin" } @else { "Go on" }
                        } }
                    }
                    None => (self.done()),
                }
                (self.plan())
            }
        };
        Frame { subject: Subject::of(self.source), up: "", title: "Overview", view: "home", body }
            .render()
    }

    fn lede(&self) -> String {
        let (source, desk) = (self.source, self.desk);
        let pages = counted(source.pages().len() as u64, "page");
        let drawn = thousands(desk.plan().items().len() as u64);
        format!("{drawn} of {pages} in the archives, labelled by {}.", desk.annotator())
    }

    /// What there is when every page is labelled, and what reads it.
    fn done(&self) -> Markup {
        let gold = self.desk.folder().join(format!("gold.{}.jsonl", self.desk.annotator()));
        let gold = foreign::path(&gold.display().to_string());
        html! {
            p { "Every page is done. The ground truth is in " code { (gold) } ". Methods are scored with it by "
                code.command { "scutch template ARCHIVES -o run --nodes --record-type response,resource,revisit" } " and "
                code.command { "scutch evaluate template GOLD run" } "." }
        }
    }

    fn plan(&self) -> Markup {
        html! {
            table.plan {
                caption { "Pages to label" }
                thead { tr {
                    th.n scope="col" { "No." } th scope="col" { "Page" } th scope="col" { "Archived" }
                    th scope="col" { "State" } th.n scope="col" { "Time" }
                } }
                tbody {
                    @for (number, item) in self.desk.plan().items().iter().enumerate() {
                        (self.row(number, *item))
                    }
                }
            }
        }
    }

    fn row(&self, number: usize, item: Item) -> Markup {
        let page = &self.source.pages()[item.page];
        let pass = self.desk.pass(item);
        html! {
            tr {
                td.n { (number + 1) }
                th scope="row" {
                    a href={ "label/" (number) } { (foreign::shown(&page.url)) }
                    @if item.pass > 1 { " again" }
                }
                td { span.when { (minute(&page.timestamp())) } }
                td { (state(&pass)) }
                td.n { @if pass.seconds() > 0.0 { (duration(pass.seconds())) } @else { "–" } }
            }
        }
    }
}

fn figures(progress: &Progress) -> Markup {
    let per_page = progress.seconds_done / progress.done.max(1) as f64;
    html! {
        dl.figures {
            div { dt { "pages done" } dd { (thousands(progress.done as u64)) " of " (progress.all) } }
            div { dt { "begun" } dd { (progress.begun) } }
            div { dt { "time spent" } dd { (duration(progress.seconds)) } }
            @if progress.done > 0 {
                div { dt { "per page done" } dd { (duration(per_page)) } }
            }
        }
    }
}

fn state(pass: &Pass) -> &'static str {
    match (pass.is_done(), pass.is_opened()) {
        (true, _) => "done",
        (false, true) => "begun",
        (false, false) => "to do",
    }
}

/// Minutes and seconds.
fn duration(seconds: f64) -> String {
    let seconds = seconds.round() as u64;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}
