//! Files and addresses that were named, and what is said of those that are no page.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use anyhow::{Context as _, bail};
use scutch_archive::other_format;
use scutch_page::Limits;

/// What is said about an address without scheme or host.
pub(super) const NO_FULL_ADDRESS: &str = "no full address, such as http://a.example/page";

/// Whether an address can be a base for relative links.
pub(super) fn is_full_address(url: &str) -> bool {
    url::Url::parse(url).is_ok()
}

/// The bytes of a page, as many as the parser takes.
pub(super) fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    if let Some(url) = path.to_str().filter(|name| is_address(name)) {
        bail!("{url}: an address, not a file: `scutch fetch {url} -o FILE.warc.gz` fetches pages");
    }
    if path.is_dir() {
        let folder = path.display();
        bail!(
            "{folder}: a folder: name its pages: `scutch extract {folder}/*.html --format jsonl`"
        );
    }
    let from: Box<dyn Read> = match path == Path::new("-") {
        true => Box::new(io::stdin().lock()),
        false => Box::new(File::open(path).with_context(|| path.display().to_string())?),
    };
    let mut bytes = Vec::new();
    let limit = Limits::default().input_bytes as u64;
    // One byte more than the parser takes, so that it can report the page as too large.
    from.take(limit + 1).read_to_end(&mut bytes).with_context(|| path.display().to_string())?;
    Ok(bytes)
}

/// Whether an address was given instead of a file. Other extractors fetch addresses, so users try.
fn is_address(name: &str) -> bool {
    ["http://", "https://"].iter().any(|scheme| name.starts_with(scheme))
        // Downloaders name files by addresses.
        && !Path::new(name).exists()
}

/// Whether a file is XHTML by its name.
pub(super) fn is_xhtml(name: &str) -> bool {
    let extension = Path::new(name).extension().unwrap_or_default();
    ["xhtml", "xht"].iter().any(|known| extension.eq_ignore_ascii_case(known))
}

/// Returns the bytes unless they are of another format than HTML.
pub(super) fn page_of(name: &str, bytes: Vec<u8>) -> anyhow::Result<Vec<u8>> {
    match other_format(&bytes) {
        Some("application/warc" | "application/gzip") => {
            bail!("{name}: no page but an archive, or compressed: `scutch corpus` reads archives")
        }
        Some(other) => bail!("{name}: no page: the bytes are {other}"),
        None => Ok(bytes),
    }
}
