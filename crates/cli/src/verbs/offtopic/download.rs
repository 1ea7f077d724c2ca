//! Archives that are named by address: fetched as files, and then read as any others.

use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use scutch_archive::{Limits, WholeFile, stream_http_response};
use scutch_fetch::{Client, Request, Settings};
use scutch_learn::hashed;

use super::otmt::is_address;
use crate::interrupt;
use crate::talk::Talk;
use crate::verbs::network::NetworkArgs;

/// The inputs with files of `folder` in place of addresses. A file that is there already is not
/// fetched again.
pub(super) fn archives(
    inputs: &[String],
    folder: &Path,
    network: &NetworkArgs,
    talk: Talk,
) -> anyhow::Result<Vec<String>> {
    let addresses = inputs.iter().map(String::as_str).filter(|name| is_address(name));
    // An archive may have any size: it goes to a file, and what is read of it at a time is bounded.
    let settings = Settings { max_response: usize::MAX, ..network.settings(addresses)? };
    let mut client = network.client(settings);
    let mut files = Vec::new();
    for name in inputs {
        if !is_address(name) {
            files.push(name.clone());
            continue;
        }
        let file = folder.join(file_name(name));
        if !file.exists() && !interrupt::asked() {
            fetch(&mut client, name, &file)?;
            let size = file.metadata().map_or(0, |found| found.len());
            talk.say(format_args!("{}: {size} bytes", name.escape_debug()));
        }
        files.push(file.display().to_string());
    }
    Ok(files)
}

/// The name of the file for an address: its own last name, behind a number that tells it from those of
/// other addresses.
fn file_name(address: &str) -> PathBuf {
    let path = address.split(['?', '#']).next().unwrap_or_default();
    let last = path.rsplit('/').next().unwrap_or_default();
    let harmless = |c: char| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '_' };
    let last: String = last.chars().map(harmless).collect();
    // File systems take 255 bytes; the end of the name says how the archive is compressed.
    let last = &last[last.len().saturating_sub(LONGEST)..];
    PathBuf::from(format!("{:016x}-{last}", hashed(address.as_bytes())))
}

/// Most bytes of an archive's own name.
const LONGEST: usize = 200;

/// Fetches an archive into a file, which appears whole or not at all.
fn fetch(client: &mut Client, address: &str, file: &Path) -> anyhow::Result<()> {
    let shown = address.escape_debug();
    // As long answers do, an archive goes to a temporary file while it arrives.
    let request = Request { uri: address.to_owned(), is_list: true, ..Request::default() };
    let fetched = client.fetch(&request);
    if let Some(failure) = fetched.failure {
        bail!("{shown}: {failure}");
    }
    let hop = fetched.hops.last().with_context(|| format!("{shown}: no answer"))?;
    if hop.status != 200 {
        bail!("{shown}: the server does not give the archive (status {})", hop.status);
    }
    let limits = Limits { payload: u64::MAX, ..Limits::default() };
    let mut answer =
        stream_http_response(hop.reader(), &limits).with_context(|| format!("{shown}: answer"))?;
    let mut out = WholeFile::create(file)?;
    io::copy(&mut answer.content, &mut out).with_context(|| format!("{shown}: answer"))?;
    Ok(out.publish()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_are_harmless_and_differ_by_address() {
        let name = |address: &str| file_name(address).display().to_string();
        assert!(name("http://a.example/w/one.warc.gz?x=/y").ends_with("-one.warc.gz"));
        assert!(name("http://a.example/%2e%2e%2fé").ends_with("-_2e_2e_2f_"));
        assert!(name("http://a.example/").ends_with('-'));
        assert!(name(&format!("http://a.example/{}.warc.gz", "x".repeat(999))).len() < 255);
        assert_ne!(name("http://a.example/1/a.warc"), name("http://a.example/2/a.warc"));
    }
}
