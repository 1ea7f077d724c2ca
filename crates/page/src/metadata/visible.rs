//! Dates that readers see: which of those written on a page is its date of publication.
//!
//! Each date in and around the content is weighed: by the words before it, the class of its
//! element, the length of its block and its distance from the title. What the page declares to
//! machines is always believed first.

use std::ops::Range;

use jiff::civil::Date;

use super::candidate::Source;
use super::date_words::Lead;
use super::field::Field;
use super::found::Found;
use super::frame::Frame;
use super::written::{self, Habits, Order, Written};
use super::{byline, date_words, listed, published};
use crate::tree::{Attr, Tag};
use crate::{Block, BlockKind, Extraction, Page};

/// Blocks before the title that can hold the date.
const BEFORE: usize = 15;
/// Blocks behind the title that can.
const AFTER: usize = 25;
/// Blocks behind the content that can.
const BEHIND_END: usize = 8;
/// Last blocks of the content, which count like those behind it.
const LAST: usize = 3;
/// Blocks behind the content in which dates are searched that are surely the page's.
const FAR_BEHIND: usize = 40;
/// Most dates of a page that are weighed.
const MOST: usize = 200;
/// Bytes at the beginning and end of a block in which dates are searched.
const WINDOW: usize = 300;

/// Longest place name before the date of a dateline, in bytes.
const PLACE_BYTES: usize = 40;
/// More texts than this between date and title are the head of the site.
const HEAD: usize = 3;
/// First blocks of the content that can begin with a dateline.
const DATELINE_BLOCKS: usize = 5;
/// Longest block that says little besides its date, in characters.
const SHORT_CHARS: u32 = 120;
/// Longest text before a date at the beginning of a block, in bytes.
const SHORT_BYTES: usize = 60;

/// A longer text before a date (in bytes) is a sentence, not an announcement.
const LEAD_BYTES: usize = 24;
/// Weight lost per block between title and date.
const FAR: f32 = 0.2;
/// Weight lost by a place behind the content.
const BEHIND: f32 = 2.0;
/// Weight gained by a date of first publication.
const FIRST: f32 = 6.0;
/// Weight gained by a dateline.
const OPENING: f32 = 4.5;

/// From this weight on, a date is believed before the page's address.
const SURE: f32 = 3.3;
/// From this weight on, it is believed at all.
const LIKELY: f32 = 1.0;

pub(super) fn read(page: &Page, extraction: &Extraction, found: &mut Found) {
    let Some(frame) = Frame::of(page, extraction) else { return };
    let month = page.url().and_then(month_in_path);
    let language = declared_language(page);
    let habits = habits(page, &language);
    let search = Search { page, extraction, frame: &frame, habits, month };
    let from = frame.anchor.saturating_sub(BEFORE);
    let last = page.blocks().len();
    let behind = (frame.end + BEHIND_END).min(last);
    let mut near = search.dates(from..behind);
    let mut far = search.dates(behind..(frame.end + FAR_BEHIND).min(last));
    // An announced date says itself what it is: published, reviewed, updated.
    let bare = near.iter().chain(&far).filter(|date| !date.is_announced);
    let items = listed::looks(page, bare.map(|date| (date.look, &date.date)));
    let own = |date: &Weighed| date.is_announced || !items.contains(&date.look);
    near.retain(own);
    far.retain(own);
    for field in [Field::Published, Field::Modified] {
        let dates = near.iter().filter(|date| date.field == field && date.weight >= LIKELY);
        // The first of equals.
        let best = dates.reduce(|best, date| if date.weight > best.weight { date } else { best });
        let best = best.or_else(|| only(near.iter().chain(&far), field));
        let Some(Weighed { weight, date, .. }) = best else { continue };
        let rank = if *weight >= SURE { 38 } else { 60 };
        found.push(field, rank, Source::Html, published::SHOWN, &date.to_string());
    }
}

/// The only announced date far from the title. Several would be those of other texts.
fn only<'d>(dates: impl Iterator<Item = &'d Weighed>, field: Field) -> Option<&'d Weighed> {
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
            let around = date_words::around(self.page.tree(), block.node);
            let near = self.frame.is_near(at, AFTER) || at + LAST >= self.frame.end;
            // Quotations carry dates of their own.
            let unheard = block.hidden || self.frame.is_quoted(at) || self.frame.is_foreign(at);
            if unheard || !(near || around.is_some()) {
                continue;
            }
            for (text, offset) in windows(&block.text) {
                for written in written::find(text, self.habits) {
                    seen += 1;
                    if seen > MOST {
                        return dates;
                    }
                    dates.extend(self.weigh(at, around, (text, offset), &written));
                }
            }
        }
        dates
    }

    /// Whether a date far above the title is today's date, as newspapers print it.
    fn is_todays(&self, at: usize, date: Date) -> bool {
        let head = self.page.blocks().get(at..self.frame.anchor).unwrap_or_default();
        let above = head.iter().filter(|block| !block.text.is_empty()).count();
        above > HEAD && published::is_near_capture(self.page.capture_ms(), date)
    }

    /// Weighs a date in the part of block `at` that starts at `offset`. `None`: not the page's.
    fn weigh(
        &self,
        at: usize,
        around: Option<Field>,
        (text, offset): (&str, usize),
        written: &Written,
    ) -> Option<Weighed> {
        let block = &self.page.blocks()[at];
        let tree = self.page.tree();
        let start = offset + written.place.start;
        let label = || (start == 0).then(|| date_words::label(self.page, at)).flatten();
        let (before, behind) = (&text[..written.place.start], &text[written.place.end..]);
        let lead = date_words::lead(before).or_else(label).or_else(|| date_words::trail(behind));
        let post = post_number(before);
        if lead == Some(Lead::Other) || post.is_some_and(|number| number > 1) {
            return None;
        }
        if lead.is_none() && self.is_todays(at, written.date) {
            return None;
        }
        let is_announced = lead.is_some();
        let is_first = lead == Some(Lead::First);
        // Posts and comments further down are signed, too.
        let is_signed = self.frame.is_near(at, AFTER) && byline::is_byline(before);
        let opening = || (post.is_some() || is_signed).then_some(Field::Published);
        let lead = lead.and_then(Lead::field).or_else(opening);
        let opens = offset == 0
            && (self.frame.start..=self.frame.start + DATELINE_BLOCKS).contains(&at)
            && block.kind == BlockKind::Paragraph
            && is_dateline(before, behind);
        let inside = || date_words::inside(tree, block.node, &text[written.place.clone()]);
        let named = around.or_else(|| if at < self.frame.end { inside() } else { None });
        let in_month = self.month == Some((written.date.year(), written.date.month()));
        let shown = Shown { at, frame: self.frame, block, named, lead, in_month, start };
        let mut weight = shown.weight(self.extraction.labels[at].content);
        weight += if is_first { FIRST } else { 0.0 };
        weight += if opens { OPENING } else { 0.0 };
        let field = if lead.or(named) == Some(Field::Modified) {
            Field::Modified
        } else {
            Field::Published
        };
        let is_likely = weight >= LIKELY;
        let is_lead = lead.is_some() && (block.chars <= SHORT_CHARS || start <= SHORT_BYTES);
        let is_told = is_lead || is_likely && (named.is_some() || in_month);
        let look = listed::look(tree, block.node);
        let weighed = Weighed { field, weight, date: written.date, look, is_announced, is_told };
        (is_likely || is_lead).then_some(weighed)
    }
}

