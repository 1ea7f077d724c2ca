//! A stacked bar: one whole and its parts.

use maud::{Markup, Render, html};

use super::label_ids;
use crate::legend::{Key, Legend};
use crate::number::{counted, percent, share, thousands};
use crate::table::Table;
use crate::tone::Tone;

/// Part of the bar that the smallest part above nothing gets, so that it is seen.
const LEAST: f64 = 0.004;

/// One part of a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part<'a> {
    /// What the part is.
    pub name: &'a str,
    /// Its size.
    pub value: u128,
    /// Its colour.
    pub tone: Tone,
}

/// A wide bar whose length is the whole.
#[derive(Debug, Clone, Copy)]
pub struct Stack<'a> {
    /// Anchor for the accessible name; unique on the page.
    pub id: &'a str,
    /// Name of the plot.
    pub title: &'a str,
    /// What the parts count, in the singular.
    pub noun: &'a str,
    /// The parts, from left to right.
    pub parts: &'a [Part<'a>],
}

impl Stack<'_> {
    /// Names of the parts, for a bar without a table that shows the colours.
    pub fn legend(&self) -> Legend {
        let add = |legend: Legend, part: &Part<'_>| legend.key(Key::Tone(part.tone), part.name);
        self.parts.iter().fold(Legend::default(), add)
    }

    /// The numbers: a line per part, with its colour. `key` and `unit` head the columns.
    pub fn table(&self, key: &str, unit: &str) -> Table {
        let whole = whole(self.parts);
        let mut table = Table::new(self.title).text(key).numbers(&[unit, "Share"]);
        for part in self.parts {
            let name = html! { span.swatch.(part.tone.class()) {} (part.name) };
            table.keyed(name, [thousands(part.value), share(part.value, whole)]);
        }
        table
    }
}

impl Render for Stack<'_> {
    fn render(&self) -> Markup {
        let whole = whole(self.parts);
        let says = |part: &Part<'_>| {
            let count = counted(part.value, self.noun);
            format!("{}: {count} ({})", part.name, share(part.value, whole))
        };
        let words = self.parts.iter().map(says).collect::<Vec<_>>();
        let (title, description) = label_ids(self.id);
        html! {
            svg.stack height="28" role="img" aria-labelledby={ (title) " " (description) } {
                title id=(title) { (self.title) }
                desc id=(description) { (words.join("; ")) }
                (rects(self.parts, "28", Some(&words)))
            }
        }
    }
}

/// A low bar of `parts` for a table row; decoration, for its numbers stand beside it.
pub fn low_stack(parts: &[Part<'_>]) -> Markup {
    html! { svg.stack.low height="10" aria-hidden="true" { (rects(parts, "10", None)) } }
}

fn whole(parts: &[Part<'_>]) -> u128 {
    parts.iter().fold(0, |sum, part| sum.saturating_add(part.value))
}

fn rects(parts: &[Part<'_>], height: &str, tooltips: Option<&[String]>) -> Markup {
    let whole = whole(parts);
    html! {
        // An empty bar shows that there was something to count, but nothing was found.
        @if whole == 0 { rect.empty x="0" y="0" width="100%" height=(height) {} }
        @for (at, (part, (start, width))) in parts.iter().zip(extents(parts, whole)).enumerate() {
            @if part.value > 0 {
                rect.(part.tone.class()) x=(percent(start, 1.0)) y="0"
                    width=(percent(width, 1.0)) height=(height) {
                    @if let Some(tooltips) = tooltips { title { (tooltips[at]) } }
                }
            }
        }
    }
}

/// Start and width of every part, as parts of 1.
fn extents(parts: &[Part<'_>], whole: u128) -> Vec<(f64, f64)> {
    let wanted = |part: &Part<'_>| match part.value {
        0 => 0.0,
        value => (value as f64 / whole as f64).max(LEAST),
    };
    // Widening small parts makes the sum larger than 1; all parts shrink alike to fit again.
    let sum: f64 = parts.iter().map(wanted).sum();
    let mut start = 0.0;
    let extent = |part| {
        let width = wanted(part) / sum.max(1.0);
        start += width;
        (start - width, width)
    };
    parts.iter().map(extent).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn part(value: u128) -> Part<'static> {
        Part { name: "n", value, tone: Tone::Main }
    }

    #[test]
    fn an_empty_whole_is_an_empty_bar() {
        let stack = Stack { id: "b", title: "T", noun: "record", parts: &[part(0)] };
        let html = stack.render().into_string();
        assert!(html.contains("class=\"empty\""), "{html}");
        assert!(!html.contains("NaN"), "{html}");
    }

    #[test]
    fn bar_table_and_legend_show_the_same_parts() {
        let parts = [
            Part { name: "kept", value: 3, tone: Tone::Main },
            Part { name: "lost", value: 1, tone: Tone::Third },
        ];
        let stack = Stack { id: "b", title: "T", noun: "record", parts: &parts };
        let html = stack.render().into_string();
        assert!(html.contains("kept: 3 records (75.0%); lost: 1 record (25.0%)"), "{html}");
        let table = stack.table("Part", "Records").render().into_string();
        assert!(table.contains("75.0%") && table.contains("swatch third"), "{table}");
        let legend = stack.legend().render().into_string();
        assert!(legend.contains("kept") && legend.contains("swatch third"), "{legend}");
        assert!(!low_stack(&parts).into_string().contains("title"));
    }

    proptest! {
        #[test]
        fn parts_fill_the_bar_and_small_ones_are_seen(values in prop::collection::vec(any::<u64>(), 1..8)) {
            let parts: Vec<_> = values.iter().map(|n| part(u128::from(*n))).collect();
            let extents = extents(&parts, whole(&parts));
            for (value, (start, width)) in values.iter().zip(&extents) {
                prop_assert!(*value == 0 || *width > LEAST * 0.9, "{value}: {width}");
                prop_assert!(*start >= 0.0 && start + width <= 1.0 + 1e-9);
            }
            let end = extents.iter().map(|(_, width)| width).sum::<f64>();
            prop_assert!(whole(&parts) == 0 || (end - 1.0).abs() < 1e-9, "{end}");
        }
    }
}
