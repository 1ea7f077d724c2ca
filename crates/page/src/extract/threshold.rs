//! The score from which blocks of a page are content. It differs from page to page.
//!
//! If scores are probabilities, keeping all blocks from a threshold on has an expected
//! `F1 = 2 sum(kept: length * score) / (sum(kept: length) + sum(all: length * score))`. The best
//! threshold is half of the best F1 (Lipton, Elkan, Naryanaswamy: Optimal Thresholding of
//! Classifiers to Maximize F1 Measure, 2014): one half on clear pages, less on doubtful ones, such
//! as lists of goods.
//!
//! Two types of pages need more. Articles are recognised so well that doubtful blocks are rather
//! not part of them. On product pages whole sections are in doubt (reviews, other goods), and all
//! their blocks are content or none. The sum above is too optimistic there, so F1 is expected over
//! such sections instead.

use crate::{Mode, PageType, TypePrediction};

/// Scores are rounded down to one of this many steps.
const STEPS: usize = 50;
/// Lowest step that is tried as a threshold.
const LOWEST: usize = STEPS / 5;
/// Highest step that is tried.
const HIGHEST: usize = HALF_STEP;
const HALF_STEP: usize = STEPS / 2;
/// Threshold of articles, as a step, unless it would drop more than [`MAX_LOSS`] of the text that a
/// score of one half keeps: on very small pages no block is sure.
const ARTICLE: usize = STEPS * 3 / 5;
const MAX_LOSS: f64 = 0.2;
/// How far blocks of product pages are expected to be content together, from 0 to 1.
const NESTED: f64 = 0.75;
/// Threshold of [`Mode::Recall`], unless the balanced one is lower.
const RECALL: f32 = 0.25;
/// Threshold of [`Mode::Precision`].
const PRECISION: f32 = 0.7;
/// More than this share of a block must be content.
const HALF: f32 = 0.5;

/// The threshold of a page. `blocks` gives width and score of each block; `support`, from 0 to 1,
/// says how far the scores rest on other pages.
pub(super) fn from_scores(
    mode: Mode,
    typed: TypePrediction,
    support: f32,
    blocks: impl Iterator<Item = (f32, f32)>,
) -> f32 {
    let [article, product] =
        [PageType::Article, PageType::Product].map(|page_type| typed.probability(page_type));
    let masses = Masses::from_blocks(blocks);
    let other = (1.0 - article - product).max(0.0);
    // Boilerplate around an article also stands on other pages of the site. With many of them
    // compared, what is still doubtful is likely the article's own.
    let boilerplate_known =
        (1.0 - support) * masses.article_threshold() + support * masses.best_threshold(0.0);
    let balanced = article * boilerplate_known
        + product * masses.best_threshold(NESTED)
        + other * masses.best_threshold(0.0);
    match mode {
        Mode::Balanced | Mode::Fast => balanced,
        Mode::Precision => PRECISION,
        Mode::Recall => balanced.min(RECALL),
    }
}

/// The threshold of shares of content, which are no probabilities.
pub(super) fn for_shares(mode: Mode) -> f32 {
    match mode {
        Mode::Balanced | Mode::Fast => HALF,
        Mode::Precision => PRECISION,
        Mode::Recall => RECALL,
    }
}

/// Widths of blocks, summed by score.
struct Masses {
    /// Sums of width, and of width times score, over the blocks that reach each step.
    kept: [(f64, f64); STEPS + 1],
}

impl Masses {
    fn from_blocks(blocks: impl Iterator<Item = (f32, f32)>) -> Self {
        let mut kept = [(0.0, 0.0); STEPS + 1];
        for (length, score) in blocks {
            let step = &mut kept[((score * STEPS as f32) as usize).min(STEPS)];
            (step.0, step.1) = (step.0 + f64::from(length), step.1 + f64::from(length * score));
        }
        // From the top, so that each step includes all higher scores.
        for step in (0..STEPS).rev() {
            let above = kept[step + 1];
            (kept[step].0, kept[step].1) = (kept[step].0 + above.0, kept[step].1 + above.1);
        }
        Self { kept }
    }

