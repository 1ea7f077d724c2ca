//! Lengths that are off by some of the line ends behind a block.

use super::Reader;
use super::evidence::lie;
use super::framing::{Format, Framed, Head};
use crate::cause::{Fault, Severity};
use crate::digest::DigestStatus;

impl Reader {
    /// The block whose length may be off by some line ends, so that it ends where the separator
    /// starts.
    pub(super) fn by_separator(
        &mut self,
        head: Head,
        end: usize,
        next: usize,
        faults: &mut Vec<Fault>,
    ) -> Framed {
        let length = (end - head.body) as u64;
        let parted = self.parts_line_end(end, head.format);
        let odd = parted || !self.is_separated(&(head.body..end), next, head.format);
        let swallows = self.record_inside(head, end).is_some();
        // Zeros are padding, and what looks like a record may be content, unless something says
        // that the length lies.
        if odd || swallows {
            if let Some(framed) = self.as_http_says(head, length, faults) {
                return framed;
            }
            if (swallows || self.is_zero(next))
                && self.digest_status(head, &(head.body..end)) == DigestStatus::Disagree
            {
                return self.before_garbage(head, end, 0, faults);
            }
        }
        let block = self.trimmed(head.body, next, head.format);
        let off = block.end != end;
        if off && (parted || self.is_http_message(&block) || self.has_digest(head, &block)) {
            faults.push(lie(Severity::Repaired, length, block.len() as u64));
            let next = block.end.max(end);
            return Framed::whole(block, next);
        }
        Framed::whole(head.body..end, end)
    }

    fn is_zero(&self, at: usize) -> bool {
        self.stream.flow.filled().get(at) == Some(&0)
    }

    /// True when what stands between the end of a block and the next record, at `next`, is no whole
    /// separator: the length may count line ends of it, or miss some of the block's.
    pub(super) fn may_be_off(&self, end: usize, next: usize, format: Format) -> bool {
        let between = &self.stream.flow.filled()[end..next];
        let whole: [&[u8]; 2] = match format {
            Format::Warc => [b"\r\n\r\n", b"\n\n"],
            Format::Arc => [b"\n", b"\r\n"],
        };
        !whole.contains(&between) || self.parts_line_end(end, format)
    }

    /// True when a block ends between the two bytes of a line end of the separator.
    pub(super) fn parts_line_end(&self, end: usize, format: Format) -> bool {
        let (block, behind) = self.stream.flow.filled().split_at(end);
        // Where lines end with LF alone, a carriage return is content.
        let parted = behind.starts_with(b"\n\r\n") || block.ends_with(b"\r\n\r");
        format == Format::Warc && block.ends_with(b"\r") && behind.starts_with(b"\n") && parted
    }
}