/// Top-level domains of English pages that write the day first.
const DAY_FIRST: &[&str] = &["uk", "au", "nz", "ie", "in", "za", "sg", "ng", "ke", "gh", "mt"];

/// The language tag of the page in lower case; empty without one.
pub(super) fn declared_language(page: &Page) -> String {
    let root = page.tree().all().find(|id| page.tree().tag(*id) == Some(Tag::Html));
    let tag = root.and_then(|id| page.tree().attr(id, Attr::LANG)).unwrap_or_default();
    tag.trim().to_ascii_lowercase()
}

/// How the page writes dates, by its language and its host.
pub(super) fn habits<'t>(page: &Page, tag: &'t str) -> Habits<'t> {
    let mut parts = tag.split(['-', '_']);
    let language = parts.next().filter(|l| !l.is_empty());
    let region = parts.next().unwrap_or_default();
    let top = page.url().and_then(scutch_url::top_level_domain).unwrap_or_default();
    let american = language.is_none_or(|language| language == "en")
        && matches!(region, "" | "us")
        && !DAY_FIRST.contains(&top.as_str())
        && (language.is_some() || matches!(top.as_str(), "com" | "us" | "gov" | "edu"));
    let order = if american { Order::MonthFirst } else { Order::DayFirst };
    Habits { language, order, ..Habits::default() }
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
    let head = text.floor_char_boundary(WINDOW);
    let tail = text.ceil_char_boundary(text.len().saturating_sub(WINDOW)).max(head);
    [(&text[..head], 0), (&text[tail..], tail)].into_iter().filter(|(part, _)| !part.is_empty())
}

/// A visible date at its place.
struct Shown<'p> {
    at: usize,
    frame: &'p Frame<'p>,
    block: &'p Block,
    /// What the class of its element says.
    named: Option<Field>,
    /// What the words before it say.
    lead: Option<Field>,
    /// Whether the address of the page has the same month.
    in_month: bool,
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
        if self.in_month {
            weight += 2.0;
        }
        weight += match self.block.chars {
            0..=40 => 1.5,
            41..=120 => 0.5,
            121..=300 => -1.0,
            _ => -3.0,
        };
        // A date inside a sentence is about something else.
        let alone = self.lead.is_none() && self.start > 80;
        if alone || content && self.start > LEAD_BYTES {
            weight -= 1.5;
        }
        if self.block.link_density() > 0.7 && self.named.is_none() {
            weight -= 1.0;
        }
        if matches!(self.block.kind, BlockKind::Cell | BlockKind::Code | BlockKind::Caption) {
            weight -= 1.0;
        }
        if content && self.block.chars > 300 {
            weight -= 1.0;
        }
        weight + self.weight_of_place()
    }

    /// Blocks of text between `anchor` and this one. Pictures between title and date do not count.
    fn texts_behind(&self, anchor: usize) -> usize {
        let between = self.frame.page.blocks().get(anchor + 1..=self.at).unwrap_or_default();
        between.iter().filter(|block| !block.text.is_empty()).count()
    }

    /// Weight of the distance from the title, or from the first block of the content.
    fn weight_of_place(&self) -> f32 {
        let Frame { anchor, start, end, .. } = *self.frame;
        if self.at >= end {
            // Teasers of other texts are links as a whole.
            let is_teaser = self.block.link_density() > 0.7;
            return if is_teaser { -BEHIND - 1.5 } else { -BEHIND };
        }
        let far = FAR * self.at.abs_diff(anchor).min(self.at.abs_diff(start)) as f32;
        // The end of the content may also hold teasers.
        let is_last = self.at + LAST >= end && self.lead.is_some();
        let right_behind_the_title = self.at > anchor && self.texts_behind(anchor) <= 3;
        let bonus = if right_behind_the_title { 1.0 } else { 0.0 };
        bonus - if is_last { far.min(BEHIND) } else { far }
    }
}
