//! Pictures and players, which have no text to be scored. They are kept between two blocks of
//! content, at the edge of a text if they lie in its part of the page, and on pages without text.

use super::decoration;
use crate::block::{Block, BlockKind, Container, Meaning, Meanings};
use crate::tree::{Attr, Tag};
use crate::{Label, Page, Reason};

/// Elements whose pictures never belong to the text beside them.
const OTHER_TAGS: &[Tag] =
    &[Tag::Nav, Tag::Aside, Tag::Footer, Tag::Form, Tag::Button, Tag::Address, Tag::Dialog];
/// Meanings of class words with the same effect.
const OTHER_MEANINGS: &[Meaning] = &[
    Meaning::Navigation,
    Meaning::Side,
    Meaning::Related,
    Meaning::Comment,
    Meaning::Share,
    Meaning::Advert,
    Meaning::Footer,
    Meaning::Notice,
    Meaning::Meta,
    Meaning::Control,
    Meaning::Review,
];
/// An unmarked element is the article's if this share of its text is content.
const ELEMENT_SHARE: f32 = 0.5;
/// The same for the page as a whole.
const PAGE_SHARE: f32 = 0.9;

/// Labels all blocks without text.
pub(super) fn place(page: &Page, labels: &mut [Label]) {
    let blocks = page.blocks();
    let after = next_counting(blocks, labels);
    let parts = parts(page, labels);
    let is_gallery = blocks.iter().all(|block| block.chars == 0);
    let mut before = None;
    for (index, block) in blocks.iter().enumerate() {
        if block.chars > 0 {
            // The nearest text decides, even if it is boilerplate: it separates the picture from
            // the article.
            before = if counts_as_text(block, &labels[index]) { Some(index) } else { before };
            continue;
        }
        let around = [before, after[index]];
        let is_of = |at: &&usize, comment: bool| {
            labels[**at].content && (labels[**at].reason == Reason::Comment) == comment
        };
        let count = |comment| around.iter().flatten().filter(|at| is_of(at, comment)).count();
        let at_edge = || {
            let text = around.iter().flatten().find(|at| is_of(at, false)).copied();
            let part = parts[block.container as usize];
            // In an element that is not marked as the article, star ratings and backgrounds stand
            // beside the text: only figures and described pictures count there.
            let is_telling = part.marked || part.figure || plays_or_describes(page, block);
            is_telling && text.is_some_and(|text| part.holds(page, text))
        };
        let reason = match (count(false), count(true)) {
            _ if block.hidden => Reason::NotBetweenContent,
            (2, _) => Reason::BetweenContent,
            (_, 2) => Reason::Comment,
            (1, _) if at_edge() && !decoration::is_decoration(page, block) => Reason::BesideContent,
            _ if is_gallery && shows_something(page, block) => Reason::PictureOfPage,
            _ => Reason::NotBetweenContent,
        };
        let scores = around.iter().flatten().map(|at| labels[*at].score);
        // A picture is as sure as the less sure text beside it.
        let score = scores.fold(1.0, f32::min);
        labels[index] = Label { content: reason != Reason::NotBetweenContent, score, reason };
    }
}

/// Whether a block says on which side of the content a picture is. A dropped caption does not: it
/// belongs to the picture.
fn counts_as_text(block: &Block, label: &Label) -> bool {
    block.chars > 0 && (label.content || block.kind != BlockKind::Caption)
}

/// For each block, the next one that says whether there is content.
fn next_counting(blocks: &[Block], labels: &[Label]) -> Vec<Option<usize>> {
    let mut next = None;
    let mut after = vec![None; blocks.len()];
    for (index, block) in blocks.iter().enumerate().rev() {
        after[index] = next;
        if counts_as_text(block, &labels[index]) {
            next = Some(index);
        }
    }
    after
}

/// Whether a block is a player, or a picture with a description.
fn plays_or_describes(page: &Page, block: &Block) -> bool {
    let alt = page.tree().attr(block.node, Attr::ALT);
    block.kind == BlockKind::Media || alt.is_some_and(|alt| !alt.trim().is_empty())
}

/// Whether a picture on a page without text has a description or stands in a figure.
fn shows_something(page: &Page, block: &Block) -> bool {
    let container = &page.containers()[block.container as usize];
    (plays_or_describes(page, block) || container.tag == Tag::Figure)
        && !is_foreign(container)
        && !decoration::is_decoration(page, block)
}

/// The part of the page in which a container's pictures belong.
#[derive(Debug, Clone, Copy, Default)]
struct Part {
    /// The innermost element around it that is marked as the article and holds content, else the
    /// innermost that is mostly content.
    home: Option<u32>,
    /// Whether the page marks that element as its article.
    marked: bool,
    /// Whether an element in between holds something else.
    foreign: bool,
    /// Whether the container lies in a figure.
    figure: bool,
}

