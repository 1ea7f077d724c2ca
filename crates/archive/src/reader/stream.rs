//! Members into the flow of inflated bytes: what the record layer reads from.

use super::flow::Flow;
use super::member::Member;
use crate::cause::{Cause, Damage};
use crate::member::libdeflate::{Libdeflate, Whole};
use crate::member::{Decoders, Failure, MemberKind, Step};
use crate::size::usize_of;
use crate::window::Window;

/// Stored bytes asked for before inflating a member in one go.
pub(super) const AHEAD: usize = 256 << 10;
/// Most stored bytes asked for at once: the largest lz4 block and then some.
pub(super) const MOST_AHEAD: usize = 5 << 20;
/// Room a member gets at first when inflated in one go, and at most. Larger ones go in pieces.
const FIRST_ROOM: usize = 1 << 20;
const MOST_ROOM: usize = 16 << 20;

/// The stored bytes of a file as inflated bytes, member by member.
#[derive(Debug)]
pub(super) struct Stream {
    pub(super) window: Window,
    pub(super) flow: Flow,
    pub(super) member: Option<Member>,
    whole: Option<Libdeflate>,
    pub(super) decoders: Decoders,
    /// Where reading failed, and how.
    unreadable: Option<(u64, String)>,
    /// Stored bytes inflated again after damage.
    pub(super) redone: u64,
    /// The file starts with a compressed member.
    pub(super) compressed: bool,
    /// No member starts from there on.
    pub(super) no_member_from: Option<u64>,
}

impl Stream {
    pub(super) fn new(window: Window) -> Self {
        Self {
            window,
            flow: Flow::default(),
            member: None,
            whole: Libdeflate::new(),
            decoders: Decoders::default(),
            unreadable: None,
            redone: 0,
            compressed: false,
            no_member_from: None,
        }
    }

    /// Begins a stretch of the file that ends before `end`; nothing of the last one is kept.
    pub(super) fn begin_stretch(&mut self, end: u64) {
        self.window.set_limit(end);
        self.flow.clear();
        self.member = None;
        self.decoders = Decoders::default();
        self.no_member_from = None;
    }

    pub(super) fn set_dictionary(&mut self, dictionary: Vec<u8>) {
        self.decoders.set_dictionary(dictionary);
    }

    /// Stored bytes at `offset`, at least `want` unless the end comes first; true at the end.
    pub(super) fn stored(&mut self, offset: u64, want: usize) -> (&[u8], bool) {
        ready(&mut self.window, &mut self.unreadable, offset, want);
        let limit = self.window.limit();
        let bytes = self.window.at(offset, want).unwrap_or_default();
        // Fewer than asked for: the file is shorter than it was.
        let last = bytes.len() < want || offset + bytes.len() as u64 >= limit;
        (bytes, last)
    }

    /// The rest of the file behind a place that could not be read, once.
    pub(super) fn unreadable(&mut self) -> Option<Damage> {
        let (offset, detail) = self.unreadable.take()?;
        let length = self.window.source().len().saturating_sub(offset);
        Some(Damage { offset, length, cause: Cause::ReadError, detail })
    }

    /// Begins the member at `offset`. Its bytes come behind those already in the flow.
    pub(super) fn begin(&mut self, kind: MemberKind, offset: u64) {
        let index = self.flow.end;
        let mut member = Member {
            kind,
            offset,
            index,
            inner: 0,
            decoder: None,
            raw: offset,
            end: None,
            ended: false,
            failure: None,
            reported: false,
            inside: false,
        };
        // libdeflate takes half the time of a stream, but needs the whole member at once.
        if kind == MemberKind::Gzip
            && let Some((used, made)) = self.in_one_go(offset)
        {
            self.flow.end += made;
            member.raw += used as u64;
            member.end = Some(member.raw);
            member.ended = true;
        } else if kind != MemberKind::Plain {
            member.decoder = self.decoders.take(kind);
            if member.decoder.is_none() {
                let detail = "no memory for a decoder".to_owned();
                member.failure =
                    Some(Failure { cause: Cause::MemberOverLimit, detail, whole: false });
                member.ended = true;
                member.end = Some(self.next_start(offset + 1));
            }
        }
        self.member = Some(member);
        if kind != MemberKind::Plain {
            // Small members end here, so that what their checksum says is known before their
            // records are.
            while self.flow.end - index < MOST_ROOM && self.pull() {}
        }
    }

    fn in_one_go(&mut self, offset: u64) -> Option<(usize, usize)> {
        let whole = self.whole.as_mut()?;
        self.flow.make_room(FIRST_ROOM);
        loop {
            let input = self.window.at(offset, AHEAD).unwrap_or_default();
            let room = self.flow.room();
            match whole.gzip(input, room) {
                Whole::Done { used, made } => return Some((used, made)),
                Whole::NoSpace if room.len() < MOST_ROOM => {
                    let room = (room.len() * 4).min(MOST_ROOM);
                    self.flow.make_room(room);
                }
                Whole::NoSpace | Whole::Bad => return None,
            }
        }
    }

