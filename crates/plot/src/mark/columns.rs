//! Column plots: a column per slot, whole or in stacked parts, and hatched stretches without any.

use maud::{Markup, Render, html};

use super::label_ids;
use crate::axis::{ABOVE, Label, SlotAxis, ValueAxis};
use crate::number::{percent, pixels};
use crate::tone::Tone;

/// Height of the field in pixels.
const HEIGHT: f64 = 180.0;
/// Height of columns that would otherwise vanish, in pixels.
const LEAST: f64 = 1.5;
/// Widest column, as a part of the field: two columns should not look like slabs.
const WIDEST: f64 = 0.06;
/// More slots than this leave no room for space between columns.
const CROWDED: usize = 200;

/// Columns over consecutive slots of equal width.
#[derive(Debug, Default)]
pub struct ColumnPlot<'a> {
    /// Anchor for the accessible name; unique on the page.
    pub id: &'a str,
    /// Name of the plot.
    pub title: &'a str,
    /// What a reader who cannot see the plot should know.
    pub description: &'a str,
    /// Number of slots.
    pub slots: usize,
    /// The columns, at most one per slot.
    pub columns: Vec<Column>,
    /// Hatched stretches where there is nothing to show.
    pub gaps: Vec<Gap>,
    /// Labels under the field.
    pub labels: Vec<Label>,
}

/// One column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    slot: usize,
    parts: Vec<(Tone, u64)>,
    tooltip: String,
}

impl Column {
    /// A column of one part in the slot with this number, from 0.
    pub fn new(slot: usize, value: u64, tooltip: String) -> Self {
        Self::stacked(slot, vec![(Tone::Main, value)], tooltip)
    }

    /// A column of parts on top of each other, the first at the bottom.
    pub fn stacked(slot: usize, parts: Vec<(Tone, u64)>, tooltip: String) -> Self {
        Self { slot, parts, tooltip }
    }

    fn sum(&self) -> u128 {
        self.parts.iter().map(|(_, value)| u128::from(*value)).sum()
    }
}

/// A stretch of slots.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gap {
    /// First slot.
    pub slot: usize,
    /// Number of slots.
    pub slots: usize,
    /// What the gap is.
    pub tooltip: String,
}

impl ColumnPlot<'_> {
    fn gap(&self, gap: &Gap) -> Markup {
        let slots = self.slots as f64;
        html! {
            rect.gap x=(percent(gap.slot as f64, slots)) width=(percent(gap.slots as f64, slots))
                y=(ABOVE) height=(HEIGHT) {
                title { (gap.tooltip) }
            }
        }
    }

    fn column(&self, column: &Column, axis: &ValueAxis) -> Markup {
        let slots = self.slots as f64;
        let filled: f64 = if self.slots > CROWDED { 1.0 } else { 0.82 };
        let width = filled.min(WIDEST * slots);
        let x = column.slot as f64 + (1.0 - width) / 2.0;
        // Parts are stacked upwards; `below` is the sum of those already drawn.
        let mut below = 0;
        let parts = column.parts.iter().filter(|(_, value)| *value > 0).map(|(tone, value)| {
            // Rounding sums instead of parts keeps the top of the column where the axis has it.
            let bottom = axis.height(below);
            below += u128::from(*value);
            (tone.class(), axis.height(below), (axis.height(below) - bottom).max(LEAST))
        });
        html! {
            g {
                title { (column.tooltip) }
                @for (class, top, height) in parts {
                    // A part widened to be seen must not reach below the base line.
                    @let top = top.max(height);
                    rect.(class) x=(percent(x, slots)) width=(percent(width, slots))
                        y=(pixels(ABOVE + HEIGHT - top)) height=(pixels(height)) {}
                }
            }
        }
    }
}

/// A pair of SVG images: the axis, and the field that takes the rest of the width.
impl Render for ColumnPlot<'_> {
    fn render(&self) -> Markup {
        let max = self.columns.iter().map(Column::sum).max().unwrap_or(0);
        let axis = ValueAxis::new(max, HEIGHT);
        let slots = SlotAxis { slots: self.slots, labels: &self.labels, base: ABOVE + HEIGHT };
        let full = slots.full_height();
        let (title, description) = label_ids(self.id);
        html! {
            div.plot {
                (axis.numbers(full))
                svg.field height=(full) role="img" aria-labelledby={ (title) " " (description) } {
                    title id=(title) { (self.title) }
                    desc id=(description) { (self.description) }
                    (axis.grid())
                    @for gap in &self.gaps { (self.gap(gap)) }
                    @for column in &self.columns { (self.column(column, &axis)) }
                    (slots)
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn plot(slots: usize, columns: Vec<Column>) -> String {
        let (id, title, description) = ("p", "T", "D");
        ColumnPlot { id, title, description, slots, columns, ..ColumnPlot::default() }
            .render()
            .into_string()
    }

    fn column(slot: usize, value: u64) -> Column {
        Column::new(slot, value, "<tooltip>".into())
    }

    /// Values of an attribute in pixels.
    fn numbers(html: &str, attribute: &str) -> Vec<f64> {
        let rects = html.split("<rect").skip(1);
        let values = rects.filter_map(|rect| rect.split(&format!(" {attribute}=\"")).nth(1));
        values.filter_map(|rest| rest.split('"').next()?.parse().ok()).collect()
    }

    #[test]
    fn the_tallest_column_stays_in_the_field_and_the_smallest_is_seen() {
        let html = plot(10, vec![column(0, 1), column(9, u64::MAX)]);
        assert!(html.contains("height=\"1.5\""), "{html}");
        assert!(!html.contains("y=\"-"), "{html}");
        assert!(html.contains("&lt;tooltip&gt;"), "{html}");
    }

    #[test]
    fn few_columns_are_not_slabs() {
        assert!(plot(2, vec![column(0, 1)]).contains("width=\"6%\""));
    }

    #[test]
    fn parts_stand_on_each_other() {
        let parts = vec![(Tone::Main, 50), (Tone::Second, 0), (Tone::Third, 50)];
        let html = plot(1, vec![Column::stacked(0, parts, String::new())]);
        assert_eq!(numbers(&html, "y"), [100.0, 10.0]);
        assert_eq!(numbers(&html, "height"), [90.0, 90.0]);
    }

    #[test]
    fn a_column_of_nothing_is_not_drawn() {
        assert!(!plot(3, vec![column(1, 0)]).contains("<rect"));
    }

    proptest! {
        #[test]
        fn columns_stay_inside(values in prop::collection::vec(any::<[u64; 3]>(), 1..50)) {
            let stacked = |(slot, [a, b, c]): (usize, &[u64; 3])| {
                let parts = vec![(Tone::Main, *a), (Tone::Second, *b), (Tone::Third, *c)];
                Column::stacked(slot, parts, String::new())
            };
            let html = plot(values.len(), values.iter().enumerate().map(stacked).collect());
            for (y, height) in numbers(&html, "y").into_iter().zip(numbers(&html, "height")) {
                prop_assert!(y >= ABOVE - 0.1 && y + height <= ABOVE + HEIGHT + 0.11, "{y} {height}");
            }
        }
    }
}
