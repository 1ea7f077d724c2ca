//! The time line of a TimeMap: its captures on a true axis, changes of text, thresholds to move.

use maud::{Markup, html};
use scutch_plot::number::{counted, thousands};
use scutch_plot::{Key, Legend, Point, Status as Mark, Timeline, foreign, minute};
use scutch_topic::{Combine, PROFILES, Side, Status};
use serde::Serialize;

use super::frame::{Frame, Subject};
use super::label::legend;
use super::words::{COURSE_KEYS, COURSE_SPOKEN};
use crate::source::Source;
use crate::timemap::{Course, MeasureScale, Moment, Series};

/// Steps of a slider.
const STEPS: f64 = 200.0;

/// The view of one TimeMap.
#[derive(Debug)]
pub struct CoursePage<'a> {
    /// Number of the TimeMap.
    pub number: usize,
    /// The TimeMap.
    pub series: &'a Series,
    /// What was read of it.
    pub course: &'a Course,
    /// Name of the profile.
    pub profile: &'a str,
    /// The archives.
    pub source: &'a Source,
    /// Whether rows of a corpus are open as well.
    pub has_rows: bool,
}

/// A capture, as the script moves thresholds over it.
#[derive(Debug, Serialize)]
struct Judged {
    /// Whether thresholds decide about it.
    open: bool,
    status: &'static str,
    probability: Option<f64>,
    scores: Vec<Option<f64>>,
}

impl CoursePage<'_> {
    /// The page.
    pub fn render(&self) -> Markup {
        let judged: Vec<Judged> = self.course.captures.iter().map(judged).collect();
        let (judged, spoken) = (as_json(&judged), as_json(&COURSE_SPOKEN));
        let body = html! {
            main.course id="main" tabindex="-1" data-view="course" data-judged=(judged)
                data-combine=(self.course.combine.name()) data-words=(spoken) {
                h1 { "Time line" }
                p.lede { bdi { (foreign::shown(&self.series.url)) } }
                p { (self.summary()) }
                (self.line())
                (self.thresholds())
                p.said id="said" role="status" aria-live="polite" {}
                (self.table())
                p.around { a href={ (self.number) "/1" } { "Judge its captures one by one" } " " a href="../timemaps" { "All TimeMaps" } }
                (legend("legend", "Keys", COURSE_KEYS, false))
            }
        };
        let subject = Subject::of(self.source);
        Frame { subject, up: "../", title: "Time line", view: "course", body }.render()
    }

    fn summary(&self) -> String {
        let all = self.series.captures.len() as u64;
        let changed =
            self.course.captures.iter().filter(|one| one.change.is_some_and(|by| by > 0.0));
        let of = match self.course.step {
            1 => counted(all, "capture"),
            step => format!(
                "{} of {} (one in {step})",
                thousands(self.course.captures.len() as u64),
                counted(all, "capture")
            ),
        };
        format!(
            "{of}; the text changed at {}. The TimeMap is judged by itself: a run sees the other pages of its host as well.",
            thousands(changed.count() as u64)
        )
    }

    /// Captures in time; bars are changes of text.
    fn line(&self) -> Markup {
        let dated = self.course.captures.iter().filter(|one| one.unix_ms != 0);
        let timeline = Timeline {
            id: "course",
            title: "Captures in time",
            description: "A mark per capture: a dot is on-topic, a cross off-topic, a ring unknown. A bar is the share of words \
                          that changed since the capture before. The table below has the numbers.",
            points: dated.map(|one| self.point(one)).collect(),
            bars: "diff",
            ..Timeline::default()
        };
        let statuses = [Status::On, Status::Off, Status::Unknown];
        let marks = statuses.into_iter().fold(Legend::new("Captures:"), |legend, status| {
            legend.key(Key::Mark(mark(status)), status.name())
        });
        html! { (marks) (timeline) }
    }

    fn point(&self, one: &Moment) -> Point {
        let status = status(one);
        let change = one
            .change
            .map_or_else(String::new, |by| format!(", {} of the words changed", share(by)));
        Point {
            unix_ms: one.unix_ms,
            status: mark(status),
            // Per mille: bars are whole numbers.
            size: (one.change.unwrap_or_default() * 1000.0) as u64,
            tooltip: format!("{}: {}{change}", self.moment(one), status.name()),
            link: Some(self.page(one)),
        }
    }

    fn moment(&self, one: &Moment) -> String {
        minute(&self.capture(one).timestamp())
    }

    fn capture(&self, one: &Moment) -> &crate::source::PageCapture {
        &self.source.pages()[self.series.captures[one.at].0]
    }

    /// The address of a capture beside the first one. The first one stands beside the second.
    fn page(&self, one: &Moment) -> String {
        // A fragment tells the link of the first from that of the second.
        let first = if one.at == 0 { "#first" } else { "" };
        format!("{}/{}{first}", self.number, one.at.max(1))
    }

    fn thresholds(&self) -> Markup {
        let course = self.course;
        html! {
            form.query.thresholds id="thresholds" {
                h2 { "Thresholds" }
                p.profiles {
                    "Profile: "
                    @for name in PROFILES {
                        a href={ (self.number) "?profile=" (name) } aria-current=[(*name == self.profile).then_some("true")] { (name) } " "
                    }
                }
                @if course.combine == Combine::Learned {
                    p.gloss { "The profile asks a learned combination for the probability that a capture is off-topic." }
                    (slider("probability", course.probability, (0.0, 1.0), "from"))
                } @else {
                    p.gloss {
                        "A capture is off-topic where " (if course.combine == Combine::All { "all scores are" } else { "any score is" })
                        " beyond the threshold."
                    }
                    @for scale in &course.measures { (measure(scale)) }
                }
                p { button type="reset" { "As in the profile" } }
                @if course.combine != Combine::Learned { p.gloss { "To run it: " code id="command" data-profile=(self.profile) { "scutch offtopic … --profile " (self.profile) } } }
            }
        }
    }

    fn table(&self) -> Markup {
        let course = self.course;
        html! {
            div.scroll tabindex="0" role="region" aria-label="Captures" {
                table.captures {
                    caption { "Captures with their scores" }
                    thead { tr {
                        th scope="col" { "Captured" } th.n scope="col" { "Words changed" }
                        th scope="col" { "Profile" } th scope="col" { "As moved" }
                        @if course.combine == Combine::Learned { th.n scope="col" { "probability" } }
                        @for scale in &course.measures { th.n scope="col" { (scale.name) } }
                        th scope="col" { "Show" }
                    } }
                    tbody { @for one in &course.captures { (self.row(one)) } }
                }
            }
        }
    }

    fn row(&self, one: &Moment) -> Markup {
        let number = |value: Option<f64>| {
            value.map_or_else(|| "–".to_owned(), |value| format!("{value:.3}"))
        };
        let judged = judged(one);
        html! {
            tr {
                th scope="row" { (self.moment(one)) }
                td.n { (one.change.map_or_else(|| "–".to_owned(), share)) }
                td { (judged.status) }
                td.moved { (judged.status) }
                @if self.course.combine == Combine::Learned { td.n { (number(judged.probability)) } }
                @for at in 0..self.course.measures.len() {
                    td.n { (number(judged.scores.get(at).copied().flatten())) }
                }
                td {
                    a href=(self.page(one)) { "page" }
                    @if self.has_rows { " " a href={ "../capture/" (self.series.captures[one.at].0) } { "row" } }
                }
            }
        }
    }
}

