//! Bylines that readers see: which names near the title are those of the authors.
//!
//! A name is recognised by a lead before it ("By", "Von"), by the class of its element, or by its
//! link. Names far from the title belong to other texts or to commenters.

use rustc_hash::{FxHashMap, FxHashSet};

use super::candidate::Source;
use super::field::Field;
use super::found::Found;
use super::frame::Frame;
use super::names::{self, Lead};
use super::{listed, written};
use crate::tree::{Attr, NodeId, Tag};
use crate::{Extraction, Page};

/// Origin of the names.
pub(super) const DETAIL: &str = "byline";
/// Blocks before the title that can hold the byline.
const BEFORE: usize = 12;
/// Blocks behind the title that can.
const AFTER: usize = 14;
/// Blocks behind the content that can.
const BEHIND_END: usize = 8;
/// Longest byline, in characters.
pub(super) const CHARS: usize = 140;
/// Furthest start of a date in front of a lead, in bytes.
const DATE_STARTS: usize = 40;
/// Most tree nodes that are visited.
const NODES: usize = 20_000;

/// From this weight on, a byline is believed before less careful meta elements.
const SURE: f32 = 4.0;
/// From this weight on, it is believed at all.
const LIKELY: f32 = 2.0;
/// Greatest distance in blocks between two authors of one text.
const BESIDE: usize = 2;
/// Weight of an element whose class or id says that it shows an author.
const NAMED: f32 = 4.0;
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
}

pub(super) fn read(page: &Page, extraction: &Extraction, found: &mut Found) {
    let Some(frame) = Frame::of(page, extraction) else { return };
    let (anchor, end) = (frame.anchor, frame.end);
    let mut bylines = Vec::new();
    let near = [
        (anchor.saturating_sub(BEFORE), (anchor + AFTER).min(page.blocks().len())),
        (end.max(anchor + AFTER), (end + BEHIND_END).min(page.blocks().len())),
    ];
    for (from, to) in near {
        if from < to {
            texts(&frame, from, to, &mut bylines);
            elements(&frame, from, to, &mut bylines);
        }
    }
    for byline in &mut bylines {
        byline.look = listed::look(page.tree(), page.blocks()[byline.at].node);
        let distance = byline.at.abs_diff(anchor) as f32;
        byline.weight -= if byline.at >= end { 1.0 } else { distance * 0.15 };
        if byline.names.len() > 4 {
            byline.weight -= 2.0;
        }
        if byline.names.iter().any(|name| name.contains(' ')) {
            byline.weight += 0.5;
        }
    }
    let items = of_items(page, &bylines);
    bylines.retain(|byline| !items.contains(&byline.look));
    leave_helpers(&mut bylines);
    // Stable order: bylines stand above the text, so the first of equals wins.
    if bylines.iter().any(|byline| !byline.login && byline.weight >= LIKELY) {
        bylines.retain(|byline| !byline.login);
    }
    let best = bylines.iter().map(|b| b.weight).fold(f32::MIN, f32::max);
    let Some(chosen) = bylines.iter().find(|b| b.weight >= best) else { return };
    if chosen.weight < LIKELY {
        return;
    }
    if chosen.login {
        return found.push(Field::Author, LOGIN, Source::Html, DETAIL, &chosen.names[0]);
    }
    let rank = if chosen.weight >= SURE { 32 } else { 55 };
    // Several authors can stand in elements of their own side by side.
    let beside = bylines.iter().filter(|b| b.at.abs_diff(chosen.at) <= 1 && b.weight + 0.6 >= best);
    for name in beside.flat_map(|byline| &byline.names) {
        found.push(Field::Author, rank, Source::Html, DETAIL, name);
    }
}

/// Drops helpers where there are authors. A link or element that repeats a helper's name does not
/// repeat the role, so it counts as a helper, too.
fn leave_helpers(bylines: &mut Vec<Byline>) {
    let of_helper = |byline: &&Byline| byline.helps;
    let helpers: Vec<(usize, Vec<String>)> =
        bylines.iter().filter(of_helper).map(|byline| (byline.at, byline.names.clone())).collect();
    for byline in &mut *bylines {
        let is_beside = |(at, names): &(usize, Vec<String>)| {
            byline.at.abs_diff(*at) <= 1 && names.starts_with(&byline.names)
        };
        byline.helps |= helpers.iter().any(is_beside);
    }
    if bylines.iter().any(|byline| !byline.helps && !byline.login && byline.weight >= LIKELY) {
        bylines.retain(|byline| !byline.helps);
    }
}

