//! Nodes classed by bit patterns.

use scutch_page::Page;

use super::Labelled;
use crate::annotate::{Annotated, Run, annotate, cross_bits, runs};
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
    let around = evidence.cross.map(|page| page.map(|page| page.words.as_slice()));
    let cross = cross_bits(&around);
    if classify(cross, CUR).is_err() {
        return Labelled::default();
    }
    let words = Words::from_tree(page.tree());
    let Annotated { bits, capped } = annotate(&words, &around, config.compare, config.diff);
    let places = Places::new(page);
    // The number of words of its text node that came before a run: runs of one node follow each
    // other.
    let mut before: Option<Run> = None;
    let labels = runs(&words, &bits).into_iter().map(|run| {
        let first =
            before.filter(|before| before.node == run.node).map_or(0, |b| b.first + b.words);
        before = Some(Run { first, ..run });
        let class = class_of(cross, run.bits);
        let (node, words, bits) = (run.node, run.words, run.bits);
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

/// The class of a run in a valid cross.
///
/// Annotation gives every word the bit of the page itself, so an error can only be a defect of the
/// program. Tests fail at it; a release build leaves the text open.
pub(super) fn class_of(cross: u8, bits: u8) -> Class {
    let class = classify(cross, bits);
    debug_assert!(class.is_ok(), "{class:?}");
    class.unwrap_or(Class::Invalid)
}
