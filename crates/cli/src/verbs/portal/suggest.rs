//! `scutch portal suggest`.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use scutch_fetch::{Client, Request};
use scutch_lists::is_address;
use scutch_portal::{Document, RecordedPages, explore};
use scutch_url::Url;

use super::trial;
use crate::exit::Exit;
use crate::output::output;
use crate::talk::Talk;
use crate::verbs::network::NetworkArgs;

#[derive(Debug, clap::Args)]
pub(crate) struct SuggestArgs {
    /// Archive pages: addresses, or archives that hold them.
    #[arg(required = true, value_name = "URL|WARC")]
    pages: Vec<String>,
    /// Of the archives, only pages at these addresses.
    #[arg(long, value_name = "URL")]
    only: Vec<String>,
    /// Propose rules of its own also where the preset of a publishing program fits.
    #[arg(long)]
    generic: bool,
    #[command(flatten)]
    network: NetworkArgs,
}

/// Runs `scutch portal suggest`. Exits with 5 when nothing stands out that a crawl could begin from.
pub(super) fn run(args: &SuggestArgs, talk: Talk) -> anyhow::Result<Exit> {
    let files: Vec<PathBuf> = args.files().map(|file| Path::new(file).to_owned()).collect();
    let stored = RecordedPages::read(&files)?;
    let settings = args.network.crawler_settings(args.addresses().map(String::as_str))?;
    let mut client = args.addresses().next().map(|_| args.network.client(settings));
    let pages = args.documents(&stored, client.as_mut())?;
    let Some(first) = pages.first() else { bail!("no pages to look at") };
    let url = format!("{}/", first.url().origin());
    // Pages without an answer are no part of the proposal; the given ones had to be there.
    let mut ask = |address: &str| match &mut client {
        Some(client) => fetched(client, address).ok(),
        None => stored.page(address),
    };
    let seen = explore(pages, args.generic, &mut ask);
    let text = seen.suggestion.to_portal_file(&url)?;
    let mut out = output(None)?;
    out.write_all(text.as_bytes())?;
    out.flush()?;
    trial::tell(&seen, &text, talk)?;
    Ok(if seen.suggestion.has_route() { Exit::Done } else { Exit::Nothing })
}

impl SuggestArgs {
    /// The arguments that are addresses.
    fn addresses(&self) -> impl Iterator<Item = &String> {
        self.pages.iter().filter(|page| is_address(page))
    }

    /// The arguments that are archives.
    fn files(&self) -> impl Iterator<Item = &String> {
        self.pages.iter().filter(|page| !is_address(page))
    }

    /// The pages to look at, fetched or stored.
    fn documents(
        &self,
        stored: &RecordedPages,
        mut client: Option<&mut Client>,
    ) -> anyhow::Result<Vec<Document>> {
        let mut pages = Vec::new();
        for address in self.addresses() {
            let client = client.as_mut().context("no client")?;
            pages.push(fetched(client, address)?);
        }
        let wanted: Vec<String> = match self.only.is_empty() {
            true => stored.addresses().map(str::to_owned).collect(),
            false => self.only.clone(),
        };
        pages.extend(wanted.iter().filter_map(|address| stored.page(address)));
        Ok(pages)
    }
}

/// Fetches a page; the last of its redirects counts.
fn fetched(client: &mut Client, address: &str) -> anyhow::Result<Document> {
    let fetched = client.fetch(&Request { uri: address.to_owned(), ..Request::default() });
    if let Some(failure) = fetched.failure {
        bail!("{address}: {failure}");
    }
    let hop = fetched.hops.last().context("no answer")?;
    let answer = hop.answer().context("no answer that can be read")?;
    if !(200..300).contains(&hop.status) {
        bail!("{address}: the server does not give the page (status {})", hop.status);
    }
    let limits = scutch_archive::Limits::default();
    let kind = answer.headers.get("Content-Type").map(str::to_owned);
    // Links of the page are relative to where the redirects ended.
    let url = Url::parse(&hop.uri).map_err(|error| anyhow::anyhow!("{}", error.sentence()))?;
    Ok(Document::new(url, answer.payload(&limits).content.into_owned(), kind))
}
