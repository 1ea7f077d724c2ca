//! Dates that readers see: which of those written on a page is its date of publication.
//!
//! Each date in and around the content is weighed: by the words before it, the class of its
//! element, the length of its block and its distance from the title. What the page declares to
//! machines is always believed first.

use std::cell::LazyCell;
use std::ops::Range;

use jiff::civil::Date;

use super::candidate::Source;
use super::date_habits::{declared_language, habits};
use super::date_tokens::Habits;
use super::date_weight::{LAST_BLOCKS, ShownDate};
use super::date_words::Lead;
use super::field::Field;
use super::found::Found;
use super::frame::Frame;
use super::written::{self, Written};
use super::{byline_text, date_words, listed, published};
use crate::{BlockKind, Extraction, Page};

/// Blocks before the title that can hold the date.
const BEFORE: usize = 15;
/// Blocks behind the title that can.
const AFTER: usize = 25;
/// Blocks behind the content that can.
const BEHIND_END: usize = 8;
/// Blocks behind the content in which dates are searched that are surely the page's.
const FAR_BEHIND: usize = 40;
/// Most dates of a page that are weighed.
const MOST_DATES: usize = 200;
/// Bytes at the beginning and end of a block in which dates are searched.
const WINDOW_BYTES: usize = 300;

/// Longest place name before the date of a dateline, in bytes.
const PLACE_BYTES: usize = 40;
/// More texts than this between date and title are the head of the site.
const HEAD_TEXTS: usize = 3;
/// First blocks of the content that can begin with a dateline.
const DATELINE_BLOCKS: usize = 5;
/// Longest block that says little besides its date, in characters.
const SHORT_CHARS: u32 = 120;
/// Longest text before a date at the beginning of a block, in bytes.
const SHORT_BYTES: usize = 60;

/// Weight gained by a date of first publication.
const FIRST_WEIGHT: f32 = 6.0;
/// Weight gained by a dateline.
const DATELINE_WEIGHT: f32 = 4.5;

/// From this weight on, a date is believed before the page's address.
const SURE: f32 = 3.3;
/// From this weight on, it is believed at all.
const LIKELY: f32 = 1.0;

pub(super) fn read(page: &Page, extraction: &Extraction, found: &mut Found) {
    let Some(frame) = Frame::locate(page, extraction) else { return };
    let month = page.url().and_then(month_in_path);
    let language = declared_language(page);
    let habits = habits(page, &language);
    let search = Search { page, extraction, frame: &frame, habits, month };
    let from = frame.anchor.saturating_sub(BEFORE);
    let last = page.blocks().len();
    let behind = (frame.end + BEHIND_END).min(last);
    let mut near = search.dates(from..behind);
    // Further away a date counts only if something says that it is the page's.
    let mut far = search.dates(behind..(frame.end + FAR_BEHIND).min(last));
    // An announced date says itself what it is: published, reviewed, updated.
    let bare = near.iter().chain(&far).filter(|date| !date.is_announced);
    let items = listed::item_looks(page, bare.map(|date| (date.look, &date.date)));
    let own = |date: &Weighed| date.is_announced || !items.contains(&date.look);
    near.retain(own);
    far.retain(own);
    for field in [Field::Published, Field::Modified] {
        let dates = near.iter().filter(|date| date.field == field && date.weight >= LIKELY);
        // The first of equals.
        let best = dates.reduce(|best, date| if date.weight > best.weight { date } else { best });
        let best = best.or_else(|| only_announced(near.iter().chain(&far), field));
        let Some(Weighed { weight, date, .. }) = best else { continue };
        // Behind what is declared in any case; the address of the page lies between the two.
        let rank = if *weight >= SURE { 38 } else { 60 };
        found.push(field, rank, Source::Html, published::SHOWN, &date.to_string());
    }
}

/// The only announced date far from the title. Several would be those of other texts.
fn only_announced<'d>(
    dates: impl Iterator<Item = &'d Weighed>,
    field: Field,
) -> Option<&'d Weighed> {
    let mut dates = dates.filter(|date| date.field == field && date.is_told);
    dates.next().filter(|first| dates.all(|date| date.date == first.date))
}

