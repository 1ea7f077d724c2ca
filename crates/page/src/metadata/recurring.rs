//! Titles that recur: what other pages of a host are called, too, or begin or end their titles with, is the name of the
//! site or of a part of it.

use std::hash::Hasher as _;

use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use crate::tree::{Attr, Tag};
use crate::{BlockKind, Page};

/// What stands between a title and the name of its site.
const SEPARATORS: &[&str] =
    &[" | ", " - ", " – ", " — ", " · ", " • ", " :: ", " : ", " » ", " « ", " / ", "｜"];
/// What stands behind the name of a site that comes first.
pub(super) const COLON: &str = ": ";
/// Titles of one page that are looked at, bytes and parts of each.
const TITLES: usize = 8;
const BYTES: usize = 1000;
const PARTS: usize = 8;
/// From so many pages on, if they are such a share of all, what they have in common is not the title of one.
const SOME: usize = 3;
const SHARE: f32 = 1.0 / 3.0;

/// The titles of a page, whole and by parts, as hashes of their words: what is kept of them for other pages of the
/// host.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TitleParts(Vec<u64>);

impl TitleParts {
    /// Of what the page declares as its title, and of its headings of first level.
    pub fn of(page: &Page) -> Self {
        let tree = page.tree();
        let declared = tree.all().filter_map(|id| match tree.tag(id)? {
            Tag::Title => Some(tree.text_content(id)),
            Tag::Meta if tree.attr(id, Attr::PROPERTY) == Some("og:title") => {
                tree.attr(id, Attr::CONTENT).map(str::to_owned)
            }
            _ => None,
        });
        let headings = page.blocks().iter().filter(|block| block.kind == BlockKind::Heading(1));
        let headings = headings.map(|block| block.text.to_string());
        let mut hashes = Vec::new();
        for title in declared.take(TITLES).chain(headings.take(TITLES)) {
            let title = title[..title.floor_char_boundary(BYTES)].trim();
            let named = title.split_once(COLON).map(|(name, _)| name);
            hashes.extend(named.into_iter().chain([title]).chain(parts(title)).map(hash));
        }
        hashes.sort_unstable();
        hashes.dedup();
        // A part without words is the name of nothing.
        hashes.retain(|part| *part != hash(""));
        Self(hashes)
    }
}

/// What recurs in the titles of the pages beside a page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Recurring(FxHashSet<u64>);

impl Recurring {
    /// In the titles of these pages of a host, one for each address.
    pub fn among<'p>(pages: impl Iterator<Item = &'p TitleParts>) -> Self {
        let (mut all, mut counts) = (0, FxHashMap::<u64, usize>::default());
        for TitleParts(parts) in pages {
            all += 1;
            parts.iter().for_each(|part| *counts.entry(*part).or_default() += 1);
        }
        let least = (SHARE * all as f32).max(SOME as f32);
        counts.retain(|_, count| *count as f32 >= least);
        Self(counts.into_keys().collect())
    }

    /// Whether so many of them have this title, or part of one.
    pub(super) fn has(&self, title: &str) -> bool {
        !self.0.is_empty() && self.0.contains(&hash(title))
    }
}

fn hash(title: &str) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(plain(title).as_bytes());
    hasher.finish()
}

fn parts(title: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(title);
    let next = move || {
        let title = rest?;
        let (first, behind) =
            outer_parts(title).map_or((title, None), |(first, _)| (first.0, Some(first.1)));
        rest = behind;
        Some(first)
    };
    std::iter::from_fn(next).take(PARTS)
}

pub(super) type Part<'t> = (&'t str, &'t str);

/// The first and the last part with what remains without each.
pub(super) fn outer_parts(title: &str) -> Option<(Part<'_>, Part<'_>)> {
    let hits = |from_end: bool| {
        SEPARATORS.iter().filter_map(move |s| {
            let at = if from_end { title.rfind(s) } else { title.find(s) };
            at.map(|at| (at, s.len()))
        })
    };
    let (at, len) = hits(false).min()?;
    let first = (title[..at].trim(), title[at + len..].trim());
    let (at, len) = hits(true).max()?;
    let last = (title[at + len..].trim(), title[..at].trim());
    Some((first, last))
}

/// Lower-case words, for comparing.
pub(super) fn plain(text: &str) -> String {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ").to_lowercase()
}
