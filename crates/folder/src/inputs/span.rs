//! Shares of the inputs, for jobs that read a part each.
//!
//! All files are laid end to end in reading order. A share is a range of their bytes. Its borders are
//! moved forward: to the next member in which a record starts, or to the next file where members do
//! not tell where records start. Every job computes the same borders from the bytes alone.

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::{AtomicU64, Ordering};

use scutch_archive::{Position, Reader};
use serde::{Deserialize, Serialize};

use super::{Archives, InputError, InputFile};

/// Shares of one set of inputs at most.
const MOST: u32 = 100_000;

/// One of several shares of the inputs, written `2/3`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Share {
    /// Its number, from 1.
    pub number: u32,
    /// The number of all shares.
    pub of: u32,
}

impl Share {
    /// All of the inputs.
    pub const WHOLE: Self = Self { number: 1, of: 1 };
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Share {
    type Err = String;

    fn from_str(written: &str) -> Result<Self, String> {
        let parts = written.split_once('/');
        let parts = parts.and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match parts {
            Some((number, of)) if (1..=of).contains(&number) && of <= MOST => {
                Ok(Self { number, of })
            }
            Some((_, of)) if (1..=MOST).contains(&of) => {
                Err(format!("the number of a shard is one of 1 to {of}"))
            }
            _ => Err(format!("write number/count, such as 2/3; {MOST} shards at most")),
        }
    }
}

/// A place that reading can begin at: a file, and a member in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Border {
    /// Number of the input file; that of all files at the very end.
    pub input: usize,
    /// Offset of the member in bytes.
    pub offset: u64,
}

/// What one job reads: from a border up to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Span {
    /// Where reading begins.
    pub begin: Border,
    /// Where the next span begins.
    pub end: Border,
}

impl Span {
    /// The span of a share.
    pub fn of_share(archives: Archives<'_>, share: Share) -> Self {
        let border = |number: u32| match number {
            0 => Border { input: 0, offset: 0 },
            _ if number >= share.of => Border { input: archives.files.len(), offset: 0 },
            _ => border(archives, number, share.of),
        };
        Self { begin: border(share.number - 1), end: border(share.number) }
    }

    /// The files that begin in the span.
    pub fn files(self) -> std::ops::Range<usize> {
        // What begins inside a file leaves that file to the span before.
        let first = self.begin.input + usize::from(self.begin.offset > 0);
        first..self.end_input().max(first)
    }

    /// The number of the file behind the last one that is read.
    pub fn end_input(self) -> usize {
        self.end.input + usize::from(self.end.offset > 0)
    }
}

/// The border before the share behind `number` shares of `of`.
fn border(archives: Archives<'_>, number: u32, of: u32) -> Border {
    let total: u128 = archives.files.iter().map(|file| u128::from(file.size)).sum();
    // In 128 bits: bytes times shares may not fit 64.
    let mut left = total * u128::from(number) / u128::from(of);
    for (input, file) in archives.files.iter().enumerate() {
        if left < u128::from(file.size) {
            return within(archives, input, u64::try_from(left).unwrap_or(u64::MAX));
        }
        left -= u128::from(file.size);
    }
    Border { input: archives.files.len(), offset: 0 }
}

/// The first border of a file from an offset on, or the start of the next file.
fn within(archives: Archives<'_>, input: usize, offset: u64) -> Border {
    if offset == 0 {
        return Border { input, offset };
    }
    let next = Border { input: input + 1, offset: 0 };
    // A file that cannot be read has no borders inside.
    let Ok(mut reader) = archives.reader(input, Position::START) else { return next };
    // Bytes alone decide, so that every job finds the same border.
    let offset = reader.next_member(offset);
    if offset < reader.file_len() { Border { input, offset } } else { next }
}

/// The reading of a span, which must end where the next one begins.
#[derive(Debug)]
pub struct SpanReading {
    /// What is read.
    pub span: Span,
    /// Where reading ended in the last file, if that was behind the border; else 0.
    passed: AtomicU64,
}

impl SpanReading {
    /// A reading that has not begun.
    pub fn new(span: Span) -> Self {
        Self { span, passed: AtomicU64::new(0) }
    }

    /// Stops a reader of an input at the end of the span.
    pub fn limit(&self, input: usize, reader: &mut Reader) {
        if input == self.span.end.input {
            reader.stop_before(self.span.end.offset);
        }
    }

    /// Notes where the reader of an input ended.
    pub fn ended(&self, input: usize, offset: u64) {
        if input == self.span.end.input && offset > self.span.end.offset {
            self.passed.store(offset, Ordering::Relaxed);
        }
    }

