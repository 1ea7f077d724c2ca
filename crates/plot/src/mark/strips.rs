//! Strips: counts over time as rows of shaded bins, one row per host or other key.

use std::collections::BTreeMap;

use maud::{Markup, html};

use crate::calendar::{Month, Span, year_labels};
use crate::legend::{Key, Legend};
use crate::number::{percent, short};

/// Bins of a strip at most.
const MOST_BINS: usize = 120;
/// Months a bin may hold, and what such a bin is called.
const SIZES: [(u32, &str); 4] = [(1, "month"), (3, "quarter"), (6, "half-year"), (12, "year")];
/// Shades of a strip; the style sheet has as many.
const SHADES: usize = 5;
/// Years labelled over the strips at most.
const YEARS: usize = 8;

const HEIGHT: &str = "18";

/// Bins of equal length that cover a span of months.
#[derive(Debug, Clone, Copy)]
pub struct Bins {
    start: Month,
    size: u32,
    name: &'static str,
    count: usize,
}

impl Bins {
    /// The finest bins of which the span does not need too many.
    pub fn over(span: Span) -> Self {
        let sized = |(size, name): (u32, &'static str)| {
            // Bins begin with the calendar, so that a quarter is a quarter of a year.
            let start = Month(span.first.0 - span.first.0 % size);
            Self { start, size, name, count: span.last.since(start) / size as usize + 1 }
        };
        // A span of many centuries has more bins than fit; thin bins are better than none.
        let coarsest = sized(SIZES[SIZES.len() - 1]);
        SIZES.into_iter().map(sized).find(|bins| bins.count <= MOST_BINS).unwrap_or(coarsest)
    }

    fn index(self, month: Month) -> usize {
        month.since(self.start) / self.size as usize
    }

    /// Sums of `months` per bin; months outside the span are left out.
    pub fn fill(self, months: &BTreeMap<Month, u64>) -> Vec<u128> {
        let mut bins = vec![0; self.count];
        // Months after the last bin fall out below, for `get_mut` finds no bin.
        for (month, n) in months.range(self.start..) {
            if let Some(bin) = bins.get_mut(self.index(*month)) {
                *bin += u128::from(*n);
            }
        }
        bins
    }

    /// Bins to label, and the year whose January is in them.
    fn marks(self) -> impl Iterator<Item = (usize, u32)> {
        let last = self.start.plus(self.count * self.size as usize - 1);
        year_labels(self.start.year(), last.year(), YEARS)
            // The first year may begin before the first bin; its label would stand outside.
            .filter(move |year| Month::january(*year) >= self.start)
            .map(move |year| (self.index(Month::january(year)), year))
    }

    /// The time axis over all strips.
    pub fn axis(self) -> Markup {
        html! {
            svg.years height="16" aria-hidden="true" {
                @for (bin, year) in self.marks() {
                    @let x = percent(bin as f64, self.count as f64);
                    line.tick x1=(x) x2=(x) y1="11" y2="16" {}
                    text.first[bin == 0] x=(x) y="8" { (format!("{year:04}")) }
                }
            }
        }
    }
}

/// Rows of bins under one axis, with one scale of shades.
#[derive(Debug)]
pub struct Strips {
    bins: Bins,
    rows: Vec<Vec<u128>>,
    /// Lower bounds of the shades.
    scale: Vec<u128>,
}

impl Strips {
    /// Strips of `rows` (counts per month) over a span.
    pub fn over<'a>(span: Span, rows: impl Iterator<Item = &'a BTreeMap<Month, u64>>) -> Self {
        let bins = Bins::over(span);
        let rows: Vec<Vec<u128>> = rows.map(|months| bins.fill(months)).collect();
        let fullest = rows.iter().flatten().copied().max().unwrap_or(0);
        Self { bins, rows, scale: scale(fullest) }
    }

    /// The time axis over all strips.
    pub fn axis(&self) -> Markup {
        self.bins.axis()
    }

    /// One strip; `label` says in words what it shows.
    pub fn strip(&self, row: usize, label: &str) -> Markup {
        let bins = self.rows.get(row).map_or(&[][..], Vec::as_slice);
        let count = bins.len() as f64;
        html! {
            svg.strip height=(HEIGHT) role="img" aria-label=(label) {
                title { (label) }
                rect.track x="0" y="0" width="100%" height=(HEIGHT) {}
                @for (start, length, shade) in runs(bins, &self.scale) {
                    @let (x, width) = (percent(start as f64, count), percent(length as f64, count));
                    @match shade {
                        Shade::Outside => {}
                        Shade::Gap => rect.gap x=(x) y="0" width=(width) height=(HEIGHT) {}
                        Shade::Level(level) => {
                            rect class={ "level" (level) } x=(x) y="0" width=(width) height=(HEIGHT) {}
                        }
                    }
                }
            }
        }
    }

    /// What the shades mean; `unit` is what the bins count, `gap` what an empty bin between is.
    pub fn legend(&self, unit: &str, gap: &str) -> Legend {
        let scale = &self.scale;
        let range = |level: usize| match scale.get(level + 1) {
            Some(next) if *next == scale[level] + 1 => short(scale[level]),
            Some(next) => format!("{}–{}", short(scale[level]), short(next - 1)),
            None => format!("{} or more", short(scale[level])),
        };
        let legend = Legend::new(format!("{unit} per {}:", self.bins.name));
        let levels = 0..scale.len();
        levels.fold(legend, |legend, n| legend.key(Key::Level(n), range(n))).key(Key::Gap, gap)
    }
}

