//! Durations of the steps of joint detection by page size, added up over threads.
//!
//! Atomic counters instead of a lock: every page of every worker is noted.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

/// A step of joint detection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Parsing a page, in the first reading.
    Parse,
    /// Summarising a page for comparison: signature, words, scores.
    Summarise,
    /// Finding the template groups of all hosts. Not per page.
    Group,
    /// Collecting training examples of a page, for methods that learn, in a reading of its own.
    Lesson,
    /// Training on these examples. Not per page.
    Learn,
    /// Finding the pages to compare a page with.
    Cross,
    /// Labelling blocks and nodes.
    Label,
}

impl Step {
    /// All steps, in order.
    pub const ALL: [Self; 7] = [
        Self::Parse,
        Self::Summarise,
        Self::Group,
        Self::Lesson,
        Self::Learn,
        Self::Cross,
        Self::Label,
    ];

    /// The name in `timing.json`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Parse => "parse",
            Self::Summarise => "summarise",
            Self::Group => "group",
            Self::Lesson => "lesson",
            Self::Learn => "learn",
            Self::Cross => "cross",
            Self::Label => "label",
        }
    }
}

/// Number of size classes. Each is a power of two, and 32 reach far beyond the limit of nodes.
const SIZES: usize = 32;

/// Sums of durations per step and size class.
#[derive(Debug, Default)]
pub struct Meter(Box<[[Cell; SIZES]; Step::ALL.len()]>);

/// The sum of one step and one size class.
#[derive(Debug, Default)]
struct Cell {
    pages: AtomicU64,
    nanoseconds: AtomicU64,
}

/// Duration of a step in seconds, summed over threads.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StepTime {
    /// The name of the step.
    pub step: String,
    /// Seconds on all pages.
    pub seconds: f64,
    /// By page size, smallest first, without empty classes.
    pub sizes: Vec<SizeTime>,
}

/// Duration of a step on pages of one size class.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SizeTime {
    /// Lower bound of the number of nodes. The upper bound is twice that.
    pub nodes: u64,
    /// The number of pages.
    pub pages: u64,
    /// Seconds on these pages.
    pub seconds: f64,
}

impl Meter {
    /// Measures a step on a page of `nodes` nodes (0 for no page) and returns its result.
    pub fn time<T>(&self, step: Step, nodes: usize, work: impl FnOnce() -> T) -> T {
        // Wall time of this thread. Waiting for a lock would count, but steps take none.
        let since = Instant::now();
        let made = work();
        self.note(step, nodes, since.elapsed());
        made
    }

    /// Adds a measured duration.
    pub fn note(&self, step: Step, nodes: usize, time: Duration) {
        // The number of bits of `nodes`: class 0 holds no page, class n holds 2^(n-1) nodes and more.
        let size = (usize::BITS - nodes.leading_zeros()) as usize;
        let cell = &self.0[step as usize][size.min(SIZES - 1)];
        // Relaxed: sums are read when all workers have ended.
        cell.pages.fetch_add(1, Relaxed);
        cell.nanoseconds.fetch_add(time.as_nanos() as u64, Relaxed);
    }

    /// The steps that took place, in order.
    pub fn steps(&self) -> Vec<StepTime> {
        Step::ALL.iter().filter_map(|step| self.step_time(*step)).collect()
    }

    /// What a step took, if it took place.
    fn step_time(&self, step: Step) -> Option<StepTime> {
        let cells = self.0[step as usize].iter().enumerate();
        let sizes = cells.filter_map(|(size, cell)| {
            let pages = cell.pages.load(Relaxed);
            let seconds = cell.nanoseconds.load(Relaxed) as f64 / 1e9;
            (pages > 0).then_some(SizeTime { nodes: 1 << size >> 1, pages, seconds })
        });
        let sizes: Vec<_> = sizes.collect();
        let seconds = sizes.iter().map(|size| size.seconds).sum();
        (!sizes.is_empty()).then(|| StepTime { step: step.name().to_owned(), seconds, sizes })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_added_by_size() {
        let meter = Meter::default();
        for (nodes, milliseconds) in [(0, 4), (1, 1), (1023, 2), (1024, 3), (2047, 5)] {
            meter.note(Step::Label, nodes, Duration::from_millis(milliseconds));
        }
        let steps = meter.steps();
        let [label] = &steps[..] else { panic!("{steps:?}") };
        assert_eq!((label.step.as_str(), (label.seconds * 1e3).round()), ("label", 15.0));
        let sizes: Vec<_> = label.sizes.iter().map(|size| (size.nodes, size.pages)).collect();
        assert_eq!(sizes, [(0, 1), (1, 1), (512, 1), (1024, 2)]);
        assert_eq!(meter.time(Step::Cross, 7, || 3), 3);
        assert_eq!(meter.steps().len(), 2);
    }
}
