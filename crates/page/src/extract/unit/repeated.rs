//! What a page repeats: rows of label and value, cards, items that are no `li`, terms and their
//! descriptions.
//!
//! A run is a row of neighbours in one element that look alike (`a a a`), or that take turns
//! (`a b a b`: terms and descriptions, titles and places). Blocks at the same place of its members
//! are a slot. What holds for most of a slot holds for all of it.

use std::cmp::Reverse;
use std::hash::{Hash, Hasher};
use std::ops::Range;

use rustc_hash::{FxHashMap, FxHasher};

use super::{ANNOUNCED, Announced, Judge, log_odds, remnant};
use crate::block::{Block, BlockKind, Container};
use crate::extract::groups::SHORT;
use crate::tree::{Attr, Tag, Tree};
use crate::{Page, Reason};

/// Fewest members of a run of one look, and of each of two looks.
const FEWEST: [u32; 2] = [3, 2];
/// Weight of the slot in a block's score, as in lists.
const SHARED: f32 = 0.5;
/// Log odds are clamped to this range before they are averaged.
const FARTHEST: f32 = 2.0;
/// From this share of links on, a block is a link.
const LINKS: f32 = 0.5;
/// Mean score of a slot of short values from which it goes with the strongest slot of its run.
const WITH_STRONGEST: f32 = 0.15;
/// The same below a heading: how far, in log odds, it may be from the strongest slot.
const NEAR_STRONGEST: f32 = 1.0;

/// Bytes of a class word that are compared.
const CLASS: usize = 32;

/// Neighbours that look alike, or take turns.
#[derive(Debug, Clone)]
struct Run {
    looks: [u64; 2],
    counts: [u32; 2],
    first: u32,
    end: u32,
    /// Index of the first member, or of the list.
    from: u32,
}

impl Run {
    fn of(container: &Container, look: u64, from: usize) -> Self {
        let Container { first, end, .. } = *container;
        Self { looks: [look; 2], counts: [1, 0], first, end, from: from as u32 }
    }

    /// Adds the next element; whether it goes on with the run.
    fn takes(&mut self, container: &Container, look: u64) -> bool {
        if container.first != self.end {
            return false;
        }
        if look == self.looks[0] {
            self.counts[0] += 1;
        } else if self.counts[1] == 0 && self.counts[0] == 1 || look == self.looks[1] {
            self.looks[1] = look;
            self.counts[1] += 1;
        } else {
            return false;
        }
        self.end = container.end;
        true
    }

    /// Its blocks.
    fn blocks(&self) -> Range<usize> {
        self.first as usize..self.end as usize
    }

    fn is_long(&self) -> bool {
        match self.counts {
            [one, 0] => one >= FEWEST[0],
            [one, other] => one.min(other) >= FEWEST[1],
        }
    }
}

/// Whether such an element can be a member. Paragraphs and headings in a row are running text.
fn is_member(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::Div
            | Tag::Section
            | Tag::Article
            | Tag::Dt
            | Tag::Dd
            | Tag::Details
            | Tag::Summary
            | Tag::Button
            | Tag::Figure
            | Tag::Fieldset
    )
}

fn is_list(tag: Tag) -> bool {
    matches!(tag, Tag::Ul | Tag::Ol | Tag::Dl | Tag::Menu)
}

/// The blocks at one place of the members of a run.
#[derive(Default)]
struct Slot<'p> {
    /// Sum of log odds.
    sum: f32,
    count: u32,
    text: Option<&'p str>,
    /// Whether any block says something else than the others.
    differs: bool,
}

impl<'p> Slot<'p> {
    fn add(&mut self, score: f32, text: &'p str) {
        self.sum += log_odds(score).clamp(-FARTHEST, FARTHEST);
        self.count += 1;
        self.differs |= self.text.is_some_and(|first| first != text);
        self.text.get_or_insert(text);
    }

    fn mean(&self) -> f32 {
        self.sum / self.count as f32
    }

    /// Whether each member says the same here: "View", "Add to basket".
    fn is_button(&self) -> bool {
        self.count >= FEWEST[0] && !self.differs
    }
}

/// Keeps the blocks of a slot that is content, and short slots beside it.
pub(super) fn decide(judge: &mut Judge<'_, '_>) {
    let looks = judge.looks;
    let runs = runs(judge.page, looks);
    let blocks = judge.page.blocks();
    let of_blocks = innermost(blocks.len(), &runs);
    let mut slots: FxHashMap<(u32, u64), Slot<'_>> = FxHashMap::default();
    let mut short = vec![true; runs.len()];
    for (at, block) in blocks.iter().enumerate() {
        let Some(run) = of_blocks[at].filter(|_| can_be_part(block)) else { continue };
        short[run as usize] &= judge.around.wordings[at].width < SHORT;
        let slot = slots.entry((run, slot(block, looks))).or_default();
        slot.add(judge.labels[at].score, &block.text);
    }
    let mut strongest = vec![f32::NEG_INFINITY; runs.len()];
    for ((run, _), slot) in &slots {
        let best = &mut strongest[*run as usize];
        *best = best.max(slot.mean());
    }
    let announced: Vec<Option<Announced>> =
        runs.iter().map(|run| judge.announced(&run.blocks())).collect();
    for (at, block) in blocks.iter().enumerate() {
        let Some(run) = of_blocks[at].filter(|_| can_be_part(block)) else { continue };
        let slot = slots.get(&(run, slot(block, looks))).filter(|slot| !slot.is_button());
        let (Some(slot), run) = (slot, run as usize) else { continue };
        let Some(announced) = announced[run].filter(|_| short[run]) else { continue };
        if is_content(judge, announced, (judge.labels[at].score, slot.mean()), strongest[run]) {
            judge.keep(at..at + 1, Reason::Unit);
        }
    }
    remnant::leave_out(judge, runs.iter().map(Run::blocks));
}

