//! Writes what other programs are asked to agree with; see `bench/learn_oracle.py` and
//! `bench/annotate_oracle.py`.
//!
//! `oracle rows ARCHIVE...` writes the training rows of t005, a line each: class, tab, values.
//! `oracle pairs ARCHIVE...` writes a JSON line for each page that has a partner: the HTML of the
//! partner (`old`) and of the page (`new`), the words of both (`before`, `words`), and of each of
//! the page's whether the partner has it by difflib, as the chain finds it (`shared`) and as the
//! star does (`star`).

use std::io::{BufWriter, Write as _};
use std::path::Path;

use anyhow::Result;
use scutch_page::extract::Scoring;
use scutch_page::{ExtractConfig, Page};
use scutch_template::annotate::{Comparison, annotate};
use scutch_template::cross::CrossRule;
use scutch_template::diff::Diff;
use scutch_template::patterns::UP;
use scutch_template::retrain::Lessons;
use scutch_template::words::Words;
use scutch_template::{HostEvidence, HostPages, Key, Method, Summary, TemplateConfig};
use serde_json::json;

use crate::arguments::Unusable;
use crate::captures::{for_each_capture, parse};

pub(crate) const USAGE: &str = "rows|pairs ARCHIVE...";

/// A page with its source.
struct Capture {
    page: Page,
    summary: Summary,
    html: String,
}

/// Writes rows or pairs of all archives.
pub(crate) fn run(arguments: Vec<String>) -> Result<()> {
    let Some((mode, archives)) = arguments.split_first() else { return Err(Unusable.into()) };
    if !["rows", "pairs"].contains(&mode.as_str()) {
        return Err(Unusable.into());
    }
    let cross = Some(CrossRule::Repaired);
    let config = TemplateConfig { method: Method::T005, cross, ..TemplateConfig::default() };
    let mut out = BufWriter::new(std::io::stdout().lock());
    for archive in archives {
        let captures = read(Path::new(archive), &config)?;
        let mut pages = HostPages::default();
        captures.iter().for_each(|capture| pages.add(capture.summary.clone()));
        let partners = pages.conclude();
        for capture in &captures {
            if mode == "rows" {
                rows(capture, &partners, &config, &mut out)?;
            } else if let Some(line) = pair(capture, &partners, &captures, &config) {
                writeln!(out, "{line}")?;
            }
        }
    }
    out.flush()?;
    Ok(())
}

fn rows(
    capture: &Capture,
    partners: &HostEvidence,
    config: &TemplateConfig,
    out: &mut impl std::io::Write,
) -> Result<()> {
    let evidence = partners.evidence_for(&capture.summary, "", config);
    let lessons = config.method.lessons(&capture.page, &capture.summary, &evidence, config);
    for (row, content) in lessons.iter().flat_map(Lessons::rows) {
        let row: Vec<String> = row.iter().map(f32::to_string).collect();
        writeln!(out, "{}\t{}", u8::from(content), row.join("\t"))?;
    }
    Ok(())
}

fn pair(
    new: &Capture,
    partners: &HostEvidence,
    captures: &[Capture],
    config: &TemplateConfig,
) -> Option<serde_json::Value> {
    let evidence = partners.evidence_for(&new.summary, "", config);
    let up = &evidence.cross[0]?.key;
    let old = captures.iter().find(|capture| capture.summary.key == *up)?;
    let (before, words) = (Words::from_tree(old.page.tree()), Words::from_tree(new.page.tree()));
    let around = [Some(before.numbers.as_slice()), None, None, None];
    let shared = |comparison| {
        let bits = annotate(&words, &around, comparison, Diff::Difflib).bits;
        bits.iter().map(|bits| u8::from(bits & UP != 0)).collect::<Vec<_>>()
    };
    Some(json!({
        "url": new.summary.key.url, "old": old.html, "new": new.html,
        "before": texts(&old.page, &before), "words": texts(&new.page, &words),
        "shared": shared(Comparison::Chain), "star": shared(Comparison::Star),
    }))
}

/// The words as they are written.
fn texts<'p>(page: &'p Page, words: &Words) -> Vec<&'p str> {
    let mut texts = Vec::new();
    let mut last = None;
    for node in &words.nodes {
        if last.replace(*node) != Some(*node) {
            texts.extend(page.tree().text(*node).split_whitespace());
        }
    }
    texts
}

fn read(archive: &Path, config: &TemplateConfig) -> Result<Vec<Capture>> {
    let mut captures = Vec::new();
    for_each_capture(archive, |capture| {
        let page = parse(capture);
        let time = capture.date.map_or(0, |date| date.unix_ms);
        let key = Key { url: capture.url.to_owned(), time, record: captures.len() as u64 };
        let scoring = Scoring::new(&page, &ExtractConfig::default());
        let summary = Summary::new(key, &page, scoring.labels()).prepared(&page, config);
        drop(scoring);
        // Other programs read text, not bytes in some charset.
        if let Ok(html) = String::from_utf8(capture.payload.content.to_vec()) {
            captures.push(Capture { page, summary, html });
        }
        Ok(())
    })?;
    Ok(captures)
}
