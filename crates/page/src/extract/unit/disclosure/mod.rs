//! Labels of panels: tabs, the heads of accordions, questions above their answers. A label goes
//! where its panel goes, and a short panel goes with the others of its kind.
//!
//! Signs are those of WAI-ARIA (`aria-controls`, `aria-expanded`, the roles `tab` and `tablist`),
//! ids that a control names, labels of check boxes and radio buttons, and `summary`.

mod controls;
mod heads;
mod rows;

use std::ops::Range;

use rustc_hash::FxHashMap;

use self::controls::{Controls, containers_by_id, opened};
use self::heads::is_head;
use self::rows::{is_above_panels, rows};
use super::Judge;
use crate::Reason;
use crate::block::{Block, BlockKind};
use crate::tree::{Attr, NodeId, Tag, Tree};

/// Width of a label, and of a panel that goes with the others.
const LABEL: f32 = 160.0;
/// Least score of a label: buttons of menus open panels, too.
const LEAST: f32 = 0.1;
/// From this share of links on, a block is a link.
const LINKS: f32 = 0.5;
/// Elements around a block that can be its label, and rows of labels.
const LEVELS: usize = 3;
/// Labels of one look, and panels of a row, that are more than a button for more.
const FEWEST: usize = 2;
/// Bytes of a class value that are read.
const CLASS: usize = 200;
/// Nodes within a container that are looked at.
const NODES: usize = 12;

/// Keeps labels of panels that are kept.
pub(super) fn decide(judge: &mut Judge<'_, '_>) {
    let page = judge.page;
    let controls = Controls::new(page.tree());
    let ids = containers_by_id(page);
    let rows = rows(page);
    let (mut tabs, mut heads): (Vec<Labelled>, Vec<usize>) = (Vec::new(), Vec::new());
    for (at, block) in page.blocks().iter().enumerate() {
        if !can_be_label(judge, at, block) {
            continue;
        }
        let container = &page.containers()[block.container as usize];
        if is_above_panels(judge, at, &rows) {
            judge.keep(at..at + 1, Reason::Unit);
        } else if let Some(panel) = opened(judge, at, container, (&ids, &controls)) {
            tabs.push((at, panel));
        } else if is_head(page.tree(), container, &controls) {
            heads.push(at);
        }
    }
    let panels: Vec<Labelled> =
        (0..heads.len()).map(|n| (heads[n], panel(judge, &heads, n))).collect();
    keep_labels(judge, &tabs);
    keep_labels(judge, &panels);
}

/// A label and its panel.
type Labelled = (usize, Range<usize>);

/// What is known of labels that look alike.
#[derive(Default)]
struct Counts<'p> {
    all: usize,
    /// Their panels that are kept.
    kept: usize,
    /// Labels that say what the one before says: "Read more" labels nothing.
    same: usize,
    last: Option<&'p str>,
}

impl Counts<'_> {
    /// Whether the labels go with their panels. One label alone is a button for more of the same.
    fn decide(&self) -> bool {
        self.kept >= FEWEST && self.kept * 2 >= self.all && self.same * 2 < self.all - 1
    }
}

/// Keeps labels that look alike if most of their panels are kept, and short panels with them.
fn keep_labels(judge: &mut Judge<'_, '_>, all: &[Labelled]) {
    if all.len() < FEWEST {
        return;
    }
    let blocks = judge.page.blocks();
    let kept = judge.kept_text();
    let looks = judge.looks;
    let look = |at: usize| looks[blocks[at].container as usize];
    let mut counts: FxHashMap<u64, Counts<'_>> = FxHashMap::default();
    for (at, panel) in all {
        let count = counts.entry(look(*at)).or_default();
        let text = Some(&*blocks[*at].text);
        count.all += 1;
        count.kept += usize::from(kept.is_most_of(panel));
        count.same += usize::from(count.last == text);
        count.last = text;
    }
    for (at, panel) in all {
        let goes = counts.get(&look(*at)).is_some_and(Counts::decide);
        if !goes || panel.is_empty() || judge.labels[*at].score < LEAST {
            continue;
        }
        // A panel that says its label itself needs no other.
        if !panel.clone().take(NODES).any(|part| blocks[part].text == blocks[*at].text) {
            judge.keep(*at..*at + 1, Reason::Unit);
        }
        // A long panel has a score of its own to go by, and a link leads on to another page.
        for part in panel.clone().take(NODES) {
            let is_short = judge.around.wordings[part].width < LABEL;
            let is_link = blocks[part].link_density() > LINKS;
            if is_short && !is_link && judge.labels[part].score >= LEAST {
                judge.keep(part..part + 1, Reason::Unit);
            }
        }
    }
}

/// The blocks behind a head: to the end of the element that holds both, or to the next head.
fn panel(judge: &Judge<'_, '_>, heads: &[usize], n: usize) -> Range<usize> {
    let containers = judge.page.containers();
    let mut container = &containers[judge.page.blocks()[heads[n]].container as usize];
    // Wrappers of nothing but the head.
    for _ in 0..LEVELS {
        if container.end as usize > heads[n] + 1 {
            break;
        }
        container = &containers[container.parent as usize];
    }
    let next = heads.get(n + 1).copied().unwrap_or(usize::MAX);
    let first = heads[n] + 1;
    first..(container.end as usize).min(next).max(first)
}

fn can_be_label(judge: &Judge<'_, '_>, at: usize, block: &Block) -> bool {
    block.text.contains(char::is_alphabetic)
        && judge.around.wordings[at].width < LABEL
        && !judge.around.inherited[block.container as usize].within(Tag::Nav)
        && !matches!(block.kind, BlockKind::Code | BlockKind::Cell)
}

/// Whether a class has one of some parts, in lower case.
fn has_part(tree: &Tree, id: NodeId, parts: &[&str]) -> bool {
    let class = tree.attr(id, Attr::CLASS).unwrap_or_default();
    let class = &class.as_bytes()[..class.floor_char_boundary(CLASS)];
    // Most bytes of most values begin no part.
    let letter = |byte: u8| 1_u32 << (byte & 31);
    let firsts = parts.iter().fold(0, |firsts, part| firsts | letter(part.as_bytes()[0]));
    (0..class.len()).filter(|at| firsts & letter(class[*at]) != 0).any(|at| {
        let begins = |part: &&str| {
            let begin = class[at..].get(..part.len());
            begin.is_some_and(|begin| begin.eq_ignore_ascii_case(part.as_bytes()))
        };
        parts.iter().any(begins)
    })
}
