//! A timeline: a mark per capture of one page, curves of measures above, bars of size below.
//!
//! Captures stand where they stand in time. Where they come in bursts, marks of those that are not
//! as they should be lie above the others.

use maud::{Markup, Render, html};

use super::label_ids;
use crate::axis::SlotAxis;
use crate::number::{percent, pixels};
use crate::time_axis::TimeAxis;
use crate::tone::{SERIES, Status};

/// Top and height of the field of the curves in pixels.
const CURVES: f64 = 8.0;
const CURVES_HEIGHT: f64 = 104.0;
/// From the end of the curves down to the centre of the marks, and on to the base line, in pixels.
const TO_MARKS: f64 = 18.0;
const TO_BASE: f64 = 62.0;
/// Height of the tallest bar in pixels.
const BAR: f64 = 44.0;
/// Units of the curves' own coordinate system, which is stretched to the field.
const UNITS: f64 = 1_000.0;
/// Width of a bar, as a part of the field.
const BAR_WIDTH: f64 = 0.006;
/// Width of a capture below which the plot scrolls, and widest such plot, in rem.
const LEAST_WIDTH: f64 = 0.5;
const WIDEST_FIELD: f64 = 44.0;

/// Captures of one page in order of time.
#[derive(Debug, Default)]
pub struct Timeline<'a> {
    /// Anchor for the accessible name; unique on the page.
    pub id: &'a str,
    /// Name of the plot.
    pub title: &'a str,
    /// What a reader who cannot see the plot should know.
    pub description: &'a str,
    /// The captures.
    pub points: Vec<Point>,
    /// The measures; without one the plot is lower.
    pub curves: Vec<Curve>,
    /// Names of the upper and the lower end of the curves' scale.
    pub ends: [&'a str; 2],
    /// What the bars measure.
    pub bars: &'a str,
}

/// One capture.
#[derive(Debug, Clone, PartialEq)]
pub struct Point {
    /// When it was captured, milliseconds since 1970 UTC.
    pub unix_ms: i64,
    /// Shape and colour of its mark.
    pub status: Status,
    /// Height of its bar; the tallest one fills its field.
    pub size: u64,
    /// The capture in words.
    pub tooltip: String,
    /// Where its mark leads, if anywhere.
    pub link: Option<String>,
}

/// A measure over all captures.
#[derive(Debug, Clone, PartialEq)]
pub struct Curve {
    /// Number of its colour, from 0; later ones repeat the colours.
    pub series: usize,
    /// Heights from 0 to 1, one per capture; a capture without a score breaks the curve.
    pub heights: Vec<Option<f64>>,
    /// Height of the threshold, drawn as a dotted line.
    pub threshold: f64,
}

impl Curve {
    /// The curve as SVG path data in units of its own coordinate system.
    fn path(&self, parts: &[f64]) -> String {
        let mut path = String::new();
        let mut pen = 'M';
        for (part, height) in parts.iter().zip(&self.heights) {
            let Some(height) = height else {
                pen = 'M';
                continue;
            };
            path.push_str(&format!("{pen}{}", point(*part, *height)));
            if pen == 'M' {
                // A score between two gaps is a point: a line of no length with round ends.
                path.push_str("h0");
            }
            pen = 'L';
        }
        path
    }

    /// Scores between two gaps, which a line of no length would hardly show.
    fn lone(&self, parts: &[f64]) -> String {
        let heights = &self.heights[..self.heights.len().min(parts.len())];
        let has = |slot: usize| heights.get(slot).is_some_and(Option::is_some);
        let lone = |slot: usize| !(has(slot + 1) || slot > 0 && has(slot - 1));
        let points = parts.iter().zip(heights).enumerate().filter(|(slot, _)| lone(*slot));
        points
            .filter_map(|(_, (part, height))| Some(format!("M{}h0", point(*part, (*height)?))))
            .collect()
    }

    fn render(&self, parts: &[f64]) -> Markup {
        let series = format!("series{}", self.series % SERIES);
        let lone = self.lone(parts);
        html! {
            path.curve.(series) d=(self.path(parts)) {}
            @if !lone.is_empty() { path.lone.(series) d=(lone) {} }
            path.threshold.(series) d={ "M0 " (y_of(self.threshold)) "H" (UNITS) } {}
        }
    }
}

