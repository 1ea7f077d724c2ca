//! Listings: code between two blocks of content, or announced by one, is content however short it
//! is. What the frame of a listing says besides, such as the language, is no part of it.

use super::{ANNOUNCED, Announced, Judge};
use crate::Reason;
use crate::block::BlockKind;

/// Score that code must reach between blocks of content.
const WITHIN_CONTENT: f32 = 0.2;

/// Keeps listings within content.
pub(super) fn decide(judge: &mut Judge<'_, '_>) {
    let is_code = |judge: &Judge<'_, '_>, at: usize| {
        let block = &judge.page.blocks()[at];
        block.kind == BlockKind::Code && block.cell.is_none() && block.chars > 0
    };
    for at in 0..judge.labels.len() {
        if !is_code(judge, at) || judge.labels[at].content {
            continue;
        }
        let frame = frame(judge, at);
        let before = judge.kept_before(frame.start).is_some();
        let after = judge.kept_after(frame.end - 1).is_some();
        let is_announced = judge.announced(&frame) == Some(Announced::ByText);
        let least = match (before, after) {
            _ if is_announced => WITHIN_CONTENT,
            (true, true) => WITHIN_CONTENT,
            (true, false) | (false, true) => judge.threshold * ANNOUNCED,
            (false, false) => judge.threshold,
        };
        if judge.labels[at].score >= least {
            judge.keep(at..at + 1, Reason::Unit);
        }
    }
}

/// The frame of a listing: the innermost elements around it that hold no other listing and, beside
/// it, a few short labels.
fn frame(judge: &Judge<'_, '_>, at: usize) -> std::ops::Range<usize> {
    let mut container = judge.page.blocks()[at].container;
    let mut frame = at..at + 1;
    for _ in 0..LEVELS {
        let range = judge.blocks_of(container);
        let is_frame =
            range.len() <= PARTS && range.clone().all(|part| part == at || is_label(judge, part));
        if !is_frame {
            break;
        }
        frame = range;
        container = judge.page.containers()[container as usize].parent;
    }
    frame
}

/// Elements around a listing that can be its frame.
const LEVELS: usize = 6;
/// Blocks of a frame.
const PARTS: usize = 6;
/// Width of the labels in a frame.
const LABEL: f32 = 40.0;

fn is_label(judge: &Judge<'_, '_>, at: usize) -> bool {
    let block = &judge.page.blocks()[at];
    let short = judge.around.wordings[at].width < LABEL;
    short
        && !judge.labels[at].content
        && !matches!(block.kind, BlockKind::Heading(_) | BlockKind::Code)
        || block.kind == BlockKind::Caption
}
