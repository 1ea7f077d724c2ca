//! The rendered text of a page is that of its labels, on pages that nobody wrote.

use proptest::prelude::*;
use scutch_page::{ExtractConfig, Hints, Limits, Page, extract, render};

/// Pieces of markup that need not fit together.
const PIECES: &[&str] = &[
    "<p>",
    "<div class=comments>",
    "</div>",
    "<article>",
    "<table><tr><td>",
    "</table>",
    "<ul><li>",
    "</ul>",
    "<h1>The fog</h1>",
    "<img src=a.jpg alt=Fog>",
    "<blockquote>",
    "<footer>",
    "The ferry left ten minutes late, with everybody who had waited for it on the pier. ",
    "12 comments",
    "渡し船は十分遅れて出発した。",
    "<p hidden>",
];

fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn the_text_is_that_of_the_labels(
        pieces in prop::collection::vec(prop::sample::select(PIECES), 0..40),
    ) {
        let html = pieces.concat();
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let extraction = extract(&page, &ExtractConfig::default());
        let text = render::text(&page, &extraction);
        let blocks: Vec<&str> = extraction.kept(&page).map(|block| block.text.as_str()).collect();
        let blocks = blocks.join("\n");
        // Only white space lies between the two.
        prop_assert_eq!(words(&text), words(&blocks));
    }
}
