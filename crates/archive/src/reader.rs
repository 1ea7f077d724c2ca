//! The record layer: cuts the stream of inflated bytes into records, and finds its way back after
//! damage.

use std::collections::VecDeque;
use std::io;
use std::path::{Path, PathBuf};

use crate::cause::{Cause, Damage, Fault, Severity};
use crate::limits::Limits;
use crate::member::{Filled, Location, Members, Position};
use crate::record::{Header, Record, blank_line, header};

/// What a reader delivers.
#[derive(Debug)]
pub enum Item<'a> {
    /// A record, with its faults.
    Record(Record<'a>),
    /// A byte range no record came out of.
    Damage(Damage),
}

/// A file that cannot be opened.
#[derive(Debug, thiserror::Error)]
#[error("{path}: cannot be opened")]
pub struct OpenError {
    path: PathBuf,
    source: io::Error,
}

impl OpenError {
    /// The same as a damaged range, for a reader of many files that goes on with the next.
    pub fn into_damage(self) -> Damage {
        let detail = self.source.to_string();
        Damage { offset: 0, length: 0, cause: Cause::ReadError, detail }
    }
}

/// Bytes of one member in the stream of inflated bytes.
#[derive(Debug, Clone, Copy)]
struct Segment {
    /// Offset of the member in the file.
    member: u64,
    plain: bool,
    /// Stream position of its first byte.
    start: u64,
    /// Stream position behind its last byte, and file offset behind the member.
    end: Option<(u64, u64)>,
    bad: Option<Cause>,
    /// A record was cut from it.
    used: bool,
}

/// Reads one archive file. [`Reader::next`] lends each record from a buffer that is used again.
pub struct Reader {
    members: Members,
    limits: Limits,
    buffer: Vec<u8>,
    /// Next unread byte in the buffer.
    head: usize,
    /// Stream position of the buffer's first byte.
    base: u64,
    segments: VecDeque<Segment>,
    damages: VecDeque<Damage>,
    /// Stream position nothing may be joined across: a member broke off there.
    barrier: Option<u64>,
    /// Bytes of an oversized block still to pass over.
    pass_over: u64,
    /// The bytes ahead belong to a record whose length lied.
    lost_way: bool,
    ended: bool,
}

impl Reader {
    /// Opens a file at its start.
    ///
    /// # Errors
    /// When the file cannot be opened.
    pub fn open(path: &Path, limits: &Limits) -> Result<Self, OpenError> {
        Self::open_at(path, Position { offset: 0, inner_offset: 0 }, limits)
    }

    /// Opens a file at a position an earlier reader gave; delivers what that one would have.
    ///
    /// # Errors
    /// When the file cannot be opened or the member cannot be read.
    pub fn open_at(path: &Path, at: Position, limits: &Limits) -> Result<Self, OpenError> {
        let error = |source| OpenError { path: path.to_owned(), source };
        let mut reader = Self {
            members: Members::open(path, at.offset).map_err(error)?,
            limits: limits.clone(),
            buffer: Vec::new(),
            head: 0,
            base: 0,
            segments: VecDeque::new(),
            damages: VecDeque::new(),
            barrier: None,
            pass_over: 0,
            lost_way: false,
            ended: false,
        };
        while reader.stream_position() < at.inner_offset && reader.fill() {
            let left = at.inner_offset - reader.stream_position();
            reader.head += (reader.available() as u64).min(left) as usize;
            reader.compact();
        }
        Ok(reader)
    }

    /// Where the next item starts.
    pub fn position(&self) -> Position {
        let at = self.stream_position() + self.pass_over;
        match self.segments.iter().rev().find(|s| s.start <= at) {
            Some(segment) if segment.end.is_some_and(|(end, _)| end <= at) => {
                let offset = segment.end.map_or(segment.member, |(_, file)| file);
                Position { offset, inner_offset: 0 }
            }
            Some(segment) if segment.plain => {
                Position { offset: segment.member + (at - segment.start), inner_offset: 0 }
            }
            Some(segment) => Position { offset: segment.member, inner_offset: at - segment.start },
            None => Position { offset: self.members.offset(), inner_offset: 0 },
        }
    }

    /// Bytes of the file used so far.
    pub fn bytes_read(&self) -> u64 {
        self.members.offset()
    }

    /// Size of the file.
    pub fn file_len(&self) -> u64 {
        self.members.file_len()
    }

