//! What is to be known of a member before its records are delivered: where it ends, and whether its
//! checksum agrees.

use super::member::Member;
use super::stream::{MOST_AHEAD, Stream};
use crate::cause::Cause;
use crate::member::{Failure, MemberKind};

/// Bytes inflated at a time.
const PIECE: usize = 64 << 10;

impl Stream {
    /// Makes the end of the current compressed member known.
    pub(super) fn settle_end(&mut self) {
        let open = |m: &Member| m.kind != MemberKind::Plain && m.end.is_none();
        if self.member.as_ref().is_some_and(open) {
            self.foresee();
        }
    }

    /// Inflates the whole current member to see where it ends and whether its checksum agrees,
    /// keeping nothing.
    pub(super) fn foresee(&mut self) {
        let Some(member) = &self.member else { return };
        let (kind, offset) = (member.kind, member.offset);
        let Some(mut decoder) = self.decoders.take(kind) else { return };
        let limit = self.window.limit();
        let mut out = vec![0; PIECE];
        // From the start again: the decoder in use must not lose its place.
        let (mut raw, mut want) = (offset, 1);
        let failure = loop {
            let input = self.window.at(raw, want).unwrap_or_default();
            let at_hand = input.len();
            let last = at_hand < want || raw + at_hand as u64 >= limit;
            let step = decoder.step(input, last, &mut out);
            raw += step.used as u64;
            match step.end {
                Some(failure) => break failure,
                None if step.is_starved() && at_hand >= MOST_AHEAD => {
                    let detail = String::new();
                    break Some(Failure { cause: Cause::MemberOverLimit, detail, whole: false });
                }
                None if step.is_starved() => want = (at_hand * 2).clamp(64 << 10, MOST_AHEAD),
                None => want = 1,
            }
        };
        self.decoders.give_back(decoder);
        let end = failure.as_ref().map_or(raw, |failure| self.end_of_damaged(offset, raw, failure));
        if let Some(member) = &mut self.member {
            member.end = Some(end);
            member.failure = failure;
        }
    }

    /// Where reading goes on behind a damaged member that was inflated up to `raw`.
    pub(super) fn end_of_damaged(&mut self, offset: u64, raw: u64, failure: &Failure) -> u64 {
        // All was inflated and a start follows: only the checksum is wrong.
        if failure.whole && self.is_start(raw) {
            return raw;
        }
        // What the broken stream swallowed may hold sound members.
        let inside = self.next_start(offset + 1);
        self.redone += raw.saturating_sub(inside);
        if self.redone > self.window.source().len().saturating_mul(16).saturating_add(64 << 20) {
            // Members nested in each other on purpose: no work without end.
            return self.next_start(raw);
        }
        inside
    }
}
