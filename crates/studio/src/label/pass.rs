//! What the events of one page add up to.

use std::collections::BTreeMap;

use super::{Event, Field, LabelError, Letter};
use crate::nodes::PageNodes;

/// The label of a node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NodeMark {
    /// The label.
    pub letter: Letter,
    /// Of a mixed node a key per word.
    pub words: Option<String>,
    /// Nobody set it: the browser does not show the node.
    pub preset: bool,
}

#[derive(Debug, Clone, PartialEq)]
struct Mark {
    ranges: Vec<(usize, usize)>,
    letter: Letter,
    words: Option<String>,
}

impl Mark {
    fn count(&self) -> usize {
        self.ranges.iter().map(|(first, last)| last.saturating_add(1).saturating_sub(*first)).sum()
    }
}

/// The last mark that still counts: what an undo would take back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LastMark {
    /// Number of its first node.
    pub node: usize,
    /// How many nodes it is for.
    pub count: usize,
    /// Its label.
    pub letter: Letter,
}

/// One page labelled by one annotator once.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Pass {
    nodes: usize,
    digest: String,
    hidden: Option<Vec<usize>>,
    width: Option<u32>,
    marks: Vec<Mark>,
    fields: BTreeMap<Field, String>,
    seconds: f64,
    asked: bool,
    done: bool,
}

impl Pass {
    /// Takes an event in. `nodes` are those of the page, if it is open; events of a journal were
    /// checked when they were written.
    ///
    /// # Errors
    /// When the event does not fit the page.
    pub fn take(&mut self, event: &Event, nodes: Option<&PageNodes>) -> Result<(), LabelError> {
        if let Some(nodes) = nodes {
            check(event, nodes)?;
        }
        match event {
            Event::Open { nodes, digest } => (self.nodes, self.digest) = (*nodes, digest.clone()),
            Event::Hidden { nodes, width } => {
                (self.hidden, self.width) = (Some(nodes.clone()), *width);
            }
            // A page that is done stays done: a correction must not take it out of the ground truth.
            Event::Mark { first, last, label, words } => {
                // Only a mixed node has words. Elsewhere they would contradict the letter.
                let words = words.clone().filter(|_| *label == Letter::Mixed);
                self.marks.push(Mark { ranges: vec![(*first, *last)], letter: *label, words });
            }
            Event::MarkRanges { ranges, label } => {
                self.marks.push(Mark { ranges: ranges.clone(), letter: *label, words: None });
            }
            Event::Undo => drop(self.marks.pop()),
            Event::Answer => self.asked = true,
            Event::Field { name, value } if value.is_empty() => drop(self.fields.remove(name)),
            Event::Field { name, value } => drop(self.fields.insert(*name, value.clone())),
            Event::Time { seconds } => self.seconds += seconds.max(0.0),
            Event::Done => self.done = true,
        }
        Ok(())
    }

    /// Whether it was made of the page as it is read now. A page not opened yet fits.
    pub fn fits(&self, nodes: &PageNodes) -> bool {
        self.digest.is_empty() || self.nodes == nodes.len() && self.digest == nodes.digest()
    }

    /// Whether the page was opened.
    pub fn is_opened(&self) -> bool {
        !self.digest.is_empty()
    }

    /// Whether the annotator was done with it.
    pub fn is_done(&self) -> bool {
        self.done
    }

    /// Whether the answer of the method was shown.
    pub fn saw_answer(&self) -> bool {
        self.asked
    }

    /// Seconds spent on it.
    pub fn seconds(&self) -> f64 {
        self.seconds
    }

    /// What was written about the page.
    pub fn fields(&self) -> &BTreeMap<Field, String> {
        &self.fields
    }

    /// The nodes that the browser does not show; `None` if it was not asked yet.
    pub fn hidden(&self) -> Option<&[usize]> {
        self.hidden.as_deref()
    }

    /// The width of the window in which the browser was asked, in CSS pixels, if it is known.
    pub fn width(&self) -> Option<u32> {
        self.width
    }

    /// What an undo would take back.
    pub fn last_mark(&self) -> Option<LastMark> {
        let mark = self.marks.last()?;
        let (node, _) = *mark.ranges.first()?;
        Some(LastMark { node, count: mark.count(), letter: mark.letter })
    }

