//! Pictures and players, which have no text to be judged by: content between two texts that are, at the edge of a text
//! in the part of the page that holds it, and on pages that have nothing else.

use super::decoration;
use crate::block::{Block, BlockKind, Container, Meaning, Meanings};
use crate::tree::{Attr, Tag};
use crate::{Label, Page, Reason};

/// Elements, and meanings of class words, whose pictures do not belong to the text beside them.
const APART: &[Tag] =
    &[Tag::Nav, Tag::Aside, Tag::Footer, Tag::Form, Tag::Button, Tag::Address, Tag::Dialog];
const FOREIGN: &[Meaning] = &[
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
/// Share of the text of an element, which nothing says to hold the article, that must be content.
const MOST: f32 = 0.5;
/// The same of the page as a whole.
const ALL: f32 = 0.9;

/// Decides on all blocks without text.
pub(super) fn place(page: &Page, labels: &mut [Label]) {
    let blocks = page.blocks();
    let after = next_telling(blocks, labels);
    let parts = parts(page, labels);
    let is_gallery = blocks.iter().all(|block| block.chars == 0);
    let mut before = None;
    for (index, block) in blocks.iter().enumerate() {
        if block.chars > 0 {
            before = if tells(block, &labels[index]) { Some(index) } else { before };
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
            // Where nothing says what is the article, marks of ratings and backgrounds stand in the text, too.
            let is_meant = part.said || part.figure || plays_or_tells(page, block);
            is_meant && text.is_some_and(|text| part.holds(page, text))
        };
        let reason = match (count(false), count(true)) {
            _ if block.hidden => Reason::NotBetweenContent,
            (2, _) => Reason::BetweenContent,
            (_, 2) => Reason::Comment,
            (1, _) if at_edge() && !decoration::is_one(page, block) => Reason::BesideContent,
            _ if is_gallery && shows_something(page, block) => Reason::PictureOfPage,
            _ => Reason::NotBetweenContent,
        };
        let scores = around.iter().flatten().map(|at| labels[*at].score);
        let score = scores.fold(1.0, f32::min);
        labels[index] = Label { content: reason != Reason::NotBetweenContent, score, reason };
    }
}

/// A caption that is not taken says nothing of the text around its picture.
fn tells(block: &Block, label: &Label) -> bool {
    block.chars > 0 && (label.content || block.kind != BlockKind::Caption)
}

/// For each block the next that tells something.
fn next_telling(blocks: &[Block], labels: &[Label]) -> Vec<Option<usize>> {
    let mut next = None;
    let mut after = vec![None; blocks.len()];
    for (index, block) in blocks.iter().enumerate().rev() {
        after[index] = next;
        if tells(block, &labels[index]) {
            next = Some(index);
        }
    }
    after
}

/// Whether a block is a player, or a picture that says what it shows.
fn plays_or_tells(page: &Page, block: &Block) -> bool {
    let alt = page.tree().attr(block.node, Attr::ALT);
    block.kind == BlockKind::Media || alt.is_some_and(|alt| !alt.trim().is_empty())
}

/// Whether a picture of a page without any text says what it shows, or is a figure of the page.
fn shows_something(page: &Page, block: &Block) -> bool {
    let container = &page.containers()[block.container as usize];
    (plays_or_tells(page, block) || container.tag == Tag::Figure)
        && !is_foreign(container)
        && !decoration::is_one(page, block)
}

/// The part of the page that the pictures of a container belong to.
#[derive(Debug, Clone, Copy, Default)]
struct Part {
    /// The innermost element around that holds content and is an article or the like, else that is mostly content.
    home: Option<u32>,
    /// The element is one by what the page says of it.
    said: bool,
    /// An element in between holds other things.
    foreign: bool,
    /// It is in a figure.
    figure: bool,
}

impl Part {
    /// Whether a block is in the part, and pictures belong to it.
    fn holds(self, page: &Page, block: usize) -> bool {
        let home = self.home.filter(|_| !self.foreign);
        home.is_some_and(|home| {
            let home = &page.containers()[home as usize];
            // Banners stand at the top of pages that are one text, too.
            (self.figure || !is_whole(home.tag))
                && (home.first as usize..home.end as usize).contains(&block)
        })
    }
}

/// The parts of all containers; containers come after those around them.
fn parts(page: &Page, labels: &[Label]) -> Vec<Part> {
    let sums = Sums::of(page.blocks(), labels);
    let mut parts: Vec<Part> = Vec::with_capacity(page.containers().len());
    for (index, container) in page.containers().iter().enumerate() {
        let around = parts.get(container.parent as usize).copied().unwrap_or_default();
        let (content, other) = sums.within(container);
        let home = Some(index as u32);
        let holds = content > 0;
        let share = content as f32 / (content + other).max(1) as f32;
        let around = Part { figure: around.figure || container.tag == Tag::Figure, ..around };
        parts.push(match (holds, is_foreign(container)) {
            (true, false) if is_said(page, container) => {
                Part { home, said: true, foreign: false, ..around }
            }
            (true, false) if !around.said && share >= least(container.tag) => {
                Part { home, foreign: false, ..around }
            }
            (true, false) => around,
            (false, false) if other == 0 => around,
            _ => Part { foreign: true, ..around },
        });
    }
    parts
}

fn is_foreign(container: &Container) -> bool {
    let has_any = |meanings: Meanings| FOREIGN.iter().any(|meaning| meanings.has(*meaning));
    // Their classes speak of the page as a whole.
    let is_page = is_whole(container.tag) || matches!(container.tag, Tag::Main | Tag::Article);
    APART.contains(&container.tag) || !is_page && has_any(container.meanings)
}

/// Whether the page says that an element holds its article.
fn is_said(page: &Page, container: &Container) -> bool {
    let is_main = || page.tree().attr(container.node, Attr::ROLE) == Some("main");
    matches!(container.tag, Tag::Main | Tag::Article)
        || container.declared
        || !is_whole(container.tag) && (is_main() || container.meanings.has(Meaning::Content))
}

fn is_whole(tag: Tag) -> bool {
    matches!(tag, Tag::Html | Tag::Body)
}

/// The share of the text of an element from which on it is taken for the article.
fn least(tag: Tag) -> f32 {
    if is_whole(tag) { ALL } else { MOST }
}

/// Characters of the blocks before each, and of all: content, and other text that is no caption.
struct Sums(Vec<(u64, u64)>);

impl Sums {
    fn of(blocks: &[Block], labels: &[Label]) -> Self {
        let (mut content, mut other) = (0, 0);
        let mut sums = vec![(0, 0)];
        for (block, label) in blocks.iter().zip(labels) {
            match label.content && label.reason != Reason::Comment {
                true => content += u64::from(block.chars),
                false if tells(block, label) => other += u64::from(block.chars),
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

    /// The sources of pictures and players that are kept; texts that end with a full stop are content, captions are not.
    fn kept(html: &str) -> Vec<String> {
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let typed = page.page_type();
        let score = |at: usize| {
            let block = &page.blocks()[at];
            let is_text = block.text.ends_with('.') && block.kind != BlockKind::Caption;
            (f32::from(u8::from(is_text)), Reason::Kind)
        };
        let labels =
            Scoring::again(&page, &ExtractConfig::default(), typed, score).finish("").labels;
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
        let told = |html: &str| {
            let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
            let extraction = extract(&page, &ExtractConfig::default());
            (sources(&page, &extraction.labels), extraction.flags)
        };
        let page = "<title>Fog</title><body><img src=logo.png alt=Harbour><img src=a.jpg alt='The pier'>\
            <figure><img src=b.jpg></figure><img src=c.jpg><nav><img src=d.jpg alt=Next></nav>";
        let (kept, flags) = told(page);
        assert_eq!(kept, ["a.jpg", "b.jpg"]);
        assert_eq!(flags, [PageFlag::NoVisibleText]);
        let figure = |name| {
            format!(
                "<figure><img src={name}.jpg><figcaption>The pier in the fog of May</figcaption></figure>"
            )
        };
        let (kept, _) = told(&["a", "b", "c"].map(figure).concat());
        assert_eq!(kept, ["a.jpg", "b.jpg", "c.jpg"]);
    }
}
