//! Elements that show an author: by `rel`, by the folder of their link, by their class.

use std::iter;

use super::byline_text::CHARS;
use super::frame::Frame;
use crate::Page;
use crate::tree::{Attr, NodeId, Tag};

/// Most tree nodes that are visited.
const NODES: usize = 20_000;

/// Weight of an element whose class or id says that it shows an author.
const NAMED: f32 = 4.0;
/// Words in classes and ids of elements that show authors.
const NAMES: &[&str] = &[
    "author",
    "authors",
    "byline",
    "autor",
    "autoren",
    "auteur",
    "auteurs",
    "autore",
    "authorname",
    "writer",
    "verfasser",
    "redakteur",
    "username",
    "vcard",
    "authname",
    "creator",
    "contributor",
    "contributors",
    "writers",
    "journalist",
    "journalists",
    "journaliste",
    "reporter",
    "reporters",
    "columnist",
    "columnista",
    "periodista",
    "firmante",
    "giornalista",
    "redactor",
    "redacteur",
    "redaktor",
    "redaktorius",
    "schrijver",
    "skribent",
    "forfatter",
    "autora",
    "autores",
    "autori",
    "autorius",
    "autorka",
    "autorzy",
    "avtor",
    "szerzo",
    "penulis",
    "yazar",
    "muhabir",
    "tacgia",
];
/// Ends of words in classes that were written as one: `articleauthor`.
const ENDS: &[&str] = &["author", "byline"];
/// What follows such a word in others: `authorbox`.
const BOXES: &[&str] = &[
    "bio",
    "block",
    "box",
    "card",
    "container",
    "details",
    "info",
    "line",
    "link",
    "meta",
    "text",
    "wrap",
    "wrapper",
];
/// Longest word that can hold one of them: longer ones are file names and keys.
const WORD: usize = 24;
/// Path segments in front of an author's name.
const FOLDERS: &[&str] = &[
    "author",
    "authors",
    "autor",
    "autoren",
    "autores",
    "auteur",
    "auteurs",
    "autori",
    "writer",
    "writers",
    "staff",
    "contributor",
    "contributors",
    "columnist",
    "columnists",
    "journalist",
    "journalists",
    "redaktion",
    "redakteur",
    "producers",
    "team",
    "users",
    "user",
    "by",
    "avtor",
    "avtory",
    "schrijver",
    "auteure",
    "autora",
    "autore",
    "autorka",
    "autorzy",
    "bio",
    "bios",
    "columnista",
    "columnistas",
    "firma",
    "firmas",
    "forfatter",
    "giornalisti",
    "journaliste",
    "journalistes",
    "kolumnist",
    "penulis",
    "periodista",
    "periodistas",
    "reporter",
    "reporters",
    "skribent",
    "szerzo",
    "verfasser",
    "yazar",
    "yazarlar",
];

/// Those that are so behind any other word.
const ROOTED: &[&str] = &["author", "authors", "autor", "autoren", "auteur", "auteurs", "writers"];

/// The text of an element that shows an author.
pub(super) struct Marked {
    pub(super) text: String,
    /// Weight of the evidence.
    pub(super) weight: f32,
    /// Index of the block.
    pub(super) at: usize,
}

/// The elements that show an author within the blocks `from..to`.
pub(super) fn find(frame: &Frame<'_>, from: usize, to: usize) -> Vec<Marked> {
    let page = frame.page;
    let tree = page.tree();
    let (first, last) = (page.blocks()[from].node, tree.end(page.blocks()[to - 1].node));
    let nodes = tree.all().skip_while(|id| *id < first).take_while(|id| *id < last).take(NODES);
    let mut found = Vec::new();
    for id in nodes {
        let Some(weight) = weight(page, id) else { continue };
        let at = page.blocks().partition_point(|block| block.node <= id).max(from + 1) - 1;
        // In a long block, names are those of people the text is about.
        let within = weight <= NAMED && page.blocks()[at].chars as usize > 2 * CHARS;
        if at >= to || within || frame.is_foreign(at) {
            continue;
        }
        found.extend(element_text(page, id).map(|text| Marked { text, weight, at }));
    }
    found
}

/// How much speaks for an author in an element; `None` if nothing does.
fn weight(page: &Page, id: NodeId) -> Option<f32> {
    if rel_author(page, id) {
        Some(4.6)
    } else if links_to_author(page, id) {
        Some(4.2)
    } else {
        // A thing with properties is read as microdata, where its name is told from the rest.
        let is_plain = page.tree().attr(id, Attr::ITEMSCOPE).is_none();
        (is_named(page, id) && is_plain).then_some(NAMED)
    }
}

fn rel_author(page: &Page, id: NodeId) -> bool {
    let rel = page.tree().attr(id, Attr::REL).unwrap_or_default();
    rel.split_ascii_whitespace().any(|word| word.eq_ignore_ascii_case("author"))
}

