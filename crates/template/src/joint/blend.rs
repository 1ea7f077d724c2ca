//! Blends the joint scores of blocks with the scores of the page alone, and lowers the scores of
//! running text that most partners have.

use rustc_hash::FxHashMap;
use scutch_page::{Block, BlockKind, Page};

use super::measure::{Row, loose_share, mean_similarity, text_share};
use super::model;
use super::repeated::{adverts, is_list};
use crate::host::Evidence;
use crate::summary::{Seen, Summary};

/// Weight of the page's own score, against 1 for a partner of similarity 1.
const OWN: f32 = 0.5;
/// Partners from which on running text that most of them have is lowered. Of two partners both must
/// have it, and one may tell the same news.
const SOME: usize = 3;
/// The score of an advert at the most.
const ADVERT: f32 = 0.1;
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
    /// The score by the page alone.
    own: f32,
    chars: f32,
    /// For running text and headings: the votes of partners that have it, as a share of all votes.
    votes: f32,
    /// For paragraphs and items, short ones too: the share of partners that have it.
    share: f32,
    /// It is running text that most partners have, all numbers taken for equal.
    is_common: bool,
    /// Other pages repeat it, though no majority does.
    is_advert: bool,
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
    let mut texts = texts(page, summary, evidence, rows, scores);
    let are_few = evidence.partners.len() < SOME;
    if are_few && !is_list(summary) && are_editions(&texts, |text| text.own) {
        // Near-copies show nothing of a template. Lists share what stands beside them.
        return texts.iter().map(|text| text.own).collect();
    }
    if are_few {
        // Half of two is one page, and one page proves nothing.
        let is_open = |text: &&mut Text| partners < 2.0 || text.votes < partner_share(partners);
        texts.iter_mut().filter(is_open).for_each(|text| text.votes = 0.0);
    }
    if !are_editions(&texts, |text| text.score) {
        lower_shared(&mut texts);
    }
    lower_adverts(&mut texts);
    texts.iter().map(|text| text.score).collect()
}

/// The blocks with text, in order: both scores blended, and what partners have of them.
fn texts(
    page: &Page,
    summary: &Summary,
    evidence: &Evidence<'_>,
    rows: &[Row],
    scores: &[f32],
) -> Vec<Text> {
    let partners = evidence.partners.len() as f32;
    let adverts = adverts(page, summary, evidence, rows);
    let series = Series::of_page(page, summary, evidence);
    let blocks = page.blocks().iter().zip(&summary.blocks).filter(|(block, _)| block.chars > 0);
    let measured = rows.iter().zip(scores).zip(adverts);
    let texts = blocks.zip(measured).map(|((block, seen), ((row, joint), is_advert))| {
        // With few or dissimilar partners, overlap may be coincidence.
        let weight = partner_share(partners * mean_similarity(row).powi(2));
        // The smaller of both shares: a near-copy of the page has most of the weight, but only one
        // vote.
        let holding = || text_share(row).min(evidence.share_with_text(seen.text));
        let level = level(block);
        let is_of_series = series.has(block, seen);
        let is_running = is_running(block) && !is_of_series;
        let counts = is_running || level.is_some() || is_in_full_cross(block, seen, evidence);
        let votes = if counts { holding() * partner_share(partners) } else { 0.0 };
        let share = if is_plain(block) && !is_of_series { holding() } else { 0.0 };
        let is_common = is_running && loose_share(row) > MAJORITY;
        let score = between(seen.score, *joint, weight);
        let (own, chars) = (seen.score, block.chars as f32);
        Text { score, own, chars, votes, share, is_common, is_advert, level }
    });
    texts.collect()
}

/// Lowers the scores of adverts, unless they are much of the page: then other pages quote it.
fn lower_adverts(texts: &mut [Text]) {
    let mass = |of: fn(&Text) -> bool| -> f32 {
        texts.iter().filter(|text| of(text)).map(|text| text.own * text.chars).sum()
    };
    if mass(|text| text.is_advert) <= EDITIONS * mass(|_| true) {
        let adverts = texts.iter_mut().filter(|text| text.is_advert);
        adverts.for_each(|text| text.score = text.score.min(ADVERT));
    }
}

