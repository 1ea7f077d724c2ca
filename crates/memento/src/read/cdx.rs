//! Answers of CDX servers: JSON arrays and text of the Wayback Machine, JSON lines of pywb. They
//! name timestamps and originals, from which URI-Ms have to be made.

use serde_json::Value;

/// A part of a URI-T, and what URI-Ms of the same archive have from there on. The first match
/// counts.
const REPLAY_PATHS: &[(&str, &str)] = &[
    ("/cdx/search/cdx", "/web/"),
    ("/timemap/", "/"),
    ("/cdx/", "/"),
    ("/cdx?", "/"),
    ("/index?", "/"),
];

/// A capture that a list names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Capture {
    /// 14 digits.
    pub(super) time: String,
    /// URI-R.
    pub(super) original: String,
    /// Its record in an archive file, as `FILE#bytes=FIRST-LAST`.
    pub(super) record: Option<String>,
    /// Digest of the content.
    pub(super) digest: Option<String>,
}

/// The beginning of the URI-Ms of an archive, from the URI-T of one of its lists.
fn replay_prefix(uri_t: &str) -> Option<String> {
    let (mark, path) = REPLAY_PATHS.iter().find(|(mark, _)| uri_t.contains(mark))?;
    let before = uri_t.split(mark).next()?;
    Some([before, path].concat())
}

/// Common Crawl replays nothing, it serves archive files: the folder of its indexes, that of its
/// files.
const COMMON_CRAWL: (&str, &str) =
    ("https://index.commoncrawl.org/", "https://data.commoncrawl.org/");

/// Marks the URIs of its indexes: `CC-MAIN-2024-10-index?url=...`.
const INDEX_MARK: &str = "-index?";

/// The URI of a record, from the URI of the index that names it. Other servers than Common Crawl's
/// have the files in the folder of the index.
fn record_uri(uri_t: &str, record: &str) -> Option<String> {
    let (before, _) = uri_t.split_once(INDEX_MARK)?;
    let folder = &before[..before.rfind('/')? + 1];
    let base = if folder == COMMON_CRAWL.0 { COMMON_CRAWL.1 } else { folder };
    Some([base, record].concat())
}

/// The URI-M of a capture; `None` if the URI-T does not tell it.
pub(super) fn uri_m(uri_t: &str, capture: &Capture) -> Option<String> {
    let Capture { time, original, record, .. } = capture;
    if let Some(uri) = record.as_deref().and_then(|record| record_uri(uri_t, record)) {
        return Some(uri);
    }
    // Some servers list URI-Ms as originals. A list from a file has no URI-T: its entries are only
    // compared with stored archives, where the original is enough.
    if uri_t.is_empty() || scutch_url::Memento::split(original).is_some() {
        return Some(original.clone());
    }
    Some([&replay_prefix(uri_t)?, time, "/", original].concat())
}

/// The content of a row or a line.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum CdxRow {
    Capture(Capture),
    /// The key that the next page of the list is asked with.
    ResumeKey(String),
    /// Names of columns, comments, empty rows.
    Nothing,
}

/// Reads the rows of an array. The first names the columns; after an empty row, a resume key may
/// follow.
#[derive(Debug, Default)]
pub(super) struct Rows {
    /// Indices of the timestamp, the original and the digest.
    columns: Option<(usize, usize, Option<usize>)>,
    after_empty_row: bool,
}

impl Rows {
    /// Reads the next row; `None` if it is no row, or the first one lacks the columns.
    pub(super) fn read(&mut self, row: &Value) -> Option<CdxRow> {
        let row = row.as_array()?;
        let Some((time, original, digest)) = self.columns else {
            let column = |name: &str| row.iter().position(|n| n.as_str() == Some(name));
            let original = column("original").or_else(|| column("url"))?;
            self.columns = Some((column("timestamp")?, original, column("digest")));
            return Some(CdxRow::Nothing);
        };
        let cell = |at: usize| row.get(at).and_then(Value::as_str).map(str::to_owned);
        Some(match (cell(time), cell(original)) {
            _ if row.is_empty() => {
                self.after_empty_row = true;
                CdxRow::Nothing
            }
            _ if self.after_empty_row => cell(0).map_or(CdxRow::Nothing, CdxRow::ResumeKey),
            (Some(time), Some(original)) => {
                let digest = digest.and_then(cell).filter(|digest| digest != "-");
                CdxRow::Capture(Capture { time, original, record: None, digest })
            }
            _ => CdxRow::Nothing,
        })
    }
}

/// Reads lines of columns with spaces between them: the original follows the 14-digit timestamp.
/// After an empty line, a resume key may follow.
#[derive(Debug, Default)]
pub(super) struct Lines {
    after_empty_line: bool,
}

impl Lines {
    /// Reads the next line.
    pub(super) fn read(&mut self, line: &str) -> CdxRow {
        let mut columns = line.split_ascii_whitespace();
        // By its form, because servers answer with or without the SURT key before it.
        let is_time = |c: &&str| c.len() == 14 && c.bytes().all(|b| b.is_ascii_digit());
        match (columns.by_ref().find(is_time), columns.next()) {
            (Some(time), Some(original)) => {
                let (time, original) = (time.to_owned(), original.to_owned());
                // Media type and status come between.
                let digest = columns.nth(2).filter(|digest| *digest != "-").map(str::to_owned);
                CdxRow::Capture(Capture { time, original, record: None, digest })
            }
            _ if line.trim().is_empty() => {
                self.after_empty_line = true;
                CdxRow::Nothing
            }
            _ if self.after_empty_line => CdxRow::ResumeKey(line.trim().to_owned()),
            _ => CdxRow::Nothing,
        }
    }
}

