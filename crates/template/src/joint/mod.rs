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
use measure::{Row, alike, text_share};
pub use partners::{Evidence, KEPT_CAPTURES, Partners};

use crate::summary::Summary;

/// Name and version of the method.
pub const METHOD: &str = "template/12";

/// How much a page's own voice weighs beside those of its partners: half as much as that of one that resembles it in all.
const OWN: f32 = 0.5;
/// From so many partners on, running text that most of them have is not the page's own, however much it looks like an article's;
/// one alone may tell the same news.
const SOME: usize = 2;
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
    let partners = evidence.partners.len() as f32;
    let mut scores = rows.iter().zip(scores(&rows));
    let corrected = |at: usize, label: &Label| {
        let Some((row, score)) = scores.next() else { return label.score };
        // Of few pages, and of such as hardly resemble it, it is chance what they share: the page's own score counts.
        let score = between(label.score, score, share_of(partners * alike(row).powi(2)));
        if evidence.partners.len() < SOME || !is_running(page, at) {
            return score;
        }
        // A partner that resembles the page more than all others may be another edition of it: it has one voice, too.
        let share = text_share(row).min(evidence.held(summary.blocks[at].text));
        score.min(1.0 - share * share_of(partners))
    };
    scoring.rescore(corrected, Reason::Partners);
    true
}

/// What share of all voices so many partners have.
fn share_of(partners: f32) -> f32 {
    partners / (partners + OWN)
}

/// Between the score of a block by itself and that by its partners, which have so large a share, in log odds.
fn between(own: f32, joint: f32, share: f32) -> f32 {
    let log_odds = |score: f32| (score / (1.0 - score)).ln();
    let own = log_odds(own.clamp(1.0 - model::SURE, model::SURE));
    let joint = log_odds(joint.clamp(SURE, 1.0 - SURE));
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

    const GULLS: &str = "<h1>Gulls</h1><p>The gulls came back in March.</p>";

    /// Scores of all blocks beside whether they have text, after others were given to those with text; and how much the first
    /// partner resembles the page.
    fn rescored(html: &str, others: &[String], scores: &[f32]) -> (Vec<(bool, f32)>, f32) {
        let (page, own) = read(html, 0);
        let mut partners = Partners::default();
        partners.add(own.clone());
        for (other, number) in others.iter().zip(1..) {
            partners.add(read(other, number).1);
        }
        partners.find_groups();
        let evidence = partners.evidence(&own, Gaps::default());
        let mut scoring = Scoring::new(&page, &ExtractConfig::default());
        assert!(rescore_by(&mut scoring, &page, &own, &evidence, scores));
        let labels = scoring.labels().iter().zip(page.blocks());
        let found = labels.map(|(label, block)| (block.chars > 0, label.score)).collect();
        (found, evidence.partners[0].1)
    }

    #[test]
    fn the_more_partners_the_more_they_count() {
        let scores = [0.0, 0.5, 3.0, 1000.0].map(|partners| between(0.2, 0.8, share_of(partners)));
        assert!((scores[0] - 0.2).abs() < 1e-6 && (scores[1] - 0.5).abs() < 1e-6, "{scores:?}");
        assert!(scores.is_sorted() && (0.79..0.8).contains(&scores[3]), "{scores:?}");
        assert!(between(0.0, 1.0, 0.5).is_finite() && between(1.0, 0.0, 0.5).is_finite());
    }

    #[test]
    fn scores_go_to_the_blocks_with_text() {
        let html = "<h1>Herring</h1><img src=a.png><p>The boats went out at four.</p><img src=b.png><p>None came back.</p>";
        let gulls = [GULLS.to_owned()];
        let (found, alike) = rescored(html, &gulls, &[0.2, 0.4, 0.6]);
        assert_eq!(found.iter().filter(|(text, _)| !text).count(), 2);
        let texts: Vec<f32> =
            found.iter().filter(|(text, _)| *text).map(|(_, score)| *score).collect();
        let (page, own) = read(html, 0);
        let own = page.blocks().iter().zip(&own.blocks).filter(|(block, _)| block.chars > 0);
        let share = share_of(alike * alike);
        let expected =
            own.zip([0.2, 0.4, 0.6]).map(|((_, own), joint)| between(own.score, joint, share));
        assert_eq!(texts, expected.collect::<Vec<_>>());
        let images = rescored("<img src=a.png><img src=b.png>", &gulls, &[]).0;
        assert!(images.iter().all(|(_, score)| *score == 0.0));
    }

    #[test]
    fn what_most_pages_say_is_not_the_own_text_of_one() {
        let notice =
            "<p>The reading room stays closed while the roof is being mended, from May to August.";
        let story =
            |n: u32| format!("<h1>Story {n}</h1><p>On day {n} the {n} boats went out at {n}.");
        let page = |with: bool, n: u32| story(n) + if with { notice } else { "" };
        let score = |with: u32, of: u32| {
            let others: Vec<String> = (1..=of).map(|n| page(n <= with, n)).collect();
            rescored(&page(true, 0), &others, &[0.9, 0.9, 1.0]).0[2].1
        };
        assert!(score(2, 2) < 0.21 && score(6, 8) < 0.3 && score(24, 24) < 0.03);
        assert!(score(1, 1) > 0.7 && score(2, 8) > 0.7);
    }
}
