//! Scores of the labels of a page.

use std::ops::AddAssign;

use scutch_learn::Counts;
use scutch_learn::text_score::{bag_f1, tokens};
use scutch_template::patterns::Class;
use serde::Serialize;

use crate::align::{Aligned, Run, align};
use crate::gold::{GoldPage, Truth};

/// The label that a gold node got.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Labels of this class cover most of its characters. Ties go to content, then to boilerplate.
    Labelled(Class),
    /// No label covers it.
    Unaligned,
}

/// How nodes count that a method leaves open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reading {
    /// Not at all.
    Decided,
    /// As boilerplate.
    InvalidBoilerplate,
    /// As errors.
    InvalidError,
}

impl Reading {
    /// All readings.
    pub const ALL: [Self; 3] = [Self::Decided, Self::InvalidBoilerplate, Self::InvalidError];

    /// The name in tables.
    pub fn id(self) -> &'static str {
        match self {
            Self::Decided => "decided",
            Self::InvalidBoilerplate => "invalid = boilerplate",
            Self::InvalidError => "invalid = error",
        }
    }
}

/// Scored nodes by truth and outcome, in some unit.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Tally {
    /// Of content and of boilerplate: labelled content, boilerplate, invalid, unaligned.
    pub cells: [[f64; 4]; 2],
}

impl Tally {
    fn add(&mut self, content: bool, outcome: Outcome, weight: f64) {
        let column = match outcome {
            Outcome::Labelled(class) => class as usize,
            Outcome::Unaligned => 3,
        };
        // Row 0 is content, row 1 boilerplate.
        self.cells[usize::from(!content)][column] += weight;
    }

    /// Hits and errors of the decision for content. Nodes that are not aligned are errors.
    pub fn counts(&self, reading: Reading) -> Counts {
        let [content, boilerplate] = self.cells;
        // Column 2 holds the open nodes: each reading puts them into other cells.
        let (open_missed, open_rest, open_extra) = match reading {
            Reading::Decided => (0.0, 0.0, 0.0),
            Reading::InvalidBoilerplate => (content[2], boilerplate[2], 0.0),
            Reading::InvalidError => (content[2], 0.0, boilerplate[2]),
        };
        Counts {
            hits: content[0],
            missed: content[1] + content[3] + open_missed,
            extra: boilerplate[0] + boilerplate[3] + open_extra,
            rest: boilerplate[1] + open_rest,
        }
    }

    /// The sum of all cells.
    pub fn all(&self) -> f64 {
        self.cells.as_flattened().iter().sum()
    }

    /// The share of one outcome: 2 is invalid, 3 unaligned.
    pub fn share(&self, column: usize) -> f64 {
        let part: f64 = self.cells.iter().map(|row| row[column]).sum();
        // A page of ignored nodes alone has nothing to score.
        if self.all() == 0.0 { 0.0 } else { part / self.all() }
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        let cells = self.cells.as_flattened_mut().iter_mut();
        for (to, from) in cells.zip(other.cells.as_flattened()) {
            *to += from;
        }
    }
}

/// The scores of a page.
#[derive(Debug, Clone, PartialEq)]
pub struct PageScore {
    /// The outcome of each gold node, also of those that are not scored.
    pub outcomes: Vec<Outcome>,
    /// Outcomes counted by nodes.
    pub nodes: Tally,
    /// Outcomes counted by tokens of gold nodes.
    pub tokens: Tally,
    /// F1 of the multisets of content tokens, found and true. Tokens of ignored nodes are no
    /// errors.
    pub bag_f1: f64,
    /// The alignment was cut short because it would have taken too many steps.
    pub capped: bool,
}

/// Scores the labels of a page.
pub(crate) fn score_page(gold: &GoldPage, runs: &[Run]) -> PageScore {
    let texts: Vec<&str> = gold.text_nodes.iter().map(|node| node.text.as_str()).collect();
    let Aligned { votes, capped } = align(&texts, runs);
    let outcomes: Vec<Outcome> = votes.into_iter().map(majority).collect();
    let (mut nodes, mut words) = (Tally::default(), Tally::default());
    for (node, outcome) in gold.text_nodes.iter().zip(&outcomes) {
        let Some(content) = node.wanted() else { continue };
        nodes.add(content, *outcome, 1.0);
        words.add(content, *outcome, tokens(&node.text).len() as f64);
    }
    PageScore { nodes, tokens: words, bag_f1: bag(gold, runs), outcomes, capped }
}

