//! Records over several members, and bytes that are passed over.

use super::stream::{AHEAD, Stream};
use super::trial::Trial;
use crate::member::MemberKind;

/// Bytes inflated at a time when nothing is kept of them.
const PIECE: usize = 64 << 10;

impl Stream {
    /// Like [`Stream::reach`], going on into members that continue this one. `spans` is set when
    /// one did.
    pub(super) fn reach_over(&mut self, index: usize, spans: &mut bool) -> bool {
        loop {
            if self.reach(index) {
                return true;
            }
            if !self.continue_over((index - self.flow.end) as u64) {
                return false;
            }
            *spans = true;
        }
    }

    /// Goes on with the next member when the current one ended well and what follows does not
    /// start a record of its own, not even behind the `missing` bytes of the one being read.
    pub(super) fn continue_over(&mut self, missing: u64) -> bool {
        let Some(member) = &self.member else { return false };
        let kind = member.kind;
        // Behind damage nobody knows whether the next member belongs to this one.
        if kind == MemberKind::Plain || !member.ended || member.failure.is_some() {
            return false;
        }
        let mut next = member.end.unwrap_or(member.raw);
        loop {
            let (stored, _) = self.stored(next, AHEAD);
            if MemberKind::from_magic(stored) != Some(kind) {
                return false;
            }
            match self.try_member(kind, next) {
                Trial::Record { blank } if missing > blank as u64 => return false,
                Trial::Other | Trial::Record { .. } => {
                    self.begin(kind, next);
                    return true;
                }
                // Some writers end each write with an empty member.
                Trial::Empty => {
                    let Some(length) = self.length_of_empty(kind, next) else { return false };
                    next += length;
                }
                Trial::Bad => return false,
            }
        }
    }

    /// Length of the sound member without content at `offset`.
    fn length_of_empty(&mut self, kind: MemberKind, offset: u64) -> Option<u64> {
        let mut decoder = self.decoders.take(kind)?;
        let limit = self.window.limit();
        let (mut raw, mut out) = (offset, [0; 1]);
        let length = loop {
            let input = self.window.at(raw, 64 << 10).unwrap_or_default();
            let last = raw + input.len() as u64 >= limit;
            let step = decoder.step(input, last, &mut out);
            raw += step.used as u64;
            if step.made > 0 || step.is_starved() {
                break None;
            }
            match step.end {
                Some(None) => break Some(raw - offset),
                Some(Some(_)) => break None,
                None => {}
            }
        };
        self.decoders.give_back(decoder);
        length
    }

    pub(super) fn try_member(&mut self, kind: MemberKind, offset: u64) -> Trial {
        let Some(mut decoder) = self.decoders.take(kind) else { return Trial::Bad };
        let limit = self.window.limit();
        let input = self.window.at(offset, AHEAD).unwrap_or_default();
        let last = offset + input.len() as u64 >= limit;
        let trial = Trial::run(&mut decoder, input, last);
        self.decoders.give_back(decoder);
        trial
    }

    /// Passes over `n` bytes behind flow index `from`, keeping what is before it. Returns the bytes
    /// that were not there.
    pub(super) fn pass_over(&mut self, from: usize, n: u64, spans: &mut bool) -> u64 {
        let mut left = n;
        loop {
            let at_hand = (self.flow.end - from) as u64;
            if let Some(member) = &mut self.member {
                let drop = at_hand.min(left);
                member.removed(from, drop as usize);
                left -= drop;
                self.flow.remove(from, drop as usize);
            }
            if left == 0 {
                return 0;
            }
            if !self.pass_over_piece(&mut left) {
                if !self.continue_over(left) {
                    return left;
                }
                *spans = true;
            }
        }
    }

    /// Nothing is at hand behind the bytes to keep. False when the member has no more.
    fn pass_over_piece(&mut self, left: &mut u64) -> bool {
        let Some(member) = &mut self.member else { return false };
        if member.kind == MemberKind::Plain {
            let there = self.window.limit().saturating_sub(member.raw).min(*left);
            member.raw += there;
            member.inner += there;
            *left -= there;
            return there > 0;
        }
        if *left < PIECE as u64 {
            return self.pull();
        }
        // The flow does not grow: the next piece comes over this one.
        let made = self.pull_piece(PIECE) as u64;
        if let Some(member) = &mut self.member {
            member.inner += made;
        }
        *left -= made;
        made > 0
    }

    /// Puts the bytes of the uncompressed stretch from file offset `offset` on behind flow index
    /// `index`.
    pub(super) fn rewind_plain(&mut self, index: usize, offset: u64) {
        self.flow.end = index;
        if let Some(member) = &mut self.member {
            member.index = index;
            member.inner = offset.saturating_sub(member.offset);
            member.raw = offset;
            member.ended = false;
            member.end = None;
        }
    }
}
