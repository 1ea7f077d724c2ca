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
    first: usize,
    last: usize,
    letter: Letter,
    words: Option<String>,
}

/// One page labelled by one annotator once.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Pass {
    nodes: usize,
    digest: String,
    hidden: Option<Vec<usize>>,
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
            Event::Hidden { nodes } => self.hidden = Some(nodes.clone()),
            Event::Mark { first, last, label, words } => {
                let words = words.clone().filter(|_| *label == Letter::Mixed);
                self.marks.push(Mark { first: *first, last: *last, letter: *label, words });
                self.done = false;
            }
            Event::Undo => {
                self.marks.pop();
                self.done = false;
            }
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
            // A journal can be of a page that has changed.
            for node in (mark.first..=mark.last).take_while(|node| *node < self.nodes) {
                // A key for many nodes is meant for what is seen; a key for one is meant for it.
                if mark.first == mark.last || !is_hidden[node] {
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
        Event::Hidden { nodes: hidden } if hidden.iter().any(|node| *node >= nodes.len()) => {
            refused("The page has no such nodes.")
        }
        Event::Time { seconds } if !(0.0..=86400.0).contains(seconds) => {
            refused("No page takes so long.")
        }
        Event::Field { value, .. } if value.len() > 4096 => refused("The value is too long."),
        _ => Ok(()),
    }
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
        take(Event::Hidden { nodes: vec![2] }, "..s.");
        take(mark(1, 3, Letter::Content), ".csc");
        take(mark(2, 2, Letter::Boilerplate), ".cbc");
        let words = Some("cb".to_owned());
        take(Event::Mark { first: 1, last: 1, label: Letter::Mixed, words }, ".mbc");
        take(Event::Undo, ".cbc");
        take(Event::Undo, ".csc");
        take(Event::Undo, "..s.");
        take(Event::Undo, "..s.");
        assert!(pass.fits(&nodes));
    }

    #[test]
    fn what_does_not_fit_the_page_is_refused() {
        let page = Page::parse(b"<p>a<p>b c", &Hints::default(), &Limits::default());
        let nodes = PageNodes::new(&page);
        let mixed = |first, last, words: &str| {
            let words = Some(words.to_owned()).filter(|words| !words.is_empty());
            Event::Mark { first, last, label: Letter::Mixed, words }
        };
        for event in [
            mark(0, 2, Letter::Content),
            mark(1, 0, Letter::Content),
            mixed(1, 1, "c"),
            mixed(1, 1, "cbc"),
            mixed(1, 1, "cm"),
            mixed(1, 1, ""),
            mixed(0, 1, "c"),
            Event::Hidden { nodes: vec![2] },
            Event::Time { seconds: -1.0 },
            Event::Time { seconds: f64::NAN },
        ] {
            let taken = Pass::default().take(&event, Some(&nodes));
            assert!(matches!(taken, Err(LabelError::Refused(_))), "{event:?}");
        }
    }
}