/// A visible date with the weight of the evidence.
struct Weighed {
    field: Field,
    weight: f32,
    date: Date,
    /// Hash of the look of its block.
    look: u64,
    /// Whether words before it say which date it is.
    is_announced: bool,
    /// Whether something says that it is a date of the page.
    is_told: bool,
}

/// What is needed to search a page for dates.
struct Search<'p> {
    page: &'p Page,
    extraction: &'p Extraction,
    frame: &'p Frame<'p>,
    habits: Habits<'p>,
    /// Year and month in the address.
    month: Option<(i16, i8)>,
}

impl Search<'_> {
    fn dates(&self, blocks: Range<usize>) -> Vec<Weighed> {
        let mut dates = Vec::new();
        let mut seen = 0;
        for at in blocks {
            let block = &self.page.blocks()[at];
            let around = LazyCell::new(|| date_words::name_around(self.page.tree(), block.node));
            let near = self.frame.is_near(at, AFTER) || at + LAST_BLOCKS >= self.frame.end;
            // Quotations carry dates of their own.
            let is_skipped = block.hidden || self.frame.is_quoted(at) || self.frame.is_foreign(at);
            if is_skipped || !(near || around.is_some()) {
                continue;
            }
            for (text, offset) in windows(&block.text) {
                for written in written::find(text, self.habits) {
                    seen += 1;
                    if seen > MOST_DATES {
                        return dates;
                    }
                    dates.extend(self.assess(at, *around, (text, offset), &written));
                }
            }
        }
        dates
    }

    /// Whether a date far above the title is today's date, as newspapers print it.
    fn is_todays(&self, at: usize, date: Date) -> bool {
        let head = self.page.blocks().get(at..self.frame.anchor).unwrap_or_default();
        let above = head.iter().filter(|block| !block.text.is_empty()).count();
        above > HEAD_TEXTS && published::is_near_capture(self.page.capture_ms(), date)
    }

    /// Weighs a date in the part of block `at` that starts at `offset`. `None`: not the page's.
    fn assess(
        &self,
        at: usize,
        around: Option<Field>,
        (text, offset): (&str, usize),
        written: &Written,
    ) -> Option<Weighed> {
        let block = &self.page.blocks()[at];
        let start = offset + written.place.start;
        let (before, behind) = (&text[..written.place.start], &text[written.place.end..]);
        let announced = self.announced(at, start, before, behind);
        if announced == Some(Lead::Other)
            || post_number(before).is_some_and(|number| number > 1)
            || announced.is_none() && self.is_todays(at, written.date)
        {
            return None;
        }
        let lead = announced.and_then(Lead::field).or_else(|| self.opening(at, before));
        let date = &text[written.place.clone()];
        let inside = || date_words::name_inside(self.page.tree(), block.node, date);
        let named = around.or_else(|| if at < self.frame.end { inside() } else { None });
        let in_month = self.month == Some((written.date.year(), written.date.month()));
        let shown = ShownDate { at, frame: self.frame, block, named, lead, in_month, start };
        let is_dateline = offset == 0 && self.opens_text(at) && is_dateline(before, behind);
        let weight = shown.weight(self.extraction.labels[at].content)
            + if announced == Some(Lead::First) { FIRST_WEIGHT } else { 0.0 }
            + if is_dateline { DATELINE_WEIGHT } else { 0.0 };
        let is_change = lead.or(named) == Some(Field::Modified);
        let is_likely = weight >= LIKELY;
        let is_lead = lead.is_some() && (block.chars <= SHORT_CHARS || start <= SHORT_BYTES);
        let weighed = Weighed {
            field: if is_change { Field::Modified } else { Field::Published },
            weight,
            date: written.date,
            look: listed::look_hash(self.page.tree(), block.node),
            is_announced: announced.is_some(),
            is_told: is_lead || is_likely && (named.is_some() || in_month),
        };
        (is_likely || is_lead).then_some(weighed)
    }

    /// What a date behind the number of a post, or behind who signed it, says.
    fn opening(&self, at: usize, before: &str) -> Option<Field> {
        // Posts and comments further down are signed, too.
        let is_signed = || self.frame.is_near(at, AFTER) && byline_text::is_byline(before);
        (post_number(before).is_some() || is_signed()).then_some(Field::Published)
    }

    /// What the words around a date say it is: before it, in the block before, or behind it.
    fn announced(&self, at: usize, start: usize, before: &str, behind: &str) -> Option<Lead> {
        // A label in the block before speaks only for a date that begins its block.
        let label = || (start == 0).then(|| date_words::label(self.page, at)).flatten();
        date_words::lead(before).or_else(label).or_else(|| date_words::trail(behind))
    }

    /// Whether a block is one of the first paragraphs of the content.
    fn opens_text(&self, at: usize) -> bool {
        let first = self.frame.start;
        let kind = self.page.blocks()[at].kind;
        (first..=first + DATELINE_BLOCKS).contains(&at) && kind == BlockKind::Paragraph
    }
}

