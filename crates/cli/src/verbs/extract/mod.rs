//! `scutch extract`: single pages to Markdown, text, JSON or clean HTML.

mod input;
mod urls;

use std::io::{self, IsTerminal as _, Write};
use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::ValueEnum;
use scutch_corpus::row::further;
use scutch_folder::config::Extractor;
use scutch_folder::inputs::display_name;
use scutch_page::{
    Agreement, Document, ExtractConfig, Extraction, Hints, Label, Limits, Page, Reason, render,
};
use serde_json::json;

use self::input::{NO_FULL_ADDRESS, is_full_address, is_xhtml, page_of, read};
use self::urls::Urls;
use super::examples;
use super::extraction::ExtractionArgs;
use crate::exit::{Exit, UsageError};
use crate::named::offered;
use crate::output::{self, guarded, output};
use crate::talk::{self, Talk};

#[derive(Debug, clap::Args)]
#[command(after_help = examples::EXTRACT)]
pub(crate) struct ExtractArgs {
    /// HTML files, or `-` for standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Output format.
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: PageFormat,
    /// Write to a file instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write the page with coloured blocks, score and reasons of each (HTML).
    #[arg(long, conflicts_with = "format")]
    explain: bool,
    /// URL of the page; helps with dates and links.
    #[arg(long, value_name = "URL", conflicts_with = "urls")]
    url: Option<String>,
    /// Tab-separated file: file name, URL.
    #[arg(long, value_name = "FILE.tsv")]
    urls: Option<PathBuf>,
    /// The method.
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = offered::<Extractor>(&["template"]))]
    extractor: Extractor,
    /// Further methods, each fills a key `text_NAME` of `json` and `jsonl`.
    #[arg(long, value_name = "LIST", value_delimiter = ',', conflicts_with = "explain",
        value_parser = offered::<Extractor>(&["auto", "template"]))]
    also_extract: Vec<Extractor>,
    #[command(flatten)]
    extraction: ExtractionArgs,
}

/// How `scutch extract` shows a page.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum PageFormat {
    /// Markdown.
    #[default]
    Markdown,
    /// Plain text, one paragraph per line.
    Text,
    /// One JSON object with text and metadata.
    Json,
    /// One JSON line per file.
    Jsonl,
    /// Clean HTML.
    Html,
}

/// Runs `scutch extract`. Of several files, one that cannot be read does not stop the others; the
/// exit code is then 1.
pub(crate) fn run(args: &ExtractArgs, talk: Talk) -> anyhow::Result<Exit> {
    if let Some(message) = nonsense(args) {
        return Err(UsageError(message).into());
    }
    // Before any file is opened: an output that is an input would be emptied.
    guarded(args.output.as_deref(), args.files.iter().chain(&args.urls))?;
    let urls = args.urls.as_deref().map(|path| Urls::read(path, &args.files, talk));
    let urls = urls.transpose()?.unwrap_or_default();
    let mut config = ExtractConfig::default();
    args.extraction.apply(&mut config);
    let work = Work { args, config, talk };
    let mut out: Box<dyn Write> = match args.is_shown() {
        true => Box::new(output::text()),
        false if matches!(args.format, PageFormat::Json | PageFormat::Jsonl) => {
            Box::new(output(args.output.as_deref())?)
        }
        false => Box::new(output::bytes(args.output.as_deref())?),
    };
    let mut exit = Exit::Done;
    for file in &args.files {
        let name = display_name(file);
        let url = args.url.as_deref().or_else(|| urls.url_of(file));
        let bytes = read(file).and_then(|bytes| page_of(&name, bytes));
        match bytes.and_then(|bytes| work.page(&name, url, &bytes)) {
            Ok(page) => work.write_page(&mut out, &name, &page)?,
            Err(error) if args.files.len() > 1 => {
                talk::error(&error);
                exit = Exit::Failed;
            }
            Err(error) => return Err(error),
        }
    }
    out.flush()?;
    Ok(exit)
}

impl ExtractArgs {
    /// Whether text goes to a terminal, which direction marks of a page would steer. In files and pipes
    /// they are part of the text: Hebrew and Arabic need them.
    fn is_shown(&self) -> bool {
        matches!(self.format, PageFormat::Markdown | PageFormat::Text | PageFormat::Html)
            && !self.explain
            && self.output.as_deref().is_none_or(|path| path == Path::new("-"))
            && io::stdout().is_terminal()
    }
}

