//! Off-topic mementos of archives, as lines of verdict, date, URL and reasons.
//!
//! `offtopic ARCHIVE...`

use std::path::Path;

use scutch_archive::{Item, Limits, Reader};
use scutch_shuffle::Settings;
use scutch_topic::{Gatherer, Grouping, Profile, Selection, Status, judge_all};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let archives: Vec<String> = std::env::args().skip(1).collect();
    let profile = Profile::named("default").ok_or("no default profile")?;
    let limits = Limits::default();
    let mut gatherer = Gatherer::new(&profile.sketch, &limits, 2, Settings::default())?;
    for (number, name) in (0..).zip(&archives) {
        let mut reader = Reader::open(Path::new(name), &limits)?;
        while let Some(item) = reader.next() {
            match item {
                Item::Record(record) => gatherer.record(number, name, record)?,
                Item::Damage(damage) => gatherer.damage(name, &damage),
            }
        }
    }
    let collection = gatherer.finish(archives, Grouping::Exact, Selection::All)?;
    judge_all(&collection, &profile, 2, |timemap, judged| {
        for (memento, verdict) in timemap.mementos.iter().zip(&judged.verdicts) {
            if verdict.status == Status::Off {
                let reasons: Vec<&str> = verdict.reasons.iter().map(|r| r.id()).collect();
                println!("{} {} {}", memento.stamp(), memento.url, reasons.join(" "));
            }
        }
        Ok(())
    })?;
    Ok(())
}
