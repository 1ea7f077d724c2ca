//! From scores to labels: the threshold, and the rules behind it.

use std::ops::Range;

use super::models::Models;
use super::score::{Scored, Scorer, first_scores};
use super::surroundings::Surroundings;
use super::{assemble, context, error_page, escaped, features, threshold};
use crate::{
    Block, Contributions, Cut, Cuts, ExtractConfig, Extraction, Label, Mode, Page, PageFlag,
    Reason, TypePrediction,
};

/// Scored blocks before the rules make one text of them.
///
/// This is where evidence from beyond the page comes in: whoever compares the page with others
/// changes the scores with [`Scoring::rescore`] and then lets the rules [`finish`](Self::finish).
pub struct Scoring<'p> {
    page: &'p Page,
    around: Surroundings<'p>,
    labels: Vec<Label>,
    /// What contributed to the scores; empty if no trees were asked.
    contributions: Vec<Contributions>,
    /// Blocks of which only a part can be content.
    cuts: Cuts,
    /// The score from which a block is content.
    threshold: f32,
    /// Whether the rules drop repeated and excluded text.
    once: bool,
    /// Whether the script-only text of the page is part of the result.
    script_text: bool,
    config: ExtractConfig,
}

impl<'p> Scoring<'p> {
    /// Scores the blocks of a page with the shipped models.
    pub fn new(page: &'p Page, config: &ExtractConfig) -> Self {
        Self::with_models(page, config, Models::shipped())
    }

    /// Scores the blocks as [`new`](Self::new) does, without asking for reasons and contributions:
    /// all reasons are [`Reason::Kind`]. For whoever looks at scores alone.
    pub fn without_reasons(page: &'p Page, config: &ExtractConfig) -> Self {
        Self::scored(page, config, Models::shipped(), false)
    }

    /// Scores the blocks of a page with these models. They also decide the type of the page, unless
    /// somebody asked for it before.
    pub fn with_models(page: &'p Page, config: &ExtractConfig, models: &Models) -> Self {
        Self::scored(page, config, models, true)
    }

    fn scored(page: &'p Page, config: &ExtractConfig, models: &Models, explained: bool) -> Self {
        let around = Surroundings::new(page);
        if page.tree().is_empty() {
            let labels = vec![Label::certain(Reason::PlainText); page.blocks().len()];
            let config = config.clone();
            let (contributions, threshold, once, script_text) = (Vec::new(), 0.0, false, false);
            return Self {
                page,
                around,
                labels,
                contributions,
                cuts: Cuts::new(),
                threshold,
                once,
                script_text,
                config,
            };
        }
        // Before anything is measured: features of threads differ from those of other pages.
        page.typed_with(|| models.types().predict(page, &around));
        let scored = score(page, &around, models, explained);
        let mut scoring = Self::unlabelled(page, config, around, |at| scored[at].score);
        scoring.threshold = scoring.best_threshold(0.0);
        scoring.apply_threshold(|at, content| scored[at].reason(content));
        if explained {
            scoring.contributions = scored.iter().map(|scored| scored.contributions).collect();
        }
        scoring
    }

    /// Restores the scoring of a page that was scored before: `typed` is its type, `first` gives
    /// score and reason of each block with text by its index. Nothing is measured again.
    pub fn from_scores(
        page: &'p Page,
        config: &ExtractConfig,
        typed: TypePrediction,
        first: impl Fn(usize) -> (f32, Reason),
    ) -> Self {
        page.typed_with(|| typed);
        let around = Surroundings::new(page);
        let mut scoring = Self::unlabelled(page, config, around, |at| first(at).0);
        scoring.threshold = scoring.best_threshold(0.0);
        scoring.apply_threshold(|at, _| first(at).1);
        scoring
    }

    /// Scored blocks, none of which is content yet. Blocks without text have the score 0.
    fn unlabelled(
        page: &'p Page,
        config: &ExtractConfig,
        around: Surroundings<'p>,
        score: impl Fn(usize) -> f32,
    ) -> Self {
        let labels = page.blocks().iter().enumerate().map(|(at, block)| {
            let score = if block.chars > 0 { score(at) } else { 0.0 };
            Label { content: false, score, reason: Reason::Kind }
        });
        let labels = labels.collect();
        let once = config.mode != Mode::Recall;
        let script_text = page.script_text().is_some();
        let (contributions, cuts, threshold) = (Vec::new(), Cuts::new(), 0.0);
        let config = config.clone();
        Self { page, around, labels, contributions, cuts, threshold, once, script_text, config }
    }

