//! Byte ranges no record comes out of.

use super::Reader;
use crate::cause::{Cause, Damage};
use crate::record::start;

/// Bytes kept behind a searched stretch, because a start in them cannot be judged yet.
const LOOK: usize = 8 << 10;
/// Searched bytes after which they are forgotten.
const FORGET: usize = 1 << 20;

impl Reader {
    /// Damage from here to the next plausible record start.
    pub(super) fn damage_to_next(&mut self, cause: Cause, detail: String) -> Damage {
        if self.is_plain() {
            let offset = self.position().offset;
            self.stream.leave();
            self.at = self.stream.next_start(offset + 1);
            return Damage { offset, length: self.at - offset, cause, detail };
        }
        let from = self.inner();
        // The record that starts here is the one that is damaged.
        self.stream.flow.at += 1;
        self.seek_next_in_member();
        self.damage_in_member(from, cause, detail)
    }

    /// Damage from here to a record start at an index of the flow.
    pub(super) fn damage_to(&mut self, index: usize, cause: Cause) -> Damage {
        let offset = self.position().offset;
        let from = self.inner();
        self.stream.flow.at = index;
        if self.is_plain() {
            let length = self.position().offset - offset;
            return Damage { offset, length, cause, detail: String::new() };
        }
        self.damage_in_member(from, cause, String::new())
    }

    fn inner(&self) -> u64 {
        self.stream.member.as_ref().map_or(0, |m| m.inner_at(self.stream.flow.at))
    }

    /// Moves to the next record start in the member, or to its end.
    fn seek_next_in_member(&mut self) {
        loop {
            let (at, end) = (self.stream.flow.at, self.stream.flow.end);
            let ended = self.stream.member.as_ref().is_none_or(|m| m.ended);
            let to = if ended { end } else { end.saturating_sub(LOOK).max(at) };
            let filled = self.stream.flow.filled();
            let line_start = at == 0 || filled[at - 1] == b'\n';
            if let Some(next) = start::find_record(filled, at, to, line_start) {
                self.stream.flow.at = next;
                return;
            }
            self.stream.flow.at = to;
            if ended {
                return;
            }
            if to > FORGET {
                self.stream.compact_but(1);
            }
            self.stream.pull();
        }
    }

    fn damage_in_member(&mut self, from: u64, mut cause: Cause, mut detail: String) -> Damage {
        self.stream.settle_end();
        let to = self.inner();
        let exhausted = self.stream.is_exhausted();
        let Some(member) = &mut self.stream.member else {
            return Damage { offset: self.at, length: 0, cause, detail };
        };
        if let (true, Some(failure)) = (exhausted, &member.failure) {
            // Where the member broke off, that is why there is no record.
            (cause, detail) = (failure.cause, failure.detail.clone());
            member.reported = true;
        }
        let whole = from == 0 && exhausted;
        let offset = member.offset;
        let mut end = member.end.unwrap_or(offset);
        // The damage may have hidden the start of the next member.
        if whole && cause == Cause::ChecksumMismatch {
            end = self.stream.end_of_wrong(offset, end);
        }
        if !whole {
            let separator = if detail.is_empty() { "" } else { "; " };
            detail = format!("inflated bytes {from} to {to}{separator}{detail}");
        }
        Damage { offset, length: end - offset, cause, detail }
    }
}
