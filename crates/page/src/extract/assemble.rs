//! Rules that turn scored blocks into one text.
//!
//! The order matters. Tables and lists are settled on the scores alone; comments are told apart
//! before anything is dropped as excluded or copied, because a comment may quote the text.

use super::surroundings::Surroundings;
use super::{
    comments, contents, copies, declared_copies, excluded, lists, other_posts, own_heading,
    pictures, teasers, thread, twins, unit,
};
use crate::block::Block;
use crate::{Extraction, Label, Page, PageFlag, Reason};

/// Where no block reaches the threshold, blocks with this share of the best score are kept.
const NEAR_BEST: f32 = 0.6;

/// Threshold of a table that has content before and after it.
const WITHIN_CONTENT: f32 = 0.2;

/// Applies all rules to the labels of `extraction`. `once`: drop repeated and excluded text, too.
pub(super) fn assemble(
    page: &Page,
    around: &Surroundings<'_>,
    threshold: f32,
    once: bool,
    extraction: &mut Extraction,
) {
    // Tables first: lists and comments inside them follow the table as a whole.
    decide_tables(page.blocks(), around, threshold, &mut extraction.labels);
    if once {
        lists::complete(page.blocks(), threshold, &mut extraction.labels);
        unit::decide(page, around, threshold, &mut extraction.labels);
    }
    // Before comments are told apart: on a page without any text they may be the best there is.
    if !extraction.script_text && !has_text(page, extraction) {
        best_of_page(page, extraction);
    }
    comments::separate(page, around, extraction);
    if once {
        leave_out(page, around, extraction);
    }
    // After the rules above, which use tables as evidence of what is text.
    if !extraction.config.tables {
        drop_tables(page.blocks(), &mut extraction.labels);
    }
    own_heading::decide(page, extraction.config.heading, &mut extraction.labels);
    // Last, because a picture follows the final labels of the text around it.
    pictures::place(page, &mut extraction.labels);
    let empty = [PageFlag::NoVisibleText, PageFlag::NoContent];
    let is_flagged = extraction.flags.iter().any(|flag| empty.contains(flag));
    if !extraction.script_text && !is_flagged && !has_text(page, extraction) {
        extraction.flags.push(PageFlag::NoContent);
    }
}

/// Drops text that is excluded, belongs to other posts, or stands elsewhere on the page, too.
fn leave_out(page: &Page, around: &Surroundings<'_>, extraction: &mut Extraction) {
    other_posts::leave_out(page, around, &mut extraction.labels);
    excluded::leave_out(page, around, &mut extraction.labels);
    thread::leave_frames(page, around, &mut extraction.labels);
    contents::leave_out(page, &mut extraction.labels);
    // After the comments: if a comment says a sentence first, the article's copy stays text.
    copies::leave_out(page, around, &mut extraction.labels);
    twins::leave_out(page, &mut extraction.labels);
    if extraction.script_text {
        declared_copies::leave_out(page, &mut extraction.labels);
    }
    teasers::leave_out(page, around, &mut extraction.labels);
}

/// Whether any block with text is content.
fn has_text(page: &Page, extraction: &Extraction) -> bool {
    let mut labels = extraction.labels.iter().zip(page.blocks());
    labels.any(|(label, block)| label.content && block.chars > 0)
}

/// Decides about each data table as a whole by its mean score, weighted by width.
fn decide_tables(
    blocks: &[Block],
    around: &Surroundings<'_>,
    threshold: f32,
    labels: &mut [Label],
) {
    let text = |index: Option<usize>, labels: &[Label]| index.is_some_and(|i| labels[i].content);
    let mut start = 0;
    while start < blocks.len() {
        let table = |index: usize| blocks.get(index).and_then(|b| b.cell).map(|cell| cell.table);
        let Some(this) = table(start) else {
            start += 1;
            continue;
        };
        let end = (start..blocks.len()).find(|i| table(*i) != Some(this)).unwrap_or(blocks.len());
        let (mut score, mut all) = (0.0, 0.0);
        for (label, wording) in labels[start..end].iter().zip(&around.wordings[start..end]) {
            all += wording.width;
            score += label.score * wording.width;
        }
        let before = text(around.before(start, 1), labels);
        let after = text(around.after(end - 1, 1), labels);
        // Numbers score low on their own, but a table in the middle of an article belongs to it.
        let least = if before && after { WITHIN_CONTENT } else { threshold };
        let content = score >= all * least;
        let reason = if content { Reason::TableOfContent } else { Reason::TableNotContent };
        for label in labels[start..end].iter_mut().filter(|l| l.content != content) {
            *label = Label { content, score: label.score, reason };
        }
        start = end;
    }
}