/// Place of a score, as path data.
fn point(part: f64, height: f64) -> String {
    format!("{} {}", pixels(part * UNITS), y_of(height))
}

fn y_of(height: f64) -> String {
    // A score that is not a number lies at the bottom, as a score of nothing alike does.
    let height = if height.is_nan() { 0.0 } else { height.clamp(0.0, 1.0) };
    pixels((1.0 - height) * UNITS)
}

impl Timeline<'_> {
    /// The centre of the marks.
    fn marks(&self) -> f64 {
        if self.curves.is_empty() { TO_MARKS } else { CURVES + CURVES_HEIGHT + TO_MARKS }
    }

    fn base(&self) -> f64 {
        self.marks() + TO_BASE
    }

    fn axis(&self, full: f64) -> Markup {
        let [top, bottom] = self.ends;
        html! {
            svg.axis height=(full) width="46" aria-hidden="true" {
                @if !self.curves.is_empty() {
                    text x="38" y=(CURVES + 8.0) { (top) }
                    text x="38" y=(CURVES + CURVES_HEIGHT) { (bottom) }
                }
                text x="38" y=(self.base() - BAR / 2.0 + 4.0) { (self.bars) }
            }
        }
    }

    fn curves(&self, axis: TimeAxis) -> Markup {
        let parts: Vec<f64> = self.points.iter().map(|point| axis.part(point.unix_ms)).collect();
        html! {
            svg.curves x="0" y=(CURVES) width="100%" height=(CURVES_HEIGHT)
                // Path data knows no percentages, so the curves have coordinates of their own.
                viewBox={ "0 0 " (UNITS) " " (UNITS) } preserveAspectRatio="none" {
                @for curve in &self.curves { (curve.render(&parts)) }
            }
        }
    }

    /// Whether marks lead anywhere.
    fn has_links(&self) -> bool {
        self.points.iter().any(|point| point.link.is_some())
    }

    /// The captures in the order in which they are drawn. Links keep the order of time, in which a keyboard visits them.
    fn ordered(&self) -> Vec<&Point> {
        let mut points: Vec<&Point> = self.points.iter().collect();
        if !self.has_links() {
            points.sort_by_key(|point| point.status.layer());
        }
        points
    }

    fn point(&self, part: f64, point: &Point, most: u64) -> Markup {
        let height = BAR * point.size as f64 / most.max(1) as f64;
        let mark = html! {
            g {
                title { (point.tooltip) }
                rect.size x=(percent(part - BAR_WIDTH / 2.0, 1.0)) width=(percent(BAR_WIDTH, 1.0))
                    y=(pixels(self.base() - height)) height=(pixels(height)) {}
                svg.point x=(percent(part, 1.0)) y=(self.marks()) { (point.status.symbol()) }
            }
        };
        html! {
            @match &point.link {
                Some(link) => a href=(link) aria-label=(point.tooltip) { (mark) },
                None => (mark),
            }
        }
    }
}

