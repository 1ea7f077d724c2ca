//! URLs per second on one core: `throughput FILE [NAME]`, one URL a line. Best of three runs each;
//! with NAME only what begins with it.
//!
//! Counts CPU time where the system tells it, so that other work on the machine does not matter.
//! The clock is for people; no result depends on it.

use std::hint::black_box;
use std::sync::LazyLock;
use std::time::Instant;

use scutch_url::verdict::{Checker, Filters};
use scutch_url::{Crawl, Url};

fn main() -> std::io::Result<()> {
    let file = std::env::args().nth(1).unwrap_or_default();
    let text = std::fs::read_to_string(&file)?;
    let lines: Vec<&str> = text.lines().collect();
    println!("{} lines, {} bytes", lines.len(), text.len());
    let mut buffer = Url::empty();
    time("whatwg parse", &lines, |line| buffer.assign(line, None).is_ok());
    let mut reference = |line: &str| url::Url::parse(line).is_ok();
    time("url crate parse", &lines, &mut reference);
    let (crawl, mut changes) = (Crawl::default(), Vec::new());
    time("crawl normalise", &lines, |line| {
        changes.clear();
        crawl.normal_url(line, &mut changes).is_ok()
    });
    let mut relaxed = Checker::new(Filters::relaxed());
    time("check, relaxed filters", &lines, |line| relaxed.check(line).is_ok());
    let filters = Filters { language: Some("de".to_owned()), ..Filters::strict() };
    let mut strict = Checker::new(filters);
    time("check, all filters", &lines, |line| strict.check(line).is_ok());
    time("surt", &lines, |line| !scutch_url::surt(line).is_empty());
    Ok(())
}

fn wanted(name: &str) -> bool {
    std::env::args().nth(2).is_none_or(|start| name.starts_with(&start))
}

fn time(name: &str, lines: &[&str], mut apply: impl FnMut(&str) -> bool) {
    if !wanted(name) {
        return;
    }
    let mut best = f64::MAX;
    let mut accepted = 0;
    for _ in 0..3 {
        let start = seconds();
        accepted = lines.iter().filter(|line| black_box(apply(line))).count();
        best = best.min(seconds() - start);
    }
    let rate = lines.len() as f64 / best;
    println!("{name:38} {rate:12.0} URLs/s   {accepted} accepted");
}

/// CPU seconds of this process, or seconds of the clock.
fn seconds() -> f64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let told = std::fs::read_to_string("/proc/self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| START.elapsed().as_secs_f64(), |n| n / 1e9)
}
