//! A self-contained page about the verdicts on a collection: overview, then a timeline per TimeMap.
//!
//! Addresses come from strangers and are shown as text only.

mod course;
mod timeline;

use std::collections::BTreeMap;

use maud::{Markup, Render as _, html};
use scutch_plot::number::{counted, share, thousands};
use scutch_plot::{Figure, Page, Section, Shares, Table, day, foreign};

pub use course::{Change, Pattern, changes};

use crate::collection::timemap::TimeMap;
use crate::judge::Judged;
use crate::judge::profile::Profile;
use crate::judge::verdict::Status;

/// Most TimeMaps with a timeline: more make the page slow. Only TimeMaps with a change have one.
const MOST_TIMELINES: usize = 300;

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
                let date = day(&timemap.mementos[anchor.index].stamp());
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
            picture: wanted.then(|| {
                let id = format!("timeline{}", self.timelines);
                timeline::timeline(&id, timemap, judged)
            }),
        });
    }

    /// The page; `tool` is the program and its version.
    pub fn page(&self, profile: &Profile, tool: &str) -> String {
        let count = |of: fn(&Shown) -> usize| self.shown.iter().map(of).sum::<usize>() as u64;
        let (mementos, off) = (count(|shown| shown.mementos), count(|shown| shown.off));
        let timemaps = self.shown.len() as u64;
        let mut sections = vec![Section::new("courses", "Courses of TimeMaps", self.courses())];
        if self.timelines > 0 {
            sections.push(Section::new("timelines", "Timelines", self.timelines_section(profile)));
        }
        if self.shown.iter().any(|shown| shown.picture.is_none()) {
            sections.push(Section::new("others", "Other TimeMaps", self.others().render()));
        }
        Page {
            tool,
            kind: "Off-topic report",
            title: "Off-topic mementos".to_owned(),
            lede: html! {
                (thousands(off)) " of " (counted(mementos, "memento")) " in "
                (counted(timemaps, "TimeMap")) " are off-topic under the profile "
                (foreign::plain(&profile.title())) "."
            },
            figures: vec![
                Figure::new("TimeMaps", thousands(timemaps)),
                Figure::new("Mementos", thousands(mementos)),
                Figure::new("Off-topic", thousands(off)),
                Figure::new("Share", share(off, mementos)),
            ],
            sections,
            footer: html! { "Every verdict with its scores is in the output of the run." },
            ..Page::default()
        }
        .into_string()
    }

    fn courses(&self) -> Markup {
        let mut causes: BTreeMap<&str, u64> = BTreeMap::new();
        for change in self.shown.iter().flat_map(|s| &s.changes).filter(|c| c.off) {
            *causes.entry(change.cause).or_default() += 1;
        }
        let mut causes: Vec<(&str, u64)> = causes.into_iter().collect();
        causes.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
        let patterns = Pattern::ALL.iter().map(|pattern| {
            let count = self.shown.iter().filter(|s| s.pattern == *pattern).count();
            (pattern.name(), count as u64)
        });
        let caption = "Changes to off-topic by probable cause";
        html! {
            (Shares::new("TimeMaps by course", "Course", "TimeMaps", patterns.collect()))
            @if !causes.is_empty() { (Shares::new(caption, "Cause", "Changes", causes)) }
        }
    }

    fn timelines_section(&self, profile: &Profile) -> Markup {
        html! {
            p {
                "Bars are words; a dotted line is the threshold of the measure with its colour. The \
                 legend gives the threshold behind the name."
            }
            (timeline::legend(&profile.measures))
            @for shown in self.shown.iter().filter(|s| s.picture.is_some()) { (one(shown)) }
        }
    }

    /// TimeMaps without a timeline.
    fn others(&self) -> Table {
        let mut table = Table::new("TimeMaps without a timeline")
            .text("Original")
            .text("Course")
            .numbers(&["Mementos", "Off-topic"]);
        for shown in self.shown.iter().filter(|s| s.picture.is_none()) {
            let counts = [shown.mementos, shown.off].map(|n| thousands(n as u64));
            let cells = std::iter::once(shown.pattern.name().to_owned()).chain(counts);
            table.keyed(foreign::shown(&shown.url), cells);
        }
        table
    }
}

fn one(shown: &Shown) -> Markup {
    let (off, all) = (thousands(shown.off as u64), thousands(shown.mementos as u64));
    html! {
        h3 { (foreign::shown(&shown.url)) }
        p { (shown.pattern.name()) ": " (off) " of " (all) " off-topic. " (shown.note) }
        @if let Some(picture) = &shown.picture { (picture) }
        @if !shown.changes.is_empty() {
            ul {
                @for change in &shown.changes {
                    li {
                        (day(&change.stamp)) ": "
                        @if change.off { "off-topic (" (change.cause) ")" }
                        @else { "on-topic again" }
                    }
                }
            }
        }
    }
}
