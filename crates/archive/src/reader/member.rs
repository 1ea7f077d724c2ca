//! The member being read: how far, and what is known of its end.

use crate::member::{Decoder, Failure, MemberKind};
use crate::place::Position;

/// The member being read.
#[derive(Debug)]
pub(super) struct Member {
    pub(super) kind: MemberKind,
    /// Offset in the file.
    pub(super) offset: u64,
    /// The byte at `index` of the flow is byte `inner` of the member.
    pub(super) index: usize,
    pub(super) inner: u64,
    pub(super) decoder: Option<Decoder>,
    /// Offset of the next stored byte to read.
    pub(super) raw: u64,
    /// Offset behind the member; of a damaged one, where reading goes on. `None`: not known yet.
    pub(super) end: Option<u64>,
    /// The flow has all of its bytes.
    pub(super) ended: bool,
    pub(super) failure: Option<Failure>,
    /// An item has reported the failure.
    pub(super) reported: bool,
    /// Reading began behind its start: items before that reported what concerns all of it.
    pub(super) inside: bool,
}

impl Member {
    /// Bytes of the member before a place in the flow.
    pub(super) fn inner_at(&self, index: usize) -> u64 {
        (self.inner + index as u64).saturating_sub(self.index as u64)
    }

    /// A place in the flow as one in the file.
    pub(super) fn position(&self, index: usize) -> Position {
        let inner = self.inner_at(index);
        match self.kind {
            MemberKind::Plain => Position { offset: self.offset + inner, inner_offset: 0 },
            _ => Position { offset: self.offset, inner_offset: inner },
        }
    }

    /// A failure that no item has reported yet.
    pub(super) fn unreported(&self) -> Option<&Failure> {
        let failure = self.failure.as_ref()?;
        let reported = self.reported || (failure.whole && self.inside);
        (!reported).then_some(failure)
    }

    /// `n` bytes of the flow were removed at `from`.
    pub(super) fn removed(&mut self, from: usize, n: usize) {
        // Those before the member's first byte at hand are another member's.
        let others = self.index.saturating_sub(from).min(n);
        let at = self.index.max(from);
        self.inner = self.inner_at(at) + (n - others) as u64;
        self.index = at - others;
    }

    pub(super) fn compacted(&mut self, by: usize) {
        self.inner = self.inner_at(by.max(self.index));
        self.index = self.index.saturating_sub(by);
    }
}
