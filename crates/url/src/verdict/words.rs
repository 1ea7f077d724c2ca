//! What words in a path say about a page: tables of segments, file endings and unwanted words.

use std::sync::LazyLock;

use rustc_hash::{FxHashMap, FxHashSet};

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

/// What a whole path segment says, without its file ending; in any case.
pub(crate) fn segment_kind(segment: &str) -> Option<SegmentKind> {
    static WORDS: LazyLock<FxHashMap<&str, SegmentKind>> = LazyLock::new(|| {
        let mut words = FxHashMap::default();
        for row in rows(include_str!("../../data/path-words.tsv")) {
            if let [kind, _, list] = row[..]
                && let Some(kind) = SegmentKind::from_name(kind)
            {
                for word in list.split(' ') {
                    words.entry(word).or_insert(kind);
                }
            }
        }
        words
    });
    WORDS.get(lower(segment, &mut [0; LONGEST])?).copied()
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
    let name = &path[path.rfind('/').map_or(0, |at| at + 1)..];
    // `;jsessionid=...` and the like are no part of the name.
    let name = &name[..name.find(';').unwrap_or(name.len())];
    let dot = name.rfind('.')?;
    let ending = &name[dot + 1..];
    let fine = (1..=6).contains(&ending.len()) && ending.bytes().all(|b| b.is_ascii_alphanumeric());
    (fine && dot > 0).then_some(ending)
}

fn is_in(words: &FxHashSet<&str>, word: &str) -> bool {
    lower(word, &mut [0; LONGEST]).is_some_and(|word| words.contains(word))
}

fn set_of(list: &'static str) -> FxHashSet<&'static str> {
    list.lines().filter(|l| !l.starts_with('#')).flat_map(str::split_whitespace).collect()
}

/// The first unwanted word that stands whole between separators.
pub(crate) fn unwanted_word(text: &str) -> Option<&str> {
    static WORDS: LazyLock<FxHashSet<&str>> =
        LazyLock::new(|| set_of(include_str!("../../data/unwanted-words.txt")));
    text.split(|c: char| !c.is_ascii_alphanumeric())
        .find(|word| (3..=15).contains(&word.len()) && is_in(&WORDS, word))
}

/// Whether a segment announces articles.
pub(crate) fn is_article_word(segment: &str) -> bool {
    static WORDS: LazyLock<FxHashSet<&str>> =
        LazyLock::new(|| set_of(include_str!("../../data/article-words.txt")));
    is_in(&WORDS, segment)
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
