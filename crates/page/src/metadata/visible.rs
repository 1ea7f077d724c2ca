//! Dates that readers see: which of those written on a page says when it was published.
//!
//! Each date among and around the content is weighed by what stands before it, what its element is
//! called, how much else its block says, and how far it is from the title. Nothing here is believed
//! before what the page declares to machines.

use std::sync::LazyLock;

use super::frame::Frame;
use super::written::{self, Habits, Order};
use super::{Field, Found, Source, published};
use crate::tree::{Attr, NodeId, Tag, Tree};
use crate::{Block, BlockKind, Extraction, Page};

/// Blocks before and behind the title, and behind the content, that can hold the date.
const BEFORE: usize = 15;
const AFTER: usize = 25;
const BEHIND_END: usize = 8;
/// Dates found on one page that are weighed.
const MOST: usize = 200;
/// Bytes at the beginning of a block among which a date is looked for, and at the end of one.
const WINDOW: usize = 300;

/// From this weight on a date is believed before the address of the page, and at all.
const SURE: f32 = 4.0;
const LIKELY: f32 = 1.0;

pub(super) fn read(page: &Page, extraction: &Extraction, found: &mut Found) {
    let Some(frame) = Frame::of(page, extraction) else { return };
    let (anchor, end) = (frame.anchor, frame.end);
    let habits = habits(page);
    let from = anchor.saturating_sub(BEFORE);
    let to = (end + BEHIND_END).min(page.blocks().len());
    let mut dates = 0;
    let mut best: [Option<(f32, String)>; 2] = [None, None];
    for at in from..to {
        let block = &page.blocks()[at];
        let near = at <= anchor + AFTER || at >= end;
        let named = date_names(page.tree(), block.node);
        if block.hidden || !(near || named.is_some()) || frame.is_foreign(at) {
            continue;
        }
        for (text, offset) in windows(&block.text) {
            for date in written::find(text, habits) {
                dates += 1;
                if dates > MOST {
                    break;
                }
                let before = &text[..date.place.start];
                let lead = lead(before);
                let shown =
                    Shown { at, anchor, end, block, named, lead, start: offset + date.place.start };
                let weight = shown.weight(extraction.labels[at].content);
                let modified = lead.or(named) == Some(Field::Modified);
                let place = &mut best[usize::from(modified)];
                if weight >= LIKELY && place.as_ref().is_none_or(|(known, _)| weight > *known) {
                    *place = Some((weight, date.date.to_string()));
                }
            }
        }
    }
    for (field, best) in [Field::Published, Field::Modified].into_iter().zip(best) {
        let Some((weight, date)) = best else { continue };
        let rank = if weight >= SURE { 38 } else { 60 };
        found.push(field, rank, Source::Html, published::SHOWN, &date);
    }
}

/// Where English is written and the day stands first.
const DAY_FIRST: &[&str] = &["uk", "au", "nz", "ie", "in", "za", "sg", "ng", "ke", "gh", "mt"];

/// How the page writes dates, from its language and its host.
fn habits(page: &Page) -> Habits<'_> {
    let root = page.tree().all().find(|id| page.tree().tag(*id) == Some(Tag::Html));
    let tag = root.and_then(|id| page.tree().attr(id, Attr::LANG)).unwrap_or_default().trim();
    let mut parts = tag.split(['-', '_']);
    let language = parts.next().filter(|l| !l.is_empty());
    let region = parts.next().unwrap_or_default();
    let host = page.url().and_then(|url| url.split('/').nth(2)).unwrap_or_default();
    let top = host.rsplit('.').next().unwrap_or_default();
    let american = language.is_none_or(|l| l.eq_ignore_ascii_case("en"))
        && (region.is_empty() || matches!(region, "US" | "us"))
        && !DAY_FIRST.contains(&top)
        && (language.is_some() || matches!(top, "com" | "us" | "gov" | "edu"));
    Habits { language, order: if american { Order::MonthFirst } else { Order::DayFirst } }
}

/// Beginning and end of a text with their offsets.
fn windows(text: &str) -> impl Iterator<Item = (&str, usize)> {
    let head = text.floor_char_boundary(WINDOW);
    let tail = text.ceil_char_boundary(text.len().saturating_sub(WINDOW)).max(head);
    [(&text[..head], 0), (&text[tail..], tail)].into_iter().filter(|(part, _)| !part.is_empty())
}

