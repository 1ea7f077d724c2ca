//! Where URLs come from: lines, indexes, archives, feeds and sitemaps, plain or compressed.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use lzma_rust2::XzReader;
use scutch_archive::cdx::{LineError, LineFault, Lines};
use scutch_archive::{
    self as archive, Limits, PathKind, Reader, Sniffed, path_kind, sniff, uninterrupted,
};
use scutch_lists::{Item, ListError, OnItem};

/// Longest line read, in bytes; the rest of a longer one is skipped. A file without line ends must not
/// fill the memory.
pub(super) const LONGEST: usize = 1 << 20;
/// Most memory for undoing xz, in KiB: enough for its highest level, `-9`.
const XZ_MEMORY: u32 = 80 << 10;

/// What the input holds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Form {
    /// One URL per line; TimeMaps, tables, indexes and corpus folders are known by their content.
    #[default]
    Lines,
    /// CDX or CDXJ: the URLs of its lines.
    Cdx,
    /// A web archive: the URLs of its records.
    Archive,
    /// Sitemap, RSS, Atom or OPML: the addresses in it.
    Xml,
}

/// Calls `visit` with each URL of a list as bytes and the number of its line, from 1. `column` names
/// the column of a table.
pub(super) fn lists(
    path: &Path,
    column: Option<&str>,
    visit: impl FnMut(u64, &[u8]) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let shown = path.display();
    // A corpus folder has no bytes of its own to open.
    let kind = path_kind(path).with_context(|| shown.to_string())?;
    if kind == Some(PathKind::Folder) {
        let name = shown.to_string();
        return listed(path, |take| scutch_lists::read(&name, column, take).map(drop), visit);
    }
    let input = opened(path, &shown)?;
    any((path, column), input, visit)
}

/// Calls `visit` with each URL as bytes and the number of its line or record, from 1.
pub(super) fn each(
    path: &Path,
    form: Form,
    mut visit: impl FnMut(u64, &[u8]) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let shown = path.display();
    if form == Form::Lines {
        return lists(path, None, visit);
    }
    // The reader of archives needs a file it can seek in.
    if form == Form::Archive && !is_stdin(path) {
        return captures(path, visit);
    }
    let mut input = opened(path, &shown)?;
    match form {
        Form::Cdx => index(path, input, visit),
        Form::Xml => {
            let mut text = Vec::new();
            input.read_to_end(&mut text).with_context(|| format!("{shown}: cannot be read"))?;
            addresses(&text).enumerate().try_for_each(|(n, url)| visit(n as u64 + 1, url))
        }
        Form::Lines | Form::Archive => lines(path, &mut input, visit),
    }
}

/// The URLs of the captures of an archive.
fn captures(
    path: &Path,
    mut visit: impl FnMut(u64, &[u8]) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let shown = path.display();
    anyhow::ensure!(
        matches!(
            sniff(path).with_context(|| format!("{shown}: cannot be read"))?,
            Sniffed::Archive(_)
        ),
        "{shown}: not a web archive (its first bytes are neither WARC nor ARC)"
    );
    let mut reader = Reader::open(path, &Limits::default())?;
    let mut number = 0;
    while let Some(item) = reader.next_head() {
        let archive::Item::Record(record) = item else { continue };
        number += 1;
        // Requests and metadata repeat the URL of their response.
        let is_capture = matches!(record.kind().name(), "response" | "resource" | "revisit");
        if let Some(url) = record.target_uri().filter(|_| is_capture) {
            visit(number, url.as_bytes())?;
        }
    }
    Ok(reader.verify()?)
}

/// The URLs of lines, or of a list that is more than lines.
fn any(
    (path, column): (&Path, Option<&str>),
    input: Box<dyn BufRead>,
    mut visit: impl FnMut(u64, &[u8]) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut left = None;
    let name = path.display().to_string();
    let read = |take: OnItem<'_>| {
        left = scutch_lists::read_unless_lines(&name, input, column, take)?;
        Ok(())
    };
    listed(path, read, &mut visit)?;
    match left {
        Some(mut input) => lines(path, &mut input, visit),
        None => Ok(()),
    }
}

/// The addresses that a list gives. A row without one counts as its text.
fn listed(
    path: &Path,
    read: impl FnOnce(OnItem<'_>) -> Result<(), ListError>,
    mut visit: impl FnMut(u64, &[u8]) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    // An error of the verb has to come through the reader, which knows only errors of files.
    let mut failed = None;
    let read = read(&mut |item| {
        let visited = match &item {
            Item::Entry(entry) => visit(entry.line, entry.subject.uri().as_bytes()),
            Item::Refused { line, text, .. } => visit(*line, text.as_bytes()),
        };
        visited.map_err(|error| {
            failed = Some(error);
            io::Error::from(io::ErrorKind::BrokenPipe)
        })
    });
    match failed {
        Some(error) => Err(error),
        None => read.with_context(|| path.display().to_string()),
    }
}

/// Whether a path stands for standard input.
pub(super) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// As [`open`], with a sentence of what was named.
fn opened(path: &Path, shown: &impl std::fmt::Display) -> anyhow::Result<Box<dyn BufRead>> {
    let is_address = path.to_str().is_some_and(|name| name.contains("://"));
    match open(path) {
        Err(error) if is_address && error.kind() == io::ErrorKind::NotFound => bail!(
            "{shown}: an address, and not a file of addresses: give it on standard input, such as by `echo`"
        ),
        opened => opened.with_context(|| format!("{shown}: cannot be read")),
    }
}

/// Opens a file or standard input; gzip, zstd and xz are undone, known by their first bytes.
pub(super) fn open(path: &Path) -> io::Result<Box<dyn BufRead>> {
    let raw: Box<dyn Read> =
        if is_stdin(path) { Box::new(io::stdin().lock()) } else { Box::new(File::open(path)?) };
    let mut input = BufReader::with_capacity(1 << 16, raw);
    uninterrupted(|| input.fill_buf().map(drop))?;
    let head = input.buffer();
    Ok(if head.starts_with(&[0x1f, 0x8b]) {
        Box::new(BufReader::new(flate2::bufread::MultiGzDecoder::new(input)))
    } else if head.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]) {
        Box::new(BufReader::new(zstd::Decoder::with_buffer(input)?))
    } else if head.starts_with(b"\xfd7zXZ\0") {
        Box::new(BufReader::new(XzReader::new_mem_limit(input, true, XZ_MEMORY)))
    } else {
        Box::new(input)
    })
}