impl Part {
    /// Whether the part holds this block, and its pictures belong to it.
    fn holds(self, page: &Page, block: usize) -> bool {
        let home = self.home.filter(|_| !self.foreign);
        home.is_some_and(|home| {
            let home = &page.containers()[home as usize];
            // Even a page that is one text has banners at its top.
            (self.figure || !is_page_wide(home.tag))
                && (home.first as usize..home.end as usize).contains(&block)
        })
    }
}

/// The parts of all containers.
fn parts(page: &Page, labels: &[Label]) -> Vec<Part> {
    let sums = Sums::from_labels(page.blocks(), labels);
    let mut parts: Vec<Part> = Vec::with_capacity(page.containers().len());
    for (index, container) in page.containers().iter().enumerate() {
        let around = parts.get(container.parent as usize).copied().unwrap_or_default();
        let (content, other) = sums.within(container);
        let home = Some(index as u32);
        let holds = content > 0;
        let share = content as f32 / (content + other).max(1) as f32;
        let around = Part { figure: around.figure || container.tag == Tag::Figure, ..around };
        parts.push(match (holds, is_foreign(container)) {
            (true, false) if is_marked(page, container) => {
                Part { home, marked: true, foreign: false, ..around }
            }
            (true, false) if !around.marked && share >= least_share(container.tag) => {
                Part { home, foreign: false, ..around }
            }
            // Within a marked article, inner elements do not become a part of their own.
            (true, false) => around,
            (false, false) if other == 0 => around,
            _ => Part { foreign: true, ..around },
        });
    }
    parts
}

fn is_foreign(container: &Container) -> bool {
    let has_any = |meanings: Meanings| OTHER_MEANINGS.iter().any(|meaning| meanings.has(*meaning));
    // Classes of page-wide elements describe the page, not its pictures.
    let is_page = is_page_wide(container.tag) || matches!(container.tag, Tag::Main | Tag::Article);
    OTHER_TAGS.contains(&container.tag) || !is_page && has_any(container.meanings)
}

/// Whether the page marks an element as its article.
fn is_marked(page: &Page, container: &Container) -> bool {
    let is_main = || page.tree().attr(container.node, Attr::ROLE) == Some("main");
    matches!(container.tag, Tag::Main | Tag::Article)
        || container.declared
        || !is_page_wide(container.tag) && (is_main() || container.meanings.has(Meaning::Content))
}

fn is_page_wide(tag: Tag) -> bool {
    matches!(tag, Tag::Html | Tag::Body)
}

/// The share of content from which on an element counts as the article.
fn least_share(tag: Tag) -> f32 {
    if is_page_wide(tag) { PAGE_SHARE } else { ELEMENT_SHARE }
}

/// Sums over the blocks before each block, and over all: characters of content, and of other text.
struct Sums(Vec<(u64, u64)>);

impl Sums {
    fn from_labels(blocks: &[Block], labels: &[Label]) -> Self {
        let (mut content, mut other) = (0, 0);
        let mut sums = vec![(0, 0)];
        for (block, label) in blocks.iter().zip(labels) {
            // Comments are kept on request, but the article does not extend to them.
            match label.content && label.reason != Reason::Comment {
                true => content += u64::from(block.chars),
                false if counts_as_text(block, label) => other += u64::from(block.chars),
                false => {}
            }
            sums.push((content, other));
        }
        Self(sums)
    }