/// Whether a date stands as in a dateline: `Porto, 17 May 2019 – The ferry`.
fn is_dateline(before: &str, behind: &str) -> bool {
    let behind = behind.trim_start_matches([')', ']']).trim_start();
    let rest = behind.trim_start_matches(['-', '–', '—', '|', ':', '/']);
    before.len() <= PLACE_BYTES
        && !before.contains(|c: char| c.is_ascii_digit())
        && rest.len() < behind.len()
        // `17 May – 19 May` is a range of days.
        && !rest.trim_start().starts_with(|c: char| c.is_ascii_digit())
}

/// The number of a post in front of its date: `#2 · 17 May 2019`.
fn post_number(before: &str) -> Option<u32> {
    let before = before.trim().trim_end_matches([' ', '\u{b7}', '\u{2022}', '-', '|', ',']);
    before.strip_prefix('#')?.parse().ok()
}

/// Year and month of an address without a day.
fn month_in_path(url: &str) -> Option<(i16, i8)> {
    let (year, month, day) = scutch_url::date_in_path(url)?;
    let month = month.filter(|_| day.is_none())?;
    Some((year, i8::try_from(month).ok()?))
}

/// Beginning and end of a text with their offsets.
fn windows(text: &str) -> impl Iterator<Item = (&str, usize)> {
    let head = text.floor_char_boundary(WINDOW_BYTES);
    let tail = text.ceil_char_boundary(text.len().saturating_sub(WINDOW_BYTES)).max(head);
    [(&text[..head], 0), (&text[tail..], tail)].into_iter().filter(|(part, _)| !part.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn datelines_begin_news() {
        for (before, behind, expected) in [
            ("Porto, ", " – The ferry left", true),
            ("(Porto, ", ") - The ferry left", true),
            ("", " | The ferry left", true),
            ("Porto, ", " the ferry left", false),
            ("Porto, ", " – 19 May 2019", false),
            ("On the 3rd day, ", " – The ferry", false),
            ("A place whose name is longer than any place: ", " – The ferry", false),
        ] {
            assert_eq!(is_dateline(before, behind), expected, "{before}|{behind}");
        }
    }

    #[test]
    fn posts_are_numbered_before_their_date() {
        for (before, expected) in [
            ("#2 · ", Some(2)),
            (" #17 - ", Some(17)),
            ("#1", Some(1)),
            ("# ", None),
            ("Post #2", None),
            ("", None),
        ] {
            assert_eq!(post_number(before), expected, "{before}");
        }
    }

    #[test]
    fn long_texts_are_searched_at_both_ends() {
        let text = "ä".repeat(1000);
        let parts: Vec<(&str, usize)> = windows(&text).collect();
        assert_eq!(parts.len(), 2);
        for (part, offset) in parts {
            assert!(part.len() <= WINDOW_BYTES && text[offset..].starts_with(part));
        }
        assert_eq!(windows("short").collect::<Vec<_>>(), [("short", 0)]);
        assert_eq!(windows("").count(), 0);
    }

    #[test]
    fn addresses_may_say_a_month_alone() {
        for (url, expected) in [
            ("https://a.example/2019/05/fog", Some((2019, 5))),
            ("https://a.example/2019/05/17/fog", None),
            ("https://a.example/fog", None),
        ] {
            assert_eq!(month_in_path(url), expected, "{url}");
        }
    }
}
