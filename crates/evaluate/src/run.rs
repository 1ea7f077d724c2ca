//! The scores of one run: by page, by site and over all.

use std::collections::HashSet;

use scutch_learn::{Counts, Interval, paired_interval};
use scutch_template::gap::span_names;
use scutch_template::patterns::has_partner;

use crate::gold::GoldPage;
use crate::grouped::by_name;
use crate::labels::RunLabels;
use crate::score::{PageScore, Reading, Tally, score_page};
use crate::threshold::Threshold;

/// The scores of one run, with its pages in the order of the ground truth.
#[derive(Debug)]
pub struct RunScores {
    /// The method as rows of labels name it.
    pub name: String,
    /// What tables call the run: the name, with its folder where several runs have that name.
    pub title: String,
    /// All pages of the ground truth.
    pub pages: Vec<ScoredPage>,
    /// Their sites, by name.
    pub sites: Vec<ScoredSite>,
    /// Whether times between snapshots are known.
    pub gaps: bool,
    /// The least similarity in crosses, where that is known and matters.
    pub threshold: Option<Threshold>,
}

/// A page of the ground truth under one run.
#[derive(Debug)]
pub struct ScoredPage {
    /// Its site.
    pub site: String,
    /// Whether the run has no label of it.
    pub missing: bool,
    /// Five digits: which pages it was compared with.
    pub cross: String,
    /// Span of the time to the nearest snapshot, a place among
    /// [`span_names`](scutch_template::gap::span_names).
    pub gap: Option<usize>,
    /// Its scores; those of a page without labels are of an empty page.
    pub score: PageScore,
}

impl ScoredPage {
    /// Whether the run has labels of it, but found no page to compare it with.
    pub fn is_alone(&self) -> bool {
        !self.missing && !has_partner(&self.cross)
    }
}

/// The pages of a site together.
#[derive(Debug, Default)]
pub struct ScoredSite {
    /// Its name in the ground truth.
    pub name: String,
    /// Number of its pages.
    pub pages: usize,
    /// Pages with labels, but without a cross.
    pub alone: usize,
    /// Outcomes in nodes.
    pub nodes: Tally,
    /// Outcomes in tokens of nodes.
    pub tokens: Tally,
    /// Bag F1, mean over pages.
    pub bag_f1: f64,
}

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Text nodes of the ground truth.
    Nodes,
    /// Tokens of these nodes.
    Tokens,
}

impl Unit {
    /// How many of [`NUMBERS`] a table in this unit has: the last two have a unit of their own.
    pub fn columns(self) -> usize {
        match self {
            Self::Nodes => NUMBERS.len(),
            Self::Tokens => 7,
        }
    }
}

/// Names of the numbers in a row of scores.
pub const NUMBERS: [&str; 9] =
    ["content P", "R", "F1", "boilerplate P", "R", "F1", "accuracy", "token F1", "bag F1"];

/// Numbers in the order of [`NUMBERS`]; `None` where one would be a share of nothing.
pub type NumberRow = [Option<f64>; NUMBERS.len()];

fn number_row(unit: Unit, nodes: Counts, tokens: Counts, bag_f1: f64) -> NumberRow {
    let content = match unit {
        Unit::Nodes => nodes,
        Unit::Tokens => tokens,
    };
    let boilerplate = for_boilerplate(content);
    [
        precision(&content),
        recall(&content),
        f1(&content),
        precision(&boilerplate),
        recall(&boilerplate),
        f1(&boilerplate),
        accuracy(&content),
        f1(&tokens),
        Some(bag_f1),
    ]
}

/// Counts with boilerplate as the positive class.
pub(crate) fn for_boilerplate(counts: Counts) -> Counts {
    Counts { hits: counts.rest, extra: counts.missed, missed: counts.extra, rest: counts.hits }
}

