//! Pictures and players at the edge of a text that do not belong to it: logos, icons, adverts.

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use crate::Page;
use crate::block::{Block, BlockKind, sources};
use crate::tree::{Attr, NodeId, Tag, Tree};

/// The data table `decoration.tsv`.
#[derive(Default)]
struct Table {
    words: FxHashSet<&'static str>,
    hosts: FxHashSet<&'static str>,
    players: FxHashSet<&'static str>,
    pictures: Vec<&'static str>,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let mut table = Table::default();
    for row in include_str!("../../data/decoration.tsv").lines() {
        match row.split_once('\t') {
            Some(("word", value)) => drop(table.words.insert(value)),
            Some(("host", value)) => drop(table.hosts.insert(value)),
            Some(("player", value)) => drop(table.players.insert(value)),
            Some(("picture", value)) => table.pictures.push(value),
            _ => {}
        }
    }
    table
});

/// Pictures with a side below this many pixels are icons.
const ICON_PIXELS: u32 = 100;
/// Longest part of an address that is read, in bytes.
const ADDRESS_BYTES: usize = 1000;
/// How far above a picture its link is searched.
const LINK_REACH: usize = 8;

/// Whether a picture decorates the page or links to another page, or a frame holds no player.
pub(super) fn is_decoration(page: &Page, block: &Block) -> bool {
    // Replayed pages carry the archive's address in front: the original decides.
    let (tree, node) = (page.tree(), block.node);
    let source = sources(tree, node).next().unwrap_or_default();
    let source = page.original(beginning(source));
    let source = MediaSource::split(&source);
    match block.kind {
        BlockKind::Media => !plays(tree, node, source),
        _ => {
            // Inline images are placeholders and icons; photographs have addresses.
            source.path.starts_with("data:")
                || ends_with(source.path, ".svg")
                || is_icon(tree, node)
                || leads_on(tree, node)
                || has_known_word(source.host, &TABLE.hosts)
                || [Some(source.path), tree.attr(node, Attr::CLASS), tree.attr(node, Attr::ID)]
                    .into_iter()
                    .flatten()
                    .any(|name| has_known_word(name, &TABLE.words))
        }
    }
}

/// The part of an address that is read.
fn beginning(address: &str) -> &str {
    &address[..address.floor_char_boundary(ADDRESS_BYTES)]
}

/// Host and path of an address, as written.
#[derive(Debug, Clone, Copy)]
struct MediaSource<'a> {
    /// Empty for relative addresses.
    host: &'a str,
    path: &'a str,
}

impl<'a> MediaSource<'a> {
    fn split(address: &'a str) -> Self {
        let address = address.split(['?', '#']).next().unwrap_or_default();
        match address.split_once("//") {
            Some((scheme, rest)) if scheme.is_empty() || scheme.ends_with(':') => {
                let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
                Self { host, path }
            }
            _ => Self { host: "", path: address },
        }
    }
}

/// Whether one of the words in a name, host or path is in the table.
fn has_known_word(name: &str, known: &FxHashSet<&'static str>) -> bool {
    let mut words = name.split(|c: char| !c.is_ascii_alphanumeric());
    words.any(|word| known.contains(&*word.to_ascii_lowercase()))
}

/// Whether a declared side of a picture is that of an icon.
fn is_icon(tree: &Tree, node: NodeId) -> bool {
    let small = |name: &str| {
        let value = tree.attr_named(node, name).map(|value| value.trim().trim_end_matches("px"));
        value.and_then(|value| value.parse::<u32>().ok()).is_some_and(|side| side < ICON_PIXELS)
    };
    small("width") || small("height")
}

/// Whether the link around a picture leads to anything but a larger version of it.
fn leads_on(tree: &Tree, node: NodeId) -> bool {
    let link = tree.ancestors(node).take(LINK_REACH).find(|id| tree.tag(*id) == Some(Tag::A));
    // A link to the picture itself opens it in another size.
    let target = link.and_then(|link| tree.attr(link, Attr::HREF)).map(str::trim_start);
    target.is_some_and(|target| {
        let target = beginning(target).split(['?', '#']).next().unwrap_or_default().trim_end();
        !target.is_empty() && !TABLE.pictures.iter().any(|end| ends_with(target, end))
    })
}

/// Whether an element is a player. Frames hold all sorts of things, so their hosts are listed.
fn plays(tree: &Tree, node: NodeId, source: MediaSource<'_>) -> bool {
    let mut labels = source.host.split('.');
    // Adverts, maps and comment boxes are frames, too.
    matches!(tree.tag(node), Some(Tag::Video | Tag::Audio))
        || labels.any(|name| TABLE.players.contains(&*name.to_ascii_lowercase()))
}

/// Whether a text ends so, whatever its case.
fn ends_with(text: &str, end: &str) -> bool {
    let from = text.len().checked_sub(end.len());
    from.and_then(|from| text.get(from..)).is_some_and(|last| last.eq_ignore_ascii_case(end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Hints, Limits};

    #[test]
    fn addresses_are_split_as_they_are_written() {
        for (address, host, path) in [
            ("https://a.example/b/c.jpg?d#e", "a.example", "/b/c.jpg"),
            ("//a.example", "a.example", ""),
            ("/b//c.jpg", "", "/b//c.jpg"),
            ("b.jpg#c", "", "b.jpg"),
            ("data:image/gif;base64,R0//", "", "data:image/gif;base64,R0//"),
            ("", "", ""),
        ] {
            let source = MediaSource::split(address);
            assert_eq!((source.host, source.path), (host, path), "{address}");
        }
    }

    #[test]
    fn endings_are_compared_whatever_their_case() {
        for (text, end, expected) in [
            ("a.SVG", ".svg", true),
            ("a.svgz", ".svg", false),
            ("svg", ".svg", false),
            ("grün", "ün", true),
            ("ü", "\u{bc}", false),
        ] {
            assert_eq!(ends_with(text, end), expected, "{text}");
        }
    }

    #[test]
    fn icons_are_told_by_their_size() {
        for (html, expected) in [
            ("<img src=a.jpg width=16>", true),
            ("<img src=a.jpg height='99px'>", true),
            ("<img src=a.jpg width=100 height=100>", false),
            ("<img src=a.jpg width=50%>", false),
            ("<img src=a.jpg width=''>", false),
            ("<img src=a.jpg>", false),
        ] {
            let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
            assert_eq!(is_icon(page.tree(), page.blocks()[0].node), expected, "{html}");
        }
    }
}
