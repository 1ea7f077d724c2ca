//! Rules that make one text of scored blocks.

use super::signpost::Kind;
use super::surroundings::Surroundings;
use super::{Extraction, Label, PageType, Reason, apart, contents, copies, others, thread};
use crate::block::{Block, BlockKind, Meaning, class_meanings};
use crate::{Page, PageFlag};

/// When nothing reaches the threshold, blocks with at least this share of the best score are
/// taken.
const NEAR_BEST: f32 = 0.6;

/// Score from which a table is content where there is content before and behind it.
const WITHIN_CONTENT: f32 = 0.2;

pub(super) fn assemble(
    page: &Page,
    around: &Surroundings<'_>,
    threshold: f32,
    once: bool,
    extraction: &mut Extraction,
) {
    decide_tables(page.blocks(), around, threshold, &mut extraction.labels);
    let nothing = !extraction.unshown
        && !extraction.labels.iter().zip(page.blocks()).any(|(l, b)| l.content && b.chars > 0);
    if nothing {
        best_of_page(page, extraction);
    }
    set_comments_apart(page, around, extraction);
    if once {
        others::leave_out(page, around, &mut extraction.labels);
        apart::leave_out(page, around, &mut extraction.labels);
        thread::leave_frames(page, around, &mut extraction.labels);
        contents::leave_out(page, &mut extraction.labels);
        // Behind the comments: what they say first and the text again is text.
        copies::leave_out(page, around, &mut extraction.labels);
    }
    if !extraction.config.tables {
        drop_tables(page.blocks(), &mut extraction.labels);
    }
    place_pictures(page.blocks(), &mut extraction.labels);
    let left =
        || extraction.labels.iter().zip(page.blocks()).any(|(l, b)| l.content && b.chars > 0);
    let empty = [PageFlag::NoVisibleText, PageFlag::NoContent];
    if !extraction.unshown && !extraction.flags.iter().any(|flag| empty.contains(flag)) && !left() {
        extraction.flags.push(PageFlag::NoContent);
    }
}

/// A data table is content as a whole or not at all: its mean score decides.
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
        let least = if before && after { WITHIN_CONTENT } else { threshold };
        let content = score >= all * least;
        let reason = if content { Reason::TableOfContent } else { Reason::TableNotContent };
        for label in labels[start..end].iter_mut().filter(|l| l.content != content) {
            *label = Label { content, score: label.score, reason };
        }
        start = end;
    }
}

/// Nothing reaches the threshold: rather the best than nothing, with a flag.
fn best_of_page(page: &Page, extraction: &mut Extraction) {
    let texts = page.blocks().iter().zip(&extraction.labels).filter(|(b, _)| b.chars > 0);
    let best = texts.map(|(_, label)| label.score).fold(f32::NAN, f32::max);
    if best.is_nan() {
        extraction.flags.push(PageFlag::NoVisibleText);
        return;
    }
    extraction.flags.push(PageFlag::WeakContent);
    for (block, label) in page.blocks().iter().zip(&mut extraction.labels) {
        if block.chars > 0 && label.score >= best * NEAR_BEST {
            *label = Label { content: true, score: label.score, reason: Reason::BestOfPage };
        }
    }
}

/// Characters of text behind a section headed "Comments" from which that is a section of the text.
const GOES_ON: u32 = 1000;
/// So many times the text comments may be where a page is sure to have a text of its own.
const MANY: u64 = 20;

