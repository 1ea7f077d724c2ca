//! Bars inside a table row. Decoration: the number stands beside them.

use maud::{Markup, html};

use crate::number::percent;

/// Part of the width that the shortest bar above nothing gets, so that it is seen.
const LEAST: f64 = 0.004;

/// A bar of `n` where `most` is the full width.
pub fn bar(n: u128, most: u128) -> Markup {
    html! {
        svg.bar height="10" aria-hidden="true" {
            rect x="0" y="0" height="10" width=(width(n, most)) {}
        }
    }
}

/// A bar of `outer` with a darker part `inner` of it, where `most` is the full width.
pub fn nested_bar(inner: u128, outer: u128, most: u128) -> Markup {
    html! {
        svg.bar height="12" aria-hidden="true" {
            // The outer bar first: SVG paints in order, and the inner one lies on it.
            rect.second x="0" y="0" height="12" width=(width(outer, most)) {}
            rect.main x="0" y="0" height="12" width=(width(inner, most)) {}
        }
    }
}

fn width(n: u128, most: u128) -> String {
    let part = if n > 0 { (n as f64 / most.max(1) as f64).max(LEAST) } else { 0.0 };
    percent(part, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_bar_is_seen_and_none_leaves_the_cell() {
        let cases =
            [(0, 10, "0%"), (1, u128::MAX, "0.4%"), (5, 10, "50%"), (9, 3, "100%"), (0, 0, "0%")];
        for (n, most, expected) in cases {
            assert_eq!(width(n, most), expected, "{n} of {most}");
        }
    }

    #[test]
    fn the_inner_bar_lies_over_the_outer_one() {
        let html = nested_bar(1, 4, 4).into_string();
        assert!(html.find("second").expect("outer") < html.find("main").expect("inner"), "{html}");
        assert!(html.contains("25%") && html.contains("100%"), "{html}");
    }
}
