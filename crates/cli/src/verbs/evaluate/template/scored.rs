//! Scores by page, by site and over all.

use std::collections::BTreeMap;

use scutch_learn::{Counts, Interval, paired_interval};
use scutch_template::evaluate::{GoldPage, PageScore, Reading, Tally, score_page};
use scutch_template::patterns::has_partner;

use super::read::{Predictions, Threshold, key};

/// One method's pages, in the order of the gold.
pub(super) struct Scored {
    /// The method as rows of labels have it.
    pub(super) name: String,
    /// What it is called in tables: the name, with the folder where several have it.
    pub(super) title: String,
    pub(super) pages: Vec<Page>,
    pub(super) sites: Vec<Site>,
    /// Whether times between snapshots are known.
    pub(super) gaps: bool,
    /// The least similarity in crosses, where that is known and matters.
    pub(super) threshold: Option<Threshold>,
}

pub(super) struct Page {
    pub(super) site: String,
    pub(super) missing: bool,
    /// Five digits.
    pub(super) cross: String,
    /// Place of the span of the time to the nearest snapshot.
    pub(super) gap: Option<usize>,
    pub(super) score: PageScore,
}

impl Page {
    /// Whether it had no page to be compared with.
    pub(super) fn is_alone(&self) -> bool {
        !self.missing && !has_partner(&self.cross)
    }
}

/// The pages of a site together.
#[derive(Default)]
pub(super) struct Site {
    pub(super) name: String,
    pub(super) pages: usize,
    pub(super) alone: usize,
    pub(super) nodes: Tally,
    pub(super) tokens: Tally,
    /// Mean over pages.
    pub(super) bag_f1: f64,
}

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unit {
    /// Gold nodes.
    Nodes,
    /// Their tokens.
    Tokens,
}

impl Unit {
    fn of(self, nodes: Counts, tokens: Counts) -> Counts {
        match self {
            Self::Nodes => nodes,
            Self::Tokens => tokens,
        }
    }

    /// How many of the [numbers](Numbers::NAMES) a table in this unit has: the last two are of a unit of their own.
    pub(super) fn columns(self) -> usize {
        match self {
            Self::Nodes => Numbers::NAMES.len(),
            Self::Tokens => 7,
        }
    }
}

/// The numbers of a row of a table.
pub(super) struct Numbers;

/// In the order of [`Numbers::NAMES`]; none where it would be a share of nothing.
pub(super) type Row = [Option<f64>; Numbers::NAMES.len()];

impl Numbers {
    pub(super) const NAMES: [&'static str; 9] =
        ["content P", "R", "F1", "boilerplate P", "R", "F1", "accuracy", "token F1", "bag F1"];

    fn of(unit: Unit, nodes: Counts, tokens: Counts, bag_f1: f64) -> Row {
        let counts = unit.of(nodes, tokens);
        let other = turned(counts);
        [
            precision(&counts),
            recall(&counts),
            f1(&counts),
            precision(&other),
            recall(&other),
            f1(&other),
            accuracy(&counts),
            f1(&tokens),
            Some(bag_f1),
        ]
    }
}

/// The decision for boilerplate.
pub(super) fn turned(counts: Counts) -> Counts {
    Counts { hits: counts.rest, extra: counts.missed, missed: counts.extra, rest: counts.hits }
}

pub(super) fn accuracy(counts: &Counts) -> Option<f64> {
    let all = counts.hits + counts.rest + counts.extra + counts.missed;
    (all > 0.0).then(|| counts.accuracy())
}

pub(super) fn precision(counts: &Counts) -> Option<f64> {
    (counts.hits + counts.extra > 0.0).then(|| counts.precision())
}

pub(super) fn recall(counts: &Counts) -> Option<f64> {
    (counts.hits + counts.missed > 0.0).then(|| counts.recall())
}

pub(super) fn f1(counts: &Counts) -> Option<f64> {
    (counts.hits + counts.extra + counts.missed > 0.0).then(|| counts.f1())
}

/// What is gained in bag F1.
#[derive(Debug, Clone, Copy)]
pub(super) struct Gain {
    pub(super) mean: f64,
    /// Of the 95 % interval. A single site has none: nothing of it is beyond chance.
    pub(super) bounds: Option<(f64, f64)>,
}

impl Scored {
    pub(super) fn new(gold: &[GoldPage], predictions: &Predictions) -> Self {
        let pages: Vec<Page> = gold
            .iter()
            .map(|page| {
                let found = predictions.pages.get(&key(page));
                let runs = found.map_or(&[][..], |found| &found.runs);
                Page {
                    site: page.site.clone(),
                    missing: found.is_none(),
                    cross: found.map_or_else(String::new, |found| found.cross.clone()),
                    gap: found.and_then(|found| found.gap),
                    score: score_page(page, runs),
                }
            })
            .collect();
        let sites = sites(&pages);
        let Predictions { name, gaps, threshold, .. } = predictions;
        let (name, threshold) = (name.clone(), threshold.clone());
        Self { title: name.clone(), name, pages, sites, gaps: *gaps, threshold }
    }

