//! How likely a visible date is the page's: by words, class, block and distance from the title.

use super::field::Field;
use super::frame::Frame;
use crate::{Block, BlockKind};

/// A longer text before a date (in bytes) is a sentence, not an announcement.
const LEAD_BYTES: usize = 24;
/// Weight lost per block between title and date.
const FAR_WEIGHT: f32 = 0.2;
/// Weight lost by a place behind the content.
const BEHIND_WEIGHT: f32 = 2.0;
/// Last blocks of the content, which count like those behind it.
pub(super) const LAST_BLOCKS: usize = 3;
/// A visible date at its place.
pub(super) struct ShownDate<'p> {
    pub(super) at: usize,
    pub(super) frame: &'p Frame<'p>,
    pub(super) block: &'p Block,
    /// What the class of its element says.
    pub(super) named: Option<Field>,
    /// What the words before it say.
    pub(super) lead: Option<Field>,
    /// Whether the address of the page has the same month.
    pub(super) in_month: bool,
    /// First byte in the block.
    pub(super) start: usize,
}

impl ShownDate<'_> {
    /// Weight of the date; `content`: whether its block is kept as text.
    pub(super) fn weight(&self, content: bool) -> f32 {
        let mut weight = 2.0;
        if self.lead.is_some() {
            weight += 2.5;
        }
        if self.named.is_some() {
            weight += 2.0;
        }
        if self.in_month {
            weight += 2.0;
        }
        weight += match self.block.chars {
            // The shorter the block, the more the date is what it is about.
            0..=40 => 1.5,
            41..=120 => 0.5,
            121..=300 => -1.0,
            _ => -3.0,
        };
        // A date inside a sentence is about something else.
        let alone = self.lead.is_none() && self.start > 80;
        if alone || content && self.start > LEAD_BYTES {
            weight -= 1.5;
        }
        // A linked date leads to the archive of that day, or belongs to a teaser.
        if self.block.link_density() > 0.7 && self.named.is_none() {
            weight -= 1.0;
        }
        // Tables, code and captions are full of dates that say nothing about the page.
        if matches!(self.block.kind, BlockKind::Cell | BlockKind::Code | BlockKind::Caption) {
            weight -= 1.0;
        }
        if content && self.block.chars > 300 {
            weight -= 1.0;
        }
        weight + self.place_weight()
    }

    /// Blocks of text between `anchor` and this one. Pictures between title and date do not count.
    fn texts_behind(&self, anchor: usize) -> usize {
        let between = self.frame.page.blocks().get(anchor + 1..=self.at).unwrap_or_default();
        between.iter().filter(|block| !block.text.is_empty()).count()
    }

    /// Weight of the distance from the title, or from the first block of the content.
    fn place_weight(&self) -> f32 {
        let Frame { anchor, start, end, .. } = *self.frame;
        if self.at >= end {
            // Teasers of other texts are links as a whole.
            let is_teaser = self.block.link_density() > 0.7;
            return if is_teaser { -BEHIND_WEIGHT - 1.5 } else { -BEHIND_WEIGHT };
        }
        // The nearer of title and text counts: long leads separate the two.
        let far = FAR_WEIGHT * self.at.abs_diff(anchor).min(self.at.abs_diff(start)) as f32;
        // The end of the content may also hold teasers.
        let is_last = self.at + LAST_BLOCKS >= end && self.lead.is_some();
        let right_behind_the_title = self.at > anchor && self.texts_behind(anchor) <= 3;
        let bonus = if right_behind_the_title { 1.0 } else { 0.0 };
        bonus - if is_last { far.min(BEHIND_WEIGHT) } else { far }
    }
}
