//! Readability's scoring: paragraphs give points to the elements around them; the element with most
//! points, less its links, is the article, with those of its siblings that are nearly as good.

use crate::block::Meaning;
use crate::tree::Tag;
use crate::{Block, Page};

/// Characters from which on a paragraph counts.
const PARAGRAPH: u32 = 25;
/// Points for and against by the names of an element.
const NAME: f32 = 25.0;
/// A sibling is taken from this share of the best score on, and from this score at least.
const SIBLING_SHARE: f32 = 0.2;
const SIBLING_LEAST: f32 = 10.0;
/// Characters that an article has at least.
const ARTICLE: u32 = 500;
/// Link density up to which blocks of the article are kept.
const LINKS: f32 = 0.5;

/// Whether each block is part of the article.
pub(super) fn content(page: &Page) -> Vec<bool> {
    let scores = scores(page);
    let mut kept = vec![false; page.blocks().len()];
    let best = scores.iter().copied().fold(0.0, f32::max);
    let Some(top) = scores.iter().position(|score| *score >= best).filter(|_| best > 0.0) else {
        return kept;
    };
    let containers = page.containers();
    let top = large_enough(page, top);
    let parent = containers[top].parent;
    let least = (best * SIBLING_SHARE).max(SIBLING_LEAST);
    for (at, container) in containers.iter().enumerate() {
        let sibling = container.parent == parent && at != parent as usize && scores[at] >= least;
        // Articles are cut into several elements by advertisements between them.
        if at == top || sibling {
            let range = container.first as usize..container.end as usize;
            for (kept, block) in kept[range.clone()].iter_mut().zip(&page.blocks()[range]) {
                *kept |= is_text(page, block);
            }
        }
    }
    kept
}

/// Goes up from the best container until it holds enough text for an article.
fn large_enough(page: &Page, mut top: usize) -> usize {
    let containers = page.containers();
    let chars = |at: usize| -> u32 {
        let range = containers[at].first as usize..containers[at].end as usize;
        let texts = page.blocks()[range].iter().filter(|block| is_text(page, block));
        texts.map(|block| block.chars).sum()
    };
    while chars(top) < ARTICLE && containers[top].parent as usize != top {
        top = containers[top].parent as usize;
    }
    top
}

/// Whether a block of the article is text: no links, no part of the page's frame.
fn is_text(page: &Page, block: &Block) -> bool {
    let container = &page.containers()[block.container as usize];
    let named = container.meanings;
    let foreign = [Meaning::Comment, Meaning::Share, Meaning::Related, Meaning::Navigation];
    block.chars > 0
        && !block.hidden
        && (block.link_density() <= LINKS || block.chars > 200)
        && !foreign.into_iter().any(|meaning| named.has(meaning))
}

/// The score of every container.
fn scores(page: &Page) -> Vec<f32> {
    let containers = page.containers();
    let mut scores = vec![0.0f32; containers.len()];
    for block in page.blocks().iter().filter(|block| block.chars >= PARAGRAPH && !block.hidden) {
        // Arabic, Chinese and Japanese commas count as well.
        let commas = block.text.matches([',', '\u{60c}', '\u{3001}', '\u{ff0c}']).count() as f32;
        let points = 1.0 + commas + (block.chars as f32 / 100.0).floor().min(3.0);
        // The element of the paragraph itself holds nothing else: its parent is what counts.
        let own = block.container as usize;
        // Readability scores the parent and, by half, the grandparent.
        let around =
            if containers[own].node == block.node { containers[own].parent } else { own as u32 };
        scores[around as usize] += points;
        let above = containers[around as usize].parent;
        if above != around {
            scores[above as usize] += points / 2.0;
        }
    }
    for (at, container) in containers.iter().enumerate() {
        if scores[at] == 0.0 {
            continue;
        }
        scores[at] += name_points(container.meanings) + tag_points(container.tag);
        let range = container.first as usize..container.end as usize;
        let blocks = &page.blocks()[range];
        let chars: u32 = blocks.iter().map(|block| block.chars).sum();
        let links: u32 = blocks.iter().map(|block| block.link_chars).sum();
        if chars > 0 {
            scores[at] *= 1.0 - links as f32 / chars as f32;
        }
    }
    scores
}

/// Points for the class words of an element.
fn name_points(meanings: crate::block::Meanings) -> f32 {
    const BAD: [Meaning; 8] = [
        Meaning::Comment,
        Meaning::Footer,
        Meaning::Side,
        Meaning::Related,
        Meaning::Share,
        Meaning::Advert,
        Meaning::Navigation,
        Meaning::Header,
    ];
    let mut points = 0.0;
    if meanings.has(Meaning::Content) {
        points += NAME;
    }
    if BAD.into_iter().any(|meaning| meanings.has(meaning)) {
        points -= NAME;
    }
    points
}

/// Points for the name of an element.
fn tag_points(tag: Tag) -> f32 {
    match tag {
        Tag::Article | Tag::Div => 5.0,
        Tag::Pre | Tag::Td | Tag::Blockquote => 3.0,
        Tag::Form | Tag::Ol | Tag::Ul | Tag::Dl | Tag::Li | Tag::Address => -3.0,
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Hints, Limits};

    const TEXT: &str = "The fog lifted from the harbour, and the ferry left, late as ever, with \
        everybody who had waited for it \
        on the pier, among them the keeper of the light, his two dogs, and a man from the \
        newspaper who wrote it all down. ";

    fn kept(html: &str) -> Vec<String> {
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let kept = content(&page).into_iter().zip(page.blocks()).filter(|(kept, _)| *kept);
        kept.map(|(_, block)| block.text.chars().take(7).collect()).collect()
    }

    #[test]
    fn the_element_with_most_paragraphs_is_the_article() {
        let menu = "<div class=nav><a href=a>One</a> <a href=b>Two</a></div>";
        let html =
            format!("{menu}<div><p>{TEXT}<p>{TEXT}<p>{TEXT}</div><div class=footer>Imprint</div>");
        assert_eq!(kept(&html), ["The fog", "The fog", "The fog"]);
    }

    #[test]
    fn siblings_nearly_as_good_belong_to_it() {
        let part = |text: &str| format!("<div><p>{text}<p>{text}<p>{text}</div>");
        let html = format!("<main>{}{}<div><p>Short.</div></main>", part(TEXT), part(TEXT));
        assert_eq!(kept(&html), ["The fog"; 6]);
    }

    #[test]
    fn links_and_foreign_parts_are_left_out() {
        let html = format!(
            "<div><p>{TEXT}<p><a href=x>Read on</a><p>{TEXT}<div \
                class=share>{TEXT}</div><p>{TEXT}</div>"
        );
        assert_eq!(kept(&html), ["The fog", "The fog", "The fog"]);
    }

    #[test]
    fn names_and_tags_give_points() {
        let content = crate::block::Meanings::default().with(Meaning::Content);
        assert!(name_points(content) > 0.0);
        assert!(name_points(content.with(Meaning::Comment)) == 0.0);
        assert!(name_points(crate::block::Meanings::default().with(Meaning::Footer)) < 0.0);
        assert!(tag_points(Tag::Article) > tag_points(Tag::Td));
        assert!(tag_points(Tag::Ul) < tag_points(Tag::Span));
    }
}
