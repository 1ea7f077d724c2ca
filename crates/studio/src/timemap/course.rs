//! The course of a TimeMap: how its text changes, and what the measures of a profile say of each capture.
//!
//! The TimeMap is judged by itself: the other pages of its host, which the learned combination of a run sees as well, are
//! not read. Scores of measures do not depend on them.

use std::io;

use rustc_hash::FxHashSet;
use scutch_archive::Limits;
use scutch_page::Page;
use scutch_shuffle::Settings;
use scutch_template::words::Words;
use scutch_topic::{
    Combine, FileCapture, Gatherer, Grouping, Profile, Reason, Selection, Side, Status, Verdict,
    judge_all,
};

use crate::source::{PageCapture, Source};

/// Captures of a TimeMap that are read; of longer ones every second one, every third one, and so on.
const MOST_CAPTURES: usize = 300;

/// The course of a TimeMap.
#[derive(Debug, Clone)]
pub struct Course {
    /// Its captures in the order of time.
    pub captures: Vec<Moment>,
    /// The measures of the profile.
    pub measures: Vec<MeasureScale>,
    /// The rule that combines them.
    pub combine: Combine,
    /// Probability from which on the learned combination says off-topic.
    pub probability: f64,
    /// Of so many captures one is read; 1 where all are.
    pub step: usize,
}

/// A capture of the course.
#[derive(Debug, Clone)]
pub struct Moment {
    /// Place in the TimeMap, from 0.
    pub at: usize,
    /// Milliseconds since 1970 UTC.
    pub unix_ms: i64,
    /// Share of words that are not in both this text and the one before; `None` for the first, and for what cannot be read.
    pub change: Option<f64>,
    /// What is concluded; `None` where the capture cannot be read.
    pub verdict: Option<Verdict>,
}

impl Moment {
    /// Whether a threshold decides about the capture: it is neither the anchor nor settled before.
    pub fn is_open(&self) -> bool {
        self.verdict.as_ref().is_some_and(|verdict| {
            let is_compared = |reason: &Reason| {
                !matches!(reason, Reason::Anchor | Reason::Empty | Reason::HttpError)
            };
            verdict.status != Status::Unknown && verdict.reasons.iter().all(is_compared)
        })
    }
}

/// A measure with its threshold and the range of its scores.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MeasureScale {
    /// Its name.
    pub name: &'static str,
    /// The threshold of the profile.
    pub threshold: f64,
    /// The side of it that is off-topic.
    pub side: Side,
    /// Least and largest score that a threshold can be.
    pub range: (f64, f64),
}

impl Course {
    /// Reads the captures of a TimeMap and judges them under a profile.
    ///
    /// # Errors
    /// When a temporary file cannot be written.
    pub fn read(source: &Source, captures: &[usize], profile: &Profile) -> io::Result<Self> {
        // Every n-th capture: a course is drawn, and more points than pixels say no more.
        let step = captures.len().div_ceil(MOST_CAPTURES).max(1);
        let mut profile = profile.clone();
        // Each score is shown, whatever another one says.
        profile.short_circuit = false;
        profile.ready();
        let limits = Limits::default();
        let mut gatherer = Gatherer::new(&profile.sketch, &limits, 1, Settings::default())?;
        let mut moments = moments(source, captures, step, &mut gatherer)?;
        let collection = gatherer.finish(Vec::new(), Grouping::Exact, Selection::All)?;
        judge_all(&collection, &profile, 1, |timemap, judged| {
            for (memento, verdict) in timemap.mementos.iter().zip(&judged.verdicts) {
                // The number of the file is the place of the capture.
                let at = memento.place.file as usize;
                let moment = moments.iter_mut().find(|moment| moment.at == at);
                if let Some(moment) = moment {
                    moment.verdict = Some(verdict.clone());
                }
            }
            Ok(())
        })?;
        Ok(Self {
            captures: moments,
            measures: scales(&profile),
            combine: profile.combine,
            probability: profile.model.threshold,
            step,
        })
    }
}

/// Takes in every `step`-th of the captures; gives them without verdicts.
fn moments(
    source: &Source,
    captures: &[usize],
    step: usize,
    gatherer: &mut Gatherer<'_>,
) -> io::Result<Vec<Moment>> {
    let (mut moments, mut before) = (Vec::new(), None);
    for (at, number) in captures.iter().enumerate().step_by(step) {
        let capture = &source.pages()[*number];
        let words =
            // Under the address of the first: variants of it would split the TimeMap.
            observe(source, capture, (at, &source.pages()[captures[0]].url), gatherer)?;
        let change = before.as_ref().zip(words.as_ref()).map(|(old, new)| distance(old, new));
        // Compared with the last capture that could be read: a gap is no change.
        before = words.or(before);
        moments.push(Moment { at, unix_ms: capture.unix_ms, change, verdict: None });
    }
    Ok(moments)
}

/// The measures of a profile.
fn scales(profile: &Profile) -> Vec<MeasureScale> {
    let measures = profile.measures.iter().map(|(measure, threshold)| {
        let (worst, same) = measure.range();
        let range = (worst.min(same).min(*threshold), worst.max(same).max(*threshold));
        MeasureScale { name: measure.name(), threshold: *threshold, side: measure.side(), range }
    });
    measures.collect()
}

/// Takes a capture in, under the address of its TimeMap; gives its words. `None` for one that cannot be read.
fn observe(
    source: &Source,
    capture: &PageCapture,
    (at, url): (usize, &str),
    gatherer: &mut Gatherer<'_>,
) -> io::Result<Option<FxHashSet<u32>>> {
    let Ok(content) = source.content(capture) else { return Ok(None) };
    gatherer.file(&FileCapture {
        url: url.to_owned(),
        // 0 stands for an unknown time, which must not become the first.
        unix_ms: Some(capture.unix_ms).filter(|ms| *ms != 0),
        // Other answers are no captures of a page here.
        status: Some(200),
        file: u32::try_from(at).unwrap_or(u32::MAX),
        content_type: content.content_type.as_deref(),
        bytes: &content.bytes,
        ..FileCapture::default()
    })?;
    Ok(Some(words(&content.page)))
}

fn words(page: &Page) -> FxHashSet<u32> {
    Words::from_tree(page.tree()).numbers.into_iter().collect()
}

/// Jaccard distance of two sets of words: 0 for equal ones.
fn distance(a: &FxHashSet<u32>, b: &FxHashSet<u32>) -> f64 {
    let both = a.intersection(b).count();
    let all = a.len() + b.len() - both;
    // Two empty pages are alike. The quotient would be no number.
    if all == 0 { 0.0 } else { 1.0 - both as f64 / all as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_change_of_a_text_is_a_share_of_its_words() {
        let set = |words: &[u32]| words.iter().copied().collect::<FxHashSet<u32>>();
        for (a, b, expected) in [
            (&[1, 2, 3][..], &[1, 2, 3][..], 0.0),
            (&[1, 2], &[3, 4], 1.0),
            (&[1, 2, 3], &[2, 3, 4], 0.5),
            (&[], &[], 0.0),
        ] {
            assert!((distance(&set(a), &set(b)) - expected).abs() < 1e-9, "{a:?} {b:?}");
        }
    }
}
