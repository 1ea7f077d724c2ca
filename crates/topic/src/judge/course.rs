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
    /// Words of the content of the middle capture, the captures sorted by these.
    pub(crate) usual_size: u32,
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
    usual_size: OnceCell<u32>,
}

impl<'g, 'a> Captures<'g, 'a> {
    pub(crate) fn new(group: &'g DistinctTexts<'a>, others: Others<'g>) -> Self {
        let (views, kept) = (RefCell::default(), RefCell::default());
        let (variety, usual_size) = (OnceCell::new(), OnceCell::new());
        Self { group, others, views, compared: RefCell::default(), kept, variety, usual_size }
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
        // Evenly spread rather than the first ones, which may all show one state of the page.
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
        // All at once: which entries stay changes no result, only how often shares are computed.
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
            // Only a third content can tell which of the two belongs to the page.
            if other.text != text && other.text != anchor && *kept < THERE {
                apart += other.weight;
                cohesion += other.weight * anchor_kept;
            }
        }
        let mean =
            |sum: f64, weight: f64, none: f64| if weight > 0.0 { sum / weight } else { none };
        Course {
            // Without a third content there is evidence for neither side.
            cohesion: mean(cohesion, apart, 0.5),
            support: mean(support, all, 0.0),
            anchor_support: mean(anchor_support, all, 0.0),
            returns,
            variety: self.variety(),
            usual_size: self.usual_size(),
        }
    }

    /// Words of the content of the middle capture of the sample, the smaller of two middle ones.
    fn usual_size(&self) -> u32 {
        *self.usual_size.get_or_init(|| {
            let compared = self.compared();
            let mut sizes: Vec<(u32, f64)> =
                compared.iter().map(|of| (of.view.size, of.weight)).collect();
            sizes.sort_unstable_by_key(|(size, _)| *size);
            let half = sizes.iter().map(|(_, weight)| weight).sum::<f64>() / 2.0;
            let mut captures = 0.0;
            let middle = sizes.iter().find(|(_, weight)| {
                captures += weight;
                captures >= half
            });
            middle.map_or(0, |(size, _)| *size)
        })
    }

    /// Mean share of the content of a text of the sample that others of the sample lack: near 1 for
    /// pages that show something else on every capture.
    fn variety(&self) -> f64 {
        *self.variety.get_or_init(|| {
            let compared = self.compared();
            // By texts, not by captures: captures of one text have nothing to lack.
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
        // The first of equals: the earliest state is the one that was collected.
        weights.reduce(|best, next| if next.0 > best.0 { next } else { best }).map(|(_, text)| text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::fixture::{CLOCK, Captured, FERRY, ORCHARD};
    use crate::parts::neighbours::Neighbours;

    const NOTE: &str = "<p>closed on monday until noon</p>";

    /// Runs `with` on captures named by letters. A `!` makes the one before it an error.
    ///
    /// `a`, `b` and `c` have nothing in common; `d` is `a` and `c`, `e` is all three, and `f` is
    /// `a` with a short note.
    fn on<T>(captures: &str, with: impl FnOnce(&Captures<'_, '_>) -> T) -> T {
        let (d, e) = (format!("{FERRY}{CLOCK}"), format!("{FERRY}{CLOCK}{ORCHARD}"));
        let pages = [FERRY, ORCHARD, CLOCK, &d, &e, &format!("{FERRY}{NOTE}")];
        let mut shown: Vec<(usize, u16)> = Vec::new();
        for letter in captures.bytes() {
            match (letter, shown.last_mut()) {
                (b'!', Some(last)) => last.1 = 404,
                _ => shown.push((usize::from(letter - b'a'), 200)),
            }
        }
        of(&Captured::new(&pages, &shown), with)
    }

    fn of<T>(captured: &Captured, with: impl FnOnce(&Captures<'_, '_>) -> T) -> T {
        let (group, host) = (captured.texts(), Neighbours::default());
        with(&Captures::new(&group, host.others(group.url())))
    }

    #[test]
    fn other_captures_speak_for_a_text_and_for_its_anchor() {
        // Captures, then cohesion, support, support of the anchor, and whether that comes back. The
        // text is the second one, the anchor the first.
        for (captures, expected) in [
            ("ab", (0.5, 0.0, 1.0, false)),
            ("aba", (0.5, 0.0, 1.0, true)),
            ("abb", (0.5, 0.5, 0.5, false)),
            ("abc", (0.0, 0.0, 0.5, false)),
            ("abbbc", (0.0, 0.5, 0.25, false)),
            // A capture that has more than the anchor has the anchor's content too.
            ("abd", (1.0, 0.0, 1.0, true)),
            ("abcdd", (2.0 / 3.0, 0.0, 0.75, true)),
            // What the text shares with its anchor is no support.
            ("adb", (0.0, 0.0, 0.5, false)),
            ("adc", (0.5, 0.5, 0.5, false)),
            // A note is too short to tell texts apart: the whole content is compared.
            ("afb", (0.0, 0.5, 0.5, false)),
            // Errors are no captures of the page.
            ("abc!", (0.5, 0.0, 1.0, false)),
            ("abd!", (0.5, 0.0, 1.0, false)),
        ] {
            let course = on(captures, |all| all.course(1, 0));
            let found = (course.cohesion, course.support, course.anchor_support, course.returns);
            assert_eq!(found, expected, "{captures}");
        }
    }

    #[test]
    fn variety_is_what_texts_lack_of_each_other() {
        for (captures, expected) in [
            ("a", 0.0),
            ("aaa", 0.0),
            ("ab!", 0.0),
            ("ab", 1.0),
            ("abc", 1.0),
            // Half of one text is not on the other, which is wholly on the first.
            ("ad", 0.25),
            // How often a text was captured is no matter.
            ("addd", 0.25),
        ] {
            let found = on(captures, |all| all.course(0, 0).variety);
            assert_eq!(found, expected, "{captures}");
        }
    }

    #[test]
    fn the_usual_size_is_that_of_the_middle_capture() {
        // The pages have 20 words, `d` 40 and `e` 60.
        for (captures, expected) in [
            ("", 0),
            ("a!", 0),
            ("abc", 20),
            ("ade", 40),
            // Of two middle ones the smaller.
            ("ae", 20),
            ("adde", 40),
            // Captures of one text count each.
            ("aeee", 60),
            ("aaae", 20),
        ] {
            let found = on(captures, |all| u64::from(all.usual_size()));
            assert_eq!(found, expected, "{captures}");
        }
    }

    #[test]
    fn the_central_text_is_the_one_that_most_captures_resemble() {
        for (captures, expected) in [
            ("", None),
            ("a!", None),
            // The first of equals.
            ("ab", Some(0)),
            ("abb", Some(1)),
            ("abcc", Some(2)),
            ("ab!bb", Some(0)),
            // All have the first text, and the last one has all others: neither is the middle.
            ("ade", Some(1)),
        ] {
            on(captures, |all| assert_eq!(all.central(), expected, "{captures}"));
        }
    }

    /// So many different pages, each captured once.
    fn different(count: usize) -> Captured {
        let pages: Vec<String> = (0..count).map(|n| format!("<p>page number {n}")).collect();
        let pages: Vec<&str> = pages.iter().map(String::as_str).collect();
        Captured::new(&pages, &(0..count).map(|page| (page, 200)).collect::<Vec<_>>())
    }

    #[test]
    fn long_timemaps_are_compared_with_texts_evenly_spread() {
        for (count, step) in [(1, 1), (MOST_COMPARED, 1), (MOST_COMPARED + 1, 2), (40, 3)] {
            let texts: Vec<usize> = of(&different(count), |all| {
                all.compared().iter().map(|compared| compared.text).collect()
            });
            assert_eq!(texts, (0..count).step_by(step).collect::<Vec<_>>(), "{count}");
            assert!(texts.len() <= MOST_COMPARED, "{count}");
        }
    }

    #[test]
    fn views_are_bounded_and_made_anew_alike() {
        let count = MOST_VIEWS + 20;
        of(&different(count), |all| {
            let before = (all.course(1, 0), all.view(1).page.clone());
            for text in 0..count {
                all.kept(text);
                assert!(all.views.borrow().len() <= MOST_VIEWS, "{text}");
                assert!(all.kept.borrow().len() <= MOST_VIEWS, "{text}");
            }
            assert!(!all.views.borrow().contains_key(&1));
            assert_eq!((all.course(1, 0), all.view(1).page.clone()), before);
        });
    }
}
