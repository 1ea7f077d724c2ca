//! The shares of partners, snapshots and pages of the host in which the texts and paths of a page
//! are found.

use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::host::Evidence;
use crate::summary::{Seen, Slot, Summary, intersect};

/// Stands for a mean over no page. Trees can tell it from every score.
const NOWHERE: f32 = -1.0;
/// Blocks that are counted at one path of a partner. A table of a thousand rows says no more than
/// its first fifty.
const AT_PATH: usize = 50;

/// The shares of other pages in which one block is found. Shares of partners are weighted by
/// similarity.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shares {
    /// Partners with its text.
    pub(super) text: f32,
    /// Partners with its text, all numbers taken for equal.
    pub(super) loose: f32,
    /// 1 if the most similar partner has its text, 0 if not, 0.5 without one.
    pub(super) best: f32,
    /// The same of the second partner.
    pub(super) second: f32,
    /// Other URLs of the host with its text.
    pub(super) host: f32,
    /// Partners with its path.
    pub(super) path: f32,
    /// Mean score of their blocks there.
    pub(super) path_score: f32,
    /// Partners with the path of the element around it.
    pub(super) around: f32,
    /// Mean score of their blocks there.
    pub(super) around_score: f32,
    /// How much of what partners have at its path stands on further pages of the host, too.
    pub(super) constant: f32,
    /// Snapshots with its text.
    pub(super) snapshots: f32,
    /// Snapshots with its text, all numbers taken for equal.
    pub(super) loose_snapshots: f32,
}

impl Shares {
    /// The shares of each block of a page.
    pub(super) fn of_blocks(summary: &Summary, evidence: &Evidence<'_>) -> Vec<Self> {
        let tables = ShareTables::new(summary, evidence);
        summary.blocks.iter().map(|block| tables.shares_of(block)).collect()
    }
}

/// The shares of each text and path of a page. Each is computed once, however many blocks have it.
struct ShareTables {
    host: HostTexts,
    texts: Texts,
    loose: Texts,
    paths: Paths,
    around: Paths,
    /// By the number of the path.
    constant: Vec<f32>,
}

impl ShareTables {
    fn new(summary: &Summary, evidence: &Evidence<'_>) -> Self {
        let host = HostTexts::new(evidence);
        let texts = Texts::in_evidence(summary, evidence, |block| block.text, |page| &page.texts);
        let loose = Texts::in_evidence(summary, evidence, |block| block.loose, |page| &page.loose);
        let paths = Paths::in_evidence(summary, evidence, |block| block.path, |page| &page.slots);
        let around =
            Paths::in_evidence(summary, evidence, |block| block.around, |page| &page.rooms);
        let constant = constants(&paths.keys, evidence, &host);
        Self { host, texts, loose, paths, around, constant }
    }

    fn shares_of(&self, block: &Seen) -> Shares {
        let (text, number) = (self.texts.number(block.text), self.loose.number(block.loose));
        let (path, room) = (self.paths.number(block.path), self.around.number(block.around));
        // Without a partner nobody knows: neither 0 nor 1.
        let in_nearest = |n: usize| self.texts.nearest[n].as_ref().map_or(0.5, |page| page[text]);
        Shares {
            text: self.texts.partners[text],
            loose: self.loose.partners[number],
            best: in_nearest(0),
            second: in_nearest(1),
            host: self.host.share(block.text),
            path: self.paths.share[path],
            path_score: self.paths.score[path],
            around: self.around.share[room],
            around_score: self.around.score[room],
            constant: self.constant[path],
            snapshots: self.texts.snapshots[text],
            loose_snapshots: self.loose.snapshots[number],
        }
    }
}

/// How many of the other URLs of the host have each text.
struct HostTexts {
    counts: FxHashMap<u64, u32>,
    urls: usize,
}

