//! Files and standard input, with their compression undone.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Seek as _};
use std::path::Path;

use scutch_archive::uninterrupted;

/// What stands for standard input.
pub const STDIN: &str = "-";

/// Bytes of a reading buffer. Forms are recognised within the first one.
pub(crate) const BUFFER: usize = 64 << 10;

/// What a Parquet file begins with.
pub(crate) const PARQUET: &[u8] = b"PAR1";

/// Opens a file or standard input.
pub(crate) fn open(name: &str) -> io::Result<Box<dyn Read>> {
    match name {
        STDIN => Ok(Box::new(io::stdin().lock())),
        name => Ok(Box::new(File::open(Path::new(name))?)),
    }
}

/// The bytes of an input; gzip and zstd are undone, known by their first bytes.
///
/// # Errors
/// When the input cannot be read.
pub fn decompressed<'a>(input: impl Read + 'a) -> io::Result<Box<dyn BufRead + 'a>> {
    let mut input = BufReader::with_capacity(BUFFER, input);
    fill(&mut input)?;
    let head = input.buffer();
    Ok(if head.starts_with(&[0x1f, 0x8b]) {
        let inflated = flate2::bufread::MultiGzDecoder::new(input);
        Box::new(BufReader::with_capacity(BUFFER, inflated))
    } else if head.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]) {
        let inflated = zstd::Decoder::with_buffer(input)?;
        Box::new(BufReader::with_capacity(BUFFER, inflated))
    } else {
        Box::new(input)
    })
}

/// Fills a buffer, however often a signal interrupts that.
fn fill(input: &mut dyn BufRead) -> io::Result<()> {
    loop {
        match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            filled => return filled.map(drop),
        }
    }
}

/// The first bytes of an input, with its first line of content, and the input with them again.
/// What fails after them fails when it is read.
// The form shows in that line: a pipe must not be waited for longer.
pub(crate) fn peeked<'a>(mut input: Box<dyn BufRead + 'a>) -> (Vec<u8>, Box<dyn BufRead + 'a>) {
    let mut head = Vec::new();
    let mut failed = None;
    while head.len() < BUFFER && !has_content(&head) {
        match input.fill_buf() {
            Ok([]) => break,
            Ok(chunk) => {
                let taken = chunk.len();
                head.extend_from_slice(chunk);
                input.consume(taken);
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => {
                failed = Some(error);
                break;
            }
        }
    }
    let rest = BufReader::new(Failing(failed)).chain(input);
    let whole = io::Cursor::new(head.clone()).chain(rest);
    (head, Box::new(whole))
}

/// Whether the bytes have a whole line that is neither blank nor a comment.
fn has_content(head: &[u8]) -> bool {
    let mut lines = head.split_inclusive(|byte| *byte == b'\n');
    lines.any(|line| {
        line.ends_with(b"\n") && !line.trim_ascii().is_empty() && !line.starts_with(b"#")
    })
}

/// Gives an error once, and then nothing.
struct Failing(Option<io::Error>);

impl Read for Failing {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

/// A table in Parquet as a file, for readers that jump: the file of that name if it is one, else a
/// copy of the input.
///
/// # Errors
/// When the file cannot be opened, or the copy cannot be made.
pub(crate) fn as_file(name: &str, mut input: impl Read) -> io::Result<File> {
    // A pipe must not be opened again: what was read of it is gone.
    if name != STDIN && uninterrupted(|| fs::metadata(name))?.is_file() {
        let mut file = File::open(name)?;
        let mut head = Vec::new();
        file.by_ref().take(PARQUET.len() as u64).read_to_end(&mut head)?;
        // A compressed file has to be copied to be jumped in.
        if head == PARQUET {
            file.rewind()?;
            return Ok(file);
        }
    }
    let mut file = tempfile::tempfile()?;
    io::copy(&mut input, &mut file)?;
    file.rewind()?;
    Ok(file)
}

/// Longest line, in bytes: a row of a corpus holds a whole page. The rest of a longer one is
/// skipped: a file without line ends must not fill the memory.
pub(crate) const MAX_LINE: usize = 64 << 20;

/// The lines of an input, with numbers from 1.
pub(crate) struct Lines<'a> {
    input: Box<dyn BufRead + 'a>,
    number: u64,
}

impl<'a> Lines<'a> {
    pub(crate) fn new(input: Box<dyn BufRead + 'a>) -> Self {
        Self { input, number: 0 }
    }

    /// The next line without its end; an error text if it is too long or not UTF-8.
    pub(crate) fn next_line(&mut self) -> io::Result<Option<(u64, Result<String, &'static str>)>> {
        let mut bytes = Vec::new();
        let limit = MAX_LINE as u64 + 1;
        if self.input.by_ref().take(limit).read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        self.number += 1;
        if bytes.len() > MAX_LINE && !bytes.ends_with(b"\n") {
            self.input.skip_until(b'\n')?;
            return Ok(Some((self.number, Err("it is longer than 64 MiB"))));
        }
        let end = bytes.trim_ascii_end().len();
        bytes.truncate(end);
        // A byte order mark belongs to the file, not to its first address.
        let bytes = match bytes.strip_prefix(b"\xef\xbb\xbf") {
            Some(rest) if self.number == 1 => rest.to_vec(),
            _ => bytes,
        };
        let text = String::from_utf8(bytes).map_err(|_| "it is not UTF-8");
        Ok(Some((self.number, text)))
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    fn lines(bytes: &[u8]) -> Vec<(u64, Result<String, &'static str>)> {
        let mut lines = Lines::new(Box::new(bytes));
        std::iter::from_fn(|| lines.next_line().expect("memory")).collect()
    }

    #[test]
    fn lines_are_numbered_and_bounded() {
        let found = lines(b"\xef\xbb\xbfa\r\n\n\xff\n b");
        let text = |text: &str| Ok(text.to_owned());
        assert_eq!(
            found,
            [(1, text("a")), (2, text("")), (3, Err("it is not UTF-8")), (4, text(" b"))]
        );
        let long = [&vec![b'x'; MAX_LINE + 5][..], b"\nnext"].concat();
        assert_eq!(lines(&long), [(1, Err("it is longer than 64 MiB")), (2, text("next"))]);
    }

    /// What was read before the damage is read again, and then the error.
    #[test]
    fn damage_is_told_where_it_is() {
        let input = b"# x\nhttp://a".chain(Failing(Some(io::ErrorKind::InvalidData.into())));
        let (head, mut whole) = peeked(Box::new(BufReader::new(input)));
        assert_eq!(head, b"# x\nhttp://a");
        let mut all = Vec::new();
        let error = whole.read_to_end(&mut all).expect_err("damage");
        assert_eq!((error.kind(), &all[..]), (io::ErrorKind::InvalidData, &head[..]));
    }

    #[test]
    fn compression_is_undone_and_nothing_is_lost_by_peeking() {
        let text = b"http://a.example/\n".repeat(10_000);
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gzip.write_all(&text).expect("memory");
        let zstd = zstd::encode_all(&*text, 1).expect("memory");
        for bytes in [text.clone(), gzip.finish().expect("memory"), zstd] {
            let (head, mut whole) = peeked(decompressed(&*bytes).expect("open"));
            assert!(head.starts_with(b"http://a.example/\n"));
            let mut all = Vec::new();
            whole.read_to_end(&mut all).expect("read");
            assert!(all == text);
        }
    }
}