/// Looks of names of list items. Authors of one text stand side by side and count once.
fn of_items(page: &Page, bylines: &[Byline]) -> FxHashSet<u64> {
    let mut in_order: Vec<&Byline> = bylines.iter().collect();
    in_order.sort_by_key(|byline| byline.at);
    let mut last: FxHashMap<u64, usize> = FxHashMap::default();
    in_order.retain(|byline| {
        last.insert(byline.look, byline.at).is_none_or(|before| byline.at > before + BESIDE)
    });
    listed::looks(page, in_order.into_iter().map(|byline| (byline.look, &byline.names)))
}

/// Bylines that begin with a lead such as "By", possibly alone in its block before the name.
fn texts(frame: &Frame<'_>, from: usize, to: usize, bylines: &mut Vec<Byline>) {
    let page = frame.page;
    for at in from..to {
        let block = &page.blocks()[at];
        if block.hidden || block.chars as usize > 2 * CHARS || frame.is_foreign(at) {
            continue;
        }
        for part in block.text.split(['\n', '|', '\u{b7}', '\u{22c5}', '\u{2022}']).take(6) {
            let part = part.trim();
            let Some((lead, rest)) = names::lead(behind_date(part)) else { continue };
            let before = bylines.len();
            // A weight of 0 keeps the name only to recognise it again.
            let of_author = if lead == Lead::Aside { 0.0 } else { 1.0 };
            let rest = rest.trim_start_matches([':', '：', ' ', '/']);
            if rest.is_empty() {
                let Some(next) = page.blocks().get(at + 1) else { continue };
                if is_control(page, at) || is_control(page, at + 1) {
                    continue;
                }
                push(&next.text, 3.6 * of_author, at, false, bylines);
            } else if part.chars().count() <= CHARS {
                push(rest, 4.4 * of_author, at, false, bylines);
            }
            bylines[before..].iter_mut().for_each(|byline| byline.helps |= lead.helps());
        }
    }
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

/// The text behind a date in front of a lead: `Published May 17, 2019 by Ada Tern`.
fn behind_date(text: &str) -> &str {
    if text.len() > 2 * CHARS
        || names::behind_lead(text).is_some_and(|rest| !rest.contains(|c: char| c.is_ascii_digit()))
    {
        return text;
    }
    let first = written::find(text, written::Habits::default()).into_iter().next();
    let rest =
        first.filter(|date| date.place.start <= DATE_STARTS).map(|date| &text[date.place.end..]);
    let rest = rest.map(|rest| rest.trim_start_matches(|c: char| !c.is_alphanumeric()));
    rest.filter(|rest| names::behind_lead(rest).is_some()).unwrap_or(text)
}

/// Whether a text is nothing but a byline, as before the date of a post: `by Ada Tern »`.
pub(super) fn is_byline(text: &str) -> bool {
    let text = text.trim();
    let name = names::behind_lead(text).map(|rest| until_other(rest, true));
    text.chars().count() <= CHARS && name.is_some_and(names::is_name)
}

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
];
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
];

