//! The deck: the short text below the title of an article that says what it is about.

use super::Judge;
use crate::Reason;
use crate::block::{BlockKind, Container};
use crate::tree::{Attr, Tree};

/// Class words of decks in newspapers' and blogs' themes.
const WORDS: &[&str] = &[
    "dek",
    "deck",
    "standfirst",
    "subtitle",
    "sub-title",
    "subheading",
    "subheadline",
    "subhead",
    "lede",
    "lead",
    "teaser",
    "intro",
    "excerpt",
    "summary",
    "abstract",
    "ingress",
    "vorspann",
    "chapo",
    "entradilla",
    "strapline",
    "tagline",
];
/// Blocks between the title and its deck.
const REACH: usize = 3;

/// Keeps the deck behind the first main heading where text follows.
pub(super) fn decide(judge: &mut Judge<'_, '_>) {
    let blocks = judge.page.blocks();
    let heading = |at: &usize| blocks[*at].kind == BlockKind::Heading(1) && blocks[*at].chars > 0;
    let headings: Vec<usize> = (0..blocks.len()).filter(heading).collect();
    // Of two main headings neither is sure to be the title.
    let [title] = headings[..] else { return };
    for n in 1..=REACH {
        let Some(at) = judge.around.after(title, n) else { return };
        let container = &judge.page.containers()[blocks[at].container as usize];
        let goes_on = (1..=REACH)
            .any(|n| judge.around.after(at, n).is_some_and(|next| judge.labels[next].content));
        if is_deck(judge.page.tree(), container)
            && blocks[at].link_density() < 0.3
            && goes_on
            && judge.labels[at].score >= judge.threshold * super::ANNOUNCED
        {
            judge.keep(at..at + 1, Reason::Unit);
            return;
        }
    }
}

/// Whether a class of the element ends in a word for decks: `article__teaser`.
fn is_deck(tree: &Tree, container: &Container) -> bool {
    let class = tree.attr(container.node, Attr::CLASS).unwrap_or_default();
    class.split_ascii_whitespace().take(16).any(|name| {
        let name = name.to_ascii_lowercase();
        WORDS.iter().any(|word| {
            name.strip_suffix(word)
                .is_some_and(|before| before.is_empty() || before.ends_with(['-', '_']))
        })
    })
}