/// A date where it is shown.
struct Shown<'p> {
    at: usize,
    anchor: usize,
    end: usize,
    block: &'p Block,
    named: Option<Field>,
    lead: Option<Field>,
    /// First byte in the block.
    start: usize,
}

impl Shown<'_> {
    fn weight(&self, content: bool) -> f32 {
        let mut weight = 2.0;
        if self.lead.is_some() {
            weight += 2.5;
        }
        if self.named.is_some() {
            weight += 2.0;
        }
        weight += match self.block.chars {
            0..=40 => 1.5,
            41..=120 => 0.5,
            121..=300 => -1.0,
            _ => -3.0,
        };
        // A date within a sentence is about something else.
        if self.start > 80 && self.lead.is_none() {
            weight -= 1.5;
        }
        if self.block.link_density() > 0.7 && self.named.is_none() {
            weight -= 1.0;
        }
        if matches!(self.block.kind, BlockKind::Cell | BlockKind::Code | BlockKind::Caption) {
            weight -= 1.0;
        }
        let distance = self.at.abs_diff(self.anchor) as f32;
        weight -= if self.at < self.end { distance * 0.2 } else { 2.0 };
        // Right behind the title.
        if self.at > self.anchor && self.at <= self.anchor + 3 {
            weight += 1.0;
        }
        if content && self.block.chars > 300 {
            weight -= 1.0;
        }
        weight
    }
}

/// Words in class names, ids and properties of elements that show dates.
const NAMES: &[(&str, Field)] = &[
    ("modified", Field::Modified),
    ("updated", Field::Modified),
    ("lastmod", Field::Modified),
    ("aktualisiert", Field::Modified),
    ("date", Field::Published),
    ("dates", Field::Published),
    ("datum", Field::Published),
    ("fecha", Field::Published),
    ("dateline", Field::Published),
    ("datetime", Field::Published),
    ("timestamp", Field::Published),
    ("time", Field::Published),
    ("pubdate", Field::Published),
    ("published", Field::Published),
    ("publish", Field::Published),
    ("posted", Field::Published),
    ("postdate", Field::Published),
    ("entrydate", Field::Published),
    ("byline", Field::Published),
];

/// What the names of an element and of the two around it say about a date in it.
fn date_names(tree: &Tree, node: NodeId) -> Option<Field> {
    let around = std::iter::once(node).chain(tree.ancestors(node)).take(3);
    around.into_iter().find_map(|node| {
        if tree.tag(node) == Some(Tag::Time) {
            return Some(Field::Published);
        }
        [Attr::CLASS, Attr::ID, Attr::ITEMPROP].into_iter().find_map(|attr| {
            let value = tree.attr(node, attr).filter(|v| v.len() < 200)?.to_ascii_lowercase();
            let words = value.split(|c: char| !c.is_alphanumeric());
            let fields = words.filter_map(|word| {
                NAMES.iter().find(|(known, _)| *known == word).map(|(_, field)| *field)
            });
            fields.reduce(|a, b| if a == Field::Modified { a } else { b })
        })
    })
}

/// What the words right before a date say it is.
fn lead(before: &str) -> Option<Field> {
    static LEADS: LazyLock<Vec<(&'static str, Field)>> = LazyLock::new(|| {
        let rows = include_str!("../../data/date-words.tsv").lines();
        let rows = rows.filter_map(|row| row.split_once('\t')).filter(|(k, _)| !k.starts_with('#'));
        rows.flat_map(|(kind, words)| {
            let field = if kind == "modified" { Field::Modified } else { Field::Published };
            words.split(", ").map(move |word| (word, field))
        })
        .collect()
    });
    // A weekday, a preposition or a name may stand between.
    let start = before.ceil_char_boundary(before.len().saturating_sub(60));
    let before = before[start..].to_lowercase();
    let last = |word: &str| {
        let at = before.rfind(word)?;
        let bounded = |c: Option<char>| c.is_none_or(|c| !c.is_alphabetic() || !c.is_ascii());
        let whole = bounded(before[..at].chars().next_back())
            && bounded(before[at + word.len()..].chars().next());
        whole.then_some(at + word.len())
    };
    let found = LEADS.iter().filter_map(|(word, field)| Some((last(word)?, *field)));
    found.max_by_key(|(end, _)| *end).map(|(_, field)| field)
}
