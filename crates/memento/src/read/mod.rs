//! Reads TimeMaps while they arrive. Each dialect has a file; this one recognises the dialect.

mod builder;
mod cdx;
mod cdxj;
mod json;
mod link;
mod text;

use std::io::Read;

use serde_json::Value;

use self::builder::TimeMapBuilder;
pub use self::builder::{ListEntry, OnEntry, OnMemento};
use self::link::{Link, Part, Parts};
use self::text::{MAX_ENTRY, Text};
use crate::guard::Guard;
use crate::timemap::{Fault, MAX_MEMENTOS, TimeMap, TimeMapError};

/// Reads a TimeMap in memory that has no URI-T of its own; see [`read()`].
///
/// # Errors
/// When the text is no TimeMap at all.
pub fn parse(bytes: &[u8], guard: &Guard) -> Result<TimeMap, TimeMapError> {
    let mut mementos = Vec::new();
    let mut keep = |memento| {
        let has_room = mementos.len() < MAX_MEMENTOS;
        if has_room {
            mementos.push(memento);
        }
        Ok(has_room)
    };
    let timemap = read("", bytes, guard, &mut keep)?;
    Ok(TimeMap { mementos, ..timemap })
}

/// Reads a TimeMap, or the answer of a CDX server, and hands each memento to `on_memento`. The
/// dialect shows in the first characters. Where entries lack URI-Ms, `uri_t` tells how to make
/// them.
///
/// Faulty entries, and those that the guard refuses, are recorded as faults of the TimeMap.
///
/// # Errors
/// When the text is no TimeMap at all, or the input fails. Mementos may have been handed over
/// before.
pub fn read(
    uri_t: &str,
    input: impl Read,
    guard: &Guard,
    on_memento: OnMemento<'_>,
) -> Result<TimeMap, TimeMapError> {
    read_entries(uri_t, input, guard, &mut |entry| on_memento(entry.memento))
}

/// As [`read()`], but each memento comes with what the list says of its original.
///
/// # Errors
/// As [`read()`].
pub fn read_entries(
    uri_t: &str,
    input: impl Read,
    guard: &Guard,
    on_entry: OnEntry<'_>,
) -> Result<TimeMap, TimeMapError> {
    let mut text = Text::new(input);
    let trimmed = |rest: &str| rest.trim_start_matches('\u{feff}').trim_start().len();
    text.read_until(|rest| trimmed(rest) > 0)?;
    let blank = text.rest().len() - trimmed(text.rest());
    text.advance(blank);
    // Enough for the first line of CDXJ, which tells it from one JSON object.
    text.read_until(|rest| rest.len() > DETECT_BYTES)?;
    let mut builder = TimeMapBuilder::new(uri_t, guard, on_entry);
    // Always the same bytes: the result must not depend on how many have arrived.
    let head = text.rest().floor_char_boundary(DETECT_BYTES);
    match Dialect::detect(&text.rest()[..head]) {
        Dialect::Links => read_links(&mut text, &mut builder)?,
        Dialect::Array => unless_done(json::read_array(text, &mut builder), &builder)?,
        Dialect::Object => unless_done(json::read_object(text, &mut builder), &builder)?,
        Dialect::Cdxj => read_cdxj(&mut text, &mut builder)?,
        Dialect::CdxLines => read_cdx_lines(&mut text, &mut builder)?,
        Dialect::Nothing => {}
    }
    builder.finish()
}

/// Bytes in which the dialect is looked for.
const DETECT_BYTES: usize = 64 << 10;

enum Dialect {
    Links,
    Array,
    Object,
    Cdxj,
    CdxLines,
    Nothing,
}

impl Dialect {
    fn detect(head: &str) -> Self {
        match head.chars().next() {
            None => Self::Nothing,
            Some('<') => Self::Links,
            Some('[') => Self::Array,
            Some('{') if is_one_object(head) => Self::Object,
            Some('{' | '!' | '@') => Self::Cdxj,
            // The objects of CDXJ follow a key and a timestamp.
            Some(_) if head.contains(" {") || head.contains("\n{") => Self::Cdxj,
            Some(_) => Self::CdxLines,
        }
    }
}

