//! Which pages are labelled, in which order.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use rustc_hash::{FxHashMap, FxHashSet};
use scutch_folder::write_whole;
use scutch_learn::{hashed, mixed};
use serde::{Deserialize, Serialize};

use super::LabelError;
use crate::source::Source;

/// Pages drawn where nothing else is said.
const SAMPLE: usize = 50;

/// How pages are drawn. What is not given is as the plan has it, or a default.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Draw {
    /// How many pages; 50 by default.
    pub sample: Option<usize>,
    /// Seed of the draw; 1 by default.
    pub seed: Option<u64>,
    /// Share of the pages that come again at the end, 0 to 1; none by default.
    pub twice: Option<f64>,
}

/// A page of the plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Item {
    /// Number of the page in its source.
    pub page: usize,
    /// 1, or 2 where it comes again.
    pub pass: u8,
}

/// The pages in the order in which they are labelled.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Plan {
    items: Vec<Item>,
}

/// The plan as a file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Stored {
    sample: usize,
    seed: u64,
    twice: f64,
    pages: Vec<StoredPage>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct StoredPage {
    url: String,
    timestamp: String,
}

impl Plan {
    /// Reads the plan of a folder, or draws one and writes it. `strata` are those of
    /// [`strata`](super::strata()), by page.
    ///
    /// # Errors
    /// When the file cannot be read or written, or was drawn with other settings or of other archives.
    pub fn of_folder(
        path: &Path,
        source: &Source,
        strata: &[Vec<String>],
        draw: Draw,
    ) -> Result<Self, LabelError> {
        let stored = match fs::read(path) {
            Ok(bytes) => {
                let cause = |error: serde_json::Error| LabelError::Line {
                    path: path.to_owned(),
                    line: error.line(),
                    cause: error.to_string(),
                };
                let stored: Stored = serde_json::from_slice(&bytes).map_err(cause)?;
                stored.check(path, draw)?;
                stored
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                // Written before the first label: later runs must ask for the same pages.
                let stored = Stored::drawn(source, strata, draw);
                let mut json = serde_json::to_vec_pretty(&stored)
                    .map_err(|error| LabelError::at(path)(error.into()))?;
                json.push(b'\n');
                write_whole(path, &json).map_err(LabelError::at(path))?;
                stored
            }
            Err(error) => return Err(LabelError::at(path)(error)),
        };
        stored.plan(path, source)
    }

    /// The pages in their order.
    pub fn items(&self) -> &[Item] {
        &self.items
    }
}

impl Stored {
    fn drawn(source: &Source, strata: &[Vec<String>], draw: Draw) -> Self {
        let (sample, seed) = (draw.sample.unwrap_or(SAMPLE), draw.seed.unwrap_or(1));
        let twice = draw.twice.unwrap_or(0.0);
        // Ground truth tells pages apart by address and time.
        let mut seen = FxHashSet::default();
        let pages = source.pages();
        let different: Vec<usize> = (0..pages.len())
            .filter(|at| seen.insert((pages[*at].url.clone(), pages[*at].timestamp())))
            .collect();
        let number = |at: usize| {
            // By hash and not by position: further archives do not reshuffle the pages.
            let key = format!("{} {}", pages[at].timestamp(), pages[at].url);
            mixed(hashed(key.as_bytes()) ^ mixed(seed))
        };
        let order = spread(&different, strata, 0, &number);
        let page = |at: &usize| StoredPage {
            url: pages[*at].url.clone(),
            timestamp: pages[*at].timestamp(),
        };
        Self { sample, seed, twice, pages: order.iter().take(sample).map(page).collect() }
    }