    /// The configured threshold, or the one with the best expected F1 given `support` from other
    /// pages.
    fn best_threshold(&self, support: f32) -> f32 {
        if let Some(configured) = self.config.threshold {
            return configured;
        }
        let widths = self.around.wordings.iter().map(|wording| wording.width);
        let scores = self.labels.iter().map(|label| label.score);
        threshold::from_scores(self.config.mode, self.page.page_type(), support, widths.zip(scores))
    }

    /// Labels the blocks that reach the threshold as content. `reason` gets index and decision.
    fn apply_threshold(&mut self, reason: impl Fn(usize, bool) -> Reason) {
        for (at, label) in self.labels.iter_mut().enumerate() {
            if self.page.blocks()[at].chars > 0 {
                label.content = label.score >= self.threshold;
                label.reason = reason(at, label.content);
            }
        }
    }

    /// The labels so far, one per block.
    pub fn labels(&self) -> &[Label] {
        &self.labels
    }

    /// The score from which a block is content.
    pub fn threshold(&self) -> f32 {
        self.threshold
    }

    /// Replaces the scores.
    ///
    /// `score` gets index and label of each block with text. `support` says how far the new scores
    /// rest on other pages, from 0 to 1. `reason` is given to blocks whose decision changes; others
    /// keep theirs.
    pub fn rescore(
        &mut self,
        mut score: impl FnMut(usize, &Label) -> f32,
        support: f32,
        reason: Reason,
    ) {
        let before = self.labels.clone();
        for (at, label) in self.labels.iter_mut().enumerate() {
            if self.page.blocks()[at].chars > 0 {
                label.score = score(at, label);
            }
        }
        self.threshold = self.best_threshold(support);
        self.apply_threshold(|at, content| {
            if content == before[at].content { before[at].reason } else { reason }
        });
    }

    /// Replaces the scores by the share of each block that is content.
    ///
    /// Shares are no probabilities, so one half is the threshold on every page, whatever its type.
    /// Repeated texts stay and script-only text is not read: the published methods that give shares
    /// know no such rules.
    pub fn apply_shares(&mut self, shares: &[f32], reason: Reason) {
        for (label, share) in self.labels.iter_mut().zip(shares) {
            label.score = *share;
        }
        self.threshold = self.config.threshold.unwrap_or(threshold::for_shares(self.config.mode));
        (self.once, self.script_text) = (false, false);
        self.contributions.clear();
        self.apply_threshold(|_, _| reason);
    }

    /// Says that of a block only these words can be content. They are delimited by white space and
    /// counted from 0. Whether they are content is a matter of the label of the block.
    pub fn cut(&mut self, block: usize, words: Range<usize>) {
        self.cuts.extend(Cut::new(&self.page.blocks()[block], words).map(|cut| (block, cut)));
    }

    /// Blocks of which only a part can be content.
    pub fn cuts(&self) -> &Cuts {
        &self.cuts
    }

    /// Makes one text of the blocks. `method` is name and version of what gave the scores.
    pub fn finish(self, method: &'static str) -> Extraction {
        let Self { page, around, labels, contributions, cuts, threshold, once, .. } = self;
        let (script_text, config) = (self.script_text, self.config);
        // A plain text document is content as a whole; no score decided about it.
        let threshold = (!page.tree().is_empty()).then_some(threshold);
        let flags = if script_text { vec![PageFlag::DeclaredRead] } else { Vec::new() };
        let mut extraction = Extraction {
            labels,
            contributions,
            cuts,
            script_text,
            threshold,
            flags,
            method,
            config,
        };
        if let Some(threshold) = threshold {
            assemble::assemble(page, &around, threshold, once, &mut extraction);
        } else if page.blocks().is_empty() {
            extraction.flags.push(PageFlag::NoVisibleText);
        }
        let Extraction { labels, cuts, .. } = &mut extraction;
        cuts.retain(|at, _| labels[*at].content);
        extraction.flags.extend(error_page::flag(page, &extraction.labels));
        extraction.flags.extend(escaped::flag(page, &extraction.labels));
        extraction
    }
}

/// The second scores of all blocks. Blocks without text are left out of the network's sequence.
/// `explained` asks for reasons and contributions, too.
pub(super) fn score(
    page: &Page,
    around: &Surroundings<'_>,
    models: &Models,
    explained: bool,
) -> Vec<Scored> {
    let rows = features::rows(page, around, models.lexicon());
    let first = first_scores(models, &rows);
    let context = context::rows(page, around, &first);
    let mut scorer = Scorer::new(models, page.blocks().len(), explained);
    for ((row, context), block) in rows.iter().zip(context).zip(page.blocks()) {
        if block.chars > 0 {
            scorer.push(row, &context);
        }
    }
    let mut scores = scorer.predict();
    let mut next = |block: &Block| if block.chars > 0 { scores.next() } else { None };
    page.blocks().iter().map(|block| next(block).unwrap_or(Scored::NONE)).collect()
}
