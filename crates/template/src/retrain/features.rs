//! Features of a run of words and of the elements around it. (Thesis, table 2.1.)

use std::hash::Hasher as _;

use rustc_hash::FxHasher;
use scutch_page::tree::NodeKind;
use scutch_page::{Attr, NodeId, Tag, Tree};

use crate::hash::mixed;
use crate::nodes::NodeLabel;

/// Features of one node: tag, class, link density, text density, words, length of text, tags,
/// length per tag.
const NUMBERS: usize = 8;
/// A layer has the node, its previous and its next sibling.
const SEATS: usize = 3;
/// Features of one layer.
const LAYER: usize = NUMBERS * SEATS;

/// Characters of a line, by which text density is measured.
const LINE: u32 = 80;
/// Features are rounded to 1/64 and clamped to [`MOST`]. Then distances between rows are exact in
/// 64 bits, and ties are the same on every machine.
const PART: f32 = 64.0;
/// Largest value of a feature.
const MOST: f32 = 65_535.0;
/// Number of values that class words are hashed to.
const CLASSES: u64 = 1024;

/// A run of words or an element among its siblings.
#[derive(Debug, Clone, Copy, Default)]
struct Member {
    parent: Option<usize>,
    prev: Option<usize>,
    next: Option<usize>,
    /// Number of the run, for runs.
    run: Option<usize>,
    node: usize,
    in_link: bool,
    tag: f32,
    class: f32,
    words: u32,
    link_words: u32,
    chars: u32,
    tags: u32,
}

/// The runs and elements of a page with their neighbours.
#[derive(Debug)]
pub(crate) struct Neighbourhood {
    members: Vec<Member>,
    /// The member of each run.
    runs: Vec<usize>,
    /// Words that were looked at, for a test of the cost.
    #[cfg(test)]
    looked: usize,
}

/// A sibling of a run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Sibling {
    Run(usize),
    /// An element, by node number.
    Element(usize),
}

impl Neighbourhood {
    /// The neighbourhood of a tree. `nodes` are all its runs, in document order.
    pub(crate) fn new(tree: &Tree, nodes: &[NodeLabel]) -> Self {
        let mut found = Self {
            members: Vec::new(),
            runs: Vec::with_capacity(nodes.len()),
            #[cfg(test)]
            looked: 0,
        };
        // The member of each element, and the last member of its group so far.
        let mut elements: Vec<Option<usize>> = vec![None; tree.len()];
        let mut last: Vec<Option<usize>> = vec![None; tree.len()];
        for node in tree.all().skip(1) {
            let above = tree.parent(node).unwrap_or(NodeId::DOCUMENT).index();
            let parent = elements[above];
            match tree.kind(node) {
                NodeKind::Element(tag) => {
                    elements[node.index()] = Some(found.members.len());
                    found.join(element(tree, node, tag), parent, &mut last[above]);
                }
                NodeKind::Text => {
                    // One text can have very many runs: each continues where the last one ended,
                    // else the cost would be quadratic.
                    let mut words = tree.text(node).split_whitespace();
                    while let Some(label) = nodes.get(found.runs.len()).filter(|l| l.node == node) {
                        let number = found.runs.len();
                        found.runs.push(found.members.len());
                        let member = run(words.by_ref().take(label.words), number);
                        #[cfg(test)]
                        {
                            found.looked += member.words as usize;
                        }
                        found.join(member, parent, &mut last[above]);
                    }
                }
                NodeKind::Document => {}
            }
        }
        found.sum();
        found
    }

    fn join(&mut self, mut member: Member, parent: Option<usize>, last: &mut Option<usize>) {
        let at = self.members.len();
        // Parents join before their children, so being in a link is handed down here.
        member.in_link |= parent.is_some_and(|parent| self.members[parent].in_link);
        if member.in_link {
            member.link_words = member.words;
        }
        (member.parent, member.prev) = (parent, *last);
        if let Some(last) = last.replace(at) {
            self.members[last].next = Some(at);
        }
        self.members.push(member);
    }

    /// Adds up words, links, characters and tags. Children come after their parents, so from the
    /// end each member is complete when it is added to its parent.
    fn sum(&mut self) {
        for at in (0..self.members.len()).rev() {
            let Member { words, link_words, chars, tags, parent, .. } = self.members[at];
            if let Some(parent) = parent {
                let parent = &mut self.members[parent];
                parent.words += words;
                parent.link_words += link_words;
                parent.chars += chars;
                parent.tags += tags;
            }
        }
    }

    /// The features of a run: its own layer, that of its parent, and so on. Missing nodes have
    /// zeros.
    pub(crate) fn row(&self, run: usize, layers: usize) -> Vec<f32> {
        let mut row = vec![0.0; layers * LAYER];
        let mut at = self.runs.get(run).copied();
        for layer in row.chunks_mut(LAYER) {
            let Some(member) = at.map(|at| &self.members[at]) else { break };
            for (seat, at) in layer.chunks_mut(NUMBERS).zip([at, member.prev, member.next]) {
                if let Some(at) = at {
                    seat.copy_from_slice(&self.members[at].numbers());
                }
            }
            at = member.parent;
        }
        row
    }

    /// The siblings before and after a run, each with its text density.
    pub(crate) fn siblings(&self, run: usize) -> [Option<(Sibling, f32)>; 2] {
        let member = &self.members[self.runs[run]];
        [member.prev, member.next].map(|at| {
            let member = &self.members[at?];
            Some((member.run.map_or(Sibling::Element(member.node), Sibling::Run), member.density()))
        })
    }
}