/// A slider for the threshold of a measure.
fn measure(scale: &MeasureScale) -> Markup {
    let side = if scale.side == Side::Below { "below" } else { "above" };
    slider(scale.name, scale.threshold, scale.range, side)
}

fn slider(name: &str, threshold: f64, (least, most): (f64, f64), side: &str) -> Markup {
    let id = format!("threshold-{name}");
    html! {
        div.line {
            label for=(id) { (name) " – off-topic " (side) }
            input type="range" id=(id) name=(name) min=(least) max=(most) value=(threshold)
                step=((most - least) / STEPS) data-side=(side) data-threshold=(threshold) autocomplete="off";
            output for=(id) { (threshold) }
        }
    }
}

fn judged(one: &Moment) -> Judged {
    let scores = one.verdict.as_ref().map_or(&[][..], |verdict| &verdict.scores);
    Judged {
        open: one.is_open(),
        status: status(one).name(),
        probability: one.verdict.as_ref().and_then(|verdict| verdict.probability),
        scores: scores.iter().map(|score| score.value).collect(),
    }
}

fn as_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

fn status(one: &Moment) -> Status {
    one.verdict.as_ref().map_or(Status::Unknown, |verdict| verdict.status)
}

fn mark(status: Status) -> Mark {
    match status {
        Status::On => Mark::Good,
        Status::Off => Mark::Bad,
        Status::Unknown => Mark::Unknown,
    }
}

fn share(part: f64) -> String {
    format!("{:.0} %", 100.0 * part)
}
