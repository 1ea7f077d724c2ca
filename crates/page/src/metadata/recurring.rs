//! Recurring titles: what many pages of a host begin, end or name themselves with is the name of
//! the site or of a section.

use std::hash::Hasher as _;

use rustc_hash::{FxHashMap, FxHasher};
use serde::{Deserialize, Serialize};

use super::candidate::Source;
use super::field::Field;
use super::found::Found;
use super::parts::{COLON, outer_parts, plain};
use super::{jsonld, meta};
use crate::tree::Tag;
use crate::{BlockKind, Page};

/// Titles of a page that are read.
const TITLES: usize = 12;
/// Parts of each that are read, besides the last.
const PARTS: usize = 8;
/// Fewest pages that must share something, besides a third of all.
const SOME: u32 = 3;

/// Position of a text in a title.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Role {
    /// Any part between separators, or all of it.
    Part,
    /// A part behind a separator.
    Later,
    /// The part before a colon.
    Name,
}

/// The titles of a page and their parts as hashes: what other pages of the host need of them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TitleParts(Vec<u64>);

impl TitleParts {
    /// Bytes occupied on the heap.
    pub fn memory(&self) -> usize {
        size_of_val(&self.0[..])
    }

    /// The hashes, sorted.
    pub fn parts(&self) -> &[u64] {
        &self.0
    }

    /// Reads the declared titles and main headings of a page.
    pub fn from_page(page: &Page) -> Self {
        let (tree, mut found) = (page.tree(), Found::default());
        if let Some(title) = tree.all().find(|id| tree.tag(*id) == Some(Tag::Title)) {
            let text = tree.text_content(title);
            found.push_raw(Field::Title, 0, Source::Html, "title", &text);
        }
        for block in page.blocks().iter().filter(|block| block.kind == BlockKind::Heading(1)) {
            found.push_raw(Field::Title, 0, Source::Html, "h1", &block.text);
        }
        meta::read(tree, &mut found);
        jsonld::read(page.structured(), &mut found);
        let mut hashes = Vec::new();
        for title in found.ranked(Field::Title).into_iter().take(TITLES) {
            let title = title.value.as_str();
            hashes.push(hash(Role::Part, title));
            hashes.extend(title.split_once(COLON).map(|(name, _)| hash(Role::Name, name)));
            let Some((first, last)) = outer_parts(title) else { continue };
            hashes.push(hash(Role::Part, first.0));
            let later = std::iter::successors(Some(first.1), |rest| Some(outer_parts(rest)?.0.1));
            let between = later.map(|rest| outer_parts(rest).map_or(rest, |(first, _)| first.0));
            let later = between.take(PARTS).chain([last.0]);
            hashes.extend(
                later.flat_map(|part| [Role::Part, Role::Later].map(|role| hash(role, part))),
            );
        }
        // A part counts once per page, however often its titles repeat it.
        hashes.sort_unstable();
        hashes.dedup();
        Self(hashes)
    }
}

/// What recurs in titles of the other pages of a host.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Recurring {
    pages: u32,
    counts: FxHashMap<u64, u32>,
}

impl Recurring {
    /// Counts the titles of pages of a host, one page for each address.
    pub fn among<'p>(titles: impl Iterator<Item = &'p TitleParts>) -> Self {
        let mut found = Self::default();
        for TitleParts(parts) in titles {
            found.pages += 1;
            parts.iter().for_each(|part| *found.counts.entry(*part).or_default() += 1);
        }
        let pages = found.pages;
        // What is rare is dropped at once: a host has many thousand titles.
        found.counts.retain(|_, count| *count >= SOME && 3 * *count >= pages);
        found
    }

    /// Number of titles with a text at this position, if it recurs. Marks without letters never do.
    pub(super) fn count(&self, role: Role, text: &str) -> u32 {
        if self.counts.is_empty() || !text.contains(char::is_alphanumeric) {
            return 0;
        }
        self.counts.get(&hash(role, text)).copied().unwrap_or_default()
    }

    /// Whether most pages have a text at this position.
    pub(super) fn mostly(&self, role: Role, text: &str) -> bool {
        2 * self.count(role, text) > self.pages
    }
}

fn hash(role: Role, text: &str) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write_u8(role as u8);
    hasher.write(plain(text).as_bytes());
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Hints, Limits};

    fn parts(title: &str) -> TitleParts {
        let html = format!("<title>{title}</title><p>x");
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        TitleParts::from_page(&page)
    }

    #[test]
    fn what_a_third_of_three_pages_share_recurs() {
        let titles: Vec<TitleParts> =
            ["Fog | Post", "Tide | Post", "Post: Ferry", "Gulls | Post", "Alone"]
                .map(parts)
                .to_vec();
        let recurring = Recurring::among(titles.iter());
        for (role, text, count, mostly) in [
            (Role::Part, "Post", 3, true),
            (Role::Later, "post!", 3, true),
            (Role::Name, "Post", 0, false),
            (Role::Part, "Fog", 0, false),
            (Role::Part, "|", 0, false),
        ] {
            assert_eq!(recurring.count(role, text), count, "{text}");
            assert_eq!(recurring.mostly(role, text), mostly, "{text}");
        }
    }

    proptest::proptest! {
        #[test]
        fn the_order_of_pages_decides_nothing(order in proptest::sample::subsequence((0..8).collect::<Vec<usize>>(), 0..8)) {
            let titles = ["a | x", "b | x", "c | x", "x: d", "x: e", "f", "g - y", "h - y"].map(parts);
            let forwards = Recurring::among(order.iter().map(|at| &titles[*at]));
            let backwards = Recurring::among(order.iter().rev().map(|at| &titles[*at]));
            proptest::prop_assert_eq!(forwards, backwards);
        }
    }
}
