//! Nodes classed by bit patterns.

use scutch_page::Page;

use super::Labelled;
use crate::annotate::{Run, annotate, cross_bits, runs};
use crate::config::TemplateConfig;
use crate::host::Evidence;
use crate::nodes::{NodeLabel, Places};
use crate::patterns::{CUR, Class, classify};
use crate::words::Words;

/// The runs of a page, classed by bit patterns. Empty if the cross has no partner.
pub(super) fn by_patterns(
    page: &Page,
    evidence: &Evidence<'_>,
    config: &TemplateConfig,
) -> Labelled {
    let cross = cross_bits(&evidence.cross);
    if classify(cross, CUR).is_err() {
        return Labelled::default();
    }
    let words = Words::from_tree(page.tree());
    let (marks, capped) = marks(&words, evidence, config);
    let places = Places::new(page);
    // The number of words of its text node that came before a run: runs of one node follow each
    // other.
    let mut before: Option<Run> = None;
    let labels = runs(&words, &marks).into_iter().map(|run| {
        let first =
            before.filter(|before| before.node == run.node).map_or(0, |b| b.first + b.words);
        before = Some(Run { first, ..run });
        let (bits, class) = unmarked(run.bits);
        let (node, words) = (run.node, run.words);
        // Text outside all blocks is not shown when the page opens.
        let hidden = places.block_or_code(node).is_none_or(|at| page.blocks()[at].hidden);
        NodeLabel {
            node,
            first,
            words,
            bits,
            cross,
            class,
            score: class.score(),
            hidden,
            reason: None,
        }
    });
    Labelled { nodes: labels.collect(), capped }
}

/// For each word the pages of the first cross that have it, and the class that all crosses agree in.
/// Without bins there is one cross.
fn marks(words: &Words, evidence: &Evidence<'_>, config: &TemplateConfig) -> (Vec<u8>, bool) {
    let own = [evidence.cross];
    let crosses = if evidence.bins.is_empty() { &own[..] } else { &evidence.bins[..] };
    let (mut marks, mut capped): (Vec<u8>, bool) = (Vec::new(), false);
    for around in crosses {
        let around = around.map(|page| page.map(|page| page.words.as_slice()));
        let cross = cross_bits(&around);
        let annotated = annotate(words, &around, config.compare, config.diff);
        capped |= annotated.capped;
        let found = annotated.bits.into_iter().map(|bits| marked(bits, class_of(cross, bits)));
        if marks.is_empty() {
            marks = found.collect();
            continue;
        }
        for (mark, other) in marks.iter_mut().zip(found) {
            let (bits, class) = unmarked(*mark);
            if class != unmarked(other).1 {
                *mark = marked(bits, Class::Invalid);
            }
        }
    }
    (marks, capped)
}

/// Bits of a pattern.
const BITS: u32 = 5;

/// Bits and class in one byte, so that words with both in common are one run.
fn marked(bits: u8, class: Class) -> u8 {
    bits | (class as u8) << BITS
}

fn unmarked(mark: u8) -> (u8, Class) {
    let class = Class::ALL.get(usize::from(mark >> BITS)).copied();
    (mark & ((1 << BITS) - 1), class.unwrap_or(Class::Invalid))
}

/// The class of a run in a valid cross.
///
/// Annotation gives every word the bit of the page itself, so an error can only be a defect of the
/// program. Tests fail at it; a release build leaves the text open.
pub(super) fn class_of(cross: u8, bits: u8) -> Class {
    let class = classify(cross, bits);
    debug_assert!(class.is_ok(), "{class:?}");
    class.unwrap_or(Class::Invalid)
}
