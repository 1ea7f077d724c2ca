//! Short texts that announce what follows: "Advertisement", "Read also", "Comments".
//!
//! The phrases are a table in many languages. A phrase opens a section, which ends with the element
//! around the phrase, at the next signpost or at the next heading.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::Page;
use crate::block::{Block, BlockKind};

macro_rules! kinds {
    ($($variant:ident $name:literal),+ $(,)?) => {
        /// What a signpost announces.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[repr(u8)]
        pub(super) enum SignKind { $($variant),+ }

        impl SignKind {
            pub(super) const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The name in the table.
            pub(super) fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }
        }
    };
}

kinds! {
    Advert "advert", Related "related", Comments "comments", Share "share", Signup "signup",
    Author "author", Topics "topics", Byline "byline", Legal "legal",
}

impl SignKind {
    /// Whether it opens a section. Other signposts describe only their own line.
    fn opens(self) -> bool {
        !matches!(self, Self::Share | Self::Byline | Self::Legal)
    }
}

/// Longest phrase, and longest text before a colon, in bytes.
const PHRASE_BYTES: usize = 72;
/// Most words of a phrase that more words may follow.
const FOLLOWED_WORDS: usize = 5;
/// Parts of a line that are read: `Print | Send | Back to top`.
const PARTS: usize = 3;

/// The kinds of a phrase of the table; of several the first.
#[derive(Clone, Copy, Default)]
struct Phrase {
    alone: Option<SignKind>,
    /// If more words follow.
    followed: Option<SignKind>,
}

static PHRASES: LazyLock<FxHashMap<&'static str, Phrase>> = LazyLock::new(|| {
    let mut phrases: FxHashMap<&str, Phrase> = FxHashMap::default();
    for line in include_str!("../../data/signposts.tsv").lines() {
        let Some((name, list)) = line.split_once('\t') else { continue };
        let Some(kind) = SignKind::ALL.iter().find(|kind| kind.name() == name) else { continue };
        for phrase in list.split(" | ") {
            let (phrase, open) = phrase.strip_suffix('*').map_or((phrase, false), |p| (p, true));
            let entry = phrases.entry(phrase).or_default();
            entry.alone.get_or_insert(*kind);
            if open {
                entry.followed.get_or_insert(*kind);
            }
        }
    }
    phrases
});

/// What signposts say about a block.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct BlockSigns {
    /// The signpost that the block is.
    pub(super) own: Option<SignKind>,
    /// The signpost of the section around it.
    pub(super) under: Option<SignKind>,
    /// Number of blocks since that signpost.
    pub(super) since: u32,
    /// Whether that signpost begins its element.
    pub(super) led: bool,
}

/// An open section.
struct Section {
    kind: SignKind,
    /// Index of the signpost.
    at: u32,
    /// One past its last block.
    end: u32,
    led: bool,
    level: Option<u8>,
}

/// What signposts say of each block; `element` is the container that the section of a block can
/// fill.
pub(super) fn signs(page: &Page, element: impl Fn(usize) -> u32) -> Vec<BlockSigns> {
    let mut open: Vec<Section> = Vec::new();
    let mut signs = Vec::with_capacity(page.blocks().len());
    for (index, block) in page.blocks().iter().enumerate() {
        let at = index as u32;
        // Sections end with the element in which their signpost stands.
        open.retain(|section| section.end > at);
        let level = level(block);
        let own = if block.chars > 0 { sign_of_line(&block.text) } else { None };
        if let Some(level) = level {
            // A heading ends the section of a signpost that is no larger heading.
            open.retain(|section| section.level.is_some_and(|l| l < level));
        }
        // Above a column of a table stands what its numbers count.
        let counts = block.kind == BlockKind::Cell && own == Some(SignKind::Comments);
        if let Some(kind) = own.filter(|kind| kind.opens() && !counts) {
            let element = &page.containers()[element(index) as usize];
            // A new signpost replaces those of the same element, but not of an outer one.
            open.retain(|section| section.end > element.end);
            let led = element.first == at;
            open.push(Section { kind, at, end: element.end, led, level });
        }
        let section = open.last();
        signs.push(BlockSigns {
            own,
            under: section.map(|s| s.kind),
            since: section.map_or(0, |s| at - s.at),
            led: section.is_some_and(|s| s.led),
        });
    }
    signs
}

/// The level of a heading.
fn level(block: &Block) -> Option<u8> {
    match block.kind {
        BlockKind::Heading(level) => Some(level),
        _ => None,
    }
}

/// The signpost in the first line of a text.
fn sign_of_line(text: &str) -> Option<SignKind> {
    let line = text.split('\n').next().unwrap_or_default();
    let bars = ['|', '\u{b7}', '\u{2022}'];
    // Most lines are one part, and long: this tells it from many bytes at once.
    if line.is_ascii() && !line.contains('|') {
        return sign_of_part(line);
    }
    // `Print | Send | Back to top` announces by any of its parts.
    line.split(bars).take(PARTS).find_map(sign_of_part)
}

/// The signpost in one part of a line, before a colon if there is one.
fn sign_of_part(part: &str) -> Option<SignKind> {
    let begin = &part[..part.floor_char_boundary(PHRASE_BYTES + '\u{ff1a}'.len_utf8())];
    let (head, rest) = match begin.find([':', '\u{ff1a}']) {
        Some(at) if at <= PHRASE_BYTES => part.split_at(at),
        _ => (part, ""),
    };
    let head = &head[..head.floor_char_boundary(PHRASE_BYTES)];
    let whole = head.len() == part.len() || !rest.is_empty();
    sign_of_phrase(head, whole)
}

