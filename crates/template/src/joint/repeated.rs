//! Adverts: text that some other pages of the template repeat word for word. No majority has them,
//! but an article is told once.

use scutch_page::{Block, BlockKind, Page, PageType};

use super::blend::is_running;
use super::measure::{Row, host_share, text_share};
use crate::host::Evidence;
use crate::summary::{Seen, Summary};

/// Pages that have an advert, the page itself among them.
const PAGES: usize = 3;
/// A text that more partners have is no advert in turn, but a part of the template.
const MAJORITY: f32 = 0.5;
/// Blocks of an advert: a title, a date, a text. Longer pieces are parts of articles.
const BLOCKS: usize = 3;
/// Least score of text that shows that two pages belong together.
const SURE: f32 = 0.5;

/// A block with text, and what is measured of it.
type Measured<'a> = (&'a Block, &'a Seen, &'a Row);

/// Whether each block with text is an advert, or stands beside one on the same pages. `rows` are
/// those of the blocks with text.
///
/// An advert is the only text that two pages share, apart from their template. Pages that share
/// more are parts of a series (announcements of versions, tasks of one course) or lists of the same
/// articles, and repeat text on purpose.
pub(super) fn adverts(
    page: &Page,
    summary: &Summary,
    evidence: &Evidence<'_>,
    rows: &[Row],
) -> Vec<bool> {
    let blocks = page.blocks().iter().zip(&summary.blocks).filter(|(block, _)| block.chars > 0);
    let blocks: Vec<Measured<'_>> =
        blocks.zip(rows).map(|((block, seen), row)| (block, seen, row)).collect();
    let mut found = vec![false; blocks.len()];
    let may_repeat = |(_, _, row): &Measured<'_>| host_share(row) > 0.0 || text_share(row) > 0.0;
    // Asked first, because it costs least: on most pages there is no such text.
    if !blocks.iter().any(|block| may_repeat(block) && is_sure(block)) {
        return found;
    }
    let is_repeated = |block: &Measured<'_>| {
        may_repeat(block) && evidence.share_with_text(block.1.text) <= MAJORITY
    };
    let repeated: Vec<usize> = (0..blocks.len()).filter(|at| is_repeated(&blocks[*at])).collect();
    if !repeated.iter().any(|at| is_sure(&blocks[*at])) {
        return found;
    }
    let pages = repeating_pages(&blocks, &repeated, &witnesses(page, summary, evidence));
    for unit in repeated.chunk_by(|a, b| a + 1 == *b && pages[*a] + 1 >= PAGES) {
        let unit = unit.iter().filter(|at| pages[**at] + 1 >= PAGES);
        if unit.clone().any(|at| is_sure(&blocks[*at])) {
            unit.for_each(|at| found[*at] = true);
        }
    }
    found
}

/// For each block, how many other pages share a unit with it, and nothing else. `repeated` are the
/// places of the blocks in question.
fn repeating_pages(blocks: &[Measured<'_>], repeated: &[usize], others: &[&Summary]) -> Vec<usize> {
    let mut pages = vec![0; blocks.len()];
    for other in others {
        let has = |at: &&usize| other.has_text(blocks[**at].1.text);
        let shared: Vec<usize> = repeated.iter().filter(has).copied().collect();
        let units = shared.chunk_by(|a, b| a + 1 == *b);
        let mut units = units.filter(|unit| unit.iter().any(|at| is_sure(&blocks[*at])));
        if let (Some(unit), None) = (units.next(), units.next())
            && unit.len() <= BLOCKS
        {
            unit.iter().for_each(|at| pages[*at] += 1);
        }
    }
    pages
}

/// Whether a block is running text that the page alone calls content.
fn is_sure((block, seen, _): &Measured<'_>) -> bool {
    is_running(block) && seen.score >= SURE
}

/// The other pages that may repeat an advert of a page. Lists announce what is on other pages, and
/// so do all pages that have the page's own heading. With other numbers it is that of the next page
/// of a series.
fn witnesses<'p>(page: &Page, summary: &Summary, evidence: &Evidence<'p>) -> Vec<&'p Summary> {
    let heading = own_heading(page, summary, evidence);
    let quotes = |other: &Summary| {
        heading.is_some_and(|heading| other.loose.binary_search(&heading).is_ok())
    };
    let partners = evidence.partners.iter().map(|(partner, _)| *partner);
    let mut others: Vec<&Summary> = Vec::new();
    for page in partners.chain(evidence.host.iter().copied()) {
        if let Err(at) = others.binary_search_by(|known| known.url_key.cmp(&page.url_key)) {
            others.insert(at, page);
        }
    }
    others.retain(|other| is_list(other) == is_list(summary) && !quotes(other));
    others
}

/// Whether a page is rather a list of pages or goods than anything else.
pub(super) fn is_list(page: &Summary) -> bool {
    let lists = [PageType::Listing, PageType::Collection];
    lists.iter().map(|list| page.typed.probability(*list)).sum::<f32>() > 0.5
}