    /// Whether the settings that were typed are those of the plan.
    fn check(&self, path: &Path, draw: Draw) -> Result<(), LabelError> {
        let is_same = draw.sample.is_none_or(|sample| sample == self.sample)
            && draw.seed.is_none_or(|seed| seed == self.seed)
            && draw.twice.is_none_or(|twice| twice == self.twice);
        let written = |sample: usize, seed: u64, twice: f64| {
            format!("--sample {sample} --seed {seed} --twice {twice}")
        };
        if is_same {
            return Ok(());
        }
        let asked = written(
            draw.sample.unwrap_or(self.sample),
            draw.seed.unwrap_or(self.seed),
            draw.twice.unwrap_or(self.twice),
        );
        let found = written(self.sample, self.seed, self.twice);
        Err(LabelError::OtherPlan { path: path.to_owned(), found, asked })
    }

    fn plan(&self, path: &Path, source: &Source) -> Result<Plan, LabelError> {
        let mut numbers: FxHashMap<(String, String), usize> = FxHashMap::default();
        for (at, page) in source.pages().iter().enumerate() {
            numbers.entry((page.url.clone(), page.timestamp())).or_insert(at);
        }
        let number =
            |page: &StoredPage| numbers.get(&(page.url.clone(), page.timestamp.clone())).copied();
        let missing: Vec<&StoredPage> =
            self.pages.iter().filter(|page| number(page).is_none()).collect();
        // Part of a plan is no plan: agreement would be computed over different pages.
        if let Some(first) = missing.first() {
            let (missing, url) = (missing.len(), first.url.clone());
            return Err(LabelError::OtherArchives { path: path.to_owned(), missing, url });
        }
        let once: Vec<usize> = self.pages.iter().filter_map(number).collect();
        let again = (once.len() as f64 * self.twice.clamp(0.0, 1.0)).round() as usize;
        let items = once.iter().map(|page| Item { page: *page, pass: 1 });
        // Repeats come last, so that memory of the first pass has faded.
        let items = items.chain(once.iter().take(again).map(|page| Item { page: *page, pass: 2 }));
        Ok(Plan { items: items.collect() })
    }
}

/// The pages in an order in which each beginning is spread over the strata: of each value in turn a
/// page, and within a value by the next stratum. `number` decides among equals.
fn spread(
    pages: &[usize],
    strata: &[Vec<String>],
    depth: usize,
    number: &dyn Fn(usize) -> u64,
) -> Vec<usize> {
    let mut groups: BTreeMap<Option<&String>, Vec<usize>> = BTreeMap::new();
    for page in pages {
        groups.entry(strata[*page].get(depth)).or_default().push(*page);
    }
    // Pages without further strata.
    if groups.keys().all(Option::is_none) {
        let mut pages = pages.to_vec();
        pages.sort_by_key(|page| (number(*page), *page));
        return pages;
    }
    let ordered = |pages: &Vec<usize>| spread(pages, strata, depth + 1, number);
    let mut groups: Vec<Vec<usize>> = groups.values().map(ordered).collect();
    groups.sort_by_key(|pages| pages.first().map(|page| (number(*page), *page)));
    let longest = groups.iter().map(Vec::len).max().unwrap_or_default();
    // In turn over the groups, so that any first part of the plan covers all strata.
    let turn = |at: usize| groups.iter().filter_map(move |pages| pages.get(at).copied());
    (0..longest).flat_map(turn).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_beginning_is_spread_over_the_strata() {
        // Ten pages of a large host in two groups, two of small ones.
        let strata: Vec<Vec<String>> = (0..12)
            .map(|at| match at {
                10 => vec!["b".to_owned()],
                11 => vec!["c".to_owned()],
                at => vec!["a".to_owned(), (at % 2).to_string()],
            })
            .collect();
        let all: Vec<usize> = (0..12).collect();
        for seed in 0..5_u64 {
            let order = spread(&all, &strata, 0, &|at| mixed(at as u64 ^ mixed(seed)));
            let mut first = order[..3].to_vec();
            first.sort_unstable();
            assert!(first[0] < 10 && first[1..] == [10, 11], "{order:?}");
            assert_ne!(order[3] % 2, order[4] % 2, "{order:?}");
            let mut sorted = order.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, all);
        }
    }
}
