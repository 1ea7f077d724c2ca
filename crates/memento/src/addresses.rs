//! Addresses of mementos, by the million: those of one page in one archive differ in their times only, and
//! the others wait in a temporary file.

use std::collections::HashMap;
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt as _;

use crate::date::stamp;

/// Patterns that are remembered; of a list of many originals each address would be one.
const MOST_PATTERNS: usize = 4096;

/// Longest pattern, in bytes; addresses may be a megabyte long.
const LONGEST_PATTERN: usize = 4096;

/// Bytes that wait to be written.
const PIECE: usize = 64 << 10;

/// Where an address is: which pattern, or where in the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Pattern(u32),
    File(u64),
}

/// What stands before and behind the time.
type Pattern = (Box<str>, Box<str>);

/// The addresses.
#[derive(Debug, Default)]
pub(crate) struct Addresses {
    patterns: Vec<Pattern>,
    /// Numbers of the patterns, by both parts with a line end between them, which no address has.
    numbers: HashMap<Box<str>, u32>,
    file: Option<File>,
    /// Bytes in the file, and behind them those that wait.
    written: u64,
    waiting: Vec<u8>,
}

impl Addresses {
    /// Takes in the address of a memento of a time.
    pub(crate) fn push(&mut self, uri: &str, unix_ms: i64) -> io::Result<Place> {
        let time = stamp(unix_ms);
        if let Some((before, behind)) = uri.split_once(&time)
            && uri.len() <= LONGEST_PATTERN
            && !uri.contains('\n')
        {
            let key = [before, "\n", behind].concat();
            if let Some(number) = self.numbers.get(key.as_str()) {
                return Ok(Place::Pattern(*number));
            }
            if let Ok(number) = u32::try_from(self.patterns.len())
                && self.patterns.len() < MOST_PATTERNS
            {
                self.patterns.push((before.into(), behind.into()));
                self.numbers.insert(key.into(), number);
                return Ok(Place::Pattern(number));
            }
        }
        let place = self.written + self.waiting.len() as u64;
        let length = u32::try_from(uri.len()).map_err(io::Error::other)?;
        self.waiting.extend_from_slice(&length.to_le_bytes());
        self.waiting.extend_from_slice(uri.as_bytes());
        if self.waiting.len() >= PIECE {
            self.write()?;
        }
        Ok(Place::File(place))
    }

    fn write(&mut self) -> io::Result<()> {
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(tempfile::tempfile()?),
        };
        // Where it belongs, also after a write that failed in the middle.
        file.write_all_at(&self.waiting, self.written)?;
        self.written += self.waiting.len() as u64;
        self.waiting.clear();
        Ok(())
    }

    /// The address of the memento of a time.
    pub(crate) fn get(&self, place: Place, unix_ms: i64) -> io::Result<String> {
        match place {
            Place::Pattern(number) => {
                let none = || io::Error::from(io::ErrorKind::NotFound);
                let (before, behind) = self.patterns.get(number as usize).ok_or_else(none)?;
                Ok([before, stamp(unix_ms).as_str(), behind].concat())
            }
            Place::File(place) => {
                let mut length = [0; 4];
                self.read(place, &mut length)?;
                let mut uri = vec![0; u32::from_le_bytes(length) as usize];
                self.read(place + 4, &mut uri)?;
                String::from_utf8(uri).map_err(io::Error::other)
            }
        }
    }

    fn read(&self, place: u64, buffer: &mut [u8]) -> io::Result<()> {
        if let Some(at) = place.checked_sub(self.written) {
            let waiting = self.waiting.get(at as usize..).and_then(|w| w.get(..buffer.len()));
            let waiting = waiting.ok_or(io::ErrorKind::UnexpectedEof)?;
            buffer.copy_from_slice(waiting);
            return Ok(());
        }
        let file = self.file.as_ref().ok_or(io::ErrorKind::NotFound)?;
        file.read_exact_at(buffer, place)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Seek as _;

    use super::*;
    use crate::date::moment;

    #[test]
    fn blanks_belong_to_addresses() {
        let mut all = Addresses::default();
        let time = moment("20140127171200").expect("a date").unix_ms;
        let uris = ["http://a/p20140127171200q r", "http://a/p q20140127171200r"];
        let uris = uris.into_iter().chain(["p\n20140127171200q", "p20140127171200\nq"]);
        let places = uris.map(|uri| (uri, all.push(uri, time).expect("kept")));
        for (uri, place) in places.collect::<Vec<_>>() {
            assert_eq!(all.get(place, time).expect("there"), uri);
        }
    }

    #[test]
    fn patterns_take_little_memory() {
        let mut all = Addresses::default();
        let time = moment("20140127171200").expect("a date").unix_ms;
        let uri = |n: usize| format!("http://a/{n}/20140127171200/{}", "x".repeat(LONGEST_PATTERN));
        let places: Vec<Place> = (0..99).map(|n| all.push(&uri(n), time).expect("kept")).collect();
        assert!(all.patterns.is_empty());
        assert!((0..99).all(|n| all.get(places[n], time).expect("there") == uri(n)));
    }

    #[test]
    fn addresses_come_back_as_they_were() {
        let mut all = Addresses::default();
        let time = moment("20140127171200").expect("a date").unix_ms;
        let uri = |n: usize| match n % 4 {
            0 => "http://a.example/20140127171200/http://x.org/".to_owned(),
            1 => format!("http://a.example/m/{n}"),
            2 => format!("http://a.example/20140127171200/http://x.org/{n}"),
            _ => format!("http://a.example/{n}/20140127171200/20140127171200{}", "x".repeat(n)),
        };
        let places = (0..13_000).map(|n| {
            if let Some(file) = &mut all.file {
                // As behind a write that failed in the middle.
                file.seek_relative(4).expect("a file");
            }
            all.push(&uri(n), time).expect("kept")
        });
        let places: Vec<Place> = places.collect();
        assert_eq!(places[0], places[4]);
        assert!(all.patterns.len() == MOST_PATTERNS && all.written > 0, "the test proves nothing");
        for (n, place) in places.into_iter().enumerate() {
            assert_eq!(all.get(place, time).expect("there"), uri(n));
        }
    }
}
