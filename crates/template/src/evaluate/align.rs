//! Nodes of two parsers brought together by their characters.

use rustc_hash::FxHashMap;

use crate::diff::{Block, Diff};
use crate::patterns::Class;

/// A run of words as labelled.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// Its words.
    pub text: String,
    /// Its class.
    pub class: Class,
}

/// Gold texts and runs brought together.
#[derive(Debug, Clone, PartialEq)]
pub struct Aligned {
    /// Of each gold text the characters that runs of each class cover: content, boilerplate, invalid.
    pub votes: Vec<[usize; 3]>,
    /// They were not compared to the end: it would have cost too much work. Texts can lack votes that are due to them.
    pub capped: bool,
}

/// Brings gold texts and runs together. Words that both have in the same order are matched first (histogram diff); of
/// what lies between, the characters that begin and end both sides.
pub fn align<'g>(gold: impl Iterator<Item = &'g str>, runs: &[Run]) -> Aligned {
    let mut numbers: FxHashMap<&str, u32> = FxHashMap::default();
    let mut gold_words: Vec<(usize, &str)> = Vec::new();
    let mut votes = Vec::new();
    for (node, text) in gold.enumerate() {
        votes.push([0; 3]);
        gold_words.extend(text.split_whitespace().map(|word| (node, word)));
    }
    let words = |run: usize| runs[run].text.split_whitespace().map(move |word| (run, word));
    let run_words: Vec<(usize, &str)> = (0..runs.len()).flat_map(words).collect();
    let a = intern(&mut numbers, &gold_words);
    let b: Vec<u32> = run_words.iter().map(|(_, word)| known(&numbers, word)).collect();
    let mut vote = |node: usize, run: usize, chars: usize| {
        votes[node][runs[run].class as usize] += chars;
    };
    let (mut at_a, mut at_b) = (0, 0);
    let found = Diff::Histogram.blocks(&a, &b);
    let ends = Block { a: a.len(), b: b.len(), len: 0 };
    for block in found.blocks.iter().chain([&ends]) {
        let Block { a: to_a, b: to_b, len } = *block;
        gap(&gold_words[at_a..to_a], &run_words[at_b..to_b], &mut vote);
        for place in 0..len {
            let ((node, word), (run, _)) = (gold_words[to_a + place], run_words[to_b + place]);
            vote(node, run, word.chars().count());
        }
        (at_a, at_b) = (to_a + len, to_b + len);
    }
    Aligned { votes, capped: found.capped }
}

fn intern<'g>(numbers: &mut FxHashMap<&'g str, u32>, words: &[(usize, &'g str)]) -> Vec<u32> {
    let number = |(_, word): &(usize, &'g str)| {
        let next = numbers.len() as u32;
        *numbers.entry(word).or_insert(next)
    };
    words.iter().map(number).collect()
}

/// The number of a word that gold has; others are all alike and match nothing.
fn known(numbers: &FxHashMap<&str, u32>, word: &str) -> u32 {
    numbers.get(word).copied().unwrap_or(u32::MAX)
}

/// Characters that begin both sides of a gap, then those that end both.
fn gap(gold: &[(usize, &str)], runs: &[(usize, &str)], vote: &mut impl FnMut(usize, usize, usize)) {
    let a: Vec<(usize, char)> = chars(gold);
    let b: Vec<(usize, char)> = chars(runs);
    let equal = |((_, a), (_, b)): &(&(usize, char), &(usize, char))| a == b;
    let head = a.iter().zip(&b).take_while(equal).count();
    let (rest_a, rest_b) = (&a[head..], &b[head..]);
    let tail = rest_a.iter().rev().zip(rest_b.iter().rev()).take_while(equal).count();
    let ends = rest_a[rest_a.len() - tail..].iter().zip(&rest_b[rest_b.len() - tail..]);
    for ((node, _), (run, _)) in a[..head].iter().zip(&b[..head]).chain(ends) {
        vote(*node, *run, 1);
    }
}

fn chars(words: &[(usize, &str)]) -> Vec<(usize, char)> {
    words.iter().flat_map(|(place, word)| word.chars().map(|c| (*place, c))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runs(texts: &[(&str, Class)]) -> Vec<Run> {
        let run = |(text, class): &(&str, Class)| Run { text: (*text).to_owned(), class: *class };
        texts.iter().map(run).collect()
    }

    #[test]
    fn nodes_cut_differently_are_brought_together() {
        use Class::{Boilerplate, Content, Invalid};
        // Another parser: "Home" is missing, two nodes are one, and a word is cut in two.
        let gold = ["Menu", "The fog lifts", "at la", "st over", "Imprint"];
        let found = runs(&[
            ("Home", Boilerplate),
            ("Menu", Boilerplate),
            ("The fog", Content),
            ("lifts at last", Invalid),
            ("over", Content),
        ]);
        let votes = align(gold.into_iter(), &found).votes;
        assert_eq!(votes, [[0, 4, 0], [6, 0, 5], [0, 0, 4], [4, 0, 2], [0, 0, 0]]);
    }

    #[test]
    fn equal_pages_align_whole() {
        let texts = ["a b", "c", "d e f"];
        let found = runs(&texts.map(|text| (text, Class::Content)));
        let votes = vec![[2, 0, 0], [1, 0, 0], [3, 0, 0]];
        assert_eq!(align(texts.into_iter(), &found), Aligned { votes, capped: false });
    }

    #[test]
    fn what_is_too_much_work_is_said() {
        let words = |seed| {
            let mut random = scutch_learn::Random::new(seed);
            (0..20_000).map(|_| ["yes ", "no ", "maybe "][random.below(3)]).collect::<String>()
        };
        let found = runs(&[(&words(1), Class::Content)]);
        assert!(align([words(2).as_str()].into_iter(), &found).capped);
    }
}