    fn within(&self, container: &Container) -> (u64, u64) {
        let (first, end) = (self.0[container.first as usize], self.0[container.end as usize]);
        (end.0 - first.0, end.1 - first.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::{Scoring, extract};
    use crate::{ExtractConfig, Hints, Limits, PageFlag};

    /// The sources of pictures and players that are kept; texts that end with a full stop are
    /// content, captions are not.
    fn kept(html: &str) -> Vec<String> {
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let typed = page.page_type();
        let score = |at: usize| {
            let block = &page.blocks()[at];
            let is_text = block.text.ends_with('.') && block.kind != BlockKind::Caption;
            (f32::from(u8::from(is_text)), Reason::Kind)
        };
        let labels =
            Scoring::from_scores(&page, &ExtractConfig::default(), typed, score).finish("").labels;
        sources(&page, &labels)
    }

    fn sources(page: &Page, labels: &[Label]) -> Vec<String> {
        let blocks = page.blocks().iter().zip(labels);
        let pictures = blocks.filter(|(block, label)| block.chars == 0 && label.content);
        let source = |block: &Block| crate::block::sources(page.tree(), block.node).next();
        pictures.filter_map(|(block, _)| source(block).map(str::to_owned)).collect()
    }

    #[test]
    fn a_caption_that_is_not_taken_leaves_its_picture_in_the_text() {
        let page = "<p>The gauge was built in Lisbon.<figure><img src=a.jpg>\
            <figcaption>The gauge.</figcaption></figure><p>It was brought here by ship.\
            <figure><img src=b.jpg><figcaption>A ship.</figcaption></figure><p>Read also";
        assert_eq!(kept(page), ["a.jpg"]);
    }

    #[test]
    fn pictures_and_players_at_the_edges_of_an_article_belong_to_it() {
        let figure = |name| {
            format!("<figure><img src={name}.jpg alt=Fog><figcaption>Fog</figcaption></figure>")
        };
        let [lead, middle, last] = ["lead", "middle", "last"].map(figure);
        let text = "<p>The fog lifted from the harbour this morning.";
        let article = format!(
            "{lead}<h1>The fog lifts.</h1><p>By Ada{text}{middle}{text}{last}<video src=v.mp4></video>"
        );
        for page in [
            format!("<nav>Menu</nav><article>{article}</article><p>Read also"),
            format!("<nav>Menu</nav><main><div>{article}</div></main><p>Read also"),
            format!("<p>Menu<div class=entry-content>{article}</div><p>Read also"),
            format!("<p>Menu<div>{article}</div><p>Read also"),
        ] {
            assert_eq!(kept(&page), ["lead.jpg", "middle.jpg", "last.jpg", "v.mp4"], "{page}");
        }
        let behind = |what: &str| format!("<article>{text}{what}</article><p>Read also");
        for (what, is_kept) in [
            ("<div class=wide><img src=a.jpg></div>", true),
            ("<p><a href=large/a.JPG><img src=a.jpg></a>", true),
            ("<iframe src=https://www.youtube-nocookie.com/embed/abc></iframe>", true),
            ("<iframe src=//player.vimeo.com/video/1?a=b></iframe>", true),
            ("<iframe src=https://comments.example/thread></iframe>", false),
            ("<div><img src=https://www.flags.example/pier.jpg></div>", true),
            ("<div><img src=//flags.example/pier/?http://x.example/logo.png></div>", true),
            ("<div><img src=https://flags.example/images/Logo_small.png></div>", false),
            ("<a href=/next><img src=a.jpg></a>", false),
            ("<div class=teaser><img src=a.jpg></div>", false),
            ("<div><img src=a.jpg><p>Another text</div>", false),
            ("<div class=author-box><img src=a.jpg></div>", false),
            ("<aside><img src=a.jpg></aside>", false),
            ("<ul class=share><li><img src=a.jpg></ul>", false),
            ("<img class=avatar src=a.jpg>", false),
            ("<img src=/img/share-icons/a.png>", false),
            ("<img src=https://secure.gravatar.com/a>", false),
            ("<img src=logo.png>", false),
            ("<img src=a.jpg width=48>", false),
            ("<img src=a.svg>", false),
        ] {
            assert_eq!(kept(&behind(what)).len(), usize::from(is_kept), "{what}");
        }
        assert_eq!(kept(&format!("{lead}{text}{text}{last}")), ["lead.jpg", "last.jpg"]);
        assert_eq!(kept(&format!("<p>Menu<div>{text}<div><img src=a.jpg></div></div>")), [""; 0]);
        // Nothing says where the text begins.
        assert_eq!(kept(&format!("<img src=a.jpg>{text}")), [""; 0]);
        assert_eq!(kept(&format!("<p>Menu<p>Fog<img src=a.jpg>{text}")), [""; 0]);
        assert_eq!(kept(&format!("<main><img src=a.jpg></main><div>{text}</div>")), [""; 0]);
    }

    #[test]
    fn a_page_of_nothing_but_pictures_has_these() {
        let kept_of = |html: &str| {
            let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
            let extraction = extract(&page, &ExtractConfig::default());
            (sources(&page, &extraction.labels), extraction.flags)
        };
        let page = "<title>Fog</title><body><img src=logo.png alt=Harbour><img src=a.jpg alt='The pier'>\
            <figure><img src=b.jpg></figure><img src=c.jpg><nav><img src=d.jpg alt=Next></nav>";
        let (kept, flags) = kept_of(page);
        assert_eq!(kept, ["a.jpg", "b.jpg"]);
        assert_eq!(flags, [PageFlag::NoVisibleText]);
        let figure = |name| {
            format!(
                "<figure><img src={name}.jpg><figcaption>The pier in the fog of May</figcaption></figure>"
            )
        };
        let (kept, _) = kept_of(&["a", "b", "c"].map(figure).concat());
        assert_eq!(kept, ["a.jpg", "b.jpg", "c.jpg"]);
    }
}