/// The loose text of the first main heading that is not on most partners.
fn own_heading(page: &Page, summary: &Summary, evidence: &Evidence<'_>) -> Option<u64> {
    let blocks = page.blocks().iter().zip(&summary.blocks);
    let mut main = blocks.filter(|(block, _)| matches!(block.kind, BlockKind::Heading(1 | 2)));
    let found = main.find(|(_, seen)| evidence.share_with_text(seen.text) <= MAJORITY);
    found.map(|(_, seen)| seen.loose)
}

#[cfg(test)]
mod tests {
    use super::super::measure;
    use super::*;
    use crate::gap::Gaps;
    use crate::host::host_of;
    use crate::test_pages::{page, summary};

    const ADVERT: &str = "Nets mended while you wait, at the blue door behind the harbour office.";
    const TASK: &str = "Write the number of your boat into the file that lies beside the engine.";

    fn article(number: usize, more: &[&str]) -> String {
        let lines = ["went out at", "came back after", "lay in the harbour until", "were seen at"];
        let line = |(at, line)| {
            format!(
                "<p>On day {number} all {number} boats of the village {line} {number}, as the pilot had said.</p><p>{}</p>",
                more.get(at).copied().unwrap_or_default()
            )
        };
        let lines: String = lines.into_iter().enumerate().map(line).collect();
        format!("<h1>Story {}</h1>{lines}", "of boats ".repeat(number + 1))
    }

    /// The adverts of the first page, all of whose texts are content for it alone.
    fn found(html: &str, others: &[String]) -> Vec<String> {
        let mut own = summary("/0", 0, html);
        own.blocks.iter_mut().for_each(|block| block.score = 0.9);
        let others = others.iter().zip(1..);
        let others = others.map(|(html, number)| summary(&format!("/{number}"), 0, html));
        let host = host_of(others.chain([own.clone()]));
        let evidence = host.evidence(&own, Gaps::default());
        let page = page(html);
        let rows = measure(&page, &own, &evidence);
        let texts = || page.blocks().iter().filter(|block| block.chars > 0);
        let rows: Vec<Row> = rows
            .into_iter()
            .zip(page.blocks())
            .filter(|(_, b)| b.chars > 0)
            .map(|(r, _)| r)
            .collect();
        let found = adverts(&page, &own, &evidence, &rows);
        texts().zip(found).filter(|(_, found)| *found).map(|(b, _)| b.text.clone()).collect()
    }

    #[test]
    fn what_stands_on_three_pages_is_an_advert_however_many_there_are() {
        for (with, of, expected) in [(2, 5, true), (2, 30, true), (1, 30, false), (0, 5, false)] {
            let other = |number| article(number, if number <= with { &[ADVERT] } else { &[] });
            let others: Vec<String> = (1..=of).map(other).collect();
            let found = found(&article(0, &[ADVERT]), &others);
            assert_eq!(found == [ADVERT], expected, "{with} of {of}: {found:?}");
        }
    }

    #[test]
    fn an_advert_may_stand_elsewhere_on_each_page_and_have_a_title() {
        let whole = format!("<h3>Blue Door</h3><p>{ADVERT}");
        let others = [article(1, &["", &whole]), article(2, &["", "", &whole]), article(3, &[])];
        let others = others.into_iter().chain((4..9).map(|number| article(number, &[])));
        let others: Vec<String> = others.collect();
        assert_eq!(found(&article(0, &[&whole]), &others), ["Blue Door", ADVERT]);
    }

    #[test]
    fn pages_of_a_series_share_more_than_one_text() {
        let series = |number| article(number, &[ADVERT, TASK]);
        let others = (1..=2).map(series).chain((3..9).map(|number| article(number, &[])));
        let others: Vec<String> = others.collect();
        assert!(found(&series(0), &others).is_empty());
    }

    #[test]
    fn pages_whose_headings_differ_in_numbers_are_a_series() {
        let named = |number| format!("<h1>Log, part {number}</h1>{}", article(number, &[ADVERT]));
        let others = (1..=2).map(named).chain((3..9).map(|number| article(number, &[])));
        let others: Vec<String> = others.collect();
        assert!(found(&named(0), &others).is_empty());
    }

    #[test]
    fn pages_that_announce_an_article_do_not_make_an_advert_of_it() {
        let announcing = |number: usize| {
            let own =
                format!("<p>Page {number} of the archive of all stories of {number} years.</p>");
            format!("{own}<h2>Story of boats</h2><p>{ADVERT}</p>{}", article(number, &[]))
        };
        let others: Vec<String> = (1..=2).map(announcing).collect();
        let others: Vec<String> =
            others.into_iter().chain((3..9).map(|number| article(number, &[]))).collect();
        assert!(found(&article(0, &[ADVERT]), &others).is_empty());
    }
}
