//! Blends the joint scores of blocks with the scores of the page alone, and lowers the scores of
//! running text that most partners have.

use scutch_page::{Block, BlockKind, Page};

use super::measure::{Row, loose_share, mean_similarity, text_share};
use super::model;
use crate::host::Evidence;
use crate::summary::Summary;

/// Weight of the page's own score, against 1 for a partner of similarity 1.
const OWN: f32 = 0.5;
/// Partners from which on running text that most of them have is lowered. One or two partners may
/// tell the same news.
const SOME: usize = 3;
/// If partners have more than this share of the content, pages are editions of one text, and it is
/// not lowered.
const EDITIONS: f32 = 0.4;
/// Editions share at least so many texts. A single text on all pages is a notice, however short the
/// pages are.
const TEXTS: usize = 2;
/// Majority threshold.
const MAJORITY: f32 = 0.5;
/// Joint scores are clamped to [SURE, 1-SURE] before taking log odds.
const SURE: f32 = 1e-6;
/// Levels of headings, and none.
const LEVELS: usize = 7;
/// Least characters of running text. Short lines are often equal by coincidence.
const RUNNING: u32 = 60;

/// A block with text.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Text {
    score: f32,
    chars: f32,
    /// For running text and headings: the votes of partners that have it, as a share of all votes.
    votes: f32,
    /// It is running text that most partners have, all numbers taken for equal.
    is_common: bool,
    /// Level of a heading, from 1.
    level: Option<u8>,
}

/// The blended scores of the blocks with text, in order.
pub(super) fn blend(
    page: &Page,
    summary: &Summary,
    evidence: &Evidence<'_>,
    rows: &[Row],
    scores: &[f32],
) -> Vec<f32> {
    let partners = evidence.partners.len() as f32;
    let blocks = page.blocks().iter().zip(&summary.blocks).filter(|(block, _)| block.chars > 0);
    let texts = blocks.zip(rows.iter().zip(scores)).map(|((block, seen), (row, joint))| {
        // With few or dissimilar partners, overlap may be coincidence.
        let share = partner_share(partners * mean_similarity(row).powi(2));
        // The smaller of both shares: a near-copy of the page has most of the weight, but only one
        // vote.
        let holding = || text_share(row).min(evidence.share_with_text(seen.text));
        let level = level(block);
        let counts = is_running(block) || level.is_some();
        let votes = if counts { holding() * partner_share(partners) } else { 0.0 };
        let is_common = is_running(block) && loose_share(row) > MAJORITY;
        let score = between(seen.score, *joint, share);
        Text { score, chars: block.chars as f32, votes, is_common, level }
    });
    let mut texts: Vec<Text> = texts.collect();
    if evidence.partners.len() >= SOME && !are_editions(&texts) {
        lower_shared(&mut texts);
    }
    texts.iter().map(|text| text.score).collect()
}

/// Lowers the scores of running text by the votes against it, and of headings to the best score of
/// what they head.
fn lower_shared(texts: &mut [Text]) {
    // Running text first: the scores of headings follow from it.
    for text in texts.iter_mut().filter(|text| text.level.is_none()) {
        text.score = text.score.min(1.0 - text.votes);
    }
    // From the end: for each level the best score since the last heading of that level or a higher
    // one.
    let mut best = [None::<f32>; LEVELS];
    for text in texts.iter_mut().rev() {
        let Some(level) = text.level else {
            best = best.map(|best| Some(best.map_or(text.score, |best| best.max(text.score))));
            continue;
        };
        let at = usize::from(level).min(LEVELS - 1);
        if let Some(best) = best[at].filter(|_| text.votes > MAJORITY) {
            text.score = text.score.min(best);
        }
        best[at..].fill(None);
    }
}

fn level(block: &Block) -> Option<u8> {
    match block.kind {
        BlockKind::Heading(level) => Some(level),
        _ => None,
    }
}

fn is_running(block: &Block) -> bool {
    block.chars >= RUNNING && matches!(block.kind, BlockKind::Paragraph | BlockKind::ListItem)
}

/// Whether most partners have much of the content of the page.
fn are_editions(texts: &[Text]) -> bool {
    let mass = |texts: &mut dyn Iterator<Item = &Text>| -> f32 {
        texts.map(|text| text.score * text.chars).sum()
    };
    let is_theirs = |text: &&Text| text.votes > MAJORITY && text.level.is_none();
    let theirs = mass(&mut texts.iter().filter(is_theirs));
    texts.iter().filter(|text| text.is_common).count() >= TEXTS
        && theirs > EDITIONS * mass(&mut texts.iter())
}

/// How far the scores of a page rest on its partners, from 0 to 1: 0.5 with [`SOME`] partners of
/// similarity 1.
pub(super) fn support(evidence: &Evidence<'_>, rows: &[Row]) -> f32 {
    let similarity = rows.first().map_or(0.0, mean_similarity);
    let count = evidence.partners.len() as f32 * similarity.powi(2) / SOME as f32;
    count.powi(2) / (count.powi(2) + 1.0)
}

