//! A page as *pieces*: runs of words of one text node with one class in A, one in B, and one truth.

use scutch_template::patterns::Class;

use super::labels::LabelledRun;
use crate::{GoldPage, Run, Truth, align};

/// A run of words.
#[derive(Debug, Clone, PartialEq)]
pub struct Piece {
    /// Number of the text node.
    pub node: usize,
    /// The words, one space between them.
    pub text: String,
    /// Classes in A and in B; `None` where a side does not have the words.
    pub classes: [Option<Class>; 2],
    /// Content or boilerplate, where the ground truth says so.
    pub truth: Option<Class>,
}

impl Piece {
    /// Whether A and B give different classes.
    pub fn differs(&self) -> bool {
        self.classes[0] != self.classes[1]
    }

    /// Whether side 0 (A) or 1 (B) is wrong; an undecided class is.
    pub fn is_wrong(&self, side: usize) -> bool {
        self.truth.is_some() && self.classes[side] != self.truth
    }

    /// Characters without white space.
    pub fn chars(&self) -> u64 {
        scutch_page::counts::visible_chars(&self.text) as u64
    }
}

/// The pieces of a page in document order, as are the runs of both sides.
pub fn pieces(a: &[LabelledRun], b: &[LabelledRun], gold: Option<&GoldPage>) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut left = [a, b];
    while let Some(node) = left.iter().filter_map(|runs| runs.first()).map(|run| run.node).min() {
        // Methods cut the words of a node into runs at different places, so words are compared.
        let [a, b] = left.each_mut().map(|runs| take_words(runs, node));
        for place in 0..a.len().max(b.len()) {
            let sides = [a.get(place), b.get(place)];
            let Some((word, _)) = sides[0].or(sides[1]) else { continue };
            let classes = sides.map(|word| word.map(|(_, class)| *class));
            match pieces.last_mut().filter(|last| last.node == node && last.classes == classes) {
                Some(last) => {
                    last.text.push(' ');
                    last.text.push_str(word);
                }
                None => pieces.push(Piece { node, text: (*word).to_owned(), classes, truth: None }),
            }
        }
    }
    if let Some(gold) = gold {
        set_truth(&mut pieces, gold);
    }
    pieces
}

/// Takes the runs of a node from the front, as words with their classes.
fn take_words<'r>(runs: &mut &'r [LabelledRun], node: usize) -> Vec<(&'r str, Class)> {
    let count = runs.iter().take_while(|run| run.node == node).count();
    let (own, rest) = runs.split_at(count);
    *runs = rest;
    let words = |run: &'r LabelledRun| run.text.split_whitespace().map(|word| (word, run.class));
    own.iter().flat_map(words).collect()
}

/// Gives each piece the truth that covers most of its characters. `Invalid` stands for ignored nodes.
fn set_truth(pieces: &mut [Piece], gold: &GoldPage) {
    let class = |label| match label {
        Truth::Content => Class::Content,
        Truth::Boilerplate => Class::Boilerplate,
        Truth::Ignore | Truth::Mixed => Class::Invalid,
    };
    let nodes = gold.text_nodes.iter();
    let runs = nodes.map(|node| Run { text: node.text.clone(), class: class(node.label) });
    let runs: Vec<Run> = runs.collect();
    let texts: Vec<&str> = pieces.iter().map(|piece| piece.text.as_str()).collect();
    let votes = align(&texts, &runs).votes;
    for (piece, [content, boilerplate, ignored]) in pieces.iter_mut().zip(votes) {
        piece.truth = if content == 0 && boilerplate == 0 || ignored > content.max(boilerplate) {
            None
        } else if content >= boilerplate {
            Some(Class::Content)
        } else {
            Some(Class::Boilerplate)
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read_gold;

    fn run(node: usize, text: &str, class: Class) -> LabelledRun {
        LabelledRun { node, text: text.to_owned(), class }
    }

    #[test]
    fn runs_cut_differently_become_pieces() {
        use Class::{Boilerplate, Content, Invalid};
        let a = [
            run(3, "The fog", Content),
            run(3, "lifts late", Invalid),
            run(9, "Home", Boilerplate),
        ];
        let b = [run(3, "The fog lifts", Content), run(3, "late", Boilerplate)];
        let line = r#"{"site": "s", "url": "u", "timestamp": "t", "text_nodes": [
            {"text": "The fog lifts late", "label": "content"}, {"text": "Home", "label": "ignore"}]}"#;
        let gold = read_gold(line.replace('\n', " ").as_bytes()).expect("gold");
        let pieces = pieces(&a, &b, gold.first());
        let shown: Vec<_> = pieces.iter().map(|p| (p.text.as_str(), p.classes, p.truth)).collect();
        assert_eq!(
            shown,
            [
                ("The fog", [Some(Content), Some(Content)], Some(Content)),
                ("lifts", [Some(Invalid), Some(Content)], Some(Content)),
                ("late", [Some(Invalid), Some(Boilerplate)], Some(Content)),
                ("Home", [Some(Boilerplate), None], None),
            ]
        );
        assert!(pieces[1].differs() && pieces[1].is_wrong(0) && !pieces[1].is_wrong(1));
        assert!(!pieces[3].is_wrong(1));
    }
}
