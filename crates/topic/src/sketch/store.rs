//! Sketches between observing and judging, in a temporary file. Each content has one.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashMap;
use scutch_learn::{hashed, mixed};
use scutch_page::Hints;
use serde::{Deserialize, Serialize};

use super::sketcher::Media;
use super::{Content, Sketch};

/// Contents that the store knows again. Beyond that it starts anew and writes a content a second
/// time, which costs disk space and changes no result.
const KNOWN: usize = 1 << 20;

/// Bytes that are copied at a time.
const COPIED: usize = 1 << 20;

/// A content: what it is, and where its sketch stands in the [`SketchStore`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContentRef {
    /// Equal for equal bytes that are read in the same way.
    #[serde(with = "fixed")]
    key: u64,
    /// Equal for equal tokens with equal counts.
    #[serde(with = "fixed")]
    text: u64,
    kind: Content,
    offset: u64,
    length: u32,
}

impl ContentRef {
    /// The key of the content, which mementos with the same bytes share.
    pub fn key(self) -> u64 {
        self.key
    }

    /// What the capture holds.
    pub fn kind(self) -> Content {
        self.kind
    }

    /// The same content, with its sketch `base` bytes further on.
    pub(crate) fn moved(self, base: u64) -> Self {
        Self { offset: self.offset.saturating_add(base), ..self }
    }

    /// The same content, with its sketch at `offset`.
    pub(crate) fn at(self, offset: u64) -> Self {
        Self { offset, ..self }
    }

    /// Where its sketch begins.
    pub(crate) fn offset(self) -> u64 {
        self.offset
    }

    /// Number of the text, where there are words.
    pub(crate) fn text(self) -> Option<u64> {
        (self.kind == Content::Words).then_some(self.text)
    }
}

/// Random numbers take fewer bytes at a fixed width than as variable-length integers.
mod fixed {
    use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer};

    pub(super) fn serialize<S: Serializer>(number: &u64, out: S) -> Result<S::Ok, S::Error> {
        number.to_le_bytes().serialize(out)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
        <[u8; 8]>::deserialize(from).map(u64::from_le_bytes)
    }
}

/// The key of a content: equal for equal bytes that are read alike, with the same media type and the
/// same charset from outside. Stable between runs and machines.
pub(crate) fn content_key(bytes: &[u8], media: Media, hints: &Hints<'_>) -> u64 {
    let named = [hints.http_content_type, hints.guessed_charset];
    let named = named.map(|name| name.map_or(0, |name| hashed(name.as_bytes())));
    let key = named.into_iter().fold(hashed(bytes), |key, name| mixed(key ^ name));
    // What a record says besides may change how bytes are read.
    if media == Media::of_bytes(hints.http_content_type, bytes) {
        key
    } else {
        mixed(key ^ (1 + media as u64))
    }
}

/// Keeps sketches in a temporary file, which is deleted with the store. Threads may share it.
#[derive(Debug)]
pub struct SketchStore {
    file: Mutex<Spool>,
}

/// The error with the folder of the file, which has no name of its own. Its kind tells a full disk.
fn named(error: &io::Error) -> io::Error {
    let folder = std::env::temp_dir();
    let sentence = format!("{}: the temporary file for sketches: {error}", folder.display());
    io::Error::new(error.kind(), sentence)
}

#[derive(Debug)]
struct Spool {
    file: File,
    end: u64,
    known: FxHashMap<u64, ContentRef>,
}

impl SketchStore {
    /// An empty store.
    ///
    /// # Errors
    /// When there can be no temporary file.
    pub fn new() -> io::Result<Self> {
        let file = tempfile::tempfile().map_err(|error| named(&error))?;
        Ok(Self { file: Mutex::new(Spool { file, end: 0, known: FxHashMap::default() }) })
    }

    /// The content of a key, if its sketch is known.
    pub fn known(&self, key: u64) -> Option<ContentRef> {
        self.lock(|spool| spool.known.get(&key).copied())
    }

    /// Adds the sketch of a content. Of two threads that made the same sketch, the first counts.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn add(&self, key: u64, sketch: &Sketch) -> io::Result<ContentRef> {
        let bytes = postcard::to_stdvec(sketch).map_err(io::Error::other)?;
        let too_large = |_| io::Error::other("a sketch is too large");
        let length = u32::try_from(bytes.len()).map_err(too_large)?;
        let (text, kind) = (sketch.text_number(), sketch.content);
        self.lock(|spool| {
            // Asked again under the lock: another thread may have been faster.
            if let Some(known) = spool.known.get(&key) {
                return Ok(*known);
            }
            let written = spool.file.seek(SeekFrom::Start(spool.end));
            written.and_then(|_| spool.file.write_all(&bytes)).map_err(|error| named(&error))?;
            let content = ContentRef { key, text, kind, offset: spool.end, length };
            spool.end += u64::from(length);
            // Forgetting all at once is simple, and rare: it takes a million different contents.
            if spool.known.len() >= KNOWN {
                spool.known.clear();
            }
            spool.known.insert(key, content);
            Ok(content)
        })
    }

    /// The sketch of a content.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn get(&self, content: ContentRef) -> io::Result<Sketch> {
        postcard::from_bytes(&self.bytes(content)?).map_err(io::Error::other)
    }

    /// The sketch of a content in its bytes.
    pub(crate) fn bytes(&self, content: ContentRef) -> io::Result<Vec<u8>> {
        let mut bytes = vec![0; content.length as usize];
        self.lock(|spool| {
            spool.file.seek(SeekFrom::Start(content.offset))?;
            spool.file.read_exact(&mut bytes)
        })
        .map_err(|error| named(&error))?;
        Ok(bytes)
    }

    /// Shows all bytes of the store from its start, in pieces of a bounded size.
    ///
    /// # Errors
    /// Those of `show`; when the file cannot be read.
    pub fn copy<E: From<io::Error>>(
        &self,
        mut show: impl FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut bytes = vec![0; COPIED];
        let (mut at, end) = (0, self.lock(|spool| spool.end));
        while at < end {
            let length = usize::try_from(end - at).map_or(COPIED, |left| left.min(COPIED));
            self.lock(|spool| {
                spool.file.seek(SeekFrom::Start(at))?;
                spool.file.read_exact(&mut bytes[..length])
            })
            .map_err(|error| named(&error))?;
            show(&bytes[..length])?;
            at += length as u64;
        }
        Ok(())
    }

    /// Appends bytes of another store, as [`copy`](Self::copy) showed them; where they stand.
    /// Sketches that are there already stand twice then, which changes no result.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn append(&self, bytes: &[u8]) -> io::Result<u64> {
        self.lock(|spool| {
            let at = spool.end;
            let written = spool.file.seek(SeekFrom::Start(at));
            written.and_then(|_| spool.file.write_all(bytes)).map_err(|error| named(&error))?;
            spool.end += bytes.len() as u64;
            Ok(at)
        })
    }

    /// Runs `with` under the lock.
    fn lock<T>(&self, with: impl FnOnce(&mut Spool) -> T) -> T {
        // A thread that failed leaves no half-made state: `end` moves only behind whole sketches.
        with(&mut self.file.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