/// Keeps the best blocks of a page where none reaches the threshold, and flags it. Nothing is kept
/// where every score is 0.
fn best_of_page(page: &Page, extraction: &mut Extraction) {
    let texts = page.blocks().iter().zip(&extraction.labels).filter(|(b, _)| b.chars > 0);
    let best = texts.map(|(_, label)| label.score).fold(f32::NAN, f32::max);
    if best.is_nan() {
        extraction.flags.push(PageFlag::NoVisibleText);
        return;
    }
    if best <= 0.0 {
        return;
    }
    extraction.flags.push(PageFlag::WeakContent);
    for (block, label) in page.blocks().iter().zip(&mut extraction.labels) {
        if block.chars > 0 && label.score >= best * NEAR_BEST {
            *label = Label { content: true, score: label.score, reason: Reason::BestOfPage };
        }
    }
}

/// Drops the blocks of data tables.
pub(crate) fn drop_tables(blocks: &[Block], labels: &mut [Label]) {
    for (block, label) in blocks.iter().zip(labels) {
        if block.cell.is_some() && label.content {
            *label = Label { content: false, score: label.score, reason: Reason::Table };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ExtractConfig, Hints, Limits, extract};

    fn labels(scores: &[f32], threshold: f32) -> Vec<Label> {
        let label = |score: &f32| Label {
            content: *score >= threshold,
            score: *score,
            reason: Reason::Kind,
        };
        scores.iter().map(label).collect()
    }

    #[test]
    fn a_table_is_content_as_a_whole() {
        let html = "<p>Text before it.<table><tr><th>Hour<th>Tide<tr><td>one<td>two</table><p>Text behind it.";
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let around = Surroundings::new(&page);
        for (scores, expected, reason) in [
            ([0.9, 0.9, 0.1, 0.3, 0.3, 0.9], true, Reason::TableOfContent),
            // Between boilerplate the same table has to reach the threshold.
            ([0.1, 0.9, 0.1, 0.3, 0.3, 0.1], false, Reason::TableNotContent),
            ([0.9, 0.1, 0.1, 0.1, 0.1, 0.9], false, Reason::TableNotContent),
        ] {
            let mut labels = labels(&scores, 0.5);
            let before = labels.clone();
            decide_tables(page.blocks(), &around, 0.5, &mut labels);
            for (at, (label, before)) in labels.iter().zip(&before).enumerate() {
                let in_table = page.blocks()[at].cell.is_some();
                let content = if in_table { expected } else { before.content };
                assert_eq!(label.content, content, "{scores:?}: {at}");
                let changed = label.content != before.content;
                assert_eq!(label.reason, if changed { reason } else { Reason::Kind });
            }
        }
    }

    #[test]
    fn tables_are_dropped_where_they_are_not_asked_for() {
        let html = "<p>Text.<table><tr><th>Hour<th>Tide<tr><td>one<td>two</table>";
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let mut labels = labels(&[0.9, 0.9, 0.9, 0.1, 0.9], 0.5);
        drop_tables(page.blocks(), &mut labels);
        let content: Vec<bool> = labels.iter().map(|label| label.content).collect();
        assert_eq!(content, [true, false, false, false, false]);
        assert_eq!((labels[1].reason, labels[3].reason), (Reason::Table, Reason::Kind));
    }

    #[test]
    fn where_nothing_reaches_the_threshold_the_best_is_taken() {
        let page = Page::parse(b"<p>one<p>two<p>three", &Hints::default(), &Limits::default());
        for (scores, kept, flag) in [
            ([0.2, 0.13, 0.1], &[true, true, false][..], Some(PageFlag::WeakContent)),
            ([0.0, 0.0, 0.0], &[false, false, false], None),
        ] {
            let mut extraction = extract(&page, &ExtractConfig::default());
            (extraction.labels, extraction.flags) = (labels(&scores, 0.5), Vec::new());
            best_of_page(&page, &mut extraction);
            let content: Vec<bool> = extraction.labels.iter().map(|label| label.content).collect();
            assert_eq!((&content[..], extraction.flags.first().copied()), (kept, flag));
        }
        let empty = Page::parse(b"<img src=a.jpg>", &Hints::default(), &Limits::default());
        let mut extraction = extract(&empty, &ExtractConfig::default());
        extraction.flags.clear();
        best_of_page(&empty, &mut extraction);
        assert_eq!(extraction.flags, [PageFlag::NoVisibleText]);
    }
}
