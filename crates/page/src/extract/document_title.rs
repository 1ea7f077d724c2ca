//! The title that a document declares, and the headings that repeat it.

use crate::Page;
use crate::block::{Block, BlockKind, normalised};
use crate::tree::{Tag, Tree};

/// Longest part of a title that is compared with headings, in bytes: the work on a page stays
/// linear.
const TITLE_BYTES: usize = 2000;

/// Which blocks are headings that the document's title repeats, else the first main heading.
pub(super) fn title_blocks(page: &Page) -> Vec<bool> {
    let title = document_title(page.tree());
    let title = title[..title.floor_char_boundary(TITLE_BYTES)].to_lowercase();
    let repeats = |block: &Block| {
        let heading = matches!(block.kind, BlockKind::Heading(1..=3));
        // Eight characters: shorter headings ("News") occur in many titles by chance.
        heading && block.chars >= 8 && title.contains(&block.text.to_lowercase())
    };
    let found: Vec<bool> = page.blocks().iter().map(repeats).collect();
    if found.contains(&true) {
        return found;
    }
    let first = page.blocks().iter().position(|b| b.kind == BlockKind::Heading(1));
    (0..found.len()).map(|index| Some(index) == first).collect()
}

/// The text of the `title` element, white space normalised.
pub(super) fn document_title(tree: &Tree) -> String {
    let title = tree.all().find(|id| tree.tag(*id) == Some(Tag::Title));
    title.map(|id| normalised(&tree.text_content(id))).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Hints, Limits};

    #[test]
    fn headings_of_the_title_are_found_by_their_words() {
        for (html, expected) in [
            (
                "<title>The fog lifts | Post</title><h1>Post</h1><h2>The Fog lifts</h2>",
                &[false, true][..],
            ),
            // Nothing repeats the title: then the first main heading stands for it.
            (
                "<title>Post</title><h2>The fog lifts</h2><h1>News</h1><h1>More</h1>",
                &[false, true, false],
            ),
            // Short headings are in many titles by chance.
            ("<title>A log of fog</title><h2>Fog</h2><p>The fog lifts", &[false, false]),
            ("<h1>The fog lifts</h1>", &[true]),
            ("<p>x", &[false]),
            ("", &[]),
        ] {
            let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
            assert_eq!(title_blocks(&page), expected, "{html}");
        }
    }

    #[test]
    fn white_space_of_the_title_is_normalised() {
        for (html, expected) in [
            ("<title> The\n fog </title><p>x", "The fog"),
            ("<title>One</title><title>Two</title>", "One"),
            ("<p>x", ""),
        ] {
            let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
            assert_eq!(document_title(page.tree()), expected, "{html}");
        }
    }
}