/// Whether both partners and both snapshots of a page have a text that is no heading, code or
/// table.
fn is_in_full_cross(block: &Block, seen: &Seen, evidence: &Evidence<'_>) -> bool {
    let is_text = block.kind == BlockKind::Paragraph;
    is_text && evidence.cross.iter().all(|page| page.is_some_and(|page| page.has_text(seen.text)))
}

/// The lists of a page that partners have in part: the ingredients and steps of recipes. What they
/// share is content, as each list is made for its page.
struct Series(FxHashMap<u64, (u32, u32)>);

impl Series {
    fn of_page(page: &Page, summary: &Summary, evidence: &Evidence<'_>) -> Self {
        let blocks = page.blocks().iter().zip(&summary.blocks);
        let items = blocks.filter(|(block, _)| is_item(block));
        // Only items that are running text are asked for.
        let running = items.clone().filter(|(block, _)| is_running(block));
        let mut lists: FxHashMap<u64, (u32, u32)> =
            running.map(|(_, seen)| (seen.around, (0, 0))).collect();
        for (block, seen) in items {
            let Some((own, all)) = lists.get_mut(&seen.around) else { continue };
            let is_shared = evidence.share_with_text(seen.text) > MAJORITY;
            *own += if is_shared { 0 } else { block.chars };
            *all += block.chars;
        }
        Self(lists)
    }

    fn has(&self, block: &Block, seen: &Seen) -> bool {
        is_item(block) && self.0.get(&seen.around).is_some_and(|(own, all)| 2 * own > *all)
    }
}

fn is_item(block: &Block) -> bool {
    block.kind == BlockKind::ListItem && block.chars > 0
}

/// Lowers the scores of running text by the votes against it, of short lines beside it that go with it, and of headings
/// to the best score of what they head.
fn lower_shared(texts: &mut [Text]) {
    // Running text first: the scores of headings follow from it.
    for text in texts.iter_mut().filter(|text| text.level.is_none()) {
        text.score = text.score.min(1.0 - text.votes);
    }
    lower_beside(&mut texts.iter_mut());
    lower_beside(&mut texts.iter_mut().rev());
    lower_headings(texts);
}

/// Lowers short lines that follow on running text of most partners, as long as most partners have them, too: the lines
/// of an advert go with it.
fn lower_beside(texts: &mut dyn Iterator<Item = &mut Text>) {
    let mut is_lowered = false;
    for text in texts {
        is_lowered = text.level.is_none()
            && (text.votes > MAJORITY || (is_lowered && text.share > MAJORITY));
        if is_lowered {
            text.score = text.score.min(ADVERT);
        }
    }
}

