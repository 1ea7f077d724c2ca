//! `scutch coverage`.

mod page;
mod unread;

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use flate2::read::MultiGzDecoder;
use scutch_archive::{PathKind, date_digits, path_kind};
use scutch_corpus::read_rows;
use scutch_plot::number::counted;
use scutch_portal::Portal;
use scutch_portal::coverage::{Comparison, Coverage, CoverageOptions, OwnArticle, normal, slug};
use serde_json::{Map, Value};

use self::unread::{Side, refuse_archive, tell};
use super::examples;
use crate::exit::Exit;
use crate::output::{guarded, output};
use crate::portal_file;
use crate::talk::Talk;

#[derive(Debug, clap::Args)]
#[command(
    after_help = format!("An article counts once, whatever addresses it has: aliases of a crawl, canonical \
    addresses, numbers of posts, equal digests. Addresses are compared without scheme, www, port and parameters, then by the \
    last part of their path. The folder gets coverage.json, report.html, matches.jsonl and \
    removed.jsonl, which together name every address once.\n\n{}", examples::COVERAGE)
)]
pub(crate) struct CoverageArgs {
    /// Own articles: a folder of `scutch portal crawl` or a corpus, or a file of addresses or of JSON
    /// lines with `url`.
    #[arg(long, value_name = "CORPUS|FILE")]
    own: PathBuf,
    /// Indexes of archives: CDX, CDXJ or answers of CDX servers, also compressed with gzip.
    #[arg(long, value_name = "FILE", required = true, num_args = 1..)]
    cdx: Vec<PathBuf>,
    /// A portal file whose rules say which addresses are no articles.
    #[arg(long, value_name = "FILE")]
    portal: Option<PathBuf>,
    /// Captures from this time on, as digits: 2019, 20190601.
    #[arg(long, value_name = "DIGITS", value_parser = digits)]
    from: Option<String>,
    /// Captures up to the end of this time: that of the last own article makes a fair comparison.
    #[arg(long, value_name = "DIGITS", value_parser = digits)]
    to: Option<String>,
    /// The folder to write.
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
}

/// What is written into the folder.
const FILES: [&str; 4] = ["coverage.json", "matches.jsonl", "removed.jsonl", "report.html"];

/// A date as 4 to 14 digits, which compare with timestamps of indexes as text.
fn digits(text: &str) -> Result<String, &'static str> {
    date_digits(text).ok_or("not a date: 2019, 2019-06, 20190601")
}

/// Runs `scutch coverage`.
pub(crate) fn run(args: &CoverageArgs, talk: Talk) -> anyhow::Result<Exit> {
    let rules = args.portal.as_deref().map(|file| portal_file::read(file, None)).transpose()?;
    let coverage = args.compare(rules.as_ref(), talk)?;
    args.write(&coverage)?;
    let Coverage { both_by_address, both_by_slug, only_own, only_archive, .. } = &coverage;
    let both = counted((both_by_address + both_by_slug) as u64, "article");
    talk.say(format_args!(
        "{both} in both ({both_by_slug} of them by slug alone), {only_own} only own, \
         {only_archive} only in archives"
    ));
    Ok(Exit::Done)
}

impl CoverageArgs {
    /// Reads both sides. Own articles first: lines of indexes are looked up among them.
    fn compare(&self, portal: Option<&Portal>, talk: Talk) -> anyhow::Result<Coverage> {
        let (from, to) = (self.from.clone(), self.to.clone());
        let mut comparison = Comparison::new(CoverageOptions { from, to, portal });
        let own = Own::find(&self.own)?;
        // The folder need not be there; then none of its files is read.
        for name in FILES.iter().filter(|_| self.output.exists()) {
            guarded(Some(&self.output.join(name)), [own.guarded()].iter().chain(&self.cdx))?;
        }
        own.each(|article| comparison.add_article(article), talk)?;
        for file in &self.cdx {
            refuse_archive(file, Side::Index)?;
            let before = comparison.index_lines();
            // A CDX file names its columns in its first line, each file for itself.
            let mut legend = None;
            each_line(file, |line| comparison.add_line(line, &mut legend))?;
            let (lines, unread) = comparison.index_lines();
            tell(file, Side::Index, [lines - before.0, unread - before.1], talk)?;
        }
        Ok(comparison.finish())
    }

    /// Writes the four files of the folder.
    fn write(&self, coverage: &Coverage) -> anyhow::Result<()> {
        let cannot = || format!("{}: cannot be written", self.output.display());
        std::fs::create_dir_all(&self.output).with_context(cannot)?;
        let file = |name: &str| output(Some(&self.output.join(name)));
        let mut json = file("coverage.json")?;
        serde_json::to_writer_pretty(&mut json, coverage)?;
        writeln!(json)?;
        json.flush()?;
        let mut matches = file("matches.jsonl")?;
        for one in &coverage.matches {
            writeln!(matches, "{}", serde_json::to_string(one)?)?;
        }
        matches.flush()?;
        let mut removed = file("removed.jsonl")?;
        for one in &coverage.removed {
            writeln!(removed, "{}", serde_json::to_string(one)?)?;
        }
        removed.flush()?;
        let mut report = file("report.html")?;
        report.write_all(page::report(coverage).as_bytes())?;
        Ok(report.flush()?)
    }
}