/// Accuracy; `None` of no counts.
pub(crate) fn accuracy(counts: &Counts) -> Option<f64> {
    let all = counts.hits + counts.rest + counts.extra + counts.missed;
    (all > 0.0).then(|| counts.accuracy())
}

/// Precision; `None` where nothing was found.
pub(crate) fn precision(counts: &Counts) -> Option<f64> {
    counts.known_precision()
}

/// Recall; `None` where there is nothing to find.
pub(crate) fn recall(counts: &Counts) -> Option<f64> {
    counts.known_recall()
}

/// F1; `None` where nothing was found and there is nothing to find.
pub(crate) fn f1(counts: &Counts) -> Option<f64> {
    (counts.hits + counts.extra + counts.missed > 0.0).then(|| counts.f1())
}

/// What one run gains over another in bag F1.
#[derive(Debug, Clone, Copy)]
pub struct Gain {
    /// Mean over sites.
    pub mean: f64,
    /// The 95 % interval. A single site has none: chance cannot be ruled out.
    pub bounds: Option<(f64, f64)>,
}

impl RunScores {
    /// Scores the labels of a run; pages without labels count as empty.
    pub fn new(gold: &[GoldPage], labels: &RunLabels) -> Self {
        let pages: Vec<ScoredPage> = gold
            .iter()
            .map(|page| {
                let found = labels.pages.get(&page.key());
                let runs = found.map_or(&[][..], |found| &found.runs);
                ScoredPage {
                    site: page.site.clone(),
                    missing: found.is_none(),
                    cross: found.map_or_else(String::new, |found| found.cross.clone()),
                    gap: found.and_then(|found| found.gap),
                    score: score_page(page, runs),
                }
            })
            .collect();
        let sites = sites(&pages);
        let (name, threshold) = (labels.name.clone(), labels.threshold.clone());
        Self { title: name.clone(), name, pages, sites, gaps: labels.gaps, threshold }
    }

    /// The numbers of a site.
    pub fn site_row(site: &ScoredSite, reading: Reading, unit: Unit) -> NumberRow {
        number_row(unit, site.nodes.counts(reading), site.tokens.counts(reading), site.bag_f1)
    }

    /// The numbers of all pages pooled.
    pub fn micro(&self, reading: Reading, unit: Unit) -> NumberRow {
        let (nodes, tokens) = self.pooled();
        let bag = self.pages.iter().map(|page| page.score.bag_f1).sum::<f64>();
        let bag = bag / self.pages.len().max(1) as f64;
        number_row(unit, nodes.counts(reading), tokens.counts(reading), bag)
    }

    /// Outcomes of all pages, in nodes and in tokens.
    pub fn pooled(&self) -> (Tally, Tally) {
        let (mut nodes, mut tokens) = (Tally::default(), Tally::default());
        for site in &self.sites {
            nodes += site.nodes;
            tokens += site.tokens;
        }
        (nodes, tokens)
    }

    /// The mean of each number over the sites that have it.
    pub fn macro_mean(&self, reading: Reading, unit: Unit) -> NumberRow {
        let rows: Vec<NumberRow> =
            self.sites.iter().map(|site| Self::site_row(site, reading, unit)).collect();
        std::array::from_fn(|column| {
            let known: Vec<f64> = rows.iter().filter_map(|row| row[column]).collect();
            (!known.is_empty()).then(|| known.iter().sum::<f64>() / known.len() as f64)
        })
    }

    /// The gain over another run in bag F1, with an interval from samples of sites.
    pub fn gain(&self, over: &Self, rounds: usize, seed: u64) -> Option<Gain> {
        let pairs = self.sites.iter().zip(&over.sites);
        let pairs: Vec<Vec<(f64, f64)>> = pairs.map(|(a, b)| vec![(a.bag_f1, b.bag_f1)]).collect();
        let Interval { mean, low, high } = paired_interval(&pairs, rounds, seed)?;
        Some(Gain { mean, bounds: (pairs.len() > 1).then_some((low, high)) })
    }

