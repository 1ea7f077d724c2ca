//! Annotation: which pages of its cross have each word of a page.

use scutch_page::NodeId;

pub use crate::config::Comparison;
use crate::config::Diff;
use crate::patterns::{CUR, DOWN, NEXT, PREV, UP};
use crate::words::Words;

/// The words of the other pages of a cross: up, down, prev, next.
pub type CrossWords<'w> = [Option<&'w [u32]>; 4];

const BITS: [u8; 4] = [UP, DOWN, PREV, NEXT];

/// A sequence of words of one text node that the same pages have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run {
    /// The text node.
    pub node: NodeId,
    /// Number of its first word on the page.
    pub first: usize,
    /// Number of words.
    pub words: usize,
    /// The pages that have it; see [`crate::patterns`].
    pub bits: u8,
}

/// The pages of a cross, as bits.
pub(crate) fn cross_bits<P>(around: &[Option<P>; 4]) -> u8 {
    bits_where(around, |_| true)
}

/// The page itself and the other pages of the cross for which `holds` is true, as bits.
pub(crate) fn bits_where<P>(around: &[Option<P>; 4], holds: impl Fn(&P) -> bool) -> u8 {
    let pages = BITS.iter().zip(around);
    let there = pages.filter(|(_, page)| page.as_ref().is_some_and(&holds));
    there.fold(CUR, |bits, (bit, _)| bits | bit)
}

/// The pages that have each word of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Annotated {
    /// The bits of each word.
    pub bits: Vec<u8>,
    /// A comparison ran out of steps, so some words may be in more pages than their bits say.
    pub capped: bool,
}

/// Compares a page with its cross. The bits of each word of `cur` say which pages have it.
pub fn annotate(
    cur: &Words,
    around: &CrossWords<'_>,
    comparison: Comparison,
    diff: Diff,
) -> Annotated {
    match comparison {
        Comparison::Star => star(cur, around, diff),
        Comparison::Chain => chain(cur, around, diff),
    }
}

fn star(cur: &Words, around: &CrossWords<'_>, diff: Diff) -> Annotated {
    let mut capped = false;
    let mut bits = vec![CUR; cur.numbers.len()];
    // Each comparison stands alone, so the order of pages does not matter.
    for (bit, page) in BITS.iter().zip(around) {
        let Some(page) = page else { continue };
        let shared = diff.shared(&cur.numbers, page);
        capped |= shared.capped;
        for block in shared.blocks {
            bits[block.a..block.a + block.len].iter_mut().for_each(|bits| *bits |= bit);
        }
    }
    Annotated { bits, capped }
}

fn chain(cur: &Words, around: &CrossWords<'_>, diff: Diff) -> Annotated {
    let mut capped = false;
    // Each page hands its bits on to the next: a word that a page in between lacks loses the bits
    // of those before.
    let pages = BITS.iter().zip(around).filter_map(|(bit, page)| page.map(|page| (*bit, page)));
    let mut before: Option<(&[u32], Vec<u8>)> = None;
    for (bit, page) in pages.chain([(CUR, cur.numbers.as_slice())]) {
        let mut bits = vec![bit; page.len()];
        if let Some((old, known)) = &before {
            let found = diff.blocks(old, page);
            capped |= found.capped;
            for block in found.blocks {
                let from = &known[block.a..block.a + block.len];
                let to = &mut bits[block.b..block.b + block.len];
                to.iter_mut().zip(from).for_each(|(to, from)| *to |= from);
            }
        }
        before = Some((page, bits));
    }
    let bits = before.map(|(_, bits)| bits).unwrap_or_default();
    Annotated { bits, capped }
}

