//! The anchor: the memento with which the others of a TimeMap are compared.

use crate::judge::features::strongest;
use crate::judge::profile::AnchorRule;
use crate::judge::texts::DistinctTexts;
use crate::measure::distance::jaccard;
use crate::sketch::{Content, Sketch};

/// The memento with which others are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Anchor {
    /// Its index in the TimeMap.
    pub index: usize,
    /// Mementos before it that could not be used: empty ones, errors, notices in place of a page.
    pub passed_over: usize,
}

/// Strength of a notice from which a page is no anchor.
const NOTICE: f64 = 0.75;
/// Most texts that medoid and majority compare. Of more, evenly spread ones are taken, since all
/// pairs are compared.
const MOST_COMPARED: usize = 200;
/// Largest Jaccard distance of texts that belong to one majority.
const RESEMBLE: f64 = 0.7;

impl Anchor {
    /// The anchor of a TimeMap, if any of its mementos has words. With `judge_notices`, pages that
    /// are notices are passed over.
    pub(crate) fn choose(
        group: &DistinctTexts<'_>,
        rule: AnchorRule,
        judge_notices: bool,
    ) -> Option<Self> {
        let words = |index: &usize| group.sketch(*index).is_some_and(has_words);
        let answered =
            |index: &usize| words(index) && group.status(*index).is_none_or(|status| status < 300);
        let best = |index: &usize| {
            let notice = |sketch: &Sketch| strongest(sketch).is_some_and(|(_, s)| s >= NOTICE);
            answered(index) && !(judge_notices && group.sketch(*index).is_some_and(notice))
        };
        // Better a notice or an error page than no anchor: the conditions are dropped one by one.
        let mut usable: Vec<usize> = Vec::new();
        for accept in [&best as &dyn Fn(&usize) -> bool, &answered, &words] {
            if usable.is_empty() {
                usable = (0..group.len()).filter(accept).collect();
            }
        }
        let index = match rule {
            AnchorRule::First | AnchorRule::PreviousOnTopic => *usable.first()?,
            AnchorRule::Medoid => central(group, &usable, false)?,
            AnchorRule::Majority => central(group, &usable, true)?,
        };
        // Other rules may choose a late memento although earlier ones could be used.
        let passed_over = match rule {
            AnchorRule::First | AnchorRule::PreviousOnTopic => index,
            AnchorRule::Medoid | AnchorRule::Majority => 0,
        };
        Some(Self { index, passed_over })
    }
}

fn has_words(sketch: &Sketch) -> bool {
    sketch.content == Content::Words
}

/// The memento with the smallest sum of distances to all others, or with the most similar mementos.
/// The first of equals wins.
fn central(group: &DistinctTexts<'_>, usable: &[usize], majority: bool) -> Option<usize> {
    let mut first_of_text = Vec::new();
    for index in usable {
        if let Some(text) = group.text(*index)
            && !first_of_text.iter().any(|(t, _)| *t == text)
        {
            first_of_text.push((text, *index));
        }
    }
    // Evenly spread rather than the first ones: a page may change for good after some years.
    let step = first_of_text.len().div_ceil(MOST_COMPARED).max(1);
    let compared: Vec<_> = first_of_text.into_iter().step_by(step).collect();
    let costs =
        compared.iter().map(|(text, index)| (cost(group, *text, &compared, majority), *index));
    costs.reduce(|best, next| if next.0 < best.0 { next } else { best }).map(|(_, index)| index)
}

/// The sum of distances of a text to all that are compared, or less the number of mementos with a
/// similar text.
fn cost(
    group: &DistinctTexts<'_>,
    text: usize,
    compared: &[(usize, usize)],
    majority: bool,
) -> f64 {
    let of_other = |other: usize| {
        let (a, b) = (&group.texts[text].terms, &group.texts[other].terms);
        let distance = jaccard(a.common(b), a.distinct(), b.distinct());
        let weight = group.weights[other] as f64;
        match majority {
            true if distance <= RESEMBLE => -weight,
            true => 0.0,
            false => distance * weight,
        }
    };
    compared.iter().map(|(other, _)| of_other(*other)).sum()
}
