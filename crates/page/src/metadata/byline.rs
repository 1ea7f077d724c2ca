//! Bylines that readers see: which names near the title are those of the authors.
//!
//! A name is recognised by a lead before it ("By", "Von"), by the class of its element, or by its
//! link. Names far from the title belong to other texts or to commenters.

use std::borrow::Cow;

use rustc_hash::{FxHashMap, FxHashSet};

use super::agreement::letters;
use super::byline_text::{CHARS, behind_date, name_at_start};
use super::candidate::Source;
use super::field::Field;
use super::found::Found;
use super::frame::Frame;
use super::names::{self, Lead};
use super::{byline_marks, byline_persons, listed};
use crate::tree::Tag;
use crate::{Block, BlockKind, Extraction, Page};

/// Origin of the names.
pub(super) const DETAIL: &str = "byline";
/// Blocks before the title that can hold the byline.
const BEFORE: usize = 12;
/// Blocks behind the title that can.
const AFTER: usize = 14;
/// Blocks behind the content that can.
const BEHIND_END: usize = 8;
/// Last blocks of the content that can.
const BEFORE_END: usize = 4;
/// The same of blocks with a label such as "Author:".
const BEFORE_NOTES: usize = 16;
/// Marks around a byline: `(Reporting by Ada Gull)`, `— by Ada Gull`.
const AROUND: &[char] =
    &[' ', '-', '–', '—', '~', '*', '(', ')', '（', '）', '[', ']', '【', '】', '►', '▸', '»'];
/// Ends of labels that stand for several authors or either gender, without the last bracket.
const PLURALS: &[&str] = &["(s", "(en", "(es", "(in", "/in", ":in", "*in", "_in"];
/// Most names in a list behind a label.
const LISTED: usize = 12;
/// From this weight on, a byline is believed before less careful meta elements.
const SURE: f32 = 4.0;
/// Their rank.
pub(super) const SURE_RANK: u8 = 32;
/// From this weight on, it is believed at all.
const LIKELY: f32 = 2.0;
/// Greatest distance in blocks between two authors of one text.
const BESIDE_BLOCKS: usize = 2;
/// Weight of a name behind a lead.
const LED: f32 = 4.4;
/// Weight of a name in the block behind that of its lead.
const LEAD_ALONE: f32 = 3.6;
/// Most parts of a block between bars that are read.
const PARTS: usize = 6;
/// Rank of account names.
const LOGIN: u8 = 58;

/// Names that belong together, with the weight of the evidence for them.
struct Byline {
    names: Vec<String>,
    weight: f32,
    /// Index of the block.
    at: usize,
    /// Hash of the look of its block.
    look: u64,
    /// The name is that of an account: believed only where no other is found.
    login: bool,
    /// The names are those of reviewers, photographers and other helpers.
    helps: bool,
    /// It is searched at the end of the content.
    ends: bool,
}

/// Adds the authors of the byline that most speaks for, near the title or behind the content.
pub(super) fn read(page: &Page, extraction: &Extraction, found: &mut Found) {
    let Some(frame) = Frame::locate(page, extraction) else { return };
    let mut bylines = candidates(&frame);
    bylines.iter_mut().for_each(|byline| byline.weigh(&frame));
    // Before the best is chosen: the first teaser of a list must not sign the page.
    let items = looks_of_items(page, &bylines);
    bylines.retain(|byline| !items.contains(&byline.look));
    drop_helpers(&mut bylines);
    if bylines.iter().any(|byline| !byline.login && byline.weight >= LIKELY) {
        // An account name is believed only where nobody signs with a full name.
        bylines.retain(|byline| !byline.login);
    }
    let best = bylines.iter().map(|b| b.weight).fold(f32::MIN, f32::max);
    // Bylines stand above the text, so the first of equals wins.
    let Some(chosen) = bylines.iter().find(|b| b.weight >= best) else { return };
    if chosen.weight < LIKELY {
        return;
    }
    if chosen.login {
        return found.push(Field::Author, LOGIN, Source::Html, DETAIL, &chosen.names[0]);
    }
    let rank = if chosen.weight >= SURE { SURE_RANK } else { 55 };
    // Several authors can stand in elements of their own side by side.
    let beside = bylines.iter().filter(|b| b.at.abs_diff(chosen.at) <= 1 && b.weight + 0.6 >= best);
    let names: Vec<&String> = beside.flat_map(|byline| &byline.names).collect();
    for name in without_site(names, found) {
        found.push(Field::Author, rank, Source::Html, DETAIL, &name);
    }
}