    /// The highest step up to [`ARTICLE`] that keeps enough of what one half would keep.
    fn article_threshold(&self) -> f32 {
        let least = self.kept[HALF_STEP].0 * (1.0 - MAX_LOSS);
        // The highest that loses little: what is doubtful beside an article is rather not part of
        // it.
        let step = (HALF_STEP..=ARTICLE).rev().find(|step| self.kept[*step].0 >= least);
        step.unwrap_or(HALF_STEP) as f32 / STEPS as f32
    }

    /// The threshold with the best expected F1, the lowest of equals. `together`: how far blocks
    /// are expected to be content together, from 0 (independent) to 1 (with all of higher scores).
    fn best_threshold(&self, together: f64) -> f32 {
        let mut best = (0.0, HIGHEST);
        // Downwards, and with `>=`, so that the lowest of equals wins.
        for step in (LOWEST..=HIGHEST).rev() {
            let mut f1 = (1.0 - together) * self.independent_f1(step);
            if together > 0.0 {
                f1 += together * self.nested_f1(step);
            }
            if f1 >= best.0 {
                best = (f1, step);
            }
        }
        best.1 as f32 / STEPS as f32
    }

    /// Expected F1 if blocks are content independently of one another.
    fn independent_f1(&self, step: usize) -> f64 {
        let (kept, right) = self.kept[step];
        2.0 * right / (kept + self.kept[0].1).max(f64::MIN_POSITIVE)
    }

    /// Expected F1 if all blocks from some step on are content and each step is equally likely.
    fn nested_f1(&self, step: usize) -> f64 {
        let kept = self.kept[step].0;
        let f1 = |true_step: usize| {
            let content = self.kept[true_step].0;
            2.0 * kept.min(content) / (kept + content).max(f64::MIN_POSITIVE)
        };
        (1..STEPS).map(f1).sum::<f64>() / (STEPS - 1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ExtractConfig, Hints, Label, Limits, Page, PageFlag, PageType, Reason, Scoring};

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
        let best = |blocks: &[(f32, f32)], together| {
            Masses::from_blocks(blocks.iter().copied()).best_threshold(together)
        };
        assert!(best(&clear, 0.0) > 0.45 && best(&clear, 1.0) > 0.45);
        let doubtful = [(100.0, 0.45), (100.0, 0.35), (900.0, 0.01)];
        let threshold = best(&doubtful, 0.0);
        assert!((0.2..=0.35).contains(&threshold), "{threshold}");
        assert!((0.2..=0.5).contains(&best(&[], 0.0)));
        let high =
            |blocks: &[(f32, f32)]| Masses::from_blocks(blocks.iter().copied()).article_threshold();
        assert_eq!(high(&[(1000.0, 0.95), (100.0, 0.55)]), 0.6);
        assert!(high(&[(1000.0, 0.95), (1000.0, 0.55)]) <= 0.55);
        // A long section that is content or not as a whole.
        let section = [(150.0, 0.95), (1500.0, 0.35)];
        assert!(best(&section, 0.0) <= 0.35 && best(&section, 1.0) > 0.35);
    }

    #[test]
    fn modes_lie_in_order() {
        for typed in [article().page_type(), page("<p>x", "").page_type()] {
            for (score, support) in
                [0.0, 0.2, 0.4, 0.9].into_iter().flat_map(|s| [(s, 0.0), (s, 1.0)])
            {
                let of = |mode| from_scores(mode, typed, support, [(100.0, score)].into_iter());
                assert!(of(Mode::Recall) <= of(Mode::Balanced));
                assert!(of(Mode::Balanced) < of(Mode::Precision));
            }
        }
    }

    #[test]
    fn beside_many_pages_articles_keep_what_is_doubtful() {
        let blocks = [(1000.0, 0.95), (100.0, 0.45), (900.0, 0.01)];
        let of = |typed, support| from_scores(Mode::Balanced, typed, support, blocks.into_iter());
        let typed = article().page_type();
        let thresholds = [0.0, 0.5, 1.0].map(|support| of(typed, support));
        assert!(thresholds.is_sorted_by(|a, b| *a > b + 0.04), "{thresholds:?}");
        assert!(thresholds[0] > 0.55 && thresholds[2] <= 0.48, "{thresholds:?}");
        // Of other pages what is doubtful is taken as ever.
        let typed = TypePrediction { probabilities: [0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0], ..typed };
        assert_eq!(of(typed, 0.0), of(typed, 1.0));
    }

