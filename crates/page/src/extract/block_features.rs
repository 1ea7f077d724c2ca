//! Features of a block by itself: its kind, its length, how it is written, its links and marks.

use super::layout::leading_spans;
use super::row::{Feature, Row};
use crate::block::{Block, BlockKind, Wording, has_year};

/// Widest block that can be a date line.
const DATE_LINE: f32 = 120.0;
/// From this width on, a block of links is more than a menu entry: a teaser, a linked sentence.
const LONG_LINK: f32 = 80.0;

/// Sets the features of a block that need nothing but the block.
pub(super) fn fill(row: &mut Row, block: &Block, wording: &Wording) {
    row.set(Feature::Bias, 1.0);
    kind(row, block);
    length(row, wording.width);
    style(row, wording);
    links(row, block, wording.width);
    row.flag(Feature::Dated, wording.width < DATE_LINE && has_year(&block.text));
}

fn kind(row: &mut Row, block: &Block) {
    let kind = match block.kind {
        BlockKind::Heading(1 | 2) => Feature::HeadingHigh,
        BlockKind::Heading(_) => Feature::HeadingLow,
        BlockKind::ListItem => Feature::Item,
        BlockKind::Code => Feature::Code,
        BlockKind::Cell => Feature::Cell,
        BlockKind::Caption => Feature::Caption,
        BlockKind::Term => Feature::Term,
        BlockKind::Definition => Feature::Definition,
        // Blocks without text are never measured, but the match must be complete.
        BlockKind::Paragraph | BlockKind::Image | BlockKind::Media => Feature::Paragraph,
    };
    row.set(kind, 1.0);
    row.flag(Feature::Quote, block.quote_depth > 0);
    row.flag(Feature::LineBreaks, block.text.contains('\n'));
}

/// Exactly one of the length features: a linear score cannot learn a curve from a single number.
fn length(row: &mut Row, width: f32) {
    row.bucket(
        width,
        &[
            (10.0, Feature::Chars10),
            (25.0, Feature::Chars25),
            (50.0, Feature::Chars50),
            (100.0, Feature::Chars100),
            (200.0, Feature::Chars200),
            (400.0, Feature::Chars400),
            (f32::MAX, Feature::CharsMore),
        ],
    );
}

fn style(row: &mut Row, wording: &Wording) {
    row.flag(Feature::Sentence, wording.sentences == 1);
    row.flag(Feature::Sentences, wording.sentences > 1);
    row.flag(Feature::EndsSentence, wording.ends_sentence);
    row.flag(Feature::EndsColon, wording.ends_colon);
    // Commas are the oldest sign of running text (Arc90 Readability), in nearly all scripts.
    row.flag(Feature::Comma, wording.commas >= 1);
    row.flag(Feature::Commas, wording.commas >= 3);
    row.set(Feature::Digits, wording.share(wording.digits));
    row.set(Feature::Upper, wording.share(wording.upper));
    row.set(Feature::Symbols, wording.share(wording.symbols));
}

fn links(row: &mut Row, block: &Block, width: f32) {
    let links = block.link_density();
    row.bucket(
        links,
        &[
            // Not 0: the density of a block is a quotient of rounded counts.
            (0.001, Feature::LinkNone),
            (0.2, Feature::LinkSome),
            (0.5, Feature::LinkHalf),
            (0.9, Feature::LinkMost),
            (f32::MAX, Feature::LinkAll),
        ],
    );
    row.flag(Feature::LinkLong, (0.5..0.9).contains(&links) && width >= LONG_LINK);
    row.flag(Feature::LinkAllLong, links >= 0.9 && width >= LONG_LINK);
    let leading = leading_spans(block);
    row.flag(Feature::Linked, leading.linked);
    row.flag(Feature::LinkedLine, leading.linked_line);
    row.flag(Feature::Strong, leading.strong);
    row.flag(Feature::StrongLine, leading.strong_line);
    row.flag(Feature::Emphasis, leading.emphasis);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::row::COUNT;
    use crate::{Hints, Limits, Page};

    /// Names of the features that are set of the first block of a page.
    fn features(html: &str) -> Vec<String> {
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let block = &page.blocks()[0];
        let mut row = Row([0.0; COUNT]);
        fill(&mut row, block, &Wording::of_text(&block.text));
        let names = crate::extract::row::names();
        names
            .into_iter()
            .zip(row.0)
            .filter(|(_, value)| *value != 0.0)
            .map(|(name, _)| name)
            .collect()
    }

    #[test]
    fn blocks_are_measured_by_themselves() {
        for (html, expected, missing) in [
            ("<h1>Fog</h1>", &["heading-1-2", "chars-under-10", "links-none"][..], "paragraph"),
            ("<h4>Fog</h4>", &["heading-3-6"], "heading-1-2"),
            (
                "<ul><li>The fog lifts.</ul>",
                &["list-item", "one-sentence", "ends-sentence"],
                "sentences",
            ),
            ("<p>One. Two, three, and, four.", &["sentences", "comma", "commas"], "one-sentence"),
            ("<p>One, two", &["comma"], "commas"),
            ("<p>Read also:", &["ends-colon", "chars-under-25"], "ends-sentence"),
            ("<p>one<br>two", &["line-breaks"], "quote"),
            ("<blockquote><p>one</blockquote>", &["quote"], "line-breaks"),
            ("<pre>let a = 1;</pre>", &["code", "digits", "symbols"], "paragraph"),
            ("<p><a href=/a>The fog</a>", &["links-all", "linked"], "links-all-long"),
            ("<p><a href=/a>The fog</a> lifts today", &["links-half"], "linked"),
            ("<p><b>The fog</b>", &["strong"], "emphasis"),
            ("<p><i>The fog</i>", &["emphasis"], "strong"),
            ("<p><b>The fog</b><br>lifts", &["strong-line"], "strong"),
            ("<p>17 May 2019", &["dated", "digits", "upper"], "one-sentence"),
            ("<p>Room 1204", &["digits"], "dated"),
        ] {
            let found = features(html);
            for name in expected {
                assert!(found.iter().any(|known| known == name), "{html}: no {name} in {found:?}");
            }
            assert!(!found.iter().any(|known| known == missing), "{html}: {missing} in {found:?}");
        }
    }

    #[test]
    fn long_links_differ_from_menu_entries() {
        let long = format!("<p><a href=/a>{}</a>", "The fog lifts over the harbour ".repeat(3));
        assert!(features(&long).contains(&"links-all-long".to_owned()));
        let most = format!("{long} and the ferry leaves late today, says the harbour office");
        assert!(features(&most).contains(&"links-most-long".to_owned()));
    }

    #[test]
    fn one_length_and_one_link_density_hold_of_each_block() {
        for chars in [1, 9, 10, 24, 25, 99, 100, 199, 200, 399, 400, 4000] {
            let found = features(&format!("<p>{}", "x".repeat(chars)));
            let count = |start: &str| found.iter().filter(|name| name.starts_with(start)).count();
            assert_eq!((count("chars-"), count("links-")), (1, 1), "{chars}: {found:?}");
        }
    }
}
