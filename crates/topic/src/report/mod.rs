//! A self-contained page about the verdicts on a collection: overview, verdicts by doubt, then a
//! timeline per TimeMap with what changed.
//!
//! Addresses and texts come from strangers. They are shown as text, and only addresses of the web
//! become links.

mod capture;
mod course;
mod doubt;
mod doubtful;
mod event;
mod timeline;

use std::io;

use maud::{Markup, Render as _, html};
use scutch_plot::number::{counted, share, thousands};
use scutch_plot::{Figure, Page, Section, Shares, Table, day, foreign};

pub use course::{Change, Pattern, changes};

use self::capture::Captures;
use self::doubtful::DoubtList;
use self::event::Events;
use crate::collection::Collection;
use crate::collection::timemap::TimeMap;
use crate::judge::Judged;
use crate::judge::profile::{Combine, Profile};
use crate::judge::verdict::Status;
use crate::keyed::value_of;

/// Most TimeMaps with a timeline: more make the page slow. Only TimeMaps with a change have one.
const MOST_TIMELINES: usize = 300;

/// Styles of what only this page has.
const STYLE: &str = include_str!("style.css");

/// A TimeMap as the page shows it.
struct Shown {
    url: String,
    pattern: Pattern,
    mementos: usize,
    off: usize,
    note: String,
    detail: Option<Detail>,
}

/// What a TimeMap with a timeline has besides.
struct Detail {
    timeline: Markup,
    events: Events,
}

/// Collects TimeMaps and writes the page.
pub struct Report {
    profile: Profile,
    /// Address of a replay that has the captures.
    replay: Option<String>,
    shown: Vec<Shown>,
    timelines: usize,
    /// Changes to off-topic by probable cause.
    causes: Vec<(&'static str, u64)>,
    doubtful: DoubtList,
}

impl Report {
    /// A page about verdicts under a profile. Captures that no list gives an address are linked
    /// below that of a replay, such as `http://localhost:8080/coll`.
    pub fn new(profile: &Profile, replay: Option<&str>) -> Self {
        Self {
            profile: profile.clone(),
            replay: replay.map(str::to_owned),
            shown: Vec::new(),
            timelines: 0,
            causes: Vec::new(),
            doubtful: DoubtList::default(),
        }
    }

    /// Takes in a TimeMap of a collection. Titles and first words are shown where the profile
    /// keeps them ([`SketchConfig::excerpt`](crate::SketchConfig)).
    ///
    /// # Errors
    /// When the temporary file of the collection cannot be read.
    pub fn add(
        &mut self,
        timemap: &TimeMap,
        judged: &Judged,
        collection: &Collection,
    ) -> io::Result<()> {
        let replay = self.replay.as_deref();
        let captures = Captures { collection, replay };
        let pattern = Pattern::from_verdicts(judged);
        let changes = changes(timemap, judged);
        // A TimeMap that begins off-topic has not changed.
        for change in changes.iter().filter(|change| change.off && change.before.is_some()) {
            *value_of(&mut self.causes, change.cause) += 1;
        }
        self.doubtful.add(timemap, judged, &self.profile, captures)?;
        // A timeline of nothing but on-topic marks tells less than its row in the table.
        let wanted = pattern != Pattern::AlwaysOn && self.timelines < MOST_TIMELINES;
        self.timelines += usize::from(wanted);
        let detail = if wanted {
            let id = format!("timeline{}", self.timelines);
            let timeline = timeline::timeline(&id, timemap, judged, captures);
            Some(Detail { timeline, events: Events::new(&changes, timemap, captures)? })
        } else {
            None
        };
        self.shown.push(Shown {
            url: timemap.url.clone(),
            pattern,
            mementos: judged.verdicts.len(),
            off: judged.verdicts.iter().filter(|v| v.status == Status::Off).count(),
            note: note(timemap, judged),
            detail,
        });
        Ok(())
    }

