//! URIs of mementos by the million. The URIs of one page in one archive differ only in their
//! timestamps, so that one pattern stands for all of them. Other URIs go to a temporary file.

use std::collections::HashMap;
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt as _;

use crate::date::cdx_timestamp;

/// Patterns that are kept.
// A list of many originals needs one pattern per URI, which would fill the memory.
const MAX_PATTERNS: usize = 4096;

/// Longest URI that becomes a pattern, in bytes.
// A hostile list can have URIs of a megabyte: those belong on disk.
const MAX_PATTERN_BYTES: usize = 4096;

/// Bytes that are collected before each write.
const WRITE_BYTES: usize = 64 << 10;

/// Where a URI is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Location {
    /// The number of its pattern.
    Pattern(u32),
    /// The offset of its length in the file.
    File(u64),
}

/// The parts of a URI before and after its timestamp.
type Pattern = (Box<str>, Box<str>);

/// An append-only store of URIs.
#[derive(Debug, Default)]
pub(crate) struct UriStore {
    patterns: Vec<Pattern>,
    /// Numbers of the patterns, by both parts with a line break between them.
    numbers: HashMap<Box<str>, u32>,
    file: Option<File>,
    /// Bytes in the file.
    written: u64,
    /// Bytes to be written after them.
    buffer: Vec<u8>,
}

impl UriStore {
    /// Stores the URI of a memento with its time.
    pub(crate) fn push(&mut self, uri: &str, unix_ms: i64) -> io::Result<Location> {
        if let Some(number) = self.pattern(uri, unix_ms) {
            return Ok(Location::Pattern(number));
        }
        let offset = self.written + self.buffer.len() as u64;
        let length = u32::try_from(uri.len()).map_err(io::Error::other)?;
        self.buffer.extend_from_slice(&length.to_le_bytes());
        self.buffer.extend_from_slice(uri.as_bytes());
        if self.buffer.len() >= WRITE_BYTES {
            self.flush()?;
        }
        Ok(Location::File(offset))
    }

    /// The number of the pattern of a URI, a new one if there is room; `None` if it needs the file.
    fn pattern(&mut self, uri: &str, unix_ms: i64) -> Option<u32> {
        let time = cdx_timestamp(unix_ms);
        let (before, after) = uri.split_once(&time)?;
        // The line break separates the parts in the key, so that no URI may contain one.
        if uri.len() > MAX_PATTERN_BYTES || uri.contains('\n') {
            return None;
        }
        let key = [before, "\n", after].concat();
        if let Some(number) = self.numbers.get(key.as_str()) {
            return Some(*number);
        }
        let number = u32::try_from(self.patterns.len()).ok()?;
        if self.patterns.len() >= MAX_PATTERNS {
            return None;
        }
        self.patterns.push((before.into(), after.into()));
        self.numbers.insert(key.into(), number);
        Some(number)
    }

    fn flush(&mut self) -> io::Result<()> {
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(tempfile::tempfile().map_err(|error| named(&error))?),
        };
        // At a fixed offset: a write that failed halfway has moved the file position.
        file.write_all_at(&self.buffer, self.written).map_err(|error| named(&error))?;
        self.written += self.buffer.len() as u64;
        self.buffer.clear();
        Ok(())
    }

    /// The URI at a location; `unix_ms` is the time it was stored with.
    pub(crate) fn get(&self, location: Location, unix_ms: i64) -> io::Result<String> {
        match location {
            Location::Pattern(number) => {
                let pattern = self.patterns.get(number as usize);
                let (before, after) = pattern.ok_or(io::ErrorKind::NotFound)?;
                Ok([before, cdx_timestamp(unix_ms).as_str(), after].concat())
            }
            Location::File(offset) => {
                let mut length = [0; 4];
                self.read_at(offset, &mut length)?;
                let mut uri = vec![0; u32::from_le_bytes(length) as usize];
                self.read_at(offset + 4, &mut uri)?;
                String::from_utf8(uri).map_err(io::Error::other)
            }
        }
    }

    /// Reads from the file, or from the buffer behind it.
    fn read_at(&self, offset: u64, bytes: &mut [u8]) -> io::Result<()> {
        if let Some(at) = offset.checked_sub(self.written) {
            let found = self.buffer.get(at as usize..).and_then(|rest| rest.get(..bytes.len()));
            bytes.copy_from_slice(found.ok_or(io::ErrorKind::UnexpectedEof)?);
            return Ok(());
        }
        let file = self.file.as_ref().ok_or(io::ErrorKind::NotFound)?;
        file.read_exact_at(bytes, offset).map_err(|error| named(&error))
    }
}

/// The error with the folder of the file, which has no name of its own. Its kind tells a full disk.
fn named(error: &io::Error) -> io::Error {
    let folder = std::env::temp_dir();
    let sentence = format!("{}: the temporary file for addresses: {error}", folder.display());
    io::Error::new(error.kind(), sentence)
}

#[cfg(test)]
mod tests {
    use std::io::Seek as _;

    use super::*;
    use crate::date::parse_date;

    fn time() -> i64 {
        parse_date("20140127171200").expect("a date").unix_ms
    }

    #[test]
    fn spaces_and_line_breaks_stay_in_their_uris() {
        let mut all = UriStore::default();
        let uris = [
            "http://a/p20140127171200q r",
            "http://a/p q20140127171200r",
            "p\n20140127171200q",
            "p20140127171200\nq",
        ];
        let locations = uris.map(|uri| all.push(uri, time()).expect("kept"));
        for (uri, location) in uris.iter().zip(locations) {
            assert_eq!(all.get(location, time()).expect("stored"), *uri);
        }
    }

    #[test]
    fn long_uris_become_no_patterns() {
        let mut all = UriStore::default();
        let tail = "x".repeat(MAX_PATTERN_BYTES);
        let uri = |n: usize| format!("http://a/{n}/20140127171200/{tail}");
        let locations: Vec<_> = (0..99).map(|n| all.push(&uri(n), time()).expect("kept")).collect();
        assert!(all.patterns.is_empty());
        assert!((0..99).all(|n| all.get(locations[n], time()).expect("stored") == uri(n)));
    }

    #[test]
    fn every_uri_comes_back_beyond_the_pattern_limit_and_the_first_write() {
        let mut all = UriStore::default();
        let uri = |n: usize| match n % 4 {
            0 => "http://a.example/20140127171200/http://x.org/".to_owned(),
            1 => format!("http://a.example/m/{n}"),
            2 => format!("http://a.example/20140127171200/http://x.org/{n}"),
            _ => format!("http://a.example/{n}/20140127171200/20140127171200{}", "x".repeat(n)),
        };
        let locations = (0..13_000).map(|n| {
            if let Some(file) = &mut all.file {
                // As after a write that failed halfway.
                file.seek_relative(4).expect("a file");
            }
            all.push(&uri(n), time()).expect("kept")
        });
        let locations: Vec<Location> = locations.collect();
        assert_eq!(locations[0], locations[4]);
        assert!(all.patterns.len() == MAX_PATTERNS && all.written > 0, "both limits were reached");
        for (n, location) in locations.into_iter().enumerate() {
            assert_eq!(all.get(location, time()).expect("stored"), uri(n));
        }
    }

    #[test]
    fn locations_that_were_never_given_out_are_errors() {
        let mut all = UriStore::default();
        all.push("http://a.example/m", time()).expect("kept");
        for location in [Location::Pattern(0), Location::File(1), Location::File(1 << 30)] {
            assert!(all.get(location, time()).is_err(), "{location:?}");
        }
    }
}