/// The first contradiction of the command line, in a sentence.
fn nonsense(args: &ExtractArgs) -> Option<String> {
    let json = matches!(args.format, PageFormat::Json | PageFormat::Jsonl);
    let bad_url = args.url.as_deref().filter(|url| !is_full_address(url));
    Some(if args.files.len() > 1 && (args.explain || args.format != PageFormat::Jsonl) {
        "several files need --format jsonl (one line per file)".to_owned()
    } else if args.extractor == Extractor::Template {
        "joint detection compares pages of an archive: `scutch template ARCHIVE -o DIR`".to_owned()
    } else if let Some(url) = bad_url {
        format!("--url {url}: {NO_FULL_ADDRESS}")
    } else if args.also_extract.iter().any(|name| name.may_compare()) {
        "--also-extract names methods of single pages, such as article or all-text".to_owned()
    } else if !args.also_extract.is_empty() && !json {
        "--also-extract needs --format json or jsonl (a key text_NAME per method)".to_owned()
    } else {
        return None;
    })
}

/// The work on each page.
struct Work<'a> {
    args: &'a ExtractArgs,
    config: ExtractConfig,
    talk: Talk,
}

impl Work<'_> {
    /// Parses a page. A page that the charset rule refuses is an error; a corpus would quarantine it.
    fn page(&self, name: &str, url: Option<&str>, bytes: &[u8]) -> anyhow::Result<Page> {
        let charset_rule = self.args.extraction.charset_rule.unwrap_or_default();
        // A file has no header; browsers go by its name, too.
        let http_content_type = is_xhtml(name).then_some("application/xhtml+xml");
        let hints = Hints { url, charset_rule, http_content_type, ..Hints::default() };
        let page = Page::parse(bytes, &hints, &Limits::default());
        match charset_rule.refusal(page.flags()) {
            Some(flag) => bail!("{name}: {}: {}", flag.id(), flag.sentence()),
            None => Ok(page),
        }
    }

    /// Extracts a page and writes it in the format that was asked for.
    fn write_page(&self, out: &mut dyn Write, name: &str, page: &Page) -> anyhow::Result<()> {
        let extraction = self.args.extractor.method().extract(page, &self.config);
        if self.args.explain {
            out.write_all(render::explain(page, &extraction).as_bytes())?;
            return Ok(());
        }
        match self.args.format {
            PageFormat::Markdown => {
                line(out, &render::markdown(&Document::new(page, &extraction)))?;
            }
            PageFormat::Text => line(out, &render::text(page, &extraction))?,
            PageFormat::Html => line(out, &render::html(&Document::new(page, &extraction)))?,
            PageFormat::Json => line(out, &format!("{:#}", self.object(name, page, &extraction)))?,
            // `Display` is compiled for speed with its crate, `to_writer` with this one.
            PageFormat::Jsonl => line(out, &self.object(name, page, &extraction).to_string())?,
        }
        // With many files notes would drown the errors; `flags` in JSON has them.
        if self.args.files.len() == 1 {
            for flag in page.flags().iter().chain(&extraction.flags) {
                self.talk.say(format_args!("note: {}: {}", flag.id(), flag.sentence()));
            }
        }
        Ok(())
    }

    /// A page as JSON. Keys are those of corpus rows where both have them.
    fn object(&self, name: &str, page: &Page, extraction: &Extraction) -> serde_json::Value {
        let metadata = page.metadata(extraction);
        let typed = page.page_type();
        let flags = page.flags().iter().chain(&extraction.flags).chain(&metadata.flags);
        let mut object = json!({
            "file": name,
            "text": render::text(page, extraction),
            "extractor": extraction.method,
            "title": metadata.title,
            "authors": metadata.authors,
            "date_published": metadata.date_published,
            "language": metadata.language,
            "language_score": metadata.language_score.map(rounded),
            "page_type": typed.page_type.id(),
            "page_type_score": rounded(typed.score),
            "charset": page.charset(),
            "charset_source": page.charset_source().as_str(),
            "flags": flags.map(|f| f.id()).collect::<Vec<_>>(),
        });
        for (method, column) in further(&self.args.also_extract) {
            object[column.name] = render::text(page, &method.extract(page, &self.config)).into();
        }
        if extraction.config.comments {
            let is_comment = |label: &Label| label.content && label.reason == Reason::Comment;
            let blocks = page.blocks().iter().zip(&extraction.labels);
            let comments = blocks.filter(|(block, label)| is_comment(label) && block.chars > 0);
            object["comments"] = comments.map(|(block, _)| block.text.as_str()).collect();
        }
        if self.args.format == PageFormat::Json {
            // Conflicts are for reading, not for tables: `jsonl` keeps to flat values.
            let differ =
                metadata.agreements().filter(|(_, agreement)| *agreement == Agreement::Differ);
            object["metadata_conflicts"] = differ.map(|(field, _)| field).collect();
            object["metadata"] = json!(metadata);
        }
        object
    }
}

/// Text that ends in exactly one line end; an empty text writes nothing.
fn line(out: &mut dyn Write, text: &str) -> io::Result<()> {
    let text = text.trim_end_matches('\n');
    if text.is_empty() { Ok(()) } else { writeln!(out, "{text}") }
}

/// A score with four digits. The last digits of floating point may differ between machines.
fn rounded(score: f32) -> f64 {
    (f64::from(score) * 1e4).round() / 1e4
}
