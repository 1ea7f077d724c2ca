//! Writes the tokens of every memento of archives, for comparisons with other programs: lines of
//! URI-M, a tab, and the tokens with spaces between.
//!
//! `tokens ARCHIVE...`

use std::io::Write as _;
use std::path::Path;

use scutch_archive::{Item, Limits, Reader, WarcDate, capture};
use scutch_page::{Hints, Page, render};
use scutch_topic::{Media, Tokenizer, media, tokens};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for archive in std::env::args().skip(1) {
        let limits = Limits::default();
        let mut reader = Reader::open(Path::new(&archive), &limits)?;
        while let Some(item) = reader.next() {
            let Item::Record(record) = item else { continue };
            let Ok(capture) = capture(&record, &limits) else { continue };
            let content_type = capture.content_type.as_deref();
            if media(content_type, &capture.payload.content) != Media::Html {
                continue;
            }
            let hints = Hints {
                url: Some(capture.url),
                http_content_type: content_type,
                guessed_charset: capture.guessed_charset.as_deref(),
                ..Hints::default()
            };
            let page = Page::parse(&capture.payload.content, &hints, &Default::default());
            let mut all = Vec::new();
            tokens(
                &render::text(
                    &page,
                    &scutch_page::Method::AllText
                        .extract(&page, &scutch_page::ExtractConfig::default()),
                ),
                Tokenizer::Words,
                |token| all.push(token.to_owned()),
            );
            let stamp = capture.date.map(WarcDate::timestamp).unwrap_or_default();
            writeln!(out, "from-warc::{stamp}::{}\t{}", capture.url, all.join(" "))?;
        }
    }
    Ok(())
}
