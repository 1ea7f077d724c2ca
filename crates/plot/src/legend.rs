//! The legend: a line that names every colour and shape of a plot.

use maud::{Markup, Render, html};

use crate::tone::{SERIES, Status, Tone};

/// What a legend explains.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Key {
    /// A part or column.
    Tone(Tone),
    /// A shade of a strip, from 0.
    Level(usize),
    /// A hatched stretch.
    Gap,
    /// A curve, by its number from 0.
    Series(usize),
    /// The mark of a point.
    Mark(Status),
    /// The median of a box.
    Median,
    /// A single value.
    Dot,
    /// A marked value of an axis.
    Rule,
}

impl Key {
    fn swatch(self) -> Markup {
        html! {
            @match self {
                Self::Tone(tone) => span.swatch.(tone.class()) {},
                Self::Level(level) => span.swatch.{ "level" (level) } {},
                Self::Gap => span.swatch.gap {},
                Self::Series(number) => span.swatch.line.{ "series" (number % SERIES) } {},
                Self::Median => span.swatch.median {},
                Self::Dot => span.swatch.dot {},
                Self::Rule => span.swatch.rule {},
                // The mark itself, for colour alone would not tell crosses from rings.
                Self::Mark(status) => svg.swatch width="12" height="12" aria-hidden="true" {
                    svg x="6" y="6" { (status.symbol()) }
                },
            }
        }
    }
}

/// Keys of a plot and their names.
#[derive(Debug, Default)]
pub struct Legend {
    lead: String,
    keys: Vec<(Key, String)>,
}

impl Legend {
    /// A legend that begins with a text, such as `Documents per month:`; `""` for none.
    pub fn new(lead: impl Into<String>) -> Self {
        Self { lead: lead.into(), keys: Vec::new() }
    }

    /// Adds a key.
    #[must_use]
    pub fn key(mut self, key: Key, name: impl Into<String>) -> Self {
        self.keys.push((key, name.into()));
        self
    }
}

impl Render for Legend {
    fn render(&self) -> Markup {
        html! {
            p.legend {
                (self.lead)
                @for (key, name) in &self.keys { " " span.key { (key.swatch()) (name) } }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_has_its_swatch_and_name() {
        let legend = Legend::new("Documents:")
            .key(Key::Tone(Tone::Second), "old")
            .key(Key::Level(3), "10 to 29")
            .key(Key::Gap, "none")
            .key(Key::Series(SERIES + 1), "words")
            .key(Key::Mark(Status::Bad), "off-topic");
        let html = legend.render().into_string();
        let swatches =
            ["swatch second", "swatch level3", "swatch gap", "swatch line series1", "bad"];
        for part in swatches.into_iter().chain(["old", "10 to 29", "none", "words", "off-topic"]) {
            assert!(html.contains(part), "{part}: {html}");
        }
        assert_eq!(html.matches("class=\"key\"").count(), 5);
    }

    #[test]
    fn names_are_text() {
        let html = Legend::new("").key(Key::Gap, "<b>").render().into_string();
        assert!(html.contains("&lt;b&gt;"), "{html}");
    }
}
