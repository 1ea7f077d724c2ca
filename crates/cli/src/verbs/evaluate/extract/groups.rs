//! Pages in groups: by set, by type within a set, by type, by language.

use std::collections::BTreeMap;

use scutch_learn::{Interval, interval_of};

use super::Scored;
use super::measure::{Measure, Share};

/// A measure over a group.
pub(super) struct Pair {
    /// Pages that are scored by this measure.
    pub(super) pages: usize,
    pub(super) own: Estimate,
    /// What is gained over the other predictions.
    pub(super) gain: Option<Estimate>,
}

/// A mean, and the bounds of its interval: samples of a single host are all the same, and tell nothing of others.
#[derive(Debug, Clone, Copy)]
pub(super) struct Estimate {
    pub(super) mean: f64,
    /// Bounds of the 95 % interval; none for a single host.
    pub(super) bounds: Option<(f64, f64)>,
}

impl Estimate {
    /// An estimate whose bounds are left out for a single host.
    fn new(interval: Interval, hosts: usize) -> Self {
        let Interval { mean, low, high } = interval;
        Self { mean, bounds: (hosts > 1).then_some((low, high)) }
    }

    /// Whether the interval leaves out 0.
    pub(super) fn is_sure(self) -> bool {
        self.bounds.is_some_and(|(low, high)| low > 0.0 || high < 0.0)
    }
}

/// A group of pages with its scores, in the order of [`Measure::ALL`].
pub(super) struct Group {
    /// What pages are grouped by, such as `set`.
    pub(super) by: &'static str,
    pub(super) name: String,
    pub(super) pages: usize,
    /// Pages that the predictions do not name; they count as empty.
    pub(super) missing: usize,
    pub(super) hosts: usize,
    /// By measure; none where no page of the group has the truth for it.
    pub(super) scores: Vec<Option<Pair>>,
}

/// The name of the group that a page belongs to.
type Name = fn(&Scored) -> Option<String>;

/// How pages are grouped: the kind of group, and the page's name in it.
const KINDS: [(&str, Name); 5] = [
    ("set", |page| Some(page.gold.set.clone())),
    ("set and type", |page| Some(format!("{}, {}", page.gold.set, page.gold.kind.as_ref()?))),
    ("type", |page| page.gold.kind.clone()),
    // `de-AT` and `de` are one group; regions are too few to score.
    ("language", |page| Some(page.language.split('-').next()?.to_lowercase())),
    ("all", |_| Some("all".to_owned())),
];

/// All groups with their scores.
pub(super) fn groups(pages: &[Scored], rounds: usize, seed: u64) -> Vec<Group> {
    let mut groups = Vec::new();
    for (by, name) in KINDS {
        let mut members: BTreeMap<String, Vec<&Scored>> = BTreeMap::new();
        for page in pages {
            if let Some(name) = name(page) {
                members.entry(name).or_default().push(page);
            }
        }
        let group =
            |(name, pages): (String, Vec<&Scored>)| scored_group(by, name, &pages, rounds, seed);
        groups.extend(members.into_iter().map(group));
    }
    groups
}

/// A group with its scores. Intervals sample hosts, not pages: pages of a host resemble each other.
fn scored_group(
    by: &'static str,
    name: String,
    pages: &[&Scored],
    rounds: usize,
    seed: u64,
) -> Group {
    let mut hosts: BTreeMap<String, Vec<&Scored>> = BTreeMap::new();
    for page in pages {
        hosts.entry(host(page)).or_default().push(page);
    }
    let hosts: Vec<Vec<&Scored>> = hosts.into_values().collect();
    let scores = Measure::ALL.iter().map(|measure| pair(&hosts, *measure as usize, rounds, seed));
    Group {
        by,
        name,
        pages: pages.len(),
        missing: pages.iter().filter(|page| page.missing).count(),
        hosts: hosts.len(),
        scores: scores.collect(),
    }
}

/// Pages without an address are hosts of their own.
fn host(page: &Scored) -> String {
    let host = page.gold.url.as_deref().and_then(scutch_url::host);
    let host = host.and_then(|host| scutch_url::bare_host(&host));
    host.unwrap_or_else(|| format!("{}/{}", page.gold.set, page.gold.id))
}

/// Of one host: our share, and that of the predictions compared with.
type Sums = (Share, Option<Share>);

/// A measure over the hosts of a group; `None` where no page is known under it.
fn pair(hosts: &[Vec<&Scored>], measure: usize, rounds: usize, seed: u64) -> Option<Pair> {
    let mut sums: Vec<Sums> = Vec::new();
    let mut count = 0;
    for pages in hosts {
        let known: Vec<&&Scored> =
            pages.iter().filter(|page| page.scores.0[measure].is_some()).collect();
        if !known.is_empty() {
            count += known.len();
            let own = sum(known.iter().filter_map(|page| page.scores.0[measure]));
            let scored = |page: &Scored| page.other.is_some_and(|other| other.0[measure].is_some());
            // A gain over some of the pages only would compare different pages.
            let compared = known.iter().all(|page| scored(page));
            let other = known.iter().filter_map(|page| page.other.as_ref()?.0[measure]);
            sums.push((own, compared.then(|| sum(other))));
        }
    }
    let own = |chosen: &[&Sums]| sum(chosen.iter().map(|sums| sums.0)).value();
    let other = |chosen: &[&Sums]| sum(chosen.iter().filter_map(|sums| sums.1)).value();
    let interval = interval_of(&sums, rounds, seed, own)?;
    let compared = sums.iter().all(|(_, other)| other.is_some());
    let gain =
        // Both are drawn from the same hosts: the difference varies less than either.
        compared.then(|| interval_of(&sums, rounds, seed, |chosen| own(chosen) - other(chosen)));
    let estimate = |interval| Estimate::new(interval, sums.len());
    Some(Pair { pages: count, own: estimate(interval), gain: gain.flatten().map(estimate) })
}

/// Parts and wholes summed.
fn sum(shares: impl Iterator<Item = Share>) -> Share {
    shares.fold(Share::default(), |mut sum, share| {
        sum += share;
        sum
    })
}