/// Names without that of the site, if persons are among them: `By Ada Gull, Harbour Post`.
fn without_site(names: Vec<&String>, found: &Found) -> Vec<String> {
    let site = found.best(Field::Site).map(|site| letters(&site));
    let is_site = |name: &str| site.as_ref() == Some(&letters(name));
    let has_person = names.iter().any(|name| name.contains(' ') && !is_site(name));
    let kept = names.into_iter().filter(|name| !has_person || !is_site(name));
    kept.cloned().collect()
}

/// All bylines near the title and behind the content, with the weight of their form alone.
fn candidates(frame: &Frame<'_>) -> Vec<Byline> {
    let (anchor, end, last) = (frame.anchor, frame.end, frame.page.blocks().len());
    let near = [
        (anchor.saturating_sub(BEFORE), (anchor + AFTER).min(last)),
        (end.max(anchor + AFTER), (end + BEHIND_END).min(last)),
    ];
    let mut bylines = Vec::new();
    for (from, to) in near.into_iter().filter(|(from, to)| from < to) {
        let read = |at| bylines_of(frame, at, |_| true);
        bylines.extend((from..to).flat_map(read));
        for marked in byline_marks::find(frame, from, to) {
            bylines.extend(Byline::parse(&marked.text, marked.weight, marked.at, true));
        }
    }
    // At the end of a text a short word such as "from" begins sentences.
    let read = |at| bylines_of(frame, at, |lead| lead != Lead::Short);
    let signed = (end.saturating_sub(BEFORE_END).max(anchor + AFTER)..end).flat_map(read);
    // Notes may stand behind a label such as "Author:".
    let labelled =
        end.saturating_sub(BEFORE_NOTES).max(anchor + AFTER)..end.saturating_sub(BEFORE_END);
    let is_label = |at: &usize| {
        let rest = names::lead(&frame.page.blocks()[*at].text).map(|(_, rest)| rest);
        rest.is_some_and(|rest| rest.starts_with(':'))
    };
    let signed = labelled.filter(is_label).flat_map(read).chain(signed);
    bylines.extend(signed.map(|byline| Byline { ends: true, ..byline }));
    bylines
}

/// Drops helpers where there are authors. A link or element that repeats a helper's name does not
/// repeat the role, so it counts as a helper, too.
fn drop_helpers(bylines: &mut Vec<Byline>) {
    let of_helper = |byline: &&Byline| byline.helps;
    let helpers: Vec<(usize, Vec<String>)> =
        bylines.iter().filter(of_helper).map(|byline| (byline.at, byline.names.clone())).collect();
    for byline in &mut *bylines {
        let is_beside = |(at, names): &(usize, Vec<String>)| {
            byline.at.abs_diff(*at) <= 1 && names.starts_with(&byline.names)
        };
        // Only next to the first mention: elsewhere the same person may be an author.
        byline.helps |= helpers.iter().any(is_beside);
    }
    if bylines.iter().any(|byline| !byline.helps && !byline.login && byline.weight >= LIKELY) {
        bylines.retain(|byline| !byline.helps);
    }
}

/// Looks of names of list items. Authors of one text stand side by side and count once.
fn looks_of_items(page: &Page, bylines: &[Byline]) -> FxHashSet<u64> {
    let mut in_order: Vec<&Byline> = bylines.iter().collect();
    in_order.sort_by_key(|byline| byline.at);
    let mut last: FxHashMap<u64, usize> = FxHashMap::default();
    // Bylines side by side are one value, so that three authors do not look like a list.
    in_order.retain(|byline| {
        last.insert(byline.look, byline.at).is_none_or(|before| byline.at > before + BESIDE_BLOCKS)
    });
    listed::item_looks(page, in_order.into_iter().map(|byline| (byline.look, &byline.names)))
}

/// Bylines in a block that begin with a lead such as "By", possibly alone in its block before the
/// name, or end with a title, as in Korean.
fn bylines_of(frame: &Frame<'_>, at: usize, fits: impl Fn(Lead) -> bool) -> Vec<Byline> {
    let block = &frame.page.blocks()[at];
    if block.hidden || block.chars as usize > 2 * CHARS || frame.is_foreign(at) {
        return Vec::new();
    }
    let parts = block.text.split(['\n', '|', '\u{b7}', '\u{22c5}', '\u{2022}']).take(PARTS);
    let parts = parts.map(|part| part.trim_matches(AROUND));
    parts
        .filter_map(|part| led_byline(frame.page, at, part, &fits).or_else(|| titled(part, at)))
        .collect()
}