/// The class with most votes.
fn majority([content, boilerplate, invalid]: [usize; 3]) -> Outcome {
    let classes =
        [(content, Class::Content), (boilerplate, Class::Boilerplate), (invalid, Class::Invalid)];
    let most = content.max(boilerplate).max(invalid);
    let first = classes.into_iter().find(|(chars, _)| *chars == most && most > 0);
    first.map_or(Outcome::Unaligned, |(_, class)| Outcome::Labelled(class))
}

/// F1 of the content tokens as multisets.
fn bag(gold: &GoldPage, runs: &[Run]) -> f64 {
    let text = |label: Truth| {
        let nodes = gold.text_nodes.iter().filter(move |node| node.label == label);
        nodes.flat_map(|node| tokens(&node.text)).collect::<Vec<String>>()
    };
    let (wanted, mut ignored) = (text(Truth::Content), text(Truth::Ignore));
    let content = runs.iter().filter(|run| run.class == Class::Content);
    let mut found: Vec<String> = content.flat_map(|run| tokens(&run.text)).collect();
    forgive(&mut found, &wanted, &mut ignored);
    bag_f1(&found, &wanted)
}

/// Removes tokens from `found` that are wanted no more and that ignored nodes have.
fn forgive(found: &mut Vec<String>, wanted: &[String], ignored: &mut [String]) {
    let mut open: Vec<&str> = wanted.iter().map(String::as_str).collect();
    open.sort_unstable();
    ignored.sort_unstable();
    found.sort_unstable();
    // Three sorted lists are merged. A wanted token counts as found before an ignored one excuses
    // it.
    let (mut next_wanted, mut next_ignored) = (0, 0);
    found.retain(|token| {
        while open.get(next_wanted).is_some_and(|wanted| *wanted < token.as_str()) {
            next_wanted += 1;
        }
        while ignored.get(next_ignored).is_some_and(|ignored| ignored < token) {
            next_ignored += 1;
        }
        if open.get(next_wanted).is_some_and(|wanted| *wanted == token.as_str()) {
            next_wanted += 1;
            return true;
        }
        let forgiven = ignored.get(next_ignored).is_some_and(|ignored| ignored == token);
        next_ignored += usize::from(forgiven);
        !forgiven
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GoldNode;

    fn page(nodes: &[(&str, Truth)]) -> GoldPage {
        let node = |(text, label): &(&str, Truth)| GoldNode::new((*text).to_owned(), *label);
        GoldPage {
            site: "s".to_owned(),
            url: "u".to_owned(),
            timestamp: "t".to_owned(),
            lang: None,
            text_nodes: nodes.iter().map(node).collect(),
        }
    }

    #[test]
    fn a_page_is_counted_in_three_readings() {
        let gold = page(&[
            ("one two three", Truth::Content),
            ("four", Truth::Content),
            ("five", Truth::Boilerplate),
            ("six", Truth::Boilerplate),
            ("seven", Truth::Ignore),
            ("eight", Truth::Content),
        ]);
        let run = |text: &str, class| Run { text: text.to_owned(), class };
        let runs = [
            run("one two three", Class::Content),
            run("four", Class::Invalid),
            run("five", Class::Boilerplate),
            run("six seven", Class::Content),
        ];
        let score = score_page(&gold, &runs);
        let counts = |hits, extra, missed, rest| Counts { hits, extra, missed, rest };
        assert_eq!(score.nodes.counts(Reading::Decided), counts(1.0, 1.0, 1.0, 1.0));
        assert_eq!(score.nodes.counts(Reading::InvalidBoilerplate), counts(1.0, 1.0, 2.0, 1.0));
        assert_eq!(score.tokens.counts(Reading::InvalidError), counts(3.0, 1.0, 2.0, 1.0));
        assert_eq!(score.nodes.share(3), 0.2);
        // Found: one two three six; "seven" is forgiven. Wanted: five tokens.
        assert!((score.bag_f1 - 2.0 * 3.0 / 9.0).abs() < 1e-9);
    }
}
