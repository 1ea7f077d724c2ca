//! TimeMaps: the list, and a capture beside the first one.

use maud::{Markup, html};
use scutch_plot::{foreign, minute};

use super::frame::{Frame, Subject};
use super::label::legend;
use super::words::{SPOKEN, TIMEMAP_KEYS, judgement};
use crate::source::Source;
use crate::timemap::{Judgement, MementoLine, Series, TimemapDesk, causes};

/// The list of TimeMaps.
pub fn timemaps(desk: &TimemapDesk, subject: Subject) -> Markup {
    let body = html! {
        main id="main" tabindex="-1" {
            h1 { "TimeMaps" }
            p.lede { "Does a later capture still show what the first one showed?" }
            @if desk.series().is_empty() {
                p.nothing { "No address has two captures in these archives." }
            } @else {
                table {
                    caption { "Addresses with more than one capture" }
                    thead { tr {
                        th scope="col" { "Address" } th scope="col" { "Time" } th.n scope="col" { "Later captures" }
                        @for one in Judgement::ALL { th.n scope="col" { (judgement(one)) } }
                    } }
                    tbody {
                        @for (number, series) in desk.series().iter().enumerate() {
                            tr {
                                th scope="row" { a href={ "timemap/" (number) "/1" } { (foreign::shown(&series.url)) } }
                                td { a href={ "timemap/" (number) } aria-label={ "Time line of " (foreign::plain(&series.url)) } { "time line" } }
                                td.n { (series.captures.len() - 1) }
                                @for count in series.counts(desk) { td.n { (count) } }
                            }
                        }
                    }
                }
            }
        }
    };
    Frame { subject, up: "", title: "TimeMaps", view: "timemaps", body }.render()
}

/// One later capture of a TimeMap.
#[derive(Debug)]
pub struct MementoPage<'a> {
    /// Number of the TimeMap.
    pub number: usize,
    /// All TimeMaps.
    pub all: usize,
    /// The TimeMap.
    pub series: &'a Series,
    /// Place of the capture in it, from 1.
    pub at: usize,
    /// What was said of it.
    pub judged: Option<MementoLine>,
    /// The archives.
    pub source: &'a Source,
}

impl MementoPage<'_> {
    /// The page.
    pub fn render(&self) -> Markup {
        let spoken = serde_json::to_string(&SPOKEN).unwrap_or_default();
        let (last, (_, urim)) = (self.series.captures.len() - 1, &self.series.captures[self.at]);
        let title = format!("Capture {} of {last} after the first", self.at);
        let now = self.judged.as_ref().and_then(|line| line.judgement);
        let body = html! {
            main.desk.memento id="main" tabindex="-1" data-view="memento" data-number=(self.number)
                data-all=(self.all) data-at=(self.at) data-last=(last) data-urim=(urim) data-words=(spoken) {
                (self.pair())
                div.side {
                    h1 { (title) }
                    p.url { bdi { (foreign::plain(&self.series.url)) } }
                    div.keys id="keys" tabindex="0" role="application" aria-label="Judge by keys"
                        aria-describedby="legend" {
                        p.now id="now" { @match now { Some(one) => (judgement(one)), None => "not judged" } }
                    }
                    p.said id="said" role="status" aria-live="polite" {}
                    (self.why())
                    (legend("legend", "Keys", TIMEMAP_KEYS, false))
                    p.around {
                        @if self.at > 1 { a rel="prev" href=(self.at - 1) { "Previous capture" } " " }
                        @if self.at < last { a rel="next" href=(self.at + 1) { "Next capture" } }
                    }
                }
            }
        };
        Frame {
            subject: Subject::of(self.source),
            up: "../../",
            title: &title,
            view: "label",
            body,
        }
        .render()
    }

    /// The first capture, and this one beside it.
    fn pair(&self) -> Markup {
        let ((first, _), (page, _)) = (&self.series.captures[0], &self.series.captures[self.at]);
        html! {
            div.shown.pair {
                @for (number, name) in [(*first, "First capture"), (*page, "This capture")] {
                    figure {
                        figcaption { (name) ", " (minute(&self.source.pages()[number].timestamp())) }
                        div.window {
                            iframe title=(name) tabindex="-1" sandbox="allow-same-origin"
                                src={ "../../frame/" (number) } {}
                        }
                    }
                }
            }
        }
    }

    /// The reason of a judgement, to choose.
    fn why(&self) -> Markup {
        html! {
            div.fields {
                label for="why" { "Why" }
                select id="why" {
                    option value="" { "–" }
                    @let why = self.judged.as_ref().map_or("", |line| &line.why);
                    @for (id, sentence) in causes() {
                        option value=(id) title=(sentence) selected[id == why] { (id) }
                    }
                }
            }
        }
    }
}
