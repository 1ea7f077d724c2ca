//! From a TimeMap to verdicts. A verdict depends on the TimeMap, its host and the profile alone.

pub(crate) mod all;
pub(crate) mod anchor;
mod causes;
mod compare;
mod content;
mod course;
pub mod features;
#[cfg(test)]
mod fixture;
pub(crate) mod model;
mod odd;
pub(crate) mod profile;
mod table;
pub(crate) mod texts;
pub(crate) mod verdict;

use rustc_hash::FxHashMap;

use crate::collection::Surroundings;
use crate::collection::timemap::{Redirect, TimeMap};
use crate::judge::anchor::Anchor;
use crate::judge::compare::Comparer;
use crate::judge::course::Captures;
use crate::judge::profile::{AnchorRule, Combine, Profile};
use crate::judge::texts::DistinctTexts;
use crate::judge::verdict::{Reason, Score, Status, Verdict};
use crate::sketch::{Content, Sketch};
use features::Pair;

/// The verdicts on a TimeMap.
#[derive(Debug, Clone, PartialEq)]
pub struct Judged {
    /// The anchor. With the rule `previous-on-topic`, the first one.
    pub anchor: Option<Anchor>,
    /// One per memento.
    pub verdicts: Vec<Verdict>,
}

/// Share of a content that is gone from which another stands in its place.
const GONE: f64 = 0.5;
/// Least probability of a page that asks for a password where content was.
const ASKED: f64 = 0.9;

/// Judges a TimeMap.
pub fn judge(
    timemap: &TimeMap,
    sketches: &FxHashMap<u64, Sketch>,
    surroundings: Surroundings<'_>,
    profile: &Profile,
) -> Judged {
    let group = DistinctTexts::new(timemap, sketches);
    let learned = profile.combine == Combine::Learned;
    let anchor = Anchor::choose(&group, profile.anchor, learned);
    let mut judge = Judge {
        group: &group,
        surroundings,
        profile,
        comparer: Comparer::new(&group, surroundings.union, profile.topics),
        captures: Captures::new(&group, surroundings.spread.neighbours.others(group.url())),
        known: FxHashMap::default(),
        previous: None,
    };
    let anchor = anchor.map(|anchor| judge.on_topic_anchor(anchor));
    let mut verdicts = Vec::with_capacity(group.len());
    for index in 0..group.len() {
        let verdict = judge.memento(index, anchor);
        // Mementos before the anchor were passed over, or nothing shows that they are better.
        if verdict.status == Status::On && anchor.is_some_and(|anchor| index >= anchor.index) {
            judge.previous = group.text(index);
        }
        verdicts.push(verdict);
    }
    Judged { anchor, verdicts }
}

/// The inputs of the learned combination, to fit it: for each memento its texts with the texts that
/// `anchors` names by their mementos.
pub fn pairs<'a>(
    timemap: &'a TimeMap,
    sketches: &'a FxHashMap<u64, Sketch>,
    surroundings: Surroundings<'_>,
    anchors: impl Fn(usize) -> Vec<usize>,
) -> Vec<Vec<Pair<'a>>> {
    let group = DistinctTexts::new(timemap, sketches);
    let others = surroundings.spread.neighbours.others(group.url());
    let captures = Captures::new(&group, others);
    let of_memento = |index: usize| -> Vec<Pair<'a>> {
        let text = group.text(index).filter(|text| group.texts[*text].content == Content::Words);
        let Some(text) = text else { return Vec::new() };
        let anchors = anchors(index).into_iter().filter_map(|anchor| group.text(anchor));
        anchors.map(|anchor| pair(&captures, &group, surroundings, (text, anchor))).collect()
    };
    (0..group.len()).map(of_memento).collect()
}

fn pair<'a>(
    captures: &Captures<'_, '_>,
    group: &DistinctTexts<'a>,
    surroundings: Surroundings<'_>,
    (text, anchor): (usize, usize),
) -> Pair<'a> {
    let (memento, of_anchor) = (group.texts[text], group.texts[anchor]);
    Pair {
        anchor: of_anchor,
        memento,
        other_timemaps: surroundings.spread.other_timemaps(memento),
        parts: content::compare(captures, group.is_front(), (text, memento), (anchor, of_anchor)),
    }
}

struct Judge<'g, 'a> {
    group: &'g DistinctTexts<'a>,
    surroundings: Surroundings<'g>,
    profile: &'g Profile,
    comparer: Comparer<'g, 'a>,
    captures: Captures<'g, 'a>,
    /// Verdicts by text, text of the anchor, text of the previous on-topic memento.
    known: FxHashMap<(usize, usize, Option<usize>), Verdict>,
    /// The text of the last memento that was on-topic.
    previous: Option<usize>,
}