/// Combined weight of `partners` partners against the page's own score.
pub(super) fn partner_share(partners: f32) -> f32 {
    partners / (partners + OWN)
}

/// The mean in log odds of the score by the page alone and the joint score, which has weight
/// `share`.
pub(super) fn between(own: f32, joint: f32, share: f32) -> f32 {
    let log_odds = |score: f32| (score / (1.0 - score)).ln();
    let own = log_odds(own.clamp(1.0 - model::SURE, model::SURE));
    let joint = log_odds(joint.clamp(SURE, 1.0 - SURE));
    1.0 / (1.0 + (-own - share * (joint - own)).exp())
}

#[cfg(test)]
mod tests {
    use scutch_page::{ExtractConfig, Hints, Limits, Scoring};

    use super::super::measure;
    use super::*;
    use crate::gap::Gaps;
    use crate::host::HostPages;
    use crate::key::Key;

    const NOTICE: &str =
        "<p>The reading room stays closed while the roof is being mended, from May to August.";
    /// A layout that has nothing in common with that of a story.
    const LAYOUT: &str = "<table class=grid><tr><td class=cell><dl class=terms><dt>Tides<dd>High at nine.</dl></table>";

    fn read(html: &str, number: u64) -> (Page, Summary) {
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let key = Key { url: format!("http://a.example/{number}"), time: 0, record: number };
        let labels = Scoring::new(&page, &ExtractConfig::default());
        let summary = Summary::new(key, &page, labels.labels());
        (page, summary)
    }

    /// A story that no other page tells, and what follows.
    fn story(number: usize, then: &str) -> String {
        let lines = ["went out at", "came back after", "lay in the harbour until", "were seen at"];
        let line = |line| {
            format!(
                "<p>On day {number} all {number} boats of the village {line} {number}, as the pilot had said they would."
            )
        };
        format!("<h1>Story {number}</h1>{}{then}", lines.map(line).concat())
    }

    /// The score of each block with text, where the joint one is 0.95 of all.
    fn blended(html: &str, others: &[String]) -> Vec<f32> {
        let (page, own) = read(html, 0);
        let mut partners = HostPages::default();
        partners.add(own.clone());
        for (other, number) in others.iter().zip(1..) {
            partners.add(read(other, number).1);
        }
        let partners = partners.conclude();
        let evidence = partners.evidence(&own, Gaps::default());
        let rows = measure(&page, &own, &evidence);
        let rows = rows.into_iter().zip(page.blocks()).filter(|(_, block)| block.chars > 0);
        let rows: Vec<Row> = rows.map(|(row, _)| row).collect();
        blend(&page, &own, &evidence, &rows, &vec![0.95; rows.len()])
    }

    /// The score of the last block of a story, where so many of other stories have it too.
    fn last(block: &str, with: usize, of: usize) -> f32 {
        let other = |number| story(number, if number <= with { block } else { "" });
        let others: Vec<String> = (1..=of).map(other).collect();
        *blended(&story(0, block), &others).last().expect("blocks")
    }

    #[test]
    fn the_more_partners_the_more_they_count() {
        let scores =
            [0.0, 0.5, 3.0, 1000.0].map(|partners| between(0.2, 0.8, partner_share(partners)));
        assert!((scores[0] - 0.2).abs() < 1e-6 && (scores[1] - 0.5).abs() < 1e-6, "{scores:?}");
        assert!(scores.is_sorted() && (0.79..0.8).contains(&scores[3]), "{scores:?}");
        assert!(between(0.0, 1.0, 0.5).is_finite() && between(1.0, 0.0, 0.5).is_finite());
    }

    /// What the scores of a story rest on other pages.
    fn support_of_story(others: &[String]) -> f32 {
        let (page, summary) = read(&story(0, ""), 0);
        let mut partners = HostPages::default();
        partners.add(summary.clone());
        for (other, number) in others.iter().zip(1..) {
            partners.add(read(other, number).1);
        }
        let partners = partners.conclude();
        let evidence = partners.evidence(&summary, Gaps::default());
        support(&evidence, &measure(&page, &summary, &evidence))
    }

    #[test]
    fn the_more_pages_resemble_a_page_the_more_its_scores_rest_on_them() {
        let own = |number| story(number, "");
        let like: Vec<String> = (1..=24).map(own).collect();
        let found = [0, 1, 3, 6, 24].map(|count| support_of_story(&like[..count]));
        assert!(found.is_sorted_by(|a, b| a < b), "{found:?}");
        assert!((found[2] - 0.5).abs() < 0.01 && found[1] < 0.15 && found[4] > 0.95, "{found:?}");
        let unlike: Vec<String> =
            (1..=6).map(|n| format!("{LAYOUT}<p>Table {n} of {n}.")).collect();
        assert!(support_of_story(&unlike) < 0.1);
    }

