//! Box plots: how the values of each row are spread, on one axis for all rows.
//!
//! A row is a line of the page with a small image, so that long names wrap and stand above their
//! box on a narrow page.

use maud::{Markup, Render, html};

use super::spread::Spread;
use crate::axis::{SlotAxis, number_labels};
use crate::legend::{Key, Legend};
use crate::number::{percent, pixels, thousands};
use crate::number_axis::NumberAxis;
use crate::table::{Table, fold};
use crate::tone::Tone;

/// Height of a row, and of a box in it, in pixels.
const ROW: f64 = 22.0;
const BOX: f64 = 12.0;
/// Rows of fewer values show each value: quartiles of three or four numbers are none.
const FEW: usize = 5;

/// Rows of values on one axis.
#[derive(Debug, Default)]
pub struct BoxPlot<'a> {
    /// Anchor for the accessible name; unique on the page.
    pub id: &'a str,
    /// Name of the plot.
    pub title: &'a str,
    /// What the values are of, in the plural, such as `pages`.
    pub unit: &'a str,
    /// What the rows are, such as `method`: heads the column of names in the table.
    pub key: &'a str,
    /// The rows, in groups.
    pub groups: Vec<BoxGroup>,
}

/// Rows with a heading.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct BoxGroup {
    /// The heading, `""` for none.
    pub name: String,
    /// The rows.
    pub rows: Vec<BoxRow>,
}

/// The values of one row.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct BoxRow {
    /// What they are of.
    pub name: String,
    /// The values, each with its tooltip. What is no number is not drawn.
    pub values: Vec<(f64, String)>,
}

impl BoxRow {
    fn spread(&self) -> Option<Spread> {
        Spread::of_values(self.values.iter().map(|(value, _)| *value))
    }
}

impl BoxPlot<'_> {
    fn rows(&self) -> impl Iterator<Item = &BoxRow> {
        self.groups.iter().flat_map(|group| &group.rows)
    }

    /// What the parts of a box are.
    pub fn legend(&self) -> Legend {
        Legend::new("")
            .key(Key::Tone(Tone::Second), format!("middle half of the {}", self.unit))
            .key(Key::Median, "median")
            .key(Key::Dot, "outlier, or one of few")
    }

    /// The numbers of the plot.
    pub fn table(&self) -> Table {
        let is_grouped = self.groups.iter().any(|group| !group.name.is_empty());
        let mut table = Table::new(self.title).text(capitalised(self.key));
        if is_grouped {
            table = table.text("Of");
        }
        let unit = capitalised(self.unit);
        table = table.numbers(&[&unit, "Least", "Quarter", "Median", "Three quarters", "Greatest"]);
        for group in &self.groups {
            for row in &group.rows {
                let numbers = match row.spread() {
                    Some(spread) => std::iter::once(thousands(spread.count() as u64))
                        .chain(spread.five().map(|number| format!("{number:.3}")))
                        .collect(),
                    None => vec!["0".to_owned()],
                };
                let group = is_grouped.then(|| group.name.clone());
                table.keyed(&row.name, group.into_iter().chain(numbers));
            }
        }
        table
    }

    /// The plot with its caption, its legend, and its numbers in a fold.
    pub fn figure(&self) -> Markup {
        html! {
            figure {
                figcaption { (self.title) "." }
                (self)
                (self.legend())
            }
            (fold("The numbers of the plot", &self.table().render()))
        }
    }

    fn row(row: &BoxRow, axis: NumberAxis) -> Markup {
        html! {
            div.name { (row.name) }
            svg.field height=(pixels(ROW)) aria-hidden="true" {
                @for (value, _) in axis.ticks() {
                    @let x = percent(axis.part(value), 1.0);
                    line.grid x1=(x) x2=(x) y1="0" y2=(pixels(ROW)) {}
                }
                @if let Some(spread) = row.spread() { (marks(row, &spread, axis)) }
            }
        }
    }

    fn axis(axis: NumberAxis) -> Markup {
        let labels = number_labels(axis);
        let slots = SlotAxis { slots: 1, labels: &labels, base: 0.5 };
        html! {
            div.name {}
            svg.field height=(pixels(slots.full_height())) aria-hidden="true" { (slots) }
        }
    }
}

