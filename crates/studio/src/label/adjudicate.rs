//! What several annotators together say of a page, and what they differ about.

use scutch_evaluate::GoldNode;

use super::agreement::Rater;
use super::{NodeMark, Pass};

/// A node about which annotators differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dispute {
    /// Number of the node.
    pub node: usize,
    /// Names of the annotators with what they say.
    pub choices: Vec<(String, NodeMark)>,
}

/// A page with what is agreed on or decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Merged {
    /// The label of each node; none where nobody has set one, or a dispute is open.
    pub labels: Vec<Option<NodeMark>>,
    /// All nodes in dispute, with those that are decided.
    pub disputes: Vec<Dispute>,
}

impl Merged {
    /// How many disputes are not decided.
    pub fn open(&self) -> usize {
        self.disputes.iter().filter(|dispute| self.labels[dispute.node].is_none()).count()
    }
}

/// The first passes of a page, with the names of their annotators.
pub fn first_passes(raters: &[Rater], page: usize) -> Vec<(&str, &Pass)> {
    let first = raters.iter().filter(|rater| rater.pass == 1);
    first.filter_map(|rater| Some((&*rater.annotator, rater.pages.get(&page)?))).collect()
}

/// Merges passes of one page. Whoever left a node without a label has no say about it.
pub fn merged(passes: &[(&str, &Pass)], decided: &Pass) -> Merged {
    let labelled: Vec<(&str, Vec<Option<NodeMark>>)> =
        passes.iter().map(|(name, pass)| (*name, pass.labels())).collect();
    let count = labelled.iter().map(|(_, labels)| labels.len()).max().unwrap_or_default();
    let decided = decided.labels();
    let (mut labels, mut disputes) = (Vec::with_capacity(count), Vec::new());
    for node in 0..count {
        let said = |(name, labels): &(&str, Vec<Option<NodeMark>>)| {
            Some(((*name).to_owned(), labels.get(node)?.clone()?))
        };
        let choices: Vec<(String, NodeMark)> = labelled.iter().filter_map(said).collect();
        let agreed = choices.windows(2).all(|pair| same(&pair[0].1, &pair[1].1));
        if agreed {
            labels.push(choices.into_iter().next().map(|(_, mark)| mark));
        } else {
            // Adjudication decides disputes only: nodes with agreement cannot be overruled.
            labels.push(decided.get(node).cloned().flatten());
            disputes.push(Dispute { node, choices });
        }
    }
    Merged { labels, disputes }
}

fn same(a: &NodeMark, b: &NodeMark) -> bool {
    a.letter == b.letter && a.words == b.words
}

/// Says of the nodes in dispute who decided about them.
pub(super) fn name_deciders(nodes: &mut [GoldNode], disputes: &[Dispute]) {
    for dispute in disputes {
        if let Some(node) = nodes.get_mut(dispute.node) {
            node.why = Some("adjudicated".to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::label::{Event, Letter};

    fn pass(keys: &str) -> Pass {
        let mut pass = Pass::default();
        let open = Event::Open { nodes: keys.len(), digest: "d".to_owned() };
        let marks = keys.char_indices().filter_map(|(at, key)| {
            let label = Letter::of_key(key)?;
            Some(Event::Mark { first: at, last: at, label, words: None })
        });
        for event in std::iter::once(open).chain(marks) {
            pass.take(&event, None).expect("fits");
        }
        pass
    }

    fn keys(merged: &Merged) -> String {
        let key = |mark: &Option<NodeMark>| mark.as_ref().map_or('.', |mark| mark.letter.key());
        merged.labels.iter().map(key).collect()
    }

    #[test]
    fn what_is_agreed_on_stands_and_the_rest_is_decided() {
        let (ann, ben) = (pass("ccb.s"), pass("cbb.c"));
        let passes = [("ann", &ann), ("ben", &ben)];
        let open = merged(&passes, &Pass::default());
        assert_eq!((keys(&open), open.open()), ("c.b..".to_owned(), 2));
        let nodes: Vec<usize> = open.disputes.iter().map(|dispute| dispute.node).collect();
        assert_eq!(nodes, [1, 4]);
        let names: Vec<(&str, char)> =
            open.disputes[0].choices.iter().map(|(n, m)| (&**n, m.letter.key())).collect();
        assert_eq!(names, [("ann", 'c'), ("ben", 'b')]);
        // A decision about what is agreed on changes nothing.
        let decided = merged(&passes, &pass("b...s"));
        assert_eq!((keys(&decided), decided.open()), ("c.b.s".to_owned(), 1));
        // One annotator without a label leaves it to the other.
        let (ann, ben) = (pass(".c"), pass("bc"));
        assert_eq!(keys(&merged(&[("ann", &ann), ("ben", &ben)], &Pass::default())), "bc");
    }
}