/// The byline in a part of block `at`, if the part begins with a lead that fits.
fn led_byline(page: &Page, at: usize, part: &str, fits: impl Fn(Lead) -> bool) -> Option<Byline> {
    let (lead, rest) = names::lead(behind_date(part)).filter(|(lead, _)| fits(*lead))?;
    // A weight of 0 keeps the name only to recognise it again.
    let of_author = if lead == Lead::Aside { 0.0 } else { 1.0 };
    let rest = PLURALS.iter().find_map(|end| rest.strip_prefix(end)).unwrap_or(rest);
    let rest = rest.trim_start_matches([')', ':', '：', ' ', '/']);
    let byline = if rest.is_empty() {
        // Search forms have a label "Author" before a list of all authors.
        if at + 1 >= page.blocks().len() || is_control(page, at) || is_control(page, at + 1) {
            return None;
        }
        Byline::parse(&behind_label(page, at + 1), LEAD_ALONE * of_author, at, false)?
    } else if part.chars().count() <= CHARS {
        Byline::parse(rest, LED * of_author, at, false)?
    } else {
        return None;
    };
    Some(Byline { helps: byline.helps || lead.helps(), ..byline })
}

/// The text of the block behind a label, or of all items if it begins a list of short ones.
fn behind_label(page: &Page, from: usize) -> Cow<'_, str> {
    let is_item =
        |block: &&Block| matches!(block.kind, BlockKind::ListItem) && block.chars as usize <= CHARS;
    let items = page.blocks()[from..].iter().take_while(is_item).take(LISTED);
    let items: Vec<&str> = items.map(|block| &*block.text).collect();
    match items.as_slice() {
        [] | [_] => Cow::Borrowed(&page.blocks()[from].text),
        items => Cow::Owned(items.join("\n")),
    }
}

/// The byline in a part of block `at` that ends with a name and the title behind it: `김철수 기자`.
fn titled(part: &str, at: usize) -> Option<Byline> {
    // The reporter's address often follows.
    let address = part.rsplit_once(' ').filter(|(_, last)| last.contains('@'));
    let part = address.map_or(part, |(before, _)| before);
    Byline::parse(names::before_title(part)?, LED, at, false)
}

/// Elements around a block that can be a form. Some systems make the whole page one form.
const FORM: usize = 6;

/// Whether a block labels a form control: "Author", "Period".
fn is_control(page: &Page, at: usize) -> bool {
    let tree = page.tree();
    let node = page.blocks()[at].node;
    let around = std::iter::once(node).chain(tree.ancestors(node)).take(FORM);
    around.filter_map(|id| tree.tag(id)).any(|tag| matches!(tag, Tag::Form | Tag::Label | Tag::Nav))
}

/// The account name that a text consists of. Behind it may stand a date: `Author: ada17 on 17 May`.
/// A word alone is one only where it is all that the element says.
fn login(text: &str, linked: bool) -> Option<&str> {
    let account = name_at_start(text, true);
    names::is_login(account, linked && account == text.trim()).then_some(account)
}

impl Byline {
    /// The names at the beginning of a text. `linked`: the element itself says that it is a name.
    fn parse(text: &str, weight: f32, at: usize, linked: bool) -> Option<Self> {
        let led = !linked || names::behind_lead(text).is_some();
        let helps = linked && names::lead(text).is_some_and(|(lead, _)| lead.helps());
        let mut names = byline_persons::names(text, led);
        let is_open = names.is_empty() && weight >= SURE;
        let login = is_open.then(|| login(text, linked)).flatten();
        names.extend(login.map(str::to_owned));
        let login = login.is_some();
        let byline = Self { names, weight, at, look: 0, login, helps, ends: false };
        (!byline.names.is_empty()).then_some(byline)
    }

    /// Adds look, distance from the title and form of the names to the weight.
    fn weigh(&mut self, frame: &Frame<'_>) {
        let page = frame.page;
        self.look = listed::look_hash(page.tree(), page.blocks()[self.at].node);
        let distance = self.at.abs_diff(frame.anchor) as f32;
        // What signs a text at its end is as far from a title as the text is long.
        let at_end = self.at >= frame.end || self.ends && self.at + BEFORE_NOTES >= frame.end;
        self.weight -= if at_end { 1.0 } else { distance * 0.15 };
        // Longer lists are those of a team, or of related people.
        if self.names.len() > 4 {
            self.weight -= 2.0;
        }
        if self.names.iter().any(|name| name.contains(' ')) {
            self.weight += 0.5;
        }
    }
}
