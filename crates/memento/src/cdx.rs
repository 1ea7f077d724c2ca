//! Captures as CDX servers list them: a time and the original, from which URI-Ms are made. JSON arrays
//! and text of the Wayback Machine, with a key to resume; JSON lines of pywb.

use serde_json::Value;

/// What stands in the address of a list, and what the addresses of mementos have in its place.
const REPLAY: &[(&str, &str)] = &[
    ("/cdx/search/cdx", "/web/"),
    ("/timemap/", "/"),
    ("/cdx/", "/"),
    ("/cdx?", "/"),
    ("/index?", "/"),
];

/// A capture that a list names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Capture {
    pub(crate) time: String,
    pub(crate) original: String,
    /// The archive file it is in and its bytes there, as `FILE#bytes=FIRST-LAST`.
    pub(crate) place: Option<String>,
}

/// What stands before the time in the URI-Ms of an archive, from the address of a list of its.
fn replay(uri_t: &str) -> Option<String> {
    let (mark, instead) = REPLAY.iter().find(|(mark, _)| uri_t.contains(mark))?;
    let before = uri_t.split(mark).next()?;
    Some([before, instead].concat())
}

/// Common Crawl gives records of its files instead of replaying them: index, where the files are.
const RECORDS: (&str, &str) = ("https://index.commoncrawl.org/", "https://data.commoncrawl.org/");

/// How the addresses of its indexes go on.
const RECORDS_OF: &str = "-index?";

/// The address of a record, from the address of an index of records. Other servers than Common Crawl's
/// have the files beside the index.
fn record(uri_t: &str, place: &str) -> Option<String> {
    let (before, _) = uri_t.split_once(RECORDS_OF)?;
    let folder = &before[..before.rfind('/')? + 1];
    let base = if folder == RECORDS.0 { RECORDS.1 } else { folder };
    Some([base, place].concat())
}

/// The URI-M of a capture that a list names. What is a URI-M already stays, and so does what stands in
/// a list from nowhere: that is compared with what is stored, and asked for from nobody.
pub(crate) fn uri_m(uri_t: &str, capture: &Capture) -> Option<String> {
    let Capture { time, original, place } = capture;
    if let Some(record) = place.as_deref().and_then(|place| record(uri_t, place)) {
        return Some(record);
    }
    if uri_t.is_empty() || scutch_url::Memento::split(original).is_some() {
        return Some(original.clone());
    }
    Some([&replay(uri_t)?, time, "/", original].concat())
}

/// What a row or a line says.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Said {
    Capture(Capture),
    /// The key to go on with.
    Key(String),
    Nothing,
}

/// Rows of an array, of which the first names the columns; a key may stand behind an empty row.
#[derive(Debug, Default)]
pub(crate) struct Rows {
    /// Where the time and the original stand.
    columns: Option<(usize, usize)>,
    behind: bool,
}

impl Rows {
    /// The next row; `None` where it is none.
    pub(crate) fn row(&mut self, row: &Value) -> Option<Said> {
        let row = row.as_array()?;
        let Some((time, original)) = self.columns else {
            let column = |name: &str| row.iter().position(|n| n.as_str() == Some(name));
            self.columns =
                Some((column("timestamp")?, column("original").or_else(|| column("url"))?));
            return Some(Said::Nothing);
        };
        let cell = |at: usize| row.get(at).and_then(Value::as_str).map(str::to_owned);
        Some(match (cell(time), cell(original)) {
            _ if row.is_empty() => {
                self.behind = true;
                Said::Nothing
            }
            _ if self.behind => cell(0).map_or(Said::Nothing, Said::Key),
            (Some(time), Some(original)) => Said::Capture(Capture { time, original, place: None }),
            _ => Said::Nothing,
        })
    }
}

/// Lines of columns between spaces: a time of 14 digits, and the original behind it; a key may stand
/// behind an empty line.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    behind: bool,
}

impl Lines {
    /// What the next line says.
    pub(crate) fn line(&mut self, line: &str) -> Said {
        let mut columns = line.split_ascii_whitespace();
        let is_time = |c: &&str| c.len() == 14 && c.bytes().all(|b| b.is_ascii_digit());
        match (columns.by_ref().find(is_time), columns.next()) {
            (Some(time), Some(original)) => {
                let (time, original) = (time.to_owned(), original.to_owned());
                Said::Capture(Capture { time, original, place: None })
            }
            _ if line.trim().is_empty() => {
                self.behind = true;
                Said::Nothing
            }
            _ if self.behind => Said::Key(line.trim().to_owned()),
            _ => Said::Nothing,
        }
    }
}

/// The address of the next page: with the key to resume, or of the next number where pages are
/// numbered and this one held `any` capture.
pub(crate) fn next(uri_t: &str, resume: Option<&str>, any: bool) -> Option<String> {
    if let Some(key) = resume {
        return Some(with(uri_t, "resumeKey", key));
    }
    let number: u32 = value(uri_t, "page")?.parse().ok().filter(|_| any)?;
    Some(with(uri_t, "page", &number.checked_add(1)?.to_string()))
}

fn value<'a>(uri: &'a str, name: &str) -> Option<&'a str> {
    let (_, query) = uri.split_once('?')?;
    query.split('&').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='))
}

/// An address with a value in its query.
fn with(uri: &str, name: &str, value: &str) -> String {
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
        Capture { time, original, place: None }
    }

    #[test]
    fn addresses_of_mementos() {
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
        let place = Some("crawl-data/a.warc.gz#bytes=5-9".to_owned());
        let record = Capture { place, ..capture(original) };
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
    fn arrays_and_text_with_keys() {
        let key = "org%2Cx%29%2F+20140127171201";
        let expected = [
            Said::Nothing,
            Said::Capture(capture("http://x.org/")),
            Said::Nothing,
            Said::Key(key.into()),
        ];
        let mut rows = Rows::default();
        let array = serde_json::json!([
            ["urlkey", "timestamp", "original", "mimetype"],
            ["org,x)/", "20140127171200", "http://x.org/", "text/html"],
            [],
            [key]
        ]);
        let said = array.as_array().into_iter().flatten().map(|row| rows.row(row).expect("a row"));
        assert_eq!(said.collect::<Vec<_>>(), expected);
        assert_eq!(Rows::default().row(&serde_json::json!(["a", "b"])), None);
        assert_eq!(Rows::default().row(&serde_json::json!("a")), None);
        let mut lines = Lines::default();
        let text =
            format!("# x\norg,x)/ 20140127171200 http://x.org/ text/html 200 ABC 512\n\n{key}\n");
        assert_eq!(text.lines().map(|line| lines.line(line)).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn pages_follow_each_other() {
        let list = "http://a.example/cdx/search/cdx?url=x&resumeKey=old&output=json";
        let expected = "http://a.example/cdx/search/cdx?url=x&output=json&resumeKey=a%2Bb";
        assert_eq!(next(list, Some("a%2Bb"), true).as_deref(), Some(expected));
        let list = "http://a.example/cdx?url=x&page=9";
        assert_eq!(next(list, None, false), None);
        assert_eq!(next(list, None, true).as_deref(), Some("http://a.example/cdx?url=x&page=10"));
        assert_eq!(next("http://a.example/cdx?url=x", None, true), None);
        assert_eq!(next("http://a.example/cdx?url=x&page=4294967295", None, true), None);
    }
}