    /// The label of each node.
    pub fn labels(&self) -> Vec<Option<NodeMark>> {
        let mut labels = vec![None; self.nodes];
        let mut is_hidden = vec![false; self.nodes];
        let preset = NodeMark { letter: Letter::Skip, words: None, preset: true };
        for node in self.hidden.iter().flatten().filter(|node| **node < self.nodes) {
            labels[*node] = Some(preset.clone());
            is_hidden[*node] = true;
        }
        for mark in &self.marks {
            let is_one = mark.count() == 1;
            // A journal can be of a page that has changed.
            let known = |range: &(usize, usize)| range.0..range.1.saturating_add(1).min(self.nodes);
            for node in mark.ranges.iter().flat_map(known) {
                // A key for many nodes is meant for what is seen; a key for one is meant for it.
                if is_one || !is_hidden[node] {
                    let words = mark.words.clone();
                    labels[node] = Some(NodeMark { letter: mark.letter, words, preset: false });
                }
            }
        }
        labels
    }
}

fn check(event: &Event, nodes: &PageNodes) -> Result<(), LabelError> {
    let refused = |why| Err(LabelError::Refused(why));
    match event {
        Event::Mark { first, last, .. } if first > last || *last >= nodes.len() => {
            refused("The page has no such nodes.")
        }
        Event::MarkRanges { label: Letter::Mixed, .. } => {
            refused("A mixed node is one node, with a label for each of its words.")
        }
        Event::MarkRanges { ranges, .. } if !are_ranges(ranges, nodes.len()) => {
            refused("The page has no such ranges of nodes.")
        }
        Event::Mark { label: Letter::Mixed, first, last, words } => {
            let Some(words) = words.as_deref().filter(|_| first == last) else {
                return refused("A mixed node is one node, with a label for each of its words.");
            };
            let count = nodes.list()[*first].text.split(' ').count();
            let is_label = |c: char| Letter::of_key(c).is_some_and(|label| label != Letter::Mixed);
            match words.len() == count && words.chars().all(is_label) {
                true => Ok(()),
                false => refused("A mixed node has one of c, b and s for each of its words."),
            }
        }
        Event::Hidden { nodes: hidden, .. } if hidden.iter().any(|node| *node >= nodes.len()) => {
            refused("The page has no such nodes.")
        }
        Event::Time { seconds } if !(0.0..=86400.0).contains(seconds) => {
            refused("No page takes so long.")
        }
        Event::Field { name, value } => name.refusal(value).map_or(Ok(()), refused),
        _ => Ok(()),
    }
}

/// Whether ranges are some, in ascending order, and of a page with so many nodes.
fn are_ranges(ranges: &[(usize, usize)], nodes: usize) -> bool {
    ranges.iter().all(|(first, last)| first <= last)
        && ranges.windows(2).all(|pair| pair[0].1 < pair[1].0)
        && ranges.last().is_some_and(|(_, last)| *last < nodes)
}

#[cfg(test)]
mod tests {
    use scutch_page::{Hints, Limits, Page};

    use super::*;

    fn keys(pass: &Pass) -> String {
        let key = |mark: &Option<NodeMark>| mark.as_ref().map_or('.', |mark| mark.letter.key());
        pass.labels().iter().map(key).collect()
    }

    fn mark(first: usize, last: usize, label: Letter) -> Event {
        Event::Mark { first, last, label, words: None }
    }

    #[test]
    fn marks_behind_the_nodes_of_a_page_are_passed_over() {
        let mut pass = Pass::default();
        pass.take(&mark(0, 7, Letter::Content), None).expect("is in a journal");
        assert_eq!(keys(&pass), "");
        pass.take(&Event::Open { nodes: 2, digest: "x".to_owned() }, None).expect("opens");
        assert_eq!(keys(&pass), "cc");
    }