/// The signpost that a phrase is or begins with. `whole`: nothing else is in its part of the line.
fn sign_of_phrase(head: &str, whole: bool) -> Option<SignKind> {
    // The copyright sign is a phrase of the table by itself.
    let edge = |c: char| !c.is_alphanumeric() && c != '\u{a9}';
    let head = head.trim_matches(edge).to_lowercase();
    let head = head.as_str();
    if whole && let Some(found) = PHRASES.get(without_count(head)) {
        return found.alone;
    }
    let ends = head.match_indices(' ').map(|(at, _)| at).take(FOLLOWED_WORDS);
    let mut found = None;
    for end in ends {
        let words = head[..end].trim_end_matches(edge);
        found = PHRASES.get(words).and_then(|phrase| phrase.followed).or(found);
    }
    found
}

/// A phrase without the count before or behind it: `12 comments`, `comments (12)`.
fn without_count(text: &str) -> &str {
    text.trim_matches(|c: char| c.is_numeric() || c.is_whitespace() || "()[]".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::surroundings::Surroundings;
    use crate::{Hints, Limits};

    #[test]
    fn every_line_of_the_table_has_a_kind() {
        let mut seen = std::collections::HashSet::new();
        for line in include_str!("../../data/signposts.tsv").lines() {
            if line.starts_with('#') {
                continue;
            }
            let (name, list) = line.split_once('\t').expect("a tab");
            assert!(SignKind::ALL.iter().any(|kind| kind.name() == name), "{name}");
            for phrase in list.split(" | ") {
                assert!(phrase.len() <= PHRASE_BYTES && phrase.trim() == phrase, "{phrase:?}");
                assert_eq!(phrase.to_lowercase(), phrase);
                // The first would win, with or without `*`.
                let phrase = phrase.trim_end_matches('*');
                assert!(seen.insert((name, phrase)), "{phrase:?} stands twice under {name}");
            }
        }
    }

    #[test]
    fn beginnings_announce() {
        for (text, expected) in [
            ("Advertisement", Some(SignKind::Advert)),
            ("ANZEIGE\nBeds that stay", Some(SignKind::Advert)),
            ("\u{bb} Lesen Sie auch: Der Markt", Some(SignKind::Related)),
            ("Comments (12)", Some(SignKind::Comments)),
            ("3 comments", Some(SignKind::Comments)),
            ("More from this section", Some(SignKind::Related)),
            ("Print this article | Back to top", Some(SignKind::Share)),
            ("3 May 2004 | By Ann Smith", Some(SignKind::Byline)),
            ("\u{a9} 1999 The Paper", Some(SignKind::Legal)),
            ("Written by Ann Smith", Some(SignKind::Byline)),
            ("Comments were made on all sides.", None),
            ("Customers who viewed this item also viewed", Some(SignKind::Related)),
            ("Customers who bought tickets will get their money back.", None),
            ("Quem viu o filme sabe que o final surpreende.", None),
            ("Vous aimerez peut-\u{ea}tre aussi", Some(SignKind::Related)),
            ("Related", Some(SignKind::Related)),
            ("", None),
            ("\u{95a2}\u{9023}\u{8a18}\u{4e8b}", Some(SignKind::Related)),
        ] {
            assert_eq!(sign_of_line(text), expected, "{text}");
        }
    }

    #[test]
    fn sections_reach_to_the_end_of_the_element_or_the_next_heading() {
        let html = "<div><p>Text of it.<div><p>Read also<p>a card</div><p>More text.
            <h2>Comments</h2><p>Nice.<h2>End</h2><p>The end.</div>";
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let signs = Surroundings::new(&page).signs().to_vec();
        let under: Vec<_> = signs.iter().map(|s| s.under.map(SignKind::name)).collect();
        let (related, comments) = (Some("related"), Some("comments"));
        assert_eq!(under, [None, related, related, None, comments, comments, None, None]);
        assert!(signs[2].led && !signs[5].led && signs[2].since == 1);
    }

    #[test]
    fn headings_of_columns_announce_nothing() {
        let rows = "<tr><td>The fog<td>12<tr><td>The quay<td>3";
        let html = format!("<table><tr><th>Text<th>Replies<th>Comments{rows}</table>");
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let signs = Surroundings::new(&page).signs().to_vec();
        assert!(page.blocks().iter().all(|block| block.kind == BlockKind::Cell));
        assert!(signs.iter().any(|sign| sign.own == Some(SignKind::Comments)));
        assert!(signs.iter().all(|sign| sign.under.is_none()));
    }

    #[test]
    fn counts_around_a_phrase_are_left_out() {
        for (text, expected) in [
            ("12 comments", "comments"),
            ("comments (12)", "comments"),
            ("[3] related", "related"),
            ("1st comment", "st comment"),
            ("12", ""),
            ("", ""),
        ] {
            assert_eq!(without_count(text), expected, "{text}");
        }
    }

    #[test]
    fn long_lines_announce_by_their_beginning_only() {
        let long = "and so on ".repeat(20);
        assert_eq!(sign_of_line(&format!("Read also: {long}")), Some(SignKind::Related));
        assert_eq!(sign_of_line(&format!("{long} Read also")), None);
        assert_eq!(sign_of_line(&"ü".repeat(100)), None);
    }
}
