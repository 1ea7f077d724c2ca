//! Lists the captures of archive files: date, status, media type, bytes of payload, URL.
//!
//! `cargo run -p scutch-archive --example captures -- FILE...`

use std::path::Path;

use scutch_archive::{Item, Limits, Reader, WarcDate, capture};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let limits = Limits::default();
    for file in std::env::args().skip(1) {
        let mut reader = Reader::open(Path::new(&file), &limits)?;
        while let Some(item) = reader.next() {
            match item {
                // Reading goes on behind damage; what is lost has a place and a cause.
                Item::Damage(damage) => {
                    let (offset, length) = (damage.offset, damage.length);
                    eprintln!("{file}: {length} bytes at {offset}: {}", damage.cause.sentence());
                }
                Item::Record(record) => {
                    let Ok(page) = capture(&record, &limits) else { continue };
                    let date = page.date.map(WarcDate::w3c).unwrap_or_default();
                    let status = page.status.map_or("-".to_owned(), |status| status.to_string());
                    let mime = page.content_type.as_deref().unwrap_or("-");
                    let bytes = page.payload.content.len();
                    println!("{date}\t{status}\t{mime}\t{bytes}\t{}", page.url);
                }
            }
        }
    }
    Ok(())
}
