//! Aligns the nodes of two parsers by their characters.

use rustc_hash::FxHashMap;
use scutch_template::diff::{Block, Diff};
use scutch_template::patterns::Class;

/// A labelled run of words.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// Its words.
    pub text: String,
    /// Its class.
    pub class: Class,
}

/// An alignment of gold texts and runs.
#[derive(Debug, Clone, PartialEq)]
pub struct Aligned {
    /// For each gold text the characters that runs of each class cover: content, boilerplate,
    /// invalid.
    pub votes: Vec<[usize; 3]>,
    /// The comparison was cut short, so texts may lack votes.
    pub capped: bool,
}

/// Aligns gold texts and runs. Words that both have in the same order are matched first (histogram
/// diff). Of what lies between, the characters at the begin and the end are matched if both sides
/// have them.
pub fn align(gold: &[&str], runs: &[Run]) -> Aligned {
    let mut numbers: FxHashMap<&str, u32> = FxHashMap::default();
    let mut gold_words: Vec<(usize, &str)> = Vec::new();
    let mut votes = vec![[0; 3]; gold.len()];
    for (node, text) in gold.iter().enumerate() {
        gold_words.extend(text.split_whitespace().map(|word| (node, word)));
    }
    // Words of both sides know their node or run: matches become votes between these.
    let words = |run: usize| runs[run].text.split_whitespace().map(move |word| (run, word));
    let run_words: Vec<(usize, &str)> = (0..runs.len()).flat_map(words).collect();
    let a = intern(&mut numbers, &gold_words);
    let b: Vec<u32> = run_words.iter().map(|(_, word)| known(&numbers, word)).collect();
    let mut vote = |node: usize, run: usize, chars: usize| {
        votes[node][runs[run].class as usize] += chars;
    };
    let (mut at_a, mut at_b) = (0, 0);
    let found = Diff::Histogram.blocks(&a, &b);
    // An empty block at the end of both, so that the last gap is aligned, too.
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

/// The number of a word that gold has. All other words have one number, which matches nothing.
fn known(numbers: &FxHashMap<&str, u32>, word: &str) -> u32 {
    numbers.get(word).copied().unwrap_or(u32::MAX)
}

/// Votes for the common prefix of both sides of a gap, then for the common suffix. Parsers differ
/// in where words end: "at la" and "st over" of one are "at last over" of another.
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
        let votes = align(&gold, &found).votes;
        assert_eq!(votes, [[0, 4, 0], [6, 0, 5], [0, 0, 4], [4, 0, 2], [0, 0, 0]]);
    }

    #[test]
    fn equal_pages_align_whole() {
        let texts = ["a b", "c", "d e f"];
        let found = runs(&texts.map(|text| (text, Class::Content)));
        let votes = vec![[2, 0, 0], [1, 0, 0], [3, 0, 0]];
        assert_eq!(align(&texts, &found), Aligned { votes, capped: false });
    }

    #[test]
    fn what_is_too_much_work_is_said() {
        let words = |seed| {
            let mut random = scutch_learn::Random::new(seed);
            (0..20_000).map(|_| ["yes ", "no ", "maybe "][random.below(3)]).collect::<String>()
        };
        let found = runs(&[(&words(1), Class::Content)]);
        assert!(align(&[words(2).as_str()], &found).capped);
    }

    /// No character counts twice, and texts that are equal but for their cuts are covered whole.
    #[test]
    fn votes_never_exceed_the_characters_of_a_text() {
        let mut random = scutch_learn::Random::new(8);
        for round in 0..300 {
            let mut text = |words: usize| -> String {
                let word =
                    |random: &mut scutch_learn::Random| ["a", "bc", "def", "a-b"][random.below(4)];
                (0..words).map(|_| format!("{} ", word(&mut random))).collect()
            };
            let gold: Vec<String> = (0..4).map(|n| text(n + 1)).collect();
            let found: Vec<String> = (0..4).map(|n| text(4 - n)).collect();
            let runs: Vec<Run> = found
                .iter()
                .map(|text| Run { text: text.clone(), class: Class::Content })
                .collect();
            let votes = align(&gold.iter().map(String::as_str).collect::<Vec<_>>(), &runs).votes;
            let count = |text: &String| text.chars().filter(|c| !c.is_whitespace()).count();
            for (text, votes) in gold.iter().zip(&votes) {
                assert!(votes.iter().sum::<usize>() <= count(text), "{round}: {votes:?} of {text}");
            }
            let whole = [Run { text: gold.concat(), class: Class::Boilerplate }];
            let votes = align(&gold.iter().map(String::as_str).collect::<Vec<_>>(), &whole).votes;
            assert!(gold.iter().zip(votes).all(|(text, votes)| votes == [0, count(text), 0]));
        }
    }
}