/// Lower bounds of the shades, for bins of which the fullest holds `most`: the last of 1, 3, 10,
/// 30, 100 ... that are reached, but always beginning with 1.
fn scale(most: u128) -> Vec<u128> {
    let powers = std::iter::successors(Some(1_u128), |power| power.checked_mul(10));
    let bounds = powers.flat_map(|power| [power, power.saturating_mul(3)]);
    let mut bounds: Vec<u128> = bounds.take_while(|bound| *bound <= most).collect();
    // The highest bounds are kept: they tell full bins apart, which matter most.
    bounds.drain(..bounds.len().saturating_sub(SHADES));
    match bounds.first_mut() {
        // Every count above 0 has a shade, or a bin with few would look like a gap.
        Some(first) => *first = 1,
        None => bounds.push(1),
    }
    bounds
}

/// What a stretch of equal bins looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shade {
    /// Before the first or after the last count.
    Outside,
    /// Nothing between counts.
    Gap,
    /// The scale's shade with this number, from 0.
    Level(usize),
}

/// Start and length of neighbouring bins of one shade, so that even rows draw few rectangles.
fn runs(bins: &[u128], scale: &[u128]) -> Vec<(usize, usize, Shade)> {
    let first = bins.iter().position(|n| *n > 0).unwrap_or(bins.len());
    let last = bins.iter().rposition(|n| *n > 0).unwrap_or(0);
    let mut runs: Vec<(usize, usize, Shade)> = Vec::new();
    for (i, n) in bins.iter().enumerate() {
        let shade = match scale.iter().rposition(|bound| n >= bound) {
            Some(level) => Shade::Level(level),
            None if (first..last).contains(&i) => Shade::Gap,
            None => Shade::Outside,
        };
        match runs.last_mut() {
            Some((_, length, before)) if *before == shade => *length += 1,
            _ => runs.push((i, 1, shade)),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use maud::Render as _;
    use proptest::prelude::*;

    use super::*;

    fn month(text: &str) -> Month {
        Month::parse(text).expect("a month")
    }

    fn span(first: &str, last: &str) -> Span {
        Span { first: month(first), last: month(last) }
    }

    #[test]
    fn bins_are_few_and_begin_with_the_calendar() {
        let cases = [
            (span("2019-05", "2019-05"), "month", 1),
            (span("2010-01", "2019-12"), "month", 120),
            (span("2010-02", "2020-03"), "quarter", 41),
            (span("1971-01", "2020-12"), "half-year", 100),
        ];
        for (span, name, count) in cases {
            let bins = Bins::over(span);
            assert_eq!((bins.name, bins.count), (name, count), "{span}");
            assert_eq!(bins.index(span.last), bins.count - 1, "{span}");
            assert!(bins.marks().count() <= YEARS, "{span}");
        }
    }

    #[test]
    fn scales_grow_with_the_fullest_bin() {
        let cases: [(u128, &[u128]); 5] = [
            (0, &[1]),
            (2, &[1]),
            (12, &[1, 3, 10]),
            (100, &[1, 3, 10, 30, 100]),
            (2_500, &[1, 30, 100, 300, 1_000]),
        ];
        for (most, bounds) in cases {
            assert_eq!(scale(most), bounds, "{most}");
        }
        assert_eq!(scale(u128::MAX).len(), SHADES);
    }

    #[test]
    fn runs_tell_gaps_from_the_outside() {
        let runs = runs(&[0, 1, 1, 0, 0, 5, 0], &[1, 2, 4, 8, 16]);
        let expected = [
            (0, 1, Shade::Outside),
            (1, 2, Shade::Level(0)),
            (3, 2, Shade::Gap),
            (5, 1, Shade::Level(2)),
            (6, 1, Shade::Outside),
        ];
        assert_eq!(runs, expected);
        assert_eq!(super::runs(&[0, 0], &[1, 2, 4, 8, 16]), [(0, 2, Shade::Outside)]);
    }

    #[test]
    fn the_legend_has_a_key_per_shade_and_one_for_gaps() {
        let months = BTreeMap::from([(month("2019-01"), 12), (month("2019-03"), 1)]);
        let strips = Strips::over(span("2019-01", "2019-03"), [&months].into_iter());
        let legend = strips.legend("Documents", "no captures").render().into_string();
        for part in ["Documents per month:", "1–2", "3–9", "10 or more", "no captures"] {
            assert!(legend.contains(part), "{part}: {legend}");
        }
        let strip = strips.strip(0, "a & b").into_string();
        assert!(strip.contains("level2") && strip.contains("rect class=\"gap\""), "{strip}");
        assert!(strip.contains("a &amp; b"), "{strip}");
    }

    proptest! {
        #[test]
        fn nothing_in_the_span_is_lost(
            months in prop::collection::btree_map(0_u32..2_000, 1_u64..1_000, 1..60),
        ) {
            let months: BTreeMap<Month, u64> =
                months.into_iter().map(|(month, n)| (Month(month), n)).collect();
            let keys: Vec<Month> = months.keys().copied().collect();
            let span = Span { first: keys[0], last: keys[keys.len() - 1] };
            let filled: u128 = Bins::over(span).fill(&months).into_iter().sum();
            prop_assert_eq!(filled, months.values().map(|n| u128::from(*n)).sum::<u128>());
        }

        #[test]
        fn runs_cover_every_bin_once(bins in prop::collection::vec(0_u128..40, 0..80)) {
            let mut next = 0;
            for (start, length, _) in runs(&bins, &scale(40)) {
                prop_assert_eq!(start, next);
                next += length;
            }
            prop_assert_eq!(next, bins.len());
        }
    }
}
