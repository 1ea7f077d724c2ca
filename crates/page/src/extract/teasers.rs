//! Rows of teasers below an article: cards with the linked headline of another article, a sentence
//! or two of it, and its date or time.
//!
//! Sentences make teasers look like text, and themes put them into the element of the article.

use std::ops::Range;

use url::Url;

use super::excluded::is_text;
use super::stamp;
use super::surroundings::Surroundings;
use crate::block::{Block, BlockKind, Container, SpanKind};
use crate::tree::{Attr, NodeId};
use crate::{Label, Page, PageType, Reason};

/// Types of pages of which such rows are the content.
const LISTS: &[PageType] =
    &[PageType::Listing, PageType::Collection, PageType::Product, PageType::Forum];
/// Fewest cards in a row.
const FEWEST: usize = 2;
/// Most blocks of a card.
const BLOCKS: usize = 12;
/// Most characters of a card.
const CHARS: u64 = 700;
/// Fewest bytes of a headline.
const HEADLINE: usize = 15;
/// Fewest bytes of a sentence.
const SENTENCE: usize = 40;
/// Share of a headline that is a link.
const LINKED: f32 = 0.8;

/// Drops rows of teasers behind the running text of an article that is longer than they are.
pub(super) fn leave_out(page: &Page, around: &Surroundings<'_>, labels: &mut [Label]) {
    let blocks = page.blocks();
    if LISTS.iter().any(|kind| page.page_type().is(*kind)) {
        return;
    }
    let headlines: Vec<Option<NodeId>> =
        (0..blocks.len()).map(|at| headline(&blocks[at])).collect();
    let in_row = rows(page, &headlines);
    let running = |at: &usize| labels[*at].content && !in_row[*at] && around.is_running_text(*at);
    let Some(last) = (0..blocks.len()).rev().find(running) else { return };
    let mut chars = [0_u64; 2];
    for at in (0..blocks.len()).filter(|at| is_text(&labels[*at])) {
        chars[usize::from(in_row[at])] += u64::from(blocks[at].chars);
    }
    let [article, teasers] = chars;
    if article <= teasers {
        return;
    }
    for (at, label) in labels.iter_mut().enumerate().skip(last) {
        if in_row[at] && is_text(label) {
            *label = Label { content: false, score: label.score, reason: Reason::Teaser };
        }
    }
}

/// The link that makes up a headline.
fn headline(block: &Block) -> Option<NodeId> {
    let is_headline = block.text.len() >= HEADLINE && block.link_density() >= LINKED;
    let link = block.spans.iter().find(|span| is_headline && span.kind == SpanKind::Link);
    link.map(|link| link.node)
}

/// Whether a link leads to another page of the same site, as far as is known.
fn leads_on(page: &Page, link: NodeId) -> bool {
    let Some(address) = page.tree().attr(link, Attr::HREF) else { return false };
    let address = page.original(address.trim());
    if address.starts_with('#') {
        return false;
    }
    // A relative address.
    let Ok(url) = Url::parse(&address) else { return true };
    let own = page.url().and_then(|own| Url::parse(own).ok());
    url.has_host() && own.is_none_or(|own| own.host() == url.host())
}

/// Cards side by side in one element.
#[derive(Debug, Clone, Copy, Default)]
struct Row {
    first: usize,
    end: usize,
    parent: u32,
    cards: usize,
}

/// For each block, whether it is in a row of cards.
fn rows(page: &Page, headlines: &[Option<NodeId>]) -> Vec<bool> {
    let mut in_row = vec![false; headlines.len()];
    let mut row = Row::default();
    for container in page.containers() {
        let [first, end] = [container.first, container.end].map(|at| at as usize);
        // Of nested elements the outer one is the card.
        if first < row.end || !is_card(page, container, headlines) {
            continue;
        }
        let goes_on = row.cards > 0 && first == row.end && container.parent == row.parent;
        row = match goes_on {
            true => Row { end, cards: row.cards + 1, ..row },
            false => Row { first, end, parent: container.parent, cards: 1 },
        };
        if row.cards >= FEWEST {
            // The cards before the second are marked with it.
            let from = if row.cards == FEWEST { row.first } else { first };
            in_row[from..end].fill(true);
        }
    }
    in_row
}

