//! Finding the way back after damage: the next plausible member or record start in stored bytes.

use super::stream::Stream;
use super::trial::Trial;
use crate::member::MemberKind;
use crate::member::zstandard;
use crate::record::arc;
use crate::record::start;

/// Stored bytes searched at a time.
const CHUNK: usize = 256 << 10;
/// Bytes behind a damaged beginning in which members are searched, to tell what the file is made of.
const HEAD: u64 = 1 << 20;
/// Bytes needed behind a candidate to judge it without a trial.
const LOOK: usize = arc::LONGEST_LINE;

impl Stream {
    /// The first offset from `from` on where a member or an uncompressed record plausibly starts,
    /// or the end.
    ///
    /// In a compressed file members go before: small or incompressible ones may store their bytes
    /// as they are, and a record that seems to start there does not end as it should.
    pub(super) fn next_start(&mut self, from: u64) -> u64 {
        // Remembered, so that a long damaged tail is searched for members once.
        if self.compressed && self.no_member_from.is_none_or(|none| from < none) {
            let found = self.search(from, true);
            if found < self.window.limit() {
                return found;
            }
            self.no_member_from = Some(from);
        }
        self.search(from, false)
    }

    /// The first offset from `from` on where a member plausibly starts, or the end.
    pub(super) fn next_member(&mut self, from: u64) -> u64 {
        self.search(from, true)
    }

    /// Whether the file is compressed that begins at `start` with neither member nor record: it is, where a member
    /// stands behind its damaged beginning.
    pub(super) fn is_compressed_behind_damage(&mut self, start: u64) -> bool {
        let limit = self.window.limit();
        let until = start.saturating_add(HEAD).min(limit);
        self.search_until(start, until, true) < until
    }

    /// Where a member ends whose checksum is wrong and no record came out of: what is left of it
    /// may have run into the next one and taken it along.
    pub(super) fn end_of_wrong(&mut self, offset: u64, end: u64) -> u64 {
        let next = self.next_start(offset + 1).min(end);
        if let Some(member) = &mut self.member {
            member.end = Some(next);
        }
        next
    }

    fn search(&mut self, from: u64, members_only: bool) -> u64 {
        self.search_until(from, u64::MAX, members_only)
    }

    /// The first start before `until`, or a place behind it, or the end.
    fn search_until(&mut self, from: u64, until: u64, members_only: bool) -> u64 {
        let mut at = from;
        // `from` may stand in the middle of a line.
        let mut line_start = false;
        loop {
            let (stored, last) = self.stored(at, CHUNK);
            if stored.is_empty() {
                return self.window.limit().max(from);
            }
            if at >= until {
                return at;
            }
            // A candidate at the very end cannot be judged before more is there.
            let to = if last { stored.len() } else { stored.len() - LOOK };
            match candidate(stored, to, line_start && !members_only, members_only) {
                Some((n, None)) => return at + n as u64,
                Some((n, Some(kind))) => {
                    at += n as u64;
                    // Magic numbers occur in compressed bytes by chance; a trial tells.
                    if self.holds_record(kind, at) {
                        return at;
                    }
                    at += 1;
                    line_start = false;
                }
                None => {
                    line_start = stored[to - 1] == b'\n';
                    at += to as u64;
                }
            }
        }
    }

    /// True where something plausible starts, or nothing comes any more.
    pub(super) fn is_start(&mut self, offset: u64) -> bool {
        let (stored, last) = self.stored(offset, LOOK);
        let padding = stored.iter().take_while(|b| matches!(b, 0 | b'\r' | b'\n')).count();
        let rest = &stored[padding..];
        if rest.is_empty() {
            return last || padding > 0;
        }
        let kind = MemberKind::from_magic(rest);
        let plain = start::is_record(rest) || zstandard::is_skippable(rest);
        match kind {
            Some(kind) => self.holds_record(kind, offset + padding as u64),
            None => plain,
        }
    }

    fn holds_record(&mut self, kind: MemberKind, offset: u64) -> bool {
        matches!(self.try_member(kind, offset), Trial::Record { .. } | Trial::Empty)
    }
}

/// The first place before `to` that looks like a start; members (with their kind) have to be tried.
fn candidate(
    bytes: &[u8],
    to: usize,
    line_start: bool,
    members_only: bool,
) -> Option<(usize, Option<MemberKind>)> {
    if line_start && arc::surely_starts(bytes) {
        return Some((0, None));
    }
    let places = bytes[..to].iter().enumerate().filter(|(_, byte)| may_be_start(**byte));
    places.map(|(at, _)| at).find_map(|at| {
        let rest = &bytes[at..];
        if let Some(kind) = MemberKind::from_magic(rest) {
            Some((at, Some(kind)))
        } else if members_only {
            None
        } else if start::is_warc_header(rest) {
            Some((at, None))
        } else {
            (rest[0] == b'\n' && arc::surely_starts(&rest[1..])).then_some((at + 1, None))
        }
    })
}

/// Bytes that a start outside members can begin with.
fn may_be_start(byte: u8) -> bool {
    matches!(byte, 0x1f | 0x28 | 0x04 | b'W' | b'w' | b'\n')
}