    #[test]
    fn what_is_asked_for_goes_before_the_mode() {
        let page = article();
        for (threshold, bad) in [(0.35, false), (0.0, false), (1.5, true), (f32::NAN, true)] {
            let config = ExtractConfig { threshold: Some(threshold), ..ExtractConfig::default() };
            assert_eq!(config.check().is_err(), bad, "{threshold}");
        }
        for mode in [Mode::Balanced, Mode::Precision, Mode::Recall, Mode::Fast] {
            let config = ExtractConfig { mode, threshold: Some(0.35), ..ExtractConfig::default() };
            let mut scoring = Scoring::new(&page, &config);
            assert_eq!(scoring.threshold(), 0.35);
            scoring.rescore(|block, _| if block == 0 { 0.34 } else { 0.36 }, 0.0, Reason::Partners);
            assert_eq!(scoring.threshold(), 0.35);
            let reached = scoring.labels().iter().enumerate();
            assert!(reached.into_iter().all(|(block, label)| label.content == (block > 0)));
            scoring.apply_shares(&vec![0.34; page.blocks().len()], Reason::Partners);
            assert!(scoring.labels().iter().all(|label| !label.content));
            let extraction = scoring.finish("page");
            assert_eq!(extraction.threshold, Some(0.35));
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
                scoring.apply_shares(&vec![share; page.blocks().len()], Reason::Partners);
                let labels = scoring.labels();
                assert!(labels.iter().all(|label| label.content == content), "{share}: {labels:?}");
            }
        }
    }

    /// A little of a block is better than nothing, and nothing is no best.
    #[test]
    fn of_shares_the_best_is_taken_where_there_is_any() {
        let page = article();
        let texts = page.blocks().iter().filter(|block| block.chars > 0).count();
        for (share, flag, taken) in [(0.2, PageFlag::WeakContent, 1), (0.0, PageFlag::NoContent, 0)]
        {
            let mut scoring = Scoring::new(&page, &ExtractConfig::default());
            let mut shares = vec![0.0; page.blocks().len()];
            let last = page.blocks().iter().rposition(|block| block.chars > 0).expect("a text");
            shares[last] = share;
            scoring.apply_shares(&shares, Reason::Partners);
            let extraction = scoring.finish("shares");
            let content = extraction.labels.iter().zip(page.blocks());
            let content = content.filter(|(label, block)| label.content && block.chars > 0).count();
            assert!(texts > 1 && content == taken && extraction.flags.contains(&flag), "{share}");
        }
    }

    #[test]
    fn only_what_is_decided_otherwise_has_another_reason() {
        let page = article();
        let mut scoring = Scoring::new(&page, &ExtractConfig::default());
        let before = scoring.labels().to_vec();
        let at = before.iter().position(|label| label.content).expect("content");
        let score = |block, label: &Label| if block == at { 0.01 } else { label.score };
        scoring.rescore(score, 0.0, Reason::Partners);
        for (block, (after, before)) in scoring.labels().iter().zip(&before).enumerate() {
            let reason = if block == at { Reason::Partners } else { before.reason };
            assert_eq!((after.content, after.reason), (before.content && block != at, reason));
        }
    }

    proptest::proptest! {
        #[test]
        fn thresholds_stay_in_their_range_in_any_order_of_blocks(
            blocks in proptest::collection::vec((0.0_f32..500.0, 0.0_f32..=1.0), 0..40),
            weights in proptest::array::uniform7(0.01_f32..1.0),
            support in 0.0_f32..=1.0,
        ) {
            let sum: f32 = weights.iter().sum();
            let probabilities = weights.map(|weight| weight / sum);
            let typed = TypePrediction { page_type: PageType::Other, score: 0.0, probabilities };
            let of = |blocks: &[(f32, f32)]| {
                from_scores(Mode::Balanced, typed, support, blocks.iter().copied())
            };
            let lowest = LOWEST as f32 / STEPS as f32;
            let highest = ARTICLE as f32 / STEPS as f32;
            let threshold = of(&blocks);
            proptest::prop_assert!((lowest - 1e-3..=highest + 1e-3).contains(&threshold), "{threshold}");
            let reversed: Vec<(f32, f32)> = blocks.iter().rev().copied().collect();
            // Sums in another order may differ in the last bit, which moves a tie by one step.
            proptest::prop_assert!((of(&reversed) - threshold).abs() <= 1.5 / STEPS as f32);
        }
    }
}
