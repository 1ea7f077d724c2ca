//! What words in a path say about a page: tables of segments, file endings and unwanted words.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::kinds::kinds;

/// Longest word that is looked up.
const LONGEST: usize = 32;
/// Longest file name ending: `webmanifest`.
const LONGEST_ENDING: usize = 11;

kinds! {
    /// What a path segment says a page is.
    pub enum SegmentKind, "segment-" {
        /// Pages of one category, tag or author.
        Listing = "listing",
        /// Pages on one subject.
        Subject = "subject",
        /// All subjects or sections.
        Overview = "overview",
        /// A further page of a list.
        Pager = "pager",
        /// Lists by date.
        Archive = "archive",
        /// Search results.
        Search = "search",
        /// Forms without text: logging in, the shopping basket.
        Login = "login",
        /// Registration and accounts.
        Account = "account",
        /// Imprint, terms, privacy.
        Legal = "legal",
        /// Contact.
        Contact = "contact",
        /// Feeds.
        Feed = "feed",
        /// Folders of content systems.
        System = "system",
        /// Galleries and uploads.
        Media = "media",
    }
}

kinds! {
    /// Class of a file by its ending.
    pub enum FileClass, "file-" {
        /// Pages and programs that make pages.
        Page = "page",
        /// Atom, RSS.
        Feed = "feed",
        /// Pictures.
        Image = "image",
        /// Sound.
        Audio = "audio",
        /// Film.
        Video = "video",
        /// Packed files and programs.
        Archive = "archive",
        /// Office and print.
        Document = "document",
        /// Data.
        Data = "data",
        /// Style sheets.
        Style = "style",
        /// Scripts.
        Script = "script",
        /// Fonts.
        Font = "font",
    }
}

/// The rows of a table, as their columns; lines that begin with `#` are comments.
pub(super) fn rows(table: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    table.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect())
}

fn lower<'b>(word: &str, buffer: &'b mut [u8; LONGEST]) -> Option<&'b str> {
    let buffer = buffer.get_mut(..word.len())?;
    buffer.copy_from_slice(word.as_bytes());
    buffer.make_ascii_lowercase();
    str::from_utf8(buffer).ok()
}

/// Words with a table of their first letters and lengths, which says no to most others at once.
struct Words<T> {
    words: FxHashMap<&'static str, T>,
    /// For each first letter the lengths that occur, one bit each.
    lengths: [u32; 32],
}

