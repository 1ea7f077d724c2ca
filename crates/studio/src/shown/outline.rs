//! A page as a tiny outline: a bar per line of text, block by block, those of the row's text filled.

use std::collections::HashSet;

use maud::{Markup, html};
use scutch_page::Page;

/// Characters of a line of the outline.
const LINE: usize = 70;
/// Lines of a block at most, and of an outline.
const MOST_OF_BLOCK: usize = 12;
const MOST_LINES: usize = 90;
/// Width and height in units of the outline; a line is [`STEP`] units high.
const WIDTH: usize = 72;
const STEP: usize = 2;
const HEIGHT: usize = MOST_LINES * STEP;

/// A block of the outline.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Bar {
    chars: usize,
    is_content: bool,
}

impl Bar {
    fn lines(self) -> usize {
        self.chars.div_ceil(LINE).clamp(1, MOST_OF_BLOCK)
    }
}

/// The outline of a page as SVG. Blocks are content whose lines are all in `text`, which is that of the row.
pub fn outline(page: &Page, text: &str) -> String {
    let kept: HashSet<&str> = text.lines().map(str::trim).collect();
    let bar = |block: &scutch_page::Block| Bar {
        chars: block.text.chars().count(),
        is_content: block.text.lines().all(|line| kept.contains(line.trim())),
    };
    let blocks = page.blocks().iter().filter(|block| block.chars > 0 && !block.hidden);
    drawn(&blocks.map(bar).collect::<Vec<_>>()).into_string()
}

/// What stands in the place of a page that cannot be read.
pub fn no_outline() -> String {
    drawn(&[]).into_string()
}

// Presentation attributes and tones that can be seen on light and dark ground: an image has no style of the page around.
fn drawn(bars: &[Bar]) -> Markup {
    let mut top = 0;
    let placed: Vec<(usize, &Bar)> = bars
        .iter()
        .map(|bar| {
            let at = top;
            top += bar.lines() + 1;
            (at, bar)
        })
        .take_while(|(at, bar)| at + bar.lines() <= MOST_LINES)
        .collect();
    html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } width=(WIDTH) height=(HEIGHT) {
            @for (at, bar) in &placed { (drawn_bar(*at, **bar)) }
            @if bars.is_empty() {
                path d={ "M4 4L" (WIDTH - 4) " " (HEIGHT - 4) "M4 " (HEIGHT - 4) "L" (WIDTH - 4) " 4" } stroke="#8a8c92" fill="none" {}
            }
            @if placed.len() < bars.len() {
                circle cx=(WIDTH / 2) cy=(HEIGHT - 1) r="1" fill="#8a8c92" {}
            }
        }
    }
}

fn drawn_bar(at: usize, bar: Bar) -> Markup {
    let height = bar.lines() * STEP;
    // A block of one character must still be visible.
    let width = (bar.chars.min(LINE) * (WIDTH - 4) / LINE).max(2);
    html! {
        @if bar.is_content {
            rect x="2" y=(at * STEP) width=(width) height=(height) fill="#3f8fc4" {}
        } @else {
            rect x="2.25" y=(at as f64 * STEP as f64 + 0.25) width=(width) height=(height as f64 - 0.5)
                fill="none" stroke="#8a8c92" stroke-width="0.5" {}
        }
    }
}

#[cfg(test)]
mod tests {
    use scutch_page::{Hints, Limits};

    use super::*;

    #[test]
    fn blocks_of_the_text_are_filled() {
        let html = "<p>Home<p>The ferry left<br>at dawn<p style='display:none'>Unseen<p>Imprint";
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let svg = outline(&page, "The ferry left\nat dawn");
        assert_eq!(svg.matches("fill=\"#3f8fc4\"").count(), 1, "{svg}");
        assert_eq!(svg.matches("stroke-width").count(), 2, "{svg}");
    }

    #[test]
    fn long_pages_are_cut_where_the_outline_ends() {
        let bars = vec![Bar { chars: 1_000, is_content: true }; 40];
        let svg = drawn(&bars).into_string();
        assert_eq!(svg.matches("<rect").count(), (MOST_LINES + 1) / (MOST_OF_BLOCK + 1));
        assert!(svg.contains("<circle"), "{svg}");
    }
}
