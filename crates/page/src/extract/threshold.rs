//! The score from which the blocks of a page are content: not one number for all pages.
//!
//! If scores are probabilities, the text of all blocks from a threshold on can be expected to agree with the true text
//! by `F1 = 2 sum(kept: length * score) / (sum(kept: length) + sum(all: length * score))`. The threshold with the best
//! F1 is half of that F1 (Lipton, Elkan, Naryanaswamy: Optimal Thresholding of Classifiers to Maximize F1 Measure,
//! 2014): one half on clear pages, less where much is doubtful, such as shelves of things on sale. Articles are told
//! apart from what surrounds them so well that what is doubtful is rather not theirs.

use super::Mode;

/// What an article's blocks have to reach.
const ARTICLE: f32 = 0.6;
/// Of thresholds from [`LOWEST`] to [`HIGHEST`] in such steps the best for the page is taken.
const STEPS: usize = 15;
const LOWEST: f32 = 0.2;
const HIGHEST: f32 = 0.5;
/// From this score on a block is content for who wants to lose little.
const RECALL: f32 = 0.25;
/// From this score on a block is content for who wants to keep little else.
const PRECISION: f32 = 0.7;
/// What the greater part of a block is.
const HALF: f32 = 0.5;

/// The threshold of a page that is an article with this probability. `blocks` gives length and score of each block.
pub(super) fn of_scores(mode: Mode, article: f32, blocks: impl Iterator<Item = (f32, f32)>) -> f32 {
    let balanced = article * ARTICLE + (1.0 - article) * best(blocks);
    match mode {
        Mode::Balanced | Mode::Fast => balanced,
        Mode::Precision => PRECISION,
        Mode::Recall => balanced.min(RECALL),
    }
}

/// The share of a block that has to be content.
pub(super) fn of_shares(mode: Mode) -> f32 {
    match mode {
        Mode::Balanced | Mode::Fast => HALF,
        Mode::Precision => PRECISION,
        Mode::Recall => RECALL,
    }
}

/// The threshold from which on the expected F1 is best; the lowest of equals.
fn best(blocks: impl Iterator<Item = (f32, f32)>) -> f32 {
    // Lengths, and lengths times scores, of the blocks that reach each step but not the next.
    let mut steps = [(0.0_f64, 0.0_f64); STEPS + 1];
    let mut content = 0.0;
    for (length, score) in blocks {
        let right = f64::from(length * score);
        content += right;
        if score >= LOWEST {
            let step = ((score - LOWEST) / (HIGHEST - LOWEST) * STEPS as f32) as usize;
            let step = &mut steps[step.min(STEPS)];
            (step.0, step.1) = (step.0 + f64::from(length), step.1 + right);
        }
    }
    let (mut kept, mut right) = (0.0, 0.0);
    let mut best = (0.0, STEPS);
    for (step, own) in steps.into_iter().enumerate().rev() {
        (kept, right) = (kept + own.0, right + own.1);
        let f1 = 2.0 * right / (kept + content).max(f64::MIN_POSITIVE);
        if f1 >= best.0 {
            best = (f1, step);
        }
    }
    LOWEST + (HIGHEST - LOWEST) * best.1 as f32 / STEPS as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ExtractConfig, Hints, Limits, Page, PageType, Reason, Scoring};

    const FILLER: &str = "<p>The river rose again on Tuesday night, and the lower meadows lay under water until noon. \
        Nobody in the village had seen it come so early in the year, or stay for so long.</p>";

    fn page(html: &str, url: &str) -> Page {
        let hints = Hints { url: Some(url), ..Hints::default() };
        Page::parse(html.as_bytes(), &hints, &Limits::default())
    }

    fn article() -> Page {
        let html = format!(
            "<title>The river in spring</title><meta property=og:type content=article><nav><a href=/>Home</a></nav>
            <article><h1>The river in spring</h1>{}</article>",
            FILLER.repeat(9)
        );
        page(&html, "https://a.example/news/2019/05/the-river-in-spring")
    }

    #[test]
    fn clear_pages_need_half_and_doubtful_ones_less() {
        let clear = [(100.0, 0.95), (10.0, 0.45), (50.0, 0.02)];
        assert!(best(clear.into_iter()) > 0.45);
        let doubtful = [(100.0, 0.45), (100.0, 0.35), (900.0, 0.01)];
        let threshold = best(doubtful.into_iter());
        assert!((LOWEST..=0.35).contains(&threshold), "{threshold}");
        assert!((LOWEST..=HIGHEST).contains(&best(std::iter::empty())));
    }

    #[test]
    fn modes_lie_in_order() {
        for article in [0.0, 0.5, 1.0] {
            for score in [0.0, 0.2, 0.4, 0.9] {
                let of = |mode| of_scores(mode, article, [(100.0, score)].into_iter());
                assert!(of(Mode::Recall) <= of(Mode::Balanced));
                assert!(of(Mode::Balanced) < of(Mode::Precision));
            }
        }
    }

    #[test]
    fn of_shares_half_is_enough_on_every_page() {
        let card = "<li class=product><a href=/p>Stick</a><p>$39.00</li>".repeat(24);
        let shop = format!("<body class='tax-product_cat woocommerce'><p>Sort by<ul>{card}</ul>");
        let [article, other] = [article(), page(&shop, "https://a.example/product-category/")];
        assert_eq!(article.page_type().page_type, PageType::Article);
        assert_eq!(other.page_type().page_type, PageType::Collection);
        for page in [article, other] {
            let mut scoring = Scoring::new(&page, &ExtractConfig::default());
            for (share, content) in [(0.55, true), (0.45, false)] {
                scoring.share(&vec![share; page.blocks().len()], Reason::Partners);
                let labels = scoring.labels();
                assert!(labels.iter().all(|label| label.content == content), "{share}: {labels:?}");
            }
        }
    }

    #[test]
    fn only_what_is_decided_otherwise_has_another_reason() {
        let page = article();
        let mut scoring = Scoring::new(&page, &ExtractConfig::default());
        let before = scoring.labels().to_vec();
        let at = before.iter().position(|label| label.content).expect("content");
        scoring
            .rescore(|block, label| if block == at { 0.01 } else { label.score }, Reason::Partners);
        for (block, (after, before)) in scoring.labels().iter().zip(&before).enumerate() {
            let reason = if block == at { Reason::Partners } else { before.reason };
            assert_eq!((after.content, after.reason), (before.content && block != at, reason));
        }
    }
}
