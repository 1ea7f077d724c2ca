//! Measures the pages of archives against their partners, for fitting the joint score.
//!
//! `fit [--tables FOLDER] [--scores SCORES.jsonl] [--together] ARCHIVE... > rows.jsonl` writes a
//! line per page: `url`, `timestamp`, `names`, and of each block its `text`, its row of features,
//! in what share of the partners it is `held`, and its `place` if it would be a copy of an equal
//! block elsewhere. `--tables` scores single pages with other tables than those shipped, such as
//! ones that have not seen the hosts of the archives (FIT/fold-N of the page model). `--together`
//! compares all pages as if they were of one host, as where one host has many sites. `joint.py`
//! fits the score to the lines. With `--scores` the lines are `url`, `timestamp` and the `text`
//! that the joint method makes of other scores than its own: `url`, `timestamp` and `scores` of the
//! blocks with text, by a fit that has not seen the page's host.

use std::collections::BTreeMap;
use std::io::{BufWriter, Write as _};
use std::path::Path;

use scutch_archive::{Item, Limits as ArchiveLimits, Reader, capture};
use scutch_page::extract::Models;
use scutch_page::extract::fitting::places_of_copies;
use scutch_page::{ExtractConfig, Hints, Limits, Page, Scoring, render};
use scutch_template::Evidence;
use scutch_template::gap::Gaps;
use scutch_template::joint::{NAMES, measure, rescore_by};
use scutch_template::{HostEvidence, HostPages, Key, Summary};
use serde_json::{Value, json};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut archives: Vec<String> = std::env::args().skip(1).collect();
    let models = option(&mut archives, "--tables").map(|folder| Models::read(Path::new(&folder)));
    let models = models.transpose()?;
    let models = models.as_ref().unwrap_or_else(|| Models::shipped());
    let scores = option(&mut archives, "--scores").map(|file| scores(Path::new(&file)));
    let scores = scores.transpose()?;
    let together = archives.iter().position(|argument| argument == "--together");
    let together = together.map(|at| archives.remove(at)).is_some();
    let host = |page: &Page| if together { String::new() } else { host(page) };
    let mut out = BufWriter::new(std::io::stdout().lock());
    for archives in archives.chunks(if together { archives.len().max(1) } else { 1 }) {
        let mut pages = Vec::new();
        for archive in archives {
            read(Path::new(archive), models, &mut pages)?;
        }
        let mut hosts: BTreeMap<String, HostPages> = BTreeMap::new();
        for (page, summary, _) in &pages {
            hosts.entry(host(page)).or_default().add(summary.clone());
        }
        let hosts: BTreeMap<String, HostEvidence> =
            hosts.into_iter().map(|(host, pages)| (host, pages.conclude())).collect();
        for capture in &pages {
            let (page, summary, date) = capture;
            let evidence = hosts[&host(page)].evidence(summary, Gaps::default());
            let line = match &scores {
                None => Some(row(capture, &evidence)),
                Some(scores) => scores
                    .get(&(summary.key.url.clone(), date.clone()))
                    .map(|scores| text(capture, &evidence, scores)),
            };
            if let Some(line) = line {
                writeln!(out, "{line}")?;
            }
        }
    }
    Ok(())
}

/// Takes an option and its value out of the arguments.
fn option(arguments: &mut Vec<String>, name: &str) -> Option<String> {
    let at = arguments.iter().position(|argument| argument == name)?;
    arguments.drain(at..(at + 2).min(arguments.len())).nth(1)
}

/// Scores of blocks by address and date.
type Scores = BTreeMap<(String, String), Vec<f32>>;

fn scores(file: &Path) -> Result<Scores, Box<dyn std::error::Error>> {
    let mut scores = Scores::new();
    for line in std::fs::read_to_string(file)?.lines() {
        let page: Value = serde_json::from_str(line)?;
        let name = |name: &str| page[name].as_str().unwrap_or_default().to_owned();
        let of = serde_json::from_value(page["scores"].clone())?;
        scores.insert((name("url"), name("timestamp")), of);
    }
    Ok(scores)
}

/// What is measured of a page.
fn row((page, summary, date): &Capture, evidence: &Evidence<'_>) -> Value {
    let rows = measure(page, summary, evidence);
    let places = places_of_copies(page);
    let measured = rows.iter().zip(places).zip(&summary.blocks);
    let blocks = page.blocks().iter().zip(measured).filter(|(block, _)| block.chars > 0);
    let blocks = blocks.map(|(block, ((row, place), seen))| {
        let held = evidence.share_with_text(seen.text);
        json!({"text": block.text, "row": row.to_vec(), "held": held, "place": place})
    });
    let blocks: Vec<Value> = blocks.collect();
    json!({"url": summary.key.url, "timestamp": date, "names": NAMES, "blocks": blocks})
}

/// The text of a page by given scores of its blocks with text.
fn text((page, summary, date): &Capture, evidence: &Evidence<'_>, scores: &[f32]) -> Value {
    let texts = page.blocks().iter().filter(|block| block.chars > 0).count();
    assert_eq!(scores.len(), texts, "scores of {}", summary.key.url);
    let mut scoring = Scoring::new(page, &ExtractConfig::default());
    rescore_by(&mut scoring, page, summary, evidence, scores);
    let text = render::text(page, &scoring.finish("held out"));
    json!({"url": summary.key.url, "timestamp": date, "text": text})
}

fn host(page: &Page) -> String {
    page.url().and_then(scutch_url::host).map(|host| host.to_ascii_lowercase()).unwrap_or_default()
}

/// A page, what its partners see of it, and its date in 14 digits.
type Capture = (Page, Summary, String);

fn read(
    archive: &Path,
    models: &Models,
    pages: &mut Vec<Capture>,
) -> Result<(), Box<dyn std::error::Error>> {
    let limits = ArchiveLimits::default();
    let mut reader = Reader::open(archive, &limits)?;
    while let Some(item) = reader.next() {
        let Item::Record(record) = item else { continue };
        let Ok(capture) = capture(&record, &limits) else { continue };
        if capture.status != Some(200) {
            continue;
        }
        let hints = Hints {
            url: Some(capture.url),
            http_content_type: capture.content_type.as_deref(),
            guessed_charset: capture.guessed_charset.as_deref(),
            ..Hints::default()
        };
        let page = Page::parse(&capture.payload.content, &hints, &Limits::default());
        let date = record.header("WARC-Date").unwrap_or_default();
        let date: String = date.chars().filter(char::is_ascii_digit).take(14).collect();
        let time = capture.date.map_or(0, |date| date.unix_ms);
        let key = Key { url: capture.url.to_owned(), time, record: pages.len() as u64 };
        let scoring = Scoring::with_models(&page, &ExtractConfig::default(), models);
        let summary = Summary::new(key, &page, scoring.labels());
        drop(scoring);
        pages.push((page, summary, date));
    }
    Ok(())
}