impl<T: Copy> Words<T> {
    fn new(entries: impl Iterator<Item = (&'static str, T)>) -> Words<T> {
        let mut lengths = [0; 32];
        let mut words = FxHashMap::default();
        for (word, value) in entries {
            if let Some(first) = word.bytes().next() {
                lengths[usize::from(first & 31)] |= 1u32 << (word.len() & 31);
            }
            words.entry(word).or_insert(value);
        }
        Words { words, lengths }
    }

    fn get(&self, word: &str) -> Option<T> {
        let first = word.bytes().next()?;
        let lengths = self.lengths[usize::from(first & 31)];
        // Most segments are no known word: first letter and length rule them out without hashing.
        if word.len() >= LONGEST || lengths >> (word.len() & 31) & 1 == 0 {
            return None;
        }
        self.words.get(lower(word, &mut [0; LONGEST])?).copied()
    }
}

/// What a whole path segment says, without its file ending; in any case.
pub(crate) fn segment_kind(segment: &str) -> Option<SegmentKind> {
    static WORDS: LazyLock<Words<SegmentKind>> = LazyLock::new(|| {
        let rows = rows(include_str!("../../data/path-words.tsv"));
        let kinds =
            rows.filter_map(|row| Some((SegmentKind::from_word(row.first()?)?, *row.get(2)?)));
        Words::new(kinds.flat_map(|(kind, list)| list.split(' ').map(move |word| (word, kind))))
    });
    WORDS.get(segment)
}

/// Class of a file name ending, without the dot; in any case.
pub fn file_class(ending: &str) -> Option<FileClass> {
    static ENDINGS: LazyLock<FxHashMap<&str, FileClass>> = LazyLock::new(|| {
        rows(include_str!("../../data/file-types.tsv"))
            .filter_map(|row| Some((FileClass::from_word(row.first()?)?, *row.get(1)?)))
            .flat_map(|(class, list)| list.split(' ').map(move |ending| (ending, class)))
            .collect()
    });
    // Longer endings are parts of names.
    if ending.len() > LONGEST_ENDING {
        return None;
    }
    ENDINGS.get(lower(ending, &mut [0; LONGEST])?).copied()
}

/// The ending of the last segment of a path, without dot.
pub(crate) fn ending(path: &str) -> Option<&str> {
    let path = path.strip_suffix('/').unwrap_or(path);
    let name = &path[memchr::memrchr(b'/', path.as_bytes()).map_or(0, |at| at + 1)..];
    // `;jsessionid=...` and the like are no part of the name.
    let name = &name[..memchr::memchr(b';', name.as_bytes()).unwrap_or(name.len())];
    let dot = memchr::memrchr(b'.', name.as_bytes())?;
    let ending = &name[dot + 1..];
    let fine = (1..=LONGEST_ENDING).contains(&ending.len())
        && ending.bytes().all(|b| b.is_ascii_alphanumeric());
    (fine && dot > 0).then_some(ending)
}

fn set_of(list: &'static str) -> Words<()> {
    let words = list.lines().filter(|l| !l.starts_with('#')).flat_map(str::split_whitespace);
    Words::new(words.map(|word| (word, ())))
}

/// The first unwanted word that stands whole between separators.
pub(crate) fn unwanted_word(text: &str) -> Option<&str> {
    static WORDS: LazyLock<Words<()>> =
        LazyLock::new(|| set_of(include_str!("../../data/unwanted-words.txt")));
    let words = &*WORDS;
    let mut start = 0;
    for (at, byte) in text.bytes().enumerate() {
        if !byte.is_ascii_alphanumeric() {
            if at > start + 2 && words.get(&text[start..at]).is_some() {
                return Some(&text[start..at]);
            }
            start = at + 1;
        }
    }
    text.get(start..).filter(|word| words.get(word).is_some())
}

/// Whether the segment behind this one is a title, whatever it says.
pub(crate) fn is_reference_word(segment: &str) -> bool {
    static WORDS: LazyLock<Words<()>> =
        LazyLock::new(|| set_of(include_str!("../../data/reference-words.txt")));
    WORDS.get(segment).is_some()
}

/// The first mark of program text in a path.
pub(crate) fn script_mark(path: &str) -> Option<&'static str> {
    static MARKS: LazyLock<Vec<&str>> = LazyLock::new(|| {
        let table = include_str!("../../data/script-marks.txt");
        table.lines().filter(|line| !line.starts_with('#')).collect()
    });
    // Paths without these have no mark; most paths have none of them.
    let odd = |b: u8| matches!(b, b'(' | b'\'' | b'+' | b'%' | b'[' | b';');
    let may_have_mark = path.bytes().any(odd) || path.contains(".url");
    may_have_mark.then(|| MARKS.iter().copied().find(|mark| path.contains(mark)))?
}

/// Whether a segment announces articles.
pub(crate) fn is_article_word(segment: &str) -> bool {
    static WORDS: LazyLock<Words<()>> =
        LazyLock::new(|| set_of(include_str!("../../data/article-words.txt")));
    WORDS.get(segment).is_some()
}

/// Whether a two-letter code is a language, and whether it means other things as often.
pub(crate) fn language_code(code: &str) -> Option<Ambiguity> {
    static CODES: LazyLock<FxHashMap<&str, Ambiguity>> = LazyLock::new(|| {
        rows(include_str!("../../data/languages.tsv"))
            .filter_map(|row| Some((*row.first()?, *row.get(1)?)))
            .flat_map(|(how, list)| {
                let how = if how == "plain" { Ambiguity::Plain } else { Ambiguity::Ambiguous };
                list.split(' ').map(move |code| (code, how))
            })
            .collect()
    });
    if code.len() != 2 {
        return None;
    }
    CODES.get(lower(code, &mut [0; LONGEST])?).copied()
}

/// Whether a code is evidence on its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ambiguity {
    Plain,
    Ambiguous,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_whole() {
        for row in rows(include_str!("../../data/path-words.tsv")) {
            assert!(row.len() == 3 && SegmentKind::from_word(row[0]).is_some(), "{row:?}");
        }
        for row in rows(include_str!("../../data/file-types.tsv")) {
            assert!(row.len() == 2 && FileClass::from_word(row[0]).is_some(), "{row:?}");
        }
        for row in rows(include_str!("../../data/languages.tsv")) {
            assert!(row.len() == 2 && matches!(row[0], "plain" | "ambiguous"), "{row:?}");
        }
    }
}
