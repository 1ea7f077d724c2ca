//! The forms of lists, and how they are recognised.

use serde_json::{Map, Value};

use crate::address::{is_address, subject_of};
use crate::cells::csv_cells;
use crate::column::Columns;
use crate::error::ListError;
use crate::input::PARQUET;

/// The form of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Form {
    /// An address on each line.
    Lines,
    /// A TimeMap, or the answer of a CDX server.
    TimeMap,
    /// A JSON object on each line.
    Jsonl,
    /// Columns between tabs.
    Tsv,
    /// Columns between commas.
    Csv,
    /// A Parquet file.
    Parquet,
    /// An index of captures: CDX or CDXJ.
    Index,
    /// A corpus folder.
    Corpus,
}

impl Form {
    /// The form as a noun phrase, for messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Lines => "a list of addresses",
            Self::TimeMap => "a TimeMap",
            Self::Jsonl => "a table of JSON lines",
            Self::Tsv => "a table between tabs",
            Self::Csv => "a table between commas",
            Self::Parquet => "a Parquet table",
            Self::Index => "an index",
            Self::Corpus => "a corpus folder",
        }
    }

    /// Recognises a form by the first bytes, and by the name of the column that is wanted.
    pub(crate) fn detect(head: &[u8], column: Option<&str>) -> Result<Self, ListError> {
        if head.starts_with(PARQUET) {
            return Ok(Self::Parquet);
        }
        if head.starts_with(b"WARC/") || head.starts_with(b"filedesc:") {
            return Err(ListError::Archive);
        }
        let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
        let text = std::str::from_utf8(head).unwrap_or_else(|error| {
            // The buffer may end inside a character; what is before it decides.
            std::str::from_utf8(&head[..error.valid_up_to()]).unwrap_or_default()
        });
        // Before blanks are skipped: the legend of CDX begins with one.
        if text.starts_with(" CDX ") {
            return Ok(Self::Index);
        }
        let mut lines = text.lines().filter(|line| {
            let line = line.trim();
            !line.is_empty() && !line.starts_with('#')
        });
        let first = lines.next().unwrap_or_default().trim();
        match first.chars().next() {
            Some('<') if is_link(first) => Ok(Self::TimeMap),
            Some('<') => Err(ListError::Markup),
            Some('[' | '!' | '@') => Ok(Self::TimeMap),
            Some('{') => Ok(if is_row(first) { Self::Jsonl } else { Self::TimeMap }),
            _ => Ok(Self::of_text(first, column)),
        }
    }

    /// As [`Form::detect`], but only what no list of addresses can be, however odd its first line
    /// is: a table counts by a known name of a column alone.
    pub(crate) fn certain(head: &[u8]) -> Option<Self> {
        let form = Self::detect(head, None).ok()?;
        let first = head.split(|byte| *byte == b'\n').next().unwrap_or_default();
        let names = || {
            let line = std::str::from_utf8(first).unwrap_or_default().trim();
            line.split('\t').map(str::to_owned).chain(csv_cells(line)).collect::<Vec<_>>()
        };
        let is_certain = match form {
            Self::Lines => false,
            Self::Tsv | Self::Csv => Columns::are_names(&names(), None),
            _ => true,
        };
        is_certain.then_some(form)
    }

    /// The form of text whose first line is no markup and no JSON.
    fn of_text(first: &str, column: Option<&str>) -> Self {
        let words: Vec<&str> = first.split_ascii_whitespace().collect();
        let is_time =
            |word: &&str| word.len() == 14 && word.bytes().all(|byte| byte.is_ascii_digit());
        match &words[..] {
            // CDXJ of a TimeMap has the time first, that of an index its key.
            [time, json, ..] if is_time(time) && json.starts_with('{') => return Self::TimeMap,
            [_, time, json, ..] if is_time(time) && json.starts_with('{') => return Self::Index,
            [_, time, url, ..] if is_time(time) && is_address(url) && words.len() >= 9 => {
                return Self::Index;
            }
            // The answer of a CDX server, whose lines may be shorter than those of an index.
            [_, time, url, ..] if is_time(time) && is_address(url) => return Self::TimeMap,
            _ => {}
        }
        if first.contains('\t') {
            return Self::Tsv;
        }
        let cells = csv_cells(first);
        let is_table = cells.len() > 1 && subject_of(first).is_none();
        // A single column has names, too.
        match Columns::are_names(&cells, column) || is_table {
            true => Self::Csv,
            false => Self::Lines,
        }
    }
}

