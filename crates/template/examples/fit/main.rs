//! Measures the pages of archives against their partners, for growing the trees of the joint method.
//!
//! `fit [--tables FOLDER] ARCHIVE... > rows.jsonl` writes a line per page: `url`, `timestamp`, `likely` (that it is an
//! article, and a product), `names`, and of each block its `text`, its row of features, and its `place` if it would be a
//! copy of an equal block elsewhere. `--tables` scores single pages with other tables than those shipped, such as ones
//! that have not seen the hosts of the archives (FIT/fold-N of the page model). `trees.py` grows the trees from the lines.

use std::collections::BTreeMap;
use std::io::{BufWriter, Write as _};
use std::path::Path;

use scutch_archive::{Item, Limits as ArchiveLimits, Reader, capture};
use scutch_page::extract::{Scoring, places_of_copies};
use scutch_page::{ExtractConfig, Hints, Limits, Page, PageType};
use scutch_template::gap::Gaps;
use scutch_template::joint::{NAMES, measure};
use scutch_template::{Key, Partners, Summary};
use serde_json::json;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut archives: Vec<String> = std::env::args().skip(1).collect();
    if archives.first().is_some_and(|first| first == "--tables") {
        scutch_page::extract::use_tables(Path::new(&archives[1]))?;
        archives.drain(..2);
    }
    let mut out = BufWriter::new(std::io::stdout().lock());
    for archive in &archives {
        let pages = pages(Path::new(archive))?;
        let mut hosts: BTreeMap<String, Partners> = BTreeMap::new();
        for (page, summary, _) in &pages {
            hosts.entry(host(page)).or_default().add(summary.clone());
        }
        hosts.values_mut().for_each(Partners::find_groups);
        for (page, summary, date) in &pages {
            let evidence = hosts[&host(page)].evidence(summary, Gaps::default());
            let rows = measure(page, summary, &evidence);
            let places = places_of_copies(page);
            let blocks = page.blocks().iter().zip(&rows).zip(places);
            let blocks: Vec<_> = blocks
                .filter(|((block, _), _)| block.chars > 0)
                .map(|((block, row), place)| json!({"text": block.text, "row": row.to_vec(), "place": place}))
                .collect();
            let likely =
                [PageType::Article, PageType::Product].map(|of| page.page_type().probability(of));
            let line = json!({
                "url": summary.key.url, "timestamp": date, "names": NAMES, "blocks": blocks,
                "likely": likely,
            });
            writeln!(out, "{line}")?;
        }
    }
    Ok(())
}

fn host(page: &Page) -> String {
    page.url().and_then(scutch_url::host).map(|host| host.to_ascii_lowercase()).unwrap_or_default()
}

/// A page, what its partners see of it, and its date in 14 digits.
type Capture = (Page, Summary, String);

fn pages(archive: &Path) -> Result<Vec<Capture>, Box<dyn std::error::Error>> {
    let limits = ArchiveLimits::default();
    let mut reader = Reader::open(archive, &limits)?;
    let mut pages = Vec::new();
    while let Some(item) = reader.next() {
        let Item::Record(record) = item else { continue };
        let Ok(capture) = capture(&record, &limits) else { continue };
        if capture.status != Some(200) {
            continue;
        }
        let hints = Hints {
            url: Some(capture.url),
            http_content_type: capture.content_type.as_deref(),
            ..Hints::default()
        };
        let page = Page::parse(&capture.payload.content, &hints, &Limits::default());
        let date = record.header("WARC-Date").unwrap_or_default();
        let date: String = date.chars().filter(char::is_ascii_digit).take(14).collect();
        let time = capture.date.map_or(0, |date| date.unix_ms);
        let key = Key { url: capture.url.to_owned(), time, record: pages.len() as u64 };
        let scoring = Scoring::new(&page, &ExtractConfig::default());
        let summary = Summary::new(key, &page, scoring.labels());
        drop(scoring);
        pages.push((page, summary, date));
    }
    Ok(pages)
}
