//! The parts of a page as they are compared: content, frame, page.

use rustc_hash::FxHashSet;
use std::sync::OnceLock;

use super::neighbours::{Others, sample};
use crate::sketch::Sketch;
use crate::sketch::blocks::{BlockSketch, block_number, runs, token};
use crate::text::language;
use crate::text::terms::common;

/// A text with its parts apart. Words are without those of grammar, sorted, each once.
#[derive(Debug, Clone, Default)]
pub(crate) struct View {
    /// Words of the page.
    pub(crate) page: Vec<u32>,
    /// Runs of words of the page.
    pub(crate) page_runs: Vec<u32>,
    /// Words of the content.
    pub(crate) content: Vec<u32>,
    /// Runs of words of the content.
    pub(crate) content_runs: Vec<u32>,
    /// Words of what is not content.
    pub(crate) frame: Vec<u32>,
    /// Words of the first heading of the content.
    pub(crate) headline: Vec<u32>,
    /// Tokens of the content, and how many are in links.
    pub(crate) size: u32,
    pub(crate) linked: u32,
    /// Tokens of the page.
    pub(crate) page_size: u32,
    /// The blocks of the page that are not frame of the host.
    pub(crate) blocks: Vec<ViewBlock>,
    /// Runs of those blocks, one block behind the other.
    block_runs: Vec<u32>,
    /// Numbers of all blocks, sorted.
    pub(crate) numbers: Vec<u64>,
    /// Numbers of the blocks that are not content, sorted.
    frame_numbers: Vec<u64>,
    /// Smallest hashes of the runs of the content.
    pub(crate) sample: Vec<u64>,
}

/// A block that is not frame of the host.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ViewBlock {
    pub(crate) number: u64,
    pub(crate) block: BlockSketch,
    /// Share of the other TimeMaps of the host that have it.
    pub(crate) elsewhere: f64,
    /// Where its runs begin and end.
    runs: (usize, usize),
}

/// Share of a block in links from which it is rather a menu than text.
const LINKED: f64 = 0.6;
/// Fewest tokens of text beside which lists of links do not count as content.
const LEAST_TEXT: u32 = 40;

/// Whether a block counts, which may be the page's own.
type IsContent = fn(&BlockSketch, bool) -> bool;

/// What counts as content, from the strictest: text that extraction keeps, anything that it keeps,
/// all that is the page's own, all. With each goes how many tokens of it are enough.
const RULES: [(u32, IsContent); 4] = [
    (LEAST_TEXT, |block, own| block.content && own && is_text(block)),
    (1, |block, own| block.content && own),
    (1, |_, own| own),
    (0, |_, _| true),
];

fn is_text(block: &BlockSketch) -> bool {
    f64::from(block.linked) < LINKED * f64::from(block.words)
}

/// A block as it stands on a page of a host.
struct Placed<'s> {
    block: BlockSketch,
    tokens: &'s [u32],
    number: u64,
    /// It is not frame of the host.
    own: bool,
}

impl View {
    /// The parts of a text, by the labels of extraction and by what other pages of the host show.
    pub(crate) fn new(sketch: &Sketch, others: Others<'_>) -> Self {
        let placed = |(block, tokens)| {
            let number = block_number(tokens);
            Placed { block, tokens, number, own: !others.is_frame(number) }
        };
        let blocks: Vec<Placed<'_>> = sketch.evidence.blocks.iter().map(placed).collect();
        let enough = |(least, accepts): &(u32, fn(&BlockSketch, bool) -> bool)| {
            let accepted = blocks.iter().filter(|placed| accepts(&placed.block, placed.own));
            accepted.map(|placed| placed.block.words).sum::<u32>() >= *least
        };
        let is_content = RULES.into_iter().find(enough).map_or(RULES[3].1, |(_, accepts)| accepts);
        let mut view = Self::default();
        for placed in &blocks {
            view.add(placed, others);
            if is_content(&placed.block, placed.own) {
                view.add_content(placed);
            } else {
                view.frame.extend_from_slice(placed.tokens);
                view.frame_numbers.push(placed.number);
            }
        }
        // The sample is of the sequence, which is sorted afterwards.
        view.sample = sample(&view.content);
        view.tidy();
        view
    }

    fn add(&mut self, placed: &Placed<'_>, others: Others<'_>) {
        let Placed { block, tokens, number, own } = *placed;
        self.page_size += block.words;
        self.page.extend_from_slice(tokens);
        self.page_runs.extend(runs(tokens));
        self.numbers.push(number);
        if own {
            let begin = self.block_runs.len();
            self.block_runs.extend(runs(tokens));
            let runs = (begin, self.block_runs.len());
            self.blocks.push(ViewBlock { number, block, elsewhere: others.share(number), runs });
        }
    }

    fn add_content(&mut self, placed: &Placed<'_>) {
        let Placed { block, tokens, .. } = *placed;
        self.size += block.words;
        self.linked += block.linked;
        self.content.extend_from_slice(tokens);
        self.content_runs.extend(runs(tokens));
        // Of the content alone: a heading of the frame names the site on every page.
        if self.headline.is_empty() && block.heading > 0 {
            self.headline = tokens.to_vec();
        }
    }