impl Member {
    fn density(&self) -> f32 {
        self.words as f32 / self.chars.div_ceil(LINE).max(1) as f32
    }

    fn numbers(&self) -> [f32; NUMBERS] {
        let links = self.link_words as f32 / self.words.max(1) as f32;
        let (words, chars, tags) = (self.words as f32, self.chars as f32, self.tags as f32);
        let length = chars / tags.max(1.0);
        [self.tag, self.class, links, self.density(), words, chars, tags, length]
            .map(|number| ((number * PART).round() / PART).min(MOST))
    }
}

/// A number for a tag, the same for all pages. 0 is no node, 1 a run of words, 2 a tag that is not
/// in the table.
fn tag_number(tag: Tag) -> f32 {
    let known = Tag::ALL.iter().position(|(_, known)| *known == tag);
    known.map_or(2.0, |place| place as f32 + 3.0)
}

fn element(tree: &Tree, node: NodeId, tag: Tag) -> Member {
    Member {
        tag: tag_number(tag),
        class: class_number(tree.attr(node, Attr::CLASS).unwrap_or_default()),
        in_link: tag == Tag::A,
        tags: 1,
        node: node.index(),
        ..Member::default()
    }
}

fn run<'t>(words: impl Iterator<Item = &'t str>, number: usize) -> Member {
    let (mut count, mut chars) = (0u32, 0u32);
    for word in words {
        count += 1;
        chars = chars.saturating_add(word.chars().count() as u32 + 1);
    }
    // Words are joined by single spaces: one less than there are words.
    let chars = chars.saturating_sub(1);
    Member { tag: 1.0, run: Some(number), words: count, chars, ..Member::default() }
}

/// A number for a set of class words in any order; 0 for an empty set.
fn class_number(classes: &str) -> f32 {
    let mut words: Vec<&str> = classes.split_ascii_whitespace().collect();
    if words.is_empty() {
        return 0.0;
    }
    // The order of class words has no meaning.
    words.sort_unstable();
    let mut hash = FxHasher::default();
    words.iter().for_each(|word| {
        hash.write(word.as_bytes());
        hash.write_u8(b' ');
    });
    (1 + mixed(hash.finish()) % (CLASSES - 1)) as f32
}

#[cfg(test)]
mod tests {
    use scutch_page::Limits;

    use super::*;
    use crate::annotate::runs;
    use crate::patterns::{CUR, Class};
    use crate::words::Words;

    fn label(node: NodeId, words: usize) -> NodeLabel {
        NodeLabel {
            node,
            first: 0,
            words,
            bits: CUR,
            cross: CUR,
            class: Class::Invalid,
            score: 0.5,
            hidden: false,
            reason: None,
        }
    }

    fn neighbourhood(html: &str) -> Neighbourhood {
        let tree = Tree::parse(html, &Limits::default(), &mut Vec::new());
        let runs = runs(&Words::from_tree(&tree), &[]);
        let nodes: Vec<NodeLabel> = runs.iter().map(|run| label(run.node, run.words)).collect();
        Neighbourhood::new(&tree, &nodes)
    }

    #[test]
    fn rows_are_those_made_by_hand() {
        let html = "<body><div class='b a'><p>one two</p>three <a href=/>four five</a></div>";
        let found = neighbourhood(html);
        let (p, a, div) = (tag_number(Tag::P), tag_number(Tag::A), tag_number(Tag::Div));
        let class = class_number("a b");
        // "three": between p and a.
        let row = found.row(1, 3);
        assert_eq!(row.len(), 72);
        assert_eq!(row[..8], [1.0, 0.0, 0.0, 1.0, 1.0, 5.0, 0.0, 5.0]);
        assert_eq!(row[8..16], [p, 0.0, 0.0, 2.0, 2.0, 7.0, 1.0, 7.0]);
        assert_eq!(row[16..24], [a, 0.0, 1.0, 2.0, 2.0, 9.0, 1.0, 9.0]);
        // The div: five words, two in links, 21 characters, three tags; without siblings.
        assert_eq!(row[24..32], [div, class, 26.0 / 64.0, 5.0, 5.0, 21.0, 3.0, 7.0]);
        assert_eq!(row[32..48], [0.0; 16]);
        // The body has the head before it.
        assert_eq!(row[48], tag_number(Tag::Body));
        assert_eq!(row[56], tag_number(Tag::Head));
        // Words in a link are link words.
        assert_eq!(found.row(2, 1)[2], 1.0);
    }

    #[test]
    fn a_text_of_very_many_runs_is_looked_at_once() {
        let html = format!("<p>{}</p>", "one two three ".repeat(1000));
        let tree = Tree::parse(&html, &Limits::default(), &mut Vec::new());
        let words = Words::from_tree(&tree);
        let bits: Vec<u8> = (0..words.numbers.len()).map(|at| CUR << (at % 3 / 2)).collect();
        let mut first = 0;
        let labels = runs(&words, &bits).into_iter().map(|run| {
            let label = label(run.node, run.words);
            first += run.words;
            NodeLabel { first: first - run.words, ..label }
        });
        let labels: Vec<NodeLabel> = labels.collect();
        let found = Neighbourhood::new(&tree, &labels);
        assert_eq!((labels.len(), found.looked), (2000, 3000));
        // "three" again and again, "one two" between.
        let (chars, words) = (found.row(1999, 1)[5], found.row(1998, 1)[4]);
        assert_eq!((chars, words), (5.0, 2.0));
    }

    #[test]
    fn classes_are_sets() {
        assert_eq!(class_number("a  b"), class_number("b a"));
        assert_ne!(class_number("a"), class_number("b"));
        assert_eq!(class_number(" "), 0.0);
    }
}
