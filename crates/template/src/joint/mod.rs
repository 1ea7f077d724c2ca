//! The method `learned`: each block of a page is measured against its partners and snapshots, and
//! scored anew.
//!
//! [`measure`] makes a row of features for each block, `model` scores the rows, and `blend` weighs
//! these joint scores against the scores of the page alone.

mod blend;
mod measure;
mod model;
mod repeated;
mod shares;
mod split;

use scutch_page::extract::Scoring;
use scutch_page::{Label, Page, Reason};

use measure::Row;
pub use measure::{NAMES, SENTENCES, measure};
pub(crate) use split::splits;

use crate::host::Evidence;
use crate::summary::Summary;

/// Scores the blocks of a page anew by its partners and snapshots. Returns false and changes
/// nothing if the page has no partners.
pub(crate) fn rescore(
    scoring: &mut Scoring<'_>,
    page: &Page,
    summary: &Summary,
    evidence: &Evidence<'_>,
) -> bool {
    correct(scoring, page, summary, evidence, model::scores)
}

/// As `rescore`, with other joint scores than those of the shipped tables: one for each block with
/// text.
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
    // The model reads blocks in order and must not count empty ones as neighbours.
    let rows = rows.into_iter().zip(page.blocks()).filter(|(_, block)| block.chars > 0);
    let rows: Vec<Row> = rows.map(|(row, _)| row).collect();
    let scores = scores(&rows);
    // Scoring asks for blocks with text alone, in the order of the page.
    let mut corrected = blend::blend(page, summary, evidence, &rows, &scores).into_iter();
    let score = |_: usize, label: &Label| corrected.next().unwrap_or(label.score);
    scoring.rescore(score, blend::support(evidence, &rows), Reason::Partners);
    true
}

#[cfg(test)]
mod tests {
    use scutch_page::{ExtractConfig, Hints, Limits};

    use super::*;
    use crate::gap::Gaps;
    use crate::host::HostPages;
    use crate::key::Key;

    fn read(html: &str, number: u64) -> (Page, Summary) {
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let key = Key { url: format!("http://a.example/{number}"), time: 0, record: number };
        let summary =
            Summary::new(key, &page, Scoring::new(&page, &ExtractConfig::default()).labels());
        (page, summary)
    }

    /// Whether each block has text, and its score after `scores` were given to those with text; and
    /// the similarity of the partner.
    fn rescored(html: &str, scores: &[f32]) -> (Vec<(bool, f32)>, f32) {
        let (page, own) = read(html, 0);
        let mut partners = HostPages::default();
        partners.add(own.clone());
        partners.add(read("<h1>Gulls</h1><p>The gulls came back in March.</p>", 1).1);
        let partners = partners.conclude();
        let evidence = partners.evidence(&own, Gaps::default());
        let mut scoring = Scoring::new(&page, &ExtractConfig::default());
        assert!(rescore_by(&mut scoring, &page, &own, &evidence, scores));
        let labels = scoring.labels().iter().zip(page.blocks());
        let found = labels.map(|(label, block)| (block.chars > 0, label.score)).collect();
        (found, evidence.partners[0].1)
    }

    #[test]
    fn scores_go_to_the_blocks_with_text() {
        let html = "<h1>Herring</h1><img src=a.png><p>The boats went out at four.</p><img src=b.png><p>None came back.</p>";
        let (found, alike) = rescored(html, &[0.2, 0.4, 0.6]);
        assert_eq!(found.iter().filter(|(text, _)| !text).count(), 2);
        let texts: Vec<f32> =
            found.iter().filter(|(text, _)| *text).map(|(_, score)| *score).collect();
        let (page, own) = read(html, 0);
        let own = page.blocks().iter().zip(&own.blocks).filter(|(block, _)| block.chars > 0);
        let share = blend::partner_share(alike * alike);
        let expected = own
            .zip([0.2, 0.4, 0.6])
            .map(|((_, own), joint)| blend::between(own.score, joint, share));
        assert_eq!(texts, expected.collect::<Vec<_>>());
        let images = rescored("<img src=a.png><img src=b.png>", &[]).0;
        assert!(images.iter().all(|(_, score)| *score == 0.0));
    }
}