    fn tidy(&mut self) {
        // Any two pages of one language share words of grammar. Runs keep them: three words in a
        // row are rarely shared by chance.
        let plain = grammar();
        for words in [&mut self.page, &mut self.content, &mut self.frame, &mut self.headline] {
            words.retain(|word| !plain.contains(word));
            words.sort_unstable();
            words.dedup();
        }
        for numbers in [&mut self.page_runs, &mut self.content_runs] {
            numbers.sort_unstable();
            numbers.dedup();
        }
        for numbers in [&mut self.numbers, &mut self.frame_numbers] {
            numbers.sort_unstable();
            numbers.dedup();
        }
    }

    /// Whether a block stands on this page.
    pub(crate) fn has(&self, block: &ViewBlock) -> bool {
        self.numbers.binary_search(&block.number).is_ok()
    }

    /// Runs of blocks of this page that the page `anchor` lacks, sorted, each once.
    pub(crate) fn runs_beside(&self, anchor: &Self) -> Vec<u32> {
        let new = self.blocks.iter().filter(|block| !anchor.has(block));
        let mut runs: Vec<u32> =
            new.flat_map(|block| &self.block_runs[block.runs.0..block.runs.1]).copied().collect();
        // A block may be another by a single word.
        runs.retain(|run| anchor.page_runs.binary_search(run).is_err());
        runs.sort_unstable();
        runs.dedup();
        runs
    }

    /// Share of this page's content that is not content of `anchor`, of runs of three words.
    ///
    /// What the anchor shows as frame is frame here too, and what it does not show counts as
    /// content: a notice may be all that extraction leaves out.
    pub(crate) fn new_against(&self, anchor: &Self) -> f64 {
        let (mut all, mut new) = (0, 0);
        for block in &self.blocks {
            let is_frame = anchor.frame_numbers.binary_search(&block.number).is_ok();
            if is_frame || (anchor.has(block) && !block.block.content) {
                continue;
            }
            let runs = &self.block_runs[block.runs.0..block.runs.1];
            all += runs.len();
            let known = |run: &&u32| anchor.content_runs.binary_search(run).is_ok();
            new += runs.len() - runs.iter().filter(known).count();
        }
        // A page of frame alone has lost its content to nothing.
        if all == 0 { 1.0 } else { new as f64 / all as f64 }
    }

    /// Whether another text is mostly this one: by runs, or by words where there are few runs.
    pub(crate) fn kept_in(&self, other: &Self) -> f64 {
        // One changed word breaks three runs, which is a large share of a few runs.
        if self.content_runs.len() >= 12 {
            return contained(&self.content_runs, &other.page_runs);
        }
        contained(&self.content, &other.page)
    }
}

/// Share of a sorted list that is in another one too; 0 of an empty one.
pub(crate) fn contained<T: Ord>(part: &[T], whole: &[T]) -> f64 {
    if part.is_empty() { 0.0 } else { common(part, whole) as f64 / part.len() as f64 }
}

/// Token numbers of the stop words of all languages.
fn grammar() -> &'static FxHashSet<u32> {
    static WORDS: OnceLock<FxHashSet<u32>> = OnceLock::new();
    WORDS.get_or_init(|| {
        language::all_stopwords().map(|word| token(crate::text::tokens::token_id(word))).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parts::neighbours::Neighbours;
    use crate::sketch::sketcher::tests::sketch;

    const STORY: &str = "<p>The night ferry sails again from the northern pier, which the board decided \
        on Tuesday evening after eleven years without any connection after dark.</p><p>Fishermen had \
        asked for the boat because their children reached the school too late in winter.</p>";

    fn view(html: &str) -> View {
        View::new(&sketch(html), Neighbours::default().others("http://a.example/"))
    }

    fn framed(content: &str) -> String {
        let links: String =
            (0..9).map(|n| format!("<li><a href=/{n}>Part {n} of it</a></li>")).collect();
        format!("<title>Gazette</title><nav><ul>{links}</ul></nav><h1>Ferry</h1>{content}")
    }

    #[test]
    fn content_and_frame_are_parts_of_the_page() {
        let view = view(&framed(STORY));
        assert!(view.size > 0 && view.size <= view.page_size);
        assert_eq!(contained(&view.content, &view.page), 1.0);
        assert_eq!(contained(&view.frame, &view.page), 1.0);
        assert_eq!(contained(&view.content_runs, &view.page_runs), 1.0);
        for list in [&view.page, &view.content, &view.frame, &view.page_runs] {
            assert!(list.is_sorted_by(|a, b| a < b));
        }
    }

    #[test]
    fn content_is_kept_where_it_stands_in_other_surroundings() {
        let here = view(&framed(STORY));
        let there = view(&format!("<div>{STORY}</div><p>Elsewhere</p>"));
        assert!(here.kept_in(&there) > 0.9);
        let notice = view(&framed("<p>Nothing of what you hoped for is left at this place.</p>"));
        assert!(here.kept_in(&notice) < 0.1);
        // What is new of a page is counted against the anchor's content, not against its menu.
        assert!(notice.new_against(&here) > 0.9, "{}", notice.new_against(&here));
        assert!(there.new_against(&here) < 0.5, "{}", there.new_against(&here));
        assert_eq!(here.new_against(&here), 0.0);
    }

    #[test]
    fn pages_of_little_have_parts_too() {
        for html in ["", "<p>one", "<p>a b<p>c"] {
            let view = view(html);
            assert!(view.size == view.page_size, "{html}");
            assert!((0.0..=1.0).contains(&view.kept_in(&view)));
        }
    }
}