/// Where own articles are.
enum Own {
    /// A line for each: that of a crawl, or what a person lists.
    Lines(PathBuf),
    /// The rows of a corpus folder.
    Corpus(PathBuf),
}

/// The columns of a corpus that identify an article.
const COLUMNS: [&str; 4] = ["url", "canonical_url", "post_id", "payload_digest"];

impl Own {
    fn find(own: &Path) -> anyhow::Result<Self> {
        let kind = |path: &Path| path_kind(path).with_context(|| path.display().to_string());
        if kind(own)? != Some(PathKind::Folder) {
            return Ok(Self::Lines(own.to_owned()));
        }
        let articles = own.join("articles.jsonl");
        // A crawl of a portal may have both; its list has one line per article, rows have one per
        // capture.
        Ok(match kind(&articles)? {
            Some(_) => Self::Lines(articles),
            None => Self::Corpus(own.to_owned()),
        })
    }

    /// What no output may take the place of.
    fn guarded(&self) -> PathBuf {
        match self {
            Self::Lines(file) => file.clone(),
            // A corpus has a report of its own.
            Self::Corpus(folder) => folder.join("report.html"),
        }
    }

    /// Calls `take` with each article. Says how many lines have none.
    fn each(&self, mut take: impl FnMut(OwnArticle), talk: Talk) -> anyhow::Result<()> {
        match self {
            Self::Lines(file) => {
                refuse_archive(file, Side::Own)?;
                let [mut lines, mut unread] = [0; 2];
                each_line(file, |line| {
                    let article = own_article(line);
                    lines += usize::from(!line.trim().is_empty());
                    unread += usize::from(!line.trim().is_empty() && article.is_none());
                    article.into_iter().for_each(&mut take);
                })?;
                tell(file, Side::Own, [lines, unread], talk)
            }
            Self::Corpus(folder) => {
                let row =
                    |row: &Map<String, Value>| article_of(row).into_iter().for_each(&mut take);
                let cannot = || format!("{}: neither a crawl nor a corpus", folder.display());
                read_rows(folder, &COLUMNS, row).with_context(cannot)
            }
        }
    }
}

/// The article of a line: its only address, a line of a crawl with its `aliases`, or a row of a
/// corpus.
fn own_article(line: &str) -> Option<OwnArticle> {
    let line = line.trim();
    if !line.starts_with('{') {
        let addresses = vec![line.to_owned()];
        return is_address(line).then(|| OwnArticle { addresses, ..OwnArticle::default() });
    }
    article_of(&serde_json::from_str(line).ok()?)
}

/// Whether a line is an address. Without a scheme, as addresses are compared, its host has a dot.
fn is_address(line: &str) -> bool {
    let is_scheme = |(scheme, _): (&str, &str)| scheme.bytes().all(|b| b.is_ascii_alphanumeric());
    if line.split_once("://").is_some_and(is_scheme) {
        return scutch_url::host(line).is_some();
    }
    let host = scutch_url::host(&format!("http://{line}"));
    let has_dot = host.is_some_and(|host| host.trim_matches('.').contains('.'));
    has_dot && !line.contains(char::is_whitespace)
}

/// The article of a line or row with named values.
fn article_of(row: &Map<String, Value>) -> Option<OwnArticle> {
    let text = |name: &str| row.get(name)?.as_str().map(str::to_owned);
    let aliases = row.get("aliases").and_then(Value::as_array).into_iter().flatten();
    let aliases = aliases.filter_map(|alias| alias.as_str().map(str::to_owned));
    let url = text("url")?;
    // Sites give all their pages one address where a template has an unfilled field.
    let canonical = text("canonical_url").filter(|canonical| slug(&normal(canonical)).is_some());
    let addresses = std::iter::once(url).chain(aliases).chain(canonical).collect();
    Some(OwnArticle { addresses, id: text("post_id"), digest: text("payload_digest") })
}

/// Calls for each line of a file, plain or compressed.
fn each_line(path: &Path, mut call: impl FnMut(&str)) -> anyhow::Result<()> {
    let cannot = || format!("{}: cannot be read", path.display());
    let file = File::open(path).with_context(cannot)?;
    let name = path.to_string_lossy();
    let bytes: Box<dyn Read> = match () {
        () if name.ends_with(".gz") => Box::new(MultiGzDecoder::new(file)),
        () if name.ends_with(".zst") => Box::new(zstd::Decoder::new(file).with_context(cannot)?),
        () => Box::new(file),
    };
    let mut lines = BufReader::new(bytes);
    let mut line = Vec::new();
    while lines.read_until(b'\n', &mut line).with_context(cannot)? > 0 {
        // What is not UTF-8 is a line that says nothing, and is counted as one.
        call(std::str::from_utf8(&line).unwrap_or("\u{fffd}").trim_end_matches(['\n', '\r']));
        line.clear();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_told_from_prose() {
        for (line, expected) in [
            ("http://a.example/1", true),
            ("https://localhost/1", true),
            ("http://a.example/a b", true),
            ("a.example/1?from=http://b.example/", true),
            ("www.a.example", true),
            ("a.example:8080/1", true),
            ("", false),
            ("# Notes", false),
            ("See http://a.example/1", false),
            ("harbour.", false),
            ("WARC/1.1", false),
            ("WARC-Type: response", false),
            ("://", false),
        ] {
            assert_eq!(is_address(line), expected, "{line}");
        }
    }
}
