//! Whether the heading that repeats the page's title is part of the text.
//!
//! Gold standards disagree about it, and so do scores near the threshold: two snapshots of a page
//! may differ in nothing but this heading. Users who count words over time, or take the title from
//! the metadata, want the same answer for all pages.

use super::document_title::document_title;
use crate::block::BlockKind;
use crate::{Label, OwnHeading, Page, Reason};

/// Longest part of a title that is compared with headings, in bytes.
const TITLE_BYTES: usize = 2000;

/// Keeps or drops the page's own heading as configured.
pub(super) fn decide(page: &Page, asked: OwnHeading, labels: &mut [Label]) {
    let content = match asked {
        OwnHeading::Judged => return,
        OwnHeading::Keep => true,
        OwnHeading::Drop => false,
    };
    let texts = || page.blocks().iter().zip(&*labels).enumerate();
    let Some((last, _)) = texts().rfind(|(_, (block, l))| l.content && block.chars > 0) else {
        return;
    };
    // A heading without text behind it is the text.
    let own: Vec<usize> = title_headings(page).into_iter().filter(|at| *at < last).collect();
    // Keep one of several copies; drop all of them.
    let one = own.iter().find(|at| labels[**at].content).or(own.first());
    let meant: Vec<usize> = if content { one.into_iter().copied().collect() } else { own.clone() };
    for at in meant {
        let label = &mut labels[at];
        if label.content != content {
            *label = Label { content, score: label.score, reason: Reason::OwnHeading };
        }
    }
}

/// The headings that name the page: of those that begin or end its title, or are most of it, the
/// longest one, wherever it occurs.
fn title_headings(page: &Page) -> Vec<usize> {
    let title = document_title(page.tree());
    let title = title[..title.floor_char_boundary(TITLE_BYTES)].to_lowercase();
    let names = |heading: &str| {
        title.strip_prefix(heading).is_some_and(is_separated)
            || title.strip_suffix(heading).is_some_and(is_separated)
            // Some titles put the site's name on both sides.
            || heading.len() * 2 > title.len() && title.contains(heading)
    };
    let headings = page.blocks().iter().enumerate();
    let headings =
        headings.filter(|(_, b)| matches!(b.kind, BlockKind::Heading(1..=3)) && b.chars > 0);
    let headings = headings.map(|(at, block)| (at, block.text.to_lowercase()));
    let named: Vec<(usize, String)> = headings.filter(|(_, heading)| names(heading)).collect();
    let longest = named.iter().map(|(_, heading)| heading.len()).max();
    let Some((_, own)) = named.iter().find(|(_, heading)| Some(heading.len()) == longest) else {
        return Vec::new();
    };
    named.iter().filter(|(_, heading)| heading == own).map(|(at, _)| *at).collect()
}

/// Whether the rest of a title is empty or set off by a separator.
fn is_separated(rest: &str) -> bool {
    let is_sign = |c: char| !c.is_alphanumeric() && !c.is_whitespace();
    let rest = rest.trim();
    rest.is_empty() || rest.starts_with(is_sign) || rest.ends_with(is_sign)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ExtractConfig, Hints, Limits, Method};

    fn text(html: &str, heading: OwnHeading) -> Vec<String> {
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let config = ExtractConfig { heading, ..ExtractConfig::default() };
        let labels = Method::Page.extract(&page, &config).labels;
        let kept = page.blocks().iter().zip(&labels).filter(|(_, label)| label.content);
        kept.map(|(block, _)| block.text.chars().take(12).collect()).collect()
    }

    #[test]
    fn it_is_in_the_text_or_not_as_was_asked() {
        let said = "The herring came back in March, and with them the gulls and the boats of the village. ".repeat(4);
        let html = format!(
            "<title>The year of the herring - Harbour news</title><header><h1>The year of the herring</h1></header>\
            <main><p>{said}</p><h2>In March</h2><p>{said}</p></main>"
        );
        let (with, without) = (text(&html, OwnHeading::Keep), text(&html, OwnHeading::Drop));
        assert_eq!(with, ["The year of ", "The herring ", "In March", "The herring "]);
        assert_eq!(without, with[1..]);
        assert!(
            text("<title>Nothing at all</title><h1>Nothing at all</h1>", OwnHeading::Drop).len()
                == 1
        );
    }

    #[test]
    fn headings_of_sections_are_not_it() {
        let said = "The herring came back in March, and with them the gulls and the boats of the village. ".repeat(4);
        let page = |title: &str, first: &str, second: &str| {
            format!(
                "<title>{title}</title><main><h1>{first}</h1><p>{said}</p><h2>{second}</h2><p>{said}</p></main>"
            )
        };
        let other =
            page("The fog lifts at the pier | Harbour news", "At last the ferry sails", "The pier");
        assert_eq!(text(&other, OwnHeading::Drop), text(&other, OwnHeading::Judged));
        let within = page("Introduction to fog - Manual", "Introduction to fog", "Introduction");
        assert_eq!(
            text(&within, OwnHeading::Drop),
            ["The herring ", "Introduction", "The herring "]
        );
    }
}
