//! A self-contained page about the verdicts on a collection: overview, then a timeline per TimeMap.
//!
//! The page has no script and loads nothing. Addresses come from strangers and are shown as text
//! only.

mod course;
mod timeline;

use std::collections::BTreeMap;

use maud::{DOCTYPE, Markup, PreEscaped, html};

pub use course::{Change, Pattern, changes};

use crate::collection::timemap::TimeMap;
use crate::judge::Judged;
use crate::judge::profile::Profile;
use crate::judge::verdict::Status;

/// Most TimeMaps with a timeline: more make the page slow. Only TimeMaps with a change have one.
const MOST_TIMELINES: usize = 300;
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'";
const STYLE: &str = "body{font:15px/1.5 system-ui,sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem;\
    color:#222;background:#fff}table{border-collapse:collapse;margin:1rem 0}td,th{padding:.15rem .8rem .15rem 0;\
    text-align:left;border-bottom:1px solid #ddd}.n{text-align:right}h2{font-size:1rem;margin:2.2rem 0 .2rem;\
    overflow-wrap:anywhere}.plot{overflow-x:auto}svg{width:100%;min-width:44rem;height:auto;border:1px solid #eee}svg text{font-size:11px;fill:#555}\
    .bar{fill:#ccc}.on{fill:#009e73;color:#00785a;stroke:none}.off{stroke:#c0341d;color:#c0341d;fill:none}\
    .unknown{stroke:#888;color:#666;fill:none}.legend i{display:inline-block;width:.8em;height:.8em;margin-right:.3em}\
    .quiet{color:#666;margin:.1rem 0}\
    .legend span{display:inline-block;margin-right:.5em}@media(max-width:40rem){table{display:block;overflow-x:auto;\
    background:linear-gradient(to right,#fff 40%,transparent) left/3rem 100% no-repeat local,\
    linear-gradient(to left,#fff 40%,transparent) right/3rem 100% no-repeat local,\
    linear-gradient(to right,#8888,transparent) left/.8rem 100% no-repeat,\
    linear-gradient(to left,#8888,transparent) right/.8rem 100% no-repeat}}";

/// A TimeMap as the page shows it.
struct Shown {
    url: String,
    pattern: Pattern,
    changes: Vec<Change>,
    mementos: usize,
    off: usize,
    note: String,
    picture: Option<Markup>,
}

/// Collects TimeMaps and writes the page.
#[derive(Default)]
pub struct Report {
    shown: Vec<Shown>,
    timelines: usize,
}

impl Report {
    /// Takes in a TimeMap.
    pub fn add(&mut self, timemap: &TimeMap, judged: &Judged) {
        let pattern = Pattern::from_verdicts(judged);
        let off = judged.verdicts.iter().filter(|v| v.status == Status::Off).count();
        // A timeline of nothing but on-topic marks tells less than its row in the table.
        let wanted = pattern != Pattern::AlwaysOn && self.timelines < MOST_TIMELINES;
        self.timelines += usize::from(wanted);
        let note = match judged.anchor {
            None => "Nothing in this TimeMap can be compared with.".to_owned(),
            Some(anchor) => {
                let date = timeline::date(&timemap.mementos[anchor.index].stamp());
                match anchor.passed_over {
                    0 => format!("Compared with the memento of {date}."),
                    n => format!("Compared with the memento of {date}; {n} before it passed over."),
                }
            }
        };
        self.shown.push(Shown {
            url: timemap.url.clone(),
            pattern,
            changes: changes(timemap, judged),
            mementos: judged.verdicts.len(),
            off,
            note,
            picture: wanted.then(|| timeline::timeline(timemap, judged)),
        });
    }

    /// The page.
    pub fn page(&self, profile: &Profile) -> String {
        let title = "Off-topic mementos";
        let page = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta http-equiv="Content-Security-Policy" content=(POLICY);
                    meta name="viewport" content="width=device-width";
                    title { (title) }
                    style { (PreEscaped(STYLE)) }
                }
                body {
                    h1 { (title) }
                    (self.overview(profile))
                    (timeline::legend(&profile.measures))
                    @for shown in self.shown.iter().filter(|s| s.picture.is_some()) { (section(shown)) }
                    (self.rest())
                }
            }
        };
        page.into_string()
    }

    fn overview(&self, profile: &Profile) -> Markup {
        let mementos: usize = self.shown.iter().map(|s| s.mementos).sum();
        let off: usize = self.shown.iter().map(|s| s.off).sum();
        let mut causes: BTreeMap<&str, usize> = BTreeMap::new();
        for change in self.shown.iter().flat_map(|s| &s.changes).filter(|c| c.off) {
            *causes.entry(change.cause).or_default() += 1;
        }
        let patterns = Pattern::ALL.iter().map(|pattern| {
            (pattern.name(), self.shown.iter().filter(|s| s.pattern == *pattern).count())
        });
        html! {
            p { (off) " of " (mementos) " mementos in " (self.shown.len()) " TimeMaps are off-topic "
                "under the profile " (profile.title()) "." }
            table {
                tr { th { "Course" } th.n { "TimeMaps" } }
                @for (name, count) in patterns { tr { td { (name) } td.n { (count) } } }
            }
            @if !causes.is_empty() {
                table {
                    tr { th { "Probable cause of going off-topic" } th.n { "times" } }
                    @for (cause, count) in causes { tr { td { (cause) } td.n { (count) } } }
                }
            }
        }
    }

    /// TimeMaps without timeline, as a table.
    fn rest(&self) -> Markup {
        let rest: Vec<&Shown> = self.shown.iter().filter(|s| s.picture.is_none()).collect();
        html! {
            @if !rest.is_empty() {
                h2 { "Other TimeMaps" }
                table {
                    tr { th { "Original" } th { "Course" } th.n { "mementos" } th.n { "off-topic" } }
                    @for s in rest { tr {
                        td { (s.url) } td { (s.pattern.name()) } td.n { (s.mementos) } td.n { (s.off) }
                    } }
                }
            }
        }
    }
}

fn section(shown: &Shown) -> Markup {
    html! {
        section {
            h2 { (shown.url) }
            p.quiet { (shown.pattern.name()) ": " (shown.off) " of " (shown.mementos) " off-topic. " (shown.note) }
            @if let Some(picture) = &shown.picture { (picture) }
            @for change in &shown.changes {
                p.quiet { (timeline::date(&change.stamp)) ": "
                    @if change.off { "off-topic (" (change.cause) ")" } @else { "on-topic again" } }
            }
        }
    }
}