/// Lowers the scores of headings that most partners have to the best score of what they head.
fn lower_headings(texts: &mut [Text]) {
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

/// Whether a block is a paragraph or item of some length.
pub(super) fn is_running(block: &Block) -> bool {
    block.chars >= RUNNING && is_plain(block)
}

/// Whether a block is a paragraph or item.
fn is_plain(block: &Block) -> bool {
    matches!(block.kind, BlockKind::Paragraph | BlockKind::ListItem)
}

/// Whether most partners have much of the content of the page, by these scores.
fn are_editions(texts: &[Text], score: fn(&Text) -> f32) -> bool {
    let mass = |texts: &mut dyn Iterator<Item = &Text>| -> f32 {
        texts.map(|text| score(text) * text.chars).sum()
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
    use crate::host::{HostPages, host_of};
    use crate::key::Key;
    use crate::test_pages;

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
        for (with, of, most) in [(3, 3, ADVERT), (6, 8, ADVERT), (24, 24, 0.021)] {
            let score = last(NOTICE, with, of);
            assert!((score - most).abs() < 0.005, "{with} of {of}: {score}");
        }
        for (with, of) in [(1, 1), (1, 2), (1, 8), (2, 8)] {
            let score = last(NOTICE, with, of);
            assert!(score > 0.7, "{with} of {of}: {score}");
        }
        // Both of two are a template.
        assert!(last(NOTICE, 2, 2) < 0.21);
    }

    #[test]
    fn an_advert_is_lowered_however_many_pages_lack_it() {
        let named = |number: usize| {
            let advert = if number < 3 { NOTICE } else { "" };
            let name = ["Fog", "Herring", "Nets", "Gulls", "Ropes", "Tar", "Oars", "Sails"][number];
            story(number, advert).replace("<h1>Story", &format!("<h1>{name}"))
        };
        let others: Vec<String> = (1..8).map(named).collect();
        let scores = blended(&named(0), &others);
        assert!(scores.last().is_some_and(|score| *score <= ADVERT), "{scores:?}");
        assert!(scores[1..5].iter().all(|score| *score > 0.7), "{scores:?}");
    }

    /// Figure 5.2 of the thesis: recipes share ingredients and steps.
    #[test]
    fn a_series_of_lists_keeps_what_its_pages_share() {
        let shared = "<li>Two pounds of flour, a pinch of salt, and as much water as it takes up.";
        let own = |number| {
            let items = ["and stir", "and let it rest", "and bake it"];
            items.map(|item| format!("<li>Take the {number} fish of day {number} from the brine of {number} herbs, {item}.")).concat()
        };
        let recipe = |number: usize, own: &str| {
            format!(
                "<h1>Recipe {number}</h1><ol>{shared}{own}</ol><p>{}",
                "Serve it hot. ".repeat(number + 9)
            )
        };
        let shared_item = |own: &dyn Fn(usize) -> String| {
            let others: Vec<String> = (1..6).map(|number| recipe(number, &own(number))).collect();
            blended(&recipe(0, &own(0)), &others)[1]
        };
        assert!(shared_item(&own) > 0.7);
        // A list that stands on all pages as it is belongs to the template.
        assert!(shared_item(&|_| String::new()) < 0.2);
    }

    #[test]
    fn a_short_line_of_a_full_cross_is_lowered() {
        let html = |number| story(number, "<p>Read at the harbour office.");
        let score = |snapshots: &[i64]| {
            let at = |path: &str, number, time| test_pages::summary(path, time, &html(number));
            let (page, own) = (test_pages::page(&html(0)), at("/0", 0, 5));
            let snapshots = snapshots.iter().map(|time| at("/0", 0, *time));
            let host = host_of(snapshots.chain([at("/1", 1, 5), at("/2", 2, 5), own.clone()]));
            let evidence = host.evidence(&own, Gaps::default());
            let rows = measure(&page, &own, &evidence);
            let scores = blend(&page, &own, &evidence, &rows, &vec![0.95; rows.len()]);
            scores.last().copied().expect("blocks")
        };
        for (snapshots, is_lowered) in [(&[][..], false), (&[3], false), (&[3, 7], true)] {
            assert_eq!(score(snapshots) < 0.21, is_lowered, "{snapshots:?}");
        }
    }

    #[test]
    fn one_or_two_pages_with_most_of_an_article_show_nothing() {
        let text = |number: usize, count| {
            let line = |at| {
                format!(
                    "<p>The {at} boats of the harbour came back with {at} nets, after {at} days at sea, of fog number {number}."
                )
            };
            (0..count).map(line).collect::<String>()
        };
        let edition =
            |number: usize| format!("<h1>Fog {number}</h1>{}{}", text(9, 4), text(number, 4));
        let [own, first, second] = [0, 1, 2].map(edition);
        let alone: Vec<f32> = read(&own, 0).1.blocks.iter().map(|block| block.score).collect();
        for others in [vec![first.clone()], vec![first, second]] {
            assert_eq!(blended(&own, &others), alone, "{}", others.len());
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
    fn short_lines_of_an_advert_are_lowered_with_it() {
        let short = "<p>Now at the blue door.";
        let advert = format!("{short}{NOTICE}{short}");
        let other = |number| story(number, if number <= 4 { &advert } else { "" });
        let others: Vec<String> = (1..=6).map(other).collect();
        let scores = blended(&story(0, &advert), &others);
        let [.., before, first, notice, last] = scores[..] else { panic!("{scores:?}") };
        assert!(before > 0.7 && [first, notice, last].iter().all(|s| *s <= ADVERT), "{scores:?}");
        // Lines that this page alone has are its own.
        let own = format!("<p>So says the pilot.{NOTICE}<p>He was there.");
        let scores = blended(&story(0, &own), &others);
        let [.., first, notice, last] = scores[..] else { panic!("{scores:?}") };
        assert!(first > 0.7 && notice <= ADVERT && last > 0.7, "{scores:?}");
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