    /// A site under a reading.
    pub(super) fn of_site(site: &Site, reading: Reading, unit: Unit) -> Row {
        Numbers::of(unit, site.nodes.counts(reading), site.tokens.counts(reading), site.bag_f1)
    }

    /// All of them together.
    pub(super) fn micro(&self, reading: Reading, unit: Unit) -> Row {
        let (nodes, tokens) = self.pooled();
        let bag = self.pages.iter().map(|page| page.score.bag_f1).sum::<f64>();
        let bag = bag / self.pages.len().max(1) as f64;
        Numbers::of(unit, nodes.counts(reading), tokens.counts(reading), bag)
    }

    pub(super) fn pooled(&self) -> (Tally, Tally) {
        let (mut nodes, mut tokens) = (Tally::default(), Tally::default());
        for site in &self.sites {
            nodes += site.nodes;
            tokens += site.tokens;
        }
        (nodes, tokens)
    }

    /// The mean of each number over the sites that have it.
    pub(super) fn macro_mean(&self, reading: Reading, unit: Unit) -> Row {
        let rows: Vec<Row> =
            self.sites.iter().map(|site| Self::of_site(site, reading, unit)).collect();
        std::array::from_fn(|column| {
            let known: Vec<f64> = rows.iter().filter_map(|row| row[column]).collect();
            (!known.is_empty()).then(|| known.iter().sum::<f64>() / known.len() as f64)
        })
    }

    /// What is gained over another method in bag F1, with the interval over sites.
    pub(super) fn gain(&self, over: &Self, rounds: usize, seed: u64) -> Option<Gain> {
        let pairs = self.sites.iter().zip(&over.sites);
        let pairs: Vec<Vec<(f64, f64)>> = pairs.map(|(a, b)| vec![(a.bag_f1, b.bag_f1)]).collect();
        let Interval { mean, low, high } = paired_interval(&pairs, rounds, seed)?;
        Some(Gain { mean, bounds: (pairs.len() > 1).then_some((low, high)) })
    }

    /// Pages and mean bag F1 by the pages of the cross.
    pub(super) fn by_cross(&self) -> BTreeMap<&str, (usize, f64)> {
        self.means(|page| page.cross.as_str())
    }

    /// Pages and mean bag F1 by the time to the nearest snapshot, without one first.
    pub(super) fn by_gap(&self) -> BTreeMap<Option<usize>, (usize, f64)> {
        self.means(|page| page.gap)
    }

    fn means<'p, K: Ord>(&'p self, key: impl Fn(&'p Page) -> K) -> BTreeMap<K, (usize, f64)> {
        let mut means: BTreeMap<K, (usize, f64)> = BTreeMap::new();
        for page in self.pages.iter().filter(|page| !page.missing) {
            let (count, sum) = means.entry(key(page)).or_default();
            *count += 1;
            *sum += page.score.bag_f1;
        }
        means.values_mut().for_each(|(count, sum)| *sum /= *count as f64);
        means
    }

    /// Numbers of the pages with the lowest bag F1.
    pub(super) fn worst(&self, most: usize) -> Vec<usize> {
        let mut ranked: Vec<usize> = (0..self.pages.len()).collect();
        let score = |at: &usize| self.pages[*at].score.bag_f1;
        ranked.sort_by(|a, b| score(a).total_cmp(&score(b)));
        ranked.truncate(most);
        ranked
    }
}

fn sites(pages: &[Page]) -> Vec<Site> {
    let mut sites: BTreeMap<&str, Site> = BTreeMap::new();
    for page in pages {
        let site = sites.entry(&page.site).or_default();
        site.name.clone_from(&page.site);
        site.pages += 1;
        site.alone += usize::from(page.is_alone());
        site.nodes += page.score.nodes;
        site.tokens += page.score.tokens;
        site.bag_f1 += page.score.bag_f1;
    }
    let mut sites: Vec<Site> = sites.into_values().collect();
    sites.iter_mut().for_each(|site| site.bag_f1 /= site.pages as f64);
    sites
}