impl Judge<'_, '_> {
    fn pair(&self, text: usize, anchor: usize) -> Pair<'_> {
        pair(&self.captures, self.group, self.surroundings, (text, anchor))
    }

    /// The probability of the learned combination.
    fn probability(&self, pair: &Pair<'_>) -> f64 {
        let learned = self.profile.model.probability(&features::row(pair));
        // Few pages that were learned from ask for a password, and none of those was on-topic.
        let asks = pair.parts.password > 0.0 && pair.parts.lost_runs >= GONE;
        if asks { learned.max(ASKED) } else { learned }
    }

    fn memento(&mut self, index: usize, anchor: Option<Anchor>) -> Verdict {
        let mut verdict = match self.before_scores(index) {
            Some(verdict) => verdict,
            None => self.compared(index, anchor),
        };
        if matches!(self.group.redirect(index), Some(Redirect::Followed(_))) {
            verdict.reasons.push(Reason::RedirectFollowed);
        }
        if !self.group.has_date(index) {
            verdict.reasons.push(Reason::NoDate);
        }
        verdict
    }

    /// The verdict of a memento that needs no comparison.
    fn before_scores(&self, index: usize) -> Option<Verdict> {
        let Some(sketch) = self.group.sketch(index) else {
            return Some(self.plain(None, Status::Unknown, Reason::Unresolved));
        };
        let learned = self.profile.combine == Combine::Learned;
        let redirect = match self.group.redirect(index) {
            Some(Redirect::OtherSite) => (Status::Off, Reason::RedirectOtherSite),
            _ => (Status::Unknown, Reason::RedirectNotCaptured),
        };
        // Statuses decide in learned profiles only: the OTMT judges error pages by their text.
        let (status, reason) = match (self.group.status(index), sketch.content) {
            (Some(400..), _) if learned => (Status::Off, Reason::HttpError),
            (Some(300..400), Content::Empty | Content::NotPage) => redirect,
            (Some(300..400), _) if learned => redirect,
            (_, Content::NotPage) => (Status::Unknown, Reason::NotPage),
            (_, Content::Empty) => (Status::Off, Reason::Empty),
            (_, Content::Words) => return None,
        };
        Some(self.plain(Some(sketch), status, reason))
    }

    fn plain(&self, sketch: Option<&Sketch>, status: Status, reason: Reason) -> Verdict {
        let measures = self.profile.measures.iter();
        let scores = measures.map(|&(measure, threshold)| Score {
            measure,
            threshold,
            value: None,
            skipped: false,
        });
        Verdict {
            status,
            probability: None,
            content_kept: None,
            scores: scores.collect(),
            reasons: vec![reason],
            words: sketch.map_or(0, |s| s.words),
            bytes: sketch.map_or(0, |s| s.bytes),
            simhash_raw: sketch.map_or(0, |s| s.simhash_raw),
            simhash_tf: sketch.map_or(0, |s| s.simhash_tf),
        }
    }

    fn compared(&mut self, index: usize, anchor: Option<Anchor>) -> Verdict {
        let (sketch, text) = (self.group.sketch(index), self.group.text(index));
        let of_anchor = anchor.and_then(|anchor| self.group.text(anchor.index));
        let previous = match (self.profile.anchor, self.profile.combine) {
            (AnchorRule::PreviousOnTopic, _) | (_, Combine::Learned) => self.previous,
            _ => None,
        };
        let compared_with = match self.profile.anchor {
            AnchorRule::PreviousOnTopic => previous.or(of_anchor),
            _ => of_anchor,
        };
        let (Some(text), Some(anchor_text)) = (text, compared_with) else {
            return self.plain(sketch, Status::Unknown, Reason::NoAnchor);
        };
        // Long TimeMaps have few texts: most verdicts are found here.
        let key = (text, anchor_text, previous);
        let mut verdict = match self.known.get(&key) {
            Some(known) => known.clone(),
            None => {
                let verdict = self.against(text, anchor_text, previous);
                self.known.insert(key, verdict.clone());
                verdict
            }
        };
        // The anchor is on-topic by definition; its scores against itself are still shown.
        if anchor.is_some_and(|anchor| anchor.index == index) {
            verdict.status = Status::On;
            verdict.reasons = vec![Reason::Anchor];
        }
        verdict
    }

    fn against(&self, text: usize, anchor: usize, previous: Option<usize>) -> Verdict {
        let sketch = self.group.texts[text];
        let mut verdict = self.plain(Some(sketch), Status::On, Reason::Learned);
        verdict.reasons.clear();
        let mut off = 0;
        for score in &mut verdict.scores {
            // One score beyond its threshold settles `any`, and nothing settles `all` early.
            let enough = self.profile.short_circuit && off > 0;
            if enough && self.profile.combine == Combine::Any {
                score.skipped = true;
                continue;
            }
            score.value = Some(self.comparer.score(score.measure, text, anchor));
            if score.status() == Status::Off {
                off += 1;
                verdict.reasons.push(Reason::Beyond(score.measure));
            }
        }
        let beyond = match self.profile.combine {
            Combine::Any => off > 0,
            Combine::All => off > 0 && off == verdict.scores.len(),
            Combine::Learned => self.learned(&mut verdict, text, anchor, previous),
        };
        if beyond {
            verdict.status = Status::Off;
        }
        verdict
    }

    /// Whether the learned combination finds a text off-topic. The reasons become those of the
    /// evidence.
    ///
    /// A page that changed step by step is far from its anchor and near to its previous state. The
    /// smaller of the two probabilities counts.
    fn learned(
        &self,
        verdict: &mut Verdict,
        text: usize,
        anchor: usize,
        previous: Option<usize>,
    ) -> bool {
        let against = [Some(anchor), previous].into_iter().flatten().map(|other| {
            let pair = pair(&self.captures, self.group, self.surroundings, (text, other));
            (self.probability(&pair), pair)
        });
        let nearer = against.reduce(|a, b| if b.0 < a.0 { b } else { a });
        let Some((probability, pair)) = nearer else { return false };
        verdict.probability = Some(probability);
        verdict.content_kept = Some(pair.parts.kept());
        if probability < self.profile.model.threshold {
            verdict.reasons.clear();
            return false;
        }
        let mut reasons = vec![Reason::Learned];
        reasons.extend(causes::of(&pair));
        reasons.append(&mut verdict.reasons);
        verdict.reasons = reasons;
        true
    }
}
