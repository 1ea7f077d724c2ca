//! `scutch coverage`.

mod page;

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use flate2::read::MultiGzDecoder;
use scutch_archive::{PathKind, path_kind, paths_in};
use scutch_portal::Portal;
use scutch_portal::coverage::{Comparison, Coverage, CoverageOptions, OwnArticle, normal, slug};
use serde_json::Value;

use crate::exit::Exit;
use crate::output::{guarded, output};
use crate::portal_file;
use crate::talk::Talk;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "An article counts once, whatever addresses it has: aliases of a crawl, canonical \
    addresses, numbers of posts, equal digests. Addresses are compared without scheme, www, port and parameters, then by the \
    last part of their path. The folder gets coverage.json, report.html, matches.jsonl and \
    removed.jsonl, which together name every address once."
)]
pub(crate) struct CoverageArgs {
    /// Own articles: a folder of `scutch portal crawl` or `scutch corpus --format jsonl`, or a file
    /// of addresses or of JSON lines with `url`.
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

/// A time as 4 to 14 digits, which compare with timestamps of indexes as text.
fn digits(text: &str) -> Result<String, &'static str> {
    let good = (4..=14).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    if good { Ok(text.to_owned()) } else { Err("not 4 to 14 digits: 2019, 20190601") }
}

/// Runs `scutch coverage`.
pub(crate) fn run(args: &CoverageArgs, talk: Talk) -> anyhow::Result<Exit> {
    let rules = args.portal.as_deref().map(|file| portal_file::read(file, None)).transpose()?;
    let coverage = args.compare(rules.as_ref())?;
    args.write(&coverage)?;
    let Coverage { both_by_address, both_by_slug, only_own, only_archive, .. } = &coverage;
    talk.say(format_args!(
        "{} articles in both ({both_by_slug} of them by slug alone), {only_own} only own, \
         {only_archive} only in archives",
        both_by_address + both_by_slug
    ));
    Ok(Exit::Done)
}

impl CoverageArgs {
    /// Reads both sides. Own articles first: lines of indexes are looked up among them.
    fn compare(&self, portal: Option<&Portal>) -> anyhow::Result<Coverage> {
        let (from, to) = (self.from.clone(), self.to.clone());
        let mut comparison = Comparison::new(CoverageOptions { from, to, portal });
        let own = own_files(&self.own)?;
        // The folder need not be there; then none of its files is read.
        for name in FILES.iter().filter(|_| self.output.exists()) {
            guarded(Some(&self.output.join(name)), own.iter().chain(&self.cdx))?;
        }
        for file in own {
            each_line(&file, |line| {
                own_article(line).into_iter().for_each(|a| comparison.add_article(a));
            })?;
        }
        for file in &self.cdx {
            // A CDX file names its columns in its first line, each file for itself.
            let mut legend = None;
            each_line(file, |line| comparison.add_line(line, &mut legend))?;
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

/// The files with own articles: of a folder, those that scutch writes them to.
fn own_files(own: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let kind = |path: &Path| path_kind(path).with_context(|| path.display().to_string());
    if kind(own)? != Some(PathKind::Folder) {
        return Ok(vec![own.to_owned()]);
    }
    let articles = own.join("articles.jsonl");
    // A crawl of a portal has both; its list has one line per article, rows have one per capture.
    if kind(&articles)?.is_some() {
        return Ok(vec![articles]);
    }
    let docs = own.join("docs");
    let cannot = || format!("{}: neither articles.jsonl nor docs", own.display());
    let mut files = paths_in(&docs).with_context(cannot)?;
    files.retain(|path| {
        let name = path.to_string_lossy();
        [".jsonl", ".jsonl.gz", ".jsonl.zst"].iter().any(|end| name.ends_with(end))
    });
    anyhow::ensure!(
        !files.is_empty(),
        "{}: no JSON lines; make the corpus with --format jsonl",
        docs.display()
    );
    Ok(files)
}

/// The article of a line: its only address, a line of a crawl with its `aliases`, or the row of a
/// corpus.
fn own_article(line: &str) -> Option<OwnArticle> {
    let line = line.trim();
    if !line.starts_with('{') {
        let addresses = vec![line.to_owned()];
        return (!line.is_empty()).then(|| OwnArticle { addresses, ..OwnArticle::default() });
    }
    let value: Value = serde_json::from_str(line).ok()?;
    let text = |name: &str| value.get(name)?.as_str().map(str::to_owned);
    let aliases = value.get("aliases").and_then(Value::as_array).into_iter().flatten();
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
