//! The anchor: the memento that the others are compared with.

use crate::judge::features::strongest;
use crate::judge::profile::AnchorRule;
use crate::judge::texts::Group;
use crate::measure::distance::jaccard;
use crate::sketch::{Content, Sketch};

/// The memento that others are compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Anchor {
    /// Its place in the TimeMap.
    pub place: usize,
    /// Mementos before it that could not be used: empty, errors, or notices that stand where a
    /// page was.
    pub passed_over: usize,
}

/// How much of a page a notice must make up for the page to be no anchor.
const NOTICE: f64 = 0.75;
/// Different texts that medoid and majority look at, spread evenly, so that work stays linear.
const MOST_COMPARED: usize = 200;
/// Jaccard distance up to which two texts resemble each other.
const RESEMBLE: f64 = 0.7;

impl Anchor {
    /// The anchor of a group, if any of its mementos has words. `judge_notices` passes over pages
    /// that say themselves that they stand where another was.
    pub(crate) fn of(group: &Group<'_>, rule: AnchorRule, judge_notices: bool) -> Option<Self> {
        let words = |place: &usize| group.sketch(*place).is_some_and(has_words);
        let answered =
            |place: &usize| words(place) && group.status(*place).is_none_or(|status| status < 300);
        let best = |place: &usize| {
            let notice = |sketch: &Sketch| strongest(sketch).is_some_and(|(_, s)| s >= NOTICE);
            answered(place) && !(judge_notices && group.sketch(*place).is_some_and(notice))
        };
        let mut usable: Vec<usize> = Vec::new();
        for accept in [&best as &dyn Fn(&usize) -> bool, &answered, &words] {
            if usable.is_empty() {
                usable = (0..group.len()).filter(accept).collect();
            }
        }
        let place = match rule {
            AnchorRule::First | AnchorRule::PreviousOnTopic => *usable.first()?,
            AnchorRule::Medoid => central(group, &usable, false)?,
            AnchorRule::Majority => central(group, &usable, true)?,
        };
        let passed_over = match rule {
            AnchorRule::First | AnchorRule::PreviousOnTopic => place,
            AnchorRule::Medoid | AnchorRule::Majority => 0,
        };
        Some(Self { place, passed_over })
    }
}

fn has_words(sketch: &Sketch) -> bool {
    sketch.content == Content::Words
}

/// The memento nearest to all others, or with the most that resemble it; the first of equals.
fn central(group: &Group<'_>, usable: &[usize], majority: bool) -> Option<usize> {
    let mut first_of_text = Vec::new();
    for place in usable {
        if let Some(text) = group.text(*place)
            && !first_of_text.iter().any(|(t, _)| *t == text)
        {
            first_of_text.push((text, *place));
        }
    }
    let step = first_of_text.len().div_ceil(MOST_COMPARED).max(1);
    let compared: Vec<_> = first_of_text.into_iter().step_by(step).collect();
    let cost = |text: usize| -> f64 {
        compared
            .iter()
            .map(|(other, _)| {
                let (a, b) = (&group.texts[text].terms, &group.texts[*other].terms);
                let distance = jaccard(a.common(b), a.distinct(), b.distinct());
                let weight = group.weights[*other] as f64;
                match majority {
                    true if distance <= RESEMBLE => -weight,
                    true => 0.0,
                    false => distance * weight,
                }
            })
            .sum()
    };
    let costs = compared.iter().map(|(text, place)| (cost(*text), *place));
    costs.reduce(|best, next| if next.0 < best.0 { next } else { best }).map(|(_, place)| place)
}
