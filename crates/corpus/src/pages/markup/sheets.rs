//! The style sheets in the archives of a corpus, found by sort key and time.
//!
//! A page is shown with the capture of a style sheet that is nearest in time, as replay does it.

use rustc_hash::FxHashMap;
use scutch_archive::revisit::Originals;
use scutch_archive::{
    Item, Position, Record, RecordKind, SourcePool, capture, parse_http_response,
};
use scutch_folder::inputs::{Archives, InputFile, RecordPlace, named_path};
use scutch_folder::manifest::Manifest;
use scutch_learn::hashed;
use scutch_page::{Hints, charset};
use scutch_template::nodes::{PageStyles, page_styles};
use scutch_url::surt;
use serde_json::Value;

use super::super::row::Row;
use super::captured_ms;

/// Captures of style sheets that are remembered, 40 bytes each. Of archives with more, pages are
/// shown with those that come first.
const MOST_CAPTURES: usize = 1 << 20;
/// Captures of a style sheet that are tried, the nearest ones.
const MOST_TRIED: usize = 4;
/// Records that revisits are looked up among, some 300 bytes each. Revisits of later ones are shown
/// without style sheets.
const MOST_ORIGINALS: usize = 1 << 19;
/// Bytes of style sheets that are kept in memory between pages, which share them.
const MOST_KEPT: usize = 32 << 20;

/// Where the captures of style sheets stand, by the hash of their address.
pub(super) struct Sheets {
    files: Vec<InputFile>,
    numbers: FxHashMap<String, u32>,
    pool: SourcePool,
    limits: scutch_archive::Limits,
    captures: FxHashMap<u64, Vec<(i64, RecordPlace)>>,
    /// What revisits refer to, where the run has rows of them.
    originals: Option<Originals>,
    /// Texts read last.
    kept: FxHashMap<RecordPlace, String>,
    kept_bytes: usize,
}

impl Sheets {
    /// Looks through the archives of a corpus. One that is gone or damaged has no style sheets: rows
    /// and labels do not depend on them.
    pub(super) fn of_archives(manifest: &Manifest) -> Self {
        let file = |entry: &scutch_folder::manifest::InputEntry| InputFile {
            path: named_path(&entry.path),
            name: entry.name.clone(),
            unreadable: entry.unreadable.clone(),
            content: entry.content.clone(),
            ..InputFile::default()
        };
        let files: Vec<InputFile> = manifest.inputs.iter().map(file).collect();
        let numbers = files.iter().zip(0..).map(|(file, n)| (file.name.clone(), n)).collect();
        let limits = manifest.config.archive.clone();
        let (pool, captures) = (SourcePool::default(), FxHashMap::default());
        let originals = manifest.config.scope.takes_revisits().then(Originals::default);
        let mut sheets = Self {
            files,
            numbers,
            pool,
            limits,
            captures,
            originals,
            kept: FxHashMap::default(),
            kept_bytes: 0,
        };
        sheets.look();
        sheets
    }

    fn look(&mut self) {
        let mut captures: FxHashMap<u64, Vec<(i64, RecordPlace)>> = FxHashMap::default();
        let mut originals = self.originals.take();
        let (mut count, mut known) = (0, 0);
        let archives = Archives::new(&self.files, &self.pool, &self.limits);
        for input in 0..self.files.len() {
            let Ok(mut reader) = archives.reader(input, Position::default()) else { continue };
            while let Some(item) = reader.next() {
                let Item::Record(record) = item else { continue };
                let place = RecordPlace::of_record(input, &record);
                if let Some(originals) = originals.as_mut().filter(|_| known < MOST_ORIGINALS) {
                    originals.add(place.input, &record);
                    known += 1;
                }
                let Some((url, unix_ms)) = sheet(&record, &self.limits) else { continue };
                if *record.kind() == RecordKind::Revisit && originals.is_none() {
                    continue;
                }
                if count == MOST_CAPTURES {
                    break;
                }
                count += 1;
                captures.entry(key(url)).or_default().push((unix_ms, place));
            }
        }
        // Whatever the order of records in the archives.
        captures.values_mut().for_each(|captures| captures.sort_unstable());
        (self.captures, self.originals) = (captures, originals);
    }

    /// The styles of the page of a row.
    pub(super) fn of_row(&mut self, row: &Row) -> PageStyles {
        let number = |name: &str| row.get(name).and_then(Value::as_u64).unwrap_or_default();
        let file = row.get("warc_file").and_then(Value::as_str);
        let Some(input) = file.and_then(|file| self.numbers.get(file)).copied() else {
            return PageStyles::default();
        };
        let (offset, inner_offset) = (number("warc_offset"), number("inner_offset"));
        let place = RecordPlace { input, offset, inner_offset };
        let unix_ms = captured_ms(row).unwrap_or_default();
        let Some((html, url)) = self.text(place) else { return PageStyles::default() };
        page_styles(&html, &url, &mut |address| self.nearest(address, unix_ms))
    }

