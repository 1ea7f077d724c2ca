//! From one member to the next: what stands between them, and what was lost with the last.

use super::{BYTE_ORDER_MARK, LOOK, Reader};
use crate::cause::{Cause, Damage};
use crate::member::{MemberKind, zstandard};
use crate::record::start;

impl Reader {
    /// Begins the next member. `Some` damage where there is none; `None` at the end of the file.
    pub(super) fn enter(&mut self) -> Option<Option<Damage>> {
        loop {
            // Padding was passed: the next member may be that of the next reader.
            if self.at >= self.stop {
                return None;
            }
            let (stored, _) = self.stream.stored(self.at, LOOK);
            if stored.is_empty() {
                return self.stream.unreadable().map(Some);
            }
            // Padding between members and at the end is common and harmless.
            let padding = stored.iter().take_while(|b| matches!(b, 0 | b'\r' | b'\n')).count();
            if padding > 0 {
                self.at += padding as u64;
                continue;
            }
            if self.at == self.start && stored.starts_with(BYTE_ORDER_MARK) {
                // Uncompressed file: the mark stands before the member.
                self.at += BYTE_ORDER_MARK.len() as u64;
                self.byte_order_mark = true;
                continue;
            }
            if let Some(length) = zstandard::skippable_length(stored) {
                self.at = self.at.saturating_add(length).min(self.stream.window.limit());
                continue;
            }
            let kind = MemberKind::from_magic(stored);
            let kind = kind.or_else(|| start::is_record(stored).then_some(MemberKind::Plain));
            let Some(kind) = kind else { return Some(Some(self.not_a_start())) };
            self.stream.flow.clear();
            self.stream.begin(kind, self.at);
            return Some(None);
        }
    }

    /// True when a member starts at `offset`, and with a line end.
    pub(super) fn begins_with_line_end(&mut self, offset: u64) -> bool {
        let kind = MemberKind::from_magic(self.stream.stored(offset, LOOK).0);
        let Some(mut decoder) = kind.and_then(|kind| self.stream.decoders.take(kind)) else {
            return false;
        };
        let (stored, last) = self.stream.stored(offset, LOOK);
        let mut first = [0];
        let (made, _) = decoder.inflate_start(stored, last, &mut first);
        self.stream.decoders.give_back(decoder);
        made > 0 && matches!(first[0], b'\r' | b'\n')
    }

    /// What stands here is neither member nor record: damage up to the next that is.
    fn not_a_start(&mut self) -> Damage {
        let offset = self.at;
        self.at = self.stream.next_start(offset + 1);
        let length = self.at - offset;
        Damage { offset, length, cause: Cause::NotARecord, detail: String::new() }
    }

    /// Leaves the current member, all of whose bytes are read. What was lost with it is reported
    /// first.
    pub(super) fn leave(&mut self) -> Option<Damage> {
        let member = self.stream.member.as_ref()?;
        let offset = member.offset;
        let mut end = member.end.unwrap_or(offset);
        // Records report the damage that hit them; what hit none is reported here.
        let failure = member.unreported().map(|failure| {
            let mut detail = failure.detail.clone();
            let inner = member.inner_at(self.stream.flow.end);
            if inner > 0 {
                let separator = if detail.is_empty() { "" } else { "; " };
                detail = format!("{inner} bytes were inflated{separator}{detail}");
            }
            (failure.cause, detail)
        });
        if matches!(failure, Some((Cause::ChecksumMismatch, _))) {
            end = self.stream.end_of_wrong(offset, end);
        }
        self.at = end;
        self.stream.leave();
        failure.map(|(cause, detail)| Damage { offset, length: end - offset, cause, detail })
    }
}
