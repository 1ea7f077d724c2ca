//! Curves of a number over another, with rules at values worth a mark.

use maud::{Markup, Render, html};

use super::label_ids;
use crate::axis::{ABOVE, SlotAxis, ValueAxis, number_labels};
use crate::number::{percent, pixels};
use crate::number_axis::NumberAxis;
use crate::tone::SERIES;

/// Height of the field in pixels.
const HEIGHT: f64 = 150.0;
/// Units of the curves' own coordinate system, which is stretched to the field.
const UNITS: f64 = 1_000.0;
/// Curves of no more points show each of them.
const FEW: usize = 24;

/// Curves over one axis of numbers.
#[derive(Debug, Default)]
pub struct CurvePlot<'a> {
    /// Anchor for the accessible name; unique on the page.
    pub id: &'a str,
    /// Name of the plot.
    pub title: &'a str,
    /// What a reader who cannot see the plot should know.
    pub description: &'a str,
    /// Ends of the horizontal axis; without them round numbers around all points.
    pub across: Option<[f64; 2]>,
    /// Ends of the vertical axis; without them round numbers around all points.
    pub up: Option<[f64; 2]>,
    /// The curves.
    pub curves: Vec<NumberCurve>,
    /// Values of the horizontal axis with a mark.
    pub rules: Vec<Rule>,
}

/// A number over another.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct NumberCurve {
    /// Number of its colour, from 0; later ones repeat the colours.
    pub series: usize,
    /// What it is, for tooltips.
    pub name: String,
    /// Its points from left to right.
    pub points: Vec<(f64, f64)>,
}

impl NumberCurve {
    /// Its points that can be drawn.
    fn known(&self) -> impl Iterator<Item = &(f64, f64)> {
        self.points.iter().filter(|(at, value)| at.is_finite() && value.is_finite())
    }
}

/// A vertical line at a value.
#[derive(Debug, Clone, PartialEq)]
pub struct Rule {
    /// Where it stands. Outside of the axis it is not drawn.
    pub at: f64,
    /// What it is.
    pub name: String,
}

impl CurvePlot<'_> {
    /// Both axes.
    fn axes(&self) -> (NumberAxis, NumberAxis) {
        let points = || self.curves.iter().flat_map(|curve| &curve.points);
        let x = match self.across {
            Some([low, high]) => NumberAxis::between(low, high),
            None => NumberAxis::around(points().map(|(at, _)| *at)),
        };
        let y = match self.up {
            Some([low, high]) => NumberAxis::between(low, high),
            None => NumberAxis::around(points().map(|(_, value)| *value)),
        };
        (x, y)
    }

    fn curve(&self, curve: &NumberCurve, x: NumberAxis, y: NumberAxis) -> Markup {
        let point = |(at, value): &(f64, f64)| {
            let [x, y] = [x.part(*at), 1.0 - y.part(*value)];
            format!("{} {}", pixels(x * UNITS), pixels(y * UNITS))
        };
        let path: Vec<String> = curve.known().map(point).collect();
        let series = format!("series{}", curve.series % SERIES);
        html! {
            @if !path.is_empty() {
                // A single point is a line of no length with round ends.
                path.curve.(series) d={ "M" (path.join("L")) "h0" } { title { (curve.name) } }
            }
        }
    }

    /// The points of short curves, with their numbers as tooltips.
    fn dots(&self, curve: &NumberCurve, x: NumberAxis, y: NumberAxis) -> Markup {
        let series = format!("series{}", curve.series % SERIES);
        html! {
            @for (at, value) in curve.known().filter(|_| curve.points.len() <= FEW) {
                circle.dot.(series) cx=(percent(x.part(*at), 1.0)) r="2.6"
                    cy=(pixels(ABOVE + HEIGHT * (1.0 - y.part(*value)))) {
                    title { (curve.name) ": " (format!("{value:.3} at {at}")) }
                }
            }
        }
    }

    fn rule(&self, rule: &Rule, x: NumberAxis) -> Markup {
        let part = x.part(rule.at);
        // Text that would leave the field on the right stands on the left of its line.
        let (class, aside) = if part > 0.5 { ("last", -4.0) } else { ("first", 4.0) };
        let at = percent(part, 1.0);
        html! {
            line.rule x1=(at) x2=(at) y1=(ABOVE) y2=(ABOVE + HEIGHT) {}
            svg x=(at) y=(ABOVE + 12.0) { text.(class) x=(pixels(aside)) y="0" { (rule.name) } }
        }
    }
}