/// Whether a text that begins with a brace is one object, rather than one object per line.
fn is_one_object(head: &str) -> bool {
    let (first, rest) = head.split_once('\n').unwrap_or((head, ""));
    // An object over several lines is not complete after the first.
    let Ok(value) = serde_json::from_str::<Value>(first) else { return true };
    // A CDX server that knows one capture answers with a single line.
    let is_capture = value["url"].is_string() && value["timestamp"].is_string();
    !is_capture && !rest.trim_start().starts_with('{')
}

/// Whether a text is an HTML or XML page: what follows its `<` is a tag, not a URI.
fn is_markup(text: &str) -> bool {
    let name: String = text.chars().skip(1).take_while(|c| !" \t\r\n>/".contains(*c)).collect();
    let is_declaration = text.strip_prefix('<').is_some_and(|rest| rest.starts_with(['!', '?']));
    // A URI has the colon of its scheme, which no HTML element has.
    is_declaration || (name.starts_with(|c: char| c.is_ascii_alphabetic()) && !name.contains(':'))
}

/// JSON that was left before its end on purpose is no error.
fn unless_done(
    read: Result<(), TimeMapError>,
    builder: &TimeMapBuilder<'_>,
) -> Result<(), TimeMapError> {
    if builder.is_done() { Ok(()) } else { read }
}

fn read_links(
    text: &mut Text<impl Read>,
    builder: &mut TimeMapBuilder<'_>,
) -> Result<(), TimeMapError> {
    let is_markup = is_markup(text.rest());
    while !builder.is_done() {
        let rest = text.rest();
        let mut parts = Parts::new(rest);
        let part = parts.next();
        let (after, passed) = (parts.rest(), rest.len() - parts.rest().len());
        // A part that reaches to the end of the buffer may be longer than it looks.
        if after.trim_start().is_empty() && !text.has_ended() {
            if rest.len() > MAX_ENTRY {
                builder.timemap.add_fault(Fault::Unterminated, "");
                break;
            }
            text.read_more()?;
            continue;
        }
        match part {
            None => break,
            Some(Part::Unterminated) => builder.timemap.add_fault(Fault::Unterminated, ""),
            Some(Part::Stray) => builder.timemap.add_fault(Fault::Stray, ""),
            Some(Part::Link(link)) => add_link(&link, builder),
        }
        text.advance(passed);
    }
    // Error pages begin with `<` as links do, but give no facts of a TimeMap.
    match builder.timemap.is_empty() && is_markup {
        true => Err(TimeMapError::Unknown),
        false => Ok(()),
    }
}

fn add_link(link: &Link<'_>, builder: &mut TimeMapBuilder<'_>) {
    let uri = || Some(link.uri.to_owned());
    // First, because `first memento` and `memento last` are mementos too.
    if link.has_rel("memento") {
        let date = link.attribute("datetime").map(str::to_owned);
        builder.add_memento((uri(), date));
    } else if link.has_rel("original") {
        builder.timemap.original = uri();
    } else if link.has_rel("timegate") {
        builder.timemap.timegate = uri();
    } else if link.has_rel("self") {
        builder.timemap.own = uri();
    } else if link.has_rel("timemap") || link.has_rel("next") {
        builder.add_page(link.uri);
    }
}

fn read_cdxj(
    text: &mut Text<impl Read>,
    builder: &mut TimeMapBuilder<'_>,
) -> Result<(), TimeMapError> {
    while !builder.is_done()
        && let Some(line) = text.next_line()?
    {
        match cdxj::read_line(&line) {
            None => builder.timemap.add_fault(Fault::Stray, &line),
            Some(cdxj::Line::Memento(memento)) => builder.add_memento(memento),
            Some(cdxj::Line::Capture(capture)) => builder.add_capture(capture),
            Some(cdxj::Line::Original(uri)) => {
                builder.timemap.original.get_or_insert_with(|| uri.clone());
                builder.original = Some(uri);
            }
            Some(cdxj::Line::Nothing) => {}
        }
    }
    Ok(())
}

fn read_cdx_lines(
    text: &mut Text<impl Read>,
    builder: &mut TimeMapBuilder<'_>,
) -> Result<(), TimeMapError> {
    let mut lines = cdx::Lines::default();
    while !builder.is_done()
        && let Some(line) = text.next_line()?
    {
        builder.add_row(lines.read(&line));
    }
    // Any text has lines: only a capture among them makes it an answer.
    builder.has_captures().then_some(()).ok_or(TimeMapError::Unknown)
}
