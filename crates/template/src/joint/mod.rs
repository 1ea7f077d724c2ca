//! A page with its partners: each block measured against them, and scored.

mod buckets;
mod measure;
mod model;
mod partners;
mod shares;
mod snapshots;

use scutch_page::extract::Scoring;
use scutch_page::{BlockKind, Label, Page, Reason};

pub use measure::{NAMES, measure};
use measure::{Row, text_share};
pub use partners::{Evidence, KEPT_CAPTURES, Partners};

use crate::summary::Summary;

/// Name and version of the method.
pub const METHOD: &str = "template/11";

/// From so many partners on, a text that nearly all of them have is theirs together.
const MANY: usize = 3;
/// The share of partners that is nearly all.
const NEARLY_ALL: f32 = 0.9;
/// How much the page's own score weighs beside those of its partners: as one of them. Of one page or two it is chance what they
/// share.
const OWN: f32 = 1.0;
/// Beyond this no score is believed.
const SURE: f32 = 1e-6;
/// Characters of running text: short lines and cells are alike by chance, code by custom.
const RUNNING: u32 = 60;

fn is_running(page: &Page, at: usize) -> bool {
    let block = &page.blocks()[at];
    block.chars >= RUNNING && matches!(block.kind, BlockKind::Paragraph | BlockKind::ListItem)
}

/// Scores the blocks of a page anew by what its partners and snapshots show. Without partners everything stays
/// as single-page extraction has it, and the answer is no.
pub fn rescore(
    scoring: &mut Scoring<'_>,
    page: &Page,
    summary: &Summary,
    evidence: &Evidence<'_>,
) -> bool {
    correct(scoring, page, summary, evidence, model::scores)
}

/// The same by other scores of the blocks with text than those of the shipped tables.
#[doc(hidden)]
pub fn rescore_by(
    scoring: &mut Scoring<'_>,
    page: &Page,
    summary: &Summary,
    evidence: &Evidence<'_>,
    scores: &[f32],
) -> bool {
    correct(scoring, page, summary, evidence, |_| scores.to_vec())
}

fn correct(
    scoring: &mut Scoring<'_>,
    page: &Page,
    summary: &Summary,
    evidence: &Evidence<'_>,
    scores: impl FnOnce(&[Row]) -> Vec<f32>,
) -> bool {
    if evidence.partners.is_empty() {
        return false;
    }
    let rows = measure(page, summary, evidence);
    let rows = rows.into_iter().zip(page.blocks()).filter(|(_, block)| block.chars > 0);
    let rows: Vec<Row> = rows.map(|(row, _)| row).collect();
    let mut scores = rows.iter().zip(scores(&rows));
    let corrected = |at: usize, label: &Label| {
        let Some((row, score)) = scores.next() else { return label.score };
        let score = weighed(label.score, score, evidence.partners.len());
        if evidence.partners.len() < MANY || !is_running(page, at) {
            return score;
        }
        // However much it looks like an article, what nearly all pages say is not this page's own.
        let share = text_share(row);
        if share >= NEARLY_ALL { score.min(1.0 - share) } else { score }
    };
    scoring.rescore(corrected, Reason::Partners);
    true
}

/// Between the score of a block by itself and that by so many partners, in log odds.
fn weighed(own: f32, joint: f32, partners: usize) -> f32 {
    let log_odds = |score: f32| (score / (1.0 - score)).ln();
    let own = log_odds(own.clamp(1.0 - model::SURE, model::SURE));
    let joint = log_odds(joint.clamp(SURE, 1.0 - SURE));
    let share = partners as f32 / (partners as f32 + OWN);
    1.0 / (1.0 + (-own - share * (joint - own)).exp())
}

#[cfg(test)]
mod tests {
    use scutch_page::{ExtractConfig, Hints, Limits};

    use super::*;
    use crate::gap::Gaps;
    use crate::summary::Key;

    fn read(html: &str, number: u64) -> (Page, Summary) {
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let key = Key { url: format!("http://a.example/{number}"), time: 0, record: number };
        let summary =
            Summary::new(key, &page, Scoring::new(&page, &ExtractConfig::default()).labels());
        (page, summary)
    }

    /// Scores of all blocks beside whether they have text, after others were given to those with text.
    fn rescored(html: &str, scores: &[f32]) -> Vec<(bool, f32)> {
        let (page, own) = read(html, 0);
        let mut partners = Partners::default();
        partners.add(own.clone());
        partners.add(read("<h1>Gulls</h1><p>The gulls came back in March.</p>", 1).1);
        partners.find_groups();
        let evidence = partners.evidence(&own, Gaps::default());
        let mut scoring = Scoring::new(&page, &ExtractConfig::default());
        assert!(rescore_by(&mut scoring, &page, &own, &evidence, scores));
        let labels = scoring.labels().iter().zip(page.blocks());
        labels.map(|(label, block)| (block.chars > 0, label.score)).collect()
    }

    #[test]
    fn the_more_partners_the_more_they_count() {
        let scores = [0, 1, 3, 1000].map(|partners| weighed(0.2, 0.8, partners));
        assert!((scores[0] - 0.2).abs() < 1e-6 && (scores[1] - 0.5).abs() < 1e-6, "{scores:?}");
        assert!(scores.is_sorted() && (0.79..0.8).contains(&scores[3]), "{scores:?}");
        assert!(weighed(0.0, 1.0, 1).is_finite() && weighed(1.0, 0.0, 1).is_finite());
    }

    #[test]
    fn scores_go_to_the_blocks_with_text() {
        let html = "<h1>Herring</h1><img src=a.png><p>The boats went out at four.</p><img src=b.png><p>None came back.</p>";
        let found = rescored(html, &[0.2, 0.4, 0.6]);
        assert_eq!(found.iter().filter(|(text, _)| !text).count(), 2);
        let texts: Vec<f32> =
            found.iter().filter(|(text, _)| *text).map(|(_, score)| *score).collect();
        let (page, own) = read(html, 0);
        let own = page.blocks().iter().zip(&own.blocks).filter(|(block, _)| block.chars > 0);
        let weighed =
            own.zip([0.2, 0.4, 0.6]).map(|((_, own), joint)| weighed(own.score, joint, 1));
        assert_eq!(texts, weighed.collect::<Vec<_>>());
        assert!(rescored("<img src=a.png><img src=b.png>", &[]).iter().all(|(_, s)| *s == 0.0));
    }
}
