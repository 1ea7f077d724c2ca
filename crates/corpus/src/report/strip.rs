//! A *host strip*: one host's documents over time as a row of shaded bins.

use std::collections::BTreeMap;

use maud::{Markup, html};

use super::numbers::{percent, short};
use super::timeline::{Month, Span};

/// Bins of a strip at most.
const MOST_BINS: usize = 120;
/// Months a bin may hold, and what such a bin is called.
const SIZES: [(u32, &str); 4] = [(1, "month"), (3, "quarter"), (6, "half-year"), (12, "year")];
/// Shades of a strip.
const SHADES: usize = 5;

const HEIGHT: &str = "18";

/// Bins of equal length that cover a span of months.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bins {
    start: Month,
    size: u32,
    pub(super) name: &'static str,
    count: usize,
}

impl Bins {
    /// The finest bins of which the span does not need too many.
    pub(super) fn over(span: Span) -> Self {
        let of = |(size, name): (u32, &'static str)| {
            let start = Month(span.first.0 - span.first.0 % size);
            Self { start, size, name, count: span.last.since(start) / size as usize + 1 }
        };
        let coarsest = of(SIZES[SIZES.len() - 1]);
        SIZES.into_iter().map(of).find(|bins| bins.count <= MOST_BINS).unwrap_or(coarsest)
    }

    fn of(self, month: Month) -> usize {
        month.since(self.start) / self.size as usize
    }

    /// Sums `months`, all within the span, per bin.
    pub(super) fn fill(self, months: &BTreeMap<Month, u64>) -> Vec<u128> {
        let mut bins = vec![0; self.count];
        for (month, n) in months {
            if let Some(bin) = bins.get_mut(self.of(*month)) {
                *bin += u128::from(*n);
            }
        }
        bins
    }

    /// About five to ten marks: a bin, and the year whose January is in it.
    fn marks(self) -> impl Iterator<Item = (usize, u32)> {
        let last = self.start.plus(self.count * self.size as usize - 1);
        let years = (last.year() - self.start.year()) / 5;
        let step = [1, 2, 5, 10, 20].into_iter().find(|step| *step >= years).unwrap_or(20);
        (self.start.year()..=last.year())
            .filter(move |year| year.is_multiple_of(step))
            .map(|year| (year, Month(year * 12)))
            .filter(move |(_, january)| *january >= self.start)
            .map(move |(year, january)| (self.of(january), year))
    }

    /// The time axis over all strips.
    pub(super) fn axis(self) -> Markup {
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

/// Lower bounds of the shades, for bins of which the fullest holds `most`: the last of 1, 3, 10,
/// 30, 100 ... that are reached, but always beginning with 1.
pub(super) fn scale(most: u128) -> Vec<u128> {
    let powers = std::iter::successors(Some(1_u128), |power| Some(power * 10));
    let bounds = powers.flat_map(|power| [power, power * 3]).take_while(|bound| *bound <= most);
    let mut bounds: Vec<u128> = bounds.collect();
    bounds.drain(..bounds.len().saturating_sub(SHADES));
    match bounds.first_mut() {
        Some(first) => *first = 1,
        None => bounds.push(1),
    }
    bounds
}

/// What a stretch of equal bins looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shade {
    /// Before the first or after the last document.
    Outside,
    /// Nothing between documents.
    Gap,
    /// The scale's shade with this number, from 0.
    Level(usize),
}

/// The strip of `bins`; `label` says in words what it shows.
pub(super) fn strip(bins: &[u128], scale: &[u128], label: &str) -> Markup {
    let count = bins.len() as f64;
    html! {
        svg.strip height=(HEIGHT) role="img" aria-label=(label) {
            title { (label) }
            rect.track x="0" y="0" width="100%" height=(HEIGHT) {}
            @for (start, length, shade) in runs(bins, scale) {
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

/// Neighbouring bins of one shade, so that even rows draw few rectangles.
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

/// What the shades mean.
pub(super) fn legend(bins: Bins, scale: &[u128]) -> Markup {
    let range = |level: usize| match scale.get(level + 1) {
        Some(next) if *next == scale[level] + 1 => short(scale[level]),
        Some(next) => format!("{}–{}", short(scale[level]), short(next - 1)),
        None => format!("{} or more", short(scale[level])),
    };
    html! {
        p.legend {
            "Documents per " (bins.name) ":"
            @for level in 0..scale.len() {
                " " span.key { span.swatch.{ "level" (level) } {} (range(level)) }
            }
            " " span.key { span.swatch.gap {} "none between captures" }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(first: &str, last: &str) -> Span {
        let month = |text| Month::parse(text).expect("a month");
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
            assert_eq!(bins.of(span.last), bins.count - 1, "{span}");
            assert!(bins.marks().count() <= 10, "{span}");
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
        assert_eq!(scale(u128::from(u64::MAX) * 10_001).len(), SHADES);
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
}
