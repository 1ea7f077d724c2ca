//! In what share of the pages beside a page its texts and paths are found.

use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::host::Evidence;
use crate::summary::{Seen, Slot, Summary, meet};

/// The mean over no page.
const NOWHERE: f32 = -1.0;
/// Blocks at one path of a page that are looked at.
const AT_PATH: usize = 50;

/// In what share of the pages beside it a block is found.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shares {
    pub(super) text: f32,
    pub(super) loose: f32,
    pub(super) best: f32,
    pub(super) second: f32,
    pub(super) host: f32,
    pub(super) path: f32,
    pub(super) path_score: f32,
    pub(super) around: f32,
    pub(super) around_score: f32,
    pub(super) constant: f32,
    pub(super) snapshots: f32,
    pub(super) loose_snapshots: f32,
}

impl Shares {
    /// Of each block of a page.
    pub(super) fn of(summary: &Summary, evidence: &Evidence<'_>) -> Vec<Self> {
        let host = HostTexts::new(evidence);
        let texts = Texts::of(summary, evidence, |block| block.text, |page| &page.texts);
        let loose = Texts::of(summary, evidence, |block| block.loose, |page| &page.loose);
        let paths = Paths::of(summary, evidence, |block| block.path, |page| &page.slots);
        let around = Paths::of(summary, evidence, |block| block.around, |page| &page.rooms);
        let constant = constants(&paths.keys, evidence, &host);
        let row = |block: &Seen| {
            let (text, number) = (texts.number(block.text), loose.number(block.loose));
            let (path, room) = (paths.number(block.path), around.number(block.around));
            Self {
                text: texts.partners[text],
                loose: loose.partners[number],
                best: texts.nearest[0].as_ref().map_or(0.5, |page| page[text]),
                second: texts.nearest[1].as_ref().map_or(0.5, |page| page[text]),
                host: host.share(block.text),
                path: paths.share[path],
                path_score: paths.score[path],
                around: around.share[room],
                around_score: around.score[room],
                constant: constant[path],
                snapshots: texts.snapshots[text],
                loose_snapshots: loose.snapshots[number],
            }
        };
        summary.blocks.iter().map(row).collect()
    }
}

/// How many of the other URLs of the host hold a text.
struct HostTexts {
    counts: FxHashMap<u64, u32>,
    urls: usize,
}

impl HostTexts {
    fn new(evidence: &Evidence<'_>) -> Self {
        // Most pages of a host say mostly what others do not.
        let most = evidence.host.iter().map(|page| page.texts.len()).sum();
        let mut counts = FxHashMap::with_capacity_and_hasher(most, FxBuildHasher);
        for text in evidence.host.iter().flat_map(|page| &page.texts) {
            *counts.entry(*text).or_default() += 1;
        }
        Self { counts, urls: evidence.host.len() }
    }

    fn share(&self, text: u64) -> f32 {
        let count = self.counts.get(&text).copied().unwrap_or(0);
        count as f32 / self.urls.max(1) as f32
    }

    fn is_shared(&self, text: u64) -> bool {
        self.counts.get(&text).is_some_and(|count| *count > 1)
    }
}

/// Shares of pages that have each text of a page.
struct Texts {
    /// The texts, sorted.
    keys: Vec<u64>,
    /// Share of the partners, by weight.
    partners: Vec<f32>,
    /// 1 where the most similar page has it, and the second.
    nearest: [Option<Vec<f32>>; 2],
    /// Share of the snapshots.
    snapshots: Vec<f32>,
}

