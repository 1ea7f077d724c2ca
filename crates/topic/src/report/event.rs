//! What changed along a TimeMap: the captures before and after, with title and first words.

use std::io;

use maud::{Markup, Render, html};
use scutch_plot::number::counted;

use super::capture::{Captures, ShownCapture};
use super::course::Change;
use crate::collection::timemap::TimeMap;

/// Changes shown of one TimeMap: a page that oscillates daily would fill the report.
const MOST: usize = 40;

/// The changes of a TimeMap.
pub(super) struct Events {
    shown: Vec<Event>,
    /// Changes beyond [`MOST`].
    left_out: usize,
}

struct Event {
    off: bool,
    cause: &'static str,
    /// `None` for a TimeMap that begins off-topic.
    before: Option<ShownCapture>,
    after: ShownCapture,
}

impl Events {
    /// The changes with their captures.
    pub(super) fn new(
        changes: &[Change],
        timemap: &TimeMap,
        captures: Captures<'_>,
    ) -> io::Result<Self> {
        let shown = |index: usize| captures.shown(&timemap.mementos[index]);
        let event = |change: &Change| {
            io::Result::Ok(Event {
                off: change.off,
                cause: change.cause,
                before: change.before.map(shown).transpose()?,
                after: shown(change.index)?,
            })
        };
        let left_out = changes.len().saturating_sub(MOST);
        Ok(Self {
            shown: changes.iter().take(MOST).map(event).collect::<io::Result<_>>()?,
            left_out,
        })
    }
}

impl Render for Events {
    fn render(&self) -> Markup {
        html! {
            @if !self.shown.is_empty() {
                ol.events { @for event in &self.shown { (event) } }
            }
            @if self.left_out > 0 {
                p.nothing { (counted(self.left_out as u64, "further change")) "." }
            }
        }
    }
}

impl Render for Event {
    fn render(&self) -> Markup {
        html! {
            li {
                p.event {
                    (self.after.name) ": "
                    @match (self.off, &self.before) {
                        (true, Some(_)) => { strong { "off-topic" } " (" (self.cause) ")" },
                        (true, None) => { strong { "begins off-topic" } " (" (self.cause) ")" },
                        (false, _) => strong { "on-topic again" },
                    }
                }
                dl.change {
                    @if let Some(before) = &self.before {
                        (side("Before", before))
                        (side("After", &self.after))
                    } @else {
                        (side("First", &self.after))
                    }
                }
            }
        }
    }
}

fn side(name: &str, capture: &ShownCapture) -> Markup {
    html! {
        dt { (name) ", " (capture.name) }
        dd { (capture.excerpt()) (capture.place()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_name_what_was_before_and_after() {
        let event = |off: bool, before: Option<ShownCapture>| Event {
            off,
            cause: "page gone",
            before,
            after: ShownCapture::default(),
        };
        let before = || Some(ShownCapture::default());
        let shown = vec![event(true, None), event(false, before()), event(true, before())];
        let html = Events { shown, left_out: 3 }.render().into_string();
        let count = |name: &str| html.matches(name).count();
        assert_eq!((count("First"), count("Before"), count("After")), (1, 2, 2), "{html}");
        assert!(html.contains("begins off-topic</strong> (page gone)"), "{html}");
        assert!(html.contains("<strong>off-topic</strong> (page gone)"), "{html}");
        assert!(html.contains("on-topic again"), "{html}");
        assert!(html.contains("3 further changes"), "{html}");
        let none = Events { shown: Vec::new(), left_out: 0 }.render().into_string();
        assert_eq!(none, "");
    }
}