/// Whether a line begins with a link of RFC 8288: an address between angle brackets.
fn is_link(line: &str) -> bool {
    let target = line.trim_start_matches('<').split('>').next().unwrap_or_default().trim();
    target.contains(':') && !target.contains([' ', '='])
}

/// Whether the first line is a row of a table, rather than a TimeMap or the beginning of one.
fn is_row(first: &str) -> bool {
    let Ok(row) = serde_json::from_str::<Map<String, Value>>(first) else { return false };
    // A TimeMap on one line has its mementos within.
    !row.get("mementos").is_some_and(Value::is_object)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_told_by_their_first_lines() {
        let cdx = "org,x)/ 20140127171200 http://x.org/ text/html 200 A - - 1 2 a.warc.gz";
        for (text, expected) in [
            ("", Form::Lines),
            ("http://x.org/a,b\n", Form::Lines),
            ("# seeds\n\nx.org\n", Form::Lines),
            ("nonsense\nhttp://x.org/\n", Form::Lines),
            ("<http://x.org/>; rel=original", Form::TimeMap),
            ("<mailto:a>; rel=x", Form::TimeMap),
            ("[[\"urlkey\",\"timestamp\"]]", Form::TimeMap),
            ("!context [\"x\"]", Form::TimeMap),
            ("20140127171200 {\"uri\": \"http://x.org/\"}", Form::TimeMap),
            ("{\"original_uri\": \"http://x.org/\",\n", Form::TimeMap),
            ("{\"original_uri\": \"http://x.org/\", \"mementos\": {\"list\": []}}", Form::TimeMap),
            ("{\"urim\": \"http://x.org/\"}", Form::Jsonl),
            (" CDX N b a m s k r M S V g\n", Form::Index),
            (cdx, Form::Index),
            ("org,x)/ 20140127171200 {\"url\": \"http://x.org/\"}", Form::Index),
            ("org,x)/ 20140127171200 http://x.org/ text/html 200 A 9", Form::TimeMap),
            ("url\ttitle\n", Form::Tsv),
            ("http://x.org/\tFog\n", Form::Tsv),
            ("title,url\n", Form::Csv),
            ("url\nhttp://x.org/\n", Form::Csv),
            ("\"a, b\",http://x.org/\n", Form::Csv),
        ] {
            let found = Form::detect(text.as_bytes(), None).expect("a list");
            assert_eq!(found, expected, "{text}");
        }
        for (text, expected) in [
            ("title,url\n", Some(Form::Csv)),
            ("a\turl\n", Some(Form::Tsv)),
            ("{\"url\": \"http://x.org/\"}", Some(Form::Jsonl)),
            ("Hello, world\n", None),
            ("http://x.org/\tFog\n", None),
            ("http://x.org/\n", None),
            ("<p>Hello", None),
        ] {
            assert_eq!(Form::certain(text.as_bytes()), expected, "{text}");
        }
        assert_eq!(Form::detect(b"PAR1xx", None).expect("a list"), Form::Parquet);
        assert_eq!(Form::detect(b"Page\nx.org", Some("page")).expect("a list"), Form::Csv);
        let failed = |head: &[u8]| Form::detect(head, None).expect_err("no list").to_string();
        assert!(failed(b"WARC/1.1\r\n").contains("web archive"));
        assert!(failed(b"<!DOCTYPE html><p>x").contains("HTML"));
        assert!(failed(b"<?xml version='1.0'?><urlset>").contains("XML"));
    }
}