/// Leaves out readers' comments, or labels them where they are asked for; unless they are all there is, or
/// the page is a thread, whose posts are its text whatever they are called; remarks about an answer are comments there,
/// too. What customers say of a product are comments.
fn set_comments_apart(page: &Page, around: &Surroundings<'_>, extraction: &mut Extraction) {
    let typed = page.page_type();
    if typed.is(PageType::Forum) {
        let remarks = thread::remarks(page, &extraction.labels);
        label_comments(extraction, &remarks);
        return;
    }
    let product = typed.is(PageType::Product);
    // Manuals have chapters called "Discussion" and "Responses", and ids made of such headings.
    let manual = typed.is(PageType::Documentation);
    let named = named_comments(page, product, manual);
    let comments = match manual {
        true => named.clone(),
        false => told_comments(page, around, &named, &extraction.labels),
    };
    // Characters of the text, of comments by the names of their elements, of those by what stands before them.
    let (mut outside, mut inside, mut behind) = (0_u64, 0_u64, 0_u64);
    for (at, block) in page.blocks().iter().enumerate() {
        if extraction.labels[at].content {
            let sum = match (named[at], comments[at]) {
                (true, _) => &mut inside,
                (_, true) => &mut behind,
                _ => &mut outside,
            };
            *sum += u64::from(block.chars);
        }
    }
    // Where comments outweigh the rest, they are what the page is for, unless a text of its own comes first. A signpost is
    // less sure than a name: "Debate" and "Letters" stand above texts, too.
    let article = typed.is(PageType::Article) && begins_with_text(around, extraction, &comments);
    let sure = behind <= outside && (product || article);
    if inside + behind > outside * if sure { MANY } else { 1 } {
        return;
    }
    label_comments(extraction, &comments);
}

/// Leaves out these blocks, or says what they are where they are asked for.
fn label_comments(extraction: &mut Extraction, comments: &[bool]) {
    let asked = extraction.config.comments;
    for (label, is_comment) in extraction.labels.iter_mut().zip(comments) {
        if *is_comment && label.content {
            *label = Label { content: asked, score: label.score, reason: Reason::Comment };
        }
    }
}

/// Whether the first running text is no comment.
fn begins_with_text(around: &Surroundings<'_>, extraction: &Extraction, comments: &[bool]) -> bool {
    let labels = extraction.labels.iter().enumerate();
    let mut texts = labels.filter(|(at, label)| label.content && around.is_running_text(*at));
    texts.next().is_some_and(|(at, _)| !comments[at])
}

/// Blocks in elements that are named after comments, on pages of products after reviews; in a `manual` by their
/// classes alone.
fn named_comments(page: &Page, product: bool, manual: bool) -> Vec<bool> {
    let containers = page.containers();
    let is_title = |block: &Block| block.kind == BlockKind::Heading(1);
    let title = page.blocks().iter().position(is_title).map(|at| at as u32);
    let mut inside = Vec::with_capacity(containers.len());
    for container in containers {
        // Around the name of the product it is said that there are reviews, or none.
        let titled = title.is_some_and(|at| (container.first..container.end).contains(&at));
        let named = container.meanings.has(Meaning::Comment)
            || product && !titled && container.meanings.has(Meaning::Review);
        let own = named
            && !container.meanings.has(Meaning::Content)
            && (!manual || class_meanings(page.tree(), container.node).has(Meaning::Comment));
        inside.push(own || inside.get(container.parent as usize).copied().unwrap_or(false));
    }
    page.blocks().iter().map(|block| inside[block.container as usize]).collect()
}

/// These, and what stands behind a signpost of comments.
fn told_comments(
    page: &Page,
    around: &Surroundings<'_>,
    named: &[bool],
    labels: &[Label],
) -> Vec<bool> {
    let mut comments = named.to_vec();
    // A heading alone can be that of a section of the text: then the text goes on behind it.
    let mut behind = 0;
    for (at, block) in page.blocks().iter().enumerate().rev() {
        if around.signs[at].under == Some(Kind::Comments) {
            comments[at] |= behind < GOES_ON;
        } else if labels[at].content && !comments[at] {
            behind += block.chars;
        }
    }
    comments
}

