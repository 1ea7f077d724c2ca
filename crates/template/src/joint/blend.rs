//! How much the joint score of a block counts beside the page's own, and what partners say of running text.

use scutch_page::{Block, BlockKind, Page};

use super::measure::{Row, alike, loose_share, text_share};
use super::model;
use crate::host::Evidence;
use crate::summary::Summary;

/// How much a page's own voice weighs beside those of its partners: half as much as that of one that resembles it in all.
const OWN: f32 = 0.5;
/// From so many partners on, running text that most of them have is not the page's own, however much it looks like an article's;
/// one or two may tell the same news.
const SOME: usize = 3;
/// Pages that have more than this share of their text in common are editions of it, or views of one thing: if it is more
/// than one text, numbers aside. One that all have is a notice, however short what they say besides.
const EDITIONS: f32 = 0.4;
const TEXTS: usize = 2;
/// Most voices.
const MOST: f32 = 0.5;
/// Beyond this no score is believed.
const SURE: f32 = 1e-6;
/// Levels of headings, and none.
const LEVELS: usize = 7;
/// Characters of running text: short lines and cells are alike by chance, code by custom.
const RUNNING: u32 = 60;

/// A block with text.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Text {
    score: f32,
    chars: f32,
    /// The share of all voices that say the same, if it is running text or a heading.
    said: f32,
    /// Most say it, if it is running text, with whatever numbers.
    is_common: bool,
    /// Of a heading, the larger the farther down.
    level: Option<u8>,
}

/// The scores of the blocks with text, in order, after the joint ones were weighed against the page's own.
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
        // Of few pages, and of such as hardly resemble it, it is chance what they share.
        let share = share_of(partners * alike(row).powi(2));
        // One that resembles the page more than all others, as an edition of it does, has but one voice.
        let holding = || text_share(row).min(evidence.held(seen.text));
        let level = level(block);
        let counts = is_running(block) || level.is_some();
        let said = if counts { holding() * share_of(partners) } else { 0.0 };
        let is_common = is_running(block) && loose_share(row) > MOST;
        let score = between(seen.score, *joint, share);
        Text { score, chars: block.chars as f32, said, is_common, level }
    });
    let mut texts: Vec<Text> = texts.collect();
    if evidence.partners.len() >= SOME && !are_editions(&texts) {
        believe(&mut texts);
    }
    texts.iter().map(|text| text.score).collect()
}

