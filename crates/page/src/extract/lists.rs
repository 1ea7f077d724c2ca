//! Items of a list that score below the threshold while their neighbours score above it.

use rustc_hash::FxHashMap;

use crate::block::{Block, BlockKind};
use crate::tree::NodeId;
use crate::{Label, Reason};

/// Weight of the list in an item's score. On pages with known text, 0.3 to 0.6 do equally well.
const SHARED: f32 = 0.5;
/// From this share of links on, an item is a link. Links and other items are judged separately.
const LINKS: f32 = 0.5;
/// Log odds are clamped to this range before they are averaged: one sure item, such as a button
/// among texts, must not decide about the others.
const FARTHEST: f32 = 2.0;

/// Items that look alike: same list, same depth, all links or all not.
type Form = (NodeId, u8, bool);

fn form(block: &Block) -> Option<Form> {
    // Data tables were decided as a whole.
    let is_item = block.kind == BlockKind::ListItem && block.chars > 0 && block.cell.is_none();
    let list = block.list.filter(|_| is_item)?;
    Some((list.list, list.depth, block.link_density() > LINKS))
}

/// Keeps items below the threshold whose list as a whole reaches it: a list of eight similar items
/// should not lose its last two. The reverse is not done. A surplus link in a list costs little,
/// but an item torn out of its list loses its sense.
pub(super) fn complete(blocks: &[Block], threshold: f32, labels: &mut [Label]) {
    let mut sums: FxHashMap<Form, (f32, f32)> = FxHashMap::default();
    for (block, label) in blocks.iter().zip(&*labels) {
        if let Some(form) = form(block) {
            let sum = sums.entry(form).or_default();
            // Scores of 0 and 1 have infinite log odds; clamping makes them finite.
            let moves = log_odds(label.score).clamp(-FARTHEST, FARTHEST);
            *sum = (sum.0 + moves, sum.1 + 1.0);
        }
    }
    let least = log_odds(threshold);
    for (block, label) in blocks.iter().zip(labels) {
        let Some((sum, items)) = form(block).and_then(|form| sums.get(&form)) else { continue };
        let together = (1.0 - SHARED) * log_odds(label.score) + SHARED * sum / items;
        // Only upwards: a list is completed, never thinned out.
        if together >= least && !label.content {
            *label = Label { content: true, score: label.score, reason: Reason::List };
        }
    }
}

fn log_odds(score: f32) -> f32 {
    (score / (1.0 - score)).ln()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Hints, Limits, Page};

    fn decided(html: &str, scores: &[f32]) -> Vec<bool> {
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        assert_eq!(page.blocks().len(), scores.len());
        let label =
            |score: &f32| Label { content: *score >= 0.4, score: *score, reason: Reason::Kind };
        let mut labels: Vec<Label> = scores.iter().map(label).collect();
        complete(page.blocks(), 0.4, &mut labels);
        let changed = labels.iter().zip(scores).filter(|(l, s)| l.content != (**s >= 0.4));
        assert!(changed.into_iter().all(|(label, _)| label.reason == Reason::List));
        labels.iter().map(|label| label.content).collect()
    }

    #[test]
    fn lists_are_not_torn() {
        let list = "<ul><li>One of them<li>Two of them<li>Three of them</ul>";
        assert_eq!(decided(list, &[0.6, 0.55, 0.35]), [true, true, true]);
        assert_eq!(decided(list, &[0.2, 0.2, 0.45]), [false, false, true]);
        // What is surely none is not.
        assert_eq!(decided(list, &[0.6, 0.6, 0.01]), [true, true, false]);
        assert_eq!(decided(list, &[1.0, 0.1, 0.0]), [true, false, false]);
        // Other lists, and paragraphs, are judged by themselves.
        let apart = "<ul><li>One of them</ul><ul><li>Two of them</ul><p>Three of them";
        assert_eq!(decided(apart, &[0.9, 0.35, 0.35]), [true, false, false]);
    }

    #[test]
    fn links_and_texts_of_a_list_are_judged_apart() {
        let list = "<ul><li>One of them<li>Two of them<li><a href=/a>Three of them</a></ul>";
        assert_eq!(decided(list, &[0.9, 0.9, 0.35]), [true, true, false]);
    }

    proptest::proptest! {
        #[test]
        fn lists_only_ever_gain_items(scores in proptest::collection::vec(0.0_f32..=1.0, 1..12)) {
            let items: String = scores.iter().map(|_| "<li>One of them").collect();
            let kept = decided(&format!("<ul>{items}</ul>"), &scores);
            for (kept, score) in kept.iter().zip(&scores) {
                proptest::prop_assert!(*kept || *score < 0.4);
            }
        }

        #[test]
        fn the_order_of_items_decides_nothing(
            scores in proptest::collection::vec(0.01_f32..0.99, 2..8),
        ) {
            let items: String = scores.iter().map(|_| "<li>One of them").collect();
            let list = format!("<ul>{items}</ul>");
            let forwards = decided(&list, &scores);
            let reversed: Vec<f32> = scores.iter().rev().copied().collect();
            let mut backwards = decided(&list, &reversed);
            backwards.reverse();
            // Sums of floats depend on their order in the last bits: scores at the edge may differ.
            let sum: f32 = scores.iter().map(|score| log_odds(*score).clamp(-FARTHEST, FARTHEST)).sum();
            let mean = sum / scores.len() as f32;
            for (at, score) in scores.iter().enumerate() {
                let margin = (log_odds(*score) + mean) / 2.0 - log_odds(0.4);
                proptest::prop_assert!(margin.abs() < 1e-4 || forwards[at] == backwards[at]);
            }
        }
    }
}