impl HostTexts {
    fn new(evidence: &Evidence<'_>) -> Self {
        // Most texts of a page are its own, so the table seldom gets smaller than this sum.
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

/// The share of pages that have each text of a page.
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
    fn in_evidence(
        summary: &Summary,
        evidence: &Evidence<'_>,
        key: fn(&Seen) -> u64,
        texts: fn(&Summary) -> &Vec<u64>,
    ) -> Self {
        let keys = distinct(summary, key);
        let share = |pages: &mut dyn Iterator<Item = (&Summary, f32)>| shares(&keys, pages, texts);
        let pages =
            || evidence.partners.iter().map(|(page, alike)| (*page, partner_weight(*alike)));
        // The two most similar partners by themselves: an edition of the page stands out from the
        // mean of all.
        let nth = |n| Some(share(&mut [(pages().nth(n)?.0, 1.0)].into_iter()));
        let mut snapshots = evidence.snapshots.iter().flatten().map(|page| (*page, 1.0));
        let (partners, nearest) = (share(&mut pages()), [nth(0), nth(1)]);
        let snapshots = share(&mut snapshots);
        Self { keys, partners, nearest, snapshots }
    }

    fn number(&self, text: u64) -> usize {
        number(&self.keys, text)
    }
}

/// The share of `pages`, by weight, that have each of the texts `keys`.
fn shares(
    keys: &[u64],
    pages: &mut dyn Iterator<Item = (&Summary, f32)>,
    texts: fn(&Summary) -> &Vec<u64>,
) -> Vec<f32> {
    let (mut shares, mut mass) = (vec![0.0; keys.len()], 0.0);
    for (page, weight) in pages {
        mass += weight;
        intersect(keys, texts(page), |text| *text, |at, _| shares[at] += weight);
    }
    shares.iter_mut().for_each(|share| *share /= f32::max(mass, 1e-6));
    shares
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
    fn in_evidence(
        summary: &Summary,
        evidence: &Evidence<'_>,
        key: fn(&Seen) -> u64,
        slots: fn(&Summary) -> &Vec<Slot>,
    ) -> Self {
        let keys = distinct(summary, key);
        let (mut sums, mut mass_at) = (vec![0.0; keys.len()], vec![0.0; keys.len()]);
        let mut mass = 0.0;
        for (page, alike) in &evidence.partners {
            let weight = partner_weight(*alike);
            mass += weight;
            intersect(
                &keys,
                slots(page),
                |slot| slot.path,
                |at, slot| {
                    sums[at] += slot.score * weight;
                    mass_at[at] += weight;
                },
            );
        }
        let score = means(&sums, &mass_at);
        let share = mass_at.into_iter().map(|mass_here| mass_here / f32::max(mass, 1e-6)).collect();
        Self { keys, share, score }
    }

    fn number(&self, path: u64) -> usize {
        number(&self.keys, path)
    }
}

/// For each path the share of blocks there whose text stands on two or more pages of the host: the
/// mean over the partners that have the path.
fn constants(paths: &[u64], evidence: &Evidence<'_>, host: &HostTexts) -> Vec<f32> {
    let (mut sums, mut masses) = (vec![0.0; paths.len()], vec![0.0; paths.len()]);
    // Bytes are enough for counts up to AT_PATH, and there are as many as there are paths.
    let (mut shared, mut counts) = (vec![0_u8; paths.len()], vec![0_u8; paths.len()]);
    for (page, alike) in &evidence.partners {
        let weight = partner_weight(*alike);
        // The tables are reused: partners are many, and most paths are on all of them.
        shared.fill(0);
        counts.fill(0);
        // Neighbours often have one path, which is looked up once.
        let mut known = (0, paths.binary_search(&0).ok());
        for block in page.blocks.iter().filter(|block| block.chars > 0) {
            if block.path != known.0 {
                known = (block.path, paths.binary_search(&block.path).ok());
            }
            // Paths that the page itself has not are of no use to it.
            let Some(at) = known.1 else { continue };
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

/// The weight of a partner: the square of its similarity. The summand lets partners count that have
/// none.
fn partner_weight(alike: f32) -> f32 {
    alike * alike + 0.01
}

/// The distinct keys of all blocks, sorted.
fn distinct(summary: &Summary, key: fn(&Seen) -> u64) -> Vec<u64> {
    let mut keys: Vec<u64> = summary.blocks.iter().map(key).collect();
    keys.sort_unstable();
    keys.dedup();
    keys
}

/// The place of a key in the sorted list.
fn number(keys: &[u64], key: u64) -> usize {
    keys.binary_search(&key).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gap::Gaps;
    use crate::host::host_of;
    use crate::test_pages::summary;

    fn story(number: usize, more: &str) -> Summary {
        let html = format!("<ul><li>Home</ul><h1>Day {number}</h1><p>Story {number}.</p>{more}");
        summary(&format!("/{number}"), 0, &html)
    }

    /// Each text against a count over all partners.
    #[test]
    fn shares_of_texts_are_those_of_a_count() {
        let more = ["", "<p>Imprint</p>", "<p>Imprint</p><p>No. 3</p>", "<p>No. 4</p>"];
        let pages: Vec<Summary> = (0..8).map(|n| story(n, more[n % 4])).collect();
        let host = host_of(pages.clone());
        for own in &pages {
            let evidence = host.evidence(own, Gaps::default());
            let weights: Vec<f32> =
                evidence.partners.iter().map(|(_, n)| partner_weight(*n)).collect();
            let mass: f32 = weights.iter().sum();
            for (block, shares) in own.blocks.iter().zip(Shares::of_blocks(own, &evidence)) {
                let having = evidence.partners.iter().zip(&weights);
                let having = having.filter(|((page, _), _)| page.has_text(block.text));
                let expected = having.map(|(_, weight)| weight).sum::<f32>() / mass;
                assert!((shares.text - expected).abs() < 1e-5, "{} for {expected}", shares.text);
                assert!(shares.loose >= shares.text - 1e-6, "numbers make texts differ");
                assert_eq!((shares.snapshots, shares.loose_snapshots), (0.0, 0.0));
                let first = evidence.partners[0].0.has_text(block.text);
                assert_eq!(shares.best, f32::from(u8::from(first)));
            }
        }
    }

    #[test]
    fn a_page_alone_has_no_shares() {
        let own = story(1, "");
        let host = host_of([own.clone()]);
        let evidence = host.evidence(&own, Gaps::default());
        for shares in Shares::of_blocks(&own, &evidence) {
            assert_eq!((shares.text, shares.host, shares.path), (0.0, 0.0, 0.0));
            assert_eq!((shares.best, shares.second), (0.5, 0.5), "nobody knows");
            assert_eq!((shares.path_score, shares.constant), (NOWHERE, NOWHERE));
        }
    }

    /// A menu is constant at its path, stories are not.
    #[test]
    fn paths_whose_texts_recur_are_constant() {
        let pages: Vec<Summary> = (0..5).map(|n| story(n, "")).collect();
        let host = host_of(pages.clone());
        let evidence = host.evidence(&pages[0], Gaps::default());
        let shares = Shares::of_blocks(&pages[0], &evidence);
        let texts = pages[0].blocks.iter().zip(shares).filter(|(block, _)| block.chars > 0);
        let constant: Vec<f32> = texts.map(|(_, shares)| shares.constant).collect();
        assert_eq!(constant, [1.0, 0.0, 0.0]);
    }

    #[test]
    fn snapshots_count_alike() {
        let at = |time: i64, more: &str| {
            let html = format!("<h1>Day</h1><p>Story.</p>{more}");
            summary("/1", time, &html)
        };
        let host = host_of([at(1, ""), at(2, "<p>New</p>"), at(3, "<p>New</p>"), story(9, "")]);
        let own = at(2, "<p>New</p>");
        let evidence = host.evidence(&own, Gaps::default());
        let shares: Vec<f32> =
            Shares::of_blocks(&own, &evidence).iter().map(|shares| shares.snapshots).collect();
        assert_eq!(shares, [1.0, 1.0, 0.5]);
    }
}