    /// Brings more bytes of the current member into the flow; false when it has no more.
    pub(super) fn pull(&mut self) -> bool {
        let Some(member) = &self.member else { return false };
        if member.ended {
            return false;
        }
        if member.kind == MemberKind::Plain {
            return self.pull_plain();
        }
        let made = self.pull_piece(usize::MAX);
        self.flow.end += made;
        made > 0
    }

    fn pull_plain(&mut self) -> bool {
        let Some(member) = &mut self.member else { return false };
        let left = usize_of(self.window.limit().saturating_sub(member.raw));
        let room = self.flow.room();
        let n = room.len().min(left);
        // At the limit nothing is asked: what lies behind it may not be there to be read.
        let read = match n {
            0 => Ok(0),
            _ => self.window.source().read_at(member.raw, &mut room[..n]),
        };
        match read {
            // The file is shorter than it was: nothing stands behind this place any more.
            Ok(0) => {
                let limit = member.raw.min(self.window.limit());
                self.window.set_limit(limit);
            }
            Ok(n) => {
                member.raw += n as u64;
                self.flow.end += n;
                return true;
            }
            Err(error) => {
                self.unreadable.get_or_insert((member.raw, error.to_string()));
                let limit = member.raw;
                // Behind the place that failed nothing is read any more.
                self.window.set_limit(limit);
            }
        }
        member.ended = true;
        member.end = Some(member.raw);
        false
    }

    /// Inflates a piece into the room behind the flow, at most `most` bytes; returns how many. None
    /// means that the member ended.
    pub(super) fn pull_piece(&mut self, most: usize) -> usize {
        let mut want = 1;
        loop {
            let Some(member) = &mut self.member else { return 0 };
            let Some(decoder) = &mut member.decoder else { return 0 };
            ready(&mut self.window, &mut self.unreadable, member.raw, want);
            let limit = self.window.limit();
            let input = self.window.at(member.raw, want).unwrap_or_default();
            let at_hand = input.len();
            let last = at_hand < want || member.raw + at_hand as u64 >= limit;
            let step = decoder.step(input, last, self.flow.room_at_most(most));
            member.raw += step.used as u64;
            let made = step.made;
            if step.end.is_some() || (step.is_starved() && at_hand >= MOST_AHEAD) {
                self.note_end(step);
                return made;
            }
            if made > 0 {
                return made;
            }
            // Without progress the decoder needs more at once: a whole lz4 block, say.
            want = if step.used > 0 { 1 } else { (at_hand * 2).clamp(64 << 10, MOST_AHEAD) };
        }
    }

    /// Ends the member when `step` did.
    fn note_end(&mut self, step: Step) {
        let Some(member) = &mut self.member else { return };
        let failure = match step.end {
            None => {
                let detail = "a block is larger than is read at once".to_owned();
                Some(Failure { cause: Cause::MemberOverLimit, detail, whole: false })
            }
            Some(failure) => failure,
        };
        member.ended = true;
        if let Some(decoder) = member.decoder.take() {
            self.decoders.give_back(decoder);
        }
        let (offset, raw) = (member.offset, member.raw);
        let end = failure.as_ref().map_or(raw, |failure| self.end_of_damaged(offset, raw, failure));
        if let Some(member) = &mut self.member {
            member.failure = failure;
            member.end = Some(end);
        }
    }

    /// True when `n` bytes from flow index `from` on are there, pulling as needed.
    pub(super) fn reach(&mut self, index: usize) -> bool {
        while self.flow.end < index {
            if !self.pull() {
                return false;
            }
        }
        true
    }

    /// Makes room at the front of the flow. Flow indexes change.
    pub(super) fn compact(&mut self) {
        self.compact_but(0);
    }

    /// Like [`Stream::compact`], but keeps `n` read bytes.
    pub(super) fn compact_but(&mut self, n: usize) {
        let by = self.flow.compact(n);
        if let Some(member) = &mut self.member {
            member.compacted(by);
        }
    }

    /// True when the member has no bytes that are not read.
    pub(super) fn is_exhausted(&self) -> bool {
        self.flow.at == self.flow.end && self.member.as_ref().is_none_or(|m| m.ended)
    }

    /// Leaves the current member.
    pub(super) fn leave(&mut self) {
        if let Some(decoder) = self.member.take().and_then(|m| m.decoder) {
            self.decoders.give_back(decoder);
        }
        self.flow.clear();
    }
}

/// Looks at `want` bytes at `offset`. Where that fails, the file ends with what could be read.
fn ready(window: &mut Window, unreadable: &mut Option<(u64, String)>, offset: u64, want: usize) {
    if let Err(error) = window.at(offset, want) {
        let end = offset + window.at(offset, 0).map_or(0, <[u8]>::len) as u64;
        unreadable.get_or_insert((end, error.to_string()));
        window.set_limit(end);
    }
}
