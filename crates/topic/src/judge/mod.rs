//! From a TimeMap to verdicts.

pub(crate) mod all;
pub(crate) mod anchor;
mod compare;
pub mod features;
pub(crate) mod model;
pub(crate) mod profile;
pub(crate) mod texts;
pub(crate) mod verdict;

use rustc_hash::FxHashMap;

use crate::collection::Surroundings;
use crate::collection::timemap::{Redirect, TimeMap};
use crate::judge::anchor::Anchor;
use crate::judge::compare::Comparer;
use crate::judge::profile::{AnchorRule, Combine, Profile};
use crate::judge::texts::Group;
use crate::judge::verdict::{Reason, Score, Status, Verdict};
use crate::sketch::{Content, Sketch};
use features::{Pair, strongest};

/// The verdicts on a TimeMap.
#[derive(Debug, Clone, PartialEq)]
pub struct Judged {
    /// What the mementos were compared with; of rules with several, the first.
    pub anchor: Option<Anchor>,
    /// One per memento.
    pub verdicts: Vec<Verdict>,
}

/// How much of a page a notice must make up to be told as a reason.
const TOLD: f64 = 0.3;

/// Judges a TimeMap.
pub fn judge(
    timemap: &TimeMap,
    sketches: &FxHashMap<u64, Sketch>,
    surroundings: Surroundings<'_>,
    profile: &Profile,
) -> Judged {
    let group = Group::of(timemap, sketches);
    let anchor = Anchor::of(&group, profile.anchor, profile.combine == Combine::Learned);
    let mut judge = Judge {
        group: &group,
        surroundings,
        profile,
        comparer: Comparer::new(&group, surroundings.union, profile.topics),
        known: FxHashMap::default(),
        previous: None,
    };
    let mut verdicts = Vec::with_capacity(group.len());
    for place in 0..group.len() {
        let verdict = judge.memento(place, anchor);
        // What stands before the anchor was passed over or is not known to be better than it.
        if verdict.status == Status::On && anchor.is_some_and(|anchor| place >= anchor.place) {
            judge.previous = group.text(place);
        }
        verdicts.push(verdict);
    }
    Judged { anchor, verdicts }
}

/// What the learned combination would look at, for mementos that it decides.
pub fn pairs<'a>(
    timemap: &'a TimeMap,
    sketches: &'a FxHashMap<u64, Sketch>,
    surroundings: Surroundings<'_>,
    profile: &Profile,
) -> Vec<Option<Pair<'a>>> {
    let group = Group::of(timemap, sketches);
    let comparer = Comparer::new(&group, surroundings.union, profile.topics);
    let anchor = Anchor::of(&group, profile.anchor, true).and_then(|a| group.text(a.place));
    let pair = |place: usize| {
        let (text, anchor) = (group.text(place)?, anchor?);
        let sketch = group.texts[text];
        let elsewhere = surroundings.spread.other_timemaps(sketch);
        (sketch.content == Content::Words).then(|| comparer.pair(text, anchor, elsewhere))
    };
    (0..group.len()).map(pair).collect()
}

struct Judge<'g, 'a> {
    group: &'g Group<'a>,
    surroundings: Surroundings<'g>,
    profile: &'g Profile,
    comparer: Comparer<'g, 'a>,
    /// Verdicts of texts against the texts of anchor and previous: mementos with the same text
    /// have the same.
    known: FxHashMap<(usize, usize, Option<usize>), Verdict>,
    /// The text of the last memento that was on-topic.
    previous: Option<usize>,
}

impl Judge<'_, '_> {
    fn memento(&mut self, place: usize, anchor: Option<Anchor>) -> Verdict {
        let mut verdict = match self.before_scores(place) {
            Some(verdict) => verdict,
            None => self.compared(place, anchor),
        };
        if matches!(self.group.redirect(place), Some(Redirect::Followed(_))) {
            verdict.reasons.push(Reason::Followed);
        }
        if !self.group.has_date(place) {
            verdict.reasons.push(Reason::NoDate);
        }
        verdict
    }

    /// What needs no comparison.
    fn before_scores(&self, place: usize) -> Option<Verdict> {
        let Some(sketch) = self.group.sketch(place) else {
            return Some(self.plain(None, Status::Unknown, Reason::Unresolved));
        };
        let learned = self.profile.combine == Combine::Learned;
        let redirect = match self.group.redirect(place) {
            Some(Redirect::Elsewhere) => (Status::Off, Reason::Elsewhere),
            _ => (Status::Unknown, Reason::Redirect),
        };
        let (status, reason) = match (self.group.status(place), sketch.content) {
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
            scores: scores.collect(),
            reasons: vec![reason],
            words: sketch.map_or(0, |s| s.words),
            bytes: sketch.map_or(0, |s| s.bytes),
            simhash_raw: sketch.map_or(0, |s| s.simhash_raw),
            simhash_tf: sketch.map_or(0, |s| s.simhash_tf),
        }
    }

    fn compared(&mut self, place: usize, anchor: Option<Anchor>) -> Verdict {
        let (sketch, text) = (self.group.sketch(place), self.group.text(place));
        let of_anchor = anchor.and_then(|anchor| self.group.text(anchor.place));
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
        let key = (text, anchor_text, previous);
        let mut verdict = match self.known.get(&key) {
            Some(known) => known.clone(),
            None => {
                let verdict = self.against(text, anchor_text, previous);
                self.known.insert(key, verdict.clone());
                verdict
            }
        };
        if anchor.is_some_and(|anchor| anchor.place == place) {
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

    /// What all evidence together says; the reasons become those of the evidence. A page that
    /// changed step by step is far from its anchor and near to what it was before: the nearer of
    /// the two counts.
    fn learned(
        &self,
        verdict: &mut Verdict,
        text: usize,
        anchor: usize,
        previous: Option<usize>,
    ) -> bool {
        let (sketch, first) = (self.group.texts[text], self.group.texts[anchor]);
        let elsewhere = self.surroundings.spread.other_timemaps(sketch);
        let model = &self.profile.model;
        let against = |other: usize| {
            model.probability(&features::row(&self.comparer.pair(text, other, elsewhere)))
        };
        let probability = previous.map_or(1.0, against).min(against(anchor));
        verdict.probability = Some(probability);
        if probability < model.threshold {
            verdict.reasons.clear();
            return false;
        }
        let mut reasons = vec![Reason::Learned];
        if let Some((notice, strength)) = strongest(sketch)
            && strength >= TOLD
        {
            reasons.push(Reason::Says(notice));
        }
        let (a, b) = (&first.evidence, &sketch.evidence);
        let evidence = [
            (b.refresh && !a.refresh, Reason::Refresh),
            (
                a.language.is_some() && b.language.is_some() && a.language != b.language,
                Reason::OtherLanguage,
            ),
            (elsewhere > 0, Reason::SharedBody),
        ];
        reasons.extend(evidence.into_iter().filter(|(holds, _)| *holds).map(|(_, reason)| reason));
        reasons.append(&mut verdict.reasons);
        verdict.reasons = reasons;
        true
    }
}
