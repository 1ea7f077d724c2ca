//! `scutch portal suggest`.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use scutch_fetch::Request;
use scutch_portal::{Document, RecordedPages, suggest};
use scutch_url::Url;

use crate::exit::Exit;
use crate::output::output;
use crate::verbs::network::NetworkArgs;

#[derive(Debug, clap::Args)]
pub(crate) struct SuggestArgs {
    /// Archive pages: addresses, or archives that hold them.
    #[arg(required = true, value_name = "URL|WARC")]
    pages: Vec<String>,
    /// Of the archives, only pages at these addresses.
    #[arg(long, value_name = "URL")]
    only: Vec<String>,
    #[command(flatten)]
    network: NetworkArgs,
}

/// Runs `scutch portal suggest`. Exits with 5 when neither links nor a next page stand out.
pub(super) fn run(args: &SuggestArgs) -> anyhow::Result<Exit> {
    let pages = args.documents()?;
    let Some(first) = pages.first() else { bail!("no pages to look at") };
    let suggestion = suggest(&pages);
    let mut out = output(None)?;
    out.write_all(suggestion.to_portal_file(&format!("{}/", first.url().origin()))?.as_bytes())?;
    out.flush()?;
    let nothing = suggestion.links.is_none() && suggestion.next.is_none();
    Ok(if nothing { Exit::Nothing } else { Exit::Done })
}

impl SuggestArgs {
    /// The pages to look at, fetched or stored.
    fn documents(&self) -> anyhow::Result<Vec<Document>> {
        let is_address =
            |page: &&String| page.starts_with("http://") || page.starts_with("https://");
        let (addresses, files): (Vec<_>, Vec<_>) = self.pages.iter().partition(is_address);
        let mut pages = Vec::new();
        if !addresses.is_empty() {
            let mut client = self.network.crawler(true);
            for address in addresses {
                pages.push(fetched(&mut client, address)?);
            }
        }
        let files: Vec<PathBuf> = files.iter().map(|file| Path::new(file).to_owned()).collect();
        let stored = RecordedPages::read(&files)?;
        let wanted: Vec<String> = match self.only.is_empty() {
            true => stored.addresses().map(str::to_owned).collect(),
            false => self.only.clone(),
        };
        pages.extend(wanted.iter().filter_map(|address| stored.page(address)));
        Ok(pages)
    }
}

/// Fetches a page; the last of its redirects counts.
fn fetched(client: &mut scutch_fetch::Client, address: &str) -> anyhow::Result<Document> {
    let fetched = client.fetch(&Request { uri: address.to_owned(), ..Request::default() });
    if let Some(failure) = fetched.failure {
        bail!("{address}: {failure}");
    }
    let hop = fetched.hops.last().context("no answer")?;
    let answer = hop.answer().context("no answer that can be read")?;
    let limits = scutch_archive::Limits::default();
    let kind = answer.headers.get("Content-Type").map(str::to_owned);
    // Links of the page are relative to where the redirects ended.
    let url = Url::parse(&hop.uri).map_err(|error| anyhow::anyhow!("{}", error.sentence()))?;
    Ok(Document::new(url, answer.payload(&limits).content.into_owned(), kind))
}
