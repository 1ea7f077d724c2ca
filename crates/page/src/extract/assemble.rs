//! Rules that make one text of scored blocks.

use super::surroundings::Surroundings;
use super::{Extraction, Label, Reason};
use crate::block::{Block, BlockKind, Meaning};
use crate::{Page, PageFlag};

/// When nothing reaches the threshold, blocks with at least this share of the best score are
/// taken.
const NEAR_BEST: f32 = 0.6;

pub(super) fn assemble(page: &Page, around: &Surroundings<'_>, extraction: &mut Extraction) {
    let _ = around;
    if !extraction.labels.iter().zip(page.blocks()).any(|(l, b)| l.content && b.chars > 0) {
        best_of_page(page, extraction);
    }
    if !extraction.config.comments {
        drop_comments(page, extraction);
    }
    if !extraction.config.tables {
        drop_tables(page.blocks(), &mut extraction.labels);
    }
    place_pictures(page.blocks(), &mut extraction.labels);
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

/// Leaves out readers' comments, unless they are all there is.
fn drop_comments(page: &Page, extraction: &mut Extraction) {
    let comments = comment_blocks(page);
    let kept = page.blocks().iter().zip(&extraction.labels).zip(&comments);
    let (mut inside, mut outside) = (0, 0);
    for ((block, label), is_comment) in kept {
        if label.content {
            *(if *is_comment { &mut inside } else { &mut outside }) += block.chars;
        }
    }
    // Where comments outweigh the rest, they are what the page is for.
    if inside > outside {
        return;
    }
    for (label, is_comment) in extraction.labels.iter_mut().zip(comments) {
        if is_comment && label.content {
            *label = Label { content: false, score: label.score, reason: Reason::Comment };
        }
    }
}

fn comment_blocks(page: &Page) -> Vec<bool> {
    let containers = page.containers();
    let mut inside = Vec::with_capacity(containers.len());
    for container in containers {
        let own =
            container.meanings.has(Meaning::Comment) && !container.meanings.has(Meaning::Content);
        inside.push(own || inside.get(container.parent as usize).copied().unwrap_or(false));
    }
    page.blocks().iter().map(|block| inside[block.container as usize]).collect()
}

fn drop_tables(blocks: &[Block], labels: &mut [Label]) {
    for (block, label) in blocks.iter().zip(labels) {
        if block.kind == BlockKind::Cell && label.content {
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
        let content = around.iter().flatten().filter(|l| l.content).count() == 2;
        let score = around.iter().flatten().map(|l| l.score).fold(1.0, f32::min);
        let reason = if content { Reason::BetweenContent } else { Reason::NotBetweenContent };
        labels[index] = Label { content, score, reason };
    }
}
