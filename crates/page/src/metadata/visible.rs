//! Dates that readers see: which of those written on a page says when it was published.
//!
//! Each date among and around the content is weighed by what stands before it, what its element is
//! called, how much else its block says, and how far it is from the title. Nothing here is believed
//! before what the page declares to machines.

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

/// Blocks before and behind the title, and behind the content, that can hold the date.
const BEFORE: usize = 15;
const AFTER: usize = 25;
const BEHIND_END: usize = 8;
/// Blocks at the end of the content that can hold the date as those behind it can.
const LAST: usize = 3;
/// Blocks behind the content in which a date is looked for that is said to be one of the page.
const FAR_BEHIND: usize = 40;
/// Dates found on one page that are weighed.
const MOST: usize = 200;
/// Bytes at the beginning of a block among which a date is looked for, and at the end of one.
const WINDOW: usize = 300;

/// Bytes before a date line that can name the place.
const PLACE_BYTES: usize = 40;
/// Texts from a date to the title between which there is the head of the site.
const HEAD: usize = 3;
/// Blocks of the content that can begin with a date line.
const DATELINE_BLOCKS: usize = 5;
/// Characters of a block that does not say much more than its date, and bytes before a date that begins a block.
const SHORT_CHARS: u32 = 120;
const SHORT_BYTES: usize = 60;

/// Bytes before a date from which they are more than words that announce it.
const LEAD_BYTES: usize = 24;
/// What is taken off for each block between title and date, and for a place behind the content.
const FAR: f32 = 0.2;
const BEHIND: f32 = 2.0;
/// What a date gains that is told as that of first publication, or that opens the text.
const FIRST: f32 = 6.0;
const OPENING: f32 = 4.5;

/// From this weight on a date is believed before the address of the page, and at all.
const SURE: f32 = 3.3;
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
    // A date that words announce says itself what it is: published, reviewed, updated.
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

/// The only date that is told far from the title; several are those of other texts.
fn only<'d>(dates: impl Iterator<Item = &'d Weighed>, field: Field) -> Option<&'d Weighed> {
    let mut dates = dates.filter(|date| date.field == field && date.is_told);
    dates.next().filter(|first| dates.all(|date| date.date == first.date))
}

/// A date that is seen, and how much speaks for it.
struct Weighed {
    field: Field,
    weight: f32,
    date: Date,
    /// How its block looks.
    look: u64,
    /// Words before it say what date it is.
    is_announced: bool,
    /// Something says that it is one of the page.
    is_told: bool,
}

/// What a page is searched for dates with.
struct Search<'p> {
    page: &'p Page,
    extraction: &'p Extraction,
    frame: &'p Frame<'p>,
    habits: Habits<'p>,
    /// Year and month that the address says.
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
            // What is quoted has a date of its own.
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

    /// Whether a date far above the title is that of the day on which the page was asked for, as newspapers have it.
    fn is_todays(&self, at: usize, date: Date) -> bool {
        let head = self.page.blocks().get(at..self.frame.anchor).unwrap_or_default();
        let above = head.iter().filter(|block| !block.text.is_empty()).count();
        above > HEAD && published::is_near_capture(self.page.capture_ms(), date)
    }

    /// A date in the part of block `at` that begins at `offset`, if it is likely one of the page.
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
        // Posts and comments that follow are signed, too.
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

/// Where English is written and the day stands first.
const DAY_FIRST: &[&str] = &["uk", "au", "nz", "ie", "in", "za", "sg", "ng", "ke", "gh", "mt"];

/// The tag of the language that the page gives itself, in lower case.
pub(super) fn declared_language(page: &Page) -> String {
    let root = page.tree().all().find(|id| page.tree().tag(*id) == Some(Tag::Html));
    let tag = root.and_then(|id| page.tree().attr(id, Attr::LANG)).unwrap_or_default();
    tag.trim().to_ascii_lowercase()
}

/// How the page writes dates, from its language and its host.
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

/// Whether a date stands as news agencies begin their texts: `Porto, 17 May 2019 – The ferry`.
fn is_dateline(before: &str, behind: &str) -> bool {
    let behind = behind.trim_start_matches([')', ']']).trim_start();
    let rest = behind.trim_start_matches(['-', '–', '—', '|', ':', '/']);
    before.len() <= PLACE_BYTES
        && !before.contains(|c: char| c.is_ascii_digit())
        && rest.len() < behind.len()
        // Not a span of days.
        && !rest.trim_start().starts_with(|c: char| c.is_ascii_digit())
}

/// The number of a post of a thread before its date: `#2 · 17 May 2019`.
fn post_number(before: &str) -> Option<u32> {
    let before = before.trim().trim_end_matches([' ', '\u{b7}', '\u{2022}', '-', '|', ',']);
    before.strip_prefix('#')?.parse().ok()
}

/// Year and month of an address that says no day.
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

/// A date where it is shown.
struct Shown<'p> {
    at: usize,
    frame: &'p Frame<'p>,
    block: &'p Block,
    /// What its element is called.
    named: Option<Field>,
    /// What the words before it say.
    lead: Option<Field>,
    /// The address of the page says the same month.
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
        // A date within a sentence is about something else.
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

    /// Blocks of text from the one behind `anchor` to this one; pictures stand between title and date.
    fn texts_behind(&self, anchor: usize) -> usize {
        let between = self.frame.page.blocks().get(anchor + 1..=self.at).unwrap_or_default();
        between.iter().filter(|block| !block.text.is_empty()).count()
    }

    /// The nearer to the title or to the first block of the content the better.
    fn weight_of_place(&self) -> f32 {
        let Frame { anchor, start, end, .. } = *self.frame;
        if self.at >= end {
            // Teasers of other texts are links as a whole.
            let is_teaser = self.block.link_density() > 0.7;
            return if is_teaser { -BEHIND - 1.5 } else { -BEHIND };
        }
        let far = FAR * self.at.abs_diff(anchor).min(self.at.abs_diff(start)) as f32;
        // At the end of the content there are teasers, too.
        let is_last = self.at + LAST >= end && self.lead.is_some();
        let right_behind_the_title = self.at > anchor && self.texts_behind(anchor) <= 3;
        let bonus = if right_behind_the_title { 1.0 } else { 0.0 };
        bonus - if is_last { far.min(BEHIND) } else { far }
    }
}
