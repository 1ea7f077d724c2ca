//! `scutch url links`.

use std::io::{self, BufWriter, Read as _, Write as _};
use std::path::PathBuf;

use anyhow::Context as _;
use scutch_url::Url;
use scutch_url::links::{links, outlinks};
use scutch_url::verdict::{Checker, Filters};
use serde_json::json;

use super::input;
use crate::exit::{Exit, UsageError};

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

pub(crate) fn run(args: &LinksArgs) -> anyhow::Result<Exit> {
    let page = Url::parse(&args.url);
    let page = page.map_err(|error| UsageError(format!("--url: {}", error.id())))?;
    let mut out = BufWriter::new(io::stdout().lock());
    let mut count = 0;
    for path in input::named(&args.inputs) {
        let shown = path.display().to_string();
        let mut bytes = Vec::new();
        let input = input::open(&path).with_context(|| format!("{shown}: cannot be read"))?;
        let limit = scutch_page::Limits::default().input_bytes as u64;
        input
            .take(limit)
            .read_to_end(&mut bytes)
            .with_context(|| format!("{shown}: cannot be read"))?;
        let hints = scutch_page::Hints { url: Some(&args.url), ..Default::default() };
        let decoded = scutch_page::charset::decode(&bytes, &hints);
        let found = links(&decoded.text, &page);
        if args.split {
            let mut checker = Checker::new(Filters::relaxed().with_listings());
            let split = outlinks(&found, &page, &mut checker);
            let lists = [
                ("internal", split.internal),
                ("external", split.external),
                ("priority", split.priority),
            ];
            for (name, url) in
                lists.iter().flat_map(|(name, urls)| urls.iter().map(move |u| (name, u)))
            {
                count += 1;
                writeln!(out, "{name}\t{url}")?;
            }
            continue;
        }
        for link in found {
            count += 1;
            if args.json {
                let kind = format!("{:?}", link.kind).to_lowercase();
                let value = json!({ "url": link.url.as_str(), "as_written": link.as_written,
                    "kind": kind, "text": link.text, "rel": link.rel, "hreflang": link.hreflang,
                    "offset": link.offset });
                writeln!(out, "{value}")?;
            } else {
                writeln!(out, "{}", link.url)?;
            }
        }
    }
    out.flush()?;
    Ok(if count == 0 { Exit::Nothing } else { Exit::Done })
}