    /// Pages and mean bag F1 by the pages of the cross, in order of these.
    pub fn by_cross(&self) -> Vec<(&str, (usize, f64))> {
        let pages: Vec<&ScoredPage> = self.labelled().collect();
        let crosses = by_name(pages.iter().map(|page| page.cross.as_str())).into_iter();
        let mean = |places: Vec<usize>| mean_bag_f1(places.iter().map(|at| pages[*at]));
        crosses.map(|(cross, places)| (cross, mean(places))).collect()
    }

    /// Pages and mean bag F1 by the time to the nearest snapshot, without one first.
    pub fn by_gap(&self) -> Vec<(Option<usize>, (usize, f64))> {
        let gaps = std::iter::once(None).chain((0..span_names().count()).map(Some));
        let pages = |gap| self.labelled().filter(move |page| page.gap == gap);
        let means = gaps.map(|gap| (gap, mean_bag_f1(pages(gap))));
        means.filter(|(_, (count, _))| *count > 0).collect()
    }

    fn labelled(&self) -> impl Iterator<Item = &ScoredPage> {
        self.pages.iter().filter(|page| !page.missing)
    }

    /// Whether the run has labels of no page at all.
    pub fn is_empty(&self) -> bool {
        self.pages.iter().all(|page| page.missing)
    }

    /// The sites of which the run has at least one page.
    pub fn into_labelled_sites(self) -> Vec<ScoredSite> {
        let labelled = self.pages.iter().filter(|page| !page.missing);
        let names: HashSet<&str> = labelled.map(|page| page.site.as_str()).collect();
        self.sites.into_iter().filter(|site| names.contains(site.name.as_str())).collect()
    }

    /// Places of the pages with the lowest bag F1, the lowest first.
    pub fn worst(&self, most: usize) -> Vec<usize> {
        let mut ranked: Vec<usize> = (0..self.pages.len()).collect();
        let score = |at: &usize| self.pages[*at].score.bag_f1;
        ranked.sort_by(|a, b| score(a).total_cmp(&score(b)));
        ranked.truncate(most);
        ranked
    }
}

/// The number of pages, and the mean of their bag F1.
fn mean_bag_f1<'p>(pages: impl Iterator<Item = &'p ScoredPage>) -> (usize, f64) {
    let (mut count, mut sum) = (0, 0.0);
    for page in pages {
        count += 1;
        sum += page.score.bag_f1;
    }
    (count, sum / count as f64)
}

