//! Reads the records of one file, one after the other, and goes on behind damage.

mod boundary;
mod cut;
mod damage;
mod evidence;
mod flow;
mod foresee;
mod framing;
mod heads;
mod member;
mod next_member;
mod one;
mod open;
mod resync;
mod selected;
mod separator;
mod span;
mod stream;
mod table;
mod trial;

use std::borrow::Cow;
use std::collections::VecDeque;

pub use one::{ReadError, read_record, read_record_at};
pub use open::OpenError;
pub use selected::SelectedRecords;
pub use table::TableRecords;

use crate::cause::{Cause, Damage};
use crate::limits::Limits;
use crate::member::MemberKind;
use crate::place::{Location, Position};
use crate::record::header::Field;
use crate::record::start;
use crate::record::{Record, arc};
use crate::source::SourceFault;
use cut::{Cut, Header};
use framing::Format;
use selected::Stretches;
use stream::Stream;

/// Bytes looked at to see what starts here.
const LOOK: usize = arc::LONGEST_LINE;
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// What a file delivers.
#[derive(Debug)]
#[allow(clippy::large_enum_variant)] // nearly all are records, and none is kept
pub enum Item<'a> {
    /// A record, sound unless its faults say otherwise.
    Record(Record<'a>),
    /// A byte range no record came out of.
    Damage(Damage),
}

/// Reads one archive file. [`Reader::next`] lends each record from a buffer that is used again.
///
/// Memory is bounded by the limits, whatever the file: stored bytes pass through a window of a few
/// megabytes, members are inflated into one reused buffer, and a record's block is a slice of it.
#[derive(Debug)]
pub struct Reader {
    stream: Stream,
    limits: Limits,
    /// Fields of the record being delivered.
    fields: Vec<Field>,
    /// Between members: where the next one is looked for.
    at: u64,
    /// Where the stretch of the file that is read starts.
    start: u64,
    /// A byte order mark was passed and not yet reported.
    byte_order_mark: bool,
    /// Stretches of the file still to be read: the archives of a package, or all of a file.
    parts: Stretches,
    /// What is wrong with the package and not yet reported.
    problems: VecDeque<Damage>,
    heads: heads::Heads,
    /// Bytes passed over because a length lied.
    wasted: u64,
    /// Members that start here or behind are somebody else's.
    stop: u64,
    /// Only some records of the file are read: what it begins with is not looked at beforehand.
    selected: Option<SelectedRecords>,
    /// What delivers the records instead, where the file is a table.
    table: Option<Box<dyn TableRecords>>,
}

/// What one step found.
enum Found {
    Record(Box<Cut>),
    Damage(Damage),
}

impl Reader {
    /// Where the next item starts.
    pub fn position(&self) -> Position {
        if let Some(table) = &self.table {
            return table.position();
        }
        match &self.stream.member {
            Some(member) if self.stream.is_exhausted() && member.unreported().is_none() => {
                Position { offset: member.end.unwrap_or(member.offset), inner_offset: 0 }
            }
            Some(member) => member.position(self.stream.flow.at),
            None => Position { offset: self.at, inner_offset: 0 },
        }
    }