fn links_to_author(page: &Page, id: NodeId) -> bool {
    if page.tree().tag(id) != Some(Tag::A) {
        return false;
    }
    let href = page.tree().attr(id, Attr::HREF).unwrap_or_default();
    let path = href.split(['?', '#']).next().unwrap_or_default();
    let path = path.split_once("://").map_or(path, |(_, rest)| rest);
    // The last segment is the name; the one before it must be a folder of authors.
    let mut segments = path.split('/').filter(|s| !s.is_empty()).rev();
    let (Some(_), Some(folder)) = (segments.next(), segments.next()) else { return false };
    // `blog-authors` is a folder of authors, too.
    let last = folder.rsplit(['-', '_']).next().unwrap_or(folder);
    FOLDERS.iter().any(|known| folder.eq_ignore_ascii_case(known))
        || last.len() < folder.len() && ROOTED.iter().any(|known| last.eq_ignore_ascii_case(known))
}

/// Whether class, id or property of an element contains one of [`NAMES`].
fn is_named(page: &Page, id: NodeId) -> bool {
    [Attr::CLASS, Attr::ID, Attr::ITEMPROP].into_iter().any(|attr| {
        let Some(value) = page.tree().attr(id, attr) else { return false };
        // Longer values come from utility classes, hundreds of words without a name.
        value.len() < 200 && words(value).any(is_name)
    })
}

fn is_name(word: &str) -> bool {
    // Lengths first: nearly every word of a page is none of the names.
    NAMES.iter().any(|name| name.len() == word.len() && name.eq_ignore_ascii_case(word))
        || word.len() <= WORD && is_compound(word)
}

/// Whether a word ends with one of [`ENDS`], with or without one of [`BOXES`] behind it.
fn is_compound(word: &str) -> bool {
    let stem = BOXES.iter().find_map(|name| without_end(word, name)).unwrap_or(word);
    let ends = |word| ENDS.iter().any(|end| without_end(word, end).is_some());
    ends(word) || ends(stem)
}

/// A word without its end, which may be in capitals.
fn without_end<'w>(word: &'w str, end: &str) -> Option<&'w str> {
    let at = word.len().checked_sub(end.len())?;
    word.get(at..).filter(|rest| rest.eq_ignore_ascii_case(end)).map(|_| &word[..at])
}

/// The words of a name, and what stands before a capital: `authorName entry-byline_x` gives
/// authorName, author, entry, byline, x.
fn words(value: &str) -> impl Iterator<Item = &str> {
    value.split(|c: char| !c.is_alphanumeric()).flat_map(|word| {
        let cut = word.char_indices().skip(1).find(|(_, c)| c.is_uppercase());
        iter::once(word).chain(cut.map(|(cut, _)| &word[..cut]))
    })
}

/// The text of a small element, one line per child.
fn element_text(page: &Page, id: NodeId) -> Option<String> {
    // Inline emphasis is part of a name; other elements separate names.
    let apart = |tag| !matches!(tag, Tag::B | Tag::Strong | Tag::I | Tag::Em);
    let text = super::small::small_text(page.tree(), id, CHARS, apart)?;
    let lines = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    let lines: Vec<String> = lines.filter(|line| !line.is_empty()).collect();
    let chars: usize = lines.iter().map(|line| line.chars().count()).sum();
    (chars <= CHARS && lines.len() <= 8).then(|| lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Hints, Limits};

    #[test]
    fn names_of_elements_are_cut_into_words() {
        let cut = |value: &'static str| words(value).collect::<Vec<_>>();
        assert_eq!(
            cut("authorName entry-byline_x"),
            ["authorName", "author", "entry", "byline", "x"]
        );
        assert_eq!(cut(""), [""]);
    }

    #[test]
    fn elements_show_authors_by_rel_link_or_class() {
        for (html, expected) in [
            ("<a rel='nofollow author' href=/x>Ada</a>", Some(4.6)),
            ("<a href=/authors/ada>Ada</a>", Some(4.2)),
            ("<a href='https://a.example/by/ada?x=1'>Ada</a>", Some(4.2)),
            ("<a href=https://authors/ada>Ada</a>", Some(4.2)),
            ("<a href=/authors/>Ada</a>", None),
            ("<a class=byline>Ada</a>", Some(NAMED)),
            ("<a id=postAuthor>Ada</a>", Some(NAMED)),
            ("<a class=articleauthor>Ada</a>", Some(NAMED)),
            ("<a class=authorbox>Ada</a>", Some(NAMED)),
            ("<a class=authorized>Ada</a>", None),
            ("<a class=penulis>Ada</a>", Some(NAMED)),
            ("<a href=/blog-authors/ada>Ada</a>", Some(4.2)),
            ("<a href=/staff-picks/ada>Ada</a>", None),
            ("<a class=author itemscope>Ada</a>", None),
            ("<a class=authority>Ada</a>", None),
            ("<a class='entry AUTHOR'>Ada</a>", Some(NAMED)),
            ("<a class=authorLine>Ada</a>", Some(NAMED)),
        ] {
            let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
            let tree = page.tree();
            let link = tree.all().find(|id| tree.tag(*id) == Some(Tag::A)).expect("a link");
            assert_eq!(weight(&page, link), expected, "{html}");
        }
    }
}
