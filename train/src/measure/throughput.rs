//! URLs per second on one core: `throughput FILE [NAME]`, one URL a line. Best of three runs each;
//! with NAME only what begins with it.
//!
//! Counts CPU time where the system tells it, so that other work on the machine does not matter.
//! The clock is for people; no result depends on it.

use std::hint::black_box;
use std::sync::LazyLock;
use std::time::Instant;

use anyhow::{Context as _, Result};
use scutch_url::verdict::{Checker, Filters};
use scutch_url::{Crawl, Url};

use crate::arguments::Unusable;

pub(crate) const USAGE: &str = "FILE [NAME]";

/// Prints the rate of each reader of URLs.
pub(crate) fn run(arguments: Vec<String>) -> Result<()> {
    let Some(file) = arguments.first() else { return Err(Unusable.into()) };
    let prefix = arguments.get(1).map_or("", String::as_str);
    let text = std::fs::read_to_string(file).with_context(|| file.clone())?;
    let lines: Vec<&str> = text.lines().collect();
    println!("{} lines, {} bytes", lines.len(), text.len());
    let timing = Timing { prefix, lines: &lines };
    let mut buffer = Url::empty();
    timing.run("whatwg parse", |line| buffer.assign(line, None).is_ok());
    timing.run("url crate parse", |line| url::Url::parse(line).is_ok());
    let (crawl, mut changes) = (Crawl::default(), Vec::new());
    timing.run("crawl normalise", |line| {
        changes.clear();
        crawl.normal_url(line, &mut changes).is_ok()
    });
    let mut relaxed = Checker::new(Filters::relaxed());
    timing.run("check, relaxed filters", |line| relaxed.check(line).is_ok());
    let filters = Filters { language: Some("de".to_owned()), ..Filters::strict() };
    let mut strict = Checker::new(filters);
    timing.run("check, all filters", |line| strict.check(line).is_ok());
    timing.run("surt", |line| !scutch_url::surt(line).is_empty());
    Ok(())
}

/// The lines to read, and what the names of the readers to time begin with.
struct Timing<'a> {
    prefix: &'a str,
    lines: &'a [&'a str],
}

impl Timing<'_> {
    fn run(&self, name: &str, mut apply: impl FnMut(&str) -> bool) {
        if !name.starts_with(self.prefix) {
            return;
        }
        let mut best = f64::MAX;
        let mut accepted = 0;
        for _ in 0..3 {
            let start = seconds();
            accepted = self.lines.iter().filter(|line| black_box(apply(line))).count();
            best = best.min(seconds() - start);
        }
        let rate = self.lines.len() as f64 / best;
        println!("{name:38} {rate:12.0} URLs/s   {accepted} accepted");
    }
}

/// CPU seconds of this process, or seconds of the clock.
fn seconds() -> f64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let schedule = std::fs::read_to_string("/proc/self/schedstat").ok();
    let nanoseconds = schedule.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| START.elapsed().as_secs_f64(), |n| n / 1e9)
}