    /// The text of the capture of an address that is nearest in time; of two that are equally near,
    /// the earlier one.
    fn nearest(&mut self, address: &str, unix_ms: i64) -> Option<String> {
        let mut captures = self.captures.get(&key(address))?.clone();
        captures.sort_by_key(|(at, _)| at.abs_diff(unix_ms));
        // A revisit of what is not in the archives has no text; the next capture may have.
        captures.into_iter().take(MOST_TRIED).find_map(|(_, place)| self.sheet_at(place, address))
    }

    /// The text of a capture of a style sheet with this address.
    fn sheet_at(&mut self, place: RecordPlace, address: &str) -> Option<String> {
        if let Some(text) = self.kept.get(&place) {
            return Some(text.clone());
        }
        let (text, url) = self.text(place)?;
        // Hashes may agree by chance, addresses do not.
        if surt(&url) != surt(address) {
            return None;
        }
        if self.kept_bytes + text.len() > MOST_KEPT {
            self.kept.clear();
            self.kept_bytes = 0;
        }
        self.kept_bytes += text.len();
        self.kept.insert(place, text.clone());
        Some(text)
    }

    /// Text and address of a capture.
    fn text(&self, place: RecordPlace) -> Option<(String, String)> {
        let archives = Archives::new(&self.files, &self.pool, &self.limits);
        let record = self.resolved(archives.record(place)?)?;
        let capture = capture(&record, &self.limits).ok()?;
        let hints = Hints {
            http_content_type: capture.content_type.as_deref(),
            guessed_charset: capture.guessed_charset.as_deref(),
            ..Hints::default()
        };
        let text = charset::decode(&capture.payload.content, &hints).text.into_owned();
        Some((text, capture.url.to_owned()))
    }

    /// A revisit with the block of the capture it stands for, as the run has it; other records as they
    /// are.
    fn resolved(&self, record: Record<'static>) -> Option<Record<'static>> {
        if *record.kind() != RecordKind::Revisit {
            return Some(record);
        }
        let archives = Archives::new(&self.files, &self.pool, &self.limits);
        let original = self.originals.as_ref()?.resolve(&record, |found| {
            let Position { offset, inner_offset } = found.position;
            archives.record(RecordPlace { input: found.file, offset, inner_offset })
        });
        Some(record.with_block_of(original.ok()?))
    }
}

/// Address and time of a record that holds a style sheet. Only heads are read: most records hold
/// none.
fn sheet<'r>(record: &'r Record<'_>, limits: &scutch_archive::Limits) -> Option<(&'r str, i64)> {
    let url = without_fragment(record.target_uri()?);
    let is_css = match record.kind() {
        RecordKind::Response => {
            let http = parse_http_response(record.block(), limits).ok()?;
            // What is no answer of the address, such as an error page, is no style sheet.
            http.status == Some(200)
                && (http.headers.get("Content-Type").is_some_and(is_css) || named_css(url))
        }
        // Its name tells: the media type is that of what it refers to.
        RecordKind::Revisit => named_css(url),
        RecordKind::Resource => record.header("Content-Type").is_some_and(is_css) || named_css(url),
        _ => false,
    };
    is_css.then(|| (url, record.date().map_or(0, |date| date.unix_ms)))
}

fn is_css(content_type: &str) -> bool {
    let essence = content_type.split(';').next().unwrap_or_default();
    essence.trim().eq_ignore_ascii_case("text/css")
}

fn named_css(url: &str) -> bool {
    let path = url.split('?').next().unwrap_or_default();
    path.get(path.len().saturating_sub(4)..).is_some_and(|end| end.eq_ignore_ascii_case(".css"))
}

/// The hash of the sort key of an address, as replay looks addresses up: `http` and `https` are the
/// same.
fn key(url: &str) -> u64 {
    hashed(surt(url).as_bytes())
}

fn without_fragment(url: &str) -> &str {
    url.split('#').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn style_sheets_are_known_by_type_or_name() {
        for (content_type, expected) in [
            ("text/css", true),
            ("Text/CSS; charset=utf-8", true),
            ("text/html", false),
            ("", false),
        ] {
            assert_eq!(is_css(content_type), expected, "{content_type}");
        }
        for (url, expected) in [
            ("http://a.example/s.css", true),
            ("http://a.example/S.CSS?v=1", true),
            ("http://a.example/x?s.css", false),
            ("é", false),
        ] {
            assert_eq!(named_css(url), expected, "{url}");
        }
        assert_eq!(without_fragment("http://a.example/s.css#x"), "http://a.example/s.css");
        assert_eq!(key("http://www.a.example/s.css"), key("https://a.example/s.css"));
    }
}
