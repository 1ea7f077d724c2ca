//! How far annotators agree, with each other and with themselves.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use rustc_hash::FxHashMap;

use super::desk::passes;
use super::{ADJUDICATED, Journal, LabelError, Letter, NodeMark, Pass, Plan};
use crate::source::Source;

/// Names of files in a folder of labels that are no annotator's.
pub const RESERVED: [&str; 4] = [ADJUDICATED, "decisions", "gold", "labels"];

/// Counts of nodes by the label of one rater and of the other, in the order of [`Letter::ALL`].
pub type Counts = [[u64; 4]; 4];

/// An annotator's first or second pass.
#[derive(Debug, Clone, PartialEq)]
pub struct Rater {
    /// Name of the annotator.
    pub annotator: String,
    /// 1 or 2.
    pub pass: u8,
    /// What was labelled and is done, by number of the page.
    pub pages: FxHashMap<usize, Pass>,
}

impl Rater {
    /// The name, with the pass if it is the second.
    pub fn title(&self) -> String {
        match self.pass {
            1 => self.annotator.clone(),
            _ => format!("{} again", self.annotator),
        }
    }
}

/// Two raters compared.
#[derive(Debug, Clone, PartialEq)]
pub struct Agreement {
    /// Names of both.
    pub raters: [String; 2],
    /// Over all pages that both are done with.
    pub counts: Counts,
    /// By page, in ascending order of its number.
    pub pages: Vec<(usize, Counts)>,
}

/// All raters whose journals are in a folder, by name, the first pass first.
///
/// # Errors
/// When a journal cannot be read.
pub fn raters(folder: &Path, plan: &Plan, source: &Source) -> Result<Vec<Rater>, LabelError> {
    let mut raters = Vec::new();
    for name in annotators(folder)? {
        let lines: Vec<super::Line> = Journal::read(&folder.join(format!("{name}.jsonl")))?;
        let (passes, _) = passes(&lines, plan, source)?;
        for pass in [1, 2] {
            // Unfinished pages would count as disagreement on every node not yet labelled.
            let of_it =
                passes.iter().filter(|((_, number), found)| *number == pass && found.is_done());
            let pages: FxHashMap<usize, Pass> =
                of_it.map(|((page, _), found)| (*page, found.clone())).collect();
            if !pages.is_empty() {
                raters.push(Rater { annotator: name.clone(), pass, pages });
            }
        }
    }
    Ok(raters)
}

/// Names of the annotators with a journal in a folder.
fn annotators(folder: &Path) -> Result<BTreeSet<String>, LabelError> {
    let at = LabelError::at(folder);
    let mut names = BTreeSet::new();
    for entry in fs::read_dir(folder).map_err(&at)? {
        let name = entry.map_err(&at)?.file_name();
        let Some(stem) = name.to_str().and_then(|name| name.strip_suffix(".jsonl")) else {
            continue;
        };
        // Names of annotators have no dot, those of what we write have one.
        if !stem.contains('.') && !RESERVED.contains(&stem) {
            names.insert(stem.to_owned());
        }
    }
    Ok(names)
}

/// Compares each rater with each later one.
pub fn agreements(raters: &[Rater]) -> Vec<Agreement> {
    let pairs = (0..raters.len()).flat_map(|a| (a + 1..raters.len()).map(move |b| (a, b)));
    pairs.map(|(a, b)| agreement(&raters[a], &raters[b])).filter(|a| !a.pages.is_empty()).collect()
}

fn agreement(a: &Rater, b: &Rater) -> Agreement {
    let mut pages: Vec<usize> =
        a.pages.keys().filter(|page| b.pages.contains_key(page)).copied().collect();
    // Hash order would change the tables from run to run.
    pages.sort_unstable();
    let pages: Vec<(usize, Counts)> = pages
        .into_iter()
        .map(|page| (page, compared(&a.pages[&page].labels(), &b.pages[&page].labels())))
        .collect();
    let mut counts = Counts::default();
    for (_, of_page) in &pages {
        for (sum, row) in counts.iter_mut().zip(of_page) {
            sum.iter_mut().zip(row).for_each(|(sum, count)| *sum += count);
        }
    }
    Agreement { raters: [a.title(), b.title()], counts, pages }
}

/// Counts the nodes that both labelled. Nodes that nobody looked at, because no browser shows them,
/// would be agreement for nothing.
fn compared(a: &[Option<NodeMark>], b: &[Option<NodeMark>]) -> Counts {
    let mut counts = Counts::default();
    for (a, b) in a.iter().zip(b).filter_map(|(a, b)| a.as_ref().zip(b.as_ref())) {
        // Labels that the program set for both say nothing about the annotators.
        if !(a.preset && b.preset) {
            counts[number(a.letter)][number(b.letter)] += 1;
        }
    }
    counts
}

fn number(letter: Letter) -> usize {
    Letter::ALL.iter().position(|known| *known == letter).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::label::{Event, kappa};

    fn rater(annotator: &str, pass: u8, keys: &str) -> Rater {
        let mut found = Pass::default();
        let open = Event::Open { nodes: keys.len(), digest: "d".to_owned() };
        let hidden = keys.char_indices().filter(|(_, key)| *key == 'h').map(|(at, _)| at);
        let marks = keys.char_indices().filter_map(|(at, key)| {
            let label = Letter::of_key(key)?;
            Some(Event::Mark { first: at, last: at, label, words: None })
        });
        let hidden = Event::Hidden { nodes: hidden.collect(), width: None };
        for event in [open, hidden].into_iter().chain(marks) {
            found.take(&event, None).expect("fits");
        }
        let pages = [(7, found)].into_iter().collect();
        Rater { annotator: annotator.to_owned(), pass, pages }
    }

    #[test]
    fn raters_are_compared_by_node() {
        let raters = [
            rater("ann", 1, "ccbbshh.c"),
            rater("ann", 2, "ccbbshh.."),
            rater("ben", 1, "cbbbsh.cc"),
        ];
        let found = agreements(&raters);
        let names: Vec<&str> = found.iter().map(|a| &*a.raters[1]).collect();
        assert_eq!(names, ["ann again", "ben", "ben"]);
        // Hidden for both and left out by one do not count.
        assert_eq!(found[0].counts, [[2, 0, 0, 0], [0, 2, 0, 0], [0, 0, 1, 0], [0; 4]]);
        assert_eq!(kappa(&found[0].counts).value(), Some(1.0));
        assert_eq!(found[1].counts, [[2, 1, 0, 0], [0, 2, 0, 0], [0, 0, 1, 0], [0; 4]]);
        assert_eq!(found[1].pages, [(7, found[1].counts)]);
    }
}
