//! Joint evidence of a TimeMap: what most of its captures share, and what comes back.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::judge::texts::DistinctTexts;
use crate::parts::neighbours::Others;
use crate::parts::views::{View, contained};

/// Texts that others are compared with. Of more, evenly spread ones are taken.
const MOST_COMPARED: usize = 16;
/// Share of a content from which it is still there.
const THERE: f64 = 0.5;
/// Fewest runs of what is new on a text that tell it apart.
const LEAST_RUNS: usize = 8;
/// Views kept between comparisons. Beyond that they are made anew.
const MOST_VIEWS: usize = 256;

/// What the other captures of a TimeMap say of a text and its anchor. Shares are of captures.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Course {
    /// Mean share of the anchor's content on the captures that resemble neither.
    pub(crate) cohesion: f64,
    /// Share of the other captures that have the text's content.
    pub(crate) support: f64,
    /// Share of the other captures that have the anchor's content.
    pub(crate) anchor_support: f64,
    /// The anchor's content is there again after the text.
    pub(crate) returns: bool,
    /// Mean share of the content of a capture that is not on another.
    pub(crate) variety: f64,
}

/// A text of the sample.
struct Compared {
    text: usize,
    view: Rc<View>,
    weight: f64,
}

/// The views of a TimeMap's texts, and the sample that texts are compared with.
pub(crate) struct Captures<'g, 'a> {
    group: &'g DistinctTexts<'a>,
    others: Others<'g>,
    views: RefCell<FxHashMap<usize, Rc<View>>>,
    compared: RefCell<Option<Rc<Vec<Compared>>>>,
    /// Share of the content of a text on each text of the sample.
    kept: RefCell<FxHashMap<usize, Rc<Vec<f64>>>>,
    variety: OnceCell<f64>,
}

impl<'g, 'a> Captures<'g, 'a> {
    pub(crate) fn new(group: &'g DistinctTexts<'a>, others: Others<'g>) -> Self {
        let (views, kept) = (RefCell::default(), RefCell::default());
        Self { group, others, views, compared: RefCell::default(), kept, variety: OnceCell::new() }
    }

    /// The other pages of the host.
    pub(crate) fn others(&self) -> Others<'g> {
        self.others
    }

    /// The parts of a text.
    pub(crate) fn view(&self, text: usize) -> Rc<View> {
        if let Some(view) = self.views.borrow().get(&text) {
            return Rc::clone(view);
        }
        let view = Rc::new(View::new(self.group.texts[text], self.others));
        let mut views = self.views.borrow_mut();
        // Memory does not grow with the TimeMap.
        if views.len() >= MOST_VIEWS {
            views.clear();
        }
        views.insert(text, Rc::clone(&view));
        view
    }

    fn compared(&self) -> Rc<Vec<Compared>> {
        if let Some(compared) = &*self.compared.borrow() {
            return Rc::clone(compared);
        }
        let group = self.group;
        let usable = (0..group.texts.len()).filter(|text| group.is_usable(*text));
        let texts: Vec<usize> = usable.collect();
        let step = texts.len().div_ceil(MOST_COMPARED).max(1);
        let compared = texts.into_iter().step_by(step).map(|text| Compared {
            text,
            view: self.view(text),
            weight: group.weights[text] as f64,
        });
        let compared = Rc::new(compared.collect::<Vec<_>>());
        *self.compared.borrow_mut() = Some(Rc::clone(&compared));
        compared
    }

    fn kept(&self, text: usize) -> Rc<Vec<f64>> {
        if let Some(kept) = self.kept.borrow().get(&text) {
            return Rc::clone(kept);
        }
        let view = self.view(text);
        let compared = self.compared();
        let kept = Rc::new(compared.iter().map(|other| view.kept_in(&other.view)).collect());
        let mut all = self.kept.borrow_mut();
        if all.len() >= MOST_VIEWS {
            all.clear();
        }
        all.insert(text, Rc::clone(&kept));
        kept
    }

    /// What the other captures say of a text and its anchor.
    pub(crate) fn course(&self, text: usize, anchor: usize) -> Course {
        let of_anchor = self.kept(anchor);
        // What both show says nothing of the text: its content may be a menu that all captures have.
        let new = self.view(text).runs_beside(&self.view(anchor));
        let of_text: Vec<f64> = match new.len() {
            0..LEAST_RUNS => self.kept(text).to_vec(),
            _ => self.compared().iter().map(|o| contained(&new, &o.view.page_runs)).collect(),
        };
        let (mut apart, mut cohesion) = (0.0, 0.0);
        // Captures of the very text support each other.
        let same = self.group.weights[text] as f64 - 1.0;
        let (mut all, mut support, mut anchor_support) = (same, same, 0.0);
        let mut returns = false;
        let first = self.group.first_capture(text);
        for (other, (kept, anchor_kept)) in
            self.compared().iter().zip(of_text.iter().zip(of_anchor.iter()))
        {
            if other.text != text {
                all += other.weight;
                support += other.weight * f64::from(u8::from(*kept >= THERE));
                anchor_support += other.weight * f64::from(u8::from(*anchor_kept >= THERE));
                returns |= *anchor_kept >= THERE && self.group.last_capture(other.text) > first;
            }
            if other.text != text && other.text != anchor && *kept < THERE {
                apart += other.weight;
                cohesion += other.weight * anchor_kept;
            }
        }
        let mean =
            |sum: f64, weight: f64, none: f64| if weight > 0.0 { sum / weight } else { none };
        Course {
            cohesion: mean(cohesion, apart, 0.5),
            support: mean(support, all, 0.0),
            anchor_support: mean(anchor_support, all, 0.0),
            returns,
            variety: self.variety(),
        }
    }

    /// Mean share of the content of a text of the sample that others of the sample lack: near 1 for
    /// pages that show something else on every capture.
    fn variety(&self) -> f64 {
        *self.variety.get_or_init(|| {
            let compared = self.compared();
            let (mut sum, mut all) = (0.0, 0.0);
            for of in compared.iter() {
                let kept = self.kept(of.text);
                for (other, kept) in compared.iter().zip(kept.iter()) {
                    if other.text != of.text {
                        sum += 1.0 - kept;
                        all += 1.0;
                    }
                }
            }
            if all > 0.0 { sum / all } else { 0.0 }
        })
    }

    /// The capture that most others resemble: the text whose content most captures have.
    pub(crate) fn central(&self) -> Option<usize> {
        let compared = self.compared();
        let kept: Vec<Rc<Vec<f64>>> = compared.iter().map(|of| self.kept(of.text)).collect();
        // Both ways: the little that a notice has besides the frame may stand on many captures.
        let weight = |at: usize| -> f64 {
            let all = compared.iter().enumerate();
            all.map(|(other, of)| of.weight * (kept[at][other] + kept[other][at])).sum()
        };
        let weights = compared.iter().enumerate().map(|(at, of)| (weight(at), of.text));
        weights.reduce(|best, next| if next.0 > best.0 { next } else { best }).map(|(_, text)| text)
    }
}
