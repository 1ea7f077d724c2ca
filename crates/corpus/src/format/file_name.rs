//! Names of files with one document each: the row id, or date, title and row id.
//!
//! Both end with the row id, so names are unique, and a file is found again by its row.

use jiff::Timestamp;
use scutch_folder::config::{FileNames, Format};
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

use crate::row::Row;

/// Between date, title and id, and between words of the title. No id contains it.
const DASH: char = '-';
/// Most bytes of a title. With a date, an id and an ending, names stay far below the 255 bytes that file
/// systems allow, and paths below the 260 characters of older programs for Windows.
const TITLE_BYTES: usize = 60;
/// Fewest bytes that a title keeps when it is cut between words rather than in one.
const CUT_BYTES: usize = 30;

/// Characters within words that nobody sees: soft hyphen, zero-width space and joiners, directions, byte order
/// mark.
const UNSEEN: [char; 9] = [
    '\u{ad}', '\u{200b}', '\u{200c}', '\u{200d}', '\u{200e}', '\u{200f}', '\u{2060}', '\u{61c}',
    '\u{feff}',
];

/// The name of the file of a row.
pub(crate) fn file_name(row: &Row, format: Format, names: FileNames) -> String {
    let parts = match names {
        FileNames::Id => [None, None, Some(row.id.clone())],
        FileNames::Readable => [date(row), title(row), Some(row.id.clone())],
    };
    let stem = parts.into_iter().flatten().collect::<Vec<_>>().join("-");
    // Row ids are base32, so a name that ends with one is no reserved name of any file system.
    format!("{stem}.{}", format.extension())
}

/// The id of the row that a file is of, by its name. `None` for names that no row of this format has.
pub(crate) fn id_of(name: &str, format: Format, names: FileNames) -> Option<&str> {
    let stem = name.strip_suffix(format.extension())?.strip_suffix('.')?;
    match names {
        FileNames::Id => Some(stem),
        FileNames::Readable => stem.rsplit(DASH).next(),
    }
}

/// The name of the file of a row of which the id alone is known; `*` stands for date and title.
pub(crate) fn file_of(id: &str, format: Format, names: FileNames) -> String {
    let before = match names {
        FileNames::Id => "",
        FileNames::Readable => "*-",
    };
    format!("{before}{id}.{}", format.extension())
}

/// The day of publication, else of capture; as precise as it is known.
fn date(row: &Row) -> Option<String> {
    let written = [&row.date_published, &row.warc_date];
    let written = written.into_iter().flatten().find_map(|date| day(date).map(str::to_owned));
    written.or_else(|| {
        let time = Timestamp::from_millisecond(row.timestamp?).ok()?;
        Some(time.strftime("%Y-%m-%d").to_string())
    })
}

/// The year, month or day that an ISO 8601 date begins with.
fn day(date: &str) -> Option<&str> {
    let end = date.find(|c: char| !c.is_ascii_digit() && c != DASH).unwrap_or(date.len());
    let day = &date[..end];
    let is_dash = |place: usize| place == 4 || place == 7;
    let is_day = matches!(day.len(), 4 | 7 | 10)
        && day.bytes().enumerate().all(|(place, byte)| (byte == b'-') == is_dash(place));
    is_day.then_some(day)
}

/// The letters and digits of a title, of any script, with a dash for whatever stands between them.
fn title(row: &Row) -> Option<String> {
    let mut name = String::new();
    for c in row.title.as_deref()?.nfc().filter(|c| !UNSEEN.contains(c)) {
        // Marks belong to the letter before them; without one they would stand on a dash.
        if c.is_alphanumeric() || (is_combining_mark(c) && !ends_a_word(&name)) {
            name.push(c);
        } else if !ends_a_word(&name) {
            name.push(DASH);
        }
        // Enough to know where to cut.
        if name.len() > TITLE_BYTES + DASH.len_utf8() {
            break;
        }
    }
    let name = cut(&name).trim_end_matches(DASH);
    (!name.is_empty()).then(|| name.to_owned())
}

/// Whether no word has begun.
fn ends_a_word(name: &str) -> bool {
    name.is_empty() || name.ends_with(DASH)
}