    /// The next record or damaged range; `None` at the end of the file.
    #[allow(clippy::should_implement_trait)] // it lends
    pub fn next(&mut self) -> Option<Item<'_>> {
        if self.table.is_some() {
            return self.next_of_table();
        }
        loop {
            match self.find()? {
                Found::Damage(damage) => return Some(Item::Damage(damage)),
                Found::Record(cut) if self.takes(cut.extent.location) => {
                    return Some(Item::Record(self.lend(*cut)));
                }
                Found::Record(_) => {}
            }
        }
    }

    /// Whether a record is among those that are read.
    fn takes(&self, location: Location) -> bool {
        self.selected.as_ref().is_none_or(|selected| selected.takes(location))
    }

    fn lend(&self, cut: Cut) -> Record<'_> {
        let bytes = self.stream.flow.filled();
        let block = &bytes[cut.block.clone()];
        let header = &bytes[cut.header.clone()];
        let separator = bytes.get(cut.block.end..self.stream.flow.at).unwrap_or_default();
        let record = match cut.read {
            Header::Warc { text } => {
                // Where no text was made, the header is UTF-8 as it stands.
                let text = text.map_or_else(
                    || Cow::Borrowed(std::str::from_utf8(header).unwrap_or_default()),
                    Cow::Owned,
                );
                Record::warc(text, &self.fields, block, cut.extent, cut.faults)
            }
            Header::Arc => match arc::line(header) {
                Some(line) => Record::arc(&line, block, cut.extent, cut.faults),
                // Not reached: the line was read before.
                None => Record::warc(Cow::Borrowed(""), &[], block, cut.extent, cut.faults),
            },
        };
        record.stored_as(header, separator)
    }

    fn find(&mut self) -> Option<Found> {
        if let Some(problem) = self.problems.pop_front() {
            return Some(Found::Damage(problem));
        }
        loop {
            if self.stream.member.is_none() {
                // The member belongs to the reader of the next part.
                if self.at >= self.stop {
                    return None;
                }
                match self.enter() {
                    Some(Some(damage)) => return Some(Found::Damage(damage)),
                    None if !self.begin_part() => return None,
                    _ => continue,
                }
            }
            self.skip_blank();
            if !self.stream.reach(self.stream.flow.at + 1) {
                if let Some(damage) = self.leave() {
                    return Some(Found::Damage(damage));
                }
                continue;
            }
            // Before looking: the first line may go on in the next member.
            let first = self.position();
            if let Some(format) = self.what_starts() {
                return Some(self.cut(format, first));
            }
            if self.is_plain() {
                // Something else goes on here: a member, or bytes that are none.
                self.at = self.position().offset;
                self.stream.leave();
                continue;
            }
            return Some(Found::Damage(self.damage_to_next(Cause::NotARecord, String::new())));
        }
    }

    /// The format of the record that starts here, if one does.
    fn what_starts(&mut self) -> Option<Format> {
        let at = self.stream.flow.at;
        self.stream.reach(at + 8);
        loop {
            if start::is_version_line(self.stream.flow.unread()) {
                return Some(Format::Warc);
            }
            self.stream.reach(at + LOOK);
            let unread = self.stream.flow.unread();
            if arc::starts(unread) {
                return Some(Format::Arc);
            }
            // The first line itself may go on in the next member.
            let more = unread.len() < LOOK && start::may_begin(unread);
            if !more || !self.stream.continue_over(u64::MAX) {
                return None;
            }
        }
    }

    fn is_plain(&self) -> bool {
        self.stream.member.as_ref().is_some_and(|m| m.kind == MemberKind::Plain)
    }

    /// Passes over line ends and padding before a record.
    fn skip_blank(&mut self) {
        loop {
            let unread = self.stream.flow.unread();
            let blank = unread.iter().take_while(|b| matches!(b, b'\r' | b'\n' | 0)).count();
            let all = blank == unread.len();
            self.stream.flow.at += blank;
            if !all {
                break;
            }
            // Endless padding must not fill the buffer.
            if self.stream.flow.at > 1 << 20 {
                self.stream.compact();
            }
            if !self.stream.reach(self.stream.flow.at + 1) {
                break;
            }
        }
        let Some(member) = &self.stream.member else { return };
        let first = member.offset == self.start && member.inner_at(self.stream.flow.at) == 0;
        if first && self.stream.flow.unread().starts_with(BYTE_ORDER_MARK) {
            self.stream.flow.at += BYTE_ORDER_MARK.len();
            self.byte_order_mark = true;
        }
    }

    /// Bytes of the file passed so far.
    pub fn bytes_read(&self) -> u64 {
        if let Some(table) = &self.table {
            return table.bytes_read();
        }
        match &self.stream.member {
            Some(member) => member.raw,
            None => self.at.min(self.file_len()),
        }
    }

    /// Size of the file.
    pub fn file_len(&self) -> u64 {
        self.stream.window.source().len()
    }

    /// Whether all reads of the file gave what is in it, and it is still the file that was opened.
    /// Asked at the end of reading.
    ///
    /// # Errors
    /// As [`Source::verify`](crate::Source::verify).
    pub fn verify(&self) -> Result<(), SourceFault> {
        self.stream.window.source().verify()
    }
}