    #[test]
    fn text_that_most_partners_have_is_lowered() {
        for (with, of, most) in [(3, 3, 0.143), (6, 8, 0.295), (24, 24, 0.021)] {
            let score = last(NOTICE, with, of);
            assert!((score - most).abs() < 0.005, "{with} of {of}: {score}");
        }
        for (with, of) in [(1, 1), (2, 2), (2, 8)] {
            let score = last(NOTICE, with, of);
            assert!(score > 0.7, "{with} of {of}: {score}");
        }
    }

    #[test]
    fn short_lines_and_headings_on_all_pages_keep_their_scores() {
        let short = "<p>Read at the harbour office, on Tuesday evenings at seven.";
        let heading = "<h2>What was read at the harbour office, on Tuesday evenings, at seven</h2>";
        for block in [short, heading] {
            let score = last(block, 5, 5);
            assert!(score > 0.7, "{block}: {score}");
        }
    }

    #[test]
    fn headings_of_shared_text_are_lowered_with_it() {
        let heading = "<h2>From the reading room</h2>";
        let shared = format!("{heading}{NOTICE}");
        let others: Vec<String> = (1..=5).map(|number| story(number, &shared)).collect();
        let scores = blended(&story(0, &shared), &others);
        let [.., before, heading, notice] = scores[..] else { panic!("{scores:?}") };
        assert!(before > 0.7 && heading < 0.2 && notice < 0.2, "{scores:?}");
        // What one page alone says below it keeps it.
        let own = format!("{shared}<h3>On day 0</h3><p>Nobody read there of the boats on day 0.");
        let scores = blended(&story(0, &own), &others);
        let [.., heading, notice, _, last] = scores[..] else { panic!("{scores:?}") };
        assert!(heading > 0.7 && notice < 0.2 && last > 0.7, "{scores:?}");
    }

    #[test]
    fn one_partner_has_one_vote_however_similar_it_is() {
        let unlike = |then: &'static str| {
            (2..=6).map(move |n| format!("{LAYOUT}<p>Table {n} of {n}.{then}"))
        };
        let score =
            |others: Vec<String>| *blended(&story(0, NOTICE), &others).last().expect("blocks");
        let edition = score(std::iter::once(story(1, NOTICE)).chain(unlike("")).collect());
        assert!(edition > 0.7, "{edition}");
        let elsewhere = score(std::iter::once(story(1, "")).chain(unlike(NOTICE)).collect());
        assert!(elsewhere > 0.7, "{elsewhere}");
    }

    #[test]
    fn the_more_pages_resemble_the_page_the_more_they_count() {
        let html = story(0, "<footer><p>Imprint</p></footer>");
        let own = read(&html, 0).1.blocks.last().expect("blocks").score;
        let unlike: Vec<String> =
            (1..=6).map(|n| format!("{LAYOUT}<p>Table {n} of {n}.")).collect();
        let like: Vec<String> = (1..=6).map(|number| story(number, "")).collect();
        let score = |others: &[String]| *blended(&html, others).last().expect("blocks");
        let scores = [own, score(&like[..1]), score(&like[..3]), score(&like)];
        assert!(scores.is_sorted_by(|a, b| a + 0.02 < *b), "{scores:?}");
        assert!(score(&unlike) + 0.1 < score(&like), "{} {scores:?}", score(&unlike));
    }

    /// A page with one short paragraph of its own, and a longer notice that all have.
    fn short(number: usize) -> String {
        let what = ["boats", "nets", "lamps", "oars", "gulls", "seals"][number];
        let own = format!(
            "<h1>Of {what}</h1><p>All {what} that anybody in the village knew of were counted today.</p>"
        );
        format!(
            "{own}{}",
            NOTICE.replace(
                "May to August.",
                "May to August, and the harbour office sells no tickets in that time.</p>"
            )
        )
    }

    #[test]
    fn one_long_notice_makes_no_editions_of_short_pages() {
        let others: Vec<String> = (1..=5).map(short).collect();
        let scores = blended(&short(0), &others);
        let [_, own, notice] = scores[..] else { panic!("{scores:?}") };
        assert!(own > 0.7 && notice < 0.2, "{scores:?}");
    }

    #[test]
    fn editions_of_a_text_do_not_take_it_from_each_other() {
        let line = |day: usize, edition: usize| {
            let as_of = if day == edition { "as was found out later" } else { "as was known then" };
            format!(
                "<p>On day {day} all {day} boats of the village came back after {day}, {as_of}, with herring."
            )
        };
        let edition = |edition: usize| {
            let lines: Vec<String> = (1..=12).map(|day| line(day, edition)).collect();
            format!("<h1>The year of the herring</h1>{}", lines.concat())
        };
        let others: Vec<String> =
            (1..=5).map(edition).chain((1..=3).map(|n| story(n, ""))).collect();
        let scores = blended(&edition(0), &others);
        assert!(scores.iter().skip(1).all(|score| *score > 0.7), "{scores:?}");
    }
}