/// Whether an element holds a headline, a sentence, and what else cards have.
fn is_card(page: &Page, container: &Container, headlines: &[Option<NodeId>]) -> bool {
    let range: Range<usize> = container.first as usize..container.end as usize;
    if range.len() < 2 || range.len() > BLOCKS {
        return false;
    }
    let mut links = headlines[range.clone()].iter().flatten();
    let Some(link) = links.next() else { return false };
    let address = |link: &NodeId| page.tree().attr(*link, Attr::HREF);
    // With several articles it is a row, or the page.
    if links.any(|other| address(other) != address(link)) {
        return false;
    }
    let blocks = &page.blocks()[range];
    let is_sentence = blocks.iter().any(|block| {
        block.text.len() >= SENTENCE
            && block.link_density() < 1.0 - LINKED
            && !matches!(block.kind, BlockKind::Heading(_) | BlockKind::Cell | BlockKind::Code)
    });
    let chars: u64 = blocks.iter().map(|block| u64::from(block.chars)).sum();
    // Lists of places and tools have pictures and buttons, too, but no dates.
    let is_headline = |at: usize| headlines[container.first as usize + at].is_some();
    // Headlines have numbers of their own.
    let stamps = blocks.iter().enumerate().filter(|(at, _)| !is_headline(*at));
    let is_dated = stamps.map(|(_, block)| block).any(|block| stamp::is_in(&block.text));
    is_sentence && is_dated && chars <= CHARS && leads_on(page, *link)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::tests::kept;

    const STORY: &str = "<p>The harbour master closed the eastern pier after divers had found cracks \
        in three of its pillars.<p>Ferries to the islands will leave from the fish market until \
        the work on it is done, which the council expects to take eleven weeks, and perhaps more.\
        <p>Engineers from the university are to present their report on the old pillars in March, \
        and a decision on a new pier is not expected before summer.";

    fn card(n: u32, extra: &str) -> String {
        format!(
            "<article class=teaser><h2><a href=/a/{n}>Council weighs levy number {n}</a></h2>\
             <p>Owners would pay up to nine hundred a year.</p>{extra}</article>"
        )
    }

    fn texts(cards: &str, page_type: PageType) -> usize {
        kept(&format!("<main><div>{STORY}</div>{cards}</main>"), page_type).len()
    }

    #[test]
    fn rows_of_teasers_behind_an_article_go() {
        for extra in
            ["<p>By Tom Reed, 09:30</p>", "<time>2024-03-11</time>", "<p>3\u{6708}11\u{65e5}</p>"]
        {
            let cards = card(1, extra) + &card(2, extra);
            assert_eq!(texts(&cards, PageType::Article), 3, "{extra}");
            assert!(texts(&cards, PageType::Listing) > 6, "{extra}");
        }
    }

    #[test]
    fn what_looks_like_a_row_of_teasers_stays() {
        let stamp = "<p>By Tom Reed, 09:30</p>";
        let two = card(1, stamp) + &card(2, stamp);
        for (cards, why) in [
            (card(1, "") + &card(2, ""), "items of a list with their links"),
            (card(1, "<img src=a.jpg>") + &card(2, "<a href=/a/2>Go</a>"), "pictures and buttons"),
            (
                two.replace("number ", "at 10:30 on number ").replace(stamp, ""),
                "numbers in headlines",
            ),
            (card(1, "<p>$1,299</p>") + &card(2, "<p>$1,499</p>"), "prices"),
            (card(1, "<p>K5 Premium 2000</p>") + &card(2, "<p>K7 Premium 3000</p>"), "names"),
            (card(1, stamp), "one is no row"),
            ((1..12).map(|n| card(n, stamp)).collect(), "the list is the text"),
            (two.replace("/a/", "#"), "places on the page"),
            (two.replace("href", "title"), "no links"),
            (format!("{two}<div>{}", STORY.replace("pillars", "posts")), "the text goes on"),
        ] {
            let all = texts(&cards, PageType::Listing);
            assert_eq!(texts(&cards, PageType::Article), all, "{why}");
        }
    }
}
