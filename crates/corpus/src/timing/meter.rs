//! How long the steps of joint detection take, by the size of pages: many threads add to it.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

/// A step of joint detection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    /// Bytes to a page, in the first reading.
    Parse,
    /// What is kept of a page to compare others with: signature, words, scores.
    Summarise,
    /// Template groups of all hosts. It belongs to no page.
    Group,
    /// What a page teaches methods that learn, in a reading of its own.
    Lesson,
    /// What these methods learn of that. It belongs to no page.
    Learn,
    /// The pages that a page is compared with.
    Cross,
    /// Labels of blocks and nodes.
    Label,
}

impl Step {
    pub(crate) const ALL: [Self; 7] = [
        Self::Parse,
        Self::Summarise,
        Self::Group,
        Self::Lesson,
        Self::Learn,
        Self::Cross,
        Self::Label,
    ];

    pub(crate) fn name(self) -> &'static str {
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

/// Sizes that are told apart: powers of two, far beyond the limit of nodes.
const SIZES: usize = 32;

/// Adds up times.
#[derive(Debug, Default)]
pub(crate) struct Meter(Box<[[Cell; SIZES]; Step::ALL.len()]>);

#[derive(Debug, Default)]
struct Cell {
    pages: AtomicU64,
    nanoseconds: AtomicU64,
}

/// Seconds of a step, of all threads together.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct StepTime {
    pub(crate) step: String,
    pub(crate) seconds: f64,
    /// By the size of pages, smallest first; sizes without a page are left out.
    pub(crate) sizes: Vec<SizeTime>,
}

/// Pages of one size.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct SizeTime {
    /// Nodes of the tree, at least; at most one less than twice that.
    pub(crate) nodes: u64,
    pub(crate) pages: u64,
    pub(crate) seconds: f64,
}

impl Meter {
    /// Notes that a step was done with a tree of so many nodes, 0 for no page; what it made.
    pub(crate) fn time<T>(&self, step: Step, nodes: usize, work: impl FnOnce() -> T) -> T {
        let since = Instant::now();
        let made = work();
        self.note(step, nodes, since.elapsed());
        made
    }

    /// Notes a time that was measured.
    pub(crate) fn note(&self, step: Step, nodes: usize, time: Duration) {
        let size = (usize::BITS - nodes.leading_zeros()) as usize;
        let cell = &self.0[step as usize][size.min(SIZES - 1)];
        cell.pages.fetch_add(1, Relaxed);
        cell.nanoseconds.fetch_add(time.as_nanos() as u64, Relaxed);
    }

    /// The steps that were done.
    pub(crate) fn steps(&self) -> Vec<StepTime> {
        let step = |step: &Step| {
            let cells = self.0[*step as usize].iter().enumerate();
            let sizes = cells.filter_map(|(size, cell)| {
                let pages = cell.pages.load(Relaxed);
                let seconds = cell.nanoseconds.load(Relaxed) as f64 / 1e9;
                (pages > 0).then_some(SizeTime { nodes: 1 << size >> 1, pages, seconds })
            });
            let sizes: Vec<_> = sizes.collect();
            let seconds = sizes.iter().map(|size| size.seconds).sum();
            (!sizes.is_empty()).then(|| StepTime { step: step.name().to_owned(), seconds, sizes })
        };
        Step::ALL.iter().filter_map(step).collect()
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