impl Texts {
    fn of(
        summary: &Summary,
        evidence: &Evidence<'_>,
        key: impl Fn(&Seen) -> u64,
        texts: impl Fn(&Summary) -> &Vec<u64>,
    ) -> Self {
        let keys = distinct(summary, key);
        let held = |pages: &mut dyn Iterator<Item = (&Summary, f32)>| {
            let (mut held, mut mass) = (vec![0.0; keys.len()], 0.0);
            for (page, weight) in pages {
                mass += weight;
                meet(&keys, texts(page), |text| *text, |at, _| held[at] += weight);
            }
            held.iter_mut().for_each(|share| *share /= f32::max(mass, 1e-6));
            held
        };
        let pages =
            || evidence.partners.iter().map(|(page, alike)| (*page, partner_weight(*alike)));
        let nth = |n| Some(held(&mut [(pages().nth(n)?.0, 1.0)].into_iter()));
        let mut snapshots = evidence.snapshots.iter().flatten().map(|page| (*page, 1.0));
        let (partners, nearest) = (held(&mut pages()), [nth(0), nth(1)]);
        let snapshots = held(&mut snapshots);
        Self { keys, partners, nearest, snapshots }
    }

    fn number(&self, text: u64) -> usize {
        number(&self.keys, text)
    }
}

/// What the partners have at each path of a page.
struct Paths {
    /// The paths, sorted.
    keys: Vec<u64>,
    /// Share of the partners that have the path, by weight.
    share: Vec<f32>,
    /// Mean score there.
    score: Vec<f32>,
}

impl Paths {
    fn of(
        summary: &Summary,
        evidence: &Evidence<'_>,
        key: impl Fn(&Seen) -> u64,
        slots: impl Fn(&Summary) -> &Vec<Slot>,
    ) -> Self {
        let keys = distinct(summary, key);
        let (mut sums, mut held) = (vec![0.0; keys.len()], vec![0.0; keys.len()]);
        let mut mass = 0.0;
        for (page, alike) in &evidence.partners {
            let weight = partner_weight(*alike);
            mass += weight;
            meet(
                &keys,
                slots(page),
                |slot| slot.path,
                |at, slot| {
                    sums[at] += slot.score * weight;
                    held[at] += weight;
                },
            );
        }
        let score = means(&sums, &held);
        let share = held.into_iter().map(|held| held / f32::max(mass, 1e-6)).collect();
        Self { keys, share, score }
    }

    fn number(&self, path: u64) -> usize {
        number(&self.keys, path)
    }
}

/// For each path: mean share, over the partners that have it, of the blocks there whose text stands on further pages
/// of the host too.
fn constants(paths: &[u64], evidence: &Evidence<'_>, host: &HostTexts) -> Vec<f32> {
    let (mut sums, mut masses) = (vec![0.0; paths.len()], vec![0.0; paths.len()]);
    let (mut shared, mut counts) = (vec![0_u8; paths.len()], vec![0_u8; paths.len()]);
    for (page, alike) in &evidence.partners {
        let weight = partner_weight(*alike);
        shared.fill(0);
        counts.fill(0);
        for block in page.blocks.iter().filter(|block| block.chars > 0) {
            let Ok(at) = paths.binary_search(&block.path) else { continue };
            if usize::from(counts[at]) < AT_PATH {
                counts[at] += 1;
                shared[at] += u8::from(host.is_shared(block.text));
            }
        }
        for at in (0..paths.len()).filter(|at| counts[*at] > 0) {
            sums[at] += f32::from(shared[at]) / f32::from(counts[at]) * weight;
            masses[at] += weight;
        }
    }
    means(&sums, &masses)
}

fn means(sums: &[f32], masses: &[f32]) -> Vec<f32> {
    let mean = |(sum, mass): (&f32, &f32)| if *mass > 0.0 { sum / mass } else { NOWHERE };
    sums.iter().zip(masses).map(mean).collect()
}

/// A page that resembles another twice as much says four times as much.
fn partner_weight(alike: f32) -> f32 {
    alike * alike + 0.01
}

/// What all blocks have, sorted.
fn distinct(summary: &Summary, key: impl Fn(&Seen) -> u64) -> Vec<u64> {
    let mut keys: Vec<u64> = summary.blocks.iter().map(key).collect();
    keys.sort_unstable();
    keys.dedup();
    keys
}

/// The place of one of the keys.
fn number(keys: &[u64], key: u64) -> usize {
    keys.binary_search(&key).unwrap_or_default()
}
