//! The axes of all plots: ticks and grid of the values, labels of the slots.
//!
//! Horizontal positions are percentages, vertical ones and all text are pixels. So a plot fills any
//! width without scaling, and its labels stay readable.

use maud::{Markup, Render, html};

use crate::number::{percent, pixels, short};
use crate::number_axis::NumberAxis;

/// Room above the field for the topmost label, in pixels.
pub(crate) const ABOVE: f64 = 10.0;
/// Room below the field for one line of labels.
const BELOW: f64 = 24.0;
/// Room below the field for two lines of labels.
const BELOW_TWO: f64 = 39.0;

/// Ticks from 0 to a round number at or above `max`: at most six, all whole.
pub(crate) fn ticks(max: u128) -> Vec<u128> {
    let max = max.max(1);
    let mut power = 1;
    loop {
        // Steps of 1, 2 and 5 are the ones readers can divide in their heads.
        for step in [power, 2 * power, 5 * power] {
            let steps = max.div_ceil(step);
            // Five lines and their numbers have room in the lowest plot.
            if steps <= 4 {
                return (0..=steps).map(|i| i * step).collect();
            }
        }
        power *= 10;
    }
}

/// The vertical axis: values over a field of some height.
pub(crate) struct ValueAxis {
    /// Parts of the height, with their numbers.
    ticks: Vec<(f64, String)>,
    top: f64,
    height: f64,
}

impl ValueAxis {
    /// An axis of counts from 0 up to at least `max`, over `height` pixels.
    pub(crate) fn new(max: u128, height: f64) -> Self {
        let ticks = ticks(max);
        // Columns end below the topmost line, so that none touches the edge of the field.
        let top = ticks.last().copied().unwrap_or(1) as f64;
        let ticks = ticks.into_iter().map(|tick| (tick as f64 / top, short(tick))).collect();
        Self { ticks, top, height }
    }

    /// An axis of other numbers, over `height` pixels.
    pub(crate) fn of_numbers(axis: NumberAxis, height: f64) -> Self {
        let ticks = axis.ticks().into_iter().map(|(value, text)| (axis.part(value), text));
        Self { ticks: ticks.collect(), top: 1.0, height }
    }

    /// Height of a count in pixels.
    pub(crate) fn height(&self, value: u128) -> f64 {
        self.height * (value as f64 / self.top)
    }

    fn y(&self, part: f64) -> f64 {
        ABOVE + self.height * (1.0 - part)
    }

    /// The numbers, an image of its own beside the field. Decoration: the table has all numbers.
    pub(crate) fn numbers(&self, full: f64) -> Markup {
        html! {
            svg.axis height=(full) width="46" aria-hidden="true" {
                @for (part, number) in &self.ticks {
                    // Four pixels below its line the text of a tick is centred on it.
                    text x="38" y=(pixels(self.y(*part) + 4.0)) { (number) }
                }
            }
        }
    }

    /// The lines across the field.
    pub(crate) fn grid(&self) -> Markup {
        html! {
            @for (part, _) in &self.ticks {
                @let y = pixels(self.y(*part));
                line.grid x1="0" x2="100%" y1=(y) y2=(y) {}
            }
        }
    }
}

/// A label under the field.
#[derive(Debug, Clone, PartialEq)]
pub struct Label {
    /// Position in slots; fractions are positions inside a slot.
    pub at: f64,
    /// First line.
    pub text: String,
    /// Second line, `""` for none.
    pub below: String,
    /// Pages on which the label has room.
    pub width: Width,
}

impl Label {
    /// A label of one line.
    pub fn new(at: f64, text: impl Into<String>, width: Width) -> Self {
        Self { at, text: text.into(), below: String::new(), width }
    }
}

/// Pages on which a label has room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Width {
    /// All.
    Any,
    /// Wide pages only.
    Wide,
    /// Narrow pages only.
    Narrow,
}

impl Width {
    /// The style class that hides the label elsewhere.
    fn class(self) -> &'static str {
        match self {
            Self::Any => "any",
            Self::Wide => "wide",
            Self::Narrow => "narrow",
        }
    }
}

/// Labels of an axis of numbers, which is one slot wide.
pub(crate) fn number_labels(axis: NumberAxis) -> Vec<Label> {
    let label = |(value, text)| Label::new(axis.part(value), text, Width::Any);
    axis.ticks().into_iter().map(label).collect()
}

/// The horizontal axis: labels of consecutive slots of equal width.
pub(crate) struct SlotAxis<'a> {
    /// Number of slots.
    pub(crate) slots: usize,
    pub(crate) labels: &'a [Label],
    /// Vertical position of the base line in pixels.
    pub(crate) base: f64,
}

impl SlotAxis<'_> {
    /// Height of the whole plot: field, base line and labels.
    pub(crate) fn full_height(&self) -> f64 {
        let two = self.labels.iter().any(|label| !label.below.is_empty());
        self.base + if two { BELOW_TWO } else { BELOW }
    }

    fn label(&self, label: &Label) -> Markup {
        let x = percent(label.at, self.slots as f64);
        let class = label.width.class();
        html! {
            line.tick.(class) x1=(x) x2=(x) y1=(self.base) y2=(self.base + 5.0) {}
            text.(class) x=(x) y=(self.base + 19.0) { (label.text) }
            @if !label.below.is_empty() {
                text.(class) x=(x) y=(self.base + 34.0) { (label.below) }
            }
        }
    }
}

impl Render for SlotAxis<'_> {
    fn render(&self) -> Markup {
        html! {
            line.base x1="0" x2="100%" y1=(self.base) y2=(self.base) {}
            @for label in self.labels { (self.label(label)) }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn ticks_are_round() {
        let cases: [(u128, &[u128]); 5] = [
            (0, &[0, 1]),
            (3, &[0, 1, 2, 3]),
            (7, &[0, 2, 4, 6, 8]),
            (99, &[0, 50, 100]),
            (12_345, &[0, 5_000, 10_000, 15_000]),
        ];
        for (max, expected) in cases {
            assert_eq!(ticks(max), expected, "{max}");
        }
    }

    #[test]
    fn a_second_line_makes_the_plot_taller() {
        let mut labels = [Label::new(0.5, "Jan", Width::Any)];
        let one = SlotAxis { slots: 1, labels: &labels, base: 100.0 }.full_height();
        labels[0].below = "2020".to_owned();
        let axis = SlotAxis { slots: 1, labels: &labels, base: 100.0 };
        assert!(axis.full_height() > one);
        assert!(axis.render().into_string().contains(">2020<"));
    }

    proptest! {
        #[test]
        fn ticks_are_few_and_reach_the_maximum(max: u64) {
            let ticks = ticks(u128::from(max));
            prop_assert!((2..=6).contains(&ticks.len()), "{ticks:?}");
            prop_assert!(ticks[ticks.len() - 1] >= u128::from(max), "{ticks:?}");
            prop_assert!(ticks.windows(3).all(|t| t[1] - t[0] == t[2] - t[1]), "{ticks:?}");
        }

        #[test]
        fn values_stay_inside_the_field(max: u64, part in 0.0..=1.0_f64) {
            let axis = ValueAxis::new(u128::from(max), 180.0);
            let height = axis.height((max as f64 * part) as u128);
            prop_assert!((0.0..=180.001).contains(&height), "{height}");
        }
    }
}
