//! Formulas of a block as TeX, for formats that show it as formulas.
//!
//! In the text of a block a formula without declared TeX stands in one line, as readers write it.
//! Formats get the TeX of the same formula instead.

use crate::block::{Block, Span, SpanKind, tex_of_line};
use crate::tree::Tree;

/// The block with TeX in the place of formulas in one line. `None` if it has no such formula.
pub(super) fn with_tex(tree: &Tree, block: &Block) -> Option<Block> {
    let formulas = block.spans.iter().filter(|span| span.kind == SpanKind::Formula);
    let replaced: Vec<(&Span, String)> =
        formulas.filter_map(|span| Some((span, tex_of_line(tree, span.node)?))).collect();
    if replaced.is_empty() {
        return None;
    }
    let mut text = String::with_capacity(block.text.len() * 2);
    // Where the text moves, and by how many bytes from there on.
    let mut moves: Vec<(u32, i64)> = Vec::with_capacity(replaced.len());
    let mut at = 0;
    for (span, tex) in &replaced {
        // Spans of formulas never overlap: their elements are read as one text.
        let Some(before) = block.text.get(at..span.start as usize) else { continue };
        text.push_str(before);
        text.push_str(tex);
        at = span.end as usize;
        moves.push((span.end, text.len() as i64 - at as i64));
    }
    text.push_str(&block.text[at..]);
    let moved = |place: u32| {
        let after = moves.partition_point(|(from, _)| *from <= place);
        let by = after.checked_sub(1).map_or(0, |last| moves[last].1);
        (i64::from(place) + by) as u32
    };
    let spans = block.spans.iter().map(|span| Span {
        start: moved(span.start),
        end: moved(span.end),
        ..*span
    });
    Some(Block { spans: spans.collect(), text, ..block.clone() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Hints, Limits, Page};

    #[test]
    fn spans_keep_their_text() {
        let html = "<p>Of <b>all</b> <math><msup><mn>10</mn><mn>6</mn></msup></math> rods <i>on <math><mfrac><mi>w\
            </mi><mn>3</mn></mfrac></math> of</i> <a href=/b>the beds</a>";
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let block = &page.blocks()[0];
        assert_eq!(block.text, "Of all 10^6 rods on w/3 of the beds");
        let with_tex = with_tex(page.tree(), block).expect("formulas");
        assert_eq!(with_tex.text, "Of all 10^{6} rods on \\frac{w}{3} of the beds");
        let marked: Vec<&str> = with_tex
            .spans
            .iter()
            .map(|s| &with_tex.text[s.start as usize..s.end as usize])
            .collect();
        assert_eq!(marked, ["all", "10^{6}", "on \\frac{w}{3} of", "\\frac{w}{3}", "the beds"]);
    }

    #[test]
    fn declared_tex_stays_as_it_is() {
        let html = "<p>Of <math alttext='x^2'><mi>x</mi></math> and <b>more</b>";
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        assert!(with_tex(page.tree(), &page.blocks()[0]).is_none());
    }
}
