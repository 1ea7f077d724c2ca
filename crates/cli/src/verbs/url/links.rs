//! `scutch url links`.

use std::io::{self, Read as _, Write};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use scutch_url::Url;
use scutch_url::links::{Link, links, outlinks};
use scutch_url::verdict::{Checker, Filters};
use serde_json::json;

use super::input;
use crate::exit::{Exit, UsageError};
use crate::output::output;

#[derive(Debug, clap::Args)]
pub(crate) struct LinksArgs {
    /// HTML files, or `-` for standard input [default: -].
    inputs: Vec<PathBuf>,
    /// Address of the page.
    #[arg(long, value_name = "URL")]
    url: String,
    /// One JSON object per link: url, as written, kind, text, rel, hreflang, offset.
    #[arg(long)]
    json: bool,
    /// Only anchors a corpus may want, each target once: internal, external, priority.
    #[arg(long)]
    split: bool,
}

/// Runs `scutch url links`. Exits with 5 when there is no link.
pub(crate) fn run(args: &LinksArgs) -> anyhow::Result<Exit> {
    let page = Url::parse(&args.url);
    let page = page.map_err(|error| UsageError(format!("--url: {}", error.id())))?;
    let mut out = output(None)?;
    let mut count = 0;
    for path in input::named(&args.inputs) {
        let text = args.read(&path)?;
        let found = links(&text, &page);
        count += match args.split {
            true => write_split(&found, &page, &mut out)?,
            false => args.write(&found, &mut out)?,
        };
    }
    out.flush()?;
    Ok(if count == 0 { Exit::Nothing } else { Exit::Done })
}

impl LinksArgs {
    /// The text of a page, in the encoding that its bytes and declarations show.
    fn read(&self, path: &Path) -> anyhow::Result<String> {
        let cannot = || format!("{}: cannot be read", path.display());
        let mut bytes = Vec::new();
        // A page is read as far as extraction would read it.
        let limit = scutch_page::Limits::default().input_bytes as u64;
        let input = input::open(path).with_context(cannot)?;
        input.take(limit).read_to_end(&mut bytes).with_context(cannot)?;
        let hints = scutch_page::Hints { url: Some(&self.url), ..Default::default() };
        Ok(scutch_page::charset::decode(&bytes, &hints).text.into_owned())
    }

    /// Writes all links. Returns how many.
    fn write(&self, found: &[Link], out: &mut impl Write) -> io::Result<usize> {
        for link in found {
            if self.json {
                let kind = format!("{:?}", link.kind).to_lowercase();
                let value = json!({ "url": link.url.as_str(), "as_written": link.as_written,
                    "kind": kind, "text": link.text, "rel": link.rel, "hreflang": link.hreflang,
                    "offset": link.offset });
                writeln!(out, "{value}")?;
            } else {
                writeln!(out, "{}", link.url)?;
            }
        }
        Ok(found.len())
    }
}

/// Writes the links that a corpus may want, in three lists. Returns how many.
fn write_split(found: &[Link], page: &Url, out: &mut impl Write) -> io::Result<usize> {
    // Listings are wanted here: they are what a crawl goes on from.
    let mut checker = Checker::new(Filters::relaxed().with_listings());
    let split = outlinks(found, page, &mut checker);
    let lists =
        [("internal", split.internal), ("external", split.external), ("priority", split.priority)];
    for (name, urls) in &lists {
        for url in urls {
            writeln!(out, "{name}\t{url}")?;
        }
    }
    Ok(lists.iter().map(|(_, urls)| urls.len()).sum())
}
