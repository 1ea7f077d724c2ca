//! Column plots as SVG that needs no scaling: horizontal positions are percentages, vertical ones
//! and all text are pixels, so that labels stay readable at any width.

use maud::{Markup, html};

use super::numbers::{percent, short, ticks};

/// Height of the plot field in pixels.
const HEIGHT: f64 = 180.0;
/// Room above the field for the topmost label, and below for one line of labels or two.
const ABOVE: f64 = 10.0;
const BELOW: f64 = 24.0;
const BELOW_TWO: f64 = 39.0;
/// Height of columns that would otherwise vanish.
const LEAST: f64 = 1.5;
/// Widest column, as a part of the field.
const WIDEST: f64 = 0.06;

/// Columns over consecutive slots of equal width.
pub(super) struct Plot<'a> {
    /// Anchor for the accessible name; unique on the page.
    pub(super) id: &'a str,
    pub(super) title: &'a str,
    /// What a reader who cannot see the plot should know.
    pub(super) description: &'a str,
    /// Number of slots.
    pub(super) slots: usize,
    pub(super) columns: Vec<Column>,
    /// Hatched stretches where there is nothing to show.
    pub(super) gaps: Vec<Gap>,
    pub(super) labels: Vec<Label>,
}

/// One column.
pub(super) struct Column {
    pub(super) slot: usize,
    pub(super) value: u64,
    pub(super) tooltip: String,
}

/// A stretch of slots.
pub(super) struct Gap {
    pub(super) slot: usize,
    pub(super) slots: usize,
    pub(super) tooltip: String,
}

/// A label under the field.
pub(super) struct Label {
    /// Position in slots; fractions are positions inside a slot.
    pub(super) at: f64,
    pub(super) text: String,
    /// Second line, `""` for none.
    pub(super) below: String,
    pub(super) width: Width,
}

/// Pages on which a label has room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Width {
    /// All.
    Any,
    /// Wide pages only.
    Wide,
    /// Narrow pages only.
    Narrow,
}

impl Width {
    /// The style class that hides it elsewhere.
    fn class(self) -> &'static str {
        match self {
            Self::Any => "any",
            Self::Wide => "wide",
            Self::Narrow => "narrow",
        }
    }
}

impl Plot<'_> {
    /// The plot as a pair of SVG images: axis and field.
    pub(super) fn render(&self) -> Markup {
        let max = self.columns.iter().map(|c| u128::from(c.value)).max().unwrap_or(0);
        let ticks = ticks(max);
        let top = ticks.last().copied().unwrap_or(1);
        let height = |value: u128| HEIGHT * (value as f64 / top as f64);
        let two = self.labels.iter().any(|label| !label.below.is_empty());
        let full = ABOVE + HEIGHT + if two { BELOW_TWO } else { BELOW };
        let (title, description) =
            (format!("{}-title", self.id), format!("{}-description", self.id));
        html! {
            div.plot {
                svg.axis height=(full) width="46" aria-hidden="true" {
                    @for tick in &ticks {
                        @let y = pixels(ABOVE + HEIGHT - height(*tick) + 4.0);
                        text x="38" y=(y) { (short(*tick)) }
                    }
                }
                svg.field height=(full) role="img" aria-labelledby={ (title) " " (description) } {
                    title id=(title) { (self.title) }
                    desc id=(description) { (self.description) }
                    @for tick in &ticks {
                        @let y = pixels(ABOVE + HEIGHT - height(*tick));
                        line.grid x1="0" x2="100%" y1=(y) y2=(y) {}
                    }
                    @for gap in &self.gaps { (self.gap(gap)) }
                    @for column in &self.columns {
                        (self.column(column, height(u128::from(column.value))))
                    }
                    line.base x1="0" x2="100%" y1=(ABOVE + HEIGHT) y2=(ABOVE + HEIGHT) {}
                    @for label in &self.labels { (self.label(label)) }
                }
            }
        }
    }

    fn gap(&self, gap: &Gap) -> Markup {
        let slots = self.slots as f64;
        html! {
            rect.gap x=(percent(gap.slot as f64, slots)) width=(percent(gap.slots as f64, slots))
                y=(ABOVE) height=(HEIGHT) {
                title { (gap.tooltip) }
            }
        }
    }

    fn column(&self, column: &Column, height: f64) -> Markup {
        let slots = self.slots as f64;
        let filled: f64 = if self.slots > 200 { 1.0 } else { 0.82 };
        let width = filled.min(WIDEST * slots);
        let height = if column.value > 0 { height.max(LEAST) } else { 0.0 };
        let x = column.slot as f64 + (1.0 - width) / 2.0;
        html! {
            rect.column x=(percent(x, slots)) width=(percent(width, slots))
                y=(pixels(ABOVE + HEIGHT - height)) height=(pixels(height)) {
                title { (column.tooltip) }
            }
        }
    }

    fn label(&self, label: &Label) -> Markup {
        let x = percent(label.at, self.slots as f64);
        let class = label.width.class();
        html! {
            line.tick.(class) x1=(x) x2=(x) y1=(ABOVE + HEIGHT) y2=(ABOVE + HEIGHT + 5.0) {}
            text.(class) x=(x) y=(ABOVE + HEIGHT + 19.0) { (label.text) }
            @if !label.below.is_empty() {
                text.(class) x=(x) y=(ABOVE + HEIGHT + 34.0) { (label.below) }
            }
        }
    }
}

/// A pixel position with at most one decimal.
fn pixels(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

/// The hatching that [`Plot`] and the host strips share; once per page, before both.
pub(super) fn hatching() -> Markup {
    html! {
        svg.defs width="0" height="0" aria-hidden="true" {
            defs {
                pattern #hatching width="5" height="5" patternUnits="userSpaceOnUse"
                    patternTransform="rotate(45)" {
                    line.hatch x1="0" y1="0" x2="0" y2="5" {}
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plot(slots: usize, values: &[(usize, u64)]) -> String {
        let column = |(slot, value): &(usize, u64)| Column {
            slot: *slot,
            value: *value,
            tooltip: "<tooltip>".into(),
        };
        let columns = values.iter().map(column).collect();
        Plot { id: "p", title: "T", description: "D", slots, columns, gaps: vec![], labels: vec![] }
            .render()
            .into_string()
    }

    #[test]
    fn the_tallest_column_stays_in_the_field_and_the_smallest_is_seen() {
        let html = plot(10, &[(0, 1), (9, u64::MAX)]);
        assert!(html.contains("height=\"1.5\""), "{html}");
        assert!(!html.contains("y=\"-"), "{html}");
        assert!(html.contains("&lt;tooltip&gt;"), "{html}");
    }

    #[test]
    fn few_columns_are_not_slabs() {
        assert!(plot(2, &[(0, 1)]).contains("width=\"6%\""));
    }
}