    #[test]
    fn events_add_up() {
        let page = Page::parse(b"<p>a<p>b c<p>d<p>e", &Hints::default(), &Limits::default());
        let nodes = PageNodes::new(&page);
        let mut pass = Pass::default();
        let mut take = |event: Event, expected: &str| {
            pass.take(&event, Some(&nodes)).expect("fits");
            assert_eq!(keys(&pass), expected, "{event:?}");
        };
        take(Event::Open { nodes: 4, digest: nodes.digest().to_owned() }, "....");
        take(Event::Hidden { nodes: vec![2], width: Some(1280) }, "..s.");
        take(mark(1, 3, Letter::Content), ".csc");
        take(mark(2, 2, Letter::Boilerplate), ".cbc");
        let words = Some("cb".to_owned());
        take(Event::Mark { first: 1, last: 1, label: Letter::Mixed, words }, ".mbc");
        take(Event::Undo, ".cbc");
        let ranges = vec![(0, 0), (2, 3)];
        take(Event::MarkRanges { ranges, label: Letter::Boilerplate }, "bcbb");
        take(Event::Undo, ".cbc");
        take(Event::Undo, ".csc");
        let ranges = vec![(0, 0), (2, 3)];
        take(Event::MarkRanges { ranges, label: Letter::Boilerplate }, "bcsb");
        take(Event::Undo, ".csc");
        take(Event::Undo, "..s.");
        take(Event::Undo, "..s.");
        assert!(pass.fits(&nodes));
    }

    #[test]
    fn a_correction_leaves_a_page_done_and_can_be_undone() {
        let mut pass = Pass::default();
        let open = Event::Open { nodes: 3, digest: "x".to_owned() };
        for event in [open, mark(0, 2, Letter::Content), Event::Done] {
            pass.take(&event, None).expect("fits");
        }
        pass.take(&mark(1, 1, Letter::Skip), None).expect("fits");
        assert_eq!((keys(&pass), pass.is_done()), ("csc".to_owned(), true));
        let last = pass.last_mark().expect("a mark");
        assert_eq!((last.node, last.count, last.letter), (1, 1, Letter::Skip));
        pass.take(&Event::Undo, None).expect("fits");
        assert_eq!((keys(&pass), pass.is_done()), ("ccc".to_owned(), true));
        assert_eq!(pass.last_mark().map(|last| last.count), Some(3));
        pass.take(&Event::Undo, None).expect("fits");
        assert_eq!(pass.last_mark(), None);
    }

    #[test]
    fn fields_are_written_and_taken_back() {
        let page = Page::parse(b"<p>a", &Hints::default(), &Limits::default());
        let nodes = PageNodes::new(&page);
        let mut pass = Pass::default();
        for (name, value) in
            [(Field::Date, "2019-05"), (Field::Date, ""), (Field::Title, "17.5.2019")]
        {
            let event = Event::Field { name, value: value.to_owned() };
            pass.take(&event, Some(&nodes)).expect("fits");
            assert_eq!(pass.fields().get(&name).map_or("", String::as_str), value, "{name:?}");
        }
    }

    #[test]
    fn what_does_not_fit_the_page_is_refused() {
        let page = Page::parse(b"<p>a<p>b c", &Hints::default(), &Limits::default());
        let nodes = PageNodes::new(&page);
        let mixed = |first, last, words: &str| {
            let words = Some(words.to_owned()).filter(|words| !words.is_empty());
            Event::Mark { first, last, label: Letter::Mixed, words }
        };
        let ranges =
            |of: &[(usize, usize)], label| Event::MarkRanges { ranges: of.to_vec(), label };
        for event in [
            mark(0, 2, Letter::Content),
            mark(1, 0, Letter::Content),
            mixed(1, 1, "c"),
            mixed(1, 1, "cbc"),
            mixed(1, 1, "cm"),
            mixed(1, 1, ""),
            mixed(0, 1, "c"),
            ranges(&[], Letter::Content),
            ranges(&[(0, 2)], Letter::Content),
            ranges(&[(1, 0)], Letter::Content),
            ranges(&[(0, 1), (1, 1)], Letter::Content),
            ranges(&[(0, 0)], Letter::Mixed),
            Event::Hidden { nodes: vec![2], width: None },
            Event::Time { seconds: -1.0 },
            Event::Time { seconds: f64::NAN },
            Event::Field { name: Field::Date, value: "17.5.2019".to_owned() },
            Event::Field { name: Field::Date, value: "2019-13".to_owned() },
            Event::Field { name: Field::Title, value: "x".repeat(4097) },
        ] {
            let taken = Pass::default().take(&event, Some(&nodes));
            assert!(matches!(taken, Err(LabelError::Refused(_))), "{event:?}");
        }
    }
}