/// What some editors put before the first line of a text in UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Each line without its end. A longer line is cut after [`LONGEST`] bytes and one, which tells it from
/// one of that length.
fn lines(
    path: &Path,
    input: &mut dyn BufRead,
    mut visit: impl FnMut(u64, &[u8]) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut visit = |number: u64, line: &[u8]| visit(number, bare(number, line));
    // The start of a line whose end is not in the buffer yet.
    let mut begun = Vec::new();
    let mut number = 0;
    loop {
        let chunk = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            filled => filled
                .with_context(|| format!("{}:{}: cannot be read on", path.display(), number + 1))?,
        };
        if chunk.is_empty() {
            break;
        }
        let mut start = 0;
        for end in memchr::memchr_iter(b'\n', chunk) {
            let mut line = &chunk[start..end];
            start = end + 1;
            number += 1;
            if !begun.is_empty() {
                extend_to_longest(&mut begun, line);
                line = &begun;
            }
            visit(number, line)?;
            begun.clear();
        }
        extend_to_longest(&mut begun, &chunk[start..]);
        let taken = chunk.len();
        input.consume(taken);
    }
    if !begun.is_empty() {
        visit(number + 1, &begun)?;
    }
    Ok(())
}

/// A line without what belongs to its file: the mark before the first, and CR at its end.
fn bare(number: u64, line: &[u8]) -> &[u8] {
    // Windows ends lines with CR LF.
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let mark = if number == 1 { BYTE_ORDER_MARK } else { b"" };
    line.strip_prefix(mark).unwrap_or(line)
}

/// Appends bytes up to one more than the longest line.
fn extend_to_longest(line: &mut Vec<u8>, more: &[u8]) {
    let room = (LONGEST + 1).saturating_sub(line.len());
    line.extend_from_slice(&more[..more.len().min(room)]);
}

/// The URLs of an index. A line that cannot be read counts as a blank one.
fn index(
    path: &Path,
    input: Box<dyn BufRead>,
    mut visit: impl FnMut(u64, &[u8]) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut lines = Lines::new(input);
    while let Some(line) = lines.next() {
        let number = lines.number();
        match line {
            Ok(line) => visit(number, line.url.as_bytes())?,
            Err(LineError { fault: LineFault::Unreadable, .. }) => {
                bail!("{}:{number}: cannot be read on", path.display())
            }
            // Every line gets an answer, so that line numbers of input and output agree.
            Err(_) => visit(number, b"")?,
        }
    }
    Ok(())
}

/// Elements whose text is an address.
const ELEMENTS: &[&[u8]] = &[b"loc", b"link", b"guid", b"id", b"url"];
/// Attributes whose value is an address, in feeds and OPML.
const ATTRIBUTES: &[&[u8]] = &[b"href=", b"xmlUrl=", b"htmlUrl="];

/// The http(s) addresses of a sitemap or feed, in order.
fn addresses(xml: &[u8]) -> impl Iterator<Item = &[u8]> {
    // Feeds are often malformed; a scan for tags reads what an XML parser would refuse.
    let tags = xml.iter().enumerate().filter(|(_, b)| **b == b'<').map(|(at, _)| at + 1);
    tags.flat_map(|start| {
        let tag = &xml[start..];
        let end = tag.iter().position(|b| *b == b'>').unwrap_or(tag.len());
        let (tag, behind) = (&tag[..end], tag.get(end + 1..).unwrap_or_default());
        let name = tag.split(|b| b.is_ascii_whitespace() || *b == b'/').next().unwrap_or_default();
        // Namespaces have any prefix: `atom:link`, `a10:link`.
        let name = name.rsplit(|b| *b == b':').next().unwrap_or_default();
        let text = behind.split(|b| *b == b'<').next().unwrap_or_default().trim_ascii();
        let text = ELEMENTS.contains(&name).then_some(text);
        let values = ATTRIBUTES.iter().filter_map(move |attribute| {
            let at = tag.windows(attribute.len()).position(|window| window == *attribute)?;
            let value = &tag[at + attribute.len()..];
            let quote = *value.first()?;
            value[1..].split(|b| *b == quote).next()
        });
        text.into_iter()
            .chain(values)
            .filter(|url| url.get(..4).is_some_and(|scheme| scheme.eq_ignore_ascii_case(b"http")))
    })
}

/// The files to read: standard input where none is named.
pub(super) fn named(paths: &[PathBuf]) -> Vec<PathBuf> {
    if paths.is_empty() { vec![PathBuf::from("-")] } else { paths.to_vec() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_sitemaps_and_feeds() {
        let xml = b"<urlset><url><loc> http://a.example/1 </loc></url><outline xmlUrl='http://a.example/2'
            type=rss/><atom:link href=\"http://a.example/3\"/><title>http://no.example/</title>";
        let found: Vec<_> = addresses(xml).collect();
        assert_eq!(found, [b"http://a.example/1", b"http://a.example/2", b"http://a.example/3"]);
    }
}
