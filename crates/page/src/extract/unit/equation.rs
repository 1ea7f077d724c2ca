//! Displayed formulas: a formula on a line of its own is content like the text that it stands in.

use super::Judge;
use crate::Reason;
use crate::block::{Block, SpanKind};

/// Characters that a formula on a line of its own has besides TeX: its number, a full stop.
const BESIDE: usize = 12;

/// Keeps formulas before or after text that is kept.
pub(super) fn decide(judge: &mut Judge<'_, '_>) {
    for at in 0..judge.labels.len() {
        if judge.labels[at].content || !is_equation(&judge.page.blocks()[at]) {
            continue;
        }
        let Some(_) = judge.kept_before(at) else { continue };
        judge.keep(at..at + 1, Reason::Unit);
    }
    // Numbers of formulas stand in elements of their own.
    for at in 0..judge.labels.len() {
        let blocks = judge.page.blocks();
        let numbered = is_number(&blocks[at].text)
            && judge
                .around
                .before(at, 1)
                .is_some_and(|before| judge.labels[before].content && is_equation(&blocks[before]));
        if numbered {
            judge.keep(at..at + 1, Reason::Unit);
        }
    }
}

/// Whether a block is a formula with little besides.
fn is_equation(block: &Block) -> bool {
    let formulas = block.spans.iter().filter(|span| span.kind == SpanKind::Formula);
    let inside: u32 = formulas.map(|span| span.end - span.start).sum();
    inside > 0 && block.text.len() <= inside as usize + BESIDE
}

/// Whether a text is the number of a formula: `(1)`, `(2.3a)`, `[4]`.
fn is_number(text: &str) -> bool {
    let inside = [('(', ')'), ('[', ']')]
        .into_iter()
        .find_map(|(open, close)| text.trim().strip_prefix(open)?.strip_suffix(close));
    inside.is_some_and(|number| {
        (1..=BESIDE).contains(&number.len())
            && number.contains(|c: char| c.is_ascii_digit())
            && number
                .chars()
                .all(|c| c.is_alphanumeric() || matches!(c, '.' | '-' | '\u{2013}' | '\'' | '*'))
    })
}
