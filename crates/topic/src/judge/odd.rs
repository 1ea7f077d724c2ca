//! First captures that are no anchor: the odd ones of their TimeMap.

use super::{GONE, Judge};
use crate::judge::anchor::Anchor;
use crate::judge::content::Parts;
use crate::judge::features;
use crate::judge::profile::{AnchorRule, Combine};

/// Texts that are passed over at the begin of a TimeMap, at most.
const MOST_PASSED: usize = 8;

/// Probability beside the text that most captures resemble from which a text may be no anchor.
const SURELY: f64 = 0.7;
/// How much more probable than the other way round that has to be, in the same frame and in another.
const CLEARLY: f64 = 0.1;
const MORE_CLEARLY: f64 = 0.5;
/// Share of the frame, by words and by marks, that is gone from which it is another.
const OTHER_FRAME: f64 = 0.9;
/// Fewest other captures that have to agree against a text of which they keep something. Of two, one
/// might be the page after a change.
const LEAST_AGREEING: u64 = 3;

impl Judge<'_, '_> {
    /// The first memento from `anchor` on that is not itself off-topic.
    ///
    /// It is compared with the text that most captures resemble. Where each seems off-topic beside
    /// the other, the one that seems so more is.
    pub(super) fn on_topic_anchor(&self, anchor: Anchor) -> Anchor {
        let rule = (self.profile.combine, self.profile.anchor);
        let central = match rule {
            (Combine::Learned, AnchorRule::First) => self.captures.central(),
            _ => None,
        };
        let Some(central) = central else { return anchor };
        let mut tried: Vec<usize> = Vec::new();
        for index in anchor.index..self.group.len() {
            let text = self.group.text(index).filter(|text| self.group.is_usable(*text));
            let Some(text) = text.filter(|text| !tried.contains(text)) else { continue };
            tried.push(text);
            // A page that changed for good has many texts: the first of them is what was collected.
            if tried.len() > MOST_PASSED {
                break;
            }
            if text == central || !self.is_odd(text, central) {
                return Anchor { index, passed_over: index };
            }
        }
        anchor
    }

    /// Whether a text is off-topic beside the one that most captures resemble, rather than that one
    /// beside it.
    fn is_odd(&self, text: usize, central: usize) -> bool {
        let (there, back) = (self.pair(text, central), self.pair(central, text));
        let off = self.probability(&there);
        if off < SURELY {
            return false;
        }
        // An early state of a page that grew lacks much of what came later, and is still there.
        let is_gone = back.parts.lost_runs >= GONE || self.is_alone(text, &there.parts);
        // A notice stands in the frame of the page. Who has another frame may have come later.
        let other_frame = features::marks_gone(&there).min(there.parts.frame) >= OTHER_FRAME;
        let margin = if other_frame { MORE_CLEARLY } else { CLEARLY };
        let replaced = there.parts.new_runs >= GONE && is_gone;
        there.parts.password > 0.0 || (replaced && off - self.probability(&back) >= margin)
    }

    /// Whether the other captures all have the content of the central text, and none has what is new
    /// on this one.
    ///
    /// If a notice is short, its menu counts as content. All captures have the menu, so that little
    /// of that content is lost. A notice that was captured twice supports itself and is not alone.
    fn is_alone(&self, text: usize, beside_central: &Parts) -> bool {
        let usable = |other: &usize| *other != text && self.group.is_usable(*other);
        let others = (0..self.group.texts.len()).filter(usable);
        let captures: u64 = others.map(|other| self.group.weights[other]).sum();
        let supported = beside_central.support > 0.0;
        let all_have_central = beside_central.anchor_support >= 1.0;
        captures >= LEAST_AGREEING && all_have_central && !supported
    }
}