    /// The page; `tool` is the program and its version.
    pub fn page(&self, tool: &str) -> String {
        let count = |of: fn(&Shown) -> usize| self.shown.iter().map(of).sum::<usize>() as u64;
        let (mementos, off) = (count(|shown| shown.mementos), count(|shown| shown.off));
        let timemaps = self.shown.len() as u64;
        Page {
            tool,
            kind: "Off-topic report",
            title: "Off-topic mementos".to_owned(),
            lede: html! {
                (thousands(off)) " of " (counted(mementos, "memento")) " in "
                (counted(timemaps, "TimeMap")) " are off-topic under the profile "
                (foreign::plain(&self.profile.title())) "."
            },
            figures: vec![
                Figure::new("TimeMaps", thousands(timemaps)),
                Figure::new("Mementos", thousands(mementos)),
                Figure::new("Off-topic", thousands(off)),
                Figure::new("Share", share(off, mementos)),
            ],
            sections: self.sections(),
            footer: html! { "Every verdict with its scores is in the output of the run." },
            style: STYLE,
            ..Page::default()
        }
        .into_string()
    }

    fn sections(&self) -> Vec<Section> {
        let has_others = self.shown.iter().any(|shown| shown.detail.is_none());
        let sections = [
            (true, "courses", "Courses of TimeMaps", self.courses()),
            (!self.doubtful.is_empty(), "doubt", "Verdicts by doubt", self.doubt_section()),
            (self.timelines > 0, "timelines", "Timelines", self.timelines_section()),
            (has_others, "others", "Other TimeMaps", self.others().render()),
        ];
        let filled = sections.into_iter().filter(|section| section.0);
        filled.map(|(_, id, title, body)| Section::new(id, title, body)).collect()
    }

    fn courses(&self) -> Markup {
        // Equal numbers by name, so that the page is the same each time.
        let mut causes: Vec<(&str, u64)> = Vec::new();
        for (cause, count) in &self.causes {
            let at = causes.partition_point(|(_, known)| known >= count);
            causes.insert(at, (cause, *count));
        }
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

    fn doubt_section(&self) -> Markup {
        html! { (self.probability()) (self.doubtful) }
    }

    /// What `p` is, which only the learned combination gives.
    fn probability(&self) -> Markup {
        html! {
            @if self.profile.combine == Combine::Learned {
                p { "p is the probability of being off-topic." }
            }
        }
    }

    fn timelines_section(&self) -> Markup {
        html! {
            p {
                "Mementos stand where they stand in time; bars are words. Every measure is drawn on \
                 one scale, alike above and unlike below."
            }
            (self.probability())
            (timeline::marks())
            @for shown in &self.shown {
                @if let Some(detail) = &shown.detail { (one(shown, detail)) }
            }
        }
    }

    /// TimeMaps without a timeline.
    fn others(&self) -> Table {
        let mut table = Table::new("TimeMaps without a timeline")
            .text("Original")
            .text("Course")
            .numbers(&["Mementos", "Off-topic"]);
        for shown in self.shown.iter().filter(|s| s.detail.is_none()) {
            let counts = [shown.mementos, shown.off].map(|n| thousands(n as u64));
            let cells = std::iter::once(shown.pattern.name().to_owned()).chain(counts);
            table.keyed(foreign::shown(&shown.url), cells);
        }
        table
    }
}

/// What the mementos of a TimeMap are compared with.
fn note(timemap: &TimeMap, judged: &Judged) -> String {
    let Some(anchor) = judged.anchor else {
        return "Nothing in this TimeMap can be compared with.".to_owned();
    };
    let date = day(&timemap.mementos[anchor.index].stamp());
    match anchor.passed_over {
        0 => format!("Compared with the memento of {date}."),
        n => format!("Compared with the memento of {date}; {n} before it passed over."),
    }
}

fn one(shown: &Shown, detail: &Detail) -> Markup {
    let (off, all) = (thousands(shown.off as u64), thousands(shown.mementos as u64));
    html! {
        h3 { (foreign::shown(&shown.url)) }
        p { (shown.pattern.name()) ": " (off) " of " (all) " off-topic. " (shown.note) }
        (detail.timeline)
        (detail.events)
    }
}
