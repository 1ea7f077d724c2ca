//! Tables of the scores, as text with tabs between cells and as rows of a page.

use scutch_learn::Counts;
use scutch_topic::evaluate::{Census, Scores};

use crate::verbs::evaluate::score;

/// Columns of the scores of a part.
const SCORES: [&str; 9] =
    ["part", "F1", "accuracy", "precision", "recall", "found", "false alarms", "missed", "rest"];
/// Columns of the counts of a kind.
const KINDS: [&str; 5] = ["tier", "kind", "label", "mementos", "found off-topic"];

/// What labels hold.
pub(super) fn census(census: &Census) -> String {
    let share = 100.0 * census.off as f64 / census.mementos.max(1) as f64;
    let head = ["TimeMaps", "mementos", "off-topic", "%"].map(str::to_owned);
    let counts = [census.timemaps, census.mementos, census.off].map(|count| count.to_string());
    lines(&[head.to_vec(), counts.into_iter().chain([format!("{share:.0}")]).collect()])
}

/// All scores.
pub(super) fn scores(scores: &Scores) -> String {
    let mut out = lines(&parts(scores));
    if let Some(f1) = scores.f1 {
        out += &format!("F1 over samples of TimeMaps\t{:.3} to {:.3}\n", f1.low, f1.high);
    }
    out += &format!("without verdict\t{}\n", scores.missing);
    if scores.undecided > 0 {
        out += &format!("labels neither on nor off\t{}\n", scores.undecided);
    }
    out.push('\n');
    out + &lines(&kinds(scores))
}

fn lines(rows: &[Vec<String>]) -> String {
    rows.iter().map(|row| row.join("\t") + "\n").collect()
}

/// Scores over all and by tier, the names of the columns first.
pub(super) fn parts(scores: &Scores) -> Vec<Vec<String>> {
    // Labels without the column `tier` have an empty one, which says nothing beside `all`.
    let tiers = scores.tiers.iter().filter(|(tier, _)| !tier.is_empty());
    let parts = std::iter::once(("all", &scores.all)).chain(tiers.map(|(t, c)| (t.as_str(), c)));
    let rows = parts.map(|(part, counts)| part_row(part, counts));
    std::iter::once(SCORES.map(str::to_owned).to_vec()).chain(rows).collect()
}

fn part_row(part: &str, counts: &Counts) -> Vec<String> {
    let (precision, recall) = (counts.known_precision(), counts.known_recall());
    let shares = [Some(counts.f1()), Some(counts.accuracy()), precision, recall];
    let cells = [counts.hits, counts.extra, counts.missed, counts.rest];
    let shares = shares.map(score);
    let cells = cells.map(|count| count.to_string());
    std::iter::once(part.to_owned()).chain(shares).chain(cells).collect()
}

/// Mementos, and those found off-topic, by tier, kind and label; the names of the columns first.
pub(super) fn kinds(scores: &Scores) -> Vec<Vec<String>> {
    let rows = scores.kinds.iter().map(|((tier, kind, label), (count, found))| {
        let texts = [tier, kind, label].map(String::clone).into_iter();
        texts.chain([count, found].map(ToString::to_string)).collect()
    });
    std::iter::once(KINDS.map(str::to_owned).to_vec()).chain(rows).collect()
}
