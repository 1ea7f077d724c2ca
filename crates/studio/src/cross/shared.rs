//! Which words of a page its partners have, and which words of a partner the page has, by block.

use scutch_page::Page;
use scutch_template::annotate::{Comparison, annotate};
use scutch_template::diff::Diff;
use scutch_template::patterns::UP;
use scutch_template::words::Words;

/// Blocks of a page that are shown.
const MOST_BLOCKS: usize = 400;
/// Words of a block that are shown.
const MOST_WORDS: usize = 120;
/// Words of a page that are compared.
const MOST_COMPARED: usize = 200_000;

/// A page with what it shares.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Shared {
    /// Its visible blocks with text, in order.
    pub blocks: Vec<SharedBlock>,
    /// Blocks that are not among these.
    pub further: usize,
    /// Only so many words at its beginning are compared; `None` where all are.
    pub cut: Option<usize>,
}

/// A block with what it shares.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SharedBlock {
    /// Its first words, each with whether some other page has it.
    pub words: Vec<(String, bool)>,
    /// Number of its words.
    pub count: usize,
    /// How many of them each place has. Of a partner the first number counts the words of the page in the middle.
    pub shared: [usize; 4],
}

/// A page, and its words as they are compared.
struct Compared<'p> {
    page: &'p Page,
    words: Words,
    cut: Option<usize>,
}

impl<'p> Compared<'p> {
    fn new(page: &'p Page) -> Self {
        let mut words = Words::from_tree(page.tree());
        let cut = (words.numbers.len() > MOST_COMPARED).then_some(MOST_COMPARED);
        words.numbers.truncate(MOST_COMPARED);
        // Nodes are cut along with words: both lists are read side by side.
        words.nodes.truncate(MOST_COMPARED);
        Self { page, words, cut }
    }

    /// The blocks with what each of `around` shares with them.
    fn against(&self, around: &[Option<&[u32]>; 4]) -> Shared {
        // Each comparison stands alone: what is shared with one page says nothing of another.
        let bits = annotate(&self.words, around, Comparison::Star, Diff::default()).bits;
        let mut blocks: Vec<SharedBlock> = vec![SharedBlock::default(); self.page.blocks().len()];
        let mut at = 0;
        for run in self.words.nodes.chunk_by(|a, b| a == b) {
            let (bits, node) = (&bits[at..at + run.len()], run[0]);
            at += run.len();
            let Some(block) = self.page.block_of(node) else { continue };
            for (word, bits) in self.page.tree().text(node).split_whitespace().zip(bits) {
                blocks[block].add(word, *bits);
            }
        }
        let shown = blocks.into_iter().zip(self.page.blocks());
        let mut shown: Vec<SharedBlock> = shown
            // Hidden blocks are compared, but a reader would look for them on the page in vain.
            .filter(|(block, of_page)| block.count > 0 && !of_page.hidden)
            .map(|(block, _)| block)
            .collect();
        let further = shown.len().saturating_sub(MOST_BLOCKS);
        shown.truncate(MOST_BLOCKS);
        Shared { blocks: shown, further, cut: self.cut }
    }
}

impl SharedBlock {
    fn add(&mut self, word: &str, bits: u8) {
        // Counted beyond the words that are kept, so that shares are those of the whole block.
        self.count += 1;
        let mut is_shared = false;
        for (place, shared) in self.shared.iter_mut().enumerate() {
            let has = bits & (UP >> place) != 0;
            *shared += usize::from(has);
            is_shared |= has;
        }
        if self.words.len() < MOST_WORDS {
            self.words.push((word.to_owned(), is_shared));
        }
    }
}

/// Compares a page with its partners: first the page itself, then each partner with the page.
pub fn compare(page: &Page, partners: &[Option<&Page>; 4]) -> (Shared, [Option<Shared>; 4]) {
    let cur = Compared::new(page);
    let partners = partners.map(|partner| partner.map(Compared::new));
    let around = [0, 1, 2, 3].map(|place: usize| {
        partners[place].as_ref().map(|partner| partner.words.numbers.as_slice())
    });
    let of_page = cur.against(&around);
    // Each partner is compared with this page only, not with the other partners.
    let beside = [Some(cur.words.numbers.as_slice()), None, None, None];
    (of_page, partners.map(|partner| partner.map(|partner| partner.against(&beside))))
}

#[cfg(test)]
mod tests {
    use scutch_page::{Hints, Limits};

    use super::*;

    fn page(html: &str) -> Page {
        Page::parse(html.as_bytes(), &Hints::default(), &Limits::default())
    }

    /// The words of a block, those that nobody else has in brackets.
    fn spelled(block: &SharedBlock) -> String {
        let spell = |(word, shared): &(String, bool)| {
            if *shared { word.clone() } else { format!("[{word}]") }
        };
        block.words.iter().map(spell).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn blocks_say_who_shares_them() {
        let cur = page(
            "<p>Home and news<p>The ferry left at dawn<p style='display:none'>Unseen<p>Imprint",
        );
        let up = page("<p>Home and news<p>The fair opened late<p>Imprint");
        let next = page("<p>Home and news<p>The ferry left at noon<p>Further text");
        let (found, partners) = compare(&cur, &[Some(&up), None, None, Some(&next)]);
        let blocks: Vec<(String, [usize; 4])> =
            found.blocks.iter().map(|block| (spelled(block), block.shared)).collect();
        let expected = [
            ("Home and news", [3, 0, 0, 3]),
            ("The ferry left at [dawn]", [1, 0, 0, 4]),
            ("Imprint", [1, 0, 0, 0]),
        ];
        assert_eq!(blocks, expected.map(|(text, shared)| (text.to_owned(), shared)));
        let of_next = partners[3].as_ref().expect("a partner");
        let texts: Vec<String> = of_next.blocks.iter().map(spelled).collect();
        assert_eq!(texts, ["Home and news", "The ferry left at [noon]", "[Further] [text]"]);
        assert!(partners[1].is_none());
    }
}
