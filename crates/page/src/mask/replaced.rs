//! Texts with marks in the place of what was found.

use super::{Found, Masked};

/// A text with marks.
pub(super) fn replaced<M: AsRef<str>>(
    text: &str,
    found: &[Found],
    mark: impl Fn(Masked) -> M,
) -> String {
    let (mut out, mut at) = (String::with_capacity(text.len()), 0);
    for Found { range, what } in found {
        out.push_str(&text[at..range.start]);
        out.push_str(mark(*what).as_ref());
        at = range.end;
    }
    out.push_str(&text[at..]);
    out
}

/// Where the bytes of a text are in the text with marks.
pub(super) struct Moves<'f> {
    found: &'f [Found],
    /// Where each mark begins.
    starts: Vec<usize>,
}

impl<'f> Moves<'f> {
    pub(super) fn new(found: &'f [Found]) -> Self {
        let (mut starts, mut at, mut new) = (Vec::with_capacity(found.len()), 0, 0);
        for Found { range, what } in found {
            new += range.start - at;
            starts.push(new);
            new += what.mark().len();
            at = range.end;
        }
        Self { found, starts }
    }

    /// Where a part of the text begins that began at a byte: one that began within what was found,
    /// behind its mark. Parts that are nested or disjoint stay so.
    pub(super) fn start(&self, byte: usize) -> usize {
        self.place(byte, |start, what| start + what.mark().len())
    }

    /// Where a part of the text ends that ended at a byte: one that ended within what was found,
    /// before its mark.
    pub(super) fn end(&self, byte: usize) -> usize {
        self.place(byte, |start, _| start)
    }

    fn place(&self, byte: usize, within: impl Fn(usize, Masked) -> usize) -> usize {
        let passed = self.found.partition_point(|found| found.range.end <= byte);
        if let Some(found) = self.found.get(passed).filter(|found| found.range.start < byte) {
            return within(self.starts[passed], found.what);
        }
        let Some(last) = passed.checked_sub(1) else { return byte };
        let Found { range, what } = &self.found[last];
        self.starts[last] + what.mark().len() + (byte - range.end)
    }
}
