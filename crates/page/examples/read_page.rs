//! Reads one HTML file and prints what it says: `read_page FILE [ADDRESS]`.
//!
//! Shows the road of the crate: bytes, page, labels, metadata, document.

use std::path::PathBuf;

use scutch_page::{Document, ExtractConfig, Hints, Limits, Page, extract, render};

fn main() -> std::io::Result<()> {
    let mut args = std::env::args().skip(1);
    let Some(file) = args.next().map(PathBuf::from) else {
        eprintln!("read_page FILE [ADDRESS]");
        return Ok(());
    };
    let address = args.next();
    let bytes = std::fs::read(file)?;

    // The address resolves links, and the path can hold a date.
    let hints = Hints { url: address.as_deref(), ..Hints::default() };
    let page = Page::parse(&bytes, &hints, &Limits::default());
    for flag in page.flags() {
        println!("note: {}", flag.sentence());
    }

    let extraction = extract(&page, &ExtractConfig::default());
    let kept = extraction.labels.iter().filter(|label| label.content).count();
    println!("{kept} of {} blocks are content ({})", page.blocks().len(), extraction.method);

    let metadata = page.metadata(&extraction);
    println!("title: {}", metadata.title.as_deref().unwrap_or("unknown"));
    println!("authors: {}", metadata.authors.join("; "));
    println!("published: {}", metadata.date_published.as_deref().unwrap_or("unknown"));

    println!("\n{}", render::markdown(&Document::new(&page, &extraction)));
    Ok(())
}