impl Render for Timeline<'_> {
    fn render(&self) -> Markup {
        let time = TimeAxis::over(self.points.iter().map(|point| point.unix_ms));
        let labels = time.labels();
        let slots = SlotAxis { slots: 1, labels: &labels, base: self.base() };
        let full = slots.full_height();
        // Bars are relative to the largest capture: sizes of pages differ by a factor of thousands.
        let most = self.points.iter().map(|point| point.size).max().unwrap_or(0);
        let width = (self.points.len() as f64 * LEAST_WIDTH).min(WIDEST_FIELD);
        let (title, description) = label_ids(self.id);
        // Within an image nothing can be followed.
        let role = if self.has_links() { "group" } else { "img" };
        html! {
            // Where there are many captures a narrow page scrolls: squeezed marks would overlap.
            div.scroll.across tabindex="0" role="region" aria-label=(self.title) {
                div.plot {
                    (self.axis(full))
                    svg.field height=(full) style={ "min-width:" (width) "rem" } role=(role)
                        aria-labelledby={ (title) " " (description) } {
                        title id=(title) { (self.title) }
                        desc id=(description) { (self.description) }
                        @if !self.curves.is_empty() { (self.curves(time)) }
                        @for point in self.ordered() {
                            (self.point(time.part(point.unix_ms), point, most))
                        }
                        (slots)
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn captured(status: Status, size: u64) -> Point {
        Point { unix_ms: size as i64, status, size, tooltip: "2019 <x>".to_owned(), link: None }
    }

    fn curve(heights: &[Option<f64>]) -> Curve {
        Curve { series: 9, heights: heights.to_vec(), threshold: 0.25 }
    }

    /// Captures at equal distances.
    fn evenly(slots: usize) -> Vec<f64> {
        (0..slots).map(|slot| (slot as f64 + 0.5) / slots as f64).collect()
    }

    #[test]
    fn a_missing_score_breaks_the_curve() {
        let path = curve(&[Some(1.0), Some(0.5), None, Some(0.0)]).path(&evenly(4));
        assert_eq!(path, "M125 0h0L375 500M875 1000h0");
    }

    #[test]
    fn scores_without_neighbours_are_points() {
        let scores = [Some(1.0), None, Some(0.5), Some(0.5), None, Some(0.0)];
        assert_eq!(curve(&scores).lone(&evenly(6)), "M83.3 0h0M916.7 1000h0");
        assert_eq!(curve(&scores).lone(&evenly(3)), "M166.7 0h0M833.3 500h0");
    }

    #[test]
    fn scores_outside_the_scale_stay_in_the_field() {
        let path = curve(&[Some(7.0), Some(-7.0), Some(f64::NAN)]).path(&evenly(3));
        assert_eq!(path, "M166.7 0h0L500 1000L833.3 1000");
    }

    #[test]
    fn marks_with_links_come_in_the_order_of_time() {
        let link = |at: usize| Some(format!("at/{at}"));
        let mut points: Vec<Point> =
            [Status::Bad, Status::Good].map(|status| captured(status, 1)).into();
        points.iter_mut().enumerate().for_each(|(at, point)| point.link = link(at));
        let html = Timeline { id: "t", points, ..Timeline::default() }.render().into_string();
        let places = ["at/0", "at/1"].map(|link| html.find(link).expect("a link"));
        assert!(places[0] < places[1] && html.contains("role=\"group\""), "{html}");
    }

    #[test]
    fn every_capture_has_a_mark_of_its_status() {
        let points = vec![
            captured(Status::Good, 10),
            captured(Status::Bad, 5),
            captured(Status::Unknown, 0),
        ];
        let curves = vec![curve(&[Some(1.0), Some(0.2), None])];
        let timeline = Timeline { id: "t", points, curves, ..Timeline::default() };
        let html = timeline.render().into_string();
        for class in ["symbol good", "symbol bad", "symbol unknown", "curve series1"] {
            assert_eq!(html.matches(&format!("\"{class}\"")).count(), 1, "{class}: {html}");
        }
        assert!(html.contains("height=\"44\"") && html.contains("height=\"22\""), "{html}");
        assert!(html.contains("2019 &lt;x&gt;") && html.contains("M0 750H1000"), "{html}");
    }

    #[test]
    fn captures_stand_where_they_stand_in_time() {
        let points = [0, 1_000, 10_000].map(|size| captured(Status::Good, size)).to_vec();
        let html = Timeline { id: "t", points, ..Timeline::default() }.render().into_string();
        for x in ["x=\"3%\"", "x=\"12.4%\"", "x=\"97%\""] {
            assert!(html.contains(&format!("class=\"point\" {x}")), "{x}: {html}");
        }
        // Without curves there is no field for them.
        assert!(!html.contains("class=\"curves\""), "{html}");
    }

    #[test]
    fn what_is_not_as_it_should_be_lies_above() {
        let points = vec![captured(Status::Bad, 1), captured(Status::Good, 2)];
        let html = Timeline { id: "t", points, ..Timeline::default() }.render().into_string();
        assert!(html.find("symbol good") < html.find("symbol bad"), "{html}");
    }

    proptest! {
        #[test]
        fn any_timeline_is_drawn_without_nonsense(
            sizes in prop::collection::vec(any::<u64>(), 0..60),
            scores in prop::collection::vec(prop::option::of(any::<f64>()), 0..60),
        ) {
            let points = sizes.iter().map(|size| captured(Status::Good, *size)).collect();
            let timeline =
                Timeline { id: "t", points, curves: vec![curve(&scores)], ..Timeline::default() };
            let html = timeline.render().into_string();
            for nonsense in ["NaN", "inf", "y=\"-", "height=\"-", "width=\"-"] {
                prop_assert!(!html.contains(nonsense), "{nonsense}: {html}");
            }
        }
    }
}
