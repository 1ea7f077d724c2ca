//! Which blocks are the content of the page.
//!
//! Each block is measured twice: by itself with the elements around it, then in the context of the
//! first scores. The first score is linear, the second that of trees and of a network; all are
//! tables. Rules that no score can know make whole texts of the scored blocks. The extractor is
//! known by `method` and will be exchanged; what stays is page in, labels with score and reason
//! out.

mod apart;
mod assemble;
mod comments;
mod contents;
mod context;
mod copies;
mod declared;
mod decoration;
mod elsewhere;
mod error_page;
mod features;
#[doc(hidden)]
pub mod fitting;
mod groups;
mod kind;
mod layout;
mod lexicon;
mod lists;
mod model;
mod others;
mod own_heading;
mod page_type;
mod pictures;
mod price;
mod reply;
mod row;
mod signpost;
mod surroundings;
mod tables;
mod thread;
mod threshold;

pub(crate) use assemble::drop_tables;

use self::lexicon::Lexicon;
use self::model::Scored;
use self::surroundings::Surroundings;
use crate::{
    Block, ExtractConfig, Extraction, Label, Method, Mode, Page, PageFlag, Pulls, Reason, Typed,
};

/// Labels the blocks of `page`.
pub fn extract(page: &Page, config: &ExtractConfig) -> Extraction {
    Scoring::new(page, config).finish(Method::Page.id())
}

/// Blocks that have scores and wait for the rules that make one text of them, so that who knows
/// more than the page tells may correct the scores.
pub struct Scoring<'p> {
    page: &'p Page,
    around: Surroundings<'p>,
    labels: Vec<Label>,
    /// What pulled the scores, where trees were asked.
    pulls: Vec<Pulls>,
    /// The score from which a block is content.
    threshold: f32,
    /// A text that stands in several places is taken once.
    once: bool,
    /// What the page holds without showing it is taken.
    unshown: bool,
    config: ExtractConfig,
}

impl<'p> Scoring<'p> {
    /// Scores the blocks of a page by what the page tells.
    pub fn new(page: &'p Page, config: &ExtractConfig) -> Self {
        let around = Surroundings::new(page);
        if page.tree().is_empty() {
            let labels = vec![Label::certain(Reason::PlainText); page.blocks().len()];
            let config = config.clone();
            let (pulls, threshold, once, unshown) = (Vec::new(), 0.0, false, false);
            return Self { page, around, labels, pulls, threshold, once, unshown, config };
        }
        let scored = score(page, &around);
        let mut scoring = Self::undecided(page, config, around, |at| scored[at].score);
        scoring.threshold = scoring.likeliest(0.0);
        scoring.decide(|at, content| scored[at].reason(content));
        scoring.pulls = scored.iter().map(|scored| scored.pulls).collect();
        scoring
    }

    /// A page that was scored before: what type it is, and the score of each block with text by its
    /// number, with what decided then.
    pub fn again(
        page: &'p Page,
        config: &ExtractConfig,
        typed: Typed,
        first: impl Fn(usize) -> (f32, Reason),
    ) -> Self {
        page.typed_with(|| typed);
        let mut scoring = Self::undecided(page, config, Surroundings::new(page), |at| first(at).0);
        scoring.threshold = scoring.likeliest(0.0);
        scoring.decide(|at, _| first(at).1);
        scoring
    }

    /// Blocks with scores of which none is content yet; blocks without text have none.
    fn undecided(
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
        page.typed_with(|| page_type::predict(page, &around));
        let once = config.mode != Mode::Recall;
        let unshown = page.unshown().is_some();
        let (pulls, threshold, config) = (Vec::new(), 0.0, config.clone());
        Self { page, around, labels, pulls, threshold, once, unshown, config }
    }

    /// The threshold that was asked for, else that from which on the scores promise the best text,
    /// if they rest so far on other pages.
    fn likeliest(&self, support: f32) -> f32 {
        if let Some(asked) = self.config.threshold {
            return asked;
        }
        let widths = self.around.wordings.iter().map(|wording| wording.width);
        let scores = self.labels.iter().map(|label| label.score);
        threshold::of_scores(self.config.mode, self.page.page_type(), support, widths.zip(scores))
    }

    /// Takes the blocks that reach the threshold.
    fn decide(&mut self, reason: impl Fn(usize, bool) -> Reason) {
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

    /// Exchanges the scores; `score` gets the number of each block and its label. `support` says
    /// how far they rest on other pages, from 0 to 1. `reason` is that of blocks that are decided
    /// otherwise than before.
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
        self.threshold = self.likeliest(support);
        self.decide(
            |at, content| {
                if content == before[at].content { before[at].reason } else { reason }
            },
        );
    }

    /// Puts the share of each block that is content in the place of its score. Shares are no
    /// probabilities: half is enough on every page, whatever its type. Texts in several places stay
    /// where they are, and what is not shown is not read: published methods know no such rules.
    pub fn share(&mut self, shares: &[f32], reason: Reason) {
        for (label, share) in self.labels.iter_mut().zip(shares) {
            label.score = *share;
        }
        self.threshold = self.config.threshold.unwrap_or(threshold::of_shares(self.config.mode));
        (self.once, self.unshown) = (false, false);
        self.pulls.clear();
        self.decide(|_, _| reason);
    }

    /// Makes one text of the blocks; `method` is name and version of what gave the scores.
    pub fn finish(self, method: &'static str) -> Extraction {
        let Self { page, around, labels, pulls, threshold, once, unshown, config } = self;
        let threshold = (!page.tree().is_empty()).then_some(threshold);
        let flags = if unshown { vec![PageFlag::DeclaredRead] } else { Vec::new() };
        let mut extraction =
            Extraction { labels, pulls, unshown, threshold, flags, method, config };
        if let Some(threshold) = threshold {
            assemble::assemble(page, &around, threshold, once, &mut extraction);
        } else if page.blocks().is_empty() {
            extraction.flags.push(PageFlag::NoVisibleText);
        }
        extraction.flags.extend(error_page::flag(page, &extraction.labels));
        extraction
    }
}

/// The scores of all blocks.
fn score(page: &Page, around: &Surroundings<'_>) -> Vec<Scored> {
    let rows = features::rows(page, around, Lexicon::in_use());
    let first = model::first(&rows);
    let context = context::rows(page, around, &first);
    let mut judge = model::Judge::new(page.blocks().len());
    for ((row, context), block) in rows.iter().zip(context).zip(page.blocks()) {
        if block.chars > 0 {
            judge.hear(row, &context);
        }
    }
    let mut decided = judge.decide();
    let mut next = |block: &Block| if block.chars > 0 { decided.next() } else { None };
    page.blocks().iter().map(|block| next(block).unwrap_or(Scored::NONE)).collect()
}

/// What extraction tells of a page.
impl Page {
    /// What type of page it is; found when first asked for.
    pub fn page_type(&self) -> Typed {
        self.typed_with(|| page_type::predict(self, &Surroundings::new(self)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Hints, Limits, PageType};

    /// What of a page is kept, if it is of this type for sure and all is content before comments
    /// are set apart.
    pub(super) fn kept(html: &str, page_type: PageType) -> Vec<String> {
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let typed = Typed::sure(page_type);
        let scoring =
            Scoring::again(&page, &ExtractConfig::default(), typed, |_| (1.0, Reason::Kind));
        let labels = scoring.finish("page").labels;
        let texts = page.blocks().iter().zip(labels).filter(|(_, label)| label.content);
        texts.map(|(block, _)| block.text.to_string()).collect()
    }
}