impl Render for CurvePlot<'_> {
    fn render(&self) -> Markup {
        let (x, y) = self.axes();
        let values = ValueAxis::of_numbers(y, HEIGHT);
        let labels = number_labels(x);
        let slots = SlotAxis { slots: 1, labels: &labels, base: ABOVE + HEIGHT };
        let full = slots.full_height();
        let (title, description) = label_ids(self.id);
        let is_inside = |rule: &&Rule| x.has(rule.at);
        html! {
            div.plot {
                (values.numbers(full))
                svg.field height=(full) role="img" aria-labelledby={ (title) " " (description) } {
                    title id=(title) { (self.title) }
                    desc id=(description) { (self.description) }
                    (values.grid())
                    @for rule in self.rules.iter().filter(is_inside) { (self.rule(rule, x)) }
                    svg.curves x="0" y=(ABOVE) width="100%" height=(HEIGHT)
                        // Path data knows no percentages, so the curves have coordinates of their own.
                        viewBox={ "0 0 " (UNITS) " " (UNITS) } preserveAspectRatio="none" {
                        @for curve in &self.curves { (self.curve(curve, x, y)) }
                    }
                    @for curve in &self.curves { (self.dots(curve, x, y)) }
                    (slots)
                }
            }
        }
    }
}

/// Plots side by side, as many as the page has room for.
pub fn panels(plots: &[CurvePlot<'_>]) -> Markup {
    html! {
        div.panels {
            @for plot in plots { figure { figcaption { (plot.title) } (plot) } }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn plot(points: &[(f64, f64)], rules: &[f64]) -> String {
        let curve = NumberCurve { series: 9, name: "<lsi>".to_owned(), points: points.to_vec() };
        let rule = |at: &f64| Rule { at: *at, name: format!("published {at}") };
        CurvePlot {
            id: "c",
            title: "F1",
            across: Some([0.0, 1.0]),
            up: Some([0.0, 1.0]),
            curves: vec![curve],
            rules: rules.iter().map(rule).collect(),
            ..CurvePlot::default()
        }
        .render()
        .into_string()
    }

    #[test]
    fn points_stand_where_both_axes_say() {
        let html = plot(&[(0.0, 0.0), (0.5, 1.0)], &[]);
        assert!(html.contains("d=\"M0 1000L500 0h0\"") && html.contains("series1"), "{html}");
        assert!(
            html.contains("cx=\"50%\"") && html.contains("&lt;lsi&gt;: 1.000 at 0.5"),
            "{html}"
        );
    }

    #[test]
    fn long_curves_have_no_dots() {
        let points: Vec<(f64, f64)> = (0..=100).map(|n| (f64::from(n) / 100.0, 0.5)).collect();
        assert!(!plot(&points, &[]).contains("<circle"));
    }

    #[test]
    fn rules_stand_inside_the_field() {
        let html = plot(&[], &[0.2, 0.9, 1.5]);
        assert_eq!(html.matches("class=\"rule\"").count(), 2, "{html}");
        assert!(html.contains("text class=\"first\"") && html.contains("text class=\"last\""));
        assert!(!html.contains("published 1.5"), "{html}");
    }

    proptest! {
        #[test]
        fn any_curve_is_drawn_without_nonsense(
            points in prop::collection::vec((any::<f64>(), any::<f64>()), 0..30),
        ) {
            let html = plot(&points, &[]);
            let drawn = html.split("<title>").map(|part| part.split("</title>").last().unwrap_or(""));
            for part in drawn {
                for nonsense in ["NaN", "inf", "=\"-"] {
                    prop_assert!(!part.contains(nonsense), "{nonsense}: {part}");
                }
            }
        }
    }
}