/// A title within its bytes: cut behind a word, or else behind a letter with all of its marks.
fn cut(name: &str) -> &str {
    if name.len() <= TITLE_BYTES {
        return name;
    }
    let is_end = |(place, c): &(usize, char)| *place <= TITLE_BYTES && !is_combining_mark(*c);
    let letter = name.char_indices().rev().find(is_end).map_or(0, |(place, _)| place);
    let (start, rest) = name.split_at(letter);
    let word = start.rfind(DASH).filter(|end| *end >= CUT_BYTES && !rest.starts_with(DASH));
    &name[..word.unwrap_or(letter)]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use unicode_normalization::is_nfc;

    use super::*;

    const ID: &str = "aq6fkfj3i6klyydlz4jd3t6ellhy7zf7";

    fn row(published: Option<&str>, title: Option<&str>) -> Row {
        Row {
            id: ID.into(),
            date_published: published.map(str::to_owned),
            warc_date: Some("2019-05-17T10:00:00Z".into()),
            title: title.map(str::to_owned),
            ..Row::default()
        }
    }

    #[test]
    fn names_are_date_title_and_id() {
        let long = "A".repeat(70);
        #[rustfmt::skip] // a table reads as a table
        let cases: &[(Option<&str>, Option<&str>, &str)] = &[
            (Some("2019-05-02T08:00:00+02:00"), Some("The ferry is late"), "2019-05-02-The-ferry-is-late-"),
            (Some("2019-05"), Some("Tides: \"now\" & <then>"), "2019-05-Tides-now-then-"),
            (Some("1999"), None, "1999-"),
            (None, Some("CON"), "2019-05-17-CON-"),
            (Some("yesterday"), Some("..."), "2019-05-17-"),
            (Some("20190502"), Some("../../etc/passwd"), "2019-05-17-etc-passwd-"),
            (None, Some("Straße nach Łódź"), "2019-05-17-Straße-nach-Łódź-"),
            (None, Some("E\u{301}te\u{301}"), "2019-05-17-Été-"),
            (None, Some("漢字の新聞、第2号"), "2019-05-17-漢字の新聞-第2号-"),
            (None, Some("हिन्दी समाचार"), "2019-05-17-हिन्दी-समाचार-"),
            (None, Some("می\u{200c}خواهم\u{202e}"), "2019-05-17-میخواهم-"),
            (None, Some("\u{301}a"), "2019-05-17-a-"),
            (None, Some(&long), &format!("2019-05-17-{}-", &long[..60])),
            (None, Some("Words of a long title that go on beyond what a name has room for"), "2019-05-17-Words-of-a-long-title-that-go-on-beyond-what-a-name-has-room-"),
        ];
        for (published, title, start) in cases {
            let name = file_name(&row(*published, *title), Format::Tei, FileNames::Readable);
            assert_eq!(name, format!("{start}{ID}.xml"), "{title:?}");
            assert_eq!(id_of(&name, Format::Tei, FileNames::Readable), Some(ID));
        }
    }

    #[test]
    fn without_a_date_and_a_title_the_name_is_the_id() {
        let bare = Row { id: ID.into(), ..Row::default() };
        let dated = Row { timestamp: Some(1_558_087_200_000), ..bare.clone() };
        let name = |row: &Row, names| file_name(row, Format::Text, names);
        assert_eq!(name(&bare, FileNames::Readable), format!("{ID}.txt"));
        assert_eq!(name(&dated, FileNames::Readable), format!("2019-05-17-{ID}.txt"));
        assert_eq!(name(&dated, FileNames::Id), format!("{ID}.txt"));
    }

    #[test]
    fn only_names_of_their_kind_have_an_id() {
        let named = format!("2019-x-{ID}.txt");
        let id = |name, names| id_of(name, Format::Text, names);
        assert_eq!(id(&named, FileNames::Id), named.strip_suffix(".txt"), "an id of no row");
        assert_eq!(id(&named, FileNames::Readable), Some(ID));
        for other in ["txt", "a.xml", "atxt"] {
            assert_eq!(id(other, FileNames::Readable), None, "{other}");
        }
    }

    proptest! {
        #[test]
        fn any_title_makes_a_name_for_any_file_system(
            title in "\\PC{0,90}|[a-z .:/\\\\|?*<>\"\u{0}-\u{1f}é\u{301}漢]{0,90}",
            published in prop::option::of("[0-9T:.-]{0,12}|\\PC{0,6}"),
        ) {
            let row = row(published.as_deref(), Some(&title));
            let name = file_name(&row, Format::Html, FileNames::Readable);
            prop_assert_eq!(id_of(&name, Format::Html, FileNames::Readable), Some(ID));
            let stem = name.strip_suffix(".html").expect("an ending");
            prop_assert!(stem.chars().all(|c| c.is_alphanumeric() || is_combining_mark(c) || c == DASH));
            prop_assert!(name.len() <= 10 + 1 + TITLE_BYTES + 1 + ID.len() + ".html".len());
            prop_assert!(is_nfc(&name) && !stem.contains("--") && !name.starts_with(DASH));
        }
    }
}
