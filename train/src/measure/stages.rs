//! Times each stage of a page on one core: `stages [--rounds N] FILE...`, pages or archives of
//! pages.
//!
//! Everything is read into memory first; of archives responses with status 200 that are HTML. A stage
//! counts with its fastest round for each page. MB are those of the decoded HTTP bodies. The slowest
//! pages for their size are told apart: of small ones it is the fixed part that counts.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use scutch_page::{ExtractConfig, Hints, Limits, Page, Tree, charset, extract, render};

use crate::arguments::{Unusable, take_option};
use crate::captures::for_each_capture;

pub(crate) const USAGE: &str = "[--rounds N] FILE...";

/// Pages smaller than this say little about time per megabyte.
const SMALL: usize = 10_000;
const STAGES: [&str; 6] = ["decode", "parse", "blocks", "classify", "metadata", "serialise"];

#[derive(Default)]
struct Input {
    bytes: Vec<u8>,
    url: Option<String>,
    content_type: Option<String>,
    guessed_charset: Option<String>,
    capture_ms: Option<i64>,
}

/// Prints the table of stages and the slowest pages.
pub(crate) fn run(mut arguments: Vec<String>) -> Result<()> {
    let rounds = take_option(&mut arguments, "--rounds")?;
    let rounds = rounds.map(|rounds| rounds.parse()).transpose().map_err(|_| Unusable)?;
    let rounds = rounds.unwrap_or(3);
    let mut pages = Vec::new();
    for name in &arguments {
        read(Path::new(name), &mut pages)?;
    }
    let bytes: usize = pages.iter().map(|page| page.bytes.len()).sum();
    let times: Vec<[Duration; 6]> = pages.iter().map(|page| fastest(page, rounds)).collect();
    println!("{} pages, {:.1} MB\n", pages.len(), bytes as f64 / 1e6);
    println!("| stage | seconds | MB/s | share |\n|---|---:|---:|---:|");
    let all: Duration = times.iter().flatten().sum();
    for (stage, name) in STAGES.iter().enumerate() {
        row(name, times.iter().map(|page| page[stage]).sum(), all, bytes);
    }
    row("all", all, all, bytes);
    println!("\n{:.0} pages/s", pages.len() as f64 / all.as_secs_f64());
    slowest("slow", &pages, &times, |bytes| bytes >= SMALL);
    slowest("slow though small", &pages, &times, |bytes| bytes < SMALL);
    Ok(())
}

/// The pages of a size that take longest for it, with the milliseconds of each stage.
fn slowest(title: &str, pages: &[Input], times: &[[Duration; 6]], size: fn(usize) -> bool) {
    let seconds = |times: &[Duration; 6]| times.iter().sum::<Duration>().as_secs_f64();
    let some = pages.iter().zip(times).filter(|(page, _)| size(page.bytes.len()));
    let mut rated: Vec<_> = some
        .map(|(page, times)| (seconds(times) / page.bytes.len() as f64 * 1e7, page, times))
        .collect();
    rated.sort_by(|a, b| b.0.total_cmp(&a.0));
    for (rate, page, times) in rated.into_iter().take(3) {
        let url = page.url.as_deref().unwrap_or("(no address)");
        let each = times.map(|time| format!("{:.1}", time.as_secs_f64() * 1e3)).join(" ");
        println!("{title}: {rate:.2} s per 10 MB, {} bytes, {each} ms, {url}", page.bytes.len());
    }
}

fn row(name: &str, time: Duration, all: Duration, bytes: usize) {
    let (seconds, whole) = (time.as_secs_f64(), all.as_secs_f64());
    let rate = bytes as f64 / 1e6 / seconds;
    println!("| {name} | {seconds:.3} | {rate:.0} | {:.0} % |", 100.0 * seconds / whole);
}

fn fastest(page: &Input, rounds: usize) -> [Duration; 6] {
    let mut best = [Duration::MAX; 6];
    for _ in 0..rounds {
        for (best, time) in best.iter_mut().zip(once(page)) {
            *best = time.min(*best);
        }
    }
    best
}

/// The time of each stage. Blocks are what reading the page takes beyond decoding and parsing.
fn once(input: &Input) -> [Duration; 6] {
    let (limits, config) = (Limits::default(), ExtractConfig::default());
    let hints = Hints {
        url: input.url.as_deref(),
        http_content_type: input.content_type.as_deref(),
        guessed_charset: input.guessed_charset.as_deref(),
        capture_ms: input.capture_ms,
        ..Hints::default()
    };
    // Read once before, so that no stage pays for a cold cache or the first allocation.
    drop(Page::parse(&input.bytes, &hints, &limits));
    let mut lap = Lap(Instant::now());
    let decoded = charset::decode(&input.bytes, &hints);
    let decode = lap.end();
    let tree = Tree::parse(&decoded.text, &limits, &mut Vec::new());
    let parse = lap.end();
    drop((tree, decoded));
    lap.end();
    let page = Page::parse(&input.bytes, &hints, &limits);
    let whole = lap.end();
    let extraction = extract(&page, &config);
    let classify = lap.end();
    let metadata = page.metadata(&extraction);
    let described = lap.end();
    let text = render::text(&page, &extraction);
    let serialise = lap.end();
    assert!(metadata.authors.len() + text.len() < usize::MAX);
    [decode, parse, whole.saturating_sub(decode + parse), classify, described, serialise]
}

struct Lap(Instant);

impl Lap {
    fn end(&mut self) -> Duration {
        let now = Instant::now();
        now - std::mem::replace(&mut self.0, now)
    }
}

/// Adds the pages of a folder or of an archive, or one page.
fn read(path: &Path, pages: &mut Vec<Input>) -> Result<()> {
    let named = || path.display().to_string();
    if path.is_dir() {
        let inside = std::fs::read_dir(path).with_context(named)?.flatten();
        let mut inside: Vec<_> = inside.map(|entry| entry.path()).collect();
        inside.sort();
        return inside.iter().try_for_each(|path| read(path, pages));
    }
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    if !name.contains(".warc") {
        let bytes = std::fs::read(path).with_context(named)?;
        // Folders of pages also hold images and tables of labels.
        if bytes.trim_ascii_start().starts_with(b"<") {
            pages.push(Input { bytes, ..Input::default() });
        }
        return Ok(());
    }
    for_each_capture(path, |capture| {
        let html = capture.content_type.as_deref().is_some_and(|kind| kind.contains("html"));
        if html && capture.status == Some(200) {
            pages.push(Input {
                bytes: capture.payload.content.to_vec(),
                url: Some(capture.url.to_owned()),
                content_type: capture.content_type.as_deref().map(str::to_owned),
                guessed_charset: capture.guessed_charset.clone(),
                capture_ms: capture.date.map(|date| date.unix_ms),
            });
        }
        Ok(())
    })
    .with_context(named)
}