/// Leaves out what stands in data tables.
pub(crate) fn drop_tables(blocks: &[Block], labels: &mut [Label]) {
    for (block, label) in blocks.iter().zip(labels) {
        if block.cell.is_some() && label.content {
            *label = Label { content: false, score: label.score, reason: Reason::Table };
        }
    }
}

/// Pictures and players are content where the text around them is.
fn place_pictures(blocks: &[Block], labels: &mut [Label]) {
    let mut next = None;
    let mut after = vec![None; blocks.len()];
    for index in (0..blocks.len()).rev() {
        after[index] = next;
        if blocks[index].chars > 0 {
            next = Some(labels[index]);
        }
    }
    let mut before: Option<Label> = None;
    for index in 0..blocks.len() {
        if blocks[index].chars > 0 {
            before = Some(labels[index]);
            continue;
        }
        let around = [before, after[index]];
        let between = around.iter().flatten().filter(|l| l.content).count() == 2;
        let content = between && !blocks[index].hidden;
        let score = around.iter().flatten().map(|l| l.score).fold(1.0, f32::min);
        let reason = if content { Reason::BetweenContent } else { Reason::NotBetweenContent };
        labels[index] = Label { content, score, reason };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::tests::kept;

    #[test]
    fn reviews_of_products_are_comments() {
        let page = "<h1>A stick</h1><p>It is long.<div class=reviews><p>A good stick.</div>";
        assert_eq!(kept(page, PageType::Product), ["A stick", "It is long."]);
        assert_eq!(kept(page, PageType::Article).len(), 3);
        // They may outweigh the text, but not be all there is.
        let long = page.replace("A good", &"A good ".repeat(20));
        assert_eq!(kept(&long, PageType::Product), ["A stick", "It is long."]);
        assert_eq!(kept("<div class=reviews><p>A good stick.</div>", PageType::Product).len(), 1);
        assert_eq!(kept("", PageType::Product).len(), 0);
    }

    #[test]
    fn what_holds_the_name_of_a_product_is_no_review() {
        for html in [
            "<body class=has-reviews><h1>A stick</h1><p>It is long.",
            "<p>Sticks<div class=no-reviews><h1>A stick</h1><p>It is long.</div>",
            "<div class=title-and-reviews><h1>A stick</h1></div><p>It is long, and it is brown.",
        ] {
            let kept = kept(html, PageType::Product);
            assert!(kept.contains(&"A stick".to_owned()), "{html}: {kept:?}");
        }
    }

    #[test]
    fn comments_may_outweigh_an_article_if_their_element_is_named() {
        let text = "There is more to say of it. ".repeat(40);
        let lead = "What we have to say of it in short, and no more than that.";
        let named = format!("<h1>A title</h1><p>{lead}<div class=comments><p>{text}</div>");
        assert_eq!(kept(&named, PageType::Article), ["A title", lead]);
        assert!(kept(&named, PageType::Service).len() > 2);
        let wrapper = format!("<h1>A title</h1><p>A line.<div class=discussion><p>{text}</div>");
        assert_eq!(kept(&wrapper, PageType::Article).len(), 3);
        let kicker = format!("<h1>A title</h1><p>{lead}<p>Debatt<p>{text}");
        assert_eq!(kept(&kicker, PageType::Article).last().map(String::as_str), Some(text.trim()));
    }

    #[test]
    fn chapters_of_manuals_are_no_comments() {
        let text = "The tide is read from the log, which is written by hand.";
        let manual = format!(
            "<h1>tide(1)</h1><h2>Description</h2><p>{text}<h2 id=discussion>Discussion</h2><p>It rises.\
             <section id=feedback><h2>Feedback</h2><p>It falls.</section>"
        );
        assert_eq!(kept(&manual, PageType::Documentation).len(), 7);
        assert_eq!(kept(&manual, PageType::Article).len(), 3);
        let remarks = format!("{manual}<div class=comments><p>A good tide.</div>");
        assert_eq!(kept(&remarks, PageType::Documentation).len(), 7);
    }
}
