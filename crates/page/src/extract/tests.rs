//! Properties of extraction as a whole, on pages that nobody wrote.

use proptest::prelude::*;

use super::{Models, Scoring, extract};
use crate::{ExtractConfig, Hints, Label, Limits, Method, Mode, Page, PageType, Reason};

/// Pieces of markup that need not fit together.
const PIECES: &[&str] = &[
    "<p>",
    "</p>",
    "<div class=comments>",
    "</div>",
    "<article>",
    "</article>",
    "<table><tr><td>",
    "</table>",
    "<ul><li>",
    "<li>",
    "</ul>",
    "<h1>The fog</h1>",
    "<title>The fog | Post</title>",
    "<img src=a.jpg alt=Fog>",
    "<blockquote>",
    "</blockquote>",
    "<a href=/login>log in</a>",
    "<footer>",
    "<nav>",
    "The ferry left ten minutes late, with everybody who had waited for it on the pier. ",
    "Read also: ",
    "12 comments",
    "$19.99",
    "渡し船は十分遅れて出発した。",
    "<!--",
    "-->",
    "<script type=application/ld+json>{\"@type\":\"NewsArticle\",\"articleBody\":\"",
    "\"}</script>",
    "<div itemscope itemtype=https://schema.org/Question>",
    "<p hidden>",
];

fn pages() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(PIECES), 0..40).prop_map(|pieces| pieces.concat())
}

fn parse(html: &str) -> Page {
    Page::parse(html.as_bytes(), &Hints::default(), &Limits::default())
}

/// The kept texts of a page of this type whose blocks are all content before the rules apply.
pub(super) fn kept(html: &str, page_type: PageType) -> Vec<String> {
    let page = parse(html);
    let typed = crate::TypePrediction::sure(page_type);
    let all = |_| (1.0, Reason::Kind);
    let scoring = Scoring::from_scores(&page, &ExtractConfig::default(), typed, all);
    let labels = scoring.finish("page").labels;
    let texts = page.blocks().iter().zip(labels).filter(|(_, label)| label.content);
    texts.map(|(block, _)| block.text.to_string()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn every_block_has_a_label_and_scores_are_shares(html in pages()) {
        let page = parse(&html);
        for mode in [Mode::Balanced, Mode::Precision, Mode::Recall] {
            for comments in [false, true] {
                let config = ExtractConfig { mode, comments, ..ExtractConfig::default() };
                let extraction = extract(&page, &config);
                prop_assert_eq!(extraction.labels.len(), page.blocks().len());
                for label in &extraction.labels {
                    prop_assert!((0.0..=1.0).contains(&label.score), "{:?}", label);
                }
            }
        }
    }

    #[test]
    fn restored_scores_give_the_same_labels(html in pages()) {
        let page = parse(&html);
        let config = ExtractConfig::default();
        let first = Scoring::new(&page, &config);
        let labels: Vec<Label> = first.labels().to_vec();
        let again = parse(&html);
        let restored = Scoring::from_scores(&again, &config, page.page_type(), |at| {
            (labels[at].score, labels[at].reason)
        });
        prop_assert_eq!(restored.labels(), first.labels());
        let (restored, first) = (restored.finish("page"), first.finish("page"));
        prop_assert_eq!(restored.labels, first.labels);
        prop_assert_eq!(restored.threshold, first.threshold);
    }

    #[test]
    fn scores_are_the_same_where_nobody_asks_for_reasons(html in pages()) {
        let (page, other, config) = (parse(&html), parse(&html), ExtractConfig::default());
        let (with, without) = (Scoring::new(&page, &config), Scoring::without_reasons(&other, &config));
        prop_assert_eq!(with.threshold(), without.threshold());
        prop_assert_eq!(page.page_type(), other.page_type());
        for (with, without) in with.labels().iter().zip(without.labels()) {
            prop_assert_eq!((with.content, with.score), (without.content, without.score));
        }
        prop_assert!(without.finish("page").contributions.is_empty());
    }

    #[test]
    fn precision_keeps_no_more_blocks_of_text_than_recall_scores(html in pages()) {
        let page = parse(&html);
        let scored = |mode| {
            let config = ExtractConfig { mode, ..ExtractConfig::default() };
            Scoring::new(&page, &config).labels().to_vec()
        };
        for (precise, complete) in scored(Mode::Precision).iter().zip(scored(Mode::Recall)) {
            prop_assert!(!precise.content || complete.content);
        }
    }
}

#[test]
fn models_of_a_folder_score_as_the_shipped_ones() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    let models = Models::read(&folder).expect("the tables are in the repository");
    let html = "<nav><a href=/>Home</a></nav><article><h1>Fog</h1><p>The ferry left ten minutes late, with \
        everybody who had waited for it on the pier.</article><footer>All rights reserved</footer>";
    let config = ExtractConfig::default();
    let (page, other) = (parse(html), parse(html));
    let shipped = Scoring::new(&page, &config).finish("page");
    let read = Scoring::with_models(&other, &config, &models).finish("page");
    assert_eq!(shipped, read);
    assert_eq!(page.page_type(), other.page_type());
}

#[test]
fn models_that_know_nothing_leave_all_blocks_in_doubt() {
    let folder = std::env::temp_dir().join(format!("scutch-models-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    for name in ["words.tsv", "weights-first.tsv", "trees.tsv", "network.tsv", "types.tsv"] {
        std::fs::write(folder.join(name), "").expect("a writable folder");
    }
    let models = Models::read(&folder).expect("all tables are there");
    std::fs::remove_dir_all(&folder).expect("the folder");
    let page = parse("<p>The ferry left ten minutes late.<nav>Home</nav>");
    let scoring = Scoring::with_models(&page, &ExtractConfig::default(), &models);
    assert!(scoring.labels().iter().all(|label| label.score == 0.5), "{:?}", scoring.labels());
    // The shipped models are not touched by it.
    let again = parse("<p>The ferry left ten minutes late.<nav>Home</nav>");
    let labels = Scoring::new(&again, &ExtractConfig::default()).labels().to_vec();
    assert!(labels.iter().any(|label| label.score != 0.5), "{labels:?}");
}

#[test]
fn plain_text_is_content_as_a_whole() {
    let page = Page::plain_text(b"One.\n\nTwo.", &Hints::default(), &Limits::default());
    let extraction = extract(&page, &ExtractConfig::default());
    assert!(extraction.labels.iter().all(|label| label.content));
    assert_eq!((extraction.threshold, extraction.method), (None, Method::Page.id()));
}
