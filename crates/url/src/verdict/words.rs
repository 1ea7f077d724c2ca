//! What words in a path say about a page: tables of segments, file endings and unwanted words.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

/// Longest word that is looked up.
const LONGEST: usize = 32;

/// What a path segment says a page is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SegmentKind {
    /// Pages of one category, tag or author.
    Listing,
    /// A further page of a list.
    Pager,
    /// Lists by date.
    Archive,
    /// Search results.
    Search,
    /// Login, registration, shopping.
    Account,
    /// Imprint, terms, privacy.
    Legal,
    /// Contact.
    Contact,
    /// Feeds.
    Feed,
    /// Folders of content systems.
    System,
    /// Galleries and uploads.
    Media,
}

impl SegmentKind {
    /// All kinds.
    pub const ALL: [SegmentKind; 10] = [
        SegmentKind::Listing,
        SegmentKind::Pager,
        SegmentKind::Archive,
        SegmentKind::Search,
        SegmentKind::Account,
        SegmentKind::Legal,
        SegmentKind::Contact,
        SegmentKind::Feed,
        SegmentKind::System,
        SegmentKind::Media,
    ];

    fn from_name(name: &str) -> Option<SegmentKind> {
        Some(match name {
            "listing" => SegmentKind::Listing,
            "pager" => SegmentKind::Pager,
            "archive" => SegmentKind::Archive,
            "search" => SegmentKind::Search,
            "account" => SegmentKind::Account,
            "legal" => SegmentKind::Legal,
            "contact" => SegmentKind::Contact,
            "feed" => SegmentKind::Feed,
            "system" => SegmentKind::System,
            "media" => SegmentKind::Media,
            _ => return None,
        })
    }
}

/// Class of a file by its ending.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FileClass {
    /// Pages and programs that make pages.
    Page,
    /// Atom, RSS.
    Feed,
    /// Pictures.
    Image,
    /// Sound.
    Audio,
    /// Film.
    Video,
    /// Packed files and programs.
    Archive,
    /// Office and print.
    Document,
    /// Data.
    Data,
    /// Style sheets.
    Style,
    /// Scripts.
    Script,
    /// Fonts.
    Font,
}

impl FileClass {
    /// All classes.
    pub const ALL: [FileClass; 11] = [
        FileClass::Page,
        FileClass::Feed,
        FileClass::Image,
        FileClass::Audio,
        FileClass::Video,
        FileClass::Archive,
        FileClass::Document,
        FileClass::Data,
        FileClass::Style,
        FileClass::Script,
        FileClass::Font,
    ];

    /// Name of the class.
    pub fn id(self) -> &'static str {
        match self {
            FileClass::Page => "page",
            FileClass::Feed => "feed",
            FileClass::Image => "image",
            FileClass::Audio => "audio",
            FileClass::Video => "video",
            FileClass::Archive => "archive",
            FileClass::Document => "document",
            FileClass::Data => "data",
            FileClass::Style => "style",
            FileClass::Script => "script",
            FileClass::Font => "font",
        }
    }
}

fn rows(table: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
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
            rows.filter_map(|row| Some((SegmentKind::from_name(row.first()?)?, *row.get(2)?)));
        Words::new(kinds.flat_map(|(kind, list)| list.split(' ').map(move |word| (word, kind))))
    });
    WORDS.get(segment)
}

/// Class of a file name ending, without the dot; in any case.
pub fn file_class(ending: &str) -> Option<FileClass> {
    static ENDINGS: LazyLock<FxHashMap<&str, FileClass>> = LazyLock::new(|| {
        let class = |name: &str| FileClass::ALL.into_iter().find(|class| class.id() == name);
        rows(include_str!("../../data/file-types.tsv"))
            .filter_map(|row| Some((class(row.first()?)?, *row.get(1)?)))
            .flat_map(|(class, list)| list.split(' ').map(move |ending| (ending, class)))
            .collect()
    });
    if ending.len() > 6 {
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
    let fine = (1..=6).contains(&ending.len()) && ending.bytes().all(|b| b.is_ascii_alphanumeric());
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
