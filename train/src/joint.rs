//! Measures the pages of archives against their partners, for fitting the joint score.
//!
//! `joint [--tables FOLDER] [--scores SCORES.jsonl] [--together] ARCHIVE... > rows.jsonl` writes a
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

use anyhow::{Result, ensure};
use scutch_page::extract::Models;
use scutch_page::extract::fitting::places_of_copies;
use scutch_page::{ExtractConfig, Page, Scoring, render};
use scutch_template::Evidence;
use scutch_template::gap::Gaps;
use scutch_template::joint::{NAMES, measure, rescore_by};
use scutch_template::{HostEvidence, HostPages, Key, Summary};
use serde_json::{Value, json};

use crate::arguments::{take_flag, take_option};
use crate::captures::{for_each_capture, parse};

pub(crate) const USAGE: &str =
    "[--tables FOLDER] [--scores SCORES.jsonl] [--together] ARCHIVE... > rows.jsonl";

/// Writes a line per page of the archives.
pub(crate) fn run(mut archives: Vec<String>) -> Result<()> {
    let models =
        take_option(&mut archives, "--tables")?.map(|folder| Models::read(Path::new(&folder)));
    let models = models.transpose()?;
    let models = models.as_ref().unwrap_or_else(|| Models::shipped());
    let scores = take_option(&mut archives, "--scores")?.map(|file| scores(Path::new(&file)));
    let scores = scores.transpose()?;
    let together = take_flag(&mut archives, "--together");
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
                    .map(|scores| text(capture, &evidence, scores))
                    .transpose()?,
            };
            if let Some(line) = line {
                writeln!(out, "{line}")?;
            }
        }
    }
    out.flush()?;
    Ok(())
}

/// Scores of blocks by address and date.
type Scores = BTreeMap<(String, String), Vec<f32>>;

fn scores(file: &Path) -> Result<Scores> {
    let mut scores = Scores::new();
    for line in std::fs::read_to_string(file)?.lines() {
        let page: Value = serde_json::from_str(line)?;
        let name = |name: &str| page[name].as_str().unwrap_or_default().to_owned();
        let of_blocks = serde_json::from_value(page["scores"].clone())?;
        scores.insert((name("url"), name("timestamp")), of_blocks);
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
fn text((page, summary, date): &Capture, evidence: &Evidence<'_>, scores: &[f32]) -> Result<Value> {
    let texts = page.blocks().iter().filter(|block| block.chars > 0).count();
    ensure!(
        scores.len() == texts,
        "{}: {} scores of {texts} blocks",
        summary.key.url,
        scores.len()
    );
    let mut scoring = Scoring::new(page, &ExtractConfig::default());
    rescore_by(&mut scoring, page, summary, evidence, scores);
    let text = render::text(page, &scoring.finish("held out"));
    Ok(json!({"url": summary.key.url, "timestamp": date, "text": text}))
}

fn host(page: &Page) -> String {
    page.url().and_then(scutch_url::host).map(|host| host.to_ascii_lowercase()).unwrap_or_default()
}

/// A page, what its partners see of it, and its date in 14 digits.
type Capture = (Page, Summary, String);

fn read(archive: &Path, models: &Models, pages: &mut Vec<Capture>) -> Result<()> {
    for_each_capture(archive, |capture| {
        if capture.status != Some(200) {
            return Ok(());
        }
        let page = parse(capture);
        let date = capture.record.header("WARC-Date").unwrap_or_default();
        let date: String = date.chars().filter(char::is_ascii_digit).take(14).collect();
        let time = capture.date.map_or(0, |date| date.unix_ms);
        let key = Key { url: capture.url.to_owned(), time, record: pages.len() as u64 };
        let scoring = Scoring::with_models(&page, &ExtractConfig::default(), models);
        let summary = Summary::new(key, &page, scoring.labels());
        drop(scoring);
        pages.push((page, summary, date));
        Ok(())
    })
}