/// Box and whiskers of a row, and its outliers.
fn marks(row: &BoxRow, spread: &Spread, axis: NumberAxis) -> Markup {
    let x = |value: f64| percent(axis.part(value), 1.0);
    let [_, lower, median, upper, _] = spread.five();
    let (low, high) = spread.whiskers();
    let (middle, top) = (ROW / 2.0, (ROW - BOX) / 2.0);
    let is_few = spread.count() < FEW;
    let is_dot = |value: f64| value.is_finite() && (is_few || value < low || value > high);
    html! {
        @if !is_few {
            line.whisker x1=(x(low)) x2=(x(high)) y1=(pixels(middle)) y2=(pixels(middle)) {}
            rect.second x=(x(lower)) y=(pixels(top)) height=(pixels(BOX))
                width=(percent(axis.part(upper) - axis.part(lower), 1.0)) {}
        }
        @for (value, tooltip) in row.values.iter().filter(|(value, _)| is_dot(*value)) {
            circle.dot cx=(x(*value)) cy=(pixels(middle)) r="2.6" { title { (tooltip) } }
        }
        line.median x1=(x(median)) x2=(x(median)) y1=(pixels(top)) y2=(pixels(top + BOX)) {
            title { (row.name) ": " (format!("{median:.3}")) }
        }
    }
}

/// A word at the head of a column.
fn capitalised(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

impl Render for BoxPlot<'_> {
    fn render(&self) -> Markup {
        let values = self.rows().flat_map(|row| row.values.iter().map(|(value, _)| *value));
        let axis = NumberAxis::around(values);
        let rows = self.rows().count();
        let description =
            format!("{}. A box for each of {rows} rows; a table has the numbers.", self.title);
        html! {
            div.boxes id=(self.id) role="img" aria-label=(description) {
                @for group in &self.groups {
                    @if !group.name.is_empty() { div.group { (group.name) } }
                    @for row in &group.rows { (Self::row(row, axis)) }
                }
                (Self::axis(axis))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &str, values: &[f64]) -> BoxRow {
        let values = values.iter().map(|value| (*value, format!("page <{value}>"))).collect();
        BoxRow { name: name.to_owned(), values }
    }

    fn plot(groups: Vec<BoxGroup>) -> BoxPlot<'static> {
        BoxPlot { id: "b", title: "Accuracy", unit: "pages", key: "test", groups }
    }

    #[test]
    fn a_row_has_box_median_and_outliers() {
        let rows = vec![row("T001", &[0.1, 0.8, 0.81, 0.82, 0.83, 0.84])];
        let html = plot(vec![BoxGroup { name: String::new(), rows }]).render().into_string();
        assert_eq!(html.matches("class=\"second\"").count(), 1, "{html}");
        assert_eq!(html.matches("class=\"dot\"").count(), 1, "{html}");
        assert!(html.contains("page &lt;0.1&gt;") && html.contains("T001: 0.815"), "{html}");
        assert!(!html.contains("class=\"group\""), "{html}");
    }

    #[test]
    fn few_values_are_dots() {
        let groups = ["a.example", "b.example"].map(|name| BoxGroup {
            name: name.to_owned(),
            rows: vec![row("T001", &[0.5, 0.75, f64::NAN]), row("T002", &[])],
        });
        let plot = plot(groups.to_vec());
        let html = plot.render().into_string();
        assert_eq!(html.matches("class=\"dot\"").count(), 4, "{html}");
        assert!(!html.contains("class=\"second\"") && !html.contains("NaN"), "{html}");
        assert_eq!(html.matches("class=\"group\"").count(), 2, "{html}");
        let table = plot.table().render().into_string();
        let cells = "<td>a.example</td><td class=\"n\">2</td><td class=\"n\">0.500</td>";
        assert!(table.contains(cells), "{table}");
        assert!(table.contains("0.562") || table.contains("0.563"), "{table}");
    }

    #[test]
    fn the_axis_is_one_for_all_rows() {
        let rows = vec![row("low", &[0.2]), row("high", &[1.0])];
        let html = plot(vec![BoxGroup { rows, ..BoxGroup::default() }]).render().into_string();
        assert!(html.contains(">0.2<") && html.contains(">1.0<"), "{html}");
        assert_eq!(html.matches("cx=\"0%\"").count(), 1, "{html}");
        assert_eq!(html.matches("cx=\"100%\"").count(), 1, "{html}");
    }
}