/// The URI of the next page: with the resume key, or with the next number if pages are numbered.
/// Numbered pages end with one that names no capture.
pub(super) fn next_page(uri_t: &str, resume: Option<&str>, has_captures: bool) -> Option<String> {
    if let Some(key) = resume {
        return Some(with_parameter(uri_t, "resumeKey", key));
    }
    let number: u32 = parameter(uri_t, "page")?.parse().ok().filter(|_| has_captures)?;
    Some(with_parameter(uri_t, "page", &number.checked_add(1)?.to_string()))
}

/// A value in the query of a URI.
fn parameter<'a>(uri: &'a str, name: &str) -> Option<&'a str> {
    let (_, query) = uri.split_once('?')?;
    query.split('&').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='))
}

/// The URI with a value in its query, in place of an earlier one.
fn with_parameter(uri: &str, name: &str, value: &str) -> String {
    let (path, query) = uri.split_once('?').unwrap_or((uri, ""));
    let others = query.split('&').filter(|pair| {
        !pair.is_empty() && pair.strip_prefix(name).is_none_or(|rest| !rest.starts_with('='))
    });
    let pair = [name, "=", value].concat();
    let pairs: Vec<&str> = others.chain([pair.as_str()]).collect();
    [path, "?", &pairs.join("&")].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn capture(original: &str) -> Capture {
        let (time, original) = ("20140127171200".to_owned(), original.to_owned());
        Capture { time, original, record: None, digest: None }
    }

    #[test]
    fn uri_ms_are_made_from_the_uri_of_the_list() {
        let original = "http://x.org/?a=b";
        for (list, expected) in [
            ("https://web.archive.org/cdx/search/cdx?url=x.org", "https://web.archive.org/web/"),
            (
                "https://web.archive.org/web/timemap/json/http://x.org/",
                "https://web.archive.org/web/",
            ),
            ("http://localhost:8080/coll/cdx?url=x.org&output=json", "http://localhost:8080/coll/"),
            (
                "http://localhost:8080/coll/timemap/cdxj/http://x.org/",
                "http://localhost:8080/coll/",
            ),
        ] {
            let expected = format!("{expected}20140127171200/{original}");
            assert_eq!(uri_m(list, &capture(original)), Some(expected), "{list}");
        }
        assert_eq!(uri_m("http://a.example/list", &capture(original)), None);
        let record = Some("crawl-data/a.warc.gz#bytes=5-9".to_owned());
        let record = Capture { record, ..capture(original) };
        for (list, expected) in [
            (
                "https://index.commoncrawl.org/CC-MAIN-2024-10-index?url=x",
                "https://data.commoncrawl.org/",
            ),
            ("http://localhost:80/CC-MAIN-2024-10-index?url=x", "http://localhost:80/"),
        ] {
            let expected = format!("{expected}crawl-data/a.warc.gz#bytes=5-9");
            assert_eq!(uri_m(list, &record), Some(expected));
        }
    }

    #[test]
    fn arrays_and_text_give_the_same_captures_and_resume_keys() {
        let key = "org%2Cx%29%2F+20140127171201";
        let expected = [
            CdxRow::Nothing,
            CdxRow::Capture(Capture { digest: Some("ABC".to_owned()), ..capture("http://x.org/") }),
            CdxRow::Nothing,
            CdxRow::ResumeKey(key.into()),
        ];
        let mut rows = Rows::default();
        let array = serde_json::json!([
            ["urlkey", "timestamp", "original", "mimetype", "digest"],
            ["org,x)/", "20140127171200", "http://x.org/", "text/html", "ABC"],
            [],
            [key]
        ]);
        let read = array.as_array().into_iter().flatten().map(|row| rows.read(row).expect("a row"));
        assert_eq!(read.collect::<Vec<_>>(), expected);
        assert_eq!(Rows::default().read(&serde_json::json!(["a", "b"])), None);
        assert_eq!(Rows::default().read(&serde_json::json!("a")), None);
        let mut lines = Lines::default();
        let text =
            format!("# x\norg,x)/ 20140127171200 http://x.org/ text/html 200 ABC 512\n\n{key}\n");
        assert_eq!(text.lines().map(|line| lines.read(line)).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn next_pages_have_the_resume_key_or_the_next_number() {
        let list = "http://a.example/cdx/search/cdx?url=x&resumeKey=old&output=json";
        let expected = "http://a.example/cdx/search/cdx?url=x&output=json&resumeKey=a%2Bb";
        assert_eq!(next_page(list, Some("a%2Bb"), true).as_deref(), Some(expected));
        let list = "http://a.example/cdx?url=x&page=9";
        assert_eq!(next_page(list, None, false), None);
        let tenth = "http://a.example/cdx?url=x&page=10";
        assert_eq!(next_page(list, None, true).as_deref(), Some(tenth));
        assert_eq!(next_page("http://a.example/cdx?url=x", None, true), None);
        assert_eq!(next_page("http://a.example/cdx?url=x&page=4294967295", None, true), None);
    }
}