/// Whether a block of this score and of a slot with this mean is content, beside a slot that is the
/// strongest of its run.
fn is_content(
    judge: &Judge<'_, '_>,
    announced: Announced,
    (score, mean): (f32, f32),
    strongest: f32,
) -> bool {
    let (least, along) = match announced {
        Announced::ByText => (log_odds(judge.threshold * ANNOUNCED), log_odds(WITH_STRONGEST)),
        Announced::ByHeading => (log_odds(judge.threshold), strongest - NEAR_STRONGEST),
    };
    let together = (1.0 - SHARED) * log_odds(score) + SHARED * mean;
    together >= least || strongest >= least && mean >= along
}

/// Whether a block is judged here: tables were decided as a whole.
fn can_be_part(block: &Block) -> bool {
    block.chars > 0 && block.cell.is_none()
}

/// For each container, a hash of its path of looks.
pub(super) fn looks(page: &Page) -> Vec<u64> {
    let mut looks: Vec<u64> = Vec::with_capacity(page.containers().len());
    for container in page.containers() {
        let above = looks.get(container.parent as usize).copied().unwrap_or(0);
        looks.push(look(page.tree(), container, above));
    }
    looks
}

/// A hash of how an element looks: the look of its parent, its tag, and its first class without
/// digits, which often number the members (`post-17`).
fn look(tree: &Tree, container: &Container, above: u64) -> u64 {
    let class = tree.attr(container.node, Attr::CLASS).unwrap_or_default();
    // Later classes mark states such as `active` or `odd`.
    let first = class.split_ascii_whitespace().next().unwrap_or_default();
    let (mut letters, mut count) = ([0; CLASS], 0);
    for byte in first.bytes().take(CLASS).filter(|byte| !byte.is_ascii_digit()) {
        letters[count] = byte;
        count += 1;
    }
    let mut hasher = FxHasher::default();
    (above, container.tag as u64).hash(&mut hasher);
    hasher.write(&letters[..count]);
    hasher.finish()
}

/// The place of a block in the members of its run.
fn slot(block: &Block, looks: &[u64]) -> u64 {
    let heading = u64::from(matches!(block.kind, BlockKind::Heading(_)));
    let linked = u64::from(block.link_density() > LINKS);
    looks[block.container as usize] ^ heading ^ (linked << 1)
}

/// The runs of a page, outer before inner.
fn runs(page: &Page, looks: &[u64]) -> Vec<Run> {
    let mut open: FxHashMap<u32, Run> = FxHashMap::default();
    let mut runs: Vec<Run> = Vec::new();
    let mut lists_end = 0;
    for (at, (container, look)) in page.containers().iter().zip(looks).enumerate() {
        // What announces a list announces the lists in it.
        if is_list(container.tag) && container.first >= lists_end {
            lists_end = container.end;
            if container.end - container.first >= FEWEST[0] {
                runs.push(Run::of(container, *look, at));
            }
        }
        if !is_member(container.tag) || container.first == container.end {
            continue;
        }
        let run = open
            .entry(container.parent)
            .or_insert_with(|| Run { end: u32::MAX, ..Run::of(container, *look, at) });
        if !run.takes(container, *look) {
            let ended = std::mem::replace(run, Run::of(container, *look, at));
            runs.extend(Some(ended).filter(Run::is_long));
        }
    }
    runs.extend(open.into_values().filter(Run::is_long));
    // In the order of the page, whatever the order of the map.
    runs.sort_by_key(|run| (run.first, Reverse(run.end), run.from));
    runs
}

/// For each block, the innermost run around it.
fn innermost(blocks: usize, runs: &[Run]) -> Vec<Option<u32>> {
    let mut open: Vec<u32> = Vec::new();
    let mut next = 0;
    let mut of_blocks = Vec::with_capacity(blocks);
    for at in 0..blocks as u32 {
        while open.last().is_some_and(|run| runs[*run as usize].end <= at) {
            open.pop();
        }
        while runs.get(next).is_some_and(|run| run.first <= at) {
            open.push(next as u32);
            next += 1;
        }
        of_blocks.push(open.last().copied());
    }
    of_blocks
}
