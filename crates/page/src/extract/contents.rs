//! Tables of contents: lists of links to headings of the same page.

use rustc_hash::FxHashSet;

use crate::block::{BlockKind, SpanKind};
use crate::tree::Attr;
use crate::{Label, Page, Reason};

/// Fewest consecutive links within the page that can be a table of contents.
const FEWEST_LINKS: usize = 3;
/// At least one in this many links must name a heading.
const ENTRIES_PER_HEADING: usize = 2;

/// Drops tables of contents: the headings say the same at their place.
pub(super) fn leave_out(page: &Page, labels: &mut [Label]) {
    let blocks = page.blocks();
    let texts: Vec<usize> = (0..blocks.len()).filter(|at| blocks[*at].chars > 0).collect();
    // Headings that were dropped cannot stand in for their entry.
    let is_heading =
        |at: &&usize| labels[**at].content && matches!(blocks[**at].kind, BlockKind::Heading(_));
    let headings = texts.iter().filter(is_heading).map(|at| blocks[*at].text.as_str());
    // With and without brackets: `History[edit]` in MediaWiki, but also `Tides [a]`.
    let headings: FxHashSet<&str> =
        headings.flat_map(|text| [text, unlinked(text)]).map(unnumbered).collect();
    let mut listed = vec![false; blocks.len()];
    // Consecutive links only: a link to a heading within a sentence is part of the text.
    for entries in texts.chunk_by(|a, b| leads_within(page, *a) && leads_within(page, *b)) {
        let named = entries.iter().filter(|at| headings.contains(unnumbered(&blocks[**at].text)));
        // Half is enough, because entries for subsections have no heading of their own.
        let is_contents =
            entries.len() >= FEWEST_LINKS && named.count() * ENTRIES_PER_HEADING >= entries.len();
        entries.iter().for_each(|at| listed[*at] = is_contents);
    }
    // A page that is nothing but a table of contents keeps it.
    if !texts.iter().any(|at| labels[*at].content && !listed[*at]) {
        return;
    }
    for (label, _) in
        labels.iter_mut().zip(listed).filter(|(label, listed)| label.content && *listed)
    {
        *label = Label { content: false, score: label.score, reason: Reason::Contents };
    }
}

/// Whether all links of a block lead to places in the page, and make up most of it.
fn leads_within(page: &Page, at: usize) -> bool {
    let block = &page.blocks()[at];
    let within = |to: &str| match to.split_once('#') {
        Some(("", place)) => !place.is_empty(),
        // Some systems write the full address of the page in front of the fragment.
        Some((address, _)) => page.url() == Some(address),
        None => false,
    };
    let mut links = block.spans.iter().filter(|span| span.kind == SpanKind::Link);
    // A section number or a bullet may stand beside the link.
    block.link_chars * 5 >= block.chars * 4
        && !matches!(block.kind, BlockKind::Heading(_))
        && links.all(|span| page.tree().attr(span.node, Attr::HREF).is_some_and(within))
}

/// A heading without a bracketed action behind it (MediaWiki: "History[edit]").
fn unlinked(heading: &str) -> &str {
    let before = heading.trim_end().strip_suffix(']').and_then(|text| text.rsplit_once('['));
    before.map_or(heading, |(before, _)| before)
}

/// A heading without its section number.
fn unnumbered(text: &str) -> &str {
    let number = |c: char| c.is_ascii_digit() || c.is_whitespace() || matches!(c, '.' | ')');
    text.trim_start_matches(number).trim_end()
}

#[cfg(test)]
mod tests {
    use crate::PageType;
    use crate::extract::tests::kept;

    #[test]
    fn headings_are_said_once() {
        let text = "<h2>1. Tides</h2><p>They rise.<h2>2. Winds</h2><p>They blow.<h2>3. Ferries</h2><p>They wait.";
        let list =
            "<ul><li>1 <a href=#a>Tides</a><li><a href=#b>Winds</a><li><a href=#c>Ferries</a></ul>";
        assert_eq!(kept(&format!("{list}{text}"), PageType::Article).len(), 6);
        // Nor its parts, which no heading says.
        let parts = list.replace("</ul>", "<li><a href=#d>Late ones</a></ul>");
        assert_eq!(kept(&format!("{parts}{text}"), PageType::Article).len(), 6);
        for other in [
            list.replace("href=#", "href=/"),
            list.replace("Winds", "Rain").replace("Tides", "Snow"),
            list.replace("<li><a href=#c>Ferries</a>", ""),
            list.replace("<a href=#b>Winds</a>", "<a href=#b>Winds</a>, which blow from the west"),
        ] {
            let links = other.matches("<li>").count();
            assert_eq!(
                kept(&format!("{other}{text}"), PageType::Article).len(),
                6 + links,
                "{other}"
            );
        }
        // MediaWiki.
        let edit = text.replace("</h2>", "<span>[<a href=/e>edit</a>]</span></h2>");
        assert_eq!(kept(&format!("{list}{edit}"), PageType::Article).len(), 6);
        let bracketed =
            |html: &str| html.replace("Tides", "Tides [a]").replace("Winds", "Winds [b]");
        let [bracketed, heads] = [list, text].map(bracketed);
        assert_eq!(kept(&format!("{bracketed}{heads}"), PageType::Article).len(), 6);
        // What is left out says nothing.
        let long = "The ferry left ten minutes late, with everybody who had waited for it.";
        let left_out = "<footer><h2>Tides</h2><h2>Winds</h2><h2>Ferries</h2></footer>";
        let page = format!("{list}<p>{long}{left_out}");
        assert_eq!(kept(&page, PageType::Article), ["1 Tides", "Winds", "Ferries", long]);
        assert_eq!(kept(list, PageType::Article).len(), 3);
        assert_eq!(kept("", PageType::Article).len(), 0);
    }
}