/// Bylines in elements named after authors and in links to author pages.
fn elements(frame: &Frame<'_>, from: usize, to: usize, bylines: &mut Vec<Byline>) {
    let page = frame.page;
    let tree = page.tree();
    let (first, last) = (page.blocks()[from].node, tree.end(page.blocks()[to - 1].node));
    let nodes = tree.all().skip_while(|id| *id < first).take_while(|id| *id < last).take(NODES);
    for id in nodes {
        let weight = if rel_author(page, id) {
            4.6
        } else if links_to_author(page, id) {
            4.2
        } else if is_named(page, id) && tree.attr(id, Attr::ITEMSCOPE).is_none() {
            NAMED
        } else {
            continue;
        };
        let at = page.blocks().partition_point(|block| block.node <= id).max(from + 1) - 1;
        // In a long block, names are those of people the text is about.
        let within = weight <= NAMED && page.blocks()[at].chars as usize > 2 * CHARS;
        if at >= to || within || frame.is_foreign(at) {
            continue;
        }
        if let Some(text) = short(page, id) {
            push(&text, weight, at, true, bylines);
        }
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
    let mut segments = path.split('/').filter(|s| !s.is_empty()).rev();
    let (Some(_), Some(folder)) = (segments.next(), segments.next()) else { return false };
    FOLDERS.iter().any(|known| folder.eq_ignore_ascii_case(known))
}

/// Whether class, id or property of an element contains one of [`NAMES`].
fn is_named(page: &Page, id: NodeId) -> bool {
    [Attr::CLASS, Attr::ID, Attr::ITEMPROP].into_iter().any(|attr| {
        let Some(value) = page.tree().attr(id, attr) else { return false };
        value.len() < 200 && words(value).any(|word| NAMES.contains(&word.as_str()))
    })
}

/// The words of a name: `authorName entry-byline_x` gives author, name, entry, byline, x.
fn words(value: &str) -> impl Iterator<Item = String> {
    value.split(|c: char| !c.is_alphanumeric()).flat_map(|word| {
        let mut parts = vec![word.to_ascii_lowercase()];
        let cut = word.char_indices().skip(1).find(|(_, c)| c.is_uppercase());
        if let Some((cut, _)) = cut {
            parts.push(word[..cut].to_ascii_lowercase());
        }
        parts
    })
}

/// The text of a small element, one line per child.
fn short(page: &Page, id: NodeId) -> Option<String> {
    let apart = |tag| !matches!(tag, Tag::B | Tag::Strong | Tag::I | Tag::Em);
    let text = super::small::small_text(page.tree(), id, CHARS, apart)?;
    let lines = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    let lines: Vec<String> = lines.filter(|line| !line.is_empty()).collect();
    let chars: usize = lines.iter().map(|line| line.chars().count()).sum();
    (chars <= CHARS && lines.len() <= 8).then(|| lines.join("\n"))
}

/// Adds the names at the beginning of a text. `linked`: the element itself says that it is a name.
fn push(text: &str, weight: f32, at: usize, linked: bool, bylines: &mut Vec<Byline>) {
    let led = !linked || names::behind_lead(text).is_some();
    let helps = linked && names::lead(text).is_some_and(|(lead, _)| lead.helps());
    let names: Vec<String> = text
        .lines()
        .map(|line| until_other(line, led))
        .filter(|line| !line.is_empty())
        .take(4)
        .flat_map(|line| names::split(line).map(str::to_owned).collect::<Vec<_>>())
        .take_while(|name| names::is_name(name))
        .collect();
    // The first may be a trade: agencies and editors sign, too.
    let trade = names.iter().skip(1).position(|name| names::is_trade(name));
    let names = &names[..trade.map_or(names.len(), |at| at + 1)];
    let login = text.trim();
    if !names.is_empty() {
        bylines.push(Byline { names: names.to_vec(), weight, at, look: 0, login: false, helps });
    } else if weight >= SURE && names::is_login(login, linked) {
        bylines.push(Byline {
            names: vec![login.to_owned()],
            weight,
            at,
            look: 0,
            login: true,
            helps,
        });
    }
}

/// Words behind a name that start something else: a date, a place.
const OTHER: &[&str] = &[
    " on ", " am ", " in ", " at ", " vom ", " le ", " el ", " il ", " op ", " for ", " für ",
    " is ",
];

/// Start of a label before a colon: `Ada Tern Photo: Bo Reed`. A single word before the label is a
/// name only after a lead, or in Chinese; `Senior Editor: Bo Reed` has none.
fn label(line: &str, led: bool) -> Option<usize> {
    let before = line[..line.find([':', '：'])?].trim_end();
    before.rfind(' ').filter(|at| {
        let mut words = before[..*at].split(' ').filter(|word| word.contains(char::is_alphabetic));
        let is_han = |c: char| matches!(c, '\u{3400}'..='\u{9fff}');
        let first = words.next();
        first.is_some_and(|word| led || word.contains(is_han) || words.next().is_some())
    })
}

/// The beginning of a line that can be a name. `led`: something says that the line begins with one.
pub(super) fn until_other(line: &str, led: bool) -> &str {
    const ENDS: &[char] = &[' ', ',', '-', ':', '.', '|'];
    let line = names::bare(line);
    // A digit ends the name only at the start of a word: account names end in digits.
    let mut inside = false;
    let other = |c: char| {
        let begins = c.is_ascii_digit() && !inside;
        inside = c.is_alphanumeric() || c == '_';
        begins || "(|\u{b7}\u{22c5}\u{2022}\u{2013}\u{2014}\u{bb}/".contains(c)
    };
    let stop = line.find(other);
    let word = OTHER.iter().filter_map(|word| line.find(word)).min();
    let end = stop.into_iter().chain(word).chain(label(line, led)).min().unwrap_or(line.len());
    let mut line = line[..end].trim_end_matches(ENDS);
    // Remove the remains of a date that was cut off.
    while let Some((rest, last)) = line.rsplit_once([' ', ',']) {
        let preposition = OTHER.iter().any(|word| word.trim() == last);
        if !preposition && written::month_of(last.trim_end_matches('.'), None).is_none() {
            break;
        }
        line = rest.trim_end_matches(ENDS);
    }
    line
}
