//! Lists the partners and snapshots of each page of an archive: `partners ARCHIVE`.

use std::collections::BTreeMap;
use std::path::Path;

use scutch_archive::{Item, Limits as ArchiveLimits, Reader, capture};
use scutch_page::{ExtractConfig, Hints, Limits, Page, Scoring};
use scutch_template::{HostPages, Key, Summary, TemplateConfig};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let archive = std::env::args().nth(1).ok_or("partners ARCHIVE")?;
    let mut hosts: BTreeMap<String, Vec<Summary>> = BTreeMap::new();
    let limits = ArchiveLimits::default();
    let mut reader = Reader::open(Path::new(&archive), &limits)?;
    while let Some(item) = reader.next() {
        let Item::Record(record) = item else { continue };
        // Records without a page, such as requests, are passed over.
        let Ok(capture) = capture(&record, &limits) else { continue };
        let hints = Hints { url: Some(capture.url), ..Hints::default() };
        let page = Page::parse(&capture.payload.content, &hints, &Limits::default());
        let key = Key {
            url: capture.url.to_owned(),
            time: capture.date.map_or(0, |date| date.unix_ms),
            record: scutch_learn::hashed(&capture.payload.content),
        };
        let labels = Scoring::new(&page, &ExtractConfig::default());
        let host = scutch_url::host(capture.url).unwrap_or_default();
        hosts.entry(host).or_default().push(Summary::new(key, &page, labels.labels()));
    }
    for (host, summaries) in hosts {
        let mut pages = HostPages::default();
        summaries.iter().for_each(|summary| pages.add(summary.clone()));
        let evidence = pages.conclude();
        for page in &summaries {
            let found = evidence.evidence_for(page, &host, &TemplateConfig::default());
            println!("{}", page.key.url);
            for (partner, similarity) in found.partners.iter().take(3) {
                println!("  {similarity:.2} {}", partner.key.url);
            }
            for snapshot in found.snapshots.iter().flatten() {
                println!("  snapshot of {} ms", snapshot.key.time);
            }
        }
    }
    Ok(())
}