    /// The next record or damaged range; `None` at the end of the file.
    #[allow(clippy::should_implement_trait)] // it lends
    pub fn next(&mut self) -> Option<Item<'_>> {
        loop {
            self.compact();
            self.pass_over();
            if let Some(damage) = self.damages.pop_front() {
                return Some(Item::Damage(damage));
            }
            self.skip_blank();
            if let Some(damage) = self.damages.pop_front() {
                return Some(Item::Damage(damage));
            }
            if self.available() == 0 {
                if self.pass_barrier() {
                    continue;
                }
                if self.ended {
                    return None;
                }
                self.fill();
                continue;
            }
            match self.cut() {
                Cut::Record(cut) => return Some(Item::Record(self.record(*cut))),
                Cut::Nothing => {}
            }
        }
    }

    fn record(&mut self, cut: Found) -> Record<'_> {
        let block = &self.buffer[cut.block.0..cut.block.1];
        Record::new(cut.header, block, cut.location)
    }

    fn stream_position(&self) -> u64 {
        self.base + self.head as u64
    }

    /// Unread bytes that may be read as one.
    fn available(&self) -> usize {
        let end = self.base + self.buffer.len() as u64;
        let end = self.barrier.map_or(end, |barrier| barrier.min(end));
        end.saturating_sub(self.stream_position()) as usize
    }

    fn ahead(&self) -> &[u8] {
        &self.buffer[self.head..self.head + self.available()]
    }

    /// Forgets bytes and segments that are read.
    fn compact(&mut self) {
        const WORTHWHILE: usize = 256 << 10;
        if self.head == self.buffer.len() || self.head >= WORTHWHILE {
            self.buffer.drain(..self.head);
            self.base += self.head as u64;
            self.head = 0;
            if self.buffer.is_empty() && self.buffer.capacity() > 8 << 20 {
                self.buffer.shrink_to(8 << 20);
            }
        }
        let at = self.stream_position();
        while self.segments.len() > 1
            && self.segments.front().and_then(|s| s.end).is_some_and(|(end, _)| end <= at)
            && !self.segments.front().is_some_and(|s| s.bad.is_some() && !s.used)
        {
            self.segments.pop_front();
        }
    }

    /// Brings more bytes; false when there are none or a barrier came up.
    fn fill(&mut self) -> bool {
        if self.ended || self.barrier.is_some() {
            return false;
        }
        let end = self.base + self.buffer.len() as u64;
        let filled = self.members.fill(&mut self.buffer).unwrap_or_else(|e| self.unreadable(&e));
        let offset = self.members.offset();
        match filled {
            Filled::Bytes => {
                let member = self.members.member();
                if self.segments.back().is_none_or(|s| s.end.is_some() || s.member != member) {
                    let plain = self.members.is_plain();
                    let segment =
                        Segment { member, plain, start: end, end: None, bad: None, used: false };
                    self.segments.push_back(segment);
                }
                return true;
            }
            Filled::MemberEnd => self.end_segment(offset, None),
            Filled::BadEnd(cause) => {
                self.end_segment(offset, Some(cause));
                self.barrier = Some(self.base + self.buffer.len() as u64);
                return false;
            }
            Filled::Skipped(damage) => {
                self.damages.push_back(damage);
                self.barrier = Some(self.base + self.buffer.len() as u64);
                return false;
            }
            Filled::End => {
                self.end_segment(offset, None);
                self.ended = true;
                return false;
            }
        }
        true
    }

    fn unreadable(&mut self, error: &io::Error) -> Filled {
        let offset = self.members.offset();
        let length = self.members.file_len().saturating_sub(offset);
        let detail = error.to_string();
        self.damages.push_back(Damage { offset, length, cause: Cause::ReadError, detail });
        Filled::End
    }

    fn end_segment(&mut self, offset: u64, bad: Option<Cause>) {
        let end = self.base + self.buffer.len() as u64;
        if let Some(segment) = self.segments.back_mut().filter(|s| s.end.is_none()) {
            segment.end = Some((end, offset));
            segment.bad = bad;
        }
    }

    /// Steps over the place where a member broke off; a member no record came out of is damage.
    fn pass_barrier(&mut self) -> bool {
        let Some(barrier) = self.barrier.take_if(|b| *b <= self.base + self.head as u64) else {
            return false;
        };
        self.lost_way = false;
        let broken =
            self.segments.iter_mut().filter(|s| s.end.is_some_and(|(end, _)| end <= barrier));
        for segment in broken {
            if let (Some(cause), false, Some((_, end))) = (segment.bad, segment.used, segment.end) {
                segment.used = true;
                self.damages.push_back(Damage {
                    offset: segment.member,
                    length: end - segment.member,
                    cause,
                    detail: String::new(),
                });
            }
        }
        true
    }

    fn pass_over(&mut self) {
        while self.pass_over > 0 {
            if self.available() == 0 && !self.fill() {
                self.pass_over = 0;
                return;
            }
            let n = (self.available() as u64).min(self.pass_over);
            self.head += n as usize;
            self.pass_over -= n;
            self.compact();
        }
    }

    /// Bytes of blank lines and zero padding ahead.
    fn blank_ahead(&self) -> usize {
        self.ahead().iter().take_while(|b| matches!(b, b'\r' | b'\n' | 0)).count()
    }

    /// Steps over blank lines and zero padding between records.
    fn skip_blank(&mut self) {
        loop {
            self.head += self.blank_ahead();
            if self.available() > 0 || !self.fill() {
                return;
            }
            self.compact();
        }
    }

    /// At least `n` unread bytes, or all there are before the end or a barrier.
    fn at_least(&mut self, n: usize) -> usize {
        while self.available() < n && self.fill() {}
        self.available()
    }

    fn cut(&mut self) -> Cut {
        self.at_least(BOM.len() + MAGIC.len());
        if self.stream_position() == 0 && self.ahead().starts_with(BOM) {
            self.head += BOM.len();
        }
        if self.lost_way || !self.ahead().starts_with(MAGIC) {
            self.resynchronise();
            return Cut::Nothing;
        }
        let Some(length) = self.header_length() else { return Cut::Nothing };
        let mut head = header(&self.ahead()[..length.0]);
        let start = self.head;
        let Some(content_length) = head.content_length else {
            let found = head.fields.get("Content-Length").unwrap_or("no Content-Length").to_owned();
            self.damage_from(self.head, Cause::ContentLength, found, length.1);
            return Cut::Nothing;
        };
        let (block, fault) = self.block(length.1, content_length);
        head.faults.extend(fault);
        let location = self.location(start);
        // So that reading can start again here, whatever comes.
        self.head += self.blank_ahead();
        Cut::Record(Box::new(Found { header: head, block, location }))
    }

    /// Length of the header, without and with the blank line that ends it.
    fn header_length(&mut self) -> Option<(usize, usize)> {
        let cap = usize::try_from(self.limits.record_header).unwrap_or(usize::MAX);
        let mut searched = 0;
        loop {
            let ahead = self.ahead();
            if let Some(found) = blank_line(&ahead[..ahead.len().min(cap)], searched) {
                return Some(found);
            }
            let available = ahead.len();
            searched = memchr::memrchr(b'\n', ahead).unwrap_or(available);
            if available >= cap {
                self.damage_from(self.head, Cause::HeaderTooLarge, String::new(), MAGIC.len());
                return None;
            }
            if self.at_least(available + 1) == available {
                self.damage_from(self.head, Cause::HeaderTruncated, String::new(), MAGIC.len());
                return None;
            }
        }
    }

    /// Range of the block in the buffer, and what is wrong with it. Leaves the head behind it.
    fn block(&mut self, header: usize, content_length: u64) -> ((usize, usize), Option<Fault>) {
        let lost = |cause, detail: String| Some(Fault { cause, severity: Severity::Lost, detail });
        let kept = content_length.min(self.limits.block);
        let wanted = header.saturating_add(usize::try_from(kept).unwrap_or(usize::MAX));
        let available = self.at_least(wanted);
        let start = self.head + header;
        if available < wanted {
            // A length that runs over the end may have swallowed sound records.
            let end = self.head + available;
            if let Some(inside) = record_inside(&self.buffer[start..end]) {
                self.head = start + inside;
                let detail =
                    format!("{content_length} bytes announced, a record starts after {inside}");
                return ((start, start + inside), lost(Cause::ContentLengthLies, detail));
            }
            self.head = end;
            let bad = self.segments.back().and_then(|s| s.bad).unwrap_or(Cause::RecordTruncated);
            let detail = format!("{} of {content_length} bytes are there", end - start);
            return ((start, end), lost(bad, detail));
        }
        let end = self.head + wanted;
        if kept < content_length {
            self.head = end;
            self.pass_over = content_length - kept;
            let detail = format!("{kept} of {content_length} bytes kept");
            return ((start, end), lost(Cause::BlockTooLarge, detail));
        }
        self.end_of_block(start, end)
    }

    /// Is there a record's end where the length says?
    fn end_of_block(&mut self, start: usize, end: usize) -> ((usize, usize), Option<Fault>) {
        let lost = |cause, detail: String| Some(Fault { cause, severity: Severity::Lost, detail });
        self.head = end;
        if self.at_boundary() {
            let bad = self.segments.iter().filter(|s| s.start <= self.base + end as u64);
            let bad = bad.filter_map(|s| s.bad).next_back();
            return ((start, end), bad.and_then(|cause| lost(cause, String::new())));
        }
        if let Some(inside) = record_inside(&self.buffer[start..end]) {
            self.head = start + inside;
            let detail = format!("a record starts {inside} bytes into the block");
            return ((start, start + inside), lost(Cause::ContentLengthLies, detail));
        }
        self.lost_way = true;
        ((start, end), lost(Cause::ContentLengthLies, "more bytes follow".to_owned()))
    }

    /// True when nothing but blank lines stands between here and a record, a member's end or the
    /// file's. Fills up to there, so that a member's checksum is known with its last record.
    fn at_boundary(&mut self) -> bool {
        let mut blank = 0;
        loop {
            let ahead = self.ahead();
            blank += ahead[blank..].iter().take_while(|b| matches!(b, b'\r' | b'\n' | 0)).count();
            let rest = &ahead[blank..];
            if rest.len() >= MAGIC.len() || (!rest.is_empty() && !MAGIC.starts_with(rest)) {
                // Behind a proper end, garbage is not this record's.
                return rest.starts_with(MAGIC) || ahead.starts_with(b"\r\n\r\n");
            }
            let here = self.base + (self.head + blank) as u64;
            let ended =
                self.segments.back().and_then(|s| s.end).is_some_and(|(end, _)| end <= here);
            if rest.is_empty() && ended {
                return true;
            }
            if !self.fill() {
                return self.available() == blank;
            }
        }
    }

    /// Place of the record that starts at `start` and ends before the head; its segments are used.
    fn location(&mut self, start: usize) -> Location {
        let from = self.base + start as u64;
        let to = self.stream_position();
        let blank = self.blank_ahead();
        let mut location = Location { offset: 0, length: 0, inner_offset: 0 };
        for segment in self.segments.iter_mut().filter(|s| s.start < to.max(from + 1)) {
            if segment.end.is_some_and(|(end, _)| end <= from) {
                continue;
            }
            segment.used = true;
            if segment.start <= from {
                let inner = from - segment.start;
                location.offset = segment.member + if segment.plain { inner } else { 0 };
                location.inner_offset = if segment.plain { 0 } else { inner };
            }
            location.length = match segment.end {
                _ if segment.plain => to + blank as u64 - from,
                Some((end, file)) if end <= to + blank as u64 => file - location.offset,
                _ => 0,
            };
        }
        location
    }

    /// Moves to the next record start; what lies between is damage, unless it belongs to a record
    /// already delivered with a fault.
    fn resynchronise(&mut self) {
        let silent = std::mem::take(&mut self.lost_way);
        let position = self.position();
        let plain = self.segments.back().is_some_and(|s| s.plain);
        let before = self.stream_position();
        let mut fresh = !silent && !self.ahead().starts_with(MAGIC);
        loop {
            if let Some(at) = record_start(self.ahead(), fresh) {
                self.head += at;
                break;
            }
            fresh = false;
            // Keep what may be the start of a record's first line.
            let keep = self.available().min(MAGIC.len() + 2);
            self.head += self.available() - keep;
            self.compact();
            if self.at_least(keep + 1) == keep {
                self.head += keep;
                break;
            }
        }
        let length = self.stream_position() - before;
        if !silent && length > 0 {
            let detail = format!("{length} bytes");
            let length = if plain { length } else { 0 };
            let offset = position.offset;
            self.damages.push_back(Damage { offset, length, cause: Cause::NotARecord, detail });
        }
    }

    /// A record start that leads nowhere: damage up to the next one.
    fn damage_from(&mut self, start: usize, cause: Cause, detail: String, step: usize) {
        let position = self.position();
        let plain = self.segments.back().is_some_and(|s| s.plain);
        let before = self.base + start as u64;
        self.head += step.min(self.available());
        self.lost_way = true;
        self.resynchronise();
        let length = if plain { self.stream_position() - before } else { 0 };
        self.damages.push_back(Damage { offset: position.offset, length, cause, detail });
        for segment in &mut self.segments {
            segment.used |= segment.bad.is_none();
        }
    }
}

const MAGIC: &[u8] = b"WARC/";
const BOM: &[u8] = b"\xEF\xBB\xBF";

enum Cut {
    Record(Box<Found>),
    Nothing,
}

struct Found {
    header: Header,
    block: (usize, usize),
    location: Location,
}

/// The next `WARC/` at the start of a line, with a version behind it. `at_start`: the first byte
/// starts a line.
fn record_start(bytes: &[u8], at_start: bool) -> Option<usize> {
    memchr::memmem::find_iter(bytes, MAGIC).find(|at| {
        let line_start = if *at == 0 { at_start } else { bytes[at - 1] == b'\n' };
        line_start && bytes.get(at + MAGIC.len()).is_some_and(u8::is_ascii_digit)
    })
}

/// The start of a whole record header inside a block, behind a blank line.
fn record_inside(block: &[u8]) -> Option<usize> {
    memchr::memmem::find_iter(block, b"\nWARC/").map(|at| at + 1).find(|at| {
        let head = &block[*at..block.len().min(at + 4096)];
        block[..*at].ends_with(b"\r\n\r\n")
            && memchr::memmem::find(head, b"\r\nWARC-").is_some_and(|line| line < 16)
    })
}