fn sites(pages: &[ScoredPage]) -> Vec<ScoredSite> {
    let site = |(name, places): (&str, Vec<usize>)| {
        let mut site = ScoredSite { name: name.to_owned(), ..ScoredSite::default() };
        for page in places.iter().map(|at| &pages[*at]) {
            site.alone += usize::from(page.is_alone());
            site.nodes += page.score.nodes;
            site.tokens += page.score.tokens;
        }
        (site.pages, site.bag_f1) = mean_bag_f1(places.iter().map(|at| &pages[*at]));
        site
    };
    by_name(pages.iter().map(|page| page.site.as_str())).into_iter().map(site).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read_gold;

    /// Four pages of two sites, each with a node of content and one of boilerplate.
    fn gold() -> Vec<GoldPage> {
        let page = |site: &str, url: &str| {
            format!(
                "{{\"site\":\"{site}\",\"url\":\"{url}\",\"timestamp\":\"t\",\"text_nodes\":[\
                 {{\"text\":\"fog lifts late\",\"label\":\"content\"}},\
                 {{\"text\":\"home\",\"label\":\"boilerplate\"}}]}}\n"
            )
        };
        let lines = [page("a", "1"), page("a", "2"), page("b", "3"), page("b", "4")].concat();
        read_gold(lines.as_bytes()).expect("gold")
    }

    /// Labels of pages: address, cross, class of the content node.
    fn scores(labels: &[(&str, &str, &str)]) -> RunScores {
        let line = |(url, cross, class): &(&str, &str, &str)| {
            let label = |text: &str, class: &str, node: u8| {
                format!(
                    "{{\"url\":\"{url}\",\"timestamp\":\"t\",\"node\":{node},\"text\":\"{text}\",\
                     \"class\":\"{class}\",\"cross\":\"{cross}\",\"method\":\"m/1\"}}\n"
                )
            };
            label("fog lifts late", class, 0) + &label("home", "boilerplate", 1)
        };
        let lines: String = labels.iter().map(line).collect();
        let labels = RunLabels::read(lines.as_bytes(), &gold()).expect("labels");
        RunScores::new(&gold(), &labels)
    }

    fn perfect() -> RunScores {
        let pages = ["1", "2", "3", "4"].map(|url| (url, "11000", "content"));
        scores(&pages)
    }

    #[test]
    fn perfect_labels_have_perfect_scores() {
        for unit in [Unit::Nodes, Unit::Tokens] {
            let scores = perfect();
            assert_eq!(scores.micro(Reading::Decided, unit), [Some(1.0); 9]);
            assert_eq!(scores.macro_mean(Reading::Decided, unit), [Some(1.0); 9]);
        }
    }

    #[test]
    fn pages_without_labels_count_as_empty() {
        let scores = scores(&[("1", "10000", "content")]);
        assert!(!scores.is_empty());
        let missing: Vec<bool> = scores.pages.iter().map(|page| page.missing).collect();
        assert_eq!(missing, [false, true, true, true]);
        assert_eq!((scores.sites[0].bag_f1, scores.sites[1].bag_f1), (0.5, 0.0));
        assert!(scores.pages[0].is_alone() && !scores.pages[1].is_alone());
        let labelled = scores.into_labelled_sites();
        assert_eq!(labelled.iter().map(|site| site.name.as_str()).collect::<Vec<_>>(), ["a"]);
    }

    #[test]
    fn shares_of_nothing_are_no_numbers() {
        // All content is called boilerplate: nothing is found, so there is no precision.
        let pages = ["1", "2", "3", "4"].map(|url| (url, "11000", "boilerplate"));
        let [precision, recall, f1, ..] = scores(&pages).micro(Reading::Decided, Unit::Nodes);
        assert_eq!((precision, recall, f1), (None, Some(0.0), Some(0.0)));
        let nothing = Counts::default();
        assert_eq!((accuracy(&nothing), super::f1(&nothing)), (None, None));
    }

    #[test]
    fn counts_turn_to_the_other_class_and_back() {
        let counts = Counts { hits: 1.0, extra: 2.0, missed: 3.0, rest: 4.0 };
        let turned = for_boilerplate(counts);
        assert_eq!((turned.hits, turned.extra, turned.missed, turned.rest), (4.0, 3.0, 2.0, 1.0));
        assert_eq!(for_boilerplate(turned).hits, counts.hits);
    }

    #[test]
    fn gains_are_means_over_sites() {
        let half = scores(&[("1", "11000", "content"), ("3", "11000", "content")]);
        let gain = perfect().gain(&half, 200, 1).expect("two sites");
        assert!((gain.mean - 0.5).abs() < 1e-12, "{gain:?}");
        assert!(gain.bounds.is_some());
    }

    #[test]
    fn means_are_over_pages_with_labels() {
        let scores = scores(&[("1", "11000", "content"), ("2", "10000", "boilerplate")]);
        let by_cross = scores.by_cross();
        assert_eq!(by_cross, [("10000", (1, 0.0)), ("11000", (1, 1.0))]);
        assert_eq!(scores.by_gap(), [(None, (2, 0.5))]);
        assert_eq!(scores.worst(2).len(), 2);
        assert_eq!(scores.pages[scores.worst(1)[0]].score.bag_f1, 0.0);
    }
}