/// Lowers the scores of what most partners say: running text, and headings as far as all of what they head.
fn believe(texts: &mut [Text]) {
    for text in texts.iter_mut().filter(|text| text.level.is_none()) {
        text.score = text.score.min(1.0 - text.said);
    }
    // The best score since the last heading of each level or one above it.
    let mut best = [None::<f32>; LEVELS];
    for text in texts.iter_mut().rev() {
        let Some(level) = text.level else {
            best = best.map(|best| Some(best.map_or(text.score, |best| best.max(text.score))));
            continue;
        };
        let at = usize::from(level).min(LEVELS - 1);
        if let Some(best) = best[at].filter(|_| text.said > MOST) {
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

/// Whether much of what would be the text of a page is that of most others, too.
fn are_editions(texts: &[Text]) -> bool {
    let mass = |texts: &mut dyn Iterator<Item = &Text>| -> f32 {
        texts.map(|text| text.score * text.chars).sum()
    };
    let is_theirs = |text: &&Text| text.said > MOST && text.level.is_none();
    let theirs = mass(&mut texts.iter().filter(is_theirs));
    texts.iter().filter(|text| text.is_common).count() >= TEXTS
        && theirs > EDITIONS * mass(&mut texts.iter())
}

/// How far the scores of a page rest on others, from 0 to 1: by half if as many as [`SOME`] resemble it in all.
pub(super) fn support(evidence: &Evidence<'_>, rows: &[Row]) -> f32 {
    let alike = rows.first().map_or(0.0, alike);
    let like = evidence.partners.len() as f32 * alike.powi(2) / SOME as f32;
    like.powi(2) / (like.powi(2) + 1.0)
}

/// What share of all voices so many partners have.
pub(super) fn share_of(partners: f32) -> f32 {
    partners / (partners + OWN)
}

/// Between the score of a block by itself and that by its partners, which have so large a share, in log odds.
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
    fn weighed(html: &str, others: &[String]) -> Vec<f32> {
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
        *weighed(&story(0, block), &others).last().expect("blocks")
    }

    #[test]
    fn the_more_partners_the_more_they_count() {
        let scores = [0.0, 0.5, 3.0, 1000.0].map(|partners| between(0.2, 0.8, share_of(partners)));
        assert!((scores[0] - 0.2).abs() < 1e-6 && (scores[1] - 0.5).abs() < 1e-6, "{scores:?}");
        assert!(scores.is_sorted() && (0.79..0.8).contains(&scores[3]), "{scores:?}");
        assert!(between(0.0, 1.0, 0.5).is_finite() && between(1.0, 0.0, 0.5).is_finite());
    }

    #[test]
    fn the_more_pages_resemble_a_page_the_more_its_scores_rest_on_them() {
        let own = |number| story(number, "");
        let support = |others: &[String]| {
            let (page, summary) = read(&own(0), 0);
            let mut partners = HostPages::default();
            partners.add(summary.clone());
            for (other, number) in others.iter().zip(1..) {
                partners.add(read(other, number).1);
            }
            let partners = partners.conclude();
            let evidence = partners.evidence(&summary, Gaps::default());
            support(&evidence, &measure(&page, &summary, &evidence))
        };
        let like: Vec<String> = (1..=24).map(own).collect();
        let found = [0, 1, 3, 6, 24].map(|count| support(&like[..count]));
        assert!(found.is_sorted_by(|a, b| a < b), "{found:?}");
        assert!((found[2] - 0.5).abs() < 0.01 && found[1] < 0.15 && found[4] > 0.95, "{found:?}");
        let unlike: Vec<String> =
            (1..=6).map(|n| format!("{LAYOUT}<p>Table {n} of {n}.")).collect();
        assert!(support(&unlike) < 0.1);
    }

    #[test]
    fn what_most_pages_say_is_not_the_own_text_of_one() {
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
    fn short_lines_and_headings_may_stand_on_all_pages() {
        let short = "<p>Read at the harbour office, on Tuesday evenings at seven.";
        let heading = "<h2>What was read at the harbour office, on Tuesday evenings, at seven</h2>";
        for block in [short, heading] {
            let score = last(block, 5, 5);
            assert!(score > 0.7, "{block}: {score}");
        }
    }

    #[test]
    fn headings_of_what_most_pages_say_go_with_it() {
        let heading = "<h2>From the reading room</h2>";
        let shared = format!("{heading}{NOTICE}");
        let others: Vec<String> = (1..=5).map(|number| story(number, &shared)).collect();
        let scores = weighed(&story(0, &shared), &others);
        let [.., before, heading, notice] = scores[..] else { panic!("{scores:?}") };
        assert!(before > 0.7 && heading < 0.2 && notice < 0.2, "{scores:?}");
        // What one page alone says below it keeps it.
        let own = format!("{shared}<h3>On day 0</h3><p>Nobody read there of the boats on day 0.");
        let scores = weighed(&story(0, &own), &others);
        let [.., heading, notice, _, last] = scores[..] else { panic!("{scores:?}") };
        assert!(heading > 0.7 && notice < 0.2 && last > 0.7, "{scores:?}");
    }

    #[test]
    fn one_partner_has_one_voice_however_much_it_resembles_the_page() {
        let unlike = |then: &'static str| {
            (2..=6).map(move |n| format!("{LAYOUT}<p>Table {n} of {n}.{then}"))
        };
        let score =
            |others: Vec<String>| *weighed(&story(0, NOTICE), &others).last().expect("blocks");
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
        let score = |others: &[String]| *weighed(&html, others).last().expect("blocks");
        let scores = [own, score(&like[..1]), score(&like[..3]), score(&like)];
        assert!(scores.is_sorted_by(|a, b| a + 0.02 < *b), "{scores:?}");
        assert!(score(&unlike) + 0.1 < score(&like), "{} {scores:?}", score(&unlike));
    }

    #[test]
    fn one_long_notice_makes_no_editions_of_short_pages() {
        let short = |number: usize| {
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
        };
        let others: Vec<String> = (1..=5).map(short).collect();
        let scores = weighed(&short(0), &others);
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
        let scores = weighed(&edition(0), &others);
        assert!(scores.iter().skip(1).all(|score| *score > 0.7), "{scores:?}");
    }
}
