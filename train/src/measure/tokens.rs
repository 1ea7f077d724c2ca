//! Writes the tokens of every memento of archives, for comparisons with other programs: lines of
//! URI-M, a tab, and the tokens with spaces between.
//!
//! `tokens ARCHIVE...`

use std::io::Write as _;
use std::path::Path;

use anyhow::Result;
use scutch_archive::WarcDate;
use scutch_page::{ExtractConfig, Method, render};
use scutch_topic::{Media, Tokenizer, tokens};

use crate::captures::{for_each_capture, parse};

pub(crate) const USAGE: &str = "ARCHIVE...";

/// Writes a line per memento that is HTML.
pub(crate) fn run(archives: Vec<String>) -> Result<()> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for archive in archives {
        for_each_capture(Path::new(&archive), |capture| {
            if Media::of_capture(capture) != Media::Html {
                return Ok(());
            }
            let page = parse(capture);
            let text = Method::AllText.extract(&page, &ExtractConfig::default());
            let text = render::text(&page, &text);
            let mut all = Vec::new();
            tokens(&text, Tokenizer::Words, |token| all.push(token.to_owned()));
            let stamp = capture.date.map(WarcDate::timestamp).unwrap_or_default();
            writeln!(out, "from-warc::{stamp}::{}\t{}", capture.url, all.join(" "))?;
            Ok(())
        })?;
    }
    out.flush()?;
    Ok(())
}