    /// Fails if a record goes on over the end of the span: the job behind it would read a part of
    /// that record as records of their own.
    ///
    /// # Errors
    /// [`InputError::OverCut`].
    pub fn check(&self, archives: Archives<'_>) -> Result<(), InputError> {
        if self.passed.load(Ordering::Relaxed) == 0 {
            return Ok(());
        }
        let Border { input, offset } = self.span.end;
        let path = archives.files.get(input).map(InputFile::shown_path).unwrap_or_default();
        Err(InputError::OverCut { path, offset })
    }
}

#[cfg(test)]
mod tests {
    use scutch_archive::{Item, Limits, SourcePool, WarcWriter};

    use super::*;
    use crate::inputs::list;

    fn archive(pages: usize, gzip: bool) -> Vec<u8> {
        let mut writer = match gzip {
            true => WarcWriter::gzip(Vec::new()),
            false => WarcWriter::plain(Vec::new()),
        };
        for page in 0..pages {
            let id = format!("<urn:page:{page}>");
            let fields = [("WARC-Type", "resource"), ("WARC-Record-ID", &*id)];
            writer
                .write(&fields, format!("page {page}").repeat(page % 9 + 1).as_bytes())
                .expect("memory");
        }
        writer.into_inner()
    }

    /// What the shares of these files deliver, share after share.
    fn delivered(folder: &std::path::Path, of: u32) -> Vec<Vec<String>> {
        let named = [folder.display().to_string()];
        let inputs = list(&named, None).expect("archives");
        let (pool, limits) = (SourcePool::default(), Limits::default());
        let archives = Archives::new(&inputs.files, &pool, &limits);
        let mut before = Border { input: 0, offset: 0 };
        let shares = (1..=of).map(|number| {
            let span = Span::of_share(archives, Share { number, of });
            assert_eq!(span.begin, std::mem::replace(&mut before, span.end));
            let reading = SpanReading::new(span);
            let mut items = Vec::new();
            for input in span.begin.input..span.end_input() {
                let offset = if input == span.begin.input { span.begin.offset } else { 0 };
                let at = Position { offset, inner_offset: 0 };
                let mut reader = archives.reader(input, at).expect("readable");
                reading.limit(input, &mut reader);
                while let Some(item) = reader.next() {
                    items.push(match item {
                        Item::Record(record) => {
                            format!("{input} {:?} {:?}", record.location(), record.record_id())
                        }
                        Item::Damage(damage) => format!("{input} {damage:?}"),
                    });
                }
                reading.ended(input, reader.position().offset);
            }
            reading.check(archives).expect("ends at its border");
            items
        });
        shares.collect()
    }

    #[test]
    fn shares_deliver_together_what_one_reading_does() {
        let folder = tempfile::tempdir().expect("folder");
        let mut broken = archive(40, true);
        let middle = broken.len() / 2;
        broken[middle..middle + 90].fill(b'x');
        let padded = [archive(9, true), vec![0; 600], archive(9, true)].concat();
        let files = [
            ("a.warc.gz", archive(70, true)),
            ("b.warc", archive(30, false)),
            ("c.warc.gz", broken),
            ("d.warc.gz", padded),
            ("e.warc.gz", archive(1, true)),
        ];
        files.iter().for_each(|(name, bytes)| {
            std::fs::write(folder.path().join(name), bytes).expect("written");
        });
        let whole = delivered(folder.path(), 1).concat();
        assert!(whole.iter().any(|item| item.contains("Damage")) && whole.len() > 140);
        for of in 2..60 {
            let shares = delivered(folder.path(), of);
            assert_eq!(shares.concat(), whole, "in {of}");
            if of == 3 {
                assert!(shares.iter().all(|items| items.len() > 20), "{shares:?}");
            }
        }
    }

    #[test]
    fn shares_are_written_as_number_and_count() {
        for (written, expected) in [
            ("1/1", Some(Share::WHOLE)),
            ("2/3", Some(Share { number: 2, of: 3 })),
            ("100000/100000", Some(Share { number: MOST, of: MOST })),
            ("0/3", None),
            ("4/3", None),
            ("1/100001", None),
            ("1/0", None),
            ("1", None),
            ("-1/3", None),
            ("a/b", None),
        ] {
            assert_eq!(written.parse().ok(), expected, "{written}");
            assert!(expected.is_none_or(|share: Share| share.to_string() == written));
        }
    }
}
