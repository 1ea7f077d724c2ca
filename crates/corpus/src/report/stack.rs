//! A stacked bar: one whole and its parts.

use maud::{Markup, html};

use super::numbers::{counted, percent, share};

/// Part of the bar that the smallest part above nothing gets, so that it is seen.
const LEAST: f64 = 0.004;

/// One part of a whole.
pub(super) struct Part<'a> {
    pub(super) name: &'a str,
    pub(super) value: u128,
    /// Style class that colours it.
    pub(super) class: &'a str,
}

/// The bar of `parts`, each counted in `noun`s; `id` is unique on the page.
pub(super) fn bar(id: &str, title: &str, noun: &str, parts: &[Part<'_>]) -> Markup {
    let whole: u128 = parts.iter().map(|part| part.value).sum();
    let says = |part: &Part<'_>| {
        format!("{}: {} ({})", part.name, counted(part.value, noun), share(part.value, whole))
    };
    let description = parts.iter().map(says).collect::<Vec<_>>().join("; ");
    html! {
        svg.stack height="28" role="img" aria-labelledby={ (id) "-title " (id) "-description" } {
            title id={ (id) "-title" } { (title) }
            desc id={ (id) "-description" } { (description) }
            @if whole == 0 { rect.empty x="0" y="0" width="100%" height="28" {} }
            @for (part, (start, width)) in parts.iter().zip(places(parts, whole)) {
                @if part.value > 0 {
                    rect class=(part.class) x=(percent(start, 1.0)) y="0"
                        width=(percent(width, 1.0)) height="28" { title { (says(part)) } }
                }
            }
        }
    }
}

/// A low bar of `parts`; decoration, for its numbers stand beside it.
pub(super) fn low(parts: &[Part<'_>]) -> Markup {
    let whole: u128 = parts.iter().map(|part| part.value).sum();
    html! {
        svg.stack.low height="10" aria-hidden="true" {
            @if whole == 0 { rect.empty x="0" y="0" width="100%" height="10" {} }
            @for (part, (start, width)) in parts.iter().zip(places(parts, whole)) {
                @if part.value > 0 {
                    rect class=(part.class) x=(percent(start, 1.0)) y="0"
                        width=(percent(width, 1.0)) height="10" {}
                }
            }
        }
    }
}

/// Start and width of every part, as parts of 1.
fn places(parts: &[Part<'_>], whole: u128) -> Vec<(f64, f64)> {
    let wanted = |part: &Part<'_>| match part.value {
        0 => 0.0,
        value => (value as f64 / whole as f64).max(LEAST),
    };
    let sum: f64 = parts.iter().map(wanted).sum();
    let mut start = 0.0;
    let place = |part| {
        let width = wanted(part) / sum.max(1.0);
        start += width;
        (start - width, width)
    };
    parts.iter().map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(value: u128) -> Part<'static> {
        Part { name: "n", value, class: "c" }
    }

    #[test]
    fn parts_fill_the_bar_and_small_ones_are_seen() {
        let parts = [part(1_000_000), part(1), part(0)];
        let places = places(&parts, 1_000_001);
        assert!(places[1].1 > LEAST * 0.99);
        assert!((places[1].0 + places[1].1 - 1.0).abs() < 1e-9);
        assert!(places[2].1 == 0.0);
    }

    #[test]
    fn an_empty_whole_is_an_empty_bar() {
        let html = bar("b", "T", "record", &[part(0)]).into_string();
        assert!(html.contains("class=\"empty\""), "{html}");
        assert!(!html.contains("NaN"), "{html}");
    }
}