/// Joins neighbouring words of one text node with equal bits into runs. Words beyond the end of
/// `bits` have the bit of the page alone.
pub fn runs(cur: &Words, bits: &[u8]) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let bits = bits.iter().chain(std::iter::repeat(&CUR));
    for (at, (node, bits)) in cur.nodes.iter().zip(bits).enumerate() {
        match runs.last_mut() {
            Some(last) if last.node == *node && last.bits == *bits => last.words += 1,
            _ => runs.push(Run { node: *node, first: at, words: 1, bits: *bits }),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use scutch_page::{Limits, Tree};

    use super::*;
    use crate::patterns::{Class, NoClass, classify, digits};

    fn tree(html: &str) -> Tree {
        Tree::parse(html, &Limits::default(), &mut Vec::new())
    }

    const MENU: &str = "<span class=def><ul class=adv><li>Buy More</li><li>New Cars</li></ul>";
    const CLOSING: &str = "2016 - Example Inc. All rights reserved</span>";

    fn tiny(comparison: Comparison, diff: Diff) -> Vec<(String, String, Result<Class, NoClass>)> {
        let doc1 = tree(&format!("{MENU}Definition of Boilerplate {CLOSING}"));
        let doc2 = tree(&format!("{MENU}<i>Another unrelated remark</i> {CLOSING}"));
        let (cur, up) = (Words::from_tree(&doc1), Words::from_tree(&doc2));
        let around = [Some(up.numbers.as_slice()), None, None, None];
        let bits = annotate(&cur, &around, comparison, diff).bits;
        let texts: Vec<&str> =
            doc1.all().flat_map(|node| doc1.text(node).split_whitespace()).collect();
        let runs = runs(&cur, &bits);
        runs.iter()
            .map(|run| {
                let text = texts[run.first..run.first + run.words].join(" ");
                (text, digits(run.bits), classify(cross_bits(&around), run.bits))
            })
            .collect()
    }

    /// The example of the thesis (listings 1.1 to 1.4, 2.10).
    #[test]
    fn the_tiny_case_comes_out_as_in_the_thesis() {
        for comparison in [Comparison::Star, Comparison::Chain] {
            for diff in [Diff::Histogram, Diff::Difflib] {
                let expected = [
                    ("Buy More", "11000", Class::Boilerplate),
                    ("New Cars", "11000", Class::Boilerplate),
                    ("Definition of Boilerplate", "10000", Class::Content),
                    ("2016 - Example Inc. All rights reserved", "11000", Class::Boilerplate),
                ];
                let expected = expected.map(|(t, b, c)| (t.to_owned(), b.to_owned(), Ok(c)));
                assert_eq!(tiny(comparison, diff), expected, "{comparison:?} {diff:?}");
            }
        }
    }

    fn letters(text: &str) -> Words {
        let numbers: Vec<u32> = text.bytes().map(u32::from).collect();
        let nodes = vec![NodeId::DOCUMENT; numbers.len()];
        Words { numbers, nodes }
    }

    /// The rules of difflib look at the page, whichever of two it is compared as. lxml 6 keeps `ab`
    /// of `abz` beside `abcdefghijkl`, as small blocks count in a page so short.
    #[test]
    fn with_one_page_star_and_chain_are_one_under_difflib() {
        for (cur, up, shared) in
            [("abz", "abcdefghijkl", 2), ("abcdefghijkl", "abz", 0), ("abcdefgh", "xabcdy", 4)]
        {
            let (cur, up) = (letters(cur), letters(up));
            let around = [Some(up.numbers.as_slice()), None, None, None];
            for comparison in [Comparison::Star, Comparison::Chain] {
                let bits = annotate(&cur, &around, comparison, Diff::Difflib).bits;
                let found = bits.iter().filter(|bits| **bits & UP != 0).count();
                assert_eq!(found, shared, "{comparison:?}");
            }
        }
    }

    /// By hand: what up shares with the page alone is lost in the chain, as down, between them, has
    /// it not.
    #[test]
    fn a_chain_loses_what_a_link_of_it_has_not() {
        let (cur, up, down) = (letters("abcdefgh"), letters("abcd"), letters("efghabxx"));
        let around = [Some(up.numbers.as_slice()), Some(down.numbers.as_slice()), None, None];
        let star = annotate(&cur, &around, Comparison::Star, Diff::Histogram).bits;
        assert_eq!(star[..4], [CUR | UP; 4]);
        assert_eq!(star[4..], [CUR | DOWN; 4]);
        let chain = annotate(&cur, &around, Comparison::Chain, Diff::Histogram).bits;
        assert_eq!(chain, [CUR, CUR, CUR, CUR, 20, 20, 20, 20]);
    }

    /// By hand: letters of five pages, in alphabetical order in each.
    #[test]
    fn a_chain_of_five_hands_on_what_each_link_has() {
        let [up, down, prev, next] = ["abfh", "abfg", "abcefgh", "acdfgh"].map(letters);
        let cur = letters("abcdeghi");
        let [up, down, prev, next] = [&up, &down, &prev, &next].map(|page| Some(&page.numbers[..]));
        let chain = |around: CrossWords<'_>| {
            let bits = annotate(&cur, &around, Comparison::Chain, Diff::Histogram).bits;
            bits.into_iter().map(digits).collect::<Vec<_>>()
        };
        // b and e are lost in next; h stands in up, but not in down.
        let five = ["11111", "10000", "10011", "10001", "10000", "10111", "10011", "10000"];
        assert_eq!(chain([up, down, prev, next]), five);
        let four = ["11110", "11110", "10010", "10000", "10010", "10110", "10010", "10000"];
        assert_eq!(chain([up, down, prev, None]), four);
        // Without prev, next follows down.
        let four = ["11101", "10000", "10001", "10001", "10000", "10101", "10001", "10000"];
        assert_eq!(chain([up, down, None, next]), four);
    }

    /// Whatever the pages: words stand in the page itself, and in no page that the cross has not.
    #[test]
    fn bits_are_of_the_page_and_of_pages_of_its_cross() {
        let mut random = scutch_learn::Random::new(5);
        for round in 0..200 {
            let mut text = || -> String {
                let letter = |random: &mut scutch_learn::Random| b'a' + random.below(6) as u8;
                (0..random.below(20)).map(|_| char::from(letter(&mut random))).collect()
            };
            let pages: [Words; 5] = std::array::from_fn(|_| letters(&text()));
            let around: CrossWords<'_> = std::array::from_fn(|at| {
                (round >> at & 1 == 1).then_some(pages[at + 1].numbers.as_slice())
            });
            for comparison in [Comparison::Star, Comparison::Chain] {
                for diff in [Diff::Histogram, Diff::Difflib] {
                    let bits = annotate(&pages[0], &around, comparison, diff).bits;
                    assert_eq!(bits.len(), pages[0].numbers.len());
                    assert!(
                        bits.iter().all(|bits| bits & CUR != 0 && bits & !cross_bits(&around) == 0)
                    );
                }
            }
        }
    }
}
